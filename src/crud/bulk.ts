/** Changes many records in one request. Each row succeeds or fails independently. */
import type { Context } from '../context.ts'
import { ApiError, type Detail, type ErrorCode, invalid } from '../errors.ts'
import { yieldToEventLoop } from '../lib/async.ts'
import { linkBatch } from './loader.ts'
import { withSavepoint } from './records.ts'

/** The result of one row of a bulk change. A failed row does not affect the other rows. */
export interface BulkRow<R> {
  index: number
  record: R | null
  /** A plain object, because an `Error` instance in the result would fail the whole request. */
  error: { code: ErrorCode; message: string; details: Detail[] } | null
}

/** The number of rows to process before yielding to the event loop for other requests. */
const rowsPerTurn = 10

const toPlainError = ({ code, message, details = [] }: ApiError) => ({ code, message, details })

export async function forEachRow<T, R extends object>(
  ctx: Context,
  inputs: readonly T[],
  processRow: (input: T) => Promise<R>,
): Promise<BulkRow<R>[]> {
  const rows: BulkRow<R>[] = []
  for (const [index, input] of inputs.entries()) {
    const details = ctx.rowErrors?.get(index)
    const outcome = details ? invalid(details) : await withSavepoint(ctx, () => processRow(input))
    ctx.expectedVersion = undefined
    rows.push({
      index,
      ...(outcome instanceof ApiError
        ? { record: null, error: toPlainError(outcome) }
        : { record: outcome, error: null }),
    })
    if (index % rowsPerTurn === rowsPerTurn - 1) await yieldToEventLoop()
  }
  linkBatch(rows.flatMap(({ record }) => record ?? []))
  return rows
}

/** A row of a bulk update: the record's id and, optionally, its expected version. */
export type UpdateRow = { id: string; expectedVersion?: number | null }

/** Calls `update` for each row. A row fails if the record does not have the expected version. */
export const updateEachRow = <I extends UpdateRow, R extends object>(
  ctx: Context,
  inputs: readonly I[],
  update: (id: string, input: Omit<I, keyof UpdateRow>) => Promise<R>,
): Promise<BulkRow<R>[]> =>
  forEachRow(ctx, inputs, ({ id, expectedVersion, ...input }) => {
    if (expectedVersion != null) ctx.expectedVersion = { id, version: expectedVersion }
    return update(id, input)
  })
