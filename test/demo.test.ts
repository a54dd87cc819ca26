import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadDemo } from '../db/seed.ts'
import { openStore } from '../src/store/open.ts'
import { query } from '../src/store/query.ts'
import { Dispatcher } from '../src/webhooks/dispatcher.ts'
import { createHttpClient } from './support/client.ts'
import { type CommandResult, type RunningServer, serve, startCommand } from './support/command.ts'
import { createCompanyWithKey } from './support/company.ts'
import { newDatabase, type TestDatabase } from './support/database.ts'
import { tablesQuery } from './support/dump.ts'
import { newFolder } from './support/folder.ts'
import { startReceiver } from './support/receiver.ts'
import { startServer } from './support/server.ts'

type RowsByTable = Record<string, Record<string, unknown>[]>

/** Returns every row of every table. */
async function readRows(url: string): Promise<RowsByTable> {
  const store = await openStore({ url })
  try {
    return await store.allCompanies.read(async (db) => {
      const rows: RowsByTable = {}
      for (const { name } of await db.all(tablesQuery, {}))
        rows[name] = await db.all(
          query<object, Record<string, unknown>>(() => sql`select * from ${sql.table(name)}`),
          {},
        )
      return rows
    })
  } finally {
    await store.close()
  }
}

/** Counts a company's API keys that have a rate limit counter. */
async function countKeysInUse(url: string, keys: RowsByTable[string] = []): Promise<number> {
  const store = await openStore({ url })
  const lastUsedTimes = await store.counters.readLastUsed(keys.map(({ id }) => String(id)))
  await store.close()
  return lastUsedTimes.size
}

/** Returns a company's rows by table. */
const selectCompanyRows = (rows: RowsByTable, companyId: string): RowsByTable =>
  Object.fromEntries(
    Object.entries(rows)
      .map(([name, rows]) => [
        name,
        rows.filter((row) => row[name === 'companies' ? 'id' : 'companyId'] === companyId),
      ])
      .filter(([, rows]) => (rows as unknown[]).length > 0),
  )

test('a server with DEMO=false sends no webhooks of the demo company', async () => {
  const receiver = await startReceiver()
  const folder = newFolder()
  const server = await startServer({
    DATABASE_URL: folder.env().DATABASE_URL,
    WEBHOOKS_ALLOW_LOCAL: 'true',
  })
  const { deps } = server
  const { secret = '' } = (await loadDemo(deps)) ?? {}
  const owner = createHttpClient(server.url, secret)
  await owner.rest('POST', '/v1/webhook-endpoints', { url: receiver.url, events: ['task.created'] })
  await owner.rest('POST', '/v1/tasks', { title: 'Call back' })
  const sendPendingWebhooks = async (DEMO: boolean) => {
    const settings = { ...deps.settings, DEMO }
    const dispatcher = new Dispatcher({ ...deps, settings }, { owner: 'test' })
    await dispatcher.waitUntilIdle()
    await dispatcher.stop()
    return receiver.received.length
  }
  expect([await sendPendingWebhooks(false), await sendPendingWebhooks(true)]).toEqual([0, 1])
  await server.stop()
  await receiver.stop()
  folder.remove()
})

