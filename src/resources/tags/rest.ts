import { del, get, post, put, type Route, reply } from '../../rest/route.ts'

const shape = 'id name version createdAt updatedAt'

export const tagRoutes: Route[] = [
  get(
    '/v1/tags',
    reply.list,
    { summary: 'List tags, newest first', extension: true },
    /* GraphQL */ `
    query ListTags($limit: Int, $cursor: String, $name: String, $where: [TagWhere!], $orderBy: TagOrderField, $direction: SortDirection) {
      tags(first: $limit, after: $cursor, orderBy: { field: $orderBy, direction: $direction }, where: { name: $name, and: $where }) { nodes { ${shape} } pageInfo { hasNextPage endCursor } }
    }`,
  ),
  get(
    '/v1/tags/{id}',
    reply.record,
    { summary: 'Read a tag', extension: true },
    /* GraphQL */ `query GetTag($id: ID!) { tag(id: $id) { ${shape} } }`,
  ),
  put(
    '/v1/tags/{id}',
    reply.record,
    { summary: 'Rename a tag', extension: true },
    /* GraphQL */ `mutation UpdateTag($id: ID!, $name: TagName) { updateTag(id: $id, input: { name: $name }) { ${shape} } }`,
  ),
  post(
    '/v1/tags',
    reply.created('/v1/tags/{id}'),
    { summary: 'Create a tag', extension: true },
    /* GraphQL */ `mutation CreateTag($name: TagName!) { createTag(input: { name: $name }) { ${shape} } }`,
  ),
  post(
    '/v1/tags/{id}/merge',
    reply.record,
    {
      summary: 'Merge other tags into a tag and delete them',
      extension: true,
    },
    /* GraphQL */ `mutation MergeTags($id: ID!, $otherIds: [ID!]!) { mergeTags(id: $id, otherIds: $otherIds) { ${shape} } }`,
  ),
  del(
    '/v1/tags/{id}',
    reply.message('Tag deleted'),
    {
      summary: 'Delete a tag; one in use needs moveTo, the tag that replaces it, or detach=true',
      extension: true,
    },
    /* GraphQL */ `mutation DeleteTag($id: ID!, $moveTo: ID, $detach: Boolean) { deleteTag(id: $id, moveTo: $moveTo, detach: $detach) { id } }`,
  ),
]
