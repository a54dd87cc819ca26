import { declareActions } from '../../crud/record-actions.ts'
import {
  atLeastOneField,
  builder,
  constraints,
  hasValue,
  idArg,
  isPresent,
  notNull,
} from '../../graphql/schema/builder.ts'
import { addMutation, type PayloadFields, recordPayload } from '../../graphql/schema/payloads.ts'
import { recordMutations } from '../../graphql/schema/record-fields.ts'
import { eventPatternList } from '../events/graphql.ts'
import {
  canDeliver,
  canReplay,
  maxReplayed,
  pingEndpoint,
  replayDeliveries,
  replayDelivery,
} from './deliveries.ts'
import { WebhookDelivery, WebhookEndpoint } from './graphql.ts'
import * as operations from './operations.ts'

const issuedEndpointPayload: PayloadFields<operations.IssuedEndpoint> = (t) => ({
  webhookEndpoint: t.expose('webhookEndpoint', {
    type: WebhookEndpoint,
    description: 'The endpoint.',
  }),
  secret: t.exposeString('secret', {
    description:
      'The secret (`whsec_…`) with which the receiver verifies signatures. It cannot be retrieved again.',
  }),
})

const descriptions = {
  url: 'An https URL on the public internet, without user name and password. Private, loopback and other special addresses are rejected, as are host names that resolve to them.',
  events:
    'The events to send, 1 to 50 patterns: a type such as `deal.moved`, all of a kind such as `deal.*`, or `*` for all except `webhookEndpoint.*`. Errors: VALIDATION_ERROR for a pattern that matches no event type.',
  description: 'The purpose of the endpoint.',
}

const CreateWebhookEndpointInput = builder.inputType('CreateWebhookEndpointInput', {
  description: 'Input for creating a webhook endpoint.',
  fields: (t) => ({
    url: t.field({ type: 'WebUrl', required: true, description: descriptions.url }),
    events: t.field({
      type: ['EventPattern'],
      required: true,
      description: descriptions.events,
      extensions: eventPatternList,
    }),
    description: t.field({ type: 'LongText', description: descriptions.description }),
  }),
})

const UpdateWebhookEndpointInput = builder.inputType('UpdateWebhookEndpointInput', {
  extensions: atLeastOneField,
  description: 'Input for updating a webhook endpoint.',
  fields: (t) => ({
    url: t.field({ type: 'WebUrl', description: descriptions.url, extensions: notNull }),
    events: t.field({
      type: ['EventPattern'],
      description: descriptions.events,
      extensions: { ...eventPatternList, ...notNull },
    }),
    description: t.field({ type: 'LongText', description: descriptions.description }),
    paused: t.boolean({
      description:
        'Whether to pause the endpoint. `false` resumes a paused or disabled endpoint, which then receives the events it missed.',
      extensions: notNull,
    }),
  }),
})

const ReplayWebhookDeliveriesInput = builder.inputType('ReplayWebhookDeliveriesInput', {
  extensions: constraints({ anyOf: [hasValue('failed', true), isPresent('since')] }),
  description: 'Input for replaying deliveries, with at least one of `failed` and `since`.',
  fields: (t) => ({
    failed: t.boolean({
      defaultValue: false,
      description: 'Whether to replay only failed deliveries.',
    }),
    since: t.field({
      type: 'DateTime',
      description: 'The creation time of the first deliveries to replay, inclusive.',
    }),
  }),
})

const mutations = recordMutations({
  type: WebhookEndpoint,
  noun: 'endpoint',
  scope: 'webhooks.manage',
})
const forbiddenError = 'FORBIDDEN (an endpoint with wider access than the key)'

mutations.create('createWebhookEndpoint', {
  payload: issuedEndpointPayload,
  description: `Creates a webhook endpoint that receives the future events that the caller's API key can view. Errors: VALIDATION_ERROR, CONFLICT (the limit of ${operations.maxEndpoints} endpoints is reached).`,
  input: CreateWebhookEndpointInput,
  resolve: operations.createEndpoint,
})
mutations.update('updateWebhookEndpoint', {
  description: `Updates, pauses or resumes a webhook endpoint. If \`url\` or \`events\` changes, the caller's API key determines from then on which events are delivered. Errors: NOT_FOUND, ${forbiddenError}, VALIDATION_ERROR.`,
  input: UpdateWebhookEndpointInput,
  resolve: operations.updateEndpoint,
})
mutations.delete('deleteWebhookEndpoint', {
  description: `Deletes a webhook endpoint, with all its deliveries. Errors: NOT_FOUND, ${forbiddenError}.`,
  resolve: operations.deleteEndpoint,
})
mutations.action('rotateWebhookSecret', {
  actions: [{ action: 'rotate' }],
  payload: issuedEndpointPayload,
  description: `Issues a new secret for a webhook endpoint. For 24 hours the previous secret also signs; older ones do not. Errors: NOT_FOUND, ${forbiddenError}.`,
  resolve: operations.rotateSecret,
})
mutations.action('pingWebhookEndpoint', {
  actions: [{ action: 'ping', isPossible: canDeliver }],
  payload: recordPayload(WebhookDelivery),
  description: `Sends a test message of type \`webhook.ping\` to a webhook endpoint. Errors: NOT_FOUND, ${forbiddenError}, CONFLICT (the endpoint is paused or disabled, or its address is rejected).`,
  resolve: pingEndpoint,
})
mutations.update('replayWebhookDeliveries', {
  actions: [{ action: 'replay', isPossible: canDeliver }],
  description: `Replays the failed deliveries, or all since a time, oldest first, up to ${maxReplayed.toLocaleString('en')} in one call. Errors: NOT_FOUND, ${forbiddenError}, VALIDATION_ERROR, CONFLICT (the endpoint is paused or disabled, or its address is rejected).`,
  input: ReplayWebhookDeliveriesInput,
  inputDescription: 'The deliveries to replay.',
  resolve: replayDeliveries,
  payload: (t) => ({
    webhookEndpoint: t.expose('webhookEndpoint', {
      type: WebhookEndpoint,
      description: 'The endpoint.',
    }),
    count: t.exposeInt('count', {
      description: 'The number of replayed deliveries, excluding those that are being sent.',
    }),
    nextSince: t.expose('nextSince', {
      type: 'DateTime',
      nullable: true,
      description: 'The value of `since` for the next call; null if no deliveries are left.',
    }),
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
  description: `Replays a delivery immediately with the same \`webhook-id\`, whether it succeeded or not; the count of attempts restarts. Errors: NOT_FOUND, ${forbiddenError}, CONFLICT (the endpoint is paused or disabled, its address is rejected, or the delivery is being sent).`,
  args: (t) => ({ id: idArg(t, 'The id of the delivery.') }),
  resolve: (ctx, { id }) => replayDelivery(ctx, id),
})
