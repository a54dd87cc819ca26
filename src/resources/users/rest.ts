import { get, post, put, type Route, reply } from '../../rest/route.ts'

const selection = 'id firstName lastName email role: roleName avatarUrl teams { id name }'
const fullSelection = `${selection} suspended version createdAt updatedAt`

export const userRoutes: Route[] = [
  get('/v1/me', reply.record, 'Get the authenticated user', { contract: true })`
    query GetMe { me { ${selection} } }`,
  get(
    '/v1/users',
    reply.list,
    'List users, newest first; without `limit` and `cursor`, all users',
    { contract: true },
  )`
    query ListUsers($limit: Int, $cursor: String, $role: RoleName, $suspended: Boolean, $teamId: ID, $email: String, $name: String,
      $where: [UserWhere!], $orderBy: UserOrderField, $direction: SortDirection) {
      users(first: $limit, after: $cursor, all: true, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { roleName: { eq: $role }, suspended: { eq: $suspended }, teamId: { eq: $teamId }, email: { eq: $email }, name: { contains: $name }, and: $where }) {
        nodes { ${selection} } pageInfo { hasNextPage endCursor }
      }
    }`,
  get('/v1/users/{id}', reply.record, 'Get a user')`
    query GetUser($id: ID!) { user(id: $id) { ${fullSelection} } }`,
  post('/v1/users', reply.created('/v1/users/{id}'), 'Create a user')`
    mutation CreateUser($firstName: PersonName, $lastName: PersonName, $email: Email!, $role: RoleName, $avatarUrl: WebUrl) {
      createUser(input: { firstName: $firstName, lastName: $lastName, email: $email, roleName: $role, avatarUrl: $avatarUrl }) { user { ${fullSelection} } }
    }`,
  put('/v1/users/{id}', reply.record, 'Update, suspend or reactivate a user')`
    mutation UpdateUser($id: ID!, $firstName: PersonName, $lastName: PersonName, $email: Email, $role: RoleName, $avatarUrl: WebUrl, $suspended: Boolean) {
      updateUser(id: $id, input: { firstName: $firstName, lastName: $lastName, email: $email, roleName: $role, avatarUrl: $avatarUrl, suspended: $suspended }) { user { ${fullSelection} } }
    }`,
  post(
    '/v1/users/invite',
    reply.created('/v1/users/{id}'),
    'Create a user with a first API key, whose secret is returned only once',
  )`
    mutation InviteUser(
      $firstName: PersonName, $lastName: PersonName, $email: Email!, $role: RoleName, $avatarUrl: WebUrl, $teamIds: [ID!], $keyExpiresAt: DateTime
    ) {
      inviteUser(input: {
        firstName: $firstName, lastName: $lastName, email: $email, roleName: $role, avatarUrl: $avatarUrl, teamIds: $teamIds, keyExpiresAt: $keyExpiresAt
      }) { id: user { id } secret user { ${fullSelection} } apiKey { id name scopes expiresAt } }
    }`,
  post(
    '/v1/users/invite-to-sign-in',
    reply.created('/v1/users/{id}'),
    'Create a user who signs in with the OpenID provider',
  )`
    mutation InviteUserToSignIn($firstName: PersonName, $lastName: PersonName, $email: Email!, $role: RoleName, $avatarUrl: WebUrl, $teamIds: [ID!]) {
      inviteUserToSignIn(input: {
        firstName: $firstName, lastName: $lastName, email: $email, roleName: $role, avatarUrl: $avatarUrl, teamIds: $teamIds
      }) { id: user { id } signInUrl user { ${fullSelection} } }
    }`,
  post('/v1/users/{id}/suspend', reply.record, 'Suspend a user and their credentials')`
    mutation SuspendUser($id: ID!) {
      suspendUser(id: $id) { user { ${fullSelection} } stillAssigned { people deals openTasks upcomingAppointments collaborations } }
    }`,
  post('/v1/users/{id}/reactivate', reply.record, 'Reactivate a suspended user')`
    mutation ReactivateUser($id: ID!) { reactivateUser(id: $id) { user { ${fullSelection} } } }`,
  post(
    '/v1/users/{id}/reassign',
    reply.record,
    'Reassign contacts, deals and open tasks to another user, up to 500 per request',
  )`
    mutation ReassignRecords($id: ID!, $toUserId: ID!) {
      reassignRecords(id: $id, toUserId: $toUserId) {
        id: user { id } moved { people deals openTasks } stillAssigned { people deals openTasks upcomingAppointments collaborations }
      }
    }`,
]
