/**
 * A value or a promise of it. SQLite is synchronous; to wrap each of its results in a promise would
 * take longer than to read them.
 */
export type MaybePromise<T> = T | Promise<T>

/** `value.then(map)`, or at once if the value is no promise. */
export const mapMaybePromise = <T, U>(
  value: MaybePromise<T>,
  map: (value: T) => MaybePromise<U>,
): MaybePromise<U> => (value instanceof Promise ? value.then(map) : map(value))
