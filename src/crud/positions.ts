/** The order of short lists that users arrange, such as pipelines: 0, 1, 2, … without gaps. */
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/async.ts'
import { query } from '../store/query.ts'
import type { Schema } from '../store/schema.ts'
import { byId, createLoader } from './loader.ts'
import { updateRecord } from './records.ts'

/** Creates the read functions of a list that all users can view, cached until its table changes. */
export function createPositionedReads<T extends 'pipelines' | 'pipelineStages' | 'stages'>(
  table: T,
  noun: string,
) {
  type Row = Schema[T]
  const rows = query(
    (_, p: { companyId: string }) =>
      sql<Row>`select * from ${sql.table(table)} where "companyId" = ${p.companyId} order by "position", "id"`,
  )
  const list = (ctx: Context): MaybePromise<readonly Row[]> =>
    ctx.db.readAllCached(rows, { companyId: ctx.viewer.companyId })
  return {
    list,
    load: createLoader<Row>((ctx) => mapMaybePromise(list(ctx), byId)),
    /** @throws NOT_FOUND */
    async get(ctx: Context, id: string): Promise<Row> {
      const row = (await list(ctx)).find((candidate) => candidate.id === id)
      if (!row) throw notFound(noun)
      return row
    },
  }
}

const kindOfTable = { pipelines: 'pipeline', stages: 'stage', customFields: 'customField' } as const

type ArrangedTable = keyof typeof kindOfTable

/** Moves a record in its list; a position past the end means last. @returns its new position */
export async function moveRow<T extends ArrangedTable>(
  ctx: Context,
  table: T,
  rows: readonly Schema[T][],
  row: Schema[T],
  position: number,
): Promise<number> {
  const order = rows.filter((other) => other.id !== row.id).toSpliced(position, 0, row)
  await renumber(ctx, table, order, row.id)
  return order.indexOf(row)
}

/** Numbers a list from 0, with an event per change; skips `exceptId`, which the caller updates. */
export async function renumber<T extends ArrangedTable>(
  ctx: Context,
  table: T,
  rows: readonly Schema[T][],
  exceptId?: string,
): Promise<void> {
  const type = `${kindOfTable[table]}.updated` as const
  for (const [position, row] of rows.entries())
    if (row.id !== exceptId)
      await updateRecord(ctx, table, row, { position } as Partial<Schema[T]>, type)
}
