import { sql } from 'kysely'
import { createdAt, ids, orderByCreation } from '../../filtering/common-fields.ts'
import type { FilterSpec } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import { contains } from '../../store/sql.ts'
import './table.ts'
import { deliveryPolicy, endpointPolicy } from './policy.ts'

/** Whether an endpoint is told of anything: what has been disabled stays so, paused or not. */
const status = sql`(case when "webhookEndpoints"."disabledAt" is not null then 'disabled' when "webhookEndpoints"."pausedAt" is not null then 'paused' else 'active' end)`

/** What webhook endpoints can be filtered and sorted by. */
export const endpointFilterSpec = {
  table: 'webhookEndpoints',
  prefix: 'webhook',
  accessPaths: endpointPolicy.accessPaths,
  canView: endpointPolicy.canView,
  fields: {
    ids,
    url: {
      description: 'A part of the address; case does not matter.',
      type: 'String',
      normalize: (part) => part.toLowerCase(),
      predicate: (_p, _s, value) => contains(sql`lower("webhookEndpoints"."url")`, value),
    },
    status: {
      description: 'Active, paused or disabled.',
      type: 'Enum',
      predicate: (_p, _s, value) => sql<boolean>`${status} = ${value}`,
    },
    userId: {
      description: 'Those that are told what this user sees.',
      type: 'ID',
      column: 'userId',
      indexed: true,
    },
    createdAt,
  },
  relations: {},
  orders: {
    createdAt: orderByCreation,
    url: { description: 'The address.', column: 'url', unindexed: true, descending: false },
  },
} as const satisfies FilterSpec as FilterSpec & { table: 'webhookEndpoints' }

export const endpointsFound = filteredQueries(endpointFilterSpec)

/** What deliveries can be filtered by. */
export const deliveryFilterSpec = {
  table: 'webhookDeliveries',
  prefix: 'msg',
  accessPaths: deliveryPolicy.accessPaths,
  canView: deliveryPolicy.canView,
  fields: {
    ids,
    endpointId: {
      description: 'To this endpoint.',
      type: 'ID',
      column: 'endpointId',
      indexed: true,
    },
    status: {
      description: 'Still to be delivered, delivered, or given up.',
      type: 'Enum',
      column: 'status',
      indexed: true,
    },
    type: {
      description: 'Of this type: `deal.moved`, `webhook.ping` …',
      type: 'String',
      column: 'type',
      indexed: true,
    },
    createdAt: { description: 'When it was made.', type: 'created', column: 'id', indexed: true },
  },
  relations: {},
  orders: { createdAt: { description: 'When it was made.', column: 'id', descending: true } },
} as const satisfies FilterSpec as FilterSpec & { table: 'webhookDeliveries' }

export const deliveriesFound = filteredQueries(deliveryFilterSpec)
