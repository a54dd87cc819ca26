/** The dependencies of the program, and the context of a request. */
import type { KeyObject } from 'node:crypto'
import type { Logger } from 'pino'
import type { Viewer } from './access/scopes.ts'
import type { Detail } from './errors.ts'
import type { PendingEvent } from './events/changes.ts'
import type { QueryWorkers } from './graphql/worker-messages.ts'
import type { Step } from './http/request-context.ts'
import type { MaybePromise } from './lib/async.ts'
import type { NewId } from './lib/ids.ts'
import type { Meters } from './metrics/meters.ts'
import type { Settings } from './settings.ts'
import type { Db } from './store/db.ts'
import type { Store } from './store/store.ts'
import type { Tracing } from './tracing/tracing.ts'

/** The external dependencies of the program; tests replace the clock, ids and randomness. */
export interface Deps {
  store: Store
  settings: Settings
  /** Returns Unix epoch milliseconds. */
  now(): number
  newId: NewId
  randomBytes(length: number): Buffer
  log: Logger
  meters: Meters
  /** Replaces the DNS lookup of webhook host names in tests. */
  resolve?: ((host: string) => Promise<string[]>) | undefined
  tracing?: Tracing | undefined
  /** Sign-in with OpenID Connect; undefined without OIDC_ISSUER. */
  signIn?: SignIn | undefined
  /** The worker threads for slow queries. */
  queryWorkers?: QueryWorkers | undefined
  /** The encryption key of cursors; kept in the database, so that cursors outlive a restart. */
  cursorKey: KeyObject
  /** The encryption key of webhook secrets; kept in the database. */
  webhookKey: Buffer
}

/** Authentication by the tokens of an OpenID provider. */
export interface SignIn {
  /**
   * Returns the viewer of an access token; undefined if the token is not valid. A first valid token
   * binds its subject to a user, unless it is checked on a snapshot.
   * @throws BAD_REQUEST if the user must name one of several companies
   */
  authenticateToken(
    token: string,
    companyId: string | undefined,
    snapshot?: Db,
  ): MaybePromise<Viewer | undefined>
  /** Returns the viewer of a browser session; undefined if the session has ended. */
  authenticateSession(secret: string, snapshot?: Db): MaybePromise<Viewer | undefined>
  /** Responds to the routes of sign-in; returns undefined for other paths. */
  serve: Step
}

/** How the result of an operation was produced, for the access log. */
export type Via = 'compiled' | 'executed' | 'worker' | 'replayed'

export interface Context extends Deps {
  viewer: Viewer
  requestId: string
  /** The transaction of a write request, or the snapshot of a read request. */
  db: Db
  /** Recorded events, which are written as the last statements of the transaction. */
  events: PendingEvent[]
  /** The state of each loader; see `crud/loader.ts`. */
  loads: Map<unknown, unknown>
  /** The version at which the mutation expects its record; cleared by `checkVersion`. */
  expectedVersion?: { id: string; version: number } | undefined
  /** Ids and scopes of the records in a replayable response; see `graphql/plugins/replay.ts`. */
  recordsInResponse?: { ids: Set<string>; scopes: Set<string> }
  /** Results of external lookups; see `lookupOrSuspend`. */
  lookupResults?: Map<string, unknown>
  /** Set if a mutation that creates records returns an existing record. */
  returnsExisting?: true
  /** Errors in the values of a bulk change, by the index of the row. */
  refusedRows?: Map<number, Detail[]>
  /** Records scanned by the filtered lists and counts of the request, by table. */
  scannedRecords?: Map<string, number>
  /** Set if the request waited for a worker, so its duration says nothing about its cost. */
  hasWaited?: true
  /** Set if the operation runs without the compiler because its compiled plan failed. */
  skipsCompiler?: true
  via?: Via
  /** The number of records in the lists of the response. */
  listedCount?: number
  /** The number of schema elements in the introspection of the response. */
  introspectedCount?: number
}

export function createContext(
  deps: Deps,
  request: { viewer: Viewer; requestId: string; db: Db; refusedRows?: Map<number, Detail[]> },
): Context {
  return { ...deps, ...request, events: [], loads: new Map() }
}

let lastTimeMs = Number.NaN
let lastTimestamp = ''

/** Formats a time as an ISO 8601 timestamp; caches the last result for calls in one millisecond. */
export function toTimestamp(timeMs: number): string {
  if (timeMs !== lastTimeMs) {
    lastTimestamp = new Date(timeMs).toISOString()
    lastTimeMs = timeMs
  }
  return lastTimestamp
}

/** Returns the current time as an ISO 8601 timestamp. */
export const timestamp = (deps: Pick<Deps, 'now'>): string => toTimestamp(deps.now())
