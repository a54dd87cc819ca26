/**
 * Loaders avoid N+1 queries: keys requested in one turn of the event loop share a query. The rows
 * of one query form a batch: loading a relation for one row loads the relation for all rows.
 */
import type { Context } from '../context.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/async.ts'

type BatchQuery<V> = (ctx: Context, keys: readonly string[]) => MaybePromise<Map<string, V>>

/** A row with a column that contains a loader key or null. */
type Row<C extends string> = { readonly [column in C]: string | null }

export interface Loader<V> {
  (ctx: Context, key: string): Promise<V | undefined>
  /** Loads the value for the key in a row's column, and those for all rows of the row's batch. */
  of<C extends string>(ctx: Context, row: Row<C>, column: C): MaybePromise<V | undefined>
}

export interface LoaderWithArguments<A extends object, V> {
  (ctx: Context, args: A, key: string): Promise<V | undefined>
  of<C extends string>(ctx: Context, args: A, row: Row<C>, column: C): MaybePromise<V | undefined>
}

/** Creates a loader that caches its values within a request, until the request's next change. */
export function createLoader<V>(query: BatchQuery<V>): Loader<V> {
  return Object.assign((ctx: Context, key: string) => getLoaderState(ctx, query).load(key), {
    of: <C extends string>(ctx: Context, row: Row<C>, column: C) =>
      getLoaderState(ctx, query).loadForBatch(row, column),
  })
}

/** Creates a loader with arguments. Calls with equal arguments in a request share a query. */
export function createLoaderWithArguments<A extends object, V>(
  query: (ctx: Context, keys: readonly string[], args: A) => MaybePromise<Map<string, V>>,
): LoaderWithArguments<A, V> {
  const getState = (ctx: Context, args: A): LoaderState<V> => {
    const entries = (ctx.loaderStates.get(query) ?? []) as { args: A; state: LoaderState<V> }[]
    const entry = entries.find((candidate) => haveEqualProperties(candidate.args, args))
    if (entry) return entry.state
    const state = new LoaderState<V>(ctx, (ctx, keys) => query(ctx, keys, args))
    ctx.loaderStates.set(query, [...entries, { args, state }])
    return state
  }
  return Object.assign((ctx: Context, args: A, key: string) => getState(ctx, args).load(key), {
    of: <C extends string>(ctx: Context, args: A, row: Row<C>, column: C) =>
      getState(ctx, args).loadForBatch(row, column),
  })
}

function haveEqualProperties<T extends object>(a: T, b: T): boolean {
  for (const name in a) if (a[name] !== b[name]) return false
  for (const name in b) if (!(name in a)) return false
  return true
}

function getLoaderState<V>(ctx: Context, query: BatchQuery<V>): LoaderState<V> {
  let loaderState = ctx.loaderStates.get(query) as LoaderState<V> | undefined
  if (!loaderState) {
    loaderState = new LoaderState(ctx, query)
    ctx.loaderStates.set(query, loaderState)
  }
  return loaderState
}

/** One loader's state in a request: the values that have been loaded or are being loaded. */
class LoaderState<V> {
  readonly #values = new Map<string, V | undefined>()
  readonly #pending = new Map<string, Promise<Map<string, V>>>()
  /** The keys of the next query, which runs at the end of this turn of the event loop. */
  #queue: { keys: Set<string>; completion: Promise<void> } | undefined
  readonly #ctx: Context
  readonly #query: BatchQuery<V>

  constructor(ctx: Context, query: BatchQuery<V>) {
    this.#ctx = ctx
    this.#query = query
  }

