import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newRecord } from '../src/crud/records.ts'
import { runAsSystem } from '../src/resources/companies/operations.ts'
import type { PersonRow } from '../src/resources/people/table.ts'
import { openReadOnly } from '../src/store/open.ts'
import { query } from '../src/store/query.ts'
import { connect } from '../src/store/sqlite/connection.ts'
import { ReaderPool } from '../src/store/sqlite/reader-pool.ts'
import { getOutcomes } from './support/metrics.ts'
import { everyQueryThresholds } from './support/server.ts'
import { createWorld, type World } from './support/world.ts'

/** `query-compiler.test.ts` compares worker responses with main thread responses. */
describe('Queries in a worker', () => {
  let world: World
  const logLines: string[] = []
  beforeAll(async () => {
    world = await createWorld(
      {},
      { queryWorkers: { ...everyQueryThresholds }, log: (line) => void logLines.push(line) },
    )
    while (world.deps.meters.queryWorkers.total() === 0)
      await world.as('owner').gql('{ me { id } }')
  })
  afterAll(() => world.stop())

  const readOutcomes = () => getOutcomes(world.deps.meters)

  async function expectOutcome<T>(outcome: string, sendQuery: () => Promise<T>): Promise<T> {
    const countBefore = readOutcomes()[outcome] ?? 0
    const reply = await sendQuery()
    expect(readOutcomes()[outcome]).toBe(countBefore + 1)
    return reply
  }

  test('the access log marks REST requests and GraphQL queries that a query worker executed', async () => {
    logLines.splice(0)
    await expectOutcome('answered', () => world.as('owner').rest('GET', '/v1/me'))
    await expectOutcome('answered', () => world.as('owner').gql('{ me { id } }'))
    while (logLines.length < 2) await new Promise((resolve) => setTimeout(resolve, 2))
    expect(logLines.map((line) => JSON.parse(line).via)).toEqual(['worker', 'worker'])
  })

  test('queries in a worker read the last acknowledged write', async () => {
    for (let i = 0; i < 50; i++) {
      const { id } = (await world.as('agent').rest('POST', '/v1/tasks', { title: `Call ${i}` }))
        .body.data
      const taskReply = await expectOutcome('answered', () =>
        world.as('agent').rest('GET', `/v1/tasks/${id}`),
      )
      expect(taskReply.body.data).toMatchObject({ id, title: `Call ${i}` })
      const reply = await expectOutcome('answered', () =>
        world.as('agent').gql('{ tasks { totalCount } }'),
      )
      expect(reply.body.data.tasks.totalCount).toBe(i + 1)
    }
  })

  test('queries in a worker read the last acknowledged write during continuous reads', async () => {
    let isDone = false
    const otherReads = Array.from({ length: 12 }, async () => {
      while (!isDone) await world.as('owner').gql('{ me { id } tags { nodes { id } } }')
    })
    for (let i = 0; i < 150; i++) {
      const { id } = (await world.as('owner').rest('POST', '/v1/tasks', { title: `Write ${i}` }))
        .body.data
      expect((await world.as('owner').rest('GET', `/v1/tasks/${id}`)).status).toBe(200)
    }
    isDone = true
    await Promise.all(otherReads)
  })

  test('each read through a read-only connection, as in a worker, uses a new snapshot', async () => {
    const { databaseFile } = world.deps.store
    if (!databaseFile) throw new Error('expected a served database file')
    const store = await openReadOnly(databaseFile)
    const writer = new Database(world.file)
    const countQuery = query((k, _: object) =>
      k.selectFrom('secrets').select((eb) => eb.fn.countAll<number>().as('n')),
    )
    const countSecrets = () =>
      store.allCompanies.read((db) => db.first(countQuery, {})) as { n: number }
    const rowCountIncreases = Array.from({ length: 20 }, (_, n) => {
      const countBefore = countSecrets().n
      writer.prepare('INSERT INTO secrets VALUES (?, ?)').run(`of a thread ${n}`, '')
      return countSecrets().n - countBefore
    })
    expect(rowCountIncreases).toEqual(Array(20).fill(1))
    writer.close()
  })

  test('queries in a worker return no records of the previous caller', async () => {
    const readTitles = async (user: 'agent' | 'loner' | 'stranger') =>
      (
        await expectOutcome('answered', () =>
          world.as(user).gql('{ tasks(first: 100) { nodes { title } } }'),
        )
      ).text
    for (let i = 0; i < 3; i++) {
      expect(await readTitles('agent')).toContain('Call 0')
      expect(await readTitles('loner')).not.toContain('Call')
      expect(await readTitles('stranger')).not.toContain('Call')
    }
  })

  /** Runs `interfere` after a worker has read its data but before the server uses the response. */
  function interfereBeforeResponse<T>(
    interfere: () => Promise<unknown>,
    sendQuery: () => Promise<T>,
  ): Promise<T> {
    const { queryWorkers: workers } = world.deps
    if (!workers) throw new Error('expected query workers')
    world.deps.queryWorkers = {
      recordDuration: workers.recordDuration.bind(workers),
      end: workers.end.bind(workers),
      run: (...args) => workers.run(...args)?.then((results) => interfere().then(() => results)),
    }
    return sendQuery().finally(() => {
      world.deps.queryWorkers = workers
    })
  }

  test("queries in a worker are executed again if the caller's permissions change before the response is used", async () => {
    const agentClient = await world.createKey('agent')
    const updateAgent = async (changes: object) =>
      expect(
        (await world.as('owner').rest('PUT', `/v1/users/${world.users.agent.id}`, changes)).status,
      ).toBe(200)
    for (const sendQuery of [
      () => agentClient.gql('{ tasks(first: 100) { nodes { title } } }'),
      () => agentClient.rest('GET', '/v1/tasks?limit=100'),
    ]) {
      expect((await expectOutcome('answered', sendQuery)).text).not.toContain('Write')
      const adminReply = await expectOutcome('answered', () =>
        interfereBeforeResponse(() => updateAgent({ role: 'Admin' }), sendQuery),
      )
      expect(adminReply.text).toContain('Write')
      const agentReply = await expectOutcome('answered', () =>
        interfereBeforeResponse(() => updateAgent({ role: 'Agent' }), sendQuery),
      )
      expect([
        agentReply.status,
        agentReply.text.includes('Call'),
        agentReply.text.includes('Write'),
      ]).toEqual([200, true, false])
      const suspendedReply = await expectOutcome('answered', () =>
        interfereBeforeResponse(() => updateAgent({ suspended: true }), sendQuery),
      )
      expect([
        suspendedReply.status,
        suspendedReply.text.includes('UNAUTHORIZED'),
        suspendedReply.text.includes('Call'),
      ]).toEqual([401, true, false])
      await updateAgent({ suspended: false })
    }
  })

  test('a query in a worker costs one rate limit unit per 100 records and is logged with its operation name', async () => {
    const readRemainingUnits = async () =>
      Number(
        (
          await expectOutcome('answered', () =>
            world
              .as('owner')
              .gql(
                'query Wide { people(first: 100) { nodes { tasks(first: 9) { nodes { id } } } } }',
              ),
          )
        ).headers.get('X-RateLimit-Remaining'),
      )
    expect((await readRemainingUnits()) - (await readRemainingUnits())).toBe(10)
    expect(logLines.filter((line) => line.includes('Wide'))).toHaveLength(2)
  })

  test('queries in a worker can count thousands of records', async () => {
    const peopleQuery = query((k, p: { companyId: string }) =>
      k.selectFrom('people').selectAll().where('companyId', '=', p.companyId),
    )
    await world.as('owner').rest('POST', '/v1/people', { firstName: 'Ada' })
    await runAsSystem(world.deps, world.company, async (ctx) => {
      const { id: _, ...personFields } = (await ctx.db.first(peopleQuery, {
        companyId: world.company.id,
      })) as PersonRow
      for (let i = 0; i < 6000; i++)
        await ctx.db.insert('people', { ...personFields, ...newRecord(ctx, 'person') })
    })
    const reply = await expectOutcome('answered', () =>
      world.as('owner').gql('{ people { totalCount } }'),
    )
    expect(reply.body.data.people.totalCount).toBe(6001)
  })

  test('query errors in a worker are returned and logged with their codes', async () => {
    const queryMissingPerson = () =>
      world.as('owner').gql('query Missing { person(id: "person_nowhere00") { id } }')
    expect(
      (await expectOutcome('answered', queryMissingPerson)).body.errors[0].extensions.code,
    ).toBe('NOT_FOUND')
    const missingReply = await expectOutcome('answered', () =>
      world.as('owner').rest('GET', '/v1/deals/deal_nowhere000'),
    )
    expect([missingReply.status, missingReply.body.error.code]).toEqual([404, 'NOT_FOUND'])
    const errorLines = logLines
      .map((line) => JSON.parse(line))
      .filter(({ code }) => code === 'NOT_FOUND')
    expect(errorLines.map(({ field, operation }) => field ?? operation)).toEqual([
      'person',
      'GetDeal',
    ])
  })

  test('a query that a worker cannot execute runs on the main thread, and is not sent to a worker for its next 20 executions', async () => {
    const queryLastUsedAt = () => world.as('owner').gql('{ apiKeys { nodes { lastUsedAt } } }')
    expect((await expectOutcome('returned', queryLastUsedAt)).text).toMatch(/"lastUsedAt":"2026/)
    const countBefore = readOutcomes()
    for (let i = 0; i < 20; i++)
      expect((await queryLastUsedAt()).text).toMatch(/"lastUsedAt":"2026/)
    expect(readOutcomes()).toEqual(countBefore)
  })

  test('a query that a worker cannot execute runs on the main thread, even if the query has more than 100 errors', async () => {
    const narrowedClient = await world.createKey('owner', ['tasks.manage'])
    const queryTasksAndKeys = () =>
      narrowedClient.gql(
        '{ tasks(first: 100) { nodes { person { id } } } others: tasks(first: 1) { nodes { person { id } } } apiKeys { nodes { lastUsedAt } } }',
      )
    const reply = await expectOutcome('returned', queryTasksAndKeys)
    expect(reply.body.errors).toHaveLength(101)
    expect(reply.text).toMatch(/"lastUsedAt":"2026/)
  })

  test('an operation can run in a worker after it was rejected for an invalid variable', async () => {
    const queryMe = (includeValue: unknown) =>
      world
        .as('owner')
        .gql('query($yes: Boolean!) { me { role @include(if: $yes) } }', { yes: includeValue })
    expect((await expectOutcome('answered', () => queryMe(true))).body.data.me).toEqual({
      role: 'OWNER',
    })
    const invalidReply = await expectOutcome('returned', () => queryMe('perhaps'))
    expect([invalidReply.body.data, invalidReply.body.errors[0].extensions.code]).toEqual([
      undefined,
      'BAD_REQUEST',
    ])
    // The server records no duration for a query rejected because of its variables.
    const { queryWorkers: workers } = world.deps
    const recordedDurations: number[] = []
    world.deps.queryWorkers = workers && {
      end: workers.end.bind(workers),
      run: () => undefined,
      recordDuration: (_, durationMs) => recordedDurations.push(durationMs),
    }
    for (const includeValue of [true, 'perhaps', true]) await queryMe(includeValue)
    world.deps.queryWorkers = workers
    expect(recordedDurations).toHaveLength(2)
    expect((await expectOutcome('answered', () => queryMe(false))).body.data.me).toEqual({})
  })

  test('a worker reads only the database file of the server and never creates a file', async () => {
    const { databaseFile } = world.deps.store
    if (!databaseFile) throw new Error('expected a served database file')
    await expect(openReadOnly({ ...databaseFile, fileId: '1 1' })).rejects.toThrow('replaced')
    await expect(openReadOnly({ ...databaseFile, file: `${world.file}.moved` })).rejects.toThrow()
    expect(existsSync(`${world.file}.moved`)).toBe(false)
  })

  test('a write-ahead log restart waits for the leases of query workers and allows no new leases', async () => {
    const connection = connect(world.file, { isQueryOnly: true })
    const readerPool = new ReaderPool(() => connection, 1)
    const steps: string[] = []
    const returnLease = readerPool.leaseToWorker()
    const exclusiveRun = readerPool.runExclusive(
      10_000,
      () => void steps.push(`anew, ${typeof readerPool.leaseToWorker()}`),
    )
    await new Promise((resolve) => setTimeout(resolve, 20))
    steps.push('read')
    returnLease?.()
    await exclusiveRun
    expect([...steps, typeof readerPool.leaseToWorker()]).toEqual([
      'read',
      'anew, undefined',
      'function',
    ])
    connection.raw.close()
  })
})
