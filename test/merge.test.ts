import type { GraphQLInputObjectType, GraphQLObjectType } from 'graphql'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getPersonReferences } from '../src/crud/person-references.ts'
import { schema } from '../src/resources/index.ts'
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
const personReferenceTablesQuery = query<object, { name: string }>(() =>
  onPostgres
    ? sql`select distinct "table_name" collate "C" as "name" from "information_schema"."columns" where "table_schema" = current_schema() and "column_name" in ('personId', 'survivorId') order by 1`
    : sql`select distinct "t"."name" from "sqlite_master" as "t"
    where "t"."type" = 'table' and (exists (select 1 from pragma_foreign_key_list("t"."name") where "table" = 'people')
      or exists (select 1 from pragma_table_info("t"."name") where "name" = 'personId')) order by 1`,
)

const getFields = (typeName: string) =>
  (schema.getType(typeName) as GraphQLObjectType | GraphQLInputObjectType).getFields()

describe('Merging people', () => {
  let world: World
  let pipelineId: string
  beforeAll(async () => {
    world = await createWorld()
    pipelineId = (await world.as('owner').rest('GET', '/v1/pipelines')).body.data[0].id
  })
  afterAll(() => world.stop())

  const createRecord = async (path: string, body: object, user: TestUser = 'owner') => {
    const reply = await world.as(user).rest('POST', path, body)
    expect([path, reply.status, reply.text]).toEqual([path, 201, reply.text])
    return reply.body.data.id as string
  }
  const createPerson = (body: object = {}) =>
    createRecord('/v1/people', { firstName: 'Ann', ...body })
  const readBody = async (path: string, user: TestUser = 'owner') =>
    (await world.as(user).rest('GET', path)).body
  const mergePeople = (id: string, otherIds: string[], user: TestUser = 'owner') =>
    world.as(user).rest('POST', `/v1/people/${id}/merge`, { otherIds })
  const undoMerge = (mergeId: string, user: TestUser = 'owner') =>
    world.as(user).rest('POST', `/v1/people/merges/${mergeId}/undo`)
  const readLastMergeId = async (id: string) =>
    (await readBody(`/v1/people/${id}/merges`)).data[0]?.id as string
  const readNewEvents = async (action: () => Promise<unknown>) => {
    const readEvents = (afterSequence: number) =>
      world.deps.store.allCompanies.read((db) =>
        db.all(eventsQuery, { companyId: world.company.id, afterSequence }),
      )
    const lastSequence = (await readEvents(0)).at(-1)?.sequence ?? 0
    await action()
    return (await readEvents(lastSequence)).map(({ type, recordId, changes, audience }) => ({
      type,
      recordId,
      changes: JSON.parse(changes),
      audience,
    }))
  }
  const listValues = (list: { value: string }[]) => list.map((entry) => entry.value)

  test("merging people and undoing the merge update the time of each person's last activity", async () => {
    const [id, otherId] = [await createPerson(), await createPerson()]
    const createActivity = async (personId: string) => {
      world.clock.advance(60_000)
      const activityId = await createRecord('/v1/activities', { personId, channel: 'call' })
      return { id: activityId, at: new Date(world.clock.now()).toISOString() }
    }
    const readLastActivityAt = async (personId: string) =>
      (await world.as('owner').gql(`{ person(id: "${personId}") { lastActivityAt } }`)).body.data
        .person.lastActivityAt
    const [firstActivity, secondActivity] = [
      await createActivity(otherId),
      await createActivity(otherId),
    ]
    const mergeReply = await world
      .as('owner')
      .gql(
        `mutation { mergePeople(id: "${id}", otherIds: ["${otherId}"]) { person { lastActivityAt } } }`,
      )
    expect([
      mergeReply.body.data.mergePeople.person.lastActivityAt,
      await readLastActivityAt(id),
    ]).toEqual([secondActivity.at, secondActivity.at])
    await world.as('owner').rest('DELETE', `/v1/activities/${secondActivity.id}`)
    expect(await readLastActivityAt(id)).toBe(firstActivity.at)
    await undoMerge(await readLastMergeId(id))
    expect([await readLastActivityAt(id), await readLastActivityAt(otherId)]).toEqual([
      null,
      firstActivity.at,
    ])
  })

  test("a merge fills the survivor's empty fields, combines lists and moves related records, as the merge preview shows", async () => {
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
    const firstMergedId = await createPerson({
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
    const secondMergedId = await createPerson({
      lastName: 'Other',
      phones: [{ value: '+14155550101' }, { value: '415 555 0102' }],
      timeframe: 'Soon',
      relationship: true,
    })
    const activityId = await createRecord('/v1/activities', {
      personId: firstMergedId,
      channel: 'call',
    })
    const taskId = await createRecord('/v1/tasks', { title: 'Call', personId: secondMergedId })
    const dealIds = [
      await createRecord('/v1/deals', {
        title: 'Of the other',
        pipelineId,
        peopleIds: [firstMergedId],
      }),
      await createRecord('/v1/deals', {
        title: 'Of all',
        pipelineId,
        peopleIds: [secondMergedId, id, firstMergedId],
      }),
      await createRecord('/v1/deals', {
        title: 'Of both others',
        pipelineId,
        peopleIds: [firstMergedId, secondMergedId],
      }),
    ]
    const appointmentId = await createRecord('/v1/appointments', {
      title: 'Visit',
      startsAt: '2026-06-03T09:00:00Z',
      endsAt: '2026-06-03T10:00:00Z',
      peopleIds: [secondMergedId],
    })
    const preview = await readBody(
      `/v1/people/${id}/merge-preview?otherIds=${firstMergedId},${secondMergedId}`,
    )
    const { data } = (await mergePeople(id, [firstMergedId, secondMergedId])).body
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
    expect(listValues(data.phones)).toEqual(['+14155550101', '+14155550102'])
    for (const otherId of [firstMergedId, secondMergedId])
      expect((await world.as('owner').rest('GET', `/v1/people/${otherId}`)).status).toBe(404)
    expect((await readBody(`/v1/activities/${activityId}`)).data.personId).toBe(id)
    expect((await readBody(`/v1/tasks/${taskId}`)).data.personId).toBe(id)
    expect((await readBody(`/v1/appointments/${appointmentId}`)).data.peopleIds).toEqual([id])
    for (const dealId of dealIds)
      expect((await readBody(`/v1/deals/${dealId}`)).data.peopleIds).toEqual([id])
    expect((await readBody('/v1/people/search?name=bob')).data).toEqual([])
    expect((await readBody('/v1/people/search?name=miller')).data).toMatchObject([{ id }])
    expect((await readBody('/v1/people/search?email=b@x.test')).data).toMatchObject([{ id }])
    expect((await world.as('loner').rest('GET', `/v1/people/${id}`)).status).toBe(200)
    // The merge preview must contain the same values as the merged person.
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
        { field: 'lastName', value: 'Miller', personId: firstMergedId },
        { field: 'timeframe', value: 'Soon', personId: secondMergedId },
        { field: 'background', value: null, personId: null },
      ]),
    )
    expect(preview.data).toMatchObject({
      emails: data.emails,
      phones: data.phones,
      tags: ['One', 'Two', 'Three'],
    })
    expect(preview.data.moves).toMatchObject({ activities: 1, tasks: 1, deals: 3, appointments: 1 })
    expect(Object.keys(preview.data.moves).sort()).toEqual(
      Object.keys(getFields('PersonMergeMoves')).sort(),
    )
    const listFields = ['collaboratorIds', 'emails', 'phones', 'tags']
    const otherFields = ['stageId', 'customFields', 'externalId', 'externalSource']
    expect(
      preview.data.values.map(({ field }: { field: string }) => field).sort(),
      'mergedFields in src/resources/people/merge.ts',
    ).toEqual(
      Object.keys(getFields('UpdatePersonInput'))
        .filter((field) => ![...listFields, ...otherFields].includes(field))
        .map((field) => (field === 'assigneeId' ? 'assignedAgentId' : field))
        .sort(),
    )
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
    await createRecord('/v1/tasks', { title: 'Seen by way of the person', personId: otherId })
    await createRecord('/v1/deals', { title: 'Too', pipelineId, peopleIds: [otherId] })
    const narrowedClient = await world.createKey('agent', [
      'people.edit.own',
      'people.view.own',
      'activities.view',
    ])
    const dataBefore = await dump(world)
    const path = `/v1/people/${id}/merge-preview?otherIds=${otherId}`
    expect((await readBody(path, 'agent')).data.moves).toMatchObject({
      activities: 0,
      tasks: 1,
      deals: 1,
      appointments: 0,
    })
    expect((await narrowedClient.rest('GET', path)).body.data.moves).toMatchObject({
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
    const mergeEvents = await readNewEvents(() => mergePeople(id, [otherId]))
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
    const mergeId = await readLastMergeId(id)
    const undoEvents = await readNewEvents(() => undoMerge(mergeId))
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

  test("a merge with duplicate ids, the survivor's own id, or unknown, hidden or trashed people is rejected", async () => {
    const [id, otherId, trashedId] = [
      await createPerson(),
      await createPerson(),
      await createPerson(),
    ]
    await world.as('owner').rest('DELETE', `/v1/people/${trashedId}`)
    const hiddenId = await createPerson({ assignedAgentId: world.users.loner.id })
    const strangerPersonId = await createRecord('/v1/people', { firstName: 'Far' }, 'stranger')
    const agentPersonId = await createRecord('/v1/people', { firstName: 'Mine' }, 'agent')
    const narrowedClient = await world.createKey('owner', ['people.view.all', 'people.edit.own'])
    const dataBefore = await dump(world)
    const listRejections = async (
      survivorId: string,
      otherIds: string[],
      user: TestUser = 'owner',
    ) => {
      const { status, body } = await mergePeople(survivorId, otherIds, user)
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
    expect(await listRejections(id, [otherId, id, otherId])).toEqual([
      400,
      'otherIds[1] INVALID_VALUE',
      'otherIds[2] INVALID_VALUE',
    ])
    expect(await listRejections(id, ['person_nowhere0', trashedId, strangerPersonId])).toEqual([
      400,
      'otherIds[0] INVALID_REFERENCE',
      'otherIds[1] INVALID_VALUE',
      'otherIds[2] INVALID_REFERENCE',
    ])
    expect(await listRejections(agentPersonId, [hiddenId], 'agent')).toEqual([
      400,
      'otherIds[0] INVALID_REFERENCE',
    ])
    expect(await listRejections(id, Array(11).fill(otherId))).toEqual([400, 'otherIds TOO_LONG'])
    expect(await listRejections(trashedId, [otherId])).toEqual([409, ' CONFLICT'])
    expect(await listRejections(hiddenId, [agentPersonId], 'agent')).toEqual([403, ' FORBIDDEN'])
    expect((await mergePeople(id, [])).body.error.details).toMatchObject([
      { field: 'otherIds', code: 'TOO_SHORT' },
    ])
    expect(
      (await narrowedClient.rest('POST', `/v1/people/${id}/merge`, { otherIds: [hiddenId] }))
        .status,
    ).toBe(403)
    const outdatedReply = await world
      .as('owner')
      .rest('POST', `/v1/people/${id}/merge`, { otherIds: [otherId] }, { 'If-Match': '"7"' })
    expect(outdatedReply.status).toBe(412)
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
    const [stayingTaskId, movingTaskId] = [
      await createRecord('/v1/tasks', { title: 'Stays', personId: otherId }),
      await createRecord('/v1/tasks', { title: 'Goes', personId: otherId }),
    ]
    const dealId = await createRecord('/v1/deals', {
      title: 'Loses both',
      pipelineId,
      peopleIds: [otherId],
    })
    await mergePeople(id, [otherId])
    const addedActivityId = await createRecord('/v1/activities', { personId: id, channel: 'note' })
    await world.as('owner').rest('PUT', `/v1/tasks/${stayingTaskId}`, { personId: null })
    await world
      .as('owner')
      .rest('PUT', `/v1/deals/${dealId}`, { title: 'Loses both', pipelineId, peopleIds: [] })
    await world.as('owner').rest('PUT', `/v1/people/${id}`, {
      source: 'Mine',
      emails: [{ value: 'x@x.test', type: 'work' }, { value: 'y@x.test' }, { value: 'z@x.test' }],
    })
    const deletedTagId = (await readBody('/v1/tags?name=gone')).data[0].id
    await world.as('owner').rest('DELETE', `/v1/tags/${deletedTagId}?detach=true`)
    const reply = await undoMerge(await readLastMergeId(id))
    expect(reply.body.data.person).toMatchObject({
      id,
      lastName: '',
      source: 'Mine',
      timeframe: null,
      tags: '',
    })
    expect(listValues(reply.body.data.person.emails)).toEqual(['x@x.test', 'z@x.test'])
    expect(reply.body.data.people).toMatchObject([
      { id: otherId, lastName: 'Known', source: 'Ad', tags: 'Kept' },
    ])
    expect(listValues(reply.body.data.people[0].emails)).toEqual(['x@x.test', 'y@x.test'])
    expect((await readBody(`/v1/activities/${addedActivityId}`)).data.personId).toBe(id)
    expect([
      (await readBody(`/v1/tasks/${stayingTaskId}`)).data.personId,
      (await readBody(`/v1/tasks/${movingTaskId}`)).data.personId,
    ]).toEqual([null, otherId])
    expect((await readBody(`/v1/deals/${dealId}`)).data.peopleIds).toEqual([])
    expect((await readBody('/v1/people/search?name=known')).data).toMatchObject([{ id: otherId }])
    expect((await world.as('agent').rest('GET', `/v1/people/${otherId}`)).status).toBe(403)
  })

  test('a merge fills empty custom fields, and undoing the merge clears the fields that are still unchanged', async () => {
    const createCustomField = async (key: string) =>
      createRecord('/v1/custom-fields', { record: 'person', key, name: key, type: 'text' })
    const [, , , deletedFieldId] = [
      await createCustomField('own'),
      await createCustomField('gap'),
      await createCustomField('changed'),
      await createCustomField('doomed'),
    ]
    const stageId = await createRecord('/v1/stages', { name: 'Doomed' })
    const id = await createPerson({ customFields: { own: 'mine' } })
    const otherId = await createPerson({
      stageId: stageId,
      customFields: { own: 'theirs', gap: 'filled', changed: 'before', doomed: 'x' },
    })
    const preview = await readBody(`/v1/people/${id}/merge-preview?otherIds=${otherId}`)
    expect(preview.data.values).toEqual(
      expect.arrayContaining([
        { field: 'customFields.own', value: 'mine', personId: id },
        { field: 'customFields.gap', value: 'filled', personId: otherId },
      ]),
    )
    expect((await mergePeople(id, [otherId])).body.data.customFields).toEqual({
      own: 'mine',
      gap: 'filled',
      changed: 'before',
      doomed: 'x',
    })
    await world.as('owner').rest('PUT', `/v1/people/${id}`, { customFields: { changed: 'after' } })
    await world.as('owner').rest('DELETE', `/v1/custom-fields/${deletedFieldId}?force=true`)
    await world.as('owner').rest('DELETE', `/v1/stages/${stageId}`)
    const undoResult = (await undoMerge(await readLastMergeId(id))).body.data
    expect([undoResult.person.customFields, undoResult.people[0].customFields]).toEqual([
      { own: 'mine', gap: null, changed: 'after' },
      { own: 'theirs', gap: 'filled', changed: 'before' },
    ])
    expect(undoResult.people[0].stageName).toBe('Lead')
    const historyReply = await world
      .as('owner')
      .gql(
        'query($id: ID!) { person(id: $id) { stageHistory { nodes { toStageName leftAt } } } }',
        { id: otherId },
      )
    expect(
      historyReply.body.errors ??
        historyReply.body.data.person.stageHistory.nodes.map(
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
    const dealId = await createRecord('/v1/deals', {
      title: 'Busy',
      pipelineId,
      peopleIds: [otherId, id],
    })
    await mergePeople(id, [otherId])
    const updateReply = await world
      .as('owner')
      .rest('PUT', `/v1/deals/${dealId}`, { title: 'Busy', pipelineId, peopleIds: [thirdId, id] })
    expect(updateReply.status).toBe(200)
    expect((await undoMerge(await readLastMergeId(id))).status).toBe(200)
    expect((await readBody(`/v1/deals/${dealId}`)).data.peopleIds).toEqual([thirdId, id, otherId])
  })

  test('each merge of a person can be undone only once, and several merges only in reverse order', async () => {
    const [survivorId, firstMergedId, secondMergedId, laterSurvivorId] = [
      await createPerson(),
      await createPerson({ firstName: 'B' }),
      await createPerson({ firstName: 'C' }),
      await createPerson({ firstName: 'Top' }),
    ]
    await mergePeople(survivorId, [firstMergedId])
    const firstMergeId = await readLastMergeId(survivorId)
    await mergePeople(survivorId, [secondMergedId])
    const secondMergeId = await readLastMergeId(survivorId)
    const mergesReply = await readBody(`/v1/people/${survivorId}/merges?limit=1`)
    expect([mergesReply.data, mergesReply.meta.hasMore]).toMatchObject([
      [
        {
          id: secondMergeId,
          survivorId: survivorId,
          people: [{ id: secondMergedId, fullName: 'C' }],
        },
      ],
      true,
    ])
    expect((await undoMerge(firstMergeId)).body.error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(secondMergeId),
    })
    await mergePeople(laterSurvivorId, [survivorId])
    const lastMergeId = await readLastMergeId(laterSurvivorId)
    expect((await undoMerge(secondMergeId)).status).toBe(404)
    expect((await undoMerge(lastMergeId)).status).toBe(200)
    expect((await undoMerge(lastMergeId)).body.error).toMatchObject({
      code: 'CONFLICT',
      message: 'The merge has already been undone',
    })
    expect((await undoMerge(secondMergeId)).body.data.people).toMatchObject([
      { id: secondMergedId },
    ])
    expect((await undoMerge(firstMergeId)).body.data.people).toMatchObject([{ id: firstMergedId }])
    expect((await readBody(`/v1/people/${survivorId}/merges`)).data).toEqual([])
    await mergePeople(survivorId, [firstMergedId])
    const mergeIdOfDeletedPerson = await readLastMergeId(survivorId)
    await world.as('owner').rest('DELETE', `/v1/people/${survivorId}?permanent=true`)
    expect((await undoMerge(mergeIdOfDeletedPerson)).status).toBe(404)
    expect(JSON.stringify((await dump(world))['personMerges'])).not.toContain(
      mergeIdOfDeletedPerson,
    )
  })

  test('undoing a merge is rejected if the survivor would be left without name, email and phone', async () => {
    const id = await createPerson({ firstName: '', emails: [{ value: 'only@x.test' }] })
    const otherId = await createPerson({ lastName: 'Giver' })
    await mergePeople(id, [otherId])
    await world.as('owner').rest('PUT', `/v1/people/${id}`, { emails: [] })
    const dataBefore = await dump(world)
    expect((await undoMerge(await readLastMergeId(id))).body.error.code).toBe('CONFLICT')
    expect(await dump(world)).toEqual(dataBefore)
  })

  test("a collaborator of a survivor can list and undo the survivor's merges, and users who cannot view the survivor can do neither", async () => {
    const id = await createPerson({ collaboratorIds: [world.users.agent.id] })
    await mergePeople(id, [await createPerson({ firstName: 'Hidden' })])
    const mergeId = await readLastMergeId(id)
    expect((await readBody(`/v1/people/${id}/merges`, 'agent')).data).toMatchObject([
      { id: mergeId },
    ])
    for (const user of ['loner', 'stranger'] as const) {
      const status = user === 'stranger' ? 404 : 403
      expect([
        (await world.as(user).rest('GET', `/v1/people/${id}/merges`)).status,
        (await undoMerge(mergeId, user)).status,
      ]).toEqual([status, status])
    }
    const undoReply = await undoMerge(mergeId, 'agent')
    // The restored person is omitted because the Agent cannot view that person.
    expect([undoReply.status, undoReply.body.data.people]).toEqual([200, []])
  })

  test('every table that references people declares how a merge or a deletion changes its rows', async () => {
    const tableNames = (
      await world.deps.store.allCompanies.read((db) => db.all(personReferenceTablesQuery, {}))
    ).map(({ name }) => name)
    expect(
      getPersonReferences()
        .map(({ table }) => table)
        .sort(),
      '`declarePersonReferences` is called in the table.ts of each table that references people',
    ).toEqual(tableNames)
  })
})
