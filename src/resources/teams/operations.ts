/** Manages teams, their leaders and their members. */
import { sql } from 'kysely'
import { requireCoversRole } from '../../access/narrowing.ts'
import { requireScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { loadAll } from '../../crud/loader.ts'
import { unlinkRecords } from '../../crud/person-references.ts'
import { isPermitted } from '../../crud/record-actions.ts'
import { createListLoader, createRecordReads } from '../../crud/record-reads.ts'
import {
  checkReferences,
  createReferenceCheck,
  deleteRecord,
  insertRecord,
  listReferences,
  newRecord,
  requireSomeField,
  updateRecord,
} from '../../crud/records.ts'
import { changesBetween } from '../../events/record-event.ts'
import { createFilteredList } from '../../filtering/filtered-list.ts'
import { type IdsParams, query } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import { findUnknownUsers, type UserRow } from '../users/operations.ts'
import { teamFilterSpec } from './filter-spec.ts'
import { teamPolicy } from './policy.ts'
import type { TeamMemberRow, TeamRow } from './table.ts'

export type { TeamRow }

export interface TeamInput {
  name?: string
  leaderIds?: readonly string[] | null
  memberIds?: readonly string[] | null
}

/** Selects the leaders and members of teams. */
const usersOfTeams = query(
  (_, p: IdsParams) => sql<UserRow & Pick<TeamMemberRow, 'teamId' | 'isLeader' | 'isMember'>>`
    select "users".*, "link"."teamId", "link"."isLeader", "link"."isMember" from "teamMembers" as "link"
    inner join "users" on "users"."companyId" = "link"."companyId" and "users"."id" = "link"."userId"
    where "link"."companyId" = ${p.companyId} and ${isIn('link.teamId', p.ids)} order by "link"."teamId", "users"."id"`,
)

/** Selects the teams of which users are leaders or members. */
const teamsOfUsers = query(
  (_, p: IdsParams) => sql<TeamRow & Pick<TeamMemberRow, 'userId'>>`
    select "teams".*, "link"."userId" from "teamMembers" as "link"
    inner join "teams" on "teams"."companyId" = "link"."companyId" and "teams"."id" = "link"."teamId"
    where "link"."companyId" = ${p.companyId} and ${isIn('link.userId', p.ids)}
    and ("link"."isLeader" = 1 or "link"."isMember" = 1) order by "link"."userId", "teams"."id"`,
)

const teamReads = createRecordReads(teamPolicy, 'Team', { scope: 'teams.manage' })
export const { get: getTeam, load: loadTeam } = teamReads

export const findUnknownTeams = createReferenceCheck('team', (ctx, ids) =>
  loadAll(ctx, ids, loadTeam),
)

export const teams = createFilteredList({ spec: teamFilterSpec })

export const loadUsersOfTeam = createListLoader(usersOfTeams, 'teamId')

export const loadTeamsOfUser = createListLoader(teamsOfUsers, 'userId')

/** Creates a team. @throws VALIDATION_ERROR, FORBIDDEN (see also `requireTeamLeaderRights`) */
export async function createTeam(ctx: Context, input: TeamInput & { name: string }) {
  requireScope(ctx.viewer, 'teams.manage')
  await checkUsers(ctx, input)
  const row: TeamRow = { ...newRecord(ctx, 'team'), name: input.name }
  return insertRecord(ctx, 'teams', row, 'team.created', ['name'], () =>
    replaceUsers(ctx, row.id, input),
  )
}

/**
 * Updates a team. Lists in the input replace the current lists. @throws NOT_FOUND,
 * VALIDATION_ERROR, FORBIDDEN (see also `requireTeamLeaderRights`)
 */
export async function updateTeam(ctx: Context, id: string, input: TeamInput): Promise<TeamRow> {
  const team = await teamReads.getForUpdate(ctx, id)
  const { leaderIds, memberIds, ...patch } = requireSomeField(input) as TeamInput
  await checkUsers(ctx, { leaderIds, memberIds })
  const userChanges = await replaceUsers(ctx, id, { leaderIds, memberIds })
  return updateRecord(ctx, 'teams', team, patch, 'team.updated', userChanges)
}

/** Adds a member to a team. @throws the same errors as `updateTeam` */
export async function addMember(ctx: Context, id: string, userId: string): Promise<TeamRow> {
  const { memberIds } = await readCurrentUsers(ctx, id)
  return updateTeam(ctx, id, { memberIds: [...memberIds, userId] })
}

export const canDeleteTeam = async (ctx: Context, team: TeamRow): Promise<boolean> =>
  isPermitted(() => requireTeamLeaderRights(ctx)) ||
  !(await loadUsersOfTeam.of(ctx, team, 'id'))?.length

const teamsOfDeals = {
  table: 'dealTeams',
  column: 'dealId',
  recordTable: 'deals',
  event: 'deal.updated',
  field: 'teamIds',
} as const

/** Deletes a team and removes the team from deals. @throws NOT_FOUND, FORBIDDEN */
export async function deleteTeam(ctx: Context, id: string): Promise<{ id: string }> {
  const team = await teamReads.getForUpdate(ctx, id)
  const users = await readCurrentUsers(ctx, id)
  if (users.leaderIds.length + users.memberIds.length > 0) requireTeamLeaderRights(ctx)
  await unlinkRecords(ctx, teamsOfDeals, 'teamId', id)
  const noUsers = { leaderIds: [], memberIds: [] }
  const userChanges = changesBetween(users, noUsers, Object.keys(noUsers))
  return deleteRecord(ctx, teamPolicy, team, 'team.deleted', ['name'], userChanges)
}

const checkUsers = (ctx: Context, { leaderIds, memberIds }: TeamInput) =>
  checkReferences(
    findUnknownUsers(ctx, [
      ...listReferences('leaderIds', leaderIds),
      ...listReferences('memberIds', memberIds),
    ]),
  )

/**
 * Requires the permissions of a Team Leader, because membership extends what a user can view.
 * @throws FORBIDDEN for a narrowed key without all permissions of a Team Leader
 */
const requireTeamLeaderRights = ({ viewer }: Context): void =>
  requireCoversRole(viewer, 'Team Leader')

/** Reads a team's users without the loader, whose values may be from before the last write. */
async function readCurrentUsers(ctx: Context, teamId: string) {
  const users = await ctx.db.allByIds(usersOfTeams, ctx.viewer.companyId, [teamId])
  return {
    leaderIds: users.filter((user) => user.isLeader).map((user) => user.id),
    memberIds: users.filter((user) => user.isMember).map((user) => user.id),
  }
}

/** Replaces the leaders, the members or both, if the input contains them. @returns the changes */
async function replaceUsers(ctx: Context, teamId: string, { leaderIds, memberIds }: TeamInput) {
  const currentIds = await readCurrentUsers(ctx, teamId)
  const toNewIds = (ids: readonly string[] | null | undefined, current: string[]) =>
    ids === undefined ? current : [...new Set(ids ?? [])].sort()
  const newIds = {
    leaderIds: toNewIds(leaderIds, currentIds.leaderIds),
    memberIds: toNewIds(memberIds, currentIds.memberIds),
  }
  const changes = changesBetween(currentIds, newIds, ['leaderIds', 'memberIds'])
  if (changes.length === 0) return []
  requireTeamLeaderRights(ctx)
  const key = { companyId: ctx.viewer.companyId, teamId }
  await ctx.db.delete('teamMembers', key)
  for (const userId of new Set([...newIds.leaderIds, ...newIds.memberIds]))
    await ctx.db.insert('teamMembers', {
      ...key,
      userId,
      isLeader: Number(newIds.leaderIds.includes(userId)),
      isMember: Number(newIds.memberIds.includes(userId)),
    })
  return changes
}
