import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ImportMonitor } from '../src/exchange/importing/import.ts'
import { dump } from './support/dump.ts'
import { createImporter, getRowCounts, type Importer } from './support/importer.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

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

const requestData = async (document: string, user: TestUser = 'owner') => {
  const { body } = await world.as(user).gql(document)
  expect(body.errors).toBeUndefined()
  return body.data
}
const personFields =
  'firstName lastName emails { value type isPrimary } phones { value type isPrimary isBad } tags { name } source price stage { name } background relationship customFields'
const listPeople = async () =>
  (await requestData(`{ people(first: 50, includeTrash: true) { nodes { id ${personFields} } } }`))
    .people.nodes
const writeTable = (text: string, name = 'some.csv') => importer.file(name, text)

/** Returns the rows of the tables that undoing an import restores. */
const readRestoredRows = async () => {
  const {
    events: _events,
    importRecords: _importRecords,
    imports: _imports,
    tags: _tags,
    companies: _companies,
    personStageChanges: _personStageChanges,
    dealStageChanges: _dealStageChanges,
    ...restoredTables
  } = await dump(world)
  return restoredTables
}

/** Creates a monitor that stops an import after its first batch. */
function stopAfterFirstBatch(): ImportMonitor {
  let isStopped = false
  const onProgress = () => {
    isStopped = true
  }
  return { onProgress, isStopped: () => isStopped, batchSize: 20 }
}

