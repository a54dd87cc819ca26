/** Sends due deliveries, with one worker per endpoint, so that no endpoint delays another. */
import type { Deps } from '../context.ts'
import { type AttemptOptions, attemptDelivery } from './attempt.ts'
import { type AttemptResult, type Job, type Lessee, leaseDelivery, recordResult } from './queue.ts'

const deliveriesPerTurn = 10

/** The delay before the next attempt after an unexpected error. */
export const retryDelayMs = 5000

type Endpoint = { id: string; companyId: string }

interface WorkerOptions {
  lessee: Lessee
  attemptOptions: AttemptOptions
  maxEndpoints: number
  onFinished(): void
}

export class EndpointWorkers {
  readonly #deps: Deps
  readonly #options: WorkerOptions
  readonly #runningTasks = new Map<string, Promise<void>>()
  /** The number of each endpoint's last turn: the endpoint that has waited longest is next. */
  readonly #lastTurnNumbers = new Map<string, number>()
  readonly #retryTimes = new Map<string, number>()
  /** The result of each endpoint's last attempt, kept until the database has stored it. */
  readonly #unsavedResults = new Map<string, { job: Job; result: AttemptResult }>()
  #turnCount = 0
  #isClosed = false

  constructor(deps: Deps, options: WorkerOptions) {
    this.#deps = deps
    this.#options = options
  }

  start(dueEndpoints: Endpoint[]): void {
    const getLastTurn = ({ id }: Endpoint) => this.#lastTurnNumbers.get(id) ?? 0
    const freeSlots = this.#options.maxEndpoints - this.#runningTasks.size
    const nextEndpoints = dueEndpoints
      .toSorted((a, b) => getLastTurn(a) - getLastTurn(b))
      .slice(0, freeSlots)
    for (const endpoint of nextEndpoints) this.#runningTasks.set(endpoint.id, this.#run(endpoint))
  }

  isBusy(endpointId: string): boolean {
    return this.#runningTasks.has(endpointId)
  }

  /** Returns when an endpoint may be retried after an unexpected error; 0 if no error occurred. */
  getRetryTime(endpointId: string): number {
    return this.#retryTimes.get(endpointId) ?? 0
  }

  get runningTasks(): Promise<void>[] {
    return [...this.#runningTasks.values()]
  }

  close(): void {
    this.#isClosed = true
  }

  async #run(endpoint: Endpoint): Promise<void> {
    this.#lastTurnNumbers.set(endpoint.id, ++this.#turnCount)
    this.#retryTimes.delete(endpoint.id)
    try {
      await this.#sendDeliveries(endpoint)
    } catch (err) {
      const { log } = this.#deps
      log.error({ err, endpointId: endpoint.id }, 'sending webhooks failed and will be retried')
      this.#retryTimes.set(endpoint.id, this.#deps.now() + retryDelayMs)
    }
    this.#runningTasks.delete(endpoint.id)
    this.#options.onFinished()
  }

  /** Sends deliveries one by one; stores each result and the next lease in one transaction. */
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
          ? leaseDelivery(this.#deps, db, { companyId, endpointId }, lessee)
          : undefined
      })
      this.#unsavedResults.delete(endpointId)
      if (!job) return
      const result = await attemptDelivery(this.#deps, job, attemptOptions)
      this.#unsavedResults.set(endpointId, { job, result })
    }
  }
}
