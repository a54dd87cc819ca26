import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadViewerOfUser } from '../src/access/viewers.ts'
import { createExporter } from '../src/exchange/export.ts'
import { createWriter } from '../src/exchange/formats.ts'
import type { ExchangeKind } from '../src/exchange/kinds.ts'
import {
  createImporter,
  getRowCounts,
  getSamplePath,
  type Importer,
  listRejectedRows,
  listWarnings,
} from './support/importer.ts'
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

const createRecord = async (
  path: string,
  body: object,
  user: TestUser = 'owner',
): Promise<string> => {
  const reply = await world.as(user).rest('POST', `/v1/${path}`, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
const readRecord = async (path: string, id: string, user: TestUser = 'owner') =>
  (await world.as(user).rest('GET', `/v1/${path}/${id}`)).body.data
const listExternalIds = async (
  path: string,
  id: string,
  user: TestUser = 'owner',
): Promise<string[]> =>
  (await readRecord(path, id, user)).externalIds.map(
    (item: { source: string; externalId: string }) => `${item.source}:${item.externalId}`,
  )
const listRecords = async (path: string, filter: string, user: TestUser = 'owner') =>
  (await world.as(user).rest('GET', `/v1/${path}?${filter}`)).body.data as { id: string }[]
const rivalOptions = { assignTo: 'owner@rival.test' }
const writeTable = (text: string, name = 'some.csv') => importer.file(name, text)

async function exportCsv(kind: ExchangeKind, user: TestUser = 'owner'): Promise<string> {
  const { companyId, id: userId } = world.users[user]
  const viewer = await world.deps.store
    .forCompany(companyId)
    .read((db) => loadViewerOfUser(db, { companyId, userId, scopes: null }))
  if (!viewer) throw new Error('the user does not exist')
  const exporter = createExporter(world.deps, viewer, kind, { includeTrash: false })
  const { head, format } = createWriter('csv', await exporter.listColumns())
  let csv = head
  for await (const batch of exporter.readRecords()) csv += format(batch)
  return csv
}

describe('Matching by external id', () => {
  test('an import matches a person by external id before email, even if the external id was set through the API', async () => {
    const annId = await createRecord('people', {
      firstName: 'Ann',
      externalId: '1051',
      externalSource: 'hubspot',
    })
    const beaId = await createRecord('people', { emails: [{ value: 'bea@example.com' }] })
    const file = writeTable('Record ID,First Name,Last Name,Email\n1051,Bea,Lee,bea@example.com\n')
    const importResult = await importer.import(file, { from: 'hubspot' })
    expect(getRowCounts(importResult)).toEqual({ updated: 1 })
    expect(await readRecord('people', annId)).toMatchObject({ fullName: 'Bea Lee' })
    expect(await readRecord('people', beaId)).toMatchObject({ fullName: '' })
  })

  test('an import of a table without an `External source` column matches people, deals, tasks and activities by external ids of the default source', async () => {
    const pipelineId = (await world.as('owner').rest('GET', '/v1/pipelines')).body.data[0].id
    const personId = await createRecord('people', { firstName: 'Ann', externalId: 'p-1' })
    const dealId = await createRecord('deals', { title: 'Old', pipelineId, externalId: 'd-1' })
    const taskId = await createRecord('tasks', { title: 'Old', externalId: 't-1' })
    const activityId = await createRecord('activities', {
      personId,
      channel: 'call',
      externalId: 'a-1',
    })
    const tables: [ExchangeKind, string][] = [
      ['people', 'External ID,First name,Source\np-1,Ann,Web\n'],
      ['deals', 'External ID,Title,Contact\nd-1,New,p-1\n'],
      ['tasks', 'externalId,Title,Contact\nt-1,New,p-1\n'],
      ['activities', 'External ID,Contact,Content\na-1,p-1,New\n'],
    ]
    for (const [kind, text] of tables)
      expect(
        getRowCounts(await importer.import(writeTable(text, `${kind}.csv`), { kind })),
      ).toEqual({
        updated: 1,
      })
    expect(await readRecord('people', personId)).toMatchObject({ source: 'Web' })
    expect(await readRecord('deals', dealId)).toMatchObject({ title: 'New', peopleIds: [personId] })
    expect(await readRecord('tasks', taskId)).toMatchObject({ title: 'New', personId })
    expect(await readRecord('activities', activityId)).toMatchObject({ content: 'New' })
  })

  test('an import reads the source of external ids from a column or an option', async () => {
    const sapPersonId = await createRecord('people', {
      firstName: 'A',
      externalId: '7',
      externalSource: 'sap',
    })
    const crmPersonId = await createRecord('people', {
      firstName: 'B',
      externalId: '7',
      externalSource: 'crm',
    })
    const sourceColumnFile = writeTable('External ID,External source,First name\n7,SAP,One\n')
    const updatedCounts = { updated: 1 }
    expect(getRowCounts(await importer.import(sourceColumnFile, { kind: 'people' }))).toEqual(
      updatedCounts,
    )
    const sourceOptionFile = writeTable('External ID,First name\n7,Two\n', 'option.csv')
    const importResult = await importer.import(sourceOptionFile, { kind: 'people', source: 'CRM' })
    expect(getRowCounts(importResult)).toEqual(updatedCounts)
    expect([
      (await readRecord('people', sapPersonId)).firstName,
      (await readRecord('people', crmPersonId)).firstName,
    ]).toEqual(['One', 'Two'])
  })
})

describe('External ids set by an import', () => {
  test('an import sets external ids on created and updated records, and undoing the import removes the ids', async () => {
    const email = 'ann@example.com'
    const annId = await createRecord('people', { firstName: 'Ann', emails: [{ value: email }] })
    const file = writeTable(`Record ID,First Name,Email\n1,Ann,${email}\n2,Bob,bob@example.com\n`)
    const importResult = await importer.import(file, { from: 'hubspot' })
    expect(getRowCounts(importResult)).toEqual({ created: 1, updated: 1 })
    expect(await listExternalIds('people', annId)).toEqual(['hubspot:1'])
    const [bob] = await listRecords('people', 'externalId=2&externalSource=hubspot')
    expect(bob).toMatchObject({ firstName: 'Bob' })
    const repeatedImport = await importer.import(file, { from: 'hubspot', again: true })
    expect(getRowCounts(repeatedImport)).toEqual({ unchanged: 2 })
    expect(await importer.undo(importResult)).toMatchObject({
      removed: 1,
      restored: 1,
      skippedCount: 0,
    })
    expect(await listExternalIds('people', annId)).toEqual([])
    expect(await listRecords('people', 'externalSource=hubspot')).toEqual([])
  })

  test('an import sets external ids even on skipped records, so that later files can reference those records', async () => {
    const email = 'ann@example.com'
    const annId = await createRecord('people', { firstName: 'Ann', emails: [{ value: email }] })
    const peopleFile = writeTable(`Record ID,First Name,Email\n1,Changed,${email}\n`)
    const skippedImport = await importer.import(peopleFile, { from: 'hubspot', onMatch: 'skip' })
    expect(getRowCounts(skippedImport)).toEqual({ skipped: 1 })
    const tasksFile = writeTable(
      'Record ID,Task Title,Associated Contact IDs\n9,Call,1\n',
      'tasks.csv',
    )
    expect(getRowCounts(await importer.import(tasksFile, { from: 'hubspot' }))).toEqual({
      created: 1,
    })
    expect(await listRecords('tasks', 'externalId=9&externalSource=hubspot')).toMatchObject([
      { personId: annId },
    ])
    expect(await readRecord('people', annId)).toMatchObject({ firstName: 'Ann' })
    expect(await importer.undo(skippedImport)).toMatchObject({ restored: 1 })
    expect(await listExternalIds('people', annId)).toEqual([])
  })

  test('an import that creates duplicates sets each external id on only one record', async () => {
    const file = writeTable('Record ID,First Name,Email\n1,Ann,ann@example.com\n')
    await importer.import(file, { from: 'hubspot' })
    const secondImport = await importer.import(file, {
      from: 'hubspot',
      onMatch: 'create',
      again: true,
    })
    expect(getRowCounts(secondImport)).toEqual({ created: 1 })
    const foundPeople = await listRecords('people', 'externalId=1&externalSource=hubspot')
    expect(foundPeople).toHaveLength(1)
  })

  test('an import rejects a row whose external id belongs to a person whom the importing user cannot view', async () => {
    const hiddenId = await createRecord('people', {
      firstName: 'Ann',
      externalId: '1',
      externalSource: 'hubspot',
      assignedAgentId: world.users.loner.id,
    })
    const file = writeTable('Record ID,First Name\n1,Ann\n2,Bob\n')
    const importResult = await importer.import(file, { from: 'hubspot' }, 'agent')
    expect(getRowCounts(importResult)).toEqual({ created: 1, refused: 1 })
    expect(listRejectedRows(importResult)).toEqual([
      '2: Record ID: belongs to a contact that you cannot view',
    ])
    expect(await listExternalIds('people', hiddenId)).toEqual(['hubspot:1'])
  })

  test('an import omits invalid external ids and sources and reports a warning', async () => {
    const file = writeTable(
      `External ID,External source,First name\n${'x'.repeat(256)},sap,Ann\n1,a b,Bob\n`,
    )
    const importResult = await importer.import(file, { kind: 'people' })
    expect(getRowCounts(importResult)).toEqual({ created: 2 })
    expect(listWarnings(importResult)).toEqual([
      '2: External ID: left out: must have at most 255 characters',
      '3: External ID: left out: must start with a letter or digit and contain only letters, digits and `._-`',
    ])
    expect(await listRecords('people', 'externalSource=sap')).toEqual([])
  })
})

describe('External ids in exports', () => {
  test('people exported to another company and imported back match the original people', async () => {
    await importer.import(getSamplePath('hubspot-contacts.csv'))
    const [firstPerson] = await listRecords('people', 'externalSource=hubspot')
    const externalIdsBefore = await listExternalIds('people', firstPerson?.id ?? '')
    const exportedCsv = await exportCsv('people')
    expect(exportedCsv).toContain('hubspot:')
    const rivalImport = await importer.import(
      writeTable(exportedCsv, 'away.csv'),
      rivalOptions,
      'stranger',
    )
    expect(getRowCounts(rivalImport)).toEqual({ created: expect.any(Number) })
    const [copiedPerson] = await listRecords(
      'people',
      `externalId=${firstPerson?.id}&externalSource=dealgraph`,
      'stranger',
    )
    expect(await listExternalIds('people', copiedPerson?.id ?? '', 'stranger')).toEqual([
      `dealgraph:${firstPerson?.id}`,
      ...externalIdsBefore,
    ])
    const returnedFile = writeTable(await exportCsv('people', 'stranger'), 'back.csv')
    expect(
      getRowCounts(await importer.import(returnedFile, { assignTo: 'owner@acme.test' })),
    ).not.toHaveProperty('created')
    expect(await listExternalIds('people', firstPerson?.id ?? '')).toEqual([
      `dealgraph:${copiedPerson?.id}`,
      ...externalIdsBefore,
    ])
  })

  test('exported deals, tasks and activities keep their external ids when imported into another company', async () => {
    const pipelineId = (await world.as('owner').rest('GET', '/v1/pipelines')).body.data[0].id
    const personId = await createRecord('people', { firstName: 'Ann' })
    const externalId = 'a;b:c'
    await createRecord('deals', { title: 'House', pipelineId, externalId })
    await createRecord('tasks', { title: 'Call', externalId })
    await createRecord('activities', { personId, channel: 'call', externalId })
    for (const kind of ['people', 'deals', 'tasks', 'activities'] as const) {
      const file = writeTable(await exportCsv(kind), `${kind}.csv`)
      const importResult = await importer.import(file, rivalOptions, 'stranger')
      expect(getRowCounts(importResult), listRejectedRows(importResult).join()).toEqual({
        created: 1,
      })
    }
    for (const path of ['deals', 'tasks', 'activities/search'])
      expect(
        await listRecords(path, `externalId=${encodeURIComponent(externalId)}`, 'stranger'),
      ).toHaveLength(1)
  })
})
