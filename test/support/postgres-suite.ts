import type { TestProject } from 'vitest/node'
import { readied, startCluster } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that the suite runs on; none where it runs on SQLite. */
    postgres?: string
  }
}

/** Before the suite runs on PostgreSQL: a server that is ready for tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster()
  if (!cluster) throw new Error('There is no PostgreSQL to be found here')
  await readied(cluster.url)
  project.provide('postgres', cluster.url)
  return () => cluster.stop()
}
