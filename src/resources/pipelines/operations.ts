import type { Context } from '../../context.ts'
import { byId, createLoader } from '../../crud/batch.ts'
import { notFound } from '../../errors.ts'
import { finder } from '../../filtering/find.ts'
import { after, type Maybe } from '../../store/maybe.ts'
import { pipelineKind, pipelinesFound } from './kind.ts'
import { pipelineStagesOfCompany, pipelinesOfCompany } from './queries.ts'
import type { PipelineRow, PipelineStageRow } from './table.ts'

/** Reading pipelines and their stages. The whole company sees them all. */
export type { PipelineRow, PipelineStageRow }

export const allPipelines = (ctx: Context): Maybe<readonly PipelineRow[]> =>
  ctx.db.allKept(pipelinesOfCompany, { companyId: ctx.viewer.companyId })

/** The stages of all pipelines, each pipeline's in their order. */
export const allPipelineStages = (ctx: Context): Maybe<readonly PipelineStageRow[]> =>
  ctx.db.allKept(pipelineStagesOfCompany, { companyId: ctx.viewer.companyId })

/** A pipeline of the caller's company, for an edge or `node`; nothing where there is none. */
export const loadPipeline = createLoader<PipelineRow>((ctx) => after(allPipelines(ctx), byId))

export const loadPipelineStage = createLoader<PipelineStageRow>((ctx) =>
  after(allPipelineStages(ctx), byId),
)

/** The stages of a pipeline, in their order. */
export const loadStagesOfPipeline = createLoader<PipelineStageRow[]>((ctx) =>
  after(allPipelineStages(ctx), (stages) => Map.groupBy(stages, (stage) => stage.pipelineId)),
)

/** A pipeline by its id. @throws NOT_FOUND */
export async function getPipeline(ctx: Context, id: string): Promise<PipelineRow> {
  const pipeline = (await allPipelines(ctx)).find((each) => each.id === id)
  if (!pipeline) throw notFound('Pipeline')
  return pipeline
}

/** The pipelines of the company, as asked for. */
export const pipelines = finder<PipelineRow, null>({ kind: pipelineKind, queries: pipelinesFound })
