import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from './support/world.ts'

describe('The HTTP server', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const asAgent = () => world.as('agent')
  const postTask = (body: string, headers: Record<string, string> = {}) =>
    asAgent().rest('POST', '/v1/tasks', body, headers)

  /** Sends bytes unchanged and returns the response once the connection is closed. */
  const sendRaw = (text: string | Buffer) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(world.url).port), '127.0.0.1', () => socket.write(text))
      let response = ''
      socket.on('data', (chunk) => {
        response += chunk.toString()
        if (response.includes('\r\n\r\n')) socket.end()
      })
      socket.on('close', () => resolve(response))
      socket.on('error', reject)
    })

  test('every request without a valid API key receives the same 401 response, even for an unknown path', async () => {
    const expiredClient = await world.createKey('agent', undefined, '2020-01-01T00:00:00.000Z')
    const invalidSecrets = [
      undefined,
      'x',
      'dg_wrong',
      `${asAgent().secret?.slice(0, -1)}!`,
      asAgent().secret?.replace(/^dg_./, 'dg_0'),
      expiredClient.secret,
    ]
    const responses = await Promise.all(
      invalidSecrets.flatMap((secret) =>
        ['/v1/me', '/v1/nowhere', '/v1/people'].map((path) =>
          world.client(secret).rest('GET', path),
        ),
      ),
    )
    for (const { status, headers, body } of responses) {
      expect(status).toBe(401)
      expect(headers.get('www-authenticate')).toBe('Bearer')
      expect(body.error).toEqual({
        code: 'UNAUTHORIZED',
        message: 'Invalid or missing API key',
        requestId: expect.any(String),
        timestamp: expect.any(String),
      })
    }
    const graphqlReply = await world.client().gql('{ __typename }')
    expect(graphqlReply.status).toBe(401)
    expect(graphqlReply.body.errors[0].extensions.code).toBe('UNAUTHORIZED')
  })

  test('the server accepts only the Authorization scheme Bearer, in upper or lower case, and rejects duplicate Authorization headers', async () => {
    const secret = asAgent().secret
    const readStatus = async (value: string) =>
      (await world.client().rest('GET', '/v1/tasks', undefined, { Authorization: value })).status
    expect(await readStatus(`bearer ${secret}`)).toBe(200)
    expect(await readStatus(`Basic ${secret}`)).toBe(401)
    expect(await readStatus(`${secret}`)).toBe(401)
    const duplicateHeaderReply = await sendRaw(
      `GET /v1/tasks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nAuthorization: Bearer ${secret}\r\nConnection: close\r\n\r\n`,
    )
    expect(duplicateHeaderReply).toMatch(/^HTTP\/1.1 401/)
  })

  test('the request id of a response is a UUID that the client cannot set', async () => {
    const reply = await asAgent().rest('GET', '/v1/tasks', undefined, { 'X-Request-Id': 'mine' })
    expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    expect(reply.body.meta.requestId).toBe(reply.headers.get('x-request-id'))
    expect(reply.body.meta).toMatchObject({
      version: '1.0.0',
      timestamp: new Date(world.clock.now()).toISOString(),
    })
  })

  test('API responses forbid caching and MIME sniffing', async () => {
    for (const path of ['/v1/tasks', '/v1/nowhere', '/health', '/graphql']) {
      const { headers } = await asAgent().rest('GET', path)
      expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
        'no-store',
        'nosniff',
      ])
    }
  })

  test('the X-API-Version header must be absent or 1', async () => {
    expect(
      (await asAgent().rest('GET', '/v1/tasks', undefined, { 'X-API-Version': '1' })).status,
    ).toBe(200)
    for (const version of ['2', 'v1', '', '1.0']) {
      const reply = await asAgent().rest('GET', '/v1/tasks', undefined, {
        'X-API-Version': version,
      })
      expect([reply.status, reply.body.error.code]).toEqual([400, 'BAD_REQUEST'])
      expect(reply.body.error.message).toContain('1')
    }
  })

  test('an unknown path returns 404, and a known path with an unsupported method returns 405 with Allow', async () => {
    expect((await asAgent().rest('GET', '/v1/nowhere')).body.error).toMatchObject({
      code: 'NOT_FOUND',
    })
    expect((await asAgent().rest('GET', '/v1/tasks/')).status).toBe(404)
    const reply = await asAgent().rest('POST', '/v1/tasks/task_aaaaaaaa')
    expect([reply.status, reply.body.error.code, reply.headers.get('allow')]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      'GET, PUT, PATCH, DELETE',
    ])
    expect((await asAgent().rest('DELETE', '/graphql')).status).toBe(405)
  })

  test('a request with invalid percent-encoding in an id or with a JSON array as its body is rejected, and a search for an id with a NUL character finds nothing', async () => {
    expect((await asAgent().rest('GET', '/v1/people/%zz')).body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'id' }],
    })
    expect(
      (await asAgent().rest('POST', '/v1/tasks/task_aaaaaaaa/complete', '[]')).body.error.code,
    ).toBe('BAD_REQUEST')
    expect((await asAgent().rest('GET', '/v1/people/search?id=%00')).body).toMatchObject({
      data: [],
      meta: { count: 0 },
    })
  })

  test('a HEAD request returns the Content-Length of the GET response and no body', async () => {
    const reply = await asAgent().rest('HEAD', '/v1/tasks')
    expect([reply.status, reply.text]).toEqual([200, ''])
    const getReply = await asAgent().rest('GET', '/v1/tasks')
    expect(reply.headers.get('content-length')).toBe(String(Buffer.byteLength(getReply.text)))
  })

  test('a request body that is not a JSON object is rejected with BAD_REQUEST', async () => {
    const invalidBodies = [
      '{',
      '[]',
      '"text"',
      '5',
      'null',
      '[1',
      '{"title": NaN}',
      `${'['.repeat(100_000)}`,
      `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`,
      '{"title":"x"} trailing',
    ]
    for (const body of invalidBodies) {
      const reply = await postTask(body)
      expect([body.slice(0, 20), reply.status, reply.body?.error?.code]).toEqual([
        body.slice(0, 20),
        400,
        'BAD_REQUEST',
      ])
    }
  })

  test('a request body with invalid UTF-8 is rejected with BAD_REQUEST', async () => {
    const body = Buffer.from([
      0x7b, 0x22, 0x74, 0x69, 0x74, 0x6c, 0x65, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d,
    ])
    const requestHead = `POST /v1/tasks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${asAgent().secret}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`
    expect(await sendRaw(Buffer.concat([Buffer.from(requestHead), body]))).toMatch(
      /^HTTP\/1.1 400[\s\S]*BAD_REQUEST/,
    )
  })

  test('a request body that is compressed or not declared as UTF-8 JSON is rejected with 415', async () => {
    for (const headers of [
      { 'Content-Type': 'text/plain' } as Record<string, string>,
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      { 'Content-Type': 'application/json; charset=latin1' },
      { 'Content-Type': 'application/json; charset=latin1; charset=utf-8' },
      { 'Content-Type': 'application/json; charset=utf-8; charset=latin1' },
      { 'Content-Type': `application/json${' '.repeat(10_000)};x` },
      { 'Content-Type': 'application/json; version=2' },
      { 'Content-Type': 'application/json, text/plain' },
      { 'Content-Encoding': 'gzip' },
    ]) {
      const reply = await postTask('{"title":"x"}', headers)
      expect([reply.status, reply.body.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    }
    for (const type of [
      'Application/JSON; Charset="UTF-8"',
      'application/json;charset=utf8;',
      `application/json${' '.repeat(10_000)};  charset=utf-8`,
    ])
      expect((await postTask('{"title":"x"}', { 'Content-Type': type })).status).toBe(201)
  })

  test('a request body over the size limit is rejected with 413, with or without Content-Length, and later requests succeed', async () => {
    const largeBody = `{"title":"x","description":"${'y'.repeat(300_000)}"}`
    const reply = await postTask(largeBody)
    expect([reply.status, reply.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    const chunkedRequestReply = await fetch(`${world.url}/v1/tasks`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${asAgent().secret}`, 'Content-Type': 'application/json' },
      body: new Blob([largeBody]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(chunkedRequestReply.status).toBe(413)
    expect((await asAgent().rest('GET', '/v1/tasks')).status).toBe(200)
  })

  test('a client that receives 413 while sending a request body can send the rest before the connection closes', async () => {
    const bodyLength = 5_000_000
    const socket = connect(Number(new URL(world.url).port), '127.0.0.1')
    const receivedChunks: string[] = []
    socket
      .on('data', (chunk) => void receivedChunks.push(chunk.toString()))
      .on('end', () => void receivedChunks.push('end'))
    socket.on('error', ({ message }) => void receivedChunks.push(message))
    socket.write(
      `POST /v1/tasks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${asAgent().secret}\r\nContent-Length: ${bodyLength}\r\n\r\n`,
    )
    await expect.poll(() => receivedChunks.join('')).toContain('PAYLOAD_TOO_LARGE')
    for (let sentBytes = 0; sentBytes < bodyLength; sentBytes += 500_000) {
      expect(receivedChunks).not.toContain('end')
      await new Promise((resolve) => socket.write('x'.repeat(500_000), resolve))
      await setImmediate()
    }
    await expect.poll(() => receivedChunks.at(-1)).toBe('end')
    socket.destroy()
  })

  test('an empty request body with a JSON media type is treated as absent', async () => {
    const { id } = (await postTask('{"title":"Empty"}')).body.data
    expect((await asAgent().rest('POST', `/v1/tasks/${id}/complete`, '')).status).toBe(200)
    expect((await postTask('')).body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'title', code: 'REQUIRED_FIELD' }],
    })
  })

  test('the server ignores unknown body fields and query parameters', async () => {
    const reply = await asAgent().rest('POST', '/v1/tasks?x=1&x=2', {
      title: 'Known',
      unknown: { deep: [1] },
      __proto__: null,
      constructor: 5,
    })
    expect(reply.status).toBe(201)
  })

  test('a message that is not HTTP receives 400 with BAD_REQUEST', async () => {
    expect(await sendRaw('HELLO\r\n\r\n')).toMatch(
      /^HTTP\/1.1 400[\s\S]*X-RateLimit-Limit: [\s\S]*BAD_REQUEST/,
    )
  })

  test('the health, readiness and API contract routes require no API key', async () => {
    for (const path of ['/health', '/ready', '/openapi.json', '/schema.graphql'])
      expect([path, (await world.client().rest('GET', path)).status]).toEqual([path, 200])
  })
})
