import type { OperationDefinitionNode } from 'graphql'
import type { Viewer } from '../access/viewer.ts'
import type { ErrorCode } from '../errors.ts'

/** A query of GraphQL, which has been read, validated and charged. */
export interface Document {
  text: string
  /** Which of its operations. */
  name: string | null | undefined
  accept: string | undefined
  /** What is told besides the data. */
  beside: object
}

/** A request of a REST route, whose inputs have been read. */
export interface Request {
  method: string
  /** As the route is written. */
  route: string
  path: string
  search: string
  /** Headers of the answer so far. */
  headers: Record<string, string>
}

/** The viewer of a query; `scopes` are those of a narrowed key, or null. */
export type PlainViewer = Omit<Viewer, 'rights'> & { scopes: readonly string[] | null }

/** What a thread is asked. It is copied on its way: there are only plain values in it. */
export interface WorkerRequest {
  viewer: PlainViewer
  variables: Record<string, unknown>
  requestId: string
  /** Milliseconds since 1970, where it is not the system's clock that says. */
  now: number | undefined
  of: { document: Document } | { request: Request }
}

export interface WorkerResponse {
  /**
   * None where it cannot, or where there is anything that would be logged: that is not for a thread
   * to say.
   */
  answer?: {
    status: number
    headers?: Record<string, string>
    body: Uint8Array
    /** As in `Exchange`, which the answer fills in. */
    besides: { code?: ErrorCode; headers: Record<string, string> }
  }
  /** How long it took until it was told, in milliseconds. */
  took: number
  /** How much of that it held up others. */
  work: number
  /** Nothing ran, for a variable was refused: that says nothing of the operation. */
  refused?: boolean
}

/** Those who answer queries besides the thread that takes requests; see `openThreads`. */
export interface WorkerPool {
  /**
   * Asks a thread; nothing, where there is none for it or it is not worth it: then it is to be
   * answered here.
   */
  ask(
    operation: OperationDefinitionNode,
    question: () => WorkerRequest,
  ): Promise<WorkerResponse | undefined> | undefined
  /** How long the operation took here, in milliseconds. */
  took(operation: OperationDefinitionNode, time: number): void
  end(): Promise<unknown>
}
