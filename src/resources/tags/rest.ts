import { del, get, post, put, type Route, reply } from '../../rest/route.ts'

const selection = 'id name version createdAt updatedAt'

export const tagRoutes: Route[] = [
  get('/v1/tags', reply.list, 'List tags, newest first')`
    query ListTags($limit: Int, $cursor: String, $name: String, $where: [TagWhere!], $orderBy: TagOrderField, $direction: SortDirection) {
      tags(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }], where: { name: { eq: $name }, and: $where }) { nodes { ${selection} } pageInfo { hasNextPage endCursor } }
    }`,
  get('/v1/tags/{id}', reply.record, 'Get a tag')`
    query GetTag($id: ID!) { tag(id: $id) { ${selection} } }`,
  put('/v1/tags/{id}', reply.record, 'Rename a tag')`
    mutation UpdateTag($id: ID!, $name: TagName) { updateTag(id: $id, input: { name: $name }) { tag { ${selection} } } }`,
  post('/v1/tags', reply.created('/v1/tags/{id}'), 'Create a tag')`
    mutation CreateTag($name: TagName!) { createTag(input: { name: $name }) { tag { ${selection} } } }`,
  post(
    '/v1/tags/{id}/merge',
    reply.record,
    'Merge other tags into a tag and delete the other tags',
  )`
    mutation MergeTags($id: ID!, $otherIds: [ID!]!) { mergeTags(id: $id, otherIds: $otherIds) { tag { ${selection} } } }`,
  del(
    '/v1/tags/{id}',
    reply.message('Tag deleted'),
    'Delete a tag; a tag in use requires `moveTo` or `detach=true`',
  )`
    mutation DeleteTag($id: ID!, $moveTo: ID, $detach: Boolean) { deleteTag(id: $id, replacement: { moveTo: $moveTo, detach: $detach }) { deletedId } }`,
]
