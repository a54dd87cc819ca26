import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Context, contextOf } from '../src/context.ts'
import { createLoader, createLoaderWithArguments, linkBatch, readOnce } from '../src/crud/loader.ts'
import { onPostgres } from './support/database.ts'
import { createWorld, type World } from './support/world.ts'

/**
 * What hangs on records is loaded for all that were found together; what is kept between requests
 * is never older than a COMMIT.
 */
const context = () => contextOf({} as never, {} as never) as Context
const rows = (...ids: (string | null)[]) => linkBatch(ids.map((of) => ({ of })))

describe('an edge', () => {
  test('of a row asks for those of all rows found with it, once, and tells what is known without waiting', () => {
    const asked: (readonly string[])[] = []
    const load = createLoader((_, keys) => {
      asked.push(keys)
      return new Map(keys.map((key) => [key, `value of ${key}`]))
    })
    const ctx = context()
    const some = rows('a', 'b', 'a', null)
    expect(some.map((row) => load.of(ctx, row, 'of'))).toEqual([
      'value of a',
      'value of b',
      'value of a',
      undefined,
    ])
    expect(asked).toEqual([['a', 'b']])
  })

  test('of a row that was changed since it was found is that of its new key', () => {
    const load = createLoader((_, keys) => new Map(keys.map((key) => [key, `value of ${key}`])))
    const [row] = rows('a', 'b')
    expect(load.of(context(), { ...(row as { of: string }), of: 'new' }, 'of')).toBe('value of new')
  })

  test('of rows that come later asks for what is not known yet', () => {
    const asked: (readonly string[])[] = []
    const load = createLoader((_, keys) => {
      asked.push(keys)
      return new Map(keys.map((key) => [key, key]))
    })
    const ctx = context()
    for (const row of [...rows('a', 'b'), ...rows('b', 'c')])
      expect(load.of(ctx, row, 'of')).toBe(row.of)
    expect(asked).toEqual([['a', 'b'], ['c']])
  })

  test('of a database that answers later asks once, too, and by itself for a row that was found alone', async () => {
    const asked: (readonly string[])[] = []
    const load = createLoader(async (_, keys) => {
      asked.push(keys)
      return new Map(keys.map((key) => [key, key]))
    })
    const ctx = context()
    const found = [
      ...rows('a', 'b').map(async (row) => load.of(ctx, row, 'of')),
      (async () => load.of(ctx, { of: 'c' }, 'of'))(),
      load(ctx, 'd'),
      load(ctx, 'a'),
    ]
    expect(await Promise.all(found)).toEqual(['a', 'b', 'c', 'd', 'a'])
    expect(asked).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  test.each([
    ['at once', () => new Map<string, string>([['b', 'b']])],
    ['later', async () => new Map<string, string>([['b', 'b']])],
  ])('that has nothing for a key says so, %s', async (_, find) => {
    const load = createLoader<string>(find)
    const ctx = context()
    expect(await Promise.all(rows('a', 'b').map(async (row) => load.of(ctx, row, 'of')))).toEqual([
      undefined,
      'b',
    ])
  })

  test.each([
    [
      'at once',
      () => {
        throw new Error('no')
      },
    ],
    ['later', () => Promise.reject(new Error('no'))],
  ])('that fails %s tells each who asks, and asks once', async (_, fail) => {
    let asked = 0
    const load = createLoader<string>(() => {
      asked++
      return fail()
    })
    const ctx = context()
    const told = await Promise.allSettled(
      rows('a', 'b', 'c').map(async (row) => load.of(ctx, row, 'of')),
    )
    expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(asked).toBe(1)
  })

  test('with arguments asks once for each', () => {
    const asked: string[] = []
    const load = createLoaderWithArguments<{ of: string }, string>(
      ({ of: argument }) =>
        (_, keys) => {
          asked.push(`${argument}: ${keys}`)
          return new Map(keys.map((key) => [key, argument + key]))
        },
    )
    const ctx = context()
    const some = rows('a', 'b')
    expect(
      ['x', 'y', 'x'].map((argument) =>
        some.map((row) => load.of(ctx, { of: argument }, row, 'of')),
      ),
    ).toEqual([
      ['xa', 'xb'],
      ['ya', 'yb'],
      ['xa', 'xb'],
    ])
    expect(asked).toEqual(['x: a,b', 'y: a,b'])
  })

  test('is asked for anew by the next request, as is what a request reads once', () => {
    let asked = 0
    const load = createLoader((_, keys) => new Map(keys.map((key) => [key, ++asked])))
    const read = readOnce(() => ++asked)
    const [row] = rows('a')
    const tell = (ctx: Context) => [row && load.of(ctx, row, 'of'), read(ctx), read(ctx)]
    expect([tell(context()), tell(context())]).toEqual([
      [1, 2, 2],
      [3, 4, 4],
    ])
  })
})

describe.skipIf(onPostgres)('what is kept between requests', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
    await world.as('owner').rest('POST', '/v1/people', { firstName: 'Kept' })
  })
  afterAll(() => world.stop())

  const shown = async () =>
    (await world.as('owner').gql('{ people(first: 1) { nodes { stage { name } } } }')).body.data
      .people.nodes[0].stage.name
  const firstStage = async () => (await world.as('owner').rest('GET', '/v1/stages')).body.data[0].id

  test('is what was committed last, by ourselves', async () => {
    const id = await firstStage()
    for (const name of ['One', 'Two', 'Three']) {
      await world.as('owner').rest('PUT', `/v1/stages/${id}`, { name })
      expect([await shown(), await shown()]).toEqual([name, name])
    }
  })

  test('is what was committed last, by another process', async () => {
    const other = new Database(world.file)
    await shown()
    for (const name of ['Four', 'Five']) {
      other.prepare('update stages set name = ?').run(name)
      expect([await shown(), await shown()]).toEqual([name, name])
    }
    other.close()
  })

  test('is that of the own company', async () => {
    await world.as('stranger').rest('POST', '/v1/people', { firstName: 'Strange' })
    const names = async (who: 'owner' | 'stranger') =>
      (
        await world
          .as(who)
          .gql('{ stages { nodes { id } } people(first: 1) { nodes { stage { id } } } }')
      ).body.data
    for (let i = 0; i < 2; i++)
      for (const who of ['owner', 'stranger'] as const) {
        const { stages, people } = await names(who)
        expect(stages.nodes).toContainEqual(people.nodes[0].stage)
      }
  })
})
