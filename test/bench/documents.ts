/**
 * The GraphQL documents of the workloads. A document for a REST workload selects the fields that
 * the REST route returns.
 */
const personFields = `id firstName lastName fullName createdAt emails { value type isPrimary } phones { value type status isPrimary isBad }
  assignedAgentId: assigneeId assignedAgentName: assigneeName stageId stageName source tags: tagList price`

export const restPersonQuery = `query RestPerson($id: ID!) { person(id: $id) { ${personFields} updatedAt assignedAgentEmail: assigneeEmail timeframe background relationship customFields externalIds { source externalId } } }`

export const restPageQuery = `query RestPage($after: String) { people(first: 100, after: $after) { nodes { ${personFields} } pageInfo { hasNextPage endCursor } } }`

export const onePersonQuery = `query OnePerson($id: ID!) { person(id: $id) { id fullName source price emails { value type isPrimary } phones { value type }
  tags { id name } assignee { id fullName } stage { id name } } }`

export const peopleWithRelationsQuery = `query PeopleWithAll($after: String) { people(first: 50, after: $after) { nodes { id fullName emails { value type isPrimary }
  tags { id name } assignee { id fullName }
  deals(first: 5) { nodes { id title price stage { id name } } }
  tasks(first: 5) { nodes { id title dueDate completedAt } }
  activities(first: 5) { nodes { id type content createdAt } } } pageInfo { hasNextPage endCursor } } }`

export const createTaskMutation = `mutation CreateTask($input: CreateTaskInput!) { createTask(input: $input) {
  task { id title description dueDate priority completedAt personId assignedTo: assigneeId createdAt } } }`

/**
 * The same documents for PostGraphile, which derives its schema from the tables. Aliases replace
 * field names that differ.
 */
const emailsSelection =
  'emails: personEmailsByCompanyIdAndPersonIdList(orderBy: PRIMARY_KEY_ASC) { value type isPrimary }'
const phonesSelection =
  'phones: personPhonesByCompanyIdAndPersonIdList(orderBy: PRIMARY_KEY_ASC) { value type }'
const tagsAndAssigneeSelection =
  'tags: tagsList { id: rowId name } assignee: userByCompanyIdAndAssignedAgentId { id: rowId fullName }'

export const postgraphilePersonQuery = `query OnePerson($company: String!, $id: String!) { person: personByCompanyIdAndRowId(companyId: $company, rowId: $id) {
  id: rowId fullName source price ${emailsSelection} ${phonesSelection} ${tagsAndAssigneeSelection} stage: stageByCompanyIdAndStageId { id: rowId name } } }`

export const postgraphilePeopleQuery = `query PeopleWithAll($company: String!, $after: Cursor) {
  people: allPeople(first: 50, after: $after, orderBy: PRIMARY_KEY_DESC, condition: { companyId: $company, trashedAt: null }) {
  nodes { id: rowId fullName ${emailsSelection} ${tagsAndAssigneeSelection}
  deals(first: 5) { nodes { id: rowId title price stage: pipelineStageByCompanyIdAndStageId { id: rowId name } } }
  tasks: tasksByCompanyIdAndPersonId(first: 5, orderBy: ROW_ID_DESC) { nodes { id: rowId title dueDate completedAt } }
  activities: activitiesByCompanyIdAndPersonId(first: 5, orderBy: ROW_ID_DESC) { nodes { id: rowId type content createdAt } } }
  pageInfo { hasNextPage endCursor } } }`
