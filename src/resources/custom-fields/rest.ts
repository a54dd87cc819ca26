import { del, get, post, put, type Route, reply } from '../../rest/route.ts'

const selection =
  'id record key name description type options { value label } position version createdAt updatedAt'

export const customFieldRoutes: Route[] = [
  get('/v1/custom-fields', reply.list, 'List custom fields, ordered by position')`
    query ListCustomFields($limit: Int, $cursor: String, $record: CustomFieldRecord, $type: CustomFieldType, $key: String, $name: String,
      $where: [CustomFieldDefinitionWhere!], $orderBy: CustomFieldDefinitionOrderField, $direction: SortDirection) {
      customFields(first: $limit, after: $cursor, record: $record, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { type: { eq: $type }, key: { eq: $key }, name: { contains: $name }, and: $where }) {
        nodes { ${selection} } pageInfo { hasNextPage endCursor }
      }
    }`,
  get('/v1/custom-fields/{id}', reply.record, 'Get a custom field')`
    query GetCustomField($id: ID!) { customField(id: $id) { ${selection} } }`,
  post('/v1/custom-fields', reply.created('/v1/custom-fields/{id}'), 'Create a custom field')`
    mutation CreateCustomField($record: CustomFieldRecord!, $name: Label!, $key: FieldKey, $type: CustomFieldType!, $description: LongText, $options: [CustomFieldOptionInput!]) {
      createCustomField(input: { record: $record, name: $name, key: $key, type: $type, description: $description, options: $options }) { customField { ${selection} } }
    }`,
  put('/v1/custom-fields/{id}', reply.record, 'Update a custom field')`
    mutation UpdateCustomField($id: ID!, $name: Label, $description: LongText, $position: Position, $options: [CustomFieldOptionInput!], $replaceRemovedWith: Label) {
      updateCustomField(id: $id, input: { name: $name, description: $description, position: $position, options: $options, replaceRemovedWith: $replaceRemovedWith }) { customField { ${selection} } }
    }`,
  del(
    '/v1/custom-fields/{id}',
    reply.message('Custom field deleted'),
    'Delete a custom field and its values',
  )`
    mutation DeleteCustomField($id: ID!, $force: Boolean) { deleteCustomField(id: $id, force: $force) { deletedId } }`,
]
