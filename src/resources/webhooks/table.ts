import { declareEvents } from '../../events/event-types.ts'
import type { RecordColumns } from '../../store/schema.ts'

export type DisabledReason = 'gone' | 'failing'

export type AttemptError =
  | 'timeout'
  | 'dns'
  | 'refused_address'
  | 'connect'
  | 'tls'
  | 'redirect'
  | 'http'
  | 'closed'

export interface WebhookEndpointRow extends RecordColumns {
  url: string
  /** A JSON list of event type patterns, such as `deal.moved`, `deal.*` or `*`. */
  events: string
  description: string | null
  /**
   * The user who created the endpoint or last changed its `url` or `events`. The user's current
   * permissions determine which events are sent.
   */
  userId: string
  /**
   * A JSON list of the scopes of the narrowed key that set `userId`. The scopes limit the user's
   * permissions. Null if the credential was not narrowed.
   */
  scopes: string | null
  /** The encrypted signing secret (see `secrets.ts`). */
  secret: string
  /** The encrypted previous secret, which signs messages until `previousSecretExpiresAt`. */
  previousSecret: string | null
  previousSecretExpiresAt: string | null
  pausedAt: string | null
  disabledAt: string | null
  disabledReason: DisabledReason | null
  /** The numbers of attempts and failures since creation, updated without a new version. */
  attempts: number
  failures: number
  /** The time of the first failure since the last success. */
  failingSince: string | null
  /** The sequence number up to which deliveries exist for all matching events. */
  lastSequence: number
}

export interface WebhookDeliveryRow {
  companyId: string
  /** The id (`msg_…`), which every attempt sends as the header `webhook-id`. */
  id: string
  endpointId: string
  /** The sequence number of the event; null for a ping. */
  eventSequence: number | null
  eventId: string | null
  type: string
  status: 'pending' | 'delivered' | 'dead'
  /** The number of attempts since creation or the last replay. */
  attempts: number
  /** The number of attempts before the last replay. Later attempt numbers continue from it. */
  attemptsBefore: number
  nextAttemptAt: string | null
  leasedUntil: string | null
  leaseOwner: string | null
  deliveredAt: string | null
  createdAt: string
  /** The body of a ping as JSON; null for events, whose body is built for each attempt. */
  payload: string | null
  /** The id of the request that made the change or sent the ping. */
  requestId: string
}

export interface WebhookAttemptRow {
  companyId: string
  deliveryId: string
  /** The attempt number within the delivery, starting at 1. */
  number: number
  at: string
  /** The HTTP status; null if there was no response. */
  status: number | null
  latencyMs: number
  /** The reason for a failure; null on success. */
  error: AttemptError | null
  /** The time for which the next attempt is scheduled. */
  nextAttemptAt: string | null
  requestId: string
}

declare module '../../store/schema.ts' {
  interface Schema {
    webhookEndpoints: WebhookEndpointRow
    webhookDeliveries: WebhookDeliveryRow
    webhookAttempts: WebhookAttemptRow
  }
  interface EventActions {
    webhookEndpoint: typeof webhookEndpointActions
  }
}

const webhookEndpointActions = declareEvents('webhookEndpoint', [
  'created',
  'updated',
  'rotated',
  'pinged',
  'replayed',
  'disabled',
  'deleted',
])
