/**
 * Connections for reading. Each is leased to one request at a time, which reads one snapshot. A
 * synchronous request ends before the next request begins, so such requests share a connection, its
 * page cache and, within a millisecond, its snapshot.
 */
import { type MaybePromise, mapMaybePromise } from '../../lib/async.ts'
import { createCache } from '../../lib/cache.ts'
import { Db } from '../db.ts'
import type { Connection } from './connection.ts'

/** The maximum age of a shared snapshot, which may lack later commits by other processes. */
export const maxSnapshotMs = 1

/** The maximum wait for worker reads before reads on the main thread are paused too. */
const maxWorkerPauseMs = 2000

class Reader {
  readonly db: Db
  readonly #connection: Connection
  /** Rows of small tables, by statement and parameter values. */
  readonly #results = createCache<string, unknown[]>('query_results', { maxEntries: 1000 })
  /** Rows by id, for each combination of company and statement. */
  readonly #rows = createCache<string, Map<string, unknown>>('company_rows', { maxEntries: 200 })
  #dataVersion: number | undefined
  #isVersionChecked = false
  #beganAt = 0

  constructor(connection: Connection) {
    this.#connection = connection
    this.db = new Db({
      ...connection,
      allCached: (sql, values) => {
        this.#clearIfChanged()
        return this.#results.getOrCreate(`${sql} ${JSON.stringify(values)}`, () =>
          connection.all(sql, values),
        )
      },
      getRowCache: (sql, companyId) => {
        this.#clearIfChanged()
        return this.#rows.getOrCreate(`${companyId} ${sql}`, () => new Map())
      },
    })
  }

  /** Begins a snapshot, or continues a snapshot that began within the last millisecond. */
  begin(): void {
    if (this.#connection.raw.inTransaction) {
      if (performance.now() - this.#beganAt < maxSnapshotMs) return
      this.#connection.exec('COMMIT')
    }
    this.#connection.exec('BEGIN')
    this.#beganAt = performance.now()
    this.#isVersionChecked = false
  }

  end(): void {
    try {
      if (this.#connection.raw.inTransaction) this.#connection.exec('COMMIT')
    } catch {
      // The next read reports the fault.
    }
  }

  /** Clears the caches after a commit by any process, so that cached rows match the snapshot. */
  #clearIfChanged(): void {
    if (this.#isVersionChecked) return
    const [row] = this.#connection.all('PRAGMA data_version', []) as { data_version: number }[]
    if (row?.data_version !== this.#dataVersion) {
      this.#results.clear()
      this.#rows.clear()
    }
    this.#dataVersion = row?.data_version
    this.#isVersionChecked = true
  }
}

export class ReaderPool {
  readonly #open: () => Connection
  readonly #maxReaders: number
  readonly #idleReaders: Reader[] = []
  readonly #queue: ((reader: Reader) => void)[] = []
  #openedCount = 0
  #workerReadCount = 0
  /** While workers are paused, the deadline for their active reads, in `performance.now()` time. */
  #workersPausedUntil: number | undefined
  #endTimer: NodeJS.Immediate | undefined
  /** If set, no new read begins. Called when the last active read has ended. */
  #onQuiet: (() => void) | undefined

  constructor(openConnection: () => Connection, maxReaders = 4) {
    this.#open = openConnection
    this.#maxReaders = maxReaders
  }

  /** Opens all connections in advance, while file handles are available. */
  openAll(): void {
    while (this.#openedCount < this.#maxReaders) this.#idleReaders.push(this.#openReader())
  }

  readLoad() {
    const idleCount = this.#idleReaders.length
    return { busy: this.#openedCount - idleCount, idle: idleCount, waiting: this.#queue.length }
  }

  read<T>(work: (db: Db) => MaybePromise<T>): MaybePromise<T> {
    return mapMaybePromise(this.#acquire(), (reader) => this.#readOn(reader, work))
  }

  endSnapshots(): void {
    clearImmediate(this.#endTimer)
    this.#endTimer = undefined
    for (const reader of this.#idleReaders) reader.end()
  }

  /** Leases the file to a worker for one read, as specified by `DatabaseFile.lease`. */
  leaseToWorker(): (() => void) | undefined {
    const pausedUntil = this.#workersPausedUntil
    if (this.#onQuiet || (pausedUntil !== undefined && performance.now() < pausedUntil))
      return undefined
    this.#workerReadCount++
    return () => {
      this.#workerReadCount--
      this.#notifyIfQuiet()
    }
  }

  /**
   * Stops leases to workers; reads on the main thread continue.
   * @returns whether all worker reads have ended, or the wait for them has timed out
   */
  pauseWorkers(): boolean {
    const now = performance.now()
    this.#workersPausedUntil ??= now + maxWorkerPauseMs
    if (this.#workerReadCount > 0 && now < this.#workersPausedUntil) return false
    this.#workersPausedUntil = undefined
    return true
  }

  resumeWorkers(): void {
    this.#workersPausedUntil = undefined
  }

  /** Runs `work` while all reads are paused; skips it if active reads outlast the timeout. */
  async runExclusive(timeoutMs: number, work: () => MaybePromise<void>): Promise<void> {
    this.#onQuiet = () => {}
    if (this.#isReading())
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs)
        this.#onQuiet = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    try {
      if (this.#isReading()) return
      this.endSnapshots()
      await work()
    } finally {
      this.#onQuiet = undefined
      this.#serveWaiting()
    }
  }

  #openReader(): Reader {
    const reader = new Reader(this.#open())
    this.#openedCount++
    return reader
  }

  #acquire(): MaybePromise<Reader> {
    const reader = this.#onQuiet ? undefined : this.#idleReaders.pop()
    if (reader) return reader
    return !this.#onQuiet && this.#openedCount < this.#maxReaders
      ? this.#openReader()
      : new Promise((resolve) => this.#queue.push(resolve))
  }

  #release(reader: Reader): void {
    this.#idleReaders.push(reader)
    this.#notifyIfQuiet()
    if (this.#queue.length > 0) {
      reader.end()
      this.#serveWaiting()
    }
    this.#endTimer ??= setImmediate(() => this.endSnapshots())
  }

  #isReading(): boolean {
    return this.#idleReaders.length < this.#openedCount || this.#workerReadCount > 0
  }

  #notifyIfQuiet(): void {
    if (this.#onQuiet && !this.#isReading()) this.#onQuiet()
  }

  #serveWaiting(): void {
    while (!this.#onQuiet && this.#idleReaders.length > 0 && this.#queue.length > 0)
      this.#queue.shift()?.(this.#idleReaders.pop() as Reader)
  }

  #readOn<T>(reader: Reader, work: (db: Db) => MaybePromise<T>): MaybePromise<T> {
    let result: MaybePromise<T> | undefined
    try {
      reader.begin()
      result = work(reader.db)
      if (!(result instanceof Promise)) return result
      return result.finally(() => {
        // A commit during this read ended only idle readers' snapshots, so this one ends here.
        reader.end()
        this.#release(reader)
      })
    } finally {
      if (!(result instanceof Promise)) this.#release(reader)
    }
  }
}
