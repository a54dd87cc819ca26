/**
 * Worker threads that run long queries beside the main thread, each on its own snapshot of the
 * database file: queries that were slow before, unless the wait is long. If a worker fails, the
 * main thread runs the query.
 */
import type { OperationDefinitionNode } from 'graphql'
import type { Deps } from '../context.ts'
import type { QueryWorkers, WorkerRequest, WorkerResponse } from '../graphql/worker-messages.ts'
import { findWorker, readVersion } from '../lib/package-files.ts'
import { type PooledWorker, WorkerPool } from '../lib/worker-pool.ts'
import type { DatabaseFile } from '../store/store.ts'

export interface WorkerSetup
  extends Pick<Deps, 'settings' | 'cursorKey'>,
    Pick<DatabaseFile, 'file' | 'identity'> {
  /** The program's version at its start; a newer one may have been installed since. */
  version: string
}

export interface Thresholds {
  /** The minimum duration for using a worker while other requests are in flight. */
  minMsUnderLoad: number
  /** The minimum duration for always using a worker: another request may arrive at any time. */
  minMsAlways: number
}

/** Sending a request to a worker takes 0.1 ms. */
const defaultThresholds: Thresholds = { minMsUnderLoad: 0.5, minMsAlways: 20 }

/** The number of runs on the main thread after a worker failed an operation. */
const cooldownRuns = 50

/** Maximum requests waiting for a worker: few, since durations are estimates from earlier runs. */
const maxPending = 32
/** Maximum wait for a worker; a request that would wait longer runs on the main thread. */
const maxWaitMs = 50
/**
 * With up to this many pending operations that take as long or longer, an operation may wait
 * `maxWaitFactor` times its own duration.
 */
const maxLongPending = 3
const maxWaitFactor = 10

interface RunHistory {
  /** A moving average of earlier durations. */
  durationMs: number
  cooldownRuns: number
}

/** @returns undefined if queries cannot run on workers, or `maxWorkers` is 0 */
export function createQueryWorkers(
  deps: Deps,
  maxWorkers: number,
  thresholds = defaultThresholds,
  script = findWorker(import.meta.url),
): QueryWorkers | undefined {
  const { databaseFile } = deps.store
  // A traced request runs on one thread, so that its trace is complete.
  if (!databaseFile || maxWorkers < 1 || deps.tracing) return undefined
  const { file, identity } = databaseFile
  const { settings, cursorKey, log } = deps
  const data: WorkerSetup = { file, identity, version: readVersion(), settings, cursorKey }
  const pool = new WorkerPool<WorkerRequest, WorkerResponse>({
    script,
    data,
    maxWorkers,
    idleMs: 60_000,
    restartDelayMs: 60_000,
    onFailure: (err) =>
      log.warn({ err }, 'a query worker failed; the main thread runs its queries'),
  })
  return new FileQueryWorkers(deps, databaseFile, pool, thresholds)
}

class FileQueryWorkers implements QueryWorkers {
  readonly #meters: Deps['meters']
  readonly #file: DatabaseFile
  readonly #pool: WorkerPool<WorkerRequest, WorkerResponse>
  readonly #thresholds: Thresholds
  readonly #histories = new WeakMap<OperationDefinitionNode, RunHistory>()

  constructor(
    { meters }: Deps,
    file: DatabaseFile,
    pool: WorkerPool<WorkerRequest, WorkerResponse>,
    thresholds: Thresholds,
  ) {
    this.#meters = meters
    this.#file = file
    this.#pool = pool
    this.#thresholds = thresholds
  }

  run(operation: OperationDefinitionNode, createRequest: () => WorkerRequest) {
    const history = this.#getHistory(operation)
    if (!this.#isWorthwhile(history)) return undefined
    this.#pool.startIfBusy()
    const worker = this.#pickWorker(history.durationMs)
    if (!worker) return undefined
    const request = createRequest()
    const release = this.#file.lease()
    return release && this.#runOn(worker, operation, request).finally(release)
  }

  recordDuration(operation: OperationDefinitionNode, durationMs: number): void {
    const history = this.#getHistory(operation)
    this.#histories.set(operation, {
      durationMs: history.durationMs + (durationMs - history.durationMs) / 10,
      cooldownRuns: Math.max(0, history.cooldownRuns - 1),
    })
  }

  end(): Promise<unknown> {
    return this.#pool.end()
  }

  #getHistory(operation: OperationDefinitionNode): RunHistory {
    return this.#histories.get(operation) ?? { durationMs: 0, cooldownRuns: 0 }
  }

  #isWorthwhile({ durationMs, cooldownRuns }: RunHistory): boolean {
    const { minMsUnderLoad, minMsAlways } = this.#thresholds
    return (
      cooldownRuns === 0 &&
      (durationMs >= minMsAlways || (durationMs >= minMsUnderLoad && this.#hasShare()))
    )
  }

  /** Returns whether workers may take more requests: each has the same share as the main thread. */
  #hasShare(): boolean {
    const readyCount = [...this.#pool.workers].filter(({ isReady }) => isReady).length
    const workerCount = Math.max(1, readyCount)
    const share = (this.#meters.inFlight.total() * workerCount) / (workerCount + 1)
    return this.#pool.pendingCount + 1 <= share
  }

  /** Picks the worker with the shortest wait, if that is short enough for the operation. */
  #pickWorker(expectedMs: number): PooledWorker | undefined {
    return [...this.#pool.workers]
      .map((worker) => ({ worker, waitMs: worker.waitMs }))
      .filter(({ worker, waitMs }) => mayWait(expectedMs, worker, waitMs))
      .sort((a, b) => a.waitMs - b.waitMs)[0]?.worker
  }

  async #runOn(worker: PooledWorker, operation: OperationDefinitionNode, request: WorkerRequest) {
    const history = this.#getHistory(operation)
    const response = await this.#pool
      .run(request, worker, history.durationMs)
      .catch(() => undefined)
    if (response?.result) this.recordDuration(operation, response.blockingMs)
    else if (!response?.inputRejected)
      this.#histories.set(operation, { ...this.#getHistory(operation), cooldownRuns })
    const outcome = response?.result ? 'answered' : response ? 'returned' : 'failed'
    this.#meters.queryWorkers.add(1, outcome)
    return response
  }
}

function mayWait(expectedMs: number, { requests }: PooledWorker, waitMs: number): boolean {
  const longPending = [...requests.values()].filter(
    (request) => request.expectedMs >= expectedMs,
  ).length
  const limitMs =
    longPending > maxLongPending ? maxWaitMs : Math.max(maxWaitMs, maxWaitFactor * expectedMs)
  return requests.size < maxPending && waitMs <= limitMs
}
