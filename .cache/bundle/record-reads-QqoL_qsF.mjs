import { B as indexById, R as createLoader, T as isIn, d as requireVisible, g as accessScopeOf, h as accessParams, r as checkVersion, y as scopedQuery } from "./records-CzuHo0A9.mjs";
import { a as forbidden, t as ApiError } from "./errors-Cd1UCkd2.mjs";
import { i as mapMaybePromise } from "./async-CcmZtahM.mjs";
import { h as sql, n as encodeListParam, r as query } from "./query-BmUqRt20.mjs";
import { c as requireScope } from "./scopes-BgGiyNkn.mjs";
import { c as createCaller, d as selectUsers, l as findViewerCached, r as getNodeType, u as getUsableViewer } from "./node-types-BuwqcZrZ.mjs";
import { hash, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
// src/access/api-keys.ts
/** Creates, hashes and authenticates API keys. */
/** An API key is `dg_`, 32 random base62 characters (190 bits) and a CRC-32 checksum of both. */
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretPattern = /^dg_[0-9A-Za-z]{38}$/;
function computeChecksum(text) {
	let remainder = crc32(text);
	let digits = "";
	for (let position = 0; position < 6; position++) {
		digits = alphabet[remainder % 62] + digits;
		remainder = Math.floor(remainder / 62);
	}
	return digits;
}
function createSecret(randomBytes) {
	let randomPart = "";
	while (randomPart.length < 32) for (const byte of randomBytes(48)) if (byte < 248 && randomPart.length < 32) randomPart += alphabet[byte % 62];
	return `dg_${randomPart}${computeChecksum(`dg_${randomPart}`)}`;
}
/** Hashes a secret for storage. SHA-256 is sufficient, because a secret has 190 random bits. */
const hashSecret = (secret) => hash("sha256", secret);
const emptyHash = Buffer.alloc(32);
/** Compares a hash with a stored hash, which may be missing, in constant time. */
function matchesHash(hash, storedHash) {
	const storedBytes = storedHash ? Buffer.from(storedHash, "hex") : emptyHash;
	return timingSafeEqual(Buffer.from(hash, "hex"), storedBytes) && storedHash != null;
}
/** Returns whether a secret is well-formed, so that mistyped keys need no database query. */
const isWellFormed = (secret) => secretPattern.test(secret) && computeChecksum(secret.slice(0, -6)) === secret.slice(-6);
/** CROSSES COMPANIES: the key hash determines the company. */
const keyByHashQuery = query((k, p) => selectUsers(k).innerJoin("apiKeys", (join) => join.onRef("apiKeys.companyId", "=", "users.companyId").onRef("apiKeys.userId", "=", "users.id")).where((eb) => eb.or([eb("apiKeys.hash", "=", p.hash), eb("apiKeys.previousHash", "=", p.hash)])).select([
	"apiKeys.id as keyId",
	"apiKeys.hash",
	"apiKeys.previousHash",
	"apiKeys.scopes",
	"apiKeys.expiresAt",
	"apiKeys.revokedAt",
	"apiKeys.previousExpiresAt"
]));
const earliestTimestamp = "0000";
/** Finds a key's caller; undefined if the key is unknown or revoked, or its user is suspended. */
async function findKeyCaller(db, hash) {
	const key = await db.first(keyByHashQuery, { hash });
	const isCurrent = matchesHash(hash, key?.hash);
	const isPrevious = matchesHash(hash, key?.previousHash);
	if (!key || !(isCurrent || isPrevious) || key.revokedAt) return void 0;
	const expiresAt = isCurrent ? key.expiresAt : [key.expiresAt, key.previousExpiresAt].filter(Boolean).sort()[0] ?? earliestTimestamp;
	return createCaller(db, key, {
		credentialId: key.keyId,
		scopes: key.scopes,
		authentication: {
			method: "API_KEY",
			expiresAt
		}
	});
}
/** Returns a key's viewer; undefined if the key is invalid, or its user is suspended. */
async function authenticateKey(deps, db, secret) {
	return isWellFormed(secret) ? getUsableViewer(deps, await findKeyCaller(db, hashSecret(secret))) : void 0;
}
/** Authenticates an API key, and caches its viewer until the next database commit. */
function authenticateKeyCached(deps, secret) {
	if (!isWellFormed(secret)) return void 0;
	const hash = hashSecret(secret);
	return findViewerCached(deps, hash, (db) => findKeyCaller(db, hash));
}
// src/crud/record-actions.ts
/**
* The actions that a caller may perform on a record. Mutations declare their actions. An action
* must be allowed by the caller's scopes, the kind's policy and the record's state.
*/
const recordActions = {
	update: "Update the record.",
	delete: "Delete the record; a person moves to Trash.",
	deletePermanently: "Delete a person permanently.",
	complete: "Complete a task or an appointment.",
	reopen: "Reopen a task.",
	cancel: "Cancel an appointment.",
	move: "Move a deal.",
	merge: "Merge other records into a person or a tag.",
	restore: "Restore a person from Trash.",
	suspend: "Suspend a user.",
	reactivate: "Reactivate a user.",
	reassign: "Reassign a user's records.",
	rotate: "Rotate the secret of an API key or a webhook endpoint.",
	revoke: "Revoke an API key or a session.",
	ping: "Ping a webhook endpoint.",
	replay: "Replay deliveries of a webhook endpoint."
};
const rulesByType = /* @__PURE__ */ new Map();
/**
* Declares the actions that a mutation performs on records of a type.
* @param scopes the mutation's scopes, which apply to rules that declare no scopes
* @returns GraphQL extensions for the mutation, from which tests read its actions
*/
function declareActions(type, scopes, rules) {
	const mutationRules = rules.map((rule) => ({
		scopes,
		...rule
	}));
	rulesByType.set(type, [...rulesByType.get(type) ?? [], ...mutationRules]);
	return { actions: rules.map(({ action }) => action) };
}
/** Returns false if the permission check throws FORBIDDEN, and true if the check succeeds. */
function isPermitted(check) {
	try {
		check();
		return true;
	} catch (error) {
		if (error instanceof ApiError && error.code === "FORBIDDEN") return false;
		throw error;
	}
}
/** Loads whether the caller can edit each record, with one statement per kind of record. */
const loadCanEdit = createLoader(async (ctx, ids) => {
	const canEditById = /* @__PURE__ */ new Map();
	for (const [policy, kindIds] of Map.groupBy(ids, (id) => getNodeType(id)?.policy)) {
		const params = {
			...accessParams(ctx.viewer),
			ids: encodeListParam(kindIds)
		};
		const query = policy?.editableIds(accessScopeOf(ctx.viewer));
		for (const { id } of query ? await ctx.db.all(query, params) : []) canEditById.set(id, true);
	}
	return canEditById;
});
/** Returns the actions that the caller may currently perform on a record, in declaration order. */
async function listActions(ctx, record) {
	const { type = "", policy } = getNodeType(record.id) ?? {};
	const { rights } = ctx.viewer;
	const rules = (rulesByType.get(type) ?? []).filter(({ scopes }) => !scopes?.length || scopes.some((scope) => rights.has(scope)));
	if (rules.length === 0 || !policy) return [];
	if (!policy.canEditAll(accessScopeOf(ctx.viewer)) && !await loadCanEdit.of(ctx, record, "id")) return [];
	const ruleResults = await Promise.all(rules.map(async (rule) => await rule.isPossible?.(ctx, record) ?? true));
	return [...new Set(rules.filter((_, index) => ruleResults[index]).map(({ action }) => action))];
}
// src/crud/record-reads.ts
/** Reads records of any kind that has a policy: one by id, or several for a relation or `node`. */
/** @param noun the record's name in error messages, such as "Deal" */
function createRecordReads(policy, noun, editOptions = {}) {
	const { scope, canView } = policy;
	const canEdit = policy.edit && policy.canEdit;
	const table = sql.table(policy.table);
	const selectRecord = scopedQuery((p, accessScope) => sql`
        select *, ${canView(p, accessScope)} as "visible"${canEdit ? sql`, ${canEdit(p, accessScope)} as "editable"` : sql``}
        from ${table} where "companyId" = ${p.companyId} and "id" = ${p.id}`);
	const selectRecords = scopedQuery((p, accessScope) => sql`select * from ${table} where "companyId" = ${p.companyId} and ${isIn("id", p.ids)} and ${canView(p, accessScope)}`);
	const findRecord = (ctx, id) => mapMaybePromise(selectRecord(ctx, { id }), ([record]) => record);
	return {
		/** Finds a record with the flag `visible` and, if the policy restricts edits, `editable`. */
		find: findRecord,
		/** Returns a record that the caller can view. @throws NOT_FOUND, FORBIDDEN */
		async get(ctx, id) {
			if (scope) requireScope(ctx.viewer, scope);
			return requireVisible(noun, await findRecord(ctx, id));
		},
		/** Returns a record for an update. @throws NOT_FOUND, FORBIDDEN, PRECONDITION_FAILED */
		async getForUpdate(ctx, id) {
			const editScope = editOptions.scope ?? scope;
			if (editScope) requireScope(ctx.viewer, editScope);
			const row = requireVisible(noun, await findRecord(ctx, id));
			if (canEdit && !row.editable) throw forbidden(editOptions.forbiddenMessage);
			return checkVersion(ctx, row);
		},
		load: createLoader((ctx, ids) => mapMaybePromise(selectRecords(ctx, { ids: encodeListParam(ids) }), indexById))
	};
}
/**
* Creates a loader that reads the lists of several records in one query.
* @param column the column that contains the id of the record that has the list
*/
const createListLoader = (query, column) => createLoader((ctx, ids) => mapMaybePromise(ctx.db.all(query, {
	companyId: ctx.viewer.companyId,
	ids: encodeListParam(ids)
}), (rows) => Map.groupBy(rows, (row) => row[column])));
export { listActions as a, authenticateKeyCached as c, isPermitted as i, createSecret as l, createRecordReads as n, recordActions as o, declareActions as r, authenticateKey as s, createListLoader as t, hashSecret as u };
