/**
 * Moves committed pages from the write-ahead log to the database file, on a worker thread: after a
 * large change that takes longer than requests should wait. SQLite restarts the log only with a
 * commit that finds all pages moved and no reader in it. Under constant reads there is no such
 * moment, so for a long log one is made, between two transactions.
 */
import { closeSync, openSync } from 'node:fs'
import type { MaybePromise } from '../../lib/maybe-promise.ts'
import type { Connection } from './connection.ts'
import type { Readers } from './readers.ts'
import type { StorageWorkers } from './storage-workers.ts'

/** Fewer pages wait for the next checkpoint. */
const minPages = 1000
/** A log of this length (33 MB) is to restart; each further such length, that is tried again. */
const longLogPages = 8000
/**
 * From this length (130 MB) writers wait until the disk has caught up, and readers while the last
 * pages are moved.
 */
const hugeLogPages = 32_000
/** How long new readers wait for current ones when the log is to restart; longer as it grows. */
const pauseMs = 20
const maxPauseMs = 2000
/** A log that has been longer, because of a very long read, is truncated to this when it restarts. */
const truncateToBytes = 64_000_000

interface LogState {
  busy: number
  /** Pages in the log, and how many of them are in the database file already. */
  log: number
  checkpointed: number
}

/** A reader or a fault in the way only leaves the log longer: the next commit tries again. */
function ignoreFailure<T>(work: () => MaybePromise<T>): MaybePromise<T | undefined> {
  try {
    const result = work()
    return result instanceof Promise ? result.catch(() => undefined) : result
  } catch {
    return undefined
  }
}

export class Checkpoints {
  readonly #writer: Connection
  readonly #readers: Readers
  readonly #workers: StorageWorkers
  readonly #readState: () => LogState
  /**
   * Stays open until all connections are closed: to close any descriptor of the file would release
   * their locks.
   */
  readonly #descriptor: number
  #running: Promise<void> | undefined
  /** Moved pages are on the disk, so that the rest can be moved and the log restart. */
  #isSynced = false
  /** Worker reads are paused for a restart of the log, and not all have ended yet. */
  #isAwaitingWorkers = false
  #nextRestartPages = longLogPages

  constructor(writer: Connection, file: string, readers: Readers, workers: StorageWorkers) {
    this.#writer = writer
    this.#readers = readers
    this.#workers = workers
    writer.raw.pragma('wal_autocheckpoint = 0')
    writer.raw.pragma(`journal_size_limit = ${truncateToBytes}`)
    const state = writer.raw.prepare<[], LogState>('PRAGMA wal_checkpoint(NOOP)')
    this.#readState = () => state.get() as LogState
    this.#descriptor = openSync(file, 'r+')
  }

  afterCommit(): void {
    void ignoreFailure(() => this.#checkpointIfDue())
  }

  /** To be awaited before each transaction. */
  beforeTransaction(): MaybePromise<void> {
    return ignoreFailure(() => this.#restartIfSynced())
  }

  /** To be called once all connections are closed. */
  close(): void {
    closeSync(this.#descriptor)
  }

  #checkpointIfDue(): void {
    if (this.#running) return
    const { log, checkpointed } = this.#readState()
    if (log < longLogPages) this.#nextRestartPages = longLogPages
    if (log - checkpointed < minPages) return
    const isRestartDue = log >= this.#nextRestartPages
    void this.#run(isRestartDue || this.#isAwaitingWorkers)
    if (isRestartDue) this.#nextRestartPages = log + longLogPages
  }

  /** @returns once it has ended, whether it succeeded or not */
  #run(sync: boolean): Promise<void> {
    this.#running = this.#workers.checkpoint(this.#descriptor, sync).then((isSynced) => {
      this.#running = undefined
      if (isSynced !== undefined) this.#isSynced = isSynced
    })
    return this.#running
  }

  #restartIfSynced(): MaybePromise<void> {
    if (!this.#isSynced && !this.#running) return undefined
    const state = this.#readState()
    if (!this.#running) return this.#moveLast(state)
    if (state.log < hugeLogPages) return undefined
    return this.#running.then(() => ignoreFailure(() => this.#restartIfSynced()))
  }

  /**
   * Moves the last pages while no one reads or writes: a few at once, and many, of a huge log, on a
   * worker. If another process reads, that is tried again after as many further pages.
   */
  #moveLast({ log, checkpointed }: LogState): MaybePromise<void> {
    const isShort = log - checkpointed < minPages
    const isDue = log >= longLogPages && (isShort || log >= hugeLogPages)
    this.#isAwaitingWorkers = isDue && !this.#readers.pauseWorkers()
    if (this.#isAwaitingWorkers) return undefined
    this.#isSynced = false
    if (!isDue) return this.#readers.resumeWorkers()
    const timeoutMs = Math.min(maxPauseMs, pauseMs * (log / longLogPages) ** 2)
    return this.#readers.runExclusive(timeoutMs, () =>
      ignoreFailure(() =>
        isShort ? void this.#writer.raw.pragma('wal_checkpoint(PASSIVE)') : this.#moveAll(),
      ),
    )
  }

  async #moveAll(): Promise<void> {
    await this.#run(true)
    this.#isSynced = false
  }
}
