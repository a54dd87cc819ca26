import { statSync } from 'node:fs'
import { Kysely, SqliteDialect } from 'kysely'
import { exitCodes, OperatorError } from '../faults.ts'
import {
  loadMigration,
  migrationNames,
  newerDatabaseError,
  type OnMigration,
} from '../migrations.ts'
import type { Connection } from './connection.ts'
import { setPlannerStatistics } from './planner-statistics.ts'

/**
 * Brings the schema up to date, in one transaction: whoever is interrupted leaves the old schema,
 * and the next one goes on.
 * @param tell told of how many have run, of how many
 * @returns the names of those that ran
 * @throws OperatorError when the database was written by a newer Dealgraph, or by another program
 */
export async function migrate(
  connection: Connection,
  tell: OnMigration = () => {},
): Promise<string[]> {
  const known = await migrationNames()
  refuseForeign(connection)
  return pending(connection, known).length === 0 ? [] : run(connection, known, tell)
}

/** Ours are not made beside another program's tables. @throws OperatorError */
function refuseForeign({ raw }: Connection): void {
  const names = raw.prepare('SELECT name FROM sqlite_master').pluck().all()
  if (names.length > 0 && !names.includes('kysely_migration'))
    throw new OperatorError(
      `${raw.name} is not a database of Dealgraph; point DATABASE_URL elsewhere.`,
      exitCodes.unusableDatabase,
    )
}

/** @throws OperatorError when there is a migration that this program does not know */
export function refuseNewer(connection: Connection, known: string[]): void {
  const newer = executedMigrations(connection).filter((name) => !known.includes(name))
  if (newer.length > 0) throw newerDatabaseError(newer)
}

export function executedMigrations({ raw }: Connection): string[] {
  const table = raw.prepare("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'").get()
  if (!table) return []
  return raw
    .prepare<[], { name: string }>('SELECT name FROM kysely_migration ORDER BY name')
    .all()
    .map((row) => row.name)
}

function pending(connection: Connection, known: string[]): string[] {
  refuseNewer(connection, known)
  const done = executedMigrations(connection)
  return known.filter((name) => !done.includes(name))
}

async function run(connection: Connection, known: string[], tell: OnMigration): Promise<string[]> {
  const db = new Kysely<unknown>({
    dialect: new SqliteDialect({ database: async () => neverClosed(connection) }),
  })
  connection.exec('BEGIN IMMEDIATE')
  try {
    // Another process may have done it while this one waited.
    const names = pending(connection, known)
    tell(0, names.length)
    for (const [index, name] of names.entries()) {
      await runOne(connection, db, name)
      tell(index + 1, names.length)
    }
    setPlannerStatistics(connection)
    connection.exec('COMMIT')
    return names
  } catch (cause) {
    if (connection.raw.inTransaction) connection.exec('ROLLBACK')
    throw cause
  }
}

async function runOne({ raw }: Connection, db: Kysely<unknown>, name: string): Promise<void> {
  await (await loadMigration(name)).up(db)
  raw.exec(
    'CREATE TABLE IF NOT EXISTS kysely_migration (name TEXT PRIMARY KEY, timestamp TEXT NOT NULL)',
  )
  raw.prepare("INSERT INTO kysely_migration VALUES (?, strftime('%Y-%m-%dT%H:%M:%fZ'))").run(name)
}

/** Kysely closes what it was given; the connection is ours to close. */
const neverClosed = ({ raw }: Connection) =>
  ({ prepare: raw.prepare.bind(raw), close: () => {} }) as never

/** Identifies the file that has this name now. */
export function fileIdentity(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats && `${stats.dev} ${stats.ino}`
}

/**
 * Returns a check that the open database may still be written to: the file under its name is still
 * the open one (writes to a removed file are lost), and no newer program has migrated it. The check
 * throws an OperatorError.
 */
export function createFileCheck(
  connection: Connection,
  file: string,
  migrations: string[],
): () => void {
  const opened = [file, `${file}-wal`].map((path) => ({ path, identity: fileIdentity(path) }))
  const readVersion = connection.raw.prepare('PRAGMA data_version').pluck()
  let checkedVersion = readVersion.get()
  return () => {
    for (const { path, identity } of opened)
      if (fileIdentity(path) !== identity)
        throw new OperatorError(
          `${path} was removed or replaced while it was in use; put it back, or restore a backup, and start again.`,
          exitCodes.unusableDatabase,
        )
    const version = readVersion.get()
    if (version !== checkedVersion) refuseNewer(connection, migrations)
    checkedVersion = version
  }
}
