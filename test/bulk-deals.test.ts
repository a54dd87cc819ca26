import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../src/store/query.ts'
import { dump } from './support/dump.ts'
import { createWorld, type World } from './support/world.ts'

const eventsQuery = query((k, p: { companyId: string }) =>
  k.selectFrom('events').select(['type', 'recordId']).where('companyId', '=', p.companyId),
)

interface RowResult {
  index: number
  deal: { id: string; title: string; order: number; price: number | null } | null
  error: { code: string; details: { field: string; code: string }[] } | null
}

describe('Bulk operations on deals', () => {
  let world: World
  let pipelineId: string
  let stages: string[]
  beforeAll(async () => {
    world = await createWorld()
    const { data } = (await world.as('owner').rest('GET', '/v1/pipelines')).body
    pipelineId = data[0].id
    stages = data[0].stages.map(({ id }: { id: string }) => id)
  })
  afterAll(() => world.stop())

  const createDeals = (deals: unknown, headers = {}) =>
    world.as('owner').rest('POST', '/v1/deals/bulk', { deals }, headers)
  const updateDeals = (deals: unknown) => world.as('owner').rest('PUT', '/v1/deals/bulk', { deals })
  const getOutcomes = (body: { data: { results: RowResult[] } }) =>
    body.data.results.map(({ error }) => error?.code ?? 'ok')
  const getDetails = (row: RowResult) =>
    row.error?.details.map(({ field, code }) => [field, code]).sort()
  const readEvents = () =>
    world.deps.store.allCompanies.read((db) => db.all(eventsQuery, { companyId: world.company.id }))
  const createPersonFor = async (assignedAgentId: string) =>
    (await world.as('owner').rest('POST', '/v1/people', { firstName: 'Ann', assignedAgentId })).body
      .data.id as string

  test('a bulk request creates the valid deals and reports the invalid values of the other rows', async () => {
    const eventCountBefore = (await readEvents()).length
    const { status, body } = await createDeals([
      { title: 'One', pipelineId, pricing: 10 },
      { title: 'Two', pipelineId: 'pipeline_none000', peopleIds: ['person_none0000'] },
      { title: '', pipelineId },
      {},
      { title: 'Five', pipelineId, stageId: stages[1], price: 20, peopleIds: null },
      { title: 'Six', pipelineId, price: 'much' },
    ])
    expect([status, body.data.succeeded, body.data.failed]).toEqual([200, 2, 4])
    const [firstRow, secondRow, thirdRow, fourthRow, fifthRow, sixthRow] = body.data.results as [
      RowResult,
      RowResult,
      RowResult,
      RowResult,
      RowResult,
      RowResult,
    ]
    const errorCode = 'VALIDATION_ERROR'
    expect(getOutcomes(body)).toEqual(['ok', errorCode, errorCode, errorCode, 'ok', errorCode])
    expect([firstRow.deal?.price, fifthRow.deal?.price]).toEqual([10, 20])
    expect(getDetails(secondRow)).toEqual([
      ['peopleIds[0]', 'INVALID_REFERENCE'],
      ['pipelineId', 'INVALID_REFERENCE'],
    ])
    expect(getDetails(thirdRow)).toEqual([['title', 'TOO_SHORT']])
    expect(getDetails(fourthRow)).toEqual([
      ['pipelineId', 'REQUIRED_FIELD'],
      ['title', 'REQUIRED_FIELD'],
    ])
    expect(getDetails(sixthRow)).toEqual([['price', 'INVALID_FORMAT']])
    expect((await readEvents()).slice(eventCountBefore)).toEqual([
      { type: 'deal.created', recordId: firstRow.deal?.id },
      { type: 'deal.created', recordId: fifthRow.deal?.id },
    ])
  })

  test('deals created in bulk are appended to their stage in row order', async () => {
    const { body } = await createDeals(
      Array.from({ length: 100 }, (_, n) => ({
        title: `Row ${n}`,
        pipelineId,
        stageId: stages[2],
      })),
    )
    const rows = body.data.results as RowResult[]
    expect(rows.map(({ deal }) => deal?.order)).toEqual(rows.map((_, n) => n))
    const nextReply = await createDeals([{ title: 'Row 100', pipelineId, stageId: stages[2] }])
    expect(nextReply.body.data.results[0].deal.order).toBe(100)
  })

  test('a bulk update rejects deals that the caller cannot view and deals whose version differs from `expectedVersion`', async () => {
    const creationReply = (
      await createDeals([
        { title: 'A', pipelineId },
        { title: 'B', pipelineId },
      ])
    ).body.data
    const [firstId, secondId] = creationReply.results.map(({ deal }: RowResult) => deal?.id)
    const { body } = await updateDeals([
      { id: firstId, expectedVersion: 1, pricing: 5 },
      { id: secondId, expectedVersion: 7, title: 'Never' },
      { id: secondId, stageId: stages[1] },
      { id: 'deal_nowhere000', title: 'Never' },
      { id: firstId },
    ])
    expect(getOutcomes(body)).toEqual([
      'ok',
      'PRECONDITION_FAILED',
      'ok',
      'NOT_FOUND',
      'VALIDATION_ERROR',
    ])
    expect(body.data.results[0].deal).toMatchObject({ price: 5, version: 2 })
    expect(body.data.results[2].deal).toMatchObject({ title: 'B', stageId: stages[1] })
    const lonerReply = await world
      .as('loner')
      .rest('PUT', '/v1/deals/bulk', { deals: [{ id: firstId, title: 'Mine' }] })
    expect(getOutcomes(lonerReply.body)).toEqual(['FORBIDDEN'])
  })

  test('deals in a bulk request can refer only to people visible to the caller', async () => {
    const [visibleId, hiddenId] = [
      await createPersonFor(world.users.agent.id),
      await createPersonFor(world.users.loner.id),
    ]
    const { body } = await world.as('agent').rest('POST', '/v1/deals/bulk', {
      deals: [
        { title: 'Own', pipelineId, peopleIds: [visibleId] },
        { title: 'Other', pipelineId, peopleIds: [visibleId, hiddenId] },
      ],
    })
    expect(getOutcomes(body)).toEqual(['ok', 'VALIDATION_ERROR'])
    expect(getDetails(body.data.results[1])).toEqual([['peopleIds[1]', 'INVALID_REFERENCE']])
  })

  test('a bulk request for deals requires an API key, the `deals.manage` scope and 1 to 100 rows', async () => {
    const rows = { deals: [{ title: 'Never', pipelineId }] }
    const viewKey = await world.createKey('owner', ['deals.view.all'])
    const dumpBefore = await dump(world)
    expect((await world.client().rest('POST', '/v1/deals/bulk', rows)).status).toBe(401)
    expect((await viewKey.rest('POST', '/v1/deals/bulk', rows)).status).toBe(403)
    expect((await viewKey.rest('PUT', '/v1/deals/bulk', rows)).status).toBe(403)
    for (const [deals, code] of [
      [Array(101).fill(rows.deals[0]), 'TOO_LONG'],
      [[], 'TOO_SHORT'],
      [undefined, 'REQUIRED_FIELD'],
    ] as const)
      expect((await createDeals(deals)).body.error.details).toMatchObject([
        { field: 'deals', code },
      ])
    expect(await dump(world)).toEqual(dumpBefore)
  })

  test('a bulk request repeated with its Idempotency-Key creates its deals only once', async () => {
    const sendCreation = () =>
      createDeals([{ title: 'Once', pipelineId }, {}], { 'Idempotency-Key': 'deals' })
    const firstReply = await sendCreation()
    const dumpBefore = await dump(world)
    const repeatedReply = await sendCreation()
    expect([repeatedReply.text, repeatedReply.headers.get('idempotent-replayed')]).toEqual([
      firstReply.text,
      'true',
    ])
    expect(await dump(world)).toEqual(dumpBefore)
  })

  test('a GraphQL request that creates 100 deals counts as 100 records and costs one rate limit unit', async () => {
    const dealInputs = Array.from({ length: 100 }, (_, n) => ({ title: `G ${n}`, pipelineId }))
    const { data, extensions } = (
      await world
        .as('owner')
        .gql(
          'mutation($input: [CreateDealInput!]!) { createDeals(input: $input) { succeeded results { deal { title } } } }',
          { input: dealInputs },
        )
    ).body
    expect(extensions.cost).toEqual({ units: 1, nodes: 100 })
    expect(data.createDeals.succeeded).toBe(100)
    expect(data.createDeals.results[99].deal.title).toBe('G 99')
  })

  test('the number of SQL statements that load the people of a bulk request does not depend on the number of deals', async () => {
    const personId = await createPersonFor(world.users.agent.id)
    const countReadStatements = async (rowCount: number) => {
      world.statements()
      await createDeals(
        Array.from({ length: rowCount }, () => ({ title: 'R', pipelineId, peopleIds: [personId] })),
      )
      return world.statements().filter((sql) => /from "people"/.test(sql)).length
    }
    const smallRequestCount = await countReadStatements(2)
    expect(smallRequestCount).toBeGreaterThan(0)
    expect(await countReadStatements(20)).toBe(smallRequestCount)
  })
})
