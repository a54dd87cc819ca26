import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { indexed } from '../src/filtering/filter-spec.ts'
import { createFilteredList } from '../src/filtering/filtered-list.ts'
import { runAsSystem } from '../src/resources/companies/operations.ts'
import { personFilterSpec } from '../src/resources/people/filter-spec.ts'
import { createWorld, type World } from './support/world.ts'

describe('Comparators', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
    await createRecord('/v1/people', { firstName: 'Ann', tags: ['VIP'], source: 'Web' })
    await createRecord('/v1/people', { firstName: 'Bob' })
  })
  afterAll(() => world.stop())

  const createRecord = async (path: string, body: object): Promise<string> => {
    const reply = await world.as('owner').rest('POST', path, body)
    expect([path, reply.status, reply.text]).toEqual([path, 201, reply.text])
    return reply.body.data.id
  }
  const peopleQuery = 'query($where: PersonWhere) { people(where: $where) { totalCount } }'
  const sendFilter = async (where: object) =>
    (await world.as('owner').gql(peopleQuery, { where })).body
  const countPeople = async (where: object): Promise<number> =>
    (await sendFilter(where)).data.people.totalCount
  const listErrors = async (where: object): Promise<string[]> => {
    const { errors = [] } = await sendFilter(where)
    const details = errors.flatMap(
      (error: { extensions: { details?: { field: string; message: string }[] } }) =>
        error.extensions.details ?? [],
    )
    return details.map(
      ({ field, message }: { field: string; message: string }) => `${field} ${message}`,
    )
  }

  test('a filter on an integer column matches the same records on SQLite and PostgreSQL', async () => {
    const { data } = (await world.as('owner').rest('GET', '/v1/people')).body
    await world.as('owner').rest('PATCH', `/v1/people/${data[0].id}`, { background: 'New' })
    const spec = {
      ...personFilterSpec,
      fields: { version: indexed('Int', 'version', 'The version.') },
    }
    const list = createFilteredList({ spec })
    for (const [comparators, count] of [
      [{ eq: 2 }, 1],
      [{ in: [1, 2] }, 2],
      [{ in: [3] }, 0],
      [{ gt: 1 }, 1],
      [{ gte: 1, lt: 2 }, 1],
      [{ lte: 2 }, 2],
    ] as const)
      expect([
        comparators,
        await runAsSystem(world.deps, world.company, (ctx) =>
          list.count(ctx, { where: { version: comparators } }),
        ),
      ]).toEqual([comparators, count])
  })

  test('null in a filter is rejected with an error that suggests `isNull`', async () => {
    const remedy =
      'cannot be null: omit the field, or set `isNull: true` to match records without a value'
    for (const [where, field] of [
      [{ source: null }, 'where.source'],
      [{ source: { eq: null } }, 'where.source.eq'],
      [{ source: { in: ['Web', null] } }, 'where.source.in[1]'],
      [{ tags: { any: [null] } }, 'where.tags.any[0]'],
      [{ createdAt: { during: null } }, 'where.createdAt.during'],
      [{ createdAt: { during: { unit: 'day', last: null } } }, 'where.createdAt.during.last'],
      [{ or: null }, 'where.or'],
      [{ and: [null] }, 'where.and[0]'],
      [{ not: null }, 'where.not'],
      [{ deals: null }, 'where.deals'],
      [{ deals: { some: null } }, 'where.deals.some'],
      [{ deals: { some: { price: { gt: null } } } }, 'where.deals.some.price.gt'],
      [{ customFields: [{ key: 'x', text: null }] }, 'where.customFields[0].text'],
    ] as const) {
      expect([where, await listErrors(where)]).toEqual([where, [`${field} ${remedy}`]])
      const queryString = `where=${encodeURIComponent(JSON.stringify(where))}`
      const { status, body } = await world.as('owner').rest('GET', `/v1/people?${queryString}`)
      expect([where, status, body.error.details[0]]).toMatchObject([
        where,
        400,
        { field, message: remedy },
      ])
    }
  })

  test('the error for an unknown comparator or filter field suggests the most similar name or lists all names', async () => {
    for (const [where, errorMessage] of [
      [{ sorce: {} }, 'where.sorce is not a field of PersonWhere; did you mean source?'],
      [{ ids: ['a'] }, 'where.ids is not a field of PersonWhere; did you mean id?'],
      [
        { name: { startswith: 'A' } },
        'where.name.startswith is not a field of StringComparators; did you mean startsWith?',
      ],
      [
        { price: { between: [1, 2] } },
        'where.price.between is not a field of NullableFloatComparators; its fields are eq, gt, gte, in, isNull, lt, lte',
      ],
    ] as const) {
      expect([where, await listErrors(where)]).toEqual([where, [errorMessage]])
      const { body } = await world
        .as('owner')
        .rest('POST', '/v1/smart-lists', { name: 'Bad', where })
      const [detail] = body.error.details
      expect([where, `${detail.field} ${detail.message}`]).toEqual([where, errorMessage])
    }
    const { body } = await world
      .as('owner')
      .gql('{ people(where: { name: { startswith: "A" } }) { totalCount } }')
    expect(body.errors[0].extensions.details[0].message).toContain('did you mean startsWith?')
  })

  test('an omitted comparator, or a filter field without comparators, does not restrict a list', async () => {
    expect(await countPeople({})).toBe(2)
    expect(await countPeople({ source: {}, tags: {}, createdAt: {}, customFields: [] })).toBe(2)
    const query =
      'query($source: String, $tag: String) { people(where: { source: { eq: $source }, tags: { has: $tag } }) { totalCount pageInfo { endCursor } } }'
    const readPeople = async (variables: Record<string, unknown>) =>
      (await world.as('owner').gql(query, variables)).body.data.people
    expect([
      (await readPeople({})).totalCount,
      (await readPeople({ source: 'Web' })).totalCount,
      (await readPeople({ tag: 'cold' })).totalCount,
    ]).toEqual([2, 1, 0])
    const { endCursor } = (
      await world.as('owner').gql('{ people(first: 2) { pageInfo { endCursor } } }')
    ).body.data.people.pageInfo
    expect((await readPeople({})).pageInfo.endCursor).toBe(endCursor)
  })

  test('a filter on `createdAt` includes records created at the given time with `gte` and `lte`, and excludes them with `gt` and `lt`', async () => {
    const createdAt = new Date(world.clock.now()).toISOString()
    expect([
      await countPeople({ createdAt: { gte: createdAt } }),
      await countPeople({ createdAt: { gt: createdAt } }),
      await countPeople({ createdAt: { lte: createdAt } }),
      await countPeople({ createdAt: { lt: createdAt } }),
    ]).toEqual([2, 0, 2, 0])
  })

  test('the error for an invalid filter value names the REST parameter or the path of the GraphQL comparator', async () => {
    const restReply = await world.as('owner').rest('GET', '/v1/activities?personId=x&type=y')
    expect(restReply.body.error.details.map(({ field }: { field: string }) => field)).toEqual([
      'personId',
      'type',
    ])
    const { body } = await world
      .as('owner')
      .gql('{ activities(where: { personId: { eq: "x" } }) { totalCount } }')
    expect(body.errors[0].extensions.details).toMatchObject([{ field: 'where.personId.eq' }])
  })
})
