import type { IncomingMessage } from 'node:http'
import type { MaybePromise } from '../lib/maybe-promise.ts'

export type Attributes = Record<string, string | number | undefined>

/** What is told of a request: no more of the `Exchange` than this. */
export interface TracedRequest {
  readonly request: IncomingMessage
  readonly method: string
  readonly requestId: string
  route?: string
  operation?: string
  code?: string
  units: number
  viewer?: { keyId: string | null }
  traceId?: string
}

/** What came of sending something elsewhere. */
export interface SendResult<T> {
  result: T
  attributes: Attributes
  /** Why it failed, in a word. */
  failed?: string | undefined
}

/**
 * Follows requests from step to step (OpenTelemetry), for whoever collects that. There is one only
 * where it is set up: whoever builds something that is to be followed asks once whether there is
 * one, and has nothing to do otherwise. No attribute has anything of bodies, variables, keys or
 * answers.
 */
export interface Tracing {
  /** A request as a whole; it goes on with the trace that its caller has begun. */
  traceRequest<Answer extends { status: number }>(
    http: TracedRequest,
    serve: () => Promise<Answer>,
  ): Promise<Answer>
  /**
   * Ends the request here: what is done for its answer from now on, such as to follow a
   * subscription, is no part of it.
   */
  endRequest<T>(http: TracedRequest, answer: { status: number }, work: () => T): T
  /** A part of what is being followed; where nothing is, the work alone. */
  span<T>(name: string, work: () => MaybePromise<T>, attributes?: Attributes): MaybePromise<T>
  /** A part that is no function's. @returns how it ends */
  startSpan(name: string): () => void
  /** Does what goes on for others, too, and so is no part of what is being followed. */
  withoutSpan<T>(work: () => T): T
  /** Goes on elsewhere with what is being followed now. */
  captureContext(): <T>(work: () => T) => T
  /** Notes a moment in what is being followed. */
  addEvent(name: string, attributes: Attributes): void
  /**
   * Something that is sent to another server, with the headers by which that can go on with the
   * trace.
   */
  traceSend<T>(
    name: string,
    attributes: Attributes,
    send: (headers: Record<string, string>) => Promise<SendResult<T>>,
  ): Promise<T>
  /** Sends what is left, for some seconds at most. */
  stop(): Promise<void>
}
