import { r as __exportAll } from "./rolldown-runtime-Da3jf7BF.mjs";
// node_modules/graphql/jsutils/isObjectLike.mjs
function isObjectLike(value) {
	return typeof value == "object" && value !== null;
}
// node_modules/graphql/jsutils/AccumulatorMap.mjs
var AccumulatorMap = class extends Map {
	get [Symbol.toStringTag]() {
		return "AccumulatorMap";
	}
	add(key, item) {
		const group = this.get(key);
		if (group === void 0) this.set(key, [item]);
		else group.push(item);
	}
};
// node_modules/graphql/language/location.mjs
const LineRegExp = /\r\n|[\n\r]/g;
function getLocation(source, position) {
	const matches = source.body.matchAll(LineRegExp);
	let match = matches.next().value;
	let line = 1;
	let lastLineStart = 0;
	while (match !== void 0 && match.index < position) {
		lastLineStart = match.index + match[0].length;
		line++;
		match = matches.next().value;
	}
	return {
		line,
		column: position + 1 - lastLineStart
	};
}
function getLocations(locations) {
	if (locations.length < 2) return locations.map(({ source, start }) => getLocation(source, start));
	const bySource = new AccumulatorMap();
	locations.forEach(({ source, start }, index) => {
		bySource.add(source, {
			position: start,
			index
		});
	});
	const result = new Array(locations.length);
	for (const [source, positions] of bySource) {
		const matches = source.body.matchAll(LineRegExp);
		let match = matches.next().value;
		let line = 1;
		let lastLineStart = 0;
		for (const { position, index } of positions.toSorted((a, b) => a.position - b.position)) {
			while (match !== void 0 && match.index < position) {
				lastLineStart = match.index + match[0].length;
				line++;
				match = matches.next().value;
			}
			result[index] = {
				line,
				column: position + 1 - lastLineStart
			};
		}
	}
	return result;
}
// node_modules/graphql/language/printLocation.mjs
function printLocation(location) {
	return printSourceLocation(location.source, getLocation(location.source, location.start));
}
function printSourceLocation(source, sourceLocation) {
	const firstLineColumnOffset = source.locationOffset.column - 1;
	const body = "".padStart(firstLineColumnOffset) + source.body;
	const lineIndex = sourceLocation.line - 1;
	const lineOffset = source.locationOffset.line - 1;
	const lineNum = sourceLocation.line + lineOffset;
	const columnOffset = sourceLocation.line === 1 ? firstLineColumnOffset : 0;
	const columnNum = sourceLocation.column + columnOffset;
	const locationStr = `${source.name}:${lineNum}:${columnNum}\n`;
	const lines = body.split(/\r\n|[\n\r]/g);
	const locationLine = lines[lineIndex];
	if (locationLine.length > 120) {
		const subLines = [];
		for (let i = 0; i < locationLine.length; i += 80) subLines.push(locationLine.slice(i, i + 80));
		const zeroBasedColumn = columnNum - 1;
		const subLineIndex = Math.min(Math.floor(zeroBasedColumn / 80), subLines.length - 1);
		const subLineColumnNum = columnNum - subLineIndex * 80;
		return locationStr + printPrefixedLines([
			[`${lineNum} |`, subLines[0]],
			...subLines.slice(1, subLineIndex + 1).map((subLine) => ["|", subLine]),
			["|", "^".padStart(subLineColumnNum)],
			["|", subLines[subLineIndex + 1]]
		]);
	}
	return locationStr + printPrefixedLines([
		[`${lineNum - 1} |`, lines[lineIndex - 1]],
		[`${lineNum} |`, locationLine],
		["|", "^".padStart(columnNum)],
		[`${lineNum + 1} |`, lines[lineIndex + 1]]
	]);
}
function printPrefixedLines(lines) {
	const existingLines = lines.filter(([_, line]) => line !== void 0);
	const padLen = Math.max(...existingLines.map(([prefix]) => prefix.length));
	return existingLines.map(([prefix, line]) => prefix.padStart(padLen) + (line ? " " + line : "")).join("\n");
}
// node_modules/graphql/error/GraphQLError.mjs
var GraphQLError = class GraphQLError extends Error {
	constructor(message, options = {}) {
		const { nodes, source, positions, path, originalError, cause, extensions } = options;
		const hasCause = "cause" in options;
		super(message, hasCause || originalError != null ? { cause: hasCause ? cause : originalError } : void 0);
		this.name = "GraphQLError";
		this.path = path ?? void 0;
		const underlyingError = originalError ?? (cause instanceof Error ? cause : void 0);
		this.originalError = underlyingError;
		this.nodes = undefinedIfEmpty(Array.isArray(nodes) ? nodes : nodes ? [nodes] : void 0);
		const nodeLocations = undefinedIfEmpty(this.nodes?.map((node) => node.loc).filter((loc) => loc != null));
		this.source = source ?? nodeLocations?.[0]?.source;
		this.positions = positions ?? nodeLocations?.map((loc) => loc.start);
		this.locations = positions && source ? getLocations(positions.map((start) => ({
			source,
			start
		}))) : nodeLocations && getLocations(nodeLocations);
		const originalExtensions = isObjectLike(underlyingError?.extensions) ? underlyingError.extensions : void 0;
		this.extensions = extensions ?? originalExtensions ?? Object.create(null);
		Object.defineProperties(this, {
			message: {
				writable: true,
				enumerable: true
			},
			name: { enumerable: false },
			nodes: { enumerable: false },
			source: { enumerable: false },
			positions: { enumerable: false },
			originalError: { enumerable: false }
		});
		if (originalError?.stack != null) Object.defineProperty(this, "stack", {
			value: originalError.stack,
			writable: true,
			configurable: true
		});
		else if (Error.captureStackTrace != null) Error.captureStackTrace(this, GraphQLError);
		else Object.defineProperty(this, "stack", {
			value: Error().stack,
			writable: true,
			configurable: true
		});
	}
	get [Symbol.toStringTag]() {
		return "GraphQLError";
	}
	toString() {
		let output = this.message;
		if (this.nodes) {
			for (const node of this.nodes) if (node.loc) output += "\n\n" + printLocation(node.loc);
		} else if (this.source && this.locations) for (const location of this.locations) output += "\n\n" + printSourceLocation(this.source, location);
		return output;
	}
	toJSON() {
		const formattedError = { message: this.message };
		if (this.locations != null) formattedError.locations = this.locations;
		if (this.path != null) formattedError.path = this.path;
		if (this.extensions != null && Object.keys(this.extensions).length > 0) formattedError.extensions = this.extensions;
		return formattedError;
	}
};
function undefinedIfEmpty(array) {
	return array === void 0 || array.length === 0 ? void 0 : array;
}
// node_modules/graphql/language/kinds_.mjs
var kinds__exports = /* @__PURE__ */ __exportAll({
	ARGUMENT: () => ARGUMENT,
	ARGUMENT_COORDINATE: () => ARGUMENT_COORDINATE,
	BOOLEAN: () => BOOLEAN,
	DIRECTIVE: () => DIRECTIVE,
	DIRECTIVE_ARGUMENT_COORDINATE: () => DIRECTIVE_ARGUMENT_COORDINATE,
	DIRECTIVE_COORDINATE: () => DIRECTIVE_COORDINATE,
	DIRECTIVE_DEFINITION: () => DIRECTIVE_DEFINITION,
	DIRECTIVE_EXTENSION: () => DIRECTIVE_EXTENSION,
	DOCUMENT: () => DOCUMENT,
	ENUM: () => ENUM,
	ENUM_TYPE_DEFINITION: () => ENUM_TYPE_DEFINITION,
	ENUM_TYPE_EXTENSION: () => ENUM_TYPE_EXTENSION,
	ENUM_VALUE_DEFINITION: () => ENUM_VALUE_DEFINITION,
	FIELD: () => FIELD,
	FIELD_DEFINITION: () => FIELD_DEFINITION,
	FLOAT: () => FLOAT,
	FRAGMENT_ARGUMENT: () => FRAGMENT_ARGUMENT,
	FRAGMENT_DEFINITION: () => FRAGMENT_DEFINITION,
	FRAGMENT_SPREAD: () => FRAGMENT_SPREAD,
	INLINE_FRAGMENT: () => INLINE_FRAGMENT,
	INPUT_OBJECT_TYPE_DEFINITION: () => INPUT_OBJECT_TYPE_DEFINITION,
	INPUT_OBJECT_TYPE_EXTENSION: () => INPUT_OBJECT_TYPE_EXTENSION,
	INPUT_VALUE_DEFINITION: () => INPUT_VALUE_DEFINITION,
	INT: () => INT,
	INTERFACE_TYPE_DEFINITION: () => INTERFACE_TYPE_DEFINITION,
	INTERFACE_TYPE_EXTENSION: () => INTERFACE_TYPE_EXTENSION,
	LIST: () => LIST,
	LIST_TYPE: () => LIST_TYPE,
	MEMBER_COORDINATE: () => MEMBER_COORDINATE,
	NAME: () => NAME,
	NAMED_TYPE: () => NAMED_TYPE,
	NON_NULL_TYPE: () => NON_NULL_TYPE,
	NULL: () => NULL,
	OBJECT: () => OBJECT,
	OBJECT_FIELD: () => OBJECT_FIELD,
	OBJECT_TYPE_DEFINITION: () => OBJECT_TYPE_DEFINITION,
	OBJECT_TYPE_EXTENSION: () => OBJECT_TYPE_EXTENSION,
	OPERATION_DEFINITION: () => OPERATION_DEFINITION,
	OPERATION_TYPE_DEFINITION: () => OPERATION_TYPE_DEFINITION,
	SCALAR_TYPE_DEFINITION: () => SCALAR_TYPE_DEFINITION,
	SCALAR_TYPE_EXTENSION: () => SCALAR_TYPE_EXTENSION,
	SCHEMA_DEFINITION: () => SCHEMA_DEFINITION,
	SCHEMA_EXTENSION: () => SCHEMA_EXTENSION,
	SELECTION_SET: () => SELECTION_SET,
	STRING: () => STRING,
	TYPE_COORDINATE: () => TYPE_COORDINATE,
	UNION_TYPE_DEFINITION: () => UNION_TYPE_DEFINITION,
	UNION_TYPE_EXTENSION: () => UNION_TYPE_EXTENSION,
	VARIABLE: () => VARIABLE,
	VARIABLE_DEFINITION: () => VARIABLE_DEFINITION
});
const NAME = "Name";
const DOCUMENT = "Document";
const OPERATION_DEFINITION = "OperationDefinition";
const VARIABLE_DEFINITION = "VariableDefinition";
const SELECTION_SET = "SelectionSet";
const FIELD = "Field";
const ARGUMENT = "Argument";
const FRAGMENT_ARGUMENT = "FragmentArgument";
const FRAGMENT_SPREAD = "FragmentSpread";
const INLINE_FRAGMENT = "InlineFragment";
const FRAGMENT_DEFINITION = "FragmentDefinition";
const VARIABLE = "Variable";
const INT = "IntValue";
const FLOAT = "FloatValue";
const STRING = "StringValue";
const BOOLEAN = "BooleanValue";
const NULL = "NullValue";
const ENUM = "EnumValue";
const LIST = "ListValue";
const OBJECT = "ObjectValue";
const OBJECT_FIELD = "ObjectField";
const DIRECTIVE = "Directive";
const NAMED_TYPE = "NamedType";
const LIST_TYPE = "ListType";
const NON_NULL_TYPE = "NonNullType";
const SCHEMA_DEFINITION = "SchemaDefinition";
const OPERATION_TYPE_DEFINITION = "OperationTypeDefinition";
const SCALAR_TYPE_DEFINITION = "ScalarTypeDefinition";
const OBJECT_TYPE_DEFINITION = "ObjectTypeDefinition";
const FIELD_DEFINITION = "FieldDefinition";
const INPUT_VALUE_DEFINITION = "InputValueDefinition";
const INTERFACE_TYPE_DEFINITION = "InterfaceTypeDefinition";
const UNION_TYPE_DEFINITION = "UnionTypeDefinition";
const ENUM_TYPE_DEFINITION = "EnumTypeDefinition";
const ENUM_VALUE_DEFINITION = "EnumValueDefinition";
const INPUT_OBJECT_TYPE_DEFINITION = "InputObjectTypeDefinition";
const DIRECTIVE_DEFINITION = "DirectiveDefinition";
const SCHEMA_EXTENSION = "SchemaExtension";
const DIRECTIVE_EXTENSION = "DirectiveExtension";
const SCALAR_TYPE_EXTENSION = "ScalarTypeExtension";
const OBJECT_TYPE_EXTENSION = "ObjectTypeExtension";
const INTERFACE_TYPE_EXTENSION = "InterfaceTypeExtension";
const UNION_TYPE_EXTENSION = "UnionTypeExtension";
const ENUM_TYPE_EXTENSION = "EnumTypeExtension";
const INPUT_OBJECT_TYPE_EXTENSION = "InputObjectTypeExtension";
const TYPE_COORDINATE = "TypeCoordinate";
const MEMBER_COORDINATE = "MemberCoordinate";
const ARGUMENT_COORDINATE = "ArgumentCoordinate";
const DIRECTIVE_COORDINATE = "DirectiveCoordinate";
const DIRECTIVE_ARGUMENT_COORDINATE = "DirectiveArgumentCoordinate";
export { AccumulatorMap as $, NAME as A, SCALAR_TYPE_DEFINITION as B, INPUT_VALUE_DEFINITION as C, LIST as D, INTERFACE_TYPE_EXTENSION as E, OBJECT_FIELD as F, STRING as G, SCHEMA_DEFINITION as H, OBJECT_TYPE_DEFINITION as I, UNION_TYPE_EXTENSION as J, TYPE_COORDINATE as K, OBJECT_TYPE_EXTENSION as L, NON_NULL_TYPE as M, NULL as N, LIST_TYPE as O, OBJECT as P, GraphQLError as Q, OPERATION_DEFINITION as R, INPUT_OBJECT_TYPE_EXTENSION as S, INTERFACE_TYPE_DEFINITION as T, SCHEMA_EXTENSION as U, SCALAR_TYPE_EXTENSION as V, SELECTION_SET as W, VARIABLE_DEFINITION as X, VARIABLE as Y, kinds__exports as Z, FRAGMENT_ARGUMENT as _, DIRECTIVE_ARGUMENT_COORDINATE as a, INLINE_FRAGMENT as b, DIRECTIVE_EXTENSION as c, ENUM_TYPE_DEFINITION as d, isObjectLike as et, ENUM_TYPE_EXTENSION as f, FLOAT as g, FIELD_DEFINITION as h, DIRECTIVE as i, NAMED_TYPE as j, MEMBER_COORDINATE as k, DOCUMENT as l, FIELD as m, ARGUMENT_COORDINATE as n, DIRECTIVE_COORDINATE as o, ENUM_VALUE_DEFINITION as p, UNION_TYPE_DEFINITION as q, BOOLEAN as r, DIRECTIVE_DEFINITION as s, ARGUMENT as t, ENUM as u, FRAGMENT_DEFINITION as v, INT as w, INPUT_OBJECT_TYPE_DEFINITION as x, FRAGMENT_SPREAD as y, OPERATION_TYPE_DEFINITION as z };
