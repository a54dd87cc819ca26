import { acceptedTypes } from '../http/accept.ts'
import type { RequestContext } from '../http/request-context.ts'
import { uncollected, type Wire } from './wire.ts'

/** How soon a reader who lost the stream may ask again, in milliseconds. */
const retry = 1000

/**
 * Server-sent events as the GraphQL over SSE protocol writes them ("distinct connections": one
 * stream for each subscription).
 */
export const sse: Wire = {
  headers: { 'Content-Type': 'text/event-stream; charset=utf-8', ...uncollected },
  opening: (place) => `retry: ${retry}\n${sse.heartbeat(place)}`,
  // What follows `id` is sent back as `Last-Event-ID` by whoever takes the stream up again.
  next: (result, cursor) => next(JSON.stringify(result), `id: ${cursor}\n`),
  heartbeat: (place) => `:\nid: ${place}\n\n`,
  failure: (result) => `retry: ${retry}\n${whole(JSON.stringify(result))}`,
}

const next = (result: string, id = ''): string => `event: next\n${id}data: ${result}\n\n`

/** A stream of one result, given as JSON. */
export const whole = (result: string): string => `${next(result)}event: complete\ndata:\n\n`

/**
 * Whether the caller can read a stream but no JSON: then what is refused is told in a stream, too.
 */
export function readsStreamsOnly({ request }: RequestContext): boolean {
  const types = acceptedTypes(request.headers).map(({ type }) => type)
  return (
    types.includes('text/event-stream') &&
    !types.some((type) => type.endsWith('json') || type === '*/*')
  )
}
