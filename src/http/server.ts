import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { finished } from 'node:stream/promises'
import type { Deps } from '../context.ts'
import { internalError } from '../errors.ts'
import { toApiError } from '../graphql/errors.ts'
import { graphqlErrorResponse } from '../graphql/plugins/responses.ts'
import { errorResponse } from '../rest/response.ts'
import { logRequest } from './access-log.ts'
import { readyToSend } from './bytes.ts'
import { boundConnections } from './connections.ts'
import { rateLimitHeaders } from './rate-limit.ts'
import { fixedHeaders, refuser } from './refuse.ts'
import { exchangeOf, type HttpResponse, type RequestContext, type Step } from './request-context.ts'
import { batchResponses } from './response-batcher.ts'
import type { Stream, Streams } from './stream.ts'

export interface Front {
  deps: Deps
  steps: Step[]
  streams: Streams
  /** Whether the server is on its way out: then each connection ends with its next answer. */
  stopping(): boolean
  newRequestId?: (() => string) | undefined
  /** How a refusal looks to somebody in a browser; the same to programs. */
  forVisitors(x: RequestContext, answer: HttpResponse): HttpResponse
}

interface Sending extends Front {
  together: ReturnType<typeof batchResponses>
}

// An import would also load all that is behind `http.WebSocket`: 10 MB.
const { createServer } = process.getBuiltinModule('node:http')

/**
 * So many times as long as for a request a connection may be silent, as when an answer is not
 * taken.
 */
const silences = 4

/**
 * What a caller may take to send headers, in milliseconds. For a body the time begins when it is
 * read, see `body.ts`; the time for all of a request is there for bodies that nobody reads.
 */
const timesOf = (seconds: number) => ({
  requestTimeout: silences * seconds * 1000,
  headersTimeout: Math.min(15, seconds) * 1000,
  connectionsCheckingInterval: 1000,
  // Longer than the proxies before it, which otherwise send a request into a connection that is
  // just being closed.
  keepAliveTimeout: 65_000,
})
/** Takes requests off the socket, sends them through the steps, and sends what they answer. */
export function serverOf(front: Front): Server {
  const { deps, newRequestId = randomUUID } = front
  const sending: Sending = { ...front, together: batchResponses() }
  const take = (
    request: IncomingMessage,
    response: ServerResponse,
    more: Partial<RequestContext> = {},
  ) => {
    refuse.answering(request.socket, response)
    const x = {
      ...exchangeOf(deps, request, newRequestId()),
      tooLate: () => refuse.tooLate(request.socket),
      ...more,
    }
    void (deps.tracing
      ? deps.tracing.traceRequest(x, () => serve(sending, x, response))
      : serve(sending, x, response))
  }
  const listen: RequestListener = (request, response) => take(request, response)
  const server = createServer(
    {
      ...timesOf(deps.settings.REQUEST_TIMEOUT_SECONDS),
      maxHeaderSize: 16_384,
      requireHostHeader: false,
    },
    listen,
  )
  // Who is refused before the body need not send it.
  server.on('checkContinue', (request, response) =>
    take(request, response, { sendBody: () => response.writeContinue() }),
  )
  // Whatever else is expected of us, we do as always, and answer as always.
  server.on('checkExpectation', listen)
  const refuse = refuser(deps, newRequestId)
  server.on('clientError', refuse.badRequest)
  server.timeout = silences * deps.settings.REQUEST_TIMEOUT_SECONDS * 1000
  server.on('timeout', refuse.silent)
  boundConnections(server, deps.log)
  return server
}

async function serve(
  front: Sending,
  x: RequestContext,
  response: ServerResponse,
): Promise<HttpResponse> {
  const { deps } = x
  const start = performance.now()
  deps.meters.inFlight.add(1)
  // An answer that nobody takes holds its key's turn.
  response.once('close', () => x.onAnswered?.())
  let answer: HttpResponse
  try {
    answer = (await through(front.steps, x)) ?? failed(x, internalError())
  } catch (error) {
    answer = front.forVisitors(x, failed(x, error))
  }
  try {
    await send(front, x, answer, response)
  } catch (error) {
    deps.log.error({ requestId: x.requestId, err: error }, 'could not answer')
    response.destroy()
  } finally {
    answer.stream?.done()
    if (response.destroyed) x.onAnswered?.()
    deps.meters.inFlight.add(-1)
  }
  logRequest(x, answer, performance.now() - start)
  return answer
}

async function through(steps: Step[], x: RequestContext): Promise<HttpResponse | undefined> {
  for (const step of steps) {
    const answer = step(x)
    const given = answer instanceof Promise ? await answer : answer
    if (given) return given
  }
  return undefined
}

const failed = (x: RequestContext, error: unknown): HttpResponse =>
  x.path === '/graphql'
    ? graphqlErrorResponse(x, [error])
    : errorResponse(x, toApiError(error, x.deps, x.requestId))

async function send(
  { streams, together, stopping }: Sending,
  x: RequestContext,
  answer: HttpResponse,
  response: ServerResponse,
): Promise<void> {
  const unread = !x.request.complete && answer.status >= 400
  const { body, length, encoding } = readyToSend(answer.body)
  const headers = {
    ...fixedHeaders(x.requestId),
    ...(await rateLimitHeaders(x)),
    ...x.headers,
    ...answer.headers,
    ...(!answer.stream && { 'Content-Length': length }),
    // A body that was refused before it was read would be taken for the next request.
    ...((unread || stopping()) && { Connection: 'close' }),
  }
  const { stream } = answer
  if (stream) {
    x.onAnswered?.()
    // It is quiet for as long as nothing happens.
    response.socket?.setTimeout(0)
    response.writeHead(answer.status, headers)
    const { tracing } = x.deps
    const run = () => follow(streams, x, stream, response)
    return tracing ? tracing.endRequest(x, answer, run) : run()
  }
  const sent = x.method === 'HEAD' ? '' : body
  await together(() => {
    response.writeHead(answer.status, headers)
    if (unread) response.write(sent)
    else response.end(sent, encoding)
  })
  if (unread) await untilTaken(x, response)
}

/** Whoever follows a stream is counted as that, not as a request that is still to be answered. */
async function follow(
  streams: Streams,
  { deps: { meters } }: RequestContext,
  stream: Stream,
  response: ServerResponse,
): Promise<void> {
  meters.inFlight.add(-1)
  meters.subscriptions.add(1)
  try {
    await streams.run(stream, response)
  } finally {
    meters.subscriptions.add(-1)
    meters.inFlight.add(1)
  }
}

/** How long a caller may go on sending a body that is not wanted, in milliseconds. */
const sendingOn = 2000

/**
 * Answers at once, and lets the caller send the rest: who finds the connection closed while sending
 * may never read the answer.
 */
async function untilTaken({ request }: RequestContext, response: ServerResponse): Promise<void> {
  const late = new AbortController()
  const sent = finished(request.resume(), { signal: late.signal }).catch(() => undefined)
  const timer = setTimeout(() => late.abort(), sendingOn)
  await sent
  clearTimeout(timer)
  response.end()
}
