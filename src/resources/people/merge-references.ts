/** Moves all references between people in a merge, and back when the merge is undone. */
import { sql } from 'kysely'
import { type Context, timestamp } from '../../context.ts'
import {
  getPersonReferences,
  type PersonLink,
  type PersonRecord,
  type Row,
  rowsQuery,
} from '../../crud/person-references.ts'
import { conflict } from '../../errors.ts'
import { changesBetween, recordEvent } from '../../events/record-event.ts'
import { yieldToEventLoop } from '../../lib/async.ts'
import { formatCount } from '../../lib/text.ts'
import { encodeListParam, type IdsParams, queryFamily } from '../../store/query.ts'
import type { TableName } from '../../store/schema.ts'
import { isIn } from '../../store/sql.ts'
import type { MergeSnapshot } from './merge-values.ts'
import { refreshLastActivity } from './operations.ts'

/** The maximum number of records or links that a merge moves per table. */
const maxMovedRows = 10_000
const rowsPerChunk = 500
type MovedReferences = Pick<MergeSnapshot, 'moved' | 'links'>
type LinkSnapshot = MergeSnapshot['links'][number]

type RecordRevision = { id: string; version: number }

const peopleRecordsQuery = queryFamily(
  (_, p: IdsParams & { limit: number }, table: TableName) =>
    sql<{ id: string; personId: string }>`select "id", "personId" from ${sql.table(table)}
      where "companyId" = ${p.companyId} and ${isIn('personId', p.ids)} order by "id" limit ${p.limit}`,
)

const reassignRecordsStatement = queryFamily(
  (_, p: IdsParams & { from: string; to: string; now: string }, table: TableName) =>
    sql<RecordRevision>`update ${sql.table(table)} set "personId" = ${p.to}, "version" = "version" + 1, "updatedAt" = ${p.now}
      where "companyId" = ${p.companyId} and ${isIn('id', p.ids)} and "personId" = ${p.from} returning "id", "version"`,
)

const incrementVersionsStatement = queryFamily(
  (_, p: IdsParams & { now: string }, table: TableName) =>
    sql<RecordRevision>`update ${sql.table(table)} set "version" = "version" + 1, "updatedAt" = ${p.now}
      where "companyId" = ${p.companyId} and ${isIn('id', p.ids)} returning "id", "version"`,
)

/** Processes items in chunks, so that other requests can read in between. */
async function forEachChunk<T>(items: readonly T[], work: (chunk: T[]) => Promise<void>) {
  for (let start = 0; start < items.length; start += rowsPerChunk) {
    await work(items.slice(start, start + rowsPerChunk))
    if (items.length > rowsPerChunk) await yieldToEventLoop()
  }
}

const createTooManyRowsError = (table: string) =>
  conflict(`More than ${formatCount(maxMovedRows)} ${table} would move: merge fewer contacts`)

/**
 * Moves all references from the merged people to the survivor. @throws CONFLICT for more than
 * 10,000 references in one table
 */
export async function moveReferences(
  ctx: Context,
  survivorId: string,
  otherIds: readonly string[],
): Promise<MovedReferences> {
  const movedReferences: MovedReferences = { moved: [], links: [] }
  for (const reference of getPersonReferences('move'))
    movedReferences.moved.push(...(await moveRecords(ctx, reference, survivorId, otherIds)))
  for (const link of getPersonReferences('relink'))
    movedReferences.links.push(await moveLinks(ctx, link, survivorId, otherIds))
  await refreshLastActivity(ctx, survivorId)
  return movedReferences
}

/** Moves unchanged references back to the merged people, who must already be restored. */
export async function restoreReferences(
  ctx: Context,
  survivorId: string,
  { others, moved: movedRecords, links }: MovedReferences & Pick<MergeSnapshot, 'others'>,
): Promise<void> {
  for (const reference of getPersonReferences('move'))
    for (const { personId, ids } of movedRecords.filter(({ table }) => table === reference.table))
      await reassignRecords(ctx, reference, ids, survivorId, personId)
  for (const link of getPersonReferences('relink'))
    for (const snapshot of links.filter(({ table }) => table === link.table))
      await restoreLinks(ctx, link, survivorId, snapshot)
  for (const personId of [survivorId, ...others.map(({ person }) => person.id)])
    await refreshLastActivity(ctx, personId)
}

async function moveRecords(
  ctx: Context,
  reference: PersonRecord,
  survivorId: string,
  otherIds: readonly string[],
): Promise<MergeSnapshot['moved']> {
  const { table } = reference
  const records = await ctx.db.all(peopleRecordsQuery(table), {
    companyId: ctx.viewer.companyId,
    ids: encodeListParam(otherIds),
    limit: maxMovedRows + 1,
  })
  if (records.length > maxMovedRows) throw createTooManyRowsError(table)
  const movedRecords = [...Map.groupBy(records, (row) => row.personId)].map(([personId, rows]) => ({
    table,
    personId,
    ids: rows.map((row) => row.id),
  }))
  for (const { personId, ids } of movedRecords)
    await reassignRecords(ctx, reference, ids, personId, survivorId)
  return movedRecords
}

