import { type AddressInfo, connect as dial } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApp } from '../src/app.ts'
import { openStore } from '../src/store/open.ts'
import { makeRecords } from './support/access-records.ts'
import type { Client } from './support/client.ts'
import { onPostgres } from './support/database.ts'
import { type EventStream, type Message, openStream, type StreamRequest } from './support/stream.ts'
import { createWorld, people, type Who, type World } from './support/world.ts'

const follow =
  'subscription($types: [String!], $after: String) { events(types: $types, after: $after) { type sequence cursor recordId changes { field from to } } }'

const dataOf = (messages: Message[]) => messages.map(({ data }) => data.data.events)
const reasonOf = (messages: Message[]) => [
  messages.at(-2)?.data.errors?.[0].extensions.code,
  messages.at(-1)?.event,
  messages.length,
]

describe('Subscriptions to events', () => {
  let world: World
  const open: EventStream[] = []
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    world = await createWorld()
    await makeRecords(world)
  })
  afterEach(() => {
    for (const each of open.splice(0)) each.close()
  })
  afterAll(async () => {
    await world.stop()
    vi.useRealTimers()
  })

  const stream = async (client: Client, options: Partial<StreamRequest> = {}) => {
    const reading = await openStream(client, { url: world.url, query: follow, ...options })
    open.push(reading)
    return reading
  }
  /** Opens a stream and expects its headers, after which it receives new events. */
  const live = async (client: Client, options: Partial<StreamRequest> = {}) => {
    const reading = await stream(client, options)
    expect([reading.status, reading.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ])
    return reading
  }
  const create = async (path: string, body: object, user: Who = 'owner') => {
    const reply = await world.as(user).rest('POST', path, body)
    expect([path, reply.status]).toEqual([path, 201])
    return reply.body.data.id as string
  }
  const person = (firstName: string, owner?: Who) =>
    create('/v1/people', { firstName, ...(owner && { assignedAgentId: world.users[owner].id }) })
  const heartbeat = () => vi.advanceTimersByTimeAsync(15_000)

  /** The whole feed of the query `events`. */
  async function feed(
    client: Client,
    after: string | null = null,
  ): Promise<{ type: string; sequence: number; cursor: string }[]> {
    const { body } = await client.gql(
      'query($after: String) { events(first: 100, after: $after) { nodes { type sequence cursor recordId changes { field from to } } pageInfo { hasNextPage endCursor } } }',
      { after },
    )
    const { nodes, pageInfo } = body.data.events
    return pageInfo.hasNextPage ? [...nodes, ...(await feed(client, pageInfo.endCursor))] : nodes
  }
  const firstCursor = async (client: Client) => (await feed(client))[0]?.cursor ?? ''

  test('a subscription sends new events by POST and by GET, for any Accept header', async () => {
    for (const options of [
      { method: 'POST' },
      { method: 'GET' },
      { method: 'POST', headers: { Accept: 'application/json' } },
    ] as const) {
      const reading = await live(world.as('owner'), options)
      const id = await person('Now')
      const [message] = await reading.take(1)
      expect(message).toMatchObject({
        event: 'next',
        data: { data: { events: { type: 'person.created', recordId: id } } },
      })
      expect(message?.id).toBe(message?.data.data.events.cursor)
      expect(Object.keys(message?.data)).toEqual(['data'])
    }
  })

  test('a subscription sends each caller exactly the events of the feed and continues with new ones', async () => {
    for (const who of people) {
      const client = world.as(who)
      const all = await feed(client)
      const reading = await live(client, { variables: { after: all[0]?.cursor } })
      expect([who, dataOf(await reading.take(all.length - 1))]).toEqual([who, all.slice(1)])
      const hidden = await person('Hidden', who === 'loner' ? 'idle' : 'loner')
      const mine = who === 'stranger' ? await createTheirs() : await person('Mine', who)
      const received = dataOf(await reading.take(['owner', 'admin'].includes(who) ? 2 : 1))
      expect([who, received.map(({ recordId }) => recordId)]).toEqual([
        who,
        ['owner', 'admin'].includes(who) ? [hidden, mine] : [mine],
      ])
    }
  })
  const createTheirs = () => create('/v1/people', { firstName: 'Theirs' }, 'stranger')

  test('a subscription sends only the requested types and the current values of records', async () => {
    const query =
      'subscription { e: events(types: ["task.*", "person.updated"]) { type record { id ... on Person { lastName } } actor { fullName } } }'
    const reading = await live(world.as('owner'), { query })
    const id = await person('Typed')
    await world.as('owner').rest('PATCH', `/v1/people/${id}`, { lastName: 'Written' })
    await create('/v1/tasks', { title: 'Call', personId: id })
    const received = (await reading.take(2)).map(({ data }) => data.data.e)
    expect(received).toMatchObject([
      {
        type: 'person.updated',
        record: { id, lastName: 'Written' },
        actor: { fullName: 'Olga Owner' },
      },
      { type: 'task.created', record: {} },
    ])
  })

  test('an invalid subscription or key is refused', async () => {
    expect((await stream(world.client())).status).toBe(401)
    expect((await stream(world.client('dg_wrong'))).status).toBe(401)
    const faults: [string, object | undefined, string][] = [
      ['subscription { nope { id } }', undefined, 'BAD_REQUEST'],
      ['subscription { events { id } again: events { id } }', undefined, 'BAD_REQUEST'],
      ['subscription { __typename }', undefined, 'BAD_REQUEST'],
      [
        'subscription { events { record { ... on Person { tasks(first: 100) { nodes { person { deals(first: 2) { nodes { id } } } } } } } } }',
        undefined,
        'BAD_REQUEST',
      ],
      [follow, { types: ['deal'] }, 'VALIDATION_ERROR'],
      [follow, { types: [] }, 'VALIDATION_ERROR'],
      [follow, { types: [7] }, 'VALIDATION_ERROR'],
      [follow, { after: 'nowhere' }, 'VALIDATION_ERROR'],
      [follow, { after: await firstCursor(world.as('admin')) }, 'VALIDATION_ERROR'],
    ]
    for (const [query, variables, code] of faults) {
      const received = await (
        await stream(world.as('owner'), { query, ...(variables && { variables }) })
      ).rest()
      expect([query, received.length, ...reasonOf(received)]).toEqual([
        query,
        2,
        code,
        'complete',
        2,
      ])
      const json = await world.as('owner').gql(query, variables as Record<string, unknown>)
      expect([query, json.status, json.body?.errors[0].extensions.code]).toEqual([query, 200, code])
    }
    expect(
      (await stream(world.as('owner'), { query: 'query { me { id } }' })).headers.get(
        'content-type',
      ),
    ).toContain('application/json')
    expect(
      (await world.as('owner').rest('HEAD', `/graphql?query=${encodeURIComponent(follow)}`)).status,
    ).toBe(405)
  })

  test('a subscription costs one unit for any number of events', async () => {
    const key = await world.createKey('owner')
    const remaining = async () =>
      Number((await key.gql('{ __typename }')).headers.get('x-ratelimit-remaining'))
    const before = await remaining()
    const reading = await live(key, { variables: { after: await firstCursor(world.as('owner')) } })
    await reading.take(50)
    expect(await remaining()).toBe(before - 2)
  })

  test('a subscription continues after a cursor, and Last-Event-ID takes precedence', async () => {
    const client = world.as('agent')
    const all = await feed(client)
    const [early, later] = [all[2], all[5]]
    const byAfter = await live(client, { variables: { after: early?.cursor } })
    expect(dataOf(await byAfter.take(3))).toEqual(all.slice(3, 6))
    const repeated = await live(client, {
      variables: { after: early?.cursor },
      headers: { 'Last-Event-ID': later?.cursor ?? '' },
    })
    expect(dataOf(await repeated.take(2))).toEqual(all.slice(6, 8))
  })

  test('a repeatedly interrupted subscription receives every event once in order during writes', async () => {
    const client = world.as('agent')
    let busy = true
    let created = 0
    const writers = [0, 1].map(async () => {
      while (busy) {
        await person(`Seen ${created++}`, created % 3 === 0 ? 'loner' : 'agent')
        await wait(1)
      }
    })
    const start = (await feed(client)).at(-1)?.cursor as string
    let cursor = start
    const received: { sequence: number; cursor: string }[] = []
    const take = async (count: number) => {
      const reading = await live(client, { variables: { after: cursor } })
      received.push(...dataOf(await reading.take(count)))
      cursor = received.at(-1)?.cursor ?? cursor
      reading.close()
    }
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), (count) => take(count)),
      { seed: 4, numRuns: 25 },
    )
    busy = false
    await Promise.all(writers)
    const expected = await feed(client, start)
    if (expected.length > received.length) await take(expected.length - received.length)
    expect(received).toEqual(expected)
    expect(received.length).toBeGreaterThan(50)
  })

  test('a subscription without events receives its cursor at the start and with each heartbeat', async () => {
    const client = world.as('idle')
    const reading = await live(client)
    expect(await Promise.race([reading.next(), wait(30)])).toBeUndefined()
    const start = reading.lastId()
    await person('Unseen', 'loner')
    await vi.waitFor(async () => {
      await heartbeat()
      expect(reading.lastId()).not.toBe(start)
    })
    reading.close()
    const missed = await person('Missed', 'idle')
    for (const from of [start, reading.lastId()]) {
      const repeated = await live(client, { headers: { 'Last-Event-ID': from } })
      expect(dataOf(await repeated.take(1)).map(({ recordId }) => recordId)).toEqual([missed])
    }
  })

  test('a subscription sends heartbeats and detects writes of other processes', async () => {
    const reading = await live(world.as('owner'))
    void reading.next()
    await vi.waitFor(() => expect(reading.text()).toContain('retry: 1000'))
    const countHeartbeats = () => reading.text().split('\n:\n').length
    const before = countHeartbeats()
    for (const more of [1, 2, 3]) {
      await heartbeat()
      await vi.waitFor(() => expect(countHeartbeats()).toBe(before + more))
    }
    const other = await openStore({ url: world.database })
    const received = vi.fn()
    const quiet = world.deps.store.commits.subscribe(received)
    await other.allCompanies.write((db) => db.insert('secrets', { name: 'elsewhere', value: 'x' }))
    // PostgreSQL notifies at once; SQLite is checked at each heartbeat.
    if (onPostgres) await vi.waitFor(() => expect(received).toHaveBeenCalledTimes(1))
    else expect(received).toHaveBeenCalledTimes(0)
    await heartbeat()
    expect(received).toHaveBeenCalledTimes(1)
    await heartbeat()
    expect(received).toHaveBeenCalledTimes(1)
    quiet()
    await other.close()
  })

  test('a subscription ends when its key is revoked or expires or its user is suspended', async () => {
    const expiring = await world.createKey(
      'idle',
      undefined,
      new Date(world.clock.now() + 60_000).toISOString(),
    )
    const revoked = await world.createKey('idle')
    const keyId = (await world.as('owner').gql('{ apiKeys(first: 1) { nodes { id } } }')).body.data
      .apiKeys.nodes[0].id
    const variables = { types: ['person.*'] }
    const readings = [
      await live(revoked, { variables }),
      await live(world.as('idle'), { variables }),
      await live(expiring, { variables }),
    ]
    expect(
      (
        await world
          .as('owner')
          .gql('mutation($id: ID!) { revokeApiKey(id: $id) { id } }', { id: keyId })
      ).body.errors,
    ).toBeUndefined()
    expect(reasonOf((await readings[0]?.rest()) ?? [])).toEqual(['UNAUTHORIZED', 'complete', 2])
    world.clock.advance(61_000)
    await heartbeat()
    expect(reasonOf((await readings[2]?.rest()) ?? [])).toEqual(['UNAUTHORIZED', 'complete', 2])
    const id = world.users.idle.id
    expect(
      (await world.as('owner').gql('mutation($id: ID!) { suspendUser(id: $id) { id } }', { id }))
        .body.errors,
    ).toBeUndefined()
    await person('After', 'idle')
    expect(reasonOf((await readings[1]?.rest()) ?? [])).toEqual(['UNAUTHORIZED', 'complete', 2])
    expect(
      (await world.as('owner').gql('mutation($id: ID!) { reactivateUser(id: $id) { id } }', { id }))
        .body.errors,
    ).toBeUndefined()
  })

  test('a subscription follows the current rights of the caller', async () => {
    const id = await person('Wandering', 'agent')
    const reading = await live(world.as('agent'))
    const change = (body: object) => world.as('owner').rest('PATCH', `/v1/people/${id}`, body)
    await change({ lastName: 'First' })
    expect(dataOf(await reading.take(1))[0]).toMatchObject({ type: 'person.updated', recordId: id })
    await change({ assignedAgentId: world.users.loner.id })
    await change({ lastName: 'Second' })
    const end = await person('End', 'agent')
    expect(dataOf(await reading.take(1))[0]).toMatchObject({ recordId: end })
  })

  test('a subscription with a slow reader ends with a reason and buffers a limited amount', async () => {
    const id = await person('Long', 'agent')
    expect(
      (await world.as('owner').rest('PATCH', `/v1/people/${id}`, { background: '€'.repeat(5000) }))
        .status,
    ).toBe(200)
    const { cursor: after, sequence } = (await feed(world.as('agent'))).at(-1) ?? {
      cursor: '',
      sequence: 0,
    }
    const changes = 80
    for (let i = 0; i < changes; i++)
      await world.as('owner').rest('PATCH', `/v1/people/${id}`, { lastName: `Longer ${i}` })
    const longFields = Array.from({ length: 29 }, (_, i) => `b${i}: background`).join(' ')
    const body = JSON.stringify({
      query: `subscription { events(after: "${after}") { sequence record { ... on Person { ${longFields} } } } }`,
    })
    const socket = dial(Number(new URL(world.url).port), '127.0.0.1')
    const head = [
      'POST /graphql HTTP/1.1',
      'Host: x',
      'Connection: close',
      `Authorization: Bearer ${world.as('agent').secret}`,
      'Content-Type: application/json',
    ]
    socket.write(`${[...head, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`)
    const readsEvents = () =>
      world.statements().filter((sql) => /^select \* from "events"/.test(sql)).length
    await vi.waitFor(() => expect(readsEvents()).toBeGreaterThan(0))
    await vi.waitFor(
      async () => {
        await wait(100)
        expect(readsEvents()).toBe(0)
      },
      { timeout: 10_000 },
    )
    await person('More', 'agent')
    await wait(50)
    expect(readsEvents()).toBe(0)
    await heartbeat()
    await heartbeat()
    await wait(50)
    let text = ''
    socket.on('data', (part) => {
      text += part
    })
    await new Promise((resolve) => socket.once('close', resolve))
    expect(text).toContain('read too slowly')
    expect(text.slice(-60)).toContain('event: complete')
    const received = [...text.matchAll(/"sequence":(\d+)/g)].map(([, number]) => Number(number))
    expect(received).toEqual(received.map((_, index) => sequence + 1 + index))
    expect(received.length).toBeGreaterThan(1)
    expect(received.length).toBeLessThan(changes)
  })

  test('a key has a limited number of subscriptions', async () => {
    const key = await world.createKey('owner')
    const readings = await Promise.all(Array.from({ length: 10 }, () => live(key)))
    const refusal = await stream(key)
    expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([429, '1'])
    await live(world.as('owner'))
    readings[0]?.close()
    await vi.waitFor(async () => expect((await stream(key)).status).toBe(200))
  })

  test('subscriptions end with a reason when the server stops', async () => {
    const { server, streams } = createApp(world.deps)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const readings = [
      await live(world.as('owner'), { url }),
      await live(world.as('agent'), { url }),
    ]
    await streams.end()
    for (const reading of [...readings, await live(world.as('owner'), { url })]) {
      const received = await reading.rest()
      expect(reasonOf(received)).toEqual(['UNAVAILABLE', 'complete', 2])
      expect(received[0]?.data.errors[0].message).toContain('The server is stopping')
      expect(reading.text()).toContain('retry: 1000')
    }
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
})
