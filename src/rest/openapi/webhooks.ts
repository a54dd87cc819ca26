import { eventTypes } from '../../events/types.ts'
import type { Examples } from './example.ts'

const text = (description: string, more: object = {}) => ({ type: 'string', description, ...more })
const place = (description: string) => ({
  type: 'object',
  description,
  required: ['stageId', 'pipelineId', 'order'],
  properties: {
    stageId: { type: ['string', 'null'], description: 'The stage.' },
    pipelineId: { type: ['string', 'null'], description: 'The pipeline.' },
    order: { type: ['integer', 'null'], description: 'The zero-based place in the column.' },
  },
})

/** The body of every webhook. */
export const webhookEvent = {
  type: 'object',
  description:
    'What is sent to a webhook endpoint. It says what happened to which record; the record itself is read when it is needed.',
  required: ['type', 'timestamp', 'data'],
  properties: {
    type: text('What happened, such as `deal.moved`.'),
    timestamp: text('When it happened.', { format: 'date-time' }),
    data: {
      type: 'object',
      description: 'To which record it happened, by whom, and what changed.',
      required: ['id', 'kind', 'version', 'eventId', 'sequence', 'actor', 'changes'],
      properties: {
        id: text('The id of the record.'),
        kind: text('The kind of the record, such as `deal`.'),
        version: { type: 'integer', description: "The record's version after the change." },
        eventId: text('The id of the event, as in the feed of events.'),
        sequence: {
          type: 'integer',
          description:
            "The event's number. Numbers grow in the order of the changes; deliveries may come in another.",
        },
        actor: {
          type: 'object',
          description: 'Who did it.',
          required: ['userId', 'keyId'],
          properties: {
            userId: {
              type: ['string', 'null'],
              description: 'The user; null for the system itself.',
            },
            keyId: {
              type: ['string', 'null'],
              description: 'The API key that was used; null for the system itself.',
            },
          },
        },
        from: place('`deal.moved` only: where the deal was.'),
        to: place('`deal.moved` only: where the deal is.'),
        changes: {
          type: 'array',
          description:
            'What changed, field by field. Below 17 kB; `truncated` says when there was more.',
          items: {
            type: 'object',
            description: 'One field.',
            required: ['field', 'from', 'to'],
            properties: {
              field: text('The name of the field.'),
              from: { description: 'Its value before.' },
              to: { description: 'Its value after.' },
              truncated: { const: true, description: 'There when a long value was cut.' },
            },
          },
        },
        truncated: { const: true, description: 'There when the list of changes was cut.' },
      },
    },
  },
}

/** The webhooks by their event, as OpenAPI 3.1 shows them. */
export const webhooksOf = ({ events }: Examples): Record<string, object> =>
  Object.fromEntries(
    eventTypes()
      .toSorted()
      .map((type) => [
        type,
        {
          post: {
            operationId: `on ${type}`.replace(/[ .](\w)/g, (_, letter: string) =>
              letter.toUpperCase(),
            ),
            summary: `Sent to endpoints that are told of ${type}`,
            description:
              'Signed by Standard Webhooks 1.0. Any 2xx within 15 seconds counts as received; everything else is tried again.',
            tags: ['webhook-endpoints'],
            parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
              name,
              in: 'header',
              required: true,
              description: headers[name],
              schema: { type: 'string' },
            })),
            requestBody: {
              description: 'What happened.',
              required: true,
              content: {
                'application/json': {
                  schema: { $ref: '#/components/schemas/WebhookEvent' },
                  ...(type in events && { example: events[type] }),
                },
              },
            },
            responses: { '2XX': { description: 'Received.' } },
          },
        },
      ]),
  )

const headers: Record<string, string> = {
  'webhook-id': 'The same on every try: what has been seen need not be done again.',
  'webhook-timestamp': 'When this try was signed, in epoch seconds.',
  'webhook-signature':
    '`v1,` and a base64 HMAC-SHA256 of `id.timestamp.body`; two of them for a while after the secret was rotated.',
}
