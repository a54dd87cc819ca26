/** Tests the lists that an import dry run prints so that users can review the import. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formatChanges, formatReview } from '../src/commands/import-report.ts'
import { dump } from './support/dump.ts'
import { createImporter, type Importer } from './support/importer.ts'
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

const runDryRun = (
  text: string,
  batchSize: number,
  options: Parameters<Importer['import']>[1] = {},
) =>
  importer.import(importer.file('some.csv', text), { dryRun: true, ...options }, 'owner', {
    batchSize,
  })
const createPerson = async (input: object): Promise<string> => {
  world.clock.advance(1000)
  return (await world.as('owner').rest('POST', '/v1/people', input)).body.data.id
}
const sharedNumber = '+14155550100'
const threePeopleCsv =
  'First name,Last name,Email,Phone\n' +
  `Alice,Adams,alice@x.test,${sharedNumber}\n` +
  `Bob,Brown,bob@x.test,${sharedNumber}\n` +
  `Carl,Clark,carl@x.test,${sharedNumber}\n`

describe('Import dry runs', () => {
  test('an import dry run lists each changed field of each record and writes nothing', async () => {
    const annId = await createPerson({
      firstName: 'Ann',
      emails: [{ value: 'ann@x.test', type: 'work' }],
      source: 'Web',
    })
    const csvRows = Array.from({ length: 30 }, (_, index) => `P${index},p${index}@x.test,Fair,,`)
    for (let index = 0; index < 30; index++)
      await createPerson({ firstName: `P${index}`, emails: [{ value: `p${index}@x.test` }] })
    const dataBefore = await dump(world)
    const csv = `First name,Email,Source,Stage,Phone\nAnn,ann@x.test,${'Fair '.repeat(30)},Client,${sharedNumber}\n${csvRows.join('\n')}\n`
    const { summary } = await runDryRun(csv, 10)
    expect(await dump(world)).toEqual(dataBefore)
    expect(summary.review.changes).toHaveLength(31)
    expect(summary.review.changes[0]).toEqual({
      line: 2,
      id: annId,
      title: 'Ann',
      fields: [
        {
          field: 'phones',
          from: [],
          to: [{ value: sharedNumber, type: 'mobile', isPrimary: true, isBad: false }],
        },
        { field: 'source', from: 'Web', to: 'Fair '.repeat(30).trim() },
        { field: 'stageId', from: 'Lead', to: 'Client' },
      ],
    })
    const reviewLines = formatChanges(summary.review)
    expect(reviewLines).toHaveLength(1 + 4 + 30 * 2)
    expect([...reviewLines.slice(1, 3), reviewLines[4]]).toEqual([
      `  line 2: Ann, ${annId}`,
      `    phones: (none) → ${sharedNumber} (mobile, primary)`,
      '    stageId: Lead → Client',
    ])
    expect(Math.max(...reviewLines.map((line) => line.length))).toBeLessThanOrEqual(100)
  })

  test('an import dry run reports the line numbers of possible duplicates in the same file', async () => {
    const { summary } = await runDryRun(threePeopleCsv, 1)
    expect(summary.review.possibleDuplicates[0]?.people).toMatchObject([{ id: 'line 2' }])
    expect(formatReview(summary.review)).toEqual([
      'Possible duplicates: 2',
      '  line 3: Bob Brown, line 3',
      `    phone ${sharedNumber}: Alice Adams, line 2`,
      '  line 4: Carl Clark, line 4',
      `    phone ${sharedNumber}: Alice Adams, line 2`,
      `    phone ${sharedNumber}: Bob Brown, line 3`,
    ])
  })

  test('an import dry run lists deal changes with stage and user names', async () => {
    const owner = world.as('owner')
    const { id: pipelineId } = (await owner.gql('{ pipelines { nodes { id } } }')).body.data
      .pipelines.nodes[0]
    const deal = { title: 'House', pipelineId, price: 5 }
    const { id: dealId } = (await owner.rest('POST', '/v1/deals', deal)).body.data
    const csv = `id,title,stage,price,assignedAgent\n${dealId},House,Won,9,agent@acme.test\n`
    const { summary } = await runDryRun(csv, 10, { kind: 'deals' })
    expect(summary.review.changes).toMatchObject([
      {
        title: 'House',
        fields: expect.arrayContaining([
          { field: 'price', from: 5, to: 9 },
          { field: 'stageId', from: expect.not.stringMatching(/^stage/), to: 'Won' },
          { field: 'assigneeId', from: 'Olga Owner', to: 'Agent Tester' },
        ]),
      },
    ])
  })
})
