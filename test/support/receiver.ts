import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to a receiver. */
export interface Received {
  id: string
  headers: IncomingHttpHeaders
  /** The exact body. */
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests access bodies freely
  body: any
}

export type Answer = RequestListener

export interface Receiver {
  url: string
  received: Received[]
  /** Sets the handler of further requests. */
  answer(handler: Answer): void
  /** Resolves after this number of requests. */
  has(count: number): Promise<void>
  stop(): Promise<void>
}

export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(code, headers).end('an answer that nobody keeps')

/** Never responds. */
export const neverRespond: Answer = () => {}

/** Closes the connection within the response. */
export const cut: Answer = (_, response) => {
  response.writeHead(200, { 'Content-Length': '1000' }).write('begun')
  setTimeout(() => response.destroy(), 20)
}

/** Starts an HTTP server that records webhooks. */
export async function startReceiver(first: Answer = status(200)): Promise<Receiver> {
  let handler = first
  const received: Received[] = []
  let tell: (() => void)[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      received.push({
        id: String(request.headers['webhook-id']),
        headers: request.headers,
        text,
        body: JSON.parse(text),
      })
      for (const each of tell.splice(0)) each()
      handler(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (next) => {
      handler = next
    },
    has: async (count) => {
      while (received.length < count) await new Promise<void>((resolve) => tell.push(resolve))
    },
    stop: async () => {
      tell = []
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
