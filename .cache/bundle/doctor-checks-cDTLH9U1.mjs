import { ot as findUnknownPatterns } from "./records-CzuHo0A9.mjs";
import { i as formatCountOf } from "./text-86vERQj0.mjs";
import { i as demoCompanies } from "./operations-kayhB3Bx.mjs";
import { i as isLoopback } from "./settings-gJPCLox9.mjs";
import { a as findDamage } from "./faults-D32tI_DY.mjs";
import { i as endpointBacklogsQuery, r as findDemoWarning } from "./demo-BVkDGPWq.mjs";
import { A as endpointPatterns, F as webhookFailures, P as newestEvent, f as withProgress } from "./session-CrgV-ZTs.mjs";
// src/commands/doctor-checks.ts
/** Checks of `doctor` for both SQLite and PostgreSQL, and the function that runs the checks. */
const pass = (finding) => ({
	state: "ok",
	finding
});
const warn = (finding, advice) => ({
	state: "warning",
	finding,
	advice
});
const fail = (finding, advice) => ({
	state: "failed",
	finding,
	advice
});
const formatDuration = (milliseconds) => milliseconds < 72e5 ? formatCountOf(Math.round(milliseconds / 6e4), "minute") : formatCountOf(Math.round(milliseconds / 36e5), "hour");
const settings = async ({ settings: { DEMO, HOST, WEBHOOKS_ALLOW_LOCAL, METRICS_TOKEN, OIDC_ISSUER } }) => {
	const isLocal = isLoopback(HOST);
	if (!isLocal && DEMO) return warn("DEMO is on, and HOST is not a loopback address", "Set DEMO=false: the server prints API keys of the demo company at each start.");
	if (!isLocal && WEBHOOKS_ALLOW_LOCAL) return warn("WEBHOOKS_ALLOW_LOCAL is on", "Set WEBHOOKS_ALLOW_LOCAL=false: webhooks can reach services that listen only on this machine.");
	const issuerError = OIDC_ISSUER && await checkIssuerMetadata(OIDC_ISSUER);
	if (issuerError) return warn(issuerError, "Correct OIDC_ISSUER, or make the issuer reachable; until then, all access tokens are rejected.");
	if (!isLocal && METRICS_TOKEN === "") return pass("valid; METRICS_TOKEN is not set, so only this machine can read /metrics");
	return pass("all settings are valid");
};
/** Returns an error message if the OpenID issuer's metadata cannot be used. */
async function checkIssuerMetadata(issuer) {
	const { loadIssuerMetadata } = await import("./issuer-raQ63jrg.mjs");
	return loadIssuerMetadata(issuer).then(() => void 0, (error) => `OIDC_ISSUER cannot be used: ${error.message}`);
}
const demoCompany = async ({ settings, db }) => {
	const companies = await db.all(demoCompanies, {});
	const problem = findDemoWarning(settings, companies);
	if (problem) return warn(problem.finding, problem.advice);
	return pass(companies.length > 0 ? "present; only this machine can use it" : "no demo company");
};
const clock = async ({ db, now }) => {
	const newestEventTime = (await db.first(newestEvent, {}))?.createdAt;
	const behindMs = newestEventTime ? Date.parse(newestEventTime) - now : 0;
	if (behindMs > 6e4) return warn(`the clock is ${formatDuration(behindMs)} behind the newest event`, "Synchronize the clock (NTP): new records sort before older records, and API keys expire late.");
	return pass(new Date(now).toISOString());
};
const webhooks = async ({ settings, db, now }) => {
	const backlogs = await db.all(endpointBacklogsQuery, { limit: 1e5 });
	const failures = await db.first(webhookFailures, {});
	const waitingCount = backlogs.reduce((sum, load) => sum + load.waitingCount, 0);
	const oldestWaitMs = Math.max(0, ...backlogs.map(({ oldestCreatedAt: time }) => time ? now - Date.parse(time) : 0));
	const summary = `${formatCountOf(backlogs.length, "endpoint")}, ${formatCountOf(waitingCount, "delivery", "deliveries")} waiting${waitingCount > 0 ? `, the oldest for ${formatDuration(oldestWaitMs)}` : ""}; ${formatCountOf(failures?.disabled ?? 0, "disabled endpoint")}, ${formatCountOf(failures?.dead ?? 0, "failed delivery", "failed deliveries")}`;
	if (settings.WEBHOOKS === "off") return backlogs.length > 0 ? warn(`off (WEBHOOKS=off); ${summary}`, "Set WEBHOOKS=on to send waiting deliveries.") : pass("webhooks are off (WEBHOOKS=off)");
	if ((failures?.disabled ?? 0) > 0) return warn(summary, "Query webhookDeliveries for the reason. Enable the endpoint with updateWebhookEndpoint, then replay its deliveries.");
	if (oldestWaitMs > 36e5) return warn(summary, "Check that serve or dispatch is running, and query webhookDeliveries for failed attempts.");
	await import("./resources-D_Ncxz_g.mjs");
	const invalidEndpoints = (await db.all(endpointPatterns, {})).filter(({ events }) => findUnknownPatterns(JSON.parse(events), "events").length > 0);
	if (invalidEndpoints.length > 0) return warn(`${summary}; ${formatCountOf(invalidEndpoints.length, "endpoint")} with a pattern that matches no event type`, `Correct the events of ${invalidEndpoints.slice(0, 3).map(({ id }) => id).join(", ")} with updateWebhookEndpoint.`);
	return pass(summary);
};
function runChecks(context, checks) {
	const entries = Object.entries(checks);
	return withProgress("checks", {}, async ({ update }) => {
		const findings = [];
		for (const [name, check] of entries) {
			update(findings.length, entries.length);
			findings.push({
				name,
				...await runCheck(context, check)
			});
		}
		return findings;
	});
}
const reportDamage = (damage) => fail(damage.replace(/\s+/g, " ").slice(0, 200), "Stop the server, keep a copy of the damaged database, and restore the latest backup.");
/** Runs a check in a savepoint, so that later checks can run after it has read a damaged page. */
async function runCheck(context, check) {
	try {
		return await context.db.savepoint(async () => check(context));
	} catch (cause) {
		const damage = findDamage(cause);
		if (damage === void 0) throw cause;
		return reportDamage(damage);
	}
}
export { reportDamage as a, warn as c, pass as i, webhooks as l, demoCompany as n, runChecks as o, fail as r, settings as s, clock as t };
