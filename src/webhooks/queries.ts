/** The queries of the webhook dispatcher. */
import { sql } from 'kysely'
import type { EventRow } from '../events/table.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../resources/webhooks/table.ts'
import { query } from '../store/query.ts'
import { orderedJoin } from '../store/sql.ts'

export interface EndpointWork extends WebhookEndpointRow {
  newestSequence: number
  nextAttemptAt: string | null
  /** When another process's lease ends; null if no other process has a lease. */
  leasedUntil: string | null
}

/**
 * CROSSES COMPANIES: one dispatcher serves all companies. Excludes endpoints that are disabled or
 * belong to a suspended user or, if `demo` is 0, the demo company. Does two lookups per endpoint.
 */
export const endpointWorkQuery = query(
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
export const releaseLeasesStatement = query(
  (_, p: { owner: string }) => sql`
    update "webhookDeliveries" set "leasedUntil" = null, "leaseOwner" = null
    where "leasedUntil" is not null and "leaseOwner" = ${p.owner}`,
)

type RowKey = { companyId: string; id: string }
type EndpointKey = { companyId: string; endpointId: string }

/** Selects an endpoint if it is neither paused nor disabled and its user is not suspended. */
export const activeEndpointQuery = query(
  (_, p: EndpointKey) => sql<WebhookEndpointRow>`
    select "endpoint".* from "webhookEndpoints" as "endpoint"
      ${orderedJoin} "users" on "users"."companyId" = "endpoint"."companyId" and "users"."id" = "endpoint"."userId" and "users"."suspendedAt" is null
    where "endpoint"."companyId" = ${p.companyId} and "endpoint"."id" = ${p.endpointId} and "endpoint"."pausedAt" is null and "endpoint"."disabledAt" is null`,
)

/**
 * Selects a delivery that another process is sending. Ignores this process's own leases: it sends
 * one delivery per endpoint at a time, so such a lease is left over from an unconfirmed commit.
 */
export const otherLeaseQuery = query(
  (_, p: EndpointKey & { now: string; owner: string }) => sql<{ id: string }>`
    select "id" from "webhookDeliveries" where "companyId" = ${p.companyId} and "endpointId" = ${p.endpointId}
      and "leasedUntil" is not null and "leasedUntil" > ${p.now} and "leaseOwner" <> ${p.owner} limit 1`,
)

/** Selects the delivery with the earliest due time; of deliveries due at that time, the oldest. */
export const nextDueDeliveryQuery = query(
  (_, p: EndpointKey & { now: string }) => sql<WebhookDeliveryRow>`select * from "webhookDeliveries"
    where "companyId" = ${p.companyId} and "endpointId" = ${p.endpointId} and "status" = 'pending' and "nextAttemptAt" <= ${p.now}
    order by "nextAttemptAt", "id" limit 1`,
)

export const deliveryByIdQuery = query(
  (_, p: RowKey) => sql<WebhookDeliveryRow>`
    select * from "webhookDeliveries" where "companyId" = ${p.companyId} and "id" = ${p.id}`,
)

export const endpointByIdQuery = query(
  (_, p: RowKey) => sql<WebhookEndpointRow>`
    select * from "webhookEndpoints" where "companyId" = ${p.companyId} and "id" = ${p.id}`,
)

/** Advances an unchanged, enabled endpoint at `fromSequence`, so that only one process succeeds. */
export const advanceSequenceStatement = query(
  (_, p: RowKey & { version: number; fromSequence: number; toSequence: number }) => sql`
    update "webhookEndpoints" set "lastSequence" = ${p.toSequence}
    where "companyId" = ${p.companyId} and "id" = ${p.id} and "version" = ${p.version} and "lastSequence" = ${p.fromSequence} and "disabledAt" is null`,
)

export const eventBySequenceQuery = query(
  (_, p: { companyId: string; sequence: number }) => sql<EventRow>`
    select * from "events" where "companyId" = ${p.companyId} and "sequence" = ${p.sequence}`,
)

export const incrementAttemptsStatement = query(
  (_, p: RowKey & { failureCount: number }) => sql`
    update "webhookEndpoints" set "attempts" = "attempts" + 1, "failures" = "failures" + ${p.failureCount}
    where "companyId" = ${p.companyId} and "id" = ${p.id}`,
)
