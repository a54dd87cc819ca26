import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyPostgres, type Postgres } from './differential/ground.ts'
import { pairOf } from './differential/pair.ts'
import { compared, follow, type Step } from './differential/random.ts'
import { hangUp } from './fuzz/send.ts'

/** `DIFFERENTIAL_RUNS=200 SEED=7 npx vitest run differential-random` runs longer. */
const numRuns = Number(process.env['DIFFERENTIAL_RUNS'] ?? 4)
const seed = Number(process.env['SEED'] ?? 20260601)

const step: fc.Arbitrary<Step> = fc.record({
  operation: fc.nat(compared.length - 1),
  actor: fc.oneof(fc.constant(0), fc.nat(11)),
  wildness: fc.constantFrom(0, 0, 0, 0.1, 0.4),
  seed: fc.nat(),
  wait: fc.constantFrom(0, 1, 1000, 3_600_000),
})

let ground: Postgres
beforeAll(async () => {
  ground = await anyPostgres()
})
afterAll(async () => {
  hangUp()
  await ground?.stop()
})

test('SQLite and PostgreSQL return and store the same data after any sequence of requests', async () => {
  let done = 0
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 20, maxLength: 80, size: 'max' }),
    async (steps) => {
      const pair = await pairOf(ground.open, { WEBHOOKS_ALLOW_LOCAL: 'true' })
      try {
        done += await follow(pair, steps)
        const differences = [...pair.differences(), ...(await pair.rows())]
        if (differences.length > 0) throw new Error(differences.slice(0, 3).join('\n\n'))
      } finally {
        await pair.stop()
      }
    },
  )
  await fc.assert(property, { seed, numRuns: ground.slow ? Math.ceil(numRuns / 2) : numRuns })
  expect(done).toBeGreaterThan(10)
}, 600_000)
