import { type Connection, operation } from '../client.ts'

export interface Key {
  id: string
  version: number
  name: string
  prefix: string
  lastFour: string
  scopes: string[] | null
  createdAt: string
  lastUsedAt: string | null
  expiresAt: string | null
  revokedAt: string | null
  previousExpiresAt: string | null
  userId: string
  viewerCan: string[]
  user: { fullName: string; roleName: string } | null
}

export interface KeyWhere {
  revoked?: { eq: boolean }
  expired?: { eq: boolean }
  or?: KeyWhere[]
  userId?: { eq: string }
}

const keyFields = /* GraphQL */ `id version name prefix lastFour scopes createdAt lastUsedAt expiresAt revokedAt previousExpiresAt userId viewerCan`

export const ListKeys = operation<
  { apiKeys: Connection<Key> },
  { first: number; after: string | null; where: KeyWhere; names: boolean }
>(/* GraphQL */ `
  query ListKeys($first: Int, $after: String, $where: ApiKeyWhere, $names: Boolean!) {
    apiKeys(first: $first, after: $after, where: $where) {
      totalCount
      nodes { ${keyFields} user @include(if: $names) { fullName roleName } }
      pageInfo { hasNextPage endCursor }
    }
  }
`)

export interface NewKey {
  name: string
  scopes?: string[]
  expiresAt?: string
  userId?: string
}

export const CreateKey = operation<
  { createApiKey: { secret: string; apiKey: { id: string; name: string } } },
  { input: NewKey }
>(/* GraphQL */ `
  mutation CreateKey($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret apiKey { id name } } }
`)

export const RotateKey = operation<
  { rotateApiKey: { secret: string; apiKey: { id: string; previousExpiresAt: string | null } } },
  { id: string; expectedVersion: number; graceHours: number }
>(/* GraphQL */ `
  mutation RotateKey($id: ID!, $expectedVersion: Int, $graceHours: Int) {
    rotateApiKey(id: $id, expectedVersion: $expectedVersion, input: { graceHours: $graceHours }) { secret apiKey { id previousExpiresAt } }
  }
`)

export const RevokeKey = operation<
  { revokeApiKey: { apiKey: { id: string } } },
  { id: string }
>(/* GraphQL */ `
  mutation RevokeKey($id: ID!) { revokeApiKey(id: $id) { apiKey { id } } }
`)

export interface Holder {
  id: string
  fullName: string
  email: string
  roleName: string
}

export const ListHolders = operation<
  { users: { totalCount: number; nodes: Holder[] } },
  { name?: string | undefined }
>(/* GraphQL */ `
  query ListHolders($name: String) {
    users(first: 100, where: { suspended: { eq: false }, name: { contains: $name } }) { totalCount nodes { id fullName email roleName } }
  }
`)

export interface Me {
  id: string
  fullName: string
  email: string
  role: string
  roleName: string
  scopes: string[]
  company: { name: string }
  authentication: { sessionId: string | null } | null
}

export const ShowMe = operation<{ me: Me }>(/* GraphQL */ `
  query ShowMe { me { id fullName email role roleName scopes company { name } authentication { sessionId } } }
`)

export interface OwnKey {
  id: string
  prefix: string
  lastFour: string
}

export const OwnKeys = operation<
  { apiKeys: Omit<Connection<OwnKey>, 'totalCount'> },
  { userId: string; after?: string | null | undefined }
>(/* GraphQL */ `
  query OwnKeys($userId: ID!, $after: String) {
    apiKeys(first: 100, after: $after, where: { userId: { eq: $userId }, revoked: { eq: false } }) {
      nodes { id prefix lastFour }
      pageInfo { hasNextPage endCursor }
    }
  }
`)
