/** The GraphQL operations on API keys, sessions and their users. */
import {
  type ById,
  type ByVersion,
  type Connection,
  operation,
  type PageVariables,
} from '../requests.ts'

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

export const ListKeys = operation<
  { apiKeys: Connection<Key> },
  PageVariables & { where: KeyWhere; withUsers: boolean }
>(/* GraphQL */ `
  query ListKeys($first: Int, $after: String, $where: ApiKeyWhere, $withUsers: Boolean!) {
    apiKeys(first: $first, after: $after, where: $where) {
      totalCount
      nodes { id version name prefix lastFour scopes createdAt lastUsedAt expiresAt revokedAt previousExpiresAt userId viewerCan user @include(if: $withUsers) { fullName roleName } }
      pageInfo { hasNextPage endCursor }
    }
  }
`)

export type NewKey = { name: string; scopes?: string[]; expiresAt?: string; userId?: string }

export const CreateKey = operation<
  { createApiKey: { secret: string; apiKey: { name: string } } },
  { input: NewKey }
>(/* GraphQL */ `
  mutation CreateKey($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret apiKey { name } } }
`)

export const RotateKey = operation<
  { rotateApiKey: { secret: string; apiKey: { previousExpiresAt: string | null } } },
  ByVersion & { graceHours: number }
>(/* GraphQL */ `
  mutation RotateKey($id: ID!, $expectedVersion: Int, $graceHours: Int) {
    rotateApiKey(id: $id, expectedVersion: $expectedVersion, input: { graceHours: $graceHours }) { secret apiKey { previousExpiresAt } }
  }
`)

export const RevokeKey = operation<unknown, ById>(/* GraphQL */ `
  mutation RevokeKey($id: ID!) { revokeApiKey(id: $id) { apiKey { id } } }
`)

export type KeyUser = { id: string; fullName: string; email: string; roleName: string }

export const ListKeyUsers = operation<
  { users: { totalCount: number; nodes: KeyUser[] } },
  { name?: string | undefined }
>(/* GraphQL */ `
  query ListKeyUsers($name: String) {
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

export type OwnKey = { id: string; prefix: string; lastFour: string }

export const ListOwnKeys = operation<
  { apiKeys: Omit<Connection<OwnKey>, 'totalCount'> },
  { userId: string; after?: string | null | undefined }
>(/* GraphQL */ `
  query ListOwnKeys($userId: ID!, $after: String) {
    apiKeys(first: 100, after: $after, where: { userId: { eq: $userId }, revoked: { eq: false } }) {
      nodes { id prefix lastFour }
      pageInfo { hasNextPage endCursor }
    }
  }
`)

export interface SignInSession {
  id: string
  userAgent: string | null
  createdAt: string
  lastUsedAt: string
  expiresAt: string
  userId: string
  viewerCan: string[]
  user: { fullName: string; roleName: string } | null
}

export const ListSessions = operation<
  { sessions: Connection<SignInSession> },
  PageVariables & { withUsers: boolean; userId: { eq: string } | undefined }
>(/* GraphQL */ `
  query ListSessions($first: Int, $after: String, $withUsers: Boolean!, $userId: IdComparators) {
    sessions(first: $first, after: $after, where: { revoked: { eq: false }, expired: { eq: false }, userId: $userId }) {
      totalCount
      nodes { id userAgent createdAt lastUsedAt expiresAt userId viewerCan user @include(if: $withUsers) { fullName roleName } }
      pageInfo { hasNextPage endCursor }
    }
  }
`)

export const RevokeSession = operation<unknown, ById>(/* GraphQL */ `
  mutation RevokeSession($id: ID!) { revokeSession(id: $id) { session { id } } }
`)
