import { clientOf } from '../support/client.ts'
import { roles, searches } from './crm-workloads.ts'
import { type Data, readSample } from './data.ts'
import { type RunningServer, startOurs } from './servers.ts'
import { roleKeys } from './setup.ts'
import type { Workload } from './workloads.ts'

/**
 * Dealgraph on a database of another size: the cost of searches and pages must not depend on the
 * size.
 */
export async function startOtherSize(file: string, data: Data): Promise<RunningServer> {
  return { ...(await startOurs(file, data.secret)), name: 'beside' }
}

/** Adds the server to the workloads whose requests it can answer with its own records. */
export async function addOtherSize(
  { url }: RunningServer,
  workloads: Workload[],
  data: Data,
  connections: number,
): Promise<void> {
  const own = [
    ...searches(readSample(data), connections),
    ...roles(await roleKeys(clientOf(url, data.secret)), connections),
  ]
  for (const workload of workloads) {
    const asked = own.find(({ name }) => name === workload.name)?.requests.ours
    if (asked) workload.requests.beside = asked.map((each) => ({ key: data.secret, ...each }))
  }
}
