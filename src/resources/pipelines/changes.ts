import { requireScope } from '../../access/viewer.ts'
import type { Context } from '../../context.ts'
import { applyChanges, checkVersion, newRecord, requireSomeField } from '../../crud/records.ts'
import { conflict, invalid } from '../../errors.ts'
import { changesBetween, recordEvent } from '../../events/record-event.ts'
import { moveAllDeals } from '../deals/moving.ts'
import { allPipelineStages, allPipelines, getPipeline, type PipelineRow } from './operations.ts'
import { renumber, withOneMoved } from './positions.ts'
import { checkStages, outline, replaceStages, type StageInput, stagesInUse } from './stages.ts'

/** Creating, changing and deleting pipelines, with their stages. */
export interface PipelineInput {
  name?: string
  position?: number
  stages?: readonly StageInput[]
  moveDealsTo?: string | null
}

/** Creates a pipeline behind the others. @throws VALIDATION_ERROR when no stage is open */
export async function createPipeline(
  ctx: Context,
  { name, stages }: { name: string; stages: readonly StageInput[] },
): Promise<PipelineRow> {
  requireScope(ctx.viewer, 'pipelines.manage')
  checkStages(stages)
  const row: PipelineRow = {
    ...newRecord(ctx, 'pipeline'),
    name,
    position: (await allPipelines(ctx)).length,
  }
  await ctx.db.insert('pipelines', row)
  await replaceStages(ctx, row, [], stages, undefined)
  const after = { ...row, stages: outline(await stagesOf(ctx, row.id)) }
  recordEvent(ctx, {
    type: 'pipeline.created',
    record: row,
    changes: changesBetween({}, after, ['name', 'position', 'stages']),
  })
  return row
}

const stagesOf = async (ctx: Context, pipelineId: string) =>
  (await allPipelineStages(ctx)).filter((stage) => stage.pipelineId === pipelineId)

/**
 * Changes the given fields. `stages` is the whole list in its order: those with an id stay, those
 * without are new, those left out are deleted, and their deals go to `moveDealsTo`.
 * @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT when a stage that is left out has deals and there
 * is nowhere to move them to
 */
export async function updatePipeline(
  ctx: Context,
  id: string,
  input: PipelineInput,
): Promise<PipelineRow> {
  requireScope(ctx.viewer, 'pipelines.manage')
  const { stages, moveDealsTo, ...fields }: PipelineInput = requireSomeField(input)
  if (stages) checkStages(stages)
  const pipeline = checkVersion(ctx, await getPipeline(ctx, id))
  const before = await stagesOf(ctx, id)
  if (stages) await replaceStages(ctx, pipeline, before, stages, moveDealsTo ?? undefined)
  const also = stages
    ? changesBetween({ stages: outline(before) }, { stages: outline(await stagesOf(ctx, id)) }, [
        'stages',
      ])
    : []
  const patch = { ...fields }
  if (fields.position !== undefined) {
    const order = withOneMoved(await allPipelines(ctx), pipeline, fields.position)
    await renumber(ctx, 'pipelines', order, id)
    patch.position = order.indexOf(pipeline)
  }
  const { row, changes } = await applyChanges(ctx, 'pipelines', pipeline, patch, also)
  if (changes.length > 0) recordEvent(ctx, { type: 'pipeline.updated', record: row, changes })
  return row
}

/**
 * Deletes a pipeline with its stages; its deals go to the end of the stage `moveTo`, stage by
 * stage.
 * @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT for the last one, or when it has deals and there is
 * nowhere to move them to
 */
export async function deletePipeline(
  ctx: Context,
  id: string,
  moveTo?: string | null,
): Promise<{ id: string }> {
  requireScope(ctx.viewer, 'pipelines.manage')
  const pipeline = checkVersion(ctx, await getPipeline(ctx, id))
  const others = (await allPipelines(ctx)).filter((each) => each.id !== id)
  if (others.length === 0) throw conflict('A company keeps at least one pipeline')
  const stages = await allPipelineStages(ctx)
  const going = stages.filter((stage) => stage.pipelineId === id)
  const target = stages.find((stage) => stage.id === moveTo && stage.pipelineId !== id)
  if (moveTo != null && !target)
    throw invalid([
      { field: 'moveTo', code: 'INVALID_REFERENCE', message: 'names no stage of another pipeline' },
    ])
  const used = await stagesInUse(ctx, going)
  if (used.length > 0 && !target)
    throw conflict(
      'The pipeline has deals: name a stage of another pipeline to move them to (moveTo)',
    )
  if (target) await moveAllDeals(ctx, used, target)
  await ctx.db.delete('pipelines', { companyId: pipeline.companyId, id })
  recordEvent(ctx, {
    type: 'pipeline.deleted',
    record: pipeline,
    changes: changesBetween({ ...pipeline, stages: outline(going) }, {}, ['name', 'stages']),
  })
  await renumber(ctx, 'pipelines', others)
  return { id }
}
