import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../src/store/query.ts'
import type { Reply } from './support/client.ts'
import { dump } from './support/dump.ts'
import { createWorld, type Who, type World } from './support/world.ts'

/** Each kind of record: its REST list, its GraphQL names, and what a new one needs besides. */
const kinds = {
  person: { path: 'people', list: 'people' },
  deal: { path: 'deals', list: 'deals' },
  task: { path: 'tasks', list: 'tasks' },
  activity: { path: 'activities', list: 'activities' },
  appointment: { path: 'appointments', list: 'appointments' },
} as const
const changesOf = query((k, p: { recordId: string }) =>
  k
    .selectFrom('events')
    .select(['type', 'changes'])
    .where('recordId', '=', p.recordId)
    .orderBy('sequence'),
)
type Kind = keyof typeof kinds
const allKinds = Object.keys(kinds) as Kind[]
const upper = (kind: Kind) => kind[0]?.toUpperCase() + kind.slice(1)

describe('External ids', () => {
  let world: World
  let needed: Record<Kind, object>
  beforeAll(async () => {
    world = await createWorld()
    const pipelineId = (await world.as('owner').rest('GET', '/v1/pipelines')).body.data[0].id
    const personId = await made('person', { firstName: 'Ann' })
    needed = {
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

  const send = (kind: Kind, body: object, who: Who = 'owner') =>
    world.as(who).rest('POST', `/v1/${kinds[kind].path}`, { ...needed?.[kind], ...body })
  async function made(kind: Kind, body: object, who: Who = 'owner'): Promise<string> {
    const reply = await send(kind, body, who)
    expect(reply.status, reply.text).toBe(201)
    return reply.body.data.id
  }
  const patch = (kind: Kind, id: string, body: object, who: Who = 'owner') =>
    world.as(who).rest('PATCH', `/v1/${kinds[kind].path}/${id}`, body)
  const read = async (kind: Kind, id: string) =>
    (await world.as('owner').rest('GET', `/v1/${kinds[kind].path}/${id}`)).body.data
  const idsOf = async (kind: Kind, id: string): Promise<string[]> =>
    (await read(kind, id)).externalIds.map(
      (each: { source: string; externalId: string }) => `${each.source}:${each.externalId}`,
    )
  const found = async (kind: Kind, where: object, who: Who = 'owner'): Promise<string[]> => {
    const reply = await world
      .as(who)
      .gql(
        `query($where: ${upper(kind)}Where) { ${kinds[kind].list}(where: $where) { nodes { id } totalCount } }`,
        { where },
      )
    expect(reply.body.errors).toBeUndefined()
    return reply.body.data[kinds[kind].list].nodes.map(({ id }: { id: string }) => id)
  }
  const detail = ({ status, body }: Reply) => [status, body.error?.details?.[0]]

  test.each(allKinds)(
    'an external id of each %s can be set, read, replaced and removed',
    async (kind) => {
      const id = await made(kind, { externalId: ' A-1 ', externalSource: 'HubSpot' })
      expect(await idsOf(kind, id)).toEqual(['hubspot:A-1'])
      const { version } = (
        await world.as('owner').gql(`{ node(id: "${id}") { ... on Record { version } } }`)
      ).body.data.node
      await patch(kind, id, { externalId: 'own' })
      expect(await idsOf(kind, id)).toEqual(['default:own', 'hubspot:A-1'])
      await patch(kind, id, { externalId: 'A-2', externalSource: 'hubspot' })
      expect(await idsOf(kind, id)).toEqual(['default:own', 'hubspot:A-2'])
      await patch(kind, id, { externalId: null })
      expect(await idsOf(kind, id)).toEqual(['hubspot:A-2'])
      await patch(kind, id, { externalId: 'A-2', externalSource: 'hubspot' })
      const after = (
        await world
          .as('owner')
          .gql(
            `{ node(id: "${id}") { ... on Record { version } ... on ${upper(kind)} { externalIds { source externalId } } } }`,
          )
      ).body.data.node
      expect(after).toEqual({
        version: version + 3,
        externalIds: [{ source: 'hubspot', externalId: 'A-2' }],
      })
    },
  )

  test.each(allKinds)('an external id of each %s can be written through GraphQL', async (kind) => {
    const create = await world
      .as('owner')
      .gql(
        `mutation($input: Create${upper(kind)}Input!) { create${upper(kind)}(input: $input) { id externalIds { source externalId } } }`,
        { input: { ...needed[kind], externalId: 'g-1' } },
      )
    const created = create.body.data[`create${upper(kind)}`]
    expect(created.externalIds).toEqual([{ source: 'default', externalId: 'g-1' }])
    const update = await world
      .as('owner')
      .gql(
        `mutation($id: ID!, $input: Update${upper(kind)}Input!) { update${upper(kind)}(id: $id, input: $input) { externalIds { source externalId } } }`,
        { id: created.id, input: { externalId: 'g-2', externalSource: 'sap.r3' } },
      )
    expect(update.body.data[`update${upper(kind)}`].externalIds).toEqual([
      { source: 'default', externalId: 'g-1' },
      { source: 'sap.r3', externalId: 'g-2' },
    ])
  })

  test.each(allKinds)('a filter finds each %s by its external id and source', async (kind) => {
    const one = await made(kind, { externalId: 'f-1', externalSource: 'crm' })
    const other = await made(kind, { externalId: 'f-2', externalSource: 'crm' })
    await patch(kind, other, { externalId: 'f-1' })
    expect(await found(kind, { externalId: 'f-1', externalSource: 'CRM' })).toEqual([one])
    expect(await found(kind, { externalId: 'f-1' })).toEqual([other])
    expect(await found(kind, { externalSource: 'crm' })).toEqual([other, one])
    expect(await found(kind, { externalId: 'f-3', externalSource: 'crm' })).toEqual([])
    expect(await found(kind, { not: { externalSource: 'crm' }, ids: [one, other] })).toEqual([])
    const path = kind === 'activity' ? 'activities/search' : kinds[kind].path
    const { data } = (
      await world.as('owner').rest('GET', `/v1/${path}?externalId=f-1&externalSource=crm`)
    ).body
    expect(data.map(({ id }: { id: string }) => id)).toEqual([one])
  })

  test.each(allKinds)(
    'an external id of each %s is unique per source but not across kinds of records',
    async (kind) => {
      const id = await made(kind, { externalId: 'u-1' })
      const other = await made(kind, { externalId: 'u-2' })
      const before = await dump(world)
      const taken = { field: 'externalId', code: 'INVALID_VALUE' }
      for (const reply of [
        await send(kind, { externalId: 'u-1' }),
        await patch(kind, other, { externalId: 'u-1', externalSource: 'DEFAULT' }),
      ]) {
        expect(detail(reply)).toMatchObject([409, taken])
        expect(reply.body.error.details[0].message).toContain(id)
      }
      expect(await dump(world)).toEqual(before)
      await patch(kind, id, { externalId: null })
      expect((await patch(kind, other, { externalId: 'u-1' })).status).toBe(200)
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
    'the invalid external id %j is refused for every kind of record and changes nothing',
    async (body, code, field) => {
      for (const kind of allKinds) {
        const id = await made(kind, {})
        const before = await dump(world)
        for (const reply of [await send(kind, body), await patch(kind, id, body)])
          expect(detail(reply), kind).toMatchObject([400, { code, field }])
        expect(await dump(world)).toEqual(before)
      }
    },
  )

  test('an external id of a hidden record causes a conflict without its id and is not found by filters', async () => {
    const id = await made('person', {
      externalId: 'h-1',
      assignedAgentId: world.users.loner.id,
    })
    const reply = await send('person', { externalId: 'h-1' }, 'agent')
    expect(reply.status).toBe(409)
    expect(reply.text).not.toContain(id)
    expect(await found('person', { externalId: 'h-1' }, 'agent')).toEqual([])
    const editor = await world.createKey('owner', ['people.edit.all'])
    const narrow = await editor.rest('POST', '/v1/people', { firstName: 'B', externalId: 'h-1' })
    expect([narrow.status, narrow.text.includes(id)]).toEqual([409, false])
    const stranger = await send('person', { externalId: 'h-1' }, 'stranger')
    expect(stranger.status).toBe(201)
  })

  test('an external id takes precedence over email and phone for `onDuplicate`', async () => {
    const known = await made('person', { externalId: 'd-1', emails: [{ value: 'd1@x.test' }] })
    const other = await made('person', { emails: [{ value: 'd2@x.test' }] })
    const body = { externalId: 'd-1', emails: [{ value: 'd2@x.test' }], lastName: 'Lee' }
    const create = (onDuplicate: string, more = {}) =>
      send('person', { ...body, ...more, onDuplicate })
    const returned = await create('return')
    expect([returned.status, returned.body.data.id]).toEqual([200, known])
    const refusal = await create('error')
    expect(refusal.status).toBe(409)
    expect(refusal.body.error.details.map(({ field }: { field: string }) => field)).toEqual([
      'externalId',
      'emails[0].value',
    ])
    const updated = await create('update')
    expect(updated.body.data).toMatchObject({ id: known, fullName: 'Ann Lee' })
    const added = await create('update', { externalId: 'd-9', emails: [{ value: 'D1@x.test' }] })
    expect([added.body.data.id, await idsOf('person', known)]).toEqual([
      known,
      ['default:d-1', 'default:d-9'],
    ])
    expect(await idsOf('person', other)).toEqual([])
    expect((await create('create')).status).toBe(409)
    await world.as('owner').rest('DELETE', `/v1/people/${known}`)
    const trashed = await create('return', { emails: [] })
    expect(trashed.body.error.details[0].message).toBe(
      `belongs to the contact ${known}, which is in Trash`,
    )
  })

  test('bulk requests accept external ids, and a conflict fails only its row', async () => {
    const people = await world.as('owner').rest('POST', '/v1/people/bulk', {
      people: [
        { firstName: 'One', externalId: 'b-1' },
        { firstName: 'Two', externalId: 'b-1' },
        { firstName: 'Three', externalId: 'b-1', onDuplicate: 'update' },
      ],
    })
    const codes = people.body.data.results.map(
      ({ error }: { error: { code: string } | null }) => error?.code ?? 'ok',
    )
    expect(codes).toEqual(['ok', 'CONFLICT', 'ok'])
    const [one, , three] = people.body.data.results
    expect(three.person).toMatchObject({ id: one.person.id, firstName: 'Three' })
    const deals = await world.as('owner').rest('POST', '/v1/deals/bulk', {
      deals: [
        { ...needed.deal, externalId: 'b-1' },
        { ...needed.deal, externalId: 'b-1' },
      ],
    })
    expect(deals.body.data).toMatchObject({ succeeded: 1, failed: 1 })
  })

  test.each(allKinds)(
    'external ids of each %s are deleted with the record, and their changes are recorded as events',
    async (kind) => {
      const id = await made(kind, { externalId: 'e-1', externalSource: 'gone' })
      await patch(kind, id, { externalId: 'e-2', externalSource: 'gone' })
      const events = await world.deps.store.allCompanies.read((db) =>
        db.all(changesOf, { recordId: id }),
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
      const permanent = kind === 'person' ? '?permanent=true' : ''
      await world.as('owner').rest('DELETE', `/v1/${kinds[kind].path}/${id}${permanent}`)
      expect(await found(kind, { externalSource: 'gone' })).toEqual([])
      expect((await send(kind, { externalId: 'e-2', externalSource: 'gone' })).status).toBe(201)
    },
  )

  test('the external id of a person in Trash remains reserved', async () => {
    const id = await made('person', { externalId: 't-1' })
    await world.as('owner').rest('DELETE', `/v1/people/${id}`)
    expect((await send('person', { externalId: 't-1' })).status).toBe(409)
    await world.as('owner').rest('POST', `/v1/people/${id}/restore`)
    expect(await found('person', { externalId: 't-1' })).toEqual([id])
  })

  test('external ids move to the survivor of a merge and back when the merge is undone', async () => {
    const survivor = await made('person', { externalId: 'm-1' })
    const other = await made('person', { externalId: 'm-2' })
    const third = await made('person', { externalId: 'm-3', externalSource: 'crm' })
    const merge = () =>
      world.as('owner').rest('POST', `/v1/people/${survivor}/merge`, { otherIds: [other, third] })
    const undo = async () => {
      const { data } = (await world.as('owner').rest('GET', `/v1/people/${survivor}/merges`)).body
      return world.as('owner').rest('POST', `/v1/people/merges/${data[0].id}/undo`)
    }
    expect((await merge()).body.data.externalIds).toHaveLength(3)
    expect(await found('person', { externalId: 'm-2' })).toEqual([survivor])
    expect((await undo()).status).toBe(200)
    expect([
      await idsOf('person', survivor),
      await idsOf('person', other),
      await idsOf('person', third),
    ]).toEqual([['default:m-1'], ['default:m-2'], ['crm:m-3']])

    await merge()
    await patch('person', survivor, { externalId: 'm-1' })
    expect(await idsOf('person', survivor)).toEqual(['crm:m-3', 'default:m-1'])
    const taker = await made('person', { externalId: 'm-2' })
    expect((await undo()).status).toBe(200)
    expect([await idsOf('person', other), await idsOf('person', taker)]).toEqual([
      [],
      ['default:m-2'],
    ])
    expect(await idsOf('person', third)).toEqual(['crm:m-3'])
  })
})
