import { del, get, type Route, reply } from '../../rest/route.ts'

const selection =
  'id userId identityId userAgent lastUsedAt expiresAt revokedAt version createdAt updatedAt'

export const sessionRoutes: Route[] = [
  get('/v1/sessions', reply.list, 'List the sessions that the caller can view, newest first')`
    query ListSessions($limit: Int, $cursor: String, $userId: ID, $revoked: Boolean, $expired: Boolean,
      $where: [SessionWhere!], $orderBy: SessionOrderField, $direction: SortDirection) {
      sessions(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { userId: { eq: $userId }, revoked: { eq: $revoked }, expired: { eq: $expired }, and: $where }) {
        nodes { ${selection} } pageInfo { hasNextPage endCursor }
      }
    }`,
  get('/v1/sessions/{id}', reply.record, 'Get a session')`
    query GetSession($id: ID!) { session(id: $id) { ${selection} } }`,
  del('/v1/sessions/{id}', reply.message('Session revoked'), 'Revoke a session immediately')`
    mutation RevokeSession($id: ID!) { revokeSession(id: $id) { session { id } } }`,
]
