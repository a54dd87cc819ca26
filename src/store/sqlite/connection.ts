import Database from 'better-sqlite3'
import { createCache } from '../../lib/cache.ts'
import type { Session } from '../db.ts'
import { toApiError } from '../faults.ts'
import { fold } from '../fold.ts'

/**
 * One connection to the SQLite file, with its settings checked and its statements kept prepared.
 */
export interface Connection extends Session {
  all(sql: string, values: unknown[]): unknown[]
  run(sql: string, values: unknown[]): number
  readonly raw: Database.Database
  /** Runs a statement of the store's own; what it fails with is not explained. */
  exec(sql: string): void
}

/** Each prepared statement takes about 8 kB, on each connection. */
const maxPreparedStatements = 400

interface Options {
  readonly?: boolean
  /** Takes the file as it is, to read, and makes none where there is none. */
  asIs?: boolean
  /** Makes none where there is none. */
  there?: boolean
  /** 2 (FULL) unless told otherwise; 0 for counters that may be stale after a loss of power. */
  synchronous?: number
  journal?: 'wal' | 'delete'
  /**
   * How much of the file is kept in memory at most, in kB. Of who writes, what it has changed is in
   * it until COMMIT, which then should not take long.
   */
  room?: number | undefined
  /** How long a statement waits for another process, in milliseconds. */
  timeout?: number
  onStatement?: (sql: string) => void
  /** Told of whatever a statement failed with, before it is explained. */
  onFault?: (cause: unknown) => void
}

/**
 * Opens a connection. `synchronous` is FULL unless told otherwise, and is read back, because
 * better-sqlite3 reopens a WAL database at NORMAL, where a loss of power would take acknowledged
 * writes with it.
 */
export function connect(file: string, options: Options = {}): Connection {
  const { synchronous = 2, journal = 'wal', timeout = 5000 } = options
  const raw = new Database(file, {
    timeout,
    readonly: options.asIs === true,
    fileMustExist: options.asIs === true || options.there === true,
  })
  const wanted = options.asIs
    ? {}
    : { busy_timeout: timeout, journal_mode: journal, foreign_keys: 1, synchronous }
  try {
    for (const [name, value] of Object.entries(wanted)) set(raw, name, value)
  } catch (cause) {
    raw.close()
    throw cause
  }
  raw.pragma(`cache_size = ${-(options.room ?? (options.readonly ? 32_768 : 8192))}`)
  // For who writes, in a file: what a large change would have to undo is searched from its
  // beginning when it is in memory.
  raw.pragma(`temp_store = ${options.readonly ? 'memory' : 'file'}`)
  raw.function('folded', { deterministic: true }, (text) =>
    typeof text === 'string' ? fold(text) : null,
  )
  if (options.readonly) raw.pragma('query_only = 1')
  const statements = createCache<string, Database.Statement>({
    name: 'prepared_statements',
    bound: { maxEntries: maxPreparedStatements },
  })
  const statement = (sql: string) => {
    options.onStatement?.(sql)
    return statements.getOrCreate(sql, () => raw.prepare(sql))
  }
  const told = <T>(work: () => T): T => {
    try {
      return work()
    } catch (cause) {
      options.onFault?.(cause)
      throw toApiError(cause)
    }
  }
  return {
    raw,
    dialect: 'sqlite',
    exec: (sql) => void statement(sql).run(),
    all: (sql, values) =>
      told(() => {
        const prepared = statement(sql)
        if (prepared.reader) return prepared.all(...values.map(bindable))
        prepared.run(...values.map(bindable))
        return []
      }),
    run: (sql, values) => told(() => statement(sql).run(...values.map(bindable)).changes),
  }
}

function set(raw: Database.Database, name: string, value: string | number): void {
  raw.pragma(`${name} = ${value}`)
  const actual = raw.pragma(name, { simple: true })
  if (actual !== value)
    throw new Error(`SQLite did not take ${name} = ${value} (it says ${String(actual)})`)
}

/** better-sqlite3 binds neither booleans nor undefined. */
const bindable = (value: unknown) =>
  typeof value === 'boolean' ? Number(value) : value === undefined ? null : value
