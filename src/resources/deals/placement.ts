/**
 * Orders the deals of a stage. Each deal has a rank, a fractional index that is compared byte by
 * byte, so that moving a deal writes one row even in a long stage.
 */
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import { type Context, timestamp } from '../../context.ts'
import { applyChanges } from '../../crud/records.ts'
import { recordDealStage } from '../../crud/stage-changes.ts'
import { conflict } from '../../errors.ts'
import { recordEvent, writeEvents } from '../../events/record-event.ts'
import type { Change } from '../../events/table.ts'
import { inChunks } from '../../lib/async.ts'
import { formatCount } from '../../lib/text.ts'
import { encodeListParam } from '../../store/query.ts'
import { type PipelineStageRow, setDealMover } from '../pipelines/operations.ts'
import {
  assignTemporaryRanks,
  dealCountBelow,
  firstDealsOfStage,
  lastRank,
  neighborRank,
  neighbors,
  ranksFrom,
} from './queries.ts'
import type { DealRow } from './table.ts'

type Stage = Pick<PipelineStageRow, 'id' | 'pipelineId'>

/** The target position in a stage: a zero-based number or a neighbor; by default the end. */
interface Position {
  order?: number | null | undefined
  before?: DealRow | undefined
  after?: DealRow | undefined
}

/** The ranks on either side of a position, or `null` at an end of the stage. */
type Gap = readonly [lower: string | null, upper: string | null]

/** The maximum rank length. Each move into a gap can lengthen ranks until deals are renumbered. */
const maxRankLength = 60

/** The number of deals renumbered on each side of a gap; it grows if new ranks are too long. */
const renumberedDealsPerSide = 500

const toStageParams = ({ viewer }: Context, stageId: string, id: string) => {
  return { companyId: viewer.companyId, stageId, id }
}

/** Finds the gap for a position, ignoring the deal that moves into it. */
async function findGap(
  ctx: Context,
  stageId: string,
  dealId: string,
  { order, before, after }: Position,
): Promise<Gap> {
  const stage = toStageParams(ctx, stageId, dealId)
  const findNeighborRank = async (side: 'below' | 'above', rank: string) =>
    (await ctx.db.first(neighborRank(side), { ...stage, rank }))?.rank ?? null
  if (before) return [await findNeighborRank('below', before.rank), before.rank]
  if (after) return [after.rank, await findNeighborRank('above', after.rank)]
  if (order === 0)
    return [null, (await ctx.db.first(ranksFrom, { ...stage, offset: 0, limit: 1 }))?.rank ?? null]
  if (order != null) {
    const [lower, upper] = await ctx.db.all(ranksFrom, { ...stage, offset: order - 1, limit: 2 })
    if (lower) return [lower.rank, upper?.rank ?? null]
  }
  return [(await ctx.db.first(lastRank, stage))?.rank ?? null, null]
}

const isInGap = (deal: DealRow, stageId: string, [lower, upper]: Gap): boolean =>
  deal.stageId === stageId &&
  (lower === null || lower < deal.rank) &&
  (upper === null || deal.rank < upper)

async function createRankInGap(ctx: Context, stageId: string, dealId: string, [lower, upper]: Gap) {
  const rank = generateKeyBetween(lower, upper)
  return rank.length <= maxRankLength ? rank : renumberAround(ctx, stageId, dealId, lower)
}

/** Creates a rank for a deal at the end of a stage. */
export const createRankAtEnd = async (ctx: Context, stageId: string, dealId: string) =>
  createRankInGap(ctx, stageId, dealId, await findGap(ctx, stageId, dealId, {}))

/**
 * Assigns short ranks to the deals around a gap and returns a free rank above `lower`. The order of
 * the deals does not change, so their versions do not change either.
 */
async function renumberAround(
  ctx: Context,
  stageId: string,
  dealId: string,
  lower: string | null,
  perSide = renumberedDealsPerSide,
): Promise<string> {
  const stage = { ...toStageParams(ctx, stageId, dealId), rank: lower ?? '', limit: perSide + 1 }
  const lowerDeals = (await ctx.db.all(neighbors('below'), stage)).toReversed()
  const higherDeals = await ctx.db.all(neighbors('above'), stage)
  const floor = lowerDeals.length > perSide ? (lowerDeals.shift()?.rank ?? null) : null
  const ceiling = higherDeals.length > perSide ? (higherDeals.pop()?.rank ?? null) : null
  const deals = [...lowerDeals, { id: dealId }, ...higherDeals]
  const ranks = generateNKeysBetween(floor, ceiling, deals.length)
  if (ranks.some((rank) => rank.length > maxRankLength / 2) && (floor !== null || ceiling !== null))
    return renumberAround(ctx, stageId, dealId, lower, perSide * 10)
  const { companyId } = stage
  const ids = encodeListParam(deals.map(({ id }) => id))
  // If the moved deal is already in the stage, its rank may equal one of the new ranks.
  await ctx.db.run(assignTemporaryRanks, { companyId, stageId, ids })
  for (const [index, { id }] of deals.entries())
    await ctx.db.update('deals', { companyId, id, stageId }, { rank: ranks[index] as string })
  return ranks[lowerDeals.length] as string
}

