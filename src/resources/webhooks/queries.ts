import { sql } from 'kysely'
import type { EventRow } from '../../events/table.ts'
import { type IdsParams, query, queryFamily } from '../../store/query.ts'
import { isIn, listRows } from '../../store/sql.ts'
import type { WebhookAttemptRow, WebhookDeliveryRow } from './table.ts'

export const endpointCount = query(
  (_, p: { companyId: string }) => sql<{ total: number }>`
    select count(*) as "total" from "webhookEndpoints" where "companyId" = ${p.companyId}`,
)

export const eventsOfDeliveries = query(
  (_, p: IdsParams) => sql<EventRow & { deliveryId: string }>`
    select "events".*, "delivery"."id" as "deliveryId" from "webhookDeliveries" as "delivery" join "events"
      on "events"."companyId" = "delivery"."companyId" and "events"."sequence" = "delivery"."eventSequence"
    where "delivery"."companyId" = ${p.companyId} and ${isIn('delivery.id', p.ids)} order by "delivery"."id"`,
)

export const attemptsOfDeliveries = query(
  (_, p: IdsParams) => sql<WebhookAttemptRow>`
    select * from "webhookAttempts" where "companyId" = ${p.companyId} and ${isIn('deliveryId', p.ids)} order by "deliveryId", "number"`,
)

/** Counts up to `limit` pending deliveries of each endpoint. */
export const pendingCounts = query(
  (_, p: IdsParams & { limit: number }) => sql<{ id: string; total: number }>`
    select "endpoint"."value" as "id", (select count(*) from (
      select 1 from "webhookDeliveries" where "companyId" = ${p.companyId} and "endpointId" = "endpoint"."value" and "status" = 'pending' limit ${p.limit}
    ) as "some") as "total" from ${listRows(p.ids, 'endpoint')}`,
)

export const newestDeliveries = query(
  (_, p: IdsParams) => sql<WebhookDeliveryRow>`
    select "delivery".* from ${listRows(p.ids, 'endpoint')} cross join "webhookDeliveries" as "delivery"
    where "delivery"."companyId" = ${p.companyId} and "delivery"."id" = (
      select max("id") from "webhookDeliveries" where "companyId" = ${p.companyId} and "endpointId" = "endpoint"."value")`,
)

type DeliveryRange = { companyId: string; endpointId: string; after: string; limit: number }

/** Selects the next deliveries to an endpoint, oldest first; if `isDead`, only failed ones. */
export const deliveriesAfterId = queryFamily(
  (_, p: DeliveryRange, { isDead }: { isDead: boolean }) => sql<{ id: string; createdAt: string }>`
    select "id", "createdAt" from "webhookDeliveries"
    where "companyId" = ${p.companyId} and "endpointId" = ${p.endpointId} and "id" > ${p.after}${isDead ? sql` and "status" = 'dead'` : sql``} order by "id" limit ${p.limit}`,
)

/** Puts deliveries back into the queue, except deliveries that are being sent. */
export const requeueDeliveries = query(
  (_, p: IdsParams & { now: string }) => sql`
    update "webhookDeliveries" set "status" = 'pending', "attemptsBefore" = "attemptsBefore" + "attempts", "attempts" = 0,
      "nextAttemptAt" = ${p.now}, "leasedUntil" = null, "leaseOwner" = null, "deliveredAt" = null
    where "companyId" = ${p.companyId} and ${isIn('id', p.ids)} and ("leasedUntil" is null or "leasedUntil" <= ${p.now})`,
)

/** Deletes up to `limit` deliveries to an endpoint. Their attempts are deleted by cascade. */
export const removeDeliveries = query(
  (_, p: { companyId: string; endpointId: string; limit: number }) => sql`
    delete from "webhookDeliveries" where "companyId" = ${p.companyId} and "id" in (
      select "id" from "webhookDeliveries" where "companyId" = ${p.companyId} and "endpointId" = ${p.endpointId} order by "id" limit ${p.limit})`,
)

/** Deletes up to `limit` deliveries with ids below `beforeId`, except pending deliveries. */
export const deleteOldDeliveries = query(
  (_, p: { companyId: string; beforeId: string; limit: number }) => sql`
    delete from "webhookDeliveries" where "companyId" = ${p.companyId} and "id" in (
      select "id" from "webhookDeliveries" where "companyId" = ${p.companyId} and "id" < ${p.beforeId} and "status" <> 'pending' order by "id" limit ${p.limit})`,
)