describe('Import undo', () => {
  test('undoing an import permanently deletes the records that the import created', async () => {
    const rowsBefore = await readRestoredRows()
    const importResult = await importer.import(
      writeTable('First name,Email,Tags\nAnn,ann@example.com,VIP\nBob,bob@example.com,\n'),
    )
    expect(await importer.undo(importResult)).toEqual({
      removed: 2,
      restored: 0,
      skipped: [],
      skippedCount: 0,
    })
    expect(await readRestoredRows()).toEqual(rowsBefore)
  })

  test('undoing an import restores every changed field, list and custom field', async () => {
    await requestData(
      'mutation { createCustomField(input: {record: person, name: "Shoe size", type: number}) { customField { id } } }',
    )
    await requestData(`mutation { createPerson(input: {firstName: "Ann", emails: [{value: "ann@example.com", type: work}], phones: [{value: "+14155550100", isBad: true}],
      tags: ["Old"], source: "Web", price: 5, relationship: true, customFields: {shoeSize: 38}}) { person { id } } }`)
    const rowsBefore = await listPeople()
    const csv =
      'First name,Last name,Email,Phone,Tags,Source,Price,Stage,Notes,Shoe size\nAnna,Lee,ann@example.com,+14155550199,VIP,Fair,7,Client,Hello,40\n'
    const importResult = await importer.import(writeTable(csv), { overwriteNames: true })
    expect(getRowCounts(importResult)).toEqual({ updated: 1 })
    expect(await listPeople()).not.toEqual(rowsBefore)
    expect(await importer.undo(importResult)).toEqual({
      removed: 0,
      restored: 1,
      skipped: [],
      skippedCount: 0,
    })
    expect(await listPeople()).toEqual(rowsBefore)
  })

  test('undoing an import with several rows for one person restores the values from before the first row', async () => {
    await requestData(
      'mutation { createPerson(input: {firstName: "Ann", emails: [{value: "ann@example.com"}]}) { person { id } } }',
    )
    const rowsBefore = await listPeople()
    const csv =
      'First name,Email,Source\nAnna,ann@example.com,One\nAnne,ann@example.com,Two\nBob,bob@example.com,\nBobby,bob@example.com,Three\n'
    const importResult = await importer.import(writeTable(csv))
    expect(getRowCounts(importResult)).toEqual({ created: 1, updated: 3 })
    expect(await importer.undo(importResult)).toMatchObject({ removed: 1, restored: 1 })
    expect(await listPeople()).toEqual(rowsBefore)
  })

  test('undoing an import skips updated people who were changed later, and moves created people with later changes or activities to Trash', async () => {
    await requestData(
      'mutation { createPerson(input: {firstName: "Ann", emails: [{value: "ann@example.com"}]}) { person { id } } }',
    )
    const importResult = await importer.import(
      writeTable(
        'First name,Email\nAnna,ann@example.com\nBob,bob@example.com\nCid,cid@example.com\nDot,dot@example.com\n',
      ),
      { overwriteNames: true },
    )
    const people = (await requestData('{ people { nodes { id firstName } } }')).people.nodes as {
      id: string
      firstName: string
    }[]
    const getId = (name: string) => people.find(({ firstName }) => firstName === name)?.id
    await requestData(
      `mutation { updatePerson(id: "${getId('Anna')}", input: {source: "Mine"}) { person { id } } }`,
    )
    await requestData(`mutation { addPersonTags(id: "${getId('Bob')}", tags: ["Mine"]) { count } }`)
    await requestData(
      `mutation { createActivity(input: {personId: "${getId('Cid')}", channel: "call"}) { activity { id } } }`,
    )
    expect(await importer.undo(importResult)).toEqual({
      removed: 3,
      restored: 0,
      skipped: [{ id: getId('Anna'), reason: 'was changed since the import' }],
      skippedCount: 1,
    })
    const remainingPeople = (
      await requestData(
        '{ people(first: 50, includeTrash: true) { nodes { firstName stage { name } } } }',
      )
    ).people.nodes
    expect(
      remainingPeople
        .map(
          ({ firstName, stage }: { firstName: string; stage: { name: string } }) =>
            `${firstName} ${stage.name}`,
        )
        .sort(),
    ).toEqual(['Anna Lead', 'Bob Trash', 'Cid Trash'])
  })

  test('undoing an import moves created people to Trash if the user cannot delete them permanently', async () => {
    const importResult = await importer.import(writeTable('First name\nAnn\n'), {}, 'agent')
    expect(await importer.undo(importResult, 'agent')).toMatchObject({ removed: 1 })
    expect(await listPeople()).toMatchObject([{ firstName: 'Ann', stage: { name: 'Trash' } }])
  })

  test('undoing an import skips records that the user who undoes the import cannot edit', async () => {
    const importResult = await importer.import(
      writeTable('First name,Owner\nAnn,loner@acme.test\n'),
      {},
      'owner',
    )
    const undoResult = await importer.undo(importResult, 'agent')
    expect([undoResult.skippedCount, undoResult.skipped[0]?.reason]).toEqual([
      1,
      'You do not have permission to access this record',
    ])
    expect(await listPeople()).toHaveLength(1)
  })

  test('undoing an import deletes the deals, tasks and activities that the import created, and restores the deals and tasks that the import updated', async () => {
    const {
      createPerson: { person },
    } = await requestData(
      'mutation { createPerson(input: {firstName: "Ann", lastName: "Lee"}) { person { id } } }',
    )
    const { pipelines } = await requestData('{ pipelines { nodes { id stages { id name } } } }')
    const [pipeline] = pipelines.nodes
    const {
      createDeal: { deal },
    } = await requestData(
      `mutation { createDeal(input: {title: "House", pipelineId: "${pipeline.id}", price: 5, peopleIds: ["${person.id}"]}) { deal { id } } }`,
    )
    const {
      createTask: { task },
    } = await requestData(
      `mutation { createTask(input: {title: "Call", personId: "${person.id}"}) { task { id } } }`,
    )
    const readRecords = () =>
      requestData(
        `{ deals { nodes { id title price stage { name } people { id } } } tasks { nodes { id title completedAt priority } } activities { nodes { id } } }`,
      )
    const recordsBefore = await readRecords()
    const dealImport = await importer.import(
      writeTable(
        `id,title,stage,price,people\n${deal.id},Villa,Won,9,\n,Boat,Lost,,Ann Lee\n`,
        'deals.csv',
      ),
      { kind: 'deals' },
    )
    const taskImport = await importer.import(
      writeTable(
        `id,title,completedAt,priority,person\n${task.id},Call again,2026-05-01,high,\n,Write,,,Ann Lee\n`,
        'tasks.csv',
      ),
    )
    const activityImport = await importer.import(
      writeTable(
        'person,channel,content,createdAt\nAnn Lee,call,Hello,2026-05-01T10:00:00Z\n',
        'activities.csv',
      ),
    )
    expect([dealImport, taskImport, activityImport].map(getRowCounts)).toEqual([
      { created: 1, updated: 1 },
      { created: 1, updated: 1 },
      { created: 1 },
    ])
    expect(await readRecords()).toMatchObject({
      deals: {
        nodes: [
          { title: 'Boat', stage: { name: 'Lost' } },
          { title: 'Villa', stage: { name: 'Won' } },
        ],
      },
    })
    for (const importResult of [activityImport, taskImport, dealImport])
      expect(await importer.undo(importResult)).toMatchObject({ skippedCount: 0 })
    expect(await readRecords()).toEqual(recordsBefore)
  })

  test('a second import of a file is rejected without --again until the first import is undone', async () => {
    const file = writeTable('First name\nAnn\n')
    const importResult = await importer.import(file)
    await expect(importer.import(file)).rejects.toThrow(
      /was imported on 2026-06-01T09:00:00.000Z \(import_\w+\)\. .* --again/,
    )
    await importer.undo(importResult)
    expect(getRowCounts(await importer.import(file))).toEqual({ created: 1 })
  })
})

