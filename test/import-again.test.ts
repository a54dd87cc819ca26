import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { countsOf, type Desk, deskOf } from './support/importing.ts'
import { createWorld, type World } from './support/world.ts'

/** Rows that nothing identifies, when their file is imported once more. */
let world: World
let desk: Desk
beforeEach(async () => {
  world = await createWorld()
  desk = deskOf(world)
})
afterEach(async () => {
  desk.remove()
  await world.stop()
})

const head = 'First name,Last name,Phone,Notes\n'
let files = 0
const imported = (rows: string, dryRun = false, size = 200) => {
  world.clock.advance(1000)
  const file = desk.file(`again${++files}.csv`, head + rows)
  return desk.import(file, { again: true, dryRun }, 'owner', { batchSize: size })
}

/** Rehearses and imports rows. @returns the counts, which must be equal */
async function counts(rows: string, size = 200) {
  const rehearsed = countsOf(await imported(rows, true, size))
  expect(countsOf(await imported(rows, false, size))).toEqual(rehearsed)
  return rehearsed
}

describe('a person whom nothing identifies', () => {
  test.each([200, 1])('is not created again by the same file, in batches of %d', async (size) => {
    const rows = 'Zoë,Solo,,\n,Only Company,,Since 2001\nZoë,Solo,,Another one\nZoë,Solo,,\n'
    expect(await counts(rows, size)).toEqual({ created: 4 })
    for (const _ of [1, 2]) expect(await counts(rows, size)).toEqual({ unchanged: 4 })
  })

  test('stays apart from namesakes that have something else', async () => {
    await imported('Zoë,Solo,+49 30 1234567,\nAda,Solo,,Known since 2001\n')
    expect(await counts('Zoë,Solo,,\nAda,Solo,,Met in Rome\n')).toEqual({ created: 2 })
  })
})
