/** The session of the writer's transaction, and the writes that are deferred to its end. */
import { unavailable } from '../../errors.ts'
import { createYielder } from '../../lib/event-loop.ts'
import { type MaybePromise, mapMaybePromise } from '../../lib/maybe-promise.ts'
import type { Db, DeferWrite, Session } from '../db.ts'
import type { Connection } from './connection.ts'

/**
 * Runs statements within the transaction only: after a fault such as a full disk has ended it, each
 * further statement would commit by itself.
 */
export class TransactionSession {
  /** Statements so far that may have changed something. */
  writes = 0
  rowsChanged = 0
  readonly session: Session
  readonly #connection: Connection

  constructor(connection: Connection) {
    const yieldIfBusy = createYielder()
    this.#connection = connection
    this.session = {
      dialect: connection.dialect,
      all: (sql, values) => {
        this.#requireTransaction()
        if (!sql.startsWith('select ')) this.writes++
        return connection.all(sql, values)
      },
      run: (sql, values) => {
        this.#requireTransaction()
        return yieldIfBusy(() => this.#run(sql, values))
      },
    }
  }

  /** Counts a deferred write, which will change something. */
  recordDeferred(): void {
    this.#requireTransaction()
    this.writes++
  }

  #run(sql: string, values: unknown[]): MaybePromise<number> {
    this.#requireTransaction()
    this.writes++
    return mapMaybePromise(this.#connection.run(sql, values), (rows) => {
      this.rowsChanged += rows
      return rows
    })
  }

  #requireTransaction(): void {
    if (!this.#connection.raw.inTransaction) throw unavailable()
  }
}

type Write = Parameters<DeferWrite>[0]

/** Beyond this number, rows are written rather than kept in memory. */
const maxDeferredRows = 100

/**
 * Writes that the requests of a group defer to the end of their transaction, to be done once for
 * the rows of all requests.
 */
export class DeferredWrites {
  readonly #db: Db
  readonly #onDefer: () => void
  readonly #rows = new Map<Write, object[]>()
  #count = 0
  /** Resolves when all rows taken out of `#rows` have been written. */
  #flushing: Promise<void> | undefined
  /** Rows of other requests may be among the unwritten ones: the transaction must not commit. */
  #failure: { cause: unknown } | undefined

  constructor(db: Db, onDefer: () => void) {
    this.#db = db
    this.#onDefer = onDefer
  }

  readonly defer: DeferWrite = (write, rows) => {
    this.#onDefer()
    const key = write as Write
    this.#rows.set(key, (this.#rows.get(key) ?? []).concat(rows))
    this.#count += rows.length
    return this.#count > maxDeferredRows ? this.flush() : undefined
  }

  readonly flush = (): MaybePromise<void> => {
    if (this.#failure) throw this.#failure.cause
    if (this.#count > 0) this.#flushing = this.#writeAll(this.#flushing)
    return this.#flushing
  }

  /** Forgets the writes of the last transaction. */
  reset(): void {
    this.#clear()
    this.#failure = undefined
    this.#flushing = undefined
  }

  async #writeAll(previous: Promise<void> | undefined): Promise<void> {
    const writes = [...this.#rows]
    this.#clear()
    await previous
    try {
      for (const [write, rows] of writes) await write(this.#db, rows)
    } catch (cause) {
      this.#failure = { cause }
      throw cause
    }
  }

  #clear(): void {
    this.#rows.clear()
    this.#count = 0
  }
}
