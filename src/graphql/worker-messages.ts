/** Messages between the main thread and the query workers: plain values, which are copied. */
import type { OperationDefinitionNode } from 'graphql'
import type { Viewer } from '../access/scopes.ts'
import type { ResultType } from '../http/media-types.ts'
import type { RequestContext } from '../http/request-context.ts'

/** A GraphQL query that has been parsed, validated and charged. */
export interface DocumentSource {
  text: string
  operationName: string | null | undefined
  resultType: ResultType | undefined
  /** The `extensions` of the response. */
  extensions: object
}

export interface RouteSource {
  method: string
  /** The path template. */
  route: string
  path: string
  search: string
  /** The headers of the response so far. */
  headers: Record<string, string>
}

/** A viewer without functions; `scopes` are those of a narrowed key, or null. */
export type PlainViewer = Omit<Viewer, 'rights'> & { scopes: readonly string[] | null }

export interface WorkerRequest {
  viewer: PlainViewer
  variables: Record<string, unknown>
  requestId: string
  /** Unix epoch milliseconds; undefined for the system clock. */
  now: number | undefined
  source: { document: DocumentSource } | { request: RouteSource }
}

export interface WorkerResponse {
  /** Undefined if the main thread must run the query: the worker failed, or has an error to log. */
  result?: {
    status: number
    headers?: Record<string, string>
    body: Uint8Array
    /** Changes to the request context. */
    context: Pick<RequestContext, 'code' | 'missingScope' | 'responseHeaders'>
  }
  durationMs: number
  /** The part of the duration during which the worker was busy. */
  blockingMs: number
  /** Whether nothing ran because a variable was invalid; the durations are then meaningless. */
  inputRejected?: boolean
}

export interface QueryWorkers {
  /**
   * Runs a query on a worker. Returns or resolves to undefined if the main thread must run the
   * query: no worker is free, the query is too short, or the worker failed.
   */
  run(
    operation: OperationDefinitionNode,
    createRequest: () => WorkerRequest,
  ): Promise<WorkerResponse | undefined> | undefined
  /** Records how long the operation blocked a thread. */
  recordDuration(operation: OperationDefinitionNode, durationMs: number): void
  end(): Promise<unknown>
}
