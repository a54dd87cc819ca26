import { type CommitNotifier, createListeners } from '../store.ts'
import type { Connection } from './connection.ts'

/** SQLite counts the commits of others only: those of the writer itself are told by `tell`. */
export function changedBy(writer: Connection): CommitNotifier & { tell(): void } {
  const { subscribe, notify: tell } = createListeners()
  const version = () => writer.raw.pragma('data_version', { simple: true }) as number
  let known = version()
  return {
    subscribe,
    checkForCommits() {
      const now = version()
      if (now === known) return
      known = now
      tell()
    },
    tell,
  }
}
