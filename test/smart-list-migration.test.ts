import Database from 'better-sqlite3'
import type { GraphQLInputType } from 'graphql'
import { Kysely, SqliteDialect } from 'kysely'
import { describe, expect, test } from 'vitest'
import { convertFilter } from '../db/convert-filter.ts'
import { up } from '../db/migrations/0026-smart-list-comparators.ts'
import { findValueProblems } from '../src/graphql/check-values.ts'
import { schema } from '../src/resources/index.ts'
import { newFolder } from './support/folder.ts'
import { createWorld } from './support/world.ts'

type ConversionCase = [stored: object, converted: object]

const sampleTime = '2026-06-01T00:00:00Z'
const createLastDays = (days: number) => ({ during: { last: 24 * days, unit: 'hour' } })
const createNextDays = (days: number) => ({ during: { next: 24 * days, unit: 'hour' } })

const personCases: ConversionCase[] = [
  [{}, {}],
  [{ ids: ['a'] }, { id: { in: ['a'] } }],
  [{ assignedAgentId: 'a' }, { assigneeId: { eq: 'a' } }],
  [{ assignedAgentId: null }, { assigneeId: { isNull: true } }],
  [
    { assignedAgentId: 'a', assignedAgentIds: ['a', 'b'] },
    { assigneeId: { eq: 'a', in: ['a', 'b'] } },
  ],
  [{ collaboratorId: 'a' }, { collaboratorId: { eq: 'a' } }],
  [{ stageId: 'a', stageIds: ['a'] }, { stageId: { eq: 'a', in: ['a'] } }],
  [{ source: 'Web', sources: ['Web'] }, { source: { eq: 'Web', in: ['Web'] } }],
  [{ source: null }, { source: { isNull: true } }],
  [{ tag: 'VIP', anyTag: ['Hot'] }, { tags: { has: 'VIP', any: ['Hot'] } }],
  [{ email: 'a@b.test', hasEmail: true }, { email: { eq: 'a@b.test', isNull: false } }],
  [{ phone: '1', hasPhone: false }, { phone: { eq: '1', isNull: true } }],
  [{ name: 'ann' }, { name: { contains: 'ann' } }],
  [{ price: { from: 1, to: null } }, { price: { gte: 1 } }],
  [{ price: { to: 2 } }, { price: { lte: 2 } }],
  [{ price: null }, { price: { isNull: true } }],
  [{ price: {} }, { price: {} }],
  [{ relationship: false }, { relationship: { eq: false } }],
  [{ relationship: null }, { relationship: { isNull: true } }],
  [
    { createdAt: { from: sampleTime, before: sampleTime } },
    { createdAt: { gte: sampleTime, lt: sampleTime } },
  ],
  [{ updatedAt: { inLastDays: 14 } }, { updatedAt: createLastDays(14) }],
  [{ updatedAt: { inNextDays: 0 } }, { updatedAt: createNextDays(0) }],
  [
    { lastActivityAt: { inLastDays: 9, olderThanDays: 2 } },
    { lastActivityAt: { ...createLastDays(9), before: { last: 48, unit: 'hour' } } },
  ],
  [
    { updatedAt: { inLastDays: 9, inNextDays: 2 } },
    { updatedAt: { during: { last: 0, next: 0, unit: 'hour' } } },
  ],
  [{ lastActivityAt: null }, { lastActivityAt: { isNull: true } }],
  [{ externalId: '1', externalSource: 'hubspot' }, { externalId: { eq: '1', source: 'hubspot' } }],
  [
    { and: [{ tag: 'a' }], or: [{ name: 'b' }], not: { price: null } },
    {
      and: [{ tags: { has: 'a' } }],
      or: [{ name: { contains: 'b' } }],
      not: { price: { isNull: true } },
    },
  ],
  [{ or: null, not: null, deals: null, tasks: { some: null, none: {} } }, { tasks: { none: {} } }],
  [
    { activities: { some: { person: { tag: 'a' } } } },
    { activities: { some: { person: { tags: { has: 'a' } } } } },
  ],
]

