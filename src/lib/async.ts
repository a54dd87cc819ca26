/** Helpers for promises, the event loop and event listeners. */
import { unavailable } from '../errors.ts'

/** A value or a promise. SQLite returns plain values, since a promise costs more than the read. */
export type MaybePromise<T> = T | Promise<T>

/** Applies `map` to a value: immediately, or after it resolves if it is a promise. */
export const mapMaybePromise = <T, U>(
  value: MaybePromise<T>,
  map: (value: T) => MaybePromise<U>,
) => (value instanceof Promise ? value.then(map) : map(value))

/** Runs `work`. Rejects with UNAVAILABLE after `timeoutMs`, without canceling `work`. */
export async function withTimeout<T>(timeoutMs: number, work: () => MaybePromise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(unavailable()), timeoutMs)
  try {
    return await Promise.race([Promise.resolve().then(work), timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Lets other requests run between the steps of a long task. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Repeats `work` until it processes fewer than `maxRows` rows. Returns the total row count. */
export async function inChunks(work: (maxRows: number) => MaybePromise<number>, maxRows = 1000) {
  let totalRowCount = 0
  for (;;) {
    const rowCount = await work(maxRows)
    totalRowCount += rowCount
    if (rowCount < maxRows) return totalRowCount
    await yieldToEventLoop()
  }
}

const maxBusyMs = 20

/** Creates a function that runs `work` immediately, or after a yield if the event loop is busy. */
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

/** Creates a list of event listeners. A function that is subscribed twice is called twice. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    /** @returns the function that unsubscribes */
    subscribe(listener: () => void): () => void {
      const uniqueListener = () => listener()
      listeners.add(uniqueListener)
      return () => void listeners.delete(uniqueListener)
    },
    notify(): void {
      for (const listener of [...listeners]) listener()
    },
  }
}
