/** Formats the benchmark results as a text table. */
import type { GoalResult } from './goals.ts'
import type { WorkloadResult } from './rounds.ts'

const formatCell = (text: string, width: number) => text.padStart(width)
const formatNumber = (value: number, digits: number) =>
  Number.isNaN(value) ? '' : value.toFixed(digits)
const formatRate = (value: number) => (value < 100 ? value.toFixed(1) : value.toFixed(0))

export const tableHeader = `${'workload'.padEnd(46)}${'contender'.padEnd(13)}${['rate ×', 'CPU ×', 'req/s', 'CPU ms', 'p50 ms', 'p99 ms', 'MB'].map((item) => formatCell(item, 9)).join('')}`

export function formatRow({ workload, title, connections, contenders }: WorkloadResult): string[] {
  return contenders.map(
    ({ name, rateRatio, cpuRatio, requestsPerSecond, cpuMs, p50, p99, peakMb }, index) => {
      const rowHeader =
        index === 0
          ? `${`${workload} `.padEnd(12)}${title}${connections === 16 ? '' : `, ${connections}`} `
          : ''
      const cells = [
        formatNumber(rateRatio, 2),
        formatNumber(cpuRatio, 2),
        formatRate(requestsPerSecond),
        formatNumber(cpuMs, 3),
        p50.toFixed(2),
        p99.toFixed(1),
        formatNumber(peakMb, 0),
      ]
      return `${rowHeader.slice(0, 45).padEnd(46)}${name.padEnd(13)}${cells.map((item) => formatCell(item, 9)).join('')}`
    },
  )
}

export const formatVerdict = ({ goal, target, measuredValue, isMet }: GoalResult) =>
  `${isMet ? 'met   ' : 'MISSED'} ${goal.padEnd(48)}${formatCell(measuredValue.toFixed(2), 8)}  target ${Number(target.toFixed(2))}`
