import { unavailable } from '../errors.ts'
import type { MaybePromise } from './maybe-promise.ts'

/**
 * What comes of work that must not take longer than so many milliseconds; it is not broken off
 * then. @throws UNAVAILABLE, or what the work throws
 */
export async function withTimeout<T>(
  milliseconds: number,
  work: () => MaybePromise<T>,
): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(unavailable()), milliseconds)
  try {
    return await Promise.race([Promise.resolve().then(work), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
