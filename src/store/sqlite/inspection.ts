import { existsSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Db } from '../db.ts'
import { findDamage, toOperatorError } from '../faults.ts'
import { listMigrationNames } from '../migrations.ts'
import { type Connection, connect } from './connection.ts'
import { readExecutedMigrations } from './migrate.ts'

export interface SqliteInspection {
  fileBytes: number
  logBytes: number
  freeBytes: number
  /** Whether other users of this machine can read the file. */
  isExposed: boolean
  /** Migrations that have not run, and those that are unknown to this program. */
  pendingMigrations: string[]
  unknownMigrations: string[]
  /** Why the list of executed migrations, which then counts as complete, cannot be read. */
  schemaDamage: string | undefined
  isDealgraph: boolean
  /** The journal mode: `wal`, unless another program has changed it. */
  journalMode: string
  /** Returns SQLite's verdict (`ok` or the damage) and the number of dangling references. */
  checkIntegrity(isQuick: boolean): { integrity: string; danglingReferences: number }
  db: Db
  close(): void
}

/** @throws OperatorError if the file cannot be opened */
export async function inspect(file: string): Promise<SqliteInspection> {
  let connection: Connection | undefined
  try {
    // Throws the original error, whose code tells damage from other faults.
    const onFault = (cause: unknown) => {
      throw cause
    }
    connection = connect(file, { isQueryOnly: true, isReadOnly: true, onFault })
    const { raw } = connection
    const knownNames = await listMigrationNames()
    const { executedNames, schemaDamage } = readMigrations(connection, knownNames)
    const disk = statfsSync(dirname(file))
    return {
      fileBytes: statSync(file).size,
      logBytes: existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0,
      freeBytes: disk.bavail * disk.bsize,
      isExposed: (statSync(file).mode & 0o077) !== 0,
      pendingMigrations: knownNames.filter((name) => !executedNames.includes(name)),
      unknownMigrations: executedNames.filter((name) => !knownNames.includes(name)),
      schemaDamage,
      isDealgraph:
        raw.prepare("SELECT 1 FROM sqlite_master WHERE name = 'companies'").get() !== undefined,
      journalMode: String(raw.pragma('journal_mode', { simple: true })),
      checkIntegrity: (quick) => ({
        integrity: String(
          raw.pragma(quick ? 'quick_check(1)' : 'integrity_check(1)', { simple: true }),
        ),
        danglingReferences: quick ? 0 : (raw.pragma('foreign_key_check') as unknown[]).length,
      }),
      db: new Db(connection),
      close: () => raw.close(),
    }
  } catch (cause) {
    connection?.raw.close()
    throw toOperatorError(cause, file)
  }
}

function readMigrations(connection: Connection, knownNames: string[]) {
  try {
    return { executedNames: readExecutedMigrations(connection), schemaDamage: undefined }
  } catch (cause) {
    const schemaDamage = findDamage(cause)
    if (schemaDamage === undefined) throw cause
    return { executedNames: knownNames, schemaDamage }
  }
}

/** Returns the `synchronous` level of new connections, read from a temporary database. */
export function readSynchronousLevel(): number {
  const folder = mkdtempSync(join(tmpdir(), 'dealgraph-'))
  try {
    const { raw } = connect(join(folder, 'probe.db'))
    const level = raw.pragma('synchronous', { simple: true }) as number
    raw.close()
    return level
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
