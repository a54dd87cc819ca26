import { statSync } from 'node:fs'
import { exitCodes, OperatorError } from '../faults.ts'
import type { Connection } from './connection.ts'
import { refuseNewer } from './migrate.ts'

/** Which file has this name at the moment. */
export const identity = (path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino}`
}

/**
 * Looks whether the database that is open may still be written to: the file under its name is still
 * the one that was opened (what goes into a removed one is lost), and no newer program has changed
 * the schema since.
 * @returns the look, which throws OperatorError
 */
export function guardOf(connection: Connection, file: string, known: string[]): () => void {
  const opened = [file, `${file}-wal`].map((path) => ({ path, is: identity(path) }))
  const version = connection.raw.prepare('PRAGMA data_version').pluck()
  let seen = version.get()
  return () => {
    for (const { path, is } of opened)
      if (identity(path) !== is)
        throw new OperatorError(
          `${path} was removed or replaced while it was in use; put it back, or restore a backup, and start again.`,
          exitCodes.unusableDatabase,
        )
    const now = version.get()
    if (now !== seen) refuseNewer(connection, known)
    seen = now
  }
}
