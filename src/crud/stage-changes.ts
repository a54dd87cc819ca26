/** Records when deals and people enter and leave stages; `stage-history/` lists these records. */
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { query, queryFamily } from '../store/query.ts'
import type { Schema } from '../store/schema.ts'

interface Change {
  companyId: string
  recordId: string
  id: string
  kind: string
  changedAt: string
  byUserId: string | null
  fromStageId: string | null
  toStageId: string
}

/** Copies the names, so that renaming a stage does not alter its history. */
const enterDealStage = query(
  (_, p: Change) => sql`
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

const enterPersonStage = query(
  (_, p: Change) => sql`
    insert into "personStageChanges" ("companyId", "personId", "id", "kind", "enteredAt", "byUserId", "fromStageId", "fromStageName", "toStageId", "toStageName")
    select ${p.companyId}, ${p.recordId}, ${p.id}, ${p.kind}, ${p.changedAt}, ${p.byUserId}, "from"."id", "from"."name", "to"."id", "to"."name"
    from "stages" as "to"
    left join "stages" as "from" on "from"."companyId" = "to"."companyId" and "from"."id" = ${p.fromStageId}
    where "to"."companyId" = ${p.companyId} and "to"."id" = ${p.toStageId}`,
)

const enterStage = { deal: enterDealStage, person: enterPersonStage }

type Kind = keyof typeof enterStage

const leaveStage = queryFamily(
  (_, p: Change, kind: Kind) =>
    sql`update ${sql.table(`${kind}StageChanges`)} set "leftAt" = ${p.changedAt}
      where "companyId" = ${p.companyId} and ${sql.ref(`${kind}Id`)} = ${p.recordId} and "leftAt" is null`,
)

async function recordChange(
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
  if (fromStageId !== null) await ctx.db.run(leaveStage(kind), change)
  await ctx.db.run(enterStage[kind], change)
}

type Deal = Pick<Schema['deals'], 'id' | 'stageId' | 'stageEnteredAt'>
type Person = Pick<Schema['people'], 'id' | 'stageId' | 'updatedAt' | 'trashedAt'>

/** Records that a deal entered its stage; a null `fromStageId` means that it was created there. */
export const recordDealStage = (ctx: Context, deal: Deal, fromStageId: string | null = null) =>
  recordChange(ctx, 'deal', deal, deal.stageEnteredAt, fromStageId)

/** Records that a person entered their lifecycle stage; called on every change of the stage. */
export const recordPersonStage = (
  ctx: Context,
  person: Person,
  fromStageId: string | null = null,
) => recordChange(ctx, 'person', person, person.trashedAt ?? person.updatedAt, fromStageId)
