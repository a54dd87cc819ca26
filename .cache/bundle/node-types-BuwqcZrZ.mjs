import { T as isIn, ut as timestamp } from "./records-CzuHo0A9.mjs";
import { i as mapMaybePromise } from "./async-CcmZtahM.mjs";
import { h as sql, i as queryFamily, n as encodeListParam, r as query } from "./query-BmUqRt20.mjs";
import { n as createDerivedCache, t as createCache } from "./cache-zRcf0w4_.mjs";
import { g as getIdPrefix, l as rightsOf, n as dataScopeNames } from "./scopes-BgGiyNkn.mjs";
// src/access/viewers.ts
/** Loads viewers: callers with a credential's rights, or users for whom the server acts. */
/**
* Selects the active users of all companies with the columns that `createCaller` requires. Queries
* for credentials join their tables.
*/
const selectUsers = (k) => k.selectFrom("users").innerJoin("companies", "companies.id", "users.companyId").where("users.suspendedAt", "is", null).select([
	"users.companyId",
	"users.id as userId",
	"users.firstName",
	"users.lastName",
	"users.role",
	"companies.name as companyName",
	"companies.region",
	"companies.currency",
	"companies.timeZone",
	"companies.isDemo"
]);
const userTeamsQuery = query((_, p) => sql`select "teamId" from "teamMembers" where "companyId" = ${p.companyId} and "userId" = ${p.userId}`);
const ledUsersQuery = query((_, p) => sql`select distinct "member"."userId" from "teamMembers" as "led"
    join "teamMembers" as "member" on "member"."companyId" = "led"."companyId" and "member"."teamId" = "led"."teamId" and "member"."isMember" = 1
    where "led"."companyId" = ${p.companyId} and "led"."userId" = ${p.userId} and "led"."isLeader" = 1`);
const userByIdQuery = query((k, p) => selectUsers(k).where("users.companyId", "=", p.companyId).where("users.id", "=", p.userId));
/** Loads the teams on which the rights depend; no teams if every level is `all`. */
async function loadTeams(db, user, rights) {
	const levels = dataScopeNames.map((name) => rights.level(name));
	const teamIds = levels.every((level) => level === "all") ? [] : (await db.all(userTeamsQuery, user)).map((row) => row.teamId);
	const ledUserIds = levels.includes("team") ? (await db.all(ledUsersQuery, user)).map((row) => row.userId) : [];
	return {
		teamIds,
		teamUserIds: [.../* @__PURE__ */ new Set([user.userId, ...ledUserIds])]
	};
}
/** Loads the caller with the rights that a credential grants its user. */
async function createCaller(db, user, { scopes, ...credential }) {
	const { companyId, userId, role, firstName, lastName, region, currency, timeZone } = user;
	const company = {
		id: companyId,
		name: user.companyName,
		region,
		currency,
		timeZone
	};
	const rights = rightsOf(role, scopes === null ? null : JSON.parse(scopes));
	const fullName = `${firstName} ${lastName}`.trim();
	const teams = await loadTeams(db, user, rights);
	return {
		viewer: {
			companyId,
			company,
			userId,
			role,
			fullName,
			...credential,
			...teams,
			rights
		},
		isDemo: user.isDemo
	};
}
/** Loads the viewer for a user's background work; undefined for a suspended or deleted user. */
async function viewerOfUser(db, { companyId, userId, scopes }) {
	const user = await db.first(userByIdQuery, {
		companyId,
		userId
	});
	return user && (await createCaller(db, user, {
		credentialId: null,
		scopes
	})).viewer;
}
/** Returns whether a company accepts callers. With `DEMO=false`, the demo company does not. */
const acceptsCallers = ({ settings }, { isDemo }) => settings.DEMO || isDemo === 0;
/** Returns the viewer; undefined if the credential has expired or the company rejects callers. */
function getUsableViewer(deps, caller) {
	if (!caller || !acceptsCallers(deps, caller)) return void 0;
	const expiresAt = caller.viewer.authentication?.expiresAt;
	return expiresAt && expiresAt <= timestamp(deps) ? void 0 : caller.viewer;
}
const createCallerCache = () => createCache("callers", { maxEntries: 1e3 });
const callerCaches = createDerivedCache("caller_caches");
/** Returns the viewer that `findCaller` loads, cached by `key` until the next database commit. */
function findViewerCached(deps, key, findCaller) {
	const version = deps.store.readVersion();
	const cache = callerCaches.getOrCreate(deps.store, createCallerCache);
	const entry = cache.get(key);
	const viewer = entry?.version === version && getUsableViewer(deps, entry.caller);
	if (viewer) return viewer;
	return mapMaybePromise(deps.store.allCompanies.readLatest(findCaller), (caller) => {
		const usableViewer = getUsableViewer(deps, caller);
		if (caller && usableViewer) cache.set(key, {
			caller,
			version
		});
		return usableViewer;
	});
}
// src/crud/node-types.ts
/** Registries of node types by id prefix, and of event fields that count records. */
const nodeTypes = /* @__PURE__ */ new Map();
/** Registers a node type under its id prefix, for `node(id:)` and events. */
function registerNodeType(prefix, nodeType) {
	nodeTypes.set(prefix, nodeType);
}
const policyByCountField = /* @__PURE__ */ new Map();
/** Limits an event field such as `tag.people` to callers who can view every counted record. */
function registerCountField(name, policy) {
	policyByCountField.set(name, policy);
}
const getCountFieldPolicy = (id, field) => policyByCountField.get(`${getIdPrefix(id)}.${field}`);
const getNodeType = (id) => nodeTypes.get(getIdPrefix(id));
const idsQuery = queryFamily((_, p, table) => sql`select "id" from ${sql.table(table)} where "companyId" = ${p.companyId} and ${isIn("id", p.ids)}`);
/** Returns the ids of the records that exist, including records hidden from the caller. */
async function findExistingIds(ctx, ids) {
	const { companyId } = ctx.viewer;
	const foundIds = [];
	for (const [table, tableIds] of Map.groupBy(ids, (id) => getNodeType(id)?.policy.table)) if (table) {
		const params = {
			companyId,
			ids: encodeListParam(tableIds)
		};
		for (const { id } of await ctx.db.all(idsQuery(table), params)) foundIds.push(id);
	}
	return foundIds;
}
export { registerCountField as a, createCaller as c, selectUsers as d, viewerOfUser as f, idsQuery as i, findViewerCached as l, getCountFieldPolicy as n, registerNodeType as o, getNodeType as r, acceptsCallers as s, findExistingIds as t, getUsableViewer as u };
