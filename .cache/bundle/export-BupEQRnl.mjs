import { u as coerceInputValue } from "./getOperationAST-BUlcyd1p.mjs";
import { lt as createContext } from "./records-CzuHo0A9.mjs";
import { n as getExportSource } from "./exports-CFPdh7fE.mjs";
import { B as findValueProblems, P as loadExternalIds, W as formatInputPath, n as schema } from "./resources-CUaLXOk3.mjs";
import { n as parseJson } from "./body-CLPDFl_2.mjs";
import { g as getIdPrefix } from "./scopes-BgGiyNkn.mjs";
import { F as listFields, O as loadCustomValues } from "./lists-Vny2PN0j.mjs";
import { i as exitCodes, t as OperatorError } from "./faults-D32tI_DY.mjs";
import { i as listColumns, n as customPrefix, t as customFieldKinds } from "./fields-B14fSYyM.mjs";
// src/exchange/export.ts
/** Reads the records of an export: the same records that the API's lists return to the user. */
/** @throws Error if a column has no value, because an export must not silently omit a field */
async function toExportedRecord(ctx, kind, columns, row) {
	const record = {
		...row,
		...await getExportSource(kind).readColumns?.(ctx, row),
		externalIds: await readExternalIds(ctx, row)
	};
	for (const { name, type } of columns) {
		const columnValue = record[name];
		if (columnValue === void 0) throw new Error(`the column ${name} of ${kind} has no reader: add one to the export of ${kind}`);
		if (type === "boolean" && columnValue !== null) record[name] = columnValue === 1;
	}
	return {
		...record,
		...await loadCustomColumns(ctx, kind, row)
	};
}
async function readExternalIds(ctx, row) {
	return (await loadExternalIds[getIdPrefix(row.id)]?.of(ctx, row, "id") ?? []).map(({ source, externalId }) => `${source}:${externalId}`);
}
async function loadCustomColumns(ctx, kind, row) {
	const recordKind = customFieldKinds[kind];
	if (!recordKind) return {};
	const values = await loadCustomValues(ctx, recordKind, row);
	return Object.fromEntries(values.map(([{ key }, value]) => [`${customPrefix}${key}`, value]));
}
const maxFilterProblems = 5;
/** Parses `--where`, a GraphQL filter as JSON. @throws OperatorError if the filter is invalid */
function parseWhere(kind, text) {
	const filterType = schema.getType(`${getExportSource(kind).type}Where`);
	const filter = parseJsonObject(text);
	const problems = findValueProblems(filter, filterType, ["--where"]).slice(0, maxFilterProblems).map(({ path, message }) => `${formatInputPath(path)} ${message}`);
	if (problems.length > 0) throw new OperatorError(`${problems.join("; ")}.`, exitCodes.setting);
	return coerceInputValue(filter, filterType);
}
function parseJsonObject(text) {
	let parsed;
	try {
		parsed = parseJson(text);
	} catch {}
	if (parsed && typeof parsed === "object" && !Array.isArray(parsed)) return parsed;
	throw new OperatorError(`--where must be a JSON object, such as '{"stageId": {"eq": "stage_…"}}'.`, exitCodes.setting);
}
/** Number of records per read. A small number limits memory use and the duration of each read. */
const chunkSize = 500;
/** Reads the next chunk of records, oldest first. `next` is the cursor of the following chunk. */
async function readChunk(ctx, kind, columns, selection, after) {
	const { list } = getExportSource(kind);
	const { rows, nextAfterId: next } = await list.exportChunk(ctx, selection, after, chunkSize);
	const records = rows.map((row) => toExportedRecord(ctx, kind, columns, row));
	return {
		next,
		records: await Promise.all(records)
	};
}
/** Counts the records of an export. @returns undefined if the count takes too long */
const countRecords = (ctx, kind, selection) => getExportSource(kind).list.count(ctx, selection).catch((error) => {
	if (error.code === "BAD_REQUEST") return void 0;
	throw error;
});
/** Creates a reader of all records of a kind that the viewer can view. */
function createExporter(deps, viewer, kind, selection, schema$1 = schema) {
	const now = deps.now();
	const settings = {
		...deps.settings,
		MAX_RECORDS_LOOKED_AT: Number.POSITIVE_INFINITY
	};
	const exportDeps = {
		...deps,
		now: () => now,
		settings
	};
	const readInContext = (work) => deps.store.forCompany(viewer.companyId).read((db) => {
		const requestId = deps.newId("export");
		return work(createContext(exportDeps, {
			viewer,
			requestId,
			db
		}));
	});
	const recordKind = customFieldKinds[kind];
	return {
		async listColumns() {
			const fields = recordKind ? await readInContext((ctx) => listFields(ctx, recordKind)) : [];
			return listColumns(kind, fields, schema$1);
		},
		countRecords: () => readInContext((ctx) => countRecords(ctx, kind, selection)),
		/**
		* Yields all records, oldest first. Each chunk has its own snapshot, so that the export blocks
		* no writer. A record that changes during the export appears in its old or in its new state.
		* @throws FORBIDDEN, VALIDATION_ERROR
		*/
		async *readRecords() {
			const columns = listColumns(kind, [], schema$1);
			let after;
			do {
				const chunk = await readInContext((ctx) => readChunk(ctx, kind, columns, selection, after));
				yield chunk.records;
				after = chunk.next;
			} while (after !== void 0);
		}
	};
}
export { createExporter, parseWhere };
