import { generateNKeysBetween } from 'fractional-indexing'
import { requireScope } from '../../access/viewer.ts'
import { type Context, timestamp } from '../../context.ts'
import { applyChanges, checkReferences } from '../../crud/records.ts'
import { conflict, type Detail, invalid } from '../../errors.ts'
import { type Change, recordEvent, writeEvents } from '../../events/record-event.ts'
import { inChunks } from '../../store/chunks.ts'
import { allPipelineStages, type PipelineStageRow } from '../pipelines/operations.ts'
import { dealEntered } from '../stage-history/changes.ts'
import { lastRank, someOfStage } from './column-queries.ts'
import { dealToChange, findDeal } from './operations.ts'
import { gapAt, placeOf, rankIn, type Spot, standsIn } from './ranks.ts'
import type { DealRow } from './table.ts'

/** Moving deals over the board (contract, clause 3: "Deal"). */
export interface MoveInput {
  stageId: string
  order?: number | null
  before?: string | null
  after?: string | null
}

/**
 * Puts a deal at a place of a stage, of whichever pipeline. Where it stood there already nothing
 * but its version changes, and there is an event all the same.
 * @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR
 */
export async function moveDeal(ctx: Context, id: string, input: MoveInput): Promise<DealRow> {
  requireScope(ctx.viewer, 'deals.manage')
  checkOnePlace(input)
  const deal = await dealToChange(ctx, id)
  const stage = (await allPipelineStages(ctx)).find((each) => each.id === input.stageId)
  const [before, after] = [
    await cardBeside(ctx, deal, input, 'before'),
    await cardBeside(ctx, deal, input, 'after'),
  ]
  const noStage: Detail[] = stage
    ? []
    : [{ field: 'stageId', code: 'INVALID_REFERENCE', message: 'names no stage of a pipeline' }]
  await checkReferences([...noStage, ...before.details, ...after.details])
  return placeDeal(ctx, deal, stage as PipelineStageRow, {
    order: input.order,
    before: before.card,
    after: after.card,
  })
}

function checkOnePlace({ order, before, after }: MoveInput): void {
  const given = Object.entries({ order, before, after }).filter(([, value]) => value != null)
  if (given.length < 2) return
  throw invalid(
    given.slice(1).map(([field]) => ({
      field,
      code: 'INVALID_VALUE',
      message: 'give at most one of order, before and after',
    })),
  )
}

/** The card that a move names: another one of the target stage, which the caller sees. */
async function cardBeside(
  ctx: Context,
  deal: DealRow,
  input: MoveInput,
  field: 'before' | 'after',
): Promise<{ card?: DealRow; details: Detail[] }> {
  const id = input[field]
  if (id == null) return { details: [] }
  const card = id === deal.id ? undefined : await findDeal(ctx, id)
  if (card?.visible && card.stageId === input.stageId) return { card, details: [] }
  return {
    details: [
      {
        field,
        code: 'INVALID_REFERENCE',
        message: 'names no other deal of that stage that you can see',
      },
    ],
  }
}

/** Moves a deal and changes it besides, as one change with one event. */
export async function placeDeal(
  ctx: Context,
  deal: DealRow,
  stage: PipelineStageRow,
  spot: Spot,
  patch: Partial<DealRow> = {},
  also: Change[] = [],
): Promise<DealRow> {
  const from = await placeOf(ctx, deal.stageId, deal.id, deal.rank)
  const gap = await gapAt(ctx, stage.id, deal.id, spot)
  const rank = standsIn(deal, stage.id, gap) ? deal.rank : await rankIn(ctx, stage.id, deal.id, gap)
  return moved(
    ctx,
    deal,
    stage,
    rank,
    { field: 'order', from, to: await placeOf(ctx, stage.id, deal.id, rank) },
    patch,
    also,
  )
}

async function moved(
  ctx: Context,
  deal: DealRow,
  stage: PipelineStageRow,
  rank: string,
  order: Change,
  patch: Partial<DealRow> = {},
  also: Change[] = [],
): Promise<DealRow> {
  const entered = deal.stageId === stage.id ? {} : { stageEnteredAt: timestamp(ctx) }
  const { row, changes } = await applyChanges(
    ctx,
    'deals',
    deal,
    { ...patch, stageId: stage.id, pipelineId: stage.pipelineId, rank, ...entered },
    [...also, order],
  )
  if (row.stageId !== deal.stageId) await dealEntered(ctx, row, deal.stageId)
  // Webhooks include both places in full, so that one event suffices to update a board; the feed
  // and the audit log return only the differences.
  const places: Change[] = [
    { field: 'stageId', from: deal.stageId, to: row.stageId },
    { field: 'pipelineId', from: deal.pipelineId, to: row.pipelineId },
    order,
  ]
  const rest = changes.filter(
    ({ field }) => !['stageId', 'pipelineId', 'order', 'rank', 'stageEnteredAt'].includes(field),
  )
  recordEvent(ctx, { type: 'deal.moved', record: row, changes: [...places, ...rest] })
  return row
}

/**
 * Deals moved before what happened to them is written down: there can be more of them than memory
 * should hold.
 */
const atOnce = 500

/**
 * Deals that can be moved by one request: it is one transaction, whose COMMIT would hold up
 * everybody if there were more.
 */
const mostAtOnce = 2000

/**
 * Moves every deal of some stages that are going to the end of another, in their order. @throws
 * CONFLICT when they are too many
 */
export async function moveAllDeals(
  ctx: Context,
  stages: PipelineStageRow[],
  to: PipelineStageRow,
): Promise<void> {
  let count = 0
  for (const { id } of stages) count += await moveColumn(ctx, id, to, mostAtOnce - count)
}

async function moveColumn(
  ctx: Context,
  stageId: string,
  to: PipelineStageRow,
  most: number,
): Promise<number> {
  const { companyId } = ctx.viewer
  let last = (await ctx.db.first(lastRank, { companyId, stageId: to.id, id: '' }))?.rank ?? null
  const start = last === null ? 0 : (await placeOf(ctx, to.id, '', last)) + 1
  let index = 0
  await inChunks(async (limit) => {
    const deals = await ctx.db.all(someOfStage, { companyId, stageId, limit })
    const ranks = generateNKeysBetween(last, null, deals.length)
    for (const [n, deal] of deals.entries()) {
      await moved(ctx, deal, to, ranks[n] as string, {
        field: 'order',
        from: index,
        to: start + index,
      })
      index++
    }
    last = ranks.at(-1) ?? last
    if (index > most)
      throw conflict(
        `More than ${mostAtOnce} deals would move, too many for one request: move some first, with moveDeal`,
      )
    await writeEvents(ctx)
    return deals.length
  }, atOnce)
  return index
}
