import { routes, schema } from '../../src/resources/index.ts'
import { prepareRoute } from '../../src/rest/prepare.ts'
import { assignRoutes, createRequest, fillInputs } from '../contracts/record-examples.ts'
import type { Client } from './client.ts'

export const preparedRoutes = new Map(
  routes.map((route) => prepareRoute(schema, route)).map((route) => [route.name, route]),
)

/**
 * An operation with its inputs, in which `$name` stands for the id of a record: the record that an
 * earlier step created as `name`, or one of the records that `readIds` finds.
 */
type Step = [operation: string, inputs: Record<string, unknown>, name?: string]
const scenario: Step[] = [
  ['CreateUser', { firstName: 'New', email: 'new@acme.test', role: 'Agent' }, 'user'],
  ['UpdateUser', { id: '$user', lastName: 'Newman', suspended: true }],
  ['ReactivateUser', { id: '$user' }],
  ['SuspendUser', { id: '$user' }],
  ['CreateTeam', { name: 'South', leaderIds: ['$user'], memberIds: [] }, 'team'],
  [
    'InviteUser',
    { firstName: 'Guest', email: 'guest@acme.test', role: 'Agent', teamIds: ['$team'] },
    'guest',
  ],
  ['UpdateTeam', { id: '$team', name: 'Far South' }],
  ['CreateApiKey', { name: 'Robot', scopes: ['tasks.manage'] }, 'key'],
  ['RotateApiKey', { id: '$key', graceHours: 1 }],
  ['RevokeApiKey', { id: '$key' }],
  ['CreateStage', { name: 'Warm' }, 'stage'],
  ['UpdateStage', { id: '$stage', position: 0 }],
  [
    'CreatePipeline',
    {
      name: 'Rentals',
      stages: [
        { name: 'Open', type: 'open' },
        { name: 'Let', type: 'won' },
      ],
    },
    'pipeline',
  ],
  ['UpdatePipeline', { id: '$pipeline', name: 'Lettings' }],
  ['CreateCustomField', { name: 'Lead score', record: 'person', type: 'number' }, 'field'],
  [
    'CreateCustomField',
    {
      name: 'Likes',
      record: 'person',
      type: 'multipleChoice',
      options: [{ label: 'Tea' }, { label: 'Coffee' }],
    },
    'likes',
  ],
  [
    'CreateCustomField',
    { name: 'Built', key: 'built', record: 'deal', type: 'date', description: 'When' },
    'built',
  ],
  [
    'CreatePerson',
    {
      firstName: 'Zoë',
      emails: [{ value: 'zoe@x.test' }],
      phones: [{ value: '415 555 2671' }],
      stageId: '$stage',
      tags: ['VIP'],
      price: 5,
    },
    'person',
  ],
  [
    'UpdatePerson',
    { id: '$person', lastName: 'Å', collaboratorIds: ['$user'], relationship: true },
  ],
  [
    'PatchPerson',
    { id: '$person', source: 'Web', customFields: { leadScore: -1.5e3, likes: ['Coffee', 'Tea'] } },
  ],
  ['AddPersonCollaborators', { id: '$person', userIds: ['$user', '$owner'] }],
  ['RemovePersonCollaborator', { id: '$person', userId: '$user' }],
  [
    'UpdateCustomField',
    {
      id: '$likes',
      position: 0,
      options: [{ label: 'Black tea', value: 'Tea' }],
      replaceRemovedWith: null,
    },
  ],
  ['PatchCustomField', { id: '$field', name: 'Score' }],
  ['DeleteCustomField', { id: '$field', force: true }],
  ['AddPersonTags', { id: '$person', tags: ['vip', 'Buyer'] }],
  [
    'CreatePerson',
    {
      firstName: 'Zoe',
      emails: [{ value: 'zoe@x.test' }, { value: 'z@x.test' }],
      tags: ['Seller'],
    },
    'double',
  ],
  ['CreateTask', { title: 'Ask', personId: '$double' }],
  [
    'CreatePeople',
    {
      people: [
        { firstName: 'One' },
        { emails: [{ value: 'z@x.test' }], onDuplicate: 'return' },
        {},
      ],
    },
  ],
  [
    'UpdatePeople',
    {
      people: [
        { id: '$person', timeframe: 'Soon' },
        { id: '$double', expectedVersion: 7, timeframe: 'Soon' },
      ],
    },
  ],
  ['TagPeople', { ids: ['$person', '$double'], add: ['Bulk'], remove: ['Seller'] }],
  ['MergePeople', { id: '$person', otherIds: ['$double'] }],
  ['UnmergePeople', { mergeId: '$merge' }],
  ['DeletePerson', { id: '$person' }],
  ['RestorePerson', { id: '$person' }],
  [
    'CreateDeal',
    {
      title: 'House',
      pipelineId: '$pipeline',
      peopleIds: ['$person'],
      pricing: 1.5,
      commission: null,
      customFields: { built: '1999-12-31' },
    },
    'deal',
  ],
  ['CreateDeal', { title: 'Flat', pipelineId: '$pipeline' }, 'flat'],
  [
    'CreateDeals',
    {
      deals: [
        { title: 'Barn', pipelineId: '$pipeline', peopleIds: ['$person'], price: 9 },
        { title: 'Mill', pipelineId: '$pipeline', stageId: '$stage' },
        { title: '', pipelineId: '$pipeline' },
      ],
    },
  ],
  [
    'UpdateDeals',
    {
      deals: [
        { id: '$deal', price: 2 },
        { id: '$flat', expectedVersion: 7, price: 2 },
      ],
    },
  ],
  ['MoveDeal', { id: '$flat', stageId: '$otherStage', order: 0 }],
  [
    'UpdateDeal',
    {
      id: '$deal',
      title: 'Mansion',
      pipelineId: '$pipeline',
      closeDate: '2026-07-01T00:00:00+02:00',
      teamIds: ['$team'],
    },
  ],
  ['CreateTask', { title: 'Call', personId: '$person', dueDate: '2026-06-02T00:00:00Z' }, 'task'],
  ['UpdateTask', { id: '$task', priority: 'urgent', description: 'Twice\n' }],
  ['CompleteTask', { id: '$task' }],
  ['ReopenTask', { id: '$task' }],
  [
    'CreateAppointment',
    {
      title: 'Showing',
      startsAt: '2026-06-05T16:00:00+02:00',
      endsAt: '2026-06-05T17:00:00+02:00',
      timeZone: 'europe/berlin',
      peopleIds: ['$person'],
    },
    'appointment',
  ],
  ['UpdateAppointment', { id: '$appointment', place: 'Office', userIds: ['$user'] }],
  ['PatchAppointment', { id: '$appointment', endsAt: '2026-06-05T18:00:00Z' }],
  ['CompleteAppointment', { id: '$appointment', outcome: 'They like it' }],
  [
    'CreateAppointment',
    {
      title: 'Never',
      startsAt: '2026-06-05T16:00:00Z',
      endsAt: '2026-06-05T17:00:00Z',
      peopleIds: ['$person'],
    },
    'never',
  ],
  ['CancelAppointment', { id: '$never', reason: 'Ill' }],
  ['DeleteAppointment', { id: '$never' }],
  [
    'CreateActivity',
    { personId: '$person', channel: 'phone', content: ' Hi ', direction: 'inbound' },
    'activity',
  ],
  ['UpdateActivity', { id: '$activity', content: 'Hello', starred: true }],
  ['CreateTask', { title: 'Theirs', assignedTo: '$user' }],
  ['ReassignRecords', { id: '$user', toUserId: '$guest' }],
  ['DeleteActivity', { id: '$activity' }],
  ['DeleteTask', { id: '$task' }],
  ['DeleteDeal', { id: '$flat' }],
  ['UpdateTag', { id: '$tag', name: 'Very important' }],
  ['CreateTag', { name: 'Prime' }, 'prime'],
  ['MergeTags', { id: '$prime', otherIds: ['$tag'] }],
  [
    'CreateSmartList',
    {
      name: 'Hot',
      where: { deals: { some: { price: { gte: 5 } } } },
      orderBy: { field: 'price' },
    },
    'list',
  ],
  [
    'UpdateSmartList',
    {
      id: '$list',
      shared: true,
      where: {
        or: [
          { source: { eq: 'Web' } },
          { lastActivityAt: { before: { last: 336, unit: 'hour' } } },
        ],
      },
    },
  ],
  ['PatchSmartList', { id: '$list', description: 'Two lines\nof text', orderBy: null }],
  ['DeleteSmartList', { id: '$list' }],
  [
    'CreateWebhookEndpoint',
    {
      url: 'https://93.184.216.34/hook',
      events: ['deal.*', 'person.created'],
      description: 'For the ERP',
    },
    'webhook',
  ],
  ['PingWebhookEndpoint', { id: '$webhook' }, 'ping'],
  ['ReplayWebhookDelivery', { id: '$ping' }],
  ['ReplayWebhookDeliveries', { id: '$webhook', since: '2026-01-01T00:00:00Z' }],
  ['RotateWebhookSecret', { id: '$webhook' }],
  ['UpdateWebhookEndpoint', { id: '$webhook', url: 'https://93.184.216.34/other', paused: true }],
  ['PatchWebhookEndpoint', { id: '$webhook', events: ['*'], description: null, paused: false }],
  ['DeleteWebhookEndpoint', { id: '$webhook' }],
  ['DeleteTag', { id: '$prime', detach: true }],
  ['DeleteStage', { id: '$stage', moveTo: '$lead' }],
  ['DeletePipeline', { id: '$pipeline', moveTo: '$salesStage' }],
  ['DeleteTeam', { id: '$team' }],
  ['DeletePerson', { id: '$person', permanent: true }],
]

