import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getPersonReferences } from '../src/crud/person-references.ts'
import { query } from '../src/store/query.ts'
import { onPostgres } from './support/database.ts'
import { dump } from './support/dump.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

const eventsQuery = query((k, p: { companyId: string; afterSequence: number }) =>
  k
    .selectFrom('events')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('sequence', '>', p.afterSequence)
    .orderBy('sequence'),
)
const tablesWithPersonId = query<object, { name: string }>(() =>
  onPostgres
    ? sql`select distinct "table_name" collate "C" as "name" from "information_schema"."columns" where "table_schema" = current_schema() and "column_name" in ('personId', 'survivorId') order by 1`
    : sql`select distinct "t"."name" from "sqlite_master" as "t"
    where "t"."type" = 'table' and (exists (select 1 from pragma_foreign_key_list("t"."name") where "table" = 'people')
      or exists (select 1 from pragma_table_info("t"."name") where "name" = 'personId')) order by 1`,
)

describe('Merging people', () => {
  let world: World
  let pipelineId: string
  beforeAll(async () => {
    world = await createWorld()
    pipelineId = (await world.as('owner').rest('GET', '/v1/pipelines')).body.data[0].id
  })
  afterAll(() => world.stop())

  const post = async (path: string, body: object, user: TestUser = 'owner') => {
    const reply = await world.as(user).rest('POST', path, body)
    expect([path, reply.status, reply.text]).toEqual([path, 201, reply.text])
    return reply.body.data.id as string
  }
  const createPerson = (body: object = {}) => post('/v1/people', { firstName: 'Ann', ...body })
  const readBody = async (path: string, user: TestUser = 'owner') =>
    (await world.as(user).rest('GET', path)).body
  const merge = (id: string, otherIds: string[], user: TestUser = 'owner') =>
    world.as(user).rest('POST', `/v1/people/${id}/merge`, { otherIds })
  const undo = (mergeId: string, user: TestUser = 'owner') =>
    world.as(user).rest('POST', `/v1/people/merges/${mergeId}/undo`)
  const readLastMerge = async (id: string) =>
    (await readBody(`/v1/people/${id}/merges`)).data[0]?.id as string
  const readNewEvents = async (work: () => Promise<unknown>) => {
    const readEvents = (afterSequence: number) =>
      world.deps.store.allCompanies.read((db) =>
        db.all(eventsQuery, { companyId: world.company.id, afterSequence }),
      )
    const lastSequence = (await readEvents(0)).at(-1)?.sequence ?? 0
    await work()
    return (await readEvents(lastSequence)).map(({ type, recordId, changes, audience }) => ({
      type,
      recordId,
      changes: JSON.parse(changes),
      audience,
    }))
  }
  const getValues = (list: { value: string }[]) => list.map((item) => item.value)

  test("merging people and undoing the merge update each person's last activity", async () => {
    const [id, otherId] = [await createPerson(), await createPerson()]
    const createActivity = async (personId: string) => {
      world.clock.advance(60_000)
      const creation = await post('/v1/activities', { personId, channel: 'call' })
      return { id: creation, at: new Date(world.clock.now()).toISOString() }
    }
    const readLatestActivity = async (personId: string) =>
      (await world.as('owner').gql(`{ person(id: "${personId}") { lastActivityAt } }`)).body.data
        .person.lastActivityAt
    const [firstId, secondId] = [await createActivity(otherId), await createActivity(otherId)]
    const mergeReply = await world
      .as('owner')
      .gql(
        `mutation { mergePeople(id: "${id}", otherIds: ["${otherId}"]) { person { lastActivityAt } } }`,
      )
    expect([
      mergeReply.body.data.mergePeople.person.lastActivityAt,
      await readLatestActivity(id),
    ]).toEqual([secondId.at, secondId.at])
    await world.as('owner').rest('DELETE', `/v1/activities/${secondId.id}`)
    expect(await readLatestActivity(id)).toBe(firstId.at)
    await undo(await readLastMerge(id))
    expect([await readLatestActivity(id), await readLatestActivity(otherId)]).toEqual([
      null,
      firstId.at,
    ])
  })

  test("a merge fills the survivor's empty fields, combines lists and moves related records", async () => {
    const { agent, loner } = world.users
    const id = await createPerson({
      lastName: '',
      source: 'Web',
      emails: [{ value: 'a@x.test' }],
      tags: ['One', 'Two'],
      collaboratorIds: [agent.id],
      price: 0,
      assignedAgentId: agent.id,
    })
    const firstId = await createPerson({
      firstName: 'Bob',
      lastName: 'Miller',
      source: 'Ad',
      emails: [{ value: 'b@x.test', isPrimary: true }, { value: 'A@x.test' }],
      phones: [{ value: '415 555 0101' }],
      tags: ['two', 'Three'],
      collaboratorIds: [loner.id],
      price: 7,
      relationship: false,
    })
    const secondId = await createPerson({
      lastName: 'Other',
      phones: [{ value: '+14155550101' }, { value: '415 555 0102' }],
      timeframe: 'Soon',
      relationship: true,
    })
    const activity = await post('/v1/activities', { personId: firstId, channel: 'call' })
    const task = await post('/v1/tasks', { title: 'Call', personId: secondId })
    const deals = [
      await post('/v1/deals', { title: 'Of the other', pipelineId, peopleIds: [firstId] }),
      await post('/v1/deals', { title: 'Of all', pipelineId, peopleIds: [secondId, id, firstId] }),
      await post('/v1/deals', {
        title: 'Of both others',
        pipelineId,
        peopleIds: [firstId, secondId],
      }),
    ]
    const visit = await post('/v1/appointments', {
      title: 'Visit',
      startsAt: '2026-06-03T09:00:00Z',
      endsAt: '2026-06-03T10:00:00Z',
      peopleIds: [secondId],
    })
    const preview = await readBody(`/v1/people/${id}/merge-preview?otherIds=${firstId},${secondId}`)
    const { data } = (await merge(id, [firstId, secondId])).body
    expect(data).toMatchObject({
      id,
      firstName: 'Ann',
      lastName: 'Miller',
      source: 'Web',
      price: 0,
      timeframe: 'Soon',
      relationship: false,
    })
    expect(data).toMatchObject({ assignedAgentId: agent.id, tags: 'One, Two, Three' })
    expect(data.emails.map((email: object) => Object.values(email))).toEqual([
      ['a@x.test', 'home', true],
      ['b@x.test', 'home', false],
    ])
    expect(getValues(data.phones)).toEqual(['+14155550101', '+14155550102'])
    for (const otherId of [firstId, secondId])
      expect((await world.as('owner').rest('GET', `/v1/people/${otherId}`)).status).toBe(404)
    expect((await readBody(`/v1/activities/${activity}`)).data.personId).toBe(id)
    expect((await readBody(`/v1/tasks/${task}`)).data.personId).toBe(id)
    expect((await readBody(`/v1/appointments/${visit}`)).data.peopleIds).toEqual([id])
    for (const deal of deals)
      expect((await readBody(`/v1/deals/${deal}`)).data.peopleIds).toEqual([id])
    expect((await readBody('/v1/people/search?name=bob')).data).toEqual([])
    expect((await readBody('/v1/people/search?name=miller')).data).toMatchObject([{ id }])
    expect((await readBody('/v1/people/search?email=b@x.test')).data).toMatchObject([{ id }])
    expect((await world.as('loner').rest('GET', `/v1/people/${id}`)).status).toBe(200)
    // The preview matches the result.
    expect(
      Object.fromEntries(
        preview.data.values.map(({ field, value }: { field: string; value: unknown }) => [
          field,
          value,
        ]),
      ),
    ).toMatchObject({
      firstName: 'Ann',
      lastName: 'Miller',
      source: 'Web',
      price: 0,
      timeframe: 'Soon',
      relationship: false,
      background: null,
    })
    expect(preview.data.values).toEqual(
      expect.arrayContaining([
        { field: 'lastName', value: 'Miller', personId: firstId },
        { field: 'timeframe', value: 'Soon', personId: secondId },
        { field: 'background', value: null, personId: null },
      ]),
    )
    expect(preview.data).toMatchObject({
      emails: data.emails,
      phones: data.phones,
      tags: ['One', 'Two', 'Three'],
    })
    expect(preview.data.moves).toEqual({ activities: 1, tasks: 1, deals: 3, appointments: 1 })
    expect(preview.data.collaborators.map((user: { id: string }) => user.id)).toEqual([
      agent.id,
      loner.id,
    ])
  })

  test('a merge preview changes nothing and counts only records visible to the caller', async () => {
    const [id, otherId] = [
      await createPerson({ collaboratorIds: [world.users.agent.id] }),
      await createPerson({ assignedAgentId: world.users.agent.id }),
    ]
    await post('/v1/tasks', { title: 'Seen by way of the person', personId: otherId })
    await post('/v1/deals', { title: 'Too', pipelineId, peopleIds: [otherId] })
    const narrowedClient = await world.createKey('agent', [
      'people.edit.own',
      'people.view.own',
      'activities.view',
    ])
    const dataBefore = await dump(world)
    const path = `/v1/people/${id}/merge-preview?otherIds=${otherId}`
    expect((await readBody(path, 'agent')).data.moves).toEqual({
      activities: 0,
      tasks: 1,
      deals: 1,
      appointments: 0,
    })
    expect((await narrowedClient.rest('GET', path)).body.data.moves).toEqual({
      activities: 0,
      tasks: null,
      deals: null,
      appointments: null,
    })
    expect(await dump(world)).toEqual(dataBefore)
  })

  test('a merge and its undo record one event per person, and users who could view a merged person receive its deletion event', async () => {
    const [id, otherId] = [
      await createPerson({ source: null }),
      await createPerson({
        source: 'Ad',
        assignedAgentId: world.users.agent.id,
        collaboratorIds: [world.users.loner.id],
      }),
    ]
    const mergeEvents = await readNewEvents(() => merge(id, [otherId]))
    expect(mergeEvents).toEqual([
      {
        type: 'person.deleted',
        recordId: otherId,
        changes: [],
        audience: JSON.stringify([
          world.users.leader.id,
          world.users.agent.id,
          world.users.loner.id,
        ]),
      },
      {
        type: 'person.merged',
        recordId: id,
        audience: null,
        changes: [
          { field: 'source', from: null, to: 'Ad' },
          { field: 'mergedIds', from: [], to: [otherId] },
          { field: 'collaboratorIds', from: [], to: [world.users.loner.id] },
        ],
      },
    ])
    const mergeId = await readLastMerge(id)
    const undoEvents = await readNewEvents(() => undo(mergeId))
    expect(undoEvents.map(({ type, recordId }) => [type, recordId])).toEqual([
      ['person.unmerged', id],
      ['person.restored', otherId],
    ])
    expect(undoEvents[0]?.changes).toEqual([
      { field: 'source', from: 'Ad', to: null },
      { field: 'mergedIds', from: [otherId], to: [] },
      { field: 'collaboratorIds', from: [world.users.loner.id], to: [] },
    ])
  })

  test('a person cannot be merged with itself or with a repeated, unknown, hidden or trashed person', async () => {
    const [id, otherId, trashedId] = [
      await createPerson(),
      await createPerson(),
      await createPerson(),
    ]
    await world.as('owner').rest('DELETE', `/v1/people/${trashedId}`)
    const hiddenId = await createPerson({ assignedAgentId: world.users.loner.id })
    const foreignId = await post('/v1/people', { firstName: 'Far' }, 'stranger')
    const ownId = await post('/v1/people', { firstName: 'Mine' }, 'agent')
    const narrowedClient = await world.createKey('owner', ['people.view.all', 'people.edit.own'])
    const dataBefore = await dump(world)
    const expectRefusal = async (
      survivorId: string,
      otherIds: string[],
      user: TestUser = 'owner',
    ) => {
      const { status, body } = await merge(survivorId, otherIds, user)
      const preview = await world
        .as(user)
        .rest('GET', `/v1/people/${survivorId}/merge-preview?otherIds=${otherIds.join(',')}`)
      expect([preview.status, preview.body.error?.code, preview.body.error?.details]).toEqual([
        status,
        body.error.code,
        body.error.details,
      ])
      return [
        status,
        ...(body.error.details ?? [{ code: body.error.code }]).map(
          (detail: { field: string; code: string }) => `${detail.field ?? ''} ${detail.code}`,
        ),
      ]
    }
    expect(await expectRefusal(id, [otherId, id, otherId])).toEqual([
      400,
      'otherIds[1] INVALID_VALUE',
      'otherIds[2] INVALID_VALUE',
    ])
    expect(await expectRefusal(id, ['person_nowhere0', trashedId, foreignId])).toEqual([
      400,
      'otherIds[0] INVALID_REFERENCE',
      'otherIds[1] INVALID_VALUE',
      'otherIds[2] INVALID_REFERENCE',
    ])
    expect(await expectRefusal(ownId, [hiddenId], 'agent')).toEqual([
      400,
      'otherIds[0] INVALID_REFERENCE',
    ])
    expect(await expectRefusal(id, Array(11).fill(otherId))).toEqual([400, 'otherIds TOO_LONG'])
    expect(await expectRefusal(trashedId, [otherId])).toEqual([409, ' CONFLICT'])
    expect(await expectRefusal(hiddenId, [ownId], 'agent')).toEqual([403, ' FORBIDDEN'])
    expect((await merge(id, [])).body.error.details).toMatchObject([
      { field: 'otherIds', code: 'TOO_SHORT' },
    ])
    expect(
      (await narrowedClient.rest('POST', `/v1/people/${id}/merge`, { otherIds: [hiddenId] }))
        .status,
    ).toBe(403)
    const lateReply = await world
      .as('owner')
      .rest('POST', `/v1/people/${id}/merge`, { otherIds: [otherId] }, { 'If-Match': '"7"' })
    expect(lateReply.status).toBe(412)
    expect(await dump(world)).toEqual(dataBefore)
  })

  test('undoing a merge keeps later changes and moves back only data that the survivor still has', async () => {
    const id = await createPerson({ source: null })
    const otherId = await createPerson({
      lastName: 'Known',
      source: 'Ad',
      timeframe: 'Soon',
      emails: [{ value: 'x@x.test' }, { value: 'y@x.test' }],
      tags: ['Gone', 'Kept'],
    })
    const [stayingTask, movingTask] = [
      await post('/v1/tasks', { title: 'Stays', personId: otherId }),
      await post('/v1/tasks', { title: 'Goes', personId: otherId }),
    ]
    const deal = await post('/v1/deals', { title: 'Loses both', pipelineId, peopleIds: [otherId] })
    await merge(id, [otherId])
    const addedActivity = await post('/v1/activities', { personId: id, channel: 'note' })
    await world.as('owner').rest('PUT', `/v1/tasks/${stayingTask}`, { personId: null })
    await world
      .as('owner')
      .rest('PUT', `/v1/deals/${deal}`, { title: 'Loses both', pipelineId, peopleIds: [] })
    await world.as('owner').rest('PUT', `/v1/people/${id}`, {
      source: 'Mine',
      emails: [{ value: 'x@x.test', type: 'work' }, { value: 'y@x.test' }, { value: 'z@x.test' }],
    })
    const deletedTagId = (await readBody('/v1/tags?name=gone')).data[0].id
    await world.as('owner').rest('DELETE', `/v1/tags/${deletedTagId}?detach=true`)
    const reply = await undo(await readLastMerge(id))
    expect(reply.body.data.person).toMatchObject({
      id,
      lastName: '',
      source: 'Mine',
      timeframe: null,
      tags: '',
    })
    expect(getValues(reply.body.data.person.emails)).toEqual(['x@x.test', 'z@x.test'])
    expect(reply.body.data.people).toMatchObject([
      { id: otherId, lastName: 'Known', source: 'Ad', tags: 'Kept' },
    ])
    expect(getValues(reply.body.data.people[0].emails)).toEqual(['x@x.test', 'y@x.test'])
    expect((await readBody(`/v1/activities/${addedActivity}`)).data.personId).toBe(id)
    expect([
      (await readBody(`/v1/tasks/${stayingTask}`)).data.personId,
      (await readBody(`/v1/tasks/${movingTask}`)).data.personId,
    ]).toEqual([null, otherId])
    expect((await readBody(`/v1/deals/${deal}`)).data.peopleIds).toEqual([])
    expect((await readBody('/v1/people/search?name=known')).data).toMatchObject([{ id: otherId }])
    expect((await world.as('agent').rest('GET', `/v1/people/${otherId}`)).status).toBe(403)
  })

  test('a merge fills empty custom fields, and undoing the merge clears the fields that are still unchanged', async () => {
    const createField = async (key: string) =>
      post('/v1/custom-fields', { record: 'person', key, name: key, type: 'text' })
    const [, , , deletedField] = [
      await createField('own'),
      await createField('gap'),
      await createField('changed'),
      await createField('doomed'),
    ]
    const stage = await post('/v1/stages', { name: 'Doomed' })
    const id = await createPerson({ customFields: { own: 'mine' } })
    const otherId = await createPerson({
      stageId: stage,
      customFields: { own: 'theirs', gap: 'filled', changed: 'before', doomed: 'x' },
    })
    const preview = await readBody(`/v1/people/${id}/merge-preview?otherIds=${otherId}`)
    expect(preview.data.values).toEqual(
      expect.arrayContaining([
        { field: 'customFields.own', value: 'mine', personId: id },
        { field: 'customFields.gap', value: 'filled', personId: otherId },
      ]),
    )
    expect((await merge(id, [otherId])).body.data.customFields).toEqual({
      own: 'mine',
      gap: 'filled',
      changed: 'before',
      doomed: 'x',
    })
    await world.as('owner').rest('PUT', `/v1/people/${id}`, { customFields: { changed: 'after' } })
    await world.as('owner').rest('DELETE', `/v1/custom-fields/${deletedField}?force=true`)
    await world.as('owner').rest('DELETE', `/v1/stages/${stage}`)
    const undoResult = (await undo(await readLastMerge(id))).body.data
    expect([undoResult.person.customFields, undoResult.people[0].customFields]).toEqual([
      { own: 'mine', gap: null, changed: 'after' },
      { own: 'theirs', gap: 'filled', changed: 'before' },
    ])
    expect(undoResult.people[0].stageName).toBe('Lead')
    const history = await world
      .as('owner')
      .gql(
        'query($id: ID!) { person(id: $id) { stageHistory { nodes { toStageName leftAt } } } }',
        { id: otherId },
      )
    expect(
      history.body.errors ??
        history.body.data.person.stageHistory.nodes.map(
          (stageChange: { leftAt: string | null }) => stageChange.leftAt === null,
        ),
    ).toEqual([true, false])
  })

  test('undoing a merge adds the restored person back to a deal whose people have changed', async () => {
    const [id, otherId, thirdId] = [
      await createPerson(),
      await createPerson(),
      await createPerson(),
    ]
    const deal = await post('/v1/deals', { title: 'Busy', pipelineId, peopleIds: [otherId, id] })
    await merge(id, [otherId])
    const put = await world
      .as('owner')
      .rest('PUT', `/v1/deals/${deal}`, { title: 'Busy', pipelineId, peopleIds: [thirdId, id] })
    expect(put.status).toBe(200)
    expect((await undo(await readLastMerge(id))).status).toBe(200)
    expect((await readBody(`/v1/deals/${deal}`)).data.peopleIds).toEqual([thirdId, id, otherId])
  })

  test('each merge of a person can be undone only once, and several merges only in reverse order', async () => {
    const [a, b, thirdPerson, topPerson] = [
      await createPerson(),
      await createPerson({ firstName: 'B' }),
      await createPerson({ firstName: 'C' }),
      await createPerson({ firstName: 'Top' }),
    ]
    await merge(a, [b])
    const firstId = await readLastMerge(a)
    await merge(a, [thirdPerson])
    const secondId = await readLastMerge(a)
    const merges = await readBody(`/v1/people/${a}/merges?limit=1`)
    expect([merges.data, merges.meta.hasMore]).toMatchObject([
      [{ id: secondId, survivorId: a, people: [{ id: thirdPerson, fullName: 'C' }] }],
      true,
    ])
    expect((await undo(firstId)).body.error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(secondId),
    })
    await merge(topPerson, [a])
    const lastMerge = await readLastMerge(topPerson)
    expect((await undo(secondId)).status).toBe(404)
    expect((await undo(lastMerge)).status).toBe(200)
    expect((await undo(lastMerge)).body.error).toMatchObject({
      code: 'CONFLICT',
      message: 'The merge is already undone',
    })
    expect((await undo(secondId)).body.data.people).toMatchObject([{ id: thirdPerson }])
    expect((await undo(firstId)).body.data.people).toMatchObject([{ id: b }])
    expect((await readBody(`/v1/people/${a}/merges`)).data).toEqual([])
    await merge(a, [b])
    const lastOfDeleted = await readLastMerge(a)
    await world.as('owner').rest('DELETE', `/v1/people/${a}?permanent=true`)
    expect((await undo(lastOfDeleted)).status).toBe(404)
    expect(JSON.stringify((await dump(world))['personMerges'])).not.toContain(lastOfDeleted)
  })

  test('undoing a merge is rejected if the survivor would be left without name, email and phone', async () => {
    const id = await createPerson({ firstName: '', emails: [{ value: 'only@x.test' }] })
    const otherId = await createPerson({ lastName: 'Giver' })
    await merge(id, [otherId])
    await world.as('owner').rest('PUT', `/v1/people/${id}`, { emails: [] })
    const dataBefore = await dump(world)
    expect((await undo(await readLastMerge(id))).body.error.code).toBe('CONFLICT')
    expect(await dump(world)).toEqual(dataBefore)
  })

  test('users who can view a survivor can list its merges, and only users who can edit the survivor can undo them', async () => {
    const id = await createPerson({ collaboratorIds: [world.users.agent.id] })
    await merge(id, [await createPerson({ firstName: 'Hidden' })])
    const mergeId = await readLastMerge(id)
    expect((await readBody(`/v1/people/${id}/merges`, 'agent')).data).toMatchObject([
      { id: mergeId },
    ])
    for (const user of ['loner', 'stranger'] as const) {
      const status = user === 'stranger' ? 404 : 403
      expect([
        (await world.as(user).rest('GET', `/v1/people/${id}/merges`)).status,
        (await undo(mergeId, user)).status,
      ]).toEqual([status, status])
    }
    const undoReply = await undo(mergeId, 'agent')
    // The agent can no longer view the person whom the merge removed.
    expect([undoReply.status, undoReply.body.data.people]).toEqual([200, []])
  })

  test('every table that references people declares how a merge or a deletion changes its rows', async () => {
    const tables = (
      await world.deps.store.allCompanies.read((db) => db.all(tablesWithPersonId, {}))
    ).map(({ name }) => name)
    expect(
      getPersonReferences()
        .map(({ table }) => table)
        .sort(),
      'declarePersonReferences in table.ts of each table that references a person',
    ).toEqual(tables)
  })
})
