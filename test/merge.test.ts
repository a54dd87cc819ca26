import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getPersonReferences } from '../src/crud/person-references.ts'
import { query } from '../src/store/query.ts'
import { onPostgres } from './support/database.ts'
import { dump } from './support/dump.ts'
import { createWorld, type Who, type World } from './support/world.ts'

const eventsOf = query((k, p: { companyId: string; from: number }) =>
  k
    .selectFrom('events')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('sequence', '>', p.from)
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

  const post = async (path: string, body: object, user: Who = 'owner') => {
    const reply = await world.as(user).rest('POST', path, body)
    expect([path, reply.status, reply.text]).toEqual([path, 201, reply.text])
    return reply.body.data.id as string
  }
  const person = (body: object = {}) => post('/v1/people', { firstName: 'Ann', ...body })
  const read = async (path: string, user: Who = 'owner') =>
    (await world.as(user).rest('GET', path)).body
  const merge = (id: string, otherIds: string[], user: Who = 'owner') =>
    world.as(user).rest('POST', `/v1/people/${id}/merge`, { otherIds })
  const undo = (mergeId: string, user: Who = 'owner') =>
    world.as(user).rest('POST', `/v1/people/merges/${mergeId}/undo`)
  const lastMerge = async (id: string) =>
    (await read(`/v1/people/${id}/merges`)).data[0]?.id as string
  const events = async (work: () => Promise<unknown>) => {
    const all = (from: number) =>
      world.deps.store.allCompanies.read((db) =>
        db.all(eventsOf, { companyId: world.company.id, from }),
      )
    const from = (await all(0)).at(-1)?.sequence ?? 0
    await work()
    return (await all(from)).map(({ type, recordId, changes, audience }) => ({
      type,
      recordId,
      changes: JSON.parse(changes),
      audience,
    }))
  }
  const value = (list: { value: string }[]) => list.map((each) => each.value)

  test('the last activity follows the activities in a merge and its undo', async () => {
    const [id, other] = [await person(), await person()]
    const activity = async (personId: string) => {
      world.clock.advance(60_000)
      const created = await post('/v1/activities', { personId, channel: 'call' })
      return { id: created, at: new Date(world.clock.now()).toISOString() }
    }
    const latest = async (of: string) =>
      (await world.as('owner').gql(`{ person(id: "${of}") { lastActivityAt } }`)).body.data.person
        .lastActivityAt
    const [first, second] = [await activity(other), await activity(other)]
    const merged = await world
      .as('owner')
      .gql(`mutation { mergePeople(id: "${id}", otherIds: ["${other}"]) { lastActivityAt } }`)
    expect([merged.body.data.mergePeople.lastActivityAt, await latest(id)]).toEqual([
      second.at,
      second.at,
    ])
    await world.as('owner').rest('DELETE', `/v1/activities/${second.id}`)
    expect(await latest(id)).toBe(first.at)
    await undo(await lastMerge(id))
    expect([await latest(id), await latest(other)]).toEqual([null, first.at])
  })

  test('a merge keeps the values of the survivor, fills gaps in order, unites lists and moves related records', async () => {
    const { agent, loner } = world.users
    const id = await person({
      lastName: '',
      source: 'Web',
      emails: [{ value: 'a@x.test' }],
      tags: ['One', 'Two'],
      collaboratorIds: [agent.id],
      price: 0,
      assignedAgentId: agent.id,
    })
    const first = await person({
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
    const second = await person({
      lastName: 'Other',
      phones: [{ value: '+14155550101' }, { value: '415 555 0102' }],
      timeframe: 'Soon',
      relationship: true,
    })
    const activity = await post('/v1/activities', { personId: first, channel: 'call' })
    const task = await post('/v1/tasks', { title: 'Call', personId: second })
    const deals = [
      await post('/v1/deals', { title: 'Of the other', pipelineId, peopleIds: [first] }),
      await post('/v1/deals', { title: 'Of all', pipelineId, peopleIds: [second, id, first] }),
      await post('/v1/deals', { title: 'Of both others', pipelineId, peopleIds: [first, second] }),
    ]
    const visit = await post('/v1/appointments', {
      title: 'Visit',
      startsAt: '2026-06-03T09:00:00Z',
      endsAt: '2026-06-03T10:00:00Z',
      peopleIds: [second],
    })
    const preview = await read(`/v1/people/${id}/merge-preview?otherIds=${first},${second}`)
    const { data } = (await merge(id, [first, second])).body
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
    expect(data.emails.map((each: object) => Object.values(each))).toEqual([
      ['a@x.test', 'home', true],
      ['b@x.test', 'home', false],
    ])
    expect(value(data.phones)).toEqual(['+14155550101', '+14155550102'])
    for (const other of [first, second])
      expect((await world.as('owner').rest('GET', `/v1/people/${other}`)).status).toBe(404)
    expect((await read(`/v1/activities/${activity}`)).data.personId).toBe(id)
    expect((await read(`/v1/tasks/${task}`)).data.personId).toBe(id)
    expect((await read(`/v1/appointments/${visit}`)).data.peopleIds).toEqual([id])
    for (const deal of deals) expect((await read(`/v1/deals/${deal}`)).data.peopleIds).toEqual([id])
    expect((await read('/v1/people/search?name=bob')).data).toEqual([])
    expect((await read('/v1/people/search?name=miller')).data).toMatchObject([{ id }])
    expect((await read('/v1/people/search?email=b@x.test')).data).toMatchObject([{ id }])
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
        { field: 'lastName', value: 'Miller', personId: first },
        { field: 'timeframe', value: 'Soon', personId: second },
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

  test('a merge preview changes nothing and counts records visible to the caller', async () => {
    const [id, other] = [
      await person({ collaboratorIds: [world.users.agent.id] }),
      await person({ assignedAgentId: world.users.agent.id }),
    ]
    await post('/v1/tasks', { title: 'Seen by way of the person', personId: other })
    await post('/v1/deals', { title: 'Too', pipelineId, peopleIds: [other] })
    const narrow = await world.createKey('agent', [
      'people.edit.own',
      'people.view.own',
      'activities.view',
    ])
    const before = await dump(world)
    const path = `/v1/people/${id}/merge-preview?otherIds=${other}`
    expect((await read(path, 'agent')).data.moves).toEqual({
      activities: 0,
      tasks: 1,
      deals: 1,
      appointments: 0,
    })
    expect((await narrow.rest('GET', path)).body.data.moves).toEqual({
      activities: 0,
      tasks: null,
      deals: null,
      appointments: null,
    })
    expect(await dump(world)).toEqual(before)
  })

  test('a merge and its undo record one event for each person, with the viewers of the merged one', async () => {
    const [id, other] = [
      await person({ source: null }),
      await person({
        source: 'Ad',
        assignedAgentId: world.users.agent.id,
        collaboratorIds: [world.users.loner.id],
      }),
    ]
    const mergeEvents = await events(() => merge(id, [other]))
    expect(mergeEvents).toEqual([
      {
        type: 'person.deleted',
        recordId: other,
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
          { field: 'mergedIds', from: [], to: [other] },
          { field: 'collaboratorIds', from: [], to: [world.users.loner.id] },
        ],
      },
    ])
    const mergeId = await lastMerge(id)
    const back = await events(() => undo(mergeId))
    expect(back.map(({ type, recordId }) => [type, recordId])).toEqual([
      ['person.unmerged', id],
      ['person.restored', other],
    ])
    expect(back[0]?.changes).toEqual([
      { field: 'source', from: 'Ad', to: null },
      { field: 'mergedIds', from: [other], to: [] },
      { field: 'collaboratorIds', from: [world.users.loner.id], to: [] },
    ])
  })

  test('a merge refuses the person itself, duplicates, unknown or hidden people and people in Trash, and changes nothing', async () => {
    const [id, other, trashed] = [await person(), await person(), await person()]
    await world.as('owner').rest('DELETE', `/v1/people/${trashed}`)
    const hidden = await person({ assignedAgentId: world.users.loner.id })
    const foreign = await post('/v1/people', { firstName: 'Far' }, 'stranger')
    const mine = await post('/v1/people', { firstName: 'Mine' }, 'agent')
    const narrow = await world.createKey('owner', ['people.view.all', 'people.edit.own'])
    const before = await dump(world)
    const expectRefusal = async (from: string, otherIds: string[], user: Who = 'owner') => {
      const { status, body } = await merge(from, otherIds, user)
      const preview = await world
        .as(user)
        .rest('GET', `/v1/people/${from}/merge-preview?otherIds=${otherIds.join(',')}`)
      expect([preview.status, preview.body.error?.code, preview.body.error?.details]).toEqual([
        status,
        body.error.code,
        body.error.details,
      ])
      return [
        status,
        ...(body.error.details ?? [{ code: body.error.code }]).map(
          (each: { field: string; code: string }) => `${each.field ?? ''} ${each.code}`,
        ),
      ]
    }
    expect(await expectRefusal(id, [other, id, other])).toEqual([
      400,
      'otherIds[1] INVALID_VALUE',
      'otherIds[2] INVALID_VALUE',
    ])
    expect(await expectRefusal(id, ['person_nowhere0', trashed, foreign])).toEqual([
      400,
      'otherIds[0] INVALID_REFERENCE',
      'otherIds[1] INVALID_VALUE',
      'otherIds[2] INVALID_REFERENCE',
    ])
    expect(await expectRefusal(mine, [hidden], 'agent')).toEqual([
      400,
      'otherIds[0] INVALID_REFERENCE',
    ])
    expect(await expectRefusal(id, Array(11).fill(other))).toEqual([400, 'otherIds TOO_LONG'])
    expect(await expectRefusal(trashed, [other])).toEqual([409, ' CONFLICT'])
    expect(await expectRefusal(hidden, [mine], 'agent')).toEqual([403, ' FORBIDDEN'])
    expect((await merge(id, [])).body.error.details).toMatchObject([
      { field: 'otherIds', code: 'TOO_SHORT' },
    ])
    expect(
      (await narrow.rest('POST', `/v1/people/${id}/merge`, { otherIds: [hidden] })).status,
    ).toBe(403)
    const late = await world
      .as('owner')
      .rest('POST', `/v1/people/${id}/merge`, { otherIds: [other] }, { 'If-Match': '"7"' })
    expect(late.status).toBe(412)
    expect(await dump(world)).toEqual(before)
  })

  test('undoing a merge keeps later changes and returns what still belongs to the survivor', async () => {
    const id = await person({ source: null })
    const other = await person({
      lastName: 'Known',
      source: 'Ad',
      timeframe: 'Soon',
      emails: [{ value: 'x@x.test' }, { value: 'y@x.test' }],
      tags: ['Gone', 'Kept'],
    })
    const [stays, goes] = [
      await post('/v1/tasks', { title: 'Stays', personId: other }),
      await post('/v1/tasks', { title: 'Goes', personId: other }),
    ]
    const deal = await post('/v1/deals', { title: 'Loses both', pipelineId, peopleIds: [other] })
    await merge(id, [other])
    const added = await post('/v1/activities', { personId: id, channel: 'note' })
    await world.as('owner').rest('PUT', `/v1/tasks/${stays}`, { personId: null })
    await world
      .as('owner')
      .rest('PUT', `/v1/deals/${deal}`, { title: 'Loses both', pipelineId, peopleIds: [] })
    await world.as('owner').rest('PUT', `/v1/people/${id}`, {
      source: 'Mine',
      emails: [{ value: 'x@x.test', type: 'work' }, { value: 'y@x.test' }, { value: 'z@x.test' }],
    })
    const deleted = (await read('/v1/tags?name=gone')).data[0].id
    await world.as('owner').rest('DELETE', `/v1/tags/${deleted}?detach=true`)
    const reply = await undo(await lastMerge(id))
    expect(reply.body.data.person).toMatchObject({
      id,
      lastName: '',
      source: 'Mine',
      timeframe: null,
      tags: '',
    })
    expect(value(reply.body.data.person.emails)).toEqual(['x@x.test', 'z@x.test'])
    expect(reply.body.data.people).toMatchObject([
      { id: other, lastName: 'Known', source: 'Ad', tags: 'Kept' },
    ])
    expect(value(reply.body.data.people[0].emails)).toEqual(['x@x.test', 'y@x.test'])
    expect((await read(`/v1/activities/${added}`)).data.personId).toBe(id)
    expect([
      (await read(`/v1/tasks/${stays}`)).data.personId,
      (await read(`/v1/tasks/${goes}`)).data.personId,
    ]).toEqual([null, other])
    expect((await read(`/v1/deals/${deal}`)).data.peopleIds).toEqual([])
    expect((await read('/v1/people/search?name=known')).data).toMatchObject([{ id: other }])
    expect((await world.as('agent').rest('GET', `/v1/people/${other}`)).status).toBe(403)
  })

  test('a merge fills gaps of custom fields, and its undo empties them unless they were changed', async () => {
    const field = async (key: string) =>
      post('/v1/custom-fields', { record: 'person', key, name: key, type: 'text' })
    const [, , , doomed] = [
      await field('own'),
      await field('gap'),
      await field('changed'),
      await field('doomed'),
    ]
    const stage = await post('/v1/stages', { name: 'Doomed' })
    const id = await person({ customFields: { own: 'mine' } })
    const other = await person({
      stageId: stage,
      customFields: { own: 'theirs', gap: 'filled', changed: 'before', doomed: 'x' },
    })
    const preview = await read(`/v1/people/${id}/merge-preview?otherIds=${other}`)
    expect(preview.data.values).toEqual(
      expect.arrayContaining([
        { field: 'customFields.own', value: 'mine', personId: id },
        { field: 'customFields.gap', value: 'filled', personId: other },
      ]),
    )
    expect((await merge(id, [other])).body.data.customFields).toEqual({
      own: 'mine',
      gap: 'filled',
      changed: 'before',
      doomed: 'x',
    })
    await world.as('owner').rest('PUT', `/v1/people/${id}`, { customFields: { changed: 'after' } })
    await world.as('owner').rest('DELETE', `/v1/custom-fields/${doomed}?force=true`)
    await world.as('owner').rest('DELETE', `/v1/stages/${stage}`)
    const back = (await undo(await lastMerge(id))).body.data
    expect([back.person.customFields, back.people[0].customFields]).toEqual([
      { own: 'mine', gap: null, changed: 'after' },
      { own: 'theirs', gap: 'filled', changed: 'before' },
    ])
    expect(back.people[0].stageName).toBe('Lead')
    const history = await world
      .as('owner')
      .gql(
        'query($id: ID!) { person(id: $id) { stageHistory { nodes { toStageName leftAt } } } }',
        { id: other },
      )
    expect(
      history.body.errors ??
        history.body.data.person.stageHistory.nodes.map(
          (stay: { leftAt: string | null }) => stay.leftAt === null,
        ),
    ).toEqual([true, false])
  })

  test('undoing a merge returns a person to a deal whose people have changed', async () => {
    const [id, other, third] = [await person(), await person(), await person()]
    const deal = await post('/v1/deals', { title: 'Busy', pipelineId, peopleIds: [other, id] })
    await merge(id, [other])
    const put = await world
      .as('owner')
      .rest('PUT', `/v1/deals/${deal}`, { title: 'Busy', pipelineId, peopleIds: [third, id] })
    expect(put.status).toBe(200)
    expect((await undo(await lastMerge(id))).status).toBe(200)
    expect((await read(`/v1/deals/${deal}`)).data.peopleIds).toEqual([third, id, other])
  })

  test('merges of a person are undone in reverse order, once, and return with a merged survivor', async () => {
    const [a, b, c, top] = [
      await person(),
      await person({ firstName: 'B' }),
      await person({ firstName: 'C' }),
      await person({ firstName: 'Top' }),
    ]
    await merge(a, [b])
    const first = await lastMerge(a)
    await merge(a, [c])
    const second = await lastMerge(a)
    const merges = await read(`/v1/people/${a}/merges?limit=1`)
    expect([merges.data, merges.meta.hasMore]).toMatchObject([
      [{ id: second, survivorId: a, people: [{ id: c, fullName: 'C' }] }],
      true,
    ])
    expect((await undo(first)).body.error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(second),
    })
    await merge(top, [a])
    const topMerge = await lastMerge(top)
    expect((await undo(second)).status).toBe(404)
    expect((await undo(topMerge)).status).toBe(200)
    expect((await undo(topMerge)).body.error).toMatchObject({
      code: 'CONFLICT',
      message: 'The merge is already undone',
    })
    expect((await undo(second)).body.data.people).toMatchObject([{ id: c }])
    expect((await undo(first)).body.data.people).toMatchObject([{ id: b }])
    expect((await read(`/v1/people/${a}/merges`)).data).toEqual([])
    await merge(a, [b])
    const gone = await lastMerge(a)
    await world.as('owner').rest('DELETE', `/v1/people/${a}?permanent=true`)
    expect((await undo(gone)).status).toBe(404)
    expect(JSON.stringify((await dump(world))['personMerges'])).not.toContain(gone)
  })

  test('undoing a merge is refused if it would leave the survivor without name, email and phone', async () => {
    const id = await person({ firstName: '', emails: [{ value: 'only@x.test' }] })
    const other = await person({ lastName: 'Giver' })
    await merge(id, [other])
    await world.as('owner').rest('PUT', `/v1/people/${id}`, { emails: [] })
    const before = await dump(world)
    expect((await undo(await lastMerge(id))).body.error.code).toBe('CONFLICT')
    expect(await dump(world)).toEqual(before)
  })

  test('viewers of the survivor can list its merges, and only users who can edit it can undo them', async () => {
    const id = await person({ collaboratorIds: [world.users.agent.id] })
    await merge(id, [await person({ firstName: 'Hidden' })])
    const mergeId = await lastMerge(id)
    expect((await read(`/v1/people/${id}/merges`, 'agent')).data).toMatchObject([{ id: mergeId }])
    for (const who of ['loner', 'stranger'] as const) {
      const status = who === 'stranger' ? 404 : 403
      expect([
        (await world.as(who).rest('GET', `/v1/people/${id}/merges`)).status,
        (await undo(mergeId, who)).status,
      ]).toEqual([status, status])
    }
    const undone = await undo(mergeId, 'agent')
    // The agent can no longer view the person whom the merge removed.
    expect([undone.status, undone.body.data.people]).toEqual([200, []])
  })

  test('every table that references a person declares what a merge and a deletion do to its rows', async () => {
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
