import { del, get, type Route, reply } from '../../rest/route.ts'

const selection = 'id issuer subject email userId version createdAt updatedAt'

export const identityRoutes: Route[] = [
  get('/v1/identities', reply.list, 'List the identities that the caller can view, newest first')`
    query ListIdentities($limit: Int, $cursor: String, $userId: ID, $issuer: String, $subject: String, $email: String,
      $where: [IdentityWhere!], $orderBy: IdentityOrderField, $direction: SortDirection) {
      identities(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { userId: { eq: $userId }, issuer: { eq: $issuer }, subject: { eq: $subject }, email: { eq: $email }, and: $where }) {
        nodes { ${selection} } pageInfo { hasNextPage endCursor }
      }
    }`,
  get('/v1/identities/{id}', reply.record, 'Get an identity')`
    query GetIdentity($id: ID!) { identity(id: $id) { ${selection} } }`,
  del(
    '/v1/identities/{id}',
    reply.message('Identity deleted'),
    'Delete an identity and its sessions, so that another subject can be bound to the user',
  )`
    mutation DeleteIdentity($id: ID!) { deleteIdentity(id: $id) { deletedId } }`,
]
