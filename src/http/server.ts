import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Deps, timestamp } from '../context.ts'
import { ApiError, internalError } from '../errors.ts'
import { refusal } from '../graphql/door.ts'
import { errorEnvelope } from '../rest/reply.ts'
import type { Answer, Exchange, Step } from './exchange.ts'
import { rateLimitHeaders } from './rate-limit.ts'
import type { Streams } from './stream.ts'

/** Takes requests off the socket, sends them through the steps, and sends what they answer. */
export function serverOf(deps: Deps, steps: Step[], streams: Streams, newRequestId: () => string = randomUUID): Server {
  const answer = (request: IncomingMessage, response: ServerResponse) => void serve(deps, steps, streams, exchangeOf(deps, request, newRequestId()), response)
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 15_000, maxHeaderSize: 16_384 }, answer)
  // Node would refuse an `Expect` that it does not know, with nothing in the body.
  server.on('checkExpectation', answer)
  server.on('clientError', (error, socket) => void refuse(deps, error, socket, newRequestId()))
  return server
}

/** What is not HTTP at all never becomes an exchange; it is told so by hand. */
async function refuse(deps: Deps, error: NodeJS.ErrnoException, socket: Duplex, requestId: string): Promise<void> {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
  const body = JSON.stringify({ error: { code: 'BAD_REQUEST', message: 'The request is not valid HTTP', requestId, timestamp: timestamp(deps) } })
  const address = (socket as Socket).remoteAddress ?? 'unknown'
  const headers = {
    ...fixedHeaders(requestId),
    ...(await rateLimitHeaders({ deps, address })),
    Connection: 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`)
}

const fixedHeaders = (requestId: string) => ({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'X-Request-Id': requestId })

async function serve(deps: Deps, steps: Step[], streams: Streams, x: Exchange, response: ServerResponse): Promise<void> {
  const start = performance.now()
  let answer: Answer
  try {
    answer = (await through(steps, x)) ?? failed(x, internalError())
  } catch (error) {
    answer = failed(x, error)
  }
  try {
    await send(x, answer, response, streams)
  } catch (error) {
    deps.log.error({ requestId: x.requestId, err: error }, 'could not answer')
    response.destroy()
  } finally {
    answer.stream?.done()
  }
  const ms = Math.round((performance.now() - start) * 10) / 10
  deps.log.info({
    requestId: x.requestId,
    method: x.method,
    operation: x.label ?? x.path.slice(0, 100),
    status: answer.status,
    keyId: x.viewer?.keyId,
    units: x.units,
    ms,
  })
}

async function through(steps: Step[], x: Exchange): Promise<Answer | undefined> {
  for (const step of steps) {
    const answer = await step(x)
    if (answer) return answer
  }
  return undefined
}

function failed(x: Exchange, error: unknown): Answer {
  if (x.path === '/graphql') return refusal(x, [error])
  if (error instanceof ApiError) return errorEnvelope(x, error)
  x.deps.log.error({ requestId: x.requestId, err: error }, 'unexpected error')
  return errorEnvelope(x, internalError())
}

async function send(x: Exchange, answer: Answer, response: ServerResponse, streams: Streams): Promise<void> {
  const unread = !x.request.complete && answer.status >= 400
  response.writeHead(answer.status, {
    ...fixedHeaders(x.requestId),
    ...(await rateLimitHeaders(x)),
    ...x.headers,
    ...answer.headers,
    ...(!answer.stream && { 'Content-Length': Buffer.byteLength(answer.body) }),
    // A body that was refused before it was read would be taken for the next request.
    ...(unread && { Connection: 'close' }),
  })
  if (answer.stream) return streams.run(answer.stream, response)
  response.end(x.method === 'HEAD' ? undefined : answer.body)
  if (unread) x.request.resume()
}

function exchangeOf(deps: Deps, request: IncomingMessage, requestId: string): Exchange {
  const url = request.url ?? '/'
  const mark = url.indexOf('?')
  return {
    deps,
    request,
    method: request.method ?? 'GET',
    path: mark < 0 ? url : url.slice(0, mark),
    search: mark < 0 ? '' : url.slice(mark),
    address: addressOf(request, deps.settings.TRUSTED_PROXIES),
    requestId,
    headers: {},
    units: 0,
  }
}

/** The nearest address that is not a trusted proxy's. */
function addressOf(request: IncomingMessage, proxies: string[]): string {
  const peer = request.socket.remoteAddress ?? 'unknown'
  const named = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const trusted = (address: string) => proxies.includes(address.replace(/^::ffff:/i, ''))
  return [...named, peer].findLast((address) => !trusted(address)) ?? peer
}
