import { computeMedian, readCpuSeconds, watchMemory } from './process.ts'
import type { LoadGenerator, RunningServer } from './servers.ts'
import type { Contender, Workload } from './workloads.ts'

interface Round {
  /** The request rate in requests per second. */
  rate: number
  /** The CPU time per request in milliseconds. */
  cpu: number
  p50: number
  p99: number
  /** The peak resident memory in MB. */
  mb: number
}

export interface ContenderResult extends Round {
  name: Contender
  /** The request rate as a share of the limit server's rate: the median of all rounds. */
  share: number
  /** The CPU time as a multiple of the limit server's CPU time: the median of all rounds. */
  cpuTimes: number
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
  sender: LoadGenerator,
  { durationMs, secret }: MeasurementPlan,
): Promise<Round> {
  const stopWatching = watchMemory(pids)
  const cpuBefore = readCpuSeconds(pids)
  const load = {
    url,
    key: secret,
    requests: workload.requests[name] ?? [],
    connections: workload.connections,
    durationMs,
  }
  const { requestCount, durationSeconds, p50, p99, failureCounts } = await sender.send(load)
  const isLocal = pids.length > 0
  const cpu = isLocal ? ((readCpuSeconds(pids) - cpuBefore) / requestCount) * 1000 : Number.NaN
  const mb = isLocal ? stopWatching() : Number.NaN
  if (Object.keys(failureCounts).length > 0)
    throw new Error(
      `${workload.name}: ${name} responded with ${JSON.stringify(failureCounts)}, so its figures are invalid`,
    )
  return { rate: requestCount / durationSeconds, cpu, p50, p99, mb }
}

/**
 * Alternates between the contenders in each round, so that other load on the machine affects them
 * equally. The first round is a warm-up.
 */
export async function measureWorkload(
  workload: Workload,
  servers: RunningServer[],
  sender: LoadGenerator,
  plan: MeasurementPlan,
): Promise<WorkloadResult> {
  const participants = servers.filter(({ name }) => workload.requests[name])
  const rounds = new Map<Contender, Round[]>(participants.map(({ name }) => [name, []]))
  for (const contender of participants)
    await measureRound(contender, workload, sender, {
      ...plan,
      durationMs: Math.min(1000, plan.durationMs),
    })
  for (let roundIndex = 0; roundIndex < plan.rounds; roundIndex++)
    for (const contender of roundIndex % 2 ? participants.toReversed() : participants)
      rounds.get(contender.name)?.push(await measureRound(contender, workload, sender, plan))
  const baselineRounds = rounds.get('limit') ?? rounds.get('beside')
  const contenders = [...rounds].map(([name, ownRounds]): ContenderResult => {
    const computeRoundMedian = (key: keyof Round) =>
      computeMedian(ownRounds.map((round) => round[key]))
    const computeMedianRatio = (key: keyof Round) =>
      baselineRounds
        ? computeMedian(
            ownRounds.map((round, n) => round[key] / (baselineRounds[n]?.[key] ?? Number.NaN)),
          )
        : Number.NaN
    const mb = Math.max(...ownRounds.map((round) => round.mb))
    return {
      name,
      rate: computeRoundMedian('rate'),
      cpu: computeRoundMedian('cpu'),
      p50: computeRoundMedian('p50'),
      p99: computeRoundMedian('p99'),
      mb,
      share: computeMedianRatio('rate'),
      cpuTimes: computeMedianRatio('cpu'),
    }
  })
  return {
    workload: workload.name,
    title: workload.title,
    connections: workload.connections,
    contenders,
  }
}
