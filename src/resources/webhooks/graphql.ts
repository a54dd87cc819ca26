import { builder, idSchema, needs } from '../../graphql/schema/builder.ts'
import { relationField } from '../../graphql/schema/columns.ts'
import {
  listArgs,
  orderInput,
  resolveList,
  whereInput,
} from '../../graphql/schema/filter-inputs.ts'
import { Node, recordInterfaces, registerNodeType } from '../../graphql/schema/node.ts'
import { connectionType } from '../../graphql/schema/paging.ts'
import { Event } from '../events/graphql.ts'
import { User } from '../users/graphql.ts'
import { loadUser } from '../users/operations.ts'
import { deliveryFilterSpec, endpointFilterSpec } from './filter-spec.ts'
import { DeliveryStatus, EndpointStatus } from './graphql-status.ts'
import {
  deliveries,
  endpoints,
  getDelivery,
  getEndpoint,
  loadAttempts,
  loadDelivery,
  loadEndpoint,
  loadEvent,
  loadNewest,
  loadPending,
  mostPending,
  statusOf,
  type WebhookAttemptRow,
  type WebhookDeliveryRow,
  type WebhookEndpointRow,
} from './operations.ts'
import { deliveryPolicy, endpointPolicy } from './policy.ts'

const scope = needs('webhooks.manage')

export const WebhookEndpoint = builder.objectRef<WebhookEndpointRow>('WebhookEndpoint')

const Attempt = builder.objectRef<WebhookAttemptRow>('WebhookAttempt').implement({
  description: 'One try to deliver. What the receiver answered is not kept.',
  fields: (t) => ({
    number: t.exposeInt('number', {
      description: 'Which try it was: 1, 2, 3 …, counted on when a delivery is replayed.',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was.' }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'The HTTP status that was answered; null where no answer came.',
    }),
    latencyMs: t.exposeInt('latencyMs', { description: 'How long it took, in milliseconds.' }),
    error: t.exposeString('error', {
      nullable: true,
      description:
        'What went wrong: timeout, dns (the name was not found), refused_address (it led to an address that is not public), connect, tls, redirect, http (another status than 2xx), closed (cut off midway); null for a success.',
    }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was to be tried again after this; null: not at all.',
    }),
  }),
})

export const WebhookDelivery = builder.objectRef<WebhookDeliveryRow>('WebhookDelivery').implement({
  description:
    'One event on its way to one webhook endpoint. Kept for 30 days. Its id is the `webhook-id` of every try, by which receivers tell repetitions.',
  interfaces: [Node],
  fields: (t) => ({
    endpointId: t.exposeID('endpointId', {
      description: 'The id of the endpoint that it goes to.',
    }),
    endpoint: t.field({
      type: WebhookEndpoint,
      nullable: true,
      description: 'The endpoint that it goes to.',
      ...relationField(loadEndpoint, 'endpointId'),
    }),
    type: t.exposeString('type', {
      description: 'What it tells of: `deal.moved`, `person.created` …, or `webhook.ping`.',
    }),
    eventId: t.exposeID('eventId', {
      nullable: true,
      description: 'The id of the event; a ping has none.',
    }),
    eventSequence: t.exposeInt('eventSequence', {
      nullable: true,
      description: "The event's number in the feed; a ping has none.",
    }),
    event: t.field({
      type: Event,
      nullable: true,
      description:
        'The event that it tells of, as the caller sees it; null for a ping, and where the caller does not see its record.',
      ...relationField(loadEvent, 'id'),
    }),
    status: t.expose('status', { type: DeliveryStatus, description: 'How it stands.' }),
    attemptCount: t.int({
      description: 'How often it has been tried, before replays too.',
      resolve: ({ attempts, attemptsBefore }) => attempts + attemptsBefore,
    }),
    attempts: t.field({
      type: [Attempt],
      description: 'Each try, the first one first.',
      ...relationField(loadAttempts, 'id', (found) => found ?? []),
    }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it is tried next; null where it is not.',
      resolve: ({ status, nextAttemptAt }) => (status === 'pending' ? nextAttemptAt : null),
    }),
    deliveredAt: t.expose('deliveredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was delivered; null where it has not been.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  }),
})

WebhookEndpoint.implement({
  description:
    'An address that receives events by POST, signed according to Standard Webhooks 1.0. It receives the events that one user can currently view, within the scopes of their API key: the user who created the endpoint or last changed its url or events. A narrowed key can view endpoints that hold no more than it does. The secret is shown once, on creation or rotation. Needs `webhooks.manage`.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    url: t.exposeString('url', { description: 'Where it is.' }),
    events: t.stringList({
      description:
        'What it is told of: types such as `deal.moved`, all of a kind such as `deal.*`, or `*`: all but `webhookEndpoint.*`.',
      resolve: ({ events }) => JSON.parse(events) as string[],
    }),
    description: t.exposeString('description', { nullable: true, description: 'What it is for.' }),
    userId: t.exposeID('userId', {
      description: 'The id of the user whose sight decides what it is told.',
    }),
    user: t.field({
      type: User,
      nullable: true,
      description: 'The user whose sight decides what it is told.',
      ...relationField(loadUser, 'userId'),
    }),
    status: t.field({
      type: EndpointStatus,
      description: 'Whether it is told of events.',
      resolve: statusOf,
    }),
    pausedAt: t.expose('pausedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was paused; null where it is not.',
    }),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the server gave up on it; null where it has not.',
    }),
    disabledReason: t.exposeString('disabledReason', {
      nullable: true,
      description: 'Why: gone (it answered 410), failing (nothing but failures for 5 days).',
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'When the failures began that no success has followed; null where it works.',
    }),
    previousSecretExpiresAt: t.expose('previousSecretExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'After a rotation: until when the secret before signs as well.',
    }),
    pendingCount: t.int({
      description: `How many deliveries wait for it, counted up to ${mostPending}.`,
      ...relationField(loadPending, 'id', (found) => found ?? 0),
    }),
    lastDelivery: t.field({
      type: WebhookDelivery,
      nullable: true,
      description: 'The newest delivery to it; null where there is none.',
      ...relationField(loadNewest, 'id'),
    }),
  }),
})

