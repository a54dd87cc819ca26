import { monitorEventLoopDelay, PerformanceObserver, performance } from 'node:perf_hooks'
import { readVersion } from '../lib/version.ts'
import { gauge, type MetricFamily, sampledMetric } from './prometheus.ts'

/** Sampling interval; the histogram overstates each delay by as much. */
const resolutionMs = 10

/**
 * Monitors the event loop, garbage collection, CPU and memory of the process. Names without the
 * prefix `dealgraph_` are those of other Node.js exporters, so that existing dashboards work.
 * @returns a function that reads the current values and resets the longest delay
 */
export function startProcessMetrics(): () => MetricFamily[] {
  const program = readVersion()
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  const collections = { count: 0, seconds: 0 }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      collections.count++
      collections.seconds += duration / 1000
    }
  }).observe({ entryTypes: ['gc'] })
  return () => {
    const longest = delays.count > 0 ? Math.max(0, delays.max / 1e9 - resolutionMs / 1000) : 0
    delays.reset()
    const { active } = performance.eventLoopUtilization()
    const { user, system } = process.cpuUsage()
    const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
    return [
      gauge(
        'dealgraph_event_loop_longest_delay_seconds',
        'Longest event-loop delay since the last scrape.',
        longest,
      ),
      sampledMetric(
        'counter',
        'dealgraph_event_loop_busy_seconds_total',
        'Time in which the event loop was active.',
        active / 1000,
      ),
      sampledMetric(
        'counter',
        'dealgraph_garbage_collections_total',
        'Garbage collections, minor and major.',
        collections.count,
      ),
      sampledMetric(
        'counter',
        'dealgraph_garbage_collection_seconds_total',
        'Time spent in garbage collection.',
        collections.seconds,
      ),
      sampledMetric(
        'counter',
        'process_cpu_seconds_total',
        'User and system CPU time.',
        (user + system) / 1e6,
      ),
      gauge('process_resident_memory_bytes', 'Resident memory size.', rss),
      gauge(
        'process_start_time_seconds',
        'Start time of the process, in seconds since the Unix epoch.',
        performance.timeOrigin / 1000,
      ),
      gauge('nodejs_heap_size_total_bytes', 'Size of the V8 heap.', heapTotal),
      gauge('nodejs_heap_size_used_bytes', 'Used size of the V8 heap.', heapUsed),
      gauge(
        'nodejs_external_memory_bytes',
        'Memory outside the V8 heap, such as buffers.',
        external,
      ),
      gauge('nodejs_version_info', 'The version of Node.js.', [
        { labels: { version: process.version }, value: 1 },
      ]),
      gauge('dealgraph_version_info', 'The version of Dealgraph.', [
        { labels: { version: program }, value: 1 },
      ]),
    ]
  }
}
