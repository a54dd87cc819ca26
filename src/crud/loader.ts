/**
 * Batches queries (N+1): keys requested in one turn of the event loop share a query. The rows of
 * one query share a batch, so that loading a relation of one row loads it for all.
 */
import type { Context } from '../context.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/async.ts'

/** A function that finds the values of the keys in one query. */
type BatchQuery<V> = (ctx: Context, keys: readonly string[]) => MaybePromise<Map<string, V>>

/** A column of a row that holds a key of other records, or null. */
type Row<C extends string> = { readonly [column in C]: string | null }

export interface Loader<V> {
  (ctx: Context, key: string): Promise<V | undefined>
  /** Loads the value for the key in a column of a row, and the values for the row's whole batch. */
  of<C extends string>(ctx: Context, row: Row<C>, column: C): MaybePromise<V | undefined>
}

export interface LoaderWithArguments<A extends object, V> {
  (ctx: Context, args: A, key: string): Promise<V | undefined>
  of<C extends string>(ctx: Context, args: A, row: Row<C>, column: C): MaybePromise<V | undefined>
}

/** Creates a loader whose values a request keeps until its next change. */
export function createLoader<V>(query: BatchQuery<V>): Loader<V> {
  return Object.assign((ctx: Context, key: string) => getLoads(ctx, query).load(key), {
    of: <C extends string>(ctx: Context, row: Row<C>, column: C) =>
      getLoads(ctx, query).loadForBatch(row, column),
  })
}

const maxArgumentTexts = 500

/** Creates a loader with arguments: calls with equal arguments share a query. */
export function createLoaderWithArguments<A extends object, V>(
  createQuery: (args: A) => BatchQuery<V>,
  toText: (args: A) => string = JSON.stringify,
): LoaderWithArguments<A, V> {
  const queryByText = new Map<string, BatchQuery<V>>()
  const queryByArguments = new WeakMap<A, BatchQuery<V>>()
  const getQuery = (args: A): BatchQuery<V> => {
    let query = queryByArguments.get(args)
    if (!query) {
      if (queryByText.size >= maxArgumentTexts) queryByText.clear()
      const text = toText(args)
      query = queryByText.get(text) ?? createQuery(args)
      queryByText.set(text, query)
      queryByArguments.set(args, query)
    }
    return query
  }
  return Object.assign(
    (ctx: Context, args: A, key: string) => getLoads(ctx, getQuery(args)).load(key),
    {
      of: <C extends string>(ctx: Context, args: A, row: Row<C>, column: C) =>
        getLoads(ctx, getQuery(args)).loadForBatch(row, column),
    },
  )
}

function getLoads<V>(ctx: Context, query: BatchQuery<V>): Loads<V> {
  let loads = ctx.loads.get(query) as Loads<V> | undefined
  if (!loads) {
    loads = new Loads(ctx, query)
    ctx.loads.set(query, loads)
  }
  return loads
}

/** The values that one request has loaded, or is loading, with one query. */
class Loads<V> {
  private readonly values = new Map<string, V | undefined>()
  private readonly pending = new Map<string, Promise<Map<string, V>>>()
  /** The keys of the next query, which runs at the end of this turn of the event loop. */
  private queue: { keys: Set<string>; completion: Promise<void> } | undefined
  private readonly ctx: Context
  private readonly query: BatchQuery<V>

  constructor(ctx: Context, query: BatchQuery<V>) {
    this.ctx = ctx
    this.query = query
  }

  async load(key: string): Promise<V | undefined> {
    if (this.values.has(key)) return this.values.get(key)
    this.queue ??= this.newQueue()
    this.queue.keys.add(key)
    await this.queue.completion
    return this.getValue(key)
  }

