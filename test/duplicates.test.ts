import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dump } from './support/dump.ts'
import { createWorld, type Who, type World } from './support/world.ts'

describe('Duplicate people', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const post = (who: Who, body: object) => world.as(who).rest('POST', '/v1/people', body)
  const person = async (body: object) => (await post('owner', body)).body.data.id as string
  const create = (who: Who, input: object) =>
    world
      .as(who)
      .gql(
        'mutation($input: CreatePersonInput!) { createPerson(input: $input) { id version emails { value isPrimary } } }',
        { input },
      )
  const email = (value: string) => [{ value }]
  const read = async (id: string) =>
    (await world.as('owner').rest('GET', `/v1/people/${id}`)).body.data

  test('creating a duplicate person creates another person by default', async () => {
    const first = await person({ emails: email('twice@x.test') })
    for (const onDuplicate of [undefined, 'create']) {
      const second = await post('owner', { emails: email('twice@x.test'), onDuplicate })
      expect(second.status).toBe(201)
      expect(second.body.data.id).not.toBe(first)
    }
    expect(
      (await post('owner', { emails: email('twice@x.test'), onDuplicate: null })).body.error
        .details,
    ).toMatchObject([{ field: 'onDuplicate' }])
    expect(
      (await post('owner', { emails: email('twice@x.test'), onDuplicate: 'other' })).body.error
        .details,
    ).toMatchObject([{ field: 'onDuplicate' }])
  })

  test('onDuplicate: return finds a person by email in any case or phone in any spelling and changes nothing', async () => {
    const id = await person({
      firstName: 'Ann',
      emails: email('Ann@x.test'),
      phones: [{ value: '(415) 555-2671' }],
    })
    const before = await dump(world)
    for (const given of [
      { emails: email('ANN@X.test') },
      { phones: [{ value: '+1 415 555 2671' }] },
      { phones: [{ value: '001 415-555-2671' }] },
    ]) {
      const { status, body, headers } = await post('owner', {
        ...given,
        firstName: 'Other',
        onDuplicate: 'return',
      })
      expect([status, body.data.id, body.data.firstName, headers.get('location')]).toEqual([
        200,
        id,
        'Ann',
        `/v1/people/${id}`,
      ])
      expect(
        (await create('owner', { ...given, onDuplicate: 'return' })).body.data.createPerson.id,
      ).toBe(id)
    }
    expect(await dump(world)).toEqual(before)
    const fresh = await post('owner', { emails: email('nobody@x.test'), onDuplicate: 'return' })
    expect([fresh.status, fresh.body.data.emails[0].value]).toEqual([201, 'nobody@x.test'])
  })

  test('onDuplicate: update changes the submitted fields of the existing person and adds to its lists', async () => {
    const { agent, loner } = world.users
    const id = await person({
      firstName: 'Bob',
      source: 'Web',
      emails: email('bob@x.test'),
      phones: [{ value: '415 555 0101' }],
      tags: ['Old'],
      collaboratorIds: [agent.id],
    })
    const reply = await post('owner', {
      lastName: 'Builder',
      source: null,
      emails: [{ value: 'new@x.test', isPrimary: true }, { value: 'BOB@x.test' }],
      phones: null,
      tags: ['New', 'old'],
      collaboratorIds: [loner.id],
      onDuplicate: 'update',
    })
    expect([reply.status, reply.body.data]).toEqual([
      200,
      expect.objectContaining({
        id,
        firstName: 'Bob',
        lastName: 'Builder',
        source: null,
        tags: 'Old, New',
        assignedAgentId: world.users.owner.id,
      }),
    ])
    expect(reply.body.data.emails).toMatchObject([
      { value: 'bob@x.test', isPrimary: true },
      { value: 'new@x.test', isPrimary: false },
    ])
    expect(reply.body.data.phones).toHaveLength(1)
    const version = Number(reply.headers.get('etag')?.replaceAll('"', ''))
    const repeated = await create('owner', {
      emails: email('new@x.test'),
      tags: ['Old'],
      onDuplicate: 'update',
    })
    expect(repeated.body.data.createPerson).toMatchObject({ id, version })
    const collaborators = await world
      .as('owner')
      .gql('query($id: ID!) { person(id: $id) { collaborators { id } } }', { id })
    expect(collaborators.body.data.person.collaborators).toEqual([
      { id: agent.id },
      { id: loner.id },
    ])
  })

  test('onDuplicate: update creates another person if only a phone matches and the names differ', async () => {
    const phones = [{ value: '415 555 0377' }]
    const id = await person({ firstName: 'Alice', emails: email('alice@x.test'), phones })
    for (const given of [{ firstName: 'Bob' }, { emails: email('berta@x.test') }]) {
      const { status, body } = await post('owner', { ...given, phones, onDuplicate: 'update' })
      expect([status, body.data.id === id]).toEqual([201, false])
    }
    expect((await read(id)).firstName).toBe('Alice')
    const own = [{ value: '415 555 0388' }]
    const zoe = await person({ firstName: 'Zoë', phones: own })
    for (const given of [{ firstName: 'zoe', lastName: 'Lee' }, { source: 'Fair' }]) {
      const { status, body } = await post('owner', { ...given, phones: own, onDuplicate: 'update' })
      expect([status, body.data.id]).toEqual([200, zoe])
    }
  })

  test('onDuplicate: error names the existing person for each matching field', async () => {
    const first = await person({ emails: email('c@x.test') })
    const second = await person({ phones: [{ value: '415 555 0202' }] })
    const before = await dump(world)
    const body = {
      emails: [{ value: 'unknown@x.test' }, { value: 'C@x.test' }],
      phones: [{ value: '4155550202' }],
      onDuplicate: 'error',
    }
    const { status, body: answer } = await post('owner', body)
    expect([status, answer.error.code]).toEqual([409, 'CONFLICT'])
    expect(answer.error.details).toEqual([
      { field: 'emails[1].value', code: 'INVALID_VALUE', message: expect.stringContaining(first) },
      { field: 'phones[0].value', code: 'INVALID_VALUE', message: expect.stringContaining(second) },
    ])
    expect((await create('owner', body)).body.errors[0].extensions).toMatchObject({
      code: 'CONFLICT',
      details: answer.error.details,
    })
    expect(await dump(world)).toEqual(before)
    expect(
      (await post('owner', { emails: email('free@x.test'), onDuplicate: 'error' })).status,
    ).toBe(201)
  })

  test('the duplicate with the most matching values has precedence, then the oldest', async () => {
    const phones = [{ value: '415 555 0303' }]
    const oldest = await person({ emails: email('d@x.test') })
    const both = await person({ emails: email('d@x.test'), phones })
    await person({ emails: email('d@x.test'), phones })
    const found = async (body: object) =>
      (await post('owner', { ...body, onDuplicate: 'return' })).body.data.id
    expect(await found({ emails: email('d@x.test') })).toBe(oldest)
    expect(await found({ phones })).toBe(both)
    expect(await found({ emails: email('d@x.test'), phones })).toBe(both)
  })

  test('people in Trash, hidden people and people of another company are no duplicates', async () => {
    const trashed = await person({
      emails: email('gone@x.test'),
      assignedAgentId: world.users.loner.id,
    })
    await world.as('owner').rest('DELETE', `/v1/people/${trashed}`)
    await person({ emails: email('hidden@x.test'), assignedAgentId: world.users.loner.id })
    for (const [who, address] of [
      ['owner', 'gone@x.test'],
      ['agent', 'hidden@x.test'],
      ['stranger', 'hidden@x.test'],
    ] as const)
      for (const onDuplicate of ['return', 'update', 'error']) {
        const { status, body } = await post(who, {
          emails: email(address),
          onDuplicate,
          firstName: `${who}${onDuplicate}`,
        })
        expect([who, onDuplicate, status]).toEqual([
          who,
          onDuplicate,
          onDuplicate === 'return' ? 201 : body.error ? 409 : 200,
        ])
        if (body.data) expect(body.data.firstName).toBe(`${who}${onDuplicate}`)
      }
  })

  test('duplicate detection requires permission to view, and an update permission to edit', async () => {
    const id = await person({
      emails: email('narrow@x.test'),
      assignedAgentId: world.users.agent.id,
    })
    const blind = await world.createKey('owner', ['people.edit.all'])
    const narrow = await world.createKey('owner', ['people.view.all', 'people.edit.own'])
    const before = await dump(world)
    for (const onDuplicate of ['return', 'update', 'error'])
      expect(
        (await blind.rest('POST', '/v1/people', { emails: email('narrow@x.test'), onDuplicate }))
          .body.error,
      ).toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('people.view'),
      })
    expect(
      (
        await narrow.rest('POST', '/v1/people', {
          emails: email('narrow@x.test'),
          source: 'x',
          onDuplicate: 'update',
        })
      ).status,
    ).toBe(403)
    expect(await dump(world)).toEqual(before)
    expect(
      (
        await narrow.rest('POST', '/v1/people', {
          emails: email('narrow@x.test'),
          onDuplicate: 'return',
        })
      ).body.data.id,
    ).toBe(id)
    expect(
      (await blind.rest('POST', '/v1/people', { emails: email('narrow@x.test') })).status,
    ).toBe(201)
  })

  test('a person without email and phone is always created, and invalid references are refused', async () => {
    const one = await post('owner', { firstName: 'Same', onDuplicate: 'error' })
    const other = await post('owner', { firstName: 'Same', onDuplicate: 'error' })
    expect([one.status, other.status]).toEqual([201, 201])
    const id = await person({ emails: email('ref@x.test') })
    const bad = await post('owner', {
      emails: email('ref@x.test'),
      stageId: 'stage_nowhere0',
      onDuplicate: 'update',
    })
    expect(bad.body.error.details).toMatchObject([{ field: 'stageId', code: 'INVALID_REFERENCE' }])
    expect((await read(id)).stageName).toBe('Lead')
  })
})
