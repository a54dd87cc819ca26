import type { Context } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { unknownPatterns } from '../../events/types.ts'
import { yieldToEventLoop } from '../../lib/event-loop.ts'
import type { Db } from '../../store/db.ts'
import { listParam } from '../../store/sql.ts'
import { eventsBetween, newestEvent, nextSequence } from './queries.ts'
import { type VisibleEvent, visibleEvents } from './visible-events.ts'

export type { VisibleEvent }

/** A part of the feed. `end` is the number up to which all has been looked at, seen or not. */
export interface Feed {
  rows: VisibleEvent[]
  hasNext: boolean
  end: number
}

/**
 * So many events are looked at in one statement, and for one page: whoever sees few of them asks
 * again from `end`.
 */
const chunk = 500
const most = 5000

/** The types and kinds in patterns such as `deal.moved`, `deal.*` and `*`. */
function namedBy(patterns: readonly string[] = ['*']): { types: string; kinds: string } {
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
 * The events after a number that the caller sees, oldest first, up to `limit`. Their numbers grow
 * in the order of the changes.
 */
export async function readEvents(
  ctx: Context,
  patterns: readonly string[] | undefined,
  after: number,
  limit: number,
): Promise<Feed> {
  const { companyId } = ctx.viewer
  const wanted = namedBy(patterns)
  const newest = await newestSequence(ctx.db, companyId)
  const rows: VisibleEvent[] = []
  let end = Math.min(after, newest)
  for (let looked = 0; rows.length <= limit && end < newest && looked < most; looked += chunk) {
    // Behind a restored backup some numbers are left out.
    const first = (await ctx.db.first(nextSequence, { companyId, after: end }))?.sequence ?? newest
    const upTo = Math.min(first - 1 + chunk, newest)
    rows.push(
      ...(await visibleEvents(
        ctx,
        await ctx.db.all(eventsBetween, { companyId, after: end, upTo, ...wanted }),
      )),
    )
    end = upTo
    await yieldToEventLoop()
  }
  const page = rows.slice(0, limit)
  const whole = rows.length <= limit
  return {
    rows: page,
    hasNext: !whole || end < newest,
    end: whole ? end : (page.at(-1)?.sequence ?? end),
  }
}
