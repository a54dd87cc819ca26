/** Sends webhooks, in the process of the server or in one of its own. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Deps } from '../context.ts'
import { createDeliveries } from './outbox.ts'
import { type EndpointWork, endpointWork, releaseLeases } from './queries.ts'
import { EndpointWorkers } from './workers.ts'

export interface Options {
  /** The name under which deliveries are leased. */
  owner: string
  /** Whether no other process uses the name, so that its leases can be released at the start. */
  isOnlyOwner?: boolean
  timeoutMs?: number
  maxEndpoints?: number
  /** Runs `work` periodically until the returned function is called; replaced in tests. */
  repeat?: (intervalMs: number, work: () => void) => () => void
  stopTimeoutMs?: number
}

/** The interval of checks for due deliveries and for commits of other processes. */
const pollIntervalMs = 250

/** The pause between two polls while changes keep arriving. */
const pollPauseMs = 10

const retryDelayMs = 5000

/** The time that a lease lasts beyond the timeout of its attempt. */
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
  readonly #aborter = new AbortController()
  readonly #startup: Promise<void>
  readonly #unsubscribe: () => void
  readonly #stopTimer: () => void
  /** The current poll; at most one runs at a time. */
  #currentPoll: Promise<void> | undefined
  #mustPoll = false
  #isStopped = false
  /** The time at which the next delivery to an endpoint without a running worker is due. */
  #nextDueAt = 0

  constructor(deps: Deps, options: Options) {
    const { owner, timeoutMs = 15_000, maxEndpoints = 64, stopTimeoutMs = 6000 } = options
    this.#deps = deps
    this.#owner = owner
    this.#stopTimeoutMs = stopTimeoutMs
    this.#workers = new EndpointWorkers(deps, {
      lessee: { owner, leaseMs: timeoutMs + leaseMarginMs },
      attemptOptions: { timeoutMs, signal: this.#aborter.signal },
      maxEndpoints,
      onFinished: () => this.#wake(),
    })
    this.#stopTimer = (options.repeat ?? repeatWithTimer)(pollIntervalMs, () => {
      deps.store.commits.checkForCommits()
      if (deps.now() >= this.#nextDueAt) this.#wake()
    })
    this.#unsubscribe = deps.store.commits.subscribe(() => this.#wake())
    this.#startup = this.#releaseOwnLeases(options.isOnlyOwner).finally(() => this.#wake())
  }

  /** Resolves when no delivery is due. */
  async waitUntilIdle(): Promise<void> {
    this.#wake()
    await this.#settle()
  }

  /**
   * Starts no further attempt and waits for the current ones. Those that take longer than
   * `stopTimeoutMs` are aborted and do not count.
   */
  async stop(): Promise<void> {
    this.#stopTimer()
    this.#unsubscribe()
    this.#isStopped = true
    this.#workers.close()
    const timer = setTimeout(() => this.#aborter.abort(), this.#stopTimeoutMs)
    await this.#settle()
    clearTimeout(timer)
  }

  async #settle(): Promise<void> {
    await this.#startup
    while (this.#currentPoll || this.#workers.running.length > 0)
      await Promise.all([this.#currentPoll, ...this.#workers.running])
  }

  /** Frees the deliveries that an earlier process of this name left leased. */
  async #releaseOwnLeases(isOnlyOwner = false): Promise<void> {
    if (!isOnlyOwner) return
    const { store, log } = this.#deps
    try {
      await store.allCompanies.write((db) => db.run(releaseLeases, { owner: this.#owner }))
    } catch (err) {
      log.error({ err }, 'could not release the webhook leases; they expire by themselves')
    }
  }

  #wake(): void {
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
      this.#deps.log.error({ err }, 'polling for webhooks failed; it is retried')
      this.#nextDueAt = this.#deps.now() + retryDelayMs
    } finally {
      this.#currentPoll = undefined
    }
  }

  /** Starts workers for endpoints with due deliveries, and turns new events into deliveries. */
  async #poll(): Promise<void> {
    const { store, settings } = this.#deps
    const now = this.#deps.now()
    const params = {
      now: new Date(now).toISOString(),
      demo: Number(settings.DEMO),
      owner: this.#owner,
    }
    const endpoints = await store.allCompanies.readLatest((db) => db.all(endpointWork, params))
    const targets = endpoints
      .filter(({ id }) => !this.#workers.isBusy(id))
      .map((endpoint) => ({
        endpoint,
        dueAt: Math.max(computeDueAt(endpoint), this.#workers.retryAt(endpoint.id)),
      }))
    this.#nextDueAt = Math.min(...targets.map(({ dueAt }) => dueAt).filter((at) => at > now))
    this.#workers.start(targets.filter(({ dueAt }) => dueAt <= now).map(({ endpoint }) => endpoint))
    for (const endpoint of endpoints)
      if (
        endpoint.newestSequence > endpoint.lastSequence &&
        !this.#isStopped &&
        (await createDeliveries(this.#deps, endpoint))
      )
        this.#mustPoll = true
  }
}

/** Returns when the next delivery may be sent: not while another process sends to the endpoint. */
function computeDueAt({ nextAttemptAt, leasedUntil, pausedAt }: EndpointWork): number {
  if (nextAttemptAt === null || pausedAt) return Number.POSITIVE_INFINITY
  return Math.max(Date.parse(nextAttemptAt), leasedUntil ? Date.parse(leasedUntil) : 0)
}
