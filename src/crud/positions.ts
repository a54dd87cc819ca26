/** Positions in short lists that users arrange, such as pipelines: 0, 1, 2, … without gaps. */
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/async.ts'
import { query } from '../store/query.ts'
import type { Schema } from '../store/schema.ts'
import { createLoader, indexById } from './loader.ts'
import { updateRecord } from './records.ts'

/** Creates functions that read a list visible to all users. On SQLite, the list is cached. */
export function createPositionedReads<T extends 'pipelines' | 'pipelineStages' | 'stages'>(
  table: T,
  noun: string,
) {
  type Row = Schema[T]
  const rowsQuery = query(
    (_, p: { companyId: string }) =>
      sql<Row>`select * from ${sql.table(table)} where "companyId" = ${p.companyId} order by "position", "id"`,
  )
  const readRows = (ctx: Context): MaybePromise<readonly Row[]> =>
    ctx.db.readAllCached(rowsQuery, { companyId: ctx.viewer.companyId })
  return {
    list: readRows,
    load: createLoader<Row>((ctx) => mapMaybePromise(readRows(ctx), indexById)),
    /** Returns the row with this id. @throws NOT_FOUND */
    async get(ctx: Context, id: string): Promise<Row> {
      const row = (await readRows(ctx)).find((candidate) => candidate.id === id)
      if (!row) throw notFound(noun)
      return row
    },
  }
}

const kindByTable = { pipelines: 'pipeline', stages: 'stage', customFields: 'customField' } as const

type ArrangedTable = keyof typeof kindByTable

/** Moves a row in its list, at most to the end. @returns the position for the caller to write */
export async function moveRow<T extends ArrangedTable>(
  ctx: Context,
  table: T,
  rows: readonly Schema[T][],
  row: Schema[T],
  position: number,
): Promise<number> {
  const reorderedRows = rows.filter((other) => other.id !== row.id).toSpliced(position, 0, row)
  await renumberRows(ctx, table, reorderedRows, row.id)
  return reorderedRows.indexOf(row)
}

/** Numbers the rows from 0, with an event for each change, but does not write `exceptId`. */
export async function renumberRows<T extends ArrangedTable>(
  ctx: Context,
  table: T,
  rows: readonly Schema[T][],
  exceptId?: string,
): Promise<void> {
  const eventType = `${kindByTable[table]}.updated` as const
  for (const [position, row] of rows.entries())
    if (row.id !== exceptId)
      await updateRecord(ctx, table, row, { position } as Partial<Schema[T]>, eventType)
}
