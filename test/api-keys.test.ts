import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyKeyIds } from '../src/commands/queries.ts'
import { query } from '../src/store/query.ts'
import { copyDatabase } from '../src/store/sqlite/files.ts'
import type { Client } from './support/client.ts'
import { onPostgres } from './support/database.ts'
import { dump } from './support/dump.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

const eventsQuery = query((k, p: { companyId: string; recordId: string }) =>
  k
    .selectFrom('events')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('recordId', '=', p.recordId)
    .orderBy('sequence'),
)
const hourMs = 3_600_000

describe('API keys', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const readEvents = (recordId: string) =>
    world.deps.store.allCompanies.read((db) =>
      db.all(eventsQuery, { companyId: world.company.id, recordId }),
    )
  const sendCreateApiKey = (client: Client, input: object = {}) =>
    client.gql(
      'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret apiKey { id name prefix lastFour scopes userId createdById expiresAt user { id } } } }',
      { input: { name: 'Robot', ...input } },
    )
  const createApiKey = async (client: Client, input: object = {}) => {
    const { apiKey, secret } = (await sendCreateApiKey(client, input)).body.data.createApiKey
    return { ...apiKey, secret, client: world.client(secret) } as {
      id: string
      secret: string
      scopes: string[] | null
      client: Client
    }
  }
  const rotateApiKey = (client: Client, id: string, graceHours?: number) =>
    client.rest(
      'POST',
      `/v1/api-keys/${id}/rotate`,
      graceHours === undefined ? undefined : { graceHours },
    )
  const readStatus = async (client: Client) => (await client.rest('GET', '/v1/me')).status
  const countKeys = async () =>
    (
      await world.deps.store.allCompanies.read((db) =>
        db.all(companyKeyIds, { companyId: world.company.id }),
      )
    ).length

  /** Returns the bytes of a copy of the SQLite database file. */
  const readDatabaseBytes = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dealgraph-copy-'))
    await copyDatabase(world.file, join(folder, 'copy.db'), () => {})
    const bytes = readFileSync(join(folder, 'copy.db'))
    rmSync(folder, { recursive: true })
    return bytes
  }

  test('an Agent can create and rotate an API key, whose secrets are returned once and never stored in full', async () => {
    const reply = await world.as('agent').rest('POST', '/v1/api-keys', {
      name: ' Import ',
      scopes: ['people.view.own', 'tags.manage'],
      expiresAt: '2026-07-01T00:00:00Z',
    })
    expect(reply.status).toBe(201)
    const { id, secret, apiKey } = reply.body.data
    expect(reply.headers.get('location')).toBe(`/v1/api-keys/${id}`)
    expect(secret).toMatch(/^dg_[0-9A-Za-z]{38}$/)
    expect(apiKey).toMatchObject({
      id,
      name: 'Import',
      prefix: secret.slice(0, 7),
      lastFour: secret.slice(-4),
      scopes: ['people.view.own', 'tags.manage'],
      userId: world.users.agent.id,
      createdBy: world.users.agent.id,
      expiresAt: '2026-07-01T00:00:00.000Z',
      revokedAt: null,
      lastUsedAt: null,
    })
    expect(await readStatus(world.client(secret))).toBe(200)
    const { body, text } = await world.as('agent').rest('GET', `/v1/api-keys/${id}`)
    expect(body.data.lastUsedAt).toBe(new Date(world.clock.now()).toISOString())
    expect(text).not.toContain(secret)
    const rotatedSecret = (await rotateApiKey(world.as('agent'), id)).body.data.secret
    const databaseBytes = onPostgres
      ? Buffer.from(JSON.stringify(await dump(world)))
      : await readDatabaseBytes()
    expect(databaseBytes.includes(id)).toBe(true)
    for (const storedSecret of [secret, rotatedSecret, world.as('owner').secret as string])
      expect(databaseBytes.includes(storedSecret.slice(8, 36))).toBe(false)
    const eventsJson = JSON.stringify(await readEvents(id))
    expect((await readEvents(id)).map((event) => event.type)).toEqual([
      'apiKey.created',
      'apiKey.rotated',
    ])
    expect(eventsJson).not.toMatch(/hash|dg_/i)
  })

  test('creating an API key with a past expiry, invalid scopes or no name is rejected', async () => {
    const pastExpiryReply = await world.as('agent').rest('POST', '/v1/api-keys', {
      name: 'x',
      expiresAt: new Date(world.clock.now()).toISOString(),
      scopes: ['tags.manage', 'people.view.team'],
    })
    expect(pastExpiryReply.status).toBe(400)
    expect(pastExpiryReply.body.error.details).toMatchObject([
      { field: 'expiresAt', code: 'OUT_OF_RANGE' },
      { field: 'scopes[1]', code: 'INVALID_VALUE' },
    ])
    const invalidReply = await world
      .as('agent')
      .rest('POST', '/v1/api-keys', { scopes: ['people.fly'] })
    expect(invalidReply.body.error.details).toMatchObject([
      { field: 'name', code: 'REQUIRED_FIELD' },
      { field: 'scopes[0]', code: 'INVALID_VALUE' },
    ])
    expect(
      (await sendCreateApiKey(world.as('agent'), { scopes: [] })).body.errors[0].extensions.details,
    ).toMatchObject([{ field: 'input.scopes', code: 'TOO_SHORT' }])
    expect((await world.client().rest('POST', '/v1/api-keys', { name: 'x' })).status).toBe(401)
  })

  test('an expired API key is rejected and cannot be rotated', async () => {
    const key = await createApiKey(world.as('loner'), {
      expiresAt: new Date(world.clock.now() + hourMs).toISOString(),
    })
    world.clock.advance(hourMs - 1)
    expect(await readStatus(key.client)).toBe(200)
    world.clock.advance(1)
    expect(await readStatus(key.client)).toBe(401)
    expect((await rotateApiKey(world.as('loner'), key.id)).body.error.code).toBe('CONFLICT')
  })

  test('only an Owner or Admin can create API keys for other users, and an Admin cannot create an API key for an Owner', async () => {
    const { agent, owner, stranger } = world.users
    const keyCountBefore = await countKeys()
    for (const caller of ['leader', 'agent'] as const)
      expect(
        (await sendCreateApiKey(world.as(caller), { userId: world.users.loner.id })).body.errors[0]
          .extensions.code,
      ).toBe('FORBIDDEN')
    expect(
      (await sendCreateApiKey(world.as('admin'), { userId: owner.id })).body.errors[0].extensions
        .code,
    ).toBe('FORBIDDEN')
    expect(
      (await sendCreateApiKey(world.as('admin'), { userId: stranger.id })).body.errors[0].extensions
        .details,
    ).toMatchObject([{ field: 'input.userId', code: 'INVALID_REFERENCE' }])
    expect(
      (
        await sendCreateApiKey(world.as('admin'), {
          userId: agent.id,
          scopes: ['tags.manage', 'people.view.all', 'users.manage'],
        })
      ).body.errors[0].extensions.details,
    ).toMatchObject([
      { field: 'input.scopes[1]', code: 'INVALID_VALUE' },
      { field: 'input.scopes[2]', code: 'INVALID_VALUE' },
    ])
    expect(await countKeys()).toBe(keyCountBefore)
    const reply = await sendCreateApiKey(world.as('admin'), { userId: agent.id })
    expect(reply.body.data.createApiKey.apiKey).toMatchObject({
      userId: agent.id,
      createdById: world.users.admin.id,
      scopes: null,
      user: { id: agent.id },
    })
    expect(
      (await world.client(reply.body.data.createApiKey.secret).rest('GET', '/v1/me')).body.data.id,
    ).toBe(agent.id)
  })

  test('a narrowed API key can view only the people that its scopes permit and cannot create a wider key', async () => {
    await world.as('agent').rest('POST', '/v1/people', { firstName: 'Theirs' })
    const ownPerson = (await world.as('owner').rest('POST', '/v1/people', { firstName: 'Own' }))
      .body.data
    const narrowKey = await createApiKey(world.as('owner'), {
      scopes: ['people.view.own', 'tasks.manage'],
    })
    expect(
      (await narrowKey.client.rest('GET', '/v1/people')).body.data.map(
        (person: { id: string }) => person.id,
      ),
    ).toEqual([ownPerson.id])
    const keyCountBefore = await countKeys()
    const widerReply = await sendCreateApiKey(narrowKey.client, {
      scopes: ['people.view.own', 'people.view.team', 'tags.manage'],
    })
    expect(
      widerReply.body.errors[0].extensions.details.map((detail: { field: string }) => detail.field),
    ).toEqual(['input.scopes[1]', 'input.scopes[2]'])
    // Without a `people.view` scope, the new key would have the data scope of the Owner.
    expect(
      (await sendCreateApiKey(narrowKey.client, { scopes: ['tasks.manage'] })).body.errors[0]
        .extensions.details,
    ).toMatchObject([{ field: 'input.scopes', code: 'INVALID_VALUE' }])
    // The narrowed key lacks scopes of the Agent's role, so it cannot create keys for the Agent.
    for (const scopes of [undefined, ['people.view.own'], ['people.view.own', 'tasks.manage']])
      expect(
        (
          await sendCreateApiKey(narrowKey.client, {
            userId: world.users.agent.id,
            ...(scopes && { scopes }),
          })
        ).body.errors[0].extensions.code,
      ).toBe('FORBIDDEN')
    expect(await countKeys()).toBe(keyCountBefore)
    const derivedKey = await createApiKey(narrowKey.client)
    expect(derivedKey.scopes).toEqual(['people.view.own', 'tasks.manage'])
    expect((await derivedKey.client.rest('GET', '/v1/people')).body.data).toHaveLength(1)
    expect((await createApiKey(derivedKey.client, { scopes: ['people.view.own'] })).scopes).toEqual(
      ['people.view.own'],
    )
    const leaderKey = await createApiKey(world.as('leader'), {
      scopes: ['people.view.own', 'people.edit.team'],
    })
    expect(leaderKey.scopes).toEqual(['people.view.own', 'people.edit.team'])
  })

  test('a narrowed API key can rotate itself and narrower keys, but not wider keys', async () => {
    const [wideKey, narrowKey, narrowerKey] = [
      await createApiKey(world.as('owner')),
      await createApiKey(world.as('owner'), { scopes: ['people.view.own', 'tags.manage'] }),
      await createApiKey(world.as('owner'), { scopes: ['tags.manage'] }),
    ]
    expect((await rotateApiKey(narrowKey.client, wideKey.id)).body.error.code).toBe('FORBIDDEN')
    expect((await rotateApiKey(narrowerKey.client, narrowKey.id)).body.error.code).toBe('FORBIDDEN')
    const [ownPeopleKey, allPeopleKey] = [
      await createApiKey(world.as('owner'), { scopes: ['people.view.own', 'tasks.manage'] }),
      await createApiKey(world.as('owner'), { scopes: ['tasks.manage'] }),
    ]
    expect((await rotateApiKey(ownPeopleKey.client, allPeopleKey.id)).body.error.code).toBe(
      'FORBIDDEN',
    )
    expect((await rotateApiKey(narrowKey.client, narrowerKey.id)).status).toBe(200)
    expect((await rotateApiKey(narrowKey.client, narrowKey.id)).status).toBe(200)
    expect(await readStatus(wideKey.client)).toBe(200)
    expect((await rotateApiKey(world.as('owner'), narrowKey.id)).status).toBe(200)
  })

  test('after an API key rotation, the previous secret stays valid for a grace period and older secrets are rejected', async () => {
    const key = await createApiKey(world.as('agent'))
    const rotateAgentKey = async (graceHours?: number) =>
      world.client((await rotateApiKey(world.as('agent'), key.id, graceHours)).body.data.secret)
    const secondClient = await rotateAgentKey()
    expect([await readStatus(key.client), await readStatus(secondClient)]).toEqual([200, 200])
    expect(
      (await secondClient.rest('GET', `/v1/api-keys/${key.id}`)).body.data.previousExpiresAt,
    ).toBe(new Date(world.clock.now() + 24 * hourMs).toISOString())
    world.clock.advance(24 * hourMs - 1)
    expect(await readStatus(key.client)).toBe(200)
    world.clock.advance(1)
    expect([await readStatus(key.client), await readStatus(secondClient)]).toEqual([401, 200])
    const thirdClient = await rotateAgentKey(168)
    const fourthClient = await rotateAgentKey(1)
    expect([
      await readStatus(secondClient),
      await readStatus(thirdClient),
      await readStatus(fourthClient),
    ]).toEqual([401, 200, 200])
    const fifthClient = await rotateAgentKey(0)
    expect([await readStatus(fourthClient), await readStatus(fifthClient)]).toEqual([401, 200])
    for (const graceHours of [-1, 169, 1.5]) {
      const reply = await rotateApiKey(world.as('agent'), key.id, graceHours)
      expect(reply.body.error.details).toMatchObject([{ field: 'graceHours' }])
    }
  })

  test('revoking an API key disables its current and previous secrets immediately and can be repeated', async () => {
    const key = await createApiKey(world.as('agent'))
    const rotatedClient = world.client(
      (await rotateApiKey(world.as('agent'), key.id)).body.data.secret,
    )
    expect((await rotatedClient.rest('DELETE', `/v1/api-keys/${key.id}`)).body).toMatchObject({
      success: true,
      message: 'API key revoked',
    })
    const rejectedReply = await rotatedClient.rest('GET', '/v1/me')
    expect(rejectedReply.body.error).toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'Invalid or missing API key',
    })
    expect(await readStatus(key.client)).toBe(401)
    const repeatedReply = await world
      .as('agent')
      .gql('mutation($id: ID!) { revokeApiKey(id: $id) { apiKey { revokedAt version } } }', {
        id: key.id,
      })
    expect(repeatedReply.body.data.revokeApiKey.apiKey).toEqual({
      revokedAt: new Date(world.clock.now()).toISOString(),
      version: 3,
    })
    expect((await readEvents(key.id)).map((event) => event.type)).toEqual([
      'apiKey.created',
      'apiKey.rotated',
      'apiKey.revoked',
    ])
    expect((await rotateApiKey(world.as('agent'), key.id)).status).toBe(409)
  })

  test('only an Owner or Admin can rotate or revoke the API keys of other users, and an Admin cannot rotate or revoke the key of an Owner', async () => {
    const [agentKey, ownerKey] = [
      await createApiKey(world.as('agent')),
      await createApiKey(world.as('owner')),
    ]
    const forbiddenRequests: [TestUser, string, number][] = [
      ['loner', agentKey.id, 403],
      ['leader', agentKey.id, 403],
      ['admin', ownerKey.id, 403],
      ['agent', ownerKey.id, 403],
      ['stranger', agentKey.id, 404],
    ]
    for (const [caller, id, status] of forbiddenRequests)
      for (const reply of [
        await rotateApiKey(world.as(caller), id),
        await world.as(caller).rest('DELETE', `/v1/api-keys/${id}`),
      ]) {
        expect(reply.status).toBe(status)
        if (status === 404) expect(reply.body.error.message).toBe('API key not found')
      }
    expect((await world.client().rest('DELETE', `/v1/api-keys/${agentKey.id}`)).status).toBe(401)
    expect([await readStatus(agentKey.client), await readStatus(ownerKey.client)]).toEqual([
      200, 200,
    ])
    expect((await rotateApiKey(world.as('admin'), agentKey.id)).status).toBe(200)
    expect((await world.as('owner').rest('DELETE', `/v1/api-keys/${agentKey.id}`)).status).toBe(200)
  })

  test('an Owner or Admin can view all API keys of the company, and other users only their own', async () => {
    const key = await createApiKey(world.as('agent'), { name: 'Listed' })
    const listKeys = async (caller: TestUser) =>
      (
        await world
          .as(caller)
          .gql('{ apiKeys(first: 100) { totalCount nodes { id userId lastUsedAt } } }')
      ).body.data.apiKeys
    const ownKeys = await listKeys('agent')
    expect(ownKeys.nodes[0].id).toBe(key.id)
    expect(new Set(ownKeys.nodes.map((node: { userId: string }) => node.userId))).toEqual(
      new Set([world.users.agent.id]),
    )
    expect(ownKeys.totalCount).toBe(ownKeys.nodes.length)
    for (const caller of ['owner', 'admin'] as const)
      expect((await listKeys(caller)).totalCount).toBe(await countKeys())
    expect((await listKeys('stranger')).totalCount).toBe(1)
    const readKeyNode = async (caller: TestUser) =>
      (
        await world
          .as(caller)
          .gql('query($id: ID!) { node(id: $id) { id ... on ApiKey { name } } }', { id: key.id })
      ).body.data.node
    expect(await readKeyNode('agent')).toEqual({ id: key.id, name: 'Listed' })
    expect(await readKeyNode('admin')).toEqual({ id: key.id, name: 'Listed' })
    for (const caller of ['loner', 'leader', 'stranger'] as const)
      expect(await readKeyNode(caller)).toBeNull()
    expect((await world.as('loner').rest('GET', `/v1/api-keys/${key.id}`)).status).toBe(403)
    expect((await world.as('stranger').rest('GET', `/v1/api-keys/${key.id}`)).status).toBe(404)
    expect((await world.as('agent').rest('GET', '/v1/api-keys?limit=1')).body).toMatchObject({
      data: [{ id: key.id }],
      meta: { count: 1, hasMore: true },
    })
    world.statements()
    await listKeys('owner')
    expect(world.statements().length).toBeLessThan(8)
  })
})
