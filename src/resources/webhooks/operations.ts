import { accessParams, accessScopeOf } from '../../access/access-scope.ts'
import { requireScope } from '../../access/viewer.ts'
import type { Context } from '../../context.ts'
import { byId, createLoader } from '../../crud/loader.ts'
import { requireVisible } from '../../crud/records.ts'
import { finder } from '../../filtering/find.ts'
import { mapMaybePromise } from '../../lib/maybe-promise.ts'
import { listParam } from '../../store/sql.ts'
import { type VisibleEvent, visibleEvents } from '../events/visible-events.ts'
import {
  deliveriesFound,
  deliveryFilterSpec,
  endpointFilterSpec,
  endpointsFound,
} from './filter-spec.ts'
import {
  attemptsOf,
  deliveryFor,
  deliveryList,
  endpointFor,
  eventsOf,
  newestOf,
  pendingOf,
  visibleDeliveries,
  visibleEndpoints,
} from './queries.ts'
import type { WebhookAttemptRow, WebhookDeliveryRow, WebhookEndpointRow } from './table.ts'

/** Reading webhook endpoints and their deliveries. */
export type { WebhookAttemptRow, WebhookDeliveryRow, WebhookEndpointRow }

const needs = 'webhooks.manage'

/** What waits for an endpoint is counted up to this. */
export const mostPending = 10_000
const some = ({ viewer }: Context, ids: readonly string[]) => ({
  companyId: viewer.companyId,
  ids: listParam(ids),
})

/** A webhook endpoint by its id. @throws NOT_FOUND, FORBIDDEN */
export async function getEndpoint(ctx: Context, id: string): Promise<WebhookEndpointRow> {
  requireScope(ctx.viewer, needs)
  const query = endpointFor(accessScopeOf(ctx.viewer))
  return requireVisible(
    'Webhook endpoint',
    await ctx.db.first(query, { ...accessParams(ctx.viewer), id }),
  )
}

/** A delivery by its id. @throws NOT_FOUND, FORBIDDEN */
export async function getDelivery(ctx: Context, id: string): Promise<WebhookDeliveryRow> {
  requireScope(ctx.viewer, needs)
  const query = deliveryFor(accessScopeOf(ctx.viewer))
  return requireVisible(
    'Webhook delivery',
    await ctx.db.first(query, { ...accessParams(ctx.viewer), id }),
  )
}

const visible = ({ viewer }: Context, ids: readonly string[]) => ({
  ...accessParams(viewer),
  ids: listParam(ids),
})

/** Loads endpoints that the caller can view, for an edge or `node`. */
export const loadEndpoint = createLoader<WebhookEndpointRow>((ctx, ids) =>
  mapMaybePromise(ctx.db.all(visibleEndpoints(accessScopeOf(ctx.viewer)), visible(ctx, ids)), byId),
)

/** Loads deliveries that the caller can view, for `node`. */
export const loadDelivery = createLoader<WebhookDeliveryRow>((ctx, ids) =>
  mapMaybePromise(
    ctx.db.all(visibleDeliveries(accessScopeOf(ctx.viewer)), visible(ctx, ids)),
    byId,
  ),
)

/** The tries of a delivery, the first one first. */
export const loadAttempts = createLoader<WebhookAttemptRow[]>(async (ctx, ids) =>
  Map.groupBy(await ctx.db.all(attemptsOf, some(ctx, ids)), ({ deliveryId }) => deliveryId),
)

/** The event that a delivery tells of, as the caller sees it. */
export const loadEvent = createLoader<VisibleEvent>(async (ctx, ids) => {
  const rows = await ctx.db.all(eventsOf, some(ctx, ids))
  const seen = new Map((await visibleEvents(ctx, rows)).map((event) => [event.id, event]))
  return new Map(
    rows.flatMap(({ deliveryId, id }) =>
      seen.has(id) ? [[deliveryId, seen.get(id) as VisibleEvent]] : [],
    ),
  )
})

/** How many deliveries wait for an endpoint. */
export const loadPending = createLoader<number>(async (ctx, ids) => {
  const rows = await ctx.db.all(pendingOf, { ...some(ctx, ids), most: mostPending })
  return new Map(rows.map(({ id, total }) => [id, total]))
})

/** The newest delivery to an endpoint. */
export const loadNewest = createLoader<WebhookDeliveryRow>(async (ctx, ids) => {
  const rows = await ctx.db.all(newestOf, some(ctx, ids))
  return new Map(rows.map((row) => [row.endpointId, row]))
})

/** The endpoints of the company, as asked for. */
export const endpoints = finder<WebhookEndpointRow, null>({
  kind: endpointFilterSpec,
  queries: endpointsFound,
  needs,
})

/** What endpoints are told, were told and could not be told, as asked for. */
export const deliveries = finder({
  kind: deliveryFilterSpec,
  queries: deliveriesFound,
  plain: deliveryList,
  options: (ctx) => accessScopeOf(ctx.viewer),
  needs,
})

export type EndpointStatus = 'active' | 'paused' | 'disabled'

/** What has been disabled stays so, paused or not. */
export const statusOf = ({ disabledAt, pausedAt }: WebhookEndpointRow): EndpointStatus =>
  disabledAt ? 'disabled' : pausedAt ? 'paused' : 'active'
