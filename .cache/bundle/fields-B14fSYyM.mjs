import { S as isListType, f as getNamedType, p as getNullableType } from "./definition-U6Cy4S-S.mjs";
import { n as getExportSource } from "./exports-CFPdh7fE.mjs";
import { n as createDerivedCache } from "./cache-zRcf0w4_.mjs";
import { n as schema } from "./resources-CUaLXOk3.mjs";
// src/exchange/fields.ts
/** The fields of exports and imports, derived from GraphQL inputs such as `CreateDealInput`. */
const getInputType = (operation, kind, from = schema) => from.getType(`${operation}${getExportSource(kind).type}Input`);
/** The order of exported fields. Fields that are not listed come last. */
const fieldOrder = {
	people: `firstName lastName emails phones tags stageId source price timeframe background
    relationship assigneeId collaboratorIds`,
	deals: "title pipelineId stageId peopleIds teamIds assigneeId price commission closeDate",
	tasks: "title description personId assigneeId dueDate priority completedAt",
	activities: "personId type channel direction content starred"
};
/**
* Columns of fields that have several columns, or a column with another name. Users are exported by
* email; stages, pipelines, teams and tags by name; people by id. The nth type describes the nth
* email or phone. `badPhones` lists the phone numbers that are marked as bad.
*/
const columnNames = {
	emails: ["emails", "emailTypes"],
	phones: [
		"phones",
		"phoneTypes",
		"badPhones"
	],
	assigneeId: ["assignedAgent"],
	"tasks.assigneeId": ["assignedTo"],
	collaboratorIds: ["collaborators"],
	peopleIds: ["people"],
	teamIds: ["teams"]
};
/** Input fields without a column of the same name, such as `customFields` (see `custom.…`). */
const fieldsWithoutColumn = /* @__PURE__ */ new Set([
	"customFields",
	"externalId",
	"externalSource",
	"onDuplicate"
]);
/** Importable fields that are not in the create input: a task's completion, an activity's time. */
const additionalFields = {
	tasks: [{
		name: "completedAt",
		type: "time",
		columns: [{
			name: "completedAt",
			type: "time"
		}]
	}],
	activities: [{
		name: "createdAt",
		type: "time",
		columns: []
	}]
};
const readOnlyColumns = {
	people: [{
		name: "lastActivityAt",
		type: "time"
	}],
	deals: [{
		name: "stageEnteredAt",
		type: "time"
	}],
	activities: ["author", "agentName"].map((name) => ({
		name,
		type: "text"
	}))
};
const externalIdsColumn = {
	name: "externalIds",
	type: "list"
};
const recordColumns = [
	{
		name: "createdAt",
		type: "time"
	},
	{
		name: "updatedAt",
		type: "time"
	},
	{
		name: "version",
		type: "number"
	}
];
function getValueType(type) {
	if (isListType(getNullableType(type))) return "list";
	const namedType = getNamedType(type);
	if (namedType.name === "Boolean") return "boolean";
	if (namedType.name === "Float" || namedType.name === "Int") return "number";
	const { jsonSchema } = namedType.extensions;
	if (jsonSchema?.type === "number" || jsonSchema?.type === "integer") return "number";
	if (jsonSchema?.format === "date-time") return "time";
	return jsonSchema?.format === "date" ? "date" : "text";
}
function deriveFields(kind, input) {
	const fields = Object.values(input.getFields()).filter(({ name }) => !fieldsWithoutColumn.has(name)).map(({ name, type: inputType }) => {
		const type = getValueType(inputType);
		return {
			name,
			type,
			columns: (columnNames[`${kind}.${name}`] ?? columnNames[name] ?? [name.replace(/Id$/, "")]).map((column) => ({
				name: column,
				type
			}))
		};
	});
	const exportOrder = (fieldOrder[kind] ?? "").split(/\s+/);
	const getRank = ({ name }) => exportOrder.indexOf(name) >>> 0;
	return [...fields, ...additionalFields[kind] ?? []].sort((a, b) => getRank(a) - getRank(b));
}
const fieldCache = createDerivedCache("exchange_fields");
function listFields(kind, fromSchema = schema) {
	const input = getInputType("Create", kind, fromSchema);
	return fieldCache.getOrCreate(input, () => deriveFields(kind, input));
}
const customPrefix = "custom.";
/** Maps each kind of import or export to the record kind of its custom fields. */
const customFieldKinds = {
	people: "person",
	deals: "deal"
};
const toCustomColumn = ({ key, type }) => ({
	name: `${customPrefix}${key}`,
	type: type === "singleChoice" ? "text" : type === "multipleChoice" ? "list" : type
});
const toReadOnly = (column) => ({
	...column,
	isReadOnly: true
});
/** Returns the columns of an export in file order. */
const listColumns = (kind, custom = [], from = schema) => [
	toReadOnly({
		name: "id",
		type: "text"
	}),
	...listFields(kind, from).flatMap(({ columns }) => columns),
	...getInputType("Create", kind, from).getFields()["externalId"] ? [externalIdsColumn] : [],
	...custom.map(toCustomColumn),
	...(readOnlyColumns[kind] ?? []).map(toReadOnly),
	...recordColumns.map(toReadOnly)
];
export { listFields as a, listColumns as i, customPrefix as n, getInputType as r, customFieldKinds as t };
