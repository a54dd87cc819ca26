/** The GraphQL operations on webhook endpoints and deliveries. */
import {
  type ById,
  type ByVersion,
  type Connection,
  operation,
  type PageVariables,
} from '../requests.ts'
import type { Change } from './board.ts'

export interface Endpoint {
  id: string
  version: number
  url: string
  events: string[]
  description: string | null
  status: 'active' | 'paused' | 'disabled'
  pausedAt: string | null
  disabledAt: string | null
  disabledReason: string | null
  failingSince: string | null
  pendingCount: number
  createdAt: string
  viewerCan: string[]
  user: { fullName: string } | null
  lastDelivery: { createdAt: string } | null
}

const endpointFields = /* GraphQL */ `
  id version url events description status pausedAt disabledAt disabledReason failingSince pendingCount createdAt viewerCan
  user { fullName } lastDelivery { createdAt }`

export const ListEndpoints = operation<
  { webhookEndpoints: Connection<Endpoint> },
  PageVariables
>(/* GraphQL */ `
  query ListEndpoints($first: Int, $after: String) {
    webhookEndpoints(first: $first, after: $after) { totalCount nodes { ${endpointFields} } pageInfo { hasNextPage endCursor } }
  }
`)

export const ShowEndpoint = operation<{ webhookEndpoint: Endpoint }, ById>(/* GraphQL */ `
  query ShowEndpoint($id: ID!) { webhookEndpoint(id: $id) { ${endpointFields} } }
`)

interface NewSecret {
  secret: string
  webhookEndpoint: { id: string; previousSecretExpiresAt: string | null }
}

export type EndpointInput = { url: string; events: string[]; description: string | null }

export const CreateEndpoint = operation<
  { createWebhookEndpoint: NewSecret },
  { input: EndpointInput }
>(/* GraphQL */ `
  mutation CreateEndpoint($input: CreateWebhookEndpointInput!) {
    createWebhookEndpoint(input: $input) { secret webhookEndpoint { id previousSecretExpiresAt } }
  }
`)

export const UpdateEndpoint = operation<
  unknown,
  ByVersion & { input: Partial<EndpointInput> & { paused?: boolean } }
>(/* GraphQL */ `
  mutation UpdateEndpoint($id: ID!, $expectedVersion: Int, $input: UpdateWebhookEndpointInput!) {
    updateWebhookEndpoint(id: $id, expectedVersion: $expectedVersion, input: $input) { webhookEndpoint { id } }
  }
`)

export const RotateSecret = operation<{ rotateWebhookSecret: NewSecret }, ByVersion>(/* GraphQL */ `
  mutation RotateSecret($id: ID!, $expectedVersion: Int) {
    rotateWebhookSecret(id: $id, expectedVersion: $expectedVersion) { secret webhookEndpoint { id previousSecretExpiresAt } }
  }
`)

export const DeleteEndpoint = operation<unknown, ById>(/* GraphQL */ `
  mutation DeleteEndpoint($id: ID!) { deleteWebhookEndpoint(id: $id) { deletedId } }
`)

export const PingEndpoint = operation<unknown, ById>(/* GraphQL */ `
  mutation PingEndpoint($id: ID!) { pingWebhookEndpoint(id: $id) { webhookDelivery { id } } }
`)

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
  endpointId: { eq: string }
  status?: { eq: Status }
  type?: { eq: string }
  createdAt?: { during: { last: number; unit: 'hour' } }
}

export const ListDeliveries = operation<
  { webhookDeliveries: Connection<Delivery> },
  PageVariables & { where: DeliveryWhere }
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
  attemptedAt: string
  status: number | null
  latencyMs: number
  error: string | null
}

export interface DeliveryDetails extends Delivery {
  attempts: Attempt[]
  event: {
    id: string
    sequence: number
    createdAt: string
    recordKind: string
    recordId: string
    recordVersion: number
    actorId: string | null
    apiKeyId: string | null
    actor: { fullName: string } | null
    changes: Change[]
  } | null
}

export const ShowDelivery = operation<{ webhookDelivery: DeliveryDetails }, ById>(/* GraphQL */ `
  query ShowDelivery($id: ID!) {
    webhookDelivery(id: $id) {
      id type status attemptCount nextAttemptAt deliveredAt createdAt
      attempts { number attemptedAt status latencyMs error }
      event { id sequence createdAt recordKind recordId recordVersion actorId apiKeyId actor { fullName } changes { field from to } }
    }
  }
`)

export const ReplayDelivery = operation<unknown, ById>(/* GraphQL */ `
  mutation ReplayDelivery($id: ID!) { replayWebhookDelivery(id: $id) { webhookDelivery { id } } }
`)

export const ReplayMany = operation<
  { replayWebhookDeliveries: { count: number; nextSince: string | null } },
  ById & { input: { failed?: boolean; since?: string } }
>(/* GraphQL */ `
  mutation ReplayMany($id: ID!, $input: ReplayWebhookDeliveriesInput!) {
    replayWebhookDeliveries(id: $id, input: $input) { count nextSince }
  }
`)
