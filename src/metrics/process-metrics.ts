import { monitorEventLoopDelay, PerformanceObserver, performance } from 'node:perf_hooks'
import { readVersion } from '../lib/version.ts'
import { gauge, type MetricFamily, sampledMetric } from './prometheus.ts'

/** Milliseconds between two beats; by as much a delay is overstated. */
const resolution = 10

/**
 * Takes the pulse of the process: how long whatever it did kept everybody else waiting, how busy it
 * was, and what it takes of the machine. The names that are not ours are those that other programs
 * on Node tell, too, so that their dashboards serve.
 * @returns what it is now, since the last time that it was asked for where that is said
 */
export function startProcessMetrics(): () => MetricFamily[] {
  const program = readVersion()
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  const collections = { count: 0, seconds: 0 }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      collections.count++
      collections.seconds += duration / 1000
    }
  }).observe({ entryTypes: ['gc'] })
  return () => {
    const longest = delays.count > 0 ? Math.max(0, delays.max / 1e9 - resolution / 1000) : 0
    delays.reset()
    const { active } = performance.eventLoopUtilization()
    const { user, system } = process.cpuUsage()
    const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
    return [
      gauge(
        'dealgraph_event_loop_longest_delay_seconds',
        'Longest time since this was last read for which one piece of work kept all others waiting.',
        longest,
      ),
      sampledMetric(
        'counter',
        'dealgraph_event_loop_busy_seconds_total',
        'Time in which the event loop did not wait for work.',
        active / 1000,
      ),
      sampledMetric(
        'counter',
        'dealgraph_garbage_collections_total',
        'Garbage collections, small ones included.',
        collections.count,
      ),
      sampledMetric(
        'counter',
        'dealgraph_garbage_collection_seconds_total',
        'Time that they took.',
        collections.seconds,
      ),
      sampledMetric(
        'counter',
        'process_cpu_seconds_total',
        'Time on the processor, of the program and of the system for it.',
        (user + system) / 1e6,
      ),
      gauge('process_resident_memory_bytes', 'Memory that the process has.', rss),
      gauge(
        'process_start_time_seconds',
        'When it was started, in seconds since 1970.',
        performance.timeOrigin / 1000,
      ),
      gauge('nodejs_heap_size_total_bytes', 'Memory for what the program makes.', heapTotal),
      gauge('nodejs_heap_size_used_bytes', 'Memory of which that is in use.', heapUsed),
      gauge(
        'nodejs_external_memory_bytes',
        'Memory beside it, for buffers and the database.',
        external,
      ),
      gauge('nodejs_version_info', 'The version of Node.', [
        { labels: { version: process.version }, value: 1 },
      ]),
      gauge('dealgraph_version_info', 'The version of Dealgraph.', [
        { labels: { version: program }, value: 1 },
      ]),
    ]
  }
}
