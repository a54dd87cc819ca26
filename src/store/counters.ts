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
   * Takes `units` from the fixed window of `key`, which holds `limit` of them, all or nothing. Zero
   * only looks; fewer than zero gives back. `now` in milliseconds.
   */
  charge(key: string, limit: number, units: number, now: number): Promise<Allowance>
  lastUsed(keys: readonly string[]): Promise<Map<string, string>>
  /** Forgets the windows of keys that begin so, and that ended before this time in milliseconds. */
  forget(prefix: string, before: number): Promise<void>
}

export const windowSeconds = 3600

/**
 * How much earlier than the start of a window a request in it may be: it was delayed, or the clock
 * of its process is behind. Further back, the clock was set, and a new window begins.
 */
export const maxSkewSeconds = 60
