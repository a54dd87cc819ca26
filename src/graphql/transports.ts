import { badRequest, methodNotAllowed } from '../errors.ts'
import type { Exchange, Step } from '../http/exchange.ts'

/**
 * The transports of GraphQL that some clients try and that are not offered are refused with the
 * name of those that are.
 */
const offered =
  'subscribe by GET or POST on /graphql, with Accept: text/event-stream (GraphQL over SSE, distinct connections mode) or multipart/mixed;subscriptionSpec=1.0'

/**
 * Ignores upgrades, but for WebSocket: its client would learn nothing from the answer to a plain
 * GET.
 * @throws BAD_REQUEST on every address
 */
export const refuseWebSocket: Step = ({ request, headers }) => {
  const { upgrade } = request.headers
  if (upgrade === undefined) return undefined
  // Node drops the requests that arrive together with this one.
  headers['Connection'] = 'close'
  if (upgrade.toLowerCase().includes('websocket'))
    throw badRequest(`WebSocket is not offered: ${offered}`)
  return undefined
}

/** @throws METHOD_NOT_ALLOWED, BAD_REQUEST for graphql-sse's single connection mode */
export function requireOfferedTransport({ method, search, request }: Exchange): void {
  const singleConnection = `The single connection mode of GraphQL over SSE is not offered: ${offered}`
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
