import type { IncomingMessage } from 'node:http'
import type { Deps } from '../context.ts'

/**
 * Attempts without a valid key that an address has in an hour. They never touch requests with a
 * valid key.
 */
export const failedAttemptsPerHour = 1000

/**
 * The counter of an address. An IPv6 customer has a whole /64 of addresses, so that they count as
 * one.
 */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:/i, '')
  if (!plain.includes(':')) return `address:${plain}`
  const [head = '', tail] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing =
    tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  const full = [
    ...groups,
    ...Array<string>(Math.max(0, missing)).fill('0'),
    ...(tail ?? '').split(':').filter(Boolean),
  ]
  const plainly = (group: string) => Number.parseInt(group, 16).toString(16)
  return `address:${full.slice(0, 4).map(plainly).join(':')}`
}

/** Forgets the addresses whose hour is over. */
export const forgetAddresses = (deps: Deps): Promise<void> =>
  deps.store.counters.deleteWindows('address:', deps.now())

/** Where a request comes from: the nearest address that is not a trusted proxy's. */
export function callerOf(request: IncomingMessage, proxies: string[]): string {
  const peer = request.socket.remoteAddress ?? 'unknown'
  const named = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const trusted = (address: string) => proxies.includes(address.replace(/^::ffff:/i, ''))
  return [...named, peer].findLast((address) => !trusted(address)) ?? peer
}
