import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../src/store/query.ts'
import type { Client } from './support/client.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

interface Stage {
  id: string
  name: string
  type: string
}

const recordEventsQuery = query((k, p: { companyId: string; recordId: string }) =>
  k
    .selectFrom('events')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('recordId', '=', p.recordId)
    .orderBy('sequence'),
)
const stageRanksQuery = query((k, p: { companyId: string; stageId: string }) =>
  k
    .selectFrom('deals')
    .select(['id', 'rank'])
    .where('companyId', '=', p.companyId)
    .where('stageId', '=', p.stageId)
    .orderBy('rank'),
)

let world: World
let pipelineId: string
let stages: Stage[]

beforeAll(async () => {
  world = await createWorld()
  const pipeline = (
    await world.as('agent').gql('{ pipelines { nodes { id stages { id name type } } } }')
  ).body.data.pipelines.nodes[0]
  pipelineId = pipeline.id
  stages = pipeline.stages
})
afterAll(() => world.stop())

const getStageId = (index: number) => (stages[index] as Stage).id
const createDeal = async (body: object = {}, caller: TestUser = 'agent') =>
  (await world.as(caller).rest('POST', '/v1/deals', { title: 'House', pipelineId, ...body })).body
    .data
const readDeal = async (id: string, caller: TestUser = 'owner') =>
  (await world.as(caller).rest('GET', `/v1/deals/${id}`)).body.data
const moveDeal = (id: string, body: object, caller: TestUser = 'owner') =>
  world.as(caller).rest('POST', `/v1/deals/${id}/move`, body)
const createPerson = async (caller: TestUser, body: object = {}) =>
  (await world.as(caller).rest('POST', '/v1/people', { firstName: 'Ann', ...body })).body.data
    .id as string
const createPipeline = async (names = ['One', 'Two']) =>
  (
    await world.as('owner').rest('POST', '/v1/pipelines', {
      name: 'Other',
      stages: names.map((name) => ({ name, type: 'open' })),
    })
  ).body.data as {
    id: string
    stages: Stage[]
  }
const readEvents = async (recordId: string) => {
  const rows = await world.deps.store.allCompanies.read((db) =>
    db.all(recordEventsQuery, { companyId: world.company.id, recordId }),
  )
  return rows.map((row) => ({
    type: row.type,
    version: row.recordVersion,
    changes: JSON.parse(row.changes),
    audience: row.audience && JSON.parse(row.audience),
  }))
}
const readDealOrder = async (stageId: string) => {
  const { body } = await world
    .as('owner')
    .gql(
      'query($id: ID!) { deals(first: 100, where: { stageId: { eq: $id } }) { totalCount nodes { id position } } }',
      { id: stageId },
    )
  const nodes = body.data.deals.nodes as { id: string; position: number }[]
  expect(nodes.map((node) => node.position).sort((a, b) => a - b)).toEqual(
    nodes.map((_, index) => index),
  )
  expect(body.data.deals.totalCount).toBe(nodes.length)
  return nodes.toSorted((a, b) => a.position - b.position).map((node) => node.id)
}
const getDetails = (reply: Awaited<ReturnType<Client['rest']>>) =>
  (reply.body.error.details as { field: string; code: string }[]).map(
    ({ field, code }) => `${field} ${code}`,
  )

