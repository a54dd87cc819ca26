import { created, get, list, post, put, type Route, record } from '../../rest/route.ts'

const shape = 'id firstName lastName email role: roleName avatarUrl teams { id name }'
const full = `${shape} suspended version createdAt updatedAt`

export const userRoutes: Route[] = [
  get(
    '/v1/me',
    record,
    { summary: 'Read the user behind the API key' },
    /* GraphQL */ `
    query GetMe { me { ${shape} } }`,
  ),
  get(
    '/v1/users',
    list,
    {
      summary:
        'List the users of the company, newest first; everybody unless limit or cursor is given',
    },
    /* GraphQL */ `
    query ListUsers($limit: Int, $cursor: String, $role: RoleName, $suspended: Boolean, $teamId: ID, $email: String, $name: String,
      $where: [UserWhere!], $orderBy: UserOrderField, $direction: SortDirection) {
      users(first: $limit, after: $cursor, all: true, orderBy: { field: $orderBy, direction: $direction },
        where: { roleName: $role, suspended: $suspended, teamId: $teamId, email: $email, name: $name, and: $where }) {
        nodes { ${shape} } pageInfo { hasNextPage endCursor }
      }
    }`,
  ),
  get(
    '/v1/users/{id}',
    record,
    { summary: 'Read a user', extension: true },
    /* GraphQL */ `
    query GetUser($id: ID!) { user(id: $id) { ${full} } }`,
  ),
  post(
    '/v1/users',
    created('/v1/users/{id}'),
    { summary: 'Create a user', extension: true },
    /* GraphQL */ `
    mutation CreateUser($firstName: PersonName, $lastName: PersonName, $email: Email!, $role: RoleName, $avatarUrl: WebUrl) {
      createUser(input: { firstName: $firstName, lastName: $lastName, email: $email, roleName: $role, avatarUrl: $avatarUrl }) { ${full} }
    }`,
  ),
  put(
    '/v1/users/{id}',
    record,
    { summary: 'Change the given fields of a user; suspend or reactivate', extension: true },
    /* GraphQL */ `
    mutation UpdateUser($id: ID!, $firstName: PersonName, $lastName: PersonName, $email: Email, $role: RoleName, $avatarUrl: WebUrl, $suspended: Boolean) {
      updateUser(id: $id, input: { firstName: $firstName, lastName: $lastName, email: $email, roleName: $role, avatarUrl: $avatarUrl, suspended: $suspended }) { ${full} }
    }`,
  ),
  post(
    '/v1/users/invite',
    created('/v1/users/{id}'),
    {
      summary:
        'Create a user with a first API key, whose secret is shown this once: what to hand to the new colleague',
      extension: true,
    },
    /* GraphQL */ `
    mutation InviteUser(
      $firstName: PersonName, $lastName: PersonName, $email: Email!, $role: RoleName, $avatarUrl: WebUrl, $teamIds: [ID!], $keyExpiresAt: DateTime
    ) {
      inviteUser(input: {
        firstName: $firstName, lastName: $lastName, email: $email, roleName: $role, avatarUrl: $avatarUrl, teamIds: $teamIds, keyExpiresAt: $keyExpiresAt
      }) { id secret user { ${full} } apiKey { id name scopes expiresAt } }
    }`,
  ),
  post(
    '/v1/users/{id}/suspend',
    record,
    {
      summary:
        'Suspend a user: their API keys stop at once; answers what is still assigned to them',
      extension: true,
    },
    /* GraphQL */ `
    mutation SuspendUser($id: ID!) {
      suspendUser(id: $id) { user { ${full} } stillAssigned { people deals openTasks upcomingAppointments collaborations } }
    }`,
  ),
  post(
    '/v1/users/{id}/reactivate',
    record,
    { summary: 'Let a suspended user in again', extension: true },
    /* GraphQL */ `
    mutation ReactivateUser($id: ID!) { reactivateUser(id: $id) { ${full} } }`,
  ),
  post(
    '/v1/users/{id}/reassign',
    record,
    {
      summary:
        "Give a user's contacts, deals and open tasks to another, up to 500 at a time; repeat until nothing is moved",
      extension: true,
    },
    /* GraphQL */ `
    mutation ReassignRecords($id: ID!, $toUserId: ID!) {
      reassignRecords(id: $id, toUserId: $toUserId) {
        id moved { people deals openTasks } stillAssigned { people deals openTasks upcomingAppointments collaborations }
      }
    }`,
  ),
]
