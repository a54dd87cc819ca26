/** The context of a request, which passes through the steps of `app.ts`, and its response. */
import type { IncomingMessage } from 'node:http'
import type { Viewer } from '../access/scopes.ts'
import type { Deps, ExecutionMethod } from '../context.ts'
import { type ApiError, badRequest, type ErrorCode } from '../errors.ts'
import type { DeprecatedUse } from '../lib/deprecation.ts'
import type { Allowance } from '../store/store.ts'
import type { ResultType } from './media-types.ts'

export interface HttpResponse {
  status: number
  headers?: Record<string, string>
  body: string | Buffer
  /** Sent instead of the body. */
  stream?: ResponseStream
}

/** The reason for ending a stream: its reader left or reads too slowly, or the server stops. */
export type EndReason = 'gone' | 'slow' | 'stopping'

export interface StreamWriter {
  /** The reason for ending the stream; undefined until it must end. */
  readonly endReason: EndReason | undefined
  /** Calls `listener` once, when the stream must end. */
  onEnd(listener: () => void): void
  /** Sends text; resolves when the socket accepts more text, or the stream must end. */
  write(text: string): Promise<void>
  /** Ends the stream if its reader has read nothing since the last call; called at intervals. */
  dropIfStalled(): void
}

/** A response that is written until its reader disconnects or the server stops. */
export interface ResponseStream {
  /** Writes until the stream ends. @returns the last text, for a reader that is still connected */
  run(writer: StreamWriter): Promise<string>
  /** Releases the resources of the stream; always called, even if `run` was not. */
  release(): void
}

/** The state of a request; each step of `app.ts` adds the fields that later steps read. */
export interface RequestContext {
  readonly deps: Deps
  readonly request: IncomingMessage
  readonly method: string
  readonly path: string
  readonly search: string
  /** The address of the caller: the peer's, or the one that a trusted proxy reports. */
  readonly address: string
  readonly requestId: string
  readonly responseHeaders: Record<string, string>
  /** The cookies that the response sets. */
  cookies?: string[]
  viewer?: Viewer
  allowance?: Allowance
  /** Whether the response omits the rate limit headers, which need the database. */
  isUncounted?: boolean
  /** The handler, called after the checks that all requests share. */
  handle?: Handler
  logName?: string
  /** The route, the root field of the GraphQL operation or `several`: never text from a client. */
  operation?: string
  /** The path of the route, with parameter names in place of values. */
  route?: string
  /** Set if the request is traced. */
  traceId?: string
  /** How the operation was executed; unset if none ran. */
  via?: ExecutionMethod
  code?: ErrorCode
  missingScope?: string | undefined
  units: number
  /** Deprecated features that the request uses, for the access log. */
  deprecatedUses?: readonly DeprecatedUse[]
  body?: Body
  /** The negotiated media type of the result of a GraphQL operation. */
  resultType?: ResultType | undefined
  /** Asks a caller with `Expect: 100-continue` to send the body. */
  continueBody?: () => void
  /** Rejects the request and closes the connection; called if the body is late. */
  rejectLate?: () => void
  /** Called when the client has read the response, or the connection has closed. */
  onResponded?: () => void
}

/** Records the error that determines the response, and adds its headers. */
export function recordError(
  http: Pick<RequestContext, 'code' | 'missingScope' | 'responseHeaders'>,
  { code, missingScope, headers, retryAfter }: ApiError,
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

/** A function that returns a response to end the request, or undefined to go to the next step. */
export type Step = (
  http: RequestContext,
) => HttpResponse | undefined | Promise<HttpResponse | undefined>

export type Body = { value: unknown }

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
  if (!viewer) throw new Error('the request is not authenticated yet')
  return viewer
}

export function createRequestContext(
  deps: Deps,
  request: IncomingMessage,
  requestId: string,
): RequestContext {
  // A proxy may send an absolute URL.
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

/** Returns the nearest address that is not a trusted proxy's. */
function findClientAddress(request: IncomingMessage, proxies: string[]): string {
  const peer = request.socket.remoteAddress ?? 'unknown'
  const forwardedAddresses = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const isTrusted = (address: string) => proxies.includes(address.replace(/^::ffff:/i, ''))
  return [...forwardedAddresses, peer].findLast((address) => !isTrusted(address)) ?? peer
}

/** Requires one `Host`, since proxies choose differently among several; HTTP/1.0 may omit it. */
export const checkHost: Step = ({ request }) => {
  const hostCount = request.headersDistinct['host']?.length ?? 0
  if (hostCount > 1 || (hostCount === 0 && request.httpVersion !== '1.0'))
    throw badRequest('A request must have one Host header')
  return undefined
}

/** Checks `X-API-Version`, which is optional and must be 1 (contract, clause 9). */
export const checkVersion: Step = ({ request }) => {
  const values = request.headersDistinct['x-api-version']
  if (values && (values.length !== 1 || values[0]?.trim() !== '1'))
    throw badRequest('X-API-Version must be 1: it is the only version supported')
  return undefined
}

export const hasIdempotencyKey = ({ request }: RequestContext): boolean =>
  request.headers['idempotency-key'] !== undefined
