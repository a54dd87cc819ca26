import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { query } from '../store/query.ts'
import { isIn, listParam, listRows, orderedJoin } from '../store/sql.ts'

const audience = query(
  (_, p: { companyId: string; users: string; people: string; teams: string }) => sql<{
    userId: string
  }>`
    with "concerned" as (
      select "value" as "userId" from ${listRows(p.users, 'user')}
      union select "assignedAgentId" from "people" where "companyId" = ${p.companyId} and ${isIn('id', p.people)} and "assignedAgentId" is not null
    )
    select "userId" from "concerned"
    union select "led"."userId" from "concerned" ${orderedJoin} "teamMembers" as "member"
      on "member"."companyId" = ${p.companyId} and "member"."userId" = "concerned"."userId" and "member"."isMember" = 1
      ${orderedJoin} "teamMembers" as "led" on "led"."companyId" = "member"."companyId" and "led"."teamId" = "member"."teamId" and "led"."isLeader" = 1
      ${orderedJoin} "users" on "users"."companyId" = "led"."companyId" and "users"."id" = "led"."userId" and "users"."role" = 'Team Leader'
    union select "userId" from "collaborators" where "companyId" = ${p.companyId} and ${isIn('personId', p.people)}
    union select "userId" from "teamMembers" where "companyId" = ${p.companyId} and ${isIn('teamId', p.teams)}`,
)

/**
 * Who sees a record that is about to be deleted, apart from those who see every one: the users
 * whose it is, the people's agents and collaborators, and the Team Leaders of them, and its teams.
 * The event of the deletion keeps it. Asked before the rows go.
 */
export async function viewersBeforeDeletion(
  ctx: Context,
  of: { users?: (string | null)[]; people?: (string | null)[]; teams?: string[] },
): Promise<string[]> {
  const ids = (list: (string | null)[] = []) => listParam(list.filter((id) => id !== null))
  const rows = await ctx.db.all(audience, {
    companyId: ctx.viewer.companyId,
    users: ids(of.users),
    people: ids(of.people),
    teams: ids(of.teams),
  })
  return rows.map((row) => row.userId).sort()
}
