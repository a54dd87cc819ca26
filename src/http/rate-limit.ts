/**
 * The rate limit: units per API key and hour, and failed attempts per address and hour. Attempts
 * without a valid key never use up units of a key.
 */
import type { Deps } from '../context.ts'
import { ApiError, rateLimitExceeded } from '../errors.ts'
import { formatCount, formatCountOf } from '../lib/format-count.ts'
import { withTimeout } from '../lib/timeout.ts'
import type { Allowance } from '../store/store.ts'
import { type RequestContext, requireViewer, type Step } from './request-context.ts'

export const maxFailedAttemptsPerHour = 1000

/** Charges one unit for each request with a valid key. */
export const chargeRequest: Step = (http) => chargeUnits(http, 1)

/** The largest cost of a request, and the remedy. */
export interface CostAdvice {
  share: string
  remedy: string
}

/**
 * Charges all units of a request or none: a request that cannot pay further units gets the first
 * back.
 * @throws RATE_LIMIT_EXCEEDED with the seconds until the window ends
 */
export async function chargeUnits(
  http: RequestContext,
  units: number,
  advice?: () => CostAdvice,
): Promise<undefined> {
  const { counters } = http.deps.store
  const limit = http.deps.settings.RATE_LIMIT_PER_HOUR
  const key = requireViewer(http).keyId ?? ''
  http.allowance = await counters.charge(key, limit, units, http.deps.now())
  if (http.allowance.granted) {
    http.units += units
    return undefined
  }
  const cost = http.units + units
  if (http.units > 0)
    http.allowance = await counters.charge(key, limit, -http.units, http.deps.now())
  http.units = 0
  throw rateLimitExceeded(secondsLeft(http), advice && tooExpensive(cost, http.allowance, advice()))
}

const tooExpensive = (units: number, { remaining }: Allowance, { share, remedy }: CostAdvice) =>
  `The request ${share} and costs ${formatCountOf(units, 'unit')}; ${formatCount(remaining)} of this hour are left: ${remedy}, or`

export const secondsLeft = (http: RequestContext): number =>
  Math.max(1, (http.allowance?.reset ?? 0) - Math.floor(http.deps.now() / 1000))

/** The state of the window, on every response (contract, clause 8; `RateLimit` is the IETF draft). */
export async function rateLimitHeaders(
  http: Pick<RequestContext, 'allowance' | 'deps' | 'address' | 'isUncounted'>,
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

/** Counts attempts without a valid key, or with 0 units reads their counter. */
export const chargeAddress = (
  { deps, address }: Pick<RequestContext, 'deps' | 'address'>,
  units: number,
  timeoutMs: number,
): Promise<Allowance> =>
  withTimeout(timeoutMs, () =>
    deps.store.counters.charge(addressKey(address), maxFailedAttemptsPerHour, units, deps.now()),
  )

/** Maximum wait of a response for the counter of its address. */
const counterTimeoutMs = 1000

/** Undefined if the counter is unavailable, since an unreachable database must not delay responses. */
const readAddressAllowance = (
  http: Pick<RequestContext, 'deps' | 'address'>,
): Promise<Allowance | undefined> =>
  chargeAddress(http, 0, counterTimeoutMs).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'UNAVAILABLE') return undefined
    throw error
  })

/** The counter of an address. The addresses of an IPv6 /64 belong to one customer and share one. */
function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:/i, '')
  if (!plain.includes(':')) return `address:${plain}`
  const [head = '', tail] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  const tailGroups = (tail ?? '').split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - groups.length - tailGroups.length
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...tailGroups]
  const normalized = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `address:${normalized.join(':')}`
}

/** Deletes the counters of addresses whose hour has ended. */
export const deleteExpiredAddresses = (deps: Deps): Promise<void> =>
  deps.store.counters.deleteWindows('address:', deps.now())
