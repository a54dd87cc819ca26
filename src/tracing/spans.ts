/** Records requests as spans of an OpenTelemetry tracer. */
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
import { GraphQLError } from 'graphql'
import { nameCredential } from '../access/scopes.ts'
import { ApiError } from '../errors.ts'
import { OperationFailed } from '../graphql/format-errors.ts'
import type { MaybePromise } from '../lib/async.ts'
import type { Attributes, SendResult, TracedRequest, Tracing } from './tracing.ts'

/** Known HTTP methods; spans report any other as `_OTHER`. */
const methods = new Set('GET HEAD POST PUT PATCH DELETE OPTIONS CONNECT TRACE QUERY'.split(' '))

const w3cPropagator = new W3CTraceContextPropagator()

export class OpenTelemetryTracing implements Tracing {
  readonly stop: () => Promise<void>
  readonly #tracer: Tracer
  readonly #activeContext = new AsyncLocalStorage<Context>()
  readonly #requestSpans = new WeakMap<TracedRequest, Span>()

  constructor(tracer: Tracer, stop: () => Promise<void>) {
    this.#tracer = tracer
    this.stop = stop
  }

  async traceRequest<Reply extends { status: number }>(
    http: TracedRequest,
    serve: () => Promise<Reply>,
  ): Promise<Reply> {
    const parent = w3cPropagator.extract(ROOT_CONTEXT, http.request.headers, defaultTextMapGetter)
    const span = this.#tracer.startSpan('HTTP', { kind: SpanKind.SERVER }, parent)
    this.#requestSpans.set(http, span)
    http.traceId = span.spanContext().traceId
    const reply = await this.#activeContext.run(trace.setSpan(parent, span), serve)
    this.#endRequestSpan(http, reply)
    return reply
  }

  endRequest<T>(http: TracedRequest, reply: { status: number }, work: () => T): T {
    this.#endRequestSpan(http, reply)
    return this.withoutSpan(work)
  }

  span<T>(name: string, work: () => MaybePromise<T>, attributes: Attributes = {}): MaybePromise<T> {
    const parent = this.#activeContext.getStore()
    if (!parent) return work()
    const span = this.#tracer.startSpan(name, { attributes }, parent)
    const end = (value: T): T => {
      span.end()
      return value
    }
    try {
      const result = this.#activeContext.run(trace.setSpan(parent, span), work)
      return result instanceof Promise
        ? result.then(end, (error: unknown) => failSpan(span, error))
        : end(result)
    } catch (error) {
      return failSpan(span, error)
    }
  }

  startSpan(name: string): () => void {
    const parent = this.#activeContext.getStore()
    const span = parent && this.#tracer.startSpan(name, {}, parent)
    return () => {
      if (span?.isRecording()) span.end()
    }
  }

  withoutSpan<T>(work: () => T): T {
    return this.#activeContext.exit(work)
  }

  captureContext(): <T>(work: () => T) => T {
    const parent = this.#activeContext.getStore()
    return (work) => (parent ? this.#activeContext.run(parent, work) : this.withoutSpan(work))
  }

  addEvent(name: string, attributes: Attributes): void {
    const parent = this.#activeContext.getStore()
    const span = parent && trace.getSpan(parent)
    if (span?.isRecording()) span.addEvent(name, attributes)
  }

  async traceSend<T>(
    name: string,
    attributes: Attributes,
    send: (headers: Record<string, string>) => Promise<SendResult<T>>,
  ): Promise<T> {
    const span = this.#tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, ROOT_CONTEXT)
    const context = trace.setSpan(ROOT_CONTEXT, span)
    const headers: Record<string, string> = {}
    w3cPropagator.inject(context, headers, defaultTextMapSetter)
    try {
      const sendResult = await this.#activeContext.run(context, () => send(headers))
      span.setAttributes({ ...sendResult.attributes, 'error.type': sendResult.errorType })
      if (sendResult.errorType) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
      return sendResult.result
    } catch (error) {
      return failSpan(span, error)
    }
  }

  #endRequestSpan(http: TracedRequest, { status }: { status: number }): void {
    const span = this.#requestSpans.get(http)
    if (!span) return
    this.#requestSpans.delete(http)
    const { keyId, identityId } = http.viewer ? nameCredential(http.viewer) : {}
    const method = methods.has(http.method) ? http.method : '_OTHER'
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
  const cause = getCause(error)
  if (!isRefusal(cause)) span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', getErrorType(cause))
  span.end()
  throw error
}

/** Returns whether an error is the client's fault, which does not mark the span as failed. */
const isRefusal = (error: unknown) =>
  error instanceof OperationFailed || (error instanceof ApiError && error.status < 500)

/** Returns the code or name of an error, but not its message, which may contain client input. */
const getErrorType = (error: unknown) =>
  String(
    (error as { code?: unknown } | undefined)?.code ??
      (error instanceof Error ? error.name : 'unknown'),
  )

const getCause = (error: unknown) =>
  error instanceof GraphQLError ? (error.originalError ?? error) : error
