import type { Client } from 'pg'
import { OperatorError } from '../faults.ts'
import { knownMigrations, type Tell } from '../migrations.ts'
import type { Store, StoreOptions } from '../store.ts'
import { accessesOf } from './access.ts'
import { listen } from './changed.ts'
import { connectionConfig, PgClient, Pool } from './connection.ts'
import { countersOn } from './counters.ts'
import { explainOpen } from './faults.ts'
import { lineOf } from './line.ts'
import { migrate, refuseNewer } from './migrate.ts'
import { adviceOn } from './roles.ts'
import { everyCompany, setting } from './scope.ts'
import { refuseUnfinished } from './tables.ts'

/** Opens a database on a PostgreSQL server, which any number of processes may serve at once. */
export async function openPostgres({
  url,
  poolSize = 10,
  onMigration,
  onStatement,
}: StoreOptions): Promise<Store> {
  const config = connectionConfig(url)
  const broken = Promise.withResolvers<OperatorError>()
  try {
    const known = await knownMigrations()
    const { migrated, advice } = await prepared(url, onMigration)
    const pool = new Pool({ ...config, max: poolSize })
    // A connection that ends is replaced; whoever uses it at that moment is told by their
    // statement.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    const onNewer = (cause: unknown) => {
      if (!(cause instanceof OperatorError)) throw cause
      broken.resolve(cause)
    }
    const scopeAll = (client: Client) => client.query(`SET ${setting} = '${everyCompany}'`)
    const line = lineOf(config, scopeAll)
    const counting = lineOf({ ...config, application_name: 'dealgraph counters' }, (client) =>
      client.query('SET synchronous_commit = off'),
    )
    const changed = listen(config, (client) => refuseNewer(client, known).catch(onNewer))
    const accesses = accessesOf({ pool, line, committed: changed.tell, onStatement })
    await changed.ready
    let looks = 0
    return {
      of: accesses.of,
      everyCompany: accesses.everyCompany,
      shared: true,
      version: () => ++looks,
      changed,
      counters: countersOn(counting),
      load: () => ({
        connections: { busy: pool.totalCount - pool.idleCount, idle: pool.idleCount },
        waiting: { connection: pool.waitingCount, turn: accesses.waiting() },
      }),
      migrated,
      advice,
      broken: broken.promise,
      async close() {
        await accesses.idle()
        await changed.close()
        await Promise.all([line.close(), counting.close(), pool.end()])
      },
    }
  } catch (cause) {
    throw explainOpen(cause, url)
  }
}

/** The schema, on a connection of its own, which may take as long as it needs. */
async function prepared(
  url: string,
  onMigration?: Tell,
): Promise<{ migrated: string[]; advice: string[] }> {
  const client = new PgClient({
    ...connectionConfig(url),
    statement_timeout: 0,
    lock_timeout: 0,
    pipeline: false,
  } as never)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await refuseUnfinished(client, url)
    return { migrated: await migrate(client, url, onMigration), advice: await adviceOn(client) }
  } finally {
    await client.end()
  }
}
