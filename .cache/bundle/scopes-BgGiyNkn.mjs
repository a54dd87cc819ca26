import "./rolldown-runtime-Da3jf7BF.mjs";
import { d as missingScope } from "./errors-Cd1UCkd2.mjs";
// node_modules/typeid-js/dist/index.mjs
var alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
new Uint8Array([
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	0,
	1,
	2,
	3,
	4,
	5,
	6,
	7,
	8,
	9,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	10,
	11,
	12,
	13,
	14,
	15,
	16,
	17,
	255,
	18,
	19,
	255,
	20,
	21,
	255,
	22,
	23,
	24,
	25,
	26,
	255,
	27,
	28,
	29,
	30,
	31,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255,
	255
]);
function encode(src) {
	const dst = new Array(26).fill("");
	if (src.length !== 16) throw new Error(`Invalid length. Expected 16 bytes, got ${src.length}. Input: ${src}`);
	dst[0] = alphabet[(src[0] & 224) >> 5];
	dst[1] = alphabet[src[0] & 31];
	dst[2] = alphabet[(src[1] & 248) >> 3];
	dst[3] = alphabet[(src[1] & 7) << 2 | (src[2] & 192) >> 6];
	dst[4] = alphabet[(src[2] & 62) >> 1];
	dst[5] = alphabet[(src[2] & 1) << 4 | (src[3] & 240) >> 4];
	dst[6] = alphabet[(src[3] & 15) << 1 | (src[4] & 128) >> 7];
	dst[7] = alphabet[(src[4] & 124) >> 2];
	dst[8] = alphabet[(src[4] & 3) << 3 | (src[5] & 224) >> 5];
	dst[9] = alphabet[src[5] & 31];
	dst[10] = alphabet[(src[6] & 248) >> 3];
	dst[11] = alphabet[(src[6] & 7) << 2 | (src[7] & 192) >> 6];
	dst[12] = alphabet[(src[7] & 62) >> 1];
	dst[13] = alphabet[(src[7] & 1) << 4 | (src[8] & 240) >> 4];
	dst[14] = alphabet[(src[8] & 15) << 1 | (src[9] & 128) >> 7];
	dst[15] = alphabet[(src[9] & 124) >> 2];
	dst[16] = alphabet[(src[9] & 3) << 3 | (src[10] & 224) >> 5];
	dst[17] = alphabet[src[10] & 31];
	dst[18] = alphabet[(src[11] & 248) >> 3];
	dst[19] = alphabet[(src[11] & 7) << 2 | (src[12] & 192) >> 6];
	dst[20] = alphabet[(src[12] & 62) >> 1];
	dst[21] = alphabet[(src[12] & 1) << 4 | (src[13] & 240) >> 4];
	dst[22] = alphabet[(src[13] & 15) << 1 | (src[14] & 128) >> 7];
	dst[23] = alphabet[(src[14] & 124) >> 2];
	dst[24] = alphabet[(src[14] & 3) << 3 | (src[15] & 224) >> 5];
	dst[25] = alphabet[src[15] & 31];
	return dst.join("");
}
function fromUUIDBytes(prefix, bytes) {
	const suffix = encode(bytes);
	return prefix ? `${prefix}_${suffix}` : suffix;
}
// src/lib/ids.ts
/**
* Creates a generator whose ids sort in creation order, even within a millisecond: the 26 bits
* after the timestamp are a counter that starts at a random number below half of its range.
*/
function createIdGenerator(now, randomBytes) {
	let lastTimeMs = -1;
	let counter = 0;
	return (prefix, timeMs = now()) => {
		const bytes = randomBytes(16);
		const view = new DataView(bytes.buffer, bytes.byteOffset, 16);
		counter = timeMs === lastTimeMs ? (counter + 1) % 2 ** 26 : view.getUint32(6) % 2 ** 25;
		lastTimeMs = timeMs;
		view.setUint32(0, Math.floor(timeMs / 2 ** 16));
		view.setUint16(4, timeMs % 2 ** 16);
		view.setUint16(6, 28672 | counter >>> 14);
		view.setUint16(8, 32768 | counter & 16383);
		return fromUUIDBytes(prefix, bytes);
	};
}
/** Buffers random bytes, since the system call takes as long for a few bytes as for thousands. */
function createRandomBuffer(randomBytes) {
	let buffer = /* @__PURE__ */ new Uint8Array(0);
	let usedByteCount = 0;
	return (length) => {
		if (usedByteCount + length > buffer.length) {
			buffer = randomBytes(4096);
			usedByteCount = 0;
		}
		usedByteCount += length;
		return buffer.subarray(usedByteCount - length, usedByteCount);
	};
}
function createMinId(prefix, timeMs) {
	const clampedMs = Math.max(0, timeMs);
	const bytes = /* @__PURE__ */ new Uint8Array(16);
	const view = new DataView(bytes.buffer);
	view.setUint32(0, Math.floor(clampedMs / 2 ** 16));
	view.setUint16(4, clampedMs % 2 ** 16);
	return fromUUIDBytes(prefix, bytes);
}
const idPattern = /^[a-z]+_[0-9a-hjkmnp-tv-z]{26}$/;
const getIdPrefix = (id) => id.slice(0, id.lastIndexOf("_"));
/** Returns `id` if it has the prefix, and null otherwise. */
const idWithPrefix = (id, prefix) => id !== null && getIdPrefix(id) === prefix ? id : null;
// src/access/scopes.ts
/** Roles, scopes, and viewers: callers with a credential's rights (contract, clause 5.4). */
const roles = [
	"Owner",
	"Admin",
	"Team Leader",
	"Agent"
];
/** A scope's level: the user's own records, those of teams that the user leads, or all records. */
const levels = [
	"own",
	"team",
	"all"
];
const levelByRole = {
	Owner: "all",
	Admin: "all",
	"Team Leader": "team",
	Agent: "own"
};
const getRoleLevel = (role) => levelByRole[role];
const listRolesWithLevel = (level) => roles.filter((role) => levelByRole[role] === level);
const isAdministrator = (role) => levelByRole[role] === "all";
const getNarrowerLevel = (a, b) => levels.indexOf(a) < levels.indexOf(b) ? a : b;
/** Scopes that determine which records are visible, directly and through related records. */
const viewScopes = ["people.view", "deals.view"];
const administratorScope = {
	administratorsOnly: true,
	limitedBy: []
};
const scopeDefinitions = {
	"tasks.manage": {
		description: "view and edit tasks",
		limitedBy: ["people.view"]
	},
	"deals.manage": {
		description: "create, move and delete deals",
		limitedBy: ["people.view", "deals.view"]
	},
	"appointments.manage": {
		description: "view and edit appointments",
		limitedBy: ["people.view"]
	},
	"activities.view": {
		description: "view activities",
		limitedBy: ["people.view"]
	},
	"activities.create": {
		description: "log and change activities",
		limitedBy: ["people.view"]
	},
	"tags.manage": {
		description: "rename, merge and delete tags",
		limitedBy: []
	},
	"smartlists.manage": {
		description: "save smart lists of people",
		limitedBy: ["people.view"]
	},
	"users.view": {
		description: "view the company's users",
		limitedBy: []
	},
	"people.delete": {
		description: "delete and merge people",
		administratorsOnly: true,
		limitedBy: ["people.view"]
	},
	"stages.manage": {
		...administratorScope,
		description: "change person stages"
	},
	"pipelines.manage": {
		...administratorScope,
		description: "change pipelines and their stages"
	},
	"teams.manage": {
		...administratorScope,
		description: "change teams"
	},
	"users.manage": {
		...administratorScope,
		description: "invite, change and suspend users"
	},
	"customfields.manage": {
		...administratorScope,
		description: "define custom fields"
	},
	"webhooks.manage": {
		...administratorScope,
		description: "view and edit webhooks and their deliveries"
	},
	"audit.view": {
		...administratorScope,
		description: "view the audit log"
	},
	"people.view": {
		description: "view people",
		hasLevels: true,
		limitedBy: []
	},
	"people.edit": {
		description: "create and change people",
		hasLevels: true,
		limitedBy: ["people.view"]
	},
	"deals.view": {
		description: "view deals and the board",
		hasLevels: true,
		limitedBy: ["people.view"]
	}
};
const scopeTable = scopeDefinitions;
const scopeNames = Object.keys(scopeDefinitions);
const leveledScopes = scopeNames.filter((scope) => scopeTable[scope].hasLevels);
const plainScopes = scopeNames.filter((scope) => !scopeTable[scope].hasLevels);
const dataScopeNames = ["role", ...leveledScopes];
/** Scope descriptions by name, beginning with the scopes that have levels. */
const scopeDescriptions = Object.fromEntries([...leveledScopes, ...plainScopes].map((scope) => [scope, scopeTable[scope].description]));
/** Lists the forms of a scope that a key can have: one per level, or the scope itself. */
const listForms = (scope) => scopeTable[scope].hasLevels ? levels.map((level) => `${scope}.${level}`) : [scope];
const allScopes = [...plainScopes, ...leveledScopes].flatMap(listForms);
const getLimitingViewScopes = ({ limitedBy = viewScopes }) => limitedBy;
const viewScopeForms = viewScopes.map((viewScope) => ({
	scope: viewScope,
	forms: listForms(viewScope),
	limits: scopeNames.filter((scope) => scope !== viewScope && getLimitingViewScopes(scopeTable[scope]).includes(viewScope)).flatMap(listForms)
}));
/** Returns a key's rights: its scopes (null for all), limited to those of the user's role. */
const rightsOf = (role, keyScopes) => keyScopes ? createRights(role, keyScopes) : rightsByRole[role];
function createRights(role, keyScopes) {
	const roleLevel = getRoleLevel(role);
	const grantedPlainScopes = plainScopes.filter((scope) => (isAdministrator(role) || !scopeTable[scope].administratorsOnly) && (keyScopes === null || keyScopes.includes(scope)));
	const grantedLevels = /* @__PURE__ */ new Map();
	for (const scope of leveledScopes) {
		const level = keyScopes === null ? roleLevel : levels.findLast((keyLevel) => keyScopes.includes(`${scope}.${keyLevel}`));
		if (level) grantedLevels.set(scope, getNarrowerLevel(level, roleLevel));
	}
	const scopes = [...grantedPlainScopes, ...[...grantedLevels].flatMap(([scope, level]) => levels.slice(isAdministrator(role) ? 0 : levels.indexOf(level), levels.indexOf(level) + 1).map((grantedLevel) => `${scope}.${grantedLevel}`))].sort();
	return {
		has: (scope) => grantedLevels.has(scope) || grantedPlainScopes.includes(scope),
		level: (name) => grantedLevels.get(name) ?? roleLevel,
		isNarrowed: keyScopes !== null,
		scopes
	};
}
const rightsByRole = Object.fromEntries(roles.map((role) => [role, createRights(role, null)]));
/** Returns the viewer's credential as `keyId` or `identityId`, for logs and traces. */
const getCredentialIds = ({ credentialId }) => ({
	keyId: idWithPrefix(credentialId, "key") ?? void 0,
	identityId: idWithPrefix(credentialId, "identity") ?? void 0
});
function getDataScope(viewer, name) {
	const level = viewer.rights.level(name);
	if (level === "all") return { all: true };
	return {
		all: false,
		userIds: level === "team" ? viewer.teamUserIds : [viewer.userId]
	};
}
/** @throws FORBIDDEN, with the missing scope, if the viewer does not have it */
function requireScope(viewer, scope) {
	if (!viewer.rights.has(scope)) throw missingScope(scope);
}
export { idPattern as _, isAdministrator as a, requireScope as c, scopeDescriptions as d, viewScopeForms as f, getIdPrefix as g, createRandomBuffer as h, getDataScope as i, rightsOf as l, createMinId as m, dataScopeNames as n, levels as o, createIdGenerator as p, getCredentialIds as r, listRolesWithLevel as s, allScopes as t, roles as u, idWithPrefix as v };