const relatedCases: Record<string, ConversionCase[]> = {
  deals: [
    [
      { ids: ['a'], title: 'x' },
      { id: { in: ['a'] }, title: { contains: 'x' } },
    ],
    [{ assignedAgentId: null }, { assigneeId: { isNull: true } }],
    [{ assignedAgentIds: ['a'] }, { assigneeId: { in: ['a'] } }],
    [{ stageId: 'a', stageIds: ['b'] }, { stageId: { eq: 'a', in: ['b'] } }],
    [
      { pipelineId: 'a', teamId: 'b' },
      { pipelineId: { eq: 'a' }, teamId: { eq: 'b' } },
    ],
    [{ personId: null }, { personId: { isNull: true } }],
    [{ status: 'open' }, { status: { eq: 'open' } }],
    [
      { price: { from: 1 }, commission: null },
      { price: { gte: 1 }, commission: { isNull: true } },
    ],
    [{ closeDate: { inNextDays: 30 } }, { closeDate: createNextDays(30) }],
    [
      { stageEnteredAt: { olderThanDays: 30 } },
      { stageEnteredAt: { before: { last: 720, unit: 'hour' } } },
    ],
    [{ people: { some: { tag: 'a' } } }, { people: { some: { tags: { has: 'a' } } } }],
  ],
  tasks: [
    [{ assignedTo: 'a' }, { assigneeId: { eq: 'a' } }],
    [{ assignedToAny: ['a'] }, { assigneeId: { in: ['a'] } }],
    [
      { createdBy: null, title: 'x' },
      { createdById: { isNull: true }, title: { contains: 'x' } },
    ],
    [
      { priority: 'high', done: false },
      { priority: { eq: 'high' }, done: { eq: false } },
    ],
    [
      { overdue: true, dueDate: null },
      { overdue: { eq: true }, dueDate: { isNull: true } },
    ],
    [{ completedAt: { from: sampleTime } }, { completedAt: { gte: sampleTime } }],
    [{ person: { hasEmail: false } }, { person: { email: { isNull: true } } }],
  ],
  activities: [
    [{ personId: 'person_1', personIds: ['b'] }, { personId: { eq: 'person_1', in: ['b'] } }],
    [{ type: 'call', types: ['note'] }, { type: { eq: 'call', in: ['note'] } }],
    [{ authorId: null, authorIds: ['a'] }, { createdById: { isNull: true, in: ['a'] } }],
    [
      { channel: 'x', direction: null },
      { channel: { eq: 'x' }, direction: { isNull: true } },
    ],
    [{ starred: true }, { starred: { eq: true } }],
  ],
  appointments: [
    [
      { during: { from: sampleTime, before: sampleTime } },
      { time: { gte: sampleTime, lt: sampleTime } },
    ],
    [{ startsAt: { inNextDays: 1 } }, { startsAt: createNextDays(1) }],
    [{ endsAt: { inLastDays: 1 } }, { endsAt: createLastDays(1) }],
    [
      { status: 'scheduled', userId: null },
      { status: { eq: 'scheduled' }, userId: { isNull: true } },
    ],
    [{ createdBy: 'a' }, { createdById: { eq: 'a' } }],
  ],
}

const customFieldTypes: Record<string, string> = {
  note: 'text',
  score: 'number',
  born: 'date',
  vip: 'boolean',
  pays: 'singleChoice',
  likes: 'multipleChoice',
}

const customFieldCases: [stored: object, ...converted: object[]][] = [
  [
    { key: 'note', equals: 'x' },
    { key: 'note', text: { eq: 'x' } },
  ],
  [
    { key: 'note', equals: '' },
    { key: 'note', text: { isNull: true } },
  ],
  [
    { key: 'note', anyOf: ['x', ''] },
    { key: 'note', text: { in: ['x'] } },
  ],
  [
    { key: 'note', startsWith: 'x', isEmpty: false, number: null },
    { key: 'note', text: { startsWith: 'x', isNull: false } },
  ],
  [
    { key: 'note', equals: null, isEmpty: false },
    { key: 'note', text: { isNull: true } },
    { key: 'note', text: { isNull: false } },
  ],
  [
    { key: 'score', equals: 1 },
    { key: 'score', number: { eq: 1 } },
  ],
  [
    { key: 'score', number: { from: 1, to: 2 } },
    { key: 'score', number: { gte: 1, lte: 2 } },
  ],
  [
    { key: 'born', equals: '2026-06-01T10:00:00Z' },
    { key: 'born', date: { eq: '2026-06-01' } },
  ],
  [
    { key: 'born', date: { from: '2026-06-01', to: '2026-06-02' } },
    { key: 'born', date: { gte: '2026-06-01', lte: '2026-06-02' } },
  ],
  [
    { key: 'born', date: { inLastDays: 1 } },
    { key: 'born', date: { during: { last: 2, unit: 'day', timeZone: 'UTC' } } },
  ],
  [
    { key: 'born', date: { inLastDays: 1, inNextDays: 1 } },
    { key: 'born', date: { during: { unit: 'day', timeZone: 'UTC' } } },
  ],
  [
    { key: 'vip', anyOf: [true, false] },
    { key: 'vip', boolean: { isNull: false } },
  ],
  [
    { key: 'vip', anyOf: [true] },
    { key: 'vip', boolean: { eq: true } },
  ],
  [
    { key: 'pays', equals: 'Cash' },
    { key: 'pays', choices: { has: 'Cash' } },
  ],
  [
    { key: 'likes', anyOf: ['Tea'] },
    { key: 'likes', choices: { any: ['Tea'] } },
  ],
  [
    { key: 'likes', isEmpty: true },
    { key: 'likes', choices: { isEmpty: true } },
  ],
]

