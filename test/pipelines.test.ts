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

const dealQuery = query((k, p: { companyId: string; id: string }) =>
  k.selectFrom('deals').selectAll().where('companyId', '=', p.companyId).where('id', '=', p.id),
)

interface Pipeline {
  id: string
  name: string
  position: number
  stages: { id: string; name: string; type: string; position: number }[]
}

describe('Pipelines', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const requestAsOwner = (...args: Parameters<ReturnType<World['as']>['rest']>) =>
    world.as('owner').rest(...args)
  const createPipeline = async (
    name: string,
    stages = [
      { name: 'New', type: 'open' },
      { name: 'Done', type: 'won' },
    ],
  ) => (await requestAsOwner('POST', '/v1/pipelines', { name, stages })).body.data as Pipeline
  const readPipeline = async (id: string) =>
    (await requestAsOwner('GET', `/v1/pipelines/${id}`)).body.data as Pipeline
  const createDeal = async (pipelineId: string, stageId?: string) =>
    (await requestAsOwner('POST', '/v1/deals', { title: 'House', pipelineId, stageId })).body.data
      .id as string
  const listDealIdsInStage = async (stageId: string) =>
    (
      (await requestAsOwner('GET', `/v1/deals?stageId=${stageId}&limit=100`)).body.data as {
        id: string
        order: number
      }[]
    )
      .toSorted((a, b) => a.order - b.order)
      .map((deal) => deal.id)
  const readEvents = async () =>
    world.deps.store.allCompanies.read((db) => db.all(eventsQuery, { companyId: world.company.id }))

  test('a new pipeline is placed last, and even an API key without scopes can read the pipeline', async () => {
    const reply = await requestAsOwner('POST', '/v1/pipelines', {
      name: ' Rentals ',
      stages: [
        { name: 'New', type: 'open' },
        { name: 'Let', type: 'won' },
      ],
    })
    expect(reply.status).toBe(201)
    const pipeline = reply.body.data
    expect(reply.headers.get('location')).toBe(`/v1/pipelines/${pipeline.id}`)
    expect(pipeline).toMatchObject({
      name: 'Rentals',
      position: 1,
      stages: [
        { name: 'New', type: 'open', position: 0 },
        { name: 'Let', type: 'won', position: 1 },
      ],
    })
    const keyClient = await world.createKey('loner', [])
    expect((await keyClient.rest('GET', `/v1/pipelines/${pipeline.id}`)).body.data).toEqual(
      pipeline,
    )
    const { body } = await keyClient.gql(
      'query($s: ID!) { pipelines { totalCount nodes { name stages { name pipelineId } } } node(id: $s) { ... on PipelineStage { name type } } }',
      { s: pipeline.stages[0].id },
    )
    expect(body.data.pipelines).toMatchObject({
      totalCount: 2,
      nodes: [{ name: 'Sales' }, { name: 'Rentals', stages: [{ pipelineId: pipeline.id }, {}] }],
    })
    expect(body.data.node).toEqual({ name: 'New', type: 'open' })
    expect(
      (await world.as('stranger').rest('GET', `/v1/pipelines/${pipeline.id}`)).body.error,
    ).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Pipeline not found',
    })
  })

  test('a pipeline requires a name and at least one open stage', async () => {
    const eventCount = (await readEvents()).length
    const listCodes = async (body: object) =>
      (await requestAsOwner('POST', '/v1/pipelines', body)).body.error.details
        .map((detail: { field: string; code: string }) => `${detail.field} ${detail.code}`)
        .sort()
    expect(await listCodes({})).toEqual(['name REQUIRED_FIELD', 'stages REQUIRED_FIELD'])
    expect(await listCodes({ name: 'x', stages: [] })).toEqual(['stages TOO_SHORT'])
    expect(await listCodes({ name: 'x', stages: [{ name: 'Won', type: 'won' }] })).toEqual([
      'stages INVALID_VALUE',
    ])
    expect(await listCodes({ name: 'x', stages: [{ name: '', type: 'maybe' }] })).toEqual([
      'stages[0].name TOO_SHORT',
      'stages[0].type INVALID_VALUE',
    ])
    expect((await readEvents()).length).toBe(eventCount)
  })

  test('creating, updating and deleting a pipeline requires the scope pipelines.manage', async () => {
    const pipeline = await createPipeline('Guarded')
    const narrowedClient = await world.createKey('owner', ['deals.manage'])
    const eventCount = (await readEvents()).length
    const calls = [
      ['POST', '/v1/pipelines', { name: 'x', stages: [{ name: 'a', type: 'open' }] }],
      ['PUT', `/v1/pipelines/${pipeline.id}`, { name: 'x' }],
      ['DELETE', `/v1/pipelines/${pipeline.id}`, undefined],
    ] as const
    for (const [method, path, body] of calls) {
      expect((await world.client().rest(method, path, body)).status).toBe(401)
      for (const client of [world.as('leader'), world.as('agent'), narrowedClient])
        expect((await client.rest(method, path, body)).body.error).toMatchObject({
          code: 'FORBIDDEN',
          message: expect.stringContaining('pipelines.manage'),
        })
      if (method !== 'POST')
        expect((await world.as('stranger').rest(method, path, body)).status).toBe(404)
    }
    expect((await world.client().rest('GET', '/v1/pipelines')).status).toBe(401)
    expect(await readPipeline(pipeline.id)).toEqual(pipeline)
    expect((await readEvents()).length).toBe(eventCount)
    await requestAsOwner('DELETE', `/v1/pipelines/${pipeline.id}`)
  })

  test('pipelines can be renamed and reordered, and list pages follow the new order', async () => {
    const lastPipeline = await createPipeline('Last')
    const listNames = async (limit = 100) => {
      const foundNames: string[] = []
      for (let cursor = ''; ; ) {
        const { body } = await requestAsOwner(
          'GET',
          `/v1/pipelines?limit=${limit}${cursor && `&cursor=${cursor}`}`,
        )
        foundNames.push(...body.data.map((pipeline: Pipeline) => pipeline.name))
        if (!body.meta.hasMore) return foundNames
        cursor = body.meta.nextCursor
      }
    }
    const namesBefore = await listNames()
    const reply = await requestAsOwner('PUT', `/v1/pipelines/${lastPipeline.id}`, {
      position: 0,
      name: 'First',
    })
    expect(reply.body.data).toMatchObject({ name: 'First', position: 0 })
    expect(await listNames(1)).toEqual(['First', ...namesBefore.filter((name) => name !== 'Last')])
    const positions = (await requestAsOwner('GET', '/v1/pipelines')).body.data.map(
      (pipeline: Pipeline) => pipeline.position,
    )
    expect(positions).toEqual(positions.map((_: number, index: number) => index))
    const eventCount = (await readEvents()).length
    await requestAsOwner('PUT', `/v1/pipelines/${lastPipeline.id}`, { position: 0, name: 'First' })
    expect((await readEvents()).length).toBe(eventCount)
    expect((await requestAsOwner('PUT', `/v1/pipelines/${lastPipeline.id}`, {})).status).toBe(400)
    await requestAsOwner('DELETE', `/v1/pipelines/${lastPipeline.id}`)
    expect(await listNames()).toEqual(namesBefore.filter((name) => name !== 'Last'))
  })

  test('removing a pipeline stage that contains deals requires another stage for the deals', async () => {
    const pipeline = await createPipeline('Worked', [
      { name: 'A', type: 'open' },
      { name: 'B', type: 'open' },
      { name: 'C', type: 'lost' },
    ])
    const [firstStage, secondStage, thirdStage] = pipeline.stages as [
      Pipeline['stages'][0],
      Pipeline['stages'][0],
      Pipeline['stages'][0],
    ]
    const updatePipeline = (body: object) =>
      requestAsOwner('PUT', `/v1/pipelines/${pipeline.id}`, body)
    const newStages = [
      { id: thirdStage.id, name: 'C', type: 'lost' },
      { id: firstStage.id, name: 'Alpha', type: 'open' },
      { name: 'D', type: 'won' },
    ]
    const [firstDealId, secondDealId, thirdDealId] = [
      await createDeal(pipeline.id, secondStage.id),
      await createDeal(pipeline.id, secondStage.id),
      await createDeal(pipeline.id, firstStage.id),
    ]
    const rejectedReply = await updatePipeline({ stages: newStages })
    expect(rejectedReply.body.error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('B'),
    })
    for (const moveDealsTo of [secondStage.id, 'pipelinestage_none'])
      expect(
        (await updatePipeline({ stages: newStages, moveDealsTo })).body.error.details,
      ).toMatchObject([{ field: 'moveDealsTo', code: 'INVALID_REFERENCE' }])
    expect(
      (
        await updatePipeline({
          stages: [...newStages, { id: 'pipelinestage_none', name: 'x', type: 'open' }],
          moveDealsTo: firstStage.id,
        })
      ).body.error.details,
    ).toMatchObject([{ field: 'stages[3].id', code: 'INVALID_REFERENCE' }])
    expect(
      (await updatePipeline({ stages: [...newStages, newStages[0]], moveDealsTo: firstStage.id }))
        .body.error.details,
    ).toMatchObject([{ field: 'stages[3].id', code: 'INVALID_VALUE' }])
    expect(await readPipeline(pipeline.id)).toEqual(pipeline)
    const eventCount = (await readEvents()).length
    const updateReply = await updatePipeline({ stages: newStages, moveDealsTo: firstStage.id })
    expect(updateReply.body.data.stages).toMatchObject([
      { id: thirdStage.id, name: 'C' },
      { id: firstStage.id, name: 'Alpha' },
      { name: 'D', type: 'won', position: 2 },
    ])
    expect(await listDealIdsInStage(firstStage.id)).toEqual([
      thirdDealId,
      firstDealId,
      secondDealId,
    ])
    const newEvents = (await readEvents()).slice(eventCount)
    expect(newEvents.map((event) => [event.type, event.recordId])).toEqual([
      ['deal.moved', firstDealId],
      ['deal.moved', secondDealId],
      ['pipeline.updated', pipeline.id],
    ])
    expect(JSON.parse(newEvents[1]?.changes as string)).toContainEqual({
      field: 'order',
      from: 1,
      to: 2,
    })
  })

  test('a pipeline with more than 2,000 deals cannot be deleted', async () => {
    const [sourcePipeline, targetPipeline] = [
      await createPipeline('From'),
      await createPipeline('To'),
    ]
    const stageId = sourcePipeline.stages[0]?.id as string
    const { id } = (
      await requestAsOwner('POST', '/v1/deals', {
        title: 'x',
        pipelineId: sourcePipeline.id,
        stageId,
      })
    ).body.data
    await world.deps.store.allCompanies.write(async (db) => {
      const deal = await db.first(dealQuery, { companyId: world.company.id, id })
      for (let i = 0; i < 2000; i++)
        if (deal)
          await db.insert('deals', {
            ...deal,
            id: `${id}${i}`,
            rank: `b${String(i).padStart(4, '0')}V`,
          })
    })
    const rejectedReply = await requestAsOwner(
      'DELETE',
      `/v1/pipelines/${sourcePipeline.id}?moveTo=${targetPipeline.stages[0]?.id}`,
    )
    expect([rejectedReply.status, rejectedReply.body.error.message]).toEqual([
      409,
      expect.stringMatching(/^More than 2,000 deals would move/),
    ])
    expect(
      (await requestAsOwner('GET', `/v1/deals?pipelineId=${targetPipeline.id}`)).body.data,
    ).toEqual([])
    await requestAsOwner('DELETE', `/v1/deals/${id}`)
    expect(
      (
        await requestAsOwner(
          'DELETE',
          `/v1/pipelines/${sourcePipeline.id}?moveTo=${targetPipeline.stages[0]?.id}`,
        )
      ).status,
    ).toBe(200)
    const movedCount = (
      await requestAsOwner('GET', `/v1/deals?pipelineId=${targetPipeline.id}&total=true&limit=1`)
    ).body.meta.total
    expect(movedCount).toBe(2000)
  })

  test('deleting a pipeline moves its deals, in order, to a given stage of another pipeline', async () => {
    const deletedPipeline = await createPipeline('Going', [
      { name: 'A', type: 'open' },
      { name: 'B', type: 'open' },
    ])
    const keptPipeline = await createPipeline('Staying')
    const [firstStage, secondStage] = deletedPipeline.stages as [
      Pipeline['stages'][0],
      Pipeline['stages'][0],
    ]
    const targetStage = keptPipeline.stages[1] as Pipeline['stages'][0]
    const [targetDealId, secondStageDealId, firstStageDealId, laterFirstStageDealId] = [
      await createDeal(keptPipeline.id, targetStage.id),
      await createDeal(deletedPipeline.id, secondStage.id),
      await createDeal(deletedPipeline.id, firstStage.id),
      await createDeal(deletedPipeline.id, firstStage.id),
    ]
    expect(
      (await requestAsOwner('DELETE', `/v1/pipelines/${deletedPipeline.id}`)).body.error.code,
    ).toBe('CONFLICT')
    expect(
      (
        await requestAsOwner(
          'DELETE',
          `/v1/pipelines/${deletedPipeline.id}?moveTo=${firstStage.id}`,
        )
      ).body.error.details,
    ).toMatchObject([{ field: 'moveTo', code: 'INVALID_REFERENCE' }])
    const eventCount = (await readEvents()).length
    expect(
      (
        await requestAsOwner(
          'DELETE',
          `/v1/pipelines/${deletedPipeline.id}?moveTo=${targetStage.id}`,
        )
      ).body,
    ).toMatchObject({ success: true, message: 'Pipeline deleted' })
    expect(await listDealIdsInStage(targetStage.id)).toEqual([
      targetDealId,
      firstStageDealId,
      laterFirstStageDealId,
      secondStageDealId,
    ])
    expect((await requestAsOwner('GET', `/v1/deals/${secondStageDealId}`)).body.data).toMatchObject(
      {
        pipelineId: keptPipeline.id,
        stageId: targetStage.id,
        status: 'won',
        order: 3,
      },
    )
    const newEventTypes = (await readEvents()).slice(eventCount).map((event) => event.type)
    expect(newEventTypes.slice(0, 4)).toEqual([
      'deal.moved',
      'deal.moved',
      'deal.moved',
      'pipeline.deleted',
    ])
    expect((await requestAsOwner('GET', `/v1/pipelines/${deletedPipeline.id}`)).status).toBe(404)
  })

  test('the last pipeline of a company cannot be deleted', async () => {
    const [onlyPipeline] = (await world.as('stranger').rest('GET', '/v1/pipelines')).body.data
    const reply = await world.as('stranger').rest('DELETE', `/v1/pipelines/${onlyPipeline.id}`)
    expect(reply.body.error).toMatchObject({ code: 'CONFLICT' })
    expect(
      (await world.as('stranger').rest('GET', `/v1/pipelines/${onlyPipeline.id}`)).status,
    ).toBe(200)
  })
})
