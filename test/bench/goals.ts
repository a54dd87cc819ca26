import type { Row } from './rounds.ts'
import type { Contender } from './workloads.ts'

export interface Measurements {
  rows: Row[]
  /**
   * The memory of the idle server in MB, and the median time in seconds from the start to the first
   * response, of five starts.
   */
  idleMb: number
  startSeconds: number
}

export interface GoalResult {
  goal: string
  target: number
  measuredRatio: number
  isMet: boolean
}

/** The relative difference that two measurements of the same program can have. */
const tolerance = 0.1

/** Checks goals, which are ratios because absolute figures differ between machines. */
export function checkGoals({ rows, idleMb, startSeconds }: Measurements): GoalResult[] {
  const results: GoalResult[] = []
  const getRow = (name: string) => rows.find(({ workload }) => workload === name)
  const findContender = (name: string, contender: Contender) =>
    getRow(name)?.contenders.find((candidate) => candidate.name === contender)
  const requireAtLeast = (goal: string, target: number, value: number | undefined) => {
    if (value !== undefined && !Number.isNaN(value))
      results.push({ goal, target, measuredRatio: value, isMet: value >= target * (1 - tolerance) })
  }
  const requireAtMost = (goal: string, target: number, value: number | undefined) => {
    if (value !== undefined)
      results.push({ goal, target, measuredRatio: value, isMet: value <= target * (1 + tolerance) })
  }
  const computeRatio = (name: string, contender: Contender) => {
    const [a, b] = [findContender(name, 'ours')?.rate, findContender(name, contender)?.rate]
    return a && b ? a / b : undefined
  }
  requireAtLeast('W1: share of the limit', 0.7, findContender('W1', 'ours')?.share)
  requireAtLeast('W1: times yoga + Kysely', 3, computeRatio('W1', 'yoga'))
  requireAtLeast('W1g: share of the limit', 0.65, findContender('W1g', 'ours')?.share)
  requireAtLeast('W1g: times mercurius + jit', 1, computeRatio('W1g', 'mercurius'))
  requireAtLeast('W1g: times yoga + Kysely', 3, computeRatio('W1g', 'yoga'))
  requireAtLeast('W2: share of the limit', 0.75, findContender('W2', 'ours')?.share)
  const [firstPages, deepPages] = [
    findContender('W2', 'ours')?.rate,
    findContender('W2d', 'ours')?.rate,
  ]
  requireAtLeast(
    'W2: deep pages, of the first',
    1,
    firstPages && deepPages && deepPages / firstPages,
  )
  requireAtLeast('W3: share of the limit', 0.8, findContender('W3', 'ours')?.share)
  requireAtLeast('W3: times yoga + Kysely', 2, computeRatio('W3', 'yoga'))
  requireAtLeast('W3: times PostGraphile', 3.5, computeRatio('W3', 'postgraphile'))
  requireAtLeast(
    'W4 x16: share of the limit with group commit',
    0.8,
    findContender('W4 x16', 'ours')?.share,
  )
  requireAtLeast(
    'W4g x16: times mercurius, a COMMIT for each',
    3,
    computeRatio('W4g x16', 'mercurius'),
  )
  requireAtLeast('W4g x16: times yoga, a COMMIT for each', 3, computeRatio('W4g x16', 'yoga'))
  requireAtLeast(
    'W4 x16: times the limit, a COMMIT for each',
    3,
    findContender('W4 single', 'ours')?.share,
  )
  requireAtMost('W5 typo: CPU ms', 15, findContender('W5 typo', 'ours')?.cpu)
  for (const { workload, contenders } of rows) {
    const peerShare =
      contenders.find(({ name }) => name === 'beside') &&
      contenders.find(({ name }) => name === 'ours')?.share
    // The minimum request rate, relative to the rate on the smaller database.
    requireAtLeast(
      `${workload}: share of the rate on fewer people`,
      workload.startsWith('W5') ? 1 / 2 : 1 / 1.3,
      peerShare,
    )
  }
  requireAtMost('memory at rest, MB', 120, idleMb)
  requireAtMost('memory in W3, MB', 450, findContender('W3', 'ours')?.mb)
  requireAtMost('first answer, s', 0.6, startSeconds)
  return results
}
