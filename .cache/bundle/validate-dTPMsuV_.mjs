import { A as isScalarType, B as isNameStart, D as isOutputType, E as isObjectType, F as print, G as didYouMean, H as suggestionList, J as OperationTypeNode, K as devAssert, L as dedentBlockStringLines, M as isUnionType, N as isWrappingType, O as isRequiredArgument, Q as mapValue, R as isDigit, S as isListType, T as isNullableType, U as naturalCompare, X as Token, Y as QueryDocumentKeys, Z as isNode, _ as isEnumType, b as isInterfaceType, f as getNamedType, g as isCompositeType, j as isType, m as isAbstractType, nt as instanceOf, p as getNullableType, q as Location, rt as inspect, tt as invariant, v as isInputObjectType, w as isNonNullType, x as isLeafType, y as isInputType, z as isNameContinue } from "./definition-U6Cy4S-S.mjs";
import { A as GraphQLIncludeDirective, D as GraphQLDeferDirective, H as DirectiveLocation, J as isTypeSubTypeOf, M as GraphQLStreamDirective, P as specifiedDirectives, T as introspectionTypes, U as validateInputLiteral, V as specifiedScalarTypes, _ as shouldTrace, a as visitSelectionSets, b as assertValidSchema, d as typeFromAST, h as parseChannel, j as GraphQLSkipDirective, q as doTypesOverlap, r as collectFields$1, y as validateChannel } from "./getOperationAST-BUlcyd1p.mjs";
import { $ as AccumulatorMap, A as NAME, B as SCALAR_TYPE_DEFINITION, C as INPUT_VALUE_DEFINITION, D as LIST, E as INTERFACE_TYPE_EXTENSION, F as OBJECT_FIELD, G as STRING, H as SCHEMA_DEFINITION, I as OBJECT_TYPE_DEFINITION, J as UNION_TYPE_EXTENSION, K as TYPE_COORDINATE, L as OBJECT_TYPE_EXTENSION, M as NON_NULL_TYPE, N as NULL, O as LIST_TYPE, P as OBJECT, Q as GraphQLError, R as OPERATION_DEFINITION, S as INPUT_OBJECT_TYPE_EXTENSION, T as INTERFACE_TYPE_DEFINITION, U as SCHEMA_EXTENSION, V as SCALAR_TYPE_EXTENSION, W as SELECTION_SET, X as VARIABLE_DEFINITION, Y as VARIABLE, Z as kinds__exports, _ as FRAGMENT_ARGUMENT, a as DIRECTIVE_ARGUMENT_COORDINATE, b as INLINE_FRAGMENT, c as DIRECTIVE_EXTENSION, d as ENUM_TYPE_DEFINITION, f as ENUM_TYPE_EXTENSION, g as FLOAT, h as FIELD_DEFINITION, i as DIRECTIVE, j as NAMED_TYPE, k as MEMBER_COORDINATE, l as DOCUMENT, m as FIELD, n as ARGUMENT_COORDINATE, o as DIRECTIVE_COORDINATE, p as ENUM_VALUE_DEFINITION, q as UNION_TYPE_DEFINITION, r as BOOLEAN, s as DIRECTIVE_DEFINITION, t as ARGUMENT, u as ENUM, v as FRAGMENT_DEFINITION, w as INT, x as INPUT_OBJECT_TYPE_DEFINITION, y as FRAGMENT_SPREAD, z as OPERATION_TYPE_DEFINITION } from "./kinds_-cEhelto3.mjs";
// node_modules/graphql/error/syntaxError.mjs
function syntaxError(source, position, description) {
	return new GraphQLError(`Syntax Error: ${description}`, {
		source,
		positions: [position]
	});
}
// node_modules/graphql/language/tokenKind.mjs
const TokenKind = {
	SOF: "<SOF>",
	EOF: "<EOF>",
	BANG: "!",
	DOLLAR: "$",
	AMP: "&",
	PAREN_L: "(",
	PAREN_R: ")",
	DOT: ".",
	SPREAD: "...",
	COLON: ":",
	EQUALS: "=",
	AT: "@",
	BRACKET_L: "[",
	BRACKET_R: "]",
	BRACE_L: "{",
	PIPE: "|",
	BRACE_R: "}",
	NAME: "Name",
	INT: "Int",
	FLOAT: "Float",
	STRING: "String",
	BLOCK_STRING: "BlockString",
	COMMENT: "Comment"
};
// node_modules/graphql/language/lexer.mjs
var Lexer = class {
	constructor(source) {
		const startOfFileToken = new Token(TokenKind.SOF, 0, 0, 0, 0);
		this.source = source;
		this.lastToken = startOfFileToken;
		this.token = startOfFileToken;
		this.line = 1;
		this.lineStart = 0;
		this._maxComments = void 0;
		this._commentCount = 0;
	}
	get [Symbol.toStringTag]() {
		return "Lexer";
	}
	advance() {
		this.lastToken = this.token;
		return this.token = this.lookahead();
	}
	lookahead() {
		let token = this.token;
		if (token.kind !== TokenKind.EOF) do
			if (token.next) token = token.next;
			else {
				const nextToken = readNextToken(this, token.end);
				token.next = nextToken;
				nextToken.prev = token;
				token = nextToken;
			}
		while (token.kind === TokenKind.COMMENT);
		return token;
	}
};
function isPunctuatorTokenKind(kind) {
	return kind === TokenKind.BANG || kind === TokenKind.DOLLAR || kind === TokenKind.AMP || kind === TokenKind.PAREN_L || kind === TokenKind.PAREN_R || kind === TokenKind.DOT || kind === TokenKind.SPREAD || kind === TokenKind.COLON || kind === TokenKind.EQUALS || kind === TokenKind.AT || kind === TokenKind.BRACKET_L || kind === TokenKind.BRACKET_R || kind === TokenKind.BRACE_L || kind === TokenKind.PIPE || kind === TokenKind.BRACE_R;
}
function isUnicodeScalarValue(code) {
	return code >= 0 && code <= 55295 || code >= 57344 && code <= 1114111;
}
function isSupplementaryCodePoint(body, location) {
	return isLeadingSurrogate(body.charCodeAt(location)) && isTrailingSurrogate(body.charCodeAt(location + 1));
}
function isLeadingSurrogate(code) {
	return code >= 55296 && code <= 56319;
}
function isTrailingSurrogate(code) {
	return code >= 56320 && code <= 57343;
}
function printCodePointAt(lexer, location) {
	const code = lexer.source.body.codePointAt(location);
	if (code === void 0) return TokenKind.EOF;
	else if (code >= 32 && code <= 126) {
		const char = String.fromCodePoint(code);
		return char === "\"" ? "'\"'" : `"${char}"`;
	}
	return "U+" + code.toString(16).toUpperCase().padStart(4, "0");
}
function createToken(lexer, kind, start, end, value) {
	const line = lexer.line;
	const col = 1 + start - lexer.lineStart;
	return new Token(kind, start, end, line, col, value);
}
function readNextToken(lexer, start) {
	const body = lexer.source.body;
	const bodyLength = body.length;
	let position = start;
	while (position < bodyLength) {
		const code = body.charCodeAt(position);
		switch (code) {
			case 65279:
			case 9:
			case 32:
			case 44:
				++position;
				continue;
			case 10:
				++position;
				++lexer.line;
				lexer.lineStart = position;
				continue;
			case 13:
				if (body.charCodeAt(position + 1) === 10) position += 2;
				else ++position;
				++lexer.line;
				lexer.lineStart = position;
				continue;
			case 35: return readComment(lexer, position);
			case 33: return createToken(lexer, TokenKind.BANG, position, position + 1);
			case 36: return createToken(lexer, TokenKind.DOLLAR, position, position + 1);
			case 38: return createToken(lexer, TokenKind.AMP, position, position + 1);
			case 40: return createToken(lexer, TokenKind.PAREN_L, position, position + 1);
			case 41: return createToken(lexer, TokenKind.PAREN_R, position, position + 1);
			case 46: {
				const nextCode = body.charCodeAt(position + 1);
				if (nextCode === 46 && body.charCodeAt(position + 2) === 46) return createToken(lexer, TokenKind.SPREAD, position, position + 3);
				if (nextCode === 46) throw syntaxError(lexer.source, position, "Unexpected \"..\", did you mean \"...\"?");
				else if (isDigit(nextCode)) {
					const digits = lexer.source.body.slice(position + 1, readDigits(lexer, position + 1, nextCode));
					throw syntaxError(lexer.source, position, `Invalid number, expected digit before ".", did you mean "0.${digits}"?`);
				}
				break;
			}
			case 58: return createToken(lexer, TokenKind.COLON, position, position + 1);
			case 61: return createToken(lexer, TokenKind.EQUALS, position, position + 1);
			case 64: return createToken(lexer, TokenKind.AT, position, position + 1);
			case 91: return createToken(lexer, TokenKind.BRACKET_L, position, position + 1);
			case 93: return createToken(lexer, TokenKind.BRACKET_R, position, position + 1);
			case 123: return createToken(lexer, TokenKind.BRACE_L, position, position + 1);
			case 124: return createToken(lexer, TokenKind.PIPE, position, position + 1);
			case 125: return createToken(lexer, TokenKind.BRACE_R, position, position + 1);
			case 34:
				if (body.charCodeAt(position + 1) === 34 && body.charCodeAt(position + 2) === 34) return readBlockString(lexer, position);
				return readString(lexer, position);
		}
		if (isDigit(code) || code === 45) return readNumber(lexer, position, code);
		if (isNameStart(code)) return readName(lexer, position);
		throw syntaxError(lexer.source, position, code === 39 ? "Unexpected single quote character ('), did you mean to use a double quote (\")?" : isUnicodeScalarValue(code) || isSupplementaryCodePoint(body, position) ? `Unexpected character: ${printCodePointAt(lexer, position)}.` : `Invalid character: ${printCodePointAt(lexer, position)}.`);
	}
	return createToken(lexer, TokenKind.EOF, bodyLength, bodyLength);
}
function readComment(lexer, start) {
	const maxComments = lexer._maxComments;
	if (maxComments !== void 0) {
		const nextCommentCount = lexer._commentCount + 1;
		if (nextCommentCount > maxComments) throw syntaxError(lexer.source, start, `Document contains more than ${maxComments} comments. Parsing aborted.`);
		lexer._commentCount = nextCommentCount;
	}
	const body = lexer.source.body;
	const bodyLength = body.length;
	let position = start + 1;
	while (position < bodyLength) {
		const code = body.charCodeAt(position);
		if (code === 10 || code === 13) break;
		if (isUnicodeScalarValue(code)) ++position;
		else if (isSupplementaryCodePoint(body, position)) position += 2;
		else break;
	}
	return createToken(lexer, TokenKind.COMMENT, start, position, body.slice(start + 1, position));
}
function readNumber(lexer, start, firstCode) {
	const body = lexer.source.body;
	let position = start;
	let code = firstCode;
	let isFloat = false;
	if (code === 45) code = body.charCodeAt(++position);
	if (code === 48) {
		code = body.charCodeAt(++position);
		if (isDigit(code)) throw syntaxError(lexer.source, position, `Invalid number, unexpected digit after 0: ${printCodePointAt(lexer, position)}.`);
	} else {
		position = readDigits(lexer, position, code);
		code = body.charCodeAt(position);
	}
	if (code === 46) {
		isFloat = true;
		code = body.charCodeAt(++position);
		position = readDigits(lexer, position, code);
		code = body.charCodeAt(position);
	}
	if (code === 69 || code === 101) {
		isFloat = true;
		code = body.charCodeAt(++position);
		if (code === 43 || code === 45) code = body.charCodeAt(++position);
		position = readDigits(lexer, position, code);
		code = body.charCodeAt(position);
	}
	if (code === 46 || isNameStart(code)) throw syntaxError(lexer.source, position, `Invalid number, expected digit but got: ${printCodePointAt(lexer, position)}.`);
	return createToken(lexer, isFloat ? TokenKind.FLOAT : TokenKind.INT, start, position, body.slice(start, position));
}
function readDigits(lexer, start, firstCode) {
	if (!isDigit(firstCode)) throw syntaxError(lexer.source, start, `Invalid number, expected digit but got: ${printCodePointAt(lexer, start)}.`);
	const body = lexer.source.body;
	let position = start + 1;
	while (isDigit(body.charCodeAt(position))) ++position;
	return position;
}
function readString(lexer, start) {
	const body = lexer.source.body;
	const bodyLength = body.length;
	let position = start + 1;
	let chunkStart = position;
	let value = "";
	while (position < bodyLength) {
		const code = body.charCodeAt(position);
		if (code === 34) {
			value += body.slice(chunkStart, position);
			return createToken(lexer, TokenKind.STRING, start, position + 1, value);
		}
		if (code === 92) {
			value += body.slice(chunkStart, position);
			const escape = body.charCodeAt(position + 1) === 117 ? body.charCodeAt(position + 2) === 123 ? readEscapedUnicodeVariableWidth(lexer, position) : readEscapedUnicodeFixedWidth(lexer, position) : readEscapedCharacter(lexer, position);
			value += escape.value;
			position += escape.size;
			chunkStart = position;
			continue;
		}
		if (code === 10 || code === 13) break;
		if (isUnicodeScalarValue(code)) ++position;
		else if (isSupplementaryCodePoint(body, position)) position += 2;
		else throw syntaxError(lexer.source, position, `Invalid character within String: ${printCodePointAt(lexer, position)}.`);
	}
	throw syntaxError(lexer.source, position, "Unterminated string.");
}
function readEscapedUnicodeVariableWidth(lexer, position) {
	const body = lexer.source.body;
	let point = 0;
	let size = 3;
	while (size < 12) {
		const code = body.charCodeAt(position + size++);
		if (code === 125) {
			if (size < 5 || !isUnicodeScalarValue(point)) break;
			return {
				value: String.fromCodePoint(point),
				size
			};
		}
		point = point << 4 | readHexDigit(code);
		if (point < 0) break;
	}
	throw syntaxError(lexer.source, position, `Invalid Unicode escape sequence: "${body.slice(position, position + size)}".`);
}
function readEscapedUnicodeFixedWidth(lexer, position) {
	const body = lexer.source.body;
	const code = read16BitHexCode(body, position + 2);
	if (isUnicodeScalarValue(code)) return {
		value: String.fromCodePoint(code),
		size: 6
	};
	if (isLeadingSurrogate(code)) {
		if (body.charCodeAt(position + 6) === 92 && body.charCodeAt(position + 7) === 117) {
			const trailingCode = read16BitHexCode(body, position + 8);
			if (isTrailingSurrogate(trailingCode)) return {
				value: String.fromCodePoint(code, trailingCode),
				size: 12
			};
		}
	}
	throw syntaxError(lexer.source, position, `Invalid Unicode escape sequence: "${body.slice(position, position + 6)}".`);
}
function read16BitHexCode(body, position) {
	return readHexDigit(body.charCodeAt(position)) << 12 | readHexDigit(body.charCodeAt(position + 1)) << 8 | readHexDigit(body.charCodeAt(position + 2)) << 4 | readHexDigit(body.charCodeAt(position + 3));
}
function readHexDigit(code) {
	return code >= 48 && code <= 57 ? code - 48 : code >= 65 && code <= 70 ? code - 55 : code >= 97 && code <= 102 ? code - 87 : -1;
}
function readEscapedCharacter(lexer, position) {
	const body = lexer.source.body;
	switch (body.charCodeAt(position + 1)) {
		case 34: return {
			value: "\"",
			size: 2
		};
		case 92: return {
			value: "\\",
			size: 2
		};
		case 47: return {
			value: "/",
			size: 2
		};
		case 98: return {
			value: "\b",
			size: 2
		};
		case 102: return {
			value: "\f",
			size: 2
		};
		case 110: return {
			value: "\n",
			size: 2
		};
		case 114: return {
			value: "\r",
			size: 2
		};
		case 116: return {
			value: "	",
			size: 2
		};
	}
	throw syntaxError(lexer.source, position, `Invalid character escape sequence: "${body.slice(position, position + 2)}".`);
}
function readBlockString(lexer, start) {
	const body = lexer.source.body;
	const bodyLength = body.length;
	let lineStart = lexer.lineStart;
	let position = start + 3;
	let chunkStart = position;
	let currentLine = "";
	const blockLines = [];
	while (position < bodyLength) {
		const code = body.charCodeAt(position);
		if (code === 34 && body.charCodeAt(position + 1) === 34 && body.charCodeAt(position + 2) === 34) {
			currentLine += body.slice(chunkStart, position);
			blockLines.push(currentLine);
			const token = createToken(lexer, TokenKind.BLOCK_STRING, start, position + 3, dedentBlockStringLines(blockLines).join("\n"));
			lexer.line += blockLines.length - 1;
			lexer.lineStart = lineStart;
			return token;
		}
		if (code === 92 && body.charCodeAt(position + 1) === 34 && body.charCodeAt(position + 2) === 34 && body.charCodeAt(position + 3) === 34) {
			currentLine += body.slice(chunkStart, position);
			chunkStart = position + 1;
			position += 4;
			continue;
		}
		if (code === 10 || code === 13) {
			currentLine += body.slice(chunkStart, position);
			blockLines.push(currentLine);
			if (code === 13 && body.charCodeAt(position + 1) === 10) position += 2;
			else ++position;
			currentLine = "";
			chunkStart = position;
			lineStart = position;
			continue;
		}
		if (isUnicodeScalarValue(code)) ++position;
		else if (isSupplementaryCodePoint(body, position)) position += 2;
		else throw syntaxError(lexer.source, position, `Invalid character within String: ${printCodePointAt(lexer, position)}.`);
	}
	throw syntaxError(lexer.source, position, "Unterminated string.");
}
function readName(lexer, start) {
	const body = lexer.source.body;
	const bodyLength = body.length;
	let position = start + 1;
	while (position < bodyLength) {
		const code = body.charCodeAt(position);
		if (isNameContinue(code)) ++position;
		else break;
	}
	return createToken(lexer, TokenKind.NAME, start, position, body.slice(start, position));
}
// node_modules/graphql/language/source.mjs
const sourceSymbol = Symbol("Source");
var Source = class {
	constructor(body, name = "GraphQL request", locationOffset = {
		line: 1,
		column: 1
	}) {
		this.__kind = sourceSymbol;
		this.body = body;
		this.name = name;
		this.locationOffset = locationOffset;
		if (!(this.locationOffset.line > 0)) devAssert(false, "line in locationOffset is 1-indexed and must be positive.");
		if (!(this.locationOffset.column > 0)) devAssert(false, "column in locationOffset is 1-indexed and must be positive.");
	}
	get [Symbol.toStringTag]() {
		return "Source";
	}
};
function isSource(source) {
	return instanceOf(source, sourceSymbol, Source);
}
// node_modules/graphql/language/parser.mjs
function parse(source, options) {
	return shouldTrace(parseChannel) ? parseChannel.traceSync(() => parseImpl(source, options), { source }) : parseImpl(source, options);
}
function parseImpl(source, options) {
	const parser = new Parser(source, options);
	const document = parser.parseDocument();
	Object.defineProperty(document, "tokenCount", {
		enumerable: false,
		value: parser.tokenCount
	});
	return document;
}
function parseType(source, options) {
	const parser = new Parser(source, options);
	parser.expectToken(TokenKind.SOF);
	const type = parser.parseTypeReference();
	parser.expectToken(TokenKind.EOF);
	return type;
}
var Parser = class {
	constructor(source, options = {}) {
		const { lexer, ..._options } = options;
		if (lexer) this._lexer = lexer;
		else {
			const sourceObj = isSource(source) ? source : new Source(source);
			this._lexer = new Lexer(sourceObj);
		}
		this._options = _options;
		this._tokenCounter = 0;
		this._lexer._maxComments = _options.maxComments;
		this._lexer._commentCount = 0;
		const maxSourceLength = _options.maxSourceLength;
		if (maxSourceLength !== void 0 && this._lexer.source.body.length > maxSourceLength) throw syntaxError(this._lexer.source, maxSourceLength, `Source contains more than ${maxSourceLength} UTF-16 code units. Parsing aborted.`);
	}
	get tokenCount() {
		return this._tokenCounter;
	}
	parseName() {
		const token = this.expectToken(TokenKind.NAME);
		return this.node(token, {
			kind: NAME,
			value: token.value
		});
	}
	parseDocument() {
		return this.node(this._lexer.token, {
			kind: DOCUMENT,
			definitions: this.many(TokenKind.SOF, this.parseDefinition, TokenKind.EOF)
		});
	}
	parseDefinition() {
		if (this.peek(TokenKind.BRACE_L)) return this.parseOperationDefinition();
		const hasDescription = this.peekDescription();
		const keywordToken = hasDescription ? this._lexer.lookahead() : this._lexer.token;
		if (hasDescription && keywordToken.kind === TokenKind.BRACE_L) throw syntaxError(this._lexer.source, this._lexer.token.start, "Unexpected description, descriptions are not supported on shorthand queries.");
		if (keywordToken.kind === TokenKind.NAME) {
			switch (keywordToken.value) {
				case "schema": return this.parseSchemaDefinition();
				case "scalar": return this.parseScalarTypeDefinition();
				case "type": return this.parseObjectTypeDefinition();
				case "interface": return this.parseInterfaceTypeDefinition();
				case "union": return this.parseUnionTypeDefinition();
				case "enum": return this.parseEnumTypeDefinition();
				case "input": return this.parseInputObjectTypeDefinition();
				case "directive": return this.parseDirectiveDefinition();
			}
			switch (keywordToken.value) {
				case "query":
				case "mutation":
				case "subscription": return this.parseOperationDefinition();
				case "fragment": return this.parseFragmentDefinition();
			}
			if (hasDescription) throw syntaxError(this._lexer.source, this._lexer.token.start, "Unexpected description, only GraphQL definitions support descriptions.");
			switch (keywordToken.value) {
				case "extend": return this.parseTypeSystemExtension();
			}
		}
		throw this.unexpected(keywordToken);
	}
	parseOperationDefinition() {
		const start = this._lexer.token;
		if (this.peek(TokenKind.BRACE_L)) return this.node(start, {
			kind: OPERATION_DEFINITION,
			operation: OperationTypeNode.QUERY,
			description: void 0,
			name: void 0,
			variableDefinitions: void 0,
			directives: void 0,
			selectionSet: this.parseSelectionSet()
		});
		const description = this.parseDescription();
		const operation = this.parseOperationType();
		let name;
		if (this.peek(TokenKind.NAME)) name = this.parseName();
		return this.node(start, {
			kind: OPERATION_DEFINITION,
			operation,
			description,
			name,
			variableDefinitions: this.parseVariableDefinitions(),
			directives: this.parseDirectives(false),
			selectionSet: this.parseSelectionSet()
		});
	}
	parseOperationType() {
		const operationToken = this.expectToken(TokenKind.NAME);
		switch (operationToken.value) {
			case "query": return OperationTypeNode.QUERY;
			case "mutation": return OperationTypeNode.MUTATION;
			case "subscription": return OperationTypeNode.SUBSCRIPTION;
		}
		throw this.unexpected(operationToken);
	}
	parseVariableDefinitions() {
		return this.optionalMany(TokenKind.PAREN_L, this.parseVariableDefinition, TokenKind.PAREN_R);
	}
	parseVariableDefinition() {
		return this.node(this._lexer.token, {
			kind: VARIABLE_DEFINITION,
			description: this.parseDescription(),
			variable: this.parseVariable(),
			type: (this.expectToken(TokenKind.COLON), this.parseTypeReference()),
			defaultValue: this.expectOptionalToken(TokenKind.EQUALS) ? this.parseConstValueLiteral() : void 0,
			directives: this.parseConstDirectives()
		});
	}
	parseVariable() {
		const start = this._lexer.token;
		this.expectToken(TokenKind.DOLLAR);
		return this.node(start, {
			kind: VARIABLE,
			name: this.parseName()
		});
	}
	parseSelectionSet() {
		return this.node(this._lexer.token, {
			kind: SELECTION_SET,
			selections: this._options.allowEmptySelectionSets === false ? this.many(TokenKind.BRACE_L, this.parseSelection, TokenKind.BRACE_R) : this.any(TokenKind.BRACE_L, this.parseSelection, TokenKind.BRACE_R)
		});
	}
	parseSelection() {
		return this.peek(TokenKind.SPREAD) ? this.parseFragment() : this.parseField();
	}
	parseField() {
		const start = this._lexer.token;
		const nameOrAlias = this.parseName();
		let alias;
		let name;
		if (this.expectOptionalToken(TokenKind.COLON)) {
			alias = nameOrAlias;
			name = this.parseName();
		} else name = nameOrAlias;
		return this.node(start, {
			kind: FIELD,
			alias,
			name,
			arguments: this.parseArguments(false),
			directives: this.parseDirectives(false),
			selectionSet: this.peek(TokenKind.BRACE_L) ? this.parseSelectionSet() : void 0
		});
	}
	parseArguments(isConst) {
		const item = isConst ? this.parseConstArgument : this.parseArgument;
		return this.optionalMany(TokenKind.PAREN_L, item, TokenKind.PAREN_R);
	}
	parseFragmentArguments() {
		const item = this.parseFragmentArgument;
		return this.optionalMany(TokenKind.PAREN_L, item, TokenKind.PAREN_R);
	}
	parseArgument(isConst = false) {
		const start = this._lexer.token;
		const name = this.parseName();
		this.expectToken(TokenKind.COLON);
		return this.node(start, {
			kind: ARGUMENT,
			name,
			value: this.parseValueLiteral(isConst)
		});
	}
	parseConstArgument() {
		return this.parseArgument(true);
	}
	parseFragmentArgument() {
		const start = this._lexer.token;
		const name = this.parseName();
		this.expectToken(TokenKind.COLON);
		return this.node(start, {
			kind: FRAGMENT_ARGUMENT,
			name,
			value: this.parseValueLiteral(false)
		});
	}
	parseFragment() {
		const start = this._lexer.token;
		this.expectToken(TokenKind.SPREAD);
		const hasTypeCondition = this.expectOptionalKeyword("on");
		if (!hasTypeCondition && this.peek(TokenKind.NAME)) {
			const name = this.parseFragmentName();
			if (this.peek(TokenKind.PAREN_L) && this._options.experimentalFragmentArguments) return this.node(start, {
				kind: FRAGMENT_SPREAD,
				name,
				arguments: this.parseFragmentArguments(),
				directives: this.parseDirectives(false)
			});
			return this.node(start, {
				kind: FRAGMENT_SPREAD,
				name,
				directives: this.parseDirectives(false)
			});
		}
		return this.node(start, {
			kind: INLINE_FRAGMENT,
			typeCondition: hasTypeCondition ? this.parseNamedType() : void 0,
			directives: this.parseDirectives(false),
			selectionSet: this.parseSelectionSet()
		});
	}
	parseFragmentDefinition() {
		const start = this._lexer.token;
		const description = this.parseDescription();
		this.expectKeyword("fragment");
		if (this._options.experimentalFragmentArguments === true) return this.node(start, {
			kind: FRAGMENT_DEFINITION,
			description,
			name: this.parseFragmentName(),
			variableDefinitions: this.parseVariableDefinitions(),
			typeCondition: (this.expectKeyword("on"), this.parseNamedType()),
			directives: this.parseDirectives(false),
			selectionSet: this.parseSelectionSet()
		});
		return this.node(start, {
			kind: FRAGMENT_DEFINITION,
			description,
			name: this.parseFragmentName(),
			typeCondition: (this.expectKeyword("on"), this.parseNamedType()),
			directives: this.parseDirectives(false),
			selectionSet: this.parseSelectionSet()
		});
	}
	parseFragmentName() {
		if (this._lexer.token.value === "on") throw this.unexpected();
		return this.parseName();
	}
	parseValueLiteral(isConst) {
		const token = this._lexer.token;
		switch (token.kind) {
			case TokenKind.BRACKET_L: return this.parseList(isConst);
			case TokenKind.BRACE_L: return this.parseObject(isConst);
			case TokenKind.INT:
				this.advanceLexer();
				return this.node(token, {
					kind: INT,
					value: token.value
				});
			case TokenKind.FLOAT:
				this.advanceLexer();
				return this.node(token, {
					kind: FLOAT,
					value: token.value
				});
			case TokenKind.STRING:
			case TokenKind.BLOCK_STRING: return this.parseStringLiteral();
			case TokenKind.NAME:
				this.advanceLexer();
				switch (token.value) {
					case "true": return this.node(token, {
						kind: BOOLEAN,
						value: true
					});
					case "false": return this.node(token, {
						kind: BOOLEAN,
						value: false
					});
					case "null": return this.node(token, { kind: NULL });
					default: return this.node(token, {
						kind: ENUM,
						value: token.value
					});
				}
			case TokenKind.DOLLAR:
				if (isConst) {
					this.expectToken(TokenKind.DOLLAR);
					if (this._lexer.token.kind === TokenKind.NAME) {
						const varName = this._lexer.token.value;
						throw syntaxError(this._lexer.source, token.start, `Unexpected variable "$${varName}" in constant value.`);
					} else throw this.unexpected(token);
				}
				return this.parseVariable();
			default: throw this.unexpected();
		}
	}
	parseConstValueLiteral() {
		return this.parseValueLiteral(true);
	}
	parseStringLiteral() {
		const token = this._lexer.token;
		this.advanceLexer();
		return this.node(token, {
			kind: STRING,
			value: token.value,
			block: token.kind === TokenKind.BLOCK_STRING
		});
	}
	parseList(isConst) {
		const item = () => this.parseValueLiteral(isConst);
		return this.node(this._lexer.token, {
			kind: LIST,
			values: this.any(TokenKind.BRACKET_L, item, TokenKind.BRACKET_R)
		});
	}
	parseObject(isConst) {
		const item = () => this.parseObjectField(isConst);
		return this.node(this._lexer.token, {
			kind: OBJECT,
			fields: this.any(TokenKind.BRACE_L, item, TokenKind.BRACE_R)
		});
	}
	parseObjectField(isConst) {
		const start = this._lexer.token;
		const name = this.parseName();
		this.expectToken(TokenKind.COLON);
		return this.node(start, {
			kind: OBJECT_FIELD,
			name,
			value: this.parseValueLiteral(isConst)
		});
	}
	parseDirectives(isConst) {
		const directives = [];
		while (this.peek(TokenKind.AT)) directives.push(this.parseDirective(isConst));
		if (directives.length) return directives;
	}
	parseConstDirectives() {
		return this.parseDirectives(true);
	}
	parseDirective(isConst) {
		const start = this._lexer.token;
		this.expectToken(TokenKind.AT);
		return this.node(start, {
			kind: DIRECTIVE,
			name: this.parseName(),
			arguments: this.parseArguments(isConst)
		});
	}
	parseTypeReference() {
		const start = this._lexer.token;
		let type;
		if (this.expectOptionalToken(TokenKind.BRACKET_L)) {
			const innerType = this.parseTypeReference();
			this.expectToken(TokenKind.BRACKET_R);
			type = this.node(start, {
				kind: LIST_TYPE,
				type: innerType
			});
		} else type = this.parseNamedType();
		if (this.expectOptionalToken(TokenKind.BANG)) return this.node(start, {
			kind: NON_NULL_TYPE,
			type
		});
		return type;
	}
	parseNamedType() {
		return this.node(this._lexer.token, {
			kind: NAMED_TYPE,
			name: this.parseName()
		});
	}
	peekDescription() {
		return this.peek(TokenKind.STRING) || this.peek(TokenKind.BLOCK_STRING);
	}
	parseDescription() {
		if (this.peekDescription()) return this.parseStringLiteral();
	}
	parseSchemaDefinition() {
		const start = this._lexer.token;
		const description = this.parseDescription();
		this.expectKeyword("schema");
		const directives = this.parseConstDirectives();
		const operationTypes = this.many(TokenKind.BRACE_L, this.parseOperationTypeDefinition, TokenKind.BRACE_R);
		return this.node(start, {
			kind: SCHEMA_DEFINITION,
			description,
			directives,
			operationTypes
		});
	}
	parseOperationTypeDefinition() {
		const start = this._lexer.token;
		const operation = this.parseOperationType();
		this.expectToken(TokenKind.COLON);
		const type = this.parseNamedType();
		return this.node(start, {
			kind: OPERATION_TYPE_DEFINITION,
			operation,
			type
		});
	}
	parseScalarTypeDefinition() {
		const start = this._lexer.token;
		const description = this.parseDescription();
		this.expectKeyword("scalar");
		const name = this.parseName();
		const directives = this.parseConstDirectives();
		return this.node(start, {
			kind: SCALAR_TYPE_DEFINITION,
			description,
			name,
			directives
		});
	}
	parseObjectTypeDefinition() {
		const start = this._lexer.token;
		const description = this.parseDescription();
		this.expectKeyword("type");
		const name = this.parseName();
		const interfaces = this.parseImplementsInterfaces();
		const directives = this.parseConstDirectives();
		const fields = this.parseFieldsDefinition();
		return this.node(start, {
			kind: OBJECT_TYPE_DEFINITION,
			description,
			name,
			interfaces,
			directives,
			fields
		});
	}
	parseImplementsInterfaces() {
		return this.expectOptionalKeyword("implements") ? this.delimitedMany(TokenKind.AMP, this.parseNamedType) : void 0;
	}
	parseFieldsDefinition() {
		return this.optionalMany(TokenKind.BRACE_L, this.parseFieldDefinition, TokenKind.BRACE_R);
	}
	parseFieldDefinition() {
		const start = this._lexer.token;
		const description = this.parseDescription();
		const name = this.parseName();
		const args = this.parseArgumentDefs();
		this.expectToken(TokenKind.COLON);
		const type = this.parseTypeReference();
		const directives = this.parseConstDirectives();
		return this.node(start, {
			kind: FIELD_DEFINITION,
			description,
			name,
			arguments: args,
			type,
			directives
		});
	}
	parseArgumentDefs() {
		return this.optionalMany(TokenKind.PAREN_L, this.parseInputValueDef, TokenKind.PAREN_R);
	}
	parseInputValueDef() {
		const start = this._lexer.token;
		const description = this.parseDescription();
		const name = this.parseName();
		this.expectToken(TokenKind.COLON);
		const type = this.parseTypeReference();
		let defaultValue;
		if (this.expectOptionalToken(TokenKind.EQUALS)) defaultValue = this.parseConstValueLiteral();
		const directives = this.parseConstDirectives();
		return this.node(start, {
			kind: INPUT_VALUE_DEFINITION,
			description,
			name,
			type,
			defaultValue,
			directives
		});
	}
	parseInterfaceTypeDefinition() {
		const start = this._lexer.token;
		const description = this.parseDescription();
		this.expectKeyword("interface");
		const name = this.parseName();
		const interfaces = this.parseImplementsInterfaces();
		const directives = this.parseConstDirectives();
		const fields = this.parseFieldsDefinition();
		return this.node(start, {
			kind: INTERFACE_TYPE_DEFINITION,
			description,
			name,
			interfaces,
			directives,
			fields
		});
	}
	parseUnionTypeDefinition() {
		const start = this._lexer.token;
		const description = this.parseDescription();
		this.expectKeyword("union");
		const name = this.parseName();
		const directives = this.parseConstDirectives();
		const types = this.parseUnionMemberTypes();
		return this.node(start, {
			kind: UNION_TYPE_DEFINITION,
			description,
			name,
			directives,
			types
		});
	}
	parseUnionMemberTypes() {
		return this.expectOptionalToken(TokenKind.EQUALS) ? this.delimitedMany(TokenKind.PIPE, this.parseNamedType) : void 0;
	}
	parseEnumTypeDefinition() {
		const start = this._lexer.token;
		const description = this.parseDescription();
		this.expectKeyword("enum");
		const name = this.parseName();
		const directives = this.parseConstDirectives();
		const values = this.parseEnumValuesDefinition();
		return this.node(start, {
			kind: ENUM_TYPE_DEFINITION,
			description,
			name,
			directives,
			values
		});
	}
	parseEnumValuesDefinition() {
		return this.optionalMany(TokenKind.BRACE_L, this.parseEnumValueDefinition, TokenKind.BRACE_R);
	}
	parseEnumValueDefinition() {
		const start = this._lexer.token;
		const description = this.parseDescription();
		const name = this.parseEnumValueName();
		const directives = this.parseConstDirectives();
		return this.node(start, {
			kind: ENUM_VALUE_DEFINITION,
			description,
			name,
			directives
		});
	}
	parseEnumValueName() {
		if (this._lexer.token.value === "true" || this._lexer.token.value === "false" || this._lexer.token.value === "null") throw syntaxError(this._lexer.source, this._lexer.token.start, `${getTokenDesc(this._lexer.token)} is reserved and cannot be used for an enum value.`);
		return this.parseName();
	}
	parseInputObjectTypeDefinition() {
		const start = this._lexer.token;
		const description = this.parseDescription();
		this.expectKeyword("input");
		const name = this.parseName();
		const directives = this.parseConstDirectives();
		const fields = this.parseInputFieldsDefinition();
		return this.node(start, {
			kind: INPUT_OBJECT_TYPE_DEFINITION,
			description,
			name,
			directives,
			fields
		});
	}
	parseInputFieldsDefinition() {
		return this.optionalMany(TokenKind.BRACE_L, this.parseInputValueDef, TokenKind.BRACE_R);
	}
	parseTypeSystemExtension() {
		const keywordToken = this._lexer.lookahead();
		if (keywordToken.kind === TokenKind.NAME) switch (keywordToken.value) {
			case "schema": return this.parseSchemaExtension();
			case "scalar": return this.parseScalarTypeExtension();
			case "type": return this.parseObjectTypeExtension();
			case "interface": return this.parseInterfaceTypeExtension();
			case "union": return this.parseUnionTypeExtension();
			case "enum": return this.parseEnumTypeExtension();
			case "input": return this.parseInputObjectTypeExtension();
			case "directive": return this.parseDirectiveExtension();
		}
		throw this.unexpected(keywordToken);
	}
	parseSchemaExtension() {
		const start = this._lexer.token;
		this.expectKeyword("extend");
		this.expectKeyword("schema");
		const directives = this.parseConstDirectives();
		const operationTypes = this.optionalMany(TokenKind.BRACE_L, this.parseOperationTypeDefinition, TokenKind.BRACE_R);
		if (directives === void 0 && operationTypes === void 0) throw this.unexpected();
		return this.node(start, {
			kind: SCHEMA_EXTENSION,
			directives,
			operationTypes
		});
	}
	parseScalarTypeExtension() {
		const start = this._lexer.token;
		this.expectKeyword("extend");
		this.expectKeyword("scalar");
		const name = this.parseName();
		const directives = this.parseConstDirectives();
		if (directives === void 0) throw this.unexpected();
		return this.node(start, {
			kind: SCALAR_TYPE_EXTENSION,
			name,
			directives
		});
	}
	parseObjectTypeExtension() {
		const start = this._lexer.token;
		this.expectKeyword("extend");
		this.expectKeyword("type");
		const name = this.parseName();
		const interfaces = this.parseImplementsInterfaces();
		const directives = this.parseConstDirectives();
		const fields = this.parseFieldsDefinition();
		if (interfaces === void 0 && directives === void 0 && fields === void 0) throw this.unexpected();
		return this.node(start, {
			kind: OBJECT_TYPE_EXTENSION,
			name,
			interfaces,
			directives,
			fields
		});
	}
	parseInterfaceTypeExtension() {
		const start = this._lexer.token;
		this.expectKeyword("extend");
		this.expectKeyword("interface");
		const name = this.parseName();
		const interfaces = this.parseImplementsInterfaces();
		const directives = this.parseConstDirectives();
		const fields = this.parseFieldsDefinition();
		if (interfaces === void 0 && directives === void 0 && fields === void 0) throw this.unexpected();
		return this.node(start, {
			kind: INTERFACE_TYPE_EXTENSION,
			name,
			interfaces,
			directives,
			fields
		});
	}
	parseUnionTypeExtension() {
		const start = this._lexer.token;
		this.expectKeyword("extend");
		this.expectKeyword("union");
		const name = this.parseName();
		const directives = this.parseConstDirectives();
		const types = this.parseUnionMemberTypes();
		if (directives === void 0 && types === void 0) throw this.unexpected();
		return this.node(start, {
			kind: UNION_TYPE_EXTENSION,
			name,
			directives,
			types
		});
	}
	parseEnumTypeExtension() {
		const start = this._lexer.token;
		this.expectKeyword("extend");
		this.expectKeyword("enum");
		const name = this.parseName();
		const directives = this.parseConstDirectives();
		const values = this.parseEnumValuesDefinition();
		if (directives === void 0 && values === void 0) throw this.unexpected();
		return this.node(start, {
			kind: ENUM_TYPE_EXTENSION,
			name,
			directives,
			values
		});
	}
	parseInputObjectTypeExtension() {
		const start = this._lexer.token;
		this.expectKeyword("extend");
		this.expectKeyword("input");
		const name = this.parseName();
		const directives = this.parseConstDirectives();
		const fields = this.parseInputFieldsDefinition();
		if (directives === void 0 && fields === void 0) throw this.unexpected();
		return this.node(start, {
			kind: INPUT_OBJECT_TYPE_EXTENSION,
			name,
			directives,
			fields
		});
	}
	parseDirectiveExtension() {
		const start = this._lexer.token;
		this.expectKeyword("extend");
		this.expectKeyword("directive");
		this.expectToken(TokenKind.AT);
		const name = this.parseName();
		const directives = this.parseConstDirectives();
		if (directives === void 0) throw this.unexpected();
		return this.node(start, {
			kind: DIRECTIVE_EXTENSION,
			name,
			directives
		});
	}
	parseDirectiveDefinition() {
		const start = this._lexer.token;
		const description = this.parseDescription();
		this.expectKeyword("directive");
		this.expectToken(TokenKind.AT);
		const name = this.parseName();
		const args = this.parseArgumentDefs();
		const directives = this.parseConstDirectives();
		const repeatable = this.expectOptionalKeyword("repeatable");
		this.expectKeyword("on");
		const locations = this.parseDirectiveLocations();
		return this.node(start, {
			kind: DIRECTIVE_DEFINITION,
			description,
			name,
			arguments: args,
			directives,
			repeatable,
			locations
		});
	}
	parseDirectiveLocations() {
		return this.delimitedMany(TokenKind.PIPE, this.parseDirectiveLocation);
	}
	parseDirectiveLocation() {
		const start = this._lexer.token;
		const name = this.parseName();
		if (Object.hasOwn(DirectiveLocation, name.value)) return name;
		throw this.unexpected(start);
	}
	parseSchemaCoordinate() {
		const start = this._lexer.token;
		const ofDirective = this.expectOptionalToken(TokenKind.AT);
		const name = this.parseName();
		let memberName;
		if (!ofDirective && this.expectOptionalToken(TokenKind.DOT)) memberName = this.parseName();
		let argumentName;
		if ((ofDirective || memberName) && this.expectOptionalToken(TokenKind.PAREN_L)) {
			argumentName = this.parseName();
			this.expectToken(TokenKind.COLON);
			this.expectToken(TokenKind.PAREN_R);
		}
		if (ofDirective) {
			if (argumentName) return this.node(start, {
				kind: DIRECTIVE_ARGUMENT_COORDINATE,
				name,
				argumentName
			});
			return this.node(start, {
				kind: DIRECTIVE_COORDINATE,
				name
			});
		} else if (memberName) {
			if (argumentName) return this.node(start, {
				kind: ARGUMENT_COORDINATE,
				name,
				fieldName: memberName,
				argumentName
			});
			return this.node(start, {
				kind: MEMBER_COORDINATE,
				name,
				memberName
			});
		}
		return this.node(start, {
			kind: TYPE_COORDINATE,
			name
		});
	}
	node(startToken, node) {
		if (this._options.noLocation !== true) node.loc = new Location(startToken, this._lexer.lastToken, this._lexer.source);
		return node;
	}
	peek(kind) {
		return this._lexer.token.kind === kind;
	}
	expectToken(kind) {
		const token = this._lexer.token;
		if (token.kind === kind) {
			this.advanceLexer();
			return token;
		}
		throw syntaxError(this._lexer.source, token.start, `Expected ${getTokenKindDesc(kind)}, found ${getTokenDesc(token)}.`);
	}
	expectOptionalToken(kind) {
		if (this._lexer.token.kind === kind) {
			this.advanceLexer();
			return true;
		}
		return false;
	}
	expectKeyword(value) {
		const token = this._lexer.token;
		if (token.kind === TokenKind.NAME && token.value === value) this.advanceLexer();
		else throw syntaxError(this._lexer.source, token.start, `Expected "${value}", found ${getTokenDesc(token)}.`);
	}
	expectOptionalKeyword(value) {
		const token = this._lexer.token;
		if (token.kind === TokenKind.NAME && token.value === value) {
			this.advanceLexer();
			return true;
		}
		return false;
	}
	unexpected(atToken) {
		const token = atToken ?? this._lexer.token;
		return syntaxError(this._lexer.source, token.start, `Unexpected ${getTokenDesc(token)}.`);
	}
	any(openKind, parseFn, closeKind) {
		this.expectToken(openKind);
		const nodes = [];
		while (!this.expectOptionalToken(closeKind)) nodes.push(parseFn.call(this));
		return nodes;
	}
	optionalMany(openKind, parseFn, closeKind) {
		if (this.expectOptionalToken(openKind)) {
			const nodes = [];
			do
				nodes.push(parseFn.call(this));
			while (!this.expectOptionalToken(closeKind));
			return nodes;
		}
	}
	many(openKind, parseFn, closeKind) {
		this.expectToken(openKind);
		const nodes = [];
		do
			nodes.push(parseFn.call(this));
		while (!this.expectOptionalToken(closeKind));
		return nodes;
	}
	delimitedMany(delimiterKind, parseFn) {
		this.expectOptionalToken(delimiterKind);
		const nodes = [];
		do
			nodes.push(parseFn.call(this));
		while (this.expectOptionalToken(delimiterKind));
		return nodes;
	}
	advanceLexer() {
		const { maxLexicalTokens = this._options.maxTokens } = this._options;
		const token = this._lexer.advance();
		if (token.kind !== TokenKind.EOF) {
			++this._tokenCounter;
			if (maxLexicalTokens !== void 0 && this._tokenCounter > maxLexicalTokens) throw syntaxError(this._lexer.source, token.start, `Document contains more than ${maxLexicalTokens} tokens. Parsing aborted.`);
		}
	}
};
function getTokenDesc(token) {
	const value = token.value;
	return getTokenKindDesc(token.kind) + (value != null ? ` "${value}"` : "");
}
function getTokenKindDesc(kind) {
	return isPunctuatorTokenKind(kind) ? `"${kind}"` : kind;
}
// node_modules/graphql/language/visitor.mjs
const allKinds = Object.values(kinds__exports);
const BREAK = Object.freeze({});
function visit(root, visitor, visitorKeys = QueryDocumentKeys) {
	const enterLeaveMap = /* @__PURE__ */ new Map();
	for (const kind of allKinds) enterLeaveMap.set(kind, getEnterLeaveForKind(visitor, kind));
	let stack = void 0;
	let inArray = Array.isArray(root);
	let keys = [root];
	let index = -1;
	let edits;
	let node = root;
	let key = void 0;
	let parent = void 0;
	const path = [];
	const ancestors = [];
	do {
		index++;
		const isLeaving = index === keys.length;
		const isEdited = isLeaving && edits !== void 0;
		if (isLeaving) {
			key = ancestors.length === 0 ? void 0 : path[path.length - 1];
			node = parent;
			parent = ancestors.pop();
			if (edits !== void 0) {
				if (inArray) {
					node = node.slice();
					let editOffset = 0;
					for (let editIndex = 0; editIndex < edits.length; editIndex += 2) {
						const editKey = edits[editIndex];
						const editValue = edits[editIndex + 1];
						const arrayKey = editKey - editOffset;
						if (editValue === null) {
							node.splice(arrayKey, 1);
							editOffset++;
						} else node[arrayKey] = editValue;
					}
				} else {
					node = { ...node };
					for (let editIndex = 0; editIndex < edits.length; editIndex += 2) node[edits[editIndex]] = edits[editIndex + 1];
				}
			}
			index = stack.index;
			keys = stack.keys;
			edits = stack.edits;
			inArray = stack.inArray;
			stack = stack.prev;
		} else if (parent != null) {
			key = inArray ? index : keys[index];
			node = parent[key];
			if (node === null || node === void 0) continue;
			path.push(key);
		}
		let result;
		let nodeIsArray = Array.isArray(node);
		if (!nodeIsArray) {
			if (!isNode(node)) devAssert(false, `Invalid AST Node: ${inspect(node)}.`);
			result = (isLeaving ? enterLeaveMap.get(node.kind)?.leave : enterLeaveMap.get(node.kind)?.enter)?.call(visitor, node, key, parent, path, ancestors);
			if (result === BREAK) break;
			if (result === false) {
				if (!isLeaving) {
					path.pop();
					continue;
				}
			} else if (result !== void 0) {
				(edits ??= []).push(key, result);
				if (!isLeaving) {
					if (isNode(result)) {
						node = result;
						nodeIsArray = Array.isArray(node);
					} else {
						path.pop();
						continue;
					}
				}
			}
		}
		if (result === void 0 && isEdited) (edits ??= []).push(key, node);
		if (isLeaving) path.pop();
		else {
			stack = {
				inArray,
				index,
				keys,
				edits,
				prev: stack
			};
			inArray = nodeIsArray;
			keys = inArray ? node : visitorKeys[node.kind] ?? [];
			index = -1;
			edits = void 0;
			if (parent != null) ancestors.push(parent);
			parent = node;
		}
	} while (stack !== void 0);
	if (edits !== void 0) return edits.at(-1);
	return root;
}
function visitInParallel(visitors) {
	const skipping = new Array(visitors.length).fill(null);
	const mergedVisitor = Object.create(null);
	for (const kind of allKinds) {
		let hasVisitor = false;
		const enterList = new Array(visitors.length).fill(void 0);
		const leaveList = new Array(visitors.length).fill(void 0);
		for (let i = 0; i < visitors.length; ++i) {
			const { enter, leave } = getEnterLeaveForKind(visitors[i], kind);
			hasVisitor ||= enter != null || leave != null;
			enterList[i] = enter;
			leaveList[i] = leave;
		}
		if (!hasVisitor) continue;
		mergedVisitor[kind] = {
			enter(...args) {
				const node = args[0];
				for (let i = 0; i < visitors.length; i++) if (skipping[i] === null) {
					const result = enterList[i]?.apply(visitors[i], args);
					if (result === false) skipping[i] = node;
					else if (result === BREAK) skipping[i] = BREAK;
					else if (result !== void 0) return result;
				}
			},
			leave(...args) {
				const node = args[0];
				for (let i = 0; i < visitors.length; i++) if (skipping[i] === null) {
					const result = leaveList[i]?.apply(visitors[i], args);
					if (result === BREAK) skipping[i] = BREAK;
					else if (result !== void 0 && result !== false) return result;
				} else if (skipping[i] === node) skipping[i] = null;
			}
		};
	}
	return mergedVisitor;
}
function getEnterLeaveForKind(visitor, kind) {
	const kindVisitor = visitor[kind];
	if (typeof kindVisitor === "object") return kindVisitor;
	else if (typeof kindVisitor === "function") return {
		enter: kindVisitor,
		leave: void 0
	};
	return {
		enter: visitor.enter,
		leave: visitor.leave
	};
}
// node_modules/graphql/utilities/TypeInfo.mjs
var TypeInfo = class {
	constructor(schema, initialType, fragmentSignatures) {
		this._schema = schema;
		this._typeStack = [];
		this._parentTypeStack = [];
		this._inputTypeStack = [];
		this._fieldDefStack = [];
		this._defaultValueStack = [];
		this._directive = null;
		this._argument = null;
		this._enumValue = null;
		this._fragmentSignaturesByName = fragmentSignatures ?? (() => null);
		this._fragmentSignature = null;
		this._fragmentArgument = null;
		if (initialType) {
			if (isInputType(initialType)) this._inputTypeStack.push(initialType);
			if (isCompositeType(initialType)) this._parentTypeStack.push(initialType);
			if (isOutputType(initialType)) this._typeStack.push(initialType);
		}
	}
	get [Symbol.toStringTag]() {
		return "TypeInfo";
	}
	getType() {
		return this._typeStack.at(-1);
	}
	getParentType() {
		return this._parentTypeStack.at(-1);
	}
	getInputType() {
		return this._inputTypeStack.at(-1);
	}
	getParentInputType() {
		return this._inputTypeStack.at(-2);
	}
	getFieldDef() {
		return this._fieldDefStack.at(-1);
	}
	getDefaultValue() {
		return this._defaultValueStack.at(-1);
	}
	getDirective() {
		return this._directive;
	}
	getArgument() {
		return this._argument;
	}
	getFragmentSignature() {
		return this._fragmentSignature;
	}
	getFragmentSignatureByName() {
		return this._fragmentSignaturesByName;
	}
	getFragmentArgument() {
		return this._fragmentArgument;
	}
	getEnumValue() {
		return this._enumValue;
	}
	enter(node) {
		const schema = this._schema;
		switch (node.kind) {
			case DOCUMENT: {
				const fragmentSignatures = getFragmentSignatures(node);
				this._fragmentSignaturesByName = (fragmentName) => fragmentSignatures.get(fragmentName);
				break;
			}
			case SELECTION_SET: {
				const namedType = getNamedType(this.getType());
				this._parentTypeStack.push(isCompositeType(namedType) ? namedType : void 0);
				break;
			}
			case FIELD: {
				const parentType = this.getParentType();
				let fieldDef;
				let fieldType;
				if (parentType) {
					fieldDef = schema.getField(parentType, node.name.value);
					if (fieldDef) fieldType = fieldDef.type;
				}
				this._fieldDefStack.push(fieldDef);
				this._typeStack.push(isOutputType(fieldType) ? fieldType : void 0);
				break;
			}
			case DIRECTIVE:
				this._directive = schema.getDirective(node.name.value);
				break;
			case OPERATION_DEFINITION: {
				const rootType = schema.getRootType(node.operation);
				this._typeStack.push(isObjectType(rootType) ? rootType : void 0);
				break;
			}
			case FRAGMENT_SPREAD:
				this._fragmentSignature = this.getFragmentSignatureByName()(node.name.value);
				break;
			case INLINE_FRAGMENT:
			case FRAGMENT_DEFINITION: {
				const typeConditionAST = node.typeCondition;
				const outputType = typeConditionAST ? typeFromAST(schema, typeConditionAST) : getNamedType(this.getType());
				this._typeStack.push(isOutputType(outputType) ? outputType : void 0);
				break;
			}
			case VARIABLE_DEFINITION: {
				const inputType = typeFromAST(schema, node.type);
				this._inputTypeStack.push(isInputType(inputType) ? inputType : void 0);
				break;
			}
			case ARGUMENT: {
				let argDef;
				let argType;
				const fieldOrDirective = this.getDirective() ?? this.getFieldDef();
				if (fieldOrDirective) {
					argDef = fieldOrDirective.args.find((arg) => arg.name === node.name.value);
					if (argDef) argType = argDef.type;
				}
				this._argument = argDef;
				this._defaultValueStack.push(argDef?.default ?? argDef?.defaultValue ?? void 0);
				this._inputTypeStack.push(isInputType(argType) ? argType : void 0);
				break;
			}
			case FRAGMENT_ARGUMENT: {
				const argDef = this.getFragmentSignature()?.variableDefinitions.get(node.name.value);
				this._fragmentArgument = argDef;
				let argType;
				if (argDef) argType = typeFromAST(this._schema, argDef.type);
				this._inputTypeStack.push(isInputType(argType) ? argType : void 0);
				break;
			}
			case LIST: {
				const inputType = this.getInputType();
				const listType = inputType && getNullableType(inputType);
				this._defaultValueStack.push(void 0);
				this._inputTypeStack.push(listType && isListType(listType) ? listType.ofType : void 0);
				break;
			}
			case OBJECT_FIELD: {
				const objectType = getNamedType(this.getInputType());
				let inputFieldType;
				let inputField;
				if (isInputObjectType(objectType)) {
					inputField = objectType.getFields()[node.name.value];
					if (inputField != null) inputFieldType = inputField.type;
				}
				this._defaultValueStack.push(inputField?.default ?? inputField?.defaultValue ?? void 0);
				this._inputTypeStack.push(isInputType(inputFieldType) ? inputFieldType : void 0);
				break;
			}
			case ENUM: {
				const enumType = getNamedType(this.getInputType());
				let enumValue;
				if (isEnumType(enumType)) enumValue = enumType.getValue(node.value);
				this._enumValue = enumValue;
				break;
			}
		}
	}
	leave(node) {
		switch (node.kind) {
			case DOCUMENT:
				this._fragmentSignaturesByName = () => null;
				break;
			case SELECTION_SET:
				this._parentTypeStack.pop();
				break;
			case FIELD:
				this._fieldDefStack.pop();
				this._typeStack.pop();
				break;
			case DIRECTIVE:
				this._directive = null;
				break;
			case FRAGMENT_SPREAD:
				this._fragmentSignature = null;
				break;
			case OPERATION_DEFINITION:
			case INLINE_FRAGMENT:
			case FRAGMENT_DEFINITION:
				this._typeStack.pop();
				break;
			case VARIABLE_DEFINITION:
				this._inputTypeStack.pop();
				break;
			case ARGUMENT:
				this._argument = null;
				this._defaultValueStack.pop();
				this._inputTypeStack.pop();
				break;
			case FRAGMENT_ARGUMENT:
				this._fragmentArgument = null;
				this._defaultValueStack.pop();
				this._inputTypeStack.pop();
				break;
			case LIST:
			case OBJECT_FIELD:
				this._defaultValueStack.pop();
				this._inputTypeStack.pop();
				break;
			case ENUM: this._enumValue = null;
		}
	}
};
function getFragmentSignatures(document) {
	const fragmentSignatures = /* @__PURE__ */ new Map();
	for (const definition of document.definitions) if (definition.kind === "FragmentDefinition") {
		const variableDefinitions = /* @__PURE__ */ new Map();
		if (definition.variableDefinitions) for (const varDef of definition.variableDefinitions) variableDefinitions.set(varDef.variable.name.value, varDef);
		const signature = {
			definition,
			variableDefinitions
		};
		fragmentSignatures.set(definition.name.value, signature);
	}
	return fragmentSignatures;
}
function visitWithTypeInfo(typeInfo, visitor) {
	return {
		enter(...args) {
			const node = args[0];
			typeInfo.enter(node);
			const fn = getEnterLeaveForKind(visitor, node.kind).enter;
			if (fn) {
				const result = fn.apply(visitor, args);
				if (result !== void 0) {
					typeInfo.leave(node);
					if (isNode(result)) typeInfo.enter(result);
				}
				return result;
			}
		},
		leave(...args) {
			const node = args[0];
			const fn = getEnterLeaveForKind(visitor, node.kind).leave;
			let result;
			if (fn) result = fn.apply(visitor, args);
			typeInfo.leave(node);
			return result;
		}
	};
}
// node_modules/graphql/validation/rules/DeferStreamDirectiveLabelRule.mjs
function DeferStreamDirectiveLabelRule(context) {
	const knownLabels = /* @__PURE__ */ new Map();
	return { Directive(node) {
		if (node.name.value === GraphQLDeferDirective.name || node.name.value === GraphQLStreamDirective.name) {
			const labelValue = (node.arguments?.find((arg) => arg.name.value === "label"))?.value;
			if (!labelValue || labelValue.kind === "NullValue") return;
			if (labelValue.kind !== "StringValue") {
				context.reportError(new GraphQLError(`Argument "@${node.name.value}(label:)" must be a static string.`, { nodes: node }));
				return;
			}
			const knownLabel = knownLabels.get(labelValue.value);
			if (knownLabel != null) context.reportError(new GraphQLError("Value for arguments \"defer(label:)\" and \"stream(label:)\" must be unique across all Defer/Stream directive usages.", { nodes: [knownLabel, node] }));
			else knownLabels.set(labelValue.value, node);
		}
	} };
}
// node_modules/graphql/validation/rules/DeferStreamDirectiveOnRootFieldRule.mjs
function DeferStreamDirectiveOnRootFieldRule(context) {
	const checkedFragments = /* @__PURE__ */ new Set();
	return { OperationDefinition(node) {
		if (node.operation !== "subscription" && node.operation !== "mutation") return;
		const rootType = context.getSchema().getRootType(node.operation);
		if (rootType) {
			const visitedFragments = /* @__PURE__ */ new Set();
			if (forbidDeferStream({
				context,
				operationType: node.operation,
				rootType,
				checkedFragments,
				selectionSet: node.selectionSet,
				visitedFragments
			})) for (const name of visitedFragments) checkedFragments.add(name);
		}
	} };
}
function forbidDeferStream({ context, operationType, rootType, checkedFragments, selectionSet, visitedFragments }) {
	let valid = true;
	for (const selection of selectionSet.selections) if (selection.kind === "Field") {
		const stream = selection.directives?.find((d) => d.name.value === GraphQLStreamDirective.name);
		if (stream) {
			valid = false;
			context.reportError(new GraphQLError(`Stream directive cannot be used on root ${operationType} type "${rootType}".`, { nodes: stream }));
		}
	} else if (selection.kind === "FragmentSpread") {
		const fragmentName = selection.name.value;
		if (visitedFragments.has(fragmentName)) continue;
		visitedFragments.add(fragmentName);
		const fragment = context.getFragment(fragmentName);
		if (fragment) {
			const defer = getDeferDirective(selection);
			if (defer !== void 0) {
				valid = false;
				context.reportError(new GraphQLError(`Defer directive cannot be used on root ${operationType} type "${rootType}".`, { nodes: defer }));
			}
			if (!checkedFragments.has(fragmentName)) valid = forbidDeferStream({
				context,
				operationType,
				rootType,
				checkedFragments,
				selectionSet: fragment.selectionSet,
				visitedFragments
			}) && valid;
		}
	} else if (selection.kind === "InlineFragment") {
		const defer = getDeferDirective(selection);
		if (defer !== void 0) {
			valid = false;
			context.reportError(new GraphQLError(`Defer directive cannot be used on root ${operationType} type "${rootType}".`, { nodes: defer }));
		}
		valid = forbidDeferStream({
			context,
			operationType,
			rootType,
			checkedFragments,
			selectionSet: selection.selectionSet,
			visitedFragments
		}) && valid;
	}
	return valid;
}
function getDeferDirective(fragment) {
	return fragment.directives?.find((d) => d.name.value === GraphQLDeferDirective.name);
}
// node_modules/graphql/validation/rules/DeferStreamDirectiveOnValidOperationsRule.mjs
function ifArgumentCanBeFalse(node) {
	const ifArgument = node.arguments?.find((arg) => arg.name.value === "if");
	if (!ifArgument) return false;
	if (ifArgument.value.kind === "BooleanValue") {
		if (ifArgument.value.value) return false;
	} else if (ifArgument.value.kind !== "Variable") return false;
	return true;
}
function canBeSkippedViaSkipDirective(node) {
	const ifArgument = node.arguments?.find((arg) => arg.name.value === "if");
	if (!ifArgument) return true;
	if (ifArgument.value.kind === "BooleanValue") {
		if (ifArgument.value.value) return true;
		return false;
	}
	return true;
}
function canBeSkippedViaIncludeDirective(node) {
	const ifArgument = node.arguments?.find((arg) => arg.name.value === "if");
	if (!ifArgument) return false;
	if (ifArgument?.value.kind === "BooleanValue") {
		if (ifArgument.value.value) return false;
		return true;
	}
	return true;
}
function DeferStreamDirectiveOnValidOperationsRule(context) {
	const checkedFragments = /* @__PURE__ */ new Set();
	return { OperationDefinition(operation) {
		if (operation.operation !== OperationTypeNode.SUBSCRIPTION) return;
		const visitedFragments = /* @__PURE__ */ new Set();
		if (forbidUnconditionalDeferStream({
			context,
			checkedFragments,
			selectionSet: operation.selectionSet,
			parentNodes: [],
			visitedFragments
		})) for (const name of visitedFragments) checkedFragments.add(name);
	} };
}
function forbidUnconditionalDeferStream({ context, checkedFragments, selectionSet, parentNodes, visitedFragments }) {
	let valid = true;
	for (const selection of selectionSet.selections) {
		const skip = selection.directives?.find((d) => d.name.value === GraphQLSkipDirective.name);
		if (skip && canBeSkippedViaSkipDirective(skip)) continue;
		const include = selection.directives?.find((d) => d.name.value === GraphQLIncludeDirective.name);
		if (include && canBeSkippedViaIncludeDirective(include)) continue;
		for (const directive of selection.directives ?? []) if (directive.name.value === GraphQLDeferDirective.name) {
			if (!ifArgumentCanBeFalse(directive)) {
				valid = false;
				context.reportError(new GraphQLError("Defer directive not supported on subscription operations. Disable `@defer` by setting the `if` argument to `false`.", { nodes: [directive, ...parentNodes.toReversed()] }));
			}
		} else if (directive.name.value === GraphQLStreamDirective.name) {
			if (!ifArgumentCanBeFalse(directive)) {
				valid = false;
				context.reportError(new GraphQLError("Stream directive not supported on subscription operations. Disable `@stream` by setting the `if` argument to `false`.", { nodes: [directive, ...parentNodes.toReversed()] }));
			}
		}
		if (selection.kind === "FragmentSpread") {
			const fragmentName = selection.name.value;
			if (visitedFragments.has(fragmentName) || checkedFragments.has(fragmentName)) continue;
			visitedFragments.add(fragmentName);
			const fragment = context.getFragment(fragmentName);
			if (fragment) {
				parentNodes.push(selection);
				valid = forbidUnconditionalDeferStream({
					context,
					checkedFragments,
					parentNodes,
					selectionSet: fragment.selectionSet,
					visitedFragments
				}) && valid;
				parentNodes.pop();
			}
		} else if (selection.selectionSet) valid = forbidUnconditionalDeferStream({
			context,
			checkedFragments,
			selectionSet: selection.selectionSet,
			parentNodes,
			visitedFragments
		}) && valid;
	}
	return valid;
}
// node_modules/graphql/language/predicates.mjs
function isExecutableDefinitionNode(node) {
	return node.kind === "OperationDefinition" || node.kind === "FragmentDefinition";
}
function isTypeSystemDefinitionNode(node) {
	return node.kind === "SchemaDefinition" || isTypeDefinitionNode(node) || node.kind === "DirectiveDefinition";
}
function isTypeDefinitionNode(node) {
	return node.kind === "ScalarTypeDefinition" || node.kind === "ObjectTypeDefinition" || node.kind === "InterfaceTypeDefinition" || node.kind === "UnionTypeDefinition" || node.kind === "EnumTypeDefinition" || node.kind === "InputObjectTypeDefinition";
}
function isTypeSystemExtensionNode(node) {
	return node.kind === "SchemaExtension" || node.kind === "DirectiveExtension" || isTypeExtensionNode(node);
}
function isTypeExtensionNode(node) {
	return node.kind === "ScalarTypeExtension" || node.kind === "ObjectTypeExtension" || node.kind === "InterfaceTypeExtension" || node.kind === "UnionTypeExtension" || node.kind === "EnumTypeExtension" || node.kind === "InputObjectTypeExtension";
}
// node_modules/graphql/validation/rules/ExecutableDefinitionsRule.mjs
function ExecutableDefinitionsRule(context) {
	return { Document(node) {
		for (const definition of node.definitions) if (!isExecutableDefinitionNode(definition)) {
			const defName = definition.kind === "SchemaDefinition" || definition.kind === "SchemaExtension" ? "schema" : "\"" + definition.name.value + "\"";
			context.reportError(new GraphQLError(`The ${defName} definition is not executable.`, { nodes: definition }));
		}
		return false;
	} };
}
// node_modules/graphql/validation/rules/FieldsOnCorrectTypeRule.mjs
function FieldsOnCorrectTypeRule(context) {
	return { Field(node) {
		const type = context.getParentType();
		if (type) {
			if (!context.getFieldDef()) {
				const schema = context.getSchema();
				const fieldName = node.name.value;
				let suggestion = didYouMean("to use an inline fragment on", context.hideSuggestions ? [] : getSuggestedTypeNames(schema, type, fieldName));
				if (suggestion === "") suggestion = didYouMean(context.hideSuggestions ? [] : getSuggestedFieldNames(type, fieldName));
				context.reportError(new GraphQLError(`Cannot query field "${fieldName}" on type "${type}".` + suggestion, { nodes: node }));
			}
		}
	} };
}
function getSuggestedTypeNames(schema, type, fieldName) {
	if (!isAbstractType(type)) return [];
	const suggestedTypes = /* @__PURE__ */ new Set();
	const usageCount = Object.create(null);
	for (const possibleType of schema.getPossibleTypes(type)) {
		if (possibleType.getFields()[fieldName] == null) continue;
		suggestedTypes.add(possibleType);
		usageCount[possibleType.name] = 1;
		for (const possibleInterface of possibleType.getInterfaces()) {
			if (possibleInterface.getFields()[fieldName] == null) continue;
			suggestedTypes.add(possibleInterface);
			usageCount[possibleInterface.name] = (usageCount[possibleInterface.name] ?? 0) + 1;
		}
	}
	return [...suggestedTypes].sort((typeA, typeB) => {
		const usageCountDiff = usageCount[typeB.name] - usageCount[typeA.name];
		if (usageCountDiff !== 0) return usageCountDiff;
		if (isInterfaceType(typeA) && schema.isSubType(typeA, typeB)) return -1;
		if (isInterfaceType(typeB) && schema.isSubType(typeB, typeA)) return 1;
		return naturalCompare(typeA.name, typeB.name);
	}).map((x) => x.name);
}
function getSuggestedFieldNames(type, fieldName) {
	if (isObjectType(type) || isInterfaceType(type)) {
		const possibleFieldNames = Object.keys(type.getFields());
		return suggestionList(fieldName, possibleFieldNames);
	}
	return [];
}
// node_modules/graphql/validation/rules/FragmentsOnCompositeTypesRule.mjs
function FragmentsOnCompositeTypesRule(context) {
	return {
		InlineFragment(node) {
			const typeCondition = node.typeCondition;
			if (typeCondition) {
				const type = typeFromAST(context.getSchema(), typeCondition);
				if (type && !isCompositeType(type)) {
					const typeStr = print(typeCondition);
					context.reportError(new GraphQLError(`Fragment cannot condition on non composite type "${typeStr}".`, { nodes: typeCondition }));
				}
			}
		},
		FragmentDefinition(node) {
			const type = typeFromAST(context.getSchema(), node.typeCondition);
			if (type && !isCompositeType(type)) {
				const typeStr = print(node.typeCondition);
				context.reportError(new GraphQLError(`Fragment "${node.name.value}" cannot condition on non composite type "${typeStr}".`, { nodes: node.typeCondition }));
			}
		}
	};
}
// node_modules/graphql/validation/rules/KnownArgumentNamesRule.mjs
function KnownArgumentNamesRule(context) {
	return {
		...KnownArgumentNamesOnDirectivesRule(context),
		FragmentArgument(argNode) {
			const fragmentSignature = context.getFragmentSignature();
			if (fragmentSignature) {
				if (!fragmentSignature.variableDefinitions.get(argNode.name.value)) {
					const argName = argNode.name.value;
					const suggestions = context.hideSuggestions ? [] : suggestionList(argName, Array.from(fragmentSignature.variableDefinitions.values()).map((varSignature) => varSignature.variable.name.value));
					context.reportError(new GraphQLError(`Unknown argument "${argName}" on fragment "${fragmentSignature.definition.name.value}".` + didYouMean(suggestions), { nodes: argNode }));
				}
			}
		},
		Argument(argNode) {
			const argDef = context.getArgument();
			const fieldDef = context.getFieldDef();
			if (!argDef && fieldDef) {
				const argName = argNode.name.value;
				const suggestions = context.hideSuggestions ? [] : suggestionList(argName, fieldDef.args.map((arg) => arg.name));
				context.reportError(new GraphQLError(`Unknown argument "${argName}" on field "${fieldDef}".` + didYouMean(suggestions), { nodes: argNode }));
			}
		}
	};
}
function KnownArgumentNamesOnDirectivesRule(context) {
	const directiveArgs = /* @__PURE__ */ new Map();
	const schema = context.getSchema();
	const definedDirectives = schema ? schema.getDirectives() : specifiedDirectives;
	for (const directive of definedDirectives) directiveArgs.set(directive.name, new Set(directive.args.map((arg) => arg.name)));
	const astDefinitions = context.getDocument().definitions;
	for (const def of astDefinitions) if (def.kind === "DirectiveDefinition") {
		const argsNodes = def.arguments ?? [];
		directiveArgs.set(def.name.value, new Set(argsNodes.map((arg) => arg.name.value)));
	}
	return { Directive(directiveNode) {
		const directiveName = directiveNode.name.value;
		const knownArgs = directiveArgs.get(directiveName);
		if (directiveNode.arguments != null && knownArgs != null) for (const argNode of directiveNode.arguments) {
			const argName = argNode.name.value;
			if (!knownArgs.has(argName)) {
				const suggestions = context.hideSuggestions ? [] : suggestionList(argName, [...knownArgs]);
				context.reportError(new GraphQLError(`Unknown argument "${argName}" on directive "@${directiveName}".` + (context.hideSuggestions ? "" : didYouMean(suggestions)), { nodes: argNode }));
			}
		}
		return false;
	} };
}
// node_modules/graphql/validation/rules/KnownDirectivesRule.mjs
function KnownDirectivesRule(context) {
	const locationsMap = /* @__PURE__ */ new Map();
	const schema = context.getSchema();
	const definedDirectives = schema ? schema.getDirectives() : specifiedDirectives;
	for (const directive of definedDirectives) locationsMap.set(directive.name, new Set(directive.locations));
	const astDefinitions = context.getDocument().definitions;
	for (const def of astDefinitions) if (def.kind === "DirectiveDefinition") locationsMap.set(def.name.value, new Set(def.locations.map((name) => name.value)));
	return { Directive(node, _key, _parent, _path, ancestors) {
		const name = node.name.value;
		const locations = locationsMap.get(name);
		if (locations == null) {
			context.reportError(new GraphQLError(`Unknown directive "@${name}".`, { nodes: node }));
			return;
		}
		const candidateLocation = getDirectiveLocationForASTPath(ancestors);
		if (candidateLocation != null && !locations.has(candidateLocation)) context.reportError(new GraphQLError(`Directive "@${name}" may not be used on ${candidateLocation}.`, { nodes: node }));
	} };
}
function getDirectiveLocationForASTPath(ancestors) {
	const appliedTo = ancestors.at(-1);
	if (!(appliedTo != null && "kind" in appliedTo)) invariant(false);
	switch (appliedTo.kind) {
		case OPERATION_DEFINITION: return getDirectiveLocationForOperation(appliedTo.operation);
		case FIELD: return DirectiveLocation.FIELD;
		case FRAGMENT_SPREAD: return DirectiveLocation.FRAGMENT_SPREAD;
		case INLINE_FRAGMENT: return DirectiveLocation.INLINE_FRAGMENT;
		case FRAGMENT_DEFINITION: return DirectiveLocation.FRAGMENT_DEFINITION;
		case VARIABLE_DEFINITION: {
			const parentNode = ancestors[ancestors.length - 3];
			if (!("kind" in parentNode)) invariant(false);
			return parentNode.kind === "OperationDefinition" ? DirectiveLocation.VARIABLE_DEFINITION : DirectiveLocation.FRAGMENT_VARIABLE_DEFINITION;
		}
		case SCHEMA_DEFINITION:
		case SCHEMA_EXTENSION: return DirectiveLocation.SCHEMA;
		case SCALAR_TYPE_DEFINITION:
		case SCALAR_TYPE_EXTENSION: return DirectiveLocation.SCALAR;
		case OBJECT_TYPE_DEFINITION:
		case OBJECT_TYPE_EXTENSION: return DirectiveLocation.OBJECT;
		case FIELD_DEFINITION: return DirectiveLocation.FIELD_DEFINITION;
		case INTERFACE_TYPE_DEFINITION:
		case INTERFACE_TYPE_EXTENSION: return DirectiveLocation.INTERFACE;
		case UNION_TYPE_DEFINITION:
		case UNION_TYPE_EXTENSION: return DirectiveLocation.UNION;
		case ENUM_TYPE_DEFINITION:
		case ENUM_TYPE_EXTENSION: return DirectiveLocation.ENUM;
		case ENUM_VALUE_DEFINITION: return DirectiveLocation.ENUM_VALUE;
		case INPUT_OBJECT_TYPE_DEFINITION:
		case INPUT_OBJECT_TYPE_EXTENSION: return DirectiveLocation.INPUT_OBJECT;
		case INPUT_VALUE_DEFINITION: {
			const parentNode = ancestors.at(-3);
			if (!(parentNode != null && "kind" in parentNode)) invariant(false);
			return parentNode.kind === "InputObjectTypeDefinition" || parentNode.kind === "InputObjectTypeExtension" ? DirectiveLocation.INPUT_FIELD_DEFINITION : DirectiveLocation.ARGUMENT_DEFINITION;
		}
		case DIRECTIVE_DEFINITION:
		case DIRECTIVE_EXTENSION: return DirectiveLocation.DIRECTIVE_DEFINITION;
		default: invariant(false, "Unexpected kind: " + inspect(appliedTo.kind));
	}
}
function getDirectiveLocationForOperation(operation) {
	switch (operation) {
		case OperationTypeNode.QUERY: return DirectiveLocation.QUERY;
		case OperationTypeNode.MUTATION: return DirectiveLocation.MUTATION;
		case OperationTypeNode.SUBSCRIPTION: return DirectiveLocation.SUBSCRIPTION;
	}
}
// node_modules/graphql/validation/rules/KnownFragmentNamesRule.mjs
function KnownFragmentNamesRule(context) {
	return { FragmentSpread(node) {
		const fragmentName = node.name.value;
		if (!context.getFragment(fragmentName)) context.reportError(new GraphQLError(`Unknown fragment "${fragmentName}".`, { nodes: node.name }));
	} };
}
// node_modules/graphql/validation/rules/KnownOperationTypesRule.mjs
function KnownOperationTypesRule(context) {
	const schema = context.getSchema();
	return { OperationDefinition(node) {
		const operation = node.operation;
		if (!schema.getRootType(operation)) context.reportError(new GraphQLError(`The ${operation} operation is not supported by the schema.`, { nodes: node }));
	} };
}
// node_modules/graphql/validation/rules/KnownTypeNamesRule.mjs
function KnownTypeNamesRule(context) {
	const { definitions } = context.getDocument();
	const existingTypesMap = context.getSchema()?.getTypeMap() ?? {};
	let definedTypeNames;
	let typeNames;
	return { NamedType(node, _1, parent, _2, ancestors) {
		const typeName = node.name.value;
		if (!Object.hasOwn(existingTypesMap, typeName) && !(definedTypeNames ??= new Set(definitions.filter(isTypeDefinitionNode).map((def) => def.name.value))).has(typeName)) {
			const definitionNode = ancestors[2] ?? parent;
			const isSDL = definitionNode != null && isSDLNode(definitionNode);
			if (isSDL && standardTypeNames.has(typeName)) return;
			let suggestedTypes = [];
			if (!context.hideSuggestions) {
				typeNames ??= [.../* @__PURE__ */ new Set([...Object.keys(existingTypesMap), ...definedTypeNames])];
				suggestedTypes = suggestionList(typeName, isSDL ? [...standardTypeNames, ...typeNames] : typeNames);
			}
			context.reportError(new GraphQLError(`Unknown type "${typeName}".` + didYouMean(suggestedTypes), { nodes: node }));
		}
	} };
}
const standardTypeNames = new Set([...specifiedScalarTypes, ...introspectionTypes].map((type) => type.name));
function isSDLNode(value) {
	return "kind" in value && (isTypeSystemDefinitionNode(value) || isTypeSystemExtensionNode(value));
}
// node_modules/graphql/validation/rules/LoneAnonymousOperationRule.mjs
function LoneAnonymousOperationRule(context) {
	let operationCount = 0;
	return {
		Document(node) {
			operationCount = node.definitions.filter((definition) => definition.kind === OPERATION_DEFINITION).length;
		},
		OperationDefinition(node) {
			if (!node.name && operationCount > 1) context.reportError(new GraphQLError("This anonymous operation must be the only defined operation.", { nodes: node }));
		}
	};
}
// node_modules/graphql/validation/rules/LoneSchemaDefinitionRule.mjs
function LoneSchemaDefinitionRule(context) {
	const oldSchema = context.getSchema();
	const alreadyDefined = oldSchema?.astNode ?? oldSchema?.getQueryType() ?? oldSchema?.getMutationType() ?? oldSchema?.getSubscriptionType();
	let schemaDefinitionsCount = 0;
	return { SchemaDefinition(node) {
		if (alreadyDefined) {
			context.reportError(new GraphQLError("Cannot define a new schema within a schema extension.", { nodes: node }));
			return;
		}
		if (schemaDefinitionsCount > 0) context.reportError(new GraphQLError("Must provide only one schema definition.", { nodes: node }));
		++schemaDefinitionsCount;
	} };
}
// node_modules/graphql/validation/rules/MaxIntrospectionDepthRule.mjs
const MAX_LISTS_DEPTH = 3;
function MaxIntrospectionDepthRule(context) {
	const checkedFragments = Object.create(null);
	const exceededFragments = Object.create(null);
	function checkDepth(node, visitedFragments, depth = 0) {
		if (node.kind === "FragmentSpread") {
			const fragmentName = node.name.value;
			const exceededEntryDepth = exceededFragments[fragmentName];
			if (exceededEntryDepth !== void 0 && exceededEntryDepth <= depth) return true;
			const visitedEntryDepth = visitedFragments[fragmentName];
			const checkedEntryDepth = checkedFragments[fragmentName];
			if (visitedEntryDepth !== void 0 && visitedEntryDepth >= depth || checkedEntryDepth !== void 0 && checkedEntryDepth >= depth) return false;
			const fragment = context.getFragment(fragmentName);
			if (!fragment) return false;
			visitedFragments[fragmentName] = depth;
			if (checkDepth(fragment, visitedFragments, depth)) {
				exceededFragments[fragmentName] = depth;
				return true;
			}
			checkedFragments[fragmentName] = depth;
			return false;
		}
		if (node.kind === "Field" && (node.name.value === "fields" || node.name.value === "interfaces" || node.name.value === "possibleTypes" || node.name.value === "inputFields")) {
			depth++;
			if (depth >= MAX_LISTS_DEPTH) return true;
		}
		if ("selectionSet" in node && node.selectionSet) {
			for (const child of node.selectionSet.selections) if (checkDepth(child, visitedFragments, depth)) return true;
		}
		return false;
	}
	return { Field(node) {
		if (node.name.value === "__schema" || node.name.value === "__type") {
			if (checkDepth(node, Object.create(null))) {
				context.reportError(new GraphQLError("Maximum introspection depth exceeded", { nodes: [node] }));
				return false;
			}
		}
	} };
}
// node_modules/graphql/validation/rules/NoFragmentCyclesRule.mjs
function NoFragmentCyclesRule(context) {
	const visitedFrags = /* @__PURE__ */ new Set();
	const spreadPath = [];
	const spreadPathIndexByName = Object.create(null);
	return {
		OperationDefinition: () => false,
		FragmentDefinition(node) {
			detectCycleRecursive(node);
			return false;
		}
	};
	function detectCycleRecursive(fragment) {
		if (visitedFrags.has(fragment.name.value)) return;
		const fragmentName = fragment.name.value;
		visitedFrags.add(fragmentName);
		const spreadNodes = context.getFragmentSpreads(fragment.selectionSet);
		if (spreadNodes.length === 0) return;
		spreadPathIndexByName[fragmentName] = spreadPath.length;
		for (const spreadNode of spreadNodes) {
			const spreadName = spreadNode.name.value;
			const cycleIndex = spreadPathIndexByName[spreadName];
			spreadPath.push(spreadNode);
			if (cycleIndex === void 0) {
				const spreadFragment = context.getFragment(spreadName);
				if (spreadFragment) detectCycleRecursive(spreadFragment);
			} else {
				const cyclePath = spreadPath.slice(cycleIndex);
				const viaPath = cyclePath.slice(0, -1).map((s) => "\"" + s.name.value + "\"").join(", ");
				context.reportError(new GraphQLError(`Cannot spread fragment "${spreadName}" within itself` + (viaPath !== "" ? ` via ${viaPath}.` : "."), { nodes: cyclePath }));
			}
			spreadPath.pop();
		}
		spreadPathIndexByName[fragmentName] = void 0;
	}
}
// node_modules/graphql/validation/rules/NoUndefinedVariablesRule.mjs
function NoUndefinedVariablesRule(context) {
	return { OperationDefinition(operation) {
		const variableNameDefined = new Set(operation.variableDefinitions?.map((node) => node.variable.name.value));
		const usages = context.getRecursiveVariableUsages(operation);
		for (const { node, fragmentVariableDefinition } of usages) {
			if (fragmentVariableDefinition) continue;
			const varName = node.name.value;
			if (!variableNameDefined.has(varName)) context.reportError(new GraphQLError(operation.name ? `Variable "$${varName}" is not defined by operation "${operation.name.value}".` : `Variable "$${varName}" is not defined.`, { nodes: [node, operation] }));
		}
	} };
}
// node_modules/graphql/validation/rules/NoUnusedFragmentsRule.mjs
function NoUnusedFragmentsRule(context) {
	const operations = [];
	const fragmentDefs = [];
	return {
		OperationDefinition(operation) {
			operations.push(operation);
			return false;
		},
		FragmentDefinition(node) {
			fragmentDefs.push(node);
			return false;
		},
		Document: { leave() {
			const fragmentNameUsed = new Set(context.getRecursivelyReferencedFragmentsForOperations(operations).map((fragment) => fragment.name.value));
			for (const fragmentDef of fragmentDefs) {
				const fragName = fragmentDef.name.value;
				if (!fragmentNameUsed.has(fragName)) context.reportError(new GraphQLError(`Fragment "${fragName}" is never used.`, { nodes: fragmentDef }));
			}
		} }
	};
}
// node_modules/graphql/validation/rules/NoUnusedVariablesRule.mjs
function NoUnusedVariablesRule(context) {
	return {
		FragmentDefinition(fragment) {
			const usages = context.getVariableUsages(fragment);
			const argumentNameUsed = new Set(usages.map(({ node }) => node.name.value));
			const variableDefinitions = fragment.variableDefinitions ?? [];
			for (const varDef of variableDefinitions) {
				const argName = varDef.variable.name.value;
				if (!argumentNameUsed.has(argName)) context.reportError(new GraphQLError(`Variable "$${argName}" is never used in fragment "${fragment.name.value}".`, { nodes: varDef }));
			}
		},
		OperationDefinition(operation) {
			const usages = context.getRecursiveVariableUsages(operation);
			const operationVariableNameUsed = /* @__PURE__ */ new Set();
			for (const { node, fragmentVariableDefinition } of usages) {
				const varName = node.name.value;
				if (!fragmentVariableDefinition) operationVariableNameUsed.add(varName);
			}
			const variableDefinitions = operation.variableDefinitions ?? [];
			for (const variableDef of variableDefinitions) {
				const variableName = variableDef.variable.name.value;
				if (!operationVariableNameUsed.has(variableName)) context.reportError(new GraphQLError(operation.name ? `Variable "$${variableName}" is never used in operation "${operation.name.value}".` : `Variable "$${variableName}" is never used.`, { nodes: variableDef }));
			}
		}
	};
}
// node_modules/graphql/validation/validationAbortedError.mjs
const validationAbortedError = new GraphQLError("Validation aborted.");
// node_modules/graphql/validation/rules/OverlappingFieldsCanBeMergedRule.mjs
const MAX_CONFLICT_DETAIL_LENGTH = 1e3;
const MAX_CONFLICT_NODES = 20;
const MAX_FRAGMENT_ARGUMENT_SIZE = 256;
const MAX_COMPLEXITY_BUDGET = 5e5;
function OverlappingFieldsCanBeMergedRule(validationContext) {
	const ruleContext = {
		comparedFieldsAndFragmentPairs: /* @__PURE__ */ new Map(),
		comparedFragmentPairs: /* @__PURE__ */ new Map(),
		cachedCollectFieldsResults: /* @__PURE__ */ new Map(),
		valueInfoByNode: /* @__PURE__ */ new Map(),
		fragmentSpreadInfoByNode: /* @__PURE__ */ new Map(),
		fragmentSpreadInfoByKey: /* @__PURE__ */ new Map(),
		remainingComplexityBudget: MAX_COMPLEXITY_BUDGET
	};
	let fragmentScope;
	return {
		FragmentDefinition: {
			enter(node) {
				const fragmentName = node.name.value;
				fragmentScope = getVariableScope(validationContext.getFragmentSignatureByName()(fragmentName));
			},
			leave() {
				fragmentScope = void 0;
			}
		},
		SelectionSet(selectionSet, _key, parent) {
			if (parent && "kind" in parent && parent.kind === "InlineFragment") return;
			if (selectionSet.selections.length <= 1 && selectionSet.selections[0]?.kind !== "InlineFragment") return;
			const conflicts = findConflictsWithinSelectionSet(validationContext, ruleContext, validationContext.getParentType(), selectionSet, fragmentScope);
			for (const { responseName, reason, fields1, fields2 } of conflicts) validationContext.reportError(new GraphQLError(`Fields "${maybeAbbreviate(responseName)}" conflict because ${reason}. Use different aliases on the fields to fetch both if this was intentional.`, { nodes: fields1.concat(fields2) }));
		}
	};
}
function findConflictsWithinSelectionSet(validationContext, ruleContext, parentType, selectionSet, scope) {
	const conflicts = [];
	const collectFieldsResult = collectFields(validationContext, ruleContext, parentType, selectionSet);
	collectConflictsWithin(validationContext, ruleContext, conflicts, collectFieldsResult, scope);
	if (collectFieldsResult.spreads.length !== 0 && (collectFieldsResult.groupedFieldSet.size !== 0 || collectFieldsResult.spreads.length > 1)) {
		const fragmentSpreads = getFragmentSpreads(validationContext, ruleContext, collectFieldsResult, scope);
		for (let i = 0; i < fragmentSpreads.length; i++) {
			collectConflictsBetweenFieldsAndFragment(validationContext, ruleContext, conflicts, false, collectFieldsResult, scope, fragmentSpreads[i]);
			for (let j = i + 1; j < fragmentSpreads.length; j++) collectConflictsBetweenFragments(validationContext, ruleContext, conflicts, false, fragmentSpreads[i], fragmentSpreads[j]);
		}
	}
	return conflicts;
}
function collectConflictsBetweenFieldsAndFragment(validationContext, ruleContext, conflicts, areMutuallyExclusive, collectFieldsResult, scope, fragmentSpread) {
	spendComplexityBudget(ruleContext, 1);
	if (collectFieldsResult.groupedFieldSet.size === 0) return;
	const fragment = fragmentSpread.definition;
	let byFragmentScope = ruleContext.comparedFieldsAndFragmentPairs.get(scope);
	if (byFragmentScope === void 0) {
		byFragmentScope = /* @__PURE__ */ new Map();
		ruleContext.comparedFieldsAndFragmentPairs.set(scope, byFragmentScope);
	}
	let comparedFieldsAndFragmentPairs = byFragmentScope.get(fragmentSpread.scope);
	if (comparedFieldsAndFragmentPairs === void 0) {
		comparedFieldsAndFragmentPairs = new OrderedPairSet();
		byFragmentScope.set(fragmentSpread.scope, comparedFieldsAndFragmentPairs);
	}
	if (comparedFieldsAndFragmentPairs.has(collectFieldsResult, fragment, areMutuallyExclusive)) return;
	comparedFieldsAndFragmentPairs.add(collectFieldsResult, fragment, areMutuallyExclusive);
	if (!fragment) return;
	const collectFieldsResult2 = collectFragmentFields(validationContext, ruleContext, fragment);
	const referencedFragmentSpreads = getFragmentSpreads(validationContext, ruleContext, collectFieldsResult2, fragmentSpread.scope);
	if (collectFieldsResult === collectFieldsResult2 && scope === fragmentSpread.scope) return;
	collectConflictsBetween(validationContext, ruleContext, conflicts, areMutuallyExclusive, collectFieldsResult, scope, collectFieldsResult2, fragmentSpread.scope);
	for (const referencedFragmentSpread of referencedFragmentSpreads) collectConflictsBetweenFieldsAndFragment(validationContext, ruleContext, conflicts, areMutuallyExclusive, collectFieldsResult, scope, referencedFragmentSpread);
}
function collectConflictsBetweenFragments(validationContext, ruleContext, conflicts, areMutuallyExclusive, fragmentSpread1, fragmentSpread2) {
	const fragment1 = fragmentSpread1.definition;
	const fragment2 = fragmentSpread2.definition;
	const scope1 = fragmentSpread1.scope;
	const scope2 = fragmentSpread2.scope;
	spendComplexityBudget(ruleContext, 2);
	if (fragment1 === fragment2 && scope1 === scope2) return;
	let byScope = ruleContext.comparedFragmentPairs.get(scope1);
	let comparedFragmentPairs = byScope?.get(scope2) ?? ruleContext.comparedFragmentPairs.get(scope2)?.get(scope1);
	if (comparedFragmentPairs === void 0) {
		if (byScope === void 0) {
			byScope = /* @__PURE__ */ new Map();
			ruleContext.comparedFragmentPairs.set(scope1, byScope);
		}
		comparedFragmentPairs = new PairSet();
		byScope.set(scope2, comparedFragmentPairs);
	}
	if (fragment1 === fragment2) {
		if (comparedFragmentPairs.has(fragment1, fragment2, false)) return;
		comparedFragmentPairs.add(fragment1, fragment2, false);
		validationContext.reportError(new GraphQLError(`Spreads "${maybeAbbreviate(fragmentSpread1.node.name.value)}" conflict because ${getFragmentSpreadDescription(ruleContext, fragmentSpread1.node)} and ${getFragmentSpreadDescription(ruleContext, fragmentSpread2.node)} have different fragment arguments.`, { nodes: [fragmentSpread1.node, fragmentSpread2.node] }));
		return;
	}
	if (comparedFragmentPairs.has(fragment1, fragment2, areMutuallyExclusive)) return;
	comparedFragmentPairs.add(fragment1, fragment2, areMutuallyExclusive);
	if (!fragment1 || !fragment2) return;
	const collectFieldsResult1 = collectFragmentFields(validationContext, ruleContext, fragment1);
	const referencedFragmentSpreads1 = getFragmentSpreads(validationContext, ruleContext, collectFieldsResult1, fragmentSpread1.scope);
	const collectFieldsResult2 = collectFragmentFields(validationContext, ruleContext, fragment2);
	const referencedFragmentSpreads2 = getFragmentSpreads(validationContext, ruleContext, collectFieldsResult2, fragmentSpread2.scope);
	collectConflictsBetween(validationContext, ruleContext, conflicts, areMutuallyExclusive, collectFieldsResult1, fragmentSpread1.scope, collectFieldsResult2, fragmentSpread2.scope);
	for (const referencedFragmentSpread2 of referencedFragmentSpreads2) collectConflictsBetweenFragments(validationContext, ruleContext, conflicts, areMutuallyExclusive, fragmentSpread1, referencedFragmentSpread2);
	for (const referencedFragmentSpread1 of referencedFragmentSpreads1) collectConflictsBetweenFragments(validationContext, ruleContext, conflicts, areMutuallyExclusive, referencedFragmentSpread1, fragmentSpread2);
}
function findConflictsBetweenSubSelectionSets(validationContext, ruleContext, areMutuallyExclusive, parentType1, selectionSet1, scope1, parentType2, selectionSet2, scope2) {
	const conflicts = [];
	const collectFieldsResult1 = collectFields(validationContext, ruleContext, parentType1, selectionSet1);
	const fragmentSpreads1 = getFragmentSpreads(validationContext, ruleContext, collectFieldsResult1, scope1);
	const collectFieldsResult2 = collectFields(validationContext, ruleContext, parentType2, selectionSet2);
	const fragmentSpreads2 = getFragmentSpreads(validationContext, ruleContext, collectFieldsResult2, scope2);
	collectConflictsBetween(validationContext, ruleContext, conflicts, areMutuallyExclusive, collectFieldsResult1, scope1, collectFieldsResult2, scope2);
	for (const fragmentSpread2 of fragmentSpreads2) collectConflictsBetweenFieldsAndFragment(validationContext, ruleContext, conflicts, areMutuallyExclusive, collectFieldsResult1, scope1, fragmentSpread2);
	for (const fragmentSpread1 of fragmentSpreads1) collectConflictsBetweenFieldsAndFragment(validationContext, ruleContext, conflicts, areMutuallyExclusive, collectFieldsResult2, scope2, fragmentSpread1);
	for (const fragmentSpread1 of fragmentSpreads1) for (const fragmentSpread2 of fragmentSpreads2) collectConflictsBetweenFragments(validationContext, ruleContext, conflicts, areMutuallyExclusive, fragmentSpread1, fragmentSpread2);
	return conflicts;
}
function collectConflictsWithin(validationContext, ruleContext, conflicts, collectFieldsResult, scope) {
	for (const [responseName, fieldDetailsList] of collectFieldsResult.groupedFieldSet.entries()) if (fieldDetailsList.length > 1) for (let i = 0; i < fieldDetailsList.length; i++) for (let j = i + 1; j < fieldDetailsList.length; j++) {
		const conflict = findConflict(validationContext, ruleContext, false, responseName, fieldDetailsList[i], scope, fieldDetailsList[j], scope);
		if (conflict) conflicts.push(conflict);
	}
}
function collectConflictsBetween(validationContext, ruleContext, conflicts, parentFieldsAreMutuallyExclusive, collectFieldsResult1, scope1, collectFieldsResult2, scope2) {
	if (collectFieldsResult1.groupedFieldSet.size === 0 || collectFieldsResult2.groupedFieldSet.size === 0) return;
	for (const { responseName, fieldDetailsList1, fieldDetailsList2 } of getOverlappingFields(ruleContext, collectFieldsResult1, collectFieldsResult2)) for (const fieldDetails1 of fieldDetailsList1) for (const fieldDetails2 of fieldDetailsList2) {
		const conflict = findConflict(validationContext, ruleContext, parentFieldsAreMutuallyExclusive, responseName, fieldDetails1, scope1, fieldDetails2, scope2);
		if (conflict) conflicts.push(conflict);
	}
}
function getOverlappingFields(ruleContext, collectFieldsResult1, collectFieldsResult2) {
	const byCollectFieldsResult = collectFieldsResult1.overlappingFields ??= /* @__PURE__ */ new Map();
	const cached = byCollectFieldsResult.get(collectFieldsResult2);
	if (cached !== void 0) return cached;
	const overlappingFields = [];
	for (const [responseName, fieldDetailsList1] of collectFieldsResult1.groupedFieldSet.entries()) {
		spendComplexityBudget(ruleContext, 1);
		const fieldDetailsList2 = collectFieldsResult2.groupedFieldSet.get(responseName);
		if (fieldDetailsList2 != null) overlappingFields.push({
			responseName,
			fieldDetailsList1,
			fieldDetailsList2
		});
	}
	byCollectFieldsResult.set(collectFieldsResult2, overlappingFields);
	return overlappingFields;
}
function findConflict(validationContext, ruleContext, parentFieldsAreMutuallyExclusive, responseName, fieldDetails1, scope1, fieldDetails2, scope2) {
	const { parentType: parentType1, node: node1, definition: def1, streamDirective: streamDirective1 } = fieldDetails1;
	const { parentType: parentType2, node: node2, definition: def2, streamDirective: streamDirective2 } = fieldDetails2;
	const areMutuallyExclusive = parentFieldsAreMutuallyExclusive || parentType1 !== parentType2 && isObjectType(parentType1) && isObjectType(parentType2);
	spendComplexityBudget(ruleContext, 2);
	if (fieldDetails1.isSimpleLeaf && fieldDetails2.isSimpleLeaf && def1?.type === def2?.type && node1.name.value === node2.name.value) return;
	const fieldInfo1 = getFieldInfo(fieldDetails1);
	const fieldInfo2 = getFieldInfo(fieldDetails2);
	let comparison = fieldInfo1.comparisons.get(fieldInfo2);
	if (comparison === void 0) {
		comparison = {};
		fieldInfo1.comparisons.set(fieldInfo2, comparison);
	}
	if (!areMutuallyExclusive) {
		const name1 = node1.name.value;
		const name2 = node2.name.value;
		if (!(comparison.sameName ??= name1 === name2)) return {
			responseName,
			reason: `"${maybeAbbreviate(name1)}" and "${maybeAbbreviate(name2)}" are different fields`,
			fields1: [node1],
			fields2: [node2]
		};
		if (!sameArguments(ruleContext, comparison.arguments ??= compareArguments(ruleContext, fieldInfo1.arguments, fieldInfo2.arguments), scope1, scope2)) return {
			responseName,
			reason: "they have differing arguments",
			fields1: [node1],
			fields2: [node2]
		};
	}
	if (streamDirective1 || streamDirective2) {
		let reason = "they have overlapping stream directives";
		if (streamDirective1 && streamDirective2) {
			if (sameArguments(ruleContext, comparison.streamArguments ??= compareArguments(ruleContext, fieldInfo1.streamArguments, fieldInfo2.streamArguments), scope1, scope2)) reason += ". See https://github.com/graphql/defer-stream-wg/discussions/100";
		}
		return {
			responseName,
			reason,
			fields1: [node1],
			fields2: [node2]
		};
	}
	const type1 = def1?.type;
	const type2 = def2?.type;
	if (type1 && type2 && doTypesConflict(ruleContext, type1, type2)) return {
		responseName,
		reason: `they return conflicting types "${fieldInfo1.typeString ??= inspect(type1)}" and "${fieldInfo2.typeString ??= inspect(type2)}"`,
		fields1: [node1],
		fields2: [node2]
	};
	const selectionSet1 = node1.selectionSet;
	const selectionSet2 = node2.selectionSet;
	if (selectionSet1 && selectionSet2) return subfieldConflicts(findConflictsBetweenSubSelectionSets(validationContext, ruleContext, areMutuallyExclusive, fieldInfo1.namedType, selectionSet1, scope1, fieldInfo2.namedType, selectionSet2, scope2), responseName, node1, node2);
}
function getFieldInfo(fieldDetails) {
	return fieldDetails.info ??= {
		comparisons: /* @__PURE__ */ new Map(),
		namedType: getNamedType(fieldDetails.definition?.type),
		arguments: getArgumentInfo(fieldDetails.node.arguments),
		streamArguments: getArgumentInfo(fieldDetails.streamDirective?.arguments)
	};
}
function getArgumentInfo(args) {
	if (args === void 0 || args.length === 0) return;
	const values = /* @__PURE__ */ new Map();
	for (const { name, value } of args) values.set(name.value, value);
	return {
		nodes: args,
		values
	};
}
function compareArguments(ruleContext, argumentInfo1, argumentInfo2) {
	const valuesWithVariables = [];
	if (argumentInfo1 === void 0) return {
		sameStructure: argumentInfo2 === void 0,
		valuesWithVariables
	};
	if (argumentInfo1.nodes.length !== argumentInfo2?.nodes.length) return {
		sameStructure: false,
		valuesWithVariables
	};
	for (const arg1 of argumentInfo1.nodes) {
		spendComplexityBudget(ruleContext, 1);
		const value2 = argumentInfo2.values.get(arg1.name.value);
		if (value2 === void 0) return {
			sameStructure: false,
			valuesWithVariables
		};
		const valueInfo1 = getValueInfo(ruleContext, arg1.value);
		if (valueInfo1.comparisonKey !== getValueInfo(ruleContext, value2).comparisonKey) return {
			sameStructure: false,
			valuesWithVariables
		};
		if (valueInfo1.variables.length !== 0) valuesWithVariables.push(valueInfo1);
	}
	return {
		sameStructure: true,
		valuesWithVariables
	};
}
function sameArguments(ruleContext, comparison, scope1, scope2) {
	if (!comparison.sameStructure) return false;
	return scope1 === scope2 || comparison.valuesWithVariables.every((value) => {
		spendComplexityBudget(ruleContext, 1);
		return !usesLocalVariables(ruleContext, value, scope1) && !usesLocalVariables(ruleContext, value, scope2);
	});
}
function usesLocalVariables(ruleContext, value, scope) {
	if (scope === void 0) return false;
	const dependencies = value.scopeDependencies ??= /* @__PURE__ */ new Map();
	const cached = dependencies.get(scope.signature);
	if (cached !== void 0) return cached;
	const dependsOnScope = value.variables.some((variable) => {
		spendComplexityBudget(ruleContext, 1);
		return scope.signature.variableDefinitions.has(variable);
	});
	dependencies.set(scope.signature, dependsOnScope);
	return dependsOnScope;
}
function getValueInfo(ruleContext, value) {
	const cached = ruleContext.valueInfoByNode.get(value);
	if (cached !== void 0) return cached;
	const variables = [];
	const valueInfo = {
		comparisonKey: JSON.stringify(value, (_key, node) => {
			if (!isNode(node)) return node;
			switch (node.kind) {
				case VARIABLE:
					variables.push(node.name.value);
					return [node.kind, node.name.value];
				case OBJECT: return [node.kind, node.fields.slice().sort((first, second) => first.name.value < second.name.value ? -1 : first.name.value > second.name.value ? 1 : 0)];
				case OBJECT_FIELD: return [node.name.value, node.value];
				case LIST: return [node.kind, node.values];
				case STRING: return [
					node.kind,
					node.value,
					node.block === true
				];
				default: return [node.kind, "value" in node ? node.value : null];
			}
		}),
		variables
	};
	ruleContext.valueInfoByNode.set(value, valueInfo);
	return valueInfo;
}
function doTypesConflict(ruleContext, type1, type2) {
	if (type1 === type2) return false;
	spendComplexityBudget(ruleContext, 1);
	if (isListType(type1)) return isListType(type2) ? doTypesConflict(ruleContext, type1.ofType, type2.ofType) : true;
	if (isListType(type2)) return true;
	if (isNonNullType(type1)) return isNonNullType(type2) ? doTypesConflict(ruleContext, type1.ofType, type2.ofType) : true;
	if (isNonNullType(type2)) return true;
	if (isLeafType(type1) || isLeafType(type2)) return type1 !== type2;
	return false;
}
function collectFields(validationContext, ruleContext, parentType, selectionSet) {
	const { cachedCollectFieldsResults } = ruleContext;
	let bySelectionSet = cachedCollectFieldsResults.get(parentType);
	if (!bySelectionSet) {
		bySelectionSet = /* @__PURE__ */ new Map();
		cachedCollectFieldsResults.set(parentType, bySelectionSet);
	}
	let collectFieldsResult = bySelectionSet.get(selectionSet);
	if (!collectFieldsResult) {
		const groupedFieldSet = /* @__PURE__ */ new Map();
		const spreads = [];
		collectFieldsImpl(validationContext, parentType, selectionSet, groupedFieldSet, spreads);
		collectFieldsResult = {
			groupedFieldSet,
			spreads
		};
		bySelectionSet.set(selectionSet, collectFieldsResult);
	}
	return collectFieldsResult;
}
function collectFragmentFields(validationContext, ruleContext, fragment) {
	return collectFields(validationContext, ruleContext, typeFromAST(validationContext.getSchema(), fragment.typeCondition), fragment.selectionSet);
}
function collectFieldsImpl(validationContext, parentType, selectionSet, groupedFieldSet, fragmentSpreads) {
	for (const selection of selectionSet.selections) switch (selection.kind) {
		case FIELD: {
			const fieldName = selection.name.value;
			let fieldDef;
			if (isObjectType(parentType) || isInterfaceType(parentType)) fieldDef = parentType.getFields()[fieldName];
			const responseName = selection.alias ? selection.alias.value : fieldName;
			let fieldDetailsList = groupedFieldSet.get(responseName);
			if (fieldDetailsList == null) {
				fieldDetailsList = [];
				groupedFieldSet.set(responseName, fieldDetailsList);
			}
			const streamDirective = selection.directives?.find((directive) => directive.name.value === "stream");
			fieldDetailsList.push({
				parentType,
				node: selection,
				definition: fieldDef,
				isSimpleLeaf: (selection.arguments?.length ?? 0) === 0 && !selection.selectionSet && streamDirective === void 0,
				streamDirective
			});
			break;
		}
		case FRAGMENT_SPREAD:
			fragmentSpreads.push(selection);
			break;
		case INLINE_FRAGMENT: {
			const typeCondition = selection.typeCondition;
			collectFieldsImpl(validationContext, typeCondition ? typeFromAST(validationContext.getSchema(), typeCondition) : parentType, selection.selectionSet, groupedFieldSet, fragmentSpreads);
			break;
		}
	}
}
function getFragmentSpreads(validationContext, ruleContext, collectFieldsResult, scope) {
	const byScope = collectFieldsResult.byScope ??= /* @__PURE__ */ new Map();
	const cached = byScope.get(scope);
	if (cached) return cached;
	const spreadsByScope = /* @__PURE__ */ new Map();
	const result = [];
	for (const spreadNode of collectFieldsResult.spreads) {
		const spread = getFragmentSpread(validationContext, ruleContext, spreadNode, scope);
		let byDefinition = spreadsByScope.get(spread.scope);
		if (byDefinition === void 0) {
			byDefinition = /* @__PURE__ */ new Map();
			spreadsByScope.set(spread.scope, byDefinition);
		}
		const previous = byDefinition.get(spread.definition);
		if (previous === void 0) {
			byDefinition.set(spread.definition, spread);
			result.push(spread);
		} else previous.node = spread.node;
	}
	byScope.set(scope, result);
	return result;
}
function getFragmentSpread(validationContext, ruleContext, fragmentSpreadNode, scope) {
	spendComplexityBudget(ruleContext, 1);
	let fragmentSpreadInfo = ruleContext.fragmentSpreadInfoByNode.get(fragmentSpreadNode);
	if (fragmentSpreadInfo === void 0) {
		const signature = validationContext.getFragmentSignatureByName()(fragmentSpreadNode.name.value);
		const argumentInfo = getArgumentInfo(fragmentSpreadNode.arguments);
		const parts = [];
		const values = [];
		if (signature && argumentInfo !== void 0) {
			const argMap = argumentInfo.values;
			const names = [];
			for (const name of argMap.keys()) if (signature.variableDefinitions.has(name)) names.push(name);
			for (const name of names.sort()) {
				const argument = getValueInfo(ruleContext, argMap.get(name));
				parts.push(name, argument.comparisonKey);
				if (argument.variables.length !== 0) values.push(argument);
			}
		}
		const fragmentSpreadInfoKey = JSON.stringify([signature?.definition.name.value, parts]);
		fragmentSpreadInfo = ruleContext.fragmentSpreadInfoByKey.get(fragmentSpreadInfoKey);
		if (fragmentSpreadInfo === void 0) {
			fragmentSpreadInfo = {
				signature,
				values,
				byScope: /* @__PURE__ */ new Map()
			};
			ruleContext.fragmentSpreadInfoByKey.set(fragmentSpreadInfoKey, fragmentSpreadInfo);
		}
		ruleContext.fragmentSpreadInfoByNode.set(fragmentSpreadNode, fragmentSpreadInfo);
	}
	const variableScope = fragmentSpreadInfo.values.some((value) => {
		spendComplexityBudget(ruleContext, 1);
		return usesLocalVariables(ruleContext, value, scope);
	}) ? scope : void 0;
	let fragmentScope = fragmentSpreadInfo.byScope.get(variableScope);
	if (!fragmentSpreadInfo.byScope.has(variableScope)) {
		fragmentScope = getVariableScope(fragmentSpreadInfo.signature);
		fragmentSpreadInfo.byScope.set(variableScope, fragmentScope);
	}
	return {
		node: fragmentSpreadNode,
		scope: fragmentScope,
		definition: fragmentSpreadInfo.signature?.definition
	};
}
function getVariableScope(fragmentSignature) {
	if (!fragmentSignature || fragmentSignature.variableDefinitions.size === 0) return;
	return { signature: fragmentSignature };
}
function getFragmentSpreadDescription(ruleContext, node) {
	const description = {
		...node,
		name: {
			...node.name,
			value: maybeAbbreviate(node.name.value)
		},
		directives: []
	};
	let size = 1;
	for (const argument of node.arguments ?? []) {
		size += 2 + argument.name.value.length + getValueInfo(ruleContext, argument.value).comparisonKey.length;
		if (size > MAX_FRAGMENT_ARGUMENT_SIZE) return description.name.value + "(...)";
	}
	return print(description).slice(3);
}
function subfieldConflicts(conflicts, responseName, node1, node2) {
	if (conflicts.length > 0) {
		let message = "";
		for (const { responseName: name, reason } of conflicts) {
			message += (message === "" ? "" : " and ") + `subfields "${maybeAbbreviate(name)}" conflict because ${reason}`;
			if (message.length > MAX_CONFLICT_DETAIL_LENGTH) break;
		}
		return {
			responseName,
			reason: maybeAbbreviate(message),
			fields1: collectConflictNodes(node1, conflicts, "fields1"),
			fields2: collectConflictNodes(node2, conflicts, "fields2")
		};
	}
}
function collectConflictNodes(node, conflicts, side) {
	const nodes = [node];
	for (const conflict of conflicts) {
		const remaining = MAX_CONFLICT_NODES - nodes.length;
		const retainedNodes = conflict[side].slice(-remaining);
		nodes.push(...retainedNodes);
		if (nodes.length === MAX_CONFLICT_NODES) break;
	}
	return nodes;
}
function maybeAbbreviate(text) {
	return text.length > MAX_CONFLICT_DETAIL_LENGTH ? text.slice(0, MAX_CONFLICT_DETAIL_LENGTH) + "..." : text;
}
function spendComplexityBudget(ruleContext, cost) {
	ruleContext.remainingComplexityBudget -= cost;
	if (ruleContext.remainingComplexityBudget < 0) throw validationAbortedError;
}
var OrderedPairSet = class {
	constructor() {
		this._data = /* @__PURE__ */ new Map();
	}
	has(a, b, weaklyPresent) {
		const result = this._data.get(a)?.get(b);
		if (result === void 0) return false;
		return weaklyPresent ? true : weaklyPresent === result;
	}
	add(a, b, weaklyPresent) {
		const map = this._data.get(a);
		if (map === void 0) this._data.set(a, /* @__PURE__ */ new Map([[b, weaklyPresent]]));
		else map.set(b, weaklyPresent);
	}
};
var PairSet = class {
	constructor() {
		this._orderedPairSet = new OrderedPairSet();
	}
	has(a, b, weaklyPresent) {
		return this._orderedPairSet.has(a, b, weaklyPresent) || this._orderedPairSet.has(b, a, weaklyPresent);
	}
	add(a, b, weaklyPresent) {
		this._orderedPairSet.add(a, b, weaklyPresent);
	}
};
// node_modules/graphql/validation/rules/PossibleFragmentSpreadsRule.mjs
function PossibleFragmentSpreadsRule(context) {
	return {
		InlineFragment(node) {
			const fragType = context.getType();
			const parentType = context.getParentType();
			if (isCompositeType(fragType) && isCompositeType(parentType) && !doTypesOverlap(context.getSchema(), fragType, parentType)) {
				const parentTypeStr = inspect(parentType);
				const fragTypeStr = inspect(fragType);
				context.reportError(new GraphQLError(`Fragment cannot be spread here as objects of type "${parentTypeStr}" can never be of type "${fragTypeStr}".`, { nodes: node }));
			}
		},
		FragmentSpread(node) {
			const fragName = node.name.value;
			const fragType = getFragmentType(context, fragName);
			const parentType = context.getParentType();
			if (fragType && parentType && !doTypesOverlap(context.getSchema(), fragType, parentType)) {
				const parentTypeStr = inspect(parentType);
				const fragTypeStr = inspect(fragType);
				context.reportError(new GraphQLError(`Fragment "${fragName}" cannot be spread here as objects of type "${parentTypeStr}" can never be of type "${fragTypeStr}".`, { nodes: node }));
			}
		}
	};
}
function getFragmentType(context, name) {
	const frag = context.getFragment(name);
	if (frag) {
		const type = typeFromAST(context.getSchema(), frag.typeCondition);
		if (isCompositeType(type)) return type;
	}
}
// node_modules/graphql/validation/rules/PossibleTypeExtensionsRule.mjs
function PossibleTypeExtensionsRule(context) {
	const schema = context.getSchema();
	const definedTypes = /* @__PURE__ */ new Map();
	for (const def of context.getDocument().definitions) if (isTypeDefinitionNode(def)) definedTypes.set(def.name.value, def);
	return {
		ScalarTypeExtension: checkExtension,
		ObjectTypeExtension: checkExtension,
		InterfaceTypeExtension: checkExtension,
		UnionTypeExtension: checkExtension,
		EnumTypeExtension: checkExtension,
		InputObjectTypeExtension: checkExtension
	};
	function checkExtension(node) {
		const typeName = node.name.value;
		const defNode = definedTypes.get(typeName);
		const existingType = schema?.getType(typeName);
		let expectedKind;
		if (defNode != null) expectedKind = defKindToExtKind[defNode.kind];
		else if (existingType) expectedKind = typeToExtKind(existingType);
		if (expectedKind != null) {
			if (expectedKind !== node.kind) {
				const kindStr = extensionKindToTypeName(node.kind);
				context.reportError(new GraphQLError(`Cannot extend non-${kindStr} type "${typeName}".`, { nodes: defNode ? [defNode, node] : node }));
			}
		} else {
			const allTypeNames = [...definedTypes.keys(), ...Object.keys(schema?.getTypeMap() ?? {})];
			context.reportError(new GraphQLError(`Cannot extend type "${typeName}" because it is not defined.` + didYouMean(suggestionList(typeName, allTypeNames)), { nodes: node.name }));
		}
	}
}
const defKindToExtKind = {
	[SCALAR_TYPE_DEFINITION]: SCALAR_TYPE_EXTENSION,
	[OBJECT_TYPE_DEFINITION]: OBJECT_TYPE_EXTENSION,
	[INTERFACE_TYPE_DEFINITION]: INTERFACE_TYPE_EXTENSION,
	[UNION_TYPE_DEFINITION]: UNION_TYPE_EXTENSION,
	[ENUM_TYPE_DEFINITION]: ENUM_TYPE_EXTENSION,
	[INPUT_OBJECT_TYPE_DEFINITION]: INPUT_OBJECT_TYPE_EXTENSION
};
function typeToExtKind(type) {
	if (isScalarType(type)) return SCALAR_TYPE_EXTENSION;
	if (isObjectType(type)) return OBJECT_TYPE_EXTENSION;
	if (isInterfaceType(type)) return INTERFACE_TYPE_EXTENSION;
	if (isUnionType(type)) return UNION_TYPE_EXTENSION;
	if (isEnumType(type)) return ENUM_TYPE_EXTENSION;
	if (isInputObjectType(type)) return INPUT_OBJECT_TYPE_EXTENSION;
	invariant(false, "Unexpected type: " + inspect(type));
}
function extensionKindToTypeName(kind) {
	switch (kind) {
		case SCALAR_TYPE_EXTENSION: return "scalar";
		case OBJECT_TYPE_EXTENSION: return "object";
		case INTERFACE_TYPE_EXTENSION: return "interface";
		case UNION_TYPE_EXTENSION: return "union";
		case ENUM_TYPE_EXTENSION: return "enum";
		case INPUT_OBJECT_TYPE_EXTENSION: return "input object";
		default: invariant(false, "Unexpected kind: " + inspect(kind));
	}
}
// node_modules/graphql/validation/rules/ProvidedRequiredArgumentsRule.mjs
function ProvidedRequiredArgumentsRule(context) {
	const requiredArgsByFragment = /* @__PURE__ */ new Map();
	return {
		...ProvidedRequiredArgumentsOnDirectivesRule(context),
		Field: { leave(fieldNode) {
			const fieldDef = context.getFieldDef();
			if (!fieldDef || fieldDef.args.length === 0) return false;
			const providedArgs = new Set(fieldNode.arguments?.map((arg) => arg.name.value));
			for (const argDef of fieldDef.args) if (!providedArgs.has(argDef.name) && isRequiredArgument(argDef)) context.reportError(new GraphQLError(`Argument "${argDef}" of type "${argDef.type}" is required, but it was not provided.`, { nodes: fieldNode }));
		} },
		FragmentSpread: { leave(spreadNode) {
			const fragmentSignature = context.getFragmentSignature();
			if (!fragmentSignature) return false;
			let requiredArgs = requiredArgsByFragment.get(fragmentSignature);
			if (!requiredArgs) {
				requiredArgs = [...fragmentSignature.variableDefinitions].filter(([, definition]) => isRequiredArgumentNode(definition));
				requiredArgsByFragment.set(fragmentSignature, requiredArgs);
			}
			const providedArgs = new Set(spreadNode.arguments?.map((arg) => arg.name.value));
			for (const [varName, variableDefinition] of requiredArgs) if (!providedArgs.has(varName)) {
				const type = typeFromAST(context.getSchema(), variableDefinition.type);
				const argTypeStr = inspect(type);
				context.reportError(new GraphQLError(`Fragment "${spreadNode.name.value}" argument "${varName}" of type "${argTypeStr}" is required, but it was not provided.`, { nodes: spreadNode }));
			}
		} }
	};
}
function ProvidedRequiredArgumentsOnDirectivesRule(context) {
	const requiredArgsMap = /* @__PURE__ */ new Map();
	const definedDirectives = context.getSchema()?.getDirectives() ?? specifiedDirectives;
	for (const directive of definedDirectives) requiredArgsMap.set(directive.name, new Map(directive.args.filter(isRequiredArgument).map((arg) => [arg.name, arg])));
	const astDefinitions = context.getDocument().definitions;
	for (const def of astDefinitions) if (def.kind === "DirectiveDefinition") {
		const argNodes = def.arguments ?? [];
		requiredArgsMap.set(def.name.value, new Map(argNodes.filter(isRequiredArgumentNode).map((arg) => [arg.name.value, arg])));
	}
	return { Directive: { leave(directiveNode) {
		const directiveName = directiveNode.name.value;
		const requiredArgs = requiredArgsMap.get(directiveName);
		if (requiredArgs != null) {
			const argNodes = directiveNode.arguments ?? [];
			const argNodeMap = new Set(argNodes.map((arg) => arg.name.value));
			for (const [argName, argDef] of requiredArgs.entries()) if (!argNodeMap.has(argName)) {
				const argType = isType(argDef.type) ? inspect(argDef.type) : print(argDef.type);
				context.reportError(new GraphQLError(`Argument "@${directiveName}(${argName}:)" of type "${argType}" is required, but it was not provided.`, { nodes: directiveNode }));
			}
		}
	} } };
}
function isRequiredArgumentNode(arg) {
	return arg.type.kind === "NonNullType" && arg.defaultValue == null;
}
// node_modules/graphql/validation/rules/ScalarLeafsRule.mjs
function ScalarLeafsRule(context) {
	return { Field(node) {
		const type = context.getType();
		const selectionSet = node.selectionSet;
		if (type) {
			if (isLeafType(getNamedType(type))) {
				if (selectionSet) {
					const fieldName = node.name.value;
					const typeStr = inspect(type);
					context.reportError(new GraphQLError(`Field "${fieldName}" must not have a selection since type "${typeStr}" has no subfields.`, { nodes: selectionSet }));
				}
			} else if (!selectionSet) {
				const fieldName = node.name.value;
				const typeStr = inspect(type);
				context.reportError(new GraphQLError(`Field "${fieldName}" of type "${typeStr}" must have a selection of subfields. Did you mean "${fieldName} { ... }"?`, { nodes: node }));
			} else if (selectionSet.selections.length === 0 && !context.allowEmptySelectionSets) {
				const fieldName = node.name.value;
				const typeStr = inspect(type);
				context.reportError(new GraphQLError(`Field "${fieldName}" of type "${typeStr}" must have at least one field selected.`, { nodes: node }));
			}
		}
	} };
}
// node_modules/graphql/validation/rules/SingleFieldSubscriptionsRule.mjs
function toNodes(fieldDetailsList) {
	return fieldDetailsList.map((fieldDetails) => fieldDetails.node);
}
function SingleFieldSubscriptionsRule(context) {
	let fragments;
	const visitSelectionSets$1 = (visitContext, selectionSet, groupedFieldSet, newDeferUsages, ...[deferUsage, fragmentVariableValues]) => {
		context.spendFragmentWork(selectionSet.selections.length);
		for (const selection of selectionSet.selections) {
			const directives = selection.directives;
			if (directives !== void 0) {
				context.spendFragmentWork(directives.length);
				const defer = directives.find((directive) => directive.name.value === GraphQLDeferDirective.name);
				context.spendFragmentWork(defer?.arguments?.length ?? 0);
			}
		}
		visitSelectionSets(visitContext, selectionSet, groupedFieldSet, newDeferUsages, deferUsage, fragmentVariableValues, visitSelectionSets$1);
	};
	return { OperationDefinition(node) {
		if (node.operation === "subscription") {
			const schema = context.getSchema();
			const subscriptionType = schema.getSubscriptionType();
			if (subscriptionType) {
				const operationName = node.name ? node.name.value : null;
				const variableValues = {
					sources: Object.create(null),
					coerced: Object.create(null)
				};
				if (!fragments) {
					fragments = Object.create(null);
					for (const definition of context.getDocument().definitions) if (definition.kind === "FragmentDefinition") fragments[definition.name.value] = { definition };
				}
				const { groupedFieldSet, forbiddenDirectiveInstances } = collectFields$1(schema, fragments, variableValues, subscriptionType, node.selectionSet, context.hideSuggestions, true, visitSelectionSets$1);
				if (forbiddenDirectiveInstances.length > 0) {
					context.reportError(new GraphQLError(operationName != null ? `Subscription "${operationName}" must not use \`@skip\` or \`@include\` directives in the top level selection.` : "Anonymous Subscription must not use `@skip` or `@include` directives in the top level selection.", { nodes: forbiddenDirectiveInstances }));
					return;
				}
				if (groupedFieldSet.size === 0) context.reportError(new GraphQLError(operationName != null ? `Subscription "${operationName}" must select one top level field.` : "Anonymous Subscription must select one top level field.", { nodes: node.selectionSet }));
				else if (groupedFieldSet.size > 1) {
					const extraFieldSelections = [...groupedFieldSet.values()].slice(1).flatMap((fieldDetailsList) => toNodes(fieldDetailsList));
					context.reportError(new GraphQLError(operationName != null ? `Subscription "${operationName}" must select only one top level field.` : "Anonymous Subscription must select only one top level field.", { nodes: extraFieldSelections }));
				}
				for (const fieldDetailsList of groupedFieldSet.values()) if (toNodes(fieldDetailsList)[0].name.value.startsWith("__")) context.reportError(new GraphQLError(operationName != null ? `Subscription "${operationName}" must not select an introspection top level field.` : "Anonymous Subscription must not select an introspection top level field.", { nodes: toNodes(fieldDetailsList) }));
			}
		}
	} };
}
// node_modules/graphql/validation/rules/StreamDirectiveOnListFieldRule.mjs
function StreamDirectiveOnListFieldRule(context) {
	return { Directive(node) {
		const fieldDef = context.getFieldDef();
		const parentType = context.getParentType();
		if (fieldDef && parentType && node.name.value === GraphQLStreamDirective.name && !(isListType(fieldDef.type) || isWrappingType(fieldDef.type) && isListType(fieldDef.type.ofType))) context.reportError(new GraphQLError(`Directive "@stream" cannot be used on non-list field "${parentType}.${fieldDef.name}".`, { nodes: node }));
	} };
}
// node_modules/graphql/jsutils/groupBy.mjs
function groupBy(list, keyFn) {
	const result = new AccumulatorMap();
	for (const item of list) result.add(keyFn(item), item);
	return result;
}
// node_modules/graphql/validation/rules/UniqueArgumentDefinitionNamesRule.mjs
function UniqueArgumentDefinitionNamesRule(context) {
	return {
		DirectiveDefinition(directiveNode) {
			const argumentNodes = directiveNode.arguments ?? [];
			return checkArgUniqueness(`@${directiveNode.name.value}`, argumentNodes);
		},
		InterfaceTypeDefinition: checkArgUniquenessPerField,
		InterfaceTypeExtension: checkArgUniquenessPerField,
		ObjectTypeDefinition: checkArgUniquenessPerField,
		ObjectTypeExtension: checkArgUniquenessPerField
	};
	function checkArgUniquenessPerField(typeNode) {
		const typeName = typeNode.name.value;
		const fieldNodes = typeNode.fields ?? [];
		for (const fieldDef of fieldNodes) {
			const fieldName = fieldDef.name.value;
			const argumentNodes = fieldDef.arguments ?? [];
			checkArgUniqueness(`${typeName}.${fieldName}`, argumentNodes);
		}
		return false;
	}
	function checkArgUniqueness(parentName, argumentNodes) {
		const seenArgs = groupBy(argumentNodes, (arg) => arg.name.value);
		for (const [argName, argNodes] of seenArgs) if (argNodes.length > 1) context.reportError(new GraphQLError(`Argument "${parentName}(${argName}:)" can only be defined once.`, { nodes: argNodes.map((node) => node.name) }));
		return false;
	}
}
// node_modules/graphql/validation/rules/UniqueArgumentNamesRule.mjs
function UniqueArgumentNamesRule(context) {
	return {
		Field: checkArgUniqueness,
		Directive: checkArgUniqueness
	};
	function checkArgUniqueness(parentNode) {
		const seenArgs = groupBy(parentNode.arguments ?? [], (arg) => arg.name.value);
		for (const [argName, argNodes] of seenArgs) if (argNodes.length > 1) context.reportError(new GraphQLError(`There can be only one argument named "${argName}".`, { nodes: argNodes.map((node) => node.name) }));
	}
}
// node_modules/graphql/validation/rules/UniqueDirectiveNamesRule.mjs
function UniqueDirectiveNamesRule(context) {
	const knownDirectiveNames = /* @__PURE__ */ new Map();
	const schema = context.getSchema();
	return { DirectiveDefinition(node) {
		const directiveName = node.name.value;
		if (schema?.getDirective(directiveName)) {
			context.reportError(new GraphQLError(`Directive "@${directiveName}" already exists in the schema. It cannot be redefined.`, { nodes: node.name }));
			return;
		}
		const knownName = knownDirectiveNames.get(directiveName);
		if (knownName) context.reportError(new GraphQLError(`There can be only one directive named "@${directiveName}".`, { nodes: [knownName, node.name] }));
		else knownDirectiveNames.set(directiveName, node.name);
		return false;
	} };
}
// node_modules/graphql/validation/rules/UniqueDirectivesPerLocationRule.mjs
function UniqueDirectivesPerLocationRule(context) {
	const uniqueDirectiveMap = /* @__PURE__ */ new Map();
	const schema = context.getSchema();
	const definedDirectives = schema ? schema.getDirectives() : specifiedDirectives;
	for (const directive of definedDirectives) uniqueDirectiveMap.set(directive.name, !directive.isRepeatable);
	const astDefinitions = context.getDocument().definitions;
	for (const def of astDefinitions) if (def.kind === "DirectiveDefinition") uniqueDirectiveMap.set(def.name.value, !def.repeatable);
	const schemaDirectives = /* @__PURE__ */ new Map();
	const typeDirectivesMap = /* @__PURE__ */ new Map();
	const directiveDirectivesMap = /* @__PURE__ */ new Map();
	return { enter(node) {
		if (!("directives" in node) || !node.directives) return;
		let seenDirectives;
		if (node.kind === "SchemaDefinition" || node.kind === "SchemaExtension") seenDirectives = schemaDirectives;
		else if (isTypeDefinitionNode(node) || isTypeExtensionNode(node)) {
			const typeName = node.name.value;
			seenDirectives = typeDirectivesMap.get(typeName);
			if (seenDirectives === void 0) {
				seenDirectives = /* @__PURE__ */ new Map();
				typeDirectivesMap.set(typeName, seenDirectives);
			}
		} else if (node.kind === "DirectiveDefinition" || node.kind === "DirectiveExtension") {
			const directiveName = node.name.value;
			seenDirectives = directiveDirectivesMap.get(directiveName);
			if (seenDirectives === void 0) {
				seenDirectives = /* @__PURE__ */ new Map();
				directiveDirectivesMap.set(directiveName, seenDirectives);
			}
		} else seenDirectives = /* @__PURE__ */ new Map();
		for (const directive of node.directives) {
			const directiveName = directive.name.value;
			if (uniqueDirectiveMap.get(directiveName) === true) {
				const seenDirective = seenDirectives.get(directiveName);
				if (seenDirective != null) context.reportError(new GraphQLError(`The directive "@${directiveName}" can only be used once at this location.`, { nodes: [seenDirective, directive] }));
				else seenDirectives.set(directiveName, directive);
			}
		}
	} };
}
// node_modules/graphql/validation/rules/UniqueEnumValueNamesRule.mjs
function UniqueEnumValueNamesRule(context) {
	const schema = context.getSchema();
	const existingTypeMap = schema ? schema.getTypeMap() : Object.create(null);
	const knownValueNames = /* @__PURE__ */ new Map();
	return {
		EnumTypeDefinition: checkValueUniqueness,
		EnumTypeExtension: checkValueUniqueness
	};
	function checkValueUniqueness(node) {
		const typeName = node.name.value;
		let valueNames = knownValueNames.get(typeName);
		if (valueNames == null) {
			valueNames = /* @__PURE__ */ new Map();
			knownValueNames.set(typeName, valueNames);
		}
		const valueNodes = node.values ?? [];
		for (const valueDef of valueNodes) {
			const valueName = valueDef.name.value;
			const existingType = existingTypeMap[typeName];
			if (isEnumType(existingType) && existingType.getValue(valueName)) {
				context.reportError(new GraphQLError(`Enum value "${typeName}.${valueName}" already exists in the schema. It cannot also be defined in this type extension.`, { nodes: valueDef.name }));
				continue;
			}
			const knownValueName = valueNames.get(valueName);
			if (knownValueName != null) context.reportError(new GraphQLError(`Enum value "${typeName}.${valueName}" can only be defined once.`, { nodes: [knownValueName, valueDef.name] }));
			else valueNames.set(valueName, valueDef.name);
		}
		return false;
	}
}
// node_modules/graphql/validation/rules/UniqueFieldDefinitionNamesRule.mjs
function UniqueFieldDefinitionNamesRule(context) {
	const schema = context.getSchema();
	const existingTypeMap = schema ? schema.getTypeMap() : Object.create(null);
	const knownFieldNames = /* @__PURE__ */ new Map();
	return {
		InputObjectTypeDefinition: checkFieldUniqueness,
		InputObjectTypeExtension: checkFieldUniqueness,
		InterfaceTypeDefinition: checkFieldUniqueness,
		InterfaceTypeExtension: checkFieldUniqueness,
		ObjectTypeDefinition: checkFieldUniqueness,
		ObjectTypeExtension: checkFieldUniqueness
	};
	function checkFieldUniqueness(node) {
		const typeName = node.name.value;
		let fieldNames = knownFieldNames.get(typeName);
		if (fieldNames == null) {
			fieldNames = /* @__PURE__ */ new Map();
			knownFieldNames.set(typeName, fieldNames);
		}
		const fieldNodes = node.fields ?? [];
		for (const fieldDef of fieldNodes) {
			const fieldName = fieldDef.name.value;
			if (hasField(existingTypeMap[typeName], fieldName)) {
				context.reportError(new GraphQLError(`Field "${typeName}.${fieldName}" already exists in the schema. It cannot also be defined in this type extension.`, { nodes: fieldDef.name }));
				continue;
			}
			const knownFieldName = fieldNames.get(fieldName);
			if (knownFieldName != null) context.reportError(new GraphQLError(`Field "${typeName}.${fieldName}" can only be defined once.`, { nodes: [knownFieldName, fieldDef.name] }));
			else fieldNames.set(fieldName, fieldDef.name);
		}
		return false;
	}
}
function hasField(type, fieldName) {
	if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)) return type.getFields()[fieldName] != null;
	return false;
}
// node_modules/graphql/validation/rules/UniqueFragmentNamesRule.mjs
function UniqueFragmentNamesRule(context) {
	const knownFragmentNames = /* @__PURE__ */ new Map();
	return {
		OperationDefinition: () => false,
		FragmentDefinition(node) {
			const fragmentName = node.name.value;
			const knownFragmentName = knownFragmentNames.get(fragmentName);
			if (knownFragmentName != null) context.reportError(new GraphQLError(`There can be only one fragment named "${fragmentName}".`, { nodes: [knownFragmentName, node.name] }));
			else knownFragmentNames.set(fragmentName, node.name);
			return false;
		}
	};
}
// node_modules/graphql/validation/rules/UniqueInputFieldNamesRule.mjs
function UniqueInputFieldNamesRule(context) {
	const knownNameStack = [];
	let knownNames = /* @__PURE__ */ new Map();
	return {
		ObjectValue: {
			enter() {
				knownNameStack.push(knownNames);
				knownNames = /* @__PURE__ */ new Map();
			},
			leave() {
				const prevKnownNames = knownNameStack.pop();
				if (!(prevKnownNames != null)) invariant(false);
				knownNames = prevKnownNames;
			}
		},
		ObjectField(node) {
			const fieldName = node.name.value;
			const knownName = knownNames.get(fieldName);
			if (knownName != null) context.reportError(new GraphQLError(`There can be only one input field named "${fieldName}".`, { nodes: [knownName, node.name] }));
			else knownNames.set(fieldName, node.name);
		}
	};
}
// node_modules/graphql/validation/rules/UniqueOperationNamesRule.mjs
function UniqueOperationNamesRule(context) {
	const knownOperationNames = /* @__PURE__ */ new Map();
	return {
		OperationDefinition(node) {
			const operationName = node.name;
			if (operationName != null) {
				const knownOperationName = knownOperationNames.get(operationName.value);
				if (knownOperationName != null) context.reportError(new GraphQLError(`There can be only one operation named "${operationName.value}".`, { nodes: [knownOperationName, operationName] }));
				else knownOperationNames.set(operationName.value, operationName);
			}
			return false;
		},
		FragmentDefinition: () => false
	};
}
// node_modules/graphql/validation/rules/UniqueOperationTypesRule.mjs
function UniqueOperationTypesRule(context) {
	const schema = context.getSchema();
	const definedOperationTypes = /* @__PURE__ */ new Map();
	const existingOperationTypes = schema ? {
		query: schema.getQueryType(),
		mutation: schema.getMutationType(),
		subscription: schema.getSubscriptionType()
	} : {};
	return {
		SchemaDefinition: checkOperationTypes,
		SchemaExtension: checkOperationTypes
	};
	function checkOperationTypes(node) {
		const operationTypesNodes = node.operationTypes ?? [];
		for (const operationType of operationTypesNodes) {
			const operation = operationType.operation;
			const alreadyDefinedOperationType = definedOperationTypes.get(operation);
			if (existingOperationTypes[operation]) context.reportError(new GraphQLError(`Type for ${operation} already defined in the schema. It cannot be redefined.`, { nodes: operationType }));
			else if (alreadyDefinedOperationType) context.reportError(new GraphQLError(`There can be only one ${operation} type in schema.`, { nodes: [alreadyDefinedOperationType, operationType] }));
			else definedOperationTypes.set(operation, operationType);
		}
		return false;
	}
}
// node_modules/graphql/validation/rules/UniqueTypeNamesRule.mjs
function UniqueTypeNamesRule(context) {
	const knownTypeNames = /* @__PURE__ */ new Map();
	const schema = context.getSchema();
	return {
		ScalarTypeDefinition: checkTypeName,
		ObjectTypeDefinition: checkTypeName,
		InterfaceTypeDefinition: checkTypeName,
		UnionTypeDefinition: checkTypeName,
		EnumTypeDefinition: checkTypeName,
		InputObjectTypeDefinition: checkTypeName
	};
	function checkTypeName(node) {
		const typeName = node.name.value;
		if (schema?.getType(typeName)) {
			context.reportError(new GraphQLError(`Type "${typeName}" already exists in the schema. It cannot also be defined in this type definition.`, { nodes: node.name }));
			return;
		}
		const knownNameNode = knownTypeNames.get(typeName);
		if (knownNameNode != null) context.reportError(new GraphQLError(`There can be only one type named "${typeName}".`, { nodes: [knownNameNode, node.name] }));
		else knownTypeNames.set(typeName, node.name);
		return false;
	}
}
// node_modules/graphql/validation/rules/UniqueVariableNamesRule.mjs
function UniqueVariableNamesRule(context) {
	return { OperationDefinition(operationNode) {
		const seenVariableDefinitions = groupBy(operationNode.variableDefinitions ?? [], (node) => node.variable.name.value);
		for (const [variableName, variableNodes] of seenVariableDefinitions) if (variableNodes.length > 1) context.reportError(new GraphQLError(`There can be only one variable named "$${variableName}".`, { nodes: variableNodes.map((node) => node.variable.name) }));
	} };
}
// node_modules/graphql/validation/rules/ValuesOfCorrectTypeRule.mjs
function ValuesOfCorrectTypeRule(context) {
	return {
		NullValue: (node) => isValidValueNode(context, node, context.getInputType()),
		ListValue: (node) => isValidValueNode(context, node, context.getParentInputType()),
		ObjectValue: (node) => isValidValueNode(context, node, context.getInputType()),
		EnumValue: (node) => isValidValueNode(context, node, context.getInputType()),
		IntValue: (node) => isValidValueNode(context, node, context.getInputType()),
		FloatValue: (node) => isValidValueNode(context, node, context.getInputType()),
		StringValue: (node) => isValidValueNode(context, node, context.getInputType()),
		BooleanValue: (node) => isValidValueNode(context, node, context.getInputType())
	};
}
function isValidValueNode(context, node, inputType) {
	if (inputType) validateInputLiteral(node, inputType, (error) => {
		context.reportError(error);
	}, void 0, void 0, context.hideSuggestions);
	return false;
}
// node_modules/graphql/validation/rules/VariablesAreInputTypesRule.mjs
function VariablesAreInputTypesRule(context) {
	return { VariableDefinition(node) {
		const type = typeFromAST(context.getSchema(), node.type);
		if (type !== void 0 && !isInputType(type)) {
			const variableName = node.variable.name.value;
			const typeName = print(node.type);
			context.reportError(new GraphQLError(`Variable "$${variableName}" cannot be non-input type "${typeName}".`, { nodes: node.type }));
		}
	} };
}
// node_modules/graphql/validation/rules/VariablesInAllowedPositionRule.mjs
function VariablesInAllowedPositionRule(context) {
	let varDefMap;
	return { OperationDefinition: {
		enter(operation) {
			varDefMap = /* @__PURE__ */ new Map();
			if (operation.variableDefinitions) for (const varDef of operation.variableDefinitions) varDefMap.set(varDef.variable.name.value, varDef);
		},
		leave(operation) {
			const usages = context.getRecursiveVariableUsages(operation);
			for (const { node, type, parentType, defaultValue, fragmentVariableDefinition } of usages) {
				const varName = node.name.value;
				let varDef = fragmentVariableDefinition;
				varDef ??= varDefMap.get(varName);
				if (varDef && type) {
					const schema = context.getSchema();
					const varType = typeFromAST(schema, varDef.type);
					if (varType && !allowedVariableUsage(schema, varType, varDef.defaultValue, type, defaultValue)) context.reportError(new GraphQLError(`Variable "$${varName}" of type "${varType}" used in position expecting type "${type}".`, { nodes: [varDef, node] }));
					if (isInputObjectType(parentType) && parentType.isOneOf && isNullableType(varType)) context.reportError(new GraphQLError(`Variable "$${varName}" is of type "${varType}" but must be non-nullable to be used for OneOf Input Object "${parentType}".`, { nodes: [varDef, node] }));
				}
			}
		}
	} };
}
function allowedVariableUsage(schema, varType, varDefaultValue, locationType, locationDefaultValue) {
	if (isNonNullType(locationType) && !isNonNullType(varType)) {
		if (!(varDefaultValue != null && varDefaultValue.kind !== "NullValue") && !(locationDefaultValue !== void 0)) return false;
		const nullableLocationType = locationType.ofType;
		return isTypeSubTypeOf(schema, varType, nullableLocationType);
	}
	return isTypeSubTypeOf(schema, varType, locationType);
}
// node_modules/graphql/validation/specifiedRules.mjs
const recommendedRules = Object.freeze([MaxIntrospectionDepthRule]);
const specifiedRules = Object.freeze([
	ExecutableDefinitionsRule,
	KnownOperationTypesRule,
	UniqueOperationNamesRule,
	LoneAnonymousOperationRule,
	SingleFieldSubscriptionsRule,
	KnownTypeNamesRule,
	FragmentsOnCompositeTypesRule,
	VariablesAreInputTypesRule,
	ScalarLeafsRule,
	FieldsOnCorrectTypeRule,
	UniqueFragmentNamesRule,
	KnownFragmentNamesRule,
	NoUnusedFragmentsRule,
	PossibleFragmentSpreadsRule,
	NoFragmentCyclesRule,
	UniqueVariableNamesRule,
	NoUndefinedVariablesRule,
	NoUnusedVariablesRule,
	KnownDirectivesRule,
	UniqueDirectivesPerLocationRule,
	DeferStreamDirectiveOnRootFieldRule,
	DeferStreamDirectiveOnValidOperationsRule,
	DeferStreamDirectiveLabelRule,
	StreamDirectiveOnListFieldRule,
	KnownArgumentNamesRule,
	UniqueArgumentNamesRule,
	ValuesOfCorrectTypeRule,
	ProvidedRequiredArgumentsRule,
	VariablesInAllowedPositionRule,
	OverlappingFieldsCanBeMergedRule,
	UniqueInputFieldNamesRule,
	...recommendedRules
]);
Object.freeze([
	LoneSchemaDefinitionRule,
	UniqueOperationTypesRule,
	UniqueTypeNamesRule,
	UniqueEnumValueNamesRule,
	UniqueFieldDefinitionNamesRule,
	UniqueArgumentDefinitionNamesRule,
	UniqueDirectiveNamesRule,
	KnownTypeNamesRule,
	KnownDirectivesRule,
	UniqueDirectivesPerLocationRule,
	PossibleTypeExtensionsRule,
	KnownArgumentNamesOnDirectivesRule,
	UniqueArgumentNamesRule,
	UniqueInputFieldNamesRule,
	ProvidedRequiredArgumentsOnDirectivesRule
]);
// node_modules/graphql/jsutils/SetMap.mjs
var SetMap = class {
	constructor() {
		this._entries = /* @__PURE__ */ new Map();
		this._memberIds = /* @__PURE__ */ new Map();
		this._nextMemberId = 0;
	}
	get size() {
		return this._entries.size;
	}
	get(members) {
		return this._entries.get(this._key(members))?.value;
	}
	getOrInsert(members, value) {
		const key = this._key(members);
		const entry = this._entries.get(key);
		if (entry !== void 0) return entry.value;
		this._entries.set(key, {
			members,
			value
		});
		return value;
	}
	getOrInsertComputed(members, computeValue) {
		const entry = this._entries.get(this._key(members));
		if (entry !== void 0) return entry.value;
		const value = computeValue(members);
		this.set(members, value);
		return value;
	}
	has(members) {
		return this._entries.has(this._key(members));
	}
	set(members, value) {
		const key = this._key(members);
		const entry = this._entries.get(key);
		if (entry !== void 0) {
			entry.value = value;
			return this;
		}
		this._entries.set(key, {
			members,
			value
		});
		return this;
	}
	*keys() {
		for (const entry of this._entries.values()) yield entry.members;
	}
	*values() {
		for (const entry of this._entries.values()) yield entry.value;
	}
	*entries() {
		for (const entry of this._entries.values()) yield [entry.members, entry.value];
	}
	[Symbol.iterator]() {
		return this.entries();
	}
	_key(members) {
		const ids = [];
		for (const member of members) {
			let id = this._memberIds.get(member);
			if (id === void 0) {
				id = this._nextMemberId++;
				this._memberIds.set(member, id);
			}
			ids.push(id);
		}
		ids.sort((id1, id2) => id1 - id2);
		return ids.join(",");
	}
};
// node_modules/graphql/validation/ValidationContext.mjs
var ASTValidationContext = class {
	constructor(ast, onError) {
		this._remainingFragmentWork = 5e4;
		this._ast = ast;
		this._fragments = void 0;
		this._fragmentSpreads = /* @__PURE__ */ new Map();
		this._recursivelyReferencedFragments = new SetMap();
		this._onError = onError;
	}
	get [Symbol.toStringTag]() {
		return "ASTValidationContext";
	}
	reportError(error) {
		this._onError(error);
	}
	getDocument() {
		return this._ast;
	}
	getFragment(name) {
		let fragments;
		if (this._fragments) fragments = this._fragments;
		else {
			fragments = Object.create(null);
			for (const defNode of this.getDocument().definitions) if (defNode.kind === "FragmentDefinition") fragments[defNode.name.value] = defNode;
			this._fragments = fragments;
		}
		return fragments[name];
	}
	getFragmentSpreads(node) {
		let spreads = this._fragmentSpreads.get(node);
		if (!spreads) {
			spreads = [];
			const setsToVisit = [node];
			let set;
			while (set = setsToVisit.pop()) for (const selection of set.selections) if (selection.kind === "FragmentSpread") spreads.push(selection);
			else if (selection.selectionSet) setsToVisit.push(selection.selectionSet);
			this._fragmentSpreads.set(node, spreads);
		}
		return spreads;
	}
	getRecursivelyReferencedFragments(operation) {
		return this.getRecursivelyReferencedFragmentsForOperations([operation]);
	}
	getRecursivelyReferencedFragmentsForOperations(operations) {
		const fragmentNames = new Set(operations.flatMap(({ selectionSet }) => this.getFragmentSpreads(selectionSet).map(({ name }) => name.value)));
		let fragments = this._recursivelyReferencedFragments.get(fragmentNames);
		if (!fragments) {
			fragments = [];
			this.spendFragmentWork(fragmentNames.size);
			const collectedNames = new Set(fragmentNames);
			for (const fragName of collectedNames) {
				const fragment = this.getFragment(fragName);
				if (fragment) {
					fragments.push(fragment);
					const spreads = this.getFragmentSpreads(fragment.selectionSet);
					this.spendFragmentWork(spreads.length);
					for (const spread of spreads) collectedNames.add(spread.name.value);
				}
			}
			this._recursivelyReferencedFragments.set(fragmentNames, fragments);
		}
		return fragments;
	}
	spendFragmentWork(cost) {
		this._remainingFragmentWork -= cost;
		if (this._remainingFragmentWork < 0) throw validationAbortedError;
	}
};
var ValidationContext = class extends ASTValidationContext {
	constructor(schema, ast, typeInfo, onError, hideSuggestionsOrOptions) {
		const { hideSuggestions, allowEmptySelectionSets } = typeof hideSuggestionsOrOptions === "boolean" ? { hideSuggestions: hideSuggestionsOrOptions } : hideSuggestionsOrOptions ?? {};
		super(ast, onError);
		this._schema = schema;
		this._typeInfo = typeInfo;
		this._variableUsages = /* @__PURE__ */ new Map();
		this._recursiveVariableUsages = /* @__PURE__ */ new Map();
		this._hideSuggestions = hideSuggestions ?? false;
		this._allowEmptySelectionSets = allowEmptySelectionSets ?? true;
	}
	get [Symbol.toStringTag]() {
		return "ValidationContext";
	}
	get hideSuggestions() {
		return this._hideSuggestions;
	}
	get allowEmptySelectionSets() {
		return this._allowEmptySelectionSets;
	}
	getSchema() {
		return this._schema;
	}
	getVariableUsages(node) {
		let usages = this._variableUsages.get(node);
		if (!usages) {
			const newUsages = [];
			const typeInfo = new TypeInfo(this._schema, void 0, this._typeInfo.getFragmentSignatureByName());
			const fragmentDefinition = node.kind === "FragmentDefinition" ? node : void 0;
			visit(node, visitWithTypeInfo(typeInfo, {
				VariableDefinition: () => false,
				Variable(variable) {
					let fragmentVariableDefinition;
					if (fragmentDefinition) fragmentVariableDefinition = typeInfo.getFragmentSignatureByName()(fragmentDefinition.name.value)?.variableDefinitions.get(variable.name.value);
					newUsages.push({
						node: variable,
						type: typeInfo.getInputType(),
						parentType: typeInfo.getParentInputType(),
						defaultValue: typeInfo.getDefaultValue(),
						fragmentVariableDefinition
					});
				}
			}));
			usages = newUsages;
			this._variableUsages.set(node, usages);
		}
		return usages;
	}
	getRecursiveVariableUsages(operation) {
		let usages = this._recursiveVariableUsages.get(operation);
		if (!usages) {
			const fragments = this.getRecursivelyReferencedFragments(operation);
			let fragmentUsages = this._recursiveVariableUsages.get(fragments);
			if (!fragmentUsages) {
				this.spendFragmentWork(fragments.length);
				fragmentUsages = fragments.flatMap((frag) => {
					const localUsages = this.getVariableUsages(frag);
					this.spendFragmentWork(localUsages.length);
					return localUsages;
				});
				this._recursiveVariableUsages.set(fragments, fragmentUsages);
			}
			this.spendFragmentWork(fragmentUsages.length);
			usages = this.getVariableUsages(operation).concat(fragmentUsages);
			this._recursiveVariableUsages.set(operation, usages);
		}
		return usages;
	}
	getType() {
		return this._typeInfo.getType();
	}
	getParentType() {
		return this._typeInfo.getParentType();
	}
	getInputType() {
		return this._typeInfo.getInputType();
	}
	getParentInputType() {
		return this._typeInfo.getParentInputType();
	}
	getFieldDef() {
		return this._typeInfo.getFieldDef();
	}
	getDirective() {
		return this._typeInfo.getDirective();
	}
	getArgument() {
		return this._typeInfo.getArgument();
	}
	getFragmentSignature() {
		return this._typeInfo.getFragmentSignature();
	}
	getFragmentSignatureByName() {
		return this._typeInfo.getFragmentSignatureByName();
	}
	getEnumValue() {
		return this._typeInfo.getEnumValue();
	}
};
// node_modules/graphql/validation/validate.mjs
const QueryDocumentKeysToValidate = mapValue(QueryDocumentKeys, (keys) => keys.filter((key) => key !== "description"));
const tooManyValidationErrorsError = new GraphQLError("Too many validation errors, error limit reached. Validation aborted.");
function validate(schema, documentAST, rules = specifiedRules, options) {
	return shouldTrace(validateChannel) ? validateChannel.traceSync(() => validateImpl(schema, documentAST, rules, options), {
		schema,
		document: documentAST
	}) : validateImpl(schema, documentAST, rules, options);
}
function validateImpl(schema, documentAST, rules, options) {
	const maxErrors = options?.maxErrors ?? 100;
	const hideSuggestions = options?.hideSuggestions ?? false;
	const allowEmptySelectionSets = options?.allowEmptySelectionSets ?? true;
	assertValidSchema(schema);
	const errors = [];
	const typeInfo = new TypeInfo(schema);
	const context = new ValidationContext(schema, documentAST, typeInfo, (error) => {
		if (errors.length >= maxErrors) throw tooManyValidationErrorsError;
		errors.push(error);
	}, {
		hideSuggestions,
		allowEmptySelectionSets
	});
	const visitor = visitInParallel(rules.map((rule) => rule(context)));
	try {
		visit(documentAST, visitWithTypeInfo(typeInfo, visitor), QueryDocumentKeysToValidate);
	} catch (e) {
		if (e === tooManyValidationErrorsError || e === validationAbortedError) errors.push(e);
		else throw e;
	}
	return errors;
}
export { TypeInfo as a, parse as c, Lexer as d, TokenKind as f, NoFragmentCyclesRule as i, parseType as l, specifiedRules as n, visitWithTypeInfo as o, ValuesOfCorrectTypeRule as r, visit as s, validate as t, Source as u };
