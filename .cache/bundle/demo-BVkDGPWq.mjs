import { ut as timestamp } from "./records-CzuHo0A9.mjs";
import { a as withTimeout } from "./async-CcmZtahM.mjs";
import { h as sql, r as query, t as byDialect } from "./query-BmUqRt20.mjs";
import { i as formatCountOf, r as formatCount } from "./text-86vERQj0.mjs";
import { i as demoCompanies } from "./operations-kayhB3Bx.mjs";
import { t as OperatorError } from "./faults-D32tI_DY.mjs";
import { n as removeDemoKeys } from "./demo-keys-DUKzbcZH.mjs";
import { c as sortParentsFirst, l as toTableInfo, s as selectTablesSql } from "./table-copy-B3cuPXKh.mjs";
import { t as windowSeconds } from "./store-DwYjuL_7.mjs";
import { i as isLoopback } from "./settings-gJPCLox9.mjs";
import { L as gauge, O as companyKeyIds, R as sampledCounter, d as withDeps, f as withProgress, i as createOptionError, l as parseWholeNumber, u as print } from "./session-CrgV-ZTs.mjs";
import "./table-WiwHQJ6s.mjs";
import { s as endpointWorkQuery } from "./queries-CVEeKJVz.mjs";
import { createInterface } from "node:readline/promises";
// src/webhooks/metrics.ts
/** Metrics of events and webhook queues, read from the database, so the same in each process. */
const maxCountedDeliveries = 1e5;
/** Maximum number of endpoints with their own series; those with the most attempts are chosen. */
const maxEndpoints = 200;
/** Maximum time for the queries, so that a scrape ends within seconds. */
const timeoutMs = 3e3;
/** CROSSES COMPANIES: the operator's metrics include all companies. */
const endpointBacklogsQuery = query((_, p) => sql`
    select "endpoint"."id", "endpoint"."attempts", "endpoint"."failures",
    (select count(*) from (select 1 from "webhookDeliveries" where "companyId" = "endpoint"."companyId" and "endpointId" = "endpoint"."id" and "status" = 'pending' limit ${p.limit}) as "some") as "waitingCount",
    (select min("createdAt") from (select "createdAt" from "webhookDeliveries" where "companyId" = "endpoint"."companyId" and "endpointId" = "endpoint"."id" and "status" = 'pending'
      limit ${p.limit}) as "some") as "oldestCreatedAt"
    from "webhookEndpoints" as "endpoint" order by "endpoint"."id"`);
