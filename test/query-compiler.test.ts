/**
 * Tests that the responses of graphql-js, compiled code and workers are equal. The server executes
 * a query with graphql-js the first time, with compiled code later, and in a worker if the query is
 * long.
 */

import { type ExecutionResult, Kind, type OperationDefinitionNode, parse, print } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadViewerOfUser } from '../src/access/viewers.ts'
import { type Context, createContext } from '../src/context.ts'
import { exampleGroups } from '../src/graphiql/examples.ts'
import { compileOperation } from '../src/graphql/compiler/compile.ts'
import { executeWithGraphqlJs, PreparedOperation } from '../src/graphql/operation.ts'
import type { Variables } from '../src/graphql/values.ts'
import type { QueryWorkers } from '../src/graphql/worker-messages.ts'
import type { MaybePromise } from '../src/lib/async.ts'
import type { Thresholds } from '../src/query-workers/pool.ts'
import { routes, schema } from '../src/resources/index.ts'
import { prepareRoute } from '../src/rest/prepare.ts'
import { readRequests } from './bench/operations.ts'
import type { Reply } from './support/client.ts'
import { getOutcomes } from './support/metrics.ts'
import { everyQueryThresholds } from './support/server.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

const toQuery = (text: string, variables: object = {}, name = '') => ({ text, variables, name })
/** Query documents by their distinguishing feature. The tests fill in the variable `ids`. */
const queries: Record<string, ReturnType<typeof toQuery>> = {
  'an absent variable in an object': toQuery(
    'query($source: String, $tag: String) { people(where: { source: { eq: $source }, tags: { has: $tag }, and: [{ source: { eq: $source } }] }) { totalCount nodes { id } } }',
    { tag: 'VIP' },
  ),
  'a null variable in an object': toQuery(
    'query($source: String) { people(where: { source: { eq: $source } }) { totalCount } }',
    { source: null },
  ),
  'a filter with nested filters': toQuery(
    'query($where: PersonWhere) { people(where: $where) { totalCount } }',
    {
      where: {
        or: [
          { not: { tags: { has: 'VIP' } } },
          { and: [{ deals: { some: { status: { eq: 'open' } } } }] },
        ],
      },
    },
  ),
  'variables with reserved names': toQuery(
    'query($_written0: Int) { people(first: $_written0) { nodes { id } } deals(first: 1) { nodes { id } } }',
    {
      _written0: 2,
    },
  ),
  'a default value': toQuery(
    'query($n: Int = 1, $name: String! = "zo") { people(first: $n) { nodes { id } } searchPeople(by: { name: $name }) { nodes { id } } }',
  ),
  'a default value replaced by null': toQuery(
    'query($n: Int = 1) { people(first: $n) { nodes { id } } }',
    {
      n: null,
    },
  ),
  'conditions on fields': toQuery(
    'query($yes: Boolean!, $no: Boolean = false) { people { nodes { id @include(if: $yes) firstName @skip(if: $yes) lastName @include(if: $no) @skip(if: $no) } } }',
    { yes: true },
  ),
  'a field twice, once under a condition': toQuery(
    'query($no: Boolean!) { people { nodes { id @include(if: $no) id tags @include(if: $no) { id } tags { name } } } }',
    {
      no: false,
    },
  ),
  'conditions on fragments': toQuery(
    'query($yes: Boolean!, $no: Boolean!) { people { nodes { ...F @include(if: $no) ...F @include(if: $yes) ... @skip(if: $yes) { lastName } } } } fragment F on Person { firstName }',
    { yes: true, no: false },
  ),
  fragments: toQuery(
    'query { people { ...Page } deals { nodes { people { ...Name } } } } fragment Page on PersonConnection { nodes { ...Name ... on Person { id } } } fragment Name on Person { __typename fullName }',
  ),
  'aliases of one field with different arguments': toQuery(
    '{ a: people(first: 1) { nodes { id } } b: people(last: 1) { nodes { b: id } } }',
  ),
  'aliases with special names in JavaScript': toQuery(
    '{ __proto__: me { constructor: id toString: firstName __proto__: lastName then: role } }',
  ),
  'an interface': toQuery(
    'query($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Person { fullName } ... on Deal { title } } }',
    { ids: [] },
  ),
  'an enum, a list and an object in the document': toQuery(
    '{ people(where: { tags: ["VIP"], createdAt: { gte: "2020-01-01T00:00:00Z" } }, orderBy: { field: name, direction: desc }) { nodes { fullName } } }',
  ),
  'a variable of the wrong type': toQuery(
    'query($n: Int!) { people(first: $n) { nodes { id } } }',
    {
      n: 'ten',
    },
  ),
  'a missing variable': toQuery('query($id: ID!) { person(id: $id) { id } }'),
  'an invalid condition': toQuery('query($yes: Boolean!) { me { id @include(if: $yes) } }', {
    yes: 'perhaps',
  }),
  'a missing record': toQuery('{ person(id: "person_nowhere00") { id } me { id } }'),
  'several fields, one of which fails': toQuery(
    '{ good: people { nodes { id } } bad: person(id: "person_nowhere00") { id } worse: deal(id: "deal_nowhere000") { id } }',
  ),
  'several errors that make the same field null': toQuery(
    '{ deals { nodes { people { id merges(after: "nothing-of-this-list") { nodes { id } } } } } }',
  ),
  'an invalid cursor': toQuery('{ people(after: "nothing-of-this-list") { nodes { id } } }'),
  'too many records': toQuery(
    '{ people(first: 100) { nodes { deals(first: 100) { nodes { id } } } } }',
  ),
  'introspection of the schema': toQuery(
    '{ __schema { queryType { name } } people { nodes { id } } }',
  ),
  'introspection of a type': toQuery('{ __type(name: "AsItIs") { name } __typename }'),
}
for (const example of exampleGroups.flatMap(({ examples }) => examples)) {
  const { kind, name } = example
  if (kind === 'query' && !example.variables)
    queries[`the example ${name}`] = toQuery(example.query, {}, name)
}
for (const { name, query, variables } of readRequests)
  if (query) queries[name] = toQuery(query, variables)

