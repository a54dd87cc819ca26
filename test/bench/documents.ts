/** The documents that are asked for over GraphQL; those that stand for a REST route have its shape. */
const listed = `id firstName lastName fullName createdAt emails { value type isPrimary } phones { value type status isPrimary isBad }
  assignedAgentId assignedAgentName stageId stageName source tags: tagList price`

export const restPerson = `query RestPerson($id: ID!) { person(id: $id) { ${listed} updatedAt assignedAgentEmail timeframe background relationship customFields } }`

export const restPage = `query RestPage($after: String) { people(first: 100, after: $after) { nodes { ${listed} } pageInfo { hasNextPage endCursor } } }`

export const onePerson = `query OnePerson($id: ID!) { person(id: $id) { id fullName source price emails { value type isPrimary } phones { value type }
  tags { id name } assignedAgent { id fullName } stage { id name } } }`

export const peopleWithAll = `query PeopleWithAll($after: String) { people(first: 50, after: $after) { nodes { id fullName emails { value type isPrimary }
  tags { id name } assignedAgent { id fullName }
  deals(first: 5) { nodes { id title price stage { id name } } }
  tasks(first: 5) { nodes { id title dueDate completedAt } }
  activities(first: 5) { nodes { id type content createdAt } } } pageInfo { hasNextPage endCursor } } }`

export const createTask = `mutation CreateTask($input: CreateTaskInput!) { createTask(input: $input) {
  id title description dueDate priority completedAt personId assignedTo createdAt } }`
