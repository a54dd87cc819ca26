import { get, list, type Route } from '../../rest/route.ts'

export const deprecatedUseRoutes: Route[] = [
  get(
    '/v1/deprecated-uses',
    list,
    {
      summary: 'List which API keys still use something deprecated, the latest use first',
      extension: true,
    },
    /* GraphQL */ `
    query ListDeprecatedUses($limit: Int, $cursor: String, $keyId: ID, $what: String, $from: DateTime, $before: DateTime,
      $where: [DeprecatedUseWhere!], $orderBy: DeprecatedUseOrderField, $direction: SortDirection) {
      deprecatedUses(first: $limit, after: $cursor, orderBy: { field: $orderBy, direction: $direction },
        where: { keyId: $keyId, what: $what, lastUsedAt: { from: $from, before: $before }, and: $where }) {
        nodes { id what keyId apiKey { name prefix lastFour user { id fullName email } } calls firstUsedAt lastUsedAt sunset }
        pageInfo { hasNextPage endCursor }
      }
    }`,
  ),
]
