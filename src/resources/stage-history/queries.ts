import { type RawBuilder, sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { type ChildQueries, childQueries } from '../../filtering/child-list.ts'
import { boundIds, orderNewestFirst } from '../../filtering/page.ts'
import { queryFamily } from '../../store/query.ts'
import { listRows } from '../../store/sql.ts'
import { dealPolicy } from '../deals/policy.ts'
import './table.ts'
import type { DealStageChangeRow } from './table.ts'

export const changesByDeal = childQueries({
  table: 'dealStageChanges',
  from: (p, parent) =>
    sql`from "dealStageChanges" where "dealStageChanges"."companyId" = ${p.companyId} and "dealStageChanges"."dealId" = ${parent}`,
  idColumn: 'dealStageChanges.id',
  parentColumn: 'dealId',
})

const selectChangesOfPerson = (p: AccessParams, parent: RawBuilder<string>) =>
  sql`from "personStageChanges" where "personStageChanges"."companyId" = ${p.companyId} and "personStageChanges"."personId" = ${parent}`

export const changesByPerson = childQueries({
  table: 'personStageChanges',
  from: selectChangesOfPerson,
  idColumn: 'personStageChanges.id',
  parentColumn: 'personId',
})

/** Omits stages that a person was in before history was recorded. */
export const datedChangesByPerson = childQueries({
  table: 'personStageChanges',
  from: (p, parent) =>
    sql`${selectChangesOfPerson(p, parent)} and "personStageChanges"."kind" <> 'unknown'`,
  idColumn: 'personStageChanges.id',
  parentColumn: 'personId',
})

const selectDealChanges = (
  p: AccessParams & { parents: string },
  scope: AccessScope,
) => sql`from ${listRows(p.parents, 'parent')} cross join "dealPeople" as "link" cross join "deals"
  cross join "dealStageChanges" as "change" where "link"."companyId" = ${p.companyId} and "link"."personId" = "parent"."value"
  and "deals"."companyId" = ${p.companyId} and "deals"."id" = "link"."dealId" and ${dealPolicy.canView(p, scope)}
  and "change"."companyId" = ${p.companyId} and "change"."dealId" = "link"."dealId"`

/** The stage changes of the deals that the caller can view; reads at most one page per deal. */
export const dealChangesByPerson: ChildQueries<DealStageChangeRow> = {
  table: 'dealStageChanges',
  page: queryFamily((_, p, shape) => {
    const pageOfDeal = sql`select "id" from "dealStageChanges" where "companyId" = ${p.companyId} and "dealId" = "link"."dealId"${boundIds(p, shape, 'id')} ${orderNewestFirst(p, shape, 'id')}`
    return sql`select "parent"."value" as "parentId", "change".* ${selectDealChanges(p, shape.scope)} and "change"."id" in (${pageOfDeal}) order by "change"."id" ${sql.raw(shape.isBackward ? 'asc' : 'desc')}`
  }),
  count: queryFamily(
    (_, p, scope) =>
      sql`select "parent"."value" as "parentId", count(*) as "total" ${selectDealChanges(p, scope)} group by "parent"."value"`,
  ),
}
