import type { MaybePromise } from '../lib/maybe-promise.ts'
import type { Db } from './db.ts'
import type { OperatorError } from './faults.ts'
import type { OnMigration } from './migrations.ts'

/** A way to the rows of one company, or to those of all. Nobody else opens a transaction. */
export interface CompanyAccess {
  /**
   * Runs `work` on one snapshot, of the newest state; what another process has just committed may
   * be missing for a millisecond.
   */
  read<T>(work: (db: Db) => MaybePromise<T>): MaybePromise<T>
  /** Runs a look-up or two, each on the newest state. */
  readLatest<T>(work: (db: Db) => MaybePromise<T>): MaybePromise<T>
  /**
   * Runs `work` as one transaction; resolves after its COMMIT, rejects after its rollback. Those of
   * a company run one after another, whichever process they are in. `work` may be run again from
   * its beginning.
   */
  write<T>(work: (db: Db) => MaybePromise<T>): Promise<T>
}

/** What the store is busy with at a moment. */
export interface Load {
  /**
   * Connections for requests, by whether one has them; PostgreSQL opens them when they are needed.
   */
  connections: { busy: number; idle: number }
  /** Those who wait for a connection, and for the turn to write. */
  waiting: { connection: number; turn: number }
}

/** What a file takes, with its log, and what is free on its disk, in bytes. */
export interface DiskUsage {
  fileBytes: number
  logBytes: number
  freeBytes: number
}

/** How other threads of the process may read the database. */
export interface DatabaseFile {
  file: string
  /** Which file that was when it was opened: another one under its name is not to be read. */
  identity: string
  /**
   * To be called before a read is asked for, and what it gives, after it; nothing, while none is to
   * begin.
   */
  lease(): (() => void) | undefined
}

/** The database, as the rest of the program knows it. */
export interface Store {
  forCompany(companyId: string): CompanyAccess
  /**
   * For the few things that cross companies by their nature: the test `architecture` lists who may.
   */
  allCompanies: CompanyAccess
  /** Whether other processes may serve the same database. */
  shared: boolean
  /**
   * Another number after each COMMIT: of this process at once, of another a millisecond later at
   * the latest; where that is not known at once, each time.
   */
  version(): number
  /** For those who wait for news: told after each COMMIT. */
  commits: CommitNotifier
  counters: Counters
  /** Where it is a file, and served. */
  databaseFile?: DatabaseFile
  load(): Load
  /** Where it is a file. */
  diskUsage?(): Promise<DiskUsage>
  migrated: string[]
  /** What an operator should change, though it works: in sentences. */
  advice: string[]
  /**
   * Resolves when the database must not be used any more: it is damaged, replaced, or of a newer
   * program.
   */
  broken: Promise<OperatorError>
  close(): Promise<void>
}

export interface StoreOptions {
  /** `sqlite:PATH` or `postgres://…` */
  url: string
  /** Connections for requests at once; PostgreSQL only. */
  poolSize?: number
  /**
   * Only one process may serve a file; commands that work beside it in short transactions do not
   * set this.
   */
  serving?: boolean
  /** Told of how many migrations have run, of how many that had to; first of none. */
  onMigration?: OnMigration | undefined
  /** Told of each statement that runs; for tests that count them. */
  onStatement?: (sql: string) => void
}

/**
 * Tells those who wait for news that something was committed. It says that, not what: they look for
 * themselves.
 */
export interface CommitNotifier {
  /**
   * Calls `listener` after each COMMIT; it must not throw. Ends with the function that is returned.
   */
  subscribe(listener: () => void): () => void
  /**
   * Looks whether another process has written since the last look, and tells the listeners if so.
   */
  checkForCommits(): void
}

export interface Listeners {
  subscribe: CommitNotifier['subscribe']
  notify(): void
}

export function createListeners(): Listeners {
  const all = new Set<() => void>()
  return {
    subscribe(listener) {
      const own = () => listener()
      all.add(own)
      return () => void all.delete(own)
    },
    notify() {
      for (const listener of [...all]) listener()
    },
  }
}

export interface Allowance {
  limit: number
  remaining: number
  /** The end of the window, in epoch seconds. */
  reset: number
  /** Whether the units asked for were granted; if not, none was taken. */
  granted: boolean
}

export interface Counters {
  /**
   * Takes `units` from the fixed window of `key`, which holds `limit` of them, all or nothing. Zero
   * only looks; fewer than zero gives back. `now` in milliseconds.
   */
  charge(key: string, limit: number, units: number, now: number): Promise<Allowance>
  lastUsed(keys: readonly string[]): Promise<Map<string, string>>
  /** Forgets the windows of keys that begin so, and that ended before this time in milliseconds. */
  deleteWindows(prefix: string, before: number): Promise<void>
}

export const windowSeconds = 3600

/**
 * How much earlier than the start of a window a request in it may be: it was delayed, or the clock
 * of its process is behind. Further back, the clock was set, and a new window begins.
 */
export const maxSkewSeconds = 60
