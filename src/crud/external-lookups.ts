import type { Context } from '../context.ts'

/**
 * What an operation must know from outside, such as where a name leads, is asked for between two
 * runs of its transaction: the first ends without effect by throwing the question, so that nobody
 * waits behind it for the answer.
 */
class PendingLookup extends Error {
  readonly key: string
  readonly ask: () => Promise<unknown>
  constructor(key: string, ask: () => Promise<unknown>) {
    super(`to be asked for: ${key}`)
    this.key = key
    this.ask = ask
  }
}

/** The answer to a question, the same for the whole request. Only in mutations. */
export function lookupOrSuspend<T>(ctx: Context, key: string, ask: () => Promise<T>): T {
  if (ctx.outside?.has(key)) return ctx.outside.get(key) as T
  throw new PendingLookup(key, ask)
}

/**
 * Asks what the errors of a run are questions of. @returns whether there were any, so that it is
 * worth another run
 */
export async function runPendingLookups(
  known: Map<string, unknown>,
  errors: readonly unknown[],
): Promise<boolean> {
  const questions = new Map(
    errors.filter((error) => error instanceof PendingLookup).map(({ key, ask }) => [key, ask]),
  )
  await Promise.all([...questions].map(async ([key, ask]) => known.set(key, await ask())))
  return questions.size > 0
}
