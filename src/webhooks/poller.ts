/** Finds endpoints with new events or due deliveries; at most one poll runs at a time. */
import type { Deps } from '../context.ts'
import { createDeliveries } from './outbox.ts'
import { type EndpointWork, endpointWork } from './queries.ts'
import type { EndpointWorkers } from './workers.ts'

/** The pause between two polls while changes keep coming in. */
const pauseMs = 10

/** The delay after an unexpected error. */
const retryDelayMs = 5000

export class Poller {
  readonly #deps: Deps
  readonly #workers: EndpointWorkers
  readonly #owner: string
  #loop: Promise<void> | undefined
  #isWanted = false
  #isClosed = false
  /** When the next delivery is due whose endpoint has no worker. */
  #nextDueAt = 0

  constructor(deps: Deps, workers: EndpointWorkers, owner: string) {
    this.#deps = deps
    this.#workers = workers
    this.#owner = owner
  }

  /** Polls at once; called when something may have changed. */
  wake(): void {
    if (this.#isClosed) return
    this.#isWanted = true
    this.#loop ??= this.#run()
  }

  /** Polls if a delivery is due; called periodically. */
  tick(): void {
    if (this.#deps.now() >= this.#nextDueAt) this.wake()
  }

  running(): Promise<void>[] {
    return this.#loop ? [this.#loop] : []
  }

  close(): void {
    this.#isClosed = true
  }

  async #run(): Promise<void> {
    try {
      while (this.#isWanted && !this.#isClosed) {
        this.#isWanted = false
        await this.#poll()
        if (this.#isWanted) await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    } catch (err) {
      this.#deps.log.error({ err }, 'polling for webhooks failed; it is retried')
      this.#nextDueAt = this.#deps.now() + retryDelayMs
    } finally {
      this.#loop = undefined
    }
  }

  async #poll(): Promise<void> {
    const { store, settings } = this.#deps
    const now = this.#deps.now()
    const endpoints = await store.allCompanies.readLatest((db) =>
      db.all(endpointWork, {
        now: new Date(now).toISOString(),
        demo: Number(settings.DEMO),
        owner: this.#owner,
      }),
    )
    const waiting = endpoints
      .filter(({ id }) => !this.#workers.isBusy(id))
      .map((endpoint) => ({
        endpoint,
        dueAt: Math.max(dueAtOf(endpoint), this.#workers.retryAt(endpoint.id)),
      }))
    this.#nextDueAt = Math.min(...waiting.map(({ dueAt }) => dueAt).filter((at) => at > now))
    this.#workers.start(waiting.filter(({ dueAt }) => dueAt <= now).map(({ endpoint }) => endpoint))
    for (const endpoint of endpoints)
      if (
        endpoint.newestSequence > endpoint.lastSequence &&
        !this.#isClosed &&
        (await createDeliveries(this.#deps, endpoint))
      )
        this.#isWanted = true
  }
}

/** When the next delivery may be sent: not while another process sends one to the endpoint. */
function dueAtOf({ nextAttemptAt, leasedUntil, pausedAt }: EndpointWork): number {
  if (nextAttemptAt === null || pausedAt) return Number.POSITIVE_INFINITY
  return Math.max(Date.parse(nextAttemptAt), leasedUntil ? Date.parse(leasedUntil) : 0)
}
