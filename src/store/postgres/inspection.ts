/** Inspects a database for `dealgraph doctor` without changing it, even while it is in use. */
import type { Client } from 'pg'
import { fold } from '../../lib/text.ts'
import { Db } from '../db.ts'
import { findDamage, formatPublicAddress } from '../faults.ts'
import { listMigrationNames } from '../migrations.ts'
import { progressTable } from '../table-copy.ts'
import { allCompanies, companySetting, createSession } from './connection.ts'
import { Connector } from './connector.ts'
import { toOperatorError } from './faults.ts'
import { readAppliedMigrations } from './migrate.ts'

export type PostgresInspection = Awaited<ReturnType<typeof inspect>>

/** @throws OperatorError if the server cannot be reached */
export async function inspect(url: string, now: () => number) {
  const connector = new Connector(url, {
    config: { application_name: 'dealgraph doctor', pipeline: false },
    allowsStandby: true,
  })
  let client: Client | undefined
  try {
    client = await connector.connect()
    await connector.rejectSharedSessions(client)
    await client.query(`BEGIN READ ONLY; SET LOCAL ${companySetting} = '${allCompanies}'`)
    const db = new Db(createSession(client))
    const names = await listMigrationNames()
    const { migrations, schemaDamage } = await readMigrations(client, db, names)
    const unknownMigrations = migrations.filter(({ name }) => !names.includes(name))
    return {
      address: formatPublicAddress(url),
      pendingMigrations: names.filter(
        (name) => !migrations.some((migration) => migration.name === name),
      ),
      unknownMigrations: listNames(unknownMigrations),
      breakingMigrations: listNames(unknownMigrations.filter(({ expands }) => !expands)),
      /** The error if applied migrations cannot be read, in which case all are assumed applied. */
      schemaDamage,
      role: await readRole(client),
      ...(await readServerState(client)),
      ...(await readTableState(client, db)),
      ...(await measureLatency(client, now)),
      db,
      close: () => connector.end(client),
    }
  } catch (cause) {
    await connector.end(client)
    throw toOperatorError(cause, url)
  }
}

async function readMigrations(client: Client, db: Db, names: string[]) {
  try {
    const migrations = await db.withSavepoint(() => readAppliedMigrations(client))
    return { migrations, schemaDamage: undefined }
  } catch (cause) {
    const schemaDamage = findDamage(cause)
    if (schemaDamage === undefined) throw cause
    return { migrations: names.map((name) => ({ name, expands: 1 })), schemaDamage }
  }
}

const roundCount = 11

/** Measures the round-trip time and clock offset. The fastest round gives the best offset. */
async function measureLatency(client: Client, now: () => number) {
  const samples: { durationMs: number; clockAheadMs: number }[] = []
  for (let round = 0; round < roundCount; round++) {
    const [clockMs, startMs] = [now(), performance.now()]
    const { rows } = await client.query('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS at')
    const durationMs = performance.now() - startMs
    samples.push({ durationMs, clockAheadMs: (rows[0]?.at as number) - (clockMs + durationMs / 2) })
  }
  samples.sort((a, b) => a.durationMs - b.durationMs)
  return {
    roundTripMs: samples[Math.floor(roundCount / 2)]?.durationMs ?? 0,
    /** How far the server clock is ahead of the local clock; negative if it is behind. */
    clockAheadMs: samples[0]?.clockAheadMs ?? 0,
  }
}

interface Role {
  name: string
  bypassesRowSecurity: number
  /** Whether the role owns the tables and could disable row-level security. */
  ownsTables: number
}

async function readRole(client: Client): Promise<Role | undefined> {
  const { rows } = await client.query<Role>(
    `SELECT rolname AS name, rolsuper OR rolbypassrls AS "bypassesRowSecurity",
       EXISTS (SELECT 1 FROM pg_class WHERE oid = to_regclass('"people"') AND pg_has_role(relowner, 'USAGE')) AS "ownsTables"
     FROM pg_roles WHERE rolname = current_user`,
  )
  return rows[0]
}

/** Returns a warning if the role bypasses row-level security, or owns the tables. */
export async function adviseOnRole(client: Client): Promise<string[]> {
  const role = await readRole(client)
  const remedy = 'Run the server with a separate role (docs/operations.md#postgresql).'
  if (role?.bypassesRowSecurity)
    return [
      `The database role ${role.name} bypasses row-level security, the second layer of isolation between companies. ${remedy}`,
    ]
  if (role?.ownsTables)
    return [
      `The database role ${role.name} owns the tables, so it can disable row-level security. ${remedy}`,
    ]
  return []
}

interface ServerState {
  version: string
  versionNumber: number
  encoding: string
  databaseBytes: number
  isStandby: number
  fsync: string
  fullPageWrites: string
  synchronousCommit: string
  autovacuum: string
  trackCounts: string
  /** The maximum number of connections that this role can open to this database. */
  maxConnections: number
  /** The number of open connections of all programs, and of Dealgraph. */
  usedConnectionCount: number
  ownConnectionCount: number
  longTransactions: { pid: number; state: string; seconds: number }[]
  /** The number of Dealgraph sessions of other roles, whose state this role cannot read. */
  hiddenSessionCount: number
}

