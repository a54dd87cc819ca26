/** The program's dependencies and the context of a request. */
import type { KeyObject } from 'node:crypto'
import type { Logger } from 'pino'
import type { Viewer } from './access/scopes.ts'
import type { Detail } from './errors.ts'
import type { PendingEvent } from './events/table.ts'
import type { QueryWorkers } from './graphql/worker-messages.ts'
import type { Step } from './http/request-context.ts'
import type { MaybePromise } from './lib/async.ts'
import type { IdGenerator } from './lib/ids.ts'
import type { Meters } from './metrics/meters.ts'
import type { Settings } from './settings.ts'
import type { Db } from './store/db.ts'
import type { Store } from './store/store.ts'
import type { Tracing } from './tracing/tracing.ts'

/** The program's dependencies. Tests replace the clock and the random source. */
export interface Deps {
  store: Store
  settings: Settings
  /** Returns the current time in Unix epoch milliseconds. */
  now(): number
  newId: IdGenerator
  randomBytes(length: number): Buffer
  log: Logger
  meters: Meters
  /** Replaces the DNS lookup of webhook host names; set only by tests. */
  resolve?: ((host: string) => Promise<string[]>) | undefined
  tracing?: Tracing | undefined
  /** Sign-in with OpenID Connect; undefined if `OIDC_ISSUER` is not set. */
  signIn?: SignIn | undefined
  /** The pool of worker threads that run slow queries. */
  queryWorkers?: QueryWorkers | undefined
  /** The key that signs cursors, stored in the database so that cursors survive a restart. */
  cursorKey: KeyObject
  /** The encryption key for webhook secrets, stored in the database. */
  webhookKey: Buffer
}

/** Authenticates users of an OpenID provider by access token or browser session. */
export interface SignIn {
  /**
   * Returns the viewer of an access token; undefined if the token is invalid or has no user.
   * Without `snapshot`, binds a new subject to the user with its verified email or to a new user.
   * @throws BAD_REQUEST if a required `companyId` is missing, FORBIDDEN if the subject is not
   * an active user of `companyId`, UNAUTHORIZED if the issuer is unavailable
   */
  authenticateToken(
    token: string,
    companyId: string | undefined,
    snapshot?: Db,
  ): MaybePromise<Viewer | undefined>
  /** Returns the viewer of a browser session, or undefined if the session has ended. */
  authenticateSession(secret: string, snapshot?: Db): MaybePromise<Viewer | undefined>
  /** Serves the sign-in routes; returns undefined for other paths. */
  serve: Step
}

/** The method that produced a result, as written to the access log. */
export type ExecutionMethod = 'compiled' | 'executed' | 'worker' | 'replayed'

export interface Context extends Deps {
  viewer: Viewer
  requestId: string
  /** The transaction of a write request, or the snapshot of a read request. */
  db: Db
  /** The events recorded so far; written at the end of the transaction. */
  events: PendingEvent[]
  /** The state of each loader; see `crud/loader.ts`. */
  loaderStates: Map<unknown, unknown>
  /** The record version that the mutation expects; cleared by `checkVersion`. */
  expectedVersion?: { id: string; version: number } | undefined
  /** Ids and scopes to check before the response is replayed; see `graphql/plugins/replay.ts`. */
  recordsInResponse?: { ids: Set<string>; scopes: Set<string> }
  /** The results of external lookups, by lookup key; see `lookupOrSuspend`. */
  lookupResults?: Map<string, unknown>
  /** Set if a mutation returned an existing record instead of creating one. */
  returnsExisting?: true
  /** Validation errors of a bulk change, by row index. */
  rowErrors?: Map<number, Detail[]> | undefined
  /** The number of records that filtered lists and counts scanned, by table. */
  scannedRecords?: Map<string, number>
  /** Set if the request waited for a worker thread, so its duration does not reflect its cost. */
  hasWaited?: true
  /** Set if the operation runs without the compiler because its compiled plan failed. */
  skipsCompiler?: true
  executionMethod?: ExecutionMethod
  /** The number of records in the response's lists. */
  listedCount?: number
  /** The number of schema elements in the response's introspection result. */
  introspectedCount?: number
}

export function createContext(
  deps: Deps,
  request: Pick<Context, 'viewer' | 'requestId' | 'db'> & Partial<Context>,
): Context {
  return { ...deps, ...request, events: [], loaderStates: new Map() }
}

/** Formats a time as an ISO 8601 timestamp. */
export const toTimestamp = (timeMs: number): string => new Date(timeMs).toISOString()

/** Returns the current time as an ISO 8601 timestamp. */
export const timestamp = (deps: Pick<Deps, 'now'>): string => toTimestamp(deps.now())
