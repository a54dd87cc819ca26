/** Tests limits, transactions, and the scopes of nested fields in GraphQL requests. */
import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../src/store/query.ts'
import type { Reply } from './support/client.ts'
import { createWorld, type World } from './support/world.ts'

const graphqlHeaders = { Accept: 'application/graphql-response+json' }
const eventCountQuery = query((k, p: { companyId: string }) =>
  k
    .selectFrom('events')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('companyId', '=', p.companyId),
)

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.as('owner').rest('POST', '/v1/people', { firstName: 'Ann' })
})
afterAll(() => world.stop())

const sendAsOwner = (
  document: string,
  variables?: Record<string, unknown>,
  headers?: Record<string, string>,
) => world.as('owner').gql(document, variables, headers)
const getCodes = ({ body }: Reply) =>
  (body.errors ?? []).map((error: { extensions: { code: string } }) => error.extensions.code)
const repeatText = (times: number, createText: (index: number) => string) =>
  Array.from({ length: times }, (_, index) => createText(index)).join(' ')
const countTasks = async () =>
  (await sendAsOwner('{ tasks { totalCount } }')).body.data.tasks.totalCount as number
const readEventCount = async () =>
  (
    await world.deps.store.allCompanies.read((db) =>
      db.first(eventCountQuery, { companyId: world.company.id }),
    )
  )?.total

