import { type RawBuilder, sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { isIn, listRows } from '../../store/sql.ts'
import type { AccessPath } from '../../store/ways.ts'
import { canViewReferencedPerson, viewablePeopleIds } from '../people/policy.ts'

/** The caller's reach over people or over deals, whichever is narrower. */
const peopleParams = (p: AccessParams, { dealsByPeople }: AccessScope) => ({
  companyId: p.companyId,
  viewerId: p.viewerId,
  peopleReach: p[dealsByPeople],
})

const assigned = (p: AccessParams) => isIn('deals.assignedAgentId', p.dealsReach)

/**
 * The ways in which a deal can be visible: the caller's reach covers its assigned agent, or one of
 * its people is visible, or one of its teams is the caller's. None: every deal is.
 */
export function dealAccessPaths(p: AccessParams, sight: AccessScope): AccessPath[] {
  if (sight.deals) return []
  const people = viewablePeopleIds(peopleParams(p, sight))
  return [
    { column: 'assignedAgentId', users: p.dealsReach },
    {
      ids: sql`select distinct "link"."dealId" as "id" from (${people}) as "seen" cross join "dealPeople" as "link"
        where "link"."companyId" = ${p.companyId} and "link"."personId" = "seen"."id"`,
    },
    {
      ids: sql`select distinct "link"."dealId" as "id" from ${listRows(p.teamIds, 'team')} cross join "dealTeams" as "link"
        where "link"."companyId" = ${p.companyId} and "link"."teamId" = "team"."value"`,
    },
  ]
}

/** The same for one deal at a time, asked from the deal's side. */
export function canViewDeal(p: AccessParams, sight: AccessScope): RawBuilder<boolean> {
  if (sight.deals) return sql<boolean>`1 = 1`
  const person = canViewReferencedPerson(
    peopleParams(p, sight),
    { ...sight, people: false },
    'link.personId',
  )
  const link = (table: 'dealPeople' | 'dealTeams') =>
    sql`select 1 from ${sql.table(table)} as "link" where "link"."companyId" = ${p.companyId} and "link"."dealId" = "deals"."id"`
  return sql<boolean>`(${assigned(p)} or exists (${link('dealPeople')} and ${person}) or exists (${link('dealTeams')} and ${isIn('link.teamId', p.teamIds)}))`
}
