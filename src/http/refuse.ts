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

/**
 * What ends a connection before there is a request, by Node's code for it: the status line, and
 * what is told.
 */
const reasons: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The headers are larger than 16384 bytes',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request was not whole in time'],
}
const other: [string, string] = ['400 Bad Request', 'The request is not valid HTTP']

/**
 * What is not HTTP at all, or never gets whole, does not become an exchange; it is told so by hand.
 */
export function refuser(deps: Deps, newRequestId: () => string) {
  const answers = new WeakMap<Duplex, ServerResponse>()

  async function refuse(error: NodeJS.ErrnoException, socket: Duplex): Promise<void> {
    const answer = answers.get(socket)
    // A request before it that was whole is answered first: it may have changed something.
    if (answer?.req.complete && !answer.writableFinished && !answer.destroyed)
      await once(answer, 'close')
    // Behind an answer that is on its way another one would be taken for a part of it, and behind a
    // whole one for the next.
    const begun = answer?.headersSent && (!answer.writableFinished || !answer.req.complete)
    if (error.code === 'ECONNRESET' || !socket.writable || begun) {
      socket.destroy()
      return
    }
    const [status, message] = reasons[error.code ?? ''] ?? other
    const requestId = newRequestId()
    const body = JSON.stringify({
      error: { code: 'BAD_REQUEST', message, requestId, timestamp: timestamp(deps) },
    })
    const address = (socket as Socket).remoteAddress ?? 'unknown'
    const headers = {
      ...fixedHeaders(requestId),
      ...(await rateLimitHeaders({ deps, address })),
      Connection: 'close',
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy())
  }

  return {
    answering: (socket: Duplex, response: ServerResponse): void =>
      void answers.set(socket, response),
    /**
     * A connection on which nothing has happened for long: it is kept only where somebody waits for
     * our answer.
     */
    silent: (socket: Duplex): void => {
      const answer = answers.get(socket)
      if (socket.writableLength > 0 || !answer || answer.headersSent || answer.destroyed)
        socket.destroy()
    },
    /** The body of a request did not come in time. */
    tooLate: (socket: Duplex): void =>
      void refuse({ name: '', message: '', code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket).catch(() =>
        socket.destroy(),
      ),
    badRequest: (error: NodeJS.ErrnoException, socket: Duplex): void =>
      void refuse(error, socket).catch(() => socket.destroy()),
  }
}
