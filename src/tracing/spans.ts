import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
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
import { ApiError } from '../errors.ts'
import { OperationFailed } from '../graphql/errors.ts'
import type { TracedRequest, Tracing } from './tracing.ts'

/** Known HTTP methods; spans report any other as `_OTHER`. */
const methods = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'CONNECT',
  'TRACE',
  'QUERY',
])

/** Records requests as spans of a tracer. */
export function createSpans(tracer: Tracer): Omit<Tracing, 'stop'> {
  const active = new AsyncLocalStorage<Context>()
  const w3c = new W3CTraceContextPropagator()
  const requests = new WeakMap<TracedRequest, Span>()

  const extractParent = (headers: IncomingHttpHeaders) =>
    w3c.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)

  function failSpan(span: Span, error: unknown): never {
    if (!isRefusal(error)) span.setStatus({ code: SpanStatusCode.ERROR })
    span.setAttribute('error.type', typeOf(error))
    span.end()
    throw error
  }

  function endSpan(http: TracedRequest, { status }: { status: number }): void {
    const span = requests.get(http)
    if (!span) return
    requests.delete(http)
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
      'dealgraph.key_id': http.viewer?.keyId,
      'dealgraph.units': http.units,
      'error.type': http.code,
    })
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }

  return {
    async traceRequest(http, serve) {
      const parent = extractParent(http.request.headers)
      const span = tracer.startSpan('HTTP', { kind: SpanKind.SERVER }, parent)
      requests.set(http, span)
      http.traceId = span.spanContext().traceId
      const answer = await active.run(trace.setSpan(parent, span), serve)
      endSpan(http, answer)
      return answer
    },
    endRequest(http, answer, work) {
      endSpan(http, answer)
      return active.exit(work)
    },
    span(name, work, attributes = {}) {
      const parent = active.getStore()
      if (!parent) return work()
      const span = tracer.startSpan(name, { attributes }, parent)
      const fail = (error: unknown) => failSpan(span, error)
      try {
        const result = active.run(trace.setSpan(parent, span), work)
        if (!(result instanceof Promise)) {
          span.end()
          return result
        }
        return result.then((value) => {
          span.end()
          return value
        }, fail)
      } catch (error) {
        return fail(error)
      }
    },
    startSpan(name) {
      const parent = active.getStore()
      const span = parent && tracer.startSpan(name, {}, parent)
      return () => {
        if (span?.isRecording()) span.end()
      }
    },
    withoutSpan: (work) => active.exit(work),
    captureContext() {
      const parent = active.getStore()
      return (work) => (parent ? active.run(parent, work) : active.exit(work))
    },
    addEvent(name, attributes) {
      const parent = active.getStore()
      const span = parent && trace.getSpan(parent)
      if (span?.isRecording()) span.addEvent(name, attributes)
    },
    async traceSend(name, attributes, send) {
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, ROOT_CONTEXT)
      const context = trace.setSpan(ROOT_CONTEXT, span)
      const headers: Record<string, string> = {}
      w3c.inject(context, headers, defaultTextMapSetter)
      try {
        const sent = await active.run(context, () => send(headers))
        span.setAttributes({ ...sent.attributes, 'error.type': sent.failed })
        if (sent.failed) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
        return sent.result
      } catch (error) {
        return failSpan(span, error)
      }
    },
  }
}

/** Whether an error is the client's fault, which does not mark the span as failed. */
const isRefusal = (error: unknown) =>
  error instanceof OperationFailed || (error instanceof ApiError && error.status < 500)

/** The code or name of an error, without its message, which may contain a client's values. */
const typeOf = (error: unknown) =>
  String(
    (error as { code?: unknown } | undefined)?.code ??
      (error instanceof Error ? error.name : 'unknown'),
  )
