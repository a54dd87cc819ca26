import {
  builder,
  constant,
  constraints,
  idSchema,
  needs,
  notNull,
  present,
  someField,
  versionArgs,
} from '../../graphql/schema/builder.ts'
import { Deleted } from '../../graphql/schema/node.ts'
import { eventPatternList } from '../events/graphql.ts'
import {
  createEndpoint,
  deleteEndpoint,
  type IssuedEndpoint,
  mostEndpoints,
  rotateSecret,
  updateEndpoint,
} from './changes.ts'
import {
  mostReplayed,
  pingEndpoint,
  type Replayed,
  replayDeliveries,
  replayDelivery,
} from './deliveries.ts'
import { WebhookDelivery, WebhookEndpoint } from './graphql.ts'

const Issued = builder.objectRef<IssuedEndpoint>('IssuedWebhookEndpoint').implement({
  description: 'A webhook endpoint with its new secret.',
  fields: (t) => ({
    id: t.id({
      description: "The endpoint's id.",
      resolve: ({ webhookEndpoint }) => webhookEndpoint.id,
    }),
    webhookEndpoint: t.field({
      type: WebhookEndpoint,
      description: 'The endpoint.',
      resolve: ({ webhookEndpoint }) => webhookEndpoint,
    }),
    secret: t.exposeString('secret', {
      description:
        'What its messages are signed with (`whsec_…`), for the receiver to verify them. It is shown this once: keep it safe.',
    }),
  }),
})

const ReplayedDeliveries = builder.objectRef<Replayed>('ReplayedWebhookDeliveries').implement({
  description: 'Deliveries that are made once more.',
  fields: (t) => ({
    webhookEndpoint: t.field({
      type: WebhookEndpoint,
      description: 'The endpoint that they go to.',
      resolve: ({ webhookEndpoint }) => webhookEndpoint,
    }),
    count: t.exposeInt('count', {
      description: 'How many; those that are being sent at this very moment are left out.',
    }),
    nextSince: t.expose('nextSince', {
      type: 'DateTime',
      nullable: true,
      description:
        'Where there are more than one call does: the `since` with which to go on; null: these were all.',
    }),
  }),
})

const about = {
  url: 'Where to: an https address on the public internet, without user name and password. Private, loopback and other special addresses are refused, however they are spelt, as are names that lead to one.',
  events:
    'The events to send, 1 to 50 patterns: a type such as `deal.moved`, all of a kind such as `deal.*`, or `*` for all except `webhookEndpoint.*`. Errors: VALIDATION_ERROR for a pattern that matches no event type.',
  description: 'What it is for.',
}

const CreateWebhookEndpointInput = builder.inputType('CreateWebhookEndpointInput', {
  description: 'A new webhook endpoint.',
  fields: (t) => ({
    url: t.field({ type: 'WebUrl', required: true, description: about.url }),
    events: t.stringList({
      required: true,
      description: about.events,
      extensions: eventPatternList,
    }),
    description: t.field({ type: 'LongText', description: about.description }),
  }),
})

const UpdateWebhookEndpointInput = builder.inputType('UpdateWebhookEndpointInput', {
  extensions: someField,
  description:
    'What to change of a webhook endpoint: fields that are left out stay as they are, `null` clears.',
  fields: (t) => ({
    url: t.field({ type: 'WebUrl', description: about.url, extensions: notNull }),
    events: t.stringList({
      description: about.events,
      extensions: { ...eventPatternList, ...notNull },
    }),
    description: t.field({ type: 'LongText', description: about.description }),
    paused: t.boolean({
      description:
        'true: it is told nothing until it is resumed, and then what happened meanwhile. false: it is told again, also where the server gave up on it.',
      extensions: notNull,
    }),
  }),
})

