import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/resources/index.ts'
import { type Fixture, startFixture } from './fuzz/fixture.ts'
import { createFuzzer, type Fuzzer, operations } from './fuzz/fuzzer.ts'
import { closeConnections } from './fuzz/send.ts'
import { listFields } from './support/api-calls.ts'

const seed = Number(process.env['SEED'] ?? 20260601)
/** The number of inputs that reach every operation. */
const defaultInputCount = 1500
const inputCount = Number(process.env['RUNS'] ?? defaultInputCount)

/**
 * `fuzz/invariants.ts` defines the invariants of each response. Use `npm run fuzz` for longer runs.
 */
describe('Random requests', () => {
  let fixture: Fixture
  let fuzzer: Fuzzer
  beforeAll(async () => {
    fixture = await startFixture()
    fuzzer = await createFuzzer(fixture, seed)
  })
  afterAll(async () => {
    fuzzer.close()
    closeConnections()
    await fixture.stop()
  })

  test('random requests cover every REST route and every GraphQL root field', () => {
    expect(operations.filter(({ name }) => /^[A-Z]/.test(name))).toHaveLength(routes.length)
    expect(operations.filter(({ name }) => /^(query|mutation) /.test(name))).toHaveLength(
      listFields('Query').length + listFields('Mutation').length,
    )
    expect(operations.map(({ name }) => name)).toContain('subscription events')
  })

  test('random requests cause no internal errors, reveal no hidden data and change nothing if rejected', async () => {
    expect((await fuzzer.run(inputCount)) ?? '').toBe('')
    console.log(fuzzer.formatSummary())
  }, 300_000)

  test('every operation accepts at least one random request, and more than 90% of the operations also reject at least one', () => {
    if (inputCount < defaultInputCount) return
    expect(fuzzer.listOperationsWithout('succeeded')).toEqual([])
    expect(fuzzer.listOperationsWithout('rejected').length).toBeLessThan(operations.length / 10)
  })
})
