import { createHttpClient } from '../support/client.ts'
import { createRoleWorkloads, createSearches } from './crm-workloads.ts'
import { type Data, readSample } from './data.ts'
import { type RunningServer, startOwnServer } from './servers.ts'
import { createRoleKeys } from './setup.ts'
import type { Workload } from './workloads.ts'

/**
 * Runs Dealgraph on a database of another size, because the cost of searches and pages must not
 * depend on the size.
 */
export async function startOtherSize(file: string, data: Data): Promise<RunningServer> {
  return { ...(await startOwnServer(file, data.secret)), name: 'beside' }
}

/** Adds the server to the workloads for which it has equivalent requests on its own records. */
export async function addOtherSize(
  { url }: RunningServer,
  workloads: Workload[],
  data: Data,
  connections: number,
): Promise<void> {
  const otherSizeWorkloads = [
    ...createSearches(readSample(data), connections),
    ...createRoleWorkloads(await createRoleKeys(createHttpClient(url, data.secret)), connections),
  ]
  for (const workload of workloads) {
    const otherSizeRequests = otherSizeWorkloads.find(({ name }) => name === workload.name)
      ?.requests.ours
    if (otherSizeRequests)
      workload.requests.beside = otherSizeRequests.map((request) => ({
        key: data.secret,
        ...request,
      }))
  }
}
