import { operation } from '../ask.ts'
import type { Listed } from '../parts/pager.ts'
import type { Change } from './live.ts'

export type Status = 'pending' | 'delivered' | 'dead'

export interface Delivery {
  id: string
  type: string
  status: Status
  attemptCount: number
  nextAttemptAt: string | null
  deliveredAt: string | null
  createdAt: string
}

export interface DeliveryWhere {
  endpointId: string
  status?: Status
  type?: string
  createdAt?: { inLastDays?: number; from?: string; before?: string }
}

export const ListDeliveries = operation<
  { webhookDeliveries: Listed<Delivery> },
  { first: number; after: string | null; where: DeliveryWhere }
>(/* GraphQL */ `
  query ListDeliveries($first: Int, $after: String, $where: WebhookDeliveryWhere) {
    webhookDeliveries(first: $first, after: $after, where: $where) {
      totalCount
      nodes { id type status attemptCount nextAttemptAt deliveredAt createdAt }
      pageInfo { hasNextPage endCursor }
    }
  }
`)

export interface Attempt {
  number: number
  at: string
  status: number | null
  latencyMs: number
  error: string | null
  nextAttemptAt: string | null
}

export interface DeliveryWhole extends Delivery {
  eventSequence: number | null
  attempts: Attempt[]
  event: {
    id: string
    sequence: number
    type: string
    createdAt: string
    recordKind: string
    recordId: string
    recordVersion: number
    actorId: string | null
    keyId: string | null
    actor: { fullName: string } | null
    changes: Change[]
  } | null
}

export const ShowDelivery = operation<
  { webhookDelivery: DeliveryWhole },
  { id: string }
>(/* GraphQL */ `
  query ShowDelivery($id: ID!) {
    webhookDelivery(id: $id) {
      id type status attemptCount nextAttemptAt deliveredAt createdAt eventSequence
      attempts { number at status latencyMs error nextAttemptAt }
      event { id sequence type createdAt recordKind recordId recordVersion actorId keyId actor { fullName } changes { field from to } }
    }
  }
`)

export const ReplayDelivery = operation<
  { replayWebhookDelivery: { id: string } },
  { id: string }
>(/* GraphQL */ `
  mutation ReplayDelivery($id: ID!) { replayWebhookDelivery(id: $id) { id } }
`)

export const ReplayMany = operation<
  { replayWebhookDeliveries: { count: number; nextSince: string | null } },
  { id: string; input: { failed?: boolean; since?: string } }
>(/* GraphQL */ `
  mutation ReplayMany($id: ID!, $input: ReplayWebhookDeliveriesInput!) {
    replayWebhookDeliveries(id: $id, input: $input) { count nextSince }
  }
`)
