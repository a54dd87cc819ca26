import { contextOf, type Deps, timestamp } from '../context.ts'
import { applyChanges } from '../crud/records.ts'
import { recordEvent, writeEvents } from '../events/record-event.ts'
import { systemViewer } from '../resources/companies/operations.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../resources/webhooks/table.ts'
import type { Db } from '../store/db.ts'
import {
  companyById,
  countTry,
  deliveryById,
  endpointById,
  endpointToServe,
  leasedByOthers,
  nextDue,
} from './queries.ts'
import { givenUp, retryAfterOf, waitAfter } from './schedule.ts'
import type { Outcome } from './send.ts'

/** A delivery that is this process's to try, until its lease ends. */
export interface Job {
  endpoint: WebhookEndpointRow
  delivery: WebhookDeliveryRow
}

/**
 * What came of it. `hidden`: the endpoint's user no longer sees the event; `undone`: it was broken
 * off, and counts as not tried.
 */
export type Result = Outcome | 'hidden' | 'undone'

export interface Lessee {
  owner: string
  /** Milliseconds after which others take over what this one does not finish. */
  lease: number
}

/**
 * Takes the next delivery of an endpoint that is due, unless one of it is being sent: one at a
 * time, so that they stay in order.
 */
export async function takeNext(
  deps: Deps,
  db: Db,
  key: { companyId: string; endpointId: string },
  { owner, lease }: Lessee,
): Promise<Job | undefined> {
  const endpoint = await db.first(endpointToServe, key)
  if (!endpoint) return undefined
  const now = timestamp(deps)
  if (await db.first(leasedByOthers, { ...key, now, owner })) return undefined
  const delivery = await db.first(nextDue, { ...key, now })
  if (!delivery) return undefined
  const leasedUntil = new Date(deps.now() + lease).toISOString()
  await db.update(
    'webhookDeliveries',
    { companyId: key.companyId, id: delivery.id },
    { leasedUntil, leaseOwner: owner },
  )
  return { endpoint, delivery }
}

/**
 * Keeps what came of a try, and when the next one is. Nothing, where another process has taken it
 * over since.
 */
export async function markResult(
  deps: Deps,
  db: Db,
  { endpoint, delivery: { companyId, id } }: Job,
  result: Result,
  { owner }: Lessee,
): Promise<void> {
  const delivery = await db.first(deliveryById, { companyId, id })
  if (delivery?.leaseOwner !== owner || delivery.status !== 'pending') return
  const free = { leasedUntil: null, leaseOwner: null }
  if (result === 'undone') await db.update('webhookDeliveries', { companyId, id }, free)
  else if (result === 'hidden')
    await db.update(
      'webhookDeliveries',
      { companyId, id },
      { ...free, status: 'dead', nextAttemptAt: null },
    )
  else await markTry(deps, db, endpoint.id, delivery, result)
}

async function markTry(
  deps: Deps,
  db: Db,
  endpointId: string,
  delivery: WebhookDeliveryRow,
  outcome: Outcome,
): Promise<void> {
  const { companyId, id, attemptsBefore, requestId } = delivery
  const attempts = delivery.attempts + 1
  const next = nextTry(deps, attempts, outcome)
  const at = timestamp(deps)
  const status = outcome.error ? (next ? 'pending' : 'dead') : 'delivered'
  const kept = {
    status,
    attempts,
    nextAttemptAt: next,
    leasedUntil: null,
    leaseOwner: null,
    ...(status === 'delivered' && { deliveredAt: at }),
  } as const
  await db.update('webhookDeliveries', { companyId, id }, kept)
  const answer = {
    status: outcome.status ?? null,
    latencyMs: outcome.latencyMs,
    error: outcome.error ?? null,
  }
  await db.insert('webhookAttempts', {
    companyId,
    deliveryId: id,
    number: attemptsBefore + attempts,
    at,
    ...answer,
    nextAttemptAt: next,
    requestId,
  })
  await db.run(countTry, { companyId, id: endpointId, failed: Number(outcome.error !== undefined) })
  const endpoint = await db.first(endpointById, { companyId, id: endpointId })
  if (endpoint) await judgeEndpoint(deps, db, endpoint, outcome, requestId)
}

function nextTry(
  deps: Deps,
  attempts: number,
  { error, status, retryAfter }: Outcome,
): string | null {
  if (!error || status === 410) return null
  const wait = waitAfter(attempts, retryAfterOf(retryAfter, deps.now()), deps.randomBytes)
  return wait === undefined ? null : new Date(deps.now() + wait).toISOString()
}

async function judgeEndpoint(
  deps: Deps,
  db: Db,
  endpoint: WebhookEndpointRow,
  { error, status }: Outcome,
  requestId: string,
): Promise<void> {
  const { companyId, id, failingSince } = endpoint
  const since = error ? (failingSince ?? timestamp(deps)) : null
  if (since !== failingSince)
    await db.update('webhookEndpoints', { companyId, id }, { failingSince: since })
  if (endpoint.disabledAt || !since) return
  if (status === 410) await disable(deps, db, endpoint, 'gone', requestId)
  else if (givenUp(since, deps.now())) await disable(deps, db, endpoint, 'failing', requestId)
}

/**
 * A change that the server makes by itself, told of by an event as every other. What is waiting
 * stays, for when it is enabled again.
 */
async function disable(
  deps: Deps,
  db: Db,
  endpoint: WebhookEndpointRow,
  disabledReason: string,
  requestId: string,
): Promise<void> {
  const company = await db.first(companyById, { companyId: endpoint.companyId })
  if (!company) return
  const ctx = contextOf(deps, { viewer: systemViewer(company), requestId, db })
  const { row, changes } = await applyChanges(ctx, 'webhookEndpoints', endpoint, {
    disabledAt: timestamp(deps),
    disabledReason,
  })
  recordEvent(ctx, { type: 'webhookEndpoint.disabled', record: row, changes })
  await writeEvents(ctx)
}
