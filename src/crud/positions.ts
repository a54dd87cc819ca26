/** The order of short lists that users arrange, such as pipelines: 0, 1, 2, … without gaps. */
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/async.ts'
import { query } from '../store/query.ts'
import type { RecordColumns, Schema } from '../store/schema.ts'
import { byId, createLoader } from './loader.ts'
import { updateRecord } from './records.ts'

type Positioned = RecordColumns & { position: number }

/** Creates the read functions of a list that all users can view, cached until its table changes. */
export function createPositionedReads<T extends 'pipelines' | 'pipelineStages' | 'stages'>(
  table: T,
  noun: string,
) {
  const rows = query(
    (_, p: { companyId: string }) =>
      sql<
        Schema[T]
      >`select * from ${sql.table(table)} where "companyId" = ${p.companyId} order by "position", "id"`,
  )
  const list = (ctx: Context): MaybePromise<readonly Schema[T][]> =>
    ctx.db.readAllCached(rows, { companyId: ctx.viewer.companyId })
  return {
    list,
    load: createLoader<Schema[T]>((ctx) => mapMaybePromise(list(ctx), byId)),
    /** @throws NOT_FOUND */
    async get(ctx: Context, id: string): Promise<Schema[T]> {
      const row = (await list(ctx)).find((candidate) => candidate.id === id)
      if (!row) throw notFound(noun)
      return row
    },
  }
}

/** Returns the list with one record moved to a position; a position past the end means last. */
export function moveRow<R extends Positioned>(rows: readonly R[], row: R, position: number): R[] {
  return rows.filter((other) => other.id !== row.id).toSpliced(position, 0, row)
}

const kindOfTable = { pipelines: 'pipeline', stages: 'stage', customFields: 'customField' } as const

/** Numbers a list from 0, with an event per change; skips `exceptId`, which the caller updates. */
export async function renumber<T extends keyof typeof kindOfTable>(
  ctx: Context,
  table: T,
  rows: Schema[T][],
  exceptId?: string,
): Promise<void> {
  for (const [position, row] of rows.entries())
    if (row.id !== exceptId)
      await updateRecord(
        ctx,
        table,
        row as never,
        { position } as never,
        `${kindOfTable[table]}.updated`,
      )
}
