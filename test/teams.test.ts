import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newRecord } from '../src/crud/records.ts'
import { runAsSystem } from '../src/resources/companies/operations.ts'
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
const anyStageQuery = query((k, p: { companyId: string }) =>
  k.selectFrom('pipelineStages').selectAll().where('companyId', '=', p.companyId).limit(1),
)
const dealQuery = query((k, p: { companyId: string; id: string }) =>
  k.selectFrom('deals').selectAll().where('companyId', '=', p.companyId).where('id', '=', p.id),
)
const teamDealLinksQuery = query((k, p: { companyId: string; teamId: string }) =>
  k
    .selectFrom('dealTeams')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('teamId', '=', p.teamId),
)

describe('Teams', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const readEvents = (recordId: string) =>
    world.deps.store.allCompanies.read((db) =>
      db.all(eventsQuery, { companyId: world.company.id, recordId }),
    )
  const teamFields = 'id name version leaders { id } members { id }'
  const createTeam = async (input: object) =>
    (
      await world
        .as('admin')
        .gql(
          `mutation($input: CreateTeamInput!) { createTeam(input: $input) { team { ${teamFields} } } }`,
          {
            input,
          },
        )
    ).body.data.createTeam.team
  const updateTeam = (id: string, input: object) =>
    world
      .as('owner')
      .gql(
        `mutation($id: ID!, $input: UpdateTeamInput!) { updateTeam(id: $id, input: $input) { team { ${teamFields} } } }`,
        { id, input },
      )
  const getIds = (users: { id: string }[]) => users.map((user) => user.id)

  test('a user can be both leader and member of a team', async () => {
    const { leader, agent, loner } = world.users
    const team = await createTeam({
      name: ' South ',
      leaderIds: [leader.id],
      memberIds: [leader.id, agent.id, agent.id],
    })
    expect(team).toMatchObject({ name: 'South', version: 1, leaders: [{ id: leader.id }] })
    expect(getIds(team.members).sort()).toEqual([leader.id, agent.id].sort())
    const { data } = (await updateTeam(team.id, { memberIds: [loner.id] })).body
    expect(data.updateTeam.team).toMatchObject({
      version: 2,
      leaders: [{ id: leader.id }],
      members: [{ id: loner.id }],
    })
    expect(
      (await updateTeam(team.id, { memberIds: [loner.id] })).body.data.updateTeam.team.version,
    ).toBe(2)
    expect(
      (await updateTeam(team.id, { leaderIds: null, name: 'Deep South' })).body.data.updateTeam
        .team,
    ).toMatchObject({ name: 'Deep South', leaders: [], version: 3 })
    expect((await readEvents(team.id)).map((event) => event.type)).toEqual([
      'team.created',
      'team.updated',
      'team.updated',
    ])
    expect(JSON.parse((await readEvents(team.id))[1]?.changes ?? '')).toMatchObject([
      { field: 'memberIds', to: [loner.id] },
    ])
  })

  test('two updates of a team in one GraphQL request each return their own result', async () => {
    const { agent, loner } = world.users
    const team = await createTeam({ name: 'Twice' })
    const formatUpdate = (user: string) =>
      `updateTeam(id: "${team.id}", input: { memberIds: ["${user}"] }) { team { memberIds members { id } } }`
    const { data } = (
      await world
        .as('owner')
        .gql(`mutation { a: ${formatUpdate(loner.id)} b: ${formatUpdate(agent.id)} }`)
    ).body
    expect(data).toEqual({
      a: { team: { memberIds: [loner.id], members: [{ id: loner.id }] } },
      b: { team: { memberIds: [agent.id], members: [{ id: agent.id }] } },
    })
  })

  test("a new leader of a team can view the records of the team's members from the next request on", async () => {
    const person = (await world.as('loner').rest('POST', '/v1/people', { firstName: 'Seen' })).body
      .data
    expect((await world.as('idle').rest('GET', `/v1/people/${person.id}`)).status).toBe(403)
    const team = await createTeam({
      name: 'East',
      leaderIds: [world.users.idle.id],
      memberIds: [world.users.loner.id],
    })
    expect((await world.as('idle').rest('GET', `/v1/people/${person.id}`)).status).toBe(200)
    await world.as('owner').rest('DELETE', `/v1/teams/${team.id}`)
    expect((await world.as('idle').rest('GET', `/v1/people/${person.id}`)).status).toBe(403)
  })

  test('the error for an invalid team names all unknown users', async () => {
    const reply = await world.as('owner').rest('POST', '/v1/teams', {
      name: 'X',
      leaderIds: ['user_nobody00'],
      memberIds: [world.users.agent.id, world.users.stranger.id],
    })
    expect(reply.status).toBe(400)
    expect(reply.body.error.details).toMatchObject([
      { field: 'leaderIds[0]', code: 'INVALID_REFERENCE' },
      { field: 'memberIds[1]', code: 'INVALID_REFERENCE' },
    ])
    expect(
      (await world.as('owner').rest('POST', '/v1/teams', { name: '' })).body.error.details,
    ).toMatchObject([{ field: 'name', code: 'TOO_SHORT' }])
    expect((await updateTeam(world.teamId, {})).body.errors[0].extensions.code).toBe(
      'VALIDATION_ERROR',
    )
  })

  test('teams can be created, updated and deleted through REST', async () => {
    const { leader, agent } = world.users
    const creationReply = await world
      .as('admin')
      .rest('POST', '/v1/teams', { name: 'West', leaderIds: [leader.id], memberIds: [agent.id] })
    expect(creationReply.status).toBe(201)
    const { id } = creationReply.body.data
    expect(creationReply.headers.get('location')).toBe(`/v1/teams/${id}`)
    expect(creationReply.body.data).toMatchObject({
      name: 'West',
      leaderIds: [leader.id],
      memberIds: [agent.id],
    })
    expect((await world.as('agent').rest('GET', '/v1/teams')).body.data[0]).toMatchObject({
      id,
      name: 'West',
    })
    expect(
      (await world.as('admin').rest('PUT', `/v1/teams/${id}`, { memberIds: [] })).body.data,
    ).toMatchObject({
      name: 'West',
      memberIds: [],
      leaderIds: [leader.id],
    })
    expect((await world.as('admin').rest('DELETE', `/v1/teams/${id}`)).body).toMatchObject({
      success: true,
      message: 'Team deleted',
    })
    expect((await world.as('agent').rest('GET', `/v1/teams/${id}`)).body.error).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Team not found',
    })
  })

  test("every API key can read the company's teams, but reading the teams' users requires users.view", async () => {
    const narrowedClient = await world.createKey('agent', ['tasks.manage'])
    const reply = await narrowedClient.gql(
      'query($id: ID!) { team(id: $id) { name memberIds members { id } } node(id: $id) { id } }',
      { id: world.teamId },
    )
    expect(reply.body.data).toMatchObject({
      team: { name: 'North', memberIds: [world.users.agent.id], members: null },
      node: { id: world.teamId },
    })
    expect(reply.body.errors).toMatchObject([
      { path: ['team', 'members'], extensions: { code: 'FORBIDDEN' } },
    ])
    expect(
      (await world.as('stranger').gql('{ teams { totalCount nodes { id } } }')).body.data.teams,
    ).toEqual({ totalCount: 0, nodes: [] })
    expect((await world.as('stranger').rest('GET', `/v1/teams/${world.teamId}`)).status).toBe(404)
    expect((await world.as('stranger').rest('DELETE', `/v1/teams/${world.teamId}`)).status).toBe(
      404,
    )
    expect((await world.client().rest('GET', '/v1/teams')).status).toBe(401)
  })

  test('creating, updating and deleting teams requires teams.manage', async () => {
    const teamsBefore = (await world.as('owner').rest('GET', '/v1/teams?limit=100')).body.data
    for (const client of [
      world.as('leader'),
      world.as('agent'),
      await world.createKey('owner', ['users.manage']),
    ])
      for (const [method, path, body] of [
        ['POST', '/v1/teams', { name: 'Mine' }],
        ['PUT', `/v1/teams/${world.teamId}`, { name: 'Mine' }],
        ['DELETE', `/v1/teams/${world.teamId}`, undefined],
      ] as const)
        expect((await client.rest(method, path, body)).body.error).toMatchObject({
          code: 'FORBIDDEN',
          message: expect.stringContaining('teams.manage'),
        })
    expect((await world.client().rest('DELETE', `/v1/teams/${world.teamId}`)).status).toBe(401)
    expect((await world.as('owner').rest('GET', '/v1/teams?limit=100')).body.data).toEqual(
      teamsBefore,
    )
  })

  test('deleting a team keeps the members of the team and the deals assigned to the team', async () => {
    const team = await createTeam({ name: 'Gone', memberIds: [world.users.agent.id] })
    const id = await runAsSystem(world.deps, world.company, async (ctx) => {
      const stage = await ctx.db.first(anyStageQuery, { companyId: world.company.id })
      const row = newRecord(ctx, 'deal')
      const emptyFields = {
        assignedAgentId: null,
        price: null,
        commission: null,
        closeDate: null,
        createdBy: null,
      }
      await ctx.db.insert('deals', {
        ...row,
        ...emptyFields,
        title: 'Kept',
        pipelineId: stage?.pipelineId ?? '',
        stageId: stage?.id ?? '',
        rank: 'zz',
        stageEnteredAt: row.createdAt,
      })
      await ctx.db.insert('dealTeams', {
        companyId: row.companyId,
        dealId: row.id,
        teamId: team.id,
        position: 0,
      })
      return row.id
    })
    const reply = await world
      .as('owner')
      .gql('mutation($id: ID!) { deleteTeam(id: $id) { deletedId } }', { id: team.id })
    expect(reply.body.data.deleteTeam).toEqual({ deletedId: team.id })
    const { companyId } = world.users.owner
    expect(
      await world.deps.store.allCompanies.read((db) => db.first(dealQuery, { companyId, id })),
    ).toMatchObject({ title: 'Kept', version: 2 })
    expect(
      await world.deps.store.allCompanies.read((db) =>
        db.all(teamDealLinksQuery, { companyId, teamId: team.id }),
      ),
    ).toEqual([])
    expect((await world.as('owner').rest('GET', `/v1/users/${world.users.agent.id}`)).status).toBe(
      200,
    )
    expect((await readEvents(team.id)).map((event) => event.type)).toEqual([
      'team.created',
      'team.deleted',
    ])
  })
})
