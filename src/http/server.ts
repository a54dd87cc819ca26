/** The HTTP server: runs the steps of `app.ts` for each request, responds and logs the request. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { getCredentialIds } from '../access/scopes.ts'
import type { Deps } from '../context.ts'
import { internalError } from '../errors.ts'
import { addChallenge } from './authentication.ts'
import { createClientErrorHandler, deriveTimeouts, limitConnections } from './connections.ts'
import {
  createRequestContext,
  type HttpResponse,
  type RequestContext,
  type Step,
} from './request-context.ts'
import { type ResponseOptions, sendResponse } from './send-response.ts'

export interface ServerOptions extends ResponseOptions {
  deps: Deps
  steps: Step[]
  newRequestId?: (() => string) | undefined
  respondToError(http: RequestContext, error: unknown): HttpResponse
}

// An import would also load `http.WebSocket` and its dependencies, which need 10 MB.
const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')

// The status that GraphQL over HTTP defines for partial results with errors.
STATUS_CODES[294] = 'Partial Success'

export function createHttpServer(options: ServerOptions): Server {
  const { deps, newRequestId = randomUUID } = options
  const responses = new WeakMap<object, ServerResponse>()
  const clientErrors = createClientErrorHandler(deps, newRequestId, responses)
  const acceptRequest = (
    request: IncomingMessage,
    response: ServerResponse,
    extraContext: Partial<RequestContext> = {},
  ) => {
    responses.set(request.socket, response)
    const http: RequestContext = {
      ...createRequestContext(deps, request, newRequestId()),
      rejectLate: () => clientErrors.rejectLate(request.socket),
      ...extraContext,
    }
    const serve = () => serveRequest(options, http, response)
    void (deps.tracing ? deps.tracing.traceRequest(http, serve) : serve())
  }
  const timeouts = deriveTimeouts(deps.settings)
  const server = createServer(
    { ...timeouts, maxHeaderSize: 16_384, requireHostHeader: false },
    acceptRequest,
  )
  // With `Expect: 100-continue`, a client that is rejected early does not have to send the body.
  server.on('checkContinue', (request, response) =>
    acceptRequest(request, response, { continueBody: () => response.writeContinue() }),
  )
  server.on('checkExpectation', acceptRequest)
  server.on('clientError', clientErrors.handleClientError)
  server.timeout = timeouts.requestTimeout
  server.on('timeout', clientErrors.handleTimeout)
  limitConnections(server, deps.log)
  return server
}

async function serveRequest(
  options: ServerOptions,
  http: RequestContext,
  response: ServerResponse,
): Promise<HttpResponse> {
  const { meters, log } = http.deps
  const startMs = performance.now()
  meters.inFlight.add(1)
  // Until the response is sent, the request counts towards the caller's concurrency limit.
  response.once('close', () => http.onResponded?.())
  const reply = addChallenge(http, await runSteps(options, http))
  try {
    await sendResponse(options, http, reply, response)
  } catch (error) {
    log.error({ requestId: http.requestId, err: error }, 'the response could not be sent')
    response.destroy()
  } finally {
    reply.stream?.release()
    if (response.destroyed) http.onResponded?.()
    meters.inFlight.add(-1)
  }
  logRequest(http, reply, performance.now() - startMs)
  return reply
}

async function runSteps({ steps, respondToError }: ServerOptions, http: RequestContext) {
  try {
    for (const step of steps) {
      const replyOrPromise = step(http)
      const reply = replyOrPromise instanceof Promise ? await replyOrPromise : replyOrPromise
      if (reply) return reply
    }
    throw internalError()
  } catch (error) {
    return respondToError(http, error)
  }
}

export const isRestPath = (path: string): boolean => path === '/v1' || path.startsWith('/v1/')

/** Returns the value of `door` in logs and metrics: `graphql`, `rest` or `page`. */
const getApiName = (path: string) =>
  path === '/graphql' ? 'graphql' : isRestPath(path) ? 'rest' : 'page'

/** The metric label for requests that are rejected before their operation is known. */
const unknownOperation = 'none'

/** Returns the trace id in the client's `traceparent` header (W3C Trace Context). */
const readTraceId = ({ request }: RequestContext) =>
  /^[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-/.exec(
    String(request.headers['traceparent'] ?? ''),
  )?.[1]

/** Returns `error` for server errors, `debug` for page assets and `info` for other requests. */
const chooseLogLevel = (http: RequestContext, status: number) =>
  status >= 500 && http.code ? 'error' : http.route === '/assets/' ? 'debug' : 'info'

const maxLengthInLog = 100

/** Shortens text for the log and masks API keys and webhook secrets. */
const redactForLog = (text: string) =>
  text.slice(0, maxLengthInLog).replace(/(dg|whsec)_[^/]*/g, '$1_…')

/**
 * Updates the metrics and writes the access log. The log contains no query strings or bodies, and
 * metric labels contain no client input.
 * @param durationMs the time from the request headers to the end of the response
 */
function logRequest(http: RequestContext, reply: HttpResponse, durationMs: number): void {
  const { meters, log } = http.deps
  const { status } = reply
  const api = getApiName(http.path)
  const operation = http.operation ?? unknownOperation
  const isReplayed = reply.headers?.['Idempotent-Replayed'] !== undefined
  meters.requests.add(1, api, operation, String(status), http.code ?? 'OK')
  if (!reply.stream) meters.durations.at(api, operation)(durationMs)
  if (http.units > 0) meters.units.add(http.units)
  if (http.code === 'RATE_LIMIT_EXCEEDED') meters.rateLimitRefusals.add(1)
  if (isReplayed) meters.replays.add(1)
  log[chooseLogLevel(http, status)]({
    requestId: http.requestId,
    traceId: http.traceId ?? readTraceId(http),
    method: http.method,
    path: redactForLog(http.path),
    door: api,
    operation: redactForLog(http.logName ?? http.path),
    field: api === 'graphql' ? http.operation : undefined,
    status,
    code: http.code,
    ...(http.viewer && getCredentialIds(http.viewer)),
    units: http.units,
    via: http.executionMethod,
    ...(http.deprecatedUses?.length && { deprecated: http.deprecatedUses.map(({ name }) => name) }),
    ms: Math.round(durationMs * 10) / 10,
    replayed: isReplayed || undefined,
  })
}
