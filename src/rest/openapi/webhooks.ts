/** The OpenAPI description of the requests that webhook endpoints receive. */
import { listEventTypes } from '../../events/event-types.ts'
import type { Examples } from './names.ts'
import { createObjectSchema, createTextSchema } from './schemas.ts'

const toNullable = (type: string, description: string) => ({ type: [type, 'null'], description })

const createPositionSchema = (description: string) =>
  createObjectSchema(description, {
    stageId: toNullable('string', "The stage's id."),
    pipelineId: toNullable('string', "The pipeline's id."),
    order: toNullable('integer', 'The zero-based position in the stage.'),
  })

const actorSchema = createObjectSchema(
  'The user and the credential that made the change.',
  {
    userId: toNullable('string', "The user's id; null if the server made the change."),
    keyId: toNullable('string', "The API key's id; null if no key was used."),
    identityId: createTextSchema("The identity's id, if an identity was used."),
  },
  ['identityId'],
)

const changeSchema = createObjectSchema(
  'A changed field.',
  {
    field: createTextSchema("The field's name."),
    from: { description: 'The previous value.' },
    to: { description: 'The new value.' },
    truncated: { const: true, description: 'Present if a value was truncated.' },
  },
  ['truncated'],
)

const dataSchema = createObjectSchema(
  'The record, the actor and the changes.',
  {
    id: createTextSchema("The record's id."),
    kind: createTextSchema("The record's kind, such as `deal`."),
    version: { type: 'integer', description: "The record's version after the change." },
    eventId: createTextSchema("The event's id, as in the event feed."),
    sequence: {
      type: 'integer',
      description:
        "The event's sequence number. Numbers increase in the order of the changes; deliveries can arrive in a different order.",
    },
    actor: actorSchema,
    from: createPositionSchema('`deal.moved` only: the previous position.'),
    to: createPositionSchema('`deal.moved` only: the new position.'),
    changes: {
      type: 'array',
      description: 'The changed fields, up to 17 kB in total.',
      items: changeSchema,
    },
    truncated: { const: true, description: 'Present if the list of changes was truncated.' },
  },
  ['from', 'to', 'truncated'],
)

/** Creates the schema of a webhook request's body, with an example of each kind of change. */
export const createWebhookEventSchema = ({ events }: Examples) => ({
  ...createObjectSchema(
    "The body of a webhook message: the event type, the record's id and the changed fields.",
    {
      type: createTextSchema('The event type.', { enum: listEventTypes().toSorted() }),
      timestamp: createTextSchema('The time of the event.', { format: 'date-time' }),
      data: dataSchema,
    },
  ),
  examples: createChangeExamples(events),
})

/** Returns one event for each verb (`created`, `moved`), preferably of a person or a deal. */
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

/** The headers of each webhook request, as specified by Standard Webhooks 1.0. */
export const webhookParameters = {
  WebhookId: createSignatureHeader(
    'webhook-id',
    "The delivery's id, which is the same for every attempt. Ignore messages with an id that was already received.",
  ),
  WebhookTimestamp: createSignatureHeader(
    'webhook-timestamp',
    'The time of the attempt, in Unix epoch seconds.',
  ),
  WebhookSignature: createSignatureHeader(
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; for 24 hours after the secret is rotated, two signatures separated by a space.',
  ),
}

/** The OpenAPI webhook, which is the same for all event types. */
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
            'The event was received. After any other response, or no response within 15 seconds, the event is sent again.',
        },
      },
    },
  },
}
