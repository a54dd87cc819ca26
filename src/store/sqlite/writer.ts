import { ApiError, unavailable } from '../../errors.ts'
import type { MaybePromise } from '../../lib/maybe-promise.ts'
import { createDb, type Db } from '../db.ts'
import { databaseFaultOf } from '../faults.ts'
import type { Connection } from './connection.ts'
import { leftToWrite } from './deferred-writes.ts'
import { transactionSession } from './transaction-session.ts'

interface Job {
  work(db: Db): MaybePromise<unknown>
  resolve(value: never): void
  reject(reason: unknown): void
}

interface Writer {
  /** Told what went wrong; what it answers is what those who asked are told. */
  explain(cause: unknown): unknown
  /** Called before each transaction, which waits for it. */
  between?(): MaybePromise<void>
  /** Called at the beginning of each transaction; what it throws refuses everything that waits. */
  check?(): void
  /**
   * Called before a COMMIT of many changes: what can be brought to the disk beforehand need not
   * hold everybody up.
   */
  prepare?(): Promise<unknown>
  /** Told of each COMMIT. */
  committed?(): void
}

/** So many rows changed in one transaction are many. */
const many = 2000

/**
 * After so many requests the group is committed, so that the first of them does not wait for ever.
 */
const groupSize = 64

/**
 * How long to wait for another process that writes, and between two looks whether it is done, in
 * milliseconds.
 */
const patience = 5000
const pause = 5

/**
 * A request failed after it had changed something, and what the others of its group did cannot be
 * kept apart from it.
 */
const mixed = Symbol('mixed')

/**
 * The one writer of a SQLite file. Requests that write run strictly one after another; those that
 * are waiting share one COMMIT, and nobody is answered before it. A failing COMMIT fails every
 * request of the group. A savepoint for each would cost a third of a write, for SQLite puts aside
 * each page that changes: only where one of a group fails after it has changed something, or what
 * was left to be written last cannot be, do all of them run once more, each in a savepoint of its
 * own.
 */
export function openWriter(
  connection: Connection,
  { explain, between, check, prepare, committed }: Writer,
) {
  const queue: Job[] = []
  let running: Promise<void> | undefined
  /** The last group was. */
  let refused = false
  let changed = 0
  const inside = transactionSession(connection, (rows) => {
    changed += rows
  })
  const alone = createDb(inside.session)
  const left = leftToWrite(alone, inside.touched)
  const together = createDb({ ...inside.session, deferred: left })

  /**
   * The loop goes on while another process has the lock: a wait inside SQLite would hold up
   * everybody.
   */
  async function begin(): Promise<void> {
    const waits = between?.()
    if (waits) await waits
    for (
      const end = performance.now() + patience;
      ;
      await new Promise((resolve) => setTimeout(resolve, pause))
    ) {
      try {
        connection.exec('BEGIN IMMEDIATE')
        break
      } catch (cause) {
        if (databaseFaultOf(cause) !== 'busy' || performance.now() > end) throw cause
      }
    }
    check?.()
  }

  async function runOne(job: Job, first: boolean, apart: boolean): Promise<() => void> {
    if (apart) connection.exec('SAVEPOINT request')
    const before = inside.writes()
    try {
      const value = await job.work(apart ? alone : together)
      if (apart) connection.exec('RELEASE request')
      return () => job.resolve(value as never)
    } catch (cause) {
      // Where nothing was done before it, all of the transaction is undone, and there is nothing to
      // commit. Some faults (a full disk) end the whole transaction; then there is no savepoint to
      // go back to.
      if (first || !connection.raw.inTransaction) throw cause
      if (apart) {
        connection.exec('ROLLBACK TO request')
        connection.exec('RELEASE request')
      } else if (inside.writes() !== before) throw mixed
      return () => job.reject(explain(cause))
    }
  }

  /**
   * Unless the database is at fault, it shows whose rows cannot be written when each of the group
   * runs by itself.
   */
  async function writeLeft(): Promise<void> {
    try {
      await left.write()
    } catch (cause) {
      throw connection.raw.inTransaction && !(cause instanceof ApiError) ? mixed : cause
    }
  }

  /** Whoever waits for an answer gets it, even where this too fails. */
  function rollBack(): void {
    try {
      if (connection.raw.inTransaction) connection.exec('ROLLBACK')
    } catch {}
  }

  /**
   * Those that come together are worked on one right after another: what the database and the
   * program need for it is then in the processor's caches, and each takes up to an eighth less than
   * if it were worked on as it comes. Those behind one that was refused have waited already.
   */
  async function gathered(): Promise<void> {
    if (refused) return
    for (let known = 0; queue.length > known && queue.length < groupSize; ) {
      known = queue.length
      await new Promise(setImmediate)
    }
  }

  /** @param again those of a group that has to run once more, each apart from the others */
  async function runGroup(again?: Job[]): Promise<void> {
    const group: Job[] = []
    const next = again ?? queue
    let last: Job | undefined
    const answers: (() => void)[] = []
    try {
      if (!again) await gathered()
      await begin()
      changed = 0
      left.forget()
      while (group.length < groupSize) {
        const job = next.shift()
        if (!job) break
        group.push(job)
        last = job
        answers.push(await runOne(job, group.length === 1, again !== undefined))
        last = undefined
      }
      await writeLeft()
      if (changed > many) await prepare?.()
      connection.exec('COMMIT')
      refused = false
    } catch (cause) {
      rollBack()
      refused = true
      if (cause === mixed) return runApart(group)
      if (group.length === 0) group.push(...next.splice(0))
      // What one request was refused for is nothing that the others should hear of.
      for (const job of group)
        job.reject(last && job !== last ? Object.assign(unavailable(), { cause }) : explain(cause))
      return
    }
    for (const answer of answers) answer()
    committed?.()
  }

  async function runApart(jobs: Job[]): Promise<void> {
    while (jobs.length > 0) await runGroup(jobs)
  }

  async function drain(): Promise<void> {
    try {
      while (queue.length > 0) await runGroup()
    } finally {
      running = undefined
      refused = false
    }
  }

  return {
    write<T>(work: (db: Db) => MaybePromise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        queue.push({ work, resolve, reject })
        running ??= drain()
      })
    },
    /** How many wait for their turn. */
    waiting: () => queue.length,
    /** Resolves when everything that was asked for has been committed or refused. */
    idle: async () => {
      while (running) await running
    },
  }
}
