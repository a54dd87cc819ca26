import { acceptedTypes } from '../http/accept.ts'
import type { RequestContext } from '../http/request-context.ts'
import { uncollected, type Wire } from './wire.ts'

/**
 * Results as Apollo's multipart protocol for subscriptions (1.0) writes them, so that Apollo Client
 * needs nothing besides its own link. Each part ends with the boundary, for a reader knows by that
 * that it is whole. It has no place for a cursor: ask for the event's own.
 */
export const parts: Wire = {
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
export function readsParts({ request }: RequestContext): boolean {
  const accepted = acceptedTypes(request.headers)
  return (
    accepted.some(
      ({ type, parameters }) => type === 'multipart/mixed' && 'subscriptionspec' in parameters,
    ) && !accepted.some(({ type }) => type === 'text/event-stream')
  )
}
