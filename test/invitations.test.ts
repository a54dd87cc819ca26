import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getRights } from '../src/access/scopes.ts'
import { query } from '../src/store/query.ts'
import { dump } from './support/dump.ts'
import { providerSettings } from './support/sign-in.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

const eventsQuery = query((k, p: { companyId: string; requestId: string }) =>
  k
    .selectFrom('events')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('requestId', '=', p.requestId)
    .orderBy('sequence'),
)

let world: World
let invitationCount = 0
const buildInvitation = (fields: object = {}) => ({
  firstName: 'New',
  email: `invited${++invitationCount}@acme.test`,
  role: 'Agent',
  ...fields,
})
const listEventTypes = async (requestId: string) =>
  (
    await world.deps.store.allCompanies.read((db) =>
      db.all(eventsQuery, { companyId: world.company.id, requestId }),
    )
  ).map((event) => event.type)

describe('Invitations', () => {
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const inviteUser = (user: TestUser, fields?: object) =>
    world.as(user).rest('POST', '/v1/users/invite', buildInvitation(fields))

  test('an invited user receives an API key that is valid for one week and can create another key', async () => {
    const reply = await inviteUser('admin', {
      role: 'Team Leader',
      lastName: 'Comer',
      teamIds: [world.teamId],
    })
    const { id, user, apiKey, secret } = reply.body.data
    expect([reply.status, reply.headers.get('location')]).toEqual([201, `/v1/users/${id}`])
    expect(user).toMatchObject({
      id,
      firstName: 'New',
      lastName: 'Comer',
      role: 'Team Leader',
      teams: [{ id: world.teamId }],
      suspended: false,
    })
    expect(apiKey).toEqual({
      id: expect.any(String),
      name: 'Invitation',
      scopes: null,
      expiresAt: new Date(world.clock.now() + 7 * 86_400_000).toISOString(),
    })
    expect(await listEventTypes(reply.body.meta.requestId)).toEqual([
      'user.created',
      'apiKey.created',
      'team.updated',
    ])
    const invitedClient = world.client(secret)
    expect((await invitedClient.rest('GET', '/v1/me')).body.data.id).toBe(id)
    const ownKey = await invitedClient.rest('POST', '/v1/api-keys', { name: 'Mine' })
    expect(ownKey.body.data.apiKey.scopes).toBeNull()
    const { members, leaders } = (
      await world.as('owner').gql('{ teams { nodes { members { id } leaders { id } } } }')
    ).body.data.teams.nodes[0]
    expect(members.map((member: { id: string }) => member.id)).toEqual(
      expect.arrayContaining([world.users.agent.id, id]),
    )
    expect(leaders).toEqual([{ id: world.users.leader.id }])
    world.clock.advance(7 * 86_400_000 + 1)
    expect((await invitedClient.rest('GET', '/v1/me')).status).toBe(401)
    expect((await world.client(ownKey.body.data.secret).rest('GET', '/v1/me')).status).toBe(200)
  })

  test("the `inviteUser` mutation accepts a role and the API key's expiry time", async () => {
    const keyExpiresAt = new Date(world.clock.now() + 3_600_000).toISOString()
    const mutation =
      'mutation($input: InviteUserInput!) { inviteUser(input: $input) { user { id role } apiKey { userId expiresAt } secret } }'
    const { data } = (
      await world
        .as('owner')
        .gql(mutation, { input: { ...buildInvitation(), role: 'OWNER', keyExpiresAt } })
    ).body
    expect(data.inviteUser).toMatchObject({
      user: { role: 'OWNER' },
      apiKey: { userId: data.inviteUser.user.id, expiresAt: keyExpiresAt },
    })
    expect((await world.client(data.inviteUser.secret).rest('GET', '/v1/me')).body.data.role).toBe(
      'Owner',
    )
  })

  test('the error for an invalid invitation lists all invalid fields at once, and the invitation creates nothing', async () => {
    const dataBefore = await dump(world)
    const readDetails = async (fields: object) =>
      (await inviteUser('owner', fields)).body.error.details.map(
        ({ field, code }: { field: string; code: string }) => `${field} ${code}`,
      )
    expect(
      await readDetails({ firstName: null, role: undefined, keyExpiresAt: '2020-01-01T00:00:00Z' }),
    ).toEqual(['role REQUIRED_FIELD', 'firstName REQUIRED_FIELD', 'keyExpiresAt OUT_OF_RANGE'])
    const foreignTeamId = (await world.as('stranger').rest('POST', '/v1/teams', { name: 'Theirs' }))
      .body.data.id
    expect(await readDetails({ teamIds: [world.teamId, foreignTeamId, 'team_00000000'] })).toEqual([
      'teamIds[1] INVALID_REFERENCE',
      'teamIds[2] INVALID_REFERENCE',
    ])
    expect((await inviteUser('owner', { email: 'AGENT@acme.test' })).status).toBe(409)
    await world.as('stranger').rest('DELETE', `/v1/teams/${foreignTeamId}`)
    const removeForeignRows = (rows: Record<string, string[]>) =>
      Object.entries(rows).map(([name, list]) => [
        name,
        list.filter((row) => !row.includes(world.otherCompany.id)),
      ])
    expect(removeForeignRows(await dump(world))).toEqual(removeForeignRows(dataBefore))
  })

  test('inviting a user requires users.manage, setting teams also requires teams.manage, and only an Owner can invite an Owner', async () => {
    const dataBefore = await dump(world)
    for (const user of ['leader', 'agent'] as const)
      expect((await inviteUser(user)).body.error).toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('users.manage'),
      })
    expect((await world.client().rest('POST', '/v1/users/invite', buildInvitation())).status).toBe(
      401,
    )
    expect((await inviteUser('admin', { role: 'Owner' })).body.error).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('Owner'),
    })
    expect(await dump(world)).toEqual(dataBefore)
    const narrowedClient = await world.createKey('owner', [
      'users.manage',
      'tasks.manage',
      'people.view.own',
    ])
    const dataAfterKeyCreation = await dump(world)
    const rejectedReply = await narrowedClient.rest(
      'POST',
      '/v1/users/invite',
      buildInvitation({ teamIds: [world.teamId] }),
    )
    expect(rejectedReply.body.error).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('teams.manage'),
    })
    expect(await dump(world)).toEqual(dataAfterKeyCreation)
  })

  test('a narrowed key can invite users only with a role whose scopes the key includes', async () => {
    const narrowedClient = await world.createKey('owner', [
      'users.manage',
      'tasks.manage',
      'people.view.all',
    ])
    const rejectedReply = await narrowedClient.rest(
      'POST',
      '/v1/users/invite',
      buildInvitation({ role: 'Agent' }),
    )
    expect([rejectedReply.status, rejectedReply.body.error.code]).toEqual([403, 'FORBIDDEN'])
    const agentScopes = getRights('Agent', null).scopes.map((scope) => scope.replace(/own$/, 'all'))
    const widerClient = await world.createKey('owner', ['users.manage', ...agentScopes])
    const { data } = (
      await widerClient.rest('POST', '/v1/users/invite', buildInvitation({ role: 'Agent' }))
    ).body
    expect(data.apiKey.scopes).toEqual(getRights('Agent', null).scopes)
    expect(
      (await widerClient.rest('POST', '/v1/users/invite', buildInvitation({ role: 'Admin' })))
        .status,
    ).toBe(403)
  })
})

