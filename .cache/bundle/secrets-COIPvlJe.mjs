import { T as isIn, g as accessScopeOf, it as parseChanges, ot as findUnknownPatterns } from "./records-CzuHo0A9.mjs";
import { l as invalid } from "./errors-Cd1UCkd2.mjs";
import { o as yieldToEventLoop } from "./async-CcmZtahM.mjs";
import { h as sql, n as encodeListParam, r as query } from "./query-BmUqRt20.mjs";
import { _ as idPattern } from "./scopes-BgGiyNkn.mjs";
import { n as getCountFieldPolicy, r as getNodeType } from "./node-types-BuwqcZrZ.mjs";
import { n as encrypt, t as decrypt } from "./encryption-Dw--mjYe.mjs";
import { Resolver, lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
// src/resources/events/operations.ts
/**
* Reads the event feed. A caller can view the events of records that they can view now, and of
* deleted records that they could view when the record was deleted.
*/
const newestEvent = query((_, p) => sql`
    select "sequence" from "events" where "companyId" = ${p.companyId} order by "sequence" desc limit 1`);
/** Selects the events of a range that match a type or kind, oldest first. */
const eventsBetween = query((_, p) => sql`
    select * from "events" where "companyId" = ${p.companyId} and "sequence" > ${p.after} and "sequence" <= ${p.lastSequence}
    and (${isIn("type", p.types)} or ${isIn("recordKind", p.kinds)} or ${isIn(sql.lit("*"), p.kinds)}) order by "sequence"`);
/** Selects the deletion events of records, except people restored by undoing a merge. */
const deletionsOfRecords = query((_, p) => sql`
    select "recordId", "audience" from "events" where "companyId" = ${p.companyId} and ${isIn("recordId", p.ids)}
      and "type" = "recordKind" || '.deleted' and not exists (
        select 1 from "events" as "later" where "later"."companyId" = ${p.companyId} and "later"."recordId" = "events"."recordId" and "later"."sequence" > "events"."sequence"
      ) order by "sequence"`);
/** Selects the lowest sequence number greater than `after`. */
const nextSequence = query((_, p) => sql`
    select "sequence" from "events" where "companyId" = ${p.companyId} and "sequence" > ${p.after} order by "sequence" limit 1`);
/** The maximum number of events read per query, and per page before the client must continue. */
const chunkSize = 500;
const maxScannedEvents = 5e3;
/** Splits event type patterns such as `deal.moved`, `deal.*` and `*` into types and kinds. */
function splitPatterns(patterns = ["*"]) {
	const kinds = patterns.filter((pattern) => pattern.endsWith("*"));
	return {
		types: encodeListParam(patterns.filter((pattern) => !kinds.includes(pattern))),
		kinds: encodeListParam(kinds.map((pattern) => pattern.replace(/\.\*$/, "")))
	};
}
/** Checks event type patterns. @throws VALIDATION_ERROR for patterns that match no event type */
function checkPatterns(patterns, field) {
	const details = findUnknownPatterns(patterns, field);
	if (details.length > 0) throw invalid(details);
}
/** Returns the sequence number of a company's newest event, or 0 without events. */
const readNewestSequence = async (db, companyId) => (await db.first(newestEvent, { companyId }))?.sequence ?? 0;
/**
* Returns up to `limit` events that the caller can view, oldest first, after the sequence number
* `after`. Sequence numbers increase in the order of the changes.
*/
async function readEvents(ctx, patterns, after, limit) {
	const { companyId } = ctx.viewer;
	const patternLists = splitPatterns(patterns);
	const newestSequence = await readNewestSequence(ctx.db, companyId);
	const rows = [];
	let endSequence = Math.min(after, newestSequence);
	for (let scannedCount = 0; rows.length <= limit && endSequence < newestSequence && scannedCount < maxScannedEvents; scannedCount += chunkSize) {
		const firstSequence = (await ctx.db.first(nextSequence, {
			companyId,
			after: endSequence
		}))?.sequence ?? newestSequence;
		const lastSequence = Math.min(firstSequence - 1 + chunkSize, newestSequence);
		const range = {
			companyId,
			after: endSequence,
			lastSequence,
			...patternLists
		};
		rows.push(...await toVisibleEvents(ctx, await ctx.db.all(eventsBetween, range)));
		endSequence = lastSequence;
		await yieldToEventLoop();
	}
	const pageRows = rows.slice(0, limit);
	const isComplete = rows.length <= limit;
	return {
		rows: pageRows,
		hasNext: !isComplete || endSequence < newestSequence,
		endSequence: isComplete ? endSequence : pageRows.at(-1)?.sequence ?? endSequence
	};
}
/** Returns a record's node type if the caller has the scope required to view the type. */
function findViewableType(ctx, id) {
	const nodeType = getNodeType(id);
	const scope = nodeType?.policy.scope;
	return scope && !ctx.viewer.rights.has(scope) ? void 0 : nodeType;
}
/** Returns the ids of the records that the caller can view now. */
async function findViewableIds(ctx, ids) {
	const foundIds = await Promise.all([...new Set(ids)].map(async (id) => await findViewableType(ctx, id)?.load(ctx, id) ? id : void 0));
	return new Set(foundIds.filter((id) => id !== void 0));
}
/** Returns the ids of the deleted records that the caller could view before their deletion. */
async function findViewableDeletedIds(ctx, ids) {
	if (ids.length === 0) return /* @__PURE__ */ new Set();
	const { viewer } = ctx;
	const viewableDeletions = (await ctx.db.all(deletionsOfRecords, {
		companyId: viewer.companyId,
		ids: encodeListParam([...new Set(ids)])
	})).filter(({ recordId, audience }) => {
		const nodeType = findViewableType(ctx, recordId);
		if (!nodeType) return false;
		if (nodeType.policy.canViewAll(accessScopeOf(viewer))) return true;
		const userIds = audience === null ? [] : JSON.parse(audience);
		return userIds.includes(viewer.userId) || userIds.includes("*");
	});
	return new Set(viewableDeletions.map(({ recordId }) => recordId));
}
const collectIds = (value) => typeof value === "string" ? idPattern.test(value) ? [value] : [] : Array.isArray(value) ? value.flatMap(collectIds) : [];
/** Returns the events that the caller can view, without ids of hidden records in their changes. */
async function toVisibleEvents(ctx, rows) {
	const recordIds = rows.map(({ recordId }) => recordId);
	const currentIds = await findViewableIds(ctx, recordIds);
	const deletedIds = await findViewableDeletedIds(ctx, recordIds.filter((id) => !currentIds.has(id)));
	const viewableRows = rows.filter(({ recordId }) => currentIds.has(recordId) || deletedIds.has(recordId)).map(({ audience: _, ...row }) => ({
		...row,
		changes: parseChanges(row)
	}));
	const viewableIds = await findViewableIds(ctx, viewableRows.flatMap(({ changes }) => changes.flatMap(({ from, to }) => [...collectIds(from), ...collectIds(to)])));
	return viewableRows.map((event) => ({
		...event,
		changes: event.changes.filter((change) => !countsHiddenRecords(ctx, event, change)).map((change) => removeHiddenIds(change, viewableIds))
	}));
}
/** Returns whether a change contains a count that includes records hidden from the caller. */
function countsHiddenRecords(ctx, { recordId }, { field }) {
	const policy = getCountFieldPolicy(recordId, field);
	return policy !== void 0 && !policy.canViewAll(accessScopeOf(ctx.viewer));
}
const quotedIdPattern = /"[a-z]+_[0-9a-z]{20,}/;
/** Removes the ids that are not in `viewableIds` from a change; a truncated list becomes null. */
function removeHiddenIds(change, viewableIds) {
	const isHidden = (value) => typeof value === "string" && idPattern.test(value) && !viewableIds.has(value);
	const hideIds = (value) => {
		if (Array.isArray(value)) return value.filter((item) => !isHidden(item)).map(hideIds);
		if (typeof value !== "string") return value;
		return isHidden(value) || change.truncated && quotedIdPattern.test(value) ? null : value;
	};
	return {
		...change,
		from: hideIds(change.from),
		to: hideIds(change.to)
	};
}
// src/lib/public-address.ts
/**
* Checks that addresses and URLs are on the public internet, so that a webhook cannot reach a
* private network. Special-purpose ranges are those in IANA's registries; the only public IPv6
* range is 2000::/3. A problem is a phrase that follows a field name: "url points to …".
*/
const ipv4Ranges = {
	"an unspecified address": ["0.0.0.0/8"],
	"a private address": [
		"10.0.0.0/8",
		"172.16.0.0/12",
		"192.168.0.0/16"
	],
	"a carrier-grade NAT address": ["100.64.0.0/10"],
	"a loopback address": ["127.0.0.0/8"],
	"a link-local address": ["169.254.0.0/16"],
	"an address for IETF protocols": [...[
		"192.0.0.0/24",
		"192.31.196.0/24",
		"192.52.193.0/24",
		"192.175.48.0/24"
	]],
	"an address for documentation": [
		"192.0.2.0/24",
		"198.51.100.0/24",
		"203.0.113.0/24"
	],
	"a 6to4 relay address": ["192.88.99.0/24"],
	"a benchmarking address": ["198.18.0.0/15"],
	"a multicast address": ["224.0.0.0/4"],
	"a reserved address": ["240.0.0.0/4"],
	"a cloud platform service address": ["168.63.129.16/32"]
};
const ipv6Ranges = {
	"an unspecified address": ["::/128"],
	"a loopback address": ["::1/128"],
	"an address that embeds an IPv4 address": [...[
		"::/96",
		"::ffff:0:0/96",
		"::ffff:0:0:0/96",
		"64:ff9b::/96",
		"64:ff9b:1::/48"
	], ...["2001::/32", "2002::/16"]],
	"a discard-only address": ["100::/64"],
	"an address for documentation": ["2001:db8::/32", "3fff::/20"],
	"an address for IETF protocols": ["2001::/23", "2620:4f:8000::/48"],
	"a private address": ["fc00::/7", "fec0::/10"],
	"a link-local address": ["fe80::/10"],
	"a multicast address": ["ff00::/8"]
};
function createBlockList(ranges, family) {
	const list = new BlockList();
	for (const range of ranges) {
		const [network = "", prefix] = range.split("/");
		list.addSubnet(network, Number(prefix), family);
	}
	return { includes: (address) => list.check(address, family) };
}
const toBlockLists = (ranges, family) => Object.entries(ranges).map(([kind, list]) => ({
	kind,
	...createBlockList(list, family)
}));
const specialRanges = {
	4: toBlockLists(ipv4Ranges, "ipv4"),
	6: toBlockLists(ipv6Ranges, "ipv6")
};
const allocatedIpv6 = createBlockList(["2000::/3"], "ipv6");
/** Host names that are never public, whatever they resolve to. */
const localNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|localdomain|invalid|test|example|onion)$/;
const removeBrackets = (host) => host.replace(/^\[(.*)\]$/, "$1");
/** Returns the problem with an IP address; undefined if it is public. */
function findAddressProblem(address, { allowLocal }) {
	const family = isIP(address);
	if (family === 0) return "is not an IP address";
	if (address.includes("%")) return "has a zone id, which only a link-local address can have";
	if (allowLocal) return void 0;
	const specialRange = specialRanges[family].find(({ includes }) => includes(address));
	if (specialRange) return `is ${specialRange.kind}`;
	if (family === 6 && !allocatedIpv6.includes(address)) return "is a reserved address";
}
/**
* Queries name servers directly, since names that never resolve could block the few threads of the
* system lookup. `allowLocal` uses the system lookup, which also resolves local names.
*/
async function resolveHost(host, allowLocal) {
	if (allowLocal) return (await lookup(host, {
		all: true,
		verbatim: true
	})).map(({ address }) => address);
	const resolver = new Resolver({
		timeout: 2e3,
		tries: 2
	});
	return (await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])).flatMap((result) => result.status === "fulfilled" ? result.value : []);
}
/** Returns the problem with a URL, without a DNS lookup; undefined if no problem is found. */
function findUrlSyntaxProblem(url, { allowLocal }) {
	if (!URL.canParse(url)) return "is not a URL";
	const { protocol, username, password, hostname, port } = new URL(url);
	if (protocol !== "https:" && !(allowLocal && protocol === "http:")) return "must begin with https://";
	if (username || password) return "must not contain a user name or password";
	const host = removeBrackets(hostname).replace(/\.$/, "");
	if (!host || port === "0") return "must contain a host, and a port other than 0";
	if (isIP(host)) return findTargetProblem(host, { allowLocal });
	if (allowLocal) return void 0;
	if (localNames.test(host) || !host.includes(".")) return `names the host ${host}, which is not on the public internet`;
}
function findTargetProblem(address, options) {
	const problem = findAddressProblem(address, options);
	return problem && `points to ${address}, which ${problem}`;
}
/** Resolves a URL, and returns its problem. Check again when connecting, since DNS can change. */
async function resolveUrlProblem(url, options) {
	const syntaxProblem = findUrlSyntaxProblem(url, options);
	if (syntaxProblem) return syntaxProblem;
	const host = removeBrackets(new URL(url).hostname);
	if (isIP(host) || options.allowLocal) return void 0;
	const addresses = await (options.resolve ?? ((name) => resolveHost(name, false)))(host).catch(() => []);
	if (addresses.length === 0) return `names the host ${host}, which cannot be resolved`;
	return addresses.map((address) => findTargetProblem(address, options)).find(Boolean);
}
// src/resources/webhooks/secrets.ts
const getAssociatedData = ({ companyId, id }) => `${companyId} ${id}`;
/** Creates a secret as defined by Standard Webhooks: `whsec_` and 32 random bytes. */
const newWebhookSecret = (deps) => `whsec_${deps.randomBytes(32).toString("base64")}`;
/** Encrypts a secret so that it can be decrypted only in this endpoint's row. */
const encryptSecret = (deps, endpoint, secret) => encrypt(deps.webhookKey, secret, deps.randomBytes(12), getAssociatedData(endpoint)).toString("base64");
const decryptSecret = (deps, endpoint, encrypted) => decrypt(deps.webhookKey, Buffer.from(encrypted, "base64"), getAssociatedData(endpoint)).toString();
/** Returns the current secret and, for a day after a rotation, the previous secret. */
function listSigningSecrets(deps, endpoint) {
	const { secret, previousSecret, previousSecretExpiresAt } = endpoint;
	const secrets = [decryptSecret(deps, endpoint, secret)];
	if (previousSecret && previousSecretExpiresAt && Date.parse(previousSecretExpiresAt) > deps.now()) secrets.push(decryptSecret(deps, endpoint, previousSecret));
	return secrets;
}
export { findUrlSyntaxProblem as a, checkPatterns as c, toVisibleEvents as d, findAddressProblem as i, readEvents as l, listSigningSecrets as n, resolveHost as o, newWebhookSecret as r, resolveUrlProblem as s, encryptSecret as t, readNewestSequence as u };
