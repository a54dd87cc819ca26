/**
 * Negotiates the media type of GraphQL results (GraphQL over HTTP, "Body"; RFC 9110, 12.5.1). A
 * client that does not list `application/graphql-response+json` receives `application/json`.
 */
import { parse } from 'content-type'

export const graphqlJson = 'application/graphql-response+json'
const jsonType = 'application/json'
const eventStream = 'text/event-stream'

export type ResultType = typeof graphqlJson | typeof jsonType | typeof eventStream

/** A media range in the `Accept` header, in lower case, with its parameters. */
interface AcceptedRange {
  type: string
  parameters: Record<string, string | undefined>
  quality: number
}

function parseAccept(accept: string): AcceptedRange[] {
  const ranges: AcceptedRange[] = []
  for (let start = 0; start < accept.length; ) {
    const { type, parameters, index } = parse(accept, { start, comma: true })
    const quality = Number(parameters['q'] ?? 1)
    ranges.push({ type, parameters, quality: quality >= 0 ? quality : 1 })
    start = index + 1
  }
  return ranges
}

/** Returns the result's media type; undefined if the client accepts no supported type. */
export function negotiateResultType(accept: string | undefined): ResultType | undefined {
  if (!accept || accept === '*/*') return jsonType
  const ranges = parseAccept(accept)
  const findRange = (name: string) => ranges.find(({ type }) => type === name)
  const getQuality = (name: string) =>
    (findRange(name) ?? findRange('application/*') ?? findRange('*/*'))?.quality ?? 0
  const [responseQuality, plainQuality] = [getQuality(graphqlJson), getQuality(jsonType)]
  if (responseQuality > plainQuality) return graphqlJson
  if (plainQuality > 0)
    return responseQuality === plainQuality && findRange(graphqlJson) ? graphqlJson : jsonType
  if (findRange(eventStream)?.quality) return eventStream
  return ranges.some(isMultipart) ? jsonType : undefined
}

/** Returns whether a range accepts Apollo's multipart protocol for subscriptions. */
const isMultipart = ({ type, parameters, quality }: AcceptedRange) =>
  type === 'multipart/mixed' && 'subscriptionspec' in parameters && quality > 0

/** Returns whether the client accepts subscriptions only in Apollo's multipart format. */
export function prefersMultipart(accept = ''): boolean {
  const ranges = parseAccept(accept)
  const acceptsEvents = ranges.some(({ type, quality }) => type === eventStream && quality > 0)
  return ranges.some(isMultipart) && !acceptsEvents
}
