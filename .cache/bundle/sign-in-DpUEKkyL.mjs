import { C as JWTExpired, D as encode, E as decoder$2, O as strictDecoder, S as JWTClaimValidationFailed, T as concat, _ as validateCrit, a as jwsAlgorithm, b as JWSInvalid, c as rawKey, d as encodeAsciiMember, f as isDisjoint, g as validateB64, h as validateAlgorithms, l as JWS_RECOGNIZED, m as parseJoseHeader, n as IssuerUnavailable, o as checkModulusLength, p as isObject, s as prepareKey, t as Issuer, u as decodeBase64url, v as JOSEAlgNotAllowed, w as JWTInvalid, x as JWSSignatureVerificationFailed, y as JWKSNoMatchingKey } from "./issuer-jB0KltY8.mjs";
import { b as unauthorized, n as badRequest, p as notFound, t as ApiError, u as methodNotAllowed } from "./errors-Cd1UCkd2.mjs";
import { t as createCache } from "./cache-zRcf0w4_.mjs";
import { t as allScopes } from "./scopes-BgGiyNkn.mjs";
import { c as createCaller, d as selectUsers, l as findViewerCached, s as acceptsCallers, u as getUsableViewer } from "./node-types-BuwqcZrZ.mjs";
import { B as requireViewer, C as readSessionSecret, D as setCookie, E as sessionCookieName, N as rejectAttempt, O as chargeAttempt, R as json, S as readCookie, T as requireCredential, b as getOrigin, d as createIdentity, i as endSession, m as hasIdentity, n as computeExpiry, o as loadSession, r as createSession, x as otherCompanyError } from "./operations-DGinkLbp.mjs";
import { i as mapMaybePromise } from "./async-CcmZtahM.mjs";
import { o as loadCompany, s as runAsSystem, t as allCompanies } from "./operations-kayhB3Bx.mjs";
import { r as createUser, s as findUserByEmail } from "./phone-numbers-BI763t1M.mjs";
import { r as query } from "./query-BmUqRt20.mjs";
import { n as encrypt, t as decrypt } from "./encryption-Dw--mjYe.mjs";
import { a as escapeHtml, r as renderPage } from "./page-D5di_r70.mjs";
import { ut as timestamp } from "./records-CzuHo0A9.mjs";
import { hash, hkdfSync } from "node:crypto";
// node_modules/jose/dist/webapi/lib/jws_verify.js
function prepareVerify(options) {
	return [options && validateAlgorithms("algorithms", options.algorithms), options?.crit];
}
function parseProtectedHeader(encodedProtectedHeader) {
	return encodedProtectedHeader === void 0 ? {} : parseJoseHeader(encodedProtectedHeader, JWSInvalid, "JWS Protected Header is invalid");
}
function encodeCompactUnencodedPayload(payload) {
	try {
		return encode(payload);
	} catch (cause) {
		throw new JWSInvalid("JWS Compact Serialization payload must use only ASCII characters", { cause });
	}
}
async function verifySignature(jws, shared, key, encodeUnencodedPayload, parsedProtected) {
	const { protected: encodedProtectedHeader, header, payload: inputPayload } = jws, protectedHeader = parsedProtected ?? parseProtectedHeader(encodedProtectedHeader);
	if (!isDisjoint(protectedHeader, header)) throw new JWSInvalid("JWS Protected and JWS Unprotected Header Parameter names must be disjoint");
	const joseHeader = {
		...protectedHeader,
		...header
	}, b64 = validateB64(protectedHeader, validateCrit(JWSInvalid, JWS_RECOGNIZED, shared[1], protectedHeader, joseHeader)), { alg } = joseHeader;
	if (typeof alg != "string" || !alg) throw new JWSInvalid("JWS \"alg\" (Algorithm) Header Parameter missing or invalid");
	if (shared[0] && !shared[0].has(alg)) throw new JOSEAlgNotAllowed("\"alg\" (Algorithm) Header Parameter value not allowed");
	if (b64) {
		if (typeof inputPayload != "string") throw new JWSInvalid("JWS Payload must be a string");
	} else if (typeof inputPayload != "string" && !(inputPayload instanceof Uint8Array)) throw new JWSInvalid("JWS Payload must be a string or an Uint8Array instance");
	const signingPayload = b64 || typeof inputPayload != "string" ? inputPayload : encodeUnencodedPayload(inputPayload);
	let resolvedKey = !1;
	typeof key == "function" && (key = await key(protectedHeader, jws), resolvedKey = !0);
	const entry = jwsAlgorithm(alg), signingInput = concat(encodedProtectedHeader !== void 0 ? encode(encodedProtectedHeader) : /* @__PURE__ */ new Uint8Array(), encode("."), typeof signingPayload == "string" ? shared[2] ??= encodeAsciiMember(signingPayload, "payload", JWSInvalid) : signingPayload), signature = decodeBase64url(jws.signature, "signature", JWSInvalid), verificationKey = await prepareKey(entry, key, "verify"), cryptoKey = await rawKey(verificationKey, entry.subtle, "verify");
	entry.minRsaBits && checkModulusLength(entry.alg, cryptoKey);
	let verified = !1;
	try {
		verified = await crypto.subtle.verify(entry.signing, cryptoKey, signature, signingInput);
	} catch (cause) {
		throw new JWSSignatureVerificationFailed(void 0, { cause });
	}
	if (!verified) throw new JWSSignatureVerificationFailed();
	const result = { payload: typeof signingPayload == "string" ? decodeBase64url(signingPayload, "payload", JWSInvalid) : signingPayload };
	return encodedProtectedHeader !== void 0 && (result.protectedHeader = protectedHeader), header !== void 0 && (result.unprotectedHeader = header), resolvedKey ? [{
		...result,
		key: verificationKey
	}, b64] : [result, b64];
}
async function verifyCompact(jws, shared, key) {
	if (jws instanceof Uint8Array && (jws = decoder$2.decode(jws)), typeof jws != "string") throw new JWSInvalid("Compact JWS must be a string or Uint8Array");
	const { 0: protectedHeader, 1: payload, 2: signature, length } = jws.split(".");
	if (length !== 3) throw new JWSInvalid("Invalid Compact JWS");
	return verifySignature({
		payload,
		protected: protectedHeader,
		signature
	}, shared, key, encodeCompactUnencodedPayload);
}
// node_modules/jose/dist/webapi/lib/jwt_claims_set.js
const epoch = (date) => Math.floor(date.getTime() / 1e3);
const multipliers = {
	s: 1,
	m: 60,
	h: 3600,
	d: 86400,
	w: 604800,
	y: 31557600
};
const REGEX = /^(\+|\-)? ?(\d+|\d+\.\d+) ?(seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w|years?|yrs?|y)(?: (ago|from now))?$/i;
const checkFailed = "check_failed";
function invalidDuration() {
	throw new TypeError("Invalid time period format");
}
function secs(str) {
	typeof str != "string" && invalidDuration();
	const matched = REGEX.exec(str);
	(!matched || matched[4] && matched[1]) && invalidDuration();
	const value = parseFloat(matched[2]), durationSeconds = Math.round(value * multipliers[matched[3][0].toLowerCase()]);
	return Number.isFinite(durationSeconds) || invalidDuration(), matched[1] === "-" || matched[4]?.toLowerCase() === "ago" ? -durationSeconds : durationSeconds;
}
function validateInput(label, input) {
	if (!Number.isFinite(input)) throw new TypeError(`Invalid ${label} input`);
	return input;
}
const normalizeTyp = (value) => {
	const normalized = value.toLowerCase();
	return value.includes("/") ? normalized : `application/${normalized}`;
};
const checkAudiencePresence = (audPayload, audOption) => typeof audPayload == "string" ? audOption.includes(audPayload) : Array.isArray(audPayload) ? audOption.some((aud) => audPayload.includes(aud)) : !1;
function validateNumericDate(claimsSet, claim, required = !1) {
	const value = claimsSet[claim];
	if (!(value === void 0 && !required)) {
		if (typeof value != "number") throw new JWTClaimValidationFailed(`"${claim}" claim must be a number`, claimsSet, claim, "invalid");
		return value;
	}
}
function unexpectedClaim(claimsSet, claim) {
	throw new JWTClaimValidationFailed(`unexpected "${claim}" claim value`, claimsSet, claim, checkFailed);
}
function validateClaimsSet(protectedHeader, claimsSetBytes, options = {}) {
	let claimsSet;
	try {
		claimsSet = JSON.parse(strictDecoder.decode(claimsSetBytes));
	} catch (cause) {
		throw new JWTInvalid("JWT Claims Set must be a top-level JSON object", { cause });
	}
	if (!isObject(claimsSet)) throw new JWTInvalid("JWT Claims Set must be a top-level JSON object");
	const { typ } = options;
	if (typ !== void 0 && (typeof protectedHeader.typ != "string" || normalizeTyp(protectedHeader.typ) !== normalizeTyp(typ))) throw new JWTClaimValidationFailed("unexpected \"typ\" JWT header value", claimsSet, "typ", checkFailed);
	const { requiredClaims = [], issuer, subject, audience, maxTokenAge } = options, presenceCheck = [...requiredClaims];
	maxTokenAge !== void 0 && presenceCheck.push("iat"), audience !== void 0 && presenceCheck.push("aud"), subject !== void 0 && presenceCheck.push("sub"), issuer !== void 0 && presenceCheck.push("iss");
	for (const claim of new Set(presenceCheck.reverse())) if (!Object.hasOwn(claimsSet, claim)) throw new JWTClaimValidationFailed(`missing required "${claim}" claim`, claimsSet, claim, "missing");
	issuer !== void 0 && !(Array.isArray(issuer) ? issuer : [issuer]).includes(claimsSet.iss) && unexpectedClaim(claimsSet, "iss"), subject !== void 0 && claimsSet.sub !== subject && unexpectedClaim(claimsSet, "sub"), audience !== void 0 && !checkAudiencePresence(claimsSet.aud, typeof audience == "string" ? [audience] : audience) && unexpectedClaim(claimsSet, "aud");
	const { clockTolerance } = options;
	let tolerance = 0;
	if (typeof clockTolerance == "string") tolerance = secs(clockTolerance);
	else if (clockTolerance !== void 0) {
		if (typeof clockTolerance != "number") throw new TypeError("Invalid clockTolerance option type");
		tolerance = clockTolerance;
	}
	if (validateInput("clockTolerance option", tolerance), tolerance < 0) throw new TypeError("Invalid clockTolerance option input");
	const { currentDate } = options, now = validateInput("currentDate option", epoch(currentDate === void 0 ? /* @__PURE__ */ new Date() : currentDate)), iat = validateNumericDate(claimsSet, "iat", maxTokenAge !== void 0), nbf = validateNumericDate(claimsSet, "nbf");
	if (nbf !== void 0 && nbf > now + tolerance) throw new JWTClaimValidationFailed("\"nbf\" claim timestamp check failed", claimsSet, "nbf", checkFailed);
	const exp = validateNumericDate(claimsSet, "exp");
	if (exp !== void 0 && exp <= now - tolerance) throw new JWTExpired("\"exp\" claim timestamp check failed", claimsSet, "exp", checkFailed);
	if (maxTokenAge !== void 0) {
		const age = now - iat, max = validateInput("maxTokenAge option", typeof maxTokenAge == "number" ? maxTokenAge : secs(maxTokenAge));
		if (max < 0) throw new TypeError("Invalid maxTokenAge option input");
		if (age - tolerance > max) throw new JWTExpired("\"iat\" claim timestamp check failed (too far in the past)", claimsSet, "iat", checkFailed);
		if (age < -tolerance) throw new JWTClaimValidationFailed("\"iat\" claim timestamp check failed (it should be in the past)", claimsSet, "iat", checkFailed);
	}
	return claimsSet;
}
// node_modules/jose/dist/webapi/jwt/verify.js
async function jwtVerify(jwt, key, options) {
	const [verified, b64] = await verifyCompact(jwt, prepareVerify(options), key);
	if (!b64) throw new JWTInvalid("JWTs MUST NOT use unencoded payload");
	const payload = validateClaimsSet(verified.protectedHeader, verified.payload, options);
	return {
		...verified,
		payload
	};
}
// src/access/access-tokens.ts
/** Verifies access tokens: JWTs from `OIDC_ISSUER` (RFC 7519, RFC 8725, RFC 9068). */
/** Longer tokens are rejected without parsing. Tokens with many groups have up to 10 kB. */
const maxTokenLength = 12e3;
/** Creates a token verifier, which caches verified tokens until they expire. */
function createAccessTokens(deps) {
	const { settings, meters } = deps;
	const logFailure = createFailureLog(deps);
	const issuer = new Issuer(settings.OIDC_ISSUER, deps.now, (error) => logFailure(issuerUnavailable, error));
	const cache = createCache("verified_tokens", { maxEntries: 5e3 });
	async function verifyUncached(token, hash) {
		try {
			if (token.length > maxTokenLength) throw new JWTInvalid("the token is too long");
			const { payload, protectedHeader } = await jwtVerify(token, issuer.getKey, {
				issuer: settings.OIDC_ISSUER,
				audience: settings.OIDC_AUDIENCE,
				algorithms: settings.OIDC_ALGORITHMS,
				clockTolerance: settings.OIDC_CLOCK_SKEW_SECONDS,
				requiredClaims: ["sub", "exp"],
				currentDate: new Date(deps.now())
			});
			requireTokenType(protectedHeader.typ, settings.OIDC_TOKEN_TYPES);
			requirePastIssue(payload, deps);
			const claims = readClaims(payload, deps);
			cache.set(hash, {
				claims,
				keysVersion: issuer.keysVersion
			});
			return claims;
		} catch (error) {
			const reason = describeFault(error);
			meters.tokenRejections.add(1, reason);
			logFailure(reason, error);
			if (error instanceof IssuerUnavailable) throw unauthorized({ isUncharged: true });
			return;
		}
	}
	return { verify(token, tokenHash) {
		issuer.refresh();
		const entry = cache.get(tokenHash);
		if (entry && entry.keysVersion === issuer.keysVersion) {
			if (Date.parse(entry.claims.expiresAt) > deps.now()) return entry.claims;
		}
		return verifyUncached(token, tokenHash);
	} };
}
/** Requires an access token type, in order to reject other JWTs (RFC 8725, 3.11). */
function requireTokenType(type, allowedTypes) {
	const name = String(type ?? "JWT").replace(/^application\//i, "");
	if (!allowedTypes.some((allowed) => allowed.toLowerCase() === name.toLowerCase())) throw new JWTClaimValidationFailed("the token type is not accepted", {}, "typ");
}
/** Rejects a token with a future issue time, which might outlive the suspension of its user. */
function requirePastIssue({ iat }, { settings, now }) {
	if (iat !== void 0 && iat > now() / 1e3 + settings.OIDC_CLOCK_SKEW_SECONDS) throw new JWTClaimValidationFailed("the token was issued in the future", {}, "iat");
}
/** Reads a verified token's claims. @throws JWTClaimValidationFailed if the subject is invalid */
function readClaims(payload, { settings }) {
	const { OIDC_EMAIL_CLAIM, OIDC_EMAIL_VERIFIED_CLAIM, OIDC_SCOPE_CLAIM } = settings;
	if (typeof payload.sub !== "string" || payload.sub === "" || payload.sub.length > 255) throw new JWTClaimValidationFailed("the subject is invalid", payload, "sub");
	const email = payload[OIDC_EMAIL_CLAIM];
	const isVerified = [true, "true"].includes(payload[OIDC_EMAIL_VERIFIED_CLAIM]);
	return {
		issuer: settings.OIDC_ISSUER,
		subject: payload.sub,
		email: isVerified && typeof email === "string" ? email : void 0,
		...readName(payload),
		scopes: readScopes([payload[OIDC_SCOPE_CLAIM], payload["scp"]]),
		expiresAt: (/* @__PURE__ */ new Date(((payload.exp ?? 0) + settings.OIDC_CLOCK_SKEW_SECONDS) * 1e3)).toISOString()
	};
}
/** Reads the standard name claims (OpenID Connect Core 1.0, section 5.1). */
function readName(claims) {
	const readText = (name) => typeof claims[name] === "string" ? claims[name] : "";
	const [firstWord = "", ...otherWords] = readText("name").split(" ");
	return readText("given_name") !== "" || readText("family_name") !== "" ? {
		firstName: readText("given_name"),
		lastName: readText("family_name")
	} : {
		firstName: firstWord,
		lastName: otherWords.join(" ")
	};
}
/** The prefixes of Dealgraph's scopes, such as `people.`. */
const scopePrefixes = [...new Set(allScopes.map((scope) => `${scope.split(".")[0]}.`))];
/**
* Returns a token's Dealgraph scopes as a JSON list, or null for all rights of the user if there
* are none. Ignores the issuer's own scopes, such as `openid`. A token whose Dealgraph scopes are
* all unknown, such as `people.read`, has no rights.
*/
function readScopes(claims) {
	const scopeWords = claims.flat().flatMap((claim) => String(claim ?? "").split(/[\s,]+/)).filter((word) => scopePrefixes.some((prefix) => word.startsWith(prefix)));
	return scopeWords.length === 0 ? null : JSON.stringify(scopeWords.filter((word) => allScopes.includes(word)));
}
const issuerUnavailable = "issuer unavailable";
/** Returns one of a fixed list of reasons, since the reason is a metric label. */
function describeFault(error) {
	if (error instanceof IssuerUnavailable) return issuerUnavailable;
	if (error instanceof JWTExpired) return "expired";
	if (error instanceof JWTClaimValidationFailed) return `claim ${[
		"iss",
		"aud",
		"nbf",
		"typ",
		"sub",
		"exp",
		"iat"
	].find((knownClaim) => knownClaim === error.claim) ?? "other"}`;
	if (error instanceof JWSSignatureVerificationFailed) return "signature";
	if (error instanceof JOSEAlgNotAllowed) return "algorithm";
	if (error instanceof JWKSNoMatchingKey) return "unknown key";
	return "malformed";
}
const logIntervalMs = 6e4;
/** Returns a function that logs a failure, without the token, once per minute and reason. */
function createFailureLog({ log, now }) {
	const loggedAt = {};
	return (reason, error) => {
		if (now() - (loggedAt[reason] ?? Number.NEGATIVE_INFINITY) < logIntervalMs) return;
		loggedAt[reason] = now();
		const message = error instanceof Error ? error.message : String(error);
		log.warn({
			reason,
			message
		}, "an access token was rejected, or the issuer is unavailable");
	};
}
// src/sign-in/identities.ts
/** CROSSES COMPANIES: a person can be a user of several companies. */
const subjectIdentitiesQuery = query((k, p) => selectUsers(k).innerJoin("identities", (join) => join.onRef("identities.companyId", "=", "users.companyId").onRef("identities.userId", "=", "users.id")).where("identities.issuer", "=", p.issuer).where("identities.subject", "=", p.subject).select("identities.id as identityId"));
/** CROSSES COMPANIES: users of several companies can have the same email. */
const usersByEmailQuery = query((k, p) => selectUsers(k).where("users.emailKey", "=", p.emailKey));
/** Returns the active users bound to a subject, at most one per company. */
const findIdentities = async (deps, db, { issuer, subject }) => (await db.all(subjectIdentitiesQuery, {
	issuer,
	subject
})).filter((user) => acceptsCallers(deps, user));
/** Returns the active users with an email, at most one per company. */
const findUsersByEmail = async (deps, db, email) => (await db.all(usersByEmailQuery, { emailKey: email.toLowerCase() })).filter((user) => acceptsCallers(deps, user));
/** Finds a subject's user in company `companyId` or in the only company. @throws BAD_REQUEST */
const findIdentity = async (deps, db, claims, companyId) => chooseUser(await findIdentities(deps, db, claims), companyId);
/** Finds a subject's user, or binds a new subject to a user. @throws BAD_REQUEST */
async function findOrBindIdentity(deps, claims, companyId) {
	const find = () => deps.store.allCompanies.readLatest((db) => findIdentity(deps, db, claims, companyId));
	return await find() ?? (await bindIdentity(deps, claims, companyId) ? find() : void 0);
}
/** Lists the companies that a person can choose, by the person's identities or email. */
async function listCompanies(deps, claims) {
	return (await deps.store.allCompanies.readLatest(async (db) => {
		const identities = await findIdentities(deps, db, claims);
		return identities.length > 0 || !claims.email ? identities : findUsersByEmail(deps, db, claims.email);
	})).map(({ companyId, companyName }) => ({
		id: companyId,
		name: companyName
	}));
}
/** Excludes the Kelvin sign (U+212A), whose lower-case form is the ASCII letter k. */
const emailPattern = /^[^\s@\u212a]+@[^\s@\u212a]+\.[^\s@\u212a.]+$/;
/**
* Binds an identity to the user with its email, in company `companyId` or in the user's company.
* @returns false if no such user exists, or if the user has another identity of the issuer
* @throws BAD_REQUEST if users of several companies have the email and `companyId` is undefined
*/
async function bindIdentity(deps, claims, companyId) {
	const { email } = claims;
	if (!email || email.length > 254 || !emailPattern.test(email)) return false;
	const company = await findCompany(deps, chooseUser(await deps.store.allCompanies.readLatest((db) => findUsersByEmail(deps, db, email)), companyId)?.companyId, companyId);
	return company !== void 0 && runAsSystem(deps, company, (ctx) => bindToUser(ctx, {
		...claims,
		email
	}));
}
/** Finds the user's company or, for an unknown person, the company in which users are created. */
async function findCompany(deps, userCompanyId, namedCompanyId) {
	const { OIDC_PROVISION, OIDC_COMPANY } = deps.settings;
	const companies = await deps.store.allCompanies.readLatest((db) => db.all(allCompanies, {}));
	if (userCompanyId) return companies.find(({ id }) => id === userCompanyId);
	if (OIDC_PROVISION === "off") return void 0;
	const company = OIDC_COMPANY ? companies.find(({ id }) => id === OIDC_COMPANY) : companies.length === 1 ? companies[0] : void 0;
	if (!company) deps.log.warn("OIDC_PROVISION cannot create a user: set OIDC_COMPANY to the id of one of the companies");
	return namedCompanyId === void 0 || namedCompanyId === company?.id ? company : void 0;
}
/** Repeats the checks in the transaction, since a person's requests can arrive simultaneously. */
async function bindToUser(ctx, claims) {
	const { email, issuer, subject, firstName, lastName } = claims;
	if (await hasIdentity(ctx, issuer, "subject", subject)) return true;
	const user = await findUserByEmail(ctx, email);
	if (user?.suspendedAt || user && await hasIdentity(ctx, issuer, "userId", user.id)) return false;
	if (!user && ctx.settings.OIDC_PROVISION === "off") return false;
	const { id: userId } = user ?? await createUser(ctx, {
		email,
		role: "Agent",
		firstName: firstName.slice(0, 50) || email.slice(0, email.indexOf("@")).slice(0, 50),
		lastName: lastName.slice(0, 50)
	});
	await createIdentity(ctx, {
		userId,
		issuer,
		subject,
		email
	});
	return true;
}
/** Returns the user in company `companyId`, or the only user. @throws BAD_REQUEST for several */
function chooseUser(users, companyId) {
	if (companyId !== void 0) return users.find((user) => user.companyId === companyId);
	if (users.length > 1) throw badRequest(`You are a user of several companies: set X-Company-Id to the id of one of them (${users.map((user) => user.companyId).join(", ")})`);
	return users[0];
}
// node_modules/oauth4webapi/build/index.js
let USER_AGENT$1;
if (typeof navigator === "undefined" || !navigator.userAgent?.startsWith?.("Mozilla/5.0 ")) USER_AGENT$1 = `oauth4webapi/v3.8.8`;
function looseInstanceOf(input, expected) {
	if (input == null) return false;
	try {
		return input instanceof expected || Object.getPrototypeOf(input)[Symbol.toStringTag] === expected.prototype[Symbol.toStringTag];
	} catch {
		return false;
	}
}
const ERR_INVALID_ARG_VALUE$1 = "ERR_INVALID_ARG_VALUE";
const ERR_INVALID_ARG_TYPE$1 = "ERR_INVALID_ARG_TYPE";
function CodedTypeError$1(message, code, cause) {
	const err = new TypeError(message, { cause });
	Object.assign(err, { code });
	return err;
}
const allowInsecureRequests$1 = Symbol();
const clockSkew = Symbol();
const clockTolerance$1 = Symbol();
const customFetch$1 = Symbol();
const jweDecrypt = Symbol();
const encoder = new TextEncoder();
const decoder$1 = new TextDecoder();
function buf(input) {
	if (typeof input === "string") return encoder.encode(input);
	return decoder$1.decode(input);
}
let encodeBase64Url;
if (Uint8Array.prototype.toBase64) encodeBase64Url = (input) => {
	if (input instanceof ArrayBuffer) input = new Uint8Array(input);
	return input.toBase64({
		alphabet: "base64url",
		omitPadding: true
	});
};
else {
	const CHUNK_SIZE = 32768;
	encodeBase64Url = (input) => {
		if (input instanceof ArrayBuffer) input = new Uint8Array(input);
		const arr = [];
		for (let i = 0; i < input.byteLength; i += CHUNK_SIZE) arr.push(String.fromCharCode.apply(null, input.subarray(i, i + CHUNK_SIZE)));
		return btoa(arr.join("")).replace(/=/g, "").replace(/\+/g, "-").replace(/\//g, "_");
	};
}
let decodeBase64Url;
if (Uint8Array.fromBase64) decodeBase64Url = (input) => {
	try {
		return Uint8Array.fromBase64(input, { alphabet: "base64url" });
	} catch (cause) {
		throw CodedTypeError$1("The input to be decoded is not correctly encoded.", ERR_INVALID_ARG_VALUE$1, cause);
	}
};
else decodeBase64Url = (input) => {
	try {
		const binary = atob(input.replace(/-/g, "+").replace(/_/g, "/").replace(/\s/g, ""));
		const bytes = new Uint8Array(binary.length);
		for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
		return bytes;
	} catch (cause) {
		throw CodedTypeError$1("The input to be decoded is not correctly encoded.", ERR_INVALID_ARG_VALUE$1, cause);
	}
};
function b64u(input) {
	if (typeof input === "string") return decodeBase64Url(input);
	return encodeBase64Url(input);
}
var UnsupportedOperationError = class extends Error {
	code;
	constructor(message, options) {
		super(message, options);
		this.name = this.constructor.name;
		this.code = UNSUPPORTED_OPERATION;
		Error.captureStackTrace?.(this, this.constructor);
	}
};
var OperationProcessingError = class extends Error {
	code;
	constructor(message, options) {
		super(message, options);
		this.name = this.constructor.name;
		if (options?.code) this.code = options?.code;
		Error.captureStackTrace?.(this, this.constructor);
	}
};
function OPE(message, code, cause) {
	return new OperationProcessingError(message, {
		code,
		cause
	});
}
function isJsonObject(input) {
	if (input === null || typeof input !== "object" || Array.isArray(input)) return false;
	return true;
}
function prepareHeaders(input) {
	if (looseInstanceOf(input, Headers)) input = Object.fromEntries(input.entries());
	const headers = new Headers(input ?? {});
	if (USER_AGENT$1 && !headers.has("user-agent")) headers.set("user-agent", USER_AGENT$1);
	if (headers.has("authorization")) throw CodedTypeError$1("\"options.headers\" must not include the \"authorization\" header name", ERR_INVALID_ARG_VALUE$1);
	return headers;
}
function signal$1(url, value) {
	if (value !== void 0) {
		if (typeof value === "function") value = value(url.href);
		if (!(value instanceof AbortSignal)) throw CodedTypeError$1("\"options.signal\" must return or be an instance of AbortSignal", ERR_INVALID_ARG_TYPE$1);
		return value;
	}
}
function replaceDoubleSlash(pathname) {
	if (pathname.includes("//")) return pathname.replace("//", "/");
	return pathname;
}
function prependWellKnown(url, wellKnown, allowTerminatingSlash = false) {
	if (url.pathname === "/") url.pathname = wellKnown;
	else url.pathname = replaceDoubleSlash(`${wellKnown}/${allowTerminatingSlash ? url.pathname : url.pathname.replace(/(\/)$/, "")}`);
	return url;
}
function appendWellKnown(url, wellKnown) {
	url.pathname = replaceDoubleSlash(`${url.pathname}/${wellKnown}`);
	return url;
}
async function performDiscovery$1(input, urlName, transform, options) {
	if (!(input instanceof URL)) throw CodedTypeError$1(`"${urlName}" must be an instance of URL`, ERR_INVALID_ARG_TYPE$1);
	checkProtocol(input, options?.[allowInsecureRequests$1] !== true);
	const url = transform(new URL(input.href));
	const headers = prepareHeaders(options?.headers);
	headers.set("accept", "application/json");
	return (options?.[customFetch$1] || fetch)(url.href, {
		body: void 0,
		headers: Object.fromEntries(headers.entries()),
		method: "GET",
		redirect: "manual",
		signal: signal$1(url, options?.signal)
	});
}
async function discoveryRequest(issuerIdentifier, options) {
	return performDiscovery$1(issuerIdentifier, "issuerIdentifier", (url) => {
		switch (options?.algorithm) {
			case void 0:
			case "oidc":
				appendWellKnown(url, ".well-known/openid-configuration");
				break;
			case "oauth2":
				prependWellKnown(url, ".well-known/oauth-authorization-server");
				break;
			default: throw CodedTypeError$1("\"options.algorithm\" must be \"oidc\" (default), or \"oauth2\"", ERR_INVALID_ARG_VALUE$1);
		}
		return url;
	}, options);
}
function assertNumber(input, allow0, it, code, cause) {
	try {
		if (typeof input !== "number" || !Number.isFinite(input)) throw CodedTypeError$1(`${it} must be a number`, ERR_INVALID_ARG_TYPE$1, cause);
		if (input > 0) return;
		if (allow0) {
			if (input !== 0) throw CodedTypeError$1(`${it} must be a non-negative number`, ERR_INVALID_ARG_VALUE$1, cause);
			return;
		}
		throw CodedTypeError$1(`${it} must be a positive number`, ERR_INVALID_ARG_VALUE$1, cause);
	} catch (err) {
		if (code) throw OPE(err.message, code, cause);
		throw err;
	}
}
function assertString$1(input, it, code, cause) {
	try {
		if (typeof input !== "string") throw CodedTypeError$1(`${it} must be a string`, ERR_INVALID_ARG_TYPE$1, cause);
		if (input.length === 0) throw CodedTypeError$1(`${it} must not be empty`, ERR_INVALID_ARG_VALUE$1, cause);
	} catch (err) {
		if (code) throw OPE(err.message, code, cause);
		throw err;
	}
}
async function processDiscoveryResponse(expectedIssuerIdentifier, response) {
	const expected = expectedIssuerIdentifier;
	if (!(expected instanceof URL) && expected !== _nodiscoverycheck) throw CodedTypeError$1("\"expectedIssuerIdentifier\" must be an instance of URL", ERR_INVALID_ARG_TYPE$1);
	if (!looseInstanceOf(response, Response)) throw CodedTypeError$1("\"response\" must be an instance of Response", ERR_INVALID_ARG_TYPE$1);
	if (response.status !== 200) throw OPE("\"response\" is not a conform Authorization Server Metadata response (unexpected HTTP status code)", RESPONSE_IS_NOT_CONFORM, response);
	assertReadableResponse(response);
	const json = await getResponseJsonBody(response);
	assertString$1(json.issuer, "\"response\" body \"issuer\" property", INVALID_RESPONSE, { body: json });
	if (expected !== _nodiscoverycheck && new URL(json.issuer).href !== expected.href) throw OPE("\"response\" body \"issuer\" property does not match the expected value", JSON_ATTRIBUTE_COMPARISON, {
		expected: expected.href,
		body: json,
		attribute: "issuer"
	});
	return json;
}
function assertApplicationJson(response) {
	assertContentType(response, "application/json");
}
function notJson(response, ...types) {
	let msg = "\"response\" content-type must be ";
	if (types.length > 2) {
		const last = types.pop();
		msg += `${types.join(", ")}, or ${last}`;
	} else if (types.length === 2) msg += `${types[0]} or ${types[1]}`;
	else msg += types[0];
	return OPE(msg, RESPONSE_IS_NOT_JSON, response);
}
function assertContentType(response, contentType) {
	if (getContentType(response) !== contentType) throw notJson(response, contentType);
}
function randomBytes$1() {
	return b64u(crypto.getRandomValues(/* @__PURE__ */ new Uint8Array(32)));
}
function generateRandomCodeVerifier() {
	return randomBytes$1();
}
function generateRandomState() {
	return randomBytes$1();
}
function generateRandomNonce() {
	return randomBytes$1();
}
async function calculatePKCECodeChallenge$1(codeVerifier) {
	assertString$1(codeVerifier, "codeVerifier");
	return b64u(await crypto.subtle.digest("SHA-256", buf(codeVerifier)));
}
function getClockSkew(client) {
	const skew = client?.[clockSkew];
	return typeof skew === "number" && Number.isFinite(skew) ? skew : 0;
}
function getClockTolerance(client) {
	const tolerance = client?.[clockTolerance$1];
	return typeof tolerance === "number" && Number.isFinite(tolerance) && Math.sign(tolerance) !== -1 ? tolerance : 30;
}
function epochTime() {
	return Math.floor(Date.now() / 1e3);
}
function assertAs(as) {
	if (typeof as !== "object" || as === null) throw CodedTypeError$1("\"as\" must be an object", ERR_INVALID_ARG_TYPE$1);
	assertString$1(as.issuer, "\"as.issuer\"");
}
function assertClient(client) {
	if (typeof client !== "object" || client === null) throw CodedTypeError$1("\"client\" must be an object", ERR_INVALID_ARG_TYPE$1);
	assertString$1(client.client_id, "\"client.client_id\"");
}
function formUrlEncode(token) {
	return encodeURIComponent(token).replace(/(?:[-_.!~*'()]|%20)/g, (substring) => {
		switch (substring) {
			case "-":
			case "_":
			case ".":
			case "!":
			case "~":
			case "*":
			case "'":
			case "(":
			case ")": return `%${substring.charCodeAt(0).toString(16).toUpperCase()}`;
			case "%20": return "+";
			default: throw new Error();
		}
	});
}
function ClientSecretPost$1(clientSecret) {
	assertString$1(clientSecret, "\"clientSecret\"");
	return (_as, client, body, _headers) => {
		body.set("client_id", client.client_id);
		body.set("client_secret", clientSecret);
	};
}
function ClientSecretBasic$1(clientSecret) {
	assertString$1(clientSecret, "\"clientSecret\"");
	return (_as, client, _body, headers) => {
		const username = formUrlEncode(client.client_id);
		const password = formUrlEncode(clientSecret);
		const credentials = btoa(`${username}:${password}`);
		headers.set("authorization", `Basic ${credentials}`);
	};
}
function None$1() {
	return (_as, client, body, _headers) => {
		body.set("client_id", client.client_id);
	};
}
const URLParse = URL.parse ? (url, base) => URL.parse(url, base) : (url, base) => {
	try {
		return new URL(url, base);
	} catch {
		return null;
	}
};
function checkProtocol(url, enforceHttps) {
	if (enforceHttps && url.protocol !== "https:") throw OPE("only requests to HTTPS are allowed", HTTP_REQUEST_FORBIDDEN, url);
	if (url.protocol !== "https:" && url.protocol !== "http:") throw OPE("only HTTP and HTTPS requests are allowed", REQUEST_PROTOCOL_FORBIDDEN, url);
}
function validateEndpoint(value, endpoint, useMtlsAlias, enforceHttps) {
	let url;
	if (typeof value !== "string" || !(url = URLParse(value))) throw OPE(`authorization server metadata does not contain a valid ${useMtlsAlias ? `"as.mtls_endpoint_aliases.${endpoint}"` : `"as.${endpoint}"`}`, value === void 0 ? MISSING_SERVER_METADATA : INVALID_SERVER_METADATA, { attribute: useMtlsAlias ? `mtls_endpoint_aliases.${endpoint}` : endpoint });
	checkProtocol(url, enforceHttps);
	return url;
}
function resolveEndpoint(as, endpoint, useMtlsAlias, enforceHttps) {
	if (useMtlsAlias && as.mtls_endpoint_aliases && endpoint in as.mtls_endpoint_aliases) return validateEndpoint(as.mtls_endpoint_aliases[endpoint], endpoint, useMtlsAlias, enforceHttps);
	return validateEndpoint(as[endpoint], endpoint, useMtlsAlias, enforceHttps);
}
function isDPoPNonceError(err) {
	if (err instanceof WWWAuthenticateChallengeError) return err.cause.some((challenge) => challenge.scheme === "dpop" && challenge.parameters.error === "use_dpop_nonce");
	if (err instanceof ResponseBodyError) return err.error === "use_dpop_nonce";
	return false;
}
var ResponseBodyError = class extends Error {
	cause;
	code;
	error;
	status;
	error_description;
	response;
	constructor(message, options) {
		super(message, options);
		this.name = this.constructor.name;
		this.code = RESPONSE_BODY_ERROR;
		this.cause = options.cause;
		this.error = options.cause.error;
		this.status = options.response.status;
		this.error_description = options.cause.error_description;
		Object.defineProperty(this, "response", {
			enumerable: false,
			value: options.response
		});
		Error.captureStackTrace?.(this, this.constructor);
	}
};
var AuthorizationResponseError = class extends Error {
	cause;
	code;
	error;
	error_description;
	constructor(message, options) {
		super(message, options);
		this.name = this.constructor.name;
		this.code = AUTHORIZATION_RESPONSE_ERROR;
		this.cause = options.cause;
		this.error = options.cause.get("error");
		this.error_description = options.cause.get("error_description") ?? void 0;
		Error.captureStackTrace?.(this, this.constructor);
	}
};
var WWWAuthenticateChallengeError = class extends Error {
	cause;
	code;
	response;
	status;
	constructor(message, options) {
		super(message, options);
		this.name = this.constructor.name;
		this.code = WWW_AUTHENTICATE_CHALLENGE;
		this.cause = options.cause;
		this.status = options.response.status;
		this.response = options.response;
		Object.defineProperty(this, "response", { enumerable: false });
		Error.captureStackTrace?.(this, this.constructor);
	}
};
const schemeRE = /* @__PURE__ */ new RegExp("^[,\\s]*([a-zA-Z0-9!#$%&\\'\\*\\+\\-\\.\\^_`\\|~]+)");
const quotedParamRE = /* @__PURE__ */ new RegExp("^[,\\s]*([a-zA-Z0-9!#$%&\\'\\*\\+\\-\\.\\^_`\\|~]+)\\s*=\\s*\"((?:[^\"\\\\]|\\\\[\\s\\S])*)\"[,\\s]*(.*)");
const unquotedParamRE = /* @__PURE__ */ new RegExp("^[,\\s]*([a-zA-Z0-9!#$%&\\'\\*\\+\\-\\.\\^_`\\|~]+)\\s*=\\s*([a-zA-Z0-9!#$%&\\'\\*\\+\\-\\.\\^_`\\|~]+)[,\\s]*(.*)");
const token68ParamRE = /* @__PURE__ */ new RegExp("^([a-zA-Z0-9\\-\\._\\~\\+\\/]+={0,2})(?:$|[,\\s])(.*)");
function parseWwwAuthenticateChallenges(response) {
	if (!looseInstanceOf(response, Response)) throw CodedTypeError$1("\"response\" must be an instance of Response", ERR_INVALID_ARG_TYPE$1);
	const header = response.headers.get("www-authenticate");
	if (header === null) return;
	const challenges = [];
	let rest = header;
	while (rest) {
		let match = rest.match(schemeRE);
		const scheme = match?.["1"].toLowerCase();
		if (!scheme) return;
		const afterScheme = rest.substring(match[0].length);
		if (afterScheme && !afterScheme.match(/^[\s,]/)) return;
		const spaceMatch = afterScheme.match(/^\s+(.*)$/);
		const hasParameters = !!spaceMatch;
		rest = spaceMatch ? spaceMatch[1] : void 0;
		const parameters = {};
		let token68;
		if (hasParameters) while (rest) {
			let key;
			let value;
			if (match = rest.match(quotedParamRE)) {
				[, key, value, rest] = match;
				if (value.includes("\\")) value = value.replace(/\\([\s\S])/g, "$1");
				parameters[key.toLowerCase()] = value;
				continue;
			}
			if (match = rest.match(unquotedParamRE)) {
				[, key, value, rest] = match;
				parameters[key.toLowerCase()] = value;
				continue;
			}
			if (match = rest.match(token68ParamRE)) {
				if (Object.keys(parameters).length) break;
				[, token68, rest] = match;
				break;
			}
			return;
		}
		else rest = afterScheme || void 0;
		const challenge = {
			scheme,
			parameters
		};
		if (token68) challenge.token68 = token68;
		challenges.push(challenge);
	}
	if (!challenges.length) return;
	return challenges;
}
async function parseOAuthResponseErrorBody(response) {
	if (response.status > 399 && response.status < 500) {
		assertReadableResponse(response);
		assertApplicationJson(response);
		try {
			const json = await response.clone().json();
			if (isJsonObject(json) && typeof json.error === "string" && json.error.length) return json;
		} catch {}
	}
}
async function checkOAuthBodyError(response, expected, label) {
	if (response.status !== expected) {
		checkAuthenticationChallenges(response);
		let err;
		if (err = await parseOAuthResponseErrorBody(response)) {
			await response.body?.cancel();
			throw new ResponseBodyError("server responded with an error in the response body", {
				cause: err,
				response
			});
		}
		throw OPE(`"response" is not a conform ${label} response (unexpected HTTP status code)`, RESPONSE_IS_NOT_CONFORM, response);
	}
}
function assertDPoP(option) {
	if (!branded.has(option)) throw CodedTypeError$1("\"options.DPoP\" is not a valid DPoPHandle", ERR_INVALID_ARG_VALUE$1);
}
async function resourceRequest(accessToken, method, url, headers, body, options) {
	assertString$1(accessToken, "\"accessToken\"");
	if (!(url instanceof URL)) throw CodedTypeError$1("\"url\" must be an instance of URL", ERR_INVALID_ARG_TYPE$1);
	checkProtocol(url, options?.[allowInsecureRequests$1] !== true);
	headers = prepareHeaders(headers);
	if (options?.DPoP) {
		assertDPoP(options.DPoP);
		await options.DPoP.addProof(url, headers, method.toUpperCase(), accessToken);
	}
	headers.set("authorization", `${headers.has("dpop") ? "DPoP" : "Bearer"} ${accessToken}`);
	const response = await (options?.[customFetch$1] || fetch)(url.href, {
		duplex: looseInstanceOf(body, ReadableStream) ? "half" : void 0,
		body,
		headers: Object.fromEntries(headers.entries()),
		method,
		redirect: "manual",
		signal: signal$1(url, options?.signal)
	});
	options?.DPoP?.cacheNonce(response, url);
	return response;
}
async function userInfoRequest(as, client, accessToken, options) {
	assertAs(as);
	assertClient(client);
	const url = resolveEndpoint(as, "userinfo_endpoint", client.use_mtls_endpoint_aliases, options?.[allowInsecureRequests$1] !== true);
	const headers = prepareHeaders(options?.headers);
	if (client.userinfo_signed_response_alg) headers.set("accept", "application/jwt");
	else {
		headers.set("accept", "application/json");
		headers.append("accept", "application/jwt");
	}
	return resourceRequest(accessToken, "GET", url, headers, null, {
		...options,
		[clockSkew]: getClockSkew(client)
	});
}
const skipSubjectCheck = Symbol();
function getContentType(input) {
	return input.headers.get("content-type")?.split(";")[0];
}
async function processUserInfoResponse(as, client, expectedSubject, response, options) {
	assertAs(as);
	assertClient(client);
	if (!looseInstanceOf(response, Response)) throw CodedTypeError$1("\"response\" must be an instance of Response", ERR_INVALID_ARG_TYPE$1);
	checkAuthenticationChallenges(response);
	if (response.status !== 200) throw OPE("\"response\" is not a conform UserInfo Endpoint response (unexpected HTTP status code)", RESPONSE_IS_NOT_CONFORM, response);
	assertReadableResponse(response);
	let json;
	if (getContentType(response) === "application/jwt") {
		const { claims, jwt } = await validateJwt(await response.text(), checkSigningAlgorithm.bind(void 0, client.userinfo_signed_response_alg, as.userinfo_signing_alg_values_supported, void 0), getClockSkew(client), getClockTolerance(client), options?.[jweDecrypt]).then(validateOptionalAudience.bind(void 0, client.client_id)).then(validateOptionalIssuer.bind(void 0, as));
		jwtRefs.set(response, jwt);
		json = claims;
	} else {
		if (client.userinfo_signed_response_alg) throw OPE("JWT UserInfo Response expected", JWT_USERINFO_EXPECTED, response);
		json = await getResponseJsonBody(response);
	}
	assertString$1(json.sub, "\"response\" body \"sub\" property", INVALID_RESPONSE, { body: json });
	switch (expectedSubject) {
		case skipSubjectCheck: break;
		default:
			assertString$1(expectedSubject, "\"expectedSubject\"");
			if (json.sub !== expectedSubject) throw OPE("unexpected \"response\" body \"sub\" property value", JSON_ATTRIBUTE_COMPARISON, {
				expected: expectedSubject,
				body: json,
				attribute: "sub"
			});
	}
	return json;
}
async function authenticatedRequest(as, client, clientAuthentication, url, body, headers, options) {
	await clientAuthentication(as, client, body, headers);
	headers.set("content-type", "application/x-www-form-urlencoded;charset=UTF-8");
	return (options?.[customFetch$1] || fetch)(url.href, {
		body,
		headers: Object.fromEntries(headers.entries()),
		method: "POST",
		redirect: "manual",
		signal: signal$1(url, options?.signal)
	});
}
async function tokenEndpointRequest(as, client, clientAuthentication, grantType, parameters, options) {
	const url = resolveEndpoint(as, "token_endpoint", client.use_mtls_endpoint_aliases, options?.[allowInsecureRequests$1] !== true);
	parameters.set("grant_type", grantType);
	const headers = prepareHeaders(options?.headers);
	headers.set("accept", "application/json");
	if (options?.DPoP !== void 0) {
		assertDPoP(options.DPoP);
		await options.DPoP.addProof(url, headers, "POST");
	}
	const response = await authenticatedRequest(as, client, clientAuthentication, url, parameters, headers, options);
	options?.DPoP?.cacheNonce(response, url);
	return response;
}
const idTokenClaims = /* @__PURE__ */ new WeakMap();
const jwtRefs = /* @__PURE__ */ new WeakMap();
function getValidatedIdTokenClaims(ref) {
	if (!ref.id_token) return;
	const claims = idTokenClaims.get(ref);
	if (!claims) throw CodedTypeError$1("\"ref\" was already garbage collected or did not resolve from the proper sources", ERR_INVALID_ARG_VALUE$1);
	return claims;
}
async function processGenericAccessTokenResponse(as, client, response, additionalRequiredIdTokenClaims, decryptFn, recognizedTokenTypes) {
	assertAs(as);
	assertClient(client);
	if (!looseInstanceOf(response, Response)) throw CodedTypeError$1("\"response\" must be an instance of Response", ERR_INVALID_ARG_TYPE$1);
	await checkOAuthBodyError(response, 200, "Token Endpoint");
	assertReadableResponse(response);
	const json = await getResponseJsonBody(response);
	assertString$1(json.access_token, "\"response\" body \"access_token\" property", INVALID_RESPONSE, { body: json });
	assertString$1(json.token_type, "\"response\" body \"token_type\" property", INVALID_RESPONSE, { body: json });
	json.token_type = json.token_type.toLowerCase();
	if (json.expires_in !== void 0) {
		let expiresIn = typeof json.expires_in !== "number" ? parseFloat(json.expires_in) : json.expires_in;
		assertNumber(expiresIn, true, "\"response\" body \"expires_in\" property", INVALID_RESPONSE, { body: json });
		json.expires_in = expiresIn;
	}
	if (json.refresh_token !== void 0) assertString$1(json.refresh_token, "\"response\" body \"refresh_token\" property", INVALID_RESPONSE, { body: json });
	if (json.scope !== void 0 && typeof json.scope !== "string") throw OPE("\"response\" body \"scope\" property must be a string", INVALID_RESPONSE, { body: json });
	if (json.id_token !== void 0) {
		assertString$1(json.id_token, "\"response\" body \"id_token\" property", INVALID_RESPONSE, { body: json });
		const requiredClaims = [];
		if (client.require_auth_time === true) requiredClaims.push("auth_time");
		if (client.default_max_age !== void 0) {
			assertNumber(client.default_max_age, true, "\"client.default_max_age\"");
			requiredClaims.push("auth_time");
		}
		if (additionalRequiredIdTokenClaims?.length) requiredClaims.push(...additionalRequiredIdTokenClaims);
		const { claims, jwt } = await validateIdTokenClaims(as, client, json.id_token, requiredClaims, decryptFn);
		validateIdTokenAuthorizedParty(client, claims);
		validateIdTokenAuthTimeClaim(claims);
		jwtRefs.set(response, jwt);
		idTokenClaims.set(json, claims);
	}
	if (recognizedTokenTypes?.[json.token_type] !== void 0) recognizedTokenTypes[json.token_type](response, json);
	else if (json.token_type !== "dpop" && json.token_type !== "bearer") throw new UnsupportedOperationError("unsupported `token_type` value", { cause: { body: json } });
	return json;
}
function checkAuthenticationChallenges(response) {
	let challenges;
	if (challenges = parseWwwAuthenticateChallenges(response)) throw new WWWAuthenticateChallengeError("server responded with a challenge in the WWW-Authenticate HTTP Header", {
		cause: challenges,
		response
	});
}
function validateOptionalAudience(expected, result) {
	if (result.claims.aud !== void 0) return validateAudience(expected, result);
	return result;
}
function validateAudience(expected, result) {
	if (Array.isArray(result.claims.aud)) {
		if (!result.claims.aud.includes(expected)) throw OPE("unexpected JWT \"aud\" (audience) claim value", JWT_CLAIM_COMPARISON, {
			expected,
			claims: result.claims,
			claim: "aud"
		});
	} else if (result.claims.aud !== expected) throw OPE("unexpected JWT \"aud\" (audience) claim value", JWT_CLAIM_COMPARISON, {
		expected,
		claims: result.claims,
		claim: "aud"
	});
	return result;
}
function validateOptionalIssuer(as, result) {
	if (result.claims.iss !== void 0) return validateIssuer(as, result);
	return result;
}
function validateIssuer(as, result) {
	const expected = as[_expectedIssuer]?.(result) ?? as.issuer;
	if (result.claims.iss !== expected) throw OPE("unexpected JWT \"iss\" (issuer) claim value", JWT_CLAIM_COMPARISON, {
		expected,
		claims: result.claims,
		claim: "iss"
	});
	return result;
}
const branded = /* @__PURE__ */ new WeakSet();
function brand(searchParams) {
	branded.add(searchParams);
	return searchParams;
}
const nopkce = Symbol();
async function authorizationCodeGrantRequest(as, client, clientAuthentication, callbackParameters, redirectUri, codeVerifier, options) {
	assertAs(as);
	assertClient(client);
	if (!branded.has(callbackParameters)) throw CodedTypeError$1("\"callbackParameters\" must be an instance of URLSearchParams obtained from \"validateAuthResponse()\", or \"validateJwtAuthResponse()", ERR_INVALID_ARG_VALUE$1);
	assertString$1(redirectUri, "\"redirectUri\"");
	const code = getURLSearchParameter(callbackParameters, "code");
	if (!code) throw OPE("no authorization code in \"callbackParameters\"", INVALID_RESPONSE);
	const parameters = new URLSearchParams(options?.additionalParameters);
	parameters.set("redirect_uri", redirectUri);
	parameters.set("code", code);
	if (codeVerifier !== nopkce) {
		assertString$1(codeVerifier, "\"codeVerifier\"");
		parameters.set("code_verifier", codeVerifier);
	}
	return tokenEndpointRequest(as, client, clientAuthentication, "authorization_code", parameters, options);
}
const jwtClaimNames = {
	aud: "audience",
	c_hash: "code hash",
	client_id: "client id",
	exp: "expiration time",
	iat: "issued at",
	iss: "issuer",
	jti: "jwt id",
	nonce: "nonce",
	s_hash: "state hash",
	sub: "subject",
	ath: "access token hash",
	htm: "http method",
	htu: "http uri",
	cnf: "confirmation",
	auth_time: "authentication time"
};
function validatePresence(required, result) {
	for (const claim of required) if (result.claims[claim] === void 0) throw OPE(`JWT "${claim}" (${jwtClaimNames[claim]}) claim missing`, INVALID_RESPONSE, { claims: result.claims });
	return result;
}
function validateStringClaim(claim, result) {
	if (typeof result.claims[claim] !== "string") throw OPE(`unexpected JWT "${claim}" (${jwtClaimNames[claim]}) claim type`, INVALID_RESPONSE, { claims: result.claims });
	return result;
}
function validateIdTokenClaims(as, client, idToken, requiredClaims, decryptFn) {
	return validateJwt(idToken, checkSigningAlgorithm.bind(void 0, client.id_token_signed_response_alg, as.id_token_signing_alg_values_supported, "RS256"), getClockSkew(client), getClockTolerance(client), decryptFn).then(validatePresence.bind(void 0, [
		"aud",
		"exp",
		"iat",
		"iss",
		"sub",
		...requiredClaims
	])).then(validateIssuer.bind(void 0, as)).then(validateAudience.bind(void 0, client.client_id)).then(validateStringClaim.bind(void 0, "sub"));
}
function resolveIdTokenMaxAge(client, maxAge) {
	if (maxAge === skipAuthTimeCheck) return maxAge;
	const fromClient = maxAge === void 0;
	if (fromClient) maxAge = client.default_max_age;
	if (maxAge === void 0) return skipAuthTimeCheck;
	assertNumber(maxAge, true, fromClient ? "\"client.default_max_age\"" : "\"maxAge\" argument");
	return maxAge;
}
function validateIdTokenAuthTimeClaim(claims) {
	if (claims.auth_time !== void 0) assertNumber(claims.auth_time, true, "ID Token \"auth_time\" (authentication time)", INVALID_RESPONSE, { claims });
}
function validateIdTokenAuthTime(client, claims, maxAge) {
	if (maxAge === skipAuthTimeCheck) return;
	const now = epochTime() + getClockSkew(client);
	const tolerance = getClockTolerance(client);
	if (claims.auth_time + maxAge < now - tolerance) throw OPE("too much time has elapsed since the last End-User authentication", JWT_TIMESTAMP_CHECK, {
		claims,
		now,
		tolerance,
		claim: "auth_time"
	});
}
function validateIdTokenNonce(claims, expectedNonce) {
	const expected = expectedNonce === expectNoNonce ? void 0 : expectedNonce;
	if (claims.nonce !== expected) throw OPE("unexpected ID Token \"nonce\" claim value", JWT_CLAIM_COMPARISON, {
		expected,
		claims,
		claim: "nonce"
	});
}
function validateIdTokenAuthorizedParty(client, claims) {
	if (Array.isArray(claims.aud) && claims.aud.length !== 1) {
		if (claims.azp === void 0) throw OPE("ID Token \"aud\" (audience) claim includes additional untrusted audiences", JWT_CLAIM_COMPARISON, {
			claims,
			claim: "aud"
		});
		if (claims.azp !== client.client_id) throw OPE("unexpected ID Token \"azp\" (authorized party) claim value", JWT_CLAIM_COMPARISON, {
			expected: client.client_id,
			claims,
			claim: "azp"
		});
	}
}
const expectNoNonce = Symbol();
const skipAuthTimeCheck = Symbol();
async function processAuthorizationCodeResponse(as, client, response, options) {
	if (typeof options?.expectedNonce === "string" || typeof options?.maxAge === "number" || options?.requireIdToken) return processAuthorizationCodeOpenIDResponse(as, client, response, options.expectedNonce, options.maxAge, options[jweDecrypt], options.recognizedTokenTypes);
	return processAuthorizationCodeOAuth2Response(as, client, response, options?.maxAge, options?.[jweDecrypt], options?.recognizedTokenTypes);
}
async function processAuthorizationCodeOpenIDResponse(as, client, response, expectedNonce, maxAge, decryptFn, recognizedTokenTypes) {
	const additionalRequiredClaims = [];
	switch (expectedNonce) {
		case void 0:
			expectedNonce = expectNoNonce;
			break;
		case expectNoNonce: break;
		default:
			assertString$1(expectedNonce, "\"expectedNonce\" argument");
			additionalRequiredClaims.push("nonce");
	}
	maxAge = resolveIdTokenMaxAge(client, maxAge);
	if (maxAge !== skipAuthTimeCheck) additionalRequiredClaims.push("auth_time");
	const result = await processGenericAccessTokenResponse(as, client, response, additionalRequiredClaims, decryptFn, recognizedTokenTypes);
	assertString$1(result.id_token, "\"response\" body \"id_token\" property", INVALID_RESPONSE, { body: result });
	const claims = getValidatedIdTokenClaims(result);
	validateIdTokenAuthTime(client, claims, maxAge);
	validateIdTokenNonce(claims, expectedNonce);
	return result;
}
async function processAuthorizationCodeOAuth2Response(as, client, response, maxAge, decryptFn, recognizedTokenTypes) {
	const result = await processGenericAccessTokenResponse(as, client, response, void 0, decryptFn, recognizedTokenTypes);
	const claims = getValidatedIdTokenClaims(result);
	if (claims) {
		validateIdTokenAuthTime(client, claims, resolveIdTokenMaxAge(client, maxAge));
		validateIdTokenNonce(claims, expectNoNonce);
	}
	return result;
}
const WWW_AUTHENTICATE_CHALLENGE = "OAUTH_WWW_AUTHENTICATE_CHALLENGE";
const RESPONSE_BODY_ERROR = "OAUTH_RESPONSE_BODY_ERROR";
const UNSUPPORTED_OPERATION = "OAUTH_UNSUPPORTED_OPERATION";
const AUTHORIZATION_RESPONSE_ERROR = "OAUTH_AUTHORIZATION_RESPONSE_ERROR";
const JWT_USERINFO_EXPECTED = "OAUTH_JWT_USERINFO_EXPECTED";
const PARSE_ERROR = "OAUTH_PARSE_ERROR";
const INVALID_RESPONSE = "OAUTH_INVALID_RESPONSE";
const RESPONSE_IS_NOT_JSON = "OAUTH_RESPONSE_IS_NOT_JSON";
const RESPONSE_IS_NOT_CONFORM = "OAUTH_RESPONSE_IS_NOT_CONFORM";
const HTTP_REQUEST_FORBIDDEN = "OAUTH_HTTP_REQUEST_FORBIDDEN";
const REQUEST_PROTOCOL_FORBIDDEN = "OAUTH_REQUEST_PROTOCOL_FORBIDDEN";
const JWT_TIMESTAMP_CHECK = "OAUTH_JWT_TIMESTAMP_CHECK_FAILED";
const JWT_CLAIM_COMPARISON = "OAUTH_JWT_CLAIM_COMPARISON_FAILED";
const JSON_ATTRIBUTE_COMPARISON = "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED";
const MISSING_SERVER_METADATA = "OAUTH_MISSING_SERVER_METADATA";
const INVALID_SERVER_METADATA = "OAUTH_INVALID_SERVER_METADATA";
function assertReadableResponse(response) {
	if (response.bodyUsed) throw CodedTypeError$1("\"response\" body has been used already", ERR_INVALID_ARG_VALUE$1);
}
async function validateJwt(jws, checkAlg, clockSkew, clockTolerance, decryptJwt) {
	let { 0: protectedHeader, 1: payload, length } = jws.split(".");
	if (length === 5) {
		if (decryptJwt !== void 0) {
			jws = await decryptJwt(jws);
			({0: protectedHeader, 1: payload, length} = jws.split("."));
		} else throw new UnsupportedOperationError("JWE decryption is not configured", { cause: jws });
	}
	if (length !== 3) throw OPE("Invalid JWT", INVALID_RESPONSE, jws);
	let header;
	try {
		header = JSON.parse(buf(b64u(protectedHeader)));
	} catch (cause) {
		throw OPE("failed to parse JWT Header body as base64url encoded JSON", PARSE_ERROR, cause);
	}
	if (!isJsonObject(header)) throw OPE("JWT Header must be a top level object", INVALID_RESPONSE, jws);
	checkAlg(header);
	if (header.crit !== void 0) throw new UnsupportedOperationError("no JWT \"crit\" header parameter extensions are supported", { cause: { header } });
	let claims;
	try {
		claims = JSON.parse(buf(b64u(payload)));
	} catch (cause) {
		throw OPE("failed to parse JWT Payload body as base64url encoded JSON", PARSE_ERROR, cause);
	}
	if (!isJsonObject(claims)) throw OPE("JWT Payload must be a top level object", INVALID_RESPONSE, jws);
	const now = epochTime() + clockSkew;
	if (claims.exp !== void 0) {
		if (typeof claims.exp !== "number") throw OPE("unexpected JWT \"exp\" (expiration time) claim type", INVALID_RESPONSE, { claims });
		if (claims.exp <= now - clockTolerance) throw OPE("unexpected JWT \"exp\" (expiration time) claim value, expiration is past current timestamp", JWT_TIMESTAMP_CHECK, {
			claims,
			now,
			tolerance: clockTolerance,
			claim: "exp"
		});
	}
	if (claims.iat !== void 0) {
		if (typeof claims.iat !== "number") throw OPE("unexpected JWT \"iat\" (issued at) claim type", INVALID_RESPONSE, { claims });
	}
	if (claims.iss !== void 0) {
		if (typeof claims.iss !== "string") throw OPE("unexpected JWT \"iss\" (issuer) claim type", INVALID_RESPONSE, { claims });
	}
	if (claims.nbf !== void 0) {
		if (typeof claims.nbf !== "number") throw OPE("unexpected JWT \"nbf\" (not before) claim type", INVALID_RESPONSE, { claims });
		if (claims.nbf > now + clockTolerance) throw OPE("unexpected JWT \"nbf\" (not before) claim value", JWT_TIMESTAMP_CHECK, {
			claims,
			now,
			tolerance: clockTolerance,
			claim: "nbf"
		});
	}
	if (claims.aud !== void 0) {
		if (typeof claims.aud !== "string" && !Array.isArray(claims.aud)) throw OPE("unexpected JWT \"aud\" (audience) claim type", INVALID_RESPONSE, { claims });
	}
	return {
		header,
		claims,
		jwt: jws
	};
}
async function consumeStream(request) {
	if (request.bodyUsed) throw CodedTypeError$1("form_post Request instances must contain a readable body", ERR_INVALID_ARG_VALUE$1, { cause: request });
	return request.text();
}
async function formPostResponse(request) {
	if (request.method !== "POST") throw CodedTypeError$1("form_post responses are expected to use the POST method", ERR_INVALID_ARG_VALUE$1, { cause: request });
	if (getContentType(request) !== "application/x-www-form-urlencoded") throw CodedTypeError$1("form_post responses are expected to use the application/x-www-form-urlencoded content-type", ERR_INVALID_ARG_VALUE$1, { cause: request });
	return consumeStream(request);
}
function checkSigningAlgorithm(client, issuer, fallback, header) {
	if (client !== void 0) {
		if (typeof client === "string" ? header.alg !== client : !client.includes(header.alg)) throw OPE("unexpected JWT \"alg\" header parameter", INVALID_RESPONSE, {
			header,
			expected: client,
			reason: "client configuration"
		});
		return;
	}
	if (Array.isArray(issuer)) {
		if (!issuer.includes(header.alg)) throw OPE("unexpected JWT \"alg\" header parameter", INVALID_RESPONSE, {
			header,
			expected: issuer,
			reason: "authorization server metadata"
		});
		return;
	}
	if (fallback !== void 0) {
		if (typeof fallback === "string" ? header.alg !== fallback : typeof fallback === "function" ? !fallback(header.alg) : !fallback.includes(header.alg)) throw OPE("unexpected JWT \"alg\" header parameter", INVALID_RESPONSE, {
			header,
			expected: fallback,
			reason: "default value"
		});
		return;
	}
	throw OPE("missing client or server configuration to verify used JWT \"alg\" header parameter", void 0, {
		client,
		issuer,
		fallback
	});
}
function getURLSearchParameter(parameters, name) {
	const { 0: value, length } = parameters.getAll(name);
	if (length > 1) throw OPE(`"${name}" parameter must be provided only once`, INVALID_RESPONSE);
	return value;
}
const skipStateCheck = Symbol();
const expectNoState = Symbol();
function validateAuthResponse(as, client, parameters, expectedState) {
	assertAs(as);
	assertClient(client);
	if (parameters instanceof URL) parameters = parameters.searchParams;
	if (!(parameters instanceof URLSearchParams)) throw CodedTypeError$1("\"parameters\" must be an instance of URLSearchParams, or URL", ERR_INVALID_ARG_TYPE$1);
	if (getURLSearchParameter(parameters, "response")) throw OPE("\"parameters\" contains a JARM response, use validateJwtAuthResponse() instead of validateAuthResponse()", INVALID_RESPONSE, { parameters });
	const iss = getURLSearchParameter(parameters, "iss");
	const state = getURLSearchParameter(parameters, "state");
	if (!iss && as.authorization_response_iss_parameter_supported) throw OPE("response parameter \"iss\" (issuer) missing", INVALID_RESPONSE, { parameters });
	if (iss && iss !== as.issuer) throw OPE("unexpected \"iss\" (issuer) response parameter value", INVALID_RESPONSE, {
		expected: as.issuer,
		parameters
	});
	switch (expectedState) {
		case void 0:
		case expectNoState:
			if (state !== void 0) throw OPE("unexpected \"state\" response parameter encountered", INVALID_RESPONSE, {
				expected: void 0,
				parameters
			});
			break;
		case skipStateCheck: break;
		default:
			assertString$1(expectedState, "\"expectedState\" argument");
			if (state !== expectedState) throw OPE(state === void 0 ? "response parameter \"state\" missing" : "unexpected \"state\" response parameter value", INVALID_RESPONSE, {
				expected: expectedState,
				parameters
			});
	}
	if (getURLSearchParameter(parameters, "error")) throw new AuthorizationResponseError("authorization response from the server is an error", { cause: parameters });
	const id_token = getURLSearchParameter(parameters, "id_token");
	const token = getURLSearchParameter(parameters, "token");
	if (id_token !== void 0 || token !== void 0) throw new UnsupportedOperationError("implicit and hybrid flows are not supported");
	return brand(new URLSearchParams(parameters));
}
async function getResponseJsonBody(response, check = assertApplicationJson) {
	let json;
	try {
		json = await response.json();
	} catch (cause) {
		check(response);
		throw OPE("failed to parse \"response\" body as JSON", PARSE_ERROR, cause);
	}
	if (!isJsonObject(json)) throw OPE("\"response\" body must be a top level object", INVALID_RESPONSE, { body: json });
	return json;
}
const _nodiscoverycheck = Symbol();
const _expectedIssuer = Symbol();
// node_modules/openid-client/build/index.js
let headers;
let USER_AGENT;
if (typeof navigator === "undefined" || !navigator.userAgent?.startsWith?.("Mozilla/5.0 ")) {
	USER_AGENT = `openid-client/v6.9.0`;
	headers = { "user-agent": USER_AGENT };
}
const int = (config) => {
	return props.get(config);
};
let props;
function ClientSecretPost(clientSecret) {
	if (clientSecret !== void 0) return ClientSecretPost$1(clientSecret);
	const cache = /* @__PURE__ */ new WeakMap();
	return (as, client, body, headers) => {
		let auth;
		if (!(auth = cache.get(client))) {
			assertString(client.client_secret, "\"metadata.client_secret\"");
			auth = ClientSecretPost$1(client.client_secret);
			cache.set(client, auth);
		}
		return auth(as, client, body, headers);
	};
}
function assertString(input, it) {
	if (typeof input !== "string") throw CodedTypeError(`${it} must be a string`, ERR_INVALID_ARG_TYPE);
	if (input.length === 0) throw CodedTypeError(`${it} must not be empty`, ERR_INVALID_ARG_VALUE);
}
function ClientSecretBasic(clientSecret) {
	if (clientSecret !== void 0) return ClientSecretBasic$1(clientSecret);
	const cache = /* @__PURE__ */ new WeakMap();
	return (as, client, body, headers) => {
		let auth;
		if (!(auth = cache.get(client))) {
			assertString(client.client_secret, "\"metadata.client_secret\"");
			auth = ClientSecretBasic$1(client.client_secret);
			cache.set(client, auth);
		}
		return auth(as, client, body, headers);
	};
}
function None() {
	return None$1();
}
const customFetch = customFetch$1;
const clockTolerance = clockTolerance$1;
const ERR_INVALID_ARG_VALUE = "ERR_INVALID_ARG_VALUE";
const ERR_INVALID_ARG_TYPE = "ERR_INVALID_ARG_TYPE";
function CodedTypeError(message, code, cause) {
	const err = new TypeError(message, { cause });
	Object.assign(err, { code });
	return err;
}
function calculatePKCECodeChallenge(codeVerifier) {
	return calculatePKCECodeChallenge$1(codeVerifier);
}
function randomPKCECodeVerifier() {
	return generateRandomCodeVerifier();
}
function randomNonce() {
	return generateRandomNonce();
}
function randomState() {
	return generateRandomState();
}
var ClientError = class extends Error {
	code;
	constructor(message, options) {
		super(message, options);
		this.name = this.constructor.name;
		this.code = options?.code;
		Error.captureStackTrace?.(this, this.constructor);
	}
};
new TextDecoder();
function e(msg, cause, code) {
	return new ClientError(msg, {
		cause,
		code
	});
}
function errorHandler(err) {
	if (err instanceof TypeError || err instanceof ClientError || err instanceof ResponseBodyError || err instanceof AuthorizationResponseError || err instanceof WWWAuthenticateChallengeError) throw err;
	if (err instanceof OperationProcessingError) switch (err.code) {
		case HTTP_REQUEST_FORBIDDEN: throw e("only requests to HTTPS are allowed", err, err.code);
		case REQUEST_PROTOCOL_FORBIDDEN: throw e("only requests to HTTP or HTTPS are allowed", err, err.code);
		case RESPONSE_IS_NOT_CONFORM: throw e("unexpected HTTP response status code", err.cause, err.code);
		case RESPONSE_IS_NOT_JSON: throw e("unexpected response content-type", err.cause, err.code);
		case PARSE_ERROR: throw e("parsing error occured", err, err.code);
		case INVALID_RESPONSE: throw e("invalid response encountered", err, err.code);
		case JWT_CLAIM_COMPARISON: throw e("unexpected JWT claim value encountered", err, err.code);
		case JSON_ATTRIBUTE_COMPARISON: throw e("unexpected JSON attribute value encountered", err, err.code);
		case JWT_TIMESTAMP_CHECK: throw e("JWT timestamp claim value failed validation", err, err.code);
		default: throw e(err.message, err, err.code);
	}
	if (err instanceof UnsupportedOperationError) throw e("unsupported operation", err, err.code);
	if (err instanceof DOMException) switch (err.name) {
		case "OperationError": throw e("runtime operation error", err, UNSUPPORTED_OPERATION);
		case "NotSupportedError": throw e("runtime unsupported operation", err, UNSUPPORTED_OPERATION);
		case "TimeoutError": throw e("operation timed out", err, "OAUTH_TIMEOUT");
		case "AbortError": throw e("operation aborted", err, "OAUTH_ABORT");
	}
	throw new ClientError("something went wrong", { cause: err });
}
function handleEntraId(server, as, options) {
	if (server.origin === "https://login.microsoftonline.com" && (!options?.algorithm || options.algorithm === "oidc")) {
		as[kEntraId] = true;
		return true;
	}
	return false;
}
function handleB2Clogin(server, options) {
	if (server.hostname.endsWith(".b2clogin.com") && (!options?.algorithm || options.algorithm === "oidc")) return true;
	return false;
}
async function discovery(server, clientId, metadata, clientAuthentication, options) {
	const instance = new Configuration(await performDiscovery(server, options), clientId, metadata, clientAuthentication);
	let internals = int(instance);
	if (options?.[customFetch]) internals.fetch = options[customFetch];
	if (options?.timeout !== void 0) internals.timeout = options.timeout;
	if (options?.execute) for (const extension of options.execute) extension(instance);
	return instance;
}
async function performDiscovery(server, options) {
	if (!(server instanceof URL)) throw CodedTypeError("\"server\" must be an instance of URL", ERR_INVALID_ARG_TYPE);
	const resolve = !server.href.includes("/.well-known/");
	const timeout = options?.timeout ?? 30;
	const signal = AbortSignal.timeout(timeout * 1e3);
	const as = await (resolve ? discoveryRequest(server, {
		algorithm: options?.algorithm,
		[customFetch$1]: options?.[customFetch],
		[allowInsecureRequests$1]: options?.execute?.includes(allowInsecureRequests),
		signal,
		headers: new Headers(headers)
	}) : (options?.[customFetch] || fetch)((() => {
		checkProtocol(server, options?.execute?.includes(allowInsecureRequests) ? false : true);
		return server.href;
	})(), {
		headers: Object.fromEntries(new Headers({
			accept: "application/json",
			...headers
		}).entries()),
		body: void 0,
		method: "GET",
		redirect: "manual",
		signal
	})).then((response) => processDiscoveryResponse(_nodiscoverycheck, response)).catch(errorHandler);
	if (resolve && new URL(as.issuer).href !== server.href) handleEntraId(server, as, options) || handleB2Clogin(server, options) || (() => {
		throw new ClientError("discovered metadata issuer does not match the expected issuer", {
			code: "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED",
			cause: {
				expected: server.href,
				body: as,
				attribute: "issuer"
			}
		});
	})();
	return as;
}
let decryptedResponses;
function setDecryptedResponse(result, signed) {
	if (signed !== void 0) {
		decryptedResponses ||= /* @__PURE__ */ new WeakMap();
		decryptedResponses.set(result, signed);
	}
	return result;
}
function captureDecryptedResponse(decrypt) {
	let signed;
	return {
		decrypt: decrypt && (async (jwe) => signed = await decrypt(jwe)),
		get: () => signed
	};
}
function getServerHelpers(metadata) {
	return { supportsPKCE: {
		__proto__: null,
		value(method = "S256") {
			return metadata.code_challenge_methods_supported?.includes(method) === true;
		}
	} };
}
function addServerHelpers(metadata) {
	Object.defineProperties(metadata, getServerHelpers(metadata));
}
const kEntraId = Symbol();
var Configuration = class {
	constructor(server, clientId, metadata, clientAuthentication) {
		if (typeof clientId !== "string" || !clientId.length) throw CodedTypeError("\"clientId\" must be a non-empty string", ERR_INVALID_ARG_TYPE);
		if (typeof metadata === "string") metadata = { client_secret: metadata };
		if (metadata?.client_id !== void 0 && clientId !== metadata.client_id) throw CodedTypeError("\"clientId\" and \"metadata.client_id\" must be the same", ERR_INVALID_ARG_VALUE);
		const client = {
			...structuredClone(metadata),
			client_id: clientId
		};
		client[clockSkew] = metadata?.[clockSkew] ?? 0;
		client[clockTolerance$1] = metadata?.[clockTolerance$1] ?? 30;
		let auth;
		if (clientAuthentication) auth = clientAuthentication;
		else if (typeof client.client_secret === "string" && client.client_secret.length) auth = ClientSecretPost(client.client_secret);
		else auth = None();
		let c = Object.freeze(client);
		const clone = structuredClone(server);
		if (kEntraId in server) clone[_expectedIssuer] = ({ claims: { tid } }) => server.issuer.replace("{tenantid}", tid);
		let as = Object.freeze(clone);
		props ||= /* @__PURE__ */ new WeakMap();
		props.set(this, {
			__proto__: null,
			as,
			c,
			auth,
			tlsOnly: true,
			timeout: 30,
			jwksCache: {}
		});
	}
	serverMetadata() {
		const metadata = structuredClone(int(this).as);
		addServerHelpers(metadata);
		return metadata;
	}
	clientMetadata() {
		return structuredClone(int(this).c);
	}
	get timeout() {
		return int(this).timeout;
	}
	set timeout(value) {
		int(this).timeout = value;
	}
	get [customFetch]() {
		return int(this).fetch;
	}
	set [customFetch](value) {
		int(this).fetch = value;
	}
};
Object.freeze(Configuration.prototype);
function getHelpers(response) {
	let exp = void 0;
	if (response.expires_in !== void 0) exp = Date.now() + response.expires_in * 1e3;
	return {
		expiresIn: {
			__proto__: null,
			value() {
				if (exp) {
					const now = Date.now();
					if (exp > now) return Math.floor((exp - now) / 1e3);
					return 0;
				}
			}
		},
		claims: {
			__proto__: null,
			value() {
				return getValidatedIdTokenClaims(response);
			}
		}
	};
}
function addHelpers(response) {
	Object.defineProperties(response, getHelpers(response));
}
function allowInsecureRequests(config) {
	int(config).tlsOnly = false;
}
function stripParams(url) {
	url = new URL(url);
	url.search = "";
	url.hash = "";
	return url.href;
}
function webInstanceOf(input, toStringTag) {
	try {
		return Object.getPrototypeOf(input)[Symbol.toStringTag] === toStringTag;
	} catch {
		return false;
	}
}
async function authorizationCodeGrant(config, currentUrl, checks, tokenEndpointParameters, options) {
	checkConfig(config);
	if (options?.flag !== retry && !(currentUrl instanceof URL) && !webInstanceOf(currentUrl, "Request")) throw CodedTypeError("\"currentUrl\" must be an instance of URL, or Request", ERR_INVALID_ARG_TYPE);
	let authResponse;
	let redirectUri;
	const { as, c, auth, fetch, tlsOnly, jarm, hybrid, nonRepudiation, timeout, decrypt, implicit } = int(config);
	if (options?.flag === retry) {
		authResponse = options.authResponse;
		redirectUri = options.redirectUri;
	} else {
		if (!(currentUrl instanceof URL)) {
			const request = currentUrl;
			currentUrl = new URL(currentUrl.url);
			switch (request.method) {
				case "GET": break;
				case "POST":
					const params = new URLSearchParams(await formPostResponse(request));
					if (hybrid) currentUrl.hash = params.toString();
					else for (const [k, v] of params.entries()) currentUrl.searchParams.append(k, v);
					break;
				default: throw CodedTypeError("unexpected Request HTTP method", ERR_INVALID_ARG_VALUE);
			}
		}
		redirectUri = stripParams(currentUrl);
		switch (true) {
			case !!jarm:
				authResponse = await jarm(currentUrl, checks?.expectedState);
				break;
			case !!hybrid:
				authResponse = await hybrid(currentUrl, checks?.expectedNonce, checks?.expectedState, checks?.maxAge);
				break;
			case !!implicit: throw new TypeError("authorizationCodeGrant() cannot be used by response_type=id_token clients");
			default: try {
				authResponse = validateAuthResponse(as, c, currentUrl.searchParams, checks?.expectedState);
			} catch (err) {
				errorHandler(err);
			}
		}
	}
	const response = await authorizationCodeGrantRequest(as, c, auth, authResponse, redirectUri, checks?.pkceCodeVerifier || nopkce, {
		additionalParameters: tokenEndpointParameters,
		[customFetch$1]: fetch,
		[allowInsecureRequests$1]: !tlsOnly,
		DPoP: options?.DPoP,
		headers: new Headers(headers),
		signal: signal(timeout)
	}).catch(errorHandler);
	if (typeof checks?.expectedNonce === "string" || typeof checks?.maxAge === "number") checks.idTokenExpected = true;
	const signed = captureDecryptedResponse(decrypt);
	const p = processAuthorizationCodeResponse(as, c, response, {
		expectedNonce: checks?.expectedNonce,
		maxAge: checks?.maxAge,
		requireIdToken: checks?.idTokenExpected,
		[jweDecrypt]: signed.decrypt
	});
	let result;
	try {
		result = await p;
	} catch (err) {
		if (retryable(err, options)) return authorizationCodeGrant(config, void 0, checks, tokenEndpointParameters, {
			...options,
			flag: retry,
			authResponse,
			redirectUri
		});
		errorHandler(err);
	}
	result.id_token && await nonRepudiation?.(response);
	addHelpers(result);
	const authorization = decryptedResponses?.get(authResponse);
	const tokenEndpoint = signed.get();
	let jwts;
	if (tokenEndpoint || authorization) {
		const authorizationEndpoint = authorization?.id_token?.authorization_endpoint;
		jwts = Object.freeze({
			...authorization?.authorization_response && { authorization_response: authorization.authorization_response },
			...(tokenEndpoint || authorizationEndpoint) && { id_token: Object.freeze({
				...tokenEndpoint && { token_endpoint: tokenEndpoint },
				...authorizationEndpoint && { authorization_endpoint: authorizationEndpoint }
			}) }
		});
	}
	return setDecryptedResponse(result, jwts);
}
function buildAuthorizationUrl(config, parameters) {
	checkConfig(config);
	const { as, c, tlsOnly, hybrid, jarm, implicit } = int(config);
	const authorizationEndpoint = resolveEndpoint(as, "authorization_endpoint", false, tlsOnly);
	parameters = new URLSearchParams(parameters);
	if (!parameters.has("client_id")) parameters.set("client_id", c.client_id);
	if (!parameters.has("request_uri") && !parameters.has("request")) {
		if (!parameters.has("response_type")) parameters.set("response_type", hybrid ? "code id_token" : implicit ? "id_token" : "code");
		if (implicit && !parameters.has("nonce")) throw CodedTypeError("response_type=id_token clients must provide a nonce parameter in their authorization request parameters", ERR_INVALID_ARG_VALUE);
		if (jarm) parameters.set("response_mode", "jwt");
	}
	for (const [k, v] of parameters.entries()) authorizationEndpoint.searchParams.append(k, v);
	return authorizationEndpoint;
}
function buildEndSessionUrl(config, parameters) {
	checkConfig(config);
	const { as, c, tlsOnly } = int(config);
	const endSessionEndpoint = resolveEndpoint(as, "end_session_endpoint", false, tlsOnly);
	parameters = new URLSearchParams(parameters);
	if (!parameters.has("client_id")) parameters.set("client_id", c.client_id);
	for (const [k, v] of parameters.entries()) endSessionEndpoint.searchParams.append(k, v);
	return endSessionEndpoint;
}
function checkConfig(input) {
	if (!(input instanceof Configuration)) throw CodedTypeError("\"config\" must be an instance of Configuration", ERR_INVALID_ARG_TYPE);
	if (Object.getPrototypeOf(input) !== Configuration.prototype) throw CodedTypeError("subclassing Configuration is not allowed", ERR_INVALID_ARG_VALUE);
}
function signal(timeout) {
	return timeout ? AbortSignal.timeout(timeout * 1e3) : void 0;
}
async function fetchUserInfo(config, accessToken, expectedSubject, options) {
	checkConfig(config);
	const { as, c, fetch, tlsOnly, nonRepudiation, timeout, decrypt } = int(config);
	const response = await userInfoRequest(as, c, accessToken, {
		[customFetch$1]: fetch,
		[allowInsecureRequests$1]: !tlsOnly,
		DPoP: options?.DPoP,
		headers: new Headers(headers),
		signal: signal(timeout)
	}).catch(errorHandler);
	const signed = captureDecryptedResponse(decrypt);
	let exec = processUserInfoResponse(as, c, expectedSubject, response, { [jweDecrypt]: signed.decrypt });
	let result;
	try {
		result = await exec;
	} catch (err) {
		if (retryable(err, options)) return fetchUserInfo(config, accessToken, expectedSubject, {
			...options,
			flag: retry
		});
		errorHandler(err);
	}
	getContentType(response) === "application/jwt" && await nonRepudiation?.(response);
	return setDecryptedResponse(result, signed.get());
}
function retryable(err, options) {
	if (options?.DPoP && options.flag !== retry) return isDPoPNonceError(err);
	return false;
}
const retry = Symbol();
// src/sign-in/provider.ts
/** The OpenID provider client: authorization code flow with PKCE, and sign-out. */
/** Maximum time to wait for a response from the provider. */
const responseTimeoutSeconds = 5;
/** Sends the client secret by HTTP Basic, or in the body if the provider does not support Basic. */
const createClientAuthentication = (secret) => (server, ...request) => {
	const authMethods = server.token_endpoint_auth_methods_supported ?? [];
	(authMethods.includes("client_secret_post") && !authMethods.includes("client_secret_basic") ? ClientSecretPost : ClientSecretBasic)(secret)(server, ...request);
};
var Provider = class {
	#deps;
	#configuration;
	constructor(deps) {
		this.#deps = deps;
	}
	/** Loads the provider's metadata on the first call, and again after a failure. */
	#loadConfiguration() {
		const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_CLOCK_SKEW_SECONDS } = this.#deps.settings;
		this.#configuration ??= discovery(new URL(OIDC_ISSUER), OIDC_CLIENT_ID, { [clockTolerance]: OIDC_CLOCK_SKEW_SECONDS }, OIDC_CLIENT_SECRET ? createClientAuthentication(OIDC_CLIENT_SECRET) : None(), {
			timeout: responseTimeoutSeconds,
			execute: OIDC_ISSUER.startsWith("http:") ? [allowInsecureRequests] : []
		}).catch((error) => {
			this.#configuration = void 0;
			throw error;
		});
		return this.#configuration;
	}
	/** Returns the URL at which the person signs in. @param loginHint the person's email, if known */
	async startSignIn(redirectUri, loginHint) {
		const configuration = await this.#loadConfiguration();
		const pending = {
			state: randomState(),
			nonce: randomNonce(),
			codeVerifier: randomPKCECodeVerifier()
		};
		return {
			url: buildAuthorizationUrl(configuration, {
				redirect_uri: redirectUri,
				scope: this.#deps.settings.OIDC_SCOPES,
				state: pending.state,
				nonce: pending.nonce,
				code_challenge: await calculatePKCECodeChallenge(pending.codeVerifier),
				code_challenge_method: "S256",
				...loginHint && { login_hint: loginHint }
			}).href,
			pending
		};
	}
	/**
	* Exchanges the authorization code in the callback URL for tokens.
	* @returns the person's claims and the ID token @throws Error if a check of the response fails
	*/
	async finishSignIn(callbackUrl, { state, nonce, codeVerifier }) {
		const configuration = await this.#loadConfiguration();
		const tokens = await authorizationCodeGrant(configuration, new URL(callbackUrl), {
			pkceCodeVerifier: codeVerifier,
			expectedState: state,
			expectedNonce: nonce,
			idTokenExpected: true
		});
		const claims = tokens.claims();
		if (!claims) throw new Error("the provider returned no ID token");
		const { OIDC_EMAIL_CLAIM } = this.#deps.settings;
		const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== void 0;
		return {
			claims: {
				...claims[OIDC_EMAIL_CLAIM] === void 0 && hasUserInfo ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {},
				...claims
			},
			idToken: tokens.id_token
		};
	}
	/** Returns the provider's sign-out URL; undefined if the provider has no sign-out endpoint. */
	async getSignOutUrl(idToken, returnTo) {
		const configuration = await this.#loadConfiguration();
		if (!configuration.serverMetadata().end_session_endpoint) return void 0;
		return buildEndSessionUrl(configuration, {
			post_logout_redirect_uri: returnTo,
			...idToken && { id_token_hint: idToken }
		}).href;
	}
};
// src/sign-in/sessions.ts
/** Authenticates requests by browser session, and creates and ends sessions. */
/** CROSSES COMPANIES: the company is known only from the session that has the secret's hash. */
const sessionByHashQuery = query((k, p) => selectUsers(k).innerJoin("sessions", (join) => join.onRef("sessions.companyId", "=", "users.companyId").onRef("sessions.userId", "=", "users.id")).where("sessions.hash", "=", p.hash).where("sessions.revokedAt", "is", null).select([
	"sessions.id as sessionId",
	"sessions.identityId",
	"sessions.createdAt",
	"sessions.lastUsedAt",
	"sessions.expiresAt"
]));
const recordUseStatement = query((k, p) => k.updateTable("sessions").set({
	lastUsedAt: p.now,
	expiresAt: p.expiresAt
}).where("companyId", "=", p.companyId).where("id", "=", p.id));
/** Maximum time for which a session's use is not recorded; less if sessions expire sooner. */
const maxUnrecordedUseMs = 6e4;
const hashSecret = (secret) => hash("sha256", secret);
const deriveKey = (secret) => Buffer.from(hkdfSync("sha256", secret, "", "ID token of a session", 32));
/** Returns a session's viewer; undefined if the session is unknown, revoked or expired. */
async function authenticateSession(deps, secret, snapshot) {
	const key = hashSecret(secret);
	const find = (db) => findCaller(db, key);
	if (snapshot) return getUsableViewer(deps, await find(snapshot));
	const viewer = await findViewerCached(deps, key, find);
	return viewer && await recordUse(deps, viewer) ? findViewerCached(deps, key, find) : viewer;
}
async function findCaller(db, key) {
	const session = await db.first(sessionByHashQuery, { hash: key });
	if (!session) return void 0;
	const { sessionId: id, identityId, createdAt, lastUsedAt, expiresAt } = session;
	return createCaller(db, session, {
		credentialId: identityId,
		scopes: null,
		authentication: {
			method: "SESSION",
			session: {
				id,
				createdAt,
				lastUsedAt
			},
			expiresAt
		}
	});
}
/**
* Records the use and postpones the expiry if the last recorded use is too long ago. The session
* stays valid even if the database accepts no writes.
* @returns whether the session was updated
*/
async function recordUse(deps, { companyId, authentication }) {
	const idleMs = deps.settings.SESSION_IDLE_MINUTES * 6e4;
	const { session } = authentication ?? {};
	const unrecordedMs = deps.now() - Date.parse(session?.lastUsedAt ?? "");
	if (!session || unrecordedMs < Math.min(maxUnrecordedUseMs, idleMs / 10)) return false;
	const { id, createdAt } = session;
	const usage = {
		companyId,
		id,
		now: timestamp(deps),
		expiresAt: computeExpiry(deps, createdAt)
	};
	try {
		await deps.store.forCompany(companyId).write((db) => db.run(recordUseStatement, usage));
		return true;
	} catch (error) {
		if (!(error instanceof ApiError && error.code === "UNAVAILABLE")) throw error;
		return false;
	}
}
/** Creates a session for an identity. @returns the secret, of which only a hash is stored */
async function startSession(deps, { companyId, userId, identityId }, { userAgent, idToken }) {
	const company = await loadCompany(deps, companyId);
	const secret = deps.randomBytes(32).toString("base64url");
	await runAsSystem(deps, company, (ctx) => createSession(ctx, {
		userId,
		identityId,
		hash: hashSecret(secret),
		userAgent: userAgent?.slice(0, 300) ?? null,
		idToken: idToken ? encrypt(deriveKey(secret), idToken, deps.randomBytes(12)) : null
	}));
	return secret;
}
/** Revokes the session with this secret, if it is valid. @returns the ID token, if any */
async function stopSession(deps, secret) {
	const { companyId, authentication } = await authenticateSession(deps, secret) ?? {};
	const { id } = authentication?.session ?? {};
	if (!companyId || !id) return void 0;
	const company = await loadCompany(deps, companyId);
	return runAsSystem(deps, company, async (ctx) => {
		const session = await loadSession(ctx, id);
		if (!session) return void 0;
		await endSession(ctx, session);
		return session.idToken ? decrypt(deriveKey(secret), Buffer.from(session.idToken)).toString() : void 0;
	});
}
// src/sign-in/routes.ts
/** The sign-in routes: `/sign-in`, its callback, `/sign-out` and the resource metadata. */
const pendingCookieName = "dealgraph-sign-in";
const maxPendingSeconds = 600;
/** Maximum length of the URL to return to after sign-in, which is stored in a cookie. */
const maxReturnUrlLength = 2e3;
const metadataPath = "/.well-known/oauth-protected-resource";
/** Handles the sign-in routes; each route accepts one method. */
var SignInRoutes = class {
	#deps;
	#provider;
	#cookieKey;
	constructor(deps) {
		this.#deps = deps;
		this.#provider = new Provider(deps);
		this.#cookieKey = Buffer.from(hkdfSync("sha256", deps.webhookKey, "", "pending sign-in", 32));
	}
	/** Responds to requests for the sign-in routes; returns undefined for other paths. */
	serve = (http) => {
		const { path } = http;
		if (path === metadataPath || path.startsWith(`${metadataPath}/`)) return handleMethod(http, "GET", this.#describeResource);
		if (!this.#deps.settings.OIDC_CLIENT_ID) return void 0;
		if (path === "/sign-in") return handleMethod(http, "GET", this.#startSignIn);
		if (path === "/sign-in/callback") return handleMethod(http, "GET", this.#finishSignIn);
		if (path === "/sign-out") return handleMethod(http, "POST", this.#signOut);
	};
	/** Returns the metadata of the API as an OAuth protected resource (RFC 9728). */
	#describeResource = (http) => {
		const resourcePath = http.path.slice(37);
		if (![
			"",
			"/graphql",
			"/v1"
		].includes(resourcePath)) throw notFound("Path");
		const origin = getOrigin(http);
		return json(200, {
			resource: origin + resourcePath,
			authorization_servers: [this.#deps.settings.OIDC_ISSUER],
			scopes_supported: [...this.#deps.settings.OIDC_SCOPES.split(" "), ...allScopes],
			bearer_methods_supported: ["header"],
			resource_name: "Dealgraph",
			resource_documentation: `${origin}/docs`
		});
	};
	#startSignIn = async (http) => {
		const params = new URLSearchParams(http.search);
		const callbackUrl = `${getOrigin(http)}/sign-in/callback`;
		try {
			const loginHint = params.get("loginHint") ?? void 0;
			const { url, pending } = await this.#provider.startSignIn(callbackUrl, loginHint);
			const request = {
				...pending,
				returnTo: this.#checkReturnUrl(params.get("returnTo")),
				companyId: params.get("company") ?? void 0,
				expiresAt: this.#deps.now() + maxPendingSeconds * 1e3
			};
			setCookie(http, pendingCookieName, this.#encryptRequest(request), maxPendingSeconds);
			return redirect(url);
		} catch (error) {
			return this.#renderError(http, error);
		}
	};
	#finishSignIn = async (http) => {
		const request = this.#decryptRequest(readCookie(http, pendingCookieName));
		setCookie(http, pendingCookieName, "", 0);
		await chargeAttempt(http);
		if (!request) return renderFailure(400, "The sign-in took too long or was started in another browser.");
		try {
			const { claims, idToken } = await this.#provider.finishSignIn(`${getOrigin(http)}${http.path}${http.search}`, request);
			await chargeAttempt(http, -1);
			const personClaims = readClaims(claims, this.#deps);
			const companies = await listCompanies(this.#deps, personClaims);
			if (request.companyId === void 0 && companies.length > 1) return renderCompanyChoice(companies, request.returnTo);
			const identity = await findOrBindIdentity(this.#deps, personClaims, request.companyId);
			if (!identity) return renderFailure(403, "Your sign-in matches no active user of this server. Ask an Owner or Admin to invite you.");
			const userAgent = http.request.headers["user-agent"];
			const secret = await startSession(this.#deps, identity, {
				userAgent,
				idToken
			});
			const earlierSecret = readCookie(http, sessionCookieName);
			if (earlierSecret) await stopSession(this.#deps, earlierSecret);
			const maxAgeSeconds = this.#deps.settings.SESSION_HOURS * 3600;
			setCookie(http, sessionCookieName, secret, maxAgeSeconds);
			return redirect(request.returnTo);
		} catch (error) {
			return this.#renderError(http, error);
		}
	};
	/** Revokes the session; the page then opens `redirectTo`, to sign out at the provider, too. */
	#signOut = async (http) => {
		await requireCredential(http);
		const secret = readSessionSecret(http);
		if (!secret || !requireViewer(http).authentication?.session) return rejectAttempt(http, unauthorized());
		const idToken = await stopSession(this.#deps, secret);
		const consoleUrl = `${getOrigin(http)}/console`;
		const url = await this.#provider.getSignOutUrl(idToken, consoleUrl).catch(() => void 0);
		setCookie(http, sessionCookieName, "", 0);
		return json(200, { redirectTo: url ?? consoleUrl });
	};
	/** Returns `returnTo` if it is a path or a URL of a `CORS_ORIGINS` origin; else `/console`. */
	#checkReturnUrl(returnTo) {
		const ownOrigin = "http://own.invalid";
		if (!returnTo || !URL.canParse(returnTo, ownOrigin)) return "/console";
		const { origin, pathname, search, hash, href } = new URL(returnTo, ownOrigin);
		const target = origin === ownOrigin ? `${pathname}${search}${hash}`.replace(/^\/+/, "/") : href;
		return (origin === ownOrigin || this.#deps.settings.CORS_ORIGINS.includes(origin)) && target.length <= maxReturnUrlLength ? target : "/console";
	}
	#encryptRequest(request) {
		const requestJson = JSON.stringify(request);
		return encrypt(this.#cookieKey, requestJson, this.#deps.randomBytes(12)).toString("base64url");
	}
	#decryptRequest(cookie) {
		if (!cookie) return void 0;
		try {
			const requestJson = decrypt(this.#cookieKey, Buffer.from(cookie, "base64url")).toString();
			const request = JSON.parse(requestJson);
			return request.expiresAt > this.#deps.now() ? request : void 0;
		} catch {
			return;
		}
	}
	#renderError({ requestId }, error) {
		const message = error instanceof Error ? error.message : String(error);
		this.#deps.log.warn({
			requestId,
			message
		}, "a sign-in failed");
		if (error instanceof ApiError && error.status < 500) return renderFailure(error.status, error.message);
		return renderFailure(502, "The sign-in was not completed, or the OpenID provider is not available.");
	}
};
/** Calls the handler if the request has its method. @throws METHOD_NOT_ALLOWED */
function handleMethod(http, method, handler) {
	Object.assign(http, {
		route: http.path,
		operation: http.path
	});
	if (http.method !== method && !(method === "GET" && http.method === "HEAD")) throw methodNotAllowed([method]);
	return handler(http);
}
const redirect = (url) => ({
	status: 303,
	headers: { Location: url },
	body: ""
});
function renderFailure(status, reason) {
	return {
		...renderPage({
			title: "Sign-in failed · Dealgraph",
			body: `<main class="narrow"><h1>Sign-in failed</h1><p>${escapeHtml(reason)}</p><p><a href="/sign-in">Sign in again</a></p></main>`
		}),
		status
	};
}
/** Renders a choice of companies. @param returnTo the path or URL to open after sign-in */
function renderCompanyChoice(companies, returnTo) {
	const links = companies.map(({ id, name }) => {
		const searchParams = new URLSearchParams({
			company: id,
			returnTo
		});
		return `<li><a href="/sign-in?${escapeHtml(String(searchParams))}">${escapeHtml(name)}</a></li>`;
	});
	return renderPage({
		title: "Choose a company · Dealgraph",
		body: `<main class="narrow"><h1>Choose a company</h1><ul class="cards">${links.join("")}</ul></main>`
	});
}
// src/sign-in/sign-in.ts
/** Authenticates requests by access tokens of the OpenID provider `OIDC_ISSUER`. */
function createSignIn(deps) {
	const accessTokens = createAccessTokens(deps);
	return {
		serve: new SignInRoutes(deps).serve,
		authenticateSession: (secret, snapshot) => authenticateSession(deps, secret, snapshot),
		authenticateToken: (token, companyId, snapshot) => {
			const tokenHash = hash("sha256", token);
			return mapMaybePromise(accessTokens.verify(token, tokenHash), async (claims) => {
				if (!claims) return void 0;
				const find = (db) => findTokenCaller(deps, db, claims, companyId);
				if (snapshot) return getUsableViewer(deps, await find(snapshot));
				const findCached = () => findViewerCached(deps, `${tokenHash} ${companyId ?? ""}`, find);
				const viewer = await findCached();
				if (viewer) return viewer;
				if (await bindIdentity(deps, claims, companyId)) return findCached();
				if (companyId !== void 0) throw otherCompanyError();
			});
		}
	};
}
async function findTokenCaller(deps, db, claims, companyId) {
	const identity = await findIdentity(deps, db, claims, companyId);
	return identity && createCaller(db, identity, {
		credentialId: identity.identityId,
		scopes: claims.scopes,
		authentication: {
			method: "ACCESS_TOKEN",
			expiresAt: claims.expiresAt
		}
	});
}
export { createSignIn };
