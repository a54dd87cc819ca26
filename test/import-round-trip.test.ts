/** Tests that `import` reads every file that `export` writes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadViewerOfUser } from '../src/access/viewers.ts'
import { createExporter, type ExportedRecord } from '../src/exchange/export.ts'
import { createWriter } from '../src/exchange/formats.ts'
import { type ExchangeKind, exchangeKinds, type Format } from '../src/exchange/kinds.ts'
import { createEdgeCaseRecords } from './support/edge-case-records.ts'
import {
  createImporter,
  getRowCounts,
  type Importer,
  listRejectedRows,
} from './support/importer.ts'
import { createWorld, type World } from './support/world.ts'

const extensions: Record<Format, string> = { csv: 'csv', jsonl: 'jsonl', vcard: 'vcf' }

let world: World
let importer: Importer
beforeAll(async () => {
  world = await createWorld()
  importer = createImporter(world)
  await createEdgeCaseRecords(world)
})
afterAll(async () => {
  importer.remove()
  await world.stop()
})

async function exportRecords(
  kind: ExchangeKind,
  format: Format,
): Promise<{ text: string; records: ExportedRecord[] }> {
  const { company, users, deps } = world
  const ownerAccess = { companyId: company.id, userId: users.owner.id, scopes: null }
  const viewer = await deps.store
    .forCompany(company.id)
    .readLatest((db) => loadViewerOfUser(db, ownerAccess))
  if (!viewer) throw new Error('the viewer does not exist')
  const exporter = createExporter(deps, viewer, kind, {
    includeTrash: false,
    where: null,
    orderBy: null,
  } as never)
  const writer = createWriter(format, await exporter.listColumns())
  const records: ExportedRecord[] = []
  for await (const batch of exporter.readRecords()) records.push(...batch)
  return { text: writer.head + writer.format(records), records }
}

/** Fields that are not compared, because they differ between a record and its copy. */
const ignoredFields = [
  'id',
  'version',
  'createdAt',
  'updatedAt',
  'stageEnteredAt',
  'lastActivityAt',
  'rank',
  'personId',
  'assignedTo',
  'previousStageId',
  'externalIds',
]
const readComparableRecords = async (kind: ExchangeKind) => {
  const { text, records } = await exportRecords(kind, 'jsonl')
  const parsedRecords = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(parsedRecords).toHaveLength(records.length)
  return parsedRecords.map((record) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !ignoredFields.includes(name))),
  )
}

const exportVariants = exchangeKinds.flatMap((kind) =>
  (['csv', 'jsonl', ...(kind === 'people' ? ['vcard' as const] : [])] as const).map(
    (format) => [kind, format] as const,
  ),
)

describe('Imports of exported files', () => {
  test.each(exportVariants)(
    'importing an export of %s in %s format over the same records changes no record, except for line breaks in vCards',
    async (kind, format) => {
      const { text, records } = await exportRecords(kind, format)
      const importResult = await importer.import(importer.file(`same.${extensions[format]}`, text))
      // A vCard normalizes line breaks, so every record with a carriage return changes.
      const changedRecordCount =
        format === 'vcard'
          ? records.filter((record) => JSON.stringify(record).includes('\\r')).length
          : 0
      expect([
        importResult.plan.kind,
        listRejectedRows(importResult),
        importResult.summary.counts.unchanged,
      ]).toEqual([kind, [], records.length - changedRecordCount])
      expect(importResult.plan.mapping.columns.filter(({ known }) => !known)).toEqual([])
      await importer.undo(importResult)
    },
  )

  test.each(exportVariants)(
    'importing an export of %s in %s format as new records creates records with the same contents, except for line breaks in vCards',
    async (kind, format) => {
      const recordsBefore = await readComparableRecords(kind)
      const { text } = await exportRecords(kind, format)
      const importResult = await importer.import(importer.file(`new.${extensions[format]}`, text), {
        onMatch: 'create',
        again: true,
      })
      expect([listRejectedRows(importResult), getRowCounts(importResult)]).toEqual([
        [],
        { created: recordsBefore.length },
      ])
      const recordsAfter = await readComparableRecords(kind)
      const expectedRecords =
        format === 'vcard' ? normalizeLineBreaks(recordsBefore) : recordsBefore
      expect(recordsAfter.slice(kind === 'activities' ? 0 : recordsBefore.length)).toEqual(
        expect.arrayContaining(expectedRecords),
      )
      await importer.undo(importResult)
      expect(await readComparableRecords(kind)).toEqual(recordsBefore)
    },
  )
})

/** Normalizes line breaks as vCard does. */
const normalizeLineBreaks = (records: object[]): object[] =>
  JSON.parse(JSON.stringify(records).replaceAll(/\\r\\n|\\r/g, '\\n')) as object[]
