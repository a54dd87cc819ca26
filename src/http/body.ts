import type { IncomingMessage } from 'node:http'
import { parse } from 'content-type'
import { ApiError, badRequest, payloadTooLarge, unsupportedMediaType } from '../errors.ts'
import type { RequestContext, Step } from './request-context.ts'

const deepest = 64

/** Refuses what is not JSON in UTF-8. A body without a media type is taken for JSON under `/v1`. */
export const checkMediaType: Step = (x) => {
  const { headers, headersDistinct } = x.request
  const encoding = headers['content-encoding']
  const transfer = headers['transfer-encoding'] ?? 'chunked'
  if ((encoding && encoding.toLowerCase() !== 'identity') || transfer.toLowerCase() !== 'chunked')
    throw unsupportedMediaType('Send the body without compression')
  const [type, ...more] = headersDistinct['content-type'] ?? []
  if (more.length > 0) throw unsupportedMediaType('Send one Content-Type header')
  if (!hasBody(x)) return undefined
  if (!type && x.path === '/graphql')
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

/** Reads and parses the body of a POST, PUT or PATCH. An empty one counts as none. */
export const readBody: Step = async (x) => {
  if (x.method === 'GET' || x.method === 'HEAD' || x.method === 'DELETE') return undefined
  const text = await textOf(x)
  if (text.trim() === '') return undefined
  try {
    x.body = { value: parsedJson(text) }
  } catch (error) {
    throw error instanceof ApiError ? error : badRequest('The body is not valid JSON')
  }
  return undefined
}

/** @throws BAD_REQUEST for JSON that nests too deep; whatever `JSON.parse` does */
export function parsedJson(text: string): unknown {
  checkDepth(text)
  return JSON.parse(text)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

async function textOf({ request, deps, sendBody, tooLate }: RequestContext): Promise<string> {
  const limit = deps.settings.MAX_BODY_BYTES
  if (Number(request.headers['content-length'] ?? 0) > limit) throw payloadTooLarge(limit)
  sendBody?.()
  const late = setTimeout(() => tooLate?.(), deps.settings.REQUEST_TIMEOUT_SECONDS * 1000)
  const bytes = await bytesOf(request, limit).finally(() => clearTimeout(late))
  try {
    return utf8.decode(bytes)
  } catch {
    throw badRequest('The body is not valid UTF-8')
  }
}

/**
 * Listens rather than iterates, which takes longer than most requests. What is more than the limit
 * is left unread.
 */
function bytesOf(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    const take = (part: Buffer): void => {
      size += part.length
      parts.push(part)
      if (size <= limit) return
      request.pause().off('data', take)
      reject(payloadTooLarge(limit))
    }
    const broken = () => reject(badRequest('The body ended before it was whole'))
    if (request.destroyed) return broken()
    request.on('data', take)
    request.once('end', () => {
      // Every request is closed in the end, and an error that nobody is told takes a twentieth of a
      // small one's time.
      request.off('close', broken)
      resolve(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts))
    })
    request.once('error', broken)
    request.once('close', broken)
  })
}

/** Counted before parsing, so that no later step ever recurses into a hostile depth. */
function checkDepth(text: string): void {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (inString) {
      if (c === 92) i++
      else if (c === 34) inString = false
    } else if (c === 34) inString = true
    else if (c === 123 || c === 91) {
      if (++depth > deepest) throw badRequest(`The JSON nests deeper than ${deepest} levels`)
    } else if (c === 125 || c === 93) depth--
  }
}
