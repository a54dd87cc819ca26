import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Client, createHttpClient, type Reply } from './support/client.ts'
import { type RunningServer, serve } from './support/command.ts'
import { createCompanyWithKey } from './support/company.ts'
import { onPostgres } from './support/database.ts'
import { type DatabaseRelay, startDatabaseRelay } from './support/database-relay.ts'
import {
  type Cluster,
  getSocketFolder,
  role,
  startCluster,
  startStandby,
  withAdmin,
} from './support/postgres.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'
import { requires } from './support/requirements.ts'
import { type EventStream, openStream } from './support/stream.ts'

/**
 * The maximum time in milliseconds until requests succeed after a server becomes reachable, with a
 * margin for slow machines.
 */
const recoveryMs = 30_000

/**
 * The tests share a chain of PostgreSQL servers: the standby that a test promotes is the primary of
 * the next test.
 */
describe('PostgreSQL failover', requires(onPostgres, 'PostgreSQL'), () => {
  const clusters: Cluster[] = []
  let primary: Cluster
  let relay: DatabaseRelay
  let env: Record<string, string>
  let secret: string
  let servers: RunningServer[]
  let clients: Client[]
  let receiver: Receiver
  let stream: EventStream
  /** The ids of all people whose creation was acknowledged, by name. */
  const createdPeople = new Map<string, string>()
  let personCount = 0
  const deliveredIds: string[] = []

  /**
   * Starts a primary, a relay to the primary, two processes that connect through the relay, a
   * webhook receiver and a subscription.
   */
  beforeAll(async () => {
    primary = (await startCluster()) as Cluster
    clusters.push(primary)
    await withAdmin(primary.url, async (admin) => {
      await admin.query(`CREATE ROLE ${role} LOGIN`)
      await admin.query(`CREATE DATABASE crm OWNER ${role}`)
    })
    relay = await startDatabaseRelay(getSocketFolder(primary.url))
    env = {
      DATABASE_URL: `postgres://${role}@127.0.0.1:${relay.port}/crm`,
      DEMO: 'false',
      RATE_LIMIT_PER_HOUR: '1000000',
      WEBHOOKS_ALLOW_LOCAL: 'true',
    }
    secret = await createCompanyWithKey(env)
    receiver = await startReceiver()
    servers = await Promise.all([serve(env), serve(env)])
    clients = servers.map(({ url }) => createHttpClient(url, secret))
    await getClientAt(0).rest('POST', '/v1/webhook-endpoints', {
      url: receiver.url,
      events: ['person.created'],
    })
    stream = await openStream(getClientAt(1), {
      url: (servers[1] as RunningServer).url,
      query: 'subscription { events(types: ["person.created"]) { recordId } }',
    })
  })
  afterAll(async () => {
    stream.close()
    await Promise.all(servers.map(({ stop }) => stop('SIGKILL')))
    await receiver.stop()
    await relay.stop()
    for (const cluster of clusters) await cluster.stop()
  })

  const addStandby = async (): Promise<Cluster> => {
    const standby = await startStandby(primary)
    clusters.push(standby)
    return standby
  }
  /** Promotes a standby and connects later clients to it. @returns the former primary */
  const failOver = async (standby: Cluster): Promise<Cluster> => {
    await withAdmin(standby.url, (admin) => admin.query('SELECT pg_promote()'))
    relay.switchTo(getSocketFolder(standby.url))
    const formerPrimary = primary
    primary = standby
    return formerPrimary
  }
  const getClientAt = (n: number) => clients[n % clients.length] as Client

  /**
   * Creates people through both processes, and repeats each request until it is acknowledged, as a
   * client would.
   */
  function startWriteLoad() {
    let isStopped = false
    const createPerson = async (n: number): Promise<void> => {
      const name = `P${n}`
      for (;;) {
        const reply: Reply = await getClientAt(n).rest(
          'POST',
          '/v1/people',
          { firstName: name },
          { 'Idempotency-Key': name },
        )
        if (reply.status === 201) return void createdPeople.set(name, reply.body.data.id)
        expect([503, 409]).toContain(reply.status)
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
        await sleep(200)
      }
    }
    const writeUntilStopped = async () => {
      while (!isStopped) await createPerson(personCount++)
    }
    const writers = Promise.all([1, 2, 3, 4].map(writeUntilStopped))
    writers.catch(() => undefined)
    return {
      /** Resolves when the creation of `count` more people has been acknowledged. */
      async waitForMorePeople(count: number): Promise<void> {
        const targetCount = createdPeople.size + count
        await vi.waitFor(
          () => expect(createdPeople.size).toBeGreaterThanOrEqual(targetCount),
          recoveryMs,
        )
      },
      async stop(): Promise<void> {
        isStopped = true
        await writers
      },
    }
  }

  /**
   * Expects each acknowledged person exactly once in the list and the subscription, and at least
   * once in the webhooks.
   */
  async function expectCompleteDelivery(): Promise<void> {
    const people = new Map<string, string>()
    let rowCount = 0
    for (let url = '/v1/people?limit=100'; url; ) {
      const { data, meta } = (await getClientAt(0).rest('GET', url)).body
      for (const { id, firstName } of data) {
        people.set(firstName, id)
        rowCount++
      }
      url = meta.hasMore ? `/v1/people?limit=100&cursor=${encodeURIComponent(meta.nextCursor)}` : ''
    }
    expect(people).toEqual(createdPeople)
    expect(rowCount).toBe(createdPeople.size)
    const messages = await stream.take(createdPeople.size - deliveredIds.length)
    deliveredIds.push(...messages.map(({ data }) => data.data.events.recordId))
    expect([...deliveredIds].sort()).toEqual([...createdPeople.values()].sort())
    await vi.waitFor(
      () =>
        expect(new Set(receiver.received.map(({ body }) => body.data.eventId)).size).toBe(
          createdPeople.size,
        ),
      recoveryMs,
    )
  }

  /**
   * Expects the usual responses to requests that require no database, and rejections of all other
   * requests.
   */
  async function expectDegradedService(): Promise<void> {
    const paths = ['/health', '/ready', '/', '/nowhere', '/metrics', '/v1/people']
    const replies = await Promise.all(paths.map((path) => getClientAt(0).rest('GET', path)))
    expect(replies.map(({ status }, n) => [paths[n], status])).toEqual([
      ['/health', 200],
      ['/ready', 503],
      ['/', 200],
      ['/nowhere', 404],
      ['/metrics', 200],
      ['/v1/people', 503],
    ])
    const replyWithoutKey = await createHttpClient((servers[0] as RunningServer).url).rest(
      'GET',
      '/v1/people',
    )
    expect([401, 503]).toContain(replyWithoutKey.status)
  }

  /**
   * Sends requests at intervals, because requests within the same millisecond share a database
   * connection.
   */
  const listPeopleRepeatedly = () =>
    Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        await sleep(n * 2)
        return getClientAt(0).rest('GET', '/v1/people?limit=100')
      }),
    )

  /**
   * Counts the sessions that can execute a statement. Excludes sessions that wait for the standby
   * to confirm a COMMIT, because they can outlive their connections.
   */
  const countIdleSessions = (server: Cluster) =>
    withAdmin(server.url, async (admin) => {
      const { rows } = await admin.query(
        "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'dealgraph' AND state = 'idle'",
      )
      return rows[0].count
    })

  // This test runs first, because it compares a single page, which contains at most 100 people.
  test('no request reads from a paused PostgreSQL primary that resumes after a failover', async () => {
    const standby = await addStandby()
    const load = startWriteLoad()
    await load.waitForMorePeople(10)
    primary.signal('SIGSTOP')
    const waitingReplies = listPeopleRepeatedly()
    await expectDegradedService()
    const formerPrimary = await failOver(standby)
    await load.waitForMorePeople(1)
    // Connections that were opened in the meantime are not established until now.
    formerPrimary.signal('SIGCONT')
    await waitingReplies
    await load.waitForMorePeople(10)
    await load.stop()
    for (const { body } of await listPeopleRepeatedly())
      expect(body.data).toHaveLength(createdPeople.size)
    await expect.poll(() => countIdleSessions(formerPrimary), { timeout: 6000 }).toBe(0)
    await expectCompleteDelivery()
  })

  test.each([
    ['is killed (SIGKILL)', () => primary.halt('SIGKILL')],
    [
      'becomes unreachable through the network',
      async () => {
        relay.silenceOpenConnections()
        relay.silenceNewConnections()
      },
    ],
  ])(
    'no acknowledged write is lost or duplicated if the PostgreSQL primary %s, and the server continues with the promoted standby',
    async (_, failPrimary) => {
      const standby = await addStandby()
      const load = startWriteLoad()
      await load.waitForMorePeople(10)
      await failPrimary()
      await expectDegradedService()
      await failOver(standby)
      await load.waitForMorePeople(10)
      await load.stop()
      expect((await getClientAt(1).rest('GET', '/ready')).status).toBe(200)
      await expectCompleteDelivery()
    },
  )

  test('after its first session on a new PostgreSQL primary, the server closes its idle sessions on the former primary', async () => {
    const standby = await addStandby()
    await listPeopleRepeatedly()
    expect(await countIdleSessions(primary)).toBeGreaterThan(servers.length * 2)
    const formerPrimary = await failOver(standby)
    await withAdmin(formerPrimary.url, async (admin) => {
      // A COMMIT that waits for the standby would also start a check.
      await admin.query("ALTER SYSTEM SET synchronous_standby_names = ''")
      await admin.query('SELECT pg_reload_conf()')
      await admin.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'NOTIFY dealgraph'",
      )
    })
    await expect.poll(() => countIdleSessions(primary)).toBeGreaterThan(0)
    // The regular check would end these sessions only after ten seconds.
    await expect.poll(() => countIdleSessions(formerPrimary), { timeout: 8000 }).toBe(0)
  })

  test('with a synchronous PostgreSQL standby, the server acknowledges a write only after the standby has confirmed the write', async () => {
    const standby = await addStandby()
    const server = await serve({
      ...env,
      DATABASE_URL: `${env['DATABASE_URL']}?statement_timeout=2000`,
    })
    servers.push(server)
    const createPerson = () =>
      createHttpClient(server.url, secret).rest(
        'POST',
        '/v1/people',
        { firstName: 'Once' },
        { 'Idempotency-Key': 'once' },
      )
    await standby.halt()
    // The request is repeated, because an attempt has no effect if its write has to wait for a
    // background write, which itself waits for the standby.
    await expect
      .poll(async () => (await createPerson()).body.error.message, { timeout: recoveryMs })
      .toContain('Idempotency-Key')
    await standby.start()
    const secondReply = await createPerson()
    expect([secondReply.status, secondReply.headers.get('idempotent-replayed')]).toEqual([
      201,
      'true',
    ])
    createdPeople.set('Once', secondReply.body.data.id)
  })

  test('the server replaces PostgreSQL connections that the network silently drops', async () => {
    const load = startWriteLoad()
    await load.waitForMorePeople(10)
    relay.silenceOpenConnections()
    await load.waitForMorePeople(10)
    await load.stop()
    await expectCompleteDelivery()
  })
})

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
