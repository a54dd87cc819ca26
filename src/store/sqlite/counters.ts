/**
 * Rate-limit windows and the time of each key's last use, in a separate SQLite file with
 * `synchronous=OFF`: exact after the process is killed, possibly outdated after a power failure,
 * and twenty times cheaper than a commit. They are also kept in memory, so that limits apply while
 * the disk accepts no writes; this suffices because only one process charges.
 */
import { setImmediate as endOfTurn } from 'node:timers/promises'
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
  readonly #unsavedWindows = new Map<string, { window: Window; now: number }>()
  readonly #find: Statement<[string], Window>
  readonly #save: Statement
  readonly #saveAll: () => void

  /** @throws OperatorError */
  constructor(file: string) {
    this.#raw = openFile(file)
    this.#find = this.#raw.prepare<[string], Window>(
      'SELECT startedAt, used FROM windows WHERE key = ?',
    )
    this.#save = this.#raw.prepare(
      'INSERT INTO windows VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET startedAt = excluded.startedAt, used = excluded.used, lastUsedAt = excluded.lastUsedAt',
    )
    this.#saveAll = this.#raw.transaction(() => this.#saveEach())
  }

  async charge(key: string, limit: number, units: number, now: number): Promise<Allowance> {
    const currentWindow = this.#windows.get(key) ?? ignoreFaults(() => this.#find.get(key))
    const nowSeconds = Math.floor(now / 1000)
    const isOpen =
      currentWindow !== undefined &&
      nowSeconds < currentWindow.startedAt + windowSeconds &&
      nowSeconds >= currentWindow.startedAt - maxSkewSeconds
    const startedAt = isOpen ? currentWindow.startedAt : nowSeconds
    const usedBefore = isOpen ? currentWindow.used : 0
    const isGranted = usedBefore + units <= limit
    if (isGranted && units !== 0)
      await this.#keep(key, { startedAt, used: Math.max(0, usedBefore + units) }, now)
    return {
      limit,
      granted: isGranted,
      remaining: Math.max(0, limit - usedBefore - (isGranted ? units : 0)),
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
    this.#write()
    this.#raw.close()
  }

  /**
   * Resolves when the window is in the file: at the end of the event-loop turn, the first request
   * writes all windows. Each request waits on its own, since resuming many at once takes longer and
   * more memory.
   */
  async #keep(key: string, window: Window, now: number): Promise<void> {
    if (this.#windows.size >= maxCachedWindows) {
      this.#write()
      this.#windows.clear()
    }
    this.#windows.set(key, window)
    this.#unsavedWindows.set(key, { window, now })
    await endOfTurn()
    this.#write()
  }

  #write(): void {
    if (this.#unsavedWindows.size === 0) return
    ignoreFaults(this.#unsavedWindows.size === 1 ? () => this.#saveEach() : this.#saveAll)
    this.#unsavedWindows.clear()
  }

  #saveEach(): void {
    for (const [key, { window, now }] of this.#unsavedWindows)
      this.#save.run(key, window.startedAt, window.used, now)
  }
}

/** Returns undefined if the disk or the file is at fault. */
function ignoreFaults<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (cause) {
    if (classifyFault(cause) === undefined) throw cause
    return undefined
  }
}

/** Opens the file, or replaces it if a power failure has damaged it: it contains only counters. */
function openFile(file: string): RawConnection {
  try {
    return openUndamaged(file)
  } catch (cause) {
    if (classifyFault(cause) !== 'damaged') throw toOperatorError(cause, file)
    removeFile(file)
    return openUndamaged(file)
  }
}

function openUndamaged(file: string): RawConnection {
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
