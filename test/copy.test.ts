import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import pg from 'pg'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, createHttpClient } from './support/client.ts'
import {
  type CommandResult,
  type RunningServer,
  runDealgraph,
  serve,
  startCommand,
} from './support/command.ts'
import { createCompanyWithKey } from './support/company.ts'
import { type Folder, newFolder } from './support/folder.ts'
import { type Cluster, getUrl, role, startCluster, withAdmin } from './support/postgres.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'

let folder: Folder
let cluster: Cluster | undefined

beforeAll(async () => {
  folder = newFolder()
  cluster = await startCluster()
  if (cluster) await withAdmin(cluster.url, (client) => client.query(`CREATE ROLE ${role} LOGIN`))
})
afterAll(async () => {
  await cluster?.stop()
  folder.remove()
})

const databaseKinds = ['SQLite', 'PostgreSQL'] as const
const getSqliteUrl = (name: string) => `sqlite:${folder.file(name)}`

/** Returns the URL of a new database. Skips the test if PostgreSQL is needed and missing. */
async function createEmptyDatabase(
  kind: (typeof databaseKinds)[number],
  skip: (requirement: string) => never,
): Promise<string> {
  const name = `copy_${randomBytes(6).toString('hex')}`
  if (kind === 'SQLite') return getSqliteUrl(`${name}.db`)
  if (!cluster) return skip('PostgreSQL')
  await withAdmin(cluster.url, (client) => client.query(`CREATE DATABASE ${name} OWNER ${role}`))
  return getUrl(cluster.url, name)
}

const runCopy = (from: string, to: string, ...options: string[]): Promise<CommandResult> =>
  runDealgraph({}, 'copy', '--from', from, '--to', to, ...options)
async function copyCompletely(
  from: string,
  to: string,
): Promise<{ tables: number; rows: number; resumed: number; left: string[] }> {
  const { code, stdout, stderr } = await runCopy(from, to, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}
async function expectFailure(
  resultPromise: Promise<CommandResult>,
  exitCode: number,
  messagePattern: RegExp,
): Promise<void> {
  const { code, stdout, stderr } = await resultPromise
  expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' })
  expect(stderr).toMatch(messagePattern)
  expect(stderr.trim().split('\n')).toHaveLength(1)
}

/** Returns the rows of every table in a SQLite file, without the execution times of migrations. */
function readRowsByTable(name: string): Record<string, string[]> {
  const database = new Database(folder.file(name), { readonly: true })
  expect([
    database.pragma('integrity_check', { simple: true }),
    database.pragma('foreign_key_check'),
  ]).toEqual(['ok', []])
  const tables = database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'kysely_migration'",
    )
    .pluck()
    .all() as string[]
  const readRows = (table: string) => database.prepare(`SELECT * FROM "${table}"`).all()
  const rowsByTable = Object.fromEntries(
    tables.map((table) => [
      table,
      readRows(table)
        .map((row) => JSON.stringify(row))
        .sort(),
    ]),
  )
  database.close()
  return rowsByTable
}

