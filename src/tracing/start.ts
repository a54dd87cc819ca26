import type { Logger } from 'pino'
import type { Settings } from '../settings.ts'
import type { StoreOptions } from '../store/store.ts'
import type { Tracing } from './tracing.ts'

/** The URL of the trace exporter; undefined if tracing is disabled. */
function tracesEndpoint(settings: Settings): string | undefined {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole, OTEL_EXPORTER_OTLP_ENDPOINT: base } = settings
  if (settings.OTEL_SDK_DISABLED) return undefined
  return whole || (base && `${base.replace(/\/+$/, '')}/v1/traces`) || undefined
}

/** Starts tracing if it is configured, and loads OpenTelemetry only then. */
export async function startTracing(
  settings: Settings,
  log: Pick<Logger, 'warn'>,
): Promise<Tracing | undefined> {
  const endpoint = tracesEndpoint(settings)
  return endpoint === undefined
    ? undefined
    : (await import('./open-telemetry.ts')).openTelemetry(endpoint, settings, log)
}

/** Records each SQL statement as an event of the active span, with placeholders for values. */
export const statementEvents = (tracing: Tracing | undefined): Pick<StoreOptions, 'onStatement'> =>
  tracing
    ? {
        onStatement: (sql) =>
          tracing.addEvent('statement', { 'db.query.text': sql.slice(0, 2000) }),
      }
    : {}
