import { viewerOfUser } from '../access/user-viewer.ts'
import { contextOf, type Deps, timestamp } from '../context.ts'
import { readEvents, type SeenEvent } from '../resources/events/operations.ts'
import { seenEvents } from '../resources/events/sight.ts'
import type { WebhookEndpointRow } from '../resources/webhooks/table.ts'
import type { Db } from '../store/db.ts'
import { advance, eventBySequence } from './queries.ts'

/** Events turned into deliveries in one transaction. */
const slice = 100

const contextFor = async (deps: Deps, db: Db, endpoint: WebhookEndpointRow) => {
  const viewer = await viewerOfUser(db, endpoint)
  return viewer && contextOf(deps, { viewer, requestId: 'webhooks', db })
}

/**
 * Turns the events that came after those that an endpoint knows into deliveries: those that match
 * its patterns, and that its user sees at present. What is read is committed; deliveries and the
 * number up to which they go are written together.
 * @returns whether there was anything to do
 */
export async function planDeliveries(deps: Deps, endpoint: WebhookEndpointRow): Promise<boolean> {
  const { companyId, id, lastSequence: from } = endpoint
  const feed = await deps.store.forCompany(companyId).read(async (db) => {
    const ctx = await contextFor(deps, db, endpoint)
    return ctx && readEvents(ctx, JSON.parse(endpoint.events) as string[], from, slice)
  })
  if (!feed || feed.end <= from) return false
  return deps.store.forCompany(companyId).write(async (db) => {
    if ((await db.run(advance, { companyId, id, from, to: feed.end })) === 0) return false
    for (const event of feed.rows.filter(isNamed(endpoint)))
      await db.insert('webhookDeliveries', deliveryOf(deps, id, event))
    return true
  })
}

/**
 * What happens to webhook endpoints themselves is told of only where it is asked for by name: `*`
 * does not mean it.
 */
const isNamed = ({ events }: WebhookEndpointRow) => {
  const patterns = JSON.parse(events) as string[]
  return ({ recordKind, type }: SeenEvent) =>
    recordKind !== 'webhookEndpoint' ||
    patterns.includes(type) ||
    patterns.includes('webhookEndpoint.*')
}

const deliveryOf = (
  deps: Deps,
  endpointId: string,
  { companyId, sequence, id, type, requestId }: SeenEvent,
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
 * The event of a delivery as the endpoint's user sees it now. `hidden`: they no longer do;
 * `undone`: they are suspended.
 */
export const eventFor = async (
  deps: Deps,
  endpoint: WebhookEndpointRow,
  sequence: number,
): Promise<SeenEvent | 'hidden' | 'undone'> =>
  deps.store.forCompany(endpoint.companyId).read(async (db) => {
    const ctx = await contextFor(deps, db, endpoint)
    if (!ctx) return 'undone'
    const row = await db.first(eventBySequence, { companyId: endpoint.companyId, sequence })
    return (row && (await seenEvents(ctx, [row]))[0]) ?? 'hidden'
  })
