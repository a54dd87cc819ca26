import { type Db, dbOf } from './db.ts'
import type { Connection } from './sqlite.ts'

/** A few connections for reading, each leased to one request at a time, which sees one snapshot while it lasts. */
export function openReaders(open: () => Connection, most = 4) {
  const idle: Connection[] = []
  let opened = 0
  const waiting: ((connection: Connection) => void)[] = []

  async function lease(): Promise<Connection> {
    const free = idle.pop()
    if (free) return free
    if (opened < most) {
      const connection = open()
      opened++
      return connection
    }
    return new Promise((resolve) => waiting.push(resolve))
  }

  function giveBack(connection: Connection) {
    const next = waiting.shift()
    if (next) next(connection)
    else idle.push(connection)
  }

  return {
    /** Opens all of them now, while there are file handles to be had. */
    openAll(): void {
      for (; opened < most; opened++) idle.push(open())
    },
    async read<T>(work: (db: Db) => Promise<T>): Promise<T> {
      const connection = await lease()
      try {
        connection.exec('BEGIN')
        return await work(dbOf(connection))
      } finally {
        if (connection.raw.inTransaction) connection.exec('COMMIT')
        giveBack(connection)
      }
    },
  }
}
