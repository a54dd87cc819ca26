import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dump } from './support/dump.ts'
import { createImporter, getCounts, type Importer } from './support/importer.ts'
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

const requestAsOwner = async (text: string) => {
  const { body } = await world.as('owner').gql(text)
  expect(body.errors).toBeUndefined()
  return body.data
}
let files = 0
/** Imports a table one second after the previous import. */
const importText = (text: string, options: Parameters<Importer['import']>[1] = {}) => {
  world.clock.advance(1000)
  return importer.import(importer.file(`file-${++files}.csv`, text), options)
}
const listPeople = async (fields = 'id firstName lastName source stage { name }') =>
  (await requestAsOwner(`{ people(first: 50, includeTrash: true) { nodes { ${fields} } } }`)).people
    .nodes
const readId = async (firstName: string): Promise<string> =>
  (await listPeople()).find((person: { firstName: string }) => person.firstName === firstName)?.id

/** Reads all rows, except those of append-only tables. */
const readState = async () => {
  const appendOnlyTables =
    /^(events|importRecords|imports|tags|companies|personStageChanges|dealStageChanges)$/
  return Object.fromEntries(
    Object.entries(await dump(world)).filter(([name]) => !appendOnlyTables.test(name)),
  )
}

const firstFile = 'First name,Email\nAnn,ann@x.test\nBob,bob@x.test\nCid,cid@x.test\n'
const secondFile = 'Email,Source\nann@x.test,Fair\nbob@x.test,Fair\ndot@x.test,Fair\n'
const thirdFile = 'Email,Source\nbob@x.test,Web\ndot@x.test,Web\n'

