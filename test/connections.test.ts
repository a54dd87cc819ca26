import { once } from 'node:events'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf } from './support/client.ts'
import { serve } from './support/command.ts'
import { createCompanyWithKey } from './support/company.ts'
import { newFolder } from './support/folder.ts'
import { openConnection, type RawConnection, requestHead, sleep } from './support/raw-http.ts'
import { createWorld, type World } from './support/world.ts'

const body = '{"title":"slow"}'

describe('Concurrent requests of one key', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld({ MAX_IN_FLIGHT_PER_KEY: '2' })
  })
  afterAll(() => world.stop())

  const untilMetric = (metric: RegExp) =>
    expect.poll(async () => (await world.client().rest('GET', '/metrics')).text).toMatch(metric)

  /** Two requests that occupy the concurrency slots of the key until their bodies arrive. */
  async function occupySlots(secret: string | undefined): Promise<RawConnection[]> {
    const lines = await Promise.all([openConnection(world.url), openConnection(world.url)])
    for (const line of lines) line.send(requestHead('POST', '/v1/tasks', secret, body.length))
    // The third request reads the metrics.
    await untilMetric(/^dealgraph_requests_in_flight 3$/m)
    await sleep(100)
    return lines
  }
  const finish = async (lines: RawConnection[]) => {
    for (const line of lines) line.send(body)
    for (const line of lines) expect(await line.receive(/}$/)).toMatch(/^HTTP\/1.1 201/)
    for (const line of lines) line.socket.destroy()
  }

  test('requests beyond the concurrency limit of a key wait and do not delay other keys', async () => {
    const agent = world.as('agent')
    const lines = await occupySlots(agent.secret)
    let answered = false
    const third = agent.rest('GET', '/v1/me').then((reply) => {
      answered = true
      return reply.status
    })
    for (let n = 0; n < 5; n++)
      expect((await world.as('owner').rest('GET', '/v1/me')).status).toBe(200)
    expect(answered).toBe(false)
    await finish(lines)
    expect(await third).toBe(200)
  })

  test('the body timeout of a request does not include its waiting time', async () => {
    const small = await createWorld({ MAX_IN_FLIGHT_PER_KEY: '1', REQUEST_TIMEOUT_SECONDS: '1' })
    const other = new Database(small.file)
    other.exec('BEGIN IMMEDIATE')
    const first = small.as('agent').rest('POST', '/v1/tasks', { title: 'first' })
    await sleep(50)
    const second = small.as('agent').rest('POST', '/v1/tasks', {
      title: 'second',
      description: 'y'.repeat(5000),
      ignored: 'z'.repeat(200_000),
    })
    await sleep(2500)
    other.close()
    expect([(await first).status, (await second).status]).toEqual([201, 201])
    await small.stop()
  })

  test('a waiting request runs when earlier ones disconnect', async () => {
    const agent = world.as('agent')
    const lines = await occupySlots(agent.secret)
    const third = agent.rest('GET', '/v1/me')
    for (const { socket } of lines) socket.destroy()
    expect((await third).status).toBe(200)
  })

  test('a waiting request is refused if its key is revoked', async () => {
    const key = await world.createKey('agent')
    const { id } = (await key.gql('{ apiKeys(first: 1) { nodes { id } } }')).body.data.apiKeys
      .nodes[0]
    const lines = await occupySlots(key.secret)
    const waiting = [
      key.rest('POST', '/v1/tasks', { title: 'late' }),
      key.gql('mutation { createTask(input: { title: "late" }) { id } }'),
    ]
    await sleep(50)
    expect(
      (await world.as('owner').gql('mutation($id: ID!) { revokeApiKey(id: $id) { id } }', { id }))
        .body.errors,
    ).toBeUndefined()
    await finish(lines)
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([401, 401])
  })

  test('requests beyond the queue limit are refused with 429, and the others run in order', async () => {
    const agent = world.as('agent')
    const lines = await occupySlots(agent.secret)
    const many = await openConnection(world.url)
    many.send(requestHead('GET', '/v1/me', agent.secret).repeat(2100))
    await untilMetric(/^dealgraph_requests_total\{.*status="429".*\} 100$/m)
    await finish(lines)
    many.send(
      requestHead('GET', '/v1/me', agent.secret).replace(
        '\r\n\r\n',
        '\r\nConnection: close\r\n\r\n',
      ),
    )
    const statuses = [...(await many.receiveAll()).matchAll(/HTTP\/1.1 (\d+)/g)].map(
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
  test('the server responds to Expect: 100-continue with 100 or with the error', async () => {
    const world = await createWorld()
    const asked = async (secret: string | undefined, length: number) => {
      const line = await openConnection(world.url)
      line.send(
        requestHead('POST', '/v1/tasks', secret, length).replace(
          '\r\n\r\n',
          '\r\nExpect: 100-continue\r\n\r\n',
        ),
      )
      return { line, answer: await line.receive(/\r\n\r\n/) }
    }
    const { line, answer: response } = await asked(world.as('agent').secret, body.length)
    expect(response).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    line.send(body)
    expect(await line.receive(/}$/)).toMatch(/^HTTP\/1.1 201/)
    expect((await asked('dg_wrong', body.length)).answer).toMatch(/^HTTP\/1.1 401/)
    expect((await asked(world.as('agent').secret, 1_000_000_000)).answer).toMatch(/^HTTP\/1.1 413/)
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
    ['its headers', () => 'GET /v1/me HTTP/1.1\r\nHost: x\r\nX-Slow'],
    ['its body', () => requestHead('POST', '/v1/tasks', world.as('agent').secret, 100) + body],
    [
      'its chunks',
      () =>
        requestHead('POST', '/v1/tasks', world.as('agent').secret, 100).replace(
          /Content-Length: 100/,
          'Transfer-Encoding: chunked',
        ),
    ],
  ])('a connection that is slow to send %s receives 408 and is closed', async (_, text) => {
    const line = await openConnection(world.url)
    line.send(text())
    const response = await line.receiveAll()
    expect(response).toMatch(
      /^HTTP\/1.1 408 Request Timeout\r\n[\s\S]*X-RateLimit-Limit: [\s\S]*Connection: close[\s\S]*"code":"BAD_REQUEST"/,
    )
    expect(response.match(/HTTP\/1.1/g)).toHaveLength(1)
    expect((await world.as('agent').rest('GET', '/v1/tasks')).body.data).toEqual([])
  })

  test('a connection that does not read its response is closed and releases its concurrency slot', async () => {
    const agent = world.as('agent')
    const line = await openConnection(world.url)
    line.socket.pause()
    const query = JSON.stringify({
      query: '{ __schema { types { name description fields { name description } } } }',
    })
    for (let n = 0; n < 100; n++)
      line.send(`${requestHead('POST', '/graphql', agent.secret, query.length)}${query}`)
    await sleep(500)
    const taken = once(line.socket, 'close')
    await sleep(9500)
    line.socket.resume()
    await taken
    expect((await agent.rest('GET', '/v1/me')).status).toBe(200)
  })

  test('a connection does not time out while the server processes its request', async () => {
    const other = new Database(world.file)
    other.exec('BEGIN IMMEDIATE')
    const writing = world.as('owner').rest('POST', '/v1/tasks', { title: 'patient' })
    await sleep(4600)
    other.close()
    expect((await writing).status).toBe(201)
  })

  test('a connection that is slow to send an unexpected body is closed', async () => {
    const line = await openConnection(world.url)
    line.send(requestHead('GET', '/v1/me', world.as('agent').secret, 1_000_000))
    const interval = setInterval(() => line.send('x'), 200)
    const responses = (await line.receiveAll()).match(/HTTP\/1.1 \d+/g)
    clearInterval(interval)
    expect(responses).toEqual(['HTTP/1.1 200'])
  })

  test('a connection that is slow to send an already refused body is closed without a second response', async () => {
    const line = await openConnection(world.url)
    line.send(`${requestHead('POST', '/v1/tasks', 'dg_wrong', 100)}${body}`)
    expect((await line.receiveAll()).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 401'])
  })
})

describe('File handles', () => {
  test('a server without free file handles refuses new connections and keeps open ones', async () => {
    const folder = newFolder()
    const secret = await createCompanyWithKey(folder.env())
    const server = await serve(folder.env(), {
      under: ['sh', '-c', 'ulimit -n 120; exec "$@"', 'sh'],
    })
    try {
      const stored = await openConnection(server.url)
      const lines = await Promise.all(
        Array.from({ length: 300 }, () => openConnection(server.url).catch(() => undefined)),
      )
      await sleep(200)
      const open = lines.filter((line) => line && !line.socket.destroyed)
      expect(open.length).toBeLessThan(40)
      const query = JSON.stringify({ query: '{ people(first: 1) { totalCount } }' })
      for (let n = 0; n < 3; n++) {
        stored.send(`${requestHead('POST', '/graphql', secret, query.length)}${query}`)
        expect(await stored.receive(/}$/)).toMatch(/^HTTP\/1.1 200[\s\S]*"totalCount":0/)
        stored.send(`${requestHead('POST', '/v1/tasks', secret, body.length)}${body}`)
        expect(await stored.receive(/}$/)).toMatch(/^HTTP\/1.1 201/)
      }
      for (const line of lines) line?.socket.destroy()
      await sleep(100)
      const client = clientOf(server.url, secret)
      expect((await client.rest('GET', '/v1/tasks')).body.data).toHaveLength(3)
      expect((await client.rest('GET', '/openapi.json')).status).toBe(200)
    } finally {
      expect((await server.stop()).code).toBe(0)
      folder.remove()
    }
  })
})
