import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that a receiver has recorded. */
export interface ReceivedRequest {
  /** The header `webhook-id`. */
  id: string
  headers: IncomingHttpHeaders
  /** The exact body text. */
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests access bodies freely
  body: any
}

export type ReceiverHandler = RequestListener

export interface Receiver {
  url: string
  received: ReceivedRequest[]
  /** Sets the handler for later requests. */
  respondWith(handler: ReceiverHandler): void
  /** Resolves when this number of requests has arrived. */
  waitForCount(count: number): Promise<void>
  stop(): Promise<void>
}

export const respondWithStatus =
  (code: number, headers: Record<string, string> = {}): ReceiverHandler =>
  (_, response) =>
    response.writeHead(code, headers).end('ignored response body')

/** A handler that never responds. */
export const neverRespond: ReceiverHandler = () => {}

/** A handler that closes the connection in the middle of the response. */
export const truncateResponse: ReceiverHandler = (_, response) => {
  response.writeHead(200, { 'Content-Length': '1000' }).write('begun')
  setTimeout(() => response.destroy(), 20)
}

/** Starts an HTTP server that records requests with JSON bodies, such as webhook requests. */
export async function startReceiver(
  firstHandler: ReceiverHandler = respondWithStatus(200),
): Promise<Receiver> {
  let handler = firstHandler
  const receivedRequests: ReceivedRequest[] = []
  let waiters: (() => void)[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const bodyText = Buffer.concat(chunks).toString()
      receivedRequests.push({
        id: String(request.headers['webhook-id']),
        headers: request.headers,
        text: bodyText,
        body: JSON.parse(bodyText),
      })
      for (const resolve of waiters.splice(0)) resolve()
      handler(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: receivedRequests,
    respondWith: (next) => {
      handler = next
    },
    waitForCount: async (count) => {
      while (receivedRequests.length < count)
        await new Promise<void>((resolve) => waiters.push(resolve))
    },
    stop: async () => {
      waiters = []
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
