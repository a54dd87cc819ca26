import { ApiError, unavailable } from '../errors.ts'

/** A fault that an operator can mend: stops a command with this one sentence and exit code. */
export class OperatorError extends Error {
  readonly exitCode: number
  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

export const exitCodes = { setting: 2, portTaken: 3, locked: 4, newerDatabase: 5, unusableDatabase: 6 } as const

const transient = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|NOMEM|CANTOPEN)/

/** What a request is told when the database, not the request, is at fault: UNAVAILABLE, worth a retry. */
export function explainFault(cause: unknown): unknown {
  if (cause instanceof ApiError) return cause
  const code = (cause as { code?: unknown } | null)?.code
  if (typeof code !== 'string' || !transient.test(code)) return cause
  return Object.assign(unavailable(), { cause })
}

/** What a command is told when the file cannot be used. */
export function explainOpen(cause: unknown, file: string): unknown {
  const code = String((cause as { code?: unknown } | null)?.code ?? '')
  if (/BUSY|LOCKED/.test(code)) return new OperatorError(`The database ${file} is locked by another program; stop that one first.`, exitCodes.locked)
  if (/NOTADB|CORRUPT/.test(code))
    return new OperatorError(`${file} is not a usable SQLite database; restore it from a backup, or point DATABASE_URL elsewhere.`, exitCodes.unusableDatabase)
  if (/CANTOPEN|READONLY|PERM|IOERR|FULL|ENOENT|EACCES|EROFS|ENOTDIR/.test(code) || /directory does not exist/.test(String(cause)))
    return new OperatorError(
      `The database ${file} cannot be opened for writing (${code || 'no such folder'}); check the path, its permissions and the free disk space.`,
      exitCodes.unusableDatabase,
    )
  return cause
}
