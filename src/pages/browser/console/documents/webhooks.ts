import { operation } from '../ask.ts'
import type { Listed } from '../parts/pager.ts'

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
  previousSecretExpiresAt: string | null
  pendingCount: number
  createdAt: string
  user: { fullName: string } | null
  lastDelivery: { id: string; status: string; createdAt: string } | null
}

/** The selection of a `WebhookEndpoint`, written once. */
const endpoint = /* GraphQL */ `
  id version url events description status pausedAt disabledAt disabledReason failingSince previousSecretExpiresAt pendingCount createdAt
  user { fullName } lastDelivery { id status createdAt }`

export const ListEndpoints = operation<
  { webhookEndpoints: Listed<Endpoint> },
  { first: number; after: string | null }
>(/* GraphQL */ `
  query ListEndpoints($first: Int, $after: String) {
    webhookEndpoints(first: $first, after: $after) { totalCount nodes { ${endpoint} } pageInfo { hasNextPage endCursor } }
  }
`)

export const ShowEndpoint = operation<{ webhookEndpoint: Endpoint }, { id: string }>(/* GraphQL */ `
  query ShowEndpoint($id: ID!) { webhookEndpoint(id: $id) { ${endpoint} } }
`)

interface Issued {
  secret: string
  webhookEndpoint: { id: string; url: string; previousSecretExpiresAt: string | null }
}

export interface EndpointInput {
  url: string
  events: string[]
  description: string | null
}

export const CreateEndpoint = operation<
  { createWebhookEndpoint: Issued },
  { input: EndpointInput }
>(/* GraphQL */ `
  mutation CreateEndpoint($input: CreateWebhookEndpointInput!) {
    createWebhookEndpoint(input: $input) { secret webhookEndpoint { id url previousSecretExpiresAt } }
  }
`)

export const UpdateEndpoint = operation<
  { updateWebhookEndpoint: { id: string } },
  { id: string; expectedVersion: number; input: Partial<EndpointInput> & { paused?: boolean } }
>(/* GraphQL */ `
  mutation UpdateEndpoint($id: ID!, $expectedVersion: Int, $input: UpdateWebhookEndpointInput!) {
    updateWebhookEndpoint(id: $id, expectedVersion: $expectedVersion, input: $input) { id }
  }
`)

export const RotateSecret = operation<
  { rotateWebhookSecret: Issued },
  { id: string; expectedVersion: number }
>(/* GraphQL */ `
  mutation RotateSecret($id: ID!, $expectedVersion: Int) {
    rotateWebhookSecret(id: $id, expectedVersion: $expectedVersion) { secret webhookEndpoint { id url previousSecretExpiresAt } }
  }
`)

export const DeleteEndpoint = operation<
  { deleteWebhookEndpoint: { id: string } },
  { id: string }
>(/* GraphQL */ `
  mutation DeleteEndpoint($id: ID!) { deleteWebhookEndpoint(id: $id) { id } }
`)

export const PingEndpoint = operation<
  { pingWebhookEndpoint: { id: string } },
  { id: string }
>(/* GraphQL */ `
  mutation PingEndpoint($id: ID!) { pingWebhookEndpoint(id: $id) { id } }
`)
