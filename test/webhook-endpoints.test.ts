import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepDeliveries } from '../src/resources/webhooks/deliveries.ts'
import { listSigningSecrets } from '../src/resources/webhooks/secrets.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../src/resources/webhooks/table.ts'
import { query } from '../src/store/query.ts'
import { createDeliveries } from '../src/webhooks/create-deliveries.ts'
import type { Client } from './support/client.ts'
import { dump } from './support/dump.ts'
import { createWorld, type World } from './support/world.ts'

const url = 'https://93.184.216.34/hook'
const dayMs = 86_400_000
const endpointQuery = query((k, p: { id: string }) =>
  k.selectFrom('webhookEndpoints').selectAll().where('id', '=', p.id),
)
const deliveriesQuery = query((k, p: { endpointId: string }) =>
  k
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('endpointId', '=', p.endpointId)
    .orderBy('id'),
)
const attemptsQuery = query<object, { deliveryId: string }>(
  () => sql<{ deliveryId: string }>`select "deliveryId" from "webhookAttempts"`,
)

describe('Webhook endpoints', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const asOwner = () => world.as('owner')
  const createEndpoint = async (input: object = {}, user: 'owner' | 'admin' = 'owner') => {
    const reply = await world
      .as(user)
      .rest('POST', '/v1/webhook-endpoints', { url, events: ['deal.*'], ...input })
    expect(reply.status, reply.text).toBe(201)
    return reply.body.data as {
      id: string
      secret: string
      webhookEndpoint: Record<string, unknown>
    }
  }
  const getPath = (id: string, suffix = '') => `/v1/webhook-endpoints/${id}${suffix}`
  const readEndpoint = async (id: string) => (await asOwner().rest('GET', getPath(id))).body.data
  const updateEndpoint = (id: string, input: object) => asOwner().rest('PUT', getPath(id), input)
  const readEndpointRow = async (id: string) =>
    (await world.deps.store.allCompanies.read((db) =>
      db.first(endpointQuery, { id }),
    )) as WebhookEndpointRow
  const readDeliveryRows = (endpointId: string) =>
    world.deps.store.allCompanies.read((db) => db.all(deliveriesQuery, { endpointId })) as Promise<
      WebhookDeliveryRow[]
    >
  const readEvents = async (id: string) =>
    (
      await asOwner().gql(
        `{ auditLog(where: { recordId: { eq: "${id}" } }) { nodes { type recordVersion changes { field from to } } } }`,
      )
    ).body.data.auditLog.nodes
  const updateDelivery = (endpointId: string, id: string, values: Partial<WebhookDeliveryRow>) =>
    world.deps.store.allCompanies.write((db) =>
      db.update('webhookDeliveries', { companyId: world.company.id, endpointId, id }, values),
    )
  const addAttempt = (deliveryId: string, attemptNumber: number) =>
    world.deps.store.allCompanies.write((db) =>
      db.insert('webhookAttempts', {
        companyId: world.company.id,
        deliveryId,
        number: attemptNumber,
        at: new Date(world.clock.now()).toISOString(),
        status: 500,
        latencyMs: 12,
        error: 'http',
        nextAttemptAt: new Date(world.clock.now() + 5000).toISOString(),
        requestId: 'request-1',
      }),
    )
  const sendPing = async (id: string) =>
    (await asOwner().rest('POST', getPath(id, '/ping'))).body.data
  const disableEndpoint = (id: string) =>
    world.deps.store.allCompanies.write((db) => {
      const createdAt = new Date(world.clock.now()).toISOString()
      return db.update(
        'webhookEndpoints',
        { companyId: world.company.id, id },
        { disabledAt: createdAt, disabledReason: 'failing', failingSince: createdAt },
      )
    })

  test('the secret of a webhook endpoint is returned once and stored encrypted', async () => {
    const { id, secret, webhookEndpoint } = await createEndpoint({
      events: ['deal.*', 'deal.*', 'person.created'],
      description: ' For the ERP ',
    })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(webhookEndpoint).toMatchObject({
      id,
      url,
      events: ['deal.*', 'person.created'],
      description: 'For the ERP',
      status: 'active',
      pendingCount: 0,
    })
    expect(webhookEndpoint).toMatchObject({
      userId: world.users.owner.id,
      lastDelivery: null,
      version: 1,
    })
    expect(JSON.stringify(await readEndpoint(id))).not.toContain('whsec_')
    const row = await readEndpointRow(id)
    expect(listSigningSecrets(world.deps, row)).toEqual([secret])
    const databaseDump = JSON.stringify(await dump(world))
    expect([databaseDump.includes(secret), databaseDump.includes(secret.slice(6))]).toEqual([
      false,
      false,
    ])
    expect(await readEvents(id)).toMatchObject([
      { type: 'webhookEndpoint.created', recordVersion: 1 },
    ])
    expect(JSON.stringify(await readEvents(id))).not.toContain(row.secret)
  })

  test("the secret of a webhook endpoint can be decrypted only with the server's encryption key and the id of the endpoint", async () => {
    const [firstRow, otherRow] = [
      await readEndpointRow((await createEndpoint()).id),
      await readEndpointRow((await createEndpoint()).id),
    ]
    expect(() => listSigningSecrets(world.deps, { ...firstRow, secret: otherRow.secret })).toThrow()
    expect(() =>
      listSigningSecrets({ ...world.deps, webhookKey: Buffer.alloc(32) }, firstRow),
    ).toThrow()
  })

  test('a webhook endpoint receives only events that occur after its creation', async () => {
    const sequence = (await asOwner().gql('{ auditLog(first: 1) { nodes { sequence } } }')).body
      .data.auditLog.nodes[0].sequence
    expect((await readEndpointRow((await createEndpoint()).id)).lastSequence).toBe(sequence)
  })

  test('a webhook endpoint cannot be created or updated with a URL that is not HTTPS, contains credentials or is not public', async () => {
    const { id } = await createEndpoint()
    const dataBefore = await dump(world)
    for (const invalidUrl of [
      'http://93.184.216.34/hook',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://[::ffff:127.0.0.1]/',
      'https://10.0.0.8/',
      'https://localhost/',
      'https://ann:secret@93.184.216.34/',
      'https://169.254.169.254/latest/meta-data',
    ])
      for (const reply of [
        await asOwner().rest('POST', '/v1/webhook-endpoints', { url: invalidUrl, events: ['*'] }),
        await updateEndpoint(id, { url: invalidUrl }),
      ])
        expect([invalidUrl, reply.status, reply.body.error.details?.[0].field]).toEqual([
          invalidUrl,
          400,
          'url',
        ])
    expect(await dump(world)).toEqual(dataBefore)
  })

  test('a webhook endpoint with an unknown host is rejected, and the DNS lookup does not block writes', async () => {
    const unknownUrl = 'https://no-such-name.dealgraph-nowhere.com/'
    const lookedUpHosts: string[] = []
    world.deps.resolve = async (host) => {
      lookedUpHosts.push(host)
      return []
    }
    const creationPromise = asOwner().gql(
      'mutation($a: CreateWebhookEndpointInput!, $b: CreateWebhookEndpointInput!) { a: createWebhookEndpoint(input: $a) { webhookEndpoint { id } } b: createWebhookEndpoint(input: $b) { webhookEndpoint { id } } }',
      { a: { url: unknownUrl, events: ['*'] }, b: { url, events: ['*'] } },
    )
    expect((await asOwner().rest('POST', '/v1/tags', { name: 'Meanwhile' })).status).toBe(201)
    const { body } = await creationPromise
    delete world.deps.resolve
    expect(lookedUpHosts).toEqual(['no-such-name.dealgraph-nowhere.com'])
    expect(body.errors).toHaveLength(1)
    expect(body.errors[0]).toMatchObject({
      path: ['a'],
      extensions: { code: 'VALIDATION_ERROR', details: [{ field: 'input.url' }] },
    })
    expect(body.errors[0].extensions.details[0].message).toContain('cannot be resolved')
  })

  test('the error for invalid event patterns of a webhook endpoint states the indexes of the patterns', async () => {
    const reply = await asOwner().rest('POST', '/v1/webhook-endpoints', {
      url,
      events: ['deal.*', 'deal', '*.created', 'Deal.moved'],
    })
    expect([
      reply.status,
      reply.body.error.details.map(({ field }: { field: string }) => field),
    ]).toEqual([400, ['events[1]', 'events[2]', 'events[3]']])
    for (const events of [[], Array(51).fill('*')])
      expect((await asOwner().rest('POST', '/v1/webhook-endpoints', { url, events })).status).toBe(
        400,
      )
  })

  test('a webhook endpoint update that changes nothing records no event', async () => {
    const { id } = await createEndpoint()
    const { body } = await updateEndpoint(id, {
      url: `${url}/2`,
      events: ['*'],
      description: 'All',
    })
    expect(body.data).toMatchObject({
      url: `${url}/2`,
      events: ['*'],
      description: 'All',
      version: 2,
    })
    expect((await readEvents(id))[0]).toMatchObject({
      type: 'webhookEndpoint.updated',
      changes: [{ field: 'url' }, { field: 'events', from: ['deal.*'], to: ['*'] }, {}],
    })
    const dataBefore = await dump(world)
    expect((await updateEndpoint(id, { events: ['*'], paused: false })).body.data.version).toBe(2)
    expect((await updateEndpoint(id, {})).status).toBe(400)
    const outdatedReply = await asOwner().gql(
      'mutation($id: ID!) { updateWebhookEndpoint(id: $id, expectedVersion: 1, input: { paused: true }) { webhookEndpoint { id } } }',
      { id },
    )
    expect(outdatedReply.body.errors[0].extensions.code).toBe('PRECONDITION_FAILED')
    expect(await dump(world)).toEqual(dataBefore)
  })

  test('a webhook endpoint can be paused and resumed, even after it was disabled', async () => {
    const { id } = await createEndpoint()
    expect((await updateEndpoint(id, { paused: true })).body.data).toMatchObject({
      status: 'paused',
      pausedAt: new Date(world.clock.now()).toISOString(),
    })
    await disableEndpoint(id)
    expect(await readEndpoint(id)).toMatchObject({ status: 'disabled', disabledReason: 'failing' })
    const resumedEndpoint = (await updateEndpoint(id, { paused: false })).body.data
    expect(resumedEndpoint).toMatchObject({
      status: 'active',
      pausedAt: null,
      disabledAt: null,
      disabledReason: null,
      failingSince: null,
      version: 3,
    })
    expect((await readEvents(id))[0].changes.map(({ field }: { field: string }) => field)).toEqual([
      'pausedAt',
      'disabledAt',
      'disabledReason',
      'failingSince',
    ])
  })

  test('a webhook endpoint has the permissions of the key that created it or last changed its URL or events', async () => {
    const narrowedClient = await world.createKey('admin', ['webhooks.manage', 'people.view.own'])
    const widerClient = await world.createKey('admin', ['webhooks.manage', 'people.view.all'])
    const creationReply = await narrowedClient.rest('POST', '/v1/webhook-endpoints', {
      url,
      events: ['deal.*'],
    })
    const { id } = creationReply.body.data
    const readPermissions = async () => {
      const { userId, scopes } = await readEndpointRow(id)
      return [userId, JSON.parse(scopes ?? 'null')]
    }
    const { admin } = world.users
    await widerClient.rest('PUT', getPath(id), { description: 'Seen' })
    expect(await readPermissions()).toEqual([admin.id, ['people.view.own', 'webhooks.manage']])
    await widerClient.rest('PUT', getPath(id), { url: `${url}/elsewhere` })
    const viewScopes = ['people.view.all', 'people.view.own', 'people.view.team']
    expect(await readPermissions()).toEqual([admin.id, [...viewScopes, 'webhooks.manage']])
    expect((await narrowedClient.rest('PUT', getPath(id), { description: 'No' })).status).toBe(403)
    await updateEndpoint(id, { events: ['task.*'] })
    expect(await readEndpointRow(id)).toMatchObject({ userId: world.users.owner.id, scopes: null })
    expect((await widerClient.rest('PUT', getPath(id), { url })).status).toBe(403)
  })

  test('webhook messages are signed with the new and the previous secret for 24 hours after a rotation', async () => {
    const { id, secret } = await createEndpoint()
    const rotateSecret = async () =>
      (await asOwner().rest('POST', getPath(id, '/rotate-secret'))).body.data
    const secondRotation = await rotateSecret()
    expect(secondRotation.webhookEndpoint.previousSecretExpiresAt).toBe(
      new Date(world.clock.now() + dayMs).toISOString(),
    )
    expect(listSigningSecrets(world.deps, await readEndpointRow(id))).toEqual([
      secondRotation.secret,
      secret,
    ])
    world.clock.advance(1000)
    const thirdRotation = await rotateSecret()
    expect(listSigningSecrets(world.deps, await readEndpointRow(id))).toEqual([
      thirdRotation.secret,
      secondRotation.secret,
    ])
    world.clock.advance(dayMs)
    expect(listSigningSecrets(world.deps, await readEndpointRow(id))).toEqual([
      thirdRotation.secret,
    ])
    const [rotationEvent] = await readEvents(id)
    expect(rotationEvent).toMatchObject({
      type: 'webhookEndpoint.rotated',
      recordVersion: 3,
      changes: [{ field: 'previousSecretExpiresAt' }],
    })
  })

  test('a webhook ping creates a delivery that is due immediately, or returns 409 if the endpoint is paused', async () => {
    const { id } = await createEndpoint()
    const delivery = await sendPing(id)
    expect(delivery).toMatchObject({
      endpointId: id,
      type: 'webhook.ping',
      status: 'pending',
      attemptCount: 0,
      attempts: [],
      eventId: null,
    })
    expect(delivery.nextAttemptAt).toBe(new Date(world.clock.now()).toISOString())
    const [row] = await readDeliveryRows(id)
    expect(JSON.parse(row?.payload ?? '')).toEqual({
      type: 'webhook.ping',
      timestamp: delivery.createdAt,
      data: { webhookEndpointId: id },
    })
    expect(await readEndpoint(id)).toMatchObject({
      pendingCount: 1,
      lastDelivery: { id: delivery.id },
    })
    expect((await readEvents(id))[0]).toMatchObject({
      type: 'webhookEndpoint.pinged',
      recordVersion: 1,
    })
    await updateEndpoint(id, { paused: true })
    for (const reply of [
      await asOwner().rest('POST', getPath(id, '/ping')),
      await asOwner().rest('POST', `/v1/webhook-deliveries/${delivery.id}/replay`),
    ])
      expect([reply.status, reply.body.error.message]).toEqual([
        409,
        expect.stringContaining('paused'),
      ])
  })

  test('a replayed webhook delivery keeps its id and attempts, and cannot be replayed while it is being sent', async () => {
    const { id } = await createEndpoint()
    const delivery = await sendPing(id)
    await updateDelivery(id, delivery.id, { status: 'dead', attempts: 2, nextAttemptAt: null })
    await addAttempt(delivery.id, 1)
    await addAttempt(delivery.id, 2)
    world.clock.advance(1000)
    const replayedDelivery = (
      await asOwner().rest('POST', `/v1/webhook-deliveries/${delivery.id}/replay`)
    ).body.data
    expect(replayedDelivery).toMatchObject({
      id: delivery.id,
      status: 'pending',
      attemptCount: 2,
      nextAttemptAt: new Date(world.clock.now()).toISOString(),
    })
    expect(replayedDelivery.attempts).toMatchObject([
      { number: 1, status: 500, error: 'http', latencyMs: 12 },
      { number: 2, status: 500, error: 'http' },
    ])
    expect(await readDeliveryRows(id)).toMatchObject([{ attempts: 0, attemptsBefore: 2 }])
    await updateDelivery(id, delivery.id, {
      leasedUntil: new Date(world.clock.now() + 1).toISOString(),
      leaseOwner: 'one',
    })
    expect(
      (await asOwner().rest('POST', `/v1/webhook-deliveries/${delivery.id}/replay`)).status,
    ).toBe(409)
  })

  test("a webhook replay sends an endpoint's failed deliveries, or all its deliveries since a given time", async () => {
    const [{ id }, otherEndpoint] = [await createEndpoint(), await createEndpoint()]
    const createdIds: string[] = []
    for (let i = 0; i < 6; i++) {
      createdIds.push((await sendPing(id)).id)
      await updateDelivery(id, createdIds[i] as string, {
        status: i % 2 ? 'delivered' : 'dead',
        attempts: 1,
        nextAttemptAt: null,
      })
      world.clock.advance(60_000)
    }
    const otherDeliveryId = (await sendPing(otherEndpoint.id)).id
    await updateDelivery(otherEndpoint.id, otherDeliveryId, { status: 'dead' })
    const replayDeliveries = async (input: object) =>
      (await asOwner().rest('POST', getPath(id, '/replay'), input)).body
    const listPendingIndexes = async () =>
      (await readDeliveryRows(id))
        .filter(({ status }) => status === 'pending')
        .map((row) => createdIds.indexOf(row.id))
    const getTimeMinutesAgo = (minutes: number) =>
      new Date(world.clock.now() - minutes * 60_000).toISOString()
    expect((await replayDeliveries({})).error.details).toMatchObject([
      { field: 'failed', code: 'REQUIRED_FIELD' },
    ])
    expect((await replayDeliveries({ failed: true, since: getTimeMinutesAgo(4) })).data).toEqual({
      count: 2,
      nextSince: null,
    })
    expect(await listPendingIndexes()).toEqual([2, 4])
    expect((await replayDeliveries({ failed: true })).data.count).toBe(1)
    expect(await listPendingIndexes()).toEqual([0, 2, 4])
    expect((await replayDeliveries({ since: getTimeMinutesAgo(3) })).data.count).toBe(3)
    expect(await listPendingIndexes()).toEqual([0, 2, 3, 4, 5])
    expect((await readDeliveryRows(otherEndpoint.id))[0]?.status).toBe('dead')
    expect((await readEvents(id))[0]).toMatchObject({
      type: 'webhookEndpoint.replayed',
      changes: [{ field: 'deliveries', to: 3 }],
    })
    expect(
      (await replayDeliveries({ since: new Date(world.clock.now() + dayMs).toISOString() })).data,
    ).toEqual({ count: 0, nextSince: null })
  })

  test('a webhook replay resends at most 10,000 deliveries and returns the start time of the next replay', async () => {
    const { id } = await createEndpoint()
    const [firstDelivery] = [await sendPing(id)]
    const deliveryCount = 10_003
    await world.deps.store.allCompanies.write(async (db) => {
      const [row] = (await db.all(deliveriesQuery, { endpointId: id })) as [WebhookDeliveryRow]
      for (let i = 1; i < deliveryCount; i++)
        await db.insert('webhookDeliveries', {
          ...row,
          id: world.deps.newId('msg'),
          eventSequence: i,
          status: 'delivered',
          nextAttemptAt: null,
        })
    })
    const replaySince = async (sinceTime: string) =>
      (await asOwner().rest('POST', getPath(id, '/replay'), { since: sinceTime })).body.data
    const { count, nextSince } = await replaySince(firstDelivery.createdAt)
    expect([count, nextSince]).toEqual([10_000, firstDelivery.createdAt])
    const pendingRows = (await readDeliveryRows(id)).filter(({ status }) => status === 'pending')
    expect(pendingRows).toHaveLength(10_000)
    expect((await readEndpoint(id)).pendingCount).toBe(10_000)
    expect((await asOwner().rest('DELETE', getPath(id))).status).toBe(200)
    expect(await readDeliveryRows(id)).toEqual([])
  })

  test('a webhook endpoint receives events about endpoints with the pattern `webhookEndpoint.*` but not with `*`', async () => {
    const [wildcardEndpoint, endpointObserver] = [
      await createEndpoint({ events: ['*'] }),
      await createEndpoint({ events: ['webhookEndpoint.*', 'tag.created'] }),
    ]
    await asOwner().rest('POST', '/v1/tags', { name: 'News' })
    const readDeliveries = async ({ id }: { id: string }) => {
      await createDeliveries(world.deps, await readEndpointRow(id))
      return [...new Set((await readDeliveryRows(id)).map(({ type }) => type))].sort()
    }
    expect([
      await readDeliveries(wildcardEndpoint),
      await readDeliveries(endpointObserver),
    ]).toEqual([['tag.created'], ['tag.created', 'webhookEndpoint.created']])
  })

  test('a webhook delivery contains its event, or null for a ping, and is hidden from keys that cannot view the endpoint', async () => {
    const { id } = await createEndpoint({ events: ['person.created'] })
    await asOwner().rest('POST', '/v1/people', { firstName: 'Told' })
    await createDeliveries(world.deps, await readEndpointRow(id))
    await sendPing(id)
    const query =
      'query($id: ID!) { webhookDeliveries(where: { endpointId: { eq: $id } }) { nodes { type event { type recordKind changes { field to } } } } }'
    const readDeliveries = async (client: Client) =>
      (await client.gql(query, { id })).body.data.webhookDeliveries.nodes
    const expectedEvent = {
      type: 'person.created',
      recordKind: 'person',
      changes: expect.arrayContaining([{ field: 'firstName', to: 'Told' }]),
    }
    const pingDelivery = { type: 'webhook.ping', event: null }
    expect(await readDeliveries(asOwner())).toEqual([
      pingDelivery,
      { type: 'person.created', event: expectedEvent },
    ])
    expect(await readDeliveries(await world.createKey('owner', ['webhooks.manage']))).toEqual([])
  })

  test('deleting a webhook endpoint deletes its deliveries and attempts', async () => {
    const { id } = await createEndpoint()
    const delivery = await sendPing(id)
    await addAttempt(delivery.id, 1)
    expect((await asOwner().rest('DELETE', getPath(id))).body).toMatchObject({
      success: true,
      message: 'Webhook endpoint deleted',
    })
    expect((await asOwner().rest('GET', getPath(id))).status).toBe(404)
    expect((await asOwner().rest('GET', `/v1/webhook-deliveries/${delivery.id}`)).status).toBe(404)
    expect(
      await world.deps.store.allCompanies.read((db) => db.all(attemptsQuery, {})),
    ).not.toContainEqual({
      deliveryId: delivery.id,
    })
    expect((await readEvents(id))[0]).toMatchObject({
      type: 'webhookEndpoint.deleted',
      recordVersion: 1,
    })
  })

  test('a company can have at most 100 webhook endpoints', async () => {
    const { totalCount } = (await world.as('stranger').gql('{ webhookEndpoints { totalCount } }'))
      .body.data.webhookEndpoints
    expect(totalCount).toBe(0)
    const input = { url, events: ['*'] }
    for (let i = 0; i < 100; i++)
      expect((await world.as('stranger').rest('POST', '/v1/webhook-endpoints', input)).status).toBe(
        201,
      )
    expect(
      (await world.as('stranger').rest('POST', '/v1/webhook-endpoints', input)).body.error.code,
    ).toBe('CONFLICT')
  })

  test('events about webhook endpoints are visible only to users who can manage the endpoints', async () => {
    const { id } = await createEndpoint()
    const listEventTypes = async (user: 'admin' | 'leader' | 'stranger') => {
      const eventTypes: string[] = []
      for (let afterCursor: string | null = null, hasMore = true; hasMore; ) {
        const afterArgument: string = afterCursor ? `, after: "${afterCursor}"` : ''
        const { nodes, pageInfo } = (
          await world
            .as(user)
            .gql(
              `{ events(first: 100, types: ["webhookEndpoint.*"]${afterArgument}) { nodes { recordId type } pageInfo { hasNextPage endCursor } } }`,
            )
        ).body.data.events
        eventTypes.push(
          ...nodes
            .filter(({ recordId }: { recordId: string }) => recordId === id)
            .map(({ type }: { type: string }) => type),
        )
        hasMore = pageInfo.hasNextPage
        afterCursor = pageInfo.endCursor
      }
      return eventTypes
    }
    expect([
      await listEventTypes('admin'),
      await listEventTypes('leader'),
      await listEventTypes('stranger'),
    ]).toEqual([['webhookEndpoint.created'], [], []])
  })

  test('webhook deliveries are deleted after 30 days unless they are pending', async () => {
    const { id } = await createEndpoint()
    const [oldDelivery, pendingDelivery] = [await sendPing(id), await sendPing(id)]
    await updateDelivery(id, oldDelivery.id, { status: 'dead' })
    await addAttempt(oldDelivery.id, 1)
    world.clock.advance(29 * dayMs)
    const recentDelivery = await sendPing(id)
    await updateDelivery(id, recentDelivery.id, { status: 'delivered' })
    await sweepDeliveries(world.deps)
    expect((await readDeliveryRows(id)).map((row) => row.id)).toEqual([
      oldDelivery.id,
      pendingDelivery.id,
      recentDelivery.id,
    ])
    world.clock.advance(dayMs + 1000)
    await sweepDeliveries(world.deps)
    expect((await readDeliveryRows(id)).map((row) => row.id)).toEqual([
      pendingDelivery.id,
      recentDelivery.id,
    ])
    expect(
      await world.deps.store.allCompanies.read((db) => db.all(attemptsQuery, {})),
    ).not.toContainEqual({
      deliveryId: oldDelivery.id,
    })
  })
})

test('with WEBHOOKS_ALLOW_LOCAL, http and loopback webhook URLs are accepted', async () => {
  const world = await createWorld({ WEBHOOKS_ALLOW_LOCAL: 'true' })
  const reply = await world
    .as('admin')
    .rest('POST', '/v1/webhook-endpoints', { url: 'http://127.0.0.1:8080/hook', events: ['*'] })
  expect([reply.status, reply.body.data.webhookEndpoint.url]).toEqual([
    201,
    'http://127.0.0.1:8080/hook',
  ])
  await world.stop()
})
