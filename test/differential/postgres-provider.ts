import { randomBytes } from 'node:crypto'
import { newOnServer, postgres, type TestDatabase } from '../support/database.ts'
import { asAdmin, prepareServer, startCluster, urlOf } from '../support/postgres.ts'
import { startPglite } from './pglite.ts'

/** Provides databases on PostgreSQL. */
export interface PostgresProvider {
  /** Whether the database is slow, so that tests send fewer requests. */
  isSlow?: true
  openDatabase(): Promise<TestDatabase>
  stop(): Promise<void>
}

/** The server of the test suite, or one for this test; undefined if PostgreSQL is not installed. */
async function provideServer(): Promise<PostgresProvider | undefined> {
  if (postgres) return { openDatabase: () => newOnServer(postgres as string), stop: async () => {} }
  const cluster = await startCluster()
  if (!cluster) return undefined
  await prepareServer(cluster.url)
  return { openDatabase: () => newOnServer(cluster.url), stop: () => cluster.stop() }
}

/**
 * PGlite has a single database, so each test gets a schema and a role that is bound by row-level
 * security.
 */
export async function providePglite(): Promise<PostgresProvider> {
  const { url, stop } = await startPglite()
  const admin = (text: string) => asAdmin(url, async (client) => void (await client.query(text)))
  return {
    isSlow: true,
    async openDatabase() {
      const name = `t_${randomBytes(8).toString('hex')}`
      await admin(`CREATE ROLE ${name} LOGIN; CREATE SCHEMA ${name} AUTHORIZATION ${name}`)
      return {
        url: urlOf(url, 'postgres', name),
        file: '/nonexistent',
        remove: () => admin(`DROP SCHEMA ${name} CASCADE; DROP ROLE ${name}`),
      }
    },
    stop,
  }
}

export const startPostgres = async (): Promise<PostgresProvider> =>
  (process.env['PGLITE'] ? undefined : await provideServer()) ?? providePglite()
