import { cpuSeconds, median, watchMemory } from './process.ts'
import type { RunningServer, Sender } from './servers.ts'
import type { Contender, Workload } from './workloads.ts'

interface Round {
  /** Requests per second, and CPU milliseconds per request. */
  rate: number
  cpu: number
  p50: number
  p99: number
  mb: number
}

export interface Measured extends Round {
  name: Contender
  /**
   * The share of the limit's requests per second and the multiple of its CPU time: medians of the
   * rounds.
   */
  share: number
  cpuTimes: number
}

export interface Row {
  workload: string
  title: string
  connections: number
  contenders: Measured[]
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
  const before = cpuSeconds(pids)
  const load = {
    url,
    key: secret,
    requests: workload.requests[name] ?? [],
    connections: workload.connections,
    milliseconds,
  }
  const { requests, seconds, p50, p99, failed } = await sender.send(load)
  const seen = pids.length > 0
  const cpu = seen ? ((cpuSeconds(pids) - before) / requests) * 1000 : Number.NaN
  const mb = seen ? memory() : Number.NaN
  if (Object.keys(failed).length > 0)
    throw new Error(
      `${workload.name}: ${name} responded with ${JSON.stringify(failed)}, so its figures are invalid`,
    )
  return { rate: requests / seconds, cpu, p50, p99, mb }
}

/**
 * Measures the contenders by turns, so that other load on the machine affects all of them; the
 * first round is a warm-up.
 */
export async function measure(
  workload: Workload,
  running: RunningServer[],
  sender: Sender,
  plan: Plan,
): Promise<Row> {
  const participants = running.filter(({ name }) => workload.requests[name])
  const rounds = new Map<Contender, Round[]>(participants.map(({ name }) => [name, []]))
  for (const each of participants)
    await measureRound(each, workload, sender, {
      ...plan,
      milliseconds: Math.min(1000, plan.milliseconds),
    })
  for (let n = 0; n < plan.rounds; n++)
    for (const each of n % 2 ? participants.toReversed() : participants)
      rounds.get(each.name)?.push(await measureRound(each, workload, sender, plan))
  const limits = rounds.get('limit') ?? rounds.get('beside')
  const contenders = [...rounds].map(([name, own]): Measured => {
    const of = (key: keyof Round) => median(own.map((round) => round[key]))
    const beside = (key: keyof Round) =>
      limits
        ? median(own.map((round, n) => round[key] / (limits[n]?.[key] ?? Number.NaN)))
        : Number.NaN
    const mb = Math.max(...own.map((round) => round.mb))
    return {
      name,
      rate: of('rate'),
      cpu: of('cpu'),
      p50: of('p50'),
      p99: of('p99'),
      mb,
      share: beside('rate'),
      cpuTimes: beside('cpu'),
    }
  })
  return {
    workload: workload.name,
    title: workload.title,
    connections: workload.connections,
    contenders,
  }
}
