import type { IncomingMessage } from 'node:http'
import type { Viewer } from '../access/viewer.ts'
import type { Deps, Via } from '../context.ts'
import type { ErrorCode } from '../errors.ts'
import type { DeprecatedUse } from '../lib/deprecation.ts'
import type { Allowance } from '../store/store.ts'
import { callerOf } from './address.ts'
import type { Stream } from './stream.ts'

/** What is answered, as text or bytes ready to be sent. */
export interface HttpResponse {
  status: number
  headers?: Record<string, string>
  body: string | Buffer
  /** In place of the body: what is sent bit by bit. */
  stream?: Stream
}

/** One request on its way through the steps of `app.ts`, which fill it in. */
export interface RequestContext {
  readonly deps: Deps
  readonly request: IncomingMessage
  readonly method: string
  /** The path, without the query. */
  readonly path: string
  readonly search: string
  /** Where the request comes from: the peer, or whom a trusted proxy names. */
  readonly address: string
  readonly requestId: string
  /** Headers of the answer, whatever it will be. */
  readonly headers: Record<string, string>
  viewer?: Viewer
  allowance?: Allowance
  /** Whether the response omits the rate limit headers, which need the database. */
  isUncounted?: boolean
  /** What will run once the checks that all requests share are passed. */
  handle?: Handler
  /** What the log calls this request: the name of its operation. */
  label?: string
  /**
   * The route that it asked for, the one field at the top of its GraphQL operation, or `several`:
   * never what a client wrote.
   */
  operation?: string
  /** Where its route leads, with the names of its parameters in place of their values. */
  route?: string
  /** The trace that it is a part of, where it is followed. */
  traceId?: string
  /** How the result of its operation was made; unset if no operation ran. */
  via?: Via
  /** The code of its first error. */
  code?: ErrorCode
  units: number
  /** The deprecated features that it uses, for the access log. */
  deprecatedUses?: readonly DeprecatedUse[]
  body?: Body
  /** Tells a caller who asked first (`Expect: 100-continue`) to send the body. */
  sendBody?: () => void
  /** Cuts off a caller whose body does not come in time. */
  tooLate?: () => void
  /** Called once the answer is out, or nobody is there to take it. */
  onAnswered?: () => void
}

export type Handler = (x: RequestContext) => Promise<HttpResponse>

/** A step answers, and so ends the exchange, or answers nothing, and the next step follows. */
export type Step = (
  x: RequestContext,
) => HttpResponse | undefined | Promise<HttpResponse | undefined>

export interface Body {
  /** The parsed JSON, or nothing where there was no body. */
  value: unknown
}

export const json = (
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): HttpResponse => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
})

/** The viewer, in the steps behind authentication. */
export function viewerOf({ viewer }: Pick<RequestContext, 'viewer'>): Viewer {
  if (!viewer) throw new Error('this step comes before authentication')
  return viewer
}

const maxLengthInLog = 100

/** Cuts text for the log, and masks API keys and webhook secrets in it. */
const safeInLog = (text: string) =>
  text.slice(0, maxLengthInLog).replace(/(dg|whsec)_[^/]*/g, '$1_…')

export const pathInLog = ({ path }: RequestContext): string => safeInLog(path)

/** The name of the operation, or the path without one. */
export const operationInLog = ({ label, path }: RequestContext): string => safeInLog(label ?? path)

/** A request as it comes off the socket. */
export function exchangeOf(
  deps: Deps,
  request: IncomingMessage,
  requestId: string,
): RequestContext {
  // A proxy may name the whole address.
  const url = (request.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '')
  const mark = url.indexOf('?')
  return {
    deps,
    request,
    method: request.method ?? 'GET',
    path: mark < 0 ? url : url.slice(0, mark),
    search: mark < 0 ? '' : url.slice(mark),
    address: callerOf(request, deps.settings.TRUSTED_PROXIES),
    requestId,
    headers: {},
    units: 0,
  }
}
