import { cacheUsage } from '../lib/cache.ts'
import { type Family, gauge, measured } from './series.ts'

/** Metrics of each cache, by its name. */
export function cacheMetrics(): Family[] {
  const usage = cacheUsage()
  const byCache = (select: (cache: (typeof usage)[number]) => number | undefined) =>
    usage.flatMap((cache) => {
      const value = select(cache)
      return value === undefined ? [] : [{ labels: { cache: cache.name }, value }]
    })
  return [
    measured(
      'counter',
      'dealgraph_cache_hits_total',
      'Look-ups that a cache answered.',
      byCache(({ hits }) => hits),
    ),
    measured(
      'counter',
      'dealgraph_cache_misses_total',
      'Look-ups for which a cache had no entry.',
      byCache(({ misses }) => misses),
    ),
    gauge(
      'dealgraph_cache_entries',
      'Entries in a cache, for caches that are bounded by their number or size.',
      byCache(({ entries }) => entries),
    ),
  ]
}
