import { DiagLogLevel, diag } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { readVersion } from '../lib/version.ts'
import type { Settings } from '../settings.ts'
import { createSpans } from './spans.ts'
import type { Tracing } from './tracing.ts'

/** How long what is left may take when the server stops, in milliseconds. */
const farewell = 2000
/** Milliseconds before the same trouble is told of again. */
const silence = 60_000

const parentBased = (root: Sampler) => new ParentBasedSampler({ root })

/** Which traces are kept, by the names that OpenTelemetry has for it. */
const samplers: Record<Settings['OTEL_TRACES_SAMPLER'], (ratio: number) => Sampler> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => parentBased(new AlwaysOnSampler()),
  parentbased_always_off: () => parentBased(new AlwaysOffSampler()),
  parentbased_traceidratio: (ratio) => parentBased(new TraceIdRatioBasedSampler(ratio)),
}

/**
 * Follows requests, and sends what came of it by OTLP over HTTP, as JSON, in the background; what
 * cannot be sent is let go.
 */
export function openTelemetry(url: string, settings: Settings, log: Pick<Logger, 'warn'>): Tracing {
  tellTroubles(log)
  const own = resourceFromAttributes({
    'service.name': settings.OTEL_SERVICE_NAME,
    'service.version': readVersion(),
  })
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(own),
    sampler: samplers[settings.OTEL_TRACES_SAMPLER](settings.OTEL_TRACES_SAMPLER_ARG),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  })
  const stop = async () => {
    const late = new Promise<void>((resolve) => void setTimeout(resolve, farewell).unref())
    await Promise.race([provider.shutdown().catch(() => undefined), late])
  }
  return { ...createSpans(provider.getTracer('dealgraph', readVersion())), stop }
}

/** What cannot be sent is told of in the log, now and then. */
function tellTroubles(log: Pick<Logger, 'warn'>): void {
  let told = Number.NEGATIVE_INFINITY
  const tell = (trouble: string) => {
    if (performance.now() - told < silence) return
    told = performance.now()
    log.warn({ trouble: messageIn(trouble).slice(0, 200) }, 'traces cannot be sent as they should')
  }
  const quiet = () => {}
  diag.setLogger(
    { error: tell, warn: tell, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}

/** What an error says that was written as JSON with all that belongs to it. */
function messageIn(trouble: string): string {
  try {
    return String((JSON.parse(trouble) as { message?: unknown }).message ?? trouble)
  } catch {
    return trouble
  }
}
