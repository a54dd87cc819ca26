/**
 * What is there at once, or comes later. SQLite answers at once, another database later; what runs
 * on both waits only where it has to, for thousands of promises cost more than what they bring.
 */
export type MaybePromise<T> = T | Promise<T>

/** Goes on with a value as soon as it is there. */
export const mapMaybePromise = <T, U>(
  value: MaybePromise<T>,
  go: (value: T) => MaybePromise<U>,
): MaybePromise<U> => (value instanceof Promise ? value.then(go) : go(value))
