import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Context, createContext } from '../src/context.ts'
import { writeEvents } from '../src/events/record-event.ts'
import { systemViewer } from '../src/resources/companies/operations.ts'
import { completeTask, getTask } from '../src/resources/tasks/operations.ts'
import { findActorId } from '../src/resources/timeline/operations.ts'
import type { Client, Reply } from './support/client.ts'
import { createWorld, type Who, type World } from './support/world.ts'

interface Item {
  id: string
  at: string
}

let world: World
let pipelineId: string
let stages: string[]
let lifecycle: string[]

beforeAll(async () => {
  world = await createWorld()
  const { data } = (
    await world
      .as('owner')
      .gql('{ pipelines { nodes { id stages { id } } } stages { nodes { id isTrash } } }')
  ).body
  pipelineId = data.pipelines.nodes[0].id
  const ids = (list: { id: string }[]) => list.map(({ id }) => id)
  stages = ids(data.pipelines.nodes[0].stages)
  lifecycle = ids(data.stages.nodes.filter((stage: { isTrash: boolean }) => !stage.isTrash))
})
afterAll(() => world.stop())

const iso = (at: number) => new Date(at).toISOString()
const rest = async (method: string, path: string, body?: object, user: Who = 'owner') => {
  const reply = await world.as(user).rest(method, path, body)
  expect([path, reply.status < 300, reply.text]).toEqual([path, true, reply.text])
  return reply.body.data
}
const create = async (path: string, body: object, user: Who = 'owner') =>
  (await rest('POST', path, body, user)).id as string
const person = (user: Who = 'agent') =>
  create('/v1/people', { firstName: 'Ann', assignedAgentId: world.users[user].id })
const timeline = async (id: string, client: Client, query = 'limit=100') =>
  (await client.rest('GET', `/v1/people/${id}/timeline?${query}`)).body
const meeting = (personIds: string[], startsAt: number) =>
  create('/v1/appointments', {
    title: 'Viewing',
    startsAt: iso(startsAt),
    endsAt: iso(startsAt + 1_800_000),
    timeZone: 'UTC',
    peopleIds: personIds,
  })