/**
 * Returns the routes of operations that change data and are not in the scenario, except PATCH, each
 * with its example.
 */
function listRoutesOutsideScenario() {
  const scenarioOperations = new Set(scenario.map(([operation]) => operation))
  const otherRoutes = [...preparedRoutes.values()].filter(
    ({ name, isMutation, method }) =>
      isMutation && method !== 'patch' && !scenarioOperations.has(name),
  )
  return [...assignRoutes(otherRoutes)].flatMap(([example, assignedRoutes]) =>
    assignedRoutes.map((route) => ({ route, example })),
  )
}

/**
 * Yields a request for each step of the scenario. Then yields a request, with the values of its
 * example, for each other operation that changes data, except PATCH. A user must have signed in
 * before the first request. The caller sends each request, and passes the id in the response to
 * `setCreatedId`.
 */
export async function* createScenarioRequests(owner: Client, ownerId: string, nowMs: number) {
  const ids: Record<string, string> = {}
  const fillIds = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value).replace(/"\$(\w+)"/g, (_, name: string) =>
        JSON.stringify(ids[name] ?? `no ${name}`),
      ),
    )

  /** Reads the ids of records that no step of the scenario returns under a name. */
  async function readIds(): Promise<void> {
    const { stages, pipelines, tags } = (
      await owner.gql(
        '{ stages { nodes { id name } } pipelines { nodes { id name stages { id } } } tags { nodes { id name } } }',
      )
    ).body.data
    if (ids['person']) {
      const merges = await owner.gql(
        'query($id: ID!) { person(id: $id) { merges { nodes { id } } } }',
        { id: ids['person'] },
      )
      ids['merge'] = merges.body.data.person?.merges.nodes[0]?.id ?? ''
    }
    const findIdByName = (list: { nodes: { id: string; name: string }[] }, name: string) =>
      list.nodes.find((node) => node.name === name)?.id ?? ''
    Object.assign(ids, {
      owner: ownerId,
      lead: findIdByName(stages, 'Lead'),
      tag: findIdByName(tags, 'VIP') || (ids['tag'] ?? ''),
    })
    for (const pipeline of pipelines.nodes)
      ids[pipeline.name === 'Sales' ? 'salesStage' : 'otherStage'] = pipeline.stages[0].id
  }

  for (const [operation, inputTemplate, name] of scenario) {
    const route = preparedRoutes.get(operation)
    if (!route) throw new Error(`no REST route has the operation ${operation}`)
    await readIds()
    const inputs = fillIds(inputTemplate) as Record<string, unknown>
    const bodyInputs = Object.entries(inputs).filter(([key]) => !route.path.includes(`{${key}}`))
    const body = route.method === 'delete' ? undefined : Object.fromEntries(bodyInputs)
    const setCreatedId = (id: string) => {
      if (name) ids[name] = id
    }
    yield { route, inputs, ...createRequest(route, inputs, body), setCreatedId }
  }
  const runQuery = async (query: string) => (await owner.gql(query)).body.data
  for (const { route, example } of listRoutesOutsideScenario()) {
    const values = await fillInputs(example, route, runQuery, nowMs)
    if (!values) throw new Error(`the example of ${route.name} needs a record that does not exist`)
    const { parameters, body } = values
    const inputs = { ...parameters, ...body }
    yield { route, inputs, ...createRequest(route, parameters, body), setCreatedId() {} }
  }
}
