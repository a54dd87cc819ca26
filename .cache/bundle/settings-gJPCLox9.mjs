import { t as closestMatch } from "./leven-e-RRaspM.mjs";
import { t as loadPhoneNumbers } from "./phone-numbers-BI763t1M.mjs";
import { i as exitCodes, t as OperatorError } from "./faults-D32tI_DY.mjs";
import { existsSync } from "node:fs";
// src/lib/setting.ts
/** Parsers for settings, which are read from environment variables or `.env`. */
const integer = (fallback, min, max) => ({
	fallback: String(fallback),
	parse: (text) => /^\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : void 0,
	validValues: `a whole number from ${min} to ${max}`
});
const flag = (fallback) => ({
	fallback: String(fallback),
	parse: (text) => text === "true" ? true : text === "false" ? false : void 0,
	validValues: "true or false"
});
const text = (fallback, pattern, validValues) => ({
	fallback,
	parse: (value) => pattern.test(value) ? value : void 0,
	validValues
});
/** Accepts one of the listed names; the default is the first name. */
const oneOf = (choices, fallback = choices[0]) => ({
	fallback,
	parse: (value) => choices.find((choice) => choice === value),
	validValues: `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`
});
/** Accepts values separated by commas. An empty list is valid only if the default is empty. */
const list = (pattern, validValues, fallback = "") => ({
	fallback,
	parse(text) {
		const values = text.split(",").map((part) => part.trim()).filter(Boolean);
		return (fallback === "" || values.length > 0) && values.every((value) => pattern.test(value)) ? values : void 0;
	},
	validValues
});
const originList = list(/^https?:\/\/[^\s/?#@*]+\/?$/i, "a list of origins such as https://app.example, separated by commas, without \"*\"");
/** Normalizes origins as browsers do: lowercase, without a default port or trailing slash. */
const origins = {
	...originList,
	parse(text) {
		const values = originList.parse(text);
		return values?.every((value) => URL.canParse(value)) ? values.map((value) => new URL(value).origin) : void 0;
	}
};
const loopbackUrl = String.raw`http://(localhost|127(\.\d+){3}|\[::1\])`;
/** Accepts an HTTPS URL, or an HTTP URL of a loopback host; with `isOrigin`, without a path. */
const secureUrl = (isOrigin) => text("", new RegExp(`^((https://[^\\s/?#@]+|${loopbackUrl})(:\\d+)?${isOrigin ? "/?" : "(/[^\\s?#]*)?"})?$`, "i"), `an https URL, or an http URL with a loopback host${isOrigin ? ", without a path" : ""}`);
const exporterUrl = text("", /^(https?:\/\/[^\s/?#]+[^\s]*)?$/, "a URL such as http://127.0.0.1:4318");
const claimName = (fallback) => text(fallback, /^[\x21-\x7e]{1,200}$/, "a claim name");
const defaultRegion = "US";
const region = {
	fallback: defaultRegion,
	parse: (value) => value === defaultRegion || loadPhoneNumbers().isSupportedCountry(value) ? value : void 0,
	validValues: "a two-letter country code such as US or DE"
};
const ratio = {
	fallback: "1",
	parse: (value) => /^(0(\.\d+)?|1(\.0+)?)$/.test(value) ? Number(value) : void 0,
	validValues: "a number from 0 to 1"
};
/** Only asymmetric algorithms: HS256 would accept the public key as a secret (RFC 8725, 2.1). */
const algorithms = "RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, EdDSA, Ed25519".split(", ");
const signatureAlgorithms = list(new RegExp(`^(${algorithms.join("|")})$`), `a list of ${algorithms.join(", ")}`, "RS256,PS256,ES256,EdDSA");
// src/lib/setting-table.ts
/** The meaning, default value and valid values of each setting. */
const definitions = {
	PORT: ["port to listen on; 0 selects a free port", integer(4e3, 0, 65535)],
	HOST: ["address to listen on", text("127.0.0.1", /^[\w.:-]+$/, "an address or host name")],
	DATABASE_URL: ["database URL", text("sqlite:db/dealgraph.db", /^(sqlite:.+|postgres(ql)?:\/\/.+)$/, "sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE")],
	DATABASE_POOL_SIZE: ["maximum PostgreSQL connections for requests; three more are used for lookups, counters and notifications", integer(10, 2, 1e3)],
	DEMO: ["load the demo company into an empty database, and offer its keys in GraphiQL on a loopback HOST; if false, the demo keys are rejected", flag(true)],
	LOG_LEVEL: ["minimum level of log messages", oneOf([
		"fatal",
		"error",
		"warn",
		"info",
		"debug",
		"silent"
	], "info")],
	LOG_FORMAT: ["format of log lines: pretty (readable), json, or auto (pretty on a terminal, else json)", oneOf([
		"auto",
		"pretty",
		"json"
	])],
	CORS_ORIGINS: ["browser origins that may call the API, such as https://app.example; a demo on a loopback HOST also allows loopback origins", origins],
	TRUSTED_PROXIES: ["addresses of proxies whose X-Forwarded-For header is trusted", list(/^[\da-f:.]*[\d:][\da-f:.]*$/i, "a list of IP addresses, separated by commas")],
	RATE_LIMIT_PER_HOUR: ["rate limit in units per caller and hour", integer(1e3, 1, 1e8)],
	METRICS_TOKEN: ["bearer token for /metrics; if empty, only this machine can read metrics", text("", /^[\x21-\x7e]{0,200}$/, "up to 200 visible ASCII characters, or nothing")],
	DEFAULT_REGION: ["country of phone numbers without a country code in new companies", region],
	TRASH_DAYS: ["days until a person in Trash is permanently deleted", integer(30, 1, 36500)],
	WEBHOOKS: ["whether webhooks are sent: on, or off (events are queued until webhooks are on)", oneOf(["on", "off"])],
	WEBHOOKS_ALLOW_LOCAL: ["allow webhooks to private addresses and over http, for development", flag(false)],
	REQUEST_TIMEOUT_SECONDS: ["maximum seconds to receive a complete request", integer(30, 1, 3600)],
	MAX_IN_FLIGHT_PER_KEY: ["maximum concurrent requests per caller; further requests are queued", integer(64, 1, 1e4)],
	QUERY_COMPILER: ["whether operations are compiled: on (before their second execution), always, or off", oneOf([
		"on",
		"always",
		"off"
	])],
	QUERY_WORKERS: ["worker threads for long queries, at most the number of processors minus one; 0 disables them; not used on PostgreSQL or with traces", {
		...integer(3, 0, 16),
		formerName: "READING_THREADS"
	}],
	DRAIN_SECONDS: ["seconds to continue serving after SIGTERM while /ready returns 503, so that load balancers can react", integer(0, 0, 300)],
	MAX_BODY_BYTES: ["maximum size of a request body, in bytes", integer(262144, 1024, 1e8)],
	GRAPHQL_MAX_TOKENS: ["maximum tokens in a GraphQL document", integer(2e3, 10, 1e6)],
	GRAPHQL_MAX_NESTING: ["maximum nesting of brackets in a GraphQL document", integer(64, 10, 500)],
	GRAPHQL_MAX_FIELD_PAIRS: ["maximum pairs of fields with the same response name that GraphQL validation compares", integer(1e4, 100, 1e5)],
	GRAPHQL_MAX_DEPTH: ["maximum depth of nested GraphQL fields", integer(12, 1, 1e3)],
	GRAPHQL_MAX_ALIASES: ["maximum aliases in a GraphQL document", integer(30, 0, 1e5)],
	GRAPHQL_MAX_ROOT_FIELDS: ["maximum root fields of a GraphQL query", integer(20, 1, 1e4)],
	GRAPHQL_MAX_ROOT_MUTATIONS: ["maximum mutations in a request", integer(10, 1, 1e4)],
	GRAPHQL_MAX_NODES: ["maximum records that a request may return", integer(5e3, 1, 1e6)],
	SSE_HEARTBEAT_SECONDS: ["seconds between subscription heartbeats; each also rechecks the credential", integer(15, 1, 3600)],
	SSE_STREAMS_PER_KEY: ["maximum open subscriptions per caller", integer(10, 1, 1e4)],
	OTEL_EXPORTER_OTLP_ENDPOINT: ["base URL for traces (OTLP over HTTP), to which /v1/traces is appended", exporterUrl],
	OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ["full URL for traces; overrides the base URL", exporterUrl],
	OTEL_EXPORTER_OTLP_PROTOCOL: ["protocol of the trace exporter; traces are always sent as JSON", text("http/json", /^http\/(json|protobuf)$/, "http/json; gRPC is not supported")],
	OTEL_SERVICE_NAME: ["service name in traces", text("dealgraph", /^.{1,255}$/, "up to 255 characters")],
	OTEL_SDK_DISABLED: ["disable traces", flag(false)],
	OTEL_TRACES_SAMPLER: ["trace sampler", oneOf([
		"always_on",
		"always_off",
		"traceidratio",
		"parentbased_always_on",
		"parentbased_always_off",
		"parentbased_traceidratio"
	], "parentbased_always_on")],
	OTEL_TRACES_SAMPLER_ARG: ["fraction of traces to keep, for ratio samplers", ratio],
	MAX_RECORDS_LOOKED_AT: ["maximum records that the filters of a request may scan", integer(1e6, 1e3, 1e9)],
	PUBLIC_URL: ["server URL for browsers and clients, such as https://crm.example; required with OIDC_ISSUER unless HOST is a loopback address", secureUrl(true)],
	OIDC_ISSUER: ["issuer of access tokens, exactly as in its metadata; if empty, only API keys are accepted", secureUrl(false)],
	OIDC_AUDIENCE: ["accepted audiences of access tokens; required with OIDC_ISSUER", list(/^[\x21-\x7e]+$/, "a list of names or URLs, separated by commas")],
	OIDC_ALGORITHMS: ["accepted signature algorithms of access tokens", signatureAlgorithms],
	OIDC_TOKEN_TYPES: ["accepted values of the token header \"typ\"; JWT also accepts tokens without this header", list(/^[\w.+-]+$/, "a list such as at+jwt,JWT", "at+jwt,JWT")],
	OIDC_CLOCK_SKEW_SECONDS: ["maximum seconds by which the issuer and server clocks may differ", integer(30, 0, 300)],
	OIDC_EMAIL_CLAIM: ["claim that contains the email address", claimName("email")],
	OIDC_EMAIL_VERIFIED_CLAIM: ["claim that is true if the issuer has verified the email address", claimName("email_verified")],
	OIDC_SCOPE_CLAIM: ["claim with the token scopes; \"scp\" is also read", claimName("scope")],
	OIDC_PROVISION: ["whether to create a user for a verified email that no user has: agent (as an Agent), or off", oneOf(["off", "agent"])],
	OIDC_COMPANY: ["company id for Agents created by OIDC_PROVISION; required if the database has several companies", text("", /^(company_\w+)?$/, "a company id, or nothing")],
	OIDC_CLIENT_ID: ["OAuth client id of the server, for browser sign-in", text("", /^[\x21-\x7e]{0,300}$/, "a client id, or nothing")],
	OIDC_CLIENT_SECRET: ["OAuth client secret; not required for a public client", text("", /^[\x21-\x7e]{0,1000}$/, "a client secret, or nothing")],
	OIDC_SCOPES: ["scopes requested at sign-in", text("openid email profile", /^openid( [\x21\x23-\x5b\x5d-\x7e]+)*$/, "openid and further scopes, separated by spaces")],
	SESSION_IDLE_MINUTES: ["idle minutes after which a session expires", integer(60, 1, 10080)],
	SESSION_HOURS: ["maximum duration of a session in hours", integer(12, 1, 720)]
};
const settingTable = Object.fromEntries(Object.entries(definitions).map(([name, [meaning, parser]]) => [name, {
	...parser,
	meaning
}]));
// src/settings.ts
/** @throws OperatorError with one line for each invalid setting: its value and the valid values */
function readSettings(env) {
	const errors = [];
	const settings = Object.fromEntries(Object.entries(settingTable).map(([name, { formerName, fallback, parse, validValues }]) => {
		const text = env[name] ?? (formerName && env[formerName]) ?? fallback;
		const value = parse(text);
		if (value === void 0) errors.push(`${name} must be ${validValues}, but it is "${text}".`);
		return [name, value];
	}));
	if (errors.length === 0) errors.push(...findMissingSettings(settings));
	if (errors.length > 0) throw new OperatorError(errors.join("\n"), exitCodes.setting);
	return settings;
}
/** Returns an error message for each missing setting that `OIDC_ISSUER` requires. */
function findMissingSettings(settings) {
	const { OIDC_ISSUER, OIDC_AUDIENCE, PUBLIC_URL, HOST } = settings;
	if (OIDC_ISSUER === "") return [];
	return [...OIDC_AUDIENCE.length === 0 ? ["OIDC_AUDIENCE, the audience of access tokens, must be set if OIDC_ISSUER is set."] : [], ...PUBLIC_URL === "" && !isLoopback(HOST) ? ["PUBLIC_URL, the server address for clients, must be set if OIDC_ISSUER is set."] : []];
}
const settingNames = Object.keys(settingTable);
/** Setting name prefixes, except `OTEL_`: OpenTelemetry reads more variables with that prefix. */
const settingPrefixes = [...new Set(settingNames.flatMap((name) => name.match(/^[A-Z]+_/) ?? []))].filter((prefix) => prefix !== "OTEL_");
/** Maximum typos in a variable without a setting prefix; beyond that, the variable is ignored. */
const maxEditDistance = 2;
/** Minimum length of a name to compare; short names such as `HOME` and `HOST` are too similar. */
const minComparedLength = 8;
/** Returns a warning for each unknown variable that resembles a setting, with the nearest name. */
function findUnknownSettings(env) {
	return Object.keys(env).flatMap((name) => {
		if (settingNames.includes(name)) return [];
		const hasSettingPrefix = settingPrefixes.some((prefix) => name.startsWith(prefix));
		const maxDistance = hasSettingPrefix ? name.length : maxEditDistance;
		const nearestName = closestMatch(name, settingNames, { maxDistance });
		const isTypo = nearestName !== void 0 && name.length >= minComparedLength;
		return hasSettingPrefix || isTypo ? `${name} is not a setting and has no effect; did you mean ${nearestName}?` : [];
	});
}
/** Returns whether a server on this `HOST` can be reached only from the same machine. */
const isLoopback = (host) => /^(localhost|127(\.\d+){3}|::1)$/i.test(host);
function loadEnvironment() {
	if (existsSync(".env")) process.loadEnvFile(".env");
	return process.env;
}
/** Returns the server's URL for programs on the same machine. */
function getLocalUrl({ HOST, PORT }) {
	return `http://${HOST === "0.0.0.0" || HOST === "::" ? "localhost" : HOST.includes(":") ? `[${HOST}]` : HOST}:${PORT}`;
}
/**
* Returns the server's URL for browsers and clients, without a trailing slash.
* @param host the `Host` header, used if `PUBLIC_URL` is not set
*/
const getPublicUrl = (settings, host) => settings.PUBLIC_URL.replace(/\/$/, "") || (host ? `http://${host}` : getLocalUrl(settings));
export { loadEnvironment as a, isLoopback as i, getLocalUrl as n, readSettings as o, getPublicUrl as r, settingTable as s, findUnknownSettings as t };
