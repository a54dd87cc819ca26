import { E as isObjectType, S as isListType, f as getNamedType, p as getNullableType, v as isInputObjectType, w as isNonNullType } from "./definition-U6Cy4S-S.mjs";
import { d as typeFromAST, t as getOperationAST } from "./getOperationAST-BUlcyd1p.mjs";
import { A as NAME, W as SELECTION_SET, X as VARIABLE_DEFINITION, Y as VARIABLE } from "./kinds_-cEhelto3.mjs";
import { a as TypeInfo, c as parse, l as parseType, o as visitWithTypeInfo, s as visit, t as validate } from "./validate-dTPMsuV_.mjs";
import { a as getDeprecation, o as PreparedOperation } from "./deprecation-CRihKE_M.mjs";
import { d as uncapitalize } from "./text-86vERQj0.mjs";
// src/rest/alternatives.ts
/**
* Alternative inputs, of which a request uses one. A route's document lists these in a `@oneOf`
* object, such as `place: { position: $order, before: $before, after: $after }`. GraphQL allows
* only one field, so the executed document has one variable for the whole object instead.
*/
const defineVariable = (name, type) => ({
	kind: VARIABLE_DEFINITION,
	variable: {
		kind: VARIABLE,
		name: {
			kind: NAME,
			value: name
		}
	},
	type: parseType(type)
});
const getVariableName = ({ value }) => value.kind === "Variable" ? value.name.value : "";
/** Replaces the `@oneOf` objects of a document, and the variables in these objects. */
function replaceOneOfObjects(schema, document, replace) {
	const typeInfo = new TypeInfo(schema);
	const removedNames = /* @__PURE__ */ new Set();
	const addedVariables = [];
	const replacedDocument = visit(document, visitWithTypeInfo(typeInfo, { ObjectValue({ fields }) {
		const type = typeInfo.getInputType();
		const objectType = isNonNullType(type) ? type.ofType : type;
		if (!type || !isInputObjectType(objectType) || !objectType.isOneOf) return void 0;
		const { value, definition } = replace(fields, type);
		for (const field of fields) removedNames.add(getVariableName(field));
		addedVariables.push(definition);
		return value;
	} }));
	if (removedNames.size === 0) return document;
	return visit(replacedDocument, { OperationDefinition: (node) => ({
		...node,
		variableDefinitions: [...(node.variableDefinitions ?? []).filter(({ variable }) => !removedNames.has(variable.name.value)), ...addedVariables]
	}) });
}
/** Returns the document to execute, with one variable for each `@oneOf` object. */
function extractAlternatives(schema, document) {
	const alternatives = [];
	return {
		document: replaceOneOfObjects(schema, document, (nodes, type) => {
			const variable = `_oneOf${alternatives.length}`;
			const fields = new Map(nodes.map((node) => [getVariableName(node), node.name.value]));
			alternatives.push({
				variable,
				isRequired: isNonNullType(type),
				fields
			});
			const definition = defineVariable(variable, String(type));
			return {
				value: definition.variable,
				definition
			};
		}),
		alternatives
	};
}
/** Returns the `@oneOf` objects by variable name; null and false are treated as absent. */
function createOneOfObjects(alternatives, values) {
	const entries = alternatives.flatMap(({ variable, isRequired, fields }) => {
		const inputs = [...fields].filter(([name]) => values[name] != null && values[name] !== false);
		const oneOfObject = Object.fromEntries(inputs.map(([name, field]) => [field, values[name]]));
		return isRequired || inputs.length > 0 ? [[variable, oneOfObject]] : [];
	});
	return Object.fromEntries(entries);
}
/** Returns an error detail for each input after the first input in the same object. */
const findConflicts = (alternatives, variables) => alternatives.flatMap(({ variable, fields }) => {
	const [, ...unusedFields] = [...fields].filter(([, field]) => Object.hasOwn(variables[variable] ?? {}, field));
	const message = describeConflict([...fields.keys()]);
	return unusedFields.map(([field]) => ({
		field,
		code: "INVALID_VALUE",
		message
	}));
});
const describeConflict = (names) => names.length === 2 ? `cannot be combined with \`${names[0]}\`: set only one of the two` : `cannot be combined: set at most one of \`${names.join("`, `")}\``;
// src/rest/route-document.ts
/**
* Extends the documents of routes with common fields: record versions for `ETag` and `If-Match`
* (RFC 9110, 8.8.3 and 13.1.1) and, for lists, `beforeCursor`, `total` and the cursors of the
* `Link` header (RFC 8288).
*/
const versionVariable = "expectedVersion";
const versionAlias = "_version";
const lastVariable = "_last";
function parseExtension(text) {
	const operation = parse(text, { noLocation: true }).definitions[0];
	const [field] = operation.selectionSet.selections;
	return {
		field,
		variables: operation.variableDefinitions ?? []
	};
}
const extensions = {
	expectVersion: parseExtension(`query ($${versionVariable}: Int) { record(expectedVersion: $${versionVariable}) }`),
	selectVersion: parseExtension(`{ record { ${versionAlias}: version } }`),
	pageBackward: parseExtension(`query ($${lastVariable}: Int, $beforeCursor: String) {
      list(last: $${lastVariable}, before: $beforeCursor) {
        pageInfo { _hasPrevious: hasPreviousPage _start: startCursor }
      }
    }`),
	count: parseExtension("query ($total: Boolean! = false) { list { _total: totalCount @include(if: $total) } }")
};
const extendDocument = (schema, document, reply) => visit(document, { OperationDefinition: { leave: (operation) => extendOperation(schema, operation, reply) } });
function extendOperation(schema, operation, reply) {
	const [root, ...otherSelections] = operation.selectionSet.selections;
	const rootFields = schema.getRootType(operation.operation)?.getFields();
	const field = root?.kind === "Field" ? rootFields?.[root.name.value] : void 0;
	if (root?.kind !== "Field" || !field) return operation;
	const nestedName = getOnlySelection(root)?.name.value;
	const result = nestedName === void 0 ? field : getFields(field.type)[nestedName];
	const parts = result ? createResultExtensions(result, reply) : [];
	const additions = [...hasArgument(field, "expectedVersion") ? [extensions.expectVersion] : [], ...nestedName === void 0 ? parts : parts.map((part) => nestExtension(part, nestedName))];
	const extendedRoot = additions.reduce((node, addition) => mergeField(node, addition.field), root);
	return {
		...operation,
		variableDefinitions: [...operation.variableDefinitions ?? [], ...additions.flatMap(({ variables }) => variables)],
		selectionSet: {
			...operation.selectionSet,
			selections: [extendedRoot, ...otherSelections]
		}
	};
}
const getFields = (type) => {
	const namedType = getNamedType(type);
	return isObjectType(namedType) ? namedType.getFields() : {};
};
const hasArgument = ({ args }, name) => args.some((arg) => arg.name === name);
const getResponseKey = ({ alias, name }) => (alias ?? name).value;
/** Returns the only field in a field's selection set, if that field has a selection set. */
function getOnlySelection({ selectionSet }) {
	const [selection, secondSelection] = selectionSet?.selections ?? [];
	return selection?.kind === "Field" && selection.selectionSet && !secondSelection ? selection : void 0;
}
function createResultExtensions(result, { kind }) {
	const fields = getFields(result.type);
	if (kind !== "list") return "version" in fields ? [extensions.selectVersion] : [];
	return [...hasArgument(result, "before") ? [extensions.pageBackward] : [], ..."totalCount" in fields ? [extensions.count] : []];
}
const nestExtension = ({ field, variables }, name) => {
	const nestedField = {
		...field,
		name: {
			kind: NAME,
			value: name
		}
	};
	return {
		variables,
		field: {
			...field,
			arguments: [],
			selectionSet: {
				kind: SELECTION_SET,
				selections: [nestedField]
			}
		}
	};
};
const mergeField = (node, added) => ({
	...node,
	arguments: [...node.arguments ?? [], ...added.arguments ?? []],
	selectionSet: node.selectionSet && {
		...node.selectionSet,
		selections: mergeSelections(node.selectionSet.selections, added.selectionSet?.selections ?? [])
	}
});
/** Merges added fields with a selection set into fields of the same name; appends leaf fields. */
function mergeSelections(selections, added) {
	return [...selections.map((selection) => {
		const matchingField = selection.kind === "Field" && added.find(({ name, selectionSet }) => selectionSet && name.value === selection.name.value);
		return matchingField ? mergeField(selection, matchingField) : selection;
	}), ...added.filter(({ selectionSet }) => !selectionSet)];
}
/**
* Returns a field's only selection if it is an inline fragment, as in
* `task: subject { ... on Task { id title } }`. REST returns null for an object of another type.
*/
function findNarrowing(node) {
	const [selection, secondSelection] = node?.selections ?? [];
	return selection?.kind === "InlineFragment" && !secondSelection ? selection : void 0;
}
/** Returns the paths of all fields that are narrowed to one type, without list indexes. */
const listNarrowedPaths = ({ selections }) => selections.flatMap((node) => {
	if (node.kind !== "Field" || !node.selectionSet) return [];
	const key = getResponseKey(node);
	if (findNarrowing(node.selectionSet)) return [[key]];
	return listNarrowedPaths(node.selectionSet).map((path) => [key, ...path]);
});
/** Replaces objects of other types, for which a narrowed field is an empty object, with null. */
function clearOtherTypes(value, [key = "", ...path]) {
	if (Array.isArray(value)) for (const element of value) clearOtherTypes(element, [key, ...path]);
	else if (value && typeof value === "object") {
		const object = value;
		if (path.length > 0) clearOtherTypes(object[key], path);
		else if (object[key] && Object.keys(object[key]).length === 0) object[key] = null;
	}
}
// src/rest/prepare.ts
/** Prepares routes for requests: parses and validates their documents, and derives their inputs. */
/** @throws Error if the document is invalid or does not match the route */
function prepareRoute(schema, route) {
	const fail = (fault) => {
		throw new Error(`${route.method} ${route.path}: ${fault}`);
	};
	const parsedDocument = parse(route.document, { noLocation: true });
	const routeDocument = extendDocument(schema, parsedDocument, route.reply);
	const { document, alternatives } = extractAlternatives(schema, routeDocument);
	const [error] = validate(schema, document);
	if (error) fail(error.message);
	const definition = getOperationAST(document);
	if (!definition?.name) return fail("the document has no named operation");
	const operation = new PreparedOperation(schema, document, definition);
	const [root, secondRoot] = operation.rootFields;
	if (!root || secondRoot) return fail("the document must have one root field");
	const nestedNode = getOnlySelection(root.node);
	const subfield = operation.selectedFields.find(({ node }) => node === nestedNode);
	const isMutation = operation.type === "mutation";
	if (isMutation === (route.method === "get")) fail("a GET route requires a query");
	const inputs = findInputs(route, prepareRouteDocument(operation, routeDocument), fail);
	const deprecated = route.deprecated ?? getDeprecation(root.field);
	return {
		...route,
		...deprecated && { deprecated },
		operation,
		name: definition.name.value,
		result: subfield ?? root,
		resultPath: [root, ...subfield ? [subfield] : []].map(({ node }) => getResponseKey(node)),
		narrowedPaths: listNarrowedPaths(definition.selectionSet),
		inputs,
		rowNames: findRowNames(inputs),
		alternatives,
		requireOneOf: alternatives.filter(({ isRequired }) => isRequired).map(({ fields }) => [...fields.keys()])[0],
		isMutation,
		acceptsIfMatch: inputs.some(({ source }) => source === "header"),
		acceptsIdempotencyKey: [
			"post",
			"put",
			"patch"
		].includes(route.method)
	};
}
/** Returns the operation with all inputs of the route as variables, as in the route's document. */
const prepareRouteDocument = (operation, routeDocument) => operation.document === routeDocument ? operation : new PreparedOperation(operation.schema, routeDocument, getOperationAST(routeDocument));
/** The use of the variable `total`, which is in a directive instead of an argument. */
const totalUse = {
	argumentPath: "total",
	target: { description: "Whether to count all records of the list, as `meta.total`." }
};
function findInputs(route, operation, fail) {
	const uses = findUses(operation);
	return (operation.definition.variableDefinitions ?? []).flatMap(({ variable, type: typeNode, defaultValue }) => {
		const name = variable.name.value;
		if (name === "_last") return [];
		const type = typeFromAST(operation.schema, typeNode);
		const use = uses.get(name) ?? (name === "total" ? totalUse : fail(`unused variable $${name}`));
		return {
			name,
			type,
			isRequired: isNonNullType(type) && !defaultValue,
			source: findSource(route, name),
			...use
		};
	});
}
function findSource({ path, method }, name) {
	if (name === "expectedVersion") return "header";
	if (path.includes(`{${name}}`)) return "path";
	return method === "get" || method === "delete" ? "query" : "body";
}
const isComparators = (type) => type.name.endsWith("Comparators");
function describeComparison(text, { name, description }) {
	if (name === "eq") return text;
	if (name === "source") return description ?? "";
	return `${text.replace(/[.,].*/, "")}: ${uncapitalize(description ?? "")}`;
}
/** Adds the description and the limits of the compared field to a comparator. */
function toComparatorUse(field, comparator) {
	const limits = field.extensions["comparators"];
	return {
		...comparator,
		description: describeComparison(field.description ?? "", comparator),
		extensions: {
			...comparator.extensions,
			...limits?.[comparator.name]
		}
	};
}
/** Returns the first use of each variable. */
function findUses(operation) {
	const uses = /* @__PURE__ */ new Map();
	const visit = (node, target, argumentPath) => {
		if (node.kind === "Variable" && !uses.has(node.name.value)) uses.set(node.name.value, {
			argumentPath,
			target
		});
		if (node.kind === "ListValue") for (const [index, value] of node.values.entries()) visit(value, {
			...target,
			extensions: {}
		}, `${argumentPath}.${index}`);
		const type = getNamedType(target.type);
		if (node.kind !== "ObjectValue" || !isInputObjectType(type)) return;
		for (const { name, value } of node.fields) {
			const field = type.getFields()[name.value];
			if (!field) continue;
			const use = isComparators(type) ? toComparatorUse(target, field) : field;
			visit(value, use, `${argumentPath}.${name.value}`);
		}
	};
	for (const { field, node } of operation.selectedFields) for (const { name, value } of node.arguments ?? []) {
		const argument = field.args.find((arg) => arg.name === name.value);
		if (argument) visit(value, argument, argument.name);
	}
	return uses;
}
/** Returns whether an input is a filter in the query, in addition to the route's own filters. */
function isFilterParameter({ source, type }) {
	const { isList, namedType } = unwrapType(type);
	return source === "query" && isList && isInputObjectType(namedType);
}
/** Returns the REST name of a row's input field. */
const getRestName = ({ name, extensions }) => extensions["restName"] ?? name;
/** Maps the GraphQL names of row fields, which error details contain, to the REST names. */
const findRowNames = (inputs) => new Map(inputs.map(({ type }) => unwrapType(type)).flatMap(({ isList, namedType }) => isList && isInputObjectType(namedType) ? Object.values(namedType.getFields()) : []).filter(({ extensions }) => extensions["restName"]).map((field) => [field.name, getRestName(field)]));
/** Returns whether REST accepts an object where GraphQL accepts a list: a filter or an order. */
function isOneObject(input) {
	const { isList, namedType } = unwrapType(input.type);
	return isFilterParameter(input) || isList && namedType.name.endsWith("OrderInput");
}
/** Returns whether an input type is a filter, such as `PersonWhere`. */
const isFilter = (type) => type.name.endsWith("Where");
const unwrapType = (type) => ({
	isList: isListType(getNullableType(type)),
	namedType: getNamedType(type)
});
export { unwrapType as a, versionAlias as c, findConflicts as d, prepareRoute as i, versionVariable as l, isFilter as n, clearOtherTypes as o, isOneObject as r, lastVariable as s, getRestName as t, createOneOfObjects as u };
