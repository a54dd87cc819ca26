import { writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Aside, asideOf } from '../src/store/sqlite/aside.ts'
import { type Folder, newFolder } from './support/folder.ts'

/** The thread in which long counts run. */
describe('statements that run aside', () => {
  let folder: Folder
  let database: Database.Database
  let aside: Aside
  let faults: unknown[]
  beforeEach(() => {
    folder = newFolder()
    database = new Database(folder.file())
    database.pragma('journal_mode = wal')
    database.exec('CREATE TABLE things (id INTEGER PRIMARY KEY)')
    faults = []
    aside = asideOf(folder.file(), (cause) => void faults.push(cause))
  })
  afterEach(async () => {
    await aside.end()
    database.close()
    folder.remove()
  })

  const add = () => database.exec('INSERT INTO things DEFAULT VALUES')
  /** Takes its snapshot at once, and then goes on for a while. */
  const count = `SELECT (SELECT count(*) FROM things) AS things, (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) SELECT max(i) FROM n) AS n`
  const asked = async () => (await aside.all(count, []))[0] as { things: number }

  test('tell whoever asks of all that was there by then, though the same is being asked for already', async () => {
    await aside.all('SELECT 1', [])
    const first = asked()
    await new Promise((resolve) => setTimeout(resolve, 100))
    add()
    const [second, third] = [asked(), asked()]
    await first
    expect([await second, await third]).toMatchObject([{ things: 1 }, { things: 1 }])
  })

  test('that fail say why, and are no hindrance to those behind them', async () => {
    const [wrong, right] = [
      aside.all('SELECT * FROM nowhere', []),
      aside.all('SELECT 1 AS one', []),
    ]
    await expect(wrong).rejects.toThrow('no such table: nowhere')
    expect(await right).toEqual([{ one: 1 }])
  })

  test('tell of damage, which ends the server, and are told to try again later', async () => {
    database.close()
    writeFileSync(folder.file(), 'x'.repeat(10_000))
    await expect(aside.all(count, [])).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(faults).toMatchObject([{ code: 'SQLITE_NOTADB' }])
  })

  test('are refused when it ends', async () => {
    const both = [asked(), aside.all('SELECT 1', [])]
    void aside.end()
    for (const each of await Promise.allSettled(both))
      expect(each).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } })
  })
})
