import { f as escapeCell, g as stringify } from "./kinds-CGVIYnV9.mjs";
import { c as formatFullName } from "./phone-numbers-BI763t1M.mjs";
import { t as OperatorError } from "./faults-D32tI_DY.mjs";
import { closeSync, existsSync, fdatasyncSync, ftruncateSync, openSync, writeSync } from "node:fs";
// src/exchange/importing/results.ts
/** Summarizes the results of import rows, and writes the files of rejected rows and warnings. */
const states = [
	"created",
	"updated",
	"unchanged",
	"skipped",
	"refused"
];
/** Lists the changes between inputs with the same fields. Ids become names where possible. */
function listFieldChanges(before, after, { users, teams, stages, pipelines, pipelineStages }) {
	const namedRecords = [
		users,
		teams,
		stages,
		pipelines,
		pipelineStages
	].flat();
	const namesById = new Map(namedRecords.map(({ id, name }) => [id, name]));
	const toNames = (value) => Array.isArray(value) ? value.map(toNames) : namesById.get(value) ?? value ?? null;
	return Object.keys(before).flatMap((field) => {
		const [from, to] = [before[field], after[field]];
		if (field !== "customFields") return [{
			field,
			from,
			to
		}];
		return Object.keys(from).map((key) => ({
			field: `customFields.${key}`,
			from: from[key],
			to: to[key]
		}));
	}).filter(({ from, to }) => JSON.stringify(from ?? null) !== JSON.stringify(to ?? null)).map(({ field, from, to }) => ({
		field,
		from: toNames(from),
		to: toNames(to)
	}));
}
function getTitle(record) {
	const { firstName = "", lastName = "", title } = record;
	return title ?? formatFullName({
		firstName,
		lastName
	});
}
const maxProblemGroups = 200;
const maxListedRows = 100;
const maxListedLines = 10;
const maxDuplicates = 10;
const formatProblem = ({ heading, message }) => heading ? `${heading}: ${message}` : message;
const isAssumption = ({ action }) => action === "assumed";
var ImportSummary = class {
	counts = Object.fromEntries(states.map((state) => [state, 0]));
	rows = 0;
	refused = [];
	problemGroups = /* @__PURE__ */ new Map();
	warned = 0;
	warnings = [];
	warningGroups = /* @__PURE__ */ new Map();
	assumptions = /* @__PURE__ */ new Map();
	review = {
		changes: [],
		names: [],
		possibleDuplicates: []
	};
	addRow({ line }, result) {
		const { state, problems, remarks } = result;
		this.counts[state]++;
		this.rows++;
		this.addToReview(line, result);
		for (const { message } of remarks.filter(isAssumption)) addProblem(this.assumptions, line, { message });
		const warnings = remarks.filter((remark) => !isAssumption(remark));
		if (warnings.length > 0) this.addWarnings(line, warnings);
		if (state !== "refused") return;
		if (this.refused.length < maxListedRows) this.refused.push({
			line,
			problems
		});
		for (const problem of problems) addProblem(this.problemGroups, line, problem);
	}
	addWarnings(line, warnings) {
		this.warned++;
		if (this.warnings.length < maxListedRows) this.warnings.push({
			line,
			warnings
		});
		for (const { heading, action, message } of warnings) addProblem(this.warningGroups, line, {
			heading,
			message: `${action}: ${message}`
		});
	}
	addToReview(line, result) {
		const { record, name, changes, possibleDuplicates } = result;
		if (!record) return;
		const row = {
			line,
			id: result.id ?? record.id,
			title: getTitle(record)
		};
		if (changes?.length) this.review.changes.push({
			...row,
			fields: changes
		});
		if (name) this.review.names.push({
			...row,
			...name
		});
		if (!possibleDuplicates?.length) return;
		const people = possibleDuplicates.slice(0, maxDuplicates).map(({ id, by, value, ...person }) => ({
			id,
			title: getTitle(person),
			by,
			value
		}));
		this.review.possibleDuplicates.push({
			...row,
			people,
			total: possibleDuplicates.length
		});
	}
};
function addProblem(groups, line, problem) {
	const groupKey = formatProblem(problem);
	const group = groups.get(groupKey) ?? {
		...problem,
		rows: 0,
		lines: []
	};
	group.rows++;
	if (group.lines.length < maxListedLines) group.lines.push(line);
	if (groups.size < maxProblemGroups) groups.set(groupKey, group);
}
/**
* Appends the rejected rows and warnings of a batch to their files, before the batch is committed
* with the file lengths. When an interrupted import resumes, data after these lengths is removed.
* @returns the new file lengths and warning count
*/
function writeReports({ errorsFile, errorsBytes, warningsBytes, warned }, rows, results, source) {
	const errors = {
		path: errorsFile ?? "",
		head: source.errorsHead
	};
	const warnings = {
		path: getWarningsPath(errors.path),
		head: "line,id,field,value,warning\n"
	};
	const rowResults = rows.map((row, index) => [row, results[index]]);
	const rejectedRows = rowResults.filter(([, { state }]) => state === "refused").map(([row, { problems }]) => source.formatError(row, problems.map(formatProblem).join("; ")));
	const warningTexts = rowResults.map((pair) => formatWarnings(...pair)).filter(Boolean);
	return {
		errorsBytes: appendToReport(errors, errorsBytes, Buffer.concat(rejectedRows)),
		warned: warned + warningTexts.length,
		warningsBytes: appendToReport(warnings, warningsBytes, Buffer.from(warningTexts.join("")))
	};
}
/** Appends data to a report after its first `size` bytes. @returns the new size in bytes */
function appendToReport({ path, head }, size, addedBytes) {
	if (addedBytes.length === 0) return size;
	const reportBytes = size === 0 ? Buffer.concat([Buffer.from(head), addedBytes]) : addedBytes;
	const file = openReport(path);
	try {
		ftruncateSync(file, size);
		for (let offset = 0; offset < reportBytes.length;) offset += writeSync(file, reportBytes, offset, reportBytes.length - offset, size + offset);
		fdatasyncSync(file);
	} finally {
		closeSync(file);
	}
	return size + reportBytes.length;
}
function openReport(path) {
	try {
		return openSync(path, existsSync(path) ? "r+" : "w");
	} catch (cause) {
		const { code } = cause;
		throw new OperatorError(`Writing the report file ${path} failed (${code}); choose another path with --errors.`);
	}
}
const formatWarnings = ({ line }, { record, remarks }) => stringify(remarks.filter((remark) => !isAssumption(remark)).map(({ heading = "", action, message, value = "" }) => [
	String(line),
	record?.id ?? "",
	heading,
	value,
	`${action}: ${message}`
].map(escapeCell)));
/** Returns the path of the warnings file: `a.errors-2.vcf` → `a.warnings-2.csv`. */
function getWarningsPath(errorsPath) {
	const stem = errorsPath.replace(/\.[^./\\]*$/, "");
	const warningsPath = `${stem.replace(/\.errors(-\d+)?$/, ".warnings$1")}.csv`;
	return warningsPath.includes(".warnings") ? warningsPath : `${stem}.warnings.csv`;
}
/** Returns an unused path for rejected rows: `people.errors.csv`, or else `people.errors-2.csv`. */
function findErrorsPath(file, extension) {
	const stem = file.replace(/\.[^./\\]*$/, "").replace(/\.errors(-\d+)?$/, "");
	for (let number = 1;; number++) {
		const errorsPath = `${stem}.errors${number === 1 ? "" : `-${number}`}.${extension}`;
		if (!existsSync(errorsPath) && !existsSync(getWarningsPath(errorsPath))) return errorsPath;
	}
}
export { getWarningsPath as a, writeReports as c, getTitle as i, findErrorsPath as n, listFieldChanges as o, formatProblem as r, states as s, ImportSummary as t };
