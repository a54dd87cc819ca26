import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asSystem } from '../src/resources/companies/operations.ts'
import type { Reply } from './support/client.ts'
import { companyPlan, createRandomCompany, users } from './support/random-company.ts'
import { canView } from './support/visibility-model.ts'
import { createWorld, type Who, type World } from './support/world.ts'

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
  asSystem(world.deps, world.company, (ctx) =>
    ctx.db.delete('deals', { companyId: world.company.id }),
  ),
)
afterAll(() => world.stop())

const stage = (index: number) => stages[index]?.id as string
const create = async (body: object = {}, who: Who = 'agent') =>
  (await world.as(who).rest('POST', '/v1/deals', { title: 'House', pipelineId, ...body })).body.data
    .id as string
const move = (id: string, body: object) =>
  world.as('owner').rest('POST', `/v1/deals/${id}/move`, body)
const ids = (list: { id: string }[]) => list.map(({ id }) => id)

interface Column {
  stageId: string
  count: number
  sum: number
  deals: { totalCount: number; nodes: { id: string }[]; pageInfo: Record<string, unknown> }
}

const board = async (who: Who, args = '', page = 'first: 100', columns = '') => {
  const query = `query($id: ID!) { board(pipelineId: $id${args}) { pipeline { name } count sum
    columns${columns} { stageId count sum deals(${page}) { totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } } }`
  const reply: Reply = await world.as(who).gql(query, { id: pipelineId })
  expect(reply.body.errors).toBeUndefined()
  return reply.body.data.board as { count: number; sum: number; columns: Column[] }
}

describe('The board query', () => {
  test('a board returns its stages and cards in order, with count and sum, on both interfaces', async () => {
    const [a, b, c] = [
      await create({ pricing: 0.1 }),
      await create({ pricing: 0.2 }),
      await create({ pricing: null }),
    ]
    const d = await create({ pricing: -5.255 })
    await move(d, { stageId: stage(3) })
    await move(c, { stageId: stage(0), order: 0 })
    const { columns, count, sum } = await board('agent')
    expect(columns.map((column) => column.stageId)).toEqual(ids(stages))
    expect(columns.map((column) => ids(column.deals.nodes))).toEqual([[c, a, b], [], [], [d], []])
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
      stageId: stage(0),
      stageName: 'Qualified',
      stageType: 'open',
      count: 3,
      sum: 0.3,
    })
    expect(ids(data.columns[0].deals.nodes)).toEqual([c, a])
    expect(data.columns[0].deals.pageInfo.hasNextPage).toBe(true)
    const cursor = encodeURIComponent(data.columns[0].deals.pageInfo.endCursor)
    const next = await world
      .as('agent')
      .rest(
        'GET',
        `/v1/pipelines/${pipelineId}/board?stageIds=${stage(0)}&limit=2&cursor=${cursor}`,
      )
    expect(next.body.data.columns.map((column: Column) => ids(column.deals.nodes))).toEqual([[b]])
    const wrong = await world
      .as('agent')
      .rest('GET', `/v1/pipelines/${pipelineId}/board?stageIds=${stage(1)}&cursor=${cursor}`)
    expect([wrong.status, wrong.body.error.details[0].field]).toEqual([400, 'cursor'])
  })

  test('a board requires the scope deals.view and belongs to the company of the caller', async () => {
    const path = `/v1/pipelines/${pipelineId}/board`
    const refused = async (reply: Promise<Reply>) => [
      (await reply).status,
      (await reply).body.error.message,
    ]
    expect(
      await refused((await world.createKey('owner', ['people.view.all'])).rest('GET', path)),
    ).toEqual([403, expect.stringContaining('deals.view')])
    expect(await refused(world.as('stranger').rest('GET', path))).toEqual([
      404,
      'Pipeline not found',
    ])
    expect(await refused(world.client().rest('GET', path))).toEqual([401, expect.anything()])
    const many = Array.from({ length: 11 }, (_, i) => `user_0000000${i}`).join(',')
    expect(
      (await world.as('owner').rest('GET', `${path}?assignedAgentIds=${many}`)).body.error
        .details[0].field,
    ).toBe('assignedAgentIds')
  })

  test('the cost of a board includes 50 columns, or only the requested ones', async () => {
    const cost = async (columns: string, first: number) => {
      const { body } = await world
        .as('owner')
        .gql(
          `{ board(pipelineId: "${pipelineId}") { columns${columns} { deals(first: ${first}) { nodes { id } } } } }`,
        )
      return body.extensions?.cost ?? body.errors[0].extensions.code
    }
    expect(await cost('', 20)).toMatchObject({ nodes: 1000 })
    expect(await cost('', 100)).toMatchObject({ nodes: 5000 })
    expect(await cost(`(stageIds: ["${stage(0)}"])`, 100)).toMatchObject({ nodes: 100 })
    const nested = `{ board(pipelineId: "${pipelineId}") { columns { deals(first: 100) { nodes { stageHistory(first: 2) { nodes { id } } } } } } }`
    expect((await world.as('owner').gql(nested)).body.errors[0].message).toContain('15,000 records')
  })

  test('the number of SQL statements for a board does not depend on its cards and columns', async () => {
    const ask = (who: Who, n: number) =>
      world
        .as(who)
        .gql(
          `query($id: ID!, $n: Int) { board(pipelineId: $id) { count columns { count sum deals(first: $n) { totalCount nodes { order people { fullName } stage { name } assignedAgent { fullName } } } } } }`,
          { id: pipelineId, n },
        )
    for (let i = 0; i < 12; i++) await create({ stageId: stage(i % 4), pricing: i })
    for (const who of ['owner', 'agent'] as const) {
      await ask(who, 1)
      world.statements()
      await ask(who, 1)
      const few = world.statements().sort()
      await ask(who, 100)
      world.statements()
      expect((await ask(who, 100)).body.data.board.count).toBe(12)
      expect(world.statements().sort()).toEqual(few)
      expect(few.length).toBeLessThan(15)
    }
  })
})

