import { f as viewerOfUser } from "./node-types-BuwqcZrZ.mjs";
import { dt as toTimestamp, lt as createContext, p as updateRecord, rt as isDifferent, tt as writeEvents, ut as timestamp } from "./records-CzuHo0A9.mjs";
import { a as findUrlSyntaxProblem, d as toVisibleEvents, i as findAddressProblem, l as readEvents, n as listSigningSecrets, o as resolveHost } from "./secrets-COIPvlJe.mjs";
import { a as deliveryByIdQuery, c as eventBySequenceQuery, d as releaseLeasesStatement, i as countAttemptStatement, l as nextDueDeliveryQuery, n as advanceSequenceStatement, o as endpointByIdQuery, r as companyByIdQuery, s as endpointWorkQuery, t as activeEndpointQuery, u as otherLeaseQuery } from "./queries-CVEeKJVz.mjs";
import { v as idWithPrefix } from "./scopes-BgGiyNkn.mjs";
import { r as createSystemViewer } from "./operations-kayhB3Bx.mjs";
import { createHmac } from "node:crypto";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
// src/webhooks/outbox.ts
/** Creates deliveries of events to subscribed webhook endpoints. */
/** Maximum number of events for which one transaction creates deliveries. */
const eventsPerTransaction = 100;
const createEndpointContext = async (deps, db, endpoint) => {
	const viewer = await viewerOfUser(db, endpoint);
	return viewer && createContext(deps, {
		viewer,
		requestId: "webhooks",
		db
	});
};
/**
* Creates deliveries for the next events that match the endpoint's patterns and are visible to its
* user, and advances the endpoint's sequence number in the same transaction.
* @returns whether the sequence number advanced
*/
async function createDeliveries(deps, endpoint) {
	const { companyId, id, lastSequence: fromSequence } = endpoint;
	const patterns = JSON.parse(endpoint.events);
	const feed = await deps.store.forCompany(companyId).read(async (db) => {
		const ctx = await createEndpointContext(deps, db, endpoint);
		return ctx && readEvents(ctx, patterns, fromSequence, eventsPerTransaction);
	});
	if (!feed || feed.endSequence <= fromSequence) return false;
	const params = {
		companyId,
		id,
		fromSequence,
		toSequence: feed.endSequence
	};
	return deps.store.forCompany(companyId).write(async (db) => {
		if (await db.run(advanceSequenceStatement, params) === 0) return false;
		for (const event of feed.rows) if (isSubscribed(patterns, event)) await db.insert("webhookDeliveries", createDeliveryRow(deps, id, event));
		return true;
	});
}
/** Returns whether the patterns match an event; `*` does not match webhook endpoint events. */
const isSubscribed = (patterns, { recordKind, type }) => recordKind !== "webhookEndpoint" || patterns.includes(type) || patterns.includes("webhookEndpoint.*");
const createDeliveryRow = (deps, endpointId, { companyId, sequence, id, type, requestId }) => ({
	companyId,
	id: deps.newId("msg"),
	endpointId,
	eventSequence: sequence,
	eventId: id,
	type,
	status: "pending",
	attempts: 0,
	attemptsBefore: 0,
	nextAttemptAt: timestamp(deps),
	createdAt: timestamp(deps),
	requestId
});
/**
* Loads an event as visible to the endpoint's user. Returns `hidden` if the user cannot view the
* event, and `aborted` if the user is suspended.
*/
const loadEvent = async (deps, endpoint, sequence) => deps.store.forCompany(endpoint.companyId).read(async (db) => {
	const ctx = await createEndpointContext(deps, db, endpoint);
	if (!ctx) return "aborted";
	const row = await db.first(eventBySequenceQuery, {
		companyId: endpoint.companyId,
		sequence
	});
	return (row && (await toVisibleEvents(ctx, [row]))[0]) ?? "hidden";
});
// src/webhooks/send.ts
/** Signs webhooks as defined by Standard Webhooks 1.0 (https://www.standardwebhooks.com). */
const maxResponseBytes = 65536;
const secretPrefix = "whsec_";
/**
* Signs the body with each secret (`whsec_…`). For a day after a rotation, two secrets are valid,
* and a receiver accepts either signature.
*/
function createSignatureHeaders(id, nowMs, body, secrets) {
	const timestamp = String(Math.floor(nowMs / 1e3));
	const sign = (secret) => {
		const base64 = secret.startsWith(secretPrefix) ? secret.slice(6) : secret;
		return createHmac("sha256", Buffer.from(base64, "base64")).update(`${id}.${timestamp}.`).update(body).digest("base64");
	};
	return {
		"webhook-id": id,
		"webhook-timestamp": timestamp,
		"webhook-signature": secrets.map((secret) => `v1,${sign(secret)}`).join(" ")
	};
}
/** Posts a webhook. Never throws, follows no redirects and discards the response body. */
function sendWebhook(post) {
	const startedAt = performance.now();
	if (findUrlSyntaxProblem(post.url, post)) return Promise.resolve({
		latencyMs: 0,
		error: "refused_address"
	});
	return new Promise((resolve) => {
		const finish = (outcome) => {
			clearTimeout(timer);
			post.signal?.removeEventListener("abort", abort);
			resolve({
				...outcome,
				latencyMs: Math.round(performance.now() - startedAt)
			});
			request.destroy();
		};
		let status;
		const fail = (error) => finish({
			error,
			...status && { status }
		});
		const request = openRequest(post, fail);
		request.on("response", (response) => {
			status = response.statusCode;
			discardBody(response, (isComplete) => isComplete ? finish(classifyResponse(response)) : fail("closed"));
		});
		const timer = setTimeout(() => fail("timeout"), post.timeoutMs ?? 15e3);
		const abort = () => fail("closed");
		post.signal?.addEventListener("abort", abort, { once: true });
		if (post.signal?.aborted) abort();
		else request.end(post.body);
	});
}
const createAddressError = (host, problem) => Object.assign(/* @__PURE__ */ new Error(`${host} ${problem}`), { webhook: "refused_address" });
/** Creates a lookup that resolves a host name, and fails if any address is not allowed. */
function createCheckedLookup({ allowLocal, resolve }) {
	const findAddresses = async (host) => {
		const addresses = await (resolve ?? ((name) => resolveHost(name, allowLocal)))(host).catch(() => []);
		if (addresses.length === 0) throw Object.assign(/* @__PURE__ */ new Error(`${host} cannot be resolved`), { webhook: "dns" });
		for (const address of addresses) {
			const problem = findAddressProblem(address, { allowLocal });
			if (problem) throw createAddressError(address, problem);
		}
		return addresses.map((address) => ({
			address,
			family: address.includes(":") ? 6 : 4
		}));
	};
	return (host, options, callback) => {
		findAddresses(host).then((addresses) => options.all ? callback(null, addresses) : callback(null, addresses[0]?.address ?? "", addresses[0]?.family), (error) => callback(error, ""));
	};
}
/** Opens a request on its own connection, and reports the phase in which the request fails. */
function openRequest(post, fail) {
	const url = new URL(post.url);
	const isHttps = url.protocol === "https:";
	let phase = "connect";
	const http = process.getBuiltinModule(isHttps ? "node:https" : "node:http");
	const request = http.request(url, {
		method: "POST",
		headers: {
			...post.headers,
			"Content-Length": String(post.body.length),
			Connection: "close"
		},
		lookup: createCheckedLookup(post),
		agent: new http.Agent(isHttps ? { maxCachedSessions: 0 } : {})
	});
	request.on("socket", (socket) => {
		socket.once("connect", () => {
			phase = isHttps ? "tls" : "closed";
			const problem = findAddressProblem(socket.remoteAddress ?? "", post);
			if (problem) request.destroy(createAddressError(String(socket.remoteAddress), problem));
		});
		socket.once("secureConnect", () => {
			phase = "closed";
		});
	});
	request.on("error", (error) => fail(error.webhook ?? phase));
	request.on("upgrade", () => fail("http"));
	return request;
}
function discardBody(response, onEnd) {
	let byteCount = 0;
	response.on("data", (chunk) => {
		byteCount += chunk.length;
		if (byteCount > maxResponseBytes) onEnd(true);
	});
	response.on("end", () => onEnd(response.complete));
	response.on("error", () => onEnd(false));
	response.on("close", () => onEnd(response.complete));
}
function classifyResponse(response) {
	const status = response.statusCode ?? 0;
	if (status >= 200 && status < 300) return { status };
	const retryAfter = response.headers["retry-after"];
	return {
		status,
		error: status >= 300 && status < 400 ? "redirect" : "http",
		...retryAfter && { retryAfter }
	};
}
// src/webhooks/attempt.ts
/** Attempts a delivery. Each attempt creates its own payload and signature. */
async function attemptDelivery(deps, job, options) {
	const body = await createBody(deps, job);
	if (typeof body === "string") return body;
	const { endpoint, delivery } = job;
	const signingSecrets = listSigningSecrets(deps, endpoint);
	const outcome = await traceAttempt(deps, job, (traceHeaders) => sendWebhook({
		url: endpoint.url,
		headers: {
			"Content-Type": "application/json",
			"User-Agent": "Dealgraph-Webhooks/1.0",
			...traceHeaders,
			...createSignatureHeaders(delivery.id, deps.now(), body, signingSecrets)
		},
		body,
		allowLocal: deps.settings.WEBHOOKS_ALLOW_LOCAL,
		resolve: deps.resolve,
		...options
	}));
	if (options.signal.aborted && outcome.error) return "aborted";
	logAttempt(deps, job, outcome);
	return outcome;
}
function logAttempt({ meters, log }, { endpoint, delivery }, { status, latencyMs, error }) {
	meters.sends.at(error ?? "delivered")(latencyMs);
	const logFields = {
		requestId: delivery.requestId,
		companyId: endpoint.companyId,
		endpointId: endpoint.id,
		deliveryId: delivery.id,
		type: delivery.type,
		attempt: delivery.attempts + delivery.attemptsBefore + 1,
		status,
		latencyMs,
		error
	};
	log.info(logFields, error ? "webhook failed" : "webhook delivered");
}
function traceAttempt(deps, { endpoint, delivery }, work) {
	if (!deps.tracing) return work({});
	const attributes = {
		"http.request.method": "POST",
		"server.address": new URL(endpoint.url).hostname,
		"dealgraph.webhook.endpoint_id": endpoint.id,
		"dealgraph.webhook.delivery_id": delivery.id,
		"dealgraph.webhook.type": delivery.type,
		"dealgraph.request_id": delivery.requestId
	};
	return deps.tracing.traceSend("send webhook", attributes, work);
}
async function createBody(deps, { endpoint, delivery: { payload, eventSequence } }) {
	if (payload !== null) return Buffer.from(payload);
	if (eventSequence === null) return "hidden";
	const event = await loadEvent(deps, endpoint, eventSequence);
	return typeof event === "string" ? event : createPayload(event);
}
/** Maximum size of the changes; longer lists are truncated to keep payloads below 20 kB. */
const maxChangesBytes = 17e3;
/** Serializes an event, as the endpoint's user can view it, as a webhook payload. */
function createPayload(event) {
	const changes = event.changes.filter(isDifferent);
	const includedChanges = truncateChanges(changes);
	const identityId = idWithPrefix(event.keyId, "identity");
	const data = {
		id: event.recordId,
		kind: event.recordKind,
		version: event.recordVersion,
		eventId: event.id,
		sequence: event.sequence,
		actor: {
			userId: event.actorId,
			keyId: idWithPrefix(event.keyId, "key"),
			...identityId && { identityId }
		},
		...event.type === "deal.moved" && {
			from: getDealPlace(event.changes, "from"),
			to: getDealPlace(event.changes, "to")
		},
		changes: includedChanges,
		...includedChanges.length < changes.length && { truncated: true }
	};
	return Buffer.from(JSON.stringify({
		type: event.type,
		timestamp: event.createdAt,
		data
	}));
}
function truncateChanges(changes) {
	let byteCount = 0;
	const endIndex = changes.findIndex((change) => {
		byteCount += Buffer.byteLength(JSON.stringify(change)) + 1;
		return byteCount > maxChangesBytes;
	});
	return endIndex === -1 ? changes : changes.slice(0, endIndex);
}
/** Returns a deal's place before or after a move, so that receivers can update a board. */
function getDealPlace(changes, side) {
	const read = (field) => changes.find((change) => change.field === field)?.[side] ?? null;
	return {
		stageId: read("stageId"),
		pipelineId: read("pipelineId"),
		order: read("order")
	};
}
// src/webhooks/queue.ts
/** The delivery queue: leases the next due delivery, records results and schedules retries. */
const secondMs = 1e3;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
/** The delay before each attempt; the first attempt is immediate. */
const retryDelaysMs = [
	0,
	5 * secondMs,
	5 * minuteMs,
	30 * minuteMs,
	2 * hourMs,
	5 * hourMs,
	10 * hourMs,
	14 * hourMs,
	20 * hourMs,
	24 * hourMs
];
/** The longest delay that a receiver can request with `Retry-After`. */
const maxRetryAfterMs = 24 * hourMs;
/** The time without a successful delivery after which an endpoint is disabled. */
const maxFailingMs = 120 * hourMs;
/** Leases an endpoint's next due delivery, one at a time, so that deliveries stay in order. */
async function leaseDelivery(deps, db, key, { owner, leaseMs }) {
	const endpoint = await db.first(activeEndpointQuery, key);
	if (!endpoint) return void 0;
	const now = timestamp(deps);
	if (await db.first(otherLeaseQuery, {
		...key,
		now,
		owner
	})) return void 0;
	const delivery = await db.first(nextDueDeliveryQuery, {
		...key,
		now
	});
	if (!delivery) return void 0;
	const lease = {
		leasedUntil: toTimestamp(deps.now() + leaseMs),
		leaseOwner: owner
	};
	await db.update("webhookDeliveries", {
		companyId: key.companyId,
		id: delivery.id
	}, lease);
	return {
		endpoint,
		delivery
	};
}
const noLease = {
	leasedUntil: null,
	leaseOwner: null
};
/** Records the result of an attempt, unless another process now has the lease. */
async function recordResult(deps, db, { endpoint, delivery: { companyId, id } }, result, { owner }) {
	const key = {
		companyId,
		id
	};
	const delivery = await db.first(deliveryByIdQuery, key);
	if (delivery?.leaseOwner !== owner || delivery.status !== "pending") return;
	if (result === "aborted") await db.update("webhookDeliveries", key, noLease);
	else if (result === "hidden") await db.update("webhookDeliveries", key, {
		...noLease,
		status: "dead",
		nextAttemptAt: null
	});
	else await recordAttempt(deps, db, endpoint.id, delivery, result);
}
async function recordAttempt(deps, db, endpointId, delivery, outcome) {
	const { companyId, id, attemptsBefore, requestId } = delivery;
	const attempts = delivery.attempts + 1;
	const nextAttemptAt = computeNextAttemptAt(deps, attempts, outcome);
	const attemptedAt = timestamp(deps);
	const status = outcome.error ? nextAttemptAt ? "pending" : "dead" : "delivered";
	const deliveredPatch = status === "delivered" && { deliveredAt: attemptedAt };
	const patch = {
		status,
		attempts,
		nextAttemptAt,
		...noLease,
		...deliveredPatch
	};
	await db.update("webhookDeliveries", {
		companyId,
		id
	}, patch);
	await db.insert("webhookAttempts", {
		companyId,
		deliveryId: id,
		number: attemptsBefore + attempts,
		at: attemptedAt,
		status: outcome.status ?? null,
		latencyMs: outcome.latencyMs,
		error: outcome.error ?? null,
		nextAttemptAt,
		requestId
	});
	const failureCount = Number(outcome.error !== void 0);
	await db.run(countAttemptStatement, {
		companyId,
		id: endpointId,
		failureCount
	});
	const endpoint = await db.first(endpointByIdQuery, {
		companyId,
		id: endpointId
	});
	if (endpoint) await updateEndpointHealth(deps, db, endpoint, outcome, requestId);
}
function computeNextAttemptAt(deps, attempts, { error, status, retryAfter }) {
	if (!error || status === 410) return null;
	const delayMs = computeNextDelayMs(attempts, parseRetryAfter(retryAfter, deps.now()), deps.randomBytes);
	return delayMs === void 0 ? null : toTimestamp(deps.now() + delayMs);
}
/** Returns the retry delay ± 20 %, at least `retryAfterMs`; undefined after the last attempt. */
function computeNextDelayMs(attempts, retryAfterMs, randomBytes) {
	const delayMs = retryDelaysMs[attempts];
	if (delayMs === void 0) return void 0;
	const jitter = (randomBytes(4).readUInt32BE() / 4294967295 - .5) * .4;
	return Math.max(Math.round(delayMs * (1 + jitter)), Math.min(retryAfterMs ?? 0, maxRetryAfterMs));
}
/** Parses `Retry-After` (seconds or a date) as milliseconds from now. */
function parseRetryAfter(header, nowMs) {
	if (!header) return void 0;
	const trimmedHeader = header.trim();
	if (/^\d{1,15}$/.test(trimmedHeader)) return Number(trimmedHeader) * secondMs;
	if (!/^[A-Za-z]{3,9},? /.test(trimmedHeader)) return void 0;
	const timeMs = Date.parse(trimmedHeader);
	return Number.isNaN(timeMs) ? void 0 : Math.max(0, timeMs - nowMs);
}
/** Updates `failingSince`; disables an endpoint after status 410 or `maxFailingMs` of failures. */
async function updateEndpointHealth(deps, db, endpoint, { error, status }, requestId) {
	const { companyId, id } = endpoint;
	const failingSince = error ? endpoint.failingSince ?? timestamp(deps) : null;
	if (failingSince !== endpoint.failingSince) await db.update("webhookEndpoints", {
		companyId,
		id
	}, { failingSince });
	if (endpoint.disabledAt || !failingSince) return;
	if (status === 410) await disableEndpoint(deps, db, endpoint, "gone", requestId);
	else if (deps.now() - Date.parse(failingSince) >= maxFailingMs) await disableEndpoint(deps, db, endpoint, "failing", requestId);
}
/** Disables an endpoint and records an event. Pending deliveries wait until it is enabled again. */
async function disableEndpoint(deps, db, endpoint, disabledReason, requestId) {
	const company = await db.first(companyByIdQuery, { companyId: endpoint.companyId });
	if (!company) return;
	const ctx = createContext(deps, {
		viewer: createSystemViewer(company),
		requestId,
		db
	});
	const patch = {
		disabledAt: timestamp(deps),
		disabledReason
	};
	await updateRecord(ctx, "webhookEndpoints", endpoint, patch, "webhookEndpoint.disabled");
	await writeEvents(ctx);
}
// src/webhooks/workers.ts
const deliveriesPerTurn = 10;
/** The delay before the next attempt after an unexpected error. */
const retryDelayMs$1 = 5e3;
var EndpointWorkers = class {
	#deps;
	#options;
	#runningTasks = /* @__PURE__ */ new Map();
	/** The number of each endpoint's last turn: the endpoint that has waited longest is next. */
	#lastTurnNumbers = /* @__PURE__ */ new Map();
	#retryTimes = /* @__PURE__ */ new Map();
	/** Results not yet stored, by endpoint id, since the database may be unavailable. */
	#unsavedResults = /* @__PURE__ */ new Map();
	#turnCount = 0;
	#isClosed = false;
	constructor(deps, options) {
		this.#deps = deps;
		this.#options = options;
	}
	start(dueEndpoints) {
		const getLastTurn = ({ id }) => this.#lastTurnNumbers.get(id) ?? 0;
		const freeSlots = Math.max(0, this.#options.maxEndpoints - this.#runningTasks.size);
		const nextEndpoints = dueEndpoints.filter(({ id }) => !this.isBusy(id)).sort((a, b) => getLastTurn(a) - getLastTurn(b)).slice(0, freeSlots);
		for (const endpoint of nextEndpoints) this.#runningTasks.set(endpoint.id, this.#run(endpoint));
	}
	isBusy(endpointId) {
		return this.#runningTasks.has(endpointId);
	}
	/** Returns when an endpoint may be retried after an unexpected error; 0 if no error occurred. */
	getRetryTime(endpointId) {
		return this.#retryTimes.get(endpointId) ?? 0;
	}
	get runningTasks() {
		return [...this.#runningTasks.values()];
	}
	close() {
		this.#isClosed = true;
	}
	async #run(endpoint) {
		this.#lastTurnNumbers.set(endpoint.id, ++this.#turnCount);
		this.#retryTimes.delete(endpoint.id);
		try {
			await this.#sendDeliveries(endpoint);
		} catch (err) {
			const { log } = this.#deps;
			log.error({
				err,
				endpointId: endpoint.id
			}, "sending webhooks failed and will be retried");
			this.#retryTimes.set(endpoint.id, this.#deps.now() + retryDelayMs$1);
		}
		this.#runningTasks.delete(endpoint.id);
		this.#options.onFinished();
	}
	/** Sends deliveries one by one; stores each result and the next lease in one transaction. */
	async #sendDeliveries({ companyId, id: endpointId }) {
		const { lessee, attemptOptions } = this.#options;
		for (let sentCount = 0; sentCount <= deliveriesPerTurn; sentCount++) {
			const lastResult = this.#unsavedResults.get(endpointId);
			const mayContinue = sentCount < deliveriesPerTurn && !this.#isClosed;
			if (!mayContinue && !lastResult) return;
			const job = await this.#deps.store.forCompany(companyId).write(async (db) => {
				if (lastResult) await recordResult(this.#deps, db, lastResult.job, lastResult.result, lessee);
				return mayContinue ? leaseDelivery(this.#deps, db, {
					companyId,
					endpointId
				}, lessee) : void 0;
			});
			this.#unsavedResults.delete(endpointId);
			if (!job) return;
			const result = await attemptDelivery(this.#deps, job, attemptOptions);
			this.#unsavedResults.set(endpointId, {
				job,
				result
			});
		}
	}
};
// src/webhooks/dispatcher.ts
/** Dispatches webhook deliveries, in the server process or in a separate process. */
/** The interval of checks for due deliveries and for commits by other processes. */
const pollIntervalMs = 250;
/** The pause between two polls while changes keep arriving. */
const pollPauseMs = 10;
const retryDelayMs = 5e3;
/** The time for which a lease remains valid after the timeout of its attempt. */
const leaseMarginMs = 15e3;
const repeatWithTimer = (intervalMs, work) => {
	const timer = setInterval(work, intervalMs);
	return () => clearInterval(timer);
};
var Dispatcher = class {
	#deps;
	#owner;
	#stopTimeoutMs;
	#workers;
	#aborter = new AbortController();
	#startup;
	#unsubscribe;
	#stopTimer;
	/** The running poll, if any; polls do not run concurrently. */
	#currentPoll;
	#mustPoll = false;
	#isStopped = false;
	/** When the next delivery is due, for endpoints without a running worker. */
	#nextDueAt = 0;
	constructor(deps, options) {
		const { owner, timeoutMs = 15e3, maxEndpoints = 64, stopTimeoutMs = 6e3 } = options;
		this.#deps = deps;
		this.#owner = owner;
		this.#stopTimeoutMs = stopTimeoutMs;
		this.#workers = new EndpointWorkers(deps, {
			lessee: {
				owner,
				leaseMs: timeoutMs + leaseMarginMs
			},
			attemptOptions: {
				timeoutMs,
				signal: this.#aborter.signal
			},
			maxEndpoints,
			onFinished: () => this.#requestPoll()
		});
		this.#stopTimer = (options.repeat ?? repeatWithTimer)(pollIntervalMs, () => {
			deps.store.commits.checkForCommits();
			if (deps.now() >= this.#nextDueAt) this.#requestPoll();
		});
		this.#unsubscribe = deps.store.commits.subscribe(() => this.#requestPoll());
		this.#startup = this.#releaseOwnLeases(options.isOnlyOwner).finally(() => this.#requestPoll());
	}
	/** Polls, and resolves when no delivery is due. */
	async waitUntilIdle() {
		this.#requestPoll();
		await this.#waitForWork();
	}
	/**
	* Starts no further attempts, and waits for running attempts. Attempts that take longer than
	* `stopTimeoutMs` are aborted and not counted.
	*/
	async stop() {
		this.#stopTimer();
		this.#unsubscribe();
		this.#isStopped = true;
		this.#workers.close();
		const timer = setTimeout(() => this.#aborter.abort(), this.#stopTimeoutMs);
		await this.#waitForWork();
		clearTimeout(timer);
	}
	async #waitForWork() {
		await this.#startup;
		while (this.#currentPoll || this.#workers.runningTasks.length > 0) await Promise.all([this.#currentPoll, ...this.#workers.runningTasks]);
	}
	/** Releases the leases of an earlier process with the same owner name. */
	async #releaseOwnLeases(isOnlyOwner = false) {
		if (!isOnlyOwner) return;
		const { store, log } = this.#deps;
		try {
			await store.allCompanies.write((db) => db.run(releaseLeasesStatement, { owner: this.#owner }));
		} catch (err) {
			log.error({ err }, "webhook leases could not be released; they will expire");
		}
	}
	#requestPoll() {
		if (this.#isStopped) return;
		this.#mustPoll = true;
		this.#currentPoll ??= this.#pollWhileNeeded();
	}
	async #pollWhileNeeded() {
		try {
			while (this.#mustPoll && !this.#isStopped) {
				this.#mustPoll = false;
				await this.#poll();
				if (this.#mustPoll) await setTimeout$1(pollPauseMs);
			}
		} catch (err) {
			this.#deps.log.error({ err }, "polling for webhooks failed; the poll will be retried");
			this.#nextDueAt = this.#deps.now() + retryDelayMs;
		} finally {
			this.#currentPoll = void 0;
		}
	}
	/** Starts workers for endpoints with due deliveries, and creates deliveries for new events. */
	async #poll() {
		const { store, settings } = this.#deps;
		const now = this.#deps.now();
		const params = {
			now: new Date(now).toISOString(),
			demo: Number(settings.DEMO),
			owner: this.#owner
		};
		const endpoints = await store.allCompanies.readLatest((db) => db.all(endpointWorkQuery, params));
		const targets = endpoints.filter(({ id }) => !this.#workers.isBusy(id)).map((endpoint) => ({
			endpoint,
			dueAt: Math.max(computeDueAt(endpoint), this.#workers.getRetryTime(endpoint.id))
		}));
		this.#nextDueAt = Math.min(...targets.map(({ dueAt }) => dueAt).filter((at) => at > now));
		this.#workers.start(targets.filter(({ dueAt }) => dueAt <= now).map(({ endpoint }) => endpoint));
		for (const endpoint of endpoints) if (endpoint.newestSequence > endpoint.lastSequence && !this.#isStopped && await createDeliveries(this.#deps, endpoint)) this.#mustPoll = true;
	}
};
/** Returns when the next delivery may be sent, which is never during another process's lease. */
function computeDueAt({ nextAttemptAt, leasedUntil, pausedAt }) {
	if (nextAttemptAt === null || pausedAt) return Number.POSITIVE_INFINITY;
	return Math.max(Date.parse(nextAttemptAt), leasedUntil ? Date.parse(leasedUntil) : 0);
}
export { Dispatcher as t };
