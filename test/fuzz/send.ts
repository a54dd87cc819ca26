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
  stream: boolean
  ms: number
}

/** Longer than any response may take, so that a missing response is detected. */
const responseTimeoutMs = 10_000
const streamReadMs = 60

const agent = new Agent({ keepAlive: true, maxSockets: 4 })
export const hangUp = () => agent.destroy()

/** @throws if no response arrives in time */
export function send(
  url: string,
  { secret }: Actor,
  { method, path, headers, body }: Request,
): Promise<FuzzResponse> {
  const { hostname, port } = new URL(url)
  const start = performance.now()
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
      () => clientRequest.destroy(new Error(`no answer in ${responseTimeoutMs} ms`)),
      responseTimeoutMs,
    )
    clientRequest.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    clientRequest.on('response', (response) => {
      const chunks: Buffer[] = []
      const stream = /event-stream/.test(response.headers['content-type'] ?? '')
      const finish = () => {
        clearTimeout(timer)
        const text = Buffer.concat(chunks).toString()
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          body: parseJson(text),
          stream,
          ms: performance.now() - start,
        })
        if (stream) clientRequest.destroy()
      }
      response.on('data', (part: Buffer) => void chunks.push(part))
      response.on('end', finish)
      response.on('error', () =>
        stream ? undefined : clientRequest.destroy(new Error('the response was cut off')),
      )
      if (stream) setTimeout(finish, streamReadMs)
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