const eventCountQuery = query((k, _) => k.selectFrom("companies").select((eb) => eb.fn.coalesce(eb.fn.sum("eventSequence"), eb.lit(0)).as("count")));
const findMax = (rows, value) => rows.reduce((largest, row) => Math.max(largest, value(row)), 0);
const getSecondsSince = (time, now) => time === null ? 0 : Math.max(0, (now - Date.parse(time)) / 1e3);
/** Returns the metrics, or only `dealgraph_database_up` if the database responds too late. */
async function readOutboxMetrics(deps) {
	const families = await withTimeout(timeoutMs, () => readFamilies(deps)).catch(() => void 0);
	return [gauge("dealgraph_database_up", "Whether the database responds.", Number(families !== void 0)), ...families ?? []];
}
async function readFamilies(deps) {
	const nowMs = deps.now();
	const { count, backlogs, endpoints } = await deps.store.allCompanies.readLatest(async (db) => ({
		count: Number((await db.first(eventCountQuery, {}))?.count ?? 0),
		backlogs: await db.all(endpointBacklogsQuery, { limit: maxCountedDeliveries }),
		endpoints: await db.all(endpointWorkQuery, {
			now: timestamp(deps),
			demo: Number(deps.settings.DEMO),
			owner: ""
		})
	}));
	return [
		sampledCounter("dealgraph_events_total", "Events of all companies.", count),
		...toTotalMetrics(backlogs, endpoints, nowMs),
		...toEndpointMetrics(backlogs, nowMs)
	];
}
const toTotalMetrics = (backlogs, endpoints, now) => [
	gauge("dealgraph_webhook_deliveries_waiting", `Deliveries waiting to be sent, counted up to ${maxCountedDeliveries} per endpoint.`, backlogs.reduce((total, { waitingCount }) => total + waitingCount, 0)),
	gauge("dealgraph_webhook_oldest_waiting_seconds", "Age of the oldest waiting delivery; 0 if no delivery waits.", findMax(backlogs, ({ oldestCreatedAt }) => getSecondsSince(oldestCreatedAt, now))),
	gauge("dealgraph_webhook_overdue_seconds", "Time since the most overdue delivery was due; 0 if no delivery is due. Excludes paused and disabled endpoints.", findMax(endpoints, ({ nextAttemptAt, pausedAt }) => pausedAt ? 0 : getSecondsSince(nextAttemptAt, now))),
	gauge("dealgraph_webhook_events_behind", "Events without deliveries yet, for the endpoint with the largest backlog.", findMax(endpoints, ({ newestSequence, lastSequence }) => newestSequence - lastSequence))
];
function toEndpointMetrics(backlogs, now) {
	const topBacklogs = backlogs.toSorted((a, b) => b.attempts - a.attempts).slice(0, maxEndpoints);
	const toSeries = (value) => topBacklogs.map((backlog) => ({
		labels: { endpoint: backlog.id },
		value: value(backlog)
	}));
	const scopeText = `for each of the ${maxEndpoints} endpoints with the most attempts`;
	return [
		gauge("dealgraph_webhook_queue_depth", `Deliveries waiting to be sent, counted up to ${maxCountedDeliveries}, ${scopeText}.`, toSeries(({ waitingCount }) => waitingCount)),
		gauge("dealgraph_webhook_oldest_undelivered_seconds", `Age of the oldest waiting delivery, ${scopeText}; 0 if no delivery waits.`, toSeries(({ oldestCreatedAt }) => getSecondsSince(oldestCreatedAt, now))),
		sampledCounter("dealgraph_webhook_attempts_total", `Delivery attempts, including failures, ${scopeText}.`, toSeries(({ attempts }) => attempts)),
		sampledCounter("dealgraph_webhook_failures_total", `Failed delivery attempts, ${scopeText}.`, toSeries(({ failures }) => failures))
	];
}
// src/store/remove-company.ts
const dialectTablesSql = byDialect({
	sqlite: () => sql.raw(selectTablesSql.sqlite),
	postgres: () => sql.raw(selectTablesSql.postgres)
});
const allTablesQuery = query((_, _p) => sql`${dialectTablesSql}`);
const createDeleteQuery = (table) => query((_, p) => sql`delete from ${sql.table(table)} where ${sql.ref(table === "companies" ? "id" : "companyId")} = ${p.companyId}`);
/**
* Deletes a company's rows from every table. Triggers protect all events except the demo's.
* @returns the number of deleted rows by table, omitting tables without any
*/
async function removeCompany(db, companyId) {
	const tables = (await db.all(allTablesQuery, {})).map(toTableInfo).filter(({ name, columns }) => name === "companies" || columns.includes("companyId"));
	const deletedRowCounts = {};
	for (const { name } of sortParentsFirst(tables).reverse()) {
		const rowCount = await db.run(createDeleteQuery(name), { companyId });
		if (rowCount > 0) deletedRowCounts[name] = rowCount;
	}
	return deletedRowCounts;
}
// src/commands/demo.ts
/** The commands `seed` and `demo remove`, which create and delete companies with sample data. */
const maxPeople = 1e6;
const seedExamples = `
Examples:
  npx dealgraph seed --people 200
  npx dealgraph seed --people 1000 --company "Northwind" --json   # prints an API key and ids`;
