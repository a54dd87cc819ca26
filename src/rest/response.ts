/** Creates responses in the envelopes of the REST contract (clause 1; clause 7 for errors). */
import type { ExecutionResult } from 'graphql'
import { timestamp } from '../context.ts'
import type { ApiError } from '../errors.ts'
import { type ErrorLog, toApiError } from '../graphql/format-errors.ts'
import {
  type HttpResponse,
  json,
  type RequestContext,
  recordError,
} from '../http/request-context.ts'
import { type Deprecation, getDayStartMs } from '../lib/deprecation.ts'
import { toRestField } from './input.ts'
import type { PreparedRoute } from './prepare.ts'
import { clearOtherTypes, type Page, versionAlias } from './route-document.ts'

const metaVersion = '1.0.0'

type ResponseTarget = Pick<
  RequestContext,
  'requestId' | 'path' | 'search' | 'responseHeaders' | 'code' | 'missingScope'
> & { deps: Parameters<typeof timestamp>[0] & ErrorLog }

/**
 * Creates the response from an operation's result, or from its first error.
 * @param isExisting whether an operation that creates records returned an existing record
 */
export function createResponse(
  http: ResponseTarget,
  route: PreparedRoute,
  result: ExecutionResult,
  isExisting = false,
): HttpResponse {
  if (result.errors?.[0])
    return createErrorResponse(http, toApiError(result.errors[0], http.deps, http.requestId), route)
  const { reply, fragmentPaths } = route
  for (const path of fragmentPaths) clearOtherTypes(result.data, path)
  const { data, etag } = separateVersion(readResult(route, result))
  const meta = { requestId: http.requestId, timestamp: timestamp(http.deps), version: metaVersion }
  switch (reply.kind) {
    case 'record':
      if (route.rowNames.size > 0) renameRowFields(route, data as BulkResult)
      return json(200, { data, meta }, etag)
    case 'created': {
      const location = reply.location.replace('{id}', (data as { id: string }).id)
      return json(isExisting ? 200 : 201, { data, meta }, { Location: location, ...etag })
    }
    case 'message': {
      const { message, withData } = reply
      return json(200, { success: true, message, ...(withData && { data }), meta }, etag)
    }
    case 'list': {
      const page = data as Page
      const { nodes, pageInfo, _total: total } = page
      const listMeta = {
        ...meta,
        count: nodes.length,
        ...(total !== undefined && { total }),
        hasMore: pageInfo.hasNextPage,
        ...(pageInfo.hasNextPage && { nextCursor: pageInfo.endCursor }),
      }
      return json(200, { data: nodes, meta: listMeta }, createLinkHeader(http, page))
    }
  }
}

type BulkResult = { results: { error: { details: { field: string }[] } | null }[] }

/** Replaces the GraphQL field names in row errors with the REST names. */
function renameRowFields({ rowNames }: PreparedRoute, { results }: BulkResult): void {
  for (const detail of results.flatMap(({ error }) => error?.details ?? []))
    detail.field = detail.field.replace(/^\w+/, (name) => rowNames.get(name) ?? name)
}

/** Returns the result of a route's document; a record that is selected as `id` becomes its id. */
export function readResult(
  { resultPath, reply }: PreparedRoute,
  { data }: Pick<ExecutionResult, 'data'>,
): unknown {
  let result: unknown = data
  for (const key of resultPath) result = (result as Record<string, unknown> | null)?.[key]
  if (reply.kind === 'message' && reply.constants)
    return { ...reply.constants, ...(result as object) }
  const { id: record } = (result ?? {}) as { id?: unknown }
  return record && typeof record === 'object' ? { ...(result as object), ...record } : result
}

function separateVersion(data: unknown): { data: unknown; etag: Record<string, string> } {
  if (data === null || typeof data !== 'object' || !(versionAlias in data))
    return { data, etag: {} }
  const { [versionAlias]: version, ...record } = data as Record<string, unknown>
  return { data: record, etag: { ETag: `"${String(version)}"` } }
}

/** Returns a `Link` header that adds the next and previous pages to the response's other links. */
function createLinkHeader(
  http: Pick<RequestContext, 'path' | 'search' | 'responseHeaders'>,
  { pageInfo: { hasNextPage, endCursor, _hasPrevious, _start } }: Page,
): Record<string, string> {
  const createLink = (relation: string, parameter: 'cursor' | 'beforeCursor', cursor: string) => {
    const query = new URLSearchParams(http.search)
    query.delete('cursor')
    query.delete('beforeCursor')
    query.set(parameter, cursor)
    return `<${http.path}?${query}>; rel="${relation}"`
  }
  const links = [
    ...(hasNextPage && endCursor ? [createLink('next', 'cursor', endCursor)] : []),
    ...(_hasPrevious && _start ? [createLink('prev', 'beforeCursor', _start)] : []),
  ]
  return links.length
    ? { Link: [http.responseHeaders['Link'], ...links].filter(Boolean).join(', ') }
    : {}
}

/** Creates a deprecated route's headers: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), `Link`. */
export function createDeprecationHeaders(
  { since, sunset, link, replacement }: Deprecation,
  parameters: Record<string, string | undefined>,
): Record<string, string> {
  const successor = replacement?.startsWith('/') && fillPath(replacement, parameters)
  const links = [
    ...(link ? [`<${link}>; rel="deprecation"; type="text/html"`] : []),
    ...(link && sunset ? [`<${link}>; rel="sunset"; type="text/html"`] : []),
    ...(successor ? [`<${successor}>; rel="successor-version"`] : []),
  ]
  return {
    Deprecation: `@${getDayStartMs(since) / 1000}`,
    ...(sunset && { Sunset: new Date(getDayStartMs(sunset)).toUTCString() }),
    ...(links.length && { Link: links.join(', ') }),
  }
}

function fillPath(path: string, parameters: Record<string, string | undefined>) {
  const filledPath = path.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    parameters[name] === undefined ? placeholder : encodeURIComponent(parameters[name]),
  )
  return filledPath.includes('{') ? undefined : filledPath
}

export function createErrorResponse(
  http: Omit<ResponseTarget, 'path' | 'search'>,
  error: ApiError,
  route?: PreparedRoute,
): HttpResponse {
  recordError(http, error)
  const { code, message, status, details, retryAfterSeconds: retryAfter } = error
  return json(status, {
    error: {
      code,
      message,
      ...(details && {
        details: route
          ? details.map((detail) => ({ ...detail, field: toRestField(route, detail.field) }))
          : details,
      }),
      requestId: http.requestId,
      timestamp: timestamp(http.deps),
      ...(retryAfter !== undefined && { retryAfter }),
    },
  })
}
