import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { createDeps } from '../src/create-deps.ts'
import { routes } from '../src/resources/index.ts'
import { type Client, createHttpClient, type Reply } from './support/client.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

const createRecord = async (path: string, body: object, client = world.as('agent')) =>
  (await client.rest('POST', path, body)).body.data.id as string
const createPerson = (name = 'Page') => createRecord('/v1/people', { firstName: name })
const deletePeople = async (ids: string[]) => {
  for (const id of ids)
    expect((await world.as('owner').rest('DELETE', `/v1/people/${id}?permanent=true`)).status).toBe(
      200,
    )
}
const getIds = (list: { id: string }[]) => list.map(({ id }) => id)
const sortNewestFirst = (ids: string[]) => ids.toSorted().reverse()
const formatCursorParameter = (cursor: string | undefined) =>
  cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
const deleteAllPeople = async () => {
  for (;;) {
    const foundPeople = (
      await world.as('owner').rest('GET', '/v1/people?limit=100&includeTrash=true')
    ).body.data as { id: string }[]
    if (foundPeople.length === 0) return
    await deletePeople(getIds(foundPeople))
  }
}
const expectRejected = (reply: Reply, field: string) => {
  const error = reply.body.error ?? reply.body.errors?.[0]?.extensions
  expect([error?.code, error?.details?.map((detail: { field: string }) => detail.field)]).toEqual([
    'VALIDATION_ERROR',
    [field],
  ])
}

describe('List pages', () => {
  const protocols: [
    string,
    (pageSize: number, cursor?: string) => Promise<{ ids: string[]; next: string | undefined }>,
  ][] = [
    [
      'REST',
      async (pageSize, cursor) => {
        const { data, meta } = (
          await world
            .as('agent')
            .rest('GET', `/v1/people?limit=${pageSize}${formatCursorParameter(cursor)}`)
        ).body
        expect([meta.count, 'nextCursor' in meta]).toEqual([data.length, meta.hasMore])
        return { ids: getIds(data), next: meta.nextCursor }
      },
    ],
    [
      'GraphQL',
      async (pageSize, cursor) => {
        const query =
          'query($n: Int, $c: String) { people(first: $n, after: $c) { nodes { id } pageInfo { hasNextPage endCursor } } }'
        const { nodes, pageInfo } = (await world.as('agent').gql(query, { n: pageSize, c: cursor }))
          .body.data.people
        return { ids: getIds(nodes), next: pageInfo.hasNextPage ? pageInfo.endCursor : undefined }
      },
    ],
  ]

  test.each(protocols)(
    'paging through a %s list returns each remaining record once, newest first, despite insertions and deletions',
    async (_, readPage) => {
      const changesArbitrary = fc.record({
        inserts: fc.nat({ max: 2 }),
        deletes: fc.uniqueArray(fc.nat({ max: 11 }), { maxLength: 2 }),
        advancesClock: fc.boolean(),
      })
      await fc.assert(
        fc.asyncProperty(
          fc.nat({ max: 12 }),
          fc.integer({ min: 1, max: 5 }),
          fc.array(changesArbitrary, { maxLength: 4 }),
          async (rowCount, pageSize, changes) => {
            await deleteAllPeople()
            const createdIds: string[] = []
            for (let i = 0; i < rowCount; i++) createdIds.push(await createPerson())
            const deletedIds = new Set<string>()
            const foundIds: string[] = []
            let cursor: string | undefined
            for (let pageNumber = 0; ; pageNumber++) {
              const { ids, next } = await readPage(pageSize, cursor)
              expect(ids.length === pageSize || !next).toBe(true)
              expect(pageNumber).toBeLessThan(25)
              foundIds.push(...ids)
              if (!next) break
              cursor = next
              const { inserts = 0, deletes = [], advancesClock = false } = changes[pageNumber] ?? {}
              if (advancesClock) world.clock.advance(5)
              for (let i = 0; i < inserts; i++) await createPerson()
              const newlyDeletedIds = deletes
                .flatMap((index) => createdIds[index] ?? [])
                .filter((id) => !deletedIds.has(id))
              for (const id of newlyDeletedIds) deletedIds.add(id)
              await deletePeople(newlyDeletedIds)
            }
            const remainingIds = createdIds.filter((id) => !deletedIds.has(id))
            expect(foundIds).toEqual(sortNewestFirst([...new Set(foundIds)]))
            expect(foundIds.filter((id) => remainingIds.includes(id))).toEqual(
              sortNewestFirst(remainingIds),
            )
            expect(foundIds.filter((id) => !createdIds.includes(id))).toEqual([])
          },
        ),
        { seed: 7, numRuns: 15 },
      )
    },
  )

  test('forward and backward paging through a list of 0 to 7 people return the same people for page sizes from 1 to 8', async () => {
    await deleteAllPeople()
    const ids: string[] = []
    const readPages = async (pageSize: number, isBackward: boolean) => {
      const [sizeArgument, cursorArgument, hasMoreField, cursorField] = isBackward
        ? ['last', 'before', 'hasPreviousPage', 'startCursor']
        : ['first', 'after', 'hasNextPage', 'endCursor']
      const foundIds: string[] = []
      for (let cursor: string | null = null, hasFurtherPage = true; hasFurtherPage; ) {
        const query = `query($n: Int, $c: String) { people(${sizeArgument}: $n, ${cursorArgument}: $c) { totalCount edges { cursor node { id } } pageInfo { ${hasMoreField} ${cursorField} } } }`
        const reply: Reply = await world.as('agent').gql(query, { n: pageSize, c: cursor })
        const { edges, pageInfo, totalCount } = reply.body.data.people
        expect(totalCount).toBe(ids.length)
        const pageIds = (edges as { cursor: string; node: { id: string } }[]).map(
          ({ node }) => node.id,
        )
        foundIds.splice(isBackward ? 0 : foundIds.length, 0, ...pageIds)
        cursor = pageInfo[cursorField as string]
        hasFurtherPage = pageInfo[hasMoreField as string]
        expect(foundIds.length).toBeLessThanOrEqual(ids.length)
        expect(cursor).toBe((isBackward ? edges[0] : edges.at(-1))?.cursor ?? null)
      }
      return foundIds
    }
    for (let rowCount = 0; rowCount <= 7; rowCount++) {
      for (const pageSize of [1, 2, 3, 7, 8])
        for (const isBackward of [false, true])
          expect(await readPages(pageSize, isBackward)).toEqual(sortNewestFirst(ids))
      ids.push(await createPerson())
    }
  })
})

