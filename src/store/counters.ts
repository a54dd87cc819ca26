import { connect } from './sqlite.ts'

export interface Allowance {
  limit: number
  remaining: number
  /** The end of the window, in epoch seconds. */
  reset: number
  /** Whether the units asked for were granted; if not, none was taken. */
  granted: boolean
}

export interface Counters {
  /**
   * Takes `units` from the fixed window of `key`, which holds `limit` of them, all or nothing. Zero only looks;
   * fewer than zero gives back. `now` in milliseconds.
   */
  charge(key: string, limit: number, units: number, now: number): Promise<Allowance>
  lastUsed(keys: readonly string[]): Promise<Map<string, string>>
  close(): void
}

const windowSeconds = 3600
type Window = { startedAt: number; used: number }

/**
 * Rate-limit windows and the time of each key's last use, in a SQLite file of their own with `synchronous=OFF`:
 * exact after the process is killed, possibly stale after a loss of power, and twenty times cheaper than a commit.
 */
export function openCounters(file: string): Counters {
  const { raw } = connect(file, { synchronous: 0 })
  raw.exec(
    'CREATE TABLE IF NOT EXISTS windows (key TEXT PRIMARY KEY, startedAt INTEGER NOT NULL, used INTEGER NOT NULL, lastUsedAt INTEGER NOT NULL) STRICT, WITHOUT ROWID',
  )
  const find = raw.prepare<[string], Window>('SELECT startedAt, used FROM windows WHERE key = ?')
  const keep = raw.prepare(
    'INSERT INTO windows VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET startedAt = excluded.startedAt, used = excluded.used, lastUsedAt = excluded.lastUsedAt',
  )
  const used = raw.prepare<[string], { key: string; lastUsedAt: number }>('SELECT key, lastUsedAt FROM windows WHERE key IN (SELECT value FROM json_each(?))')
  return {
    async charge(key, limit, units, now) {
      const known = find.get(key)
      const second = Math.floor(now / 1000)
      const open = known !== undefined && second < known.startedAt + windowSeconds && second >= known.startedAt
      const startedAt = open ? known.startedAt : second
      const before = open ? known.used : 0
      const granted = before + units <= limit
      if (granted && units !== 0) keep.run(key, startedAt, Math.max(0, before + units), now)
      return { limit, granted, remaining: Math.max(0, limit - before - (granted ? units : 0)), reset: startedAt + windowSeconds }
    },
    async lastUsed(keys) {
      return new Map(used.all(JSON.stringify(keys)).map((row) => [row.key, new Date(row.lastUsedAt).toISOString()]))
    },
    close: () => raw.close(),
  }
}
