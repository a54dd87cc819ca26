import { statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../src/store/query.ts'
import { onPostgres } from './support/database.ts'
import { everything } from './support/server.ts'
import { createWorld, type World } from './support/world.ts'

const kept = query((k, _: object) => k.selectFrom('secrets').select('name').where('name', 'like', 'long%'))
const clear = query((k, _: object) => k.deleteFrom('secrets').where('name', 'like', 'long%'))

describe.skipIf(onPostgres)('the log', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld({}, { inThreads: { ...everything } })
  })
  afterAll(() => world.stop())

  test.each([400_000, 5_000_000])(
    'begins anew though there is always somebody who reads, and nobody reads half a change (of %i bytes) meanwhile',
    async (size) => {
      const { everyCompany } = world.deps.store
      await everyCompany.write((db) => db.run(clear, {}))
      let written = 0
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
        while (!over) expect((await world.as('owner').gql('{ people(first: 50) { nodes { id } } }')).status).toBe(200)
      }
      const readers = [...[3, 5, 7].map(reader), asker(), asker()]
      const value = 'x'.repeat(size)
      for (; written * size < 400_000_000; written++) {
        await everyCompany.write((db) => db.insert('secrets', { name: `long ${written}`, value }))
        expect(await everyCompany.read((db) => db.all(kept, {}))).toHaveLength(written + 1)
      }
      over = true
      await Promise.all(readers)
      expect(world.deps.meters.threads.total()).toBeGreaterThan(20)
      // Of all that was written the log keeps what came since it last began anew: where the disk is slow, those who write wait for it.
      expect(statSync(`${world.file}-wal`).size).toBeLessThan(220_000_000)
    },
  )
})
