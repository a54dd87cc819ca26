/**
 * Tests that the server rejects unsupported GraphQL transports with a list of the supported
 * transports.
 */
import { createClient } from 'graphql-sse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dump } from './support/dump.ts'
import { sendRaw } from './support/raw-http.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

const asOwner = () => world.as('owner')
const supportedTransports = /text\/event-stream.*distinct connections.*multipart\/mixed/
const createTaskRequest = {
  query: 'mutation { createTask(input: { title: "x" }) { task { id } } }',
}
const persistedQueryExtension = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } }

describe('WebSocket upgrades', () => {
  const formatHandshake = (path: string, upgrade: string, headers = '') =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, Upgrade\r\nUpgrade: ${upgrade}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n${headers}\r\n`

  test.each(['/graphql', '/graphql?query=%7Bme%7Bid%7D%7D', '/', '/v1/tasks', '/nowhere'])(
    'a WebSocket upgrade on %s returns 400 with the supported transports and closes the connection',
    async (address) => {
      const authorizationHeader = `Authorization: Bearer ${asOwner().secret}\r\n`
      for (const upgrade of ['websocket', 'WebSocket', 'h2c, websocket'])
        for (const headers of ['', authorizationHeader]) {
          const { responses, isEnded } = await sendRaw(
            world.url,
            formatHandshake(address, upgrade, headers),
          )
          expect(responses.map(({ status }) => status)).toEqual([400])
          const error = responses[0]?.body.error ?? responses[0]?.body.errors[0]
          expect(error.code ?? error.extensions.code).toBe('BAD_REQUEST')
          expect(error.message).toMatch(supportedTransports)
          expect(isEnded).toBe(true)
        }
    },
  )

  test('a WebSocket connection to /graphql is rejected', async () => {
    const socket = new WebSocket(
      `${world.url.replace('http', 'ws')}/graphql`,
      'graphql-transport-ws',
    )
    const closeEvent = await new Promise<CloseEvent>((resolve) => {
      socket.onclose = resolve
    })
    expect(closeEvent.wasClean).toBe(false)
  })

  test('an HTTP upgrade to a protocol other than WebSocket is ignored', async () => {
    const authorizationHeader = `Authorization: Bearer ${asOwner().secret}\r\n`
    const { responses, isEnded } = await sendRaw(
      world.url,
      formatHandshake('/v1/me', 'h2c', authorizationHeader),
    )
    expect([responses[0]?.status, isEnded]).toEqual([200, true])
  })
})

describe('The single-connection mode of graphql-sse', () => {
  test('a graphql-sse client in single-connection mode receives 405 with a list of the supported transports', async () => {
    const responses: [status: number, allow: string | null, text: string][] = []
    const client = createClient({
      url: `${world.url}/graphql`,
      headers: { Authorization: `Bearer ${asOwner().secret}` },
      singleConnection: true,
      retryAttempts: 0,
      fetchFn: async (address: string, options: RequestInit) => {
        const response = await fetch(address, options)
        const { status, headers } = response
        responses.push([status, headers.get('allow'), await response.clone().text()])
        return response
      },
    })
    await expect(client.iterate({ query: '{ me { id } }' }).next()).rejects.toMatchObject({
      message: expect.stringContaining('405'),
    })
    expect(responses).toEqual([[405, 'GET, POST', expect.stringMatching(supportedTransports)]])
  })

  test('requests in the single-connection mode of graphql-sse are rejected', async () => {
    const tokenHeader = { 'X-GraphQL-Event-Stream-Token': 'x' }
    for (const [method, address, body, headers, status] of [
      ['PUT', '/graphql', undefined, {}, 405],
      ['PUT', '/graphql', {}, tokenHeader, 405],
      ['DELETE', '/graphql?operationId=1', undefined, tokenHeader, 405],
      ['GET', '/graphql', undefined, { ...tokenHeader, Accept: 'text/event-stream' }, 400],
      ['GET', '/graphql?token=x', undefined, { Accept: 'text/event-stream' }, 400],
      ['POST', '/graphql', createTaskRequest, tokenHeader, 400],
    ] as const) {
      const reply = await asOwner().rest(method, address, body, headers)
      expect([method, reply.status]).toEqual([method, status])
      expect(reply.body.errors[0].message).toMatch(supportedTransports)
    }
    expect((await asOwner().rest('GET', '/v1/tasks')).body.data).toEqual([])
  })
})

test('a batch of GraphQL operations is rejected with the advice to send one operation per request and changes nothing', async () => {
  const dataBefore = await dump(world)
  for (const batch of [[createTaskRequest], [createTaskRequest, { query: '{ me { id } }' }], []]) {
    const { status, body } = await asOwner().rest('POST', '/graphql', batch)
    expect([status, body.errors[0].message]).toEqual([
      400,
      'Batched requests are not supported: send one operation per request',
    ])
  }
  expect(await dump(world)).toEqual(dataBefore)
})

describe('Persisted queries', () => {
  const notSupportedError = {
    message: 'PersistedQueryNotSupported',
    extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' },
  }
  const buildUrl = (parameters: Record<string, string>) =>
    `/graphql?${new URLSearchParams({ extensions: JSON.stringify(persistedQueryExtension), ...parameters })}`

  test('a persisted query sent by hash alone is rejected with PersistedQueryNotSupported', async () => {
    for (const [accept, status] of [
      ['application/json', 200],
      ['*/*', 200],
      ['application/graphql-response+json,application/json;q=0.9', 422],
    ] as const)
      for (const reply of [
        await asOwner().rest(
          'POST',
          '/graphql',
          { extensions: persistedQueryExtension },
          { Accept: accept },
        ),
        await asOwner().rest(
          'POST',
          '/graphql',
          { operationName: 'A', variables: {}, query: null, extensions: persistedQueryExtension },
          { Accept: accept },
        ),
        await asOwner().rest('GET', buildUrl({}), undefined, { Accept: accept }),
        await asOwner().rest('GET', buildUrl({ operationName: 'A', variables: '{}' }), undefined, {
          Accept: accept,
        }),
      ]) {
        expect(reply.status).toBe(status)
        expect(reply.body.errors).toHaveLength(1)
        expect(reply.body.errors[0]).toMatchObject(notSupportedError)
        expect(reply.body).not.toHaveProperty('data')
      }
  })

  test('a persisted query sent with its hash and text is executed', async () => {
    const id = world.users.owner.id
    const query = '{ me { id } }'
    expect(
      (await asOwner().rest('POST', '/graphql', { query, extensions: persistedQueryExtension }))
        .body.data.me.id,
    ).toBe(id)
    expect((await asOwner().rest('GET', buildUrl({ query }))).body.data.me.id).toBe(id)
    const taskReply = await asOwner().rest('POST', '/graphql', {
      ...createTaskRequest,
      extensions: persistedQueryExtension,
    })
    expect(taskReply.body.data.createTask.task.id).toMatch(/^task_/)
  })

  test('a request for a persisted query requires an API key and valid `extensions`', async () => {
    expect(
      (await world.client().rest('POST', '/graphql', { extensions: persistedQueryExtension }))
        .status,
    ).toBe(401)
    const unreadableReply = await asOwner().rest('GET', '/graphql?extensions=%7B')
    expect([unreadableReply.status, unreadableReply.body.errors[0].message]).toEqual([
      400,
      '`extensions` must be valid JSON',
    ])
    for (const extensions of [{}, { persistedQuery: null }, [], 'x'])
      expect((await asOwner().rest('POST', '/graphql', { extensions })).status).toBe(400)
  })
})
