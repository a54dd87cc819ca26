/** Sends due deliveries: one worker per endpoint, so that no endpoint waits for another. */
import type { Deps } from '../context.ts'
import { type AttemptOptions, attemptDelivery } from './attempt.ts'
import { type Job, type Lessee, leaseNext, type Result, recordResult } from './queue.ts'

const deliveriesPerTurn = 10

/** The delay before an endpoint is retried after an unexpected error. */
const retryDelayMs = 5000

interface Endpoint {
  id: string
  companyId: string
}

interface Options {
  lessee: Lessee
  attempt: AttemptOptions
  maxEndpoints: number
  onFinished(): void
}

export class EndpointWorkers {
  readonly #deps: Deps
  readonly #options: Options
  readonly #running = new Map<string, Promise<void>>()
  /** The number of the last turn of each endpoint. */
  readonly #lastTurn = new Map<string, number>()
  readonly #retryAt = new Map<string, number>()
  /** The last result of each endpoint until it is stored: the database can be unavailable. */
  readonly #unsaved = new Map<string, { job: Job; result: Result }>()
  #turns = 0
  #isClosed = false

  constructor(deps: Deps, options: Options) {
    this.#deps = deps
    this.#options = options
  }

  start(due: Endpoint[]): void {
    const turnOf = ({ id }: Endpoint) => this.#lastTurn.get(id) ?? 0
    const free = Math.max(0, this.#options.maxEndpoints - this.#running.size)
    const next = due
      .filter(({ id }) => !this.isBusy(id))
      .sort((a, b) => turnOf(a) - turnOf(b))
      .slice(0, free)
    for (const endpoint of next) this.#running.set(endpoint.id, this.#run(endpoint))
  }

  isBusy(endpointId: string): boolean {
    return this.#running.has(endpointId)
  }

  /** When an endpoint may be retried after an unexpected error; 0 without one. */
  retryAt(endpointId: string): number {
    return this.#retryAt.get(endpointId) ?? 0
  }

  get running(): Promise<void>[] {
    return [...this.#running.values()]
  }

  close(): void {
    this.#isClosed = true
  }

  async #run(endpoint: Endpoint): Promise<void> {
    this.#lastTurn.set(endpoint.id, ++this.#turns)
    this.#retryAt.delete(endpoint.id)
    try {
      await this.#sendDeliveries(endpoint)
    } catch (err) {
      const { log } = this.#deps
      log.error({ err, endpointId: endpoint.id }, 'sending webhooks failed; it is retried')
      this.#retryAt.set(endpoint.id, this.#deps.now() + retryDelayMs)
    }
    this.#running.delete(endpoint.id)
    this.#options.onFinished()
  }

  /** Sends deliveries in sequence. One transaction records a result and leases the next one. */
  async #sendDeliveries({ companyId, id: endpointId }: Endpoint): Promise<void> {
    const { lessee, attempt } = this.#options
    for (let sent = 0; sent <= deliveriesPerTurn; sent++) {
      const last = this.#unsaved.get(endpointId)
      const mayContinue = sent < deliveriesPerTurn && !this.#isClosed
      if (!mayContinue && !last) return
      const job = await this.#deps.store.forCompany(companyId).write(async (db) => {
        if (last) await recordResult(this.#deps, db, last.job, last.result, lessee)
        return mayContinue
          ? leaseNext(this.#deps, db, { companyId, endpointId }, lessee)
          : undefined
      })
      this.#unsaved.delete(endpointId)
      if (!job) return
      const result = await attemptDelivery(this.#deps, job, attempt)
      this.#unsaved.set(endpointId, { job, result })
    }
  }
}
