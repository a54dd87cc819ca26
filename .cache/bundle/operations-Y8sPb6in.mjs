import { i as isPermitted, l as createSecret, n as createRecordReads, u as hashSecret } from "./record-reads-QqoL_qsF.mjs";
import { K as findMissingViewScope, R as createLoader, W as covers, Z as requireCredentialManager, at as declareEvents, c as newRecord, dt as toTimestamp, f as updateCredential, n as checkReferences, o as insertRecord, q as getNarrowedViewScopes, r as checkVersion, ut as timestamp } from "./records-CzuHo0A9.mjs";
import { a as isAdministrator, l as rightsOf } from "./scopes-BgGiyNkn.mjs";
import { a as forbidden, r as conflict } from "./errors-Cd1UCkd2.mjs";
import { $ as orderByCreation, A as filteredList, G as createdAt, J as hasValueFilter, Q as nameFilters, U as ascending, W as booleanFilter, X as indexed, Y as id, b as administrators, f as loadUser, o as findUnknownUsers, p as requireUser, tt as unindexed, w as caller, x as byColumn, y as definePolicy } from "./phone-numbers-BI763t1M.mjs";
import { h as sql } from "./query-BmUqRt20.mjs";
// src/resources/api-keys/table.ts
declareEvents("apiKey", [
	"created",
	"rotated",
	"revoked"
]);
// src/resources/api-keys/policy.ts
/** An API key is visible to its user, and to Owner and Admin. */
const apiKeyPolicy = definePolicy({
	table: "apiKeys",
	view: [administrators, byColumn("userId", caller)],
	isCredential: true
});
// src/resources/api-keys/filter-spec.ts
const { name, byName, computedColumns } = nameFilters("apiKeys.name", "API key");
const hasExpired$1 = (p) => sql`("apiKeys"."expiresAt" is not null and "apiKeys"."expiresAt" <= ${p.now})`;
const apiKeyFilterSpec = {
	table: "apiKeys",
	prefix: "key",
	policy: apiKeyPolicy,
	fields: {
		id,
		name,
		userId: indexed("ID", "userId", "The id of the key's user."),
		createdById: unindexed("ID?", "createdBy", "The creator's id."),
		revoked: hasValueFilter("apiKeys.revokedAt", "Whether the key is revoked."),
		expired: booleanFilter("Whether the key has expired.", hasExpired$1),
		expiresAt: indexed("DateTime?", "expiresAt", "The expiry time."),
		createdAt
	},
	relations: {},
	orders: {
		createdAt: orderByCreation,
		name: byName,
		expiresAt: ascending("expiresAt", "The expiry time.", { nullable: true })
	},
	computedColumns
};
// src/resources/api-keys/operations.ts
/** Issues, rotates and revokes API keys. A narrowed key cannot issue a key with more scopes. */
const createSecretColumns = (secret) => ({
	hash: hashSecret(secret),
	prefix: secret.slice(0, 7),
	lastFour: secret.slice(-4)
});
const noPreviousSecret = {
	previousHash: null,
	previousExpiresAt: null
};
/** Returns the scopes of a narrowed key, or null for a key with all scopes of its user. */
const parseScopes = ({ scopes }) => scopes === null ? null : JSON.parse(scopes);
const { get: getApiKey, load: loadApiKey } = createRecordReads(apiKeyPolicy, "API key");
const apiKeys = filteredList({ spec: apiKeyFilterSpec });
const loadLastUse = createLoader((ctx, ids) => ctx.store.counters.readLastUsed(ids));
/** Issues a key without checking the caller's permissions. */
async function issueKey(ctx, key) {
	const secret = createSecret(ctx.randomBytes);
	const row = {
		...newRecord(ctx, "key"),
		userId: key.userId,
		name: key.name,
		...createSecretColumns(secret),
		scopes: key.scopes ? JSON.stringify(key.scopes) : null,
		expiresAt: key.expiresAt ?? null,
		revokedAt: null,
		...noPreviousSecret
	};
	return {
		apiKey: await insertRecord(ctx, "apiKeys", row, "apiKey.created", [
			"userId",
			"name",
			"scopes",
			"expiresAt"
		]),
		secret
	};
}
/** Replaces a key's secret without permission checks. The old secret expires after `graceMs`. */
async function rotateKey(ctx, row, graceMs) {
	const secret = createSecret(ctx.randomBytes);
	const previousSecretColumns = graceMs > 0 ? {
		previousHash: row.hash,
		previousExpiresAt: toTimestamp(ctx.now() + graceMs)
	} : noPreviousSecret;
	const patch = {
		...createSecretColumns(secret),
		...previousSecretColumns
	};
	return {
		apiKey: await updateCredential(ctx, "apiKeys", row, patch, "apiKey.rotated", ["lastFour", "previousExpiresAt"]),
		secret
	};
}
/** Revokes a key with both secrets, without permission checks. A revoked key stays unchanged. */
async function revokeKey(ctx, row) {
	if (row.revokedAt) return row;
	const patch = {
		revokedAt: timestamp(ctx),
		...noPreviousSecret
	};
	return updateCredential(ctx, "apiKeys", row, patch, "apiKey.revoked", ["revokedAt"]);
}
/** Creates a key for the caller or another user. @throws FORBIDDEN, VALIDATION_ERROR */
async function createApiKey(ctx, { name, expiresAt, userId, scopes: inputScopes }) {
	const user = await requireKeyUser(ctx, userId ?? ctx.viewer.userId);
	const scopes = inputScopes ? [...new Set(inputScopes)] : getInheritedScopes(ctx, user);
	const expiryErrors = expiresAt && expiresAt <= timestamp(ctx) ? [{
		field: "expiresAt",
		code: "OUT_OF_RANGE",
		message: "must be in the future"
	}] : [];
	await checkReferences(expiryErrors, findExcessiveScopes(ctx, user, inputScopes ?? scopes ?? []));
	return issueKey(ctx, {
		name,
		userId: user.id,
		expiresAt,
		scopes
	});
}
const hasExpired = (ctx, { expiresAt }) => expiresAt !== null && expiresAt <= timestamp(ctx);
/** Issues a new secret. @throws NOT_FOUND, FORBIDDEN, CONFLICT for a revoked or expired key */
async function rotateApiKey(ctx, id, graceHours) {
	const key = await getManageableKey(ctx, id);
	if (key.revokedAt) throw conflict("The API key is revoked: create a new one");
	if (hasExpired(ctx, key)) throw conflict("The API key has expired: create a new one");
	return rotateKey(ctx, key, graceHours * 36e5);
}
/** Revokes an API key and all its secrets. @throws NOT_FOUND, FORBIDDEN */
const revokeApiKey = async (ctx, id) => revokeKey(ctx, await getManageableKey(ctx, id));
/** Returns the user for whom a key may be created. @throws FORBIDDEN, VALIDATION_ERROR */
async function requireKeyUser(ctx, userId) {
	if (userId === ctx.viewer.userId) return requireUser(ctx, userId);
	if (!isAdministrator(ctx.viewer.role)) throw forbidden("Only Owner and Admin may create API keys for other users");
	await checkReferences(findUnknownUsers(ctx, [["userId", userId]]));
	const user = await requireUser(ctx, userId);
	requireKeyManager(ctx, user);
	return user;
}
const requireKeyManager = ({ viewer }, user) => requireCredentialManager(viewer, user, "API keys");
/** Returns a key that the caller can rotate and revoke. @throws NOT_FOUND, FORBIDDEN */
async function getManageableKey(ctx, id) {
	const key = await getApiKey(ctx, id);
	requireKeyManager(ctx, await requireUser(ctx, key.userId));
	return checkVersion(ctx, key);
}
async function canRevokeKey(ctx, key) {
	const user = await loadUser.of(ctx, key, "userId");
	return !key.revokedAt && !!user && isPermitted(() => requireKeyManager(ctx, user));
}
const canRotateKey = async (ctx, key) => !hasExpired(ctx, key) && canRevokeKey(ctx, key);
const isCoveredByCaller = ({ viewer }, user, scope) => covers(viewer.rights, scope, user.id !== viewer.userId);
/** Returns a detail for each scope that exceeds the permissions of the user or the caller's key. */
function findExcessiveScopes(ctx, user, scopes) {
	const { viewer } = ctx;
	const userRights = rightsOf(user.role, null);
	const code = "INVALID_VALUE";
	const details = scopes.flatMap((scope, index) => {
		const field = `scopes[${index}]`;
		if (!covers(userRights, scope)) return [{
			field,
			code,
			message: "exceeds the permissions of the user"
		}];
		if (isCoveredByCaller(ctx, user, scope)) return [];
		return [{
			field,
			code,
			message: "exceeds the scopes of your credential"
		}];
	});
	const missingScope = findMissingViewScope(getNarrowedViewScopes(viewer), scopes);
	if (missingScope) {
		const message = `must include \`${`${missingScope}.${viewer.rights.level(missingScope)}`}\`, to which your credential is limited`;
		details.push({
			field: "scopes",
			code,
			message
		});
	}
	return details;
}
/** Returns the default scopes of a new key: those of the caller's narrowed key, or null for all. */
function getInheritedScopes(ctx, user) {
	const { rights } = ctx.viewer;
	if (!rights.isNarrowed) return null;
	const userRights = rightsOf(user.role, null);
	return rights.scopes.filter((scope) => isCoveredByCaller(ctx, user, scope) && covers(userRights, scope));
}
export { getApiKey as a, issueKey as c, parseScopes as d, revokeApiKey as f, apiKeyFilterSpec as g, rotateKey as h, createApiKey as i, loadApiKey as l, rotateApiKey as m, canRevokeKey as n, getInheritedScopes as o, revokeKey as p, canRotateKey as r, getManageableKey as s, apiKeys as t, loadLastUse as u };
