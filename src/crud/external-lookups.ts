/**
 * Network lookups must not prolong a write transaction. An operation that needs a lookup throws
 * `PendingLookup`: the transaction is rolled back, the lookup runs, and the operation runs again.
 */
import type { Context } from '../context.ts'

class PendingLookup extends Error {
  readonly key: string
  readonly lookup: () => Promise<unknown>
  constructor(key: string, lookup: () => Promise<unknown>) {
    super(`pending lookup: ${key}`)
    this.key = key
    this.lookup = lookup
  }
}

/** Returns the lookup's result. @throws PendingLookup if the lookup has not run yet */
export function lookupOrSuspend<T>(ctx: Context, key: string, lookup: () => Promise<T>): T {
  if (ctx.lookupResults?.has(key)) return ctx.lookupResults.get(key) as T
  throw new PendingLookup(key, lookup)
}

/** Runs the lookups that `errors` require; stores the results. @returns whether there were any */
export async function runPendingLookups(results: Map<string, unknown>, errors: readonly unknown[]) {
  const lookups = new Map(
    errors
      .filter((error) => error instanceof PendingLookup)
      .map(({ key, lookup }) => [key, lookup]),
  )
  await Promise.all([...lookups].map(async ([key, lookup]) => results.set(key, await lookup())))
  return lookups.size > 0
}
