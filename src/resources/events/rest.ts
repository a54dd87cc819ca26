import { get, type Route, reply } from '../../rest/route.ts'

export const eventRoutes: Route[] = [
  get('/v1/events', reply.list, 'List events, oldest first; continue from the last cursor', {
    aliases: { cursor: ['after'] },
  })`
    query ListEvents($types: [EventPattern!], $limit: Int, $cursor: String) {
      events(types: $types, first: $limit, after: $cursor) {
        nodes { id cursor sequence type recordKind recordId recordVersion actorId keyId: apiKeyId identityId changes { field from to truncated } createdAt }
        pageInfo { hasNextPage endCursor }
      }
    }`,
]
