/** Code shared by all commands: settings, the database, output and a progress bar. */
import type { Logger } from 'pino'
import type { Deps } from '../context.ts'
import { createDeps } from '../deps.ts'
import { createLogger } from '../lib/log.ts'
import { loadEnvironment, readSettings, type Settings, warnOfUnknownSettings } from '../settings.ts'
import { openStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'

/** Reads the settings and opens a log. @throws OperatorError naming every invalid setting */
export async function loadSettings(fd: 1 | 2 = 2): Promise<{ settings: Settings; log: Logger }> {
  const env = loadEnvironment()
  const settings = readSettings(env)
  const log = await createLogger(settings, fd)
  for (const warning of warnOfUnknownSettings(env)) log.warn(warning)
  return { settings, log }
}

/** Runs `work` on the database, which is migrated if necessary; safe while a server is running. */
export async function withDeps<T>(work: (deps: Deps) => Promise<T>): Promise<T> {
  const { settings, log } = await loadSettings()
  return withStore(settings.DATABASE_URL, async (store) =>
    work(await createDeps(store, settings, { log })),
  )
}

export async function withStore<T>(url: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await withProgress('migrations', {}, (bar) =>
    openStore({ url, onMigration: bar.update }),
  )
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

export interface Output {
  json?: boolean
}

export const jsonOption = ['--json', 'print one JSON object, for scripts'] as const

export function print({ json }: Output, result: object, sentences: string): void {
  console.log(json ? JSON.stringify(result) : sentences)
}

export interface Progress {
  isVisible: boolean
  /** @param total undefined if unknown */
  update(doneCount: number, total: number | undefined): void
}

const acceptsProgressBar = () =>
  process.stderr.isTTY && process.env['TERM'] !== 'dumb' && !process.env['NO_COLOR']

/** Shows a progress bar on stderr. @param isTerminalBusy whether other output uses the terminal */
export async function withProgress<T>(
  unit: string,
  { json }: Output,
  work: (progress: Progress) => Promise<T>,
  isTerminalBusy = false,
): Promise<T> {
  if (json || isTerminalBusy || !acceptsProgressBar())
    return work({ isVisible: false, update: () => {} })
  const { SingleBar } = await import('cli-progress')
  let bar: InstanceType<typeof SingleBar> | undefined
  const startBar = (total: number | undefined) => {
    const format =
      total === undefined
        ? `{value} ${unit}, {duration_formatted}`
        : `{bar} {percentage} % of {total} ${unit}, {eta_formatted} left`
    const characters = { barCompleteChar: '█', barIncompleteChar: '░' }
    bar = new SingleBar({ format, ...characters, hideCursor: true, fps: 8 })
    bar.start(total ?? 0, 0)
    return bar
  }
  try {
    return await work({
      isVisible: true,
      update: (doneCount, total) => (bar ?? startBar(total)).update(doneCount),
    })
  } finally {
    bar?.stop()
  }
}
