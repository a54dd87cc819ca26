import { randomBytes } from 'node:crypto'
import { createPostgresDatabase, postgresUrl, type TestDatabase } from '../support/database.ts'
import { getUrl, prepareServer, startCluster, withAdmin } from '../support/postgres.ts'
import { startPglite } from './pglite.ts'

/** A PostgreSQL server that provides empty databases. */
export interface PostgresProvider {
  /** Whether the server is so slow that tests should send fewer requests. */
  isSlow?: true
  openDatabase(): Promise<TestDatabase>
  stop(): Promise<void>
}

/**
 * Uses the test suite's PostgreSQL server, or starts one. Returns undefined if PostgreSQL is not
 * installed.
 */
async function provideInstalledServer(): Promise<PostgresProvider | undefined> {
  if (postgresUrl)
    return {
      openDatabase: () => createPostgresDatabase(postgresUrl as string),
      stop: async () => {},
    }
  const cluster = await startCluster()
  if (!cluster) return undefined
  await prepareServer(cluster.url)
  return { openDatabase: () => createPostgresDatabase(cluster.url), stop: () => cluster.stop() }
}

/**
 * Starts PGlite, which has only one database. Each test database is therefore a schema of its own,
 * with a role to which row-level security applies.
 */
async function providePglite(): Promise<PostgresProvider> {
  const { url, stop } = await startPglite()
  const runAsAdmin = (sql: string) =>
    withAdmin(url, async (client) => void (await client.query(sql)))
  return {
    isSlow: true,
    async openDatabase() {
      const name = `t_${randomBytes(8).toString('hex')}`
      await runAsAdmin(`CREATE ROLE ${name} LOGIN; CREATE SCHEMA ${name} AUTHORIZATION ${name}`)
      return {
        url: getUrl(url, 'postgres', name),
        file: '/nonexistent',
        remove: () => runAsAdmin(`DROP SCHEMA ${name} CASCADE; DROP ROLE ${name}`),
      }
    },
    stop,
  }
}

export const startPostgres = async (): Promise<PostgresProvider> =>
  (process.env['PGLITE'] ? undefined : await provideInstalledServer()) ?? providePglite()
