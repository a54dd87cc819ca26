import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/resources/index.ts'
import { type Cast, castHere } from './fuzz/cast.ts'
import { type Drive, driveOf, operations } from './fuzz/drive.ts'
import { hangUp } from './fuzz/send.ts'
import { fieldsOf } from './support/api-calls.ts'
import { onPostgres } from './support/database.ts'
import { requires } from './support/requirements.ts'

const seed = Number(process.env['SEED'] ?? 20260601)
const inputCount = Number(process.env['RUNS'] ?? 2500)

/** `fuzz/laws.ts` has the properties of every response; `npm run fuzz` runs longer. */
describe('Random requests', requires(!onPostgres, 'SQLite'), () => {
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

  test('the fuzz test covers every route and every root field', () => {
    expect(operations.filter(({ name }) => /^[A-Z]/.test(name))).toHaveLength(routes.length)
    expect(operations.filter(({ name }) => /^(query|mutation) /.test(name))).toHaveLength(
      fieldsOf('Query').length + fieldsOf('Mutation').length,
    )
    expect(operations.map(({ name }) => name)).toContain('subscription events')
  })

  test('responses to random requests contain no internal errors and no hidden data, and refused requests change nothing', async () => {
    expect((await drive.go(inputCount)) ?? '').toBe('')
    console.log(drive.summary())
  }, 300_000)

  test('random requests include a success of each operation and a refusal of most', () => {
    if (inputCount < 2500) return
    expect(drive.missing('done')).toEqual([])
    expect(drive.missing('refused').length).toBeLessThan(operations.length / 10)
  })
})
