import DataLoader from 'dataloader'
import type { Logger } from 'pino'
import type { Viewer } from './auth/viewer.ts'
import type { Detail } from './errors.ts'
import type { PendingEvent } from './events/event.ts'
import type { NewId } from './ids.ts'
import type { Settings } from './settings.ts'
import type { Db } from './store/db.ts'
import type { Store } from './store/store.ts'

/** What the program is given from outside; tests give a fake clock and ids of their own. */
export interface Deps {
  store: Store
  settings: Settings
  /** Milliseconds since 1970. */
  now(): number
  newId: NewId
  randomBytes(length: number): Buffer
  log: Logger
  /** Seals cursors; kept in the database, so that they outlive a restart. */
  cursorKey: Buffer
  /** Seals the secrets of webhook endpoints, likewise. */
  webhookKey: Buffer
}

/** What operations and resolvers are given with each request. */
export interface Context extends Deps {
  viewer: Viewer
  requestId: string
  /** The transaction of a write request, the snapshot of a read request. */
  db: Db
  /** Changes recorded so far; they become rows as the last thing in the transaction. */
  events: PendingEvent[]
  loaders: Map<unknown, DataLoader<string, unknown>>
  /** The version that the mutation's record must be at; taken by `checkVersion`. */
  expected?: { id: string; version: number } | undefined
  /** What has been asked for outside the transaction; see `fromOutside`. */
  outside?: Map<string, unknown>
  /** Set by an operation that was asked to create a record and answers with one that was there. */
  existing?: true
  /** What was refused of the rows of a bulk change, by their index. */
  refusedRows?: Map<number, Detail[]>
  /** How many records the request's filtered lists and counts have looked at so far. */
  looked?: number
  /** How many records its lists have so far. */
  listed?: number
  /** How many parts of the schema its introspection has told of so far. */
  described?: number
}

export function contextOf(deps: Deps, request: { viewer: Viewer; requestId: string; db: Db; refusedRows?: Map<number, Detail[]> }): Context {
  return { ...deps, ...request, events: [], loaders: new Map() }
}

/** The present time as it is stored and shown. */
export const timestamp = (deps: Pick<Deps, 'now'>): string => new Date(deps.now()).toISOString()

type Batch<V> = (ctx: Context, keys: readonly string[]) => Promise<Map<string, V>>

/** One statement for all the keys that a request asks for: an edge's values, by the id of the record it hangs on. */
export function batch<V>(find: Batch<V>): (ctx: Context, key: string) => Promise<V | undefined> {
  return (ctx, key) => loaderFor(ctx, find, find).load(key)
}

/** Like `batch`, for edges with arguments: calls with equal arguments share a statement. */
export function batchBy<A, V>(find: (args: A) => Batch<V>): (ctx: Context, args: A, key: string) => Promise<V | undefined> {
  const byArguments = new Map<string, Batch<V>>()
  return (ctx, args, key) => {
    const text = JSON.stringify(args)
    let found = byArguments.get(text)
    if (!found) {
      if (byArguments.size >= 500) byArguments.clear()
      found = find(args)
      byArguments.set(text, found)
    }
    return loaderFor(ctx, found, found).load(key)
  }
}

function loaderFor<V>(ctx: Context, key: unknown, find: Batch<V>): DataLoader<string, V | undefined> {
  let loader = ctx.loaders.get(key)
  if (!loader) {
    loader = new DataLoader<string, unknown>(async (keys) => {
      const found = await find(ctx, keys)
      return keys.map((each) => found.get(each))
    })
    ctx.loaders.set(key, loader)
  }
  return loader as DataLoader<string, V | undefined>
}

/** Records by their ids, in that order; those that the caller does not see are left out. */
export async function loadAll<R>(ctx: Context, ids: readonly string[] | undefined, load: (ctx: Context, id: string) => Promise<R | undefined>): Promise<R[]> {
  const found = await Promise.all((ids ?? []).map((id) => load(ctx, id)))
  return found.filter((each) => each !== undefined) as R[]
}
