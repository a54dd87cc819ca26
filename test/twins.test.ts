import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compile } from '../src/graphql/compile.ts'
import { compileAfter } from '../src/graphql/plan.ts'
import { routes, schema } from '../src/resources/index.ts'
import { prepareRoute } from '../src/rest/prepare.ts'
import { query } from '../src/store/query.ts'
import { dump } from './support/dump.ts'
import { createWorld, type World } from './support/world.ts'

/**
 * Two worlds that are equal to the last id. What REST does in one, the route's document does in the other through
 * GraphQL, and compiled; in the end both databases hold the same, events included. On the way each operation leaves its entries in
 * the audit log, under its own request.
 */
const prepared = new Map(routes.map((route) => prepareRoute(schema, route)).map((route) => [route.name, route]))

const entriesOf = query((k, p: { companyId: string; requestId: string }) =>
  k.selectFrom('events').select('actorId').where('companyId', '=', p.companyId).where('requestId', '=', p.requestId),
)

/** Operations in order, with their inputs. `$name` is the id that the creation called `name` answered. */
const story: [operation: string, inputs: Record<string, unknown>, name?: string][] = [
  ['CreateUser', { firstName: 'New', email: 'new@acme.test', role: 'Agent' }, 'user'],
  ['UpdateUser', { id: '$user', lastName: 'Newman', suspended: true }],
  ['ReactivateUser', { id: '$user' }],
  ['SuspendUser', { id: '$user' }],
  ['CreateTeam', { name: 'South', leaderIds: ['$user'], memberIds: [] }, 'team'],
  ['InviteUser', { firstName: 'Guest', email: 'guest@acme.test', role: 'Agent', teamIds: ['$team'] }, 'guest'],
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
  ['CreateCustomField', { name: 'Likes', record: 'person', type: 'multipleChoice', options: [{ label: 'Tea' }, { label: 'Coffee' }] }, 'likes'],
  ['CreateCustomField', { name: 'Built', key: 'built', record: 'deal', type: 'date', description: 'When' }, 'built'],
  [
    'CreatePerson',
    { firstName: 'Zoë', emails: [{ value: 'zoe@x.test' }], phones: [{ value: '415 555 2671' }], stageId: '$stage', tags: ['VIP'], price: 5 },
    'person',
  ],
  ['UpdatePerson', { id: '$person', lastName: 'Å', collaboratorIds: ['$user'], relationship: true }],
  ['PatchPerson', { id: '$person', source: 'Web', customFields: { leadScore: -1.5e3, likes: ['Coffee', 'Tea'] } }],
  ['AddPersonCollaborators', { id: '$person', userIds: ['$user', '$owner'] }],
  ['RemovePersonCollaborator', { id: '$person', userId: '$user' }],
  ['UpdateCustomField', { id: '$likes', position: 0, options: [{ label: 'Black tea', value: 'Tea' }], replaceRemovedWith: null }],
  ['PatchCustomField', { id: '$field', name: 'Score' }],
  ['DeleteCustomField', { id: '$field', force: true }],
  ['AddPersonTags', { id: '$person', tags: ['vip', 'Buyer'] }],
  ['CreatePerson', { firstName: 'Zoe', emails: [{ value: 'zoe@x.test' }, { value: 'z@x.test' }], tags: ['Seller'] }, 'double'],
  ['CreateTask', { title: 'Ask', personId: '$double' }],
  ['CreatePeople', { people: [{ firstName: 'One' }, { emails: [{ value: 'z@x.test' }], onDuplicate: 'return' }, {}] }],
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
    { title: 'House', pipelineId: '$pipeline', peopleIds: ['$person'], pricing: 1.5, commission: null, customFields: { built: '1999-12-31' } },
    'deal',
  ],
  ['CreateDeal', { title: 'Flat', pipelineId: '$pipeline' }, 'flat'],
  ['MoveDeal', { id: '$flat', stageId: '$first', order: 0 }],
  ['UpdateDeal', { id: '$deal', title: 'Mansion', pipelineId: '$pipeline', closeDate: '2026-07-01T00:00:00+02:00', teamIds: ['$team'] }],
  ['CreateTask', { title: 'Call', personId: '$person', dueDate: '2026-06-02T00:00:00Z' }, 'task'],
  ['UpdateTask', { id: '$task', priority: 'urgent', description: 'Twice\n' }],
  ['CompleteTask', { id: '$task' }],
  ['ReopenTask', { id: '$task' }],
  [
    'CreateAppointment',
    { title: 'Showing', startsAt: '2026-06-05T16:00:00+02:00', endsAt: '2026-06-05T17:00:00+02:00', timeZone: 'europe/berlin', peopleIds: ['$person'] },
    'appointment',
  ],
  ['UpdateAppointment', { id: '$appointment', place: 'Office', userIds: ['$user'] }],
  ['PatchAppointment', { id: '$appointment', endsAt: '2026-06-05T18:00:00Z' }],
  ['CompleteAppointment', { id: '$appointment', outcome: 'They like it' }],
  ['CreateAppointment', { title: 'Never', startsAt: '2026-06-05T16:00:00Z', endsAt: '2026-06-05T17:00:00Z', peopleIds: ['$person'] }, 'never'],
  ['CancelAppointment', { id: '$never', reason: 'Ill' }],
  ['DeleteAppointment', { id: '$never' }],
  ['CreateActivity', { personId: '$person', channel: 'phone', content: ' Hi ', direction: 'inbound' }, 'activity'],
  ['UpdateActivity', { id: '$activity', content: 'Hello', starred: true }],
  ['CreateTask', { title: 'Theirs', assignedTo: '$user' }],
  ['ReassignRecords', { id: '$user', toUserId: '$guest' }],
  ['DeleteActivity', { id: '$activity' }],
  ['DeleteTask', { id: '$task' }],
  ['DeleteDeal', { id: '$flat' }],
  ['UpdateTag', { id: '$tag', name: 'Very important' }],
  ['CreateTag', { name: 'Prime' }, 'prime'],
  ['MergeTags', { id: '$prime', otherIds: ['$tag'] }],
  ['CreateSmartList', { name: 'Hot', where: { deals: { some: { price: { from: 5 } } } }, orderBy: { field: 'price' } }, 'list'],
  ['UpdateSmartList', { id: '$list', shared: true, where: { or: [{ source: 'Web' }, { lastActivityAt: { olderThanDays: 14 } }] } }],
  ['PatchSmartList', { id: '$list', description: 'Two lines\nof text', orderBy: null }],
  ['DeleteSmartList', { id: '$list' }],
  ['CreateWebhookEndpoint', { url: 'https://93.184.216.34/hook', events: ['deal.*', 'person.created'], description: 'For the ERP' }, 'webhook'],
  ['PingWebhookEndpoint', { id: '$webhook' }, 'ping'],
  ['ReplayWebhookDelivery', { id: '$ping' }],
  ['ReplayWebhookDeliveries', { id: '$webhook', since: '2026-01-01T00:00:00Z' }],
  ['RotateWebhookSecret', { id: '$webhook' }],
  ['UpdateWebhookEndpoint', { id: '$webhook', url: 'https://93.184.216.34/other', paused: true }],
  ['PatchWebhookEndpoint', { id: '$webhook', events: ['*'], description: null, paused: false }],
  ['DeleteWebhookEndpoint', { id: '$webhook' }],
  ['DeleteTag', { id: '$prime', detach: true }],
  ['DeleteStage', { id: '$stage', moveTo: '$lead' }],
  ['DeletePipeline', { id: '$pipeline', moveTo: '$sales' }],
  ['DeleteTeam', { id: '$team' }],
  ['DeletePerson', { id: '$person', permanent: true }],
]

