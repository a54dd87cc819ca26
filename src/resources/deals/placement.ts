/**
 * The order of deals within a stage. Each deal has a rank, a fractional index that is compared byte
 * by byte: moving one deal writes one row, however long the stage is.
 */
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import { type Context, timestamp } from '../../context.ts'
import { applyChanges } from '../../crud/records.ts'
import { recordDealStage } from '../../crud/stage-changes.ts'
import { conflict } from '../../errors.ts'
import type { Change } from '../../events/changes.ts'
import { recordEvent, writeEvents } from '../../events/record-event.ts'
import { inChunks } from '../../lib/async.ts'
import { formatCount } from '../../lib/text.ts'
import { encodeListParam } from '../../store/query.ts'
import { type PipelineStageRow, setDealMover } from '../pipelines/operations.ts'
import {
  assignTemporaryRanks,
  countBelow,
  lastRank,
  neighborRank,
  neighbors,
  ranksFrom,
  topOfStage,
} from './queries.ts'
import type { DealRow } from './table.ts'

type Stage = Pick<PipelineStageRow, 'id' | 'pipelineId'>

/** The target position in a stage: zero-based, or next to another deal; by default the end. */
interface Position {
  order?: number | null | undefined
  before?: DealRow | undefined
  after?: DealRow | undefined
}

/** The ranks on either side of a position; `null` at the ends of the stage. */
type Gap = readonly [lower: string | null, upper: string | null]

/** Maximum rank length, reached by repeated moves into one gap; then deals are renumbered. */
const maxRankLength = 60

/** Deals renumbered on each side of a gap; ten times as many while the new ranks are too long. */
const renumberedPerSide = 500

const getStageWithout = ({ viewer }: Context, stageId: string, id: string) => {
  return { companyId: viewer.companyId, stageId, id }
}

/** Finds the gap for a position, ignoring the deal that moves into it. */
async function findGap(
  ctx: Context,
  stageId: string,
  dealId: string,
  { order, before, after }: Position,
): Promise<Gap> {
  const stage = getStageWithout(ctx, stageId, dealId)
  const rankBeside = async (side: 'below' | 'above', rank: string) =>
    (await ctx.db.first(neighborRank(side), { ...stage, rank }))?.rank ?? null
  if (before) return [await rankBeside('below', before.rank), before.rank]
  if (after) return [after.rank, await rankBeside('above', after.rank)]
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

async function rankInGap(ctx: Context, stageId: string, dealId: string, [lower, upper]: Gap) {
  const rank = generateKeyBetween(lower, upper)
  return rank.length <= maxRankLength ? rank : renumberAround(ctx, stageId, dealId, lower)
}

/** Returns a rank for a deal at the end of a stage. */
export const rankAtEnd = async (ctx: Context, stageId: string, dealId: string): Promise<string> =>
  rankInGap(ctx, stageId, dealId, await findGap(ctx, stageId, dealId, {}))

/**
 * Assigns short ranks to the deals around a gap and returns a free rank above `lower`. The deals
 * keep their order, and therefore their versions.
 */
async function renumberAround(
  ctx: Context,
  stageId: string,
  dealId: string,
  lower: string | null,
  perSide = renumberedPerSide,
): Promise<string> {
  const stage = { ...getStageWithout(ctx, stageId, dealId), rank: lower ?? '', limit: perSide + 1 }
  const below = (await ctx.db.all(neighbors('below'), stage)).toReversed()
  const above = await ctx.db.all(neighbors('above'), stage)
  const floor = below.length > perSide ? (below.shift()?.rank ?? null) : null
  const ceiling = above.length > perSide ? (above.pop()?.rank ?? null) : null
  const deals = [...below, { id: dealId }, ...above]
  const ranks = generateNKeysBetween(floor, ceiling, deals.length)
  if (ranks.some((rank) => rank.length > maxRankLength / 2) && (floor !== null || ceiling !== null))
    return renumberAround(ctx, stageId, dealId, lower, perSide * 10)
  const { companyId } = stage
  const ids = encodeListParam(deals.map(({ id }) => id))
  // The moved deal may already be in the stage, with a rank equal to one of the new ranks.
  await ctx.db.run(assignTemporaryRanks, { companyId, stageId, ids })
  for (const [index, { id }] of deals.entries())
    await ctx.db.update('deals', { companyId, id, stageId }, { rank: ranks[index] as string })
  return ranks[below.length] as string
}

/** Returns the zero-based position of a rank among the other deals of a stage. */
const orderOfRank = async (ctx: Context, stageId: string, dealId: string, rank: string) =>
  (await ctx.db.first(countBelow, { ...getStageWithout(ctx, stageId, dealId), rank }))?.total ?? 0

/** Moves a deal to a position in a stage and applies a patch, as one change with one event. */
export async function placeDeal(
  ctx: Context,
  deal: DealRow,
  stage: Stage,
  position: Position,
  patch: Partial<DealRow> = {},
  otherChanges: Change[] = [],
): Promise<DealRow> {
  const from = await orderOfRank(ctx, deal.stageId, deal.id, deal.rank)
  const gap = await findGap(ctx, stage.id, deal.id, position)
  const rank = isInGap(deal, stage.id, gap)
    ? deal.rank
    : await rankInGap(ctx, stage.id, deal.id, gap)
  const order = { field: 'order', from, to: await orderOfRank(ctx, stage.id, deal.id, rank) }
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
  // Webhooks include both positions in full, so that one event is enough to update a board; the
  // feed and the audit log return only the differences.
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

/** Deals moved per chunk; each chunk writes its events, which limits the use of memory. */
const moveChunk = 500

/** Maximum deals moved by one request: a larger transaction would block other writers too long. */
const maxMoved = 2000

/** Moves all deals of some stages, in their order, to the end of another stage. @throws CONFLICT */
async function moveAllDeals(ctx: Context, stages: Stage[], to: Stage): Promise<void> {
  let count = 0
  for (const { id } of stages) count += await moveStage(ctx, id, to, maxMoved - count)
}

setDealMover(moveAllDeals)

async function moveStage(ctx: Context, stageId: string, to: Stage, maxDeals: number) {
  const { companyId } = ctx.viewer
  let last = (await ctx.db.first(lastRank, { companyId, stageId: to.id, id: '' }))?.rank ?? null
  const start = last === null ? 0 : (await orderOfRank(ctx, to.id, '', last)) + 1
  let movedCount = 0
  await inChunks(async (limit) => {
    const deals = await ctx.db.all(topOfStage, { companyId, stageId, limit })
    const ranks = generateNKeysBetween(last, null, deals.length)
    for (const [index, deal] of deals.entries()) {
      const order = { field: 'order', from: movedCount, to: start + movedCount }
      await writeMove(ctx, deal, to, { rank: ranks[index] as string }, order)
      movedCount++
    }
    last = ranks.at(-1) ?? last
    if (movedCount > maxDeals)
      throw conflict(
        `More than ${formatCount(maxMoved)} deals would move, the limit of one request: move some first, with moveDeal`,
      )
    await writeEvents(ctx)
    return deals.length
  }, moveChunk)
  return movedCount
}
