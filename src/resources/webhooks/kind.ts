import { sql } from 'kysely'
import { byCreation, createdAt, ids } from '../../filtering/common.ts'
import type { FilterSpec } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import { contains } from '../../store/sql.ts'
import './table.ts'
import {
  canViewDelivery,
  canViewEndpoint,
  deliveryAccessPaths,
  endpointAccessPaths,
} from './policy.ts'

/** Whether an endpoint is told of anything: what has been disabled stays so, paused or not. */
const status = sql`(case when "webhookEndpoints"."disabledAt" is not null then 'disabled' when "webhookEndpoints"."pausedAt" is not null then 'paused' else 'active' end)`

/** What webhook endpoints can be filtered and sorted by. */
export const endpointKind = {
  table: 'webhookEndpoints',
  prefix: 'webhook',
  ways: endpointAccessPaths,
  sees: canViewEndpoint,
  fields: {
    ids,
    url: {
      about: 'A part of the address; case does not matter.',
      type: 'String',
      read: (part) => part.toLowerCase(),
      when: (_p, _s, value) => contains(sql`lower("webhookEndpoints"."url")`, value),
    },
    status: {
      about: 'Active, paused or disabled.',
      type: 'Enum',
      when: (_p, _s, value) => sql<boolean>`${status} = ${value}`,
    },
    userId: {
      about: 'Those that are told what this user sees.',
      type: 'ID',
      column: 'userId',
      indexed: true,
    },
    createdAt,
  },
  relations: {},
  orders: {
    createdAt: byCreation,
    url: { about: 'The address.', column: 'url', unindexed: true, descending: false },
  },
} as const satisfies FilterSpec as FilterSpec & { table: 'webhookEndpoints' }

export const endpointsFound = filteredQueries(endpointKind)

/** What deliveries can be filtered by. */
export const deliveryKind = {
  table: 'webhookDeliveries',
  prefix: 'msg',
  ways: deliveryAccessPaths,
  sees: canViewDelivery,
  fields: {
    ids,
    endpointId: { about: 'To this endpoint.', type: 'ID', column: 'endpointId', indexed: true },
    status: {
      about: 'Still to be delivered, delivered, or given up.',
      type: 'Enum',
      column: 'status',
      indexed: true,
    },
    type: {
      about: 'Of this type: `deal.moved`, `webhook.ping` …',
      type: 'String',
      column: 'type',
      indexed: true,
    },
    createdAt: { about: 'When it was made.', type: 'created', column: 'id', indexed: true },
  },
  relations: {},
  orders: { createdAt: { about: 'When it was made.', column: 'id', descending: true } },
} as const satisfies FilterSpec as FilterSpec & { table: 'webhookDeliveries' }

export const deliveriesFound = filteredQueries(deliveryKind)
