/** The database interface, which SQLite and PostgreSQL implement. */
import type { MaybePromise } from '../lib/async.ts'
import type { Db } from './db.ts'
import type { OperatorError } from './faults.ts'
import type { OnMigration } from './migrations.ts'

/** Access to the rows of one company, or of all companies. Only the store begins transactions. */
export interface CompanyAccess {
  /**
   * Runs `work` on one snapshot of the latest state. Other processes' commits may be missing for up
   * to a millisecond.
   */
  read<T>(work: (db: Db) => MaybePromise<T>): MaybePromise<T>
  /** Runs single queries, each on the latest committed state. */
  readLatest<T>(work: (db: Db) => MaybePromise<T>): MaybePromise<T>
  /**
   * Runs `work` as one transaction, possibly more than once. Resolves after COMMIT; rejects after
   * ROLLBACK or an unknown outcome. A company's writes run one after another, across processes.
   */
  write<T>(work: (db: Db) => MaybePromise<T>): Promise<T>
}

export interface Load {
  /** The number of connections for requests. On PostgreSQL, they are opened on demand. */
  connections: { busy: number; idle: number }
  /** The number of requests waiting for a connection, or for another request's transaction. */
  waiting: { connection: number; turn: number }
}

export interface DiskUsage {
  fileBytes: number
  logBytes: number
  /** The free space on the file's disk. */
  freeBytes: number
}

/** The file of a served database, for query workers that read it. */
export interface DatabaseFile {
  file: string
  /** The device and inode of the file, by which workers detect that the file was replaced. */
  fileId: string
  /**
   * Acquires a lease for one read on a worker. The returned function releases the lease. Returns
   * undefined while workers are paused.
   */
  lease(): (() => void) | undefined
}

export interface Store {
  forCompany(companyId: string): CompanyAccess
  /** For the few queries across companies. An architecture test lists the files that may use it. */
  allCompanies: CompanyAccess
  /** Whether other processes may serve the same database. */
  isShared: boolean
  /** Returns a number that changes with each COMMIT of any process; undefined on PostgreSQL. */
  readVersion(): number | undefined
  commits: CommitNotifier
  counters: Counters
  /** Set only if a server opened a SQLite file. */
  databaseFile?: DatabaseFile
  readLoad(): Load
  readDiskUsage?(): Promise<DiskUsage>
  /** The names of the migrations that ran when the store was opened. */
  newMigrations: string[]
  /** Optional recommendations to the operator, such as a separate database role. */
  advice: string[]
  /** Resolves after the database was damaged, removed, replaced, or migrated by a newer program. */
  fatalError: Promise<OperatorError>
  close(): Promise<void>
}

/** Returns the store with each `CompanyAccess` wrapped, for example to measure durations. */
export const wrapAccess = (
  store: Store,
  wrap: (access: CompanyAccess) => CompanyAccess,
): Store => ({
  ...store,
  forCompany: (companyId) => wrap(store.forCompany(companyId)),
  allCompanies: wrap(store.allCompanies),
})

export interface StoreOptions {
  /** `sqlite:PATH` or `postgres://…` */
  url: string
  /** The maximum number of connections for requests, for PostgreSQL only. */
  poolSize?: number
  /** Whether to serve the database; only one process can serve a file. */
  isServing?: boolean
  onMigration?: OnMigration | undefined
  onStatement?: ((sql: string) => void) | undefined
}

/** A source of commit notifications, which do not contain the changes. */
export interface CommitNotifier {
  /** Calls `listener`, which must not throw, after commits. @returns a function to unsubscribe */
  subscribe(listener: () => void): () => void
  /** Notifies the listeners if another process may have committed since the last check. */
  checkForCommits(): void
}

export interface Allowance {
  limit: number
  remaining: number
  /** The end of the window, in Unix epoch seconds. */
  reset: number
  /** Whether all units were charged; otherwise, no unit was charged. */
  granted: boolean
}

export interface Counters {
  /**
   * Charges all `units` to the fixed window of `key`, or none if they would exceed `limit`. If
   * `units` is 0, only reads the allowance; negative units are refunded.
   */
  charge(key: string, limit: number, units: number, nowMs: number): Promise<Allowance>
  readLastUsed(keys: readonly string[]): Promise<Map<string, string>>
  /** Deletes the windows that ended before `beforeMs` and whose keys start with `prefix`. */
  deleteWindows(prefix: string, beforeMs: number): Promise<void>
}

export const windowSeconds = 3600

/**
 * The maximum time by which a request may precede the start of its window, because of a delay or a
 * slow clock. A longer time means that the clock was set back, and begins a new window.
 */
export const maxSkewSeconds = 60
