import { type Context, createContext, type Deps } from '../../src/context.ts'
import { dayMs } from '../../src/lib/time.ts'
import {
  createCompany,
  createSystemViewer,
  type NewCompany,
} from '../../src/resources/companies/operations.ts'
import type { CompanyRow } from '../../src/resources/companies/table.ts'
import { listPipelineStages, listPipelines } from '../../src/resources/pipelines/operations.ts'
import { listStages } from '../../src/resources/stages/operations.ts'
import { type TagRow, toTagKey } from '../../src/resources/tags/operations.ts'
import { toEmailKey, type UserRow } from '../../src/resources/users/operations.ts'
import type { Db } from '../../src/store/db.ts'
import { tagNames } from './places.ts'
import type { Random } from './random.ts'
import { type Board, makeRecordColumns, type SeedContext } from './seed-context.ts'
import type { StaffMember } from './staff.ts'

const listingStages = [
  ['Preparing', 'open'],
  ['On the market', 'open'],
  ['Under offer', 'open'],
  ['Sold', 'won'],
  ['Withdrawn', 'lost'],
] as const

/** Creates a company without people: its users, teams, stages, pipelines and tags. */
export async function createSeedContext(
  deps: Deps,
  db: Db,
  random: Random,
  values: Pick<NewCompany, 'name' | 'isDemo'>,
  staff: StaffMember[],
  startMs: number,
): Promise<SeedContext> {
  const companyCreatedMs = startMs - 30 * dayMs
  const pastDeps: Deps = { ...deps, now: () => companyCreatedMs }
  const [{ email, firstName, lastName }, ...otherStaff] = staff as [StaffMember, ...StaffMember[]]
  const { company, owner } = await createCompany(pastDeps, db, {
    ...values,
    region: deps.settings.DEFAULT_REGION,
    timeZone: 'America/Los_Angeles',
    owner: { email, firstName, lastName },
  })
  const context = { deps, company }
  await addListingsPipeline(db, context, companyCreatedMs)
  const users = await addUsers(db, context, otherStaff, companyCreatedMs)
  const viewer = createSystemViewer(company)
  const ctx = createContext(pastDeps, { viewer, requestId: 'seed', db })
  const stages = await listStages(ctx)
  return {
    ...context,
    random,
    owner,
    ...groupUsers(users),
    teamIdByUser: await addTeams(db, context, otherStaff, users, companyCreatedMs),
    stages: stages.filter((stage) => !stage.isTrash),
    trash: stages.find((stage) => stage.isTrash) as SeedContext['trash'],
    boards: await loadBoards(ctx),
    tags: await addTags(db, context, companyCreatedMs),
    startMs,
    endMs: deps.now(),
    activitySpanMs: deps.now() - startMs,
    indexedWords: new Set(),
    usedNames: new Set(),
    usedNumberCounts: new Map(),
  }
}

async function loadBoards(ctx: Context): Promise<Board[]> {
  const stages = await listPipelineStages(ctx)
  return (await listPipelines(ctx)).map(({ id, name }) => ({
    id,
    name,
    stages: stages.filter(({ pipelineId }) => pipelineId === id),
    lastRankByStage: new Map(),
  }))
}

const groupUsers = (users: UserRow[]) => ({
  userById: new Map(users.map((user) => [user.id, user])),
  admin: users.find((user) => user.role === 'Admin') as UserRow,
  leaders: users.filter((user) => user.role === 'Team Leader'),
  agents: users.filter((user) => user.role === 'Agent'),
})

interface CompanyContext {
  deps: Deps
  company: CompanyRow
}

async function addListingsPipeline(db: Db, context: CompanyContext, timeMs: number): Promise<void> {
  const pipeline = {
    ...makeRecordColumns(context, 'pipeline', timeMs),
    name: 'Listings',
    position: 1,
  }
  await db.insert('pipelines', pipeline)
  for (const [position, [name, type]] of listingStages.entries())
    await db.insert('pipelineStages', {
      ...makeRecordColumns(context, 'pipelinestage', timeMs),
      pipelineId: pipeline.id,
      name,
      type,
      position,
    })
}

async function addUsers(
  db: Db,
  context: CompanyContext,
  staff: StaffMember[],
  timeMs: number,
): Promise<UserRow[]> {
  const users = staff.map(({ firstName, lastName, email, role }, index) => ({
    ...makeRecordColumns(context, 'user', timeMs + index + 1),
    firstName,
    lastName,
    email,
    emailKey: toEmailKey(email),
    role,
    avatarUrl: null,
    suspendedAt: null,
  }))
  for (const user of users) await db.insert('users', user)
  return users
}

async function addTeams(
  db: Db,
  context: CompanyContext,
  staff: StaffMember[],
  users: UserRow[],
  timeMs: number,
): Promise<Map<string, string>> {
  const { companyId } = makeRecordColumns(context, 'team', timeMs)
  const teamIds = new Map<string, string>()
  const teamIdByUser = new Map<string, string>()
  for (const [index, { team: name, role }] of staff.entries()) {
    const userId = users[index]?.id
    if (!name || !userId) continue
    let teamId = teamIds.get(name)
    if (!teamId) {
      const team = { ...makeRecordColumns(context, 'team', timeMs + index), name }
      await db.insert('teams', team)
      teamId = team.id
      teamIds.set(name, teamId)
    }
    const isLeader = role === 'Team Leader'
    await db.insert('teamMembers', {
      companyId,
      teamId,
      userId,
      isLeader: Number(isLeader),
      isMember: Number(!isLeader),
    })
    teamIdByUser.set(userId, teamId)
  }
  return teamIdByUser
}

async function addTags(db: Db, context: CompanyContext, timeMs: number): Promise<TagRow[]> {
  const tags = tagNames.map((name, index) => ({
    ...makeRecordColumns(context, 'tag', timeMs + index),
    name,
    nameKey: toTagKey(name),
  }))
  for (const tag of tags) await db.insert('tags', tag)
  return tags
}
