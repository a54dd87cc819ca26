import { chmodSync, closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runDealgraph, serve } from './support/command.ts'
import { createCompanyWithKey } from './support/company.ts'
import { type Folder, newFolder } from './support/folder.ts'

interface Report {
  ok: boolean
  served: boolean
  findings: { name: string; state: string; finding: string; advice?: string }[]
}

describe('The doctor command', () => {
  let folder: Folder
  beforeEach(async () => {
    folder = newFolder()
    await createCompanyWithKey(folder.env())
    chmodSync(folder.file(), 0o600)
  })
  afterEach(() => folder.remove())

  async function runDoctor(
    settings: Record<string, string> = {},
  ): Promise<Report & { code: number | null }> {
    const { code, stdout } = await runDealgraph(
      { ...folder.env(), ...settings },
      'doctor',
      '--json',
    )
    return { code, ...(JSON.parse(stdout) as Report) }
  }
  const runStatement = (sql: string) => {
    const db = new Database(folder.file())
    db.pragma('foreign_keys = off')
    db.exec(sql)
    db.close()
  }
  const findFaults = ({ findings }: Report) =>
    findings.filter(({ state }) => state !== 'ok').map(({ name, state }) => `${name}: ${state}`)

  test('the doctor command reports no problem in a healthy database, even while a server is running, and changes no data', async () => {
    const bytesBefore = readFileSync(folder.file())
    const report = await runDoctor()
    expect([report.code, report.ok, report.served, findFaults(report)]).toEqual([
      0,
      true,
      false,
      [],
    ])
    expect(report.findings.map(({ name }) => name)).toEqual([
      'settings',
      'database',
      'schema',
      'disk space',
      'integrity',
      'durability',
      'clock',
      'webhooks',
      'demo',
    ])
    expect(readFileSync(folder.file()).equals(bytesBefore)).toBe(true)
    const server = await serve(folder.env())
    expect(await runDoctor()).toMatchObject({ ok: true, served: true })
    await server.stop()
    const { stdout } = await runDealgraph(folder.env(), 'doctor', '--quick')
    expect(stdout).toMatch(/^No server is using .*\nok {7}settings {4}all settings are valid\n/)
  })

  test('the doctor command does not change a database copy created by another program', async () => {
    runStatement(`VACUUM INTO '${folder.file('copy.db')}'`)
    chmodSync(folder.file('copy.db'), 0o400)
    const bytesBefore = readFileSync(folder.file('copy.db'))
    const { code, stdout, stderr } = await runDealgraph(folder.env('copy.db'), 'doctor')
    expect([code, stderr, stdout]).toEqual([
      0,
      '',
      expect.stringMatching(/^ok {7}durability {2}the journal mode is delete;/m),
    ])
    expect(readFileSync(folder.file('copy.db')).equals(bytesBefore)).toBe(true)
  })

  test('the doctor command reports damage to a database and the remedy', async () => {
    runStatement("DELETE FROM stages WHERE name = 'Trash'; DELETE FROM companies")
    const incompleteDataReport = await runDoctor()
    expect([
      incompleteDataReport.code,
      incompleteDataReport.ok,
      findFaults(incompleteDataReport),
    ]).toEqual([1, false, ['integrity: failed']])
    const { size } = statSync(folder.file())
    const fileDescriptor = openSync(folder.file(), 'r+')
    writeSync(
      fileDescriptor,
      Buffer.alloc(4096, 0xa5),
      0,
      4096,
      Math.floor((size / 4096) * 0.45) * 4096,
    )
    closeSync(fileDescriptor)
    const report = await runDoctor()
    expect([report.code, findFaults(report)]).toEqual([1, ['integrity: failed']])
    expect(report.findings.find(({ name }) => name === 'integrity')?.advice).toMatch(
      /restore the latest backup/,
    )
  })

  test('the doctor command reports damage that one check finds in a SQLite database and runs the other checks', async () => {
    const damagePage = (name: string) => {
      const db = new Database(folder.file())
      db.pragma('wal_checkpoint(TRUNCATE)')
      const pageNumber = db
        .prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?')
        .pluck()
        .get(name)
      db.close()
      const fileDescriptor = openSync(folder.file(), 'r+')
      writeSync(fileDescriptor, Buffer.alloc(4096, 0xa5), 0, 4096, (Number(pageNumber) - 1) * 4096)
      closeSync(fileDescriptor)
    }
    damagePage('webhookEndpoints')
    const report = await runDoctor()
    expect([report.code, findFaults(report)]).toEqual([
      1,
      ['integrity: failed', 'webhooks: failed'],
    ])
    expect(report.findings.find(({ name }) => name === 'webhooks')).toMatchObject({
      finding: 'database disk image is malformed',
      advice: expect.stringMatching(/restore the latest backup/),
    })
    damagePage('sqlite_autoindex_kysely_migration_1')
    expect(findFaults(await runDoctor())).toEqual([
      'schema: failed',
      'integrity: failed',
      'webhooks: failed',
    ])
  })

  test('the doctor command reports a database schema that is too old or too new', async () => {
    runStatement("INSERT INTO kysely_migration VALUES ('9999-future', '2027-01-01')")
    expect(findFaults(await runDoctor())).toEqual(['schema: failed'])
    runStatement("DELETE FROM kysely_migration WHERE name >= '0012'")
    expect(findFaults(await runDoctor())).toEqual(['schema: warning'])
  })

  test('the doctor command reports disabled webhook endpoints, a system clock behind the time of the latest event, a database file that other system users can read, and DEMO=true with a public HOST', async () => {
    runStatement(`DROP TRIGGER eventsNoUPDATE; UPDATE events SET createdAt = '2999-01-01T00:00:00.000Z';
      INSERT INTO webhookEndpoints (companyId, id, version, createdAt, updatedAt, url, events, userId, attempts, failures, secret, lastSequence, disabledAt)
      SELECT companyId, 'webhook_1', 1, createdAt, createdAt, 'https://x.test', '["*"]', id, 0, 0, 'x', 0, createdAt FROM users`)
    chmodSync(folder.file(), 0o644)
    expect(findFaults(await runDoctor({ HOST: '0.0.0.0', DEMO: 'true' }))).toEqual([
      'settings: warning',
      'database: warning',
      'clock: warning',
      'webhooks: warning',
    ])
  })

  test('the doctor command reports an unreachable OpenID issuer', async () => {
    const { findings } = await runDoctor({
      OIDC_ISSUER: 'http://127.0.0.1:9',
      OIDC_AUDIENCE: 'https://crm.example',
    })
    expect(findings.find(({ name }) => name === 'settings')).toMatchObject({
      state: 'warning',
      finding: expect.stringContaining('OIDC_ISSUER cannot be used'),
    })
  })

  test('the doctor command names webhook endpoints whose patterns match no event type', async () => {
    for (const [id, events] of [
      ['webhook_correct', '["task.*"]'],
      ['webhook_misspelled', '["task.*", "deals.*"]'],
    ])
      runStatement(`INSERT INTO webhookEndpoints (companyId, id, version, createdAt, updatedAt, url, events, userId, attempts, failures, secret, lastSequence)
        SELECT companyId, '${id}', 1, createdAt, createdAt, 'https://x.test', '${events}', id, 0, 0, 'x', 0 FROM users LIMIT 1`)
    const { findings } = await runDoctor()
    expect(findings.find(({ name }) => name === 'webhooks')).toMatchObject({
      state: 'warning',
      finding: expect.stringContaining('1 endpoint with a pattern that matches no event type'),
      advice: 'Correct the events of webhook_misspelled with updateWebhookEndpoint.',
    })
  })

  test('the doctor command reports a missing database in one sentence', async () => {
    const { code, stdout, stderr } = await runDealgraph(folder.env('none.db'), 'doctor')
    expect([code, stdout, stderr]).toEqual([
      6,
      '',
      expect.stringMatching(
        /^There is no database .*none\.db; "dealgraph serve" creates the file\.\n$/,
      ),
    ])
  })
})
