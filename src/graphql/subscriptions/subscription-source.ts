import type { Context } from '../../context.ts'
import type { Db } from '../../store/db.ts'

/**
 * What a subscription's field tells of: a row of numbered things that only grows. It is read in
 * parts, each on a snapshot and with the rights of its own time, so that a stream holds nothing
 * while it waits, and can be cut and taken up anywhere.
 */
export interface SubscriptionSource<T> {
  /** The number behind which to begin. */
  start: number
  /** The number of the newest: one look-up, for it is asked after every change. */
  newest(db: Db): Promise<number>
  /**
   * What the caller sees behind a number, in order; `end` is the number up to which all has been
   * looked at.
   */
  read(
    ctx: Context,
    after: number,
    limit: number,
  ): Promise<{ rows: T[]; hasNext: boolean; end: number }>
  numberOf(row: T): number
  /** The cursor of a number. */
  cursor(ctx: Context, at: number): string
}

/**
 * A subscription field's `subscribe`: in place of an iterable it answers a `Source`, which
 * `subscribe.ts` knows how to follow.
 */
export const fromSubscriptionSource =
  <A, T>(open: (args: A, ctx: Context) => Promise<SubscriptionSource<T>>) =>
  (_: unknown, args: A, ctx: Context): Promise<AsyncIterable<T>> =>
    open(args, ctx) as never
