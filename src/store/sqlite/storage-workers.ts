/** Runs counts and checkpoints on worker threads, which are started on demand. */
import { unavailable } from '../../errors.ts'
import { WorkerPool } from '../../lib/worker-pool.ts'
import { toApiError } from '../faults.ts'
import type { StorageRequest } from './worker.ts'

interface WaitingQuery {
  sql: string
  values: unknown[]
  rows: PromiseWithResolvers<unknown[]>
}

export class StorageWorkers {
  /** One for queries, which run one after another, and one for checkpoints. */
  readonly #pool: WorkerPool<StorageRequest, unknown>
  readonly #onFault: (cause: unknown) => void
  readonly #waiting = new Map<string, WaitingQuery>()
  #isRunning = false

  constructor(file: string, onFault: (cause: unknown) => void) {
    const script = new URL('./worker.ts', import.meta.url)
    this.#pool = new WorkerPool({ script, data: { file }, maxWorkers: 2, idleMs: 10_000 })
    this.#onFault = onFault
  }

  /**
   * Runs a query on the newest committed state. Callers with the same query share the result of one
   * that has not begun yet; one that has begun may miss what they have changed.
   * @throws UNAVAILABLE if no worker can run it
   */
  all(sql: string, values: unknown[]): Promise<unknown[]> {
    const key = JSON.stringify([sql, values])
    const query = this.#waiting.get(key) ?? { sql, values, rows: Promise.withResolvers() }
    this.#waiting.set(key, query)
    if (!this.#isRunning) void this.#runWaiting()
    return query.rows.promise
  }

  /** @returns whether the database file is synced; undefined if no worker can move the log */
  async checkpoint(descriptor: number, sync: boolean): Promise<boolean | undefined> {
    const request = { checkpointOf: { descriptor, sync } }
    return this.#pool.run(request).catch(() => undefined) as Promise<boolean | undefined>
  }

  end(): Promise<unknown> {
    return this.#pool.end()
  }

  async #runWaiting(): Promise<void> {
    this.#isRunning = true
    for (const [key, { sql, values, rows }] of this.#waiting) {
      this.#waiting.delete(key)
      try {
        rows.resolve((await this.#pool.run({ sql, values })) as unknown[])
      } catch (cause) {
        this.#onFault(cause)
        const isOfStatement = String((cause as { code?: unknown }).code).startsWith('SQLITE_')
        rows.reject(isOfStatement ? toApiError(cause) : Object.assign(unavailable(), { cause }))
      }
    }
    this.#isRunning = false
  }
}
