/** Sends due deliveries: one worker per endpoint, so that no endpoint waits for another. */
import type { Deps } from '../context.ts'
import { type AttemptOptions, attemptDelivery } from './attempt.ts'
import { type Job, type Lessee, leaseNext, type Result, recordResult } from './queue.ts'

const deliveriesPerTurn = 10

/** The delay before an endpoint is retried after an unexpected error. */
const retryDelayMs = 5000

type Endpoint = { id: string; companyId: string }

interface Options {
  lessee: Lessee
  attemptOptions: AttemptOptions
  maxEndpoints: number
  onFinished(): void
}

export class EndpointWorkers {
  readonly #deps: Deps
  readonly #options: Options
  readonly #tasks = new Map<string, Promise<void>>()
  /** The last turn of each endpoint, so that the endpoint that has waited longest is next. */
  readonly #lastTurnNumbers = new Map<string, number>()
  readonly #retryAt = new Map<string, number>()
  /** Unsaved results by endpoint, kept because the database can be unavailable. */
  readonly #unsavedResults = new Map<string, { job: Job; result: Result }>()
  #turnCount = 0
  #isClosed = false

  constructor(deps: Deps, options: Options) {
    this.#deps = deps
    this.#options = options
  }

  start(dueEndpoints: Endpoint[]): void {
    const getTurn = ({ id }: Endpoint) => this.#lastTurnNumbers.get(id) ?? 0
    const freeSlots = Math.max(0, this.#options.maxEndpoints - this.#tasks.size)
    const nextEndpoints = dueEndpoints
      .filter(({ id }) => !this.isBusy(id))
      .sort((a, b) => getTurn(a) - getTurn(b))
      .slice(0, freeSlots)
    for (const endpoint of nextEndpoints) this.#tasks.set(endpoint.id, this.#run(endpoint))
  }

  isBusy(endpointId: string): boolean {
    return this.#tasks.has(endpointId)
  }

  /** Returns when an endpoint may be retried after an unexpected error; 0 without an error. */
  retryAt(endpointId: string): number {
    return this.#retryAt.get(endpointId) ?? 0
  }

  get running(): Promise<void>[] {
    return [...this.#tasks.values()]
  }

  close(): void {
    this.#isClosed = true
  }

  async #run(endpoint: Endpoint): Promise<void> {
    this.#lastTurnNumbers.set(endpoint.id, ++this.#turnCount)
    this.#retryAt.delete(endpoint.id)
    try {
      await this.#sendDeliveries(endpoint)
    } catch (err) {
      const { log } = this.#deps
      log.error({ err, endpointId: endpoint.id }, 'sending webhooks failed; it is retried')
      this.#retryAt.set(endpoint.id, this.#deps.now() + retryDelayMs)
    }
    this.#tasks.delete(endpoint.id)
    this.#options.onFinished()
  }

  /** Sends deliveries one by one; each result and the next lease are stored in one transaction. */
  async #sendDeliveries({ companyId, id: endpointId }: Endpoint): Promise<void> {
    const { lessee, attemptOptions } = this.#options
    for (let sentCount = 0; sentCount <= deliveriesPerTurn; sentCount++) {
      const lastResult = this.#unsavedResults.get(endpointId)
      const mayContinue = sentCount < deliveriesPerTurn && !this.#isClosed
      if (!mayContinue && !lastResult) return
      const job = await this.#deps.store.forCompany(companyId).write(async (db) => {
        if (lastResult)
          await recordResult(this.#deps, db, lastResult.job, lastResult.result, lessee)
        return mayContinue
          ? leaseNext(this.#deps, db, { companyId, endpointId }, lessee)
          : undefined
      })
      this.#unsavedResults.delete(endpointId)
      if (!job) return
      const result = await attemptDelivery(this.#deps, job, attemptOptions)
      this.#unsavedResults.set(endpointId, { job, result })
    }
  }
}
