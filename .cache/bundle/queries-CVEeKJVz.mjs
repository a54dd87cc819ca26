import { h as sql, r as query } from "./query-BmUqRt20.mjs";
import { M as orderedJoin } from "./records-CzuHo0A9.mjs";
// src/webhooks/queries.ts
/**
* CROSSES COMPANIES: one dispatcher serves all companies. Excludes disabled endpoints, endpoints of
* suspended users and, if `demo` is 0, of the demo company. Needs two index lookups per endpoint.
*/
const endpointWorkQuery = query((_, p) => sql`
    select "endpoint".*, "companies"."eventSequence" as "newestSequence",
      (select min("nextAttemptAt") from "webhookDeliveries" where "companyId" = "endpoint"."companyId" and "endpointId" = "endpoint"."id"
        and "status" = 'pending') as "nextAttemptAt",
      (select max("leasedUntil") from "webhookDeliveries" where "companyId" = "endpoint"."companyId" and "endpointId" = "endpoint"."id"
        and "leasedUntil" is not null and "leasedUntil" > ${p.now} and "leaseOwner" <> ${p.owner}) as "leasedUntil"
    from "webhookEndpoints" as "endpoint"
      ${orderedJoin} "users" on "users"."companyId" = "endpoint"."companyId" and "users"."id" = "endpoint"."userId" and "users"."suspendedAt" is null
      ${orderedJoin} "companies" on "companies"."id" = "endpoint"."companyId" and "companies"."isDemo" <= ${p.demo}
    where "endpoint"."disabledAt" is null`);
/** CROSSES COMPANIES: releases the leases of a process that has ended. */
const releaseLeasesStatement = query((_, p) => sql`
    update "webhookDeliveries" set "leasedUntil" = null, "leaseOwner" = null
    where "leasedUntil" is not null and "leaseOwner" = ${p.owner}`);
/** Selects an endpoint if it is not paused or disabled and its user is not suspended. */
const activeEndpointQuery = query((_, p) => sql`
    select "endpoint".* from "webhookEndpoints" as "endpoint"
      ${orderedJoin} "users" on "users"."companyId" = "endpoint"."companyId" and "users"."id" = "endpoint"."userId" and "users"."suspendedAt" is null
    where "endpoint"."companyId" = ${p.companyId} and "endpoint"."id" = ${p.endpointId} and "endpoint"."pausedAt" is null and "endpoint"."disabledAt" is null`);
/**
* Selects a delivery that another process is sending. Ignores this process's own leases: it sends
* one delivery per endpoint at a time, so such a lease is left over from an unconfirmed commit.
*/
const otherLeaseQuery = query((_, p) => sql`
    select "id" from "webhookDeliveries" where "companyId" = ${p.companyId} and "endpointId" = ${p.endpointId}
      and "leasedUntil" is not null and "leasedUntil" > ${p.now} and "leaseOwner" <> ${p.owner} limit 1`);
/** Selects the delivery that has been due longest; of equally long due deliveries, the oldest. */
const nextDueDeliveryQuery = query((_, p) => sql`select * from "webhookDeliveries"
    where "companyId" = ${p.companyId} and "endpointId" = ${p.endpointId} and "status" = 'pending' and "nextAttemptAt" <= ${p.now}
    order by "nextAttemptAt", "id" limit 1`);
const deliveryByIdQuery = query((_, p) => sql`
    select * from "webhookDeliveries" where "companyId" = ${p.companyId} and "id" = ${p.id}`);
const endpointByIdQuery = query((_, p) => sql`
    select * from "webhookEndpoints" where "companyId" = ${p.companyId} and "id" = ${p.id}`);
/** Advances an endpoint still at `fromSequence`, so that only one of two processes updates it. */
const advanceSequenceStatement = query((_, p) => sql`
    update "webhookEndpoints" set "lastSequence" = ${p.toSequence}
    where "companyId" = ${p.companyId} and "id" = ${p.id} and "lastSequence" = ${p.fromSequence} and "disabledAt" is null`);
const eventBySequenceQuery = query((_, p) => sql`
    select * from "events" where "companyId" = ${p.companyId} and "sequence" = ${p.sequence}`);
const companyByIdQuery = query((_, p) => sql`select * from "companies" where "id" = ${p.companyId}`);
const countAttemptStatement = query((_, p) => sql`
    update "webhookEndpoints" set "attempts" = "attempts" + 1, "failures" = "failures" + ${p.failureCount}
    where "companyId" = ${p.companyId} and "id" = ${p.id}`);
export { deliveryByIdQuery as a, eventBySequenceQuery as c, releaseLeasesStatement as d, countAttemptStatement as i, nextDueDeliveryQuery as l, advanceSequenceStatement as n, endpointByIdQuery as o, companyByIdQuery as r, endpointWorkQuery as s, activeEndpointQuery as t, otherLeaseQuery as u };
