/**
 * The rate limit of each API key and identity. Attempts with an invalid credential are counted by
 * the caller's address instead.
 */
import type { Deps } from '../context.ts'
import { ApiError, rateLimitExceeded } from '../errors.ts'
import { withTimeout } from '../lib/async.ts'
import { formatCount, formatCountOf } from '../lib/text.ts'
import type { Allowance } from '../store/store.ts'
import { type RequestContext, requireViewer, type Step } from './request-context.ts'

/** Maximum time that an attempt waits for the counter of failed attempts. */
const attemptTimeoutMs = 2000

/**
 * Charges an attempt to authenticate to the caller's address.
 * @param units -1 refunds an attempt that did not fail
 * @throws RATE_LIMIT_EXCEEDED after too many
 * @throws UNAVAILABLE if the attempt cannot be counted: uncounted attempts allow guessing keys
 */
export async function chargeAttempt(http: RequestContext, units: 1 | -1 = 1): Promise<void> {
  http.allowance = await chargeAddress(http, units, attemptTimeoutMs)
  if (!http.allowance.granted) throw rateLimitExceeded(secondsLeft(http))
}

/** Charges a failed attempt, unless it guessed nothing, and throws its error. */
export async function rejectAttempt(http: RequestContext, error: ApiError): Promise<never> {
  if (!error.isUncharged) await chargeAttempt(http)
  throw error
}

export const chargeRequest: Step = (http) => chargeUnits(http, 1)

/** Text for errors of rate limits: the costliest part of a request, and how to reduce its cost. */
export type CostAdvice = { summary: string; remedy: string }

/**
 * Charges a request for all its units or none: beyond the limit, earlier units are refunded.
 * @throws RATE_LIMIT_EXCEEDED with the seconds until the window ends
 */
export async function chargeUnits(http: RequestContext, units: number, advice?: () => CostAdvice) {
  const { counters } = http.deps.store
  const limit = http.deps.settings.RATE_LIMIT_PER_HOUR
  const key = requireViewer(http).credentialId ?? ''
  http.allowance = await counters.charge(key, limit, units, http.deps.now())
  if (http.allowance.granted) {
    http.units += units
    return undefined
  }
  const cost = http.units + units
  if (http.units > 0)
    http.allowance = await counters.charge(key, limit, -http.units, http.deps.now())
  http.units = 0
  throw rateLimitExceeded(secondsLeft(http), advice && describeCost(cost, http.allowance, advice()))
}

const describeCost = (units: number, { remaining }: Allowance, { summary, remedy }: CostAdvice) =>
  `The request ${summary} and costs ${formatCountOf(units, 'unit')}; ${formatCount(remaining)} of this hour are left: ${remedy}, or`

const secondsLeft = ({ allowance, deps }: RequestContext): number =>
  Math.max(1, (allowance?.reset ?? 0) - Math.floor(deps.now() / 1000))

/** The parts of a request that identify its counter of failed attempts. */
type Attempt = Pick<RequestContext, 'deps' | 'address'>

/** Returns the rate limit headers of a response (contract, clause 8; `RateLimit`: IETF draft). */
export async function getRateLimitHeaders(
  http: Attempt & Pick<RequestContext, 'allowance' | 'isUncounted'>,
): Promise<Record<string, string>> {
  if (http.isUncounted) return {}
  const allowance = http.allowance ?? (await readAddressAllowance(http))
  if (!allowance) return {}
  const seconds = Math.max(0, allowance.reset - Math.floor(http.deps.now() / 1000))
  return {
    'X-RateLimit-Limit': String(allowance.limit),
    'X-RateLimit-Remaining': String(allowance.remaining),
    'X-RateLimit-Reset': String(allowance.reset),
    'RateLimit-Policy': `"default";q=${allowance.limit};w=3600`,
    RateLimit: `"default";r=${allowance.remaining};t=${seconds}`,
  }
}

export const maxFailedAttemptsPerHour = 1000

/** Charges an address for attempts without a valid key; 0 units only read the counter. */
const chargeAddress = ({ deps, address }: Attempt, units: number, timeoutMs: number) =>
  withTimeout(timeoutMs, () =>
    deps.store.counters.charge(addressKey(address), maxFailedAttemptsPerHour, units, deps.now()),
  )

/** Maximum time that a response waits for the counter of its address. */
const responseTimeoutMs = 1000

/** Returns undefined if the counter is unavailable: a lost database must not delay responses. */
const readAddressAllowance = (attempt: Attempt): Promise<Allowance | undefined> =>
  chargeAddress(attempt, 0, responseTimeoutMs).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'UNAVAILABLE') return undefined
    throw error
  })

/** Returns the counter key of an address; an IPv6 /64, one customer's network, shares a key. */
function addressKey(address: string): string {
  const plainAddress = address.replace(/^::ffff:/i, '')
  if (!plainAddress.includes(':')) return `address:${plainAddress}`
  const [head = '', tail] = plainAddress.split('::')
  const groups = head.split(':').filter(Boolean)
  const tailGroups = (tail ?? '').split(':').filter(Boolean)
  const missingCount = tail === undefined ? 0 : 8 - groups.length - tailGroups.length
  const all = [...groups, ...Array<string>(Math.max(0, missingCount)).fill('0'), ...tailGroups]
  const networkGroups = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `address:${networkGroups.join(':')}`
}

/** Deletes the counters of addresses whose hour has ended. */
export const deleteExpiredAddresses = (deps: Deps): Promise<void> =>
  deps.store.counters.deleteWindows('address:', deps.now())
