/**
 * Moves committed pages from the write-ahead log to the database file on a worker thread, because
 * after a large change this takes longer than requests should wait. SQLite restarts the log only at
 * a commit that finds all pages moved and no reader of the log. Under constant reads there is no
 * such commit, so readers are paused between two transactions when the log is long.
 */
import { closeSync, openSync } from 'node:fs'
import type { Statement } from 'better-sqlite3'
import type { MaybePromise } from '../../lib/async.ts'
import type { Connection } from './connection.ts'
import type { ReaderPool } from './reader-pool.ts'
import type { StorageWorkers } from './storage-workers.ts'

/** A checkpoint begins if at least this number of log pages have not yet been moved. */
const minCheckpointPages = 1000
/** The log length (33 MB) at which a restart is attempted, and again after each further 33 MB. */
const longLogPages = 8000
/** From this length (130 MB), writers wait for a checkpoint, and readers for its last pages. */
const hugeLogPages = 32_000
/** The time that new reads wait for active reads; grows with the log length up to `maxPauseMs`. */
const pauseMs = 20
const maxPauseMs = 2000
/** The size to which a restarting log is truncated if a very long read has made it longer. */
const truncateToBytes = 64_000_000

interface LogState {
  log: number
  /** The number of log pages that are already in the database file. */
  checkpointed: number
}

/** Runs `work`, and ignores errors: the log stays long until the next commit's checkpoint. */
async function ignoreFailure(work: () => MaybePromise<unknown>): Promise<void> {
  try {
    await work()
  } catch {}
}

export class Checkpoints {
  /** Restarts a long log. If set, it is awaited before each transaction. */
  restartLog: (() => Promise<void>) | undefined
  readonly #writer: Connection
  readonly #readerPool: ReaderPool
  readonly #workers: StorageWorkers
  readonly #logState: Statement<[], LogState>
  /** Closed after the connections, as closing any descriptor of the file releases their locks. */
  readonly #descriptor: number
  #running: Promise<void> | undefined
  /** Whether all moved pages are on disk, so that the last pages can be moved next. */
  #isSynced = false
  /** Whether a log restart waits for worker reads to end. */
  #isAwaitingWorkers = false
  #restartThresholdPages = longLogPages

  constructor(
    { file, writer }: { file: string; writer: Connection },
    readerPool: ReaderPool,
    workers: StorageWorkers,
  ) {
    this.#writer = writer
    this.#readerPool = readerPool
    this.#workers = workers
    this.#logState = writer.raw.prepare('PRAGMA wal_checkpoint(NOOP)')
    writer.raw.pragma('wal_autocheckpoint = 0')
    writer.raw.pragma(`journal_size_limit = ${truncateToBytes}`)
    this.#descriptor = openSync(file, 'r+')
  }

  /** Starts a checkpoint after a commit if the log has many pages to move. */
  startIfDue(): void {
    try {
      const state = this.#readState()
      if (state.log - state.checkpointed >= minCheckpointPages) this.#startCheckpoint(state)
    } catch {
      // The next commit tries again. Until then, the log only grows.
    }
  }

  /** Closes the file. Must be called after all connections are closed. */
  close(): void {
    closeSync(this.#descriptor)
  }

  #readState(): LogState {
    return this.#logState.get() as LogState
  }

  #startCheckpoint({ log }: LogState): void {
    if (this.#running) return
    if (log < longLogPages) this.#restartThresholdPages = longLogPages
    const isRestartDue = log >= this.#restartThresholdPages
    void this.#runCheckpoint(isRestartDue || this.#isAwaitingWorkers)
    if (isRestartDue) this.#restartThresholdPages = log + longLogPages
  }

  /** Runs a checkpoint on a worker. Resolves when it has ended, even if it failed. */
  #runCheckpoint(mustSync: boolean): Promise<void> {
    this.#running = this.#workers.checkpoint(this.#descriptor, mustSync).then((isSynced) => {
      this.#running = undefined
      if (isSynced !== undefined) this.#isSynced = isSynced
      this.#updateRestart()
    })
    this.#updateRestart()
    return this.#running
  }

  #updateRestart(): void {
    const mayRestart = this.#isSynced || this.#running !== undefined
    this.restartLog = mayRestart ? () => ignoreFailure(() => this.#restart()) : undefined
  }

  async #restart(): Promise<void> {
    try {
      const state = this.#readState()
      if (!this.#running) await this.#moveLastPages(state)
      else if (state.log >= hugeLogPages) {
        await this.#running
        if (this.#isSynced) await this.#moveLastPages(this.#readState())
      }
    } finally {
      this.#updateRestart()
    }
  }

  /**
   * Moves the last pages while no read or write is active: few pages on this thread, or many pages
   * of a huge log on a worker. If another process is reading, retries `longLogPages` pages later.
   */
  #moveLastPages({ log, checkpointed }: LogState): MaybePromise<void> {
    const isNearlyMoved = log - checkpointed < minCheckpointPages
    const isDue = log >= longLogPages && (isNearlyMoved || log >= hugeLogPages)
    this.#isAwaitingWorkers = isDue && !this.#readerPool.pauseWorkers()
    if (this.#isAwaitingWorkers) return undefined
    this.#isSynced = false
    if (!isDue) return this.#readerPool.resumeWorkers()
    const timeoutMs = Math.min(maxPauseMs, pauseMs * (log / longLogPages) ** 2)
    return this.#readerPool.runExclusive(timeoutMs, () =>
      ignoreFailure(() =>
        isNearlyMoved ? void this.#writer.raw.pragma('wal_checkpoint(PASSIVE)') : this.#moveAll(),
      ),
    )
  }

  async #moveAll(): Promise<void> {
    await this.#runCheckpoint(true)
    this.#isSynced = false
  }
}
