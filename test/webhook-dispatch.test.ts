import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Deps } from '../src/context.ts'
import { createDeps } from '../src/create-deps.ts'
import { createWebhookSecret, encryptSecret } from '../src/resources/webhooks/secrets.ts'
import type {
  WebhookAttemptRow,
  WebhookDeliveryRow,
  WebhookEndpointRow,
} from '../src/resources/webhooks/table.ts'
import { openStore } from '../src/store/open.ts'
import { query } from '../src/store/query.ts'
import { createDeliveries } from '../src/webhooks/create-deliveries.ts'
import { Dispatcher, type DispatcherOptions } from '../src/webhooks/dispatcher.ts'
import { leaseDelivery, recordResult, retryDelaysMs } from '../src/webhooks/queue.ts'
import {
  neverRespond,
  type Receiver,
  type ReceiverHandler,
  respondWithStatus,
  startReceiver,
  truncateResponse,
} from './support/receiver.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

const dayMs = 86_400_000
const deliveriesQuery = query((k, p: { companyId: string }) =>
  k.selectFrom('webhookDeliveries').selectAll().where('companyId', '=', p.companyId).orderBy('id'),
)
const attemptsQuery = query((k, p: { companyId: string }) =>
  k
    .selectFrom('webhookAttempts')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .orderBy('deliveryId')
    .orderBy('number'),
)
const endpointQuery = query((k, p: { id: string }) =>
  k.selectFrom('webhookEndpoints').selectAll().where('id', '=', p.id),
)
const disabledEventsQuery = query((k, _: object) =>
  k.selectFrom('events').selectAll().where('type', '=', 'webhookEndpoint.disabled'),
)

