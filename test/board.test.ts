import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runAsSystem } from '../src/resources/companies/operations.ts'
import type { Reply } from './support/client.ts'
import { companyPlan, companyUsers, createRandomCompany } from './support/random-company.ts'
import { canView } from './support/visibility-model.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

let world: World
let pipelineId: string
let stages: { id: string; name: string }[]

beforeAll(async () => {
  world = await createWorld()
  const { data } = (
    await world.as('owner').gql('{ pipelines { nodes { id stages { id name } } } }')
  ).body
  pipelineId = data.pipelines.nodes[0].id
  stages = data.pipelines.nodes[0].stages
})
beforeEach(() =>
  runAsSystem(world.deps, world.company, (ctx) =>
    ctx.db.delete('deals', { companyId: world.company.id }),
  ),
)
afterAll(() => world.stop())

const getStageId = (index: number) => stages[index]?.id as string
const createDeal = async (body: object = {}, caller: TestUser = 'agent') =>
  (await world.as(caller).rest('POST', '/v1/deals', { title: 'House', pipelineId, ...body })).body
    .data.id as string
const moveDeal = (id: string, body: object) =>
  world.as('owner').rest('POST', `/v1/deals/${id}/move`, body)
const getIds = (list: { id: string }[]) => list.map(({ id }) => id)

interface Column {
  stageId: string
  count: number
  sum: number
  deals: { totalCount: number; nodes: { id: string }[]; pageInfo: Record<string, unknown> }
}

const readBoard = async (caller: TestUser, args = '', page = 'first: 100', columns = '') => {
  const query = `query($id: ID!) { board(pipelineId: $id${args}) { pipeline { name } count sum
    columns${columns} { stageId count sum deals(${page}) { totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } } }`
  const reply: Reply = await world.as(caller).gql(query, { id: pipelineId })
  expect(reply.body.errors).toBeUndefined()
  return reply.body.data.board as { count: number; sum: number; columns: Column[] }
}

describe('The board query', () => {
  test('a board contains its stages and their deals in order, with the number of deals and the sum of prices of each stage', async () => {
    const [dealA, dealB, dealC] = [
      await createDeal({ pricing: 0.1 }),
      await createDeal({ pricing: 0.2 }),
      await createDeal({ pricing: null }),
    ]
    const dealD = await createDeal({ pricing: -5.255 })
    await moveDeal(dealD, { stageId: getStageId(3) })
    await moveDeal(dealC, { stageId: getStageId(0), order: 0 })
    const { columns, count, sum } = await readBoard('agent')
    expect(columns.map((column) => column.stageId)).toEqual(getIds(stages))
    expect(columns.map((column) => getIds(column.deals.nodes))).toEqual([
      [dealC, dealA, dealB],
      [],
      [],
      [dealD],
      [],
    ])
    expect(columns.map((column) => [column.count, column.deals.totalCount, column.sum])).toEqual([
      [3, 3, 0.3],
      [0, 0, 0],
      [0, 0, 0],
      [1, 1, -5.25],
      [0, 0, 0],
    ])
    expect([count, sum]).toEqual([4, -4.95])
    const { data } = (
      await world.as('agent').rest('GET', `/v1/pipelines/${pipelineId}/board?limit=2`)
    ).body
    expect(data).toMatchObject({ pipelineId, pipelineName: 'Sales', count: 4, sum: -4.95 })
    expect(data.columns[0]).toMatchObject({
      stageId: getStageId(0),
      stageName: 'Qualified',
      stageType: 'open',
      count: 3,
      sum: 0.3,
    })
    expect(getIds(data.columns[0].deals.nodes)).toEqual([dealC, dealA])
    expect(data.columns[0].deals.pageInfo.hasNextPage).toBe(true)
    const cursor = encodeURIComponent(data.columns[0].deals.pageInfo.endCursor)
    const nextReply = await world
      .as('agent')
      .rest(
        'GET',
        `/v1/pipelines/${pipelineId}/board?stageIds=${getStageId(0)}&limit=2&cursor=${cursor}`,
      )
    expect(nextReply.body.data.columns.map((column: Column) => getIds(column.deals.nodes))).toEqual(
      [[dealB]],
    )
    const wrongColumnReply = await world
      .as('agent')
      .rest('GET', `/v1/pipelines/${pipelineId}/board?stageIds=${getStageId(1)}&cursor=${cursor}`)
    expect([wrongColumnReply.status, wrongColumnReply.body.error.details[0].field]).toEqual([
      400,
      'cursor',
    ])
  })

  test("the board query requires the `deals.view` scope and a pipeline of the caller's company, and accepts at most 10 assignees", async () => {
    const boardPath = `/v1/pipelines/${pipelineId}/board`
    const readRejection = async (reply: Promise<Reply>) => [
      (await reply).status,
      (await reply).body.error.message,
    ]
    expect(
      await readRejection(
        (await world.createKey('owner', ['people.view.all'])).rest('GET', boardPath),
      ),
    ).toEqual([403, expect.stringContaining('deals.view')])
    expect(await readRejection(world.as('stranger').rest('GET', boardPath))).toEqual([
      404,
      'Pipeline not found',
    ])
    expect(await readRejection(world.client().rest('GET', boardPath))).toEqual([
      401,
      expect.anything(),
    ])
    const tooManyUserIds = Array.from({ length: 11 }, (_, i) => `user_0000000${i}`).join(',')
    expect(
      (await world.as('owner').rest('GET', `${boardPath}?assignedAgentIds=${tooManyUserIds}`)).body
        .error.details[0].field,
    ).toBe('assignedAgentIds')
  })

  test('the cost of a board query is based on 50 columns unless the query names the stages', async () => {
    const readCost = async (columns: string, pageSize: number) => {
      const { body } = await world
        .as('owner')
        .gql(
          `{ board(pipelineId: "${pipelineId}") { columns${columns} { deals(first: ${pageSize}) { nodes { id } } } } }`,
        )
      return body.extensions?.cost ?? body.errors[0].extensions.code
    }
    expect(await readCost('', 20)).toMatchObject({ nodes: 1000 })
    expect(await readCost('', 100)).toMatchObject({ nodes: 5000 })
    expect(await readCost(`(stageIds: ["${getStageId(0)}"])`, 100)).toMatchObject({ nodes: 100 })
    const nestedQuery = `{ board(pipelineId: "${pipelineId}") { columns { deals(first: 100) { nodes { stageHistory(first: 2) { nodes { id } } } } } } }`
    expect((await world.as('owner').gql(nestedQuery)).body.errors[0].message).toContain(
      '15,000 records',
    )
  })

  test('the number of SQL statements for a board does not depend on its page size', async () => {
    const sendBoardQuery = (caller: TestUser, pageSize: number) =>
      world
        .as(caller)
        .gql(
          `query($id: ID!, $n: Int) { board(pipelineId: $id) { count columns { count sum deals(first: $n) { totalCount nodes { position people { fullName } stage { name } assignee { fullName } } } } } }`,
          { id: pipelineId, n: pageSize },
        )
    for (let i = 0; i < 12; i++) await createDeal({ stageId: getStageId(i % 4), pricing: i })
    for (const caller of ['owner', 'agent'] as const) {
      await sendBoardQuery(caller, 1)
      world.statements()
      await sendBoardQuery(caller, 1)
      const smallPageStatements = world.statements().sort()
      await sendBoardQuery(caller, 100)
      world.statements()
      expect((await sendBoardQuery(caller, 100)).body.data.board.count).toBe(12)
      expect(world.statements().sort()).toEqual(smallPageStatements)
      expect(smallPageStatements.length).toBeLessThan(15)
    }
  })
})

