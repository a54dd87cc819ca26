/** Converts periods relative to the current time, such as the last 7 days, to time bounds. */
import type { Context } from '../context.ts'
import { dayMs, hourMs } from '../lib/time.ts'
import { findDayStart, toLocalTime } from '../lib/time-zones.ts'

/** A period that includes now, such as the current week or the last 7 days including today. */
export interface Period {
  unit: 'hour' | CalendarUnit
  last?: number
  next?: number
  /** The time zone for calendar units; hours are 60-minute periods before and after now. */
  timeZone?: string
}

export type PeriodComparator = 'during' | 'before' | 'after'

type CalendarUnit = 'day' | 'week' | 'month' | 'year'
export type TimeBound = [
  operator: 'atLeast' | 'atMost' | 'greaterThan' | 'lessThan',
  timeMs: number,
]

/** Returns the bounds of the period, or of the time before or after the period. */
export function computePeriodBounds(
  ctx: Context,
  comparator: PeriodComparator,
  period: Period,
): TimeBound[] {
  const [start, end] =
    period.unit === 'hour' ? computeHourBounds(ctx, period) : computeDayBounds(ctx, period)
  if (comparator === 'before') return [negate(start)]
  return comparator === 'after' ? [negate(end)] : [start, end]
}

const oppositeOperators = {
  atLeast: 'lessThan',
  atMost: 'greaterThan',
  greaterThan: 'atMost',
  lessThan: 'atLeast',
} as const

const negate = ([operator, timeMs]: TimeBound): TimeBound => [oppositeOperators[operator], timeMs]

const computeHourBounds = (
  ctx: Context,
  { last = 0, next = 0 }: Period,
): [TimeBound, TimeBound] => [
  ['atLeast', ctx.now() - last * hourMs],
  ['atMost', ctx.now() + next * hourMs],
]

function computeDayBounds(ctx: Context, period: Period): [TimeBound, TimeBound] {
  const { timeZone, startMs, endMs } = toLocalDays(ctx, period)
  return [
    ['atLeast', findDayStart(startMs, timeZone)],
    ['lessThan', findDayStart(endMs, timeZone)],
  ]
}

/** Returns a period's first and last dates, in the form 2026-05-17. */
export function toDateRange(ctx: Context, period: Period): { first: string; last: string } {
  const { startMs, endMs } = toLocalDays(ctx, period)
  const formatDate = (localMs: number) => new Date(localMs).toISOString().slice(0, 10)
  return { first: formatDate(startMs), last: formatDate(endMs - dayMs) }
}

/** These bounds limit years to four digits in every time zone. */
const minDayMs = Date.parse('1000-01-01T00:00:00Z')
const maxDayMs = Date.parse('9999-12-30T00:00:00Z')
const maxYears = 9999

/** Returns a period's first day and the day after its last day, as midnight UTC of each date. */
function toLocalDays(ctx: Context, { unit, last = 1, next = 1, ...period }: Period) {
  const timeZone = period.timeZone ?? ctx.viewer.company.timeZone
  const localMs = toLocalTime(ctx.now(), timeZone)
  return {
    timeZone,
    startMs: Math.max(computeUnitStart(unit as CalendarUnit, localMs, 1 - last), minDayMs),
    endMs: Math.min(computeUnitStart(unit as CalendarUnit, localMs, next), maxDayMs),
  }
}

/** Returns the first day of the unit that is `shift` units after the current unit. */
function computeUnitStart(unit: CalendarUnit, localMs: number, shift: number): number {
  const date = new Date(localMs)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  switch (unit) {
    case 'day':
      return Date.UTC(year, month, day + shift)
    case 'week': {
      const daysSinceMonday = (date.getUTCDay() + 6) % 7
      return Date.UTC(year, month, day - daysSinceMonday + 7 * shift)
    }
    case 'month':
      return Date.UTC(year, month + shift)
    case 'year':
      return Date.UTC(year, 12 * Math.max(-maxYears, Math.min(shift, maxYears)))
  }
}
