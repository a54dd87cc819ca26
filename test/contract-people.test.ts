/** Tests clauses 1 to 4 of the contract for people: response shapes, envelopes, states and tags. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../src/store/query.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

const listFields = [
  'id',
  'firstName',
  'lastName',
  'fullName',
  'createdAt',
  'emails',
  'phones',
  'assignedAgentId',
  'assignedAgentName',
  'stageId',
  'stageName',
  'source',
  'tags',
  'price',
]
const allFields = [
  ...listFields,
  'updatedAt',
  'assignedAgentEmail',
  'timeframe',
  'background',
  'relationship',
  'customFields',
  'externalIds',
]
const metaFields = ['requestId', 'timestamp', 'version']
const listSortedKeys = (value: object) => Object.keys(value).sort()
const isoTimePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const eventsQuery = query((k, p: { companyId: string; recordId: string }) =>
  k
    .selectFrom('events')
    .select('type')
    .where('companyId', '=', p.companyId)
    .where('recordId', '=', p.recordId)
    .orderBy('sequence'),
)

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

const sendRequest = (method: string, path: string, body?: unknown, caller: TestUser = 'owner') =>
  world.as(caller).rest(method, path, body)
const createPerson = async (body: object, caller: TestUser = 'owner') =>
  (await sendRequest('POST', '/v1/people', body, caller)).body.data
const readPerson = async (id: string) => (await sendRequest('GET', `/v1/people/${id}`)).body.data
const listEventTypes = async (recordId: string) =>
  (
    await world.deps.store.allCompanies.read((db) =>
      db.all(eventsQuery, { companyId: world.company.id, recordId }),
    )
  ).map((row) => row.type)

const fullInput = {
  firstName: 'Grace',
  lastName: 'Hopper',
  emails: [
    { value: 'Grace@Navy.test', type: 'work' },
    { value: 'g@home.test', isPrimary: true },
  ],
  phones: [{ value: '(415) 555-2671' }],
  source: 'Referral',
  tags: ['VIP', 'Buyer'],
  price: 250000.5,
  timeframe: '3 months',
  background: 'Navy\nCOBOL',
  relationship: true,
}

describe('Person responses', () => {
  test('creating a person returns 201 with a Location header and all fields of the person', async () => {
    const reply = await sendRequest('POST', '/v1/people', fullInput)
    expect([reply.status, reply.headers.get('location')]).toEqual([
      201,
      `/v1/people/${reply.body.data.id}`,
    ])
    expect(listSortedKeys(reply.body)).toEqual(['data', 'meta'])
    expect(listSortedKeys(reply.body.data)).toEqual([...allFields].sort())
    expect(reply.body.data).toEqual({
      ...fullInput,
      customFields: {},
      externalIds: [],
      id: expect.stringMatching(/^[a-zA-Z0-9_-]{8,}$/),
      fullName: 'Grace Hopper',
      createdAt: expect.stringMatching(isoTimePattern),
      updatedAt: expect.stringMatching(isoTimePattern),
      emails: [
        { value: 'Grace@Navy.test', type: 'work', isPrimary: false },
        { value: 'g@home.test', type: 'home', isPrimary: true },
      ],
      phones: [
        { value: '+14155552671', type: 'mobile', status: 'Valid', isPrimary: true, isBad: false },
      ],
      assignedAgentId: world.users.owner.id,
      assignedAgentName: 'Olga Owner',
      assignedAgentEmail: 'owner@acme.test',
      stageId: expect.any(String),
      stageName: 'Lead',
      tags: 'VIP, Buyer',
    })
    expect(await readPerson(reply.body.data.id)).toEqual(reply.body.data)
  })

  test('a list of people returns fewer fields per person than a search, and both return `count` and `hasMore`', async () => {
    const listReply = await sendRequest('GET', '/v1/people')
    expect(listSortedKeys(listReply.body.meta)).toEqual([...metaFields, 'count', 'hasMore'].sort())
    expect(listSortedKeys(listReply.body.data[0])).toEqual([...listFields].sort())
    expect(listReply.body.meta).toMatchObject({
      version: '1.0.0',
      count: listReply.body.data.length,
      hasMore: false,
    })
    expect(listReply.body.meta.requestId).toMatch(uuidPattern)
    expect(listReply.body.meta.timestamp).toMatch(isoTimePattern)
    const searchReply = await sendRequest('GET', '/v1/people/search?email=GRACE@navy.TEST')
    expect(searchReply.body.data.map(listSortedKeys)).toEqual([[...allFields].sort()])
    expect(listSortedKeys(searchReply.body.meta)).toEqual(
      [...metaFields, 'count', 'hasMore'].sort(),
    )
  })

  test('a person response includes empty fields as null, an empty list or an empty string', async () => {
    const { id } = await createPerson({ lastName: 'Solo', assignedAgentId: null })
    const emptyFields = {
      source: null,
      price: null,
      timeframe: null,
      background: null,
      relationship: null,
      assignedAgentId: null,
      assignedAgentName: null,
      assignedAgentEmail: null,
    }
    const person = await readPerson(id)
    expect(person).toMatchObject({
      ...emptyFields,
      firstName: '',
      fullName: 'Solo',
      tags: '',
      emails: [],
      phones: [],
    })
    expect(listSortedKeys(person)).toEqual([...allFields].sort())
  })

  test('the primary email and phone of a person are the first ones marked as primary, or the first ones if none is marked', async () => {
    const person = await createPerson({
      emails: [
        { value: 'a@x.test' },
        { value: 'b@x.test', isPrimary: true },
        { value: 'c@x.test', isPrimary: true },
        { value: 'B@x.test' },
      ],
      phones: [
        { value: '+14155552671' },
        { value: '415 555 2672', type: 'work', isBad: true },
        { value: '123', type: 'fax' },
      ],
    })
    expect(person.emails.map((email: { isPrimary: boolean }) => email.isPrimary)).toEqual([
      false,
      true,
      false,
    ])
    expect(person.phones).toEqual([
      { value: '+14155552671', type: 'mobile', status: 'Valid', isPrimary: true, isBad: false },
      { value: '+14155552672', type: 'work', status: 'Valid', isPrimary: false, isBad: true },
      { value: '+1123', type: 'fax', status: 'Invalid', isPrimary: false, isBad: false },
    ])
  })

  test('in an update of a person, null clears a field and an omitted field stays unchanged', async () => {
    const { id } = await createPerson(fullInput)
    world.clock.advance(1500)
    const { status, body } = await sendRequest('PUT', `/v1/people/${id}`, {
      price: null,
      background: null,
      firstName: null,
      tags: null,
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      price: null,
      background: null,
      firstName: '',
      fullName: 'Hopper',
      tags: '',
      source: 'Referral',
      timeframe: '3 months',
    })
    expect(Date.parse(body.data.updatedAt) - Date.parse(body.data.createdAt)).toBe(1500)
    expect(
      (await sendRequest('PUT', `/v1/people/${id}`, { lastName: '', emails: [], phones: null }))
        .body.error,
    ).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(await readPerson(id)).toMatchObject({ lastName: 'Hopper', emails: [{}, {}] })
  })
})

describe('People lists', () => {
  test('a page of people contains 10 people by default, and `nextCursor` only if another page follows', async () => {
    for (let i = 0; i < 12; i++) await createPerson({ firstName: `Page ${i}` })
    const firstPage = (await sendRequest('GET', '/v1/people')).body
    expect([
      firstPage.data.length,
      firstPage.meta.count,
      firstPage.meta.hasMore,
      typeof firstPage.meta.nextCursor,
    ]).toEqual([10, 10, true, 'string'])
    const listedIds: string[] = []
    let cursor = ''
    do {
      const { data, meta } = (await sendRequest('GET', `/v1/people?limit=5${cursor}`)).body
      listedIds.push(...data.map((person: { id: string }) => person.id))
      expect('nextCursor' in meta).toBe(meta.hasMore)
      cursor = meta.hasMore ? `&cursor=${encodeURIComponent(meta.nextCursor)}` : ''
    } while (cursor)
    expect(listedIds).toEqual([...new Set(listedIds)].sort().reverse())
    const adminReply = await sendRequest(
      'GET',
      `/v1/people?cursor=${encodeURIComponent(firstPage.meta.nextCursor)}`,
      undefined,
      'admin',
    )
    expect(adminReply.body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'cursor', code: 'INVALID_FORMAT' }],
    })
  })

  test("a list of people contains all people for an Owner, the team's people for a Team Leader, and assigned and shared people for an Agent", async () => {
    const [ownPerson, hiddenPerson] = [
      await createPerson({ firstName: 'Mine' }, 'agent'),
      await createPerson({ firstName: 'Theirs' }, 'loner'),
    ]
    const sharedPerson = await createPerson(
      { firstName: 'Shared', collaboratorIds: [world.users.agent.id] },
      'loner',
    )
    const listIds = async (caller: TestUser) =>
      (await sendRequest('GET', '/v1/people?limit=3', undefined, caller)).body.data.map(
        (person: { id: string }) => person.id,
      )
    expect(await listIds('owner')).toEqual([sharedPerson.id, hiddenPerson.id, ownPerson.id])
    expect(await listIds('agent')).toEqual([sharedPerson.id, ownPerson.id])
    expect(await listIds('leader')).toEqual([ownPerson.id])
    expect(await listIds('idle')).toEqual([])
    const hiddenReply = await sendRequest(
      'GET',
      `/v1/people/${hiddenPerson.id}`,
      undefined,
      'agent',
    )
    expect([hiddenReply.status, hiddenReply.body.error.code]).toEqual([403, 'FORBIDDEN'])
    const strangerReply = await sendRequest(
      'GET',
      `/v1/people/${hiddenPerson.id}`,
      undefined,
      'stranger',
    )
    expect([
      strangerReply.status,
      strangerReply.body.error.code,
      strangerReply.body.error.message,
    ]).toEqual([404, 'NOT_FOUND', 'Contact not found'])
  })
})

describe("A person's tags", () => {
  const addTags = (id: string, tags: unknown) =>
    sendRequest('POST', `/v1/people/${id}/tags`, { tags })

  test('adding tags to a person returns the person and the number of new tags', async () => {
    const { id } = await createPerson({ firstName: 'Tagged', tags: ['First'] })
    const reply = await addTags(id, ['  Zeta ', 'alpha', 'FIRST', 'zeta'])
    expect([reply.status, listSortedKeys(reply.body), listSortedKeys(reply.body.meta)]).toEqual([
      200,
      ['data', 'meta'],
      metaFields,
    ])
    expect(listSortedKeys(reply.body.data)).toEqual(['count', 'person'])
    expect(listSortedKeys(reply.body.data.person)).toEqual([...allFields].sort())
    expect([reply.body.data.count, reply.body.data.person.tags]).toEqual([2, 'First, Zeta, alpha'])
    expect((await addTags(id, ['ALPHA', 'first'])).body.data).toMatchObject({
      count: 0,
      person: { tags: 'First, Zeta, alpha' },
    })
    const tagsReply = (await sendRequest('GET', `/v1/people/${id}/tags`)).body
    expect([tagsReply.data, listSortedKeys(tagsReply.meta)]).toEqual([
      { tags: 'First, Zeta, alpha' },
      metaFields,
    ])
    expect(await listEventTypes(id)).toEqual(['person.created', 'person.tagged'])
  })

  test('a request to add tags requires 1 to 20 names of 1 to 50 characters without commas or line breaks', async () => {
    const { id } = await createPerson({ firstName: 'Untagged' })
    const rejectedRequests: [unknown, string[]][] = [
      [undefined, ['tags REQUIRED_FIELD']],
      [[], ['tags TOO_SHORT']],
      ['VIP', ['tags INVALID_FORMAT']],
      [Array.from({ length: 21 }, (_, i) => `t${i}`), ['tags TOO_LONG']],
      [
        ['ok', ' ', 'a, b', '👍'.repeat(51), null, 5, 'a\nb'],
        [
          'tags[1] TOO_SHORT',
          'tags[2] INVALID_FORMAT',
          'tags[3] TOO_LONG',
          'tags[4] REQUIRED_FIELD',
          'tags[5] INVALID_FORMAT',
          'tags[6] INVALID_FORMAT',
        ],
      ],
    ]
    for (const [tags, expectedDetails] of rejectedRequests) {
      const { status, body } = await addTags(id, tags)
      expect([
        status,
        body.error.code,
        body.error.details.map(
          (detail: { field: string; code: string }) => `${detail.field} ${detail.code}`,
        ),
      ]).toEqual([400, 'VALIDATION_ERROR', expectedDetails])
    }
    expect(await readPerson(id)).toMatchObject({ tags: '' })
    expect(
      (await addTags(id, [...Array.from({ length: 19 }, (_, i) => `tag ${i}`), '👍'.repeat(50)]))
        .body.data.count,
    ).toBe(20)
  })
})

describe('Trash and deletion of people', () => {
  test('deleting a person moves the person to Trash and can be repeated, and restoring returns the person to the previous stage', async () => {
    const stages = (await sendRequest('GET', '/v1/stages')).body.data as {
      id: string
      name: string
    }[]
    const stageId = stages.findLast((stage) => stage.name !== 'Trash')?.id
    const { id } = await createPerson({ firstName: 'Oscar', lastName: 'Bin', stageId })
    for (let i = 0; i < 2; i++) {
      const { status, body } = await sendRequest('DELETE', `/v1/people/${id}`)
      expect([status, listSortedKeys(body), body.success, typeof body.message]).toEqual([
        200,
        ['data', 'message', 'meta', 'success'],
        true,
        'string',
      ])
      expect(body.data).toEqual({ deleted: true, permanent: false })
    }
    expect(await readPerson(id)).toMatchObject({ stageName: 'Trash' })
    const isListed = async (path: string) =>
      (await sendRequest('GET', path)).body.data.some((person: { id: string }) => person.id === id)
    expect(
      await Promise.all(
        ['/v1/people', '/v1/people/search?name=oscar', `/v1/people/search?id=${id}`].map(isListed),
      ),
    ).toEqual([false, false, false])
    expect(
      await Promise.all(
        ['/v1/people?includeTrash=true', '/v1/people/search?name=oscar&includeTrash=true'].map(
          isListed,
        ),
      ),
    ).toEqual([true, true])
    expect((await sendRequest('POST', `/v1/people/${id}/restore`)).body).toMatchObject({
      success: true,
    })
    expect(await readPerson(id)).toMatchObject({ stageId })
    expect(await listEventTypes(id)).toEqual([
      'person.created',
      'person.trashed',
      'person.restored',
    ])
  })

  test('the mutation `deletePerson` returns the trashed person, or null if the deletion is permanent', async () => {
    const { id } = (await sendRequest('POST', '/v1/people', { firstName: 'Gone' })).body.data
    const deletePerson = async (permanent: boolean) =>
      (
        await world
          .as('owner')
          .gql(
            'mutation($id: ID!, $permanent: Boolean) { deletePerson(id: $id, permanent: $permanent) { deletedId isPermanent person { id stage { isTrash } } } }',
            { id, permanent },
          )
      ).body.data.deletePerson
    const expectedPayload = {
      deletedId: id,
      isPermanent: false,
      person: { id, stage: { isTrash: true } },
    }
    expect([await deletePerson(false), await deletePerson(false)]).toEqual([
      expectedPayload,
      expectedPayload,
    ])
    expect(await deletePerson(true)).toEqual({ deletedId: id, isPermanent: true, person: null })
  })

  test("permanently deleting a person deletes the person's activities and unlinks the person's tasks and deals", async () => {
    const { id: pipelineId } = (await sendRequest('GET', '/v1/pipelines')).body.data[0]
    const { id } = await createPerson({ firstName: 'Gone' })
    const activity = (
      await sendRequest('POST', '/v1/activities', { personId: id, channel: 'call' })
    ).body.data
    const task = (await sendRequest('POST', '/v1/tasks', { title: 'Stays', personId: id })).body
      .data
    const deal = (
      await sendRequest('POST', '/v1/deals', { title: 'Stays', pipelineId, peopleIds: [id] })
    ).body.data
    const reply = await sendRequest('DELETE', `/v1/people/${id}?permanent=true`)
    expect([reply.status, reply.body.success, reply.body.data]).toEqual([
      200,
      true,
      { deleted: true, permanent: true },
    ])
    for (const path of [
      `/v1/people/${id}`,
      `/v1/people/${id}/tags`,
      `/v1/activities/${activity.id}`,
      `/v1/activities?personId=${id}`,
    ])
      expect([path, (await sendRequest('GET', path)).status]).toEqual([path, 404])
    expect((await sendRequest('DELETE', `/v1/people/${id}?permanent=true`)).status).toBe(404)
    expect((await sendRequest('GET', `/v1/tasks/${task.id}`)).body.data).toMatchObject({
      title: 'Stays',
      personId: null,
    })
    expect((await sendRequest('GET', `/v1/deals/${deal.id}`)).body.data).toMatchObject({
      title: 'Stays',
      peopleIds: [],
    })
  })

  test('permanently deleting a person requires the `people.delete` scope, and a rejected deletion does not move the person to Trash', async () => {
    const { id } = await createPerson({ firstName: 'Kept' }, 'agent')
    const editKey = await world.createKey('owner', ['people.edit.all', 'people.view.all'])
    for (const client of [world.as('agent'), world.as('leader'), editKey]) {
      const reply = await client.rest('DELETE', `/v1/people/${id}?permanent=true`)
      expect([reply.status, reply.body.error.code]).toEqual([403, 'FORBIDDEN'])
      expect(reply.body.error.message).toContain('people.delete')
    }
    for (const flagText of ['TRUE', '1', 'yes', ''])
      expect(
        (await sendRequest('DELETE', `/v1/people/${id}?permanent=${flagText}`)).body.error,
      ).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: [{ field: 'permanent', code: 'INVALID_FORMAT' }],
      })
    expect(await readPerson(id)).toMatchObject({ stageName: 'Lead' })
    const deleteKey = await world.createKey('owner', ['people.delete'])
    expect((await deleteKey.rest('DELETE', `/v1/people/${id}`)).status).toBe(403)
    expect((await deleteKey.rest('DELETE', `/v1/people/${id}?permanent=true`)).body.data).toEqual({
      deleted: true,
      permanent: true,
    })
  })

  test('a person id in a path must consist of 8 to 64 letters, digits, hyphens or underscores', async () => {
    for (const id of [
      'short',
      'a'.repeat(65),
      'a'.repeat(3000),
      'person_a.b',
      'person%20aaaa',
      'person_aaaaaaaa%0A',
      '%00aaaaaaaa',
      'p%C3%A9rson_aaaa',
      'abc%2Fdef12',
    ])
      for (const [method, path] of [
        ['GET', ''],
        ['DELETE', ''],
        ['GET', '/tags'],
        ['POST', '/tags'],
      ] as const) {
        const reply = await sendRequest(
          method,
          `/v1/people/${id}${path}`,
          method === 'POST' ? { tags: ['x'] } : undefined,
        )
        expect([
          id,
          reply.status,
          reply.body.error.code,
          reply.body.error.details[0].field,
        ]).toEqual([id, 400, 'VALIDATION_ERROR', 'id'])
      }
    expect((await sendRequest('GET', '/v1/people/AZaz09_-')).body.error.code).toBe('NOT_FOUND')
  })
})