describe('Creating and reading deals', () => {
  test('a new deal requires a title and a pipeline and is placed last in the first stage', async () => {
    const firstDeal = await createDeal()
    const reply = await world.as('agent').rest('POST', '/v1/deals', {
      title: ' Boat ',
      pipelineId,
      pricing: 1250.5,
      commission: 3,
      closeDate: '2026-07-01T02:00:00+02:00',
    })
    expect(reply.status).toBe(201)
    const deal = reply.body.data
    expect(reply.headers.get('location')).toBe(`/v1/deals/${deal.id}`)
    expect(deal).toMatchObject({
      id: deal.id,
      title: 'Boat',
      pipelineId,
      pipelineName: 'Sales',
      stageId: getStageId(0),
      stageName: 'Qualified',
      order: firstDeal.order + 1,
      peopleIds: [],
      teamIds: [],
      assignedAgentId: world.users.agent.id,
      price: 1250.5,
      commission: 3,
      closeDate: '2026-07-01T00:00:00.000Z',
      status: 'open',
      customFields: {},
      externalIds: [],
      stageEnteredAt: deal.createdAt,
      version: 1,
      createdAt: deal.createdAt,
      updatedAt: deal.createdAt,
    })
    expect(await readDeal(deal.id, 'agent')).toEqual(deal)
    expect((await readEvents(deal.id)).map((event) => event.type)).toEqual(['deal.created'])
    const invalidReply = await world.as('agent').rest('POST', '/v1/deals', { pricing: 'much' })
    expect(invalidReply.status).toBe(400)
    expect(getDetails(invalidReply).sort()).toEqual([
      'pipelineId REQUIRED_FIELD',
      'pricing INVALID_FORMAT',
      'title REQUIRED_FIELD',
    ])
  })

  test('one error reports every invalid reference of a deal under its REST field name', async () => {
    const otherPipeline = await createPipeline()
    const hiddenId = await createPerson('loner')
    const reply = await world.as('agent').rest('POST', '/v1/deals', {
      title: 'x',
      pipelineId,
      stageId: otherPipeline.stages[0]?.id,
      peopleIds: [await createPerson('agent'), hiddenId],
      teamIds: ['team_unknown'],
      assignedAgentId: world.users.stranger.id,
    })
    expect(getDetails(reply)).toEqual([
      'stageId INVALID_REFERENCE',
      'peopleIds[1] INVALID_REFERENCE',
      'teamIds[0] INVALID_REFERENCE',
      'assignedAgentId INVALID_REFERENCE',
    ])
  })

  test('a filtered list of deals contains and counts exactly the matching deals', async () => {
    const annId = await createPerson('agent')
    const ownDeal = await createDeal({ peopleIds: [annId], stageId: getStageId(3) })
    const listDeals = (text: string) =>
      world.as('agent').gql(`{ deals(where: ${text}) { totalCount nodes { id status } } }`)
    expect((await listDeals(`{ personId: { eq: "${annId}" } }`)).body.data.deals).toEqual({
      totalCount: 1,
      nodes: [{ id: ownDeal.id, status: 'won' }],
    })
    expect((await listDeals('{ status: { eq: won } }')).body.data.deals.nodes).toEqual([
      { id: ownDeal.id, status: 'won' },
    ])
    expect(
      (await listDeals('{ personId: { isNull: true }, status: { eq: won } }')).body.data.deals
        .totalCount,
    ).toBe(0)
    expect(
      (
        await listDeals(
          `{ assigneeId: { eq: "${world.users.agent.id}" }, pipelineId: { eq: "${pipelineId}" }, stageId: { in: ["${getStageId(3)}"] } }`,
        )
      ).body.data.deals.totalCount,
    ).toBe(1)
    const restReply = await world
      .as('agent')
      .rest('GET', `/v1/deals?personId=${annId}&status=won&limit=1`)
    expect(restReply.body).toMatchObject({
      data: [{ id: ownDeal.id }],
      meta: { count: 1, hasMore: false },
    })
  })

  test('the number of SQL statements for a page of deals with all relations does not depend on the page size', async () => {
    const annId = await createPerson('agent')
    for (let i = 0; i < 8; i++) await createDeal({ peopleIds: [annId], teamIds: [world.teamId] })
    const listDeals = (first: number) =>
      world
        .as('agent')
        .gql(
          `{ deals(first: ${first}) { nodes { position status pipelineName stage { name } pipeline { name stages { name } } people { fullName } peopleIds teams { name } teamIds assignee { fullName } } } }`,
        )
    await listDeals(2)
    world.statements()
    await listDeals(2)
    const statementCount = world.statements().length
    const reply = await listDeals(8)
    expect(reply.body.errors).toBeUndefined()
    expect(world.statements().length).toBe(statementCount)
    const personReply = await world
      .as('agent')
      .gql(
        'query($id: ID!) { person(id: $id) { deals(first: 3) { totalCount nodes { title people { id } } pageInfo { hasNextPage } } } }',
        { id: annId },
      )
    expect(personReply.body.data.person.deals).toMatchObject({
      totalCount: 8,
      pageInfo: { hasNextPage: true },
      nodes: [{ people: [{ id: annId }] }, {}, {}],
    })
  })
})

