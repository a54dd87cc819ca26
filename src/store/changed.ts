import type { Connection } from './sqlite.ts'

/** Tells those who wait for news that something was committed. It says that, not what: they look for themselves. */
export interface Changed {
  /** Calls `listener` after each COMMIT; it must not throw. Ends with the function that is returned. */
  subscribe(listener: () => void): () => void
  /** Looks whether another process has written to the file since the last look, and tells the listeners if so. */
  poll(): void
}

/** SQLite counts the commits of others only: those of the writer itself are told by `tell`. */
export function changedBy(writer: Connection): Changed & { tell(): void } {
  const listeners = new Set<() => void>()
  const version = () => writer.raw.pragma('data_version', { simple: true }) as number
  let known = version()
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  return {
    subscribe(listener) {
      const own = () => listener()
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    poll() {
      const now = version()
      if (now === known) return
      known = now
      tell()
    },
    tell,
  }
}