describe('Timelines', () => {
  test('the timeline names the user who completed a task in a concurrent transaction', async () => {
    const { deps, company, users } = world
    const id = await create('/v1/tasks', { title: 'Sign', personId: await person() })
    const change = <T>(userId: string, work: (ctx: Context) => Promise<T>) =>
      deps.store.forCompany(company.id).write(async (db) => {
        const ctx = createContext(deps, {
          viewer: { ...systemViewer(company), userId },
          requestId: userId,
          db,
        })
        const done = await work(ctx)
        await writeEvents(ctx)
        return done
      })
    const completed = change(users.leader.id, (ctx) => completeTask(ctx, id))
    const actor = change(users.owner.id, async (ctx) =>
      findActorId(ctx, { id, at: '', type: 'taskCompleted', row: await getTask(ctx, id) }),
    )
    expect((await completed).completedAt).not.toBeNull()
    expect(await actor).toBe(users.leader.id)
  })

  test('the timeline has every event of a person with time, user and record', async () => {
    const id = await person()
    const at: string[] = []
    const next = () => {
      world.clock.advance(60_000)
      at.push(iso(world.clock.now()))
    }
    at.push(iso(world.clock.now()))
    next()
    const activity = await create(
      '/v1/activities',
      { personId: id, channel: 'phone', direction: 'inbound', content: `${'Hello '.repeat(50)}` },
      'agent',
    )
    next()
    const task = await create(
      '/v1/tasks',
      { title: 'Send keys', personId: id, description: 'Soon' },
      'agent',
    )
    next()
    const deal = await create('/v1/deals', { title: 'House', pipelineId, peopleIds: [id] })
    next()
    await rest('POST', `/v1/deals/${deal}/move`, { stageId: stages[1] }, 'agent')
    next()
    await rest('POST', `/v1/tasks/${task}/complete`, undefined, 'leader')
    next()
    await rest('PUT', `/v1/people/${id}`, { stageId: lifecycle[2] }, 'agent')
    const tomorrow = world.clock.now() + 86_400_000
    const appointment = await meeting([id], tomorrow)
    const name = (user: Who) => `${world.users[user].firstName} ${world.users[user].lastName}`
    const { data, meta } = await timeline(id, world.as('agent'))
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
      ['appointment', iso(tomorrow), 'Viewing', name('owner'), appointment],
      ['stageChanged', at[6], 'Lead → Client', name('agent'), id],
      ['taskCompleted', at[5], 'Task completed: Send keys', name('leader'), task],
      ['dealMoved', at[4], 'House: Qualified → Proposal', name('agent'), deal],
      ['dealMoved', at[3], 'House: created in Qualified', name('owner'), deal],
      ['taskCreated', at[2], 'Task: Send keys', name('agent'), task],
      ['activity', at[1], 'Call, inbound', name('agent'), activity],
      ['stageChanged', at[0], 'created in Lead', name('owner'), id],
    ])
    expect(data[6].summary).toHaveLength(201)
    expect([data[2].summary, data[2].task.completedAt, data[2].activity]).toEqual([
      'Soon',
      at[5],
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
    const some = await timeline(id, world.as('agent'), 'types=activity,taskCompleted')
    expect(some.data.map((item: { type: string }) => item.type)).toEqual([
      'taskCompleted',
      'activity',
    ])
    expect((await timeline(id, world.as('agent'), 'types=gossip')).error.details[0].field).toBe(
      'types[0]',
    )
    const edges = `query($id: ID!) { person(id: $id) { timeline(first: 4) { totalCount nodes { actor { email } appointment { title } task { title } deal { title } dealMove { toStage { name } } stageChange { toStage { name } } } } } }`
    const { totalCount, nodes } = (await world.as('agent').gql(edges, { id })).body.data.person
      .timeline
    expect(totalCount).toBe(8)
    expect(nodes[3]).toEqual({
      actor: { email: 'agent@acme.test' },
      appointment: null,
      task: null,
      deal: { title: 'House' },
      dealMove: { toStage: { name: 'Proposal' } },
      stageChange: null,
    })
  })

  test('the timeline requires the right to view the person and is deleted with the person', async () => {
    const id = await person('loner')
    const status = async (user: Who) =>
      (await world.as(user).rest('GET', `/v1/people/${id}/timeline`)).status
    expect([
      await status('owner'),
      await status('loner'),
      await status('agent'),
      await status('stranger'),
    ]).toEqual([200, 200, 403, 404])
    expect((await world.client().rest('GET', `/v1/people/${id}/timeline`)).status).toBe(401)
    const narrow = await world.createKey('owner', ['deals.view.all'])
    expect((await narrow.rest('GET', `/v1/people/${id}/timeline`)).body.error.message).toContain(
      'people.view',
    )
    await rest('DELETE', `/v1/people/${id}?permanent=true`)
    expect(await status('owner')).toBe(404)
  })

  test('the timeline leaves out kinds without a scope of the key and hidden deals', async () => {
    const id = await person('agent')
    await create('/v1/activities', { personId: id, channel: 'call' })
    await create('/v1/tasks', { title: 'Call', personId: id })
    await meeting([id], world.clock.now())
    await create('/v1/deals', { title: 'House', pipelineId, peopleIds: [id] })
    const types = async (client: Client) => {
      const query =
        'query($id: ID!) { person(id: $id) { timeline(first: 100) { totalCount nodes { type } } } }'
      const found = (await client.gql(query, { id })).body.data.person.timeline
      expect(found.nodes).toHaveLength(found.totalCount)
      return new Set(found.nodes.map((node: { type: string }) => node.type))
    }
    const all = {
      'activities.view': 'activity',
      'tasks.manage': 'taskCreated',
      'appointments.manage': 'appointment',
      'deals.view.all': 'dealMoved',
    }
    expect(await types(world.as('owner'))).toEqual(new Set(['stageChanged', ...Object.values(all)]))
    expect(await types(await world.createKey('owner', ['people.view.all']))).toEqual(
      new Set(['stageChanged']),
    )
    for (const [scope, type] of Object.entries(all))
      expect(await types(await world.createKey('owner', ['people.view.all', scope]))).toEqual(
        new Set(['stageChanged', type]),
      )
    expect(
      await types(await world.createKey('owner', ['people.view.all', 'deals.view.own'])),
    ).toEqual(new Set(['stageChanged', 'dealMoved']))
    expect(
      await types(await world.createKey('leader', ['people.view.team', 'deals.view.own'])),
    ).toEqual(new Set(['stageChanged']))
  })

  test('the timelines of many people execute as many statements as those of two', async () => {
    for (let i = 0; i < 12; i++) {
      const id = await person()
      await create('/v1/activities', { personId: id, channel: 'call' })
      await rest(
        'POST',
        `/v1/tasks/${await create('/v1/tasks', { title: 'Call', personId: id })}/complete`,
      )
      await create('/v1/deals', { title: 'House', pipelineId, peopleIds: [id] })
      await meeting([id], world.clock.now())
    }
    const send = (n: number) =>
      world
        .as('agent')
        .gql(
          `query($n: Int) { people(first: $n) { nodes { timeline(first: 10) { totalCount nodes { title actor { fullName } deal { title } task { person { id } } } } } } }`,
          { n },
        )
    const counted = async (n: number) => {
      await send(n)
      world.statements()
      expect((await send(n)).body.data.people.nodes).toHaveLength(n)
      return world.statements().sort()
    }
    expect(await counted(11)).toEqual(await counted(2))
  })
})