describe('Board visibility', () => {
  const filterCases: [string, (user: TestUser | null | undefined) => boolean][] = [
    ['', () => true],
    ['agent', (user) => user === 'agent'],
    ['agent loner', (user) => user === 'agent' || user === 'loner'],
    ['unassigned', (user) => !user],
    ['leader unassigned', (user) => user === 'leader' || !user],
  ]
  const formatFilterArguments = (filter: string) => {
    const agents = filter.split(' ').filter((name) => name && name !== 'unassigned') as TestUser[]
    return `${agents.length ? `, assigneeIds: ${JSON.stringify(agents.map((caller) => world.users[caller].id))}` : ''}${filter.includes('unassigned') ? ', unassigned: true' : ''}`
  }

  test('a board contains, counts and sums exactly the deals visible to the caller for any assignee filter and page size', async () => {
    await fc.assert(
      fc.asyncProperty(
        companyPlan,
        fc.infiniteStream(
          fc.record({ column: fc.nat(4), price: fc.option(fc.integer({ min: -500, max: 99999 })) }),
        ),
        fc.integer({ min: 1, max: 3 }),
        async (plan, placements, pageSize) => {
          const randomCompany = await createRandomCompany(world, plan)
          const cards = randomCompany.deals.map((deal) => ({
            deal,
            placement: placements.next().value as { column: number; price: number | null },
          }))
          await runAsSystem(world.deps, world.company, async (ctx) => {
            for (const { deal, placement } of cards)
              await ctx.db.update(
                'deals',
                { companyId: deal.company && world.company.id, id: deal.id },
                {
                  stageId: getStageId(placement.column),
                  price: placement.price === null ? null : placement.price / 100,
                },
              )
          })
          for (const caller of companyUsers)
            for (const [filter, matches] of filterCases) {
              const columns = stages.map((_, index) =>
                cards.filter(
                  ({ deal, placement }) =>
                    placement.column === index &&
                    matches(deal.user) &&
                    canView(randomCompany.teams, { user: caller }, deal),
                ),
              )
              const foundBoard = await readBoard(caller, formatFilterArguments(filter))
              expect(foundBoard.columns.map((column) => getIds(column.deals.nodes))).toEqual(
                columns.map((column) => column.map(({ deal }) => deal.id)),
              )
              const sumCents = (column: typeof cards) =>
                column.reduce((sum, { placement }) => sum + (placement.price ?? 0), 0) / 100
              expect(
                foundBoard.columns.map(({ count, sum, deals }) => [count, deals.totalCount, sum]),
              ).toEqual(columns.map((column) => [column.length, column.length, sumCents(column)]))
              expect([foundBoard.count, foundBoard.sum]).toEqual([
                columns.flat().length,
                sumCents(columns.flat()),
              ])
              const longestIndex = columns.reduce(
                (bestIndex, column, index) =>
                  column.length > (columns[bestIndex]?.length ?? 0) ? index : bestIndex,
                0,
              )
              for (const isBackward of [false, true]) {
                const dealIds: string[] = []
                for (let cursor: unknown, hasMore: unknown = true; hasMore; ) {
                  const page = `${isBackward ? 'last' : 'first'}: ${pageSize}${cursor ? `, ${isBackward ? 'before' : 'after'}: "${String(cursor)}"` : ''}`
                  const [column] = (
                    await readBoard(
                      caller,
                      formatFilterArguments(filter),
                      page,
                      `(stageIds: ["${getStageId(longestIndex)}"])`,
                    )
                  ).columns as [Column]
                  dealIds.splice(isBackward ? 0 : dealIds.length, 0, ...getIds(column.deals.nodes))
                  const { hasNextPage, hasPreviousPage, startCursor, endCursor } =
                    column.deals.pageInfo
                  ;[cursor, hasMore] = isBackward
                    ? [startCursor, hasPreviousPage]
                    : [endCursor, hasNextPage]
                }
                expect(dealIds).toEqual(columns[longestIndex]?.map(({ deal }) => deal.id))
              }
            }
        },
      ),
      { seed: 11, numRuns: 6, endOnFailure: true },
    )
  })
})

