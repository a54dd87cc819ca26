import type { ExecutionResult } from 'graphql'
import { timestamp } from '../context.ts'
import type { ApiError } from '../errors.ts'
import { type ErrorLog, toApiError } from '../graphql/errors.ts'
import { type HttpResponse, json, type RequestContext } from '../http/request-context.ts'
import { wireFieldName } from './input.ts'
import { linkHeader, type Page } from './pagination.ts'
import type { PreparedRoute } from './prepare.ts'
import { takeVersion } from './versions.ts'

/** The response envelope of the contract (clause 1), and its error envelope (clause 7). */
const version = '1.0.0'

type ResponseTarget = Pick<
  RequestContext,
  'requestId' | 'path' | 'search' | 'responseHeaders' | 'code'
> & {
  deps: Parameters<typeof timestamp>[0] & ErrorLog
}

/** What is answered to a query: what it has found, or its first error. */
export const queryResponse = (
  http: ResponseTarget,
  route: PreparedRoute,
  result: ExecutionResult,
): HttpResponse =>
  result.errors?.[0]
    ? errorResponse(http, toApiError(result.errors[0], http.deps, http.requestId), route)
    : successResponse(http, route, result)

/** @param existing whether an operation that creates has answered with a record that was there */
export function successResponse(
  http: ResponseTarget,
  route: PreparedRoute,
  result: ExecutionResult,
  existing = false,
): HttpResponse {
  const { data, etag } = takeVersion(result.data?.[route.root])
  const meta = { requestId: http.requestId, timestamp: timestamp(http.deps), version }
  const { reply } = route
  switch (reply.kind) {
    case 'record':
      return json(200, { data, meta }, etag)
    case 'created':
      return json(
        existing ? 200 : 201,
        { data, meta },
        { Location: reply.location.replace('{id}', (data as { id: string }).id), ...etag },
      )
    case 'done':
      return json(
        200,
        { success: true, message: reply.message, ...(reply.withData && { data }), meta },
        etag,
      )
    case 'list': {
      const page = (reply.of ? (data as Record<string, unknown>)[reply.of] : data) as Page
      const { nodes, pageInfo, _total: total } = page
      const next = pageInfo.hasNextPage && { nextCursor: pageInfo.endCursor }
      const all = total !== undefined && { total }
      return json(
        200,
        {
          data: nodes,
          meta: { ...meta, count: nodes.length, ...all, hasMore: pageInfo.hasNextPage, ...next },
        },
        linkHeader(http, page),
      )
    }
  }
}

export function errorResponse(
  http: Pick<ResponseTarget, 'requestId' | 'responseHeaders' | 'code' | 'deps'>,
  error: ApiError,
  route?: PreparedRoute,
): HttpResponse {
  const { code, message, retryAfter } = error
  http.code = code
  const details = error.details?.map((detail) => ({
    ...detail,
    field: route ? wireFieldName(route, detail.field) : detail.field,
  }))
  Object.assign(
    http.responseHeaders,
    error.headers,
    retryAfter !== undefined && { 'Retry-After': String(retryAfter) },
  )
  return json(error.status, {
    error: {
      code,
      message,
      ...(details && { details }),
      requestId: http.requestId,
      timestamp: timestamp(http.deps),
      ...(retryAfter !== undefined && { retryAfter }),
    },
  })
}
