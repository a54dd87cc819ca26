/** Limits the number and idle time of connections, and rejects malformed and late requests. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { type Deps, timestamp } from '../context.ts'
import type { Settings } from '../settings.ts'
import { getRateLimitHeaders } from './limits.ts'
import { createFixedHeaders } from './send-response.ts'

/** The idle timeout of a connection, as a multiple of the request timeout. */
const idleTimeoutFactor = 4

/**
 * Returns the timeouts of Node's HTTP server. The time limit for a body starts when `body.ts` reads
 * the body; `requestTimeout` applies to bodies that are never read.
 */
export const deriveTimeouts = ({ REQUEST_TIMEOUT_SECONDS: seconds }: Settings) => ({
  requestTimeout: idleTimeoutFactor * seconds * 1000,
  headersTimeout: Math.min(15, seconds) * 1000,
  connectionsCheckingInterval: 1000,
  // Longer than in common proxies, which could otherwise reuse a connection that is closing.
  keepAliveTimeout: 65_000,
})

/** The number of file descriptors reserved for the database, webhooks and files. */
const reservedFileCount = 256

/** Limits connections, so that enough file descriptors remain for the database. */
export function limitConnections(server: Server, log: Logger): void {
  const maxFiles = readMaxOpenFiles()
  if (maxFiles === undefined) return
  server.maxConnections = Math.max(maxFiles - reservedFileCount, Math.floor(maxFiles / 4))
  let lastWarningMs = Number.NEGATIVE_INFINITY
  server.on('drop', () => {
    if (performance.now() - lastWarningMs < 10_000) return
    lastWarningMs = performance.now()
    log.warn(
      { connections: server.maxConnections },
      'connections are rejected because the file descriptor limit is reached; raise it with `ulimit -n`',
    )
  })
}

/** Returns the process's limit on open files; undefined on systems other than Linux. */
function readMaxOpenFiles(): number | undefined {
  try {
    const lines = readFileSync('/proc/self/limits', 'utf8').split('\n')
    const limit = Number(lines.find((line) => line.startsWith('Max open files'))?.split(/ {2,}/)[1])
    return Number.isInteger(limit) ? limit : undefined
  } catch {
    return undefined
  }
}

type Rejection = readonly [statusLine: string, message: string]

/** The responses to requests with oversized headers and to late requests, by Node's error code. */
const rejectionByCode: Record<string, Rejection> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The request headers exceed 16384 bytes',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    'The request was not received in full before the timeout',
  ],
}
const invalidHttpRejection: Rejection = ['400 Bad Request', 'The request is not valid HTTP']

/** @param responses the response to the latest request on each connection */
export function createClientErrorHandler(
  deps: Deps,
  newRequestId: () => string,
  responses: WeakMap<Duplex, ServerResponse>,
) {
  async function rejectRequest(code: string, socket: Duplex): Promise<void> {
    const response = responses.get(socket)
    // First wait for the response to an earlier request, which may have changed data.
    if (response?.req.complete && !response.writableFinished && !response.destroyed)
      await once(response, 'close')
    // The client would mistake the rejection for part of a response in progress or, if the previous
    // request was answered before it was complete, for the response to the next request.
    const hasBegun = response?.headersSent && (!response.writableFinished || !response.req.complete)
    if (code === 'ECONNRESET' || !socket.writable || hasBegun) {
      socket.destroy()
      return
    }
    const rejection = rejectionByCode[code] ?? invalidHttpRejection
    const responseText = await formatRejection(deps, newRequestId(), rejection, socket as Socket)
    socket.end(responseText, () => socket.destroy())
  }
  const rejectOrClose = (code: string, socket: Duplex): void =>
    void rejectRequest(code, socket).catch(() => socket.destroy())
  return {
    /** Rejects a request that is not valid HTTP, is too large or arrives too late. */
    handleClientError: ({ code = '' }: NodeJS.ErrnoException, socket: Duplex) =>
      rejectOrClose(code, socket),
    /** Rejects a request whose body did not arrive in time. */
    rejectLate: (socket: Duplex) => rejectOrClose('ERR_HTTP_REQUEST_TIMEOUT', socket),
    /** Closes an idle connection, unless the server is still preparing a response. */
    handleTimeout(socket: Duplex): void {
      const response = responses.get(socket)
      if (socket.writableLength > 0 || !response || response.headersSent || response.destroyed)
        socket.destroy()
    },
  }
}

async function formatRejection(
  deps: Deps,
  requestId: string,
  [statusLine, message]: Rejection,
  { remoteAddress: address = 'unknown' }: Socket,
): Promise<string> {
  const body = JSON.stringify({
    error: { code: 'BAD_REQUEST', message, requestId, timestamp: timestamp(deps) },
  })
  const headers = {
    ...createFixedHeaders(requestId),
    ...(await getRateLimitHeaders({ deps, address })),
    Connection: 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${statusLine}\r\n${lines.join('')}\r\n${body}`
}
