/** Signs and sends webhooks according to Standard Webhooks 1.0 (www.standardwebhooks.com). */
import { createHmac } from 'node:crypto'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { LookupFunction } from 'node:net'
import { findAddressProblem, findUrlSyntaxProblem, resolveHost } from '../lib/public-address.ts'
import type { AttemptError } from '../resources/webhooks/table.ts'

/** The outcome of a webhook request; `error` is undefined only after a 2xx response. */
export interface Outcome {
  status?: number
  latencyMs: number
  error?: AttemptError
  retryAfter?: string
}

export interface WebhookPost {
  url: string
  headers: Record<string, string>
  body: Buffer
  allowLocal: boolean
  /** The time limit from the DNS lookup to the end of the response. */
  timeoutMs: number
  /** Replaces the DNS lookup of the host name; set only by tests. */
  resolve?: ((host: string) => Promise<string[]>) | undefined
  signal: AbortSignal
}

const maxResponseBytes = 65_536

const secretPrefix = 'whsec_'

/**
 * Signs the body with each secret (`whsec_…`). For a day after a rotation, two secrets are valid,
 * and a receiver accepts either signature.
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

/** Posts a webhook. Never rejects, follows no redirects and discards the response body. */
export function sendWebhook(post: WebhookPost): Promise<Outcome> {
  const startedAt = performance.now()
  if (findUrlSyntaxProblem(post.url, post))
    return Promise.resolve({ latencyMs: 0, error: 'refused_address' })
  return new Promise((resolve) => {
    const finish = (outcome: Omit<Outcome, 'latencyMs'>) => {
      clearTimeout(timer)
      post.signal.removeEventListener('abort', abort)
      resolve({ ...outcome, latencyMs: Math.round(performance.now() - startedAt) })
      request.destroy()
    }
    let status: number | undefined
    const fail = (error: AttemptError) => finish({ error, ...(status && { status }) })
    const request = openRequest(post, fail)
    request.on('response', (response) => {
      status = response.statusCode
      discardBody(response, (isComplete) =>
        isComplete ? finish(classifyResponse(response)) : fail('closed'),
      )
    })
    const timer = setTimeout(() => fail('timeout'), post.timeoutMs)
    const abort = () => fail('closed')
    post.signal.addEventListener('abort', abort, { once: true })
    if (post.signal.aborted) abort()
    else request.end(post.body)
  })
}

const createAddressError = (host: string, problem: string) =>
  Object.assign(new Error(`${host} ${problem}`), { webhook: 'refused_address' as const })

/** Creates a lookup that resolves a host name, and fails if any address is not allowed. */
function createCheckedLookup({ allowLocal, resolve }: WebhookPost): LookupFunction {
  const findAddresses = async (host: string) => {
    const lookup = resolve ?? ((name: string) => resolveHost(name, allowLocal))
    const addresses = await lookup(host).catch(() => [])
    if (addresses.length === 0)
      throw Object.assign(new Error(`${host} cannot be resolved`), { webhook: 'dns' as const })
    for (const address of addresses) {
      const problem = findAddressProblem(address, { allowLocal })
      if (problem) throw createAddressError(address, problem)
    }
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  return (host, options, callback) => {
    findAddresses(host).then(
      (addresses) =>
        options.all
          ? callback(null, addresses)
          : callback(null, addresses[0]?.address ?? '', addresses[0]?.family),
      (error: Error) => callback(error, ''),
    )
  }
}

/** Opens a request on its own connection, and reports the phase in which the request fails. */
function openRequest(post: WebhookPost, fail: (error: AttemptError) => void): ClientRequest {
  const url = new URL(post.url)
  const isHttps = url.protocol === 'https:'
  let phase: AttemptError = 'connect'
  // Loaded on demand, so that a server without webhooks does not load the HTTP client.
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
      // Check the connected address, too, regardless of how the name was resolved.
      const problem = findAddressProblem(socket.remoteAddress ?? '', post)
      if (problem) request.destroy(createAddressError(String(socket.remoteAddress), problem))
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
  let byteCount = 0
  response.on('data', (chunk: Buffer) => {
    byteCount += chunk.length
    if (byteCount > maxResponseBytes) onEnd(true)
  })
  response.on('end', () => onEnd(response.complete))
  response.on('error', () => onEnd(false))
  response.on('close', () => onEnd(response.complete))
}

function classifyResponse(response: IncomingMessage): Omit<Outcome, 'latencyMs'> {
  const status = response.statusCode ?? 0
  if (status >= 200 && status < 300) return { status }
  const retryAfter = response.headers['retry-after']
  return {
    status,
    error: status >= 300 && status < 400 ? 'redirect' : 'http',
    ...(retryAfter && { retryAfter }),
  }
}
