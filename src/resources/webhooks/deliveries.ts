/** Reads, replays and cleans up webhook deliveries, and pings endpoints. */
import { type Context, type Deps, timestamp } from '../../context.ts'
import { createLoader } from '../../crud/loader.ts'
import { createListLoader, createRecordReads } from '../../crud/record-reads.ts'
import { conflict, createDetail, invalid } from '../../errors.ts'
import { recordEvent } from '../../events/record-event.ts'
import { createFilteredList } from '../../filtering/filtered-list.ts'
import { createListByParent } from '../../filtering/list-by-parent.ts'
import { inChunks, yieldToEventLoop } from '../../lib/async.ts'
import { createMinId } from '../../lib/ids.ts'
import { encodeListParam } from '../../store/query.ts'
import { forEachCompany } from '../companies/operations.ts'
import { toVisibleEvents, type VisibleEvent } from '../events/operations.ts'
import { deliveryFilterSpec } from './filter-spec.ts'
import {
  findUrlProblem,
  getEndpoint,
  getEndpointForUpdate,
  getEndpointStatus,
  loadEndpoint,
} from './operations.ts'
import { deliveryPolicy } from './policy.ts'
import * as queries from './queries.ts'
import type { WebhookAttemptRow, WebhookDeliveryRow, WebhookEndpointRow } from './table.ts'

export type { WebhookAttemptRow, WebhookDeliveryRow }

export interface ReplayResult {
  webhookEndpoint: WebhookEndpointRow
  count: number
  /** The `since` argument for the next call; null if no deliveries are left. */
  nextSince: string | null
}

export type ReplayInput = { failed?: boolean | null | undefined; since?: string | null | undefined }

/** The maximum number of deliveries replayed per call. */
const maxReplayCount = 10_000

/** The number of deliveries replayed per statement. */
const replayChunkSize = 500

/** The maximum number of pending deliveries that are counted per endpoint. */
const maxPendingCount = 10_000

export const { get: getDelivery, load: loadDelivery } = createRecordReads(
  deliveryPolicy,
  'Webhook delivery',
)

export const deliveries = createFilteredList({ spec: deliveryFilterSpec })
export const deliveriesOfEndpoint = createListByParent(deliveryFilterSpec, {
  targetColumn: 'endpointId',
})

const toIdParams = ({ viewer }: Context, ids: readonly string[]) => ({
  companyId: viewer.companyId,
  ids: encodeListParam(ids),
})

export const loadAttempts = createListLoader(queries.attemptsOfDeliveries, 'deliveryId')

/** Loads the event of a delivery if the caller can view the event. */
export const loadDeliveryEvent = createLoader<VisibleEvent>(async (ctx, ids) => {
  const rows = await ctx.db.all(queries.eventsOfDeliveries, toIdParams(ctx, ids))
  const eventsById = new Map((await toVisibleEvents(ctx, rows)).map((event) => [event.id, event]))
  return new Map(
    rows.flatMap(({ deliveryId, id }) =>
      eventsById.has(id) ? [[deliveryId, eventsById.get(id) as VisibleEvent]] : [],
    ),
  )
})

/** Loads an endpoint's number of pending deliveries, counted up to `maxPendingCount`. */
export const loadPendingCount = createLoader<number>(async (ctx, ids) => {
  const params = { ...toIdParams(ctx, ids), limit: maxPendingCount }
  const rows = await ctx.db.all(queries.pendingCounts, params)
  return new Map(rows.map(({ id, total }) => [id, total]))
})

export const loadNewestDelivery = createLoader<WebhookDeliveryRow>(async (ctx, ids) => {
  const rows = await ctx.db.all(queries.newestDeliveries, toIdParams(ctx, ids))
  return new Map(rows.map((row) => [row.endpointId, row]))
})

/** Returns whether the server sends deliveries to an endpoint, without checking its address. */
export const canDeliver = (ctx: Context, endpoint: WebhookEndpointRow): boolean =>
  ctx.settings.WEBHOOKS !== 'off' && getEndpointStatus(endpoint) === 'active'

/** Returns whether a delivery can be replayed: it is not being sent, and its endpoint is active. */
export async function canReplay(ctx: Context, delivery: WebhookDeliveryRow): Promise<boolean> {
  const endpoint = await loadEndpoint.of(ctx, delivery, 'endpointId')
  const isBeingSent = delivery.leasedUntil !== null && delivery.leasedUntil > timestamp(ctx)
  return !isBeingSent && endpoint !== undefined && canDeliver(ctx, endpoint)
}

