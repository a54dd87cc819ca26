/** Creates spans with OpenTelemetry. Loaded only if tracing is configured. */
import { setTimeout as delay } from 'node:timers/promises'
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
import { readVersion } from '../lib/package-files.ts'
import type { Settings } from '../settings.ts'
import { Tracing } from './tracing.ts'

const shutdownTimeoutMs = 2000
const warnIntervalMs = 60_000

const createParentSampler = (root: Sampler) => new ParentBasedSampler({ root })

const samplerFactories: Record<Settings['OTEL_TRACES_SAMPLER'], (ratio: number) => Sampler> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => createParentSampler(new AlwaysOnSampler()),
  parentbased_always_off: () => createParentSampler(new AlwaysOffSampler()),
  parentbased_traceidratio: (ratio) => createParentSampler(new TraceIdRatioBasedSampler(ratio)),
}

/** Exports spans as JSON by OTLP over HTTP; drops spans that cannot be exported. */
export function createTracing(url: string, settings: Settings, log: Pick<Logger, 'warn'>): Tracing {
  logExportErrors(log)
  const serviceResource = resourceFromAttributes({
    'service.name': settings.OTEL_SERVICE_NAME,
    'service.version': readVersion(),
  })
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(serviceResource),
    sampler: samplerFactories[settings.OTEL_TRACES_SAMPLER](settings.OTEL_TRACES_SAMPLER_ARG),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  })
  const stopTracing = async () => {
    const deadline = delay(shutdownTimeoutMs, undefined, { ref: false })
    await Promise.race([provider.shutdown().catch(() => undefined), deadline])
  }
  return new Tracing(provider.getTracer('dealgraph', readVersion()), stopTracing)
}

/** Logs export errors, at most one error per `warnIntervalMs`. */
function logExportErrors(log: Pick<Logger, 'warn'>): void {
  let lastWarningAt = Number.NEGATIVE_INFINITY
  const logWarning = (message: string) => {
    if (performance.now() - lastWarningAt < warnIntervalMs) return
    lastWarningAt = performance.now()
    log.warn({ reason: extractMessage(message).slice(0, 200) }, 'traces could not be exported')
  }
  const ignore = () => {}
  diag.setLogger(
    { error: logWarning, warn: logWarning, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}

/** Extracts the message from an error that is serialized as JSON. */
function extractMessage(text: string): string {
  try {
    return String((JSON.parse(text) as { message?: unknown }).message ?? text)
  } catch {
    return text
  }
}