describe('Webhook dispatch', () => {
  let world: World
  let receiver: Receiver
  let dispatcher: Dispatcher | undefined
  let closables: { stop(): Promise<void> }[] = []
  beforeEach(async () => {
    world = await createWorld({ WEBHOOKS_ALLOW_LOCAL: 'true' })
    receiver = await startReceiver()
    closables = [receiver]
  })
  afterEach(async () => {
    await dispatcher?.stop()
    dispatcher = undefined
    for (const closable of closables) await closable.stop()
    await world.stop()
  })

  const startAnotherReceiver = async (handler?: ReceiverHandler) => {
    const newReceiver = await startReceiver(handler)
    closables.push(newReceiver)
    return newReceiver
  }
  const readLastSequence = () =>
    world.deps.store.allCompanies.readLatest((db) =>
      db.first(
        query((k, _: object) => k.selectFrom('companies').select('eventSequence').orderBy('id')),
        {},
      ),
    )
  async function createEndpoint(
    target: { url: string },
    extraFields: Partial<WebhookEndpointRow> = {},
    user: TestUser = 'owner',
  ): Promise<{ id: string; secret: string }> {
    const { deps } = world
    const [companyId, id, createdAt] = [
      world.company.id,
      deps.newId('webhook'),
      new Date(deps.now()).toISOString(),
    ]
    const secret = createWebhookSecret(deps)
    const row = {
      companyId,
      id,
      version: 1,
      createdAt: createdAt,
      updatedAt: createdAt,
      url: target.url,
      events: '["*"]',
      userId: world.users[user].id,
      attempts: 0,
      failures: 0,
    }
    const encryptedSecret = encryptSecret(deps, { companyId, id }, secret)
    const lastSequence = (await readLastSequence())?.eventSequence ?? 0
    await deps.store.allCompanies.write((db) =>
      db.insert('webhookEndpoints', {
        ...row,
        secret: encryptedSecret,
        lastSequence,
        ...extraFields,
      }),
    )
    return { id, secret }
  }
  const startDispatcher = (extraOptions: Partial<DispatcherOptions> = {}): Dispatcher => {
    dispatcher = new Dispatcher(world.deps, {
      owner: 'test',
      timeoutMs: 1500,
      repeat: () => () => {},
      stopTimeoutMs: 100,
      ...extraOptions,
    })
    return dispatcher
  }
  const updateEndpoint = (id: string, row: Partial<WebhookEndpointRow>) =>
    world.deps.store.allCompanies.write((db) =>
      db.update('webhookEndpoints', { companyId: world.company.id, id }, row),
    )
  const readEndpoint = (id: string) =>
    world.deps.store.allCompanies.readLatest((db) =>
      db.first(endpointQuery, { id }),
    ) as Promise<WebhookEndpointRow>
  const readDeliveries = async (): Promise<WebhookDeliveryRow[]> =>
    world.deps.store.allCompanies.readLatest((db) =>
      db.all(deliveriesQuery, { companyId: world.company.id }),
    )
  const readAttempts = async (): Promise<WebhookAttemptRow[]> =>
    world.deps.store.allCompanies.readLatest((db) =>
      db.all(attemptsQuery, { companyId: world.company.id }),
    )
  const createPerson = async (
    firstName: string,
    user: TestUser = 'owner',
    extraFields: object = {},
  ): Promise<string> =>
    (await world.as(user).rest('POST', '/v1/people', { firstName, ...extraFields })).body.data.id
  const getFirstNames = (target: Receiver) =>
    target.received.map(
      ({ body }) =>
        body.data.changes.find((candidate: { field: string }) => candidate.field === 'firstName')
          ?.to,
    )
  /** Advances the clock past the latest time at which the next attempt can be due. */
  const advanceToNextAttempt = async (attemptIndex: number) => {
    world.clock.advance((retryDelaysMs[attemptIndex] as number) * 1.2 + 1)
    await dispatcher?.waitUntilIdle()
  }

  test('a change sends one signed webhook message with the id, kind and version of the record and the actor', async () => {
    const { secret } = await createEndpoint(receiver)
    const id = await createPerson('Ada')
    await startDispatcher().waitUntilIdle()
    expect(receiver.received).toHaveLength(1)
    const [{ headers, text, body, id: messageId }] = receiver.received as [Receiver['received'][0]]
    const timestamp = Number(headers['webhook-timestamp'])
    expect(timestamp * 1000).toBe(world.clock.now())
    expect(new Webhook(secret).sign(messageId, new Date(timestamp * 1000), text)).toBe(
      headers['webhook-signature'],
    )
    expect(messageId).toMatch(/^msg_/)
    expect(body).toMatchObject({
      type: 'person.created',
      timestamp: new Date(world.clock.now()).toISOString(),
    })
    expect(body.data).toMatchObject({
      id,
      kind: 'person',
      version: 1,
      actor: { userId: world.users.owner.id, keyId: expect.stringMatching(/^key_/) },
    })
    expect(await readDeliveries()).toMatchObject([
      { id: messageId, status: 'delivered', attempts: 1, nextAttemptAt: null, leasedUntil: null },
    ])
    expect(await readAttempts()).toMatchObject([
      { deliveryId: messageId, number: 1, status: 200, error: null },
    ])
    await dispatcher?.waitUntilIdle()
    expect(receiver.received).toHaveLength(1)
  })

  test('the webhook message of a moved deal contains the previous and the new position', async () => {
    const pipeline = (await world.as('owner').rest('GET', '/v1/pipelines')).body.data[0]
    const deal = (
      await world.as('owner').rest('POST', '/v1/deals', { title: 'House', pipelineId: pipeline.id })
    ).body.data
    await createEndpoint(receiver, { events: '["deal.moved"]' })
    await world
      .as('owner')
      .rest('POST', `/v1/deals/${deal.id}/move`, { stageId: pipeline.stages[1].id })
    await createPerson('Not requested')
    await startDispatcher().waitUntilIdle()
    const formatPosition = (stage: number) => ({
      stageId: pipeline.stages[stage].id,
      pipelineId: pipeline.id,
      order: 0,
    })
    expect(receiver.received.map(({ body }) => body)).toMatchObject([
      {
        type: 'deal.moved',
        data: {
          id: deal.id,
          version: 2,
          from: formatPosition(0),
          to: formatPosition(1),
          changes: [
            { field: 'stageId', from: formatPosition(0).stageId, to: formatPosition(1).stageId },
          ],
        },
      },
    ])
  })

  test('/metrics contains the queue depth, the age of the oldest undelivered message, the attempts and the failures of each webhook endpoint', async () => {
    const { id } = await createEndpoint(receiver)
    let overallTotals: number[] = []
    const readMetrics = async () => {
      const { text, headers } = await world.client().rest('GET', '/metrics')
      expect(headers.get('content-type')).toContain('text/plain; version=0.0.4')
      const readValue = (name: string) =>
        Number(
          new RegExp(`^dealgraph_webhook_${name}\\{endpoint="${id}"\\} (\\S+)$`, 'm').exec(
            text,
          )?.[1],
        )
      const readTotal = (name: string) =>
        Number(new RegExp(`^dealgraph_webhook_${name} (\\S+)$`, 'm').exec(text)?.[1])
      expect([readTotal('deliveries_waiting'), readTotal('oldest_waiting_seconds')]).toEqual([
        readValue('queue_depth'),
        readValue('oldest_undelivered_seconds'),
      ])
      overallTotals = [readTotal('events_behind'), readTotal('overdue_seconds')]
      return [
        readValue('queue_depth'),
        readValue('oldest_undelivered_seconds'),
        readValue('attempts_total'),
        readValue('failures_total'),
      ]
    }
    expect(await readMetrics()).toEqual([0, 0, 0, 0])
    receiver.respondWith(respondWithStatus(500))
    await createPerson('Ada')
    // The event is committed, but the dispatcher has created no delivery yet.
    expect([await readMetrics(), overallTotals]).toEqual([
      [0, 0, 0, 0],
      [1, 0],
    ])
    await startDispatcher().waitUntilIdle()
    world.clock.advance(3000)
    expect([await readMetrics(), overallTotals]).toEqual([
      [1, 3, 1, 1],
      [0, 0],
    ])
    // The second attempt is due about five seconds after the first.
    world.clock.advance(60_000)
    expect((await readMetrics()).at(1)).toBe(63)
    expect(overallTotals[1]).toBeGreaterThan(56)
    expect(overallTotals[1]).toBeLessThan(60)
    await updateEndpoint(id, { pausedAt: new Date(world.clock.now()).toISOString() })
    await readMetrics()
    expect(overallTotals).toEqual([0, 0])
    await updateEndpoint(id, { pausedAt: null })
    receiver.respondWith(respondWithStatus(200))
    await advanceToNextAttempt(1)
    expect(await readMetrics()).toEqual([0, 0, 2, 1])
  })

  test('/metrics accepts only direct local requests or, if METRICS_TOKEN is set, only requests with the token', async () => {
    const readMetricsStatus = async (metricsWorld: World, headers: Record<string, string>) =>
      (await metricsWorld.client().rest('GET', '/metrics', undefined, headers)).status
    for (const header of ['X-Forwarded-For', 'Forwarded', 'Via'])
      expect(await readMetricsStatus(world, { [header]: '203.0.113.9' })).toBe(403)
    const guardedWorld = await createWorld({ METRICS_TOKEN: 'sesame' })
    closables.push(guardedWorld)
    expect(await readMetricsStatus(guardedWorld, {})).toBe(403)
    expect(await readMetricsStatus(guardedWorld, { Authorization: 'Bearer wrong' })).toBe(403)
    expect(
      await readMetricsStatus(guardedWorld, {
        Authorization: 'Bearer sesame',
        'X-Forwarded-For': '203.0.113.9',
      }),
    ).toBe(200)
  })

  test('a webhook message is smaller than 20 kB even if the record has many long texts', async () => {
    await createEndpoint(receiver)
    const customFields: Record<string, string> = {}
    for (let i = 0; i < 20; i++) {
      const { body } = await world
        .as('owner')
        .rest('POST', '/v1/custom-fields', { record: 'person', name: `Long ${i}`, type: 'text' })
      customFields[body.data.key] = '漢'.repeat(400)
    }
    const { status } = await world.as('owner').rest('POST', '/v1/people', {
      firstName: 'Long',
      background: '漢'.repeat(2000),
      customFields,
    })
    expect(status).toBe(201)
    await startDispatcher().waitUntilIdle()
    const messageSizes = receiver.received.map(({ text }) => Buffer.byteLength(text))
    expect(messageSizes.length).toBeGreaterThan(0)
    expect(Math.max(...messageSizes)).toBeLessThan(20_000)
  })

  test('webhook messages are sent immediately after COMMIT, in the order of the changes', async () => {
    await createEndpoint(receiver)
    startDispatcher()
    const names = Array.from({ length: 30 }, (_, n) => `Person ${n}`)
    for (const name of names) await createPerson(name)
    await receiver.waitForCount(30)
    expect(getFirstNames(receiver)).toEqual(names)
    const sequences = receiver.received.map(({ body }) => body.data.sequence)
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b))
  })

  test('no webhook message is sent for a rejected or rolled-back change', async () => {
    await createEndpoint(receiver)
    startDispatcher()
    const failingMutation =
      'mutation { a: createPerson(input: {firstName: "Undone"}) { person { id } } b: deleteTask(id: "task_00000000000000000000000000") { deletedId } }'
    expect((await world.as('owner').gql(failingMutation)).body.errors).toHaveLength(1)
    expect((await world.as('owner').rest('POST', '/v1/people', {})).status).toBe(400)
    await createPerson('Done')
    await dispatcher?.waitUntilIdle()
    expect(getFirstNames(receiver)).toEqual(['Done'])
  })

  test('a webhook delivery fails after ten attempts over three days, all with the same message id', async () => {
    receiver.respondWith(respondWithStatus(500))
    const { id } = await createEndpoint(receiver)
    await createPerson('Ada')
    await startDispatcher().waitUntilIdle()
    for (let attemptCount = 1; attemptCount < 10; attemptCount++) {
      const [delivery] = await readDeliveries()
      const waitMs = Date.parse(String(delivery?.nextAttemptAt)) - world.clock.now()
      expect(Math.abs(waitMs / (retryDelaysMs[attemptCount] as number) - 1)).toBeLessThanOrEqual(
        0.21,
      )
      world.clock.advance(waitMs - 1)
      await dispatcher?.waitUntilIdle()
      expect(receiver.received).toHaveLength(attemptCount)
      world.clock.advance(1)
      await dispatcher?.waitUntilIdle()
      expect(receiver.received).toHaveLength(attemptCount + 1)
    }
    expect(await readDeliveries()).toMatchObject([
      { status: 'dead', attempts: 10, nextAttemptAt: null },
    ])
    expect((await readAttempts()).map(({ number, error }) => [number, error])).toEqual(
      Array.from({ length: 10 }, (_, n) => [n + 1, 'http']),
    )
    expect(new Set(receiver.received.map((message) => message.id)).size).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(
      10,
    )
    world.clock.advance(2 * dayMs)
    await dispatcher?.waitUntilIdle()
    expect(receiver.received).toHaveLength(10)
    expect((await readEndpoint(id)).disabledAt).toBeNull()
  })

  test.each<[string, ReceiverHandler, number | null, string]>([
    ['302', respondWithStatus(302, { Location: 'http://127.0.0.1:1/' }), 302, 'redirect'],
    ['429', respondWithStatus(429), 429, 'http'],
    ['no response', neverRespond, null, 'timeout'],
    ['half a response', truncateResponse, 200, 'closed'],
    ['a closed connection', (request) => request.socket.destroy(), null, 'closed'],
  ])(
    'a webhook request that receives %s fails, and the message is sent again',
    async (_, handler, code, error) => {
      receiver.respondWith(handler)
      const { id } = await createEndpoint(receiver)
      await createPerson('Ada')
      await startDispatcher().waitUntilIdle()
      expect(await readAttempts()).toMatchObject([{ status: code, error }])
      expect((await readEndpoint(id)).failingSince).toBe(new Date(world.clock.now()).toISOString())
      receiver.respondWith(respondWithStatus(200))
      await advanceToNextAttempt(1)
      expect(await readDeliveries()).toMatchObject([{ status: 'delivered', attempts: 2 }])
      expect((await readEndpoint(id)).failingSince).toBeNull()
      expect(new Set(receiver.received.map((message) => message.id)).size).toBe(1)
    },
  )

  test.each([
    ['120', 120_000],
    ['Mon, 01 Jun 2026 10:00:00 GMT', 3_600_000],
    ['99999999', dayMs],
  ])(
    'Retry-After: %s delays the next attempt of a webhook delivery by %i ms',
    async (header, waitMs) => {
      receiver.respondWith(respondWithStatus(429, { 'Retry-After': header }))
      await createEndpoint(receiver)
      await createPerson('Ada')
      await startDispatcher().waitUntilIdle()
      expect(await readDeliveries()).toMatchObject([
        { nextAttemptAt: new Date(world.clock.now() + waitMs).toISOString() },
      ])
    },
  )

  test('a 410 response disables a webhook endpoint and records an event', async () => {
    receiver.respondWith(respondWithStatus(410))
    const { id } = await createEndpoint(receiver)
    const secondReceiver = await startAnotherReceiver()
    await createEndpoint(secondReceiver)
    await createPerson('Ada')
    await startDispatcher().waitUntilIdle()
    await createPerson('Bea')
    await dispatcher?.waitUntilIdle()
    expect(receiver.received).toHaveLength(1)
    expect(await readEndpoint(id)).toMatchObject({
      disabledReason: 'gone',
      disabledAt: new Date(world.clock.now()).toISOString(),
      version: 2,
    })
    expect((await readDeliveries()).filter((item) => item.endpointId === id)).toMatchObject([
      { status: 'dead', attempts: 1 },
    ])
    expect(getFirstNames(secondReceiver)).toContain('Bea')
    const events = await world.deps.store.allCompanies.readLatest((db) =>
      db.all(disabledEventsQuery, {}),
    )
    expect(events).toMatchObject([{ recordId: id, recordVersion: 2, actorId: null }])
  })

  test('a webhook endpoint that fails for five days is disabled unless a delivery succeeds in the meantime', async () => {
    receiver.respondWith(respondWithStatus(500))
    const flakyReceiver = await startAnotherReceiver(respondWithStatus(500))
    const [deadEndpoint, liveEndpoint] = [
      await createEndpoint(receiver),
      await createEndpoint(flakyReceiver),
    ]
    startDispatcher()
    for (let daysPassed = 0; daysPassed <= 5; daysPassed++) {
      expect((await readEndpoint(deadEndpoint.id)).disabledAt).toBeNull()
      flakyReceiver.respondWith(respondWithStatus(daysPassed === 3 ? 200 : 500))
      await createPerson(`Day ${daysPassed}`)
      await dispatcher?.waitUntilIdle()
      world.clock.advance(dayMs)
    }
    expect(await readEndpoint(deadEndpoint.id)).toMatchObject({ disabledReason: 'failing' })
    expect((await readEndpoint(liveEndpoint.id)).disabledAt).toBeNull()
    const receivedCountBefore = receiver.received.length
    await createPerson('Later')
    await dispatcher?.waitUntilIdle()
    expect(receiver.received).toHaveLength(receivedCountBefore)
  })

  test('an error at one webhook endpoint does not delay the messages of other endpoints', async () => {
    await createEndpoint(receiver, { events: 'not JSON' })
    world.clock.advance(1)
    const otherReceiver = await startAnotherReceiver()
    await createEndpoint(otherReceiver)
    await createPerson('Ada')
    await startDispatcher().waitUntilIdle()
    expect([getFirstNames(receiver), getFirstNames(otherReceiver)]).toEqual([[], ['Ada']])
  })

  test('if the event patterns of a webhook endpoint change while its deliveries are being created, the new patterns apply', async () => {
    const { id } = await createEndpoint(receiver, { events: '["task.*"]' })
    const endpointBefore = await readEndpoint(id)
    const client = world.as('owner')
    await client.rest('PUT', `/v1/webhook-endpoints/${id}`, { events: ['person.*'] })
    await createPerson('Ada')
    expect(await createDeliveries(world.deps, endpointBefore)).toBe(false)
    await startDispatcher().waitUntilIdle()
    expect(getFirstNames(receiver)).toEqual(['Ada'])
  })

  test('a slow webhook endpoint delays neither other endpoints nor API requests', async () => {
    const slowReceiver = await startAnotherReceiver(neverRespond)
    for (let i = 0; i < 5; i++) await createEndpoint(slowReceiver)
    await createEndpoint(receiver)
    startDispatcher({ timeoutMs: 60_000 })
    for (let i = 0; i < 20; i++) await createPerson(`Person ${i}`)
    await receiver.waitForCount(20)
    const startMs = performance.now()
    await createPerson('And one more')
    expect(performance.now() - startMs).toBeLessThan(1000)
    await receiver.waitForCount(21)
    expect(slowReceiver.received).toHaveLength(5)
  })

  test('a webhook endpoint with many messages does not delay other endpoints', async () => {
    await createEndpoint(receiver)
    for (let i = 0; i < 40; i++) await createPerson(`Person ${i}`)
    const secondReceiver = await startAnotherReceiver()
    await createEndpoint(secondReceiver)
    await createPerson('For both')
    let receivedCount = 0
    secondReceiver.respondWith((_, response) => {
      receivedCount = receiver.received.length
      response.end()
    })
    await startDispatcher({ maxEndpoints: 1 }).waitUntilIdle()
    expect(receiver.received).toHaveLength(41)
    expect(getFirstNames(secondReceiver)).toEqual(['For both'])
    expect(receivedCount).toBeLessThan(41)
  })

  test('a webhook endpoint receives only events that its user can view, and none while the user is suspended', async () => {
    await createEndpoint(receiver, {}, 'agent')
    startDispatcher()
    await createPerson('Mine', 'owner', { assignedAgentId: world.users.agent.id })
    await createPerson('Of another', 'owner', { assignedAgentId: world.users.loner.id })
    await dispatcher?.waitUntilIdle()
    expect(getFirstNames(receiver)).toEqual(['Mine'])
    expect(
      (await world.as('owner').rest('POST', `/v1/users/${world.users.agent.id}/suspend`)).status,
    ).toBeLessThan(300)
    await createPerson('While suspended', 'owner')
    await dispatcher?.waitUntilIdle()
    expect(receiver.received.map(({ body }) => body.type)).toEqual(['person.created'])
  })

  test('a webhook endpoint receives only events within the scopes of the key that created the endpoint', async () => {
    await createEndpoint(receiver, { scopes: '["tasks.manage"]' })
    await createPerson('Ada')
    await world.as('owner').rest('POST', '/v1/tasks', { title: 'Call' })
    await startDispatcher().waitUntilIdle()
    expect(receiver.received.map(({ body }) => body.type)).toEqual(['task.created'])
  })

  test("a webhook message is not retried if the endpoint's user can no longer view the record", async () => {
    receiver.respondWith(respondWithStatus(500))
    const { id } = await createEndpoint(receiver)
    await createPerson('Ada')
    await startDispatcher().waitUntilIdle()
    await updateEndpoint(id, { userId: world.users.idle.id })
    receiver.respondWith(respondWithStatus(200))
    await advanceToNextAttempt(1)
    expect(receiver.received).toHaveLength(1)
    expect(await readDeliveries()).toMatchObject([{ status: 'dead', attempts: 1 }])
  })

  test('deliveries of a paused webhook endpoint wait until the endpoint is resumed', async () => {
    const { id } = await createEndpoint(receiver, { pausedAt: '2026-06-01T09:00:00.000Z' })
    await createPerson('Ada')
    await startDispatcher().waitUntilIdle()
    expect(receiver.received).toEqual([])
    expect(await readDeliveries()).toMatchObject([{ status: 'pending', attempts: 0 }])
    await updateEndpoint(id, { pausedAt: null })
    await dispatcher?.waitUntilIdle()
    expect(getFirstNames(receiver)).toEqual(['Ada'])
  })

  test('webhook messages are signed with both secrets after a rotation until the previous secret expires', async () => {
    const { id, secret } = await createEndpoint(receiver)
    const { deps } = world
    const nextSecret = createWebhookSecret(deps)
    const endpointKey = { companyId: world.company.id, id }
    const expiresAt = new Date(deps.now() + dayMs).toISOString()
    await updateEndpoint(id, {
      secret: encryptSecret(deps, endpointKey, nextSecret),
      previousSecret: encryptSecret(deps, endpointKey, secret),
      previousSecretExpiresAt: expiresAt,
    })
    await createPerson('Ada')
    await startDispatcher().waitUntilIdle()
    world.clock.advance(dayMs + 1)
    await createPerson('Bea')
    await dispatcher?.waitUntilIdle()
    const computeSignature = (
      { id: messageId, headers, text }: Receiver['received'][0],
      signingSecret: string,
    ) =>
      new Webhook(signingSecret).sign(
        messageId,
        new Date(Number(headers['webhook-timestamp']) * 1000),
        text,
      )
    const [firstMessage, secondMessage] = receiver.received as [
      Receiver['received'][0],
      Receiver['received'][0],
    ]
    expect(firstMessage.headers['webhook-signature']).toBe(
      `${computeSignature(firstMessage, nextSecret)} ${computeSignature(firstMessage, secret)}`,
    )
    expect(secondMessage.headers['webhook-signature']).toBe(
      computeSignature(secondMessage, nextSecret),
    )
  })

  test('a webhook ping is sent exactly as stored', async () => {
    const { id } = await createEndpoint(receiver)
    const createdAt = new Date(world.clock.now()).toISOString()
    const deliveryRow = {
      companyId: world.company.id,
      id: 'msg_ping',
      endpointId: id,
      type: 'ping',
      status: 'pending' as const,
      attempts: 0,
      attemptsBefore: 2,
    }
    await world.deps.store.allCompanies.write((db) =>
      db.insert('webhookDeliveries', {
        ...deliveryRow,
        nextAttemptAt: createdAt,
        createdAt: createdAt,
        payload: '{"type":"ping"}',
        requestId: 'request',
      }),
    )
    await startDispatcher().waitUntilIdle()
    expect(receiver.received).toMatchObject([{ id: 'msg_ping', text: '{"type":"ping"}' }])
    expect(await readAttempts()).toMatchObject([{ number: 3, requestId: 'request' }])
  })

  test('an attempt to send a webhook to a local address fails if local addresses are not permitted', async () => {
    await createEndpoint(receiver)
    world.deps.settings.WEBHOOKS_ALLOW_LOCAL = false
    await createPerson('Ada')
    await startDispatcher().waitUntilIdle()
    expect(receiver.received).toEqual([])
    expect(await readAttempts()).toMatchObject([{ error: 'refused_address', status: null }])
  })

  describe('Dispatcher shutdown', () => {
    /** Opens the database of the world a second time, as another process would. */
    const reopenDatabase = async (): Promise<Deps> => {
      const store = await openStore({ url: world.database })
      closables.push({ stop: () => store.close() })
      return createDeps(store, world.deps.settings, {
        now: world.clock.now,
        randomBytes: world.deps.randomBytes,
        log: world.deps.log,
      })
    }

    test('a shutdown between COMMIT and the creation of deliveries loses no webhook message', async () => {
      await createEndpoint(receiver)
      await createPerson('Ada')
      const secondDispatcher = new Dispatcher(await reopenDatabase(), { owner: 'second' })
      await secondDispatcher.waitUntilIdle()
      await secondDispatcher.stop()
      expect(getFirstNames(receiver)).toEqual(['Ada'])
    })

    test.each([
      ['is sent by another dispatcher after its lease expires', { owner: 'second' }, 60_000],
      [
        'is sent immediately by the next dispatcher with the same owner name',
        { owner: 'first', alone: true },
        0,
      ],
    ])('a webhook delivery that is leased during a shutdown %s', async (_, options, waitMs) => {
      const { id } = await createEndpoint(receiver)
      await createPerson('Ada')
      await createPerson('Bea')
      const planningDispatcher = new Dispatcher(world.deps, {
        owner: 'planner',
        timeoutMs: 1000,
        maxEndpoints: 0,
      })
      await planningDispatcher.waitUntilIdle()
      await planningDispatcher.stop()
      const endpointKey = { companyId: world.company.id, endpointId: id }
      const leasedDelivery = await world.deps.store.allCompanies.write((db) =>
        leaseDelivery(world.deps, db, endpointKey, { owner: 'first', leaseMs: 30_000 }),
      )
      expect(leasedDelivery).toBeDefined()
      const secondDispatcher = new Dispatcher(await reopenDatabase(), options)
      closables.unshift(secondDispatcher)
      await secondDispatcher.waitUntilIdle()
      if (waitMs > 0) expect(receiver.received).toEqual([])
      world.clock.advance(waitMs)
      await secondDispatcher.waitUntilIdle()
      expect(getFirstNames(receiver)).toEqual(['Ada', 'Bea'])
      expect(receiver.received[0]?.id).toBe(leasedDelivery?.delivery.id)
    })

    test('a webhook attempt interrupted by a shutdown is repeated with the same attempt number', async () => {
      receiver.respondWith(neverRespond)
      await createEndpoint(receiver)
      startDispatcher({ timeoutMs: 60_000 })
      await createPerson('Ada')
      await receiver.waitForCount(1)
      await dispatcher?.stop()
      expect(await readDeliveries()).toMatchObject([
        { status: 'pending', attempts: 0, leasedUntil: null },
      ])
      receiver.respondWith(respondWithStatus(200))
      await startDispatcher().waitUntilIdle()
      expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
      expect(await readDeliveries()).toMatchObject([{ status: 'delivered', attempts: 1 }])
    })

    test('if two dispatchers create the same webhook deliveries, only one succeeds', async () => {
      const endpointRow = await readEndpoint((await createEndpoint(receiver)).id)
      await createPerson('Ada')
      expect([
        await createDeliveries(world.deps, endpointRow),
        await createDeliveries(world.deps, endpointRow),
      ]).toEqual([true, false])
      expect(await readDeliveries()).toHaveLength(1)
    })

    test('a webhook dispatcher that lost its lease of a delivery stores no result', async () => {
      const { id } = await createEndpoint(receiver)
      await createPerson('Ada')
      await createDeliveries(world.deps, await readEndpoint(id))
      const { deps } = world
      const [lateLease, nextLease] = ['late', 'next'].map((owner) => ({
        owner,
        leaseMs: 1000,
      })) as [{ owner: string; leaseMs: number }, { owner: string; leaseMs: number }]
      const leaseNextDelivery = (dispatcherOptions: typeof lateLease) =>
        deps.store.allCompanies.write((db) =>
          leaseDelivery(
            deps,
            db,
            { companyId: world.company.id, endpointId: id },
            dispatcherOptions,
          ),
        )
      const leasedDelivery = await leaseNextDelivery(lateLease)
      if (!leasedDelivery) throw new Error('no delivery could be leased')
      expect(await leaseNextDelivery(nextLease)).toBeUndefined()
      world.clock.advance(1001)
      expect((await leaseNextDelivery(nextLease))?.delivery.id).toBe(leasedDelivery.delivery.id)
      await deps.store.allCompanies.write((db) =>
        recordResult(
          deps,
          db,
          leasedDelivery,
          { status: 500, error: 'http', latencyMs: 1 },
          lateLease,
        ),
      )
      expect(await readDeliveries()).toMatchObject([
        { status: 'pending', attempts: 0, leaseOwner: 'next' },
      ])
      await deps.store.allCompanies.write((db) =>
        recordResult(deps, db, leasedDelivery, { status: 200, latencyMs: 1 }, nextLease),
      )
      expect(await readDeliveries()).toMatchObject([
        { status: 'delivered', attempts: 1, leaseOwner: null },
      ])
    })
  })
})
