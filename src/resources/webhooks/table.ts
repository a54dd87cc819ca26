import { declareEvents } from '../../events/types.ts'
import type { RecordColumns } from '../../store/schema.ts'

export interface WebhookEndpointRow extends RecordColumns {
  url: string
  /** JSON list of patterns: `deal.moved`, `deal.*`, `*` */
  events: string
  description: string | null
  /**
   * Who made it, or gave it its address or events: what this user sees at present is what is sent …
   */
  userId: string
  /**
   * … within these scopes, where their API key was narrowed. JSON list; null: all that the user
   * may.
   */
  scopes: string | null
  /** Sealed, see `secrets.ts`. */
  secret: string
  /**
   * After a rotation, the secret before, which signs too until `previousSecretExpiresAt`; sealed.
   */
  previousSecret: string | null
  previousSecretExpiresAt: string | null
  pausedAt: string | null
  disabledAt: string | null
  /** `gone` (answered 410) or `failing` (nothing but failures for days) */
  disabledReason: string | null
  /**
   * Tries to send since it was made, and those that failed. They are counted, not changed: the
   * version stays.
   */
  attempts: number
  failures: number
  /** When the first of the failures was that no success has followed. */
  failingSince: string | null
  /** Events up to this number have been turned into deliveries, where they match. */
  lastSequence: number
}

export const deliveryStatuses = ['pending', 'delivered', 'dead'] as const

export interface WebhookDeliveryRow {
  companyId: string
  /** `msg_…`: the `webhook-id` of every try */
  id: string
  endpointId: string
  /** Which event is told of; a ping has none. */
  eventSequence: number | null
  eventId: string | null
  type: string
  status: (typeof deliveryStatuses)[number]
  /** Tries since it was made, or since it was last asked for again. */
  attempts: number
  /** Tries before that. The number of a try in `webhookAttempts` counts on from here. */
  attemptsBefore: number
  nextAttemptAt: string | null
  leasedUntil: string | null
  leaseOwner: string | null
  deliveredAt: string | null
  createdAt: string
  /** JSON: the body of a ping; of all others it is made from the event. */
  payload: string | null
  /** The request that made the change, or asked for the ping. */
  requestId: string
}

export interface WebhookAttemptRow {
  companyId: string
  deliveryId: string
  /** Counts all tries of the delivery, from 1. */
  number: number
  at: string
  /** HTTP; null where no answer came. */
  status: number | null
  latencyMs: number
  /**
   * What went wrong: `timeout`, `dns`, `refused_address`, `connect`, `tls`, `redirect`, `http` or
   * `closed`
   */
  error: string | null
  /** When it was to be tried again after this. */
  nextAttemptAt: string | null
  requestId: string
}

declare module '../../store/schema.ts' {
  interface Schema {
    webhookEndpoints: WebhookEndpointRow
    webhookDeliveries: WebhookDeliveryRow
    webhookAttempts: WebhookAttemptRow
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

declare module '../../events/types.ts' {
  interface EventActions {
    webhookEndpoint: typeof webhookEndpointActions
  }
}
