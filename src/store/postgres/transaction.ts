/** Runs a transaction on a connection, and retries it after transient faults. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import type { MaybePromise } from '../../lib/async.ts'
import { Db } from '../db.ts'
import { toUnavailable } from '../faults.ts'
import { createSession } from './connection.ts'
import { classifyFault, createUndecidedError, isUnsent } from './faults.ts'

const defaultRetryMs = 5000
/** The limits of the retry delay, which doubles with each retry. */
const [minDelayMs, maxDelayMs] = [10, 400]

/** A database fault in a transaction. The type of `cause` determines whether to retry. */
class TransactionFault extends Error {
  constructor(cause: unknown) {
    super('A database fault ended the transaction', { cause })
  }
}

/** Runs `attempt`; retries it after transient faults for up to `retryMs`. @throws UNAVAILABLE */
export async function withRetries<T>(attempt: () => Promise<T>, retryMs = defaultRetryMs) {
  const deadline = performance.now() + retryMs
  for (let delayMs = minDelayMs; ; delayMs = Math.min(delayMs * 2, maxDelayMs)) {
    try {
      return await attempt()
    } catch (cause) {
      const fault = cause instanceof TransactionFault ? cause.cause : cause
      const isTransient = ['retryable', 'lost'].includes(classifyFault(fault) ?? '')
      if (!isTransient || performance.now() + delayMs > deadline)
        throw toUnavailable(fault, classifyFault)
      await delay(delayMs)
    }
  }
}

export interface Transaction<T> {
  client: Client
  beginSql: string
  work(db: Db): MaybePromise<T>
  onStatement?: ((sql: string) => void) | undefined
}

/** Connections that must be replaced because of a database error. */
const failedClients = new WeakSet<Client>()
export const needsReplacement = (client: Client): boolean => failedClients.has(client)

/** Creates a transaction's `Db`. `state.fault` is the first database fault. */
function createTransactionDb({ client, onStatement }: Transaction<unknown>) {
  const state: { fault?: unknown; hasEnded?: boolean } = {}
  const session = createSession(client, onStatement)
  const recordFault = (cause: Error, statement: string): never => {
    failedClients.add(client)
    if (classifyFault(cause)) state.fault ??= cause
    throw toUnavailable(Object.assign(cause, { statement }), classifyFault)
  }
  /** Rejects late statements, which would run in the connection's next transaction. */
  const runStatement = async <R>(sql: string, send: () => MaybePromise<R>): Promise<R> => {
    if (state.hasEnded) throw new Error('The transaction has ended')
    try {
      return await send()
    } catch (cause) {
      return recordFault(cause as Error, sql)
    }
  }
  const db = new Db({
    dialect: session.dialect,
    all: (sql, values) => runStatement(sql, () => session.all(sql, values)),
    run: (sql, values) => runStatement(sql, () => session.run(sql, values)),
  })
  return { db, state }
}

/** Runs `work` in a transaction, and rolls the transaction back if `work` fails. */
async function runOrRollBack<T>(transaction: Transaction<T>, beginPromise: Promise<unknown>) {
  const { client, work } = transaction
  const { db, state } = createTransactionDb(transaction)
  try {
    const result = await work(db)
    state.hasEnded = true
    await beginPromise
    if (state.fault) throw state.fault
    return result
  } catch (cause) {
    state.hasEnded = true
    await client.query('ROLLBACK').catch(() => failedClients.add(client))
    throw state.fault ? new TransactionFault(state.fault) : cause
  }
}

/** Runs a read transaction once, and returns its result without waiting for COMMIT. */
export async function runRead<T>(transaction: Transaction<T>): Promise<T> {
  const beginPromise = transaction.client.query(transaction.beginSql)
  beginPromise.catch(() => undefined)
  const result = await runOrRollBack(transaction, beginPromise)
  transaction.client.query('COMMIT').catch(() => failedClients.add(transaction.client))
  return result
}

/** Runs a write transaction once. @throws UNAVAILABLE if the outcome of COMMIT is unknown */
export async function runWrite<T>(transaction: Transaction<T>): Promise<T> {
  const beginPromise = transaction.client.query(transaction.beginSql)
  await beginPromise.catch((cause: unknown) => {
    failedClients.add(transaction.client)
    throw cause
  })
  const result = await runOrRollBack(transaction, beginPromise)
  await commit(transaction.client)
  return result
}

/** Commits a transaction. @throws if it was rolled back or its outcome is unknown */
async function commit(client: Client): Promise<void> {
  let command: string
  let warning: unknown
  const onNotice = (notice: { code?: string | undefined }) => {
    if (notice.code?.startsWith('01')) warning = notice
  }
  client.on('notice', onNotice)
  try {
    command = (await client.query('COMMIT')).command
  } catch (cause) {
    failedClients.add(client)
    throw classifyFault(cause) === 'lost' && !isUnsent(cause) ? createUndecidedError(cause) : cause
  } finally {
    client.off('notice', onNotice)
  }
  // COMMIT merely warns if it stops waiting for a synchronous standby, which may lack the changes.
  if (warning) throw createUndecidedError(warning)
  // If a statement failed, PostgreSQL responds to COMMIT with ROLLBACK instead of an error.
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back because a statement failed')
}
