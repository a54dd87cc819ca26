import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttpClient } from './support/client.ts'
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

/** Tests the roles `dealgraph_owner` and `dealgraph` that `deploy/roles.sql` creates. */
describe('Database roles', requires(onPostgres, 'PostgreSQL'), () => {
  let cluster: Cluster
  let ownerUrl: string
  let programUrl: string
  const createEnv = (url: string) => ({ DATABASE_URL: url, DEMO: 'false' })
  beforeAll(async () => {
    cluster = (await startCluster()) as Cluster
    // Managed PostgreSQL servers often provide no superuser, so a role without superuser privileges
    // creates the roles.
    await withAdmin(cluster.url, (admin) =>
      admin.query('CREATE ROLE operator LOGIN CREATEDB CREATEROLE'),
    )
    const databaseUrls = await createDatabaseWithRoles(cluster.url, 'crm', 'operator')
    ownerUrl = databaseUrls.owner
    programUrl = databaseUrls.program
  })
  afterAll(() => cluster.stop())

  test('the database role `dealgraph` cannot migrate the schema, and the error says that the owner of the tables can', async () => {
    for (const command of ['migrate', 'serve']) {
      const { code, stdout, stderr } = await runDealgraph(createEnv(programUrl), command)
      expect([code, stdout]).toEqual([6, ''])
      expect(stderr).toMatch(
        /^The database .* denies a required permission \(permission denied for schema public\); run "dealgraph migrate" as the owner of its tables\.\n$/,
      )
    }
    expect((await runDealgraph(createEnv(ownerUrl), 'migrate', '--json')).code).toBe(0)
    expect((await runDealgraph(createEnv(programUrl), 'migrate')).stdout).toBe(
      'The database is up to date.\n',
    )
  })

  test('the database role `dealgraph` has all privileges that the server needs and causes no warning', async () => {
    const secret = await createCompanyWithKey(createEnv(programUrl))
    const server = await serve(createEnv(programUrl))
    const client = createHttpClient(server.url, secret)
    const creationReply = await client.rest(
      'POST',
      '/v1/people',
      { firstName: 'Ada' },
      { 'Idempotency-Key': 'ada' },
    )
    expect(creationReply.status).toBe(201)
    expect(
      (await client.rest('PUT', `/v1/people/${creationReply.body.data.id}`, { firstName: 'Ida' }))
        .status,
    ).toBe(200)
    expect((await client.rest('DELETE', `/v1/people/${creationReply.body.data.id}`)).status).toBe(
      200,
    )
    expect(
      (await client.gql('{ searchPeople(by: { name: "ida" }) { nodes { id } } }')).status,
    ).toBe(200)
    expect((await createHttpClient(server.url).rest('GET', '/ready')).status).toBe(200)
    expect(await server.stop()).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.not.stringContaining('"level"'),
    })
  })

  test('the database role `dealgraph` can neither change the schema nor bypass row-level security', async () => {
    const forbiddenStatements = [
      'ALTER TABLE people ADD COLUMN x TEXT',
      'ALTER TABLE people DISABLE ROW LEVEL SECURITY',
      'ALTER TABLE people NO FORCE ROW LEVEL SECURITY',
      'DROP POLICY "ofCompany" ON people',
      'CREATE POLICY "all" ON people USING (true)',
      'DROP TABLE people',
      'TRUNCATE people CASCADE',
      'ALTER TABLE events DISABLE TRIGGER ALL',
      'CREATE TABLE mine (x INT)',
      'CREATE TEMP TABLE mine (x INT)',
      'SET ROLE dealgraph_owner',
    ]
    await withAdmin(programUrl, async (client) => {
      for (const statement of forbiddenStatements)
        expect([statement, await client.query(statement).catch(({ code }) => code)]).toEqual([
          statement,
          '42501',
        ])
      expect((await client.query('SELECT count(*) FROM people')).rows).toEqual([{ count: '0' }])
      await client.query("SET row_security = off; SET dealgraph.company = ''")
      expect(await client.query('SELECT count(*) FROM people').catch(({ code }) => code)).toBe(
        '42501',
      )
    })
  })

  test('the copy command, run as `dealgraph_owner`, rejects a database that a server is using as `dealgraph`', async () => {
    const server = await serve(createEnv(programUrl))
    const { code, stderr } = await runDealgraph(
      {},
      'copy',
      '--from',
      ownerUrl,
      '--to',
      'sqlite:/nonexistent/crm.db',
    )
    await server.stop()
    expect([code, stderr]).toEqual([
      4,
      expect.stringMatching(/^Another Dealgraph process is using .*; stop it first\.\n$/),
    ])
  })

  test('the database role `dealgraph` has privileges on tables created by later migrations', async () => {
    await withAdmin(ownerUrl, (client) => client.query('CREATE TABLE later (x INT)'))
    await withAdmin(programUrl, (client) =>
      client.query(
        'INSERT INTO later VALUES (1); SELECT * FROM later; UPDATE later SET x = 2; DELETE FROM later',
      ),
    )
  })

  test.each([
    ['the owner of the tables', 'dealgraph_owner', /owns the tables/],
    ['a superuser', 'admin', /bypasses row-level security/],
  ])('a server that connects as %s logs a warning', async (_, name, warning) => {
    const server = await serve(createEnv(getUrl(cluster.url, 'crm', name)))
    expect((await server.stop()).stdout).toMatch(warning)
  })

  test('two servers that start at the same time on an empty database create one demo company and print the same demo keys', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dealgraph-'))
    try {
      await withAdmin(cluster.url, (admin) =>
        admin.query('CREATE DATABASE demo OWNER dealgraph_owner'),
      )
      // One server waits until the other has loaded the demo company, which can be slow.
      const url = `${getUrl(cluster.url, 'demo', 'dealgraph_owner')}&lock_timeout=60000`
      const startServer = () => serve({ DATABASE_URL: url }, { cwd: folder })
      const servers = await Promise.all([startServer(), startServer()])
      expect(Object.keys(servers[0]?.keys ?? {})).toHaveLength(4)
      expect(servers[1]?.keys).toEqual(servers[0]?.keys)
      const { body } = await createHttpClient(servers[1]?.url ?? '', servers[0]?.keys['Owner']).gql(
        '{ people { totalCount } }',
      )
      expect(body.data.people.totalCount).toBeGreaterThan(200)
      for (const server of servers) await server.stop()
      await withAdmin(getUrl(cluster.url, 'demo', 'admin'), async (admin) =>
        expect((await admin.query('SELECT count(*) FROM companies')).rows).toEqual([
          { count: '1' },
        ]),
      )
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
