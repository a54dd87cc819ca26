/**
 * What is there at once, or comes later. SQLite answers at once, another database later; what runs
 * on both waits only where it has to, for thousands of promises cost more than what they bring.
 */
export type Maybe<T> = T | Promise<T>

/** Goes on with a value as soon as it is there. */
export const after = <T, U>(value: Maybe<T>, go: (value: T) => Maybe<U>): Maybe<U> =>
  value instanceof Promise ? value.then(go) : go(value)
