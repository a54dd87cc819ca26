/** Messages between the main thread and the query workers. They contain only cloneable values. */
import type { OperationDefinitionNode } from 'graphql'
import type { Viewer } from '../access/scopes.ts'
import type { RequestContext, ResultType } from '../http/request-context.ts'

/** A GraphQL query that the main thread has validated and charged to the rate limit. */
export interface DocumentSource {
  text: string
  operationName: string | null | undefined
  resultType: ResultType | undefined
  /** The `extensions` for the GraphQL response. */
  extensions: object
}

export interface RouteSource {
  method: string
  /** The path template of the route. */
  route: string
  path: string
  search: string
  /** The response headers that the main thread has set. */
  headers: Record<string, string>
}

/** A viewer without methods; `scopes` lists a narrowed key's scopes, and is null otherwise. */
export type PlainViewer = Omit<Viewer, 'rights'> & { scopes: readonly string[] | null }

export interface WorkerRequest {
  viewer: PlainViewer
  variables: Record<string, unknown>
  requestId: string
  /** The time in Unix epoch milliseconds; undefined for the system clock. */
  nowMs: number | undefined
  source: { document: DocumentSource } | { request: RouteSource }
}

export interface WorkerResponse {
  /** Undefined if the worker failed or has an error to log; the main thread then runs the query. */
  result?: {
    status: number
    headers?: Record<string, string>
    body: Uint8Array
    /** Values to assign to the request context in the main thread. */
    context: Pick<RequestContext, 'code' | 'missingScope' | 'responseHeaders'>
  }
  durationMs: number
  /** The part of `durationMs` during which the worker thread was busy. */
  blockingMs: number
  /** Whether an invalid variable prevented the execution; the durations are not meaningful then. */
  inputRejected?: boolean
}

export interface QueryWorkers {
  /**
   * Runs a query on a worker. Returns or resolves to undefined if the main thread must run the
   * query, because earlier runs were short, no worker is available soon, or the worker failed.
   */
  run(
    operation: OperationDefinitionNode,
    createRequest: () => WorkerRequest,
  ): Promise<WorkerResponse | undefined> | undefined
  /** Records how long the operation blocked a thread. */
  recordDuration(operation: OperationDefinitionNode, blockingMs: number): void
  end(): Promise<unknown>
}
