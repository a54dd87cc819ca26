import { setImmediate as endOfTurn } from 'node:timers/promises'
import { databaseFaultOf, toOperatorError } from '../faults.ts'
import { type Counters, maxSkewSeconds, windowSeconds } from '../store.ts'
import { type Connection, connect } from './connection.ts'
import { removeFile } from './files.ts'

type Raw = Connection['raw']
type Window = { startedAt: number; used: number }

/**
 * So many windows are remembered, so that they are read once; the file has them too, unless it
 * takes none.
 */
const mostKnown = 100_000

/**
 * Rate-limit windows and the time of each key's last use, in a SQLite file of their own with
 * `synchronous=OFF`: exact after the process is killed, possibly stale after a loss of power, and
 * twenty times cheaper than a commit. They are in memory too: only one process charges, and while
 * the disk takes nothing reading goes on, within its limits. Requests that came together are
 * written together, and none of them goes on before that.
 */
export function openCounters(file: string): Counters & { close(): void } {
  const raw = openFile(file)
  const find = raw.prepare<[string], Window>('SELECT startedAt, used FROM windows WHERE key = ?')
  const keep = raw.prepare(
    'INSERT INTO windows VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET startedAt = excluded.startedAt, used = excluded.used, lastUsedAt = excluded.lastUsedAt',
  )
  const used = raw.prepare<[string], { key: string; lastUsedAt: number }>(
    'SELECT key, lastUsedAt FROM windows WHERE key IN (SELECT value FROM json_each(?))',
  )
  const outdated = raw.prepare('DELETE FROM windows WHERE key GLOB ? AND startedAt < ?')
  const windows = new Map<string, Window>()
  const changed = new Map<string, { window: Window; now: number }>()
  const writeEach = () => {
    for (const [key, { window, now }] of changed) keep.run(key, window.startedAt, window.used, now)
  }
  const writeAll = raw.transaction(writeEach)
  function write(): void {
    if (changed.size > 0) unlessFault(changed.size === 1 ? writeEach : writeAll)
    changed.clear()
  }
  /**
   * Resolves when it is in the file: at the end of this turn of the loop, when the first writes for
   * all. Each goes on by itself, so that it is done before the next one begins: what many have half
   * done at once takes longer, and more memory.
   */
  async function save(key: string, window: Window, now: number): Promise<void> {
    if (windows.size >= mostKnown) {
      write()
      windows.clear()
    }
    windows.set(key, window)
    changed.set(key, { window, now })
    await endOfTurn()
    write()
  }
  const known = (key: string): Window | undefined =>
    windows.get(key) ?? unlessFault(() => find.get(key))
  return {
    async charge(key, limit, units, now) {
      const last = known(key)
      const second = Math.floor(now / 1000)
      const open =
        last !== undefined &&
        second < last.startedAt + windowSeconds &&
        second >= last.startedAt - maxSkewSeconds
      const startedAt = open ? last.startedAt : second
      const before = open ? last.used : 0
      const granted = before + units <= limit
      if (granted && units !== 0)
        await save(key, { startedAt, used: Math.max(0, before + units) }, now)
      return {
        limit,
        granted,
        remaining: Math.max(0, limit - before - (granted ? units : 0)),
        reset: startedAt + windowSeconds,
      }
    },
    async lastUsed(keys) {
      return new Map(
        used
          .all(JSON.stringify(keys))
          .map((row) => [row.key, new Date(row.lastUsedAt).toISOString()]),
      )
    },
    async deleteWindows(prefix, before) {
      outdated.run(`${prefix}*`, Math.floor(before / 1000) - windowSeconds)
    },
    close() {
      write()
      raw.close()
    },
  }
}

/** What the disk refuses is done without. */
function unlessFault<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (cause) {
    if (databaseFaultOf(cause) === undefined) throw cause
    return undefined
  }
}

/**
 * A loss of power may also leave what is no database any more; as it only counts, it begins anew
 * rather than keep everybody out.
 */
function openFile(file: string): Raw {
  try {
    return openWhole(file)
  } catch (cause) {
    if (databaseFaultOf(cause) !== 'damaged') throw toOperatorError(cause, file)
    removeFile(file)
    return openWhole(file)
  }
}

function openWhole(file: string): Raw {
  const { raw } = connect(file, { synchronous: 0, timeout: 100 })
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
