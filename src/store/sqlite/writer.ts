/**
 * The only writer of a SQLite file in this process. Write requests run strictly one after another.
 * Waiting requests share one COMMIT (group commit), after which each receives its response. If
 * COMMIT fails, every request of the group fails. A savepoint per request would reduce the rate of
 * writes by a third, since SQLite would then copy each changed page. Therefore, a group runs again,
 * with a savepoint per request, only if a request has failed after changing data.
 */
import { setTimeout as wait, setImmediate as waitForNextTurn } from 'node:timers/promises'
import { unavailable } from '../../errors.ts'
import { createYielder, type MaybePromise } from '../../lib/async.ts'
import { Db, type Session } from '../db.ts'
import { classifyFault } from '../faults.ts'
import type { Connection } from './connection.ts'

interface Job {
  work(db: Db): MaybePromise<unknown>
  resolve(value: never): void
  reject(reason: unknown): void
}

interface WriterHooks {
  convertError(cause: unknown): unknown
  beforeTransaction?(): MaybePromise<void>
  /** Called at the start of each transaction. If it throws, every waiting request is rejected. */
  checkFile?(): void
  /** Called before a COMMIT of many rows, so that COMMIT does not block requests while it syncs. */
  syncLog?(): Promise<unknown>
  afterCommit?(): void
}

/** The log is synced before COMMIT if more rows than this have changed. */
const minRowsToSync = 2000

/** The maximum number of requests per group, to limit the wait of the first request. */
const maxGroupSize = 64

/** The maximum time that the writer waits for another process's lock, and the retry interval. */
const lockTimeoutMs = 5000
const lockRetryMs = 5

/** Thrown if a request fails after a change: the group runs again, each request in a savepoint. */
const separateRunSignal = Symbol('run each request in a savepoint')

export class Writer {
  readonly #connection: Connection
  readonly #hooks: WriterHooks
  readonly #queue: Job[] = []
  readonly #transaction: TransactionSession
  readonly #db: Db
  #draining: Promise<void> | undefined
  #hasGroupFailed = false

  constructor(connection: Connection, hooks: WriterHooks) {
    this.#connection = connection
    this.#hooks = hooks
    this.#transaction = new TransactionSession(connection)
    this.#db = new Db(this.#transaction)
  }

  write<T>(work: (db: Db) => MaybePromise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, resolve, reject })
      this.#draining ??= this.#drain()
    })
  }

  get waitingCount(): number {
    return this.#queue.length
  }

  async waitUntilIdle(): Promise<void> {
    while (this.#draining) await this.#draining
  }

  async #drain(): Promise<void> {
    try {
      while (this.#queue.length > 0) {
        await this.#gatherRequests()
        await this.#runGroup(this.#queue, false)
      }
    } finally {
      this.#draining = undefined
      this.#hasGroupFailed = false
    }
  }

  /**
   * Waits until a turn of the event loop brings no more requests: consecutive requests benefit from
   * the processor's caches and take up to an eighth less time. Does not wait after a failed group,
   * since the remaining requests have already waited.
   */
  async #gatherRequests(): Promise<void> {
    if (this.#hasGroupFailed) return
    let previousLength = 0
    while (this.#queue.length > previousLength && this.#queue.length < maxGroupSize) {
      previousLength = this.#queue.length
      await waitForNextTurn()
    }
  }

  async #runGroup(jobs: Job[], isSeparate: boolean): Promise<void> {
    const group: Job[] = []
    const settleCallbacks: (() => void)[] = []
    let currentJob: Job | undefined
    try {
      await this.#begin()
      while (group.length < maxGroupSize) {
        currentJob = jobs.shift()
        if (!currentJob) break
        group.push(currentJob)
        settleCallbacks.push(await this.#runJob(currentJob, group.length === 1, isSeparate))
        currentJob = undefined
      }
      if (this.#transaction.changedRowCount > minRowsToSync) await this.#hooks.syncLog?.()
      this.#connection.exec('COMMIT')
    } catch (cause) {
      this.#rollBack()
      this.#hasGroupFailed = true
      if (cause !== separateRunSignal) return this.#rejectGroup(group, jobs, currentJob, cause)
      while (group.length > 0) await this.#runGroup(group, true)
      return
    }
    this.#hasGroupFailed = false
    for (const settleCallback of settleCallbacks) settleCallback()
    this.#hooks.afterCommit?.()
  }

  /** Begins a transaction. Waits for locks here, as a wait in SQLite would block the event loop. */
  async #begin(): Promise<void> {
    const preparation = this.#hooks.beforeTransaction?.()
    if (preparation) await preparation
    for (const deadline = performance.now() + lockTimeoutMs; ; await wait(lockRetryMs)) {
      try {
        this.#connection.exec('BEGIN IMMEDIATE')
        break
      } catch (cause) {
        if (classifyFault(cause) !== 'busy' || performance.now() > deadline) throw cause
      }
    }
    this.#transaction.changedRowCount = 0
    this.#hooks.checkFile?.()
  }

  /** Runs a request. @returns the function that settles it after COMMIT */
  async #runJob(job: Job, isFirst: boolean, isSeparate: boolean): Promise<() => void> {
    if (isSeparate) this.#connection.exec('SAVEPOINT request')
    const writesBefore = this.#transaction.writeCount
    try {
      const result = await job.work(this.#db)
      if (isSeparate) this.#connection.exec('RELEASE request')
      return () => job.resolve(result as never)
    } catch (cause) {
      // The first request's failure affects no other request, and a full disk ends the transaction.
      if (isFirst || !this.#connection.raw.inTransaction) throw cause
      if (isSeparate) {
        this.#connection.exec('ROLLBACK TO request')
        this.#connection.exec('RELEASE request')
      } else if (this.#transaction.writeCount !== writesBefore) throw separateRunSignal
      return () => job.reject(this.#hooks.convertError(cause))
    }
  }

  /** Rolls back without throwing, since the requests must be rejected afterward. */
  #rollBack(): void {
    try {
      if (this.#connection.raw.inTransaction) this.#connection.exec('ROLLBACK')
    } catch {}
  }

  /** Rejects a group or, if it is empty, all waiting jobs. Only `failedJob` gets its own error. */
  #rejectGroup(group: Job[], waitingJobs: Job[], failedJob: Job | undefined, cause: unknown): void {
    const rejectedJobs = group.length > 0 ? group : waitingJobs.splice(0)
    for (const job of rejectedJobs)
      job.reject(
        failedJob && job !== failedJob
          ? Object.assign(unavailable(), { cause })
          : this.#hooks.convertError(cause),
      )
  }
}

/** Rejects statements after a fault has ended the transaction: each would commit by itself. */
class TransactionSession implements Session {
  readonly dialect = 'sqlite'
  /** The number of statements that may have changed data. */
  writeCount = 0
  changedRowCount = 0
  readonly #connection: Connection
  readonly #yieldIfBusy = createYielder()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  all(sql: string, values: unknown[]): unknown[] {
    this.#requireTransaction()
    const rows = this.#connection.all(sql, values)
    if (!this.#connection.isReadOnly(sql)) this.writeCount++
    return rows
  }

  run(sql: string, values: unknown[]): MaybePromise<number> {
    this.#requireTransaction()
    return this.#yieldIfBusy(() => {
      this.#requireTransaction()
      this.writeCount++
      const rowCount = this.#connection.run(sql, values)
      this.changedRowCount += rowCount
      return rowCount
    })
  }

  #requireTransaction(): void {
    if (!this.#connection.raw.inTransaction) throw unavailable()
  }
}
