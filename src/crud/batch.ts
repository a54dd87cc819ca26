import DataLoader from 'dataloader'
import type { Context } from '../context.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/maybe-promise.ts'
import { batchOf, linkLoadedRows } from './row-batch.ts'

/** Finds the values of some keys, in one statement. */
type Batch<V> = (ctx: Context, keys: readonly string[]) => MaybePromise<Map<string, V>>

/** A column of a row that holds a key of other records, or none. */
type Row<C extends string> = { readonly [column in C]: string | null }

/** An edge's values, by the id of the record that it hangs on. */
export interface Loader<V> {
  (ctx: Context, key: string): Promise<V | undefined>
  /**
   * The value for the key in a column of a row; whatever was found together with the row is asked
   * for at once.
   */
  of<C extends string>(ctx: Context, row: Row<C>, column: C): MaybePromise<V | undefined>
}

export interface LoaderWithArguments<A extends object, V> {
  (ctx: Context, args: A, key: string): Promise<V | undefined>
  of<C extends string>(ctx: Context, args: A, row: Row<C>, column: C): MaybePromise<V | undefined>
}

/** What a request has loaded of one edge. */
interface Loaded<V> {
  known: Map<string, V | undefined>
  coming: Map<string, Promise<Map<string, V>>>
  /** Brings together the keys that are asked for one by one. */
  queue: DataLoader<string, V | undefined>
}

/** One statement for all the keys that a request asks for. */
export function createLoader<V>(find: Batch<V>): Loader<V> {
  return Object.assign((ctx: Context, key: string) => one(loadedOf(ctx, find), key), {
    of: <C extends string>(ctx: Context, row: Row<C>, column: C) =>
      along(ctx, loadedOf(ctx, find), find, row, column),
  })
}

/** Like `batch`, for edges with arguments: calls with equal arguments share a statement. */
export function createLoaderWithArguments<A extends object, V>(
  find: (args: A) => Batch<V>,
  textOf: (args: A) => string = JSON.stringify,
): LoaderWithArguments<A, V> {
  const byText = new Map<string, Batch<V>>()
  const byArguments = new WeakMap<A, Batch<V>>()
  const findFor = (args: A): Batch<V> => {
    let found = byArguments.get(args)
    if (!found) {
      if (byText.size >= 500) byText.clear()
      const text = textOf(args)
      found = byText.get(text) ?? find(args)
      byText.set(text, found)
      byArguments.set(args, found)
    }
    return found
  }
  return Object.assign(
    (ctx: Context, args: A, key: string) => one(loadedOf(ctx, findFor(args)), key),
    {
      of<C extends string>(ctx: Context, args: A, row: Row<C>, column: C) {
        const own = findFor(args)
        return along(ctx, loadedOf(ctx, own), own, row, column)
      },
    },
  )
}

function loadedOf<V>(ctx: Context, find: Batch<V>): Loaded<V> {
  let loaded = ctx.loaded.get(find) as Loaded<V> | undefined
  if (!loaded) {
    const made: Loaded<V> = {
      known: new Map(),
      coming: new Map(),
      queue: new DataLoader(async (keys) => all(ctx, made, find, keys), { cache: false }),
    }
    ctx.loaded.set(find, made)
    loaded = made
  }
  return loaded
}

const one = async <V>({ known, queue }: Loaded<V>, key: string) =>
  known.has(key) ? known.get(key) : queue.load(key)

async function all<V>(
  ctx: Context,
  loaded: Loaded<V>,
  find: Batch<V>,
  keys: readonly string[],
): Promise<(V | undefined)[]> {
  ask(ctx, loaded, find, keys)
  return Promise.all(keys.map(async (key) => there(loaded, key)))
}

function along<V, C extends string>(
  ctx: Context,
  loaded: Loaded<V>,
  find: Batch<V>,
  row: Row<C>,
  column: C,
): MaybePromise<V | undefined> {
  const key = row[column]
  if (key === null) return undefined
  const known = loaded.known.get(key)
  if (known !== undefined || loaded.known.has(key)) return known
  if (!loaded.coming.has(key)) {
    const siblings = batchOf(row)
    if (!siblings) return loaded.queue.load(key)
    // A row that was changed since has a key that none of them had.
    const keys = siblings.map((each) => each[column]).filter((each) => each !== null)
    ask(ctx, loaded, find, [key, ...keys])
  }
  return there(loaded, key)
}

/** Asks for what is neither known nor on its way. */
function ask<V>(
  ctx: Context,
  { known, coming }: Loaded<V>,
  find: Batch<V>,
  keys: readonly string[],
): void {
  const missing = [...new Set(keys)].filter((key) => !known.has(key) && !coming.has(key))
  if (missing.length === 0) return
  const keep = (found: Map<string, V>) => {
    linkLoadedRows(found.values())
    for (const key of missing) known.set(key, found.get(key))
    return found
  }
  const failed = (cause: unknown): Promise<never> => Promise.reject(cause)
  let found: MaybePromise<Map<string, V>>
  try {
    found = mapMaybePromise(find(ctx, missing), keep)
  } catch (cause) {
    found = failed(cause)
  }
  if (!(found instanceof Promise)) return
  // Whoever asks is told what went wrong; that nobody asks is no fault of its own.
  found.catch(() => {})
  for (const key of missing) coming.set(key, found)
}

function there<V>({ known, coming }: Loaded<V>, key: string): MaybePromise<V | undefined> {
  if (known.has(key)) return known.get(key)
  return coming.get(key)?.then((found) => found.get(key))
}

/** What a request reads once, however many of its fields need it. */
export function readOnce<V>(
  find: (ctx: Context) => MaybePromise<V>,
): (ctx: Context) => MaybePromise<V> {
  return (ctx) => {
    if (!ctx.loaded.has(find)) ctx.loaded.set(find, find(ctx))
    return ctx.loaded.get(find) as MaybePromise<V>
  }
}

export const byId = <R extends { id: string }>(rows: readonly R[]): Map<string, R> =>
  new Map(rows.map((row) => [row.id, row]))

/** Records by their ids, in that order; those that the caller does not see are left out. */
export async function loadAll<R>(
  ctx: Context,
  ids: readonly string[] | undefined,
  load: Loader<R>,
): Promise<R[]> {
  const found = await Promise.all((ids ?? []).map((id) => load(ctx, id)))
  return found.filter((each) => each !== undefined) as R[]
}
