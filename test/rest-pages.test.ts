import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from './support/world.ts'

describe('Lists in REST', () => {
  let world: World
  const ids: string[] = []
  beforeAll(async () => {
    world = await createWorld()
    for (let i = 0; i < 5; i++)
      ids.unshift(
        (
          await world
            .as('agent')
            .rest('POST', '/v1/people', { firstName: `No ${i}`, source: 'Web' })
        ).body.data.id,
      )
  })
  afterAll(() => world.stop())

  const get = (path: string) => world.as('agent').rest('GET', path)
  const link = (header: string | null, rel: string) =>
    new RegExp(`<([^>]+)>; rel="${rel}"`).exec(header ?? '')?.[1] ?? ''
  const idsOf = (data: { id: string }[]) => data.map(({ id }) => id)

  test('Link headers of a REST list lead to the next and previous pages from end to end', async () => {
    const pages: string[][] = []
    let path = '/v1/people?limit=2&source=Web&orderBy=createdAt'
    for (
      let last = '';
      path;
      last = path, path = link((await get(last)).headers.get('link'), 'next')
    )
      pages.push(idsOf((await get(path)).body.data))
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
    const second = await get(link((await get('/v1/people?limit=2')).headers.get('link'), 'next'))
    const third = await get(link(second.headers.get('link'), 'next'))
    const back = await get(link(third.headers.get('link'), 'prev'))
    expect([idsOf(back.body.data), back.body.meta.hasMore]).toEqual([ids.slice(2, 4), true])
    const first = await get(link(back.headers.get('link'), 'prev'))
    expect([idsOf(first.body.data), link(first.headers.get('link'), 'prev')]).toEqual([
      ids.slice(0, 2),
      '',
    ])
    expect((await get('/v1/people?limit=100')).headers.get('link')).toBeNull()
  })

  test('a REST list has a total only on request', async () => {
    const { body } = await get('/v1/people?limit=2&total=true')
    expect(body.meta).toMatchObject({ count: 2, total: 5, hasMore: true })
    expect((await get('/v1/people?limit=2&source=Ad&total=true')).body.meta).toMatchObject({
      count: 0,
      total: 0,
    })
    expect(Object.keys((await get('/v1/people?limit=2')).body.meta).sort()).toEqual([
      'count',
      'hasMore',
      'nextCursor',
      'requestId',
      'timestamp',
      'version',
    ])
    expect((await get('/v1/people/search?name=no&total=true')).body.meta.total).toBe(5)
    expect((await get(`/v1/people/${ids[0]}/timeline?total=true`)).body.meta.total).toBeGreaterThan(
      0,
    )
  })

  test('a REST list refuses an invalid cursor, page size or total', async () => {
    for (const [query, field] of [
      ['beforeCursor=x', 'beforeCursor'],
      ['beforeCursor=', 'beforeCursor'],
      ['limit=101&beforeCursor=x', 'limit'],
      ['total=yes', 'total'],
    ]) {
      const { status, body } = await get(`/v1/people?${query}`)
      expect([query, status, body.error.details[0].field]).toEqual([query, 400, field])
    }
  })
})
