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

/** Of these the threads want to know nothing. */
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

/** What the thread does with a question; see `scripted-worker.ts`. */
export type Way = 'answer' | 'keep' | 'return' | 'refuse' | 'fail'

/** An operation that nobody has measured yet. */
export const newOperation = () => parse('{ me { id } }').definitions[0] as OperationDefinitionNode

/** Threads that do as a test says, beside a server whose counts and log are the test's own. */
export function slowThreads(
  server: Deps,
  most: number,
  { bounds, runs = script, ...own }: { bounds?: Thresholds; runs?: URL } & Partial<Deps> = {},
) {
  const lines: string[] = []
  const meters = createMeters()
  const log = pino({ level: 'warn', base: null }, { write: (line) => void lines.push(line) })
  const threads = createQueryWorkers({ ...server, meters, log, ...own }, most, bounds, runs)
  if (!threads) throw new Error('there are threads for a file that is served')
  const started: Worker[] = []
  const note = (worker: Worker) => started.push(worker)
  process.on('worker', note)

  const questionOf = (way: Way, took: number): WorkerRequest => ({
    viewer,
    variables: { way, took },
    requestId: '',
    now: undefined,
    source: { request },
  })
  const ask = (operation: OperationDefinitionNode, way: Way, took = 0) =>
    threads.run(operation, () => questionOf(way, took))

  /** An operation that usually takes so many milliseconds: what is new counts a tenth. */
  function usual(time: number): OperationDefinitionNode {
    const operation = newOperation()
    threads?.recordDuration(operation, time * 10)
    return operation
  }

  return {
    ask,
    usual,
    took: threads.recordDuration.bind(threads),
    /** What comes of it, where a thread is asked at all. */
    asked(operation: OperationDefinitionNode, way: Way): Promise<WorkerResponse | undefined> {
      const told = ask(operation, way)
      if (!told) throw new Error('no thread was asked')
      return told
    },
    /** Whether a thread is asked; what it is asked, it keeps. */
    keeps: (operation: OperationDefinitionNode) => ask(operation, 'keep') !== undefined,
    /**
     * Which of the threads answers such a question, as the first one to be started or a later one.
     */
    async whoAnswers(operation: OperationDefinitionNode): Promise<number> {
      const told = await ask(operation, 'answer')
      return started.findIndex(
        ({ threadId }) => String(threadId) === told?.result?.headers?.['thread'],
      )
    },
    /** Those that were started, as far as that has been told. */
    async started(): Promise<Worker[]> {
      await nextTurn()
      return started
    },
    /** So many requests more are being answered. */
    meanwhile: (requests: number) => meters.inFlight.add(requests),
    outcomes: () => outcomesOf(meters),
    warnings: () => lines.map((line) => JSON.parse(line).err.message as string),
    goOn: async () => {
      await nextTurn()
      for (const worker of started) worker.postMessage('go on')
    },
    end: async () => {
      await threads.end()
      process.off('worker', note)
    },
  }
}

export type SlowThreads = ReturnType<typeof slowThreads>

/**
 * For a group of tests: a server, and threads beside it that end with each test. Time stands still
 * meanwhile.
 */
export function beside() {
  let server: TestServer
  let threads: SlowThreads | undefined
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.stop())
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })
  afterEach(async () => {
    await threads?.end()
    threads = undefined
    vi.useRealTimers()
  })
  const open = (...more: [most: number, Parameters<typeof slowThreads>[2]?]): SlowThreads => {
    threads = slowThreads(server.deps, ...more)
    return threads
  }
  return { deps: () => server.deps, open }
}

/** Resolves when it has ended. */
export const ended = async (worker: Worker | undefined): Promise<void> => {
  if (worker && worker.threadId !== -1) await once(worker, 'exit')
}
