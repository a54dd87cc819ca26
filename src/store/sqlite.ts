import Database from 'better-sqlite3'
import type { Session } from './db.ts'

/** One connection to the SQLite file, with its settings checked and its statements kept prepared. */
export interface Connection extends Session {
  readonly raw: Database.Database
  exec(sql: string): void
}

const settings = { journal_mode: 'wal', foreign_keys: 1, synchronous: 2, busy_timeout: 5000 } as const

/**
 * Opens a connection. `synchronous` is FULL unless told otherwise, and is read back, because better-sqlite3
 * reopens a WAL database at NORMAL, where a loss of power would take acknowledged writes with it.
 */
export function connect(file: string, options: { readonly?: boolean; synchronous?: number; onStatement?: (sql: string) => void } = {}): Connection {
  const raw = new Database(file, { timeout: settings.busy_timeout })
  const wanted = { ...settings, synchronous: options.synchronous ?? settings.synchronous }
  for (const [name, value] of Object.entries(wanted)) {
    raw.pragma(`${name} = ${value}`)
    const actual = raw.pragma(name, { simple: true })
    if (actual !== value && !(name === 'journal_mode' && raw.memory)) throw new Error(`SQLite did not take ${name} = ${value} (it says ${actual})`)
  }
  raw.pragma('cache_size = -32768')
  raw.pragma('temp_store = memory')
  if (options.readonly) raw.pragma('query_only = 1')
  const statements = new Map<string, Database.Statement>()
  const statement = (sql: string) => {
    options.onStatement?.(sql)
    let found = statements.get(sql)
    if (!found) {
      if (statements.size >= 1000) statements.clear()
      found = raw.prepare(sql)
      statements.set(sql, found)
    }
    return found
  }
  return {
    raw,
    dialect: 'sqlite',
    exec: (sql) => void statement(sql).run(),
    all: async (sql, values) => {
      const prepared = statement(sql)
      return prepared.reader ? prepared.all(...values.map(bindable)) : (prepared.run(...values.map(bindable)), [])
    },
    run: async (sql, values) => statement(sql).run(...values.map(bindable)).changes,
  }
}

/** better-sqlite3 binds neither booleans nor undefined. */
const bindable = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value === undefined ? null : value)
