import { sql } from 'kysely'
import { requireScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { createLoader, readOnce } from '../../crud/loader.ts'
import { createPositionedReads, moveRow, renumberRows } from '../../crud/positions.ts'
import {
  applyChanges,
  checkVersion,
  deleteRecord,
  insertRecord,
  newRecord,
  requireSomeField,
  updateRecord,
} from '../../crud/records.ts'
import { conflict, createDetail, invalid } from '../../errors.ts'
import { changesBetween } from '../../events/record-event.ts'
import { createFilteredList } from '../../filtering/filtered-list.ts'
import { mapMaybePromise } from '../../lib/async.ts'
import { encodeListParam, query } from '../../store/query.ts'
import { listRows } from '../../store/sql.ts'
import { pipelineFilterSpec } from './filter-spec.ts'
import { pipelinePolicy } from './policy.ts'
import type { PipelineRow, PipelineStageRow } from './table.ts'

export type { PipelineRow, PipelineStageRow }

type Stage = Pick<PipelineStageRow, 'id' | 'pipelineId'>

let moveDeals: (ctx: Context, from: Stage[], to: Stage) => Promise<void>

/** Sets the function that moves deals out of deleted stages. Importing it would create a cycle. */
export function setDealMover(move: typeof moveDeals): void {
  moveDeals = move
}

/** Selects the stages that have deals. */
const stagesWithDeals = query(
  (_, p: { companyId: string; stages: string }) =>
    sql<{ stageId: string }>`select "stage"."value" as "stageId"
    from ${listRows(p.stages, 'stage')}
    where exists (select 1 from "deals" where "companyId" = ${p.companyId} and "stageId" = "stage"."value")`,
)

export const {
  list: listPipelines,
  get: getPipeline,
  load: loadPipeline,
} = createPositionedReads('pipelines', 'Pipeline')

/** Reads the stages of all pipelines, ordered by position. */
export const { list: listPipelineStages, load: loadPipelineStage } = createPositionedReads(
  'pipelineStages',
  'Pipeline stage',
)

/** Loads the stages of a pipeline, ordered by position. */
export const loadStagesOfPipeline = createLoader<PipelineStageRow[]>((ctx) =>
  mapMaybePromise(listPipelineStages(ctx), (stages) =>
    Map.groupBy(stages, (stage) => stage.pipelineId),
  ),
)

export const pipelines = createFilteredList({ spec: pipelineFilterSpec })

interface StageInput {
  /** The id of an existing stage of the pipeline, or null for a new stage. */
  id?: string | null
  name: string
  type: PipelineStageRow['type']
}

export interface PipelineInput {
  name?: string
  position?: number
  stages?: readonly StageInput[]
  moveDealsTo?: string | null
}

const listStagesOf = async (ctx: Context, pipelineId: string) =>
  (await listPipelineStages(ctx)).filter((stage) => stage.pipelineId === pipelineId)

/** Returns the change to a pipeline's stages for an event. */
function compareStages(before: readonly PipelineStageRow[], after: readonly PipelineStageRow[]) {
  const [from, to] = [before, after].map((stages) =>
    stages.length > 0 ? stages.map(({ id, name, type }) => ({ id, name, type })) : null,
  )
  return changesBetween({ stages: from }, { stages: to }, ['stages'])
}

/** Creates a pipeline in the last position. @throws FORBIDDEN, VALIDATION_ERROR */
export async function createPipeline(
  ctx: Context,
  { name, stages }: { name: string; stages: readonly StageInput[] },
): Promise<PipelineRow> {
  requireScope(ctx.viewer, 'pipelines.manage')
  checkStages(stages)
  const row: PipelineRow = {
    ...newRecord(ctx, 'pipeline'),
    name,
    position: (await listPipelines(ctx)).length,
  }
  return insertRecord(ctx, 'pipelines', row, 'pipeline.created', ['name', 'position'], async () => {
    await replaceStages(ctx, row, [], stages, undefined)
    return compareStages([], await listStagesOf(ctx, row.id))
  })
}

/**
 * Updates a pipeline. `stages` replaces the list: stages with an id are kept, stages without an id
 * are created, and other stages are deleted. Deals in deleted stages move to `moveDealsTo`.
 * @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT
 */
export async function updatePipeline(ctx: Context, id: string, input: PipelineInput) {
  requireScope(ctx.viewer, 'pipelines.manage')
  const { stages, moveDealsTo, ...patch }: PipelineInput = requireSomeField(input)
  if (stages) checkStages(stages)
  const pipeline = checkVersion(ctx, await getPipeline(ctx, id))
  const oldStages = await listStagesOf(ctx, id)
  if (stages) await replaceStages(ctx, pipeline, oldStages, stages, moveDealsTo ?? undefined)
  const newStages = stages ? await listStagesOf(ctx, id) : oldStages
  if (patch.position !== undefined) {
    const rows = await listPipelines(ctx)
    patch.position = await moveRow(ctx, 'pipelines', rows, pipeline, patch.position)
  }
  const stageChanges = compareStages(oldStages, newStages)
  return updateRecord(ctx, 'pipelines', pipeline, patch, 'pipeline.updated', stageChanges)
}

const readPipelinesOnce = readOnce(listPipelines)

export const canDeletePipeline = async (ctx: Context): Promise<boolean> =>
  (await readPipelinesOnce(ctx)).length > 1

/**
 * Deletes a pipeline and its stages. Its deals move, stage by stage, to the end of the stage
 * `moveTo`. @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT
 */
export async function deletePipeline(ctx: Context, id: string, moveTo?: string | null) {
  requireScope(ctx.viewer, 'pipelines.manage')
  const pipeline = checkVersion(ctx, await getPipeline(ctx, id))
  const otherPipelines = (await listPipelines(ctx)).filter((other) => other.id !== id)
  if (otherPipelines.length === 0)
    throw conflict('The last pipeline of a company cannot be deleted')
  const stages = await listStagesOf(ctx, id)
  const targetStage = (await listPipelineStages(ctx)).find(
    (stage) => stage.id === moveTo && stage.pipelineId !== id,
  )
  if (moveTo != null && !targetStage)
    throw invalid(createDetail('moveTo', 'INVALID_REFERENCE', 'must be in another pipeline'))
  const usedStages = await findUsedStages(ctx, stages)
  if (usedStages.length > 0 && !targetStage)
    throw conflict('The pipeline has deals: set `moveTo` to a stage of another pipeline')
  if (targetStage) await moveDeals(ctx, usedStages, targetStage)
  const stageChanges = compareStages(stages, [])
  await deleteRecord(ctx, pipelinePolicy, pipeline, 'pipeline.deleted', ['name'], stageChanges)
  await renumberRows(ctx, 'pipelines', otherPipelines)
  return { id }
}

/** Checks stage inputs. @throws VALIDATION_ERROR if none has type `open` or an id is repeated */
function checkStages(stages: readonly StageInput[]): void {
  const details = stages.flatMap(({ id }, index) =>
    id != null && stages.findIndex((other) => other.id === id) < index
      ? createDetail(`stages[${index}].id`, 'INVALID_VALUE', 'repeats the id of another stage')
      : [],
  )
  if (!stages.some((stage) => stage.type === 'open'))
    details.push(
      createDetail('stages', 'INVALID_VALUE', 'must contain at least one stage of type `open`'),
    )
  if (details.length > 0) throw invalid(details)
}

async function findUsedStages(ctx: Context, stages: readonly PipelineStageRow[]) {
  const usedStages = await ctx.db.all(stagesWithDeals, {
    companyId: ctx.viewer.companyId,
    stages: encodeListParam(stages.map((stage) => stage.id)),
  })
  return stages.filter((stage) => usedStages.some((row) => row.stageId === stage.id))
}

/** Replaces the stages of a pipeline. @throws VALIDATION_ERROR, CONFLICT */
async function replaceStages(
  ctx: Context,
  pipeline: PipelineRow,
  currentStages: PipelineStageRow[],
  stages: readonly StageInput[],
  moveDealsTo: string | undefined,
): Promise<void> {
  const removedStages = currentStages.filter((stage) => !stages.some(({ id }) => id === stage.id))
  const targetStage = (await listPipelineStages(ctx)).find(
    (stage) => stage.id === moveDealsTo && !removedStages.some(({ id }) => id === stage.id),
  )
  checkStageIds(currentStages, stages, moveDealsTo !== undefined && !targetStage)
  const usedStages = await findUsedStages(ctx, removedStages)
  if (usedStages.length > 0 && !targetStage)
    throw conflict(
      `The removed stages ${usedStages.map((stage) => stage.name).join(', ')} have deals: set \`moveDealsTo\` to a remaining stage`,
    )
  for (const [position, { id, name, type }] of stages.entries()) {
    const stage = currentStages.find((candidate) => candidate.id === id)
    if (stage) await applyChanges(ctx, 'pipelineStages', stage, { name, type, position })
    else {
      const columns = newRecord(ctx, 'pipelinestage')
      const row = { ...columns, pipelineId: pipeline.id, name, type, position }
      await ctx.db.insert('pipelineStages', row)
    }
  }
  if (targetStage) await moveDeals(ctx, usedStages, targetStage)
  for (const { companyId, id } of removedStages)
    await ctx.db.delete('pipelineStages', { companyId, id })
}

function checkStageIds(
  currentStages: PipelineStageRow[],
  stages: readonly StageInput[],
  isTargetUnknown: boolean,
): void {
  const code = 'INVALID_REFERENCE'
  const details = stages.flatMap(({ id }, index) =>
    id != null && !currentStages.some((stage) => stage.id === id)
      ? createDetail(`stages[${index}].id`, code, 'matches no stage of this pipeline')
      : [],
  )
  if (isTargetUnknown) details.push(createDetail('moveDealsTo', code, 'matches no remaining stage'))
  if (details.length > 0) throw invalid(details)
}
