/** The queue of deliveries: leases the next due delivery, records results and schedules retries. */
import { createContext, type Deps, timestamp, toTimestamp } from '../context.ts'
import { updateRecord } from '../crud/records.ts'
import { writeEvents } from '../events/record-event.ts'
import { createSystemViewer } from '../resources/companies/operations.ts'
import type {
  DisabledReason,
  WebhookDeliveryRow,
  WebhookEndpointRow,
} from '../resources/webhooks/table.ts'
import type { Db } from '../store/db.ts'
import * as queries from './queries.ts'
import type { Outcome } from './send.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** The delay before each attempt; the first one is immediate. */
export const retryDelaysMs = [
  0,
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
]

/** The longest delay that a receiver can request with `Retry-After`. */
const maxRetryAfterMs = 24 * hourMs

/** Time without a success after which an endpoint is disabled. */
const failingLimitMs = 5 * 24 * hourMs

export type Job = { endpoint: WebhookEndpointRow; delivery: WebhookDeliveryRow }

/** `hidden`: the user can no longer view the event; `aborted`: the attempt does not count. */
export type Result = Outcome | 'hidden' | 'aborted'

export interface Lessee {
  owner: string
  /** Time after which another process may attempt the delivery. */
  leaseMs: number
}

/** Leases the next due delivery of an endpoint: one at a time, so that deliveries stay in order. */
export async function leaseNext(
  deps: Deps,
  db: Db,
  key: { companyId: string; endpointId: string },
  { owner, leaseMs }: Lessee,
): Promise<Job | undefined> {
  const endpoint = await db.first(queries.activeEndpoint, key)
  if (!endpoint) return undefined
  const now = timestamp(deps)
  if (await db.first(queries.leaseOfOtherProcess, { ...key, now, owner })) return undefined
  const delivery = await db.first(queries.nextDueDelivery, { ...key, now })
  if (!delivery) return undefined
  const lease = { leasedUntil: toTimestamp(deps.now() + leaseMs), leaseOwner: owner }
  await db.update('webhookDeliveries', { companyId: key.companyId, id: delivery.id }, lease)
  return { endpoint, delivery }
}

const noLease = { leasedUntil: null, leaseOwner: null }

/** Records the result of an attempt, unless the lease has passed to another process. */
export async function recordResult(
  deps: Deps,
  db: Db,
  { endpoint, delivery: { companyId, id } }: Job,
  result: Result,
  { owner }: Lessee,
): Promise<void> {
  const key = { companyId, id }
  const delivery = await db.first(queries.deliveryById, key)
  if (delivery?.leaseOwner !== owner || delivery.status !== 'pending') return
  if (result === 'aborted') await db.update('webhookDeliveries', key, noLease)
  else if (result === 'hidden')
    await db.update('webhookDeliveries', key, { ...noLease, status: 'dead', nextAttemptAt: null })
  else await recordAttempt(deps, db, endpoint.id, delivery, result)
}

async function recordAttempt(
  deps: Deps,
  db: Db,
  endpointId: string,
  delivery: WebhookDeliveryRow,
  outcome: Outcome,
): Promise<void> {
  const { companyId, id, attemptsBefore, requestId } = delivery
  const attempts = delivery.attempts + 1
  const nextAttemptAt = computeNextAttemptAt(deps, attempts, outcome)
  const attemptedAt = timestamp(deps)
  const status = outcome.error ? (nextAttemptAt ? 'pending' : 'dead') : 'delivered'
  const delivered = status === 'delivered' && { deliveredAt: attemptedAt }
  const patch = { status, attempts, nextAttemptAt, ...noLease, ...delivered } as const
  await db.update('webhookDeliveries', { companyId, id }, patch)
  await db.insert('webhookAttempts', {
    companyId,
    deliveryId: id,
    number: attemptsBefore + attempts,
    at: attemptedAt,
    status: outcome.status ?? null,
    latencyMs: outcome.latencyMs,
    error: outcome.error ?? null,
    nextAttemptAt,
    requestId,
  })
  const failureCount = Number(outcome.error !== undefined)
  await db.run(queries.countAttempt, { companyId, id: endpointId, failureCount })
  const endpoint = await db.first(queries.endpointById, { companyId, id: endpointId })
  if (endpoint) await updateHealth(deps, db, endpoint, outcome, requestId)
}

function computeNextAttemptAt(
  deps: Deps,
  attempts: number,
  { error, status, retryAfter }: Outcome,
): string | null {
  if (!error || status === 410) return null
  const retryAfterMs = parseRetryAfter(retryAfter, deps.now())
  const delayMs = computeNextDelayMs(attempts, retryAfterMs, deps.randomBytes)
  return delayMs === undefined ? null : toTimestamp(deps.now() + delayMs)
}

/** Returns the delay ± 20 %, at least `retryAfterMs`; undefined after the last attempt. */
export function computeNextDelayMs(
  attempts: number,
  retryAfterMs: number | undefined,
  randomBytes: (length: number) => Buffer,
): number | undefined {
  const delayMs = retryDelaysMs[attempts]
  if (delayMs === undefined) return undefined
  const jitter = (randomBytes(4).readUInt32BE() / 0xffffffff - 0.5) * 0.4
  return Math.max(Math.round(delayMs * (1 + jitter)), Math.min(retryAfterMs ?? 0, maxRetryAfterMs))
}

/** Parses `Retry-After`, seconds or a date, to milliseconds from now. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (!header) return undefined
  const text = header.trim()
  if (/^\d{1,15}$/.test(text)) return Number(text) * secondMs
  if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined
  const timeMs = Date.parse(text)
  return Number.isNaN(timeMs) ? undefined : Math.max(0, timeMs - nowMs)
}

/** Updates `failingSince`, and disables an endpoint after status 410 or days of failures. */
async function updateHealth(
  deps: Deps,
  db: Db,
  endpoint: WebhookEndpointRow,
  { error, status }: Outcome,
  requestId: string,
): Promise<void> {
  const { companyId, id } = endpoint
  const failingSince = error ? (endpoint.failingSince ?? timestamp(deps)) : null
  if (failingSince !== endpoint.failingSince)
    await db.update('webhookEndpoints', { companyId, id }, { failingSince })
  if (endpoint.disabledAt || !failingSince) return
  if (status === 410) await disableEndpoint(deps, db, endpoint, 'gone', requestId)
  else if (deps.now() - Date.parse(failingSince) >= failingLimitMs)
    await disableEndpoint(deps, db, endpoint, 'failing', requestId)
}

/** Disables an endpoint, with an event. Pending deliveries stay until it is enabled again. */
async function disableEndpoint(
  deps: Deps,
  db: Db,
  endpoint: WebhookEndpointRow,
  disabledReason: DisabledReason,
  requestId: string,
): Promise<void> {
  const company = await db.first(queries.companyById, { companyId: endpoint.companyId })
  if (!company) return
  const ctx = createContext(deps, { viewer: createSystemViewer(company), requestId, db })
  const patch = { disabledAt: timestamp(deps), disabledReason }
  await updateRecord(ctx, 'webhookEndpoints', endpoint, patch, 'webhookEndpoint.disabled')
  await writeEvents(ctx)
}
