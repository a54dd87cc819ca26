import type { Changed } from './changed.ts'
import type { Counters } from './counters.ts'
import type { Db } from './db.ts'
import type { OperatorError } from './faults.ts'
import type { Maybe } from './maybe.ts'
import type { Tell } from './migrations.ts'

/** A way to the rows of one company, or to those of all. Nobody else opens a transaction. */
export interface Access {
  /**
   * Runs `work` on one snapshot, of the newest state; what another process has just committed may
   * be missing for a millisecond.
   */
  read<T>(work: (db: Db) => Maybe<T>): Maybe<T>
  /** Runs a look-up or two, each on the newest state. */
  look<T>(work: (db: Db) => Maybe<T>): Maybe<T>
  /**
   * Runs `work` as one transaction; resolves after its COMMIT, rejects after its rollback. Those of
   * a company run one after another, whichever process they are in. `work` may be run again from
   * its beginning.
   */
  write<T>(work: (db: Db) => Maybe<T>): Promise<T>
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
export interface Space {
  file: number
  log: number
  free: number
}

/** How other threads of the process may read the database. */
export interface Apart {
  file: string
  /** Which file that was when it was opened: another one under its name is not to be read. */
  is: string
  /**
   * To be called before a read is asked for, and what it gives, after it; nothing, while none is to
   * begin.
   */
  leave(): (() => void) | undefined
}

/** The database, as the rest of the program knows it. */
export interface Store {
  of(companyId: string): Access
  /**
   * For the few things that cross companies by their nature: the test `architecture` lists who may.
   */
  everyCompany: Access
  /** Whether other processes may serve the same database. */
  shared: boolean
  /**
   * Another number after each COMMIT: of this process at once, of another a millisecond later at
   * the latest; where that is not known at once, each time.
   */
  version(): number
  /** For those who wait for news: told after each COMMIT. */
  changed: Changed
  counters: Counters
  /** Where it is a file, and served. */
  apart?: Apart
  load(): Load
  /** Where it is a file. */
  space?(): Promise<Space>
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
  onMigration?: Tell | undefined
  /** Told of each statement that runs; for tests that count them. */
  onStatement?: (sql: string) => void
}
