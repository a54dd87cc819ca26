import { get, list, type Route } from '../../rest/route.ts'

export const eventRoutes: Route[] = [
  get(
    '/v1/events',
    list,
    {
      summary:
        'Catch up with what happened, oldest first; keep the last cursor and go on from there',
      extension: true,
      aliases: { cursor: ['after'] },
    },
    /* GraphQL */ `
    query ListEvents($types: [String!], $limit: Int, $cursor: String) {
      events(types: $types, first: $limit, after: $cursor) {
        nodes { id cursor sequence type recordKind recordId recordVersion actorId keyId changes { field from to truncated } createdAt }
        pageInfo { hasNextPage endCursor }
      }
    }`,
  ),
]
