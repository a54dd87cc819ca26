import { connect, type Socket } from 'node:net'

/** A request that is sent repeatedly. */
export interface TimedRequest {
  method: string
  path: string
  body?: unknown
  /** The secret of the key to use instead of the contender's own. */
  key?: string
}

export const encodeRequest = ({ method, path, body }: TimedRequest, key: string): Buffer => {
  const text = body === undefined ? '' : JSON.stringify(body)
  const bodyHeaders = text
    ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`
    : ''
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: bench\r\nAccept: application/json\r\nAuthorization: Bearer ${key}\r\n${bodyHeaders}\r\n${text}`,
  )
}

const findEnd = (text: Buffer, start: number, needle: string) =>
  text.indexOf(needle, start, 'latin1')

/** Returns the end of the first response in the buffer, or undefined while it is incomplete. */
function findResponseEnd(buffer: Buffer): number | undefined {
  const head = findEnd(buffer, 0, '\r\n\r\n')
  if (head < 0) return undefined
  const length = /\r\ncontent-length: *(\d+)/i.exec(buffer.toString('latin1', 0, head))?.[1]
  if (length)
    return buffer.length >= head + 4 + Number(length) ? head + 4 + Number(length) : undefined
  const lastChunk = findEnd(buffer, head, '\r\n0\r\n\r\n')
  return lastChunk < 0 ? undefined : lastChunk + 7
}

export interface Connection {
  /** @returns the status of the response */
  send(request: Buffer): Promise<number>
  close(): void
}

/**
 * Opens a keep-alive connection. It parses only the length of each response, because a client as
 * slow as the server would distort the results.
 */
export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise<void>((resolve, reject) =>
    socket.once('connect', resolve).once('error', reject),
  )
  let buffer: Buffer = Buffer.alloc(0)
  let pendingResponse: PromiseWithResolvers<number> | undefined
  const fail = () => pendingResponse?.reject(new Error('the server closed the connection'))
  socket.on('error', fail).on('close', fail)
  socket.on('data', (chunk: Buffer) => {
    buffer = buffer.length > 0 ? Buffer.concat([buffer, chunk]) : chunk
    const end = findResponseEnd(buffer)
    if (end === undefined) return
    const status = Number(buffer.toString('latin1', 9, 12))
    buffer = buffer.subarray(end)
    pendingResponse?.resolve(status)
  })
  return {
    send(request) {
      pendingResponse = Promise.withResolvers()
      socket.write(request)
      return pendingResponse.promise
    },
    close: () => void socket.off('close', fail).destroy(),
  }
}
