import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../src/store/query.ts'
import { createWorld, type World } from './support/world.ts'

const eventsQuery = query((k, p: { companyId: string }) =>
  k
    .selectFrom('events')
    .select(['type', 'recordId', 'changes'])
    .where('companyId', '=', p.companyId)
    .orderBy('sequence'),
)

interface Stage {
  id: string
  name: string
  position: number
  isTrash: boolean
}

describe('Stages', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const sendRest = (...args: Parameters<ReturnType<World['as']>['rest']>) =>
    world.as('admin').rest(...args)
  const listStages = async () =>
    (await sendRest('GET', '/v1/stages?limit=100')).body.data as Stage[]
  const listNames = async () => (await listStages()).map((stage) => stage.name)
  const createStage = async (name: string) =>
    (await sendRest('POST', '/v1/stages', { name })).body.data as Stage
  const readTrash = async () => (await listStages()).find((stage) => stage.isTrash) as Stage
  const createPerson = async (stageId: string) =>
    (await sendRest('POST', '/v1/people', { firstName: 'Ann', stageId })).body.data.id as string
  const readStageOfPerson = async (id: string) =>
    (await sendRest('GET', `/v1/people/${id}`)).body.data.stageId as string
  const readEvents = async () =>
    world.deps.store.allCompanies.read((db) => db.all(eventsQuery, { companyId: world.company.id }))

  test('a new stage is placed directly before Trash, and even an API key without scopes can read the stages in order', async () => {
    expect(await listNames()).toEqual(['Lead', 'Prospect', 'Client', 'Past client', 'Trash'])
    const reply = await sendRest('POST', '/v1/stages', { name: ' Friend ' })
    expect(reply.status).toBe(201)
    expect(reply.body.data).toMatchObject({ name: 'Friend', position: 4, isTrash: false })
    expect(reply.headers.get('location')).toBe(`/v1/stages/${reply.body.data.id}`)
    expect(await listNames()).toEqual([
      'Lead',
      'Prospect',
      'Client',
      'Past client',
      'Friend',
      'Trash',
    ])
    const keyClient = await world.createKey('agent', [])
    const { body } = await keyClient.gql(
      '{ stages(last: 2) { totalCount nodes { name position isTrash } pageInfo { hasPreviousPage } } }',
    )
    expect(body.data.stages).toEqual({
      totalCount: 6,
      nodes: [
        { name: 'Friend', position: 4, isTrash: false },
        { name: 'Trash', position: 5, isTrash: true },
      ],
      pageInfo: { hasPreviousPage: true },
    })
    expect(
      (await world.as('stranger').rest('GET', `/v1/stages/${reply.body.data.id}`)).body.error,
    ).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Stage not found',
    })
    expect((await sendRest('POST', '/v1/stages', {})).body.error.details).toMatchObject([
      { field: 'name', code: 'REQUIRED_FIELD' },
    ])
    await sendRest('DELETE', `/v1/stages/${reply.body.data.id}`)
  })

  test('creating, updating and deleting stages requires stages.manage, which Team Leaders and Agents do not have', async () => {
    const narrowedClient = await world.createKey('owner', ['people.edit.all'])
    const stateBefore = [await listStages(), (await readEvents()).length]
    const { id } = (await listStages())[1] as Stage
    for (const [method, path, body] of [
      ['POST', '/v1/stages', { name: 'x' }],
      ['PUT', `/v1/stages/${id}`, { name: 'x' }],
      ['DELETE', `/v1/stages/${id}`, undefined],
    ] as const) {
      expect((await world.client().rest(method, path, body)).status).toBe(401)
      for (const client of [world.as('leader'), world.as('agent'), narrowedClient])
        expect((await client.rest(method, path, body)).body.error.code).toBe('FORBIDDEN')
      if (method !== 'POST')
        expect((await world.as('stranger').rest(method, path, body)).status).toBe(404)
    }
    expect((await world.client().rest('GET', '/v1/stages')).status).toBe(401)
    expect([await listStages(), (await readEvents()).length]).toEqual(stateBefore)
  })

  test('stages can be renamed and reordered, and Trash remains last', async () => {
    const stage = await createStage('Later')
    expect(
      (await sendRest('PUT', `/v1/stages/${stage.id}`, { name: 'Sooner', position: 1 })).body.data,
    ).toMatchObject({ name: 'Sooner', position: 1 })
    expect(await listNames()).toEqual([
      'Lead',
      'Sooner',
      'Prospect',
      'Client',
      'Past client',
      'Trash',
    ])
    await sendRest('PUT', `/v1/stages/${stage.id}`, { position: 99 })
    expect(await listNames()).toEqual([
      'Lead',
      'Prospect',
      'Client',
      'Past client',
      'Sooner',
      'Trash',
    ])
    expect((await listStages()).map((listedStage) => listedStage.position)).toEqual([
      0, 1, 2, 3, 4, 5,
    ])
    const eventCount = (await readEvents()).length
    await sendRest('PUT', `/v1/stages/${stage.id}`, { position: 4, name: 'Sooner' })
    expect((await readEvents()).length).toBe(eventCount)
    await sendRest('DELETE', `/v1/stages/${stage.id}`)
  })

  test('the Trash stage can be neither changed nor deleted', async () => {
    const { id } = await readTrash()
    expect((await sendRest('PUT', `/v1/stages/${id}`, { name: 'Bin' })).body.error.code).toBe(
      'CONFLICT',
    )
    expect((await sendRest('DELETE', `/v1/stages/${id}`)).body.error.code).toBe('CONFLICT')
  })

  test("deleting a stage with people requires a target stage, which also receives the stage's people who are later restored from Trash", async () => {
    const [leadStage] = await listStages()
    const stage = await createStage('Used')
    const [annId, deletedPersonId] = [await createPerson(stage.id), await createPerson(stage.id)]
    await sendRest('DELETE', `/v1/people/${deletedPersonId}`)
    expect((await sendRest('DELETE', `/v1/stages/${stage.id}`)).body.error.code).toBe('CONFLICT')
    for (const moveTo of [stage.id, (await readTrash()).id, 'stage_unknown'])
      expect(
        (await sendRest('DELETE', `/v1/stages/${stage.id}?moveTo=${moveTo}`)).body.error.details,
      ).toMatchObject([{ field: 'moveTo', code: 'INVALID_REFERENCE' }])
    const eventCount = (await readEvents()).length
    expect(
      (await sendRest('DELETE', `/v1/stages/${stage.id}?moveTo=${leadStage?.id}`)).body,
    ).toMatchObject({
      success: true,
      message: 'Stage deleted',
    })
    const newEvents = (await readEvents()).slice(eventCount)
    expect(newEvents.slice(0, 2).map((event) => [event.type, event.recordId])).toEqual([
      ['person.updated', annId],
      ['stage.deleted', stage.id],
    ])
    expect(JSON.parse(newEvents[0]?.changes as string)).toEqual([
      { field: 'stageId', from: stage.id, to: leadStage?.id },
    ])
    expect(await readStageOfPerson(annId)).toBe(leadStage?.id)
    await sendRest('POST', `/v1/people/${deletedPersonId}/restore`)
    expect(await readStageOfPerson(deletedPersonId)).toBe(leadStage?.id)
  })

  test('a company keeps at least one stage besides Trash', async () => {
    const strangerStages = (await world.as('stranger').rest('GET', '/v1/stages')).body
      .data as Stage[]
    const ordinaryStages = strangerStages.filter((stage) => !stage.isTrash)
    const statuses = []
    for (const { id } of ordinaryStages)
      statuses.push((await world.as('stranger').rest('DELETE', `/v1/stages/${id}`)).status)
    expect(statuses).toEqual([200, 200, 200, 409])
    expect(
      (await world.as('stranger').rest('POST', '/v1/people', { firstName: 'Bea' })).status,
    ).toBe(201)
  })
})