/** Reassigns the records that still refer to `from`. */
const reassignRecords = (
  ctx: Context,
  { table, event }: PersonRecord,
  ids: string[],
  from: string,
  to: string,
): Promise<void> =>
  forEachChunk(ids, async (chunk) => {
    const rows = await ctx.db.all(reassignRecordsStatement(table), {
      companyId: ctx.viewer.companyId,
      ids: encodeListParam(chunk),
      from,
      to,
      now: timestamp(ctx),
    })
    for (const record of rows.sort(byId))
      recordEvent(ctx, { type: event, record, changes: [{ field: 'personId', from, to }] })
  })

/** Moves links. A record keeps its link to the survivor; without one, its first link moves. */
async function moveLinks(
  ctx: Context,
  link: PersonLink,
  survivorId: string,
  otherIds: readonly string[],
): Promise<LinkSnapshot> {
  const { companyId } = ctx.viewer
  const { table, column } = link
  const rows = await ctx.db.all(rowsQuery({ table, column: 'personId', orderBy: [column] }), {
    companyId,
    ids: encodeListParam(otherIds),
  })
  if (rows.length > maxMovedRows) throw createTooManyRowsError(link.recordTable)
  const recordIds = [...new Set(rows.map((row) => String(row[column])))]
  const linksBefore = await readLinks(ctx, link, recordIds)
  const linkedIds: string[] = []
  for (const personId of otherIds) await ctx.db.delete(table, { companyId, personId })
  await forEachChunk([...linksBefore], async (chunk) => {
    for (const [id, links] of chunk) {
      const removedLink = links.find((row) => otherIds.includes(String(row['personId'])))
      if (links.some((row) => row['personId'] === survivorId)) linkedIds.push(id)
      else await ctx.db.insert(table, { ...removedLink, personId: survivorId } as never)
    }
  })
  await recordLinkChanges(ctx, link, linksBefore)
  return { table, rows, linked: linkedIds }
}

/** Reverses `moveLinks` for the records to which the survivor is still linked. */
async function restoreLinks(
  ctx: Context,
  link: PersonLink,
  survivorId: string,
  { rows, linked: linkedIds }: LinkSnapshot,
): Promise<void> {
  const { companyId } = ctx.viewer
  const { table, column } = link
  const linkedIdSet = new Set(linkedIds)
  const isSurvivorLink = (row: Row) => row['personId'] === survivorId
  const removedLinks = Map.groupBy(rows, (row) => String(row[column]))
  const links = await readLinks(ctx, link, [...removedLinks.keys()])
  const linksBefore = new Map(
    [...links].filter(([, linksOfRecord]) => linksOfRecord.some(isSurvivorLink)),
  )
  await forEachChunk([...linksBefore], async (chunk) => {
    for (const [id, linksOfRecord] of chunk) {
      const wasLinked = linkedIdSet.has(id)
      if (!wasLinked)
        await ctx.db.delete(table, { companyId, [column]: id, personId: survivorId } as never)
      const occupiedPositions = linksOfRecord
        .filter((row) => wasLinked || !isSurvivorLink(row))
        .map(getPosition)
      for (const row of (removedLinks.get(id) ?? []).sort(byPosition)) {
        const position = occupiedPositions.includes(getPosition(row))
          ? Math.max(...occupiedPositions) + 1
          : getPosition(row)
        occupiedPositions.push(position)
        await ctx.db.insert(table, { ...row, position } as never)
      }
    }
  })
  await recordLinkChanges(ctx, link, linksBefore)
}

/** Reads all links of the records, ordered by position. */
async function readLinks(ctx: Context, { table, column }: PersonLink, recordIds: string[]) {
  const links = new Map<string, Row[]>()
  await forEachChunk(recordIds, async (chunk) => {
    const chunkLinks = await ctx.db.all(rowsQuery({ table, column, orderBy: ['position'] }), {
      companyId: ctx.viewer.companyId,
      ids: encodeListParam(chunk),
    })
    for (const [id, group] of Map.groupBy(chunkLinks, (row) => String(row[column])))
      links.set(id, group)
  })
  return links
}

/** Records an event with the changed people of each record, and increments the record's version. */
async function recordLinkChanges(ctx: Context, link: PersonLink, linksBefore: Map<string, Row[]>) {
  const { field, event: type, recordTable } = link
  const ids = [...linksBefore.keys()]
  const linksAfter = await readLinks(ctx, link, ids)
  await forEachChunk(ids, async (chunk) => {
    const records = await ctx.db.all(incrementVersionsStatement(recordTable), {
      companyId: ctx.viewer.companyId,
      ids: encodeListParam(chunk),
      now: timestamp(ctx),
    })
    for (const record of records.sort(byId)) {
      const toPersonIds = (links: Map<string, Row[]>) => ({
        [field]: (links.get(record.id) ?? []).map((row) => row['personId']),
      })
      const changes = changesBetween(toPersonIds(linksBefore), toPersonIds(linksAfter), [field])
      recordEvent(ctx, { type, record, changes })
    }
  })
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
const getPosition = (row: Row) => Number(row['position'])
const byPosition = (a: Row, b: Row) => getPosition(a) - getPosition(b)
