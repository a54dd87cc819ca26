/**
 * Tests that a relation is loaded once per row batch, and that shared caches reflect the latest
 * COMMIT.
 */
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Context, createContext } from '../src/context.ts'
import { createLoader, createLoaderWithArguments, linkBatch, readOnce } from '../src/crud/loader.ts'
import { createWorld, type World } from './support/world.ts'

const createEmptyContext = () => createContext({} as never, {} as never) as Context
const createRows = (...ids: (string | null)[]) => linkBatch(ids.map((relatedId) => ({ relatedId })))

describe('Relation loaders', () => {
  test('a loader loads a relation once for all rows in a batch and returns loaded values synchronously', () => {
    const loadedKeys: (readonly string[])[] = []
    const loadValue = createLoader((_, keys) => {
      loadedKeys.push(keys)
      return new Map(keys.map((key) => [key, `value of ${key}`]))
    })
    const ctx = createEmptyContext()
    const sampleRows = createRows('a', 'b', 'a', null)
    expect(sampleRows.map((row) => loadValue.of(ctx, row, 'relatedId'))).toEqual([
      'value of a',
      'value of b',
      'value of a',
      undefined,
    ])
    expect(loadedKeys).toEqual([['a', 'b']])
  })

  test('a loader uses the current foreign key of a changed row', () => {
    const loadValue = createLoader(
      (_, keys) => new Map(keys.map((key) => [key, `value of ${key}`])),
    )
    const [row] = createRows('a', 'b')
    expect(
      loadValue.of(
        createEmptyContext(),
        { ...(row as { relatedId: string }), relatedId: 'new' },
        'relatedId',
      ),
    ).toBe('value of new')
  })

  test('a loader loads only missing keys for a later batch of rows', () => {
    const loadedKeys: (readonly string[])[] = []
    const loadValue = createLoader((_, keys) => {
      loadedKeys.push(keys)
      return new Map(keys.map((key) => [key, key]))
    })
    const ctx = createEmptyContext()
    for (const row of [...createRows('a', 'b'), ...createRows('b', 'c')])
      expect(loadValue.of(ctx, row, 'relatedId')).toBe(row.relatedId)
    expect(loadedKeys).toEqual([['a', 'b'], ['c']])
  })

  test('an asynchronous loader loads each batch once and combines unbatched keys into one load', async () => {
    const loadedKeys: (readonly string[])[] = []
    const loadValue = createLoader(async (_, keys) => {
      loadedKeys.push(keys)
      return new Map(keys.map((key) => [key, key]))
    })
    const ctx = createEmptyContext()
    const loadPromises = [
      ...createRows('a', 'b').map(async (row) => loadValue.of(ctx, row, 'relatedId')),
      (async () => loadValue.of(ctx, { relatedId: 'c' }, 'relatedId'))(),
      loadValue(ctx, 'd'),
      loadValue(ctx, 'a'),
    ]
    expect(await Promise.all(loadPromises)).toEqual(['a', 'b', 'c', 'd', 'a'])
    expect(loadedKeys).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  test.each([
    ['synchronously', () => new Map<string, string>([['b', 'b']])],
    ['asynchronously', async () => new Map<string, string>([['b', 'b']])],
  ])(
    'a loader that loads %s returns undefined for a key without a value',
    async (_, loadValues) => {
      const loadValue = createLoader<string>(loadValues)
      const ctx = createEmptyContext()
      expect(
        await Promise.all(
          createRows('a', 'b').map(async (row) => loadValue.of(ctx, row, 'relatedId')),
        ),
      ).toEqual([undefined, 'b'])
    },
  )

  test.each([
    [
      'synchronously',
      () => {
        throw new Error('load failed')
      },
    ],
    ['asynchronously', () => Promise.reject(new Error('load failed'))],
  ])('a loader that fails %s runs once and passes the error to every caller', async (_, fail) => {
    let loadCount = 0
    const loadValue = createLoader<string>(() => {
      loadCount++
      return fail()
    })
    const ctx = createEmptyContext()
    const results = await Promise.allSettled(
      createRows('a', 'b', 'c').map(async (row) => loadValue.of(ctx, row, 'relatedId')),
    )
    const rejection = { status: 'rejected', reason: new Error('load failed') }
    expect(results).toEqual([rejection, rejection, rejection])
    expect(loadCount).toBe(1)
  })

  test('a loader with arguments runs once for each distinct set of arguments', () => {
    const loadedKeys: string[] = []
    const loadValue = createLoaderWithArguments<{ argument: string }, string>(
      (_, keys, { argument }) => {
        loadedKeys.push(`${argument}: ${keys}`)
        return new Map(keys.map((key) => [key, argument + key]))
      },
    )
    const ctx = createEmptyContext()
    const sampleRows = createRows('a', 'b')
    expect(
      ['x', 'y', 'x'].map((argument) =>
        sampleRows.map((row) => loadValue.of(ctx, { argument }, row, 'relatedId')),
      ),
    ).toEqual([
      ['xa', 'xb'],
      ['ya', 'yb'],
      ['xa', 'xb'],
    ])
    expect(loadedKeys).toEqual(['x: a,b', 'y: a,b'])
  })

  test('a loader and `readOnce` cache a value within a request and reload the value in the next request', () => {
    let loadCount = 0
    const loadValue = createLoader((_, keys) => new Map(keys.map((key) => [key, ++loadCount])))
    const readCached = readOnce(() => ++loadCount)
    const [row] = createRows('a')
    const readTwice = (ctx: Context) => [
      row && loadValue.of(ctx, row, 'relatedId'),
      readCached(ctx),
      readCached(ctx),
    ]
    expect([readTwice(createEmptyContext()), readTwice(createEmptyContext())]).toEqual([
      [1, 2, 2],
      [3, 4, 4],
    ])
  })
})

describe('Caches between requests', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
    await world.as('owner').rest('POST', '/v1/people', { firstName: 'Kept' })
  })
  afterAll(() => world.stop())

  const readStageName = async () =>
    (await world.as('owner').gql('{ people(first: 1) { nodes { stage { name } } } }')).body.data
      .people.nodes[0].stage.name
  const readFirstStageId = async () =>
    (await world.as('owner').rest('GET', '/v1/stages')).body.data[0].id

  test('a cache shared between requests returns the values that its own process committed last', async () => {
    const id = await readFirstStageId()
    for (const name of ['One', 'Two', 'Three']) {
      await world.as('owner').rest('PUT', `/v1/stages/${id}`, { name })
      expect([await readStageName(), await readStageName()]).toEqual([name, name])
    }
  })

  test('a cache shared between requests returns the values that another process committed last', async () => {
    const otherDatabase = new Database(world.file)
    await readStageName()
    for (const name of ['Four', 'Five']) {
      otherDatabase.prepare('update stages set name = ?').run(name)
      expect([await readStageName(), await readStageName()]).toEqual([name, name])
    }
    otherDatabase.close()
  })

  test("a cache shared between requests returns only values of the caller's company", async () => {
    await world.as('stranger').rest('POST', '/v1/people', { firstName: 'Strange' })
    const readStagesAndPeople = async (user: 'owner' | 'stranger') =>
      (
        await world
          .as(user)
          .gql('{ stages { nodes { id } } people(first: 1) { nodes { stage { id } } } }')
      ).body.data
    for (let i = 0; i < 2; i++)
      for (const user of ['owner', 'stranger'] as const) {
        const { stages, people } = await readStagesAndPeople(user)
        expect(stages.nodes).toContainEqual(people.nodes[0].stage)
      }
  })
})
