import { once } from 'node:events'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { type OperationDefinitionNode, parse } from 'graphql'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { Deps } from '../../src/context.ts'
import type {
  PlainViewer,
  RouteSource,
  WorkerRequest,
  WorkerResponse,
} from '../../src/graphql/worker-messages.ts'
import { createMeters } from '../../src/metrics/meters.ts'
import type { Thresholds } from '../../src/query-workers/pool.ts'
import { createQueryWorkers } from '../../src/query-workers/pool.ts'
import { getOutcomes } from './metrics.ts'
import { startServer, type TestServer } from './server.ts'

const script = new URL('./scripted-worker.ts', import.meta.url)

/** The request and viewer have no effect on the scripted worker. */
const request: RouteSource = {
  method: 'GET',
  route: '/v1/me',
  path: '/v1/me',
  search: '',
  headers: {},
}
const viewer: PlainViewer = {
  companyId: '',
  company: { id: '', name: '', region: 'US', currency: 'USD', timeZone: 'UTC' },
  userId: '',
  fullName: '',
  role: 'Owner',
  credentialId: null,
  scopes: [],
  teamIds: [],
  coveredUserIds: [],
}

/** The behavior of the worker for a request; see `scripted-worker.ts`. */
export type WorkerBehavior = 'respond' | 'hold' | 'return' | 'reject' | 'fail'

/** Creates an operation whose duration is unknown. */
export const newOperation = () => parse('{ me { id } }').definitions[0] as OperationDefinitionNode

/** Creates workers that run `scripted-worker.ts`, with their own meters and log. */
export function createScriptedWorkers(
  server: Deps,
  maxWorkers: number,
  {
    thresholds,
    workerScript = script,
    ...deps
  }: { thresholds?: Thresholds; workerScript?: URL } & Partial<Deps> = {},
) {
  const lines: string[] = []
  const meters = createMeters()
  const log = pino({ level: 'warn', base: null }, { write: (line) => void lines.push(line) })
  const workers = createQueryWorkers(
    { ...server, meters, log, ...deps },
    maxWorkers,
    thresholds,
    workerScript,
  )
  if (!workers) throw new Error('expected query workers')
  const startedWorkers: Worker[] = []
  const recordWorker = (worker: Worker) => startedWorkers.push(worker)
  process.on('worker', recordWorker)

  const createRequest = (behavior: WorkerBehavior, durationMs: number): WorkerRequest => ({
    viewer,
    variables: { behavior, durationMs },
    requestId: '',
    nowMs: undefined,
    source: { request },
  })
  const send = (operation: OperationDefinitionNode, behavior: WorkerBehavior, durationMs = 0) =>
    workers.run(operation, () => createRequest(behavior, durationMs))

  /**
   * Creates an operation with this average duration. A recorded duration has a weight of one tenth
   * in the average.
   */
  function createTimedOperation(durationMs: number): OperationDefinitionNode {
    const operation = newOperation()
    workers?.recordDuration(operation, durationMs * 10)
    return operation
  }

  return {
    send,
    createTimedOperation,
    recordDuration: workers.recordDuration.bind(workers),
    /** Sends an operation. @throws an error if no worker accepts it */
    sendAccepted(
      operation: OperationDefinitionNode,
      behavior: WorkerBehavior,
    ): Promise<WorkerResponse | undefined> {
      const response = send(operation, behavior)
      if (!response) throw new Error('no worker accepted the operation')
      return response
    },
    /**
     * Returns whether a worker accepts an operation. The worker holds the operation until `resume`
     * is called.
     */
    isAccepted: (operation: OperationDefinitionNode) => send(operation, 'hold') !== undefined,
    /** Returns the index of the responding worker, in the order in which the workers started. */
    async findRespondingWorker(operation: OperationDefinitionNode): Promise<number> {
      const response = await send(operation, 'respond')
      return startedWorkers.findIndex(
        ({ threadId }) => String(threadId) === response?.result?.headers?.['thread'],
      )
    },
    /** Returns the workers that have been started so far. */
    async listStartedWorkers(): Promise<Worker[]> {
      await yieldToEventLoop()
      return startedWorkers
    },
    /** Adds simulated requests to the number of requests in flight. */
    addRequests: (requests: number) => meters.inFlight.add(requests),
    readOutcomes: () => getOutcomes(meters),
    listWarnings: () => lines.map((line) => JSON.parse(line).err.message as string),
    resume: async () => {
      await yieldToEventLoop()
      for (const worker of startedWorkers) worker.postMessage('resume')
    },
    end: async () => {
      await workers.end()
      process.off('worker', recordWorker)
    },
  }
}

export type ScriptedWorkers = ReturnType<typeof createScriptedWorkers>

/**
 * Registers hooks that start one server for the test file, replace the timers with fake timers, and
 * end the workers after each test.
 */
export function useScriptedWorkers() {
  let server: TestServer
  let workers: ScriptedWorkers | undefined
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.stop())
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })
  afterEach(async () => {
    await workers?.end()
    workers = undefined
    vi.useRealTimers()
  })
  const openWorkers = (
    ...options: [maxWorkers: number, Parameters<typeof createScriptedWorkers>[2]?]
  ): ScriptedWorkers => {
    workers = createScriptedWorkers(server.deps, ...options)
    return workers
  }
  return { deps: () => server.deps, openWorkers }
}

/** Resolves when the worker thread has exited. */
export const waitForExit = async (worker: Worker | undefined): Promise<void> => {
  if (worker && worker.threadId !== -1) await once(worker, 'exit')
}
