import { del, get, post, put, type Route, reply } from '../../rest/route.ts'

const selection = 'id name position stages { id name type position } version createdAt updatedAt'

export const pipelineRoutes: Route[] = [
  get('/v1/pipelines', reply.list, 'List pipelines, ordered by position')`
    query ListPipelines($limit: Int, $cursor: String, $name: String, $stageId: ID,
      $where: [PipelineWhere!], $orderBy: PipelineOrderField, $direction: SortDirection) {
      pipelines(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { name: { contains: $name }, stageId: { eq: $stageId }, and: $where }) {
        nodes { ${selection} } pageInfo { hasNextPage endCursor }
      }
    }`,
  get('/v1/pipelines/{id}', reply.record, 'Get a pipeline')`
    query GetPipeline($id: ID!) { pipeline(id: $id) { ${selection} } }`,
  post('/v1/pipelines', reply.created('/v1/pipelines/{id}'), 'Create a pipeline with its stages')`
    mutation CreatePipeline($name: Label!, $stages: [CreatePipelineStageInput!]!) {
      createPipeline(input: { name: $name, stages: $stages }) { pipeline { ${selection} } }
    }`,
  put('/v1/pipelines/{id}', reply.record, 'Update a pipeline')`
    mutation UpdatePipeline($id: ID!, $name: Label, $position: Position, $stages: [UpdatePipelineStageInput!], $moveDealsTo: ID) {
      updatePipeline(id: $id, input: { name: $name, position: $position, stages: $stages, moveDealsTo: $moveDealsTo }) { pipeline { ${selection} } }
    }`,
  del(
    '/v1/pipelines/{id}',
    reply.message('Pipeline deleted'),
    'Delete a pipeline; its deals move to the stage in `moveTo`',
  )`
    mutation DeletePipeline($id: ID!, $moveTo: ID) { deletePipeline(id: $id, moveTo: $moveTo) { deletedId } }`,
]
