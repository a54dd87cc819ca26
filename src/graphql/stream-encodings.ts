/** The encodings of subscription streams: server-sent events, and Apollo's multipart protocol. */
import type { HttpResponse, RequestContext } from '../http/request-context.ts'
import { acceptsOnlyMultipart } from './plugins/responses.ts'

/** A stream encoding; `position` is the cursor up to which all results have been sent. */
export interface StreamEncoding {
  headers: Record<string, string>
  formatOpening(position: string): string
  formatResult(result: object, cursor: string): string
  formatHeartbeat(position: string): string
  formatFailure(result: object): string
}

/** Keeps proxies from buffering the response. */
const unbufferedHeaders = { 'X-Accel-Buffering': 'no' }

const reconnectDelayMs = 1000

/** Server-sent events, as in the distinct connections mode of GraphQL over SSE. */
const sseEncoding: StreamEncoding = {
  headers: { 'Content-Type': 'text/event-stream; charset=utf-8', ...unbufferedHeaders },
  formatOpening: (position) =>
    `retry: ${reconnectDelayMs}\n${sseEncoding.formatHeartbeat(position)}`,
  // A reconnecting client sends the last `id` that it received as `Last-Event-ID`.
  formatResult: (result, cursor) => formatNextEvent(JSON.stringify(result), `id: ${cursor}\n`),
  formatHeartbeat: (position) => `:\nid: ${position}\n\n`,
  formatFailure: (result) =>
    `retry: ${reconnectDelayMs}\n${formatFinalEvents(JSON.stringify(result))}`,
}

const formatNextEvent = (result: string, id = ''): string => `event: next\n${id}data: ${result}\n\n`

const formatFinalEvents = (result: string) => `${formatNextEvent(result)}event: complete\ndata:\n\n`

/**
 * Version 1.0 of Apollo's multipart protocol for subscriptions. Each part ends with the boundary,
 * so that clients can process the part at once. The protocol has no field for a cursor: clients
 * select the `cursor` of the event.
 */
const multipartEncoding: StreamEncoding = {
  headers: {
    'Content-Type': 'multipart/mixed;boundary="graphql";subscriptionSpec="1.0"',
    ...unbufferedHeaders,
  },
  formatOpening: () => '\r\n--graphql',
  formatResult: (payload) => formatPart({ payload }),
  formatHeartbeat: () => formatPart({}),
  formatFailure: (result) => `${formatPart({ payload: null, ...result })}--\r\n`,
}

const formatPart = (content: object): string =>
  `\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(content)}\r\n--graphql`

/** Returns the encoding as server-sent events, unless the client accepts only multipart. */
export const chooseEncoding = ({ request }: RequestContext): StreamEncoding =>
  acceptsOnlyMultipart(request.headers.accept) ? multipartEncoding : sseEncoding

/** Converts the JSON response of a successful operation into an event stream with one result. */
export const toEventStream = (response: HttpResponse): HttpResponse =>
  response.status === 200 && !response.stream
    ? { ...response, headers: sseEncoding.headers, body: formatFinalEvents(String(response.body)) }
    : response
