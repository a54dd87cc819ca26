import type { Client } from 'pg'
import type { MaybePromise } from '../../lib/maybe-promise.ts'
import { createDb, type Db } from '../db.ts'
import { sessionOn } from './connection.ts'
import { explain, faultOf, isUnsent, undecided } from './faults.ts'

/**
 * Milliseconds for which a transaction is tried again, and between two tries at first and at most.
 */
const usual = 5000
const [shortest, longest] = [10, 400]

/** What a statement failed with, where the whole transaction is worth another try. */
class Again extends Error {
  constructor(cause: unknown) {
    super('to be tried again', { cause })
  }
}

/** Tries a transaction until it is through; what it fails with is explained. */
export async function withRetries<T>(attempt: () => Promise<T>, patience = usual): Promise<T> {
  const end = performance.now() + patience
  for (let pause = shortest; ; pause = Math.min(pause * 2, longest)) {
    try {
      return await attempt()
    } catch (cause) {
      const fault = cause instanceof Again ? cause.cause : cause
      const worthIt = ['again', 'lost'].includes(faultOf(fault) ?? '')
      if (!worthIt || performance.now() + pause > end) throw explain(fault)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

interface Work<T> {
  client: Client
  /** What begins the transaction. */
  begin: string
  work(db: Db): MaybePromise<T>
  onStatement?: ((sql: string) => void) | undefined
}

/**
 * Connections on which something went wrong, so that another takes their place; that an operation
 * refuses is nothing wrong.
 */
const spoiled = new WeakSet<Client>()
export const isSpoiled = (client: Client): boolean => spoiled.has(client)

/**
 * What the statements of a transaction go through: the first fault of the database is kept, for it
 * may be worth another try.
 */
function watched({ client, onStatement }: Work<unknown>) {
  const seen: { fault?: unknown; over?: boolean } = {}
  const session = sessionOn(client, onStatement)
  const noted = (cause: Error, statement: string): never => {
    spoiled.add(client)
    if (faultOf(cause)) seen.fault ??= cause
    throw explain(Object.assign(cause, { statement }))
  }
  /** Whoever comes when the work has given up would ask in somebody else's transaction. */
  const ask = async <R>(sql: string, send: () => MaybePromise<R>): Promise<R> => {
    if (seen.over) throw new Error('The transaction is over')
    try {
      return await send()
    } catch (cause) {
      return noted(cause as Error, sql)
    }
  }
  const db = createDb({
    dialect: session.dialect,
    all: (sql, values) => ask(sql, () => session.all(sql, values)),
    run: (sql, values) => ask(sql, () => session.run(sql, values)),
  })
  return { db, seen }
}

/** Runs `work`, and undoes what was begun where it fails. */
async function begun<T>(transaction: Work<T>, beginning: Promise<unknown>): Promise<T> {
  const { client, work } = transaction
  const { db, seen } = watched(transaction)
  try {
    const result = await work(db)
    seen.over = true
    await beginning
    if (seen.fault) throw seen.fault
    return result
  } catch (cause) {
    seen.over = true
    await client.query('ROLLBACK').catch(() => spoiled.add(client))
    throw seen.fault ? new Again(seen.fault) : cause
  }
}

/**
 * One try of a snapshot. Its statements follow its beginning without waiting for it; nobody waits
 * for its end.
 */
export async function retryRead<T>(transaction: Work<T>): Promise<T> {
  const beginning = transaction.client.query(transaction.begin)
  beginning.catch(() => undefined)
  const result = await begun(transaction, beginning)
  transaction.client.query('COMMIT').catch(() => spoiled.add(transaction.client))
  return result
}

/**
 * One try of a change. Nothing of it is left when it rejects, unless it says that this is not
 * known.
 */
export async function retryWrite<T>(transaction: Work<T>): Promise<T> {
  const beginning = transaction.client.query(transaction.begin)
  await beginning.catch((cause: unknown) => {
    spoiled.add(transaction.client)
    throw cause
  })
  const result = await begun(transaction, beginning)
  await commit(transaction.client)
  return result
}

/** @throws where what was done is undone, or where that is not known */
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
    spoiled.add(client)
    throw faultOf(cause) === 'lost' && !isUnsent(cause) ? undecided(cause) : cause
  } finally {
    client.off('notice', onNotice)
  }
  // A timeout during the wait for a synchronous standby commits with a warning: not durable.
  if (warning) throw undecided(warning)
  // PostgreSQL answers so, and without an error, where a statement had failed.
  if (command !== 'COMMIT')
    throw new Error('The transaction was undone, for one of its statements had failed')
}