/** Finds the zero-based position of a rank among the other deals of a stage. */
const findPositionOfRank = async (ctx: Context, stageId: string, dealId: string, rank: string) =>
  (await ctx.db.first(dealCountBelow, { ...toStageParams(ctx, stageId, dealId), rank }))?.total ?? 0

/** Moves a deal to a position in a stage and applies a patch, as one change with one event. */
export async function placeDeal(
  ctx: Context,
  deal: DealRow,
  stage: Stage,
  position: Position,
  patch: Partial<DealRow> = {},
  otherChanges: Change[] = [],
): Promise<DealRow> {
  const from = await findPositionOfRank(ctx, deal.stageId, deal.id, deal.rank)
  const gap = await findGap(ctx, stage.id, deal.id, position)
  const rank = isInGap(deal, stage.id, gap)
    ? deal.rank
    : await createRankInGap(ctx, stage.id, deal.id, gap)
  const order = { field: 'order', from, to: await findPositionOfRank(ctx, stage.id, deal.id, rank) }
  return writeMove(ctx, deal, stage, { ...patch, rank }, order, otherChanges)
}

async function writeMove(
  ctx: Context,
  deal: DealRow,
  stage: Stage,
  patch: Partial<DealRow>,
  order: Change,
  otherChanges: Change[] = [],
): Promise<DealRow> {
  const { id: stageId, pipelineId } = stage
  const stageEntry = deal.stageId === stageId ? {} : { stageEnteredAt: timestamp(ctx) }
  const columns = { ...patch, stageId, pipelineId, ...stageEntry }
  const { row, changes } = await applyChanges(ctx, 'deals', deal, columns, [...otherChanges, order])
  if (row.stageId !== deal.stageId) await recordDealStage(ctx, row, deal.stageId)
  // Webhooks include both positions in full, so that one event is enough to update a board. The
  // feed and the audit log return only the differences.
  const moveChanges: Change[] = [
    { field: 'stageId', from: deal.stageId, to: row.stageId },
    { field: 'pipelineId', from: deal.pipelineId, to: row.pipelineId },
    order,
  ]
  const fieldChanges = changes.filter(
    ({ field }) => !['stageId', 'pipelineId', 'order', 'rank', 'stageEnteredAt'].includes(field),
  )
  recordEvent(ctx, { type: 'deal.moved', record: row, changes: [...moveChanges, ...fieldChanges] })
  return row
}

/** The number of deals moved per chunk. Writing events after each chunk limits memory use. */
const dealsPerChunk = 500

/** The maximum number of deals moved per request: larger transactions would block other writers. */
const maxMovedDeals = 2000

/** Moves all deals of the stages, in order, to the end of another stage. @throws CONFLICT */
async function moveAllDeals(ctx: Context, stages: Stage[], to: Stage): Promise<void> {
  let movedCount = 0
  for (const { id } of stages)
    movedCount += await moveDealsOfStage(ctx, id, to, maxMovedDeals - movedCount)
}

setDealMover(moveAllDeals)

async function moveDealsOfStage(ctx: Context, stageId: string, to: Stage, maxDeals: number) {
  const { companyId } = ctx.viewer
  let endRank = (await ctx.db.first(lastRank, { companyId, stageId: to.id, id: '' }))?.rank ?? null
  const firstPosition =
    endRank === null ? 0 : (await findPositionOfRank(ctx, to.id, '', endRank)) + 1
  let movedCount = 0
  await inChunks(async (limit) => {
    const deals = await ctx.db.all(firstDealsOfStage, { companyId, stageId, limit })
    const ranks = generateNKeysBetween(endRank, null, deals.length)
    for (const [index, deal] of deals.entries()) {
      const order = { field: 'order', from: movedCount, to: firstPosition + movedCount }
      await writeMove(ctx, deal, to, { rank: ranks[index] as string }, order)
      movedCount++
    }
    endRank = ranks.at(-1) ?? endRank
    if (movedCount > maxDeals)
      throw conflict(
        `More than ${formatCount(maxMovedDeals)} deals would move, which is the limit per request: first move some with \`moveDeal\``,
      )
    await writeEvents(ctx)
    return deals.length
  }, dealsPerChunk)
  return movedCount
}
