import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadViewerOfUser } from '../src/access/viewers.ts'
import { createExporter, type ExportedRecord } from '../src/exchange/export.ts'
import { listColumns, listFields } from '../src/exchange/fields.ts'
import { createWriter } from '../src/exchange/formats.ts'
import { listImportFields } from '../src/exchange/importing/mapping.ts'
import { type ExchangeKind, exchangeKinds, exportKinds, vendors } from '../src/exchange/kinds.ts'
import { getExportSource, listExportedKinds } from '../src/filtering/exports.ts'
import { uncapitalize } from '../src/lib/text.ts'
import { schema } from '../src/resources/index.ts'
import {
  createImporter,
  type Importer,
  listRejectedRows,
  listWarnings,
} from './support/importer.ts'
import { createWorld, type World } from './support/world.ts'

/**
 * Input fields without a column of their own: an option, and fields whose values are in other
 * columns.
 */
const fieldsWithoutColumn = ['onDuplicate', 'externalId', 'externalSource', 'customFields']

const getInputFields = (kind: string) =>
  Object.values(
    (
      schema.getType(`Create${getExportSource(kind).type}Input`) as GraphQLInputObjectType
    ).getFields(),
  )

let world: World
let importer: Importer
/** Sample values of references and of fields that accept only certain values of their type. */
let samplesByField: Record<string, unknown>
beforeAll(async () => {
  world = await createWorld()
  importer = createImporter(world)
  const { gql } = world.as('owner')
  const { body } = await gql(
    `mutation { createPerson(input: { firstName: "Ada", emails: [{ value: "ada@example.com" }] }) { person { id } }
      createTeam(input: { name: "North", memberIds: ["${world.users.agent.id}"] }) { team { id } }
      createPipeline(input: { name: "Field sales", stages: [{ name: "Open", type: open }, { name: "Late", type: open }] }) { pipeline { id stages { id } } } }`,
  )
  expect(body.errors).toBeUndefined()
  const {
    createPerson: { person },
    createTeam: { team },
    createPipeline: { pipeline },
  } = body.data
  const stages = await gql('{ stages(first: 2) { nodes { id } } }')
  samplesByField = {
    emails: [{ value: 'full@example.com', type: 'work' }],
    phones: [{ value: '+14155550177', type: 'home', isBad: true }],
    tags: ['Complete'],
    people_stageId: stages.body.data.stages.nodes[1].id,
    deals_stageId: pipeline.stages[1].id,
    pipelineId: pipeline.id,
    teamIds: [team.id],
    peopleIds: [person.id],
    personId: person.id,
    assigneeId: world.users.agent.id,
    collaboratorIds: [world.users.leader.id],
    channel: 'call',
    externalSource: 'hubspot',
  }
})
afterAll(async () => {
  importer.remove()
  await world.stop()
})

function createSampleValue(kind: string, name: string, type: GraphQLInputType): unknown {
  const fixedSample = samplesByField[`${kind}_${name}`] ?? samplesByField[name]
  if (fixedSample !== undefined) return fixedSample
  const namedType = getNamedType(type)
  const valuesByType: Record<string, unknown> = {
    Boolean: true,
    DateTime: '2026-05-17T09:30:00.000Z',
    Float: 12.5,
    Int: 12,
    Money: 12.5,
  }
  const sampleValue = isEnumType(namedType)
    ? namedType.getValues().at(-1)?.name
    : (valuesByType[namedType.name] ?? `A ${name}`)
  return isListType(getNullableType(type)) ? [sampleValue] : sampleValue
}

async function createCompleteRecord(kind: string): Promise<string> {
  const input = Object.fromEntries(
    getInputFields(kind)
      .filter(({ name }) => !['onDuplicate', 'customFields'].includes(name))
      .map(({ name, type }) => [name, createSampleValue(kind, name, type)]),
  )
  const typeName = getExportSource(kind).type
  const { body } = await world
    .as('owner')
    .gql(
      `mutation ($input: Create${typeName}Input!) { made: create${typeName}(input: $input) { record: ${uncapitalize(typeName)} { id } } }`,
      {
        input,
      },
    )
  expect(body.errors).toBeUndefined()
  return body.data.made.record.id
}

