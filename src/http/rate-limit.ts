/**
 * The rate limit per API key or identity. Attempts with an invalid credential are counted per
 * client address instead.
 */
import type { Deps } from '../context.ts'
import { ApiError, rateLimitExceeded } from '../errors.ts'
import { withTimeout } from '../lib/async.ts'
import { formatCount, formatCountOf } from '../lib/text.ts'
import type { Allowance } from '../store/store.ts'
import { type RequestContext, requireViewer, type Step } from './request-context.ts'

/** Maximum time to wait for the counter of failed attempts. */
const attemptTimeoutMs = 2000

/**
 * Charges an authentication attempt to the client's address.
 * @param units 1 charges an attempt; -1 refunds an attempt that succeeded
 * @throws RATE_LIMIT_EXCEEDED after too many attempts
 * @throws UNAVAILABLE if the attempt cannot be counted, so that guesses are always limited
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

export const chargeRequest: Step = (http) => chargeUnits(http, 1)

/** Text for rate limit errors: the costliest part of a request and how to reduce its cost. */
export type CostAdvice = { summary: string; remedy: string }

/**
 * Charges units for a request. If the limit is exceeded, also refunds the request's earlier units.
 * @throws RATE_LIMIT_EXCEEDED with the seconds until the rate limit window ends
 */
export async function chargeUnits(http: RequestContext, units: number, advice?: () => CostAdvice) {
  const { counters } = http.deps.store
  const maxUnits = http.deps.settings.RATE_LIMIT_PER_HOUR
  const credentialKey = requireViewer(http).credentialId ?? ''
  http.allowance = await counters.charge(credentialKey, maxUnits, units, http.deps.now())
  if (http.allowance.granted) {
    http.units += units
    return undefined
  }
  const cost = http.units + units
  if (http.units > 0)
    http.allowance = await counters.charge(credentialKey, maxUnits, -http.units, http.deps.now())
  http.units = 0
  const reason = advice && describeCost(cost, http.allowance, advice())
  throw rateLimitExceeded(getSecondsLeft(http), reason)
}

const describeCost = (units: number, { remaining }: Allowance, { summary, remedy }: CostAdvice) =>
  `The request ${summary} and costs ${formatCountOf(units, 'unit')}; ${formatCount(remaining)} of this hour are left: ${remedy}, or`

const getSecondsLeft = ({ allowance, deps }: RequestContext): number =>
  Math.max(1, (allowance?.reset ?? 0) - Math.floor(deps.now() / 1000))

/** The parts of a request that determine its counter of failed attempts. */
type Attempt = Pick<RequestContext, 'deps' | 'address'>

/** Returns the rate limit headers of a response (contract, clause 8, and the IETF draft). */
export async function getRateLimitHeaders(
  http: Attempt & Pick<RequestContext, 'allowance' | 'omitsRateLimitHeaders'>,
): Promise<Record<string, string>> {
  if (http.omitsRateLimitHeaders) return {}
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

/** Charges a client address for failed attempts; 0 units only read the counter. */
const chargeAddress = ({ deps, address }: Attempt, units: number, timeoutMs: number) =>
  withTimeout(timeoutMs, () =>
    deps.store.counters.charge(toAddressKey(address), maxFailedAttemptsPerHour, units, deps.now()),
  )

/** Maximum time that a response waits for the counter of the client's address. */
const responseTimeoutMs = 1000

/** Returns undefined if the database is unavailable, so that responses are not delayed. */
const readAddressAllowance = (attempt: Attempt): Promise<Allowance | undefined> =>
  chargeAddress(attempt, 0, responseTimeoutMs).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'UNAVAILABLE') return undefined
    throw error
  })

/** Returns the counter key of an address. An IPv6 /64 network (one customer) shares a key. */
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
