/** Classifies PostgreSQL errors by whether the statement or request can be retried. */
import { unavailable } from '../../errors.ts'
import { type Failure, OperatorError } from '../faults.ts'

/**
 * The category of a database error, by SQLSTATE or system error code.
 * - `retryable`: a conflict, a read-only session or an outdated prepared statement.
 * - `lost`: the connection ended, or the server is a standby or accepts no connections.
 * - `busy`: a timeout, an unresponsive server, exhausted resources, or faulty disks or data.
 */
export type Fault = 'retryable' | 'lost' | 'busy'

const codePatterns: [Fault, RegExp][] = [
  ['retryable', /^(40001|40P01|25006)$/],
  [
    'lost',
    /^(STANDBY|08\w{3}|57P0[1-5]|E(CONNRESET|CONNREFUSED|CONNABORTED|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|NOENT))$/,
  ],
  ['busy', /^(UNREACHABLE|53\w{3}|55P03|57014|25P0[34]|58\w{3}|XX001|XX002)$/],
]

/** The messages of `pg` errors that have no error code. */
const lostMessages =
  /Connection terminated|connection error and is not queryable|Client was closed|server closed the connection/
const busyMessages = /timeout expired|timeout exceeded when trying to connect|Query read timeout/

export const createStandbyFault = (): Error =>
  Object.assign(new Error('The PostgreSQL server is a standby'), { code: 'STANDBY' })

/** Creates the error for a server that failed the liveness checks; requests are not retried. */
export const createUnreachableFault = (): Error =>
  Object.assign(new Error('The PostgreSQL server does not respond'), { code: 'UNREACHABLE' })

/** Returns whether the connection was lost before the statement was sent on it. */
export const isUnsent = (cause: unknown): boolean =>
  /is not queryable/.test((cause as Error).message)

export function classifyFault(cause: unknown): Fault | undefined {
  const { code, message = '' } = (cause ?? {}) as { code?: unknown; message?: string }
  if (code === '0A000' && message.includes('cached plan')) return 'retryable'
  if (code !== undefined) return codePatterns.find(([, pattern]) => pattern.test(String(code)))?.[0]
  return lostMessages.test(message) ? 'lost' : busyMessages.test(message) ? 'busy' : undefined
}

/** Creates the error for a COMMIT whose outcome is unknown. */
export const createUndecidedError = (cause: unknown): Error =>
  Object.assign(
    unavailable(
      'The connection to the database was lost during COMMIT, so the change may or may not have been saved; repeat the request with the same Idempotency-Key',
    ),
    { cause },
  )

export const redactUrl = (url: string): string =>
  url.replace(/\/\/.*@/, '//…@').replace(/([?&]password=)[^&]*/g, '$1…')

/** TLS errors have a Node.js error code, or only a message from `pg`. */
const tlsCodes = /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_|ERR_TLS_|ERR_SSL_)/
const tlsMessages = /does not support SSL|establishing an SSL connection/

/** Converts a connection error to an `OperatorError` with a remedy; returns others as is. */
export function toOperatorError(cause: unknown, url: string): unknown {
  const { code = '', message = '' } = (cause ?? {}) as { code?: string; message?: string }
  const createError = (reason: string, failure: Failure = 'unusableDatabase') =>
    new OperatorError(`The database ${redactUrl(url)} ${reason}.`, failure)
  if (cause instanceof OperatorError) return cause
  if (code === 'ERR_INVALID_URL')
    return createError(
      'has an invalid address; percent-encode special characters in the password',
      'setting',
    )
  if (tlsCodes.test(code) || tlsMessages.test(message))
    return createError(
      `cannot be trusted (${message}); see sslmode and sslrootcert in DATABASE_URL (docs/operations.md#postgresql)`,
      'setting',
    )
  if (/^(28\w{3})$/.test(code))
    return createError(
      `rejects this user (${message}); check the user and password in DATABASE_URL`,
      'setting',
    )
  if (code === 'STANDBY')
    return createError('is a read-only standby; set DATABASE_URL to the primary', 'setting')
  if (code === '3D000')
    return createError(
      'does not exist; create it with createdb, or set DATABASE_URL to another database',
    )
  if (code === '42501')
    return createError(
      `denies a required permission (${message}); run "dealgraph migrate" as the owner of its tables`,
    )
  if (code === '55P03')
    return createError('is locked by another program; stop that program first', 'locked')
  if (classifyFault(cause))
    return createError(
      `cannot be reached (${message || code}); check DATABASE_URL and that the server is running`,
      'unreachableDatabase',
    )
  return cause
}
