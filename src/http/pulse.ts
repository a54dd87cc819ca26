import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Milliseconds between two beats; by as much a delay is overstated. */
const resolution = 10

/**
 * Takes the pulse of the process: how long whatever it did kept everybody else waiting.
 * @returns what it was since it was last asked for, for Prometheus
 */
export function takePulse(): () => string {
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  return () => {
    const longest = delays.count > 0 ? Math.max(0, delays.max / 1e9 - resolution / 1000) : 0
    delays.reset()
    const name = 'dealgraph_event_loop_longest_delay_seconds'
    return `# HELP ${name} Longest time since this was last read for which one piece of work kept all others waiting.\n# TYPE ${name} gauge\n${name} ${longest.toFixed(4)}\n`
  }
}
