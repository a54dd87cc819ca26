import { del, get, post, put, type Route, reply } from '../../rest/route.ts'

const selection = 'id name position isTrash version createdAt updatedAt'

export const stageRoutes: Route[] = [
  get('/v1/stages', reply.list, 'List the lifecycle stages of contacts, ordered by position')`
    query ListStages($limit: Int, $cursor: String, $name: String,
      $where: [StageWhere!], $orderBy: StageOrderField, $direction: SortDirection) {
      stages(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { name: { contains: $name }, and: $where }) {
        nodes { ${selection} } pageInfo { hasNextPage endCursor }
      }
    }`,
  get('/v1/stages/{id}', reply.record, 'Get a lifecycle stage')`
    query GetStage($id: ID!) { stage(id: $id) { ${selection} } }`,
  post('/v1/stages', reply.created('/v1/stages/{id}'), 'Create a lifecycle stage')`
    mutation CreateStage($name: Label!) { createStage(input: { name: $name }) { stage { ${selection} } } }`,
  put('/v1/stages/{id}', reply.record, 'Update a lifecycle stage')`
    mutation UpdateStage($id: ID!, $name: Label, $position: Position) { updateStage(id: $id, input: { name: $name, position: $position }) { stage { ${selection} } } }`,
  del(
    '/v1/stages/{id}',
    reply.message('Stage deleted'),
    'Delete a lifecycle stage; its contacts move to the stage in `moveTo`',
  )`
    mutation DeleteStage($id: ID!, $moveTo: ID) { deleteStage(id: $id, moveTo: $moveTo) { deletedId } }`,
]
