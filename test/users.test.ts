import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../src/store/query.ts'
import { createWorld, type World } from './support/world.ts'

const eventsQuery = query((k, p: { companyId: string; recordId: string }) =>
  k
    .selectFrom('events')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('recordId', '=', p.recordId)
    .orderBy('sequence'),
)

describe('Users', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const readEvents = (recordId: string) =>
    world.deps.store.allCompanies.read((db) =>
      db.all(eventsQuery, { companyId: world.company.id, recordId }),
    )
  let userCount = 0
  const createUser = async (body: object = {}) =>
    (
      await world.as('owner').rest('POST', '/v1/users', {
        firstName: 'New',
        lastName: 'Comer',
        email: `new${++userCount}@acme.test`,
        role: 'Agent',
        ...body,
      })
    ).body.data
  const updateUser = (user: 'owner' | 'admin' | 'agent', id: string, input: object) =>
    world
      .as(user)
      .gql(
        'mutation($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { user { id role roleName email suspended firstName version } } }',
        {
          id,
          input,
        },
      )

  test('`me` reports which API key authenticated the caller, and other users have a null `authentication`', async () => {
    const expiresAt = new Date(world.clock.now() + 3_600_000).toISOString()
    const apiKey = (
      await world.as('agent').rest('POST', '/v1/api-keys', { name: 'Key', expiresAt })
    ).body.data
    const query = `{
      me { authentication { method expiresAt apiKeyId apiKey { id } identityId identity { id } sessionId session { id } } }
      users(all: true) { nodes { id authentication { apiKeyId } } }
    }`
    const { me, users } = (await world.client(apiKey.secret).gql(query)).body.data
    expect(me.authentication).toEqual({
      method: 'API_KEY',
      expiresAt,
      apiKeyId: apiKey.id,
      apiKey: { id: apiKey.id },
      identityId: null,
      identity: null,
      sessionId: null,
      session: null,
    })
    for (const { id, authentication } of users.nodes)
      expect(authentication).toEqual(id === world.users.agent.id ? { apiKeyId: apiKey.id } : null)
  })

  test('every API key can read its own user and teams through `me`', async () => {
    const { id } = world.users.agent
    const restReply = await (await world.createKey('agent', ['tags.manage'])).rest('GET', '/v1/me')
    expect(restReply.status).toBe(200)
    expect(restReply.body.data).toEqual({
      id,
      firstName: 'Agent',
      lastName: 'Tester',
      email: 'agent@acme.test',
      role: 'Agent',
      avatarUrl: null,
      teams: [{ id: world.teamId, name: 'North' }],
    })
    const reply = await world
      .as('leader')
      .gql(
        '{ me { id fullName role roleName suspended teams { name leaders { id } members { id } } } }',
      )
    expect(reply.body.data.me).toEqual({
      id: world.users.leader.id,
      fullName: 'Leader Tester',
      role: 'TEAM_LEADER',
      roleName: 'Team Leader',
      suspended: false,
      teams: [{ name: 'North', leaders: [{ id: world.users.leader.id }], members: [{ id }] }],
    })
    expect((await world.client().rest('GET', '/v1/me')).status).toBe(401)
  })

  test('GET /v1/users returns all users of the company by default, and one page if the request sets `limit` or `cursor`', async () => {
    for (let i = 0; i < 8; i++) await createUser()
    const reply = await world.as('agent').rest('GET', '/v1/users')
    expect(reply.body.meta).toMatchObject({ hasMore: false, count: reply.body.data.length })
    expect(reply.body.meta).not.toHaveProperty('nextCursor')
    expect(reply.body.data.length).toBeGreaterThan(12)
    expect(reply.body.data.map((user: { email: string }) => user.email)).not.toContain(
      'owner@rival.test',
    )
    expect(Object.keys(reply.body.data[0]).sort()).toEqual([
      'avatarUrl',
      'email',
      'firstName',
      'id',
      'lastName',
      'role',
      'teams',
    ])
    const pagedIds: string[] = []
    for (let cursor: string | undefined, hasMore = true; hasMore; ) {
      const page = await world
        .as('agent')
        .rest('GET', `/v1/users?limit=4${cursor ? `&cursor=${cursor}` : ''}`)
      pagedIds.push(...page.body.data.map((user: { id: string }) => user.id))
      hasMore = page.body.meta.hasMore
      cursor = page.body.meta.nextCursor
    }
    expect(pagedIds).toEqual(reply.body.data.map((user: { id: string }) => user.id))
    const { nextCursor } = (await world.as('agent').rest('GET', '/v1/users?limit=2')).body.meta
    const replyWithoutLimit = await world.as('agent').rest('GET', `/v1/users?cursor=${nextCursor}`)
    expect(replyWithoutLimit.body.data.map((user: { id: string }) => user.id)).toEqual(
      pagedIds.slice(2, 12),
    )
    const { users } = (await world.as('agent').gql('{ users { totalCount nodes { id } } }')).body
      .data
    expect(users).toMatchObject({ totalCount: pagedIds.length, nodes: { length: 10 } })
    expect(
      (await world.as('agent').gql('{ users(first: 2, all: true) { nodes { id } } }')).body.data
        .users.nodes,
    ).toHaveLength(2)
  })

  test('a list of users loads the teams of all listed users with one SQL statement', async () => {
    await world.as('agent').rest('GET', '/v1/users')
    world.statements()
    await world.as('agent').rest('GET', '/v1/users')
    expect(
      world
        .statements()
        .filter((sql) => sql.includes('"teamMembers"') && sql.includes('inner join "teams"')),
    ).toHaveLength(1)
  })

  test("reading users requires users.view and returns only users of the caller's company", async () => {
    const narrowedClient = await world.createKey('owner', ['tasks.manage'])
    expect((await narrowedClient.rest('GET', '/v1/users')).body.error).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('users.view'),
    })
    expect(
      (
        await narrowedClient.gql('query($id: ID!) { user(id: $id) { id } }', {
          id: world.users.agent.id,
        })
      ).body.errors[0].extensions.code,
    ).toBe('FORBIDDEN')
    const reply = await world.as('owner').rest('GET', `/v1/users/${world.users.stranger.id}`)
    expect(reply.status).toBe(404)
    expect(reply.body.error.message).toBe('User not found')
    expect(
      (
        await world
          .as('owner')
          .gql('query($id: ID!) { node(id: $id) { id } }', { id: world.users.stranger.id })
      ).body.data.node,
    ).toBeNull()
  })

  test('users can be created with a role name in REST and a role enum value in GraphQL', async () => {
    const reply = await world.as('admin').rest('POST', '/v1/users', {
      firstName: ' Ann ',
      email: 'Ann@Acme.test',
      role: 'Team Leader',
      avatarUrl: 'https://acme.test/ann.png',
    })
    expect(reply.status).toBe(201)
    expect(reply.headers.get('location')).toBe(`/v1/users/${reply.body.data.id}`)
    expect(reply.body.data).toMatchObject({
      firstName: 'Ann',
      lastName: '',
      email: 'Ann@Acme.test',
      role: 'Team Leader',
      avatarUrl: 'https://acme.test/ann.png',
      teams: [],
      suspended: false,
    })
    expect(
      (await readEvents(reply.body.data.id)).map((event) => [event.type, event.actorId]),
    ).toEqual([['user.created', world.users.admin.id]])
    const mutation =
      'mutation($input: CreateUserInput!) { createUser(input: $input) { user { role roleName } } }'
    const creationReply = await world
      .as('admin')
      .gql(mutation, { input: { firstName: 'Ben', email: 'ben@acme.test', role: 'TEAM_LEADER' } })
    expect(creationReply.body.data.createUser.user).toEqual({
      role: 'TEAM_LEADER',
      roleName: 'Team Leader',
    })
    const conflictingRolesReply = await world.as('admin').gql(mutation, {
      input: { firstName: 'Ben', email: 'ben2@acme.test', role: 'AGENT', roleName: 'Agent' },
    })
    expect(conflictingRolesReply.body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'input.roleName', code: 'INVALID_VALUE' }],
    })
  })

  test('the error for an invalid new user lists every missing or invalid field at once', async () => {
    const missingReply = await world.as('owner').rest('POST', '/v1/users', { email: 'x@acme.test' })
    expect(missingReply.status).toBe(400)
    expect(missingReply.body.error.details).toMatchObject([
      { field: 'role', code: 'REQUIRED_FIELD' },
      { field: 'firstName', code: 'REQUIRED_FIELD' },
    ])
    const invalidReply = await world
      .as('owner')
      .rest('POST', '/v1/users', { firstName: 'X', email: 'no address', role: 'OWNER' })
    expect(invalidReply.body.error.details).toMatchObject([
      { field: 'email', code: 'INVALID_FORMAT' },
      { field: 'role', code: 'INVALID_VALUE' },
    ])
    const conflictReply = await world
      .as('owner')
      .rest('POST', '/v1/users', { firstName: 'X', email: 'AGENT@acme.test', role: 'Agent' })
    expect(conflictReply.status).toBe(409)
    expect(conflictReply.body.error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('email'),
      details: [{ field: 'email', code: 'INVALID_VALUE' }],
    })
    const otherCompanyReply = await world
      .as('stranger')
      .rest('POST', '/v1/users', { firstName: 'X', email: 'agent@acme.test', role: 'Agent' })
    expect(otherCompanyReply.status).toBe(201)
  })

  test('creating and updating users requires users.manage', async () => {
    const { id, eventCount } = await createUser().then(async (user) => ({
      ...user,
      eventCount: (await readEvents(user.id)).length,
    }))
    const narrowedClient = await world.createKey('owner', ['users.view'])
    for (const client of [world.as('leader'), world.as('agent'), narrowedClient]) {
      expect(
        (
          await client.rest('POST', '/v1/users', {
            firstName: 'X',
            email: 'x@acme.test',
            role: 'Agent',
          })
        ).body.error,
      ).toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('users.manage'),
      })
      expect((await client.rest('PUT', `/v1/users/${id}`, { firstName: 'X' })).status).toBe(403)
    }
    expect((await world.client().rest('PUT', `/v1/users/${id}`, { firstName: 'X' })).status).toBe(
      401,
    )
    expect(
      (
        await world
          .as('owner')
          .rest('PUT', `/v1/users/${world.users.stranger.id}`, { firstName: 'X' })
      ).status,
    ).toBe(404)
    expect((await world.as('owner').rest('GET', `/v1/users/${id}`)).body.data.firstName).toBe('New')
    expect(await readEvents(id)).toHaveLength(eventCount)
  })

  test('a user update changes only the submitted fields and records no event if nothing changes', async () => {
    const user = await createUser()
    const reply = await world.as('admin').rest('PUT', `/v1/users/${user.id}`, {
      lastName: null,
      email: user.email.toUpperCase(),
      role: 'Admin',
    })
    expect(reply.body.data).toMatchObject({
      firstName: 'New',
      lastName: '',
      email: user.email.toUpperCase(),
      role: 'Admin',
    })
    await world.as('admin').rest('PUT', `/v1/users/${user.id}`, { role: 'Admin' })
    const [, updateEvent, ...extraEvents] = await readEvents(user.id)
    expect(extraEvents).toEqual([])
    expect(updateEvent?.type).toBe('user.updated')
    expect(
      JSON.parse(updateEvent?.changes ?? '')
        .map((change: { field: string }) => change.field)
        .sort(),
    ).toEqual(['email', 'lastName', 'role'])
    const emptyUpdateReply = await world.as('admin').rest('PUT', `/v1/users/${user.id}`, {})
    expect(emptyUpdateReply.body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'body', code: 'REQUIRED_FIELD' }],
    })
    const namelessReply = await world
      .as('admin')
      .rest('PUT', `/v1/users/${user.id}`, { firstName: ' ' })
    expect(namelessReply.body.error.details).toMatchObject([
      { field: 'firstName', code: 'REQUIRED_FIELD' },
    ])
    const clearedReply = await world
      .as('admin')
      .rest('PUT', `/v1/users/${user.id}`, { role: null, email: null })
    expect(
      clearedReply.body.error.details.map((detail: { field: string }) => detail.field).sort(),
    ).toEqual(['email', 'role'])
    expect(
      (await updateUser('admin', user.id, { email: 'owner@ACME.test' })).body.errors[0].extensions
        .code,
    ).toBe('CONFLICT')
  })

  test("a suspended user's API keys are rejected like invalid keys until the user is reactivated", async () => {
    const suspendedClient = await world.createKey('loner')
    expect((await suspendedClient.rest('GET', '/v1/me')).status).toBe(200)
    expect(
      (await updateUser('admin', world.users.loner.id, { suspended: true, firstName: 'Lone' })).body
        .data.updateUser.user,
    ).toMatchObject({
      suspended: true,
      firstName: 'Lone',
    })
    const suspendedReply = await suspendedClient.rest('GET', '/v1/me')
    const unknownReply = await world.client('dg_nonsense').rest('GET', '/v1/me')
    const removeVariableParts = ({ error }: { error: object }) => ({
      ...error,
      requestId: '',
      timestamp: '',
    })
    expect(suspendedReply.status).toBe(401)
    expect(removeVariableParts(suspendedReply.body)).toEqual(removeVariableParts(unknownReply.body))
    expect(
      (await world.as('owner').rest('GET', '/v1/users')).body.data.map(
        (user: { id: string }) => user.id,
      ),
    ).toContain(world.users.loner.id)
    world.clock.advance(1000)
    await updateUser('admin', world.users.loner.id, { suspended: true })
    await updateUser('admin', world.users.loner.id, { suspended: false })
    expect((await suspendedClient.rest('GET', '/v1/me')).status).toBe(200)
    expect((await readEvents(world.users.loner.id)).map((event) => event.type)).toEqual([
      'user.suspended',
      'user.reactivated',
    ])
  })

  test('only an Owner can create, change or suspend an Owner', async () => {
    const { id } = await createUser()
    for (const reply of [
      await world
        .as('admin')
        .rest('POST', '/v1/users', { firstName: 'X', email: 'x@acme.test', role: 'Owner' }),
      await world.as('admin').rest('PUT', `/v1/users/${id}`, { role: 'Owner' }),
      await world
        .as('admin')
        .rest('PUT', `/v1/users/${world.users.owner.id}`, { firstName: 'Mine' }),
      await world.as('admin').rest('PUT', `/v1/users/${world.users.owner.id}`, { suspended: true }),
      await world.as('admin').rest('PUT', `/v1/users/${world.users.admin.id}`, { role: 'Owner' }),
    ])
      expect(reply.body.error).toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('Owner'),
      })
    expect((await world.as('owner').rest('GET', '/v1/me')).body.data).toMatchObject({
      firstName: 'Olga',
      role: 'Owner',
    })
    expect(
      (await updateUser('owner', id, { role: 'OWNER' })).body.data.updateUser.user,
    ).toMatchObject({
      role: 'OWNER',
      roleName: 'Owner',
    })
    expect((await updateUser('owner', id, { role: 'AGENT' })).body.data.updateUser.user.role).toBe(
      'AGENT',
    )
  })

  test('a company always keeps at least one Owner who is not suspended', async () => {
    const secondOwner = await createUser({ role: 'Owner' })
    await updateUser('owner', secondOwner.id, { suspended: true })
    for (const input of [{ suspended: true }, { role: 'ADMIN' }]) {
      const reply = await updateUser('owner', world.users.owner.id, input)
      expect(reply.body.errors[0].extensions.code).toBe('CONFLICT')
    }
    await updateUser('owner', secondOwner.id, { suspended: false })
    expect(
      (await updateUser('owner', world.users.owner.id, { role: 'ADMIN' })).body.data.updateUser.user
        .role,
    ).toBe('ADMIN')
    expect(
      (await updateUser('owner', secondOwner.id, { role: 'AGENT' })).body.errors[0].extensions.code,
    ).toBe('FORBIDDEN')
  })
})
