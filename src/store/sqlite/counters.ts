/**
 * Stores rate-limit windows and the time of each key's last use in a separate SQLite file with
 * `synchronous=OFF`, because a synced commit takes twenty times as long. Counts are exact if the
 * process is killed, but may be outdated after a power failure. Since only one process charges
 * units, counts are also kept in memory, so that limits apply while the disk accepts no writes.
 */
import { setImmediate as waitForNextTurn } from 'node:timers/promises'
import type { Statement } from 'better-sqlite3'
import { classifyFault, toOperatorError } from '../faults.ts'
import { type Allowance, type Counters, maxSkewSeconds, windowSeconds } from '../store.ts'
import { type Connection, connect } from './connection.ts'
import { removeFile } from './files.ts'

type RawConnection = Connection['raw']
type Window = { startedAt: number; used: number }

const maxCachedWindows = 100_000

export class SqliteCounters implements Counters {
  readonly #raw: RawConnection
  readonly #windows = new Map<string, Window>()
  readonly #unsavedWindows = new Map<string, { window: Window; nowMs: number }>()
  readonly #findStatement: Statement<[string], Window>
  readonly #saveStatement: Statement
  readonly #saveAll: () => void

  /** @throws OperatorError if the file cannot be opened or created */
  constructor(file: string) {
    this.#raw = openFile(file)
    this.#findStatement = this.#raw.prepare<[string], Window>(
      'SELECT startedAt, used FROM windows WHERE key = ?',
    )
    this.#saveStatement = this.#raw.prepare(
      'INSERT INTO windows VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET startedAt = excluded.startedAt, used = excluded.used, lastUsedAt = excluded.lastUsedAt',
    )
    this.#saveAll = this.#raw.transaction(() => this.#saveWindows())
  }

  async charge(key: string, limit: number, units: number, nowMs: number): Promise<Allowance> {
    const currentWindow = this.#windows.get(key) ?? ignoreFaults(() => this.#findStatement.get(key))
    const nowSeconds = Math.floor(nowMs / 1000)
    const isOpen =
      currentWindow !== undefined &&
      nowSeconds < currentWindow.startedAt + windowSeconds &&
      nowSeconds >= currentWindow.startedAt - maxSkewSeconds
    const startedAt = isOpen ? currentWindow.startedAt : nowSeconds
    const usedBefore = isOpen ? currentWindow.used : 0
    const isGranted = usedBefore + units <= limit
    const used = isGranted ? Math.max(0, usedBefore + units) : usedBefore
    if (isGranted && units !== 0) await this.#storeWindow(key, { startedAt, used }, nowMs)
    return {
      limit,
      granted: isGranted,
      remaining: Math.max(0, limit - used),
      reset: startedAt + windowSeconds,
    }
  }

  async readLastUsed(keys: readonly string[]): Promise<Map<string, string>> {
    const rows = this.#raw
      .prepare<[string], { key: string; lastUsedAt: number }>(
        'SELECT key, lastUsedAt FROM windows WHERE key IN (SELECT value FROM json_each(?))',
      )
      .all(JSON.stringify(keys))
    return new Map(rows.map((row) => [row.key, new Date(row.lastUsedAt).toISOString()]))
  }

  async deleteWindows(prefix: string, beforeMs: number): Promise<void> {
    this.#raw
      .prepare('DELETE FROM windows WHERE key GLOB ? AND startedAt < ?')
      .run(`${prefix}*`, Math.floor(beforeMs / 1000) - windowSeconds)
  }

  close(): void {
    this.#flush()
    this.#raw.close()
  }

  /**
   * Stores a window, and resolves after the attempt to save it in the file: in the next event-loop
   * turn, the first request saves all windows. Each request waits by itself, since resuming many
   * requests from one promise takes more time and memory.
   */
  async #storeWindow(key: string, window: Window, nowMs: number): Promise<void> {
    if (this.#windows.size >= maxCachedWindows) {
      this.#flush()
      this.#windows.clear()
    }
    this.#windows.set(key, window)
    this.#unsavedWindows.set(key, { window, nowMs })
    await waitForNextTurn()
    this.#flush()
  }

  #flush(): void {
    if (this.#unsavedWindows.size === 0) return
    ignoreFaults(this.#unsavedWindows.size === 1 ? () => this.#saveWindows() : this.#saveAll)
    this.#unsavedWindows.clear()
  }

  #saveWindows(): void {
    for (const [key, { window, nowMs }] of this.#unsavedWindows)
      this.#saveStatement.run(key, window.startedAt, window.used, nowMs)
  }
}

/** Runs `work`; returns undefined after a fault of the disk or the file. */
function ignoreFaults<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (cause) {
    if (classifyFault(cause) === undefined) throw cause
    return undefined
  }
}

/** Opens the counter file. Replaces a damaged file, since it contains only counters. */
function openFile(file: string): RawConnection {
  try {
    return openUndamagedFile(file)
  } catch (cause) {
    if (classifyFault(cause) !== 'damaged') throw toOperatorError(cause, file)
    removeFile(file)
    return openUndamagedFile(file)
  }
}

function openUndamagedFile(file: string): RawConnection {
  const { raw } = connect(file, { synchronous: 0, timeoutMs: 100 })
  try {
    raw.exec(
      'CREATE TABLE IF NOT EXISTS windows (key TEXT PRIMARY KEY, startedAt INTEGER NOT NULL, used INTEGER NOT NULL, lastUsedAt INTEGER NOT NULL) STRICT, WITHOUT ROWID',
    )
    if (raw.pragma('integrity_check(1)', { simple: true }) !== 'ok')
      throw Object.assign(new Error(`${file} is damaged`), { code: 'SQLITE_CORRUPT' })
    return raw
  } catch (cause) {
    raw.close()
    throw cause
  }
}
