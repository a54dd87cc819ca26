import { once } from 'node:events'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttpClient } from './support/client.ts'
import { serve } from './support/command.ts'
import { createCompanyWithKey } from './support/company.ts'
import { newFolder } from './support/folder.ts'
import { formatRequestHead, openConnection, type RawConnection, sleep } from './support/raw-http.ts'
import { createWorld, type World } from './support/world.ts'

const taskBody = '{"title":"slow"}'

describe('Concurrent requests of one API key', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld({ MAX_IN_FLIGHT_PER_KEY: '2' })
  })
  afterAll(() => world.stop())

  const waitForMetric = (metric: RegExp) =>
    expect.poll(async () => (await world.client().rest('GET', '/metrics')).text).toMatch(metric)

  /** Opens two requests that occupy the key's concurrency slots until their bodies arrive. */
  async function occupySlots(secret: string | undefined): Promise<RawConnection[]> {
    const connections = await Promise.all([openConnection(world.url), openConnection(world.url)])
    for (const connection of connections)
      connection.send(formatRequestHead('POST', '/v1/tasks', secret, taskBody.length))
    // The request for the metrics is the third request in flight.
    await waitForMetric(/^dealgraph_requests_in_flight 3$/m)
    await sleep(100)
    return connections
  }
  const finishRequests = async (connections: RawConnection[]) => {
    for (const connection of connections) connection.send(taskBody)
    for (const connection of connections)
      expect(await connection.receive(/}$/)).toMatch(/^HTTP\/1.1 201/)
    for (const connection of connections) connection.socket.destroy()
  }

  test('requests beyond the concurrency limit of an API key wait and do not delay requests with other API keys', async () => {
    const agent = world.as('agent')
    const connections = await occupySlots(agent.secret)
    let hasResponse = false
    const thirdRequest = agent.rest('GET', '/v1/me').then((reply) => {
      hasResponse = true
      return reply.status
    })
    for (let n = 0; n < 5; n++)
      expect((await world.as('owner').rest('GET', '/v1/me')).status).toBe(200)
    expect(hasResponse).toBe(false)
    await finishRequests(connections)
    expect(await thirdRequest).toBe(200)
  })

  test('the body timeout of a request excludes its time in the queue', async () => {
    const smallWorld = await createWorld({
      MAX_IN_FLIGHT_PER_KEY: '1',
      REQUEST_TIMEOUT_SECONDS: '1',
    })
    const lockingDatabase = new Database(smallWorld.file)
    lockingDatabase.exec('BEGIN IMMEDIATE')
    const firstRequest = smallWorld.as('agent').rest('POST', '/v1/tasks', { title: 'first' })
    await sleep(50)
    const secondRequest = smallWorld.as('agent').rest('POST', '/v1/tasks', {
      title: 'second',
      description: 'y'.repeat(5000),
      ignored: 'z'.repeat(200_000),
    })
    await sleep(2500)
    lockingDatabase.close()
    expect([(await firstRequest).status, (await secondRequest).status]).toEqual([201, 201])
    await smallWorld.stop()
  })

  test('a queued request runs after the clients of earlier requests disconnect', async () => {
    const agent = world.as('agent')
    const connections = await occupySlots(agent.secret)
    const thirdRequest = agent.rest('GET', '/v1/me')
    for (const { socket } of connections) socket.destroy()
    expect((await thirdRequest).status).toBe(200)
  })

  test('a queued request is rejected if its API key is revoked', async () => {
    const key = await world.createKey('agent')
    const { id } = (await key.gql('{ apiKeys(first: 1) { nodes { id } } }')).body.data.apiKeys
      .nodes[0]
    const connections = await occupySlots(key.secret)
    const waitingRequests = [
      key.rest('POST', '/v1/tasks', { title: 'late' }),
      key.gql('mutation { createTask(input: { title: "late" }) { task { id } } }'),
    ]
    await sleep(50)
    expect(
      (
        await world
          .as('owner')
          .gql('mutation($id: ID!) { revokeApiKey(id: $id) { apiKey { id } } }', { id })
      ).body.errors,
    ).toBeUndefined()
    await finishRequests(connections)
    expect((await Promise.all(waitingRequests)).map(({ status }) => status)).toEqual([401, 401])
  })

  test('requests beyond the queue limit of an API key are rejected with 429, and queued requests run in order', async () => {
    const agent = world.as('agent')
    const connections = await occupySlots(agent.secret)
    const connection = await openConnection(world.url)
    connection.send(formatRequestHead('GET', '/v1/me', agent.secret).repeat(2100))
    await waitForMetric(/^dealgraph_requests_total\{.*status="429".*\} 100$/m)
    await finishRequests(connections)
    connection.send(
      formatRequestHead('GET', '/v1/me', agent.secret).replace(
        '\r\n\r\n',
        '\r\nConnection: close\r\n\r\n',
      ),
    )
    const statuses = [...(await connection.receiveAll()).matchAll(/HTTP\/1.1 (\d+)/g)].map(
      ([, status]) => status,
    )
    expect([statuses.length, statuses.filter((status) => status === '200').length]).toEqual([
      2101, 2001,
    ])
    expect(statuses.indexOf('429')).toBe(2000)
    expect((await agent.rest('GET', '/v1/me')).status).toBe(200)
  })
})

