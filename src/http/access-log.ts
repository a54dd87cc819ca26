import {
  type HttpResponse,
  operationInLog,
  pathInLog,
  type RequestContext,
} from './request-context.ts'

/** By which of its doors a request came in: the rest are pages. */
const doorOf = (path: string) =>
  path === '/graphql' ? 'graphql' : path === '/v1' || path.startsWith('/v1/') ? 'rest' : 'page'

/** What stands for an operation where a request was refused before it was known. */
const none = 'none'

/** The trace that the caller says it belongs to (W3C), so that its line can be found by it, too. */
const callersTrace = ({ request }: RequestContext) =>
  /^[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-/.exec(
    String(request.headers['traceparent'] ?? ''),
  )?.[1]

/** Server faults are errors; files of pages are logged at debug, since they are too many. */
const levelOf = (x: RequestContext, status: number) =>
  status >= 500 && x.code ? 'error' : x.route === '/assets/' ? 'debug' : 'info'

/**
 * Counts an answered request and writes its line in the log. Neither holds anything of its query
 * string, body or answer; the metrics are labelled with names of our own alone.
 * @param milliseconds from its headers to the end of the answer
 */
export function logRequest(x: RequestContext, answer: HttpResponse, milliseconds: number): void {
  const { meters, log } = x.deps
  const { status } = answer
  const door = doorOf(x.path)
  const operation = x.operation ?? none
  const replayed = answer.headers?.['Idempotent-Replayed'] !== undefined
  meters.requests.add(1, door, operation, String(status), x.code ?? 'OK')
  if (!answer.stream) meters.durations.at(door, operation)(milliseconds)
  if (x.units > 0) meters.units.add(x.units)
  if (x.code === 'RATE_LIMIT_EXCEEDED') meters.limited.add(1)
  if (replayed) meters.replays.add(1)
  log[levelOf(x, status)]({
    requestId: x.requestId,
    traceId: x.traceId ?? callersTrace(x),
    method: x.method,
    path: pathInLog(x),
    door,
    operation: operationInLog(x),
    ...(door === 'graphql' && { field: x.operation }),
    status,
    code: x.code,
    keyId: x.viewer?.keyId,
    units: x.units,
    via: x.via,
    ...(x.deprecatedUses?.length && { deprecated: x.deprecatedUses.map(({ name }) => name) }),
    ms: Math.round(milliseconds * 10) / 10,
    ...(replayed && { replayed }),
  })
}
