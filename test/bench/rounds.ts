import { computeMedian, readCpuSeconds, watchMemory } from './process.ts'
import type { RunningServer, Sender } from './servers.ts'
import type { Contender, Workload } from './workloads.ts'

interface Round {
  /** Requests per second, and CPU time per request in milliseconds. */
  rate: number
  cpu: number
  p50: number
  p99: number
  mb: number
}

export interface ContenderResult extends Round {
  name: Contender
  /**
   * The requests per second as a share of the limit server's, and the CPU time as a multiple of its
   * CPU time: medians of the rounds.
   */
  share: number
  cpuTimes: number
}

export interface Row {
  workload: string
  title: string
  connections: number
  contenders: ContenderResult[]
}

export interface Plan {
  rounds: number
  milliseconds: number
  secret: string
}

async function measureRound(
  { url, pids, name }: RunningServer,
  workload: Workload,
  sender: Sender,
  { milliseconds, secret }: Plan,
): Promise<Round> {
  const memory = watchMemory(pids)
  const cpuBefore = readCpuSeconds(pids)
  const load = {
    url,
    key: secret,
    requests: workload.requests[name] ?? [],
    connections: workload.connections,
    milliseconds,
  }
  const { requests, seconds, p50, p99, failureCounts } = await sender.send(load)
  const isLocal = pids.length > 0
  const cpu = isLocal ? ((readCpuSeconds(pids) - cpuBefore) / requests) * 1000 : Number.NaN
  const mb = isLocal ? memory() : Number.NaN
  if (Object.keys(failureCounts).length > 0)
    throw new Error(
      `${workload.name}: ${name} responded with ${JSON.stringify(failureCounts)}, so its figures are invalid`,
    )
  return { rate: requests / seconds, cpu, p50, p99, mb }
}

/**
 * Measures the contenders in turn, so that other load on the machine affects all of them. The first
 * round is a warm-up.
 */
export async function measure(
  workload: Workload,
  servers: RunningServer[],
  sender: Sender,
  plan: Plan,
): Promise<Row> {
  const participants = servers.filter(({ name }) => workload.requests[name])
  const rounds = new Map<Contender, Round[]>(participants.map(({ name }) => [name, []]))
  for (const contender of participants)
    await measureRound(contender, workload, sender, {
      ...plan,
      milliseconds: Math.min(1000, plan.milliseconds),
    })
  for (let n = 0; n < plan.rounds; n++)
    for (const contender of n % 2 ? participants.toReversed() : participants)
      rounds.get(contender.name)?.push(await measureRound(contender, workload, sender, plan))
  const limits = rounds.get('limit') ?? rounds.get('beside')
  const contenders = [...rounds].map(([name, ownRounds]): ContenderResult => {
    const computeRoundMedian = (key: keyof Round) =>
      computeMedian(ownRounds.map((round) => round[key]))
    const computeMedianRatio = (key: keyof Round) =>
      limits
        ? computeMedian(ownRounds.map((round, n) => round[key] / (limits[n]?.[key] ?? Number.NaN)))
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
