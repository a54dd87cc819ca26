/** Connections to a SQLite file: their settings, prepared statements and faults. */
import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { createCache } from '../../lib/cache.ts'
import { fold } from '../../lib/text.ts'
import { type Session, toStoredValue } from '../db.ts'
import { classifyFault, createDamagedDatabaseError, OperatorError, toApiError } from '../faults.ts'

export interface Connection extends Session {
  all(sql: string, values: unknown[]): unknown[]
  run(sql: string, values: unknown[]): number
  readonly raw: Database.Database
  exec(sql: string): void
}

/** Maximum prepared statements per connection; each takes about 8 kB. */
const maxPreparedStatements = 400

interface Options {
  isQueryOnly?: boolean
  /** Whether to open an existing file without write access and keep its settings. */
  isReadOnly?: boolean
  mustExist?: boolean
  /** By default 2 (FULL); 0 (OFF) for counters, which may be outdated after a power failure. */
  synchronous?: number
  journalMode?: 'wal' | 'delete'
  /** The size of the page cache. The writer's cache holds the pages changed by a transaction. */
  cacheKb?: number | undefined
  /** Maximum time that a statement waits for the lock of another process. */
  timeoutMs?: number
  onStatement?: ((sql: string) => void) | undefined
  /** Called with each error of a statement, before it is converted. */
  onFault?: (cause: unknown) => void
}

export function connect(file: string, options: Options = {}): Connection {
  const raw = openDatabase(file, options)
  const statements = createCache<string, Database.Statement>('prepared_statements', {
    maxEntries: maxPreparedStatements,
  })
  const prepare = (sql: string) => {
    options.onStatement?.(sql)
    return statements.getOrCreate(sql, () => raw.prepare(sql))
  }
  const convertErrors = <T>(work: () => T): T => {
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
    exec: (sql) => void prepare(sql).run(),
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

function openDatabase(file: string, options: Options): Database.Database {
  const { synchronous = 2, journalMode = 'wal', timeoutMs = 5000, isQueryOnly = false } = options
  const raw = new Database(file, {
    timeout: timeoutMs,
    readonly: options.isReadOnly === true,
    fileMustExist: options.isReadOnly === true || options.mustExist === true,
  })
  const settings = options.isReadOnly
    ? {}
    : { busy_timeout: timeoutMs, journal_mode: journalMode, foreign_keys: 1, synchronous }
  try {
    for (const [name, value] of Object.entries(settings)) setPragma(raw, name, value)
  } catch (cause) {
    raw.close()
    throw cause
  }
  raw.pragma(`cache_size = ${-(options.cacheKb ?? (isQueryOnly ? 32_768 : 8192))}`)
  // The writer uses a file, since SQLite searches the undo data of a large change linearly in
  // memory.
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
  const actual = raw.pragma(name, { simple: true })
  if (actual !== value)
    throw new Error(`SQLite did not accept ${name} = ${value}; it is ${String(actual)}`)
}

/** Returns the device and inode of the file at this path, or undefined if there is none. */
export function fileIdentity(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats && `${stats.dev} ${stats.ino}`
}

/** Maximum time that a statement waits for another process's lock, blocking the event loop. */
const busyTimeoutMs = 100

/** The connections of a store, and the faults on them. */
export class Connections {
  readonly #file: string
  readonly #onStatement: Options['onStatement']
  readonly #opened: Connection[] = []
  readonly #broken = Promise.withResolvers<OperatorError>()

  constructor(file: string, onStatement: Options['onStatement']) {
    this.#file = file
    this.#onStatement = onStatement
  }

  /** Resolves with the first permanent fault. */
  get broken(): Promise<OperatorError> {
    return this.#broken.promise
  }

  readonly onFault = (cause: unknown): void => {
    if (cause instanceof OperatorError) this.#broken.resolve(cause)
    else if (classifyFault(cause) === 'damaged')
      this.#broken.resolve(createDamagedDatabaseError(this.#file))
  }

  add(connection: Connection): Connection {
    this.#opened.push(connection)
    return connection
  }

  open(options: Options = {}): Connection {
    const { onFault } = this
    return this.add(connect(this.#file, { ...options, onFault, onStatement: this.#onStatement }))
  }

  openReader(cacheKb?: number): Connection {
    return this.open({ isQueryOnly: true, timeoutMs: busyTimeoutMs, cacheKb })
  }

  /** Closes all connections; the writer empties the log, and its connection closes last. */
  close(writer?: Connection): void {
    for (const connection of this.#opened)
      if (writer && connection !== writer && !connection.raw.inTransaction) connection.raw.close()
    if (writer) emptyLog(writer)
    for (const connection of this.#opened) connection.raw.close()
  }
}

/** Moves the whole log into the database file. If this fails, the next start reads the log. */
function emptyLog({ raw }: Connection): void {
  try {
    raw.pragma(`busy_timeout = ${busyTimeoutMs}`)
    raw.pragma('wal_checkpoint(TRUNCATE)')
  } catch {}
}
