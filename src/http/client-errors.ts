/** Responds to connections that end before there is a valid request: no HTTP, too slow, too long. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Deps, timestamp } from '../context.ts'
import { rateLimitHeaders } from './rate-limit.ts'

export const fixedHeaders = (requestId: string) => ({
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Request-Id': requestId,
})

type Rejection = readonly [statusLine: string, message: string]

/** By Node's code of the error. */
const rejections: Record<string, Rejection> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The headers are larger than 16384 bytes',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request was not whole in time'],
}
const invalidHttp: Rejection = ['400 Bad Request', 'The request is not valid HTTP']

/** Handles the errors of a server's connections, whose last responses it keeps. */
export class ClientErrors {
  readonly #deps: Deps
  readonly #newRequestId: () => string
  readonly #responses = new WeakMap<Duplex, ServerResponse>()

  constructor(deps: Deps, newRequestId: () => string) {
    this.#deps = deps
    this.#newRequestId = newRequestId
  }

  /** Notes the response to the current request of a connection. */
  trackResponse(socket: Duplex, response: ServerResponse): void {
    this.#responses.set(socket, response)
  }

  /** Rejects what is not valid HTTP. */
  handleClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
    this.#reject(error.code ?? '', socket).catch(() => socket.destroy())
  }

  /** Rejects a request whose body has not arrived in time. */
  rejectLate(socket: Duplex): void {
    this.#reject('ERR_HTTP_REQUEST_TIMEOUT', socket).catch(() => socket.destroy())
  }

  /** Closes an idle connection, unless its caller waits for our response. */
  handleTimeout(socket: Duplex): void {
    const response = this.#responses.get(socket)
    if (socket.writableLength > 0 || !response || response.headersSent || response.destroyed)
      socket.destroy()
  }

  async #reject(code: string, socket: Duplex): Promise<void> {
    const response = this.#responses.get(socket)
    // A complete request before this one gets its response first: it may have changed something.
    if (response?.req.complete && !response.writableFinished && !response.destroyed)
      await once(response, 'close')
    // After a response that is being sent, the rejection would be taken for a part of it; after one
    // to an incomplete request, for the response to the next.
    const hasBegun = response?.headersSent && (!response.writableFinished || !response.req.complete)
    if (code === 'ECONNRESET' || !socket.writable || hasBegun) {
      socket.destroy()
      return
    }
    const text = await this.#rejectionText(rejections[code] ?? invalidHttp, socket as Socket)
    socket.end(text, () => socket.destroy())
  }

  async #rejectionText([statusLine, message]: Rejection, socket: Socket): Promise<string> {
    const requestId = this.#newRequestId()
    const body = JSON.stringify({
      error: { code: 'BAD_REQUEST', message, requestId, timestamp: timestamp(this.#deps) },
    })
    const headers = {
      ...fixedHeaders(requestId),
      ...(await rateLimitHeaders({
        deps: this.#deps,
        address: socket.remoteAddress ?? 'unknown',
      })),
      Connection: 'close',
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    return `HTTP/1.1 ${statusLine}\r\n${lines.join('')}\r\n${body}`
  }
}
