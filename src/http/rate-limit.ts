import { ApiError, rateLimitExceeded } from '../errors.ts'
import { formatCount, formatCountOf } from '../lib/format-count.ts'
import { withTimeout } from '../lib/timeout.ts'
import type { Allowance } from '../store/store.ts'
import { addressKey, failedAttemptsPerHour } from './address.ts'
import { type RequestContext, type Step, viewerOf } from './request-context.ts'

/** One unit for each request with a valid key. */
export const chargeRequest: Step = (x) => charge(x, 1)

/** The largest cost of a request, and the remedy. */
export interface CostAdvice {
  share: string
  remedy: string
}

/**
 * Takes units from the key's window, all of a request's or none: one that cannot pay the rest gets
 * the first back.
 * @throws RATE_LIMIT_EXCEEDED with the seconds until the window ends
 */
export async function charge(
  x: RequestContext,
  units: number,
  advice?: () => CostAdvice,
): Promise<undefined> {
  const { counters } = x.deps.store
  const limit = x.deps.settings.RATE_LIMIT_PER_HOUR
  const key = viewerOf(x).keyId ?? ''
  x.allowance = await counters.charge(key, limit, units, x.deps.now())
  if (x.allowance.granted) {
    x.units += units
    return undefined
  }
  const cost = x.units + units
  if (x.units > 0) x.allowance = await counters.charge(key, limit, -x.units, x.deps.now())
  x.units = 0
  throw rateLimitExceeded(secondsLeft(x), advice && tooExpensive(cost, x.allowance, advice()))
}

const tooExpensive = (units: number, { remaining }: Allowance, { share, remedy }: CostAdvice) =>
  `The request ${share} and costs ${formatCountOf(units, 'unit')}; ${formatCount(remaining)} of this hour are left: ${remedy}, or`

export const secondsLeft = (x: RequestContext): number =>
  Math.max(1, (x.allowance?.reset ?? 0) - Math.floor(x.deps.now() / 1000))

/**
 * The state of the window, on every response (contract, clause 8; `RateLimit` is the IETF draft).
 */
export async function rateLimitHeaders(
  x: Pick<RequestContext, 'allowance' | 'deps' | 'address' | 'isUncounted'>,
): Promise<Record<string, string>> {
  if (x.isUncounted) return {}
  const state = x.allowance ?? (await ofAddress(x))
  // What cannot be counted need not keep an answer back, least of all that the database is away.
  if (!state) return {}
  const seconds = Math.max(0, state.reset - Math.floor(x.deps.now() / 1000))
  return {
    'X-RateLimit-Limit': String(state.limit),
    'X-RateLimit-Remaining': String(state.remaining),
    'X-RateLimit-Reset': String(state.reset),
    'RateLimit-Policy': `"default";q=${state.limit};w=3600`,
    RateLimit: `"default";r=${state.remaining};t=${seconds}`,
  }
}

/** Maximum wait of a response for the counter of its address. */
const counterTimeoutMs = 1000

const ofAddress = ({
  deps,
  address,
}: Pick<RequestContext, 'deps' | 'address'>): Promise<Allowance | undefined> =>
  withTimeout(counterTimeoutMs, () =>
    deps.store.counters.charge(addressKey(address), failedAttemptsPerHour, 0, deps.now()),
  ).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'UNAVAILABLE') return undefined
    throw error
  })
