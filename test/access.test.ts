import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes, schema } from '../src/resources/index.ts'
import { makeRecords, type Records } from './support/access-records.ts'
import { expected, type Home, type Outcome, operations, type Way } from './support/access-table.ts'
import { type Called, type Door, doors, fieldsOf } from './support/calls.ts'
import type { Client } from './support/client.ts'
import { dump, rehearse } from './support/dump.ts'
import {
  type Caller,
  companyOf,
  everyScope,
  type Fact,
  hasScope,
  sees,
} from './support/sight-model.ts'
import { createWorld, people, type Who, type World } from './support/world.ts'

/** One call: caller, operation, record and expected result. */
interface Case {
  door: Door
  way: Way
  who: Who
  record: Fact | undefined
  values: object
  outcome: Outcome
}

const statuses: Record<string, number> = {
  ok: 200,
  null: 200,
  SCOPE: 403,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  VALIDATION_ERROR: 400,
}
const unknown: Fact = { kind: 'person', id: 'nothing_00000000', company: 'acme' }

describe('Permissions', () => {
  let world: World
  let made: Records
  const cases: Case[] = []

  beforeAll(async () => {
    world = await createWorld()
    made = await makeRecords(world)
    for (const door of doors)
      for (const way of operations[door.field] ?? [])
        for (const who of people) cases.push(...casesOf(door, way, who))
  })
  afterAll(() => world.stop())

  const homeOf = (who: Who): Home => made.homes[companyOf(who)]
  const valuesOf = (way: Way, record: Fact | undefined, home: Home) =>
    way.with?.(record ?? unknown, home) ?? (record ? { id: record.id } : {})

  function casesOf(door: Door, way: Way, who: Who): Case[] {
    const records = way.on
      ? made.records.filter(
          (record) => way.on?.includes(record.kind) && (way.only?.(record) ?? true),
        )
      : [undefined]
    return records
      .map(
        (record): Case => ({
          door,
          way,
          who,
          record,
          values: valuesOf(way, record, homeOf(who)),
          outcome: expected(door.field, way, made.teams, { who }, record),
        }),
      )
      .filter(({ values }) => door.takes(values))
  }

  /** Returns descriptions of unexpected results. */
  async function wrong(chosen: Case[]): Promise<string[]> {
    const found: string[] = []
    const tell = ({ door, who, record }: Case, why: string) =>
      found.push(
        `${who}: ${door.name} ${record ? `${record.kind} of ${record.user} by ${record.createdBy} (${made.records.indexOf(record)})` : ''}: ${why}`,
      )
    const one = async (each: Case) => {
      const called = await each.door.call(world.as(each.who), each.values)
      if (called.outcome !== each.outcome)
        tell(each, `${called.outcome} (${called.message}) instead of ${each.outcome}`)
      else if (
        each.door.name.includes(' ') &&
        ![
          statuses[each.way.inRows && each.outcome !== 'SCOPE' ? 'ok' : each.outcome],
          each.outcome === 'ok' ? 201 : 0,
        ].includes(called.status)
      )
        tell(each, `status ${called.status}`)
      if (each.way.lists && called.outcome === 'ok') checkList(each, called, tell)
    }
    for (let from = 0; from < chosen.length; from += 16)
      await Promise.all(chosen.slice(from, from + 16).map(one))
    return found
  }

  function checkList(each: Case, called: Called, tell: (each: Case, why: string) => void) {
    for (const record of made.records.filter(({ kind }) => kind === each.way.lists)) {
      const there = called.ids.includes(record.id)
      const should =
        sees(made.teams, { who: each.who }, record) && (each.way.among?.(record) ?? true)
      if (there !== should)
        tell({ ...each, record }, there ? 'is in the list' : 'is missing from the list')
    }
  }

  test('the permission table covers every root field, every REST route and every kind of record', () => {
    expect(Object.keys(operations).sort()).toEqual(
      [...fieldsOf('Query'), ...fieldsOf('Mutation')].map((field) => field.name).sort(),
    )
    // subscriptions.test.ts compares subscriptions with the feed, events.test.ts the feed with
    // permissions.
    expect(Object.keys(schema.getSubscriptionType()?.getFields() ?? {})).toEqual(['events'])
    for (const door of doors)
      expect(cases.filter((each) => each.door === door).length, door.name).toBeGreaterThan(0)
    expect(doors.filter(({ name }) => name.includes(' '))).toHaveLength(routes.length)
    const node = schema.getType('Node')
    const types = schema.getPossibleTypes(node as never).map(({ name }) => name.toLowerCase())
    expect(types.sort()).toEqual(
      [...new Set(made.records.map(({ kind }) => kind.toLowerCase()))].sort(),
    )
  })

  test('forbidden operations fail with the right code on both interfaces and change nothing', async () => {
    const refused = cases.filter(({ outcome }) => outcome !== 'ok' && outcome !== 'null')
    const before = await dump(world)
    expect(await wrong(refused)).toEqual([])
    expect(await dump(world)).toEqual(before)
    for (const code of ['SCOPE', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'])
      expect(refused.filter(({ outcome }) => outcome === code).length).toBeGreaterThan(10)
  })

  test('permitted operations succeed on both interfaces, and lists hold exactly the visible records', async () => {
    const before = await dump(world)
    await rehearse(world, async () =>
      expect(
        await wrong(cases.filter(({ outcome }) => outcome === 'ok' || outcome === 'null')),
      ).toEqual([]),
    )
    expect(await dump(world)).toEqual(before)
  })

  test('every operation without a valid key fails with 401', async () => {
    const before = await dump(world)
    for (const client of [
      world.client(),
      world.client(`${world.as('owner').secret?.slice(0, -1)}!`),
    ])
      for (const { door, values } of new Map(cases.map((each) => [each.door, each])).values()) {
        const called = await door.call(client, values)
        expect([called.outcome, called.status], door.name).toEqual(['UNAUTHORIZED', 401])
      }
    expect(await dump(world)).toEqual(before)
  })

  test('a key without the scope is refused before any look-up, and the required scope alone is enough', async () => {
    const needed = [
      ...new Set(
        Object.values(operations)
          .flat()
          .map(({ needs }) => needs),
      ),
    ].filter((needs) => typeof needs === 'string')
    for (const needs of needed) {
      const withIt = (scope: string) => scope === needs || scope.startsWith(`${needs}.`)
      const lacking = everyScope.filter((scope) => !withIt(scope))
      const scopes = everyScope.filter(withIt)
      const [without, only] = [
        await world.keyOf('owner', lacking),
        await world.keyOf('owner', scopes),
      ]
      const before = await dump(world)
      for (const { door, way } of firstOf(needs)) {
        const there = made.records.find(
          (record) =>
            way.on?.[0] === record.kind &&
            record.company === 'acme' &&
            !record.trashed &&
            (way.only?.(record) ?? true),
        )
        for (const record of way.on ? [there, unknown] : [undefined]) {
          const refused = await door.call(without, valuesOf(way, record, homeOf('owner')))
          expect(
            [refused.outcome, refused.message.includes(needs)],
            `${door.name} without ${needs}`,
          ).toEqual(['SCOPE', true])
        }
        await rehearse(world, async () =>
          expect(
            (await door.call(only, valuesOf(way, there, homeOf('owner')))).outcome,
            `${door.name} with ${needs}`,
          ).toBe(expected(door.field, way, made.teams, { who: 'owner', scopes }, there)),
        )
      }
      expect(await dump(world)).toEqual(before)
    }
  })

  const firstOf = (needs: string) => [
    ...new Map(
      cases
        .filter(({ way }) => way.needs === needs)
        .map((each) => [each.door.name + JSON.stringify(Object.keys(each.values)), each]),
    ).values(),
  ]

  test('the node query returns null for a hidden record and refuses a kind outside the scopes of the key', async () => {
    const scopes = ['tags.manage']
    const caller: Caller = { who: 'owner', scopes }
    const client: Client = await world.keyOf('owner', scopes)
    const node = doors.find(({ name }) => name === 'node') as Door
    for (const record of made.records) {
      const [way] = operations['node'] as [Way]
      const needs = typeof way.needs === 'function' ? way.needs(record) : undefined
      const outcome = expected('node', way, made.teams, caller, record)
      expect(outcome === 'SCOPE').toBe(!!needs && !hasScope(caller, needs))
      expect(
        (await node.call(client, { id: record.id })).outcome,
        `${record.kind} of ${record.company}`,
      ).toBe(outcome)
    }
  })
})
