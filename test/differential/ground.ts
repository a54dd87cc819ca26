import { newOnServer, postgres, type TestDatabase } from '../support/database.ts'
import { readied, startCluster } from '../support/postgres.ts'

/** Where the server on PostgreSQL gets its databases. */
export interface Postgres {
  open(): Promise<TestDatabase>
  stop(): Promise<void>
}

/** The server that the suite runs on, or one for this test alone; nothing where there is none. */
export async function realPostgres(): Promise<Postgres | undefined> {
  if (postgres) return { open: () => newOnServer(postgres as string), stop: async () => {} }
  const cluster = await startCluster()
  if (!cluster) return undefined
  await readied(cluster.url)
  return { open: () => newOnServer(cluster.url), stop: () => cluster.stop() }
}
