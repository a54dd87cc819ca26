/** Lets other requests run between the steps of a long piece of work. */
import { type MaybePromise, mapMaybePromise } from './maybe-promise.ts'

const chunkRows = 1000
const maxBusyMs = 20

export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Repeats `work` until it processes fewer rows than `maxRows`, and yields in between.
 * @param work returns how many rows it has processed
 * @returns the total number of rows
 */
export async function inChunks(
  work: (maxRows: number) => MaybePromise<number>,
  maxRows = chunkRows,
): Promise<number> {
  let total = 0
  for (;;) {
    const rows = await work(maxRows)
    total += rows
    if (rows < maxRows) return total
    await yieldToEventLoop()
  }
}

/**
 * Runs work at once, or after a yield if the event loop has been busy for 20 ms: many short
 * statements in a row may take long together.
 */
export function createYielder() {
  let busySince: number | undefined
  return <T>(work: () => MaybePromise<T>): MaybePromise<T> => {
    const now = performance.now()
    if (busySince === undefined) {
      busySince = now
      setImmediate(() => {
        busySince = undefined
      })
    } else if (now - busySince > maxBusyMs) return mapMaybePromise(yieldToEventLoop(), work)
    return work()
  }
}
