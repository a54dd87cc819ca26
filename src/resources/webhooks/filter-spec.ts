import { sql } from 'kysely'
import {
  ascending,
  createdAt,
  descending,
  type FilterSpec,
  ids,
  indexed,
  orderByCreation,
} from '../../filtering/filter-spec.ts'
import { contains } from '../../store/sql.ts'
import { deliveryPolicy, endpointPolicy } from './policy.ts'

/** An endpoint that is both disabled and paused counts as disabled. */
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
    userId: indexed('ID', 'userId', 'Matches endpoints that receive events visible to this user.'),
    createdAt,
  },
  relations: {},
  orders: {
    createdAt: orderByCreation,
    url: ascending('url', 'The URL.', { unindexed: true }),
  },
}

export const deliveryFilterSpec: FilterSpec<'webhookDeliveries'> = {
  table: 'webhookDeliveries',
  prefix: 'msg',
  policy: deliveryPolicy,
  fields: {
    ids,
    endpointId: indexed('ID', 'endpointId', 'Matches deliveries to this endpoint.'),
    status: indexed('Enum', 'status', 'Matches deliveries with this status.'),
    type: indexed(
      'String',
      'type',
      'Matches deliveries of this event type, such as `deal.moved` or `webhook.ping`.',
    ),
    createdAt: indexed('created', 'id', 'Matches deliveries created in this range.'),
  },
  relations: {},
  orders: { createdAt: descending('id', 'The time of creation.') },
}
