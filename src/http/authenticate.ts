import { authenticate } from '../auth/authenticate.ts'
import type { Viewer } from '../auth/viewer.ts'
import { rateLimitExceeded, unauthorized } from '../errors.ts'
import type { Db } from '../store/db.ts'
import { addressKey, failedAttemptsPerHour } from './address.ts'
import type { Exchange, Step } from './exchange.ts'
import { secondsLeft } from './rate-limit.ts'

const bearer = /^Bearer +(\S+)$/i

/** Who the request's key makes its caller now: nobody, once it is revoked or expired, or its user suspended. */
export async function viewerNow(x: Exchange, db: Db): Promise<Viewer | undefined> {
  const given = x.request.headersDistinct['authorization'] ?? []
  const secret = given.length === 1 ? bearer.exec(given[0] ?? '')?.[1] : undefined
  return secret ? authenticate(x.deps, db, secret) : undefined
}

/** The API key, as `Authorization: Bearer <key>`; for all of `/v1` and `/graphql`, unknown paths included. */
export const requireKey: Step = async (x) => {
  const viewer = await x.deps.store.look((db) => viewerNow(x, db))
  if (viewer) {
    x.viewer = viewer
    return undefined
  }
  x.allowance = await x.deps.store.counters.charge(addressKey(x.address), failedAttemptsPerHour, 1, x.deps.now())
  throw x.allowance.granted ? unauthorized() : rateLimitExceeded(secondsLeft(x))
}
