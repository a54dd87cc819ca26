import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { comparedOperations, runSteps, type Step } from './differential/random.ts'
import { createServerPair } from './differential/server-pair.ts'
import { closeConnections } from './fuzz/send.ts'
import { onPostgres } from './support/database.ts'
import { requires } from './support/requirements.ts'

/** For a longer run: `DIFFERENTIAL_RUNS=200 SEED=7 npx vitest run differential-random` */
const numRuns = Number(process.env['DIFFERENTIAL_RUNS'] ?? 2)
const seed = Number(process.env['SEED'] ?? 20260601)

const anyStep: fc.Arbitrary<Step> = fc.record({
  operationIndex: fc.nat(comparedOperations.length - 1),
  actorIndex: fc.oneof(fc.constant(0), fc.nat(11)),
  invalidity: fc.constantFrom(0, 0, 0, 0.1, 0.4),
  seed: fc.nat(),
  waitMs: fc.constantFrom(0, 1, 1000, 3_600_000),
})

describe('Random requests to SQLite and PostgreSQL', requires(onPostgres, 'PostgreSQL'), () => {
  afterAll(closeConnections)

  test('SQLite and PostgreSQL return and store the same data after any sequence of requests', async () => {
    let requestCount = 0
    const property = fc.asyncProperty(
      fc.array(anyStep, { minLength: 100, maxLength: 160, size: 'max' }),
      async (steps) => {
        const pair = await createServerPair({ WEBHOOKS_ALLOW_LOCAL: 'true' })
        try {
          requestCount += await runSteps(pair, steps)
          const differences = [...pair.takeDifferences(), ...(await pair.findRowDifferences())]
          if (differences.length > 0) throw new Error(differences.slice(0, 3).join('\n\n'))
        } finally {
          await pair.stop()
        }
      },
    )
    await fc.assert(property, { seed, numRuns })
    expect(requestCount).toBeGreaterThan(10)
  }, 600_000)
})
