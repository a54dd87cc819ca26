import { type Context, timestamp } from '../../context.ts'
import { checkVersion } from '../../crud/records.ts'
import { conflict, invalid } from '../../errors.ts'
import { recordEvent } from '../../events/record-event.ts'
import { yieldToEventLoop } from '../../lib/event-loop.ts'
import { minIdAt } from '../../lib/ids.ts'
import { listParam } from '../../store/sql.ts'
import { refusalOf } from './changes.ts'
import {
  getDelivery,
  getEndpoint,
  statusOf,
  type WebhookDeliveryRow,
  type WebhookEndpointRow,
} from './operations.ts'
import { deliveriesAfter, sendAgain } from './queries.ts'

/** Sending on request: a ping, one delivery again, or many. */
export interface Replayed {
  webhookEndpoint: WebhookEndpointRow
  count: number
  /** Where to go on: when the first of those was made that were left for another call. */
  nextSince: string | null
}

export interface ReplayInput {
  failed?: boolean | null | undefined
  since?: string | null | undefined
}

/** So many deliveries are looked at in one call, and in one statement of it. */
export const mostReplayed = 10_000
const slice = 500

/** @throws CONFLICT for an endpoint that nothing is sent to at present */
function checkSends(ctx: Context, endpoint: WebhookEndpointRow): void {
  if (ctx.settings.WEBHOOKS === 'off')
    throw conflict('The server delivers no webhooks: its setting WEBHOOKS is off')
  const status = statusOf(endpoint)
  if (status !== 'active')
    throw conflict(`The webhook endpoint is ${status}: resume it first, by paused: false`)
  const refused = refusalOf(ctx, endpoint.url)
  if (refused) throw conflict(`The webhook endpoint cannot be sent to: its url ${refused}`)
}

/**
 * Sends an endpoint a message that tells of nothing, to try it out. @throws NOT_FOUND, FORBIDDEN,
 * CONFLICT
 */
export async function pingEndpoint(ctx: Context, id: string): Promise<WebhookDeliveryRow> {
  const endpoint = checkVersion(ctx, await getEndpoint(ctx, id))
  checkSends(ctx, endpoint)
  const type = 'webhook.ping'
  const at = timestamp(ctx)
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
    nextAttemptAt: at,
    leasedUntil: null,
    leaseOwner: null,
    deliveredAt: null,
    createdAt: at,
    payload: JSON.stringify({ type, timestamp: at, data: { webhookEndpointId: id } }),
    requestId: ctx.requestId,
  }
  await ctx.db.insert('webhookDeliveries', row)
  recordEvent(ctx, { type: 'webhookEndpoint.pinged', record: endpoint })
  return row
}

/**
 * Delivers once more, at once and under the same id; its tries are counted anew. @throws NOT_FOUND,
 * FORBIDDEN, CONFLICT
 */
export async function replayDelivery(ctx: Context, id: string): Promise<WebhookDeliveryRow> {
  const { endpointId, companyId } = await getDelivery(ctx, id)
  const endpoint = await getEndpoint(ctx, endpointId)
  checkSends(ctx, endpoint)
  const count = await ctx.db.run(sendAgain, {
    companyId,
    ids: listParam([id]),
    now: timestamp(ctx),
  })
  if (count === 0) throw conflict('The delivery is being sent at this moment', { retryAfter: 15 })
  recordReplay(ctx, endpoint, 1)
  return getDelivery(ctx, id)
}

const recordReplay = (ctx: Context, endpoint: WebhookEndpointRow, count: number) =>
  recordEvent(ctx, {
    type: 'webhookEndpoint.replayed',
    record: endpoint,
    changes: [{ field: 'deliveries', from: null, to: count }],
  })

/**
 * Delivers once more what was given up, or all since a time, oldest first; up to 10,000 at once.
 * @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT
 */
export async function replayDeliveries(
  ctx: Context,
  id: string,
  { failed, since }: ReplayInput,
): Promise<Replayed> {
  const endpoint = checkVersion(ctx, await getEndpoint(ctx, id))
  if (!failed && !since)
    throw invalid([
      { field: 'failed', code: 'REQUIRED_FIELD', message: 'must be true, or since be given' },
    ])
  checkSends(ctx, endpoint)
  const { companyId } = endpoint
  const next = deliveriesAfter({ dead: failed === true })
  let after = since ? minIdAt('msg', Date.parse(since)) : ''
  let count = 0
  for (let looked = 0; looked < mostReplayed; looked += slice) {
    const rows = await ctx.db.all(next, { companyId, endpointId: id, after, limit: slice })
    count += await ctx.db.run(sendAgain, {
      companyId,
      ids: listParam(rows.map((row) => row.id)),
      now: timestamp(ctx),
    })
    after = rows.at(-1)?.id ?? after
    if (rows.length < slice) break
    await yieldToEventLoop()
  }
  const left = await ctx.db.first(next, { companyId, endpointId: id, after, limit: 1 })
  if (count > 0) recordReplay(ctx, endpoint, count)
  return { webhookEndpoint: endpoint, count, nextSince: left?.createdAt ?? null }
}
