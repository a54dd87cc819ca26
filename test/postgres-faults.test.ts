import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openStore } from '../src/store/open.ts'
import { type Client, createHttpClient, type Reply } from './support/client.ts'
import { type RunningServer, runDealgraph, serve } from './support/command.ts'
import { createCompanyWithKey } from './support/company.ts'
import { onPostgres } from './support/database.ts'
import {
  type Cluster,
  getSocketFolder,
  getUrl,
  role,
  startCluster,
  withAdmin,
} from './support/postgres.ts'
import { requires } from './support/requirements.ts'

/** Whether the proxy cuts the connection before or after the server receives the COMMIT. */
type CutMoment = 'after' | 'before'

interface CommitProxy {
  /** The folder that contains the proxy's Unix socket. */
  folder: string
  /** Cuts a connection at its next COMMIT after a statement with this text. */
  cutNextCommit(moment: CutMoment, statementText: string): void
  stop(): Promise<void>
}

/**
 * Starts a proxy to a PostgreSQL server. The proxy can cut the connection of a client that sends
 * COMMIT.
 */
async function startCommitProxy(serverFolder: string): Promise<CommitProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'dealgraph-proxy-'))
  let [cutMoment, statementText]: [CutMoment, string | undefined] = ['after', undefined]
  const openSockets = new Set<Socket>()
  const server = createServer((clientSocket) => {
    const serverSocket = connect(join(serverFolder, '.s.PGSQL.5432'))
    openSockets.add(clientSocket).add(serverSocket)
    let isCut = false
    let isCommitNext = false
    const closeSockets = () => {
      clientSocket.destroy()
      serverSocket.destroy()
      openSockets.delete(clientSocket)
      openSockets.delete(serverSocket)
    }
    clientSocket.on('data', (chunk) => {
      if (statementText && chunk.includes(statementText)) isCommitNext = true
      if (!isCommitNext || !chunk.includes('COMMIT\0')) return void serverSocket.write(chunk)
      statementText = undefined
      isCut = true
      if (cutMoment === 'before') return closeSockets()
      serverSocket.write(chunk)
    })
    serverSocket.on('data', (chunk) => (isCut ? closeSockets() : clientSocket.write(chunk)))
    for (const socket of [clientSocket, serverSocket])
      socket.on('error', closeSockets).on('close', closeSockets)
  })
  await new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve))
  return {
    folder,
    cutNextCommit(nextMoment, text) {
      cutMoment = nextMoment
      statementText = text
    },
    async stop() {
      for (const socket of openSockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

describe('PostgreSQL server faults', requires(onPostgres, 'PostgreSQL'), () => {
  let cluster: Cluster
  let databaseUrl: string
  let env: Record<string, string>
  let server: RunningServer
  let secret: string
  let client: Client
  beforeAll(async () => {
    cluster = (await startCluster()) as Cluster
    await withAdmin(cluster.url, async (admin) => {
      await admin.query(`CREATE ROLE ${role} LOGIN`)
      await admin.query(`CREATE DATABASE crm OWNER ${role}`)
    })
    databaseUrl = getUrl(cluster.url, 'crm')
    env = { DATABASE_URL: databaseUrl, DEMO: 'false', RATE_LIMIT_PER_HOUR: '1000000' }
    await (await openStore({ url: databaseUrl })).close()
    server = await serve(env)
  })
  afterAll(async () => {
    await server.stop()
    await cluster.stop()
  })
  // Each test uses its own company.
  beforeEach(async () => {
    secret = await createCompanyWithKey(env)
    client = createHttpClient(server.url, secret)
  })

  const createPerson = (name: string) =>
    client.rest('POST', '/v1/people', { firstName: name }, { 'Idempotency-Key': `make-${name}` })
  const listNames = async () =>
    (await client.rest('GET', '/v1/people?limit=100')).body.data
      .map((person: { firstName: string }) => person.firstName)
      .sort()

  /** Repeats a request until its status is not 503. @returns the last response */
  async function retryWhileUnavailable(sendRequest: () => Promise<Reply>): Promise<Reply> {
    for (let i = 0; ; i++) {
      const reply = await sendRequest()
      if (reply.status !== 503 || i > 100) return reply
      expect(reply.body.error.code).toBe('UNAVAILABLE')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  test('terminating PostgreSQL backends causes only retryable errors, and each retried write takes effect once', async () => {
    let isRunning = true
    let responseCount = 0
    const retryAndCount = async (sendRequest: () => Promise<Reply>) => {
      const reply = await retryWhileUnavailable(sendRequest)
      responseCount++
      return reply
    }
    // Waits for two responses in each round, so that requests make progress on slow machines too.
    const terminatingBackends = withAdmin(cluster.url, async (admin) => {
      while (isRunning) {
        await admin.query(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 ORDER BY random() LIMIT 2',
          ['crm'],
        )
        const countBefore = responseCount
        while (isRunning && responseCount < countBefore + 2)
          await new Promise((resolve) => setTimeout(resolve, 5))
      }
    })
    const expectedNames = Array.from({ length: 30 }, (_, n) => `P${n}`)
    const replies: Reply[] = []
    let readReplies: Reply[] = []
    try {
      for (let i = 0; i < 30; i += 6)
        replies.push(
          ...(await Promise.all(
            expectedNames.slice(i, i + 6).map((name) => retryAndCount(() => createPerson(name))),
          )),
        )
      readReplies = await Promise.all(
        expectedNames.map(() => retryAndCount(() => client.rest('GET', '/v1/people?limit=5'))),
      )
    } finally {
      isRunning = false
      await terminatingBackends
    }
    expect(replies.filter(({ status }) => status !== 201)).toEqual([])
    expect(readReplies.filter(({ status }) => status !== 200)).toEqual([])
    expect(await listNames()).toEqual([...expectedNames].sort())
  })

  test.each(['SIGINT', 'SIGQUIT'] as const)(
    'requests return 503 while PostgreSQL is stopped by %s and succeed after PostgreSQL restarts',
    async (signal) => {
      expect((await createPerson('Before')).status).toBe(201)
      await cluster.halt(signal)
      const [writeReply, readReply, readyReply] = await Promise.all([
        createPerson('Meanwhile'),
        client.rest('GET', '/v1/people'),
        client.rest('GET', '/ready'),
      ])
      expect([writeReply.status, readReply.status, readyReply.status]).toEqual([503, 503, 503])
      expect((await client.rest('GET', '/health')).status).toBe(200)
      // While the database is unavailable, `/metrics` contains only metrics of the process.
      const metricsReply = await client.rest('GET', '/metrics')
      expect([metricsReply.status, metricsReply.text]).toEqual([
        200,
        expect.stringMatching(/^dealgraph_database_up 0$/m),
      ])
      expect(metricsReply.text).toMatch(/^dealgraph_requests_total\{.*,code="UNAVAILABLE"\} \d/m)
      await cluster.start()
      expect((await retryWhileUnavailable(() => createPerson('Meanwhile'))).status).toBe(201)
      expect((await retryWhileUnavailable(() => client.rest('GET', '/ready'))).status).toBe(200)
      expect(await listNames()).toEqual(['Before', 'Meanwhile'])
    },
  )

  describe('Lost connections during COMMIT', () => {
    let proxy: CommitProxy
    let proxiedServer: RunningServer
    beforeAll(async () => {
      proxy = await startCommitProxy(getSocketFolder(cluster.url))
      proxiedServer = await serve({
        ...env,
        DATABASE_URL: databaseUrl.replace(getSocketFolder(databaseUrl), proxy.folder),
      })
    })
    afterAll(async () => {
      await proxiedServer.stop()
      await proxy.stop()
    })

    test.each([
      ['reaches PostgreSQL but its response is lost', 'after'],
      ['does not reach PostgreSQL', 'before'],
    ] as const)(
      'a request retried with its Idempotency-Key takes effect once if its first COMMIT %s',
      async (_, cutMoment) => {
        client = createHttpClient(proxiedServer.url, secret)
        proxy.cutNextCommit(cutMoment, 'Once')
        const firstReply = await createPerson('Once')
        expect([firstReply.status, firstReply.body.error.code]).toEqual([503, 'UNAVAILABLE'])
        expect(firstReply.body.error.message).toContain('Idempotency-Key')
        const secondReply = await createPerson('Once')
        expect([secondReply.status, secondReply.headers.get('idempotent-replayed')]).toEqual([
          201,
          cutMoment === 'after' ? 'true' : null,
        ])
        expect(await listNames()).toEqual(['Once'])
      },
    )
  })

  test.each([
    ['a serialization failure', '40001'],
    ['a deadlock', '40P01'],
  ])(
    'a PostgreSQL transaction that fails with %s is retried and committed once',
    async (_, code) => {
      // A database trigger makes the first two attempts fail.
      await withAdmin(databaseUrl, async (owner) => {
        await owner.query('CREATE SEQUENCE tries')
        await owner.query(`CREATE FUNCTION "giveUp"() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN IF nextval('tries') < 3 THEN RAISE EXCEPTION 'given up' USING ERRCODE = '${code}'; END IF; RETURN new; END $$`)
        await owner.query(
          'CREATE TRIGGER "giveUp" BEFORE INSERT ON "events" FOR EACH ROW EXECUTE FUNCTION "giveUp"()',
        )
      })
      expect((await createPerson('Once')).status).toBe(201)
      expect(await listNames()).toEqual(['Once'])
      expect(
        (await client.rest('GET', '/v1/events?limit=100')).body.data.filter(
          ({ type }: { type: string }) => type === 'person.created',
        ),
      ).toHaveLength(1)
      await withAdmin(databaseUrl, async (owner) => {
        expect((await owner.query('SELECT last_value FROM tries')).rows).toEqual([
          { last_value: '3' },
        ])
        await owner.query('DROP SEQUENCE tries; DROP FUNCTION "giveUp" CASCADE')
      })
    },
  )

  test.each(['lock_timeout', 'statement_timeout'])(
    'requests that wait for a database lock or connection are rejected when %s expires',
    async (timeoutParameter) => {
      const timeoutServer = await serve({
        ...env,
        DATABASE_POOL_SIZE: '2',
        DATABASE_URL: `${databaseUrl}&${timeoutParameter}=500`,
      })
      onTestFinished(async () => void (await timeoutServer.stop()))
      client = createHttpClient(timeoutServer.url, secret)
      const lockingClient = new pg.Client({
        connectionString: getUrl(cluster.url, 'crm', 'admin'),
      })
      await lockingClient.connect()
      await lockingClient.query('BEGIN; LOCK TABLE "people" IN ACCESS EXCLUSIVE MODE')
      const pendingWrites = Promise.all(['A', 'B', 'C'].map(createPerson))
      const pendingReads = Promise.all([1, 2, 3, 4].map(() => client.rest('GET', '/v1/people')))
      const [writeReplies, readReplies] = await Promise.all([pendingWrites, pendingReads])
      expect(
        [...writeReplies, ...readReplies].map(({ status, body }) => [status, body.error?.code]),
      ).toEqual(Array(7).fill([503, 'UNAVAILABLE']))
      await lockingClient.query('ROLLBACK')
      await lockingClient.end()
      expect(
        (
          await Promise.all(
            ['A', 'B', 'C'].map((name) => retryWhileUnavailable(() => createPerson(name))),
          )
        ).map(({ status }) => status),
      ).toEqual([201, 201, 201])
      expect(await listNames()).toEqual(['A', 'B', 'C'])
    },
  )

  test('the server exits with a one-line error if it cannot open the database', async () => {
    const runServe = async (url: string) => {
      const { code, stderr } = await runDealgraph(
        { DATABASE_URL: url, DEMO: 'false', PORT: '0' },
        'serve',
      )
      return [
        code,
        stderr.trim().split('\n').length,
        /^The database .* (cannot be reached|does not exist|does not let)/.test(stderr),
      ]
    }
    expect(await runServe(getUrl(cluster.url, 'nowhere'))).toEqual([6, 1, true])
    expect(await runServe('postgres://someone:secret@127.0.0.1:1/x')).toEqual([9, 1, true])
    expect(await runServe(getUrl(cluster.url, 'postgres', 'nobody'))).toEqual([2, 1, true])
  })
})
