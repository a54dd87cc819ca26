import { sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import type { Context } from '../../context.ts'
import { createChildLists, createRowLists } from '../../filtering/child-list.ts'
import { matchIdRange, orderNewestFirst } from '../../filtering/page.ts'
import { queryFamily } from '../../store/query.ts'
import { listRows } from '../../store/sql.ts'
import { dealPolicy } from '../deals/policy.ts'
import './table.ts'
import type { DealStageChangeRow, PersonStageChangeRow } from './table.ts'

export type { DealStageChangeRow, PersonStageChangeRow }

export type StageChangeRow = DealStageChangeRow | PersonStageChangeRow

export const dealStageChanges = createRowLists('dealStageChanges', 'dealId')
export const personStageChanges = createRowLists('personStageChanges', 'personId')

/** Lists a person's stage changes whose entry time is known. */
export const datedPersonStageChanges = createRowLists(
  'personStageChanges',
  'personId',
  sql` and "personStageChanges"."kind" <> 'unknown'`,
)

const selectDealChanges = (p: AccessParams & { parents: string }, scope: AccessScope) =>
  sql`from ${listRows(p.parents, 'parent')} cross join "dealPeople" as "link" cross join "deals"
  cross join "dealStageChanges" as "change" where "link"."companyId" = ${p.companyId} and "link"."personId" = "parent"."value"
  and "deals"."companyId" = ${p.companyId} and "deals"."id" = "link"."dealId" and ${dealPolicy.canView(p, scope)}
  and "change"."companyId" = ${p.companyId} and "change"."dealId" = "link"."dealId"`

/** Lists the stage changes of a person's visible deals. Reads at most one page per deal. */
export const dealStageChangesOfPerson = createChildLists<DealStageChangeRow>({
  table: 'dealStageChanges',
  page: queryFamily((_, p, shape) => {
    const pageOfDeal = sql`select "id" from "dealStageChanges" where "companyId" = ${p.companyId} and "dealId" = "link"."dealId"${matchIdRange(p, shape, 'id')} ${orderNewestFirst(p, shape, 'id')}`
    return sql`select "parent"."value" as "parentId", "change".* ${selectDealChanges(p, shape.scope)} and "change"."id" in (${pageOfDeal}) order by "change"."id" ${sql.raw(shape.isBackward ? 'asc' : 'desc')}`
  }),
  count: queryFamily(
    (_, p, scope) =>
      sql`select "parent"."value" as "parentId", count(*) as "total" ${selectDealChanges(p, scope)} group by "parent"."value"`,
  ),
})

/** Returns the entry time; null for a person who may have moved before history was recorded. */
export const getEntryTime = (change: StageChangeRow): string | null =>
  change.kind === 'unknown' && 'personId' in change ? null : change.enteredAt

/** Returns the whole seconds spent in the stage, until now if the record has not left the stage. */
export function countSecondsInStage(ctx: Context, change: StageChangeRow): number | null {
  const enteredAt = getEntryTime(change)
  if (enteredAt === null) return null
  const endMs = change.leftAt === null ? ctx.now() : Date.parse(change.leftAt)
  return Math.max(0, Math.floor((endMs - Date.parse(enteredAt)) / 1000))
}
