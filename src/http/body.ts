/** Reads JSON bodies: checks the media type, limits size, time and nesting, and parses the JSON. */
import { parse } from 'content-type'
import { ApiError, badRequest, payloadTooLarge, unsupportedMediaType } from '../errors.ts'
import type { RequestContext, Step } from './request-context.ts'

/** Requires uncompressed JSON in UTF-8. Only `/graphql` requires the header `Content-Type`. */
export const checkMediaType: Step = (http) => {
  const { headers, headersDistinct } = http.request
  const contentEncoding = headers['content-encoding'] || 'identity'
  const transferEncoding = headers['transfer-encoding'] ?? 'chunked'
  if (contentEncoding.toLowerCase() !== 'identity' || transferEncoding.toLowerCase() !== 'chunked')
    throw unsupportedMediaType('Send the body without compression')
  const [type, ...extraTypes] = headersDistinct['content-type'] ?? []
  if (extraTypes.length > 0)
    throw unsupportedMediaType('The request has several `Content-Type` headers: send one')
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!hasBody) return undefined
  if (!type && http.path === '/graphql')
    throw unsupportedMediaType('Send the body as application/json')
  if (type && !isJsonType(type))
    throw unsupportedMediaType('Send the body as application/json in UTF-8')
  return undefined
}

/** Returns whether a `Content-Type` is JSON in UTF-8; only the parameter `charset` is allowed. */
function isJsonType(contentType: string): boolean {
  const { type, parameters } = parse(contentType)
  const [, ...sentParameters] = contentType.split(';').filter((part) => part.trim() !== '')
  return (
    type === 'application/json' &&
    // The parser drops malformed and repeated parameters; the counts then differ.
    sentParameters.length === Object.keys(parameters).length &&
    Object.entries(parameters).every(
      ([name, value]) => name === 'charset' && /^utf-?8$/i.test(value ?? ''),
    )
  )
}

const maxDepth = 64

/** Sets `http.body` for POST, PUT and PATCH requests, unless the body is empty. */
export const readBody: Step = async (http) => {
  if (http.method === 'GET' || http.method === 'HEAD' || http.method === 'DELETE') return undefined
  const bodyText = await readBodyText(http)
  if (bodyText.trim() === '') return undefined
  try {
    http.body = { value: parseJson(bodyText) }
  } catch (error) {
    throw error instanceof ApiError ? error : badRequest('The body is not valid JSON')
  }
  return undefined
}

/** @throws BAD_REQUEST if the JSON nests too deeply, SyntaxError if the JSON is invalid */
export function parseJson(text: string): unknown {
  checkDepth(text)
  return JSON.parse(text)
}

const utf8Decoder = new TextDecoder('utf-8', { fatal: true })

async function readBodyText(http: RequestContext): Promise<string> {
  const { request, deps } = http
  const maxBytes = deps.settings.MAX_BODY_BYTES
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw payloadTooLarge(maxBytes)
  http.continueBody?.()
  // Most bodies arrive with the headers; reading them at once needs no listeners and no timer.
  const hasArrived = request.complete && !request.destroyed
  const bodyBytes = hasArrived
    ? ((request.read() as Buffer | null) ?? Buffer.alloc(0))
    : await readArriving(http, maxBytes)
  if (bodyBytes.length > maxBytes) throw payloadTooLarge(maxBytes)
  try {
    return utf8Decoder.decode(bodyBytes)
  } catch {
    throw badRequest('The body is not valid UTF-8')
  }
}

/** Reads a body as it arrives, within the request timeout. Bytes beyond the limit stay unread. */
async function readArriving(
  { request, deps, rejectLate }: RequestContext,
  maxBytes: number,
): Promise<Buffer> {
  const timer = setTimeout(() => rejectLate?.(), deps.settings.REQUEST_TIMEOUT_SECONDS * 1000)
  const chunks: Buffer[] = []
  let byteCount = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk)
      byteCount += chunk.length
      if (byteCount > maxBytes) break
    }
  } catch {
    throw badRequest('The body ended before it was complete')
  } finally {
    clearTimeout(timer)
  }
  return Buffer.concat(chunks)
}

/** Limits nesting before parsing, so that malicious JSON cannot cause deep recursion later. */
function checkDepth(text: string): void {
  let depth = 0
  let isInString = false
  for (let i = 0; i < text.length; i++) {
    const charCode = text.charCodeAt(i)
    if (isInString) {
      if (charCode === 92) i++
      else if (charCode === 34) isInString = false
    } else if (charCode === 34) isInString = true
    else if (charCode === 123 || charCode === 91) {
      if (++depth > maxDepth) throw badRequest(`The JSON nests deeper than ${maxDepth} levels`)
    } else if (charCode === 125 || charCode === 93) depth--
  }
}
