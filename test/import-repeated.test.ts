import { afterEach, beforeEach, expect, test } from 'vitest'
import { countsOf, createImporter, type Importer } from './support/importer.ts'
import { createWorld, type World } from './support/world.ts'

/** Repeated imports of rows without email, phone or id. */
let world: World
let importer: Importer
beforeEach(async () => {
  world = await createWorld()
  importer = createImporter(world)
})
afterEach(async () => {
  importer.remove()
  await world.stop()
})

const head = 'First name,Last name,Phone,Notes\n'
let files = 0
const imported = (rows: string, dryRun = false, size = 200) => {
  world.clock.advance(1000)
  const file = importer.file(`again${++files}.csv`, head + rows)
  return importer.import(file, { again: true, dryRun }, 'owner', { batchSize: size })
}

/** Rehearses and imports rows. @returns the counts, which must be equal */
async function counts(rows: string, size = 200) {
  const rehearsed = countsOf(await imported(rows, true, size))
  expect(countsOf(await imported(rows, false, size))).toEqual(rehearsed)
  return rehearsed
}

test.each([200, 1])(
  'a repeated import does not create people without identifiers again, in batches of %d',
  async (size) => {
    const rows = 'Zoë,Solo,,\n,Only Company,,Since 2001\nZoë,Solo,,Another one\nZoë,Solo,,\n'
    expect(await counts(rows, size)).toEqual({ created: 4 })
    for (const _ of [1, 2]) expect(await counts(rows, size)).toEqual({ unchanged: 4 })
  },
)

test('a person without identifiers is not matched to a namesake with other data', async () => {
  await imported('Zoë,Solo,+49 30 1234567,\nAda,Solo,,Known since 2001\n')
  expect(await counts('Zoë,Solo,,\nAda,Solo,,Met in Rome\n')).toEqual({ created: 2 })
})
