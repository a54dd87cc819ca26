import type { Exchange } from '../http/exchange.ts'

/** Server-sent events as the GraphQL over SSE protocol writes them ("distinct connections": one stream for each subscription). */
export const sseHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // A proxy that collects answers before it passes them on would hold the events back.
  'X-Accel-Buffering': 'no',
}

/** How soon a reader who lost the stream may ask again, in milliseconds. */
const retry = 1000

/** One result. What follows `id` is sent back as `Last-Event-ID` by whoever takes the stream up again. */
export const next = (result: object | string, id?: string): string =>
  `event: next\n${id === undefined ? '' : `id: ${id}\n`}data: ${typeof result === 'string' ? result : JSON.stringify(result)}\n\n`

export const complete = 'event: complete\ndata:\n\n'

export const opening = (place: string): string => `retry: ${retry}\n${heartbeat(place)}`

/** The end, with what was wrong. */
export const failure = (result: object): string => `retry: ${retry}\n${next(result)}${complete}`

/** A comment, and the place up to which the reader has had everything. */
export const heartbeat = (place: string): string => `:\nid: ${place}\n\n`

/** Whether the caller can read a stream but no JSON: then what is refused is told in a stream, too. */
export function readsStreamsOnly({ request }: Exchange): boolean {
  const accept = request.headers.accept ?? ''
  return /text\/event-stream/i.test(accept) && !/\bjson\b|\*\/\*/i.test(accept)
}
