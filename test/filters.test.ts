/**
 * Tests the filters and sort orders of lists, partly by comparing the results of random filters
 * with matches computed in memory.
 */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ChunkSize } from '../src/filtering/scan-index.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

interface SamplePerson {
  id: string
  assignee: TestUser | null
  price: number | null
  source: string | null
  tags: string[]
  name: string
  deals: { price: number | null; stage: number }[]
  tasks: { isDone: boolean; dueInDays: number | null }[]
  activityCount: number
}

const dayMs = 86_400_000
const assignees = ['agent', 'loner', 'leader', null] as const
const sources = ['Web', 'Ad', null] as const
const tags = ['Hot', 'Cold'] as const

let world: World
const samplePeople: SamplePerson[] = []
let stages: string[] = []
let startTime = 0

const anyPerson = fc.record({
  assignee: fc.constantFrom(...assignees),
  price: fc.constantFrom(null, 0, 5, 5, 10, -3),
  source: fc.constantFrom(...sources),
  tags: fc.subarray([...tags]),
  name: fc.constantFrom('Ann', 'ánn', 'Bob', 'Zed'),
  deals: fc.array(fc.record({ price: fc.constantFrom(null, 1, 100), stage: fc.nat({ max: 1 }) }), {
    maxLength: 2,
  }),
  tasks: fc.array(fc.record({ isDone: fc.boolean(), dueInDays: fc.constantFrom(null, -1, 1, 5) }), {
    maxLength: 2,
  }),
  activityCount: fc.constantFrom(0, 0, 1),
})

async function createRecord(path: string, body: object): Promise<string> {
  const reply = await world.as('owner').rest('POST', path, body)
  expect([path, reply.status, reply.text]).toEqual([path, 201, reply.text])
  return reply.body.data.id
}

beforeAll(async () => {
  world = await createWorld()
  const pipeline = (await world.as('owner').rest('GET', '/v1/pipelines')).body.data[0]
  stages = pipeline.stages.map(({ id }: { id: string }) => id)
  startTime = world.clock.now()
  for (const person of fc.sample(anyPerson, { seed: 11, numRuns: 60 })) {
    const { assignee, name, deals, tasks, activityCount, ...otherFields } = person
    const id = await createRecord('/v1/people', {
      ...otherFields,
      firstName: name,
      assignedAgentId: assignee && world.users[assignee].id,
    })
    for (const { price, stage } of deals)
      await createRecord('/v1/deals', {
        title: 'x',
        pipelineId: pipeline.id,
        stageId: stages[stage],
        pricing: price,
        peopleIds: [id],
      })
    for (const { isDone, dueInDays } of tasks) {
      const taskId = await createRecord('/v1/tasks', {
        title: 'x',
        personId: id,
        ...(dueInDays !== null && {
          dueDate: new Date(startTime + dueInDays * dayMs).toISOString(),
        }),
      })
      if (isDone) await world.as('owner').rest('POST', `/v1/tasks/${taskId}/complete`)
    }
    if (activityCount) await createRecord('/v1/activities', { personId: id, channel: 'call' })
    samplePeople.push({ ...person, id })
    if (samplePeople.length % 7 === 0) world.clock.advance(dayMs)
  }
})
afterAll(() => world.stop())

const foldName = (name: string) => name.normalize('NFD').toLowerCase().replace(/\p{M}/gu, '')

/** A filter and the equivalent predicate. */
type Condition = [where: object, matches: (person: SamplePerson) => boolean]
const createCondition = (where: object, matches: Condition[1]): Condition => [where, matches]
const createPriceRange = (from: number, to: number): Condition =>
  createCondition(
    { price: { gte: from, lte: to } },
    ({ price }) => price !== null && price >= from && price <= to,
  )

