/** Sends webhooks, beside the requests of a server or in a process of its own. */
import type { Deps } from '../context.ts'
import { Poller } from './poller.ts'
import { releaseLeases } from './queries.ts'
import { EndpointWorkers } from './workers.ts'

export interface Dispatcher {
  /** Resolves when no delivery is due. */
  idle(): Promise<void>
  /**
   * Starts no further attempt and waits for the current ones. Those that take longer than
   * `stopTimeoutMs` are aborted and do not count.
   */
  stop(): Promise<void>
}

export interface Options {
  /** The name under which deliveries are leased. */
  owner: string
  /** Whether no other process uses the name, so that its leases can be released at the start. */
  isOnlyOwner?: boolean
  /** The timeout of an attempt. */
  timeoutMs?: number
  /** The number of endpoints that receive deliveries at the same time. */
  maxEndpoints?: number
  /** Runs `work` periodically until the returned function is called; replaced in tests. */
  repeat?: (intervalMs: number, work: () => void) => () => void
  stopTimeoutMs?: number
}

/** How often to check for due deliveries and for commits of other processes. */
const pollIntervalMs = 250

/** What a lease lasts beyond the timeout of the attempt. */
const leaseMarginMs = 15_000

const repeatWithTimer = (intervalMs: number, work: () => void) => {
  const timer = setInterval(work, intervalMs)
  return () => clearInterval(timer)
}

export function startDispatcher(deps: Deps, options: Options): Dispatcher {
  const { owner, timeoutMs = 15_000, maxEndpoints = 64, stopTimeoutMs = 6000 } = options
  const { isOnlyOwner = false, repeat = repeatWithTimer } = options
  const aborter = new AbortController()
  const workers = new EndpointWorkers(deps, {
    lessee: { owner, leaseMs: timeoutMs + leaseMarginMs },
    attempt: { timeoutMs, signal: aborter.signal },
    maxEndpoints,
    onFinished: () => poller.wake(),
  })
  const poller = new Poller(deps, workers, owner)
  const stopPolling = repeat(pollIntervalMs, () => {
    deps.store.commits.checkForCommits()
    poller.tick()
  })
  const unsubscribe = deps.store.commits.subscribe(() => poller.wake())
  const started = releaseOwnLeases(deps, owner, isOnlyOwner).finally(() => poller.wake())

  async function settled(): Promise<void> {
    await started
    for (let running = runningNow(); running.length > 0; running = runningNow())
      await Promise.all(running)
  }
  const runningNow = () => [...poller.running(), ...workers.running()]

  return {
    async idle() {
      poller.wake()
      await settled()
    },
    async stop() {
      stopPolling()
      unsubscribe()
      workers.close()
      poller.close()
      const timer = setTimeout(() => aborter.abort(), stopTimeoutMs)
      await settled()
      clearTimeout(timer)
    },
  }
}

/** Frees the deliveries that an earlier process of this name left leased. */
async function releaseOwnLeases(deps: Deps, owner: string, isOnlyOwner: boolean): Promise<void> {
  if (!isOnlyOwner) return
  try {
    await deps.store.allCompanies.write((db) => db.run(releaseLeases, { owner }))
  } catch (err) {
    deps.log.error({ err }, 'could not release the webhook leases; they expire by themselves')
  }
}