describe('The demo company', () => {
  const folder = newFolder()
  let database: TestDatabase
  let env: Record<string, string>
  let demoId: string
  let acmeKey: string
  /** The output of the second server start, when the demo company already exists. */
  let secondOutput: string
  /** The API keys of the demo company: the printed keys, a rotated key and a new key. */
  const demoKeys: string[] = []
  const runDealgraph = (
    settings: Record<string, string>,
    ...args: string[]
  ): Promise<CommandResult> =>
    startCommand({ cwd: folder.path }, { ...env, ...settings }, ...args).exit
  let server: RunningServer | undefined
  const startServer = async (settings: Record<string, string>) => {
    server = await serve({ ...env, ...settings }, { cwd: folder.path })
    return server
  }
  const getKeysFilePath = () =>
    database.file === '/nonexistent'
      ? folder.file('db/demo-keys.json')
      : database.file.replace(/[^/]*$/, 'demo-keys.json')
  const readStatus = async ({ url }: RunningServer, secret: string) =>
    (await createHttpClient(url, secret).rest('GET', '/v1/me')).status

  beforeAll(async () => {
    database = await newDatabase()
    env = { DATABASE_URL: database.url, WEBHOOKS_ALLOW_LOCAL: 'true' }
    const server = await startServer({})
    const { Owner = '', Agent = '' } = server.keys
    const owner = createHttpClient(server.url, Owner)
    await addRows(owner)
    const keys = (await owner.rest('GET', '/v1/api-keys?limit=100')).body.data as {
      id: string
      userRole?: string
      prefix: string
    }[]
    const creationReply = await owner.rest('POST', '/v1/api-keys', { name: 'Integration' })
    const agentKey = keys.find(({ prefix }) => Agent.startsWith(prefix))
    const rotateReply = await owner.rest('POST', `/v1/api-keys/${agentKey?.id}/rotate`, {})
    demoKeys.push(
      ...Object.values(server.keys),
      creationReply.body.data.secret,
      rotateReply.body.data.secret,
    )
    expect(await Promise.all(demoKeys.map((key) => readStatus(server, key)))).toEqual(
      demoKeys.map(() => 200),
    )
    await server.stop()
    writeFileSync(folder.file('people.csv'), 'First name,Email\nIva,iva@north.example\n')
    const importResult = await runDealgraph(
      {},
      'import',
      folder.file('people.csv'),
      '--user',
      'ingrid@northwind.example',
    )
    expect(importResult.code).toBe(0)
    demoId = String((await readRows(database.url))['companies']?.[0]?.['id'])
    acmeKey = await createCompanyWithKey(env)
    const secondServer = await startServer({})
    await addRows(createHttpClient(secondServer.url, acmeKey))
    secondOutput = (await secondServer.stop()).stdout
  })
  afterEach(() => server?.stop())
  afterAll(async () => {
    await database.remove()
    folder.remove()
  })

  /** Adds rows to tables that are empty in a new company and in the demo company. */
  async function addRows(owner: ReturnType<typeof createHttpClient>): Promise<void> {
    const createPerson = async (firstName: string, headers = {}): Promise<string> =>
      (await owner.rest('POST', '/v1/people', { firstName }, headers)).body.data.id
    const id = await createPerson('Ada', { 'Idempotency-Key': 'once' })
    const mergeReply = await owner.gql(
      'mutation ($id: ID!, $other: ID!) { mergePeople(id: $id, otherIds: [$other]) { person { id } } }',
      { id, other: await createPerson('Adah') },
    )
    expect(mergeReply.body.errors).toBeUndefined()
    await owner.rest('POST', '/v1/webhook-endpoints', { url: 'http://127.0.0.1:9', events: ['*'] })
    await owner.rest('POST', '/v1/tasks', { title: 'Call back' })
    await vi.waitFor(
      async () => {
        const { data } = (await owner.rest('GET', '/v1/webhook-deliveries')).body
        expect(JSON.stringify(data)).toContain('"number":1')
      },
      { timeout: 20_000, interval: 100 },
    )
  }

  test('a server with DEMO=false rejects the API keys of the demo company and logs a warning', async () => {
    const server = await startServer({ DEMO: 'false' })
    const replies = await Promise.all(
      [...demoKeys, 'dg_wrong'].map((key) =>
        createHttpClient(server.url, key).rest('GET', '/v1/me'),
      ),
    )
    const responses = replies.map(({ status, body, headers }) => {
      const { requestId: _, timestamp: __, ...error } = body.error
      return { status, error, authenticate: headers.get('www-authenticate') }
    })
    expect(responses).toEqual(replies.map(() => responses.at(-1)))
    expect(responses[0]?.status).toBe(401)
    expect(await readStatus(server, acmeKey)).toBe(200)
    const page = await fetch(`${server.url}/graphql`, { headers: { Accept: 'text/html' } })
    expect(await page.text()).not.toMatch(/dg_\w/)
    expect(server.keys).toEqual({})
    const { stdout } = await server.stop()
    expect(stdout).toContain('its API keys are rejected because DEMO is false')
    expect(stdout).toContain('dealgraph demo remove')
  })

  test('with DEMO=false, commands cannot create an API key of the demo company', async () => {
    const userOption = ['--user', 'ingrid@northwind.example']
    const { code, stderr } = await runDealgraph({ DEMO: 'false' }, 'keys', 'create', ...userOption)
    expect([code, stderr]).toEqual([1, expect.stringContaining('set DEMO=true to allow them')])
  })

  test('removing the demo company without a terminal requires --yes', async () => {
    const rowsBefore = await readRows(database.url)
    const { code, stdout, stderr } = await runDealgraph({}, 'demo', 'remove')
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('add --yes')
    expect((await runDealgraph({}, 'demo', 'remove', '--json')).code).toBe(2)
    expect(await readRows(database.url)).toEqual(rowsBefore)
  })

  test('the doctor command warns of a demo company that is disabled or reachable from other machines', async () => {
    const readDemoFinding = async (settings: Record<string, string>) => {
      const { stdout } = await runDealgraph(settings, 'doctor', '--json')
      const findings = JSON.parse(stdout).findings as { name: string; state: string }[]
      return findings.find(({ name }) => name === 'demo')
    }
    expect(await readDemoFinding({})).toMatchObject({ state: 'ok' })
    expect(await readDemoFinding({ DEMO: 'false' })).toMatchObject({
      state: 'warning',
      advice: expect.stringContaining('dealgraph demo remove'),
    })
    expect(await readDemoFinding({ HOST: '0.0.0.0' })).toMatchObject({ state: 'warning' })
    expect(await readDemoFinding({ TRUSTED_PROXIES: '127.0.0.1' })).toMatchObject({
      state: 'warning',
    })
  })

  test('a server logs a warning at startup if its demo company is reachable from other machines', async () => {
    const server = await startServer({ HOST: '0.0.0.0' })
    expect((await server.stop()).stdout).toContain(
      'other machines may be able to reach this server',
    )
    expect(secondOutput).not.toContain('in this database')
  })

  test('the demo company can be removed completely while a server is running, and other companies stay unchanged', async () => {
    const server = await startServer({})
    const rowsBefore = await readRows(database.url)
    const acmeId = rowsBefore['companies']?.find(({ id }) => id !== demoId)?.['id'] as string
    expect(Object.keys(selectCompanyRows(rowsBefore, demoId))).toEqual(
      expect.arrayContaining([
        'events',
        'imports',
        'importRecords',
        'idempotencyKeys',
        'webhookAttempts',
        'personMerges',
        'dealRankCounts',
        'companies',
      ]),
    )
    const keysBefore = selectCompanyRows(rowsBefore, demoId)['apiKeys']
    expect(await countKeysInUse(database.url, keysBefore)).toBeGreaterThan(1)
    const { code, stdout, stderr } = await runDealgraph({}, 'demo', 'remove', '--yes', '--json')
    expect([code, stderr]).toEqual([0, ''])
    expect(await readStatus(server, demoKeys[0] ?? '')).toBe(401)
    expect(await readStatus(server, acmeKey)).toBe(200)
    await server.stop()
    expect(await countKeysInUse(database.url, keysBefore)).toBe(0)
    const rowsAfter = await readRows(database.url)
    expect(selectCompanyRows(rowsAfter, demoId)).toEqual({})
    expect(JSON.stringify(rowsAfter)).not.toContain(demoId)
    const omitDeliveries = (rows: RowsByTable) => {
      const {
        webhookDeliveries: _deliveries,
        webhookAttempts: _attempts,
        webhookEndpoints: _endpoints,
        ...otherRows
      } = selectCompanyRows(rows, acmeId)
      return otherRows
    }
    expect(omitDeliveries(rowsAfter)).toEqual(omitDeliveries(rowsBefore))
    expect(Object.keys(selectCompanyRows(rowsAfter, acmeId))).toContain('webhookEndpoints')
    const { removed: removedCounts } = JSON.parse(stdout)
    expect(removedCounts).toEqual([
      {
        companyId: demoId,
        name: 'Northwind Realty',
        rows: expect.objectContaining({ companies: 1, people: expect.any(Number) }),
      },
    ])
    expect(
      existsSync(getKeysFilePath()) ? readFileSync(getKeysFilePath(), 'utf8') : '',
    ).not.toContain('dg_')
  })

  test('removing the demo company again succeeds with a message, and a server start does not recreate the demo company', async () => {
    const { code, stdout } = await runDealgraph({}, 'demo', 'remove')
    expect([code, stdout]).toEqual([0, 'There is no demo company in this database.\n'])
    const server = await startServer({})
    expect(server.keys).toEqual({})
    await server.stop()
  })
})
