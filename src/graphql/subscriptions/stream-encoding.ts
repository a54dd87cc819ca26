import { acceptedTypes } from '../../http/accept.ts'
import type { RequestContext } from '../../http/request-context.ts'

/**
 * How a subscription's results are written into its answer. A place is the cursor up to which the
 * reader has had everything.
 */
export interface StreamEncoding {
  headers: Record<string, string>
  /** What comes first. */
  opening(place: string): string
  /** One result, of the event with this cursor. */
  next(result: object, cursor: string): string
  /** Shows that the stream lives. */
  heartbeat(place: string): string
  /** The end, with what was wrong. */
  failure(result: object): string
}

/** A proxy that collects answers before it passes them on would hold the results back. */
export const uncollected = { 'X-Accel-Buffering': 'no' }

/** How soon a reader who lost the stream may ask again, in milliseconds. */
const retry = 1000

/**
 * Server-sent events as the GraphQL over SSE protocol writes them ("distinct connections": one
 * stream for each subscription).
 */
export const sse: StreamEncoding = {
  headers: { 'Content-Type': 'text/event-stream; charset=utf-8', ...uncollected },
  opening: (place) => `retry: ${retry}\n${sse.heartbeat(place)}`,
  // What follows `id` is sent back as `Last-Event-ID` by whoever takes the stream up again.
  next: (result, cursor) => next(JSON.stringify(result), `id: ${cursor}\n`),
  heartbeat: (place) => `:\nid: ${place}\n\n`,
  failure: (result) => `retry: ${retry}\n${completeStream(JSON.stringify(result))}`,
}

const next = (result: string, id = ''): string => `event: next\n${id}data: ${result}\n\n`

/** A stream of one result, given as JSON. */
export const completeStream = (result: string): string =>
  `${next(result)}event: complete\ndata:\n\n`

/**
 * Whether the caller can read a stream but no JSON: then what is refused is told in a stream, too.
 */
export function acceptsOnlyEventStream({ request }: RequestContext): boolean {
  const types = acceptedTypes(request.headers).map(({ type }) => type)
  return (
    types.includes('text/event-stream') &&
    !types.some((type) => type.endsWith('json') || type === '*/*')
  )
}

/**
 * Results as Apollo's multipart protocol for subscriptions (1.0) writes them, so that Apollo Client
 * needs nothing besides its own link. Each part ends with the boundary, for a reader knows by that
 * that it is whole. It has no place for a cursor: ask for the event's own.
 */
export const multipart: StreamEncoding = {
  headers: {
    'Content-Type': 'multipart/mixed;boundary="graphql";subscriptionSpec="1.0"',
    ...uncollected,
  },
  opening: () => '\r\n--graphql',
  next: (payload) => part({ payload }),
  heartbeat: () => part({}),
  failure: (result) => `${part({ payload: null, ...result })}--\r\n`,
}

const part = (content: object): string =>
  `\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(content)}\r\n--graphql`

/** Whether the caller asks for parts, and not for events. */
export function acceptsMultipart({ request }: RequestContext): boolean {
  const accepted = acceptedTypes(request.headers)
  return (
    accepted.some(
      ({ type, parameters }) => type === 'multipart/mixed' && 'subscriptionspec' in parameters,
    ) && !accepted.some(({ type }) => type === 'text/event-stream')
  )
}
