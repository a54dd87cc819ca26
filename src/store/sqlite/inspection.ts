/** Collects the facts about a SQLite file that `doctor` reports. */
import { statSync } from 'node:fs'
import { Db } from '../db.ts'
import { findDamage, toOperatorError } from '../faults.ts'
import { listMigrationNames } from '../migrations.ts'
import { type Connection, connect } from './connection.ts'
import { readDiskUsage } from './files.ts'
import { readAppliedMigrations } from './migrate.ts'

export type SqliteInspection = Awaited<ReturnType<typeof inspect>>

/** @throws OperatorError if the file cannot be opened */
export async function inspect(file: string) {
  let connection: Connection | undefined
  try {
    connection = connect(file, { isQueryOnly: true, isReadOnly: true })
    const { raw } = connection
    const knownNames = await listMigrationNames()
    const { appliedNames, schemaDamage } = readMigrations(connection, knownNames)
    return {
      ...(await readDiskUsage(file)),
      /** Whether other users of this computer have any permission on the file. */
      isExposed: (statSync(file).mode & 0o077) !== 0,
      pendingMigrations: knownNames.filter((name) => !appliedNames.includes(name)),
      unknownMigrations: appliedNames.filter((name) => !knownNames.includes(name)),
      /** The error if applied migrations cannot be read, in which case all are assumed applied. */
      schemaDamage,
      isDealgraph:
        raw.prepare("SELECT 1 FROM sqlite_master WHERE name = 'companies'").get() !== undefined,
      journalMode: String(raw.pragma('journal_mode', { simple: true })),
      /** Returns `ok` or the damage, and the number of dangling references (0 in a quick check). */
      checkIntegrity: (isQuick: boolean) => ({
        integrity: String(
          raw.pragma(isQuick ? 'quick_check(1)' : 'integrity_check(1)', { simple: true }),
        ),
        danglingReferenceCount: isQuick ? 0 : (raw.pragma('foreign_key_check') as unknown[]).length,
      }),
      db: new Db(connection),
      close: () => void raw.close(),
    }
  } catch (cause) {
    connection?.raw.close()
    throw toOperatorError(cause, file)
  }
}

function readMigrations(connection: Connection, knownNames: string[]) {
  try {
    return { appliedNames: readAppliedMigrations(connection), schemaDamage: undefined }
  } catch (cause) {
    const schemaDamage = findDamage(cause)
    if (schemaDamage === undefined) throw cause
    return { appliedNames: knownNames, schemaDamage }
  }
}
