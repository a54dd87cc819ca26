/** Converts between times and the local time of a zone, given as the milliseconds of that clock
 * time in UTC. */
import { createCache } from './cache.ts'

const formatCache = createCache<string, Intl.DateTimeFormat>('time_zone_formats', {
  maxEntries: 500,
})

export function toLocalTime(timeMs: number, timeZone: string): number {
  if (timeZone === 'UTC') return timeMs
  // The Swedish locale formats dates as in ISO 8601.
  const format = formatCache.getOrCreate(
    timeZone,
    () => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  )
  return Date.parse(`${format.format(timeMs).padStart(19, '0').replace(' ', 'T')}Z`)
}

export function toUtc(localMs: number, timeZone: string): number {
  const guessMs = localMs - (toLocalTime(localMs, timeZone) - localMs)
  return guessMs - (toLocalTime(guessMs, timeZone) - localMs)
}

const dayMs = 86_400_000

/**
 * Returns the first moment of a local day. Where clocks change at midnight, that is the first of
 * two midnights, or the moment of the change if there is none.
 */
export function startOfDay(localMs: number, timeZone: string): number {
  const [earlierOffsetMs, late] = [-dayMs, dayMs].map((shift) => {
    const timeMs = localMs + shift
    return localMs - (toLocalTime(timeMs, timeZone) - timeMs)
  }) as [number, number]
  const isMidnight = (timeMs: number) => toLocalTime(timeMs, timeZone) === localMs
  return isMidnight(earlierOffsetMs) || !isMidnight(late) ? earlierOffsetMs : late
}
