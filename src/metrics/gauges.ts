import type { Server } from 'node:http'
import { cacheUsage } from '../lib/cache.ts'
import type { DiskUsage, Store } from '../store/store.ts'
import { gauge, type MetricFamily, sampledMetric } from './prometheus.ts'

const by = (label: string, values: Record<string, number>) =>
  Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }))

/**
 * What is open and what waits at this moment: connections of clients and to the database, and those
 * who have to wait for one.
 */
export async function currentMetrics(server: Server, store: Store): Promise<MetricFamily[]> {
  const open = await new Promise<number>((resolve) =>
    server.getConnections((_, count) => resolve(count)),
  )
  const { connections, waiting } = store.load()
  const usage = await store.diskUsage?.()
  return [
    gauge('dealgraph_connections_open', 'Connections of clients.', open),
    gauge(
      'dealgraph_connections_most',
      'Connections for which there are file handles; 0 where that is not known.',
      server.maxConnections ?? 0,
    ),
    gauge(
      'dealgraph_database_connections',
      'Connections to the database for requests, by whether they are in use.',
      by('state', connections),
    ),
    gauge(
      'dealgraph_database_waiting',
      'Who waits for a connection, or for the turn to write.',
      by('for', waiting),
    ),
    ...(usage ? diskMetrics(usage) : []),
  ]
}

const diskMetrics = ({ fileBytes, logBytes, freeBytes }: DiskUsage): MetricFamily[] => [
  gauge('dealgraph_database_file_bytes', 'Size of the database file.', fileBytes),
  gauge(
    'dealgraph_database_log_bytes',
    'Size of the write-ahead log, which checkpoints move into the database file.',
    logBytes,
  ),
  gauge('dealgraph_disk_free_bytes', 'Free space on the disk of the database.', freeBytes),
]

/** Metrics of each cache, by its name. */
export function cacheMetrics(): MetricFamily[] {
  const usage = cacheUsage()
  const byCache = (select: (cache: (typeof usage)[number]) => number | undefined) =>
    usage.flatMap((cache) => {
      const value = select(cache)
      return value === undefined ? [] : [{ labels: { cache: cache.name }, value }]
    })
  return [
    sampledMetric(
      'counter',
      'dealgraph_cache_hits_total',
      'Look-ups that a cache answered.',
      byCache(({ hits }) => hits),
    ),
    sampledMetric(
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
