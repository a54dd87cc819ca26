import { $ as keyMap, A as isScalarType, C as isNamedType, D as isOutputType, E as isObjectType, F as print, G as didYouMean, H as suggestionList, I as printForError, J as OperationTypeNode, K as devAssert, M as isUnionType, O as isRequiredArgument, P as assertName, Q as mapValue, S as isListType, V as toObjMapWithSymbols, W as keyValMap, _ as isEnumType, b as isInterfaceType, c as GraphQLObjectType, d as assertLeafType, et as andList, f as getNamedType, h as isArgument, k as isRequiredInputField, l as GraphQLScalarType, m as isAbstractType, n as GraphQLEnumType, nt as instanceOf, o as GraphQLList, r as GraphQLField, rt as inspect, s as GraphQLNonNull, t as GraphQLArgument, tt as invariant, v as isInputObjectType, w as isNonNullType, x as isLeafType, y as isInputType } from "./definition-U6Cy4S-S.mjs";
import { $ as AccumulatorMap, A as NAME, D as LIST, F as OBJECT_FIELD, G as STRING, M as NON_NULL_TYPE, N as NULL, O as LIST_TYPE, P as OBJECT, Q as GraphQLError, Y as VARIABLE, b as INLINE_FRAGMENT, et as isObjectLike, g as FLOAT, j as NAMED_TYPE, m as FIELD, r as BOOLEAN, u as ENUM, w as INT, y as FRAGMENT_SPREAD } from "./kinds_-cEhelto3.mjs";
// node_modules/graphql/jsutils/isPromise.mjs
function isPromise(value) {
	return value instanceof Promise;
}
function isPromiseLike(value) {
	return typeof value?.then === "function";
}
// node_modules/graphql/jsutils/toError.mjs
function toError(thrownValue) {
	return thrownValue instanceof Error ? thrownValue : new NonErrorThrown(thrownValue);
}
var NonErrorThrown = class extends Error {
	constructor(thrownValue) {
		super("Unexpected error value: " + inspect(thrownValue));
		this.name = "NonErrorThrown";
		this.thrownValue = thrownValue;
	}
};
// node_modules/graphql/error/ensureGraphQLError.mjs
function ensureGraphQLError(rawError) {
	if (rawError instanceof GraphQLError) return rawError;
	const originalError = toError(rawError);
	return new GraphQLError(originalError.message, { originalError });
}
// node_modules/graphql/jsutils/capitalize.mjs
function capitalize(str) {
	return str.charAt(0).toUpperCase() + str.slice(1).toLowerCase();
}
// node_modules/graphql/jsutils/isIterableObject.mjs
function isIterableObject(maybeIterable) {
	return typeof maybeIterable === "object" && typeof maybeIterable?.[Symbol.iterator] === "function";
}
// node_modules/graphql/jsutils/printPathArray.mjs
function printPathArray(path) {
	if (path.length === 0) return "";
	return ` at ${path.map((key) => typeof key === "number" ? `[${key}]` : `.${key}`).join("")}`;
}
// node_modules/graphql/utilities/typeComparators.mjs
function isEqualType(typeA, typeB) {
	if (typeA === typeB) return true;
	if (isNonNullType(typeA) && isNonNullType(typeB)) return isEqualType(typeA.ofType, typeB.ofType);
	if (isListType(typeA) && isListType(typeB)) return isEqualType(typeA.ofType, typeB.ofType);
	return false;
}
function isTypeSubTypeOf(schema, maybeSubType, superType) {
	if (maybeSubType === superType) return true;
	if (isNonNullType(superType)) {
		if (isNonNullType(maybeSubType)) return isTypeSubTypeOf(schema, maybeSubType.ofType, superType.ofType);
		return false;
	}
	if (isNonNullType(maybeSubType)) return isTypeSubTypeOf(schema, maybeSubType.ofType, superType);
	if (isListType(superType)) {
		if (isListType(maybeSubType)) return isTypeSubTypeOf(schema, maybeSubType.ofType, superType.ofType);
		return false;
	}
	if (isListType(maybeSubType)) return false;
	return isAbstractType(superType) && (isInterfaceType(maybeSubType) || isObjectType(maybeSubType)) && schema.isSubType(superType, maybeSubType);
}
function doTypesOverlap(schema, typeA, typeB) {
	if (typeA === typeB) return true;
	if (isAbstractType(typeA)) {
		if (isAbstractType(typeB)) return schema.getPossibleTypes(typeA).some((type) => schema.isSubType(typeB, type));
		return schema.isSubType(typeA, typeB);
	}
	if (isAbstractType(typeB)) return schema.isSubType(typeB, typeA);
	return false;
}
// node_modules/graphql/jsutils/Path.mjs
function addPath(prev, key, typename) {
	return {
		prev,
		key,
		typename
	};
}
function pathToArray(path) {
	const flattened = [];
	let curr = path;
	while (curr) {
		flattened.push(curr.key);
		curr = curr.prev;
	}
	return flattened.reverse();
}
// node_modules/graphql/utilities/valueToLiteral.mjs
function valueToLiteral(value, type) {
	if (isNonNullType(type)) {
		if (value == null) return;
		return valueToLiteral(value, type.ofType);
	}
	if (value == null) return { kind: NULL };
	if (isListType(type)) {
		if (!isIterableObject(value)) return valueToLiteral(value, type.ofType);
		const values = [];
		for (const itemValue of value) {
			const itemNode = valueToLiteral(itemValue, type.ofType);
			if (!itemNode) return;
			values.push(itemNode);
		}
		return {
			kind: LIST,
			values
		};
	}
	if (isInputObjectType(type)) {
		if (!isObjectLike(value)) return;
		const fields = [];
		const fieldDefs = type.getFields();
		if (Object.keys(value).some((name) => value[name] !== void 0 && !Object.hasOwn(fieldDefs, name))) return;
		for (const field of Object.values(type.getFields())) if (value[field.name] === void 0) {
			if (isRequiredInputField(field)) return;
		} else {
			const fieldNode = valueToLiteral(value[field.name], field.type);
			if (!fieldNode) return;
			fields.push({
				kind: OBJECT_FIELD,
				name: {
					kind: NAME,
					value: field.name
				},
				value: fieldNode
			});
		}
		return {
			kind: OBJECT,
			fields
		};
	}
	const leafType = assertLeafType(type);
	if (leafType.valueToLiteral) try {
		return leafType.valueToLiteral(value);
	} catch (_error) {
		return;
	}
	return defaultScalarValueToLiteral(value);
}
function defaultScalarValueToLiteral(value) {
	if (value == null) return { kind: NULL };
	switch (typeof value) {
		case "boolean": return {
			kind: BOOLEAN,
			value
		};
		case "string": return {
			kind: STRING,
			value,
			block: false
		};
		case "bigint": return {
			kind: INT,
			value: value.toString()
		};
		case "number": {
			if (!Number.isFinite(value)) return { kind: NULL };
			const stringValue = String(value);
			return /^-?(?:0|[1-9][0-9]*)$/.test(stringValue) ? {
				kind: INT,
				value: stringValue
			} : {
				kind: FLOAT,
				value: stringValue
			};
		}
		case "object": {
			if (isIterableObject(value)) return {
				kind: LIST,
				values: Array.from(value, defaultScalarValueToLiteral)
			};
			const objValue = value;
			const fields = [];
			for (const fieldName of Object.keys(objValue)) {
				const fieldValue = objValue[fieldName];
				if (fieldValue !== void 0) fields.push({
					kind: OBJECT_FIELD,
					name: {
						kind: NAME,
						value: fieldName
					},
					value: defaultScalarValueToLiteral(fieldValue)
				});
			}
			return {
				kind: OBJECT,
				fields
			};
		}
	}
	throw new TypeError(`Cannot convert value to AST: ${inspect(value)}.`);
}
// node_modules/graphql/utilities/replaceVariables.mjs
function replaceVariables(valueNode, variableValues, fragmentVariableValues) {
	switch (valueNode.kind) {
		case VARIABLE: {
			const varName = valueNode.name.value;
			const fragmentVariableValueSource = fragmentVariableValues?.sources[varName];
			if (fragmentVariableValueSource) {
				const value = fragmentVariableValueSource.value;
				if (value === void 0) {
					const defaultValue = fragmentVariableValueSource.signature.default;
					if (defaultValue !== void 0) return defaultValue.literal;
					return { kind: NULL };
				}
				return replaceVariables(value, variableValues, fragmentVariableValueSource.fragmentVariableValues);
			}
			const variableValueSource = variableValues?.sources[varName];
			if (variableValueSource == null) return { kind: NULL };
			if (variableValueSource.value === void 0) {
				const defaultValue = variableValueSource.signature.default;
				if (defaultValue !== void 0) return defaultValue.literal;
			}
			return valueToLiteral(variableValueSource.value, variableValueSource.signature.type);
		}
		case OBJECT: {
			const newFields = [];
			for (const field of valueNode.fields) {
				if (field.value.kind === "Variable") {
					const scopedVariableSource = fragmentVariableValues?.sources[field.value.name.value] ?? variableValues?.sources[field.value.name.value];
					if (scopedVariableSource?.value === void 0 && scopedVariableSource?.signature.default === void 0) continue;
				}
				const newFieldNodeValue = replaceVariables(field.value, variableValues, fragmentVariableValues);
				newFields.push({
					...field,
					value: newFieldNodeValue
				});
			}
			return {
				...valueNode,
				fields: newFields
			};
		}
		case LIST: {
			const newValues = [];
			for (const value of valueNode.values) {
				const newItemNodeValue = replaceVariables(value, variableValues, fragmentVariableValues);
				newValues.push(newItemNodeValue);
			}
			return {
				...valueNode,
				values: newValues
			};
		}
		default: return valueNode;
	}
}
// node_modules/graphql/utilities/validateInputValue.mjs
function validateInputValue(inputValue, type, onError, hideSuggestions) {
	return validateInputValueImpl(inputValue, type, onError, hideSuggestions, void 0);
}
function validateInputValueImpl(inputValue, type, onError, hideSuggestions, path) {
	if (isNonNullType(type)) {
		if (inputValue === void 0) {
			reportInvalidValue(onError, `Expected a value of non-null type "${type}" to be provided.`, path);
			return;
		}
		if (inputValue === null) {
			reportInvalidValue(onError, `Expected value of non-null type "${type}" not to be null.`, path);
			return;
		}
		return validateInputValueImpl(inputValue, type.ofType, onError, hideSuggestions, path);
	}
	if (inputValue == null) return;
	if (isListType(type)) {
		if (!isIterableObject(inputValue)) validateInputValueImpl(inputValue, type.ofType, onError, hideSuggestions, path);
		else {
			let index = 0;
			for (const itemValue of inputValue) validateInputValueImpl(itemValue, type.ofType, onError, hideSuggestions, addPath(path, index++, void 0));
		}
	} else if (isInputObjectType(type)) {
		if (!isObjectLike(inputValue) || Array.isArray(inputValue)) {
			reportInvalidValue(onError, `Expected value of type "${type}" to be an object, found: ${inspect(inputValue)}.`, path);
			return;
		}
		const fieldDefs = type.getFields();
		for (const field of Object.values(fieldDefs)) {
			const fieldValue = inputValue[field.name];
			if (fieldValue === void 0) {
				if (isRequiredInputField(field)) reportInvalidValue(onError, `Expected value of type "${type}" to include required field "${field.name}", found: ${inspect(inputValue)}.`, path);
			} else validateInputValueImpl(fieldValue, field.type, onError, hideSuggestions, addPath(path, field.name, type.name));
		}
		const fields = [];
		for (const fieldName of Object.keys(inputValue)) {
			if (inputValue[fieldName] === void 0) continue;
			if (!Object.hasOwn(fieldDefs, fieldName)) {
				const suggestion = hideSuggestions ? "" : didYouMean(suggestionList(fieldName, Object.keys(fieldDefs)));
				reportInvalidValue(onError, `Expected value of type "${type}" not to include unknown field "${fieldName}"${suggestion ? `.${suggestion} Found` : ", found"}: ${inspect(inputValue)}.`, path);
				continue;
			}
			fields.push(fieldName);
		}
		if (type.isOneOf) {
			if (fields.length !== 1) reportInvalidValue(onError, getOneOfInputObjectErrorMessage(type), path);
			const field = fields[0];
			if (inputValue[field] === null) reportInvalidValue(onError, getOneOfInputObjectErrorMessage(type), addPath(path, field, type.name));
		}
	} else {
		assertLeafType(type);
		let result;
		let caughtError;
		try {
			result = type.coerceInputValue(inputValue, hideSuggestions);
		} catch (error) {
			if (error instanceof GraphQLError) {
				onError(error, pathToArray(path));
				return;
			}
			caughtError = error;
		}
		if (result === void 0) reportInvalidValue(onError, `Expected value of type "${type}"${caughtError != null ? `, but encountered error "${getCaughtErrorMessage(caughtError)}"; found` : ", found"}: ${inspect(inputValue)}.`, path, ensureGraphQLError(caughtError));
	}
}
function reportInvalidValue(onError, message, path, originalError) {
	onError(new GraphQLError(message, { originalError }), pathToArray(path));
}
function validateInputLiteral(valueNode, type, onError, variables, fragmentVariableValues, hideSuggestions) {
	return validateInputLiteralImpl({
		static: !variables && !fragmentVariableValues,
		onError,
		variables,
		fragmentVariableValues
	}, valueNode, type, hideSuggestions, void 0);
}
function validateInputLiteralImpl(context, valueNode, type, hideSuggestions, path) {
	if (valueNode.kind === "Variable") {
		if (context.static) return;
		const value = getScopedVariableValues(context, valueNode)?.coerced[valueNode.name.value];
		if (isNonNullType(type)) {
			if (value === void 0) reportInvalidLiteral(context.onError, `Expected variable "$${valueNode.name.value}" provided to type "${type}" to provide a runtime value.`, valueNode, path);
			else if (value === null) reportInvalidLiteral(context.onError, `Expected variable "$${valueNode.name.value}" provided to non-null type "${type}" not to be null.`, valueNode, path);
		}
		return;
	}
	if (isNonNullType(type)) {
		if (valueNode.kind === "NullValue") {
			reportInvalidLiteral(context.onError, `Expected value of non-null type "${type}" not to be null.`, valueNode, path);
			return;
		}
		return validateInputLiteralImpl(context, valueNode, type.ofType, hideSuggestions, path);
	}
	if (valueNode.kind === "NullValue") return;
	if (isListType(type)) {
		if (valueNode.kind !== "ListValue") validateInputLiteralImpl(context, valueNode, type.ofType, hideSuggestions, path);
		else {
			let index = 0;
			for (const itemNode of valueNode.values) validateInputLiteralImpl(context, itemNode, type.ofType, hideSuggestions, addPath(path, index++, void 0));
		}
	} else if (isInputObjectType(type)) {
		if (valueNode.kind !== "ObjectValue") {
			reportInvalidLiteral(context.onError, `Expected value of type "${type}" to be an object, found: ${printForError(valueNode)}.`, valueNode, path);
			return;
		}
		const fieldDefs = type.getFields();
		const fieldNodes = keyMap(valueNode.fields, (field) => field.name.value);
		for (const field of Object.values(fieldDefs)) {
			const fieldNode = fieldNodes[field.name];
			if (fieldNode === void 0) {
				if (isRequiredInputField(field)) reportInvalidLiteral(context.onError, `Expected value of type "${type}" to include required field "${field.name}", found: ${printForError(valueNode)}.`, valueNode, path);
			} else {
				const fieldValueNode = fieldNode.value;
				if (fieldValueNode.kind === "Variable" && !context.static) {
					const scopedVariableValues = getScopedVariableValues(context, fieldValueNode);
					const variableName = fieldValueNode.name.value;
					const value = scopedVariableValues?.coerced[variableName];
					if (type.isOneOf) {
						if (value === void 0) reportInvalidLiteral(context.onError, `Expected variable "$${variableName}" provided to field "${field.name}" for OneOf Input Object type "${type}" to provide a runtime value.`, valueNode, path);
						else if (value === null) reportInvalidLiteral(context.onError, `Expected variable "$${variableName}" provided to field "${field.name}" for OneOf Input Object type "${type}" not to be null.`, valueNode, path);
					} else if (value === void 0 && !isRequiredInputField(field)) continue;
				}
				validateInputLiteralImpl(context, fieldValueNode, field.type, hideSuggestions, addPath(path, field.name, type.name));
			}
		}
		const fields = valueNode.fields;
		const knownFields = [];
		for (const fieldNode of fields) {
			const fieldName = fieldNode.name.value;
			if (!Object.hasOwn(fieldDefs, fieldName)) {
				const suggestion = hideSuggestions ? "" : didYouMean(suggestionList(fieldName, Object.keys(fieldDefs)));
				reportInvalidLiteral(context.onError, `Expected value of type "${type}" not to include unknown field "${fieldName}"${suggestion ? `.${suggestion} Found` : ", found"}: ${printForError(valueNode)}.`, fieldNode, path);
			} else knownFields.push(fieldNode);
		}
		if (type.isOneOf) {
			if (knownFields.length !== 1) {
				reportInvalidLiteral(context.onError, getOneOfInputObjectErrorMessage(type), valueNode, path);
				return;
			}
			if (knownFields[0].value.kind === "NullValue") {
				const fieldName = knownFields[0].name.value;
				reportInvalidLiteral(context.onError, getOneOfInputObjectErrorMessage(type), valueNode, addPath(path, fieldName, void 0));
			}
		}
	} else {
		assertLeafType(type);
		let result;
		let caughtError;
		try {
			result = type.coerceInputLiteral ? type.coerceInputLiteral(replaceVariables(valueNode, context.variables, context.fragmentVariableValues), hideSuggestions) : type.parseLiteral(valueNode, void 0, hideSuggestions);
		} catch (error) {
			if (error instanceof GraphQLError) {
				context.onError(error, pathToArray(path));
				return;
			}
			caughtError = error;
		}
		if (result === void 0) reportInvalidLiteral(context.onError, `Expected value of type "${type}"${caughtError != null ? `, but encountered error "${getCaughtErrorMessage(caughtError)}"; found` : ", found"}: ${printForError(valueNode)}.`, valueNode, path, ensureGraphQLError(caughtError));
	}
}
function getScopedVariableValues(context, valueNode) {
	const variableName = valueNode.name.value;
	const { fragmentVariableValues, variables } = context;
	return fragmentVariableValues?.sources[variableName] ? fragmentVariableValues : variables;
}
function reportInvalidLiteral(onError, message, valueNode, path, originalError) {
	onError(new GraphQLError(message, {
		nodes: valueNode,
		originalError
	}), pathToArray(path));
}
function getCaughtErrorMessage(caughtError) {
	if (isObjectLike(caughtError)) {
		const message = caughtError.message;
		if (typeof message === "string" && message !== "") return message;
	}
	return String(caughtError);
}
function getOneOfInputObjectErrorMessage(type) {
	return `Within OneOf Input Object type "${type}", exactly one field must be specified, and the value for that field must be non-null.`;
}
// node_modules/graphql/language/directiveLocation.mjs
const DirectiveLocation = {
	QUERY: "QUERY",
	MUTATION: "MUTATION",
	SUBSCRIPTION: "SUBSCRIPTION",
	FIELD: "FIELD",
	FRAGMENT_DEFINITION: "FRAGMENT_DEFINITION",
	FRAGMENT_SPREAD: "FRAGMENT_SPREAD",
	INLINE_FRAGMENT: "INLINE_FRAGMENT",
	VARIABLE_DEFINITION: "VARIABLE_DEFINITION",
	FRAGMENT_VARIABLE_DEFINITION: "FRAGMENT_VARIABLE_DEFINITION",
	SCHEMA: "SCHEMA",
	SCALAR: "SCALAR",
	OBJECT: "OBJECT",
	FIELD_DEFINITION: "FIELD_DEFINITION",
	ARGUMENT_DEFINITION: "ARGUMENT_DEFINITION",
	INTERFACE: "INTERFACE",
	UNION: "UNION",
	ENUM: "ENUM",
	ENUM_VALUE: "ENUM_VALUE",
	INPUT_OBJECT: "INPUT_OBJECT",
	INPUT_FIELD_DEFINITION: "INPUT_FIELD_DEFINITION",
	DIRECTIVE_DEFINITION: "DIRECTIVE_DEFINITION"
};
const GraphQLInt = new GraphQLScalarType({
	name: "Int",
	description: "The `Int` scalar type represents non-fractional signed whole numeric values. Int can represent values between -(2^31) and 2^31 - 1.",
	coerceOutputValue(outputValue) {
		const coercedValue = coerceOutputValueObject(outputValue);
		if (typeof coercedValue === "number") return coerceIntFromNumber(coercedValue);
		if (typeof coercedValue === "boolean") return coercedValue ? 1 : 0;
		if (typeof coercedValue === "string") return coerceIntFromString(coercedValue);
		if (typeof coercedValue === "bigint") return coerceIntFromBigInt(coercedValue);
		throw new GraphQLError(`Int cannot represent non-integer value: ${inspect(coercedValue)}`);
	},
	coerceInputValue(inputValue) {
		if (typeof inputValue === "number") return coerceIntFromNumber(inputValue);
		if (typeof inputValue === "bigint") return coerceIntFromBigInt(inputValue);
		throw new GraphQLError(`Int cannot represent non-integer value: ${inspect(inputValue)}`);
	},
	coerceInputLiteral(valueNode) {
		if (valueNode.kind !== "IntValue") throw new GraphQLError(`Int cannot represent non-integer value: ${printForError(valueNode)}`, { nodes: valueNode });
		const num = parseInt(valueNode.value, 10);
		if (num > 2147483647 || num < -2147483648) throw new GraphQLError(`Int cannot represent non 32-bit signed integer value: ${valueNode.value}`, { nodes: valueNode });
		return num;
	},
	valueToLiteral(value) {
		if ((typeof value === "number" && Number.isInteger(value) || typeof value === "bigint") && value <= 2147483647 && value >= -2147483648) return {
			kind: INT,
			value: String(value)
		};
	}
});
const GraphQLFloat = new GraphQLScalarType({
	name: "Float",
	description: "The `Float` scalar type represents signed double-precision fractional values as specified by [IEEE 754](https://en.wikipedia.org/wiki/IEEE_floating_point).",
	coerceOutputValue(outputValue) {
		const coercedValue = coerceOutputValueObject(outputValue);
		if (typeof coercedValue === "number") return coerceFloatFromNumber(coercedValue);
		if (typeof coercedValue === "boolean") return coercedValue ? 1 : 0;
		if (typeof coercedValue === "string") return coerceFloatFromString(coercedValue);
		if (typeof coercedValue === "bigint") return coerceFloatFromBigInt(coercedValue);
		throw new GraphQLError(`Float cannot represent non numeric value: ${inspect(coercedValue)}`);
	},
	coerceInputValue(inputValue) {
		if (typeof inputValue === "number") return coerceFloatFromNumber(inputValue);
		if (typeof inputValue === "bigint") return coerceFloatFromBigInt(inputValue);
		throw new GraphQLError(`Float cannot represent non numeric value: ${inspect(inputValue)}`);
	},
	coerceInputLiteral(valueNode) {
		if (valueNode.kind !== "FloatValue" && valueNode.kind !== "IntValue") throw new GraphQLError(`Float cannot represent non numeric value: ${printForError(valueNode)}`, { nodes: valueNode });
		return parseFloat(valueNode.value);
	},
	valueToLiteral(value) {
		const literal = defaultScalarValueToLiteral(value);
		if (literal.kind === "FloatValue" || literal.kind === "IntValue") return literal;
	}
});
const GraphQLString = new GraphQLScalarType({
	name: "String",
	description: "The `String` scalar type represents textual data, represented as UTF-8 character sequences. The String type is most often used by GraphQL to represent free-form human-readable text.",
	coerceOutputValue(outputValue) {
		const coercedValue = coerceOutputValueObject(outputValue);
		if (typeof coercedValue === "string") return coercedValue;
		if (typeof coercedValue === "boolean") return coercedValue ? "true" : "false";
		if (typeof coercedValue === "number") return coerceStringFromNumber(coercedValue);
		if (typeof coercedValue === "bigint") return String(coercedValue);
		throw new GraphQLError(`String cannot represent value: ${inspect(outputValue)}`);
	},
	coerceInputValue(inputValue) {
		if (typeof inputValue !== "string") throw new GraphQLError(`String cannot represent a non string value: ${inspect(inputValue)}`);
		return inputValue;
	},
	coerceInputLiteral(valueNode) {
		if (valueNode.kind !== "StringValue") throw new GraphQLError(`String cannot represent a non string value: ${printForError(valueNode)}`, { nodes: valueNode });
		return valueNode.value;
	},
	valueToLiteral(value) {
		const literal = defaultScalarValueToLiteral(value);
		if (literal.kind === "StringValue") return literal;
	}
});
const GraphQLBoolean = new GraphQLScalarType({
	name: "Boolean",
	description: "The `Boolean` scalar type represents `true` or `false`.",
	coerceOutputValue(outputValue) {
		const coercedValue = coerceOutputValueObject(outputValue);
		if (typeof coercedValue === "boolean") return coercedValue;
		if (typeof coercedValue === "number") return coerceBooleanFromNumber(coercedValue);
		if (typeof coercedValue === "bigint") return coercedValue !== 0n;
		throw new GraphQLError(`Boolean cannot represent a non boolean value: ${inspect(coercedValue)}`);
	},
	coerceInputValue(inputValue) {
		if (typeof inputValue !== "boolean") throw new GraphQLError(`Boolean cannot represent a non boolean value: ${inspect(inputValue)}`);
		return inputValue;
	},
	coerceInputLiteral(valueNode) {
		if (valueNode.kind !== "BooleanValue") throw new GraphQLError(`Boolean cannot represent a non boolean value: ${printForError(valueNode)}`, { nodes: valueNode });
		return valueNode.value;
	},
	valueToLiteral(value) {
		const literal = defaultScalarValueToLiteral(value);
		if (literal.kind === "BooleanValue") return literal;
	}
});
const GraphQLID = new GraphQLScalarType({
	name: "ID",
	description: "The `ID` scalar type represents a unique identifier, often used to refetch an object or as key for a cache. The ID type appears in a JSON response as a String; however, it is not intended to be human-readable. When expected as an input type, any string (such as `\"4\"`) or integer (such as `4`) input value will be accepted as an ID.",
	coerceOutputValue(outputValue) {
		const coercedValue = coerceOutputValueObject(outputValue);
		if (typeof coercedValue === "string") return coercedValue;
		if (typeof coercedValue === "number") return coerceIDFromNumber(coercedValue);
		if (typeof coercedValue === "bigint") return String(coercedValue);
		throw new GraphQLError(`ID cannot represent value: ${inspect(outputValue)}`);
	},
	coerceInputValue(inputValue) {
		if (typeof inputValue === "string") return inputValue;
		if (typeof inputValue === "number") return coerceIDFromNumber(inputValue);
		if (typeof inputValue === "bigint") return String(inputValue);
		throw new GraphQLError(`ID cannot represent value: ${inspect(inputValue)}`);
	},
	coerceInputLiteral(valueNode) {
		if (valueNode.kind !== "StringValue" && valueNode.kind !== "IntValue") throw new GraphQLError("ID cannot represent a non-string and non-integer value: " + printForError(valueNode), { nodes: valueNode });
		return valueNode.value;
	},
	valueToLiteral(value) {
		if (typeof value === "string") return /^-?(?:0|[1-9][0-9]*)$/.test(value) ? {
			kind: INT,
			value
		} : {
			kind: STRING,
			value,
			block: false
		};
		if (typeof value === "number") return {
			kind: INT,
			value: coerceIDFromNumber(value)
		};
		if (typeof value === "bigint") return {
			kind: INT,
			value: String(value)
		};
	}
});
const specifiedScalarTypes = Object.freeze([
	GraphQLString,
	GraphQLInt,
	GraphQLFloat,
	GraphQLBoolean,
	GraphQLID
]);
function isSpecifiedScalarType(type) {
	return specifiedScalarTypes.some(({ name }) => type.name === name);
}
function coerceOutputValueObject(outputValue) {
	if (isObjectLike(outputValue)) {
		if (typeof outputValue.valueOf === "function") {
			const valueOfResult = outputValue.valueOf();
			if (!isObjectLike(valueOfResult)) return valueOfResult;
		}
		if (typeof outputValue.toJSON === "function") return outputValue.toJSON();
	}
	return outputValue;
}
function coerceIntFromNumber(value) {
	if (!Number.isInteger(value)) throw new GraphQLError(`Int cannot represent non-integer value: ${inspect(value)}`);
	if (value > 2147483647 || value < -2147483648) throw new GraphQLError(`Int cannot represent non 32-bit signed integer value: ${inspect(value)}`);
	return value;
}
function coerceIntFromString(value) {
	if (value === "") throw new GraphQLError(`Int cannot represent non-integer value: ${inspect(value)}`);
	const num = Number(value);
	if (!Number.isInteger(num)) throw new GraphQLError(`Int cannot represent non-integer value: ${inspect(value)}`);
	if (num > 2147483647 || num < -2147483648) throw new GraphQLError(`Int cannot represent non 32-bit signed integer value: ${inspect(value)}`);
	return num;
}
function coerceIntFromBigInt(value) {
	if (value > 2147483647 || value < -2147483648) throw new GraphQLError(`Int cannot represent non 32-bit signed integer value: ${String(value)}`);
	return Number(value);
}
function coerceFloatFromNumber(value) {
	if (!Number.isFinite(value)) throw new GraphQLError(`Float cannot represent non numeric value: ${inspect(value)}`);
	return value;
}
function coerceFloatFromString(value) {
	if (value === "") throw new GraphQLError(`Float cannot represent non numeric value: ${inspect(value)}`);
	const num = Number(value);
	if (!Number.isFinite(num)) throw new GraphQLError(`Float cannot represent non numeric value: ${inspect(value)}`);
	return num;
}
function coerceFloatFromBigInt(coercedValue) {
	const num = Number(coercedValue);
	if (!Number.isFinite(num)) throw new GraphQLError(`Float cannot represent non numeric value: ${inspect(coercedValue)} (value is too large)`);
	if (BigInt(num) !== coercedValue) throw new GraphQLError(`Float cannot represent non numeric value: ${inspect(coercedValue)} (value would lose precision)`);
	return num;
}
function coerceStringFromNumber(value) {
	if (!Number.isFinite(value)) throw new GraphQLError(`String cannot represent value: ${inspect(value)}`);
	return String(value);
}
function coerceBooleanFromNumber(value) {
	if (!Number.isFinite(value)) throw new GraphQLError(`Boolean cannot represent a non boolean value: ${inspect(value)}`);
	return value !== 0;
}
function coerceIDFromNumber(value) {
	if (!Number.isInteger(value)) throw new GraphQLError(`ID cannot represent value: ${inspect(value)}`);
	return String(value);
}
// node_modules/graphql/type/directives.mjs
const directiveSymbol = Symbol("Directive");
function isDirective(directive) {
	return instanceOf(directive, directiveSymbol, GraphQLDirective);
}
var GraphQLDirective = class {
	constructor(config) {
		this.__kind = directiveSymbol;
		this.name = assertName(config.name);
		this.description = config.description;
		this.locations = config.locations;
		this.isRepeatable = config.isRepeatable ?? false;
		this.deprecationReason = config.deprecationReason;
		this.extensions = toObjMapWithSymbols(config.extensions);
		this.astNode = config.astNode;
		this.extensionASTNodes = config.extensionASTNodes ?? [];
		if (!Array.isArray(config.locations)) devAssert(false, `@${this.name} locations must be an Array.`);
		const args = config.args ?? {};
		if (!(isObjectLike(args) && !Array.isArray(args))) devAssert(false, `@${this.name} args must be an object with argument names as keys.`);
		this.args = Object.entries(args).map(([argName, argConfig]) => new GraphQLArgument(this, argName, argConfig));
	}
	get [Symbol.toStringTag]() {
		return "GraphQLDirective";
	}
	toConfig() {
		return {
			name: this.name,
			description: this.description,
			locations: this.locations,
			args: keyValMap(this.args, (arg) => arg.name, (arg) => arg.toConfig()),
			isRepeatable: this.isRepeatable,
			deprecationReason: this.deprecationReason,
			extensions: this.extensions,
			astNode: this.astNode,
			extensionASTNodes: this.extensionASTNodes
		};
	}
	toString() {
		return "@" + this.name;
	}
	toJSON() {
		return this.toString();
	}
};
const GraphQLIncludeDirective = new GraphQLDirective({
	name: "include",
	description: "Directs the executor to include this field or fragment only when the `if` argument is true.",
	locations: [
		DirectiveLocation.FIELD,
		DirectiveLocation.FRAGMENT_SPREAD,
		DirectiveLocation.INLINE_FRAGMENT
	],
	args: { if: {
		type: new GraphQLNonNull(GraphQLBoolean),
		description: "Included when true."
	} }
});
const GraphQLSkipDirective = new GraphQLDirective({
	name: "skip",
	description: "Directs the executor to skip this field or fragment when the `if` argument is true.",
	locations: [
		DirectiveLocation.FIELD,
		DirectiveLocation.FRAGMENT_SPREAD,
		DirectiveLocation.INLINE_FRAGMENT
	],
	args: { if: {
		type: new GraphQLNonNull(GraphQLBoolean),
		description: "Skipped when true."
	} }
});
const GraphQLDeferDirective = new GraphQLDirective({
	name: "defer",
	description: "Directs the executor to defer this fragment when the `if` argument is true or undefined.",
	locations: [DirectiveLocation.FRAGMENT_SPREAD, DirectiveLocation.INLINE_FRAGMENT],
	args: {
		if: {
			type: new GraphQLNonNull(GraphQLBoolean),
			description: "Deferred when true or undefined.",
			default: { value: true }
		},
		label: {
			type: GraphQLString,
			description: "Unique name"
		}
	}
});
const GraphQLStreamDirective = new GraphQLDirective({
	name: "stream",
	description: "Directs the executor to stream plural fields when the `if` argument is true or undefined.",
	locations: [DirectiveLocation.FIELD],
	args: {
		initialCount: {
			default: { value: 0 },
			type: new GraphQLNonNull(GraphQLInt),
			description: "Number of items to return immediately"
		},
		if: {
			type: new GraphQLNonNull(GraphQLBoolean),
			description: "Stream when true or undefined.",
			default: { value: true }
		},
		label: {
			type: GraphQLString,
			description: "Unique name"
		}
	}
});
const GraphQLDeprecatedDirective = new GraphQLDirective({
	name: "deprecated",
	description: "Marks an element of a GraphQL schema as no longer supported.",
	locations: [
		DirectiveLocation.FIELD_DEFINITION,
		DirectiveLocation.ARGUMENT_DEFINITION,
		DirectiveLocation.INPUT_FIELD_DEFINITION,
		DirectiveLocation.ENUM_VALUE,
		DirectiveLocation.DIRECTIVE_DEFINITION
	],
	args: { reason: {
		type: new GraphQLNonNull(GraphQLString),
		description: "Explains why this element was deprecated, usually also including a suggestion for how to access supported similar data. Formatted using the Markdown syntax, as specified by [CommonMark](https://commonmark.org/).",
		default: { value: "No longer supported" }
	} }
});
const GraphQLSpecifiedByDirective = new GraphQLDirective({
	name: "specifiedBy",
	description: "Exposes a URL that specifies the behavior of this scalar.",
	locations: [DirectiveLocation.SCALAR],
	args: { url: {
		type: new GraphQLNonNull(GraphQLString),
		description: "The URL that specifies the behavior of this scalar."
	} }
});
const GraphQLOneOfDirective = new GraphQLDirective({
	name: "oneOf",
	description: "Indicates exactly one field must be supplied and this field must not be `null`.",
	locations: [DirectiveLocation.INPUT_OBJECT],
	args: {}
});
const GraphQLDisableErrorPropagationDirective = new GraphQLDirective({
	name: "experimental_disableErrorPropagation",
	description: "Disables error propagation.",
	locations: [
		DirectiveLocation.QUERY,
		DirectiveLocation.MUTATION,
		DirectiveLocation.SUBSCRIPTION
	]
});
const specifiedDirectives = Object.freeze([
	GraphQLIncludeDirective,
	GraphQLSkipDirective,
	GraphQLDeprecatedDirective,
	GraphQLSpecifiedByDirective,
	GraphQLOneOfDirective
]);
function isSpecifiedDirective(directive) {
	return specifiedDirectives.some(({ name }) => name === directive.name);
}
// node_modules/graphql/utilities/astFromValue.mjs
function astFromValue(value, type) {
	if (isNonNullType(type)) {
		const astValue = astFromValue(value, type.ofType);
		if (astValue?.kind === "NullValue") return null;
		return astValue;
	}
	if (value === null) return { kind: NULL };
	if (value === void 0) return null;
	if (isListType(type)) {
		const itemType = type.ofType;
		if (isIterableObject(value)) {
			const valuesNodes = [];
			for (const item of value) {
				const itemNode = astFromValue(item, itemType);
				if (itemNode != null) valuesNodes.push(itemNode);
			}
			return {
				kind: LIST,
				values: valuesNodes
			};
		}
		return astFromValue(value, itemType);
	}
	if (isInputObjectType(type)) {
		if (!isObjectLike(value)) return null;
		const fieldNodes = [];
		for (const field of Object.values(type.getFields())) {
			const fieldValue = astFromValue(value[field.name], field.type);
			if (fieldValue) fieldNodes.push({
				kind: OBJECT_FIELD,
				name: {
					kind: NAME,
					value: field.name
				},
				value: fieldValue
			});
		}
		return {
			kind: OBJECT,
			fields: fieldNodes
		};
	}
	if (isLeafType(type)) {
		const coerced = type.coerceOutputValue(value);
		if (coerced == null) return null;
		if (typeof coerced === "boolean") return {
			kind: BOOLEAN,
			value: coerced
		};
		if (typeof coerced === "number" && Number.isFinite(coerced)) {
			const stringNum = String(coerced);
			return integerStringRegExp.test(stringNum) ? {
				kind: INT,
				value: stringNum
			} : {
				kind: FLOAT,
				value: stringNum
			};
		}
		if (typeof coerced === "bigint") return {
			kind: INT,
			value: String(coerced)
		};
		if (typeof coerced === "string") {
			if (isEnumType(type)) return {
				kind: ENUM,
				value: coerced
			};
			if (type === GraphQLID && integerStringRegExp.test(coerced)) return {
				kind: INT,
				value: coerced
			};
			return {
				kind: STRING,
				value: coerced
			};
		}
		throw new TypeError(`Cannot convert value to AST: ${inspect(coerced)}.`);
	}
	invariant(false, "Unexpected input type: " + inspect(type));
}
const integerStringRegExp = /^-?(?:0|[1-9][0-9]*)$/;
// node_modules/graphql/utilities/getDefaultValueAST.mjs
function getDefaultValueAST(argOrInputField) {
	const type = argOrInputField.type;
	const defaultInput = argOrInputField.default;
	if (defaultInput) {
		const literal = defaultInput.literal ?? valueToLiteral(defaultInput.value, type);
		if (!(literal != null)) invariant(false, "Invalid default value");
		return literal;
	}
	const defaultValue = argOrInputField.defaultValue;
	if (defaultValue !== void 0) {
		const valueAST = astFromValue(defaultValue, type);
		if (!(valueAST != null)) invariant(false, "Invalid default value");
		return valueAST;
	}
}
// node_modules/graphql/type/introspection.mjs
const __Schema = new GraphQLObjectType({
	name: "__Schema",
	description: "A GraphQL Schema defines the capabilities of a GraphQL server. It exposes all available types and directives on the server, as well as the entry points for query, mutation, and subscription operations.",
	fields: () => ({
		description: {
			type: GraphQLString,
			resolve: (schema) => schema.description
		},
		types: {
			description: "A list of all types supported by this server.",
			type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(__Type))),
			resolve(schema) {
				return Object.values(schema.getTypeMap());
			}
		},
		queryType: {
			description: "The type that query operations will be rooted at.",
			type: new GraphQLNonNull(__Type),
			resolve: (schema) => schema.getQueryType()
		},
		mutationType: {
			description: "If this server supports mutation, the type that mutation operations will be rooted at.",
			type: __Type,
			resolve: (schema) => schema.getMutationType()
		},
		subscriptionType: {
			description: "If this server support subscription, the type that subscription operations will be rooted at.",
			type: __Type,
			resolve: (schema) => schema.getSubscriptionType()
		},
		directives: {
			description: "A list of all directives supported by this server.",
			type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(__Directive))),
			args: { includeDeprecated: {
				type: new GraphQLNonNull(GraphQLBoolean),
				default: { value: false }
			} },
			resolve: (schema, { includeDeprecated }) => includeDeprecated === true ? schema.getDirectives() : schema.getDirectives().filter((directive) => directive.deprecationReason == null)
		}
	})
});
const __Directive = new GraphQLObjectType({
	name: "__Directive",
	description: "A Directive provides a way to describe alternate runtime execution and type validation behavior in a GraphQL document.\n\nIn some cases, you need to provide options to alter GraphQL's execution behavior in ways field arguments will not suffice, such as conditionally including or skipping a field. Directives provide this by describing additional information to the executor.",
	fields: () => ({
		name: {
			type: new GraphQLNonNull(GraphQLString),
			resolve: (directive) => directive.name
		},
		description: {
			type: GraphQLString,
			resolve: (directive) => directive.description
		},
		isRepeatable: {
			type: new GraphQLNonNull(GraphQLBoolean),
			resolve: (directive) => directive.isRepeatable
		},
		locations: {
			type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(__DirectiveLocation))),
			resolve: (directive) => directive.locations
		},
		args: {
			type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(__InputValue))),
			args: { includeDeprecated: {
				type: new GraphQLNonNull(GraphQLBoolean),
				default: { value: false }
			} },
			resolve(field, { includeDeprecated }) {
				return includeDeprecated === true ? field.args : field.args.filter((arg) => arg.deprecationReason == null);
			}
		},
		isDeprecated: {
			type: new GraphQLNonNull(GraphQLBoolean),
			resolve: (directive) => directive.deprecationReason != null
		},
		deprecationReason: {
			type: GraphQLString,
			resolve: (directive) => directive.deprecationReason
		}
	})
});
const __DirectiveLocation = new GraphQLEnumType({
	name: "__DirectiveLocation",
	description: "A Directive can be adjacent to many parts of the GraphQL language, a __DirectiveLocation describes one such possible adjacencies.",
	values: {
		QUERY: {
			value: DirectiveLocation.QUERY,
			description: "Location adjacent to a query operation."
		},
		MUTATION: {
			value: DirectiveLocation.MUTATION,
			description: "Location adjacent to a mutation operation."
		},
		SUBSCRIPTION: {
			value: DirectiveLocation.SUBSCRIPTION,
			description: "Location adjacent to a subscription operation."
		},
		FIELD: {
			value: DirectiveLocation.FIELD,
			description: "Location adjacent to a field."
		},
		FRAGMENT_DEFINITION: {
			value: DirectiveLocation.FRAGMENT_DEFINITION,
			description: "Location adjacent to a fragment definition."
		},
		FRAGMENT_SPREAD: {
			value: DirectiveLocation.FRAGMENT_SPREAD,
			description: "Location adjacent to a fragment spread."
		},
		INLINE_FRAGMENT: {
			value: DirectiveLocation.INLINE_FRAGMENT,
			description: "Location adjacent to an inline fragment."
		},
		VARIABLE_DEFINITION: {
			value: DirectiveLocation.VARIABLE_DEFINITION,
			description: "Location adjacent to an operation variable definition."
		},
		FRAGMENT_VARIABLE_DEFINITION: {
			value: DirectiveLocation.FRAGMENT_VARIABLE_DEFINITION,
			description: "Location adjacent to a fragment variable definition."
		},
		SCHEMA: {
			value: DirectiveLocation.SCHEMA,
			description: "Location adjacent to a schema definition."
		},
		SCALAR: {
			value: DirectiveLocation.SCALAR,
			description: "Location adjacent to a scalar definition."
		},
		OBJECT: {
			value: DirectiveLocation.OBJECT,
			description: "Location adjacent to an object type definition."
		},
		FIELD_DEFINITION: {
			value: DirectiveLocation.FIELD_DEFINITION,
			description: "Location adjacent to a field definition."
		},
		ARGUMENT_DEFINITION: {
			value: DirectiveLocation.ARGUMENT_DEFINITION,
			description: "Location adjacent to an argument definition."
		},
		INTERFACE: {
			value: DirectiveLocation.INTERFACE,
			description: "Location adjacent to an interface definition."
		},
		UNION: {
			value: DirectiveLocation.UNION,
			description: "Location adjacent to a union definition."
		},
		ENUM: {
			value: DirectiveLocation.ENUM,
			description: "Location adjacent to an enum definition."
		},
		ENUM_VALUE: {
			value: DirectiveLocation.ENUM_VALUE,
			description: "Location adjacent to an enum value definition."
		},
		INPUT_OBJECT: {
			value: DirectiveLocation.INPUT_OBJECT,
			description: "Location adjacent to an input object type definition."
		},
		INPUT_FIELD_DEFINITION: {
			value: DirectiveLocation.INPUT_FIELD_DEFINITION,
			description: "Location adjacent to an input object field definition."
		},
		DIRECTIVE_DEFINITION: {
			value: DirectiveLocation.DIRECTIVE_DEFINITION,
			description: "Location adjacent to a directive definition."
		}
	}
});
const __Type = new GraphQLObjectType({
	name: "__Type",
	description: "The fundamental unit of any GraphQL Schema is the type. There are many kinds of types in GraphQL as represented by the `__TypeKind` enum.\n\nDepending on the kind of a type, certain fields describe information about that type. Scalar types provide no information beyond a name, description and optional `specifiedByURL`, while Enum types provide their values. Object and Interface types provide the fields they describe. Abstract types, Union and Interface, provide the Object types possible at runtime. List and NonNull types compose other types.",
	fields: () => ({
		kind: {
			type: new GraphQLNonNull(__TypeKind),
			resolve(type) {
				if (isScalarType(type)) return TypeKind.SCALAR;
				if (isObjectType(type)) return TypeKind.OBJECT;
				if (isInterfaceType(type)) return TypeKind.INTERFACE;
				if (isUnionType(type)) return TypeKind.UNION;
				if (isEnumType(type)) return TypeKind.ENUM;
				if (isInputObjectType(type)) return TypeKind.INPUT_OBJECT;
				if (isListType(type)) return TypeKind.LIST;
				if (isNonNullType(type)) return TypeKind.NON_NULL;
				invariant(false, `Unexpected type: "${inspect(type)}".`);
			}
		},
		name: {
			type: GraphQLString,
			resolve: (type) => "name" in type ? type.name : void 0
		},
		description: {
			type: GraphQLString,
			resolve: (type) => "description" in type ? type.description : void 0
		},
		specifiedByURL: {
			type: GraphQLString,
			resolve: (obj) => "specifiedByURL" in obj ? obj.specifiedByURL : void 0
		},
		fields: {
			type: new GraphQLList(new GraphQLNonNull(__Field)),
			args: { includeDeprecated: {
				type: new GraphQLNonNull(GraphQLBoolean),
				default: { value: false }
			} },
			resolve(type, { includeDeprecated }) {
				if (isObjectType(type) || isInterfaceType(type)) {
					const fields = Object.values(type.getFields());
					return includeDeprecated === true ? fields : fields.filter((field) => field.deprecationReason == null);
				}
			}
		},
		interfaces: {
			type: new GraphQLList(new GraphQLNonNull(__Type)),
			resolve(type) {
				if (isObjectType(type) || isInterfaceType(type)) return type.getInterfaces();
			}
		},
		possibleTypes: {
			type: new GraphQLList(new GraphQLNonNull(__Type)),
			resolve(type, _args, _context, { schema }) {
				if (isAbstractType(type)) return schema.getPossibleTypes(type);
			}
		},
		enumValues: {
			type: new GraphQLList(new GraphQLNonNull(__EnumValue)),
			args: { includeDeprecated: {
				type: new GraphQLNonNull(GraphQLBoolean),
				default: { value: false }
			} },
			resolve(type, { includeDeprecated }) {
				if (isEnumType(type)) {
					const values = type.getValues();
					return includeDeprecated === true ? values : values.filter((field) => field.deprecationReason == null);
				}
			}
		},
		inputFields: {
			type: new GraphQLList(new GraphQLNonNull(__InputValue)),
			args: { includeDeprecated: {
				type: new GraphQLNonNull(GraphQLBoolean),
				default: { value: false }
			} },
			resolve(type, { includeDeprecated }) {
				if (isInputObjectType(type)) {
					const values = Object.values(type.getFields());
					return includeDeprecated === true ? values : values.filter((field) => field.deprecationReason == null);
				}
			}
		},
		ofType: {
			type: __Type,
			resolve: (type) => "ofType" in type ? type.ofType : void 0
		},
		isOneOf: {
			type: GraphQLBoolean,
			resolve: (type) => {
				if (isInputObjectType(type)) return type.isOneOf;
			}
		}
	})
});
const __Field = new GraphQLObjectType({
	name: "__Field",
	description: "Object and Interface types are described by a list of Fields, each of which has a name, potentially a list of arguments, and a return type.",
	fields: () => ({
		name: {
			type: new GraphQLNonNull(GraphQLString),
			resolve: (field) => field.name
		},
		description: {
			type: GraphQLString,
			resolve: (field) => field.description
		},
		args: {
			type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(__InputValue))),
			args: { includeDeprecated: {
				type: new GraphQLNonNull(GraphQLBoolean),
				default: { value: false }
			} },
			resolve(field, { includeDeprecated }) {
				return includeDeprecated === true ? field.args : field.args.filter((arg) => arg.deprecationReason == null);
			}
		},
		type: {
			type: new GraphQLNonNull(__Type),
			resolve: (field) => field.type
		},
		isDeprecated: {
			type: new GraphQLNonNull(GraphQLBoolean),
			resolve: (field) => field.deprecationReason != null
		},
		deprecationReason: {
			type: GraphQLString,
			resolve: (field) => field.deprecationReason
		}
	})
});
const __InputValue = new GraphQLObjectType({
	name: "__InputValue",
	description: "Arguments provided to Fields or Directives and the input fields of an InputObject are represented as Input Values which describe their type and optionally a default value.",
	fields: () => ({
		name: {
			type: new GraphQLNonNull(GraphQLString),
			resolve: (inputValue) => inputValue.name
		},
		description: {
			type: GraphQLString,
			resolve: (inputValue) => inputValue.description
		},
		type: {
			type: new GraphQLNonNull(__Type),
			resolve: (inputValue) => inputValue.type
		},
		defaultValue: {
			type: GraphQLString,
			description: "A GraphQL-formatted string representing the default value for this input value.",
			resolve(inputValue) {
				const ast = getDefaultValueAST(inputValue);
				if (ast) return print(ast);
				return null;
			}
		},
		isDeprecated: {
			type: new GraphQLNonNull(GraphQLBoolean),
			resolve: (field) => field.deprecationReason != null
		},
		deprecationReason: {
			type: GraphQLString,
			resolve: (obj) => obj.deprecationReason
		}
	})
});
const __EnumValue = new GraphQLObjectType({
	name: "__EnumValue",
	description: "One possible value for a given Enum. Enum values are unique values, not a placeholder for a string or numeric value. However an Enum value is returned in a JSON response as a string.",
	fields: () => ({
		name: {
			type: new GraphQLNonNull(GraphQLString),
			resolve: (enumValue) => enumValue.name
		},
		description: {
			type: GraphQLString,
			resolve: (enumValue) => enumValue.description
		},
		isDeprecated: {
			type: new GraphQLNonNull(GraphQLBoolean),
			resolve: (enumValue) => enumValue.deprecationReason != null
		},
		deprecationReason: {
			type: GraphQLString,
			resolve: (enumValue) => enumValue.deprecationReason
		}
	})
});
const TypeKind = {
	SCALAR: "SCALAR",
	OBJECT: "OBJECT",
	INTERFACE: "INTERFACE",
	UNION: "UNION",
	ENUM: "ENUM",
	INPUT_OBJECT: "INPUT_OBJECT",
	LIST: "LIST",
	NON_NULL: "NON_NULL"
};
const __TypeKind = new GraphQLEnumType({
	name: "__TypeKind",
	description: "An enum describing what kind of type a given `__Type` is.",
	values: {
		SCALAR: {
			value: TypeKind.SCALAR,
			description: "Indicates this type is a scalar."
		},
		OBJECT: {
			value: TypeKind.OBJECT,
			description: "Indicates this type is an object. `fields` and `interfaces` are valid fields."
		},
		INTERFACE: {
			value: TypeKind.INTERFACE,
			description: "Indicates this type is an interface. `fields`, `interfaces`, and `possibleTypes` are valid fields."
		},
		UNION: {
			value: TypeKind.UNION,
			description: "Indicates this type is a union. `possibleTypes` is a valid field."
		},
		ENUM: {
			value: TypeKind.ENUM,
			description: "Indicates this type is an enum. `enumValues` is a valid field."
		},
		INPUT_OBJECT: {
			value: TypeKind.INPUT_OBJECT,
			description: "Indicates this type is an input object. `inputFields` is a valid field."
		},
		LIST: {
			value: TypeKind.LIST,
			description: "Indicates this type is a list. `ofType` is a valid field."
		},
		NON_NULL: {
			value: TypeKind.NON_NULL,
			description: "Indicates this type is a non-null. `ofType` is a valid field."
		}
	}
});
const SchemaMetaFieldDef = new GraphQLField(void 0, "__schema", {
	type: new GraphQLNonNull(__Schema),
	description: "Access the current type schema of this server.",
	resolve: (_source, _args, _context, { schema }) => schema
});
const TypeMetaFieldDef = new GraphQLField(void 0, "__type", {
	type: __Type,
	description: "Request the type information of a single type.",
	args: { name: { type: new GraphQLNonNull(GraphQLString) } },
	resolve: (_source, { name }, _context, { schema }) => schema.getType(name)
});
const TypeNameMetaFieldDef = new GraphQLField(void 0, "__typename", {
	type: new GraphQLNonNull(GraphQLString),
	description: "The name of the current Object type at runtime.",
	resolve: (_source, _args, _context, { parentType }) => parentType.name
});
const introspectionTypes = Object.freeze([
	__Schema,
	__Directive,
	__DirectiveLocation,
	__Type,
	__Field,
	__InputValue,
	__EnumValue,
	__TypeKind
]);
function isIntrospectionType(type) {
	return introspectionTypes.some(({ name }) => type.name === name);
}
// node_modules/graphql/type/schema.mjs
function isSchema(schema) {
	return instanceOf(schema, schemaSymbol, GraphQLSchema);
}
function assertSchema(schema) {
	if (!isSchema(schema)) throw new Error(`Expected ${inspect(schema)} to be a GraphQL schema.`);
	return schema;
}
const schemaSymbol = Symbol("Schema");
var GraphQLSchema = class {
	constructor(config) {
		this.__kind = schemaSymbol;
		this.assumeValid = config.assumeValid ?? false;
		this.__validationErrors = config.assumeValid === true ? [] : void 0;
		this.description = config.description;
		this.extensions = toObjMapWithSymbols(config.extensions);
		this.astNode = config.astNode;
		this.extensionASTNodes = config.extensionASTNodes ?? [];
		this._queryType = config.query;
		this._mutationType = config.mutation;
		this._subscriptionType = config.subscription;
		this._directives = config.directives ?? specifiedDirectives;
		const allReferencedTypes = new Set(config.types);
		if (config.types != null) for (const type of config.types) {
			allReferencedTypes.delete(type);
			collectReferencedTypes(type, allReferencedTypes);
		}
		if (this._queryType != null) collectReferencedTypes(this._queryType, allReferencedTypes);
		if (this._mutationType != null) collectReferencedTypes(this._mutationType, allReferencedTypes);
		if (this._subscriptionType != null) collectReferencedTypes(this._subscriptionType, allReferencedTypes);
		for (const directive of this._directives) if (isDirective(directive)) for (const arg of directive.args) collectReferencedTypes(arg.type, allReferencedTypes);
		collectReferencedTypes(__Schema, allReferencedTypes);
		this._typeMap = Object.create(null);
		this._subTypeMap = /* @__PURE__ */ new Map();
		this._implementationsMap = Object.create(null);
		for (const namedType of allReferencedTypes) {
			if (namedType == null) continue;
			const typeName = namedType.name;
			if (this._typeMap[typeName] !== void 0) throw new Error(`Schema must contain uniquely named types but contains multiple types named "${typeName}".`);
			this._typeMap[typeName] = namedType;
			if (isInterfaceType(namedType)) {
				for (const iface of namedType.getInterfaces()) if (isInterfaceType(iface)) {
					let implementations = this._implementationsMap[iface.name];
					implementations ??= this._implementationsMap[iface.name] = {
						objects: [],
						interfaces: []
					};
					implementations.interfaces.push(namedType);
				}
			} else if (isObjectType(namedType)) {
				for (const iface of namedType.getInterfaces()) if (isInterfaceType(iface)) {
					let implementations = this._implementationsMap[iface.name];
					implementations ??= this._implementationsMap[iface.name] = {
						objects: [],
						interfaces: []
					};
					implementations.objects.push(namedType);
				}
			}
		}
	}
	get [Symbol.toStringTag]() {
		return "GraphQLSchema";
	}
	getQueryType() {
		return this._queryType;
	}
	getMutationType() {
		return this._mutationType;
	}
	getSubscriptionType() {
		return this._subscriptionType;
	}
	getRootType(operation) {
		switch (operation) {
			case OperationTypeNode.QUERY: return this.getQueryType();
			case OperationTypeNode.MUTATION: return this.getMutationType();
			case OperationTypeNode.SUBSCRIPTION: return this.getSubscriptionType();
		}
	}
	getTypeMap() {
		return this._typeMap;
	}
	getType(name) {
		return this.getTypeMap()[name];
	}
	getPossibleTypes(abstractType) {
		return isUnionType(abstractType) ? abstractType.getTypes() : this.getImplementations(abstractType).objects;
	}
	getImplementations(interfaceType) {
		return this._implementationsMap[interfaceType.name] ?? {
			objects: [],
			interfaces: []
		};
	}
	isSubType(abstractType, maybeSubType) {
		let set = this._subTypeMap.get(abstractType);
		if (set === void 0) {
			if (isUnionType(abstractType)) set = new Set(abstractType.getTypes());
			else {
				const implementations = this.getImplementations(abstractType);
				set = /* @__PURE__ */ new Set([...implementations.objects, ...implementations.interfaces]);
			}
			this._subTypeMap.set(abstractType, set);
		}
		return set.has(maybeSubType);
	}
	getDirectives() {
		return this._directives;
	}
	getDirective(name) {
		return this.getDirectives().find((directive) => directive.name === name);
	}
	getField(parentType, fieldName) {
		switch (fieldName) {
			case SchemaMetaFieldDef.name: return this.getQueryType() === parentType ? SchemaMetaFieldDef : void 0;
			case TypeMetaFieldDef.name: return this.getQueryType() === parentType ? TypeMetaFieldDef : void 0;
			case TypeNameMetaFieldDef.name: return TypeNameMetaFieldDef;
		}
		if ("getFields" in parentType) return parentType.getFields()[fieldName];
	}
	toConfig() {
		return {
			description: this.description,
			query: this.getQueryType(),
			mutation: this.getMutationType(),
			subscription: this.getSubscriptionType(),
			types: Object.values(this.getTypeMap()),
			directives: this.getDirectives(),
			extensions: this.extensions,
			astNode: this.astNode,
			extensionASTNodes: this.extensionASTNodes,
			assumeValid: this.assumeValid
		};
	}
};
function collectReferencedTypes(type, typeSet) {
	const namedType = getNamedType(type);
	if (!typeSet.has(namedType)) {
		typeSet.add(namedType);
		if (isUnionType(namedType)) for (const memberType of namedType.getTypes()) collectReferencedTypes(memberType, typeSet);
		else if (isObjectType(namedType) || isInterfaceType(namedType)) {
			for (const interfaceType of namedType.getInterfaces()) collectReferencedTypes(interfaceType, typeSet);
			for (const field of Object.values(namedType.getFields())) {
				collectReferencedTypes(field.type, typeSet);
				for (const arg of field.args) collectReferencedTypes(arg.type, typeSet);
			}
		} else if (isInputObjectType(namedType)) for (const field of Object.values(namedType.getFields())) collectReferencedTypes(field.type, typeSet);
	}
	return typeSet;
}
// node_modules/graphql/type/validate.mjs
function validateSchema(schema) {
	assertSchema(schema);
	if (schema.__validationErrors) return schema.__validationErrors;
	const context = new SchemaValidationContext(schema);
	validateRootTypes(context);
	validateDirectives(context);
	validateTypes(context);
	const errors = context.getErrors();
	schema.__validationErrors = errors;
	return errors;
}
function assertValidSchema(schema) {
	const errors = validateSchema(schema);
	if (errors.length !== 0) throw new Error(errors.map((error) => error.message).join("\n\n"));
}
var SchemaValidationContext = class {
	constructor(schema) {
		this._errors = [];
		this.schema = schema;
	}
	reportError(message, nodes) {
		const _nodes = Array.isArray(nodes) ? nodes.filter(Boolean) : nodes;
		this._errors.push(new GraphQLError(message, { nodes: _nodes }));
	}
	getErrors() {
		return this._errors;
	}
};
function validateRootTypes(context) {
	const schema = context.schema;
	if (schema.getQueryType() == null) context.reportError("Query root type must be provided.", schema.astNode);
	const rootTypesMap = new AccumulatorMap();
	for (const operationType of Object.values(OperationTypeNode)) {
		const rootType = schema.getRootType(operationType);
		if (rootType != null) {
			if (!isObjectType(rootType)) {
				const operationTypeStr = capitalize(operationType);
				const rootTypeStr = inspect(rootType);
				context.reportError(operationType === OperationTypeNode.QUERY ? `${operationTypeStr} root type must be Object type, it cannot be ${rootTypeStr}.` : `${operationTypeStr} root type must be Object type if provided, it cannot be ${rootTypeStr}.`, getOperationTypeNode(schema, operationType) ?? rootType.astNode);
			} else rootTypesMap.add(rootType, operationType);
		}
	}
	for (const [rootType, operationTypes] of rootTypesMap) if (operationTypes.length > 1) {
		const operationList = andList(operationTypes);
		context.reportError(`All root types must be different, "${rootType}" type is used as ${operationList} root types.`, operationTypes.map((operationType) => getOperationTypeNode(schema, operationType)));
	}
}
function getOperationTypeNode(schema, operation) {
	return [schema.astNode, ...schema.extensionASTNodes].flatMap((schemaNode) => schemaNode?.operationTypes ?? []).find((operationNode) => operationNode.operation === operation)?.type;
}
function validateDirectives(context) {
	for (const directive of context.schema.getDirectives()) {
		if (!isDirective(directive)) {
			context.reportError(`Expected directive but got: ${inspect(directive)}.`, directive?.astNode);
			continue;
		}
		validateName(context, directive);
		if (directive.locations.length === 0) context.reportError(`Directive ${directive} must include 1 or more locations.`, directive.astNode);
		for (const arg of directive.args) {
			validateName(context, arg);
			if (!isInputType(arg.type)) context.reportError(`The type of ${arg} must be Input Type but got: ${inspect(arg.type)}.`, arg.astNode);
			if (isRequiredArgument(arg) && arg.deprecationReason != null) context.reportError(`Required argument ${arg} cannot be deprecated.`, [getDeprecatedDirectiveNode(arg.astNode), arg.astNode?.type]);
			validateDefaultValue(context, arg);
		}
	}
}
function validateDefaultValue(context, inputValue) {
	const defaultInput = inputValue.default;
	if (!defaultInput) return;
	const errors = [];
	validateDefaultInput(defaultInput, inputValue.type, (error, path) => {
		errors.push([error, path]);
	});
	if (errors.length === 0) return;
	if (!defaultInput.literal) try {
		const uncoercedValue = uncoerceDefaultValue(defaultInput.value, inputValue.type);
		const uncoercedErrors = [];
		validateInputValue(uncoercedValue, inputValue.type, (error, path) => {
			uncoercedErrors.push([error, path]);
		});
		if (uncoercedErrors.length === 0) {
			context.reportError(`${inputValue} has invalid default value: ${inspect(defaultInput.value)}. Did you mean: ${inspect(uncoercedValue)}?`, inputValue.astNode?.defaultValue);
			return;
		}
	} catch (_error) {}
	for (const [error, path] of errors) context.reportError(`${inputValue} has invalid default value${printPathArray(path)}: ${error.message}`, error.nodes ?? inputValue.astNode?.defaultValue);
}
function validateDefaultInput(defaultInput, inputType, onError, hideSuggestions) {
	if (defaultInput.literal) {
		validateInputLiteral(defaultInput.literal, inputType, onError, void 0, void 0, hideSuggestions);
		return;
	}
	validateInputValue(defaultInput.value, inputType, onError, hideSuggestions);
}
function uncoerceDefaultValue(value, type) {
	if (isNonNullType(type)) return uncoerceDefaultValue(value, type.ofType);
	if (value === null) return null;
	if (isListType(type)) {
		if (isIterableObject(value)) return Array.from(value, (itemValue) => uncoerceDefaultValue(itemValue, type.ofType));
		return [uncoerceDefaultValue(value, type.ofType)];
	}
	if (isInputObjectType(type)) {
		if (!isObjectLike(value)) invariant(false);
		const fieldDefs = type.getFields();
		return mapValue(value, (fieldValue, fieldName) => {
			if (!(fieldName in fieldDefs)) invariant(false);
			return uncoerceDefaultValue(fieldValue, fieldDefs[fieldName].type);
		});
	}
	assertLeafType(type);
	return type.coerceOutputValue(value);
}
function validateName(context, node) {
	if (node.name.startsWith("__")) context.reportError(`Name "${node.name}" must not begin with "__", which is reserved by GraphQL introspection.`, node.astNode);
}
function validateTypes(context) {
	const validateInputObjectDefaultValueCircularRefs = createInputObjectDefaultValueCircularRefsValidator(context);
	const typeMap = context.schema.getTypeMap();
	const finiteValueStates = /* @__PURE__ */ new Map();
	for (const type of Object.values(typeMap)) {
		if (!isNamedType(type)) {
			context.reportError(`Expected GraphQL named type but got: ${inspect(type)}.`, type.astNode);
			continue;
		}
		if (!isIntrospectionType(type)) validateName(context, type);
		if (isObjectType(type)) {
			validateFields(context, type);
			validateInterfaces(context, type);
		} else if (isInterfaceType(type)) {
			validateFields(context, type);
			validateInterfaces(context, type);
		} else if (isUnionType(type)) validateUnionMembers(context, type);
		else if (isEnumType(type)) validateEnumValues(context, type);
		else if (isInputObjectType(type)) {
			validateInputFields(context, type);
			initializeInputObjectFiniteValueState(type);
			validateInputObjectDefaultValueCircularRefs(type);
		}
	}
	detectInputObjectNonFiniteValues(context, finiteValueStates);
	function initializeInputObjectFiniteValueState(inputObj) {
		finiteValueStates.set(inputObj, {
			inputObj,
			targets: [],
			dependents: [],
			unresolvedTargetCount: 0,
			hasFiniteValue: false
		});
	}
}
function validateFields(context, type) {
	const fields = Object.values(type.getFields());
	if (fields.length === 0) context.reportError(`Type ${type} must define one or more fields.`, [type.astNode, ...type.extensionASTNodes]);
	for (const field of fields) {
		validateName(context, field);
		if (!isOutputType(field.type)) context.reportError(`The type of ${field} must be Output Type but got: ${inspect(field.type)}.`, field.astNode?.type);
		for (const arg of field.args) {
			validateName(context, arg);
			if (!isInputType(arg.type)) context.reportError(`The type of ${arg} must be Input Type but got: ${inspect(arg.type)}.`, arg.astNode?.type);
			if (isRequiredArgument(arg) && arg.deprecationReason != null) context.reportError(`Required argument ${arg} cannot be deprecated.`, [getDeprecatedDirectiveNode(arg.astNode), arg.astNode?.type]);
			validateDefaultValue(context, arg);
		}
	}
}
function validateInterfaces(context, type) {
	const ifaceTypeNames = /* @__PURE__ */ new Set();
	for (const iface of type.getInterfaces()) {
		if (!isInterfaceType(iface)) {
			context.reportError(`Type ${type} must only implement Interface types, it cannot implement ${inspect(iface)}.`, getAllImplementsInterfaceNodes(type, iface));
			continue;
		}
		if (type === iface) {
			context.reportError(`Type ${type} cannot implement itself because it would create a circular reference.`, getAllImplementsInterfaceNodes(type, iface));
			continue;
		}
		if (ifaceTypeNames.has(iface.name)) {
			context.reportError(`Type ${type} can only implement ${iface} once.`, getAllImplementsInterfaceNodes(type, iface));
			continue;
		}
		ifaceTypeNames.add(iface.name);
		validateTypeImplementsAncestors(context, type, iface);
		validateTypeImplementsInterface(context, type, iface);
	}
}
function validateTypeImplementsInterface(context, type, iface) {
	const typeFieldMap = type.getFields();
	for (const ifaceField of Object.values(iface.getFields())) {
		const typeField = typeFieldMap[ifaceField.name];
		if (typeField == null) {
			context.reportError(`Interface field ${ifaceField} expected but ${type} does not provide it.`, [
				ifaceField.astNode,
				type.astNode,
				...type.extensionASTNodes
			]);
			continue;
		}
		if (!isTypeSubTypeOf(context.schema, typeField.type, ifaceField.type)) context.reportError(`Interface field ${ifaceField} expects type ${ifaceField.type} but ${typeField} is type ${typeField.type}.`, [ifaceField.astNode?.type, typeField.astNode?.type]);
		for (const ifaceArg of ifaceField.args) {
			const typeArg = typeField.args.find((arg) => arg.name === ifaceArg.name);
			if (!typeArg) {
				context.reportError(`Interface field argument ${ifaceArg} expected but ${typeField} does not provide it.`, [ifaceArg.astNode, typeField.astNode]);
				continue;
			}
			if (!isEqualType(ifaceArg.type, typeArg.type)) context.reportError(`Interface field argument ${ifaceArg} expects type ${ifaceArg.type} but ${typeArg} is type ${typeArg.type}.`, [ifaceArg.astNode?.type, typeArg.astNode?.type]);
		}
		for (const typeArg of typeField.args) if (isRequiredArgument(typeArg)) {
			if (!ifaceField.args.find((arg) => arg.name === typeArg.name)) context.reportError(`Argument "${typeArg}" must not be required type "${typeArg.type}" if not provided by the Interface field "${ifaceField}".`, [typeArg.astNode, ifaceField.astNode]);
		}
		if (typeField.deprecationReason != null && ifaceField.deprecationReason == null) context.reportError(`Interface field ${iface.name}.${ifaceField.name} is not deprecated, so implementation field ${type.name}.${typeField.name} must not be deprecated.`, [getDeprecatedDirectiveNode(typeField.astNode), typeField.astNode?.type]);
	}
}
function validateTypeImplementsAncestors(context, type, iface) {
	const ifaceInterfaces = type.getInterfaces();
	for (const transitive of iface.getInterfaces()) if (!ifaceInterfaces.includes(transitive)) context.reportError(transitive === type ? `Type ${type} cannot implement ${iface} because it would create a circular reference.` : `Type ${type} must implement ${transitive} because it is implemented by ${iface}.`, [...getAllImplementsInterfaceNodes(iface, transitive), ...getAllImplementsInterfaceNodes(type, iface)]);
}
function validateUnionMembers(context, union) {
	const memberTypes = union.getTypes();
	if (memberTypes.length === 0) context.reportError(`Union type ${union} must define one or more member types.`, [union.astNode, ...union.extensionASTNodes]);
	const includedTypeNames = /* @__PURE__ */ new Set();
	for (const memberType of memberTypes) {
		if (includedTypeNames.has(memberType.name)) {
			context.reportError(`Union type ${union} can only include type ${memberType} once.`, getUnionMemberTypeNodes(union, memberType.name));
			continue;
		}
		includedTypeNames.add(memberType.name);
		if (!isObjectType(memberType)) context.reportError(`Union type ${union} can only include Object types, it cannot include ${inspect(memberType)}.`, getUnionMemberTypeNodes(union, String(memberType)));
	}
}
function validateEnumValues(context, enumType) {
	const enumValues = enumType.getValues();
	if (enumValues.length === 0) context.reportError(`Enum type ${enumType} must define one or more values.`, [enumType.astNode, ...enumType.extensionASTNodes]);
	for (const enumValue of enumValues) validateName(context, enumValue);
}
function validateInputFields(context, inputObj) {
	const fields = Object.values(inputObj.getFields());
	if (fields.length === 0) context.reportError(`Input Object type ${inputObj} must define one or more fields.`, [inputObj.astNode, ...inputObj.extensionASTNodes]);
	for (const field of fields) {
		validateName(context, field);
		if (!isInputType(field.type)) context.reportError(`The type of ${field} must be Input Type but got: ${inspect(field.type)}.`, field.astNode?.type);
		if (isRequiredInputField(field) && field.deprecationReason != null) context.reportError(`Required input field ${field} cannot be deprecated.`, [getDeprecatedDirectiveNode(field.astNode), field.astNode?.type]);
		validateDefaultValue(context, field);
		if (inputObj.isOneOf) validateOneOfInputObjectField(inputObj, field, context);
	}
}
function validateOneOfInputObjectField(type, field, context) {
	if (isNonNullType(field.type)) context.reportError(`OneOf input field ${type}.${field.name} must be nullable.`, field.astNode?.type);
	if (field.default !== void 0 || field.defaultValue !== void 0) context.reportError(`OneOf input field ${type}.${field.name} cannot have a default value.`, field.astNode);
}
function detectInputObjectNonFiniteValues(context, finiteValueStates) {
	const inputObjectsWithFiniteValues = [];
	for (const state of finiteValueStates.values()) {
		const inputObj = state.inputObj;
		const fields = Object.values(inputObj.getFields());
		for (const field of fields) {
			const target = getFiniteValueTarget(inputObj, field.type);
			if (target === void 0) continue;
			state.targets.push({
				field,
				target
			});
			const targetState = finiteValueStates.get(target);
			if (targetState !== void 0) targetState.dependents.push(state);
		}
		if (inputObj.isOneOf) {
			if (fields.length === 0 || state.targets.length < fields.length) markInputObjectHasFiniteValue(state);
		} else {
			state.unresolvedTargetCount = state.targets.length;
			if (state.targets.length === 0) markInputObjectHasFiniteValue(state);
		}
	}
	let nextFiniteValueState;
	while ((nextFiniteValueState = inputObjectsWithFiniteValues.pop()) !== void 0) for (const dependentState of nextFiniteValueState.dependents) {
		if (dependentState.hasFiniteValue) continue;
		if (dependentState.inputObj.isOneOf) {
			markInputObjectHasFiniteValue(dependentState);
			continue;
		}
		--dependentState.unresolvedTargetCount;
		if (dependentState.unresolvedTargetCount === 0) markInputObjectHasFiniteValue(dependentState);
	}
	const visitedTypes = /* @__PURE__ */ new Set();
	const fieldPath = [];
	const fieldPathIndexByType = /* @__PURE__ */ new Map();
	for (const state of finiteValueStates.values()) if (!state.hasFiniteValue) reportCycleRecursive(state);
	function markInputObjectHasFiniteValue(finiteValueState) {
		if (!finiteValueState.hasFiniteValue) {
			finiteValueState.hasFiniteValue = true;
			inputObjectsWithFiniteValues.push(finiteValueState);
		}
	}
	function reportCycleRecursive(state) {
		const inputObj = state.inputObj;
		if (visitedTypes.has(inputObj)) return;
		visitedTypes.add(inputObj);
		fieldPathIndexByType.set(inputObj, fieldPath.length);
		for (const { field, target } of state.targets) {
			const targetState = finiteValueStates.get(target);
			if (targetState?.hasFiniteValue !== false) continue;
			const cycleIndex = fieldPathIndexByType.get(target);
			fieldPath.push({
				fieldStr: `${inputObj}.${field.name}`,
				astNode: field.astNode
			});
			if (cycleIndex === void 0) reportCycleRecursive(targetState);
			else {
				const cyclePath = fieldPath.slice(cycleIndex);
				const pathStr = cyclePath.map((p) => p.fieldStr).join(", ");
				context.reportError(`Input Object ${target} cannot be provided a finite value because it references itself through fields: ${pathStr}.`, cyclePath.map((p) => p.astNode));
			}
			fieldPath.pop();
		}
		fieldPathIndexByType.delete(inputObj);
	}
}
function getFiniteValueTarget(inputObj, fieldType) {
	if (inputObj.isOneOf) {
		if (isInputObjectType(fieldType)) return fieldType;
		return;
	}
	if (isNonNullType(fieldType) && isInputObjectType(fieldType.ofType)) return fieldType.ofType;
}
function createInputObjectDefaultValueCircularRefsValidator(context) {
	const visitedFields = Object.create(null);
	const fieldPath = [];
	const fieldPathIndex = Object.create(null);
	return function validateInputObjectDefaultValueCircularRefs(inputObj) {
		return detectValueDefaultValueCycle(inputObj, Object.create(null));
	};
	function detectValueDefaultValueCycle(inputObj, defaultValue) {
		if (isIterableObject(defaultValue)) {
			for (const itemValue of defaultValue) detectValueDefaultValueCycle(inputObj, itemValue);
			return;
		} else if (!isObjectLike(defaultValue)) return;
		for (const field of Object.values(inputObj.getFields())) {
			const namedFieldType = getNamedType(field.type);
			if (!isInputObjectType(namedFieldType)) continue;
			if (Object.hasOwn(defaultValue, field.name)) detectValueDefaultValueCycle(namedFieldType, defaultValue[field.name]);
			else detectFieldDefaultValueCycle(field, namedFieldType, `${inputObj}.${field.name}`);
		}
	}
	function detectLiteralDefaultValueCycle(inputObj, defaultValue) {
		if (defaultValue.kind === "ListValue") {
			for (const itemLiteral of defaultValue.values) detectLiteralDefaultValueCycle(inputObj, itemLiteral);
			return;
		} else if (defaultValue.kind !== "ObjectValue") return;
		const fieldNodes = keyMap(defaultValue.fields, (field) => field.name.value);
		for (const field of Object.values(inputObj.getFields())) {
			const namedFieldType = getNamedType(field.type);
			if (!isInputObjectType(namedFieldType)) continue;
			if (Object.hasOwn(fieldNodes, field.name)) detectLiteralDefaultValueCycle(namedFieldType, fieldNodes[field.name].value);
			else detectFieldDefaultValueCycle(field, namedFieldType, `${inputObj}.${field.name}`);
		}
	}
	function detectFieldDefaultValueCycle(field, fieldType, fieldStr) {
		const defaultInput = field.default;
		if (defaultInput === void 0) return;
		const cycleIndex = fieldPathIndex[fieldStr];
		if (cycleIndex !== void 0) {
			context.reportError(`Invalid circular reference. The default value of Input Object field ${fieldStr} references itself${cycleIndex < fieldPath.length ? ` via the default values of: ${fieldPath.slice(cycleIndex).map(([stringForMessage]) => stringForMessage).join(", ")}` : ""}.`, fieldPath.slice(cycleIndex - 1).map(([, node]) => node));
			return;
		}
		if (visitedFields[fieldStr] === void 0) {
			visitedFields[fieldStr] = true;
			fieldPathIndex[fieldStr] = fieldPath.push([fieldStr, field.astNode?.defaultValue]);
			if (defaultInput.literal) detectLiteralDefaultValueCycle(fieldType, defaultInput.literal);
			else detectValueDefaultValueCycle(fieldType, defaultInput.value);
			fieldPath.pop();
			fieldPathIndex[fieldStr] = void 0;
		}
	}
}
function getAllImplementsInterfaceNodes(type, iface) {
	const { astNode, extensionASTNodes } = type;
	return (astNode != null ? [astNode, ...extensionASTNodes] : extensionASTNodes).flatMap((typeNode) => typeNode.interfaces ?? []).filter((ifaceNode) => ifaceNode.name.value === iface.name);
}
function getUnionMemberTypeNodes(union, typeName) {
	const { astNode, extensionASTNodes } = union;
	return (astNode != null ? [astNode, ...extensionASTNodes] : extensionASTNodes).flatMap((unionNode) => unionNode.types ?? []).filter((typeNode) => typeNode.name.value === typeName);
}
function getDeprecatedDirectiveNode(definitionNode) {
	return definitionNode?.directives?.find((node) => node.name.value === GraphQLDeprecatedDirective.name);
}
// node_modules/graphql/diagnostics.mjs
function resolveDiagnosticsChannel() {
	let dc;
	try {
		const processRef = globalThis.process;
		if (typeof processRef?.getBuiltinModule === "function") dc = processRef.getBuiltinModule("node:diagnostics_channel");
	} catch {}
	return dc;
}
const dc = resolveDiagnosticsChannel();
const parseChannel = dc?.tracingChannel("graphql:parse");
const validateChannel = dc?.tracingChannel("graphql:validate");
const executeChannel = dc?.tracingChannel("graphql:execute");
const executeVariableCoercionChannel = dc?.tracingChannel("graphql:execute:variableCoercion");
const executeRootSelectionSetChannel = dc?.tracingChannel("graphql:execute:rootSelectionSet");
dc?.tracingChannel("graphql:subscribe");
const resolveChannel = dc?.tracingChannel("graphql:resolve");
const SUB_CHANNEL_KEYS = [
	"start",
	"end",
	"asyncStart",
	"asyncEnd",
	"error"
];
function shouldTrace(channel) {
	if (channel == null) return false;
	const aggregate = channel.hasSubscribers;
	if (aggregate !== void 0) return aggregate;
	for (const key of SUB_CHANNEL_KEYS) if (channel[key].hasSubscribers) return true;
	return false;
}
function traceMixed(channel, contextInput, fn) {
	const context = contextInput;
	return channel.start.runStores(context, () => {
		let result;
		try {
			result = fn();
		} catch (err) {
			context.error = err;
			channel.error.publish(context);
			channel.end.publish(context);
			throw err;
		}
		if (!isPromiseLike(result)) {
			context.result = result;
			channel.end.publish(context);
			return result;
		}
		channel.end.publish(context);
		return result.then((value) => {
			context.result = value;
			channel.asyncStart.publish(context);
			channel.asyncEnd.publish(context);
			return value;
		}, (err) => {
			context.error = err;
			channel.error.publish(context);
			channel.asyncStart.publish(context);
			channel.asyncEnd.publish(context);
			throw err;
		});
	});
}
// node_modules/graphql/utilities/typeFromAST.mjs
function typeFromAST(schema, typeNode) {
	switch (typeNode.kind) {
		case LIST_TYPE: {
			const innerType = typeFromAST(schema, typeNode.type);
			return innerType && new GraphQLList(innerType);
		}
		case NON_NULL_TYPE: {
			const innerType = typeFromAST(schema, typeNode.type);
			return innerType && new GraphQLNonNull(innerType);
		}
		case NAMED_TYPE: return schema.getType(typeNode.name.value);
	}
}
// node_modules/graphql/utilities/coerceInputValue.mjs
function coerceInputValue(inputValue, type) {
	if (isNonNullType(type)) {
		if (inputValue == null) return;
		return coerceInputValue(inputValue, type.ofType);
	}
	if (inputValue == null) return null;
	if (isListType(type)) {
		if (!isIterableObject(inputValue)) {
			const coercedItem = coerceInputValue(inputValue, type.ofType);
			if (coercedItem === void 0) return;
			return [coercedItem];
		}
		const coercedValue = [];
		for (const itemValue of inputValue) {
			const coercedItem = coerceInputValue(itemValue, type.ofType);
			if (coercedItem === void 0) return;
			coercedValue.push(coercedItem);
		}
		return coercedValue;
	}
	if (isInputObjectType(type)) {
		if (!isObjectLike(inputValue) || Array.isArray(inputValue)) return;
		const coercedValue = Object.create(null);
		const fieldDefs = type.getFields();
		let definedFieldCount = 0;
		for (const fieldName of Object.keys(inputValue)) {
			if (inputValue[fieldName] === void 0) continue;
			definedFieldCount++;
			if (!Object.hasOwn(fieldDefs, fieldName)) return;
		}
		for (const field of Object.values(fieldDefs)) {
			const fieldValue = inputValue[field.name];
			if (fieldValue === void 0) {
				if (isRequiredInputField(field)) return;
				const coercedDefaultValue = coerceDefaultValue(field);
				if (coercedDefaultValue !== void 0) coercedValue[field.name] = coercedDefaultValue;
			} else {
				const coercedField = coerceInputValue(fieldValue, field.type);
				if (coercedField === void 0) return;
				coercedValue[field.name] = coercedField;
			}
		}
		if (type.isOneOf) {
			const keys = Object.keys(coercedValue);
			if (definedFieldCount !== 1 || keys.length !== 1) return;
			if (coercedValue[keys[0]] === null) return;
		}
		return coercedValue;
	}
	const leafType = assertLeafType(type);
	try {
		return leafType.coerceInputValue(inputValue);
	} catch (_error) {}
}
function coerceInputLiteral(valueNode, type, variableValues, fragmentVariableValues) {
	if (valueNode.kind === "Variable") {
		const coercedVariableValue = getCoercedVariableValue(valueNode, variableValues, fragmentVariableValues);
		if (coercedVariableValue == null && isNonNullType(type)) return;
		return coercedVariableValue;
	}
	if (isNonNullType(type)) {
		if (valueNode.kind === "NullValue") return;
		return coerceInputLiteral(valueNode, type.ofType, variableValues, fragmentVariableValues);
	}
	if (valueNode.kind === "NullValue") return null;
	if (isListType(type)) {
		if (valueNode.kind !== "ListValue") {
			const itemValue = coerceInputLiteral(valueNode, type.ofType, variableValues, fragmentVariableValues);
			if (itemValue === void 0) return;
			return [itemValue];
		}
		const coercedValue = [];
		for (const itemNode of valueNode.values) {
			let itemValue = coerceInputLiteral(itemNode, type.ofType, variableValues, fragmentVariableValues);
			if (itemValue === void 0) {
				if (itemNode.kind === "Variable" && getCoercedVariableValue(itemNode, variableValues, fragmentVariableValues) == null && !isNonNullType(type.ofType)) itemValue = null;
				else return;
			}
			coercedValue.push(itemValue);
		}
		return coercedValue;
	}
	if (isInputObjectType(type)) {
		if (valueNode.kind !== "ObjectValue") return;
		const coercedValue = Object.create(null);
		const fieldDefs = type.getFields();
		if (valueNode.fields.some((field) => !Object.hasOwn(fieldDefs, field.name.value))) return;
		const fieldNodes = new Map(valueNode.fields.map((field) => [field.name.value, field]));
		for (const field of Object.values(fieldDefs)) {
			const fieldNode = fieldNodes.get(field.name);
			if (!fieldNode || fieldNode.value.kind === "Variable" && isMissingVariable(fieldNode.value, variableValues, fragmentVariableValues)) {
				if (isRequiredInputField(field)) return;
				const coercedDefaultValue = coerceDefaultValue(field);
				if (coercedDefaultValue !== void 0) coercedValue[field.name] = coercedDefaultValue;
			} else {
				const fieldValue = coerceInputLiteral(fieldNode.value, field.type, variableValues, fragmentVariableValues);
				if (fieldValue === void 0) return;
				coercedValue[field.name] = fieldValue;
			}
		}
		if (type.isOneOf) {
			const coercedKeys = Object.keys(coercedValue);
			if (fieldNodes.size !== 1 || coercedKeys.length !== 1) return;
			for (const [fieldName, fieldNode] of fieldNodes) if (fieldNode.value.kind === "NullValue" || coercedValue[fieldName] === null) return;
		}
		return coercedValue;
	}
	const leafType = assertLeafType(type);
	try {
		return leafType.coerceInputLiteral ? leafType.coerceInputLiteral(replaceVariables(valueNode, variableValues, fragmentVariableValues)) : leafType.parseLiteral(valueNode, variableValues?.coerced);
	} catch (_error) {}
}
function getCoercedVariableValue(variableNode, variableValues, fragmentVariableValues) {
	const varName = variableNode.name.value;
	if (fragmentVariableValues?.sources[varName] !== void 0) return fragmentVariableValues.coerced[varName];
	return variableValues?.coerced[varName];
}
function isMissingVariable(variableNode, variableValues, fragmentVariableValues) {
	const varName = variableNode.name.value;
	return (fragmentVariableValues?.sources[varName] !== void 0 ? fragmentVariableValues.coerced : variableValues?.coerced)?.[varName] === void 0;
}
function coerceDefaultValue(inputValue) {
	let coercedDefaultValue = inputValue._memoizedCoercedDefaultValue;
	if (coercedDefaultValue !== void 0) return coercedDefaultValue;
	const defaultInput = inputValue.default;
	if (defaultInput !== void 0) {
		coercedDefaultValue = defaultInput.literal ? coerceInputLiteral(defaultInput.literal, inputValue.type) : coerceInputValue(defaultInput.value, inputValue.type);
		if (!(coercedDefaultValue !== void 0)) invariant(false, `Expected value of type "${inputValue.type}" to be valid, found: ${inspect(defaultInput.literal ?? defaultInput.value)}.`);
		inputValue._memoizedCoercedDefaultValue = coercedDefaultValue;
		return coercedDefaultValue;
	}
	const defaultValue = inputValue.defaultValue;
	if (defaultValue !== void 0) inputValue._memoizedCoercedDefaultValue = defaultValue;
	return defaultValue;
}
// node_modules/graphql/execution/getVariableSignature.mjs
function getVariableSignature(schema, varDefNode) {
	const varName = varDefNode.variable.name.value;
	const varType = typeFromAST(schema, varDefNode.type);
	if (!isInputType(varType)) {
		const varTypeStr = print(varDefNode.type);
		return new GraphQLError(`Variable "$${varName}" expected value of type "${varTypeStr}" which cannot be used as an input type.`, { nodes: varDefNode.type });
	}
	const defaultValue = varDefNode.defaultValue;
	return {
		name: varName,
		type: varType,
		default: defaultValue && { literal: defaultValue }
	};
}
// node_modules/graphql/execution/values.mjs
function getVariableValues(schema, varDefNodes, inputs, options) {
	const errors = [];
	const maxErrors = options?.maxErrors;
	try {
		const variableValues = coerceVariableValues(schema, varDefNodes, inputs, (error) => {
			if (maxErrors != null && errors.length >= maxErrors) throw new GraphQLError("Too many errors processing variables, error limit reached. Execution aborted.");
			errors.push(error);
		}, options?.hideSuggestions);
		if (errors.length === 0) return { variableValues };
	} catch (error) {
		errors.push(ensureGraphQLError(error));
	}
	return { errors };
}
function coerceVariableValues(schema, varDefNodes, inputs, onError, hideSuggestions) {
	const sources = Object.create(null);
	const coerced = Object.create(null);
	for (const varDefNode of varDefNodes) {
		const varSignature = getVariableSignature(schema, varDefNode);
		if (varSignature instanceof GraphQLError) {
			onError(varSignature);
			continue;
		}
		const { name: varName, type: varType } = varSignature;
		const value = Object.hasOwn(inputs, varName) ? inputs[varName] : void 0;
		if (value === void 0) {
			sources[varName] = { signature: varSignature };
			if (varDefNode.defaultValue) {
				maybeUseDefaultValue(coerced, varName, varSignature, (error, path) => {
					onError(new GraphQLError(`Variable "$${varName}" has invalid default value${printPathArray(path)}: ${error.message}`, { nodes: varDefNode }));
				}, hideSuggestions);
				continue;
			} else if (!isNonNullType(varType)) continue;
		} else sources[varName] = {
			signature: varSignature,
			value
		};
		const coercedValue = coerceInputValue(value, varType);
		if (coercedValue !== void 0) coerced[varName] = coercedValue;
		else validateInputValue(value, varType, (error, path) => {
			onError(new GraphQLError(`Variable "$${varName}" has invalid value${printPathArray(path)}: ${error.message}`, {
				nodes: varDefNode,
				originalError: error
			}));
		}, hideSuggestions);
	}
	return {
		sources,
		coerced
	};
}
function maybeUseDefaultValue(coercedValues, name, inputValue, onError, hideSuggestions) {
	try {
		const coercedDefaultValue = coerceDefaultValue(inputValue);
		if (coercedDefaultValue !== void 0) coercedValues[name] = coercedDefaultValue;
	} catch (error) {
		const defaultInput = inputValue.default;
		if (defaultInput === void 0) throw error;
		let reportedValidationError = false;
		validateDefaultInput(defaultInput, inputValue.type, (defaultError, path) => {
			reportedValidationError = true;
			onError(defaultError, path);
		}, hideSuggestions);
		if (!reportedValidationError) onError(ensureGraphQLError(error), []);
	}
}
function getFragmentVariableValues(fragmentSpreadNode, fragmentSignatures, variableValues, fragmentVariableValues, hideSuggestions) {
	const argumentNodes = fragmentSpreadNode.arguments ?? [];
	const argNodeMap = new Map(argumentNodes.map((arg) => [arg.name.value, arg]));
	const sources = Object.create(null);
	const coerced = Object.create(null);
	for (const [varName, varSignature] of Object.entries(fragmentSignatures)) {
		const argumentNode = argNodeMap.get(varName);
		if (argumentNode !== void 0) sources[varName] = fragmentVariableValues == null ? {
			signature: varSignature,
			value: argumentNode.value
		} : {
			signature: varSignature,
			value: argumentNode.value,
			fragmentVariableValues
		};
		else sources[varName] = { signature: varSignature };
		coerceArgument(coerced, fragmentSpreadNode, varName, varSignature, argumentNode, variableValues, fragmentVariableValues, hideSuggestions);
	}
	return {
		sources,
		coerced
	};
}
function getArgumentValues(def, node, variableValues, fragmentVariableValues, hideSuggestions) {
	const coercedValues = Object.create(null);
	if (def.args.length === 0) return coercedValues;
	const argumentNodes = node.arguments ?? [];
	const argNodeMap = new Map(argumentNodes.map((arg) => [arg.name.value, arg]));
	for (const argDef of def.args) {
		const name = argDef.name;
		coerceArgument(coercedValues, node, name, argDef, argNodeMap.get(argDef.name), variableValues, fragmentVariableValues, hideSuggestions);
	}
	return coercedValues;
}
function coerceArgument(coercedValues, node, argName, argDef, argumentNode, variableValues, fragmentVariableValues, hideSuggestions) {
	const argType = argDef.type;
	const onArgDefaultValueError = (error, path) => {
		throw new GraphQLError(`${printArgumentOrFragmentVariable(argDef, node)} has invalid default value${printPathArray(path)}: ${error.message}`, { nodes: node });
	};
	if (!argumentNode) {
		if (isRequiredArgument(argDef)) throw new GraphQLError(`${printArgumentOrFragmentVariable(argDef, node)} of required type "${argType}" was not provided.`, { nodes: node });
		maybeUseDefaultValue(coercedValues, argName, argDef, onArgDefaultValueError, hideSuggestions);
		return;
	}
	const valueNode = argumentNode.value;
	if (valueNode.kind === "Variable") {
		const variableName = valueNode.name.value;
		const scopedVariableValues = fragmentVariableValues?.sources[variableName] ? fragmentVariableValues : variableValues;
		if ((scopedVariableValues == null || !Object.hasOwn(scopedVariableValues.coerced, variableName)) && !isRequiredArgument(argDef)) {
			maybeUseDefaultValue(coercedValues, argName, argDef, onArgDefaultValueError, hideSuggestions);
			return;
		}
	}
	const coercedValue = coerceInputLiteral(valueNode, argType, variableValues, fragmentVariableValues);
	if (coercedValue === void 0) {
		validateInputLiteral(valueNode, argType, (error, path) => {
			error.message = `${printArgumentOrFragmentVariable(argDef, node)} has invalid value${printPathArray(path)}: ${error.message}`;
			throw error;
		}, variableValues, fragmentVariableValues, hideSuggestions);
		invariant(false, "Invalid argument");
	}
	coercedValues[argName] = coercedValue;
}
function printArgumentOrFragmentVariable(argDef, node) {
	return isArgument(argDef) ? `Argument "${argDef}"` : `Variable "$${argDef.name}" defined by fragment "${node.name.value}"`;
}
function getDirectiveValues(directiveDef, node, variableValues, fragmentVariableValues, hideSuggestions) {
	const directiveNode = node.directives?.find((directive) => directive.name.value === directiveDef.name);
	if (directiveNode) return getArgumentValues(directiveDef, directiveNode, variableValues, fragmentVariableValues, hideSuggestions);
}
// node_modules/graphql/execution/collectFields.mjs
function collectFields(schema, fragments, variableValues, runtimeType, selectionSet, hideSuggestions, forbidSkipAndInclude = false, visit = visitSelectionSets) {
	const groupedFieldSet = new AccumulatorMap();
	const newDeferUsages = [];
	const context = {
		schema,
		fragments,
		variableValues,
		runtimeType,
		visitedFragmentNames: /* @__PURE__ */ new Map(),
		hideSuggestions,
		forbiddenDirectiveInstances: [],
		forbidSkipAndInclude
	};
	visit(context, selectionSet, groupedFieldSet, newDeferUsages);
	return {
		groupedFieldSet,
		newDeferUsages,
		forbiddenDirectiveInstances: context.forbiddenDirectiveInstances
	};
}
function collectSubfields(schema, fragments, variableValues, returnType, fieldDetailsList, hideSuggestions) {
	const context = {
		schema,
		fragments,
		variableValues,
		runtimeType: returnType,
		visitedFragmentNames: /* @__PURE__ */ new Map(),
		hideSuggestions,
		forbiddenDirectiveInstances: [],
		forbidSkipAndInclude: false
	};
	const subGroupedFieldSet = new AccumulatorMap();
	const newDeferUsages = [];
	for (const fieldDetail of fieldDetailsList) {
		const selectionSet = fieldDetail.node.selectionSet;
		if (selectionSet) {
			const { deferUsage, fragmentVariableValues } = fieldDetail;
			visitSelectionSets(context, selectionSet, subGroupedFieldSet, newDeferUsages, deferUsage, fragmentVariableValues);
		}
	}
	return {
		groupedFieldSet: subGroupedFieldSet,
		newDeferUsages
	};
}
function visitSelectionSets(context, selectionSet, groupedFieldSet, newDeferUsages, deferUsage, fragmentVariableValues, recurse = visitSelectionSets) {
	const { schema, fragments, variableValues, runtimeType, visitedFragmentNames, hideSuggestions } = context;
	for (const selection of selectionSet.selections) switch (selection.kind) {
		case FIELD:
			if (!shouldIncludeNode(context, selection, variableValues, fragmentVariableValues)) continue;
			groupedFieldSet.add(getFieldEntryKey(selection), {
				node: selection,
				deferUsage,
				fragmentVariableValues
			});
			break;
		case INLINE_FRAGMENT: {
			if (!shouldIncludeNode(context, selection, variableValues, fragmentVariableValues) || !doesFragmentConditionMatch(schema, selection, runtimeType)) continue;
			const newDeferUsage = getDeferUsage(variableValues, fragmentVariableValues, selection, deferUsage);
			if (!newDeferUsage) recurse(context, selection.selectionSet, groupedFieldSet, newDeferUsages, deferUsage, fragmentVariableValues, recurse);
			else {
				newDeferUsages.push(newDeferUsage);
				recurse(context, selection.selectionSet, groupedFieldSet, newDeferUsages, newDeferUsage, fragmentVariableValues, recurse);
			}
			break;
		}
		case FRAGMENT_SPREAD: {
			const fragName = selection.name.value;
			if (!shouldIncludeNode(context, selection, variableValues, fragmentVariableValues)) continue;
			const fragment = fragments[fragName];
			if (fragment == null || !doesFragmentConditionMatch(schema, fragment.definition, runtimeType)) continue;
			const newDeferUsage = getDeferUsage(variableValues, fragmentVariableValues, selection, deferUsage);
			const maybeNewDeferUsage = newDeferUsage ?? deferUsage;
			let visitedDeferSet = visitedFragmentNames.get(fragName);
			if (!visitedDeferSet) {
				visitedDeferSet = /* @__PURE__ */ new Set();
				visitedFragmentNames.set(fragName, visitedDeferSet);
			}
			if (visitedDeferSet.has(null) || maybeNewDeferUsage && visitedDeferSet.has(maybeNewDeferUsage.directiveNode)) continue;
			if (newDeferUsage) newDeferUsages.push(newDeferUsage);
			visitedDeferSet.add(maybeNewDeferUsage?.directiveNode ?? null);
			const fragmentVariableSignatures = fragment.variableSignatures;
			let newFragmentVariableValues;
			if (fragmentVariableSignatures) newFragmentVariableValues = getFragmentVariableValues(selection, fragmentVariableSignatures, variableValues, fragmentVariableValues, hideSuggestions);
			recurse(context, fragment.definition.selectionSet, groupedFieldSet, newDeferUsages, maybeNewDeferUsage, newFragmentVariableValues, recurse);
			break;
		}
	}
}
function getDeferUsage(variableValues, fragmentVariableValues, node, parentDeferUsage) {
	const directiveNode = node.directives?.find((directive) => directive.name.value === GraphQLDeferDirective.name);
	if (!directiveNode) return;
	const defer = getArgumentValues(GraphQLDeferDirective, directiveNode, variableValues, fragmentVariableValues);
	if (defer.if === false) return;
	return {
		label: typeof defer.label === "string" ? defer.label : void 0,
		directiveNode,
		parentDeferUsage
	};
}
function shouldIncludeNode(context, node, variableValues, fragmentVariableValues) {
	const skipDirectiveNode = node.directives?.find((directive) => directive.name.value === GraphQLSkipDirective.name);
	if (skipDirectiveNode && context.forbidSkipAndInclude) {
		context.forbiddenDirectiveInstances.push(skipDirectiveNode);
		return false;
	}
	if ((skipDirectiveNode ? getArgumentValues(GraphQLSkipDirective, skipDirectiveNode, variableValues, fragmentVariableValues, context.hideSuggestions) : void 0)?.if === true) return false;
	const includeDirectiveNode = node.directives?.find((directive) => directive.name.value === GraphQLIncludeDirective.name);
	if (includeDirectiveNode && context.forbidSkipAndInclude) {
		context.forbiddenDirectiveInstances.push(includeDirectiveNode);
		return false;
	}
	if ((includeDirectiveNode ? getArgumentValues(GraphQLIncludeDirective, includeDirectiveNode, variableValues, fragmentVariableValues, context.hideSuggestions) : void 0)?.if === false) return false;
	return true;
}
function doesFragmentConditionMatch(schema, fragment, type) {
	const typeConditionNode = fragment.typeCondition;
	if (!typeConditionNode) return true;
	const conditionalType = typeFromAST(schema, typeConditionNode);
	if (conditionalType === type) return true;
	if (isAbstractType(conditionalType)) return schema.isSubType(conditionalType, type);
	return false;
}
function getFieldEntryKey(node) {
	return node.alias ? node.alias.value : node.name.value;
}
// node_modules/graphql/error/locatedError.mjs
function locatedError(rawOriginalError, nodes, path) {
	const originalError = toError(rawOriginalError);
	if (isLocatedGraphQLError(originalError)) return originalError;
	return new GraphQLError(originalError.message, {
		nodes: originalError.nodes ?? nodes,
		source: originalError.source,
		positions: originalError.positions,
		path,
		originalError
	});
}
function isLocatedGraphQLError(error) {
	return Array.isArray(error.path);
}
// node_modules/graphql/utilities/getOperationAST.mjs
function getOperationAST(documentAST, operationName) {
	let operation = null;
	for (const definition of documentAST.definitions) if (definition.kind === "OperationDefinition") {
		if (operationName == null) {
			if (operation) return null;
			operation = definition;
		} else if (definition.name?.value === operationName) return definition;
	}
	return operation;
}
export { GraphQLIncludeDirective as A, isSpecifiedScalarType as B, TypeMetaFieldDef as C, GraphQLDeferDirective as D, isIntrospectionType as E, GraphQLBoolean as F, addPath as G, DirectiveLocation as H, GraphQLFloat as I, isTypeSubTypeOf as J, pathToArray as K, GraphQLID as L, GraphQLStreamDirective as M, isSpecifiedDirective as N, GraphQLDirective as O, specifiedDirectives as P, isPromiseLike as Q, GraphQLInt as R, SchemaMetaFieldDef as S, introspectionTypes as T, validateInputLiteral as U, specifiedScalarTypes as V, valueToLiteral as W, ensureGraphQLError as X, isIterableObject as Y, isPromise as Z, shouldTrace as _, visitSelectionSets as a, assertValidSchema as b, getVariableValues as c, typeFromAST as d, executeChannel as f, resolveChannel as g, parseChannel as h, collectSubfields as i, GraphQLSkipDirective as j, GraphQLDisableErrorPropagationDirective as k, getVariableSignature as l, executeVariableCoercionChannel as m, locatedError as n, getArgumentValues as o, executeRootSelectionSetChannel as p, doTypesOverlap as q, collectFields as r, getDirectiveValues as s, getOperationAST as t, coerceInputValue as u, traceMixed as v, TypeNameMetaFieldDef as w, GraphQLSchema as x, validateChannel as y, GraphQLString as z };
