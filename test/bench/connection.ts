import { connect, type Socket } from 'node:net'

/** A request, which is sent repeatedly. */
export interface TimedRequest {
  method: string
  path: string
  body?: unknown
  /** The secret of a key other than the contender's own. */
  key?: string
}

export const bytesOf = ({ method, path, body }: TimedRequest, key: string): Buffer => {
  const text = body === undefined ? '' : JSON.stringify(body)
  const about = text
    ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`
    : ''
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: bench\r\nAccept: application/json\r\nAuthorization: Bearer ${key}\r\n${about}\r\n${text}`,
  )
}

const ends = (text: Buffer, from: number, needle: string) => text.indexOf(needle, from, 'latin1')

/** The end of the first response in the buffer; undefined while it is incomplete. */
function endOf(read: Buffer): number | undefined {
  const head = ends(read, 0, '\r\n\r\n')
  if (head < 0) return undefined
  const length = /\r\ncontent-length: *(\d+)/i.exec(read.toString('latin1', 0, head))?.[1]
  if (length)
    return read.length >= head + 4 + Number(length) ? head + 4 + Number(length) : undefined
  const last = ends(read, head, '\r\n0\r\n\r\n')
  return last < 0 ? undefined : last + 7
}

export interface Connection {
  /** @returns the status */
  ask(request: Buffer): Promise<number>
  close(): void
}

/**
 * A keep-alive connection that parses only the length of a response: a client as expensive as the
 * server would measure itself.
 */
export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise<void>((resolve, reject) =>
    socket.once('connect', resolve).once('error', reject),
  )
  let read: Buffer = Buffer.alloc(0)
  let waiting: PromiseWithResolvers<number> | undefined
  const fail = () => waiting?.reject(new Error('the server closed the connection'))
  socket.on('error', fail).on('close', fail)
  socket.on('data', (part: Buffer) => {
    read = read.length > 0 ? Buffer.concat([read, part]) : part
    const end = endOf(read)
    if (end === undefined) return
    const status = Number(read.toString('latin1', 9, 12))
    read = read.subarray(end)
    waiting?.resolve(status)
  })
  return {
    ask(request) {
      waiting = Promise.withResolvers()
      socket.write(request)
      return waiting.promise
    },
    close: () => void socket.off('close', fail).destroy(),
  }
}