describe('GraphQL limits', () => {
  const createNestedFragments = (leaf: string) =>
    `{ ...f0 } ${repeatText(60, (i) => `fragment f${i} on Query { ...f${i + 1} ...f${i + 1} }`)} fragment f60 on Query { ${leaf} }`
  const formatCreateTask = (i: number) => `a${i}: createTask(input: { title: "x" }) { task { id } }`

  const excessiveDocuments: [limit: string, document: string, message: RegExp][] = [
    [
      'depth',
      '{ people(first: 1) { nodes { deals(first: 1) { nodes { people { deals(first: 1) { nodes { people { deals(first: 1) { nodes { people { stage { id } } } } } } } } } } } } }',
      /deeper than 12 levels/,
    ],
    [
      'depth within a fragment',
      '{ people(first: 1) { nodes { ...a } } } fragment a on Person { deals(first: 1) { nodes { people { deals(first: 1) { nodes { people { deals(first: 1) { nodes { people { stage { id } } } } } } } } } } }',
      /deeper than 12/,
    ],
    ['aliases', `{ ${repeatText(31, (i) => `a${i}: __typename`)} }`, /more than 30 aliases/],
    [
      'aliases below a list',
      `{ people { nodes { ${repeatText(31, (i) => `a${i}: id`)} } } }`,
      /more than 30 aliases/,
    ],
    [
      'aliases in introspection',
      `{ __schema { types { ${repeatText(31, (i) => `a${i}: fields { name }`)} } } }`,
      /more than 30 aliases/,
    ],
    ['root fields', `{ ${repeatText(21, () => 'me { id }')} }`, /more than 20 root fields/],
    ['mutations', `mutation { ${repeatText(11, formatCreateTask)} }`, /more than 10 mutations/],
    [
      'records',
      '{ people(first: 100) { nodes { tasks(first: 50) { nodes { id } } } } }',
      /^The operation may return 5,100 records, 5,000 of them in `people\.tasks`; the limit is 5,000: lower `first` on `people`$/,
    ],
    ['tokens', `{ me { ${repeatText(2000, () => 'id')} } }`, /more than 2000 tokens/],
    [
      'fields in exponentially nested fragments',
      createNestedFragments('me { id }'),
      /more than 20 root fields/,
    ],
    [
      'type names in exponentially nested fragments',
      createNestedFragments('__typename'),
      /more than 10000 fields/,
    ],
    [
      'circular fragments',
      '{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }',
      /itself/,
    ],
    [
      'circular introspection',
      `{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }`,
      /depth/,
    ],
  ]
  test('a GraphQL request is rejected if the lists inside an unpaged list would together return more records than the limit', async () => {
    const smallWorld = await createWorld({ GRAPHQL_MAX_NODES: '10', GRAPHQL_MAX_DEPTH: '20' })
    const owner = smallWorld.as('owner')
    const personIds = await Promise.all(
      [1, 2, 3, 4].map(
        async () =>
          (await owner.rest('POST', '/v1/people', { firstName: 'Ann' })).body.data.id as string,
      ),
    )
    const { id: pipelineId, stages } = (await owner.rest('GET', '/v1/pipelines')).body.data[0]
    for (const title of ['a', 'b', 'c'])
      await owner.rest('POST', '/v1/deals', {
        title,
        pipelineId,
        stageId: stages[0].id,
        peopleIds: personIds,
      })
    const sendNested = async (inner: string) =>
      (await owner.gql(`{ deals(first: 2) { nodes { people { ${inner} } } } }`)).body
    expect((await sendNested('id')).errors).toBeUndefined()
    expect((await sendNested('tasks(first: 2) { nodes { id } }')).errors).toBeUndefined()
    expect((await sendNested('tasks(first: 3) { nodes { id } }')).errors[0]).toMatchObject({
      extensions: { code: 'BAD_REQUEST' },
      message: expect.stringMatching(
        /12 records of `tasks`, 3 for each of 4 parents; the limit is 10: lower `first`/,
      ),
    })
    const deepReply = await sendNested(
      'deals(first: 1) { nodes { people { deals(first: 1) { nodes { people { deals(first: 1) { nodes { people { id } } } } } } } } }',
    )
    expect(deepReply.errors[0]).toMatchObject({
      extensions: { code: 'BAD_REQUEST' },
      message: expect.stringMatching(
        /more than 100 records including `\w+\.(nodes|people)`: lower `first`/,
      ),
    })
    await smallWorld.stop()
  })

  test('a GraphQL request is rejected if the counts of its smart lists would together scan more records than the limit', async () => {
    const smallWorld = await createWorld({ MAX_RECORDS_LOOKED_AT: '200000' })
    const owner = smallWorld.as('owner')
    for (let i = 0; i < 50; i++)
      await owner.gql(
        'mutation { createSmartList(input: { name: "x", where: { name: { contains: "x" } } }) { smartList { id } } }',
      )
    const sendPage = async (first: number) =>
      (await owner.gql(`{ smartLists(first: ${first}) { nodes { count } } }`)).body
    expect((await sendPage(1)).data.smartLists.nodes).toEqual([{ count: 0 }])
    const { errors } = await sendPage(50)
    expect(errors[0]).toMatchObject({
      extensions: { code: 'BAD_REQUEST' },
      message: expect.stringMatching(
        /^The request has to scan more than 200,000 records, 100 % of them `people`: narrow the filters of `people`/,
      ),
    })
    expect((await sendPage(1)).errors).toBeUndefined()
    await smallWorld.stop()
  })

  test('if a count would scan too many records, a GraphQL query returns the page with a null `totalCount` and an error, but a REST request with `total=true` and a GraphQL mutation fail', async () => {
    const smallWorld = await createWorld({ MAX_RECORDS_LOOKED_AT: '4900' })
    const owner = smallWorld.as('owner')
    await owner.gql(
      'mutation { createPerson(input: { firstName: "Ann", source: "fair" }) { person { id } } }',
    )
    const query =
      '{ people(first: 1, where: { source: { eq: "fair" } }) { count: totalCount nodes { firstName } } me { email } }'
    // Only the second run executes compiled code.
    for (const { body } of [await owner.gql(query), await owner.gql(query)])
      expect(body).toMatchObject({
        data: {
          people: { count: null, nodes: [{ firstName: 'Ann' }] },
          me: { email: expect.any(String) },
        },
        errors: [
          {
            message: expect.stringContaining('4,900 records, 100 % of them `people`'),
            path: ['people', 'count'],
            locations: [{ line: 1, column: 57 }],
            extensions: { code: 'BAD_REQUEST' },
          },
        ],
      })
    const pageReply = await owner.rest('GET', '/v1/people?source=fair&limit=1')
    expect([pageReply.status, pageReply.body.data.length]).toEqual([200, 1])
    const totalReply = await owner.rest('GET', '/v1/people?source=fair&limit=1&total=true')
    expect([totalReply.status, totalReply.body.error.code]).toEqual([400, 'BAD_REQUEST'])
    const { body } = await owner.gql(
      'mutation { createSmartList(input: { name: "Fair", where: { source: { eq: "fair" } } }) { smartList { people { totalCount } } } }',
    )
    expect(body).toMatchObject({
      data: null,
      errors: [{ path: ['createSmartList', 'smartList', 'people', 'totalCount'] }],
    })
    expect((await owner.gql('{ smartLists { totalCount } }')).body.data.smartLists.totalCount).toBe(
      0,
    )
    await smallWorld.stop()
  })

  test.each(excessiveDocuments)(
    'an excessive or circular GraphQL document is rejected with BAD_REQUEST: %s',
    async (_, document, message) => {
      const taskCountBefore = await countTasks()
      const reply = await sendAsOwner(document)
      expect([reply.status, getCodes(reply)[0], 'data' in reply.body]).toEqual([
        200,
        'BAD_REQUEST',
        false,
      ])
      expect(reply.body.errors[0].message).toMatch(message)
      expect((await sendAsOwner(document, undefined, graphqlHeaders)).status).toBe(422)
      expect(await countTasks()).toBe(taskCountBefore)
    },
  )

  const excessiveQueries: [
    document: string,
    message: string,
    variables?: Record<string, unknown>,
  ][] = [
    [
      '{ people(first: 100) { nodes { deals(first: 100) { nodes { id } } } } }',
      'may return 10,100 records, 10,000 of them in `people.deals`; the limit is 5,000: lower `first` on `people.deals`',
    ],
    [
      '{ me { id } all: people(last: 100) { edges { node { id mine: tasks(first: 60) { edges { node { id } } } } } } }',
      'may return 6,100 records, 6,000 of them in `all.mine`; the limit is 5,000: lower `last` on `all`',
    ],
    [
      'query($size: Int) { people(first: $size) { nodes { ...lists } } } fragment lists on Person { deals { nodes { id tasks: people { tasks(first: 100) { nodes { id } } } } } }',
      'may return 101,100 records, 100,000 of them in `people.deals.tasks.tasks`; the limit is 5,000: lower `first` on `people.deals.tasks.tasks`',
      { size: 100 },
    ],
    [
      'query($ids: [ID!]!) { nodes(ids: $ids) { ... on Person { tasks(first: 60) { nodes { id } } } } }',
      'may return 6,100 records, 6,000 of them in `nodes.tasks`; the limit is 5,000: shorten `ids` of `nodes`',
      { ids: repeatText(100, (i) => `person_zzzz${i}`).split(' ') },
    ],
    [
      '{ searchPeople(by: { name: "Ann" }) { nodes { tasks(last: 100) { nodes { id } } } } }',
      'may return 5,050 records, 5,000 of them in `searchPeople.tasks`; the limit is 5,000: lower `last` on `searchPeople.tasks`',
    ],
  ]
  test.each(excessiveQueries)(
    'the error for too many records (%s) names the field, its share of the records and the remedy',
    async (document, message, variables) => {
      const { body } = await world.as('owner').gql(document, variables)
      expect([body.errors[0].message, body.errors[0].extensions.code, body.data]).toEqual([
        `The operation ${message}`,
        'BAD_REQUEST',
        undefined,
      ])
    },
  )

  test('the error for a GraphQL request above the remaining rate limit states the cost, the largest part of the request and the remedy', async () => {
    const smallWorld = await createWorld({ RATE_LIMIT_PER_HOUR: '30' })
    const { body } = await smallWorld
      .as('owner')
      .gql('{ people(first: 100) { nodes { tasks(first: 40) { nodes { id } } } } }')
    expect(body.errors[0]).toMatchObject({
      message: expect.stringMatching(
        /^The request may return 4,100 records, 4,000 of them in `people\.tasks` and costs 41 units; 30 are left in this hour: lower `first` on `people`, or try again in \d+ seconds$/,
      ),
      extensions: { code: 'RATE_LIMIT_EXCEEDED' },
    })
    await smallWorld
      .as('owner')
      .gql('{ people(first: 100) { nodes { tasks(first: 24) { nodes { id } } } } }')
    const eightMutations = repeatText(
      8,
      (i) => `a${i}: createTask(input: { title: "x" }) { task { id } }`,
    )
    expect(
      (await smallWorld.as('owner').gql(`mutation { ${eightMutations} }`)).body.errors[0].message,
    ).toMatch(
      /^The request has 8 mutations and costs 8 units; 5 are left in this hour: send fewer at once, or try/,
    )
    await smallWorld.stop()
  })

  test('a GraphQL document exactly at a limit is accepted', async () => {
    for (const document of [
      `{ ${repeatText(30, (i) => `a${i}: __typename`)} }`,
      `{ ${repeatText(20, () => 'me { id }')} }`,
      '{ people(first: 50) { nodes { tasks(first: 99) { nodes { id } } } } }',
      getIntrospectionQuery(),
    ]) {
      const reply = await sendAsOwner(document)
      expect([document.slice(0, 40), reply.status, getCodes(reply)]).toEqual([
        document.slice(0, 40),
        200,
        [],
      ])
    }
    expect(getCodes(await sendAsOwner(`mutation { ${repeatText(10, formatCreateTask)} }`))).toEqual(
      [],
    )
  })

  test('the GraphQL record limit applies to page sizes from variables and from their default values', async () => {
    const createPeopleQuery = (fallback: string) =>
      `query($n: Int${fallback}) { people(first: 100) { nodes { tasks(first: $n) { nodes { id } } } } }`
    expect(getCodes(await sendAsOwner(createPeopleQuery(''), { n: 50 }))).toEqual(['BAD_REQUEST'])
    expect(getCodes(await sendAsOwner(createPeopleQuery(' = 50')))).toEqual(['BAD_REQUEST'])
    expect(getCodes(await sendAsOwner(createPeopleQuery(' = 50'), { n: 1 }))).toEqual([])
  })

  test('the cost of a GraphQL operation depends on its variables, even for a cached document', async () => {
    const readRecordCounts = async (
      document: string,
      ...variableSets: Record<string, unknown>[]
    ) => {
      const recordCounts = []
      for (const variables of variableSets)
        recordCounts.push((await sendAsOwner(document, variables)).body.extensions.cost.nodes)
      return recordCounts
    }
    const missingId = 'nobody_x'
    expect(
      await readRecordCounts(
        'query($n: Int) { tasks(first: $n) { nodes { id } } }',
        { n: 1 },
        { n: 70 },
        {},
      ),
    ).toEqual([1, 70, 10])
    expect(
      await readRecordCounts(
        'query($n: Int) { tasks(last: $n) { nodes { id } } }',
        { n: 2 },
        { n: 3 },
      ),
    ).toEqual([2, 3])
    expect(
      await readRecordCounts(
        'query($n: Int) { people(first: 2) { nodes { tasks(first: $n) { nodes { id } } } } }',
        { n: 1 },
        { n: 5 },
      ),
    ).toEqual([4, 12])
    expect(
      await readRecordCounts(
        'query($ids: [ID!]!) { nodes(ids: $ids) { id } }',
        { ids: [] },
        { ids: [missingId, missingId] },
      ),
    ).toEqual([0, 2])
    const tagMutation =
      'mutation($ids: [ID!]!) { tagPeople(input: { ids: $ids, add: ["a"] }) { __typename } }'
    expect(
      await readRecordCounts(tagMutation, { ids: [missingId] }, { ids: [missingId, 'nobody_y'] }),
    ).toEqual([1, 2])
    const boardQuery =
      'query($ids: [ID!]) { board(pipelineId: "pipeline") { columns(stageIds: $ids) { deals(first: 1) { nodes { id } } } } }'
    expect(
      await readRecordCounts(
        boardQuery,
        {},
        { ids: [missingId] },
        { ids: [missingId, 'nobody_y'] },
      ),
    ).toEqual([50, 1, 2])
  })

  test('a GraphQL list accepts either `first` or `last`, with a value from 1 to 100', async () => {
    const readPageErrors = async (args: string) =>
      (
        await sendAsOwner(`{ people(${args}) { nodes { id } } }`)
      ).body.errors[0].extensions.details.map(
        (detail: { field: string; code: string }) => `${detail.field} ${detail.code}`,
      )
    expect(await readPageErrors('first: 1, last: 1')).toEqual(['last INVALID_VALUE'])
    expect(await readPageErrors('first: 0')).toEqual(['first OUT_OF_RANGE'])
    expect(await readPageErrors('last: 101')).toEqual(['last OUT_OF_RANGE'])
    expect(await readPageErrors('first: -1, after: "x\\u0000"')).toEqual([
      'after INVALID_FORMAT',
      'first OUT_OF_RANGE',
    ])
    expect(await readPageErrors('first: "5"')).toEqual(['first INVALID_FORMAT'])
    expect((await sendAsOwner('{ people { nodes { id } } }')).body.extensions.cost.nodes).toBe(10)
  })
})

