import { allKeys } from '../../src/commands/queries.ts'
import type { CompanyRecords } from './access-table.ts'
import { getCompany, type Kind, type RecordFacts, type Team } from './visibility-model.ts'
import { type TestUser, testUsers, type World } from './world.ts'

export interface Records {
  records: RecordFacts[]
  teams: Team[]
  companyRecords: Record<RecordFacts['company'], CompanyRecords>
}

/**
 * Creates records of each kind through the API. There is a record for each reason why a record is
 * visible or hidden.
 */
export async function createRecords(world: World): Promise<Records> {
  const records: RecordFacts[] = []
  const getUserIds = (users: (TestUser | null)[]) =>
    users.map((user) => (user ? world.users[user].id : null))
  const createRecord = async (
    author: TestUser,
    kind: Kind,
    path: string,
    body: object,
    facts: Partial<RecordFacts> = {},
  ): Promise<RecordFacts> => {
    const response = await world.as(author).rest('POST', path, body)
    if (response.status !== 201) throw new Error(`${path}: ${response.text}`)
    const record: RecordFacts = {
      kind,
      id: response.body.data.id,
      company: getCompany(author),
      createdBy: author,
      ...facts,
    }
    records.push(record)
    return record
  }
  const createPerson = (
    user: TestUser | null,
    collaborators: TestUser[] = [],
    author: TestUser = 'owner',
  ) =>
    createRecord(
      author,
      'person',
      '/v1/people',
      {
        firstName: 'Casey',
        assignedAgentId: getUserIds([user])[0],
        collaboratorIds: getUserIds(collaborators),
        tags: ['Warm'],
      },
      { user, collaborators },
    )
  const createTask = (author: TestUser, user: TestUser | null, person?: RecordFacts) =>
    createRecord(
      author,
      'task',
      '/v1/tasks',
      { title: 'Task', assignedTo: getUserIds([user])[0], personId: person?.id },
      { user, people: person ? [person] : [] },
    )
  const createAppointment = (
    author: TestUser,
    invitedUsers: TestUser[],
    people: RecordFacts[] = [],
  ) =>
    createRecord(
      author,
      'appointment',
      '/v1/appointments',
      {
        title: 'Visit',
        startsAt: '2026-06-03T09:00:00Z',
        endsAt: '2026-06-03T10:00:00Z',
        userIds: getUserIds(invitedUsers),
        peopleIds: people.map(({ id }) => id),
      },
      { invited: invitedUsers, people },
    )
  const createActivity = (author: TestUser, person: RecordFacts) =>
    createRecord(
      author,
      'activity',
      '/v1/activities',
      { channel: 'call', personId: person.id },
      { people: [person] },
    )

  const teams: Team[] = [{ id: world.teamId, leaders: ['leader'], members: ['agent'] }]
  const agentPerson = await createPerson('agent')
  const leaderPerson = await createPerson('leader')
  const lonerPerson = await createPerson('loner')
  const sharedPerson = await createPerson('loner', ['agent'])
  const personSharedWithIdle = await createPerson('loner', ['idle'])
  const unassignedPerson = await createPerson(null)
  const trashedPerson = await createPerson('agent')
  await world.as('owner').rest('DELETE', `/v1/people/${trashedPerson.id}`)
  trashedPerson.trashed = true
  const foreignPerson = await createPerson('stranger', [], 'stranger')

  for (const person of [agentPerson, lonerPerson, trashedPerson])
    await createTask('owner', 'owner', person)
  for (const user of ['agent', 'loner', null] as const) await createTask('owner', user)
  await createTask('agent', 'loner')
  await createTask('stranger', 'stranger')
  for (const [author, invitedUsers, people] of [
    ['agent', ['agent'], []],
    ['owner', ['owner', 'agent'], []],
    ['owner', ['loner'], []],
    ['loner', [], []],
    ['owner', [], []],
    ['owner', [], [lonerPerson, sharedPerson]],
    ['owner', [], [trashedPerson]],
    ['owner', ['idle'], [unassignedPerson]],
    ['stranger', ['stranger'], [foreignPerson]],
  ] as [TestUser, TestUser[], RecordFacts[]][])
    await createAppointment(author, invitedUsers, people)
  for (const [author, person] of [
    ['agent', agentPerson],
    ['owner', agentPerson],
    ['leader', leaderPerson],
    ['loner', lonerPerson],
    ['loner', sharedPerson],
    ['idle', personSharedWithIdle],
    ['owner', unassignedPerson],
    ['agent', trashedPerson],
    ['stranger', foreignPerson],
  ] as const)
    await createActivity(author, person)

  for (const survivor of [
    agentPerson,
    lonerPerson,
    sharedPerson,
    unassignedPerson,
    foreignPerson,
  ]) {
    const author = survivor === foreignPerson ? 'stranger' : 'owner'
    const duplicateId = (await world.as(author).rest('POST', '/v1/people', { firstName: 'Double' }))
      .body.data.id
    const merge = await world
      .as(author)
      .gql(
        'mutation($id: ID!, $otherIds: [ID!]!) { mergePeople(id: $id, otherIds: $otherIds) { person { merges { nodes { id } } } } }',
        {
          id: survivor.id,
          otherIds: [duplicateId],
        },
      )
    survivor.mergeId = merge.body.data.mergePeople.person.merges.nodes[0].id
  }

  const companyRecords = {} as Records['companyRecords']
  for (const userName of ['owner', 'stranger'] as const) {
    const salesPipeline = (await world.as(userName).rest('GET', '/v1/pipelines')).body.data[0]
    // Creates a second Owner, because the last Owner cannot be suspended.
    const secondUser = await world
      .as(userName)
      .rest('POST', '/v1/users', { firstName: 'Spare', email: 'spare@acme.test', role: 'Owner' })
    const users = testUsers.filter((item) => getCompany(item) === getCompany(userName))
    const sparePeople = [
      await createPerson(userName, users, userName),
      await createPerson(userName, users, userName),
    ]
    const spareTag = (await world.as(userName).rest('POST', '/v1/tags', { name: 'Spare' })).body
      .data
    companyRecords[getCompany(userName)] = {
      pipelineId: salesPipeline.id,
      stageId: salesPipeline.stages[1].id,
      userId: world.users[userName].id,
      tagId: spareTag.id,
      spareUserId: secondUser.body.data.id,
      sparePersonIds: sparePeople.map(({ id }) => id),
    }
    records.push({
      kind: 'pipelineStage',
      id: salesPipeline.stages[0].id,
      company: getCompany(userName),
    })
    const createDeal = (
      user: TestUser | null,
      people: RecordFacts[] = [],
      dealTeams: Team[] = [],
    ) =>
      createRecord(
        userName,
        'deal',
        '/v1/deals',
        {
          title: 'Deal',
          pipelineId: salesPipeline.id,
          assignedAgentId: getUserIds([user])[0],
          peopleIds: people.map(({ id }) => id),
          teamIds: dealTeams.map(({ id }) => id),
        },
        { user, people, teams: dealTeams },
      )
    if (userName === 'stranger') await createDeal('stranger', [foreignPerson])
    else
      for (const [user, people, dealTeams] of [
        ['agent', [], []],
        ['loner', [], []],
        ['owner', [sharedPerson, lonerPerson], []],
        [null, [], teams],
        [null, [], []],
      ] as [TestUser | null, RecordFacts[], Team[]][])
        await createDeal(user, people, dealTeams)
    await createRecord(userName, 'pipeline', '/v1/pipelines', {
      name: 'Spare',
      stages: [{ name: 'Open', type: 'open' }],
    })
    await createRecord(userName, 'stage', '/v1/stages', { name: 'Spare' })
    await createRecord(userName, 'team', '/v1/teams', { name: 'Spare' })
    records.push({
      kind: 'tag',
      id: (await world.as(userName).rest('GET', '/v1/tags?name=warm')).body.data[0].id,
      company: getCompany(userName),
    })
    const endpoint = await createRecord(userName, 'webhookEndpoint', '/v1/webhook-endpoints', {
      url: 'https://93.184.216.34/hook',
      events: ['deal.*'],
    })
    const ping = await world.as(userName).rest('POST', `/v1/webhook-endpoints/${endpoint.id}/ping`)
    records.push({ kind: 'webhookDelivery', id: ping.body.data.id, company: getCompany(userName) })
    await createRecord(userName, 'customField', '/v1/custom-fields', {
      name: 'Spare',
      record: 'person',
      type: 'text',
    })
  }
  for (const [user, isShared] of [
    ['owner', false],
    ['owner', true],
    ['agent', false],
    ['agent', true],
    ['stranger', true],
  ] as const)
    await createRecord(
      user,
      'smartList',
      '/v1/smart-lists',
      { name: 'List', shared: isShared, where: { source: { eq: 'Web' } } },
      { user, shared: isShared },
    )
  const keyRows = await world.deps.store.allCompanies.read((db) => db.all(allKeys, {}))
  for (const user of testUsers) {
    const keyRow = keyRows.findLast((item) => item.userId === world.users[user].id)
    records.push(
      { kind: 'user', id: world.users[user].id, company: getCompany(user), user },
      { kind: 'apiKey', id: keyRow?.id ?? '', company: getCompany(user), user },
    )
    const { identity, session } = await world.signIn(user)
    records.push(
      { kind: 'identity', id: identity.id, company: getCompany(user), user },
      { kind: 'session', id: session.id, company: getCompany(user), user },
    )
  }
  return { records, teams, companyRecords }
}
