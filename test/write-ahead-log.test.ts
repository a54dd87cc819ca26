import { statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { query } from '../src/store/query.ts'
import type { CompanyAccess } from '../src/store/store.ts'
import { onPostgres } from './support/database.ts'
import { getOutcomes } from './support/metrics.ts'
import { requires } from './support/requirements.ts'
import { everyQuery } from './support/server.ts'
import { createWorld, type World } from './support/world.ts'

const longSecrets = query((k, _: object) =>
  k.selectFrom('secrets').select('name').where('name', 'like', 'long%'),
)

describe('The write-ahead log', requires(!onPostgres, 'SQLite'), () => {
  let world: World
  let companyAccess: CompanyAccess
  beforeEach(async () => {
    world = await createWorld({}, { queryWorkers: { ...everyQuery } })
    companyAccess = world.deps.store.allCompanies
  })
  afterEach(() => world.stop())

  const getWalLength = () => statSync(`${world.file}-wal`).size
  const write = (index: number, valueSize: number) =>
    companyAccess.write((db) =>
      db.insert('secrets', { name: `long ${index}`, value: 'x'.repeat(valueSize) }),
    )

  // The limit leaves room for large transactions on slow disks.
  test.each([
    [400_000, 100_000_000, 200_000_000],
    [5_000_000, 200_000_000, 400_000_000],
  ])(
    'the write-ahead log restarts during continuous reads of whole transactions (values of %i bytes)',
    async (valueSize, maxBytes, writtenBytes) => {
      let isOver = false
      /** Several readers have overlapping transactions, so one of them is always open. */
      const readContinuously = async (pause: number) => {
        while (!isOver)
          await companyAccess.read(async (db) => {
            const rowsBefore = await db.all(longSecrets, {})
            await wait(pause)
            expect(await db.all(longSecrets, {})).toEqual(rowsBefore)
          })
      }
      /** Reads in a worker without pauses. */
      const queryInWorker = async () => {
        while (!isOver)
          expect(
            (await world.as('owner').gql('{ people(first: 50) { nodes { id } } }')).status,
          ).toBe(200)
      }
      const readers = [...[3, 5, 7].map(readContinuously), queryInWorker(), queryInWorker()]
      let longestLength = 0
      const countAnswers = () => getOutcomes(world.deps.meters)['answered'] ?? 0
      // The workers must have read too, however slow the machine is.
      for (let index = 0; index * valueSize < writtenBytes || countAnswers() < 20; index++) {
        await write(index, valueSize)
        expect(await companyAccess.read((db) => db.all(longSecrets, {}))).toHaveLength(index + 1)
        longestLength = Math.max(longestLength, getWalLength())
      }
      isOver = true
      await Promise.all(readers)
      expect(longestLength).toBeLessThan(maxBytes)
    },
  )

  test('a write-ahead log that grew during a long read is truncated by later writes', async () => {
    const readBarrier = Promise.withResolvers<void>()
    const reader = companyAccess.read(async (db) => {
      await db.all(longSecrets, {})
      await readBarrier.promise
    })
    for (let index = 0; getWalLength() < 100_000_000; index++) await write(index, 5_000_000)
    readBarrier.resolve()
    await reader
    // The server tries to restart the log after every 33 MB.
    for (let index = 100; index < 200 && getWalLength() > 64_000_000; index++)
      await write(index, 1_000_000)
    expect(getWalLength()).toBeLessThanOrEqual(64_000_000)
  })
})