describe('Permissions on deals', () => {
  test('listing, reading, creating, updating, moving and deleting deals requires an API key', async () => {
    const { id } = await createDeal()
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', `/${id}`, {}],
      ['DELETE', `/${id}`, undefined],
      ['POST', `/${id}/move`, {}],
      ['GET', `/${id}`, undefined],
      ['POST', '', {}],
    ] as const)
      expect((await world.client().rest(method, `/v1/deals${path}`, body)).status).toBe(401)
  })

  test('a request for a deal returns FORBIDDEN if the caller lacks the scope or cannot view the deal, and NOT_FOUND if the deal belongs to another company', async () => {
    const deal = await createDeal()
    const calls = [
      ['PUT', `/v1/deals/${deal.id}`, { title: 'Mine now', pipelineId }],
      ['DELETE', `/v1/deals/${deal.id}`, undefined],
      ['POST', `/v1/deals/${deal.id}/move`, { stageId: getStageId(1) }],
    ] as const
    const viewKey = await world.createKey('agent', ['deals.view.own'])
    const manageKey = await world.createKey('agent', ['deals.manage'])
    for (const [method, path, body] of calls) {
      expect((await world.as('loner').rest(method, path, body)).body.error.code).toBe('FORBIDDEN')
      expect((await viewKey.rest(method, path, body)).body.error).toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('deals.manage'),
      })
      expect((await world.as('stranger').rest(method, path, body)).body.error).toMatchObject({
        code: 'NOT_FOUND',
        message: 'Deal not found',
      })
    }
    expect((await manageKey.rest('GET', '/v1/deals')).status).toBe(403)
    expect((await manageKey.rest('GET', `/v1/deals/${deal.id}`)).status).toBe(403)
    expect((await viewKey.rest('POST', '/v1/deals', { title: 'x', pipelineId })).status).toBe(403)
    expect(await readDeal(deal.id)).toEqual(deal)
    expect((await readEvents(deal.id)).length).toBe(1)
  })

  test('a deal is visible to its assignee, to members of its teams and to users who can view its people', async () => {
    const sharedId = await createPerson('loner', { collaboratorIds: [world.users.idle.id] })
    const createdDeals = {
      agents: await createDeal(),
      loners: await createDeal({ peopleIds: [sharedId] }, 'loner'),
      owners: await createDeal({}, 'owner'),
      teams: await createDeal({ teamIds: [world.teamId], assignedAgentId: null }, 'owner'),
      byPerson: await createDeal(
        { peopleIds: [await createPerson('agent')], assignedAgentId: null },
        'owner',
      ),
    }
    const visibleNames: Record<TestUser, (keyof typeof createdDeals)[]> = {
      owner: ['agents', 'loners', 'owners', 'teams', 'byPerson'],
      admin: ['agents', 'loners', 'owners', 'teams', 'byPerson'],
      leader: ['agents', 'teams', 'byPerson'],
      agent: ['agents', 'teams', 'byPerson'],
      loner: ['loners'],
      idle: ['loners'],
      stranger: [],
    }
    for (const [caller, expectedNames] of Object.entries(visibleNames) as [
      TestUser,
      (keyof typeof createdDeals)[],
    ][]) {
      const { body } = await world
        .as(caller)
        .gql('{ deals(first: 100) { totalCount nodes { id } } }')
      const listedIds = (body.data.deals.nodes as { id: string }[]).map((node) => node.id)
      expect(body.data.deals.totalCount).toBe(listedIds.length)
      for (const [name, deal] of Object.entries(createdDeals)) {
        const isVisible = expectedNames.includes(name as keyof typeof createdDeals)
        expect([caller, name, listedIds.includes(deal.id)]).toEqual([caller, name, isVisible])
        expect((await world.as(caller).rest('GET', `/v1/deals/${deal.id}`)).status).toBe(
          isVisible ? 200 : caller === 'stranger' ? 404 : 403,
        )
        expect(
          (await world.as(caller).gql('query($id: ID!) { node(id: $id) { id } }', { id: deal.id }))
            .body.data.node,
        ).toEqual(isVisible ? { id: deal.id } : null)
      }
    }
    const ownKey = await world.createKey('owner', ['deals.view.own', 'people.view.all'])
    const ownIds = (
      await ownKey.gql('{ deals(first: 100) { nodes { id } } }')
    ).body.data.deals.nodes.map((node: { id: string }) => node.id)
    expect(ownIds).toContain(createdDeals.owners.id)
    expect(ownIds).not.toContain(createdDeals.agents.id)
    expect(ownIds).not.toContain(createdDeals.loners.id)
  })

  test('an update that resubmits the visible people of a deal changes nothing', async () => {
    const [ownId, hiddenId] = [await createPerson('agent'), await createPerson('loner')]
    const { id } = await createDeal(
      { peopleIds: [hiddenId, ownId], assignedAgentId: world.users.agent.id },
      'owner',
    )
    const document =
      'mutation($id: ID!, $input: UpdateDealInput!) { updateDeal(id: $id, input: $input) { deal { version peopleIds } } }'
    const { body } = await world.as('agent').gql(document, { id, input: { peopleIds: [ownId] } })
    expect(body.data.updateDeal.deal).toEqual({ version: 1, peopleIds: [ownId] })
    expect((await readDeal(id)).peopleIds).toEqual([hiddenId, ownId])
    expect((await readEvents(id)).map(({ type }) => type)).toEqual(['deal.created'])
  })

  test('a deal omits people hidden from the caller, and an update does not remove hidden people', async () => {
    const [ownId, otherVisibleId, hiddenId] = [
      await createPerson('agent'),
      await createPerson('agent'),
      await createPerson('loner'),
    ]
    const { id } = await createDeal(
      { peopleIds: [hiddenId, ownId], assignedAgentId: world.users.agent.id },
      'owner',
    )
    const reply = await world
      .as('agent')
      .gql('query($id: ID!) { deal(id: $id) { peopleIds people { id } } }', { id })
    expect(reply.body.data.deal).toEqual({ peopleIds: [ownId], people: [{ id: ownId }] })
    expect(
      (
        await world
          .as('agent')
          .gql('query($p: ID!) { deals(where: { personId: { eq: $p } }) { totalCount } }', {
            p: hiddenId,
          })
      ).body.data.deals.totalCount,
    ).toBe(0)
    expect(
      (
        await world.as('agent').rest('PUT', `/v1/deals/${id}`, {
          title: 'House',
          pipelineId,
          peopleIds: [otherVisibleId],
        })
      ).status,
    ).toBe(200)
    expect((await readDeal(id)).peopleIds).toEqual([otherVisibleId, hiddenId])
    await world
      .as('agent')
      .rest('PUT', `/v1/deals/${id}`, { title: 'House', pipelineId, peopleIds: null })
    expect((await readDeal(id)).peopleIds).toEqual([hiddenId])
    expect((await readDeal(id, 'agent')).peopleIds).toEqual([])
  })

  test('an API key without the `people.view` scope can read a deal but receives FORBIDDEN for the people of the deal', async () => {
    const { id } = await createDeal({ peopleIds: [await createPerson('agent')] })
    const key = await world.createKey('agent', ['deals.view.own'])
    const { body } = await key.gql('query($id: ID!) { deal(id: $id) { title people { id } } }', {
      id,
    })
    expect(body.data.deal).toEqual({ title: 'House', people: null })
    expect(body.errors).toMatchObject([
      { path: ['deal', 'people'], extensions: { code: 'FORBIDDEN' } },
    ])
  })
})

