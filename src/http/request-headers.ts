/** Checks of request headers that precede routing and the body. */
import { parse } from 'content-type'
import { badRequest, unsupportedMediaType } from '../errors.ts'
import type { RequestContext, Step } from './request-context.ts'

/** Requires exactly one `Host`, since proxies differ in which of several they use. HTTP/1.0 may have none. */
export const checkHost: Step = ({ request }) => {
  const count = request.headersDistinct['host']?.length ?? 0
  if (count > 1 || (count === 0 && request.httpVersion !== '1.0'))
    throw badRequest('A request must have one Host header')
  return undefined
}

/** `X-API-Version` is optional; 1 is the only version (contract, clause 9). */
export const checkVersion: Step = ({ request }) => {
  const values = request.headersDistinct['x-api-version']
  if (values && (values.length !== 1 || values[0]?.trim() !== '1'))
    throw badRequest('X-API-Version must be 1: it is the only version supported')
  return undefined
}

/** Requires a JSON body in UTF-8. Under `/v1` a body without a media type is taken as JSON. */
export const checkMediaType: Step = (http) => {
  const { headers, headersDistinct } = http.request
  const encoding = headers['content-encoding']
  const transfer = headers['transfer-encoding'] ?? 'chunked'
  if ((encoding && encoding.toLowerCase() !== 'identity') || transfer.toLowerCase() !== 'chunked')
    throw unsupportedMediaType('Send the body without compression')
  const [type, ...more] = headersDistinct['content-type'] ?? []
  if (more.length > 0) throw unsupportedMediaType('Send one Content-Type header')
  if (!hasBody(http)) return undefined
  if (!type && http.path === '/graphql')
    throw unsupportedMediaType('Send the body as application/json')
  if (type && !isJson(type))
    throw unsupportedMediaType('Send the body as application/json in UTF-8')
  return undefined
}

/** Whether a Content-Type is JSON in UTF-8; `charset` is the only parameter allowed. */
function isJson(contentType: string): boolean {
  const { type, parameters } = parse(contentType)
  const [, ...written] = contentType.split(';').filter((part) => part.trim() !== '')
  return (
    type === 'application/json' &&
    // The parser ignores malformed and repeated parameters.
    written.length === Object.keys(parameters).length &&
    Object.entries(parameters).every(
      ([name, value]) => name === 'charset' && /^utf-?8$/i.test(value ?? ''),
    )
  )
}

const hasBody = ({ request }: RequestContext) =>
  request.headers['transfer-encoding'] !== undefined ||
  Number(request.headers['content-length'] ?? 0) > 0

/** A media type that the caller accepts, in lower case, with its parameters. */
export interface AcceptedType {
  type: string
  parameters: Record<string, string | undefined>
}

/** The media types of an `Accept` header, in its order. */
export function acceptedTypes({ accept = '' }: { accept?: string | undefined }): AcceptedType[] {
  const types: AcceptedType[] = []
  for (let start = 0; start < accept.length; ) {
    const { type, parameters, index } = parse(accept, { start, comma: true })
    types.push({ type, parameters })
    start = index + 1
  }
  return types
}
