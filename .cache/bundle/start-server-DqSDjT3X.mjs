import { i as __require, o as __toESM, t as __commonJSMin } from "./rolldown-runtime-Da3jf7BF.mjs";
import { t as readDemoKeys } from "./demo-keys-DUKzbcZH.mjs";
import { s as authenticateKey } from "./record-reads-QqoL_qsF.mjs";
import { a as forbidden, b as unauthorized, c as internalError, d as missingScope, f as notAcceptable, h as persistedQueryNotSupported, l as invalid, n as badRequest, o as idempotencyKeyInUse, p as notFound, s as idempotencyKeyReused, t as ApiError, u as methodNotAllowed } from "./errors-Cd1UCkd2.mjs";
import { a as unwrapError, i as toApiError, r as formatErrors, t as OperationFailed } from "./format-errors-BLsjkXiR.mjs";
import { i as parse, n as parseJson, r as readBody, t as checkMediaType } from "./body-CLPDFl_2.mjs";
import { A as chargeUnits, B as requireViewer, F as checkHost, I as createRequestContext, L as hasIdempotencyKey, M as getRateLimitHeaders, P as checkApiVersion, R as json, T as requireCredential, j as deleteExpiredAddresses, k as chargeRequest, v as addChallenge, w as recheckCredential, y as findViewer, z as recordError$1 } from "./operations-DGinkLbp.mjs";
import { a as withTimeout, i as mapMaybePromise } from "./async-CcmZtahM.mjs";
import { a as getDeprecation, c as createTooManyFieldsError, d as locateAtField, f as locateError, g as defaultTypeResolver, i as getDayStartMs, l as executeWithGraphqlJs, m as walkFields, o as PreparedOperation, r as formatDeprecationReason, s as checkScopes } from "./deprecation-CRihKE_M.mjs";
import { n as createDerivedCache, r as getCacheUsage, t as createCache } from "./cache-zRcf0w4_.mjs";
import { E as isObjectType, F as print, O as isRequiredArgument, S as isListType, f as getNamedType, k as isRequiredInputField, m as isAbstractType, p as getNullableType, v as isInputObjectType, w as isNonNullType, x as isLeafType } from "./definition-U6Cy4S-S.mjs";
import { Q as GraphQLError, R as OPERATION_DEFINITION, l as DOCUMENT, v as FRAGMENT_DEFINITION, y as FRAGMENT_SPREAD } from "./kinds_-cEhelto3.mjs";
import { L as GraphQLID, W as valueToLiteral, c as getVariableValues, d as typeFromAST, n as locatedError, o as getArgumentValues } from "./getOperationAST-BUlcyd1p.mjs";
import { a as TypeInfo, c as parse$1, d as Lexer, f as TokenKind, i as NoFragmentCyclesRule, n as specifiedRules, o as visitWithTypeInfo, r as ValuesOfCorrectTypeRule, s as visit, t as validate, u as Source } from "./validate-dTPMsuV_.mjs";
import { n as serializeUnchanged } from "./scalars-DTgFPxhV.mjs";
import { G as readArgument, H as collectVariableNames, K as usesVariables, L as runPendingLookups, R as SubscriptionStream, S as emptyTrash, U as formatArgumentPath, V as applyDefaults, W as formatInputPath, n as schema, r as sweepDeliveries, t as routes, z as ValueChecker } from "./resources-CUaLXOk3.mjs";
import { r as formatCount } from "./text-86vERQj0.mjs";
import { Q as takeRightsSnapshot, Y as isNarrowerThan, lt as createContext, tt as writeEvents, ut as timestamp } from "./records-CzuHo0A9.mjs";
import { n as encrypt, t as decrypt } from "./encryption-Dw--mjYe.mjs";
import { r as query } from "./query-BmUqRt20.mjs";
import { r as getNodeType, t as findExistingIds } from "./node-types-BuwqcZrZ.mjs";
import { _ as idPattern, r as getCredentialIds } from "./scopes-BgGiyNkn.mjs";
import { i as isLoopback, n as getLocalUrl } from "./settings-gJPCLox9.mjs";
import { i as readVersion, t as findWorker } from "./package-files-CEUYJP83.mjs";
import { I as formatExposition, L as gauge, R as sampledCounter, b as startTracing, c as loadSettings, h as openStore, i as createOptionError, u as print$1, v as createDeps, y as startSignIn } from "./session-CrgV-ZTs.mjs";
import { a as escapeHtml, r as renderPage } from "./page-D5di_r70.mjs";
import { a as unwrapType, c as versionAlias, d as findConflicts, i as prepareRoute, l as versionVariable, n as isFilter, o as clearOtherTypes, r as isOneObject, s as lastVariable, t as getRestName, u as createOneOfObjects } from "./prepare-Duq6xUMj.mjs";
import { a as readOutboxMetrics, r as findDemoWarning } from "./demo-BVkDGPWq.mjs";
import { t as WorkerPool } from "./worker-pool-BJYjimcZ.mjs";
import { i as demoCompanies, t as allCompanies } from "./operations-kayhB3Bx.mjs";
import { L as purgeDeletedFields } from "./lists-Vny2PN0j.mjs";
import { i as exitCodes, t as OperatorError } from "./faults-D32tI_DY.mjs";
import { t as Dispatcher } from "./dispatcher-CJKvWyAR.mjs";
import { t as shutDownOnSignal } from "./shutdown-YgCeaLXk.mjs";
import { readFileSync } from "node:fs";
import v8 from "node:v8";
import { createHash, hkdfSync, randomUUID, timingSafeEqual } from "node:crypto";
import { transcode } from "node:buffer";
import { isDeepStrictEqual } from "node:util";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import { availableParallelism } from "node:os";
import { PerformanceObserver, monitorEventLoopDelay, performance as performance$1 } from "node:perf_hooks";
// node_modules/graphql/utilities/separateOperations.mjs
function separateOperations(documentAST) {
	const operations = [];
	const depGraph = Object.create(null);
	for (const definitionNode of documentAST.definitions) switch (definitionNode.kind) {
		case OPERATION_DEFINITION:
			operations.push(definitionNode);
			break;
		case FRAGMENT_DEFINITION: depGraph[definitionNode.name.value] = collectDependencies(definitionNode.selectionSet);
	}
	const separatedDocumentASTs = Object.create(null);
	for (const operation of operations) {
		const dependencies = /* @__PURE__ */ new Set();
		for (const fragmentName of collectDependencies(operation.selectionSet)) collectTransitiveDependencies(dependencies, depGraph, fragmentName);
		const operationName = operation.name ? operation.name.value : "";
		separatedDocumentASTs[operationName] = {
			kind: DOCUMENT,
			definitions: documentAST.definitions.filter((node) => node === operation || node.kind === "FragmentDefinition" && dependencies.has(node.name.value))
		};
	}
	return separatedDocumentASTs;
}
function collectTransitiveDependencies(collected, depGraph, fromName) {
	if (!collected.has(fromName)) {
		collected.add(fromName);
		const immediateDeps = depGraph[fromName];
		if (immediateDeps !== void 0) for (const toName of immediateDeps) collectTransitiveDependencies(collected, depGraph, toName);
	}
}
function collectDependencies(selectionSet) {
	const dependencies = [];
	visit(selectionSet, { FragmentSpread(node) {
		dependencies.push(node.name.value);
	} });
	return dependencies;
}
// src/http/media-types.ts
/**
* Negotiates the media type of GraphQL results (GraphQL over HTTP, "Body"; RFC 9110, 12.5.1). A
* client that does not list `application/graphql-response+json` receives `application/json`.
*/
const graphqlJson = "application/graphql-response+json";
const jsonType = "application/json";
const eventStream = "text/event-stream";
function parseAccept(accept) {
	const ranges = [];
	for (let start = 0; start < accept.length;) {
		const { type, parameters, index } = parse(accept, {
			start,
			comma: true
		});
		const quality = Number(parameters["q"] ?? 1);
		ranges.push({
			type,
			parameters,
			quality: quality >= 0 ? quality : 1
		});
		start = index + 1;
	}
	return ranges;
}
/** Returns the result's media type; undefined if the client accepts no supported type. */
function negotiateResultType(accept) {
	if (!accept || accept === "*/*") return jsonType;
	const ranges = parseAccept(accept);
	const findRange = (name) => ranges.find(({ type }) => type === name);
	const getQuality = (name) => (findRange(name) ?? findRange("application/*") ?? findRange("*/*"))?.quality ?? 0;
	const [responseQuality, plainQuality] = [getQuality(graphqlJson), getQuality(jsonType)];
	if (responseQuality > plainQuality) return graphqlJson;
	if (plainQuality > 0) return responseQuality === plainQuality && findRange("application/graphql-response+json") ? graphqlJson : jsonType;
	if (findRange(eventStream)?.quality) return eventStream;
	return ranges.some(isMultipart) ? jsonType : void 0;
}
/** Returns whether a range accepts Apollo's multipart protocol for subscriptions. */
const isMultipart = ({ type, parameters, quality }) => type === "multipart/mixed" && "subscriptionspec" in parameters && quality > 0;
/** Returns whether the client accepts subscriptions only in Apollo's multipart format. */
function prefersMultipart(accept = "") {
	const ranges = parseAccept(accept);
	const acceptsEvents = ranges.some(({ type, quality }) => type === eventStream && quality > 0);
	return ranges.some(isMultipart) && !acceptsEvents;
}
// src/graphql/compiler/complete.ts
/** The building blocks of compiled operations: they call resolvers and complete field values. */
/** @param recover returns the result for an error, or undefined if the operation bails out */
const createCompiledOperation = ({ schema, definition: { variableDefinitions = [] } }, complete, recover) => (ctx, variables) => {
	const { variableValues, errors } = getVariableValues(schema, variableDefinitions, variables);
	if (errors) return { errors };
	try {
		const run = {
			ctx,
			variables: variableValues,
			args: [],
			errors: []
		};
		const toResult = (data) => run.errors.length > 0 ? {
			errors: run.errors,
			data
		} : { data };
		const data = complete({}, run);
		return data instanceof Promise ? data.then(toResult, recover) : toResult(data);
	} catch (error) {
		return recover(error);
	}
};
const bailOutSignal = /* @__PURE__ */ new Error("The compiled operation cannot create the result");
var RootFieldFailed = class {
	error;
	constructor(error) {
		this.error = error;
	}
};
/** Prevents an "unhandled rejection" error before the enclosing promise handles the rejection. */
function markHandled(promise) {
	promise.catch(() => {});
	return promise;
}
/** Completes null and promises, and passes other values to `completeValue`. */
function completeNullable(isRequired, completeValue) {
	const complete = (value, run) => {
		if (value === null || value === void 0) {
			if (isRequired) throw bailOutSignal;
			return null;
		}
		if (value instanceof Promise) return markHandled(value.then((item) => complete(item, run)));
		if (value instanceof Error) throw bailOutSignal;
		return completeValue(value, run);
	};
	return complete;
}
function completeLeaf(type, isRequired) {
	const isUnchanged = type.coerceOutputValue === serializeUnchanged;
	const complete = completeNullable(isRequired, (value) => {
		const serializedValue = isUnchanged ? value : type.coerceOutputValue(value);
		if (serializedValue === null || serializedValue === void 0) throw bailOutSignal;
		return serializedValue;
	});
	return isUnchanged || type.name === "String" || type.name === "ID" ? (value, run) => typeof value === "string" ? value : complete(value, run) : complete;
}
const completeList = (completeItem) => (value, run) => {
	if (!Array.isArray(value)) throw bailOutSignal;
	const items = [];
	let isAsync = false;
	for (const element of value) {
		const item = completeItem(element, run);
		if (item instanceof Promise) isAsync = true;
		items.push(item);
	}
	return isAsync ? markHandled(Promise.all(items)) : items;
};
const completeAbstract = (completeByType, getTypeName) => (value, run) => {
	const typeName = getTypeName(value, run.ctx);
	const completeType = typeof typeName === "string" ? completeByType.get(typeName) : void 0;
	if (!completeType) throw bailOutSignal;
	return completeType(value, run);
};
function completeObject(entries) {
	const template = Object.fromEntries(entries.map(({ key }) => [key, null]));
	return (source, run) => {
		const responseObject = { ...template };
		let isAsync = false;
		for (let i = 0; i < entries.length; i++) {
			const { key, property, complete, isIncluded } = entries[i];
			const value = isIncluded && !isIncluded(run) ? void 0 : complete(property === void 0 ? source : source[property], run);
			if (value instanceof Promise) isAsync = true;
			responseObject[key] = value;
		}
		return isAsync ? markHandled(settleProperties(responseObject)) : responseObject;
	};
}
async function settleProperties(object) {
	for (const [key, value] of Object.entries(object)) if (value instanceof Promise) object[key] = await value;
	return object;
}
/** @param handleError returns the value of a field whose resolver fails; undefined to bail out */
function completeField(resolve, readArguments, info, complete, handleError) {
	if (!handleError) return (source, run) => complete(resolve(source, readArguments(run), run.ctx, info), run);
	return (source, run) => {
		const args = readArguments(run);
		let value;
		try {
			value = resolve(source, args, run.ctx, info);
		} catch (error) {
			return complete(handleError(error, run), run);
		}
		return complete(value instanceof Promise ? value.catch((error) => handleError(error, run)) : value, run);
	};
}
/** Returns a reader that computes constant arguments once, and other arguments once per run. */
function createArgumentReader(field, node, getNextIndex) {
	if (!node.arguments?.some(({ value }) => usesVariables(value))) {
		const constantArguments = getArgumentValues(field, node);
		return () => constantArguments;
	}
	const index = getNextIndex();
	return ({ args, variables }) => {
		args[index] ??= getArgumentValues(field, node, variables);
		return args[index];
	};
}
/** Records the error of a nullable field's resolver, and completes the field with null. */
const recordError = (nodes, path) => (error, { errors }) => {
	errors.push(locatedError(error, nodes, path));
	return null;
};
/** @throws RootFieldFailed, because an operation whose only root field fails has no data */
const failRootField = (error) => {
	throw new RootFieldFailed(error);
};
/** Returns a function that evaluates `@skip` and `@include`; undefined for a field without them. */
function compileCondition({ directives = [] }) {
	const conditions = directives.map(({ name, arguments: [argument] = [] }) => ({
		value: argument?.value,
		expectedValue: name.value === "include"
	}));
	if (conditions.length === 0) return void 0;
	return ({ variables }) => conditions.every(({ value, expectedValue: expected }) => {
		const actualValue = value?.kind === "Variable" ? variables.coerced[value.name.value] : value?.kind === "BooleanValue" ? value.value : void 0;
		if (typeof actualValue !== "boolean") throw bailOutSignal;
		return actualValue === expected;
	});
}
// src/graphql/compiler/compile.ts
/**
* Compiles an operation into a function that returns the same result as graphql-js. The function
* handles errors in a single root field and in nullable fields outside lists. For other errors,
* the function bails out, and graphql-js executes the operation.
*/
function compileOperation(operation) {
	if (!isCompilable(operation)) return void 0;
	const { definition, rootType } = operation;
	const rootFields = collectFields(operation, rootType, [definition.selectionSet]);
	const [singleRoot] = rootFields.size === 1 ? rootFields : [];
	let complete;
	try {
		complete = new Compiler(operation, singleRoot?.[1]).completeRoot(rootFields);
	} catch {
		return;
	}
	return createCompiledOperation(operation, complete, (error) => {
		if (!(error instanceof RootFieldFailed) || !singleRoot) return void 0;
		const [key, nodes] = singleRoot;
		return {
			errors: [locatedError(error.error, nodes, [key])],
			data: null
		};
	});
}
/** Maximum fields to compile: a larger operation would block other requests. */
const maxFields = 300;
/**
* Returns whether the compiler supports an operation: a query or a single mutation, without
* introspection, conditional fragments, or conditional fields that are selected twice.
*/
function isCompilable({ document, definition, type }) {
	const [rootNode, secondRootNode] = definition.selectionSet.selections;
	const isSingleMutation = type === "mutation" && rootNode?.kind === "Field" && !secondRootNode;
	if (type !== "query" && !isSingleMutation) return false;
	const responseKeys = [];
	const conditionalKeys = [];
	let isSupported = true;
	const rejectDirectives = ({ directives }) => {
		if (directives?.length) isSupported = false;
	};
	visit(document, {
		Field(node) {
			const key = node.alias?.value ?? node.name.value;
			responseKeys.push(key);
			if (node.directives?.length) conditionalKeys.push(key);
			if (node.name.value === "__schema" || node.name.value === "__type") isSupported = false;
		},
		FragmentSpread: rejectDirectives,
		InlineFragment: rejectDirectives
	});
	return isSupported && responseKeys.length <= maxFields && conditionalKeys.every((key) => responseKeys.indexOf(key) === responseKeys.lastIndexOf(key));
}
/** Groups an object's field nodes by response key; nodes with the same key are merged. */
function collectFields({ schema, fragments }, type, selectionSets) {
	const fields = /* @__PURE__ */ new Map();
	const spreadNames = /* @__PURE__ */ new Set();
	const collect = ({ selections }) => {
		for (const selection of selections) {
			if (selection.kind === "Field") {
				const key = selection.alias?.value ?? selection.name.value;
				fields.set(key, [...fields.get(key) ?? [], selection]);
				continue;
			}
			const isSpread = selection.kind === FRAGMENT_SPREAD;
			if (isSpread && spreadNames.has(selection.name.value)) continue;
			if (isSpread) spreadNames.add(selection.name.value);
			const fragment = isSpread ? fragments.get(selection.name.value) : selection;
			const condition = fragment?.typeCondition ? typeFromAST(schema, fragment.typeCondition) : type;
			const isApplicable = condition === type || isAbstractType(condition) && schema.isSubType(condition, type);
			if (fragment && isApplicable) collect(fragment.selectionSet);
		}
	};
	for (const selectionSet of selectionSets) collect(selectionSet);
	return fields;
}
var Compiler = class {
	#operation;
	#fragments;
	/** The nodes of the root field, if the operation has only one root field. */
	#singleRoot;
	#fieldCount = 0;
	#argumentsCount = 0;
	constructor(operation, singleRoot) {
		this.#operation = operation;
		this.#fragments = Object.fromEntries(operation.fragments);
		this.#singleRoot = singleRoot;
	}
	completeRoot(fields) {
		return completeObject(this.#entries(this.#operation.rootType, fields, []));
	}
	#complete(type, nodes, path) {
		const isRequired = isNonNullType(type);
		const nullableType = isRequired ? type.ofType : type;
		if (isLeafType(nullableType)) return completeLeaf(nullableType, isRequired);
		return completeNullable(isRequired, isListType(nullableType) ? completeList(this.#complete(nullableType.ofType, nodes, void 0)) : isObjectType(nullableType) ? this.#completeObject(nullableType, nodes, path) : this.#completeAbstract(nullableType, nodes, path));
	}
	#completeObject(type, nodes, path) {
		const selectionSets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
		const fields = collectFields(this.#operation, type, selectionSets);
		return completeObject(this.#entries(type, fields, path));
	}
	#completeAbstract(type, nodes, path) {
		const { schema } = this.#operation;
		const completeByType = new Map(schema.getPossibleTypes(type).map((possible) => [possible.name, this.#completeObject(possible, nodes, path)]));
		const resolveType = type.resolveType ?? defaultTypeResolver;
		const info = { schema };
		return completeAbstract(completeByType, (value, ctx) => resolveType(value, ctx, info, type));
	}
	#entries(type, fields, parent) {
		return [...fields].map(([key, nodes]) => {
			if (++this.#fieldCount > maxFields) throw bailOutSignal;
			const node = nodes[0];
			const isIncluded = compileCondition(node);
			const field = type.getFields()[node.name.value];
			if (!field) return {
				key,
				isIncluded,
				property: void 0,
				complete: () => type.name
			};
			const path = parent && [...parent, key];
			const complete = this.#complete(field.type, nodes, path);
			if (!field.resolve) return {
				key,
				isIncluded,
				property: field.name,
				complete
			};
			return {
				key,
				isIncluded,
				property: void 0,
				complete: this.#resolveField(type, field, nodes, path, complete)
			};
		});
	}
	#resolveField(parentType, field, nodes, path, complete) {
		const { schema, definition } = this.#operation;
		const info = {
			fieldName: field.name,
			fieldNodes: nodes,
			returnType: field.type,
			parentType,
			schema,
			fragments: this.#fragments,
			operation: definition
		};
		const readArguments = createArgumentReader(field, nodes[0], () => this.#argumentsCount++);
		const handleError = path && !isNonNullType(field.type) ? recordError(nodes, path) : nodes === this.#singleRoot ? failRootField : void 0;
		return completeField(field.resolve, readArguments, info, complete, handleError);
	}
};
// src/graphql/plugins/compiler.ts
/** Thrown if a compiled operation bails out, to run the operation again without the compiler. */
var RetryUncompiled = class extends Error {};
/** The innermost plugin of the execute phase: executes operations with the resolvers' context. */
const useCompiler = () => ({ onExecute({ context: { operation, input }, setExecuteFn }) {
	setExecuteFn(({ contextValue }) => executeOperation(operation, contextValue, input.variables));
} });
const compilerCache = createDerivedCache("compiled_operations");
/** Executes an operation. @throws RetryUncompiled if the compiled operation bails out */
function executeOperation(operation, ctx, variables) {
	const compiledOperation = getCompiled(operation, ctx);
	ctx.via = compiledOperation ? "compiled" : "executed";
	const run = () => compiledOperation ? mapMaybePromise(compiledOperation(ctx, variables), requireResult) : executeWithGraphqlJs(operation, ctx, variables);
	return ctx.tracing ? ctx.tracing.withSpan("execute", run, {
		"graphql.operation.type": operation.type,
		"graphql.operation.name": operation.name?.slice(0, 100)
	}) : run();
}
function getCompiled(operation, ctx) {
	const { QUERY_COMPILER } = ctx.settings;
	if (ctx.skipsCompiler || QUERY_COMPILER === "off") return void 0;
	const cacheEntry = compilerCache.getOrCreate(operation, () => ({ runCount: 0 }));
	if (cacheEntry.runCount++ === 0 && QUERY_COMPILER === "on") return void 0;
	if (!("compiled" in cacheEntry)) cacheEntry.compiled = compileOperation(operation);
	return cacheEntry.compiled;
}
function requireResult(result) {
	if (!result) throw new RetryUncompiled();
	return result;
}
// src/graphql/document-limits.ts
/**
* Limits the cost of parsing and validating a document, before each of these steps: the parser
* recurses into each bracket, and validation compares fields with the same response name in pairs.
*/
const openers = /* @__PURE__ */ new Set([
	TokenKind.BRACE_L,
	TokenKind.BRACKET_L,
	TokenKind.PAREN_L
]);
const closers = /* @__PURE__ */ new Set([
	TokenKind.BRACE_R,
	TokenKind.BRACKET_R,
	TokenKind.PAREN_R
]);
/**
* Limits the tokens and the nesting of a document. @returns the document's number of lines
* @throws GraphQLError for a syntax error, BAD_REQUEST above a limit
*/
function checkTokens(text, { GRAPHQL_MAX_TOKENS: maxTokens, GRAPHQL_MAX_NESTING: maxNesting }) {
	const lexer = new Lexer(new Source(text));
	let tokenCount = 0;
	let depth = 0;
	const reject = (message) => {
		const originalError = badRequest(message);
		const { source, token } = lexer;
		throw new GraphQLError(message, {
			source,
			positions: [token.start],
			originalError
		});
	};
	for (let { kind } = lexer.advance(); kind !== TokenKind.EOF; {kind} = lexer.advance()) {
		if (++tokenCount > maxTokens) reject(`The document has more than ${maxTokens} tokens (\`GRAPHQL_MAX_TOKENS\`): shorten the document`);
		if (openers.has(kind) && ++depth > maxNesting) reject(`The document nests brackets deeper than ${maxNesting} levels (\`GRAPHQL_MAX_NESTING\`): reduce the nesting`);
		if (closers.has(kind)) depth--;
	}
	return lexer.line;
}
const getResponseName = (selection) => (selection.kind === "Field" ? selection.alias : void 0)?.value ?? (selection.kind === "InlineFragment" ? "" : selection.name.value);
/**
* Limits the pairs that validation compares: fields with the same response name, and fragments
* spread in the same selection set.
* @param document a document without fragment cycles
* @throws BAD_REQUEST, which names the exceeded limit
*/
function checkFieldPairs(document, { GRAPHQL_MAX_FIELD_PAIRS: maxPairs }) {
	const fragments = document.definitions.filter((definition) => definition.kind === FRAGMENT_DEFINITION);
	const counter = new PairCounter(fragments, maxPairs);
	for (const definition of document.definitions) if (definition.kind === "OperationDefinition") counter.countPairs([definition.selectionSet]);
	for (const fragment of fragments) if (!counter.countedFragments.has(fragment)) counter.countPairs([fragment.selectionSet]);
}
var PairCounter = class {
	/** The fragments whose pairs have been counted, because an operation uses them. */
	countedFragments = /* @__PURE__ */ new Set();
	#fragments;
	#maxPairs;
	#pairCount = 0;
	#visitedFieldCount = 0;
	constructor(fragments, maxPairs) {
		this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
		this.#maxPairs = maxPairs;
	}
	/** Counts the pairs in selection sets that validation merges. */
	countPairs(selectionSets) {
		const fieldsByName = /* @__PURE__ */ new Map();
		const spreadNames = /* @__PURE__ */ new Set();
		let spreadCount = 0;
		const collect = ({ selections }, localSpreads) => {
			for (const selection of selections) {
				if (++this.#visitedFieldCount > 1e4) throw createTooManyFieldsError(selection);
				const name = getResponseName(selection);
				if (selection.kind === "InlineFragment") collect(selection.selectionSet, localSpreads);
				else if (selection.kind === "Field") {
					const fields = fieldsByName.get(name);
					if (fields) fields.push(selection);
					else fieldsByName.set(name, [selection]);
				} else if (!localSpreads.has(name)) {
					localSpreads.add(name);
					spreadCount++;
					const fragment = this.#fragments.get(name);
					if (!fragment || spreadNames.has(name)) continue;
					spreadNames.add(name);
					this.countedFragments.add(fragment);
					collect(fragment.selectionSet, /* @__PURE__ */ new Set());
				}
			}
		};
		for (const selectionSet of selectionSets) collect(selectionSet, /* @__PURE__ */ new Set());
		this.#addPairs(spreadCount, selectionSets);
		for (const fields of fieldsByName.values()) {
			this.#addPairs(fields.length, fields);
			const childSets = fields.flatMap(({ selectionSet }) => selectionSet ?? []);
			if (childSets.length > 0) this.countPairs(childSets);
		}
	}
	#addPairs(selectionCount, [node]) {
		this.#pairCount += selectionCount * (selectionCount - 1) / 2;
		if (this.#pairCount > this.#maxPairs) throw locateError(badRequest(`The document requires more than ${this.#maxPairs} comparisons of fields with the same response name (\`GRAPHQL_MAX_FIELD_PAIRS\`): select each field and fragment once`), node ? [node] : []);
	}
};
/** Maximum document lines for which errors have locations: each requires a scan of the text. */
const maxLocatedLines = 2e3;
/** Parses a document within the limits. @throws GraphQLError, BAD_REQUEST above a limit */
function parseDocument(schema, settings, source) {
	const lineCount = checkTokens(source, settings);
	const document = parse$1(source, { noLocation: lineCount > maxLocatedLines });
	checkAliases(document, settings);
	const [cycleError] = validate(schema, document, [NoFragmentCyclesRule]);
	if (cycleError) throw cycleError;
	checkFieldPairs(document, settings);
	return document;
}
/** Limits the aliases of each operation, including the aliases in all fragments. */
function checkAliases({ definitions }, { GRAPHQL_MAX_ALIASES: maxAliases }) {
	const sharedAliases = definitions.filter(({ kind }) => kind === FRAGMENT_DEFINITION).flatMap(listAliases);
	for (const definition of definitions) {
		if (definition.kind !== "OperationDefinition") continue;
		const excessAlias = [...listAliases(definition), ...sharedAliases][maxAliases];
		if (excessAlias) throw locateError(createLimitError("uses more than", maxAliases, "aliases"), [excessAlias]);
	}
}
function listAliases(node) {
	const aliases = [];
	visit(node, { Field: ({ alias }) => {
		if (alias) aliases.push(alias);
	} });
	return aliases;
}
const createLimitError = (verb, limit, unit) => badRequest(`The operation ${verb} ${limit} ${unit}`);
// src/graphql/plugins/cost.ts
/** Limits the records that an operation may return, and charges rate limit units for them. */
const useCost = (settings) => ({ onContextBuilding({ context: { http, operation, params, extensions } }) {
	const variables = params.variables ?? {};
	const cost = computeCost(operation, variables, settings);
	const getCounts = () => countRecords(operation, variables, settings);
	if (operation.type === "subscription") return requireOneUnit(cost, getCounts);
	extensions.cost = cost;
	const getAdvice = () => createCostAdvice(operation, getCounts());
	return cost.units > 1 ? chargeUnits(http, cost.units - 1, getAdvice) : void 0;
} });
/** @throws BAD_REQUEST if a subscription result, which is not charged, costs several units */
function requireOneUnit({ units }, getCounts) {
	if (units <= 1) return;
	const counts = getCounts();
	const { summary, remedy } = createRecordAdvice(counts);
	throw locateAtLevel(badRequest(`Each result of the subscription ${summary}; the limit is 100: ${remedy}, and read other records with a query`), counts.largestLevel);
}
const locateAtLevel = (error, level) => level?.selected ? locateAtField(error, level.selected) : error;
const findArgument = ({ field }, name) => field.args.find((argument) => argument.name === name);
const acceptsIds = (selected) => isListType(getNullableType(findArgument(selected, "ids")?.type));
/** Returns how many records a field requests per parent, and the argument that sets the number. */
function countRequested(selected, read) {
	const rowsPath = selected.field.extensions["rows"];
	const ids = rowsPath ? readPath(rowsPath, read) : acceptsIds(selected) ? read("ids") : void 0;
	if (Array.isArray(ids)) return [ids.length, rowsPath?.[0] ?? "ids"];
	if (read("all") === true) return [1e3, "all"];
	const firstArgument = findArgument(selected, "first");
	if (!firstArgument) return [Number(ids != null)];
	const name = read("first") == null && read("last") != null ? "last" : "first";
	return [Number(read(name) ?? firstArgument.defaultValue ?? 10), name];
}
const readPath = ([name, ...path], read) => path.reduce((value, step) => value && typeof value === "object" ? value[step] : void 0, read(name));
/** Returns the maximum length of an unpaged list whose records contain other lists. */
function countUnpaged({ field }, read) {
	const bound = field.extensions["atMost"];
	const namedElements = bound && read(bound.named);
	return bound && Array.isArray(namedElements) ? [Math.min(namedElements.length, bound.parents), bound.named] : [bound?.parents ?? 1];
}
/** @throws BAD_REQUEST, which names the exceeded limit on the document */
function countRecords(operation, variables, settings) {
	const variableValues = applyDefaults(operation, variables);
	const counts = {
		rootCount: 0,
		aliasCount: 0,
		recordCount: 0,
		dependsOnVariables: false
	};
	walkFields(operation, {
		recordCount: 1,
		countPerParent: 1
	}, (selected, parent) => {
		const { node, depth } = selected;
		if (node.alias) counts.aliasCount++;
		if (depth === 1) counts.rootCount++;
		checkLimits(operation, selected, counts, settings);
		const read = (name) => {
			const argument = node.arguments?.find((candidate) => candidate.name.value === name);
			if (argument && usesVariables(argument.value)) counts.dependsOnVariables = true;
			return readArgument(argument, variableValues);
		};
		const requested = countRequested(selected, read);
		const [countPerParent, argument] = requested[0] === 0 ? countUnpaged(selected, read) : requested;
		const recordCount = parent.recordCount * countPerParent;
		const level = {
			selected,
			parent,
			recordCount,
			countPerParent,
			argument
		};
		if (requested[0] > 0) {
			counts.recordCount += recordCount;
			if (recordCount > (counts.largestLevel?.recordCount ?? 0)) counts.largestLevel = level;
		}
		return level;
	});
	return counts;
}
/** @throws BAD_REQUEST for the first field beyond a limit */
function checkLimits({ type }, selected, { rootCount, aliasCount }, settings) {
	const isMutation = type === "mutation";
	const maxRoots = settings[isMutation ? "GRAPHQL_MAX_ROOT_MUTATIONS" : "GRAPHQL_MAX_ROOT_FIELDS"];
	const { GRAPHQL_MAX_DEPTH: maxDepth, GRAPHQL_MAX_ALIASES: maxAliases } = settings;
	const error = selected.depth > maxDepth ? createLimitError("nests deeper than", maxDepth, "levels") : rootCount > maxRoots ? createLimitError("selects more than", maxRoots, isMutation ? "mutations" : "root fields") : aliasCount > maxAliases ? createLimitError("uses more than", maxAliases, "aliases") : void 0;
	if (error) throw locateAtField(error, selected);
}
/** Returns a field's name in paths such as `people.deals`; empty for connection fields. */
const getPathName = ({ selected }) => !selected || /(Connection|Edge)$/.test(selected.parent.name) ? "" : (selected.node.alias ?? selected.node.name).value;
const listAncestors = (level) => level.parent ? [level, ...listAncestors(level.parent)] : [];
const formatPath = (level) => listAncestors(level).map(getPathName).filter(Boolean).reverse().join(".");
const remedies$1 = {
	first: "lower `first` on",
	last: "lower `last` on",
	all: "omit `all` on"
};
/** Returns "may return 5,100 records, 5,000 of them in `people.tasks`" and the remedy. */
function createRecordAdvice({ recordCount, largestLevel }) {
	const summary = `may return ${formatCount(recordCount)} records`;
	if (!largestLevel) return {
		summary,
		remedy: "request fewer records"
	};
	const [widestLevel = largestLevel] = listAncestors(largestLevel).filter(({ argument }) => argument).toSorted((a, b) => b.countPerParent - a.countPerParent);
	const { argument = "" } = widestLevel;
	return {
		summary: largestLevel.recordCount === recordCount ? summary : `${summary}, ${formatCount(largestLevel.recordCount)} of them in \`${formatPath(largestLevel)}\``,
		remedy: `${remedies$1[argument] ?? (argument ? `shorten \`${argument}\` of` : "request fewer records of")} \`${formatPath(widestLevel)}\``
	};
}
/** Caches the costs of operations whose costs do not depend on variables. */
const costCache = createDerivedCache("costs");
/** @throws BAD_REQUEST, which names the exceeded limit */
function computeCost(operation, variables, settings) {
	const cacheEntry = costCache.getOrCreate(operation, () => ({}));
	if (cacheEntry.cost) return cacheEntry.cost;
	const counts = countRecords(operation, variables, settings);
	const { rootCount, recordCount } = counts;
	const maxRecords = settings.GRAPHQL_MAX_NODES;
	if (recordCount > maxRecords) {
		const { summary, remedy } = createRecordAdvice(counts);
		throw locateAtLevel(badRequest(`The operation ${summary}; the limit is ${formatCount(maxRecords)}: ${remedy}`), counts.largestLevel);
	}
	const isMutation = operation.type === "mutation";
	const cost = {
		nodes: recordCount,
		units: Math.max(1, isMutation ? rootCount : 0, Math.ceil(recordCount / 100))
	};
	if (!counts.dependsOnVariables) cacheEntry.cost = cost;
	return cost;
}
/** Describes the costliest part of an operation and the remedy, for rate limit errors. */
const createCostAdvice = ({ type }, counts) => counts.rootCount * 100 > counts.recordCount && type === "mutation" ? {
	summary: `has ${formatCount(counts.rootCount)} mutations`,
	remedy: "send fewer at once"
} : createRecordAdvice(counts);
// src/graphql/plugins/deprecations.ts
/** Reports the deprecated schema elements that an operation uses, in the response and the log. */
const useDeprecationNotices = () => ({ onContextBuilding({ context: { http, operation, input, extensions } }) {
	http.deprecatedUses = removeDuplicates([...documentCache.getOrCreate(operation, () => findUsesInDocument(operation)), ...findUsesInVariables(operation, input.variables)]);
	if (http.deprecatedUses.length > 0) extensions.deprecations = http.deprecatedUses.map(toNotice);
} });
const schemaCache = createDerivedCache("deprecated_schemas");
/** Returns whether the schema has deprecated elements, for which requests must be searched. */
const hasDeprecations = (schema) => schemaCache.getOrCreate(schema, () => Object.values(schema.getTypeMap()).some((type) => {
	if ("getValues" in type) return type.getValues().some(getDeprecation);
	return ("getFields" in type ? Object.values(type.getFields()) : []).some((field) => getDeprecation(field) || "args" in field && field.args.some(getDeprecation));
}));
const documentCache = createDerivedCache("deprecated_uses");
const findUsesInDocument = ({ schema, document, name }) => findUses(schema, separateOperations(document)[name ?? ""] ?? document);
/** Finds deprecated uses in variables; the documents of REST routes use nothing deprecated. */
const findUsesInVariables = ({ schema, definition: { variableDefinitions = [] } }, variables) => variableDefinitions.flatMap(({ variable, type: typeNode }) => {
	const type = typeFromAST(schema, typeNode);
	const literal = valueToLiteral(variables[variable.name.value], type);
	return literal ? findUses(schema, literal, type) : [];
});
/** @param type the type of `node` if the node is a value, not a document */
function findUses(schema, node, type) {
	const uses = [];
	const typeInfo = new TypeInfo(schema, type);
	const addUse = (element) => {
		const deprecation = getDeprecation(element);
		if (deprecation) uses.push({
			name: String(element),
			deprecation
		});
	};
	visit(node, visitWithTypeInfo(typeInfo, {
		Field: () => addUse(typeInfo.getFieldDef()),
		Argument: () => addUse(typeInfo.getArgument()),
		EnumValue: () => addUse(typeInfo.getEnumValue()),
		ObjectField({ name }) {
			const parent = getNamedType(typeInfo.getParentInputType());
			if (isInputObjectType(parent)) addUse(parent.getFields()[name.value]);
		}
	}));
	return uses;
}
const removeDuplicates = (uses) => [...new Map(uses.map((use) => [use.name, use])).values()];
const toNotice = ({ name, deprecation }) => ({
	coordinate: name,
	reason: formatDeprecationReason(deprecation),
	since: deprecation.since,
	...deprecation.sunset && { sunset: deprecation.sunset },
	...deprecation.link && { link: deprecation.link }
});
// src/graphql/plugins/inputs.ts
/** Checks an operation's argument values before execution, and names the invalid fields. */
const useInputConstraints = () => ({ onContextBuilding({ context: { operation, params }, extendContext }) {
	extendContext({ input: checkInputs(operation, params.variables ?? {}) });
} });
const maxDetails = 100;
/**
* Checks an operation's arguments. Invalid rows of a bulk change fail individually.
* @throws VALIDATION_ERROR for each field with other invalid values, with a detail for each value
*/
function checkInputs(operation, variables) {
	const problems = findProblems(operation, variables);
	if (problems.length === 0) return { variables };
	const { otherProblems, ...input } = operation.definition.selectionSet.selections.length === 1 ? separateRowProblems(problems, variables) : {
		otherProblems: problems,
		variables
	};
	if (otherProblems.length === 0) return input;
	const listedProblems = otherProblems.slice(0, maxDetails);
	const problemsByField = Map.groupBy(listedProblems, ({ selected }) => selected);
	throw new OperationFailed({ errors: [...problemsByField].map(([field, problems]) => createInputError(field, problems)) });
}
function createInputError(selected, problems) {
	const argumentNames = new Set(problems.map(({ path: [argument] }) => argument));
	const details = problems.map(({ path, code, message }) => ({
		field: formatArgumentPath(path),
		code,
		message
	}));
	const nodes = selected.node.arguments?.filter(({ name }) => argumentNames.has(name.value));
	return locateAtField(invalid(details), selected, nodes);
}
/**
* Returns an operation's invalid argument values, at paths such as `[argument, index, field]`: up
* to 100 for each row of a list argument, and up to 100 outside rows.
* @param strictLists whether to reject a single value, which GraphQL accepts as a list of one
*/
function findProblems(operation, variables, strictLists = false) {
	const problems = [];
	const countsByRow = /* @__PURE__ */ new Map();
	const report = (problem) => {
		const pathStep = problem.path[1];
		const rowKey = typeof pathStep === "number" ? pathStep : "";
		const problemCount = countsByRow.get(rowKey) ?? 0;
		if (problemCount < maxDetails) problems.push(problem);
		countsByRow.set(rowKey, problemCount + 1);
	};
	const variableValues = applyDefaults(operation, variables);
	const { fields, repeatsVariables } = planCache.getOrCreate(operation, () => planChecks(operation, strictLists));
	if (repeatsVariables) limitArgumentsLength(operation, variableValues);
	for (const selected of fields) checkArguments(selected, variableValues, strictLists, report);
	return problems;
}
const planCache = createDerivedCache("argument_checks");
/** Returns the fields to check for each request. Constant arguments are checked only once, here. */
function planChecks({ selectedFields }, strictLists) {
	const variableNames = [];
	return {
		fields: selectedFields.filter((selected) => {
			const names = selected.node.arguments?.flatMap(({ value }) => collectVariableNames(value)) ?? [];
			variableNames.push(...names);
			let isInvalid = false;
			if (names.length === 0) checkArguments(selected, {}, strictLists, () => {
				isInvalid = true;
			});
			return names.length > 0 || isInvalid;
		}),
		repeatsVariables: new Set(variableNames).size < variableNames.length
	};
}
function checkArguments(selected, variables, strictLists, report) {
	const argumentNodes = new Map((selected.node.arguments ?? []).map((argument) => [argument.name.value, argument]));
	const readValue = (name) => readArgument(argumentNodes.get(name), variables);
	const checker = new ValueChecker((problem) => report({
		...problem,
		selected
	}), strictLists);
	for (const argument of selected.field.args) {
		const { name, type, extensions } = argument;
		if (argumentNodes.has(name) || isRequiredArgument(argument)) checker.check(readValue(name), type, [name], extensions);
	}
	const message = "cannot be combined with `first`: set only one of the two";
	if (readValue("first") != null && readValue("last") != null) report({
		path: ["last"],
		code: "INVALID_VALUE",
		message,
		selected
	});
}
/** Maximum total characters of an operation's arguments as JSON. */
const maxArgumentsLength = 25e4;
/**
* Limits the total length of arguments, because a short document can use one long variable a
* thousand times. The first use of each variable does not count. @throws BAD_REQUEST
*/
function limitArgumentsLength({ selectedFields }, variables) {
	const lengths = /* @__PURE__ */ new Map();
	let remainingLength = maxArgumentsLength;
	const measureVariable = (name) => {
		let argumentsLength = lengths.get(name);
		if (argumentsLength === void 0) {
			argumentsLength = JSON.stringify(variables[name])?.length ?? 0;
			lengths.set(name, argumentsLength);
			remainingLength += argumentsLength;
		}
		return argumentsLength;
	};
	const subtractLength = (node) => {
		remainingLength -= node.kind === "Variable" ? measureVariable(node.name.value) : 1;
		if (node.kind === "ListValue") node.values.forEach(subtractLength);
		else if (node.kind === "ObjectValue") for (const { value } of node.fields) subtractLength(value);
	};
	for (const selected of selectedFields) {
		for (const { value } of selected.node.arguments ?? []) subtractLength(value);
		if (remainingLength < 0) throw locateAtField(badRequest(argumentsTooLong), selected);
	}
}
const argumentsTooLong = "The values of the arguments are too long in total: use long variables in fewer arguments";
/** Separates the problems of bulk rows, which fail individually, and replaces the invalid rows. */
function separateRowProblems(problems, variables) {
	const rowErrors = /* @__PURE__ */ new Map();
	const otherProblems = [];
	let checkedVariables = variables;
	for (const problem of problems) {
		const { path, code, message, selected } = problem;
		const rowInput = findRowArgument(selected);
		const [argument, index, ...fieldPath] = path;
		const rows = rowInput && checkedVariables[rowInput.variable];
		const isRow = argument === rowInput?.argument && typeof index === "number";
		if (!rowInput || !isRow || !Array.isArray(rows)) {
			otherProblems.push(problem);
			continue;
		}
		const detail = {
			field: formatInputPath(fieldPath),
			code,
			message
		};
		const details = rowErrors.get(index);
		if (!details) {
			rowErrors.set(index, [detail]);
			const placeholder = createPlaceholder(rowInput.type, rows[index]);
			checkedVariables = {
				...checkedVariables,
				[rowInput.variable]: rows.with(index, placeholder)
			};
		} else if (details.length < maxDetails) details.push(detail);
	}
	if (rowErrors.size === 0) return {
		otherProblems,
		variables
	};
	return {
		otherProblems,
		variables: checkedVariables,
		rowErrors
	};
}
/** Returns the argument that lists the rows of a bulk change, if a variable provides the list. */
function findRowArgument({ field, node }) {
	const [argument, ...path] = field.extensions["rows"] ?? [];
	const value = node.arguments?.find(({ name }) => name.value === argument)?.value;
	const type = field.args.find(({ name }) => name === argument)?.type;
	if (!argument || path.length > 0 || !type || value?.kind !== "Variable") return void 0;
	return {
		argument,
		variable: value.name.value,
		type
	};
}
/** Returns a valid row with only the required fields: the row's own ids, and `x` for each text. */
function createPlaceholder(type, row) {
	const rowType = getNamedType(type);
	const fields = isInputObjectType(rowType) ? Object.values(rowType.getFields()) : [];
	const readId = (name) => {
		const id = row?.[name];
		return typeof id === "string" ? id : "";
	};
	return Object.fromEntries(fields.filter(isRequiredInputField).map(({ name, type }) => [name, getNamedType(type) === GraphQLID ? readId(name) : "x"]));
}
// src/graphql/plugins/documents.ts
/** Parses, validates and caches documents, and selects the operation to run. */
const useDocuments = (schema, settings) => {
	const documentCache = createDocumentCache();
	return {
		onParse({ params, context, extendContext, setParsedDocument, setParseFn }) {
			const text = params.source;
			const cachedDocument = documentCache.get(text);
			if (cachedDocument) setParsedDocument(cachedDocument.document);
			else setParseFn((source) => parseDocument(schema, settings, source));
			return ({ result }) => {
				if (!result || result instanceof Error) return;
				const preparedDocument = cachedDocument ?? new PreparedDocument(schema, result, text.length);
				if (!cachedDocument) documentCache.set(text, preparedDocument);
				extendContext({
					document: preparedDocument,
					operation: preparedDocument.selectOperation(context.params.operationName)
				});
			};
		},
		onValidate({ params: { schema, documentAST, rules }, context, validateFn, setResult }) {
			const { document } = context;
			document.errors ??= replaceAbortError(validateFn(schema, documentAST, rules));
			if (document.errors.length > 0) checkInvalidLiterals(context, context.params.variables ?? {});
			setResult([...document.errors]);
		},
		onContextBuilding({ context: { http, operation } }) {
			labelOperation(http, operation);
			requireMethod(http, operation);
		}
	};
};
var PreparedDocument = class {
	document;
	length;
	/** The validation errors; undefined before the document is validated. */
	errors;
	#schema;
	#operations = /* @__PURE__ */ new Map();
	constructor(schema, document, length) {
		this.#schema = schema;
		this.document = document;
		this.length = length;
	}
	/** @throws BAD_REQUEST unless the name identifies exactly one operation */
	selectOperation(name) {
		const key = name || void 0;
		const operation = this.#operations.get(key) ?? this.#prepareOperation(key);
		this.#operations.set(key, operation);
		return operation;
	}
	#prepareOperation(name) {
		const [definition, secondDefinition] = this.document.definitions.filter((node) => node.kind === OPERATION_DEFINITION).filter((node) => name === void 0 || node.name?.value === name);
		if (definition && !secondDefinition) return new PreparedOperation(this.#schema, this.document, definition);
		throw badRequest(name ? `The document contains no operation named \`${name}\`` : "`operationName` is required unless the document contains exactly one operation");
	}
};
/** Maximum total characters of cached documents; each character uses at least 100 bytes. */
const maxCharacters = 25e4;
const createDocumentCache = () => createCache("documents", {
	maxBytes: maxCharacters,
	getSize: ({ length }) => length
});
const structuralRules = specifiedRules.filter((rule) => rule !== ValuesOfCorrectTypeRule);
/**
* Reports literals of the wrong type like other invalid values, with the field and an error code.
* @throws FORBIDDEN, VALIDATION_ERROR if such literals are the document's only errors
*/
function checkInvalidLiterals({ http, operation }, variables) {
	const { schema, document } = operation;
	if (validate(schema, document, structuralRules, { maxErrors: 0 }).length > 0) return;
	checkScopes(operation, requireViewer(http));
	checkInputs(operation, variables);
}
/** Replaces graphql-js's error "Validation aborted" with an error that names a remedy. */
function replaceAbortError(errors) {
	if (!errors.at(-1)?.message.endsWith("Validation aborted.")) return errors;
	const message = errors.length > 1 ? "There are more errors: correct the reported errors first" : "The document has too many fields with the same response name: select fewer fields";
	return [...errors.slice(0, -2), new GraphQLError(message)];
}
/** Labels metrics with schema names only; the client's operation name is used only in the log. */
function labelOperation(http, { type, name, rootFieldNames }) {
	http.logName = name ?? "anonymous";
	http.operation = rootFieldNames.length > 1 ? "several" : rootFieldNames[0] ?? "introspection";
	for (const field of rootFieldNames) http.deps.meters.rootFields.add(1, type, field);
}
/** @throws METHOD_NOT_ALLOWED for a mutation without POST, or a subscription with HEAD */
function requireMethod({ method }, { type }) {
	const allowedMethods = type === "mutation" ? ["POST"] : ["GET", "POST"];
	if (!allowedMethods.includes(method === "HEAD" && type === "query" ? "GET" : method)) throw methodNotAllowed(allowedMethods);
}
// src/graphql/plugins/responses.ts
const useResponses = () => ({ onExecutionResult({ context, result }) {
	const { http, extensions } = context;
	const { data, errors } = result;
	const stage = errors?.[0]?.message.startsWith("Syntax Error") ? "document" : "operation";
	context.response ??= createGraphqlResponse(http, {
		data,
		errors
	}, extensions, stage);
} });
/** Creates the response to a request that was rejected before it reached the pipeline. */
function createGraphqlErrorResponse(http, error, stage = "request") {
	http.resultType ??= negotiateResultType(http.request.headers.accept);
	return createGraphqlResponse(http, { errors: [error] }, {}, stage);
}
/** The status of a partial result. It is not registered, so legacy clients receive 200 instead. */
const partialSuccessStatus = 294;
/** @param stage the stage at which the request was rejected, if the result has no `data` */
function createGraphqlResponse(http, { data, errors = [] }, extensions, stage = "operation") {
	if (errors.length === 0) return encodeResult(http, 200, { data }, extensions);
	const { firstError, errorList } = formatErrors(errors, http.deps, http.requestId);
	recordError$1(http, firstError);
	if (data === void 0) return encodeResult(http, getRejectionStatus(http, firstError, stage), { errors: errorList });
	const status = http.resultType === "application/graphql-response+json" ? partialSuccessStatus : 200;
	return encodeResult(http, status, {
		data,
		errors: errorList
	}, extensions);
}
const encodeResult = ({ requestId, resultType }, status, result, extensions = {}) => json(status, {
	...result,
	extensions: {
		requestId,
		...extensions
	}
}, resultType === "application/graphql-response+json" ? { "Content-Type": `${graphqlJson}; charset=utf-8` } : {});
/** Codes of errors that concern the HTTP request: their status is the same for each media type. */
const httpErrorCodes = /* @__PURE__ */ new Set([
	"UNAUTHORIZED",
	"RATE_LIMIT_EXCEEDED",
	"METHOD_NOT_ALLOWED",
	"CONFLICT",
	"IDEMPOTENCY_KEY_REUSED",
	"UNAVAILABLE"
]);
const unprocessableCodes = /* @__PURE__ */ new Set([
	"BAD_REQUEST",
	"VALIDATION_ERROR",
	"PERSISTED_QUERY_NOT_SUPPORTED"
]);
/** Returns the status of a rejected request; legacy clients receive 200 for an invalid document. */
function getRejectionStatus({ resultType }, { code, status }, stage) {
	if (resultType !== "application/graphql-response+json") return (stage === "document" || stage === "operation") && !httpErrorCodes.has(code) ? 200 : status;
	return (stage === "parameters" || stage === "operation") && unprocessableCodes.has(code) ? 422 : status;
}
// src/graphql/stream-encodings.ts
/** The encodings of subscription streams: server-sent events, and Apollo's multipart protocol. */
/** Keeps proxies from buffering the response. */
const unbufferedHeaders = { "X-Accel-Buffering": "no" };
const reconnectDelayMs = 1e3;
/** Server-sent events, as in the distinct connections mode of GraphQL over SSE. */
const sseEncoding = {
	headers: {
		"Content-Type": "text/event-stream; charset=utf-8",
		...unbufferedHeaders
	},
	opening: (position) => `retry: ${reconnectDelayMs}\n${sseEncoding.heartbeat(position)}`,
	next: (result, cursor) => formatNextEvent(JSON.stringify(result), `id: ${cursor}\n`),
	heartbeat: (position) => `:\nid: ${position}\n\n`,
	failure: (result) => `retry: ${reconnectDelayMs}\n${formatFinalEvents(JSON.stringify(result))}`
};
const formatNextEvent = (result, id = "") => `event: next\n${id}data: ${result}\n\n`;
const formatFinalEvents = (result) => `${formatNextEvent(result)}event: complete\ndata:\n\n`;
/**
* Version 1.0 of Apollo's multipart protocol for subscriptions. Each part ends with the boundary,
* so that clients can process the part at once. The protocol has no field for a cursor: clients
* select the `cursor` of the event.
*/
const multipartEncoding = {
	headers: {
		"Content-Type": "multipart/mixed;boundary=\"graphql\";subscriptionSpec=\"1.0\"",
		...unbufferedHeaders
	},
	opening: () => "\r\n--graphql",
	next: (payload) => formatPart({ payload }),
	heartbeat: () => formatPart({}),
	failure: (result) => `${formatPart({
		payload: null,
		...result
	})}--\r\n`
};
const formatPart = (content) => `\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(content)}\r\n--graphql`;
/** Returns the encoding as server-sent events, unless the client prefers multipart responses. */
const chooseEncoding = ({ request }) => prefersMultipart(request.headers.accept) ? multipartEncoding : sseEncoding;
/** Converts a JSON response into a stream with one event if the client accepts only streams. */
const toAcceptedFormat = ({ resultType }, response) => resultType === "text/event-stream" && response.status === 200 && !response.stream ? {
	...response,
	headers: sseEncoding.headers,
	body: formatFinalEvents(String(response.body))
} : response;
// src/graphql/plugins/subscriptions.ts
/** Opens subscription streams, up to a limit per credential. */
const useSubscriptions = () => {
	const streamCounter = new StreamCounter();
	return { onSubscribe({ context, extendContext, setSubscribeFn }) {
		setSubscribeFn(async () => {
			const { http, operation, params, extensions } = context;
			const variables = params.variables ?? {};
			const source = await http.deps.store.forCompany(requireViewer(http).companyId).read((db) => openSource(http, operation, variables, db));
			const encoding = chooseEncoding(http);
			const stream = new SubscriptionStream({
				http,
				operation,
				variables,
				authorize: (viewer) => checkScopes(operation, viewer),
				extensions: extensions.deprecations && extensions,
				source,
				encoding
			});
			const release = streamCounter.add(http);
			http.via = "executed";
			extendContext({ response: {
				status: 200,
				headers: encoding.headers,
				body: "",
				stream: {
					run: (out) => stream.run(out),
					release
				}
			} });
			return {};
		});
	} };
};
var StreamCounter = class {
	#openCounts = /* @__PURE__ */ new Map();
	/** Counts an open stream. @returns the function to call at its end @throws RATE_LIMIT_EXCEEDED */
	add({ deps, viewer }) {
		const credentialId = viewer?.credentialId ?? "";
		const maxStreams = deps.settings.SSE_STREAMS_PER_KEY;
		const openCount = this.#openCounts.get(credentialId) ?? 0;
		if (openCount >= maxStreams) throw new ApiError("RATE_LIMIT_EXCEEDED", `Your credential has reached the limit of ${maxStreams} open subscriptions: close one first`, { retryAfterSeconds: 1 });
		this.#openCounts.set(credentialId, openCount + 1);
		return () => {
			const remainingCount = (this.#openCounts.get(credentialId) ?? 1) - 1;
			if (remainingCount > 0) this.#openCounts.set(credentialId, remainingCount);
			else this.#openCounts.delete(credentialId);
		};
	}
};
/** Opens the subscription field's source, which starts after `Last-Event-ID`, if present. */
async function openSource({ deps, request, requestId, viewer }, { schema, definition, rootFields: [root] }, variables, db) {
	if (!root?.field.subscribe) throw badRequest("The operation must select a subscription field");
	const definitions = definition.variableDefinitions ?? [];
	const { variableValues, errors } = getVariableValues(schema, definitions, variables);
	if (errors) throw new OperationFailed({ errors });
	const lastEventId = request.headers["last-event-id"];
	const args = {
		...getArgumentValues(root.field, root.node, variableValues),
		...lastEventId && { after: String(lastEventId) }
	};
	const ctx = createContext(deps, {
		viewer: requireViewer({ viewer }),
		requestId,
		db
	});
	try {
		return await root.field.subscribe(void 0, args, ctx, {});
	} catch (error) {
		throw error instanceof ApiError ? locateAtField(error, root) : error;
	}
}
// src/http/idempotency.ts
/**
* `Idempotency-Key`: for 24 hours, a repeated request with the same API key or identity has no
* further effect and receives the first response. The response is stored in the transaction of the
* first request, encrypted with the key. A rotated API key or a new access token can replay it.
*/
const retentionHours = 24;
const sha256 = (text) => createHash("sha256").update(text).digest("hex");
const busySlotsByStore = /* @__PURE__ */ new WeakMap();
const responseQuery = query((k, p) => k.selectFrom("idempotencyKeys").selectAll().where("companyId", "=", p.companyId).where("apiKeyId", "=", p.apiKeyId).where("keyHash", "=", p.keyHash));
const deletionStatement = query((k, p) => k.deleteFrom("idempotencyKeys").where("createdAt", "<=", p.before));
const getCutoff = (deps) => (/* @__PURE__ */ new Date(deps.now() - retentionHours * 36e5)).toISOString();
/** Deletes stored responses older than 24 hours, in all companies. */
const deleteExpiredKeys = (deps) => deps.store.allCompanies.write((db) => db.run(deletionStatement, { before: getCutoff(deps) }));
/** Returns JSON with sorted keys, so that equal requests have equal hashes. */
function canonicalize(value) {
	return JSON.stringify(value, (_, item) => item && typeof item === "object" && !Array.isArray(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => a < b ? -1 : 1)) : item);
}
/**
* Reads the Idempotency-Key and reserves it until `release` is called.
* @param getParts returns the parts of the request that a repeated request must match
* @throws BAD_REQUEST for a malformed key, CONFLICT while the first request is running
*/
function readIdempotencyKey(http, getParts) {
	const headerValues = http.request.headersDistinct["idempotency-key"] ?? [];
	const [key = ""] = headerValues;
	if (headerValues.length !== 1 || !/^[\x21-\x7e]{1,255}$/.test(key)) throw badRequest("Idempotency-Key must be one header of 1 to 255 visible ASCII characters");
	const { companyId, credentialId } = requireViewer(http);
	if (credentialId === null) throw new Error("the request has no credential");
	const keySlot = `${companyId} ${credentialId} ${key}`;
	const busySlots = busySlotsByStore.get(http.deps.store) ?? /* @__PURE__ */ new Set();
	busySlotsByStore.set(http.deps.store, busySlots);
	if (busySlots.has(keySlot)) throw idempotencyKeyInUse();
	busySlots.add(keySlot);
	const requestHash = sha256(canonicalize(getParts()));
	return {
		...createResponseStore(http, {
			companyId,
			apiKeyId: credentialId
		}, key, requestHash),
		/** Releases the key for use by other requests. */
		release: () => void busySlots.delete(keySlot)
	};
}
function createResponseStore(http, caller, key, requestHash) {
	const rowKey = {
		...caller,
		keyHash: sha256(key)
	};
	const salt = `${caller.companyId} ${caller.apiKeyId}`;
	const cipherKey = Buffer.from(hkdfSync("sha256", key, salt, "idempotency", 32));
	return {
		/** @throws IDEMPOTENCY_KEY_REUSED if the key was used for a different request */
		async find(db) {
			const storedRow = await db.first(responseQuery, rowKey);
			if (!storedRow || storedRow.createdAt <= getCutoff(http.deps)) return void 0;
			if (storedRow.requestHash !== requestHash) throw idempotencyKeyReused();
			const { status } = storedRow;
			return {
				conditions: JSON.parse(storedRow.conditions),
				response: {
					status,
					headers: {
						...JSON.parse(storedRow.headers),
						"Idempotent-Replayed": "true"
					},
					body: decrypt(cipherKey, storedRow.body)
				}
			};
		},
		/** Stores the response in the request's transaction. */
		async store(db, { conditions, response }) {
			const { status, headers = {}, body } = response;
			await db.delete("idempotencyKeys", rowKey);
			await db.insert("idempotencyKeys", {
				...rowKey,
				requestHash,
				status,
				headers: JSON.stringify(headers),
				body: encrypt(cipherKey, body, http.deps.randomBytes(12)),
				conditions: JSON.stringify(conditions),
				createdAt: timestamp(http.deps)
			});
		}
	};
}
// src/graphql/plugins/replay.ts
const createConditions = (viewer, { ids, scopes }) => ({
	ids: [...ids].sort(),
	scopes: [...scopes].sort(),
	reach: takeRightsSnapshot(viewer)
});
/**
* @param execute runs the operation again; its effect is rolled back
* @returns the errors with which the request would be rejected now; none permit the replay
* @throws FORBIDDEN
*/
async function checkReplay(ctx, { ids, scopes, reach }, body, execute) {
	const { errors = [] } = await runAndRollBack(ctx.db, execute);
	if (errors.some(isRejection)) return errors;
	for (const scope of scopes) if (!scope.split(" or ").some((alternative) => ctx.viewer.rights.has(alternative))) throw missingScope(scope);
	if (!await hasHiddenRecord(ctx, ids, body, reach)) return [];
	if (errors.length === 0) throw forbidden();
	return errors;
}
const rollbackSignal = /* @__PURE__ */ new Error("The savepoint is always rolled back");
async function runAndRollBack(db, work) {
	const outcome = {};
	const run = async () => {
		outcome.result = await work();
		throw rollbackSignal;
	};
	await db.savepoint(run).catch((error) => {
		if (error !== rollbackSignal) throw error;
	});
	return outcome.result;
}
/** Returns whether an error denies access or is a server fault, unlike effects of the first run. */
function isRejection(error) {
	const cause = unwrapError(error);
	if (!(cause instanceof ApiError)) return true;
	return cause.status === 401 || cause.status === 403 || cause.status >= 500;
}
/**
* Returns whether the response contains a record that the caller can no longer view. A permanently
* deleted record, whose visibility cannot be checked, is treated as hidden only if the caller's
* rights are narrower than at the time of the response.
* @throws NOT_FOUND, FORBIDDEN for a credential that the caller may not receive now
*/
async function hasHiddenRecord(ctx, recordedIds, body, reach) {
	const idsInBody = collectIds(JSON.parse(body)).filter((id) => {
		const type = getNodeType(id);
		return type && !type.findCredential;
	});
	const ids = [.../* @__PURE__ */ new Set([...recordedIds, ...idsInBody])];
	const records = await Promise.all(ids.map(async (id) => getNodeType(id)?.load(ctx, id)));
	const hiddenIds = ids.filter((_, index) => !records[index]);
	for (const id of recordedIds) if (!hiddenIds.includes(id)) await getNodeType(id)?.findCredential?.(ctx, id);
	if (hiddenIds.length === 0) return false;
	return isNarrowerThan(ctx.viewer, reach) || (await findExistingIds(ctx, hiddenIds)).length > 0;
}
const collectIds = (value) => {
	if (typeof value === "string") return idPattern.test(value) ? [value] : [];
	return value && typeof value === "object" ? Object.values(value).flatMap(collectIds) : [];
};
// src/graphql/plugins/transactions.ts
/** Runs a query on one snapshot, and mutations in one transaction, once per `Idempotency-Key`. */
const useTransactions = () => ({ onExecute({ context, extendContext, args, executeFn, setExecuteFn }) {
	const { http, operation, input } = context;
	const execute = (ctx) => executeFn({
		...args,
		contextValue: ctx
	});
	if (operation.type === "query") return setExecuteFn(() => runQuery(http, operation, input, execute));
	const runAndRespond = async () => {
		if (!hasIdempotencyKey(http)) return runMutation(http, operation, input, (result) => result, void 0, execute);
		const key = readIdempotencyKey(http, () => listRequestParts(context));
		const { extensions } = context;
		const respond = (result) => createGraphqlResponse(http, result, extensions);
		extendContext({ response: await runMutation(http, operation, input, respond, key, execute) });
		return {};
	};
	setExecuteFn(() => runAndRespond().catch((error) => {
		if (error instanceof OperationFailed) return error.result;
		throw error;
	}));
} });
/** Returns the parts that must be equal in requests with the same `Idempotency-Key`. */
const listRequestParts = ({ operation, params }) => [
	"graphql",
	print(operation.document),
	operation.name,
	params.variables
];
const createExecutor = (operation, { variables }) => (ctx) => executeOperation(operation, ctx, variables);
/** Runs a query on one snapshot; its duration decides whether a worker runs it next time. */
function runQuery(requester, operation, input, execute = createExecutor(operation, input)) {
	const { deps } = requester;
	return deps.store.forCompany(requireViewer(requester).companyId).read((db) => {
		const startMs = performance.now();
		let ctx = getContext(requester, input, db);
		const result = retryUncompiled(() => execute(ctx), () => {
			ctx = {
				...getContext(requester, input, db),
				skipsCompiler: true
			};
			return execute(ctx);
		});
		const synchronousMs = performance.now() - startMs;
		return mapMaybePromise(result, (result) => {
			requester.via = ctx.via;
			if (result.data !== void 0) deps.queryWorkers?.recordDuration(operation.definition, ctx.hasWaited ? synchronousMs : performance.now() - startMs);
			return result;
		});
	});
}
const getContext = ({ deps, requestId, viewer }, input, db) => createContext(deps, {
	viewer: requireViewer({ viewer }),
	requestId,
	db,
	...input.rowErrors && { rowErrors: input.rowErrors }
});
function retryUncompiled(run, rerun) {
	const recover = (error) => {
		if (error instanceof RetryUncompiled) return rerun();
		throw error;
	};
	try {
		const result = run();
		return result instanceof Promise ? result.catch(recover) : result;
	} catch (error) {
		return recover(error);
	}
}
/**
* Runs mutations and records their events in one transaction. With an idempotency key, the
* transaction also stores the response, which is replayed for repeated requests.
* @throws OperationFailed with the errors that rolled back the transaction or prevent the replay
*/
async function runMutation(requester, operation, input, respond, key, execute = createExecutor(operation, input)) {
	const run = async (ctx) => respond(await executeAndRecord(requester, ctx, execute), ctx);
	try {
		return await runInTransaction(requester, input, async (newContext) => {
			const ctx = newContext();
			if (!key) return run(ctx);
			const storedResponse = await key.find(ctx.db);
			if (storedResponse) {
				const { response, conditions } = storedResponse;
				const rerun = () => execute(newContext());
				const errors = await checkReplay(ctx, conditions, String(response.body), rerun);
				if (errors.length > 0) throw new OperationFailed({
					errors,
					data: null
				});
				requester.via = "replayed";
				return response;
			}
			ctx.recordsInResponse = {
				ids: /* @__PURE__ */ new Set(),
				scopes: /* @__PURE__ */ new Set()
			};
			const response = await run(ctx);
			const conditions = createConditions(ctx.viewer, ctx.recordsInResponse);
			await key.store(ctx.db, {
				response,
				conditions
			});
			return response;
		});
	} finally {
		key?.release();
	}
}
async function executeAndRecord(requester, ctx, execute) {
	const result = await execute(ctx);
	requester.via = ctx.via;
	if (result.errors) throw new OperationFailed(result);
	await writeEvents(ctx);
	return result;
}
/** Runs `work` in a transaction, and again if `work` needs graphql-js or external lookups. */
async function runInTransaction(requester, input, work) {
	const lookupResults = /* @__PURE__ */ new Map();
	let retryOptions = {};
	const company = requester.deps.store.forCompany(requireViewer(requester).companyId);
	for (;;) try {
		return await company.write((db) => work(() => ({
			...getContext(requester, input, db),
			lookupResults,
			...retryOptions
		})));
	} catch (error) {
		const causes = error instanceof OperationFailed ? error.errors.map(({ originalError }) => originalError) : [];
		if (error instanceof RetryUncompiled) retryOptions = { skipsCompiler: true };
		else if (!await runPendingLookups(lookupResults, causes)) throw error;
	}
}
// src/graphql/plugins/workers.ts
/** Executes slow queries in a worker thread, so that they do not delay other requests. */
const useWorkers = () => ({ onExecute({ context, extendContext, executeFn, setExecuteFn }) {
	const { http, operation, input, params, extensions } = context;
	if (operation.type !== "query" || !http.deps.queryWorkers) return;
	const getSource = () => {
		const { query: text = "", operationName } = params;
		return { document: {
			text,
			operationName,
			resultType: http.resultType,
			extensions
		} };
	};
	setExecuteFn(async (args) => {
		const response = await executeInWorker(http, operation, input, getSource);
		if (!response) return executeFn(args);
		extendContext({ response });
		return {};
	});
} });
/** @returns undefined if the query must run in the calling thread @throws UNAUTHORIZED */
async function executeInWorker(http, operation, { variables }, getSource) {
	const { deps, requestId } = http;
	const viewer = requireViewer(http);
	const startMs = performance.now();
	const pendingResponse = deps.queryWorkers?.run(operation.definition, () => ({
		viewer: toPlainViewer(viewer),
		variables,
		requestId,
		now: deps.now === Date.now ? void 0 : deps.now(),
		source: getSource()
	}));
	if (!pendingResponse) return void 0;
	const workerResponse = await pendingResponse;
	const latestViewer = await findViewer(http);
	if (!latestViewer) throw unauthorized();
	http.viewer = latestViewer;
	const isSameViewer = latestViewer === viewer || isDeepStrictEqual(toPlainViewer(latestViewer), toPlainViewer(viewer));
	if (!workerResponse?.result || !isSameViewer) return void 0;
	http.via = "worker";
	deps.meters.database.at("read", "wait")(performance.now() - startMs - workerResponse.durationMs);
	deps.meters.database.at("read", "work")(workerResponse.durationMs);
	const { context, body, ...response } = workerResponse.result;
	const { responseHeaders, ...error } = context;
	Object.assign(http.responseHeaders, responseHeaders);
	Object.assign(http, error);
	return {
		...response,
		body: Buffer.from(body.buffer, body.byteOffset, body.byteLength)
	};
}
const toPlainViewer = ({ rights, ...viewer }) => ({
	...viewer,
	scopes: rights.isNarrowed ? rights.scopes : null
});
// src/graphql/pipeline.ts
/** Returns the rules in order; in the execute phase, each plugin wraps the plugins before it. */
const createRules = ({ schema, deps: { settings, queryWorkers } }) => ({
	documents: useDocuments(schema, settings),
	scopes: { onContextBuilding: ({ context }) => checkScopes(context.operation, requireViewer(context.http)) },
	inputConstraints: useInputConstraints(),
	cost: useCost(settings),
	...hasDeprecations(schema) && { deprecationNotices: useDeprecationNotices() },
	compiler: useCompiler(),
	transactions: useTransactions(),
	...queryWorkers && { workers: useWorkers() },
	subscriptions: useSubscriptions(),
	responses: useResponses()
});
async function createPipeline(options) {
	const { createYoga } = await import("./esm-DNw33DTh.mjs");
	const { schema, deps, plugins = [] } = options;
	return createYoga({
		schema,
		graphqlEndpoint: "/graphql",
		landingPage: false,
		graphiql: false,
		cors: false,
		maskedErrors: false,
		logging: false,
		parserAndValidationCache: false,
		plugins: [
			...plugins,
			...deps.tracing ? [traceDocuments(deps.tracing)] : [],
			...joinContextHooks(Object.values(createRules(options)))
		]
	}).getResultForParams;
}
/** Adds tracing spans for parsing and validation; `executeOperation` adds the span of execution. */
const traceDocuments = (tracing) => ({ instrumentation: {
	parse: (_, parse) => void tracing.withSpan("parse", parse),
	validate: (_, validate) => void tracing.withSpan("validate", validate)
} });
/** Joins the context-building hooks into one, because Yoga spends 0.4 µs on each hook call. */
function joinContextHooks(plugins) {
	const hooks = plugins.flatMap(({ onContextBuilding }) => onContextBuilding ?? []);
	const joinedPlugin = { onContextBuilding(payload) {
		const run = (index) => {
			const hook = hooks[index];
			return hook && mapMaybePromise(hook(payload), () => run(index + 1));
		};
		return run(0);
	} };
	return [...plugins.map(({ onContextBuilding: _, ...plugin }) => plugin), joinedPlugin];
}
/** Creates the `/graphql` handler, which passes the GraphQL parameters of a request to Yoga. */
function createGraphqlHandler(options) {
	let pipeline;
	return async (http) => {
		let params;
		try {
			params = readParams(http);
		} catch (error) {
			return createGraphqlErrorResponse(http, error, "parameters");
		}
		pipeline ??= createPipeline(options);
		const getResultForParams = await pipeline;
		const context = {
			http,
			extensions: {}
		};
		await getResultForParams({
			params,
			request: void 0
		}, context);
		return toAcceptedFormat(http, context.response);
	};
}
const supportedTransports = "subscribe by GET or POST on /graphql, with Accept: text/event-stream (GraphQL over SSE, distinct connections mode) or multipart/mixed;subscriptionSpec=1.0";
/** Rejects WebSocket upgrades on every path, and ignores other upgrades. */
const rejectWebSocket = ({ request, responseHeaders }) => {
	responseHeaders["Connection"] = "close";
	if (request.headers.upgrade?.toLowerCase().includes("websocket")) throw badRequest(`WebSocket is not supported: ${supportedTransports}`);
};
/**
* @throws METHOD_NOT_ALLOWED, NOT_ACCEPTABLE, or BAD_REQUEST for the single connection mode of
* graphql-sse
*/
function requireSupportedTransport(http) {
	const { method, search, request } = http;
	const modeMessage = `The single connection mode of GraphQL over SSE is not supported: ${supportedTransports}`;
	if (method === "PUT" || method === "DELETE") throw methodNotAllowed(["GET", "POST"], modeMessage);
	if (![
		"GET",
		"HEAD",
		"POST"
	].includes(method)) throw methodNotAllowed(["GET", "POST"]);
	const searchParams = method === "POST" ? void 0 : new URLSearchParams(search);
	if (request.headers["x-graphql-event-stream-token"] !== void 0 || searchParams?.has("token") && !searchParams.has("query")) throw badRequest(modeMessage);
	http.resultType = negotiateResultType(request.headers.accept);
	if (!http.resultType) throw notAcceptable("application/graphql-response+json, application/json, text/event-stream");
}
/** Reads the GraphQL parameters from the query string or body. @throws BAD_REQUEST */
function readParams(http) {
	const params = http.method === "GET" || http.method === "HEAD" ? readQueryString(http.search) : http.body?.value;
	if (Array.isArray(params)) throw badRequest("Batched requests are not supported: send one operation per request");
	if (params === null || typeof params !== "object") throw badRequest("The body must be a JSON object with the field `query`");
	const { query, operationName, variables, extensions } = params;
	if (query == null && isPersistedQuery(extensions)) throw persistedQueryNotSupported();
	if (typeof query !== "string" || query.trim() === "") throw badRequest("`query` is required: set it to the text of a GraphQL document");
	if (operationName != null && typeof operationName !== "string") throw badRequest("`operationName` must be a string");
	for (const [name, value] of Object.entries({
		variables,
		extensions
	})) if (value != null && (typeof value !== "object" || Array.isArray(value))) throw badRequest(`\`${name}\` must be an object`);
	return {
		query,
		operationName: operationName ?? void 0,
		variables: variables ?? {}
	};
}
/** Returns whether a request contains a query hash, as in Apollo's persisted query protocol. */
const isPersistedQuery = (extensions) => typeof extensions === "object" && Boolean(extensions?.persistedQuery);
function readQueryString(search) {
	const params = new URLSearchParams(search);
	const readJsonParameter = (name) => {
		const text = params.get(name);
		try {
			return text ? parseJson(text) : void 0;
		} catch (error) {
			throw error instanceof ApiError ? error : badRequest(`\`${name}\` must be valid JSON`);
		}
	};
	return {
		query: params.get("query"),
		operationName: params.get("operationName"),
		variables: readJsonParameter("variables"),
		extensions: readJsonParameter("extensions")
	};
}
// src/http/concurrency.ts
/** Limits the concurrent requests per API key or identity. */
/** Maximum number of waiting requests per credential; further requests are rejected. */
const maxWaitingRequests = 2e3;
/**
* Runs at most `MAX_IN_FLIGHT_PER_KEY` requests per credential at once; further requests wait in
* order of arrival.
*/
function limitConcurrency() {
	const queueByCredential = /* @__PURE__ */ new Map();
	function releaseSlot(key, queue) {
		const resumeNext = queue.waitingCallbacks.shift();
		if (resumeNext) resumeNext();
		else if (--queue.runningCount === 0) queueByCredential.delete(key);
	}
	return async (http) => {
		const credentialKey = requireViewer(http).credentialId ?? "";
		const queue = queueByCredential.get(credentialKey) ?? {
			runningCount: 0,
			waitingCallbacks: []
		};
		queueByCredential.set(credentialKey, queue);
		const mustWait = queue.runningCount >= http.deps.settings.MAX_IN_FLIGHT_PER_KEY;
		if (!mustWait) queue.runningCount++;
		else if (queue.waitingCallbacks.length < maxWaitingRequests) await new Promise((resolve) => queue.waitingCallbacks.push(resolve));
		else throw tooManyWaitingRequests();
		let isReleased = false;
		http.onResponded = () => {
			if (!isReleased) releaseSlot(credentialKey, queue);
			isReleased = true;
		};
		if (mustWait) await recheckCredential(http);
	};
}
const tooManyWaitingRequests = () => new ApiError("RATE_LIMIT_EXCEEDED", "This credential has too many waiting requests; send further requests after some have completed", { retryAfterSeconds: 1 });
// src/http/cors.ts
const exposedHeaders = "X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, Retry-After, ETag, Link, Location, Idempotent-Replayed, WWW-Authenticate, Allow, Deprecation, Sunset";
/**
* `*` allows headers that GraphQL clients and tracing add and that the server ignores. Names are
* listed for older browsers, and for `Authorization`, which `*` does not cover.
*/
const allowedHeaders = "Authorization, Accept, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-API-Version, Last-Event-ID, Cache-Control, apollo-require-preflight, apollographql-client-name, apollographql-client-version, GraphQL-Preflight, GraphQL-Require-Preflight, traceparent, tracestate, *";
const loopbackOrigin = /^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/;
/**
* Returns whether pages of an origin may call the API: origins in `CORS_ORIGINS` and, for a demo on
* a loopback `HOST`, all loopback origins.
*/
function isOriginAllowed(origin, { CORS_ORIGINS, DEMO, HOST }) {
	return CORS_ORIGINS.includes(origin) || DEMO && isLoopback(HOST) && loopbackOrigin.test(origin);
}
const isPreflight = ({ method, request }) => method === "OPTIONS" && request.headers["access-control-request-method"] !== void 0;
/** Adds CORS headers and responds to preflights. @throws FORBIDDEN for a rejected preflight */
function allowOrigins(log) {
	const logOriginOnce = createOriginLog(log);
	return (http) => {
		http.responseHeaders["Vary"] = "Origin";
		const { origin, "access-control-request-private-network": privateNetwork } = http.request.headers;
		if (origin === void 0) return void 0;
		if (isOriginAllowed(origin, http.deps.settings)) {
			http.responseHeaders["Access-Control-Allow-Origin"] = origin;
			http.responseHeaders["Access-Control-Expose-Headers"] = exposedHeaders;
			if (http.deps.signIn && http.deps.settings.CORS_ORIGINS.includes(origin)) http.responseHeaders["Access-Control-Allow-Credentials"] = "true";
		} else if (isPreflight(http)) {
			logOriginOnce(origin);
			throw forbidden("This origin is not allowed to call the API from a browser; add the origin to CORS_ORIGINS");
		}
		if (!isPreflight(http)) return void 0;
		return {
			status: 204,
			headers: {
				"Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
				"Access-Control-Allow-Headers": http.deps.signIn ? `X-Requested-With, X-Company-Id, ${allowedHeaders}` : allowedHeaders,
				"Access-Control-Max-Age": "7200",
				...privateNetwork === "true" && { "Access-Control-Allow-Private-Network": "true" }
			},
			body: ""
		};
	};
}
const maxLoggedOrigins = 100;
/** Creates a logger that logs each rejected origin once, up to `maxLoggedOrigins` origins. */
function createOriginLog(log) {
	const loggedOrigins = /* @__PURE__ */ new Set();
	return (header) => {
		const origin = header.slice(0, 200);
		if (loggedOrigins.has(origin) || loggedOrigins.size >= maxLoggedOrigins) return;
		loggedOrigins.add(origin);
		log.warn({ origin }, "a browser request from this origin was rejected; add the origin to CORS_ORIGINS to allow it");
	};
}
// src/http/send-response.ts
/** Sends responses: encodes bodies, batches writes and runs response streams. */
const createFixedHeaders = (requestId) => ({
	"Cache-Control": "no-store",
	"X-Content-Type-Options": "nosniff",
	"X-Request-Id": requestId
});
/** Sends a response; resolves when the response is written or the stream has ended. */
async function sendResponse({ streams, batch, isStopping }, http, reply, response) {
	const hasUnreadBody = !http.request.complete && reply.status >= 400;
	const { body, length, encoding } = encodeBody(reply.body);
	const headers = {
		...createFixedHeaders(http.requestId),
		...await getRateLimitHeaders(http),
		...http.responseHeaders,
		...http.cookies && { "Set-Cookie": http.cookies },
		...reply.headers,
		...!reply.stream && { "Content-Length": length },
		...(hasUnreadBody || isStopping()) && { Connection: "close" }
	};
	if (reply.stream) {
		const { stream } = reply;
		http.onResponded?.();
		response.socket?.setTimeout(0);
		response.writeHead(reply.status, headers);
		const { tracing } = http.deps;
		const runOpenStream = () => runStream(streams, http, stream, response);
		return tracing ? tracing.endRequest(http, reply, runOpenStream) : runOpenStream();
	}
	const sentBody = http.method === "HEAD" ? "" : body;
	await batch(() => {
		response.writeHead(reply.status, headers);
		if (hasUnreadBody) response.write(sentBody);
		else response.end(sentBody, encoding);
	});
	if (hasUnreadBody) await drainRequest(http, response);
}
/** Runs a stream, counted as an open subscription instead of a request in flight. */
async function runStream(streams, { deps: { meters } }, stream, response) {
	meters.inFlight.add(-1);
	meters.subscriptions.add(1);
	try {
		await streams.run(stream, response);
	} finally {
		meters.subscriptions.add(-1);
		meters.inFlight.add(1);
	}
}
/** Maximum time to send a stream's final text before the connection is closed. */
const finishTimeoutMs = 5e3;
function createResponseStreams() {
	const openStreams = /* @__PURE__ */ new Map();
	let isStopping = false;
	return {
		async run(stream, response) {
			const controller = new AbortController();
			response.on("error", () => controller.abort("gone"));
			response.once("close", () => controller.abort("gone"));
			if (response.destroyed) controller.abort("gone");
			if (isStopping) controller.abort("stopping");
			const completion = stream.run(createWriter(response, controller)).then((lastText) => finishStream(response, lastText));
			openStreams.set(controller, completion);
			try {
				await completion;
			} finally {
				openStreams.delete(controller);
			}
		},
		/** Ends all streams, including later ones; resolves when no stream is running. */
		async end() {
			isStopping = true;
			for (const controller of openStreams.keys()) controller.abort("stopping");
			await Promise.allSettled(openStreams.values());
		}
	};
}
function createWriter(response, controller) {
	const { signal } = controller;
	let writeState = "idle";
	return {
		get endReason() {
			return signal.aborted ? signal.reason : void 0;
		},
		onEnd: (listener) => signal.addEventListener("abort", listener, { once: true }),
		async write(text) {
			if (signal.aborted || response.write(text)) return;
			writeState = "waiting";
			await once(response, "drain", { signal }).catch(() => void 0);
			writeState = "idle";
		},
		dropIfStalled() {
			if (writeState === "stalled") controller.abort("slow");
			else if (writeState === "waiting") writeState = "stalled";
		}
	};
}
function finishStream(response, lastText) {
	if (response.destroyed) return;
	const timer = setTimeout(() => response.destroy(), finishTimeoutMs);
	response.once("close", () => clearTimeout(timer));
	response.end(lastText);
}
/** Maximum time to read the rest of a rejected body. */
const drainTimeoutMs = 2e3;
/**
* Reads the rest of a rejected body: a client whose connection closes during sending may never read
* the response.
*/
async function drainRequest({ request }, response) {
	const signal = AbortSignal.timeout(drainTimeoutMs);
	await finished(request.resume(), { signal }).catch(() => void 0);
	response.end();
}
/** Maximum time that a response waits for the end of the event-loop turn. */
const maxBatchMs = 3;
/**
* Sends all responses that become ready in one event-loop turn in a batch. Each response wakes its
* reader: alternating between processing and sending makes a small request take 50 % longer.
*/
function batchResponses() {
	let readySends = [];
	let startedAt = 0;
	function sendAll() {
		const batch = readySends;
		readySends = [];
		for (const send of batch) send();
	}
	return (send) => new Promise((resolve, reject) => {
		if (readySends.length === 0) {
			startedAt = performance.now();
			setImmediate(sendAll);
		}
		readySends.push(() => {
			try {
				resolve(send());
			} catch (cause) {
				reject(cause);
			}
		});
		if (performance.now() - startedAt > maxBatchMs) sendAll();
	});
}
/** Maximum length for Node's own encoder; for longer text, `toUtf8` is several times faster. */
const maxTextLength = 8192;
const scratchBuffer = Buffer.allocUnsafeSlow(524288);
/** Returns the body in the form that Node sends fastest, and its length; ASCII as `latin1`. */
function encodeBody(body) {
	const encodedBody = typeof body === "string" && body.length > maxTextLength ? toUtf8(body) : body;
	const length = Buffer.byteLength(encodedBody);
	return {
		body: encodedBody,
		length,
		encoding: length === encodedBody.length ? "latin1" : "utf8"
	};
}
/** Encodes text through UTF-16, which is five times faster for non-ASCII text. */
function toUtf8(text) {
	if (2 * text.length > scratchBuffer.length) return Buffer.from(text);
	try {
		const utf8Bytes = transcode(scratchBuffer.subarray(0, scratchBuffer.write(text, "utf16le")), "utf16le", "utf8");
		const bodyCopy = Buffer.from(utf8Bytes);
		utf8Bytes.buffer.transfer(0);
		return bodyCopy;
	} catch {
		return Buffer.from(text);
	}
}
// src/http/connections.ts
/** Limits the number and idle time of connections, and rejects malformed requests. */
/** The idle timeout of a connection, as a multiple of the request timeout. */
const idleTimeoutFactor = 4;
/**
* Returns the timeouts of Node's HTTP server. The time limit for a body starts when `body.ts` reads
* the body; `requestTimeout` applies to bodies that are never read.
*/
const deriveTimeouts = ({ REQUEST_TIMEOUT_SECONDS: seconds }) => ({
	requestTimeout: idleTimeoutFactor * seconds * 1e3,
	headersTimeout: Math.min(15, seconds) * 1e3,
	connectionsCheckingInterval: 1e3,
	keepAliveTimeout: 65e3
});
/** The number of file descriptors reserved for the database, webhooks and files. */
const reservedFileCount = 256;
/** Limits connections, so that enough file descriptors remain for the database. */
function limitConnections(server, log) {
	const maxFiles = readMaxOpenFiles();
	if (maxFiles === void 0) return;
	server.maxConnections = Math.max(maxFiles - reservedFileCount, Math.floor(maxFiles / 4));
	let lastWarningMs = Number.NEGATIVE_INFINITY;
	server.on("drop", () => {
		if (performance.now() - lastWarningMs < 1e4) return;
		lastWarningMs = performance.now();
		log.warn({ connections: server.maxConnections }, "connections are rejected because the file descriptor limit is reached; raise it with `ulimit -n`");
	});
}
/** Returns the process limit on open files; undefined on systems other than Linux. */
function readMaxOpenFiles() {
	try {
		const lines = readFileSync("/proc/self/limits", "utf8").split("\n");
		const limit = Number(lines.find((line) => line.startsWith("Max open files"))?.split(/ {2,}/)[1]);
		return Number.isInteger(limit) ? limit : void 0;
	} catch {
		return;
	}
}
/** The responses to malformed requests, by Node's error code. */
const rejectionByCode = {
	HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The request headers exceed 16384 bytes"],
	ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request was not received in full before the timeout"]
};
const invalidHttpRejection = ["400 Bad Request", "The request is not valid HTTP"];
/** @param responses the response to the latest request on each connection */
function createClientErrorHandler(deps, newRequestId, responses) {
	async function rejectRequest(code, socket) {
		const response = responses.get(socket);
		if (response?.req.complete && !response.writableFinished && !response.destroyed) await once(response, "close");
		const hasBegun = response?.headersSent && (!response.writableFinished || !response.req.complete);
		if (code === "ECONNRESET" || !socket.writable || hasBegun) {
			socket.destroy();
			return;
		}
		const rejection = rejectionByCode[code] ?? invalidHttpRejection;
		const responseText = await formatRejection(deps, newRequestId(), rejection, socket);
		socket.end(responseText, () => socket.destroy());
	}
	const rejectOrClose = (code, socket) => void rejectRequest(code, socket).catch(() => socket.destroy());
	return {
		/** Rejects a request that is not valid HTTP. */
		handleClientError: ({ code = "" }, socket) => rejectOrClose(code, socket),
		/** Rejects a request whose body did not arrive in time. */
		rejectLate: (socket) => rejectOrClose("ERR_HTTP_REQUEST_TIMEOUT", socket),
		/** Closes an idle connection, unless the server is still preparing a response. */
		handleTimeout(socket) {
			const response = responses.get(socket);
			if (socket.writableLength > 0 || !response || response.headersSent || response.destroyed) socket.destroy();
		}
	};
}
async function formatRejection(deps, requestId, [statusLine, message], { remoteAddress: address = "unknown" }) {
	const body = JSON.stringify({ error: {
		code: "BAD_REQUEST",
		message,
		requestId,
		timestamp: timestamp(deps)
	} });
	const headers = {
		...createFixedHeaders(requestId),
		...await getRateLimitHeaders({
			deps,
			address
		}),
		Connection: "close",
		"Content-Type": "application/json; charset=utf-8",
		"Content-Length": Buffer.byteLength(body)
	};
	return `HTTP/1.1 ${statusLine}\r\n${Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`;
}
// src/http/server.ts
/** The HTTP server: runs the steps of `app.ts` for each request, responds and logs the request. */
const { createServer, STATUS_CODES } = process.getBuiltinModule("node:http");
STATUS_CODES[294] = "Partial Success";
function createHttpServer(options) {
	const { deps, newRequestId = randomUUID } = options;
	const servingOptions = {
		...options,
		batch: batchResponses()
	};
	const responses = /* @__PURE__ */ new WeakMap();
	const clientErrors = createClientErrorHandler(deps, newRequestId, responses);
	const acceptRequest = (request, response, extraContext = {}) => {
		responses.set(request.socket, response);
		const http = {
			...createRequestContext(deps, request, newRequestId()),
			rejectLate: () => clientErrors.rejectLate(request.socket),
			...extraContext
		};
		const serve = () => serveRequest(servingOptions, http, response);
		deps.tracing ? deps.tracing.traceRequest(http, serve) : serve();
	};
	const requestListener = (request, response) => acceptRequest(request, response);
	const timeouts = deriveTimeouts(deps.settings);
	const server = createServer({
		...timeouts,
		maxHeaderSize: 16384,
		requireHostHeader: false
	}, requestListener);
	server.on("checkContinue", (request, response) => acceptRequest(request, response, { continueBody: () => response.writeContinue() }));
	server.on("checkExpectation", requestListener);
	server.on("clientError", clientErrors.handleClientError);
	server.timeout = timeouts.requestTimeout;
	server.on("timeout", clientErrors.handleTimeout);
	limitConnections(server, deps.log);
	return server;
}
async function serveRequest(serving, http, response) {
	const { meters, log } = http.deps;
	const startMs = performance.now();
	meters.inFlight.add(1);
	response.once("close", () => http.onResponded?.());
	const reply = addChallenge(http, await runSteps(serving, http));
	try {
		await sendResponse(serving, http, reply, response);
	} catch (error) {
		log.error({
			requestId: http.requestId,
			err: error
		}, "the response could not be sent");
		response.destroy();
	} finally {
		reply.stream?.release();
		if (response.destroyed) http.onResponded?.();
		meters.inFlight.add(-1);
	}
	logRequest(http, reply, performance.now() - startMs);
	return reply;
}
async function runSteps({ steps, respondToError }, http) {
	try {
		for (const step of steps) {
			const replyOrPromise = step(http);
			const reply = replyOrPromise instanceof Promise ? await replyOrPromise : replyOrPromise;
			if (reply) return reply;
		}
		throw internalError();
	} catch (error) {
		return respondToError(http, error);
	}
}
/** Returns the value of `door` in logs and metrics: `graphql`, `rest` or `page`. */
const getApiName = (path) => path === "/graphql" ? "graphql" : path === "/v1" || path.startsWith("/v1/") ? "rest" : "page";
/** The metric label for requests that are rejected before their operation is known. */
const unknownOperation = "none";
/** Returns the trace id in the client's `traceparent` header (W3C Trace Context). */
const readTraceId = ({ request }) => /^[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-/.exec(String(request.headers["traceparent"] ?? ""))?.[1];
/** Returns `error` for server errors, `debug` for page assets and `info` for other requests. */
const chooseLogLevel = (http, status) => status >= 500 && http.code ? "error" : http.route === "/assets/" ? "debug" : "info";
const maxLengthInLog = 100;
/** Shortens text for the log and masks API keys and webhook secrets. */
const redactForLog = (text) => text.slice(0, maxLengthInLog).replace(/(dg|whsec)_[^/]*/g, "$1_…");
/**
* Updates the metrics and writes the access log, without query strings, bodies and responses.
* Metric labels never contain client input.
* @param durationMs the time from the request headers to the end of the response
*/
function logRequest(http, reply, durationMs) {
	const { meters, log } = http.deps;
	const { status } = reply;
	const api = getApiName(http.path);
	const operation = http.operation ?? unknownOperation;
	const isReplayed = reply.headers?.["Idempotent-Replayed"] !== void 0;
	meters.requests.add(1, api, operation, String(status), http.code ?? "OK");
	if (!reply.stream) meters.durations.at(api, operation)(durationMs);
	if (http.units > 0) meters.units.add(http.units);
	if (http.code === "RATE_LIMIT_EXCEEDED") meters.rateLimitRefusals.add(1);
	if (isReplayed) meters.replays.add(1);
	log[chooseLogLevel(http, status)]({
		requestId: http.requestId,
		traceId: http.traceId ?? readTraceId(http),
		method: http.method,
		path: redactForLog(http.path),
		door: api,
		operation: redactForLog(http.logName ?? http.path),
		...api === "graphql" && { field: http.operation },
		status,
		code: http.code,
		...http.viewer && getCredentialIds(http.viewer),
		units: http.units,
		via: http.via,
		...http.deprecatedUses?.length && { deprecated: http.deprecatedUses.map(({ name }) => name) },
		ms: Math.round(durationMs * 10) / 10,
		...isReplayed && { replayed: isReplayed }
	});
}
// src/metrics/endpoint.ts
/** Serves `/metrics`, and samples metrics at each scrape. */
const computeDigest = (text) => createHash("sha256").update(text).digest();
/**
* Serves metrics in the Prometheus text format. The metrics cover all companies, so access requires
* `METRICS_TOKEN` or, if that is not set, a local connection without a proxy.
* @throws FORBIDDEN
*/
const createMetricsHandler = (read) => async (http) => {
	const token = http.deps.settings.METRICS_TOKEN;
	if (token === "" ? !isLocalRequest$1(http) : !hasMetricsToken(http, token)) throw forbidden("Metrics require a local connection without a proxy, or METRICS_TOKEN as the bearer token");
	return {
		status: 200,
		headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" },
		body: await read()
	};
};
const hasMetricsToken = ({ request: { headers } }, token) => headers.authorization !== void 0 && timingSafeEqual(computeDigest(headers.authorization), computeDigest(`Bearer ${token}`));
const loopbackPattern = /^(127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/i;
const isLocalRequest$1 = ({ request: { headers, socket } }) => loopbackPattern.test(socket.remoteAddress ?? "") && !headers.forwarded && !headers["x-forwarded-for"] && !headers.via;
const toSeries = (label, values) => Object.entries(values).map(([name, value]) => ({
	labels: { [label]: name },
	value
}));
/** Samples client and database connections, waiting requests and disk usage. */
async function sampleServer(server, store) {
	const openCount = await new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
	const { connections, waiting } = store.readLoad();
	const diskUsage = await store.readDiskUsage?.();
	return [
		gauge("dealgraph_connections_open", "Open client connections.", openCount),
		gauge("dealgraph_connections_most", "Maximum client connections, derived from the file descriptor limit; 0 if unknown.", server.maxConnections ?? 0),
		gauge("dealgraph_database_connections", "Database connections for requests, by state.", toSeries("state", connections)),
		gauge("dealgraph_database_waiting", "Requests waiting for a database connection or for the write lock.", toSeries("for", waiting)),
		...diskUsage ? createDiskMetrics(diskUsage) : []
	];
}
const createDiskMetrics = ({ fileBytes, logBytes, freeBytes }) => [
	gauge("dealgraph_database_file_bytes", "Size of the database file.", fileBytes),
	gauge("dealgraph_database_log_bytes", "Size of the write-ahead log, which checkpoints copy into the database file.", logBytes),
	gauge("dealgraph_disk_free_bytes", "Free space on the database disk.", freeBytes)
];
/** Samples the hits, misses and size of each cache, by cache name. */
function sampleCaches() {
	const cacheUsage = getCacheUsage();
	const byCache = (field) => cacheUsage.flatMap(({ name, [field]: value }) => value === void 0 ? [] : [{
		labels: { cache: name },
		value
	}]);
	return [
		sampledCounter("dealgraph_cache_hits_total", "Cache hits.", byCache("hits")),
		sampledCounter("dealgraph_cache_misses_total", "Cache misses.", byCache("misses")),
		gauge("dealgraph_cache_entries", "Entries in a cache with a size limit.", byCache("entries"))
	];
}
/** The sampling interval, by which the histogram overstates each delay. */
const resolutionMs = 10;
/**
* Monitors the event loop, garbage collection, CPU and memory of the process. Metric names without
* the prefix `dealgraph_` are standard in Node.js exporters, so that existing dashboards work.
*/
var ProcessMonitor = class {
	#version = readVersion();
	#delays = monitorEventLoopDelay({ resolution: resolutionMs });
	#collectionCount = 0;
	#collectionMs = 0;
	constructor() {
		this.#delays.enable();
		new PerformanceObserver((list) => {
			for (const { duration } of list.getEntries()) {
				this.#collectionCount++;
				this.#collectionMs += duration;
			}
		}).observe({ entryTypes: ["gc"] });
	}
	sample() {
		const { user, system } = process.cpuUsage();
		return [
			gauge("dealgraph_event_loop_longest_delay_seconds", "Longest event-loop delay since the last scrape.", this.#takeLongestDelay()),
			sampledCounter("dealgraph_event_loop_busy_seconds_total", "Time in which the event loop was active.", performance$1.eventLoopUtilization().active / 1e3),
			sampledCounter("dealgraph_garbage_collections_total", "Garbage collections, minor and major.", this.#collectionCount),
			sampledCounter("dealgraph_garbage_collection_seconds_total", "Time spent in garbage collection.", this.#collectionMs / 1e3),
			sampledCounter("process_cpu_seconds_total", "User and system CPU time.", (user + system) / 1e6),
			...sampleMemory(),
			createVersionGauge("nodejs_version_info", "The version of Node.js.", process.version),
			createVersionGauge("dealgraph_version_info", "The version of Dealgraph.", this.#version)
		];
	}
	/** Returns the longest event-loop delay, in seconds, and resets it. */
	#takeLongestDelay() {
		const { count, max } = this.#delays;
		this.#delays.reset();
		return count > 0 ? Math.max(0, max / 1e9 - resolutionMs / 1e3) : 0;
	}
};
const createVersionGauge = (name, help, version) => gauge(name, help, [{
	labels: { version },
	value: 1
}]);
function sampleMemory() {
	const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
	return [
		gauge("process_resident_memory_bytes", "Resident memory size.", rss),
		gauge("process_start_time_seconds", "Start time of the process, in seconds since the Unix epoch.", performance$1.timeOrigin / 1e3),
		gauge("nodejs_heap_size_total_bytes", "Size of the V8 heap.", heapTotal),
		gauge("nodejs_heap_size_used_bytes", "Used size of the V8 heap.", heapUsed),
		gauge("nodejs_external_memory_bytes", "Memory outside the V8 heap, such as buffers.", external)
	];
}
// src/pages/error-page.ts
/** Maps status codes to help for users who open an API URL in a browser. */
const remedies = {
	401: `<p>This URL is for API clients, which send an API key in the header <code>Authorization: Bearer dg_…</code>.</p>
<ul class="cards">
  <li><a href="/docs">REST reference</a> Try all REST calls with an API key.</li>
  <li><a href="/graphql">GraphiQL</a> Run GraphQL operations with an API key.</li>
  <li><a href="/console">Console</a> Create API keys. Create the first key on the server: <code>npx dealgraph keys create --user you@example.com</code></li>
</ul>`,
	404: `<ul class="cards"><li><a href="/">Dealgraph</a> Home page</li></ul>`
};
const titles = {
	401: "API key required",
	404: "Page not found"
};
/** Returns whether a browser window opens the URL. API clients do not send these headers. */
const isNavigation = ({ method, request: { headers } }) => method === "GET" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document" && /text\/html/.test(headers.accept ?? "");
/** Renders an error response as a page for browser windows, with its status and headers. */
function renderErrorPage(http, response) {
	if (!isNavigation(http)) return response;
	const { status, headers, body } = response;
	const title = titles[status] ?? "Request failed";
	const json = JSON.stringify(JSON.parse(String(body)), null, 2);
	const page = renderPage({
		title: `${title} · Dealgraph`,
		body: `<main class="narrow"><h1>${title}</h1>${remedies[status] ?? ""}<p>API response with status ${status}:</p><pre tabindex="0">${escapeHtml(json)}</pre></main>`
	});
	return {
		...page,
		status,
		headers: {
			...headers,
			...page.headers
		}
	};
}
// src/pages/public-routes.ts
const sendPage = async (http, page) => (await import("./compressed-C_Acx_5E.mjs")).sendPage(http, page);
const secretNameQuery = query((k, _) => k.selectFrom("secrets").select("name").limit(1));
/** Timeout of the readiness check, less than the 2 s that load balancers usually wait. */
const readyTimeoutMs = 1500;
/** Serves routes without authentication or cost. @param readMetrics returns the `/metrics` body */
function servePublicRoutes(state, browserPages, readMetrics) {
	const getPresets = (http) => {
		const { OIDC_CLIENT_ID, SESSION_IDLE_MINUTES } = http.deps.settings;
		if (http.deps.signIn && OIDC_CLIENT_ID) return {
			signIn: true,
			sessionIdleMinutes: SESSION_IDLE_MINUTES
		};
		return isLocalRequest(http) ? { demoKey: state.demoKey } : {};
	};
	const routes = {
		"/health": (http) => {
			http.omitsRateLimitHeaders = true;
			return json(200, { status: "ok" });
		},
		"/ready": async (http) => {
			http.omitsRateLimitHeaders = true;
			if (!state.isReady) return json(503, { status: "stopping" });
			await withTimeout(readyTimeoutMs, () => http.deps.store.allCompanies.readLatest((db) => db.all(secretNameQuery, {})));
			return json(200, { status: "ready" });
		},
		"/metrics": createMetricsHandler(readMetrics),
		"/openapi.json": browserPages.serveAsset,
		"/schema.graphql": browserPages.serveAsset,
		"/llms.txt": browserPages.serveAsset,
		"/": async (http) => sendPage(http, (await import("./home-imVMC4hO.mjs")).renderHomePage()),
		"/console": async (http) => sendPage(http, await browserPages.renderConsole(getPresets(http)))
	};
	return (http) => {
		if (http.path === "/graphql") {
			if (!acceptsHtml(http)) return void 0;
			setRoute(http, http.path, "GraphiQL");
			return browserPages.renderGraphiql(getPresets(http)).then((page) => sendPage(http, page));
		}
		if (http.path.startsWith("/assets/")) return browserPages.serveAsset(setRoute(http, "/assets/"));
		if (http.path === "/docs" || http.path.startsWith("/docs/")) return browserPages.serveReference(setRoute(http, "/docs"), getPresets(http));
		return Object.hasOwn(routes, http.path) ? routes[http.path]?.(setRoute(http, http.path)) : void 0;
	};
}
const setRoute = (http, route, operation = route) => Object.assign(http, {
	route,
	operation
});
/**
* Returns whether the request has no `Origin` and a loopback `Host`. Otherwise, scripts of other
* origins, or pages that use DNS rebinding, could read the demo API key.
*/
const isLocalRequest = (http) => http.request.headers.origin === void 0 && /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(http.request.headers.host ?? "");
const acceptsHtml = (http) => /text\/html/.test(http.request.headers.accept ?? "") && !http.request.headers.authorization;
// node_modules/fast-decode-uri-component/index.js
var require_fast_decode_uri_component = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var UTF8_ACCEPT = 12;
	var UTF8_REJECT = 0;
	var UTF8_DATA = [
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		2,
		2,
		2,
		2,
		2,
		2,
		2,
		2,
		2,
		2,
		2,
		2,
		2,
		2,
		2,
		2,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		3,
		4,
		4,
		5,
		5,
		5,
		5,
		5,
		5,
		5,
		5,
		5,
		5,
		5,
		5,
		5,
		5,
		5,
		5,
		5,
		5,
		5,
		5,
		5,
		5,
		5,
		5,
		5,
		5,
		5,
		5,
		5,
		5,
		6,
		7,
		7,
		7,
		7,
		7,
		7,
		7,
		7,
		7,
		7,
		7,
		7,
		8,
		7,
		7,
		10,
		9,
		9,
		9,
		11,
		4,
		4,
		4,
		4,
		4,
		4,
		4,
		4,
		4,
		4,
		4,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		12,
		0,
		0,
		0,
		0,
		24,
		36,
		48,
		60,
		72,
		84,
		96,
		0,
		12,
		12,
		12,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		24,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		24,
		24,
		24,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		24,
		24,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		48,
		48,
		48,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		48,
		48,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		48,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		127,
		63,
		63,
		63,
		0,
		31,
		15,
		15,
		15,
		7,
		7,
		7
	];
	function decodeURIComponent(uri) {
		var percentPosition = uri.indexOf("%");
		if (percentPosition === -1) return uri;
		var length = uri.length;
		var decoded = "";
		var last = 0;
		var codepoint = 0;
		var startOfOctets = percentPosition;
		var state = UTF8_ACCEPT;
		while (percentPosition > -1 && percentPosition < length) {
			var byte = hexCodeToInt(uri[percentPosition + 1], 4) | hexCodeToInt(uri[percentPosition + 2], 0);
			var type = UTF8_DATA[byte];
			state = UTF8_DATA[256 + state + type];
			codepoint = codepoint << 6 | byte & UTF8_DATA[364 + type];
			if (state === UTF8_ACCEPT) {
				decoded += uri.slice(last, startOfOctets);
				decoded += codepoint <= 65535 ? String.fromCharCode(codepoint) : String.fromCharCode(55232 + (codepoint >> 10), 56320 + (codepoint & 1023));
				codepoint = 0;
				last = percentPosition + 3;
				percentPosition = startOfOctets = uri.indexOf("%", last);
			} else if (state === UTF8_REJECT) return null;
			else {
				percentPosition += 3;
				if (percentPosition < length && uri.charCodeAt(percentPosition) === 37) continue;
				return null;
			}
		}
		return decoded + uri.slice(last);
	}
	var HEX = {
		"0": 0,
		"1": 1,
		"2": 2,
		"3": 3,
		"4": 4,
		"5": 5,
		"6": 6,
		"7": 7,
		"8": 8,
		"9": 9,
		"a": 10,
		"A": 10,
		"b": 11,
		"B": 11,
		"c": 12,
		"C": 12,
		"d": 13,
		"D": 13,
		"e": 14,
		"E": 14,
		"f": 15,
		"F": 15
	};
	function hexCodeToInt(c, shift) {
		var i = HEX[c];
		return i === void 0 ? 255 : i << shift;
	}
	module.exports = decodeURIComponent;
}));
// node_modules/fast-querystring/lib/parse.js
var require_parse = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const fastDecode = require_fast_decode_uri_component();
	const plusRegex = /\+/g;
	const Empty = function() {};
	Empty.prototype = Object.create(null);
	/**
	* @callback parse
	* @param {string} input
	*/
	function parse(input) {
		const result = new Empty();
		if (typeof input !== "string") return result;
		let inputLength = input.length;
		let key = "";
		let value = "";
		let startingIndex = -1;
		let equalityIndex = -1;
		let shouldDecodeKey = false;
		let shouldDecodeValue = false;
		let keyHasPlus = false;
		let valueHasPlus = false;
		let hasBothKeyValuePair = false;
		let c = 0;
		for (let i = 0; i < inputLength + 1; i++) {
			c = i !== inputLength ? input.charCodeAt(i) : 38;
			if (c === 38) {
				hasBothKeyValuePair = equalityIndex > startingIndex;
				if (!hasBothKeyValuePair) equalityIndex = i;
				key = input.slice(startingIndex + 1, equalityIndex);
				if (hasBothKeyValuePair || key.length > 0) {
					if (keyHasPlus) key = key.replace(plusRegex, " ");
					if (shouldDecodeKey) key = fastDecode(key) || key;
					if (hasBothKeyValuePair) {
						value = input.slice(equalityIndex + 1, i);
						if (valueHasPlus) value = value.replace(plusRegex, " ");
						if (shouldDecodeValue) value = fastDecode(value) || value;
					}
					const currentValue = result[key];
					if (currentValue === void 0) result[key] = value;
					else if (currentValue.pop) currentValue.push(value);
					else result[key] = [currentValue, value];
				}
				value = "";
				startingIndex = i;
				equalityIndex = i;
				shouldDecodeKey = false;
				shouldDecodeValue = false;
				keyHasPlus = false;
				valueHasPlus = false;
			} else if (c === 61) {
				if (equalityIndex <= startingIndex) equalityIndex = i;
				else shouldDecodeValue = true;
			} else if (c === 43) {
				if (equalityIndex > startingIndex) valueHasPlus = true;
				else keyHasPlus = true;
			} else if (c === 37) {
				if (equalityIndex > startingIndex) shouldDecodeValue = true;
				else shouldDecodeKey = true;
			}
		}
		return result;
	}
	module.exports = parse;
}));
// node_modules/fast-querystring/lib/internals/querystring.js
var require_querystring = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const hexTable = Array.from({ length: 256 }, (_, i) => "%" + ((i < 16 ? "0" : "") + i.toString(16)).toUpperCase());
	const noEscape = new Int8Array([
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		1,
		0,
		0,
		0,
		0,
		0,
		1,
		1,
		1,
		1,
		0,
		0,
		1,
		1,
		0,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		0,
		0,
		0,
		0,
		1,
		0,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		1,
		0,
		0,
		0,
		1,
		0
	]);
	/**
	* @param {string} str
	* @returns {string}
	*/
	function encodeString(str) {
		const len = str.length;
		if (len === 0) return "";
		let out = "";
		let lastPos = 0;
		let i = 0;
		outer: for (; i < len; i++) {
			let c = str.charCodeAt(i);
			while (c < 128) {
				if (noEscape[c] !== 1) {
					if (lastPos < i) out += str.slice(lastPos, i);
					lastPos = i + 1;
					out += hexTable[c];
				}
				if (++i === len) break outer;
				c = str.charCodeAt(i);
			}
			if (lastPos < i) out += str.slice(lastPos, i);
			if (c < 2048) {
				lastPos = i + 1;
				out += hexTable[192 | c >> 6] + hexTable[128 | c & 63];
				continue;
			}
			if (c < 55296 || c >= 57344) {
				lastPos = i + 1;
				out += hexTable[224 | c >> 12] + hexTable[128 | c >> 6 & 63] + hexTable[128 | c & 63];
				continue;
			}
			++i;
			if (i >= len) throw new Error("URI malformed");
			const c2 = str.charCodeAt(i) & 1023;
			lastPos = i + 1;
			c = 65536 + ((c & 1023) << 10 | c2);
			out += hexTable[240 | c >> 18] + hexTable[128 | c >> 12 & 63] + hexTable[128 | c >> 6 & 63] + hexTable[128 | c & 63];
		}
		if (lastPos === 0) return str;
		if (lastPos < len) return out + str.slice(lastPos);
		return out;
	}
	module.exports = { encodeString };
}));
// node_modules/fast-querystring/lib/stringify.js
var require_stringify = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { encodeString } = require_querystring();
	function getAsPrimitive(value) {
		const type = typeof value;
		if (type === "string") return encodeString(value);
		else if (type === "bigint") return value.toString();
		else if (type === "boolean") return value ? "true" : "false";
		else if (type === "number" && Number.isFinite(value)) return value < 1e21 ? "" + value : encodeString("" + value);
		return "";
	}
	/**
	* @param {Record<string, string | number | boolean
	* | ReadonlyArray<string | number | boolean> | null>} input
	* @returns {string}
	*/
	function stringify(input) {
		let result = "";
		if (input === null || typeof input !== "object") return result;
		const separator = "&";
		const keys = Object.keys(input);
		const keyLength = keys.length;
		let valueLength = 0;
		for (let i = 0; i < keyLength; i++) {
			const key = keys[i];
			const value = input[key];
			const encodedKey = encodeString(key) + "=";
			if (i) result += separator;
			if (Array.isArray(value)) {
				valueLength = value.length;
				for (let j = 0; j < valueLength; j++) {
					if (j) result += separator;
					result += encodedKey;
					result += getAsPrimitive(value[j]);
				}
			} else {
				result += encodedKey;
				result += getAsPrimitive(value);
			}
		}
		return result;
	}
	module.exports = stringify;
}));
// node_modules/fast-querystring/lib/index.js
var require_lib = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const parse = require_parse();
	const stringify = require_stringify();
	const fastQuerystring = {
		parse,
		stringify
	};
	/**
	* Enable TS and JS support
	*
	* - `const qs = require('fast-querystring')`
	* - `import qs from 'fast-querystring'`
	*/
	module.exports = fastQuerystring;
	module.exports.default = fastQuerystring;
	module.exports.parse = parse;
	module.exports.stringify = stringify;
}));
// node_modules/ret/dist/types/tokens.js
var require_tokens = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
}));
// node_modules/ret/dist/types/types.js
var require_types$1 = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.types = void 0;
	var types;
	(function(types) {
		types[types["ROOT"] = 0] = "ROOT";
		types[types["GROUP"] = 1] = "GROUP";
		types[types["POSITION"] = 2] = "POSITION";
		types[types["SET"] = 3] = "SET";
		types[types["RANGE"] = 4] = "RANGE";
		types[types["REPETITION"] = 5] = "REPETITION";
		types[types["REFERENCE"] = 6] = "REFERENCE";
		types[types["CHAR"] = 7] = "CHAR";
	})(types || (exports.types = types = {}));
}));
// node_modules/ret/dist/types/set-lookup.js
var require_set_lookup = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
}));
// node_modules/ret/dist/types/index.js
var require_types = /* @__PURE__ */ __commonJSMin(((exports, module, this$6) => {
	var __createBinding = this$6 && this$6.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __exportStar = this$6 && this$6.__exportStar || function(m, exports) {
		for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p);
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	__exportStar(require_tokens(), exports);
	__exportStar(require_types$1(), exports);
	__exportStar(require_set_lookup(), exports);
}));
// node_modules/ret/dist/sets.js
var require_sets = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.anyChar = exports.notWhitespace = exports.whitespace = exports.notInts = exports.ints = exports.notWords = exports.words = void 0;
	const types_1 = require_types();
	const INTS = () => [{
		type: types_1.types.RANGE,
		from: 48,
		to: 57
	}];
	const WORDS = () => [
		{
			type: types_1.types.CHAR,
			value: 95
		},
		{
			type: types_1.types.RANGE,
			from: 97,
			to: 122
		},
		{
			type: types_1.types.RANGE,
			from: 65,
			to: 90
		},
		{
			type: types_1.types.RANGE,
			from: 48,
			to: 57
		}
	];
	const WHITESPACE = () => [
		{
			type: types_1.types.CHAR,
			value: 9
		},
		{
			type: types_1.types.CHAR,
			value: 10
		},
		{
			type: types_1.types.CHAR,
			value: 11
		},
		{
			type: types_1.types.CHAR,
			value: 12
		},
		{
			type: types_1.types.CHAR,
			value: 13
		},
		{
			type: types_1.types.CHAR,
			value: 32
		},
		{
			type: types_1.types.CHAR,
			value: 160
		},
		{
			type: types_1.types.CHAR,
			value: 5760
		},
		{
			type: types_1.types.RANGE,
			from: 8192,
			to: 8202
		},
		{
			type: types_1.types.CHAR,
			value: 8232
		},
		{
			type: types_1.types.CHAR,
			value: 8233
		},
		{
			type: types_1.types.CHAR,
			value: 8239
		},
		{
			type: types_1.types.CHAR,
			value: 8287
		},
		{
			type: types_1.types.CHAR,
			value: 12288
		},
		{
			type: types_1.types.CHAR,
			value: 65279
		}
	];
	const NOTANYCHAR = () => [
		{
			type: types_1.types.CHAR,
			value: 10
		},
		{
			type: types_1.types.CHAR,
			value: 13
		},
		{
			type: types_1.types.CHAR,
			value: 8232
		},
		{
			type: types_1.types.CHAR,
			value: 8233
		}
	];
	const words = () => ({
		type: types_1.types.SET,
		set: WORDS(),
		not: false
	});
	exports.words = words;
	const notWords = () => ({
		type: types_1.types.SET,
		set: WORDS(),
		not: true
	});
	exports.notWords = notWords;
	const ints = () => ({
		type: types_1.types.SET,
		set: INTS(),
		not: false
	});
	exports.ints = ints;
	const notInts = () => ({
		type: types_1.types.SET,
		set: INTS(),
		not: true
	});
	exports.notInts = notInts;
	const whitespace = () => ({
		type: types_1.types.SET,
		set: WHITESPACE(),
		not: false
	});
	exports.whitespace = whitespace;
	const notWhitespace = () => ({
		type: types_1.types.SET,
		set: WHITESPACE(),
		not: true
	});
	exports.notWhitespace = notWhitespace;
	const anyChar = () => ({
		type: types_1.types.SET,
		set: NOTANYCHAR(),
		not: true
	});
	exports.anyChar = anyChar;
}));
// node_modules/ret/dist/util.js
var require_util = /* @__PURE__ */ __commonJSMin(((exports, module, this$5) => {
	var __createBinding = this$5 && this$5.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __setModuleDefault = this$5 && this$5.__setModuleDefault || (Object.create ? (function(o, v) {
		Object.defineProperty(o, "default", {
			enumerable: true,
			value: v
		});
	}) : function(o, v) {
		o["default"] = v;
	});
	var __importStar = this$5 && this$5.__importStar || (function() {
		var ownKeys = function(o) {
			ownKeys = Object.getOwnPropertyNames || function(o) {
				var ar = [];
				for (var k in o) if (Object.prototype.hasOwnProperty.call(o, k)) ar[ar.length] = k;
				return ar;
			};
			return ownKeys(o);
		};
		return function(mod) {
			if (mod && mod.__esModule) return mod;
			var result = {};
			if (mod != null) {
				for (var k = ownKeys(mod), i = 0; i < k.length; i++) if (k[i] !== "default") __createBinding(result, mod, k[i]);
			}
			__setModuleDefault(result, mod);
			return result;
		};
	})();
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.tokenizeClass = exports.strToChars = void 0;
	const types_1 = require_types();
	const sets = __importStar(require_sets());
	const CTRL = "@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^ ?";
	/**
	* Finds character representations in str and convert all to
	* their respective characters.
	*
	* @param {string} str
	* @returns {string}
	*/
	const strToChars = (str) => {
		return str.replace(/(\[\\b\])|(\\)?\\(?:u([A-F0-9]{4})|x([A-F0-9]{2})|c([@A-Z[\\\]^?])|([0tnvfr]))/g, (s, b, lbs, a16, b16, dctrl, eslsh) => {
			if (lbs) return s;
			let code = b ? 8 : a16 ? parseInt(a16, 16) : b16 ? parseInt(b16, 16) : dctrl ? CTRL.indexOf(dctrl) : {
				0: 0,
				t: 9,
				n: 10,
				v: 11,
				f: 12,
				r: 13
			}[eslsh];
			let c = String.fromCharCode(code);
			return /[[\]{}^$.|?*+()]/.test(c) ? `\\${c}` : c;
		});
	};
	exports.strToChars = strToChars;
	/**
	* Turns class into tokens
	* reads str until it encounters a ] not preceeded by a \
	*
	* @param {string} str
	* @param {string} regexpStr
	* @returns {Array.<Array.<Object>, number>}
	*/
	const tokenizeClass = (str, regexpStr = "") => {
		var _a, _b, _c, _d, _e, _f, _g;
		let tokens = [], rs, c;
		const regexp = /\\(?:(w)|(d)|(s)|(W)|(D)|(S))|((?:(?:\\)(.)|([^\]\\]))-(((?:\\)])|(((?:\\)?([^\]])))))|(\])|(?:\\)?([^])/g;
		while ((rs = regexp.exec(str)) !== null) {
			const p = (_g = (_f = (_e = (_d = (_c = (_b = (_a = rs[1] && sets.words()) !== null && _a !== void 0 ? _a : rs[2] && sets.ints()) !== null && _b !== void 0 ? _b : rs[3] && sets.whitespace()) !== null && _c !== void 0 ? _c : rs[4] && sets.notWords()) !== null && _d !== void 0 ? _d : rs[5] && sets.notInts()) !== null && _e !== void 0 ? _e : rs[6] && sets.notWhitespace()) !== null && _f !== void 0 ? _f : rs[7] && {
				type: types_1.types.RANGE,
				from: (rs[8] || rs[9]).charCodeAt(0),
				to: (c = rs[10]).charCodeAt(c.length - 1)
			}) !== null && _g !== void 0 ? _g : (c = rs[16]) && {
				type: types_1.types.CHAR,
				value: c.charCodeAt(0)
			};
			if (p) tokens.push(p);
			else return [tokens, regexp.lastIndex];
		}
		throw new SyntaxError(`Invalid regular expression: /${regexpStr}/: Unterminated character class`);
	};
	exports.tokenizeClass = tokenizeClass;
}));
// node_modules/ret/dist/tokenizer.js
var require_tokenizer = /* @__PURE__ */ __commonJSMin(((exports, module, this$4) => {
	var __createBinding = this$4 && this$4.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __setModuleDefault = this$4 && this$4.__setModuleDefault || (Object.create ? (function(o, v) {
		Object.defineProperty(o, "default", {
			enumerable: true,
			value: v
		});
	}) : function(o, v) {
		o["default"] = v;
	});
	var __importStar = this$4 && this$4.__importStar || (function() {
		var ownKeys = function(o) {
			ownKeys = Object.getOwnPropertyNames || function(o) {
				var ar = [];
				for (var k in o) if (Object.prototype.hasOwnProperty.call(o, k)) ar[ar.length] = k;
				return ar;
			};
			return ownKeys(o);
		};
		return function(mod) {
			if (mod && mod.__esModule) return mod;
			var result = {};
			if (mod != null) {
				for (var k = ownKeys(mod), i = 0; i < k.length; i++) if (k[i] !== "default") __createBinding(result, mod, k[i]);
			}
			__setModuleDefault(result, mod);
			return result;
		};
	})();
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.tokenizer = void 0;
	const util = __importStar(require_util());
	const types_1 = require_types();
	const sets = __importStar(require_sets());
	/**
	* Valid opening characters for capture group names.
	*/
	const captureGroupFirstChar = /^[a-zA-Z_$]$/i;
	/**
	* Valid characters for capture group names.
	*/
	const captureGroupChars = /^[a-zA-Z0-9_$]$/i;
	const digit = /\d/;
	/**
	* Tokenizes a regular expression (that is currently a string)
	* @param {string} regexpStr String of regular expression to be tokenized
	*
	* @returns {Root}
	*/
	const tokenizer = (regexpStr) => {
		let i = 0, c;
		let start = {
			type: types_1.types.ROOT,
			stack: []
		};
		let lastGroup = start;
		let last = start.stack;
		let groupStack = [];
		let referenceQueue = [];
		let groupCount = 0;
		const repeatErr = (col) => {
			throw new SyntaxError(`Invalid regular expression: /${regexpStr}/: Nothing to repeat at column ${col - 1}`);
		};
		let str = util.strToChars(regexpStr);
		while (i < str.length) switch (c = str[i++]) {
			case "\\":
				if (i === str.length) throw new SyntaxError(`Invalid regular expression: /${regexpStr}/: \\ at end of pattern`);
				switch (c = str[i++]) {
					case "b":
						last.push({
							type: types_1.types.POSITION,
							value: "b"
						});
						break;
					case "B":
						last.push({
							type: types_1.types.POSITION,
							value: "B"
						});
						break;
					case "w":
						last.push(sets.words());
						break;
					case "W":
						last.push(sets.notWords());
						break;
					case "d":
						last.push(sets.ints());
						break;
					case "D":
						last.push(sets.notInts());
						break;
					case "s":
						last.push(sets.whitespace());
						break;
					case "S":
						last.push(sets.notWhitespace());
						break;
					default: if (digit.test(c)) {
						let digits = c;
						while (i < str.length && digit.test(str[i])) digits += str[i++];
						let value = parseInt(digits, 10);
						const reference = {
							type: types_1.types.REFERENCE,
							value
						};
						last.push(reference);
						referenceQueue.push({
							reference,
							stack: last,
							index: last.length - 1
						});
					} else last.push({
						type: types_1.types.CHAR,
						value: c.charCodeAt(0)
					});
				}
				break;
			case "^":
				last.push({
					type: types_1.types.POSITION,
					value: "^"
				});
				break;
			case "$":
				last.push({
					type: types_1.types.POSITION,
					value: "$"
				});
				break;
			case "[": {
				let not;
				if (str[i] === "^") {
					not = true;
					i++;
				} else not = false;
				let classTokens = util.tokenizeClass(str.slice(i), regexpStr);
				i += classTokens[1];
				last.push({
					type: types_1.types.SET,
					set: classTokens[0],
					not
				});
				break;
			}
			case ".":
				last.push(sets.anyChar());
				break;
			case "(": {
				let group = {
					type: types_1.types.GROUP,
					stack: [],
					remember: true
				};
				if (str[i] === "?") {
					c = str[i + 1];
					i += 2;
					if (c === "=") {
						group.followedBy = true;
						group.remember = false;
					} else if (c === "!") {
						group.notFollowedBy = true;
						group.remember = false;
					} else if (c === "<") {
						let name = "";
						if (captureGroupFirstChar.test(str[i])) {
							name += str[i];
							i++;
						} else throw new SyntaxError(`Invalid regular expression: /${regexpStr}/: Invalid capture group name, character '${str[i]}' after '<' at column ${i + 1}`);
						while (i < str.length && captureGroupChars.test(str[i])) {
							name += str[i];
							i++;
						}
						if (str[i] !== ">") throw new SyntaxError(`Invalid regular expression: /${regexpStr}/: Unclosed capture group name, expected '>', found '${str[i]}' at column ${i + 1}`);
						group.name = name;
						i++;
					} else if (c === ":") group.remember = false;
					else throw new SyntaxError(`Invalid regular expression: /${regexpStr}/: Invalid group, character '${c}' after '?' at column ${i - 1}`);
				} else groupCount += 1;
				last.push(group);
				groupStack.push(lastGroup);
				lastGroup = group;
				last = group.stack;
				break;
			}
			case ")":
				if (groupStack.length === 0) throw new SyntaxError(`Invalid regular expression: /${regexpStr}/: Unmatched ) at column ${i - 1}`);
				lastGroup = groupStack.pop();
				last = lastGroup.options ? lastGroup.options[lastGroup.options.length - 1] : lastGroup.stack;
				break;
			case "|": {
				if (!lastGroup.options) {
					lastGroup.options = [lastGroup.stack];
					delete lastGroup.stack;
				}
				let stack = [];
				lastGroup.options.push(stack);
				last = stack;
				break;
			}
			case "{": {
				let rs = /^(\d+)(,(\d+)?)?\}/.exec(str.slice(i)), min, max;
				if (rs !== null) {
					if (last.length === 0) repeatErr(i);
					min = parseInt(rs[1], 10);
					max = rs[2] ? rs[3] ? parseInt(rs[3], 10) : Infinity : min;
					i += rs[0].length;
					last.push({
						type: types_1.types.REPETITION,
						min,
						max,
						value: last.pop()
					});
				} else last.push({
					type: types_1.types.CHAR,
					value: 123
				});
				break;
			}
			case "?":
				if (last.length === 0) repeatErr(i);
				last.push({
					type: types_1.types.REPETITION,
					min: 0,
					max: 1,
					value: last.pop()
				});
				break;
			case "+":
				if (last.length === 0) repeatErr(i);
				last.push({
					type: types_1.types.REPETITION,
					min: 1,
					max: Infinity,
					value: last.pop()
				});
				break;
			case "*":
				if (last.length === 0) repeatErr(i);
				last.push({
					type: types_1.types.REPETITION,
					min: 0,
					max: Infinity,
					value: last.pop()
				});
				break;
			default: last.push({
				type: types_1.types.CHAR,
				value: c.charCodeAt(0)
			});
		}
		if (groupStack.length !== 0) throw new SyntaxError(`Invalid regular expression: /${regexpStr}/: Unterminated group`);
		updateReferences(referenceQueue, groupCount);
		return start;
	};
	exports.tokenizer = tokenizer;
	/**
	* This is a side effecting function that changes references to chars
	* if there are not enough capturing groups to reference
	* See: https://github.com/fent/ret.js/pull/39#issuecomment-1006475703
	* See: https://github.com/fent/ret.js/issues/38
	* @param {(Reference | Char)[]} referenceQueue
	* @param {number} groupCount
	* @returns {void}
	*/
	function updateReferences(referenceQueue, groupCount) {
		for (const elem of referenceQueue.reverse()) if (groupCount < elem.reference.value) {
			elem.reference.type = types_1.types.CHAR;
			const valueString = elem.reference.value.toString();
			elem.reference.value = parseInt(valueString, 8);
			if (!/^[0-7]+$/.test(valueString)) {
				let i = 0;
				while (valueString[i] !== "8" && valueString[i] !== "9") i += 1;
				if (i === 0) {
					elem.reference.value = valueString.charCodeAt(0);
					i += 1;
				} else elem.reference.value = parseInt(valueString.slice(0, i), 8);
				if (valueString.length > i) {
					const tail = elem.stack.splice(elem.index + 1);
					for (const char of valueString.slice(i)) elem.stack.push({
						type: types_1.types.CHAR,
						value: char.charCodeAt(0)
					});
					elem.stack.push(...tail);
				}
			}
		}
	}
}));
// node_modules/ret/dist/sets-lookup.js
var require_sets_lookup = /* @__PURE__ */ __commonJSMin(((exports, module, this$3) => {
	var __createBinding = this$3 && this$3.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __setModuleDefault = this$3 && this$3.__setModuleDefault || (Object.create ? (function(o, v) {
		Object.defineProperty(o, "default", {
			enumerable: true,
			value: v
		});
	}) : function(o, v) {
		o["default"] = v;
	});
	var __importStar = this$3 && this$3.__importStar || (function() {
		var ownKeys = function(o) {
			ownKeys = Object.getOwnPropertyNames || function(o) {
				var ar = [];
				for (var k in o) if (Object.prototype.hasOwnProperty.call(o, k)) ar[ar.length] = k;
				return ar;
			};
			return ownKeys(o);
		};
		return function(mod) {
			if (mod && mod.__esModule) return mod;
			var result = {};
			if (mod != null) {
				for (var k = ownKeys(mod), i = 0; i < k.length; i++) if (k[i] !== "default") __createBinding(result, mod, k[i]);
			}
			__setModuleDefault(result, mod);
			return result;
		};
	})();
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.NOTANYCHAR = exports.WHITESPACE = exports.WORDS = exports.INTS = void 0;
	const Sets = __importStar(require_sets());
	const types_1 = require_types();
	function setToLookup(tokens) {
		let lookup = {};
		let len = 0;
		for (const token of tokens) {
			if (token.type === types_1.types.CHAR) lookup[token.value] = true;
			if (token.type === types_1.types.RANGE) lookup[`${token.from}-${token.to}`] = true;
			len += 1;
		}
		return {
			lookup: () => Object.assign({}, lookup),
			len
		};
	}
	exports.INTS = setToLookup(Sets.ints().set);
	exports.WORDS = setToLookup(Sets.words().set);
	exports.WHITESPACE = setToLookup(Sets.whitespace().set);
	exports.NOTANYCHAR = setToLookup(Sets.anyChar().set);
}));
// node_modules/ret/dist/write-set-tokens.js
var require_write_set_tokens = /* @__PURE__ */ __commonJSMin(((exports, module, this$2) => {
	var __createBinding = this$2 && this$2.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __setModuleDefault = this$2 && this$2.__setModuleDefault || (Object.create ? (function(o, v) {
		Object.defineProperty(o, "default", {
			enumerable: true,
			value: v
		});
	}) : function(o, v) {
		o["default"] = v;
	});
	var __importStar = this$2 && this$2.__importStar || (function() {
		var ownKeys = function(o) {
			ownKeys = Object.getOwnPropertyNames || function(o) {
				var ar = [];
				for (var k in o) if (Object.prototype.hasOwnProperty.call(o, k)) ar[ar.length] = k;
				return ar;
			};
			return ownKeys(o);
		};
		return function(mod) {
			if (mod && mod.__esModule) return mod;
			var result = {};
			if (mod != null) {
				for (var k = ownKeys(mod), i = 0; i < k.length; i++) if (k[i] !== "default") __createBinding(result, mod, k[i]);
			}
			__setModuleDefault(result, mod);
			return result;
		};
	})();
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.setChar = setChar;
	exports.writeSetTokens = writeSetTokens;
	const types_1 = require_types();
	const sets = __importStar(require_sets_lookup());
	/**
	* Takes character code and returns character to be displayed in a set
	* @param {number} charCode Character code of set element
	* @returns {string} The string for the sets character
	*/
	function setChar(charCode) {
		return charCode === 94 ? "\\^" : charCode === 92 ? "\\\\" : charCode === 93 ? "\\]" : charCode === 45 ? "\\-" : String.fromCharCode(charCode);
	}
	/**
	* Test if a character set matches a 'set-lookup'
	* @param {SetTokens} set The set to be tested
	* @param {SetLookup} param The predefined 'set-lookup' & the number of elements in the lookup
	* @returns {boolean} True if the character set corresponds to the 'set-lookup'
	*/
	function isSameSet(set, { lookup, len }) {
		if (len !== set.length) return false;
		const map = lookup();
		for (const elem of set) {
			if (elem.type === types_1.types.SET) return false;
			const key = elem.type === types_1.types.CHAR ? elem.value : `${elem.from}-${elem.to}`;
			if (map[key]) map[key] = false;
			else return false;
		}
		return true;
	}
	/**
	* Writes the tokens for a set
	* @param {Set} set The set to display
	* @param {boolean} isNested Whether the token is nested inside another set token
	* @returns {string} The tokens for the set
	*/
	function writeSetTokens(set, isNested = false) {
		if (isSameSet(set.set, sets.INTS)) return set.not ? "\\D" : "\\d";
		if (isSameSet(set.set, sets.WORDS)) return set.not ? "\\W" : "\\w";
		if (set.not && isSameSet(set.set, sets.NOTANYCHAR)) return ".";
		if (isSameSet(set.set, sets.WHITESPACE)) return set.not ? "\\S" : "\\s";
		let tokenString = "";
		for (let i = 0; i < set.set.length; i++) {
			const subset = set.set[i];
			tokenString += writeSetToken(subset);
		}
		const contents = `${set.not ? "^" : ""}${tokenString}`;
		return isNested ? contents : `[${contents}]`;
	}
	/**
	* Writes a token within a set
	* @param {Range | Char | Set} set The set token to display
	* @returns {string} The token as a string
	*/
	function writeSetToken(set) {
		if (set.type === types_1.types.CHAR) return setChar(set.value);
		else if (set.type === types_1.types.RANGE) return `${setChar(set.from)}-${setChar(set.to)}`;
		return writeSetTokens(set, true);
	}
}));
// node_modules/ret/dist/reconstruct.js
var require_reconstruct = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.reconstruct = void 0;
	const types_1 = require_types();
	const write_set_tokens_1 = require_write_set_tokens();
	const reduceStack = (stack) => stack.map(exports.reconstruct).join("");
	const createAlternate = (token) => {
		if ("options" in token) return token.options.map(reduceStack).join("|");
		else if ("stack" in token) return reduceStack(token.stack);
		else throw new Error(`options or stack must be Root or Group token`);
	};
	const reconstruct = (token) => {
		switch (token.type) {
			case types_1.types.ROOT: return createAlternate(token);
			case types_1.types.CHAR: {
				const c = String.fromCharCode(token.value);
				return (/[[\\{}$^.|?*+()]/.test(c) ? "\\" : "") + c;
			}
			case types_1.types.POSITION: if (token.value === "^" || token.value === "$") return token.value;
			else return `\\${token.value}`;
			case types_1.types.REFERENCE: return `\\${token.value}`;
			case types_1.types.SET: return (0, write_set_tokens_1.writeSetTokens)(token);
			case types_1.types.GROUP: return `(${token.name ? `?<${token.name}>` : token.remember ? "" : token.followedBy ? "?=" : token.notFollowedBy ? "?!" : "?:"}${createAlternate(token)})`;
			case types_1.types.REPETITION: {
				const { min, max } = token;
				let endWith;
				if (min === 0 && max === 1) endWith = "?";
				else if (min === 1 && max === Infinity) endWith = "+";
				else if (min === 0 && max === Infinity) endWith = "*";
				else if (max === Infinity) endWith = `{${min},}`;
				else if (min === max) endWith = `{${min}}`;
				else endWith = `{${min},${max}}`;
				return `${(0, exports.reconstruct)(token.value)}${endWith}`;
			}
			case types_1.types.RANGE: return `${(0, write_set_tokens_1.setChar)(token.from)}-${(0, write_set_tokens_1.setChar)(token.to)}`;
			default: throw new Error(`Invalid token type ${token}`);
		}
	};
	exports.reconstruct = reconstruct;
}));
// node_modules/ret/dist/index.js
var require_dist = /* @__PURE__ */ __commonJSMin(((exports, module, this$1) => {
	var __createBinding = this$1 && this$1.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __exportStar = this$1 && this$1.__exportStar || function(m, exports) {
		for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p);
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.types = void 0;
	/* istanbul ignore file */
	const types_1 = require_types();
	Object.defineProperty(exports, "types", {
		enumerable: true,
		get: function() {
			return types_1.types;
		}
	});
	__exportStar(require_tokenizer(), exports);
	__exportStar(require_reconstruct(), exports);
	const tokenizer_1 = require_tokenizer();
	const reconstruct_1 = require_reconstruct();
	__exportStar(require_types(), exports);
	exports.default = tokenizer_1.tokenizer;
	module.exports = tokenizer_1.tokenizer;
	module.exports.types = types_1.types;
	module.exports.reconstruct = reconstruct_1.reconstruct;
}));
// node_modules/safe-regex2/index.js
var require_safe_regex2 = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const parse = require_dist();
	const { types } = require_dist();
	/**
	* @param {*} node
	* @param {object} opts
	* @param {number} opts.reps - The number of repetitions encountered
	* @param {number} opts.limit - The maximum number of repetitions allowed
	* @param {number} starHeight - The current height of the star in the regex tree
	* @returns {boolean}
	*/
	function walk(node, opts, starHeight) {
		let i;
		let ok;
		let len;
		if (node.type === types.REPETITION) {
			starHeight++;
			opts.reps++;
			if (starHeight > 1) return false;
			if (opts.reps > opts.limit) return false;
		}
		const options = node.options || node.value?.options;
		if (options) for (i = 0, len = options.length; i < len; i++) {
			ok = walk({ stack: options[i] }, opts, starHeight);
			if (!ok) return false;
		}
		const stack = node.stack || node.value?.stack;
		if (!stack) return true;
		for (i = 0, len = stack.length; i < len; i++) {
			ok = walk(stack[i], opts, starHeight);
			if (!ok) return false;
		}
		return true;
	}
	/**
	* @param {string|RegExp} re - The regular expression to check, can be a string or RegExp object
	* @param {object} [options]
	* @param {number} [options.limit=25] - The maximum number of repetitions allowed
	* @returns {boolean} - Returns true if the regex is safe, false if it is unsafe or invalid
	*/
	function safeRegex(re, options) {
		const opts = {
			reps: 0,
			limit: options?.limit ?? 25
		};
		if (isRegExp(re)) re = re.source;
		else if (typeof re !== "string") re = String(re);
		try {
			return walk(parse(re), opts, 0);
		} catch {
			return false;
		}
	}
	/**
	* @param {*} x
	* @returns {x is RegExp}
	*/
	function isRegExp(x) {
		return Object.prototype.toString.call(x) === "[object RegExp]";
	}
	module.exports = safeRegex;
	module.exports.default = safeRegex;
	module.exports.safeRegex = safeRegex;
}));
// node_modules/fast-deep-equal/index.js
var require_fast_deep_equal = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = function equal(a, b) {
		if (a === b) return true;
		if (a && b && typeof a == "object" && typeof b == "object") {
			if (a.constructor !== b.constructor) return false;
			var length, i, keys;
			if (Array.isArray(a)) {
				length = a.length;
				if (length != b.length) return false;
				for (i = length; i-- !== 0;) if (!equal(a[i], b[i])) return false;
				return true;
			}
			if (a.constructor === RegExp) return a.source === b.source && a.flags === b.flags;
			if (a.valueOf !== Object.prototype.valueOf) return a.valueOf() === b.valueOf();
			if (a.toString !== Object.prototype.toString) return a.toString() === b.toString();
			keys = Object.keys(a);
			length = keys.length;
			if (length !== Object.keys(b).length) return false;
			for (i = length; i-- !== 0;) if (!Object.prototype.hasOwnProperty.call(b, keys[i])) return false;
			for (i = length; i-- !== 0;) {
				var key = keys[i];
				if (!equal(a[key], b[key])) return false;
			}
			return true;
		}
		return a !== a && b !== b;
	};
}));
// node_modules/find-my-way/lib/strategies/http-method.js
var require_http_method = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = {
		name: "__fmw_internal_strategy_merged_tree_http_method__",
		storage: function() {
			const handlers = /* @__PURE__ */ new Map();
			return {
				get: (type) => {
					return handlers.get(type) || null;
				},
				set: (type, store) => {
					handlers.set(type, store);
				}
			};
		},
		/* c8 ignore next 1 */
		deriveConstraint: (req) => req.method,
		mustMatchWhenDerived: true
	};
}));
// node_modules/find-my-way/lib/pretty-print.js
var require_pretty_print = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const deepEqual = require_fast_deep_equal();
	const httpMethodStrategy = require_http_method();
	const treeDataSymbol = Symbol("treeData");
	function printObjectTree(obj, parentPrefix = "") {
		let tree = "";
		const keys = Object.keys(obj);
		for (let i = 0; i < keys.length; i++) {
			const key = keys[i];
			const value = obj[key];
			const isLast = i === keys.length - 1;
			const nodePrefix = isLast ? "└── " : "├── ";
			const childPrefix = isLast ? "    " : "│   ";
			const prefixedNodeData = (value[treeDataSymbol] || "").replaceAll("\n", "\n" + parentPrefix + childPrefix);
			tree += parentPrefix + nodePrefix + key + prefixedNodeData + "\n";
			tree += printObjectTree(value, parentPrefix + childPrefix);
		}
		return tree;
	}
	function parseFunctionName(fn) {
		let fName = fn.name || "";
		fName = fName.replace("bound", "").trim();
		fName = (fName || "anonymous") + "()";
		return fName;
	}
	function parseMeta(meta) {
		if (Array.isArray(meta)) return meta.map((m) => parseMeta(m));
		if (typeof meta === "symbol") return meta.toString();
		if (typeof meta === "function") return parseFunctionName(meta);
		if (meta instanceof RegExp) return meta.toString();
		return meta;
	}
	function getRouteMetaData(route, options) {
		if (!options.includeMeta) return {};
		const metaDataObject = options.buildPrettyMeta(route);
		const filteredMetaData = {};
		let includeMetaKeys = options.includeMeta;
		if (!Array.isArray(includeMetaKeys)) includeMetaKeys = Reflect.ownKeys(metaDataObject);
		for (const metaKey of includeMetaKeys) {
			if (!Object.prototype.hasOwnProperty.call(metaDataObject, metaKey)) continue;
			const serializedKey = metaKey.toString();
			const metaValue = metaDataObject[metaKey];
			if (metaValue !== void 0 && metaValue !== null) filteredMetaData[serializedKey] = JSON.stringify(parseMeta(metaValue));
		}
		return filteredMetaData;
	}
	function serializeMetaData(metaData) {
		let serializedMetaData = "";
		for (const [key, value] of Object.entries(metaData)) serializedMetaData += `\n• (${key}) ${value}`;
		return serializedMetaData;
	}
	function normalizeRoute(route) {
		const constraints = { ...route.opts.constraints };
		const method = constraints[httpMethodStrategy.name];
		delete constraints[httpMethodStrategy.name];
		return {
			...route,
			method,
			opts: { constraints }
		};
	}
	function serializeConstraints(constraints) {
		return JSON.stringify(constraints, (_key, value) => {
			if (value instanceof RegExp) return value.toString();
			return value;
		});
	}
	function serializeRoute(route) {
		let serializedRoute = ` (${route.method})`;
		const constraints = route.opts.constraints || {};
		if (Object.keys(constraints).length !== 0) serializedRoute += " " + serializeConstraints(constraints);
		serializedRoute += serializeMetaData(route.metaData);
		return serializedRoute;
	}
	function mergeSimilarRoutes(routes) {
		return routes.reduce((mergedRoutes, route) => {
			for (const nodeRoute of mergedRoutes) if (deepEqual(route.opts.constraints, nodeRoute.opts.constraints) && deepEqual(route.metaData, nodeRoute.metaData)) {
				nodeRoute.method += ", " + route.method;
				return mergedRoutes;
			}
			mergedRoutes.push(route);
			return mergedRoutes;
		}, []);
	}
	function serializeNode(node, prefix, options) {
		let routes = node.routes;
		if (options.method === void 0) routes = routes.map(normalizeRoute);
		routes = routes.map((route) => {
			route.metaData = getRouteMetaData(route, options);
			return route;
		});
		if (options.method === void 0) routes = mergeSimilarRoutes(routes);
		return routes.map(serializeRoute).join(`\n${prefix}`);
	}
	function buildObjectTree(node, tree, prefix, options) {
		if (node.isLeafNode || options.commonPrefix !== false) {
			prefix = prefix || "(empty root node)";
			tree = tree[prefix] = {};
			if (node.isLeafNode) tree[treeDataSymbol] = serializeNode(node, prefix, options);
			prefix = "";
		}
		if (node.staticChildrenNodes) for (const child of node.staticChildrenNodes) buildObjectTree(child, tree, prefix + child.prefix, options);
		if (node.parametricChildren) for (const child of Object.values(node.parametricChildren)) {
			const childPrefix = Array.from(child.nodePaths).join("|");
			buildObjectTree(child, tree, prefix + childPrefix, options);
		}
		if (node.wildcardChild) buildObjectTree(node.wildcardChild, tree, "*", options);
	}
	function prettyPrintTree(root, options) {
		const objectTree = {};
		buildObjectTree(root, objectTree, root.prefix, options);
		return printObjectTree(objectTree);
	}
	module.exports = { prettyPrintTree };
}));
// node_modules/find-my-way/lib/null-object.js
var require_null_object = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const NullObject = function() {};
	NullObject.prototype = Object.create(null);
	module.exports = { NullObject };
}));
// node_modules/find-my-way/lib/handler-storage.js
var require_handler_storage = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { NullObject } = require_null_object();
	const httpMethodStrategy = require_http_method();
	var HandlerStorage = class {
		constructor() {
			this.unconstrainedHandler = null;
			this.constraints = [];
			this.handlers = [];
			this.constrainedHandlerStores = null;
		}
		getMatchingHandler(derivedConstraints) {
			if (derivedConstraints === void 0) return this.unconstrainedHandler;
			return this._getHandlerMatchingConstraints(derivedConstraints);
		}
		addHandler(constrainer, route) {
			const params = route.params;
			const constraints = route.opts.constraints || {};
			const handlerObject = {
				params,
				constraints,
				handler: route.handler,
				store: route.store || null,
				_createParamsObject: this._compileCreateParamsObject(params)
			};
			const constraintsNames = Object.keys(constraints);
			if (constraintsNames.length === 0) this.unconstrainedHandler = handlerObject;
			for (const constraint of constraintsNames) if (!this.constraints.includes(constraint)) {
				if (constraint === "version") this.constraints.unshift(constraint);
				else this.constraints.push(constraint);
			}
			const isMergedTree = constraintsNames.includes(httpMethodStrategy.name);
			if (!isMergedTree && this.handlers.length >= 31) throw new Error("find-my-way supports a maximum of 31 route handlers per node when there are constraints, limit reached");
			this.handlers.push(handlerObject);
			this.handlers.sort((a, b) => Object.keys(a.constraints).length - Object.keys(b.constraints).length);
			if (!isMergedTree) this._compileGetHandlerMatchingConstraints(constrainer, constraints);
		}
		_compileCreateParamsObject(params) {
			const fnBody = ["'use strict'"];
			fnBody.push("const fn = function _createParamsObject (param0, param1, param2, param3, extraParams) {");
			fnBody.push("const params = new NullObject()");
			for (let i = 0; i < params.length; i++) {
				const value = i < 4 ? `param${i}` : `extraParams[${i - 4}]`;
				fnBody.push(`params[${JSON.stringify(params[i])}] = ${value}`);
			}
			fnBody.push("return params");
			fnBody.push("}");
			fnBody.push("return fn");
			return new Function("NullObject", fnBody.join("\n"))(NullObject);
		}
		_getHandlerMatchingConstraints() {
			return null;
		}
		_buildConstraintStore(store, constraint) {
			for (let i = 0; i < this.handlers.length; i++) {
				const constraintValue = this.handlers[i].constraints[constraint];
				if (constraintValue !== void 0) {
					let indexes = store.get(constraintValue) || 0;
					indexes |= 1 << i;
					store.set(constraintValue, indexes);
				}
			}
		}
		_constrainedIndexBitmask(constraint) {
			let mask = 0;
			for (let i = 0; i < this.handlers.length; i++) if (this.handlers[i].constraints[constraint] !== void 0) mask |= 1 << i;
			return ~mask;
		}
		_compileGetHandlerMatchingConstraints(constrainer) {
			this.constrainedHandlerStores = {};
			for (const constraint of this.constraints) {
				const store = constrainer.newStoreForConstraint(constraint);
				this.constrainedHandlerStores[constraint] = store;
				this._buildConstraintStore(store, constraint);
			}
			const lines = ["'use strict'"];
			lines.push(`
    let candidates = ${(1 << this.handlers.length) - 1}
    let mask, matches, value
    `);
			for (const constraint of this.constraints) {
				lines.push(`
      mask = ${this._constrainedIndexBitmask(constraint)}
      value = derivedConstraints.${constraint}
      `);
				const matchMask = constrainer.strategies[constraint].mustMatchWhenDerived ? "matches" : "(matches | mask)";
				lines.push(`
      if (value === undefined) {
        candidates &= mask
      } else {
        matches = this.constrainedHandlerStores.${constraint}.get(value) || 0
        candidates &= ${matchMask}
      }
      if (candidates === 0) return null;
      `);
			}
			for (const constraint in constrainer.strategies) {
				if (!Object.hasOwn(constrainer.strategies, constraint)) continue;
				if (constrainer.strategies[constraint].mustMatchWhenDerived && !this.constraints.includes(constraint)) lines.push(`if (derivedConstraints.${constraint} !== undefined) return null`);
			}
			lines.push("return this.handlers[31 - Math.clz32(candidates)]");
			this._getHandlerMatchingConstraints = new Function("derivedConstraints", lines.join("\n"));
		}
	};
	module.exports = HandlerStorage;
}));
// node_modules/find-my-way/lib/node.js
var require_node = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const HandlerStorage = require_handler_storage();
	const NODE_TYPES = {
		STATIC: 0,
		PARAMETRIC: 1,
		WILDCARD: 2
	};
	const LONG_PREFIX_MIN_LENGTH = 16;
	function matchSingleCharPrefix() {
		return true;
	}
	function compilePrefixMatch(prefix) {
		if (prefix.length === 1) return matchSingleCharPrefix;
		if (prefix.length >= LONG_PREFIX_MIN_LENGTH) return function matchLongPrefix(path, i) {
			return path.indexOf(prefix, i) === i;
		};
		const lines = [];
		for (let i = 1; i < prefix.length; i++) {
			const charCode = prefix.charCodeAt(i);
			lines.push(`path.charCodeAt(i + ${i}) === ${charCode}`);
		}
		return new Function("path", "i", `'use strict'\nreturn ${lines.join(" && ")}`);
	}
	var Node = class {
		constructor(kind, prefix, regex, staticSuffix, nodePath) {
			this.kind = kind;
			this.prefix = prefix;
			this.isLeafNode = false;
			this.routes = null;
			this.handlerStorage = null;
			this.staticChildrenCharCodes = [];
			this.staticChildrenNodes = [];
			this.parametricChildren = [];
			this.wildcardChild = null;
			this.matchPrefix = kind === NODE_TYPES.STATIC ? compilePrefixMatch(prefix) : null;
			this.isRegex = regex != null;
			this.regex = regex || null;
			this.staticSuffix = staticSuffix || null;
			this.nodePaths = kind === NODE_TYPES.PARAMETRIC ? /* @__PURE__ */ new Set([nodePath]) : null;
			this.regexParamCount = 0;
			this.regexStaticLength = 0;
		}
		addRoute(route, constrainer) {
			if (this.routes === null) this.routes = [];
			if (this.handlerStorage === null) this.handlerStorage = new HandlerStorage();
			this.isLeafNode = true;
			this.routes.push(route);
			this.handlerStorage.addHandler(constrainer, route);
		}
		setStaticChild(label, node) {
			const charCode = label.charCodeAt(0);
			const index = this.staticChildrenCharCodes.indexOf(charCode);
			if (index === -1) {
				this.staticChildrenCharCodes.push(charCode);
				this.staticChildrenNodes.push(node);
			} else this.staticChildrenNodes[index] = node;
		}
		findStaticMatchingChild(path, pathIndex) {
			const charCode = path.charCodeAt(pathIndex);
			const charCodes = this.staticChildrenCharCodes;
			for (let i = 0; i < charCodes.length; i++) if (charCodes[i] === charCode) {
				const staticChild = this.staticChildrenNodes[i];
				if (staticChild.matchPrefix(path, pathIndex)) return staticChild;
				return null;
			}
			return null;
		}
		getStaticChild(path, pathIndex = 0) {
			if (path.length === pathIndex) return this;
			const staticChild = this.findStaticMatchingChild(path, pathIndex);
			if (staticChild) return staticChild.getStaticChild(path, pathIndex + staticChild.prefix.length);
			return null;
		}
		createStaticChild(path) {
			if (path.length === 0) return this;
			const childIndex = this.staticChildrenCharCodes.indexOf(path.charCodeAt(0));
			let staticChild = childIndex === -1 ? void 0 : this.staticChildrenNodes[childIndex];
			if (staticChild) {
				let i = 1;
				for (; i < staticChild.prefix.length; i++) if (path.charCodeAt(i) !== staticChild.prefix.charCodeAt(i)) {
					staticChild = staticChild.split(this, i);
					break;
				}
				return staticChild.createStaticChild(path.slice(i));
			}
			const node = createStaticNode(path);
			this.setStaticChild(path.charAt(0), node);
			return node;
		}
		getParametricChild(regex) {
			const regexpSource = regex && regex.source;
			const parametricChild = this.parametricChildren.find((child) => {
				return (child.regex && child.regex.source) === regexpSource;
			});
			if (parametricChild) return parametricChild;
			return null;
		}
		createParametricChild(regex, staticSuffix, nodePath, regexParamCount, regexStaticLength) {
			let parametricChild = this.getParametricChild(regex);
			if (parametricChild) {
				parametricChild.nodePaths.add(nodePath);
				parametricChild.regexParamCount = Math.max(parametricChild.regexParamCount, regexParamCount);
				parametricChild.regexStaticLength = Math.max(parametricChild.regexStaticLength, regexStaticLength);
				return parametricChild;
			}
			parametricChild = createParametricNode(regex, staticSuffix, nodePath);
			parametricChild.regexParamCount = regexParamCount;
			parametricChild.regexStaticLength = regexStaticLength;
			this.parametricChildren.push(parametricChild);
			this.parametricChildren.sort((child1, child2) => {
				if (!child1.isRegex) return 1;
				if (!child2.isRegex) return -1;
				if (child1.staticSuffix === null) return 1;
				if (child2.staticSuffix === null) return -1;
				if (child2.staticSuffix.endsWith(child1.staticSuffix)) return 1;
				if (child1.staticSuffix.endsWith(child2.staticSuffix)) return -1;
				return 0;
			});
			return parametricChild;
		}
		getWildcardChild() {
			return this.wildcardChild;
		}
		createWildcardChild() {
			this.wildcardChild = this.getWildcardChild() || createWildcardNode();
			return this.wildcardChild;
		}
		getNextNode(path, pathIndex, nodeStack, paramsCount) {
			let node = this.findStaticMatchingChild(path, pathIndex);
			let parametricBrotherNodeIndex = 0;
			if (node === null) {
				if (this.parametricChildren.length === 0) return this.wildcardChild;
				node = this.parametricChildren[0];
				parametricBrotherNodeIndex = 1;
			}
			if (this.wildcardChild !== null) nodeStack.push(this.wildcardChild, pathIndex, paramsCount);
			for (let i = this.parametricChildren.length - 1; i >= parametricBrotherNodeIndex; i--) nodeStack.push(this.parametricChildren[i], pathIndex, paramsCount);
			return node;
		}
		split(parentNode, length) {
			const parentPrefix = this.prefix.slice(0, length);
			const childPrefix = this.prefix.slice(length);
			this.prefix = childPrefix;
			this.matchPrefix = compilePrefixMatch(childPrefix);
			const staticNode = createStaticNode(parentPrefix);
			staticNode.setStaticChild(childPrefix.charAt(0), this);
			parentNode.setStaticChild(parentPrefix.charAt(0), staticNode);
			return staticNode;
		}
	};
	function createStaticNode(prefix) {
		return new Node(NODE_TYPES.STATIC, prefix, null, null, null);
	}
	function createParametricNode(regex, staticSuffix, nodePath) {
		return new Node(NODE_TYPES.PARAMETRIC, "", regex, staticSuffix, nodePath);
	}
	function createWildcardNode() {
		return new Node(NODE_TYPES.WILDCARD, "", null, null, null);
	}
	module.exports = {
		Node,
		createStaticNode,
		createParametricNode,
		createWildcardNode,
		NODE_TYPES
	};
}));
// node_modules/find-my-way/lib/url-sanitizer.js
var require_url_sanitizer = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const DECODE_COMPONENT_TABLE = /* @__PURE__ */ new Uint8Array(768);
	for (const [encoded, char] of [
		["%23", "#"],
		["%24", "$"],
		["%25", "%"],
		["%26", "&"],
		["%2B", "+"],
		["%2b", "+"],
		["%2C", ","],
		["%2c", ","],
		["%2F", "/"],
		["%2f", "/"],
		["%3A", ":"],
		["%3a", ":"],
		["%3B", ";"],
		["%3b", ";"],
		["%3D", "="],
		["%3d", "="],
		["%3F", "?"],
		["%3f", "?"],
		["%40", "@"]
	]) DECODE_COMPONENT_TABLE[encoded.charCodeAt(1) - 50 << 8 | encoded.charCodeAt(2)] = char.charCodeAt(0);
	function decodeComponentCharCode(highCharCode, lowCharCode) {
		if (highCharCode < 50 || highCharCode > 52 || lowCharCode > 255) return 0;
		return DECODE_COMPONENT_TABLE[highCharCode - 50 << 8 | lowCharCode];
	}
	function decodeComponentChar(highCharCode, lowCharCode) {
		const charCode = decodeComponentCharCode(highCharCode, lowCharCode);
		if (charCode === 0) return null;
		return String.fromCharCode(charCode);
	}
	const MIN_NATIVE_SCAN_LENGTH = 12;
	/**
	* Safely decodes a URI path, preserving reserved characters in querystring.
	*
	* @param {string} path - The full request path, possibly including querystring.
	* @param {boolean} [useSemicolonDelimiter] - When true, also treat `;` as a query delimiter.
	* @returns {{ path: string, querystring: string, shouldDecodeParam: boolean }}
	* An object containing the decoded path, the raw querystring, and a flag indicating
	* whether any path parameters contain percent-encoded reserved characters.
	*/
	function safeDecodeURI(path, useSemicolonDelimiter) {
		if (path.length >= MIN_NATIVE_SCAN_LENGTH) return safeDecodeURINativeScan(path, useSemicolonDelimiter);
		return safeDecodeURICharScan(path, useSemicolonDelimiter, 1);
	}
	function safeDecodeURINativeScan(path, useSemicolonDelimiter) {
		const percentIndex = path.indexOf("%", 1);
		let delimIndex = path.indexOf("?", 1);
		const hashIndex = path.indexOf("#", 1);
		if (hashIndex !== -1 && (delimIndex === -1 || hashIndex < delimIndex)) delimIndex = hashIndex;
		if (useSemicolonDelimiter) {
			const semicolonIndex = path.indexOf(";", 1);
			if (semicolonIndex !== -1 && (delimIndex === -1 || semicolonIndex < delimIndex)) delimIndex = semicolonIndex;
		}
		if (percentIndex === -1 || delimIndex !== -1 && percentIndex > delimIndex) {
			if (delimIndex === -1) return {
				path,
				querystring: "",
				shouldDecodeParam: false
			};
			return {
				path: path.slice(0, delimIndex),
				querystring: path.slice(delimIndex + 1),
				shouldDecodeParam: false
			};
		}
		return safeDecodeURIPercentScan(path, useSemicolonDelimiter, percentIndex);
	}
	function safeDecodeURICharScan(path, useSemicolonDelimiter, startIndex) {
		for (let i = startIndex; i < path.length; i++) {
			const charCode = path.charCodeAt(i);
			if (charCode === 37) return safeDecodeURIPercentScan(path, useSemicolonDelimiter, i);
			else if (charCode === 63 || charCode === 35 || charCode === 59 && useSemicolonDelimiter) return {
				path: path.slice(0, i),
				querystring: path.slice(i + 1),
				shouldDecodeParam: false
			};
		}
		return {
			path,
			querystring: "",
			shouldDecodeParam: false
		};
	}
	function safeDecodeURIPercentScan(path, useSemicolonDelimiter, startIndex) {
		let shouldDecode = false;
		let shouldDecodeParam = false;
		let querystring = "";
		let percentIndexes = null;
		let pathEnd = -1;
		for (let i = startIndex; i < path.length; i++) {
			const charCode = path.charCodeAt(i);
			if (charCode === 37) {
				const componentCharCode = decodeComponentCharCode(path.charCodeAt(i + 1), path.charCodeAt(i + 2));
				if (componentCharCode === 0) shouldDecode = true;
				else {
					shouldDecodeParam = true;
					if (componentCharCode === 37) {
						shouldDecode = true;
						if (percentIndexes === null) percentIndexes = [];
						percentIndexes.push(i);
					}
					i += 2;
				}
			} else if (charCode === 63 || charCode === 35 || charCode === 59 && useSemicolonDelimiter) {
				querystring = path.slice(i + 1);
				pathEnd = i;
				break;
			}
		}
		let decodedPath;
		if (percentIndexes === null) decodedPath = pathEnd === -1 ? path : path.slice(0, pathEnd);
		else {
			const parts = [];
			let last = 0;
			for (const index of percentIndexes) {
				parts.push(path.slice(last, index), "%2525");
				last = index + 3;
			}
			parts.push(path.slice(last, pathEnd === -1 ? path.length : pathEnd));
			decodedPath = parts.join("");
		}
		if (shouldDecode) decodedPath = decodeURI(decodedPath);
		return {
			path: decodedPath,
			querystring,
			shouldDecodeParam
		};
	}
	function safeDecodeURIComponent(uriComponent) {
		const startIndex = uriComponent.indexOf("%");
		if (startIndex === -1) return uriComponent;
		let decoded = "";
		let lastIndex = startIndex;
		for (let i = startIndex; i < uriComponent.length; i++) if (uriComponent.charCodeAt(i) === 37) {
			const decodedChar = decodeComponentChar(uriComponent.charCodeAt(i + 1), uriComponent.charCodeAt(i + 2));
			decoded += uriComponent.slice(lastIndex, i) + decodedChar;
			lastIndex = i + 3;
		}
		return uriComponent.slice(0, startIndex) + decoded + uriComponent.slice(lastIndex);
	}
	module.exports = {
		safeDecodeURI,
		safeDecodeURIComponent,
		safeDecodeURINativeScan,
		safeDecodeURICharScan,
		MIN_NATIVE_SCAN_LENGTH
	};
}));
// node_modules/find-my-way/lib/compiler.js
var require_compiler = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { NODE_TYPES } = require_node();
	const { NullObject } = require_null_object();
	const { safeDecodeURIComponent } = require_url_sanitizer();
	const LONG_PREFIX_MIN_LENGTH = 16;
	const SCAN_LOOP_MAX_LENGTH = 12;
	const SPLIT_LINES = 250;
	const FUNCTION_LINES = 400;
	const FLAG = Symbol("find-my-way.compiled.flag");
	const NO_MATCH = Symbol("find-my-way.compiled.no-match");
	const POSITION_PLACEHOLDER = "POS";
	const RETRY_PLACEHOLDER = "RETRY";
	const POSITION_PATTERN = new RegExp(`${POSITION_PLACEHOLDER}(?: \\+ (\\d+))?`, "g");
	const SUM_PATTERN = /^(\S+) \+ (\d+)$/;
	function substitutePosition(line, position) {
		return line.replace(POSITION_PATTERN, (match, offset) => {
			if (offset === void 0) return position;
			const sum = SUM_PATTERN.exec(position);
			if (sum !== null) return `${sum[1]} + ${Number(sum[2]) + Number(offset)}`;
			if (/^\d+$/.test(position)) return String(Number(position) + Number(offset));
			return `${position} + ${offset}`;
		});
	}
	var TreeCompiler = class {
		constructor(router, raw, target = "find") {
			this.router = router;
			this.raw = raw;
			this.lookup = target === "lookup";
			this.constNames = [];
			this.constValues = [];
			this.functions = [];
			this.lines = [];
			this.indent = 1;
			this.maxParams = 0;
			this.uid = 0;
			this.tracksMaxParamLength = router.onMaxParamLength !== null;
			this.useSemicolonDelimiter = router.useSemicolonDelimiter;
			this.routerConst = this.addConst(router, "router");
		}
		addConst(value, hint) {
			const name = `${hint}_${this.constNames.length}`;
			this.constNames.push(name);
			this.constValues.push(value);
			return name;
		}
		emit(line) {
			this.lines.push("  ".repeat(this.indent) + line);
		}
		compile(root, slow) {
			if (this.raw) this.indent = 2;
			this.emitNodeBody(root, null, root.prefix.length, 0, root.prefix);
			if (this.raw) {
				if (this.tracksMaxParamLength) this.emit("if (maxParamLengthExceeded) break raw");
				this.emit(`if (path.indexOf('%', 1) === -1) return ${this.lookup ? `${this.routerConst}._defaultRoute(req, res, ctx)` : "null"}`);
			} else {
				if (this.tracksMaxParamLength) this.emit(`if (maxParamLengthExceeded) return ${this.routerConst}._onMaxParamLength(originPath)`);
				this.emit("return null");
			}
			const source = ["'use strict'"];
			for (const fn of this.functions) {
				source.push(`function ${fn.name} (${this.subtreeArguments(fn.paramsCount, "i")}) {`);
				source.push(`  let ${this.paramLocals(fn.paramsCount)}`);
				if (this.raw) source.push("  let c");
				if (this.tracksMaxParamLength) source.push("  let maxParamLengthExceeded = false");
				source.push(...fn.lines);
				if (this.tracksMaxParamLength) source.push("  return maxParamLengthExceeded ? FLAG : NO_MATCH");
				else source.push("  return NO_MATCH");
				source.push("}");
			}
			if (this.raw) {
				const delimiters = this.delimiterCharCodes();
				source.push(this.scanFunction("scanSegment", [47].concat(delimiters), false), this.scanFunction("scanRest", delimiters, true), this.lookup ? "return function compiledLookup (path, derivedConstraints, req, res, ctx) {" : "return function compiledFind (path, derivedConstraints) {", "  raw: {", "    if (path.charCodeAt(0) !== 47) break raw", "    const pathLen = path.length", "    let c", `    let ${this.paramLocals(0)}`);
				if (this.tracksMaxParamLength) source.push("    let maxParamLengthExceeded = false");
				source.push(...this.lines.map((line) => line.replaceAll(RETRY_PLACEHOLDER, "break raw")), "  }", this.lookup ? `  return ${this.routerConst}.callHandler(slow(path, derivedConstraints), req, res, ctx)` : "  return slow(path, derivedConstraints)", "}");
			} else {
				source.push("return function compiledFindSanitized (path, originPath, shouldDecodeParam, derivedConstraints, querystring) {", "  const pathLen = path.length", `  let ${this.paramLocals(0)}`);
				if (this.tracksMaxParamLength) source.push("  let maxParamLengthExceeded = false");
				source.push(...this.lines, "}");
			}
			const code = source.join("\n");
			const fn = new Function("NullObject", "decodeParam", "slow", "FLAG", "NO_MATCH", ...this.constNames, code)(NullObject, safeDecodeURIComponent, slow, FLAG, NO_MATCH, ...this.constValues);
			fn.source = code;
			return fn;
		}
		paramLocals(from) {
			const locals = [];
			for (let i = from; i < Math.max(this.maxParams, 4); i++) locals.push(`p${i}`);
			return locals.length === 0 ? "unused" : locals.join(", ");
		}
		subtreeArguments(paramsCount, position) {
			const args = this.raw ? [
				"path",
				"pathLen",
				position,
				"derivedConstraints"
			] : [
				"path",
				"originPath",
				"pathLen",
				"shouldDecodeParam",
				"derivedConstraints",
				"querystring",
				position
			];
			if (this.lookup) args.push("req", "res", "ctx");
			for (let i = 0; i < paramsCount; i++) args.push(`p${i}`);
			return args.join(", ");
		}
		delimiterCharCodes() {
			const delimiters = [63, 35];
			if (this.useSemicolonDelimiter) delimiters.push(59);
			return delimiters;
		}
		scanFunction(name, stops, knowsLength) {
			const checks = stops.concat(37).map((code) => `c === ${code}`).join(" || ");
			const lines = [
				`const ${name}Regex = /[${stops.concat(37).map((code) => "\\x" + code.toString(16).padStart(2, "0")).join("")}]/g`,
				`function ${name}Long (path, i, len) {`,
				`  ${name}Regex.lastIndex = i`,
				`  if (!${name}Regex.test(path)) return len`,
				`  i = ${name}Regex.lastIndex - 1`,
				"  return path.charCodeAt(i) === 37 ? -1 : i",
				"}",
				`function ${name} (path, i, len) {`
			];
			if (knowsLength) {
				lines.push(`  if (len - i > ${SCAN_LOOP_MAX_LENGTH}) return ${name}Long(path, i, len)`);
				lines.push("  for (; i < len; i++) {");
			} else {
				lines.push(`  const limit = len - i > ${SCAN_LOOP_MAX_LENGTH} ? i + ${SCAN_LOOP_MAX_LENGTH} : len`);
				lines.push("  for (; i < limit; i++) {");
			}
			lines.push("    const c = path.charCodeAt(i)", `    if (${checks}) return c === 37 ? -1 : i`, "  }");
			if (knowsLength) lines.push("  return len");
			else lines.push(`  return i === len ? len : ${name}Long(path, i, len)`);
			lines.push("}");
			return lines.join("\n");
		}
		position(base, offset) {
			if (base === null) return String(offset);
			if (offset === 0) return base;
			return `${base} + ${offset}`;
		}
		retry() {
			return RETRY_PLACEHOLDER;
		}
		endCondition(pos) {
			if (!this.raw) return `pathLen === ${pos}`;
			const delimiters = this.delimiterCharCodes();
			const checks = [`pathLen === ${pos}`, `(c = path.charCodeAt(${pos})) === ${delimiters[0]}`];
			for (let i = 1; i < delimiters.length; i++) checks.push(`c === ${delimiters[i]}`);
			return checks.join(" || ");
		}
		querystringExpression(pos) {
			if (!this.raw) return "querystring";
			return `pathLen === ${pos} ? '' : path.slice(${pos} + 1)`;
		}
		emitNodeBody(node, base, offset, paramsCount, staticPath) {
			if (node.isLeafNode) {
				const pos = this.position(base, offset);
				if (node.kind === NODE_TYPES.WILDCARD && !this.raw) this.emitLeaf(node, paramsCount, pos);
				else {
					this.emit(`if (${this.endCondition(pos)}) {`);
					this.indent++;
					this.emitLeaf(node, paramsCount, pos);
					this.indent--;
					this.emit("}");
				}
			}
			this.emitStaticChildren(node, base, offset, paramsCount, staticPath);
			this.emitParametricChildren(node, base, offset, paramsCount);
			this.emitWildcardChild(node, base, offset, paramsCount);
		}
		emitSubtree(node, base, offset, paramsCount, staticPath) {
			const outerLines = this.lines;
			const outerIndent = this.indent;
			this.lines = [];
			this.indent = 0;
			this.emitNodeBody(node, POSITION_PLACEHOLDER, 0, paramsCount, staticPath);
			const bodyLines = this.lines;
			this.lines = outerLines;
			this.indent = outerIndent;
			if (bodyLines.length <= SPLIT_LINES && this.lines.length + bodyLines.length <= FUNCTION_LINES) {
				const position = this.position(base, offset);
				const prefix = "  ".repeat(this.indent);
				for (const line of bodyLines) this.lines.push(prefix + substitutePosition(line, position));
				return;
			}
			const name = `subtree_${this.functions.length}`;
			this.functions.push({
				name,
				paramsCount,
				lines: bodyLines.map((line) => "  " + substitutePosition(line, "i").replaceAll(RETRY_PLACEHOLDER, "return FLAG"))
			});
			const result = `r${this.uid++}`;
			this.emit(`const ${result} = ${name}(${this.subtreeArguments(paramsCount, this.position(base, offset))})`);
			this.emit(`if (${result} !== NO_MATCH) {`);
			this.emit(`  if (${result} !== FLAG) return ${result}`);
			if (this.raw) this.emit(`  ${this.retry()}`);
			else if (this.tracksMaxParamLength) this.emit("  maxParamLengthExceeded = true");
			this.emit("}");
		}
		emitLeaf(node, paramsCount, pos) {
			const storage = node.handlerStorage;
			const storageConst = this.addConst(storage, "handlers");
			const handle = `h${this.uid++}`;
			this.emit(`const ${handle} = ${storageConst}.getMatchingHandler(derivedConstraints)`);
			this.emit(`if (${handle} !== null) {`);
			this.indent++;
			let paramsExpr;
			if (storage.handlers.length === 1) {
				const params = storage.handlers[0].params;
				this.maxParams = Math.max(this.maxParams, paramsCount, params.length);
				const paramsObject = `o${this.uid++}`;
				this.emit(`const ${paramsObject} = new NullObject()`);
				for (let i = 0; i < params.length; i++) this.emit(`${paramsObject}[${JSON.stringify(params[i])}] = p${i}`);
				paramsExpr = paramsObject;
			} else {
				this.maxParams = Math.max(this.maxParams, paramsCount);
				const extra = [];
				for (let i = 4; i < paramsCount; i++) extra.push(`p${i}`);
				paramsExpr = `${handle}._createParamsObject(p0, p1, p2, p3, ${extra.length === 0 ? "null" : `[${extra.join(", ")}]`})`;
			}
			const searchParams = `${this.routerConst}.querystringParser(${this.querystringExpression(pos)})`;
			if (this.lookup) {
				this.emit(`const q${this.uid} = ${searchParams}`);
				this.emit("return ctx === undefined");
				this.emit(`  ? ${handle}.handler(req, res, ${paramsExpr}, ${handle}.store, q${this.uid})`);
				this.emit(`  : ${handle}.handler.call(ctx, req, res, ${paramsExpr}, ${handle}.store, q${this.uid})`);
				this.uid++;
			} else {
				this.emit("return {");
				this.emit(`  handler: ${handle}.handler,`);
				this.emit(`  store: ${handle}.store,`);
				this.emit(`  params: ${paramsExpr},`);
				this.emit(`  searchParams: ${searchParams}`);
				this.emit("}");
			}
			this.indent--;
			this.emit("}");
		}
		prefixCondition(child, base, offset, skipFirstChar) {
			const prefix = child.prefix;
			if (prefix.length >= LONG_PREFIX_MIN_LENGTH) {
				const pos = this.position(base, offset);
				return `path.indexOf(${JSON.stringify(prefix)}, ${pos}) === ${pos}`;
			}
			const checks = [];
			for (let i = skipFirstChar ? 1 : 0; i < prefix.length; i++) checks.push(`path.charCodeAt(${this.position(base, offset + i)}) === ${prefix.charCodeAt(i)}`);
			return checks.length === 0 ? null : checks.join(" && ");
		}
		emitStaticChildren(node, base, offset, paramsCount, staticPath) {
			const children = node.staticChildrenNodes;
			if (children.length === 0) return;
			if (children.length === 1) {
				this.emitStaticChild(children[0], base, offset, paramsCount, staticPath, false);
				return;
			}
			this.emit(`switch (path.charCodeAt(${this.position(base, offset)})) {`);
			this.indent++;
			for (let i = 0; i < children.length; i++) {
				this.emit(`case ${node.staticChildrenCharCodes[i]}: {`);
				this.indent++;
				this.emitStaticChild(children[i], base, offset, paramsCount, staticPath, true);
				this.emit("break");
				this.indent--;
				this.emit("}");
			}
			this.indent--;
			this.emit("}");
		}
		emitStaticChild(child, base, offset, paramsCount, staticPath, skipFirstChar) {
			const childStaticPath = staticPath === null ? null : staticPath + child.prefix;
			const condition = this.prefixCondition(child, base, offset, skipFirstChar);
			const end = offset + child.prefix.length;
			if (this.raw && childStaticPath !== null && child.isLeafNode && child.staticChildrenNodes.length === 0 && child.parametricChildren.length === 0 && child.wildcardChild === null) {
				const pos = this.position(base, end);
				const suffix = condition === null ? this.endCondition(pos) : `${condition} && (${this.endCondition(pos)})`;
				this.emit(`if (path === ${JSON.stringify(childStaticPath)} || (${suffix})) {`);
				this.indent++;
				this.emitLeaf(child, paramsCount, pos);
				this.indent--;
				this.emit("}");
				return;
			}
			if (condition !== null) {
				this.emit(`if (${condition}) {`);
				this.indent++;
			}
			this.emitSubtree(child, base, end, paramsCount, childStaticPath);
			if (condition !== null) {
				this.indent--;
				this.emit("}");
			}
		}
		emitParametricChildren(node, base, offset, paramsCount) {
			const children = node.parametricChildren;
			if (children.length === 0) return;
			const pos = this.position(base, offset);
			const id = this.uid++;
			const end = `e${id}`;
			const value = `v${id}`;
			if (this.raw) {
				this.emit(`const ${end} = scanSegment(path, ${pos}, pathLen)`);
				this.emit(`if (${end} === -1) ${this.retry()}`);
				this.emit(`const ${value} = path.slice(${pos}, ${end})`);
			} else {
				this.emit(`let ${end} = originPath.indexOf('/', ${pos})`);
				this.emit(`if (${end} === -1) ${end} = pathLen`);
				this.emit(`let ${value} = originPath.slice(${pos}, ${end})`);
				this.emit(`if (shouldDecodeParam) ${value} = decodeParam(${value})`);
			}
			for (const child of children) if (child.isRegex) this.emitRegexChild(child, end, value, paramsCount);
			else {
				this.emit(`if (${value}.length <= ${this.routerConst}.maxParamLength) {`);
				this.indent++;
				this.emit(`p${paramsCount} = ${value}`);
				this.emitSubtree(child, end, 0, paramsCount + 1, null);
				this.indent--;
				if (this.tracksMaxParamLength) {
					this.emit("} else {");
					this.emit("  maxParamLengthExceeded = true");
				}
				this.emit("}");
			}
		}
		emitRegexChild(child, end, value, paramsCount) {
			const regexConst = this.addConst(child.regex, "regex");
			const groupCount = countCaptureGroups(child.regex);
			const match = `m${this.uid++}`;
			const maxLength = `${child.regexParamCount} * ${this.routerConst}.maxParamLength + ${child.regexStaticLength}`;
			this.emit(`if (${value}.length > ${maxLength}) {`);
			if (this.tracksMaxParamLength) this.emit("  maxParamLengthExceeded = true");
			this.emit("} else {");
			this.indent++;
			this.emit(`const ${match} = ${regexConst}.exec(${value})`);
			this.emit(`if (${match} !== null) {`);
			this.indent++;
			const groups = [];
			for (let i = 1; i <= groupCount; i++) {
				const group = `${match}g${i}`;
				groups.push(group);
				this.emit(`const ${group} = ${match}[${i}] ?? ''`);
			}
			const tooLong = groups.map((group) => `${group}.length > ${this.routerConst}.maxParamLength`).join(" || ");
			if (groups.length > 0) {
				this.emit(`if (${tooLong}) {`);
				if (this.tracksMaxParamLength) this.emit("  maxParamLengthExceeded = true");
				this.emit("} else {");
				this.indent++;
			}
			for (let i = 0; i < groups.length; i++) this.emit(`p${paramsCount + i} = ${groups[i]}`);
			this.emitSubtree(child, end, 0, paramsCount + groups.length, null);
			if (groups.length > 0) {
				this.indent--;
				this.emit("}");
			}
			this.indent--;
			this.emit("}");
			this.indent--;
			this.emit("}");
		}
		emitWildcardChild(node, base, offset, paramsCount) {
			const child = node.wildcardChild;
			if (child === null) return;
			const pos = this.position(base, offset);
			const id = this.uid++;
			const value = `w${id}`;
			this.emit("{");
			this.indent++;
			if (this.raw) {
				const end = `e${id}`;
				this.emit(`const ${end} = scanRest(path, ${pos}, pathLen)`);
				this.emit(`if (${end} === -1) ${this.retry()}`);
				this.emit(`const ${value} = path.slice(${pos}, ${end})`);
				this.emit(`p${paramsCount} = ${value}`);
				this.emitNodeBody(child, end, 0, paramsCount + 1, null);
			} else {
				this.emit(`let ${value} = originPath.slice(${pos})`);
				this.emit(`if (shouldDecodeParam) ${value} = decodeParam(${value})`);
				this.emit(`p${paramsCount} = ${value}`);
				this.emitNodeBody(child, "pathLen", 0, paramsCount + 1, null);
			}
			this.indent--;
			this.emit("}");
		}
	};
	function countCaptureGroups(regex) {
		return new RegExp(regex.source + "|").exec("").length - 1;
	}
	function supportsRawMatching(router, root) {
		if (router.ignoreTrailingSlash || router.ignoreDuplicateSlashes || router.caseSensitive === false) return false;
		const forbidden = router.useSemicolonDelimiter ? /[%?#;]/ : /[%?#]/;
		const stack = [root];
		while (stack.length > 0) {
			const node = stack.pop();
			if (forbidden.test(node.prefix)) return false;
			stack.push(...node.staticChildrenNodes, ...node.parametricChildren);
			if (node.wildcardChild !== null) stack.push(node.wildcardChild);
		}
		return true;
	}
	function compileTree(router, root) {
		const sanitized = new TreeCompiler(router, false).compile(root, null);
		const slow = function findSanitized(path, derivedConstraints) {
			return router._findSanitized(sanitized, path, derivedConstraints);
		};
		if (!supportsRawMatching(router, root)) return {
			find: slow,
			lookup: function lookupSanitized(path, derivedConstraints, req, res, ctx) {
				return router.callHandler(slow(path, derivedConstraints), req, res, ctx);
			}
		};
		return {
			find: new TreeCompiler(router, true, "find").compile(root, slow),
			lookup: new TreeCompiler(router, true, "lookup").compile(root, slow)
		};
	}
	module.exports = { compileTree };
}));
// node_modules/find-my-way/lib/strategies/accept-version.js
var require_accept_version = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const assert = __require("node:assert");
	function SemVerStore() {
		if (!(this instanceof SemVerStore)) return new SemVerStore();
		this.store = /* @__PURE__ */ new Map();
		this.maxMajor = 0;
		this.maxMinors = {};
		this.maxPatches = {};
	}
	SemVerStore.prototype.set = function(version, store) {
		if (typeof version !== "string") throw new TypeError("Version should be a string");
		let [major, minor, patch] = version.split(".", 3);
		if (isNaN(major)) throw new TypeError("Major version must be a numeric value");
		major = Number(major);
		minor = Number(minor) || 0;
		patch = Number(patch) || 0;
		if (major >= this.maxMajor) {
			this.maxMajor = major;
			this.store.set("x", store);
			this.store.set("*", store);
			this.store.set("x.x", store);
			this.store.set("x.x.x", store);
		}
		if (minor >= (this.maxMinors[major] || 0)) {
			this.maxMinors[major] = minor;
			this.store.set(`${major}.x`, store);
			this.store.set(`${major}.x.x`, store);
		}
		if (patch >= (this.maxPatches[`${major}.${minor}`] || 0)) {
			this.maxPatches[`${major}.${minor}`] = patch;
			this.store.set(`${major}.${minor}.x`, store);
		}
		this.store.set(`${major}.${minor}.${patch}`, store);
		return this;
	};
	SemVerStore.prototype.get = function(version) {
		return this.store.get(version);
	};
	module.exports = {
		name: "version",
		mustMatchWhenDerived: true,
		storage: SemVerStore,
		validate(value) {
			assert(typeof value === "string", "Version should be a string");
		}
	};
}));
// node_modules/find-my-way/lib/strategies/accept-host.js
var require_accept_host = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const assert = __require("node:assert");
	const REGEX_CACHE_MAX_SIZE = 1e3;
	const REGEX_CACHE_EVICTION_SIZE = REGEX_CACHE_MAX_SIZE / 2;
	function HostStorage() {
		const hosts = /* @__PURE__ */ new Map();
		const regexHosts = [];
		const regexCache = /* @__PURE__ */ new Map();
		function cacheRegexResult(host, value) {
			if (regexCache.size >= REGEX_CACHE_MAX_SIZE) {
				const keys = regexCache.keys();
				for (let i = 0; i < REGEX_CACHE_EVICTION_SIZE; i++) regexCache.delete(keys.next().value);
			}
			regexCache.set(host, value);
		}
		return {
			get: (host) => {
				const exact = hosts.get(host);
				if (exact) return exact;
				if (regexHosts.length === 0) return void 0;
				if (regexCache.has(host)) return regexCache.get(host);
				for (const regex of regexHosts) if (regex.host.test(host)) {
					cacheRegexResult(host, regex.value);
					return regex.value;
				}
				cacheRegexResult(host, void 0);
			},
			set: (host, value) => {
				if (host instanceof RegExp) {
					const safeRegex = new RegExp(host.source, host.flags.replace(/[gy]/g, ""));
					regexHosts.push({
						host: safeRegex,
						value
					});
					regexCache.clear();
				} else hosts.set(host, value);
			}
		};
	}
	module.exports = {
		name: "host",
		mustMatchWhenDerived: false,
		storage: HostStorage,
		validate(value) {
			assert(typeof value === "string" || Object.prototype.toString.call(value) === "[object RegExp]", "Host should be a string or a RegExp");
		}
	};
}));
// node_modules/find-my-way/lib/constrainer.js
var require_constrainer = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const acceptVersionStrategy = require_accept_version();
	const acceptHostStrategy = require_accept_host();
	const assert = __require("node:assert");
	var Constrainer = class {
		constructor(customStrategies) {
			this.strategies = {
				version: acceptVersionStrategy,
				host: acceptHostStrategy
			};
			this.strategiesInUse = /* @__PURE__ */ new Set();
			this.asyncStrategiesInUse = /* @__PURE__ */ new Set();
			if (customStrategies) for (const strategy of Object.values(customStrategies)) this.addConstraintStrategy(strategy);
		}
		isStrategyUsed(strategyName) {
			return this.strategiesInUse.has(strategyName) || this.asyncStrategiesInUse.has(strategyName);
		}
		hasConstraintStrategy(strategyName) {
			if (!Object.hasOwn(this.strategies, strategyName)) return false;
			const customConstraintStrategy = this.strategies[strategyName];
			if (customConstraintStrategy !== void 0) return customConstraintStrategy.isCustom || this.isStrategyUsed(strategyName);
			return false;
		}
		addConstraintStrategy(strategy) {
			assert(typeof strategy.name === "string" && strategy.name !== "", "strategy.name is required.");
			assert(strategy.storage && typeof strategy.storage === "function", "strategy.storage function is required.");
			assert(strategy.deriveConstraint && typeof strategy.deriveConstraint === "function", "strategy.deriveConstraint function is required.");
			if (Object.hasOwn(this.strategies, strategy.name) && this.strategies[strategy.name].isCustom) throw new Error(`There already exists a custom constraint with the name ${strategy.name}.`);
			if (this.isStrategyUsed(strategy.name)) throw new Error(`There already exists a route with ${strategy.name} constraint.`);
			strategy.isCustom = true;
			strategy.isAsync = strategy.deriveConstraint.length === 3;
			this.strategies[strategy.name] = strategy;
			if (strategy.mustMatchWhenDerived) this.noteUsage({ [strategy.name]: strategy });
		}
		deriveConstraints(req, ctx, done) {
			const constraints = this.deriveSyncConstraints(req, ctx);
			if (done === void 0) return constraints;
			this.deriveAsyncConstraints(constraints, req, ctx, done);
		}
		deriveSyncConstraints(req, ctx) {}
		noteUsage(constraints) {
			if (constraints) {
				const beforeSize = this.strategiesInUse.size;
				for (const key in constraints) {
					if (!Object.hasOwn(constraints, key) || !Object.hasOwn(this.strategies, key)) continue;
					if (this.strategies[key].isAsync) this.asyncStrategiesInUse.add(key);
					else this.strategiesInUse.add(key);
				}
				if (beforeSize !== this.strategiesInUse.size) this._buildDeriveConstraints();
			}
		}
		newStoreForConstraint(constraint) {
			if (!Object.hasOwn(this.strategies, constraint) || !this.strategies[constraint]) throw new Error(`No strategy registered for constraint key ${constraint}`);
			return this.strategies[constraint].storage();
		}
		validateConstraints(constraints) {
			for (const key in constraints) {
				if (!Object.hasOwn(constraints, key)) continue;
				const value = constraints[key];
				if (typeof value === "undefined") throw new Error("Can't pass an undefined constraint value, must pass null or no key at all");
				const strategy = Object.hasOwn(this.strategies, key) ? this.strategies[key] : void 0;
				if (!strategy) throw new Error(`No strategy registered for constraint key ${key}`);
				if (strategy.validate) strategy.validate(value);
			}
		}
		deriveAsyncConstraints(constraints, req, ctx, done) {
			let asyncConstraintsCount = this.asyncStrategiesInUse.size;
			if (asyncConstraintsCount === 0) {
				done(null, constraints);
				return;
			}
			let errored = false;
			constraints = constraints || {};
			for (const key of this.asyncStrategiesInUse) this.strategies[key].deriveConstraint(req, ctx, (err, constraintValue) => {
				if (errored) return;
				if (err !== null) {
					errored = true;
					done(err);
					return;
				}
				constraints[key] = constraintValue;
				if (--asyncConstraintsCount === 0) done(null, constraints);
			});
		}
		_buildDeriveConstraints() {
			if (this.strategiesInUse.size === 0) return;
			const lines = ["'use strict'", "return {"];
			for (const key of this.strategiesInUse) {
				const strategy = this.strategies[key];
				if (!strategy.isCustom) {
					if (key === "version") lines.push("   version: req.headers['accept-version'],");
					else lines.push("   host: req.headers.host || req.headers[':authority'],");
				} else lines.push(`  ${strategy.name}: this.strategies.${key}.deriveConstraint(req, ctx),`);
			}
			lines.push("}");
			this.deriveSyncConstraints = new Function("req", "ctx", lines.join("\n")).bind(this);
		}
	};
	module.exports = Constrainer;
}));
// node_modules/find-my-way/lib/http-methods.js
var require_http_methods = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = [
		"ACL",
		"BIND",
		"CHECKOUT",
		"CONNECT",
		"COPY",
		"DELETE",
		"GET",
		"HEAD",
		"LINK",
		"LOCK",
		"M-SEARCH",
		"MERGE",
		"MKACTIVITY",
		"MKCALENDAR",
		"MKCOL",
		"MOVE",
		"NOTIFY",
		"OPTIONS",
		"PATCH",
		"POST",
		"PROPFIND",
		"PROPPATCH",
		"PURGE",
		"PUT",
		"QUERY",
		"REBIND",
		"REPORT",
		"SEARCH",
		"SOURCE",
		"SUBSCRIBE",
		"TRACE",
		"UNBIND",
		"UNLINK",
		"UNLOCK",
		"UNSUBSCRIBE"
	];
}));
// src/rest/input.ts
var import_find_my_way = /* @__PURE__ */ __toESM((/* @__PURE__ */ __commonJSMin(((exports, module) => {
	const assert = __require("node:assert");
	const querystring = require_lib();
	const isRegexSafe = require_safe_regex2();
	const deepEqual = require_fast_deep_equal();
	const { prettyPrintTree } = require_pretty_print();
	const { createStaticNode, NODE_TYPES } = require_node();
	const { compileTree } = require_compiler();
	const Constrainer = require_constrainer();
	const httpMethods = require_http_methods();
	const httpMethodStrategy = require_http_method();
	const { safeDecodeURI, safeDecodeURIComponent, safeDecodeURINativeScan, safeDecodeURICharScan, MIN_NATIVE_SCAN_LENGTH } = require_url_sanitizer();
	const OPTIONAL_PARAM_REGEXP = /(\/:[^/()]*?)\?(\/?)/;
	const ESCAPE_REGEXP = /[.*+?^${}()|[\]\\]/g;
	const REMOVE_DUPLICATE_SLASHES_REGEXP = /\/\/+/g;
	const parseUrl = typeof URL.parse === "function" ? URL.parse : (url) => URL.canParse(url) ? new URL(url) : null;
	if (!isRegexSafe(OPTIONAL_PARAM_REGEXP)) throw new Error("the OPTIONAL_PARAM_REGEXP is not safe, update this module");
	if (!isRegexSafe(ESCAPE_REGEXP)) throw new Error("the ESCAPE_REGEXP is not safe, update this module");
	if (!isRegexSafe(REMOVE_DUPLICATE_SLASHES_REGEXP)) throw new Error("the REMOVE_DUPLICATE_SLASHES_REGEXP is not safe, update this module");
	function Router(opts) {
		if (!(this instanceof Router)) return new Router(opts);
		opts = opts || {};
		this._opts = opts;
		if (opts.defaultRoute) {
			assert(typeof opts.defaultRoute === "function", "The default route must be a function");
			this.defaultRoute = opts.defaultRoute;
		} else this.defaultRoute = null;
		if (opts.onBadUrl) {
			assert(typeof opts.onBadUrl === "function", "The bad url handler must be a function");
			this.onBadUrl = opts.onBadUrl;
		} else this.onBadUrl = null;
		if (opts.buildPrettyMeta) {
			assert(typeof opts.buildPrettyMeta === "function", "buildPrettyMeta must be a function");
			this.buildPrettyMeta = opts.buildPrettyMeta;
		} else this.buildPrettyMeta = defaultBuildPrettyMeta;
		if (opts.querystringParser) {
			assert(typeof opts.querystringParser === "function", "querystringParser must be a function");
			this.querystringParser = opts.querystringParser;
		} else this.querystringParser = (query) => query.length === 0 ? {} : querystring.parse(query);
		this.caseSensitive = opts.caseSensitive === void 0 ? true : opts.caseSensitive;
		this.ignoreTrailingSlash = opts.ignoreTrailingSlash || false;
		this.ignoreDuplicateSlashes = opts.ignoreDuplicateSlashes || false;
		this.maxParamLength = opts.maxParamLength || 100;
		this.onMaxParamLength = opts.onMaxParamLength || null;
		this.allowUnsafeRegex = opts.allowUnsafeRegex || false;
		this.constrainer = new Constrainer(opts.constraints);
		this.useSemicolonDelimiter = opts.useSemicolonDelimiter || false;
		this.routes = [];
		this._routesByMethodAndPattern = /* @__PURE__ */ new Map();
		this.trees = Object.create(null);
		this._treeGET = null;
		this._compiledGET = null;
		this._compiledTrees = Object.create(null);
	}
	function routesWithMethodAndPattern(router, method, pattern) {
		const byPattern = router._routesByMethodAndPattern.get(method);
		return byPattern === void 0 ? void 0 : byPattern.get(pattern);
	}
	Router.prototype.on = function on(method, path, opts, handler, store) {
		if (typeof opts === "function") {
			if (handler !== void 0) store = handler;
			handler = opts;
			opts = {};
		}
		assert(typeof path === "string", "Path should be a string");
		assert(path.length > 0, "The path could not be empty");
		assert(path[0] === "/" || path[0] === "*", "The first character of a path should be `/` or `*`");
		assert(typeof handler === "function", "Handler should be a function");
		const optionalParamMatch = path.match(OPTIONAL_PARAM_REGEXP);
		if (optionalParamMatch) {
			assert(path.length === optionalParamMatch.index + optionalParamMatch[0].length, "Optional Parameter needs to be the last parameter of the path");
			const pathFull = path.replace(OPTIONAL_PARAM_REGEXP, "$1$2");
			const pathOptional = path.replace(OPTIONAL_PARAM_REGEXP, "$2") || "/";
			this.on(method, pathFull, opts, handler, store);
			this.on(method, pathOptional, opts, handler, store);
			return;
		}
		const route = path;
		if (this.ignoreDuplicateSlashes) path = removeDuplicateSlashes(path);
		if (this.ignoreTrailingSlash) path = trimLastSlash(path);
		const methods = Array.isArray(method) ? method : [method];
		for (const method of methods) {
			assert(typeof method === "string", "Method should be a string");
			assert(httpMethods.includes(method), `Method '${method}' is not an http method.`);
			this._on(method, path, opts, handler, store, route);
		}
	};
	Router.prototype._on = function _on(method, path, opts, handler, store) {
		let constraints = {};
		if (opts.constraints !== void 0) {
			assert(typeof opts.constraints === "object" && opts.constraints !== null, "Constraints should be an object");
			if (Object.keys(opts.constraints).length !== 0) constraints = opts.constraints;
		}
		this.constrainer.validateConstraints(constraints);
		this.constrainer.noteUsage(constraints);
		this._compiledGET = null;
		this._compiledTrees = Object.create(null);
		if (this.trees[method] === void 0) this.trees[method] = createStaticNode("/");
		let pattern = path;
		if (pattern === "*" && this.trees[method].prefix.length !== 0) {
			const currentRoot = this.trees[method];
			this.trees[method] = createStaticNode("");
			this.trees[method].setStaticChild("/", currentRoot);
		}
		let currentNode = this.trees[method];
		if (method === "GET") this._treeGET = currentNode;
		let parentNodePathIndex = currentNode.prefix.length;
		const params = [];
		for (let i = 0; i <= pattern.length; i++) {
			if (pattern.charCodeAt(i) === 58 && pattern.charCodeAt(i + 1) === 58) {
				i++;
				continue;
			}
			const isParametricNode = pattern.charCodeAt(i) === 58 && pattern.charCodeAt(i + 1) !== 58;
			const isWildcardNode = pattern.charCodeAt(i) === 42;
			if (isParametricNode || isWildcardNode || i === pattern.length && i !== parentNodePathIndex) {
				let staticNodePath = pattern.slice(parentNodePathIndex, i);
				if (!this.caseSensitive) staticNodePath = staticNodePath.toLowerCase();
				staticNodePath = staticNodePath.replaceAll("::", ":");
				staticNodePath = staticNodePath.replaceAll("%", "%25");
				currentNode = currentNode.createStaticChild(staticNodePath);
			}
			if (isParametricNode) {
				let isRegexNode = false;
				let isParamSafe = true;
				let backtrack = "";
				const regexps = [];
				let nodePatternParts = "";
				let nodeParamCount = 0;
				let nodeStaticLength = 0;
				let lastParamStartIndex = i + 1;
				for (let j = lastParamStartIndex;; j++) {
					const charCode = pattern.charCodeAt(j);
					const isRegexParam = charCode === 40;
					const isStaticPart = charCode === 45 || charCode === 46;
					const isEndOfNode = charCode === 47 || j === pattern.length;
					if (isRegexParam || isStaticPart || isEndOfNode) {
						const paramName = pattern.slice(lastParamStartIndex, j);
						params.push(paramName);
						nodeParamCount++;
						isRegexNode = isRegexNode || isRegexParam || isStaticPart;
						if (isRegexParam) {
							const endOfRegexIndex = getClosingParenthensePosition(pattern, j);
							const regexString = pattern.slice(j, endOfRegexIndex + 1);
							if (!this.allowUnsafeRegex) assert(isRegexSafe(new RegExp(regexString)), `The regex '${regexString}' is not safe!`);
							regexps.push(trimRegExpStartAndEnd(regexString));
							j = endOfRegexIndex + 1;
							isParamSafe = true;
						} else {
							regexps.push(isParamSafe ? "(.*?)" : `(${backtrack}|(?:(?!${backtrack}).)*)`);
							isParamSafe = false;
						}
						const staticPartStartIndex = j;
						for (; j < pattern.length; j++) {
							const charCode = pattern.charCodeAt(j);
							if (charCode === 47) break;
							if (charCode === 58) {
								if (pattern.charCodeAt(j + 1) === 58) j++;
								else break;
							}
						}
						let staticPart = pattern.slice(staticPartStartIndex, j);
						if (staticPart) {
							staticPart = staticPart.replaceAll("::", ":");
							staticPart = staticPart.replaceAll("%", "%25");
							regexps.push(backtrack = escapeRegExp(staticPart));
							nodeStaticLength += staticPart.length;
						}
						lastParamStartIndex = j + 1;
						nodePatternParts += "()" + staticPart;
						if (isEndOfNode || pattern.charCodeAt(j) === 47 || j === pattern.length) {
							const nodePattern = isRegexNode ? nodePatternParts : staticPart;
							const nodePath = pattern.slice(i, j);
							pattern = pattern.slice(0, i + 1) + nodePattern + pattern.slice(j);
							i += nodePattern.length;
							const regex = isRegexNode ? new RegExp("^" + regexps.join("") + "$") : null;
							currentNode = currentNode.createParametricChild(regex, staticPart || null, nodePath, nodeParamCount, nodeStaticLength);
							parentNodePathIndex = i + 1;
							break;
						}
					}
				}
			} else if (isWildcardNode) {
				params.push("*");
				currentNode = currentNode.createWildcardChild();
				parentNodePathIndex = i + 1;
				if (i !== pattern.length - 1) throw new Error("Wildcard must be the last character in the route");
			}
		}
		if (!this.caseSensitive) pattern = pattern.toLowerCase();
		if (pattern === "*") pattern = "/*";
		const sameRoutes = routesWithMethodAndPattern(this, method, pattern);
		if (sameRoutes !== void 0) for (const existRoute of sameRoutes) {
			const routeConstraints = existRoute.opts.constraints || {};
			if (deepEqual(routeConstraints, constraints)) throw new Error(`Method '${method}' already declared for route '${pattern}' with constraints '${JSON.stringify(constraints)}'`);
		}
		const route = {
			method,
			path,
			pattern,
			params,
			opts,
			handler,
			store
		};
		this.routes.push(route);
		if (sameRoutes !== void 0) sameRoutes.push(route);
		else {
			let byPattern = this._routesByMethodAndPattern.get(method);
			if (byPattern === void 0) {
				byPattern = /* @__PURE__ */ new Map();
				this._routesByMethodAndPattern.set(method, byPattern);
			}
			byPattern.set(pattern, [route]);
		}
		currentNode.addRoute(route, this.constrainer);
	};
	Router.prototype.hasRoute = function hasRoute(method, path, constraints) {
		return this.findRoute(method, path, constraints) !== null;
	};
	Router.prototype.findRoute = function findNode(method, path, constraints = {}) {
		if (this.trees[method] === void 0) return null;
		let pattern = path;
		let currentNode = this.trees[method];
		let parentNodePathIndex = currentNode.prefix.length;
		const params = [];
		for (let i = 0; i <= pattern.length; i++) {
			if (pattern.charCodeAt(i) === 58 && pattern.charCodeAt(i + 1) === 58) {
				i++;
				continue;
			}
			const isParametricNode = pattern.charCodeAt(i) === 58 && pattern.charCodeAt(i + 1) !== 58;
			const isWildcardNode = pattern.charCodeAt(i) === 42;
			if (isParametricNode || isWildcardNode || i === pattern.length && i !== parentNodePathIndex) {
				let staticNodePath = pattern.slice(parentNodePathIndex, i);
				if (!this.caseSensitive) staticNodePath = staticNodePath.toLowerCase();
				staticNodePath = staticNodePath.replaceAll("::", ":");
				staticNodePath = staticNodePath.replaceAll("%", "%25");
				currentNode = currentNode.getStaticChild(staticNodePath);
				if (currentNode === null) return null;
			}
			if (isParametricNode) {
				let isRegexNode = false;
				let isParamSafe = true;
				let backtrack = "";
				const regexps = [];
				let nodePatternParts = "";
				let lastParamStartIndex = i + 1;
				for (let j = lastParamStartIndex;; j++) {
					const charCode = pattern.charCodeAt(j);
					const isRegexParam = charCode === 40;
					const isStaticPart = charCode === 45 || charCode === 46;
					const isEndOfNode = charCode === 47 || j === pattern.length;
					if (isRegexParam || isStaticPart || isEndOfNode) {
						const paramName = pattern.slice(lastParamStartIndex, j);
						params.push(paramName);
						isRegexNode = isRegexNode || isRegexParam || isStaticPart;
						if (isRegexParam) {
							const endOfRegexIndex = getClosingParenthensePosition(pattern, j);
							const regexString = pattern.slice(j, endOfRegexIndex + 1);
							if (!this.allowUnsafeRegex) assert(isRegexSafe(new RegExp(regexString)), `The regex '${regexString}' is not safe!`);
							regexps.push(trimRegExpStartAndEnd(regexString));
							j = endOfRegexIndex + 1;
							isParamSafe = true;
						} else {
							regexps.push(isParamSafe ? "(.*?)" : `(${backtrack}|(?:(?!${backtrack}).)*)`);
							isParamSafe = false;
						}
						const staticPartStartIndex = j;
						for (; j < pattern.length; j++) {
							const charCode = pattern.charCodeAt(j);
							if (charCode === 47) break;
							if (charCode === 58) {
								if (pattern.charCodeAt(j + 1) === 58) j++;
								else break;
							}
						}
						let staticPart = pattern.slice(staticPartStartIndex, j);
						if (staticPart) {
							staticPart = staticPart.replaceAll("::", ":");
							staticPart = staticPart.replaceAll("%", "%25");
							regexps.push(backtrack = escapeRegExp(staticPart));
						}
						lastParamStartIndex = j + 1;
						nodePatternParts += "()" + staticPart;
						if (isEndOfNode || pattern.charCodeAt(j) === 47 || j === pattern.length) {
							const nodePattern = isRegexNode ? nodePatternParts : staticPart;
							const nodePath = pattern.slice(i, j);
							pattern = pattern.slice(0, i + 1) + nodePattern + pattern.slice(j);
							i += nodePattern.length;
							const regex = isRegexNode ? new RegExp("^" + regexps.join("") + "$") : null;
							currentNode = currentNode.getParametricChild(regex, staticPart || null, nodePath);
							if (currentNode === null) return null;
							parentNodePathIndex = i + 1;
							break;
						}
					}
				}
			} else if (isWildcardNode) {
				params.push("*");
				currentNode = currentNode.getWildcardChild();
				parentNodePathIndex = i + 1;
				if (i !== pattern.length - 1) throw new Error("Wildcard must be the last character in the route");
			}
		}
		if (!this.caseSensitive) pattern = pattern.toLowerCase();
		const sameRoutes = routesWithMethodAndPattern(this, method, pattern);
		if (sameRoutes === void 0) return null;
		for (const existRoute of sameRoutes) {
			const routeConstraints = existRoute.opts.constraints || {};
			if (deepEqual(routeConstraints, constraints)) return {
				handler: existRoute.handler,
				store: existRoute.store,
				params: existRoute.params
			};
		}
		return null;
	};
	Router.prototype.hasConstraintStrategy = function(strategyName) {
		return this.constrainer.hasConstraintStrategy(strategyName);
	};
	Router.prototype.addConstraintStrategy = function(constraints) {
		this.constrainer.addConstraintStrategy(constraints);
		this._rebuild(this.routes);
	};
	Router.prototype.reset = function reset() {
		this._compiledGET = null;
		this._compiledTrees = Object.create(null);
		this.trees = Object.create(null);
		this._treeGET = null;
		this.routes = [];
		this._routesByMethodAndPattern = /* @__PURE__ */ new Map();
	};
	Router.prototype.off = function off(method, path, constraints) {
		assert(typeof path === "string", "Path should be a string");
		assert(path.length > 0, "The path could not be empty");
		assert(path[0] === "/" || path[0] === "*", "The first character of a path should be `/` or `*`");
		assert(typeof constraints === "undefined" || typeof constraints === "object" && !Array.isArray(constraints) && constraints !== null, "Constraints should be an object or undefined.");
		const optionalParamMatch = path.match(OPTIONAL_PARAM_REGEXP);
		if (optionalParamMatch) {
			assert(path.length === optionalParamMatch.index + optionalParamMatch[0].length, "Optional Parameter needs to be the last parameter of the path");
			const pathFull = path.replace(OPTIONAL_PARAM_REGEXP, "$1$2");
			const pathOptional = path.replace(OPTIONAL_PARAM_REGEXP, "$2") || "/";
			this.off(method, pathFull, constraints);
			this.off(method, pathOptional, constraints);
			return;
		}
		if (this.ignoreDuplicateSlashes) path = removeDuplicateSlashes(path);
		if (this.ignoreTrailingSlash) path = trimLastSlash(path);
		const methods = Array.isArray(method) ? method : [method];
		for (const method of methods) this._off(method, path, constraints);
	};
	Router.prototype._off = function _off(method, path, constraints) {
		assert(typeof method === "string", "Method should be a string");
		assert(httpMethods.includes(method), `Method '${method}' is not an http method.`);
		function matcherWithoutConstraints(route) {
			return method !== route.method || path !== route.path;
		}
		function matcherWithConstraints(route) {
			return matcherWithoutConstraints(route) || !deepEqual(constraints, route.opts.constraints || {});
		}
		const predicate = constraints ? matcherWithConstraints : matcherWithoutConstraints;
		const newRoutes = this.routes.filter(predicate);
		this._rebuild(newRoutes);
	};
	Router.prototype.lookup = function lookup(req, res, ctx, done) {
		if (typeof ctx === "function") {
			done = ctx;
			ctx = void 0;
		}
		if (done === void 0) {
			const constraints = this.constrainer.deriveConstraints(req, ctx);
			const handle = this.find(req.method, req.url, constraints);
			return this.callHandler(handle, req, res, ctx);
		}
		this.constrainer.deriveConstraints(req, ctx, (err, constraints) => {
			if (err !== null) {
				done(err);
				return;
			}
			try {
				const handle = this.find(req.method, req.url, constraints);
				const result = this.callHandler(handle, req, res, ctx);
				done(null, result);
			} catch (err) {
				done(err);
			}
		});
	};
	Router.prototype.callHandler = function callHandler(handle, req, res, ctx) {
		if (handle === null) return this._defaultRoute(req, res, ctx);
		return ctx === void 0 ? handle.handler(req, res, handle.params, handle.store, handle.searchParams) : handle.handler.call(ctx, req, res, handle.params, handle.store, handle.searchParams);
	};
	Router.prototype.find = function find(method, path, derivedConstraints) {
		let currentNode = method === "GET" ? this._treeGET : this.trees[method];
		if (currentNode == null) return null;
		if (path.charCodeAt(0) !== 47) {
			const absolutePath = getPathFromAbsoluteUrl(path);
			if (absolutePath === null) return this._onBadUrl(path);
			path = absolutePath;
		}
		let sanitizedUrl;
		let querystring;
		let shouldDecodeParam;
		try {
			sanitizedUrl = path.length >= MIN_NATIVE_SCAN_LENGTH ? safeDecodeURINativeScan(path, this.useSemicolonDelimiter) : safeDecodeURICharScan(path, this.useSemicolonDelimiter, 1);
			path = sanitizedUrl.path;
			querystring = sanitizedUrl.querystring;
			shouldDecodeParam = sanitizedUrl.shouldDecodeParam;
		} catch (error) {
			return this._onBadUrl(path);
		}
		if (this.ignoreDuplicateSlashes) path = removeDuplicateSlashes(path);
		if (this.ignoreTrailingSlash) path = trimLastSlash(path);
		const originPath = path;
		if (this.caseSensitive === false) path = path.toLowerCase();
		const maxParamLength = this.maxParamLength;
		let pathIndex = currentNode.prefix.length;
		const pathLen = path.length;
		let paramsCount = 0;
		let param0, param1, param2, param3;
		let extraParams = null;
		const brothersNodesStack = [];
		let maxParamLengthExceeded = false;
		while (true) {
			if (pathIndex === pathLen && currentNode.isLeafNode) {
				const handle = currentNode.handlerStorage.getMatchingHandler(derivedConstraints);
				if (handle !== null) return {
					handler: handle.handler,
					store: handle.store,
					params: handle._createParamsObject(param0, param1, param2, param3, extraParams),
					searchParams: this.querystringParser(querystring)
				};
			}
			let node = currentNode.getNextNode(path, pathIndex, brothersNodesStack, paramsCount);
			if (node === null) {
				if (brothersNodesStack.length === 0) {
					if (maxParamLengthExceeded && this.onMaxParamLength) return this._onMaxParamLength(originPath);
					return null;
				}
				const stackLength = brothersNodesStack.length;
				paramsCount = brothersNodesStack[stackLength - 1];
				pathIndex = brothersNodesStack[stackLength - 2];
				node = brothersNodesStack[stackLength - 3];
				brothersNodesStack.length = stackLength - 3;
			}
			currentNode = node;
			while (true) {
				if (currentNode.kind === NODE_TYPES.STATIC) {
					pathIndex += currentNode.prefix.length;
					break;
				}
				let paramEndIndex = pathLen;
				if (currentNode.kind === NODE_TYPES.PARAMETRIC) {
					paramEndIndex = originPath.indexOf("/", pathIndex);
					if (paramEndIndex === -1) paramEndIndex = pathLen;
				}
				let param = originPath.slice(pathIndex, paramEndIndex);
				if (shouldDecodeParam) param = safeDecodeURIComponent(param);
				let matched = true;
				let regexMatches = null;
				if (currentNode.isRegex) {
					if (param.length > currentNode.regexParamCount * maxParamLength + currentNode.regexStaticLength) {
						maxParamLengthExceeded = true;
						matched = false;
					} else if ((regexMatches = currentNode.regex.exec(param)) === null) matched = false;
					else for (let i = 1; i < regexMatches.length; i++) if ((regexMatches[i] ?? "").length > maxParamLength) {
						maxParamLengthExceeded = true;
						matched = false;
						break;
					}
				} else if (currentNode.kind === NODE_TYPES.PARAMETRIC && param.length > maxParamLength) {
					maxParamLengthExceeded = true;
					matched = false;
				}
				if (matched) {
					if (regexMatches === null) {
						if (paramsCount === 0) param0 = param;
						else if (paramsCount === 1) param1 = param;
						else if (paramsCount === 2) param2 = param;
						else if (paramsCount === 3) param3 = param;
						else {
							if (extraParams === null) extraParams = [];
							extraParams[paramsCount - 4] = param;
						}
						paramsCount++;
					} else for (let i = 1; i < regexMatches.length; i++) {
						const value = regexMatches[i] ?? "";
						if (paramsCount === 0) param0 = value;
						else if (paramsCount === 1) param1 = value;
						else if (paramsCount === 2) param2 = value;
						else if (paramsCount === 3) param3 = value;
						else {
							if (extraParams === null) extraParams = [];
							extraParams[paramsCount - 4] = value;
						}
						paramsCount++;
					}
					pathIndex = paramEndIndex;
					break;
				}
				if (brothersNodesStack.length === 0) {
					if (maxParamLengthExceeded && this.onMaxParamLength) return this._onMaxParamLength(originPath);
					return null;
				}
				const stackLength = brothersNodesStack.length;
				paramsCount = brothersNodesStack[stackLength - 1];
				pathIndex = brothersNodesStack[stackLength - 2];
				currentNode = brothersNodesStack[stackLength - 3];
				brothersNodesStack.length = stackLength - 3;
			}
		}
	};
	Router.prototype.compile = function compile() {
		this.find = Router.prototype._findCompiled;
		this.lookup = Router.prototype._lookupCompiled;
		for (const method in this.trees) this._compileTree(method);
		return this;
	};
	Router.prototype._compileTree = function _compileTree(method) {
		const tree = this.trees[method];
		if (tree === void 0) return null;
		const compiled = compileTree(this, tree);
		if (method === "GET") this._compiledGET = compiled;
		else this._compiledTrees[method] = compiled;
		return compiled;
	};
	Router.prototype._findCompiled = function _findCompiled(method, path, derivedConstraints) {
		let compiled = method === "GET" ? this._compiledGET : this._compiledTrees[method];
		if (compiled == null) {
			compiled = this._compileTree(method);
			if (compiled === null) return null;
		}
		return compiled.find(path, derivedConstraints);
	};
	Router.prototype._lookupCompiled = function _lookupCompiled(req, res, ctx, done) {
		if (typeof ctx === "function" || done !== void 0) return Router.prototype.lookup.call(this, req, res, ctx, done);
		const derivedConstraints = this.constrainer.deriveConstraints(req, ctx);
		const method = req.method;
		let compiled = method === "GET" ? this._compiledGET : this._compiledTrees[method];
		if (compiled == null) {
			compiled = this._compileTree(method);
			if (compiled === null) return this._defaultRoute(req, res, ctx);
		}
		return compiled.lookup(req.url, derivedConstraints, req, res, ctx);
	};
	Router.prototype._findSanitized = function _findSanitized(matcher, path, derivedConstraints) {
		if (path.charCodeAt(0) !== 47) {
			const absolutePath = getPathFromAbsoluteUrl(path);
			if (absolutePath === null) return this._onBadUrl(path);
			path = absolutePath;
		}
		let sanitizedUrl;
		let querystring;
		let shouldDecodeParam;
		try {
			sanitizedUrl = path.length >= MIN_NATIVE_SCAN_LENGTH ? safeDecodeURINativeScan(path, this.useSemicolonDelimiter) : safeDecodeURICharScan(path, this.useSemicolonDelimiter, 1);
			path = sanitizedUrl.path;
			querystring = sanitizedUrl.querystring;
			shouldDecodeParam = sanitizedUrl.shouldDecodeParam;
		} catch (error) {
			return this._onBadUrl(path);
		}
		if (this.ignoreDuplicateSlashes) path = removeDuplicateSlashes(path);
		if (this.ignoreTrailingSlash) path = trimLastSlash(path);
		const originPath = path;
		if (this.caseSensitive === false) path = path.toLowerCase();
		return matcher(path, originPath, shouldDecodeParam, derivedConstraints, querystring);
	};
	Router.prototype._rebuild = function(routes) {
		this.reset();
		for (const route of routes) {
			const { method, path, opts, handler, store } = route;
			this._on(method, path, opts, handler, store);
		}
	};
	Router.prototype._defaultRoute = function(req, res, ctx) {
		if (this.defaultRoute !== null) return ctx === void 0 ? this.defaultRoute(req, res) : this.defaultRoute.call(ctx, req, res);
		else {
			res.statusCode = 404;
			res.end();
		}
	};
	Router.prototype._onBadUrl = function(path) {
		if (this.onBadUrl === null) return null;
		const onBadUrl = this.onBadUrl;
		return {
			handler: (req, res, ctx) => onBadUrl(path, req, res),
			params: {},
			store: null
		};
	};
	Router.prototype._onMaxParamLength = function(path) {
		if (this.onMaxParamLength === null) return null;
		const onMaxParamLength = this.onMaxParamLength;
		return {
			handler: (req, res, ctx) => onMaxParamLength(path, req, res),
			params: {},
			store: null
		};
	};
	Router.prototype.prettyPrint = function(options = {}) {
		const method = options.method;
		options.buildPrettyMeta = this.buildPrettyMeta.bind(this);
		let tree = null;
		if (method === void 0) {
			const { version, host, ...constraints } = this.constrainer.strategies;
			constraints[httpMethodStrategy.name] = httpMethodStrategy;
			const mergedRouter = new Router({
				...this._opts,
				constraints
			});
			const mergedRoutes = this.routes.map((route) => {
				const constraints = {
					...route.opts.constraints,
					[httpMethodStrategy.name]: route.method
				};
				return {
					...route,
					method: "MERGED",
					opts: { constraints }
				};
			});
			mergedRouter._rebuild(mergedRoutes);
			tree = mergedRouter.trees.MERGED;
		} else tree = this.trees[method];
		if (tree == null) return "(empty tree)";
		return prettyPrintTree(tree, options);
	};
	for (const i in httpMethods) {
		if (!httpMethods.hasOwnProperty(i)) continue;
		const m = httpMethods[i];
		const methodName = m.toLowerCase();
		Router.prototype[methodName] = function(path, handler, store) {
			return this.on(m, path, handler, store);
		};
	}
	Router.prototype.all = function(path, handler, store) {
		this.on(httpMethods, path, handler, store);
	};
	Router.sanitizeUrlPath = function sanitizeUrlPath(url, useSemicolonDelimiter) {
		const decoded = safeDecodeURI(url, useSemicolonDelimiter);
		if (decoded.shouldDecodeParam) return safeDecodeURIComponent(decoded.path);
		return decoded.path;
	};
	Router.removeDuplicateSlashes = removeDuplicateSlashes;
	Router.trimLastSlash = trimLastSlash;
	module.exports = Router;
	function escapeRegExp(string) {
		return string.replace(ESCAPE_REGEXP, "\\$&");
	}
	function getPathFromAbsoluteUrl(url) {
		const schemeEnd = url.indexOf("://");
		if (schemeEnd === -1) return url;
		const scheme = url.slice(0, schemeEnd).toLowerCase();
		if (scheme !== "http" && scheme !== "https") return url;
		const authorityStart = schemeEnd + 3;
		let authorityEnd = url.length;
		const pathStart = url.indexOf("/", authorityStart);
		if (pathStart !== -1) authorityEnd = pathStart;
		const queryStart = url.indexOf("?", authorityStart);
		if (queryStart !== -1 && queryStart < authorityEnd) authorityEnd = queryStart;
		if (url.indexOf("#", authorityStart) !== -1 || authorityEnd === authorityStart) return null;
		const parsed = parseUrl(url);
		if (parsed === null || parsed.protocol !== `${scheme}:` || parsed.host.length === 0) return null;
		if (authorityEnd === url.length) return "/";
		if (authorityEnd === queryStart) return "/" + url.slice(queryStart);
		return url.slice(pathStart);
	}
	function removeDuplicateSlashes(path) {
		return path.indexOf("//") !== -1 ? path.replace(REMOVE_DUPLICATE_SLASHES_REGEXP, "/") : path;
	}
	function trimLastSlash(path) {
		if (path.length > 1 && path.charCodeAt(path.length - 1) === 47) return path.slice(0, -1);
		return path;
	}
	function trimRegExpStartAndEnd(regexString) {
		if (regexString.charCodeAt(1) === 94) regexString = regexString.slice(0, 1) + regexString.slice(2);
		if (regexString.charCodeAt(regexString.length - 2) === 36) regexString = regexString.slice(0, regexString.length - 2) + regexString.slice(regexString.length - 1);
		return regexString;
	}
	function getClosingParenthensePosition(path, idx) {
		let parentheses = 1;
		while (idx < path.length) {
			idx++;
			if (path.charCodeAt(idx) === 92) {
				idx++;
				continue;
			}
			if (path.charCodeAt(idx) === 41) parentheses--;
			else if (path.charCodeAt(idx) === 40) parentheses++;
			if (!parentheses) return idx;
		}
		throw new TypeError("Invalid regexp expression in \"" + path + "\"");
	}
	function defaultBuildPrettyMeta(route) {
		if (!route) return {};
		if (!route.store) return {};
		return Object.assign({}, route.store);
	}
})))(), 1);
/** Converts a request's path, query and body into the variables of its route's document. */
/** @throws BAD_REQUEST, or VALIDATION_ERROR with a detail for each invalid value */
function readInputs(route, request) {
	const query = new URLSearchParams(request.search);
	const body = readBodyObject(request.body);
	const details = [];
	const values = {};
	if (route.isMutation && !route.acceptsIfMatch) parseIfMatch(request.ifMatch, false);
	const alternative = chooseAlternative(route, query);
	for (const input of route.inputs) {
		const { name, source } = input;
		if (source === "path") values[name] = request.path[name];
		else if (source === "header") values[name] = parseIfMatch(request.ifMatch, true);
		else if (source === "body") {
			const key = listInputNames(route, name).find((candidate) => Object.hasOwn(body, candidate));
			const value = key && omitUnknownFields(body[key], input.type, listRowAliases(route, name));
			if (key) values[name] = isOneObject(input) && value !== null ? [value] : value;
		} else if (!route.requireOneOf?.includes(name) || name === alternative) readQueryInput(route, input, query, values, details);
	}
	const variables = nestAlternatives(route, values);
	const isParameterMissing = details.some(({ code }) => code === "REQUIRED_FIELD");
	const { otherProblems, ...checkedInput } = separateRowProblems(findProblems(route.operation, variables, true), variables);
	const invalidParameters = new Set(details.map(({ field }) => field));
	for (const { path, code, message } of otherProblems.slice(0, 200)) {
		const field = toRestPath(route, path);
		if (!invalidParameters.has(field)) details.push({
			field,
			code,
			message
		});
	}
	details.push(...findMissingFields(route, variables, details));
	if (isParameterMissing) throw badRequest("A required parameter is missing", details);
	if (details.length === 0) details.push(...findConflicts(route.alternatives, variables));
	if (details.length > 0) throw invalid(details.slice(0, 100));
	return variables["beforeCursor"] === void 0 ? checkedInput : { variables: {
		...variables,
		limit: void 0,
		[lastVariable]: variables["limit"] ?? 10
	} };
}
/** Moves the values of alternative inputs into the `@oneOf` objects of the document. */
function nestAlternatives({ alternatives }, values) {
	if (alternatives.length === 0) return values;
	const names = new Set(alternatives.flatMap(({ fields }) => [...fields.keys()]));
	const plainInputs = Object.entries(values).filter(([name]) => !names.has(name));
	return {
		...Object.fromEntries(plainInputs),
		...createOneOfObjects(alternatives, values)
	};
}
/** Returns the JSON object in the body; empty for a request without a body. @throws BAD_REQUEST */
function readBodyObject(body) {
	if (!body) return {};
	if (body.value === null || typeof body.value !== "object" || Array.isArray(body.value)) throw badRequest("The body must be a JSON object");
	return body.value;
}
/** Parses `If-Match`; returns undefined for `*`, which matches any version. @throws BAD_REQUEST */
function parseIfMatch(ifMatch, isAccepted) {
	if (ifMatch === void 0) return void 0;
	if (!isAccepted) throw badRequest("Only operations that change one record support `If-Match`: omit the header");
	if (ifMatch.trim() === "*") return void 0;
	const version = /^"([1-9]\d{0,8})"$/.exec(ifMatch.trim())?.[1];
	if (!version) throw badRequest("`If-Match` must be the `ETag` of the record with its quotes, such as \"3\"");
	return Number(version);
}
/**
* Returns the first parameter of `requireOneOf` that the query contains.
* @throws BAD_REQUEST if the query contains no such parameter
*/
function chooseAlternative(route, query) {
	const { requireOneOf } = route;
	if (!requireOneOf) return void 0;
	const alternative = requireOneOf.find((name) => listInputNames(route, name).some((key) => query.getAll(key).some((text) => text.trim() !== "")));
	if (alternative) return alternative;
	throw badRequest(`One of \`${requireOneOf.join("`, `")}\` is required`, [{
		field: requireOneOf[0],
		code: "REQUIRED_FIELD",
		message: "is required"
	}]);
}
/** Returns the names under which an input is accepted, in order of precedence. */
const listInputNames = (route, name) => [name, ...route.aliases?.[name] ?? []];
const listRowAliases = (route, input) => Object.fromEntries(Object.entries(route.aliases ?? {}).flatMap(([name, aliases]) => name.startsWith(`${input}.`) ? [[name.slice(input.length + 1), aliases]] : []));
/** Reads an input from the query; an empty search term or required id is treated as absent. */
function readQueryInput(route, input, query, variables, details) {
	const { name, isRequired } = input;
	const mayBeEmpty = !isRequired && !route.requireOneOf?.includes(name);
	const [text, secondText] = listInputNames(route, name).map((key) => query.getAll(key)).find((values) => values.some((value) => mayBeEmpty || value.trim() !== "")) ?? [];
	if (secondText !== void 0) details.push({
		field: name,
		code: "INVALID_FORMAT",
		message: "must not be repeated"
	});
	else if (text !== void 0) readParameter(input, text, variables, details);
	else if (isRequired) details.push({
		field: name,
		code: "REQUIRED_FIELD",
		message: "is required"
	});
}
function readParameter({ name, type }, text, variables, details) {
	const { namedType, isList } = unwrapType(type);
	const reject = (message) => void details.push({
		field: name,
		code: "INVALID_FORMAT",
		message
	});
	if (isInputObjectType(namedType)) {
		let value;
		try {
			value = parseJson(text);
		} catch (error) {
			return reject(error instanceof ApiError ? error.message : "must be valid JSON");
		}
		if (value === null || typeof value !== "object" || Array.isArray(value)) return reject("must be a JSON object");
		variables[name] = isList ? [value] : value;
	} else if (isList) variables[name] = text.split(",").map((element) => element.trim());
	else if (namedType.name === "Int") {
		if (!/^(0|-?[1-9]\d{0,8})$/.test(text)) return reject("must be a whole number");
		variables[name] = Number(text);
	} else if (namedType.name === "Boolean") {
		if (text !== "true" && text !== "false") return reject("must be true or false");
		variables[name] = text === "true";
	} else variables[name] = text;
}
/**
* Omits unknown fields, also in nested objects, because REST ignores unknown fields. A filter keeps
* its unknown fields, which are rejected later: ignoring a condition would match more records.
*/
function omitUnknownFields(value, type, aliases = {}) {
	if (isNonNullType(type)) return omitUnknownFields(value, type.ofType, aliases);
	if (isListType(type)) return Array.isArray(value) ? value.map((element) => omitUnknownFields(element, type.ofType, aliases)) : value;
	if (!isInputObjectType(type) || isFilter(type)) return value;
	if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
	const object = value;
	return Object.fromEntries(Object.values(type.getFields()).flatMap((field) => {
		const key = [getRestName(field), ...aliases[field.name] ?? []].find((name) => Object.hasOwn(object, name));
		return key === void 0 ? [] : [[field.name, omitUnknownFields(object[key], field.type)]];
	}));
}
/** Returns error details for missing fields that the route requires, but not the operation. */
const findMissingFields = ({ inputs }, variables, details) => inputs.filter(({ name, source, isRequired }) => source === "body" && isRequired && !(name in variables) && !details.some(({ field }) => field === name)).map(({ name }) => ({
	field: name,
	code: "REQUIRED_FIELD",
	message: "is required"
}));
/** Converts an argument path such as `input.price` to the REST name, such as `pricing`. */
function toRestPath(route, path) {
	for (let length = path.length; length > 0; length--) {
		const argumentPath = path.slice(0, length).join(".");
		const input = route.inputs.find((candidate) => candidate.argumentPath === argumentPath);
		if (input) return formatInputPath([input.name, ...path.slice(isOneObject(input) ? length + 1 : length)]);
	}
	return formatInputPath(path);
}
/** Converts the field of an operation's error detail to the REST name, such as `peopleIds[2]`. */
function toRestField({ inputs }, field) {
	if (field === "input") return "body";
	const findInput = (...paths) => inputs.find(({ argumentPath }) => paths.includes(argumentPath));
	const path = field.replace(/\[(\d+)\]$/, ".$1");
	const exactInput = findInput(path, `input.${path}`);
	if (exactInput) return exactInput.name;
	const [firstName = ""] = /^\w+/.exec(field) ?? [];
	const input = findInput(`input.${firstName}`, firstName);
	return input ? input.name + field.slice(firstName.length) : field;
}
// src/rest/response.ts
const metaVersion = "1.0.0";
/** Creates the response to a query from its result, or from the first error. */
function buildResponse(http, route, result) {
	if (result.errors?.[0]) return createErrorResponse(http, toApiError(result.errors[0], http.deps, http.requestId), route);
	for (const path of route.narrowedPaths) clearOtherTypes(result.data, path);
	return createSuccessResponse(http, route, result);
}
/** @param isExisting whether an operation that creates records returned an existing record */
function createSuccessResponse(http, route, result, isExisting = false) {
	const { reply } = route;
	const { data, etag } = separateVersion(readResult(route, result));
	const meta = {
		requestId: http.requestId,
		timestamp: timestamp(http.deps),
		version: metaVersion
	};
	switch (reply.kind) {
		case "record":
			if (route.rowNames.size > 0) renameRowFields(route, data);
			return json(200, {
				data,
				meta
			}, etag);
		case "created": {
			const location = reply.location.replace("{id}", data.id);
			return json(isExisting ? 200 : 201, {
				data,
				meta
			}, {
				Location: location,
				...etag
			});
		}
		case "message": {
			const { message, withData } = reply;
			return json(200, {
				success: true,
				message,
				...withData && { data },
				meta
			}, etag);
		}
		case "list": {
			const page = data;
			const { nodes, pageInfo, _total: total } = page;
			const listMeta = {
				...meta,
				count: nodes.length,
				...total !== void 0 && { total },
				hasMore: pageInfo.hasNextPage,
				...pageInfo.hasNextPage && { nextCursor: pageInfo.endCursor }
			};
			return json(200, {
				data: nodes,
				meta: listMeta
			}, createLinkHeader(http, page));
		}
	}
}
/** Replaces the GraphQL field names in row errors with the REST names. */
function renameRowFields({ rowNames }, { results }) {
	for (const detail of results.flatMap(({ error }) => error?.details ?? [])) detail.field = detail.field.replace(/^\w+/, (name) => rowNames.get(name) ?? name);
}
/** Returns the result of a route's document; a record that is selected as `id` becomes its id. */
function readResult({ resultPath, reply }, { data }) {
	let result = data;
	for (const key of resultPath) result = result?.[key];
	if (reply.kind === "message" && reply.constants) return {
		...reply.constants,
		...result
	};
	const { id: record } = result ?? {};
	return record && typeof record === "object" ? {
		...result,
		...record
	} : result;
}
function separateVersion(data) {
	if (data === null || typeof data !== "object" || !("_version" in data)) return {
		data,
		etag: {}
	};
	const { [versionAlias]: version, ...record } = data;
	return {
		data: record,
		etag: { ETag: `"${String(version)}"` }
	};
}
/** Returns a `Link` header that adds the next and previous page to the response's other links. */
function createLinkHeader(http, { pageInfo: { hasNextPage, endCursor, _hasPrevious, _start } }) {
	const createLink = (relation, parameter, cursor) => {
		const query = new URLSearchParams(http.search);
		query.delete("cursor");
		query.delete("beforeCursor");
		query.set(parameter, cursor);
		return `<${http.path}?${query}>; rel="${relation}"`;
	};
	const links = [...hasNextPage && endCursor ? [createLink("next", "cursor", endCursor)] : [], ..._hasPrevious && _start ? [createLink("prev", "beforeCursor", _start)] : []];
	return links.length ? { Link: [http.responseHeaders["Link"], ...links].filter(Boolean).join(", ") } : {};
}
/** Creates a deprecated route's headers: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), `Link`. */
function createDeprecationHeaders({ since, sunset, link, replacement }, parameters) {
	const successor = replacement?.startsWith("/") && fillPath(replacement, parameters);
	const links = [
		...link ? [`<${link}>; rel="deprecation"; type="text/html"`] : [],
		...link && sunset ? [`<${link}>; rel="sunset"; type="text/html"`] : [],
		...successor ? [`<${successor}>; rel="successor-version"`] : []
	];
	return {
		Deprecation: `@${getDayStartMs(since) / 1e3}`,
		...sunset && { Sunset: new Date(getDayStartMs(sunset)).toUTCString() },
		...links.length && { Link: links.join(", ") }
	};
}
function fillPath(path, parameters) {
	const filledPath = path.replace(/\{(\w+)\}/g, (placeholder, name) => parameters[name] === void 0 ? placeholder : encodeURIComponent(parameters[name]));
	return filledPath.includes("{") ? void 0 : filledPath;
}
function createErrorResponse(http, error, route) {
	recordError$1(http, error);
	const { code, message, status, details, retryAfterSeconds: retryAfter } = error;
	return json(status, { error: {
		code,
		message,
		...details && { details: route ? details.map((detail) => ({
			...detail,
			field: toRestField(route, detail.field)
		})) : details },
		requestId: http.requestId,
		timestamp: timestamp(http.deps),
		...retryAfter !== void 0 && { retryAfter }
	} });
}
// src/rest/handler.ts
/** Finds the route of a REST request, and executes its document with the GraphQL resolvers. */
const methods = [
	"GET",
	"POST",
	"PUT",
	"PATCH",
	"DELETE"
];
var RestRouter = class {
	#router = (0, import_find_my_way.default)({
		ignoreTrailingSlash: false,
		caseSensitive: true,
		maxParamLength: 2e4
	});
	#schema;
	constructor(schema, routes) {
		this.#schema = schema;
		for (const route of routes) {
			const path = route.path.replace(/\{(\w+)\}/g, ":$1");
			const method = route.method.toUpperCase();
			this.#router.on(method, path, () => {}, { route });
		}
	}
	/** @throws NOT_FOUND for an unknown path, METHOD_NOT_ALLOWED with the methods of a known path */
	find(http) {
		const method = http.method === "HEAD" ? "GET" : http.method;
		const match = methods.includes(method) && this.#match(method, http.path);
		if (!match) {
			const allowedMethods = methods.filter((allowed) => this.#match(allowed, http.path));
			throw allowedMethods.length ? methodNotAllowed(allowedMethods) : notFound("Path");
		}
		const routeEntry = match.store;
		routeEntry.preparedRoute ??= prepareRoute(this.#schema, routeEntry.route);
		const route = routeEntry.preparedRoute;
		const parameters = match.params;
		http.logName = route.name;
		http.operation = route.name;
		http.route = route.path;
		if (route.deprecated) Object.assign(http.responseHeaders, createDeprecationHeaders(route.deprecated, parameters));
		return createHandler(route, parameters);
	}
	/** Returns the matching route; undefined if no route matches or a path parameter is empty. */
	#match(method, path) {
		const match = this.#router.find(method, escapeInvalidPath(path));
		return match && !Object.values(match.params).includes("") ? match : void 0;
	}
};
/** Escapes an invalid percent-encoding, so that the value is rejected like other invalid values. */
function escapeInvalidPath(path) {
	try {
		return path;
	} catch {
		return path.replaceAll("%", "%25");
	}
}
const createHandler = (route, parameters) => async (http) => {
	const { deps, requestId } = http;
	let input;
	try {
		input = readRequest(http, route, parameters);
	} catch (error) {
		return createErrorResponse(http, toApiError(error, deps, requestId));
	}
	try {
		return route.isMutation ? await respondToMutation(http, route, parameters, input) : await respondToQuery(http, route, input);
	} catch (error) {
		const [cause] = error instanceof OperationFailed ? error.errors : [error];
		return createErrorResponse(http, toApiError(cause, deps, requestId), route);
	}
};
function readRequest(http, route, path) {
	checkScopes(route.operation, requireViewer(http));
	const { search, body, request } = http;
	const input = readInputs(route, {
		path,
		search,
		body,
		ifMatch: request.headers["if-match"]
	});
	if (route.deprecated || hasDeprecations(route.operation.schema)) http.deprecatedUses = findDeprecatedUses(route, input.variables);
	return input;
}
/** Returns the deprecated features that a request uses: the route, its inputs and their values. */
function findDeprecatedUses({ name, deprecated, operation, inputs }, variables) {
	const inputUses = inputs.flatMap(({ name, target }) => {
		const deprecation = variables[name] === void 0 ? void 0 : getDeprecation(target);
		return deprecation ? [{
			name: String(target),
			deprecation
		}] : [];
	});
	return removeDuplicates([
		...deprecated ? [{
			name,
			deprecation: deprecated
		}] : [],
		...inputUses,
		...findUsesInVariables(operation, variables)
	]);
}
async function respondToQuery(http, route, input) {
	const { method, path: routePath, operation } = route;
	const { path, search, responseHeaders: headers } = http;
	return (http.deps.queryWorkers && await executeInWorker(http, operation, input, () => ({ request: {
		method,
		route: routePath,
		path,
		search,
		headers
	} }))) ?? buildResponse(http, route, await runQuery(http, operation, input));
}
function respondToMutation(http, route, parameters, input) {
	const { method, path, operation } = route;
	const toResponse = (result, ctx) => createSuccessResponse(http, route, result, ctx.returnsExisting);
	const expectedVersion = input.variables[versionVariable];
	return runMutation(http, operation, input, toResponse, route.acceptsIdempotencyKey && hasIdempotencyKey(http) ? readIdempotencyKey(http, () => [
		method,
		path,
		parameters,
		http.search,
		http.body?.value ?? null,
		expectedVersion
	]) : void 0);
}
// src/app.ts
function createApp(deps, pages = { isReady: true }, { newRequestId, api = {
	schema,
	routes
}, plugins } = {}) {
	const traceStep = (name, step) => {
		const { tracing } = deps;
		return tracing ? (http) => tracing.withSpan(name, () => step(http)) : step;
	};
	const servePublicRoute = servePublicRoutes(pages, browserPageLoaders, () => readMetrics());
	const steps = [
		checkHost,
		allowOrigins(deps.log),
		onlyIf(isUpgrade, rejectWebSocket),
		(http) => isRestPath(http.path) ? void 0 : http.deps.signIn?.serve(http),
		onlyIf(mayRequestPage, servePublicRoute),
		onlyIf(isApiPath, traceStep("authenticate", requireCredential)),
		onlyIf(isApiPath, traceStep("wait for the concurrency limit", limitConcurrency())),
		onlyIf(isApiPath, traceStep("rate limit", chargeRequest)),
		routeRequests(deps, api, plugins),
		checkApiVersion,
		onlyIf(mayHaveBody, checkMediaType),
		onlyIf(mayHaveBody, traceStep("read body", readBody)),
		(http) => http.handle?.(http)
	];
	const streams = createResponseStreams();
	const server = createHttpServer({
		deps,
		steps,
		streams,
		isStopping: () => !pages.isReady,
		newRequestId,
		respondToError
	});
	const readMetrics = createMetricsReader(deps, server);
	return {
		server,
		pages,
		streams
	};
}
/** Returns the response to a failed request as JSON, or as an error page for a browser. */
const respondToError = (http, error) => renderErrorPage(http, http.path === "/graphql" ? createGraphqlErrorResponse(http, error) : createErrorResponse(http, toApiError(error, http.deps, http.requestId)));
/** Page modules are imported on first use, to save memory on a server that only serves the API. */
const browserPageLoaders = {
	renderConsole: async (presets) => (await import("./page-CZGe48Km.mjs")).renderConsolePage(presets),
	renderGraphiql: async (presets) => (await import("./page-DSTDQidi.mjs")).renderGraphiql(presets),
	serveReference: async (http, presets) => (await import("./page-0lptT_v5.mjs")).serveReferencePage(http, presets),
	serveAsset: async (http) => (await import("./assets-DsBD_jnS.mjs")).serveAsset(http)
};
const isRestPath = (path) => path === "/v1" || path.startsWith("/v1/");
const isApiPath = ({ path }) => path === "/graphql" || isRestPath(path);
/** Returns whether a request may be for a page, including GraphiQL at `/graphql`. */
const mayRequestPage = ({ method, path }) => (method === "GET" || method === "HEAD") && !isRestPath(path);
const isUpgrade = ({ request }) => request.headers.upgrade !== void 0;
const bodyHeaders = [
	"content-type",
	"content-length",
	"content-encoding",
	"transfer-encoding"
];
const mayHaveBody = ({ request }) => bodyHeaders.some((name) => request.headers[name] !== void 0);
/** Runs a step only for requests that meet the condition. */
const onlyIf = (condition, step) => (http) => condition(http) ? step(http) : void 0;
function routeRequests(deps, { schema, routes }, plugins) {
	const handleGraphql = createGraphqlHandler({
		schema,
		deps,
		plugins
	});
	const restRouter = new RestRouter(schema, routes);
	return (http) => {
		if (!http.viewer) throw notFound("Path");
		if (http.path === "/graphql") {
			requireSupportedTransport(http);
			http.handle = handleGraphql;
			http.route = http.path;
		} else http.handle = restRouter.find(http);
	};
}
function createMetricsReader(deps, server) {
	const processMonitor = new ProcessMonitor();
	return async () => formatExposition([
		...Object.values(deps.meters),
		...await sampleServer(server, deps.store),
		...await readOutboxMetrics(deps),
		...sampleCaches(),
		...processMonitor.sample()
	]);
}
// src/query-workers/pool.ts
/** The default thresholds; sending a request to a worker takes 0.1 ms. */
const defaultThresholds = {
	minMsUnderLoad: .5,
	minMsAlways: 20
};
/** The number of runs on the main thread after an operation failed on a worker. */
const cooldownRuns = 50;
/** Maximum requests waiting for a worker; low, since their durations are only estimates. */
const maxPendingRequests = 32;
/** Maximum wait for a worker; a request with a longer expected wait runs on the main thread. */
const maxWaitMs = 50;
/**
* If at most this many pending operations take at least as long as a new operation, the new
* operation may wait `maxWaitFactor` times its own duration.
*/
const maxLongPending = 3;
const maxWaitFactor = 10;
/** @returns undefined if the store has no database file, `maxWorkers` is 0 or tracing is enabled */
function createQueryWorkers(deps, maxWorkers, thresholds = defaultThresholds, script = findWorker("file:///work/wt/int/src/query-workers/pool.ts")) {
	const { databaseFile } = deps.store;
	if (!databaseFile || maxWorkers < 1 || deps.tracing) return void 0;
	const { file, identity } = databaseFile;
	const { settings, cursorKey, log } = deps;
	const workerSetup = {
		file,
		identity,
		version: readVersion(),
		settings,
		cursorKey
	};
	return new FileQueryWorkers(deps, databaseFile, new WorkerPool({
		script,
		data: workerSetup,
		maxWorkers,
		idleMs: 6e4,
		restartDelayMs: 6e4,
		onFailure: (err) => log.warn({ err }, "a query worker failed; the main thread runs its queries")
	}), thresholds);
}
var FileQueryWorkers = class {
	#meters;
	#databaseFile;
	#pool;
	#thresholds;
	#histories = /* @__PURE__ */ new WeakMap();
	constructor({ meters }, file, pool, thresholds) {
		this.#meters = meters;
		this.#databaseFile = file;
		this.#pool = pool;
		this.#thresholds = thresholds;
	}
	run(operation, createRequest) {
		const history = this.#getHistory(operation);
		if (!this.#isWorthwhile(history)) return void 0;
		this.#pool.startIfBusy();
		const worker = this.#pickWorker(history.durationMs);
		if (!worker) return void 0;
		const request = createRequest();
		const releaseLease = this.#databaseFile.lease();
		return releaseLease && this.#runOn(worker, operation, request).finally(releaseLease);
	}
	recordDuration(operation, durationMs) {
		const history = this.#getHistory(operation);
		this.#histories.set(operation, {
			durationMs: history.durationMs + (durationMs - history.durationMs) / 10,
			cooldownRuns: Math.max(0, history.cooldownRuns - 1)
		});
	}
	end() {
		return this.#pool.end();
	}
	#getHistory(operation) {
		return this.#histories.get(operation) ?? {
			durationMs: 0,
			cooldownRuns: 0
		};
	}
	#isWorthwhile({ durationMs, cooldownRuns }) {
		const { minMsUnderLoad, minMsAlways } = this.#thresholds;
		return cooldownRuns === 0 && (durationMs >= minMsAlways || durationMs >= minMsUnderLoad && this.#hasCapacity());
	}
	/** Returns whether the workers have fewer requests than an equal share among all threads. */
	#hasCapacity() {
		const readyCount = [...this.#pool.workers].filter(({ isReady }) => isReady).length;
		const workerCount = Math.max(1, readyCount);
		const workerShare = this.#meters.inFlight.total() * workerCount / (workerCount + 1);
		return this.#pool.pendingCount + 1 <= workerShare;
	}
	/** Returns the worker with the shortest wait, if the wait is short enough for the operation. */
	#pickWorker(expectedMs) {
		return [...this.#pool.workers].map((worker) => ({
			worker,
			waitMs: worker.waitMs
		})).filter(({ worker, waitMs }) => mayWait(expectedMs, worker, waitMs)).sort((a, b) => a.waitMs - b.waitMs)[0]?.worker;
	}
	async #runOn(worker, operation, request) {
		const history = this.#getHistory(operation);
		const response = await this.#pool.run(request, worker, history.durationMs).catch(() => void 0);
		if (response?.result) this.recordDuration(operation, response.blockingMs);
		else if (!response?.inputRejected) this.#histories.set(operation, {
			...this.#getHistory(operation),
			cooldownRuns
		});
		const outcome = response?.result ? "answered" : response ? "returned" : "failed";
		this.#meters.queryWorkers.add(1, outcome);
		return response;
	}
};
function mayWait(expectedMs, { requests }, waitMs) {
	const allowedWaitMs = [...requests.values()].filter((request) => request.expectedMs >= expectedMs).length > maxLongPending ? maxWaitMs : Math.max(maxWaitMs, maxWaitFactor * expectedMs);
	return requests.size < maxPendingRequests && waitMs <= allowedWaitMs;
}
// src/commands/start-server.ts
/** Starts the server, which runs until a signal arrives. @throws OperatorError if this fails */
async function serve(options) {
	const { settings, log } = await loadSettings(1);
	const tracing = await startTracing(settings, log);
	const store = await openStore({
		url: settings.DATABASE_URL,
		poolSize: settings.DATABASE_POOL_SIZE,
		isServing: true,
		onStatement: tracing?.recordStatement
	});
	try {
		const { url, keys } = await startServer(await createDeps(store, settings, {
			log,
			tracing
		}));
		const printedKeys = keys.map(({ role, email, secret }) => ({
			role,
			email,
			secret
		}));
		print$1(options, {
			url,
			paths: pagePaths,
			keys: printedKeys
		}, formatWelcome(url, keys));
	} catch (error) {
		await store.close();
		throw error;
	}
}
async function startServer(deps) {
	const { settings, store, log } = deps;
	const demoKeys = settings.DEMO ? await loadDemoKeys(deps) : [];
	deps.signIn = await startSignIn(deps);
	deps.queryWorkers = createQueryWorkers(deps, Math.min(settings.QUERY_WORKERS, availableParallelism() - 1));
	const { server, pages, streams } = createApp(deps, {
		isReady: true,
		demoKey: isLoopback(settings.HOST) ? demoKeys[0]?.secret : void 0
	});
	await listen(server, settings);
	const stopHousekeeping = startHousekeeping(deps);
	for (const advice of store.advice) log.warn(advice);
	const companies = await store.allCompanies.readLatest((db) => db.all(demoCompanies, {}));
	const demoWarning = findDemoWarning(settings, companies);
	if (demoWarning) log.warn(`${demoWarning.finding}. ${demoWarning.advice}`);
	const dispatcher = startDispatcher(deps);
	let dispatcherStopped;
	const { fail } = shutDownOnSignal({
		log,
		server,
		drainMs: settings.DRAIN_SECONDS * 1e3,
		stopAccepting: async () => {
			pages.isReady = false;
			stopHousekeeping();
			dispatcherStopped = dispatcher?.stop();
			await streams.end();
		},
		close: async () => {
			await dispatcherStopped;
			await deps.queryWorkers?.end();
			await Promise.all([store.close(), deps.tracing?.stop()]);
		}
	});
	store.broken.then((error) => {
		pages.isReady = false;
		fail(error);
	});
	allowSemiSpaceGrowth();
	return {
		url: getLocalUrl(settings),
		keys: demoKeys
	};
}
/** Starts this process's webhook dispatcher. @returns undefined if `WEBHOOKS=off` */
function startDispatcher(deps) {
	if (deps.settings.WEBHOOKS === "off") {
		deps.log.warn("WEBHOOKS=off: webhooks are not sent; set WEBHOOKS=on to send them");
		return;
	}
	return new Dispatcher(deps, deps.store.isShared ? { owner: deps.newId("serve") } : {
		owner: "serve",
		isOnlyOwner: true
	});
}
/** Loads the demo company into an empty database. @returns the demo company's valid API keys */
async function loadDemoKeys(deps) {
	if ((await deps.store.allCompanies.readLatest((db) => db.all(allCompanies, {}))).length === 0) await (await import("./seed-DF3AAB6J.mjs")).loadDemo(deps, (existing) => existing.length === 0);
	const validKeys = [];
	for (const key of readDemoKeys(deps.settings)) if (await deps.store.allCompanies.readLatest((db) => authenticateKey(deps, db, key.secret))) validKeys.push(key);
	return validKeys;
}
/** Listens on `HOST` and `PORT`. If `PORT` is 0, sets it to the port that the system selected. */
async function listen(server, settings) {
	const { HOST, PORT } = settings;
	await new Promise((resolve, reject) => {
		server.once("error", (error) => reject(explainListen(error, HOST, PORT)));
		server.listen(PORT, HOST, resolve);
	});
	settings.PORT = server.address().port;
}
function explainListen(error, host, port) {
	if (error.code === "EADDRINUSE") return new OperatorError(`Port ${port} on ${host} is in use by another program; stop it, or set PORT to another port.`, exitCodes.portTaken);
	if (error.code === "EACCES") return createOptionError(`The operating system forbids port ${port}; set PORT to a number above 1023.`);
	if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND" || error.code === "EAI_AGAIN") return createOptionError(`HOST ${host} is not an address of this machine; use 127.0.0.1.`);
	return error;
}
const pagePaths = {
	Docs: "/docs",
	GraphiQL: "/graphql",
	Console: "/console",
	REST: "/v1",
	OpenAPI: "/openapi.json",
	Schema: "/schema.graphql",
	Health: "/health"
};
function formatWelcome(url, keys) {
	const lines = [
		"",
		"Dealgraph is ready.",
		"",
		...Object.entries(pagePaths).map(([name, path]) => `  ${name.padEnd(13)}${url}${path}`),
		""
	];
	if (keys.length > 0) lines.push("API keys of the demo company, to send in the header \"Authorization: Bearer …\":", "", ...keys.map(({ role, secret, name }) => `  ${role.padEnd(13)}${secret}  (${name})`), "");
	return lines.join("\n");
}
/**
* Lets V8 enlarge its semi-space for new objects. `main.js` prevents this during startup, because
* an idle server would otherwise keep a semi-space of 24 MB.
*/
const allowSemiSpaceGrowth = () => v8.setFlagsFromString("--semi-space-growth-factor=16");
const housekeepingIntervalMs = 36e5;
const firstHousekeepingDelayMs = 2e3;
/**
* Runs housekeeping every hour: empties the Trash, and removes expired idempotency keys, client
* addresses and webhook deliveries, and values of deleted custom fields. @returns a stop function
*/
function startHousekeeping(deps) {
	const housekeepingTasks = [
		deleteExpiredKeys,
		deleteExpiredAddresses,
		emptyTrash,
		purgeDeletedFields,
		sweepDeliveries
	];
	const runTasks = async () => {
		try {
			for (const task of housekeepingTasks) await task(deps);
		} catch (error) {
			deps.log.error({ err: error }, "housekeeping failed; the next attempt is in one hour");
		}
	};
	const firstTimer = setTimeout(() => void runTasks(), firstHousekeepingDelayMs).unref();
	const intervalTimer = setInterval(() => void runTasks(), housekeepingIntervalMs).unref();
	return () => {
		clearTimeout(firstTimer);
		clearInterval(intervalTimer);
	};
}
export { serve };
