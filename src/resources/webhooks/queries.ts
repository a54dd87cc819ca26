import { sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import type { EventRow } from '../../events/table.ts'
import { listOf } from '../../store/page.ts'
import { query, queryFamily } from '../../store/query.ts'
import { isIn, listRows } from '../../store/sql.ts'
import './table.ts'
import { deliveryPolicy, endpointPolicy } from './policy.ts'
import type { WebhookAttemptRow, WebhookDeliveryRow, WebhookEndpointRow } from './table.ts'

interface Ids {
  companyId: string
  ids: string
}

/** An endpoint, and whether the caller can view it. */
export const endpointFor = queryFamily<
  AccessScope,
  AccessParams & { id: string },
  WebhookEndpointRow & { visible: number }
>((k, p, sight) =>
  k
    .selectFrom('webhookEndpoints')
    .selectAll()
    .select(sql<number>`${endpointPolicy.canView(p, sight)}`.as('visible'))
    .where('companyId', '=', p.companyId)
    .where('id', '=', p.id),
)

export const visibleEndpoints = queryFamily<
  AccessScope,
  AccessParams & { ids: string },
  WebhookEndpointRow
>((k, p, sight) =>
  k
    .selectFrom('webhookEndpoints')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where(isIn('id', p.ids))
    .where(endpointPolicy.canView(p, sight)),
)

export const countEndpoints = query((k, p: { companyId: string }) =>
  k
    .selectFrom('webhookEndpoints')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('companyId', '=', p.companyId),
)

/** A delivery, and whether the caller can view it. */
export const deliveryFor = queryFamily<
  AccessScope,
  AccessParams & { id: string },
  WebhookDeliveryRow & { visible: number }
>((k, p, sight) =>
  k
    .selectFrom('webhookDeliveries')
    .selectAll()
    .select(sql<number>`${deliveryPolicy.canView(p, sight)}`.as('visible'))
    .where('companyId', '=', p.companyId)
    .where('id', '=', p.id),
)

export const visibleDeliveries = queryFamily<
  AccessScope,
  AccessParams & { ids: string },
  WebhookDeliveryRow
>((k, p, sight) =>
  k
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where(isIn('id', p.ids))
    .where(deliveryPolicy.canView(p, sight)),
)

export const deliveryList = listOf<'webhookDeliveries', AccessParams, AccessScope>({
  table: 'webhookDeliveries',
  visible: deliveryPolicy.accessPaths,
})

/** The events that some deliveries tell of. */
export const eventsOf = query(
  (_, p: Ids) => sql<
    EventRow & { deliveryId: string }
  >`select "events".*, "delivery"."id" as "deliveryId" from "webhookDeliveries" as "delivery" join "events"
    on "events"."companyId" = "delivery"."companyId" and "events"."sequence" = "delivery"."eventSequence"
    where "delivery"."companyId" = ${p.companyId} and ${isIn('delivery.id', p.ids)} order by "delivery"."id"`,
)

/** The tries of some deliveries, in their order. */
export const attemptsOf = query((k, p: Ids) =>
  k
    .selectFrom('webhookAttempts')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where(isIn('deliveryId', p.ids))
    .orderBy('deliveryId')
    .orderBy('number')
    .$castTo<WebhookAttemptRow>(),
)

/** How much each of some endpoints is still to be told, counted up to `most`. */
export const pendingOf = query(
  (_, p: Ids & { most: number }) => sql<{
    id: string
    total: number
  }>`select "endpoint"."value" as "id", (select count(*) from (
      select 1 from "webhookDeliveries" where "companyId" = ${p.companyId} and "endpointId" = "endpoint"."value" and "status" = 'pending' limit ${p.most}
    ) as "some") as "total" from ${listRows(p.ids, 'endpoint')}`,
)

/** The newest delivery to each of some endpoints. */
export const newestOf = query(
  (
    _,
    p: Ids,
  ) => sql<WebhookDeliveryRow>`select "delivery".* from ${listRows(p.ids, 'endpoint')} cross join "webhookDeliveries" as "delivery"
    where "delivery"."companyId" = ${p.companyId} and "delivery"."id" = (
      select max("id") from "webhookDeliveries" where "companyId" = ${p.companyId} and "endpointId" = "endpoint"."value")`,
)

interface Stretch {
  companyId: string
  endpointId: string
  /** Behind this one. */
  after: string
  limit: number
}

/** The next deliveries to an endpoint, oldest first; `dead`: only those that were given up. */
export const deliveriesAfter = queryFamily<
  { dead: boolean },
  Stretch,
  { id: string; createdAt: string }
>(
  (_, p, { dead }) => sql<{
    id: string
    createdAt: string
  }>`select "id", "createdAt" from "webhookDeliveries"
    where "companyId" = ${p.companyId} and "endpointId" = ${p.endpointId} and "id" > ${p.after}${dead ? sql` and "status" = 'dead'` : sql``} order by "id" limit ${p.limit}`,
)

/** Puts deliveries in the queue anew, but for those that are being sent at this moment. */
export const sendAgain = query((k, p: { companyId: string; ids: string; now: string }) =>
  k
    .updateTable('webhookDeliveries')
    .set((eb) => ({
      status: 'pending' as const,
      attemptsBefore: eb('attemptsBefore', '+', eb.ref('attempts')),
      attempts: 0,
      nextAttemptAt: p.now,
      leasedUntil: null,
      leaseOwner: null,
      deliveredAt: null,
    }))
    .where('companyId', '=', p.companyId)
    .where(isIn('id', p.ids))
    .where((eb) => eb.or([eb('leasedUntil', 'is', null), eb('leasedUntil', '<=', p.now)])),
)

/** Removes some of the deliveries to an endpoint, with their tries. */
export const removeDeliveries = query(
  (
    _,
    p: { companyId: string; endpointId: string; limit: number },
  ) => sql`delete from "webhookDeliveries" where "companyId" = ${p.companyId} and "id" in (
    select "id" from "webhookDeliveries" where "companyId" = ${p.companyId} and "endpointId" = ${p.endpointId} order by "id" limit ${p.limit})`,
)

/**
 * Removes some of the deliveries made before one, with their tries; not what is still to be
 * delivered.
 */
export const removeOldDeliveries = query(
  (
    _,
    p: { companyId: string; before: string; limit: number },
  ) => sql`delete from "webhookDeliveries" where "companyId" = ${p.companyId} and "id" in (
    select "id" from "webhookDeliveries" where "companyId" = ${p.companyId} and "id" < ${p.before} and "status" <> 'pending' order by "id" limit ${p.limit})`,
)
