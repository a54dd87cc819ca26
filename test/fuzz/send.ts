import { Agent, type IncomingMessage, request as open } from 'node:http'
import type { Actor } from './fixture.ts'
import type { Request } from './request.ts'

/** A response, or the beginning of a stream. */
export interface FuzzResponse {
  status: number
  headers: IncomingMessage['headers']
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: responses of any shape
  body: any
  isStream: boolean
  durationMs: number
}

/** The time after which a missing response is reported. No response may take longer. */
const responseTimeoutMs = 10_000
const streamReadMs = 60

const agent = new Agent({ keepAlive: true, maxSockets: 4 })
export const closeConnections = () => agent.destroy()

/** Sends a request. @throws if the connection fails, or after `responseTimeoutMs` */
export function send(
  url: string,
  { secret }: Actor,
  { method, path, headers, body }: Request,
): Promise<FuzzResponse> {
  const { hostname, port } = new URL(url)
  const startTime = performance.now()
  return new Promise((resolve, reject) => {
    const headerLines = [
      ...headers,
      ...(secret ? [['Authorization', `Bearer ${secret}`]] : []),
      ['Host', `${hostname}:${port}`],
    ]
    if (body) headerLines.push(['Content-Length', String(body.length)])
    else if (!['GET', 'HEAD', 'QUERY', 'TRACE'].includes(method))
      headerLines.push(['Content-Length', '0'])
    const clientRequest = open({
      hostname,
      port,
      method,
      path,
      agent,
      headers: headerLines.flat() as never,
      timeout: responseTimeoutMs,
    })
    const timer = setTimeout(
      () => clientRequest.destroy(new Error(`no response within ${responseTimeoutMs} ms`)),
      responseTimeoutMs,
    )
    clientRequest.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    clientRequest.on('response', (response) => {
      const chunks: Buffer[] = []
      const isStream = /event-stream/.test(response.headers['content-type'] ?? '')
      const finish = () => {
        clearTimeout(timer)
        const responseText = Buffer.concat(chunks).toString()
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: responseText,
          body: parseJson(responseText),
          isStream,
          durationMs: performance.now() - startTime,
        })
        if (isStream) clientRequest.destroy()
      }
      response.on('data', (chunk: Buffer) => void chunks.push(chunk))
      response.on('end', finish)
      response.on('error', () =>
        isStream ? undefined : clientRequest.destroy(new Error('the response is incomplete')),
      )
      if (isStream) setTimeout(finish, streamReadMs)
    })
    clientRequest.end(body)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
