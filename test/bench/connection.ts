import { connect, type Socket } from 'node:net'

/** A request that the load generator sends repeatedly. */
export interface TimedRequest {
  method: string
  path: string
  body?: unknown
  /** The API key of the request; by default, that of its `Load`. */
  key?: string
}

export const encodeRequest = ({ method, path, body }: TimedRequest, key: string): Buffer => {
  const bodyJson = body === undefined ? '' : JSON.stringify(body)
  const bodyHeaders = bodyJson
    ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(bodyJson)}\r\n`
    : ''
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: bench\r\nAccept: application/json\r\nAuthorization: Bearer ${key}\r\n${bodyHeaders}\r\n${bodyJson}`,
  )
}

const findSequence = (buffer: Buffer, start: number, needle: string) =>
  buffer.indexOf(needle, start, 'latin1')

/**
 * Returns the end offset of the first response in the buffer, or undefined if the response is
 * incomplete.
 */
function findResponseEnd(buffer: Buffer): number | undefined {
  const headEnd = findSequence(buffer, 0, '\r\n\r\n')
  if (headEnd < 0) return undefined
  const contentLength = /\r\ncontent-length: *(\d+)/i.exec(
    buffer.toString('latin1', 0, headEnd),
  )?.[1]
  if (contentLength)
    return buffer.length >= headEnd + 4 + Number(contentLength)
      ? headEnd + 4 + Number(contentLength)
      : undefined
  const lastChunkStart = findSequence(buffer, headEnd, '\r\n0\r\n\r\n')
  return lastChunkStart < 0 ? undefined : lastChunkStart + 7
}

export interface Connection {
  /** Sends a request and returns the response status. */
  send(request: Buffer): Promise<number>
  close(): void
}

/**
 * Opens a keep-alive connection. The client determines only the length of each response, because
 * the time spent on parsing would distort the measurements.
 */
export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise<void>((resolve, reject) =>
    socket.once('connect', resolve).once('error', reject),
  )
  let buffer: Buffer = Buffer.alloc(0)
  let pendingResponse: PromiseWithResolvers<number> | undefined
  const rejectPending = () => pendingResponse?.reject(new Error('the server closed the connection'))
  socket.on('error', rejectPending).on('close', rejectPending)
  socket.on('data', (chunk: Buffer) => {
    buffer = buffer.length > 0 ? Buffer.concat([buffer, chunk]) : chunk
    const responseEnd = findResponseEnd(buffer)
    if (responseEnd === undefined) return
    const status = Number(buffer.toString('latin1', 9, 12))
    buffer = buffer.subarray(responseEnd)
    pendingResponse?.resolve(status)
  })
  return {
    send(request) {
      pendingResponse = Promise.withResolvers()
      socket.write(request)
      return pendingResponse.promise
    },
    close: () => void socket.off('close', rejectPending).destroy(),
  }
}
