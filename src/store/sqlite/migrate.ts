/** Migrates the schema of a SQLite file, and sets the statistics of its query planner. */
import { Kysely, SqliteDialect } from 'kysely'
import { exitCodes, OperatorError } from '../faults.ts'
import {
  loadMigration,
  migrationNames,
  newerDatabaseError,
  type OnMigration,
} from '../migrations.ts'
import type { Connection } from './connection.ts'

/**
 * Applies pending migrations in one transaction, and returns their names.
 * @throws OperatorError for a database of a newer version or of another program
 */
export async function migrate(
  connection: Connection,
  onMigration: OnMigration = () => {},
): Promise<string[]> {
  const known = await migrationNames()
  refuseForeign(connection)
  return pendingMigrations(connection, known).length === 0
    ? []
    : runPending(connection, known, onMigration)
}

function refuseForeign({ raw }: Connection): void {
  const names = raw.prepare('SELECT name FROM sqlite_master').pluck().all()
  if (names.length > 0 && !names.includes('kysely_migration'))
    throw new OperatorError(
      `${raw.name} is not a database of Dealgraph; point DATABASE_URL elsewhere.`,
      exitCodes.unusableDatabase,
    )
}

/** @throws OperatorError if a migration that is unknown to this program has run */
export function refuseNewer(connection: Connection, known: string[]): void {
  const newer = executedMigrations(connection).filter((name) => !known.includes(name))
  if (newer.length > 0) throw newerDatabaseError(newer)
}

export function executedMigrations({ raw }: Connection): string[] {
  const table = raw.prepare("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'").get()
  return table
    ? (raw.prepare('SELECT name FROM kysely_migration ORDER BY name').pluck().all() as string[])
    : []
}

function pendingMigrations(connection: Connection, known: string[]): string[] {
  refuseNewer(connection, known)
  const executed = executedMigrations(connection)
  return known.filter((name) => !executed.includes(name))
}

async function runPending(
  connection: Connection,
  known: string[],
  onMigration: OnMigration,
): Promise<string[]> {
  const { raw } = connection
  // `close` does nothing, so that Kysely leaves the connection open.
  const database = { prepare: raw.prepare.bind(raw), close: () => {} } as never
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) })
  connection.exec('BEGIN IMMEDIATE')
  try {
    // Another process may have applied them while this one waited for the lock.
    const names = pendingMigrations(connection, known)
    onMigration(0, names.length)
    for (const [index, name] of names.entries()) {
      await runMigration(connection, db, name)
      onMigration(index + 1, names.length)
    }
    setPlannerStatistics(connection)
    connection.exec('COMMIT')
    return names
  } catch (cause) {
    if (raw.inTransaction) connection.exec('ROLLBACK')
    throw cause
  }
}

async function runMigration({ raw }: Connection, db: Kysely<unknown>, name: string): Promise<void> {
  await (await loadMigration(name)).up(db)
  raw.exec(
    'CREATE TABLE IF NOT EXISTS kysely_migration (name TEXT PRIMARY KEY, timestamp TEXT NOT NULL)',
  )
  raw.prepare("INSERT INTO kysely_migration VALUES (?, strftime('%Y-%m-%dT%H:%M:%fZ'))").run(name)
}

/**
 * The statistics given to the planner: large companies, and few rows for each further column of an
 * index. Without them (ten rows are assumed) or after ANALYZE, it would scan whole companies, or
 * choose different plans for each file.
 */
const rowsPerCompany = 1_000_000
/** Enough that the planner never scans a whole table, for example for a Bloom filter. */
const companies = 1_000_000
/** One row in this many has the value that a partial index requires. */
const rareFactor = 50
/** Rows with equal values in the first two columns of an index, in the first three, and so on. */
const rowsByPrefix = [30, 3, 1]

interface Index {
  table: string
  name: string
  unique: number
  rare: number
  columns: number
  first: string
}

function setPlannerStatistics({ raw }: Connection): void {
  // Creates the statistics table, and measures only the schema's own table.
  raw.exec('ANALYZE sqlite_schema; DELETE FROM sqlite_stat1')
  const insert = raw.prepare('INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)')
  const indexes = raw
    .prepare<[], Index>(
      `SELECT m.name AS "table", l.name AS name, l."unique" AS "unique", coalesce(x.sql LIKE '%WHERE%IS NOT NULL%', 0) AS rare, count(*) AS columns, max(CASE i.seqno WHEN 0 THEN i.name END) AS first
       FROM sqlite_schema m JOIN pragma_index_list(m.name) l JOIN pragma_index_info(l.name) i
       LEFT JOIN sqlite_schema x ON x.type = 'index' AND x.name = l.name
       WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE 'kysely%' GROUP BY m.name, l.name`,
    )
    .all()
  for (const index of indexes) insert.run(index.table, index.name, expectedRows(index))
  raw.exec('ANALYZE sqlite_schema')
}

/** Returns the rows of the table, those with an equal first column, an equal second, and so on. */
function expectedRows({ columns, unique, rare, first }: Index): string {
  const rows = rare ? rowsPerCompany / rareFactor : rowsPerCompany
  const equalRows = first === 'companyId' ? [rows, ...rowsByPrefix] : rowsByPrefix
  const last = unique ? columns - 1 : columns
  return [
    rows * companies,
    ...Array.from({ length: columns }, (_, index) => (index < last ? (equalRows[index] ?? 1) : 1)),
  ].join(' ')
}
