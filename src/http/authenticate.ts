import { authenticate, authenticateNow } from '../access/authenticate.ts'
import type { Viewer } from '../access/viewer.ts'
import { rateLimitExceeded, unauthorized } from '../errors.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/maybe-promise.ts'
import { withTimeout } from '../lib/timeout.ts'
import type { Db } from '../store/db.ts'
import { addressKey, failedAttemptsPerHour } from './address.ts'
import { secondsLeft } from './rate-limit.ts'
import type { RequestContext, Step } from './request-context.ts'

const bearer = /^Bearer +(\S+)$/i

function secretOf({ request }: RequestContext): string | undefined {
  const given = request.headersDistinct['authorization'] ?? []
  return given.length === 1 ? bearer.exec(given[0] ?? '')?.[1] : undefined
}

/**
 * Who the request's key makes its caller now: nobody, once it is revoked or expired, or its user
 * suspended.
 */
export function viewerNow(x: RequestContext): MaybePromise<Viewer | undefined> {
  const secret = secretOf(x)
  return secret ? authenticateNow(x.deps, secret) : undefined
}

/** The same on a snapshot. */
export async function viewerIn(x: RequestContext, db: Db): Promise<Viewer | undefined> {
  const secret = secretOf(x)
  return secret ? authenticate(x.deps, db, secret) : undefined
}

/**
 * The API key, as `Authorization: Bearer <key>`; for all of `/v1` and `/graphql`, unknown paths
 * included.
 */
export const requireKey: Step = (x) =>
  mapMaybePromise(viewerNow(x), (viewer) => {
    if (!viewer) return refuse(x)
    x.viewer = viewer
    return undefined
  })

/** Maximum wait of a refusal for the counter of failed attempts. */
const counterTimeoutMs = 2000

/** @throws UNAVAILABLE if the attempt cannot be counted, since this would permit guessing */
async function refuse(x: RequestContext): Promise<never> {
  x.allowance = await withTimeout(counterTimeoutMs, () =>
    x.deps.store.counters.charge(addressKey(x.address), failedAttemptsPerHour, 1, x.deps.now()),
  )
  throw x.allowance.granted ? unauthorized() : rateLimitExceeded(secondsLeft(x))
}
