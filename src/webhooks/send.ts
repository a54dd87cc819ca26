import type { ClientRequest, IncomingMessage } from 'node:http'
import type { LookupFunction } from 'node:net'
import { refusedAddress, refusedSpelling, resolved } from './addresses.ts'

/** Why a try failed. */
export type ErrorClass =
  | 'timeout'
  | 'dns'
  | 'refused_address'
  | 'connect'
  | 'tls'
  | 'redirect'
  | 'http'
  | 'closed'

/** What came of one try. Only a 2xx answer that came whole is a success, which has no `error`. */
export interface Outcome {
  status?: number
  latencyMs: number
  error?: ErrorClass
  /** The header of the answer, as it came. */
  retryAfter?: string
}

export interface Sending {
  url: string
  headers: Record<string, string>
  body: Buffer
  allowLocal: boolean
  /** Milliseconds for all of it, from looking the name up to the end of the answer. */
  timeout?: number
  /** The addresses of a name; the resolver unless told otherwise. */
  resolve?: ((host: string) => Promise<string[]>) | undefined
  /** Ends it before its time. */
  signal?: AbortSignal
}

/** So much of an answer is read, and thrown away, before its connection is cut. */
const mostOfAnswer = 65_536

const refused = (host: string, why: string) =>
  Object.assign(new Error(`${host} ${why}`), { webhook: 'refused_address' as const })

/**
 * Looks a name up and lets nothing through that is refused: what is connected to is what was
 * checked.
 */
function checkedLookup({ allowLocal, resolve }: Sending): LookupFunction {
  const find = async (host: string) => {
    const addresses = await (resolve ?? ((name) => resolved(name, allowLocal)))(host).catch(
      () => [],
    )
    if (addresses.length === 0)
      throw Object.assign(new Error(`${host} cannot be found`), { webhook: 'dns' as const })
    for (const address of addresses) {
      const why = refusedAddress(address, { allowLocal })
      if (why) throw refused(address, why)
    }
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  return (host, options, callback) => {
    find(host).then(
      (found) =>
        options.all
          ? callback(null, found)
          : callback(null, found[0]?.address ?? '', found[0]?.family),
      (error: Error) => callback(error, ''),
    )
  }
}

/**
 * Sends one webhook by POST. Never throws, follows no redirect and keeps nothing of the answer but
 * its status and `Retry-After`.
 */
export function send(sending: Sending): Promise<Outcome> {
  const start = performance.now()
  const latencyMs = () => Math.round(performance.now() - start)
  if (refusedSpelling(sending.url, sending))
    return Promise.resolve({ latencyMs: 0, error: 'refused_address' })
  return new Promise((resolve) => {
    const done = (outcome: Omit<Outcome, 'latencyMs'>) => {
      clearTimeout(timer)
      sending.signal?.removeEventListener('abort', abort)
      resolve({ ...outcome, latencyMs: latencyMs() })
      request.destroy()
    }
    let status: number | undefined
    const failed = (error: ErrorClass) => done({ error, ...(status && { status }) })
    const request = open(sending, failed)
    request.on('response', (answer) => {
      status = answer.statusCode
      discard(answer, (whole) => (whole ? done(judged(answer)) : failed('closed')))
    })
    const timer = setTimeout(() => failed('timeout'), sending.timeout ?? 15_000)
    const abort = () => failed('closed')
    sending.signal?.addEventListener('abort', abort, { once: true })
    if (sending.signal?.aborted) abort()
    else request.end(sending.body)
  })
}

/** A request on a connection of its own, that tells why it fails. */
function open(sending: Sending, failed: (error: ErrorClass) => void): ClientRequest {
  const url = new URL(sending.url)
  const https = url.protocol === 'https:'
  let phase: ErrorClass = 'connect'
  // Not imported: a server that sends none need not keep them in memory.
  const { Agent, request: begin } = process.getBuiltinModule(https ? 'node:https' : 'node:http')
  const request = begin(url, {
    method: 'POST',
    headers: {
      ...sending.headers,
      'Content-Length': String(sending.body.length),
      Connection: 'close',
    },
    lookup: checkedLookup(sending),
    agent: new Agent(https ? { maxCachedSessions: 0 } : {}),
  })
  request.on('socket', (socket) => {
    socket.once('connect', () => {
      phase = https ? 'tls' : 'closed'
      // Whatever way it was taken: this is where it has led.
      const why = refusedAddress(socket.remoteAddress ?? '', sending)
      if (why) request.destroy(refused(String(socket.remoteAddress), why))
    })
    socket.once('secureConnect', () => {
      phase = 'closed'
    })
  })
  request.on('error', (error: Error & { webhook?: ErrorClass }) => failed(error.webhook ?? phase))
  // Nobody upgrades here.
  request.on('upgrade', () => failed('http'))
  return request
}

function discard(answer: IncomingMessage, ended: (whole: boolean) => void): void {
  let length = 0
  answer.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > mostOfAnswer) ended(true)
  })
  answer.on('end', () => ended(answer.complete))
  answer.on('error', () => ended(false))
  answer.on('close', () => ended(answer.complete))
}

function judged(answer: IncomingMessage): Omit<Outcome, 'latencyMs'> {
  const status = answer.statusCode ?? 0
  if (status >= 200 && status < 300) return { status }
  const retryAfter = answer.headers['retry-after']
  return {
    status,
    error: status >= 300 && status < 400 ? 'redirect' : 'http',
    ...(retryAfter && { retryAfter }),
  }
}