const findCustomFieldType = (kind: string, key: string) =>
  kind === 'deal' ? 'number' : customFieldTypes[key]
const convertStoredFilter = (storedFilter: object) =>
  convertFilter({ ...storedFilter }, findCustomFieldType)

function listFilterProblems(where: object): string[] {
  const type = schema.getType('PersonWhere') as GraphQLInputType
  return findValueProblems(where, type).map(({ path, message }) => `${path.join('.')} ${message}`)
}

describe('Smart lists of version 0.9', () => {
  test('the migration converts smart list filters of version 0.9 to comparators that the schema accepts', () => {
    const cases: ConversionCase[] = [
      ...personCases,
      ...Object.entries(relatedCases).flatMap(([relation, cases]) =>
        cases.map(
          ([stored, converted]): ConversionCase => [
            { [relation]: { some: stored } },
            { [relation]: { some: converted } },
          ],
        ),
      ),
      ...customFieldCases.map(
        ([stored, ...converted]): ConversionCase => [
          { customFields: [stored] },
          { customFields: converted },
        ],
      ),
      [
        { deals: { none: { customFields: [{ key: 'note', equals: 1 }] } } },
        { deals: { none: { customFields: [{ key: 'note', number: { eq: 1 } }] } } },
      ],
    ]
    for (const [storedFilter, convertedFilter] of cases) {
      expect([storedFilter, convertStoredFilter(storedFilter)]).toEqual([
        storedFilter,
        convertedFilter,
      ])
      expect([storedFilter, listFilterProblems(convertedFilter)]).toEqual([storedFilter, []])
    }
  })

  test('the migration leaves a smart list filter on an unknown field invalid', () => {
    expect(convertStoredFilter({ shoeSize: { from: 40 } })).toEqual({ shoeSize: { from: 40 } })
    expect(convertStoredFilter({ customFields: [{ key: 'gone', equals: 'x' }] })).toEqual({
      customFields: [{ key: 'gone', text: { eq: 'x' } }],
    })
  })

  test("the migration converts each company's smart list filters according to its own custom fields", async () => {
    const folder = newFolder()
    const world = await createWorld({ DATABASE_URL: `sqlite:${folder.file('old.db')}` })
    const createRecord = async (caller: 'owner' | 'stranger', path: string, body: object) =>
      (await world.as(caller).rest('POST', path, body)).body.data.id as string
    const smartListIds: string[] = []
    for (const [caller, type, value] of [
      ['owner', 'number', 7],
      ['stranger', 'text', '7'],
    ] as const) {
      await createRecord(caller, '/v1/custom-fields', {
        record: 'person',
        key: 'size',
        name: 'S',
        type,
      })
      await createRecord(caller, '/v1/people', {
        firstName: 'Ann',
        customFields: { size: value },
      })
      smartListIds.push(
        await createRecord(caller, '/v1/smart-lists', { name: 'Sevens', where: {} }),
      )
    }
    const database = new Database(world.file)
    const storedFilters = [
      { key: 'size', equals: 7 },
      { key: 'size', equals: '7' },
    ]
    for (const [index, id] of smartListIds.entries())
      database
        .prepare('update smartLists set filter = ? where id = ?')
        .run(JSON.stringify({ customFields: [storedFilters[index]] }), id)
    await up(new Kysely({ dialect: new SqliteDialect({ database }) }))
    database.close()
    for (const [index, caller] of (['owner', 'stranger'] as const).entries()) {
      const path = `/v1/smart-lists/${smartListIds[index]}`
      const { data } = (await world.as(caller).rest('GET', path)).body
      expect(data).toMatchObject({
        version: 1,
        where: { customFields: [{ key: 'size', [['number', 'text'][index] ?? '']: {} }] },
      })
      const peopleReply = await world.as(caller).rest('GET', `${path}/people`)
      expect(peopleReply.body.data).toMatchObject([{ firstName: 'Ann' }])
    }
    await world.stop()
    folder.remove()
  })
})
