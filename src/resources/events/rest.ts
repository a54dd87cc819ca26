import { get, type Route, reply } from '../../rest/route.ts'

export const eventRoutes: Route[] = [
  get(
    '/v1/audit-log',
    reply.list,
    'List all changes in the company, newest first, each with its actor, time and request',
  )`
    query ListAuditLog(
      $limit: Int, $cursor: String, $recordId: ID, $recordKind: String, $userId: ID, $keyId: ID, $identityId: ID, $type: String, $from: DateTime, $before: DateTime
    ) {
      auditLog(
        first: $limit, after: $cursor
        where: {
          recordId: { eq: $recordId }, recordKind: { eq: $recordKind }, actorId: { eq: $userId }, apiKeyId: { eq: $keyId }, identityId: { eq: $identityId }, type: { eq: $type }
          createdAt: { gte: $from, lt: $before }
        }
      ) {
        nodes {
          id sequence type recordKind recordId recordVersion actorId actor { id fullName } keyId: apiKeyId identityId requestId changes { field from to truncated } createdAt
        }
        pageInfo { hasNextPage endCursor }
      }
    }`,
  get('/v1/events', reply.list, 'List the events after a cursor, oldest first', {
    aliases: { cursor: ['after'] },
  })`
    query ListEvents($types: [EventPattern!], $limit: Int, $cursor: String) {
      events(types: $types, first: $limit, after: $cursor) {
        nodes { id cursor sequence type recordKind recordId recordVersion actorId keyId: apiKeyId identityId changes { field from to truncated } createdAt }
        pageInfo { hasNextPage endCursor }
      }
    }`,
]