const anySimpleCondition: fc.Arbitrary<Condition> = fc.oneof(
  fc
    .constantFrom(...assignees)
    .map((assignee) =>
      createCondition(
        { assigneeId: assignee ? { eq: { user: assignee } } : { isNull: true } },
        (person) => person.assignee === assignee,
      ),
    ),
  fc
    .constantFrom(...sources)
    .map((source) =>
      createCondition(
        { source: source === null ? { isNull: true } : { eq: source } },
        (person) => person.source === source,
      ),
    ),
  fc
    .subarray(['Web', 'Ad'])
    .map((list) =>
      createCondition(
        { source: { in: list } },
        (person) => person.source !== null && list.includes(person.source),
      ),
    ),
  fc
    .constantFrom(...tags)
    .map((tag) =>
      createCondition({ tags: { has: tag.toUpperCase() } }, (person) => person.tags.includes(tag)),
    ),
  fc
    .subarray([...tags])
    .map((list) =>
      createCondition({ tags: { any: list } }, (person) =>
        person.tags.some((tag) => (list as string[]).includes(tag)),
      ),
    ),
  fc
    .constantFrom('an', 'ED', 'ö')
    .map((part) =>
      createCondition({ name: { contains: part } }, (person) =>
        foldName(person.name).includes(foldName(part)),
      ),
    ),
  fc
    .tuple(fc.constantFrom(-5, 0, 5), fc.constantFrom(0, 5, 20))
    .map(([from, to]) => createPriceRange(from, to)),
  fc
    .subarray([...tags])
    .map((list) =>
      createCondition({ tags: { all: list } }, (person) =>
        list.every((tag) => person.tags.includes(tag)),
      ),
    ),
  fc
    .subarray([...tags])
    .map((list) =>
      createCondition(
        { tags: { none: list } },
        (person) => !person.tags.some((tag) => (list as string[]).includes(tag)),
      ),
    ),
  fc
    .boolean()
    .map((isEmpty) =>
      createCondition({ tags: { isEmpty } }, (person) => (person.tags.length === 0) === isEmpty),
    ),
  fc
    .constantFrom('w', 'É', 'b')
    .map((start) =>
      createCondition({ name: { startsWith: start } }, ({ name }) =>
        foldName(name).startsWith(foldName(start)),
      ),
    ),
  fc
    .constantFrom('W', 'eb', 'D')
    .map((part) =>
      createCondition(
        { source: { contains: part } },
        ({ source }) => source !== null && foldName(source).includes(foldName(part)),
      ),
    ),
  fc
    .constantFrom(-5, 0, 5)
    .map((bound) =>
      createCondition({ price: { gt: bound } }, ({ price }) => price !== null && price > bound),
    ),
  fc
    .constantFrom(-5, 0, 5)
    .map((bound) =>
      createCondition({ price: { lt: bound } }, ({ price }) => price !== null && price < bound),
    ),
  fc
    .subarray([-5, 0, 5, 20])
    .map((list) =>
      createCondition(
        { price: { in: list } },
        ({ price }) => price !== null && list.includes(price),
      ),
    ),
  fc
    .boolean()
    .map((isNull) =>
      createCondition({ price: { isNull } }, ({ price }) => (price === null) === isNull),
    ),
  fc.constant(createCondition({ price: {}, name: {} }, () => true)),
  fc
    .constantFrom(0, 1)
    .map((stage) =>
      createCondition(
        { deals: { some: { stageId: { eq: { stage } }, price: { gte: 50 } } } },
        ({ deals }) => deals.some((deal) => deal.stage === stage && deal.price === 100),
      ),
    ),
  fc.constant(createCondition({ deals: { none: {} } }, ({ deals }) => deals.length === 0)),
  fc
    .boolean()
    .map((isDone) =>
      createCondition({ tasks: { some: { done: { eq: isDone } } } }, ({ tasks }) =>
        tasks.some((task) => task.isDone === isDone),
      ),
    ),
  fc.constant(
    createCondition({ activities: { none: {} } }, ({ activityCount }) => activityCount === 0),
  ),
  fc.constant(
    createCondition(
      { lastActivityAt: { isNull: true } },
      ({ activityCount }) => activityCount === 0,
    ),
  ),
  fc.constant(
    createCondition(
      { deals: { some: { people: { some: { source: { eq: 'Web' } } } } } },
      ({ deals, source }) => deals.length > 0 && source === 'Web',
    ),
  ),
)

