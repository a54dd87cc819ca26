import { l as rightsOf } from "./scopes-BgGiyNkn.mjs";
import { c as newRecord, lt as createContext, tt as writeEvents } from "./records-CzuHo0A9.mjs";
import { r as query } from "./query-BmUqRt20.mjs";
// src/resources/companies/operations.ts
/** Creates companies, and runs operations in a company on behalf of the server. */
/** Selects all companies. Unlike most queries, this query is not limited to one company. */
const allCompanies = query((k, _p) => k.selectFrom("companies").selectAll().orderBy("id"));
const companyById = query((k, p) => k.selectFrom("companies").selectAll().where("id", "=", p.id));
/** Selects all demo companies. Unlike most queries, this query is not limited to one company. */
const demoCompanies = query((k, _p) => k.selectFrom("companies").selectAll().where("isDemo", "=", 1).orderBy("id"));
/** Returns an Owner viewer for commands and housekeeping, which act without a user. */
const createSystemViewer = (company) => ({
	companyId: company.id,
	company,
	userId: "",
	fullName: "Dealgraph",
	role: "Owner",
	credentialId: null,
	rights: rightsOf("Owner", null),
	teamIds: [],
	teamUserIds: []
});
/** Runs operations as the system viewer in one transaction, and writes their events. */
const runAsSystem = (deps, company, work) => deps.store.forCompany(company.id).write(async (db) => {
	const ctx = createContext(deps, {
		viewer: createSystemViewer(company),
		requestId: `system-${deps.newId("request")}`,
		db
	});
	const workResult = await work(ctx);
	await writeEvents(ctx);
	return workResult;
});
/** Loads a company. @throws Error if the company does not exist */
async function loadCompany(deps, id) {
	const company = await deps.store.forCompany(id).readLatest((db) => db.first(companyById, { id }));
	if (!company) throw new Error(`Company ${id} does not exist`);
	return company;
}
async function forEachCompany(deps, work) {
	const companies = await deps.store.allCompanies.readLatest((db) => db.all(allCompanies, {}));
	for (const company of companies) await work(company);
}
const lifecycleStageNames = [
	"Lead",
	"Prospect",
	"Client",
	"Past client",
	"Trash"
];
const salesStages = [
	["Qualified", "open"],
	["Proposal", "open"],
	["Negotiation", "open"],
	["Won", "won"],
	["Lost", "lost"]
];
/** Creates a company with an Owner, its lifecycle stages (including Trash) and one pipeline. */
async function createCompany(deps, db, { name, region, currency = "USD", timeZone = "UTC", owner, isDemo = false }) {
	const now = deps.now();
	const company = {
		id: deps.newId("company", now),
		name,
		region,
		currency,
		timeZone,
		eventSequence: 0,
		createdAt: new Date(now).toISOString(),
		isDemo: Number(isDemo)
	};
	await db.insert("companies", company);
	const ctx = createContext(deps, {
		viewer: createSystemViewer(company),
		requestId: "system",
		db
	});
	const ownerRow = {
		...newRecord(ctx, "user"),
		...owner,
		emailKey: owner.email.toLowerCase(),
		role: "Owner",
		avatarUrl: null,
		suspendedAt: null
	};
	await db.insert("users", ownerRow);
	await insertStages(ctx);
	return {
		company,
		owner: ownerRow
	};
}
async function insertStages(ctx) {
	for (const [position, name] of lifecycleStageNames.entries()) await ctx.db.insert("stages", {
		...newRecord(ctx, "stage"),
		name,
		position,
		isTrash: Number(name === "Trash")
	});
	const pipeline = {
		...newRecord(ctx, "pipeline"),
		name: "Sales",
		position: 0
	};
	await ctx.db.insert("pipelines", pipeline);
	for (const [position, [name, type]] of salesStages.entries()) await ctx.db.insert("pipelineStages", {
		...newRecord(ctx, "pipelinestage"),
		pipelineId: pipeline.id,
		name,
		type,
		position
	});
}
export { forEachCompany as a, demoCompanies as i, createCompany as n, loadCompany as o, createSystemViewer as r, runAsSystem as s, allCompanies as t };
