/** The requests that webhook endpoints receive. */
import { listEventTypes } from '../../events/types.ts'
import type { Examples } from './names.ts'
import { createObjectSchema, createTextSchema } from './schemas.ts'

const orNull = (type: string, description: string) => ({ type: [type, 'null'], description })

const createPositionSchema = (description: string) =>
  createObjectSchema(description, {
    stageId: orNull('string', 'The id of the stage.'),
    pipelineId: orNull('string', 'The id of the pipeline.'),
    order: orNull('integer', 'The zero-based position in the stage.'),
  })

const actorSchema = createObjectSchema(
  'The author of the change.',
  {
    userId: orNull('string', 'The id of the user; null for the server.'),
    keyId: orNull('string', 'The id of the API key, if one was used.'),
    identityId: createTextSchema('The id of the identity, if one was used.'),
  },
  ['identityId'],
)

const changeSchema = createObjectSchema(
  'A changed field.',
  {
    field: createTextSchema('The name of the field.'),
    from: { description: 'The previous value.' },
    to: { description: 'The new value.' },
    truncated: { const: true, description: 'Present if a value is truncated.' },
  },
  ['truncated'],
)

const dataSchema = createObjectSchema(
  'The record, the author and the changes.',
  {
    id: createTextSchema('The id of the record.'),
    kind: createTextSchema('The kind of the record, such as `deal`.'),
    version: { type: 'integer', description: 'The version of the record after the change.' },
    eventId: createTextSchema('The id of the event, as in the event feed.'),
    sequence: {
      type: 'integer',
      description:
        'The number of the event. Numbers increase in the order of the changes; deliveries may arrive in another order.',
    },
    actor: actorSchema,
    from: createPositionSchema('`deal.moved` only: the previous position.'),
    to: createPositionSchema('`deal.moved` only: the new position.'),
    changes: {
      type: 'array',
      description: 'The changed fields, up to 17 kB in all.',
      items: changeSchema,
    },
    truncated: { const: true, description: 'Present if the list of changes is truncated.' },
  },
  ['from', 'to', 'truncated'],
)

/** Creates the schema of a webhook's body, with an example of each kind of change. */
export const createWebhookEventSchema = ({ events }: Examples) => ({
  ...createObjectSchema(
    'The body of a webhook: the type of the event, the id of the record, and the changed fields.',
    {
      type: createTextSchema('The type of the event.', { enum: listEventTypes().toSorted() }),
      timestamp: createTextSchema('The time of the event.', { format: 'date-time' }),
      data: dataSchema,
    },
  ),
  examples: createChangeExamples(events),
})

/** Returns one event of each verb (`created`, `moved`), preferably of a person or a deal. */
function createChangeExamples(events: Examples['events']): unknown[] {
  const rank = (type: string) => (type.startsWith('person.') ? 0 : type.startsWith('deal.') ? 1 : 2)
  const types = Object.keys(events)
    .sort()
    .toSorted((a, b) => rank(a) - rank(b))
  const typesByVerb = Map.groupBy(types, (type) => type.replace(/^.*\./, ''))
  return [...typesByVerb.values()].map(([type = '']) => events[type])
}

const createSignatureHeader = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** The headers of every webhook, as in Standard Webhooks 1.0. */
export const webhookParameters = {
  WebhookId: createSignatureHeader(
    'webhook-id',
    'The id of the delivery, the same for every attempt. Ignore an id that was received before.',
  ),
  WebhookTimestamp: createSignatureHeader(
    'webhook-timestamp',
    'The time of the attempt, in Unix epoch seconds.',
  ),
  WebhookSignature: createSignatureHeader(
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; for 24 hours after a rotation of the secret, two signatures separated by a space.',
  ),
}

/** The webhook, which is the same for all types of events. */
export const webhooks = {
  event: {
    post: {
      operationId: 'onEvent',
      summary: 'Receive an event',
      description: 'The message is signed according to Standard Webhooks 1.0.',
      tags: ['webhook-endpoints'],
      parameters: Object.keys(webhookParameters).map((name) => ({
        $ref: `#/components/parameters/${name}`,
      })),
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/WebhookEvent' } },
        },
      },
      responses: {
        '2XX': {
          description:
            'The event was received. After any other response, or none within 15 seconds, it is sent again.',
        },
      },
    },
  },
}
