import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listMigrationNames } from '../src/store/migrations.ts'
import { type CommandResult, startCommand } from './support/command.ts'
import { type Folder, newFolder } from './support/folder.ts'

const killAtModule = join(import.meta.dirname, 'preload/kill-at.ts')

describe('Migrations', () => {
  let folder: Folder
  beforeEach(() => {
    folder = newFolder()
  })
  afterEach(() => folder.remove())

  const runMigrate = (name: string, killIndex?: number): Promise<CommandResult> =>
    startCommand(
      killIndex ? { flags: ['--import', killAtModule] } : {},
      { ...folder.env(name), ...(killIndex && { KILL_AT: String(killIndex) }) },
      'migrate',
      '--json',
    ).exit

  /** Creates a database with a company and only the first `migrationCount` migrations. */
  async function createOldDatabase(name: string, migrationCount: number): Promise<void> {
    const sqlite = new Database(folder.file(name))
    sqlite.pragma('journal_mode = wal')
    const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: sqlite }) })
    sqlite.exec('CREATE TABLE kysely_migration (name TEXT PRIMARY KEY, timestamp TEXT NOT NULL)')
    for (const migrationName of (await listMigrationNames()).slice(0, migrationCount)) {
      await (
        (await import(`../db/migrations/${migrationName}.ts`)) as {
          up(db: Kysely<unknown>): Promise<void>
        }
      ).up(db)
      sqlite.prepare('INSERT INTO kysely_migration VALUES (?, ?)').run(migrationName, '2026-01-01')
    }
    sqlite.exec(
      "INSERT INTO companies (id, name, region, eventSequence, createdAt) VALUES ('company_1', 'Old', 'US', 0, '2026-01-01T00:00:00.000Z')",
    )
    await db.destroy()
  }

  /** Reads a database's integrity check, schema, migrations and companies. */
  function readDatabase(name: string): unknown {
    const db = new Database(folder.file(name))
    const readIfMigrated = (sql: string) =>
      db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'").get()
        ? db.prepare(sql).all()
        : []
    const databaseContent = {
      integrity: db.pragma('integrity_check', { simple: true }),
      schema: db
        .prepare(
          "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'kysely%' ORDER BY name",
        )
        .all(),
      migrations: readIfMigrated('SELECT name FROM kysely_migration ORDER BY name'),
      companies: readIfMigrated('SELECT * FROM companies'),
    }
    db.close()
    return databaseContent
  }

  test.each([0, 5])(
    'a killed migration of a database with %i earlier migrations changes nothing, and the next run completes the migration',
    async (earlierMigrationCount) => {
      if (earlierMigrationCount > 0) await createOldDatabase('whole.db', earlierMigrationCount)
      expect((await runMigrate('whole.db')).code).toBe(0)
      const contentAfter = readDatabase('whole.db')
      for (const killIndex of earlierMigrationCount > 0 ? [1, 2, 20, 40] : [1, 17, 60, 120]) {
        const name = `killed-${killIndex}.db`
        if (earlierMigrationCount > 0) await createOldDatabase(name, earlierMigrationCount)
        const contentBefore = earlierMigrationCount > 0 ? readDatabase(name) : undefined
        expect((await runMigrate(name, killIndex)).code).toBe(null)
        if (contentBefore) expect(readDatabase(name)).toEqual(contentBefore)
        else
          expect(readDatabase(name)).toMatchObject({ integrity: 'ok', schema: [], migrations: [] })
        const { code, stdout } = await runMigrate(name)
        expect([code, (JSON.parse(stdout) as { migrated: string[] }).migrated.length]).toEqual([
          0,
          (await listMigrationNames()).length - earlierMigrationCount,
        ])
        expect(readDatabase(name)).toEqual(contentAfter)
      }
    },
  )

  test('a migration runs only once if several processes start at the same time', async () => {
    await createOldDatabase('both.db', 5)
    const results = await Promise.all([
      runMigrate('both.db'),
      runMigrate('both.db'),
      runMigrate('both.db'),
    ])
    expect(results.map(({ code, stderr }) => [code, stderr])).toEqual(Array(3).fill([0, '']))
    const migrationCounts = results.map(
      ({ stdout }) => (JSON.parse(stdout) as { migrated: string[] }).migrated.length,
    )
    expect(migrationCounts.sort()).toEqual([0, 0, (await listMigrationNames()).length - 5])
  })

  test('the migration 0017-deal-rank-counts on SQLite counts existing deals by stage and rank prefix', async () => {
    await createOldDatabase('deals.db', 16)
    const db = new Database(folder.file('deals.db'))
    db.pragma('foreign_keys = off')
    const insertDeal =
      db.prepare(`INSERT INTO deals (companyId, id, version, createdAt, updatedAt, title, pipelineId, stageId, rank, stageEnteredAt)
      VALUES ('company_1', @id, 1, '', '', '', 'pipeline_1', @stageId, @id, '')`)
    for (const id of [
      'a0',
      'a0V',
      'b0z',
      'b10',
      'c1230',
      'c123zV',
      'd12340',
      'Zz',
      'YzzV',
      'Xzz0',
      'Wzzz0',
    ])
      insertDeal.run({ id, stageId: 'stage_1' })
    insertDeal.run({ id: 'a0VW', stageId: 'stage_2' })
    db.close()
    expect((await runMigrate('deals.db')).code).toBe(0)
    const migratedDb = new Database(folder.file('deals.db'))
    expect(migratedDb.prepare('SELECT * FROM dealRankCounts').raw().all()).toEqual([
      ['company_1', 'stage_1', 'Wzzz', 1],
      ['company_1', 'stage_1', 'Xzz', 1],
      ['company_1', 'stage_1', 'Yz', 1],
      ['company_1', 'stage_1', 'Zz', 1],
      ['company_1', 'stage_1', 'a0', 2],
      ['company_1', 'stage_1', 'b0', 1],
      ['company_1', 'stage_1', 'b1', 1],
      ['company_1', 'stage_1', 'c12', 2],
      ['company_1', 'stage_1', 'd123', 1],
      ['company_1', 'stage_2', 'a0', 1],
    ])
    migratedDb.close()
  })

  test('the migration 0019-demo-company recognizes the demo company by the request id `seed` and the name `Demo` in the creation event of its API key', async () => {
    await createOldDatabase('demo.db', 17)
    const db = new Database(folder.file('demo.db'))
    const insertEvent =
      db.prepare(`INSERT INTO events (companyId, sequence, id, type, recordKind, recordId, recordVersion, requestId, changes, createdAt)
      VALUES (?, 1, ?, 'apiKey.created', 'apiKey', 'key_1', 1, ?, ?, '')`)
    const formatNameChange = (name: string) =>
      JSON.stringify([{ field: 'name', from: null, to: name }])
    const companies = [
      ['company_1', 'seed', formatNameChange('Demo')],
      ['company_2', 'seed', formatNameChange('Seed')],
      ['company_3', '0198c5a4-0000-4000-8000-000000000000', formatNameChange('Demo')],
    ] as const
    for (const [id, requestId, changes] of companies) {
      db.prepare("INSERT OR IGNORE INTO companies VALUES (?, 'C', 'US', 1, '')").run(id)
      insertEvent.run(id, id, requestId, changes)
    }
    db.close()
    expect((await runMigrate('demo.db')).code).toBe(0)
    const migratedDb = new Database(folder.file('demo.db'))
    expect(migratedDb.prepare('SELECT id, isDemo FROM companies ORDER BY id').raw().all()).toEqual([
      ['company_1', 1],
      ['company_2', 0],
      ['company_3', 0],
    ])
    expect(() => migratedDb.exec('UPDATE companies SET isDemo = 1')).toThrow('cannot be changed')
    expect(() => migratedDb.exec("DELETE FROM events WHERE companyId = 'company_2'")).toThrow(
      'append-only',
    )
    migratedDb.exec("DELETE FROM events WHERE companyId = 'company_1'")
    migratedDb.close()
  })
})