  async load(key: string): Promise<V | undefined> {
    if (this.#values.has(key)) return this.#values.get(key)
    this.#queue ??= this.#createQueue()
    this.#queue.keys.add(key)
    await this.#queue.completion
    return this.#getValue(key)
  }

  loadForBatch<C extends string>(row: Row<C>, column: C): MaybePromise<V | undefined> {
    const key = row[column]
    if (key === null) return undefined
    const value = this.#values.get(key)
    if (value !== undefined || this.#values.has(key)) return value
    if (!this.#pending.has(key)) {
      const batch = getBatch(row)
      if (!batch) return this.load(key)
      // The row may have changed since the batch was read, so the row's current key is added.
      this.#fetch([key, ...batch.map((item) => item[column]).filter((item) => item !== null)])
    }
    return this.#getValue(key)
  }

  #createQueue() {
    const keys = new Set<string>()
    const completion = waitForPromiseJobs().then(() => {
      this.#queue = undefined
      this.#fetch([...keys])
    })
    return { keys, completion }
  }

  /** Runs the query for the keys that are neither loaded nor pending. */
  #fetch(keys: readonly string[]): void {
    const missingKeys = [...new Set(keys)].filter(
      (key) => !this.#values.has(key) && !this.#pending.has(key),
    )
    if (missingKeys.length === 0) return
    const storeValues = (foundValues: Map<string, V>) => {
      linkLoadedRows(foundValues.values())
      for (const key of missingKeys) this.#values.set(key, foundValues.get(key))
      return foundValues
    }
    let loadedValues: MaybePromise<Map<string, V>>
    try {
      loadedValues = mapMaybePromise(this.#query(this.#ctx, missingKeys), storeValues)
    } catch (cause) {
      loadedValues = Promise.reject(cause)
    }
    if (!(loadedValues instanceof Promise)) return
    // `#getValue` reports the error; an unused batch must not cause an unhandled rejection.
    loadedValues.catch(() => {})
    for (const key of missingKeys) this.#pending.set(key, loadedValues)
  }

  #getValue(key: string): MaybePromise<V | undefined> {
    if (this.#values.has(key)) return this.#values.get(key)
    return this.#pending.get(key)?.then((values) => values.get(key))
  }
}

/** Resolves after all pending promise jobs, which may still queue keys. */
const waitForPromiseJobs = (): Promise<void> =>
  new Promise((resolve) => {
    void Promise.resolve().then(() => process.nextTick(resolve))
  })

/** Caches the value of `read` within a request, until the request's next change. */
export function readOnce<V>(
  read: (ctx: Context) => MaybePromise<V>,
): (ctx: Context) => MaybePromise<V> {
  return (ctx) => {
    if (!ctx.loaderStates.has(read)) ctx.loaderStates.set(read, read(ctx))
    return ctx.loaderStates.get(read) as MaybePromise<V>
  }
}

export const indexById = <R extends { id: string }>(rows: readonly R[]): Map<string, R> =>
  new Map(rows.map((row) => [row.id, row]))

/** Loads records in the order of `ids`; omits the records that the caller cannot view. */
export async function loadAll<R>(
  ctx: Context,
  ids: readonly string[] | undefined,
  load: Loader<R>,
): Promise<R[]> {
  const records = await Promise.all((ids ?? []).map((id) => load(ctx, id)))
  return records.filter((record) => record !== undefined) as R[]
}

const batchSymbol = Symbol('batch')

type BatchedRow = { [batchSymbol]?: readonly object[] }

/** Links the rows as one batch. Otherwise, only keys requested in one turn share a query. */
export function linkBatch<R extends object>(rows: R[]): R[] {
  for (const row of rows as BatchedRow[]) row[batchSymbol] = rows
  return rows
}

const getBatch = <R extends object>(row: R): readonly R[] | undefined =>
  (row as BatchedRow)[batchSymbol] as readonly R[] | undefined

/** Links all loaded rows that have an id, including rows in lists and pages, as one batch. */
function linkLoadedRows(values: Iterable<unknown>): void {
  const rows: object[] = []
  const addRows = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const nestedRows = Array.isArray(value) ? value : (value as { rows?: unknown }).rows
    if (Array.isArray(nestedRows)) for (const row of nestedRows) addRows(row)
    else if ('id' in value) rows.push(value)
  }
  for (const value of values) addRows(value)
  linkBatch(rows)
}
