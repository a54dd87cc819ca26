/** Tests browser requests from pages with another origin. */

import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { maxFailedAttemptsPerHour } from '../src/http/failed-attempts.ts'
import { readSettings } from '../src/settings.ts'
import { createWorld, type World } from './support/world.ts'

const allowedOrigin = 'https://app.example'
const requiredHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'X-API-Version',
  'Last-Event-ID',
  'apollo-require-preflight',
  'GraphQL-Require-Preflight',
]
const testPaths = ['/graphql', '/v1/people', '/v1/nowhere', '/v1', '/openapi.json', '/health', '/x']

const sendPreflight = (world: World, path: string, origin: string, headers = {}) =>
  world.client().rest('OPTIONS', path, undefined, {
    Origin: origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'authorization,content-type',
    ...headers,
  })

describe('The `CORS_ORIGINS` setting', () => {
  let world: World
  const logEntries: { origin?: string; msg?: string; level: number }[] = []
  beforeAll(async () => {
    world = await createWorld(
      {
        CORS_ORIGINS: `${allowedOrigin}, HTTPS://Other.example:443/`,
        DEMO: 'false',
        MAX_BODY_BYTES: '1024',
      },
      { log: (line) => logEntries.push(JSON.parse(line)) },
    )
  })
  afterAll(() => world.stop())

  test.each([allowedOrigin, 'https://other.example'])(
    'a server with `CORS_ORIGINS` accepts a preflight request from the listed origin %s',
    async (origin) => {
      for (const path of testPaths) {
        const { status, headers } = await sendPreflight(world, path, origin, {
          'Access-Control-Request-Private-Network': 'true',
        })
        expect([path, status]).toEqual([path, 204])
        expect(headers.get('access-control-allow-origin')).toBe(origin)
        expect(headers.get('access-control-allow-private-network')).toBe('true')
        expect(headers.get('access-control-max-age')).toBe('7200')
        expect(headers.get('vary')).toContain('Origin')
        const allowedHeaders = headers.get('access-control-allow-headers')?.split(', ')
        expect(allowedHeaders).toEqual(expect.arrayContaining(requiredHeaders))
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
          expect(headers.get('access-control-allow-methods')).toContain(method)
      }
    },
  )

  test.each([
    'https://evil.example',
    'null',
    `${allowedOrigin}.evil.example`,
    'http://localhost:5173',
    '',
  ])(
    'a server with `CORS_ORIGINS` rejects a preflight request from the origin "%s" and names the setting',
    async (origin) => {
      for (const path of testPaths) {
        const { status, headers, text } = await sendPreflight(world, path, origin)
        expect([path, status]).toEqual([path, 403])
        expect(text).toContain('CORS_ORIGINS')
        expect(headers.get('access-control-allow-origin')).toBeNull()
        expect(headers.get('access-control-allow-headers')).toBeNull()
        expect(headers.get('vary')).toContain('Origin')
      }
    },
  )

  test('a server with `CORS_ORIGINS` logs each rejected origin only once, names the setting, and logs at most 100 origins', async () => {
    for (let n = 0; n < 3; n++) await sendPreflight(world, '/graphql', 'https://once.example')
    const rejectionEntries = logEntries.filter(({ origin }) => origin === 'https://once.example')
    expect(rejectionEntries).toHaveLength(1)
    expect(rejectionEntries[0]).toMatchObject({
      level: 40,
      msg: expect.stringContaining('CORS_ORIGINS'),
    })
    for (let n = 0; n < 300; n++) await sendPreflight(world, '/v1', `https://n${n}.example`)
    expect(logEntries.filter(({ origin }) => origin).length).toBeLessThanOrEqual(100)
  })

  test('a preflight request costs no rate limit units and does not count as a failed authentication attempt', async () => {
    const readRemainingAttempts = async () =>
      (await world.client().rest('GET', '/v1/me')).headers.get('x-ratelimit-remaining')
    expect(await readRemainingAttempts()).toBe(String(maxFailedAttemptsPerHour - 1))
    for (const origin of [allowedOrigin, 'https://evil.example'])
      for (const Authorization of [
        undefined,
        'Bearer dg_wrong',
        `Bearer ${world.as('owner').secret}`,
      ])
        await sendPreflight(world, '/graphql', origin, Authorization && { Authorization })
    expect(await readRemainingAttempts()).toBe(String(maxFailedAttemptsPerHour - 2))
    const { headers } = await world.as('owner').rest('GET', '/v1/me')
    expect(headers.get('x-ratelimit-remaining')).toBe('999999')
  })

  test('browser scripts of an allowed origin can read responses, errors and headers', async () => {
    const Origin = allowedOrigin
    const owner = world.as('owner')
    const replies = [
      await owner.rest('GET', '/v1/me', undefined, { Origin }),
      await world.client().rest('GET', '/v1/me', undefined, { Origin }),
      await owner.rest('POST', '/v1/tasks', { title: 'x'.repeat(2000) }, { Origin }),
      await owner.rest('GET', '/v1/nowhere', undefined, { Origin }),
      await owner.gql('{ nothing }', undefined, { Origin }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([200, 401, 413, 404, 200])
    for (const { headers } of replies) {
      expect(headers.get('access-control-allow-origin')).toBe(allowedOrigin)
      expect(headers.get('vary')).toContain('Origin')
      for (const name of ['X-RateLimit-Remaining', 'X-Request-Id', 'ETag', 'Location'])
        expect(headers.get('access-control-expose-headers')).toContain(name)
      expect(headers.get('access-control-expose-headers')).toContain('Idempotent-Replayed')
    }
  })

  test('browser scripts of a disallowed origin cannot read responses', async () => {
    for (const Origin of ['https://evil.example', 'null', 'http://127.0.0.1:5173']) {
      const { headers } = await world.as('owner').rest('GET', '/v1/me', undefined, { Origin })
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('an OPTIONS request that is not a preflight request returns 405', async () => {
    const { status } = await world
      .as('owner')
      .rest('OPTIONS', '/graphql', undefined, { Origin: allowedOrigin })
    expect(status).toBe(405)
  })
})

describe('CORS on a loopback demo server', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld({ RATE_LIMIT_PER_HOUR: '1' })
  })
  afterAll(() => world.stop())

  test.each([
    'http://localhost:5173',
    'https://127.0.0.1:3000',
    'http://[::1]:8080',
    'http://localhost',
  ])('a demo server on a loopback `HOST` allows the origin %s by default', async (origin) => {
    const { status, headers } = await sendPreflight(world, '/graphql', origin)
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, origin])
  })

  test.each([
    'http://localhost.evil.example',
    'http://evil.example:80',
    'null',
    'file://localhost',
  ])('a demo server on a loopback `HOST` rejects the origin %s', async (origin) =>
    expect((await sendPreflight(world, '/graphql', origin)).status).toBe(403),
  )

  test('pages requested from another origin do not contain the demo key', async () => {
    const { server } = createApp(world.deps, { isReady: true, demoKey: 'dg_demo' })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const readPage = async (path: string, headers: Record<string, string>) =>
      (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text()
    for (const path of ['/graphql', '/docs', '/console']) {
      const Accept = 'text/html'
      expect(await readPage(path, { Accept })).toContain('dg_demo')
      expect(await readPage(path, { Accept, Origin: 'http://localhost:5173' })).not.toContain(
        'dg_demo',
      )
    }
    server.closeAllConnections()
    server.close()
  })

  test('a front end on another origin can read the 429 response to a request that exceeds the rate limit', async () => {
    const readMe = () =>
      world.as('owner').rest('GET', '/v1/me', undefined, { Origin: 'http://localhost:5173' })
    await readMe()
    const { status, headers } = await readMe()
    expect([status, headers.get('access-control-allow-origin')]).toEqual([
      429,
      'http://localhost:5173',
    ])
  })
})

test('a demo server reachable from other machines allows no other origin by default', async () => {
  const world = await createWorld({ HOST: '0.0.0.0' })
  expect((await sendPreflight(world, '/graphql', 'http://localhost:5173')).status).toBe(403)
  await world.stop()
})

test.each(['*', 'null', 'app.example', 'https://app.example/path', 'https://*.app.example'])(
  'the setting `CORS_ORIGINS` does not accept %s',
  (text) =>
    expect(() => readSettings({ CORS_ORIGINS: text })).toThrow(/CORS_ORIGINS must be a list/),
)
