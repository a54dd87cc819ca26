import { type Changed, listeners } from '../changed.ts'
import type { Connection } from './connection.ts'

/** SQLite counts the commits of others only: those of the writer itself are told by `tell`. */
export function changedBy(writer: Connection): Changed & { tell(): void } {
  const { subscribe, tell } = listeners()
  const version = () => writer.raw.pragma('data_version', { simple: true }) as number
  let known = version()
  return {
    subscribe,
    poll() {
      const now = version()
      if (now === known) return
      known = now
      tell()
    },
    tell,
  }
}
