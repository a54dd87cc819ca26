/** The interface of the database, the same for SQLite and PostgreSQL. */
import type { MaybePromise } from '../lib/async.ts'
import type { Db } from './db.ts'
import type { OperatorError } from './faults.ts'
import type { OnMigration } from './migrations.ts'

/** Access to the rows of one company, or of all. Only the store opens transactions. */
export interface CompanyAccess {
  /**
   * Runs `work` on one snapshot of the newest state. Commits of other processes may be missing for
   * a millisecond.
   */
  read<T>(work: (db: Db) => MaybePromise<T>): MaybePromise<T>
  /** Runs single queries, each on the newest state. */
  readLatest<T>(work: (db: Db) => MaybePromise<T>): MaybePromise<T>
  /**
   * Runs `work` as one transaction; resolves after COMMIT, rejects after ROLLBACK. Transactions of
   * a company run one after another, across processes. `work` may run more than once.
   */
  write<T>(work: (db: Db) => MaybePromise<T>): Promise<T>
}

export interface Load {
  /** Connections for requests; PostgreSQL opens them on demand. */
  connections: { busy: number; idle: number }
  /** Requests that wait for a connection, or for the transaction of another request to end. */
  waiting: { connection: number; turn: number }
}

export interface DiskUsage {
  fileBytes: number
  logBytes: number
  /** The free space on the disk of the file. */
  freeBytes: number
}

/** The file of a served database, for workers that read it. */
export interface DatabaseFile {
  file: string
  /** Device and inode of the opened file: a file that replaced it must not be read. */
  identity: string
  /**
   * Acquires a lease for one read on a worker, which the returned function releases. Returns
   * undefined while workers are paused.
   */
  lease(): (() => void) | undefined
}

export interface Store {
  forCompany(companyId: string): CompanyAccess
  /** For the few queries across companies; the architecture test lists the allowed files. */
  allCompanies: CompanyAccess
  /** Whether other processes may serve the same database. */
  isShared: boolean
  /** Returns a number that differs after each COMMIT of any process (PostgreSQL: each call). */
  readVersion(): number
  commits: CommitNotifier
  counters: Counters
  /** Undefined unless a SQLite file is served. */
  databaseFile?: DatabaseFile
  readLoad(): Load
  readDiskUsage?(): Promise<DiskUsage>
  migrated: string[]
  /** Recommendations to the operator, which are not required. */
  advice: string[]
  /** Resolves when the database is damaged, replaced, or migrated by a newer program. */
  broken: Promise<OperatorError>
  close(): Promise<void>
}

/** Returns a store with another access to the same rows, such as one that measures durations. */
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
  /** The maximum number of connections for requests; PostgreSQL only. */
  poolSize?: number
  /** Whether to serve the database; only one process can serve a file. */
  isServing?: boolean
  onMigration?: OnMigration | undefined
  onStatement?: ((sql: string) => void) | undefined
}

/** A source of commit notifications, which do not contain the changes. */
export interface CommitNotifier {
  /** Calls `listener` after each COMMIT; it must not throw. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void
  /** Notifies the listeners if another process has committed since the last check. */
  checkForCommits(): void
}

export interface Allowance {
  limit: number
  remaining: number
  /** The end of the window, in Unix epoch seconds. */
  reset: number
  /** Whether all units were charged; otherwise none were. */
  granted: boolean
}

export interface Counters {
  /**
   * Charges `units` to the fixed window of `key`, up to `limit` per window, all or none. Zero only
   * reads the allowance; a negative number returns units. `now` is in milliseconds.
   */
  charge(key: string, limit: number, units: number, now: number): Promise<Allowance>
  readLastUsed(keys: readonly string[]): Promise<Map<string, string>>
  /** Deletes the windows of keys with this prefix that ended before a time in milliseconds. */
  deleteWindows(prefix: string, before: number): Promise<void>
}

export const windowSeconds = 3600

/**
 * The maximum time by which a request may precede the start of its window, because of a delay or a
 * slow clock. If it is exceeded, the clock was set back, and a new window begins.
 */
export const maxSkewSeconds = 60
