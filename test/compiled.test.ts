import { type ExecutionResult, Kind, type OperationDefinitionNode, parse, print } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { viewerOfUser } from '../src/access/authenticate.ts'
import { type Context, contextOf } from '../src/context.ts'
import { compileOperation } from '../src/graphql/compiler/compile.ts'
import {
  executeWithGraphqlJs,
  PreparedOperation,
  type Variables,
} from '../src/graphql/operation.ts'
import type { QueryWorkers } from '../src/graphql/worker-messages.ts'
import type { MaybePromise } from '../src/lib/async.ts'
import type { Thresholds } from '../src/query-workers/admission.ts'
import { routes, schema } from '../src/resources/index.ts'
import { prepareRoute } from '../src/rest/prepare.ts'
import type { Reply } from './support/client.ts'
import { onPostgres } from './support/database.ts'
import { outcomesOf } from './support/metrics.ts'
import { written } from './support/queries.ts'
import { everything } from './support/server.ts'
import { createWorld, type Who, type World } from './support/world.ts'

/**
 * graphql-js executes a query the first time, compiled code from the second time on, and a worker
 * thread executes long queries: the responses must be equal.
 */
const viewers: Who[] = ['owner', 'leader', 'agent', 'loner', 'stranger']
const queries = routes
  .map((route) => prepareRoute(schema, route))
  .filter((route) => !route.isMutation)

describe('Compiled queries', () => {
  let world: World
  const inThreads: Thresholds = { minMsUnderLoad: Infinity, minMsAlways: Infinity }
  /** How many queries the thread that takes requests has run. */
  let ranHere = 0
  const ids: Record<string, string> = {}
  const everybody: string[] = []
  const create = async (path: string, body: object) =>
    (await world.as('owner').rest('POST', path, body)).body.data.id as string

  beforeAll(async () => {
    world = await createWorld({}, { inThreads })
    await inThread(async () => {
      while (!onPostgres && outcomesOf(world.deps.meters)['answered'] === 0)
        await world.as('owner').gql('{ me { id } }')
    })
    const { queryWorkers: threads } = world.deps
    const took: QueryWorkers['recordDuration'] = (...given) => {
      ranHere++
      threads?.recordDuration(...given)
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
      everybody.push(personId)
      Object.assign(ids, {
        people: personId,
        deals: await create('/v1/deals', {
          title: `House ${n}`,
          pipelineId: pipeline.id,
          peopleIds: [...everybody],
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

  /** An answer without what is new in each. */
  const told = ({ status, text, headers }: Reply) => {
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

  /** How many queries it runs, here and in the thread. */
  async function ran(ask: () => Promise<void>) {
    const before = [ranHere, outcomesOf(world.deps.meters)['answered'] ?? 0] as const
    await ask()
    return {
      here: ranHere - before[0],
      inThread: (outcomesOf(world.deps.meters)['answered'] ?? 0) - before[1],
    }
  }

  /** When a key was last used only the thread that takes requests knows. */
  const notInThread = /\blastUsedAt\b/

  /** @param text of the query: where that runs at all, it runs in the thread once it is to */
  async function thrice(text: string, ask: () => Promise<Reply>): Promise<Reply> {
    const plain = await ask()
    const again = async () => expect(told(await ask())).toEqual(told(plain))
    await again()
    const { here } = await ran(again)
    // Of a query that is refused for a variable nothing runs, which a thread leaves to be told
    // here.
    const refused = plain.body?.errors && plain.body.data === undefined
    const expected = notInThread.test(text)
      ? { here: expect.any(Number) }
      : refused
        ? { here, inThread: 0 }
        : { here: 0, inThread: here }
    await inThread(async () => {
      expect(await ran(again)).toMatchObject(expected)
      expect(await ran(again)).toMatchObject(expected)
    })
    return plain
  }

  for (const route of queries) {
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
        await thrice(text, () => world.as(who).rest('GET', `${path}?${counted}`))
      for (const query of ['', '?limit=0', '?cursor=nothing-of-this-list', '?where={"not":{}}'])
        await thrice(text, () => world.as('owner').rest('GET', path + query))
    })
  }

  for (const [name, { text, variables, name: operationName }] of Object.entries(written)) {
    test(`a compiled query of ${name} returns the same response`, async () => {
      const all =
        'ids' in variables
          ? { ids: [...Object.values(ids), 'person_nowhere00'].filter(Boolean) }
          : variables
      for (const who of viewers)
        await thrice(text, () =>
          world.as(who).rest('POST', '/graphql', {
            query: text,
            operationName: operationName || null,
            variables: all,
          }),
        )
    })
  }

  test.skipIf(onPostgres)(
    'query workers report no errors and execute nearly all of the long queries',
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
    const reply = await thrice(text, () => narrow.gql(text))
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
    for (const [name, { text, variables }] of Object.entries(written)) {
      const document = parse(text)
      const operation = document.definitions.find(
        (each) => each.kind === Kind.OPERATION_DEFINITION,
      ) as OperationDefinitionNode
      const what = new PreparedOperation(schema, document, operation)
      const ask = (execute: (ctx: Context) => MaybePromise<ExecutionResult | undefined>) =>
        deps.store
          .forCompany(company.id)
          .read((db) => execute(contextOf(deps, { viewer, requestId: 'test', db })))
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
