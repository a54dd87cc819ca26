import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from './support/client.ts'
import { createWorld, type Who, type World } from './support/world.ts'

interface FeedEvent {
  type: string
  recordId: string
  sequence: number
  cursor: string
  changes: { field: string; from: unknown; to: unknown }[]
}

describe('The event feed', () => {
  let world: World
  let mine = ''
  let hidden = ''
  let deal = ''
  beforeAll(async () => {
    world = await createWorld()
    mine = await create('/v1/people', { firstName: 'Mine', assignedAgentId: world.users.agent.id })
    hidden = await create('/v1/people', {
      firstName: 'Hidden',
      assignedAgentId: world.users.loner.id,
    })
    const pipelineId = (await world.as('owner').rest('GET', '/v1/pipelines')).body.data[0].id
    deal = await create('/v1/deals', { title: 'Both', pipelineId, peopleIds: [mine, hidden] })
    for (const personId of [mine, hidden]) await create('/v1/tasks', { title: 'Call', personId })
    await create('/v1/activities', { channel: 'call', personId: mine }, 'agent')
    await create('/v1/appointments', {
      title: 'Visit',
      startsAt: '2026-06-03T09:00:00Z',
      endsAt: '2026-06-03T10:00:00Z',
      peopleIds: [mine, hidden],
    })
  })
  afterAll(() => world.stop())

  const create = async (path: string, body: object, who: Who = 'owner') => {
    const reply = await world.as(who).rest('POST', path, body)
    expect([path, reply.status, reply.text]).toEqual([path, 201, reply.text])
    return reply.body.data.id as string
  }

  /** Reads the feed to its end. */
  async function readFeed(
    client: Client,
    size = 100,
    types?: string,
    from = '',
  ): Promise<FeedEvent[]> {
    const found: FeedEvent[] = []
    for (let cursor = from; ; ) {
      const query = new URLSearchParams({
        limit: String(size),
        ...(types && { types }),
        ...(cursor && { cursor }),
      })
      const { status, body } = await client.rest('GET', `/v1/events?${query}`)
      expect([status, body.error]).toEqual([200, undefined])
      found.push(...body.data)
      if (!body.meta.hasMore) return found
      cursor = body.meta.nextCursor
    }
  }
  const typesOf = (events: FeedEvent[], id: string) =>
    events.filter(({ recordId }) => recordId === id).map(({ type }) => type)

  test('the event feed returns the events of records visible to the caller, oldest first and without gaps', async () => {
    const owner = await readFeed(world.as('owner'))
    expect(owner.map(({ sequence }) => sequence)).toEqual(owner.map((_, index) => index + 1))
    expect([typesOf(owner, mine), typesOf(owner, hidden), typesOf(owner, deal)]).toEqual([
      ['person.created'],
      ['person.created'],
      ['deal.created'],
    ])
    const agent = await readFeed(world.as('agent'))
    expect([typesOf(agent, mine), typesOf(agent, hidden), typesOf(agent, deal)]).toEqual([
      ['person.created'],
      [],
      ['deal.created'],
    ])
    expect(agent.filter(({ type }) => type === 'task.created')).toHaveLength(1)
    expect(
      await readFeed(world.as('idle'), 100, 'person.*,deal.*,task.*,activity.*,appointment.*'),
    ).toEqual([])
    expect(typesOf(await readFeed(world.as('stranger')), mine)).toEqual([])
    expect((await world.client().rest('GET', '/v1/events')).status).toBe(401)
  })

  test('events do not contain the ids of people hidden from the caller', async () => {
    const people = async (who: Who, id: string) =>
      (await readFeed(world.as(who)))
        .find(({ recordId }) => recordId === id)
        ?.changes.find(({ field }) => field === 'peopleIds')?.to
    expect(await people('owner', deal)).toEqual([mine, hidden])
    expect(await people('agent', deal)).toEqual([mine])
    expect(await people('loner', deal)).toEqual([hidden])
    const text = JSON.stringify(await readFeed(world.as('agent')))
    expect(text).not.toContain(hidden)
  })

  test('an event does not contain the previous or new person of a task if that person is hidden from the caller', async () => {
    const task = await create('/v1/tasks', { title: 'Moved', personId: hidden })
    expect(
      (await world.as('owner').rest('PATCH', `/v1/tasks/${task}`, { personId: mine })).status,
    ).toBe(200)
    const moved = async (who: Who) => {
      const event = (await readFeed(world.as(who), 100, 'task.updated')).find(
        ({ recordId }) => recordId === task,
      )
      return event?.changes.filter(({ field }) => field === 'personId')
    }
    expect(await moved('owner')).toMatchObject([{ from: hidden, to: mine }])
    expect(await moved('agent')).toMatchObject([{ from: null, to: mine }])
  })

  test('an event with a truncated list of ids that includes hidden people shows no part of the list', async () => {
    const others: string[] = []
    for (let n = 0; n < 20; n++)
      others.push(
        await create('/v1/people', { firstName: 'Cut', assignedAgentId: world.users.loner.id }),
      )
    const pipelineId = (await world.as('owner').rest('GET', '/v1/pipelines')).body.data[0].id
    const large = await create('/v1/deals', {
      title: 'Large',
      pipelineId,
      peopleIds: [mine, ...others],
    })
    const agent = (await readFeed(world.as('agent'))).find(({ recordId }) => recordId === large)
    expect(agent?.changes.find(({ field }) => field === 'peopleIds')).toMatchObject({
      to: null,
      truncated: true,
    })
    for (const id of others) expect(JSON.stringify(agent)).not.toContain(id.slice(-20))
  })

  test('the event of a deleted tag contains its number of people only for callers who can view all people', async () => {
    for (const id of [mine, hidden])
      expect(
        (await world.as('owner').rest('PATCH', `/v1/people/${id}`, { tags: ['Counted'] })).status,
      ).toBe(200)
    const tag = (
      await world.as('owner').gql('{ tags(first: 50) { nodes { id name } } }')
    ).body.data.tags.nodes.find(({ name }: { name: string }) => name === 'Counted')
    expect((await world.as('owner').rest('DELETE', `/v1/tags/${tag.id}?detach=true`)).status).toBe(
      200,
    )
    const counts = async (who: Who) =>
      (await readFeed(world.as(who), 100, 'tag.deleted')).map(
        ({ changes }) => changes.find(({ field }) => field === 'people')?.from,
      )
    expect([await counts('owner'), await counts('agent')]).toEqual([[2], [undefined]])
  })

  test('users who could view a deleted record receive its deletion event and its earlier events', async () => {
    const [deleted, other] = [
      await create('/v1/people', { firstName: 'Gone', assignedAgentId: world.users.agent.id }),
      await create('/v1/people', { firstName: 'Other', assignedAgentId: world.users.loner.id }),
    ]
    const tasks = [
      await create('/v1/tasks', { title: 'x', personId: deleted }),
      await create('/v1/tasks', { title: 'x', personId: other }),
    ]
    for (const id of tasks) await world.as('owner').rest('DELETE', `/v1/tasks/${id}`)
    for (const id of [deleted, other])
      await world.as('owner').rest('DELETE', `/v1/people/${id}?permanent=true`)
    for (const who of ['agent', 'leader', 'owner'] as const) {
      const events = await readFeed(world.as(who))
      expect([who, typesOf(events, deleted), typesOf(events, tasks[0] ?? '')]).toEqual([
        who,
        ['person.created', 'person.deleted'],
        ['task.created', 'task.deleted'],
      ])
    }
    for (const who of ['agent', 'idle'] as const) {
      const events = await readFeed(world.as(who))
      expect([who, typesOf(events, other), typesOf(events, tasks[1] ?? '')]).toEqual([who, [], []])
    }
  })

  test('after an un-merge, only users who can view the restored person receive the events of that person', async () => {
    const [kept, back] = [
      await create('/v1/people', { firstName: 'Kept' }),
      await create('/v1/people', { firstName: 'Back', assignedAgentId: world.users.agent.id }),
    ]
    const owner = world.as('owner')
    const merged = await owner.gql(
      'mutation($id: ID!, $otherIds: [ID!]!) { mergePeople(id: $id, otherIds: $otherIds) { merges { nodes { id } } } }',
      {
        id: kept,
        otherIds: [back],
      },
    )
    expect(typesOf(await readFeed(world.as('agent')), back)).toEqual([
      'person.created',
      'person.deleted',
    ])
    await owner.rest(
      'POST',
      `/v1/people/merges/${merged.body.data.mergePeople.merges.nodes[0].id}/undo`,
    )
    expect(typesOf(await readFeed(world.as('agent')), back)).toContain('person.deleted')
    await owner.rest('PUT', `/v1/people/${back}`, {
      assignedAgentId: world.users.loner.id,
      background: 'What the agent must not know',
    })
    expect(typesOf(await readFeed(world.as('agent')), back)).toEqual([])
    expect(typesOf(await readFeed(world.as('loner')), back)).toContain('person.updated')
  })

  test('the event feed requires the scope of each record kind and leaves out events of other kinds', async () => {
    const key = await world.createKey('owner', ['tasks.manage'])
    const kinds = new Set((await readFeed(key)).map(({ type }) => type.split('.')[0]))
    expect(kinds).toContain('task')
    for (const kind of ['person', 'deal', 'activity', 'appointment', 'user'])
      expect(kinds).not.toContain(kind)
  })

  test('the event feed continues after any cursor and returns each event once at every page size', async () => {
    const agent = await readFeed(world.as('agent'))
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 7 }),
        fc.nat({ max: agent.length - 1 }),
        async (size, from) => {
          expect(await readFeed(world.as('agent'), size, undefined, agent[from]?.cursor)).toEqual(
            agent.slice(from + 1),
          )
        },
      ),
      { seed: 5, numRuns: 25 },
    )
    const types = 'deal.created,task.*'
    const expected = agent.filter(({ type }) => type === 'deal.created' || type.startsWith('task.'))
    expect(await readFeed(world.as('agent'), 2, types)).toEqual(expected)
  })

  test('an empty page of the event feed has a cursor after which the next page continues', async () => {
    const start = (await readFeed(world.as('idle'))).at(-1)?.cursor
    for (let i = 0; i < 30; i++)
      await create('/v1/people', { firstName: 'Unseen', assignedAgentId: world.users.loner.id })
    const query =
      'query($c: String) { events(first: 5, after: $c, types: ["person.*"]) { nodes { id } pageInfo { hasNextPage endCursor } } }'
    const { nodes, pageInfo } = (await world.as('idle').gql(query, { c: start ?? null })).body.data
      .events
    expect([nodes, pageInfo.hasNextPage]).toEqual([[], false])
    const collected = await create('/v1/people', {
      firstName: 'Seen',
      assignedAgentId: world.users.idle.id,
    })
    const next = (
      await world
        .as('idle')
        .gql(query.replace('id }', 'recordId record { id } actor { fullName } }'), {
          c: pageInfo.endCursor,
        })
    ).body.data.events
    expect(next.nodes).toEqual([
      { recordId: collected, record: { id: collected }, actor: { fullName: 'Olga Owner' } },
    ])
  })

  test('the event feed refuses an unknown event type and a cursor of another user', async () => {
    const { cursor } = (await readFeed(world.as('owner')))[0] as FeedEvent
    for (const [query, field] of [
      ['types=deal', 'types[0]'],
      ['types=deal.*,Deal.x', 'types[1]'],
      ['types=', 'types[0]'],
      [`cursor=${cursor}`, 'cursor'],
      ['limit=101', 'limit'],
    ]) {
      const { status, body } = await world.as('agent').rest('GET', `/v1/events?${query}`)
      expect([query, status, body.error.details[0].field]).toEqual([query, 400, field])
    }
  })

  test('an event is smaller than 20 kB and names every changed field', async () => {
    const fields: string[] = []
    for (let n = 0; n < 60; n++)
      fields.push(
        (
          await world.as('owner').rest('POST', '/v1/custom-fields', {
            record: 'person',
            name: `Long ${n}`,
            type: 'text',
          })
        ).body.data.key,
      )
    const long = Object.fromEntries(fields.map((key) => [key, '漢'.repeat(400)]))
    const id = await create('/v1/people', {
      firstName: 'Long',
      background: '漢'.repeat(2000),
      customFields: long,
    })
    const event = (await readFeed(world.as('owner'), 100, 'person.created')).find(
      ({ recordId }) => recordId === id,
    )
    expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(20_000)
    expect(event?.changes.filter(({ field }) => field.startsWith('customFields.'))).toHaveLength(60)
  })
})
