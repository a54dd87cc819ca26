import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Logger } from 'pino'

/**
 * File handles that are not for connections: the database, webhooks on their way, files that are
 * read.
 */
const reserved = 256

/**
 * How many files this process may have open; nothing where the system does not tell (it is asked as
 * Linux answers).
 */
function mostFiles(): number | undefined {
  try {
    const found = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return found === undefined ? undefined : Number(found)
  } catch {
    return undefined
  }
}

/**
 * Turns away connections for which there would be no file handle, so that the database never lacks
 * one.
 */
export function boundConnections(server: Server, log: Logger, files = mostFiles()): void {
  if (files === undefined) return
  server.maxConnections = Math.max(files - reserved, Math.floor(files / 4))
  let told = 0
  server.on('drop', () => {
    if (performance.now() - told < 10_000 && told > 0) return
    told = performance.now()
    log.warn(
      { connections: server.maxConnections },
      'connections are turned away: there are as many as there are file handles for; raise the limit (ulimit -n)',
    )
  })
}