/** Records whose present stage is not the one that their history ends with, and times that were never left or entered twice. */
const strays = query(
  (_, p: { companyId: string }) => sql<{ id: string }>`
    select "id" from "deals" where "companyId" = ${p.companyId} and "stageId" <> (select coalesce(case when count(*) = 1 then max("toStageId") end, '') from "dealStageChanges" as "change"
      where "change"."companyId" = ${p.companyId} and "change"."dealId" = "deals"."id" and "leftAt" is null and "enteredAt" = "stageEnteredAt")
    union all select "id" from "people" where "companyId" = ${p.companyId} and "stageId" <> (select coalesce(case when count(*) = 1 then max("toStageId") end, '') from "personStageChanges" as "change"
      where "change"."companyId" = ${p.companyId} and "change"."personId" = "people"."id" and "leftAt" is null)`,
)
const astray = (world: World) => world.deps.store.everyCompany.read((db) => db.all(strays, { companyId: world.company.id }))

describe('the two doors', () => {
  let rest: World
  let graphql: World
  beforeAll(async () => {
    rest = await createWorld()
    graphql = await createWorld()
  })
  afterAll(() => {
    compileAfter(1)
    return Promise.all([rest.stop(), graphql.stop()])
  })

  const ids: Record<string, string> = {}
  const known = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replace(/"\$(\w+)"/g, (_, name: string) => JSON.stringify(ids[name] ?? `no ${name}`)))

  /** Ids that no creation of the story answers. */
  async function lookAround(): Promise<void> {
    const { stages, pipelines, tags } = (
      await rest.as('owner').gql('{ stages { nodes { id name } } pipelines { nodes { id name stages { id } } } tags { nodes { id name } } }')
    ).body.data
    if (ids['person']) {
      const merges = await rest.as('owner').gql('query($id: ID!) { person(id: $id) { merges { nodes { id } } } }', { id: ids['person'] })
      ids['merge'] = merges.body.data.person?.merges.nodes[0]?.id ?? ''
    }
    const byName = (list: { nodes: { id: string; name: string }[] }, name: string) => list.nodes.find((each) => each.name === name)?.id ?? ''
    Object.assign(ids, { owner: rest.users.owner.id, lead: byName(stages, 'Lead'), tag: byName(tags, 'VIP') || (ids['tag'] ?? '') })
    for (const pipeline of pipelines.nodes) ids[pipeline.name === 'Sales' ? 'sales' : 'first'] = pipeline.stages[0].id
  }

  test('every mutation of the routes is in the story', () => {
    const told = new Set(story.map(([operation]) => operation))
    const missing = [...prepared.values()].filter((route) => route.mutation && !told.has(route.name))
    expect(missing.filter(({ method }) => method !== 'patch').map(({ name }) => name)).toEqual([])
  })

  test('PATCH is another word for PUT, wherever there is one; of a deal, it needs nothing but what it changes', () => {
    const free = (document: string) => document.replace(/mutation \w+/, '').replace(/\$(title: DealTitle|pipelineId: ID)!/g, '$$$1')
    const by = (method: string) => routes.filter((route) => route.method === method).map((route) => [route.path, free(route.document)])
    expect(by('patch')).toEqual(by('put'))
    expect(routes.find(({ method, path }) => method === 'patch' && path === '/v1/deals/{id}')?.document).not.toMatch(/(title|pipelineId): \w+!/)
  })

  test('do the same, to the last row', async () => {
    for (const [operation, given, name] of story) {
      const route = prepared.get(operation)
      if (!route) throw new Error(`no route ${operation}`)
      await lookAround()
      const inputs = known(given) as Record<string, unknown>
      const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => String(inputs[name]))
      const others = Object.fromEntries(Object.entries(inputs).filter(([name]) => !route.path.includes(`{${name}}`)))
      const inQuery = route.method === 'delete'
      const query = inQuery ? `?${new URLSearchParams(others as Record<string, string>)}` : ''
      compileAfter(1)
      const one = await rest.as('owner').rest(route.method.toUpperCase(), path + query, inQuery ? undefined : others)
      compileAfter(0)
      const other = await graphql.as('owner').gql(route.document, inputs)
      expect([operation, one.status, one.body.error, other.body.errors]).toEqual([operation, route.reply.kind === 'created' ? 201 : 200, undefined, undefined])
      expect([operation, await astray(rest)]).toEqual([operation, []])
      const entries = await rest.deps.store.everyCompany.read((db) => db.all(entriesOf, { companyId: rest.company.id, requestId: one.body.meta.requestId }))
      expect([operation, entries.length > 0, entries.filter(({ actorId }) => actorId !== rest.users.owner.id)]).toEqual([operation, true, []])
      const data = other.body.data[route.root]
      if (one.body.data) expect([operation, one.body.data]).toEqual([operation, data])
      if (name) ids[name] = data.id
    }
    const rows = async (world: World) =>
      Object.entries(await dump(world))
        .flatMap(([name, table]) => (name.startsWith('kysely') ? [] : table))
        .map((row) => row.replace(/"requestId":"[^"]*"/, ''))
    expect((await rows(rest)).sort()).toEqual((await rows(graphql)).sort())
  })

  test('are compiled in one and executed plainly in the other', () => {
    const mutations = [...prepared.values()].filter((route) => route.mutation)
    expect(mutations.filter(({ what }) => !compile(what)).map(({ name }) => name)).toEqual([])
  })

  test('leave every record at the version of its last entry in the audit log', async () => {
    const { events = [], ...tables } = await dump(rest)
    const logged = new Map<string, number>()
    for (const { recordId, recordVersion, sequence: _ } of events.map((row) => JSON.parse(row)).sort((a, b) => a.sequence - b.sequence))
      logged.set(recordId, recordVersion)
    const records = Object.entries(tables).flatMap(([table, list]) =>
      list.map((row): { id: string; version?: number } => JSON.parse(row)).map((row) => ({ table, ...row })),
    )
    const wrong = records.filter(({ id, version = 1 }) => version !== (logged.get(id) ?? 1))
    expect(wrong.map(({ table, id, version }) => `${table} ${id} is at ${version}, its last entry at ${logged.get(id)}`)).toEqual([])
    expect(records.filter(({ version = 1 }) => version > 1).length).toBeGreaterThan(5)
  })
})
