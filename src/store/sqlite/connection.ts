/** Opens connections to a SQLite file, with their settings, statement cache and error handling. */
import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { createCache } from '../../lib/cache.ts'
import { fold } from '../../lib/text.ts'
import { type Session, toStoredValue } from '../db.ts'
import { classifyFault, createDamageError, OperatorError, toUnavailable } from '../faults.ts'

export interface Connection extends Session {
  all(sql: string, values: unknown[]): unknown[]
  run(sql: string, values: unknown[]): number
  readonly raw: Database.Database
  exec(sql: string): void
  /** Whether a statement cannot change data. */
  isReadOnly(sql: string): boolean
}

/** The maximum number of prepared statements per connection; each uses about 8 kB of memory. */
const maxPreparedStatements = 400

interface ConnectionOptions {
  isQueryOnly?: boolean
  /** Whether to open an existing file without write access and keep its settings. */
  isReadOnly?: boolean
  mustExist?: boolean
  /** 2 (FULL) by default, 1 (NORMAL) for copies, 0 (OFF) for counters (see `counters.ts`). */
  synchronous?: number
  journalMode?: 'wal' | 'delete'
  /** The page cache size; by default, 32 MiB for query-only connections and 8 MiB for others. */
  cacheKb?: number | undefined
  /** The maximum time that a statement waits for another process's lock. */
  timeoutMs?: number
  onStatement?: ((sql: string) => void) | undefined
  /** Called with the original error of each failed statement. */
  onFault?: (cause: unknown) => void
}

export function connect(file: string, options: ConnectionOptions = {}): Connection {
  const raw = openDatabase(file, options)
  const statements = createCache<string, Database.Statement>('prepared_statements', {
    maxEntries: maxPreparedStatements,
  })
  const getStatement = (sql: string) => statements.getOrCreate(sql, () => raw.prepare(sql))
  const prepare = (sql: string) => {
    options.onStatement?.(sql)
    return getStatement(sql)
  }
  const convertErrors = <T>(work: () => T): T => {
    try {
      return work()
    } catch (cause) {
      options.onFault?.(cause)
      throw toUnavailable(cause)
    }
  }
  return {
    raw,
    dialect: 'sqlite',
    exec: (sql) => void prepare(sql).run(),
    isReadOnly: (sql) => getStatement(sql).readonly,
    all: (sql, values) =>
      convertErrors(() => {
        const statement = prepare(sql)
        if (statement.reader) return statement.all(...values.map(toStoredValue))
        statement.run(...values.map(toStoredValue))
        return []
      }),
    run: (sql, values) =>
      convertErrors(() => prepare(sql).run(...values.map(toStoredValue)).changes),
  }
}

function openDatabase(file: string, options: ConnectionOptions): Database.Database {
  const { synchronous = 2, journalMode = 'wal', timeoutMs = 5000, isQueryOnly = false } = options
  const raw = new Database(file, {
    timeout: timeoutMs,
    readonly: options.isReadOnly === true,
    fileMustExist: options.isReadOnly === true || options.mustExist === true,
  })
  const pragmas = options.isReadOnly
    ? {}
    : { busy_timeout: timeoutMs, journal_mode: journalMode, foreign_keys: 1, synchronous }
  try {
    for (const [name, value] of Object.entries(pragmas)) setPragma(raw, name, value)
  } catch (cause) {
    raw.close()
    throw cause
  }
  raw.pragma(`cache_size = ${-(options.cacheKb ?? (isQueryOnly ? 32_768 : 8192))}`)
  // The writer keeps temporary data in a file: SQLite searches in-memory undo data linearly.
  raw.pragma(`temp_store = ${isQueryOnly ? 'memory' : 'file'}`)
  raw.function('folded', { deterministic: true }, (text) =>
    typeof text === 'string' ? fold(text) : null,
  )
  if (isQueryOnly) raw.pragma('query_only = 1')
  return raw
}

/**
 * Sets a pragma and reads it back: better-sqlite3 reopens a WAL database with synchronous=NORMAL,
 * which could lose acknowledged writes in a power failure.
 */
function setPragma(raw: Database.Database, name: string, value: string | number): void {
  raw.pragma(`${name} = ${value}`)
  const actualValue = raw.pragma(name, { simple: true })
  if (actualValue !== value)
    throw new Error(`SQLite did not accept ${name} = ${value}; it is ${String(actualValue)}`)
}

/** Returns the device and inode of the file at this path, or undefined if there is none. */
export function getFileId(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats && `${stats.dev} ${stats.ino}`
}

/** The maximum time that a statement waits for a lock, during which it blocks the event loop. */
const busyTimeoutMs = 100

/** A store's connections, and their faults. */
export class Connections {
  readonly #file: string
  readonly #onStatement: ConnectionOptions['onStatement']
  readonly #connections: Connection[] = []
  readonly #fault = Promise.withResolvers<OperatorError>()

  constructor(file: string, onStatement: ConnectionOptions['onStatement']) {
    this.#file = file
    this.#onStatement = onStatement
  }

  /** Resolves with the first permanent fault. */
  get fatalError(): Promise<OperatorError> {
    return this.#fault.promise
  }

  readonly onFault = (cause: unknown): void => {
    if (cause instanceof OperatorError) this.#fault.resolve(cause)
    else if (classifyFault(cause) === 'damaged') this.#fault.resolve(createDamageError(this.#file))
  }

  add(connection: Connection): Connection {
    this.#connections.push(connection)
    return connection
  }

  open(options: ConnectionOptions = {}): Connection {
    const { onFault } = this
    return this.add(connect(this.#file, { ...options, onFault, onStatement: this.#onStatement }))
  }

  openReader(cacheKb?: number): Connection {
    return this.open({ isQueryOnly: true, timeoutMs: busyTimeoutMs, cacheKb })
  }

  /** Closes all connections. The writer empties the log after the readers are closed. */
  close(writer?: Connection): void {
    for (const connection of this.#connections)
      if (writer && connection !== writer && !connection.raw.inTransaction) connection.raw.close()
    if (writer) truncateLog(writer)
    for (const connection of this.#connections) connection.raw.close()
  }
}

/** Checkpoints and truncates the write-ahead log. If this fails, the next start reads the log. */
function truncateLog({ raw }: Connection): void {
  try {
    raw.pragma(`busy_timeout = ${busyTimeoutMs}`)
    raw.pragma('wal_checkpoint(TRUNCATE)')
  } catch {}
}