/** Runs a statement directly on a database and returns the rows. */
async function runStatement(url: string, sql: string): Promise<Record<string, unknown>[]> {
  if (url.startsWith('sqlite:')) {
    const database = new Database(url.slice(7), { timeout: 5000 })
    try {
      const statement = database.prepare(sql)
      return statement.reader
        ? (statement.all() as Record<string, unknown>[])
        : ([statement.run()].slice(1) as never)
    } finally {
      database.close()
    }
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("SET dealgraph.company = '*'")
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Returns the tables that an interrupted copy has started to copy. */
async function listStartedTables(url: string): Promise<string[]> {
  if (url.startsWith('sqlite:') && !existsSync(url.slice(7))) return []
  const [row] = await runStatement(url, 'SELECT "state" FROM "copyProgress"').catch(() => [])
  return row ? Object.keys(JSON.parse(row['state'] as string).tables) : []
}

/** Starts a copy, and kills the process once it has started to copy `tableCount` tables. */
async function killCopy(from: string, to: string, tableCount: number): Promise<void> {
  const { stop, exit: exitPromise } = startCommand({}, {}, 'copy', '--from', from, '--to', to)
  let isEnded = false
  void exitPromise.then(() => {
    isEnded = true
  })
  while (!isEnded && (await listStartedTables(to)).length < tableCount)
    await new Promise((resolve) => setTimeout(resolve, 10))
  expect((await stop('SIGKILL')).code).toBe(null)
}

describe('Database copies', () => {
  const createEnv = (url: string) => ({ DATABASE_URL: url, WEBHOOKS_ALLOW_LOCAL: 'true' })
  let secret = ''
  let page: { cursor: string; ids: string[] }
  let feedPosition: { cursor: string; sequence: number }
  let tagResponse = ''
  let receiver: Receiver
  let webhookSecret = ''
  const createTag = (client: Client) =>
    client.rest('POST', '/v1/tags', { name: 'Moved' }, { 'Idempotency-Key': 'moving-1' })
  const listPeople = async (client: Client, cursor = '') =>
    (await client.rest('GET', `/v1/people?limit=20${cursor && `&cursor=${cursor}`}`)).body
  const listEvents = async (client: Client, cursor = '') =>
    (await client.rest('GET', `/v1/events?limit=3${cursor && `&cursor=${cursor}`}`)).body
  const getIds = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id)

  beforeAll(async () => {
    receiver = await startReceiver()
    const server: RunningServer = await serve(createEnv(getSqliteUrl('old.db')))
    secret = server.keys['Owner'] as string
    const client = createHttpClient(server.url, secret)
    tagResponse = (await createTag(client)).text
    webhookSecret = (
      await client.rest('POST', '/v1/webhook-endpoints', { url: receiver.url, events: ['*'] })
    ).body.data.secret
    for (const name of ['a', 'b', 'c', 'd'])
      expect(
        (
          await client.rest('POST', '/v1/tasks', {
            title: name,
            description: `Ünïcödé 🏠\n"' \\N {${name},NULL}`,
          })
        ).status,
      ).toBe(201)
    const firstPage = await listPeople(client)
    page = {
      cursor: firstPage.meta.nextCursor,
      ids: getIds(await listPeople(client, firstPage.meta.nextCursor)),
    }
    const events = (await listEvents(client)).data
    feedPosition = { cursor: events.at(-1).cursor, sequence: events.at(-1).sequence }
    await expectFailure(
      runCopy(getSqliteUrl('old.db'), getSqliteUrl('new.db')),
      4,
      /Another Dealgraph process is using .*old\.db; stop it first\.$/m,
    )
    await server.stop()
  })
  afterAll(() => receiver.stop())

  test('copying a SQLite database to PostgreSQL and back preserves every row of every table', async ({
    skip,
  }) => {
    const [firstUrl, secondUrl] = [
      await createEmptyDatabase('PostgreSQL', skip),
      await createEmptyDatabase('PostgreSQL', skip),
    ]
    const rowsBefore = readRowsByTable('old.db')
    // These counters are not copied, because triggers maintain them.
    const { dealRankCounts, ...copiedTables } = rowsBefore
    expect(dealRankCounts).not.toEqual([])
    const rowCount = Object.values(copiedTables).reduce((sum, item) => sum + item.length, 0)
    const completeResult = {
      tables: Object.keys(copiedTables).length,
      rows: rowCount,
      resumed: 0,
      left: [],
    }
    expect(await copyCompletely(getSqliteUrl('old.db'), firstUrl)).toMatchObject(completeResult)
    expect(await copyCompletely(firstUrl, secondUrl)).toMatchObject(completeResult)
    expect(await copyCompletely(secondUrl, getSqliteUrl('back.db'))).toMatchObject(completeResult)
    expect(readRowsByTable('back.db')).toEqual(rowsBefore)
    expect(rowsBefore['idempotencyKeys']).not.toEqual([])
  })

  test.for(databaseKinds)(
    'API keys, cursors, webhook secrets and the responses of idempotent requests stay valid after a copy to %s',
    async (kind, { skip }) => {
      const targetUrl = await createEmptyDatabase(kind, skip)
      await copyCompletely(getSqliteUrl('old.db'), targetUrl)
      const receivedCountBefore = receiver.received.length
      const server = await serve(createEnv(targetUrl))
      try {
        const client = createHttpClient(server.url, secret)
        expect(getIds(await listPeople(client, page.cursor))).toEqual(page.ids)
        expect((await listEvents(client, feedPosition.cursor)).data[0].sequence).toBe(
          feedPosition.sequence + 1,
        )
        const repeatedReply = await createTag(client)
        expect([repeatedReply.text, repeatedReply.headers.get('idempotent-replayed')]).toEqual([
          tagResponse,
          'true',
        ])
        expect((await client.rest('POST', '/v1/tasks', { title: 'In the new house' })).status).toBe(
          201,
        )
        await receiver.waitForCount(receivedCountBefore + 1)
        for (const { text, headers } of receiver.received)
          expect(
            new Webhook(webhookSecret).verify(text, headers as Record<string, string>),
          ).toBeTruthy()
        await expectFailure(
          runCopy(targetUrl, getSqliteUrl('never.db')),
          4,
          /Another Dealgraph process is using .*/,
        )
      } finally {
        await server.stop()
      }
    },
  )
})

describe('Interrupted copies', () => {
  const getSourceUrl = () => getSqliteUrl('large.db')
  beforeAll(async () => {
    expect(
      (await runDealgraph({ DATABASE_URL: getSourceUrl() }, 'seed', '--people', '500')).code,
    ).toBe(0)
    await createCompanyWithKey({ DATABASE_URL: getSqliteUrl('other.db') })
  })

  test.for(databaseKinds)(
    'an interrupted copy to %s can be resumed, and the target database cannot be opened until the copy is complete',
    async (kind, { skip }) => {
      const targetUrl = await createEmptyDatabase(kind, skip)
      for (const tableCount of [6, 18]) await killCopy(getSourceUrl(), targetUrl, tableCount)
      for (const command of ['serve', 'migrate'])
        await expectFailure(
          runDealgraph({ DATABASE_URL: targetUrl, DEMO: 'false' }, command),
          6,
          /contains an unfinished copy/,
        )
      await expectFailure(
        runCopy(targetUrl, getSqliteUrl('never.db')),
        6,
        /contains an unfinished copy/,
      )
      await expectFailure(
        runCopy(getSqliteUrl('other.db'), targetUrl),
        1,
        /unfinished copy of another database/,
      )
      const { rows, resumed } = await copyCompletely(getSourceUrl(), targetUrl)
      expect([resumed > 0, resumed < rows]).toEqual([true, true])
      await copyCompletely(targetUrl, getSqliteUrl(`${kind}.db`))
      expect(readRowsByTable(`${kind}.db`)).toEqual(readRowsByTable('large.db'))
      await expectFailure(
        runCopy(getSourceUrl(), targetUrl),
        1,
        /already contains companies and is not overwritten/,
      )
    },
  )

  test.for([
    [
      'SQLite',
      `UPDATE "stages" SET "name" = 'Other'`,
      /in the table stages: both databases have \d+ rows, but with different values/,
    ],
    [
      'PostgreSQL',
      `UPDATE "users" SET "lastName" = lower("lastName")`,
      /in the table users: both databases have \d+ rows, but with different values/,
    ],
    [
      'PostgreSQL',
      `INSERT INTO "nameWords" SELECT "id", 'never' FROM "companies"`,
      /in the table nameWords: the source has (\d+) rows and the copy \d+;/,
    ],
  ] as const)(
    'an interrupted copy to %s cannot be resumed after a change to the target database: %s',
    async ([kind, statement, messagePattern], { skip }) => {
      const targetUrl = await createEmptyDatabase(kind, skip)
      await killCopy(getSourceUrl(), targetUrl, 12)
      await runStatement(targetUrl, statement)
      for (const _ of [1, 2])
        await expectFailure(runCopy(getSourceUrl(), targetUrl), 1, messagePattern)
      await expectFailure(
        runDealgraph({ DATABASE_URL: targetUrl }, 'migrate'),
        6,
        /contains an unfinished copy/,
      )
    },
  )

  test('the copy command rejects a missing source or an unusable target and reports the reason on one line', async () => {
    const unreachableUrl = 'postgres://me:hidden@127.0.0.1:9/none'
    await Promise.all([
      expectFailure(
        runCopy(getSqliteUrl('none.db'), getSqliteUrl('never.db')),
        6,
        /^No database at .*none\.db; check --from\.$/m,
      ),
      expectFailure(
        runCopy(getSourceUrl(), `sqlite:${folder.path}/./large.db`),
        1,
        /^--from and --to name the same database; choose another target\.$/m,
      ),
      expectFailure(
        runCopy(getSourceUrl(), 'mysql://somewhere'),
        2,
        /The database URL must be sqlite:PATH or postgres:/,
      ),
      expectFailure(
        runCopy(getSqliteUrl('other.db'), unreachableUrl),
        9,
        /^The database postgres:\/\/…@127\.0\.0\.1:9\/none cannot be reached .* check --to and/,
      ),
    ])
    await expectFailure(
      runCopy(getSourceUrl(), getSqliteUrl('other.db')),
      1,
      /other\.db already contains companies/,
    )
    expect(existsSync(folder.file('never.db'))).toBe(false)
  })
})