describe('Random timelines', () => {
  const allUsers: Who[] = ['owner', 'leader', 'agent', 'loner', 'idle']
  const step = fc.record({
    what: fc.constantFrom(
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
    which: fc.nat(9),
    user: fc.constantFrom(...allUsers),
    wait: fc.constantFrom(0, 0, 0, 1, 60_000),
  })

  /** Applies random steps to a person whom every user except `idle` can view. */
  async function applySteps(
    steps: { what: string; which: number; user: Who; wait: number }[],
  ): Promise<string> {
    const collaboratorIds = ['leader', 'loner'].map((who) => world.users[who as Who].id)
    const id = await create('/v1/people', {
      firstName: 'Ann',
      assignedAgentId: world.users.agent.id,
      collaboratorIds,
    })
    const records: Record<string, string[]> = { task: [], deal: [], activity: [] }
    const pick = (kind: string, which: number) =>
      records[kind]?.[which % (records[kind]?.length || 1)]
    for (const { what, which, user, wait } of steps) {
      world.clock.advance(wait)
      const [task, deal, activity] = [
        pick('task', which),
        pick('deal', which),
        pick('activity', which),
      ]
      const assigned = { assignedAgentId: world.users[user].id }
      if (what === 'activity')
        records['activity']?.push(await create('/v1/activities', { personId: id, channel: 'call' }))
      else if (what === 'task')
        records['task']?.push(
          await create('/v1/tasks', {
            title: 'Call',
            personId: id,
            assignedTo: world.users[user].id,
          }),
        )
      else if (what === 'complete' && task) await rest('POST', `/v1/tasks/${task}/complete`)
      else if (what === 'reopen' && task)
        await world
          .as('owner')
          .gql('mutation($id: ID!) { reopenTask(id: $id) { id } }', { id: task })
      else if (what === 'meeting') await meeting([id], world.clock.now() + (which - 5) * 60_000)
      else if (what === 'deal')
        records['deal']?.push(
          await create('/v1/deals', { title: 'House', pipelineId, peopleIds: [id], ...assigned }),
        )
      else if (what === 'move' && deal)
        await rest('POST', `/v1/deals/${deal}/move`, { stageId: stages[which % 5] })
      else if (what === 'stage')
        await world
          .as('owner')
          .rest('PUT', `/v1/people/${id}`, { stageId: lifecycle[which % lifecycle.length] })
      else if (what === 'trash')
        await rest(which % 2 ? 'DELETE' : 'POST', `/v1/people/${id}${which % 2 ? '' : '/restore'}`)
      else if (what === 'remove' && activity) {
        await rest('DELETE', `/v1/activities/${activity}`)
        records['activity'] = records['activity']?.filter((each) => each !== activity) ?? []
      }
    }
    return id
  }

  /** The entries of the timeline, read from each source separately. */
  async function union(client: Client, id: string): Promise<Item[]> {
    const query = `query($id: ID!) { person(id: $id) {
      activities(first: 100) { nodes { id createdAt } } tasks(first: 100) { nodes { id createdAt completedAt } } appointments(first: 100) { nodes { id startsAt } }
      deals(first: 30) { nodes { stageHistory(first: 30) { nodes { id enteredAt } } } } stageHistory(first: 100) { nodes { id enteredAt } } } }`
    const { activities, tasks, appointments, deals, stageHistory } = (
      await client.gql(query, { id })
    ).body.data.person
    type Row = Record<string, string>
    const items = (type: string, rows: Row[] | undefined, at: string) =>
      (rows ?? [])
        .filter((row) => row[at])
        .map((row) => ({ id: `${type}:${row['id']}`, at: row[at] ?? '' }))
    return [
      ...items('activity', activities?.nodes, 'createdAt'),
      ...items('taskCreated', tasks?.nodes, 'createdAt'),
      ...items('taskCompleted', tasks?.nodes, 'completedAt'),
      ...items('appointment', appointments?.nodes, 'startsAt'),
      ...(deals?.nodes ?? []).flatMap((deal: { stageHistory: { nodes: Row[] } }) =>
        items('dealMoved', deal.stageHistory.nodes, 'enteredAt'),
      ),
      ...items('stageChanged', stageHistory.nodes, 'enteredAt'),
    ].sort((a, b) => (`${a.at} ${a.id}` < `${b.at} ${b.id}` ? 1 : -1))
  }

  async function walk(
    client: Client,
    id: string,
    size: number,
    backward: boolean,
  ): Promise<Item[]> {
    const [count, cursor, more, edge] = backward
      ? ['last', 'before', 'hasPreviousPage', 'startCursor']
      : ['first', 'after', 'hasNextPage', 'endCursor']
    const query = `query($id: ID!, $n: Int, $c: String) { person(id: $id) { timeline(${count}: $n, ${cursor}: $c) { nodes { id at } pageInfo { ${more} ${edge} } } } }`
    const found: Item[] = []
    for (let at: string | null = null, further = true; further; ) {
      const reply: Reply = await client.gql(query, { id, n: size, c: at })
      const { nodes, pageInfo } = reply.body.data.person.timeline
      expect(nodes.length).toBe(further && pageInfo[more as string] ? size : nodes.length)
      found.splice(backward ? 0 : found.length, 0, ...nodes)
      at = pageInfo[edge as string]
      further = pageInfo[more as string]
    }
    return found
  }

  test('a random timeline is the sorted union of its sources for every caller, in pages of any size from either end', async () => {
    const clients = [
      ...allUsers.filter((who) => who !== 'idle').map((who) => world.as(who)),
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
        fc.array(step, { minLength: 6, maxLength: 24 }),
        fc.integer({ min: 1, max: 5 }),
        async (steps, size) => {
          const id = await applySteps(steps)
          for (const client of clients) {
            const parts = await union(client, id)
            for (const backward of [false, true])
              expect(await walk(client, id, size, backward)).toEqual(parts)
            const { totalCount } = (
              await client.gql('query($id: ID!) { person(id: $id) { timeline { totalCount } } }', {
                id,
              })
            ).body.data.person.timeline
            expect(totalCount).toBe(parts.length)
          }
        },
      ),
      { seed: 42, numRuns: 8 },
    )
  })
})
