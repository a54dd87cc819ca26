/**
 * What was looked up is taken for the newest state for so long, in milliseconds, in which one
 * process cannot hear of what another has done; what this process commits ends the moment at once.
 */
const length = 1

/** Whether a time, as `performance.now` gives it, is of this moment. */
export const isNow = (time: number): boolean => performance.now() - time < length

/** Looks once in a moment. */
export function onceAMoment<T>(look: () => T) {
  let looked = Number.NEGATIVE_INFINITY
  let known: T
  return {
    look(): T {
      if (!isNow(looked)) {
        known = look()
        looked = performance.now()
      }
      return known
    },
    end(): void {
      looked = Number.NEGATIVE_INFINITY
    },
  }
}
