import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from './support/client.ts'
import { dump } from './support/dump.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

const fields =
  'id userId user { id } identityId identity { id } userAgent lastUsedAt expiresAt revokedAt viewerCan version'
const listQuery = `query($where: SessionWhere) { sessions(first: 100, where: $where) { totalCount nodes { id userId } } }`
const revocation =
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
  const readIds = async (client: Client, where?: object) =>
    (await client.gql(listQuery, { where })).body.data.sessions.nodes.map(
      ({ id }: { id: string }) => id,
    ) as string[]
  const revoke = (client: Client, id: string) => client.gql(revocation, { id })
  const getExpiry = () => new Date(world.clock.now() + hourMs).toISOString()

  test("REST and GraphQL return a session's user, identity, browser and times but no secret", async () => {
    const session = await signIn('agent')
    const expected = {
      id: session.id,
      userId: world.users.agent.id,
      identityId: session.identityId,
      userAgent: 'Browser of a test',
      lastUsedAt: session.createdAt,
      expiresAt: getExpiry(),
      revokedAt: null,
      version: 1,
    }
    const query = `query($id: ID!) { session(id: $id) { ${fields} } }`
    const graphql = await world.as('agent').gql(query, { id: session.id })
    expect(graphql.body.data.session).toEqual({
      ...expected,
      user: { id: world.users.agent.id },
      identity: { id: session.identityId },
      viewerCan: ['revoke'],
    })
    const { createdAt, updatedAt } = session
    const reply = await world.as('agent').rest('GET', `/v1/sessions/${session.id}`)
    expect(reply.body.data).toEqual({ ...expected, createdAt, updatedAt })
    const log = await world.as('owner').rest('GET', `/v1/audit-log?recordId=${session.id}`)
    expect(log.body.data).toMatchObject([{ type: 'session.created', recordKind: 'session' }])
    for (const { text } of [graphql, reply, log]) {
      expect(text).not.toContain(session.hash)
      expect(text).not.toContain('secret ID token')
    }
  })

  test('Owners and Admins can view all sessions in the company, and other users only their own', async () => {
    const agents = await signIn('agent')
    const owners = await signIn('owner')
    const foreign = await signIn('stranger')
    for (const user of ['owner', 'admin'] as const) {
      const ids = await readIds(world.as(user))
      expect(ids).toEqual(expect.arrayContaining([agents.id, owners.id]))
      expect(ids).not.toContain(foreign.id)
    }
    const agentSessionIds = await readIds(world.as('agent'))
    expect([agentSessionIds.includes(agents.id), agentSessionIds.includes(owners.id)]).toEqual([
      true,
      false,
    ])
    expect(await readIds(world.as('loner'))).toEqual([])
    expect(await readIds(await world.createKey('owner', ['users.manage']))).toEqual([])
    for (const [user, status] of [
      ['loner', 403],
      ['leader', 403],
      ['stranger', 404],
    ] as const)
      expect((await world.as(user).rest('GET', `/v1/sessions/${agents.id}`)).status).toBe(status)
    expect((await world.client().rest('GET', '/v1/sessions')).status).toBe(401)
  })

  test('a session can be revoked only once, through REST or GraphQL', async () => {
    for (const via of ['graphql', 'rest'] as const) {
      const { id } = await signIn('agent')
      world.clock.advance(1000)
      const revokedAt = new Date(world.clock.now()).toISOString()
      if (via === 'rest') {
        const reply = await world.as('agent').rest('DELETE', `/v1/sessions/${id}`)
        expect([reply.status, reply.body.success]).toEqual([200, true])
      } else {
        const { session } = (await revoke(world.as('agent'), id)).body.data.revokeSession
        expect(session).toEqual({ id, revokedAt, viewerCan: [], version: 2 })
      }
      world.clock.advance(1000)
      const secondRevocation = (await revoke(world.as('agent'), id)).body.data.revokeSession.session
      expect(secondRevocation).toMatchObject({ revokedAt, version: 2 })
      const log = await world.as('owner').rest('GET', `/v1/audit-log?recordId=${id}`)
      expect(log.body.data.map(({ type }: { type: string }) => type)).toEqual([
        'session.revoked',
        'session.created',
      ])
      expect(log.body.data[0].changes).toEqual([
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
      expect((await revoke(client, id)).body.errors[0].extensions.code).toBe(code)
      const { status } = await client.rest('DELETE', `/v1/sessions/${id}`)
      expect(status).toBe(code === 'FORBIDDEN' ? 403 : 404)
    }
    expect(await dump(world)).toEqual(dataBefore)
    expect((await revoke(world.as('owner'), id)).body.errors).toBeUndefined()
    const { id: adminsId } = await signIn('admin')
    expect((await revoke(world.as('owner'), adminsId)).body.errors).toBeUndefined()
  })

  test('sessions can be filtered by user, identity, revocation and expiry', async () => {
    const owner = world.as('owner')
    const revokedSession = await signIn('leader')
    await revoke(owner, revokedSession.id)
    const expiredSession = await signIn('leader')
    world.clock.advance(12 * hourMs)
    const activeSession = await signIn('leader')
    const userId = { eq: world.users.leader.id }
    for (const [where, ids] of [
      [{}, [activeSession.id, expiredSession.id, revokedSession.id]],
      [{ revoked: { eq: true } }, [revokedSession.id]],
      [{ revoked: { eq: false } }, [activeSession.id, expiredSession.id]],
      [{ revoked: { eq: false }, expired: { eq: false } }, [activeSession.id]],
      [{ expired: { eq: true } }, [expiredSession.id, revokedSession.id]],
      [{ identityId: { eq: expiredSession.identityId } }, [expiredSession.id]],
    ] as const)
      expect(await readIds(owner, { userId, ...where })).toEqual(ids)
    const reply = await owner.rest(
      'GET',
      `/v1/sessions?userId=${userId.eq}&revoked=false&expired=false`,
    )
    expect(reply.body.data.map(({ id }: { id: string }) => id)).toEqual([activeSession.id])
  })
})
