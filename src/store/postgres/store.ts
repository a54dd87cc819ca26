import type { Client } from 'pg'
import { OperatorError } from '../faults.ts'
import { migrationNames, type OnMigration } from '../migrations.ts'
import type { Store, StoreOptions } from '../store.ts'
import { createAccess } from './access.ts'
import { listenForCommits } from './commit-notifications.ts'
import { noTimeouts } from './connection.ts'
import { Connector } from './connector.ts'
import { countersOn } from './counters.ts'
import { toOperatorError } from './faults.ts'
import { migrate, refuseNewer } from './migrate.ts'
import { adviceOn } from './roles.ts'
import { everyCompany, setting } from './scope.ts'
import { createSharedConnection } from './shared-connection.ts'
import { refuseUnfinished } from './table-copy.ts'

/** Opens a database on a PostgreSQL server, which any number of processes may serve at once. */
export async function openPostgres({
  url,
  poolSize = 10,
  onMigration,
  onStatement,
}: StoreOptions): Promise<Store> {
  const broken = Promise.withResolvers<OperatorError>()
  try {
    const known = await migrationNames()
    const { migrated, advice } = await prepared(url, onMigration)
    const connector = new Connector(url)
    const pool = connector.pool(poolSize)
    const onNewer = (cause: unknown) => {
      if (!(cause instanceof OperatorError)) throw cause
      broken.resolve(cause)
    }
    const scopeAll = (client: Client) => client.query(`SET ${setting} = '${everyCompany}'`)
    const connect = () => connector.connect()
    const line = createSharedConnection(connect, scopeAll)
    const counting = createSharedConnection(
      () => connector.connect({ application_name: 'dealgraph counters' }),
      (client) => client.query('SET synchronous_commit = off'),
    )
    const changed = listenForCommits(connect, (client) => refuseNewer(client, known).catch(onNewer))
    const accesses = createAccess({
      acquire: () => connector.acquire(pool),
      line,
      committed: changed.tell,
      onStatement,
    })
    await changed.ready
    let looks = 0
    return {
      forCompany: accesses.of,
      allCompanies: accesses.everyCompany,
      shared: true,
      version: () => ++looks,
      commits: changed,
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
        connector.limitClosing()
        await changed.close()
        await Promise.all([line.close(), counting.close(), pool.end()])
      },
    }
  } catch (cause) {
    throw toOperatorError(cause, url)
  }
}

/** The schema, on a separate connection without time limits for statements. */
async function prepared(
  url: string,
  onMigration?: OnMigration,
): Promise<{ migrated: string[]; advice: string[] }> {
  const connector = new Connector(url, { timeouts: noTimeouts, config: { pipeline: false } })
  const client = await connector.connect()
  try {
    await connector.refuseSharedSessions(client)
    await refuseUnfinished(client, url)
    return { migrated: await migrate(client, url, onMigration), advice: await adviceOn(client) }
  } finally {
    await connector.end(client)
  }
}
