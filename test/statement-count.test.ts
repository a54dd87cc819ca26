/** Tests that the number of SQL statements depends on the request and not on the record count. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from './support/client.ts'
import { createWorld, type World } from './support/world.ts'

const pageFields = 'totalCount pageInfo { hasNextPage endCursor }'
const queries: Record<string, string> = {
  'people with all relations': `people(first: $n) { ${pageFields} nodes { fullName externalIds { source } customFields customFieldValues { ... on CustomFieldMultipleChoiceValue { field { name } choices { label } } } emails { value } phones { value } tags { name } tagList stage { name } assignee { fullName teams { name } }
    collaborators { fullName } tasks(first: 3) { ${pageFields} nodes { title assignee { fullName } person { id } } } activities(first: 3) { ${pageFields} nodes { content createdBy { fullName } person { id } } }
    appointments(first: 3) { ${pageFields} nodes { title peopleIds people { fullName } userIds users { fullName } createdBy { fullName } } }
    stageHistory(first: 2) { ${pageFields} nodes { toStage { name } actor { fullName } } } deals(first: 3) { ${pageFields} nodes { title position status stage { name } pipeline { name stages { name } } people { fullName emails { value } } teams { name leaders { fullName } } } } } }`,
  'deals with people, teams and order': `deals(first: $n) { ${pageFields} nodes { externalIds { source } customFields position status pipelineName stageName stage { name } pipeline { name } peopleIds people { fullName stage { name } tags { name } }
    teamIds teams { name members { fullName } } assignee { fullName } stageHistory(first: 2) { ${pageFields} nodes { toStage { name } toPipeline { name } fromStage { name } actor { fullName } } } } }`,
  'tasks with their people': `tasks(first: $n) { ${pageFields} nodes { title externalIds { source } personId person { fullName tagList assignee { email } tasks(first: 2) { ${pageFields} nodes { id } } } assignee { teams { name } } } }`,
  'appointments with invitees': `appointments(first: $n) { ${pageFields} nodes { title externalIds { source } peopleIds people { fullName tagList } users { fullName teams { name } } createdBy { fullName } } }`,
  'activities with their people': `activities(first: $n) { ${pageFields} nodes { content externalIds { source } createdBy { fullName } person { fullName deals(first: 2) { ${pageFields} nodes { id position } } } } }`,
  'users with their teams': `users(first: $n) { ${pageFields} nodes { fullName teams { name leaders { fullName } members { fullName teams { id } } } } }`,
  'users with their assigned records': `users(first: $n) { ${pageFields} nodes { people(first: 2) { ${pageFields} nodes { fullName stage { name } } } deals(first: 2) { ${pageFields} nodes { title } } tasks(first: 2) { ${pageFields} nodes { title } } appointments(first: 2) { ${pageFields} nodes { title } } } }`,
  "people with the caller's actions": `people(first: $n) { ${pageFields} nodes { viewerCan tasks(first: 2) { nodes { viewerCan } } activities(first: 2) { nodes { viewerCan } } deals(first: 2) { nodes { viewerCan } } } }`,
  "users and teams with the caller's actions": `users(first: $n) { ${pageFields} nodes { viewerCan teams { viewerCan } } }`,
  "stages with the caller's actions": `stages(first: $n) { ${pageFields} nodes { viewerCan } }`,
  "webhook endpoints with the caller's actions": `webhookEndpoints(first: $n) { ${pageFields} nodes { viewerCan deliveries(first: 2) { nodes { viewerCan } } } }`,
  'stages with their people': `stages(first: $n) { ${pageFields} nodes { people(first: 2) { ${pageFields} nodes { fullName tagList } } } }`,
  'tags with their people': `tags(first: $n) { ${pageFields} nodes { people(first: 2) { ${pageFields} nodes { fullName tagList } } } }`,
  'teams with their deals': `teams(first: $n) { ${pageFields} nodes { deals(first: 2) { ${pageFields} nodes { title } } } }`,
  'pipelines with their deals': `pipelines(first: $n) { ${pageFields} nodes { deals(first: 2) { ${pageFields} nodes { title } } stages { pipeline { name } deals(first: 2) { ${pageFields} nodes { title stageHistory(first: 1) { nodes { deal { id } } } } } } } }`,
  'webhook endpoints with their deliveries': `webhookEndpoints(first: $n) { ${pageFields} nodes { deliveries(first: 2) { ${pageFields} nodes { type attempts { number } } } } }`,
  'webhook endpoints with their last deliveries': `webhookEndpoints(first: $n) { ${pageFields} nodes { url user { fullName } pendingCount lastDelivery { type endpoint { url } attempts { number } } } }`,
  'webhook deliveries with their attempts': `webhookDeliveries(first: $n) { ${pageFields} nodes { type endpoint { url } attempts { number error } event { type changes { field } } } }`,
  'a search by name': `searchPeople(by: { name: "statement" }, first: $n) { ${pageFields} nodes { fullName emails { value } phones { value } tagList stage { name } assignee { fullName } } }`,
}
const listPaths = [
  '/v1/people?',
  '/v1/people/search?name=statement&',
  '/v1/deals?',
  '/v1/tasks?',
  '/v1/appointments?',
  '/v1/users?',
  '/v1/teams?',
  '/v1/pipelines?',
  '/v1/tags?',
  '/v1/stages?',
  '/v1/custom-fields?',
  '/v1/webhook-endpoints?',
  '/v1/webhook-deliveries?',
]

describe('Number of SQL statements', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
    const { agent, leader } = world.users
    const pipelineId = (await world.as('owner').rest('GET', '/v1/pipelines')).body.data[0].id
    const createRecord = async (path: string, body: object) => {
      const reply = await world.as('agent').rest('POST', path, body)
      expect(reply.status, reply.text).toBe(201)
      return reply.body.data.id as string
    }
    const createCustomField = (record: string, key: string, type: string) =>
      world.as('owner').rest('POST', '/v1/custom-fields', { name: key, key, record, type })
    await createCustomField('deal', 'notes', 'text')
    for (let i = 0; i < 30; i++) await createCustomField('person', `score${i}`, 'number')
    for (let i = 0; i < 30; i++) {
      const contactFields = {
        emails: [{ value: `p${i}@example.test` }],
        phones: [{ value: `+1415555${1000 + i}` }],
        tags: ['Warm', `Tag ${i}`],
      }
      const personId = await createRecord('/v1/people', {
        firstName: 'Statement',
        lastName: `No ${i}`,
        ...contactFields,
        assignedAgentId: [agent.id, leader.id][i % 2],
        collaboratorIds: [agent.id, leader.id],
        customFields: { score0: i },
      })
      await createRecord('/v1/deals', {
        title: 'Deal',
        customFields: { notes: `No ${i}` },
        pipelineId,
        peopleIds: [personId],
        teamIds: [world.teamId],
      })
      await createRecord('/v1/tasks', {
        title: 'Task',
        personId,
        assignedTo: [agent.id, leader.id][i % 2],
      })
      await createRecord('/v1/appointments', {
        title: 'Visit',
        startsAt: '2026-06-03T09:00:00Z',
        endsAt: '2026-06-03T10:00:00Z',
        peopleIds: [personId],
        userIds: [agent.id, leader.id],
      })
      await createRecord('/v1/activities', { channel: 'call', personId })
      await world
        .as('owner')
        .rest('POST', '/v1/teams', { name: 'Team', leaderIds: [leader.id], memberIds: [agent.id] })
      const endpoint = await world
        .as('owner')
        .rest('POST', '/v1/webhook-endpoints', { url: `https://93.184.216.34/${i}`, events: ['*'] })
      await world.as('owner').rest('POST', `/v1/webhook-endpoints/${endpoint.body.data.id}/ping`)
      await world.as('owner').rest('POST', '/v1/stages', { name: 'More' })
      await world
        .as('owner')
        .rest('POST', '/v1/pipelines', { name: 'More', stages: [{ name: 'Open', type: 'open' }] })
      await world.as('owner').rest('POST', '/v1/users', {
        firstName: 'More',
        email: `more${i}@acme.test`,
        role: 'Agent',
      })
    }
  })
  afterAll(() => world.stop())

  // The page size is less than the number of records of each kind, because a page of all records
  // requires fewer statements.
  const largeListSize = 29
  const listCallers = (request: string) =>
    request.includes('webhook') ? (['owner'] as const) : (['owner', 'leader', 'agent'] as const)

  /** Transaction statements. They are not counted, because concurrent requests may share them. */
  const transactionStatements = ['BEGIN', 'COMMIT', 'PRAGMA data_version']

  /** Returns the SQL statements of the second of two equal requests for `listSize` records. */
  async function listStatementsFor(
    sendWithSize: (recordCount: number) => Promise<Reply>,
    listSize: number,
  ) {
    await sendWithSize(listSize)
    world.statements()
    const { body } = await sendWithSize(listSize)
    const [records] = Array.isArray(body.data)
      ? [body.data]
      : Object.values(body.data as Record<string, { nodes: unknown[] }>).map(({ nodes }) => nodes)
    expect([body.errors, records?.length]).toEqual([undefined, listSize])
    return world
      .statements()
      .filter((sql) => !transactionStatements.includes(sql))
      .sort()
  }

  test.each(Object.entries(queries))(
    'the number of SQL statements of a query for %s does not depend on the number of records',
    async (_, query) => {
      for (const user of listCallers(query)) {
        const sendWithSize = (n: number) => world.as(user).gql(`query($n: Int) { ${query} }`, { n })
        const statementsForTwo = await listStatementsFor(sendWithSize, 2)
        expect(statementsForTwo.length).toBeLessThan(40)
        expect(await listStatementsFor(sendWithSize, largeListSize)).toEqual(statementsForTwo)
      }
    },
  )

  test.each(listPaths)(
    'the number of SQL statements for the list %s does not depend on the number of records',
    async (path) => {
      for (const user of listCallers(path)) {
        const sendWithSize = (limit: number) => world.as(user).rest('GET', `${path}limit=${limit}`)
        const statementsForTwo = await listStatementsFor(sendWithSize, 2)
        expect(statementsForTwo.length).toBeGreaterThan(0)
        expect(await listStatementsFor(sendWithSize, largeListSize)).toEqual(statementsForTwo)
      }
    },
  )

  test('the number of SQL statements for relations in a bulk request does not depend on the number of people', async () => {
    const owner = world.as('owner')
    const countBulkStatements = async (recordCount: number, personSelection: string) => {
      const input = Array.from({ length: recordCount }, (_, n) => ({
        firstName: `Bulk ${n}`,
        emails: [{ value: `bulk${n}@example.test` }],
        tags: ['Bulk'],
      }))
      const createPeople = () =>
        owner.gql(
          `mutation($input: [CreatePersonInput!]!) { createPeople(input: $input) { succeeded results { person { ${personSelection} } } } }`,
          { input },
        )
      await createPeople()
      world.statements()
      expect((await createPeople()).body.data.createPeople.succeeded).toBe(recordCount)
      return world.statements().length
    }
    const relationSelection =
      'id emails { value } phones { value } tags { name } assignee { teams { name } } stage { name } collaborators { id }'
    const countRelationStatements = async (recordCount: number) =>
      (await countBulkStatements(recordCount, relationSelection)) -
      (await countBulkStatements(recordCount, 'id'))
    const statementsForTwo = await countRelationStatements(2)
    expect(statementsForTwo).toBeGreaterThan(4)
    expect(await countRelationStatements(20)).toBe(statementsForTwo)
  })

  test('the SQLite query plans of sorted lists do not depend on parameter values', async () => {
    world.statements()
    for (const query of Object.values(queries))
      await world.as('owner').gql(`query($n: Int) { ${query} }`, { n: 2 })
    const sortedStatements = world.statements().filter((sql) => /order by/i.test(sql))
    expect(sortedStatements.length).toBeGreaterThan(20)
    expect(sortedStatements.filter((sql) => /(?<!\+)\?/.test(sql))).toEqual([])
  })
})
