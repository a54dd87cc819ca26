import { type Receiver, respondWithStatus, startReceiver } from './receiver.ts'

/** A span from OTLP's JSON format, with its attributes by name. */
export interface Span {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  /** The span kind: 1 for an internal span, 2 for a server request, 3 for a client request. */
  kind: number
  /** The span status: 0 if unset, 1 for success, 2 for an error. */
  status: number
  attributes: Record<string, unknown>
  events: { name: string; attributes: Record<string, unknown> }[]
  /** The attributes of the service that sent the span. */
  resource: Record<string, unknown>
}

type OtlpAttributes = { key: string; value: Record<string, unknown> }[]

const toAttributeMap = (attributes: OtlpAttributes = []) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      'intValue' in value ? Number(value['intValue']) : Object.values(value)[0],
    ]),
  )

/** Starts a collector that receives OpenTelemetry traces through OTLP over HTTP. */
export async function startCollector(): Promise<Receiver & { spans(): Span[] }> {
  const receiver = await startReceiver(
    respondWithStatus(200, { 'Content-Type': 'application/json' }),
  )
  return {
    ...receiver,
    url: new URL(receiver.url).origin,
    spans: () =>
      receiver.received.flatMap(({ body }) =>
        // biome-ignore lint/suspicious/noExplicitAny: tests access bodies freely
        body.resourceSpans.flatMap(({ resource, scopeSpans }: any) =>
          // biome-ignore lint/suspicious/noExplicitAny: tests access bodies freely
          scopeSpans.flatMap(({ spans }: any) =>
            // biome-ignore lint/suspicious/noExplicitAny: tests access bodies freely
            spans.map((span: any) => ({
              traceId: span.traceId,
              spanId: span.spanId,
              parentSpanId: span.parentSpanId || undefined,
              name: span.name,
              kind: span.kind,
              status: span.status?.code ?? 0,
              attributes: toAttributeMap(span.attributes),
              events: (span.events ?? []).map(
                (event: { name: string; attributes: OtlpAttributes }) => ({
                  name: event.name,
                  attributes: toAttributeMap(event.attributes),
                }),
              ),
              resource: toAttributeMap(resource.attributes),
            })),
          ),
        ),
      ),
  }
}

/** Formats the spans of a trace as lines that are indented by depth. */
export function formatSpanTree(spans: Span[], traceId: string): string[] {
  const traceSpans = spans.filter((span) => span.traceId === traceId)
  const spanIds = new Set(traceSpans.map(({ spanId }) => spanId))
  const formatChildLines = (parent: string | undefined, depth: number): string[] =>
    traceSpans
      .filter(({ parentSpanId }) =>
        parent === undefined
          ? !parentSpanId || !spanIds.has(parentSpanId)
          : parentSpanId === parent,
      )
      .flatMap((span) => [
        `${'  '.repeat(depth)}${span.name}`,
        ...formatChildLines(span.spanId, depth + 1),
      ])
  return formatChildLines(undefined, 0)
}
