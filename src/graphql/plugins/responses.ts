/** Creates the responses to GraphQL requests, with the status codes of GraphQL over HTTP. */
import type { ExecutionResult } from 'graphql'
import type { ApiError, ErrorCode } from '../../errors.ts'
import { negotiateResultType, responseJson } from '../../http/media-types.ts'
import {
  type HttpResponse,
  json,
  type RequestContext,
  recordError,
} from '../../http/request-context.ts'
import { type ErrorLog, formatErrors } from '../format-errors.ts'
import type { GraphqlPlugin, ResponseExtensions } from './context.ts'

export const useResponses = (): GraphqlPlugin => ({
  onExecutionResult({ context, result }) {
    const { http, extensions } = context
    const { data, errors } = result as ExecutionResult
    // graphql-js distinguishes syntax errors only by their message.
    const stage = errors?.[0]?.message.startsWith('Syntax Error') ? 'document' : 'operation'
    context.response ??= graphqlResponse(http, { data, errors }, extensions, stage)
  },
})

/** The part of a request that caused its rejection. */
type Stage = 'request' | 'parameters' | 'document' | 'operation'

export type ResponseTarget = Pick<
  RequestContext,
  'requestId' | 'resultType' | 'responseHeaders' | 'code' | 'missingScope'
> & { deps: ErrorLog }

/** Creates the response to a request that was rejected before it reached the pipeline. */
export function graphqlErrorResponse(
  http: RequestContext,
  error: unknown,
  stage: Stage = 'request',
): HttpResponse {
  http.resultType ??= negotiateResultType(http.request.headers.accept)
  return graphqlResponse(http, { errors: [error] }, {}, stage)
}

/** The status of a result with errors; it is not registered, so only new clients get it. */
const partialSuccess = 294

/** @param stage the part that caused the rejection, if the result has no data */
export function graphqlResponse(
  http: ResponseTarget,
  { data, errors = [] }: { data?: unknown; errors?: readonly unknown[] | undefined },
  extensions: ResponseExtensions,
  stage: Stage = 'operation',
): HttpResponse {
  if (errors.length === 0) return encodeResult(http, 200, { data }, extensions)
  const { first, all } = formatErrors(errors, http.deps, http.requestId)
  recordError(http, first)
  if (data === undefined)
    return encodeResult(http, getRefusalStatus(http, first, stage), { errors: all })
  const status = http.resultType === responseJson ? partialSuccess : 200
  return encodeResult(http, status, { data, errors: all }, extensions)
}

const encodeResult = (
  { requestId, resultType }: ResponseTarget,
  status: number,
  result: object,
  extensions: ResponseExtensions = {},
): HttpResponse =>
  json(
    status,
    { ...result, extensions: { requestId, ...extensions } },
    resultType === responseJson ? { 'Content-Type': `${responseJson}; charset=utf-8` } : {},
  )

/**
 * Codes of errors in the HTTP request rather than the document; their status is the same for every
 * media type.
 */
const httpErrorCodes = new Set<ErrorCode>([
  'UNAUTHORIZED',
  'RATE_LIMIT_EXCEEDED',
  'METHOD_NOT_ALLOWED',
  'CONFLICT',
  'IDEMPOTENCY_KEY_REUSED',
  'UNAVAILABLE',
])

const unprocessableCodes = new Set<ErrorCode>([
  'BAD_REQUEST',
  'VALIDATION_ERROR',
  'PERSISTED_QUERY_NOT_SUPPORTED',
])

/** Returns the status of a request without data; legacy clients get 200 for faults of documents. */
function getRefusalStatus(
  { resultType }: ResponseTarget,
  { code, status }: ApiError,
  stage: Stage,
): number {
  if (resultType !== responseJson) {
    const isDocumentFault = stage === 'document' || stage === 'operation'
    return isDocumentFault && !httpErrorCodes.has(code) ? 200 : status
  }
  const isReadable = stage === 'parameters' || stage === 'operation'
  return isReadable && unprocessableCodes.has(code) ? 422 : status
}
