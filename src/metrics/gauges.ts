import type { Server } from 'node:http'
import { cacheUsage } from '../lib/cache.ts'
import type { DiskUsage, Store } from '../store/store.ts'
import { gauge, type MetricFamily, sampledMetric } from './prometheus.ts'

const by = (label: string, values: Record<string, number>) =>
  Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }))

/** Gauges of open connections (clients, database), waiting work and disk usage. */
export async function currentMetrics(server: Server, store: Store): Promise<MetricFamily[]> {
  const open = await new Promise<number>((resolve) =>
    server.getConnections((_, count) => resolve(count)),
  )
  const { connections, waiting } = store.load()
  const usage = await store.diskUsage?.()
  return [
    gauge('dealgraph_connections_open', 'Open client connections.', open),
    gauge(
      'dealgraph_connections_most',
      'Maximum client connections, by the limit of file descriptors; 0 if unknown.',
      server.maxConnections ?? 0,
    ),
    gauge(
      'dealgraph_database_connections',
      'Database connections for requests, by state.',
      by('state', connections),
    ),
    gauge(
      'dealgraph_database_waiting',
      'Requests waiting for a database connection or for the write lock.',
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
      'Cache hits.',
      byCache(({ hits }) => hits),
    ),
    sampledMetric(
      'counter',
      'dealgraph_cache_misses_total',
      'Cache misses.',
      byCache(({ misses }) => misses),
    ),
    gauge(
      'dealgraph_cache_entries',
      'Entries in a cache with a size limit.',
      byCache(({ entries }) => entries),
    ),
  ]
}