const { condition: anyCondition } = fc.letrec<{ condition: Condition }>((recurse) => ({
  condition: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    anySimpleCondition,
    fc
      .array(recurse('condition'), { maxLength: 3 })
      .map(
        (conditions): Condition => [
          { and: conditions.map(([where]) => where) },
          (person) => conditions.every(([, matches]) => matches(person)),
        ],
      ),
    fc
      .array(recurse('condition'), { maxLength: 3 })
      .map(
        (conditions): Condition => [
          { or: conditions.map(([where]) => where) },
          (person) => conditions.some(([, matches]) => matches(person)),
        ],
      ),
    recurse('condition').map(
      ([where, matches]): Condition => [{ not: where }, (person) => !matches(person)],
    ),
  ),
}))

/** Replaces the names of users and the indexes of stages in a filter with ids. */
const insertIds = (where: object): object =>
  JSON.parse(JSON.stringify(where), (_, value) =>
    value?.user
      ? world.users[value.user as TestUser].id
      : value?.stage !== undefined
        ? stages[value.stage]
        : value,
  )

type SortField = 'createdAt' | 'name' | 'price'
const sortKeys: Record<SortField, (person: SamplePerson) => string | number | null> = {
  createdAt: ({ id }) => id,
  name: ({ name }) => foldName(name),
  price: ({ price }) => price,
}

function sortIds(
  matchingPeople: SamplePerson[],
  field: SortField,
  direction: 'asc' | 'desc',
): string[] {
  const directionSign = direction === 'asc' ? 1 : -1
  const compareKeys = (a: string | number, b: string | number) =>
    a < b ? -directionSign : a > b ? directionSign : 0
  return matchingPeople
    .toSorted((a, b) => {
      const [keyA, keyB] = [sortKeys[field](a), sortKeys[field](b)]
      if (keyA === null || keyB === null)
        return keyA === keyB ? compareKeys(a.id, b.id) : keyA === null ? 1 : -1
      return compareKeys(keyA, keyB) || compareKeys(a.id, b.id)
    })
    .map(({ id }) => id)
}

const isVisibleTo: Record<'owner' | 'leader' | 'agent', (person: SamplePerson) => boolean> = {
  owner: () => true,
  leader: ({ assignee }) => assignee === 'agent' || assignee === 'leader',
  agent: ({ assignee }) => assignee === 'agent',
}

async function listAllPeople(
  caller: TestUser,
  where: object,
  orderBy: object,
  pageSize: number,
  isBackward: boolean,
): Promise<{ ids: string[]; totalCount: number }> {
  const [countArgument, cursorArgument, hasMoreField, cursorField] = isBackward
    ? ['last', 'before', 'hasPreviousPage', 'startCursor']
    : ['first', 'after', 'hasNextPage', 'endCursor']
  const query = `query($n: Int, $c: String, $w: PersonWhere, $o: [PersonOrderInput!]) { people(${countArgument}: $n, ${cursorArgument}: $c, where: $w, orderBy: $o) { totalCount nodes { id } pageInfo { ${hasMoreField} ${cursorField} } } }`
  const ids: string[] = []
  for (let cursor: string | null = null; ; ) {
    const { body } = await world
      .as(caller)
      .gql(query, { n: pageSize, c: cursor, w: insertIds(where), o: orderBy })
    expect([where, body.errors]).toEqual([where, undefined])
    const { nodes, pageInfo, totalCount } = body.data.people
    const pageIds = (nodes as { id: string }[]).map(({ id }) => id)
    if (isBackward) ids.unshift(...pageIds)
    else ids.push(...pageIds)
    if (!pageInfo[hasMoreField as string]) return { ids, totalCount }
    cursor = pageInfo[cursorField as string]
  }
}

