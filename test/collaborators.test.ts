import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../src/store/query.ts'
import { dump } from './support/dump.ts'
import { createWorld, type World } from './support/world.ts'

const eventsQuery = query((k, p: { companyId: string; recordId: string }) =>
  k
    .selectFrom('events')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('recordId', '=', p.recordId)
    .orderBy('sequence'),
)

describe('Collaborators', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const createPerson = async () =>
    (await world.as('owner').rest('POST', '/v1/people', { firstName: 'Shared' })).body.data
      .id as string
  const readLastEvent = async (recordId: string) =>
    (
      await world.deps.store.allCompanies.read((db) =>
        db.all(eventsQuery, { companyId: world.company.id, recordId }),
      )
    ).at(-1)
  const getCollaboratorIds = (reply: { body: { data: { collaborators: { id: string }[] } } }) =>
    reply.body.data.collaborators.map(({ id }) => id)

  test('a collaborator can view a person until the collaborator is removed, and events list the old and new collaborators', async () => {
    const id = await createPerson()
    const { agent, loner } = world.users
    const readStatus = async () => (await world.as('loner').rest('GET', `/v1/people/${id}`)).status
    expect(await readStatus()).toBe(403)
    const addReply = await world
      .as('owner')
      .rest('POST', `/v1/people/${id}/collaborators`, { userIds: [agent.id, loner.id, agent.id] })
    expect([addReply.status, getCollaboratorIds(addReply), addReply.headers.get('etag')]).toEqual([
      200,
      [agent.id, loner.id],
      '"2"',
    ])
    expect(await readStatus()).toBe(200)
    const removeReply = await world
      .as('owner')
      .rest('DELETE', `/v1/people/${id}/collaborators/${loner.id}`)
    expect([removeReply.status, getCollaboratorIds(removeReply)]).toEqual([200, [agent.id]])
    const readCollaborators = (caller: 'owner' | 'agent' | 'loner' | 'stranger') =>
      world.as(caller).rest('GET', `/v1/people/${id}/collaborators`)
    expect([
      getCollaboratorIds(await readCollaborators('agent')),
      (await readCollaborators('agent')).body.data.id,
    ]).toEqual([[agent.id], id])
    expect([
      (await readCollaborators('loner')).status,
      (await readCollaborators('stranger')).status,
    ]).toEqual([403, 404])
    expect(await readStatus()).toBe(403)
    const event = await readLastEvent(id)
    expect([event?.type, JSON.parse(event?.changes ?? '')]).toEqual([
      'person.updated',
      [{ field: 'collaboratorIds', from: [agent.id, loner.id], to: [agent.id] }],
    ])
  })

  test('adding an existing collaborator or removing a user who is not a collaborator creates no new version and no event', async () => {
    const id = await createPerson()
    await world
      .as('owner')
      .rest('POST', `/v1/people/${id}/collaborators`, { userIds: [world.users.agent.id] })
    const dumpBefore = await dump(world)
    const changeCollaborators = (name: string, userIds: string[]) =>
      world
        .as('owner')
        .gql(
          `mutation($id: ID!, $userIds: [ID!]!) { ${name}(id: $id, userIds: $userIds) { person { version } } }`,
          { id, userIds },
        )
    expect(
      (await changeCollaborators('addPersonCollaborators', [world.users.agent.id])).body.data
        .addPersonCollaborators.person.version,
    ).toBe(2)
    expect(
      (await changeCollaborators('removePersonCollaborators', [world.users.loner.id])).body.data
        .removePersonCollaborators.person.version,
    ).toBe(2)
    expect(await dump(world)).toEqual(dumpBefore)
  })

  test('adding no users, more than 100 users, unknown users or users of another company as collaborators is rejected, and so is removing an unknown user', async () => {
    const id = await createPerson()
    const dumpBefore = await dump(world)
    const readAddErrors = async (userIds: string[]) =>
      (await world.as('owner').rest('POST', `/v1/people/${id}/collaborators`, { userIds })).body
        .error.details
    expect(
      await readAddErrors([world.users.agent.id, 'user_nowhere00', world.users.stranger.id]),
    ).toMatchObject([
      { field: 'userIds[1]', code: 'INVALID_REFERENCE' },
      { field: 'userIds[2]', code: 'INVALID_REFERENCE' },
    ])
    expect(await readAddErrors([])).toMatchObject([{ field: 'userIds', code: 'TOO_SHORT' }])
    expect(await readAddErrors(Array(101).fill('user_nowhere00'))).toMatchObject([
      { field: 'userIds', code: 'TOO_LONG' },
    ])
    const deleteReply = await world
      .as('owner')
      .rest('DELETE', `/v1/people/${id}/collaborators/user_nowhere00`)
    expect([deleteReply.status, deleteReply.body.error.details]).toMatchObject([
      400,
      [{ field: 'userId', code: 'INVALID_REFERENCE' }],
    ])
    expect(await dump(world)).toEqual(dumpBefore)
  })
})
