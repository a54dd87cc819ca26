/** Migrates the schema of a SQLite file, and sets its query planner statistics. */
import { Kysely, SqliteDialect } from 'kysely'
import { OperatorError } from '../faults.ts'
import {
  createNewerDatabaseError,
  listMigrationNames,
  loadMigration,
  type OnMigration,
} from '../migrations.ts'
import type { Connection } from './connection.ts'

const createMigrationsTableSql =
  'CREATE TABLE IF NOT EXISTS kysely_migration (name TEXT PRIMARY KEY, timestamp TEXT NOT NULL)'
const insertMigrationSql = "INSERT INTO kysely_migration VALUES (?, strftime('%Y-%m-%dT%H:%M:%fZ'))"

/**
 * Applies pending migrations in one transaction, and returns their names.
 * @throws OperatorError for a database of a newer Dealgraph version or of another program
 */
export async function migrate(
  connection: Connection,
  onMigration: OnMigration = () => {},
): Promise<string[]> {
  const names = await listMigrationNames()
  rejectForeignDatabase(connection)
  return findPendingMigrations(connection, names).length === 0
    ? []
    : applyPending(connection, names, onMigration)
}

function rejectForeignDatabase({ raw }: Connection): void {
  const names = raw.prepare('SELECT name FROM sqlite_master').pluck().all()
  if (names.length > 0 && !names.includes('kysely_migration'))
    throw new OperatorError(
      `${raw.name} is not a Dealgraph database; set DATABASE_URL to another file.`,
      'unusableDatabase',
    )
}

/** @throws OperatorError if the database has a migration that is unknown to this program */
export function rejectNewerDatabase(connection: Connection, names: string[]): void {
  const newerNames = readAppliedMigrations(connection).filter((name) => !names.includes(name))
  if (newerNames.length > 0) throw createNewerDatabaseError(newerNames)
}

export function readAppliedMigrations({ raw }: Connection): string[] {
  const table = raw.prepare("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'").get()
  return table
    ? (raw.prepare('SELECT name FROM kysely_migration ORDER BY name').pluck().all() as string[])
    : []
}

function findPendingMigrations(connection: Connection, names: string[]): string[] {
  rejectNewerDatabase(connection, names)
  const appliedNames = readAppliedMigrations(connection)
  return names.filter((name) => !appliedNames.includes(name))
}

async function applyPending(connection: Connection, names: string[], onMigration: OnMigration) {
  const { raw } = connection
  // `close` does nothing, so that Kysely keeps the connection open.
  const database = { prepare: raw.prepare.bind(raw), close: () => {} } as never
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) })
  connection.exec('BEGIN IMMEDIATE')
  try {
    // Another process may have applied migrations while this one was waiting for the lock.
    const pendingNames = findPendingMigrations(connection, names)
    onMigration(0, pendingNames.length)
    for (const [index, name] of pendingNames.entries()) {
      await (await loadMigration(name)).up(db)
      raw.exec(createMigrationsTableSql)
      raw.prepare(insertMigrationSql).run(name)
      onMigration(index + 1, pendingNames.length)
    }
    setPlannerStatistics(connection)
    connection.exec('COMMIT')
    return pendingNames
  } catch (cause) {
    if (raw.inTransaction) connection.exec('ROLLBACK')
    throw cause
  }
}

/**
 * The planner statistics describe large companies, with few rows per value of each further index
 * column. Without statistics (SQLite would assume ten rows) or after ANALYZE, the planner would
 * scan all rows of a company, or choose different plans for different files.
 */
const rowsPerCompany = 1_000_000
/** The assumed number of companies, high enough that the planner never scans a whole table. */
const companyCount = 1_000_000
/** The assumed ratio of a table's rows to the non-null values in a partial index. */
const sparseIndexRatio = 50
/** Expected rows with equal values in the first two index columns, the first three, and so on. */
const rowsByPrefix = [30, 3, 1]

interface Index {
  table: string
  name: string
  isUnique: number
  isSparse: number
  columnCount: number
  firstColumn: string
}

function setPlannerStatistics({ raw }: Connection): void {
  // Creates the statistics table `sqlite_stat1` by analyzing only the schema table.
  raw.exec('ANALYZE sqlite_schema; DELETE FROM sqlite_stat1')
  const statement = raw.prepare('INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)')
  const indexes = raw
    .prepare<[], Index>(
      `SELECT m.name AS "table", l.name AS name, l."unique" AS "isUnique", coalesce(x.sql LIKE '%WHERE%IS NOT NULL%', 0) AS "isSparse", count(*) AS "columnCount", max(CASE i.seqno WHEN 0 THEN i.name END) AS "firstColumn"
       FROM sqlite_schema m JOIN pragma_index_list(m.name) l JOIN pragma_index_info(l.name) i
       LEFT JOIN sqlite_schema x ON x.type = 'index' AND x.name = l.name
       WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE 'kysely%' GROUP BY m.name, l.name`,
    )
    .all()
  for (const index of indexes) statement.run(index.table, index.name, formatExpectedRows(index))
  raw.exec('ANALYZE sqlite_schema')
}

/**
 * Returns the `stat` value of an index for `sqlite_stat1`: the number of rows, then the average
 * number of rows for each value of its first column, of its first two columns, and so on.
 */
function formatExpectedRows({ columnCount, isUnique, isSparse, firstColumn }: Index): string {
  const rowCount = isSparse ? rowsPerCompany / sparseIndexRatio : rowsPerCompany
  const equalRows = firstColumn === 'companyId' ? [rowCount, ...rowsByPrefix] : rowsByPrefix
  const prefixLength = isUnique ? columnCount - 1 : columnCount
  return [
    rowCount * companyCount,
    ...Array.from({ length: columnCount }, (_, index) =>
      index < prefixLength ? (equalRows[index] ?? 1) : 1,
    ),
  ].join(' ')
}
