import { writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StorageWorkers } from '../src/store/sqlite/storage-workers.ts'
import { type Folder, newFolder } from './support/folder.ts'

/** Tests the storage workers, which run slow queries outside the main thread. */
describe('Worker queries', () => {
  let folder: Folder
  let database: Database.Database
  let workers: StorageWorkers
  let reportedErrors: unknown[]
  beforeEach(() => {
    folder = newFolder()
    database = new Database(folder.file())
    database.pragma('journal_mode = wal')
    database.exec('CREATE TABLE things (id INTEGER PRIMARY KEY)')
    reportedErrors = []
    workers = new StorageWorkers(folder.file(), (cause) => void reportedErrors.push(cause))
  })
  afterEach(async () => {
    await workers.end()
    database.close()
    folder.remove()
  })

  const insertThing = () => database.exec('INSERT INTO things DEFAULT VALUES')
  /** A query that takes its snapshot immediately and then runs for some time. */
  const slowCountSql = `SELECT (SELECT count(*) FROM things) AS things, (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) SELECT max(i) FROM n) AS n`
  const countThings = async () => (await workers.all(slowCountSql, []))[0] as { things: number }

  test('a worker query counts all rows committed before it, even if an identical query is already running', async () => {
    await workers.all('SELECT 1', [])
    const firstCount = countThings()
    await new Promise((resolve) => setTimeout(resolve, 100))
    insertThing()
    const [secondCount, thirdCount] = [countThings(), countThings()]
    await firstCount
    expect([await secondCount, await thirdCount]).toMatchObject([{ things: 1 }, { things: 1 }])
  })

  test('a failed worker query rejects with the database error, and the next query runs', async () => {
    const [failedQuery, nextQuery] = [
      workers.all('SELECT * FROM nowhere', []),
      workers.all('SELECT 1 AS one', []),
    ]
    await expect(failedQuery).rejects.toThrow('no such table: nowhere')
    expect(await nextQuery).toEqual([{ one: 1 }])
  })

  test('a worker query on a damaged file rejects with UNAVAILABLE and reports the database error', async () => {
    database.close()
    writeFileSync(folder.file(), 'x'.repeat(10_000))
    await expect(workers.all(slowCountSql, [])).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(reportedErrors).toMatchObject([{ code: 'SQLITE_NOTADB' }])
  })

  test('pending worker queries reject with UNAVAILABLE when the workers are stopped', async () => {
    const pendingQueries = [countThings(), workers.all('SELECT 1', [])]
    void workers.end()
    for (const outcome of await Promise.allSettled(pendingQueries))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } })
  })
})
