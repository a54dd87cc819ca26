import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dump } from './support/dump.ts'
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

const requestAsOwner = async (document: string) => {
  const { body } = await world.as('owner').gql(document)
  expect(body.errors).toBeUndefined()
  return body.data
}
let fileCount = 0
/** Imports a table one second after the previous import. */
const importCsv = (csv: string, options: Parameters<Importer['import']>[1] = {}) => {
  world.clock.advance(1000)
  return importer.import(importer.file(`file-${++fileCount}.csv`, csv), options)
}
const listPeople = async (fields = 'id firstName lastName source stage { name }') =>
  (await requestAsOwner(`{ people(first: 50, includeTrash: true) { nodes { ${fields} } } }`)).people
    .nodes
const findPersonId = async (firstName: string): Promise<string> =>
  (await listPeople()).find((person: { firstName: string }) => person.firstName === firstName)?.id

/** Returns the rows of the tables that undoing an import restores. */
const readRestoredRows = async () => {
  const unrestoredTables =
    /^(events|importRecords|imports|tags|companies|personStageChanges|dealStageChanges)$/
  return Object.fromEntries(
    Object.entries(await dump(world)).filter(([name]) => !unrestoredTables.test(name)),
  )
}

const firstCsv = 'First name,Email\nAnn,ann@x.test\nBob,bob@x.test\nCid,cid@x.test\n'
const secondCsv = 'Email,Source\nann@x.test,Fair\nbob@x.test,Fair\ndot@x.test,Fair\n'
const thirdCsv = 'Email,Source\nbob@x.test,Web\ndot@x.test,Web\n'