const settingsSql = `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS "versionNumber",
  current_setting('server_encoding') AS encoding, pg_database_size(current_database()) AS "databaseBytes", pg_is_in_recovery() AS "isStandby",
  current_setting('fsync') AS fsync, current_setting('full_page_writes') AS "fullPageWrites", current_setting('synchronous_commit') AS "synchronousCommit",
  current_setting('autovacuum') AS autovacuum, current_setting('track_counts') AS "trackCounts"`

const isOwnSessionSql = `datname = current_database() AND application_name = 'dealgraph'`

const connectionsSql = `SELECT
  least(
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int - coalesce(current_setting('reserved_connections', true)::int, 0),
    (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user),
    (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database())
  ) AS "maxConnections",
  count(*) AS "usedConnectionCount",
  count(*) FILTER (WHERE ${isOwnSessionSql}) AS "ownConnectionCount",
  count(*) FILTER (WHERE ${isOwnSessionSql} AND state IS NULL) AS "hiddenSessionCount"
  FROM pg_stat_activity WHERE datid IS NOT NULL AND pid <> pg_backend_pid()`

const longTransactionsSql = `SELECT pid, state, extract(epoch FROM clock_timestamp() - xact_start)::int AS seconds
  FROM pg_stat_activity WHERE ${isOwnSessionSql}
    AND xact_start < clock_timestamp() - CASE state WHEN 'active' THEN interval '10 minutes' ELSE interval '1 minute' END ORDER BY seconds DESC`

async function readServerState(client: Client): Promise<ServerState> {
  const settings = (await client.query(settingsSql)).rows[0]
  const connections = (await client.query(connectionsSql)).rows[0]
  const longTransactions = (await client.query(longTransactionsSql)).rows
  return { ...settings, ...connections, longTransactions }
}

const minAnalyzedRows = 10_000
const isInSchemaSql = 'relnamespace = current_schema()::regnamespace'

/**
 * `hasRowSecurity` is true if row security is enabled and forced with `ofCompany` as the only
 * policy, because any other policy could expose more rows.
 */
const tablesSql = `SELECT relname AS name,
    EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = CASE relname WHEN 'companies' THEN 'id' ELSE 'companyId' END AND NOT attisdropped) AS "hasCompany",
    relrowsecurity AND relforcerowsecurity AND ARRAY(SELECT polname::text FROM pg_policy WHERE polrelid = pg_class.oid) = ARRAY['ofCompany'] AS "hasRowSecurity",
    has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT') AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE') AS "isGranted"
  FROM pg_class WHERE ${isInSchemaSql} AND relkind IN ('r', 'p') ORDER BY 1`

const unanalyzedTablesSql = `SELECT relname AS name FROM pg_stat_user_tables WHERE schemaname = current_schema()
  AND last_analyze IS NULL AND last_autoanalyze IS NULL AND n_live_tup > ${minAnalyzedRows} ORDER BY 1`
const invalidIndexesSql = `SELECT relname AS name FROM pg_class JOIN pg_index ON indexrelid = oid WHERE ${isInSchemaSql} AND NOT indisvalid ORDER BY 1`

type TableRow = { name: string; hasCompany: number; hasRowSecurity: number; isGranted: number }

const listNames = (rows: { name: string }[]) => rows.map(({ name }) => name)

async function readTableState(client: Client, db: Db) {
  const tables = (await client.query<TableRow>(tablesSql)).rows
  const hasTable = (table: string) => tables.some(({ name }) => name === table)
  const companyTables = tables.filter(({ hasCompany }) => hasCompany)
  const sharedTables = tables.filter(({ name }) => ['windows', 'secrets'].includes(name))
  const usedTables = [...companyTables, ...sharedTables]
  return {
    hasTables: tables.length > 0,
    isDealgraph: hasTable('companies') && hasTable('kysely_migration'),
    hasUnfinishedCopy: hasTable(progressTable),
    /** The number of tables that require row-level security, and the names of those without it. */
    companyTableCount: companyTables.length,
    tablesWithoutRowSecurity: listNames(
      companyTables.filter(({ hasRowSecurity }) => !hasRowSecurity),
    ),
    /** Tables on which this role lacks a privilege. */
    forbiddenTables: listNames(usedTables.filter(({ isGranted }) => !isGranted)),
    /** Large tables without statistics for the query planner. */
    unanalyzedTables: listNames((await client.query(unanalyzedTablesSql)).rows),
    invalidIndexes: listNames((await client.query(invalidIndexesSql)).rows),
    /** Whether the SQL function `folded` folds a sample text as `fold` does in JavaScript. */
    foldsNames: await canFold(client, db),
  }
}

const sampleText = 'Ärger  ΟΔΟΣ Łódź Straße Ⅷ'

/** Returns false if `folded` or a collation is missing, or if the result differs from `fold`. */
const canFold = (client: Client, db: Db): Promise<boolean> =>
  db
    .withSavepoint(() => client.query('SELECT folded($1) AS folded', [sampleText]))
    .then(
      ({ rows }) => rows[0]?.folded === fold(sampleText),
      () => false,
    )
