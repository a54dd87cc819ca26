/** Writes the access log: a line and the metrics of each request. */
import {
  type HttpResponse,
  operationInLog,
  pathInLog,
  type RequestContext,
} from './request-context.ts'

/** `door` in logs and metrics: the protocol of the request, or `page`. */
const doorOf = (path: string) =>
  path === '/graphql' ? 'graphql' : path === '/v1' || path.startsWith('/v1/') ? 'rest' : 'page'

/** The metric label of requests that were rejected before their operation was known. */
const unknownOperation = 'none'

/** The trace id in the caller's `traceparent` (W3C Trace Context). */
const callerTraceId = ({ request }: RequestContext) =>
  /^[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-/.exec(
    String(request.headers['traceparent'] ?? ''),
  )?.[1]

/** `error` for faults of the server, `debug` for the many files of pages. */
const levelOf = (http: RequestContext, status: number) =>
  status >= 500 && http.code ? 'error' : http.route === '/assets/' ? 'debug' : 'info'

/**
 * Counts a request and logs it. The line has nothing of its query string, body or response; metric
 * labels are names of our own only.
 * @param durationMs from the headers of the request to the end of the response
 */
export function logRequest(http: RequestContext, answer: HttpResponse, durationMs: number): void {
  const { meters, log } = http.deps
  const { status } = answer
  const door = doorOf(http.path)
  const operation = http.operation ?? unknownOperation
  const replayed = answer.headers?.['Idempotent-Replayed'] !== undefined
  meters.requests.add(1, door, operation, String(status), http.code ?? 'OK')
  if (!answer.stream) meters.durations.at(door, operation)(durationMs)
  if (http.units > 0) meters.units.add(http.units)
  if (http.code === 'RATE_LIMIT_EXCEEDED') meters.limited.add(1)
  if (replayed) meters.replays.add(1)
  log[levelOf(http, status)]({
    requestId: http.requestId,
    traceId: http.traceId ?? callerTraceId(http),
    method: http.method,
    path: pathInLog(http),
    door,
    operation: operationInLog(http),
    ...(door === 'graphql' && { field: http.operation }),
    status,
    code: http.code,
    keyId: http.viewer?.keyId,
    units: http.units,
    via: http.via,
    ...(http.deprecatedUses?.length && { deprecated: http.deprecatedUses.map(({ name }) => name) }),
    ms: Math.round(durationMs * 10) / 10,
    ...(replayed && { replayed }),
  })
}