describe('Suspended users', () => {
  beforeAll(async () => {
    world = await createWorld()
    const owner = world.as('owner')
    const pipelineId = (await owner.rest('GET', '/v1/pipelines')).body.data[0].id
    const { agent, loner } = world.users
    const personIds = []
    for (const assignedAgentId of [agent.id, agent.id, loner.id])
      personIds.push(
        (
          await owner.rest('POST', '/v1/people', {
            firstName: 'P',
            assignedAgentId,
            collaboratorIds: [loner.id],
          })
        ).body.data.id,
      )
    await owner.rest('DELETE', `/v1/people/${personIds[0]}`)
    await owner.rest('POST', '/v1/deals', { title: 'House', pipelineId, assignedAgentId: agent.id })
    for (const assigneeId of [agent.id, agent.id, loner.id])
      await owner.rest('POST', '/v1/tasks', { title: 'Call', assignedTo: assigneeId })
    const completedTaskId = (
      await owner.rest('POST', '/v1/tasks', { title: 'Done', assignedTo: agent.id })
    ).body.data.id
    await owner.rest('POST', `/v1/tasks/${completedTaskId}/complete`)
    const getTimeInHours = (hoursFromNow: number) =>
      new Date(world.clock.now() + hoursFromNow * 3_600_000).toISOString()
    const createAppointment = async (startOffsetHours: number, userIds: string[]) =>
      (
        await owner.rest('POST', '/v1/appointments', {
          title: 'Visit',
          startsAt: getTimeInHours(startOffsetHours),
          endsAt: getTimeInHours(startOffsetHours + 1),
          timeZone: 'UTC',
          userIds,
        })
      ).body.data.id
    for (const startOffsetHours of [-5, -0.5, 5])
      await createAppointment(startOffsetHours, [agent.id])
    await createAppointment(5, [loner.id])
    await owner.rest(
      'POST',
      `/v1/appointments/${await createAppointment(6, [agent.id, loner.id])}/cancel`,
    )
  })
  afterAll(() => world.stop())

  const postUserAction = (user: TestUser, id: string, action: 'suspend' | 'reactivate') =>
    world.as(user).rest('POST', `/v1/users/${id}/${action}`)

  test("suspending a user immediately disables the user's API keys until reactivation and reports how many records are still assigned to the user", async () => {
    const { id } = world.users.agent
    const agentClient = await world.createKey('agent')
    const firstReply = await postUserAction('admin', id, 'suspend')
    expect(firstReply.body.data).toMatchObject({
      user: { id, suspended: true },
      stillAssigned: {
        people: 2,
        deals: 1,
        openTasks: 2,
        upcomingAppointments: 2,
        collaborations: 0,
      },
    })
    expect(await listEventTypes(firstReply.body.meta.requestId)).toEqual(['user.suspended'])
    expect((await agentClient.rest('GET', '/v1/me')).status).toBe(401)
    const repeatedReply = await postUserAction('admin', id, 'suspend')
    expect([repeatedReply.status, repeatedReply.body.data]).toEqual([200, firstReply.body.data])
    expect(await listEventTypes(repeatedReply.body.meta.requestId)).toEqual([])
    const reactivationReply = await postUserAction('admin', id, 'reactivate')
    expect(reactivationReply.body.data).toMatchObject({ id, suspended: false })
    expect(await listEventTypes(reactivationReply.body.meta.requestId)).toEqual([
      'user.reactivated',
    ])
    expect((await agentClient.rest('GET', '/v1/me')).status).toBe(200)
    expect(
      await listEventTypes((await postUserAction('admin', id, 'reactivate')).body.meta.requestId),
    ).toEqual([])
  })

  test('counting the assigned records of many users takes one SQL statement and requires users.manage', async () => {
    const countsQuery =
      '{ users { nodes { email stillAssigned { people deals openTasks upcomingAppointments collaborations } } } }'
    world.statements()
    const { nodes } = (await world.as('owner').gql(countsQuery)).body.data.users
    expect(world.statements().filter((sql) => sql.includes('"collaborators"'))).toHaveLength(1)
    const getAssignedCounts = (email: string) =>
      nodes.find((node: { email: string }) => node.email === email).stillAssigned
    expect(getAssignedCounts('agent@acme.test')).toEqual({
      people: 2,
      deals: 1,
      openTasks: 2,
      upcomingAppointments: 2,
      collaborations: 0,
    })
    expect(getAssignedCounts('loner@acme.test')).toEqual({
      people: 1,
      deals: 0,
      openTasks: 1,
      upcomingAppointments: 1,
      collaborations: 3,
    })
    expect(getAssignedCounts('idle@acme.test')).toEqual({
      people: 0,
      deals: 0,
      openTasks: 0,
      upcomingAppointments: 0,
      collaborations: 0,
    })
    const { data, errors } = (
      await world.as('leader').gql('{ me { email stillAssigned { people } } }')
    ).body
    expect([data.me, errors[0].extensions.code]).toEqual([
      { email: 'leader@acme.test', stillAssigned: null },
      'FORBIDDEN',
    ])
  })

  test('only an Owner can suspend an Owner, and neither the last Owner nor users of another company can be suspended', async () => {
    const dataBefore = await dump(world)
    const listActionResults = async (user: TestUser, target: TestUser) => {
      const codes = []
      for (const action of ['suspend', 'reactivate'] as const)
        codes.push(
          (await postUserAction(user, world.users[target].id, action)).body.error?.code ?? 'ok',
        )
      return codes
    }
    expect(await listActionResults('owner', 'owner')).toEqual(['CONFLICT', 'ok'])
    expect(await listActionResults('admin', 'owner')).toEqual(['FORBIDDEN', 'FORBIDDEN'])
    expect(await listActionResults('leader', 'agent')).toEqual(['FORBIDDEN', 'FORBIDDEN'])
    expect(await listActionResults('stranger', 'agent')).toEqual(['NOT_FOUND', 'NOT_FOUND'])
    expect(
      (await world.client().rest('POST', `/v1/users/${world.users.agent.id}/suspend`)).status,
    ).toBe(401)
    expect(await dump(world)).toEqual(dataBefore)
  })

  test('the `suspendUser` mutation returns the counts of assigned records and checks the expected version', async () => {
    const { id } = world.users.loner
    const mutation =
      'mutation($id: ID!, $v: Int) { suspendUser(id: $id, expectedVersion: $v) { user { suspended version } stillAssigned { collaborations } } }'
    expect(
      (await world.as('owner').gql(mutation, { id, v: 7 })).body.errors[0].extensions.code,
    ).toBe('PRECONDITION_FAILED')
    const suspensionResult = (await world.as('owner').gql(mutation, { id, v: 1 })).body.data
      .suspendUser
    expect(suspensionResult).toEqual({
      user: { suspended: true, version: 2 },
      stillAssigned: { collaborations: 3 },
    })
    const reactivationReply = await world
      .as('owner')
      .gql('mutation($id: ID!) { reactivateUser(id: $id) { user { suspended version } } }', { id })
    expect(reactivationReply.body.data.reactivateUser.user).toEqual({
      suspended: false,
      version: 3,
    })
  })

  test('one request reassigns the people, deals and open tasks of a user and records one event per record', async () => {
    const { agent, idle } = world.users
    const reassignRecords = (user: TestUser, body: object, id = agent.id) =>
      world.as(user).rest('POST', `/v1/users/${id}/reassign`, body)
    const dataBefore = await dump(world)
    expect((await reassignRecords('leader', { toUserId: idle.id })).body.error.code).toBe(
      'FORBIDDEN',
    )
    expect((await reassignRecords('stranger', { toUserId: idle.id })).status).toBe(404)
    for (const [toUserId, code] of [
      [agent.id, 'INVALID_VALUE'],
      [world.users.stranger.id, 'INVALID_REFERENCE'],
      ['user_00000000', 'INVALID_REFERENCE'],
      [undefined, 'REQUIRED_FIELD'],
    ])
      expect((await reassignRecords('owner', { toUserId })).body.error).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: [{ field: 'toUserId', code }],
      })
    expect(await dump(world)).toEqual(dataBefore)
    await postUserAction('owner', idle.id, 'suspend')
    expect((await reassignRecords('owner', { toUserId: idle.id })).body.error.code).toBe('CONFLICT')
    await postUserAction('owner', idle.id, 'reactivate')
    const reassignmentReply = await reassignRecords('admin', { toUserId: idle.id })
    expect(reassignmentReply.body.data).toEqual({
      id: agent.id,
      moved: { people: 2, deals: 1, openTasks: 2 },
      stillAssigned: {
        people: 0,
        deals: 0,
        openTasks: 0,
        upcomingAppointments: 2,
        collaborations: 0,
      },
    })
    expect(await listEventTypes(reassignmentReply.body.meta.requestId)).toEqual([
      ...Array(2).fill('person.updated'),
      'deal.updated',
      ...Array(2).fill('task.updated'),
    ])
    const repeatedReply = await reassignRecords('admin', { toUserId: idle.id })
    expect([
      repeatedReply.body.data.moved,
      await listEventTypes(repeatedReply.body.meta.requestId),
    ]).toEqual([{ people: 0, deals: 0, openTasks: 0 }, []])
    const assigneesQuery =
      '{ people(first: 100, includeTrash: true) { nodes { version assignee { id } } } }'
    const { nodes } = (await world.as('owner').gql(assigneesQuery)).body.data.people
    const movedPeople = (nodes as { version: number; assignee: { id: string } }[]).filter(
      (node) => node.assignee.id === idle.id,
    )
    expect(movedPeople.map((person) => person.version).sort()).toEqual([2, 3])
  })

  test('a narrowed key can reassign only records that the key can edit, at most 500 per request', async () => {
    const { agent, idle } = world.users
    for (let i = 0; i < 503; i += 100) {
      const requests = Array.from({ length: Math.min(100, 503 - i) }, () =>
        world.as('owner').rest('POST', '/v1/tasks', { title: 'Call', assignedTo: agent.id }),
      )
      await Promise.all(requests)
    }
    await world
      .as('owner')
      .rest('POST', '/v1/people', { firstName: 'Kept', assignedAgentId: agent.id })
    const narrowedClient = await world.createKey('owner', [
      'users.manage',
      'tasks.manage',
      'people.edit.own',
      'people.view.all',
    ])
    const reassignedCounts = []
    for (let i = 0; i < 3; i++)
      reassignedCounts.push(
        (await narrowedClient.rest('POST', `/v1/users/${agent.id}/reassign`, { toUserId: idle.id }))
          .body.data.moved.openTasks,
      )
    expect(reassignedCounts).toEqual([500, 3, 0])
    const { stillAssigned } = (
      await world
        .as('owner')
        .gql('query($id: ID!) { user(id: $id) { stillAssigned { people openTasks } } }', {
          id: agent.id,
        })
    ).body.data.user
    expect(stillAssigned).toEqual({ people: 1, openTasks: 0 })
  })
})

