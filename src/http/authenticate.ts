/** Authenticates requests by API key. */
import { authenticate, authenticateNow } from '../access/authenticate.ts'
import type { Viewer } from '../access/viewer.ts'
import { rateLimitExceeded, unauthorized } from '../errors.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/maybe-promise.ts'
import type { Db } from '../store/db.ts'
import { chargeAddress, secondsLeft } from './rate-limit.ts'
import type { RequestContext, Step } from './request-context.ts'

const bearer = /^Bearer +(\S+)$/i

function secretOf({ request }: RequestContext): string | undefined {
  const values = request.headersDistinct['authorization'] ?? []
  return values.length === 1 ? bearer.exec(values[0] ?? '')?.[1] : undefined
}

/** The viewer of the request's API key; none if it is revoked or expired, or its user suspended. */
export function currentViewer(http: RequestContext): MaybePromise<Viewer | undefined> {
  const secret = secretOf(http)
  return secret ? authenticateNow(http.deps, secret) : undefined
}

/** As `currentViewer`, read from a snapshot. */
export async function viewerFromSnapshot(
  http: RequestContext,
  db: Db,
): Promise<Viewer | undefined> {
  const secret = secretOf(http)
  return secret ? authenticate(http.deps, db, secret) : undefined
}

/** Requires `Authorization: Bearer <key>`, also for unknown paths below `/v1`. */
export const requireApiKey: Step = (http) =>
  mapMaybePromise(currentViewer(http), (viewer) => {
    if (!viewer) return rejectUnauthorized(http)
    http.viewer = viewer
    return undefined
  })

/** Maximum wait of a rejection for the counter of failed attempts. */
const counterTimeoutMs = 2000

/** @throws UNAVAILABLE if the attempt cannot be counted, since that would permit guessing */
async function rejectUnauthorized(http: RequestContext): Promise<never> {
  http.allowance = await chargeAddress(http, 1, counterTimeoutMs)
  throw http.allowance.granted ? unauthorized() : rateLimitExceeded(secondsLeft(http))
}
