import type { Logger } from 'pino'
import type { Deps } from '../context.ts'
import { logOf, realDeps } from '../deps.ts'
import { environment, readSettings, type Settings, warnOfUnknownSettings } from '../settings.ts'
import { openStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'

/**
 * Reads the settings and opens a log on this file descriptor; warns about unknown settings.
 * @throws OperatorError naming every wrong setting
 */
export async function loadSettings(fd: 1 | 2 = 2): Promise<{ settings: Settings; log: Logger }> {
  const env = environment()
  const settings = readSettings(env)
  const log = await logOf(settings, fd)
  for (const warning of warnOfUnknownSettings(env)) log.warn(warning)
  return { settings, log }
}

/**
 * Runs a command on the database, beside a server if one is running; the schema is brought up to
 * date first.
 */
export async function withDeps<T>(work: (deps: Deps) => Promise<T>): Promise<T> {
  const { settings, log } = await loadSettings()
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

export interface Progress {
  /** Whether anybody sees it. */
  shown: boolean
  /** @param total nothing where it is not known */
  update(done: number, total: number | undefined): void
  stop(): void
}

const unseen: Progress = { shown: false, update: () => {}, stop: () => {} }

/** A terminal that moves its cursor, and somebody who has not asked for plain text. */
const lively = () =>
  process.stderr.isTTY && process.env['TERM'] !== 'dumb' && !process.env['NO_COLOR']

const known = (unit: string) => `{bar} {percentage} % of {total} ${unit}, {eta_formatted} left`
const unknown = (unit: string) => `{value} ${unit}, {duration_formatted}`

/**
 * A bar on stderr; none where nobody watches, or where a script reads the output.
 * @param busy whether the terminal shows the output itself
 */
export async function progressBar(
  unit: string,
  { json }: { json?: boolean },
  busy = false,
): Promise<Progress> {
  if (json || busy || !lively()) return unseen
  const { SingleBar } = await import('cli-progress')
  let bar: InstanceType<typeof SingleBar> | undefined
  const start = (total: number | undefined) => {
    const format = total === undefined ? unknown(unit) : known(unit)
    bar = new SingleBar({
      format,
      barCompleteChar: '█',
      barIncompleteChar: '░',
      hideCursor: true,
      fps: 8,
    })
    bar.start(total ?? 0, 0)
    return bar
  }
  return {
    shown: true,
    update: (done, total) => (bar ?? start(total)).update(done),
    stop: () => bar?.stop(),
  }
}
