import { get, list, type Route } from '../../rest/route.ts'

export const deprecatedUseRoutes: Route[] = [
  get(
    '/v1/deprecated-uses',
    list,
    { summary: 'List which API keys still use something deprecated', extension: true },
    /* GraphQL */ `
    query ListDeprecatedUses($limit: Int, $cursor: String, $keyId: ID, $what: String) {
      deprecatedUses(first: $limit, after: $cursor, where: { keyId: $keyId, what: $what }) {
        nodes { id what keyId apiKey { name prefix lastFour user { id fullName email } } calls firstUsedAt lastUsedAt sunset }
        pageInfo { hasNextPage endCursor }
      }
    }`,
  ),
]
