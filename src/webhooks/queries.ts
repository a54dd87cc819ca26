import { sql } from 'kysely'
import type { EventRow } from '../events/table.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../resources/webhooks/table.ts'
import '../resources/companies/table.ts'
import '../resources/users/table.ts'
import { query } from '../store/query.ts'
import { orderedJoin } from '../store/sql.ts'

/** An endpoint with what there is to do for it. */
export interface AtWork extends WebhookEndpointRow {
  /** The number of the company's newest event. */
  newest: number
  /** When the first of its deliveries is to be tried. */
  nextAt: string | null
  /** Lease end of a delivery that another process is sending. */
  busyUntil: string | null
}

/**
 * CROSSES COMPANIES, as the queue by its nature does: one dispatcher serves them all. Leaves out
 * endpoints that are disabled, those of suspended users, and with `demo` 0 those of the demo
 * company. Two index look-ups for each endpoint,
 * however much is waiting for it.
 */
export const endpointsAtWork = query(
  (_, p: { now: string; demo: number; owner: string }) => sql<AtWork>`
    select "endpoint".*, "companies"."eventSequence" as "newest",
      (select min("nextAttemptAt") from "webhookDeliveries" where "companyId" = "endpoint"."companyId" and "endpointId" = "endpoint"."id"
        and "status" = 'pending') as "nextAt",
      (select max("leasedUntil") from "webhookDeliveries" where "companyId" = "endpoint"."companyId" and "endpointId" = "endpoint"."id"
        and "leasedUntil" is not null and "leasedUntil" > ${p.now} and "leaseOwner" <> ${p.owner}) as "busyUntil"
    from "webhookEndpoints" as "endpoint"
      ${orderedJoin} "users" on "users"."companyId" = "endpoint"."companyId" and "users"."id" = "endpoint"."userId" and "users"."suspendedAt" is null
      ${orderedJoin} "companies" on "companies"."id" = "endpoint"."companyId" and "companies"."isDemo" <= ${p.demo}
    where "endpoint"."disabledAt" is null`,
)

/**
 * CROSSES COMPANIES: gives back what a process that is no more was sending; for a name that only
 * one process at a time can have.
 */
export const forgetLeases = query(
  (
    _,
    p: { owner: string },
  ) => sql`update "webhookDeliveries" set "leasedUntil" = null, "leaseOwner" = null
    where "leasedUntil" is not null and "leaseOwner" = ${p.owner}`,
)

type EndpointKey = { companyId: string; endpointId: string }

/** An endpoint that is sent to: neither paused nor disabled, and of a user who is not suspended. */
export const endpointToServe = query(
  (_, p: EndpointKey) => sql<WebhookEndpointRow>`
    select "endpoint".* from "webhookEndpoints" as "endpoint"
      ${orderedJoin} "users" on "users"."companyId" = "endpoint"."companyId" and "users"."id" = "endpoint"."userId" and "users"."suspendedAt" is null
    where "endpoint"."companyId" = ${p.companyId} and "endpoint"."id" = ${p.endpointId} and "endpoint"."pausedAt" is null and "endpoint"."disabledAt" is null`,
)

/**
 * A delivery that another process is sending. A process sends one delivery per endpoint at a time,
 * so that its own remaining lease means that its last COMMIT was not confirmed.
 */
export const leasedByOthers = query(
  (_, p: EndpointKey & { now: string; owner: string }) => sql<{
    id: string
  }>`select "id" from "webhookDeliveries"
    where "companyId" = ${p.companyId} and "endpointId" = ${p.endpointId} and "leasedUntil" is not null and "leasedUntil" > ${p.now}
      and "leaseOwner" <> ${p.owner} limit 1`,
)

/** The delivery that has been due for longest; of those that became due together, the oldest. */
export const nextDue = query(
  (_, p: EndpointKey & { now: string }) => sql<WebhookDeliveryRow>`select * from "webhookDeliveries"
    where "companyId" = ${p.companyId} and "endpointId" = ${p.endpointId} and "status" = 'pending' and "nextAttemptAt" <= ${p.now}
    order by "nextAttemptAt", "id" limit 1`,
)

export const deliveryById = query((k, p: { companyId: string; id: string }) =>
  k
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('id', '=', p.id),
)

export const endpointById = query((k, p: { companyId: string; id: string }) =>
  k
    .selectFrom('webhookEndpoints')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('id', '=', p.id),
)

/**
 * Only for whoever read it at `from`: of two who turn events into deliveries, one comes too late.
 */
export const advance = query(
  (
    _,
    p: { companyId: string; id: string; from: number; to: number },
  ) => sql`update "webhookEndpoints" set "lastSequence" = ${p.to}
    where "companyId" = ${p.companyId} and "id" = ${p.id} and "lastSequence" = ${p.from} and "disabledAt" is null`,
)

export const eventBySequence = query(
  (_, p: { companyId: string; sequence: number }) =>
    sql<EventRow>`select * from "events" where "companyId" = ${p.companyId} and "sequence" = ${p.sequence}`,
)

export const companyById = query((k, p: { companyId: string }) =>
  k.selectFrom('companies').selectAll().where('id', '=', p.companyId),
)

export const countTry = query(
  (
    _,
    p: { companyId: string; id: string; failed: number },
  ) => sql`update "webhookEndpoints" set "attempts" = "attempts" + 1, "failures" = "failures" + ${p.failed}
    where "companyId" = ${p.companyId} and "id" = ${p.id}`,
)
