import type { Row } from './rounds.ts'
import type { Contender } from './workloads.ts'

export interface Facts {
  rows: Row[]
  /**
   * The memory of the idle server in MB, and the median time of five starts to the first response
   * in seconds.
   */
  restMb: number
  first: number
}

export interface Verdict {
  goal: string
  wanted: number
  found: number
  met: boolean
}

/** The difference between two measurements of the same program. */
const noise = 0.1

/** Goals, as ratios: absolute figures do not carry over to other machines. */
export function verdicts({ rows, restMb, first }: Facts): Verdict[] {
  const found: Verdict[] = []
  const row = (name: string) => rows.find(({ workload }) => workload === name)
  const of = (name: string, contender: Contender) =>
    row(name)?.contenders.find((each) => each.name === contender)
  const least = (goal: string, wanted: number, value: number | undefined) => {
    if (value !== undefined && !Number.isNaN(value))
      found.push({ goal, wanted, found: value, met: value >= wanted * (1 - noise) })
  }
  const most = (goal: string, wanted: number, value: number | undefined) => {
    if (value !== undefined)
      found.push({ goal, wanted, found: value, met: value <= wanted * (1 + noise) })
  }
  const times = (name: string, other: Contender) => {
    const [a, b] = [of(name, 'ours')?.rate, of(name, other)?.rate]
    return a && b ? a / b : undefined
  }
  least('W1: share of the limit', 0.7, of('W1', 'ours')?.share)
  least('W1: times yoga + Kysely', 3, times('W1', 'yoga'))
  least('W1g: share of the limit', 0.65, of('W1g', 'ours')?.share)
  least('W1g: times mercurius + jit', 1, times('W1g', 'mercurius'))
  least('W1g: times yoga + Kysely', 3, times('W1g', 'yoga'))
  least('W2: share of the limit', 0.75, of('W2', 'ours')?.share)
  const [front, deep] = [of('W2', 'ours')?.rate, of('W2d', 'ours')?.rate]
  least('W2: deep pages, of the first', 1, front && deep && deep / front)
  least('W3: share of the limit', 0.8, of('W3', 'ours')?.share)
  least('W3: times yoga + Kysely', 2, times('W3', 'yoga'))
  least('W3: times PostGraphile', 3.5, times('W3', 'postgraphile'))
  least('W4 x16: share of the limit with group commit', 0.8, of('W4 x16', 'ours')?.share)
  least('W4g x16: times mercurius, a COMMIT for each', 3, times('W4g x16', 'mercurius'))
  least('W4g x16: times yoga, a COMMIT for each', 3, times('W4g x16', 'yoga'))
  least('W4 x16: times the limit, a COMMIT for each', 3, of('W4 single', 'ours')?.share)
  most('W5 typo: CPU ms', 15, of('W5 typo', 'ours')?.cpu)
  for (const { workload, contenders } of rows) {
    const besides =
      contenders.find(({ name }) => name === 'beside') &&
      contenders.find(({ name }) => name === 'ours')?.share
    // The minimum request rate, relative to that with the smaller database.
    least(
      `${workload}: share of the rate on fewer people`,
      workload.startsWith('W5') ? 1 / 2 : 1 / 1.3,
      besides,
    )
  }
  most('memory at rest, MB', 120, restMb)
  most('memory in W3, MB', 450, of('W3', 'ours')?.mb)
  most('first answer, s', 0.6, first)
  return found
}
