/**
 * The tables that reference people. Each table declares how its rows change when a person is
 * merged, unmerged or permanently deleted; a test fails on a foreign key without a declaration.
 */
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { EventType } from '../events/event-types.ts'
import { inChunks } from '../lib/async.ts'
import { encodeListParam, queryFamily } from '../store/query.ts'
import type { RecordColumns, RecordTable, Schema, TableName } from '../store/schema.ts'
import { isIn } from '../store/sql.ts'
import { updateRecord } from './records.ts'

/**
 * A table of rows that the database deletes with their person. `keep`: a merge stores the rows in
 * its snapshot, and an unmerge restores them. `transfer`: a merge moves the rows, and an unmerge
 * moves them back.
 */
interface PersonOwnedTable {
  onMerge: 'keep' | 'transfer'
  table: TableName
  column: string
  orderBy: readonly string[]
  /** A column that references a record; an unmerge does not restore rows of deleted records. */
  requires?: string
}

export interface PersonRecord {
  onMerge: 'move'
  onDelete: 'cascade' | 'clear'
  table: RecordTable
  event: EventType
}

/** A table that links records of one kind to records of another. */
interface RecordLink {
  table: TableName
  column: string
  recordTable: RecordTable
  /** The event recorded for each record whose links change; it contains a change to `field`. */
  event: EventType
  field: string
}

/** A table that links records to people; its column `personId` references the person. */
export type PersonLink = RecordLink & { onMerge: 'relink' }

type PersonIndex = { onMerge: 'rebuild'; table: TableName }

type PersonReference = PersonOwnedTable | PersonRecord | PersonLink | PersonIndex

const declaredReferences: PersonReference[] = []

export function declarePersonReferences(...references: PersonReference[]): void {
  declaredReferences.push(...references)
}

/** Returns the references with one of the `onMerge` values; without arguments, all references. */
export const getPersonReferences = <M extends PersonReference['onMerge']>(...onMerge: M[]) =>
  declaredReferences.filter(
    (reference): reference is PersonReference & { onMerge: M } =>
      onMerge.length === 0 || onMerge.includes(reference.onMerge as M),
  )

/** Clears references to a person before deletion, except in rows deleted by cascade. */
export async function clearPersonReferences(ctx: Context, personId: string): Promise<void> {
  for (const record of getPersonReferences('move'))
    if (record.onDelete === 'clear') await clearPersonId(ctx, record, personId)
  for (const link of getPersonReferences('relink'))
    await unlinkRecords(ctx, link, 'personId', personId)
}

type ChunkParams = { companyId: string; id: string; limit: number }

const personRecordsQuery = queryFamily(
  (_, p: ChunkParams, table: TableName) =>
    sql<RecordColumns>`select * from ${sql.table(table)} where "companyId" = ${p.companyId} and "personId" = ${p.id} order by "id" limit ${p.limit}`,
)

async function clearPersonId(ctx: Context, { table, event }: PersonRecord, id: string) {
  const { companyId } = ctx.viewer
  await inChunks(async (limit) => {
    const rows = await ctx.db.all(personRecordsQuery(table), { companyId, id, limit })
    for (const row of rows as Schema[RecordTable][])
      await updateRecord(ctx, table, row, { personId: null }, event)
    return rows.length
  })
}

type LinkShape = Pick<RecordLink, 'table' | 'column' | 'recordTable'> & { targetColumn: string }

const linkedRecordsQuery = queryFamily(
  (_, p: ChunkParams, { targetColumn, ...link }: LinkShape) =>
    sql<RecordColumns>`select "record".* from (select ${sql.ref(link.column)} as "id" from ${sql.table(link.table)} where "companyId" = ${p.companyId}
      and ${sql.ref(targetColumn)} = ${p.id} order by ${sql.ref(link.column)} limit ${p.limit}) as "link"
      cross join ${sql.table(link.recordTable)} as "record" where "record"."companyId" = ${p.companyId} and "record"."id" = "link"."id" order by "record"."id"`,
)

/** Unlinks all records from one that is to be deleted, with an event for each unlinked record. */
export async function unlinkRecords(
  ctx: Context,
  { table, column, recordTable, event, field }: RecordLink,
  targetColumn: string,
  targetId: string,
): Promise<void> {
  const { companyId } = ctx.viewer
  const linkShape: LinkShape = { table, column, recordTable, targetColumn }
  await inChunks(async (limit) => {
    const rows = await ctx.db.all(linkedRecordsQuery(linkShape), { companyId, id: targetId, limit })
    for (const row of rows) {
      const links = await ctx.db.all(rowsQuery({ table, column, orderBy: ['position'] }), {
        companyId,
        ids: encodeListParam([row.id]),
      })
      const idsBefore = links.map((link) => link[targetColumn])
      const linkKey = { companyId, [column]: row.id, [targetColumn]: targetId }
      await ctx.db.delete(table, linkKey as never)
      const idsAfter = idsBefore.filter((id) => id !== targetId)
      await updateRecord(ctx, recordTable, row as Schema[RecordTable], {}, event, [
        { field, from: idsBefore, to: idsAfter },
      ])
    }
    return rows.length
  })
}

export type Row = Record<string, unknown>

interface RowSelection {
  table: TableName
  /** The column that is compared with `ids`. */
  column: string
  orderBy: readonly string[]
}

export const rowsQuery = queryFamily(
  (_, p: { companyId: string; ids: string }, { table, column, orderBy }: RowSelection) =>
    sql<Row>`select * from ${sql.table(table)} where "companyId" = ${p.companyId} and ${isIn(column, p.ids)}
      order by ${sql.join([column, ...orderBy].map((name) => sql.ref(name)))}`,
)
