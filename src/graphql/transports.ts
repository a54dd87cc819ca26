import { badRequest, methodNotAllowed } from '../errors.ts'
import type { RequestContext, Step } from '../http/request-context.ts'

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
export function requireOfferedTransport({ method, search, request }: RequestContext): void {
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