const ReplayWebhookDeliveriesInput = builder.inputType('ReplayWebhookDeliveriesInput', {
  extensions: constraints({ anyOf: [constant('failed', true), present('since')] }),
  description:
    'Which deliveries to make once more: one of the two must be given; with both, what was given up since the time.',
  fields: (t) => ({
    failed: t.boolean({ description: 'true: those that were given up.' }),
    since: t.field({
      type: 'DateTime',
      description:
        'Those made at this time or later; without `failed`, all of them, delivered or not.',
    }),
  }),
})

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: "The endpoint's id.", extensions: idSchema })
  const extensions = needs('webhooks.manage')
  const common = { type: WebhookEndpoint, nullable: true, extensions } as const
  return {
    createWebhookEndpoint: t.field({
      type: Issued,
      nullable: true,
      extensions,
      description: `Lets an address be told of events from now on, as far as the caller's API key sees them. Errors: VALIDATION_ERROR, CONFLICT (there are ${mostEndpoints} already).`,
      args: {
        input: t.arg({
          type: CreateWebhookEndpointInput,
          required: true,
          description: 'The new endpoint.',
        }),
      },
      resolve: (_, { input }, ctx) => createEndpoint(ctx, input),
    }),
    updateWebhookEndpoint: t.field({
      ...common,
      description:
        "Updates, pauses or resumes a webhook endpoint; at least one field is required. If url or events change, the caller's API key determines from then on which events are delivered. Errors: NOT_FOUND, FORBIDDEN (an endpoint that holds more than a narrowed key), VALIDATION_ERROR.",
      args: {
        id,
        ...versionArgs(t),
        input: t.arg({
          type: UpdateWebhookEndpointInput,
          required: true,
          description: 'What to change.',
        }),
      },
      resolve: (_, args, ctx) => updateEndpoint(ctx, args.id, args.input),
    }),
    deleteWebhookEndpoint: t.field({
      type: Deleted,
      nullable: true,
      extensions,
      description:
        'Deletes a webhook endpoint, with all its deliveries. Errors: NOT_FOUND, FORBIDDEN (an endpoint that holds more than a narrowed key).',
      args: { id, ...versionArgs(t) },
      resolve: (_, args, ctx) => deleteEndpoint(ctx, args.id),
    }),
    rotateWebhookSecret: t.field({
      type: Issued,
      nullable: true,
      extensions,
      description:
        'Gives a webhook endpoint a new secret. For 24 hours messages are also signed with the previous one; older ones are dropped. Errors: NOT_FOUND, FORBIDDEN (an endpoint that holds more than a narrowed key).',
      args: { id, ...versionArgs(t) },
      resolve: (_, args, ctx) => rotateSecret(ctx, args.id),
    }),
    pingWebhookEndpoint: t.field({
      type: WebhookDelivery,
      nullable: true,
      extensions,
      description:
        'Sends a test message of type `webhook.ping` to a webhook endpoint. Errors: NOT_FOUND, FORBIDDEN (an endpoint that holds more than a narrowed key), CONFLICT (paused, disabled, or its address is refused).',
      args: { id, ...versionArgs(t) },
      resolve: (_, args, ctx) => pingEndpoint(ctx, args.id),
    }),
    replayWebhookDelivery: t.field({
      type: WebhookDelivery,
      nullable: true,
      extensions,
      description:
        'Replays a delivery immediately with the same `webhook-id`, whether it succeeded or not; the count of tries restarts. Errors: NOT_FOUND, FORBIDDEN (an endpoint that holds more than a narrowed key), CONFLICT (the endpoint is paused, disabled, or its address is refused; or the delivery is being sent).',
      args: {
        id: t.arg.id({ required: true, description: "The delivery's id.", extensions: idSchema }),
      },
      resolve: (_, args, ctx) => replayDelivery(ctx, args.id),
    }),
    replayWebhookDeliveries: t.field({
      type: ReplayedDeliveries,
      nullable: true,
      extensions,
      description: `Replays the failed deliveries, or all since a time, oldest first, up to ${mostReplayed} in one call. Errors: NOT_FOUND, FORBIDDEN (an endpoint that holds more than a narrowed key), VALIDATION_ERROR, CONFLICT (the endpoint is paused, disabled, or its address is refused).`,
      args: {
        id,
        ...versionArgs(t),
        input: t.arg({
          type: ReplayWebhookDeliveriesInput,
          required: true,
          description: 'Which ones.',
        }),
      },
      resolve: (_, args, ctx) => replayDeliveries(ctx, args.id, args.input),
    }),
  }
})