describe('Changing and deleting deals', () => {
  test('a PATCH request for a deal requires only changed fields and cannot clear the title or pipeline', async () => {
    const { id } = await createDeal({ pricing: 5 })
    const patchDeal = (body: object) => world.as('agent').rest('PATCH', `/v1/deals/${id}`, body)
    expect((await patchDeal({ price: 8 })).body).toMatchObject({
      success: true,
      message: 'Deal updated',
    })
    expect(await readDeal(id)).toMatchObject({ title: 'House', pipelineId, price: 8 })
    expect(getDetails(await patchDeal({}))).toEqual(['body REQUIRED_FIELD'])
    expect(getDetails(await patchDeal({ title: null, pipelineId: null })).sort()).toEqual([
      'pipelineId REQUIRED_FIELD',
      'title REQUIRED_FIELD',
    ])
    const document =
      'mutation($id: ID!, $input: UpdateDealInput!) { updateDeal(id: $id, input: $input) { deal { title price version } } }'
    const { body } = await world.as('agent').gql(document, { id, input: { price: 9 } })
    expect(body.data.updateDeal.deal).toEqual({ title: 'House', price: 9, version: 3 })
  })

  test('a request to create a deal accepts `price` as an alias of `pricing`, and `pricing` takes precedence', async () => {
    const creationReply = await world
      .as('agent')
      .rest('POST', '/v1/deals', { title: 'House', pipelineId, price: 7 })
    expect([creationReply.status, creationReply.body.data.price]).toEqual([201, 7])
    const bothNamesReply = await world
      .as('agent')
      .rest('POST', '/v1/deals', { title: 'House', pipelineId, price: 7, pricing: 6 })
    expect(bothNamesReply.body.data.price).toBe(6)
    expect(
      getDetails(
        await world
          .as('agent')
          .rest('POST', '/v1/deals', { title: 'House', pipelineId, price: 'a' }),
      ),
    ).toEqual(['pricing INVALID_FORMAT'])
  })

  test('a PUT request for a deal requires a title and a pipeline, keeps omitted fields and clears null fields', async () => {
    const { id } = await createDeal({ pricing: 5, commission: 1, teamIds: [world.teamId] })
    const putDeal = (body: object) => world.as('agent').rest('PUT', `/v1/deals/${id}`, body)
    expect(getDetails(await putDeal({ pricing: 7 })).sort()).toEqual([
      'pipelineId REQUIRED_FIELD',
      'title REQUIRED_FIELD',
    ])
    expect(
      (await putDeal({ title: 'x'.repeat(201), pipelineId })).body.error.details,
    ).toMatchObject([{ field: 'title', code: 'TOO_LONG' }])
    expect((await putDeal({ title: 'House', pipelineId })).body).toMatchObject({
      success: true,
      message: 'Deal updated',
    })
    expect((await readEvents(id)).length).toBe(1)
    expect(
      (await putDeal({ title: 'Flat', pipelineId, pricing: 7, commission: null })).status,
    ).toBe(200)
    expect(await readDeal(id)).toMatchObject({
      title: 'Flat',
      price: 7,
      commission: null,
      teamIds: [world.teamId],
      assignedAgentId: world.users.agent.id,
    })
    expect((await readEvents(id)).at(-1)).toMatchObject({
      type: 'deal.updated',
      version: 2,
      changes: [
        { field: 'title', from: 'House', to: 'Flat' },
        { field: 'price' },
        { field: 'commission' },
      ],
    })
  })

  test('a deal update that also changes the stage records one move event with all changes', async () => {
    const otherPipeline = await createPipeline()
    const [firstStage, secondStage] = otherPipeline.stages as [Stage, Stage]
    await createDeal({ pipelineId: otherPipeline.id })
    const deal = await createDeal({ stageId: getStageId(1) })
    world.clock.advance(1000)
    const putDeal = (body: object) =>
      world.as('agent').rest('PUT', `/v1/deals/${deal.id}`, { title: 'House', ...body })
    expect(getDetails(await putDeal({ pipelineId, stageId: firstStage.id }))).toEqual([
      'stageId INVALID_REFERENCE',
    ])
    expect(
      getDetails(await putDeal({ pipelineId: otherPipeline.id, stageId: getStageId(1) })),
    ).toEqual(['stageId INVALID_REFERENCE'])
    expect(getDetails(await putDeal({ pipelineId: 'pipeline_none' }))).toEqual([
      'pipelineId INVALID_REFERENCE',
    ])
    expect((await putDeal({ pipelineId: otherPipeline.id, title: 'Castle' })).status).toBe(200)
    const movedDeal = await readDeal(deal.id)
    expect(movedDeal).toMatchObject({
      title: 'Castle',
      pipelineId: otherPipeline.id,
      stageId: firstStage.id,
      order: 1,
      stageEnteredAt: new Date(world.clock.now()).toISOString(),
    })
    const events = await readEvents(deal.id)
    expect(events.map((event) => event.type)).toEqual(['deal.created', 'deal.moved'])
    expect(events[1]?.changes).toEqual([
      { field: 'stageId', from: getStageId(1), to: firstStage.id },
      { field: 'pipelineId', from: pipelineId, to: otherPipeline.id },
      { field: 'order', from: deal.order, to: 1 },
      { field: 'title', from: 'House', to: 'Castle' },
    ])
    await putDeal({ pipelineId: otherPipeline.id, title: 'Castle', stageId: secondStage.id })
    expect(await readDeal(deal.id)).toMatchObject({ stageId: secondStage.id, order: 0 })
  })

  test('the deletion event of a deal lists the users who could view the deal, except users who can view all records', async () => {
    const { id } = await createDeal(
      {
        peopleIds: [await createPerson('loner', { collaboratorIds: [world.users.idle.id] })],
        assignedAgentId: world.users.agent.id,
      },
      'owner',
    )
    expect((await world.as('agent').rest('DELETE', `/v1/deals/${id}`)).body).toMatchObject({
      success: true,
      message: 'Deal deleted',
    })
    expect((await world.as('agent').rest('GET', `/v1/deals/${id}`)).status).toBe(404)
    const { agent, leader, loner, idle } = world.users
    const deletionEvent = (await readEvents(id)).at(-1)
    expect(deletionEvent?.type).toBe('deal.deleted')
    expect(deletionEvent?.audience.sort()).toEqual([agent.id, leader.id, loner.id, idle.id].sort())
  })
})

