import type { Context } from '../../context.ts'
import { applyChanges, newRecord } from '../../crud/records.ts'
import { conflict, type Detail, invalid } from '../../errors.ts'
import { listParam } from '../../store/sql.ts'
import { stagesWithDeals } from '../deals/column-queries.ts'
import { moveAllDeals } from '../deals/moving.ts'
import { allPipelineStages, type PipelineRow, type PipelineStageRow } from './operations.ts'

/** The stages inside a pipeline, which are given as one list in their order. */
export interface StageInput {
  /** Of a stage that the pipeline has; none: a new one. */
  id?: string | null
  name: string
  type: PipelineStageRow['type']
}

/** Stages as events tell them. */
export const outline = (stages: readonly PipelineStageRow[]) =>
  stages.map(({ id, name, type }) => ({ id, name, type }))

/**
 * @throws VALIDATION_ERROR for a pipeline in which no deal could be open, or a stage that is named
 * twice
 */
export function checkStages(stages: readonly StageInput[]): void {
  const details = stages.flatMap(({ id }, index): Detail[] => {
    const twice = id != null && stages.findIndex((other) => other.id === id) < index
    return twice
      ? [
          {
            field: `stages[${index}].id`,
            code: 'INVALID_VALUE',
            message: 'names a stage that is in the list already',
          },
        ]
      : []
  })
  if (!stages.some((stage) => stage.type === 'open'))
    details.push({
      field: 'stages',
      code: 'INVALID_VALUE',
      message: 'must have at least one stage of type open',
    })
  if (details.length > 0) throw invalid(details)
}

/** Those of the stages that have deals. */
export async function stagesInUse(
  ctx: Context,
  stages: readonly PipelineStageRow[],
): Promise<PipelineStageRow[]> {
  const used = await ctx.db.all(stagesWithDeals, {
    companyId: ctx.viewer.companyId,
    stages: listParam(stages.map((stage) => stage.id)),
  })
  return stages.filter((stage) => used.some((row) => row.stageId === stage.id))
}

/** Makes a pipeline's stages what the list says. @throws VALIDATION_ERROR, CONFLICT */
export async function replaceStages(
  ctx: Context,
  pipeline: PipelineRow,
  before: PipelineStageRow[],
  wanted: readonly StageInput[],
  moveDealsTo: string | undefined,
): Promise<void> {
  const going = before.filter((stage) => !wanted.some(({ id }) => id === stage.id))
  const target = (await allPipelineStages(ctx)).find(
    (stage) => stage.id === moveDealsTo && !going.some(({ id }) => id === stage.id),
  )
  checkNamed(before, wanted, moveDealsTo !== undefined && !target)
  const used = await stagesInUse(ctx, going)
  if (used.length > 0 && !target)
    throw conflict(
      `There are deals in ${used.map((stage) => stage.name).join(', ')}: name a stage that stays to move them to (moveDealsTo)`,
    )
  for (const [position, { id, name, type }] of wanted.entries()) {
    const stage = before.find((each) => each.id === id)
    if (stage) await applyChanges(ctx, 'pipelineStages', stage, { name, type, position })
    else
      await ctx.db.insert('pipelineStages', {
        ...newRecord(ctx, 'pipelinestage'),
        pipelineId: pipeline.id,
        name,
        type,
        position,
      })
  }
  if (target) await moveAllDeals(ctx, used, target)
  for (const stage of going)
    await ctx.db.delete('pipelineStages', { companyId: stage.companyId, id: stage.id })
}

function checkNamed(
  before: PipelineStageRow[],
  wanted: readonly StageInput[],
  badTarget: boolean,
): void {
  const details = wanted.flatMap(({ id }, index): Detail[] => {
    const unknown = id != null && !before.some((stage) => stage.id === id)
    return unknown
      ? [
          {
            field: `stages[${index}].id`,
            code: 'INVALID_REFERENCE',
            message: 'names no stage of this pipeline',
          },
        ]
      : []
  })
  if (badTarget)
    details.push({
      field: 'moveDealsTo',
      code: 'INVALID_REFERENCE',
      message: 'names no stage that stays',
    })
  if (details.length > 0) throw invalid(details)
}
