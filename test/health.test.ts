import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttpClient } from './support/client.ts'
import { newDatabase, onPostgres, type TestDatabase } from './support/database.ts'
import { readMetrics } from './support/metrics.ts'
import { requires } from './support/requirements.ts'
import { startServer } from './support/server.ts'
import { createWorld, type World } from './support/world.ts'

describe('Health and readiness', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const sendWithoutKey = (method: string, path: string) => world.client().rest(method, path)

  test.each([
    ['/health', { status: 'ok' }],
    ['/ready', { status: 'ready' }],
  ])(
    'GET and HEAD requests to %s require no API key, and their responses forbid caching',
    async (path, body) => {
      const [getReply, headReply] = [
        await sendWithoutKey('GET', path),
        await sendWithoutKey('HEAD', path),
      ]
      expect([getReply.status, getReply.body, headReply.status, headReply.text]).toEqual([
        200,
        body,
        200,
        '',
      ])
      for (const { headers } of [getReply, headReply]) {
        expect(headers.get('cache-control')).toBe('no-store')
        expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
        expect(headers.get('content-length')).toBe(getReply.headers.get('content-length'))
      }
      expect((await sendWithoutKey('POST', path)).status).toBe(404)
    },
  )

  test('readiness requests cost no rate limit units', async () => {
    const unitsBefore = (await readMetrics(world.client())).sum('dealgraph_rate_limit_units_total')
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => sendWithoutKey('GET', '/ready')),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await readMetrics(world.client())).sum('dealgraph_rate_limit_units_total')).toBe(
      unitsBefore,
    )
  })

  test(
    'while PostgreSQL tables are locked, /ready returns 503 with Retry-After, and /health and /metrics succeed',
    requires(onPostgres, 'PostgreSQL'),
    async () => {
      const lockingClient = new pg.Client(world.database)
      await lockingClient.connect()
      try {
        await lockingClient.query(
          'BEGIN; LOCK TABLE "secrets", "companies" IN ACCESS EXCLUSIVE MODE',
        )
        const [readyReply, healthReply, metrics] = await Promise.all([
          sendWithoutKey('GET', '/ready'),
          sendWithoutKey('GET', '/health'),
          readMetrics(world.client()),
        ])
        expect([
          readyReply.status,
          readyReply.body.error.code,
          readyReply.headers.get('retry-after'),
        ]).toEqual([503, 'UNAVAILABLE', '1'])
        expect(healthReply.status).toBe(200)
        expect(metrics.sum('dealgraph_database_up')).toBe(0)
        expect(metrics.sum('process_resident_memory_bytes')).toBeGreaterThan(0)
      } finally {
        await lockingClient.end()
      }
      expect((await sendWithoutKey('GET', '/ready')).status).toBe(200)
    },
  )

  test(
    'even without PostgreSQL timeouts, no request waits indefinitely for the locked tables of rate limits and secrets',
    requires(onPostgres, 'PostgreSQL'),
    async () => {
      // Without lock and statement timeouts, PostgreSQL statements wait indefinitely for a lock.
      const server = await startServer({}, { openDatabase: createDatabaseWithoutTimeouts })
      const lockingClient = new pg.Client(server.database)
      await lockingClient.connect()
      try {
        await lockingClient.query('BEGIN; LOCK TABLE "windows", "secrets" IN ACCESS EXCLUSIVE MODE')
        const client = createHttpClient(server.url)
        const paths = ['/health', '/ready', '/', '/docs', '/metrics', '/nowhere', '/v1/me']
        const replies = await Promise.all(paths.map((path) => client.rest('GET', path)))
        expect(replies.map(({ status }) => status)).toEqual([200, 503, 200, 200, 200, 404, 503])
        expect((await client.gql('{ me { id } }')).status).toBe(503)
      } finally {
        await lockingClient.end()
        await server.stop()
      }
    },
  )
})

async function createDatabaseWithoutTimeouts(): Promise<TestDatabase> {
  const database = await newDatabase()
  return { ...database, url: `${database.url}&lock_timeout=0&statement_timeout=0` }
}