describe('Concurrent deal moves', () => {
  test('after concurrent deal moves, the positions in every board column are consecutive and start at 0', async () => {
    const cards: string[] = []
    for (let i = 0; i < 8; i++) cards.push(await createDeal({ stageId: getStageId(i % 3) }))
    const anyMoves = fc.array(
      fc.record({
        card: fc.nat(7),
        other: fc.nat(7),
        column: fc.nat(2),
        placementKind: fc.constantFrom('order', 'before', 'after', 'last'),
      }),
      {
        minLength: 3,
        maxLength: 10,
      },
    )
    await fc.assert(
      fc.asyncProperty(anyMoves, async (moves) => {
        const replies = await Promise.all(
          moves.map(({ card, other, column, placementKind }) => {
            const placement =
              placementKind === 'order'
                ? { order: other }
                : placementKind === 'last'
                  ? {}
                  : { [placementKind]: cards[other] }
            return moveDeal(cards[card] as string, { stageId: getStageId(column), ...placement })
          }),
        )
        // A move fails only if the card before or after which it places the deal is the deal itself
        // or is not in the column.
        for (const [index, reply] of replies.entries())
          if (reply.status !== 200)
            expect([moves[index]?.placementKind, reply.body.error.details[0].code]).toEqual([
              expect.stringMatching(/before|after/),
              'INVALID_REFERENCE',
            ])
        const { columns } = await readBoard('owner')
        expect(columns.flatMap((column) => getIds(column.deals.nodes)).sort()).toEqual(
          cards.toSorted(),
        )
        for (const column of columns) {
          const orders = await Promise.all(
            column.deals.nodes.map(
              async ({ id }) =>
                (await world.as('owner').rest('GET', `/v1/deals/${id}`)).body.data.order,
            ),
          )
          expect(orders).toEqual(orders.map((_, index) => index))
        }
      }),
      { numRuns: 15 },
    )
  })

  test('a REST request to move a deal accepts `before` or `after`, but not both', async () => {
    const [dealA, dealB, dealC] = [await createDeal(), await createDeal(), await createDeal()]
    expect((await moveDeal(dealC, { stageId: getStageId(0), before: dealA })).status).toBe(200)
    expect((await moveDeal(dealA, { stageId: getStageId(0), after: dealB })).status).toBe(200)
    expect(getIds((await readBoard('owner')).columns[0]?.deals.nodes ?? [])).toEqual([
      dealC,
      dealB,
      dealA,
    ])
    const rejectedReply = await moveDeal(dealA, {
      stageId: getStageId(0),
      after: dealB,
      before: dealC,
    })
    expect([rejectedReply.status, rejectedReply.body.error.details[0].field]).toEqual([
      400,
      'after',
    ])
  })
})
