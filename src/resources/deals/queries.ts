import { sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { childrenOf } from '../../store/children.ts'
import { listOf } from '../../store/page.ts'
import { query, shaped } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import { canViewReferencedPerson } from '../people/policy.ts'
import './table.ts'
import { canViewDeal, dealAccessPaths } from './policy.ts'
import type { DealRow } from './table.ts'

export const dealList = listOf<'deals', AccessParams, AccessScope>({
  table: 'deals',
  visible: dealAccessPaths,
})

/** A deal, and whether the caller sees it. */
export const dealFor = shaped<
  AccessScope,
  AccessParams & { id: string },
  DealRow & { visible: number }
>((k, p, sight) =>
  k
    .selectFrom('deals')
    .selectAll()
    .select(sql<number>`${canViewDeal(p, sight)}`.as('visible'))
    .where('companyId', '=', p.companyId)
    .where('id', '=', p.id),
)

export const visibleDeals = shaped<AccessScope, AccessParams & { ids: string }, DealRow>(
  (k, p, sight) =>
    k
      .selectFrom('deals')
      .selectAll()
      .where('companyId', '=', p.companyId)
      .where(isIn('id', p.ids))
      .where(canViewDeal(p, sight)),
)

/** The deals of each of many people. */
export const dealsByPerson = childrenOf<'deals', AccessParams, AccessScope>({
  table: 'deals',
  from: (p, parent, sight) => sql`from "dealPeople" cross join "deals"
    where "deals"."companyId" = ${p.companyId} and "deals"."id" = "dealPeople"."dealId" and "dealPeople"."companyId" = ${p.companyId} and "dealPeople"."personId" = ${parent} and ${canViewDeal(p, sight)}`,
  id: 'dealPeople.dealId',
})

/** How many deals name one of some people. */
export const dealsOfPeople = shaped<
  AccessScope,
  AccessParams & { people: string },
  { total: number }
>(
  (_, p, sight) => sql<{
    total: number
  }>`select count(*) as "total" from "deals" where "deals"."companyId" = ${p.companyId} and ${canViewDeal(p, sight)}
    and "deals"."id" in (select "dealId" from "dealPeople" where "companyId" = ${p.companyId} and ${isIn('personId', p.people)})`,
)

/** The people of deals whom the caller sees, in the order in which they were given. */
export const visiblePeopleOfDeals = shaped<
  AccessScope,
  AccessParams & { ids: string },
  { dealId: string; personId: string }
>((k, p, sight) =>
  k
    .selectFrom('dealPeople')
    .select(['dealId', 'personId'])
    .where('companyId', '=', p.companyId)
    .where(isIn('dealId', p.ids))
    .where(canViewReferencedPerson(p, sight, 'dealPeople.personId'))
    .orderBy('dealId')
    .orderBy('position'),
)

/** The people of a deal, the hidden ones too. */
export const allPeopleOfDeal = query((k, p: { companyId: string; dealId: string }) =>
  k
    .selectFrom('dealPeople')
    .select('personId')
    .where('companyId', '=', p.companyId)
    .where('dealId', '=', p.dealId)
    .orderBy('position'),
)

export const teamsOfDeals = query((k, p: { companyId: string; ids: string }) =>
  k
    .selectFrom('dealTeams')
    .select(['dealId', 'teamId'])
    .where('companyId', '=', p.companyId)
    .where(isIn('dealId', p.ids))
    .orderBy('dealId')
    .orderBy('position'),
)