describe('Filtered and sorted lists', () => {
  test('a list with a random filter and order returns and counts exactly the matching records that the caller can view', async () => {
    const anyRequest = fc.record({
      condition: anyCondition,
      caller: fc.constantFrom('owner', 'leader', 'agent') as fc.Arbitrary<
        'owner' | 'leader' | 'agent'
      >,
      field: fc.constantFrom('createdAt', 'name', 'price') as fc.Arbitrary<SortField>,
      direction: fc.constantFrom('asc', 'desc') as fc.Arbitrary<'asc' | 'desc'>,
      pageSize: fc.constantFrom(1, 3, 100),
      isBackward: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        anyRequest,
        async ({ condition: [where, matches], caller, field, direction, pageSize, isBackward }) => {
          const expectedIds = sortIds(
            samplePeople.filter((person) => isVisibleTo[caller](person) && matches(person)),
            field,
            direction,
          )
          const { ids, totalCount } = await listAllPeople(
            caller,
            where,
            { field, direction },
            expectedIds.length > 20 ? Math.max(pageSize, 3) : pageSize,
            isBackward,
          )
          expect(ids).toEqual(expectedIds)
          expect(totalCount).toBe(expectedIds.length)
        },
      ),
      { seed: 3, numRuns: 150 },
    )
  })

  test('the REST list of people accepts a GraphQL filter as JSON in `where` and common filters as query parameters, and the error for an invalid parameter names the field', async () => {
    const where = { and: [{ price: { gte: 0 } }, { deals: { some: { price: { gte: 50 } } } }] }
    const listPeople = async (query: string) =>
      (await world.as('owner').rest('GET', `/v1/people?limit=100&${query}`)).body
    const expectedIds = sortIds(
      samplePeople.filter(
        ({ price, deals }) =>
          price !== null && price >= 0 && deals.some((deal) => deal.price === 100),
      ),
      'price',
      'desc',
    )
    const { data, meta } = await listPeople(
      `where=${encodeURIComponent(JSON.stringify(where))}&orderBy=price`,
    )
    expect(data.map(({ id }: { id: string }) => id)).toEqual(expectedIds)
    expect(meta.count).toBe(expectedIds.length)
    const hotPeople = await listPeople('tag=hot&orderBy=name&direction=desc')
    expect(hotPeople.data.map(({ id }: { id: string }) => id)).toEqual(
      sortIds(
        samplePeople.filter((person) => person.tags.includes('Hot')),
        'name',
        'desc',
      ),
    )
    for (const [invalidQuery, field] of [
      ['where=%7B', 'where'],
      ['where=%7B%22nothing%22%3A1%7D', 'where.nothing'],
      ['where=%7B%22price%22%3A%7B%22gte%22%3A%22x%22%7D%7D', 'where.price.gte'],
      ['where=3', 'where'],
      ['where=%5B%7B%22tag%22%3A%22vip%22%7D%5D', 'where'],
      ['orderBy=shoeSize', 'orderBy'],
      ['direction=up', 'direction'],
    ] as const) {
      const { error } = await listPeople(invalidQuery)
      expect([invalidQuery, error?.details?.[0]?.field]).toEqual([invalidQuery, field])
    }
  })

  test('relative times in a filter are relative to the time of the request', async () => {
    const countPeople = async (where: string) =>
      (await world.as('owner').gql(`{ people(where: ${where}) { totalCount } }`)).body.data.people
        .totalCount
    expect(await countPeople('{ createdAt: { during: { last: 36000, unit: day } } }')).toBe(
      samplePeople.length,
    )
    expect(
      await countPeople('{ tasks: { some: { dueDate: { during: { next: 36000, unit: day } } } } }'),
    ).toBe(0)
    const oldCount = await countPeople('{ createdAt: { before: { last: 120, unit: hour } } }')
    expect(oldCount).toBe(
      samplePeople.filter(
        (_, index) => Math.floor(index / 7) < Math.floor(samplePeople.length / 7) - 5,
      ).length,
    )
  })

  test('a filter on related records requires the scope for viewing those records and ignores related records that the caller cannot view', async () => {
    const key = await world.createKey('owner', ['people.view.all'])
    const rejectedReply = await key.gql(
      '{ people(where: { deals: { some: { price: { gte: 1 } } } }) { totalCount } }',
    )
    expect(rejectedReply.body.errors[0].extensions.code).toBe('FORBIDDEN')
    expect(rejectedReply.body.errors[0].message).toContain('deals.view')
    const pipeline = (await world.as('owner').rest('GET', '/v1/pipelines')).body.data[0]
    const [visiblePerson, hiddenPerson] = [
      samplePeople.find((person) => person.assignee === 'agent'),
      samplePeople.find((person) => person.assignee === 'loner'),
    ]
    await createRecord('/v1/deals', {
      title: 'Both',
      pipelineId: pipeline.id,
      assignedAgentId: null,
      commission: 77,
      peopleIds: [visiblePerson?.id, hiddenPerson?.id],
    })
    const sendAsAgent = async (query: string) => (await world.as('agent').gql(query)).body.data
    expect(
      (
        await sendAsAgent(
          `{ deals(where: { commission: { gte: 77, lte: 77 }, people: { some: { id: { in: ["${hiddenPerson?.id}"] } } } }) { totalCount } }`,
        )
      ).deals.totalCount,
    ).toBe(0)
    expect(
      (
        await sendAsAgent(
          `{ deals(where: { commission: { gte: 77, lte: 77 }, personId: { eq: "${hiddenPerson?.id}" } }) { totalCount } }`,
        )
      ).deals.totalCount,
    ).toBe(0)
    expect(
      (
        await sendAsAgent(
          `{ deals(where: { commission: { gte: 77, lte: 77 }, personId: { eq: "${visiblePerson?.id}" } }) { totalCount } }`,
        )
      ).deals.totalCount,
    ).toBe(1)
  })

  test('a filter that is too large or too deeply nested is rejected', async () => {
    const createNestedFilter = (levels: number) =>
      Array.from({ length: levels - 1 }).reduce<object>((inner) => ({ not: inner }), {
        source: { eq: 'x' },
      })
    const sendFilter = (where: object) =>
      world
        .as('owner')
        .gql('query($w: PersonWhere) { people(where: $w) { totalCount } }', { w: where })
    expect((await sendFilter(createNestedFilter(7))).body.errors).toBeUndefined()
    expect((await sendFilter(createNestedFilter(8))).text).toContain('nest deeper than 7 levels')
    const createRepeatedFilter = (length: number, item: object) => ({
      or: Array.from({ length }, () => item),
    })
    const wideFilter = createRepeatedFilter(20, createRepeatedFilter(4, { source: { eq: 'x' } }))
    const relatedFilter = createRepeatedFilter(20, createRepeatedFilter(4, { tasks: { none: {} } }))
    const emptyFilter = createRepeatedFilter(20, createRepeatedFilter(20, {}))
    const createGroups = (count: number) => ({
      or: [
        ...Array.from({ length: 18 }, () => createRepeatedFilter(10, {})),
        ...Array.from({ length: count - 199 }, () => ({})),
      ],
    })
    expect((await sendFilter(createGroups(200))).body.errors).toBeUndefined()
    expect((await sendFilter(createGroups(201))).text).toContain('at most 200 groups')
    const threeRelationsFilter = { deals: { some: { people: { some: { deals: { some: {} } } } } } }
    for (const where of [
      createNestedFilter(8),
      wideFilter,
      relatedFilter,
      emptyFilter,
      threeRelationsFilter,
    ]) {
      const { body } = await sendFilter(where)
      expect(body.errors[0].extensions).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: [{ field: 'where' }],
      })
    }
  })

  test('a filter scan reads more records per statement after fast statements and fewer after slow ones, and fails above the scan limit', async () => {
    const relationFilter = {
      relation: 'deals',
      isNegated: false,
      where: { and: [{ not: { relation: 'people', isNegated: false, where: { and: [] } } }] },
    }
    const negatedFilter = { or: [{ relation: 'deals', isNegated: true, where: { and: [] } }] }
    expect(new ChunkSize(64, negatedFilter).rowCount).toBe(64)
    let nowMs = 0
    const chunk = new ChunkSize(64, { and: [relationFilter] }, 2048, () => nowMs)
    const ctx = { settings: { MAX_RECORDS_LOOKED_AT: 50_000 } } as never
    const chunkSizes: number[] = []
    const scanChunk = (durationMs: number) =>
      chunk.runCounted(ctx, 'people', async (rows) => {
        chunkSizes.push(rows)
        nowMs += durationMs
      })
    for (const durationMs of [0, 0, 60, 60, 60]) await scanChunk(durationMs)
    expect(chunkSizes).toEqual([4, 16, 64, 16, 4])
    await expect(scanChunk(600)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('text filters match composed and decomposed forms of the same character', async () => {
    const id = await createRecord('/v1/people', {
      firstName: 'Form',
      source: 'Caf\u00e9',
      tags: ['caf\u00e9'],
      price: 4711,
    })
    for (const where of [
      { source: { eq: 'Cafe\u0301' } },
      { source: { in: ['Cafe\u0301'] } },
      { tags: { has: 'CAFE\u0301' } },
    ]) {
      const { body } = await world
        .as('owner')
        .gql('query($w: PersonWhere) { people(where: $w) { nodes { id } } }', {
          w: { ...where, price: { gte: 4711 } },
        })
      expect([where, body.data.people.nodes]).toEqual([where, [{ id }]])
    }
    await world.as('owner').rest('DELETE', `/v1/people/${id}?permanent=true`)
  })

  test('a list sorted by name can be paged even if the names, in several scripts, have the maximum length', async () => {
    const ids: string[] = []
    for (const letter of ['\u{1f600}', '\ud55c', '\u6f22', '"'])
      ids.push(
        await createRecord('/v1/people', {
          firstName: letter.repeat(100),
          lastName: letter.repeat(100),
          price: 4712,
        }),
      )
    const { ids: listedIds } = await listAllPeople(
      'owner',
      { price: { gte: 4712 } },
      { field: 'name' },
      1,
      false,
    )
    expect(listedIds.toSorted()).toEqual(ids.toSorted())
    for (const id of ids) await world.as('owner').rest('DELETE', `/v1/people/${id}?permanent=true`)
  })

  test('a REST list of tasks can be filtered by `overdue`, `dueBefore` and `done`, and sorted by due date with nulls last', async () => {
    const allTasks = samplePeople.flatMap((person) => person.tasks)
    const nowDays = (world.clock.now() - startTime) / dayMs
    const listTasks = async (query: string) => {
      const { data, meta } = (await world.as('owner').rest('GET', `/v1/tasks?limit=100&${query}`))
        .body
      expect(meta.hasMore).toBe(false)
      return data as { dueDate: string | null; completedAt: string | null }[]
    }
    expect(await listTasks('overdue=true')).toHaveLength(
      allTasks.filter(
        ({ isDone, dueInDays }) => !isDone && dueInDays !== null && dueInDays < nowDays,
      ).length,
    )
    expect(await listTasks(`dueBefore=${new Date(startTime).toISOString()}`)).toHaveLength(
      allTasks.filter(({ dueInDays }) => dueInDays !== null && dueInDays < 0).length,
    )
    const openTasks = await listTasks('done=false&orderBy=dueDate')
    expect(openTasks).toHaveLength(allTasks.filter(({ isDone }) => !isDone).length)
    const dates = openTasks.map(({ dueDate }) => dueDate ?? '9999')
    expect(dates).toEqual(dates.toSorted())
  })

  test('deals, tasks and appointments can be filtered by part of the title, ignoring case and diacritics', async () => {
    const schedule = { startsAt: '2027-01-01T09:00:00Z', endsAt: '2027-01-01T10:00:00Z' }
    const pipelineId = (await world.as('owner').rest('GET', '/v1/pipelines')).body.data[0].id
    for (const [list, fields] of [
      ['deals', { pipelineId }],
      ['tasks', {}],
      ['appointments', schedule],
    ] as const) {
      const id = await createRecord(`/v1/${list}`, { title: 'Señor Ångström calls', ...fields })
      for (const titlePart of ['ANGSTROM', 'nor å']) {
        const { data } = (
          await world.as('owner').rest('GET', `/v1/${list}?title=${encodeURIComponent(titlePart)}`)
        ).body
        expect([list, data.map((item: { id: string }) => item.id)]).toEqual([list, [id]])
      }
      expect((await world.as('owner').rest('GET', `/v1/${list}?title=nobody`)).body.data).toEqual(
        [],
      )
    }
  })
})
