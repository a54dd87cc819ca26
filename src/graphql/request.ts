import { type DocumentNode, Kind, type OperationDefinitionNode } from 'graphql'
import { ApiError, badRequest, methodNotAllowed, persistedQueryNotSupported } from '../errors.ts'
import { parsedJson } from '../http/body.ts'
import type { RequestContext, Step } from '../http/request-context.ts'
import type { Variables } from './check-values.ts'

export interface GraphQLParams {
  query: string
  operationName?: string | null
  variables: Variables
}

/** What a request asks for, before any of it is looked at. @throws BAD_REQUEST */
export function readParams(x: RequestContext): GraphQLParams {
  const given = x.method === 'GET' || x.method === 'HEAD' ? fromSearch(x.search) : x.body?.value
  if (Array.isArray(given))
    throw badRequest('Batched requests are not supported: send one operation per request')
  if (given === null || typeof given !== 'object')
    throw badRequest('The body must be a JSON object with a query')
  const { query, operationName, variables, extensions } = given as Record<string, unknown>
  if (query == null && isPersistedQuery(extensions)) throw persistedQueryNotSupported()
  if (typeof query !== 'string' || query.trim() === '')
    throw badRequest('query is required: the text of a GraphQL document')
  if (operationName != null && typeof operationName !== 'string')
    throw badRequest('operationName must be a string')
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables)))
    throw badRequest('variables must be an object')
  if (extensions != null && (typeof extensions !== 'object' || Array.isArray(extensions)))
    throw badRequest('extensions must be an object')
  return { query, operationName: operationName ?? null, variables: (variables ?? {}) as Variables }
}

/** Whether the request has a hash of the query, as in Apollo's protocol for persisted queries. */
const isPersistedQuery = (extensions: unknown): boolean =>
  typeof extensions === 'object' &&
  Boolean((extensions as { persistedQuery?: unknown } | null)?.persistedQuery)

function fromSearch(search: string) {
  const given = new URLSearchParams(search)
  return {
    query: given.get('query'),
    operationName: given.get('operationName'),
    variables: jsonParameter(given, 'variables'),
    extensions: jsonParameter(given, 'extensions'),
  }
}

function jsonParameter(given: URLSearchParams, name: string): unknown {
  const text = given.get(name)
  try {
    return text ? parsedJson(text) : undefined
  } catch (error) {
    throw error instanceof ApiError ? error : badRequest(`${name} must be JSON`)
  }
}

/** The one operation of a document that is to run. @throws BAD_REQUEST */
export function selectOperation(
  document: DocumentNode,
  name: string | null | undefined,
): OperationDefinitionNode {
  const operations = document.definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  )
  const named = name ? operations.filter((operation) => operation.name?.value === name) : operations
  if (named.length === 1 && named[0]) return named[0]
  throw badRequest(
    name
      ? `The document has no operation named ${name}`
      : 'operationName is required: the document has several operations, or none',
  )
}

/**
 * Refuses GraphQL transports that are not supported, with a message that names the supported ones.
 */
const supported =
  'subscribe by GET or POST on /graphql, with Accept: text/event-stream (GraphQL over SSE, distinct connections mode) or multipart/mixed;subscriptionSpec=1.0'

/**
 * Refuses WebSocket upgrades and ignores all others.
 * @throws BAD_REQUEST on every address, since a WebSocket client cannot use the response to a GET
 */
export const refuseWebSocket: Step = ({ request, headers }) => {
  const { upgrade } = request.headers
  if (upgrade === undefined) return undefined
  // Node drops requests that are pipelined after an upgrade.
  headers['Connection'] = 'close'
  if (upgrade.toLowerCase().includes('websocket'))
    throw badRequest(`WebSocket is not supported: ${supported}`)
  return undefined
}

/** @throws METHOD_NOT_ALLOWED, BAD_REQUEST for graphql-sse's single connection mode */
export function requireSupportedTransport({ method, search, request }: RequestContext): void {
  const singleConnection = `The single connection mode of GraphQL over SSE is not supported: ${supported}`
  if (method === 'PUT' || method === 'DELETE')
    throw methodNotAllowed(['GET', 'POST'], singleConnection)
  if (!['GET', 'HEAD', 'POST'].includes(method)) throw methodNotAllowed(['GET', 'POST'])
  if (
    request.headers['x-graphql-event-stream-token'] !== undefined ||
    (method !== 'POST' && isStreamByToken(new URLSearchParams(search)))
  )
    throw badRequest(singleConnection)
}

const isStreamByToken = (parameters: URLSearchParams): boolean =>
  parameters.has('token') && !parameters.has('query')
