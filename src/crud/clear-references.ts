import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { type Change, recordEvent } from '../events/record-event.ts'
import type { EventType } from '../events/types.ts'
import { inChunks } from '../lib/event-loop.ts'
import { queryFamily } from '../store/query.ts'
import type { RecordColumns, Schema, TableName } from '../store/schema.ts'
import { personReferences } from './person-references.ts'
import { applyChanges, type RecordTable } from './records.ts'

/**
 * How records of one kind are linked to those of another, from which they are parted when the other
 * goes.
 */
interface Links {
  table: RecordTable
  links: TableName
  /** The columns of `links` that name the one and the other. */
  own: string
  linked: string
  /** Under which name the list of links stands among the changes of an event. */
  field: string
  event: EventType
}

type Linked = { companyId: string; id: string }

const nextLinked = queryFamily<Links, Linked & { limit: number }, RecordColumns>(
  (_, p, { table, links, own, linked }) =>
    sql<RecordColumns>`select "own".* from (select ${sql.ref(own)} as "id" from ${sql.table(links)} where "companyId" = ${p.companyId}
      and ${sql.ref(linked)} = ${p.id} order by ${sql.ref(own)} limit ${p.limit}) as "link"
      cross join ${sql.table(table)} as "own" where "own"."companyId" = ${p.companyId} and "own"."id" = "link"."id" order by "own"."id"`,
)

const linksOf = queryFamily<Links, Linked, { id: string }>(
  (_, p, { links, own, linked }) =>
    sql<{
      id: string
    }>`select ${sql.ref(linked)} as "id" from ${sql.table(links)} where "companyId" = ${p.companyId} and ${sql.ref(own)} = ${p.id} order by "position"`,
)

/**
 * Parts every record from one that is going: each is changed, with its event, a slice of them at a
 * time.
 */
export async function unlinkRecords(ctx: Context, kind: Links, id: string): Promise<void> {
  const { companyId } = ctx.viewer
  const one = async (row: RecordColumns) => {
    const from = (await ctx.db.all(linksOf(kind), { companyId, id: row.id })).map((each) => each.id)
    await ctx.db.delete(kind.links, { companyId, [kind.own]: row.id, [kind.linked]: id } as never)
    await change(ctx, kind, row, {}, [
      { field: kind.field, from, to: from.filter((each) => each !== id) },
    ])
  }
  await inChunks(async (limit) => {
    const rows = await ctx.db.all(nextLinked(kind), { companyId, id, limit })
    for (const row of rows) await one(row)
    return rows.length
  })
}

const nextNaming = queryFamily<
  { table: RecordTable; column: string },
  Linked & { limit: number },
  RecordColumns
>(
  (_, p, { table, column }) =>
    sql<RecordColumns>`select * from ${sql.table(table)} where "companyId" = ${p.companyId} and ${sql.ref(column)} = ${p.id} order by "id" limit ${p.limit}`,
)

/** The same for records that name the other in a column of their own. */
export async function clearForeignKey(
  ctx: Context,
  kind: { table: RecordTable; column: string; event: EventType },
  id: string,
): Promise<void> {
  await inChunks(async (limit) => {
    const rows = await ctx.db.all(nextNaming({ table: kind.table, column: kind.column }), {
      companyId: ctx.viewer.companyId,
      id,
      limit,
    })
    for (const row of rows) await change(ctx, kind, row, { [kind.column]: null })
    return rows.length
  })
}

/** Clears what references a person who is to be deleted, as the tables' declarations say. */
export async function clearPersonReferences(ctx: Context, personId: string): Promise<void> {
  for (const { table, event, onDelete } of personReferences('move'))
    if (onDelete === 'clear')
      await clearForeignKey(ctx, { table, column: 'personId', event }, personId)
  for (const { table, column, recordTable, event, field } of personReferences('relink'))
    await unlinkRecords(
      ctx,
      { table: recordTable, links: table, own: column, linked: 'personId', field, event },
      personId,
    )
}

async function change(
  ctx: Context,
  { table, event }: Pick<Links, 'table' | 'event'>,
  row: RecordColumns,
  patch: object,
  also: Change[] = [],
): Promise<void> {
  const { row: after, changes } = await applyChanges(
    ctx,
    table,
    row as Schema[RecordTable],
    patch,
    also,
  )
  recordEvent(ctx, { type: event, record: after, changes })
}
