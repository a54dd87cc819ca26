import { type Db, dbOf } from '../db.ts'
import { after, type Maybe } from '../maybe.ts'
import type { Connection } from './connection.ts'

interface Reader {
  connection: Connection
  db: Db
  /** Called at the beginning of a snapshot. */
  begin(): void
}

/**
 * A few connections for reading, each leased to one request at a time, which sees one snapshot while it lasts. A request
 * that waits for nothing is done before the next one begins: those all have the same connection, and its page cache.
 */
export function openReaders(open: () => Connection, most = 4) {
  const idle: Reader[] = []
  let opened = 0
  const waiting: ((reader: Reader) => void)[] = []

  function openOne(): Reader {
    const connection = open()
    opened++
    return readerOn(connection)
  }

  function lease(): Maybe<Reader> {
    const free = idle.pop()
    if (free) return free
    return opened < most ? openOne() : new Promise((resolve) => waiting.push(resolve))
  }

  function giveBack(reader: Reader): void {
    if (reader.connection.raw.inTransaction) reader.connection.exec('COMMIT')
    const next = waiting.shift()
    if (next) next(reader)
    else idle.push(reader)
  }

  function readOn<T>(reader: Reader, work: (db: Db) => Maybe<T>): Maybe<T> {
    let result: Maybe<T> | undefined
    try {
      reader.begin()
      result = work(reader.db)
      return result instanceof Promise ? result.finally(() => giveBack(reader)) : result
    } finally {
      if (!(result instanceof Promise)) giveBack(reader)
    }
  }

  return {
    /** Opens all of them now, while there are file handles to be had. */
    openAll(): void {
      while (opened < most) idle.push(openOne())
    },
    load: () => ({ busy: opened - idle.length, idle: idle.length, waiting: waiting.length }),
    read: <T>(work: (db: Db) => Maybe<T>): Maybe<T> => after(lease(), (reader) => readOn(reader, work)),
  }
}

/** So many results are kept, each of a small table. */
const mostKept = 1000

/** What is kept is of the snapshot: it goes when something was committed since, by whomever. */
function readerOn(connection: Connection): Reader {
  const rows = new Map<string, unknown[]>()
  const version = () => (connection.all('PRAGMA data_version', []) as { data_version: number }[])[0]?.data_version
  let seen: number | undefined
  let checked = false
  const check = () => {
    const now = version()
    if (now !== seen) rows.clear()
    seen = now
    checked = true
  }
  const kept = (sql: string, values: unknown[]): unknown[] => {
    if (!checked) check()
    const key = JSON.stringify([sql, values])
    const found = rows.get(key) ?? connection.all(sql, values)
    if (rows.size < mostKept) rows.set(key, found)
    return found
  }
  return {
    connection,
    db: dbOf({ ...connection, kept }),
    begin() {
      connection.exec('BEGIN')
      checked = false
    },
  }
}
