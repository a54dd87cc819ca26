/**
 * Sends the bytes of hostile and of unusual but valid requests over a TCP connection. For each
 * hostile request, the server must return the error envelope or close the connection, create no
 * task, execute no request inside a body, and serve the next client.
 */

import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendRaw } from './support/raw-http.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
/**
 * The Owner's API key. Until the server has started, a placeholder of the same length, because the
 * test cases contain the lengths of their bodies.
 */
let apiKey = ' '.repeat(41)
beforeAll(async () => {
  world = await createWorld()
  apiKey = world.as('owner').secret as string
})
afterAll(() => world.stop())

const countTasks = async () =>
  (await world.as('owner').gql('{ tasks { totalCount } }')).body.data.tasks.totalCount as number
const taskBody = '{"title":"Smuggled"}'
/** A placeholder that `insertKey` replaces with an Authorization header. */
const keyPlaceholder = 'A: \r\n'
const baseHeaders = `Host: x\r\n${keyPlaceholder}`
const insertKey = (text: string) =>
  text.replaceAll(keyPlaceholder, `Authorization: Bearer ${apiKey}\r\n`)
const jsonHeaders = `${baseHeaders}Content-Type: application/json\r\n`
const formatPost = (headers: string, content = taskBody, version = '1.1') =>
  `POST /v1/tasks HTTP/${version}\r\n${jsonHeaders}${headers}\r\n${content}`
const formatGet = (target: string, headers = '', version = '1.1') =>
  `GET ${target} HTTP/${version}\r\n${baseHeaders}${headers}\r\n`
/** A request that creates a task if the server executes it. */
const smuggledRequest = formatPost(`Content-Length: ${taskBody.length}\r\n`)
const appendSmuggledRequest = (head: string) =>
  `${head}Content-Length: ${insertKey(smuggledRequest).length}\r\n\r\n${smuggledRequest}`
const formatChunkedPost = (chunks: string, headers = '') =>
  formatPost(`Transfer-Encoding: chunked\r\n${headers}`, chunks)

/** `status` is 0 if the server closes the connection without a response. */
type HttpCase = [caseName: string, bytes: string, status: number]

const targetCases: HttpCase[] = [
  ['two leading slashes', formatGet('//v1/me'), 404],
  ['a parent segment', formatGet('/v1/../v1/tasks'), 404],
  ['an encoded parent segment', formatGet('/v1/%2e%2e/v1/tasks'), 404],
  ['an encoded slash', formatGet('/v1%2ftasks'), 404],
  ['an encoded slash in a later segment', formatGet('/v1/people%2fsearch'), 404],
  ['encoded letters and an API key', formatGet('/%761/tasks'), 404],
  ['encoded letters and no API key', 'GET /%761/tasks HTTP/1.1\r\nHost: x\r\n\r\n', 404],
  ['an encoded GraphQL path', formatGet('/%67raphql?query=%7Bme%7Bid%7D%7D'), 404],
  ['an absolute URL and no API key', 'GET http://x/v1/tasks HTTP/1.1\r\nHost: x\r\n\r\n', 401],
  ['an absolute URL of another scheme', formatGet('ftp://x/v1/tasks'), 404],
  ['path parameters', formatGet('/v1/tasks;x=1'), 404],
  ['invalid UTF-8 in the path', formatGet('/v1/people/%c3%28'), 400],
  ['a NUL in the path', formatGet('/v1/tasks\0'), 400],
  ['a space in the path', formatGet('/v1/ta sks'), 400],
  ['a URL of 20,000 letters', formatGet(`/v1/tasks?x=${'a'.repeat(20_000)}`), 431],
  ['an asterisk as target', `OPTIONS * HTTP/1.1\r\n${baseHeaders}\r\n`, 404],
]

