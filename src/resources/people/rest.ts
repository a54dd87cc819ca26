import { del, get, post, put, type Route, reply } from '../../rest/route.ts'

const listSelection = `
  id firstName lastName fullName createdAt
  emails { value type isPrimary }
  phones { value type status isPrimary isBad }
  assignedAgentId: assigneeId assignedAgentName: assigneeName stageId stageName source tags: tagList price`

const fullSelection = `${listSelection} updatedAt assignedAgentEmail: assigneeEmail timeframe background relationship customFields externalIds { source externalId }`

const variableDefinitions = `$firstName: PersonName, $lastName: PersonName, $emails: [PersonEmailInput!], $phones: [PersonPhoneInput!], $assignedAgentId: ID,
  $collaboratorIds: [ID!], $stageId: ID, $source: ShortText, $tags: [TagName!], $price: Money, $timeframe: ShortText, $background: LongText, $relationship: Boolean,
  $customFields: JSON, $externalId: ExternalId, $externalSource: ExternalSource`

const inputFields = `firstName: $firstName, lastName: $lastName, emails: $emails, phones: $phones, assigneeId: $assignedAgentId,
  collaboratorIds: $collaboratorIds, stageId: $stageId, source: $source, tags: $tags, price: $price, timeframe: $timeframe,
  background: $background, relationship: $relationship, customFields: $customFields, externalId: $externalId, externalSource: $externalSource`

const bulkSelection = `succeeded failed results { index person { ${fullSelection} } error { code message details { field message code } } }`

