/** Formats errors, the same on both interfaces, and creates responses to GraphQL requests. */
import { type ExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql'
import type { Logger } from 'pino'
import { ApiError, badRequest, type ErrorCode, internalError } from '../../errors.ts'
import {
  type HttpResponse,
  json,
  parseAccept,
  type RequestContext,
} from '../../http/request-context.ts'
import { InputError } from '../schema/scalar-parsers.ts'
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

export interface ResponseTarget {
  requestId: string
  request: { headers: { accept?: string | undefined } }
}

const acceptsResponseJson = ({ request }: ResponseTarget) =>
  parseAccept(request.headers).some(({ type }) => type === 'application/graphql-response+json')

/** @throws OperationFailed if nothing ran because a variable was invalid */
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

/** Errors of the HTTP request, not the document, which keep their status for every media type. */
const httpErrorCodes = new Set<ErrorCode>([
  'UNAUTHORIZED',
  'RATE_LIMIT_EXCEEDED',
  'METHOD_NOT_ALLOWED',
  'CONFLICT',
  'IDEMPOTENCY_KEY_REUSED',
  'UNAVAILABLE',
])

/**
 * Creates the response to a request that had no effect; `data` is null if it was rolled back.
 * @param isWellFormed whether errors have status 200 for clients that accept only application/json
 */
export function graphqlErrorResponse(
  http: RequestContext,
  errors: readonly unknown[],
  isWellFormed = false,
): HttpResponse {
  const hasRun = errors.some((error) => error instanceof GraphQLError && error.path)
  const { first = internalError(), all } = formatErrors(errors, http.deps, http.requestId)
  http.code = first.code
  const hasStatus200 =
    hasRun || (isWellFormed && !acceptsResponseJson(http) && !httpErrorCodes.has(first.code))
  Object.assign(
    http.responseHeaders,
    first.headers,
    first.retryAfter !== undefined && { 'Retry-After': String(first.retryAfter) },
  )
  const result = { ...(hasRun && { data: null }), errors: all }
  return graphqlResponse(http, result, undefined, hasStatus200 ? 200 : first.status)
}

/** Errors of an operation that had no effect, since it was rolled back or did not run. */
export class OperationFailed extends Error {
  readonly errors: readonly GraphQLError[]
  constructor(errors: readonly GraphQLError[]) {
    super('The operation failed')
    this.errors = errors
  }
}

export interface ErrorLog {
  log: Pick<Logger, 'error'>
}

/** Converts an error for the response; logs server faults. Unknown errors become INTERNAL_ERROR. */
export function toApiError(error: unknown, { log }: ErrorLog, requestId: string): ApiError {
  let cause = error
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError
  if (cause instanceof ApiError) {
    if (cause.status >= 500) log.error({ requestId, err: cause.cause ?? cause }, 'unavailable')
    return cause
  }
  if (cause instanceof GraphQLError || cause instanceof InputError) return badRequest(cause.message)
  log.error({ requestId, err: cause }, 'unexpected error')
  return internalError()
}

const maxErrors = 100

/** Formats up to 100 errors; the first determines the status of the response. */
export function formatErrors(
  errors: readonly unknown[],
  log: ErrorLog,
  requestId: string,
): { first: ApiError | undefined; all: GraphQLFormattedError[] } {
  const listedErrors = errors.slice(0, maxErrors).map((error) => ({
    error: toApiError(error, log, requestId),
    at: error instanceof GraphQLError ? error : undefined,
  }))
  const all = listedErrors.map(({ error, at }) => formatError(error, requestId, at))
  const surplus = errors.length - listedErrors.length
  if (surplus > 0) all.push(formatError(badRequest(`There are ${surplus} more errors`), requestId))
  return { first: listedErrors[0]?.error, all }
}

export const formatError = (
  { message, code, details, retryAfter }: ApiError,
  requestId: string,
  at?: Pick<GraphQLError, 'path' | 'locations'>,
): GraphQLFormattedError => ({
  message,
  ...(at?.locations && { locations: at.locations }),
  ...(at?.path && { path: at.path }),
  extensions: {
    code,
    ...(details && { details }),
    requestId,
    ...(retryAfter !== undefined && { retryAfter }),
  },
})

/** The format of a stream; `position` is the cursor up to which all results have been sent. */
export interface StreamEncoding {
  headers: Record<string, string>
  opening(position: string): string
  next(result: object, cursor: string): string
  heartbeat(position: string): string
  failure(result: object): string
}

/** The header that keeps proxies from buffering the response. */
export const unbuffered = { 'X-Accel-Buffering': 'no' }

const reconnectDelayMs = 1000

/** Server-sent events, as in the distinct connections mode of GraphQL over SSE. */
export const eventStream: StreamEncoding = {
  headers: { 'Content-Type': 'text/event-stream; charset=utf-8', ...unbuffered },
  opening: (position) => `retry: ${reconnectDelayMs}\n${eventStream.heartbeat(position)}`,
  // Clients send the last `id` back as `Last-Event-ID` when they reconnect.
  next: (result, cursor) => nextEvent(JSON.stringify(result), `id: ${cursor}\n`),
  heartbeat: (position) => `:\nid: ${position}\n\n`,
  failure: (result) => `retry: ${reconnectDelayMs}\n${completeStream(JSON.stringify(result))}`,
}

const nextEvent = (result: string, id = ''): string => `event: next\n${id}data: ${result}\n\n`

const completeStream = (result: string): string => `${nextEvent(result)}event: complete\ndata:\n\n`

/** Wraps an error response with status 200 in an event stream if the caller accepts no JSON. */
function toEventStream(http: RequestContext, response: HttpResponse): HttpResponse {
  const { status, headers, body } = response
  const types = parseAccept(http.request.headers).map(({ type }) => type)
  const acceptsStreamOnly =
    types.includes('text/event-stream') &&
    !types.some((type) => type.endsWith('json') || type === '*/*')
  return status === 200 && acceptsStreamOnly
    ? { status, headers: eventStream.headers, body: completeStream(String(body)) }
    : { status, ...(headers && { headers }), body }
}
