import { type Db, dbOf } from './db.ts'
import type { Connection } from './sqlite.ts'

interface Job {
  work(db: Db): Promise<unknown>
  resolve(value: never): void
  reject(reason: unknown): void
}

/** After so many requests the group is committed, so that the first of them does not wait for ever. */
const groupSize = 64

/**
 * The one writer of a SQLite file. Requests that write run strictly one after another, each in a savepoint of
 * its own; those that are waiting share one COMMIT, and nobody is answered before it. A failing COMMIT fails
 * every request of the group. `committed` is told of each COMMIT.
 */
export function openWriter(connection: Connection, explain: (cause: unknown) => unknown, committed: () => void = () => {}) {
  const queue: Job[] = []
  let running: Promise<void> | undefined
  const db = dbOf(connection)

  async function runOne(job: Job): Promise<() => void> {
    connection.exec('SAVEPOINT request')
    try {
      const value = await job.work(db)
      connection.exec('RELEASE request')
      return () => job.resolve(value as never)
    } catch (cause) {
      // Some faults (a full disk) end the whole transaction; then there is no savepoint to go back to.
      if (!connection.raw.inTransaction) throw cause
      connection.exec('ROLLBACK TO request')
      connection.exec('RELEASE request')
      return () => job.reject(explain(cause))
    }
  }

  async function runGroup(): Promise<void> {
    const group: Job[] = []
    const answers: (() => void)[] = []
    try {
      connection.exec('BEGIN IMMEDIATE')
      while (group.length < groupSize) {
        const job = queue.shift()
        if (!job) break
        group.push(job)
        answers.push(await runOne(job))
        if (queue.length === 0) await new Promise(setImmediate)
      }
      connection.exec('COMMIT')
    } catch (cause) {
      if (connection.raw.inTransaction) connection.exec('ROLLBACK')
      if (group.length === 0) group.push(...queue.splice(0, 1))
      for (const job of group) job.reject(explain(cause))
      return
    }
    for (const answer of answers) answer()
    committed()
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) await runGroup()
    running = undefined
  }

  return {
    write<T>(work: (db: Db) => Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        queue.push({ work, resolve, reject })
        running ??= drain()
      })
    },
    /** Resolves when everything that was asked for has been committed or refused. */
    idle: async () => {
      while (running) await running
    },
  }
}
