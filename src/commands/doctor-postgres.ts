import { formatCountOf } from '../lib/text.ts'
import type { Settings } from '../settings.ts'
import { inspect, type PostgresInspection } from '../store/postgres/inspection.ts'
import {
  type Check,
  type CheckContext,
  clock,
  demo,
  type Finding,
  fail,
  ok,
  reportDamage,
  runChecks,
  settings,
  warning,
  webhooks,
} from './doctor-checks.ts'

type ServerContext = CheckContext & { server: PostgresInspection }
type ServerCheck = Check<ServerContext>

const minVersion = 15
const formatNames = (names: string[]) =>
  names.length > 5
    ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`
    : names.join(', ')
const formatSeconds = (milliseconds: number) =>
  `${(Math.abs(milliseconds) / 1000).toLocaleString('en-US', { maximumFractionDigits: 1 })} s`

const database: ServerCheck = ({
  server: { address, version, versionNumber, databaseBytes, encoding, isStandby },
}) => {
  const description = `${address}, PostgreSQL ${version}, ${encoding}, ${Math.ceil(databaseBytes / 1e6).toLocaleString('en-US')} MB`
  if (versionNumber < minVersion * 10_000)
    return fail(description, `Use PostgreSQL ${minVersion} or newer.`)
  if (encoding !== 'UTF8')
    return fail(description, 'Create a database with ENCODING UTF8, and copy this one to it.')
  if (isStandby)
    return fail(`${description}; it is a read-only standby`, 'Point DATABASE_URL to the primary.')
  return ok(description)
}

const schema: ServerCheck = ({ server }) => {
  const { pendingMigrations, unknownMigrations, breakingMigrations, schemaDamage } = server
  if (schemaDamage !== undefined) return reportDamage(schemaDamage)
  if (server.hasUnfinishedCopy)
    return fail('an unfinished copy', 'Run the same "dealgraph copy" again to resume it.')
  if (breakingMigrations.length > 0)
    return fail(`newer than this program (${breakingMigrations.at(-1)})`, 'Update the program.')
  if (!server.hasTables) return warning('empty', 'Run migrate as the owner of the database.')
  if (pendingMigrations.length > 0)
    return warning(
      `${formatCountOf(pendingMigrations.length, 'pending migration')}`,
      'Make a backup, then run migrate as the owner of the tables.',
    )
  if (unknownMigrations.length > 0)
    return ok(`newer than this program (${unknownMigrations.at(-1)}), but compatible`)
  return ok('up to date')
}

const folding: ServerCheck = ({ server: { foldsNames } }) =>
  foldsNames
    ? ok('searches of names ignore case and accents')
    : fail(
        'the function folded or its collation is missing or differs',
        'Restore the database on a server built with ICU; if it has ICU, report this as a bug.',
      )

const role: ServerCheck = ({ server: { role: current, forbiddenTables } }) => {
  const name = current?.name ?? 'unknown'
  if (current?.bypassesRowSecurity)
    return fail(
      `${name} bypasses row-level security`,
      'Serve as a separate role without SUPERUSER and BYPASSRLS (docs/operations.md#postgresql).',
    )
  if (current?.ownsTables)
    return warning(
      `${name} owns the tables and could disable row-level security`,
      'Use this role for migrate, and serve as another (docs/operations.md#postgresql).',
    )
  if (forbiddenTables.length > 0)
    return fail(
      `${name} lacks rights on ${formatNames(forbiddenTables)}`,
      'GRANT SELECT, INSERT, UPDATE, DELETE on them as their owner.',
    )
  return ok(`${name}, which owns no tables and is subject to row-level security`)
}

const isolation: ServerCheck = ({ server: { companyTableCount, unguardedTables } }) => {
  if (unguardedTables.length === 0)
    return ok(`row-level security is on for all ${companyTableCount} tables`)
  return fail(
    `row-level security is incomplete on ${formatNames(unguardedTables)}`,
    'ENABLE and FORCE ROW LEVEL SECURITY on them, with only the policy "ofCompany" of the other tables.',
  )
}

const connections: ServerCheck = ({
  settings: { DATABASE_POOL_SIZE },
  server: { maxConnections, usedConnectionCount, ownConnectionCount },
}) => {
  const connectionsPerProcess = DATABASE_POOL_SIZE + 3
  const processCount = Math.floor(
    (maxConnections - (usedConnectionCount - ownConnectionCount)) / connectionsPerProcess,
  )
  const usage = `${usedConnectionCount} of ${maxConnections} in use, ${ownConnectionCount} by Dealgraph; enough for ${formatCountOf(processCount, 'process', 'processes')} with up to ${connectionsPerProcess} each`
  const advice =
    'Lower DATABASE_POOL_SIZE, or raise max_connections (or the limit of the role or the database).'
  if (processCount < 1) return fail(usage, advice)
  if (processCount < 2 || usedConnectionCount > maxConnections * 0.9)
    return warning(usage, `${advice} A rolling update needs one more process.`)
  return ok(usage)
}

const sessions: ServerCheck = ({ server: { longTransactions, hiddenSessionCount } }) => {
  const [longestTransaction] = longTransactions
  if (longestTransaction)
    return warning(
      `${formatCountOf(longTransactions.length, 'long transaction')}, the longest ${longestTransaction.seconds} s (process ${longestTransaction.pid}, ${longestTransaction.state})`,
      'Look it up in pg_stat_activity; pg_terminate_backend ends it.',
    )
  return ok(
    `no long transactions${hiddenSessionCount > 0 ? `; ${hiddenSessionCount} of other roles are not visible` : ''}`,
  )
}

const roundTrip: ServerCheck = ({ server: { roundTripMs } }) => {
  const duration = `${roundTripMs.toFixed(1)} ms`
  return roundTripMs > 10
    ? warning(duration, 'Run the program near the database: a request sends several queries.')
    : ok(duration)
}

const durability: ServerCheck = ({ server: { fsync, fullPageWrites, synchronousCommit } }) => {
  const values = `fsync ${fsync}, full_page_writes ${fullPageWrites}, synchronous_commit ${synchronousCommit}`
  if (fsync !== 'on' || fullPageWrites !== 'on')
    return fail(values, 'Turn both on: a power fail could damage the database.')
  if (synchronousCommit === 'off')
    return fail(values, 'Turn synchronous_commit on: acknowledged changes could be lost.')
  return ok(values)
}

const clocks: ServerCheck = async (context) => {
  const { clockAheadMs } = context.server
  if (Math.abs(clockAheadMs) > 5000)
    return warning(
      `the clock of the server is ${formatSeconds(clockAheadMs)} ${clockAheadMs > 0 ? 'ahead' : 'behind'}`,
      'Synchronize the clocks of all machines (NTP).',
    )
  const result = await clock(context)
  return result.state === 'ok'
    ? ok(`${result.finding}; the clock of the server differs by ${formatSeconds(clockAheadMs)}`)
    : result
}

const upkeep: ServerCheck = ({ server: { autovacuum, trackCounts, unanalyzedTables } }) => {
  if (autovacuum !== 'on' || trackCounts !== 'on')
    return warning(
      'autovacuum is off',
      'Turn autovacuum and track_counts on: without them, tables grow and queries slow down.',
    )
  if (unanalyzedTables.length > 0)
    return warning(
      `${formatNames(unanalyzedTables)} never analyzed`,
      'Run ANALYZE as the owner: without statistics, queries are planned badly.',
    )
  return ok('autovacuum is on, and all large tables are analyzed')
}

const indexes: ServerCheck = ({ server: { invalidIndexes } }) =>
  invalidIndexes.length > 0
    ? warning(
        `invalid: ${formatNames(invalidIndexes)}`,
        'A CREATE INDEX was interrupted: REINDEX INDEX CONCURRENTLY, or DROP a duplicate.',
      )
    : ok('all valid')

/** Checks in order: for any server, for a server with tables, and for a current schema. */
const basicChecks = {
  settings,
  database,
  schema,
  connections,
  sessions,
  'round trip': roundTrip,
  durability,
}
const tableChecks = { role, isolation, folding, upkeep, indexes }
const currentSchemaChecks = { clock: clocks, webhooks, demo }

async function checkServer(context: ServerContext): Promise<Finding[]> {
  const { pendingMigrations, breakingMigrations, isDealgraph, hasTables, address } = context.server
  if (!isDealgraph && hasTables)
    return runChecks(context, {
      database: () =>
        fail(
          `${address} has tables of another program`,
          'Create a database for Dealgraph, and point DATABASE_URL to it.',
        ),
    })
  return runChecks(context, {
    ...basicChecks,
    ...(isDealgraph && tableChecks),
    ...(pendingMigrations.length === 0 && breakingMigrations.length === 0 && currentSchemaChecks),
  })
}

export async function examineServer(settings: Settings, now: () => number) {
  const server = await inspect(settings.DATABASE_URL, now)
  try {
    return {
      name: server.address,
      served: server.ownConnectionCount > 0,
      findings: await checkServer({ settings, db: server.db, now: now(), server }),
    }
  } finally {
    await server.close()
  }
}