describe('Board visibility', () => {
  const filters: [string, (user: Who | null | undefined) => boolean][] = [
    ['', () => true],
    ['agent', (user) => user === 'agent'],
    ['agent loner', (user) => user === 'agent' || user === 'loner'],
    ['nobody', (user) => !user],
    ['leader nobody', (user) => user === 'leader' || !user],
  ]
  const argsOf = (filter: string) => {
    const agents = filter.split(' ').filter((each) => each && each !== 'nobody') as Who[]
    return `${agents.length ? `, assignedAgentIds: ${JSON.stringify(agents.map((who) => world.users[who].id))}` : ''}${filter.includes('nobody') ? ', unassigned: true' : ''}`
  }

  test('a board holds, counts and sums exactly the deals visible to the caller, for any filter and page size', async () => {
    await fc.assert(
      fc.asyncProperty(
        companyPlan,
        fc.infiniteStream(
          fc.record({ column: fc.nat(4), price: fc.option(fc.integer({ min: -500, max: 99999 })) }),
        ),
        fc.integer({ min: 1, max: 3 }),
        async (chosen, places, size) => {
          const planted = await createRandomCompany(world, chosen)
          const cards = planted.deals.map((fact) => ({
            fact,
            place: places.next().value as { column: number; price: number | null },
          }))
          await asSystem(world.deps, world.company, async (ctx) => {
            for (const { fact, place } of cards)
              await ctx.db.update(
                'deals',
                { companyId: fact.company && world.company.id, id: fact.id },
                {
                  stageId: stage(place.column),
                  price: place.price === null ? null : place.price / 100,
                },
              )
          })
          for (const who of users)
            for (const [filter, passes] of filters) {
              const columns = stages.map((_, index) =>
                cards.filter(
                  ({ fact, place }) =>
                    place.column === index &&
                    passes(fact.user) &&
                    canView(planted.teams, { user: who }, fact),
                ),
              )
              const found = await board(who, argsOf(filter))
              expect(found.columns.map((column) => ids(column.deals.nodes))).toEqual(
                columns.map((column) => column.map(({ fact }) => fact.id)),
              )
              const cents = (column: typeof cards) =>
                column.reduce((sum, { place }) => sum + (place.price ?? 0), 0) / 100
              expect(
                found.columns.map(({ count, sum, deals }) => [count, deals.totalCount, sum]),
              ).toEqual(columns.map((column) => [column.length, column.length, cents(column)]))
              expect([found.count, found.sum]).toEqual([
                columns.flat().length,
                cents(columns.flat()),
              ])
              const longest = columns.reduce(
                (most, column, index) =>
                  column.length > (columns[most]?.length ?? 0) ? index : most,
                0,
              )
              for (const isBackward of [false, true]) {
                const all: string[] = []
                for (let cursor: unknown, further: unknown = true; further; ) {
                  const page = `${isBackward ? 'last' : 'first'}: ${size}${cursor ? `, ${isBackward ? 'before' : 'after'}: "${String(cursor)}"` : ''}`
                  const [column] = (
                    await board(who, argsOf(filter), page, `(stageIds: ["${stage(longest)}"])`)
                  ).columns as [Column]
                  all.splice(isBackward ? 0 : all.length, 0, ...ids(column.deals.nodes))
                  const { hasNextPage, hasPreviousPage, startCursor, endCursor } =
                    column.deals.pageInfo
                  ;[cursor, further] = isBackward
                    ? [startCursor, hasPreviousPage]
                    : [endCursor, hasNextPage]
                }
                expect(all).toEqual(columns[longest]?.map(({ fact }) => fact.id))
              }
            }
        },
      ),
      { seed: 11, numRuns: 6, endOnFailure: true },
    )
  })
})

