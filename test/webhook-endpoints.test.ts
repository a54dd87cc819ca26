import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepDeliveries } from '../src/resources/webhooks/deliveries.ts'
import { signingSecrets } from '../src/resources/webhooks/secrets.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../src/resources/webhooks/table.ts'
import { query } from '../src/store/query.ts'
import { createDeliveries } from '../src/webhooks/outbox.ts'
import type { Client } from './support/client.ts'
import { dump } from './support/dump.ts'
import { createWorld, type World } from './support/world.ts'

const url = 'https://93.184.216.34/hook'
const day = 86_400_000
const endpointRow = query((k, p: { id: string }) =>
  k.selectFrom('webhookEndpoints').selectAll().where('id', '=', p.id),
)
const deliveryRows = query((k, p: { endpointId: string }) =>
  k
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('endpointId', '=', p.endpointId)
    .orderBy('id'),
)
const webhookAttempts = query<object, { deliveryId: string }>(
  () => sql<{ deliveryId: string }>`select "deliveryId" from "webhookAttempts"`,
)

describe('Webhook endpoints', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const owner = () => world.as('owner')
  const make = async (input: object = {}, user: 'owner' | 'admin' = 'owner') => {
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
  const path = (id: string, rest = '') => `/v1/webhook-endpoints/${id}${rest}`
  const read = async (id: string) => (await owner().rest('GET', path(id))).body.data
  const put = (id: string, input: object) => owner().rest('PUT', path(id), input)
  const stored = async (id: string) =>
    (await world.deps.store.allCompanies.read((db) =>
      db.first(endpointRow, { id }),
    )) as WebhookEndpointRow
  const rowsOf = (endpointId: string) =>
    world.deps.store.allCompanies.read((db) => db.all(deliveryRows, { endpointId })) as Promise<
      WebhookDeliveryRow[]
    >
  const eventsOf = async (id: string) =>
    (
      await owner().gql(
        `{ auditLog(where: { recordId: "${id}" }) { nodes { type recordVersion changes { field from to } } } }`,
      )
    ).body.data.auditLog.nodes
  const change = (endpointId: string, id: string, values: Partial<WebhookDeliveryRow>) =>
    world.deps.store.allCompanies.write((db) =>
      db.update('webhookDeliveries', { companyId: world.company.id, endpointId, id }, values),
    )
  const addAttempt = (deliveryId: string, number: number) =>
    world.deps.store.allCompanies.write((db) =>
      db.insert('webhookAttempts', {
        companyId: world.company.id,
        deliveryId,
        number,
        at: new Date(world.clock.now()).toISOString(),
        status: 500,
        latencyMs: 12,
        error: 'http',
        nextAttemptAt: new Date(world.clock.now() + 5000).toISOString(),
        requestId: 'request-1',
      }),
    )
  const ping = async (id: string) => (await owner().rest('POST', path(id, '/ping'))).body.data
  const disable = (id: string) =>
    world.deps.store.allCompanies.write((db) => {
      const at = new Date(world.clock.now()).toISOString()
      return db.update(
        'webhookEndpoints',
        { companyId: world.company.id, id },
        { disabledAt: at, disabledReason: 'failing', failingSince: at },
      )
    })

  test('the secret of a webhook endpoint is returned once, stored encrypted and in no event', async () => {
    const { id, secret, webhookEndpoint } = await make({
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
    expect(JSON.stringify(await read(id))).not.toContain('whsec_')
    const row = await stored(id)
    expect(signingSecrets(world.deps, row)).toEqual([secret])
    const everything = JSON.stringify(await dump(world))
    expect([everything.includes(secret), everything.includes(secret.slice(6))]).toEqual([
      false,
      false,
    ])
    expect(await eventsOf(id)).toMatchObject([
      { type: 'webhookEndpoint.created', recordVersion: 1 },
    ])
    expect(JSON.stringify(await eventsOf(id))).not.toContain(row.secret)
  })

  test('the secret of a webhook endpoint can be decrypted only in its own row with the right key', async () => {
    const [one, other] = [await stored((await make()).id), await stored((await make()).id)]
    expect(() => signingSecrets(world.deps, { ...one, secret: other.secret })).toThrow()
    expect(() => signingSecrets({ ...world.deps, webhookKey: Buffer.alloc(32) }, one)).toThrow()
  })

  test('a webhook endpoint receives only events after its creation', async () => {
    const sequence = (await owner().gql('{ auditLog(first: 1) { nodes { sequence } } }')).body.data
      .auditLog.nodes[0].sequence
    expect((await stored((await make()).id)).lastSequence).toBe(sequence)
  })

  test('a webhook endpoint refuses addresses that are not public, at creation and update', async () => {
    const { id } = await make()
    const before = await dump(world)
    for (const faults of [
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
        await owner().rest('POST', '/v1/webhook-endpoints', { url: faults, events: ['*'] }),
        await put(id, { url: faults }),
      ])
        expect([faults, reply.status, reply.body.error.details?.[0].field]).toEqual([
          faults,
          400,
          'url',
        ])
    expect(await dump(world)).toEqual(before)
  })

  test('a webhook endpoint refuses an unknown host, and its look-up does not block writes', async () => {
    const name = 'https://no-such-name.dealgraph-nowhere.com/'
    const lookups: string[] = []
    world.deps.resolve = async (host) => {
      lookups.push(host)
      return []
    }
    const created = owner().gql(
      'mutation($a: CreateWebhookEndpointInput!, $b: CreateWebhookEndpointInput!) { a: createWebhookEndpoint(input: $a) { id } b: createWebhookEndpoint(input: $b) { id } }',
      { a: { url: name, events: ['*'] }, b: { url, events: ['*'] } },
    )
    expect((await owner().rest('POST', '/v1/tags', { name: 'Meanwhile' })).status).toBe(201)
    const { body } = await created
    delete world.deps.resolve
    expect(lookups).toEqual(['no-such-name.dealgraph-nowhere.com'])
    expect(body.errors).toHaveLength(1)
    expect(body.errors[0]).toMatchObject({
      path: ['a'],
      extensions: { code: 'VALIDATION_ERROR', details: [{ field: 'url' }] },
    })
    expect(body.errors[0].extensions.details[0].message).toContain('cannot be found')
  })

  test('a webhook endpoint refuses invalid event patterns by their index', async () => {
    const reply = await owner().rest('POST', '/v1/webhook-endpoints', {
      url,
      events: ['deal.*', 'deal', '*.created', 'Deal.moved'],
    })
    expect([
      reply.status,
      reply.body.error.details.map(({ field }: { field: string }) => field),
    ]).toEqual([400, ['events[1]', 'events[2]', 'events[3]']])
    for (const events of [[], Array(51).fill('*')])
      expect((await owner().rest('POST', '/v1/webhook-endpoints', { url, events })).status).toBe(
        400,
      )
  })

  test('an update of a webhook endpoint without a change records nothing, and an outdated version is refused', async () => {
    const { id } = await make()
    const { body } = await put(id, { url: `${url}/2`, events: ['*'], description: 'All' })
    expect(body.data).toMatchObject({
      url: `${url}/2`,
      events: ['*'],
      description: 'All',
      version: 2,
    })
    expect((await eventsOf(id))[0]).toMatchObject({
      type: 'webhookEndpoint.updated',
      changes: [{ field: 'url' }, { field: 'events', from: ['deal.*'], to: ['*'] }, {}],
    })
    const before = await dump(world)
    expect((await put(id, { events: ['*'], paused: false })).body.data.version).toBe(2)
    expect((await put(id, {})).status).toBe(400)
    const late = await owner().gql(
      'mutation($id: ID!) { updateWebhookEndpoint(id: $id, expectedVersion: 1, input: { paused: true }) { id } }',
      { id },
    )
    expect(late.body.errors[0].extensions.code).toBe('PRECONDITION_FAILED')
    expect(await dump(world)).toEqual(before)
  })

  test('a webhook endpoint can be paused and resumed, even after it was disabled', async () => {
    const { id } = await make()
    expect((await put(id, { paused: true })).body.data).toMatchObject({
      status: 'paused',
      pausedAt: new Date(world.clock.now()).toISOString(),
    })
    await disable(id)
    expect(await read(id)).toMatchObject({ status: 'disabled', disabledReason: 'failing' })
    const resumed = (await put(id, { paused: false })).body.data
    expect(resumed).toMatchObject({
      status: 'active',
      pausedAt: null,
      disabledAt: null,
      disabledReason: null,
      failingSince: null,
      version: 3,
    })
    expect((await eventsOf(id))[0].changes.map(({ field }: { field: string }) => field)).toEqual([
      'pausedAt',
      'disabledAt',
      'disabledReason',
      'failingSince',
    ])
  })

  test('a webhook endpoint has the rights of the last key that changed its URL or events', async () => {
    const narrow = await world.createKey('admin', ['webhooks.manage', 'people.view.own'])
    const wider = await world.createKey('admin', ['webhooks.manage', 'people.view.all'])
    const created = await narrow.rest('POST', '/v1/webhook-endpoints', { url, events: ['deal.*'] })
    const { id } = created.body.data
    const holder = async () => {
      const { userId, scopes } = await stored(id)
      return [userId, JSON.parse(scopes ?? 'null')]
    }
    const { admin } = world.users
    await wider.rest('PUT', path(id), { description: 'Seen' })
    expect(await holder()).toEqual([admin.id, ['people.view.own', 'webhooks.manage']])
    await wider.rest('PUT', path(id), { url: `${url}/elsewhere` })
    const all = ['people.view.all', 'people.view.own', 'people.view.team']
    expect(await holder()).toEqual([admin.id, [...all, 'webhooks.manage']])
    expect((await narrow.rest('PUT', path(id), { description: 'No' })).status).toBe(403)
    await put(id, { events: ['task.*'] })
    expect(await stored(id)).toMatchObject({ userId: world.users.owner.id, scopes: null })
    expect((await wider.rest('PUT', path(id), { url })).status).toBe(403)
  })

  test('messages are signed with the previous secret for 24 hours after a rotation', async () => {
    const { id, secret } = await make()
    const rotate = async () => (await owner().rest('POST', path(id, '/rotate-secret'))).body.data
    const second = await rotate()
    expect(second.webhookEndpoint.previousSecretExpiresAt).toBe(
      new Date(world.clock.now() + day).toISOString(),
    )
    expect(signingSecrets(world.deps, await stored(id))).toEqual([second.secret, secret])
    world.clock.advance(1000)
    const third = await rotate()
    expect(signingSecrets(world.deps, await stored(id))).toEqual([third.secret, second.secret])
    world.clock.advance(day)
    expect(signingSecrets(world.deps, await stored(id))).toEqual([third.secret])
    const [rotated] = await eventsOf(id)
    expect(rotated).toMatchObject({
      type: 'webhookEndpoint.rotated',
      recordVersion: 3,
      changes: [{ field: 'previousSecretExpiresAt' }],
    })
  })

  test('a ping creates a delivery that is due at once unless the endpoint is paused', async () => {
    const { id } = await make()
    const created = await ping(id)
    expect(created).toMatchObject({
      endpointId: id,
      type: 'webhook.ping',
      status: 'pending',
      attemptCount: 0,
      attempts: [],
      eventId: null,
    })
    expect(created.nextAttemptAt).toBe(new Date(world.clock.now()).toISOString())
    const [row] = await rowsOf(id)
    expect(JSON.parse(row?.payload ?? '')).toEqual({
      type: 'webhook.ping',
      timestamp: created.createdAt,
      data: { webhookEndpointId: id },
    })
    expect(await read(id)).toMatchObject({ pendingCount: 1, lastDelivery: { id: created.id } })
    expect((await eventsOf(id))[0]).toMatchObject({
      type: 'webhookEndpoint.pinged',
      recordVersion: 1,
    })
    await put(id, { paused: true })
    for (const reply of [
      await owner().rest('POST', path(id, '/ping')),
      await owner().rest('POST', `/v1/webhook-deliveries/${created.id}/replay`),
    ])
      expect([reply.status, reply.body.error.message]).toEqual([
        409,
        expect.stringContaining('paused'),
      ])
  })

  test('a replayed delivery keeps its id and attempts and is refused while it is being sent', async () => {
    const { id } = await make()
    const created = await ping(id)
    await change(id, created.id, { status: 'dead', attempts: 2, nextAttemptAt: null })
    await addAttempt(created.id, 1)
    await addAttempt(created.id, 2)
    world.clock.advance(1000)
    const replayed = (await owner().rest('POST', `/v1/webhook-deliveries/${created.id}/replay`))
      .body.data
    expect(replayed).toMatchObject({
      id: created.id,
      status: 'pending',
      attemptCount: 2,
      nextAttemptAt: new Date(world.clock.now()).toISOString(),
    })
    expect(replayed.attempts).toMatchObject([
      { number: 1, status: 500, error: 'http', latencyMs: 12 },
      { number: 2, status: 500, error: 'http' },
    ])
    expect(await rowsOf(id)).toMatchObject([{ attempts: 0, attemptsBefore: 2 }])
    await change(id, created.id, {
      leasedUntil: new Date(world.clock.now() + 1).toISOString(),
      leaseOwner: 'one',
    })
    expect((await owner().rest('POST', `/v1/webhook-deliveries/${created.id}/replay`)).status).toBe(
      409,
    )
  })

  test('a replay sends the failed deliveries of its endpoint, or all since a time', async () => {
    const [{ id }, other] = [await make(), await make()]
    const created: string[] = []
    for (let i = 0; i < 6; i++) {
      created.push((await ping(id)).id)
      await change(id, created[i] as string, {
        status: i % 2 ? 'delivered' : 'dead',
        attempts: 1,
        nextAttemptAt: null,
      })
      world.clock.advance(60_000)
    }
    const theirs = (await ping(other.id)).id
    await change(other.id, theirs, { status: 'dead' })
    const replay = async (input: object) =>
      (await owner().rest('POST', path(id, '/replay'), input)).body
    const pending = async () =>
      (await rowsOf(id))
        .filter(({ status }) => status === 'pending')
        .map((row) => created.indexOf(row.id))
    const minutesAgo = (minutes: number) =>
      new Date(world.clock.now() - minutes * 60_000).toISOString()
    expect((await replay({})).error.details).toMatchObject([
      { field: 'failed', code: 'REQUIRED_FIELD' },
    ])
    expect((await replay({ failed: true, since: minutesAgo(4) })).data).toEqual({
      count: 2,
      nextSince: null,
    })
    expect(await pending()).toEqual([2, 4])
    expect((await replay({ failed: true })).data.count).toBe(1)
    expect(await pending()).toEqual([0, 2, 4])
    expect((await replay({ since: minutesAgo(3) })).data.count).toBe(3)
    expect(await pending()).toEqual([0, 2, 3, 4, 5])
    expect((await rowsOf(other.id))[0]?.status).toBe('dead')
    expect((await eventsOf(id))[0]).toMatchObject({
      type: 'webhookEndpoint.replayed',
      changes: [{ field: 'deliveries', to: 3 }],
    })
    expect((await replay({ since: new Date(world.clock.now() + day).toISOString() })).data).toEqual(
      { count: 0, nextSince: null },
    )
  })

  test('a replay of more than 10,000 deliveries continues from where the previous one ended', async () => {
    const { id } = await make()
    const [first] = [await ping(id)]
    const many = 10_003
    await world.deps.store.allCompanies.write(async (db) => {
      const [row] = (await db.all(deliveryRows, { endpointId: id })) as [WebhookDeliveryRow]
      for (let i = 1; i < many; i++)
        await db.insert('webhookDeliveries', {
          ...row,
          id: world.deps.newId('msg'),
          eventSequence: i,
          status: 'delivered',
          nextAttemptAt: null,
        })
    })
    const replay = async (since: string) =>
      (await owner().rest('POST', path(id, '/replay'), { since })).body.data
    const { count, nextSince } = await replay(first.createdAt)
    expect([count, nextSince]).toEqual([10_000, first.createdAt])
    const pending = (await rowsOf(id)).filter(({ status }) => status === 'pending')
    expect(pending).toHaveLength(10_000)
    expect((await read(id)).pendingCount).toBe(10_000)
    expect((await owner().rest('DELETE', path(id))).status).toBe(200)
    expect(await rowsOf(id)).toEqual([])
  })

  test('a webhook endpoint receives events of endpoints only with a pattern that names them', async () => {
    const [all, own] = [
      await make({ events: ['*'] }),
      await make({ events: ['webhookEndpoint.*', 'tag.created'] }),
    ]
    await owner().rest('POST', '/v1/tags', { name: 'News' })
    const readDeliveries = async ({ id }: { id: string }) => {
      await createDeliveries(world.deps, await stored(id))
      return [...new Set((await rowsOf(id)).map(({ type }) => type))].sort()
    }
    expect([await readDeliveries(all), await readDeliveries(own)]).toEqual([
      ['tag.created'],
      ['tag.created', 'webhookEndpoint.created'],
    ])
  })

  test('a delivery has its event only if the caller can view the record, and a ping has none', async () => {
    const { id } = await make({ events: ['person.created'] })
    await owner().rest('POST', '/v1/people', { firstName: 'Told' })
    await createDeliveries(world.deps, await stored(id))
    await ping(id)
    const query =
      'query($id: ID!) { webhookDeliveries(where: { endpointId: $id }) { nodes { type event { type recordKind changes { field to } } } } }'
    const readDeliveries = async (client: Client) =>
      (await client.gql(query, { id })).body.data.webhookDeliveries.nodes
    const event = {
      type: 'person.created',
      recordKind: 'person',
      changes: expect.arrayContaining([{ field: 'firstName', to: 'Told' }]),
    }
    const aPing = { type: 'webhook.ping', event: null }
    expect(await readDeliveries(owner())).toEqual([aPing, { type: 'person.created', event }])
    expect(await readDeliveries(await world.createKey('owner', ['webhooks.manage']))).toEqual([])
  })

  test('deleting a webhook endpoint deletes its deliveries and attempts', async () => {
    const { id } = await make()
    const created = await ping(id)
    await addAttempt(created.id, 1)
    expect((await owner().rest('DELETE', path(id))).body).toMatchObject({
      success: true,
      message: 'Webhook endpoint deleted',
    })
    expect((await owner().rest('GET', path(id))).status).toBe(404)
    expect((await owner().rest('GET', `/v1/webhook-deliveries/${created.id}`)).status).toBe(404)
    expect(
      await world.deps.store.allCompanies.read((db) => db.all(webhookAttempts, {})),
    ).not.toContainEqual({
      deliveryId: created.id,
    })
    expect((await eventsOf(id))[0]).toMatchObject({
      type: 'webhookEndpoint.deleted',
      recordVersion: 1,
    })
  })

  test('a company has at most 100 webhook endpoints', async () => {
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

  test('events of webhook endpoints are visible only to users who can manage them', async () => {
    const { id } = await make()
    const readTypes = async (who: 'admin' | 'leader' | 'stranger') => {
      const types: string[] = []
      for (let after: string | null = null, more = true; more; ) {
        const at: string = after ? `, after: "${after}"` : ''
        const { nodes, pageInfo } = (
          await world
            .as(who)
            .gql(
              `{ events(first: 100, types: ["webhookEndpoint.*"]${at}) { nodes { recordId type } pageInfo { hasNextPage endCursor } } }`,
            )
        ).body.data.events
        types.push(
          ...nodes
            .filter(({ recordId }: { recordId: string }) => recordId === id)
            .map(({ type }: { type: string }) => type),
        )
        more = pageInfo.hasNextPage
        after = pageInfo.endCursor
      }
      return types
    }
    expect([
      await readTypes('admin'),
      await readTypes('leader'),
      await readTypes('stranger'),
    ]).toEqual([['webhookEndpoint.created'], [], []])
  })

  test('deliveries are deleted after 30 days unless they are pending', async () => {
    const { id } = await make()
    const [old, waiting] = [await ping(id), await ping(id)]
    await change(id, old.id, { status: 'dead' })
    await addAttempt(old.id, 1)
    world.clock.advance(29 * day)
    const recentPing = await ping(id)
    await change(id, recentPing.id, { status: 'delivered' })
    await sweepDeliveries(world.deps)
    expect((await rowsOf(id)).map((row) => row.id)).toEqual([old.id, waiting.id, recentPing.id])
    world.clock.advance(day + 1000)
    await sweepDeliveries(world.deps)
    expect((await rowsOf(id)).map((row) => row.id)).toEqual([waiting.id, recentPing.id])
    expect(
      await world.deps.store.allCompanies.read((db) => db.all(webhookAttempts, {})),
    ).not.toContainEqual({
      deliveryId: old.id,
    })
  })
})

test('with WEBHOOKS_ALLOW_LOCAL, http and loopback addresses are accepted', async () => {
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
