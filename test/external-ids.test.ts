import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../src/store/query.ts'
import type { Reply } from './support/client.ts'
import { dump } from './support/dump.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

/** Record kinds, each with its REST path and GraphQL list. */
const kindSpecs = {
  person: { path: 'people', list: 'people' },
  deal: { path: 'deals', list: 'deals' },
  task: { path: 'tasks', list: 'tasks' },
  activity: { path: 'activities', list: 'activities' },
  appointment: { path: 'appointments', list: 'appointments' },
} as const
const changesQuery = query((k, p: { recordId: string }) =>
  k
    .selectFrom('events')
    .select(['type', 'changes'])
    .where('recordId', '=', p.recordId)
    .orderBy('sequence'),
)
type Kind = keyof typeof kindSpecs
const allKinds = Object.keys(kindSpecs) as Kind[]
const getTypeName = (kind: Kind) => kind[0]?.toUpperCase() + kind.slice(1)

describe('External ids', () => {
  let world: World
  let requiredInput: Record<Kind, object>
  beforeAll(async () => {
    world = await createWorld()
    const pipelineId = (await world.as('owner').rest('GET', '/v1/pipelines')).body.data[0].id
    const personId = await createRecord('person', { firstName: 'Ann' })
    requiredInput = {
      person: { firstName: 'Ann' },
      deal: { title: 'House', pipelineId },
      task: { title: 'Call' },
      activity: { personId, channel: 'call' },
      appointment: {
        title: 'Visit',
        startsAt: '2026-06-03T09:00:00Z',
        endsAt: '2026-06-03T10:00:00Z',
      },
    }
  })
  afterAll(() => world.stop())

  const postRecord = (kind: Kind, body: object, caller: TestUser = 'owner') =>
    world
      .as(caller)
      .rest('POST', `/v1/${kindSpecs[kind].path}`, { ...requiredInput?.[kind], ...body })
  async function createRecord(
    kind: Kind,
    body: object,
    caller: TestUser = 'owner',
  ): Promise<string> {
    const reply = await postRecord(kind, body, caller)
    expect(reply.status, reply.text).toBe(201)
    return reply.body.data.id
  }
  const patchRecord = (kind: Kind, id: string, body: object, caller: TestUser = 'owner') =>
    world.as(caller).rest('PATCH', `/v1/${kindSpecs[kind].path}/${id}`, body)
  const readRecord = async (kind: Kind, id: string) =>
    (await world.as('owner').rest('GET', `/v1/${kindSpecs[kind].path}/${id}`)).body.data
  const readExternalIds = async (kind: Kind, id: string): Promise<string[]> =>
    (await readRecord(kind, id)).externalIds.map(
      (item: { source: string; externalId: string }) => `${item.source}:${item.externalId}`,
    )
  const findIds = async (
    kind: Kind,
    where: object,
    caller: TestUser = 'owner',
  ): Promise<string[]> => {
    const reply = await world
      .as(caller)
      .gql(
        `query($where: ${getTypeName(kind)}Where) { ${kindSpecs[kind].list}(where: $where) { nodes { id } totalCount } }`,
        { where },
      )
    expect(reply.body.errors).toBeUndefined()
    return reply.body.data[kindSpecs[kind].list].nodes.map(({ id }: { id: string }) => id)
  }
  const getFirstDetail = ({ status, body }: Reply) => [status, body.error?.details?.[0]]

  test.each(allKinds)(
    'the external id of a record (%s) can be set, read, replaced and removed',
    async (kind) => {
      const id = await createRecord(kind, { externalId: ' A-1 ', externalSource: 'HubSpot' })
      expect(await readExternalIds(kind, id)).toEqual(['hubspot:A-1'])
      const { version } = (
        await world.as('owner').gql(`{ node(id: "${id}") { ... on Record { version } } }`)
      ).body.data.node
      await patchRecord(kind, id, { externalId: 'own' })
      expect(await readExternalIds(kind, id)).toEqual(['default:own', 'hubspot:A-1'])
      await patchRecord(kind, id, { externalId: 'A-2', externalSource: 'hubspot' })
      expect(await readExternalIds(kind, id)).toEqual(['default:own', 'hubspot:A-2'])
      await patchRecord(kind, id, { externalId: null })
      expect(await readExternalIds(kind, id)).toEqual(['hubspot:A-2'])
      await patchRecord(kind, id, { externalId: 'A-2', externalSource: 'hubspot' })
      const node = (
        await world
          .as('owner')
          .gql(
            `{ node(id: "${id}") { ... on Record { version } ... on ${getTypeName(kind)} { externalIds { source externalId } } } }`,
          )
      ).body.data.node
      expect(node).toEqual({
        version: version + 3,
        externalIds: [{ source: 'hubspot', externalId: 'A-2' }],
      })
    },
  )

  test.each(allKinds)(
    'the external id of a record (%s) can be set through GraphQL',
    async (kind) => {
      const creationReply = await world
        .as('owner')
        .gql(
          `mutation($input: Create${getTypeName(kind)}Input!) { create${getTypeName(kind)}(input: $input) { record: ${kind} { id externalIds { source externalId } } } }`,
          { input: { ...requiredInput[kind], externalId: 'g-1' } },
        )
      const record = creationReply.body.data[`create${getTypeName(kind)}`].record
      expect(record.externalIds).toEqual([{ source: 'default', externalId: 'g-1' }])
      const updateReply = await world
        .as('owner')
        .gql(
          `mutation($id: ID!, $input: Update${getTypeName(kind)}Input!) { update${getTypeName(kind)}(id: $id, input: $input) { record: ${kind} { externalIds { source externalId } } } }`,
          { id: record.id, input: { externalId: 'g-2', externalSource: 'sap.r3' } },
        )
      expect(updateReply.body.data[`update${getTypeName(kind)}`].record.externalIds).toEqual([
        { source: 'default', externalId: 'g-1' },
        { source: 'sap.r3', externalId: 'g-2' },
      ])
    },
  )

  test.each(allKinds)(
    'a filter finds a record (%s) by its external id and source',
    async (kind) => {
      const firstId = await createRecord(kind, { externalId: 'f-1', externalSource: 'crm' })
      const otherId = await createRecord(kind, { externalId: 'f-2', externalSource: 'crm' })
      await patchRecord(kind, otherId, { externalId: 'f-1' })
      expect(await findIds(kind, { externalId: { eq: 'f-1', source: 'CRM' } })).toEqual([firstId])
      expect(await findIds(kind, { externalId: { eq: 'f-1' } })).toEqual([otherId])
      expect(await findIds(kind, { externalId: { source: 'crm' } })).toEqual([otherId, firstId])
      expect(await findIds(kind, { externalId: { eq: 'f-3', source: 'crm' } })).toEqual([])
      expect(
        await findIds(kind, {
          not: { externalId: { source: 'crm' } },
          id: { in: [firstId, otherId] },
        }),
      ).toEqual([])
      const path = kind === 'activity' ? 'activities/search' : kindSpecs[kind].path
      const { data } = (
        await world.as('owner').rest('GET', `/v1/${path}?externalId=f-1&externalSource=crm`)
      ).body
      expect(data.map(({ id }: { id: string }) => id)).toEqual([firstId])
    },
  )

  test.each(allKinds)(
    'the external id of a record (%s) must be unique per source, but not across record kinds',
    async (kind) => {
      const id = await createRecord(kind, { externalId: 'u-1' })
      const otherId = await createRecord(kind, { externalId: 'u-2' })
      const dumpBefore = await dump(world)
      const conflictDetail = { field: 'externalId', code: 'INVALID_VALUE' }
      for (const reply of [
        await postRecord(kind, { externalId: 'u-1' }),
        await patchRecord(kind, otherId, { externalId: 'u-1', externalSource: 'DEFAULT' }),
      ]) {
        expect(getFirstDetail(reply)).toMatchObject([409, conflictDetail])
        expect(reply.body.error.details[0].message).toContain(id)
      }
      expect(await dump(world)).toEqual(dumpBefore)
      await patchRecord(kind, id, { externalId: null })
      expect((await patchRecord(kind, otherId, { externalId: 'u-1' })).status).toBe(200)
    },
  )

  test.each([
    [{ externalId: '' }, 'TOO_SHORT', 'externalId'],
    [{ externalId: 'x'.repeat(256) }, 'TOO_LONG', 'externalId'],
    [{ externalId: 7 }, 'INVALID_FORMAT', 'externalId'],
    [{ externalId: 'a\nb' }, 'INVALID_FORMAT', 'externalId'],
    [{ externalSource: 'hubspot' }, 'REQUIRED_FIELD', 'externalId'],
    [{ externalId: '1', externalSource: 'a:b' }, 'INVALID_FORMAT', 'externalSource'],
    [{ externalId: '1', externalSource: 'x'.repeat(51) }, 'TOO_LONG', 'externalSource'],
    [{ externalId: '1', externalSource: null }, 'REQUIRED_FIELD', 'externalSource'],
  ])(
    'the invalid external id %j is rejected for every record kind and changes nothing',
    async (body, code, field) => {
      for (const kind of allKinds) {
        const id = await createRecord(kind, {})
        const dumpBefore = await dump(world)
        for (const reply of [await postRecord(kind, body), await patchRecord(kind, id, body)])
          expect(getFirstDetail(reply), kind).toMatchObject([400, { code, field }])
        expect(await dump(world)).toEqual(dumpBefore)
      }
    },
  )

  test('a conflict with the external id of a hidden record does not disclose the record', async () => {
    const id = await createRecord('person', {
      externalId: 'h-1',
      assignedAgentId: world.users.loner.id,
    })
    const reply = await postRecord('person', { externalId: 'h-1' }, 'agent')
    expect(reply.status).toBe(409)
    expect(reply.text).not.toContain(id)
    expect(await findIds('person', { externalId: { eq: 'h-1' } }, 'agent')).toEqual([])
    const editKey = await world.createKey('owner', ['people.edit.all'])
    const editorReply = await editKey.rest('POST', '/v1/people', {
      firstName: 'B',
      externalId: 'h-1',
    })
    expect([editorReply.status, editorReply.text.includes(id)]).toEqual([409, false])
    const strangerReply = await postRecord('person', { externalId: 'h-1' }, 'stranger')
    expect(strangerReply.status).toBe(201)
  })

  test('an external id takes precedence over an email for `onDuplicate`', async () => {
    const existingId = await createRecord('person', {
      externalId: 'd-1',
      emails: [{ value: 'd1@x.test' }],
    })
    const otherId = await createRecord('person', { emails: [{ value: 'd2@x.test' }] })
    const body = { externalId: 'd-1', emails: [{ value: 'd2@x.test' }], lastName: 'Lee' }
    const createWithDuplicate = (onDuplicate: string, extraFields = {}) =>
      postRecord('person', { ...body, ...extraFields, onDuplicate })
    const returnReply = await createWithDuplicate('return')
    expect([returnReply.status, returnReply.body.data.id]).toEqual([200, existingId])
    const rejectedReply = await createWithDuplicate('error')
    expect(rejectedReply.status).toBe(409)
    expect(rejectedReply.body.error.details.map(({ field }: { field: string }) => field)).toEqual([
      'externalId',
      'emails[0].value',
    ])
    const updateReply = await createWithDuplicate('update')
    expect(updateReply.body.data).toMatchObject({ id: existingId, fullName: 'Ann Lee' })
    const matchReply = await createWithDuplicate('update', {
      externalId: 'd-9',
      emails: [{ value: 'D1@x.test' }],
    })
    expect([matchReply.body.data.id, await readExternalIds('person', existingId)]).toEqual([
      existingId,
      ['default:d-1', 'default:d-9'],
    ])
    expect(await readExternalIds('person', otherId)).toEqual([])
    expect((await createWithDuplicate('create')).status).toBe(409)
    await world.as('owner').rest('DELETE', `/v1/people/${existingId}`)
    const trashReply = await createWithDuplicate('return', { emails: [] })
    expect(trashReply.body.error.details[0].message).toBe(
      `belongs to the contact ${existingId}, which is in Trash`,
    )
  })

  test('bulk requests accept external ids, and a conflict affects only its own row', async () => {
    const peopleReply = await world.as('owner').rest('POST', '/v1/people/bulk', {
      people: [
        { firstName: 'One', externalId: 'b-1' },
        { firstName: 'Two', externalId: 'b-1' },
        { firstName: 'Three', externalId: 'b-1', onDuplicate: 'update' },
      ],
    })
    const codes = peopleReply.body.data.results.map(
      ({ error }: { error: { code: string } | null }) => error?.code ?? 'ok',
    )
    expect(codes).toEqual(['ok', 'CONFLICT', 'ok'])
    const [firstRow, , thirdRow] = peopleReply.body.data.results
    expect(thirdRow.person).toMatchObject({ id: firstRow.person.id, firstName: 'Three' })
    const dealsReply = await world.as('owner').rest('POST', '/v1/deals/bulk', {
      deals: [
        { ...requiredInput.deal, externalId: 'b-1' },
        { ...requiredInput.deal, externalId: 'b-1' },
      ],
    })
    expect(dealsReply.body.data).toMatchObject({ succeeded: 1, failed: 1 })
  })

  test.each(allKinds)(
    'deleting a record (%s) deletes its external ids, and changes to external ids are recorded as events',
    async (kind) => {
      const id = await createRecord(kind, { externalId: 'e-1', externalSource: 'gone' })
      await patchRecord(kind, id, { externalId: 'e-2', externalSource: 'gone' })
      const events = await world.deps.store.allCompanies.read((db) =>
        db.all(changesQuery, { recordId: id }),
      )
      expect(
        events.map(({ type, changes }) => [
          type,
          JSON.parse(changes).find(({ field }: { field: string }) => field === 'externalIds'),
        ]),
      ).toEqual([
        [
          `${kind}.created`,
          {
            field: 'externalIds',
            from: [],
            to: [{ source: 'gone', externalId: 'e-1' }],
          },
        ],
        [
          `${kind}.updated`,
          {
            field: 'externalIds',
            from: [{ source: 'gone', externalId: 'e-1' }],
            to: [{ source: 'gone', externalId: 'e-2' }],
          },
        ],
      ])
      const permanentQuery = kind === 'person' ? '?permanent=true' : ''
      await world.as('owner').rest('DELETE', `/v1/${kindSpecs[kind].path}/${id}${permanentQuery}`)
      expect(await findIds(kind, { externalId: { source: 'gone' } })).toEqual([])
      expect((await postRecord(kind, { externalId: 'e-2', externalSource: 'gone' })).status).toBe(
        201,
      )
    },
  )

  test('the external id of a person in Trash remains reserved', async () => {
    const id = await createRecord('person', { externalId: 't-1' })
    await world.as('owner').rest('DELETE', `/v1/people/${id}`)
    expect((await postRecord('person', { externalId: 't-1' })).status).toBe(409)
    await world.as('owner').rest('POST', `/v1/people/${id}/restore`)
    expect(await findIds('person', { externalId: { eq: 't-1' } })).toEqual([id])
  })

  test('external ids move to the survivor of a merge and move back when the merge is undone, except an external id that another record has since received', async () => {
    const survivorId = await createRecord('person', { externalId: 'm-1' })
    const otherId = await createRecord('person', { externalId: 'm-2' })
    const thirdId = await createRecord('person', { externalId: 'm-3', externalSource: 'crm' })
    const mergePeople = () =>
      world
        .as('owner')
        .rest('POST', `/v1/people/${survivorId}/merge`, { otherIds: [otherId, thirdId] })
    const undoMerge = async () => {
      const { data } = (await world.as('owner').rest('GET', `/v1/people/${survivorId}/merges`)).body
      return world.as('owner').rest('POST', `/v1/people/merges/${data[0].id}/undo`)
    }
    expect((await mergePeople()).body.data.externalIds).toHaveLength(3)
    expect(await findIds('person', { externalId: { eq: 'm-2' } })).toEqual([survivorId])
    expect((await undoMerge()).status).toBe(200)
    expect([
      await readExternalIds('person', survivorId),
      await readExternalIds('person', otherId),
      await readExternalIds('person', thirdId),
    ]).toEqual([['default:m-1'], ['default:m-2'], ['crm:m-3']])

    await mergePeople()
    await patchRecord('person', survivorId, { externalId: 'm-1' })
    expect(await readExternalIds('person', survivorId)).toEqual(['crm:m-3', 'default:m-1'])
    const newId = await createRecord('person', { externalId: 'm-2' })
    expect((await undoMerge()).status).toBe(200)
    expect([
      await readExternalIds('person', otherId),
      await readExternalIds('person', newId),
    ]).toEqual([[], ['default:m-2']])
    expect(await readExternalIds('person', thirdId)).toEqual(['crm:m-3'])
  })
})
