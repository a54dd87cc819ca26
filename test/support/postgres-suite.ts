import type { TestProject } from 'vitest/node'
import { prepareServer, startCluster } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the test suite's PostgreSQL server; undefined on SQLite. */
    postgres?: string
  }
}

/** Starts a PostgreSQL server once for all tests of the PostgreSQL project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster()
  if (!cluster) throw new Error('PostgreSQL is not installed')
  await prepareServer(cluster.url)
  project.provide('postgres', cluster.url)
  return () => cluster.stop()
}
