import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { createDeps } from '../src/deps.ts'
import { routes } from '../src/resources/index.ts'
import { type Client, createHttpClient, type Reply } from './support/client.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

const create = async (path: string, body: object, client = world.as('agent')) =>
  (await client.rest('POST', path, body)).body.data.id as string
const createPerson = (name = 'Page') => create('/v1/people', { firstName: name })
const deletePeople = async (ids: string[]) => {
  for (const id of ids)
    expect((await world.as('owner').rest('DELETE', `/v1/people/${id}?permanent=true`)).status).toBe(
      200,
    )
}
const getIds = (list: { id: string }[]) => list.map(({ id }) => id)
const sortNewestFirst = (ids: string[]) => ids.toSorted().reverse()
const withCursor = (cursorArgument: string | undefined) =>
  cursorArgument ? `&cursor=${encodeURIComponent(cursorArgument)}` : ''
const deleteAllPeople = async () => {
  for (;;) {
    const foundIds = (await world.as('owner').rest('GET', '/v1/people?limit=100&includeTrash=true'))
      .body.data as { id: string }[]
    if (foundIds.length === 0) return
    await deletePeople(getIds(foundIds))
  }
}
const expectRefused = (reply: Reply, field: string) => {
  const error = reply.body.error ?? reply.body.errors?.[0]?.extensions
  expect([error?.code, error?.details?.map((detail: { field: string }) => detail.field)]).toEqual([
    'VALIDATION_ERROR',
    [field],
  ])
}

