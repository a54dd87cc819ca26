import { sql } from 'kysely'
import type { EventRow } from '../events/changes.ts'
import type { CompanyRow } from '../resources/companies/table.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../resources/webhooks/table.ts'
import { query } from '../store/query.ts'
import { orderedJoin } from '../store/sql.ts'

export interface EndpointWork extends WebhookEndpointRow {
  newestSequence: number
  nextAttemptAt: string | null
  /** The end of another process's lease; null without such a lease. */
  leasedUntil: string | null
}

/**
 * CROSSES COMPANIES: one dispatcher serves all. Excludes endpoints that are disabled, of suspended
 * users and, if `demo` is 0, of the demo company. Two index lookups per endpoint.
 */
export const endpointWork = query(
  (_, p: { now: string; demo: number; owner: string }) => sql<EndpointWork>`
    select "endpoint".*, "companies"."eventSequence" as "newestSequence",
      (select min("nextAttemptAt") from "webhookDeliveries" where "companyId" = "endpoint"."companyId" and "endpointId" = "endpoint"."id"
        and "status" = 'pending') as "nextAttemptAt",
      (select max("leasedUntil") from "webhookDeliveries" where "companyId" = "endpoint"."companyId" and "endpointId" = "endpoint"."id"
        and "leasedUntil" is not null and "leasedUntil" > ${p.now} and "leaseOwner" <> ${p.owner}) as "leasedUntil"
    from "webhookEndpoints" as "endpoint"
      ${orderedJoin} "users" on "users"."companyId" = "endpoint"."companyId" and "users"."id" = "endpoint"."userId" and "users"."suspendedAt" is null
      ${orderedJoin} "companies" on "companies"."id" = "endpoint"."companyId" and "companies"."isDemo" <= ${p.demo}
    where "endpoint"."disabledAt" is null`,
)

/** CROSSES COMPANIES: releases the leases of a process that has ended. */
export const releaseLeases = query(
  (_, p: { owner: string }) => sql`
    update "webhookDeliveries" set "leasedUntil" = null, "leaseOwner" = null
    where "leasedUntil" is not null and "leaseOwner" = ${p.owner}`,
)

type RowKey = { companyId: string; id: string }
type EndpointKey = { companyId: string; endpointId: string }

/** An endpoint that is neither paused nor disabled, of a user who is not suspended. */
export const activeEndpoint = query(
  (_, p: EndpointKey) => sql<WebhookEndpointRow>`
    select "endpoint".* from "webhookEndpoints" as "endpoint"
      ${orderedJoin} "users" on "users"."companyId" = "endpoint"."companyId" and "users"."id" = "endpoint"."userId" and "users"."suspendedAt" is null
    where "endpoint"."companyId" = ${p.companyId} and "endpoint"."id" = ${p.endpointId} and "endpoint"."pausedAt" is null and "endpoint"."disabledAt" is null`,
)

/**
 * A delivery that another process is sending. The process's own lease does not count: it sends one
 * delivery per endpoint at a time, so a remaining lease comes from a commit that was not confirmed.
 */
export const leaseOfOtherProcess = query(
  (_, p: EndpointKey & { now: string; owner: string }) => sql<{ id: string }>`
    select "id" from "webhookDeliveries" where "companyId" = ${p.companyId} and "endpointId" = ${p.endpointId}
      and "leasedUntil" is not null and "leasedUntil" > ${p.now} and "leaseOwner" <> ${p.owner} limit 1`,
)

/** The delivery that has been due longest; of those due at the same time, the oldest. */
export const nextDueDelivery = query(
  (_, p: EndpointKey & { now: string }) => sql<WebhookDeliveryRow>`select * from "webhookDeliveries"
    where "companyId" = ${p.companyId} and "endpointId" = ${p.endpointId} and "status" = 'pending' and "nextAttemptAt" <= ${p.now}
    order by "nextAttemptAt", "id" limit 1`,
)

export const deliveryById = query(
  (_, p: RowKey) => sql<WebhookDeliveryRow>`
    select * from "webhookDeliveries" where "companyId" = ${p.companyId} and "id" = ${p.id}`,
)

export const endpointById = query(
  (_, p: RowKey) => sql<WebhookEndpointRow>`
    select * from "webhookEndpoints" where "companyId" = ${p.companyId} and "id" = ${p.id}`,
)

/** Advances an endpoint that is still at `from`: of two processes, one updates no row. */
export const advanceSequence = query(
  (_, p: RowKey & { fromSequence: number; toSequence: number }) => sql`
    update "webhookEndpoints" set "lastSequence" = ${p.toSequence}
    where "companyId" = ${p.companyId} and "id" = ${p.id} and "lastSequence" = ${p.fromSequence} and "disabledAt" is null`,
)

export const eventBySequence = query(
  (_, p: { companyId: string; sequence: number }) => sql<EventRow>`
    select * from "events" where "companyId" = ${p.companyId} and "sequence" = ${p.sequence}`,
)

export const companyById = query(
  (_, p: { companyId: string }) =>
    sql<CompanyRow>`select * from "companies" where "id" = ${p.companyId}`,
)

export const countAttempt = query(
  (_, p: RowKey & { failureCount: number }) => sql`
    update "webhookEndpoints" set "attempts" = "attempts" + 1, "failures" = "failures" + ${p.failureCount}
    where "companyId" = ${p.companyId} and "id" = ${p.id}`,
)
