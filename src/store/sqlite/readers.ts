import { type Db, dbOf } from '../db.ts'
import { after, type Maybe } from '../maybe.ts'
import type { Connection } from './connection.ts'
import { isNow } from './moment.ts'

interface Reader {
  connection: Connection
  db: Db
  /** Called at the beginning of a snapshot. */
  begin(): void
  end(): void
}

/**
 * A few connections for reading, each leased to one request at a time, which sees one snapshot while it lasts. A request
 * that waits for nothing is done before the next one begins: those all have the same connection, and its page cache. Those
 * of the same moment have the same snapshot, too.
 */
export function openReaders(open: () => Connection, most = 4) {
  const idle: Reader[] = []
  let opened = 0
  /** How many read in other threads. */
  let away = 0
  let ending: NodeJS.Immediate | undefined
  const waiting: ((reader: Reader) => void)[] = []
  /** Called when nobody reads any more: nobody begins to until then. */
  let quiet: (() => void) | undefined

  function openOne(): Reader {
    const connection = open()
    opened++
    return readerOn(connection)
  }

  function lease(): Maybe<Reader> {
    const free = quiet ? undefined : idle.pop()
    if (free) return free
    return !quiet && opened < most ? openOne() : new Promise((resolve) => waiting.push(resolve))
  }

  function giveBack(reader: Reader): void {
    idle.push(reader)
    if (quiet && !isRead()) quiet()
    if (waiting.length > 0) {
      reader.end()
      serveNext()
    }
    ending ??= setImmediate(endAll)
  }

  const isRead = () => idle.length < opened || away > 0

  function serveNext(): void {
    while (!quiet && idle.length > 0 && waiting.length > 0) waiting.shift()?.(idle.pop() as Reader)
  }

  /** Runs `work` while nobody reads; not where they are still at it after so many milliseconds. Meanwhile others wait. */
  async function whenQuiet(patience: number, work: () => Maybe<void>): Promise<void> {
    quiet = () => {}
    if (isRead())
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, patience)
        quiet = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    try {
      if (isRead()) return
      endAll()
      await work()
    } finally {
      quiet = undefined
      serveNext()
    }
  }

  /** For a read in another thread, see `Apart`. */
  function leave(): (() => void) | undefined {
    if (quiet) return undefined
    away++
    return () => {
      away--
      if (quiet && !isRead()) quiet()
    }
  }

  /** Ends the snapshots that nobody is reading. */
  function endAll(): void {
    clearImmediate(ending)
    ending = undefined
    for (const reader of idle) reader.end()
  }

  function readOn<T>(reader: Reader, work: (db: Db) => Maybe<T>): Maybe<T> {
    let result: Maybe<T> | undefined
    try {
      reader.begin()
      result = work(reader.db)
      if (!(result instanceof Promise)) return result
      return result.finally(() => {
        // What was committed meanwhile has ended the snapshots of the others only.
        reader.end()
        giveBack(reader)
      })
    } finally {
      if (!(result instanceof Promise)) giveBack(reader)
    }
  }

  return {
    /** Opens all of them now, while there are file handles to be had. */
    openAll(): void {
      while (opened < most) idle.push(openOne())
    },
    endAll,
    leave,
    whenQuiet,
    load: () => ({ busy: opened - idle.length, idle: idle.length, waiting: waiting.length }),
    read: <T>(work: (db: Db) => Maybe<T>): Maybe<T> => after(lease(), (reader) => readOn(reader, work)),
  }
}

/** So many results of a statement are kept, each of a small table. */
const mostKept = 1000

/** The rows of so many companies are kept. */
const mostCompanies = 50

/** What is kept is of the snapshot: it goes when something was committed since, by whomever. */
function readerOn(connection: Connection): Reader {
  const results = new Map<string, Map<string, unknown[]>>()
  const rows = new Map<string, Map<string, Map<string, unknown>>>()
  const version = () => (connection.all('PRAGMA data_version', []) as { data_version: number }[])[0]?.data_version
  let seen: number | undefined
  let checked = false
  let began = 0
  const check = () => {
    const now = version()
    if (now !== seen) for (const each of [results, rows]) each.clear()
    seen = now
    checked = true
  }
  const kept = (sql: string, values: unknown[]): unknown[] => {
    if (!checked) check()
    const ofStatement = at(results, sql)
    const key = JSON.stringify(values)
    const found = ofStatement.get(key) ?? connection.all(sql, values)
    if (ofStatement.size < mostKept) ofStatement.set(key, found)
    return found
  }
  const keptRows = (sql: string, companyId: string): Map<string, unknown> => {
    if (!checked) check()
    const ofStatement = at(rows, sql)
    if (ofStatement.size > mostCompanies) ofStatement.clear()
    return at(ofStatement, companyId)
  }
  return {
    connection,
    db: dbOf({ ...connection, kept, keptRows }),
    begin() {
      if (connection.raw.inTransaction) {
        if (isNow(began)) return
        connection.exec('COMMIT')
      }
      connection.exec('BEGIN')
      began = performance.now()
      checked = false
    },
    end() {
      try {
        if (connection.raw.inTransaction) connection.exec('COMMIT')
      } catch {
        // Nobody waits for it: whoever reads next is told.
      }
    },
  }
}

/** The map that stands there, made when it is first needed. */
function at<V>(all: Map<string, Map<string, V>>, key: string): Map<string, V> {
  let found = all.get(key)
  if (!found) {
    found = new Map()
    all.set(key, found)
  }
  return found
}
