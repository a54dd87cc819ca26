import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { viewerOfUser } from '../src/access/authenticate.ts'
import type { ExportedRecord } from '../src/exchange/export.ts'
import { Exporter } from '../src/exchange/export.ts'
import { writerOf } from '../src/exchange/formats.ts'
import { type ExchangeKind, exchangeKinds, type Format } from '../src/exchange/kinds.ts'
import { fillAwkwardly } from './support/awkward.ts'
import { countsOf, type Desk, deskOf, refusedOf } from './support/importing.ts'
import { createWorld, type World } from './support/world.ts'

/** What `export` writes, `import` reads. */
const endings: Record<Format, string> = { csv: 'csv', jsonl: 'jsonl', vcard: 'vcf' }

let world: World
let desk: Desk
beforeAll(async () => {
  world = await createWorld()
  desk = deskOf(world)
  await fillAwkwardly(world)
})
afterAll(async () => {
  desk.remove()
  await world.stop()
})

async function exported(
  kind: ExchangeKind,
  format: Format,
): Promise<{ text: string; records: ExportedRecord[] }> {
  const { company, users, deps } = world
  const who = { companyId: company.id, userId: users.owner.id, scopes: null }
  const viewer = await deps.store.forCompany(company.id).readLatest((db) => viewerOfUser(db, who))
  if (!viewer) throw new Error('no viewer')
  const from = new Exporter(deps, viewer, kind, {
    includeTrash: false,
    where: null,
    orderBy: null,
  } as never)
  const writer = writerOf(format, await from.columns())
  const records: ExportedRecord[] = []
  for await (const some of from.records()) records.push(...some)
  return { text: writer.head + writer.records(records), records }
}

/** What is a record's own, and so is another with each. */
const own = [
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
const told = async (kind: ExchangeKind) => {
  const { text, records } = await exported(kind, 'jsonl')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines).toHaveLength(records.length)
  return lines.map((record) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !own.includes(name))),
  )
}

const files = exchangeKinds.flatMap((kind) =>
  (['csv', 'jsonl', ...(kind === 'people' ? ['vcard' as const] : [])] as const).map(
    (format) => [kind, format] as const,
  ),
)

describe('what was exported', () => {
  test.each(files)(
    'changes nothing when it is imported over itself: %s as %s',
    async (kind, format) => {
      const { text, records } = await exported(kind, format)
      const imported = await desk.import(desk.file(`same.${endings[format]}`, text))
      // A card has line breaks of one kind.
      const changed =
        format === 'vcard'
          ? records.filter((record) => JSON.stringify(record).includes('\\r')).length
          : 0
      expect([imported.plan.kind, refusedOf(imported), imported.summary.counts.unchanged]).toEqual([
        kind,
        [],
        records.length - changed,
      ])
      expect(imported.plan.mapping.columns.filter(({ known }) => !known)).toEqual([])
      await desk.undo(imported)
    },
  )

  test.each(files)(
    'is the same once more when it is imported as new: %s as %s',
    async (kind, format) => {
      const before = await told(kind)
      const { text } = await exported(kind, format)
      const imported = await desk.import(desk.file(`new.${endings[format]}`, text), {
        onMatch: 'create',
        again: true,
      })
      expect([refusedOf(imported), countsOf(imported)]).toEqual([[], { created: before.length }])
      const after = await told(kind)
      const plain = format === 'vcard' ? withoutReturns(before) : before
      expect(after.slice(kind === 'activities' ? 0 : before.length)).toEqual(
        expect.arrayContaining(plain),
      )
      await desk.undo(imported)
      expect(await told(kind)).toEqual(before)
    },
  )
})

/** A card has line breaks of one kind. */
const withoutReturns = (records: object[]): object[] =>
  JSON.parse(JSON.stringify(records).replaceAll(/\\r\\n|\\r/g, '\\n')) as object[]
