import { authenticate } from '../auth/authenticate.ts'
import { rateLimitExceeded, unauthorized } from '../errors.ts'
import { addressKey, failedAttemptsPerHour } from './address.ts'
import type { Step } from './exchange.ts'
import { secondsLeft } from './rate-limit.ts'

const bearer = /^Bearer +(\S+)$/i

/** The API key, as `Authorization: Bearer <key>`; for all of `/v1` and `/graphql`, unknown paths included. */
export const requireKey: Step = async (x) => {
  const given = x.request.headersDistinct['authorization'] ?? []
  const secret = given.length === 1 ? bearer.exec(given[0] ?? '')?.[1] : undefined
  const viewer = secret ? await x.deps.store.look((db) => authenticate(x.deps, db, secret)) : undefined
  if (viewer) {
    x.viewer = viewer
    return undefined
  }
  x.allowance = await x.deps.store.counters.charge(addressKey(x.address), failedAttemptsPerHour, 1, x.deps.now())
  throw x.allowance.granted ? unauthorized() : rateLimitExceeded(secondsLeft(x))
}
