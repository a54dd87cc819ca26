import { type Connection, operation } from '../client.ts'

export interface SignInSession {
  id: string
  userAgent: string | null
  createdAt: string
  lastUsedAt: string
  expiresAt: string
  userId: string
  viewerCan: string[]
  user?: { fullName: string; roleName: string }
}

export const ListSessions = operation<
  { sessions: Connection<SignInSession> },
  { first: number; after: string | null; names: boolean; userId?: { eq: string } | undefined }
>(/* GraphQL */ `
  query ListSessions($first: Int, $after: String, $names: Boolean!, $userId: IdComparators) {
    sessions(first: $first, after: $after, where: { revoked: { eq: false }, expired: { eq: false }, userId: $userId }) {
      totalCount
      nodes { id userAgent createdAt lastUsedAt expiresAt userId viewerCan user @include(if: $names) { fullName roleName } }
      pageInfo { hasNextPage endCursor }
    }
  }
`)

export const RevokeSession = operation<
  { revokeSession: { session: { id: string } } },
  { id: string }
>(/* GraphQL */ `
  mutation RevokeSession($id: ID!) { revokeSession(id: $id) { session { id } } }
`)