describe('Imports that changed the same records', () => {
  test('undoing imports of the same records in reverse order restores every row', async () => {
    const states = [await readState()]
    const imports = [await importText(firstFile)]
    states.push(await readState())
    imports.push(await importText(secondFile))
    imports.push(await importText(thirdFile))
    expect(imports.map(getCounts)).toEqual([
      { created: 3 },
      { created: 1, updated: 2 },
      { updated: 2 },
    ])
    const undoneImports = []
    for (const importResult of imports.toReversed())
      undoneImports.push(await importer.undo(importResult))
    expect(undoneImports).toEqual([
      { removed: 0, restored: 2, left: [], leftAlone: 0 },
      { removed: 1, restored: 2, left: [], leftAlone: 0 },
      { removed: 3, restored: 0, left: [], leftAlone: 0 },
    ])
    expect(await readState()).toEqual(states[0])
  })

  test('undoing imports in reverse order restores the values from before the first import', async () => {
    await requestAsOwner(
      'mutation { createPerson(input: {firstName: "Bob", source: "Own", emails: [{value: "bob@x.test"}]}) { person { id } } }',
    )
    const rowsBefore = await listPeople()
    const imports = [await importText(secondFile), await importText(thirdFile)]
    for (const importResult of imports.toReversed())
      expect(await importer.undo(importResult)).toMatchObject({ leftAlone: 0 })
    expect(await listPeople()).toEqual(rowsBefore)
  })

  test('undoing an import skips and reports records that a later import changed', async () => {
    const rowsBefore = await readState()
    const [firstImport, secondImport] = [await importText(firstFile), await importText(secondFile)]
    const remainingRecords = [
      {
        id: await readId('Bob'),
        why: `was changed by ${secondImport.row?.id} since: undo that import first`,
      },
      {
        id: await readId('Ann'),
        why: `was changed by ${secondImport.row?.id} since: undo that import first`,
      },
    ]
    expect(await importer.undo(firstImport)).toEqual({
      removed: 1,
      restored: 0,
      left: remainingRecords,
      leftAlone: 2,
    })
    expect(await listPeople('firstName source stage { name }')).toHaveLength(3)
    expect(await importer.undo(secondImport)).toMatchObject({
      removed: 1,
      restored: 2,
      leftAlone: 0,
    })
    expect(await importer.undo(firstImport)).toEqual({
      removed: 2,
      restored: 0,
      left: [],
      leftAlone: 0,
    })
    expect(await readState()).toEqual(rowsBefore)
  })

  test('undoing an import skips and reports records that a user changed between imports or after the last import', async () => {
    await requestAsOwner(
      'mutation { createPerson(input: {firstName: "Bob", emails: [{value: "bob@x.test"}]}) { person { id } } }',
    )
    await requestAsOwner(
      'mutation { createPerson(input: {firstName: "Ann", emails: [{value: "ann@x.test"}]}) { person { id } } }',
    )
    const [ann, bob] = [await readId('Ann'), await readId('Bob')]
    const firstImport = await importText('Email,Source\nann@x.test,Fair\nbob@x.test,Fair\n')
    await requestAsOwner(
      `mutation { updatePerson(id: "${ann}", input: {timeframe: "Mine"}) { person { id } } }`,
    )
    const secondImport = await importText('Email,Source\nann@x.test,Web\nbob@x.test,Web\n')
    await requestAsOwner(
      `mutation { updatePerson(id: "${bob}", input: {timeframe: "Mine"}) { person { id } } }`,
    )
    expect(await importer.undo(secondImport)).toMatchObject({
      restored: 1,
      left: [{ id: bob, why: 'was changed since the import' }],
    })
    expect(await importer.undo(firstImport)).toMatchObject({ restored: 0, leftAlone: 2 })
    expect(await listPeople('firstName source timeframe')).toMatchObject([
      { firstName: 'Ann', source: 'Fair', timeframe: 'Mine' },
      { firstName: 'Bob', source: 'Web', timeframe: 'Mine' },
    ])
  })

  test('undoing an import increases record versions, so that an earlier If-Match is rejected', async () => {
    await importText(firstFile)
    const ann = await readId('Ann')
    const readEtag = async () =>
      Number(
        (await world.as('owner').rest('GET', `/v1/people/${ann}`)).headers
          .get('etag')
          ?.slice(1, -1),
      )
    const rowsBefore = await readEtag()
    const secondImport = await importText(secondFile)
    const etagBetween = await readEtag()
    await importer.undo(secondImport)
    expect(etagBetween).toBeGreaterThan(rowsBefore)
    expect(await readEtag()).toBeGreaterThan(etagBetween)
  })

  test('undoing imports of deals, tasks and activities in reverse order restores every row', async () => {
    await importText('First name\nAnn\n')
    const rowsBefore = await readState()
    const dealImport = await importText('Record ID,Title,Price,People\n1,House,1,Ann\n2,Hut,2,\n', {
      kind: 'deals',
      map: ['Record ID=externalId', 'People=people'],
    })
    const priceImport = await importText('Record ID,Title,Price\n1,House,5\n2,Villa,5\n', {
      kind: 'deals',
      map: ['Record ID=externalId'],
    })
    const tasks = await importText('Record ID,Title,Person\n1,Call,Ann\n2,Write,\n', {
      kind: 'tasks',
      map: ['Record ID=externalId', 'Person=person'],
    })
    const taskImport = await importText(
      'Record ID,Title,Status\n1,Call,done\n2,Write again,done\n',
      {
        kind: 'tasks',
        map: ['Record ID=externalId'],
      },
    )
    const activityImport = await importText('Record ID,Person,Channel,Notes\n1,Ann,call,Hello\n', {
      kind: 'activities',
      map: ['Record ID=externalId', 'Person=person', 'Channel=channel', 'Notes=content'],
    })
    const noteImport = await importText('Record ID,Person,Channel,Notes\n1,Ann,call,Good bye\n', {
      kind: 'activities',
      map: ['Record ID=externalId', 'Person=person', 'Channel=channel', 'Notes=content'],
    })
    const imports = [dealImport, priceImport, tasks, taskImport, activityImport, noteImport]
    expect(imports.map(getCounts)).toEqual([
      { created: 2 },
      { updated: 2 },
      { created: 2 },
      { updated: 2 },
      { created: 1 },
      { updated: 1 },
    ])
    for (const importResult of imports.toReversed())
      expect(await importer.undo(importResult)).toMatchObject({ leftAlone: 0 })
    expect(await readState()).toEqual(rowsBefore)
  })

  test('undoing an import skips and reports merged people, and can be repeated after the merge is undone', async () => {
    const firstImport = await importText(firstFile)
    const [ann, bob] = [await readId('Ann'), await readId('Bob')]
    await requestAsOwner(
      `mutation { mergePeople(id: "${ann}", otherIds: ["${bob}"]) { person { id } } }`,
    )
    expect(await importer.undo(firstImport)).toMatchObject({
      removed: 2,
      left: [{ id: bob, why: `was merged into ${ann} since: undo that merge first` }],
    })
    const [merge] = (await requestAsOwner(`{ personMerges(id: "${ann}") { nodes { id } } }`))
      .personMerges.nodes
    await requestAsOwner(`mutation { unmergePeople(mergeId: "${merge.id}") { person { id } } }`)
    expect(await importer.undo(firstImport)).toMatchObject({ removed: 1, leftAlone: 0 })
    expect(await listPeople('firstName stage { name }')).toEqual([
      { firstName: 'Bob', stage: { name: 'Trash' } },
      { firstName: 'Ann', stage: { name: 'Trash' } },
    ])
  })
})
