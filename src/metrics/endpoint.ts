/** Serves `/metrics`, and samples metrics at each scrape. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Server } from 'node:http'
import { monitorEventLoopDelay, PerformanceObserver, performance } from 'node:perf_hooks'
import { forbidden } from '../errors.ts'
import type { Handler, RequestContext } from '../http/request-context.ts'
import { getCacheUsage } from '../lib/cache.ts'
import { readVersion } from '../lib/package-files.ts'
import type { DiskUsage, Store } from '../store/store.ts'
import { gauge, type MetricFamily, sampledCounter } from './prometheus.ts'

const computeDigest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Serves metrics in the Prometheus text format. The metrics cover all companies, so access requires
 * `METRICS_TOKEN` or, if that is not set, a local connection without a proxy. @throws FORBIDDEN
 */
export const createMetricsHandler =
  (read: () => Promise<string>): Handler =>
  async (http) => {
    const token = http.deps.settings.METRICS_TOKEN
    if (token === '' ? !isLocalRequest(http) : !hasMetricsToken(http, token))
      throw forbidden(
        'Metrics require a local connection without a proxy, or METRICS_TOKEN as the bearer token',
      )
    return {
      status: 200,
      headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
      body: await read(),
    }
  }

const hasMetricsToken = ({ request: { headers } }: RequestContext, token: string): boolean =>
  headers.authorization !== undefined &&
  timingSafeEqual(computeDigest(headers.authorization), computeDigest(`Bearer ${token}`))

const loopbackPattern = /^(127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/i

const isLocalRequest = ({ request: { headers, socket } }: RequestContext): boolean =>
  loopbackPattern.test(socket.remoteAddress ?? '') &&
  !headers.forwarded &&
  !headers['x-forwarded-for'] &&
  !headers.via

const toSeries = (label: string, values: Record<string, number>) =>
  Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }))

/** Samples client and database connections, waiting requests and disk usage. */
export async function sampleServer(server: Server, store: Store): Promise<MetricFamily[]> {
  const openCount = await new Promise<number>((resolve) =>
    server.getConnections((_, count) => resolve(count)),
  )
  const { connections, waiting } = store.readLoad()
  const diskUsage = await store.readDiskUsage?.()
  return [
    gauge('dealgraph_connections_open', 'Open client connections.', openCount),
    gauge(
      'dealgraph_connections_most',
      'Maximum client connections, derived from the file descriptor limit; 0 if unknown.',
      server.maxConnections ?? 0,
    ),
    gauge(
      'dealgraph_database_connections',
      'Database connections for requests, by state.',
      toSeries('state', connections),
    ),
    gauge(
      'dealgraph_database_waiting',
      'Requests waiting for a database connection or for the write lock.',
      toSeries('for', waiting),
    ),
    ...(diskUsage ? createDiskMetrics(diskUsage) : []),
  ]
}

const createDiskMetrics = ({ fileBytes, logBytes, freeBytes }: DiskUsage): MetricFamily[] => [
  gauge('dealgraph_database_file_bytes', 'Size of the database file.', fileBytes),
  gauge(
    'dealgraph_database_log_bytes',
    'Size of the write-ahead log, which checkpoints copy into the database file.',
    logBytes,
  ),
  gauge('dealgraph_disk_free_bytes', 'Free space on the database disk.', freeBytes),
]

/** Samples the hits, misses and size of each cache, by cache name. */
export function sampleCaches(): MetricFamily[] {
  const cacheUsage = getCacheUsage()
  const byCache = (field: 'hits' | 'misses' | 'entries') =>
    cacheUsage.flatMap(({ name, [field]: value }) =>
      value === undefined ? [] : [{ labels: { cache: name }, value }],
    )
  return [
    sampledCounter('dealgraph_cache_hits_total', 'Cache hits.', byCache('hits')),
    sampledCounter('dealgraph_cache_misses_total', 'Cache misses.', byCache('misses')),
    gauge('dealgraph_cache_entries', 'Entries in a cache with a size limit.', byCache('entries')),
  ]
}

/** The sampling interval, by which the histogram overstates each delay. */
const resolutionMs = 10

/**
 * Monitors the event loop, garbage collection, CPU and memory of the process. Metrics without the
 * prefix `dealgraph_` use the names of other Node.js exporters, so that existing dashboards work.
 */
export class ProcessMonitor {
  readonly #version = readVersion()
  readonly #delays = monitorEventLoopDelay({ resolution: resolutionMs })
  #collectionCount = 0
  #collectionMs = 0

  constructor() {
    this.#delays.enable()
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        this.#collectionCount++
        this.#collectionMs += duration
      }
    }).observe({ entryTypes: ['gc'] })
  }

  sample(): MetricFamily[] {
    const { user, system } = process.cpuUsage()
    return [
      gauge(
        'dealgraph_event_loop_longest_delay_seconds',
        'Longest event-loop delay since the last scrape.',
        this.#takeLongestDelay(),
      ),
      sampledCounter(
        'dealgraph_event_loop_busy_seconds_total',
        'Time in which the event loop was active.',
        performance.eventLoopUtilization().active / 1000,
      ),
      sampledCounter(
        'dealgraph_garbage_collections_total',
        'Garbage collections, minor and major.',
        this.#collectionCount,
      ),
      sampledCounter(
        'dealgraph_garbage_collection_seconds_total',
        'Time spent in garbage collection.',
        this.#collectionMs / 1000,
      ),
      sampledCounter(
        'process_cpu_seconds_total',
        'User and system CPU time.',
        (user + system) / 1e6,
      ),
      ...sampleMemory(),
      createVersionGauge('nodejs_version_info', 'The version of Node.js.', process.version),
      createVersionGauge('dealgraph_version_info', 'The version of Dealgraph.', this.#version),
    ]
  }

  /** Returns the longest event-loop delay, in seconds, and resets it. */
  #takeLongestDelay(): number {
    const { count, max } = this.#delays
    this.#delays.reset()
    return count > 0 ? Math.max(0, max / 1e9 - resolutionMs / 1000) : 0
  }
}

const createVersionGauge = (name: string, help: string, version: string) =>
  gauge(name, help, [{ labels: { version }, value: 1 }])

function sampleMemory(): MetricFamily[] {
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
  return [
    gauge('process_resident_memory_bytes', 'Resident memory size.', rss),
    gauge(
      'process_start_time_seconds',
      'Start time of the process, in seconds since the Unix epoch.',
      performance.timeOrigin / 1000,
    ),
    gauge('nodejs_heap_size_total_bytes', 'Size of the V8 heap.', heapTotal),
    gauge('nodejs_heap_size_used_bytes', 'Used size of the V8 heap.', heapUsed),
    gauge('nodejs_external_memory_bytes', 'Off-heap memory of JavaScript objects.', external),
  ]
}
