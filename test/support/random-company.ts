import fc from 'fast-check'
import type { Context } from '../../src/context.ts'
import { newRecord } from '../../src/crud/records.ts'
import { runAsSystem } from '../../src/resources/companies/operations.ts'
import { indexName } from '../../src/resources/people/names.ts'
import type { Kind, RecordFacts, Team } from './visibility-model.ts'
import { type TestUser, testUsers, type World } from './world.ts'

/** The users of the first company. */
export const companyUsers = testUsers.filter((user) => user !== 'stranger')

const userArbitrary = fc.constantFrom(...companyUsers)
const optionalUserArbitrary = fc.option(userArbitrary, { freq: 4 })
const indexArbitrary = fc.nat({ max: 7 })
const teamArbitrary = fc.record({
  leaders: fc.uniqueArray(userArbitrary, { maxLength: 3 }),
  members: fc.uniqueArray(userArbitrary, { maxLength: 4 }),
})
/**
 * A plan for a team with a Team Leader among its leaders, because random teams rarely have such a
 * leader.
 */
const ledTeamArbitrary = fc.record({
  leaders: fc.subarray<TestUser>(['leader', 'idle'], { minLength: 1 }),
  members: fc.uniqueArray(userArbitrary, { minLength: 2, maxLength: 4 }),
})

/** Generates the plan of a random company: assignees, collaborators, teams and related records. */
export const companyPlan = fc.record({
  teams: fc.tuple(teamArbitrary, ledTeamArbitrary),
  people: fc.array(
    fc.record({
      user: optionalUserArbitrary,
      collaborators: fc.uniqueArray(userArbitrary, { maxLength: 2 }),
      trashed: fc.boolean(),
    }),
    { minLength: 4, maxLength: 8 },
  ),
  tasks: fc.array(
    fc.record({
      user: optionalUserArbitrary,
      createdBy: userArbitrary,
      person: fc.option(indexArbitrary, { freq: 3 }),
    }),
    { maxLength: 7 },
  ),
  deals: fc.array(
    fc.record({
      user: optionalUserArbitrary,
      people: fc.uniqueArray(indexArbitrary, { maxLength: 2 }),
      teams: fc.subarray([0, 1]),
    }),
    { maxLength: 7 },
  ),
  appointments: fc.array(
    fc.record({
      createdBy: userArbitrary,
      invited: fc.uniqueArray(userArbitrary, { maxLength: 2 }),
      people: fc.uniqueArray(indexArbitrary, { maxLength: 2 }),
    }),
    {
      minLength: 3,
      maxLength: 7,
    },
  ),
  activities: fc.array(fc.record({ createdBy: userArbitrary, person: indexArbitrary }), {
    maxLength: 7,
  }),
  smartLists: fc.array(fc.record({ user: userArbitrary, shared: fc.boolean() }), { maxLength: 4 }),
})
export type CompanyPlan = typeof companyPlan extends fc.Arbitrary<infer P> ? P : never

/**
 * The kinds whose visibility depends on users and people, by list name. The kinds are listed in the
 * order of deletion: deleting records of a kind does not hide records of later kinds.
 */
export const kindsByListName = {
  tasks: 'task',
  activities: 'activity',
  deals: 'deal',
  appointments: 'appointment',
  people: 'person',
  smartLists: 'smartList',
} as const satisfies Record<string, Kind>

export type ListName = keyof typeof kindsByListName
export const listNames = Object.keys(kindsByListName) as ListName[]

/** For each list, an update that does not change who can view or edit the record. */
export const updates: Record<ListName, object> = {
  tasks: { title: 'Changed' },
  activities: { content: 'Changed' },
  deals: { title: 'Changed' },
  appointments: { title: 'Changed' },
  people: { source: 'Changed' },
  smartLists: { description: 'Changed' },
}

