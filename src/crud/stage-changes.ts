/** Records when deals and people enter and leave their stages, which `stage-history/` lists. */
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { query } from '../store/query.ts'

/** A change of stage to insert. */
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

const leaveDealStage = query((k, p: Pick<Change, 'companyId' | 'recordId' | 'at'>) =>
  k
    .updateTable('dealStageChanges')
    .set({ leftAt: p.at })
    .where('companyId', '=', p.companyId)
    .where('dealId', '=', p.recordId)
    .where('leftAt', 'is', null),
)

const leavePersonStage = query((k, p: Pick<Change, 'companyId' | 'recordId' | 'at'>) =>
  k
    .updateTable('personStageChanges')
    .set({ leftAt: p.at })
    .where('companyId', '=', p.companyId)
    .where('personId', '=', p.recordId)
    .where('leftAt', 'is', null),
)

/** Copies the names, which later changes of a stage must not alter. */
const enterDealStage = query(
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

const enterPersonStage = query(
  (_, p: Change) => sql`
    insert into "personStageChanges" ("companyId", "personId", "id", "kind", "enteredAt", "byUserId", "fromStageId", "fromStageName", "toStageId", "toStageName")
    select ${p.companyId}, ${p.recordId}, ${p.id}, ${p.kind}, ${p.at}, ${p.byUserId}, "from"."id", "from"."name", "to"."id", "to"."name"
    from "stages" as "to"
    left join "stages" as "from" on "from"."companyId" = "to"."companyId" and "from"."id" = ${p.from}
    where "to"."companyId" = ${p.companyId} and "to"."id" = ${p.to}`,
)

interface Deal {
  id: string
  stageId: string
  stageEnteredAt: string
}

interface Person {
  id: string
  stageId: string
  updatedAt: string
  trashedAt: string | null
}

/** Records that a deal entered its stage; without `from`, it was created in it. */
export async function recordDealStage(
  ctx: Context,
  deal: Deal,
  from: string | null = null,
): Promise<void> {
  const change = createStageChange(ctx, 'dealstage', deal, deal.stageEnteredAt, from)
  if (from !== null) await ctx.db.run(leaveDealStage, change)
  await ctx.db.run(enterDealStage, change)
}

/** Records that a person entered their lifecycle stage; every change of the stage calls it. */
export async function recordPersonStage(
  ctx: Context,
  person: Person,
  from: string | null = null,
): Promise<void> {
  const change = createStageChange(
    ctx,
    'personstage',
    person,
    person.trashedAt ?? person.updatedAt,
    from,
  )
  if (from !== null) await ctx.db.run(leavePersonStage, change)
  await ctx.db.run(enterPersonStage, change)
}

function createStageChange(
  ctx: Context,
  prefix: string,
  { id: recordId, stageId: to }: { id: string; stageId: string },
  at: string,
  from: string | null,
) {
  const { companyId, userId } = ctx.viewer
  const kind = from === null ? 'created' : 'moved'
  return {
    companyId,
    recordId,
    id: ctx.newId(prefix, Date.parse(at)),
    kind,
    at,
    byUserId: userId || null,
    from,
    to,
  }
}
