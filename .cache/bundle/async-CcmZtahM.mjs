import { x as unavailable } from "./errors-Cd1UCkd2.mjs";
// src/lib/async.ts
/** Helpers for promises, the event loop and event listeners. */
/** Applies `map` to a value: immediately, or after it resolves if it is a promise. */
const mapMaybePromise = (value, map) => value instanceof Promise ? value.then(map) : map(value);
/** Runs `work`. Rejects with UNAVAILABLE after `timeoutMs`, without canceling `work`. */
async function withTimeout(timeoutMs, work) {
	const timeout = Promise.withResolvers();
	const timer = setTimeout(() => timeout.reject(unavailable()), timeoutMs);
	try {
		return await Promise.race([Promise.resolve().then(work), timeout.promise]);
	} finally {
		clearTimeout(timer);
	}
}
/** Lets other requests run between the steps of a long task. */
const yieldToEventLoop = () => new Promise((resolve) => setImmediate(resolve));
/** Repeats `work` until it processes fewer than `maxRows` rows. Returns the total row count. */
async function inChunks(work, maxRows = 1e3) {
	let totalRowCount = 0;
	for (;;) {
		const rowCount = await work(maxRows);
		totalRowCount += rowCount;
		if (rowCount < maxRows) return totalRowCount;
		await yieldToEventLoop();
	}
}
const maxBusyMs = 20;
/** Creates a function that runs `work` immediately, or after a yield if the event loop is busy. */
function createYielder() {
	let busySince;
	return (work) => {
		const now = performance.now();
		if (busySince === void 0) {
			busySince = now;
			setImmediate(() => {
				busySince = void 0;
			});
		} else if (now - busySince > maxBusyMs) return mapMaybePromise(yieldToEventLoop(), work);
		return work();
	};
}
/** Creates a list of listeners for an event. `notify` calls each listener once. */
function createListeners() {
	const listeners = /* @__PURE__ */ new Set();
	return {
		/** @returns the function that unsubscribes */
		subscribe(listener) {
			const uniqueListener = () => listener();
			listeners.add(uniqueListener);
			return () => void listeners.delete(uniqueListener);
		},
		notify() {
			for (const listener of [...listeners]) listener();
		}
	};
}
export { withTimeout as a, mapMaybePromise as i, createYielder as n, yieldToEventLoop as o, inChunks as r, createListeners as t };