registerNodeType('webhook', {
  type: 'WebhookEndpoint',
  policy: endpointPolicy,
  load: loadEndpoint,
  credential: getEndpoint,
})
registerNodeType('msg', {
  type: 'WebhookDelivery',
  policy: deliveryPolicy,
  load: loadDelivery,
})

const EndpointConnection = connectionType('WebhookEndpoint', WebhookEndpoint)
const EndpointWhere = whereInput('WebhookEndpoint', endpointFilterSpec, { status: EndpointStatus })
const EndpointOrder = orderInput('WebhookEndpoint', endpointFilterSpec)
const DeliveryConnection = connectionType('WebhookDelivery', WebhookDelivery)
const DeliveryWhere = whereInput('WebhookDelivery', deliveryFilterSpec, { status: DeliveryStatus })
const DeliveryOrder = orderInput('WebhookDelivery', deliveryFilterSpec)

builder.queryFields((t) => ({
  webhookEndpoint: t.field({
    type: WebhookEndpoint,
    nullable: true,
    description: 'A webhook endpoint by its id. Errors: NOT_FOUND, FORBIDDEN.',
    extensions: scope,
    args: {
      id: t.arg.id({ required: true, description: "The endpoint's id.", extensions: idSchema }),
    },
    resolve: (_, { id }, ctx) => getEndpoint(ctx, id),
  }),
  webhookEndpoints: t.field({
    type: EndpointConnection,
    description:
      'The webhook endpoints of the company, newest first by default; for a narrowed key, only those that hold no more than it does.',
    extensions: scope,
    args: listArgs(t, EndpointWhere, EndpointOrder),
    resolve: (_, { where, orderBy, ...page }, ctx, info) =>
      resolveList(ctx, info, page, 'webhookEndpoints', { where, orderBy }, endpoints),
  }),
  webhookDelivery: t.field({
    type: WebhookDelivery,
    nullable: true,
    description: 'A delivery by its id. Errors: NOT_FOUND, FORBIDDEN.',
    extensions: scope,
    args: {
      id: t.arg.id({ required: true, description: "The delivery's id.", extensions: idSchema }),
    },
    resolve: (_, { id }, ctx) => getDelivery(ctx, id),
  }),
  webhookDeliveries: t.field({
    type: DeliveryConnection,
    description:
      'What webhook endpoints were told in the last 30 days, or could not be, newest first unless told otherwise.',
    extensions: scope,
    args: listArgs(t, DeliveryWhere, DeliveryOrder),
    resolve: (_, { where, orderBy, ...page }, ctx, info) =>
      resolveList(ctx, info, page, 'webhookDeliveries', { where, orderBy }, deliveries),
  }),
}))
