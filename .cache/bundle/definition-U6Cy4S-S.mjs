import { D as LIST, G as STRING, N as NULL, P as OBJECT, Q as GraphQLError, Y as VARIABLE, g as FLOAT, r as BOOLEAN, u as ENUM, w as INT } from "./kinds_-cEhelto3.mjs";
// node_modules/graphql/jsutils/inspect.mjs
const MAX_ARRAY_LENGTH = 10;
const MAX_RECURSIVE_DEPTH = 2;
function inspect(value) {
	return formatValue(value, []);
}
function formatValue(value, seenValues) {
	switch (typeof value) {
		case "string": return JSON.stringify(value);
		case "function": return value.name ? `[function ${value.name}]` : "[function]";
		case "object": return formatObjectValue(value, seenValues);
		default: return String(value);
	}
}
function formatObjectValue(value, previouslySeenValues) {
	if (value === null) return "null";
	if (previouslySeenValues.includes(value)) return "[Circular]";
	const seenValues = [...previouslySeenValues, value];
	if (isJSONable(value)) {
		const jsonValue = value.toJSON();
		if (jsonValue !== value) return typeof jsonValue === "string" ? jsonValue : formatValue(jsonValue, seenValues);
	} else if (Array.isArray(value)) return formatArray(value, seenValues);
	return formatObject(value, seenValues);
}
function isJSONable(value) {
	return typeof value.toJSON === "function";
}
function formatObject(object, seenValues) {
	const entries = Object.entries(object);
	if (entries.length === 0) return "{}";
	if (seenValues.length > MAX_RECURSIVE_DEPTH) return "[" + getObjectTag(object) + "]";
	return "{ " + entries.map(([key, value]) => key + ": " + formatValue(value, seenValues)).join(", ") + " }";
}
function formatArray(array, seenValues) {
	if (array.length === 0) return "[]";
	if (seenValues.length > MAX_RECURSIVE_DEPTH) return "[Array]";
	const len = Math.min(MAX_ARRAY_LENGTH, array.length);
	const remaining = array.length - len;
	const items = [];
	for (let i = 0; i < len; ++i) items.push(formatValue(array[i], seenValues));
	if (remaining === 1) items.push("... 1 more item");
	else if (remaining > 1) items.push(`... ${remaining} more items`);
	return "[" + items.join(", ") + "]";
}
function getObjectTag(object) {
	const tag = Object.prototype.toString.call(object).replace(/^\[object /, "").replace(/]$/, "");
	if (tag === "Object" && typeof object.constructor === "function") {
		const name = object.constructor.name;
		if (typeof name === "string" && name !== "") return name;
	}
	return tag;
}
// node_modules/graphql/jsutils/instanceOf.mjs
function prodInstanceOf(value, symbol) {
	return value?.__kind === symbol;
}
let instanceOf = prodInstanceOf;
// node_modules/graphql/jsutils/invariant.mjs
function invariant(condition, message) {
	if (!condition) throw new Error(message ?? "Unexpected invariant triggered.");
}
// node_modules/graphql/jsutils/formatList.mjs
function orList(items) {
	return formatList("or", items);
}
function andList(items) {
	return formatList("and", items);
}
function formatList(conjunction, items) {
	if (!(items.length !== 0)) invariant(false);
	switch (items.length) {
		case 1: return items[0];
		case 2: return items[0] + " " + conjunction + " " + items[1];
	}
	const allButLast = items.slice(0, -1);
	const lastItem = items.at(-1);
	return allButLast.join(", ") + ", " + conjunction + " " + lastItem;
}
// node_modules/graphql/jsutils/keyMap.mjs
function keyMap(list, keyFn) {
	const result = Object.create(null);
	for (const item of list) result[keyFn(item)] = item;
	return result;
}
// node_modules/graphql/jsutils/mapValue.mjs
function mapValue(map, fn) {
	const result = Object.create(null);
	for (const key of Object.keys(map)) result[key] = fn(map[key], key);
	return result;
}
// node_modules/graphql/language/ast.mjs
var Location = class {
	constructor(startToken, endToken, source) {
		this.start = startToken.start;
		this.end = endToken.end;
		this.startToken = startToken;
		this.endToken = endToken;
		this.source = source;
	}
	get [Symbol.toStringTag]() {
		return "Location";
	}
	toJSON() {
		return {
			start: this.start,
			end: this.end
		};
	}
};
var Token = class {
	constructor(kind, start, end, line, column, value) {
		this.kind = kind;
		this.start = start;
		this.end = end;
		this.line = line;
		this.column = column;
		this.value = value;
		this.prev = null;
		this.next = null;
	}
	get [Symbol.toStringTag]() {
		return "Token";
	}
	toJSON() {
		return {
			kind: this.kind,
			value: this.value,
			line: this.line,
			column: this.column
		};
	}
};
const QueryDocumentKeys = {
	Name: [],
	Document: ["definitions"],
	OperationDefinition: [
		"description",
		"name",
		"variableDefinitions",
		"directives",
		"selectionSet"
	],
	VariableDefinition: [
		"description",
		"variable",
		"type",
		"defaultValue",
		"directives"
	],
	Variable: ["name"],
	SelectionSet: ["selections"],
	Field: [
		"alias",
		"name",
		"arguments",
		"directives",
		"selectionSet"
	],
	Argument: ["name", "value"],
	FragmentArgument: ["name", "value"],
	FragmentSpread: [
		"name",
		"arguments",
		"directives"
	],
	InlineFragment: [
		"typeCondition",
		"directives",
		"selectionSet"
	],
	FragmentDefinition: [
		"description",
		"name",
		"variableDefinitions",
		"typeCondition",
		"directives",
		"selectionSet"
	],
	IntValue: [],
	FloatValue: [],
	StringValue: [],
	BooleanValue: [],
	NullValue: [],
	EnumValue: [],
	ListValue: ["values"],
	ObjectValue: ["fields"],
	ObjectField: ["name", "value"],
	Directive: ["name", "arguments"],
	NamedType: ["name"],
	ListType: ["type"],
	NonNullType: ["type"],
	SchemaDefinition: [
		"description",
		"directives",
		"operationTypes"
	],
	OperationTypeDefinition: ["type"],
	ScalarTypeDefinition: [
		"description",
		"name",
		"directives"
	],
	ObjectTypeDefinition: [
		"description",
		"name",
		"interfaces",
		"directives",
		"fields"
	],
	FieldDefinition: [
		"description",
		"name",
		"arguments",
		"type",
		"directives"
	],
	InputValueDefinition: [
		"description",
		"name",
		"type",
		"defaultValue",
		"directives"
	],
	InterfaceTypeDefinition: [
		"description",
		"name",
		"interfaces",
		"directives",
		"fields"
	],
	UnionTypeDefinition: [
		"description",
		"name",
		"directives",
		"types"
	],
	EnumTypeDefinition: [
		"description",
		"name",
		"directives",
		"values"
	],
	EnumValueDefinition: [
		"description",
		"name",
		"directives"
	],
	InputObjectTypeDefinition: [
		"description",
		"name",
		"directives",
		"fields"
	],
	DirectiveDefinition: [
		"description",
		"name",
		"arguments",
		"directives",
		"locations"
	],
	SchemaExtension: ["directives", "operationTypes"],
	DirectiveExtension: ["name", "directives"],
	ScalarTypeExtension: ["name", "directives"],
	ObjectTypeExtension: [
		"name",
		"interfaces",
		"directives",
		"fields"
	],
	InterfaceTypeExtension: [
		"name",
		"interfaces",
		"directives",
		"fields"
	],
	UnionTypeExtension: [
		"name",
		"directives",
		"types"
	],
	EnumTypeExtension: [
		"name",
		"directives",
		"values"
	],
	InputObjectTypeExtension: [
		"name",
		"directives",
		"fields"
	],
	TypeCoordinate: ["name"],
	MemberCoordinate: ["name", "memberName"],
	ArgumentCoordinate: [
		"name",
		"fieldName",
		"argumentName"
	],
	DirectiveCoordinate: ["name"],
	DirectiveArgumentCoordinate: ["name", "argumentName"]
};
const kindValues = new Set(Object.keys(QueryDocumentKeys));
function isNode(maybeNode) {
	const maybeKind = maybeNode?.kind;
	return typeof maybeKind === "string" && kindValues.has(maybeKind);
}
const OperationTypeNode = {
	QUERY: "query",
	MUTATION: "mutation",
	SUBSCRIPTION: "subscription"
};
// node_modules/graphql/jsutils/devAssert.mjs
function devAssert(condition, message) {
	if (!condition) throw new Error(message);
}
// node_modules/graphql/jsutils/didYouMean.mjs
const MAX_SUGGESTIONS = 5;
function didYouMean(firstArg, secondArg) {
	const [subMessage, suggestions] = secondArg ? [firstArg, secondArg] : [void 0, firstArg];
	if (suggestions.length === 0) return "";
	let message = " Did you mean ";
	if (subMessage != null) message += subMessage + " ";
	const suggestionList = orList(suggestions.slice(0, MAX_SUGGESTIONS).map((x) => `"${x}"`));
	return message + suggestionList + "?";
}
// node_modules/graphql/jsutils/identityFunc.mjs
function identityFunc(x) {
	return x;
}
// node_modules/graphql/jsutils/keyValMap.mjs
function keyValMap(list, keyFn, valFn) {
	const result = Object.create(null);
	for (const item of list) result[keyFn(item)] = valFn(item);
	return result;
}
// node_modules/graphql/jsutils/naturalCompare.mjs
function naturalCompare(aStr, bStr) {
	let aIndex = 0;
	let bIndex = 0;
	while (aIndex < aStr.length && bIndex < bStr.length) {
		let aChar = aStr.charCodeAt(aIndex);
		let bChar = bStr.charCodeAt(bIndex);
		if (isDigit$1(aChar) && isDigit$1(bChar)) {
			let aNum = 0;
			do {
				++aIndex;
				aNum = aNum * 10 + aChar - DIGIT_0;
				aChar = aStr.charCodeAt(aIndex);
			} while (isDigit$1(aChar) && aNum > 0);
			let bNum = 0;
			do {
				++bIndex;
				bNum = bNum * 10 + bChar - DIGIT_0;
				bChar = bStr.charCodeAt(bIndex);
			} while (isDigit$1(bChar) && bNum > 0);
			if (aNum < bNum) return -1;
			if (aNum > bNum) return 1;
		} else {
			if (aChar < bChar) return -1;
			if (aChar > bChar) return 1;
			++aIndex;
			++bIndex;
		}
	}
	return aStr.length - bStr.length;
}
const DIGIT_0 = 48;
const DIGIT_9 = 57;
function isDigit$1(code) {
	return !isNaN(code) && DIGIT_0 <= code && code <= DIGIT_9;
}
// node_modules/graphql/jsutils/suggestionList.mjs
function suggestionList(input, options) {
	const optionsByDistance = Object.create(null);
	const lexicalDistance = new LexicalDistance(input);
	const threshold = Math.floor(input.length * .4) + 1;
	for (const option of options) {
		const distance = lexicalDistance.measure(option, threshold);
		if (distance !== void 0) optionsByDistance[option] = distance;
	}
	return Object.keys(optionsByDistance).sort((a, b) => {
		const distanceDiff = optionsByDistance[a] - optionsByDistance[b];
		return distanceDiff !== 0 ? distanceDiff : naturalCompare(a, b);
	});
}
var LexicalDistance = class {
	constructor(input) {
		this._input = input;
		this._inputLowerCase = input.toLowerCase();
		this._inputArray = stringToArray(this._inputLowerCase);
		this._rows = [
			new Array(input.length + 1).fill(0),
			new Array(input.length + 1).fill(0),
			new Array(input.length + 1).fill(0)
		];
	}
	measure(option, threshold) {
		if (this._input === option) return 0;
		const optionLowerCase = option.toLowerCase();
		if (this._inputLowerCase === optionLowerCase) return 1;
		let a = stringToArray(optionLowerCase);
		let b = this._inputArray;
		if (a.length < b.length) {
			const tmp = a;
			a = b;
			b = tmp;
		}
		const aLength = a.length;
		const bLength = b.length;
		if (aLength - bLength > threshold) return;
		const rows = this._rows;
		for (let j = 0; j <= bLength; j++) rows[0][j] = j;
		for (let i = 1; i <= aLength; i++) {
			const upRow = rows[(i - 1) % 3];
			const currentRow = rows[i % 3];
			let smallestCell = currentRow[0] = i;
			for (let j = 1; j <= bLength; j++) {
				const cost = a[i - 1] === b[j - 1] ? 0 : 1;
				let currentCell = Math.min(upRow[j] + 1, currentRow[j - 1] + 1, upRow[j - 1] + cost);
				if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
					const doubleDiagonalCell = rows[(i - 2) % 3][j - 2];
					currentCell = Math.min(currentCell, doubleDiagonalCell + 1);
				}
				if (currentCell < smallestCell) smallestCell = currentCell;
				currentRow[j] = currentCell;
			}
			if (smallestCell > threshold) return;
		}
		const distance = rows[aLength % 3][bLength];
		return distance <= threshold ? distance : void 0;
	}
};
function stringToArray(str) {
	const strLength = str.length;
	const array = new Array(strLength);
	for (let i = 0; i < strLength; ++i) array[i] = str.charCodeAt(i);
	return array;
}
// node_modules/graphql/jsutils/toObjMap.mjs
function toObjMapWithSymbols(obj) {
	if (obj == null) return Object.create(null);
	if (Object.getPrototypeOf(obj) === null) return obj;
	const map = Object.create(null);
	for (const [key, value] of Object.entries(obj)) map[key] = value;
	for (const key of Object.getOwnPropertySymbols(obj)) map[key] = obj[key];
	return map;
}
// node_modules/graphql/language/characterClasses.mjs
function isWhiteSpace(code) {
	return code === 9 || code === 32;
}
function isDigit(code) {
	return code >= 48 && code <= 57;
}
function isLetter(code) {
	return code >= 97 && code <= 122 || code >= 65 && code <= 90;
}
function isNameStart(code) {
	return isLetter(code) || code === 95;
}
function isNameContinue(code) {
	return isLetter(code) || isDigit(code) || code === 95;
}
// node_modules/graphql/language/blockString.mjs
function dedentBlockStringLines(lines) {
	let commonIndent = Number.MAX_SAFE_INTEGER;
	let firstNonEmptyLine = null;
	let lastNonEmptyLine = -1;
	for (let i = 0; i < lines.length; ++i) {
		const line = lines[i];
		const indent = leadingWhitespace(line);
		if (indent === line.length) continue;
		firstNonEmptyLine ??= i;
		lastNonEmptyLine = i;
		if (i !== 0 && indent < commonIndent) commonIndent = indent;
	}
	return lines.map((line, i) => i === 0 ? line : line.slice(commonIndent)).slice(firstNonEmptyLine ?? 0, lastNonEmptyLine + 1);
}
function leadingWhitespace(str) {
	let i = 0;
	while (i < str.length && isWhiteSpace(str.charCodeAt(i))) ++i;
	return i;
}
function printBlockString(value, options) {
	const escapedValue = value.replaceAll("\"\"\"", "\\\"\"\"");
	const lines = escapedValue.split(/\r\n|[\n\r]/g);
	const isSingleLine = lines.length === 1;
	const forceLeadingNewLine = lines.length > 1 && lines.slice(1).every((line) => line.length === 0 || isWhiteSpace(line.charCodeAt(0)));
	const hasTrailingTripleQuotes = escapedValue.endsWith("\\\"\"\"");
	const hasTrailingQuote = value.endsWith("\"") && !hasTrailingTripleQuotes;
	const hasTrailingSlash = value.endsWith("\\");
	const forceTrailingNewline = hasTrailingQuote || hasTrailingSlash;
	const printAsMultipleLines = !options?.minimize && (!isSingleLine || value.length > 70 || forceTrailingNewline || forceLeadingNewLine || hasTrailingTripleQuotes);
	let result = "";
	const skipLeadingNewLine = isSingleLine && isWhiteSpace(value.charCodeAt(0));
	if (printAsMultipleLines && !skipLeadingNewLine || forceLeadingNewLine) result += "\n";
	result += escapedValue;
	if (printAsMultipleLines || forceTrailingNewline) result += "\n";
	return "\"\"\"" + result + "\"\"\"";
}
// node_modules/graphql/language/printString.mjs
function printString(str) {
	return `"${str.replace(escapedRegExp, escapedReplacer)}"`;
}
const escapedRegExp = /[\x00-\x1f\x22\x5c\x7f-\x9f]/g;
function escapedReplacer(str) {
	return escapeSequences[str.charCodeAt(0)];
}
const escapeSequences = [
	"\\u0000",
	"\\u0001",
	"\\u0002",
	"\\u0003",
	"\\u0004",
	"\\u0005",
	"\\u0006",
	"\\u0007",
	"\\b",
	"\\t",
	"\\n",
	"\\u000B",
	"\\f",
	"\\r",
	"\\u000E",
	"\\u000F",
	"\\u0010",
	"\\u0011",
	"\\u0012",
	"\\u0013",
	"\\u0014",
	"\\u0015",
	"\\u0016",
	"\\u0017",
	"\\u0018",
	"\\u0019",
	"\\u001A",
	"\\u001B",
	"\\u001C",
	"\\u001D",
	"\\u001E",
	"\\u001F",
	"",
	"",
	"\\\"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"\\\\",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"",
	"\\u007F",
	"\\u0080",
	"\\u0081",
	"\\u0082",
	"\\u0083",
	"\\u0084",
	"\\u0085",
	"\\u0086",
	"\\u0087",
	"\\u0088",
	"\\u0089",
	"\\u008A",
	"\\u008B",
	"\\u008C",
	"\\u008D",
	"\\u008E",
	"\\u008F",
	"\\u0090",
	"\\u0091",
	"\\u0092",
	"\\u0093",
	"\\u0094",
	"\\u0095",
	"\\u0096",
	"\\u0097",
	"\\u0098",
	"\\u0099",
	"\\u009A",
	"\\u009B",
	"\\u009C",
	"\\u009D",
	"\\u009E",
	"\\u009F"
];
// node_modules/graphql/language/reducer.mjs
function reduce(root, reducer) {
	const stack = [];
	let frame = {
		parent: [root],
		keys: void 0,
		results: [],
		index: -1
	};
	let node;
	do {
		let kind;
		frame.index++;
		const length = frame.keys === void 0 ? frame.parent.length : frame.keys.length;
		if (frame.index === length) {
			node = frame.results;
			kind = frame.keys === void 0 ? void 0 : frame.results.kind;
			frame = stack.pop();
		} else {
			node = frame.keys === void 0 ? frame.parent[frame.index] : frame.parent[frame.keys[frame.index]];
			if (node == null && stack.length !== 0) continue;
			if (Array.isArray(node)) {
				if (node.length !== 0) {
					stack.push(frame);
					frame = {
						parent: node,
						keys: void 0,
						results: [],
						index: -1
					};
					continue;
				}
			} else {
				const parent = node;
				kind = parent?.kind;
				const keys = typeof kind === "string" ? QueryDocumentKeys[kind] : void 0;
				if (!Array.isArray(keys)) throw new Error(`Invalid AST Node: ${inspect(node)}.`);
				if (keys.length !== 0) {
					stack.push(frame);
					frame = {
						parent,
						keys,
						results: { ...parent },
						index: -1
					};
					continue;
				}
			}
		}
		if (kind !== void 0) {
			const reduceNode = reducer[kind];
			node = reduceNode?.(node);
		}
		if (frame.keys === void 0) frame.results.push(node);
		else frame.results[frame.keys[frame.index]] = node;
	} while (stack.length !== 0);
	return node;
}
// node_modules/graphql/language/printer.mjs
function print(ast, options) {
	return render(reduce(ast, printDocASTReducer), options?.maxIndentDepth ?? Infinity);
}
function printForError(ast) {
	return print(ast, { maxIndentDepth: 100 });
}
const MAX_LINE_LENGTH = 80;
var PrintBuffer = class PrintBuffer {
	constructor(value = "", isBlockString = false) {
		this.next = void 0;
		this.tail = this;
		this.indentBefore = false;
		this.dedentAfter = false;
		this.length = value.length;
		this.lines = value.includes("\n") ? value.split("\n") : value;
		this.newlines = typeof this.lines === "string" ? 0 : this.lines.length - 1;
		this.isBlockString = isBlockString;
	}
	append(result) {
		if (result.length === 0) return this;
		const next = typeof result === "string" ? new PrintBuffer(result) : result;
		this.tail.next = next;
		this.tail = next.tail;
		this.length += next.length;
		this.newlines += next.newlines;
		return this;
	}
	indent() {
		if (this.length === 0) return this;
		this.indentBefore = true;
		this.tail.dedentAfter = true;
		this.length += 2 * (this.newlines + 1);
		return this;
	}
};
const EMPTY = new PrintBuffer();
function render(buffer, maxDepth) {
	let output = "";
	let text = "";
	let depth = 0;
	let indentation = "";
	let part = buffer;
	while (part !== void 0) {
		const lines = part.lines;
		if (part.indentBefore) {
			if (depth < maxDepth) {
				indentation += "  ";
				text += "  ";
			}
			depth++;
		}
		if (typeof lines === "string") text += lines;
		else {
			text += lines[0];
			const newline = !part.isBlockString && depth >= maxDepth ? " " : "\n" + indentation;
			for (let i = 1; i < lines.length; i++) {
				output += text;
				text = newline + lines[i];
			}
		}
		if (part.dedentAfter) {
			depth--;
			indentation = indentation.slice(0, depth * 2);
		}
		part = part.next;
	}
	return output + text;
}
const printDocASTReducer = {
	Name: (node) => new PrintBuffer(node.value),
	Variable: (node) => join(["$", node.name]),
	Document: (node) => join(node.definitions, "\n\n"),
	OperationDefinition(node) {
		const varDefs = hasMultilineItems(node.variableDefinitions) ? wrap("(\n", join(node.variableDefinitions, "\n"), "\n)") : wrap("(", join(node.variableDefinitions, ", "), ")");
		const prefix = join([wrap("", node.description, "\n"), join([
			node.operation,
			join([node.name, varDefs]),
			join(node.directives, " ")
		], " ")]);
		return join([node.operation === "query" && prefix.length === node.operation.length ? "" : join([prefix, " "]), node.selectionSet]);
	},
	VariableDefinition: ({ variable, type, defaultValue, directives, description }) => join([
		wrap("", description, "\n"),
		variable,
		": ",
		type,
		wrap(" = ", defaultValue),
		wrap(" ", join(directives, " "))
	]),
	SelectionSet: ({ selections }) => selections.length === 0 ? new PrintBuffer("{}") : block(selections),
	Field({ alias, name, arguments: args, directives, selectionSet }) {
		return join([
			wrappedLineAndArgs(join([wrap("", alias, ": "), name], ""), args),
			wrap(" ", join(directives, " ")),
			wrap(" ", selectionSet)
		]);
	},
	Argument: ({ name, value }) => join([
		name,
		": ",
		value
	]),
	FragmentArgument: ({ name, value }) => join([
		name,
		": ",
		value
	]),
	FragmentSpread: ({ name, arguments: args, directives }) => {
		return join([wrappedLineAndArgs(join(["...", name]), args), wrap(" ", join(directives, " "))]);
	},
	InlineFragment: ({ typeCondition, directives, selectionSet }) => join([
		"...",
		wrap("on ", typeCondition),
		join(directives, " "),
		selectionSet
	], " "),
	FragmentDefinition: ({ name, typeCondition, variableDefinitions, directives, selectionSet, description }) => join([
		wrap("", description, "\n"),
		"fragment ",
		name,
		wrap("(", join(variableDefinitions, ", "), ")"),
		" on ",
		typeCondition,
		" ",
		wrap("", join(directives, " "), " "),
		selectionSet
	]),
	IntValue: ({ value }) => new PrintBuffer(value),
	FloatValue: ({ value }) => new PrintBuffer(value),
	StringValue: ({ value, block: isBlockString }) => new PrintBuffer(isBlockString === true ? printBlockString(value) : printString(value), isBlockString === true),
	BooleanValue: ({ value }) => new PrintBuffer(value ? "true" : "false"),
	NullValue: () => new PrintBuffer("null"),
	EnumValue: ({ value }) => new PrintBuffer(value),
	ListValue: ({ values }) => {
		if (2 + joinedLength(values, ", ") > MAX_LINE_LENGTH) return wrap("[\n", join(values, "\n").indent(), "\n]");
		return join([
			"[",
			join(values, ", "),
			"]"
		]);
	},
	ObjectValue: ({ fields }) => 4 + joinedLength(fields, ", ") > MAX_LINE_LENGTH ? block(fields) : join([
		"{ ",
		join(fields, ", "),
		" }"
	]),
	ObjectField: ({ name, value }) => join([
		name,
		": ",
		value
	]),
	Directive: ({ name, arguments: args }) => join([
		"@",
		name,
		wrap("(", join(args, ", "), ")")
	]),
	NamedType: ({ name }) => name,
	ListType: ({ type }) => join([
		"[",
		type,
		"]"
	]),
	NonNullType: ({ type }) => join([type, "!"]),
	SchemaDefinition: ({ description, directives, operationTypes }) => join([wrap("", description, "\n"), join([
		"schema",
		join(directives, " "),
		block(operationTypes)
	], " ")]),
	OperationTypeDefinition: ({ operation, type }) => join([
		operation,
		": ",
		type
	]),
	ScalarTypeDefinition: ({ description, name, directives }) => join([wrap("", description, "\n"), join([
		"scalar",
		name,
		join(directives, " ")
	], " ")]),
	ObjectTypeDefinition: ({ description, name, interfaces, directives, fields }) => join([wrap("", description, "\n"), join([
		"type",
		name,
		wrap("implements ", join(interfaces, " & ")),
		join(directives, " "),
		block(fields)
	], " ")]),
	FieldDefinition: ({ description, name, arguments: args, type, directives }) => join([
		wrap("", description, "\n"),
		name,
		hasMultilineItems(args) ? wrap("(\n", join(args, "\n").indent(), "\n)") : wrap("(", join(args, ", "), ")"),
		": ",
		type,
		wrap(" ", join(directives, " "))
	]),
	InputValueDefinition: ({ description, name, type, defaultValue, directives }) => join([
		wrap("", description, "\n"),
		name,
		": ",
		type,
		wrap(" = ", defaultValue),
		wrap(" ", join(directives, " "))
	]),
	InterfaceTypeDefinition: ({ description, name, interfaces, directives, fields }) => join([wrap("", description, "\n"), join([
		"interface",
		name,
		wrap("implements ", join(interfaces, " & ")),
		join(directives, " "),
		block(fields)
	], " ")]),
	UnionTypeDefinition: ({ description, name, directives, types }) => join([wrap("", description, "\n"), join([
		"union",
		name,
		join(directives, " "),
		wrap("= ", join(types, " | "))
	], " ")]),
	EnumTypeDefinition: ({ description, name, directives, values }) => join([wrap("", description, "\n"), join([
		"enum",
		name,
		join(directives, " "),
		block(values)
	], " ")]),
	EnumValueDefinition: ({ description, name, directives }) => join([wrap("", description, "\n"), join([name, join(directives, " ")], " ")]),
	InputObjectTypeDefinition: ({ description, name, directives, fields }) => join([wrap("", description, "\n"), join([
		"input",
		name,
		join(directives, " "),
		block(fields)
	], " ")]),
	DirectiveDefinition: ({ description, name, arguments: args, directives, repeatable, locations }) => join([
		wrap("", description, "\n"),
		"directive @",
		name,
		hasMultilineItems(args) ? wrap("(\n", join(args, "\n").indent(), "\n)") : wrap("(", join(args, ", "), ")"),
		wrap(" ", join(directives, " ")),
		repeatable ? " repeatable" : "",
		" on ",
		join(locations, " | ")
	]),
	SchemaExtension: ({ directives, operationTypes }) => join([
		"extend schema",
		join(directives, " "),
		block(operationTypes)
	], " "),
	ScalarTypeExtension: ({ name, directives }) => join([
		"extend scalar",
		name,
		join(directives, " ")
	], " "),
	ObjectTypeExtension: ({ name, interfaces, directives, fields }) => join([
		"extend type",
		name,
		wrap("implements ", join(interfaces, " & ")),
		join(directives, " "),
		block(fields)
	], " "),
	InterfaceTypeExtension: ({ name, interfaces, directives, fields }) => join([
		"extend interface",
		name,
		wrap("implements ", join(interfaces, " & ")),
		join(directives, " "),
		block(fields)
	], " "),
	UnionTypeExtension: ({ name, directives, types }) => join([
		"extend union",
		name,
		join(directives, " "),
		wrap("= ", join(types, " | "))
	], " "),
	EnumTypeExtension: ({ name, directives, values }) => join([
		"extend enum",
		name,
		join(directives, " "),
		block(values)
	], " "),
	InputObjectTypeExtension: ({ name, directives, fields }) => join([
		"extend input",
		name,
		join(directives, " "),
		block(fields)
	], " "),
	DirectiveExtension: ({ name, directives }) => join([join(["extend directive @", name]), join(directives, " ")], " "),
	TypeCoordinate: ({ name }) => name,
	MemberCoordinate: ({ name, memberName }) => join([name, wrap(".", memberName)]),
	ArgumentCoordinate: ({ name, fieldName, argumentName }) => join([
		name,
		wrap(".", fieldName),
		wrap("(", argumentName, ":)")
	]),
	DirectiveCoordinate: ({ name }) => join(["@", name]),
	DirectiveArgumentCoordinate: ({ name, argumentName }) => join([
		"@",
		name,
		wrap("(", argumentName, ":)")
	])
};
function join(maybeArray, separator = "") {
	if (maybeArray == null || maybeArray.length === 0) return EMPTY;
	let result = EMPTY;
	for (const item of maybeArray) {
		if (item === void 0 || item.length === 0) continue;
		if (result.length === 0) result = typeof item === "string" ? new PrintBuffer(item) : item;
		else {
			if (separator !== "") result.append(separator);
			result.append(item);
		}
	}
	return result;
}
function joinedLength(array, separator) {
	let length = 0;
	for (const item of array) if (item.length !== 0) length += (length === 0 ? 0 : separator.length) + item.length;
	return length;
}
function block(array) {
	return wrap("{\n", join(array, "\n").indent(), "\n}");
}
function wrap(start, maybeBuffer, end = "") {
	return maybeBuffer != null && maybeBuffer.length !== 0 ? start === "" ? maybeBuffer.append(end) : new PrintBuffer(start).append(maybeBuffer).append(end) : EMPTY;
}
function hasMultilineItems(maybeArray) {
	return maybeArray?.some((result) => result.newlines !== 0) ?? false;
}
function wrappedLineAndArgs(prefix, args) {
	if (args == null || args.length === 0) return prefix;
	return join([prefix, prefix.length + joinedLength(args, ", ") + 2 > MAX_LINE_LENGTH ? wrap("(\n", join(args, "\n").indent(), "\n)") : wrap("(", join(args, ", "), ")")]);
}
// node_modules/graphql/utilities/valueFromASTUntyped.mjs
function valueFromASTUntyped(valueNode, variables) {
	switch (valueNode.kind) {
		case NULL: return null;
		case INT: return parseInt(valueNode.value, 10);
		case FLOAT: return parseFloat(valueNode.value);
		case STRING:
		case ENUM:
		case BOOLEAN: return valueNode.value;
		case LIST: return valueNode.values.map((node) => valueFromASTUntyped(node, variables));
		case OBJECT: return keyValMap(valueNode.fields, (field) => field.name.value, (field) => valueFromASTUntyped(field.value, variables));
		case VARIABLE: return variables?.[valueNode.name.value];
	}
}
// node_modules/graphql/type/assertName.mjs
function assertName(name) {
	if (name.length === 0) throw new GraphQLError("Expected name to be a non-empty string.");
	for (let i = 1; i < name.length; ++i) if (!isNameContinue(name.charCodeAt(i))) throw new GraphQLError(`Names must only contain [_a-zA-Z0-9] but "${name}" does not.`);
	if (!isNameStart(name.charCodeAt(0))) throw new GraphQLError(`Names must start with [_a-zA-Z] but "${name}" does not.`);
	return name;
}
function assertEnumValueName(name) {
	if (name === "true" || name === "false" || name === "null") throw new GraphQLError(`Enum values cannot be named: ${name}`);
	return assertName(name);
}
// node_modules/graphql/type/definition.mjs
function isType(type) {
	return isScalarType(type) || isObjectType(type) || isInterfaceType(type) || isUnionType(type) || isEnumType(type) || isInputObjectType(type) || isListType(type) || isNonNullType(type);
}
const scalarSymbol = Symbol("Scalar");
function isScalarType(type) {
	return instanceOf(type, scalarSymbol, GraphQLScalarType);
}
const objectSymbol = Symbol("Object");
function isObjectType(type) {
	return instanceOf(type, objectSymbol, GraphQLObjectType);
}
const fieldSymbol = Symbol("Field");
const argumentSymbol = Symbol("Argument");
function isArgument(arg) {
	return instanceOf(arg, argumentSymbol, GraphQLArgument);
}
const interfaceSymbol = Symbol("Interface");
function isInterfaceType(type) {
	return instanceOf(type, interfaceSymbol, GraphQLInterfaceType);
}
const unionSymbol = Symbol("Union");
function isUnionType(type) {
	return instanceOf(type, unionSymbol, GraphQLUnionType);
}
const enumSymbol = Symbol("Enum");
function isEnumType(type) {
	return instanceOf(type, enumSymbol, GraphQLEnumType);
}
const enumValueSymbol = Symbol("EnumValue");
const inputObjectSymbol = Symbol("InputObject");
function isInputObjectType(type) {
	return instanceOf(type, inputObjectSymbol, GraphQLInputObjectType);
}
const inputFieldSymbol = Symbol("InputField");
const listSymbol = Symbol("List");
function isListType(type) {
	return instanceOf(type, listSymbol, GraphQLList);
}
const nonNullSymbol = Symbol("NonNull");
function isNonNullType(type) {
	return instanceOf(type, nonNullSymbol, GraphQLNonNull);
}
function isInputType(type) {
	return isScalarType(type) || isEnumType(type) || isInputObjectType(type) || isWrappingType(type) && isInputType(type.ofType);
}
function isOutputType(type) {
	return isScalarType(type) || isObjectType(type) || isInterfaceType(type) || isUnionType(type) || isEnumType(type) || isWrappingType(type) && isOutputType(type.ofType);
}
function isLeafType(type) {
	return isScalarType(type) || isEnumType(type);
}
function assertLeafType(type) {
	if (!isLeafType(type)) throw new Error(`Expected ${inspect(type)} to be a GraphQL leaf type.`);
	return type;
}
function isCompositeType(type) {
	return isObjectType(type) || isInterfaceType(type) || isUnionType(type);
}
function isAbstractType(type) {
	return isInterfaceType(type) || isUnionType(type);
}
var GraphQLList = class {
	constructor(ofType) {
		this.__kind = listSymbol;
		this.ofType = ofType;
	}
	get [Symbol.toStringTag]() {
		return "GraphQLList";
	}
	toString() {
		return "[" + String(this.ofType) + "]";
	}
	toJSON() {
		return this.toString();
	}
};
var GraphQLNonNull = class {
	constructor(ofType) {
		this.__kind = nonNullSymbol;
		this.ofType = ofType;
	}
	get [Symbol.toStringTag]() {
		return "GraphQLNonNull";
	}
	toString() {
		return String(this.ofType) + "!";
	}
	toJSON() {
		return this.toString();
	}
};
function isWrappingType(type) {
	return isListType(type) || isNonNullType(type);
}
function isNullableType(type) {
	return isType(type) && !isNonNullType(type);
}
function getNullableType(type) {
	if (type) return isNonNullType(type) ? type.ofType : type;
}
function isNamedType(type) {
	return isScalarType(type) || isObjectType(type) || isInterfaceType(type) || isUnionType(type) || isEnumType(type) || isInputObjectType(type);
}
function getNamedType(type) {
	if (type) {
		let unwrappedType = type;
		while (isWrappingType(unwrappedType)) unwrappedType = unwrappedType.ofType;
		return unwrappedType;
	}
}
function resolveReadonlyArrayThunk(thunk) {
	return typeof thunk === "function" ? thunk() : thunk;
}
function resolveObjMapThunk(thunk) {
	return typeof thunk === "function" ? thunk() : thunk;
}
var GraphQLScalarType = class {
	constructor(config) {
		this.__kind = scalarSymbol;
		this.name = assertName(config.name);
		this.description = config.description;
		this.specifiedByURL = config.specifiedByURL;
		this.serialize = config.serialize ?? config.coerceOutputValue ?? identityFunc;
		this.parseValue = config.parseValue ?? config.coerceInputValue ?? identityFunc;
		this.parseLiteral = config.parseLiteral ?? ((node, variables) => this.coerceInputValue(valueFromASTUntyped(node, variables)));
		this.coerceOutputValue = config.coerceOutputValue ?? this.serialize;
		this.coerceInputValue = config.coerceInputValue ?? this.parseValue;
		this.coerceInputLiteral = config.coerceInputLiteral;
		this.valueToLiteral = config.valueToLiteral;
		this.extensions = toObjMapWithSymbols(config.extensions);
		this.astNode = config.astNode;
		this.extensionASTNodes = config.extensionASTNodes ?? [];
		if (config.parseLiteral) {
			if (!(typeof config.parseValue === "function" && typeof config.parseLiteral === "function")) devAssert(false, `${this.name} must provide both "parseValue" and "parseLiteral" functions.`);
		}
		if (config.coerceInputLiteral) {
			if (!(typeof config.coerceInputValue === "function" && typeof config.coerceInputLiteral === "function")) devAssert(false, `${this.name} must provide both "coerceInputValue" and "coerceInputLiteral" functions.`);
		}
	}
	get [Symbol.toStringTag]() {
		return "GraphQLScalarType";
	}
	toConfig() {
		return {
			name: this.name,
			description: this.description,
			specifiedByURL: this.specifiedByURL,
			serialize: this.serialize,
			parseValue: this.parseValue,
			parseLiteral: this.parseLiteral,
			coerceOutputValue: this.coerceOutputValue,
			coerceInputValue: this.coerceInputValue,
			coerceInputLiteral: this.coerceInputLiteral,
			valueToLiteral: this.valueToLiteral,
			extensions: this.extensions,
			astNode: this.astNode,
			extensionASTNodes: this.extensionASTNodes
		};
	}
	toString() {
		return this.name;
	}
	toJSON() {
		return this.toString();
	}
};
var GraphQLObjectType = class {
	constructor(config) {
		this.__kind = objectSymbol;
		this.__kind = objectSymbol;
		this.name = assertName(config.name);
		this.description = config.description;
		this.isTypeOf = config.isTypeOf;
		this.extensions = toObjMapWithSymbols(config.extensions);
		this.astNode = config.astNode;
		this.extensionASTNodes = config.extensionASTNodes ?? [];
		this._fields = defineFieldMap.bind(void 0, this, config.fields);
		this._interfaces = defineInterfaces.bind(void 0, config.interfaces);
	}
	get [Symbol.toStringTag]() {
		return "GraphQLObjectType";
	}
	getFields() {
		if (typeof this._fields === "function") this._fields = this._fields();
		return this._fields;
	}
	getInterfaces() {
		if (typeof this._interfaces === "function") this._interfaces = this._interfaces();
		return this._interfaces;
	}
	toConfig() {
		return {
			name: this.name,
			description: this.description,
			interfaces: this.getInterfaces(),
			fields: mapValue(this.getFields(), (field) => field.toConfig()),
			isTypeOf: this.isTypeOf,
			extensions: this.extensions,
			astNode: this.astNode,
			extensionASTNodes: this.extensionASTNodes
		};
	}
	toString() {
		return this.name;
	}
	toJSON() {
		return this.toString();
	}
};
function defineInterfaces(interfaces) {
	return resolveReadonlyArrayThunk(interfaces ?? []);
}
function defineFieldMap(parentType, fields) {
	return mapValue(resolveObjMapThunk(fields), (fieldConfig, fieldName) => new GraphQLField(parentType, fieldName, fieldConfig));
}
var GraphQLField = class {
	constructor(parentType, name, config) {
		this.__kind = fieldSymbol;
		this.parentType = parentType;
		this.name = assertName(name);
		this.description = config.description;
		this.type = config.type;
		const argsConfig = config.args;
		this.args = argsConfig ? Object.entries(argsConfig).map(([argName, argConfig]) => new GraphQLArgument(this, argName, argConfig)) : [];
		this.resolve = config.resolve;
		this.subscribe = config.subscribe;
		this.deprecationReason = config.deprecationReason;
		this.extensions = toObjMapWithSymbols(config.extensions);
		this.astNode = config.astNode;
	}
	get [Symbol.toStringTag]() {
		return "GraphQLField";
	}
	toConfig() {
		return {
			description: this.description,
			type: this.type,
			args: keyValMap(this.args, (arg) => arg.name, (arg) => arg.toConfig()),
			resolve: this.resolve,
			subscribe: this.subscribe,
			deprecationReason: this.deprecationReason,
			extensions: this.extensions,
			astNode: this.astNode
		};
	}
	toString() {
		return `${this.parentType ?? "<meta>"}.${this.name}`;
	}
	toJSON() {
		return this.toString();
	}
};
var GraphQLArgument = class {
	constructor(parent, name, config) {
		this.__kind = argumentSymbol;
		this.parent = parent;
		this.name = assertName(name);
		this.description = config.description;
		this.type = config.type;
		this.defaultValue = config.defaultValue;
		this.default = config.default;
		this._memoizedCoercedDefaultValue = void 0;
		this.deprecationReason = config.deprecationReason;
		this.extensions = toObjMapWithSymbols(config.extensions);
		this.astNode = config.astNode;
	}
	get [Symbol.toStringTag]() {
		return "GraphQLArgument";
	}
	toConfig() {
		return {
			description: this.description,
			type: this.type,
			defaultValue: this.defaultValue,
			default: this.default,
			deprecationReason: this.deprecationReason,
			extensions: this.extensions,
			astNode: this.astNode
		};
	}
	toString() {
		return `${this.parent}(${this.name}:)`;
	}
	toJSON() {
		return this.toString();
	}
};
function isRequiredArgument(arg) {
	return isNonNullType(arg.type) && arg.default === void 0 && arg.defaultValue === void 0;
}
var GraphQLInterfaceType = class {
	constructor(config) {
		this.__kind = interfaceSymbol;
		this.name = assertName(config.name);
		this.description = config.description;
		this.resolveType = config.resolveType;
		this.extensions = toObjMapWithSymbols(config.extensions);
		this.astNode = config.astNode;
		this.extensionASTNodes = config.extensionASTNodes ?? [];
		this._fields = defineFieldMap.bind(void 0, this, config.fields);
		this._interfaces = defineInterfaces.bind(void 0, config.interfaces);
	}
	get [Symbol.toStringTag]() {
		return "GraphQLInterfaceType";
	}
	getFields() {
		if (typeof this._fields === "function") this._fields = this._fields();
		return this._fields;
	}
	getInterfaces() {
		if (typeof this._interfaces === "function") this._interfaces = this._interfaces();
		return this._interfaces;
	}
	toConfig() {
		return {
			name: this.name,
			description: this.description,
			interfaces: this.getInterfaces(),
			fields: mapValue(this.getFields(), (field) => field.toConfig()),
			resolveType: this.resolveType,
			extensions: this.extensions,
			astNode: this.astNode,
			extensionASTNodes: this.extensionASTNodes
		};
	}
	toString() {
		return this.name;
	}
	toJSON() {
		return this.toString();
	}
};
var GraphQLUnionType = class {
	constructor(config) {
		this.__kind = unionSymbol;
		this.name = assertName(config.name);
		this.description = config.description;
		this.resolveType = config.resolveType;
		this.extensions = toObjMapWithSymbols(config.extensions);
		this.astNode = config.astNode;
		this.extensionASTNodes = config.extensionASTNodes ?? [];
		this._types = defineTypes.bind(void 0, config.types);
	}
	get [Symbol.toStringTag]() {
		return "GraphQLUnionType";
	}
	getTypes() {
		if (typeof this._types === "function") this._types = this._types();
		return this._types;
	}
	toConfig() {
		return {
			name: this.name,
			description: this.description,
			types: this.getTypes(),
			resolveType: this.resolveType,
			extensions: this.extensions,
			astNode: this.astNode,
			extensionASTNodes: this.extensionASTNodes
		};
	}
	toString() {
		return this.name;
	}
	toJSON() {
		return this.toString();
	}
};
function defineTypes(types) {
	return resolveReadonlyArrayThunk(types);
}
var GraphQLEnumType = class {
	constructor(config) {
		this.__kind = enumSymbol;
		this.name = assertName(config.name);
		this.description = config.description;
		this.extensions = toObjMapWithSymbols(config.extensions);
		this.astNode = config.astNode;
		this.extensionASTNodes = config.extensionASTNodes ?? [];
		this._values = defineEnumValues.bind(void 0, this, config.values);
		this._valueLookup = null;
		this._nameLookup = null;
	}
	get [Symbol.toStringTag]() {
		return "GraphQLEnumType";
	}
	getValues() {
		if (typeof this._values === "function") this._values = this._values();
		return this._values;
	}
	getValue(name) {
		this._nameLookup ??= keyMap(this.getValues(), (value) => value.name);
		return this._nameLookup[name];
	}
	serialize(outputValue) {
		return this.coerceOutputValue(outputValue);
	}
	coerceOutputValue(outputValue) {
		this._valueLookup ??= new Map(this.getValues().map((enumValue) => [enumValue.value, enumValue]));
		const enumValue = this._valueLookup.get(outputValue);
		if (enumValue === void 0) throw new GraphQLError(`Enum "${this.name}" cannot represent value: ${inspect(outputValue)}`);
		return enumValue.name;
	}
	parseValue(inputValue, hideSuggestions) {
		return this.coerceInputValue(inputValue, hideSuggestions);
	}
	coerceInputValue(inputValue, hideSuggestions) {
		if (typeof inputValue !== "string") {
			const valueStr = inspect(inputValue);
			throw new GraphQLError(`Enum "${this.name}" cannot represent non-string value: ${valueStr}.` + (hideSuggestions ? "" : didYouMeanEnumValue(this, valueStr)));
		}
		const enumValue = this.getValue(inputValue);
		if (enumValue == null) throw new GraphQLError(`Value "${inputValue}" does not exist in "${this.name}" enum.` + (hideSuggestions ? "" : didYouMeanEnumValue(this, inputValue)));
		return enumValue.value;
	}
	parseLiteral(valueNode, _variables, hideSuggestions) {
		return this.coerceInputLiteral(valueNode, hideSuggestions);
	}
	coerceInputLiteral(valueNode, hideSuggestions) {
		if (valueNode.kind !== "EnumValue") {
			const valueStr = printForError(valueNode);
			throw new GraphQLError(`Enum "${this.name}" cannot represent non-enum value: ${valueStr}.` + (hideSuggestions ? "" : didYouMeanEnumValue(this, valueStr)), { nodes: valueNode });
		}
		const enumValue = this.getValue(valueNode.value);
		if (enumValue == null) {
			const valueStr = printForError(valueNode);
			throw new GraphQLError(`Value "${valueStr}" does not exist in "${this.name}" enum.` + (hideSuggestions ? "" : didYouMeanEnumValue(this, valueStr)), { nodes: valueNode });
		}
		return enumValue.value;
	}
	valueToLiteral(value) {
		if (typeof value === "string" && this.getValue(value)) return {
			kind: ENUM,
			value
		};
	}
	toConfig() {
		return {
			name: this.name,
			description: this.description,
			values: keyValMap(this.getValues(), (value) => value.name, (value) => value.toConfig()),
			extensions: this.extensions,
			astNode: this.astNode,
			extensionASTNodes: this.extensionASTNodes
		};
	}
	toString() {
		return this.name;
	}
	toJSON() {
		return this.toString();
	}
};
function defineEnumValues(parentEnum, values) {
	const valueMap = resolveObjMapThunk(values);
	return Object.entries(valueMap).map(([valueName, valueConfig]) => new GraphQLEnumValue(parentEnum, valueName, valueConfig));
}
function didYouMeanEnumValue(enumType, unknownValueStr) {
	return didYouMean("the enum value", suggestionList(unknownValueStr, enumType.getValues().map((value) => value.name)));
}
var GraphQLEnumValue = class {
	constructor(parentEnum, name, config) {
		this.__kind = enumValueSymbol;
		this.parentEnum = parentEnum;
		this.name = assertEnumValueName(name);
		this.description = config.description;
		this.value = config.value !== void 0 ? config.value : name;
		this.deprecationReason = config.deprecationReason;
		this.extensions = toObjMapWithSymbols(config.extensions);
		this.astNode = config.astNode;
	}
	get [Symbol.toStringTag]() {
		return "GraphQLEnumValue";
	}
	toConfig() {
		return {
			description: this.description,
			value: this.value,
			deprecationReason: this.deprecationReason,
			extensions: this.extensions,
			astNode: this.astNode
		};
	}
	toString() {
		return `${this.parentEnum.name}.${this.name}`;
	}
	toJSON() {
		return this.toString();
	}
};
var GraphQLInputObjectType = class {
	constructor(config) {
		this.__kind = inputObjectSymbol;
		this.name = assertName(config.name);
		this.description = config.description;
		this.extensions = toObjMapWithSymbols(config.extensions);
		this.astNode = config.astNode;
		this.extensionASTNodes = config.extensionASTNodes ?? [];
		this.isOneOf = config.isOneOf ?? false;
		this._fields = defineInputFieldMap.bind(void 0, this, config.fields);
	}
	get [Symbol.toStringTag]() {
		return "GraphQLInputObjectType";
	}
	getFields() {
		if (typeof this._fields === "function") this._fields = this._fields();
		return this._fields;
	}
	toConfig() {
		return {
			name: this.name,
			description: this.description,
			fields: mapValue(this.getFields(), (field) => field.toConfig()),
			extensions: this.extensions,
			astNode: this.astNode,
			extensionASTNodes: this.extensionASTNodes,
			isOneOf: this.isOneOf
		};
	}
	toString() {
		return this.name;
	}
	toJSON() {
		return this.toString();
	}
};
function defineInputFieldMap(parentType, fields) {
	return mapValue(resolveObjMapThunk(fields), (fieldConfig, fieldName) => new GraphQLInputField(parentType, fieldName, fieldConfig));
}
var GraphQLInputField = class {
	constructor(parentType, name, config) {
		if (!!("resolve" in config)) devAssert(false, `${parentType}.${name} field has a resolve property, but Input Types cannot define resolvers.`);
		this.__kind = inputFieldSymbol;
		this.parentType = parentType;
		this.name = assertName(name);
		this.description = config.description;
		this.type = config.type;
		this.defaultValue = config.defaultValue;
		this.default = config.default;
		this._memoizedCoercedDefaultValue = void 0;
		this.deprecationReason = config.deprecationReason;
		this.extensions = toObjMapWithSymbols(config.extensions);
		this.astNode = config.astNode;
	}
	get [Symbol.toStringTag]() {
		return "GraphQLInputField";
	}
	toConfig() {
		return {
			description: this.description,
			type: this.type,
			defaultValue: this.defaultValue,
			default: this.default,
			deprecationReason: this.deprecationReason,
			extensions: this.extensions,
			astNode: this.astNode
		};
	}
	toString() {
		return `${this.parentType}.${this.name}`;
	}
	toJSON() {
		return this.toString();
	}
};
function isRequiredInputField(field) {
	return isNonNullType(field.type) && field.defaultValue === void 0 && field.default === void 0;
}
export { keyMap as $, isScalarType as A, isNameStart as B, isNamedType as C, isOutputType as D, isObjectType as E, print as F, didYouMean as G, suggestionList as H, printForError as I, OperationTypeNode as J, devAssert as K, dedentBlockStringLines as L, isUnionType as M, isWrappingType as N, isRequiredArgument as O, assertName as P, mapValue as Q, isDigit as R, isListType as S, isNullableType as T, naturalCompare as U, toObjMapWithSymbols as V, keyValMap as W, Token as X, QueryDocumentKeys as Y, isNode as Z, isEnumType as _, GraphQLInterfaceType as a, isInterfaceType as b, GraphQLObjectType as c, assertLeafType as d, andList as et, getNamedType as f, isCompositeType as g, isArgument as h, GraphQLInputObjectType as i, isType as j, isRequiredInputField as k, GraphQLScalarType as l, isAbstractType as m, GraphQLEnumType as n, instanceOf as nt, GraphQLList as o, getNullableType as p, Location as q, GraphQLField as r, inspect as rt, GraphQLNonNull as s, GraphQLArgument as t, invariant as tt, GraphQLUnionType as u, isInputObjectType as v, isNonNullType as w, isLeafType as x, isInputType as y, isNameContinue as z };
