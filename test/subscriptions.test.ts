import { type AddressInfo, connect as openSocket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApp } from '../src/app.ts'
import { openStore } from '../src/store/open.ts'
import { createRecords } from './support/access-records.ts'
import type { Client } from './support/client.ts'
import { onPostgres } from './support/database.ts'
import {
  type EventStream,
  openStream,
  type StreamMessage,
  type StreamRequest,
} from './support/stream.ts'
import { createWorld, type TestUser, testUsers, type World } from './support/world.ts'

const eventsSubscription =
  'subscription($types: [EventPattern!], $after: String) { events(types: $types, after: $after) { type sequence cursor recordId changes { field from to } } }'

const getEvents = (messages: StreamMessage[]) => messages.map(({ data }) => data.data.events)
const getEndReason = (messages: StreamMessage[]) => [
  messages.at(-2)?.data.errors?.[0].extensions.code,
  messages.at(-1)?.event,
  messages.length,
]

describe('Subscriptions to events', () => {
  let world: World
  const openStreams: EventStream[] = []
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    world = await createWorld()
    await createRecords(world)
  })
  afterEach(() => {
    for (const eventStream of openStreams.splice(0)) eventStream.close()
  })
  afterAll(async () => {
    await world.stop()
    vi.useRealTimers()
  })

  const openTrackedStream = async (client: Client, options: Partial<StreamRequest> = {}) => {
    const eventStream = await openStream(client, {
      url: world.url,
      query: eventsSubscription,
      ...options,
    })
    openStreams.push(eventStream)
    return eventStream
  }
  /** Opens a stream and waits for its headers, after which the stream receives new events. */
  const openLiveStream = async (client: Client, options: Partial<StreamRequest> = {}) => {
    const eventStream = await openTrackedStream(client, options)
    expect([eventStream.status, eventStream.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ])
    return eventStream
  }
  const createRecord = async (path: string, body: object, user: TestUser = 'owner') => {
    const reply = await world.as(user).rest('POST', path, body)
    expect([path, reply.status]).toEqual([path, 201])
    return reply.body.data.id as string
  }
  const createPerson = (firstName: string, assignee?: TestUser) =>
    createRecord('/v1/people', {
      firstName,
      ...(assignee && { assignedAgentId: world.users[assignee].id }),
    })
  const advanceToHeartbeat = () => vi.advanceTimersByTimeAsync(15_000)

  /** Reads all events after a cursor with the query `events`. */
  async function readFeed(
    client: Client,
    afterCursor: string | null = null,
  ): Promise<{ type: string; sequence: number; cursor: string }[]> {
    const { body } = await client.gql(
      'query($after: String) { events(first: 100, after: $after) { nodes { type sequence cursor recordId changes { field from to } } pageInfo { hasNextPage endCursor } } }',
      { after: afterCursor },
    )
    const { nodes, pageInfo } = body.data.events
    return pageInfo.hasNextPage
      ? [...nodes, ...(await readFeed(client, pageInfo.endCursor))]
      : nodes
  }
  const readFirstCursor = async (client: Client) => (await readFeed(client))[0]?.cursor ?? ''

  test('a subscription by POST or GET sends new events regardless of the Accept header', async () => {
    for (const options of [
      { method: 'POST' },
      { method: 'GET' },
      { method: 'POST', headers: { Accept: 'application/json' } },
    ] as const) {
      const eventStream = await openLiveStream(world.as('owner'), options)
      const id = await createPerson('Now')
      const [message] = await eventStream.take(1)
      expect(message).toMatchObject({
        event: 'next',
        data: { data: { events: { type: 'person.created', recordId: id } } },
      })
      expect(message?.id).toBe(message?.data.data.events.cursor)
      expect(Object.keys(message?.data)).toEqual(['data'])
    }
  })

  test("a subscription sends exactly the events of the caller's event feed and continues with new events", async () => {
    for (const user of testUsers) {
      const client = world.as(user)
      const events = await readFeed(client)
      const eventStream = await openLiveStream(client, { variables: { after: events[0]?.cursor } })
      expect([user, getEvents(await eventStream.take(events.length - 1))]).toEqual([
        user,
        events.slice(1),
      ])
      const hiddenId = await createPerson('Hidden', user === 'loner' ? 'idle' : 'loner')
      const visibleId =
        user === 'stranger' ? await createForeignPerson() : await createPerson('Mine', user)
      const receivedEvents = getEvents(
        await eventStream.take(['owner', 'admin'].includes(user) ? 2 : 1),
      )
      expect([user, receivedEvents.map(({ recordId }) => recordId)]).toEqual([
        user,
        ['owner', 'admin'].includes(user) ? [hiddenId, visibleId] : [visibleId],
      ])
    }
  })
  const createForeignPerson = () => createRecord('/v1/people', { firstName: 'Theirs' }, 'stranger')

  test('a subscription sends only events of the requested types, with the current values of their records', async () => {
    const query =
      'subscription { e: events(types: ["task.*", "person.updated"]) { type record { id ... on Person { lastName } } actor { fullName } } }'
    const eventStream = await openLiveStream(world.as('owner'), { query })
    const id = await createPerson('Typed')
    await world.as('owner').rest('PATCH', `/v1/people/${id}`, { lastName: 'Written' })
    await createRecord('/v1/tasks', { title: 'Call', personId: id })
    const receivedEvents = (await eventStream.take(2)).map(({ data }) => data.data.e)
    expect(receivedEvents).toMatchObject([
      {
        type: 'person.updated',
        record: { id, lastName: 'Written' },
        actor: { fullName: 'Olga Owner' },
      },
      { type: 'task.created', record: {} },
    ])
  })

  test('a subscription with an invalid document, argument or API key is rejected', async () => {
    expect((await openTrackedStream(world.client())).status).toBe(401)
    expect((await openTrackedStream(world.client('dg_wrong'))).status).toBe(401)
    const invalidCases: [string, object | undefined, string][] = [
      ['subscription { nope { id } }', undefined, 'BAD_REQUEST'],
      ['subscription { events { id } again: events { id } }', undefined, 'BAD_REQUEST'],
      ['subscription { __typename }', undefined, 'BAD_REQUEST'],
      [
        'subscription { events { record { ... on Person { tasks(first: 100) { nodes { person { deals(first: 2) { nodes { id } } } } } } } } }',
        undefined,
        'BAD_REQUEST',
      ],
      [eventsSubscription, { types: ['deal'] }, 'VALIDATION_ERROR'],
      [eventsSubscription, { types: [] }, 'VALIDATION_ERROR'],
      [eventsSubscription, { types: [7] }, 'VALIDATION_ERROR'],
      [eventsSubscription, { after: 'nowhere' }, 'VALIDATION_ERROR'],
      [eventsSubscription, { after: await readFirstCursor(world.as('admin')) }, 'VALIDATION_ERROR'],
    ]
    for (const [query, variables, code] of invalidCases) {
      const messages = await (
        await openTrackedStream(world.as('owner'), { query, ...(variables && { variables }) })
      ).readRemaining()
      expect([query, messages.length, ...getEndReason(messages)]).toEqual([
        query,
        2,
        code,
        'complete',
        2,
      ])
      const jsonReply = await world.as('owner').gql(query, variables as Record<string, unknown>)
      expect([query, jsonReply.status, jsonReply.body?.errors[0].extensions.code]).toEqual([
        query,
        200,
        code,
      ])
    }
    expect(
      (await openTrackedStream(world.as('owner'), { query: 'query { me { id } }' })).headers.get(
        'content-type',
      ),
    ).toContain('text/event-stream')
    expect(
      (
        await world
          .as('owner')
          .rest('HEAD', `/graphql?query=${encodeURIComponent(eventsSubscription)}`)
      ).status,
    ).toBe(405)
  })

  test('a subscription costs one rate limit unit regardless of its number of events', async () => {
    const keyClient = await world.createKey('owner')
    const readRemainingUnits = async () =>
      Number((await keyClient.gql('{ __typename }')).headers.get('x-ratelimit-remaining'))
    const unitsBefore = await readRemainingUnits()
    const eventStream = await openLiveStream(keyClient, {
      variables: { after: await readFirstCursor(world.as('owner')) },
    })
    await eventStream.take(50)
    expect(await readRemainingUnits()).toBe(unitsBefore - 2)
  })

  test('a subscription continues after the cursor in `after`, and Last-Event-ID takes precedence over `after`', async () => {
    const client = world.as('agent')
    const events = await readFeed(client)
    const [earlyEvent, laterEvent] = [events[2], events[5]]
    const streamByArgument = await openLiveStream(client, {
      variables: { after: earlyEvent?.cursor },
    })
    expect(getEvents(await streamByArgument.take(3))).toEqual(events.slice(3, 6))
    const resumedStream = await openLiveStream(client, {
      variables: { after: earlyEvent?.cursor },
      headers: { 'Last-Event-ID': laterEvent?.cursor ?? '' },
    })
    expect(getEvents(await resumedStream.take(2))).toEqual(events.slice(6, 8))
  })

  test('a repeatedly interrupted subscription sends every event once and in order', async () => {
    const client = world.as('agent')
    let isWriting = true
    let createdCount = 0
    const writers = [0, 1].map(async () => {
      while (isWriting) {
        await createPerson(`Seen ${createdCount++}`, createdCount % 3 === 0 ? 'loner' : 'agent')
        await wait(1)
      }
    })
    const startCursor = (await readFeed(client)).at(-1)?.cursor as string
    let cursor = startCursor
    const receivedEvents: { sequence: number; cursor: string }[] = []
    const takeEvents = async (count: number) => {
      const eventStream = await openLiveStream(client, { variables: { after: cursor } })
      receivedEvents.push(...getEvents(await eventStream.take(count)))
      cursor = receivedEvents.at(-1)?.cursor ?? cursor
      eventStream.close()
    }
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), (count) => takeEvents(count)),
      { seed: 4, numRuns: 25 },
    )
    isWriting = false
    await Promise.all(writers)
    const expectedEvents = await readFeed(client, startCursor)
    if (expectedEvents.length > receivedEvents.length)
      await takeEvents(expectedEvents.length - receivedEvents.length)
    expect(receivedEvents).toEqual(expectedEvents)
    expect(receivedEvents.length).toBeGreaterThan(50)
  })

  test('a subscription without events sends a cursor at the start and with each heartbeat', async () => {
    const client = world.as('idle')
    const eventStream = await openLiveStream(client)
    expect(await Promise.race([eventStream.next(), wait(30)])).toBeUndefined()
    const startCursor = eventStream.lastId()
    await createPerson('Unseen', 'loner')
    await vi.waitFor(async () => {
      await advanceToHeartbeat()
      expect(eventStream.lastId()).not.toBe(startCursor)
    })
    eventStream.close()
    const missedId = await createPerson('Missed', 'idle')
    for (const resumeCursor of [startCursor, eventStream.lastId()]) {
      const resumedStream = await openLiveStream(client, {
        headers: { 'Last-Event-ID': resumeCursor },
      })
      expect(getEvents(await resumedStream.take(1)).map(({ recordId }) => recordId)).toEqual([
        missedId,
      ])
    }
  })

  test('a subscription sends heartbeats and detects writes by other processes', async () => {
    const eventStream = await openLiveStream(world.as('owner'))
    void eventStream.next()
    await vi.waitFor(() => expect(eventStream.text()).toContain('retry: 1000'))
    const countHeartbeats = () => eventStream.text().split('\n:\n').length
    const heartbeatCountBefore = countHeartbeats()
    for (const heartbeatCount of [1, 2, 3]) {
      await advanceToHeartbeat()
      await vi.waitFor(() => expect(countHeartbeats()).toBe(heartbeatCountBefore + heartbeatCount))
    }
    const otherStore = await openStore({ url: world.database })
    const onCommit = vi.fn()
    const unsubscribe = world.deps.store.commits.subscribe(onCommit)
    await otherStore.allCompanies.write((db) =>
      db.insert('secrets', { name: 'elsewhere', value: 'x' }),
    )
    // PostgreSQL notifies the server immediately, but a notification of an earlier write can arrive
    // late. With SQLite, the server checks for new events at each heartbeat.
    if (onPostgres) await vi.waitFor(() => expect(onCommit).toHaveBeenCalled())
    else expect(onCommit).not.toHaveBeenCalled()
    await advanceToHeartbeat()
    const notificationCount = onCommit.mock.calls.length
    if (!onPostgres) expect(notificationCount).toBe(1)
    await advanceToHeartbeat()
    expect(onCommit).toHaveBeenCalledTimes(notificationCount)
    unsubscribe()
    await otherStore.close()
  })

  test("a subscription ends when its key is revoked or expires, or when the key's user is suspended", async () => {
    const expiringClient = await world.createKey(
      'idle',
      undefined,
      new Date(world.clock.now() + 60_000).toISOString(),
    )
    const revokedClient = await world.createKey('idle')
    const keyId = (await world.as('owner').gql('{ apiKeys(first: 1) { nodes { id } } }')).body.data
      .apiKeys.nodes[0].id
    const variables = { types: ['person.*'] }
    const eventStreams = [
      await openLiveStream(revokedClient, { variables }),
      await openLiveStream(world.as('idle'), { variables }),
      await openLiveStream(expiringClient, { variables }),
    ]
    expect(
      (
        await world
          .as('owner')
          .gql('mutation($id: ID!) { revokeApiKey(id: $id) { apiKey { id } } }', { id: keyId })
      ).body.errors,
    ).toBeUndefined()
    expect(getEndReason((await eventStreams[0]?.readRemaining()) ?? [])).toEqual([
      'UNAUTHORIZED',
      'complete',
      2,
    ])
    world.clock.advance(61_000)
    await advanceToHeartbeat()
    expect(getEndReason((await eventStreams[2]?.readRemaining()) ?? [])).toEqual([
      'UNAUTHORIZED',
      'complete',
      2,
    ])
    const id = world.users.idle.id
    expect(
      (
        await world
          .as('owner')
          .gql('mutation($id: ID!) { suspendUser(id: $id) { user { id } } }', { id })
      ).body.errors,
    ).toBeUndefined()
    await createPerson('After', 'idle')
    expect(getEndReason((await eventStreams[1]?.readRemaining()) ?? [])).toEqual([
      'UNAUTHORIZED',
      'complete',
      2,
    ])
    expect(
      (
        await world
          .as('owner')
          .gql('mutation($id: ID!) { reactivateUser(id: $id) { user { id } } }', { id })
      ).body.errors,
    ).toBeUndefined()
  })

  test('an open subscription sends no events of records that the caller can no longer view', async () => {
    const id = await createPerson('Wandering', 'agent')
    const eventStream = await openLiveStream(world.as('agent'))
    const patchPerson = (body: object) => world.as('owner').rest('PATCH', `/v1/people/${id}`, body)
    await patchPerson({ lastName: 'First' })
    expect(getEvents(await eventStream.take(1))[0]).toMatchObject({
      type: 'person.updated',
      recordId: id,
    })
    await patchPerson({ assignedAgentId: world.users.loner.id })
    await patchPerson({ lastName: 'Second' })
    const sentinelPersonId = await createPerson('End', 'agent')
    expect(getEvents(await eventStream.take(1))[0]).toMatchObject({ recordId: sentinelPersonId })
  })

  test('a subscription with a slow reader buffers a limited number of events and ends with a reason', async () => {
    const id = await createPerson('Long', 'agent')
    expect(
      (await world.as('owner').rest('PATCH', `/v1/people/${id}`, { background: '€'.repeat(5000) }))
        .status,
    ).toBe(200)
    const { cursor: afterCursor, sequence } = (await readFeed(world.as('agent'))).at(-1) ?? {
      cursor: '',
      sequence: 0,
    }
    const changeCount = 80
    for (let i = 0; i < changeCount; i++)
      await world.as('owner').rest('PATCH', `/v1/people/${id}`, { lastName: `Longer ${i}` })
    const longFields = Array.from({ length: 29 }, (_, i) => `b${i}: background`).join(' ')
    const body = JSON.stringify({
      query: `subscription { events(after: "${afterCursor}") { sequence record { ... on Person { ${longFields} } } } }`,
    })
    const socket = openSocket(Number(new URL(world.url).port), '127.0.0.1')
    const requestHead = [
      'POST /graphql HTTP/1.1',
      'Host: x',
      'Connection: close',
      `Authorization: Bearer ${world.as('agent').secret}`,
      'Content-Type: application/json',
    ]
    socket.write(
      `${[...requestHead, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`,
    )
    const countEventReads = () =>
      world.statements().filter((sql) => /^\s*select \* from "events"/.test(sql)).length
    await vi.waitFor(() => expect(countEventReads()).toBeGreaterThan(0))
    await vi.waitFor(
      async () => {
        await wait(100)
        expect(countEventReads()).toBe(0)
      },
      { timeout: 10_000 },
    )
    await createPerson('More', 'agent')
    await wait(50)
    expect(countEventReads()).toBe(0)
    await advanceToHeartbeat()
    await advanceToHeartbeat()
    await wait(50)
    let responseText = ''
    socket.on('data', (chunk) => {
      responseText += chunk
    })
    await new Promise((resolve) => socket.once('close', resolve))
    expect(responseText).toContain('read too slowly')
    expect(responseText.slice(-60)).toContain('event: complete')
    const receivedSequences = [...responseText.matchAll(/"sequence":(\d+)/g)].map(([, number]) =>
      Number(number),
    )
    expect(receivedSequences).toEqual(receivedSequences.map((_, index) => sequence + 1 + index))
    expect(receivedSequences.length).toBeGreaterThan(1)
    expect(receivedSequences.length).toBeLessThan(changeCount)
  })

  test('an API key can open at most ten concurrent subscriptions by default', async () => {
    const keyClient = await world.createKey('owner')
    const eventStreams = await Promise.all(
      Array.from({ length: 10 }, () => openLiveStream(keyClient)),
    )
    const rejectedStream = await openTrackedStream(keyClient)
    expect([rejectedStream.status, rejectedStream.headers.get('retry-after')]).toEqual([429, '1'])
    await openLiveStream(world.as('owner'))
    eventStreams[0]?.close()
    await vi.waitFor(async () => expect((await openTrackedStream(keyClient)).status).toBe(200))
  })

  test('subscriptions end with a reason when the server stops', async () => {
    const { server, streams } = createApp(world.deps)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const eventStreams = [
      await openLiveStream(world.as('owner'), { url }),
      await openLiveStream(world.as('agent'), { url }),
    ]
    await streams.end()
    for (const eventStream of [...eventStreams, await openLiveStream(world.as('owner'), { url })]) {
      const messages = await eventStream.readRemaining()
      expect(getEndReason(messages)).toEqual(['UNAVAILABLE', 'complete', 2])
      expect(messages[0]?.data.errors[0].message).toContain('The server is stopping')
      expect(eventStream.text()).toContain('retry: 1000')
    }
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
})
