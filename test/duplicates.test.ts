import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toInputDetails } from './support/details.ts'
import { dump } from './support/dump.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

describe('Duplicate people', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const postPerson = (caller: TestUser, body: object) =>
    world.as(caller).rest('POST', '/v1/people', body)
  const createPerson = async (body: object) =>
    (await postPerson('owner', body)).body.data.id as string
  const createInGraphql = (caller: TestUser, input: object) =>
    world
      .as(caller)
      .gql(
        'mutation($input: CreatePersonInput!) { createPerson(input: $input) { person { id version emails { value isPrimary } } } }',
        { input },
      )
  const createEmails = (value: string) => [{ value }]
  const readPerson = async (id: string) =>
    (await world.as('owner').rest('GET', `/v1/people/${id}`)).body.data

  test('a person with the email of an existing person is created by default', async () => {
    const existingId = await createPerson({ emails: createEmails('twice@x.test') })
    for (const onDuplicate of [undefined, 'create']) {
      const secondReply = await postPerson('owner', {
        emails: createEmails('twice@x.test'),
        onDuplicate,
      })
      expect(secondReply.status).toBe(201)
      expect(secondReply.body.data.id).not.toBe(existingId)
    }
    expect(
      (await postPerson('owner', { emails: createEmails('twice@x.test'), onDuplicate: null })).body
        .error.details,
    ).toMatchObject([{ field: 'onDuplicate' }])
    expect(
      (await postPerson('owner', { emails: createEmails('twice@x.test'), onDuplicate: 'other' }))
        .body.error.details,
    ).toMatchObject([{ field: 'onDuplicate' }])
  })

  test('`onDuplicate: return` finds a person by email, ignoring case, or by phone in national or international format, and changes nothing', async () => {
    const id = await createPerson({
      firstName: 'Ann',
      emails: createEmails('Ann@x.test'),
      phones: [{ value: '(415) 555-2671' }],
    })
    const dumpBefore = await dump(world)
    for (const matches of [
      { emails: createEmails('ANN@X.test') },
      { phones: [{ value: '+1 415 555 2671' }] },
      { phones: [{ value: '001 415-555-2671' }] },
    ]) {
      const { status, body, headers } = await postPerson('owner', {
        ...matches,
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
        (await createInGraphql('owner', { ...matches, onDuplicate: 'return' })).body.data
          .createPerson.person.id,
      ).toBe(id)
    }
    expect(await dump(world)).toEqual(dumpBefore)
    const newReply = await postPerson('owner', {
      emails: createEmails('nobody@x.test'),
      onDuplicate: 'return',
    })
    expect([newReply.status, newReply.body.data.emails[0].value]).toEqual([201, 'nobody@x.test'])
  })

  test("`onDuplicate: update` changes the submitted fields of the existing person and extends the person's lists", async () => {
    const { agent, loner } = world.users
    const id = await createPerson({
      firstName: 'Bob',
      source: 'Web',
      emails: createEmails('bob@x.test'),
      phones: [{ value: '415 555 0101' }],
      tags: ['Old'],
      collaboratorIds: [agent.id],
    })
    const reply = await postPerson('owner', {
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
    const repeatedReply = await createInGraphql('owner', {
      emails: createEmails('new@x.test'),
      tags: ['Old'],
      onDuplicate: 'update',
    })
    expect(repeatedReply.body.data.createPerson.person).toMatchObject({ id, version })
    const collaborators = await world
      .as('owner')
      .gql('query($id: ID!) { person(id: $id) { collaborators { id } } }', { id })
    expect(collaborators.body.data.person.collaborators).toEqual([
      { id: agent.id },
      { id: loner.id },
    ])
  })

  test('`onDuplicate: update` creates another person if only a phone matches and the names differ', async () => {
    const phones = [{ value: '415 555 0377' }]
    const id = await createPerson({
      firstName: 'Alice',
      emails: createEmails('alice@x.test'),
      phones,
    })
    for (const matches of [{ firstName: 'Bob' }, { emails: createEmails('berta@x.test') }]) {
      const { status, body } = await postPerson('owner', {
        ...matches,
        phones,
        onDuplicate: 'update',
      })
      expect([status, body.data.id === id]).toEqual([201, false])
    }
    expect((await readPerson(id)).firstName).toBe('Alice')
    const ownPhones = [{ value: '415 555 0388' }]
    const zoeId = await createPerson({ firstName: 'Zoë', phones: ownPhones })
    for (const matches of [{ firstName: 'zoe', lastName: 'Lee' }, { source: 'Fair' }]) {
      const { status, body } = await postPerson('owner', {
        ...matches,
        phones: ownPhones,
        onDuplicate: 'update',
      })
      expect([status, body.data.id]).toEqual([200, zoeId])
    }
  })

  test('`onDuplicate: error` names the existing person for each matching value', async () => {
    const existingId = await createPerson({ emails: createEmails('c@x.test') })
    const secondId = await createPerson({ phones: [{ value: '415 555 0202' }] })
    const dumpBefore = await dump(world)
    const body = {
      emails: [{ value: 'unknown@x.test' }, { value: 'C@x.test' }],
      phones: [{ value: '4155550202' }],
      onDuplicate: 'error',
    }
    const { status, body: reply } = await postPerson('owner', body)
    expect([status, reply.error.code]).toEqual([409, 'CONFLICT'])
    expect(reply.error.details).toEqual([
      {
        field: 'emails[1].value',
        code: 'INVALID_VALUE',
        message: expect.stringContaining(existingId),
      },
      {
        field: 'phones[0].value',
        code: 'INVALID_VALUE',
        message: expect.stringContaining(secondId),
      },
    ])
    expect((await createInGraphql('owner', body)).body.errors[0].extensions).toMatchObject({
      code: 'CONFLICT',
      details: toInputDetails(reply.error.details),
    })
    expect(await dump(world)).toEqual(dumpBefore)
    expect(
      (await postPerson('owner', { emails: createEmails('free@x.test'), onDuplicate: 'error' }))
        .status,
    ).toBe(201)
  })

  test('among several duplicates, `onDuplicate` selects the person with the most matching values, then the oldest', async () => {
    const phones = [{ value: '415 555 0303' }]
    const oldestId = await createPerson({ emails: createEmails('d@x.test') })
    const matchingId = await createPerson({ emails: createEmails('d@x.test'), phones })
    await createPerson({ emails: createEmails('d@x.test'), phones })
    const findDuplicate = async (body: object) =>
      (await postPerson('owner', { ...body, onDuplicate: 'return' })).body.data.id
    expect(await findDuplicate({ emails: createEmails('d@x.test') })).toBe(oldestId)
    expect(await findDuplicate({ phones })).toBe(matchingId)
    expect(await findDuplicate({ emails: createEmails('d@x.test'), phones })).toBe(matchingId)
  })

  test('people in Trash, people hidden from the caller and people of another company are not treated as duplicates', async () => {
    const trashedId = await createPerson({
      emails: createEmails('gone@x.test'),
      assignedAgentId: world.users.loner.id,
    })
    await world.as('owner').rest('DELETE', `/v1/people/${trashedId}`)
    await createPerson({
      emails: createEmails('hidden@x.test'),
      assignedAgentId: world.users.loner.id,
    })
    for (const [caller, address] of [
      ['owner', 'gone@x.test'],
      ['agent', 'hidden@x.test'],
      ['stranger', 'hidden@x.test'],
    ] as const)
      for (const onDuplicate of ['return', 'update', 'error']) {
        const { status, body } = await postPerson(caller, {
          emails: createEmails(address),
          onDuplicate,
          firstName: `${caller}${onDuplicate}`,
        })
        expect([caller, onDuplicate, status]).toEqual([
          caller,
          onDuplicate,
          onDuplicate === 'return' ? 201 : body.error ? 409 : 200,
        ])
        if (body.data) expect(body.data.firstName).toBe(`${caller}${onDuplicate}`)
      }
  })

  test('finding a duplicate person requires the `people.view` scope, and updating the duplicate requires permission to edit the person', async () => {
    const id = await createPerson({
      emails: createEmails('narrow@x.test'),
      assignedAgentId: world.users.agent.id,
    })
    const editKey = await world.createKey('owner', ['people.edit.all'])
    const viewKey = await world.createKey('owner', ['people.view.all', 'people.edit.own'])
    const dumpBefore = await dump(world)
    for (const onDuplicate of ['return', 'update', 'error'])
      expect(
        (
          await editKey.rest('POST', '/v1/people', {
            emails: createEmails('narrow@x.test'),
            onDuplicate,
          })
        ).body.error,
      ).toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('people.view'),
      })
    expect(
      (
        await viewKey.rest('POST', '/v1/people', {
          emails: createEmails('narrow@x.test'),
          source: 'x',
          onDuplicate: 'update',
        })
      ).status,
    ).toBe(403)
    expect(await dump(world)).toEqual(dumpBefore)
    expect(
      (
        await viewKey.rest('POST', '/v1/people', {
          emails: createEmails('narrow@x.test'),
          onDuplicate: 'return',
        })
      ).body.data.id,
    ).toBe(id)
    expect(
      (await editKey.rest('POST', '/v1/people', { emails: createEmails('narrow@x.test') })).status,
    ).toBe(201)
  })

  test('a person with neither email nor phone is never treated as a duplicate, and `onDuplicate: update` with an invalid reference changes nothing', async () => {
    const firstReply = await postPerson('owner', { firstName: 'Same', onDuplicate: 'error' })
    const secondReply = await postPerson('owner', { firstName: 'Same', onDuplicate: 'error' })
    expect([firstReply.status, secondReply.status]).toEqual([201, 201])
    const id = await createPerson({ emails: createEmails('ref@x.test') })
    const rejectedReply = await postPerson('owner', {
      emails: createEmails('ref@x.test'),
      stageId: 'stage_nowhere0',
      onDuplicate: 'update',
    })
    expect(rejectedReply.body.error.details).toMatchObject([
      { field: 'stageId', code: 'INVALID_REFERENCE' },
    ])
    expect((await readPerson(id)).stageName).toBe('Lead')
  })
})
