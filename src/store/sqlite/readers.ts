/**
 * Connections for reading. Each is leased to one request at a time, which reads one snapshot. A
 * request that awaits nothing ends before the next one begins, so such requests share a connection
 * with its page cache and, within a millisecond, its snapshot.
 */

import { type MaybePromise, mapMaybePromise } from '../../lib/async.ts'
import { createCache } from '../../lib/cache.ts'
import { Db } from '../db.ts'
import type { Connection } from './connection.ts'

/** Maximum time for which requests share a snapshot, and thus until they see a commit. */
export const maxSnapshotMs = 1

/** Maximum wait for worker reads, before new reads on the main thread must wait for them too. */
const workerPauseMs = 2000

class Reader {
  readonly db: Db
  readonly #connection: Connection
  /** Results of statements on small tables, by statement and values. */
  readonly #results = createCache<string, unknown[]>('query_results', { maxEntries: 1000 })
  /** Rows by id, for each company and statement. */
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

  /** Begins a snapshot, or continues one that began within the last millisecond. */
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

  /** Clears the caches after a commit of any process: cached rows must match the snapshot. */
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

export class Readers {
  readonly #open: () => Connection
  readonly #maxReaders: number
  readonly #idle: Reader[] = []
  readonly #waiting: ((reader: Reader) => void)[] = []
  #opened = 0
  #workerReads = 0
  /** While workers are paused, the time until which their reads are awaited. */
  #workersPausedUntil: number | undefined
  #endTimer: NodeJS.Immediate | undefined
  /** If set, no read begins; called when the last active read has ended. */
  #onQuiet: (() => void) | undefined

  constructor(openConnection: () => Connection, maxReaders = 4) {
    this.#open = openConnection
    this.#maxReaders = maxReaders
  }

  /** Opens all connections in advance, while file handles are available. */
  openAll(): void {
    while (this.#opened < this.#maxReaders) this.#idle.push(this.#openReader())
  }

  readLoad() {
    const idleCount = this.#idle.length
    return { busy: this.#opened - idleCount, idle: idleCount, waiting: this.#waiting.length }
  }

  read<T>(work: (db: Db) => MaybePromise<T>): MaybePromise<T> {
    return mapMaybePromise(this.#acquire(), (reader) => this.#readOn(reader, work))
  }

  endSnapshots(): void {
    clearImmediate(this.#endTimer)
    this.#endTimer = undefined
    for (const reader of this.#idle) reader.end()
  }

  /** Leases the file to a worker for one read; see `DatabaseFile`. */
  leaseToWorker(): (() => void) | undefined {
    const pausedUntil = this.#workersPausedUntil
    if (this.#onQuiet || (pausedUntil !== undefined && performance.now() < pausedUntil))
      return undefined
    this.#workerReads++
    return () => {
      this.#workerReads--
      this.#notifyIfQuiet()
    }
  }

  /**
   * Stops leases to workers; reads on the main thread continue.
   * @returns whether all worker reads have ended, or the time to wait for them is over
   */
  pauseWorkers(): boolean {
    const now = performance.now()
    this.#workersPausedUntil ??= now + workerPauseMs
    if (this.#workerReads > 0 && now < this.#workersPausedUntil) return false
    this.#workersPausedUntil = undefined
    return true
  }

  resumeWorkers(): void {
    this.#workersPausedUntil = undefined
  }

  /** Runs `work` while nothing reads; skips it if reads outlast the timeout. New reads wait. */
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
    this.#opened++
    return reader
  }

  #acquire(): MaybePromise<Reader> {
    const reader = this.#onQuiet ? undefined : this.#idle.pop()
    if (reader) return reader
    return !this.#onQuiet && this.#opened < this.#maxReaders
      ? this.#openReader()
      : new Promise((resolve) => this.#waiting.push(resolve))
  }

  #release(reader: Reader): void {
    this.#idle.push(reader)
    this.#notifyIfQuiet()
    if (this.#waiting.length > 0) {
      reader.end()
      this.#serveWaiting()
    }
    this.#endTimer ??= setImmediate(() => this.endSnapshots())
  }

  #isReading(): boolean {
    return this.#idle.length < this.#opened || this.#workerReads > 0
  }

  #notifyIfQuiet(): void {
    if (this.#onQuiet && !this.#isReading()) this.#onQuiet()
  }

  #serveWaiting(): void {
    while (!this.#onQuiet && this.#idle.length > 0 && this.#waiting.length > 0)
      this.#waiting.shift()?.(this.#idle.pop() as Reader)
  }

  #readOn<T>(reader: Reader, work: (db: Db) => MaybePromise<T>): MaybePromise<T> {
    let result: MaybePromise<T> | undefined
    try {
      reader.begin()
      result = work(reader.db)
      if (!(result instanceof Promise)) return result
      return result.finally(() => {
        // Commits in the meantime have ended only the snapshots of idle readers.
        reader.end()
        this.#release(reader)
      })
    } finally {
      if (!(result instanceof Promise)) this.#release(reader)
    }
  }
}
