import { sql } from 'kysely'
import { createdAt, type FilterSpec, ids, orderByCreation } from '../../filtering/filter-spec.ts'
import { contains } from '../../store/sql.ts'
import { deliveryPolicy, endpointPolicy } from './policy.ts'

/** An endpoint that is both disabled and paused is disabled. */
const status = sql`(case when "webhookEndpoints"."disabledAt" is not null then 'disabled' when "webhookEndpoints"."pausedAt" is not null then 'paused' else 'active' end)`

export const endpointFilterSpec: FilterSpec<'webhookEndpoints'> = {
  table: 'webhookEndpoints',
  prefix: 'webhook',
  policy: endpointPolicy,
  fields: {
    ids,
    url: {
      description: 'Matches endpoints whose URL contains this text, ignoring case.',
      type: 'String',
      normalize: (part) => part.toLowerCase(),
      predicate: (_p, _s, value) => contains(sql`lower("webhookEndpoints"."url")`, value),
    },
    status: {
      description: 'Matches endpoints with this status.',
      type: 'Enum',
      predicate: (_p, _s, value) => sql<boolean>`${status} = ${value}`,
    },
    userId: {
      description: 'Matches endpoints that receive what this user can view.',
      type: 'ID',
      column: 'userId',
      indexed: true,
    },
    createdAt,
  },
  relations: {},
  orders: {
    createdAt: orderByCreation,
    url: { description: 'The URL.', column: 'url', unindexed: true, descending: false },
  },
}

export const deliveryFilterSpec: FilterSpec<'webhookDeliveries'> = {
  table: 'webhookDeliveries',
  prefix: 'msg',
  policy: deliveryPolicy,
  fields: {
    ids,
    endpointId: {
      description: 'Matches deliveries to this endpoint.',
      type: 'ID',
      column: 'endpointId',
      indexed: true,
    },
    status: {
      description: 'Matches deliveries with this status.',
      type: 'Enum',
      column: 'status',
      indexed: true,
    },
    type: {
      description: 'Matches deliveries of this event type, such as `deal.moved` or `webhook.ping`.',
      type: 'String',
      column: 'type',
      indexed: true,
    },
    createdAt: {
      description: 'The time of creation.',
      type: 'created',
      column: 'id',
      indexed: true,
    },
  },
  relations: {},
  orders: { createdAt: { description: 'The time of creation.', column: 'id', descending: true } },
}
