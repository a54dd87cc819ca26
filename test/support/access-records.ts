import { allKeys } from '../../src/commands/queries.ts'
import type { CompanyRecords } from './access-table.ts'
import { companyOf, type Kind, type RecordFacts, type Team } from './visibility-model.ts'
import { people as everybody, type Who, type World } from './world.ts'

export interface Records {
  records: RecordFacts[]
  teams: Team[]
  homes: Record<RecordFacts['company'], CompanyRecords>
}

/** Creates a record of each kind for each reason that it is visible or hidden, through the API. */
export async function makeRecords(world: World): Promise<Records> {
  const records: RecordFacts[] = []
  const ids = (users: (Who | null)[]) => users.map((who) => (who ? world.users[who].id : null))
  const create = async (
    as: Who,
    kind: Kind,
    path: string,
    body: object,
    fact: Partial<RecordFacts> = {},
  ): Promise<RecordFacts> => {
    const reply = await world.as(as).rest('POST', path, body)
    if (reply.status !== 201) throw new Error(`${path}: ${reply.text}`)
    const record: RecordFacts = {
      kind,
      id: reply.body.data.id,
      company: companyOf(as),
      createdBy: as,
      ...fact,
    }
    records.push(record)
    return record
  }
  const person = (user: Who | null, collaborators: Who[] = [], as: Who = 'owner') =>
    create(
      as,
      'person',
      '/v1/people',
      {
        firstName: 'Casey',
        assignedAgentId: ids([user])[0],
        collaboratorIds: ids(collaborators),
        tags: ['Warm'],
      },
      { user, collaborators },
    )
  const task = (as: Who, user: Who | null, about?: RecordFacts) =>
    create(
      as,
      'task',
      '/v1/tasks',
      { title: 'Task', assignedTo: ids([user])[0], personId: about?.id },
      { user, people: about ? [about] : [] },
    )
  const appointment = (as: Who, invited: Who[], about: RecordFacts[] = []) =>
    create(
      as,
      'appointment',
      '/v1/appointments',
      {
        title: 'Visit',
        startsAt: '2026-06-03T09:00:00Z',
        endsAt: '2026-06-03T10:00:00Z',
        userIds: ids(invited),
        peopleIds: about.map(({ id }) => id),
      },
      { invited, people: about },
    )
  const activity = (as: Who, about: RecordFacts) =>
    create(
      as,
      'activity',
      '/v1/activities',
      { channel: 'call', personId: about.id },
      { people: [about] },
    )

  const teams: Team[] = [{ id: world.teamId, leaders: ['leader'], members: ['agent'] }]
  const ofAgent = await person('agent')
  const ofLeader = await person('leader')
  const ofLoner = await person('loner')
  const shared = await person('loner', ['agent'])
  const sharedWithIdle = await person('loner', ['idle'])
  const ofNobody = await person(null)
  const inTrash = await person('agent')
  await world.as('owner').rest('DELETE', `/v1/people/${inTrash.id}`)
  inTrash.trashed = true
  const foreign = await person('stranger', [], 'stranger')

  for (const about of [ofAgent, ofLoner, inTrash]) await task('owner', 'owner', about)
  for (const user of ['agent', 'loner', null] as const) await task('owner', user)
  await task('agent', 'loner')
  await task('stranger', 'stranger')
  for (const [as, invited, about] of [
    ['agent', ['agent'], []],
    ['owner', ['owner', 'agent'], []],
    ['owner', ['loner'], []],
    ['loner', [], []],
    ['owner', [], []],
    ['owner', [], [ofLoner, shared]],
    ['owner', [], [inTrash]],
    ['owner', ['idle'], [ofNobody]],
    ['stranger', ['stranger'], [foreign]],
  ] as [Who, Who[], RecordFacts[]][])
    await appointment(as, invited, about)
  for (const [as, about] of [
    ['agent', ofAgent],
    ['owner', ofAgent],
    ['leader', ofLeader],
    ['loner', ofLoner],
    ['loner', shared],
    ['idle', sharedWithIdle],
    ['owner', ofNobody],
    ['agent', inTrash],
    ['stranger', foreign],
  ] as const)
    await activity(as, about)

  for (const into of [ofAgent, ofLoner, shared, ofNobody, foreign]) {
    const as = into === foreign ? 'stranger' : 'owner'
    const other = (await world.as(as).rest('POST', '/v1/people', { firstName: 'Double' })).body.data
      .id
    const merged = await world
      .as(as)
      .gql(
        'mutation($id: ID!, $otherIds: [ID!]!) { mergePeople(id: $id, otherIds: $otherIds) { merges { nodes { id } } } }',
        {
          id: into.id,
          otherIds: [other],
        },
      )
    into.merge = merged.body.data.mergePeople.merges.nodes[0].id
  }

  const homes = {} as Records['homes']
  for (const who of ['owner', 'stranger'] as const) {
    const sales = (await world.as(who).rest('GET', '/v1/pipelines')).body.data[0]
    // Keeps an Owner when another one is suspended.
    const second = await world
      .as(who)
      .rest('POST', '/v1/users', { firstName: 'Spare', email: 'spare@acme.test', role: 'Owner' })
    const users = everybody.filter((each) => companyOf(each) === companyOf(who))
    const spares = [await person(who, users, who), await person(who, users, who)]
    const spare = (await world.as(who).rest('POST', '/v1/tags', { name: 'Spare' })).body.data
    homes[companyOf(who)] = {
      pipelineId: sales.id,
      stageId: sales.stages[1].id,
      userId: world.users[who].id,
      tagId: spare.id,
      spareUserId: second.body.data.id,
      spareIds: spares.map(({ id }) => id),
    }
    records.push({ kind: 'pipelineStage', id: sales.stages[0].id, company: companyOf(who) })
    const deal = (user: Who | null, about: RecordFacts[] = [], of: Team[] = []) =>
      create(
        who,
        'deal',
        '/v1/deals',
        {
          title: 'Deal',
          pipelineId: sales.id,
          assignedAgentId: ids([user])[0],
          peopleIds: about.map(({ id }) => id),
          teamIds: of.map(({ id }) => id),
        },
        { user, people: about, teams: of },
      )
    if (who === 'stranger') await deal('stranger', [foreign])
    else
      for (const [user, about, of] of [
        ['agent', [], []],
        ['loner', [], []],
        ['owner', [shared, ofLoner], []],
        [null, [], teams],
        [null, [], []],
      ] as [Who | null, RecordFacts[], Team[]][])
        await deal(user, about, of)
    await create(who, 'pipeline', '/v1/pipelines', {
      name: 'Spare',
      stages: [{ name: 'Open', type: 'open' }],
    })
    await create(who, 'stage', '/v1/stages', { name: 'Spare' })
    await create(who, 'team', '/v1/teams', { name: 'Spare' })
    records.push({
      kind: 'tag',
      id: (await world.as(who).rest('GET', '/v1/tags?name=warm')).body.data[0].id,
      company: companyOf(who),
    })
    const endpoint = await create(who, 'webhookEndpoint', '/v1/webhook-endpoints', {
      url: 'https://93.184.216.34/hook',
      events: ['deal.*'],
    })
    const ping = await world.as(who).rest('POST', `/v1/webhook-endpoints/${endpoint.id}/ping`)
    records.push({ kind: 'webhookDelivery', id: ping.body.data.id, company: companyOf(who) })
    await create(who, 'customField', '/v1/custom-fields', {
      name: 'Spare',
      record: 'person',
      type: 'text',
    })
  }
  for (const [user, shared] of [
    ['owner', false],
    ['owner', true],
    ['agent', false],
    ['agent', true],
    ['stranger', true],
  ] as const)
    await create(
      user,
      'smartList',
      '/v1/smart-lists',
      { name: 'List', shared, where: { source: 'Web' } },
      { user, shared },
    )
  const keys = await world.deps.store.allCompanies.read((db) => db.all(allKeys, {}))
  for (const user of everybody) {
    const key = keys.findLast((each) => each.userId === world.users[user].id)
    records.push(
      { kind: 'user', id: world.users[user].id, company: companyOf(user), user },
      { kind: 'apiKey', id: key?.id ?? '', company: companyOf(user), user },
    )
  }
  return { records, teams, homes }
}
