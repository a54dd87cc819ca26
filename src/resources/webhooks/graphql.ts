import { builder, defineEnum } from '../../graphql/schema/builder.ts'
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
  loadEvent,
  loadNewestDelivery,
  loadPendingCount,
  maxPendingCount,
  type WebhookAttemptRow,
  type WebhookDeliveryRow,
} from './deliveries.ts'
import { deliveryFilterSpec, endpointFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'
import type { AttemptError, DisabledReason } from './table.ts'

const EndpointStatus = defineEnum('WebhookEndpointStatus', 'The status of a webhook endpoint.', {
  active: 'Events are delivered.',
  paused: 'A user paused the endpoint: no events are delivered until it is resumed.',
  disabled: 'The server disabled the endpoint; `disabledReason` states the reason.',
})

const DeliveryStatus = defineEnum('WebhookDeliveryStatus', 'The status of a delivery.', {
  pending: 'The first or next attempt is pending.',
  delivered: 'The receiver responded with 2xx.',
  dead: 'The last attempt failed.',
})

const DisabledReasonEnum = defineEnum(
  'WebhookDisabledReason',
  'The reason for which the server disabled a webhook endpoint.',
  {
    gone: 'The receiver responded with status 410.',
    failing: 'No delivery succeeded for 5 days.',
  } satisfies Record<DisabledReason, string>,
)

const AttemptErrorEnum = defineEnum('WebhookAttemptError', 'The error of a webhook attempt.', {
  timeout: 'The receiver did not respond in time.',
  dns: 'The host name was not found.',
  refused_address: 'The address is not public.',
  connect: 'No connection could be opened.',
  tls: 'The TLS connection failed.',
  redirect: 'The receiver redirected the request.',
  http: 'The status of the response is not 2xx.',
  closed: 'The connection was lost.',
} satisfies Record<AttemptError, string>)

export const WebhookEndpoint = builder.objectRef<operations.WebhookEndpointRow>('WebhookEndpoint')

const Attempt = builder.objectRef<WebhookAttemptRow>('WebhookAttempt').implement({
  description: 'An attempt to deliver. The response body is not stored.',
  fields: (t) => ({
    number: t.exposeInt('number', {
      description: 'The number of the attempt, from 1; replays continue the count.',
    }),
    attemptedAt: t.expose('at', { type: 'DateTime', description: 'The time of the attempt.' }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'The HTTP status of the response; null if there was none.',
    }),
    latencyMs: t.exposeInt('latencyMs', { description: 'The duration, in milliseconds.' }),
    error: t.expose('error', {
      type: AttemptErrorEnum,
      nullable: true,
      description: 'The error; null on success.',
    }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time of the next attempt; null if there was none.',
    }),
  }),
})

export const WebhookDelivery = builder.objectRef<WebhookDeliveryRow>('WebhookDelivery').implement({
  description:
    'The delivery of an event to a webhook endpoint, stored for 30 days. Its id is the `webhook-id` of each attempt, by which receivers detect duplicates.',
  interfaces: [Node],
  fields: (t) => ({
    endpointId: t.exposeID('endpointId', { description: 'The id of the endpoint.' }),
    endpoint: t.field(
      relationToOne(WebhookEndpoint, operations.loadEndpoint, 'endpointId', 'The endpoint.'),
    ),
    type: t.expose('type', { type: 'EventType', description: 'The event type.' }),
    eventId: t.exposeID('eventId', {
      nullable: true,
      description: 'The id of the event; null for a ping.',
    }),
    eventSequence: t.exposeInt('eventSequence', {
      nullable: true,
      description: 'The sequence number of the event; null for a ping.',
    }),
    event: t.field({
      type: Event,
      nullable: true,
      description: 'The event; null for a ping or if the caller cannot view it.',
      ...relationField(loadEvent, 'id'),
    }),
    status: t.expose('status', { type: DeliveryStatus, description: 'The status.' }),
    attemptCount: t.int({
      description: 'The number of attempts, including those before replays.',
      resolve: ({ attempts, attemptsBefore }) => attempts + attemptsBefore,
    }),
    attempts: t.field(relationToMany(Attempt, loadAttempts, 'The attempts, oldest first.')),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The time of the next attempt; null if there is none.',
      resolve: ({ status, nextAttemptAt }) => (status === 'pending' ? nextAttemptAt : null),
    }),
    deliveredAt: t.expose('deliveredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time of delivery; null if not delivered.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The time of creation.' }),
    viewerCan: t.field(viewerCanField),
  }),
})

WebhookEndpoint.implement({
  description:
    'An address that receives events by POST, signed according to Standard Webhooks 1.0. It receives the events that its user can currently view, within the scopes of the API key of that user: the user who created the endpoint or last changed `url` or `events`. A narrowed key can view only endpoints with no wider access. The secret is shown once, on creation or rotation. Requires `webhooks.manage`.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    url: t.exposeString('url', { description: 'The URL.' }),
    events: t.field({
      type: ['EventPattern'],
      description: 'The patterns of the delivered events; `*` excludes `webhookEndpoint.*`.',
      resolve: ({ events }) => JSON.parse(events) as string[],
    }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'The purpose of the endpoint.',
    }),
    userId: t.exposeID('userId', {
      description: 'The id of the user whose permissions determine which events are delivered.',
    }),
    user: t.field(
      requiredUserField(
        'userId',
        'The user whose permissions determine which events are delivered.',
      ),
    ),
    status: t.field({
      type: EndpointStatus,
      description: 'The status.',
      resolve: operations.getEndpointStatus,
    }),
    pausedAt: t.expose('pausedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time at which the endpoint was paused; null if not paused.',
    }),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time at which the server disabled the endpoint; null if not disabled.',
    }),
    disabledReason: t.expose('disabledReason', {
      type: DisabledReasonEnum,
      nullable: true,
      description: 'The reason for which the server disabled the endpoint.',
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'The time of the first failure since the last success; null if there is none.',
    }),
    previousSecretExpiresAt: t.expose('previousSecretExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time until which deliveries are also signed with the previous secret.',
    }),
    pendingCount: t.int({
      description: `The number of pending deliveries, counted up to ${maxPendingCount.toLocaleString('en')}.`,
      ...relationField(loadPendingCount, 'id', (found) => found ?? 0),
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
  one: {
    description: 'Returns a webhook endpoint by its id. Errors: NOT_FOUND, FORBIDDEN.',
    get: operations.getEndpoint,
  },
  many: {
    name: 'webhookEndpoints',
    description:
      'Returns the webhook endpoints of the company, newest first by default. A narrowed key can view only those with no wider access.',
    list: operations.endpoints,
  },
})

const { addListTo: addDeliveriesTo } = registerRecord(WebhookDelivery, {
  filterSpec: deliveryFilterSpec,
  filterTypes: { status: DeliveryStatus },
  load: loadDelivery,
  one: {
    description: 'Returns a webhook delivery by its id. Errors: NOT_FOUND, FORBIDDEN.',
    get: getDelivery,
  },
  many: {
    name: 'webhookDeliveries',
    description: 'Returns the webhook deliveries of the last 30 days, newest first by default.',
    list: deliveries,
  },
})

addDeliveriesTo(
  WebhookEndpoint,
  'deliveries',
  'The deliveries to the endpoint, newest first.',
  deliveriesOfEndpoint,
)
