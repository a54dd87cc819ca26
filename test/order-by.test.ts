import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from './support/world.ts'

interface Person {
  id: string
  fullName: string
  price: number | null
}

interface SortKey {
  field: 'name' | 'price' | 'createdAt'
  direction: 'asc' | 'desc'
}

let world: World
let people: Person[]

const peopleQuery = `query ($orderBy: [PersonOrderInput!], $where: PersonWhere, $first: Int, $after: String, $last: Int, $before: String) {
  people(orderBy: $orderBy, where: $where, first: $first, after: $after, last: $last, before: $before) {
    totalCount nodes { id fullName price } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`

const listPeople = async (variables: Record<string, unknown>) =>
  (await world.as('owner').gql(peopleQuery, variables)).body

beforeAll(async () => {
  world = await createWorld()
  for (let index = 0; index < 24; index++)
    await world.as('owner').rest('POST', '/v1/people', {
      firstName: ['Ann', 'Bo', 'Cy'][index % 3],
      lastName: 'Sort',
      ...(index % 4 > 0 && { price: index % 4 }),
    })
  people = (await listPeople({ first: 100, where: { name: { contains: 'sort' } } })).data.people
    .nodes
})

afterAll(() => world.stop())

const getSortValue = (person: Person, { field }: SortKey) =>
  field === 'name' ? person.fullName : field === 'price' ? person.price : person.id

/**
 * Compares people by the sort keys, with nulls last and ties ordered by id, in the direction of the
 * last key.
 */
function comparePeople(keys: readonly SortKey[], a: Person, b: Person): number {
  const idKey: SortKey = { field: 'createdAt', direction: keys.at(-1)?.direction ?? 'desc' }
  for (const key of [...keys, idKey]) {
    const [leftValue, rightValue] = [getSortValue(a, key), getSortValue(b, key)]
    if (leftValue === rightValue) continue
    if (leftValue === null) return 1
    if (rightValue === null) return -1
    return (leftValue < rightValue ? -1 : 1) * (key.direction === 'asc' ? 1 : -1)
  }
  return 0
}

const sortKeysArbitrary = fc.uniqueArray(
  fc.record<SortKey>({
    field: fc.constantFrom('name', 'price', 'createdAt'),
    direction: fc.constantFrom('asc', 'desc'),
  }),
  { minLength: 1, maxLength: 3, selector: ({ field }) => field },
)

describe('Lists sorted by several fields', () => {
  test('a list can be sorted by several fields and paged from either end', async () => {
    await fc.assert(
      fc.asyncProperty(
        sortKeysArbitrary,
        fc.constantFrom(1, 5, 24),
        fc.boolean(),
        async (orderBy, pageSize, isBackward) => {
          const ids: string[] = []
          for (let cursor: string | null = null, hasMore = true; hasMore; ) {
            const pageArguments: Record<string, unknown> = isBackward
              ? { last: pageSize, before: cursor }
              : { first: pageSize, after: cursor }
            const body = await listPeople({
              orderBy,
              where: { name: { contains: 'sort' } },
              ...pageArguments,
            })
            expect(body.errors).toBeUndefined()
            const { nodes, pageInfo, totalCount } = body.data.people
            expect(totalCount).toBe(people.length)
            ids.splice(isBackward ? 0 : ids.length, 0, ...nodes.map(({ id }: Person) => id))
            hasMore = isBackward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage
            cursor = isBackward ? pageInfo.startCursor : pageInfo.endCursor
            expect(ids.length).toBeLessThanOrEqual(people.length)
          }
          const sortedPeople = people.toSorted((a, b) => comparePeople(orderBy, a, b))
          expect(ids).toEqual(sortedPeople.map(({ id }) => id))
        },
      ),
      { seed: 20260601, numRuns: 60 },
    )
  })

  test("paging continues at the same place after the cursor's record is moved to Trash", async () => {
    const orderBy = [{ field: 'price', direction: 'asc' }, { field: 'name' }]
    const where = { name: { contains: 'sort' } }
    const allNodes = (await listPeople({ orderBy, where, first: 100 })).data.people.nodes
    const { pageInfo } = (await listPeople({ orderBy, where, first: 3 })).data.people
    const [, , thirdNode] = allNodes
    await world.as('owner').rest('DELETE', `/v1/people/${thirdNode.id}`)
    const nextPage = await listPeople({ orderBy, where, first: 100, after: pageInfo.endCursor })
    expect(nextPage.data.people.nodes).toEqual(allNodes.slice(3))
    await world.as('owner').rest('POST', `/v1/people/${thirdNode.id}/restore`)
  })

  test('a single `orderBy` object is equivalent to a list with one object', async () => {
    const listIds = async (orderBy: unknown) =>
      (await listPeople({ orderBy, first: 100 })).data.people.nodes.map(({ id }: Person) => id)
    expect(await listIds({ field: 'name' })).toEqual(await listIds([{ field: 'name' }]))
    expect(await listIds([])).toEqual(await listIds(null))
  })

  test('sorting a list by more than three fields is rejected', async () => {
    const { errors } = await listPeople({ orderBy: Array(4).fill({ field: 'name' }) })
    expect(errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'orderBy', code: 'TOO_LONG' }],
    })
  })

  test('a cursor is valid only for a list sorted by the same fields in the same order', async () => {
    const orderBy = [{ field: 'price' }, { field: 'name' }]
    const { pageInfo } = (await listPeople({ orderBy, first: 2 })).data.people
    const { errors } = await listPeople({
      orderBy: orderBy.toReversed(),
      first: 2,
      after: pageInfo.endCursor,
    })
    expect(errors[0].extensions.code).toBe('VALIDATION_ERROR')
  })

  test('a smart list can be sorted by several fields, and REST accepts and returns a single sort field as an object', async () => {
    const createSmartList = async (orderBy: unknown) =>
      (
        await world.as('owner').rest('POST', '/v1/smart-lists', {
          name: 'Sorted',
          where: { name: { contains: 'sort' } },
          orderBy,
        })
      ).body
    expect((await createSmartList({ field: 'name' })).data.orderBy).toEqual({ field: 'name' })
    expect((await createSmartList([{ field: 'name' }])).error.details).toEqual([
      { field: 'orderBy', code: 'INVALID_FORMAT', message: 'must be an object' },
    ])
    const { id } = (await createSmartList(null)).data
    const orderBy = [{ field: 'price', direction: 'asc' }, { field: 'name' }]
    const { body } = await world.as('owner').gql(
      `mutation ($id: ID!, $orderBy: [PersonOrderInput!]) {
        updateSmartList(id: $id, input: { orderBy: $orderBy }) { smartList { __typename } } }`,
      { id, orderBy },
    )
    expect(body.errors).toBeUndefined()
    const listReply = await world
      .as('owner')
      .gql(
        'query ($id: ID!) { smartList(id: $id) { orderBy people(first: 100) { nodes { id } } } }',
        {
          id,
        },
      )
    const { nodes } = (
      await listPeople({ orderBy, where: { name: { contains: 'sort' } }, first: 100 })
    ).data.people
    expect(listReply.body.data.smartList.orderBy).toEqual(orderBy)
    expect(listReply.body.data.smartList.people.nodes).toEqual(
      nodes.map(({ id: personId }: Person) => ({ id: personId })),
    )
  })
})
