/** Decides which queries run on a worker: those that were slow before, unless the wait is long. */
import type { OperationDefinitionNode } from 'graphql'
import type { PooledWorker } from '../lib/worker-pool.ts'

export interface Thresholds {
  /** The minimum duration for using a worker while other requests are in flight. */
  minMsUnderLoad: number
  /** The minimum duration for always using a worker: another request may arrive at any time. */
  minMsAlways: number
}

/** Sending a request to a worker takes 0.1 ms. */
export const defaultThresholds: Thresholds = { minMsUnderLoad: 0.5, minMsAlways: 20 }

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

export class AdmissionPolicy {
  readonly #thresholds: Thresholds
  readonly #history = new WeakMap<OperationDefinitionNode, RunHistory>()

  constructor(thresholds: Thresholds) {
    this.#thresholds = thresholds
  }

  getExpectedMs(operation: OperationDefinitionNode): number {
    return this.#getHistory(operation).durationMs
  }

  recordDuration(operation: OperationDefinitionNode, durationMs: number): void {
    const history = this.#getHistory(operation)
    this.#history.set(operation, {
      durationMs: history.durationMs + (durationMs - history.durationMs) / 10,
      cooldownRuns: Math.max(0, history.cooldownRuns - 1),
    })
  }

  recordFailure(operation: OperationDefinitionNode): void {
    this.#history.set(operation, { ...this.#getHistory(operation), cooldownRuns })
  }

  /** @param hasShare whether the workers have fewer than their share of the requests in flight */
  isWorthwhile(operation: OperationDefinitionNode, hasShare: boolean): boolean {
    const { durationMs, cooldownRuns } = this.#getHistory(operation)
    const { minMsUnderLoad, minMsAlways } = this.#thresholds
    return (
      cooldownRuns === 0 &&
      (durationMs >= minMsAlways || (durationMs >= minMsUnderLoad && hasShare))
    )
  }

  /** Picks the worker with the shortest wait, if that is short enough for the operation. */
  pickWorker(
    operation: OperationDefinitionNode,
    workers: Iterable<PooledWorker>,
  ): PooledWorker | undefined {
    const expectedMs = this.getExpectedMs(operation)
    return [...workers]
      .map((worker) => ({ worker, waitMs: worker.waitMs }))
      .filter(({ worker, waitMs }) => mayWait(expectedMs, worker, waitMs))
      .sort((a, b) => a.waitMs - b.waitMs)[0]?.worker
  }

  #getHistory(operation: OperationDefinitionNode): RunHistory {
    return this.#history.get(operation) ?? { durationMs: 0, cooldownRuns: 0 }
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
