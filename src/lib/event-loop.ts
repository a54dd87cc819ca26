import type { MaybePromise } from './maybe-promise.ts'

/** Rows that one statement may touch where there can be any number of them. */
const size = 1000

/**
 * Repeats `work`, which does at most `limit` rows and says how many it did, until nothing is left.
 * Between two slices other requests get their turn to read; those that write wait for the
 * transaction as always.
 * @returns how many rows were done in all
 */
export async function inChunks(
  work: (limit: number) => MaybePromise<number>,
  limit = size,
): Promise<number> {
  let done = 0
  for (;;) {
    const last = await work(limit)
    done += last
    if (last < limit) return done
    await yieldToEventLoop()
  }
}

/** Lets other requests have their turn between two statements. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
