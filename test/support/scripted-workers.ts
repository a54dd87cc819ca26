import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
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
import type { Thresholds } from '../../src/query-workers/admission.ts'
import { createQueryWorkers } from '../../src/query-workers/pool.ts'
import { outcomesOf } from './metrics.ts'
import { startServer, type TestServer } from './server.ts'

const script = new URL('./scripted-worker.ts', import.meta.url)

/** The worker ignores the request and the viewer. */
const request: RouteSource = {
  method: 'GET',
  route: '/v1/me',
  path: '/v1/me',
  search: '',
  headers: {},
}
const viewer: PlainViewer = {
  companyId: '',
  companyName: '',
  region: 'US',
  userId: '',
  fullName: '',
  role: 'Owner',
  keyId: null,
  scopes: [],
  teamIds: [],
  teamUserIds: [],
}

/** What the worker does with a request; see `scripted-worker.ts`. */
export type WorkerBehavior = 'answer' | 'keep' | 'return' | 'refuse' | 'fail'

/** An operation without a recorded duration. */
export const newOperation = () => parse('{ me { id } }').definitions[0] as OperationDefinitionNode

/** Creates workers that run `scripted-worker.ts`, with separate meters and log. */
export function createScriptedWorkers(
  server: Deps,
  maxWorkers: number,
  { bounds, runs = script, ...own }: { bounds?: Thresholds; runs?: URL } & Partial<Deps> = {},
) {
  const lines: string[] = []
  const meters = createMeters()
  const log = pino({ level: 'warn', base: null }, { write: (line) => void lines.push(line) })
  const workers = createQueryWorkers({ ...server, meters, log, ...own }, maxWorkers, bounds, runs)
  if (!workers) throw new Error('expected query workers')
  const started: Worker[] = []
  const note = (worker: Worker) => started.push(worker)
  process.on('worker', note)

  const requestFor = (behavior: WorkerBehavior, durationMs: number): WorkerRequest => ({
    viewer,
    variables: { behavior, durationMs },
    requestId: '',
    now: undefined,
    source: { request },
  })
  const send = (operation: OperationDefinitionNode, behavior: WorkerBehavior, durationMs = 0) =>
    workers.run(operation, () => requestFor(behavior, durationMs))

  /** An operation with this average duration: a new value counts a tenth of the average. */
  function operationTaking(durationMs: number): OperationDefinitionNode {
    const operation = newOperation()
    workers?.recordDuration(operation, durationMs * 10)
    return operation
  }

  return {
    send,
    operationTaking,
    recordDuration: workers.recordDuration.bind(workers),
    /** Sends an operation that a worker must accept. */
    sendAccepted(
      operation: OperationDefinitionNode,
      behavior: WorkerBehavior,
    ): Promise<WorkerResponse | undefined> {
      const response = send(operation, behavior)
      if (!response) throw new Error('no worker accepted the operation')
      return response
    },
    /** Whether a worker accepts an operation, which it keeps until `resume`. */
    isAccepted: (operation: OperationDefinitionNode) => send(operation, 'keep') !== undefined,
    /** The index of the worker that responds, in the order of their start. */
    async respondingWorker(operation: OperationDefinitionNode): Promise<number> {
      const response = await send(operation, 'answer')
      return started.findIndex(
        ({ threadId }) => String(threadId) === response?.result?.headers?.['thread'],
      )
    },
    /** The started workers. */
    async started(): Promise<Worker[]> {
      await nextTurn()
      return started
    },
    /** Simulates further requests in flight. */
    addRequests: (requests: number) => meters.inFlight.add(requests),
    outcomes: () => outcomesOf(meters),
    warnings: () => lines.map((line) => JSON.parse(line).err.message as string),
    resume: async () => {
      await nextTurn()
      for (const worker of started) worker.postMessage('resume')
    },
    end: async () => {
      await workers.end()
      process.off('worker', note)
    },
  }
}

export type ScriptedWorkers = ReturnType<typeof createScriptedWorkers>

/** Registers hooks that start a server for the file and end workers with each test, in fake time. */
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
  const open = (
    ...more: [maxWorkers: number, Parameters<typeof createScriptedWorkers>[2]?]
  ): ScriptedWorkers => {
    workers = createScriptedWorkers(server.deps, ...more)
    return workers
  }
  return { deps: () => server.deps, open }
}

/** Resolves when the worker has exited. */
export const ended = async (worker: Worker | undefined): Promise<void> => {
  if (worker && worker.threadId !== -1) await once(worker, 'exit')
}
