import { sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { type ChildQueries, childrenOf } from '../../store/children.ts'
import { range } from '../../store/page.ts'
import { query, queryFamily } from '../../store/query.ts'
import { listRows } from '../../store/sql.ts'
import { dealPolicy } from '../deals/policy.ts'
import './table.ts'
import type { DealStageChangeRow } from './table.ts'

/** One change of a stage, on its way to becoming a row. */
interface Change {
  companyId: string
  recordId: string
  id: string
  kind: string
  at: string
  byUserId: string | null
  from: string | null
  to: string
}

export const leaveDealStage = query((k, p: Pick<Change, 'companyId' | 'recordId' | 'at'>) =>
  k
    .updateTable('dealStageChanges')
    .set({ leftAt: p.at })
    .where('companyId', '=', p.companyId)
    .where('dealId', '=', p.recordId)
    .where('leftAt', 'is', null),
)

export const leavePersonStage = query((k, p: Pick<Change, 'companyId' | 'recordId' | 'at'>) =>
  k
    .updateTable('personStageChanges')
    .set({ leftAt: p.at })
    .where('companyId', '=', p.companyId)
    .where('personId', '=', p.recordId)
    .where('leftAt', 'is', null),
)

/** The names are looked up where they are written, so that they are those of this moment. */
export const enterDealStage = query(
  (_, p: Change) => sql`
    insert into "dealStageChanges" ("companyId", "dealId", "id", "kind", "enteredAt", "byUserId", "fromPipelineId", "fromPipelineName",
      "fromStageId", "fromStageName", "toPipelineId", "toPipelineName", "toStageId", "toStageName")
    select ${p.companyId}, ${p.recordId}, ${p.id}, ${p.kind}, ${p.at}, ${p.byUserId}, "fromPipeline"."id", "fromPipeline"."name",
      "from"."id", "from"."name", "toPipeline"."id", "toPipeline"."name", "to"."id", "to"."name"
    from "pipelineStages" as "to"
    join "pipelines" as "toPipeline" on "toPipeline"."companyId" = "to"."companyId" and "toPipeline"."id" = "to"."pipelineId"
    left join "pipelineStages" as "from" on "from"."companyId" = "to"."companyId" and "from"."id" = ${p.from}
    left join "pipelines" as "fromPipeline" on "fromPipeline"."companyId" = "from"."companyId" and "fromPipeline"."id" = "from"."pipelineId"
    where "to"."companyId" = ${p.companyId} and "to"."id" = ${p.to}`,
)

export const enterPersonStage = query(
  (_, p: Change) => sql`
    insert into "personStageChanges" ("companyId", "personId", "id", "kind", "enteredAt", "byUserId", "fromStageId", "fromStageName", "toStageId", "toStageName")
    select ${p.companyId}, ${p.recordId}, ${p.id}, ${p.kind}, ${p.at}, ${p.byUserId}, "from"."id", "from"."name", "to"."id", "to"."name"
    from "stages" as "to"
    left join "stages" as "from" on "from"."companyId" = "to"."companyId" and "from"."id" = ${p.from}
    where "to"."companyId" = ${p.companyId} and "to"."id" = ${p.to}`,
)

/** The stages that each of many deals was in. Whoever sees the deal sees them. */
export const stagesByDeal = childrenOf<'dealStageChanges', AccessParams, null>({
  table: 'dealStageChanges',
  from: (p, parent) =>
    sql`from "dealStageChanges" where "dealStageChanges"."companyId" = ${p.companyId} and "dealStageChanges"."dealId" = ${parent}`,
  id: 'dealStageChanges.id',
  parent: 'dealId',
})

/** The stages that each of many people was in. `known`: only those of which the time is known. */
export const stagesByPerson = childrenOf<'personStageChanges', AccessParams, { known?: true }>({
  table: 'personStageChanges',
  from: (
    p,
    parent,
    { known },
  ) => sql`from "personStageChanges" where "personStageChanges"."companyId" = ${p.companyId}
    and "personStageChanges"."personId" = ${parent}${known ? sql` and "personStageChanges"."kind" <> 'unknown'` : sql``}`,
  id: 'personStageChanges.id',
  parent: 'personId',
})

const dealsOf = (
  p: AccessParams & { parents: string },
  sight: AccessScope,
) => sql`from ${listRows(p.parents, 'parent')} cross join "dealPeople" as "link" cross join "deals"
  cross join "dealStageChanges" as "change" where "link"."companyId" = ${p.companyId} and "link"."personId" = "parent"."value"
  and "deals"."companyId" = ${p.companyId} and "deals"."id" = "link"."dealId" and ${dealPolicy.canView(p, sight)}
  and "change"."companyId" = ${p.companyId} and "change"."dealId" = "link"."dealId"`

type Found = DealStageChangeRow & { parentId: string }

/**
 * The stages of the deals of each of many people, as far as the caller sees the deals. Of each deal
 * no more are read than asked for.
 */
export const dealStagesByPerson: ChildQueries<AccessParams, DealStageChangeRow, AccessScope> = {
  table: 'dealStageChanges',
  page: queryFamily((_, p, shape) => {
    const few = sql`select "id" from "dealStageChanges" where "companyId" = ${p.companyId} and "dealId" = "link"."dealId"${range(p, shape, 'id')}`
    const order = shape.backward ? sql`asc` : sql`desc`
    return sql<Found>`select "parent"."value" as "parentId", "change".* ${dealsOf(p, shape.options)} and "change"."id" in (${few}) order by "change"."id" ${order}`
  }),
  count: queryFamily(
    (_, p, sight) =>
      sql<{
        parentId: string
        total: number
      }>`select "parent"."value" as "parentId", count(*) as "total" ${dealsOf(p, sight)} group by "parent"."value"`,
  ),
}
