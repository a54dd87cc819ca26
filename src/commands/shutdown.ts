/** Graceful shutdown: finishes open requests, closes the database, and ends within 10 seconds. */
import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import type { OperatorError } from '../store/faults.ts'

/** Time after which connections that are still busy are closed. */
const drainTimeoutMs = 8000

/** Time after which another signal ends the process at once: under npm, Ctrl+C sends two. */
const repeatedSignalMs = 500

/** Time in which an open connection can send a last request and receive `Connection: close`. */
const lastRequestMs = 250

interface Shutdown {
  log: Logger
  server?: Server
  /** Time in which requests are still served after a signal, so that load balancers can react. */
  drainMs?: number
  stopAccepting(): Promise<void>
  /** Closes all resources after every request has finished. */
  close(): Promise<void>
}

/** Shuts down on SIGTERM or SIGINT; a second signal exits at once. @returns `fail`, for errors */
export function shutDownOnSignal({ log, server, drainMs = 0, stopAccepting, close }: Shutdown) {
  let isFailing = false
  let startedAt: number | undefined
  const closer = closeWithGrace(
    { delay: drainMs + 10_000, logger: log, skip: ['SIGTERM', 'SIGINT'] },
    async ({ err }) => {
      // After an unexpected error, even the first signal ends the process at once.
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
      closer.close()
    } else if (signal === 'SIGTERM' || performance.now() - startedAt > repeatedSignalMs)
      process.exit(1)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  return {
    fail(error: OperatorError) {
      if (isFailing) return
      isFailing = true
      log.fatal(error.message)
      console.error(error.message)
      // Leaves time for pending responses. Resources stay open, since closing them would write.
      setTimeout(() => process.exit(error.exitCode), lastRequestMs)
    },
  }
}

/** Closes idle connections, and resolves when every request has finished. */
async function closeServer(server: Server): Promise<void> {
  const connections = await new Promise<number>((resolve) =>
    server.getConnections((_, count) => resolve(count)),
  )
  if (connections > 0) await pause(lastRequestMs)
  const idleTimer = setInterval(() => server.closeIdleConnections(), 50)
  const drainTimer = setTimeout(() => server.closeAllConnections(), drainTimeoutMs)
  await new Promise<void>((resolve) => void server.close(() => resolve()))
  clearInterval(idleTimer)
  clearTimeout(drainTimer)
}
