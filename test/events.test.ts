import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from './support/client.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

interface FeedEvent {
  type: string
  recordId: string
  sequence: number
  cursor: string
  changes: { field: string; from: unknown; to: unknown }[]
}

describe('The event feed', () => {
  let world: World
  let ownId = ''
  let hiddenId = ''
  let dealId = ''
  beforeAll(async () => {
    world = await createWorld()
    ownId = await createRecord('/v1/people', {
      firstName: 'Mine',
      assignedAgentId: world.users.agent.id,
    })
    hiddenId = await createRecord('/v1/people', {
      firstName: 'Hidden',
      assignedAgentId: world.users.loner.id,
    })
    const pipelineId = (await world.as('owner').rest('GET', '/v1/pipelines')).body.data[0].id
    dealId = await createRecord('/v1/deals', {
      title: 'Both',
      pipelineId,
      peopleIds: [ownId, hiddenId],
    })
    for (const personId of [ownId, hiddenId])
      await createRecord('/v1/tasks', { title: 'Call', personId })
    await createRecord('/v1/activities', { channel: 'call', personId: ownId }, 'agent')
    await createRecord('/v1/appointments', {
      title: 'Visit',
      startsAt: '2026-06-03T09:00:00Z',
      endsAt: '2026-06-03T10:00:00Z',
      peopleIds: [ownId, hiddenId],
    })
  })
  afterAll(() => world.stop())

  const createRecord = async (path: string, body: object, caller: TestUser = 'owner') => {
    const reply = await world.as(caller).rest('POST', path, body)
    expect([path, reply.status, reply.text]).toEqual([path, 201, reply.text])
    return reply.body.data.id as string
  }

  /** Reads the event feed to its end. */
  async function readFeed(
    client: Client,
    pageSize = 100,
    types?: string,
    startCursor = '',
  ): Promise<FeedEvent[]> {
    const events: FeedEvent[] = []
    for (let cursor = startCursor; ; ) {
      const query = new URLSearchParams({
        limit: String(pageSize),
        ...(types && { types }),
        ...(cursor && { cursor }),
      })
      const { status, body } = await client.rest('GET', `/v1/events?${query}`)
      expect([status, body.error]).toEqual([200, undefined])
      events.push(...body.data)
      if (!body.meta.hasMore) return events
      cursor = body.meta.nextCursor
    }
  }
  const listEventTypes = (events: FeedEvent[], id: string) =>
    events.filter(({ recordId }) => recordId === id).map(({ type }) => type)

  test('the event feed returns events of records visible to the caller, oldest first and without gaps', async () => {
    const ownerFeed = await readFeed(world.as('owner'))
    expect(ownerFeed.map(({ sequence }) => sequence)).toEqual(
      ownerFeed.map((_, index) => index + 1),
    )
    expect([
      listEventTypes(ownerFeed, ownId),
      listEventTypes(ownerFeed, hiddenId),
      listEventTypes(ownerFeed, dealId),
    ]).toEqual([['person.created'], ['person.created'], ['deal.created']])
    const agentFeed = await readFeed(world.as('agent'))
    expect([
      listEventTypes(agentFeed, ownId),
      listEventTypes(agentFeed, hiddenId),
      listEventTypes(agentFeed, dealId),
    ]).toEqual([['person.created'], [], ['deal.created']])
    expect(agentFeed.filter(({ type }) => type === 'task.created')).toHaveLength(1)
    expect(
      await readFeed(world.as('idle'), 100, 'person.*,deal.*,task.*,activity.*,appointment.*'),
    ).toEqual([])
    expect(listEventTypes(await readFeed(world.as('stranger')), ownId)).toEqual([])
    expect((await world.client().rest('GET', '/v1/events')).status).toBe(401)
  })

  test('every caller can read the id of the API key that caused an event, but only callers who can view the API key can read its fields', async () => {
    const query =
      '{ events(first: 1, types: ["person.created"]) { nodes { apiKeyId apiKey { id } } } }'
    const readEvent = async (user: TestUser) =>
      (await world.as(user).gql(query)).body.data.events.nodes[0]
    const { apiKeyId, apiKey } = await readEvent('owner')
    expect(apiKey).toEqual({ id: apiKeyId })
    expect(await readEvent('agent')).toEqual({ apiKeyId, apiKey: null })
  })

  test('events omit the ids of people hidden from the caller', async () => {
    const readPeopleIds = async (caller: TestUser, id: string) =>
      (await readFeed(world.as(caller)))
        .find(({ recordId }) => recordId === id)
        ?.changes.find(({ field }) => field === 'peopleIds')?.to
    expect(await readPeopleIds('owner', dealId)).toEqual([ownId, hiddenId])
    expect(await readPeopleIds('agent', dealId)).toEqual([ownId])
    expect(await readPeopleIds('loner', dealId)).toEqual([hiddenId])
    const feedJson = JSON.stringify(await readFeed(world.as('agent')))
    expect(feedJson).not.toContain(hiddenId)
  })

  test('a task event omits a previous or new person hidden from the caller', async () => {
    const taskId = await createRecord('/v1/tasks', { title: 'Moved', personId: hiddenId })
    expect(
      (await world.as('owner').rest('PATCH', `/v1/tasks/${taskId}`, { personId: ownId })).status,
    ).toBe(200)
    const readPersonChange = async (caller: TestUser) => {
      const event = (await readFeed(world.as(caller), 100, 'task.updated')).find(
        ({ recordId }) => recordId === taskId,
      )
      return event?.changes.filter(({ field }) => field === 'personId')
    }
    expect(await readPersonChange('owner')).toMatchObject([{ from: hiddenId, to: ownId }])
    expect(await readPersonChange('agent')).toMatchObject([{ from: null, to: ownId }])
  })

  test('an event omits a truncated list of ids if the list includes people hidden from the caller', async () => {
    const hiddenIds: string[] = []
    for (let n = 0; n < 20; n++)
      hiddenIds.push(
        await createRecord('/v1/people', {
          firstName: 'Cut',
          assignedAgentId: world.users.loner.id,
        }),
      )
    const pipelineId = (await world.as('owner').rest('GET', '/v1/pipelines')).body.data[0].id
    const dealId = await createRecord('/v1/deals', {
      title: 'Large',
      pipelineId,
      peopleIds: [ownId, ...hiddenIds],
    })
    const event = (await readFeed(world.as('agent'))).find(({ recordId }) => recordId === dealId)
    expect(event?.changes.find(({ field }) => field === 'peopleIds')).toMatchObject({
      to: null,
      truncated: true,
    })
    for (const id of hiddenIds) expect(JSON.stringify(event)).not.toContain(id.slice(-20))
  })

  test('a tag deletion event contains the number of people with the tag only for callers who can view all people', async () => {
    for (const id of [ownId, hiddenId])
      expect(
        (await world.as('owner').rest('PATCH', `/v1/people/${id}`, { tags: ['Counted'] })).status,
      ).toBe(200)
    const countedTag = (
      await world.as('owner').gql('{ tags(first: 50) { nodes { id name } } }')
    ).body.data.tags.nodes.find(({ name }: { name: string }) => name === 'Counted')
    expect(
      (await world.as('owner').rest('DELETE', `/v1/tags/${countedTag.id}?detach=true`)).status,
    ).toBe(200)
    const readPersonCounts = async (caller: TestUser) =>
      (await readFeed(world.as(caller), 100, 'tag.deleted')).map(
        ({ changes }) => changes.find(({ field }) => field === 'people')?.from,
      )
    expect([await readPersonCounts('owner'), await readPersonCounts('agent')]).toEqual([
      [2],
      [undefined],
    ])
  })

  test('only users who could view a deleted record receive its deletion event and earlier events', async () => {
    const [visiblePersonId, hiddenPersonId] = [
      await createRecord('/v1/people', {
        firstName: 'Gone',
        assignedAgentId: world.users.agent.id,
      }),
      await createRecord('/v1/people', {
        firstName: 'Other',
        assignedAgentId: world.users.loner.id,
      }),
    ]
    const taskIds = [
      await createRecord('/v1/tasks', { title: 'x', personId: visiblePersonId }),
      await createRecord('/v1/tasks', { title: 'x', personId: hiddenPersonId }),
    ]
    for (const id of taskIds) await world.as('owner').rest('DELETE', `/v1/tasks/${id}`)
    for (const id of [visiblePersonId, hiddenPersonId])
      await world.as('owner').rest('DELETE', `/v1/people/${id}?permanent=true`)
    for (const caller of ['agent', 'leader', 'owner'] as const) {
      const events = await readFeed(world.as(caller))
      expect([
        caller,
        listEventTypes(events, visiblePersonId),
        listEventTypes(events, taskIds[0] ?? ''),
      ]).toEqual([caller, ['person.created', 'person.deleted'], ['task.created', 'task.deleted']])
    }
    for (const caller of ['agent', 'idle'] as const) {
      const events = await readFeed(world.as(caller))
      expect([
        caller,
        listEventTypes(events, hiddenPersonId),
        listEventTypes(events, taskIds[1] ?? ''),
      ]).toEqual([caller, [], []])
    }
  })

  test("after a merge is undone, only users who can view the restored person receive the person's events", async () => {
    const [survivorId, restoredId] = [
      await createRecord('/v1/people', { firstName: 'Kept' }),
      await createRecord('/v1/people', {
        firstName: 'Back',
        assignedAgentId: world.users.agent.id,
      }),
    ]
    const owner = world.as('owner')
    const mergeReply = await owner.gql(
      'mutation($id: ID!, $otherIds: [ID!]!) { mergePeople(id: $id, otherIds: $otherIds) { person { merges { nodes { id } } } } }',
      {
        id: survivorId,
        otherIds: [restoredId],
      },
    )
    expect(listEventTypes(await readFeed(world.as('agent')), restoredId)).toEqual([
      'person.created',
      'person.deleted',
    ])
    await owner.rest(
      'POST',
      `/v1/people/merges/${mergeReply.body.data.mergePeople.person.merges.nodes[0].id}/undo`,
    )
    expect(listEventTypes(await readFeed(world.as('agent')), restoredId)).toContain(
      'person.deleted',
    )
    await owner.rest('PUT', `/v1/people/${restoredId}`, {
      assignedAgentId: world.users.loner.id,
      background: 'What the agent must not know',
    })
    expect(listEventTypes(await readFeed(world.as('agent')), restoredId)).toEqual([])
    expect(listEventTypes(await readFeed(world.as('loner')), restoredId)).toContain(
      'person.updated',
    )
  })

  test("the event feed contains only events of record kinds within the API key's scopes", async () => {
    const key = await world.createKey('owner', ['tasks.manage'])
    const kinds = new Set((await readFeed(key)).map(({ type }) => type.split('.')[0]))
    expect(kinds).toContain('task')
    for (const kind of ['person', 'deal', 'activity', 'appointment', 'user'])
      expect(kinds).not.toContain(kind)
  })

  test('the event feed continues after any cursor and returns each event once at every page size', async () => {
    const agentFeed = await readFeed(world.as('agent'))
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 7 }),
        fc.nat({ max: agentFeed.length - 1 }),
        async (pageSize, index) => {
          expect(
            await readFeed(world.as('agent'), pageSize, undefined, agentFeed[index]?.cursor),
          ).toEqual(agentFeed.slice(index + 1))
        },
      ),
      { seed: 5, numRuns: 25 },
    )
    const types = 'deal.created,task.*'
    const expectedEvents = agentFeed.filter(
      ({ type }) => type === 'deal.created' || type.startsWith('task.'),
    )
    expect(await readFeed(world.as('agent'), 2, types)).toEqual(expectedEvents)
  })

  test('an empty page of the event feed has a cursor for the next request', async () => {
    const startCursor = (await readFeed(world.as('idle'))).at(-1)?.cursor
    for (let i = 0; i < 30; i++)
      await createRecord('/v1/people', {
        firstName: 'Unseen',
        assignedAgentId: world.users.loner.id,
      })
    const query =
      'query($c: String) { events(first: 5, after: $c, types: ["person.*"]) { nodes { id } pageInfo { hasNextPage endCursor } } }'
    const { nodes, pageInfo } = (await world.as('idle').gql(query, { c: startCursor ?? null })).body
      .data.events
    expect([nodes, pageInfo.hasNextPage]).toEqual([[], false])
    const personId = await createRecord('/v1/people', {
      firstName: 'Seen',
      assignedAgentId: world.users.idle.id,
    })
    const nextPage = (
      await world
        .as('idle')
        .gql(query.replace('id }', 'recordId record { id } actor { fullName } }'), {
          c: pageInfo.endCursor,
        })
    ).body.data.events
    expect(nextPage.nodes).toEqual([
      { recordId: personId, record: { id: personId }, actor: { fullName: 'Olga Owner' } },
    ])
  })

  test("an event feed request with an unknown event type, a limit above 100 or another user's cursor is rejected", async () => {
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

  test('an event with 60 long custom field values is smaller than 20 kB and names every changed field', async () => {
    const fieldKeys: string[] = []
    for (let n = 0; n < 60; n++)
      fieldKeys.push(
        (
          await world.as('owner').rest('POST', '/v1/custom-fields', {
            record: 'person',
            name: `Long ${n}`,
            type: 'text',
          })
        ).body.data.key,
      )
    const longValues = Object.fromEntries(fieldKeys.map((key) => [key, '漢'.repeat(400)]))
    const id = await createRecord('/v1/people', {
      firstName: 'Long',
      background: '漢'.repeat(2000),
      customFields: longValues,
    })
    const event = (await readFeed(world.as('owner'), 100, 'person.created')).find(
      ({ recordId }) => recordId === id,
    )
    expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(20_000)
    expect(event?.changes.filter(({ field }) => field.startsWith('customFields.'))).toHaveLength(60)
  })
})
