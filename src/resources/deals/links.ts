import { accessParams, accessScopeOf } from '../../access/access-scope.ts'
import type { Context } from '../../context.ts'
import { type Change, changesBetween } from '../../events/record-event.ts'
import { listParam } from '../../store/sql.ts'
import { allPeopleOfDeal, teamsOfDeals, visiblePeopleOfDeals } from './queries.ts'

/** The people and teams that a deal is linked to. */
export interface LinkInput {
  peopleIds?: readonly string[] | null | undefined
  teamIds?: readonly string[] | null | undefined
}

/** Puts the given lists in place of those before, and says what that changed. */
export async function replaceLinks(
  ctx: Context,
  dealId: string,
  { peopleIds, teamIds }: LinkInput,
): Promise<Change[]> {
  return [
    ...(peopleIds === undefined ? [] : await replacePeople(ctx, dealId, peopleIds ?? [])),
    ...(teamIds === undefined ? [] : await replaceTeams(ctx, dealId, teamIds ?? [])),
  ]
}

/**
 * Links to people whom the caller does not see stay, behind the others: what one cannot see one
 * cannot remove.
 */
async function replacePeople(
  ctx: Context,
  dealId: string,
  wanted: readonly string[],
): Promise<Change[]> {
  const { companyId } = ctx.viewer
  const before = (await ctx.db.all(allPeopleOfDeal, { companyId, dealId })).map(
    (row) => row.personId,
  )
  const visible = await ctx.db.all(visiblePeopleOfDeals(accessScopeOf(ctx.viewer)), {
    ...accessParams(ctx.viewer),
    ids: listParam([dealId]),
  })
  const hidden = before.filter((id) => !visible.some((row) => row.personId === id))
  const after = [...new Set([...wanted, ...hidden])]
  const changes = changesBetween({ peopleIds: before }, { peopleIds: after }, ['peopleIds'])
  if (changes.length === 0) return changes
  await ctx.db.delete('dealPeople', { companyId, dealId })
  for (const [position, personId] of after.entries())
    await ctx.db.insert('dealPeople', { companyId, dealId, personId, position })
  return changes
}

async function replaceTeams(
  ctx: Context,
  dealId: string,
  wanted: readonly string[],
): Promise<Change[]> {
  const { companyId } = ctx.viewer
  const before = (await ctx.db.all(teamsOfDeals, { companyId, ids: listParam([dealId]) })).map(
    (row) => row.teamId,
  )
  const after = [...new Set(wanted)]
  const changes = changesBetween({ teamIds: before }, { teamIds: after }, ['teamIds'])
  if (changes.length === 0) return changes
  await ctx.db.delete('dealTeams', { companyId, dealId })
  for (const [position, teamId] of after.entries())
    await ctx.db.insert('dealTeams', { companyId, dealId, teamId, position })
  return changes
}

/** Everybody and every team that a deal is linked to, whoever sees them. */
export async function linksOf(
  ctx: Context,
  dealId: string,
): Promise<{ people: string[]; teams: string[] }> {
  const { companyId } = ctx.viewer
  const people = await ctx.db.all(allPeopleOfDeal, { companyId, dealId })
  const teams = await ctx.db.all(teamsOfDeals, { companyId, ids: listParam([dealId]) })
  return { people: people.map((row) => row.personId), teams: teams.map((row) => row.teamId) }
}
