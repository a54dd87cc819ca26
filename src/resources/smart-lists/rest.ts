import { del, get, post, put, type Route, reply } from '../../rest/route.ts'

const shape =
  'id name description ownerId shared where orderBy includeTrash version createdAt updatedAt'

const person = `id firstName lastName fullName createdAt emails { value type isPrimary } phones { value type status isPrimary isBad }
  assignedAgentId: assigneeId assignedAgentName: assigneeName stageId stageName source tags: tagList price`

const inputs =
  '$description: LongText, $shared: Boolean, $orderBy: [PersonOrderInput!], $includeTrash: Boolean'
const input =
  'name: $name, description: $description, shared: $shared, where: $where, orderBy: $orderBy, includeTrash: $includeTrash'
const update = (name: string) => /* GraphQL */ `
    mutation ${name}($id: ID!, $name: Label, $where: PersonWhere, ${inputs}) { updateSmartList(id: $id, input: { ${input} }) { smartList { ${shape} } } }`

export const smartListRoutes: Route[] = [
  get('/v1/smart-lists', reply.list, "List the caller's smart lists and shared smart lists")`
    query ListSmartLists($limit: Int, $cursor: String, $shared: Boolean, $ownerId: ID, $where: [SmartListWhere!], $orderBy: SmartListOrderField, $direction: SortDirection) {
      smartLists(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }], where: { shared: { eq: $shared }, ownerId: { eq: $ownerId }, and: $where }) {
        nodes { ${shape} } pageInfo { hasNextPage endCursor }
      }
    }`,
  get('/v1/smart-lists/{id}', reply.record, 'Get a smart list')`
    query GetSmartList($id: ID!) { smartList(id: $id) { ${shape} } }`,
  get('/v1/smart-lists/{id}/count', reply.record, 'Count the contacts in a smart list')`
    query CountSmartList($id: ID!) { smartList(id: $id) { count } }`,
  get('/v1/smart-lists/{id}/people', reply.list, 'List the contacts in a smart list')`
    query RunSmartList($id: ID!, $limit: Int, $cursor: String) {
      smartList(id: $id) { people(first: $limit, after: $cursor) { nodes { ${person} } pageInfo { hasNextPage endCursor } } }
    }`,
  post(
    '/v1/smart-lists',
    reply.created('/v1/smart-lists/{id}'),
    'Create a smart list, a saved filter of contacts',
  )`
    mutation CreateSmartList($name: Label!, $where: PersonWhere!, ${inputs}) { createSmartList(input: { ${input} }) { smartList { ${shape} } } }`,
  put('/v1/smart-lists/{id}', reply.record, 'Update a smart list')`${update('UpdateSmartList')}`,
  del(
    '/v1/smart-lists/{id}',
    reply.message('Smart list deleted'),
    'Delete a smart list, but not its contacts',
  )`
    mutation DeleteSmartList($id: ID!) { deleteSmartList(id: $id) { deletedId } }`,
]
