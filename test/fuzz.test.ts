import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/resources/index.ts'
import { type Cast, castHere } from './fuzz/cast.ts'
import { type Drive, driveOf, operations } from './fuzz/drive.ts'
import { hangUp } from './fuzz/send.ts'
import { fieldsOf } from './support/calls.ts'
import { onPostgres } from './support/database.ts'

const seed = Number(process.env['SEED'] ?? 20260601)
const inputs = Number(process.env['RUNS'] ?? 2500)

/**
 * What holds of every answer stands in `fuzz/laws.ts`; `npm run fuzz` goes on for longer, against a
 * process of its own.
 */
describe.skipIf(onPostgres)('hostile input', () => {
  let cast: Cast
  let drive: Drive
  beforeAll(async () => {
    cast = await castHere()
    drive = await driveOf(cast, seed)
  })
  afterAll(async () => {
    drive.close()
    hangUp()
    await cast.stop()
  })

  test('every route and every root field is driven', () => {
    expect(operations.filter(({ name }) => /^[A-Z]/.test(name))).toHaveLength(routes.length)
    expect(operations.filter(({ name }) => /^(query|mutation) /.test(name))).toHaveLength(
      fieldsOf('Query').length + fieldsOf('Mutation').length,
    )
    expect(operations.map(({ name }) => name)).toContain('subscription events')
  })

  test('whatever is sent, by whomever, what comes back is an answer: no fault, nothing hidden, and no change by what was refused', async () => {
    expect((await drive.go(inputs)) ?? '').toBe('')
    console.log(drive.summary())
  }, 300_000)

  test('each operation has been seen to succeed, and most to refuse', () => {
    if (inputs < 2500) return
    expect(drive.missing('done')).toEqual([])
    expect(drive.missing('refused').length).toBeLessThan(operations.length / 10)
  })
})
