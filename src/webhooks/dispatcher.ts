/** Dispatches webhook deliveries, in the server process or in a separate process. */
import { setTimeout as delay } from 'node:timers/promises'
import { type Deps, toTimestamp } from '../context.ts'
import { createDeliveries } from './create-deliveries.ts'
import { EndpointWorkers, retryDelayMs } from './endpoint-workers.ts'
import { type EndpointWork, endpointWorkQuery, releaseLeasesStatement } from './queries.ts'

export interface DispatcherOptions {
  /** The owner name of this process's leases. */
  owner: string
  /** Whether no other process uses the owner name, so that old leases can be released at start. */
  isOnlyOwner?: boolean
  timeoutMs?: number
  maxEndpoints?: number
  /** Runs `work` at intervals; returns a callback that stops the repetition. Replaced in tests. */
  repeat?: (intervalMs: number, work: () => void) => () => void
  stopTimeoutMs?: number
}

/** The interval between checks for due deliveries and for commits by other processes. */
const pollIntervalMs = 250

/** The pause between two polls while changes keep arriving. */
const pollPauseMs = 10

/** The time for which a lease remains valid after the timeout of its attempt. */
const leaseMarginMs = 15_000

const repeatWithTimer = (intervalMs: number, work: () => void) => {
  const timer = setInterval(work, intervalMs)
  return () => clearInterval(timer)
}

export class Dispatcher {
  readonly #deps: Deps
  readonly #owner: string
  readonly #stopTimeoutMs: number
  readonly #workers: EndpointWorkers
  readonly #abortController = new AbortController()
  readonly #startup: Promise<void>
  readonly #unsubscribe: () => void
  readonly #stopTimer: () => void
  /** The running poll, if any; polls do not run concurrently. */
  #currentPoll: Promise<void> | undefined
  #mustPoll = false
  #isStopped = false
  /** When the next delivery is due, for endpoints without a running worker. */
  #nextDueAt = 0

  constructor(deps: Deps, options: DispatcherOptions) {
    const { owner, timeoutMs = 15_000, maxEndpoints = 64, stopTimeoutMs = 6000 } = options
    this.#deps = deps
    this.#owner = owner
    this.#stopTimeoutMs = stopTimeoutMs
    this.#workers = new EndpointWorkers(deps, {
      lessee: { owner, leaseMs: timeoutMs + leaseMarginMs },
      attemptOptions: { timeoutMs, signal: this.#abortController.signal },
      maxEndpoints,
      onFinished: () => this.#requestPoll(),
    })
    this.#stopTimer = (options.repeat ?? repeatWithTimer)(pollIntervalMs, () => {
      deps.store.commits.checkForCommits()
      if (deps.now() >= this.#nextDueAt) this.#requestPoll()
    })
    this.#unsubscribe = deps.store.commits.subscribe(() => this.#requestPoll())
    this.#startup = this.#releaseOwnLeases(options.isOnlyOwner).finally(() => this.#requestPoll())
  }

  /** Polls, and resolves when no delivery is due. */
  async waitUntilIdle(): Promise<void> {
    this.#requestPoll()
    await this.#waitForWork()
  }

  /**
   * Starts no further attempts, and waits for running attempts. Attempts that take longer than
   * `stopTimeoutMs` are aborted and not counted.
   */
  async stop(): Promise<void> {
    this.#stopTimer()
    this.#unsubscribe()
    this.#isStopped = true
    this.#workers.close()
    const timer = setTimeout(() => this.#abortController.abort(), this.#stopTimeoutMs)
    await this.#waitForWork()
    clearTimeout(timer)
  }

  async #waitForWork(): Promise<void> {
    await this.#startup
    while (this.#currentPoll || this.#workers.runningTasks.length > 0)
      await Promise.all([this.#currentPoll, ...this.#workers.runningTasks])
  }

  /** Releases the leases of an earlier process with the same owner name. */
  async #releaseOwnLeases(isOnlyOwner = false): Promise<void> {
    if (!isOnlyOwner) return
    const { store, log } = this.#deps
    try {
      await store.allCompanies.write((db) => db.run(releaseLeasesStatement, { owner: this.#owner }))
    } catch (err) {
      log.error({ err }, 'webhook leases could not be released; they will expire')
    }
  }

  #requestPoll(): void {
    if (this.#isStopped) return
    this.#mustPoll = true
    this.#currentPoll ??= this.#pollWhileNeeded()
  }

  async #pollWhileNeeded(): Promise<void> {
    try {
      while (this.#mustPoll && !this.#isStopped) {
        this.#mustPoll = false
        await this.#poll()
        if (this.#mustPoll) await delay(pollPauseMs)
      }
    } catch (err) {
      this.#deps.log.error({ err }, 'polling for webhooks failed; the poll will be retried')
      this.#nextDueAt = this.#deps.now() + retryDelayMs
    } finally {
      this.#currentPoll = undefined
    }
  }

  /** Starts workers for endpoints with due deliveries, and creates deliveries for new events. */
  async #poll(): Promise<void> {
    const { store, settings, log } = this.#deps
    const now = this.#deps.now()
    const params = { now: toTimestamp(now), demo: Number(settings.DEMO), owner: this.#owner }
    const endpoints = await store.allCompanies.readLatest((db) => db.all(endpointWorkQuery, params))
    const targets = endpoints
      .filter(({ id }) => !this.#workers.isBusy(id))
      .map((endpoint) => ({
        endpoint,
        dueAt: Math.max(computeDueAt(endpoint), this.#workers.getRetryTime(endpoint.id)),
      }))
    this.#nextDueAt = Math.min(...targets.map(({ dueAt }) => dueAt).filter((at) => at > now))
    this.#workers.start(targets.filter(({ dueAt }) => dueAt <= now).map(({ endpoint }) => endpoint))
    for (const endpoint of endpoints) {
      if (endpoint.newestSequence <= endpoint.lastSequence || this.#isStopped) continue
      const hasAdvanced = await createDeliveries(this.#deps, endpoint).catch((err: unknown) => {
        log.error({ err, endpointId: endpoint.id }, 'creating webhook deliveries failed')
        this.#nextDueAt = Math.min(this.#nextDueAt, this.#deps.now() + retryDelayMs)
        return false
      })
      if (hasAdvanced) this.#mustPoll = true
    }
  }
}

/** Returns when the next delivery may be sent, which is never during another process's lease. */
function computeDueAt({ nextAttemptAt, leasedUntil, pausedAt }: EndpointWork): number {
  if (nextAttemptAt === null || pausedAt) return Number.POSITIVE_INFINITY
  return Math.max(Date.parse(nextAttemptAt), leasedUntil ? Date.parse(leasedUntil) : 0)
}
