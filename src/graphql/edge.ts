import type { Context } from '../context.ts'
import type { Loader } from '../crud/batch.ts'
import { after, type Maybe } from '../store/maybe.ts'

/**
 * The columns of its row that a field reads: a list fetches those that it is asked for, and no
 * others. A field that shows a column under its own name says nothing; for one that could read any,
 * the whole row is fetched (see `columns.ts`).
 */
export const reads = (...columns: string[]) => ({ reads: columns })

/** A field that shows what is found under the key in a column. */
export function edge<C extends string, V, T = V | undefined>(
  load: Loader<V>,
  column: C,
  show: (found: V | undefined, ctx: Context) => Maybe<T> = (found) => found as T,
) {
  return {
    extensions: reads(column),
    resolve: (row: { readonly [column in C]: string | null }, _: unknown, ctx: Context): Maybe<T> =>
      after(load.of(ctx, row, column), (found) => show(found, ctx)),
  }
}
