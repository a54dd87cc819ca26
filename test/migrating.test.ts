import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrationNames } from '../src/store/migrations.ts'
import { type CommandResult, startCommand } from './support/command.ts'
import { type Folder, newFolder } from './support/folder.ts'

const killAt = join(import.meta.dirname, 'preload/kill-at.ts')

describe('Migrations', () => {
  let folder: Folder
  beforeEach(() => {
    folder = newFolder()
  })
  afterEach(() => folder.remove())

  const migrate = (name: string, at?: number): Promise<CommandResult> =>
    startCommand(
      at ? { flags: ['--import', killAt] } : {},
      { ...folder.env(name), ...(at && { KILL_AT: String(at) }) },
      'migrate',
      '--json',
    ).ended

  /** Creates a database of an earlier version with a company. */
  async function createOld(name: string, migrations: number): Promise<void> {
    const raw = new Database(folder.file(name))
    raw.pragma('journal_mode = wal')
    const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: raw }) })
    raw.exec('CREATE TABLE kysely_migration (name TEXT PRIMARY KEY, timestamp TEXT NOT NULL)')
    for (const each of (await migrationNames()).slice(0, migrations)) {
      await (
        (await import(`../db/migrations/${each}.ts`)) as { up(db: Kysely<unknown>): Promise<void> }
      ).up(db)
      raw.prepare('INSERT INTO kysely_migration VALUES (?, ?)').run(each, '2026-01-01')
    }
    raw.exec(
      "INSERT INTO companies (id, name, region, eventSequence, createdAt) VALUES ('company_1', 'Old', 'US', 0, '2026-01-01T00:00:00.000Z')",
    )
    await db.destroy()
  }

  /** The schema, statistics, migrations and companies of a database. */
  function contentOf(name: string): unknown {
    const raw = new Database(folder.file(name))
    const all = (sql: string) =>
      raw.prepare("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'").get()
        ? raw.prepare(sql).all()
        : []
    const found = {
      sound: raw.pragma('integrity_check', { simple: true }),
      schema: raw
        .prepare(
          "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'kysely%' ORDER BY name",
        )
        .all(),
      migrations: all('SELECT name FROM kysely_migration ORDER BY name'),
      companies: all('SELECT * FROM companies'),
    }
    raw.close()
    return found
  }

  test.each([0, 5])(
    'a killed migration leaves the old schema, and the next one completes it (from migration %i)',
    async (from) => {
      if (from > 0) await createOld('whole.db', from)
      expect((await migrate('whole.db')).code).toBe(0)
      const after = contentOf('whole.db')
      for (const at of from > 0 ? [1, 2, 20, 40] : [1, 17, 60, 120]) {
        const name = `killed-${at}.db`
        if (from > 0) await createOld(name, from)
        const before = from > 0 ? contentOf(name) : undefined
        expect((await migrate(name, at)).code).toBe(null)
        if (before) expect(contentOf(name)).toEqual(before)
        else expect(contentOf(name)).toMatchObject({ sound: 'ok', schema: [], migrations: [] })
        const { code, out } = await migrate(name)
        expect([code, (JSON.parse(out) as { migrated: string[] }).migrated.length]).toEqual([
          0,
          (await migrationNames()).length - from,
        ])
        expect(contentOf(name)).toEqual(after)
      }
    },
  )

  test('a migration started by several processes at once runs once', async () => {
    await createOld('both.db', 5)
    const ended = await Promise.all([migrate('both.db'), migrate('both.db'), migrate('both.db')])
    expect(ended.map(({ code, err }) => [code, err])).toEqual(Array(3).fill([0, '']))
    const ran = ended.map(({ out }) => (JSON.parse(out) as { migrated: string[] }).migrated.length)
    expect(ran.sort()).toEqual([0, 0, (await migrationNames()).length - 5])
  })

  test('a migration counts existing deals by the prefix of their ranks', async () => {
    await createOld('deals.db', 16)
    const raw = new Database(folder.file('deals.db'))
    raw.pragma('foreign_keys = off')
    const add =
      raw.prepare(`INSERT INTO deals (companyId, id, version, createdAt, updatedAt, title, pipelineId, stageId, rank, stageEnteredAt)
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
      add.run({ id, stageId: 'stage_1' })
    add.run({ id: 'a0VW', stageId: 'stage_2' })
    raw.close()
    expect((await migrate('deals.db')).code).toBe(0)
    const migrated = new Database(folder.file('deals.db'))
    expect(migrated.prepare('SELECT * FROM dealRankCounts').raw().all()).toEqual([
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
    migrated.close()
  })

  test('a migration marks the demo company by the request that created its keys', async () => {
    await createOld('demo.db', 17)
    const raw = new Database(folder.file('demo.db'))
    const add =
      raw.prepare(`INSERT INTO events (companyId, sequence, id, type, recordKind, recordId, recordVersion, requestId, changes, createdAt)
      VALUES (?, 1, ?, 'apiKey.created', 'apiKey', 'key_1', 1, ?, ?, '')`)
    const named = (name: string) => JSON.stringify([{ field: 'name', from: null, to: name }])
    const companies = [
      ['company_1', 'seed', named('Demo')],
      ['company_2', 'seed', named('Seed')],
      ['company_3', '0198c5a4-0000-4000-8000-000000000000', named('Demo')],
    ] as const
    for (const [id, requestId, changes] of companies) {
      raw.prepare("INSERT OR IGNORE INTO companies VALUES (?, 'C', 'US', 1, '')").run(id)
      add.run(id, id, requestId, changes)
    }
    raw.close()
    expect((await migrate('demo.db')).code).toBe(0)
    const migrated = new Database(folder.file('demo.db'))
    expect(migrated.prepare('SELECT id, isDemo FROM companies ORDER BY id').raw().all()).toEqual([
      ['company_1', 1],
      ['company_2', 0],
      ['company_3', 0],
    ])
    expect(() => migrated.exec('UPDATE companies SET isDemo = 1')).toThrow('cannot be changed')
    expect(() => migrated.exec("DELETE FROM events WHERE companyId = 'company_2'")).toThrow(
      'append-only',
    )
    migrated.exec("DELETE FROM events WHERE companyId = 'company_1'")
    migrated.close()
  })
})
