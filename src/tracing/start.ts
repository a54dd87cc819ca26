import type { Logger } from 'pino'
import type { Settings } from '../settings.ts'
import type { StoreOptions } from '../store/store.ts'
import type { Tracing } from './tracing.ts'

/** Where it is sent to; nothing, where it is not wanted. */
function tracesEndpoint(settings: Settings): string | undefined {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole, OTEL_EXPORTER_OTLP_ENDPOINT: base } = settings
  if (settings.OTEL_SDK_DISABLED) return undefined
  return whole || (base && `${base.replace(/\/+$/, '')}/v1/traces`) || undefined
}

/** Begins to follow requests where that is set up; only then anything that it takes is loaded. */
export async function startTracing(
  settings: Settings,
  log: Pick<Logger, 'warn'>,
): Promise<Tracing | undefined> {
  const endpoint = tracesEndpoint(settings)
  return endpoint === undefined
    ? undefined
    : (await import('./open-telemetry.ts')).openTelemetry(endpoint, settings, log)
}

/**
 * Has the store tell of the beginning of each statement, which has placeholders where values are.
 */
export const statementEvents = (tracing: Tracing | undefined): Pick<StoreOptions, 'onStatement'> =>
  tracing
    ? {
        onStatement: (sql) =>
          tracing.addEvent('statement', { 'db.query.text': sql.slice(0, 2000) }),
      }
    : {}
