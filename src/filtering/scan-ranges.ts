import type { Operator } from '../store/kinds.ts'

/** Ranges as filters give them. */
export interface NumberRange {
  from?: number | null
  to?: number | null
}

/**
 * Between two moments, or relative to the present: a filter that is kept stays true from day to
 * day.
 */
export interface TimeRange {
  from?: string | null
  before?: string | null
  inLastDays?: number | null
  inNextDays?: number | null
  olderThanDays?: number | null
}

const day = 86_400_000

/** The bounds of a range, in milliseconds. */
export function timesOf(
  { from, before, inLastDays, inNextDays, olderThanDays }: TimeRange,
  now: number,
): [operator: Operator, time: number][] {
  const bounds: [Operator, number][] = []
  if (from != null) bounds.push(['atLeast', Date.parse(from)])
  if (before != null) bounds.push(['lessThan', Date.parse(before)])
  if (inLastDays != null) bounds.push(['atLeast', now - inLastDays * day], ['atMost', now])
  if (inNextDays != null) bounds.push(['atLeast', now], ['atMost', now + inNextDays * day])
  if (olderThanDays != null) bounds.push(['lessThan', now - olderThanDays * day])
  return bounds
}
