import { type ExecutionResult, GraphQLError } from 'graphql'
import { type ErrorCode, internalError } from '../errors.ts'
import { acceptedTypes } from '../http/accept.ts'
import { type HttpResponse, json, type RequestContext } from '../http/request-context.ts'
import { type ErrorLog, formatErrors } from './errors.ts'
import { OperationFailed } from './execute-mutation.ts'
import type { Cost } from './plugins/cost.ts'

/** Which request is answered, and what kinds of answers its caller takes. */
export interface ResponseTarget {
  requestId: string
  request: { headers: { accept?: string | undefined } }
}

const wantsResponseJson = ({ request }: ResponseTarget) =>
  acceptedTypes(request.headers).some(({ type }) => type === 'application/graphql-response+json')

/** What `extensions` tells besides the request's id: what it cost, and what of it is deprecated. */
export interface ResponseExtensions {
  cost?: Cost
  deprecations?: object[]
}

/**
 * What is answered to a query. @throws Refused when nothing of it ran: a variable that the checks
 * before do not look at was refused
 */
export function graphqlQueryResponse(
  x: ResponseTarget & Pick<RequestContext, 'code'> & { deps: ErrorLog },
  { data, errors = [] }: ExecutionResult,
  beside: ResponseExtensions,
): HttpResponse {
  if (data === undefined && errors.length > 0) throw new OperationFailed(errors)
  const { first, all } = formatErrors(errors, x.deps, x.requestId)
  if (first) x.code = first.code
  return graphqlResponse(x, { data, errors: all }, beside)
}

export function graphqlResponse(
  x: ResponseTarget,
  result: object,
  beside: ResponseExtensions = {},
  status = 200,
): HttpResponse {
  const { data, errors } = result as { data?: unknown; errors?: unknown[] | undefined }
  const body = {
    ...(data !== undefined && { data }),
    ...(errors && errors.length > 0 && { errors }),
    extensions: { requestId: x.requestId, ...beside },
  }
  const type = wantsResponseJson(x) ? 'application/graphql-response+json' : 'application/json'
  return json(status, body, { 'Content-Type': `${type}; charset=utf-8` })
}

/**
 * What concerns the HTTP request rather than the document keeps its status for every media type.
 */
const ofHttp = new Set<ErrorCode>([
  'UNAUTHORIZED',
  'RATE_LIMIT_EXCEEDED',
  'METHOD_NOT_ALLOWED',
  'CONFLICT',
  'IDEMPOTENCY_KEY_REUSED',
  'UNAVAILABLE',
])

/**
 * A request that was refused: nothing of it ran, or all of it was rolled back (then there is `data:
 * null`). Statuses follow GraphQL over HTTP: a well-formed request whose document fails is 200 as
 * application/json.
 */
export function graphqlErrorResponse(
  x: RequestContext,
  errors: readonly unknown[],
  wellFormed = false,
): HttpResponse {
  const ran = errors.some((error) => error instanceof GraphQLError && error.path)
  const { first = internalError(), all } = formatErrors(errors, x.deps, x.requestId)
  x.code = first.code
  const status = ran
    ? 200
    : !wellFormed || wantsResponseJson(x) || ofHttp.has(first.code)
      ? first.status
      : 200
  Object.assign(
    x.headers,
    first.headers,
    first.retryAfter !== undefined && { 'Retry-After': String(first.retryAfter) },
  )
  return graphqlResponse(x, { ...(ran && { data: null }), errors: all }, undefined, status)
}
