import { del, get, post, put, type Route, reply } from '../../rest/route.ts'

const selection =
  'id name description ownerId shared where orderBy includeTrash version createdAt updatedAt'

const personSelection = `id firstName lastName fullName createdAt emails { value type isPrimary } phones { value type status isPrimary isBad }
  assignedAgentId: assigneeId assignedAgentName: assigneeName stageId stageName source tags: tagList price`

const variableDefinitions =
  '$description: LongText, $shared: Boolean, $orderBy: [PersonOrderInput!], $includeTrash: Boolean'
const inputFields =
  'name: $name, description: $description, shared: $shared, where: $where, orderBy: $orderBy, includeTrash: $includeTrash'

export const smartListRoutes: Route[] = [
  get('/v1/smart-lists', reply.list, "List the caller's smart lists and shared smart lists")`
    query ListSmartLists($limit: Int, $cursor: String, $shared: Boolean, $ownerId: ID, $where: [SmartListWhere!], $orderBy: SmartListOrderField, $direction: SortDirection) {
      smartLists(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }], where: { shared: { eq: $shared }, ownerId: { eq: $ownerId }, and: $where }) {
        nodes { ${selection} } pageInfo { hasNextPage endCursor }
      }
    }`,
  get('/v1/smart-lists/{id}', reply.record, 'Get a smart list')`
    query GetSmartList($id: ID!) { smartList(id: $id) { ${selection} } }`,
  get('/v1/smart-lists/{id}/count', reply.record, 'Count the contacts in a smart list')`
    query CountSmartList($id: ID!) { smartList(id: $id) { count } }`,
  get('/v1/smart-lists/{id}/people', reply.list, 'List the contacts in a smart list')`
    query RunSmartList($id: ID!, $limit: Int, $cursor: String) {
      smartList(id: $id) { people(first: $limit, after: $cursor) { nodes { ${personSelection} } pageInfo { hasNextPage endCursor } } }
    }`,
  post(
    '/v1/smart-lists',
    reply.created('/v1/smart-lists/{id}'),
    'Create a smart list, a saved filter for contacts',
  )`
    mutation CreateSmartList($name: Label!, $where: PersonWhere!, ${variableDefinitions}) { createSmartList(input: { ${inputFields} }) { smartList { ${selection} } } }`,
  put('/v1/smart-lists/{id}', reply.record, 'Update a smart list')`
    mutation UpdateSmartList($id: ID!, $name: Label, $where: PersonWhere, ${variableDefinitions}) { updateSmartList(id: $id, input: { ${inputFields} }) { smartList { ${selection} } } }`,
  del(
    '/v1/smart-lists/{id}',
    reply.message('Smart list deleted'),
    'Delete a smart list, but not its contacts',
  )`
    mutation DeleteSmartList($id: ID!) { deleteSmartList(id: $id) { deletedId } }`,
]
