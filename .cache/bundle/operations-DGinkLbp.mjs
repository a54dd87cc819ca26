import { Z as requireCredentialManager, at as declareEvents, c as newRecord, dt as toTimestamp, f as updateCredential, i as deleteRecord, nt as changesBetween, o as insertRecord, r as checkVersion, ut as timestamp } from "./records-CzuHo0A9.mjs";
import { _ as rateLimitExceeded, a as forbidden, b as unauthorized, n as badRequest, t as ApiError } from "./errors-Cd1UCkd2.mjs";
import { a as withTimeout, i as mapMaybePromise } from "./async-CcmZtahM.mjs";
import { h as sql, i as queryFamily } from "./query-BmUqRt20.mjs";
import { i as formatCountOf, r as formatCount } from "./text-86vERQj0.mjs";
import { c as authenticateKeyCached, i as isPermitted, n as createRecordReads, s as authenticateKey } from "./record-reads-QqoL_qsF.mjs";
import { $ as orderByCreation, A as filteredList, G as createdAt, J as hasValueFilter, W as booleanFilter, X as indexed, Y as id, b as administrators, f as loadUser, p as requireUser, q as foldedText, tt as unindexed, w as caller, x as byColumn, y as definePolicy } from "./phone-numbers-BI763t1M.mjs";
import { r as getPublicUrl } from "./settings-gJPCLox9.mjs";
// src/http/request-context.ts
/** Records the error that determines the response, and adds the error's headers. */
function recordError(http, { code, missingScope, headers, retryAfterSeconds: retryAfter }) {
	http.code = code;
	http.missingScope = missingScope;
	Object.assign(http.responseHeaders, headers, retryAfter !== void 0 && { "Retry-After": String(retryAfter) });
}
const json = (status, value, headers = {}) => ({
	status,
	headers: {
		"Content-Type": "application/json; charset=utf-8",
		...headers
	},
	body: JSON.stringify(value)
});
function requireViewer({ viewer }) {
	if (!viewer) throw new Error("the request is not authenticated");
	return viewer;
}
function createRequestContext(deps, request, requestId) {
	const url = (request.url ?? "/").replace(/^https?:\/\/[^/?#]*/i, "");
	const queryStart = url.indexOf("?");
	return {
		deps,
		request,
		method: request.method ?? "GET",
		path: queryStart < 0 ? url : url.slice(0, queryStart),
		search: queryStart < 0 ? "" : url.slice(queryStart),
		address: findClientAddress(request, deps.settings.TRUSTED_PROXIES),
		requestId,
		responseHeaders: {},
		units: 0
	};
}
/** Returns the last address in the forwarding chain that is not a trusted proxy. */
function findClientAddress(request, trustedProxies) {
	const peer = request.socket.remoteAddress ?? "unknown";
	const forwardedAddresses = String(request.headers["x-forwarded-for"] ?? "").split(",").map((part) => part.trim()).filter(Boolean);
	const isTrusted = (address) => trustedProxies.includes(address.replace(/^::ffff:/i, ""));
	return [...forwardedAddresses, peer].findLast((address) => !isTrusted(address)) ?? peer;
}
/** Requires one `Host` header (optional in HTTP/1.0), since proxies treat several differently. */
const checkHost = ({ request }) => {
	const hostCount = request.headersDistinct["host"]?.length ?? 0;
	if (hostCount > 1 || hostCount === 0 && request.httpVersion !== "1.0") throw badRequest("A request must contain exactly one Host header");
};
/** Checks `X-API-Version`, which is optional and must be 1 (contract, clause 9). */
const checkApiVersion = ({ request }) => {
	const headerValues = request.headersDistinct["x-api-version"];
	if (headerValues && (headerValues.length !== 1 || headerValues[0]?.trim() !== "1")) throw badRequest("X-API-Version must be 1, the only supported version");
};
const hasIdempotencyKey = ({ request }) => request.headers["idempotency-key"] !== void 0;
// src/http/rate-limit.ts
/** Maximum time to wait for the counter of failed attempts. */
const attemptTimeoutMs = 2e3;
/**
* Charges an authentication attempt to the client's address.
* @param units 1 charges an attempt; -1 refunds an attempt that succeeded
* @throws RATE_LIMIT_EXCEEDED after too many attempts
* @throws UNAVAILABLE if the attempt cannot be counted, since keys could be guessed without limit
*/
async function chargeAttempt(http, units = 1) {
	http.allowance = await chargeAddress(http, units, attemptTimeoutMs);
	if (!http.allowance.granted) throw rateLimitExceeded(getSecondsLeft(http));
}
/** Charges a failed attempt, unless the error is uncharged, and throws the error. */
async function rejectAttempt(http, error) {
	if (!error.isUncharged) await chargeAttempt(http);
	throw error;
}
const chargeRequest = (http) => chargeUnits(http, 1);
/**
* Charges a request for all its units or none: a rejected request is refunded its earlier units.
* @throws RATE_LIMIT_EXCEEDED with the seconds until the rate limit window ends
*/
async function chargeUnits(http, units, advice) {
	const { counters } = http.deps.store;
	const maxUnits = http.deps.settings.RATE_LIMIT_PER_HOUR;
	const credentialKey = requireViewer(http).credentialId ?? "";
	http.allowance = await counters.charge(credentialKey, maxUnits, units, http.deps.now());
	if (http.allowance.granted) {
		http.units += units;
		return;
	}
	const cost = http.units + units;
	if (http.units > 0) http.allowance = await counters.charge(credentialKey, maxUnits, -http.units, http.deps.now());
	http.units = 0;
	const reason = advice && describeCost(cost, http.allowance, advice());
	throw rateLimitExceeded(getSecondsLeft(http), reason);
}
const describeCost = (units, { remaining }, { summary, remedy }) => `The request ${summary} and costs ${formatCountOf(units, "unit")}; ${formatCount(remaining)} of this hour are left: ${remedy}, or`;
const getSecondsLeft = ({ allowance, deps }) => Math.max(1, (allowance?.reset ?? 0) - Math.floor(deps.now() / 1e3));
/** Returns the rate limit headers of a response (contract, clause 8, and the IETF draft). */
async function getRateLimitHeaders(http) {
	if (http.omitsRateLimitHeaders) return {};
	const allowance = http.allowance ?? await readAddressAllowance(http);
	if (!allowance) return {};
	const seconds = Math.max(0, allowance.reset - Math.floor(http.deps.now() / 1e3));
	return {
		"X-RateLimit-Limit": String(allowance.limit),
		"X-RateLimit-Remaining": String(allowance.remaining),
		"X-RateLimit-Reset": String(allowance.reset),
		"RateLimit-Policy": `"default";q=${allowance.limit};w=3600`,
		RateLimit: `"default";r=${allowance.remaining};t=${seconds}`
	};
}
const maxFailedAttemptsPerHour = 1e3;
/** Charges a client address for failed attempts; 0 units only read the counter. */
const chargeAddress = ({ deps, address }, units, timeoutMs) => withTimeout(timeoutMs, () => deps.store.counters.charge(toAddressKey(address), maxFailedAttemptsPerHour, units, deps.now()));
/** Maximum time that a response waits for the counter of the client's address. */
const responseTimeoutMs = 1e3;
/** Returns undefined if the database is unavailable, so that responses are not delayed. */
const readAddressAllowance = (attempt) => chargeAddress(attempt, 0, responseTimeoutMs).catch((error) => {
	if (error instanceof ApiError && error.code === "UNAVAILABLE") return void 0;
	throw error;
});
/** Returns the counter key of an address. An IPv6 /64 network (one customer) shares a key. */
function toAddressKey(address) {
	const plainAddress = address.replace(/^::ffff:/i, "");
	if (!plainAddress.includes(":")) return `address:${plainAddress}`;
	const [head = "", tail] = plainAddress.split("::");
	const headGroups = head.split(":").filter(Boolean);
	const tailGroups = (tail ?? "").split(":").filter(Boolean);
	const missingCount = tail === void 0 ? 0 : 8 - headGroups.length - tailGroups.length;
	const padding = Array(Math.max(0, missingCount)).fill("0");
	return `address:${[
		...headGroups,
		...padding,
		...tailGroups
	].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(":")}`;
}
/** Deletes the counters of client addresses whose hour has ended. */
const deleteExpiredAddresses = (deps) => deps.store.counters.deleteWindows("address:", deps.now());
// src/http/authentication.ts
/**
* Authenticates requests by the `Authorization` header (an API key or, if sign-in is enabled, an
* access token) or, without that header, by a session cookie. Attempts with invalid credentials are
* counted per client address.
*/
const bearerPattern = /^Bearer +(\S+)$/i;
function readBearerToken({ request }) {
	const headerValues = request.headersDistinct["authorization"] ?? [];
	return headerValues.length === 1 ? bearerPattern.exec(headerValues[0] ?? "")?.[1] : void 0;
}
/**
* Returns the viewer of a request; undefined if the credential is invalid or the user inactive.
* @param db a snapshot to read instead of the current state
* @throws UNAUTHORIZED, uncharged, if there is no credential or the token cannot be verified
*/
const findViewer = (http, db) => mapMaybePromise(findCredentialViewer(http, db), (viewer) => checkCompany(http, viewer));
function findCredentialViewer(http, db) {
	const { deps } = http;
	const bearerToken = readBearerToken(http);
	if (!bearerToken) {
		if (!deps.signIn || http.request.headers.authorization) return void 0;
		const secret = readSessionSecret(http);
		if (!secret) throw unauthorized({ isUncharged: true });
		return deps.signIn.authenticateSession(secret, db);
	}
	if (deps.signIn && !bearerToken.startsWith("dg_")) return deps.signIn.authenticateToken(bearerToken, readCompanyId(http), db);
	return db ? authenticateKey(deps, db, bearerToken) : authenticateKeyCached(deps, bearerToken);
}
/** Reads `X-Company-Id`, which selects one of a person's companies, if sign-in is enabled. */
const readCompanyId = ({ deps, request }) => deps.signIn && request.headers["x-company-id"]?.toString();
/** @throws FORBIDDEN if `X-Company-Id` is not the id of the credential's company */
function checkCompany(http, viewer) {
	const companyId = readCompanyId(http);
	if (viewer && companyId !== void 0 && companyId !== viewer.companyId) throw otherCompanyError();
	return viewer;
}
const otherCompanyError = () => forbidden("X-Company-Id must be the id of a company in which you are an active user");
/** Requires a valid credential, even for unknown paths under `/v1`. */
const requireCredential = async (http) => {
	try {
		const viewer = findViewer(http);
		http.viewer = viewer instanceof Promise ? await viewer : viewer;
	} catch (error) {
		if (error instanceof ApiError && error.status < 500) return rejectAttempt(http, error);
		throw error;
	}
	return http.viewer ? void 0 : rejectAttempt(http, unauthorized());
};
/** Checks after a wait that the connection is still open and the credential still valid. */
async function recheckCredential(http) {
	if (http.request.socket.destroyed) throw badRequest("The connection was closed while the request was waiting");
	const viewer = await findViewer(http);
	if (!viewer) throw unauthorized();
	http.viewer = viewer;
}
/**
* Adds `WWW-Authenticate` to responses with status 401 or 403 if sign-in is enabled, which tells
* clients the issuer and the missing scope (RFC 9728, section 5.1; RFC 6750, section 3).
*/
function addChallenge(http, reply) {
	const { deps, missingScope } = http;
	if (!deps.signIn || reply.status !== 401 && reply.status !== 403) return reply;
	const [resourcePath = ""] = /^\/(graphql|v1)(?![^/])/.exec(http.path) ?? [];
	const challengeParams = [
		`resource_metadata="${getOrigin(http)}/.well-known/oauth-protected-resource${resourcePath}"`,
		...reply.status === 401 && http.request.headers.authorization ? ["error=\"invalid_token\""] : [],
		...missingScope ? ["error=\"insufficient_scope\""] : [],
		`scope="${missingScope ?? deps.settings.OIDC_SCOPES}"`
	];
	return {
		...reply,
		headers: {
			...reply.headers,
			"WWW-Authenticate": `Bearer ${challengeParams.join(", ")}`
		}
	};
}
/** Returns the server's origin, as the client addresses it. */
const getOrigin = ({ deps, request }) => getPublicUrl(deps.settings, request.headers.host);
/** Returns a cookie's name, with the prefix `__Host-` over HTTPS, which the prefix requires. */
const getCookieName = (http, name) => getOrigin(http).startsWith("https:") ? `__Host-${name}` : name;
const sessionCookieName = "dealgraph";
function readCookie(http, name) {
	const cookiePrefix = `${getCookieName(http, name)}=`;
	return (http.request.headers.cookie ?? "").split("; ").find((cookie) => cookie.startsWith(cookiePrefix))?.slice(cookiePrefix.length);
}
/** Sets a cookie in the response, even in an error; `maxAgeSeconds` 0 deletes the cookie. */
function setCookie(http, name, value, maxAgeSeconds) {
	const secureAttribute = getOrigin(http).startsWith("https:") ? "; Secure" : "";
	const cookie = `${getCookieName(http, name)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secureAttribute}`;
	http.cookies = [...http.cookies ?? [], cookie];
}
/**
* Returns the session secret from the cookie (RFC 6265bis). To prevent cross-site request forgery,
* the cookie is accepted only if the request comes from this origin or one of `CORS_ORIGINS`, and has
* the header `X-Requested-With`, which other origins cannot send without a CORS preflight.
*/
function readSessionSecret(http) {
	const { origin, "x-requested-with": requestedWith } = http.request.headers;
	if (requestedWith === void 0) return void 0;
	return origin === void 0 || origin === getOrigin(http) || http.deps.settings.CORS_ORIGINS.includes(origin) ? readCookie(http, sessionCookieName) : void 0;
}
// src/resources/identities/table.ts
declareEvents("identity", ["created", "deleted"]);
// src/resources/identities/policy.ts
/** An identity is visible to its user, and to Owner and Admin. */
const identityPolicy = definePolicy({
	table: "identities",
	view: [administrators, byColumn("userId", caller)],
	isCredential: "allRights"
});
// src/resources/identities/filter-spec.ts
const identityFilterSpec = {
	table: "identities",
	prefix: "identity",
	policy: identityPolicy,
	fields: {
		id,
		userId: indexed("ID", "userId", "The user's id."),
		issuer: indexed("String", "issuer", "The issuer."),
		subject: unindexed("String", "subject", "The subject."),
		email: foldedText("The email address", sql.ref("identities.email")),
		createdAt
	},
	relations: {},
	orders: { createdAt: orderByCreation }
};
const { get: getIdentity, load: loadIdentity } = createRecordReads(identityPolicy, "Identity");
const identities = filteredList({ spec: identityFilterSpec });
const identityByColumn = queryFamily((_, p, column) => sql`
    select "id" from "identities" where "companyId" = ${p.companyId} and "issuer" = ${p.issuer} and ${sql.ref(column)} = ${p.value}`);
/** Returns whether an active or suspended user of the company has the identity. */
const hasIdentity = async ({ db, viewer: { companyId } }, issuer, column, value) => await db.first(identityByColumn(column), {
	companyId,
	issuer,
	value
}) !== void 0;
const auditedFields = [
	"userId",
	"issuer",
	"subject",
	"email"
];
/** Binds an identity to a user without checking the caller's permissions. */
const createIdentity = (ctx, identity) => {
	const row = {
		...newRecord(ctx, "identity"),
		...identity
	};
	return insertRecord(ctx, "identities", row, "identity.created", auditedFields);
};
/** Deletes an identity with its sessions. @throws NOT_FOUND, FORBIDDEN */
async function deleteIdentity(ctx, id) {
	const identity = await getIdentity(ctx, id);
	requireIdentityManager(ctx, await requireUser(ctx, identity.userId));
	const changes = changesBetween(checkVersion(ctx, identity), {}, auditedFields);
	return deleteRecord(ctx, identityPolicy, identity, {
		type: "identity.deleted",
		changes
	});
}
const requireIdentityManager = ({ viewer }, user) => requireCredentialManager(viewer, user, "identities");
async function canDeleteIdentity(ctx, identity) {
	const user = await loadUser.of(ctx, identity, "userId");
	return !!user && isPermitted(() => requireIdentityManager(ctx, user));
}
// src/resources/sessions/table.ts
declareEvents("session", ["created", "revoked"]);
// src/resources/sessions/policy.ts
/** A session is visible to its user, and to Owner and Admin. */
const sessionPolicy = definePolicy({
	table: "sessions",
	view: [administrators, byColumn("userId", caller)],
	isCredential: "allRights"
});
// src/resources/sessions/filter-spec.ts
const sessionFilterSpec = {
	table: "sessions",
	prefix: "session",
	policy: sessionPolicy,
	fields: {
		id,
		userId: indexed("ID", "userId", "The user's id."),
		identityId: indexed("ID", "identityId", "The identity's id."),
		revoked: hasValueFilter("sessions.revokedAt", "Whether the session is revoked."),
		expired: booleanFilter("Whether the session has expired.", (p) => sql`"sessions"."expiresAt" <= ${p.now}`),
		createdAt
	},
	relations: {},
	orders: { createdAt: orderByCreation }
};
// src/resources/sessions/operations.ts
/** Manages sessions, which are sign-ins of users in browsers. */
const { get: getSession, load: loadSession } = createRecordReads(sessionPolicy, "Session");
const sessions = filteredList({ spec: sessionFilterSpec });
/**
* Returns the expiry time of a session that is used now: `SESSION_IDLE_MINUTES` from now, but at
* most `SESSION_HOURS` after the session's creation.
*/
function computeExpiry({ settings, now }, createdAt) {
	const idleExpiryMs = now() + settings.SESSION_IDLE_MINUTES * 6e4;
	const latestExpiryMs = Date.parse(createdAt) + settings.SESSION_HOURS * 36e5;
	return toTimestamp(Math.min(idleExpiryMs, latestExpiryMs));
}
/** Creates a session without checking the caller's permissions. */
async function createSession(ctx, session) {
	const record = newRecord(ctx, "session");
	const row = {
		...record,
		...session,
		lastUsedAt: record.createdAt,
		expiresAt: computeExpiry(ctx, record.createdAt),
		revokedAt: null
	};
	return insertRecord(ctx, "sessions", row, "session.created", [
		"userId",
		"identityId",
		"userAgent",
		"expiresAt"
	]);
}
/** Ends a session without permission checks, and deletes its ID token. */
async function endSession(ctx, row) {
	if (row.revokedAt) return row;
	const patch = {
		revokedAt: timestamp(ctx),
		idToken: null
	};
	return updateCredential(ctx, "sessions", row, patch, "session.revoked", ["revokedAt"]);
}
/** Revokes a session, which signs the browser out. @throws NOT_FOUND, FORBIDDEN */
async function revokeSession(ctx, id) {
	const session = await getSession(ctx, id);
	requireSessionManager(ctx, await requireUser(ctx, session.userId));
	return endSession(ctx, checkVersion(ctx, session));
}
const requireSessionManager = ({ viewer }, user) => requireCredentialManager(viewer, user, "sessions");
async function canRevokeSession(ctx, session) {
	const user = await loadUser.of(ctx, session, "userId");
	return !session.revokedAt && !!user && isPermitted(() => requireSessionManager(ctx, user));
}
export { chargeUnits as A, requireViewer as B, readSessionSecret as C, setCookie as D, sessionCookieName as E, checkHost as F, createRequestContext as I, hasIdempotencyKey as L, getRateLimitHeaders as M, rejectAttempt as N, chargeAttempt as O, checkApiVersion as P, json as R, readCookie as S, requireCredential as T, identityFilterSpec as _, getSession as a, getOrigin as b, sessions as c, createIdentity as d, deleteIdentity as f, loadIdentity as g, identities as h, endSession as i, deleteExpiredAddresses as j, chargeRequest as k, sessionFilterSpec as l, hasIdentity as m, computeExpiry as n, loadSession as o, getIdentity as p, createSession as r, revokeSession as s, canRevokeSession as t, canDeleteIdentity as u, addChallenge as v, recheckCredential as w, otherCompanyError as x, findViewer as y, recordError as z };