function addSeed(program) {
	program.command("seed").description("load the demo company, or create a larger sample company with --people").option("--people <n>", "number of people; deals, tasks, activities and appointments are created in proportion", parseWholeNumber(1, maxPeople)).option("--company <name>", "company name", "Seeded Company").addHelpText("after", seedExamples).action(seed);
}
const seed = (options) => withDeps(async (deps) => {
	const { demoName, loadDemo, seedCompany } = await import("./seed-DF3AAB6J.mjs");
	const { people, company } = options;
	const seededCompany = people === void 0 ? await loadDemo(deps, (companies) => companies.every(({ isDemo }) => !isDemo)) : await withProgress("people", options, ({ update }) => seedCompany(deps, company, people, update));
	if (!seededCompany) throw new OperatorError(`The demo company ${demoName} is already in this database; use --people N to create another sample company.`);
	print(options, seededCompany, describeSeedResult(seededCompany));
});
const describeSeedResult = ({ companyId, secret, people, deals, tasks, ...others }) => `Created the company ${companyId} with ${formatCountOf(people, "person", "people")}, ${formatCountOf(deals, "deal")}, ${formatCountOf(tasks, "task")}, ${formatCountOf(others.activities, "activity", "activities")} and ${formatCountOf(others.appointments, "appointment")}.\nAPI key of its Owner, shown only once: ${secret}`;
const removeHelp = `
Removes the company with its users, API keys, records, events, imports and counters, and its keys
in demo-keys.json. Other companies are not changed. The command also works while a server is
running. Only a backup can restore the company.

Examples:
  npx dealgraph demo remove --yes                  # without confirmation
  npx dealgraph demo remove --yes --json`;
function addDemo(program) {
	program.command("demo").description("manage the demo company, which \"serve\" loads into an empty database").command("remove").description("permanently remove the demo company with its users and records").option("--yes", "do not ask for confirmation").addHelpText("after", removeHelp).action(removeDemoCompanies);
}
async function removeDemoCompanies(options) {
	const removedCompanies = await withDeps(async (deps) => {
		const companies = await deps.store.allCompanies.readLatest((db) => db.all(demoCompanies, {}));
		if (companies.length > 0 && !options.yes) await requireConsent(companies, options);
		const removals = [];
		for (const company of companies) removals.push(await removeDemoCompany(deps, company));
		removeDemoKeys(deps.settings);
		return removals;
	});
	const message = removedCompanies.map(({ name, companyId, rows }) => {
		const rowCount = Object.values(rows).reduce((sum, tableCount) => sum + tableCount, 0);
		return `Removed ${name} (${companyId}): ${formatCount(rowCount)} rows from ${Object.keys(rows).length} tables.`;
	}).join("\n") || "There is no demo company in this database.";
	print(options, { removed: removedCompanies }, message);
}
async function removeDemoCompany(deps, { id: companyId, name }) {
	const { keys, rows } = await deps.store.forCompany(companyId).write(async (db) => ({
		keys: await db.all(companyKeyIds, { companyId }),
		rows: await removeCompany(db, companyId)
	}));
	const afterAllWindowsMs = deps.now() + 2 * windowSeconds * 1e3;
	for (const { id } of keys) await deps.store.counters.deleteWindows(id, afterAllWindowsMs);
	return {
		companyId,
		name,
		rows
	};
}
/** Prompts for confirmation. @throws OperatorError unless the user enters `yes` at a terminal */
async function requireConsent(companies, { json }) {
	const names = companies.map(({ name, id }) => `${name} (${id})`).join(", ");
	if (json || !process.stdin.isTTY) throw createOptionError(`This permanently removes ${names}; add --yes to confirm.`);
	const terminal = createInterface({
		input: process.stdin,
		output: process.stderr
	});
	const answer = await terminal.question(`Permanently remove ${names}? (yes/no) `);
	terminal.close();
	if (!/^y(es)?$/i.test(answer.trim())) throw new OperatorError("Nothing was removed.");
}
/** Returns a finding and a remedy if the demo company makes the server insecure. */
function findDemoWarning({ DEMO, HOST, TRUSTED_PROXIES }, companies) {
	if (companies.length === 0) return void 0;
	if (DEMO && isLoopback(HOST) && TRUSTED_PROXIES.length === 0) return void 0;
	return {
		finding: `the demo company ${companies.map(({ name }) => name).join(", ")} is in this database${DEMO ? ", its API keys are valid, and other machines may be able to reach this server" : "; its API keys are rejected because DEMO is false"}`,
		advice: `${DEMO ? "Set DEMO=false. " : ""}Remove the company with "dealgraph demo remove".`
	};
}
export { readOutboxMetrics as a, endpointBacklogsQuery as i, addSeed as n, findDemoWarning as r, addDemo as t };
