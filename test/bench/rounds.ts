import { computeMedian, readCpuSeconds, watchMemory } from './process.ts'
import type { LoadGenerator, RunningServer } from './servers.ts'
import type { Contender, Workload } from './workloads.ts'

interface Round {
  requestsPerSecond: number
  /** The CPU time per request in milliseconds. */
  cpuMs: number
  p50: number
  p99: number
  /** The peak resident memory in MB. */
  peakMb: number
}

export interface ContenderResult extends Round {
  name: Contender
  /**
   * The request rate relative to that of the baseline server, or of `other-size` without a baseline
   * server: the median of all rounds.
   */
  rateRatio: number
  /** The CPU time relative to that of the same server: the median of all rounds. */
  cpuRatio: number
}

export interface WorkloadResult {
  workload: string
  title: string
  connections: number
  contenders: ContenderResult[]
}

export interface MeasurementPlan {
  rounds: number
  durationMs: number
  secret: string
}

async function measureRound(
  { url, pids, name }: RunningServer,
  workload: Workload,
  loadGenerator: LoadGenerator,
  { durationMs, secret }: MeasurementPlan,
): Promise<Round> {
  const stopWatching = watchMemory(pids)
  const cpuSecondsBefore = readCpuSeconds(pids)
  const load = {
    url,
    key: secret,
    requests: workload.requests[name] ?? [],
    connections: workload.connections,
    durationMs,
  }
  const { requestCount, durationSeconds, p50, p99, failureCounts } = await loadGenerator.send(load)
  const isLocal = pids.length > 0
  const cpuMs = isLocal
    ? ((readCpuSeconds(pids) - cpuSecondsBefore) / requestCount) * 1000
    : Number.NaN
  const peakMb = isLocal ? stopWatching() : Number.NaN
  if (Object.keys(failureCounts).length > 0)
    throw new Error(
      `${workload.name}: ${name} responded with ${JSON.stringify(failureCounts)}, so its figures are invalid`,
    )
  return { requestsPerSecond: requestCount / durationSeconds, cpuMs, p50, p99, peakMb }
}

/**
 * Measures all contenders in each round, so that other load on the machine affects them equally. A
 * warm-up precedes the first round.
 */
export async function measureWorkload(
  workload: Workload,
  servers: RunningServer[],
  loadGenerator: LoadGenerator,
  plan: MeasurementPlan,
): Promise<WorkloadResult> {
  const participants = servers.filter(({ name }) => workload.requests[name])
  const rounds = new Map<Contender, Round[]>(participants.map(({ name }) => [name, []]))
  for (const contender of participants)
    await measureRound(contender, workload, loadGenerator, {
      ...plan,
      durationMs: Math.min(1000, plan.durationMs),
    })
  for (let roundIndex = 0; roundIndex < plan.rounds; roundIndex++)
    for (const contender of roundIndex % 2 ? participants.toReversed() : participants)
      rounds.get(contender.name)?.push(await measureRound(contender, workload, loadGenerator, plan))
  const baselineRounds = rounds.get('baseline') ?? rounds.get('other-size')
  const contenders = [...rounds].map(([name, ownRounds]): ContenderResult => {
    const computeRoundMedian = (key: keyof Round) =>
      computeMedian(ownRounds.map((round) => round[key]))
    const computeMedianRatio = (key: keyof Round) =>
      baselineRounds
        ? computeMedian(
            ownRounds.map((round, n) => round[key] / (baselineRounds[n]?.[key] ?? Number.NaN)),
          )
        : Number.NaN
    const peakMb = Math.max(...ownRounds.map((round) => round.peakMb))
    return {
      name,
      requestsPerSecond: computeRoundMedian('requestsPerSecond'),
      cpuMs: computeRoundMedian('cpuMs'),
      p50: computeRoundMedian('p50'),
      p99: computeRoundMedian('p99'),
      peakMb,
      rateRatio: computeMedianRatio('requestsPerSecond'),
      cpuRatio: computeMedianRatio('cpuMs'),
    }
  })
  return {
    workload: workload.name,
    title: workload.title,
    connections: workload.connections,
    contenders,
  }
}
