import { pino } from 'pino'
import type { Deps } from '../context.ts'
import { realDeps } from '../deps.ts'
import { environment, readSettings } from '../settings.ts'
import { openStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'
import { progressBar } from './progress.ts'

/**
 * Runs a command on the database, beside a server if one is running; the schema is brought up to
 * date first.
 */
export async function withDeps<T>(work: (deps: Deps) => Promise<T>): Promise<T> {
  const settings = readSettings(environment())
  const log = pino({ level: settings.LOG_LEVEL }, pino.destination(2))
  return withStore(settings.DATABASE_URL, async (store) =>
    work(await realDeps(store, settings, { log })),
  )
}

/** The same with the database alone; long migrations are watched. */
export async function withStore<T>(url: string, work: (store: Store) => Promise<T>): Promise<T> {
  const bar = await progressBar('migrations', {})
  const store = await openStore({ url, onMigration: bar.update }).finally(bar.stop)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

export interface Output {
  json?: boolean
}

/** One JSON object for scripts, or sentences for people. */
export function print({ json }: Output, result: object, sentences: string): void {
  console.log(json ? JSON.stringify(result) : sentences)
}

export const jsonOption = ['--json', 'print one JSON object, for scripts'] as const
