/** Moves a deal on the board (contract, clause 3: "Deal"). */
import { requireScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { checkReferences } from '../../crud/records.ts'
import type { Detail } from '../../errors.ts'
import { listPipelineStages, type PipelineStageRow } from '../pipelines/operations.ts'
import { findDeal, getDealForUpdate } from './operations.ts'
import { placeDeal } from './placement.ts'
import type { DealRow } from './table.ts'

/** The target position in a stage: by number or next to another deal; by default the end. */
interface Place {
  position?: number | null
  before?: string | null
  after?: string | null
}

export interface MoveInput {
  stageId: string
  place?: Place | null
}

/**
 * Moves a deal to a position in a stage of any pipeline. A move to the current position also
 * increments the version and records an event.
 * @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR
 */
export async function moveDeal(ctx: Context, id: string, input: MoveInput): Promise<DealRow> {
  requireScope(ctx.viewer, 'deals.manage')
  const deal = await getDealForUpdate(ctx, id)
  const stage = (await listPipelineStages(ctx)).find(
    (pipelineStage) => pipelineStage.id === input.stageId,
  )
  const before = await findNeighbor(ctx, deal, input, 'before')
  const after = await findNeighbor(ctx, deal, input, 'after')
  const stageErrors: Detail[] = stage
    ? []
    : [{ field: 'stageId', code: 'INVALID_REFERENCE', message: 'matches no stage of a pipeline' }]
  await checkReferences([...stageErrors, ...before.details, ...after.details])
  return placeDeal(ctx, deal, stage as PipelineStageRow, {
    order: input.place?.position,
    before: before.deal,
    after: after.deal,
  })
}

/** Finds the deal named by `before` or `after`: another visible deal of the target stage. */
async function findNeighbor(
  ctx: Context,
  deal: DealRow,
  input: MoveInput,
  field: 'before' | 'after',
): Promise<{ deal?: DealRow; details: Detail[] }> {
  const id = input.place?.[field]
  if (id == null) return { details: [] }
  const neighbor = id === deal.id ? undefined : await findDeal(ctx, id)
  if (neighbor?.visible && neighbor.stageId === input.stageId)
    return { deal: neighbor, details: [] }
  return {
    details: [
      {
        field: `place.${field}`,
        code: 'INVALID_REFERENCE',
        message: 'matches no other deal of the stage that you can view',
      },
    ],
  }
}
