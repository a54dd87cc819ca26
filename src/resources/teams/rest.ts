import { del, get, post, put, type Route, reply } from '../../rest/route.ts'

const selection = 'id name leaderIds memberIds version createdAt updatedAt'

export const teamRoutes: Route[] = [
  get('/v1/teams', reply.list, 'List teams, newest first')`
    query ListTeams($limit: Int, $cursor: String, $name: String, $userId: ID, $leaderId: ID,
      $where: [TeamWhere!], $orderBy: TeamOrderField, $direction: SortDirection) {
      teams(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { name: { contains: $name }, userId: { eq: $userId }, leaderId: { eq: $leaderId }, and: $where }) {
        nodes { ${selection} } pageInfo { hasNextPage endCursor }
      }
    }`,
  get('/v1/teams/{id}', reply.record, 'Get a team')`
    query GetTeam($id: ID!) { team(id: $id) { ${selection} } }`,
  post('/v1/teams', reply.created('/v1/teams/{id}'), 'Create a team')`
    mutation CreateTeam($name: Label!, $leaderIds: [ID!], $memberIds: [ID!]) {
      createTeam(input: { name: $name, leaderIds: $leaderIds, memberIds: $memberIds }) { team { ${selection} } }
    }`,
  put(
    '/v1/teams/{id}',
    reply.record,
    'Update a team; lists of leaders and members are replaced as a whole',
  )`
    mutation UpdateTeam($id: ID!, $name: Label, $leaderIds: [ID!], $memberIds: [ID!]) {
      updateTeam(id: $id, input: { name: $name, leaderIds: $leaderIds, memberIds: $memberIds }) { team { ${selection} } }
    }`,
  del('/v1/teams/{id}', reply.message('Team deleted'), 'Delete a team')`
    mutation DeleteTeam($id: ID!) { deleteTeam(id: $id) { deletedId } }`,
]
