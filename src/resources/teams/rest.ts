import { del, get, post, put, type Route, reply } from '../../rest/route.ts'

const shape = 'id name leaderIds memberIds version createdAt updatedAt'

export const teamRoutes: Route[] = [
  get(
    '/v1/teams',
    reply.list,
    { summary: 'List teams, newest first', extension: true },
    /* GraphQL */ `
    query ListTeams($limit: Int, $cursor: String, $name: String, $userId: ID, $leaderId: ID,
      $where: [TeamWhere!], $orderBy: TeamOrderField, $direction: SortDirection) {
      teams(first: $limit, after: $cursor, orderBy: { field: $orderBy, direction: $direction },
        where: { name: $name, userId: $userId, leaderId: $leaderId, and: $where }) {
        nodes { ${shape} } pageInfo { hasNextPage endCursor }
      }
    }`,
  ),
  get(
    '/v1/teams/{id}',
    reply.record,
    { summary: 'Get a team', extension: true },
    /* GraphQL */ `query GetTeam($id: ID!) { team(id: $id) { ${shape} } }`,
  ),
  post(
    '/v1/teams',
    reply.created('/v1/teams/{id}'),
    { summary: 'Create a team', extension: true },
    /* GraphQL */ `
    mutation CreateTeam($name: Label!, $leaderIds: [ID!], $memberIds: [ID!]) {
      createTeam(input: { name: $name, leaderIds: $leaderIds, memberIds: $memberIds }) { ${shape} }
    }`,
  ),
  put(
    '/v1/teams/{id}',
    reply.record,
    { summary: 'Update a team; lists replace the previous list', extension: true },
    /* GraphQL */ `
    mutation UpdateTeam($id: ID!, $name: Label, $leaderIds: [ID!], $memberIds: [ID!]) {
      updateTeam(id: $id, input: { name: $name, leaderIds: $leaderIds, memberIds: $memberIds }) { ${shape} }
    }`,
  ),
  del(
    '/v1/teams/{id}',
    reply.message('Team deleted'),
    { summary: 'Delete a team', extension: true },
    /* GraphQL */ `mutation DeleteTeam($id: ID!) { deleteTeam(id: $id) { id } }`,
  ),
]
