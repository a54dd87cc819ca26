/**
 * Worker threads that run long queries beside the main thread, each on its own snapshot of the
 * database file. If a worker fails, the main thread runs the query.
 */
import type { OperationDefinitionNode } from 'graphql'
import type { Deps } from '../context.ts'
import type { QueryWorkers, WorkerRequest, WorkerResponse } from '../graphql/worker-messages.ts'
import { findWorker, readVersion } from '../lib/package-files.ts'
import { type PooledWorker, WorkerPool } from '../lib/worker-pool.ts'
import type { DatabaseFile } from '../store/store.ts'
import { AdmissionPolicy, defaultThresholds } from './admission.ts'

export interface WorkerSetup
  extends Pick<Deps, 'settings' | 'cursorKey'>,
    Pick<DatabaseFile, 'file' | 'identity'> {
  /** The program's version at its start; a newer one may have been installed since. */
  version: string
}

/** @returns undefined if queries cannot run on workers, or `maxWorkers` is 0 */
export function createQueryWorkers(
  deps: Deps,
  maxWorkers: number,
  thresholds = defaultThresholds,
  script = findWorker(import.meta.url),
): QueryWorkers | undefined {
  // A traced request runs on one thread, so that its trace is complete.
  if (!deps.store.databaseFile || maxWorkers < 1 || deps.tracing) return undefined
  return new FileQueryWorkers(deps, deps.store.databaseFile, maxWorkers, thresholds, script)
}

class FileQueryWorkers implements QueryWorkers {
  readonly #deps: Deps
  readonly #file: DatabaseFile
  readonly #admission: AdmissionPolicy
  readonly #pool: WorkerPool<WorkerRequest, WorkerResponse>

  constructor(
    deps: Deps,
    file: DatabaseFile,
    maxWorkers: number,
    thresholds: typeof defaultThresholds,
    script: URL,
  ) {
    const setup: WorkerSetup = {
      file: file.file,
      identity: file.identity,
      version: readVersion(),
      settings: deps.settings,
      cursorKey: deps.cursorKey,
    }
    this.#deps = deps
    this.#file = file
    this.#admission = new AdmissionPolicy(thresholds)
    this.#pool = new WorkerPool({
      script,
      data: setup,
      maxWorkers,
      idleMs: 60_000,
      restartDelayMs: 60_000,
      onFailure: (err) =>
        deps.log.warn({ err }, 'a query worker failed; the main thread runs its queries'),
    })
  }

  run(
    operation: OperationDefinitionNode,
    createRequest: () => WorkerRequest,
  ): Promise<WorkerResponse | undefined> | undefined {
    if (!this.#admission.isWorthwhile(operation, this.#hasShare())) return undefined
    this.#pool.startIfBusy()
    const worker = this.#admission.pickWorker(operation, this.#pool.workers)
    if (!worker) return undefined
    const request = createRequest()
    const release = this.#file.lease()
    return release && this.#runOn(worker, operation, request).finally(release)
  }

  recordDuration(operation: OperationDefinitionNode, durationMs: number): void {
    this.#admission.recordDuration(operation, durationMs)
  }

  end(): Promise<unknown> {
    return this.#pool.end()
  }

  /** Returns whether workers may take more requests: each has the same share as the main thread. */
  #hasShare(): boolean {
    const readyCount = [...this.#pool.workers].filter(({ isReady }) => isReady).length
    const workerCount = Math.max(1, readyCount)
    const share = (this.#deps.meters.inFlight.total() * workerCount) / (workerCount + 1)
    return this.#pool.pendingCount + 1 <= share
  }

  async #runOn(
    worker: PooledWorker,
    operation: OperationDefinitionNode,
    request: WorkerRequest,
  ): Promise<WorkerResponse | undefined> {
    const expectedMs = this.#admission.getExpectedMs(operation)
    const response = await this.#pool.run(request, worker, expectedMs).catch(() => undefined)
    if (response?.result) this.#admission.recordDuration(operation, response.blockingMs)
    else if (!response?.inputRejected) this.#admission.recordFailure(operation)
    const outcome = response?.result ? 'answered' : response ? 'returned' : 'failed'
    this.#deps.meters.queryWorkers.add(1, outcome)
    return response
  }
}
