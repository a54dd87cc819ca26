import type { Logger } from 'pino'
import type { Answer, Exchange } from '../http/exchange.ts'
import type { Settings } from '../settings.ts'
import type { Maybe } from '../store/maybe.ts'
import type { StoreOptions } from '../store/store.ts'

export type Attributes = Record<string, string | number | undefined>

/** What came of sending something elsewhere. */
export interface Sent<T> {
  result: T
  attributes: Attributes
  /** Why it failed, in a word. */
  failed?: string | undefined
}

/**
 * Follows requests from step to step (OpenTelemetry), for whoever collects that. There is one only where it is set up:
 * whoever builds something that is to be followed asks once whether there is one, and has nothing to do otherwise.
 * No attribute has anything of bodies, variables, keys or answers.
 */
export interface Tracing {
  /** A request as a whole; it goes on with the trace that its caller has begun. */
  request(x: Exchange, serve: () => Promise<Answer>): Promise<Answer>
  /** Ends the request here: what is done for its answer from now on, such as to follow a subscription, is no part of it. */
  answered<T>(x: Exchange, answer: Answer, work: () => T): T
  /** A part of what is being followed; where nothing is, the work alone. */
  part<T>(name: string, work: () => Maybe<T>, attributes?: Attributes): Maybe<T>
  /** A part that is no function's. @returns how it ends */
  begin(name: string): () => void
  /** Does what goes on for others, too, and so is no part of what is being followed. */
  apart<T>(work: () => T): T
  /** Goes on elsewhere with what is being followed now. */
  resumed(): <T>(work: () => T) => T
  /** Notes a moment in what is being followed. */
  note(name: string, attributes: Attributes): void
  /** Something that is sent to another server, with the headers by which that can go on with the trace. */
  sending<T>(name: string, attributes: Attributes, send: (headers: Record<string, string>) => Promise<Sent<T>>): Promise<T>
  /** Sends what is left, for some seconds at most. */
  stop(): Promise<void>
}

/** Where it is sent to; nothing, where it is not wanted. */
export function tracesEndpoint(settings: Settings): string | undefined {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole, OTEL_EXPORTER_OTLP_ENDPOINT: base } = settings
  if (settings.OTEL_SDK_DISABLED) return undefined
  return whole || (base && `${base.replace(/\/+$/, '')}/v1/traces`) || undefined
}

/** Begins to follow requests where that is set up; only then anything that it takes is loaded. */
export async function startTracing(settings: Settings, log: Pick<Logger, 'warn'>): Promise<Tracing | undefined> {
  const endpoint = tracesEndpoint(settings)
  return endpoint === undefined ? undefined : (await import('./open-telemetry.ts')).openTelemetry(endpoint, settings, log)
}

/** Has the store tell of each statement, which has placeholders where values are. */
export const tellingStatements = (tracing: Tracing | undefined): Pick<StoreOptions, 'onStatement'> =>
  tracing ? { onStatement: (sql) => tracing.note('statement', { 'db.query.text': sql }) } : {}
