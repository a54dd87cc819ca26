import { createDb, type Db } from '../db.ts'
import type { Connection } from './connection.ts'
import { isNow } from './moment.ts'

/** A connection for reading, on one snapshot after another. */
export interface Reader {
  connection: Connection
  db: Db
  /** Called at the beginning of a snapshot. */
  begin(): void
  end(): void
}

/** So many results of a statement are kept, each of a small table. */
const mostKept = 1000

/** The rows of so many companies are kept. */
const mostCompanies = 50

/** What is kept is of the snapshot: it goes when something was committed since, by whomever. */
export function readerOn(connection: Connection): Reader {
  const results = new Map<string, Map<string, unknown[]>>()
  const rows = new Map<string, Map<string, Map<string, unknown>>>()
  const version = () =>
    (connection.all('PRAGMA data_version', []) as { data_version: number }[])[0]?.data_version
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
    db: createDb({ ...connection, allCached: kept, rowCache: keptRows }),
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