describe('Imports that changed the same records', () => {
  test('undoing imports of the same records in reverse order restores every row', async () => {
    const rowsByStep = [await readRestoredRows()]
    const imports = [await importCsv(firstCsv)]
    rowsByStep.push(await readRestoredRows())
    imports.push(await importCsv(secondCsv))
    imports.push(await importCsv(thirdCsv))
    expect(imports.map(getRowCounts)).toEqual([
      { created: 3 },
      { created: 1, updated: 2 },
      { updated: 2 },
    ])
    const undoneImports = []
    for (const importResult of imports.toReversed())
      undoneImports.push(await importer.undo(importResult))
    expect(undoneImports).toEqual([
      { removed: 0, restored: 2, skipped: [], skippedCount: 0 },
      { removed: 1, restored: 2, skipped: [], skippedCount: 0 },
      { removed: 3, restored: 0, skipped: [], skippedCount: 0 },
    ])
    expect(await readRestoredRows()).toEqual(rowsByStep[0])
  })

  test('undoing imports in reverse order restores the values from before the first import', async () => {
    await requestAsOwner(
      'mutation { createPerson(input: {firstName: "Bob", source: "Own", emails: [{value: "bob@x.test"}]}) { person { id } } }',
    )
    const rowsBefore = await listPeople()
    const imports = [await importCsv(secondCsv), await importCsv(thirdCsv)]
    for (const importResult of imports.toReversed())
      expect(await importer.undo(importResult)).toMatchObject({ skippedCount: 0 })
    expect(await listPeople()).toEqual(rowsBefore)
  })

  test('undoing an import skips and reports records that a later import changed', async () => {
    const rowsBeforeImports = await readRestoredRows()
    const [firstImport, secondImport] = [await importCsv(firstCsv), await importCsv(secondCsv)]
    const skippedRecords = [
      {
        id: await findPersonId('Bob'),
        reason: `was later changed by ${secondImport.row?.id}: undo that import first`,
      },
      {
        id: await findPersonId('Ann'),
        reason: `was later changed by ${secondImport.row?.id}: undo that import first`,
      },
    ]
    expect(await importer.undo(firstImport)).toEqual({
      removed: 1,
      restored: 0,
      skipped: skippedRecords,
      skippedCount: 2,
    })
    expect(await listPeople('firstName source stage { name }')).toHaveLength(3)
    expect(await importer.undo(secondImport)).toMatchObject({
      removed: 1,
      restored: 2,
      skippedCount: 0,
    })
    expect(await importer.undo(firstImport)).toEqual({
      removed: 2,
      restored: 0,
      skipped: [],
      skippedCount: 0,
    })
    expect(await readRestoredRows()).toEqual(rowsBeforeImports)
  })

  test('undoing an import skips and reports records that a user changed between imports or after the last import', async () => {
    await requestAsOwner(
      'mutation { createPerson(input: {firstName: "Bob", emails: [{value: "bob@x.test"}]}) { person { id } } }',
    )
    await requestAsOwner(
      'mutation { createPerson(input: {firstName: "Ann", emails: [{value: "ann@x.test"}]}) { person { id } } }',
    )
    const [annId, bobId] = [await findPersonId('Ann'), await findPersonId('Bob')]
    const firstImport = await importCsv('Email,Source\nann@x.test,Fair\nbob@x.test,Fair\n')
    await requestAsOwner(
      `mutation { updatePerson(id: "${annId}", input: {timeframe: "Mine"}) { person { id } } }`,
    )
    const secondImport = await importCsv('Email,Source\nann@x.test,Web\nbob@x.test,Web\n')
    await requestAsOwner(
      `mutation { updatePerson(id: "${bobId}", input: {timeframe: "Mine"}) { person { id } } }`,
    )
    expect(await importer.undo(secondImport)).toMatchObject({
      restored: 1,
      skipped: [{ id: bobId, reason: 'was changed since the import' }],
    })
    expect(await importer.undo(firstImport)).toMatchObject({ restored: 0, skippedCount: 2 })
    expect(await listPeople('firstName source timeframe')).toMatchObject([
      { firstName: 'Ann', source: 'Fair', timeframe: 'Mine' },
      { firstName: 'Bob', source: 'Web', timeframe: 'Mine' },
    ])
  })

  test('undoing an import increases the versions of the restored records', async () => {
    await importCsv(firstCsv)
    const annId = await findPersonId('Ann')
    const readVersion = async () =>
      Number(
        (await world.as('owner').rest('GET', `/v1/people/${annId}`)).headers
          .get('etag')
          ?.slice(1, -1),
      )
    const versionBefore = await readVersion()
    const secondImport = await importCsv(secondCsv)
    const versionAfterImport = await readVersion()
    await importer.undo(secondImport)
    expect(versionAfterImport).toBeGreaterThan(versionBefore)
    expect(await readVersion()).toBeGreaterThan(versionAfterImport)
  })

  test('undoing imports of deals, tasks and activities in reverse order restores every row', async () => {
    await importCsv('First name\nAnn\n')
    const rowsBefore = await readRestoredRows()
    const dealImport = await importCsv('Record ID,Title,Price,People\n1,House,1,Ann\n2,Hut,2,\n', {
      kind: 'deals',
      map: ['Record ID=externalId', 'People=people'],
    })
    const dealUpdateImport = await importCsv('Record ID,Title,Price\n1,House,5\n2,Villa,5\n', {
      kind: 'deals',
      map: ['Record ID=externalId'],
    })
    const taskImport = await importCsv('Record ID,Title,Person\n1,Call,Ann\n2,Write,\n', {
      kind: 'tasks',
      map: ['Record ID=externalId', 'Person=person'],
    })
    const taskUpdateImport = await importCsv(
      'Record ID,Title,Status\n1,Call,done\n2,Write again,done\n',
      {
        kind: 'tasks',
        map: ['Record ID=externalId'],
      },
    )
    const activityImport = await importCsv('Record ID,Person,Channel,Notes\n1,Ann,call,Hello\n', {
      kind: 'activities',
      map: ['Record ID=externalId', 'Person=person', 'Channel=channel', 'Notes=content'],
    })
    const activityUpdateImport = await importCsv(
      'Record ID,Person,Channel,Notes\n1,Ann,call,Good bye\n',
      {
        kind: 'activities',
        map: ['Record ID=externalId', 'Person=person', 'Channel=channel', 'Notes=content'],
      },
    )
    const imports = [
      dealImport,
      dealUpdateImport,
      taskImport,
      taskUpdateImport,
      activityImport,
      activityUpdateImport,
    ]
    expect(imports.map(getRowCounts)).toEqual([
      { created: 2 },
      { updated: 2 },
      { created: 2 },
      { updated: 2 },
      { created: 1 },
      { updated: 1 },
    ])
    for (const importResult of imports.toReversed())
      expect(await importer.undo(importResult)).toMatchObject({ skippedCount: 0 })
    expect(await readRestoredRows()).toEqual(rowsBefore)
  })

  test('undoing an import skips and reports merged people, and can be repeated after the merge is undone', async () => {
    const firstImport = await importCsv(firstCsv)
    const [annId, bobId] = [await findPersonId('Ann'), await findPersonId('Bob')]
    await requestAsOwner(
      `mutation { mergePeople(id: "${annId}", otherIds: ["${bobId}"]) { person { id } } }`,
    )
    expect(await importer.undo(firstImport)).toMatchObject({
      removed: 2,
      skipped: [
        { id: bobId, reason: `was merged into ${annId} since the import: undo that merge first` },
      ],
    })
    const [merge] = (await requestAsOwner(`{ personMerges(id: "${annId}") { nodes { id } } }`))
      .personMerges.nodes
    await requestAsOwner(`mutation { unmergePeople(mergeId: "${merge.id}") { person { id } } }`)
    expect(await importer.undo(firstImport)).toMatchObject({ removed: 1, skippedCount: 0 })
    expect(await listPeople('firstName stage { name }')).toEqual([
      { firstName: 'Bob', stage: { name: 'Trash' } },
      { firstName: 'Ann', stage: { name: 'Trash' } },
    ])
  })
})
