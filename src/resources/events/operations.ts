/** Reading the feed of events. */
import type { Context } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { unknownPatterns } from '../../events/types.ts'
import { yieldToEventLoop } from '../../lib/async.ts'
import type { Db } from '../../store/db.ts'
import { listParam } from '../../store/query.ts'
import { eventsBetween, newestEvent, nextSequence } from './queries.ts'
import { type VisibleEvent, visibleEvents } from './visible-events.ts'

export type { VisibleEvent }

/** A page of the feed. All events up to the number `end` were read, visible or not. */
export interface Feed {
  rows: VisibleEvent[]
  hasNext: boolean
  end: number
}

/** Events read by one query, and for one page; a caller who can view few continues from `end`. */
const chunkSize = 500
const maxScanned = 5000

/** Splits patterns such as `deal.moved`, `deal.*` and `*` into types and kinds. */
function splitPatterns(patterns: readonly string[] = ['*']): { types: string; kinds: string } {
  const [kinds, types] = [
    patterns.filter((each) => each.endsWith('*')),
    patterns.filter((each) => !each.endsWith('*')),
  ]
  return {
    types: listParam(types),
    kinds: listParam(kinds.map((each) => each.replace(/\.\*$/, ''))),
  }
}

/** @throws VALIDATION_ERROR for patterns that match no event type */
export function checkPatterns(patterns: readonly string[], field: string): void {
  const details = unknownPatterns(patterns, field)
  if (details.length > 0) throw invalid(details)
}

/** The number of the newest event of a company. */
export const newestSequence = async (db: Db, companyId: string): Promise<number> =>
  (await db.first(newestEvent, { companyId }))?.sequence ?? 0

/**
 * The events after a sequence number that the caller can view, oldest first, up to `limit`.
 * Sequence numbers grow in the order of the changes.
 */
export async function readEvents(
  ctx: Context,
  patterns: readonly string[] | undefined,
  after: number,
  limit: number,
): Promise<Feed> {
  const { companyId } = ctx.viewer
  const filter = splitPatterns(patterns)
  const newest = await newestSequence(ctx.db, companyId)
  const rows: VisibleEvent[] = []
  let end = Math.min(after, newest)
  for (
    let scanned = 0;
    rows.length <= limit && end < newest && scanned < maxScanned;
    scanned += chunkSize
  ) {
    // A restored backup skips some numbers.
    const first = (await ctx.db.first(nextSequence, { companyId, after: end }))?.sequence ?? newest
    const upTo = Math.min(first - 1 + chunkSize, newest)
    rows.push(
      ...(await visibleEvents(
        ctx,
        await ctx.db.all(eventsBetween, { companyId, after: end, upTo, ...filter }),
      )),
    )
    end = upTo
    await yieldToEventLoop()
  }
  const page = rows.slice(0, limit)
  const isWhole = rows.length <= limit
  return {
    rows: page,
    hasNext: !isWhole || end < newest,
    end: isWhole ? end : (page.at(-1)?.sequence ?? end),
  }
}
