import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Context, createContext } from '../src/context.ts'
import { writeEvents } from '../src/events/record-event.ts'
import { createSystemViewer } from '../src/resources/companies/operations.ts'
import { completeTask, getTask } from '../src/resources/tasks/operations.ts'
import { findActorId } from '../src/resources/timeline/operations.ts'
import type { Client, Reply } from './support/client.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

interface TimelineEntry {
  id: string
  occurredAt: string
}

let world: World
let pipelineId: string
let dealStageIds: string[]
let personStageIds: string[]

beforeAll(async () => {
  world = await createWorld()
  const { data } = (
    await world
      .as('owner')
      .gql('{ pipelines { nodes { id stages { id } } } stages { nodes { id isTrash } } }')
  ).body
  pipelineId = data.pipelines.nodes[0].id
  const getIds = (list: { id: string }[]) => list.map(({ id }) => id)
  dealStageIds = getIds(data.pipelines.nodes[0].stages)
  personStageIds = getIds(data.stages.nodes.filter((stage: { isTrash: boolean }) => !stage.isTrash))
})
afterAll(() => world.stop())

const toIso = (timeMs: number) => new Date(timeMs).toISOString()
const sendRest = async (method: string, path: string, body?: object, user: TestUser = 'owner') => {
  const reply = await world.as(user).rest(method, path, body)
  expect([path, reply.status < 300, reply.text]).toEqual([path, true, reply.text])
  return reply.body.data
}
const createRecord = async (path: string, body: object, user: TestUser = 'owner') =>
  (await sendRest('POST', path, body, user)).id as string
const createPerson = (user: TestUser = 'agent') =>
  createRecord('/v1/people', { firstName: 'Ann', assignedAgentId: world.users[user].id })
const readTimeline = async (id: string, client: Client, query = 'limit=100') =>
  (await client.rest('GET', `/v1/people/${id}/timeline?${query}`)).body
const createAppointment = (personIds: string[], startsAt: number) =>
  createRecord('/v1/appointments', {
    title: 'Viewing',
    startsAt: toIso(startsAt),
    endsAt: toIso(startsAt + 1_800_000),
    timeZone: 'UTC',
    peopleIds: personIds,
  })

