/** Tests that GET, HEAD and OPTIONS requests change no data, whatever they contain. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/resources/index.ts'
import type { Reply } from './support/client.ts'
import { dump } from './support/dump.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
let dataBefore: Record<string, string[]>
beforeAll(async () => {
  world = await createWorld()
  await world.as('owner').rest('POST', '/v1/tasks', { title: 'Call' })
  await world.as('owner').gql('{ me { id } }')
  dataBefore = await dump(world)
})
afterAll(() => world.stop())

const safeMethods = ['GET', 'HEAD', 'OPTIONS']
const overrideHeaders = {
  'X-HTTP-Method-Override': 'POST',
  'X-HTTP-Method': 'POST',
  'X-Method-Override': 'POST',
}
const createTaskMutation = 'mutation A { createTask(input: { title: "x" }) { task { id } } }'
const persistedQueryExtension = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } }
const buildGraphqlUrl = (parameters: Record<string, string>) =>
  `/graphql?${new URLSearchParams(parameters)}`

const mutations: [name: string, address: string][] = [
  ['a mutation', buildGraphqlUrl({ query: createTaskMutation })],
  ['an anonymous mutation', buildGraphqlUrl({ query: createTaskMutation.replace(' A', '') })],
  [
    'a mutation in a fragment',
    buildGraphqlUrl({
      query: `mutation { ...m } fragment m on Mutation ${createTaskMutation.slice(11)}`,
    }),
  ],
  [
    'a mutation after a comment',
    buildGraphqlUrl({ query: `# query { me { id } }\n${createTaskMutation}` }),
  ],
  [
    'a mutation selected by its name',
    buildGraphqlUrl({ query: `query B { me { id } } ${createTaskMutation}`, operationName: 'A' }),
  ],
  [
    'a mutation with variables',
    buildGraphqlUrl({
      query: 'mutation($t: TaskTitle!) { createTask(input: { title: $t }) { task { id } } }',
      variables: '{"t":"x"}',
    }),
  ],
  [
    'a mutation with its persisted query hash',
    buildGraphqlUrl({
      query: createTaskMutation,
      extensions: JSON.stringify(persistedQueryExtension),
    }),
  ],
  [
    'a mutation with a method override',
    buildGraphqlUrl({
      query: createTaskMutation,
      _method: 'POST',
      'X-HTTP-Method-Override': 'POST',
    }),
  ],
]

describe('Safe methods on /graphql', () => {
  test.each(mutations)(
    '%s sent to /graphql by GET or HEAD returns 405 and changes nothing',
    async (_, address) => {
      for (const headers of [{}, overrideHeaders, { 'Idempotency-Key': 'k' }] as Record<
        string,
        string
      >[])
        for (const method of ['GET', 'HEAD']) {
          const { status, headers: responseHeaders } = await world
            .as('owner')
            .rest(method, address, undefined, headers)
          expect([method, status, responseHeaders.get('allow')]).toEqual([method, 405, 'POST'])
        }
      expect(await dump(world)).toEqual(dataBefore)
    },
  )

  test('OPTIONS on /graphql returns 405 with the permitted methods', async () => {
    for (const [, address] of mutations) {
      const { status, headers } = await world.as('owner').rest('OPTIONS', address)
      expect([status, headers.get('allow')]).toEqual([405, 'GET, POST'])
    }
    expect(await dump(world)).toEqual(dataBefore)
  })

  test('a HEAD request for a subscription returns 405', async () => {
    const { status, headers } = await world
      .as('owner')
      .rest('HEAD', buildGraphqlUrl({ query: 'subscription { events { id } }' }))
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST'])
  })

  test('a HEAD request with a query returns the status and headers of GET without a body', async () => {
    const [getReply, headReply] = (await Promise.all(
      ['GET', 'HEAD'].map((method) =>
        world.as('owner').rest(method, buildGraphqlUrl({ query: '{ me { id } }' })),
      ),
    )) as [Reply, Reply]
    expect([headReply.status, headReply.text, getReply.status]).toEqual([200, '', 200])
    for (const name of ['content-type', 'content-length'])
      expect(headReply.headers.get(name)).toBe(getReply.headers.get(name))
  })
})

test('no /v1 route changes data when called with a safe method', async () => {
  expect(routes.length).toBeGreaterThan(100)
  for (const { path } of routes) {
    const examplePath = path.replace(/\{\w+\}/g, 'task_aaaaaaaa')
    for (const method of safeMethods) {
      const { status } = await world
        .as('owner')
        .rest(method, examplePath, undefined, overrideHeaders)
      expect([200, 400, 403, 404, 405]).toContain(status)
    }
  }
  expect(await dump(world)).toEqual(dataBefore)
})
