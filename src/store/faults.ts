/** Classifies SQLite and system errors, and converts them to errors for clients and operators. */
import { ApiError, unavailable } from '../errors.ts'

/** The failures of commands, with their exit codes and their codes in JSON output. */
export const failures = {
  other: { exitCode: 1, code: 'FAILED' },
  setting: { exitCode: 2, code: 'WRONG_OPTION' },
  portTaken: { exitCode: 3, code: 'PORT_TAKEN' },
  locked: { exitCode: 4, code: 'DATABASE_IN_USE' },
  newerDatabase: { exitCode: 5, code: 'NEWER_DATABASE' },
  unusableDatabase: { exitCode: 6, code: 'UNUSABLE_DATABASE' },
  unwritable: { exitCode: 7, code: 'UNWRITABLE' },
  rowsRejected: { exitCode: 8, code: 'FAILED' },
  unreachableDatabase: { exitCode: 9, code: 'DATABASE_UNREACHABLE' },
} as const

export type Failure = keyof typeof failures

/** An error that an operator can fix. It ends a command with a message and an exit code. */
export class OperatorError extends Error {
  readonly failure: Failure
  readonly exitCode: number
  constructor(message: string, failure: Failure = 'other') {
    super(message)
    this.failure = failure
    this.exitCode = failures[failure].exitCode
  }
}

type Fault = 'busy' | 'damaged' | 'unwritable'

/** Classifies a database error by its SQLite or system code; returns undefined for others. */
export function classifyFault(cause: unknown): Fault | undefined {
  const code = String((cause as { code?: unknown } | null)?.code ?? '')
  if (/^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(code)) return 'busy'
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return 'damaged'
  if (
    /^SQLITE_(FULL|IOERR|READONLY|NOMEM|CANTOPEN|PERM|AUTH)/.test(code) ||
    /^E(ACCES|PERM|ROFS|NOSPC|DQUOT|MFILE|NFILE|IO|NOENT|NOTDIR|ISDIR)$/.test(code)
  )
    return 'unwritable'
  return undefined
}

/** Returns the error message if a database page is damaged or unreadable; otherwise undefined. */
export function findDamage(cause: unknown): string | undefined {
  const error = cause instanceof ApiError ? cause.cause : cause
  const { code, message } = (error ?? {}) as { code?: unknown; message?: string }
  return /^(SQLITE_(CORRUPT|NOTADB|IOERR)|(XX00[12]|58030)$)/.test(String(code))
    ? message
    : undefined
}

type Classify = (cause: unknown) => string | undefined

/** Converts database faults to UNAVAILABLE, which clients may retry; returns other errors as is. */
export function toUnavailable(cause: unknown, classify: Classify = classifyFault): unknown {
  if (cause instanceof ApiError || classify(cause) === undefined) return cause
  return Object.assign(unavailable(), { cause })
}

export const createDamageError = (file: string): OperatorError =>
  new OperatorError(
    `${file} is not a usable SQLite database; restore it from a backup, or set DATABASE_URL to another file.`,
    'unusableDatabase',
  )

export function toOperatorError(cause: unknown, file: string): unknown {
  if (cause instanceof OperatorError) return cause
  const fault = classifyFault(cause)
  if (fault === 'busy')
    return new OperatorError(
      `The database ${file} is locked by another program; stop that program first.`,
      'locked',
    )
  if (fault === 'damaged') return createDamageError(file)
  const isFolderMissing = /directory does not exist/.test(String(cause))
  if (fault === 'unwritable' || isFolderMissing)
    return new OperatorError(
      `The database ${file} cannot be opened for writing (${isFolderMissing ? 'no such folder' : (cause as { code: string }).code}); check the path, its permissions and the free disk space.`,
      'unwritable',
    )
  return cause
}

export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:/.test(url)

/** Returns a PostgreSQL database's address without the user name and password. */
export function formatPublicAddress(url: string): string {
  const [, address = '', query = ''] = /^\w+:\/\/(?:.*@)?([^?]*)\??(.*)$/.exec(url) ?? []
  const host = new URLSearchParams(query).get('host')
  return `${host ?? ''}${address}`
}