describe('List cursors', () => {
  const readFirstCursor = async (client = world.as('agent'), path = '/v1/people?limit=1') =>
    (await client.rest('GET', path)).body.meta.nextCursor as string

  test('a list cursor remains valid after its row is deleted and after a restart', async () => {
    await deleteAllPeople()
    const [oldestId, olderId, newestId] = [
      await createPerson(),
      await createPerson(),
      await createPerson(),
    ]
    const firstPage = (await world.as('agent').rest('GET', '/v1/people?limit=2')).body
    expect(getIds(firstPage.data)).toEqual([newestId, olderId])
    await deletePeople([olderId])
    const { server } = createApp(
      await createDeps(world.deps.store, world.deps.settings, world.deps),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const restartedClient = createHttpClient(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      world.as('agent').secret,
    )
    for (const client of [world.as('agent'), restartedClient]) {
      const nextPage = (
        await client.rest(
          'GET',
          `/v1/people?limit=2${formatCursorParameter(firstPage.meta.nextCursor)}`,
        )
      ).body
      expect([getIds(nextPage.data), nextPage.meta.hasMore]).toEqual([[oldestId], false])
    }
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  test('a list cursor is rejected for another caller, list or filter, or if the cursor was tampered with', async () => {
    for (let i = 0; i < 3; i++)
      await createRecord('/v1/tasks', { title: 'x', personId: await createPerson() })
    const validCursor = await readFirstCursor()
    const requestPeopleAfter = async (client: Client, cursor: string, filter = '') =>
      client.rest('GET', `/v1/people?limit=1${filter}${formatCursorParameter(cursor)}`)
    expect((await requestPeopleAfter(world.as('agent'), validCursor)).status).toBe(200)
    for (const user of ['leader', 'owner', 'stranger'] as const)
      expectRejected(await requestPeopleAfter(world.as(user), validCursor), 'cursor')
    for (const filter of [
      '&includeTrash=true',
      `&assignedAgentId=${world.users.agent.id}`,
      '&source=web',
    ])
      expectRejected(await requestPeopleAfter(world.as('agent'), validCursor, filter), 'cursor')
    expectRejected(
      await world.as('agent').rest('GET', `/v1/tasks?limit=1${formatCursorParameter(validCursor)}`),
      'cursor',
    )
    expectRejected(
      await requestPeopleAfter(
        world.as('agent'),
        await readFirstCursor(world.as('agent'), '/v1/tasks?limit=1'),
      ),
      'cursor',
    )
    const changeCharacter = (charIndex: number) =>
      `${validCursor.slice(0, charIndex)}${validCursor[charIndex] === 'A' ? 'B' : 'A'}${validCursor.slice(charIndex + 1)}`
    const invalidCursors = [
      ...Array.from(validCursor.slice(0, -1), (_, position) => changeCharacter(position)),
      validCursor.slice(0, -1),
      `${validCursor}A`,
      `${validCursor}=`,
      'x',
      'null',
      '0',
      'a'.repeat(701),
      createPerson.name,
      '%00',
    ]
    for (const cursor of invalidCursors)
      expectRejected(await requestPeopleAfter(world.as('agent'), cursor), 'cursor')
    const queryAfter = (
      afterCursor: string,
      query = 'people(first: 1, after: $c) { nodes { id } }',
      user: 'agent' | 'leader' = 'agent',
    ) => world.as(user).gql(`query($c: String) { ${query} }`, { c: afterCursor })
    expect((await queryAfter(validCursor)).body.errors).toBeUndefined()
    for (const cursor of [changeCharacter(3), changeCharacter(validCursor.length - 3), '', 'x'])
      expectRejected(await queryAfter(cursor), 'after')
    expectRejected(await queryAfter(validCursor, undefined, 'leader'), 'after')
    expectRejected(
      await queryAfter(validCursor, 'tasks(first: 1, after: $c) { nodes { id } }'),
      'after',
    )
    expectRejected(
      await queryAfter(
        validCursor,
        'people(first: 1, after: $c, where: { source: { eq: "web" } }) { nodes { id } }',
      ),
      'after',
    )
    expectRejected(
      await queryAfter(
        validCursor,
        'people(last: 1, before: $c, includeTrash: true) { nodes { id } }',
      ),
      'before',
    )
  })

  test('a cursor of a nested list is valid only for the same list of the same record', async () => {
    const [annId, bobId] = [await createPerson('Ann'), await createPerson('Bob')]
    const taskIds: string[] = []
    for (let i = 0; i < 3; i++)
      taskIds.push(await createRecord('/v1/tasks', { title: 'x', personId: annId }))
    await createRecord('/v1/tasks', { title: 'x', personId: bobId })
    const queryPersonList = (id: string, args: string, list = 'tasks') =>
      world
        .as('agent')
        .gql(
          `query($id: ID!) { person(id: $id) { ${list}(${args}) { totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage endCursor startCursor } } } }`,
          { id },
        )
    const firstPage = (await queryPersonList(annId, 'first: 2')).body.data.person.tasks
    expect([getIds(firstPage.nodes), firstPage.totalCount, firstPage.pageInfo.hasNextPage]).toEqual(
      [sortNewestFirst(taskIds).slice(0, 2), 3, true],
    )
    const nextPage = (
      await queryPersonList(annId, `first: 2, after: "${firstPage.pageInfo.endCursor}"`)
    ).body.data.person.tasks
    expect([getIds(nextPage.nodes), nextPage.totalCount, nextPage.pageInfo.hasNextPage]).toEqual([
      [taskIds[0]],
      3,
      false,
    ])
    const previousPage = (
      await queryPersonList(annId, `last: 1, before: "${nextPage.pageInfo.startCursor}"`)
    ).body.data.person.tasks
    expect([getIds(previousPage.nodes), previousPage.pageInfo.hasPreviousPage]).toEqual([
      [taskIds[1]],
      true,
    ])
    expectRejected(
      await queryPersonList(bobId, `after: "${firstPage.pageInfo.endCursor}"`),
      'after',
    )
    expectRejected(
      await queryPersonList(annId, `after: "${firstPage.pageInfo.endCursor}"`, 'activities'),
      'after',
    )
    expectRejected(await queryPersonList(annId, `after: "${await readFirstCursor()}"`), 'after')
  })
})

describe('Sizes of list pages', () => {
  const listPaths = routes.filter(({ reply }) => reply.kind === 'list').map(({ path }) => path)
  const fillPathParameters = async (path: string) => {
    const pipelineId = (await world.as('agent').rest('GET', '/v1/pipelines')).body.data[0].id
    const createByResource: Record<string, () => Promise<string>> = {
      deals: () => createRecord('/v1/deals', { title: 'Page', pipelineId }),
      people: () => createPerson(),
      'smart-lists': () =>
        createRecord('/v1/smart-lists', { name: 'Page', where: {} }, world.as('owner')),
    }
    const createParent = path.includes('{id}') && createByResource[path.split('/')[2] ?? '']
    return createParent ? path.replace('{id}', await createParent()) : path
  }
  const createQueryParameters = async (path: string) =>
    path === '/v1/activities'
      ? `personId=${await createPerson()}&`
      : path === '/v1/people/search'
        ? 'name=Page&'
        : ''

  const invalidLimits = {
    OUT_OF_RANGE: ['0', '101', '999', '-1', '1000'],
    INVALID_FORMAT: [
      '',
      'abc',
      '01',
      '1.0',
      '1.5',
      '1e1',
      '0x1',
      '+1',
      '%2B5',
      '%201',
      '5%20',
      '99999999999',
      '٥',
      '1&limit=1',
      '1&limit=2',
    ],
  }

  test('every REST list accepts only a `limit` from 1 to 100', async () => {
    for (const path of listPaths) {
      const listUrl = `${await fillPathParameters(path)}?${await createQueryParameters(path)}`
      for (const [code, limits] of Object.entries(invalidLimits))
        for (const limit of limits) {
          const { status, body } = await world.as('owner').rest('GET', `${listUrl}limit=${limit}`)
          expect([path, limit, status, body.error?.details]).toMatchObject([
            path,
            limit,
            400,
            [{ field: 'limit', code }],
          ])
          expect(body.error.code).toBe('VALIDATION_ERROR')
        }
      for (const limit of [1, 99, 100])
        expect((await world.as('owner').rest('GET', `${listUrl}limit=${limit}`)).status).toBe(200)
    }
  })

  test('the list arguments `first` and `last` accept values from 1 to 100 and cannot be combined', async () => {
    const queryWithPageSize = (field: string, pageSize: unknown) =>
      world.as('agent').gql(`query($n: Int) { ${field} }`, { n: pageSize })
    for (const invalidSize of [0, 101, -1, 1.5, 'abc', '1', 1e10]) {
      expectRejected(
        await queryWithPageSize('people(first: $n) { nodes { id } }', invalidSize),
        'first',
      )
      expectRejected(
        await queryWithPageSize('people(last: $n) { nodes { id } }', invalidSize),
        'last',
      )
      expectRejected(
        await queryWithPageSize(
          'people { nodes { tasks(first: $n) { nodes { id } } } }',
          invalidSize,
        ),
        'first',
      )
    }
    expectRejected(
      await queryWithPageSize('people(first: 1, last: $n) { nodes { id } }', 1),
      'last',
    )
    expect(
      (await queryWithPageSize('people(first: $n) { nodes { id } }', null)).body.errors,
    ).toBeUndefined()
  })

  test('a list page has 10 records by default, and `hasMore` is true only if further records exist', async () => {
    await deleteAllPeople()
    const ids: string[] = []
    const readPage = async (query: string) =>
      (await world.as('agent').rest('GET', `/v1/people${query}`)).body
    for (const rowCount of [0, 1, 9, 10, 11]) {
      while (ids.length < rowCount) ids.push(await createPerson())
      const { data, meta } = await readPage('')
      expect([getIds(data), meta.count, meta.hasMore, 'nextCursor' in meta]).toEqual([
        sortNewestFirst(ids).slice(0, 10),
        Math.min(rowCount, 10),
        rowCount > 10,
        rowCount > 10,
      ])
      for (const limit of [rowCount - 1, rowCount, rowCount + 1].filter((size) => size > 0)) {
        const { meta: limitedMeta } = await readPage(`?limit=${limit}`)
        expect([limitedMeta.count, limitedMeta.hasMore, 'nextCursor' in limitedMeta]).toEqual([
          Math.min(limit, rowCount),
          rowCount > limit,
          rowCount > limit,
        ])
      }
    }
    expect(
      (await world.as('agent').gql('{ people { nodes { id } } }')).body.data.people.nodes,
    ).toHaveLength(10)
    for (const pageArguments of ['last: 11', 'first: null, last: 11', 'first: 11, last: null']) {
      const { body } = await world.as('agent').gql(`{ people(${pageArguments}) { nodes { id } } }`)
      expect(body.data.people.nodes, pageArguments).toHaveLength(11)
    }
    const { meta } = await readPage('?limit=10')
    expect(
      (await readPage(`?limit=1${formatCursorParameter(meta.nextCursor)}`)).meta,
    ).toMatchObject({
      count: 1,
      hasMore: false,
    })
  })
})
