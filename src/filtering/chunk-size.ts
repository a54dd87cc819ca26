import type { Context } from '../context.ts'
import { badRequest } from '../errors.ts'
import { yieldToEventLoop } from '../lib/event-loop.ts'
import { formatCount } from '../lib/format-count.ts'
import type { FilterExpression } from '../store/kinds.ts'

/**
 * How many records one statement looks at: fewer where each is much work, for it has many related
 * ones that have many.
 */
export interface Pace {
  size: number
  most: number
}

const few = 4
/** In milliseconds: after a statement that took longer, the next one looks at fewer. */
const long = 25
/** A millisecond counts as so many records, however few they were. */
const perMillisecond = 100

export const paceFor = (where: FilterExpression, size: number, most: number): Pace => ({
  size: hopsOf(where) > 1 ? few : size,
  most,
})

function hopsOf(shape: FilterExpression): number {
  if ('relation' in shape) return 1 + hopsOf(shape.where)
  if ('not' in shape) return hopsOf(shape.not)
  return Math.max(0, ...('and' in shape ? shape.and : 'or' in shape ? shape.or : []).map(hopsOf))
}

/** Milliseconds, from whenever. */
type Clock = () => number
const real: Clock = () => performance.now()

/**
 * Looks at as many records as the pace says, and lets others have their turn. `done` is told of how
 * many, and how long it took.
 */
export async function inSteps<T>(
  pace: Pace,
  work: (size: number) => Promise<T>,
  done: (size: number, time: number) => void = () => {},
  clock = real,
): Promise<T> {
  const { size } = pace
  const start = clock()
  const result = await work(size)
  const time = clock() - start
  done(size, time)
  pace.size = time > long ? Math.max(1, Math.floor(size / 4)) : Math.min(size * 4, pace.most)
  await yieldToEventLoop()
  return result
}

/** The same, counted towards what the request may look at. @throws BAD_REQUEST */
export const paced = <T>(
  ctx: Context,
  table: string,
  pace: Pace,
  work: (size: number) => Promise<T>,
  clock = real,
): Promise<T> =>
  inSteps(
    pace,
    work,
    (size, time) => lookedAt(ctx, table, Math.max(size, time * perMillisecond)),
    clock,
  )

/**
 * Counts what the lists of a request look at, all of them together: one list of lists that each
 * look far is as much work as many requests. @throws BAD_REQUEST
 */
export function lookedAt(ctx: Context, table: string, records: number): void {
  const maxRecords = ctx.settings.MAX_RECORDS_LOOKED_AT
  ctx.scannedRecords ??= new Map()
  ctx.scannedRecords.set(table, (ctx.scannedRecords.get(table) ?? 0) + records)
  const total = ctx.scannedRecords.values().reduce((sum, share) => sum + share, 0)
  if (total <= maxRecords) return
  const [[largest, share] = [table, total]] = [...ctx.scannedRecords].toSorted(
    ([, one], [, other]) => other - one,
  )
  throw badRequest(
    `More than ${formatCount(maxRecords)} records would have to be looked at for this request, ${Math.round((100 * share) / total)} % of them \`${largest}\`: narrow the filters of \`${largest}\`, or ask for fewer lists and counts of them at once`,
  )
}
