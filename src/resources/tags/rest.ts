import { del, done, get, list, put, type Route, record } from '../../rest/route.ts'

const shape = 'id name createdAt updatedAt'

export const tagRoutes: Route[] = [
  get(
    '/v1/tags',
    list,
    { summary: 'List tags, newest first', extension: true },
    /* GraphQL */ `
    query ListTags($limit: Int, $cursor: String, $name: String) {
      tags(first: $limit, after: $cursor, where: { name: $name }) { nodes { ${shape} } pageInfo { hasNextPage endCursor } }
    }`,
  ),
  get(
    '/v1/tags/{id}',
    record,
    { summary: 'Read a tag', extension: true },
    /* GraphQL */ `
    query GetTag($id: ID!) { tag(id: $id) { ${shape} } }`,
  ),
  put(
    '/v1/tags/{id}',
    record,
    { summary: 'Rename a tag', extension: true },
    /* GraphQL */ `
    mutation UpdateTag($id: ID!, $name: TagName) { updateTag(id: $id, input: { name: $name }) { ${shape} } }`,
  ),
  del(
    '/v1/tags/{id}',
    done('Tag deleted'),
    { summary: 'Delete a tag, and take it off all contacts', extension: true },
    /* GraphQL */ `
    mutation DeleteTag($id: ID!) { deleteTag(id: $id) { id } }`,
  ),
]
