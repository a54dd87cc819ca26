/** Counts authentication attempts with an invalid credential, per client address. */
import type { Deps } from '../context.ts'
import { ApiError, rateLimitExceeded } from '../errors.ts'
import { withTimeout } from '../lib/async.ts'
import type { Allowance } from '../store/store.ts'
import type { RequestContext } from './request-context.ts'

/** Maximum time to wait for the counter of failed attempts. */
const attemptTimeoutMs = 2000

/**
 * Charges an authentication attempt to the client's address or, if `units` is -1, refunds it after
 * the attempt succeeded. @throws RATE_LIMIT_EXCEEDED after too many attempts, or UNAVAILABLE if the
 * attempt cannot be counted, so that guesses are always limited
 */
export async function chargeAttempt(http: RequestContext, units: 1 | -1 = 1): Promise<void> {
  http.allowance = await chargeAddress(http, units, attemptTimeoutMs)
  if (!http.allowance.granted) throw rateLimitExceeded(getSecondsLeft(http))
}

/** Charges a failed attempt, unless the error is uncharged, and throws the error. */
export async function rejectAttempt(http: RequestContext, error: ApiError): Promise<never> {
  if (!error.isUncharged) await chargeAttempt(http)
  throw error
}

/** Returns the seconds until the rate limit window of the request ends. */
export const getSecondsLeft = ({ allowance, deps }: RequestContext): number =>
  Math.max(1, (allowance?.reset ?? 0) - Math.floor(deps.now() / 1000))

/** The parts of a request that determine its counter of failed attempts. */
export type ClientAddress = Pick<RequestContext, 'deps' | 'address'>

export const maxFailedAttemptsPerHour = 1000

/** Charges failed attempts to a client address. If `units` is 0, only reads the counter. */
const chargeAddress = ({ deps, address }: ClientAddress, units: number, timeoutMs: number) =>
  withTimeout(timeoutMs, () =>
    deps.store.counters.charge(toAddressKey(address), maxFailedAttemptsPerHour, units, deps.now()),
  )

/** Maximum time that a response waits for the counter of the client's address. */
const responseTimeoutMs = 1000

/** Returns undefined if the counter cannot be read in time; no rate limit headers are sent then. */
export const readAddressAllowance = (client: ClientAddress): Promise<Allowance | undefined> =>
  chargeAddress(client, 0, responseTimeoutMs).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'UNAVAILABLE') return undefined
    throw error
  })

/** Returns an address's counter key. An IPv6 /64 network, usually one customer, has one key. */
function toAddressKey(address: string): string {
  const plainAddress = address.replace(/^::ffff:/i, '')
  if (!plainAddress.includes(':')) return `address:${plainAddress}`
  const [head = '', tail] = plainAddress.split('::')
  const headGroups = head.split(':').filter(Boolean)
  const tailGroups = (tail ?? '').split(':').filter(Boolean)
  const missingCount = tail === undefined ? 0 : 8 - headGroups.length - tailGroups.length
  const padding = Array<string>(Math.max(0, missingCount)).fill('0')
  const groups = [...headGroups, ...padding, ...tailGroups]
  const networkGroups = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `address:${networkGroups.join(':')}`
}

/** Deletes the counters of client addresses whose hour has ended. */
export const deleteExpiredAddresses = (deps: Deps): Promise<void> =>
  deps.store.counters.deleteWindows('address:', deps.now())