async function exportAllRecords(kind: string): Promise<{ csv: string; records: ExportedRecord[] }> {
  const ownerCredential = {
    companyId: world.company.id,
    userId: world.users.owner.id,
    scopes: null,
  }
  const viewer = await world.deps.store
    .forCompany(ownerCredential.companyId)
    .readLatest((db) => loadViewerOfUser(db, ownerCredential))
  if (!viewer) throw new Error('The owner does not exist')
  const selection = { includeTrash: false, where: null }
  const exporter = createExporter(world.deps, viewer, kind, selection)
  const writer = createWriter('csv', await exporter.listColumns())
  const records: ExportedRecord[] = []
  for await (const chunk of exporter.readRecords()) records.push(...chunk)
  return { csv: writer.head + writer.format(records), records }
}

const isEmpty = (value: unknown) => value == null || (Array.isArray(value) && value.length === 0)

test('the export command offers every record kind that declares an export', () => {
  expect(exportKinds, '`exportKinds` in src/exchange/kinds.ts').toEqual(
    listExportedKinds().toSorted(),
  )
})

const isImported = (kind: string): kind is ExchangeKind =>
  (exchangeKinds as readonly string[]).includes(kind)

describe.each(exportKinds)('The export of %s', (kind) => {
  let csv: string
  let records: ExportedRecord[]
  let exportedRecord: ExportedRecord | undefined
  beforeAll(async () => {
    const id = await createCompleteRecord(kind)
    ;({ csv, records } = await exportAllRecords(kind))
    exportedRecord = records.find((record) => record['id'] === id)
  })

  test('every input field for creating a record, except those on an explicit list, has an export column with its value', () => {
    const fields = new Map(listFields(kind).map(({ name, columns }) => [name, columns]))
    const columnsByField = getInputFields(kind)
      .filter(({ name }) => !fieldsWithoutColumn.includes(name))
      .map(({ name }) => ({ name, columns: fields.get(name) ?? [] }))
    expect(
      columnsByField.filter(({ columns }) => columns.length === 0),
      'input fields without a column, see src/exchange/fields.ts',
    ).toEqual([])
    expect(
      columnsByField.flatMap(({ columns }) =>
        columns.filter(({ name }) => isEmpty(exportedRecord?.[name])),
      ),
      'columns without a value, see `readColumns` of `declareExport`',
    ).toEqual([])
  })

  if (!isImported(kind)) return

  test('every exported field, except `externalIds` and read-only fields, can be imported again with the same value', async () => {
    const columns = listColumns(kind).filter((column) => !column.isReadOnly)
    expect(listImportFields(kind)).toEqual(expect.arrayContaining(columns.map(({ name }) => name)))
    const importResult = await importer.import(importer.file(`${kind}.csv`, csv), {
      onMatch: 'create',
    })
    expect([
      importResult.plan.kind,
      listRejectedRows(importResult),
      listWarnings(importResult),
    ]).toEqual([kind, [], []])
    const importedRecords = (await exportAllRecords(kind)).records.slice(records.length)
    const getColumnValues = (record: ExportedRecord | undefined) =>
      Object.fromEntries(
        columns
          .map(({ name }) => [name, record?.[name]])
          .filter(([name]) => name !== 'externalIds'),
      )
    expect(
      importedRecords.map(getColumnValues),
      'fields that src/exchange/importing does not read',
    ).toContainEqual(getColumnValues(exportedRecord))
  })
})

test('no heading of imported vCards assigns the column of one field to another field', () => {
  const toKey = (heading: string) => heading.toLowerCase().replace(/\W/g, '')
  const columnNames = new Map(listColumns('people').map(({ name }) => [toKey(name), name]))
  for (const [column, headings] of Object.entries(vendors.vcard.people ?? {}))
    for (const heading of headings.split(', '))
      expect(
        [heading, columnNames.get(toKey(heading)) ?? column],
        'headings of the vendor vcard in src/exchange/vendors.json',
      ).toEqual([heading, column])
})
