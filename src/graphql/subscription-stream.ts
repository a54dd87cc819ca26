/** Streams one subscription: first the past events after a cursor, then new events. */
import { setTimeout } from 'node:timers/promises'
import { getCredentialIds } from '../access/scopes.ts'
import { type Context, createContext } from '../context.ts'
import { ApiError, unauthorized, unavailable } from '../errors.ts'
import { findViewer } from '../http/authentication.ts'
import {
  type EndReason,
  type RequestContext,
  requireViewer,
  type StreamWriter,
} from '../http/request-context.ts'
import { yieldToEventLoop } from '../lib/async.ts'
import type { Db } from '../store/db.ts'
import { formatError, formatErrors, toApiError } from './format-errors.ts'
import { checkScopes, executeWithGraphqlJs, type PreparedOperation } from './operation.ts'
import type { StreamEncoding } from './stream-encodings.ts'
import type { Variables } from './values.ts'

/**
 * An append-only sequence of numbered rows. A stream reads the rows in chunks, each on its own
 * snapshot with the caller's current permissions. A waiting stream keeps no snapshot open.
 */
export interface SubscriptionSource<T> {
  /** The row number after which the stream starts. */
  start: number
  /** Returns the newest row number. Called after each commit, so it must be a single lookup. */
  readNewest(db: Db): Promise<number>
  /** Returns visible rows after a row number; `endSequence` is the number of the last row read. */
  read(
    ctx: Context,
    after: number,
    limit: number,
  ): Promise<{ rows: T[]; hasNext: boolean; endSequence: number }>
  getNumber(row: T): number
  toCursor(ctx: Context, number: number): string
}

export const createSubscribeResolver =
  <A, T>(open: (args: A, ctx: Context) => Promise<SubscriptionSource<T>>) =>
  (_: unknown, args: A, ctx: Context): Promise<AsyncIterable<T>> =>
    open(args, ctx) as never

/** A chunk ends after `maxResults` results, or after the result that exceeds `maxCharacters`. */
const maxResults = 100
const maxCharacters = 65_536

/** Delay before a stream retries an unavailable database. */
const retryDelayMs = 500

const endErrors: Record<EndReason, ApiError | undefined> = {
  gone: undefined,
  slow: unavailable(
    'The stream ended because the client read too slowly: resume the stream after the last event that you received',
  ),
  stopping: unavailable(
    'The server is stopping: resume the stream in a moment, after the last event that you received',
  ),
}

interface Subscription {
  http: RequestContext
  operation: PreparedOperation
  variables: Variables
  extensions: object | undefined
  source: SubscriptionSource<unknown>
  encoding: StreamEncoding
}

export class SubscriptionStream {
  readonly #subscription: Subscription
  /** The row number up to which all visible rows have been sent. */
  #position: number
  #isHeartbeatDue = false
  /** Resolves at the next commit or heartbeat, or when the connection ends. */
  #notified = Promise.withResolvers<void>()

  constructor(subscription: Subscription) {
    this.#subscription = subscription
    this.#position = subscription.source.start
  }

  /** Sends results until the stream must end. @returns the text with which the stream ends */
  async run(writer: StreamWriter): Promise<string> {
    const { http, encoding } = this.#subscription
    const { store, settings, log } = http.deps
    const unsubscribe = store.commits.subscribe(this.#notify)
    const heartbeat = setInterval(() => {
      if (writer.endReason) return
      this.#isHeartbeatDue = true
      writer.dropIfStalled()
      store.commits.checkForCommits()
      this.#notify()
    }, settings.SSE_HEARTBEAT_SECONDS * 1000)
    writer.onEnd(this.#notify)
    try {
      await writer.write(encoding.formatOpening(this.#cursor))
      let hasMore = true
      while (!writer.endReason) hasMore = await this.#sendChunk(writer, hasMore)
      if (writer.endReason === 'slow')
        log.warn(
          { requestId: http.requestId, ...getCredentialIds(requireViewer(http)) },
          'subscription closed because the client read too slowly',
        )
      return this.#formatFailure(endErrors[writer.endReason])
    } catch (error) {
      return this.#formatFailure(toApiError(error, http.deps, http.requestId))
    } finally {
      clearInterval(heartbeat)
      unsubscribe()
    }
  }

  readonly #notify = (): void => this.#notified.resolve()

  get #cursor(): string {
    const { http, source } = this.#subscription
    return source.toCursor({ ...http.deps, viewer: requireViewer(http) } as Context, this.#position)
  }

  #formatFailure(error: ApiError | undefined): string {
    const { http, encoding } = this.#subscription
    return error ? encoding.formatFailure({ errors: [formatError(error, http.requestId)] }) : ''
  }

  /** Sends the next chunk, or waits for new rows. @returns whether more rows may be available */
  async #sendChunk(writer: StreamWriter, hasMore: boolean): Promise<boolean> {
    const { http, source, encoding } = this.#subscription
    const company = http.deps.store.forCompany(requireViewer(http).companyId)
    try {
      if (
        !this.#isHeartbeatDue &&
        !hasMore &&
        (await company.readLatest(source.readNewest)) <= this.#position
      ) {
        await this.#notified.promise
        this.#notified = Promise.withResolvers()
        return false
      }
      // A heartbeat that becomes due while this chunk is being read is sent with the next chunk.
      const isHeartbeat = this.#isHeartbeatDue
      this.#isHeartbeatDue = false
      const chunk = await this.#readChunk()
      const text = (isHeartbeat ? encoding.formatHeartbeat(this.#cursor) : '') + chunk.text
      this.#position = chunk.end
      if (text) await writer.write(text)
      return chunk.hasMore
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'UNAVAILABLE')) throw error
      // While the database is unavailable, the stream stays open and retries at its position.
      await writer.write(encoding.formatHeartbeat(this.#cursor))
      await setTimeout(retryDelayMs)
      return true
    }
  }

  /**
   * Reads the next results with the caller's current permissions.
   * @throws UNAUTHORIZED if the credential is no longer valid, FORBIDDEN if it lost a scope
   */
  async #readChunk(): Promise<{ text: string; end: number; hasMore: boolean }> {
    const { http, operation, source, encoding } = this.#subscription
    const { deps, requestId } = http
    return deps.store.forCompany(requireViewer(http).companyId).read(async (db) => {
      const viewer = await findViewer(http, db)
      if (!viewer) throw unauthorized()
      checkScopes(operation, viewer)
      const createRowContext = () => createContext(deps, { viewer, requestId, db })
      const ctx = createRowContext()
      const { rows, hasNext, endSequence: end } = await source.read(ctx, this.#position, maxResults)
      let encodedResults = ''
      for (const [index, row] of rows.entries()) {
        const rowNumber = source.getNumber(row)
        const result = await this.#execute(row, createRowContext())
        encodedResults += encoding.formatResult(result, source.toCursor(ctx, rowNumber))
        if (encodedResults.length > maxCharacters && index < rows.length - 1)
          return { text: encodedResults, end: rowNumber, hasMore: true }
        if (index % 10 === 9) await yieldToEventLoop()
      }
      return { text: encodedResults, end, hasMore: hasNext }
    })
  }

  async #execute(rootValue: unknown, ctx: Context): Promise<object> {
    const { http, operation, variables, extensions } = this.#subscription
    const { data, errors } = await executeWithGraphqlJs(operation, ctx, variables, rootValue)
    return {
      data,
      ...(errors && { errors: formatErrors(errors, http.deps, http.requestId).errorList }),
      ...(extensions && { extensions }),
    }
  }
}
