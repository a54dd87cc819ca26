/** Connections: their timeouts, their number, and responses to those without a valid request. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { type Deps, timestamp } from '../context.ts'
import type { Settings } from '../settings.ts'
import { rateLimitHeaders } from './api-key.ts'
import { fixedHeaders } from './send-response.ts'

/** A connection may be idle this many times longer than a request may take. */
const idleFactor = 4

/**
 * Node's limits. The time for a body begins when it is read (`body.ts`); `requestTimeout` is for
 * bodies that are never read.
 */
export const connectionTimeouts = ({ REQUEST_TIMEOUT_SECONDS: seconds }: Settings) => ({
  requestTimeout: idleFactor * seconds * 1000,
  headersTimeout: Math.min(15, seconds) * 1000,
  connectionsCheckingInterval: 1000,
  // Longer than that of common proxies, which would else send requests into a closing connection.
  keepAliveTimeout: 65_000,
})

/** File descriptors that are not for connections: the database, webhooks, files being read. */
const reservedFiles = 256

/** Limits connections by the file descriptors of the process, so that the database never lacks one. */
export function limitConnections(server: Server, log: Logger): void {
  const maxFiles = maxOpenFiles()
  if (maxFiles === undefined) return
  server.maxConnections = Math.max(maxFiles - reservedFiles, Math.floor(maxFiles / 4))
  let warnedAt = Number.NEGATIVE_INFINITY
  server.on('drop', () => {
    if (performance.now() - warnedAt < 10_000) return
    warnedAt = performance.now()
    log.warn(
      { connections: server.maxConnections },
      'connections are refused: there are as many as file descriptors permit; raise the limit (ulimit -n)',
    )
  })
}

/** The limit of open files, known on Linux only. */
function maxOpenFiles(): number | undefined {
  try {
    const lines = readFileSync('/proc/self/limits', 'utf8').split('\n')
    const limit = Number(lines.find((line) => line.startsWith('Max open files'))?.split(/ {2,}/)[1])
    return Number.isInteger(limit) ? limit : undefined
  } catch {
    return undefined
  }
}

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

export class ClientErrors {
  readonly #deps: Deps
  readonly #newRequestId: () => string
  readonly #responses: WeakMap<Duplex, ServerResponse>

  /** @param responses the response to the last request of each connection */
  constructor(deps: Deps, newRequestId: () => string, responses: WeakMap<Duplex, ServerResponse>) {
    this.#deps = deps
    this.#newRequestId = newRequestId
    this.#responses = responses
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
