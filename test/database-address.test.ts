/**
 * Tests database addresses that refer to a connection pooler, a standby or an unresponsive server
 * instead of a primary server.
 */

import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttpClient } from './support/client.ts'
import { runDealgraph, serve } from './support/command.ts'
import { createCompanyWithKey } from './support/company.ts'
import { onPostgres } from './support/database.ts'
import { startDatabaseRelay } from './support/database-relay.ts'
import {
  type Cluster,
  findAccount,
  getSocketFolder,
  getUrl,
  role,
  startCluster,
  startStandby,
  withAdmin,
} from './support/postgres.ts'
import { requires } from './support/requirements.ts'

interface PgBouncer {
  /** The folder of the PgBouncer socket. */
  folder: string
  stop(): Promise<void>
}

const findPgBouncer = (): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, 'pgbouncer'))
    .find((file) => existsSync(file))

/**
 * Starts PgBouncer (Debian package `pgbouncer`) in front of a PostgreSQL server.
 * @param settings lines of its configuration, such as `pool_mode = session`
 */
async function startPgBouncer(server: string, settings: string[]): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'dealgraph-pgbouncer-'))
  const account = findAccount() ?? {}
  const usersFile = join(folder, 'users.txt')
  writeFileSync(usersFile, `"${role}" ""\n"admin" ""\n`)
  const configFile = join(folder, 'pgbouncer.ini')
  const configLines = [
    '[databases]',
    `* = host=${getSocketFolder(server)} port=5432`,
    '[pgbouncer]',
    'listen_addr =',
    'listen_port = 5432',
    `unix_socket_dir = ${folder}`,
    'auth_type = trust',
    `auth_file = ${usersFile}`,
    ...settings,
  ]
  writeFileSync(configFile, configLines.join('\n'))
  if (account.uid !== undefined && account.gid !== undefined)
    chownSync(folder, account.uid, account.gid)
  const child = spawn(findPgBouncer() ?? '', [configFile], {
    ...account,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exitPromise = new Promise<void>((resolve) => child.on('close', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    let output = ''
    child.stderr.on('data', (part: Buffer) => {
      output += part
      if (output.includes('process up')) resolve()
    })
    void exitPromise.then(() => reject(new Error(output)))
  })
  return {
    folder,
    async stop() {
      child.kill('SIGTERM')
      await exitPromise
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

if (onPostgres && !findPgBouncer())
  console.warn('PgBouncer is not installed: the tests that require it are skipped.')

describe('Database addresses', requires(onPostgres, 'PostgreSQL'), () => {
  let cluster: Cluster
  let url: string
  let secret: string
  beforeAll(async () => {
    cluster = (await startCluster()) as Cluster
    await withAdmin(cluster.url, async (admin) => {
      await admin.query(`CREATE ROLE ${role} LOGIN`)
      await admin.query(`CREATE DATABASE crm OWNER ${role}`)
    })
    url = getUrl(cluster.url, 'crm')
    secret = await createCompanyWithKey({ DATABASE_URL: url, DEMO: 'false' })
  })
  afterAll(() => cluster.stop())

  const commands = [
    'serve',
    'dispatch',
    'migrate',
    'company create --name Other --owner-email o@other.test',
    'keys list',
    'export people --user o@acme.test',
  ]
  const createEnv = (address: string) => ({ DATABASE_URL: address, DEMO: 'false', PORT: '0' })
  const replaceSocketFolder = (folder: string) => url.replace(getSocketFolder(url), folder)

  /**
   * Runs commands one after another and returns the exit code and error message of each command.
   */
  async function runCommands(address: string, lines: string[]): Promise<[number | null, string][]> {
    const outcomes: [number | null, string][] = []
    for (const line of lines) {
      const { code, stderr } = await runDealgraph(createEnv(address), ...line.split(' '))
      outcomes.push([code, stderr.trim()])
    }
    return outcomes
  }

  describe('PgBouncer', requires(findPgBouncer() !== undefined, 'PgBouncer'), () => {
    test.each([
      ['transaction', ['server_round_robin = 0'], [...commands, 'doctor']],
      ['transaction', ['server_round_robin = 1', 'min_pool_size = 2'], ['serve']],
      ['transaction', ['server_reset_query_always = 1'], ['serve']],
      ['statement', ['server_round_robin = 0'], ['serve', 'doctor']],
    ])('commands reject PgBouncer in %s mode (%s)', async (mode, settings, lines) => {
      const bouncer = await startPgBouncer(cluster.url, [`pool_mode = ${mode}`, ...settings])
      try {
        for (const [code, message] of await runCommands(
          replaceSocketFolder(bouncer.folder),
          lines,
        )) {
          expect(message).toMatch(/^The database .* is behind a connection pooler .*\.$/)
          expect(code).toBe(2)
        }
      } finally {
        await bouncer.stop()
      }
    })

    test('the copy command rejects a source database behind PgBouncer in transaction mode', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'dealgraph-copy-'))
      const bouncer = await startPgBouncer(cluster.url, ['pool_mode = transaction'])
      try {
        const copyCommand = `copy --from ${replaceSocketFolder(bouncer.folder)} --to sqlite:${join(folder, 'c.db')}`
        const [[code, message] = []] = await runCommands(url, [copyCommand])
        expect([code, message]).toEqual([2, expect.stringContaining('connection pooler')])
      } finally {
        await bouncer.stop()
        rmSync(folder, { recursive: true, force: true })
      }
    })

    test('the server can connect through PgBouncer in session mode without further settings', async () => {
      const bouncer = await startPgBouncer(cluster.url, ['pool_mode = session'])
      const server = await serve(createEnv(replaceSocketFolder(bouncer.folder)))
      try {
        const client = createHttpClient(server.url, secret)
        const replies = await Promise.all(
          ['A', 'B', 'C', 'D'].map((firstName) => client.rest('POST', '/v1/people', { firstName })),
        )
        expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
        expect((await client.rest('GET', '/v1/people')).body.data).toHaveLength(4)
        expect((await client.rest('GET', '/ready')).status).toBe(200)
      } finally {
        await server.stop()
        await bouncer.stop()
      }
    })
  })

  test('a command exits with code 9 if the database accepts connections but never responds', async () => {
    const relay = await startDatabaseRelay(getSocketFolder(url))
    relay.silenceNewConnections()
    try {
      const address = `postgres://${role}@127.0.0.1:${relay.port}/crm`
      const commandLines = ['serve', 'migrate', 'keys list', 'doctor']
      const outcomes = await Promise.all(commandLines.map((line) => runCommands(address, [line])))
      for (const [[code, message] = []] of outcomes)
        expect([code, message]).toEqual([
          9,
          expect.stringMatching(/^The database .* cannot be reached/),
        ])
    } finally {
      await relay.stop()
    }
  })

  test('commands reject the address of a PostgreSQL standby, and the doctor command reports the remedy', async () => {
    const standby = await startStandby(cluster)
    try {
      const address = replaceSocketFolder(getSocketFolder(standby.url))
      for (const [code, message] of await runCommands(address, commands)) {
        expect(message).toMatch(
          /^The database .* is a read-only standby; set DATABASE_URL to the primary\.$/,
        )
        expect(code).toBe(2)
      }
      const { code, stdout } = await runDealgraph(createEnv(address), 'doctor')
      expect([code, stdout]).toEqual([
        1,
        expect.stringContaining('Set DATABASE_URL to the primary server.'),
      ])
    } finally {
      await withAdmin(cluster.url, async (admin) => {
        await admin.query('ALTER SYSTEM RESET synchronous_standby_names')
        await admin.query('SELECT pg_reload_conf()')
      })
      await standby.stop()
    }
  })
})
