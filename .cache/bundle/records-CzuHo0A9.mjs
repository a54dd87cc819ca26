import { a as forbidden, g as preconditionFailed, i as createDetail, l as invalid, p as notFound, t as ApiError, y as truncateText } from "./errors-Cd1UCkd2.mjs";
import { i as mapMaybePromise, o as yieldToEventLoop } from "./async-CcmZtahM.mjs";
import { a as toArrayParam, h as sql, i as queryFamily, n as encodeListParam, r as query, t as byDialect } from "./query-BmUqRt20.mjs";
import { n as createDerivedCache } from "./cache-zRcf0w4_.mjs";
import { t as closestMatch } from "./leven-e-RRaspM.mjs";
import { f as viewScopeForms, i as getDataScope, l as rightsOf, n as dataScopeNames, o as levels, t as allScopes } from "./scopes-BgGiyNkn.mjs";
import { hash } from "node:crypto";
// src/context.ts
function createContext(deps, request) {
	return {
		...deps,
		...request,
		events: [],
		loaderStates: /* @__PURE__ */ new Map()
	};
}
let lastTimeMs = NaN;
let lastTimestamp = "";
/** Formats a time as an ISO 8601 timestamp. Calls within one millisecond share a cached result. */
function toTimestamp(timeMs) {
	if (timeMs !== lastTimeMs) {
		lastTimestamp = new Date(timeMs).toISOString();
		lastTimeMs = timeMs;
	}
	return lastTimestamp;
}
/** Returns the current time as an ISO 8601 timestamp. */
const timestamp = (deps) => toTimestamp(deps.now());
// src/events/types.ts
/**
* The event types. Each kind of record declares its event types beside its table; webhook
* endpoints, the feed and subscriptions accept only patterns that match an event type.
*/
const declarationByKind = /* @__PURE__ */ new Map();
/** Declares a kind's events, and returns `actions`; tables store `booleanFields` as 0 and 1. */
function declareEvents(kind, actions, booleanFields = []) {
	declarationByKind.set(kind, {
		actions,
		booleanFields
	});
	return actions;
}
const getBooleanFields = (kind) => declarationByKind.get(kind)?.booleanFields ?? [];
/** Returns the record kinds that have events, in alphabetical order. */
const listEventKinds = () => [...declarationByKind.keys()].sort();
const listEventTypes = () => listEventKinds().flatMap((kind) => (declarationByKind.get(kind)?.actions ?? []).map((action) => `${kind}.${action}`));
const listTypesAndKindPatterns = () => [...listEventKinds().map((kind) => `${kind}.*`), ...listEventTypes()];
/** Returns all patterns of event types: each type, each kind with `.*`, and `*`. */
const listEventPatterns = () => ["*", ...listTypesAndKindPatterns()];
/** Finds the nearest valid pattern by edit distance, ignoring case; `contact` means `person`. */
function findNearestPattern(pattern) {
	const normalizedPattern = pattern.trim().toLowerCase().replace(/^(contacts?|people)(?=\.|$)/, "person");
	if (normalizedPattern.length > 60) return void 0;
	const maxDistance = Math.max(2, Math.floor(normalizedPattern.length / 4));
	const patterns = listTypesAndKindPatterns();
	const lowerCasePatterns = patterns.map((item) => item.toLowerCase());
	const nearestMatch = closestMatch(normalizedPattern, lowerCasePatterns, { maxDistance });
	return nearestMatch === void 0 ? void 0 : patterns[lowerCasePatterns.indexOf(nearestMatch)];
}
/** Returns an error detail for each pattern that matches no event type, with a suggestion. */
function findUnknownPatterns(patterns, field) {
	const validPatterns = new Set(listEventPatterns());
	return patterns.flatMap((pattern, index) => {
		if (validPatterns.has(pattern)) return [];
		const nearestPattern = findNearestPattern(pattern);
		const remedy = nearestPattern ? `did you mean \`${nearestPattern}\`?` : `use a type such as \`deal.moved\`, all types of a kind such as \`deal.*\`, or \`*\`; the kinds are ${listEventKinds().join(", ")}`;
		return [{
			field: `${field}[${index}]`,
			code: "INVALID_VALUE",
			message: `\`${truncateText(pattern, 60)}\` matches no event type; ${remedy}`
		}];
	});
}
// src/events/changes.ts
/** The `events` table, and functions that compare, truncate, serialize and parse changes. */
/** Returns the fields whose values differ between two states of a record. */
function changesBetween(before, after, fields) {
	const getValue = (record, field) => record[field] ?? null;
	return fields.map((field) => ({
		field,
		from: getValue(before, field),
		to: getValue(after, field)
	})).filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}
