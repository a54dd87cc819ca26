/** Signs a webhook as in Standard Webhooks 1.0 (https://www.standardwebhooks.com) and posts it. */
import { createHmac } from 'node:crypto'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { LookupFunction } from 'node:net'
import { findAddressProblem, findUrlSyntaxProblem, resolveHost } from '../lib/public-address.ts'
import type { AttemptError } from '../resources/webhooks/table.ts'

/** The outcome of a request. `error` is absent only after a complete 2xx response. */
export interface Outcome {
  status?: number
  latencyMs: number
  error?: AttemptError
  retryAfter?: string
}

export interface Post {
  url: string
  headers: Record<string, string>
  body: Buffer
  allowLocal: boolean
  /** The time limit from the DNS lookup to the end of the response. */
  timeoutMs?: number
  /** Replaces the DNS lookup. */
  resolve?: ((host: string) => Promise<string[]>) | undefined
  signal?: AbortSignal
}

const maxResponseBytes = 65_536

const secretPrefix = 'whsec_'

/**
 * Signs the body with each secret (`whsec_…`). For a day after a rotation there are two, and a
 * receiver accepts either signature.
 */
export function createSignatureHeaders(
  id: string,
  nowMs: number,
  body: Buffer,
  secrets: readonly string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(nowMs / 1000))
  const sign = (secret: string) => {
    const base64 = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret
    const hmac = createHmac('sha256', Buffer.from(base64, 'base64'))
    return hmac.update(`${id}.${timestamp}.`).update(body).digest('base64')
  }
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  }
}

/** Posts a webhook. Never throws, follows no redirect and keeps only status and `Retry-After`. */
export function send(post: Post): Promise<Outcome> {
  const startedAt = performance.now()
  if (findUrlSyntaxProblem(post.url, post))
    return Promise.resolve({ latencyMs: 0, error: 'refused_address' })
  return new Promise((resolve) => {
    const finish = (outcome: Omit<Outcome, 'latencyMs'>) => {
      clearTimeout(timer)
      post.signal?.removeEventListener('abort', abort)
      resolve({ ...outcome, latencyMs: Math.round(performance.now() - startedAt) })
      request.destroy()
    }
    let status: number | undefined
    const fail = (error: AttemptError) => finish({ error, ...(status && { status }) })
    const request = openRequest(post, fail)
    request.on('response', (response) => {
      status = response.statusCode
      discardBody(response, (isComplete) =>
        isComplete ? finish(classify(response)) : fail('closed'),
      )
    })
    const timer = setTimeout(() => fail('timeout'), post.timeoutMs ?? 15_000)
    const abort = () => fail('closed')
    post.signal?.addEventListener('abort', abort, { once: true })
    if (post.signal?.aborted) abort()
    else request.end(post.body)
  })
}

const createRefusal = (host: string, problem: string) =>
  Object.assign(new Error(`${host} ${problem}`), { webhook: 'refused_address' as const })

/** Creates a lookup that resolves a name, and fails if any of its addresses is not allowed. */
function createCheckedLookup({ allowLocal, resolve }: Post): LookupFunction {
  const find = async (host: string) => {
    const lookup = resolve ?? ((name: string) => resolveHost(name, allowLocal))
    const addresses = await lookup(host).catch(() => [])
    if (addresses.length === 0)
      throw Object.assign(new Error(`${host} cannot be resolved`), { webhook: 'dns' as const })
    for (const address of addresses) {
      const problem = findAddressProblem(address, { allowLocal })
      if (problem) throw createRefusal(address, problem)
    }
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  return (host, options, callback) => {
    find(host).then(
      (addresses) =>
        options.all
          ? callback(null, addresses)
          : callback(null, addresses[0]?.address ?? '', addresses[0]?.family),
      (error: Error) => callback(error, ''),
    )
  }
}

/** Opens a request on a connection of its own and reports why it fails. */
function openRequest(post: Post, fail: (error: AttemptError) => void): ClientRequest {
  const url = new URL(post.url)
  const isHttps = url.protocol === 'https:'
  let phase: AttemptError = 'connect'
  // Not imported: a server without webhooks need not hold the HTTP client in memory.
  const http = process.getBuiltinModule(isHttps ? 'node:https' : 'node:http')
  const request = http.request(url, {
    method: 'POST',
    headers: { ...post.headers, 'Content-Length': String(post.body.length), Connection: 'close' },
    lookup: createCheckedLookup(post),
    agent: new http.Agent(isHttps ? { maxCachedSessions: 0 } : {}),
  })
  request.on('socket', (socket) => {
    socket.once('connect', () => {
      phase = isHttps ? 'tls' : 'closed'
      // Checks the connected address, however it was resolved.
      const problem = findAddressProblem(socket.remoteAddress ?? '', post)
      if (problem) request.destroy(createRefusal(String(socket.remoteAddress), problem))
    })
    socket.once('secureConnect', () => {
      phase = 'closed'
    })
  })
  request.on('error', (error: Error & { webhook?: AttemptError }) => fail(error.webhook ?? phase))
  request.on('upgrade', () => fail('http'))
  return request
}

function discardBody(response: IncomingMessage, onEnd: (isComplete: boolean) => void): void {
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxResponseBytes) onEnd(true)
  })
  response.on('end', () => onEnd(response.complete))
  response.on('error', () => onEnd(false))
  response.on('close', () => onEnd(response.complete))
}

function classify(response: IncomingMessage): Omit<Outcome, 'latencyMs'> {
  const status = response.statusCode ?? 0
  if (status >= 200 && status < 300) return { status }
  const retryAfter = response.headers['retry-after']
  return {
    status,
    error: status >= 300 && status < 400 ? 'redirect' : 'http',
    ...(retryAfter && { retryAfter }),
  }
}