describe('Interrupted imports', () => {
  const createRows = (rowCount: number) =>
    `First name,Email\n${Array.from({ length: rowCount }, (_, index) => (index === 25 ? ',wrong' : `P${index},p${index}@example.com`)).join('\n')}\n`

  test('an interrupted import resumes after its last committed batch and discards the rejected rows of an uncommitted batch', async () => {
    const file = writeTable(createRows(50))
    const monitor = stopAfterFirstBatch()
    const firstImport = await importer.import(file, {}, 'owner', monitor)
    expect([firstImport.row?.rows, firstImport.row?.finishedAt]).toEqual([20, null])
    // Simulates an import killed after it had written a batch's output but before its COMMIT.
    importer.file('errors', 'of an uncommitted batch\n'.repeat(50))
    const secondImport = await importer.import(file)
    expect(secondImport.row).toMatchObject({
      id: firstImport.row?.id,
      rows: 50,
      created: 49,
      refused: 1,
    })
    expect(secondImport.summary.counts).toMatchObject({ created: 29, refused: 1 })
    expect(importer.readErrors(secondImport)).toBe(
      'First name,Email,error\n,wrong,"Email: must be an email address such as ann@example.com; First name: a contact needs a name, an email or a phone"\n',
    )
    expect((await requestData('{ people { totalCount } }')).people.totalCount).toBe(49)
  })

  test('a file whose import was interrupted cannot be imported with different options until that import is undone', async () => {
    const file = writeTable(createRows(30))
    const monitor = stopAfterFirstBatch()
    const firstImport = await importer.import(file, {}, 'owner', monitor)
    await expect(importer.import(file, { match: 'none' })).rejects.toThrow(
      /was started with different options or by another user, and stopped after 20 rows/,
    )
    await importer.undo(firstImport)
    expect((await importer.import(file)).row).toMatchObject({ rows: 30, created: 29, refused: 1 })
  })

  test('undoing an import skips a record that a user edited between two imported rows for that record', async () => {
    const csv = `First name,Email,Source\nAnn,ann@example.com,Web\n${'P,,\n'.repeat(25)}Anna,ann@example.com,Fair\n`
    const monitor = stopAfterFirstBatch()
    await requestData(
      'mutation { createPerson(input: {firstName: "A", emails: [{value: "ann@example.com"}]}) { person { id } } }',
    )
    const file = writeTable(csv)
    await importer.import(file, { match: 'email' }, 'owner', monitor)
    const [ann] = (
      await requestData('{ searchPeople(by: { email: "ann@example.com" }) { nodes { id } } }')
    ).searchPeople.nodes
    await requestData(
      `mutation { updatePerson(id: "${ann.id}", input: {background: "Mine"}) { person { id } } }`,
    )
    const undoResult = await importer.undo(await importer.import(file, { match: 'email' }))
    expect(undoResult).toMatchObject({
      removed: 25,
      restored: 0,
      skipped: [{ id: ann.id, reason: 'was changed since the import' }],
    })
  })
})
