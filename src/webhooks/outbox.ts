/** Turns events into deliveries to the endpoints that subscribe to them. */
import { viewerOfUser } from '../access/viewers.ts'
import { createContext, type Deps, timestamp } from '../context.ts'
import { readEvents, toVisibleEvents, type VisibleEvent } from '../resources/events/operations.ts'
import type { WebhookEndpointRow } from '../resources/webhooks/table.ts'
import type { Db } from '../store/db.ts'
import { advanceSequence, eventBySequence } from './queries.ts'

/** The maximum number of events that one transaction turns into deliveries. */
const eventsPerTransaction = 100

const createEndpointContext = async (deps: Deps, db: Db, endpoint: WebhookEndpointRow) => {
  const viewer = await viewerOfUser(db, endpoint)
  return viewer && createContext(deps, { viewer, requestId: 'webhooks', db })
}

/**
 * Creates deliveries for the next events that match the endpoint's patterns and that its user can
 * view, and advances the endpoint's sequence number in the same transaction.
 * @returns whether the endpoint advanced
 */
export async function createDeliveries(deps: Deps, endpoint: WebhookEndpointRow): Promise<boolean> {
  const { companyId, id, lastSequence: fromSequence } = endpoint
  const patterns = JSON.parse(endpoint.events) as string[]
  const feed = await deps.store.forCompany(companyId).read(async (db) => {
    const ctx = await createEndpointContext(deps, db, endpoint)
    return ctx && readEvents(ctx, patterns, fromSequence, eventsPerTransaction)
  })
  if (!feed || feed.endSequence <= fromSequence) return false
  const params = { companyId, id, fromSequence, toSequence: feed.endSequence }
  return deps.store.forCompany(companyId).write(async (db) => {
    if ((await db.run(advanceSequence, params)) === 0) return false
    for (const event of feed.rows)
      if (isSubscribed(patterns, event))
        await db.insert('webhookDeliveries', newDelivery(deps, id, event))
    return true
  })
}

/** Returns whether patterns match an event; `*` excludes events of webhook endpoints. */
const isSubscribed = (patterns: string[], { recordKind, type }: VisibleEvent) =>
  recordKind !== 'webhookEndpoint' ||
  patterns.includes(type) ||
  patterns.includes('webhookEndpoint.*')

const newDelivery = (
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

/**
 * Loads an event as the endpoint's user can view it; `hidden` if the user cannot, `aborted` if the
 * user is suspended.
 */
export const eventForUser = async (deps: Deps, endpoint: WebhookEndpointRow, sequence: number) =>
  deps.store.forCompany(endpoint.companyId).read(async (db) => {
    const ctx = await createEndpointContext(deps, db, endpoint)
    if (!ctx) return 'aborted'
    const row = await db.first(eventBySequence, { companyId: endpoint.companyId, sequence })
    return (row && (await toVisibleEvents(ctx, [row]))[0]) ?? 'hidden'
  })