describe('Timelines', () => {
  test("a person's timeline names the user who completed a task in a concurrent transaction", async () => {
    const { deps, company, users } = world
    const id = await createRecord('/v1/tasks', { title: 'Sign', personId: await createPerson() })
    const runAsUser = <T>(userId: string, operation: (ctx: Context) => Promise<T>) =>
      deps.store.forCompany(company.id).write(async (db) => {
        const ctx = createContext(deps, {
          viewer: { ...createSystemViewer(company), userId },
          requestId: userId,
          db,
        })
        const operationResult = await operation(ctx)
        await writeEvents(ctx)
        return operationResult
      })
    const completionPromise = runAsUser(users.leader.id, (ctx) => completeTask(ctx, id))
    const actorIdPromise = runAsUser(users.owner.id, async (ctx) =>
      findActorId(ctx, { id, at: '', type: 'taskCompleted', row: await getTask(ctx, id) }),
    )
    expect((await completionPromise).completedAt).not.toBeNull()
    expect(await actorIdPromise).toBe(users.leader.id)
  })

  test("a person's timeline contains each activity, task, appointment, deal move and stage change with its time, user and record", async () => {
    const id = await createPerson()
    const timesOfSteps: string[] = []
    const advanceMinute = () => {
      world.clock.advance(60_000)
      timesOfSteps.push(toIso(world.clock.now()))
    }
    timesOfSteps.push(toIso(world.clock.now()))
    advanceMinute()
    const activityId = await createRecord(
      '/v1/activities',
      { personId: id, channel: 'phone', direction: 'inbound', content: `${'Hello '.repeat(50)}` },
      'agent',
    )
    advanceMinute()
    const taskId = await createRecord(
      '/v1/tasks',
      { title: 'Send keys', personId: id, description: 'Soon' },
      'agent',
    )
    advanceMinute()
    const dealId = await createRecord('/v1/deals', { title: 'House', pipelineId, peopleIds: [id] })
    advanceMinute()
    await sendRest('POST', `/v1/deals/${dealId}/move`, { stageId: dealStageIds[1] }, 'agent')
    advanceMinute()
    await sendRest('POST', `/v1/tasks/${taskId}/complete`, undefined, 'leader')
    advanceMinute()
    await sendRest('PUT', `/v1/people/${id}`, { stageId: personStageIds[2] }, 'agent')
    const tomorrowMs = world.clock.now() + 86_400_000
    const appointmentId = await createAppointment([id], tomorrowMs)
    const getName = (user: TestUser) =>
      `${world.users[user].firstName} ${world.users[user].lastName}`
    const { data, meta } = await readTimeline(id, world.as('agent'))
    expect(meta).toMatchObject({ count: 8, hasMore: false })
    expect(
      data.map((item: Record<string, unknown>) => [
        item['type'],
        item['at'],
        item['title'],
        item['actorName'],
        item['recordId'],
      ]),
    ).toEqual([
      ['appointment', toIso(tomorrowMs), 'Viewing', getName('owner'), appointmentId],
      ['stageChanged', timesOfSteps[6], 'Lead → Client', getName('agent'), id],
      ['taskCompleted', timesOfSteps[5], 'Task completed: Send keys', getName('leader'), taskId],
      ['dealMoved', timesOfSteps[4], 'House: Qualified → Proposal', getName('agent'), dealId],
      ['dealMoved', timesOfSteps[3], 'House: created in Qualified', getName('owner'), dealId],
      ['taskCreated', timesOfSteps[2], 'Task: Send keys', getName('agent'), taskId],
      ['activity', timesOfSteps[1], 'Call, inbound', getName('agent'), activityId],
      ['stageChanged', timesOfSteps[0], 'created in Lead', getName('owner'), id],
    ])
    expect(data[6].summary).toHaveLength(201)
    expect([data[2].summary, data[2].task.completedAt, data[2].activity]).toEqual([
      'Soon',
      timesOfSteps[5],
      null,
    ])
    expect(data[3]).toMatchObject({
      deal: { title: 'House' },
      dealMove: { fromStageName: 'Qualified', toStageName: 'Proposal' },
      stageChange: null,
    })
    expect(data[1]).toMatchObject({
      stageChange: { fromStageName: 'Lead', toStageName: 'Client' },
      deal: null,
    })
    const someEntries = await readTimeline(id, world.as('agent'), 'types=activity,taskCompleted')
    expect(someEntries.data.map((item: { type: string }) => item.type)).toEqual([
      'taskCompleted',
      'activity',
    ])
    expect((await readTimeline(id, world.as('agent'), 'types=gossip')).error.details[0].field).toBe(
      'types[0]',
    )
    const timelineQuery = `query($id: ID!) { person(id: $id) { timeline(first: 4) { totalCount nodes { actor { email } recordId record { __typename id } subject { __typename ... on Appointment { title } ... on Task { title } ... on DealStageChange { toStage { name } } ... on PersonStageChange { toStage { name } } } } } } }`
    const { totalCount, nodes } = (await world.as('agent').gql(timelineQuery, { id })).body.data
      .person.timeline
    expect(totalCount).toBe(8)
    expect(nodes.map((node: { subject: object }) => node.subject)).toEqual([
      { __typename: 'Appointment', title: 'Viewing' },
      { __typename: 'PersonStageChange', toStage: { name: 'Client' } },
      { __typename: 'Task', title: 'Send keys' },
      { __typename: 'DealStageChange', toStage: { name: 'Proposal' } },
    ])
    expect(nodes[3]).toMatchObject({
      actor: { email: 'agent@acme.test' },
      recordId: dealId,
      record: { __typename: 'Deal', id: dealId },
    })
    expect(
      nodes.map((node: { record: { __typename: string; id: string } }) => node.record),
    ).toMatchObject([
      { __typename: 'Appointment', id: appointmentId },
      { __typename: 'Person', id },
      { __typename: 'Task', id: taskId },
      { __typename: 'Deal', id: dealId },
    ])
  })

  test("a person's timeline requires permission to view the person and is deleted with the person", async () => {
    const id = await createPerson('loner')
    const readStatus = async (user: TestUser) =>
      (await world.as(user).rest('GET', `/v1/people/${id}/timeline`)).status
    expect([
      await readStatus('owner'),
      await readStatus('loner'),
      await readStatus('agent'),
      await readStatus('stranger'),
    ]).toEqual([200, 200, 403, 404])
    expect((await world.client().rest('GET', `/v1/people/${id}/timeline`)).status).toBe(401)
    const narrowedClient = await world.createKey('owner', ['deals.view.all'])
    expect(
      (await narrowedClient.rest('GET', `/v1/people/${id}/timeline`)).body.error.message,
    ).toContain('people.view')
    await sendRest('DELETE', `/v1/people/${id}?permanent=true`)
    expect(await readStatus('owner')).toBe(404)
  })

  test("a person's timeline omits hidden deals and records outside the key's scopes", async () => {
    const id = await createPerson('agent')
    await createRecord('/v1/activities', { personId: id, channel: 'call' })
    await createRecord('/v1/tasks', { title: 'Call', personId: id })
    await createAppointment([id], world.clock.now())
    await createRecord('/v1/deals', { title: 'House', pipelineId, peopleIds: [id] })
    const readTypes = async (client: Client) => {
      const query =
        'query($id: ID!) { person(id: $id) { timeline(first: 100) { totalCount nodes { type } } } }'
      const entries = (await client.gql(query, { id })).body.data.person.timeline
      expect(entries.nodes).toHaveLength(entries.totalCount)
      return new Set(entries.nodes.map((node: { type: string }) => node.type))
    }
    const typesByScope = {
      'activities.view': 'activity',
      'tasks.manage': 'taskCreated',
      'appointments.manage': 'appointment',
      'deals.view.all': 'dealMoved',
    }
    expect(await readTypes(world.as('owner'))).toEqual(
      new Set(['stageChanged', ...Object.values(typesByScope)]),
    )
    expect(await readTypes(await world.createKey('owner', ['people.view.all']))).toEqual(
      new Set(['stageChanged']),
    )
    for (const [scope, type] of Object.entries(typesByScope))
      expect(await readTypes(await world.createKey('owner', ['people.view.all', scope]))).toEqual(
        new Set(['stageChanged', type]),
      )
    expect(
      await readTypes(await world.createKey('owner', ['people.view.all', 'deals.view.own'])),
    ).toEqual(new Set(['stageChanged', 'dealMoved']))
    expect(
      await readTypes(await world.createKey('leader', ['people.view.team', 'deals.view.own'])),
    ).toEqual(new Set(['stageChanged']))
  })

  test('the number of SQL statements for timelines does not depend on the number of people', async () => {
    for (let i = 0; i < 12; i++) {
      const id = await createPerson()
      await createRecord('/v1/activities', { personId: id, channel: 'call' })
      await sendRest(
        'POST',
        `/v1/tasks/${await createRecord('/v1/tasks', { title: 'Call', personId: id })}/complete`,
      )
      await createRecord('/v1/deals', { title: 'House', pipelineId, peopleIds: [id] })
      await createAppointment([id], world.clock.now())
    }
    const queryTimelines = (peopleCount: number) =>
      world
        .as('agent')
        .gql(
          `query($n: Int) { people(first: $n) { nodes { timeline(first: 10) { totalCount nodes { title actor { fullName } record { id } subject { ... on Task { person { id } } ... on DealStageChange { toStage { id } } } } } } } }`,
          { n: peopleCount },
        )
    const listStatementsFor = async (peopleCount: number) => {
      await queryTimelines(peopleCount)
      world.statements()
      expect((await queryTimelines(peopleCount)).body.data.people.nodes).toHaveLength(peopleCount)
      return world.statements().sort()
    }
    expect(await listStatementsFor(11)).toEqual(await listStatementsFor(2))
  })
})