const headCases: HttpCase[] = [
  ['2,100 headers', formatGet('/v1/tasks', 'a: b\r\n'.repeat(2100)), 431],
  [
    '2,100 headers before the API key',
    `GET /v1/tasks HTTP/1.1\r\n${'a:\r\n'.repeat(2100)}${baseHeaders}\r\n`,
    431,
  ],
  ['no Host header', `GET /v1/tasks HTTP/1.1\r\n${keyPlaceholder}\r\n`, 400],
  ['two Host headers', formatGet('/v1/tasks', 'Host: y\r\n'), 400],
  ['two API keys', formatGet('/v1/tasks', 'Authorization: Bearer x\r\n'), 401],
  [
    'two Idempotency-Key headers',
    formatPost(
      `Idempotency-Key: a\r\nIdempotency-Key: b\r\nContent-Length: ${taskBody.length}\r\n`,
    ),
    400,
  ],
  [
    'two If-Match headers',
    `PUT /v1/tasks/task_aaaaaaaa HTTP/1.1\r\n${jsonHeaders}If-Match: "1"\r\nIf-Match: "2"\r\nContent-Length: ${taskBody.length}\r\n\r\n${taskBody}`,
    400,
  ],
  [
    'two Content-Type headers',
    formatPost(`Content-Type: text/plain\r\nContent-Length: ${taskBody.length}\r\n`),
    415,
  ],
  ['a space before the colon of a header', formatGet('/v1/tasks', 'X : y\r\n'), 400],
  ['a folded header line', formatGet('/v1/tasks', 'X: y\r\n z\r\n'), 400],
  ['a NUL in a header', formatGet('/v1/tasks', 'X: y\0z\r\n'), 400],
  ['a bare CR between headers', formatGet('/v1/tasks', 'X: y\rZ: z\r\n'), 400],
  ['a bare LF between headers', formatGet('/v1/tasks', 'X: y\nZ: z\r\n'), 400],
  ['LF instead of CRLF in the head', formatGet('/v1/tasks').replaceAll('\r', ''), 400],
  ['the version HTTP/0.9', 'GET /v1/tasks\r\n\r\n', 400],
  ['the version HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['the version HTTP/3.0', formatGet('/v1/tasks', '', '3.0'), 400],
  ['a TLS ClientHello', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000', 400],
  ['an unknown method', `FROB /v1/tasks HTTP/1.1\r\n${baseHeaders}\r\n`, 400],
  ['a lowercase method', `get /v1/tasks HTTP/1.1\r\n${baseHeaders}\r\n`, 400],
  ['the method TRACE', `TRACE /v1/tasks HTTP/1.1\r\n${baseHeaders}\r\n`, 405],
  ['the method PROPFIND', `PROPFIND /v1/tasks HTTP/1.1\r\n${baseHeaders}\r\n`, 405],
  ['the method CONNECT', `CONNECT example.com:443 HTTP/1.1\r\n${baseHeaders}\r\n`, 0],
]

const bodyCases: HttpCase[] = [
  [
    'two different Content-Length headers',
    formatPost(`Content-Length: ${taskBody.length}\r\nContent-Length: 5\r\n`),
    400,
  ],
  [
    'two equal Content-Length headers',
    formatPost(`Content-Length: ${taskBody.length}\r\nContent-Length: ${taskBody.length}\r\n`),
    400,
  ],
  ...['20, 20', '+20', '-1', '0x14', '99999999999999999999999'].map(
    (length): HttpCase => [
      `Content-Length ${length}`,
      formatPost(`Content-Length: ${length}\r\n`),
      400,
    ],
  ),
  [
    'both Content-Length and Transfer-Encoding',
    formatPost(
      'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n',
      `0\r\n\r\n${smuggledRequest}`,
    ),
    400,
  ],
  ...[
    'chunked, identity',
    'identity',
    'xchunked',
    'chunked, chunked',
    '\u000bchunked',
    '"chunked"',
  ].map(
    (coding): HttpCase => [
      `Transfer-Encoding ${coding}`,
      formatPost(`Transfer-Encoding: ${coding}\r\n`, `14\r\n${taskBody}\r\n0\r\n\r\n`),
      400,
    ],
  ),
  [
    'Transfer-Encoding gzip, chunked',
    formatPost('Transfer-Encoding: gzip, chunked\r\n', `14\r\n${taskBody}\r\n0\r\n\r\n`),
    415,
  ],
  [
    'a second Transfer-Encoding header',
    formatChunkedPost(`14\r\n${taskBody}\r\n0\r\n\r\n`, 'Transfer-Encoding: x\r\n'),
    400,
  ],
  [
    'a space before the colon of Transfer-Encoding',
    formatPost('Transfer-Encoding : chunked\r\n', `14\r\n${taskBody}\r\n0\r\n\r\n`),
    400,
  ],
  ...['zz', '-14', '', '0x14', 'fffffffffffffffff', '5', `14;${'a'.repeat(20_000)}`].map(
    (size): HttpCase => [
      `the chunk size "${size.slice(0, 20)}"`,
      formatChunkedPost(`${size}\r\n${taskBody}\r\n0\r\n\r\n`),
      400,
    ],
  ),
  ['LF instead of CRLF in a chunked body', formatChunkedPost(`14\n${taskBody}\n0\n\n`), 400],
  [
    'a request in a body that is too large',
    formatPost('Content-Length: 300000\r\n', smuggledRequest),
    413,
  ],
  [
    'a request in chunks that are too large',
    formatChunkedPost(`50000\r\n${smuggledRequest}${' '.repeat(300_000)}`),
    413,
  ],
  [
    'a request in a text/plain body',
    appendSmuggledRequest(`POST /v1/tasks HTTP/1.1\r\n${baseHeaders}Content-Type: text/plain\r\n`),
    415,
  ],
  [
    'a request in a body and no API key',
    appendSmuggledRequest('POST /v1/tasks HTTP/1.1\r\nHost: x\r\n'),
    401,
  ],
  [
    'a request in a body sent to an unknown path',
    appendSmuggledRequest(`POST /v1/nowhere HTTP/1.1\r\n${baseHeaders}`),
    404,
  ],
  [
    'a request in a body sent to a path that requires no API key',
    appendSmuggledRequest('POST /health HTTP/1.1\r\nHost: x\r\n'),
    404,
  ],
  [
    'a request in a body with Content-Encoding br',
    appendSmuggledRequest(`POST /v1/tasks HTTP/1.1\r\n${jsonHeaders}Content-Encoding: br\r\n`),
    415,
  ],
  [
    'a request in the body of a DELETE',
    appendSmuggledRequest(`DELETE /v1/tasks/task_aaaaaaaa HTTP/1.1\r\n${jsonHeaders}`),
    404,
  ],
  [
    'a request in a body and an unsupported API version',
    appendSmuggledRequest(`POST /v1/tasks HTTP/1.1\r\n${jsonHeaders}X-API-Version: 2\r\n`),
    400,
  ],
  [
    'the method CONNECT and a body',
    appendSmuggledRequest(`CONNECT x:1 HTTP/1.1\r\n${baseHeaders}`),
    0,
  ],
]

describe.each([
  ['targets', targetCases],
  ['heads', headCases],
  ['bodies', bodyCases],
] as const)('Hostile request %s', (_, cases) => {
  test.each(cases)(
    'a hostile HTTP request with %s is rejected and creates no task',
    async (_, bytes, status) => {
      const taskCountBefore = await countTasks()
      const { responses, isEnded } = await sendRaw(world.url, insertKey(bytes))
      expect(responses.map((response) => response.status)).toEqual(status === 0 ? [] : [status])
      if (status === 0) expect(isEnded).toBe(true)
      for (const response of responses) {
        expect(response.body.error).toEqual(
          expect.objectContaining({
            code: expect.any(String),
            requestId: expect.any(String),
            timestamp: expect.any(String),
          }),
        )
        expect(response.head).toMatch(/X-RateLimit-Reset: \d+/)
      }
      expect(await countTasks()).toBe(taskCountBefore)
      expect((await world.as('owner').rest('GET', '/v1/tasks')).status).toBe(200)
    },
  )
})

describe('Unusual but valid requests', () => {
  const formatTaskBody = (text: string) => `{"title":"${text}"}`.padEnd(20, ' ')
  const validCases: [caseName: string, bytes: string, statuses: number[]][] = [
    ['a request with an absolute URL', formatGet('http://elsewhere/v1/tasks'), [200]],
    ['an HTTP/1.0 request without Host', `GET /v1/tasks HTTP/1.0\r\n${keyPlaceholder}\r\n`, [200]],
    [
      'a request with an Upgrade header',
      formatGet(
        '/v1/tasks',
        'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n',
      ),
      [200],
    ],
    [
      'a GET request with a request in its body, followed by another request',
      `${appendSmuggledRequest(`GET /v1/tasks HTTP/1.1\r\n${jsonHeaders}`)}${formatGet('/v1/users')}`,
      [200, 200],
    ],
    [
      'pipelined requests',
      `${formatGet('/v1/users')}${formatGet('/v1/nowhere')}${formatGet('/v1/tasks')}`,
      [200, 404, 200],
    ],
  ]
  test.each(validCases)(
    'for %s, the server returns one response per request in request order and creates no task',
    async (_, bytes, statuses) => {
      const taskCountBefore = await countTasks()
      const { responses } = await sendRaw(world.url, insertKey(bytes), statuses.length)
      expect(responses.map(({ status }) => status)).toEqual(statuses)
      expect(await countTasks()).toBe(taskCountBefore)
    },
  )

  test.each([
    [
      'chunks with extensions',
      formatChunkedPost(`14;a=b\r\n${formatTaskBody('Extended')}\r\n0\r\n\r\n`),
    ],
    [
      'ignored trailers',
      formatChunkedPost(
        `14\r\n${formatTaskBody('Trailers')}\r\n0\r\nAuthorization: Bearer x\r\nIdempotency-Key: x\r\n\r\n`,
      ),
    ],
    [
      'Expect: 100-continue',
      formatPost('Expect: 100-continue\r\nContent-Length: 20\r\n', formatTaskBody('Continue')),
    ],
    [
      'an unknown expectation in Expect',
      formatPost('Expect: something\r\nContent-Length: 20\r\n', formatTaskBody('Expects')),
    ],
  ])('a POST request with %s creates exactly one task', async (_, bytes) => {
    const taskCountBefore = await countTasks()
    expect(
      (await sendRaw(world.url, insertKey(bytes))).responses.map(({ status }) => status),
    ).toEqual([201])
    expect(await countTasks()).toBe(taskCountBefore + 1)
  })

  test('the server executes valid requests that precede a malformed request on the same connection', async () => {
    const taskCountBefore = await countTasks()
    const { responses, isEnded: isClosed } = await sendRaw(
      world.url,
      insertKey(`${smuggledRequest}${smuggledRequest}BROKEN\r\n\r\n`),
      3,
    )
    expect([responses.map(({ status }) => status), isClosed]).toEqual([[201, 201, 400], true])
    expect(await countTasks()).toBe(taskCountBefore + 2)
  })

  test('a request whose body is shorter or longer than its Content-Length creates no task', async () => {
    const taskCountBefore = await countTasks()
    expect(
      (await sendRaw(world.url, insertKey(formatPost('Content-Length: 5\r\n')), 2)).responses.map(
        ({ status }) => status,
      ),
    ).toEqual([400, 400])
    expect(
      (await sendRaw(world.url, insertKey(formatPost('Content-Length: 25\r\n')), 0, 10)).responses,
    ).toEqual([])
    expect(await countTasks()).toBe(taskCountBefore)
  })
})

test.each(['gzip', 'deflate', 'br', 'zstd', 'gzip, identity'])(
  'a request body with Content-Encoding %s is rejected with 415, and a gzip body without this header is rejected with 400',
  async (coding) => {
    const compressedBody = gzipSync(taskBody)
    const sendCompressedBody = (header: string) =>
      sendRaw(world.url, [
        insertKey(formatPost(`${header}Content-Length: ${compressedBody.length}\r\n`, '')),
        compressedBody,
      ])
    const taskCountBefore = await countTasks()
    expect(
      (await sendCompressedBody(`Content-Encoding: ${coding}\r\n`)).responses.map(
        ({ status }) => status,
      ),
    ).toEqual([415])
    expect((await sendCompressedBody('')).responses.map(({ status }) => status)).toEqual([400])
    expect(await countTasks()).toBe(taskCountBefore)
  },
)
