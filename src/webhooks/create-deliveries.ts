/** Creates deliveries of events to subscribed webhook endpoints. */
import { loadViewerOfUser } from '../access/viewers.ts'
import { createContext, type Deps, timestamp } from '../context.ts'
import { readEvents, type VisibleEvent } from '../resources/events/operations.ts'
import type { WebhookEndpointRow } from '../resources/webhooks/table.ts'
import type { Db } from '../store/db.ts'
import { advanceSequenceStatement } from './queries.ts'

/** Maximum number of events for which one transaction creates deliveries. */
const eventsPerTransaction = 100

export const createEndpointContext = async (deps: Deps, db: Db, endpoint: WebhookEndpointRow) => {
  const viewer = await loadViewerOfUser(db, endpoint)
  return viewer && createContext(deps, { viewer, requestId: 'webhooks', db })
}

/**
 * Creates deliveries for the next events that match the endpoint's patterns and are visible to its
 * user, and advances the endpoint's sequence number in the same transaction.
 * @returns whether the sequence number advanced
 */
export async function createDeliveries(deps: Deps, endpoint: WebhookEndpointRow): Promise<boolean> {
  const { companyId, id, version, lastSequence: fromSequence } = endpoint
  const patterns = JSON.parse(endpoint.events) as string[]
  const feed = await deps.store.forCompany(companyId).read(async (db) => {
    const ctx = await createEndpointContext(deps, db, endpoint)
    return ctx && readEvents(ctx, patterns, fromSequence, eventsPerTransaction)
  })
  if (!feed || feed.endSequence <= fromSequence) return false
  const params = { companyId, id, version, fromSequence, toSequence: feed.endSequence }
  return deps.store.forCompany(companyId).write(async (db) => {
    if ((await db.run(advanceSequenceStatement, params)) === 0) return false
    for (const event of feed.rows)
      if (isSubscribed(patterns, event))
        await db.insert('webhookDeliveries', createDeliveryRow(deps, id, event))
    return true
  })
}

/** Returns whether to deliver a matching event; `*` does not cover webhook endpoint events. */
const isSubscribed = (patterns: string[], { recordKind, type }: VisibleEvent) =>
  recordKind !== 'webhookEndpoint' ||
  patterns.includes(type) ||
  patterns.includes('webhookEndpoint.*')

const createDeliveryRow = (
  deps: Deps,
  endpointId: string,
  { companyId, sequence, id, type, requestId }: VisibleEvent,
) => ({
  companyId,
  id: deps.newId('msg'),
  endpointId,
  eventSequence: sequence,
  eventId: id,
  type,
  status: 'pending' as const,
  attempts: 0,
  attemptsBefore: 0,
  nextAttemptAt: timestamp(deps),
  createdAt: timestamp(deps),
  requestId,
})
