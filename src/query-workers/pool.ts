/**
 * Worker threads that run slow queries alongside the main thread, on their own snapshots of the
 * database file. A query runs on a worker if earlier runs were slow and a worker is available soon.
 * If the worker fails, the main thread runs the query.
 */
import type { OperationDefinitionNode } from 'graphql'
import type { Deps } from '../context.ts'
import type { QueryWorkers, WorkerRequest, WorkerResponse } from '../graphql/worker-messages.ts'
import { findWorker, readVersion } from '../lib/package-files.ts'
import { type PooledWorker, WorkerPool } from '../lib/worker-pool.ts'
import type { DatabaseFile } from '../store/store.ts'

export interface WorkerSetup
  extends Pick<Deps, 'settings' | 'cursorKey'>,
    Pick<DatabaseFile, 'file' | 'fileId'> {
  /** The program's version at start, since a newer version may be installed later. */
  version: string
}

export interface Thresholds {
  /** The minimum query duration for using a worker while other requests are in flight. */
  minMsUnderLoad: number
  /** The minimum query duration for using a worker even if no other request is in flight. */
  minMsAlways: number
}

/** The default thresholds; sending a request to a worker takes 0.1 ms. */
const defaultThresholds: Thresholds = { minMsUnderLoad: 0.5, minMsAlways: 20 }

/** The number of runs on the main thread after an operation failed on a worker. */
const cooldownRuns = 50

/** Maximum pending requests of a worker; low, since their durations are only estimates. */
const maxPendingRequests = 32
/** Maximum expected wait for a worker; long operations may wait longer (`maxWaitFactor`). */
const maxWaitMs = 50
/**
 * A new operation may wait for up to `maxWaitFactor` times its expected duration if at most this
 * many pending operations of the worker are expected to take at least as long.
 */
const maxPendingLongOperations = 3
const maxWaitFactor = 10

interface RunHistory {
  /** A moving average of the durations of earlier runs. */
  durationMs: number
  cooldownRuns: number
}

/** @returns undefined if the store has no database file, `maxWorkers` is 0 or tracing is enabled */
export function createQueryWorkers(
  deps: Deps,
  maxWorkers: number,
  thresholds = defaultThresholds,
  script = findWorker(import.meta.url),
): QueryWorkers | undefined {
  const { databaseFile } = deps.store
  // A traced request runs on the main thread, so that the trace is complete.
  if (!databaseFile || maxWorkers < 1 || deps.tracing) return undefined
  const { file, fileId } = databaseFile
  const { settings, cursorKey, log } = deps
  const workerSetup: WorkerSetup = { file, fileId, version: readVersion(), settings, cursorKey }
  const pool = new WorkerPool<WorkerRequest, WorkerResponse>({
    script,
    data: workerSetup,
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
  readonly #databaseFile: DatabaseFile
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
    this.#databaseFile = file
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
    const releaseLease = this.#databaseFile.lease()
    return releaseLease && this.#runOn(worker, operation, request).finally(releaseLease)
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
      (durationMs >= minMsAlways || (durationMs >= minMsUnderLoad && this.#hasCapacity()))
    )
  }

  /** Returns whether one more request would keep the workers within their share of the requests. */
  #hasCapacity(): boolean {
    const readyCount = [...this.#pool.workers].filter(({ isReady }) => isReady).length
    const workerCount = Math.max(1, readyCount)
    const workerShare = (this.#meters.inFlight.total() * workerCount) / (workerCount + 1)
    return this.#pool.pendingCount + 1 <= workerShare
  }

  /** Returns the worker with the shortest wait, if the wait is short enough for the operation. */
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
  const longPendingCount = [...requests.values()].filter(
    (request) => request.expectedMs >= expectedMs,
  ).length
  const allowedWaitMs =
    longPendingCount > maxPendingLongOperations
      ? maxWaitMs
      : Math.max(maxWaitMs, maxWaitFactor * expectedMs)
  return requests.size < maxPendingRequests && waitMs <= allowedWaitMs
}