test('a failed GraphQL mutation rolls back all mutations of its request and their events', async () => {
  const countsBefore = [await countTasks(), await readEventCount()]
  for (const failingMutation of [
    'createTask(input: { title: "b", personId: "person_zzzzzzzz" }) { task { id } }',
    'deleteTask(id: "task_zzzzzzzz") { deletedId }',
  ]) {
    const reply = await sendAsOwner(
      `mutation { a: createTask(input: { title: "a" }) { task { id } } b: ${failingMutation} c: createTask(input: { title: "c" }) { task { id } } }`,
    )
    expect([reply.status, reply.body.data, reply.body.errors[0].path]).toEqual([200, null, ['b']])
  }
  const validationReply = await sendAsOwner(
    'mutation { a: createTask(input: { title: "a" }) { task { id } } b: createTask(input: { title: "" }) { task { id } } }',
  )
  expect(validationReply.body.errors[0].extensions).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ field: 'input.title', code: 'TOO_SHORT' }],
  })
  expect([await countTasks(), await readEventCount()]).toEqual(countsBefore)
  const successReply = await sendAsOwner(
    'mutation { a: createTask(input: { title: "a" }) { task { title } } b: createTask(input: { title: "b" }) { task { title } } }',
  )
  expect(successReply.body.data).toEqual({
    a: { task: { title: 'a' } },
    b: { task: { title: 'b' } },
  })
  expect([await countTasks(), await readEventCount()]).toEqual([
    (countsBefore[0] ?? 0) + 2,
    (countsBefore[1] ?? 0) + 2,
  ])
})