/** Checks that an endpoint can receive deliveries. @throws CONFLICT */
function checkIsActive(ctx: Context, endpoint: WebhookEndpointRow): void {
  if (ctx.settings.WEBHOOKS === 'off')
    throw conflict('The server does not send webhooks: set `WEBHOOKS` to `on`')
  const status = getEndpointStatus(endpoint)
  if (status !== 'active')
    throw conflict(`The webhook endpoint is ${status}: resume it first with \`paused: false\``)
  const problem = findUrlProblem(ctx, endpoint.url)
  if (problem) throw conflict(`The webhook endpoint cannot receive messages: its URL ${problem}`)
}

/** Sends a test message to an endpoint. @throws NOT_FOUND, FORBIDDEN, CONFLICT */
export async function pingEndpoint(ctx: Context, id: string): Promise<WebhookDeliveryRow> {
  const endpoint = await getEndpointForUpdate(ctx, id)
  checkIsActive(ctx, endpoint)
  const type = 'webhook.ping'
  const now = timestamp(ctx)
  const row: WebhookDeliveryRow = {
    companyId: endpoint.companyId,
    id: ctx.newId('msg'),
    endpointId: id,
    eventSequence: null,
    eventId: null,
    type,
    status: 'pending',
    attempts: 0,
    attemptsBefore: 0,
    nextAttemptAt: now,
    leasedUntil: null,
    leaseOwner: null,
    deliveredAt: null,
    createdAt: now,
    payload: JSON.stringify({ type, timestamp: now, data: { webhookEndpointId: id } }),
    requestId: ctx.requestId,
  }
  await ctx.db.insert('webhookDeliveries', row)
  recordEvent(ctx, { type: 'webhookEndpoint.pinged', record: endpoint })
  return row
}

/** Replays a delivery immediately, with the same id. @throws NOT_FOUND, FORBIDDEN, CONFLICT */
export async function replayDelivery(ctx: Context, id: string): Promise<WebhookDeliveryRow> {
  const endpoint = await getEndpoint(ctx, (await getDelivery(ctx, id)).endpointId)
  checkIsActive(ctx, endpoint)
  if ((await requeueByIds(ctx, [id])) === 0)
    throw conflict('The delivery is being sent: retry later', { retryAfterSeconds: 15 })
  recordReplay(ctx, endpoint, 1)
  return getDelivery(ctx, id)
}

const requeueByIds = async (ctx: Context, ids: string[]): Promise<number> =>
  ctx.db.run(queries.requeueDeliveries, { ...toIdParams(ctx, ids), now: timestamp(ctx) })

const recordReplay = (ctx: Context, endpoint: WebhookEndpointRow, count: number) =>
  recordEvent(ctx, {
    type: 'webhookEndpoint.replayed',
    record: endpoint,
    changes: [{ field: 'deliveries', from: null, to: count }],
  })

/**
 * Replays up to 10,000 deliveries, oldest first, filtered by failure, by creation time or by both.
 * @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT
 */
export async function replayDeliveries(
  ctx: Context,
  id: string,
  { failed, since }: ReplayInput,
): Promise<ReplayResult> {
  const endpoint = await getEndpointForUpdate(ctx, id)
  if (!failed && !since)
    throw invalid(createDetail('failed', 'REQUIRED_FIELD', 'must be true if `since` is not set'))
  checkIsActive(ctx, endpoint)
  const params = { companyId: endpoint.companyId, endpointId: id }
  const deliveriesQuery = queries.deliveriesAfterId({ isDead: failed === true })
  let after = since ? createMinId('msg', Date.parse(since)) : ''
  let replayedCount = 0
  for (let scannedCount = 0; scannedCount < maxReplayCount; scannedCount += replayChunkSize) {
    const rows = await ctx.db.all(deliveriesQuery, { ...params, after, limit: replayChunkSize })
    const ids = rows.map((row) => row.id)
    replayedCount += await requeueByIds(ctx, ids)
    after = rows.at(-1)?.id ?? after
    if (rows.length < replayChunkSize) break
    await yieldToEventLoop()
  }
  const nextDelivery = await ctx.db.first(deliveriesQuery, { ...params, after, limit: 1 })
  if (replayedCount > 0) recordReplay(ctx, endpoint, replayedCount)
  const nextSince = nextDelivery?.createdAt ?? null
  return { webhookEndpoint: endpoint, count: replayedCount, nextSince }
}

const retentionDays = 30

/** The number of deliveries deleted per transaction, with their attempts. */
const sweepChunkSize = 500

/** Deletes deliveries older than `retentionDays` days and their attempts; keeps pending ones. */
export async function sweepDeliveries(deps: Deps): Promise<void> {
  const beforeId = createMinId('msg', deps.now() - retentionDays * 86_400_000)
  await forEachCompany(deps, async ({ id: companyId }) => {
    const store = deps.store.forCompany(companyId)
    await inChunks(
      (limit) =>
        store.write((db) => db.run(queries.deleteOldDeliveries, { companyId, beforeId, limit })),
      sweepChunkSize,
    )
  })
}
