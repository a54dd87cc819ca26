import { x as unavailable } from "./errors-Cd1UCkd2.mjs";
import { i as mapMaybePromise, n as createYielder, t as createListeners } from "./async-CcmZtahM.mjs";
import { t as Db } from "./db-CzoRFLiu.mjs";
import { c as toApiError, i as exitCodes, l as toOperatorError, n as classifyFault, t as OperatorError } from "./faults-D32tI_DY.mjs";
import { n as listMigrationNames } from "./migrations-DBdBWr6K.mjs";
import { t as findWorker } from "./package-files-CEUYJP83.mjs";
import { t as WorkerPool } from "./worker-pool-BJYjimcZ.mjs";
import { _ as connect, a as makeFolder, d as removeFile, g as Connections, h as toFilePath, i as lockForServing, o as readDiskUsage, p as resolveFile, s as rejectOrphanedLog, v as getFileIdentity } from "./files-kCMF7mKn.mjs";
import { t as windowSeconds } from "./store-DwYjuL_7.mjs";
import { r as rejectNewerDatabase, t as migrate } from "./migrate-DkDiLYf4.mjs";
import { t as createCache } from "./cache-zRcf0w4_.mjs";
import { r as rejectUnfinishedCopy } from "./table-copy-egS0RRAB.mjs";
import { closeSync, openSync } from "node:fs";
import { open } from "node:fs/promises";
import { setImmediate as setImmediate$1, setTimeout as setTimeout$1 } from "node:timers/promises";
/** The time after which reads on the main thread must also wait for active worker reads. */
const workerPauseMs = 2e3;
var Reader = class {
	db;
	#connection;
	/** Rows of small tables, by statement and parameter values. */
	#results = createCache("query_results", { maxEntries: 1e3 });
	/** Rows by id, for each combination of company and statement. */
	#rows = createCache("company_rows", { maxEntries: 200 });
	#dataVersion;
	#isVersionChecked = false;
	#beganAt = 0;
	constructor(connection) {
		this.#connection = connection;
		this.db = new Db({
			...connection,
			allCached: (sql, values) => {
				this.#clearIfChanged();
				return this.#results.getOrCreate(`${sql} ${JSON.stringify(values)}`, () => connection.all(sql, values));
			},
			getRowCache: (sql, companyId) => {
				this.#clearIfChanged();
				return this.#rows.getOrCreate(`${companyId} ${sql}`, () => /* @__PURE__ */ new Map());
			}
		});
	}
	/** Begins a snapshot, or continues a snapshot that began within the last millisecond. */
	begin() {
		if (this.#connection.raw.inTransaction) {
			if (performance.now() - this.#beganAt < 1) return;
			this.#connection.exec("COMMIT");
		}
		this.#connection.exec("BEGIN");
		this.#beganAt = performance.now();
		this.#isVersionChecked = false;
	}
	end() {
		try {
			if (this.#connection.raw.inTransaction) this.#connection.exec("COMMIT");
		} catch {}
	}
	/** Clears the caches after a commit of any process, so that cached rows match the snapshot. */
	#clearIfChanged() {
		if (this.#isVersionChecked) return;
		const [row] = this.#connection.all("PRAGMA data_version", []);
		if (row?.data_version !== this.#dataVersion) {
			this.#results.clear();
			this.#rows.clear();
		}
		this.#dataVersion = row?.data_version;
		this.#isVersionChecked = true;
	}
};
var Readers = class {
	#open;
	#maxReaders;
	#idleReaders = [];
	#queue = [];
	#openedCount = 0;
	#workerReadCount = 0;
	/** Set while workers are paused: the time until which active worker reads are awaited. */
	#workersPausedUntil;
	#endTimer;
	/** If set, no new read begins. Called when the last active read has ended. */
	#onQuiet;
	constructor(openConnection, maxReaders = 4) {
		this.#open = openConnection;
		this.#maxReaders = maxReaders;
	}
	/** Opens all connections in advance, while file handles are available. */
	openAll() {
		while (this.#openedCount < this.#maxReaders) this.#idleReaders.push(this.#openReader());
	}
	readLoad() {
		const idleCount = this.#idleReaders.length;
		return {
			busy: this.#openedCount - idleCount,
			idle: idleCount,
			waiting: this.#queue.length
		};
	}
	read(work) {
		return mapMaybePromise(this.#acquire(), (reader) => this.#readOn(reader, work));
	}
	endSnapshots() {
		clearImmediate(this.#endTimer);
		this.#endTimer = void 0;
		for (const reader of this.#idleReaders) reader.end();
	}
	/** Leases the file to a worker for one read, as specified by `DatabaseFile.lease`. */
	leaseToWorker() {
		const pausedUntil = this.#workersPausedUntil;
		if (this.#onQuiet || pausedUntil !== void 0 && performance.now() < pausedUntil) return void 0;
		this.#workerReadCount++;
		return () => {
			this.#workerReadCount--;
			this.#notifyIfQuiet();
		};
	}
	/**
	* Stops leases to workers; reads on the main thread continue.
	* @returns whether all worker reads have ended, or waiting for them has timed out
	*/
	pauseWorkers() {
		const now = performance.now();
		this.#workersPausedUntil ??= now + workerPauseMs;
		if (this.#workerReadCount > 0 && now < this.#workersPausedUntil) return false;
		this.#workersPausedUntil = void 0;
		return true;
	}
	resumeWorkers() {
		this.#workersPausedUntil = void 0;
	}
	/** Runs `work` while all reads are paused; skips it if active reads exceed the timeout. */
	async runExclusive(timeoutMs, work) {
		this.#onQuiet = () => {};
		if (this.#isReading()) await new Promise((resolve) => {
			const timer = setTimeout(resolve, timeoutMs);
			this.#onQuiet = () => {
				clearTimeout(timer);
				resolve();
			};
		});
		try {
			if (this.#isReading()) return;
			this.endSnapshots();
			await work();
		} finally {
			this.#onQuiet = void 0;
			this.#serveWaiting();
		}
	}
	#openReader() {
		const reader = new Reader(this.#open());
		this.#openedCount++;
		return reader;
	}
	#acquire() {
		const reader = this.#onQuiet ? void 0 : this.#idleReaders.pop();
		if (reader) return reader;
		return !this.#onQuiet && this.#openedCount < this.#maxReaders ? this.#openReader() : new Promise((resolve) => this.#queue.push(resolve));
	}
	#release(reader) {
		this.#idleReaders.push(reader);
		this.#notifyIfQuiet();
		if (this.#queue.length > 0) {
			reader.end();
			this.#serveWaiting();
		}
		this.#endTimer ??= setImmediate(() => this.endSnapshots());
	}
	#isReading() {
		return this.#idleReaders.length < this.#openedCount || this.#workerReadCount > 0;
	}
	#notifyIfQuiet() {
		if (this.#onQuiet && !this.#isReading()) this.#onQuiet();
	}
	#serveWaiting() {
		while (!this.#onQuiet && this.#idleReaders.length > 0 && this.#queue.length > 0) this.#queue.shift()?.(this.#idleReaders.pop());
	}
	#readOn(reader, work) {
		let result;
		try {
			reader.begin();
			result = work(reader.db);
			if (!(result instanceof Promise)) return result;
			return result.finally(() => {
				reader.end();
				this.#release(reader);
			});
		} finally {
			if (!(result instanceof Promise)) this.#release(reader);
		}
	}
};
// src/store/sqlite/checkpoints.ts
/**
* Moves committed pages from the write-ahead log to the database file on a worker thread, because
* after a large change this takes longer than requests should wait. SQLite restarts the log only at
* a commit that finds all pages moved and no reader of the log. Under constant reads there is no
* such commit, so readers are paused between two transactions when the log is long.
*/
/** The number of log pages not yet moved at which a checkpoint begins. */
const minCheckpointPages = 1e3;
/** The log length (33 MB) at which a restart is attempted, and again after each further 33 MB. */
const longLogPages = 8e3;
/** From this length (130 MB), writers wait for a checkpoint, and readers for its last pages. */
const hugeLogPages = 32e3;
/** How long new reads wait for active reads to end; increases with the log to `maxPauseMs`. */
const pauseMs = 20;
const maxPauseMs = 2e3;
/** The size to which a restarting log is truncated if a very long read has made it longer. */
const truncateToBytes = 64e6;
/** Runs `work`, and ignores errors: the log stays long until the next commit's checkpoint. */
async function ignoreFailure(work) {
	try {
		await work();
	} catch {}
}
var Checkpoints = class {
	/** Restarts a long log. If set, it is awaited before each transaction. */
	restartLog;
	#writer;
	#readers;
	#workers;
	#logState;
	/** Closed after the connections, as closing any descriptor of the file releases their locks. */
	#descriptor;
	#running;
	/** Whether all moved pages are on disk, so that the last pages can be moved next. */
	#isSynced = false;
	/** Whether a log restart waits for worker reads to end. */
	#isAwaitingWorkers = false;
	#restartThresholdPages = longLogPages;
	constructor({ file, writer }, readers, workers) {
		this.#writer = writer;
		this.#readers = readers;
		this.#workers = workers;
		this.#logState = writer.raw.prepare("PRAGMA wal_checkpoint(NOOP)");
		writer.raw.pragma("wal_autocheckpoint = 0");
		writer.raw.pragma(`journal_size_limit = ${truncateToBytes}`);
		this.#descriptor = openSync(file, "r+");
	}
	/** Starts a checkpoint after a commit if the log has many pages to move. */
	startIfDue() {
		try {
			const state = this.#readState();
			if (state.log - state.checkpointed >= minCheckpointPages) this.#startCheckpoint(state);
		} catch {}
	}
	/** Closes the file. Must be called after all connections are closed. */
	close() {
		closeSync(this.#descriptor);
	}
	#readState() {
		return this.#logState.get();
	}
	#startCheckpoint({ log }) {
		if (this.#running) return;
		if (log < longLogPages) this.#restartThresholdPages = longLogPages;
		const isRestartDue = log >= this.#restartThresholdPages;
		this.#runCheckpoint(isRestartDue || this.#isAwaitingWorkers);
		if (isRestartDue) this.#restartThresholdPages = log + longLogPages;
	}
	/** Runs a checkpoint on a worker. Resolves when it has ended, even if it failed. */
	#runCheckpoint(mustSync) {
		this.#running = this.#workers.checkpoint(this.#descriptor, mustSync).then((isSynced) => {
			this.#running = void 0;
			if (isSynced !== void 0) this.#isSynced = isSynced;
			this.#updateRestart();
		});
		this.#updateRestart();
		return this.#running;
	}
	#updateRestart() {
		const mayRestart = this.#isSynced || this.#running !== void 0;
		this.restartLog = mayRestart ? () => ignoreFailure(() => this.#restart()) : void 0;
	}
	async #restart() {
		try {
			const state = this.#readState();
			if (!this.#running) await this.#moveLastPages(state);
			else if (state.log >= hugeLogPages) {
				await this.#running;
				if (this.#isSynced) await this.#moveLastPages(this.#readState());
			}
		} finally {
			this.#updateRestart();
		}
	}
	/**
	* Moves the last pages while no read or write is active: few pages on this thread, or many pages
	* of a huge log on a worker. If another process reads, retries after `longLogPages` more pages.
	*/
	#moveLastPages({ log, checkpointed }) {
		const isNearlyMoved = log - checkpointed < minCheckpointPages;
		const isDue = log >= longLogPages && (isNearlyMoved || log >= hugeLogPages);
		this.#isAwaitingWorkers = isDue && !this.#readers.pauseWorkers();
		if (this.#isAwaitingWorkers) return void 0;
		this.#isSynced = false;
		if (!isDue) return this.#readers.resumeWorkers();
		const timeoutMs = Math.min(maxPauseMs, pauseMs * (log / longLogPages) ** 2);
		return this.#readers.runExclusive(timeoutMs, () => ignoreFailure(() => isNearlyMoved ? void this.#writer.raw.pragma("wal_checkpoint(PASSIVE)") : this.#moveAll()));
	}
	async #moveAll() {
		await this.#runCheckpoint(true);
		this.#isSynced = false;
	}
};
/** Worker threads for slow queries and checkpoints, started on demand. */
var StorageWorkers = class {
	/** Two workers: one for checkpoints, and one for queries, which run one after another. */
	#pool;
	#onFault;
	#queue = /* @__PURE__ */ new Map();
	#isRunning = false;
	constructor(file, onFault) {
		const script = findWorker("file:///work/wt/int/src/store/sqlite/checkpoints.ts");
		this.#pool = new WorkerPool({
			script,
			data: { file },
			maxWorkers: 2,
			idleMs: 1e4
		});
		this.#onFault = onFault;
	}
	/**
	* Runs a query on the latest committed state. Equal queries share an execution, unless it has
	* begun and may miss changes. @throws UNAVAILABLE if no worker can run the query
	*/
	all(sql, values) {
		const key = JSON.stringify([sql, values]);
		const waitingQuery = this.#queue.get(key) ?? {
			sql,
			values,
			rows: Promise.withResolvers()
		};
		this.#queue.set(key, waitingQuery);
		if (!this.#isRunning) this.#runWaitingQueries();
		return waitingQuery.rows.promise;
	}
	/** Runs a checkpoint. @returns whether the file is synced; undefined if the worker failed */
	async checkpoint(descriptor, mustSync) {
		const request = { checkpointOf: {
			descriptor,
			sync: mustSync
		} };
		return this.#pool.run(request).catch(() => void 0);
	}
	end() {
		return this.#pool.end();
	}
	async #runWaitingQueries() {
		this.#isRunning = true;
		for (const [key, { sql, values, rows }] of this.#queue) {
			this.#queue.delete(key);
			try {
				rows.resolve(await this.#pool.run({
					sql,
					values
				}));
			} catch (cause) {
				this.#onFault(cause);
				const isStatementError = String(cause.code).startsWith("SQLITE_");
				rows.reject(isStatementError ? toApiError(cause) : Object.assign(unavailable(), { cause }));
			}
		}
		this.#isRunning = false;
	}
};
// src/store/sqlite/counters.ts
/**
* Stores rate-limit windows and the time of each key's last use in a separate SQLite file with
* `synchronous=OFF`, which is twenty times cheaper than a synced commit. Counts are exact if the
* process is killed, but may be outdated after a power failure. They are also kept in memory, so
* that limits apply while the disk accepts no writes; only one process charges units.
*/
const maxCachedWindows = 1e5;
var SqliteCounters = class {
	#raw;
	#windows = /* @__PURE__ */ new Map();
	#unsavedWindows = /* @__PURE__ */ new Map();
	#findStatement;
	#saveStatement;
	#saveAll;
	/** @throws OperatorError if the file cannot be opened or created */
	constructor(file) {
		this.#raw = openFile(file);
		this.#findStatement = this.#raw.prepare("SELECT startedAt, used FROM windows WHERE key = ?");
		this.#saveStatement = this.#raw.prepare("INSERT INTO windows VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET startedAt = excluded.startedAt, used = excluded.used, lastUsedAt = excluded.lastUsedAt");
		this.#saveAll = this.#raw.transaction(() => this.#saveWindows());
	}
	async charge(key, limit, units, now) {
		const currentWindow = this.#windows.get(key) ?? ignoreFaults(() => this.#findStatement.get(key));
		const nowSeconds = Math.floor(now / 1e3);
		const isOpen = currentWindow !== void 0 && nowSeconds < currentWindow.startedAt + 3600 && nowSeconds >= currentWindow.startedAt - 60;
		const startedAt = isOpen ? currentWindow.startedAt : nowSeconds;
		const usedBefore = isOpen ? currentWindow.used : 0;
		const isGranted = usedBefore + units <= limit;
		if (isGranted && units !== 0) await this.#storeWindow(key, {
			startedAt,
			used: Math.max(0, usedBefore + units)
		}, now);
		return {
			limit,
			granted: isGranted,
			remaining: Math.max(0, limit - usedBefore - (isGranted ? units : 0)),
			reset: startedAt + windowSeconds
		};
	}
	async readLastUsed(keys) {
		const rows = this.#raw.prepare("SELECT key, lastUsedAt FROM windows WHERE key IN (SELECT value FROM json_each(?))").all(JSON.stringify(keys));
		return new Map(rows.map((row) => [row.key, new Date(row.lastUsedAt).toISOString()]));
	}
	async deleteWindows(prefix, beforeMs) {
		this.#raw.prepare("DELETE FROM windows WHERE key GLOB ? AND startedAt < ?").run(`${prefix}*`, Math.floor(beforeMs / 1e3) - windowSeconds);
	}
	close() {
		this.#flush();
		this.#raw.close();
	}
	/**
	* Stores a window, and resolves when it is in the file: in the next event-loop turn, the first
	* request saves all windows. Each request waits by itself, since resuming many requests from one
	* promise takes longer and more memory.
	*/
	async #storeWindow(key, window, now) {
		if (this.#windows.size >= maxCachedWindows) {
			this.#flush();
			this.#windows.clear();
		}
		this.#windows.set(key, window);
		this.#unsavedWindows.set(key, {
			window,
			now
		});
		await setImmediate$1();
		this.#flush();
	}
	#flush() {
		if (this.#unsavedWindows.size === 0) return;
		ignoreFaults(this.#unsavedWindows.size === 1 ? () => this.#saveWindows() : this.#saveAll);
		this.#unsavedWindows.clear();
	}
	#saveWindows() {
		for (const [key, { window, now }] of this.#unsavedWindows) this.#saveStatement.run(key, window.startedAt, window.used, now);
	}
};
/** Runs `work`; returns undefined after a fault of the disk or the file. */
function ignoreFaults(work) {
	try {
		return work();
	} catch (cause) {
		if (classifyFault(cause) === void 0) throw cause;
		return;
	}
}
/** Opens the file. Replaces a file damaged by a power failure, since it contains only counters. */
function openFile(file) {
	try {
		return openUndamagedFile(file);
	} catch (cause) {
		if (classifyFault(cause) !== "damaged") throw toOperatorError(cause, file);
		removeFile(file);
		return openUndamagedFile(file);
	}
}
function openUndamagedFile(file) {
	const { raw } = connect(file, {
		synchronous: 0,
		timeoutMs: 100
	});
	try {
		raw.exec("CREATE TABLE IF NOT EXISTS windows (key TEXT PRIMARY KEY, startedAt INTEGER NOT NULL, used INTEGER NOT NULL, lastUsedAt INTEGER NOT NULL) STRICT, WITHOUT ROWID");
		if (raw.pragma("integrity_check(1)", { simple: true }) !== "ok") throw Object.assign(/* @__PURE__ */ new Error(`${file} is damaged`), { code: "SQLITE_CORRUPT" });
		return raw;
	} catch (cause) {
		raw.close();
		throw cause;
	}
}
// src/store/sqlite/writer.ts
/**
* The only writer of a SQLite file. Write requests run strictly one after another. Waiting requests
* share one COMMIT (group commit), after which each receives its response. If COMMIT fails, every
* request of the group fails. A savepoint per request would cost a third of a write, since SQLite
* then copies each changed page. Therefore a group runs again with a savepoint per request only if
* a request has failed after it changed data.
*/
/** The log is synced before COMMIT if more rows than this have changed. */
const minRowsToSync = 2e3;
/** The maximum number of requests per group, to limit the wait of the first request. */
const maxGroupSize = 64;
/** The maximum time that the writer waits for another process's lock, and the retry interval. */
const lockTimeoutMs = 5e3;
const lockRetryMs = 5;
/** Thrown if a request fails after a change: the group runs again, each request in a savepoint. */
const separateRunSignal = Symbol("run each request in a savepoint");
var Writer = class {
	#connection;
	#hooks;
	#queue = [];
	#transaction;
	#db;
	#draining;
	#hasGroupFailed = false;
	constructor(connection, hooks) {
		this.#connection = connection;
		this.#hooks = hooks;
		this.#transaction = new TransactionSession(connection);
		this.#db = new Db(this.#transaction);
	}
	write(work) {
		return new Promise((resolve, reject) => {
			this.#queue.push({
				work,
				resolve,
				reject
			});
			this.#draining ??= this.#drain();
		});
	}
	get waitingCount() {
		return this.#queue.length;
	}
	async waitUntilIdle() {
		while (this.#draining) await this.#draining;
	}
	async #drain() {
		try {
			while (this.#queue.length > 0) {
				await this.#gatherRequests();
				await this.#runGroup(this.#queue, false);
			}
		} finally {
			this.#draining = void 0;
			this.#hasGroupFailed = false;
		}
	}
	/**
	* Waits until a turn of the event loop brings no more requests: consecutive requests benefit from
	* the processor's caches and take up to an eighth less time. After a failed group it does not
	* wait, since the remaining requests have already waited.
	*/
	async #gatherRequests() {
		if (this.#hasGroupFailed) return;
		for (let count = 0; this.#queue.length > count && this.#queue.length < maxGroupSize;) {
			count = this.#queue.length;
			await setImmediate$1();
		}
	}
	async #runGroup(jobs, isSeparate) {
		const group = [];
		const settleCallbacks = [];
		let currentJob;
		try {
			await this.#begin();
			while (group.length < maxGroupSize) {
				currentJob = jobs.shift();
				if (!currentJob) break;
				group.push(currentJob);
				settleCallbacks.push(await this.#runJob(currentJob, group.length === 1, isSeparate));
				currentJob = void 0;
			}
			if (this.#transaction.changedRowCount > minRowsToSync) await this.#hooks.syncLog?.();
			this.#connection.exec("COMMIT");
		} catch (cause) {
			this.#rollBack();
			this.#hasGroupFailed = true;
			if (cause !== separateRunSignal) return this.#rejectGroup(group, jobs, currentJob, cause);
			while (group.length > 0) await this.#runGroup(group, true);
			return;
		}
		this.#hasGroupFailed = false;
		for (const settleCallback of settleCallbacks) settleCallback();
		this.#hooks.afterCommit?.();
	}
	/** Begins a transaction. Waits for locks here, as a wait in SQLite would block the event loop. */
	async #begin() {
		const preparation = this.#hooks.beforeTransaction?.();
		if (preparation) await preparation;
		for (const deadline = performance.now() + lockTimeoutMs;; await setTimeout$1(lockRetryMs)) try {
			this.#connection.exec("BEGIN IMMEDIATE");
			break;
		} catch (cause) {
			if (classifyFault(cause) !== "busy" || performance.now() > deadline) throw cause;
		}
		this.#transaction.changedRowCount = 0;
		this.#hooks.checkFile?.();
	}
	/** Runs a request. @returns the function that settles it after COMMIT */
	async #runJob(job, isFirst, isSeparate) {
		if (isSeparate) this.#connection.exec("SAVEPOINT request");
		const writesBefore = this.#transaction.writeCount;
		try {
			const result = await job.work(this.#db);
			if (isSeparate) this.#connection.exec("RELEASE request");
			return () => job.resolve(result);
		} catch (cause) {
			if (isFirst || !this.#connection.raw.inTransaction) throw cause;
			if (isSeparate) {
				this.#connection.exec("ROLLBACK TO request");
				this.#connection.exec("RELEASE request");
			} else if (this.#transaction.writeCount !== writesBefore) throw separateRunSignal;
			return () => job.reject(this.#hooks.explainError(cause));
		}
	}
	/** Rolls back without throwing, since the requests must be rejected afterward. */
	#rollBack() {
		try {
			if (this.#connection.raw.inTransaction) this.#connection.exec("ROLLBACK");
		} catch {}
	}
	/** Rejects a group or, if it is empty, all waiting jobs. Only `failedJob` gets its own error. */
	#rejectGroup(group, waitingJobs, failedJob, cause) {
		const rejectedJobs = group.length > 0 ? group : waitingJobs.splice(0);
		for (const job of rejectedJobs) job.reject(failedJob && job !== failedJob ? Object.assign(unavailable(), { cause }) : this.#hooks.explainError(cause));
	}
};
/** Rejects statements after a fault ended the transaction, since each would commit by itself. */
var TransactionSession = class {
	dialect = "sqlite";
	/** The number of statements that may have changed data. */
	writeCount = 0;
	changedRowCount = 0;
	#connection;
	#yieldIfBusy = createYielder();
	constructor(connection) {
		this.#connection = connection;
	}
	all(sql, values) {
		this.#requireTransaction();
		if (!sql.startsWith("select ")) this.writeCount++;
		return this.#connection.all(sql, values);
	}
	run(sql, values) {
		this.#requireTransaction();
		return this.#yieldIfBusy(() => {
			this.#requireTransaction();
			this.writeCount++;
			const rowCount = this.#connection.run(sql, values);
			this.changedRowCount += rowCount;
			return rowCount;
		});
	}
	#requireTransaction() {
		if (!this.#connection.raw.inTransaction) throw unavailable();
	}
};
// src/store/sqlite/store.ts
/** A store in a SQLite file, which only one process can serve, while commands can also use it. */
/** The maximum wait for a process that locks the file only to check whether it is served. */
const servedCheckMs = 1e3;
/** The cache size for queries across companies, small because such queries are rare. */
const latestCacheKb = 4096;
async function openSqlite(options) {
	const file = resolveFile(toFilePath(options.url));
	const connections = new Connections(file, options.onStatement);
	try {
		makeFolder(file);
		rejectOrphanedLog(file);
		if (options.isServing) connections.add(lockForServing(file, servedCheckMs));
		const writer = connections.open();
		rejectUnfinishedCopy(writer);
		return createStore({
			file,
			connections,
			writer,
			migrated: await migrate(writer, options.onMigration),
			checkFile: createFileCheck(writer, file, await listMigrationNames()),
			log: options.isServing ? await open(`${file}-wal`) : void 0
		});
	} catch (cause) {
		connections.close();
		throw toOperatorError(cause, file);
	}
}
function createStore(opened) {
	const { file, connections, migrated, log } = opened;
	const workers = new StorageWorkers(file, connections.onFault);
	const readers = new Readers(() => ({
		...connections.openReader(),
		allInWorker: (sql, values) => workers.all(sql, values)
	}));
	const checkpoints = log && new Checkpoints(opened, readers, workers);
	if (log) readers.openAll();
	const latestConnection = connections.openReader(latestCacheKb);
	const commits = new Commits(latestConnection, connections);
	const writer = createWriter(opened, readers, commits, checkpoints);
	const counters = new SqliteCounters(`${file}-limits`);
	opened.writer.raw.pragma("busy_timeout = 0");
	return {
		...createAccess(readers, writer, new Db(latestConnection)),
		...log && { databaseFile: createDatabaseFile(file, readers) },
		isShared: false,
		migrated,
		advice: [],
		broken: connections.broken,
		commits,
		readVersion: commits.readVersion,
		counters,
		readLoad() {
			const { waiting, ...load } = readers.readLoad();
			return {
				connections: load,
				waiting: {
					connection: waiting,
					turn: writer.waitingCount
				}
			};
		},
		readDiskUsage: () => readDiskUsage(file),
		async close() {
			await writer.waitUntilIdle();
			readers.endSnapshots();
			await Promise.all([workers.end(), log?.close()]);
			counters.close();
			connections.close(opened.writer);
			checkpoints?.close();
		}
	};
}
/** The file contains all companies, so every query must select the rows of its company. */
function createAccess(readers, writer, latestDb) {
	const allCompanies = {
		read: (work) => readers.read(work),
		readLatest: (work) => work(latestDb),
		write: (work) => writer.write(work)
	};
	return {
		allCompanies,
		forCompany: () => allCompanies
	};
}
const createDatabaseFile = (file, readers) => ({
	file,
	identity: getFileIdentity(file) ?? "",
	lease: () => readers.leaseToWorker()
});
const createWriter = ({ connections, writer, log, checkFile }, readers, commits, checkpoints) => new Writer(writer, {
	beforeTransaction: () => checkpoints?.restartLog?.(),
	syncLog: async () => log?.datasync(),
	checkFile,
	explainError(cause) {
		connections.onFault(cause);
		return cause instanceof OperatorError ? Object.assign(unavailable(), { cause }) : toApiError(cause);
	},
	afterCommit() {
		readers.endSnapshots();
		checkpoints?.startIfDue();
		commits.notify();
	}
});
/** Creates a check that the file was not removed, replaced, or migrated by a newer program. */
function createFileCheck(connection, file, migrations) {
	const files = [file, `${file}-wal`].map((path) => ({
		path,
		identity: getFileIdentity(path)
	}));
	const readVersion = connection.raw.prepare("PRAGMA data_version").pluck();
	let checkedVersion = readVersion.get();
	return () => {
		for (const { path, identity } of files) if (getFileIdentity(path) !== identity) throw new OperatorError(`${path} was removed or replaced while it was in use; put it back, or restore a backup, and start again.`, exitCodes.unusableDatabase);
		const version = readVersion.get();
		if (version !== checkedVersion) rejectNewerDatabase(connection, migrations);
		checkedVersion = version;
	};
}
/** Reports commits: this process calls `notify`, other processes change SQLite's `data_version`. */
var Commits = class {
	#listeners = createListeners();
	#dataVersion;
	#onFault;
	#version = 0;
	#readAt = Number.NEGATIVE_INFINITY;
	#notifiedVersion;
	subscribe = this.#listeners.subscribe;
	constructor({ raw }, { onFault }) {
		this.#dataVersion = raw.prepare("PRAGMA data_version").pluck();
		this.#onFault = onFault;
		this.#notifiedVersion = this.readVersion();
	}
	/** Returns a number that differs after each commit; it may be a millisecond out of date. */
	readVersion = () => {
		const now = performance.now();
		if (now - this.#readAt < 1) return this.#version;
		try {
			this.#version = this.#dataVersion.get();
		} catch (cause) {
			this.#onFault(cause);
			throw toApiError(cause);
		}
		this.#readAt = now;
		return this.#version;
	};
	notify() {
		this.#readAt = Number.NEGATIVE_INFINITY;
		this.#listeners.notify();
	}
	checkForCommits() {
		const version = this.readVersion();
		if (version === this.#notifiedVersion) return;
		this.#notifiedVersion = version;
		this.#listeners.notify();
	}
};
export { openSqlite };
