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

const bearer = /^Bearer +(\S+)$/i

function secretOf({ request }: RequestContext): string | undefined {
  const values = request.headersDistinct['authorization'] ?? []
  return values.length === 1 ? bearer.exec(values[0] ?? '')?.[1] : undefined
}

/** Returns the viewer of the API key; undefined if the key or its user is no longer active. */
export function currentViewer(http: RequestContext): MaybePromise<Viewer | undefined> {
  const secret = secretOf(http)
  return secret ? authenticateCached(http.deps, secret) : undefined
}

export async function viewerFromSnapshot(
  http: RequestContext,
  db: Db,
): Promise<Viewer | undefined> {
  const secret = secretOf(http)
  return secret ? authenticate(http.deps, db, secret) : undefined
}

/** Requires `Authorization: Bearer <key>`, even for unknown paths below `/v1`. */
export const requireApiKey: Step = (http) =>
  mapMaybePromise(currentViewer(http), (viewer) => {
    if (!viewer) return rejectUnauthorized(http)
    http.viewer = viewer
    return undefined
  })

/** Maximum time that a rejection waits for the counter of failed attempts. */
const rejectionTimeoutMs = 2000

/** @throws UNAVAILABLE if the attempt cannot be counted: uncounted attempts allow guessing */
async function rejectUnauthorized(http: RequestContext): Promise<never> {
  http.allowance = await chargeAddress(http, 1, rejectionTimeoutMs)
  throw http.allowance.granted ? unauthorized() : rateLimitExceeded(secondsLeft(http))
}

/** Maximum number of waiting requests of one key; further requests are refused. */
const maxWaiting = 2000

interface Lane {
  running: number
  waiting: (() => void)[]
}

/** Runs at most MAX_IN_FLIGHT_PER_KEY requests per key at once; others wait in order of arrival. */
export function limitConcurrency(): Step {
  const lanes = new Map<string, Lane>()

  function createRelease(key: string, lane: Lane): () => void {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      const next = lane.waiting.shift()
      if (next) next()
      else if (--lane.running === 0) lanes.delete(key)
    }
  }

  return async (http) => {
    const key = requireViewer(http).keyId ?? ''
    const lane = lanes.get(key) ?? { running: 0, waiting: [] }
    lanes.set(key, lane)
    const mustWait = lane.running >= http.deps.settings.MAX_IN_FLIGHT_PER_KEY
    if (!mustWait) lane.running++
    else if (lane.waiting.length < maxWaiting)
      await new Promise<void>((resolve) => lane.waiting.push(resolve))
    else throw tooManyWaiting()
    http.onResponded = createRelease(key, lane)
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
  const viewer = await currentViewer(http)
  if (!viewer) throw unauthorized()
  http.viewer = viewer
}

export const chargeRequest: Step = (http) => chargeUnits(http, 1)

/** Text for errors of rate limits: the costliest part of a request, and how to reduce its cost. */
export interface CostAdvice {
  share: string
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
  throw rateLimitExceeded(secondsLeft(http), advice && tooExpensive(cost, http.allowance, advice()))
}

const tooExpensive = (units: number, { remaining }: Allowance, { share, remedy }: CostAdvice) =>
  `The request ${share} and costs ${formatCountOf(units, 'unit')}; ${formatCount(remaining)} of this hour are left: ${remedy}, or`

const secondsLeft = ({ allowance, deps }: RequestContext): number =>
  Math.max(1, (allowance?.reset ?? 0) - Math.floor(deps.now() / 1000))

/** The parts of a request that identify its counter of failed attempts. */
type Attempt = Pick<RequestContext, 'deps' | 'address'>

/** Returns the rate limit headers of a response (contract, clause 8; `RateLimit`: IETF draft). */
export async function rateLimitHeaders(
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

/** Returns the counter key of an address; an IPv6 /64 shares one, as it belongs to one customer. */
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
