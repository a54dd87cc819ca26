import { connect, type Socket } from 'node:net'
import { expect } from 'vitest'

/** A TCP connection that sends bytes unchanged. */
export interface RawConnection {
  socket: Socket
  send(text: string): void
  /** Returns the text since the last call, as soon as it matches. */
  receive(pattern: RegExp): Promise<string>
  /** Returns the text until the server closes the connection. */
  receiveAll(): Promise<string>
}

export function openConnection(url: string): Promise<RawConnection> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    let text = ''
    socket.on('data', (part) => {
      text += part.toString()
    })
    socket.once('error', reject)
    const closed = new Promise<void>((done) => socket.on('close', () => done()))
    const taken = () => {
      const found = text
      text = ''
      return found
    }
    socket.on('connect', () => {
      socket.on('error', () => {})
      resolve({
        socket,
        send: (part) => void socket.write(part),
        async receive(pattern) {
          for (let n = 0; n < 1000 && !pattern.test(text); n++) await sleep(10)
          expect(text).toMatch(pattern)
          return taken()
        },
        async receiveAll() {
          await closed
          return taken()
        },
      })
    })
  })
}

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The head of a request, with a body of `length` bytes to follow. */
export function requestHead(
  method: string,
  path: string,
  secret: string | undefined,
  length?: number,
): string {
  const body =
    length === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${length}\r\n`
  return `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n${body}\r\n`
}

/** A response read from a socket. */
export interface RawResponse {
  status: number
  head: string
  // biome-ignore lint/suspicious/noExplicitAny: tests access bodies freely
  body: any
}

export interface RawExchange {
  responses: RawResponse[]
  /** Whether the server has ended the connection. */
  ended: boolean
}

/**
 * Sends bytes unchanged and reads until the server closes the connection, or has sent the expected
 * number of responses and nothing more for a while.
 */
export function sendRaw(
  url: string,
  bytes: string | Buffer | (string | Buffer)[],
  expected = 1,
  silenceMs = 40,
): Promise<RawExchange> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () =>
      [bytes].flat().forEach((part) => void socket.write(part)),
    )
    let text = Buffer.alloc(0)
    let ended = false
    let timer = setTimeout(() => socket.destroy(), 5000)
    socket.on('data', (part) => {
      text = Buffer.concat([text, part])
      if (parseResponses(text).length < expected) return
      clearTimeout(timer)
      timer = setTimeout(() => socket.destroy(), silenceMs)
    })
    socket.on('end', () => {
      ended = true
      socket.end()
    })
    socket.on('error', () => {
      ended = true
    })
    socket.on('close', () => {
      clearTimeout(timer)
      resolve({ responses: parseResponses(text), ended })
    })
  })
}

/** The complete responses, without interim ones (100 Continue). */
function parseResponses(text: Buffer): RawResponse[] {
  const found: RawResponse[] = []
  for (let at = 0; ; ) {
    const end = text.indexOf('\r\n\r\n', at)
    if (end < 0) return found
    const head = text.subarray(at, end).toString('latin1')
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0)
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
    at = end + 4 + length
    if (at > text.length) return found
    if (status === 100) continue
    const body = text.subarray(end + 4, at).toString()
    found.push({ status, head, body: body.startsWith('{') ? JSON.parse(body) : body })
  }
}
