import { del, get, post, put, type Route, reply } from '../../rest/route.ts'

const selection = `id title pipelineId pipelineName stageId stageName order: position peopleIds teamIds assignedAgentId: assigneeId price commission closeDate
  status stageEnteredAt version createdAt updatedAt customFields externalIds { source externalId }`

const variableDefinitions = `$title: DealTitle!, $pipelineId: ID!, $stageId: ID, $peopleIds: [ID!], $teamIds: [ID!], $pricing: Money, $commission: Money,
  $closeDate: DateTime, $assignedAgentId: ID, $customFields: JSON, $externalId: ExternalId, $externalSource: ExternalSource`

const dealInput = `{ title: $title, pipelineId: $pipelineId, stageId: $stageId, peopleIds: $peopleIds, teamIds: $teamIds, price: $pricing,
  commission: $commission, closeDate: $closeDate, assigneeId: $assignedAgentId, customFields: $customFields, externalId: $externalId,
  externalSource: $externalSource }`

const bulkSelection = `succeeded failed results { index deal { ${selection} } error { code message details { field message code } } }`

export const dealRoutes: Route[] = [
  put('/v1/deals/{id}', reply.message('Deal updated'), 'Update a deal', {
    contract: true,
    aliases: { pricing: ['price'] },
  })`
    mutation UpdateDeal($id: ID!, ${variableDefinitions}) { updateDeal(id: $id, input: ${dealInput}) { deal { id } } }`,
  del('/v1/deals/{id}', reply.message('Deal deleted'), 'Delete a deal', { contract: true })`
    mutation DeleteDeal($id: ID!) { deleteDeal(id: $id) { deletedId } }`,
  post('/v1/deals/{id}/move', reply.message('Deal moved'), 'Move a deal to a position in a stage', {
    contract: true,
  })`
    mutation MoveDeal($id: ID!, $stageId: ID!, $order: Position, $before: ID, $after: ID) {
      moveDeal(id: $id, input: { stageId: $stageId, place: { position: $order, before: $before, after: $after } }) { deal { id } }
    }`,
  get('/v1/deals', reply.list, 'List deals, newest first')`
    query ListDeals($limit: Int, $cursor: String, $title: String, $assignedAgentId: ID, $stageId: ID, $pipelineId: ID, $personId: ID, $status: DealStatus, $externalId: ExternalId, $externalSource: ExternalSource,
      $where: [DealWhere!], $orderBy: DealOrderField, $direction: SortDirection) {
      deals(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { title: { contains: $title }, assigneeId: { eq: $assignedAgentId }, stageId: { eq: $stageId }, pipelineId: { eq: $pipelineId }, personId: { eq: $personId }, status: { eq: $status },
          externalId: { eq: $externalId, source: $externalSource }, and: $where }) {
        nodes { ${selection} } pageInfo { hasNextPage endCursor }
      }
    }`,
  get('/v1/deals/{id}', reply.record, 'Get a deal')`
    query GetDeal($id: ID!) { deal(id: $id) { ${selection} } }`,
  get(
    '/v1/pipelines/{id}/board',
    reply.record,
    'Get a pipeline as a board, with counts, sums and deals per column',
  )`
    query GetBoard($id: ID!, $limit: Int, $cursor: String, $stageIds: [ID!], $assignedAgentIds: [ID!], $unassigned: Boolean) {
      board(pipelineId: $id, assigneeIds: $assignedAgentIds, unassigned: $unassigned) {
        pipelineId pipelineName count sum
        columns(stageIds: $stageIds) {
          stageId stageName stageType count sum deals(first: $limit, after: $cursor) { nodes { ${selection} } pageInfo { hasNextPage endCursor } }
        }
      }
    }`,
  post('/v1/deals', reply.created('/v1/deals/{id}'), 'Create a deal', {
    aliases: { pricing: ['price'] },
  })`
    mutation CreateDeal(${variableDefinitions}) { createDeal(input: ${dealInput}) { deal { ${selection} } } }`,
  post('/v1/deals/bulk', reply.record, 'Create up to 100 deals', {
    aliases: { 'deals.price': ['pricing'] },
  })`
    mutation CreateDeals($deals: [CreateDealInput!]!) { createDeals(input: $deals) { ${bulkSelection} } }`,
  put('/v1/deals/bulk', reply.record, 'Update up to 100 deals', {
    aliases: { 'deals.price': ['pricing'] },
  })`
    mutation UpdateDeals($deals: [UpdateDealsInput!]!) { updateDeals(input: $deals) { ${bulkSelection} } }`,
]