/** Lengths to truncate values to; the longest that keeps to `maxChangesBytes` is used. */
const maxValueLengths = [
	500,
	200,
	80,
	30,
	10
];
const maxChangesBytes = 16e3;
/** Maximum number of changes in an event, higher than any record's field count. */
const maxChanges = 200;
function truncateValue(value, maxLength) {
	const valueText = typeof value === "string" ? value : JSON.stringify(value ?? null);
	return valueText.length > maxLength ? [`${valueText.slice(0, maxLength)}…`.toWellFormed(), true] : [value ?? null, false];
}
/** Serializes changes as JSON, truncating values to stay within 16 kB if possible. */
function serializeChanges(changes) {
	let json = "[]";
	for (const length of maxValueLengths) {
		const truncatedChanges = changes.slice(0, maxChanges).map(({ field, ...values }) => {
			const [from, fromTruncated] = truncateValue(values.from, length);
			const [to, toTruncated] = truncateValue(values.to, length);
			return {
				field,
				from,
				to,
				...(fromTruncated || toTruncated) && { truncated: true }
			};
		});
		json = JSON.stringify(truncatedChanges);
		if (Buffer.byteLength(json) <= maxChangesBytes) return json;
	}
	return json;
}
const toBoolean = (value) => value === 0 || value === 1 ? value === 1 : value;
/** Parses stored changes and converts 0 and 1 in boolean fields to booleans. */
function parseChanges({ recordKind, changes }) {
	const booleanFields = getBooleanFields(recordKind);
	return JSON.parse(changes).map((change) => booleanFields.includes(change.field) ? {
		...change,
		from: toBoolean(change.from),
		to: toBoolean(change.to)
	} : change);
}
/** Returns whether the value changed; the events of moves also list unchanged fields. */
const isDifferent = ({ from, to, truncated }) => truncated === true || JSON.stringify(from) !== JSON.stringify(to);
// src/events/record-event.ts
/** Records events in the transaction that changes the records. */
/** Records an event, which is written at the end of the transaction. */
function recordEvent(ctx, event) {
	ctx.events.push(event);
	ctx.loaderStates.clear();
}
const reserveSequencesStatement = query((k, p) => k.updateTable("companies").set((eb) => ({ eventSequence: eb("eventSequence", "+", p.count) })).where("id", "=", p.companyId).returning("eventSequence"));
/**
* The number of sequence numbers that restoring a backup skips. Clients may have cursors of events
* that were recorded after the backup, and would miss new events with the same numbers.
*/
const restoreSequenceSkip = 1e6;
/** The number of inserts before yielding to the event loop for other requests. */
const insertsPerTurn = 500;
/** Writes the recorded events at the end of the transaction, with consecutive sequence numbers. */
async function writeEvents(ctx) {
	const events = ctx.events.splice(0);
	if (events.length === 0) return;
	const { companyId, userId, credentialId } = ctx.viewer;
	const company = await ctx.db.first(reserveSequencesStatement, {
		companyId,
		count: events.length
	});
	if (!company) throw new Error(`company ${companyId} does not exist`);
	let sequence = company.eventSequence - events.length;
	for (const [index, { type, record, changes = [], audience }] of events.entries()) {
		if (index % insertsPerTurn === 499) await yieldToEventLoop();
		await ctx.db.insert("events", {
			companyId,
			sequence: ++sequence,
			id: ctx.newId("event"),
			type,
			recordKind: type.slice(0, type.indexOf(".")),
			recordId: record.id,
			recordVersion: record.version,
			actorId: userId || null,
			keyId: credentialId,
			requestId: ctx.requestId,
			changes: serializeChanges(changes),
			audience: audience ? JSON.stringify(audience) : null,
			createdAt: timestamp(ctx)
		});
	}
}
// src/access/narrowing.ts
/**
* A key with its own scopes (a narrowed key) cannot exceed them: it cannot view, create, change or
* revoke an API key or webhook endpoint with more rights, or assign a role with more rights. Other
* keys, and the server itself, are limited only by their user's role. Rights are also compared to
* decide whether a stored response may be replayed.
*/
const isLevel = (word) => levels.includes(word);
/** Returns whether rights include a scope. Another user's credential requires it at level `all`. */
function covers(rights, scope, isForAnotherUser = false) {
	const dotIndex = scope.lastIndexOf(".");
	const level = scope.slice(dotIndex + 1);
	if (!isLevel(level)) return rights.scopes.includes(scope);
	return levels.slice(levels.indexOf(isForAnotherUser ? "all" : level)).some((widerLevel) => rights.scopes.includes(`${scope.slice(0, dotIndex)}.${widerLevel}`));
}
/**
* Returns the view scopes whose level is lower than the role's level. A credential without a view
* scope has its role's level, so a narrowed key must list these view scopes in new credentials.
*/
const getNarrowedViewScopes = ({ role, rights }) => {
	const roleRights = rightsOf(role, null);
	return viewScopeForms.filter(({ scope }) => rights.level(scope) !== roleRights.level(scope)).map(({ scope }) => scope);
};
const getViewScopeForms = (scopes) => viewScopeForms.filter(({ scope }) => scopes.includes(scope));
/** Finds the first required view scope that a credential's scopes lack. */
const findMissingViewScope = (requiredScopes, scopes) => getViewScopeForms(requiredScopes).find(({ forms, limits }) => scopes.some((scope) => limits.includes(scope)) && !scopes.some((scope) => forms.includes(scope)))?.scope;
/** Returns whether the caller's key has all rights of a user with this role. */
const coversRole = ({ rights }, role) => !rights.isNarrowed || rightsOf(role, null).scopes.every((scope) => covers(rights, scope, true));
/** @throws FORBIDDEN if a narrowed key has fewer rights than the role */
function requireCoversRole(viewer, role) {
	if (!coversRole(viewer, role)) throw forbidden(`This action requires a credential with all scopes of the role ${role}`);
}
/**
* Requires the permission to manage a user's credentials. A credential acts as its user, so a
* narrowed key can manage another user's credentials only with all rights of that user's role.
* @param noun the credentials as named in the error message
* @throws FORBIDDEN, also if an Admin tries to manage an Owner's credential
*/
function requireCredentialManager(viewer, user, noun) {
	if (user.role === "Owner" && viewer.role !== "Owner") throw forbidden(`Only an Owner may manage the ${noun} of an Owner`);
	if (user.id !== viewer.userId) requireCoversRole(viewer, user.role);
}
const hashIds = (ids) => hash("sha256", ids.toSorted().join());
const takeRightsSnapshot = ({ rights, teamIds, teamUserIds }) => ({
	scopes: rights.scopes,
	level: rights.level("role"),
	teamIds,
	teamUsers: hashIds(teamUserIds)
});
/** Returns whether the rights may have narrowed. Changed team members are treated as narrowing. */
function isNarrowerThan(viewer, earlierRights) {
	const currentRights = takeRightsSnapshot(viewer);
	if (levels.indexOf(currentRights.level) < levels.indexOf(earlierRights.level)) return true;
	if (!earlierRights.scopes.every((scope) => currentRights.scopes.includes(scope))) return true;
	if (dataScopeNames.every((name) => viewer.rights.level(name) === "all")) return false;
	return currentRights.teamUsers !== earlierRights.teamUsers || !earlierRights.teamIds.every((id) => currentRights.teamIds.includes(id));
}
// src/crud/loader.ts
/** Creates a loader that caches its values within a request, until the request's next change. */
function createLoader(query) {
	return Object.assign((ctx, key) => getLoaderState(ctx, query).load(key), { of: (ctx, row, column) => getLoaderState(ctx, query).loadForBatch(row, column) });
}
const maxCachedQueries = 500;
/** Creates a loader with arguments: calls with equal arguments share a query. */
function createLoaderWithArguments(createQuery, toCacheKey = JSON.stringify) {
	const queryByCacheKey = /* @__PURE__ */ new Map();
	const queryByArguments = /* @__PURE__ */ new WeakMap();
	const getQuery = (args) => {
		let query = queryByArguments.get(args);
		if (!query) {
			if (queryByCacheKey.size >= maxCachedQueries) queryByCacheKey.clear();
			const cacheKey = toCacheKey(args);
			query = queryByCacheKey.get(cacheKey) ?? createQuery(args);
			queryByCacheKey.set(cacheKey, query);
			queryByArguments.set(args, query);
		}
		return query;
	};
	return Object.assign((ctx, args, key) => getLoaderState(ctx, getQuery(args)).load(key), { of: (ctx, args, row, column) => getLoaderState(ctx, getQuery(args)).loadForBatch(row, column) });
}
function getLoaderState(ctx, query) {
	let loaderState = ctx.loaderStates.get(query);
	if (!loaderState) {
		loaderState = new LoaderState(ctx, query);
		ctx.loaderStates.set(query, loaderState);
	}
	return loaderState;
}
/** The values that a request has loaded or is loading with one query. */
var LoaderState = class {
	values = /* @__PURE__ */ new Map();
	pending = /* @__PURE__ */ new Map();
	/** The keys of the next query, which runs at the end of this turn of the event loop. */
	queue;
	ctx;
	query;
	constructor(ctx, query) {
		this.ctx = ctx;
		this.query = query;
	}
	async load(key) {
		if (this.values.has(key)) return this.values.get(key);
		this.queue ??= this.createQueue();
		this.queue.keys.add(key);
		await this.queue.completion;
		return this.getValue(key);
	}
	loadForBatch(row, column) {
		const key = row[column];
		if (key === null) return void 0;
		const value = this.values.get(key);
		if (value !== void 0 || this.values.has(key)) return value;
		if (!this.pending.has(key)) {
			const batch = getBatch(row);
			if (!batch) return this.load(key);
			this.fetch([key, ...batch.map((item) => item[column]).filter((item) => item !== null)]);
		}
		return this.getValue(key);
	}
	createQueue() {
		const keys = /* @__PURE__ */ new Set();
		return {
			keys,
			completion: waitForPromiseJobs().then(() => {
				this.queue = void 0;
				this.fetch([...keys]);
			})
		};
	}
	/** Runs the query for the keys that are neither loaded nor pending. */
	fetch(keys) {
		const missingKeys = [...new Set(keys)].filter((key) => !this.values.has(key) && !this.pending.has(key));
		if (missingKeys.length === 0) return;
		const storeValues = (foundValues) => {
			linkLoadedRows(foundValues.values());
			for (const key of missingKeys) this.values.set(key, foundValues.get(key));
			return foundValues;
		};
		let loadedValues;
		try {
			loadedValues = mapMaybePromise(this.query(this.ctx, missingKeys), storeValues);
		} catch (cause) {
			loadedValues = Promise.reject(cause);
		}
		if (!(loadedValues instanceof Promise)) return;
		loadedValues.catch(() => {});
		for (const key of missingKeys) this.pending.set(key, loadedValues);
	}
	getValue(key) {
		if (this.values.has(key)) return this.values.get(key);
		return this.pending.get(key)?.then((values) => values.get(key));
	}
};
/** Resolves after all pending promise jobs, which may still queue keys. */
const waitForPromiseJobs = () => new Promise((resolve) => {
	Promise.resolve().then(() => process.nextTick(resolve));
});
/** Caches the value of `read` within a request, until the request's next change. */
function readOnce(read) {
	return (ctx) => {
		if (!ctx.loaderStates.has(read)) ctx.loaderStates.set(read, read(ctx));
		return ctx.loaderStates.get(read);
	};
}
const indexById = (rows) => new Map(rows.map((row) => [row.id, row]));
/** Loads records in the order of `ids`; omits the records that the caller cannot view. */
async function loadAll(ctx, ids, load) {
	return (await Promise.all((ids ?? []).map((id) => load(ctx, id)))).filter((record) => record !== void 0);
}
const batchSymbol = Symbol("batch");
/** Links the rows to one batch. The link is optional: without it, relations load row by row. */
function linkBatch(rows) {
	for (const row of rows) row[batchSymbol] = rows;
	return rows;
}
/** Assigns an empty batch to a new row, so that its relations are loaded for this row only. */
const unbatched = (row) => Object.assign(row, { [batchSymbol]: [] });
const getBatch = (row) => row[batchSymbol];
/** Links the rows in loaded rows, lists or pages to one batch, except rows without an id. */
function linkLoadedRows(values) {
	const rows = [];
	const addRows = (value) => {
		if (typeof value !== "object" || value === null) return;
		const nestedRows = Array.isArray(value) ? value : value.rows;
		if (Array.isArray(nestedRows)) for (const row of nestedRows) addRows(row);
		else if ("id" in value) rows.push(value);
	};
	for (const value of values) addRows(value);
	linkBatch(rows);
}
// src/store/sql.ts
/** SQL expressions that differ between SQLite and PostgreSQL. */
const postgresTypes = {
	text: "text",
	number: "double precision"
};
/** Tests whether a list (see `encodeListParam`) contains the value of a column or expression. */
function isIn(operand, list, type = "text") {
	const value = typeof operand === "string" ? sql.ref(operand) : operand;
	return byDialect({
		sqlite: () => sql`${value} in (select value from json_each(${list}))`,
		postgres: () => sql`${value} = any(cast(${toArrayParam(list)} as ${sql.raw(postgresTypes[type])}[]))`
	});
}
/**
* Returns the elements of a list (see `encodeListParam`) as rows with a column `value`, for lookups
* in large tables, where the planner may scan the whole company for `isIn`.
*/
const listRows = (list, name) => byDialect({
	sqlite: () => sql`json_each(${list}) as ${sql.ref(name)}`,
	postgres: () => sql`unnest(cast(${toArrayParam(list)} as text[])) as ${sql.ref(name)}("value")`
});
/** Returns the elements of a JSON list in a column as rows with a column `value`. */
const jsonElements = (column, name) => byDialect({
	sqlite: () => sql`json_each(${column}) as ${sql.ref(name)}`,
	postgres: () => sql`json_array_elements_text(cast(${column} as json)) as ${sql.ref(name)}("value")`
});
/** Returns the element at `index` of a parameter that is a JSON list. */
const jsonValueAt = (list, index, type) => byDialect({
	sqlite: () => sql`json_extract(${list}, ${sql.lit(`$[${index}]`)})`,
	postgres: () => sql`cast(cast(${list} as json) ->> ${sql.lit(index)} as ${sql.raw(postgresTypes[type])})`
});
/** Returns the elements of the inner array at `index` of a parameter, a JSON array of arrays. */
const jsonValuesAt = (list, index, type) => byDialect({
	sqlite: () => sql`(select "value" from json_each(${list}, ${sql.lit(`$[${index}]`)}))`,
	postgres: () => sql`(select cast("value" as ${sql.raw(postgresTypes[type])}) from json_array_elements_text(cast(${list} as json) -> ${sql.lit(index)}) as "element"("value"))`
});
/** Returns the position of `part` in `text`, counted from 1; 0 if `text` does not contain it. */
const position = (text, part) => byDialect({
	sqlite: () => sql`instr(${text}, ${part})`,
	postgres: () => sql`strpos(${text}, ${part})`
});
const contains = (text, part) => sql`${position(text, part)} > 0`;
const startsWith = (text, start) => sql`${position(text, start)} = 1`;
/** Removes case and accents in SQL, like `fold`, to sort names without a folded column. */
const sqlFold = (text) => sql`folded(${text})`;
/** Forces the use of an index where SQLite would choose a similar index that lacks a column. */
const indexedBy = (name) => byDialect({
	sqlite: () => sql` indexed by ${sql.ref(name)}`,
	postgres: () => sql``
});
/** Returns a reference to a column for which SQLite does not use an index. */
const withoutIndex = (column) => byDialect({
	sqlite: () => sql`+${sql.ref(column)}`,
	postgres: () => sql`${sql.ref(column)}`
});
/** Returns the time `days` × 24 hours before `moment`, as ISO 8601 text. */
const daysBefore = (moment, days) => byDialect({
	sqlite: () => sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${moment}, ${sql.lit(`-${days} days`)})`,
	postgres: () => sql`to_char(cast(${moment} as timestamptz) at time zone 'UTC' - ${sql.lit(`${days * 24} hours`)}::interval, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
});
/** Joins tables in the written order, which SQLite keeps only for CROSS JOIN. */
const orderedJoin = byDialect({
	sqlite: () => sql`cross join`,
	postgres: () => sql`join`
});
/** Sums amounts exactly: SQLite compensates for rounding errors, PostgreSQL adds decimals. */
const sumDecimals = (column) => byDialect({
	sqlite: () => sql`sum(${sql.ref(column)})`,
	postgres: () => sql`cast(sum(cast(cast(${sql.ref(column)} as text) as numeric)) as double precision)`
});
/** Selects columns of a table or alias, always including the id; by default, all columns. */
const selectColumns = (table, columns) => columns ? sql.join([.../* @__PURE__ */ new Set(["id", ...columns])].map((name) => sql.ref(`${table}.${name}`))) : sql`${sql.table(table)}.*`;
/**
* Returns `from … where …` for the first children of each parent row. Callers can append conditions
* with `and`. SQLite has no lateral join, so it looks up the children again by their ids.
*/
const limitedPerRow = ({ from, children, table, id, as, columns, company }) => byDialect({
	sqlite: () => sql`from ${from} cross join ${sql.table(table)} as ${sql.ref(as)} where ${sql.ref(`${as}.companyId`)} = ${company} and ${sql.ref(`${as}.id`)} in (select ${sql.ref(id)} ${children})`,
	postgres: () => sql`from ${from} cross join lateral (select ${selectColumns(table, columns)} ${children}) as ${sql.ref(as)} where true`
});
/** Looks up rows for each outer row. Without `limit`, PostgreSQL would flatten the subquery. */
const lateralLookup = ({ from, table, as, on, limit }) => {
	const target = sql`${sql.table(table)} as ${sql.ref(as)}`;
	return byDialect({
		sqlite: () => sql`from ${from} cross join ${target} on ${on}`,
		postgres: () => sql`from ${from} cross join lateral (select * from ${target} where ${on} ${limit}) as ${sql.ref(as)}`
	});
};
// src/access/access-scope.ts
/** The caller's rights in queries: an access scope, which determines the SQL, and parameters. */
const getUserList = (p, name) => p[`usersIn:${name}`];
/** Returns parameters and an access scope in which the data scope `name` is limited to `limit`. */
function limitScope(p, scope, name, limit) {
	const { restrictedScopes } = scope;
	const narrowestName = restrictedScopes.find((restricted) => [name, limit].includes(restricted)) ?? name;
	const users = getUserList(p, narrowestName);
	return [Object.create(p, { [`usersIn:${name}`]: { value: users } }), restrictedScopes.includes(name) ? scope : {
		...scope,
		restrictedScopes: [...restrictedScopes, name]
	}];
}
const accessByViewer = createDerivedCache("viewer_scopes");
const getAccess = (viewer) => accessByViewer.getOrCreate(viewer, () => ({
	scope: createScope(viewer),
	params: createParams(viewer)
}));
function createScope(viewer) {
	const { rights } = viewer;
	const getRank = (name) => levels.indexOf(rights.level(name));
	return {
		restrictedScopes: dataScopeNames.filter((name) => rights.level(name) !== "all").sort((a, b) => getRank(a) - getRank(b)),
		...rights.isNarrowed && { narrowedScopes: getNarrowedViewScopes(viewer) }
	};
}
function createParams(viewer) {
	const { rights, companyId, userId, teamIds, credentialId } = viewer;
	const userLists = dataScopeNames.map((name) => {
		const dataScope = getDataScope(viewer, name);
		return [`usersIn:${name}`, encodeListParam(dataScope.all ? [] : dataScope.userIds)];
	});
	const listCoveredScopes = (isForAnotherUser) => rights.isNarrowed ? allScopes.filter((scope) => covers(rights, scope, isForAnotherUser)) : [];
	return {
		...Object.fromEntries(userLists),
		companyId,
		viewerId: userId,
		teamIds: encodeListParam(teamIds),
		credentialId: credentialId ?? "",
		ownCredentialScopes: encodeListParam(listCoveredScopes(false)),
		otherCredentialScopes: encodeListParam(listCoveredScopes(true))
	};
}
const accessScopeOf = (viewer) => getAccess(viewer).scope;
const accessParams = (viewer) => getAccess(viewer).params;
const selectPathValues = (path) => "values" in path ? sql`(${path.values}) as "user"` : listRows(path.users, "user");
/** Selects the ids of all records that an access path finds in `table`. */
const selectPathIds = (path, table, companyId) => "ids" in path ? path.ids : sql`select ${sql.ref(`${table}.id`)} as "id" from ${selectPathValues(path)} cross join ${sql.table(table)} where ${sql.ref(`${table}.companyId`)} = ${companyId} and ${sql.ref(`${table}.${path.column}`)} = "user"."value"`;
/** Creates a query whose SQL depends on the caller's access scope. */
function scopedQuery(build) {
	const queries = queryFamily((_, p, scope) => build(p, scope));
	return ({ db, viewer }, params) => db.all(queries(accessScopeOf(viewer)), {
		...accessParams(viewer),
		...params
	});
}
// src/crud/records.ts
/** @throws NOT_FOUND if `record` is undefined, FORBIDDEN if the caller cannot view the record */
function requireVisible(kind, record) {
	if (!record) throw notFound(kind);
	if (!record.visible) throw forbidden();
	return linkBatch([record])[0];
}
/** Checks the record version that the client expects, if any. @throws PRECONDITION_FAILED */
function checkVersion(ctx, row) {
	if (ctx.expectedVersion?.id !== row.id) return row;
	const { version } = ctx.expectedVersion;
	ctx.expectedVersion = void 0;
	if (row.version !== version) throw preconditionFailed(row.version);
	return row;
}
/** Runs `work` in a savepoint. A client error rolls back its writes and events, and is returned. */
async function withSavepoint(ctx, work) {
	const eventCount = ctx.events.length;
	try {
		return await ctx.db.savepoint(work);
	} catch (error) {
		if (!(error instanceof ApiError) || error.status >= 500) throw error;
		ctx.events.length = eventCount;
		ctx.loaderStates.clear();
		return error;
	}
}
/** Returns the values of a new record's common columns, such as the id and version 1. */
function newRecord(ctx, prefix) {
	const nowMs = ctx.now();
	const createdAt = toTimestamp(nowMs);
	return unbatched({
		companyId: ctx.viewer.companyId,
		id: ctx.newId(prefix, nowMs),
		version: 1,
		createdBy: ctx.viewer.userId || null,
		createdAt,
		updatedAt: createdAt
	});
}
function omitUndefined(input) {
	return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== void 0));
}
/** Returns the fields that an update sets. @throws VALIDATION_ERROR if the update sets none */
function requireSomeField(input) {
	const fields = omitUndefined(input);
	if (Object.keys(fields).length === 0) throw invalid(createDetail("input", "REQUIRED_FIELD", "must have at least one field to change"));
	return fields;
}
/**
* Inserts a new record and records an event.
* @param fields the fields whose values the event lists
* @param writeLinks writes rows that reference the record, such as links; returns the changes
*/
async function insertRecord(ctx, table, row, type, fields, writeLinks) {
	await ctx.db.insert(table, row);
	const linkChanges = await writeLinks?.() ?? [];
	recordEvent(ctx, {
		type,
		record: row,
		changes: [...changesBetween({}, row, fields), ...linkChanges]
	});
	return row;
}
/**
* Writes the changed columns and increments the version; without changes, does nothing.
* @param otherChanges changes outside the row, such as links, which also increment the version
*/
async function applyChanges(ctx, table, row, patch, otherChanges = []) {
	const columns = Object.keys(patch).filter((column) => !column.endsWith("Key"));
	const changes = [...changesBetween(row, {
		...row,
		...patch
	}, columns), ...otherChanges];
	if (changes.length === 0) return {
		row,
		changes
	};
	const { companyId, id, version } = row;
	const changedColumns = {
		...patch,
		version: version + 1,
		updatedAt: timestamp(ctx)
	};
	await ctx.db.update(table, {
		companyId,
		id
	}, changedColumns);
	return {
		row: {
			...row,
			...changedColumns
		},
		changes
	};
}
/** Applies changes to a record and, if any column or link changed, records an event. */
async function updateRecord(ctx, table, row, patch, type, otherChanges = []) {
	const { row: updatedRow, changes } = await applyChanges(ctx, table, row, patch, otherChanges);
	if (changes.length > 0) recordEvent(ctx, {
		type,
		record: updatedRow,
		changes
	});
	return updatedRow;
}
/** Updates a credential and records an event that lists only `fields`, none of them secret. */
async function updateCredential(ctx, table, row, patch, type, fields) {
	const { row: updatedRow } = await applyChanges(ctx, table, row, patch);
	recordEvent(ctx, {
		type,
		record: updatedRow,
		changes: changesBetween(row, updatedRow, fields)
	});
	return updatedRow;
}
/** Deletes a record and records the event with its audience (see `PendingEvent`). */
async function deleteRecord(ctx, policy, record, event) {
	const { companyId, id } = record;
	const viewers = policy.view === "everybody" ? void 0 : await ctx.db.all(policy.viewers, {
		companyId,
		id
	});
	await ctx.db.delete(policy.table, {
		companyId,
		id
	});
	const audience = viewers?.map(({ userId }) => userId).sort();
	recordEvent(ctx, {
		...event,
		record,
		...audience && { audience }
	});
	return { id };
}
const listReferences = (field, ids) => (ids ?? []).map((id, index) => [`${field}[${index}]`, id]);
function findUnknownReferences(references, kind, find) {
	const nonNullReferences = references.filter((reference) => reference[1] != null);
	if (nonNullReferences.length === 0) return [];
	return mapMaybePromise(find(nonNullReferences.map(([, id]) => id)), (records) => {
		const foundIds = new Set(Array.from(records, (row) => row.id));
		return nonNullReferences.filter(([, id]) => !foundIds.has(id)).map(([field]) => createDetail(field, "INVALID_REFERENCE", `matches no ${kind} that you can view`));
	});
}
/** Waits for all reference checks. @throws VALIDATION_ERROR with the details of all failures */
async function checkReferences(...checks) {
	const details = [];
	for (const check of checks) details.push(...await check);
	if (details.length > 0) throw invalid(details);
}
export { recordEvent as $, limitedPerRow as A, indexById as B, daysBefore as C, jsonValueAt as D, jsonElements as E, startsWith as F, coversRole as G, loadAll as H, sumDecimals as I, getViewScopeForms as J, findMissingViewScope as K, withoutIndex as L, orderedJoin as M, selectColumns as N, jsonValuesAt as O, sqlFold as P, takeRightsSnapshot as Q, createLoader as R, contains as S, isIn as T, readOnce as U, linkBatch as V, covers as W, requireCoversRole as X, isNarrowerThan as Y, requireCredentialManager as Z, getUserList as _, findUnknownReferences as a, declareEvents as at, selectPathIds as b, newRecord as c, listEventPatterns as ct, requireVisible as d, toTimestamp as dt, restoreSequenceSkip as et, updateCredential as f, accessScopeOf as g, accessParams as h, deleteRecord as i, parseChanges as it, listRows as j, lateralLookup as k, omitUndefined as l, createContext as lt, withSavepoint as m, checkReferences as n, changesBetween as nt, insertRecord as o, findUnknownPatterns as ot, updateRecord as p, getNarrowedViewScopes as q, checkVersion as r, isDifferent as rt, listReferences as s, listEventKinds as st, applyChanges as t, writeEvents as tt, requireSomeField as u, timestamp as ut, limitScope as v, indexedBy as w, selectPathValues as x, scopedQuery as y, createLoaderWithArguments as z };
