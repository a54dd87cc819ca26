/** A request that may be slow in a large company: a read, or a change to many records. */
export interface NamedRequest {
  name: string
  method?: string
  path?: string
  body?: unknown
  query?: string
  variables?: Record<string, unknown>
}

const createGraphqlRequest = (
  name: string,
  query: string,
  variables?: Record<string, unknown>,
): NamedRequest => ({
  name,
  query,
  ...(variables && { variables }),
})
const createGetRequest = (path: string): NamedRequest => ({
  name: `GET ${path}`,
  method: 'GET',
  path,
})
const listNames = [
  'people',
  'deals',
  'tasks',
  'activities',
  'appointments',
  'users',
  'tags',
  'stages',
  'pipelines',
  'teams',
  'smartLists',
  'customFields',
  'webhookDeliveries',
]
const sortFields: [string, string[]][] = [
  ['people', ['createdAt', 'updatedAt', 'name', 'price', 'lastActivityAt']],
  ['deals', ['createdAt', 'updatedAt', 'price', 'closeDate', 'stageEnteredAt']],
  ['tasks', ['createdAt', 'updatedAt', 'dueDate', 'completedAt']],
]

/** Reads, which are sent as each role. */
export const readRequests: NamedRequest[] = [
  ...listNames.map((list) =>
    createGraphqlRequest(
      `${list}, a page and a count`,
      `{ ${list}(first: 100) { totalCount nodes { id } } }`,
    ),
  ),
  ...listNames.map((list) =>
    createGraphqlRequest(`${list}, from the end`, `{ ${list}(last: 100) { nodes { id } } }`),
  ),
  ...sortFields.flatMap(([list, fields]) =>
    fields.map((field) =>
      createGraphqlRequest(
        `${list} by ${field}`,
        `{ ${list}(first: 100, orderBy: { field: ${field} }) { totalCount nodes { id } } }`,
      ),
    ),
  ),
  createGraphqlRequest(
    'people with relations',
    `{ people(first: 50) { nodes { id fullName emails { value } tags { name } assignee { fullName } stage { name } collaborators { fullName }
      deals(first: 5) { nodes { title stage { name } } } tasks(first: 5) { nodes { title } } activities(first: 5) { nodes { type } } } } }`,
  ),
  createGraphqlRequest(
    'timelines',
    '{ people(first: 20) { nodes { timeline(first: 20) { totalCount nodes { occurredAt type title } } } } }',
  ),
  createGraphqlRequest(
    'events from the beginning',
    '{ events(first: 100) { nodes { type record { id } changes { field } } } }',
  ),
  createGraphqlRequest(
    'people with trash',
    '{ people(first: 100, includeTrash: true) { totalCount nodes { id } } }',
  ),
  createGraphqlRequest(
    'people by a part of the name',
    '{ people(first: 100, where: { name: { contains: "ann" } }) { totalCount nodes { id } } }',
  ),
  createGraphqlRequest(
    'people by a source without matches',
    '{ people(first: 100, where: { source: { eq: "Nowhere" } }) { totalCount nodes { id } } }',
  ),
  createGraphqlRequest(
    'people over two relations, sorted',
    `{ people(first: 20, where: { deals: { some: { status: { eq: open }, price: { gte: 500000 } } }, activities: { none: { createdAt: { during: { last: 336, unit: hour } } } } }, orderBy: { field: price })
      { totalCount nodes { id } } }`,
  ),
  createGraphqlRequest(
    'people by a negated filter',
    '{ people(first: 100, where: { not: { tasks: { some: { title: { contains: "zzz" } } } } }) { totalCount nodes { id } } }',
  ),
  createGraphqlRequest(
    'won deals, counted',
    '{ deals(first: 100, where: { status: { eq: won } }) { totalCount nodes { id } } }',
  ),
  createGraphqlRequest('three pipelines', '{ pipelines(first: 3) { nodes { id name } } }'),
  createGraphqlRequest(
    'introspection',
    '{ __schema { types { name fields { name args { name } type { name } } inputFields { name } enumValues { name } } } }',
  ),
  ...[
    'name=an',
    'name=jon',
    'name=jonhson',
    'name=maria%20garcia',
    'name=zz',
    'name=a%20e',
    'phone=415',
    'email=a',
    'q=%25%25',
  ].map((search) => createGetRequest(`/v1/people/search?${search}`)),
  ...['people', 'deals', 'tasks', 'users', 'appointments', 'tags', 'events'].map((list) =>
    createGetRequest(`/v1/${list}?limit=100`),
  ),
  createGetRequest('/v1/people?limit=100&total=true'),
  createGetRequest('/openapi.json'),
  { name: 'GraphiQL', method: 'GET', path: '/graphql', body: 'page' },
]

