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

const secret = query((k, p: { name: string }) =>
  k.selectFrom('secrets').select('value').where('name', '=', p.name),
)

/** The log on standard output (1), or on standard error (2) for messages of a command. */
export const logOf = ({ LOG_LEVEL, LOG_FORMAT }: Settings, fd: 1 | 2 = 1): Promise<Logger> =>
  createLog({ level: LOG_LEVEL, format: LOG_FORMAT, fd })

/** What the program needs from outside, as it is in earnest: the real clock, randomness and log. */
export async function realDeps(
  store: Store,
  settings: Settings,
  given: Partial<Pick<Deps, 'now' | 'log' | 'randomBytes' | 'tracing'>> = {},
): Promise<Deps> {
  const now = given.now ?? Date.now
  const random = given.randomBytes ?? randomBytes
  const meters = createMeters()
  return {
    store: withStoreMetrics(
      given.tracing
        ? (await import('./tracing/traced-store.ts')).traceStore(store, given.tracing)
        : store,
      meters,
    ),
    settings,
    now,
    randomBytes: random,
    newId: createIdGenerator(now, given.randomBytes ?? bufferedRandomBytes(randomBytes)),
    log: given.log ?? (await logOf(settings)),
    meters,
    tracing: given.tracing,
    cursorKey: createSecretKey(await keptSecret(store, 'cursors', random)),
    webhookKey: await keptSecret(store, 'webhooks', random),
  }
}

/** A secret of this database, made when it is first needed. */
async function keptSecret(
  store: Store,
  name: string,
  random: (length: number) => Buffer,
): Promise<Buffer> {
  const value = await store.allCompanies.write(async (db) => {
    const found = await db.first(secret, { name })
    if (found) return found.value
    const fresh = random(32).toString('base64')
    await db.insert('secrets', { name, value: fresh })
    return fresh
  })
  return Buffer.from(value, 'base64')
}
