import { builder, defineEnum, optional, optionalTime } from '../../graphql/schema/builder.ts'
import { relationField, relationToMany, relationToOne } from '../../graphql/schema/columns.ts'
import { Node, recordInterfaces, viewerCanField } from '../../graphql/schema/node.ts'
import { registerRecord } from '../../graphql/schema/record-fields.ts'
import { Event } from '../events/graphql.ts'
import { requiredUserField } from '../users/graphql.ts'
import {
  deliveries,
  deliveriesOfEndpoint,
  getDelivery,
  loadAttempts,
  loadDelivery,
  loadDeliveryEvent,
  loadNewestDelivery,
  loadPendingCount,
  type WebhookAttemptRow,
  type WebhookDeliveryRow,
} from './deliveries.ts'
import { deliveryFilterSpec, endpointFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'
import type { AttemptError, DisabledReason } from './table.ts'

const EndpointStatus = defineEnum('WebhookEndpointStatus', 'The status of a webhook endpoint.', {
  active: 'Events are delivered.',
  paused: 'A user paused the endpoint.',
  disabled: 'The server disabled the endpoint.',
})

const DeliveryStatus = defineEnum('WebhookDeliveryStatus', 'The status of a delivery.', {
  pending: 'The first or next attempt is pending.',
  delivered: 'The receiver responded with 2xx.',
  dead: 'The delivery failed permanently.',
})

const DisabledReasonEnum = defineEnum(
  'WebhookDisabledReason',
  'The reason why a webhook endpoint was disabled.',
  {
    gone: 'The receiver responded with status 410.',
    failing: 'All delivery attempts failed for 5 days.',
  } satisfies Record<DisabledReason, string>,
)

const AttemptErrorEnum = defineEnum('WebhookAttemptError', 'The error of a delivery attempt.', {
  timeout: 'The receiver did not respond in time.',
  dns: 'The host name was not found.',
  refused_address: 'The IP address is not public.',
  connect: 'No connection could be opened.',
  tls: 'The TLS connection failed.',
  redirect: 'The receiver redirected the request.',
  http: "The response's status is neither 2xx nor 3xx.",
  closed: 'The connection was lost.',
} satisfies Record<AttemptError, string>)

export const WebhookEndpoint = builder.objectRef<operations.WebhookEndpointRow>('WebhookEndpoint')

const WebhookAttempt = builder.objectRef<WebhookAttemptRow>('WebhookAttempt').implement({
  description: 'An HTTP request of a delivery.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: "The attempt's number, from 1." }),
    attemptedAt: t.expose('at', { type: 'DateTime', description: 'The time of the attempt.' }),
    status: t.exposeInt('status', optional('The HTTP status; null if there was no response.')),
    latencyMs: t.exposeInt('latencyMs', { description: "The attempt's duration in milliseconds." }),
    error: t.expose('error', { type: AttemptErrorEnum, ...optional('The error, if any.') }),
    nextAttemptAt: t.expose('nextAttemptAt', optionalTime("The next attempt's time, if any.")),
  }),
})

export const WebhookDelivery = builder.objectRef<WebhookDeliveryRow>('WebhookDelivery').implement({
  description:
    'A delivery of an event or ping, kept for 30 days. Its id is the `webhook-id` of each attempt.',
  interfaces: [Node],
  fields: (t) => ({
    endpointId: t.exposeID('endpointId', { description: "The endpoint's id." }),
    endpoint: t.field(
      relationToOne(WebhookEndpoint, operations.loadEndpoint, 'endpointId', 'The endpoint.'),
    ),
    type: t.expose('type', { type: 'EventType', description: 'The event type.' }),
    eventId: t.exposeID('eventId', optional("The event's id; null for a ping.")),
    eventSequence: t.exposeInt('eventSequence', optional('The sequence number; null for a ping.')),
    event: t.field({
      type: Event,
      ...optional('The event; null for a ping or if not visible.'),
      ...relationField(loadDeliveryEvent, 'id'),
    }),
    status: t.expose('status', { type: DeliveryStatus, description: "The delivery's status." }),
    attemptCount: t.int({
      description: 'The total number of attempts.',
      resolve: ({ attempts, attemptsBefore }) => attempts + attemptsBefore,
    }),
    attempts: t.field(relationToMany(WebhookAttempt, loadAttempts, 'The attempts, oldest first.')),
    nextAttemptAt: t.field({
      type: 'DateTime',
      ...optional("The next attempt's time, if any."),
      resolve: ({ status, nextAttemptAt }) => (status === 'pending' ? nextAttemptAt : null),
    }),
    deliveredAt: t.expose('deliveredAt', optionalTime('The delivery time; null if not delivered.')),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The creation time.' }),
    viewerCan: t.field(viewerCanField),
  }),
})

WebhookEndpoint.implement({
  description:
    'A URL that receives the events that its user can view, as defined by Standard Webhooks 1.0.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    url: t.exposeString('url', { description: 'The URL to which events are sent.' }),
    events: t.field({
      type: ['EventPattern'],
      description: 'The patterns of the events to deliver.',
      resolve: ({ events }) => JSON.parse(events) as string[],
    }),
    description: t.exposeString('description', optional("The endpoint's purpose.")),
    userId: t.exposeID('userId', { description: "The id of the endpoint's user." }),
    user: t.field(requiredUserField('userId', 'The user whose permissions limit the events.')),
    status: t.field({
      type: EndpointStatus,
      description: "The endpoint's status.",
      resolve: operations.getEndpointStatus,
    }),
    pausedAt: t.expose('pausedAt', optionalTime('The time a user paused the endpoint.')),
    disabledAt: t.expose('disabledAt', optionalTime('The time the server disabled the endpoint.')),
    disabledReason: t.expose('disabledReason', {
      type: DisabledReasonEnum,
      ...optional('The reason why the server disabled the endpoint.'),
    }),
    failingSince: t.expose(
      'failingSince',
      optionalTime('The time of the first failure since the last success.'),
    ),
    previousSecretExpiresAt: t.expose(
      'previousSecretExpiresAt',
      optionalTime('The time until which the previous secret also signs messages.'),
    ),
    pendingCount: t.int({
      description: 'The number of pending deliveries, up to 10,000.',
      ...relationField(loadPendingCount, 'id', (count) => count ?? 0),
    }),
    lastDelivery: t.field(
      relationToOne(WebhookDelivery, loadNewestDelivery, 'id', 'The newest delivery.'),
    ),
  }),
})

registerRecord(WebhookEndpoint, {
  filterSpec: endpointFilterSpec,
  filterTypes: { status: EndpointStatus },
  load: operations.loadEndpoint,
  findCredential: operations.getEndpoint,
  one: { description: 'Returns a webhook endpoint by id.', get: operations.getEndpoint },
  many: {
    name: 'webhookEndpoints',
    description: 'Returns webhook endpoints, newest first.',
    list: operations.endpoints,
  },
})

const { addListTo: addDeliveriesTo } = registerRecord(WebhookDelivery, {
  filterSpec: deliveryFilterSpec,
  filterTypes: { status: DeliveryStatus },
  load: loadDelivery,
  one: { description: 'Returns a webhook delivery by id.', get: getDelivery },
  many: {
    name: 'webhookDeliveries',
    description: 'Returns webhook deliveries of the last 30 days, newest first.',
    list: deliveries,
  },
})

addDeliveriesTo(WebhookEndpoint, 'deliveries', deliveriesOfEndpoint)
