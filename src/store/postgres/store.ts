/** The store on PostgreSQL: opens, migrates and checks the database. */
import type { Client } from 'pg'
import { OperatorError } from '../faults.ts'
import { listMigrationNames, type OnMigration } from '../migrations.ts'
import type { Store, StoreOptions } from '../store.ts'
import { PostgresAccess } from './access.ts'
import { CommitNotifications } from './commit-notifications.ts'
import { allCompanies, companySetting, noTimeouts } from './connection.ts'
import { Connector, SharedConnection } from './connector.ts'
import { PostgresCounters } from './counters.ts'
import { toOperatorError } from './faults.ts'
import { adviseOnRole } from './inspection.ts'
import { migrate, rejectNewerDatabase } from './migrate.ts'
import { rejectUnfinishedCopy } from './table-copy.ts'

export async function openPostgres(options: StoreOptions): Promise<Store> {
  try {
    const knownMigrations = await listMigrationNames()
    const preparation = await prepareSchema(options.url, options.onMigration)
    return await connect(options, knownMigrations, preparation)
  } catch (cause) {
    throw toOperatorError(cause, options.url)
  }
}

async function connect(
  { url, poolSize = 10, onStatement }: StoreOptions,
  knownMigrations: string[],
  preparation: Pick<Store, 'newMigrations' | 'advice'>,
): Promise<Store> {
  const connector = new Connector(url)
  const pool = connector.createPool(poolSize)
  const { lookupConnection, counterConnection } = createSharedConnections(connector)
  const fatalError = Promise.withResolvers<OperatorError>()
  const checkSchema = (client: Client) =>
    rejectNewerDatabase(client, knownMigrations).catch((cause: unknown) => {
      if (!(cause instanceof OperatorError)) throw cause
      fatalError.resolve(cause)
    })
  const commits = new CommitNotifications(() => connector.connect(), checkSchema)
  const onCommit = () => commits.onCommit()
  const access = new PostgresAccess({ connector, pool, lookupConnection, onCommit, onStatement })
  await commits.ready
  return {
    ...preparation,
    forCompany: (companyId) => access.forCompany(companyId),
    allCompanies: access.forAllCompanies(),
    isShared: true,
    readVersion: () => undefined,
    commits,
    counters: new PostgresCounters(counterConnection),
    readLoad: () => ({
      connections: { busy: pool.totalCount - pool.idleCount, idle: pool.idleCount },
      waiting: { connection: pool.waitingCount, turn: access.waitingCount },
    }),
    fatalError: fatalError.promise,
    async close() {
      await access.waitUntilIdle()
      connector.destroyAfterTimeout()
      await commits.close()
      await Promise.all([lookupConnection.close(), counterConnection.close(), pool.end()])
    },
  }
}

const createSharedConnections = (connector: Connector) => ({
  lookupConnection: new SharedConnection(
    () => connector.connect(),
    (client) => client.query(`SET ${companySetting} = '${allCompanies}'`),
  ),
  counterConnection: new SharedConnection(
    () => connector.connect({ application_name: 'dealgraph counters' }),
    (client) => client.query('SET synchronous_commit = off'),
  ),
})

/** Migrates the schema on a separate connection, with only the timeouts set in PostgreSQL. */
async function prepareSchema(
  url: string,
  onMigration?: OnMigration,
): Promise<Pick<Store, 'newMigrations' | 'advice'>> {
  const connector = new Connector(url, { timeouts: noTimeouts, config: { pipeline: false } })
  const client: Client = await connector.connect()
  try {
    await connector.rejectSharedSessions(client)
    await rejectUnfinishedCopy(client, url)
    const newMigrations = await migrate(client, url, onMigration)
    return { newMigrations, advice: await adviseOnRole(client) }
  } finally {
    await connector.end(client)
  }
}
