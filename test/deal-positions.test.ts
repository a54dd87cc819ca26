import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../src/store/query.ts'
import { createWorld, type World } from './support/world.ts'

/** The number of a stage's deals whose ranks start with `prefix`. */
type RankCount = { companyId: string; stageId: string; prefix: string; deals: number }
const storedCountsQuery = query<object, RankCount>(
  () =>
    sql`select "companyId", "stageId", "prefix", "deals" from "dealRankCounts" order by 1, 2, 3`,
)
const actualCountsQuery = query<object, RankCount>(
  () =>
    sql`select "companyId", "stageId", substr("rank", 1, 2) as "prefix", count(*) as "deals" from "deals" group by 1, 2, 3 order by 1, 2, 3`,
)
const rankedDealsQuery = query<object, { id: string; stageId: string; rank: string }>(
  () => sql`select "id", "stageId", "rank" from "deals" order by "stageId", "rank"`,
)

describe('Deal positions', () => {
  let world: World
  let stages: string[]
  let cards: string[] = []
  beforeAll(async () => {
    world = await createWorld()
    const { data } = (await world.as('owner').gql('{ pipelines { nodes { id stages { id } } } }'))
      .body
    const [{ id: pipelineId, stages: pipelineStages }] = data.pipelines.nodes
    stages = pipelineStages.map(({ id }: { id: string }) => id)
    for (let n = 0; n < 80; n++)
      cards.push(
        (await world.as('owner').rest('POST', '/v1/deals', { title: `Card ${n}`, pipelineId })).body
          .data.id,
      )
  })
  afterAll(() => world.stop())

  const readRows = <R>(statement: ReturnType<typeof query<object, R>>) =>
    world.deps.store.allCompanies.read((db) => db.all(statement, {}))
  const moveDeal = (id: string, body: object) =>
    world.as('owner').rest('POST', `/v1/deals/${id}/move`, body)

  /**
   * Compares the position of each deal in a list with the number of deals in its stage that have a
   * lower rank, and the stored rank counts with the actual counts.
   */
  async function checkPositions(): Promise<void> {
    const rows = await readRows(rankedDealsQuery)
    const positionsById = new Map(
      rows.map(({ id, stageId }, index) => [
        id,
        index - rows.findIndex((row) => row.stageId === stageId),
      ]),
    )
    const { data } = (await world.as('owner').rest('GET', '/v1/deals?limit=100')).body
    expect(
      new Map(data.map(({ id, order }: { id: string; order: number }) => [id, order])),
    ).toEqual(positionsById)
    expect(await readRows(storedCountsQuery)).toEqual(await readRows(actualCountsQuery))
  }

  test('after any sequence of deal moves and deletions, the position of a deal equals the number of deals before it in its stage', async () => {
    await checkPositions()
    // After repeated moves into the same gap, ranks are longer and share a prefix.
    for (const id of cards.slice(20, 70))
      expect((await moveDeal(id, { stageId: stages[0], order: 1 })).status).toBe(200)
    expect(
      Math.max(...(await readRows(storedCountsQuery)).map(({ deals }) => deals)),
    ).toBeGreaterThan(5)
    await checkPositions()
    const anyStep = fc.record({
      card: fc.nat(79),
      stage: fc.nat(2),
      order: fc.nat(90),
      isDeleted: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    })
    const property = fc.asyncProperty(
      fc.array(anyStep, { minLength: 5, maxLength: 15 }),
      async (steps) => {
        for (const { card, stage, order, isDeleted } of steps) {
          const id = cards[card % cards.length] as string
          if (!isDeleted) {
            expect((await moveDeal(id, { stageId: stages[stage], order })).status).toBe(200)
            const rows = (await readRows(rankedDealsQuery)).filter(
              ({ stageId }) => stageId === stages[stage],
            )
            const { data } = (await world.as('owner').rest('GET', `/v1/deals/${id}`)).body
            expect(data.order).toBe(rows.findIndex((row) => row.id === id))
          } else {
            expect((await world.as('owner').rest('DELETE', `/v1/deals/${id}`)).status).toBe(200)
            cards = cards.filter((other) => other !== id)
          }
        }
        await checkPositions()
      },
    )
    await fc.assert(property, { numRuns: 8, seed: 3, endOnFailure: true })
  })
})