describe('Moving deals', () => {
  test('a deal can be moved to a position, to the end, or before or after another deal', async () => {
    const { stages: columns } = await createPipeline()
    const [source, target] = columns as [Stage, Stage]
    const dealIds: string[] = []
    for (let i = 0; i < 4; i++) dealIds.push((await createDeal({ stageId: getStageId(2) })).id)
    const [dealW, dealX, dealY, dealZ] = dealIds as [string, string, string, string]
    const moveInGraphql = (id: string, input: object) =>
      world
        .as('owner')
        .gql(
          'mutation($id: ID!, $input: MoveDealInput!) { moveDeal(id: $id, input: $input) { deal { position stageId pipelineId } } }',
          { id, input },
        )
    expect((await moveDeal(dealW, { stageId: source.id })).body).toMatchObject({
      success: true,
      message: 'Deal moved',
    })
    expect((await moveDeal(dealX, { stageId: source.id, order: 0 })).status).toBe(200)
    await moveDeal(dealY, { stageId: source.id, order: 1 })
    await moveDeal(dealZ, { stageId: source.id, order: Number.MAX_SAFE_INTEGER })
    expect(await readDealOrder(source.id)).toEqual([dealX, dealY, dealW, dealZ])
    await moveDeal(dealX, { stageId: source.id, order: 2 })
    expect(await readDealOrder(source.id)).toEqual([dealY, dealW, dealX, dealZ])
    expect(
      (await moveInGraphql(dealZ, { stageId: source.id, place: { before: dealW } })).body.data
        .moveDeal.deal.position,
    ).toBe(1)
    expect(
      (await moveInGraphql(dealY, { stageId: source.id, place: { after: dealW } })).body.data
        .moveDeal.deal.position,
    ).toBe(2)
    expect(await readDealOrder(source.id)).toEqual([dealZ, dealW, dealY, dealX])
    await moveInGraphql(dealY, { stageId: target.id })
    expect(await readDealOrder(target.id)).toEqual([dealY])
    expect(await readDealOrder(source.id)).toEqual([dealZ, dealW, dealX])
    const readMoveErrors = async (input: object) =>
      (await moveInGraphql(dealW, input)).body.errors[0].extensions.details.map(
        (detail: { field: string; code: string }) => `${detail.field} ${detail.code}`,
      )
    expect(await readMoveErrors({ stageId: target.id, place: { before: dealZ } })).toEqual([
      'input.place.before INVALID_REFERENCE',
    ])
    expect(await readMoveErrors({ stageId: source.id, place: { after: dealW } })).toEqual([
      'input.place.after INVALID_REFERENCE',
    ])
    expect(
      await readMoveErrors({ stageId: 'pipelinestage_none', place: { before: dealZ } }),
    ).toEqual(['input.stageId INVALID_REFERENCE', 'input.place.before INVALID_REFERENCE'])
    expect(
      await readMoveErrors({ stageId: source.id, place: { position: 0, after: dealZ } }),
    ).toEqual(['input.place.position INVALID_VALUE'])
    expect(await readMoveErrors({ stageId: source.id, place: { position: null } })).toEqual([
      'input.place.position REQUIRED_FIELD',
    ])
    expect(await readMoveErrors({ stageId: source.id, place: {} })).toEqual([
      'input.place REQUIRED_FIELD',
    ])
    const combinedInput = { stageId: source.id, order: 0, before: dealW, after: dealZ }
    expect((await moveDeal(dealX, combinedInput)).body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: ['before', 'after'].map((field) => ({
        field,
        code: 'INVALID_VALUE',
        message: 'cannot be combined: set at most one of `order`, `before`, `after`',
      })),
    })
    expect(
      getDetails(await moveDeal(dealX, { stageId: target.id, before: dealZ, after: null })),
    ).toEqual(['before INVALID_REFERENCE'])
    expect(await readDealOrder(source.id)).toEqual([dealZ, dealW, dealX])
  })

  test('a deal move cannot refer to a deal hidden from the caller', async () => {
    const [ownDeal, hiddenDeal] = [await createDeal(), await createDeal({}, 'loner')]
    const { body } = await world
      .as('agent')
      .gql(
        'mutation($id: ID!, $input: MoveDealInput!) { moveDeal(id: $id, input: $input) { deal { position } } }',
        {
          id: ownDeal.id,
          input: { stageId: getStageId(0), place: { before: hiddenDeal.id } },
        },
      )
    expect(body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'input.place.before', code: 'INVALID_REFERENCE' }],
    })
    expect((await readDeal(ownDeal.id)).order).toBe(ownDeal.order)
    expect((await readEvents(ownDeal.id)).length).toBe(1)
  })

  test('a deal move without a stage or to an invalid position is rejected and records no event', async () => {
    const { id } = await createDeal()
    expect(getDetails(await moveDeal(id, {}))).toEqual(['stageId REQUIRED_FIELD'])
    for (const order of ['-1', '0.5', '1e400', '"1"', 'true']) {
      const reply = await world
        .as('owner')
        .rest(
          'POST',
          `/v1/deals/${id}/move`,
          `{ "stageId": "${getStageId(0)}", "order": ${order} }`,
        )
      expect([order, reply.status, reply.body.error.details[0].field]).toEqual([
        order,
        400,
        'order',
      ])
    }
    expect((await readEvents(id)).length).toBe(1)
  })

  test('every deal move records one event, and only a change of stage updates `stageEnteredAt`', async () => {
    const deal = await createDeal()
    world.clock.advance(5000)
    await moveDeal(deal.id, { stageId: getStageId(0), order: deal.order })
    expect(await readDeal(deal.id)).toMatchObject({
      order: deal.order,
      stageEnteredAt: deal.stageEnteredAt,
    })
    const createUnchanged = (value: unknown) => ({ from: value, to: value })
    expect(await readEvents(deal.id)).toMatchObject([
      {},
      {
        type: 'deal.moved',
        version: 2,
        changes: [
          { field: 'stageId', ...createUnchanged(getStageId(0)) },
          { field: 'pipelineId', ...createUnchanged(pipelineId) },
          { field: 'order', ...createUnchanged(deal.order) },
        ],
      },
    ])
    await moveDeal(deal.id, { stageId: getStageId(4) })
    expect(await readDeal(deal.id)).toMatchObject({
      status: 'lost',
      stageEnteredAt: new Date(world.clock.now()).toISOString(),
    })
  })

  test('each of several deal moves in one GraphQL request returns its own result', async () => {
    const { stages: columns } = await createPipeline(['Only'])
    const [stage] = columns as [Stage]
    const [firstDealId, secondDealId] = [(await createDeal({})).id, (await createDeal({})).id]
    const { body } = await world
      .as('owner')
      .gql(
        'mutation($a: ID!, $b: ID!, $s: ID!) { x: moveDeal(id: $a, input: { stageId: $s }) { deal { position } } y: moveDeal(id: $b, input: { stageId: $s, place: { position: 0 } }) { deal { position } } z: moveDeal(id: $a, input: { stageId: $s }) { deal { position stageName } } }',
        { a: firstDealId, b: secondDealId, s: stage.id },
      )
    expect(body.data).toEqual({
      x: { deal: { position: 0 } },
      y: { deal: { position: 0 } },
      z: { deal: { position: 1, stageName: 'Only' } },
    })
    expect(await readDealOrder(stage.id)).toEqual([secondDealId, firstDealId])
  })

  test('deal ranks have at most 60 characters after 450 moves into the same gap', async () => {
    const { stages: columns } = await createPipeline(['Only'])
    const [stage] = columns as [Stage]
    let cards: string[] = []
    for (let i = 0; i < 3; i++) {
      const { id } = await createDeal()
      await moveDeal(id, { stageId: stage.id })
      cards.push(id)
    }
    for (let i = 0; i < 450; i++) {
      const lastCard = cards[2] as string
      await moveDeal(lastCard, { stageId: stage.id, order: 1 })
      cards = [cards[0] as string, lastCard, cards[1] as string]
    }
    const ranks = await world.deps.store.allCompanies.read((db) =>
      db.all(stageRanksQuery, { companyId: world.company.id, stageId: stage.id }),
    )
    expect(ranks.map((row) => row.id)).toEqual(cards)
    expect(Math.max(...ranks.map((row) => row.rank.length))).toBeLessThanOrEqual(60)
  })

  test('a deal keeps its requested position when the ranks of its stage are rebalanced', async () => {
    const { stages: columns } = await createPipeline(['Only'])
    const [stage] = columns as [Stage]
    const cards: string[] = []
    for (let i = 0; i < 5; i++) {
      const { id } = await createDeal()
      await moveDeal(id, { stageId: stage.id })
      cards.push(id)
    }
    const [cardA, cardB, cardC, cardD, cardE] = cards as [string, string, string, string, string]
    // Sets ranks of the length that results from several hundred moves into the gap between `cardB`
    // and `cardC`.
    for (const [id, rankLength] of [
      [cardB, 60],
      [cardC, 61],
    ] as const)
      await world.deps.store.allCompanies.write((db) =>
        db.update(
          'deals',
          { companyId: world.company.id, id },
          { rank: `a0${'V'.repeat(rankLength)}` },
        ),
      )
    expect((await moveDeal(cardD, { stageId: stage.id, order: 2 })).status).toBe(200)
    expect(await readDealOrder(stage.id)).toEqual([cardA, cardB, cardD, cardC, cardE])
  })
})

