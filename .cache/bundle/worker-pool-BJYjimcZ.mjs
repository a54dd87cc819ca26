import { Worker } from "node:worker_threads";
// src/lib/worker-pool.ts
/**
* A pool of worker threads, started on demand and stopped when idle; a failing worker rejects only
* its own requests. (Piscina does not settle a request whose worker cannot start, and takes 6 MB.)
*/
const startupMs = 500;
var PooledWorker = class {
	thread;
	isReady = false;
	/** Pending requests by id, oldest first. */
	requests = /* @__PURE__ */ new Map();
	constructor(script, data) {
		this.thread = new Worker(script, { workerData: data });
		this.thread.unref();
	}
	/** The expected wait of a new request, including how long the oldest request is overdue. */
	get waitMs() {
		const requests = [...this.requests.values()];
		const overdueMs = requests[0] ? Math.max(0, performance.now() - requests[0].dueAt) : 0;
		const queuedMs = requests.reduce((sum, { expectedMs }) => sum + expectedMs, 0);
		return (this.isReady ? 0 : startupMs) + overdueMs + queuedMs;
	}
	send(id, message, request) {
		this.thread.postMessage([id, message]);
		this.thread.ref();
		const dueAt = performance.now() + this.waitMs + request.expectedMs;
		this.requests.set(id, {
			...request,
			dueAt
		});
	}
	settle(id, response, error) {
		const request = this.requests.get(id);
		this.requests.delete(id);
		if (this.requests.size === 0) this.thread.unref();
		if (error) request?.reject(Object.assign(new Error(error.message), { code: error.code }));
		else request?.resolve(response);
	}
	stop(cause) {
		for (const { reject } of this.requests.values()) reject(cause);
		return this.thread.terminate();
	}
};
var WorkerPool = class {
	workers = /* @__PURE__ */ new Set();
	#options;
	#requestCount = 0;
	#startAllowedAt = 0;
	#idleTimer;
	constructor(options) {
		this.#options = options;
	}
	get pendingCount() {
		return [...this.workers].reduce((sum, { requests }) => sum + requests.size, 0);
	}
	/** Starts a worker if all are busy and `maxWorkers` allows another. */
	startIfBusy() {
		if ([...this.workers].every((worker) => worker.isReady && worker.requests.size > 0) && this.workers.size < this.#options.maxWorkers) this.#start();
	}
	/**
	* Runs a request, by default on the least busy worker. Rejects if the handler or the worker
	* fails, no worker can be started, or the pool is stopped.
	*/
	async run(request, worker, expectedMs = 0) {
		if (!worker) this.startIfBusy();
		const targetWorker = worker ?? [...this.workers].sort((a, b) => a.requests.size - b.requests.size)[0];
		if (!targetWorker) throw new Error("No worker thread can be started");
		this.#stopWhenIdle();
		return new Promise((resolve, reject) => targetWorker.send(this.#requestCount++, request, {
			expectedMs,
			resolve,
			reject
		}));
	}
	/** Stops all workers, and prevents new workers from starting. */
	end() {
		this.#startAllowedAt = Number.POSITIVE_INFINITY;
		return this.#stopAll();
	}
	#start() {
		if (performance.now() < this.#startAllowedAt) return;
		try {
			const worker = new PooledWorker(this.#options.script, this.#options.data);
			worker.thread.on("message", (message) => {
				if (message === "ready") worker.isReady = true;
				else worker.settle(...message);
			});
			worker.thread.on("error", (error) => this.#fail(error, worker));
			worker.thread.on("exit", () => this.#fail(/* @__PURE__ */ new Error("The worker thread exited"), worker));
			this.workers.add(worker);
			this.#stopWhenIdle();
		} catch (error) {
			this.#fail(error);
		}
	}
	#fail(error, worker) {
		if (worker && !this.workers.delete(worker)) return;
		const { restartDelayMs = 0, onFailure } = this.#options;
		this.#startAllowedAt = Math.max(this.#startAllowedAt, performance.now() + restartDelayMs);
		onFailure?.(error);
		worker?.stop(error);
	}
	#stopWhenIdle() {
		const stop = () => this.pendingCount > 0 ? this.#stopWhenIdle() : void this.#stopAll();
		this.#idleTimer ??= setTimeout(stop, this.#options.idleMs).unref();
		this.#idleTimer.refresh();
	}
	#stopAll() {
		clearTimeout(this.#idleTimer);
		this.#idleTimer = void 0;
		const workers = [...this.workers];
		this.workers.clear();
		return Promise.all(workers.map((worker) => worker.stop(/* @__PURE__ */ new Error("The workers were stopped"))));
	}
};
export { WorkerPool as t };