export const peopleRoutes: Route[] = [
  get('/v1/people', reply.list, 'List contacts, newest first', { contract: true })`
    query ListPeople($limit: Int, $cursor: String, $includeTrash: Boolean, $assignedAgentId: ID, $stageId: ID, $source: String, $tag: String, $externalId: ExternalId, $externalSource: ExternalSource,
      $where: [PersonWhere!], $orderBy: PersonOrderField, $direction: SortDirection) {
      people(first: $limit, after: $cursor, includeTrash: $includeTrash, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { assigneeId: { eq: $assignedAgentId }, stageId: { eq: $stageId }, source: { eq: $source }, tags: { has: $tag }, externalId: { eq: $externalId, source: $externalSource }, and: $where }) {
        nodes { ${listSelection} } pageInfo { hasNextPage endCursor }
      }
    }`,
  get(
    '/v1/people/search',
    reply.list,
    'Search contacts by id, email, phone or name, best matches first',
    { contract: true, aliases: { id: ['contactId', 'personId'], name: ['fullName', 'q'] } },
  )`
    query SearchPeople($id: ID, $email: String, $phone: String, $name: String, $limit: Int, $cursor: String, $includeTrash: Boolean) {
      searchPeople(by: { id: $id, email: $email, phone: $phone, name: $name }, first: $limit, after: $cursor, includeTrash: $includeTrash) {
        nodes { ${fullSelection} } pageInfo { hasNextPage endCursor }
      }
    }`,
  get('/v1/people/{id}', reply.record, 'Get a contact', { contract: true })`
    query GetPerson($id: ID!) { person(id: $id) { ${fullSelection} } }`,
  del(
    '/v1/people/{id}',
    reply.messageWithData('Contact deleted', { deleted: true }),
    'Move a contact to Trash, or permanently delete the contact',
    { contract: true },
  )`
    mutation DeletePerson($id: ID!, $permanent: Boolean) { deletePerson(id: $id, permanent: $permanent) { permanent: isPermanent } }`,
  get('/v1/people/{id}/tags', reply.record, 'List the tags of a contact', { contract: true })`
    query GetPersonTags($id: ID!) { person(id: $id) { tags: tagList } }`,
  post('/v1/people/{id}/tags', reply.record, 'Add tags to a contact', { contract: true })`
    mutation AddPersonTags($id: ID!, $tags: [TagName!]!) { addPersonTags(id: $id, tags: $tags) { count person { ${fullSelection} } } }`,
  post(
    '/v1/people',
    reply.createdOrFound('/v1/people/{id}'),
    'Create a contact, or return or update a duplicate',
  )`
    mutation CreatePerson(${variableDefinitions}, $onDuplicate: OnDuplicate) { createPerson(input: { ${inputFields}, onDuplicate: $onDuplicate }) { person { ${fullSelection} } } }`,
  put('/v1/people/{id}', reply.record, 'Update a contact')`
    mutation UpdatePerson($id: ID!, ${variableDefinitions}) { updatePerson(id: $id, input: { ${inputFields} }) { person { ${fullSelection} } } }`,
  post(
    '/v1/people/{id}/restore',
    reply.message('Contact restored'),
    'Restore a contact from Trash',
  )`
    mutation RestorePerson($id: ID!) { restorePerson(id: $id) { person { id } } }`,
  get('/v1/people/{id}/collaborators', reply.record, 'List the collaborators of a contact')`
    query GetPersonCollaborators($id: ID!) { person(id: $id) { id collaborators { id fullName } } }`,
  post('/v1/people/{id}/collaborators', reply.record, 'Add collaborators to a contact')`
    mutation AddPersonCollaborators($id: ID!, $userIds: [ID!]!) {
      addPersonCollaborators(id: $id, userIds: $userIds) { person { id collaborators { id fullName } } }
    }`,
  post('/v1/people/{id}/merge', reply.record, 'Merge other contacts into a contact')`
    mutation MergePeople($id: ID!, $otherIds: [ID!]!) { mergePeople(id: $id, otherIds: $otherIds) { person { ${fullSelection} } } }`,
  post('/v1/people/bulk', reply.record, 'Create up to 100 contacts')`
    mutation CreatePeople($people: [CreatePersonInput!]!) { createPeople(input: $people) { ${bulkSelection} } }`,
  put('/v1/people/bulk', reply.record, 'Update up to 100 contacts')`
    mutation UpdatePeople($people: [UpdatePeopleInput!]!) { updatePeople(input: $people) { ${bulkSelection} } }`,
  post('/v1/people/bulk/tags', reply.record, 'Add and remove tags of up to 100 contacts')`
    mutation TagPeople($ids: [ID!]!, $add: [TagName!], $remove: [TagName!]) { tagPeople(input: { ids: $ids, add: $add, remove: $remove }) { ${bulkSelection} } }`,
  get('/v1/people/{id}/merge-preview', reply.record, 'Preview a merge of contacts')`
    query PreviewMergePeople($id: ID!, $otherIds: [ID!]!) {
      mergePeoplePreview(id: $id, otherIds: $otherIds) {
        values { field value personId } emails { value type isPrimary } phones { value type status isPrimary isBad } tags
        collaborators { id fullName } moves { activities tasks deals appointments }
      }
    }`,
  get(
    '/v1/people/{id}/merges',
    reply.list,
    'List the merges into a contact that have not been undone, newest first',
  )`
    query ListPersonMerges($id: ID!, $limit: Int, $cursor: String) {
      personMerges(id: $id, first: $limit, after: $cursor) {
        nodes { id survivorId people { id fullName } createdAt mergedBy: createdBy { id fullName } } pageInfo { hasNextPage endCursor }
      }
    }`,
  post('/v1/people/merges/{mergeId}/undo', reply.record, 'Undo a merge of contacts')`
    mutation UnmergePeople($mergeId: ID!) { unmergePeople(mergeId: $mergeId) { person { ${fullSelection} } people { ${fullSelection} } } }`,
  del(
    '/v1/people/{id}/collaborators/{userId}',
    reply.record,
    'Remove a collaborator from a contact',
  )`
    mutation RemovePersonCollaborator($id: ID!, $userId: ID!) {
      removePersonCollaborators(id: $id, userIds: [$userId]) { person { id collaborators { id fullName } } }
    }`,
]