describe('Sequences of deal moves', () => {
  const anyMoves = fc.array(
    fc.record({
      card: fc.nat(5),
      column: fc.nat(2),
      order: fc.option(fc.nat(7), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  let columns: string[]
  let cards: string[]
  const readBoard = async () => Promise.all(columns.map(readDealOrder))

  beforeAll(async () => {
    columns = (await createPipeline(['A', 'B', 'C'])).stages.map((item) => item.id)
    cards = []
    for (let i = 0; i < 6; i++) {
      const { id } = await createDeal()
      await moveDeal(id, { stageId: columns[i % 3] })
      cards.push(id)
    }
  })

  test('a sequence of deal moves produces the same order as the same moves on an array', async () => {
    await fc.assert(
      fc.asyncProperty(anyMoves, async (steps) => {
        const boardModel = await readBoard()
        for (const { card, column, order } of steps) {
          const id = cards[card] as string
          for (const column of boardModel)
            if (column.includes(id)) column.splice(column.indexOf(id), 1)
          boardModel[column]?.splice(order ?? 99, 0, id)
          expect((await moveDeal(id, { stageId: columns[column], order })).status).toBe(200)
        }
        expect(await readBoard()).toEqual(boardModel)
      }),
      { numRuns: 25 },
    )
  })

  test('concurrent deal moves neither lose nor duplicate a deal', async () => {
    await fc.assert(
      fc.asyncProperty(anyMoves, async (steps) => {
        const replies = await Promise.all(
          steps.map(({ card, column, order }) =>
            moveDeal(cards[card] as string, { stageId: columns[column], order }),
          ),
        )
        expect(replies.every((reply) => reply.status === 200)).toBe(true)
        expect((await readBoard()).flat().sort()).toEqual(cards.toSorted())
      }),
      { numRuns: 25 },
    )
  })
})
