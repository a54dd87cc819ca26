/** Worker threads for slow queries and checkpoints, started on demand. */
import { unavailable } from '../../errors.ts'
import { findWorker } from '../../lib/package-files.ts'
import { WorkerPool } from '../../lib/worker-pool.ts'
import { toUnavailable } from '../faults.ts'
import type { StorageRequest } from './worker.ts'

type WaitingQuery = { sql: string; values: unknown[]; rows: PromiseWithResolvers<unknown[]> }

export class StorageWorkers {
  /** Two workers: one for checkpoints, and one for queries, which run one after another. */
  readonly #pool: WorkerPool<StorageRequest, unknown>
  readonly #onFault: (cause: unknown) => void
  readonly #queue = new Map<string, WaitingQuery>()
  #isRunning = false

  constructor(file: string, onFault: (cause: unknown) => void) {
    const script = findWorker(import.meta.url)
    this.#pool = new WorkerPool({ script, data: { file }, maxWorkers: 2, idleMs: 10_000 })
    this.#onFault = onFault
  }

  /**
   * Runs a query on the latest committed state. Equal queries share an execution unless that has
   * begun, since it may miss changes. @throws UNAVAILABLE if no worker can run the query
   */
  all(sql: string, values: unknown[]): Promise<unknown[]> {
    const key = JSON.stringify([sql, values])
    const waitingQuery = this.#queue.get(key) ?? { sql, values, rows: Promise.withResolvers() }
    this.#queue.set(key, waitingQuery)
    if (!this.#isRunning) void this.#runWaitingQueries()
    return waitingQuery.rows.promise
  }

  /** Runs a checkpoint. @returns whether the file is synced; undefined if the worker failed */
  async checkpoint(descriptor: number, mustSync: boolean): Promise<boolean | undefined> {
    const request = { checkpoint: { descriptor, mustSync } }
    return this.#pool.run(request).catch(() => undefined) as Promise<boolean | undefined>
  }

  end(): Promise<unknown> {
    return this.#pool.end()
  }

  async #runWaitingQueries(): Promise<void> {
    this.#isRunning = true
    for (const [key, { sql, values, rows }] of this.#queue) {
      this.#queue.delete(key)
      try {
        rows.resolve((await this.#pool.run({ sql, values })) as unknown[])
      } catch (cause) {
        this.#onFault(cause)
        const isStatementError = String((cause as { code?: unknown }).code).startsWith('SQLITE_')
        rows.reject(
          isStatementError ? toUnavailable(cause) : Object.assign(unavailable(), { cause }),
        )
      }
    }
    this.#isRunning = false
  }
}
