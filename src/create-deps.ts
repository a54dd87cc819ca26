/** Creates the program's production dependencies. */
import { createSecretKey, randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Deps } from './context.ts'
import { createIdGenerator, createRandomBuffer } from './lib/ids.ts'
import { createLogger } from './lib/logger.ts'
import { createMeters, withStoreMetrics } from './metrics/meters.ts'
import type { Settings } from './settings.ts'
import { query } from './store/query.ts'
import type { Store } from './store/store.ts'

const secretByNameQuery = query((k, p: { name: string }) =>
  k.selectFrom('secrets').select('value').where('name', '=', p.name),
)

export async function createDeps(
  store: Store,
  settings: Settings,
  overrides: Partial<Pick<Deps, 'now' | 'log' | 'randomBytes' | 'tracing'>> = {},
): Promise<Deps> {
  const now = overrides.now ?? Date.now
  const createRandomBytes = overrides.randomBytes ?? randomBytes
  const meters = createMeters()
  return {
    store: withStoreMetrics(overrides.tracing?.traceStore(store) ?? store, meters),
    settings,
    now,
    randomBytes: createRandomBytes,
    newId: createIdGenerator(now, overrides.randomBytes ?? createRandomBuffer(randomBytes)),
    log: overrides.log ?? (await createLogger(settings)),
    meters,
    tracing: overrides.tracing,
    cursorKey: createSecretKey(await readSecret(store, 'cursors', createRandomBytes)),
    webhookKey: await readSecret(store, 'webhooks', createRandomBytes),
  }
}

/** Reads a secret from the database; creates the secret on first use. */
async function readSecret(
  store: Store,
  name: string,
  createRandomBytes: (length: number) => Buffer,
): Promise<Buffer> {
  const secret = await store.allCompanies.write(async (db) => {
    const storedRow = await db.first(secretByNameQuery, { name })
    if (storedRow) return storedRow.value
    const newSecret = createRandomBytes(32).toString('base64')
    await db.insert('secrets', { name, value: newSecret })
    return newSecret
  })
  return Buffer.from(secret, 'base64')
}

/** Returns the URL to which traces are exported; undefined if tracing is disabled or has no URL. */
function getTracesEndpoint(settings: Settings): string | undefined {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: tracesUrl, OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl } =
    settings
  if (settings.OTEL_SDK_DISABLED) return undefined
  return tracesUrl || (baseUrl && `${baseUrl.replace(/\/+$/, '')}/v1/traces`) || undefined
}

/** Starts tracing if it is enabled and has a URL. Loads OpenTelemetry only in that case. */
export async function startTracing(settings: Settings, log: Pick<Logger, 'warn'>) {
  const endpoint = getTracesEndpoint(settings)
  return endpoint === undefined
    ? undefined
    : (await import('./tracing/open-telemetry.ts')).createTracing(endpoint, settings, log)
}

/** Enables OpenID Connect sign-in if `OIDC_ISSUER` is set. Loads its modules only in that case. */
export const startSignIn = async (deps: Deps): Promise<Deps['signIn']> =>
  deps.settings.OIDC_ISSUER ? (await import('./sign-in/sign-in.ts')).createSignIn(deps) : undefined
