import { type ExecutionResult, Kind, type OperationDefinitionNode, parse, print } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { viewerOfUser } from '../src/access/authenticate.ts'
import { type Context, createContext } from '../src/context.ts'
import { groups } from '../src/graphiql/examples/index.ts'
import { compileOperation } from '../src/graphql/compiler/compile.ts'
import { executeWithGraphqlJs, PreparedOperation } from '../src/graphql/operation.ts'
import type { Variables } from '../src/graphql/values.ts'
import type { QueryWorkers } from '../src/graphql/worker-messages.ts'
import type { MaybePromise } from '../src/lib/async.ts'
import type { Thresholds } from '../src/query-workers/admission.ts'
import { routes, schema } from '../src/resources/index.ts'
import { prepareRoute } from '../src/rest/prepare.ts'
import { reads } from './bench/operations.ts'
import type { Reply } from './support/client.ts'
import { onPostgres } from './support/database.ts'
import { outcomesOf } from './support/metrics.ts'
import { requires } from './support/requirements.ts'
import { everything } from './support/server.ts'
import { createWorld, type Who, type World } from './support/world.ts'

const read = (text: string, variables: object = {}, name = '') => ({ text, variables, name })
/** Queries by their characteristics; `ids` are filled in by the test. */
const queries: Record<string, ReturnType<typeof read>> = {
  'an absent variable in an object': read(
    'query($source: String, $tag: String) { people(where: { source: $source, tag: $tag, and: [{ source: $source }] }) { totalCount nodes { id } } }',
    { tag: 'VIP' },
  ),
  'a null variable in an object': read(
    'query($source: String) { people(where: { source: $source }) { totalCount } }',
    { source: null },
  ),
  'a filter that contains itself': read(
    'query($where: PersonWhere) { people(where: $where) { totalCount } }',
    {
      where: { or: [{ not: { tag: 'VIP' } }, { and: [{ deals: { some: { status: 'open' } } }] }] },
    },
  ),
  'variables with reserved names': read(
    'query($_written0: Int) { people(first: $_written0) { nodes { id } } deals(first: 1) { nodes { id } } }',
    {
      _written0: 2,
    },
  ),
  'a default': read(
    'query($n: Int = 1, $name: String = "zo") { people(first: $n) { nodes { id } } searchPeople(name: $name) { nodes { id } } }',
  ),
  'a default replaced by null': read('query($n: Int = 1) { people(first: $n) { nodes { id } } }', {
    n: null,
  }),
  'conditions on fields': read(
    'query($yes: Boolean!, $no: Boolean = false) { people { nodes { id @include(if: $yes) firstName @skip(if: $yes) lastName @include(if: $no) @skip(if: $no) } } }',
    { yes: true },
  ),
  'a field twice, once under a condition': read(
    'query($no: Boolean!) { people { nodes { id @include(if: $no) id tags @include(if: $no) { id } tags { name } } } }',
    {
      no: false,
    },
  ),
  'conditions on fragments': read(
    'query($yes: Boolean!, $no: Boolean!) { people { nodes { ...F @include(if: $no) ...F @include(if: $yes) ... @skip(if: $yes) { lastName } } } } fragment F on Person { firstName }',
    { yes: true, no: false },
  ),
  fragments: read(
    'query { people { ...Page } deals { nodes { people { ...Name } } } } fragment Page on PersonConnection { nodes { ...Name ... on Person { id } } } fragment Name on Person { __typename fullName }',
  ),
  'aliases of one field with different arguments': read(
    '{ a: people(first: 1) { nodes { id } } b: people(last: 1) { nodes { b: id } } }',
  ),
  'aliases with special names in JavaScript': read(
    '{ __proto__: me { constructor: id toString: firstName __proto__: lastName then: role } }',
  ),
  'an interface': read(
    'query($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Person { fullName } ... on Deal { title } } }',
    { ids: [] },
  ),
  'an enum, a list and an object in the document': read(
    '{ people(where: { tags: ["VIP"], createdAt: { from: "2020-01-01T00:00:00Z" } }, orderBy: { field: name, direction: desc }) { nodes { fullName } } }',
  ),
  'the wrong variable': read('query($n: Int!) { people(first: $n) { nodes { id } } }', {
    n: 'ten',
  }),
  'a missing variable': read('query($id: ID!) { person(id: $id) { id } }'),
  'an invalid condition': read('query($yes: Boolean!) { me { id @include(if: $yes) } }', {
    yes: 'perhaps',
  }),
  'a missing record': read('{ person(id: "person_nowhere00") { id } me { id } }'),
  'one failing field of several': read(
    '{ good: people { nodes { id } } bad: person(id: "person_nowhere00") { id } worse: deal(id: "deal_nowhere000") { id } }',
  ),
  'several errors below one null': read(
    '{ deals { nodes { people { id merges(after: "nothing-of-this-list") { nodes { id } } } } } }',
  ),
  'an invalid cursor': read('{ people(after: "nothing-of-this-list") { nodes { id } } }'),
  'too many records': read(
    '{ people(first: 100) { nodes { deals(first: 100) { nodes { id } } } } }',
  ),
  'the schema': read('{ __schema { queryType { name } } people { nodes { id } } }'),
  'a type': read('{ __type(name: "AsItIs") { name } __typename }'),
}
for (const example of groups.flatMap(({ examples }) => examples)) {
  const { kind, name } = example
  if (kind === 'query' && !example.variables)
    queries[`the example ${name}`] = read(example.query, {}, name)
}
for (const { name, query, variables } of reads) if (query) queries[name] = read(query, variables)

