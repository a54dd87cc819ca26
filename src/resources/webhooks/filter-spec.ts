import { sql } from 'kysely'
import * as filters from '../../filtering/filter-spec.ts'
import { deliveryPolicy, endpointPolicy } from './policy.ts'

/** An endpoint that is both disabled and paused is treated as disabled. */
const status = sql`(case when "webhookEndpoints"."disabledAt" is not null then 'disabled' when "webhookEndpoints"."pausedAt" is not null then 'paused' else 'active' end)`

export const endpointFilterSpec: filters.FilterSpec<'webhookEndpoints'> = {
  table: 'webhookEndpoints',
  prefix: 'webhook',
  policy: endpointPolicy,
  fields: {
    id: filters.id,
    url: {
      description: 'The URL, ignoring case.',
      type: 'String',
      text: sql`lower("webhookEndpoints"."url")`,
      normalize: (url) => url.toLowerCase(),
    },
    status: { description: "The endpoint's status.", type: 'Enum', text: status },
    userId: filters.indexed('ID', 'userId', "The id of the endpoint's user."),
    createdAt: filters.createdAt,
  },
  orders: {
    createdAt: filters.orderByCreation,
    url: filters.ascending('url', 'The URL.', { unindexed: true }),
  },
}

export const deliveryFilterSpec: filters.FilterSpec<'webhookDeliveries'> = {
  table: 'webhookDeliveries',
  prefix: 'msg',
  policy: deliveryPolicy,
  fields: {
    id: filters.id,
    endpointId: filters.indexed('ID', 'endpointId', "The endpoint's id."),
    status: filters.indexed('Enum', 'status', "The delivery's status."),
    type: filters.indexed('String', 'type', 'The event type.'),
    createdAt: filters.createdAt,
  },
  orders: { createdAt: filters.orderByCreation },
}
