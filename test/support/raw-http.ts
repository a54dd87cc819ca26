import { connect, type Socket } from 'node:net'
import { expect } from 'vitest'

/** A TCP connection that sends bytes unchanged. */
export interface RawConnection {
  socket: Socket
  send(text: string): void
  /** Returns the text received since the last call, as soon as the text matches the pattern. */
  receive(pattern: RegExp): Promise<string>
  /** Returns the text received until the server closes the connection. */
  receiveAll(): Promise<string>
}

export function openConnection(url: string): Promise<RawConnection> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    let receivedText = ''
    socket.on('data', (chunk) => {
      receivedText += chunk.toString()
    })
    socket.once('error', reject)
    const closeEvent = new Promise<void>((resolve) => socket.on('close', () => resolve()))
    const takeReceivedText = () => {
      const returnedText = receivedText
      receivedText = ''
      return returnedText
    }
    socket.on('connect', () => {
      socket.on('error', () => {})
      resolve({
        socket,
        send: (chunk) => void socket.write(chunk),
        async receive(pattern) {
          for (let n = 0; n < 1000 && !pattern.test(receivedText); n++) await sleep(10)
          expect(receivedText).toMatch(pattern)
          return takeReceivedText()
        },
        async receiveAll() {
          await closeEvent
          return takeReceivedText()
        },
      })
    })
  })
}

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Returns the request line and headers of a request whose body has `length` bytes, or of a request
 * without a body if `length` is missing.
 */
export function formatRequestHead(
  method: string,
  path: string,
  secret: string | undefined,
  length?: number,
): string {
  const bodyHeaders =
    length === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${length}\r\n`
  return `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n${bodyHeaders}\r\n`
}

/** A response read from a raw connection. */
export interface RawResponse {
  status: number
  head: string
  // biome-ignore lint/suspicious/noExplicitAny: tests access bodies freely
  body: any
}

export interface RawExchange {
  responses: RawResponse[]
  /** Whether the server has closed or reset the connection. */
  isEnded: boolean
}

/**
 * Sends bytes unchanged, and reads until the server closes the connection, has sent nothing for
 * `silenceMs` after the expected number of responses, or has sent fewer responses after 5 seconds.
 */
export function sendRaw(
  url: string,
  bytes: string | Buffer | (string | Buffer)[],
  expectedCount = 1,
  silenceMs = 40,
): Promise<RawExchange> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () =>
      [bytes].flat().forEach((chunk) => void socket.write(chunk)),
    )
    let receivedBytes = Buffer.alloc(0)
    let isEnded = false
    let timer = setTimeout(() => socket.destroy(), 5000)
    socket.on('data', (chunk) => {
      receivedBytes = Buffer.concat([receivedBytes, chunk])
      if (parseResponses(receivedBytes).length < expectedCount) return
      clearTimeout(timer)
      timer = setTimeout(() => socket.destroy(), silenceMs)
    })
    socket.on('end', () => {
      isEnded = true
      socket.end()
    })
    socket.on('error', () => {
      isEnded = true
    })
    socket.on('close', () => {
      clearTimeout(timer)
      resolve({ responses: parseResponses(receivedBytes), isEnded })
    })
  })
}

/** Parses the complete responses, except interim responses (100 Continue). */
function parseResponses(bytes: Buffer): RawResponse[] {
  const responses: RawResponse[] = []
  for (let position = 0; ; ) {
    const headEnd = bytes.indexOf('\r\n\r\n', position)
    if (headEnd < 0) return responses
    const head = bytes.subarray(position, headEnd).toString('latin1')
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0)
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
    position = headEnd + 4 + length
    if (position > bytes.length) return responses
    if (status === 100) continue
    const body = bytes.subarray(headEnd + 4, position).toString()
    responses.push({ status, head, body: body.startsWith('{') ? JSON.parse(body) : body })
  }
}
