/** Records when deals and people enter and leave stages, for the lists of `stage-history/`. */
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { query, queryFamily } from '../store/query.ts'
import type { Schema } from '../store/schema.ts'

interface StageChange {
  companyId: string
  recordId: string
  id: string
  kind: string
  changedAt: string
  byUserId: string | null
  fromStageId: string | null
  toStageId: string
}

/** Copies pipeline and stage names, so that a later rename does not alter the history. */
const enterDealStageStatement = query(
  (_, p: StageChange) => sql`
    insert into "dealStageChanges" ("companyId", "dealId", "id", "kind", "enteredAt", "byUserId", "fromPipelineId", "fromPipelineName",
      "fromStageId", "fromStageName", "toPipelineId", "toPipelineName", "toStageId", "toStageName")
    select ${p.companyId}, ${p.recordId}, ${p.id}, ${p.kind}, ${p.changedAt}, ${p.byUserId}, "fromPipeline"."id", "fromPipeline"."name",
      "from"."id", "from"."name", "toPipeline"."id", "toPipeline"."name", "to"."id", "to"."name"
    from "pipelineStages" as "to"
    join "pipelines" as "toPipeline" on "toPipeline"."companyId" = "to"."companyId" and "toPipeline"."id" = "to"."pipelineId"
    left join "pipelineStages" as "from" on "from"."companyId" = "to"."companyId" and "from"."id" = ${p.fromStageId}
    left join "pipelines" as "fromPipeline" on "fromPipeline"."companyId" = "from"."companyId" and "fromPipeline"."id" = "from"."pipelineId"
    where "to"."companyId" = ${p.companyId} and "to"."id" = ${p.toStageId}`,
)

const enterPersonStageStatement = query(
  (_, p: StageChange) => sql`
    insert into "personStageChanges" ("companyId", "personId", "id", "kind", "enteredAt", "byUserId", "fromStageId", "fromStageName", "toStageId", "toStageName")
    select ${p.companyId}, ${p.recordId}, ${p.id}, ${p.kind}, ${p.changedAt}, ${p.byUserId}, "from"."id", "from"."name", "to"."id", "to"."name"
    from "stages" as "to"
    left join "stages" as "from" on "from"."companyId" = "to"."companyId" and "from"."id" = ${p.fromStageId}
    where "to"."companyId" = ${p.companyId} and "to"."id" = ${p.toStageId}`,
)

const enterStageStatements = { deal: enterDealStageStatement, person: enterPersonStageStatement }

type Kind = keyof typeof enterStageStatements

const leaveStageStatement = queryFamily(
  (_, p: StageChange, kind: Kind) =>
    sql`update ${sql.table(`${kind}StageChanges`)} set "leftAt" = ${p.changedAt}
      where "companyId" = ${p.companyId} and ${sql.ref(`${kind}Id`)} = ${p.recordId} and "leftAt" is null`,
)

async function recordStageChange(
  ctx: Context,
  kind: Kind,
  { id: recordId, stageId: toStageId }: { id: string; stageId: string },
  changedAt: string,
  fromStageId: string | null,
): Promise<void> {
  const change = {
    companyId: ctx.viewer.companyId,
    recordId,
    id: ctx.newId(`${kind}stage`, Date.parse(changedAt)),
    kind: fromStageId === null ? 'created' : 'moved',
    changedAt,
    byUserId: ctx.viewer.userId || null,
    fromStageId,
    toStageId,
  }
  if (fromStageId !== null) await ctx.db.run(leaveStageStatement(kind), change)
  await ctx.db.run(enterStageStatements[kind], change)
}

type Deal = Pick<Schema['deals'], 'id' | 'stageId' | 'stageEnteredAt'>
type Person = Pick<Schema['people'], 'id' | 'stageId' | 'updatedAt' | 'trashedAt'>

/** Records that a deal entered a stage; if `fromStageId` is null, the deal is new. */
export const recordDealStage = (ctx: Context, deal: Deal, fromStageId: string | null = null) =>
  recordStageChange(ctx, 'deal', deal, deal.stageEnteredAt, fromStageId)

/** Records that a person entered a lifecycle stage; if `fromStageId` is null, the person is new. */
export const recordPersonStage = (
  ctx: Context,
  person: Person,
  fromStageId: string | null = null,
) => recordStageChange(ctx, 'person', person, person.trashedAt ?? person.updatedAt, fromStageId)
