/** Limits the concurrent requests and the hourly rate limit units per API key or identity. */
import { ApiError, rateLimitExceeded } from '../errors.ts'
import { formatCount, formatCountOf } from '../lib/text.ts'
import type { Allowance } from '../store/store.ts'
import { recheckCredential } from './authentication.ts'
import { type ClientAddress, getSecondsLeft, readAddressAllowance } from './failed-attempts.ts'
import { type RequestContext, requireViewer, type Step } from './request-context.ts'

/** Maximum number of waiting requests per API key or identity; further requests are rejected. */
const maxWaitingRequests = 2000

type RequestQueue = { runningCount: number; waitingCallbacks: (() => void)[] }

/** Runs up to `MAX_IN_FLIGHT_PER_KEY` requests per API key or identity; others wait in order. */
export function limitConcurrency(): Step {
  const queueByCredential = new Map<string, RequestQueue>()

  function releaseSlot(key: string, queue: RequestQueue): void {
    const resumeNext = queue.waitingCallbacks.shift()
    if (resumeNext) resumeNext()
    else if (--queue.runningCount === 0) queueByCredential.delete(key)
  }

  return async (http) => {
    const credentialKey = requireViewer(http).credentialId ?? ''
    const queue = queueByCredential.get(credentialKey) ?? { runningCount: 0, waitingCallbacks: [] }
    queueByCredential.set(credentialKey, queue)
    const mustWait = queue.runningCount >= http.deps.settings.MAX_IN_FLIGHT_PER_KEY
    if (!mustWait) queue.runningCount++
    else if (queue.waitingCallbacks.length < maxWaitingRequests)
      await new Promise<void>((resolve) => queue.waitingCallbacks.push(resolve))
    else throw tooManyWaitingRequests()
    let isReleased = false
    http.onResponded = () => {
      if (!isReleased) releaseSlot(credentialKey, queue)
      isReleased = true
    }
    if (mustWait) await recheckCredential(http)
    return undefined
  }
}

const tooManyWaitingRequests = () =>
  new ApiError(
    'RATE_LIMIT_EXCEEDED',
    'Your API key or identity has too many waiting requests; send further requests after some have completed',
    { retryAfterSeconds: 1 },
  )

export const chargeRequest: Step = (http) => chargeUnits(http, 1)

/** Text for rate limit errors: the costliest part of a request and how to reduce its cost. */
export type CostAdvice = { summary: string; remedy: string }

/**
 * Charges units for a request. If the limit is exceeded, refunds the request's earlier units.
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
  `The request ${summary} and costs ${formatCountOf(units, 'unit')}; ${formatCount(remaining)} are left in this hour: ${remedy}, or`

/** Returns the rate limit headers of a response (contract, clause 8, and the IETF draft). */
export async function getRateLimitHeaders(
  http: ClientAddress & Pick<RequestContext, 'allowance' | 'omitsRateLimitHeaders'>,
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
