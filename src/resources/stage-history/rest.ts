import { get, type Route, reply } from '../../rest/route.ts'

const selection =
  'id kind fromStageId fromStageName toStageId toStageName enteredAt leftAt secondsInStage byUserId: actorId byName: actorName'

export const stageHistoryRoutes: Route[] = [
  get(
    '/v1/deals/{id}/stage-history',
    reply.list,
    'List the stage history of a deal, the current stage first',
  )`
    query ListDealStageHistory($id: ID!, $limit: Int, $cursor: String) {
      deal(id: $id) {
        stageHistory(first: $limit, after: $cursor) {
          nodes { ${selection} fromPipelineId fromPipelineName toPipelineId toPipelineName } pageInfo { hasNextPage endCursor }
        }
      }
    }`,
  get(
    '/v1/people/{id}/stage-history',
    reply.list,
    'List the stage history of a contact, the current stage first',
  )`
    query ListPersonStageHistory($id: ID!, $limit: Int, $cursor: String) {
      person(id: $id) { stageHistory(first: $limit, after: $cursor) { nodes { ${selection} } pageInfo { hasNextPage endCursor } } }
    }`,
]
