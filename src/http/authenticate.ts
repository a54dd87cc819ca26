import { authenticate } from '../auth/authenticate.ts'
import { rateLimitExceeded, unauthorized } from '../errors.ts'
import type { Step } from './exchange.ts'
import { secondsLeft } from './rate-limit.ts'

const bearer = /^Bearer +(\S+)$/i

/** Attempts without a valid key that an address has in an hour. They never touch requests with a valid key. */
export const failedAttemptsPerHour = 1000

/** The API key, as `Authorization: Bearer <key>`; for all of `/v1` and `/graphql`, unknown paths included. */
export const requireKey: Step = async (x) => {
  const given = x.request.headersDistinct['authorization'] ?? []
  const secret = given.length === 1 ? bearer.exec(given[0] ?? '')?.[1] : undefined
  const viewer = secret ? await x.deps.store.look((db) => authenticate(x.deps, db, secret)) : undefined
  if (viewer) {
    x.viewer = viewer
    return undefined
  }
  x.allowance = await x.deps.store.counters.charge(addressKey(x.address), failedAttemptsPerHour, 1, x.deps.now())
  throw x.allowance.granted ? unauthorized() : rateLimitExceeded(secondsLeft(x))
}

/** An IPv6 customer has a whole /64 of addresses, so that they count as one. */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:/i, '')
  if (!plain.includes(':')) return `address:${plain}`
  const [head = '', tail] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  const full = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail ?? '').split(':').filter(Boolean)]
  return `address:${full.slice(0, 4).join(':')}`
}
