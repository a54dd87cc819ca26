import { statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { query } from '../src/store/query.ts'
import type { CompanyAccess } from '../src/store/store.ts'
import { onPostgres } from './support/database.ts'
import { outcomesOf } from './support/metrics.ts'
import { everything } from './support/server.ts'
import { createWorld, type World } from './support/world.ts'

const kept = query((k, _: object) =>
  k.selectFrom('secrets').select('name').where('name', 'like', 'long%'),
)

describe.skipIf(onPostgres)('the log', () => {
  let world: World
  let everyCompany: CompanyAccess
  beforeEach(async () => {
    world = await createWorld({}, { inThreads: { ...everything } })
    everyCompany = world.deps.store.allCompanies
  })
  afterEach(() => world.stop())

  const length = () => statSync(`${world.file}-wal`).size
  const write = (n: number, size: number) =>
    everyCompany.write((db) => db.insert('secrets', { name: `long ${n}`, value: 'x'.repeat(size) }))

  // Of all that is written it keeps what came since it last began anew: after large changes a disk
  // that is slow has to catch up first.
  test.each([
    [400_000, 100_000_000],
    [5_000_000, 200_000_000],
  ])(
    'begins anew though there is always somebody who reads, and nobody reads half a change (of %i bytes) meanwhile',
    async (size, most) => {
      let over = false
      /** Each begins before the one before has ended. */
      const reader = async (pause: number) => {
        while (!over)
          await everyCompany.read(async (db) => {
            const before = await db.all(kept, {})
            await wait(pause)
            expect(await db.all(kept, {})).toEqual(before)
          })
      }
      /** In a thread, one right after another. */
      const asker = async () => {
        while (!over)
          expect(
            (await world.as('owner').gql('{ people(first: 50) { nodes { id } } }')).status,
          ).toBe(200)
      }
      const readers = [...[3, 5, 7].map(reader), asker(), asker()]
      let longest = 0
      for (let n = 0; n * size < 400_000_000; n++) {
        await write(n, size)
        expect(await everyCompany.read((db) => db.all(kept, {}))).toHaveLength(n + 1)
        longest = Math.max(longest, length())
      }
      over = true
      await Promise.all(readers)
      expect(outcomesOf(world.deps.meters)['answered']).toBeGreaterThan(20)
      expect(longest).toBeLessThan(most)
    },
  )

  test('that became long because somebody read for very long is cut when that is over and others write', async () => {
    const read = Promise.withResolvers<void>()
    const reader = everyCompany.read(async (db) => {
      await db.all(kept, {})
      await read.promise
    })
    for (let n = 0; length() < 100_000_000; n++) await write(n, 5_000_000)
    read.resolve()
    await reader
    // That it begins anew is tried each time that 33 MB have been added.
    for (let n = 100; n < 200 && length() > 64_000_000; n++) await write(n, 1_000_000)
    expect(length()).toBeLessThanOrEqual(64_000_000)
  })
})
