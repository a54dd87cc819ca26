import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runDealgraph, serve } from './support/command.ts'
import { createCompanyWithKey } from './support/company.ts'
import { onPostgres } from './support/database.ts'
import {
  type Cluster,
  createDatabaseWithRoles,
  getUrl,
  startCluster,
  withAdmin,
} from './support/postgres.ts'
import { requires } from './support/requirements.ts'

interface Report {
  code: number | null
  ok: boolean
  served: boolean
  findings: { name: string; state: string; finding: string; advice?: string }[]
}

const baseChecks = [
  'settings',
  'database',
  'schema',
  'connections',
  'sessions',
  'round trip',
  'durability',
]
const tableChecks = ['role', 'isolation', 'folding', 'upkeep', 'indexes']

describe('Doctor on PostgreSQL', requires(onPostgres, 'PostgreSQL'), () => {
  let cluster: Cluster
  let databaseCount = 0
  let databaseName: string
  let programUrl: string
  let ownerUrl: string
  beforeAll(async () => {
    cluster = (await startCluster('fsync=on', 'autovacuum=on')) as Cluster
    ;({ program: programUrl, owner: ownerUrl } = await createDatabaseWithRoles(cluster.url, 'well'))
    await createCompanyWithKey({ DATABASE_URL: ownerUrl, DEMO: 'false' })
  })
  afterAll(() => cluster.stop())
  beforeEach(async () => {
    databaseName = `crm${++databaseCount}`
    await withAdmin(cluster.url, async (admin) => {
      await admin.query(`CREATE DATABASE ${databaseName} TEMPLATE well OWNER dealgraph_owner`)
      await admin.query(`GRANT CONNECT ON DATABASE ${databaseName} TO dealgraph`)
    })
    programUrl = getUrl(cluster.url, databaseName, 'dealgraph')
    ownerUrl = getUrl(cluster.url, databaseName, 'dealgraph_owner')
  })
  afterEach(() =>
    withAdmin(cluster.url, (admin) => admin.query(`DROP DATABASE ${databaseName} WITH (FORCE)`)),
  )

  async function runDoctor(
    url = programUrl,
    settings: Record<string, string> = {},
  ): Promise<Report> {
    const { code, stdout, stderr } = await runDealgraph(
      { DATABASE_URL: url, DEMO: 'false', ...settings },
      'doctor',
      '--json',
    )
    expect(stderr).toBe('')
    return { code, ...JSON.parse(stdout) }
  }
  const alterDatabase = (...statements: string[]) =>
    withAdmin(getUrl(cluster.url, databaseName, 'admin'), async (admin) => {
      for (const statement of statements) await admin.query(statement)
    })
  const findFaults = ({ findings }: Report) =>
    findings
      .filter(({ state }) => state !== 'ok')
      .map((finding) => `${finding.name}: ${finding.state}`)
  const getFinding = ({ findings }: Report, check: string) =>
    findings.find((finding) => finding.name === check)?.finding

  test('the doctor command reports no problem in a healthy PostgreSQL database, even while a server is running', async () => {
    const report = await runDoctor()
    expect([report.code, report.ok, report.served, findFaults(report)]).toEqual([
      0,
      true,
      false,
      [],
    ])
    expect(report.findings.map((finding) => finding.name)).toEqual([
      ...baseChecks,
      ...tableChecks,
      'clock',
      'webhooks',
      'demo',
    ])
    const server = await serve({ DATABASE_URL: programUrl, DEMO: 'false' })
    try {
      const busyReport = await runDoctor()
      expect([busyReport.code, busyReport.served, findFaults(busyReport)]).toEqual([0, true, []])
      expect(getFinding(busyReport, 'connections')).toMatch(
        /^[1-9]\d* of 197 connections are in use, [1-9]\d* by Dealgraph; enough for 15 processes with up to 13 connections each$/,
      )
    } finally {
      await server.stop()
    }
  })

  test('the doctor command reports a missing PostgreSQL schema and a database of another program', async () => {
    await withAdmin(cluster.url, (admin) =>
      admin.query('CREATE DATABASE empty OWNER dealgraph_owner'),
    )
    const emptyUrl = getUrl(cluster.url, 'empty', 'dealgraph_owner')
    const report = await runDoctor(emptyUrl)
    expect([
      report.code,
      findFaults(report),
      report.findings.map((finding) => finding.name),
    ]).toEqual([0, ['schema: warning'], baseChecks])
    await withAdmin(emptyUrl, async (client) => {
      expect(
        (await client.query("SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace"))
          .rows,
      ).toEqual([])
      await client.query('CREATE TABLE theirs (id INT)')
    })
    expect(await runDoctor(emptyUrl)).toMatchObject({
      code: 1,
      findings: [
        { name: 'database', state: 'failed', finding: expect.stringMatching(/another program/) },
      ],
    })
  })

  test('the doctor command reports whether the program can use a PostgreSQL schema that is older or newer than its own', async () => {
    await alterDatabase("INSERT INTO kysely_migration VALUES ('9998-wider', '2027-01-01', true)")
    expect(getFinding(await runDoctor(), 'schema')).toBe(
      'newer than this version (9998-wider), but compatible',
    )
    await alterDatabase("INSERT INTO kysely_migration VALUES ('9999-other', '2027-01-01', false)")
    expect(findFaults(await runDoctor())).toEqual(['schema: failed'])
    await alterDatabase("DELETE FROM kysely_migration WHERE name >= '0012'")
    expect(findFaults(await runDoctor())).toEqual(['schema: warning'])
  })

  test('the doctor command reports damage that one check finds in a PostgreSQL database and runs the other checks', async () => {
    // Replaces a table with a view whose queries fail like those of a damaged table.
    const createDamageStatements = (table: string) => [
      `ALTER TABLE "${table}" RENAME TO "${table}Before"`,
      `CREATE FUNCTION "read${table}"() RETURNS SETOF "${table}Before" LANGUAGE plpgsql AS $$ BEGIN
        RAISE 'invalid page in block 0' USING ERRCODE = 'data_corrupted'; END $$`,
      `CREATE VIEW "${table}" AS SELECT * FROM "read${table}"()`,
      `GRANT SELECT ON "${table}" TO dealgraph`,
    ]
    await alterDatabase(...createDamageStatements('webhookDeliveries'))
    const report = await runDoctor()
    expect([report.code, findFaults(report), getFinding(report, 'webhooks')]).toEqual([
      1,
      ['webhooks: failed'],
      'invalid page in block 0',
    ])
    expect(report.findings.at(-1)).toMatchObject({ name: 'demo', state: 'ok' })
  })

  test('the doctor command reports a PostgreSQL role that owns the tables, bypasses row-level security or lacks privileges', async () => {
    expect(findFaults(await runDoctor(ownerUrl))).toEqual(['role: warning'])
    expect(findFaults(await runDoctor(getUrl(cluster.url, databaseName, 'admin')))).toEqual([
      'role: failed',
    ])
    await alterDatabase('REVOKE DELETE ON deals FROM dealgraph')
    const report = await runDoctor()
    expect([findFaults(report), getFinding(report, 'role')]).toEqual([
      ['role: failed'],
      'dealgraph lacks privileges on deals',
    ])
  })

  test('the doctor command reports PostgreSQL tables whose row-level security is disabled, not forced or bypassed by another policy', async () => {
    await alterDatabase(
      'ALTER TABLE deals DISABLE ROW LEVEL SECURITY',
      'ALTER TABLE tasks NO FORCE ROW LEVEL SECURITY',
      'CREATE POLICY "door" ON people USING (true)',
    )
    const report = await runDoctor()
    expect([report.code, findFaults(report)]).toEqual([1, ['isolation: failed']])
    expect(getFinding(report, 'isolation')).toBe(
      'row-level security is incomplete on deals, people, tasks',
    )
  })

  test('the doctor command reports a PostgreSQL connection limit below the required number of connections', async () => {
    expect(findFaults(await runDoctor(programUrl, { DATABASE_POOL_SIZE: '97' }))).toEqual([
      'connections: warning',
    ])
    expect(findFaults(await runDoctor(programUrl, { DATABASE_POOL_SIZE: '500' }))).toEqual([
      'connections: failed',
    ])
    await alterDatabase(`ALTER DATABASE ${databaseName} CONNECTION LIMIT 12`)
    expect(findFaults(await runDoctor())).toEqual(['connections: failed'])
  })

  test('the doctor command reports invalid PostgreSQL indexes, missing statistics and functions, and unsafe durability settings', async () => {
    await alterDatabase(
      `INSERT INTO windows SELECT n::text, 0, 1, 0 FROM generate_series(1, 20000) AS n`,
      'CREATE UNIQUE INDEX CONCURRENTLY half ON windows (used)',
    ).catch(({ code }) => expect(code).toBe('23505'))
    await alterDatabase(
      'DROP FUNCTION folded',
      `ALTER DATABASE ${databaseName} SET synchronous_commit = off`,
    )
    const report = await runDoctor()
    expect(findFaults(report)).toEqual([
      'durability: failed',
      'folding: failed',
      'upkeep: warning',
      'indexes: warning',
    ])
    expect([getFinding(report, 'upkeep'), getFinding(report, 'indexes')]).toEqual([
      'tables never analyzed: windows',
      'invalid indexes: half',
    ])
  })

  test('the doctor command on PostgreSQL reports disabled webhook endpoints, a system clock behind the time of the latest event, and DEMO=true with a public HOST', async () => {
    await alterDatabase(
      'ALTER TABLE events DISABLE TRIGGER ALL',
      `UPDATE events SET "createdAt" = '2999-01-01T00:00:00.000Z'`,
      `INSERT INTO "webhookEndpoints" ("companyId", id, version, "createdAt", "updatedAt", url, events, "userId", attempts, failures, secret, "lastSequence", "disabledAt")
        SELECT "companyId", 'webhook_1', 1, "createdAt", "createdAt", 'https://x.test', '["*"]', id, 0, 0, 'x', 0, "createdAt" FROM users`,
    )
    expect(findFaults(await runDoctor(programUrl, { HOST: '0.0.0.0', DEMO: 'true' }))).toEqual([
      'settings: warning',
      'clock: warning',
      'webhooks: warning',
    ])
  })

  test('the doctor command reports an unreachable PostgreSQL database in one sentence without its password', async () => {
    const { code, stdout, stderr } = await runDealgraph(
      { DATABASE_URL: 'postgres://me:hush@127.0.0.1:1/x' },
      'doctor',
    )
    expect([code, stdout, stderr]).toEqual([
      9,
      '',
      expect.stringMatching(
        /^The database postgres:\/\/…@127\.0\.0\.1:1\/x cannot be reached \(.*\); check .*\.\n$/,
      ),
    ])
  })
})
