/** Promises, yields to the event loop, and listeners. */
import { unavailable } from '../errors.ts'

/** A value or a promise of it: a promise per result of SQLite costs more than reading it. */
export type MaybePromise<T> = T | Promise<T>

/** Returns `value.then(map)`, or `map(value)` at once if the value is not a promise. */
export const mapMaybePromise = <T, U>(
  value: MaybePromise<T>,
  map: (value: T) => MaybePromise<U>,
) => (value instanceof Promise ? value.then(map) : map(value))

/** Rejects with UNAVAILABLE after `timeoutMs`. Does not cancel `work`. */
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

/** Calls `work`, yielding in between, until it handles fewer than `maxRows`; returns the sum. */
export async function inChunks(work: (maxRows: number) => MaybePromise<number>, maxRows = 1000) {
  let total = 0
  for (;;) {
    const rowCount = await work(maxRows)
    total += rowCount
    if (rowCount < maxRows) return total
    await yieldToEventLoop()
  }
}

const maxBusyMs = 20

/** Creates a function that runs work at once, or after a yield if the event loop is busy. */
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

/** Creates listeners of one event, each called once per `notify`. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    /** @returns the function that unsubscribes */
    subscribe(listener: () => void): () => void {
      const ownListener = () => listener()
      listeners.add(ownListener)
      return () => void listeners.delete(ownListener)
    },
    notify(): void {
      for (const listener of [...listeners]) listener()
    },
  }
}
