import { connect, type Socket } from 'node:net'
import { expect } from 'vitest'

/** A connection by hand: sends what it is given, byte for byte. */
export interface Line {
  socket: Socket
  send(text: string): void
  /** What has come since the last time, as soon as it looks like this. */
  heard(pattern: RegExp): Promise<string>
  /** What has come until the other side ended it. */
  rest(): Promise<string>
}

export function dial(url: string): Promise<Line> {
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
        async heard(pattern) {
          for (let n = 0; n < 1000 && !pattern.test(text); n++) await sleep(10)
          expect(text).toMatch(pattern)
          return taken()
        },
        async rest() {
          await closed
          return taken()
        },
      })
    })
  })
}

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The head of a request; a body of this length is to follow. */
export function headOf(
  method: string,
  path: string,
  secret: string | undefined,
  length?: number,
): string {
  const body =
    length === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${length}\r\n`
  return `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n${body}\r\n`
}
