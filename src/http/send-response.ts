/** Sends responses: encodes bodies, batches writes and runs response streams. */
import { transcode } from 'node:buffer'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream/promises'
import { getRateLimitHeaders } from './limits.ts'
import type {
  EndReason,
  HttpResponse,
  RequestContext,
  ResponseStream,
  StreamWriter,
} from './request-context.ts'

export const createFixedHeaders = (requestId: string) => ({
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Request-Id': requestId,
})

export interface ResponseOptions {
  streams: ResponseStreams
  /** Returns whether the server is stopping, so that connections close after their response. */
  isStopping(): boolean
}

/** Sends a response; resolves when the response is written or the stream has ended. */
export async function sendResponse(
  { streams, isStopping }: ResponseOptions,
  http: RequestContext,
  reply: HttpResponse,
  response: ServerResponse,
): Promise<void> {
  const hasUnreadBody = !http.request.complete && reply.status >= 400
  const { body, length, encoding } = encodeBody(reply.body)
  const headers = {
    ...createFixedHeaders(http.requestId),
    ...(await getRateLimitHeaders(http)),
    ...http.responseHeaders,
    ...(http.cookies && { 'Set-Cookie': http.cookies }),
    ...reply.headers,
    ...(!reply.stream && { 'Content-Length': length }),
    // On an open connection, the rest of an unread body would be parsed as the next request.
    ...((hasUnreadBody || isStopping()) && { Connection: 'close' }),
  }
  if (reply.stream) {
    const { stream } = reply
    http.onResponded?.()
    // A stream may be silent for any length of time, so the idle timeout is disabled.
    response.socket?.setTimeout(0)
    response.writeHead(reply.status, headers)
    const { tracing } = http.deps
    const runOpenStream = () => runStream(streams, http, stream, response)
    return tracing ? tracing.endRequest(http, reply, runOpenStream) : runOpenStream()
  }
  const sentBody = http.method === 'HEAD' ? '' : body
  await sendInBatch(() => {
    response.writeHead(reply.status, headers)
    if (hasUnreadBody) response.write(sentBody)
    else response.end(sentBody, encoding)
  })
  if (hasUnreadBody) await drainRequest(http, response)
}

/** Runs a stream, counted as an open subscription instead of a request in flight. */
async function runStream(
  streams: ResponseStreams,
  { deps: { meters } }: RequestContext,
  stream: ResponseStream,
  response: ServerResponse,
): Promise<void> {
  meters.inFlight.add(-1)
  meters.subscriptions.add(1)
  try {
    await streams.run(stream, response)
  } finally {
    meters.subscriptions.add(-1)
    meters.inFlight.add(1)
  }
}

/** Maximum time to send a stream's final text before the connection is closed. */
const finishTimeoutMs = 5000

export type ResponseStreams = ReturnType<typeof createResponseStreams>

export function createResponseStreams() {
  const openStreams = new Map<AbortController, Promise<void>>()
  let isStopping = false
  return {
    async run(stream: ResponseStream, response: ServerResponse): Promise<void> {
      const abortController = new AbortController()
      response.on('error', () => abortController.abort('gone'))
      response.once('close', () => abortController.abort('gone'))
      if (response.destroyed) abortController.abort('gone')
      if (isStopping) abortController.abort('stopping')
      const completion = stream
        .run(createWriter(response, abortController))
        .then((lastText) => finishStream(response, lastText))
      openStreams.set(abortController, completion)
      try {
        await completion
      } finally {
        openStreams.delete(abortController)
      }
    },
    /** Ends open streams, and later ones when they start; resolves when open streams have ended. */
    async end(): Promise<void> {
      isStopping = true
      for (const abortController of openStreams.keys()) abortController.abort('stopping')
      await Promise.allSettled(openStreams.values())
    },
  }
}

function createWriter(response: ServerResponse, abortController: AbortController): StreamWriter {
  const { signal } = abortController
  let writeState: 'idle' | 'waiting' | 'stalled' = 'idle'
  return {
    get endReason() {
      return signal.aborted ? (signal.reason as EndReason) : undefined
    },
    onEnd: (listener) => signal.addEventListener('abort', listener, { once: true }),
    async write(text) {
      if (signal.aborted || response.write(text)) return
      writeState = 'waiting'
      await once(response, 'drain', { signal }).catch(() => undefined)
      writeState = 'idle'
    },
    dropIfStalled() {
      if (writeState === 'stalled') abortController.abort('slow')
      else if (writeState === 'waiting') writeState = 'stalled'
    },
  }
}

function finishStream(response: ServerResponse, lastText: string): void {
  if (response.destroyed) return
  const timer = setTimeout(() => response.destroy(), finishTimeoutMs)
  response.once('close', () => clearTimeout(timer))
  response.end(lastText)
}

/** Maximum time to read the rest of a rejected body. */
const drainTimeoutMs = 2000

/**
 * Reads the rest of a rejected body: a client whose connection closes while it is sending the body
 * may never read the response.
 */
async function drainRequest({ request }: RequestContext, response: ServerResponse): Promise<void> {
  const signal = AbortSignal.timeout(drainTimeoutMs)
  await finished(request.resume(), { signal }).catch(() => undefined)
  response.end()
}

/** Maximum time that a response waits for the end of the event-loop turn. */
const maxBatchMs = 3

let readySends: (() => void)[] = []
let batchStartedAt = 0

function sendBatch(): void {
  const batch = readySends
  readySends = []
  for (const send of batch) send()
}

/**
 * Calls `send` in a batch with all responses that become ready in the same event-loop turn, then
 * resolves. Sending wakes a client, so alternating between processing and sending would make a
 * small request take 50 % longer.
 */
const sendInBatch = (send: () => void): Promise<void> =>
  new Promise((resolve, reject) => {
    if (readySends.length === 0) {
      batchStartedAt = performance.now()
      setImmediate(sendBatch)
    }
    readySends.push(() => {
      try {
        resolve(send())
      } catch (cause) {
        reject(cause)
      }
    })
    if (performance.now() - batchStartedAt > maxBatchMs) sendBatch()
  })

/** Maximum length for Node's own encoder; for longer text, `toUtf8` is several times as fast. */
const maxTextLength = 8192
const scratchBuffer = Buffer.allocUnsafeSlow(512 * 1024)

/** Returns the body with the encoding that Node writes fastest: `latin1` for ASCII text. */
export function encodeBody(body: string | Buffer): {
  body: string | Buffer
  length: number
  encoding: 'latin1' | 'utf8'
} {
  const encodedBody = typeof body === 'string' && body.length > maxTextLength ? toUtf8(body) : body
  const length = Buffer.byteLength(encodedBody)
  return { body: encodedBody, length, encoding: length === encodedBody.length ? 'latin1' : 'utf8' }
}

/** Encodes text through UTF-16, which is five times as fast for non-ASCII text. */
function toUtf8(text: string): Buffer {
  if (2 * text.length > scratchBuffer.length) return Buffer.from(text)
  try {
    const utf8Bytes = transcode(
      scratchBuffer.subarray(0, scratchBuffer.write(text, 'utf16le')),
      'utf16le',
      'utf8',
    )
    const bodyCopy = Buffer.from(utf8Bytes)
    // Free the buffer now: before garbage collection, 100 MB can accumulate under load.
    utf8Bytes.buffer.transfer(0)
    return bodyCopy
  } catch {
    // The text contains a lone surrogate, which never occurs in JSON from `JSON.stringify`.
    return Buffer.from(text)
  }
}
