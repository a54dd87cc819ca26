import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from './support/client.ts'
import { dump } from './support/dump.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

const sessionFields =
  'id userId user { id } identityId identity { id } userAgent lastUsedAt expiresAt revokedAt viewerCan version'
const sessionsQuery = `query($where: SessionWhere) { sessions(first: 100, where: $where) { totalCount nodes { id userId } } }`
const revokeSessionMutation =
  'mutation($id: ID!) { revokeSession(id: $id) { session { id revokedAt viewerCan version } } }'
const hourMs = 3_600_000

describe('Sessions', () => {
  let world: World
  let issuerCount = 0
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const signIn = async (user: TestUser) =>
    (await world.signIn(user, `https://login${++issuerCount}.test`)).session
  const listSessionIds = async (client: Client, where?: object) =>
    (await client.gql(sessionsQuery, { where })).body.data.sessions.nodes.map(
      ({ id }: { id: string }) => id,
    ) as string[]
  const revokeSession = (client: Client, id: string) => client.gql(revokeSessionMutation, { id })
  const getExpiry = () => new Date(world.clock.now() + hourMs).toISOString()

  test("REST and GraphQL return a session's user, identity, browser and times but no secret", async () => {
    const session = await signIn('agent')
    const expectedSession = {
      id: session.id,
      userId: world.users.agent.id,
      identityId: session.identityId,
      userAgent: 'Browser of a test',
      lastUsedAt: session.createdAt,
      expiresAt: getExpiry(),
      revokedAt: null,
      version: 1,
    }
    const query = `query($id: ID!) { session(id: $id) { ${sessionFields} } }`
    const graphqlReply = await world.as('agent').gql(query, { id: session.id })
    expect(graphqlReply.body.data.session).toEqual({
      ...expectedSession,
      user: { id: world.users.agent.id },
      identity: { id: session.identityId },
      viewerCan: ['revoke'],
    })
    const { createdAt, updatedAt } = session
    const reply = await world.as('agent').rest('GET', `/v1/sessions/${session.id}`)
    expect(reply.body.data).toEqual({ ...expectedSession, createdAt, updatedAt })
    const auditReply = await world.as('owner').rest('GET', `/v1/audit-log?recordId=${session.id}`)
    expect(auditReply.body.data).toMatchObject([{ type: 'session.created', recordKind: 'session' }])
    for (const { text } of [graphqlReply, reply, auditReply]) {
      expect(text).not.toContain(session.hash)
      expect(text).not.toContain('secret ID token')
    }
  })

  test('Owners and Admins can view all sessions in the company, and other users only their own', async () => {
    const agentSession = await signIn('agent')
    const ownerSession = await signIn('owner')
    const strangerSession = await signIn('stranger')
    for (const user of ['owner', 'admin'] as const) {
      const ids = await listSessionIds(world.as(user))
      expect(ids).toEqual(expect.arrayContaining([agentSession.id, ownerSession.id]))
      expect(ids).not.toContain(strangerSession.id)
    }
    const agentSessionIds = await listSessionIds(world.as('agent'))
    expect([
      agentSessionIds.includes(agentSession.id),
      agentSessionIds.includes(ownerSession.id),
    ]).toEqual([true, false])
    expect(await listSessionIds(world.as('loner'))).toEqual([])
    expect(await listSessionIds(await world.createKey('owner', ['users.manage']))).toEqual([])
    for (const [user, status] of [
      ['loner', 403],
      ['leader', 403],
      ['stranger', 404],
    ] as const)
      expect((await world.as(user).rest('GET', `/v1/sessions/${agentSession.id}`)).status).toBe(
        status,
      )
    expect((await world.client().rest('GET', '/v1/sessions')).status).toBe(401)
  })

  test('a session can be revoked through REST or GraphQL, and revoking it again changes nothing', async () => {
    for (const protocol of ['graphql', 'rest'] as const) {
      const { id } = await signIn('agent')
      world.clock.advance(1000)
      const revokedAt = new Date(world.clock.now()).toISOString()
      if (protocol === 'rest') {
        const reply = await world.as('agent').rest('DELETE', `/v1/sessions/${id}`)
        expect([reply.status, reply.body.success]).toEqual([200, true])
      } else {
        const { session } = (await revokeSession(world.as('agent'), id)).body.data.revokeSession
        expect(session).toEqual({ id, revokedAt, viewerCan: [], version: 2 })
      }
      world.clock.advance(1000)
      const sessionRevokedAgain = (await revokeSession(world.as('agent'), id)).body.data
        .revokeSession.session
      expect(sessionRevokedAgain).toMatchObject({ revokedAt, version: 2 })
      const auditReply = await world.as('owner').rest('GET', `/v1/audit-log?recordId=${id}`)
      expect(auditReply.body.data.map(({ type }: { type: string }) => type)).toEqual([
        'session.revoked',
        'session.created',
      ])
      expect(auditReply.body.data[0].changes).toEqual([
        { field: 'revokedAt', from: null, to: revokedAt, truncated: false },
      ])
    }
  })

  test("only an Owner with unrestricted credentials can revoke an Owner's session", async () => {
    const { id } = await signIn('owner')
    const narrowedClient = await world.createKey('owner', ['users.manage'])
    const dataBefore = await dump(world)
    expect((await world.client().rest('DELETE', `/v1/sessions/${id}`)).status).toBe(401)
    for (const [client, code] of [
      [world.as('agent'), 'FORBIDDEN'],
      [world.as('leader'), 'FORBIDDEN'],
      [world.as('admin'), 'FORBIDDEN'],
      [narrowedClient, 'FORBIDDEN'],
      [world.as('stranger'), 'NOT_FOUND'],
    ] as const) {
      expect((await revokeSession(client, id)).body.errors[0].extensions.code).toBe(code)
      const { status } = await client.rest('DELETE', `/v1/sessions/${id}`)
      expect(status).toBe(code === 'FORBIDDEN' ? 403 : 404)
    }
    expect(await dump(world)).toEqual(dataBefore)
    expect((await revokeSession(world.as('owner'), id)).body.errors).toBeUndefined()
    const { id: adminSessionId } = await signIn('admin')
    expect((await revokeSession(world.as('owner'), adminSessionId)).body.errors).toBeUndefined()
  })

  test('sessions can be filtered by user, identity, revocation and expiry', async () => {
    const owner = world.as('owner')
    const revokedSession = await signIn('leader')
    await revokeSession(owner, revokedSession.id)
    const expiredSession = await signIn('leader')
    world.clock.advance(12 * hourMs)
    const activeSession = await signIn('leader')
    const userId = { eq: world.users.leader.id }
    for (const [where, expectedIds] of [
      [{}, [activeSession.id, expiredSession.id, revokedSession.id]],
      [{ revoked: { eq: true } }, [revokedSession.id]],
      [{ revoked: { eq: false } }, [activeSession.id, expiredSession.id]],
      [{ revoked: { eq: false }, expired: { eq: false } }, [activeSession.id]],
      [{ expired: { eq: true } }, [expiredSession.id, revokedSession.id]],
      [{ identityId: { eq: expiredSession.identityId } }, [expiredSession.id]],
    ] as const)
      expect(await listSessionIds(owner, { userId, ...where })).toEqual(expectedIds)
    const reply = await owner.rest(
      'GET',
      `/v1/sessions?userId=${userId.eq}&revoked=false&expired=false`,
    )
    expect(reply.body.data.map(({ id }: { id: string }) => id)).toEqual([activeSession.id])
  })
})
