/** How the results of a subscription are written into its response. */

import {
  acceptedTypes,
  type HttpResponse,
  type RequestContext,
} from '../../http/request-context.ts'

/** `position` is the cursor up to which the reader has received everything. */
export interface StreamEncoding {
  headers: Record<string, string>
  opening(position: string): string
  /** One result, of the event with this cursor. */
  next(result: object, cursor: string): string
  heartbeat(position: string): string
  /** The end of the stream, with errors. */
  failure(result: object): string
}

/** Keeps proxies from collecting the response before they pass it on. */
const unbuffered = { 'X-Accel-Buffering': 'no' }

const reconnectDelayMs = 1000

/** Server-sent events by the GraphQL over SSE protocol, distinct connections mode. */
const eventStream: StreamEncoding = {
  headers: { 'Content-Type': 'text/event-stream; charset=utf-8', ...unbuffered },
  opening: (position) => `retry: ${reconnectDelayMs}\n${eventStream.heartbeat(position)}`,
  // Clients send the last `id` back as `Last-Event-ID` when they reconnect.
  next: (result, cursor) => nextEvent(JSON.stringify(result), `id: ${cursor}\n`),
  heartbeat: (position) => `:\nid: ${position}\n\n`,
  failure: (result) => `retry: ${reconnectDelayMs}\n${completeStream(JSON.stringify(result))}`,
}

const nextEvent = (result: string, id = ''): string => `event: next\n${id}data: ${result}\n\n`

const completeStream = (result: string): string => `${nextEvent(result)}event: complete\ndata:\n\n`

/**
 * Apollo's multipart protocol for subscriptions (1.0), which Apollo Client reads with its own link.
 * Each part ends with the boundary, by which a reader knows that it is complete. It has no place
 * for a cursor: clients select the event's own.
 */
const multipart: StreamEncoding = {
  headers: {
    'Content-Type': 'multipart/mixed;boundary="graphql";subscriptionSpec="1.0"',
    ...unbuffered,
  },
  opening: () => '\r\n--graphql',
  next: (payload) => part({ payload }),
  heartbeat: () => part({}),
  failure: (result) => `${part({ payload: null, ...result })}--\r\n`,
}

const part = (content: object): string =>
  `\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(content)}\r\n--graphql`

/** Server-sent events, unless the caller accepts multipart only. */
export function encodingFor({ request }: RequestContext): StreamEncoding {
  const accepted = acceptedTypes(request.headers)
  const acceptsMultipart = accepted.some(
    ({ type, parameters }) => type === 'multipart/mixed' && 'subscriptionspec' in parameters,
  )
  const acceptsEvents = accepted.some(({ type }) => type === 'text/event-stream')
  return acceptsMultipart && !acceptsEvents ? multipart : eventStream
}

/** Puts an error response with status 200 into a stream, for a caller who accepts no JSON. */
export function toEventStream(http: RequestContext, response: HttpResponse): HttpResponse {
  const { status, headers, body } = response
  const types = acceptedTypes(http.request.headers).map(({ type }) => type)
  const acceptsStreamOnly =
    types.includes('text/event-stream') &&
    !types.some((type) => type.endsWith('json') || type === '*/*')
  return status === 200 && acceptsStreamOnly
    ? { status, headers: eventStream.headers, body: completeStream(String(body)) }
    : { status, ...(headers && { headers }), body }
}
