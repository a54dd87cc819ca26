import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from './support/world.ts'

describe('Lists in REST', () => {
  let world: World
  const expectedIds: string[] = []
  beforeAll(async () => {
    world = await createWorld()
    for (let i = 0; i < 5; i++)
      expectedIds.unshift(
        (
          await world
            .as('agent')
            .rest('POST', '/v1/people', { firstName: `No ${i}`, source: 'Web' })
        ).body.data.id,
      )
  })
  afterAll(() => world.stop())

  const getList = (path: string) => world.as('agent').rest('GET', path)
  const findLink = (header: string | null, relation: string) =>
    new RegExp(`<([^>]+)>; rel="${relation}"`).exec(header ?? '')?.[1] ?? ''
  const getIds = (data: { id: string }[]) => data.map(({ id }) => id)

  test('the Link headers of a REST list lead through all pages in both directions', async () => {
    const pagesOfIds: string[][] = []
    let path = '/v1/people?limit=2&source=Web&orderBy=createdAt'
    for (
      let lastPath = '';
      path;
      lastPath = path, path = findLink((await getList(lastPath)).headers.get('link'), 'next')
    )
      pagesOfIds.push(getIds((await getList(path)).body.data))
    expect(pagesOfIds).toEqual([
      expectedIds.slice(0, 2),
      expectedIds.slice(2, 4),
      expectedIds.slice(4),
    ])
    const secondPage = await getList(
      findLink((await getList('/v1/people?limit=2')).headers.get('link'), 'next'),
    )
    const thirdPage = await getList(findLink(secondPage.headers.get('link'), 'next'))
    const previousPage = await getList(findLink(thirdPage.headers.get('link'), 'prev'))
    expect([getIds(previousPage.body.data), previousPage.body.meta.hasMore]).toEqual([
      expectedIds.slice(2, 4),
      true,
    ])
    const firstPage = await getList(findLink(previousPage.headers.get('link'), 'prev'))
    expect([getIds(firstPage.body.data), findLink(firstPage.headers.get('link'), 'prev')]).toEqual([
      expectedIds.slice(0, 2),
      '',
    ])
    expect((await getList('/v1/people?limit=100')).headers.get('link')).toBeNull()
  })

  test('a REST list includes the total count only on request', async () => {
    const { body } = await getList('/v1/people?limit=2&total=true')
    expect(body.meta).toMatchObject({ count: 2, total: 5, hasMore: true })
    expect((await getList('/v1/people?limit=2&source=Ad&total=true')).body.meta).toMatchObject({
      count: 0,
      total: 0,
    })
    expect(Object.keys((await getList('/v1/people?limit=2')).body.meta).sort()).toEqual([
      'count',
      'hasMore',
      'nextCursor',
      'requestId',
      'timestamp',
      'version',
    ])
    expect((await getList('/v1/people/search?name=no&total=true')).body.meta.total).toBe(5)
    expect(
      (await getList(`/v1/people/${expectedIds[0]}/timeline?total=true`)).body.meta.total,
    ).toBeGreaterThan(0)
  })

  test('a request for a REST list with an invalid cursor, page size or `total` is rejected', async () => {
    for (const [query, field] of [
      ['beforeCursor=x', 'beforeCursor'],
      ['beforeCursor=', 'beforeCursor'],
      ['limit=101&beforeCursor=x', 'limit'],
      ['total=yes', 'total'],
    ]) {
      const { status, body } = await getList(`/v1/people?${query}`)
      expect([query, status, body.error.details[0].field]).toEqual([query, 400, field])
    }
  })
})
