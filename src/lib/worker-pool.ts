/**
 * A pool of worker threads, started on demand and stopped when idle; a failing worker rejects only
 * its own requests. (Piscina does not settle a request whose worker cannot start, and uses 6 MB.)
 */
import { parentPort, type TransferListItem, Worker } from 'node:worker_threads'

interface WorkerPoolOptions {
  /** A module that calls `serveRequests`. */
  script: URL
  /** Passed to each worker as `workerData`. */
  data: unknown
  maxWorkers: number
  /** The time without requests after which all workers are stopped. */
  idleMs: number
  /** The time after a worker failure during which no worker is started. */
  restartDelayMs?: number
  onFailure?(error: unknown): void
}

interface PendingRequest {
  expectedMs: number
  dueAt: number
  resolve(response: never): void
  reject(error: unknown): void
}

type RequestError = { message: string; code?: unknown }

type WorkerMessage = 'ready' | [id: number, response: unknown, error?: RequestError]

const startupMs = 500

export class PooledWorker {
  readonly thread: Worker
  isReady = false
  /** Pending requests by id, oldest first. */
  readonly requests = new Map<number, PendingRequest>()

  constructor(script: URL, data: unknown) {
    this.thread = new Worker(script, { workerData: data })
    this.thread.unref()
  }

  /** The expected wait of a new request, including how long the oldest request is overdue. */
  get waitMs(): number {
    const requests = [...this.requests.values()]
    const overdueMs = requests[0] ? Math.max(0, performance.now() - requests[0].dueAt) : 0
    const queuedMs = requests.reduce((sum, { expectedMs }) => sum + expectedMs, 0)
    return (this.isReady ? 0 : startupMs) + overdueMs + queuedMs
  }

  send(id: number, message: unknown, request: Omit<PendingRequest, 'dueAt'>): void {
    this.thread.postMessage([id, message])
    // Keeps the process alive until the response arrives.
    this.thread.ref()
    const dueAt = performance.now() + this.waitMs + request.expectedMs
    this.requests.set(id, { ...request, dueAt })
  }

  settle(id: number, response: unknown, error: RequestError | undefined): void {
    const request = this.requests.get(id)
    this.requests.delete(id)
    if (this.requests.size === 0) this.thread.unref()
    if (error) request?.reject(Object.assign(new Error(error.message), { code: error.code }))
    else request?.resolve(response as never)
  }

  stop(cause: unknown): Promise<number> {
    for (const { reject } of this.requests.values()) reject(cause)
    return this.thread.terminate()
  }
}

export class WorkerPool<Request, Response> {
  readonly workers = new Set<PooledWorker>()
  readonly #options: WorkerPoolOptions
  #requestCount = 0
  #startAllowedAt = 0
  #idleTimer: NodeJS.Timeout | undefined

  constructor(options: WorkerPoolOptions) {
    this.#options = options
  }

  get pendingCount(): number {
    return [...this.workers].reduce((sum, { requests }) => sum + requests.size, 0)
  }

  /** Starts a worker if all are busy and `maxWorkers` allows another. */
  startIfBusy(): void {
    const areAllBusy = [...this.workers].every(
      (worker) => worker.isReady && worker.requests.size > 0,
    )
    if (areAllBusy && this.workers.size < this.#options.maxWorkers) this.#start()
  }

  /**
   * Runs a request, by default on the least busy worker. Rejects if the handler or the worker
   * fails, no worker can be started, or the pool is stopped.
   */
  async run(request: Request, worker?: PooledWorker, expectedMs = 0): Promise<Response> {
    if (!worker) this.startIfBusy()
    const targetWorker =
      worker ?? [...this.workers].sort((a, b) => a.requests.size - b.requests.size)[0]
    if (!targetWorker) throw new Error('No worker thread can be started')
    this.#stopWhenIdle()
    return new Promise<Response>((resolve, reject) =>
      targetWorker.send(this.#requestCount++, request, { expectedMs, resolve, reject }),
    )
  }

  /** Stops all workers, and prevents new workers from starting. */
  end(): Promise<unknown> {
    this.#startAllowedAt = Number.POSITIVE_INFINITY
    return this.#stopAll()
  }

  #start(): void {
    if (performance.now() < this.#startAllowedAt) return
    try {
      const worker = new PooledWorker(this.#options.script, this.#options.data)
      worker.thread.on('message', (message: WorkerMessage) => {
        if (message === 'ready') worker.isReady = true
        else worker.settle(...message)
      })
      worker.thread.on('error', (error) => this.#fail(error, worker))
      worker.thread.on('exit', () => this.#fail(new Error('The worker thread exited'), worker))
      this.workers.add(worker)
      this.#stopWhenIdle()
    } catch (error) {
      // The operating system may not allow another thread.
      this.#fail(error)
    }
  }

  #fail(error: unknown, worker?: PooledWorker): void {
    if (worker && !this.workers.delete(worker)) return
    const { restartDelayMs = 0, onFailure } = this.#options
    this.#startAllowedAt = Math.max(this.#startAllowedAt, performance.now() + restartDelayMs)
    onFailure?.(error)
    void worker?.stop(error)
  }

  #stopWhenIdle(): void {
    const stop = () => (this.pendingCount > 0 ? this.#stopWhenIdle() : void this.#stopAll())
    this.#idleTimer ??= setTimeout(stop, this.#options.idleMs).unref()
    this.#idleTimer.refresh()
  }

  #stopAll(): Promise<unknown> {
    clearTimeout(this.#idleTimer)
    this.#idleTimer = undefined
    const workers = [...this.workers]
    this.workers.clear()
    return Promise.all(workers.map((worker) => worker.stop(new Error('The workers were stopped'))))
  }
}

/** Serves `WorkerPool` requests in a worker. Buffers from `listTransfers` are moved, not copied. */
export function serveRequests<Request, Response>(
  handle: (request: Request) => Response | Promise<Response>,
  listTransfers: (response: Response) => TransferListItem[] = () => [],
): void {
  const serve = async (id: number, request: Request) => {
    try {
      const response = await handle(request)
      parentPort?.postMessage([id, response], listTransfers(response))
    } catch (error) {
      const { message, code } = error as RequestError
      parentPort?.postMessage([id, undefined, { message, code }])
    }
  }
  parentPort?.on('message', ([id, request]: [number, Request]) => void serve(id, request))
  parentPort?.postMessage('ready')
}