describe('Sign-in invitations', () => {
  const inviteToSignInMutation =
    'mutation($input: InviteUserToSignInInput!) { inviteUserToSignIn(input: $input) { user { id email role teams { id } } signInUrl } }'
  beforeAll(async () => {
    world = await createWorld(providerSettings)
  })
  afterAll(() => world.stop())

  const inviteToSignIn = (user: TestUser, fields?: object) =>
    world.as(user).rest('POST', '/v1/users/invite-to-sign-in', buildInvitation(fields))
  const getSignInUrl = (email: string) =>
    `https://crm.example/sign-in?company=${world.company.id}&loginHint=${encodeURIComponent(email)}`

  test('a sign-in invitation creates a user without an API key and returns the sign-in URL', async () => {
    const email = 'ann+crm@acme.test'
    const reply = await inviteToSignIn('admin', { email, teamIds: [world.teamId] })
    const { id, user, signInUrl, ...extraFields } = reply.body.data
    expect([reply.status, reply.headers.get('location')]).toEqual([201, `/v1/users/${id}`])
    expect(user).toMatchObject({ id, email, role: 'Agent', teams: [{ id: world.teamId }] })
    expect([signInUrl, extraFields]).toEqual([getSignInUrl(email), {}])
    expect(await listEventTypes(reply.body.meta.requestId)).toEqual([
      'user.created',
      'team.updated',
    ])
    const keysReply = await world.as('owner').rest('GET', `/v1/api-keys?userId=${id}`)
    expect(keysReply.body.data).toEqual([])
  })

  test('the `inviteUserToSignIn` mutation accepts a role as an enum value or a role name', async () => {
    for (const roleInput of [
      { role: 'TEAM_LEADER' },
      { role: undefined, roleName: 'Team Leader' },
    ]) {
      const input = { ...buildInvitation(), ...roleInput }
      const { data } = (await world.as('owner').gql(inviteToSignInMutation, { input })).body
      expect(data.inviteUserToSignIn).toEqual({
        user: { id: expect.any(String), email: input.email, role: 'TEAM_LEADER', teams: [] },
        signInUrl: getSignInUrl(input.email),
      })
    }
  })

  test('an invalid or unauthorized sign-in invitation is rejected and creates nothing', async () => {
    const narrowedClient = await world.createKey('owner', ['users.manage'])
    const dataBefore = await dump(world)
    const path = '/v1/users/invite-to-sign-in'
    expect((await world.client().rest('POST', path, buildInvitation())).status).toBe(401)
    for (const user of ['leader', 'agent'] as const)
      expect((await inviteToSignIn(user)).status).toBe(403)
    expect((await inviteToSignIn('admin', { role: 'Owner' })).status).toBe(403)
    expect((await narrowedClient.rest('POST', path, buildInvitation())).status).toBe(403)
    expect((await inviteToSignIn('owner', { email: 'AGENT@acme.test' })).status).toBe(409)
    expect((await inviteToSignIn('owner', { teamIds: ['team_00000000'] })).status).toBe(400)
    expect((await inviteToSignIn('owner', { role: undefined })).status).toBe(400)
    expect(await dump(world)).toEqual(dataBefore)
  })

  test.each(['OIDC_ISSUER', 'OIDC_CLIENT_ID'])(
    'a sign-in invitation without the setting %s fails with a conflict and creates nothing',
    async (name) => {
      const server = await createWorld({ ...providerSettings, [name]: '' })
      const dataBefore = await dump(server)
      const owner = server.as('owner')
      const reply = await owner.rest('POST', '/v1/users/invite-to-sign-in', buildInvitation())
      expect([reply.status, reply.body.error.code]).toEqual([409, 'CONFLICT'])
      const { errors } = (
        await owner.gql(inviteToSignInMutation, { input: buildInvitation({ role: 'AGENT' }) })
      ).body
      expect(errors[0].extensions.code).toBe('CONFLICT')
      expect(await dump(server)).toEqual(dataBefore)
      await server.stop()
    },
  )
})
