/** Creates the responses to GraphQL requests, as defined by GraphQL over HTTP. */
import { parse } from 'content-type'
import type { ExecutionResult } from 'graphql'
import type { ApiError, ErrorCode } from '../../errors.ts'
import {
  type HttpResponse,
  json,
  type RequestContext,
  type ResultType,
  recordError,
} from '../../http/request-context.ts'
import { type ErrorLog, formatErrors } from '../format-errors.ts'
import type { GraphqlPlugin, ResponseExtensions } from './pipeline-context.ts'

const graphqlJson = 'application/graphql-response+json'
const jsonType = 'application/json'
export const eventStream = 'text/event-stream'

export const useResponses = (): GraphqlPlugin => ({
  onExecutionResult({ context, result }) {
    const { http, extensions } = context
    const { data, errors } = result as ExecutionResult
    // graphql-js marks syntax errors only in their message.
    const stage = errors?.[0]?.message.startsWith('Syntax Error') ? 'document' : 'operation'
    context.response ??= createGraphqlResponse(http, { data, errors }, extensions, stage)
  },
})

/** The stage at which a request was rejected. */
type RejectionStage = 'request' | 'parameters' | 'document' | 'operation'

export type ResponseTarget = Pick<
  RequestContext,
  'requestId' | 'resultType' | 'responseHeaders' | 'code' | 'missingScope'
> & { deps: ErrorLog }

/** Creates the response to a request that was rejected before it reached the pipeline. */
export function createGraphqlErrorResponse(
  http: RequestContext,
  error: unknown,
  stage: RejectionStage = 'request',
): HttpResponse {
  http.resultType ??= negotiateResultType(http.request.headers.accept)
  return createGraphqlResponse(http, { errors: [error] }, {}, stage)
}

/** The status of a partial result. It is not registered, so legacy clients receive 200 instead. */
const partialSuccessStatus = 294

/** @param stage the stage at which the request was rejected, if the result has no `data` */
export function createGraphqlResponse(
  http: ResponseTarget,
  { data, errors = [] }: { data?: unknown; errors?: readonly unknown[] | undefined },
  extensions: ResponseExtensions,
  stage: RejectionStage = 'operation',
): HttpResponse {
  if (errors.length === 0) return encodeResult(http, 200, { data }, extensions)
  const { firstError, errorList } = formatErrors(errors, http.deps, http.requestId)
  recordError(http, firstError)
  if (data === undefined)
    return encodeResult(http, getRejectionStatus(http, firstError, stage), { errors: errorList })
  const status = http.resultType === graphqlJson ? partialSuccessStatus : 200
  return encodeResult(http, status, { data, errors: errorList }, extensions)
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
    resultType === graphqlJson ? { 'Content-Type': `${graphqlJson}; charset=utf-8` } : {},
  )

/** Codes of errors that concern the HTTP request: their status is the same for each media type. */
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

/** Returns a rejection's status: for legacy clients, 200 for an invalid document or operation. */
function getRejectionStatus(
  { resultType }: ResponseTarget,
  { code, status }: ApiError,
  stage: RejectionStage,
): number {
  if (resultType !== graphqlJson) {
    const isDocumentError = stage === 'document' || stage === 'operation'
    return isDocumentError && !httpErrorCodes.has(code) ? 200 : status
  }
  const isWellFormed = stage === 'parameters' || stage === 'operation'
  return isWellFormed && unprocessableCodes.has(code) ? 422 : status
}

/** A media range in the `Accept` header, in lower case, with its parameters. */
interface AcceptedRange {
  type: string
  parameters: Record<string, string | undefined>
  quality: number
}

function parseAccept(accept: string): AcceptedRange[] {
  const ranges: AcceptedRange[] = []
  for (let start = 0; start < accept.length; ) {
    const { type, parameters, index } = parse(accept, { start, comma: true })
    const quality = Number(parameters['q'] ?? 1)
    ranges.push({ type, parameters, quality: quality >= 0 ? quality : 1 })
    start = index + 1
  }
  return ranges
}

/**
 * Negotiates the result's media type (GraphQL over HTTP, "Body"; RFC 9110, 12.5.1). Returns
 * undefined if the client accepts no supported type. If a wildcard matches both JSON types, returns
 * `application/json`.
 */
export function negotiateResultType(accept: string | undefined): ResultType | undefined {
  if (!accept || accept === '*/*') return jsonType
  const ranges = parseAccept(accept)
  const findRange = (name: string) => ranges.find(({ type }) => type === name)
  const getQuality = (name: string) =>
    (findRange(name) ?? findRange('application/*') ?? findRange('*/*'))?.quality ?? 0
  const [responseQuality, plainQuality] = [getQuality(graphqlJson), getQuality(jsonType)]
  if (responseQuality > plainQuality) return graphqlJson
  if (plainQuality > 0)
    return responseQuality === plainQuality && findRange(graphqlJson) ? graphqlJson : jsonType
  if (findRange(eventStream)?.quality) return eventStream
  return ranges.some(isMultipart) ? jsonType : undefined
}

/** Returns whether a range accepts Apollo's multipart protocol for subscriptions. */
const isMultipart = ({ type, parameters, quality }: AcceptedRange) =>
  type === 'multipart/mixed' && 'subscriptionspec' in parameters && quality > 0

/** Returns whether the client accepts subscriptions only in Apollo's multipart format. */
export function acceptsOnlyMultipart(accept = ''): boolean {
  const ranges = parseAccept(accept)
  const acceptsEvents = ranges.some(({ type, quality }) => type === eventStream && quality > 0)
  return ranges.some(isMultipart) && !acceptsEvents
}
