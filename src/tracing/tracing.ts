import type { IncomingMessage } from 'node:http'
import type { MaybePromise } from '../lib/async.ts'

export type Attributes = Record<string, string | number | undefined>

/** The part of the `RequestContext` that tracing uses. */
export interface TracedRequest {
  readonly request: IncomingMessage
  readonly method: string
  readonly requestId: string
  route?: string
  operation?: string
  code?: string
  units: number
  viewer?: { credentialId: string | null }
  traceId?: string
}

export interface SendResult<T> {
  result: T
  attributes: Attributes
  /** The value of `error.type` if the request failed. */
  errorType?: string | undefined
}

/**
 * OpenTelemetry tracing of requests; undefined unless configured, so that disabled tracing costs
 * nothing. Attributes never contain bodies, variables, keys or responses.
 */
export interface Tracing {
  /** Traces a whole request and continues the trace of its caller. */
  traceRequest<Reply extends { status: number }>(
    http: TracedRequest,
    serve: () => Promise<Reply>,
  ): Promise<Reply>
  /** Ends the span of a request early and runs `work`, such as a subscription, outside of it. */
  endRequest<T>(http: TracedRequest, reply: { status: number }, work: () => T): T
  /** Runs `work` in a child span, or without one if no span is active. */
  span<T>(name: string, work: () => MaybePromise<T>, attributes?: Attributes): MaybePromise<T>
  /** Starts a child span. @returns a function that ends it */
  startSpan(name: string): () => void
  /** Runs work that is shared between requests outside of the active span. */
  withoutSpan<T>(work: () => T): T
  /** Captures the active span. @returns a function that runs work in it */
  captureContext(): <T>(work: () => T) => T
  addEvent(name: string, attributes: Attributes): void
  /** Traces a request to another server; `headers` propagate the trace to it. */
  traceSend<T>(
    name: string,
    attributes: Attributes,
    send: (headers: Record<string, string>) => Promise<SendResult<T>>,
  ): Promise<T>
  stop(): Promise<void>
}
