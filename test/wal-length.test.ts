import { statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { query } from '../src/store/query.ts'
import type { CompanyAccess } from '../src/store/store.ts'
import { onPostgres } from './support/database.ts'
import { outcomesOf } from './support/metrics.ts'
import { requires } from './support/requirements.ts'
import { everything } from './support/server.ts'
import { createWorld, type World } from './support/world.ts'

const longSecrets = query((k, _: object) =>
  k.selectFrom('secrets').select('name').where('name', 'like', 'long%'),
)

describe('The write-ahead log', requires(!onPostgres, 'SQLite'), () => {
  let world: World
  let everyCompany: CompanyAccess
  beforeEach(async () => {
    world = await createWorld({}, { queryWorkers: { ...everything } })
    everyCompany = world.deps.store.allCompanies
  })
  afterEach(() => world.stop())

  const length = () => statSync(`${world.file}-wal`).size
  const write = (n: number, size: number) =>
    everyCompany.write((db) => db.insert('secrets', { name: `long ${n}`, value: 'x'.repeat(size) }))

  // The limit includes a margin for large transactions on slow disks.
  test.each([
    [400_000, 100_000_000],
    [5_000_000, 200_000_000],
  ])(
    'the write-ahead log restarts during continuous reads, which see whole transactions (of %i bytes)',
    async (size, maxBytes) => {
      let isOver = false
      /** The transactions of several readers overlap. */
      const reader = async (pause: number) => {
        while (!isOver)
          await everyCompany.read(async (db) => {
            const before = await db.all(longSecrets, {})
            await wait(pause)
            expect(await db.all(longSecrets, {})).toEqual(before)
          })
      }
      /** Reads in a worker without pauses. */
      const queryInWorker = async () => {
        while (!isOver)
          expect(
            (await world.as('owner').gql('{ people(first: 50) { nodes { id } } }')).status,
          ).toBe(200)
      }
      const readers = [...[3, 5, 7].map(reader), queryInWorker(), queryInWorker()]
      let longest = 0
      for (let n = 0; n * size < 400_000_000; n++) {
        await write(n, size)
        expect(await everyCompany.read((db) => db.all(longSecrets, {}))).toHaveLength(n + 1)
        longest = Math.max(longest, length())
      }
      isOver = true
      await Promise.all(readers)
      expect(outcomesOf(world.deps.meters)['answered']).toBeGreaterThan(20)
      expect(longest).toBeLessThan(maxBytes)
    },
  )

  test('a write-ahead log that grew during a long read is truncated by later writes', async () => {
    const read = Promise.withResolvers<void>()
    const reader = everyCompany.read(async (db) => {
      await db.all(longSecrets, {})
      await read.promise
    })
    for (let n = 0; length() < 100_000_000; n++) await write(n, 5_000_000)
    read.resolve()
    await reader
    // A restart is tried after every 33 MB.
    for (let n = 100; n < 200 && length() > 64_000_000; n++) await write(n, 1_000_000)
    expect(length()).toBeLessThanOrEqual(64_000_000)
  })
})
