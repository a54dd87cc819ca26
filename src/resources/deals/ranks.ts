import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import type { Context } from '../../context.ts'
import { countBelow, dealsOfStage, lastRank, neighbour, parkRanks, ranksFrom } from './column-queries.ts'
import type { DealRow } from './table.ts'

/** Where a card goes in a column: a zero-based place, or beside another card; nothing said, at the end. */
export interface Spot {
  order?: number | null | undefined
  before?: DealRow | undefined
  after?: DealRow | undefined
}

/** The ranks on either side of a place; `null` where the column ends. */
export type Gap = readonly [lower: string | null, upper: string | null]

/** Ranks grow by a letter with every few moves into the same gap; a longer one than this has the column numbered anew. */
const longestRank = 60

const columnOf = (ctx: Context, stageId: string, dealId: string) => ({ companyId: ctx.viewer.companyId, stageId, id: dealId })

/** The gap that a spot means, in the column without the card that is to go there. */
export async function gapAt(ctx: Context, stageId: string, dealId: string, { order, before, after }: Spot): Promise<Gap> {
  const column = columnOf(ctx, stageId, dealId)
  if (before) return [(await ctx.db.first(neighbour('below'), { ...column, rank: before.rank }))?.rank ?? null, before.rank]
  if (after) return [after.rank, (await ctx.db.first(neighbour('above'), { ...column, rank: after.rank }))?.rank ?? null]
  if (order === 0) return [null, (await ctx.db.first(ranksFrom, { ...column, offset: 0, limit: 1 }))?.rank ?? null]
  if (order != null) {
    const [lower, upper] = await ctx.db.all(ranksFrom, { ...column, offset: order - 1, limit: 2 })
    if (lower) return [lower.rank, upper?.rank ?? null]
  }
  return [(await ctx.db.first(lastRank, column))?.rank ?? null, null]
}

/** Whether a card that is in the column already stands in the gap. */
export const standsIn = (deal: DealRow, stageId: string, [lower, upper]: Gap): boolean =>
  deal.stageId === stageId && (lower === null || lower < deal.rank) && (upper === null || deal.rank < upper)

export async function rankIn(ctx: Context, stageId: string, dealId: string, [lower, upper]: Gap): Promise<string> {
  const rank = generateKeyBetween(lower, upper)
  return rank.length <= longestRank ? rank : numberAnew(ctx, stageId, dealId, lower)
}

/** Gives a whole column short ranks, and leaves one free behind `lower`. The cards keep their order, so their versions too. */
async function numberAnew(ctx: Context, stageId: string, dealId: string, lower: string | null): Promise<string> {
  const { companyId } = ctx.viewer
  const others = (await ctx.db.all(dealsOfStage, { companyId, stageId })).filter((deal) => deal.id !== dealId)
  const place = lower === null ? 0 : others.findIndex((deal) => deal.rank === lower) + 1
  const ranks = generateNKeysBetween(null, null, others.length + 1)
  const [free] = ranks.splice(place, 1)
  await ctx.db.run(parkRanks, { companyId, stageId })
  for (const [index, deal] of others.entries()) await ctx.db.update('deals', { companyId, id: deal.id }, { rank: ranks[index] as string })
  return free as string
}

/** The place that a rank means, among the other cards of its column. */
export async function placeOf(ctx: Context, stageId: string, dealId: string, rank: string): Promise<number> {
  return (await ctx.db.first(countBelow, { ...columnOf(ctx, stageId, dealId), rank }))?.total ?? 0
}
