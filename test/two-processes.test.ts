import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openStore } from '../src/store/open.ts'
import { query } from '../src/store/query.ts'
import { type Client, createHttpClient } from './support/client.ts'
import { type RunningServer, serve } from './support/command.ts'
import { createCompanyWithKey } from './support/company.ts'
import { countOutcomes } from './support/concurrency.ts'
import {
  createPostgresDatabase,
  onPostgres,
  postgresUrl,
  type TestDatabase,
} from './support/database.ts'
import { getDatabaseName, withAdmin } from './support/postgres.ts'
import { startReceiver } from './support/receiver.ts'
import { requires } from './support/requirements.ts'
import { openStream } from './support/stream.ts'

/** The URL of the PostgreSQL server that these tests require. */
const requiredPostgresUrl = postgresUrl ?? ''

const ranksQuery = query((k, p: { stageId: string }) =>
  k
    .selectFrom('deals')
    .select(['companyId', 'id', 'rank'])
    .where('stageId', '=', p.stageId)
    .orderBy('rank'),
)
const eventSequencesQuery = query((k, p: { companyId: string }) =>
  k
    .selectFrom('events')
    .select('sequence')
    .where('companyId', '=', p.companyId)
    .orderBy('sequence'),
)

describe('Two processes on one database', requires(onPostgres, 'PostgreSQL'), () => {
  let database: TestDatabase
  let env: Record<string, string>
  let servers: RunningServer[]
  let clients: Client[]
  let secret: string

  const startServers = (extraEnv: Record<string, string> = {}) =>
    Promise.all([serve({ ...env, ...extraEnv }), serve({ ...env, ...extraEnv })])
  const stopServers = (runningServers: RunningServer[]) =>
    Promise.all(runningServers.map(({ stop }) => stop()))
  const createClients = (runningServers: RunningServer[]) =>
    runningServers.map(({ url }) => createHttpClient(url, secret))
  const getClient = (n: number) => clients[n % 2] as Client
  const readRows = async <P extends object, R>(
    statement: ReturnType<typeof query<P, R>>,
    params: P,
  ): Promise<R[]> => {
    const store = await openStore({ url: database.url })
    try {
      return await store.allCompanies.read((db) => db.all(statement, params))
    } finally {
      await store.close()
    }
  }
  /** Terminates the database connections of both Dealgraph processes. */
  const terminateConnections = () =>
    withAdmin(requiredPostgresUrl, (admin) =>
      admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
        getDatabaseName(database.url),
      ]),
    )

  beforeAll(async () => {
    database = await createPostgresDatabase(requiredPostgresUrl)
    env = {
      DATABASE_URL: database.url,
      DEMO: 'false',
      RATE_LIMIT_PER_HOUR: '1000000',
      WEBHOOKS_ALLOW_LOCAL: 'true',
    }
    servers = await startServers()
  })
  afterAll(async () => {
    await stopServers(servers)
    await database.remove()
  })
  // Each test uses its own company.
  beforeEach(async () => {
    secret = await createCompanyWithKey(env)
    clients = createClients(servers)
  })

  test('two server processes together enforce the exact rate limit of an API key', async () => {
    const limitedServers = await startServers({ RATE_LIMIT_PER_HOUR: '50' })
    clients = createClients(limitedServers)
    const replies = await Promise.all(
      Array.from({ length: 80 }, (_, n) => getClient(n).rest('GET', '/v1/me')),
    )
    await stopServers(limitedServers)
    expect(countOutcomes(replies)).toEqual({ 200: 50, RATE_LIMIT_EXCEEDED: 30 })
    expect(
      replies
        .filter(({ status }) => status === 200)
        .map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: 50 }, (_, n) => n))
  })

  test('two server processes execute requests with the same Idempotency-Key once and return the same bytes', async () => {
    const createPerson = (n: number) =>
      getClient(n).rest(
        'POST',
        '/v1/people',
        { firstName: 'Once' },
        { 'Idempotency-Key': 'the-same' },
      )
    const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => createPerson(n)))
    const succeededReplies = replies.filter(({ status }) => status === 201)
    expect(
      replies.filter(({ status }) => status !== 201).every(({ status }) => status === 409),
    ).toBe(true)
    expect(new Set(succeededReplies.map(({ text }) => text)).size).toBe(1)
    const repeatedReplies = [await createPerson(0), await createPerson(1)]
    expect(
      repeatedReplies.map(({ status, text, headers }) => [
        status,
        text,
        headers.get('idempotent-replayed'),
      ]),
    ).toEqual([
      [201, succeededReplies[0]?.text, 'true'],
      [201, succeededReplies[0]?.text, 'true'],
    ])
    expect((await getClient(0).rest('GET', '/v1/people?count=true')).body.data).toHaveLength(1)
  })

  test('an API key revoked in one server process is immediately rejected by the other process', async () => {
    for (let i = 0; i < 6; i++) {
      const createdKey = (await getClient(i).rest('POST', '/v1/api-keys', { name: 'short' })).body
        .data
      const otherClient = createHttpClient(
        (servers[(i + 1) % 2] as RunningServer).url,
        createdKey.secret,
      )
      expect((await otherClient.rest('GET', '/v1/me')).status).toBe(200)
      await getClient(i).rest('DELETE', `/v1/api-keys/${createdKey.id}`)
      expect((await otherClient.rest('GET', '/v1/me')).status).toBe(401)
    }
  })

  test('two server processes that move deals concurrently keep one consistent order in a stage', async () => {
    const pipeline = (await getClient(0).rest('GET', '/v1/pipelines')).body.data[0]
    const [stage, otherStage] = pipeline.stages
    const dealIds: string[] = []
    for (let i = 0; i < 8; i++)
      dealIds.push(
        (
          await getClient(i).rest('POST', '/v1/deals', {
            title: `Deal ${i}`,
            pipelineId: pipeline.id,
            stageId: i % 2 ? stage.id : otherStage.id,
          })
        ).body.data.id,
      )
    const moveDeal = (id: string, n: number) =>
      getClient(n).gql(
        'mutation($id: ID!, $i: MoveDealInput!) { moveDeal(id: $id, input: $i) { deal { id } } }',
        {
          id,
          i: { stageId: stage.id, place: { position: n % 4 } },
        },
      )
    const replies = await Promise.all([...dealIds, ...dealIds, ...dealIds].map(moveDeal))
    expect(countOutcomes(replies)).toEqual({ 200: 24 })
    const rankedDeals = await readRows(ranksQuery, { stageId: stage.id })
    expect(new Set(rankedDeals.map(({ rank }) => rank)).size).toBe(8)
    for (const client of clients) {
      const { columns } = (await client.rest('GET', `/v1/pipelines/${pipeline.id}/board`)).body.data
      expect(JSON.stringify(columns[0]).match(/deal_\w+/g)).toEqual(rankedDeals.map(({ id }) => id))
    }
    const companyId = rankedDeals[0]?.companyId ?? ''
    const events = await readRows(eventSequencesQuery, { companyId })
    expect(events.length).toBeGreaterThan(8)
    expect(events).toEqual(events.map((_, index) => ({ sequence: index + 1 })))
  })

  test('two server processes send each webhook message once and in order', async () => {
    const receiver = await startReceiver()
    try {
      await getClient(0).rest('POST', '/v1/webhook-endpoints', {
        url: receiver.url,
        events: ['person.created'],
      })
      const replies = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          getClient(n).rest('POST', '/v1/people', { firstName: `P${n}` }),
        ),
      )
      expect(countOutcomes(replies)).toEqual({ 201: 40 })
      await receiver.waitForCount(40)
      await new Promise((resolve) => setTimeout(resolve, 300))
      const sequences = receiver.received.map(({ body }) => body.data.sequence ?? body.sequence)
      expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(40)
      expect(receiver.received).toHaveLength(40)
      expect(sequences).toEqual([...sequences].sort((a, b) => a - b))
    } finally {
      await receiver.stop()
    }
  })

  test('each of two server processes immediately reads the data that the other process commits', async () => {
    for (let i = 0; i < 20; i++) {
      const { id } = (await getClient(i).rest('POST', '/v1/people', { firstName: `P${i}` })).body
        .data
      expect((await getClient(i + 1).rest('GET', `/v1/people/${id}`)).status).toBe(200)
    }
  })

  test("subscribers of one server process receive the other process's events without gaps, even after lost database connections", async () => {
    const eventStream = await openStream(getClient(0), {
      url: (servers[0] as RunningServer).url,
      query: 'subscription { events(types: ["person.created"]) { recordId } }',
    })
    await vi
      .waitFor(() => expect(eventStream.text()).toContain('retry'), { timeout: 5000 })
      .catch(() => undefined)
    const createdIds: string[] = []
    for (let i = 0; i < 30; i++) {
      if (i % 10 === 5) await terminateConnections()
      const reply = await getClient(1).rest(
        'POST',
        '/v1/people',
        { firstName: `P${i}` },
        { 'Idempotency-Key': `p-${i}` },
      )
      if (reply.status === 201) createdIds.push(reply.body.data.id)
      else i--
    }
    const messages = await eventStream.take(30)
    eventStream.close()
    expect(messages.map(({ data }) => data.data.events.recordId)).toEqual(createdIds)
  })
})
