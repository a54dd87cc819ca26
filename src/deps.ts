/** The production dependencies of the program. */
import { createSecretKey, randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Deps } from './context.ts'
import { bufferedRandomBytes, createIdGenerator } from './lib/ids.ts'
import { createLog } from './lib/log.ts'
import { createMeters } from './metrics/meters.ts'
import { withStoreMetrics } from './metrics/store-metrics.ts'
import type { Settings } from './settings.ts'
import { query } from './store/query.ts'
import type { Store } from './store/store.ts'

const secretByName = query((k, p: { name: string }) =>
  k.selectFrom('secrets').select('value').where('name', '=', p.name),
)

/** The log on standard output (1), or on standard error (2) for messages of a command. */
export const createLogger = ({ LOG_LEVEL, LOG_FORMAT }: Settings, fd: 1 | 2 = 1): Promise<Logger> =>
  createLog({ level: LOG_LEVEL, format: LOG_FORMAT, fd })

export async function createDeps(
  store: Store,
  settings: Settings,
  overrides: Partial<Pick<Deps, 'now' | 'log' | 'randomBytes' | 'tracing'>> = {},
): Promise<Deps> {
  const now = overrides.now ?? Date.now
  const random = overrides.randomBytes ?? randomBytes
  const meters = createMeters()
  return {
    store: withStoreMetrics(
      overrides.tracing
        ? (await import('./tracing/traced-store.ts')).traceStore(store, overrides.tracing)
        : store,
      meters,
    ),
    settings,
    now,
    randomBytes: random,
    newId: createIdGenerator(now, overrides.randomBytes ?? bufferedRandomBytes(randomBytes)),
    log: overrides.log ?? (await createLogger(settings)),
    meters,
    tracing: overrides.tracing,
    cursorKey: createSecretKey(await storedSecret(store, 'cursors', random)),
    webhookKey: await storedSecret(store, 'webhooks', random),
  }
}

/** A secret of this database, created at first use. */
async function storedSecret(
  store: Store,
  name: string,
  createRandomBytes: (length: number) => Buffer,
): Promise<Buffer> {
  const value = await store.allCompanies.write(async (db) => {
    const stored = await db.first(secretByName, { name })
    if (stored) return stored.value
    const created = createRandomBytes(32).toString('base64')
    await db.insert('secrets', { name, value: created })
    return created
  })
  return Buffer.from(value, 'base64')
}
