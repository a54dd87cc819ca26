import type { KeyObject } from 'node:crypto'
import type { Logger } from 'pino'
import type { Viewer } from './access/viewer.ts'
import type { Detail } from './errors.ts'
import type { PendingEvent } from './events/event.ts'
import type { NewId } from './lib/ids.ts'
import { toTimestamp } from './lib/timestamp.ts'
import type { Meters } from './metrics/meters.ts'
import type { WorkerPool } from './query-workers/messages.ts'
import type { Settings } from './settings.ts'
import type { Db } from './store/db.ts'
import type { Store } from './store/store.ts'
import type { Tracing } from './tracing/tracing.ts'

/** What the program is given from outside; tests give a fake clock and ids of their own. */
export interface Deps {
  store: Store
  settings: Settings
  /** Milliseconds since 1970. */
  now(): number
  newId: NewId
  randomBytes(length: number): Buffer
  log: Logger
  meters: Meters
  /** Replaces the DNS look-up of webhook host names in tests. */
  resolve?: ((host: string) => Promise<string[]>) | undefined
  /** Where requests are followed. */
  tracing?: Tracing | undefined
  /** Where queries are answered besides here. */
  threads?: WorkerPool | undefined
  /** Seals cursors; kept in the database, so that they outlive a restart. */
  cursorKey: KeyObject
  /** Seals the secrets of webhook endpoints, likewise. */
  webhookKey: Buffer
}

/** How the result of an operation was made; the access log reports it. */
export type Via = 'compiled' | 'executed' | 'worker' | 'replayed'

/** What operations and resolvers are given with each request. */
export interface Context extends Deps {
  viewer: Viewer
  requestId: string
  /** The transaction of a write request, the snapshot of a read request. */
  db: Db
  /** Changes recorded so far; they become rows as the last thing in the transaction. */
  events: PendingEvent[]
  /** What edges have loaded so far; see `loading.ts`. */
  loaded: Map<unknown, unknown>
  /** The version that the mutation's record must be at; taken by `checkVersion`. */
  expected?: { id: string; version: number } | undefined
  /** Ids and scopes of the records in a replayable response; see `graphql/replay.ts`. */
  shown?: { ids: Set<string>; scopes: Set<string> }
  /** What has been asked for outside the transaction; see `fromOutside`. */
  outside?: Map<string, unknown>
  /** Set by an operation that was asked to create a record and answers with one that was there. */
  existing?: true
  /** What was refused of the rows of a bulk change, by their index. */
  refusedRows?: Map<number, Detail[]>
  /** Records scanned so far by the request's filtered lists and counts, by table. */
  looked?: Map<string, number>
  /**
   * Whether it waits for something while it holds nobody else up, so that when it is done says
   * nothing of how much there was to do.
   */
  waits?: true
  /** Executes without the compiler, whose plan failed. */
  uncompiled?: true
  via?: Via
  /** How many records its lists have so far. */
  listed?: number
  /** How many parts of the schema its introspection has told of so far. */
  described?: number
}

export function contextOf(
  deps: Deps,
  request: { viewer: Viewer; requestId: string; db: Db; refusedRows?: Map<number, Detail[]> },
): Context {
  return { ...deps, ...request, events: [], loaded: new Map() }
}

/** The present time as it is stored and shown. */
export const timestamp = (deps: Pick<Deps, 'now'>): string => toTimestamp(deps.now())
