import { createHttpClient } from '../support/client.ts'
import { createRoleWorkloads, createSearchWorkloads } from './crm-workloads.ts'
import { type BenchmarkDatabase, readSample } from './data.ts'
import { type RunningServer, startOwnServer } from './servers.ts'
import { createRoleKeys } from './setup.ts'
import type { Workload } from './workloads.ts'

/**
 * Starts Dealgraph on a database of another size, to verify that the cost of searches and pages
 * hardly depends on the database size.
 */
export async function startOtherSize(
  file: string,
  database: BenchmarkDatabase,
): Promise<RunningServer> {
  return { ...(await startOwnServer(file, database.secret)), name: 'other-size' }
}

/** Adds the server to the search and role workloads, with requests for its own records. */
export async function addOtherSize(
  { url }: RunningServer,
  workloads: Workload[],
  database: BenchmarkDatabase,
  connections: number,
): Promise<void> {
  const otherSizeWorkloads = [
    ...createSearchWorkloads(readSample(database), connections),
    ...createRoleWorkloads(
      await createRoleKeys(createHttpClient(url, database.secret)),
      connections,
    ),
  ]
  for (const workload of workloads) {
    const otherSizeRequests = otherSizeWorkloads.find(({ name }) => name === workload.name)
      ?.requests.dealgraph
    if (otherSizeRequests)
      workload.requests['other-size'] = otherSizeRequests.map((request) => ({
        key: database.secret,
        ...request,
      }))
  }
}
