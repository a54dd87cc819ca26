/**
 * Steps that check the API key of a request: authentication, the limit on concurrent requests, and
 * the rate limit. Attempts with an invalid key are counted by the caller's address instead.
 */
import { authenticate, authenticateCached } from '../access/authenticate.ts'
import type { Viewer } from '../access/scopes.ts'
import type { Deps } from '../context.ts'
import { ApiError, badRequest, rateLimitExceeded, unauthorized } from '../errors.ts'
import { type MaybePromise, mapMaybePromise, withTimeout } from '../lib/async.ts'
import { formatCount, formatCountOf } from '../lib/text.ts'
import type { Db } from '../store/db.ts'
import type { Allowance } from '../store/store.ts'
import { type RequestContext, requireViewer, type Step } from './request-context.ts'

const bearerPattern = /^Bearer +(\S+)$/i

function readSecret({ request }: RequestContext): string | undefined {
  const values = request.headersDistinct['authorization'] ?? []
  return values.length === 1 ? bearerPattern.exec(values[0] ?? '')?.[1] : undefined
}

/** Returns the viewer of the API key; undefined if the key or its user is no longer active. */
export function findViewer(http: RequestContext): MaybePromise<Viewer | undefined> {
  const secret = readSecret(http)
  return secret ? authenticateCached(http.deps, secret) : undefined
}

export async function findViewerInSnapshot(
  http: RequestContext,
  db: Db,
): Promise<Viewer | undefined> {
  const secret = readSecret(http)
  return secret ? authenticate(http.deps, db, secret) : undefined
}

/** Requires `Authorization: Bearer <key>`, even for unknown paths below `/v1`. */
export const requireApiKey: Step = (http) =>
  mapMaybePromise(findViewer(http), (viewer) => {
    if (!viewer) return rejectUnauthorized(http)
    http.viewer = viewer
    return undefined
  })

/** Maximum time that a rejection waits for the counter of failed attempts. */
const rejectionTimeoutMs = 2000

/** @throws UNAVAILABLE if the attempt cannot be counted: uncounted attempts allow guessing keys */
async function rejectUnauthorized(http: RequestContext): Promise<never> {
  http.allowance = await chargeAddress(http, 1, rejectionTimeoutMs)
  throw http.allowance.granted ? unauthorized() : rateLimitExceeded(secondsLeft(http))
}

/** Maximum number of waiting requests of one key; further requests are refused. */
const maxWaitingRequests = 2000

interface KeyQueue {
  runningCount: number
  waitingCallbacks: (() => void)[]
}

/** Runs at most MAX_IN_FLIGHT_PER_KEY requests per key at once; others wait in order of arrival. */
export function limitConcurrency(): Step {
  const queues = new Map<string, KeyQueue>()

  function createRelease(key: string, queue: KeyQueue): () => void {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      const next = queue.waitingCallbacks.shift()
      if (next) next()
      else if (--queue.runningCount === 0) queues.delete(key)
    }
  }

  return async (http) => {
    const key = requireViewer(http).keyId ?? ''
    const queue = queues.get(key) ?? { runningCount: 0, waitingCallbacks: [] }
    queues.set(key, queue)
    const mustWait = queue.runningCount >= http.deps.settings.MAX_IN_FLIGHT_PER_KEY
    if (!mustWait) queue.runningCount++
    else if (queue.waitingCallbacks.length < maxWaitingRequests)
      await new Promise<void>((resolve) => queue.waitingCallbacks.push(resolve))
    else throw tooManyWaiting()
    http.onResponded = createRelease(key, queue)
    if (mustWait) await recheck(http)
    return undefined
  }
}

const tooManyWaiting = () =>
  new ApiError(
    'RATE_LIMIT_EXCEEDED',
    'This key has too many requests waiting; send the next ones when some of them are answered',
    { retryAfter: 1 },
  )

/** Checks again, after the wait, that the connection is open and the key is valid. */
async function recheck(http: RequestContext): Promise<void> {
  if (http.request.socket.destroyed)
    throw badRequest('The connection was closed before the request had its turn')
  const viewer = await findViewer(http)
  if (!viewer) throw unauthorized()
  http.viewer = viewer
}

export const chargeRequest: Step = (http) => chargeUnits(http, 1)

/** Text for errors of rate limits: the costliest part of a request, and how to reduce its cost. */
export interface CostAdvice {
  summary: string
  remedy: string
}

/**
 * Charges a request for all its units or none: beyond the limit, earlier units are refunded.
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
