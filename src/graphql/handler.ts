/** GraphQL over HTTP: reads the parameters of a request and passes them to the pipeline. */
import { ApiError, badRequest, methodNotAllowed, persistedQueryNotSupported } from '../errors.ts'
import { parseJson } from '../http/body.ts'
import type { Handler, HttpResponse, RequestContext, Step } from '../http/request-context.ts'
import { createPipeline, type PipelineOptions } from './pipeline.ts'
import type { PipelineContext } from './plugins/context.ts'

export function createGraphqlHandler(options: PipelineOptions): Handler {
  let pipeline: ReturnType<typeof createPipeline> | undefined
  return async (http) => {
    const params = readParams(http)
    // Loaded with the first request, since a server that is used over REST does not need it.
    pipeline ??= createPipeline(options)
    const { getResultForParams } = await pipeline
    const context = { http, extensions: {} } as PipelineContext
    // HTTP framing is ours: yoga gets the parameters, and no request of the fetch API.
    await getResultForParams({ params, request: undefined as never }, context)
    return context.response as HttpResponse
  }
}

interface GraphQLParams {
  query: string
  operationName: string | undefined
  variables: Record<string, unknown>
}

/** @throws BAD_REQUEST */
export function readParams(http: RequestContext): GraphQLParams {
  const isGet = http.method === 'GET' || http.method === 'HEAD'
  const params = isGet ? paramsInSearch(http.search) : http.body?.value
  if (Array.isArray(params))
    throw badRequest('Batched requests are not supported: send one operation per request')
  if (params === null || typeof params !== 'object')
    throw badRequest('The body must be a JSON object with a query')
  const { query, operationName, variables, extensions } = params as Record<string, unknown>
  if (query == null && isPersistedQuery(extensions)) throw persistedQueryNotSupported()
  if (typeof query !== 'string' || query.trim() === '')
    throw badRequest('query is required: the text of a GraphQL document')
  if (operationName != null && typeof operationName !== 'string')
    throw badRequest('operationName must be a string')
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables)))
    throw badRequest('variables must be an object')
  if (extensions != null && (typeof extensions !== 'object' || Array.isArray(extensions)))
    throw badRequest('extensions must be an object')
  return {
    query,
    operationName: operationName ?? undefined,
    variables: (variables ?? {}) as Record<string, unknown>,
  }
}

/** Whether the request has a hash of the query, as in Apollo's protocol for persisted queries. */
const isPersistedQuery = (extensions: unknown): boolean =>
  typeof extensions === 'object' &&
  Boolean((extensions as { persistedQuery?: unknown } | null)?.persistedQuery)

function paramsInSearch(search: string) {
  const params = new URLSearchParams(search)
  return {
    query: params.get('query'),
    operationName: params.get('operationName'),
    variables: readJsonParam(params, 'variables'),
    extensions: readJsonParam(params, 'extensions'),
  }
}

function readJsonParam(params: URLSearchParams, name: string): unknown {
  const text = params.get(name)
  try {
    return text ? parseJson(text) : undefined
  } catch (error) {
    throw error instanceof ApiError ? error : badRequest(`${name} must be JSON`)
  }
}

const supportedTransports =
  'subscribe by GET or POST on /graphql, with Accept: text/event-stream (GraphQL over SSE, distinct connections mode) or multipart/mixed;subscriptionSpec=1.0'

/**
 * Refuses WebSocket upgrades and ignores all others.
 * @throws BAD_REQUEST on every address, since a WebSocket client cannot use the response to a GET
 */
export const refuseWebSocket: Step = ({ request, responseHeaders: headers }) => {
  const { upgrade } = request.headers
  if (upgrade === undefined) return undefined
  // Node drops requests that are pipelined after an upgrade.
  headers['Connection'] = 'close'
  if (upgrade.toLowerCase().includes('websocket'))
    throw badRequest(`WebSocket is not supported: ${supportedTransports}`)
  return undefined
}

/** @throws METHOD_NOT_ALLOWED, BAD_REQUEST for graphql-sse's single connection mode */
export function requireSupportedTransport({ method, search, request }: RequestContext): void {
  const singleConnection = `The single connection mode of GraphQL over SSE is not supported: ${supportedTransports}`
  if (method === 'PUT' || method === 'DELETE')
    throw methodNotAllowed(['GET', 'POST'], singleConnection)
  if (!['GET', 'HEAD', 'POST'].includes(method)) throw methodNotAllowed(['GET', 'POST'])
  if (
    request.headers['x-graphql-event-stream-token'] !== undefined ||
    (method !== 'POST' && isStreamByToken(new URLSearchParams(search)))
  )
    throw badRequest(singleConnection)
}

const isStreamByToken = (params: URLSearchParams): boolean =>
  params.has('token') && !params.has('query')
