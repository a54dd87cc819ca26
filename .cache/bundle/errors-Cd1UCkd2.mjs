// src/errors.ts
/**
* API errors: the codes with their HTTP statuses, and factory functions. Most codes are defined in
* the contract (clause 7, "Errors").
*/
const statusByCode = {
	BAD_REQUEST: 400,
	VALIDATION_ERROR: 400,
	UNAUTHORIZED: 401,
	FORBIDDEN: 403,
	NOT_FOUND: 404,
	RATE_LIMIT_EXCEEDED: 429,
	INTERNAL_ERROR: 500,
	METHOD_NOT_ALLOWED: 405,
	NOT_ACCEPTABLE: 406,
	CONFLICT: 409,
	PRECONDITION_FAILED: 412,
	PAYLOAD_TOO_LARGE: 413,
	UNSUPPORTED_MEDIA_TYPE: 415,
	IDEMPOTENCY_KEY_REUSED: 422,
	UNAVAILABLE: 503,
	PERSISTED_QUERY_NOT_SUPPORTED: 200
};
const createDetail = (field, code, message) => ({
	field,
	code,
	message
});
/** Truncates client input in an error message, so that a client cannot inflate the message. */
const truncateText = (text, maxLength = 500) => text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
/** An error that is reported to the client, formatted by the REST and GraphQL handlers. */
var ApiError = class extends Error {
	code;
	details;
	retryAfterSeconds;
	headers;
	isUncharged;
	missingScope;
	constructor(code, message, options = {}) {
		super(truncateText(message));
		this.code = code;
		this.details = options.details;
		this.retryAfterSeconds = options.retryAfterSeconds;
		this.headers = options.headers ?? {};
		this.isUncharged = options.isUncharged ?? false;
		this.missingScope = options.missingScope;
	}
	get status() {
		return statusByCode[this.code];
	}
};
const badRequest = (message, details) => new ApiError("BAD_REQUEST", message, { details });
const invalid = (details, message = "Some values are not valid") => new ApiError("VALIDATION_ERROR", message, { details: [details].flat() });
const unauthorized = (options = {}) => new ApiError("UNAUTHORIZED", "Invalid or missing API key", {
	...options,
	headers: { "WWW-Authenticate": "Bearer" }
});
const forbidden = (message = "You do not have permission to access this record") => new ApiError("FORBIDDEN", message);
/** @param scopes one scope, or several joined by "or" */
const missingScope = (scopes) => new ApiError("FORBIDDEN", `Requires the scope ${scopes}, which your credential does not have`, { missingScope: scopes.split(" ")[0] });
/** @param kind the record's name in the message, such as "Contact" or "Deal" */
const notFound = (kind) => new ApiError("NOT_FOUND", `${kind} not found`);
const methodNotAllowed = (allow, message = `This path accepts only ${allow.join(", ")} requests`) => new ApiError("METHOD_NOT_ALLOWED", message, { headers: { Allow: allow.join(", ") } });
/** @param types the media types that the server can return */
const notAcceptable = (types) => new ApiError("NOT_ACCEPTABLE", `Set the \`Accept\` header to one of ${types}`);
const conflict = (message, options = {}) => new ApiError("CONFLICT", message, options);
/** @param version the record's current version */
const preconditionFailed = (version) => new ApiError("PRECONDITION_FAILED", `The record has changed since you read it and is now at version ${version}: read it again and repeat your change`);
const payloadTooLarge = (limit) => new ApiError("PAYLOAD_TOO_LARGE", `The request body exceeds the limit of ${limit} bytes`);
const unsupportedMediaType = (message) => new ApiError("UNSUPPORTED_MEDIA_TYPE", message);
/** @param reason the start of the message; "try again in … seconds" is appended */
const rateLimitExceeded = (retryAfterSeconds, reason = "Rate limit exceeded;") => new ApiError("RATE_LIMIT_EXCEEDED", `${reason} try again in ${retryAfterSeconds} seconds`, { retryAfterSeconds });
const idempotencyKeyReused = () => new ApiError("IDEMPOTENCY_KEY_REUSED", "This Idempotency-Key was used for another request; use a new key for each new request");
const idempotencyKeyInUse = () => conflict("A request with this Idempotency-Key is running: retry later", { retryAfterSeconds: 1 });
const unavailable = (message = "The service is temporarily unavailable; try again shortly") => new ApiError("UNAVAILABLE", message, { retryAfterSeconds: 1 });
/** Clients recognize this message and send the request again with the query text. */
const persistedQueryNotSupported = () => new ApiError("PERSISTED_QUERY_NOT_SUPPORTED", "PersistedQueryNotSupported");
const internalError = () => new ApiError("INTERNAL_ERROR", "Unexpected server error");
export { unsupportedMediaType as S, rateLimitExceeded as _, forbidden as a, unauthorized as b, internalError as c, missingScope as d, notAcceptable as f, preconditionFailed as g, persistedQueryNotSupported as h, createDetail as i, invalid as l, payloadTooLarge as m, badRequest as n, idempotencyKeyInUse as o, notFound as p, conflict as r, idempotencyKeyReused as s, ApiError as t, methodNotAllowed as u, statusByCode as v, unavailable as x, truncateText as y };
