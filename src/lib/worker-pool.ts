/**
 * A pool of worker threads, started on demand and stopped when idle; one that fails rejects its own
 * requests only. (Piscina never settles a request whose worker cannot start, and takes 6 MB.)
 */
import { parentPort, type TransferListItem, Worker } from 'node:worker_threads'

interface WorkerPoolOptions {
  /** A module that calls `serveRequests`. */
  script: URL
  /** For the workers, as `workerData`. */
  data: unknown
  maxWorkers: number
  /** All workers are stopped when the pool has had no request for this time. */
  idleMs: number
  /** No worker is started within this time after one has failed. */
  restartDelayMs?: number
  onFailure?(error: unknown): void
}

interface PendingRequest {
  expectedMs: number
  dueAt: number
  resolve(response: never): void
  reject(error: unknown): void
}

interface RequestError {
  message: string
  code?: unknown
}

type Message = 'ready' | [id: number, response: unknown, error?: RequestError]

const startupMs = 500

export class PooledWorker {
  readonly thread: Worker
  isReady = false
  /** By request id, the oldest first. */
  readonly pending = new Map<number, PendingRequest>()

  constructor(script: URL, data: unknown) {
    this.thread = new Worker(script, { workerData: data })
    this.thread.unref()
  }

  /** The expected wait for a new request. An overdue request is expected to last longer still. */
  get waitMs(): number {
    const pending = [...this.pending.values()]
    const overdueMs = pending[0] ? Math.max(0, performance.now() - pending[0].dueAt) : 0
    const queuedMs = pending.reduce((sum, { expectedMs }) => sum + expectedMs, 0)
    return (this.isReady ? 0 : startupMs) + overdueMs + queuedMs
  }

  send(id: number, message: unknown, request: Omit<PendingRequest, 'dueAt'>): void {
    this.thread.postMessage([id, message])
    // A process does not exit while it waits for a response.
    this.thread.ref()
    const dueAt = performance.now() + this.waitMs + request.expectedMs
    this.pending.set(id, { ...request, dueAt })
  }

  settle(id: number, response: unknown, error: RequestError | undefined): void {
    const request = this.pending.get(id)
    this.pending.delete(id)
    if (this.pending.size === 0) this.thread.unref()
    if (error) request?.reject(Object.assign(new Error(error.message), { code: error.code }))
    else request?.resolve(response as never)
  }

  stop(cause: unknown): Promise<number> {
    for (const { reject } of this.pending.values()) reject(cause)
    return this.thread.terminate()
  }
}

export class WorkerPool<Request, Response> {
  readonly workers = new Set<PooledWorker>()
  readonly #options: WorkerPoolOptions
  #requests = 0
  #startAllowedAt = 0
  #idleTimer: NodeJS.Timeout | undefined

  constructor(options: WorkerPoolOptions) {
    this.#options = options
  }

  get pending(): number {
    return [...this.workers].reduce((sum, { pending }) => sum + pending.size, 0)
  }

  /** Starts a worker if all are busy and there may be more. */
  startIfBusy(): void {
    const isBusy = [...this.workers].every(({ isReady, pending }) => isReady && pending.size > 0)
    if (isBusy && this.workers.size < this.#options.maxWorkers) this.#start()
  }

  /**
   * Runs a request, by default on the least busy worker. Rejects with an error of the handler, or
   * if there is no worker, it fails, or the pool is stopped.
   */
  async run(request: Request, worker?: PooledWorker, expectedMs = 0): Promise<Response> {
    if (!worker) this.startIfBusy()
    const target = worker ?? this.#leastBusy()
    if (!target) throw new Error('no worker can be started')
    this.#stopWhenIdle()
    return new Promise<Response>((resolve, reject) =>
      target.send(this.#requests++, request, { expectedMs, resolve, reject }),
    )
  }

  /** Stops all workers, and starts no more. */
  end(): Promise<unknown> {
    this.#startAllowedAt = Number.POSITIVE_INFINITY
    return this.#stopAll()
  }

  #leastBusy(): PooledWorker | undefined {
    return [...this.workers].sort((a, b) => a.pending.size - b.pending.size)[0]
  }

  #start(): void {
    if (performance.now() < this.#startAllowedAt) return
    try {
      const worker = new PooledWorker(this.#options.script, this.#options.data)
      worker.thread.on('message', (message: Message) => {
        if (message === 'ready') worker.isReady = true
        else worker.settle(...message)
      })
      worker.thread.on('error', (error) => this.#fail(error, worker))
      worker.thread.on('exit', () => this.#fail(new Error('the worker exited'), worker))
      this.workers.add(worker)
      this.#stopWhenIdle()
    } catch (error) {
      // The system may allow no more threads.
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
    const stop = () => (this.pending > 0 ? this.#stopWhenIdle() : void this.#stopAll())
    this.#idleTimer ??= setTimeout(stop, this.#options.idleMs).unref()
    this.#idleTimer.refresh()
  }

  #stopAll(): Promise<unknown> {
    clearTimeout(this.#idleTimer)
    this.#idleTimer = undefined
    const stopped = [...this.workers]
    this.workers.clear()
    return Promise.all(stopped.map((worker) => worker.stop(new Error('the workers are stopped'))))
  }
}

/**
 * Serves the requests of a `WorkerPool`, in a worker.
 * @param transferOf the parts of a response that are transferred instead of copied
 */
export function serveRequests<Request, Response>(
  handle: (request: Request) => Response | Promise<Response>,
  transferOf: (response: Response) => TransferListItem[] = () => [],
): void {
  const serve = async (id: number, request: Request) => {
    try {
      const response = await handle(request)
      parentPort?.postMessage([id, response], transferOf(response))
    } catch (error) {
      const { message, code } = error as RequestError
      parentPort?.postMessage([id, undefined, { message, code }])
    }
  }
  parentPort?.on('message', ([id, request]: [number, Request]) => void serve(id, request))
  parentPort?.postMessage('ready')
}
