/** The checks of `doctor` on PostgreSQL. */
import { formatCountOf } from '../lib/text.ts'
import type { Settings } from '../settings.ts'
import { inspect, type PostgresInspection } from '../store/postgres/inspection.ts'
import {
  type Check,
  type CheckContext,
  checkSettings,
  commonChecks,
  type Finding,
  fail,
  pass,
  reportDamage,
  runChecks,
  warn,
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

const checkDatabase: ServerCheck = ({
  server: { address, version, versionNumber, databaseBytes, encoding, isStandby },
}) => {
  const description = `${address}, PostgreSQL ${version}, ${encoding}, ${Math.ceil(databaseBytes / 1e6).toLocaleString('en-US')} MB`
  if (versionNumber < minVersion * 10_000)
    return fail(description, `Upgrade to PostgreSQL ${minVersion} or newer.`)
  if (encoding !== 'UTF8')
    return fail(description, 'Create a database with ENCODING UTF8, and copy the data to it.')
  if (isStandby)
    return fail(`${description}; read-only standby`, 'Set DATABASE_URL to the primary server.')
  return pass(description)
}

const checkSchema: ServerCheck = ({ server }) => {
  const { pendingMigrations, unknownMigrations, breakingMigrations, schemaDamage } = server
  if (schemaDamage !== undefined) return reportDamage(schemaDamage)
  if (server.hasUnfinishedCopy)
    return fail('the copy is unfinished', 'Run the same "dealgraph copy" again to resume.')
  if (breakingMigrations.length > 0)
    return fail(`newer than this version (${breakingMigrations.at(-1)})`, 'Upgrade Dealgraph.')
  if (!server.hasTables) return warn('no tables', 'Run "dealgraph migrate" as the database owner.')
  if (pendingMigrations.length > 0)
    return warn(
      formatCountOf(pendingMigrations.length, 'pending migration'),
      'Make a backup, then run "dealgraph migrate" as the table owner.',
    )
  if (unknownMigrations.length > 0)
    return pass(`newer than this version (${unknownMigrations.at(-1)}), but compatible`)
  return pass('the schema is up to date')
}

const checkNameFolding: ServerCheck = ({ server: { foldsNames } }) =>
  foldsNames
    ? pass('name searches ignore case and accents')
    : fail(
        'the SQL function "folded" or its collation is missing or different',
        'Restore the database on a server built with ICU; if the server has ICU, report a bug.',
      )

const checkRole: ServerCheck = ({ server: { role: currentRole, forbiddenTables } }) => {
  const roleName = currentRole?.name ?? 'unknown'
  if (currentRole?.bypassesRowSecurity)
    return fail(
      `${roleName} bypasses row-level security`,
      'Run serve as a role without SUPERUSER and BYPASSRLS (docs/operations.md#postgresql).',
    )
  if (currentRole?.ownsTables)
    return warn(
      `${roleName} owns the tables and could disable row-level security`,
      'Use this role only for migrate, and another role for serve (docs/operations.md#postgresql).',
    )
  if (forbiddenTables.length > 0)
    return fail(
      `${roleName} lacks privileges on ${formatNames(forbiddenTables)}`,
      'As the table owner, GRANT SELECT, INSERT, UPDATE, DELETE on these tables.',
    )
  return pass(`the role ${roleName} owns no tables and is subject to row-level security`)
}

const checkIsolation: ServerCheck = ({ server }) => {
  const { companyTableCount, tablesWithoutRowSecurity } = server
  if (tablesWithoutRowSecurity.length === 0)
    return pass(`row-level security is on for all ${companyTableCount} tables with company data`)
  return fail(
    `row-level security is incomplete on ${formatNames(tablesWithoutRowSecurity)}`,
    'ENABLE and FORCE ROW LEVEL SECURITY on these tables, with "ofCompany" as the only policy.',
  )
}

const checkConnections: ServerCheck = ({
  settings: { DATABASE_POOL_SIZE },
  server: { maxConnections, usedConnectionCount, ownConnectionCount },
}) => {
  const connectionsPerProcess = DATABASE_POOL_SIZE + 3
  const processCount = Math.floor(
    (maxConnections - (usedConnectionCount - ownConnectionCount)) / connectionsPerProcess,
  )
  const usage = `${usedConnectionCount} of ${maxConnections} connections are in use, ${ownConnectionCount} by Dealgraph; enough for ${formatCountOf(processCount, 'process', 'processes')} with up to ${connectionsPerProcess} connections each`
  const advice =
    'Lower DATABASE_POOL_SIZE, or raise max_connections or the connection limit of the role.'
  if (processCount < 1) return fail(usage, advice)
  if (processCount < 2 || usedConnectionCount > maxConnections * 0.9)
    return warn(usage, `${advice} A rolling update needs one more process.`)
  return pass(usage)
}

const checkSessions: ServerCheck = ({ server: { longTransactions, hiddenSessionCount } }) => {
  const [longestTransaction] = longTransactions
  if (longestTransaction)
    return warn(
      `${formatCountOf(longTransactions.length, 'long transaction')}, the longest ${longestTransaction.seconds} s (process ${longestTransaction.pid}, ${longestTransaction.state})`,
      'Find the process in pg_stat_activity, and end it with pg_terminate_backend.',
    )
  return pass(
    `no long transactions${hiddenSessionCount > 0 ? `; ${hiddenSessionCount} sessions of other roles are hidden` : ''}`,
  )
}

const checkRoundTrip: ServerCheck = ({ server: { roundTripMs } }) => {
  const duration = `${roundTripMs.toFixed(1)} ms`
  return roundTripMs > 10
    ? warn(duration, 'Run Dealgraph near the database server: each request sends several queries.')
    : pass(duration)
}

const checkDurability: ServerCheck = ({ server: { fsync, fullPageWrites, synchronousCommit } }) => {
  const settingValues = `fsync ${fsync}, full_page_writes ${fullPageWrites}, synchronous_commit ${synchronousCommit}`
  if (fsync !== 'on' || fullPageWrites !== 'on')
    return fail(settingValues, 'Turn fsync and full_page_writes on to survive a power failure.')
  if (synchronousCommit === 'off')
    return fail(settingValues, 'Turn synchronous_commit on: acknowledged changes could be lost.')
  return pass(settingValues)
}

const checkServerClock: ServerCheck = async (context) => {
  const { clockAheadMs } = context.server
  if (Math.abs(clockAheadMs) > 5000)
    return warn(
      `the database server's clock is ${formatSeconds(clockAheadMs)} ${clockAheadMs > 0 ? 'ahead' : 'behind'}`,
      'Synchronize the clocks of all machines (NTP).',
    )
  const clockResult = await commonChecks.clock(context)
  return clockResult.state === 'ok'
    ? pass(`${clockResult.finding}; the database clock differs by ${formatSeconds(clockAheadMs)}`)
    : clockResult
}

const checkVacuum: ServerCheck = ({ server: { autovacuum, trackCounts, unanalyzedTables } }) => {
  if (autovacuum !== 'on' || trackCounts !== 'on')
    return warn(
      'autovacuum or track_counts is off',
      'Turn autovacuum and track_counts on: without them, tables grow and queries slow down.',
    )
  if (unanalyzedTables.length > 0)
    return warn(
      `tables never analyzed: ${formatNames(unanalyzedTables)}`,
      'Run ANALYZE as the table owner: without statistics, queries can be slow.',
    )
  return pass('autovacuum is on, and all large tables are analyzed')
}

const checkIndexes: ServerCheck = ({ server: { invalidIndexes } }) =>
  invalidIndexes.length > 0
    ? warn(
        `invalid indexes: ${formatNames(invalidIndexes)}`,
        'A CREATE INDEX was interrupted: run REINDEX INDEX CONCURRENTLY, or drop a duplicate index.',
      )
    : pass('all indexes are valid')

/** Checks in order of execution: on any server, on Dealgraph tables, on a current schema. */
const basicChecks = {
  settings: checkSettings,
  database: checkDatabase,
  schema: checkSchema,
  connections: checkConnections,
  sessions: checkSessions,
  'round trip': checkRoundTrip,
  durability: checkDurability,
}
const tableChecks = {
  role: checkRole,
  isolation: checkIsolation,
  folding: checkNameFolding,
  upkeep: checkVacuum,
  indexes: checkIndexes,
}
const currentSchemaChecks = { ...commonChecks, clock: checkServerClock }

async function checkServer(context: ServerContext): Promise<Finding[]> {
  const { pendingMigrations, breakingMigrations, isDealgraph, hasTables, address } = context.server
  if (!isDealgraph && hasTables)
    return runChecks(context, {
      database: () =>
        fail(
          `${address} contains tables of another program`,
          'Create a database for Dealgraph, and set DATABASE_URL to its address.',
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
