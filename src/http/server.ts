/** The HTTP server: passes each request through the steps of `app.ts` and sends the response. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Deps } from '../context.ts'
import { internalError } from '../errors.ts'
import { logRequest } from './access-log.ts'
import { ClientErrors } from './client-errors.ts'
import {
  createRequestContext,
  type HttpResponse,
  type RequestContext,
  type Step,
} from './request-context.ts'
import type { ResponseStreams } from './response-stream.ts'
import { batchResponses, type ResponseOptions, sendResponse } from './send-response.ts'

export interface ServerOptions {
  deps: Deps
  steps: Step[]
  streams: ResponseStreams
  /** Whether connections close after their response, because the server stops. */
  stopping(): boolean
  newRequestId?: (() => string) | undefined
  /** The response to a request that failed, in the format of its protocol. */
  respondToError(http: RequestContext, error: unknown): HttpResponse
}

type Serving = ServerOptions & ResponseOptions

// An import would also load what `http.WebSocket` needs: 10 MB.
const { createServer } = process.getBuiltinModule('node:http')

/** A connection may be idle this many times longer than a request may take. */
const idleFactor = 4

/**
 * Node's limits of a request that lasts at most `seconds`. The time for a body begins when it is
 * read (`body.ts`); `requestTimeout` is for bodies that are never read.
 */
const timeouts = (seconds: number) => ({
  requestTimeout: idleFactor * seconds * 1000,
  headersTimeout: Math.min(15, seconds) * 1000,
  connectionsCheckingInterval: 1000,
  // Longer than that of common proxies, which would otherwise send a request into a connection that
  // is being closed.
  keepAliveTimeout: 65_000,
})

export function createHttpServer(options: ServerOptions): Server {
  const { deps, newRequestId = randomUUID } = options
  const serving: Serving = { ...options, batch: batchResponses() }
  const errors = new ClientErrors(deps, newRequestId)
  const accept = (
    request: IncomingMessage,
    response: ServerResponse,
    more: Partial<RequestContext> = {},
  ) => {
    errors.trackResponse(request.socket, response)
    const http: RequestContext = {
      ...createRequestContext(deps, request, newRequestId()),
      rejectLate: () => errors.rejectLate(request.socket),
      ...more,
    }
    const serve = () => serveRequest(serving, http, response)
    void (deps.tracing ? deps.tracing.traceRequest(http, serve) : serve())
  }
  const listener: RequestListener = (request, response) => accept(request, response)
  const seconds = deps.settings.REQUEST_TIMEOUT_SECONDS
  const limits = { ...timeouts(seconds), maxHeaderSize: 16_384, requireHostHeader: false }
  const server = createServer(limits, listener)
  // `Expect: 100-continue`: a caller who is rejected before the body need not send it.
  server.on('checkContinue', (request, response) =>
    accept(request, response, { continueBody: () => response.writeContinue() }),
  )
  server.on('checkExpectation', listener)
  server.on('clientError', (error, socket) => errors.handleClientError(error, socket))
  server.timeout = idleFactor * seconds * 1000
  server.on('timeout', (socket) => errors.handleTimeout(socket))
  limitConnections(server, deps.log)
  return server
}

async function serveRequest(
  serving: Serving,
  http: RequestContext,
  response: ServerResponse,
): Promise<HttpResponse> {
  const { deps } = http
  const startMs = performance.now()
  deps.meters.inFlight.add(1)
  // Until the response is read, the request counts for the concurrency limit of its key.
  response.once('close', () => http.onResponded?.())
  const answer = await answerRequest(serving, http)
  try {
    await sendResponse(serving, http, answer, response)
  } catch (error) {
    deps.log.error({ requestId: http.requestId, err: error }, 'could not send the response')
    response.destroy()
  } finally {
    answer.stream?.done()
    if (response.destroyed) http.onResponded?.()
    deps.meters.inFlight.add(-1)
  }
  logRequest(http, answer, performance.now() - startMs)
  return answer
}

async function answerRequest(
  { steps, respondToError }: Serving,
  http: RequestContext,
): Promise<HttpResponse> {
  try {
    for (const step of steps) {
      const result = step(http)
      const answer = result instanceof Promise ? await result : result
      if (answer) return answer
    }
    throw internalError()
  } catch (error) {
    return respondToError(http, error)
  }
}

/** File descriptors that are not for connections: the database, webhooks, files being read. */
const reservedFiles = 256

/** Limits connections by the file descriptors of the process, so that the database never lacks one. */
function limitConnections(server: Server, log: Logger): void {
  const maxFiles = maxOpenFiles()
  if (maxFiles === undefined) return
  server.maxConnections = Math.max(maxFiles - reservedFiles, Math.floor(maxFiles / 4))
  let warnedAt = 0
  server.on('drop', () => {
    if (performance.now() - warnedAt < 10_000 && warnedAt > 0) return
    warnedAt = performance.now()
    log.warn(
      { connections: server.maxConnections },
      'connections are refused: there are as many as file descriptors permit; raise the limit (ulimit -n)',
    )
  })
}

/** The limit of open files, known on Linux only. */
function maxOpenFiles(): number | undefined {
  try {
    const lines = readFileSync('/proc/self/limits', 'utf8').split('\n')
    const limit = Number(lines.find((line) => line.startsWith('Max open files'))?.split(/ {2,}/)[1])
    return Number.isInteger(limit) ? limit : undefined
  } catch {
    return undefined
  }
}