describe('Requests with Expect: 100-continue', () => {
  test('the server responds to Expect: 100-continue with 100 or with the error for the request', async () => {
    const world = await createWorld()
    const sendExpectHeader = async (secret: string | undefined, length: number) => {
      const connection = await openConnection(world.url)
      connection.send(
        formatRequestHead('POST', '/v1/tasks', secret, length).replace(
          '\r\n\r\n',
          '\r\nExpect: 100-continue\r\n\r\n',
        ),
      )
      return { connection, response: await connection.receive(/\r\n\r\n/) }
    }
    const { connection, response } = await sendExpectHeader(
      world.as('agent').secret,
      taskBody.length,
    )
    expect(response).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    connection.send(taskBody)
    expect(await connection.receive(/}$/)).toMatch(/^HTTP\/1.1 201/)
    expect((await sendExpectHeader('dg_wrong', taskBody.length)).response).toMatch(/^HTTP\/1.1 401/)
    expect((await sendExpectHeader(world.as('agent').secret, 1_000_000_000)).response).toMatch(
      /^HTTP\/1.1 413/,
    )
    await world.stop()
  })
})

describe('Slow clients', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld({ REQUEST_TIMEOUT_SECONDS: '1' })
  })
  afterAll(() => world.stop())

  test.each([
    ['the first byte', () => ''],
    ['the headers', () => 'GET /v1/me HTTP/1.1\r\nHost: x\r\nX-Slow'],
    [
      'the body',
      () => formatRequestHead('POST', '/v1/tasks', world.as('agent').secret, 100) + taskBody,
    ],
    [
      'a chunked body',
      () =>
        formatRequestHead('POST', '/v1/tasks', world.as('agent').secret, 100).replace(
          /Content-Length: 100/,
          'Transfer-Encoding: chunked',
        ),
    ],
  ])(
    'a client that sends %s too slowly receives 408, and the connection is closed',
    async (_, text) => {
      const connection = await openConnection(world.url)
      connection.send(text())
      const response = await connection.receiveAll()
      expect(response).toMatch(
        /^HTTP\/1.1 408 Request Timeout\r\n[\s\S]*X-RateLimit-Limit: [\s\S]*Connection: close[\s\S]*"code":"BAD_REQUEST"/,
      )
      expect(response.match(/HTTP\/1.1/g)).toHaveLength(1)
      expect((await world.as('agent').rest('GET', '/v1/tasks')).body.data).toEqual([])
    },
  )

  test('a connection whose client does not read the response is closed and no longer counts toward the concurrency limit of the API key', async () => {
    const agent = world.as('agent')
    const connection = await openConnection(world.url)
    connection.socket.pause()
    const query = JSON.stringify({
      query: '{ __schema { types { name description fields { name description } } } }',
    })
    for (let n = 0; n < 100; n++)
      connection.send(
        `${formatRequestHead('POST', '/graphql', agent.secret, query.length)}${query}`,
      )
    await sleep(500)
    const closeEvent = once(connection.socket, 'close')
    await sleep(9500)
    connection.socket.resume()
    await closeEvent
    expect((await agent.rest('GET', '/v1/me')).status).toBe(200)
  })

  test('a connection does not time out while the server is processing its request', async () => {
    const lockingDatabase = new Database(world.file)
    lockingDatabase.exec('BEGIN IMMEDIATE')
    const writeRequest = world.as('owner').rest('POST', '/v1/tasks', { title: 'patient' })
    await sleep(4600)
    lockingDatabase.close()
    expect((await writeRequest).status).toBe(201)
  })

  test('a connection whose client slowly sends the body of a GET request is closed after the response', async () => {
    const connection = await openConnection(world.url)
    connection.send(formatRequestHead('GET', '/v1/me', world.as('agent').secret, 1_000_000))
    const timer = setInterval(() => connection.send('x'), 200)
    const responses = (await connection.receiveAll()).match(/HTTP\/1.1 \d+/g)
    clearInterval(timer)
    expect(responses).toEqual(['HTTP/1.1 200'])
  })

  test('a connection whose client does not complete the body of a rejected request is closed without a second response', async () => {
    const connection = await openConnection(world.url)
    connection.send(`${formatRequestHead('POST', '/v1/tasks', 'dg_wrong', 100)}${taskBody}`)
    expect((await connection.receiveAll()).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 401'])
  })
})

describe('File descriptor exhaustion', () => {
  test('a server that has run out of file descriptors rejects new connections and keeps existing connections open', async () => {
    const folder = newFolder()
    const secret = await createCompanyWithKey(folder.env())
    const server = await serve(folder.env(), {
      wrapper: ['sh', '-c', 'ulimit -n 120; exec "$@"', 'sh'],
    })
    try {
      const keptConnection = await openConnection(server.url)
      const connections = await Promise.all(
        Array.from({ length: 300 }, () => openConnection(server.url).catch(() => undefined)),
      )
      await sleep(200)
      const openConnections = connections.filter(
        (connection) => connection && !connection.socket.destroyed,
      )
      expect(openConnections.length).toBeLessThan(40)
      const query = JSON.stringify({ query: '{ people(first: 1) { totalCount } }' })
      for (let n = 0; n < 3; n++) {
        keptConnection.send(
          `${formatRequestHead('POST', '/graphql', secret, query.length)}${query}`,
        )
        expect(await keptConnection.receive(/}$/)).toMatch(/^HTTP\/1.1 200[\s\S]*"totalCount":0/)
        keptConnection.send(
          `${formatRequestHead('POST', '/v1/tasks', secret, taskBody.length)}${taskBody}`,
        )
        expect(await keptConnection.receive(/}$/)).toMatch(/^HTTP\/1.1 201/)
      }
      for (const connection of connections) connection?.socket.destroy()
      await sleep(100)
      const client = createHttpClient(server.url, secret)
      expect((await client.rest('GET', '/v1/tasks')).body.data).toHaveLength(3)
      expect((await client.rest('GET', '/openapi.json')).status).toBe(200)
    } finally {
      expect((await server.stop()).code).toBe(0)
      folder.remove()
    }
  })
})
