import type { WorkloadResult } from './rounds.ts'
import type { Contender } from './workloads.ts'

export interface Measurements {
  rows: WorkloadResult[]
  /** The resident memory of the idle server in MB. */
  idleMb: number
  /** The time in seconds from the start to the first response: the median of five starts. */
  startSeconds: number
}

export interface GoalResult {
  goal: string
  target: number
  measuredValue: number
  isMet: boolean
}

/** The relative difference that can occur between two measurements of the same program. */
const tolerance = 0.1

/**
 * Compares the measurements with the performance goals. Most goals are ratios, because absolute
 * figures differ between machines.
 */
export function checkGoals({ rows, idleMb, startSeconds }: Measurements): GoalResult[] {
  const results: GoalResult[] = []
  const findRow = (name: string) => rows.find(({ workload }) => workload === name)
  const findContender = (name: string, contender: Contender) =>
    findRow(name)?.contenders.find((candidate) => candidate.name === contender)
  const requireAtLeast = (goal: string, target: number, measuredValue: number | undefined) => {
    if (measuredValue !== undefined && !Number.isNaN(measuredValue))
      results.push({
        goal,
        target,
        measuredValue,
        isMet: measuredValue >= target * (1 - tolerance),
      })
  }
  const requireAtMost = (goal: string, target: number, measuredValue: number | undefined) => {
    if (measuredValue !== undefined)
      results.push({
        goal,
        target,
        measuredValue,
        isMet: measuredValue <= target * (1 + tolerance),
      })
  }
  const computeRatio = (name: string, contender: Contender) => {
    const [ownRate, contenderRate] = [
      findContender(name, 'dealgraph')?.requestsPerSecond,
      findContender(name, contender)?.requestsPerSecond,
    ]
    return ownRate && contenderRate ? ownRate / contenderRate : undefined
  }
  requireAtLeast('W1: rate relative to baseline', 0.7, findContender('W1', 'dealgraph')?.rateRatio)
  requireAtLeast('W1: rate relative to yoga + Kysely', 3, computeRatio('W1', 'yoga'))
  requireAtLeast(
    'W1g: rate relative to baseline',
    0.65,
    findContender('W1g', 'dealgraph')?.rateRatio,
  )
  requireAtLeast('W1g: rate relative to mercurius + jit', 1, computeRatio('W1g', 'mercurius'))
  requireAtLeast('W1g: rate relative to yoga + Kysely', 3, computeRatio('W1g', 'yoga'))
  requireAtLeast('W2: rate relative to baseline', 0.75, findContender('W2', 'dealgraph')?.rateRatio)
  const [firstPageRate, deepPageRate] = [
    findContender('W2', 'dealgraph')?.requestsPerSecond,
    findContender('W2d', 'dealgraph')?.requestsPerSecond,
  ]
  requireAtLeast(
    'W2: rate of deep pages, relative to first pages',
    1,
    firstPageRate && deepPageRate && deepPageRate / firstPageRate,
  )
  requireAtLeast('W3: rate relative to baseline', 0.8, findContender('W3', 'dealgraph')?.rateRatio)
  requireAtLeast('W3: rate relative to yoga + Kysely', 2, computeRatio('W3', 'yoga'))
  requireAtLeast('W3: rate relative to PostGraphile', 3.5, computeRatio('W3', 'postgraphile'))
  requireAtLeast(
    'W4 x16: rate relative to baseline, group commit',
    0.8,
    findContender('W4 x16', 'dealgraph')?.rateRatio,
  )
  requireAtLeast('W4g x16: rate relative to mercurius', 3, computeRatio('W4g x16', 'mercurius'))
  requireAtLeast('W4g x16: rate relative to yoga', 3, computeRatio('W4g x16', 'yoga'))
  requireAtLeast(
    'W4 x16: rate relative to baseline, COMMIT per write',
    3,
    findContender('W4 single', 'dealgraph')?.rateRatio,
  )
  requireAtMost('W5 typo: CPU ms', 15, findContender('W5 typo', 'dealgraph')?.cpuMs)
  for (const { workload, contenders } of rows) {
    const otherSizeRatio =
      contenders.find(({ name }) => name === 'other-size') &&
      contenders.find(({ name }) => name === 'dealgraph')?.rateRatio
    // On the larger database, the request rate must reach this share of the rate on the smaller
    // database.
    requireAtLeast(
      `${workload}: rate relative to smaller database`,
      workload.startsWith('W5') ? 1 / 2 : 1 / 1.3,
      otherSizeRatio,
    )
  }
  requireAtMost('memory when idle, MB', 120, idleMb)
  requireAtMost('memory in W3, MB', 450, findContender('W3', 'dealgraph')?.peakMb)
  requireAtMost('first response, s', 0.6, startSeconds)
  return results
}
