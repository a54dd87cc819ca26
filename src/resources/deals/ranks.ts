import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import type { Context } from '../../context.ts'
import { listParam } from '../../store/sql.ts'
import {
  cardsBeside,
  countBelow,
  lastRank,
  neighbour,
  parkRanks,
  ranksFrom,
} from './column-queries.ts'
import type { DealRow } from './table.ts'

/**
 * Where a card goes in a column: a zero-based place, or beside another card; nothing said, at the
 * end.
 */
export interface Spot {
  order?: number | null | undefined
  before?: DealRow | undefined
  after?: DealRow | undefined
}

/** The ranks on either side of a place; `null` where the column ends. */
export type Gap = readonly [lower: string | null, upper: string | null]

/**
 * Ranks grow by a letter with every few moves into the same gap; a longer one than this has the
 * cards around it numbered anew.
 */
const longestRank = 60

const columnOf = (ctx: Context, stageId: string, dealId: string) => ({
  companyId: ctx.viewer.companyId,
  stageId,
  id: dealId,
})

/** The gap that a spot means, in the column without the card that is to go there. */
export async function gapAt(
  ctx: Context,
  stageId: string,
  dealId: string,
  { order, before, after }: Spot,
): Promise<Gap> {
  const column = columnOf(ctx, stageId, dealId)
  if (before)
    return [
      (await ctx.db.first(neighbour('below'), { ...column, rank: before.rank }))?.rank ?? null,
      before.rank,
    ]
  if (after)
    return [
      after.rank,
      (await ctx.db.first(neighbour('above'), { ...column, rank: after.rank }))?.rank ?? null,
    ]
  if (order === 0)
    return [null, (await ctx.db.first(ranksFrom, { ...column, offset: 0, limit: 1 }))?.rank ?? null]
  if (order != null) {
    const [lower, upper] = await ctx.db.all(ranksFrom, { ...column, offset: order - 1, limit: 2 })
    if (lower) return [lower.rank, upper?.rank ?? null]
  }
  return [(await ctx.db.first(lastRank, column))?.rank ?? null, null]
}

/** Whether a card that is in the column already stands in the gap. */
export const standsIn = (deal: DealRow, stageId: string, [lower, upper]: Gap): boolean =>
  deal.stageId === stageId &&
  (lower === null || lower < deal.rank) &&
  (upper === null || deal.rank < upper)

export async function rankIn(
  ctx: Context,
  stageId: string,
  dealId: string,
  [lower, upper]: Gap,
): Promise<string> {
  const rank = generateKeyBetween(lower, upper)
  return rank.length <= longestRank ? rank : numberAnew(ctx, stageId, dealId, lower)
}

/** Cards on either side that are numbered anew; more where that leaves their ranks long. */
const reach = 500

/**
 * Gives the cards around a gap short ranks, and leaves one free behind `lower`. They keep their
 * order, so their versions too.
 */
async function numberAnew(
  ctx: Context,
  stageId: string,
  dealId: string,
  lower: string | null,
  far = reach,
): Promise<string> {
  const column = { ...columnOf(ctx, stageId, dealId), rank: lower ?? '', limit: far + 1 }
  const below = (await ctx.db.all(cardsBeside('below'), column)).toReversed()
  const above = await ctx.db.all(cardsBeside('above'), column)
  const floor = below.length > far ? (below.shift()?.rank ?? null) : null
  const ceiling = above.length > far ? (above.pop()?.rank ?? null) : null
  const cards = [...below, { id: dealId }, ...above]
  const ranks = generateNKeysBetween(floor, ceiling, cards.length)
  if (ranks.some((rank) => rank.length > longestRank / 2) && (floor !== null || ceiling !== null))
    return numberAnew(ctx, stageId, dealId, lower, far * 10)
  const { companyId } = column
  // The card that is to go there may stand in the column already: its rank, too, could be one of
  // the new ones.
  await ctx.db.run(parkRanks, { companyId, stageId, ids: listParam(cards.map(({ id }) => id)) })
  for (const [index, { id }] of cards.entries())
    await ctx.db.update('deals', { companyId, id, stageId }, { rank: ranks[index] as string })
  return ranks[below.length] as string
}

/** The place that a rank means, among the other cards of its column. */
export async function placeOf(
  ctx: Context,
  stageId: string,
  dealId: string,
  rank: string,
): Promise<number> {
  return (await ctx.db.first(countBelow, { ...columnOf(ctx, stageId, dealId), rank }))?.total ?? 0
}