describe('Concurrent moves', () => {
  test('concurrent moves by order, before or after leave every column totally ordered', async () => {
    const cards: string[] = []
    for (let i = 0; i < 8; i++) cards.push(await create({ stageId: stage(i % 3) }))
    const steps = fc.array(
      fc.record({
        card: fc.nat(7),
        other: fc.nat(7),
        column: fc.nat(2),
        how: fc.constantFrom('order', 'before', 'after', 'last'),
      }),
      {
        minLength: 3,
        maxLength: 10,
      },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (moves) => {
        const replies = await Promise.all(
          moves.map(({ card, other, column, how: reference }) => {
            const place =
              reference === 'order'
                ? { order: other }
                : reference === 'last'
                  ? {}
                  : { [reference]: cards[other] }
            return move(cards[card] as string, { stageId: stage(column), ...place })
          }),
        )
        // Only a reference to a card that has left the column is refused.
        for (const [index, reply] of replies.entries())
          if (reply.status !== 200)
            expect([moves[index]?.how, reply.body.error.details[0].code]).toEqual([
              expect.stringMatching(/before|after/),
              'INVALID_REFERENCE',
            ])
        const { columns } = await board('owner')
        expect(columns.flatMap((column) => ids(column.deals.nodes)).sort()).toEqual(
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

  test('a REST move accepts before or after, but not both', async () => {
    const [a, b, c] = [await create(), await create(), await create()]
    expect((await move(c, { stageId: stage(0), before: a })).status).toBe(200)
    expect((await move(a, { stageId: stage(0), after: b })).status).toBe(200)
    expect(ids((await board('owner')).columns[0]?.deals.nodes ?? [])).toEqual([c, b, a])
    const refused = await move(a, { stageId: stage(0), after: b, before: c })
    expect([refused.status, refused.body.error.details[0].field]).toEqual([400, 'after'])
  })
})
