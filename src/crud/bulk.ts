import type { Context } from '../context.ts'
import { ApiError, type Detail, type ErrorCode, invalid } from '../errors.ts'
import { yieldToEventLoop } from '../lib/async.ts'
import { linkBatch } from './loader.ts'
import { withSavepoint } from './records.ts'

/** The result of one row of a bulk change. A failed row changes nothing; the others succeed. */
export interface BulkRow<R> {
  index: number
  record: R | null
  /** A plain object, since an Error would fail the whole request. */
  error: { code: ErrorCode; message: string; details: Detail[] } | null
}

/** The number of rows between yields to the event loop, so that other requests can read. */
const rowsPerTurn = 10

const toPlainError = ({ code, message, details = [] }: ApiError) => ({ code, message, details })

export async function forEachRow<T, R extends object>(
  ctx: Context,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<BulkRow<R>[]> {
  const rows: BulkRow<R>[] = []
  for (const [index, item] of items.entries()) {
    const details = ctx.refusedRows?.get(index)
    const result = details ? invalid(details) : await withSavepoint(ctx, () => work(item))
    ctx.expectedVersion = undefined
    rows.push({
      index,
      ...(result instanceof ApiError
        ? { record: null, error: toPlainError(result) }
        : { record: result, error: null }),
    })
    if (index % rowsPerTurn === rowsPerTurn - 1) await yieldToEventLoop()
  }
  linkBatch(rows.flatMap(({ record }) => record ?? []))
  return rows
}

/** A row that changes a record: the record's id and its expected version. */
export type UpdateRow = { id: string; expectedVersion?: number | null }

/** Runs `update` for each row, at the version that the row expects. */
export const updateEachRow = <I extends UpdateRow, R extends object>(
  ctx: Context,
  items: readonly I[],
  update: (id: string, input: Omit<I, keyof UpdateRow>) => Promise<R>,
): Promise<BulkRow<R>[]> =>
  forEachRow(ctx, items, ({ id, expectedVersion, ...input }) => {
    if (expectedVersion != null) ctx.expectedVersion = { id, version: expectedVersion }
    return update(id, input)
  })