/** The ids of the records that the requests use. */
export interface RecordIds {
  people: string[]
  deals: string[]
  stages: string[]
  tags: string[]
  users: string[]
  pipelines: { id: string; stages: { id: string }[] }[]
  teams: string[]
}

/** Returns requests in which the Owner changes many records, or records with many references. */
export function createChangeRequests({
  people,
  deals,
  stages,
  tags,
  users,
  pipelines,
  teams,
}: RecordIds): NamedRequest[] {
  const formatIds = (list: string[]) => JSON.stringify(list)
  const [firstPipeline, secondPipeline] = pipelines
  return [
    createGraphqlRequest(
      'createPeople, 100',
      'mutation($input: [CreatePersonInput!]!) { createPeople(input: $input) { results { error { code } } } }',
      {
        input: Array.from({ length: 100 }, (_, n) => ({
          firstName: `Bulk ${n}`,
          emails: [{ value: `bulk${n}@x.test` }],
          tags: ['bulk'],
        })),
      },
    ),
    createGraphqlRequest(
      'updatePeople, 100',
      'mutation($input: [UpdatePeopleInput!]!) { updatePeople(input: $input) { results { error { code } } } }',
      {
        input: people.map((id) => ({ id, source: 'Bulk' })),
      },
    ),
    createGraphqlRequest(
      'tagPeople, 100',
      `mutation { tagPeople(input: { ids: ${formatIds(people)}, add: ["one", "two", "three"] }) { results { error { code } } } }`,
    ),
    createGraphqlRequest(
      'mergePeople, 10',
      `mutation { mergePeople(id: "${people[0]}", otherIds: ${formatIds(people.slice(1, 10))}) { person { id } } }`,
    ),
    createGraphqlRequest(
      'moveDeal to the top',
      `mutation { moveDeal(id: "${deals[0]}", input: { stageId: "${firstPipeline?.stages[0]?.id}", place: { position: 0 } }) { deal { id position } } }`,
    ),
    createGraphqlRequest(
      'moveDeal to the middle',
      `mutation { moveDeal(id: "${deals[1]}", input: { stageId: "${firstPipeline?.stages[0]?.id}", place: { position: 1000 } }) { deal { id position } } }`,
    ),
    createGraphqlRequest(
      'updateTag',
      `mutation { updateTag(id: "${tags[2]}", input: { name: "renamed" }) { tag { id } } }`,
    ),
    createGraphqlRequest(
      'mergeTags',
      `mutation { mergeTags(id: "${tags[0]}", otherIds: ["${tags[1]}"]) { tag { id } } }`,
    ),
    createGraphqlRequest(
      'deleteTag',
      `mutation { deleteTag(id: "${tags[0]}", replacement: { detach: true }) { deletedId } }`,
    ),
    createGraphqlRequest(
      'reassignRecords',
      `mutation { reassignRecords(id: "${users[1]}", toUserId: "${users[2]}") { moved { deals } } }`,
    ),
    createGraphqlRequest(
      'suspendUser',
      `mutation { suspendUser(id: "${users[3]}") { user { id } } }`,
    ),
    createGraphqlRequest(
      'deleteStage',
      `mutation { deleteStage(id: "${stages[0]}", moveTo: "${stages[1]}") { deletedId } }`,
    ),
    createGraphqlRequest('deleteTeam', `mutation { deleteTeam(id: "${teams[0]}") { deletedId } }`),
    createGraphqlRequest(
      'createPipeline',
      'mutation { createPipeline(input: { name: "Other", stages: [{ name: "Open", type: open }] }) { pipeline { id } } }',
    ),
    createGraphqlRequest(
      'deletePipeline',
      `mutation { deletePipeline(id: "${firstPipeline?.id}", moveTo: "${secondPipeline?.stages[0]?.id}") { deletedId } }`,
    ),
    createGraphqlRequest(
      'deletePerson, permanent',
      `mutation { deletePerson(id: "${people[20]}", permanent: true) { deletedId } }`,
    ),
  ]
}
