/** The types of a request's context, which the steps of `app.ts` share, and of its response. */
import type { IncomingMessage } from 'node:http'
import type { Viewer } from '../access/scopes.ts'
import type { Deps, ExecutionMethod } from '../context.ts'
import { type ApiError, badRequest, type ErrorCode } from '../errors.ts'
import type { DeprecatedUse } from '../lib/deprecation.ts'
import type { Allowance } from '../store/store.ts'

export interface HttpResponse {
  status: number
  headers?: Record<string, string>
  body: string | Buffer
  /** A stream to send instead of `body`. */
  stream?: ResponseStream
}

/** The media types of GraphQL results. */
export type ResultType =
  | 'application/graphql-response+json'
  | 'application/json'
  | 'text/event-stream'

/** Why a stream ends: the reader disconnected or reads too slowly, or the server is stopping. */
export type EndReason = 'gone' | 'slow' | 'stopping'

export interface StreamWriter {
  /** Why the stream must end; undefined while the stream may continue. */
  readonly endReason: EndReason | undefined
  /** Calls `listener` once when the stream must end. */
  onEnd(listener: () => void): void
  /** Sends text; resolves when the socket accepts more text or the stream must end. */
  write(text: string): Promise<void>
  /** Ends the stream if the reader has read nothing since the last call; called at intervals. */
  dropIfStalled(): void
}

/** A response without a fixed length, which ends when `run` resolves. */
export interface ResponseStream {
  /** Writes until the stream ends. @returns the final text for a reader that is still connected */
  run(writer: StreamWriter): Promise<string>
  /** Releases the stream's resources; always called, even if `run` was not called. */
  release(): void
}

/** The state of a request. Each step in `app.ts` sets fields that later steps read. */
export interface RequestContext {
  readonly deps: Deps
  readonly request: IncomingMessage
  readonly method: string
  readonly path: string
  readonly search: string
  /** The client's IP address: the peer address, or the address that a trusted proxy reports. */
  readonly address: string
  readonly requestId: string
  readonly responseHeaders: Record<string, string>
  cookies?: string[]
  viewer?: Viewer
  allowance?: Allowance
  /** Whether to omit the rate limit headers, which would require a database query. */
  omitsRateLimitHeaders?: boolean
  /** The request handler, called after the checks common to all requests. */
  handle?: Handler
  logName?: string
  /** The REST operation, GraphQL root field (or `several`) or page; never contains client input. */
  operation?: string
  /** The route's path, with parameter names instead of values. */
  route?: string
  traceId?: string
  /** How the operation was executed; undefined if no operation ran. */
  executionMethod?: ExecutionMethod
  code?: ErrorCode
  missingScope?: string | undefined
  units: number
  /** The deprecated features that the request uses, for the access log. */
  deprecatedUses?: readonly DeprecatedUse[]
  body?: RequestBody
  /** The negotiated media type of the GraphQL result. */
  resultType?: ResultType | undefined
  /** Tells a client that sent `Expect: 100-continue` to send the body. */
  continueBody?: () => void
  /** Rejects the request and closes the connection; called if the body does not arrive in time. */
  rejectLate?: () => void
  /** Called when the response has been sent, its stream begins or the connection has closed. */
  onResponded?: () => void
}

/** Records the error that determines the response, and adds the error's headers. */
export function recordError(
  http: Pick<RequestContext, 'code' | 'missingScope' | 'responseHeaders'>,
  { code, missingScope, headers, retryAfterSeconds: retryAfter }: ApiError,
): void {
  http.code = code
  http.missingScope = missingScope
  Object.assign(
    http.responseHeaders,
    headers,
    retryAfter !== undefined && { 'Retry-After': String(retryAfter) },
  )
}

export type Handler = (http: RequestContext) => Promise<HttpResponse>

/** A processing step: returns a response, or undefined to continue with the next step. */
export type Step = (
  http: RequestContext,
) => HttpResponse | undefined | Promise<HttpResponse | undefined>

export type RequestBody = { value: unknown }

export const json = (
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): HttpResponse => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
})

export function requireViewer({ viewer }: Pick<RequestContext, 'viewer'>): Viewer {
  if (!viewer) throw new Error('The request is not authenticated')
  return viewer
}

export function createRequestContext(
  deps: Deps,
  request: IncomingMessage,
  requestId: string,
): RequestContext {
  // A proxy may send an absolute URL, whose origin is removed.
  const url = (request.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '')
  const queryStart = url.indexOf('?')
  return {
    deps,
    request,
    method: request.method ?? 'GET',
    path: queryStart < 0 ? url : url.slice(0, queryStart),
    search: queryStart < 0 ? '' : url.slice(queryStart),
    address: findClientAddress(request, deps.settings.TRUSTED_PROXIES),
    requestId,
    responseHeaders: {},
    units: 0,
  }
}

/** Returns the last address in the forwarding chain that is not a trusted proxy. */
function findClientAddress(request: IncomingMessage, trustedProxies: string[]): string {
  const peer = request.socket.remoteAddress ?? 'unknown'
  const forwardedAddresses = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const isTrusted = (address: string) => trustedProxies.includes(address.replace(/^::ffff:/i, ''))
  return [...forwardedAddresses, peer].findLast((address) => !isTrusted(address)) ?? peer
}

/** Requires one `Host` header, since proxies may use either of two. HTTP/1.0 requires none. */
export const checkHost: Step = ({ request }) => {
  const hostCount = request.headersDistinct['host']?.length ?? 0
  if (hostCount > 1 || (hostCount === 0 && request.httpVersion !== '1.0'))
    throw badRequest('A request must contain exactly one Host header')
  return undefined
}

/** Checks `X-API-Version`, which is optional and must be 1 (contract, clause 9). */
export const checkApiVersion: Step = ({ request }) => {
  const headerValues = request.headersDistinct['x-api-version']
  if (headerValues && (headerValues.length !== 1 || headerValues[0]?.trim() !== '1'))
    throw badRequest('X-API-Version must be 1, the only supported version')
  return undefined
}

export const hasIdempotencyKey = ({ request }: RequestContext): boolean =>
  request.headers['idempotency-key'] !== undefined
