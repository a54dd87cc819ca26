import { yieldToEventLoop } from '../../lib/event-loop.ts'

/** A request that changes much lets others have their turn after so long, in milliseconds. */
const longest = 20

/**
 * Tells how long the process has been at work without looking at what else there is to do. However
 * many statements a request runs one after another, they are short; together they need not be.
 * @returns to be called before each statement: waits for the others' turn when it is time
 */
export function turnsOf(): () => Promise<void> | undefined {
  let since: number | undefined
  return () => {
    const now = performance.now()
    if (since === undefined) {
      since = now
      setImmediate(() => {
        since = undefined
      })
    } else if (now - since > longest) return yieldToEventLoop()
    return undefined
  }
}
