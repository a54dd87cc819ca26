import { contextOf, type Deps } from '../../src/context.ts'
import {
  createCompany,
  type NewCompany,
  systemViewer,
} from '../../src/resources/companies/operations.ts'
import type { CompanyRow } from '../../src/resources/companies/table.ts'
import { listPipelineStages, listPipelines } from '../../src/resources/pipelines/operations.ts'
import { listStages } from '../../src/resources/stages/operations.ts'
import { type TagRow, toTagKey } from '../../src/resources/tags/operations.ts'
import { toEmailKey, type UserRow } from '../../src/resources/users/operations.ts'
import type { Db } from '../../src/store/db.ts'
import type { Dice } from './dice.ts'
import { type Board, day, type Office, recordAt } from './office.ts'
import { tagNames } from './places.ts'
import type { Hire } from './staff.ts'

const listingStages = [
  ['Preparing', 'open'],
  ['On the market', 'open'],
  ['Under offer', 'open'],
  ['Sold', 'won'],
  ['Withdrawn', 'lost'],
] as const

/**
 * Opens a company as it was before its first person came: those who work there, teams, pipelines
 * and tags.
 */
export async function openOffice(
  deps: Deps,
  db: Db,
  dice: Dice,
  { name, isDemo }: Pick<NewCompany, 'name' | 'isDemo'>,
  staff: Hire[],
  from: number,
): Promise<Office> {
  const founded = from - 30 * day
  const past: Deps = { ...deps, now: () => founded }
  const [boss, ...hires] = staff as [Hire, ...Hire[]]
  const { company, owner } = await createCompany(past, db, {
    name,
    isDemo,
    region: deps.settings.DEFAULT_REGION,
    owner: { email: boss.email, firstName: boss.firstName, lastName: boss.lastName },
  })
  const place = { deps, company }
  await addListings(db, place, founded)
  const users = await addUsers(db, place, hires, founded)
  const ctx = contextOf(past, { viewer: systemViewer(company), requestId: 'seed', db })
  const stages = await listStages(ctx)
  const pipelineStages = await listPipelineStages(ctx)
  const boards: Board[] = (await listPipelines(ctx)).map((pipeline) => ({
    id: pipeline.id,
    name: pipeline.name,
    stages: pipelineStages.filter((stage) => stage.pipelineId === pipeline.id),
    lastRank: new Map(),
  }))
  return {
    ...place,
    dice,
    owner,
    userById: new Map(users.map((user) => [user.id, user])),
    admin: users.find((user) => user.role === 'Admin') as UserRow,
    leaders: users.filter((user) => user.role === 'Team Leader'),
    agents: users.filter((user) => user.role === 'Agent'),
    teamOf: await addTeams(db, place, hires, users, founded),
    stages: stages.filter((stage) => !stage.isTrash),
    trash: stages.find((stage) => stage.isTrash) as Office['trash'],
    boards,
    tags: await addTags(db, place, founded),
    start: from,
    end: deps.now(),
    span: deps.now() - from,
    words: new Set(),
    takenNames: new Set(),
    phonesGiven: new Map(),
  }
}

interface Place {
  deps: Deps
  company: CompanyRow
}

async function addListings(db: Db, place: Place, at: number): Promise<void> {
  const pipeline = { ...recordAt(place, 'pipeline', at), name: 'Listings', position: 1 }
  await db.insert('pipelines', pipeline)
  for (const [position, [name, type]] of listingStages.entries())
    await db.insert('pipelineStages', {
      ...recordAt(place, 'pipelinestage', at),
      pipelineId: pipeline.id,
      name,
      type,
      position,
    })
}

async function addUsers(db: Db, place: Place, hires: Hire[], at: number): Promise<UserRow[]> {
  const users = hires.map(({ firstName, lastName, email, role }, index) => ({
    ...recordAt(place, 'user', at + index + 1),
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
  place: Place,
  hires: Hire[],
  users: UserRow[],
  at: number,
): Promise<Map<string, string>> {
  const { companyId } = recordAt(place, 'team', at)
  const teams = new Map<string, string>()
  const teamOf = new Map<string, string>()
  for (const [index, { team: name, role }] of hires.entries()) {
    const userId = users[index]?.id
    if (!name || !userId) continue
    let teamId = teams.get(name)
    if (!teamId) {
      const team = { ...recordAt(place, 'team', at + index), name }
      await db.insert('teams', team)
      teamId = team.id
      teams.set(name, teamId)
    }
    const leads = role === 'Team Leader'
    await db.insert('teamMembers', {
      companyId,
      teamId,
      userId,
      isLeader: Number(leads),
      isMember: Number(!leads),
    })
    teamOf.set(userId, teamId)
  }
  return teamOf
}

async function addTags(db: Db, place: Place, at: number): Promise<TagRow[]> {
  const tags = tagNames.map((name, index) => ({
    ...recordAt(place, 'tag', at + index),
    name,
    nameKey: toTagKey(name),
  }))
  for (const tag of tags) await db.insert('tags', tag)
  return tags
}