const callers: TestUser[] = ['owner', 'leader', 'agent', 'loner', 'stranger']
const queryRoutes = routes
  .map((route) => prepareRoute(schema, route))
  .filter((route) => !route.isMutation)

describe('Compiled queries', () => {
  let world: World
  const thresholds: Thresholds = { minMsUnderLoad: Infinity, minMsAlways: Infinity }
  /** The number of queries executed on the main thread. */
  let mainThreadCount = 0
  const recordIds: Record<string, string> = {}
  const peopleIds: string[] = []
  const createRecord = async (path: string, body: object) =>
    (await world.as('owner').rest('POST', path, body)).body.data.id as string

  beforeAll(async () => {
    world = await createWorld({}, { queryWorkers: thresholds })
    await runInWorkers(async () => {
      while (getOutcomes(world.deps.meters)['answered'] === 0)
        await world.as('owner').gql('{ me { id } }')
    })
    const { queryWorkers: workers } = world.deps
    const countAndRecord: QueryWorkers['recordDuration'] = (...input) => {
      mainThreadCount++
      workers?.recordDuration(...input)
    }
    if (workers)
      world.deps.queryWorkers = {
        run: workers.run.bind(workers),
        recordDuration: countAndRecord,
        end: workers.end.bind(workers),
      }
    await createRecord('/v1/custom-fields', {
      name: 'Rank',
      record: 'person',
      type: 'singleChoice',
      options: [{ label: 'A' }, { label: 'B' }],
    })
    const [pipeline] = (await world.as('owner').rest('GET', '/v1/pipelines')).body.data
    for (const [index, assignedAgentId] of [
      world.users.agent.id,
      world.users.leader.id,
      world.users.loner.id,
    ].entries()) {
      const emails = [{ value: `zoe${index}@x.test` }]
      const personId = await createRecord('/v1/people', {
        firstName: 'Zoë',
        lastName: `No ${index}`,
        emails,
        assignedAgentId,
        tags: ['VIP', `T${index}`],
        customFields: { rank: 'A' },
      })
      peopleIds.push(personId)
      Object.assign(recordIds, {
        people: personId,
        deals: await createRecord('/v1/deals', {
          title: `House ${index}`,
          pipelineId: pipeline.id,
          peopleIds: [...peopleIds],
        }),
      })
      recordIds['tasks'] = await createRecord('/v1/tasks', {
        title: 'Call',
        personId,
        assignedTo: assignedAgentId,
      })
      recordIds['activities'] = await createRecord('/v1/activities', { personId, channel: 'call' })
    }
    for (const list of ['tags', 'stages', 'teams', 'users', 'custom-fields', 'api-keys'])
      recordIds[list] = (await world.as('owner').rest('GET', `/v1/${list}`)).body.data[0]?.id
    recordIds['pipelines'] = pipeline.id
  })
  afterAll(() => world.stop())

  /** Returns the parts of a reply that are equal for every execution of a query. */
  const getStableParts = ({ status, text, headers }: Reply) => {
    const stableHeaders = [...headers].filter(
      ([name]) => !/^(date|x-request-id|(x-)?ratelimit(-remaining)?)$/.test(name),
    )
    return [status, text.replace(/"requestId":"[^"]*"/g, ''), Object.fromEntries(stableHeaders)]
  }

  async function runInWorkers<T>(action: () => Promise<T>): Promise<T> {
    try {
      Object.assign(thresholds, everyQueryThresholds)
      return await action()
    } finally {
      Object.assign(thresholds, { minMsUnderLoad: Infinity, minMsAlways: Infinity })
    }
  }

  /** Counts the queries that `action` executes on the main thread and in workers. */
  async function countRuns(action: () => Promise<void>) {
    const countsBefore = [mainThreadCount, getOutcomes(world.deps.meters)['answered'] ?? 0] as const
    await action()
    return {
      mainThread: mainThreadCount - countsBefore[0],
      workers: (getOutcomes(world.deps.meters)['answered'] ?? 0) - countsBefore[1],
    }
  }

  /** Matches queries for `lastUsedAt`, whose value only the main thread has in memory. */
  const mainThreadOnly = /\blastUsedAt\b/

  /**
   * Sends a query until graphql-js, compiled code and a worker have executed it, and expects equal
   * replies. No worker can execute a query for `lastUsedAt`.
   */
  async function sendToAllExecutors(
    document: string,
    sendQuery: () => Promise<Reply>,
  ): Promise<Reply> {
    const firstReply = await sendQuery()
    const expectSameReply = async () =>
      expect(getStableParts(await sendQuery())).toEqual(getStableParts(firstReply))
    await expectSameReply()
    const { mainThread } = await countRuns(expectSameReply)
    // For an invalid variable, the worker executes nothing and the main thread reports the
    // error.
    const isRejected = firstReply.body?.errors && firstReply.body.data === undefined
    const expectedCounts = mainThreadOnly.test(document)
      ? { mainThread: expect.any(Number) }
      : isRejected
        ? { mainThread, workers: 0 }
        : { mainThread: 0, workers: mainThread }
    await runInWorkers(async () => {
      expect(await countRuns(expectSameReply)).toMatchObject(expectedCounts)
      expect(await countRuns(expectSameReply)).toMatchObject(expectedCounts)
    })
    return firstReply
  }

  for (const route of queryRoutes) {
    test(`the query for ${route.path} returns the same response from graphql-js, compiled code and a worker`, async () => {
      expect(compileOperation(route.operation)).toBeDefined()
      const document = print(route.operation.document)
      const path = route.path.replace(
        /\{\w+\}/,
        recordIds[route.path.split('/')[2] ?? ''] ?? 'person_nowhere00',
      )
      const parameters = route.requiredAlternatives
        ? 'name=zo'
        : route.reply.kind === 'list'
          ? 'limit=2&total=true'
          : ''
      const queryString =
        route.inputs.some(({ name }) => name === 'total') || !parameters.includes('total')
          ? parameters
          : 'limit=2'
      for (const caller of callers)
        await sendToAllExecutors(document, () =>
          world.as(caller).rest('GET', `${path}?${queryString}`),
        )
      for (const query of ['', '?limit=0', '?cursor=nothing-of-this-list', '?where={"not":{}}'])
        await sendToAllExecutors(document, () => world.as('owner').rest('GET', path + query))
    })
  }

  for (const [name, { text: document, variables, name: operationName }] of Object.entries(
    queries,
  )) {
    test(`the query "${name}" returns the same response from graphql-js, compiled code and a worker`, async () => {
      const filledVariables =
        'ids' in variables
          ? { ids: [...Object.values(recordIds), 'person_nowhere00'].filter(Boolean) }
          : variables
      for (const caller of callers)
        await sendToAllExecutors(document, () =>
          world.as(caller).rest('POST', '/graphql', {
            query: document,
            operationName: operationName || null,
            variables: filledVariables,
          }),
        )
    })
  }

  test('query workers execute more than 1,000 queries, return fewer than 15 to the main thread, and never fail', () => {
    const { answered, returned, failed } = getOutcomes(world.deps.meters)
    expect(failed).toBe(0)
    expect(returned).toBeLessThan(15)
    expect(answered).toBeGreaterThan(1000)
  })

  test('a compiled query returns FORBIDDEN for nested fields outside the scopes of a narrowed key', async () => {
    const keyReply = await world
      .as('agent')
      .gql(
        'mutation { createApiKey(input: { name: "tasks", scopes: ["tasks.manage"] }) { secret } }',
      )
    const narrowedClient = world.client(keyReply.body.data.createApiKey.secret)
    const document = '{ tasks { nodes { title person { fullName } } } }'
    const reply = await sendToAllExecutors(document, () => narrowedClient.gql(document))
    expect(reply.body.errors[0]).toMatchObject({
      path: ['tasks', 'nodes', 0, 'person'],
      extensions: { code: 'FORBIDDEN' },
    })
  })

  test('a mutation with a failing field in a list returns the same error when repeated', async () => {
    const document = `mutation { updateDeal(id: "${recordIds['deals']}", input: { title: "Big house" }) {
      deal { people { merges(after: "nothing-of-this-list") { nodes { id } } } } } }`
    const { status, body } = await world.as('owner').gql(document)
    expect([status, body.errors[0].path]).toEqual([
      200,
      ['updateDeal', 'deal', 'people', 0, 'merges'],
    ])
    for (const _ of [2, 3])
      expect((await world.as('owner').gql(document)).body.errors[0].path).toEqual(
        body.errors[0].path,
      )
  })

  test('compiled code returns the same result as graphql-js, or no result if several errors affect the same field', async () => {
    const { deps, company, users } = world
    const viewer = await deps.store.allCompanies.readLatest((db) =>
      loadViewerOfUser(db, { companyId: company.id, userId: users.owner.id, scopes: null }),
    )
    if (!viewer) throw new Error('The owner does not exist')
    const failedNames: string[] = []
    for (const [name, { text, variables }] of Object.entries(queries)) {
      const document = parse(text)
      const operation = document.definitions.find(
        (definition) => definition.kind === Kind.OPERATION_DEFINITION,
      ) as OperationDefinitionNode
      const preparedOperation = new PreparedOperation(schema, document, operation)
      const executeInSnapshot = (
        execute: (ctx: Context) => MaybePromise<ExecutionResult | undefined>,
      ) =>
        deps.store
          .forCompany(company.id)
          .read((db) => execute(createContext(deps, { viewer, requestId: 'test', db })))
      const graphqlJsResult = await executeInSnapshot((ctx) =>
        executeWithGraphqlJs(preparedOperation, ctx, variables as Variables),
      )
      const runCompiled = compileOperation(preparedOperation)
      const compiledResult =
        runCompiled && (await executeInSnapshot((ctx) => runCompiled(ctx, variables as Variables)))
      if (compiledResult || (runCompiled && !graphqlJsResult?.errors))
        expect([name, JSON.stringify(compiledResult)]).toEqual([
          name,
          JSON.stringify(graphqlJsResult),
        ])
      if (compiledResult?.errors) failedNames.push(name)
    }
    expect(failedNames).toContain('several fields, one of which fails')
    expect(failedNames).not.toContain('several errors that make the same field null')
  })

  test('introspection, conditional fragments, multiple mutations, subscriptions and very large selections are not compiled', () => {
    const isCompiled = (source: string) => {
      const document = parse(source)
      return (
        compileOperation(
          new PreparedOperation(
            schema,
            document,
            document.definitions[0] as OperationDefinitionNode,
          ),
        ) !== undefined
      )
    }
    expect(isCompiled('{ me { id } }')).toBe(true)
    expect(isCompiled('{ __schema { queryType { name } } }')).toBe(false)
    expect(isCompiled('{ ... @include(if: true) { me { id } } }')).toBe(false)
    expect(isCompiled('mutation { deleteTask(id: "task_00000000") { deletedId } }')).toBe(true)
    expect(
      isCompiled(
        'mutation { a: deleteTask(id: "task_00000000") { deletedId } b: deleteTask(id: "task_00000000") { deletedId } }',
      ),
    ).toBe(false)
    expect(
      isCompiled(
        'mutation { ...Both } fragment Both on Mutation { a: deleteTask(id: "task_00000000") { deletedId } b: deleteTask(id: "task_00000000") { deletedId } }',
      ),
    ).toBe(false)
    expect(isCompiled('subscription { events { id } }')).toBe(false)
    expect(isCompiled(`{ me { ${'id '.repeat(300)} } }`)).toBe(false)
  })
})