/**
 * A query is executed by graphql-js the first time, by compiled code from the second time on, and
 * by a worker if it is long: the responses must be equal.
 */
const viewers: Who[] = ['owner', 'leader', 'agent', 'loner', 'stranger']
const queryRoutes = routes
  .map((route) => prepareRoute(schema, route))
  .filter((route) => !route.isMutation)

describe('Compiled queries', () => {
  let world: World
  const inThreads: Thresholds = { minMsUnderLoad: Infinity, minMsAlways: Infinity }
  /** The number of queries executed on the main thread. */
  let ranHere = 0
  const ids: Record<string, string> = {}
  const allUsers: string[] = []
  const create = async (path: string, body: object) =>
    (await world.as('owner').rest('POST', path, body)).body.data.id as string

  beforeAll(async () => {
    world = await createWorld({}, { queryWorkers: inThreads })
    await inThread(async () => {
      while (!onPostgres && outcomesOf(world.deps.meters)['answered'] === 0)
        await world.as('owner').gql('{ me { id } }')
    })
    const { queryWorkers: threads } = world.deps
    const took: QueryWorkers['recordDuration'] = (...input) => {
      ranHere++
      threads?.recordDuration(...input)
    }
    if (threads)
      world.deps.queryWorkers = {
        run: threads.run.bind(threads),
        recordDuration: took,
        end: threads.end.bind(threads),
      }
    await create('/v1/custom-fields', {
      name: 'Rank',
      record: 'person',
      type: 'singleChoice',
      options: [{ label: 'A' }, { label: 'B' }],
    })
    const [pipeline] = (await world.as('owner').rest('GET', '/v1/pipelines')).body.data
    for (const [n, assignedAgentId] of [
      world.users.agent.id,
      world.users.leader.id,
      world.users.loner.id,
    ].entries()) {
      const emails = [{ value: `zoe${n}@x.test` }]
      const personId = await create('/v1/people', {
        firstName: 'Zoë',
        lastName: `No ${n}`,
        emails,
        assignedAgentId,
        tags: ['VIP', `T${n}`],
        customFields: { rank: 'A' },
      })
      allUsers.push(personId)
      Object.assign(ids, {
        people: personId,
        deals: await create('/v1/deals', {
          title: `House ${n}`,
          pipelineId: pipeline.id,
          peopleIds: [...allUsers],
        }),
      })
      ids['tasks'] = await create('/v1/tasks', {
        title: 'Call',
        personId,
        assignedTo: assignedAgentId,
      })
      ids['activities'] = await create('/v1/activities', { personId, channel: 'call' })
    }
    for (const list of ['tags', 'stages', 'teams', 'users', 'custom-fields', 'api-keys'])
      ids[list] = (await world.as('owner').rest('GET', `/v1/${list}`)).body.data[0]?.id
    ids['pipelines'] = pipeline.id
  })
  afterAll(() => world.stop())

  /** A response without the parts that differ in each. */
  const readReceived = ({ status, text, headers }: Reply) => {
    const same = [...headers].filter(
      ([name]) => !/^(date|x-request-id|(x-)?ratelimit(-remaining)?)$/.test(name),
    )
    return [status, text.replace(/"requestId":"[^"]*"/g, ''), Object.fromEntries(same)]
  }

  async function inThread<T>(work: () => Promise<T>): Promise<T> {
    try {
      Object.assign(inThreads, everything)
      return await work()
    } finally {
      Object.assign(inThreads, { minMsUnderLoad: Infinity, minMsAlways: Infinity })
    }
  }

  /** Counts the queries that `ask` executes on the main thread and in a worker. */
  async function ran(ask: () => Promise<void>) {
    const before = [ranHere, outcomesOf(world.deps.meters)['answered'] ?? 0] as const
    await ask()
    return {
      here: ranHere - before[0],
      inThread: (outcomesOf(world.deps.meters)['answered'] ?? 0) - before[1],
    }
  }

  /** Only the main thread knows when a key was last used. */
  const notInThread = /\blastUsedAt\b/

  /** @param text the query, which is executed in a worker the third time if a worker can */
  async function sendThreeTimes(text: string, ask: () => Promise<Reply>): Promise<Reply> {
    const plain = await ask()
    const again = async () => expect(readReceived(await ask())).toEqual(readReceived(plain))
    await again()
    const { here } = await ran(again)
    // A query that is refused for a variable executes nothing, so the main thread reports the
    // error.
    const refusal = plain.body?.errors && plain.body.data === undefined
    const expected = notInThread.test(text)
      ? { here: expect.any(Number) }
      : refusal
        ? { here, inThread: 0 }
        : { here: 0, inThread: here }
    await inThread(async () => {
      expect(await ran(again)).toMatchObject(expected)
      expect(await ran(again)).toMatchObject(expected)
    })
    return plain
  }

  for (const route of queryRoutes) {
    test(`a compiled query for ${route.path} returns the same response`, async () => {
      expect(compileOperation(route.operation)).toBeDefined()
      const text = print(route.operation.document)
      const path = route.path.replace(
        /\{\w+\}/,
        ids[route.path.split('/')[2] ?? ''] ?? 'person_nowhere00',
      )
      const more = route.requireOneOf
        ? 'name=zo'
        : route.reply.kind === 'list'
          ? 'limit=2&total=true'
          : ''
      const counted =
        route.inputs.some(({ name }) => name === 'total') || !more.includes('total')
          ? more
          : 'limit=2'
      for (const who of viewers)
        await sendThreeTimes(text, () => world.as(who).rest('GET', `${path}?${counted}`))
      for (const query of ['', '?limit=0', '?cursor=nothing-of-this-list', '?where={"not":{}}'])
        await sendThreeTimes(text, () => world.as('owner').rest('GET', path + query))
    })
  }

  for (const [name, { text, variables, name: operationName }] of Object.entries(queries)) {
    test(`a compiled query of ${name} returns the same response`, async () => {
      const all =
        'ids' in variables
          ? { ids: [...Object.values(ids), 'person_nowhere00'].filter(Boolean) }
          : variables
      for (const who of viewers)
        await sendThreeTimes(text, () =>
          world.as(who).rest('POST', '/graphql', {
            query: text,
            operationName: operationName || null,
            variables: all,
          }),
        )
    })
  }

  test(
    'query workers report no errors and execute nearly all of the long queries',
    requires(!onPostgres, 'SQLite'),
    () => {
      const { answered, returned, failed } = outcomesOf(world.deps.meters)
      expect(failed).toBe(0)
      expect(returned).toBeLessThan(15)
      expect(answered).toBeGreaterThan(1000)
    },
  )

  test('a compiled query refuses nested fields outside the scopes of a narrowed key', async () => {
    const key = await world
      .as('agent')
      .gql(
        'mutation { createApiKey(input: { name: "tasks", scopes: ["tasks.manage"] }) { secret } }',
      )
    const narrow = world.client(key.body.data.createApiKey.secret)
    const text = '{ tasks { nodes { title person { fullName } } } }'
    const reply = await sendThreeTimes(text, () => narrow.gql(text))
    expect(reply.body.errors[0]).toMatchObject({
      path: ['tasks', 'nodes', 0, 'person'],
      extensions: { code: 'FORBIDDEN' },
    })
  })

  test('a successful query runs once, in its compiled form', async () => {
    const { deps, company, users } = world
    const viewer = await deps.store.allCompanies.readLatest((db) =>
      viewerOfUser(db, { companyId: company.id, userId: users.owner.id, scopes: null }),
    )
    if (!viewer) throw new Error('the owner is gone')
    for (const [name, { text, variables }] of Object.entries(queries)) {
      const document = parse(text)
      const operation = document.definitions.find(
        (each) => each.kind === Kind.OPERATION_DEFINITION,
      ) as OperationDefinitionNode
      const what = new PreparedOperation(schema, document, operation)
      const ask = (execute: (ctx: Context) => MaybePromise<ExecutionResult | undefined>) =>
        deps.store
          .forCompany(company.id)
          .read((db) => execute(createContext(deps, { viewer, requestId: 'test', db })))
      const plain = await ask((ctx) => executeWithGraphqlJs(what, ctx, variables as Variables))
      const run = plain?.errors ? undefined : compileOperation(what)
      if (run)
        expect([
          name,
          JSON.stringify(await ask((ctx) => run(ctx, variables as Variables))),
        ]).toEqual([name, JSON.stringify(plain)])
    }
  })

  test('introspection, conditional fragments and multiple mutations are not compiled', () => {
    const compiled = (text: string) => {
      const document = parse(text)
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
    expect(compiled('{ me { id } }')).toBe(true)
    expect(compiled('{ __schema { queryType { name } } }')).toBe(false)
    expect(compiled('{ ... @include(if: true) { me { id } } }')).toBe(false)
    expect(compiled('mutation { deleteTask(id: "task_00000000") { id } }')).toBe(true)
    expect(
      compiled(
        'mutation { a: deleteTask(id: "task_00000000") { id } b: deleteTask(id: "task_00000000") { id } }',
      ),
    ).toBe(false)
    expect(
      compiled(
        'mutation { ...Both } fragment Both on Mutation { a: deleteTask(id: "task_00000000") { id } b: deleteTask(id: "task_00000000") { id } }',
      ),
    ).toBe(false)
    expect(compiled('subscription { events { id } }')).toBe(false)
    expect(compiled(`{ me { ${'id '.repeat(300)} } }`)).toBe(false)
  })
})
