import type { Server } from 'node:http'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'

/** After this long, connections that are still busy are cut, so that the program is gone within 10 seconds. */
const patience = 8000

/** Ctrl+C under npm comes twice, from the terminal and from npm; only a later one means "at once". */
const echo = 500

/** Ends the program cleanly on SIGTERM or SIGINT: `before`, no new connections to its server if it has one, what is in flight, then `after`. */
export function stopOnSignal(server: Server | undefined, log: Logger, before: () => Promise<void>, after: () => Promise<void>): void {
  const grace = closeWithGrace({ delay: 10_000, logger: log, skip: ['SIGTERM', 'SIGINT'] }, async ({ err }) => {
    if (err) log.fatal({ err }, 'unexpected error: stopping')
    await before()
    if (server) await drained(server)
    await after()
  })
  let first: number | undefined
  const stop = () => {
    if (first === undefined) {
      first = performance.now()
      grace.close()
    } else if (performance.now() - first > echo) process.exit(1)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** Resolves when every request that had begun is answered. Kept-alive connections are closed as they fall idle. */
function drained(server: Server): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), patience)
  return new Promise((resolve) => {
    server.close(() => {
      clearInterval(sweep)
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}
