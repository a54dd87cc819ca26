import { clientOf } from '../support/client.ts'
import { type Data, sampleOf } from './data.ts'
import { roles, searches } from './office.ts'
import { type Running, startOurs } from './servers.ts'
import { roleKeys } from './setup.ts'
import type { Workload } from './workloads.ts'

/**
 * Our server once more, on a database of another size: what searches and pages cost must not go by
 * it.
 */
export async function startBeside(file: string, data: Data): Promise<Running> {
  return { ...(await startOurs(file, data.secret)), name: 'beside' }
}

/** Lets it take part where it is asked the same of its own records. */
export async function askBeside(
  { url }: Running,
  workloads: Workload[],
  data: Data,
  connections: number,
): Promise<void> {
  const own = [
    ...searches(sampleOf(data), connections),
    ...roles(await roleKeys(clientOf(url, data.secret)), connections),
  ]
  for (const workload of workloads) {
    const asked = own.find(({ name }) => name === workload.name)?.asks.ours
    if (asked) workload.asks.beside = asked.map((each) => ({ key: data.secret, ...each }))
  }
}