describe('Random timelines', () => {
  const allUsers: TestUser[] = ['owner', 'leader', 'agent', 'loner', 'idle']
  const stepArbitrary = fc.record({
    action: fc.constantFrom(
      'activity',
      'task',
      'complete',
      'reopen',
      'meeting',
      'deal',
      'move',
      'stage',
      'trash',
      'remove',
    ),
    recordIndex: fc.nat(9),
    user: fc.constantFrom(...allUsers),
    waitMs: fc.constantFrom(0, 0, 0, 1, 60_000),
  })

  /**
   * Creates a person whom every user except `idle` can view, and applies random steps to the
   * person.
   */
  async function applySteps(
    steps: { action: string; recordIndex: number; user: TestUser; waitMs: number }[],
  ): Promise<string> {
    const collaboratorIds = ['leader', 'loner'].map((user) => world.users[user as TestUser].id)
    const id = await createRecord('/v1/people', {
      firstName: 'Ann',
      assignedAgentId: world.users.agent.id,
      collaboratorIds,
    })
    const idsByKind: Record<string, string[]> = { task: [], deal: [], activity: [] }
    const pickId = (kind: string, recordIndex: number) =>
      idsByKind[kind]?.[recordIndex % (idsByKind[kind]?.length || 1)]
    for (const { action, recordIndex, user, waitMs } of steps) {
      world.clock.advance(waitMs)
      const [taskId, dealId, activityId] = [
        pickId('task', recordIndex),
        pickId('deal', recordIndex),
        pickId('activity', recordIndex),
      ]
      const assigneeField = { assignedAgentId: world.users[user].id }
      if (action === 'activity')
        idsByKind['activity']?.push(
          await createRecord('/v1/activities', { personId: id, channel: 'call' }),
        )
      else if (action === 'task')
        idsByKind['task']?.push(
          await createRecord('/v1/tasks', {
            title: 'Call',
            personId: id,
            assignedTo: world.users[user].id,
          }),
        )
      else if (action === 'complete' && taskId)
        await sendRest('POST', `/v1/tasks/${taskId}/complete`)
      else if (action === 'reopen' && taskId)
        await world
          .as('owner')
          .gql('mutation($id: ID!) { reopenTask(id: $id) { task { id } } }', { id: taskId })
      else if (action === 'meeting')
        await createAppointment([id], world.clock.now() + (recordIndex - 5) * 60_000)
      else if (action === 'deal')
        idsByKind['deal']?.push(
          await createRecord('/v1/deals', {
            title: 'House',
            pipelineId,
            peopleIds: [id],
            ...assigneeField,
          }),
        )
      else if (action === 'move' && dealId)
        await sendRest('POST', `/v1/deals/${dealId}/move`, {
          stageId: dealStageIds[recordIndex % 5],
        })
      else if (action === 'stage')
        await world.as('owner').rest('PUT', `/v1/people/${id}`, {
          stageId: personStageIds[recordIndex % personStageIds.length],
        })
      else if (action === 'trash')
        await sendRest(
          recordIndex % 2 ? 'DELETE' : 'POST',
          `/v1/people/${id}${recordIndex % 2 ? '' : '/restore'}`,
        )
      else if (action === 'remove' && activityId) {
        await sendRest('DELETE', `/v1/activities/${activityId}`)
        idsByKind['activity'] = idsByKind['activity']?.filter((other) => other !== activityId) ?? []
      }
    }
    return id
  }

  /**
   * Reads the expected timeline entries separately from each source, and sorts them newest first.
   */
  async function readSources(client: Client, id: string): Promise<TimelineEntry[]> {
    const query = `query($id: ID!) { person(id: $id) {
      activities(first: 100) { nodes { id createdAt } } tasks(first: 100) { nodes { id createdAt completedAt } } appointments(first: 100) { nodes { id startsAt } }
      deals(first: 30) { nodes { stageHistory(first: 30) { nodes { id enteredAt } } } } stageHistory(first: 100) { nodes { id enteredAt } } } }`
    const { activities, tasks, appointments, deals, stageHistory } = (
      await client.gql(query, { id })
    ).body.data.person
    type SourceRow = Record<string, string>
    const toEntries = (type: string, rows: SourceRow[] | undefined, timeField: string) =>
      (rows ?? [])
        .filter((row) => row[timeField])
        .map((row) => ({ id: `${type}:${row['id']}`, occurredAt: row[timeField] ?? '' }))
    return [
      ...toEntries('activity', activities?.nodes, 'createdAt'),
      ...toEntries('taskCreated', tasks?.nodes, 'createdAt'),
      ...toEntries('taskCompleted', tasks?.nodes, 'completedAt'),
      ...toEntries('appointment', appointments?.nodes, 'startsAt'),
      ...(deals?.nodes ?? []).flatMap((deal: { stageHistory: { nodes: SourceRow[] } }) =>
        toEntries('dealMoved', deal.stageHistory.nodes, 'enteredAt'),
      ),
      ...toEntries('stageChanged', stageHistory.nodes, 'enteredAt'),
    ].sort((a, b) => (`${a.occurredAt} ${a.id}` < `${b.occurredAt} ${b.id}` ? 1 : -1))
  }

  async function readPages(
    client: Client,
    id: string,
    pageSize: number,
    isBackward: boolean,
  ): Promise<TimelineEntry[]> {
    const [sizeArgument, cursorArgument, hasMoreField, cursorField] = isBackward
      ? ['last', 'before', 'hasPreviousPage', 'startCursor']
      : ['first', 'after', 'hasNextPage', 'endCursor']
    const query = `query($id: ID!, $n: Int, $c: String) { person(id: $id) { timeline(${sizeArgument}: $n, ${cursorArgument}: $c) { nodes { id occurredAt } pageInfo { ${hasMoreField} ${cursorField} } } } }`
    const entries: TimelineEntry[] = []
    for (let cursor: string | null = null, hasFurtherPage = true; hasFurtherPage; ) {
      const reply: Reply = await client.gql(query, { id, n: pageSize, c: cursor })
      const { nodes, pageInfo } = reply.body.data.person.timeline
      expect(nodes.length).toBe(
        hasFurtherPage && pageInfo[hasMoreField as string] ? pageSize : nodes.length,
      )
      entries.splice(isBackward ? 0 : entries.length, 0, ...nodes)
      cursor = pageInfo[cursorField as string]
      hasFurtherPage = pageInfo[hasMoreField as string]
    }
    return entries
  }

  test("after random changes, a person's timeline is the sorted union of its sources for every caller, page size and paging direction", async () => {
    const clients = [
      ...allUsers.filter((user) => user !== 'idle').map((user) => world.as(user)),
      await world.createKey('owner', ['people.view.all', 'tasks.manage', 'deals.view.own']),
      await world.createKey('leader', [
        'people.view.team',
        'activities.view',
        'deals.view.team',
        'appointments.manage',
      ]),
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.array(stepArbitrary, { minLength: 6, maxLength: 24 }),
        fc.integer({ min: 1, max: 5 }),
        async (steps, pageSize) => {
          const id = await applySteps(steps)
          for (const client of clients) {
            const expectedEntries = await readSources(client, id)
            for (const isBackward of [false, true])
              expect(await readPages(client, id, pageSize, isBackward)).toEqual(expectedEntries)
            const { totalCount } = (
              await client.gql('query($id: ID!) { person(id: $id) { timeline { totalCount } } }', {
                id,
              })
            ).body.data.person.timeline
            expect(totalCount).toBe(expectedEntries.length)
          }
        },
      ),
      { seed: 42, numRuns: 8 },
    )
  })
})
