import { type ExecutionResult, Kind, type OperationDefinitionNode, parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { viewerOfUser } from '../src/auth/user-viewer.ts'
import { type Context, contextOf } from '../src/context.ts'
import { compile } from '../src/graphql/compile.ts'
import { executePlainly } from '../src/graphql/plan.ts'
import { runnable } from '../src/graphql/runnable.ts'
import type { Variables } from '../src/graphql/values.ts'
import { operationOf } from '../src/pages/examples/example.ts'
import { groups } from '../src/pages/examples/index.ts'
import { routes, schema } from '../src/resources/index.ts'
import { prepareRoute } from '../src/rest/prepare.ts'
import type { Maybe } from '../src/store/maybe.ts'
import type { Bounds } from '../src/threads/threads.ts'
import { reads } from './bench/operations.ts'
import type { Reply } from './support/client.ts'
import { onPostgres } from './support/database.ts'
import { everything } from './support/server.ts'
import { createWorld, type Who, type World } from './support/world.ts'

/** A query is executed by graphql-js the first time, compiled from the second time on, and one that takes long in a thread: nobody may notice. */
const viewers: Who[] = ['owner', 'leader', 'agent', 'loner', 'stranger']
const queries = routes.map((route) => prepareRoute(schema, route)).filter((route) => !route.mutation)

const read = (text: string, variables: object = {}, name = '') => ({ text, variables, name })
const written: Record<string, ReturnType<typeof read>> = {
  'a variable that is absent inside an object': read(
    'query($source: String, $tag: String) { people(where: { source: $source, tag: $tag, and: [{ source: $source }] }) { totalCount nodes { id } } }',
    { tag: 'VIP' },
  ),
  'a variable that is null inside an object': read('query($source: String) { people(where: { source: $source }) { totalCount } }', { source: null }),
  'a filter that contains itself': read('query($where: PersonWhere) { people(where: $where) { totalCount } }', {
    where: { or: [{ not: { tag: 'VIP' } }, { and: [{ deals: { some: { status: 'open' } } }] }] },
  }),
  'variables that are called as ours are': read('query($_written0: Int) { people(first: $_written0) { nodes { id } } deals(first: 1) { nodes { id } } }', {
    _written0: 2,
  }),
  'a default': read('query($n: Int = 1, $name: String = "zo") { people(first: $n) { nodes { id } } searchPeople(name: $name) { nodes { id } } }'),
  'a default that is replaced by null': read('query($n: Int = 1) { people(first: $n) { nodes { id } } }', { n: null }),
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
  'aliases of one field with different arguments': read('{ a: people(first: 1) { nodes { id } } b: people(last: 1) { nodes { b: id } } }'),
  'aliases that mean something to JavaScript': read('{ __proto__: me { constructor: id toString: firstName __proto__: lastName then: role } }'),
  'an interface': read('query($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Person { fullName } ... on Deal { title } } }', { ids: [] }),
  'an enum, a list and an object in the document': read(
    '{ people(where: { tags: ["VIP"], createdAt: { from: "2020-01-01T00:00:00Z" } }, orderBy: { field: name, direction: desc }) { nodes { fullName } } }',
  ),
  'the wrong variable': read('query($n: Int!) { people(first: $n) { nodes { id } } }', { n: 'ten' }),
  'a variable that is missing': read('query($id: ID!) { person(id: $id) { id } }'),
  'a record that is not there': read('{ person(id: "person_nowhere00") { id } me { id } }'),
  'one of several that fails': read('{ good: people { nodes { id } } bad: person(id: "person_nowhere00") { id } worse: deal(id: "deal_nowhere000") { id } }'),
  'several errors below one null': read('{ deals { nodes { people { id merges(after: "nothing-of-this-list") { nodes { id } } } } } }'),
  'a cursor that is none': read('{ people(after: "nothing-of-this-list") { nodes { id } } }'),
  'too much': read('{ people(first: 100) { nodes { deals(first: 100) { nodes { id } } } } }'),
  'the schema': read('{ __schema { queryType { name } } people { nodes { id } } }'),
  'a type': read('{ __type(name: "AsItIs") { name } __typename }'),
}
for (const example of groups.flatMap(({ examples }) => examples)) {
  const { kind, name } = operationOf(example)
  if (kind === 'query' && !example.variables) written[`the example ${name}`] = read(example.query, {}, name)
}
for (const { name, query, variables } of reads) if (query) written[name] = read(query, variables)

describe('compiled queries', () => {
  let world: World
  const inThreads: Bounds = { worthIt: Infinity, long: Infinity }
  const ids: Record<string, string> = {}
  const everybody: string[] = []
  const create = async (path: string, body: object) => (await world.as('owner').rest('POST', path, body)).body.data.id as string

  beforeAll(async () => {
    world = await createWorld({}, { inThreads })
    await create('/v1/custom-fields', { name: 'Rank', record: 'person', type: 'singleChoice', options: [{ label: 'A' }, { label: 'B' }] })
    const [pipeline] = (await world.as('owner').rest('GET', '/v1/pipelines')).body.data
    for (const [n, assignedAgentId] of [world.users.agent.id, world.users.leader.id, world.users.loner.id].entries()) {
      const emails = [{ value: `zoe${n}@x.test` }]
      const personId = await create('/v1/people', {
        firstName: 'Zoë',
        lastName: `No ${n}`,
        emails,
        assignedAgentId,
        tags: ['VIP', `T${n}`],
        customFields: { rank: 'A' },
      })
      everybody.push(personId)
      Object.assign(ids, { people: personId, deals: await create('/v1/deals', { title: `House ${n}`, pipelineId: pipeline.id, peopleIds: [...everybody] }) })
      ids['tasks'] = await create('/v1/tasks', { title: 'Call', personId, assignedTo: assignedAgentId })
      ids['activities'] = await create('/v1/activities', { personId, channel: 'call' })
    }
    for (const list of ['tags', 'stages', 'teams', 'users', 'custom-fields', 'api-keys'])
      ids[list] = (await world.as('owner').rest('GET', `/v1/${list}`)).body.data[0]?.id
    ids['pipelines'] = pipeline.id
  })
  afterAll(() => world.stop())

  /** An answer without what is new in each. */
  const told = ({ status, text, headers }: Reply) => [status, text.replace(/"requestId":"[^"]*"/g, ''), headers.get('Link'), headers.get('ETag')]

  async function thrice(ask: () => Promise<Reply>): Promise<Reply> {
    const plain = await ask()
    expect(told(await ask())).toEqual(told(plain))
    expect(told(await ask())).toEqual(told(plain))
    Object.assign(inThreads, everything)
    expect(told(await ask())).toEqual(told(plain))
    expect(told(await ask())).toEqual(told(plain))
    Object.assign(inThreads, { worthIt: Infinity, long: Infinity })
    return plain
  }

  for (const route of queries) {
    test(`${route.path} answers the same`, async () => {
      expect(compile(route.what)).toBeDefined()
      const path = route.path.replace(/\{\w+\}/, ids[route.path.split('/')[2] ?? ''] ?? 'person_nowhere00')
      const more = route.firstOf ? 'name=zo' : route.reply.kind === 'list' ? 'limit=2&total=true' : ''
      const counted = route.inputs.some(({ name }) => name === 'total') || !more.includes('total') ? more : 'limit=2'
      for (const who of viewers) await thrice(() => world.as(who).rest('GET', `${path}?${counted}`))
      for (const query of ['', '?limit=0', '?cursor=nothing-of-this-list', '?where={"not":{}}']) await thrice(() => world.as('owner').rest('GET', path + query))
    })
  }

  for (const [name, { text, variables, name: operationName }] of Object.entries(written)) {
    test(`${name} answers the same`, async () => {
      const all = 'ids' in variables ? { ids: [...Object.values(ids), 'person_nowhere00'].filter(Boolean) } : variables
      for (const who of viewers)
        await thrice(() => world.as(who).rest('POST', '/graphql', { query: text, operationName: operationName || null, variables: all }))
    })
  }

  test.skipIf(onPostgres)('threads have answered what they could, and nothing failed in them', () => {
    const { threads } = world.deps.meters
    const count = (outcome: string) =>
      Number(
        threads
          .lines()
          .find((line) => line.includes(outcome))
          ?.split(' ')
          .pop() ?? 0,
      )
    expect(count('answered')).toBeGreaterThan(300)
    expect(count('failed')).toBe(0)
  })

  test('a narrowed key is refused nested fields', async () => {
    const key = await world.as('agent').gql('mutation { createApiKey(input: { name: "tasks", scopes: ["tasks.manage"] }) { secret } }')
    const narrow = world.client(key.body.data.createApiKey.secret)
    const reply = await thrice(() => narrow.gql('{ tasks { nodes { title person { fullName } } } }'))
    expect(reply.body.errors[0]).toMatchObject({ path: ['tasks', 'nodes', 0, 'person'], extensions: { code: 'FORBIDDEN' } })
  })

  test('what goes well goes as compiled, and is not done twice', async () => {
    const { deps, company, users } = world
    const viewer = await deps.store.everyCompany.look((db) => viewerOfUser(db, { companyId: company.id, userId: users.owner.id, scopes: null }))
    if (!viewer) throw new Error('the owner is gone')
    for (const [name, { text, variables }] of Object.entries(written)) {
      const document = parse(text)
      const operation = document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode
      const what = runnable(schema, document, operation)
      const ask = (execute: (ctx: Context) => Maybe<ExecutionResult | undefined>) =>
        deps.store.of(company.id).read((db) => execute(contextOf(deps, { viewer, requestId: 'test', db })))
      const plain = await ask((ctx) => executePlainly(what, ctx, variables as Variables))
      const run = plain?.errors ? undefined : compile(what)
      if (run) expect([name, JSON.stringify(await ask((ctx) => run(ctx, variables as Variables)))]).toEqual([name, JSON.stringify(plain)])
    }
  })

  test('what describes the schema, conditions on fragments and several mutations at once are not compiled', () => {
    const compiled = (text: string) => {
      const document = parse(text)
      return compile(runnable(schema, document, document.definitions[0] as OperationDefinitionNode)) !== undefined
    }
    expect(compiled('{ me { id } }')).toBe(true)
    expect(compiled('{ __schema { queryType { name } } }')).toBe(false)
    expect(compiled('{ ... @include(if: true) { me { id } } }')).toBe(false)
    expect(compiled('mutation { deleteTask(id: "task_00000000") { id } }')).toBe(true)
    expect(compiled('mutation { a: deleteTask(id: "task_00000000") { id } b: deleteTask(id: "task_00000000") { id } }')).toBe(false)
    expect(
      compiled('mutation { ...Both } fragment Both on Mutation { a: deleteTask(id: "task_00000000") { id } b: deleteTask(id: "task_00000000") { id } }'),
    ).toBe(false)
    expect(compiled('subscription { events { id } }')).toBe(false)
    expect(compiled(`{ me { ${'id '.repeat(300)} } }`)).toBe(false)
  })
})
