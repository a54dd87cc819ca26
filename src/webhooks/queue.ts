/** The delivery queue: leases the next due delivery, records results and schedules retries. */
import { createContext, type Deps, timestamp, toTimestamp } from '../context.ts'
import { updateRecord } from '../crud/records.ts'
import { writeEvents } from '../events/record-event.ts'
import { dayMs, hourMs } from '../lib/time.ts'
import { companyById, createSystemViewer } from '../resources/companies/operations.ts'
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

/** The delay before each attempt; the first attempt is immediate. */
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
  dayMs,
]

/** The longest delay that a receiver can request with `Retry-After`. */
const maxRetryAfterMs = dayMs

/** The duration of uninterrupted failures after which an endpoint is disabled. */
const maxFailingMs = 5 * dayMs

export type Job = { endpoint: WebhookEndpointRow; delivery: WebhookDeliveryRow }

/** `hidden`: the user cannot view the event; `aborted`: the attempt does not count. */
export type AttemptResult = Outcome | 'hidden' | 'aborted'

export interface Lessee {
  owner: string
  /** The time after which another process may attempt the delivery. */
  leaseMs: number
}

/** Leases an endpoint's next due delivery, one at a time, so that deliveries stay in order. */
export async function leaseDelivery(
  deps: Deps,
  db: Db,
  key: { companyId: string; endpointId: string },
  { owner, leaseMs }: Lessee,
): Promise<Job | undefined> {
  const endpoint = await db.first(queries.activeEndpointQuery, key)
  if (!endpoint) return undefined
  const now = timestamp(deps)
  if (await db.first(queries.otherLeaseQuery, { ...key, now, owner })) return undefined
  const delivery = await db.first(queries.nextDueDeliveryQuery, { ...key, now })
  if (!delivery) return undefined
  const lease = { leasedUntil: toTimestamp(deps.now() + leaseMs), leaseOwner: owner }
  await db.update('webhookDeliveries', { companyId: key.companyId, id: delivery.id }, lease)
  return { endpoint, delivery }
}

const noLease = { leasedUntil: null, leaseOwner: null }

/** Records an attempt's result if the delivery is still pending and leased by this process. */
export async function recordResult(
  deps: Deps,
  db: Db,
  { endpoint, delivery: { companyId, id } }: Job,
  result: AttemptResult,
  { owner }: Lessee,
): Promise<void> {
  const key = { companyId, id }
  const delivery = await db.first(queries.deliveryByIdQuery, key)
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
  const deliveredPatch = status === 'delivered' && { deliveredAt: attemptedAt }
  const patch = { status, attempts, nextAttemptAt, ...noLease, ...deliveredPatch } as const
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
  await db.run(queries.incrementAttemptsStatement, { companyId, id: endpointId, failureCount })
  const endpoint = await db.first(queries.endpointByIdQuery, { companyId, id: endpointId })
  if (endpoint) await updateEndpointHealth(deps, db, endpoint, outcome, requestId)
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

/** Returns the retry delay ± 20 %, at least `retryAfterMs`; undefined after the last attempt. */
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

/** Parses `Retry-After` (seconds or a date) as milliseconds from now. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (!header) return undefined
  const trimmedHeader = header.trim()
  if (/^\d{1,15}$/.test(trimmedHeader)) return Number(trimmedHeader) * secondMs
  if (!/^[A-Za-z]{3,9},? /.test(trimmedHeader)) return undefined
  const timeMs = Date.parse(trimmedHeader)
  return Number.isNaN(timeMs) ? undefined : Math.max(0, timeMs - nowMs)
}

/** Updates `failingSince`; disables an endpoint after status 410 or `maxFailingMs` of failures. */
async function updateEndpointHealth(
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
  else if (deps.now() - Date.parse(failingSince) >= maxFailingMs)
    await disableEndpoint(deps, db, endpoint, 'failing', requestId)
}

/** Disables an endpoint and records an event. Pending deliveries wait until it is enabled again. */
async function disableEndpoint(
  deps: Deps,
  db: Db,
  endpoint: WebhookEndpointRow,
  disabledReason: DisabledReason,
  requestId: string,
): Promise<void> {
  const company = await db.first(companyById, { id: endpoint.companyId })
  if (!company) return
  const ctx = createContext(deps, { viewer: createSystemViewer(company), requestId, db })
  const patch = { disabledAt: timestamp(deps), disabledReason }
  await updateRecord(ctx, 'webhookEndpoints', endpoint, patch, 'webhookEndpoint.disabled')
  await writeEvents(ctx)
}
