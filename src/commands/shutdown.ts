import type { Server } from 'node:http'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import type { OperatorError } from '../store/faults.ts'

/**
 * After this long, connections that are still busy are cut, so that the program is gone within 10
 * seconds.
 */
const patience = 8000

/**
 * Ctrl+C under npm comes twice, from the terminal and from npm; only a later one means "at once".
 */
const echo = 500

/**
 * Whoever keeps a connection gets so long to send the next request, which is answered with
 * `Connection: close`.
 */
const farewell = 250

interface Running {
  log: Logger
  server?: Server
  /** Milliseconds for which it goes on serving before it stops, for load balancers to notice. */
  drain?: number
  /** What is done first: from here on nothing new should begin. */
  before(): Promise<void>
  /** What is done when every request is answered. */
  after(): Promise<void>
}

/**
 * Ends the program cleanly on SIGTERM or SIGINT; a second signal ends it at once. @returns how to
 * end it for a fault, with its exit code
 */
export function shutDownOnSignal({ log, server, drain = 0, before, after }: Running): {
  fail(error: OperatorError): void
} {
  let failing = false
  let first: number | undefined
  const grace = closeWithGrace(
    { delay: drain + 10_000, logger: log, skip: ['SIGTERM', 'SIGINT'] },
    async ({ err }) => {
      // A signal that follows an error is the second reason to stop.
      first ??= performance.now()
      if (err) log.fatal({ err }, 'unexpected error: stopping')
      await before()
      await pause(drain)
      if (server) await drained(server)
      await after()
    },
  )
  const stop = (signal: NodeJS.Signals) => {
    if (first === undefined) {
      first = performance.now()
      grace.close()
    } else if (signal === 'SIGTERM' || performance.now() - first > echo) process.exit(1)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  return {
    fail(error) {
      if (failing) return
      failing = true
      log.fatal(error.message)
      console.error(error.message)
      // Those who are being told so now get their answer; nothing is closed in order, for that
      // would write once more.
      setTimeout(() => process.exit(error.exitCode), farewell)
    },
  }
}

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/**
 * Resolves when every request that had begun is answered. Kept-alive connections are closed as they
 * fall idle.
 */
async function drained(server: Server): Promise<void> {
  const open = await new Promise<number>((resolve) =>
    server.getConnections((_, count) => resolve(count)),
  )
  if (open > 0) await pause(farewell)
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), patience)
  await new Promise<void>((resolve) => void server.close(() => resolve()))
  clearInterval(sweep)
  clearTimeout(cut)
}
