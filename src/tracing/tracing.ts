/**
 * Records requests as OpenTelemetry spans. If tracing is not configured, `Deps.tracing` is
 * undefined, which costs nothing. Attributes never contain bodies, variables, secrets or responses.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { getCredentialIds } from '../access/scopes.ts'
import { ApiError } from '../errors.ts'
import { OperationFailed, unwrapError } from '../graphql/format-errors.ts'
import type { HttpResponse, RequestContext } from '../http/request-context.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/async.ts'
import type { Db } from '../store/db.ts'
import { type CompanyAccess, type Store, wrapAccess } from '../store/store.ts'

type Attributes = Record<string, string | number | undefined>

/** The outcome of a request to another server: the HTTP status, and the error if it failed. */
type SendOutcome = { status?: number; error?: string }

/** HTTP methods that spans report; all other methods are reported as `_OTHER`. */
const httpMethods = new Set('GET HEAD POST PUT PATCH DELETE OPTIONS CONNECT TRACE QUERY'.split(' '))

const w3cPropagator = new W3CTraceContextPropagator()

export class Tracing {
  readonly stop: () => Promise<void>
  readonly #tracer: Tracer
  readonly #activeContext = new AsyncLocalStorage<Context | undefined>()
  readonly #requestSpans = new WeakMap<RequestContext, Span>()

  constructor(tracer: Tracer, stop: () => Promise<void>) {
    this.#tracer = tracer
    this.stop = stop
  }

  /** Traces a whole request, and continues the client's trace. */
  async traceRequest(http: RequestContext, serve: () => Promise<HttpResponse>) {
    const parent = w3cPropagator.extract(ROOT_CONTEXT, http.request.headers, defaultTextMapGetter)
    const span = this.#tracer.startSpan('HTTP', { kind: SpanKind.SERVER }, parent)
    this.#requestSpans.set(http, span)
    http.traceId = span.spanContext().traceId
    const response = await this.#activeContext.run(trace.setSpan(parent, span), serve)
    this.#endRequestSpan(http, response)
    return response
  }

  /** Ends a request's span early and runs `work`, such as a subscription, outside the span. */
  endRequest<T>(http: RequestContext, response: HttpResponse, work: () => T): T {
    this.#endRequestSpan(http, response)
    return this.#activeContext.run(undefined, work)
  }

  /** Runs `work` in a child span, or without a span if no span is active. */
  withSpan<T>(name: string, work: () => MaybePromise<T>, attributes: Attributes = {}) {
    const parent = this.#activeContext.getStore()
    if (!parent) return work()
    const span = this.#tracer.startSpan(name, { attributes }, parent)
    const endSpan = (value: T): T => {
      span.end()
      return value
    }
    try {
      const valueOrPromise = this.#activeContext.run(trace.setSpan(parent, span), work)
      return valueOrPromise instanceof Promise
        ? valueOrPromise.then(endSpan, (error: unknown) => failSpan(span, error))
        : endSpan(valueOrPromise)
    } catch (error) {
      return failSpan(span, error)
    }
  }

  /** Wraps a store so that each access is recorded as a span of the request. */
  traceStore(store: Store): Store {
    return wrapAccess(store, (access) => ({
      read: (work) => this.withSpan('database read', () => access.read(work)),
      readLatest: (work) => this.withSpan('database lookup', () => access.readLatest(work)),
      write: async (work) => this.withSpan('database write', () => this.#traceWrite(access, work)),
    }))
  }

  /** Records an SQL statement, with placeholders for values, as an event of the active span. */
  readonly recordStatement = (sql: string): void => {
    const parent = this.#activeContext.getStore()
    const span = parent && trace.getSpan(parent)
    if (span?.isRecording()) span.addEvent('statement', { 'db.query.text': sql.slice(0, 2000) })
  }

  /** Traces a request to another server; `headers` propagate the trace to that server. */
  async traceSend<Outcome extends SendOutcome>(
    name: string,
    attributes: Attributes,
    send: (headers: Record<string, string>) => Promise<Outcome>,
  ): Promise<Outcome> {
    const span = this.#tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, ROOT_CONTEXT)
    const context = trace.setSpan(ROOT_CONTEXT, span)
    const headers: Record<string, string> = {}
    w3cPropagator.inject(context, headers, defaultTextMapSetter)
    try {
      const outcome = await this.#activeContext.run(context, send, headers)
      const { status, error } = outcome
      span.setAttributes({ 'http.response.status_code': status, 'error.type': error })
      if (error) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
      return outcome
    } catch (error) {
      return failSpan(span, error)
    }
  }

  #traceWrite<T>(access: CompanyAccess, work: (db: Db) => MaybePromise<T>): Promise<T> {
    const parent = this.#activeContext.getStore()
    const startSpan = (name: string) => parent && this.#tracer.startSpan(name, {}, parent)
    let phase = startSpan('wait')
    const endPhase = () => {
      if (phase?.isRecording()) phase.end()
    }
    const runTransaction = (db: Db) => {
      endPhase()
      return mapMaybePromise(
        this.withSpan('transaction', () => work(db)),
        (value) => {
          phase = startSpan('commit')
          return value
        },
      )
    }
    // Another request may have started the write queue, so the context is restored for `work`.
    const runInContext = (db: Db) => this.#activeContext.run(parent, runTransaction, db)
    return this.#activeContext.run(undefined, () => access.write(runInContext)).finally(endPhase)
  }

  #endRequestSpan(http: RequestContext, { status }: HttpResponse): void {
    const span = this.#requestSpans.get(http)
    if (!span) return
    this.#requestSpans.delete(http)
    const { keyId, identityId } = http.viewer ? getCredentialIds(http.viewer) : {}
    const method = httpMethods.has(http.method) ? http.method : '_OTHER'
    span.updateName(http.route ? `${method} ${http.route}` : method)
    span.setAttributes({
      'http.request.method': method,
      'http.response.status_code': status,
      'url.scheme': 'http',
      'network.protocol.version': http.request.httpVersion,
      'http.route': http.route,
      'dealgraph.operation': http.operation,
      'dealgraph.request_id': http.requestId,
      'dealgraph.key_id': keyId,
      'dealgraph.identity_id': identityId,
      'dealgraph.units': http.units,
      'error.type': http.code,
    })
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
}

function failSpan(span: Span, error: unknown): never {
  const cause = unwrapError(error)
  if (!isClientError(cause)) span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', getErrorType(cause))
  span.end()
  throw error
}

/** Returns whether the client caused the error; such an error does not mark a span as failed. */
const isClientError = (error: unknown) =>
  error instanceof OperationFailed || (error instanceof ApiError && error.status < 500)

/** Returns an error's code or name, not the message, which may contain client input. */
const getErrorType = (error: unknown) =>
  String(
    (error as { code?: unknown } | undefined)?.code ??
      (error instanceof Error ? error.name : 'unknown'),
  )
