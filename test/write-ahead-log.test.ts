import { statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { query } from '../src/store/query.ts'
import type { CompanyAccess } from '../src/store/store.ts'
import { getOutcomes } from './support/metrics.ts'
import { everyQueryThresholds } from './support/server.ts'
import { createWorld, type World } from './support/world.ts'

const longSecretsQuery = query((k, _: object) =>
  k.selectFrom('secrets').select('name').where('name', 'like', 'long%'),
)

describe('The write-ahead log', () => {
  let world: World
  let companyAccess: CompanyAccess
  beforeEach(async () => {
    world = await createWorld({}, { queryWorkers: { ...everyQueryThresholds } })
    companyAccess = world.deps.store.allCompanies
  })
  afterEach(() => world.stop())

  const getWalBytes = () => statSync(`${world.file}-wal`).size
  const writeSecret = (index: number, valueBytes: number) =>
    companyAccess.write((db) =>
      db.insert('secrets', { name: `long ${index}`, value: 'x'.repeat(valueBytes) }),
    )

  // The log grows to 132 MB on a slow machine before writers wait for a checkpoint. Large
  // transactions exceed this size.
  test.each([
    [400_000, 135_000_000, 200_000_000],
    [5_000_000, 200_000_000, 400_000_000],
  ])(
    'the write-ahead log restarts despite continuous read transactions (written values of %i bytes)',
    async (valueBytes, maxBytes, writtenBytes) => {
      let isStopped = false
      /** Reads in transactions. With several readers, at least one transaction is always open. */
      const readContinuously = async (pauseMs: number) => {
        while (!isStopped)
          await companyAccess.read(async (db) => {
            const rowsBefore = await db.all(longSecretsQuery, {})
            await wait(pauseMs)
            expect(await db.all(longSecretsQuery, {})).toEqual(rowsBefore)
          })
      }
      /** Sends queries to a query worker without pauses. */
      const queryInWorker = async () => {
        while (!isStopped)
          expect(
            (await world.as('owner').gql('{ people(first: 50) { nodes { id } } }')).status,
          ).toBe(200)
      }
      const readers = [...[3, 5, 7].map(readContinuously), queryInWorker(), queryInWorker()]
      let largestWalBytes = 0
      const countWorkerResponses = () => getOutcomes(world.deps.meters)['answered'] ?? 0
      // The loop continues until the workers have executed queries, because this can take longer on
      // a slow machine.
      for (
        let index = 0;
        index * valueBytes < writtenBytes || countWorkerResponses() < 20;
        index++
      ) {
        await writeSecret(index, valueBytes)
        expect(await companyAccess.read((db) => db.all(longSecretsQuery, {}))).toHaveLength(
          index + 1,
        )
        largestWalBytes = Math.max(largestWalBytes, getWalBytes())
      }
      isStopped = true
      await Promise.all(readers)
      expect(largestWalBytes).toBeLessThan(maxBytes)
    },
  )

  test('a write-ahead log that grew during a long read is truncated by later writes', async () => {
    const endOfRead = Promise.withResolvers<void>()
    const longRead = companyAccess.read(async (db) => {
      await db.all(longSecretsQuery, {})
      await endOfRead.promise
    })
    for (let index = 0; getWalBytes() < 100_000_000; index++) await writeSecret(index, 5_000_000)
    endOfRead.resolve()
    await longRead
    // The server attempts to restart the log after every 33 MB of writes.
    for (let index = 100; index < 200 && getWalBytes() > 64_000_000; index++)
      await writeSecret(index, 1_000_000)
    expect(getWalBytes()).toBeLessThanOrEqual(64_000_000)
  })
})
