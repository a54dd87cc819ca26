import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from './support/client.ts'
import { dump } from './support/dump.ts'
import { TokenIssuer } from './support/token-issuer.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

const identityFields = 'id issuer subject email userId user { id } viewerCan version createdAt'
const identitiesQuery = `query($where: IdentityWhere) { identities(first: 100, where: $where) { totalCount nodes { ${identityFields} } } }`
const deleteIdentityMutation = 'mutation($id: ID!) { deleteIdentity(id: $id) { deletedId } }'

describe('Identities', () => {
  let issuer: TokenIssuer
  let world: World
  let issuerCount = 0
  beforeAll(async () => {
    issuer = await TokenIssuer.start()
    world = await createWorld(issuer.settings)
    issuer.clock = world.clock
  })
  afterAll(async () => {
    await world.stop()
    await issuer.stop()
  })

  /** Signs a user in through a new issuer, which creates a new identity. */
  const signIn = (user: TestUser) => world.signIn(user, `https://login${++issuerCount}.test`)
  const listIdentities = async (client: Client, where?: object) =>
    (await client.gql(identitiesQuery, { where })).body.data.identities.nodes as {
      id: string
      userId: string
    }[]
  const listIdentityIds = async (client: Client) =>
    (await listIdentities(client)).map(({ id }) => id)
  const deleteIdentity = (client: Client, id: string) => client.gql(deleteIdentityMutation, { id })
  const createTokenClient = (user: TestUser, sub: string, scope = '') => {
    const { email } = world.users[user]
    return world.client(issuer.sign({ sub, email, email_verified: true, scope }))
  }

  test("REST and GraphQL return an identity's issuer, subject, email and user", async () => {
    const { identity } = await signIn('agent')
    const expectedIdentity = {
      id: identity.id,
      issuer: identity.issuer,
      subject: 'sub-agent@acme.test',
      email: 'agent@acme.test',
      userId: world.users.agent.id,
      version: 1,
      createdAt: identity.createdAt,
    }
    const query = `query($id: ID!) { identity(id: $id) { ${identityFields} } node(id: $id) { id } }`
    const { data } = (await world.as('agent').gql(query, { id: identity.id })).body
    expect(data).toEqual({
      identity: { ...expectedIdentity, user: { id: world.users.agent.id }, viewerCan: ['delete'] },
      node: { id: identity.id },
    })
    const reply = await world.as('agent').rest('GET', `/v1/identities/${identity.id}`)
    expect(reply.body.data).toEqual({ ...expectedIdentity, updatedAt: identity.updatedAt })
  })

  test('Owners and Admins can view all identities in the company, and other users only their own', async () => {
    const agentIdentityId = (await signIn('agent')).identity.id
    const ownerIdentityId = (await signIn('owner')).identity.id
    const foreignIdentityId = (await signIn('stranger')).identity.id
    for (const user of ['owner', 'admin'] as const) {
      const ids = await listIdentityIds(world.as(user))
      expect(ids).toEqual(expect.arrayContaining([agentIdentityId, ownerIdentityId]))
      expect(ids).not.toContain(foreignIdentityId)
    }
    const agentIdentities = await listIdentities(world.as('agent'))
    expect(agentIdentities.map(({ userId }) => userId)).toEqual(
      agentIdentities.map(() => world.users.agent.id),
    )
    expect(await listIdentityIds(world.as('loner'))).toEqual([])
    for (const [user, status] of [
      ['loner', 403],
      ['leader', 403],
      ['stranger', 404],
    ] as const)
      expect((await world.as(user).rest('GET', `/v1/identities/${agentIdentityId}`)).status).toBe(
        status,
      )
    expect((await world.client().rest('GET', '/v1/identities')).status).toBe(401)
  })

  test('identities can be filtered by user, issuer, subject and email', async () => {
    const { identity } = await signIn('leader')
    for (const where of [
      { userId: { eq: identity.userId } },
      { issuer: { eq: identity.issuer } },
      { subject: { eq: identity.subject } },
      { email: { eq: 'LEADER@acme.test' } },
    ])
      expect((await listIdentities(world.as('owner'), where)).map(({ id }) => id)).toEqual([
        identity.id,
      ])
    const reply = await world.as('owner').rest('GET', `/v1/identities?issuer=${identity.issuer}`)
    expect(reply.body.data.map(({ id }: { id: string }) => id)).toEqual([identity.id])
  })

  test('a narrowed API key cannot view identities, and a narrowed access token can view only its own identity', async () => {
    await signIn('admin')
    expect(
      await listIdentityIds(await world.createKey('admin', ['users.manage', 'audit.view'])),
    ).toEqual([])
    const client = createTokenClient('admin', 'narrowed-admin', 'users.manage audit.view')
    const ownIdentity = (
      await client.gql('{ me { authentication { identityId identity { subject } } } }')
    ).body.data.me.authentication
    expect(ownIdentity.identity).toEqual({ subject: 'narrowed-admin' })
    expect(await listIdentityIds(client)).toEqual([ownIdentity.identityId])
  })

  test('deleting an identity through REST or GraphQL deletes its sessions and records an event', async () => {
    for (const protocol of ['graphql', 'rest'] as const) {
      const { identity, session } = await signIn('agent')
      const otherSignIn = await signIn('agent')
      const reply =
        protocol === 'rest'
          ? await world.as('agent').rest('DELETE', `/v1/identities/${identity.id}`)
          : await deleteIdentity(world.as('agent'), identity.id)
      expect(protocol === 'rest' ? reply.body.success : reply.body.data).toEqual(
        protocol === 'rest' ? true : { deleteIdentity: { deletedId: identity.id } },
      )
      const owner = world.as('owner')
      expect((await owner.rest('GET', `/v1/identities/${identity.id}`)).status).toBe(404)
      expect((await owner.rest('GET', `/v1/sessions/${session.id}`)).status).toBe(404)
      expect((await owner.rest('GET', `/v1/sessions/${otherSignIn.session.id}`)).status).toBe(200)
      const auditReply = await owner.rest('GET', `/v1/audit-log?recordId=${identity.id}`)
      expect(auditReply.body.data[0]).toMatchObject({
        type: 'identity.deleted',
        recordKind: 'identity',
        actorId: world.users.agent.id,
        changes: expect.arrayContaining([
          { field: 'subject', from: identity.subject, to: null, truncated: false },
        ]),
      })
    }
  })

  test("neither users of other roles or companies nor a narrowed key of an Owner can delete an Owner's identity", async () => {
    const { identity } = await signIn('owner')
    const narrowedClient = await world.createKey('owner', ['users.manage'])
    const dataBefore = await dump(world)
    const path = `/v1/identities/${identity.id}`
    expect((await world.client().rest('DELETE', path)).status).toBe(401)
    for (const [user, code, status] of [
      ['agent', 'FORBIDDEN', 403],
      ['leader', 'FORBIDDEN', 403],
      ['admin', 'FORBIDDEN', 403],
      ['stranger', 'NOT_FOUND', 404],
    ] as const) {
      const { errors } = (await deleteIdentity(world.as(user), identity.id)).body
      expect([user, errors[0].extensions.code]).toEqual([user, code])
      expect((await world.as(user).rest('DELETE', path)).status).toBe(status)
    }
    expect((await narrowedClient.rest('DELETE', path)).status).toBe(403)
    expect(await dump(world)).toEqual(dataBefore)
    const query = 'query($id: ID!) { identity(id: $id) { viewerCan } }'
    const { data } = (await world.as('admin').gql(query, { id: identity.id })).body
    expect(data.identity.viewerCan).toEqual([])
  })

  test("a different subject with the same email can be bound to the user only after the user's previous identity is deleted", async () => {
    const readCurrentUser = (client: Client) => client.rest('GET', '/v1/me')
    const firstClient = createTokenClient('idle', 'first')
    const secondClient = createTokenClient('idle', 'second')
    expect((await readCurrentUser(firstClient)).body.data.id).toBe(world.users.idle.id)
    expect((await readCurrentUser(secondClient)).status).toBe(401)
    const [identity] = await listIdentities(world.as('idle'))
    expect(
      (await deleteIdentity(world.as('admin'), identity?.id ?? '')).body.errors,
    ).toBeUndefined()
    expect((await readCurrentUser(secondClient)).body.data.id).toBe(world.users.idle.id)
    expect((await readCurrentUser(firstClient)).status).toBe(401)
  })

  test('`me` reports that the caller authenticated with an access token, and other users have a null `authentication`', async () => {
    const client = createTokenClient('loner', 'loner')
    const query = `{
      me { authentication { method expiresAt apiKeyId apiKey { id } identityId identity { subject } sessionId session { id } } }
      users(all: true) { nodes { id authentication { method } } }
    }`
    const { me, users } = (await client.gql(query)).body.data
    expect(me.authentication).toEqual({
      method: 'ACCESS_TOKEN',
      expiresAt: new Date(world.clock.now() + 330_000).toISOString(),
      apiKeyId: null,
      apiKey: null,
      identityId: expect.stringMatching(/^identity_/),
      identity: { subject: 'loner' },
      sessionId: null,
      session: null,
    })
    for (const { id, authentication } of users.nodes)
      expect(authentication).toEqual(
        id === world.users.loner.id ? { method: 'ACCESS_TOKEN' } : null,
      )
  })

  test("audit entries and events for changes made with an access token name the token's identity instead of an API key", async () => {
    const client = createTokenClient('agent', 'agent')
    const { id } = (await client.rest('POST', '/v1/tasks', { title: 'Call' })).body.data
    const credentialFields = 'apiKeyId apiKey { id } identityId identity { subject }'
    const query = `query($id: ID!) {
      auditLog(where: { recordId: { eq: $id } }) { nodes { ${credentialFields} } }
      events(first: 1, types: ["task.created"]) { nodes { ${credentialFields} } }
    }`
    const { auditLog, events } = (await world.as('owner').gql(query, { id })).body.data
    const expectedCredential = {
      apiKeyId: null,
      apiKey: null,
      identityId: expect.stringMatching(/^identity_/),
      identity: { subject: 'agent' },
    }
    expect(auditLog.nodes).toEqual([expectedCredential])
    expect(events.nodes).toEqual([expectedCredential])
    const { identityId } = auditLog.nodes[0]
    const owner = world.as('owner')
    const auditEntries = (await owner.rest('GET', `/v1/audit-log?identityId=${identityId}`)).body
      .data
    expect(auditEntries[0]).toMatchObject({ recordId: id, keyId: null, identityId })
    const [event] = (await owner.rest('GET', '/v1/events?types=task.created')).body.data
    expect(event).toMatchObject({ recordId: id, keyId: null, identityId })
    const countAuditEntries = async (where: object) =>
      (
        await owner.gql('query($where: AuditWhere) { auditLog(where: $where) { totalCount } }', {
          where,
        })
      ).body.data.auditLog.totalCount
    expect(await countAuditEntries({ identityId: { eq: identityId } })).toBeGreaterThan(0)
    expect(await countAuditEntries({ apiKeyId: { eq: identityId } })).toBe(0)
    const apiKeyId = (await owner.rest('GET', '/v1/api-keys')).body.data[0].id
    expect(await countAuditEntries({ identityId: { eq: apiKeyId } })).toBe(0)
    expect(
      await countAuditEntries({ apiKeyId: { eq: apiKeyId }, identityId: { eq: identityId } }),
    ).toBe(0)
  })
})