/** Returns the path of a list in the REST API. */
export const getListPath = (name: ListName) =>
  `/v1/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

export type RandomCompany = Record<ListName, RecordFacts[]> & { teams: Team[] }

/** Replaces the company's teams and all its records of these kinds, directly in the tables. */
export function createRandomCompany(world: World, plan: CompanyPlan): Promise<RandomCompany> {
  const companyId = world.company.id
  return runAsSystem(world.deps, world.company, async (ctx) => {
    for (const table of [...listNames, 'teams'] as const) await ctx.db.delete(table, { companyId })
    const company: RandomCompany = {
      teams: [],
      people: [],
      tasks: [],
      deals: [],
      appointments: [],
      activities: [],
      smartLists: [],
    }
    for (const team of plan.teams) company.teams.push(await insertTeam(ctx, world, team))
    const stages = await readStages(world)
    const getPersonAt = (index: number) =>
      company.people[index % company.people.length] as RecordFacts
    for (const person of plan.people)
      company.people.push(await insertPerson(ctx, world, person, stages))
    for (const { person, ...task } of plan.tasks)
      company.tasks.push(
        await insertTask(ctx, world, {
          ...task,
          people: person === null ? [] : [getPersonAt(person)],
        }),
      )
    for (const deal of plan.deals) {
      const dealFacts = {
        user: deal.user,
        people: [...new Set(deal.people.map(getPersonAt))],
        teams: deal.teams.map((index) => company.teams[index] as Team),
      }
      company.deals.push(await insertDeal(ctx, world, dealFacts, stages, company.deals.length))
    }
    for (const { createdBy, invited, people } of plan.appointments)
      company.appointments.push(
        await insertAppointment(ctx, world, {
          createdBy,
          invited,
          people: [...new Set(people.map(getPersonAt))],
        }),
      )
    for (const { createdBy, person } of plan.activities)
      company.activities.push(
        await insertActivity(ctx, world, { createdBy, people: [getPersonAt(person)] }),
      )
    for (const list of plan.smartLists)
      company.smartLists.push(await insertSmartList(ctx, world, list))
    return company
  })
}

const getUserId = (world: World, user: TestUser | null | undefined) =>
  user ? world.users[user].id : null

/** The ids of Trash, another lifecycle stage, a pipeline and one of its stages. */
type Stages = Record<'trashId' | 'personStageId' | 'pipelineId' | 'dealStageId', string>

async function readStages(world: World): Promise<Stages> {
  const readList = async (path: string) => (await world.as('owner').rest('GET', path)).body.data
  const stages = (await readList('/v1/stages?limit=100')) as { id: string; isTrash: boolean }[]
  const getStageId = (isTrash: boolean) =>
    stages.find((candidate) => candidate.isTrash === isTrash)?.id ?? ''
  const [pipeline] = await readList('/v1/pipelines')
  return {
    trashId: getStageId(true),
    personStageId: getStageId(false),
    pipelineId: pipeline.id,
    dealStageId: pipeline.stages[0].id,
  }
}

async function insertTeam(
  ctx: Context,
  world: World,
  { leaders, members }: Omit<Team, 'id'>,
): Promise<Team> {
  const row = { ...newRecord(ctx, 'team'), name: 'Team' }
  await ctx.db.insert('teams', row)
  for (const user of new Set([...leaders, ...members])) {
    const membership = {
      isLeader: Number(leaders.includes(user)),
      isMember: Number(members.includes(user)),
    }
    await ctx.db.insert('teamMembers', {
      companyId: row.companyId,
      teamId: row.id,
      userId: world.users[user].id,
      ...membership,
    })
  }
  return { id: row.id, leaders, members }
}

async function insertPerson(
  ctx: Context,
  world: World,
  { user: assignee, collaborators, trashed }: CompanyPlan['people'][number],
  { trashId, personStageId }: Stages,
): Promise<RecordFacts> {
  const emptyFields = {
    source: null,
    price: null,
    timeframe: null,
    background: null,
    relationship: null,
    createdBy: null,
    lastActivityAt: null,
  }
  const stageFields = trashed
    ? {
        stageId: trashId,
        previousStageId: personStageId,
        trashedAt: new Date(ctx.now()).toISOString(),
      }
    : { stageId: personStageId, previousStageId: null, trashedAt: null }
  const row = {
    ...newRecord(ctx, 'person'),
    firstName: 'Casey',
    lastName: '',
    nameKey: 'casey',
    assignedAgentId: getUserId(world, assignee),
    ...stageFields,
    ...emptyFields,
  }
  await ctx.db.insert('people', row)
  const recordKeys = { companyId: row.companyId, personId: row.id }
  await indexName(ctx.db, row.companyId, row.id, row.nameKey)
  await ctx.db.insert('personEmails', {
    ...recordKeys,
    position: 0,
    value: 'casey@example.test',
    valueKey: 'casey@example.test',
    type: 'home',
    isPrimary: 1,
  })
  for (const user of collaborators)
    await ctx.db.insert('collaborators', { ...recordKeys, userId: world.users[user].id })
  return { kind: 'person', id: row.id, company: 'acme', user: assignee, collaborators, trashed }
}

async function insertTask(
  ctx: Context,
  world: World,
  facts: Pick<RecordFacts, 'user' | 'createdBy' | 'people'>,
): Promise<RecordFacts> {
  const record = newRecord(ctx, 'task')
  const assignment = {
    assignedTo: getUserId(world, facts.user),
    createdBy: getUserId(world, facts.createdBy),
    personId: facts.people?.[0]?.id ?? null,
  }
  await ctx.db.insert('tasks', {
    ...record,
    ...assignment,
    title: 'Task',
    description: null,
    dueDate: null,
    priority: 'medium',
    completedAt: null,
  })
  return { kind: 'task', id: record.id, company: 'acme', ...facts }
}

async function insertDeal(
  ctx: Context,
  world: World,
  facts: Pick<RecordFacts, 'user' | 'people' | 'teams'>,
  { pipelineId, dealStageId }: Stages,
  index: number,
): Promise<RecordFacts> {
  const record = newRecord(ctx, 'deal')
  const stageFields = {
    pipelineId,
    stageId: dealStageId,
    rank: `a${index}`,
    stageEnteredAt: record.createdAt,
  }
  await ctx.db.insert('deals', {
    ...record,
    ...stageFields,
    title: 'Deal',
    assignedAgentId: getUserId(world, facts.user),
    price: null,
    commission: null,
    closeDate: null,
    createdBy: null,
  })
  const recordKeys = { companyId: record.companyId, dealId: record.id }
  for (const [position, { id }] of (facts.people ?? []).entries())
    await ctx.db.insert('dealPeople', { ...recordKeys, personId: id, position })
  for (const [position, { id }] of (facts.teams ?? []).entries())
    await ctx.db.insert('dealTeams', { ...recordKeys, teamId: id, position })
  return { kind: 'deal', id: record.id, company: 'acme', ...facts }
}

async function insertAppointment(
  ctx: Context,
  world: World,
  facts: Pick<RecordFacts, 'createdBy' | 'invited' | 'people'>,
): Promise<RecordFacts> {
  const record = newRecord(ctx, 'appointment')
  const emptyFields = {
    description: null,
    place: null,
    outcome: null,
    completedAt: null,
    cancelledAt: null,
    cancellationReason: null,
  }
  const appointmentFields = {
    startsAt: '2026-06-03T09:00:00.000Z',
    endsAt: '2026-06-03T10:00:00.000Z',
    timeZone: 'UTC',
    status: 'scheduled' as const,
  }
  await ctx.db.insert('appointments', {
    ...record,
    ...emptyFields,
    ...appointmentFields,
    title: 'Visit',
    createdBy: getUserId(world, facts.createdBy),
  })
  const recordKeys = { companyId: record.companyId, appointmentId: record.id }
  for (const [position, user] of (facts.invited ?? []).entries())
    await ctx.db.insert('appointmentUsers', {
      ...recordKeys,
      userId: world.users[user].id,
      position,
    })
  for (const [position, { id }] of (facts.people ?? []).entries())
    await ctx.db.insert('appointmentPeople', { ...recordKeys, personId: id, position })
  return { kind: 'appointment', id: record.id, company: 'acme', ...facts }
}

async function insertActivity(
  ctx: Context,
  world: World,
  facts: Pick<RecordFacts, 'createdBy' | 'people'>,
): Promise<RecordFacts> {
  const record = newRecord(ctx, 'activity')
  const references = {
    personId: facts.people?.[0]?.id ?? '',
    createdBy: getUserId(world, facts.createdBy),
    agentName: 'Somebody',
  }
  await ctx.db.insert('activities', {
    ...record,
    ...references,
    type: 'call',
    channel: 'call',
    direction: null,
    content: null,
    starred: 0,
  })
  return { kind: 'activity', id: record.id, company: 'acme', ...facts }
}

async function insertSmartList(
  ctx: Context,
  world: World,
  { user, shared }: CompanyPlan['smartLists'][number],
): Promise<RecordFacts> {
  const record = newRecord(ctx, 'smartlist')
  await ctx.db.insert('smartLists', {
    ...record,
    name: 'List',
    nameKey: 'list',
    description: null,
    ownerId: world.users[user].id,
    shared: Number(shared),
    filter: '{}',
    orderBy: null,
    includeTrash: 0,
  })
  return { kind: 'smartList', id: record.id, company: 'acme', user, shared }
}
