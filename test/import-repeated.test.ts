/** Tests repeated imports of rows without email, phone number or id. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createImporter, getRowCounts, type Importer } from './support/importer.ts'
import { createWorld, type World } from './support/world.ts'

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

const csvHeader = 'First name,Last name,Phone,Notes\n'
let fileCount = 0
const importRows = (rows: string, dryRun = false, batchSize = 200) => {
  world.clock.advance(1000)
  const file = importer.file(`again${++fileCount}.csv`, csvHeader + rows)
  return importer.import(file, { again: true, dryRun }, 'owner', { batchSize: batchSize })
}

/** Imports rows after a dry run. @returns the row counts, which must equal those of the dry run */
async function importAfterDryRun(rows: string, batchSize = 200) {
  const dryRunCounts = getRowCounts(await importRows(rows, true, batchSize))
  expect(getRowCounts(await importRows(rows, false, batchSize))).toEqual(dryRunCounts)
  return dryRunCounts
}

test.each([200, 1])(
  'a repeated import in batches of %d rows does not duplicate people without an email, phone number or id',
  async (batchSize) => {
    const rows = 'Zoë,Solo,,\n,Only Company,,Since 2001\nZoë,Solo,,Another one\nZoë,Solo,,\n'
    expect(await importAfterDryRun(rows, batchSize)).toEqual({ created: 4 })
    for (const _ of [1, 2])
      expect(await importAfterDryRun(rows, batchSize)).toEqual({ unchanged: 4 })
  },
)

test('an imported row without an email, phone number or id does not match a person with the same name but different fields', async () => {
  await importRows('Zoë,Solo,+49 30 1234567,\nAda,Solo,,Known since 2001\n')
  expect(await importAfterDryRun('Zoë,Solo,,\nAda,Solo,,Met in Rome\n')).toEqual({ created: 2 })
})
