/** Makes the HTTP response to a GraphQL request, with its status by GraphQL over HTTP. */
import { type ExecutionResult, GraphQLError } from 'graphql'
import { type ErrorCode, internalError } from '../../errors.ts'
import {
  acceptedTypes,
  type HttpResponse,
  json,
  type RequestContext,
} from '../../http/request-context.ts'
import { type ErrorLog, formatErrors, OperationFailed } from '../errors.ts'
import { toEventStream } from '../subscriptions/stream-encoding.ts'
import type { GraphqlPlugin, ResponseExtensions } from './context.ts'

export const useResponses = (): GraphqlPlugin => ({
  onExecutionResult({ context, result }) {
    if (context.response) return
    const { http, operation, extensions } = context
    const { data, errors = [] } = result as ExecutionResult
    if (data !== undefined) {
      context.response = graphqlQueryResponse(http, { data, errors }, extensions)
      return
    }
    const response = graphqlErrorResponse(http, errors, true)
    context.response = operation?.type === 'subscription' ? toEventStream(http, response) : response
  },
})

/** The request of a response, also in a worker. */
export interface ResponseTarget {
  requestId: string
  request: { headers: { accept?: string | undefined } }
}

const acceptsResponseJson = ({ request }: ResponseTarget) =>
  acceptedTypes(request.headers).some(({ type }) => type === 'application/graphql-response+json')

/** @throws OperationFailed if a variable was refused, so that nothing ran */
export function graphqlQueryResponse(
  http: ResponseTarget & Pick<RequestContext, 'code'> & { deps: ErrorLog },
  { data, errors = [] }: ExecutionResult,
  extensions: ResponseExtensions,
): HttpResponse {
  if (data === undefined && errors.length > 0) throw new OperationFailed(errors)
  if (errors.length === 0) return graphqlResponse(http, { data }, extensions)
  const { first, all } = formatErrors(errors, http.deps, http.requestId)
  if (first) http.code = first.code
  return graphqlResponse(http, { data, errors: all }, extensions)
}

export function graphqlResponse(
  http: ResponseTarget,
  { data, errors }: { data?: unknown; errors?: readonly unknown[] },
  extensions: ResponseExtensions = {},
  status = 200,
): HttpResponse {
  const body = {
    ...(data !== undefined && { data }),
    ...(errors && errors.length > 0 && { errors }),
    extensions: { requestId: http.requestId, ...extensions },
  }
  const type = acceptsResponseJson(http) ? 'application/graphql-response+json' : 'application/json'
  return json(status, body, { 'Content-Type': `${type}; charset=utf-8` })
}

/** Errors of the HTTP request, not the document: they keep their status for every media type. */
const httpErrors = new Set<ErrorCode>([
  'UNAUTHORIZED',
  'RATE_LIMIT_EXCEEDED',
  'METHOD_NOT_ALLOWED',
  'CONFLICT',
  'IDEMPOTENCY_KEY_REUSED',
  'UNAVAILABLE',
])

/**
 * The response to a request that had no effect; with `data: null` if it ran and was rolled back.
 * @param isWellFormed with application/json, errors of a well-formed request have status 200
 */
export function graphqlErrorResponse(
  http: RequestContext,
  errors: readonly unknown[],
  isWellFormed = false,
): HttpResponse {
  const hasRun = errors.some((error) => error instanceof GraphQLError && error.path)
  const { first = internalError(), all } = formatErrors(errors, http.deps, http.requestId)
  http.code = first.code
  const is200 =
    hasRun || (isWellFormed && !acceptsResponseJson(http) && !httpErrors.has(first.code))
  Object.assign(
    http.responseHeaders,
    first.headers,
    first.retryAfter !== undefined && { 'Retry-After': String(first.retryAfter) },
  )
  const result = { ...(hasRun && { data: null }), errors: all }
  return graphqlResponse(http, result, undefined, is200 ? 200 : first.status)
}