describe('Scopes of nested fields', () => {
  test('a nested GraphQL field whose scope the caller lacks returns FORBIDDEN, and the other fields return their data', async () => {
    const viewKey = await world.createKey('owner', ['people.view.all'])
    const reply = await viewKey.gql(
      '{ people(first: 1) { nodes { firstName tasks { nodes { id } } deals { totalCount } } } me { id } }',
    )
    expect([reply.status, reply.body.data]).toEqual([
      200,
      {
        people: { nodes: [{ firstName: 'Ann', tasks: null, deals: null }] },
        me: { id: world.users.owner.id },
      },
    ])
    expect(
      reply.body.errors.map((error: { path: unknown; extensions: { code: string } }) => [
        error.path,
        error.extensions.code,
      ]),
    ).toEqual([
      [['people', 'nodes', 0, 'tasks'], 'FORBIDDEN'],
      [['people', 'nodes', 0, 'deals'], 'FORBIDDEN'],
    ])
  })

  test('a GraphQL request without the scope of a root field is rejected before its input is checked, and the error names the scope', async () => {
    const viewKey = await world.createKey('owner', ['people.view.all'])
    const reply = await viewKey.gql(
      'mutation { updateTask(id: "task_zzzzzzzz", input: { title: "" }) { task { id } } }',
    )
    expect([reply.status, getCodes(reply), 'data' in reply.body]).toEqual([
      200,
      ['FORBIDDEN'],
      false,
    ])
    expect(reply.body.errors[0].message).toContain('tasks.manage')
    const restReply = await viewKey.rest('PUT', '/v1/tasks/task_zzzzzzzz', { title: '' })
    expect([restReply.status, restReply.body.error.message]).toEqual([
      403,
      reply.body.errors[0].message,
    ])
  })

  test('a GraphQL mutation is rolled back if the caller lacks the scope of a nested field', async () => {
    const taskCountBefore = await countTasks()
    const { id } = (await sendAsOwner('{ people { nodes { id } } }')).body.data.people.nodes[0]
    const tasksKey = await world.createKey('owner', ['tasks.manage'])
    const reply = await tasksKey.gql(
      'mutation($id: ID!) { createTask(input: { title: "x", personId: $id }) { task { id person { id } } } }',
      { id },
    )
    expect([reply.body.data, getCodes(reply)]).toEqual([null, ['FORBIDDEN']])
    expect(await countTasks()).toBe(taskCountBefore)
  })
})
