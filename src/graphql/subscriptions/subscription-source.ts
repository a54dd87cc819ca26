/** Sources of subscription fields. */
import type { Context } from '../../context.ts'
import type { Db } from '../../store/db.ts'

/**
 * A numbered sequence that only grows. A stream reads it in chunks, each on its own snapshot with
 * the rights of that time: it holds nothing while it waits, and can resume anywhere.
 */
export interface SubscriptionSource<T> {
  /** The number after which to begin. */
  start: number
  /** The newest number; called after every change, so it must be one look-up. */
  newest(db: Db): Promise<number>
  /** The visible rows after a number, in order; `end` is the last number examined. */
  read(
    ctx: Context,
    after: number,
    limit: number,
  ): Promise<{ rows: T[]; hasNext: boolean; end: number }>
  numberOf(row: T): number
  cursor(ctx: Context, number: number): string
}

/** A field's `subscribe` that returns a source, which `subscription-stream.ts` reads. */
export const fromSubscriptionSource =
  <A, T>(open: (args: A, ctx: Context) => Promise<SubscriptionSource<T>>) =>
  (_: unknown, args: A, ctx: Context): Promise<AsyncIterable<T>> =>
    open(args, ctx) as never
