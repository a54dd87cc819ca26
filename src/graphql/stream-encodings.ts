/** The formats of streams: server-sent events, and Apollo's multipart protocol. */
import { prefersMultipart } from '../http/media-types.ts'
import type { HttpResponse, RequestContext } from '../http/request-context.ts'

/** The format of a stream; `position` is the cursor up to which all results have been sent. */
export interface StreamEncoding {
  headers: Record<string, string>
  opening(position: string): string
  next(result: object, cursor: string): string
  heartbeat(position: string): string
  failure(result: object): string
}

/** Keeps proxies from buffering the response. */
const unbuffered = { 'X-Accel-Buffering': 'no' }

const reconnectDelayMs = 1000

/** Server-sent events, as in the distinct connections mode of GraphQL over SSE. */
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
 * Apollo's multipart protocol for subscriptions (1.0). Each part ends with the boundary, which
 * tells the reader that the part is complete. The protocol has no field for a cursor: clients
 * select the `cursor` of the event.
 */
const multipart: StreamEncoding = {
  headers: {
    'Content-Type': 'multipart/mixed;boundary="graphql";subscriptionSpec="1.0"',
    ...unbuffered,
  },
  opening: () => '\r\n--graphql',
  next: (payload) => formatPart({ payload }),
  heartbeat: () => formatPart({}),
  failure: (result) => `${formatPart({ payload: null, ...result })}--\r\n`,
}

const formatPart = (content: object): string =>
  `\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(content)}\r\n--graphql`

/** Returns server-sent events, unless the caller accepts multipart only. */
export const chooseEncoding = ({ request }: RequestContext): StreamEncoding =>
  prefersMultipart(request.headers.accept) ? multipart : eventStream

/** Sends a single result as a stream if the caller accepts no JSON. */
export const toAcceptedFormat = ({ resultType }: RequestContext, response: HttpResponse) =>
  resultType === 'text/event-stream' && response.status === 200 && !response.stream
    ? { ...response, headers: eventStream.headers, body: completeStream(String(response.body)) }
    : response
