/** GET, HEAD and OPTIONS change no data, whatever the request contains. */
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
const overrides = {
  'X-HTTP-Method-Override': 'POST',
  'X-HTTP-Method': 'POST',
  'X-Method-Override': 'POST',
}
const create = 'mutation A { createTask(input: { title: "x" }) { task { id } } }'
const hash = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } }
const search = (parameters: Record<string, string>) => `/graphql?${new URLSearchParams(parameters)}`

const mutations: [name: string, address: string][] = [
  ['a mutation', search({ query: create })],
  ['a nameless mutation', search({ query: create.replace(' A', '') })],
  [
    'a mutation in a fragment',
    search({ query: `mutation { ...m } fragment m on Mutation ${create.slice(11)}` }),
  ],
  ['a mutation after a comment', search({ query: `# query { me { id } }\n${create}` })],
  [
    'a mutation selected by its name',
    search({ query: `query B { me { id } } ${create}`, operationName: 'A' }),
  ],
  [
    'a mutation with variables',
    search({
      query: 'mutation($t: TaskTitle!) { createTask(input: { title: $t }) { task { id } } }',
      variables: '{"t":"x"}',
    }),
  ],
  ['a mutation with its hash', search({ query: create, extensions: JSON.stringify(hash) })],
  [
    'a mutation with a method override',
    search({ query: create, _method: 'POST', 'X-HTTP-Method-Override': 'POST' }),
  ],
]

describe('Safe methods on /graphql', () => {
  test.each(mutations)(
    '%s returns 405 for GET and HEAD and changes nothing',
    async (_, address) => {
      for (const headers of [{}, overrides, { 'Idempotency-Key': 'k' }] as Record<string, string>[])
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
      .rest('HEAD', search({ query: 'subscription { events { id } }' }))
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST'])
  })

  test('a HEAD request with a query returns the status and headers of GET without a body', async () => {
    const [getReply, head] = (await Promise.all(
      ['GET', 'HEAD'].map((method) =>
        world.as('owner').rest(method, search({ query: '{ me { id } }' })),
      ),
    )) as [Reply, Reply]
    expect([head.status, head.text, getReply.status]).toEqual([200, '', 200])
    for (const name of ['content-type', 'content-length'])
      expect(head.headers.get(name)).toBe(getReply.headers.get(name))
  })
})

test('no /v1 route changes data when called with a safe method', async () => {
  expect(routes.length).toBeGreaterThan(100)
  for (const { path } of routes) {
    const address = path.replace(/\{\w+\}/g, 'task_aaaaaaaa')
    for (const method of safeMethods) {
      const { status } = await world.as('owner').rest(method, address, undefined, overrides)
      expect([200, 400, 403, 404, 405]).toContain(status)
    }
  }
  expect(await dump(world)).toEqual(dataBefore)
})