  loadForBatch<C extends string>(row: Row<C>, column: C): MaybePromise<V | undefined> {
    const key = row[column]
    if (key === null) return undefined
    const value = this.values.get(key)
    if (value !== undefined || this.values.has(key)) return value
    if (!this.pending.has(key)) {
      const batch = getBatch(row)
      if (!batch) return this.load(key)
      // The row may have changed since its batch was read, so its current key is added.
      this.fetch([key, ...batch.map((item) => item[column]).filter((item) => item !== null)])
    }
    return this.getValue(key)
  }

  private newQueue() {
    const keys = new Set<string>()
    const completion = afterPromiseJobs().then(() => {
      this.queue = undefined
      this.fetch([...keys])
    })
    return { keys, completion }
  }

  /** Queries the keys that are neither loaded nor being loaded. */
  private fetch(keys: readonly string[]): void {
    const missingKeys = [...new Set(keys)].filter(
      (key) => !this.values.has(key) && !this.pending.has(key),
    )
    if (missingKeys.length === 0) return
    const keepValues = (foundValues: Map<string, V>) => {
      linkLoadedRows(foundValues.values())
      for (const key of missingKeys) this.values.set(key, foundValues.get(key))
      return foundValues
    }
    let result: MaybePromise<Map<string, V>>
    try {
      result = mapMaybePromise(this.query(this.ctx, missingKeys), keepValues)
    } catch (cause) {
      result = Promise.reject(cause)
    }
    if (!(result instanceof Promise)) return
    // `getValue` reports the error; an unread batch must not cause an unhandled rejection.
    result.catch(() => {})
    for (const key of missingKeys) this.pending.set(key, result)
  }

  private getValue(key: string): MaybePromise<V | undefined> {
    if (this.values.has(key)) return this.values.get(key)
    return this.pending.get(key)?.then((values) => values.get(key))
  }
}

/** Resolves after the pending promise jobs, so that they can queue their keys. */
const afterPromiseJobs = (): Promise<void> =>
  new Promise((resolve) => {
    void Promise.resolve().then(() => process.nextTick(resolve))
  })

/** Wraps `read` so that a request reads the value once, until the request's next change. */
export function readOnce<V>(
  read: (ctx: Context) => MaybePromise<V>,
): (ctx: Context) => MaybePromise<V> {
  return (ctx) => {
    if (!ctx.loads.has(read)) ctx.loads.set(read, read(ctx))
    return ctx.loads.get(read) as MaybePromise<V>
  }
}

export const byId = <R extends { id: string }>(rows: readonly R[]): Map<string, R> =>
  new Map(rows.map((row) => [row.id, row]))

/** Loads the records with these ids, in this order, except those that the caller cannot view. */
export async function loadAll<R>(
  ctx: Context,
  ids: readonly string[] | undefined,
  load: Loader<R>,
): Promise<R[]> {
  const records = await Promise.all((ids ?? []).map((id) => load(ctx, id)))
  return records.filter((record) => record !== undefined) as R[]
}

const batch = Symbol('batch')

type BatchedRow = { [batch]?: readonly object[] }

/** Lets the rows share a batch. A hint only: a row without a batch is loaded by itself. */
export function linkBatch<R extends object>(rows: R[]): R[] {
  for (const row of rows as BatchedRow[]) row[batch] = rows
  return rows
}

/** Marks a new row as belonging to no batch. */
export const unbatched = <R extends object>(row: R): R => Object.assign(row, { [batch]: [] })

const getBatch = <R extends object>(row: R): readonly R[] | undefined =>
  (row as BatchedRow)[batch] as readonly R[] | undefined

/** Batches the rows in loaded values (rows, lists, pages). Rows without an id have no relations. */
function linkLoadedRows(values: Iterable<unknown>): void {
  const rows: object[] = []
  const add = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const list = Array.isArray(value) ? value : (value as { rows?: unknown }).rows
    if (Array.isArray(list)) for (const row of list) add(row)
    else if ('id' in value) rows.push(value)
  }
  for (const value of values) add(value)
  linkBatch(rows)
}
