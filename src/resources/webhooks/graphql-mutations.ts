import { declareActions } from '../../crud/record-actions.ts'
import {
  builder,
  constraints,
  hasValue,
  idArg,
  isPresent,
  notNull,
  optionalTime,
} from '../../graphql/schema/builder.ts'
import { addMutation, type PayloadFields, recordPayload } from '../../graphql/schema/payloads.ts'
import { RecordMutations } from '../../graphql/schema/record-fields.ts'
import { eventPatternListLimits } from '../events/graphql.ts'
import {
  canDeliver,
  canReplay,
  pingEndpoint,
  replayDeliveries,
  replayDelivery,
} from './deliveries.ts'
import { WebhookDelivery, WebhookEndpoint } from './graphql.ts'
import * as operations from './operations.ts'

const endpointWithSecretPayload: PayloadFields<operations.EndpointWithSecret> = (t) => ({
  webhookEndpoint: t.expose('webhookEndpoint', {
    type: WebhookEndpoint,
    description: 'The endpoint.',
  }),
  secret: t.exposeString('secret', { description: 'The secret (`whsec_…`), returned only once.' }),
})

const descriptions = {
  url: 'A public HTTPS URL without a user name or password.',
  events: 'The events to send, as 1 to 50 patterns; `*` matches all but `webhookEndpoint.*`.',
  description: "The endpoint's purpose.",
}

const ReplayWebhookDeliveriesInput = builder.inputType('ReplayWebhookDeliveriesInput', {
  extensions: constraints({ anyOf: [hasValue('failed', true), isPresent('since')] }),
  description: 'Input for replaying deliveries. Requires `failed: true`, `since` or both.',
  fields: (t) => ({
    failed: t.boolean({
      defaultValue: false,
      description: 'Whether to replay only failed deliveries.',
    }),
    since: t.field({
      type: 'DateTime',
      description: 'The creation time of the first delivery to replay.',
    }),
  }),
})

const mutations = new RecordMutations({
  type: WebhookEndpoint,
  noun: 'webhook endpoint',
  scope: 'webhooks.manage',
})

mutations.create('createWebhookEndpoint', {
  payload: endpointWithSecretPayload,
  description:
    'Creates a webhook endpoint for future events that the caller can view. Errors: CONFLICT (100 endpoints exist).',
  input: (t) => ({
    url: t.field({ type: 'WebUrl', required: true, description: descriptions.url }),
    events: t.field({
      type: ['EventPattern'],
      required: true,
      description: descriptions.events,
      extensions: eventPatternListLimits,
    }),
    description: t.field({ type: 'LongText', description: descriptions.description }),
  }),
  resolve: operations.createEndpoint,
})
mutations.update('updateWebhookEndpoint', {
  description:
    "Updates, pauses or resumes a webhook endpoint. Changing `url` or `events` makes the caller the endpoint's user.",
  input: (t) => ({
    url: t.field({ type: 'WebUrl', description: descriptions.url, extensions: notNull }),
    events: t.field({
      type: ['EventPattern'],
      description: descriptions.events,
      extensions: { ...eventPatternListLimits, ...notNull },
    }),
    description: t.field({ type: 'LongText', description: descriptions.description }),
    paused: t.boolean({
      description: 'Whether to pause the endpoint; `false` also resumes a disabled endpoint.',
      extensions: notNull,
    }),
  }),
  resolve: operations.updateEndpoint,
})
mutations.delete('deleteWebhookEndpoint', {
  description: 'Deletes a webhook endpoint and its deliveries.',
  resolve: operations.deleteEndpoint,
})
mutations.action('rotateWebhookSecret', {
  actions: [{ action: 'rotate' }],
  payload: endpointWithSecretPayload,
  description:
    'Issues a new secret for a webhook endpoint; for 24 hours, the previous secret also signs messages.',
  resolve: operations.rotateSecret,
})
mutations.action('pingWebhookEndpoint', {
  actions: [{ action: 'ping', isPossible: canDeliver }],
  payload: recordPayload(WebhookDelivery),
  description:
    'Sends a test message of type `webhook.ping`. Errors: CONFLICT (the endpoint cannot receive deliveries).',
  resolve: pingEndpoint,
})
mutations.update('replayWebhookDeliveries', {
  actions: [{ action: 'replay', isPossible: canDeliver }],
  description:
    'Replays failed deliveries, or all deliveries since a time: up to 10,000, oldest first. Errors: CONFLICT (the endpoint cannot receive deliveries).',
  input: ReplayWebhookDeliveriesInput,
  inputDescription: 'The deliveries to replay.',
  resolve: replayDeliveries,
  payload: (t) => ({
    webhookEndpoint: t.expose('webhookEndpoint', {
      type: WebhookEndpoint,
      description: 'The endpoint.',
    }),
    count: t.exposeInt('count', { description: 'The number of replayed deliveries.' }),
    nextSince: t.expose(
      'nextSince',
      optionalTime('The value of `since` for the next call; null if no deliveries remain.'),
    ),
  }),
})

addMutation('replayWebhookDelivery', {
  payload: recordPayload(WebhookDelivery),
  scopes: ['webhooks.manage'],
  extensions: declareActions(
    'WebhookDelivery',
    ['webhooks.manage'],
    [{ action: 'replay', isPossible: canReplay }],
  ),
  description:
    'Replays a delivery. Errors: CONFLICT (the endpoint cannot receive deliveries, or the delivery is being sent).',
  args: (t) => ({ id: idArg(t, "The delivery's id.") }),
  resolve: (ctx, { id }) => replayDelivery(ctx, id),
})
