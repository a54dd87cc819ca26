import { type Counters, windowSeconds } from '../counters.ts'
import { explainOpen, faultOf } from '../faults.ts'
import { type Connection, connect } from './connection.ts'
import { removeFile } from './files.ts'

type Raw = Connection['raw']
type Window = { startedAt: number; used: number }

/** So many windows are remembered, so that they are read once; the file has them too, unless it takes none. */
const mostKnown = 100_000

/**
 * Rate-limit windows and the time of each key's last use, in a SQLite file of their own with `synchronous=OFF`:
 * exact after the process is killed, possibly stale after a loss of power, and twenty times cheaper than a commit.
 * They are in memory too: only one process charges, and while the disk takes nothing reading goes on, within its limits.
 */
export function openCounters(file: string): Counters & { close(): void } {
  const raw = openFile(file)
  const find = raw.prepare<[string], Window>('SELECT startedAt, used FROM windows WHERE key = ?')
  const keep = raw.prepare(
    'INSERT INTO windows VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET startedAt = excluded.startedAt, used = excluded.used, lastUsedAt = excluded.lastUsedAt',
  )
  const used = raw.prepare<[string], { key: string; lastUsedAt: number }>('SELECT key, lastUsedAt FROM windows WHERE key IN (SELECT value FROM json_each(?))')
  const outdated = raw.prepare('DELETE FROM windows WHERE key GLOB ? AND startedAt < ?')
  const windows = new Map<string, Window>()
  function save(key: string, window: Window, now: number): void {
    if (windows.size >= mostKnown) windows.clear()
    windows.set(key, window)
    unlessFault(() => keep.run(key, window.startedAt, window.used, now))
  }
  const known = (key: string): Window | undefined => windows.get(key) ?? unlessFault(() => find.get(key))
  return {
    async charge(key, limit, units, now) {
      const last = known(key)
      const second = Math.floor(now / 1000)
      const open = last !== undefined && second < last.startedAt + windowSeconds && second >= last.startedAt
      const startedAt = open ? last.startedAt : second
      const before = open ? last.used : 0
      const granted = before + units <= limit
      if (granted && units !== 0) save(key, { startedAt, used: Math.max(0, before + units) }, now)
      return { limit, granted, remaining: Math.max(0, limit - before - (granted ? units : 0)), reset: startedAt + windowSeconds }
    },
    async lastUsed(keys) {
      return new Map(used.all(JSON.stringify(keys)).map((row) => [row.key, new Date(row.lastUsedAt).toISOString()]))
    },
    async forget(prefix, before) {
      outdated.run(`${prefix}*`, Math.floor(before / 1000) - windowSeconds)
    },
    close: () => raw.close(),
  }
}

/** What the disk refuses is done without. */
function unlessFault<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (cause) {
    if (faultOf(cause) === undefined) throw cause
    return undefined
  }
}

/** A loss of power may also leave what is no database any more; as it only counts, it begins anew rather than keep everybody out. */
function openFile(file: string): Raw {
  try {
    return openWhole(file)
  } catch (cause) {
    if (faultOf(cause) !== 'damaged') throw explainOpen(cause, file)
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
    if (raw.pragma('integrity_check(1)', { simple: true }) !== 'ok') throw Object.assign(new Error(`${file} is damaged`), { code: 'SQLITE_CORRUPT' })
    return raw
  } catch (cause) {
    raw.close()
    throw cause
  }
}
