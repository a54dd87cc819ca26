import { del, get, post, type Route, reply } from '../../rest/route.ts'

const selection =
  'id name prefix lastFour scopes userId createdBy: createdById expiresAt revokedAt previousExpiresAt lastUsedAt version createdAt updatedAt'

export const apiKeyRoutes: Route[] = [
  get('/v1/api-keys', reply.list, 'List the API keys that the caller can view, newest first')`
    query ListApiKeys($limit: Int, $cursor: String, $name: String, $userId: ID, $revoked: Boolean, $expired: Boolean,
      $where: [ApiKeyWhere!], $orderBy: ApiKeyOrderField, $direction: SortDirection) {
      apiKeys(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { name: { contains: $name }, userId: { eq: $userId }, revoked: { eq: $revoked }, expired: { eq: $expired }, and: $where }) {
        nodes { ${selection} } pageInfo { hasNextPage endCursor }
      }
    }`,
  get('/v1/api-keys/{id}', reply.record, 'Get an API key, without its secret')`
    query GetApiKey($id: ID!) { apiKey(id: $id) { ${selection} } }`,
  post(
    '/v1/api-keys',
    reply.created('/v1/api-keys/{id}'),
    'Create an API key and return its secret once',
  )`
    mutation CreateApiKey($name: Label!, $scopes: [Scope!], $expiresAt: DateTime, $userId: ID) {
      createApiKey(input: { name: $name, scopes: $scopes, expiresAt: $expiresAt, userId: $userId }) { id: apiKey { id } secret apiKey { ${selection} } }
    }`,
  post(
    '/v1/api-keys/{id}/rotate',
    reply.record,
    "Rotate an API key's secret; the previous secret remains valid for a grace period",
  )`
    mutation RotateApiKey($id: ID!, $graceHours: Int) {
      rotateApiKey(id: $id, input: { graceHours: $graceHours }) { id: apiKey { id } secret apiKey { ${selection} } }
    }`,
  del('/v1/api-keys/{id}', reply.message('API key revoked'), 'Revoke an API key immediately')`
    mutation RevokeApiKey($id: ID!) { revokeApiKey(id: $id) { apiKey { id } } }`,
]