describe('List pages', () => {
  const interfaces: [
    string,
    (
      pageSize: number,
      cursorArgument?: string,
    ) => Promise<{ ids: string[]; next: string | undefined }>,
  ][] = [
    [
      'REST',
      async (pageSize, cursorArgument) => {
        const { data, meta } = (
          await world
            .as('agent')
            .rest('GET', `/v1/people?limit=${pageSize}${withCursor(cursorArgument)}`)
        ).body
        expect([meta.count, 'nextCursor' in meta]).toEqual([data.length, meta.hasMore])
        return { ids: getIds(data), next: meta.nextCursor }
      },
    ],
    [
      'GraphQL',
      async (pageSize, cursorArgument) => {
        const query =
          'query($n: Int, $c: String) { people(first: $n, after: $c) { nodes { id } pageInfo { hasNextPage endCursor } } }'
        const { nodes, pageInfo } = (
          await world.as('agent').gql(query, { n: pageSize, c: cursorArgument })
        ).body.data.people
        return { ids: getIds(nodes), next: pageInfo.hasNextPage ? pageInfo.endCursor : undefined }
      },
    ],
  ]

  test.each(interfaces)(
    'paging on %s returns each remaining record once, newest first, despite insertions and deletions',
    async (_, page) => {
      const changesBetweenPages = fc.record({
        inserts: fc.nat({ max: 2 }),
        deletes: fc.uniqueArray(fc.nat({ max: 11 }), { maxLength: 2 }),
        later: fc.boolean(),
      })
      await fc.assert(
        fc.asyncProperty(
          fc.nat({ max: 12 }),
          fc.integer({ min: 1, max: 5 }),
          fc.array(changesBetweenPages, { maxLength: 4 }),
          async (rowCount, pageSize, changes) => {
            await deleteAllPeople()
            const rows: string[] = []
            for (let i = 0; i < rowCount; i++) rows.push(await createPerson())
            const deletedIds = new Set<string>()
            const foundIds: string[] = []
            let cursorArgument: string | undefined
            for (let pageNumber = 0; ; pageNumber++) {
              const { ids, next } = await page(pageSize, cursorArgument)
              expect(ids.length === pageSize || !next).toBe(true)
              expect(pageNumber).toBeLessThan(25)
              foundIds.push(...ids)
              if (!next) break
              cursorArgument = next
              const { inserts = 0, deletes = [], later = false } = changes[pageNumber] ?? {}
              if (later) world.clock.advance(5)
              for (let i = 0; i < inserts; i++) await createPerson()
              const removedIds = deletes
                .flatMap((index) => rows[index] ?? [])
                .filter((id) => !deletedIds.has(id))
              for (const id of removedIds) deletedIds.add(id)
              await deletePeople(removedIds)
            }
            const remainingIds = rows.filter((id) => !deletedIds.has(id))
            expect(foundIds).toEqual(sortNewestFirst([...new Set(foundIds)]))
            expect(foundIds.filter((id) => remainingIds.includes(id))).toEqual(
              sortNewestFirst(remainingIds),
            )
            expect(foundIds.filter((id) => !rows.includes(id))).toEqual([])
          },
        ),
        { seed: 7, numRuns: 15 },
      )
    },
  )

  test('forward and backward paging return the same records for every page size and list size', async () => {
    await deleteAllPeople()
    const ids: string[] = []
    const readPages = async (pageSize: number, isBackward: boolean) => {
      const [sizeArgument, cursorArgument, hasMoreField, cursorField] = isBackward
        ? ['last', 'before', 'hasPreviousPage', 'startCursor']
        : ['first', 'after', 'hasNextPage', 'endCursor']
      const foundIds: string[] = []
      for (let position: string | null = null, hasFurtherPage = true; hasFurtherPage; ) {
        const query = `query($n: Int, $c: String) { people(${sizeArgument}: $n, ${cursorArgument}: $c) { totalCount edges { cursor node { id } } pageInfo { ${hasMoreField} ${cursorField} } } }`
        const reply: Reply = await world.as('agent').gql(query, { n: pageSize, c: position })
        const { edges, pageInfo, totalCount } = reply.body.data.people
        expect(totalCount).toBe(ids.length)
        const pageIds = (edges as { cursorArgument: string; node: { id: string } }[]).map(
          ({ node }) => node.id,
        )
        foundIds.splice(isBackward ? 0 : foundIds.length, 0, ...pageIds)
        position = pageInfo[cursorField as string]
        hasFurtherPage = pageInfo[hasMoreField as string]
        expect(foundIds.length).toBeLessThanOrEqual(ids.length)
        expect(position).toBe((isBackward ? edges[0] : edges.at(-1))?.cursor ?? null)
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
    const page = (await world.as('agent').rest('GET', '/v1/people?limit=2')).body
    expect(getIds(page.data)).toEqual([newestId, olderId])
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
      const remainingPage = (
        await client.rest('GET', `/v1/people?limit=2${withCursor(page.meta.nextCursor)}`)
      ).body
      expect([getIds(remainingPage.data), remainingPage.meta.hasMore]).toEqual([[oldestId], false])
    }
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  test('a list cursor is rejected for another caller, list or filter, or after manipulation', async () => {
    for (let i = 0; i < 3; i++)
      await create('/v1/tasks', { title: 'x', personId: await createPerson() })
    const validCursor = await readFirstCursor()
    const requestWith = async (client: Client, cursorArgument: string, filter = '') =>
      client.rest('GET', `/v1/people?limit=1${filter}${withCursor(cursorArgument)}`)
    expect((await requestWith(world.as('agent'), validCursor)).status).toBe(200)
    for (const user of ['leader', 'owner', 'stranger'] as const)
      expectRefused(await requestWith(world.as(user), validCursor), 'cursor')
    for (const filter of [
      '&includeTrash=true',
      `&assignedAgentId=${world.users.agent.id}`,
      '&source=web',
    ])
      expectRefused(await requestWith(world.as('agent'), validCursor, filter), 'cursor')
    expectRefused(
      await world.as('agent').rest('GET', `/v1/tasks?limit=1${withCursor(validCursor)}`),
      'cursor',
    )
    expectRefused(
      await requestWith(
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
    for (const cursorArgument of invalidCursors)
      expectRefused(await requestWith(world.as('agent'), cursorArgument), 'cursor')
    const requestAfter = (
      afterCursor: string,
      query = 'people(first: 1, after: $c) { nodes { id } }',
      user: 'agent' | 'leader' = 'agent',
    ) => world.as(user).gql(`query($c: String) { ${query} }`, { c: afterCursor })
    expect((await requestAfter(validCursor)).body.errors).toBeUndefined()
    for (const cursorArgument of [
      changeCharacter(3),
      changeCharacter(validCursor.length - 3),
      '',
      'x',
    ])
      expectRefused(await requestAfter(cursorArgument), 'after')
    expectRefused(await requestAfter(validCursor, undefined, 'leader'), 'after')
    expectRefused(
      await requestAfter(validCursor, 'tasks(first: 1, after: $c) { nodes { id } }'),
      'after',
    )
    expectRefused(
      await requestAfter(
        validCursor,
        'people(first: 1, after: $c, where: { source: { eq: "web" } }) { nodes { id } }',
      ),
      'after',
    )
    expectRefused(
      await requestAfter(
        validCursor,
        'people(last: 1, before: $c, includeTrash: true) { nodes { id } }',
      ),
      'before',
    )
  })

  test('a cursor of a nested list is valid only for the same list of the same record', async () => {
    const [ann, bob] = [await createPerson('Ann'), await createPerson('Bob')]
    const tasks: string[] = []
    for (let i = 0; i < 3; i++) tasks.push(await create('/v1/tasks', { title: 'x', personId: ann }))
    await create('/v1/tasks', { title: 'x', personId: bob })
    const send = (id: string, args: string, list = 'tasks') =>
      world
        .as('agent')
        .gql(
          `query($id: ID!) { person(id: $id) { ${list}(${args}) { totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage endCursor startCursor } } } }`,
          { id },
        )
    const page = (await send(ann, 'first: 2')).body.data.person.tasks
    expect([getIds(page.nodes), page.totalCount, page.pageInfo.hasNextPage]).toEqual([
      sortNewestFirst(tasks).slice(0, 2),
      3,
      true,
    ])
    const nextPage = (await send(ann, `first: 2, after: "${page.pageInfo.endCursor}"`)).body.data
      .person.tasks
    expect([getIds(nextPage.nodes), nextPage.totalCount, nextPage.pageInfo.hasNextPage]).toEqual([
      [tasks[0]],
      3,
      false,
    ])
    const previousPage = (await send(ann, `last: 1, before: "${nextPage.pageInfo.startCursor}"`))
      .body.data.person.tasks
    expect([getIds(previousPage.nodes), previousPage.pageInfo.hasPreviousPage]).toEqual([
      [tasks[1]],
      true,
    ])
    expectRefused(await send(bob, `after: "${page.pageInfo.endCursor}"`), 'after')
    expectRefused(await send(ann, `after: "${page.pageInfo.endCursor}"`, 'activities'), 'after')
    expectRefused(await send(ann, `after: "${await readFirstCursor()}"`), 'after')
  })
})

describe('Sizes of list pages', () => {
  const listPaths = routes.filter(({ reply }) => reply.kind === 'list').map(({ path }) => path)
  const fillPath = async (path: string) => {
    const pipelineId = (await world.as('agent').rest('GET', '/v1/pipelines')).body.data[0].id
    const creators: Record<string, () => Promise<string>> = {
      deals: () => create('/v1/deals', { title: 'Page', pipelineId }),
      people: () => createPerson(),
      'smart-lists': () =>
        create('/v1/smart-lists', { name: 'Page', where: {} }, world.as('owner')),
    }
    const createParent = path.includes('{id}') && creators[path.split('/')[2] ?? '']
    return createParent ? path.replace('{id}', await createParent()) : path
  }
  const createInputs = async (path: string) =>
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

  test('every REST list accepts a `limit` from 1 to 100', async () => {
    for (const path of listPaths) {
      const address = `${await fillPath(path)}?${await createInputs(path)}`
      for (const [code, limits] of Object.entries(invalidLimits))
        for (const limit of limits) {
          const { status, body } = await world.as('owner').rest('GET', `${address}limit=${limit}`)
          expect([path, limit, status, body.error?.details]).toMatchObject([
            path,
            limit,
            400,
            [{ field: 'limit', code }],
          ])
          expect(body.error.code).toBe('VALIDATION_ERROR')
        }
      for (const limit of [1, 99, 100])
        expect((await world.as('owner').rest('GET', `${address}limit=${limit}`)).status).toBe(200)
    }
  })

  test('the list arguments `first` and `last` accept values from 1 to 100 and cannot be combined', async () => {
    const send = (field: string, pageSize: unknown) =>
      world.as('agent').gql(`query($n: Int) { ${field} }`, { n: pageSize })
    for (const invalidSize of [0, 101, -1, 1.5, 'abc', '1', 1e10]) {
      expectRefused(await send('people(first: $n) { nodes { id } }', invalidSize), 'first')
      expectRefused(await send('people(last: $n) { nodes { id } }', invalidSize), 'last')
      expectRefused(
        await send('people { nodes { tasks(first: $n) { nodes { id } } } }', invalidSize),
        'first',
      )
    }
    expectRefused(await send('people(first: 1, last: $n) { nodes { id } }', 1), 'last')
    expect((await send('people(first: $n) { nodes { id } }', null)).body.errors).toBeUndefined()
  })

  test('a list page has 10 records by default, and `hasMore` is exact at the end of the list', async () => {
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
      for (const limit of [rowCount - 1, rowCount, rowCount + 1].filter((item) => item > 0)) {
        const { meta: requestedMeta } = await readPage(`?limit=${limit}`)
        expect([requestedMeta.count, requestedMeta.hasMore, 'nextCursor' in requestedMeta]).toEqual(
          [Math.min(limit, rowCount), rowCount > limit, rowCount > limit],
        )
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
    expect((await readPage(`?limit=1${withCursor(meta.nextCursor)}`)).meta).toMatchObject({
      count: 1,
      hasMore: false,
    })
  })
})
