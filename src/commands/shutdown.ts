/** Shuts down gracefully: finishes requests and closes the database within `drainMs` plus 10 s. */
import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import type { OperatorError } from '../store/faults.ts'

/** Time limit for open requests during a shutdown. Their connections are then closed. */
const openRequestTimeoutMs = 8000

/** A second SIGINT within this time is ignored, because Ctrl+C under npm sends two signals. */
const repeatedSignalMs = 500

/** Time in which an open connection can send a last request and receive `Connection: close`. */
const lastRequestMs = 250

interface Shutdown {
  log: Logger
  server?: Server
  /** Time to accept requests after a signal, so that load balancers can remove the server. */
  drainMs?: number
  stopAccepting(): Promise<void>
  /** Closes the database and other resources after all requests have finished. */
  close(): Promise<void>
}

/**
 * Shuts down on SIGTERM or SIGINT. A second signal exits at once. @returns a function that ends the
 * process after a fatal error
 */
export function shutDownOnSignal({ log, server, drainMs = 0, stopAccepting, close }: Shutdown) {
  let startedAt: number | undefined
  const gracefulShutdown = closeWithGrace(
    { delay: drainMs + 10_000, logger: log, skip: ['SIGTERM', 'SIGINT'] },
    async ({ err }) => {
      // After an unexpected error, the next signal exits at once.
      startedAt ??= performance.now()
      if (err) log.fatal({ err }, 'unexpected error: stopping')
      await stopAccepting()
      await pause(drainMs)
      if (server) await closeServer(server)
      await close()
    },
  )
  const onSignal = (signal: NodeJS.Signals) => {
    if (startedAt === undefined) {
      startedAt = performance.now()
      gracefulShutdown.close()
    } else if (signal === 'SIGTERM' || performance.now() - startedAt > repeatedSignalMs)
      process.exit(1)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  return (error: OperatorError): void => {
    log.fatal(error.message)
    console.error(error.message)
    // Leave time for pending responses. Closing the store would write to it, so it stays open.
    setTimeout(() => process.exit(error.exitCode), lastRequestMs)
  }
}

/** Closes connections once idle, the others after `openRequestTimeoutMs`, and then resolves. */
async function closeServer(server: Server): Promise<void> {
  const connectionCount = await new Promise<number>((resolve) =>
    server.getConnections((_, count) => resolve(count)),
  )
  if (connectionCount > 0) await pause(lastRequestMs)
  const idleTimer = setInterval(() => server.closeIdleConnections(), 50)
  const closeTimer = setTimeout(() => server.closeAllConnections(), openRequestTimeoutMs)
  await new Promise<void>((resolve) => void server.close(() => resolve()))
  clearInterval(idleTimer)
  clearTimeout(closeTimer)
}
