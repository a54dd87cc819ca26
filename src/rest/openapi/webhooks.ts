/** The requests that webhook endpoints receive. */
import { eventTypes } from '../../events/types.ts'
import type { Examples } from './example.ts'

const text = (description: string, more: object = {}) => ({ type: 'string', description, ...more })
const position = (description: string) => ({
  type: 'object',
  description,
  required: ['stageId', 'pipelineId', 'order'],
  properties: {
    stageId: { type: ['string', 'null'], description: 'The stage.' },
    pipelineId: { type: ['string', 'null'], description: 'The pipeline.' },
    order: { type: ['integer', 'null'], description: 'The zero-based position in the stage.' },
  },
})
const nullableId = (description: string) => ({ type: ['string', 'null'], description })

/** The body of a webhook, with an example of each kind of change. */
export const webhookEventSchema = ({ events }: Examples) => ({
  type: 'object',
  description:
    'The body of a webhook: the type of the event, the id of the record, and the changed fields.',
  required: ['type', 'timestamp', 'data'],
  properties: {
    type: text('The type of the event.', { enum: eventTypes().toSorted() }),
    timestamp: text('The time of the event.', { format: 'date-time' }),
    data: {
      type: 'object',
      description: 'The record, the author and the changes.',
      required: ['id', 'kind', 'version', 'eventId', 'sequence', 'actor', 'changes'],
      properties: {
        id: text('The id of the record.'),
        kind: text('The kind of the record, such as `deal`.'),
        version: { type: 'integer', description: 'The version of the record after the change.' },
        eventId: text('The id of the event, as in the feed of events.'),
        sequence: {
          type: 'integer',
          description:
            'The number of the event. Numbers increase in the order of the changes; deliveries may arrive in another order.',
        },
        actor: {
          type: 'object',
          description: 'The author of the change.',
          required: ['userId', 'keyId'],
          properties: {
            userId: nullableId('The user; null for the system.'),
            keyId: nullableId('The API key; null for the system.'),
          },
        },
        from: position('`deal.moved` only: the previous position.'),
        to: position('`deal.moved` only: the new position.'),
        changes: {
          type: 'array',
          description: 'The changed fields, up to 17 kB in all.',
          items: {
            type: 'object',
            description: 'A changed field.',
            required: ['field', 'from', 'to'],
            properties: {
              field: text('The name of the field.'),
              from: { description: 'The previous value.' },
              to: { description: 'The new value.' },
              truncated: { const: true, description: 'Present if a long value was shortened.' },
            },
          },
        },
        truncated: { const: true, description: 'Present if the list of changes was shortened.' },
      },
    },
  },
  examples: examplesOfChanges(events),
})

/** One event of each verb (`created`, `moved`), of a person or a deal if they have it. */
function examplesOfChanges(events: Examples['events']): unknown[] {
  const types = Object.keys(events).sort()
  const rank = (type: string) => (type.startsWith('person.') ? 0 : type.startsWith('deal.') ? 1 : 2)
  const byVerb = Map.groupBy(
    types.toSorted((a, b) => rank(a) - rank(b)),
    (type) => type.replace(/^.*\./, ''),
  )
  return [...byVerb.values()].map(([type = '']) => events[type])
}

const signatureHeader = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** The headers of every webhook, by Standard Webhooks 1.0. */
export const webhookParameters = {
  WebhookId: signatureHeader(
    'webhook-id',
    'The id of the delivery, the same for every attempt. Ignore an id that was received before.',
  ),
  WebhookTimestamp: signatureHeader(
    'webhook-timestamp',
    'The time of the attempt, in seconds since 1970.',
  ),
  WebhookSignature: signatureHeader(
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; for a time after a rotation of the secret, two signatures separated by a space.',
  ),
}

/** All types of events have the same webhook. */
export const webhooks = {
  event: {
    post: {
      operationId: 'onEvent',
      summary: 'Sent to endpoints that subscribe to the type of the event',
      description: 'Signed by Standard Webhooks 1.0.',
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
            'Received. After any other response, or none within 15 seconds, the event is sent again.',
        },
      },
    },
  },
}
