/**
 * Converts between UTC and local times. A local time is expressed as the epoch milliseconds at
 * which a UTC clock shows the same date and time.
 */
import { createCache } from './cache.ts'
import { dayMs } from './time.ts'

const formatCache = createCache<string, Intl.DateTimeFormat>('time_zone_formats', {
  maxEntries: 500,
})

export function toLocalTime(timeMs: number, timeZone: string): number {
  if (timeZone === 'UTC') return timeMs
  // The Swedish locale formats times as in ISO 8601, except for a space in place of `T`.
  const format = formatCache.getOrCreate(
    timeZone,
    () => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  )
  return Date.parse(`${format.format(timeMs).padStart(19, '0').replace(' ', 'T')}Z`)
}

export function toUtc(localMs: number, timeZone: string): number {
  const estimateMs = localMs - (toLocalTime(localMs, timeZone) - localMs)
  return estimateMs - (toLocalTime(estimateMs, timeZone) - localMs)
}

/**
 * Returns the first moment of a local day, in UTC. If clocks change at midnight, it is the first of
 * two midnights, or the moment of the change if the day has no midnight.
 */
export function findDayStart(localMs: number, timeZone: string): number {
  const [earlyMs, lateMs] = [-dayMs, dayMs].map((shift) => {
    const timeMs = localMs + shift
    return localMs - (toLocalTime(timeMs, timeZone) - timeMs)
  }) as [number, number]
  const isMidnight = (timeMs: number) => toLocalTime(timeMs, timeZone) === localMs
  return isMidnight(earlyMs) || !isMidnight(lateMs) ? earlyMs : lateMs
}
