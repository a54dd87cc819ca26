import type { Form } from '../store/kinds.ts'

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
): [form: Form, time: number][] {
  const bounds: [Form, number][] = []
  if (from != null) bounds.push(['from', Date.parse(from)])
  if (before != null) bounds.push(['before', Date.parse(before)])
  if (inLastDays != null) bounds.push(['from', now - inLastDays * day], ['to', now])
  if (inNextDays != null) bounds.push(['from', now], ['to', now + inNextDays * day])
  if (olderThanDays != null) bounds.push(['before', now - olderThanDays * day])
  return bounds
}
