import { a as __toCommonJS, i as __require, n as __esmMin, o as __toESM, r as __exportAll, t as __commonJSMin } from "./rolldown-runtime-Da3jf7BF.mjs";
import { c as parse, n as specifiedRules, t as validate } from "./validate-dTPMsuV_.mjs";
import { A as GraphQLIncludeDirective, C as TypeMetaFieldDef, F as GraphQLBoolean, H as DirectiveLocation, O as GraphQLDirective, R as GraphQLInt, S as SchemaMetaFieldDef, b as assertValidSchema, d as typeFromAST, j as GraphQLSkipDirective, n as locatedError$1, s as getDirectiveValues$1, t as getOperationAST, u as coerceInputValue$1, w as TypeNameMetaFieldDef, z as GraphQLString } from "./getOperationAST-BUlcyd1p.mjs";
import { A as NAME, D as LIST, F as OBJECT_FIELD, G as STRING, N as NULL, P as OBJECT, Q as GraphQLError, R as OPERATION_DEFINITION, Y as VARIABLE, b as INLINE_FRAGMENT, g as FLOAT, m as FIELD, r as BOOLEAN, w as INT, y as FRAGMENT_SPREAD } from "./kinds_-cEhelto3.mjs";
import { E as isObjectType, F as print, S as isListType, d as assertLeafType, k as isRequiredInputField, l as GraphQLScalarType, m as isAbstractType, rt as inspect$1, s as GraphQLNonNull, tt as invariant$1, v as isInputObjectType, w as isNonNullType, x as isLeafType, y as isInputType } from "./definition-U6Cy4S-S.mjs";
// node_modules/@graphql-yoga/logger/esm/index.js
const ansiCodes = {
	red: "\x1B[31m",
	yellow: "\x1B[33m",
	magenta: "\x1B[35m",
	cyan: "\x1B[36m",
	reset: "\x1B[0m"
};
const warnPrefix = ansiCodes.yellow + "WARN" + ansiCodes.reset;
const infoPrefix = ansiCodes.cyan + "INFO" + ansiCodes.reset;
const errorPrefix = ansiCodes.red + "ERR" + ansiCodes.reset;
const debugPrefix = ansiCodes.magenta + "DEBUG" + ansiCodes.reset;
const logLevelScores = {
	debug: 0,
	info: 1,
	warn: 2,
	error: 3,
	silent: 4
};
const noop = () => {};
const consoleLog = (prefix) => (...args) => console.log(prefix, ...args);
const debugLog = console.debug ? (...args) => console.debug(debugPrefix, ...args) : consoleLog(debugPrefix);
const infoLog = console.info ? (...args) => console.info(infoPrefix, ...args) : consoleLog(infoPrefix);
const warnLog = console.warn ? (...args) => console.warn(warnPrefix, ...args) : consoleLog(warnPrefix);
const errorLog = console.error ? (...args) => console.error(errorPrefix, ...args) : consoleLog(errorPrefix);
const createLogger = (logLevel = globalThis.process?.env["DEBUG"] === "1" ? "debug" : "info") => {
	const score = logLevelScores[logLevel];
	return {
		debug: score > logLevelScores.debug ? noop : debugLog,
		info: score > logLevelScores.info ? noop : infoLog,
		warn: score > logLevelScores.warn ? noop : warnLog,
		error: score > logLevelScores.error ? noop : errorLog
	};
};
// node_modules/@whatwg-node/promise-helpers/esm/index.js
const kFakePromise$1 = Symbol.for("@whatwg-node/promise-helpers/FakePromise");
function isPromise$1(value) {
	return value?.then != null;
}
function isActualPromise$1(value) {
	const maybePromise = value;
	return maybePromise && maybePromise.then && maybePromise.catch && maybePromise.finally;
}
function handleMaybePromise$1(inputFactory, outputSuccessFactory, outputErrorFactory, finallyFactory) {
	let result$ = fakePromise$1().then(inputFactory).then(outputSuccessFactory, outputErrorFactory);
	if (finallyFactory) result$ = result$.finally(finallyFactory);
	return unfakePromise$1(result$);
}
function fakePromise$1(value) {
	if (value && isActualPromise$1(value)) return value;
	if (isPromise$1(value)) return {
		then: (resolve, reject) => fakePromise$1(value.then(resolve, reject)),
		catch: (reject) => fakePromise$1(value.then((res) => res, reject)),
		finally: (cb) => fakePromise$1(cb ? promiseLikeFinally$1(value, cb) : value),
		[Symbol.toStringTag]: "Promise"
	};
	return {
		then(resolve) {
			if (resolve) try {
				return fakePromise$1(resolve(value));
			} catch (err) {
				return fakeRejectPromise$1(err);
			}
			return this;
		},
		catch() {
			return this;
		},
		finally(cb) {
			if (cb) try {
				return fakePromise$1(cb()).then(() => value, () => value);
			} catch (err) {
				return fakeRejectPromise$1(err);
			}
			return this;
		},
		[Symbol.toStringTag]: "Promise",
		__fakePromiseValue: value,
		[kFakePromise$1]: "resolved"
	};
}
function createDeferredPromise$1() {
	if (Promise.withResolvers) return Promise.withResolvers();
	let resolveFn;
	let rejectFn;
	return {
		promise: new Promise(function deferredPromiseExecutor(resolve, reject) {
			resolveFn = resolve;
			rejectFn = reject;
		}),
		get resolve() {
			return resolveFn;
		},
		get reject() {
			return rejectFn;
		}
	};
}
function iterateAsync(iterable, callback, results) {
	if (iterable?.length === 0) return;
	const iterator = iterable[Symbol.iterator]();
	let index = 0;
	function iterate() {
		const { done: endOfIterator, value } = iterator.next();
		if (endOfIterator) return;
		let endedEarly = false;
		function endEarly() {
			endedEarly = true;
		}
		return handleMaybePromise$1(function handleCallback() {
			return callback(value, endEarly, index++);
		}, function handleCallbackResult(result) {
			if (result) results?.push(result);
			if (endedEarly) return;
			return iterate();
		});
	}
	return iterate();
}
function fakeRejectPromise$1(error) {
	return {
		then(_resolve, reject) {
			if (reject) try {
				return fakePromise$1(reject(error));
			} catch (err) {
				return fakeRejectPromise$1(err);
			}
			return this;
		},
		catch(reject) {
			if (reject) try {
				return fakePromise$1(reject(error));
			} catch (err) {
				return fakeRejectPromise$1(err);
			}
			return this;
		},
		finally(cb) {
			if (cb) try {
				cb();
			} catch (err) {
				return fakeRejectPromise$1(err);
			}
			return this;
		},
		__fakeRejectError: error,
		[Symbol.toStringTag]: "Promise",
		[kFakePromise$1]: "rejected"
	};
}
/**
* Given an AsyncIterable and a callback function, return an AsyncIterator
* which produces values mapped via calling the callback function.
*/
function mapAsyncIterator$1(iterator, onNext, onError, onEnd) {
	if (Symbol.asyncIterator in iterator) iterator = iterator[Symbol.asyncIterator]();
	let $return;
	let abruptClose;
	let onEndWithValue;
	if (onEnd) {
		let onEndWithValueResult;
		onEndWithValue = (value) => {
			onEndWithValueResult ||= handleMaybePromise$1(onEnd, () => value, () => value);
			return onEndWithValueResult;
		};
	}
	if (typeof iterator.return === "function") {
		$return = iterator.return;
		abruptClose = (error) => {
			const rethrow = () => {
				throw error;
			};
			return $return.call(iterator).then(rethrow, rethrow);
		};
	}
	function mapResult(result) {
		if (result.done) return onEndWithValue ? onEndWithValue(result) : result;
		return handleMaybePromise$1(() => result.value, (value) => handleMaybePromise$1(() => onNext(value), iteratorResult$1, abruptClose));
	}
	let mapReject;
	if (onError) {
		let onErrorResult;
		const reject = onError;
		mapReject = (error) => {
			onErrorResult ||= handleMaybePromise$1(() => error, (error) => handleMaybePromise$1(() => reject(error), iteratorResult$1, abruptClose));
			return onErrorResult;
		};
	}
	return {
		next() {
			return iterator.next().then(mapResult, mapReject);
		},
		return() {
			const res$ = $return ? $return.call(iterator).then(mapResult, mapReject) : fakePromise$1({
				value: void 0,
				done: true
			});
			return onEndWithValue ? res$.then(onEndWithValue) : res$;
		},
		throw(error) {
			if (typeof iterator.throw === "function") return iterator.throw(error).then(mapResult, mapReject);
			if (abruptClose) return abruptClose(error);
			return fakeRejectPromise$1(error);
		},
		[Symbol.asyncIterator]() {
			return this;
		}
	};
}
function iteratorResult$1(value) {
	return {
		value,
		done: false
	};
}
function isFakePromise$1(value) {
	return value?.[kFakePromise$1] === "resolved";
}
function isFakeRejectPromise$1(value) {
	return value?.[kFakePromise$1] === "rejected";
}
function promiseLikeFinally$1(value, onFinally) {
	if ("finally" in value) return value.finally(onFinally);
	return value.then((res) => {
		const finallyRes = onFinally();
		return isPromise$1(finallyRes) ? finallyRes.then(() => res) : res;
	}, (err) => {
		const finallyRes = onFinally();
		if (isPromise$1(finallyRes)) return finallyRes.then(() => {
			throw err;
		});
		else throw err;
	});
}
function unfakePromise$1(promise) {
	if (isFakePromise$1(promise)) return promise.__fakePromiseValue;
	if (isFakeRejectPromise$1(promise)) throw promise.__fakeRejectError;
	return promise;
}
// node_modules/graphql-yoga/esm/graphiql-html.js
var graphiql_html_default = "<!doctype html><html lang=en><head><meta charset=utf-8><title>__TITLE__</title><link rel=icon href=https://raw.githubusercontent.com/graphql-hive/graphql-yoga/main/packages/render-graphiql/favicon.ico><link crossorigin rel=stylesheet href=https://unpkg.com/@graphql-yoga/graphiql@4.5.1/dist/graphiql.css></head><body id=body class=no-focus-outline><noscript>You need to enable JavaScript to run this app.</noscript><div id=root>Loading __TITLE__...</div><script>function prepareBlob(r){const o=new Blob([r],{type:\"application/javascript\"});return URL.createObjectURL(o)}const workers={},workerUrls={editorWorkerService:\"https://unpkg.com/@graphql-yoga/graphiql@4.5.1/dist/monacoeditorwork/editor.worker.bundle.js\",json:\"https://unpkg.com/@graphql-yoga/graphiql@4.5.1/dist/monacoeditorwork/json.worker.bundle.js\",graphql:\"https://unpkg.com/@graphql-yoga/graphiql@4.5.1/dist/monacoeditorwork/graphql.worker..bundle.js\"};function prepareWorkers(){return Promise.all(Object.entries(workerUrls).map(async([r,o])=>{const e=await fetch(o),t=await e.text();workers[r]=prepareBlob(t)}))}self.MonacoEnvironment={globalAPI:!1,getWorkerUrl:function(r,o){return workers[o]}}<\/script><script src=https://unpkg.com/@graphql-yoga/graphiql@4.5.1/dist/yoga-graphiql.umd.js><\/script><script>prepareWorkers().finally(()=>{YogaGraphiQL.renderYogaGraphiQL(root,__OPTS__)})<\/script></body></html>";
// node_modules/graphql-yoga/esm/plugins/use-graphiql.js
function shouldRenderGraphiQL({ headers, method }) {
	return method === "GET" && !!headers?.get("accept")?.includes("text/html");
}
const renderGraphiQL = (opts) => graphiql_html_default.replace("__TITLE__", opts?.title || "Yoga GraphiQL").replace("__OPTS__", JSON.stringify(opts ?? {}));
function useGraphiQL(config) {
	const logger = config.logger ?? console;
	let graphiqlOptionsFactory;
	if (typeof config?.options === "function") graphiqlOptionsFactory = config?.options;
	else if (typeof config?.options === "object") graphiqlOptionsFactory = () => config?.options;
	else if (config?.options === false) graphiqlOptionsFactory = () => false;
	else graphiqlOptionsFactory = () => ({});
	const renderer = config?.render ?? renderGraphiQL;
	return { onRequest({ request, serverContext, fetchAPI, endResponse, url }) {
		const graphqlEndpoint = config.getGraphQLEndpoint();
		if (shouldRenderGraphiQL(request) && (request.url.endsWith(graphqlEndpoint) || request.url.endsWith(`${graphqlEndpoint}/`) || url.pathname === graphqlEndpoint || url.pathname === `${graphqlEndpoint}/` || config.getGraphQLEndpointURLPattern().test(url))) {
			logger.debug(`Rendering GraphiQL`);
			return handleMaybePromise$1(() => graphiqlOptionsFactory(request, serverContext), (graphiqlOptions) => {
				if (graphiqlOptions) return handleMaybePromise$1(() => renderer({ ...graphiqlOptions === true ? {} : graphiqlOptions }), (graphiqlBody) => {
					endResponse(new fetchAPI.Response(graphiqlBody, {
						headers: { "Content-Type": "text/html" },
						status: 200
					}));
				});
			});
		}
	} };
}
// node_modules/graphql-yoga/esm/plugins/use-schema.js
function isGraphQLSchema(schemaDef) {
	return schemaDef?.[Symbol.toStringTag] === "GraphQLSchema";
}
const useSchema = (schemaDef) => {
	if (schemaDef == null) return {};
	if (isGraphQLSchema(schemaDef)) return { onPluginInit({ setSchema }) {
		setSchema(schemaDef);
	} };
	if ("then" in schemaDef) {
		let schema;
		return {
			onRequestParse() {
				return { onRequestParseDone() {
					if (!schema) return handleMaybePromise$1(() => schemaDef, (schemaDef) => {
						schema = schemaDef;
					});
				} };
			},
			onEnveloped({ setSchema }) {
				if (schema == null) throw new Error(`You provide a promise of a schema but it hasn't been resolved yet. Make sure you use this plugin with GraphQL Yoga.`);
				if (!isGraphQLSchema(schema)) throw new Error(`The resolved schema is not a valid GraphQLSchema instance.`);
				setSchema(schema);
			}
		};
	}
	if (typeof schemaDef === "function") {
		const schemaByRequest = /* @__PURE__ */ new WeakMap();
		return {
			onRequestParse({ request, serverContext }) {
				return { onRequestParseDone() {
					return handleMaybePromise$1(() => schemaDef({
						...serverContext,
						request
					}), (schemaDef) => {
						if (!isGraphQLSchema(schemaDef)) throw new Error("The factory function did not return a valid GraphQLSchema.");
						schemaByRequest.set(request, schemaDef);
					});
				} };
			},
			onEnveloped({ setSchema, context }) {
				if (context?.request == null) throw new Error("Request object is not available in the context. Make sure you use this plugin with GraphQL Yoga.");
				const schema = schemaByRequest.get(context.request);
				if (schema == null) throw new Error(`No schema found for this request. Make sure you use this plugin with GraphQL Yoga.`);
				setSchema(schema);
			}
		};
	}
	throw new Error(`Invalid schema definition provided, expected a schema, promise or function.`);
};
// node_modules/graphql/version.mjs
const versionInfo = Object.freeze({
	major: 17,
	minor: 1,
	patch: 0,
	preReleaseTag: null
});
// node_modules/graphql/utilities/valueFromAST.mjs
function valueFromAST(valueNode, type, variables) {
	if (!valueNode) return;
	if (valueNode.kind === "Variable") {
		const variableName = valueNode.name.value;
		if (variables == null || !Object.hasOwn(variables, variableName)) return;
		const variableValue = variables[variableName];
		if (variableValue === void 0) return;
		if (variableValue === null && isNonNullType(type)) return;
		return variableValue;
	}
	if (isNonNullType(type)) {
		if (valueNode.kind === "NullValue") return;
		return valueFromAST(valueNode, type.ofType, variables);
	}
	if (valueNode.kind === "NullValue") return null;
	if (isListType(type)) {
		const itemType = type.ofType;
		if (valueNode.kind === "ListValue") {
			const coercedValues = [];
			for (const itemNode of valueNode.values) if (isMissingVariable$1(itemNode, variables)) {
				if (isNonNullType(itemType)) return;
				coercedValues.push(null);
			} else {
				const itemValue = valueFromAST(itemNode, itemType, variables);
				if (itemValue === void 0) return;
				coercedValues.push(itemValue);
			}
			return coercedValues;
		}
		const coercedValue = valueFromAST(valueNode, itemType, variables);
		if (coercedValue === void 0) return;
		return [coercedValue];
	}
	if (isInputObjectType(type)) {
		if (valueNode.kind !== "ObjectValue") return;
		const coercedObj = Object.create(null);
		const fieldDefs = type.getFields();
		if (valueNode.fields.some((field) => !Object.hasOwn(fieldDefs, field.name.value))) return;
		const fieldNodes = new Map(valueNode.fields.map((field) => [field.name.value, field]));
		for (const field of Object.values(fieldDefs)) {
			const fieldNode = fieldNodes.get(field.name);
			if (fieldNode == null || isMissingVariable$1(fieldNode.value, variables)) {
				if (field.defaultValue !== void 0) coercedObj[field.name] = field.defaultValue;
				else if (isNonNullType(field.type)) return;
				continue;
			}
			const fieldValue = valueFromAST(fieldNode.value, field.type, variables);
			if (fieldValue === void 0) return;
			coercedObj[field.name] = fieldValue;
		}
		if (type.isOneOf) {
			const coercedKeys = Object.keys(coercedObj);
			if (fieldNodes.size !== 1 || coercedKeys.length !== 1) return;
			for (const [fieldName, fieldNode] of fieldNodes) if (fieldNode.value.kind === "NullValue" || coercedObj[fieldName] === null) return;
		}
		return coercedObj;
	}
	if (isLeafType(type)) {
		let result;
		try {
			result = type.parseLiteral(valueNode, variables);
		} catch (_error) {
			return;
		}
		if (result === void 0) return;
		return result;
	}
	invariant$1(false, "Unexpected input type: " + inspect$1(type));
}
function isMissingVariable$1(valueNode, variables) {
	return valueNode.kind === "Variable" && (variables == null || !Object.hasOwn(variables, valueNode.name.value) || variables[valueNode.name.value] === void 0);
}
// node_modules/cross-inspect/esm/index.js
const MAX_RECURSIVE_DEPTH = 3;
/**
* Used to print values in error messages.
*/
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
function formatError(value) {
	if (value.name = "GraphQLError") return value.toString();
	return `${value.name}: ${value.message};\n ${value.stack}`;
}
function formatObjectValue(value, previouslySeenValues) {
	if (value === null) return "null";
	if (value instanceof Error) {
		if (value.name === "AggregateError") return formatError(value) + "\n" + formatArray(value.errors, previouslySeenValues);
		return formatError(value);
	}
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
	const len = array.length;
	const items = [];
	for (let i = 0; i < len; ++i) items.push(formatValue(array[i], seenValues));
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
// node_modules/@envelop/instrumentation/esm/instrumentation.js
/**
* Composes 2 instrumentations together into one instrumentation.
* The first one will be the outer call, the second one the inner call.
*/
function chain(first, next) {
	const merged = {
		...next,
		...first
	};
	for (const key of Object.keys(merged)) if (key in first && key in next) merged[key] = (payload, wrapped) => first[key](payload, () => next[key](payload, wrapped));
	return merged;
}
/**
* A helper to instrument a function.
*
* @param payload: The first argument that will be passed to the instrumentation on each function call
* @returns Function and Async Functions factories allowing to wrap a function with a given instrument.
*/
const getInstrumented = (payload) => ({
	/**
	* Wraps the `wrapped` function with the given `instrument` wrapper.
	* @returns The wrapped function, or `undefined` if the instrument is `undefined`.
	*/
	fn(instrument, wrapped) {
		if (!instrument) return wrapped;
		return (...args) => {
			let result;
			instrument(payload, () => {
				result = wrapped(...args);
			});
			return result;
		};
	},
	/**
	* Wraps the `wrapped` function with the given `instrument` wrapper.
	* @returns The wrapped function, or `undefined` if the instrument is `undefined`.
	*/
	asyncFn(instrument, wrapped) {
		if (!instrument) return wrapped;
		return (...args) => {
			let result;
			return handleMaybePromise$1(() => instrument(payload, () => {
				result = wrapped(...args);
				return isPromise$1(result) ? result.then(() => void 0) : void 0;
			}), () => {
				return result;
			});
		};
	}
});
// node_modules/@envelop/core/esm/document-string-map.js
const documentStringMap = /* @__PURE__ */ new WeakMap();
// node_modules/@envelop/core/esm/utils.js
function getSubscribeArgs(args) {
	return args.length === 1 ? args[0] : {
		schema: args[0],
		document: args[1],
		rootValue: args[2],
		contextValue: args[3],
		variableValues: args[4],
		operationName: args[5],
		fieldResolver: args[6],
		subscribeFieldResolver: args[7]
	};
}
/**
* Utility function for making a subscribe function that handles polymorphic arguments.
*/
const makeSubscribe = (subscribeFn) => ((...polyArgs) => subscribeFn(getSubscribeArgs(polyArgs)));
function getExecuteArgs(args) {
	return args.length === 1 ? args[0] : {
		schema: args[0],
		document: args[1],
		rootValue: args[2],
		contextValue: args[3],
		variableValues: args[4],
		operationName: args[5],
		fieldResolver: args[6],
		typeResolver: args[7]
	};
}
/**
* Utility function for making a execute function that handles polymorphic arguments.
*/
const makeExecute = (executeFn) => ((...polyArgs) => executeFn(getExecuteArgs(polyArgs)));
/**
* Returns true if the provided object implements the AsyncIterator protocol via
* implementing a `Symbol.asyncIterator` method.
*
* Source: https://github.com/graphql/graphql-js/blob/main/src/jsutils/isAsyncIterable.ts
*/
function isAsyncIterable$3(maybeAsyncIterable) {
	return typeof maybeAsyncIterable === "object" && maybeAsyncIterable != null && typeof maybeAsyncIterable[Symbol.asyncIterator] === "function";
}
/**
* A utility function for handling `onExecuteDone` hook result, for simplifying the handling of AsyncIterable returned from `execute`.
*
* @param payload The payload send to `onExecuteDone` hook function
* @param fn The handler to be executed on each result
* @returns a subscription for streamed results, or undefined in case of an non-async
*/
function handleStreamOrSingleExecutionResult(payload, fn) {
	if (isAsyncIterable$3(payload.result)) return { onNext: fn };
	fn({
		args: payload.args,
		result: payload.result,
		setResult: payload.setResult
	});
}
function finalAsyncIterator(source, onFinal) {
	let iterator;
	function ensureIterator() {
		iterator ||= source[Symbol.asyncIterator]();
		return iterator;
	}
	let isDone = false;
	return {
		[Symbol.asyncIterator]() {
			return this;
		},
		next() {
			return ensureIterator().next().then((result) => {
				if (result.done && isDone === false) {
					isDone = true;
					onFinal();
				}
				return result;
			});
		},
		return() {
			const promise = ensureIterator().return?.();
			if (isDone === false) {
				isDone = true;
				onFinal();
			}
			return promise || fakePromise$1({
				done: true,
				value: void 0
			});
		},
		throw(error) {
			const promise = ensureIterator().throw?.();
			if (promise) return promise;
			throw error;
		},
		[Symbol.asyncDispose || Symbol.for("Symbol.asyncDispose")]() {
			return fakePromise$1();
		}
	};
}
function errorAsyncIterator(source, onError) {
	let iterator;
	function ensureIterator() {
		iterator ||= source[Symbol.asyncIterator]();
		return iterator;
	}
	return {
		[Symbol.asyncIterator]() {
			return this;
		},
		next() {
			return ensureIterator().next().catch((error) => {
				onError(error);
				return {
					done: true,
					value: void 0
				};
			});
		},
		return() {
			return ensureIterator().return?.() || fakePromise$1({
				done: true,
				value: void 0
			});
		},
		throw(error) {
			const promise = ensureIterator().throw?.();
			if (promise) return promise;
			throw error;
		},
		[Symbol.asyncDispose || Symbol.for("Symbol.asyncDispose")]() {
			return fakePromise$1();
		}
	};
}
// node_modules/@envelop/core/esm/orchestrator.js
function throwEngineFunctionError(name) {
	throw Error(`No \`${name}\` function found! Register it using "useEngine" plugin.`);
}
function createEnvelopOrchestrator({ plugins }) {
	let schema = null;
	let initDone = false;
	const parse = () => throwEngineFunctionError("parse");
	const validate = () => throwEngineFunctionError("validate");
	const execute = () => throwEngineFunctionError("execute");
	const subscribe = () => throwEngineFunctionError("subscribe");
	let instrumentation;
	const replaceSchema = (newSchema, ignorePluginIndex = -1) => {
		if (schema === newSchema) return;
		schema = newSchema;
		if (initDone) {
			for (const [i, plugin] of plugins.entries()) if (i !== ignorePluginIndex) plugin.onSchemaChange && plugin.onSchemaChange({
				schema,
				replaceSchema: (schemaToSet) => {
					replaceSchema(schemaToSet, i);
				}
			});
		}
	};
	const contextErrorHandlers = [];
	for (let i = 0; i < plugins.length; i++) {
		const plugin = plugins[i];
		const pluginsToAdd = [];
		plugin?.onPluginInit?.({
			plugins,
			addPlugin: (newPlugin) => {
				pluginsToAdd.push(newPlugin);
			},
			setSchema: (modifiedSchema) => replaceSchema(modifiedSchema, i),
			registerContextErrorHandler: (handler) => contextErrorHandlers.push(handler)
		});
		pluginsToAdd.length && plugins.splice(i + 1, 0, ...pluginsToAdd);
	}
	const beforeCallbacks = {
		init: [],
		parse: [],
		validate: [],
		subscribe: [],
		execute: [],
		context: []
	};
	for (const { onContextBuilding, onExecute, onParse, onSubscribe, onValidate, onEnveloped, instrumentation: pluginInstrumentation } of plugins) {
		onEnveloped && beforeCallbacks.init.push(onEnveloped);
		onContextBuilding && beforeCallbacks.context.push(onContextBuilding);
		onExecute && beforeCallbacks.execute.push(onExecute);
		onParse && beforeCallbacks.parse.push(onParse);
		onSubscribe && beforeCallbacks.subscribe.push(onSubscribe);
		onValidate && beforeCallbacks.validate.push(onValidate);
		if (pluginInstrumentation) instrumentation = instrumentation ? chain(instrumentation, pluginInstrumentation) : pluginInstrumentation;
	}
	const init = (initialContext) => {
		for (const [i, onEnveloped] of beforeCallbacks.init.entries()) onEnveloped({
			context: initialContext,
			extendContext: (extension) => {
				if (!initialContext) return;
				Object.assign(initialContext, extension);
			},
			setSchema: (modifiedSchema) => replaceSchema(modifiedSchema, i)
		});
	};
	const customParse = beforeCallbacks.parse.length ? (initialContext) => (source, parseOptions) => {
		let result = null;
		let parseFn = parse;
		const context = initialContext;
		const afterCalls = [];
		for (const onParse of beforeCallbacks.parse) {
			const afterFn = onParse({
				context,
				extendContext: (extension) => {
					Object.assign(context, extension);
				},
				params: {
					source,
					options: parseOptions
				},
				parseFn,
				setParseFn: (newFn) => {
					parseFn = newFn;
				},
				setParsedDocument: (newDoc) => {
					result = newDoc;
				}
			});
			if (afterFn) afterCalls.push(afterFn);
		}
		if (result === null) try {
			result = parseFn(source, parseOptions);
		} catch (e) {
			result = e;
		}
		for (const afterCb of afterCalls) afterCb({
			context,
			extendContext: (extension) => {
				Object.assign(context, extension);
			},
			replaceParseResult: (newResult) => {
				result = newResult;
			},
			result
		});
		if (result === null) throw new Error(`Failed to parse document.`);
		if (result instanceof Error) throw result;
		documentStringMap.set(result, source.toString());
		return result;
	} : () => parse;
	const customValidate = beforeCallbacks.validate.length ? (initialContext) => (schema, documentAST, rules, typeInfo, validationOptions) => {
		let actualRules = rules ? [...rules] : void 0;
		let validateFn = validate;
		let result = null;
		const context = initialContext;
		const afterCalls = [];
		for (const onValidate of beforeCallbacks.validate) {
			const afterFn = onValidate({
				context,
				extendContext: (extension) => {
					Object.assign(context, extension);
				},
				params: {
					schema,
					documentAST,
					rules: actualRules,
					typeInfo,
					options: validationOptions
				},
				validateFn,
				addValidationRule: (rule) => {
					actualRules ||= [];
					actualRules.push(rule);
				},
				setValidationFn: (newFn) => {
					validateFn = newFn;
				},
				setResult: (newResults) => {
					result = newResults;
				}
			});
			afterFn && afterCalls.push(afterFn);
		}
		result ||= validateFn(schema, documentAST, actualRules, typeInfo, validationOptions);
		if (!result) return;
		const valid = result.length === 0;
		for (const afterCb of afterCalls) afterCb({
			valid,
			result,
			context,
			extendContext: (extension) => {
				Object.assign(context, extension);
			},
			setResult: (newResult) => {
				result = newResult;
			}
		});
		return result;
	} : () => validate;
	const customContextFactory = beforeCallbacks.context.length ? (initialContext) => (orchestratorCtx) => {
		const afterCalls = [];
		const context = initialContext;
		if (orchestratorCtx) Object.assign(context, orchestratorCtx);
		let isBreakingContextBuilding = false;
		return handleMaybePromise$1(() => iterateAsync(beforeCallbacks.context, (onContext, stopEarly) => onContext({
			context,
			extendContext: (extension) => {
				Object.assign(context, extension);
			},
			breakContextBuilding: () => {
				isBreakingContextBuilding = true;
				stopEarly();
			}
		}), afterCalls), () => {
			if (!isBreakingContextBuilding) return handleMaybePromise$1(() => iterateAsync(afterCalls, (afterCb) => afterCb({
				context,
				extendContext(extension) {
					Object.assign(context, extension);
				}
			})), () => context);
			return context;
		}, (err) => {
			let error = err;
			for (const errorCb of contextErrorHandlers) errorCb({
				context,
				error,
				setError: (err) => {
					error = err;
				}
			});
			throw error;
		});
	} : (initialContext) => (orchestratorCtx) => {
		if (orchestratorCtx) Object.assign(initialContext, orchestratorCtx);
		return initialContext;
	};
	const customSubscribe = beforeCallbacks.subscribe.length ? makeSubscribe((args) => {
		let subscribeFn = subscribe;
		const afterCallbacks = [];
		const context = args.contextValue || {};
		let result;
		return handleMaybePromise$1(() => iterateAsync(beforeCallbacks.subscribe, (onSubscribe, endEarly) => onSubscribe({
			subscribeFn,
			setSubscribeFn: (newSubscribeFn) => {
				subscribeFn = newSubscribeFn;
			},
			context,
			extendContext: (extension) => {
				Object.assign(context, extension);
			},
			args,
			setResultAndStopExecution: (stopResult) => {
				result = stopResult;
				endEarly();
			}
		}), afterCallbacks), () => {
			const afterCalls = [];
			const subscribeErrorHandlers = [];
			for (const { onSubscribeResult, onSubscribeError } of afterCallbacks) {
				if (onSubscribeResult) afterCalls.push(onSubscribeResult);
				if (onSubscribeError) subscribeErrorHandlers.push(onSubscribeError);
			}
			return handleMaybePromise$1(() => result || subscribeFn(args), (result) => {
				const onNextHandler = [];
				const onEndHandler = [];
				for (const afterCb of afterCalls) {
					const hookResult = afterCb({
						args,
						result,
						setResult: (newResult) => {
							result = newResult;
						}
					});
					if (hookResult) {
						if (hookResult.onNext) onNextHandler.push(hookResult.onNext);
						if (hookResult.onEnd) onEndHandler.push(hookResult.onEnd);
					}
				}
				if (onNextHandler.length && isAsyncIterable$3(result)) result = mapAsyncIterator$1(result, (result) => handleMaybePromise$1(() => iterateAsync(onNextHandler, (onNext) => onNext({
					args,
					result,
					setResult: (newResult) => result = newResult
				})), () => result));
				if (onEndHandler.length && isAsyncIterable$3(result)) result = finalAsyncIterator(result, () => {
					for (const onEnd of onEndHandler) onEnd();
				});
				if (subscribeErrorHandlers.length && isAsyncIterable$3(result)) result = errorAsyncIterator(result, (err) => {
					let error = err;
					for (const handler of subscribeErrorHandlers) handler({
						error,
						setError: (err) => {
							error = err;
						}
					});
					throw error;
				});
				return result;
			});
		});
	}) : makeSubscribe(subscribe);
	const customExecute = beforeCallbacks.execute.length ? makeExecute((args) => {
		let executeFn = execute;
		let result;
		const afterCalls = [];
		const afterDoneCalls = [];
		const context = args.contextValue || {};
		return handleMaybePromise$1(() => iterateAsync(beforeCallbacks.execute, (onExecute, endEarly) => onExecute({
			executeFn,
			setExecuteFn: (newExecuteFn) => {
				executeFn = newExecuteFn;
			},
			setResultAndStopExecution: (stopResult) => {
				result = stopResult;
				endEarly();
			},
			context,
			extendContext: (extension) => {
				if (typeof extension === "object") Object.assign(context, extension);
				else throw new Error(`Invalid context extension provided! Expected "object", got: "${JSON.stringify(extension)}" (${typeof extension})`);
			},
			args
		}), afterCalls), () => handleMaybePromise$1(() => result || executeFn({
			...args,
			contextValue: context
		}), (result) => handleMaybePromise$1(() => iterateAsync(afterCalls, (afterCb) => afterCb.onExecuteDone?.({
			args,
			result,
			setResult: (newResult) => {
				result = newResult;
			}
		}), afterDoneCalls), () => {
			const onNextHandler = [];
			const onEndHandler = [];
			for (const { onNext, onEnd } of afterDoneCalls) {
				if (onNext) onNextHandler.push(onNext);
				if (onEnd) onEndHandler.push(onEnd);
			}
			if (onNextHandler.length && isAsyncIterable$3(result)) result = mapAsyncIterator$1(result, (result) => handleMaybePromise$1(() => iterateAsync(onNextHandler, (onNext) => onNext({
				args,
				result,
				setResult: (newResult) => {
					result = newResult;
				}
			})), () => result));
			if (onEndHandler.length && isAsyncIterable$3(result)) result = finalAsyncIterator(result, () => {
				for (const onEnd of onEndHandler) onEnd();
			});
			return result;
		})));
	}) : makeExecute(execute);
	initDone = true;
	if (schema) for (const [i, plugin] of plugins.entries()) plugin.onSchemaChange?.({
		schema,
		replaceSchema: (modifiedSchema) => replaceSchema(modifiedSchema, i)
	});
	return {
		getCurrentSchema() {
			return schema;
		},
		init,
		parse: customParse,
		validate: customValidate,
		execute: customExecute,
		subscribe: customSubscribe,
		contextFactory: customContextFactory,
		instrumentation
	};
}
// node_modules/@envelop/core/esm/create.js
function notEmpty(value) {
	return value != null;
}
function envelop(options) {
	const plugins = options.plugins.filter(notEmpty);
	const orchestrator = createEnvelopOrchestrator({ plugins });
	const instrumentation = orchestrator.instrumentation;
	const getEnveloped = (context = {}) => {
		const instrumented = getInstrumented({ context });
		const typedOrchestrator = orchestrator;
		instrumented.fn(instrumentation?.init, orchestrator.init)(context);
		return {
			parse: instrumented.fn(instrumentation?.parse, typedOrchestrator.parse(context)),
			validate: instrumented.fn(instrumentation?.validate, typedOrchestrator.validate(context)),
			contextFactory: instrumented.fn(instrumentation?.context, typedOrchestrator.contextFactory(context)),
			execute: instrumented.asyncFn(instrumentation?.execute, typedOrchestrator.execute),
			subscribe: instrumented.asyncFn(instrumentation?.subscribe, typedOrchestrator.subscribe),
			schema: typedOrchestrator.getCurrentSchema()
		};
	};
	getEnveloped._plugins = plugins;
	return getEnveloped;
}
function isGraphQLError$1(error) {
	return error instanceof Error && error.name === "GraphQLError";
}
function isOriginalGraphQLError$1(error) {
	if (isGraphQLError$1(error)) {
		if (error.originalError != null) return isOriginalGraphQLError$1(error.originalError);
		return true;
	}
	return false;
}
function createSerializableGraphQLError(message, originalError, isDev) {
	const error = new Error(message);
	error.name = "GraphQLError";
	if (isDev) {
		const extensions = originalError instanceof Error ? {
			message: originalError.message,
			stack: originalError.stack
		} : { message: String(originalError) };
		Object.defineProperty(error, "extensions", { get() {
			return extensions;
		} });
	}
	Object.defineProperty(error, "toJSON", { value() {
		return {
			message: error.message,
			extensions: error.extensions
		};
	} });
	return error;
}
const createDefaultMaskError = (isDev) => (error, message) => {
	if (isOriginalGraphQLError$1(error)) return error;
	return createSerializableGraphQLError(message, error, isDev);
};
const defaultMaskError = createDefaultMaskError(globalThis.process?.env?.["NODE_ENV"] === "development");
const makeHandleResult = (maskError, message) => ({ result, setResult }) => {
	if (result.errors != null) setResult({
		...result,
		errors: result.errors.map((error) => maskError(error, message))
	});
};
function useMaskedErrors(opts) {
	const maskError = opts?.maskError ?? defaultMaskError;
	const message = opts?.errorMessage || "Unexpected error.";
	const handleResult = makeHandleResult(maskError, message);
	return {
		onPluginInit(context) {
			context.registerContextErrorHandler(({ error, setError }) => {
				setError(maskError(error, message));
			});
		},
		onExecute() {
			return { onExecuteDone(payload) {
				return handleStreamOrSingleExecutionResult(payload, handleResult);
			} };
		},
		onSubscribe() {
			return {
				onSubscribeResult(payload) {
					return handleStreamOrSingleExecutionResult(payload, handleResult);
				},
				onSubscribeError({ error, setError }) {
					setError(maskError(error, message));
				}
			};
		}
	};
}
// node_modules/@envelop/core/esm/plugins/use-extend-context.js
const useExtendContext = (contextFactory) => ({ onContextBuilding({ context, extendContext }) {
	return handleMaybePromise$1(() => contextFactory(context), (result) => extendContext(result));
} });
// node_modules/@envelop/core/esm/plugins/use-engine.js
const useEngine = (engine) => {
	return {
		onExecute: ({ setExecuteFn }) => {
			if (engine.execute) setExecuteFn(engine.execute);
		},
		onParse: ({ setParseFn }) => {
			if (engine.parse) setParseFn(engine.parse);
		},
		onValidate: ({ setValidationFn, addValidationRule }) => {
			if (engine.validate) setValidationFn(engine.validate);
			engine.specifiedRules?.map(addValidationRule);
		},
		onSubscribe: ({ setSubscribeFn }) => {
			if (engine.subscribe) setSubscribeFn(engine.subscribe);
		}
	};
};
// node_modules/@graphql-tools/executor/node_modules/@graphql-tools/utils/esm/errors.js
const possibleGraphQLErrorProperties$1 = [
	"message",
	"locations",
	"path",
	"nodes",
	"source",
	"positions",
	"originalError",
	"name",
	"stack",
	"extensions",
	"coordinate"
];
function isGraphQLErrorLike$1(error) {
	return error != null && typeof error === "object" && Object.keys(error).every((key) => possibleGraphQLErrorProperties$1.includes(key));
}
function createGraphQLError$1(message, options) {
	if (options?.originalError && !(options.originalError instanceof Error) && isGraphQLErrorLike$1(options.originalError)) options.originalError = createGraphQLError$1(options.originalError.message, options.originalError);
	const Constructor = GraphQLError;
	const error = versionInfo.major >= 16 ? new Constructor(message, options) : new Constructor(message, options?.nodes, options?.source, options?.positions, options?.path, options?.originalError, options?.extensions);
	if (options?.coordinate && error.coordinate == null) Object.defineProperties(error, { coordinate: {
		value: options.coordinate,
		enumerable: true,
		configurable: true
	} });
	return error;
}
function locatedError(rawError, nodes, path, info) {
	const error = locatedError$1(rawError, nodes, path);
	if (!error.coordinate && info && error.coordinate == null) {
		const coordinate = `${info.parentType.name}.${info.fieldName}`;
		Object.defineProperties(error, { coordinate: {
			value: coordinate,
			enumerable: true,
			configurable: true
		} });
	}
	return error;
}
// node_modules/@graphql-tools/executor/node_modules/@whatwg-node/promise-helpers/esm/index.js
const kFakePromise = Symbol.for("@whatwg-node/promise-helpers/FakePromise");
function isPromise(value) {
	return value?.then != null;
}
function isActualPromise(value) {
	const maybePromise = value;
	return maybePromise && maybePromise.then && maybePromise.catch && maybePromise.finally;
}
function handleMaybePromise(inputFactory, outputSuccessFactory, outputErrorFactory, finallyFactory) {
	let result$ = fakePromise().then(inputFactory).then(outputSuccessFactory, outputErrorFactory);
	if (finallyFactory) result$ = result$.finally(finallyFactory);
	return unfakePromise(result$);
}
function fakePromise(value) {
	if (value && isActualPromise(value)) return value;
	if (isPromise(value)) return {
		then: (resolve, reject) => fakePromise(value.then(resolve, reject)),
		catch: (reject) => fakePromise(value.then((res) => res, reject)),
		finally: (cb) => fakePromise(cb ? promiseLikeFinally(value, cb) : value),
		[Symbol.toStringTag]: "Promise"
	};
	return {
		then(resolve) {
			if (resolve) try {
				return fakePromise(resolve(value));
			} catch (err) {
				return fakeRejectPromise(err);
			}
			return this;
		},
		catch() {
			return this;
		},
		finally(cb) {
			if (cb) try {
				return fakePromise(cb()).then(() => value, () => value);
			} catch (err) {
				return fakeRejectPromise(err);
			}
			return this;
		},
		[Symbol.toStringTag]: "Promise",
		__fakePromiseValue: value,
		[kFakePromise]: "resolved"
	};
}
function createDeferredPromise() {
	if (Promise.withResolvers) return Promise.withResolvers();
	let resolveFn;
	let rejectFn;
	return {
		promise: new Promise(function deferredPromiseExecutor(resolve, reject) {
			resolveFn = resolve;
			rejectFn = reject;
		}),
		get resolve() {
			return resolveFn;
		},
		get reject() {
			return rejectFn;
		}
	};
}
function fakeRejectPromise(error) {
	return {
		then(_resolve, reject) {
			if (reject) try {
				return fakePromise(reject(error));
			} catch (err) {
				return fakeRejectPromise(err);
			}
			return this;
		},
		catch(reject) {
			if (reject) try {
				return fakePromise(reject(error));
			} catch (err) {
				return fakeRejectPromise(err);
			}
			return this;
		},
		finally(cb) {
			if (cb) try {
				cb();
			} catch (err) {
				return fakeRejectPromise(err);
			}
			return this;
		},
		__fakeRejectError: error,
		[Symbol.toStringTag]: "Promise",
		[kFakePromise]: "rejected"
	};
}
/**
* Given an AsyncIterable and a callback function, return an AsyncIterator
* which produces values mapped via calling the callback function.
*/
function mapAsyncIterator(iterator, onNext, onError, onEnd) {
	if (Symbol.asyncIterator in iterator) iterator = iterator[Symbol.asyncIterator]();
	let $return;
	let abruptClose;
	let onEndWithValue;
	if (onEnd) {
		let onEndWithValueResult;
		onEndWithValue = (value) => {
			onEndWithValueResult ||= handleMaybePromise(onEnd, () => value, () => value);
			return onEndWithValueResult;
		};
	}
	if (typeof iterator.return === "function") {
		$return = iterator.return;
		abruptClose = (error) => {
			const rethrow = () => {
				throw error;
			};
			return $return.call(iterator).then(rethrow, rethrow);
		};
	}
	function mapResult(result) {
		if (result.done) return onEndWithValue ? onEndWithValue(result) : result;
		return handleMaybePromise(() => result.value, (value) => handleMaybePromise(() => onNext(value), iteratorResult, abruptClose));
	}
	let mapReject;
	if (onError) {
		let onErrorResult;
		const reject = onError;
		mapReject = (error) => {
			onErrorResult ||= handleMaybePromise(() => error, (error) => handleMaybePromise(() => reject(error), iteratorResult, abruptClose));
			return onErrorResult;
		};
	}
	return {
		next() {
			return iterator.next().then(mapResult, mapReject);
		},
		return() {
			const res$ = $return ? $return.call(iterator).then(mapResult, mapReject) : fakePromise({
				value: void 0,
				done: true
			});
			return onEndWithValue ? res$.then(onEndWithValue) : res$;
		},
		throw(error) {
			if (typeof iterator.throw === "function") return iterator.throw(error).then(mapResult, mapReject);
			if (abruptClose) return abruptClose(error);
			return fakeRejectPromise(error);
		},
		[Symbol.asyncIterator]() {
			return this;
		}
	};
}
function iteratorResult(value) {
	return {
		value,
		done: false
	};
}
function isFakePromise(value) {
	return value?.[kFakePromise] === "resolved";
}
function isFakeRejectPromise(value) {
	return value?.[kFakePromise] === "rejected";
}
function promiseLikeFinally(value, onFinally) {
	if ("finally" in value) return value.finally(onFinally);
	return value.then((res) => {
		const finallyRes = onFinally();
		return isPromise(finallyRes) ? finallyRes.then(() => res) : res;
	}, (err) => {
		const finallyRes = onFinally();
		if (isPromise(finallyRes)) return finallyRes.then(() => {
			throw err;
		});
		else throw err;
	});
}
function unfakePromise(promise) {
	if (isFakePromise(promise)) return promise.__fakePromiseValue;
	if (isFakeRejectPromise(promise)) throw promise.__fakeRejectError;
	return promise;
}
// node_modules/@graphql-tools/executor/node_modules/@graphql-tools/utils/esm/jsutils.js
function isIterableObject(value) {
	return value != null && typeof value === "object" && typeof value[Symbol.iterator] === "function";
}
function isObjectLike(value) {
	return typeof value === "object" && value !== null;
}
function promiseReduce(values, callbackFn, initialValue) {
	let accumulator = initialValue;
	for (const value of values) accumulator = handleMaybePromise(() => accumulator, (resolved) => callbackFn(resolved, value));
	return accumulator;
}
function hasOwnProperty(obj, prop) {
	return Object.prototype.hasOwnProperty.call(obj, prop);
}
// node_modules/@graphql-tools/executor/node_modules/@graphql-tools/utils/esm/coerceInputs.js
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
			if (!hasOwnProperty(fieldDefs, fieldName)) return;
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
		return typeof leafType.coerceInputValue === "function" ? leafType.coerceInputValue(inputValue) : leafType.parseValue(inputValue);
	} catch {}
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
		if (valueNode.fields.some((field) => !hasOwnProperty(fieldDefs, field.name.value))) return;
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
		if (typeof leafType.coerceInputLiteral === "function") {
			const replaced = replaceVariables(valueNode, variableValues, fragmentVariableValues);
			if (replaced == null) return;
			return leafType.coerceInputLiteral(replaced);
		}
		return leafType.parseLiteral(valueNode, variableValues?.coerced);
	} catch {}
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
		if (coercedDefaultValue === void 0) throw createGraphQLError$1(`Expected value of type "${inspect(inputValue.type)}" to be valid, found: ${inspect(defaultInput.literal ?? defaultInput.value)}.`, defaultInput.literal ? { nodes: [defaultInput.literal] } : void 0);
		inputValue._memoizedCoercedDefaultValue = coercedDefaultValue;
		return coercedDefaultValue;
	}
	const defaultValue = inputValue.defaultValue;
	if (defaultValue !== void 0) inputValue._memoizedCoercedDefaultValue = defaultValue;
	return defaultValue;
}
function replaceVariables(valueNode, variableValues, fragmentVariableValues) {
	switch (valueNode.kind) {
		case VARIABLE: {
			const varName = valueNode.name.value;
			const fragmentVariableValueSource = fragmentVariableValues?.sources[varName];
			if (fragmentVariableValueSource) {
				const value = fragmentVariableValueSource.value;
				if (value === void 0) {
					const defaultValue = fragmentVariableValueSource.signature?.default;
					if (defaultValue !== void 0) return defaultValue.literal;
					return { kind: NULL };
				}
				return replaceVariables(value, variableValues, fragmentVariableValueSource.fragmentVariableValues);
			}
			const variableValueSource = variableValues?.sources[varName];
			if (variableValueSource == null) return { kind: NULL };
			if (variableValueSource.value === void 0) {
				const defaultValue = variableValueSource.signature?.default;
				if (defaultValue !== void 0) return defaultValue.literal;
			}
			return valueToLiteral(variableValueSource.value, variableValueSource.signature.type);
		}
		case OBJECT: {
			const newFields = [];
			for (const field of valueNode.fields) {
				if (field.value.kind === "Variable") {
					const scopedVariableSource = fragmentVariableValues?.sources[field.value.name.value] ?? variableValues?.sources[field.value.name.value];
					if (scopedVariableSource?.value === void 0 && scopedVariableSource?.signature?.default === void 0) continue;
				}
				const replaced = replaceVariables(field.value, variableValues, fragmentVariableValues);
				if (replaced == null) return;
				newFields.push({
					kind: OBJECT_FIELD,
					name: field.name,
					value: replaced,
					loc: field.loc
				});
			}
			return {
				kind: OBJECT,
				fields: newFields,
				loc: valueNode.loc
			};
		}
		case LIST: {
			const values = [];
			for (const value of valueNode.values) {
				const replaced = replaceVariables(value, variableValues, fragmentVariableValues);
				if (replaced == null) return;
				values.push(replaced);
			}
			return {
				kind: LIST,
				values,
				loc: valueNode.loc
			};
		}
		default: return valueNode;
	}
}
/**
* Convert a runtime value to an AST literal for `replaceVariables`. Prefers the
* type's `valueToLiteral` when present; otherwise uses a JSON-like fallback that
* honors `.toJSON()` (so `Date` round-trips). Returns `undefined` when a present
* `valueToLiteral` hook rejects the value (graphql-js parity).
*/
function valueToLiteral(value, type) {
	if (isNonNullType(type)) {
		if (value == null) return;
		return valueToLiteral(value, type.ofType);
	}
	if (value == null) return { kind: NULL };
	if (isListType(type)) {
		if (!isIterableObject(value)) return valueToLiteral(value, type.ofType);
		const values = [];
		for (const item of value) {
			const itemNode = valueToLiteral(item, type.ofType);
			if (itemNode == null) return;
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
		for (const field of Object.values(type.getFields())) {
			const fieldValue = value[field.name];
			if (fieldValue === void 0) continue;
			const fieldNode = valueToLiteral(fieldValue, field.type);
			if (fieldNode == null) return;
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
	if (typeof leafType.valueToLiteral === "function") try {
		return leafType.valueToLiteral(value) ?? void 0;
	} catch {
		return;
	}
	return defaultScalarValueToLiteral(value);
}
function defaultScalarValueToLiteral(value) {
	if (value == null) return { kind: NULL };
	if (typeof value === "boolean") return {
		kind: BOOLEAN,
		value
	};
	if (typeof value === "string") return {
		kind: STRING,
		value,
		block: false
	};
	if (typeof value === "bigint") return {
		kind: INT,
		value: value.toString()
	};
	if (typeof value === "number") {
		if (!Number.isFinite(value)) return { kind: NULL };
		const stringNum = String(value);
		return integerStringRegExp$1.test(stringNum) ? {
			kind: INT,
			value: stringNum
		} : {
			kind: FLOAT,
			value: stringNum
		};
	}
	if (typeof value === "object") {
		if (typeof value.toJSON === "function") return defaultScalarValueToLiteral(value.toJSON());
		if (isIterableObject(value)) return {
			kind: LIST,
			values: Array.from(value, defaultScalarValueToLiteral)
		};
		const fields = [];
		for (const [fieldName, fieldValue] of Object.entries(value)) if (fieldValue !== void 0) fields.push({
			kind: OBJECT_FIELD,
			name: {
				kind: NAME,
				value: fieldName
			},
			value: defaultScalarValueToLiteral(fieldValue)
		});
		return {
			kind: OBJECT,
			fields
		};
	}
	return { kind: NULL };
}
const integerStringRegExp$1 = /^-?(?:0|[1-9][0-9]*)$/;
// node_modules/@graphql-tools/executor/node_modules/@graphql-tools/utils/esm/graphqlJSCompat.js
const isGraphQLJS17OrAbove = versionInfo.major >= 17;
function valueToASTLiteral(value) {
	if (value == null) return { kind: NULL };
	if (typeof value === "boolean") return {
		kind: BOOLEAN,
		value
	};
	if (typeof value === "string") return {
		kind: STRING,
		value,
		block: false
	};
	if (typeof value === "bigint") return {
		kind: INT,
		value: value.toString()
	};
	if (typeof value === "number") {
		if (!Number.isFinite(value)) return { kind: NULL };
		const stringNum = String(value);
		return integerStringRegExp.test(stringNum) ? {
			kind: INT,
			value: stringNum
		} : {
			kind: FLOAT,
			value: stringNum
		};
	}
	if (typeof value === "object") {
		if (typeof value.toJSON === "function") return valueToASTLiteral(value.toJSON());
		if (isIterableObject(value)) return {
			kind: LIST,
			values: Array.from(value, valueToASTLiteral)
		};
		const fields = [];
		for (const [fieldName, fieldValue] of Object.entries(value)) if (fieldValue !== void 0) fields.push({
			kind: OBJECT_FIELD,
			name: {
				kind: NAME,
				value: fieldName
			},
			value: valueToASTLiteral(fieldValue)
		});
		return {
			kind: OBJECT,
			fields
		};
	}
	return { kind: NULL };
}
const anyValueType = new GraphQLScalarType({
	name: "_GraphQLToolsAnyValue",
	serialize: (value) => value,
	valueToLiteral: valueToASTLiteral
});
function buildVariableSources(variableValues) {
	const sources = Object.create(null);
	for (const varName of Object.keys(variableValues)) sources[varName] = {
		signature: { type: anyValueType },
		value: variableValues[varName]
	};
	return sources;
}
/**
* Local GraphQL 17 coercion expects `variableValues` as `{ coerced, sources }`.
* Flat maps are wrapped only on graphql-js >= 17.
*
* When the executor already built real `sources`, pass them through. Otherwise
* build synthetic sources from the flat map on each call so mutating and
* reusing the same map stays correct.
*/
function toGraphQLJSVariableValues(variableValues, variableSources) {
	if (variableValues == null || !isGraphQLJS17OrAbove) return variableValues;
	if (variableSources) return {
		coerced: variableValues,
		sources: variableSources
	};
	return {
		coerced: variableValues,
		sources: buildVariableSources(variableValues)
	};
}
const integerStringRegExp = /^-?(?:0|[1-9][0-9]*)$/;
// node_modules/@graphql-tools/executor/node_modules/@graphql-tools/utils/esm/getArgumentValues.js
/**
* Prepares an object map of argument values given a list of argument
* definitions and list of argument AST nodes.
*
* Note: The returned value is a plain Object with a prototype, since it is
* exposed to user code. Care should be taken to not pull values from the
* Object prototype.
*
* On graphql-js@17+, uses a local copy of graphql-js input coercion so
* `default` / `coerceInputLiteral` work without importing those optional
* exports. On older peers, uses the legacy `defaultValue` + `valueFromAST`
* path.
*/
function getArgumentValues(def, node, variableValues = {}, variableSources) {
	if (versionInfo.major >= 17) return getArgumentValuesGraphQL17(def, node, variableValues, variableSources);
	return getArgumentValuesLegacy(def, node, variableValues);
}
function getArgumentValuesGraphQL17(def, node, variableValues, variableSources) {
	const coercedValues = {};
	const argumentNodes = node.arguments ?? [];
	const argNodeMap = new Map(argumentNodes.map((arg) => [arg.name.value, arg]));
	const wrappedVariableValues = toGraphQLJSVariableValues(variableValues, variableSources);
	for (const arg of def.args) {
		const argumentNode = argNodeMap.get(arg.name);
		if (!argumentNode) {
			const defaultValue = coerceDefaultValue(arg);
			if (defaultValue !== void 0) coercedValues[arg.name] = defaultValue;
			else if (isNonNullType(arg.type)) throw createGraphQLError$1(`Argument "${arg.name}" of required type "${inspect(arg.type)}" was not provided.`, { nodes: [node] });
			continue;
		}
		const valueNode = argumentNode.value;
		let isNull = valueNode.kind === NULL;
		if (valueNode.kind === "Variable") {
			const variableName = valueNode.name.value;
			if (variableValues == null || !hasOwnProperty(variableValues, variableName)) {
				const defaultValue = coerceDefaultValue(arg);
				if (defaultValue !== void 0) coercedValues[arg.name] = defaultValue;
				else if (isNonNullType(arg.type)) throw createGraphQLError$1(`Argument "${arg.name}" of required type "${inspect(arg.type)}" was provided the variable "$${variableName}" which was not provided a runtime value.`, { nodes: [valueNode] });
				continue;
			}
			isNull = variableValues[variableName] == null;
		}
		if (isNull && isNonNullType(arg.type)) throw createGraphQLError$1(`Argument "${arg.name}" of non-null type "${inspect(arg.type)}" must not be null.`, { nodes: [valueNode] });
		const coercedValue = coerceInputLiteral(valueNode, arg.type, wrappedVariableValues);
		if (coercedValue === void 0) throw createGraphQLError$1(`Argument "${arg.name}" has invalid value ${print(valueNode)}.`, { nodes: [valueNode] });
		coercedValues[arg.name] = coercedValue;
	}
	return coercedValues;
}
/**
* Pre-graphql-js@17 argument coercion: `defaultValue` + `valueFromAST`.
*/
function getArgumentValuesLegacy(def, node, variableValues) {
	const coercedValues = {};
	const argumentNodes = node.arguments ?? [];
	const argNodeMap = new Map(argumentNodes.map((arg) => [arg.name.value, arg]));
	for (const arg of def.args) {
		const argumentNode = argNodeMap.get(arg.name);
		if (!argumentNode) {
			if (arg.defaultValue !== void 0) coercedValues[arg.name] = arg.defaultValue;
			else if (isNonNullType(arg.type)) throw createGraphQLError$1(`Argument "${arg.name}" of required type "${inspect(arg.type)}" was not provided.`, { nodes: [node] });
			continue;
		}
		const valueNode = argumentNode.value;
		let isNull = valueNode.kind === NULL;
		if (valueNode.kind === "Variable") {
			const variableName = valueNode.name.value;
			if (variableValues == null || !hasOwnProperty(variableValues, variableName)) {
				if (arg.defaultValue !== void 0) coercedValues[arg.name] = arg.defaultValue;
				else if (isNonNullType(arg.type)) throw createGraphQLError$1(`Argument "${arg.name}" of required type "${inspect(arg.type)}" was provided the variable "$${variableName}" which was not provided a runtime value.`, { nodes: [valueNode] });
				continue;
			}
			isNull = variableValues[variableName] == null;
		}
		if (isNull && isNonNullType(arg.type)) throw createGraphQLError$1(`Argument "${arg.name}" of non-null type "${inspect(arg.type)}" must not be null.`, { nodes: [valueNode] });
		const coercedValue = valueFromAST(valueNode, arg.type, variableValues);
		if (coercedValue === void 0) throw createGraphQLError$1(`Argument "${arg.name}" has invalid value ${print(valueNode)}.`, { nodes: [valueNode] });
		coercedValues[arg.name] = coercedValue;
	}
	return coercedValues;
}
// node_modules/@graphql-tools/executor/node_modules/@graphql-tools/utils/esm/memoize.js
function memoize1(fn) {
	const memoize1cache = /* @__PURE__ */ new WeakMap();
	return function memoized(a1) {
		const cachedValue = memoize1cache.get(a1);
		if (cachedValue === void 0) {
			const newValue = fn(a1);
			memoize1cache.set(a1, newValue);
			return newValue;
		}
		return cachedValue;
	};
}
function memoize3(fn) {
	const memoize3Cache = /* @__PURE__ */ new WeakMap();
	return function memoized(a1, a2, a3) {
		let cache2 = memoize3Cache.get(a1);
		if (!cache2) {
			cache2 = /* @__PURE__ */ new WeakMap();
			memoize3Cache.set(a1, cache2);
			const cache3 = /* @__PURE__ */ new WeakMap();
			cache2.set(a2, cache3);
			const newValue = fn(a1, a2, a3);
			cache3.set(a3, newValue);
			return newValue;
		}
		let cache3 = cache2.get(a2);
		if (!cache3) {
			cache3 = /* @__PURE__ */ new WeakMap();
			cache2.set(a2, cache3);
			const newValue = fn(a1, a2, a3);
			cache3.set(a3, newValue);
			return newValue;
		}
		const cachedValue = cache3.get(a3);
		if (cachedValue === void 0) {
			const newValue = fn(a1, a2, a3);
			cache3.set(a3, newValue);
			return newValue;
		}
		return cachedValue;
	};
}
function memoize5(fn) {
	const memoize5Cache = /* @__PURE__ */ new WeakMap();
	return function memoized(a1, a2, a3, a4, a5) {
		let cache2 = memoize5Cache.get(a1);
		if (!cache2) {
			cache2 = /* @__PURE__ */ new WeakMap();
			memoize5Cache.set(a1, cache2);
			const cache3 = /* @__PURE__ */ new WeakMap();
			cache2.set(a2, cache3);
			const cache4 = /* @__PURE__ */ new WeakMap();
			cache3.set(a3, cache4);
			const cache5 = /* @__PURE__ */ new WeakMap();
			cache4.set(a4, cache5);
			const newValue = fn(a1, a2, a3, a4, a5);
			cache5.set(a5, newValue);
			return newValue;
		}
		let cache3 = cache2.get(a2);
		if (!cache3) {
			cache3 = /* @__PURE__ */ new WeakMap();
			cache2.set(a2, cache3);
			const cache4 = /* @__PURE__ */ new WeakMap();
			cache3.set(a3, cache4);
			const cache5 = /* @__PURE__ */ new WeakMap();
			cache4.set(a4, cache5);
			const newValue = fn(a1, a2, a3, a4, a5);
			cache5.set(a5, newValue);
			return newValue;
		}
		let cache4 = cache3.get(a3);
		if (!cache4) {
			cache4 = /* @__PURE__ */ new WeakMap();
			cache3.set(a3, cache4);
			const cache5 = /* @__PURE__ */ new WeakMap();
			cache4.set(a4, cache5);
			const newValue = fn(a1, a2, a3, a4, a5);
			cache5.set(a5, newValue);
			return newValue;
		}
		let cache5 = cache4.get(a4);
		if (!cache5) {
			cache5 = /* @__PURE__ */ new WeakMap();
			cache4.set(a4, cache5);
			const newValue = fn(a1, a2, a3, a4, a5);
			cache5.set(a5, newValue);
			return newValue;
		}
		const cachedValue = cache5.get(a5);
		if (cachedValue === void 0) {
			const newValue = fn(a1, a2, a3, a4, a5);
			cache5.set(a5, newValue);
			return newValue;
		}
		return cachedValue;
	};
}
// node_modules/@graphql-tools/executor/node_modules/@graphql-tools/utils/esm/rootTypes.js
function getDefinedRootType(schema, operation, nodes) {
	const rootType = getRootTypeMap(schema).get(operation);
	if (rootType == null) throw createGraphQLError$1(`Schema is not configured to execute ${operation} operation.`, { nodes });
	return rootType;
}
const getRootTypeMap = memoize1(function getRootTypeMap(schema) {
	const rootTypeMap = /* @__PURE__ */ new Map();
	const queryType = schema.getQueryType();
	if (queryType) rootTypeMap.set("query", queryType);
	const mutationType = schema.getMutationType();
	if (mutationType) rootTypeMap.set("mutation", mutationType);
	const subscriptionType = schema.getSubscriptionType();
	if (subscriptionType) rootTypeMap.set("subscription", subscriptionType);
	return rootTypeMap;
});
// node_modules/@graphql-tools/executor/node_modules/@graphql-tools/utils/esm/AccumulatorMap.js
/**
* ES6 Map with additional `add` method to accumulate items.
*/
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
// node_modules/@graphql-tools/executor/node_modules/@graphql-tools/utils/esm/directives.js
/**
* Used to conditionally defer fragments.
*/
const GraphQLDeferDirective = new GraphQLDirective({
	name: "defer",
	description: "Directs the executor to defer this fragment when the `if` argument is true or undefined.",
	locations: [DirectiveLocation.FRAGMENT_SPREAD, DirectiveLocation.INLINE_FRAGMENT],
	args: {
		if: {
			type: new GraphQLNonNull(GraphQLBoolean),
			description: "Deferred when true or undefined.",
			defaultValue: true
		},
		label: {
			type: GraphQLString,
			description: "Unique name"
		}
	}
});
/**
* Used to conditionally stream list fields.
*/
const GraphQLStreamDirective = new GraphQLDirective({
	name: "stream",
	description: "Directs the executor to stream plural fields when the `if` argument is true or undefined.",
	locations: [DirectiveLocation.FIELD],
	args: {
		if: {
			type: new GraphQLNonNull(GraphQLBoolean),
			description: "Stream when true or undefined.",
			defaultValue: true
		},
		label: {
			type: GraphQLString,
			description: "Unique name"
		},
		initialCount: {
			defaultValue: 0,
			type: GraphQLInt,
			description: "Number of items to return immediately"
		}
	}
});
// node_modules/@graphql-tools/executor/node_modules/@graphql-tools/utils/esm/getDirectiveValues.js
/**
* GraphQL v17's getDirectiveValues function accepts `VariableValues`
* while older versions accept `Record<string, any>`. This function wraps the original
* getDirectiveValues function to provide compatibility across versions.
*/
function getDirectiveValues(directiveDef, node, variableValues) {
	if (versionInfo.major >= 17) return getDirectiveValues$1(directiveDef, node, variableValues);
	return getDirectiveValues$1(directiveDef, node, variableValues?.coerced);
}
// node_modules/@graphql-tools/executor/node_modules/@graphql-tools/utils/esm/collectFields.js
function collectFieldsImpl(schema, fragments, variableValues, runtimeType, selectionSet, fields, patches, visitedFragmentNames) {
	for (const selection of selectionSet.selections) switch (selection.kind) {
		case FIELD:
			if (!shouldIncludeNode(variableValues, selection)) continue;
			fields.add(getFieldEntryKey(selection), selection);
			break;
		case INLINE_FRAGMENT: {
			if (!shouldIncludeNode(variableValues, selection) || !doesFragmentConditionMatch(schema, selection, runtimeType)) continue;
			const defer = getDeferValues(variableValues, selection);
			if (defer) {
				const patchFields = new AccumulatorMap();
				collectFieldsImpl(schema, fragments, variableValues, runtimeType, selection.selectionSet, patchFields, patches, visitedFragmentNames);
				patches.push({
					label: defer.label,
					fields: patchFields
				});
			} else collectFieldsImpl(schema, fragments, variableValues, runtimeType, selection.selectionSet, fields, patches, visitedFragmentNames);
			break;
		}
		case FRAGMENT_SPREAD: {
			const fragName = selection.name.value;
			if (!shouldIncludeNode(variableValues, selection)) continue;
			const defer = getDeferValues(variableValues, selection);
			if (visitedFragmentNames.has(fragName) && !defer) continue;
			const fragment = fragments[fragName];
			if (!fragment || !doesFragmentConditionMatch(schema, fragment, runtimeType)) continue;
			if (!defer) visitedFragmentNames.add(fragName);
			if (defer) {
				const patchFields = new AccumulatorMap();
				collectFieldsImpl(schema, fragments, variableValues, runtimeType, fragment.selectionSet, patchFields, patches, visitedFragmentNames);
				patches.push({
					label: defer.label,
					fields: patchFields
				});
			} else collectFieldsImpl(schema, fragments, variableValues, runtimeType, fragment.selectionSet, fields, patches, visitedFragmentNames);
			break;
		}
	}
}
/**
* Given a selectionSet, collects all of the fields and returns them.
*
* CollectFields requires the "runtime type" of an object. For a field that
* returns an Interface or Union type, the "runtime type" will be the actual
* object type returned by that field.
*
*/
function collectFields(schema, fragments, variableValues, runtimeType, selectionSet) {
	const fields = new AccumulatorMap();
	const patches = [];
	collectFieldsImpl(schema, fragments, variableValues, runtimeType, selectionSet, fields, patches, /* @__PURE__ */ new Set());
	return {
		fields,
		patches
	};
}
/**
* Determines if a field should be included based on the `@include` and `@skip`
* directives, where `@skip` has higher precedence than `@include`.
*/
function shouldIncludeNode(variableValues, node) {
	if (getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.["if"] === true) return false;
	if (getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.["if"] === false) return false;
	return true;
}
/**
* Determines if a fragment is applicable to the given type.
*/
function doesFragmentConditionMatch(schema, fragment, type) {
	const typeConditionNode = fragment.typeCondition;
	if (!typeConditionNode) return true;
	const conditionalType = typeFromAST(schema, typeConditionNode);
	if (conditionalType === type) return true;
	if (isAbstractType(conditionalType)) return schema.getPossibleTypes(conditionalType).includes(type);
	return false;
}
/**
* Implements the logic to compute the key of a given field's entry
*/
function getFieldEntryKey(node) {
	return node.alias ? node.alias.value : node.name.value;
}
/**
* Returns an object containing the `@defer` arguments if a field should be
* deferred based on the experimental flag, defer directive present and
* not disabled by the "if" argument.
*/
function getDeferValues(variableValues, node) {
	const defer = getDirectiveValues(GraphQLDeferDirective, node, variableValues);
	if (!defer) return;
	if (defer["if"] === false) return;
	return { label: typeof defer["label"] === "string" ? defer["label"] : void 0 };
}
/**
* Given an array of field nodes, collects all of the subfields of the passed
* in fields, and returns them at the end.
*
* CollectSubFields requires the "return type" of an object. For a field that
* returns an Interface or Union type, the "return type" will be the actual
* object type returned by that field.
*
*/
const collectSubFields = memoize5(function collectSubfields(schema, fragments, variableValues, returnType, fieldNodes) {
	const subFieldNodes = new AccumulatorMap();
	const visitedFragmentNames = /* @__PURE__ */ new Set();
	const subPatches = [];
	const subFieldsAndPatches = {
		fields: subFieldNodes,
		patches: subPatches
	};
	for (const node of fieldNodes) if (node.selectionSet) collectFieldsImpl(schema, fragments, variableValues, returnType, node.selectionSet, subFieldNodes, subPatches, visitedFragmentNames);
	return subFieldsAndPatches;
});
// node_modules/@graphql-tools/executor/node_modules/@graphql-tools/utils/esm/isAsyncIterable.js
function isAsyncIterable$2(value) {
	return value?.[Symbol.asyncIterator] != null;
}
// node_modules/@graphql-tools/executor/node_modules/@graphql-tools/utils/esm/Path.js
/**
* Given a Path and a key, return a new Path containing the new key.
*/
function addPath(prev, key, typename) {
	return {
		prev,
		key,
		typename
	};
}
/**
* Given a Path, return an Array of the path keys.
*/
function pathToArray(path) {
	const flattened = [];
	let curr = path;
	while (curr) {
		flattened.push(curr.key);
		curr = curr.prev;
	}
	return flattened.reverse();
}
/**
* Build a string describing the path.
*/
function printPathArray(path) {
	return path.map((key) => typeof key === "number" ? "[" + key.toString() + "]" : "." + key).join("");
}
// node_modules/@whatwg-node/disposablestack/esm/symbols.js
const DisposableSymbols$1 = {
	get dispose() {
		return Symbol.dispose || Symbol.for("dispose");
	},
	get asyncDispose() {
		return Symbol.asyncDispose || Symbol.for("asyncDispose");
	}
};
// node_modules/@graphql-tools/executor/esm/execution/coerceError.js
function coerceError(error) {
	if (error instanceof Error) return error;
	if (typeof error === "object" && error != null) {
		if ("message" in error && typeof error.message === "string") {
			let errorOptions;
			if ("cause" in error) errorOptions = { cause: error.cause };
			const coercedError = new Error(error.message, errorOptions);
			if ("stack" in error && typeof error.stack === "string") coercedError.stack = error.stack;
			if ("name" in error && typeof error.name === "string") coercedError.name = error.name;
			return coercedError;
		}
	}
	return new Error(String(error));
}
// node_modules/@graphql-tools/executor/esm/execution/flattenAsyncIterable.js
/**
* Given an AsyncIterable of AsyncIterables, flatten all yielded results into a
* single AsyncIterable.
*/
function flattenAsyncIterable(iterable) {
	const topIterator = iterable[Symbol.asyncIterator]();
	let currentNestedIterator;
	let waitForCurrentNestedIterator;
	let done = false;
	async function next() {
		if (done) return {
			value: void 0,
			done: true
		};
		try {
			if (!currentNestedIterator) {
				if (waitForCurrentNestedIterator) {
					await waitForCurrentNestedIterator;
					return await next();
				}
				let resolve;
				waitForCurrentNestedIterator = new Promise((r) => {
					resolve = r;
				});
				const topIteratorResult = await topIterator.next();
				if (topIteratorResult.done) {
					done = true;
					return await next();
				}
				currentNestedIterator = topIteratorResult.value[Symbol.asyncIterator]();
				waitForCurrentNestedIterator = void 0;
				resolve();
				return await next();
			}
			const rememberCurrentNestedIterator = currentNestedIterator;
			const nestedIteratorResult = await currentNestedIterator.next();
			if (!nestedIteratorResult.done) return nestedIteratorResult;
			if (currentNestedIterator === rememberCurrentNestedIterator) currentNestedIterator = void 0;
			return await next();
		} catch (err) {
			done = true;
			throw err;
		}
	}
	return {
		next,
		async return() {
			done = true;
			await Promise.all([currentNestedIterator?.return?.(), topIterator.return?.()]);
			return {
				value: void 0,
				done: true
			};
		},
		async throw(error) {
			done = true;
			await Promise.all([currentNestedIterator?.throw?.(error), topIterator.throw?.(error)]);
			/* c8 ignore next */
			throw error;
		},
		[Symbol.asyncIterator]() {
			return this;
		},
		async [DisposableSymbols$1.asyncDispose]() {
			done = true;
			await Promise.all([currentNestedIterator?.[DisposableSymbols$1.asyncDispose]?.(), topIterator?.[DisposableSymbols$1.asyncDispose]?.()]);
		}
	};
}
// node_modules/@graphql-tools/executor/esm/execution/invariant.js
function invariant(condition, message) {
	if (!condition) throw new Error(message != null ? message : "Unexpected invariant triggered.");
}
// node_modules/@graphql-tools/executor/esm/execution/promiseForObject.js
/**
* This function transforms a JS object `Record<string, Promise<T>>` into
* a `Promise<Record<string, T>>`
*
* This is akin to bluebird's `Promise.props`, but implemented only using
* `Promise.all` so it will work with any implementation of ES6 promises.
*/
function promiseForObject(object, signal, signalPromise) {
	signal?.throwIfAborted();
	const resolvedObject = Object.create(null);
	const promises = [];
	for (const key in object) {
		const valueSet$ = handleMaybePromise(() => object[key], (resolvedValue) => {
			resolvedObject[key] = resolvedValue;
		});
		if (isPromise(valueSet$)) {
			resolvedObject[key] = void 0;
			promises.push(valueSet$);
		}
	}
	if (!promises.length) return resolvedObject;
	const promiseAll = promises.length === 1 ? promises[0] : Promise.all(promises);
	if (signalPromise) return Promise.race([signalPromise, promiseAll]).then(() => resolvedObject);
	return promiseAll.then(() => resolvedObject);
}
// node_modules/@graphql-tools/executor/esm/execution/formatList.js
/**
* Given [A, B, C] return 'A, B, or C'.
*
* @internal
*/
function orList(items) {
	return formatList("or", items);
}
function formatList(conjunction, items) {
	switch (items.length) {
		case 1: return items[0];
		case 2: return items[0] + " " + conjunction + " " + items[1];
	}
	const allButLast = items.slice(0, -1);
	const lastItem = items.at(-1);
	return allButLast.join(", ") + ", " + conjunction + " " + lastItem;
}
// node_modules/@graphql-tools/executor/esm/execution/didYouMean.js
const MAX_SUGGESTIONS = 5;
/** @internal */
function didYouMean(firstArg, secondArg) {
	const [subMessage, suggestions] = secondArg ? [firstArg, secondArg] : [void 0, firstArg];
	if (suggestions.length === 0) return "";
	let message = " Did you mean ";
	if (subMessage != null) message += subMessage + " ";
	const suggestionList = orList(suggestions.slice(0, MAX_SUGGESTIONS).map((x) => `"${x}"`));
	return message + suggestionList + "?";
}
// node_modules/@graphql-tools/executor/esm/execution/naturalCompare.js
/**
* Returns a number indicating whether a reference string comes before, or after,
* or is the same as the given string in natural sort order.
*
* See: https://en.wikipedia.org/wiki/Natural_sort_order
*
* @internal
*/
function naturalCompare(aStr, bStr) {
	let aIndex = 0;
	let bIndex = 0;
	while (aIndex < aStr.length && bIndex < bStr.length) {
		let aChar = aStr.charCodeAt(aIndex);
		let bChar = bStr.charCodeAt(bIndex);
		if (isDigit(aChar) && isDigit(bChar)) {
			let aNum = 0;
			do {
				++aIndex;
				aNum = aNum * 10 + aChar - DIGIT_0;
				aChar = aStr.charCodeAt(aIndex);
			} while (isDigit(aChar) && aNum > 0);
			let bNum = 0;
			do {
				++bIndex;
				bNum = bNum * 10 + bChar - DIGIT_0;
				bChar = bStr.charCodeAt(bIndex);
			} while (isDigit(bChar) && bNum > 0);
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
function isDigit(code) {
	return !isNaN(code) && DIGIT_0 <= code && code <= DIGIT_9;
}
// node_modules/@graphql-tools/executor/esm/execution/suggestionList.js
/**
* Given an invalid input string and a list of valid options, returns a filtered
* list of valid options sorted based on their similarity with the input.
*
* @internal
*/
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
/**
* Computes the lexical distance between strings A and B.
*
* The "distance" between two strings is given by counting the minimum number
* of edits needed to transform string A into string B. An edit can be an
* insertion, deletion, or substitution of a single character, or a swap of two
* adjacent characters.
*
* Includes a custom alteration from Damerau-Levenshtein to treat case changes
* as a single edit which helps identify mis-cased values with an edit distance
* of 1.
*
* This distance can be useful for detecting typos in input or sorting
*
* @internal
*/
var LexicalDistance = class {
	_input;
	_inputLowerCase;
	_inputArray;
	_rows;
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
// node_modules/@graphql-tools/executor/esm/execution/validateInputValue.js
/**
* Validate that the provided input value is allowed for this type, collecting
* all errors via a callback function.
* @param inputValue - JavaScript value to validate.
* @param type - GraphQL input type to validate the value against.
* @param onError - Callback invoked for each validation error and path.
* @param hideSuggestions - Whether suggestion text should be omitted from errors.
* @returns Nothing.
* @example
* ```ts
* // Collect validation errors with their input paths.
* import {
*   GraphQLInputObjectType,
*   GraphQLInt,
*   GraphQLNonNull,
* } from 'graphql/type';
* import { validateInputValue } from 'graphql/utilities';
*
* const ReviewInput = new GraphQLInputObjectType({
*   name: 'ReviewInput',
*   fields: {
*     stars: { type: new GraphQLNonNull(GraphQLInt) },
*   },
* });
* const errors = [];
*
* validateInputValue({ stars: 'bad' }, ReviewInput, (path, _invalidValue, error) => {
*   errors.push({ message: error.message, path });
* });
*
* errors; // => [ { message: 'Expected value of type "Int", found: "bad".', path: ['stars'] } ]
* ```
* @example
* ```ts
* // This variant hides suggestion text for unknown input fields.
* import { GraphQLInputObjectType, GraphQLString } from 'graphql/type';
* import { validateInputValue } from 'graphql/utilities';
*
* const ReviewInput = new GraphQLInputObjectType({
*   name: 'ReviewInput',
*   fields: {
*     comment: { type: GraphQLString },
*   },
* });
* const errors = [];
*
* validateInputValue(
*   { rating: 'extra field' },
*   ReviewInput,
*   (_path, _invalidValue, error) => {
*     errors.push(error.message);
*   },
*   true,
* );
*
* errors; // => ['Expected value of type "ReviewInput" not to include unknown field "rating", found: { rating: "extra field" }.']
* ```
*/
function validateInputValue(inputValue, type, onError, hideSuggestions) {
	return validateInputValueImpl(inputValue, type, onError, hideSuggestions, void 0);
}
function validateInputValueImpl(inputValue, type, onError, hideSuggestions, path) {
	if (isNonNullType(type)) {
		if (inputValue === void 0) {
			reportInvalidValue(onError, `Expected a value of non-null type "${type}" to be provided.`, path, inputValue);
			return;
		}
		if (inputValue === null) {
			reportInvalidValue(onError, `Expected value of non-null type "${type}" not to be null.`, path, inputValue);
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
			reportInvalidValue(onError, `Expected value of type "${type}" to be an object, found: ${inspect(inputValue)}.`, path, inputValue);
			return;
		}
		const fieldDefs = type.getFields();
		for (const field of Object.values(fieldDefs)) {
			const fieldValue = inputValue[field.name];
			if (fieldValue === void 0) {
				if (isRequiredInputField(field)) reportInvalidValue(onError, `Expected value of type "${type}" to include required field "${field.name}", found: ${inspect(inputValue)}.`, path, inputValue);
			} else validateInputValueImpl(fieldValue, field.type, onError, hideSuggestions, addPath(path, field.name, type.name));
		}
		const fields = [];
		for (const fieldName of Object.keys(inputValue)) {
			if (inputValue[fieldName] === void 0) continue;
			if (!Object.hasOwn(fieldDefs, fieldName)) {
				const suggestion = hideSuggestions ? "" : didYouMean(suggestionList(fieldName, Object.keys(fieldDefs)));
				reportInvalidValue(onError, `Expected value of type "${type}" not to include unknown field "${fieldName}"${suggestion ? `.${suggestion} Found` : ", found"}: ${inspect(inputValue)}.`, path, inputValue);
				continue;
			}
			fields.push(fieldName);
		}
		if (type.isOneOf) {
			if (fields.length !== 1) {
				reportInvalidValue(onError, getOneOfInputObjectErrorMessage(type), path, inputValue);
				return;
			}
			const field = fields[0];
			if (inputValue[field] === null) reportInvalidValue(onError, getOneOfInputObjectErrorMessage(type), addPath(path, field, type.name), inputValue);
		}
	} else {
		assertLeafType(type);
		let result;
		let caughtError;
		try {
			const typeAny = type;
			if (versionInfo.major >= 17) result = typeAny.coerceInputValue(inputValue, hideSuggestions);
			else result = typeAny.parseValue(inputValue);
		} catch (error) {
			if (error instanceof GraphQLError) {
				onError(pathToArray(path), inputValue, error);
				return;
			}
			caughtError = error;
		}
		if (result === void 0) reportInvalidValue(onError, `Expected value of type "${type}"${caughtError != null ? `, but encountered error "${getCaughtErrorMessage(caughtError)}"; found` : ", found"}: ${inspect(inputValue)}.`, path, inputValue, caughtError);
	}
}
function reportInvalidValue(onError, message, path, invalidValue, originalError) {
	onError(pathToArray(path), invalidValue, createGraphQLError$1(message, { originalError }));
}
function getCaughtErrorMessage(caughtError) {
	if (isObjectLike(caughtError)) {
		const message = caughtError["message"];
		if (typeof message === "string" && message !== "") return message;
	}
	return String(caughtError);
}
function getOneOfInputObjectErrorMessage(type) {
	return `Within OneOf Input Object type "${type}", exactly one field must be specified, and the value for that field must be non-null.`;
}
// node_modules/@graphql-tools/executor/esm/execution/values.js
/**
* Prepares an object map of variableValues of the correct type based on the
* provided variable definitions and arbitrary input. If the input cannot be
* parsed to match the variable definitions, a GraphQLError will be thrown.
*
* Note: The returned value is a plain Object with a prototype, since it is
* exposed to user code. Care should be taken to not pull values from the
* Object prototype.
*/
function getVariableValues(schema, varDefNodes, inputs, options) {
	const errors = [];
	const maxErrors = options?.maxErrors;
	const hideSuggestions = options?.hideSuggestions;
	try {
		const variableValues = coerceVariableValues(schema, varDefNodes, inputs, (error) => {
			if (maxErrors != null && errors.length >= maxErrors) throw createGraphQLError$1("Too many errors processing variables, error limit reached. Execution aborted.");
			errors.push(error);
		}, hideSuggestions);
		if (errors.length === 0) return { variableValues };
	} catch (error) {
		errors.push(error);
	}
	return { errors };
}
function coerceVariableValues(schema, varDefNodes, inputs, onError, hideSuggestions) {
	const coercedValues = {};
	const sources = {};
	for (const varDefNode of varDefNodes) {
		const varName = varDefNode.variable.name.value;
		const varType = typeFromAST(schema, varDefNode.type);
		if (!isInputType(varType)) {
			onError(createGraphQLError$1(`Variable "$${varName}" expected value of type "${print(varDefNode.type)}" which cannot be used as an input type.`, { nodes: varDefNode.type }));
			continue;
		}
		const signature = {
			name: varName,
			type: varType,
			default: varDefNode.defaultValue == null ? void 0 : { literal: varDefNode.defaultValue }
		};
		if (!hasOwnProperty(inputs, varName)) {
			sources[varName] = { signature };
			if (varDefNode.defaultValue) coercedValues[varName] = valueFromAST(varDefNode.defaultValue, varType);
			else if (isNonNullType(varType)) onError(createGraphQLError$1(`Variable "$${varName}" of required type "${inspect(varType)}" was not provided.`, { nodes: varDefNode }));
			continue;
		}
		const value = inputs[varName];
		const sourceValue = snapshotInputValue(value, varType);
		sources[varName] = {
			signature,
			value: sourceValue
		};
		if (value === null && isNonNullType(varType)) {
			onError(createGraphQLError$1(`Variable "$${varName}" of non-null type "${inspect(varType)}" must not be null.`, { nodes: varDefNode }));
			continue;
		}
		let errored = false;
		const callback = (path, invalidValue, error) => {
			errored = true;
			let prefix = `Variable "$${varName}" got invalid value ` + inspect(invalidValue);
			if (path.length > 0) prefix += ` at "${varName}${printPathArray(path)}"`;
			onError(createGraphQLError$1(prefix + "; " + error.message, {
				nodes: varDefNode,
				originalError: error
			}));
		};
		coercedValues[varName] = coerceInputValue$1(sourceValue, varType, callback);
		if (coercedValues[varName] === void 0 && !errored) validateInputValue(sourceValue, varType, callback, hideSuggestions);
	}
	return {
		coerced: coercedValues,
		sources
	};
}
function snapshotInputValue(value, type) {
	if (isNonNullType(type)) return snapshotInputValue(value, type.ofType);
	if (value == null) return value;
	if (isListType(type)) {
		if (!isIterableInput(value)) return snapshotInputValue(value, type.ofType);
		return Array.from(value, (item) => snapshotInputValue(item, type.ofType));
	}
	if (isInputObjectType(type) && typeof value === "object" && !Array.isArray(value)) {
		const obj = value;
		const snapshot = Object.create(null);
		for (const key of Object.keys(obj)) snapshot[key] = obj[key];
		for (const field of Object.values(type.getFields())) {
			const fieldValue = obj[field.name];
			if (fieldValue !== void 0) snapshot[field.name] = snapshotInputValue(fieldValue, field.type);
		}
		return snapshot;
	}
	return value;
}
function isIterableInput(value) {
	return value != null && typeof value === "object" && typeof value[Symbol.iterator] === "function";
}
// node_modules/@graphql-tools/executor/esm/execution/execute.js
/**
* A memoized collection of relevant subfields with regard to the return
* type. Memoizing ensures the subfields are not repeatedly calculated, which
* saves overhead when resolving lists of values.
*/
const collectSubfields = memoize3((exeContext, returnType, fieldNodes) => collectSubFields(exeContext.schema, exeContext.fragments, exeContext.variableValues, returnType, fieldNodes));
/**
* Implements the "Executing requests" section of the GraphQL specification,
* including `@defer` and `@stream` as proposed in
* https://github.com/graphql/graphql-spec/pull/742
*
* This function returns a Promise of an IncrementalExecutionResults
* object. This object either consists of a single ExecutionResult, or an
* object containing an `initialResult` and a stream of `subsequentResults`.
*
* If the arguments to this function do not result in a legal execution context,
* a GraphQLError will be thrown immediately explaining the invalid input.
*/
function execute(args) {
	const exeContext = buildExecutionContext(args);
	if (!("schema" in exeContext)) return { errors: exeContext.map((e) => {
		Object.defineProperty(e, "extensions", { value: {
			...e.extensions,
			http: {
				...e.extensions?.["http"] || {},
				status: 400
			}
		} });
		return e;
	}) };
	return executeImpl(exeContext);
}
function executeImpl(exeContext) {
	exeContext.signal?.throwIfAborted();
	return handleMaybePromise(() => executeOperation(exeContext), (data) => {
		const initialResult = buildResponse(data, exeContext.errors);
		if (exeContext.subsequentPayloads.size > 0) return {
			initialResult: {
				...initialResult,
				hasNext: true
			},
			subsequentResults: yieldSubsequentPayloads(exeContext)
		};
		return initialResult;
	}, (error) => {
		exeContext.signal?.throwIfAborted();
		if (error.errors) exeContext.errors.push(...error.errors);
		else exeContext.errors.push(error);
		return buildResponse(null, exeContext.errors);
	});
}
/**
* Given a completed execution context and data, build the `{ errors, data }`
* response defined by the "Response" section of the GraphQL specification.
*/
function buildResponse(data, errors) {
	return errors.length === 0 ? { data } : {
		errors,
		data
	};
}
const getFragmentsFromDocument = memoize1(function getFragmentsFromDocument(document) {
	const fragments = Object.create(null);
	for (const definition of document.definitions) if (definition.kind === "FragmentDefinition") fragments[definition.name.value] = definition;
	return fragments;
});
/**
* Constructs a ExecutionContext object from the arguments passed to
* execute, which we will pass throughout the other execution methods.
*
* Throws a GraphQLError if a valid execution context cannot be created.
*
* TODO: consider no longer exporting this function
* @internal
*/
function buildExecutionContext(args) {
	const { schema, document, rootValue, contextValue, variableValues: rawVariableValues, operationName, fieldResolver, typeResolver, subscribeFieldResolver, signal, schemaCoordinateInErrors, hideSuggestions } = args;
	signal?.throwIfAborted();
	assertValidSchema(schema);
	const fragments = getFragmentsFromDocument(document);
	let operation;
	for (const definition of document.definitions) switch (definition.kind) {
		case OPERATION_DEFINITION: if (operationName == null) {
			if (operation !== void 0) return [createGraphQLError$1("Must provide operation name if query contains multiple operations.", { extensions: { code: "OPERATION_RESOLUTION_FAILURE" } })];
			operation = definition;
		} else if (definition.name?.value === operationName) operation = definition;
	}
	if (operation == null) {
		if (operationName != null) return [createGraphQLError$1(`Unknown operation named "${operationName}".`, { extensions: { code: "OPERATION_RESOLUTION_FAILURE" } })];
		return [createGraphQLError$1("Must provide an operation.", { extensions: { code: "OPERATION_RESOLUTION_FAILURE" } })];
	}
	const coercedVariableValues = getVariableValues(schema, operation.variableDefinitions ?? [], rawVariableValues ?? {}, {
		maxErrors: 50,
		hideSuggestions: hideSuggestions ?? void 0
	});
	if (coercedVariableValues.errors) return coercedVariableValues.errors;
	signal?.throwIfAborted();
	let onSignalAbort;
	let signalPromise;
	if (signal) {
		const listeners = /* @__PURE__ */ new Set();
		const signalDeferred = createDeferredPromise();
		signalPromise = signalDeferred.promise;
		const sharedListener = () => {
			signalDeferred.reject(signal.reason);
			signal.removeEventListener("abort", sharedListener);
		};
		signal.addEventListener("abort", sharedListener, { once: true });
		signalPromise.catch(() => {
			for (const listener of listeners) listener();
			listeners.clear();
		});
		onSignalAbort = (handler) => {
			listeners.add(handler);
		};
	}
	return {
		schema,
		fragments,
		rootValue,
		contextValue,
		operation,
		variableValues: coercedVariableValues.variableValues,
		fieldResolver: fieldResolver ?? defaultFieldResolver,
		typeResolver: typeResolver ?? defaultTypeResolver,
		subscribeFieldResolver: subscribeFieldResolver ?? defaultFieldResolver,
		subsequentPayloads: /* @__PURE__ */ new Set(),
		errors: [],
		signal,
		onSignalAbort,
		signalPromise,
		schemaCoordinateInErrors
	};
}
function buildPerEventExecutionContext(exeContext, payload) {
	return {
		...exeContext,
		rootValue: payload,
		subsequentPayloads: /* @__PURE__ */ new Set(),
		errors: []
	};
}
/**
* Implements the "Executing operations" section of the spec.
*/
function executeOperation(exeContext) {
	const { operation, schema, fragments, variableValues, rootValue } = exeContext;
	const rootType = getDefinedRootType(schema, operation.operation, [operation]);
	if (rootType == null) createGraphQLError$1(`Schema is not configured to execute ${operation.operation} operation.`, { nodes: operation });
	const { fields: rootFields, patches } = collectFields(schema, fragments, variableValues, rootType, operation.selectionSet);
	const path = void 0;
	let result;
	if (operation.operation === "mutation") result = executeFieldsSerially(exeContext, rootType, rootValue, path, rootFields);
	else result = executeFields(exeContext, rootType, rootValue, path, rootFields);
	for (const patch of patches) {
		const { label, fields: patchFields } = patch;
		executeDeferredFragment(exeContext, rootType, rootValue, patchFields, label, path);
	}
	return result;
}
/**
* Implements the "Executing selection sets" section of the spec
* for fields that must be executed serially.
*/
function executeFieldsSerially(exeContext, parentType, sourceValue, path, fields) {
	return promiseReduce(fields, (results, [responseName, fieldNodes]) => {
		const fieldPath = addPath(path, responseName, parentType.name);
		exeContext.signal?.throwIfAborted();
		return handleMaybePromise(() => executeField(exeContext, parentType, sourceValue, fieldNodes, fieldPath), (result) => {
			if (result === void 0) return results;
			results[responseName] = result;
			return results;
		});
	}, Object.create(null));
}
/**
* Implements the "Executing selection sets" section of the spec
* for fields that may be executed in parallel.
*/
function executeFields(exeContext, parentType, sourceValue, path, fields, asyncPayloadRecord) {
	const results = Object.create(null);
	let containsPromise = false;
	try {
		for (const [responseName, fieldNodes] of fields) {
			exeContext.signal?.throwIfAborted();
			const result = executeField(exeContext, parentType, sourceValue, fieldNodes, addPath(path, responseName, parentType.name), asyncPayloadRecord);
			if (result !== void 0) {
				results[responseName] = result;
				if (isPromise(result)) containsPromise = true;
			}
		}
	} catch (error) {
		if (error !== exeContext.signal?.reason && containsPromise) return handleMaybePromise(() => promiseForObject(results, exeContext.signal), () => {
			throw error;
		}, () => {
			throw error;
		});
		throw error;
	}
	if (!containsPromise) return results;
	return promiseForObject(results, exeContext.signal, exeContext.signalPromise);
}
/**
* Implements the "Executing fields" section of the spec
* In particular, this function figures out the value that the field returns by
* calling its resolve function, then calls completeValue to complete promises,
* serialize scalars, or execute the sub-selection-set for objects.
*/
function executeField(exeContext, parentType, source, fieldNodes, path, asyncPayloadRecord) {
	const errors = asyncPayloadRecord?.errors ?? exeContext.errors;
	const fieldDef = getFieldDef(exeContext.schema, parentType, fieldNodes[0]);
	if (!fieldDef) return;
	const returnType = fieldDef.type;
	const resolveFn = fieldDef.resolve ?? exeContext.fieldResolver;
	const info = buildResolveInfo(exeContext, fieldDef, fieldNodes, parentType, path);
	try {
		exeContext.signal?.throwIfAborted();
		const args = getArgumentValues(fieldDef, fieldNodes[0], exeContext.variableValues.coerced, exeContext.variableValues.sources);
		const contextValue = exeContext.contextValue;
		const result = resolveFn(source, args, contextValue, info);
		let completed;
		if (isPromise(result)) completed = result.then((resolved) => completeValue(exeContext, returnType, fieldNodes, info, path, resolved, asyncPayloadRecord));
		else completed = completeValue(exeContext, returnType, fieldNodes, info, path, result, asyncPayloadRecord);
		if (isPromise(completed)) return completed.then(void 0, (rawError) => {
			if (rawError instanceof AggregateError) {
				let result;
				for (let rawErrorItem of rawError.errors) {
					rawErrorItem = coerceError(rawErrorItem);
					result = handleFieldError(locatedError(rawErrorItem, fieldNodes, pathToArray(path), exeContext.schemaCoordinateInErrors && info), returnType, errors);
					filterSubsequentPayloads(exeContext, path, asyncPayloadRecord);
				}
				return result;
			}
			rawError = coerceError(rawError);
			const handledError = handleFieldError(locatedError(rawError, fieldNodes, pathToArray(path), exeContext.schemaCoordinateInErrors && info), returnType, errors);
			filterSubsequentPayloads(exeContext, path, asyncPayloadRecord);
			return handledError;
		});
		return completed;
	} catch (rawError) {
		if (rawError instanceof AggregateError) {
			let result;
			for (let rawErrorItem of rawError.errors) {
				rawErrorItem = coerceError(rawErrorItem);
				result = handleFieldError(locatedError(rawErrorItem, fieldNodes, pathToArray(path), exeContext.schemaCoordinateInErrors && info), returnType, errors);
				filterSubsequentPayloads(exeContext, path, asyncPayloadRecord);
			}
			return result;
		}
		const handledError = handleFieldError(locatedError(coerceError(rawError), fieldNodes, pathToArray(path), exeContext.schemaCoordinateInErrors && info), returnType, errors);
		filterSubsequentPayloads(exeContext, path, asyncPayloadRecord);
		return handledError;
	}
}
/**
* TODO: consider no longer exporting this function
* @internal
*/
function buildResolveInfo(exeContext, fieldDef, fieldNodes, parentType, path) {
	let asyncHelpers;
	const variableValues = versionInfo.major >= 17 ? exeContext.variableValues : exeContext.variableValues.coerced;
	return {
		fieldName: fieldDef.name,
		fieldNodes,
		returnType: fieldDef.type,
		parentType,
		path,
		schema: exeContext.schema,
		fragments: exeContext.fragments,
		rootValue: exeContext.rootValue,
		operation: exeContext.operation,
		variableValues,
		signal: exeContext.signal,
		getAbortSignal: () => exeContext.signal,
		getAsyncHelpers: () => asyncHelpers ??= {
			promiseAll: Promise.all.bind(Promise),
			track: (maybePromises) => {
				const waitUntil = exeContext.contextValue?.waitUntil;
				if (typeof waitUntil !== "function") return;
				for (const value of maybePromises) if (isPromise(value)) waitUntil(value);
			}
		}
	};
}
function handleFieldError(error, returnType, errors) {
	if (isNonNullType(returnType)) throw error;
	if (error.extensions?.["CRITICAL_ERROR"]) throw error;
	errors.push(error);
	return null;
}
/**
* Implements the instructions for completeValue as defined in the
* "Value Completion" section of the spec.
*
* If the field type is Non-Null, then this recursively completes the value
* for the inner type. It throws a field error if that completion returns null,
* as per the "Nullability" section of the spec.
*
* If the field type is a List, then this recursively completes the value
* for the inner type on each item in the list.
*
* If the field type is a Scalar or Enum, ensures the completed value is a legal
* value of the type by calling the `serialize` method of GraphQL type
* definition.
*
* If the field is an abstract type, determine the runtime type of the value
* and then complete based on that type
*
* Otherwise, the field type expects a sub-selection set, and will complete the
* value by executing all sub-selections.
*/
function completeValue(exeContext, returnType, fieldNodes, info, path, result, asyncPayloadRecord) {
	if (result instanceof Error) throw result;
	if (isNonNullType(returnType)) {
		const completed = completeValue(exeContext, returnType.ofType, fieldNodes, info, path, result, asyncPayloadRecord);
		if (completed === null) throw new Error(`Cannot return null for non-nullable field ${info.parentType.name}.${info.fieldName}.`);
		return completed;
	}
	if (result == null) return null;
	if (isListType(returnType)) return completeListValue(exeContext, returnType, fieldNodes, info, path, result, asyncPayloadRecord);
	if (isLeafType(returnType)) return completeLeafValue(returnType, result);
	if (isAbstractType(returnType)) return completeAbstractValue(exeContext, returnType, fieldNodes, info, path, result, asyncPayloadRecord);
	if (isObjectType(returnType)) return completeObjectValue(exeContext, returnType, fieldNodes, info, path, result, asyncPayloadRecord);
	/* c8 ignore next 6 */
	console.assert(false, "Cannot complete value of unexpected output type: " + inspect(returnType));
}
/**
* Returns an object containing the `@stream` arguments if a field should be
* streamed based on the experimental flag, stream directive present and
* not disabled by the "if" argument.
*/
function getStreamValues(exeContext, fieldNodes, path) {
	if (typeof path.key === "number") return;
	const stream = getDirectiveValues(GraphQLStreamDirective, fieldNodes[0], exeContext.variableValues);
	if (!stream) return;
	if (stream.if === false) return;
	invariant(typeof stream["initialCount"] === "number", "initialCount must be a number");
	invariant(stream["initialCount"] >= 0, "initialCount must be a positive integer");
	return {
		initialCount: stream["initialCount"],
		label: typeof stream["label"] === "string" ? stream["label"] : void 0
	};
}
/**
* Complete a async iterator value by completing the result and calling
* recursively until all the results are completed.
*/
async function completeAsyncIteratorValue(exeContext, itemType, fieldNodes, info, path, iterator, asyncPayloadRecord) {
	exeContext.signal?.throwIfAborted();
	if (iterator.return) exeContext.onSignalAbort?.(() => {
		iterator.return?.();
	});
	const errors = asyncPayloadRecord?.errors ?? exeContext.errors;
	const stream = getStreamValues(exeContext, fieldNodes, path);
	let containsPromise = false;
	const completedResults = [];
	let index = 0;
	while (true) {
		if (stream && typeof stream.initialCount === "number" && index >= stream.initialCount) {
			executeStreamIterator(index, iterator, exeContext, fieldNodes, info, itemType, path, stream.label, asyncPayloadRecord);
			break;
		}
		const itemPath = addPath(path, index, void 0);
		let iteration;
		try {
			iteration = await iterator.next();
			if (iteration.done) break;
		} catch (rawError) {
			const error = locatedError(coerceError(rawError), fieldNodes, pathToArray(itemPath), exeContext.schemaCoordinateInErrors && info);
			completedResults.push(handleFieldError(error, itemType, errors));
			break;
		}
		if (completeListItemValue(iteration.value, completedResults, errors, exeContext, itemType, fieldNodes, info, itemPath, asyncPayloadRecord)) containsPromise = true;
		index += 1;
	}
	return containsPromise ? Promise.all(completedResults) : completedResults;
}
/**
* Complete a list value by completing each item in the list with the
* inner type
*/
function completeListValue(exeContext, returnType, fieldNodes, info, path, result, asyncPayloadRecord) {
	const itemType = returnType.ofType;
	const errors = asyncPayloadRecord?.errors ?? exeContext.errors;
	if (isAsyncIterable$2(result)) return completeAsyncIteratorValue(exeContext, itemType, fieldNodes, info, path, result[Symbol.asyncIterator](), asyncPayloadRecord);
	if (!isIterableObject(result)) throw createGraphQLError$1(`Expected Iterable, but did not find one for field "${info.parentType.name}.${info.fieldName}".`);
	const stream = getStreamValues(exeContext, fieldNodes, path);
	let containsPromise = false;
	let previousAsyncPayloadRecord = asyncPayloadRecord;
	const completedResults = [];
	let index = 0;
	for (const item of result) {
		const itemPath = addPath(path, index, void 0);
		if (stream && typeof stream.initialCount === "number" && index >= stream.initialCount) {
			previousAsyncPayloadRecord = executeStreamField(path, itemPath, item, exeContext, fieldNodes, info, itemType, stream.label, previousAsyncPayloadRecord);
			index++;
			continue;
		}
		if (completeListItemValue(item, completedResults, errors, exeContext, itemType, fieldNodes, info, itemPath, asyncPayloadRecord)) containsPromise = true;
		index++;
	}
	return containsPromise ? Promise.all(completedResults) : completedResults;
}
/**
* Complete a list item value by adding it to the completed results.
*
* Returns true if the value is a Promise.
*/
function completeListItemValue(item, completedResults, errors, exeContext, itemType, fieldNodes, info, itemPath, asyncPayloadRecord) {
	try {
		let completedItem;
		if (isPromise(item)) completedItem = item.then((resolved) => completeValue(exeContext, itemType, fieldNodes, info, itemPath, resolved, asyncPayloadRecord));
		else completedItem = completeValue(exeContext, itemType, fieldNodes, info, itemPath, item, asyncPayloadRecord);
		if (isPromise(completedItem)) {
			completedResults.push(completedItem.then(void 0, (rawError) => {
				rawError = coerceError(rawError);
				const handledError = handleFieldError(locatedError(rawError, fieldNodes, pathToArray(itemPath), exeContext.schemaCoordinateInErrors && info), itemType, errors);
				filterSubsequentPayloads(exeContext, itemPath, asyncPayloadRecord);
				return handledError;
			}));
			return true;
		}
		completedResults.push(completedItem);
	} catch (rawError) {
		const handledError = handleFieldError(locatedError(coerceError(rawError), fieldNodes, pathToArray(itemPath), exeContext.schemaCoordinateInErrors && info), itemType, errors);
		filterSubsequentPayloads(exeContext, itemPath, asyncPayloadRecord);
		completedResults.push(handledError);
	}
	return false;
}
/**
* Complete a Scalar or Enum by serializing to a valid value, returning
* null if serialization is not possible.
*/
function completeLeafValue(returnType, result) {
	let serializedResult;
	try {
		serializedResult = returnType.serialize(result);
	} catch (err) {
		if (err instanceof GraphQLError) throw new Error(err.message);
		throw err;
	}
	if (serializedResult == null) throw new Error(`Expected \`${inspect(returnType)}.serialize(${inspect(result)})\` to return non-nullable value, returned: ${inspect(serializedResult)}`);
	return serializedResult;
}
/**
* Complete a value of an abstract type by determining the runtime object type
* of that value, then complete the value for that type.
*/
function completeAbstractValue(exeContext, returnType, fieldNodes, info, path, result, asyncPayloadRecord) {
	const resolveTypeFn = returnType.resolveType ?? exeContext.typeResolver;
	const contextValue = exeContext.contextValue;
	const runtimeType = resolveTypeFn(result, contextValue, info, returnType);
	if (isPromise(runtimeType)) return runtimeType.then((resolvedRuntimeType) => completeObjectValue(exeContext, ensureValidRuntimeType(resolvedRuntimeType, exeContext, returnType, fieldNodes, info, result), fieldNodes, info, path, result, asyncPayloadRecord));
	return completeObjectValue(exeContext, ensureValidRuntimeType(runtimeType, exeContext, returnType, fieldNodes, info, result), fieldNodes, info, path, result, asyncPayloadRecord);
}
function ensureValidRuntimeType(runtimeTypeName, exeContext, returnType, fieldNodes, info, result) {
	if (runtimeTypeName == null) throw createGraphQLError$1(`Abstract type "${returnType.name}" must resolve to an Object type at runtime for field "${info.parentType.name}.${info.fieldName}". Either the "${returnType.name}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`, { nodes: fieldNodes });
	if (isObjectType(runtimeTypeName)) {
		if (versionInfo.major >= 16) throw createGraphQLError$1("Support for returning GraphQLObjectType from resolveType was removed in graphql-js@16.0.0 please return type name instead.");
		runtimeTypeName = runtimeTypeName.name;
	}
	if (typeof runtimeTypeName !== "string") throw createGraphQLError$1(`Abstract type "${returnType.name}" must resolve to an Object type at runtime for field "${info.parentType.name}.${info.fieldName}" with value ${inspect(result)}, received "${inspect(runtimeTypeName)}".`);
	const runtimeType = exeContext.schema.getType(runtimeTypeName);
	if (runtimeType == null) throw createGraphQLError$1(`Abstract type "${returnType.name}" was resolved to a type "${runtimeTypeName}" that does not exist inside the schema.`, { nodes: fieldNodes });
	if (!isObjectType(runtimeType)) throw createGraphQLError$1(`Abstract type "${returnType.name}" was resolved to a non-object type "${runtimeTypeName}".`, { nodes: fieldNodes });
	if (!exeContext.schema.isSubType(returnType, runtimeType)) throw createGraphQLError$1(`Runtime Object type "${runtimeType.name}" is not a possible type for "${returnType.name}".`, { nodes: fieldNodes });
	return runtimeType;
}
/**
* Complete an Object value by executing all sub-selections.
*/
function completeObjectValue(exeContext, returnType, fieldNodes, info, path, result, asyncPayloadRecord) {
	if (returnType.isTypeOf) {
		const isTypeOf = returnType.isTypeOf(result, exeContext.contextValue, info);
		if (isPromise(isTypeOf)) return isTypeOf.then((resolvedIsTypeOf) => {
			if (!resolvedIsTypeOf) throw invalidReturnTypeError(returnType, result, fieldNodes);
			return collectAndExecuteSubfields(exeContext, returnType, fieldNodes, path, result, asyncPayloadRecord);
		});
		if (!isTypeOf) throw invalidReturnTypeError(returnType, result, fieldNodes);
	}
	return collectAndExecuteSubfields(exeContext, returnType, fieldNodes, path, result, asyncPayloadRecord);
}
function invalidReturnTypeError(returnType, result, fieldNodes) {
	return createGraphQLError$1(`Expected value of type "${returnType.name}" but got: ${inspect(result)}.`, { nodes: fieldNodes });
}
function collectAndExecuteSubfields(exeContext, returnType, fieldNodes, path, result, asyncPayloadRecord) {
	const { fields: subFieldNodes, patches: subPatches } = collectSubfields(exeContext, returnType, fieldNodes);
	const subFields = executeFields(exeContext, returnType, result, path, subFieldNodes, asyncPayloadRecord);
	for (const subPatch of subPatches) {
		const { label, fields: subPatchFieldNodes } = subPatch;
		executeDeferredFragment(exeContext, returnType, result, subPatchFieldNodes, label, path, asyncPayloadRecord);
	}
	return subFields;
}
/**
* If a resolveType function is not given, then a default resolve behavior is
* used which attempts two strategies:
*
* First, See if the provided value has a `__typename` field defined, if so, use
* that value as name of the resolved type.
*
* Otherwise, test each possible type for the abstract type by calling
* isTypeOf for the object being coerced, returning the first type that matches.
*/
const defaultTypeResolver = function(value, contextValue, info, abstractType) {
	if (isObjectLike(value) && typeof value["__typename"] === "string") return value["__typename"];
	const possibleTypes = info.schema.getPossibleTypes(abstractType);
	const promisedIsTypeOfResults = [];
	for (let i = 0; i < possibleTypes.length; i++) {
		const type = possibleTypes[i];
		if (type.isTypeOf) {
			const isTypeOfResult = type.isTypeOf(value, contextValue, info);
			if (isPromise(isTypeOfResult)) promisedIsTypeOfResults[i] = isTypeOfResult;
			else if (isTypeOfResult) return type.name;
		}
	}
	if (promisedIsTypeOfResults.length) return Promise.all(promisedIsTypeOfResults).then((isTypeOfResults) => {
		for (let i = 0; i < isTypeOfResults.length; i++) if (isTypeOfResults[i]) return possibleTypes[i].name;
	});
};
/**
* If a resolve function is not given, then a default resolve behavior is used
* which takes the property of the source object of the same name as the field
* and returns it as the result, or if it's a function, returns the result
* of calling that function while passing along args and context value.
*/
const defaultFieldResolver = function(source, args, contextValue, info) {
	if (isObjectLike(source) || typeof source === "function") {
		const property = source[info.fieldName];
		if (typeof property === "function") return source[info.fieldName](args, contextValue, info);
		return property;
	}
};
/**
* Implements the "Subscribe" algorithm described in the GraphQL specification,
* including `@defer` and `@stream` as proposed in
* https://github.com/graphql/graphql-spec/pull/742
*
* Returns a Promise which resolves to either an AsyncIterator (if successful)
* or an ExecutionResult (error). The promise will be rejected if the schema or
* other arguments to this function are invalid, or if the resolved event stream
* is not an async iterable.
*
* If the client-provided arguments to this function do not result in a
* compliant subscription, a GraphQL Response (ExecutionResult) with descriptive
* errors and no data will be returned.
*
* If the source stream could not be created due to faulty subscription resolver
* logic or underlying systems, the promise will resolve to a single
* ExecutionResult containing `errors` and no `data`.
*
* If the operation succeeded, the promise resolves to an AsyncIterator, which
* yields a stream of result representing the response stream.
*
* Each result may be an ExecutionResult with no `hasNext` (if executing the
* event did not use `@defer` or `@stream`), or an
* `InitialIncrementalExecutionResult` or `SubsequentIncrementalExecutionResult`
* (if executing the event used `@defer` or `@stream`). In the case of
* incremental execution results, each event produces a single
* `InitialIncrementalExecutionResult` followed by one or more
* `SubsequentIncrementalExecutionResult`s; all but the last have `hasNext: true`,
* and the last has `hasNext: false`. There is no interleaving between results
* generated from the same original event.
*
* Accepts an object with named arguments.
*/
function subscribe(args) {
	const exeContext = buildExecutionContext(args);
	if (!("schema" in exeContext)) {
		for (const error of exeContext) {
			const extensions = error.extensions ||= {};
			const httpExtensions = extensions["http"] ||= {};
			httpExtensions.status = 400;
			error.extensions["code"] = "BAD_USER_INPUT";
		}
		return { errors: exeContext };
	}
	const resultOrStream = createSourceEventStreamImpl(exeContext);
	if (isPromise(resultOrStream)) return resultOrStream.then((resolvedResultOrStream) => mapSourceToResponse(exeContext, resolvedResultOrStream));
	return mapSourceToResponse(exeContext, resultOrStream);
}
function isIncrementalResults(results) {
	return results?.initialResult;
}
function flattenIncrementalResults(incrementalResults) {
	const subsequentIterator = incrementalResults.subsequentResults;
	let initialResultSent = false;
	let done = false;
	return {
		[Symbol.asyncIterator]() {
			return this;
		},
		next() {
			if (done) return fakePromise({
				value: void 0,
				done
			});
			if (initialResultSent) return subsequentIterator.next();
			initialResultSent = true;
			return fakePromise({
				value: incrementalResults.initialResult,
				done
			});
		},
		return() {
			done = true;
			return subsequentIterator.return();
		},
		throw(error) {
			done = true;
			return subsequentIterator.throw(error);
		},
		[DisposableSymbols$1.asyncDispose]() {
			done = true;
			return subsequentIterator?.[DisposableSymbols$1.asyncDispose]?.();
		}
	};
}
async function* ensureAsyncIterable(someExecutionResult) {
	if ("initialResult" in someExecutionResult) yield* flattenIncrementalResults(someExecutionResult);
	else yield someExecutionResult;
}
function mapSourceToResponse(exeContext, resultOrStream) {
	if (!isAsyncIterable$2(resultOrStream)) return resultOrStream;
	return flattenAsyncIterable(mapAsyncIterator(resultOrStream, (payload) => handleMaybePromise(() => executeImpl(buildPerEventExecutionContext(exeContext, payload)), ensureAsyncIterable), (error) => {
		if (error instanceof AggregateError) throw new AggregateError(error.errors.map((e) => wrapError(e, exeContext.operation)), error.message);
		throw wrapError(error, exeContext.operation);
	}));
}
function wrapError(error, operation) {
	return createGraphQLError$1(error.message, {
		originalError: error,
		nodes: [operation]
	});
}
function createSourceEventStreamImpl(exeContext) {
	try {
		const eventStream = executeSubscription(exeContext);
		if (isPromise(eventStream)) return eventStream.then(void 0, (error) => ({ errors: [error] }));
		return eventStream;
	} catch (error) {
		return { errors: [error] };
	}
}
function executeSubscription(exeContext) {
	const { schema, fragments, operation, variableValues, rootValue } = exeContext;
	const rootType = schema.getSubscriptionType();
	if (rootType == null) throw createGraphQLError$1("Schema is not configured to execute subscription operation.", { nodes: operation });
	const { fields: rootFields } = collectFields(schema, fragments, variableValues, rootType, operation.selectionSet);
	const [responseName, fieldNodes] = [...rootFields.entries()][0];
	const fieldName = fieldNodes[0].name.value;
	const fieldDef = getFieldDef(schema, rootType, fieldNodes[0]);
	if (!fieldDef) throw createGraphQLError$1(`The subscription field "${fieldName}" is not defined.`, { nodes: fieldNodes });
	const path = addPath(void 0, responseName, rootType.name);
	const info = buildResolveInfo(exeContext, fieldDef, fieldNodes, rootType, path);
	try {
		const args = getArgumentValues(fieldDef, fieldNodes[0], variableValues.coerced, variableValues.sources);
		const contextValue = exeContext.contextValue;
		const result = (fieldDef.subscribe ?? exeContext.subscribeFieldResolver)(rootValue, args, contextValue, info);
		if (isPromise(result)) return result.then((result) => assertEventStream(result, exeContext.signal, exeContext.onSignalAbort)).then(void 0, (error) => {
			throw locatedError(error, fieldNodes, pathToArray(path), exeContext.schemaCoordinateInErrors && info);
		});
		return assertEventStream(result, exeContext.signal, exeContext.onSignalAbort);
	} catch (error) {
		throw locatedError(error, fieldNodes, pathToArray(path), exeContext.schemaCoordinateInErrors && info);
	}
}
function assertEventStream(result, signal, onSignalAbort) {
	signal?.throwIfAborted();
	if (result instanceof Error) throw result;
	if (!isAsyncIterable$2(result)) throw createGraphQLError$1(`Subscription field must return Async Iterable. Received: ${inspect(result)}.`);
	if (onSignalAbort) return { [Symbol.asyncIterator]() {
		const asyncIterator = result[Symbol.asyncIterator]();
		if (asyncIterator.return) onSignalAbort?.(() => {
			asyncIterator.return?.();
		});
		return asyncIterator;
	} };
	return result;
}
function executeDeferredFragment(exeContext, parentType, sourceValue, fields, label, path, parentContext) {
	const asyncPayloadRecord = new DeferredFragmentRecord({
		label,
		path,
		parentContext,
		exeContext
	});
	let promiseOrData;
	try {
		promiseOrData = executeFields(exeContext, parentType, sourceValue, path, fields, asyncPayloadRecord);
		if (isPromise(promiseOrData)) promiseOrData = promiseOrData.then(null, (e) => {
			asyncPayloadRecord.errors.push(e);
			return null;
		});
	} catch (e) {
		asyncPayloadRecord.errors.push(e);
		promiseOrData = null;
	}
	asyncPayloadRecord.addData(promiseOrData);
}
function executeStreamField(path, itemPath, item, exeContext, fieldNodes, info, itemType, label, parentContext) {
	const asyncPayloadRecord = new StreamRecord({
		label,
		path: itemPath,
		parentContext,
		exeContext
	});
	let completedItem;
	try {
		try {
			if (isPromise(item)) completedItem = item.then((resolved) => completeValue(exeContext, itemType, fieldNodes, info, itemPath, resolved, asyncPayloadRecord));
			else completedItem = completeValue(exeContext, itemType, fieldNodes, info, itemPath, item, asyncPayloadRecord);
			if (isPromise(completedItem)) completedItem = completedItem.then(void 0, (rawError) => {
				rawError = coerceError(rawError);
				const handledError = handleFieldError(locatedError(rawError, fieldNodes, pathToArray(itemPath), exeContext.schemaCoordinateInErrors && info), itemType, asyncPayloadRecord.errors);
				filterSubsequentPayloads(exeContext, itemPath, asyncPayloadRecord);
				return handledError;
			});
		} catch (rawError) {
			completedItem = handleFieldError(locatedError(coerceError(rawError), fieldNodes, pathToArray(itemPath), exeContext.schemaCoordinateInErrors && info), itemType, asyncPayloadRecord.errors);
			filterSubsequentPayloads(exeContext, itemPath, asyncPayloadRecord);
		}
	} catch (error) {
		asyncPayloadRecord.errors.push(error);
		filterSubsequentPayloads(exeContext, path, asyncPayloadRecord);
		asyncPayloadRecord.addItems(null);
		return asyncPayloadRecord;
	}
	let completedItems;
	if (isPromise(completedItem)) completedItems = completedItem.then((value) => [value], (error) => {
		asyncPayloadRecord.errors.push(error);
		filterSubsequentPayloads(exeContext, path, asyncPayloadRecord);
		return null;
	});
	else completedItems = [completedItem];
	asyncPayloadRecord.addItems(completedItems);
	return asyncPayloadRecord;
}
async function executeStreamIteratorItem(iterator, exeContext, fieldNodes, info, itemType, asyncPayloadRecord, itemPath) {
	let item;
	try {
		const { value, done } = await iterator.next();
		if (done) {
			asyncPayloadRecord.setIsCompletedIterator();
			return {
				done,
				value: void 0
			};
		}
		item = value;
	} catch (rawError) {
		return {
			done: true,
			value: handleFieldError(locatedError(coerceError(rawError), fieldNodes, pathToArray(itemPath), exeContext.schemaCoordinateInErrors && info), itemType, asyncPayloadRecord.errors)
		};
	}
	let completedItem;
	try {
		completedItem = completeValue(exeContext, itemType, fieldNodes, info, itemPath, item, asyncPayloadRecord);
		if (isPromise(completedItem)) completedItem = completedItem.then(void 0, (rawError) => {
			const handledError = handleFieldError(locatedError(rawError, fieldNodes, pathToArray(itemPath), exeContext.schemaCoordinateInErrors && info), itemType, asyncPayloadRecord.errors);
			filterSubsequentPayloads(exeContext, itemPath, asyncPayloadRecord);
			return handledError;
		});
		return {
			done: false,
			value: completedItem
		};
	} catch (rawError) {
		const value = handleFieldError(locatedError(rawError, fieldNodes, pathToArray(itemPath), exeContext.schemaCoordinateInErrors && info), itemType, asyncPayloadRecord.errors);
		filterSubsequentPayloads(exeContext, itemPath, asyncPayloadRecord);
		return {
			done: false,
			value
		};
	}
}
async function executeStreamIterator(initialIndex, iterator, exeContext, fieldNodes, info, itemType, path, label, parentContext) {
	let index = initialIndex;
	let previousAsyncPayloadRecord = parentContext ?? void 0;
	while (true) {
		const itemPath = addPath(path, index, void 0);
		const asyncPayloadRecord = new StreamRecord({
			label,
			path: itemPath,
			parentContext: previousAsyncPayloadRecord,
			iterator,
			exeContext
		});
		let iteration;
		try {
			iteration = await executeStreamIteratorItem(iterator, exeContext, fieldNodes, info, itemType, asyncPayloadRecord, itemPath);
		} catch (error) {
			asyncPayloadRecord.errors.push(error);
			filterSubsequentPayloads(exeContext, path, asyncPayloadRecord);
			asyncPayloadRecord.addItems(null);
			if (iterator?.return) iterator.return().catch(() => {});
			return;
		}
		const { done, value: completedItem } = iteration;
		let completedItems;
		if (isPromise(completedItem)) completedItems = completedItem.then((value) => [value], (error) => {
			asyncPayloadRecord.errors.push(error);
			filterSubsequentPayloads(exeContext, path, asyncPayloadRecord);
			return null;
		});
		else completedItems = [completedItem];
		asyncPayloadRecord.addItems(completedItems);
		if (done) break;
		previousAsyncPayloadRecord = asyncPayloadRecord;
		index++;
	}
}
function filterSubsequentPayloads(exeContext, nullPath, currentAsyncRecord) {
	const nullPathArray = pathToArray(nullPath);
	exeContext.subsequentPayloads.forEach((asyncRecord) => {
		if (asyncRecord === currentAsyncRecord) return;
		for (let i = 0; i < nullPathArray.length; i++) if (asyncRecord.path[i] !== nullPathArray[i]) return;
		if (isStreamPayload(asyncRecord) && asyncRecord.iterator?.return) asyncRecord.iterator.return().catch(() => {});
		exeContext.subsequentPayloads.delete(asyncRecord);
	});
}
function getCompletedIncrementalResults(exeContext) {
	const incrementalResults = [];
	for (const asyncPayloadRecord of exeContext.subsequentPayloads) {
		const incrementalResult = {};
		if (!asyncPayloadRecord.isCompleted) continue;
		exeContext.subsequentPayloads.delete(asyncPayloadRecord);
		if (isStreamPayload(asyncPayloadRecord)) {
			const items = asyncPayloadRecord.items;
			if (asyncPayloadRecord.isCompletedIterator) continue;
			incrementalResult.items = items;
		} else incrementalResult.data = asyncPayloadRecord.data ?? null;
		incrementalResult.path = asyncPayloadRecord.path;
		if (asyncPayloadRecord.label) incrementalResult.label = asyncPayloadRecord.label;
		if (asyncPayloadRecord.errors.length > 0) incrementalResult.errors = asyncPayloadRecord.errors;
		incrementalResults.push(incrementalResult);
	}
	return incrementalResults;
}
function yieldSubsequentPayloads(exeContext) {
	let isDone = false;
	async function next() {
		if (isDone) return {
			value: void 0,
			done: true
		};
		const subSequentPayloadPromises = Array.from(exeContext.subsequentPayloads).map((record) => record.promise);
		if (exeContext.signalPromise) await Promise.race([exeContext.signalPromise, ...subSequentPayloadPromises]);
		else await Promise.race(subSequentPayloadPromises);
		if (isDone) return {
			value: void 0,
			done: true
		};
		const incremental = getCompletedIncrementalResults(exeContext);
		const hasNext = exeContext.subsequentPayloads.size > 0;
		if (!incremental.length && hasNext) return next();
		if (!hasNext) isDone = true;
		return {
			value: incremental.length ? {
				incremental,
				hasNext
			} : { hasNext },
			done: false
		};
	}
	function returnStreamIterators() {
		const promises = [];
		exeContext.subsequentPayloads.forEach((asyncPayloadRecord) => {
			if (isStreamPayload(asyncPayloadRecord) && asyncPayloadRecord.iterator?.return) promises.push(asyncPayloadRecord.iterator.return());
		});
		return Promise.all(promises);
	}
	return {
		[Symbol.asyncIterator]() {
			return this;
		},
		next,
		async return() {
			await returnStreamIterators();
			isDone = true;
			return {
				value: void 0,
				done: true
			};
		},
		async throw(error) {
			await returnStreamIterators();
			isDone = true;
			throw error;
		},
		async [DisposableSymbols$1.asyncDispose]() {
			await returnStreamIterators();
			isDone = true;
		}
	};
}
var DeferredFragmentRecord = class {
	type;
	errors;
	label;
	path;
	promise;
	data;
	parentContext;
	isCompleted;
	_exeContext;
	_resolve;
	constructor(opts) {
		this.type = "defer";
		this.label = opts.label;
		this.path = pathToArray(opts.path);
		this.parentContext = opts.parentContext;
		this.errors = [];
		this._exeContext = opts.exeContext;
		this._exeContext.subsequentPayloads.add(this);
		this.isCompleted = false;
		this.data = null;
		this.promise = new Promise((resolve) => {
			this._resolve = (MaybePromise) => {
				resolve(MaybePromise);
			};
		}).then((data) => {
			this.data = data;
			this.isCompleted = true;
		});
	}
	addData(data) {
		const parentData = this.parentContext?.promise;
		if (parentData) {
			this._resolve?.(parentData.then(() => data));
			return;
		}
		this._resolve?.(data);
	}
};
var StreamRecord = class {
	type;
	errors;
	label;
	path;
	items;
	promise;
	parentContext;
	iterator;
	isCompletedIterator;
	isCompleted;
	_exeContext;
	_resolve;
	constructor(opts) {
		this.type = "stream";
		this.items = null;
		this.label = opts.label;
		this.path = pathToArray(opts.path);
		this.parentContext = opts.parentContext;
		this.iterator = opts.iterator;
		this.errors = [];
		this._exeContext = opts.exeContext;
		this._exeContext.subsequentPayloads.add(this);
		this.isCompleted = false;
		this.items = null;
		this.promise = new Promise((resolve) => {
			this._resolve = (MaybePromise) => {
				resolve(MaybePromise);
			};
		}).then((items) => {
			this.items = items;
			this.isCompleted = true;
		});
	}
	addItems(items) {
		const parentData = this.parentContext?.promise;
		if (parentData) {
			this._resolve?.(parentData.then(() => items));
			return;
		}
		this._resolve?.(items);
	}
	setIsCompletedIterator() {
		this.isCompletedIterator = true;
	}
};
function isStreamPayload(asyncPayload) {
	return asyncPayload.type === "stream";
}
/**
* This method looks up the field on the given type definition.
* It has special casing for the three introspection fields,
* __schema, __type and __typename. __typename is special because
* it can always be queried as a field, even in situations where no
* other fields are allowed, like on a Union. __schema and __type
* could get automatically added to the query type, but that would
* require mutating type definitions, which would cause issues.
*
* @internal
*/
function getFieldDef(schema, parentType, fieldNode) {
	const fieldName = fieldNode.name.value;
	if (fieldName === SchemaMetaFieldDef.name && schema.getQueryType() === parentType) return SchemaMetaFieldDef;
	else if (fieldName === TypeMetaFieldDef.name && schema.getQueryType() === parentType) return TypeMetaFieldDef;
	else if (fieldName === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef;
	return parentType.getFields()[fieldName];
}
// node_modules/@graphql-tools/executor/esm/execution/normalizedExecutor.js
function normalizedExecutor(args) {
	const operationAST = getOperationAST(args.document, args.operationName);
	if (operationAST == null) throw new Error("Must provide an operation.");
	if (operationAST.operation === "subscription") return subscribe(args);
	return handleMaybePromise(() => execute(args), (result) => {
		if (isIncrementalResults(result)) return flattenIncrementalResults(result);
		return result;
	});
}
// node_modules/@whatwg-node/fetch/dist/shouldSkipPonyfill.js
var require_shouldSkipPonyfill = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	function isNextJs() {
		return Object.keys(globalThis).some((key) => key.startsWith("__NEXT"));
	}
	module.exports = function shouldSkipPonyfill() {
		if (globalThis.Deno) return true;
		if (globalThis.Bun) return true;
		if (isNextJs()) return true;
		return false;
	};
}));
// node_modules/urlpattern-polyfill/dist/urlpattern.js
function Oe(e, t) {
	return (t ? /^[\x00-\xFF]*$/ : /^[\x00-\x7F]*$/).test(e);
}
function D(e, t = !1) {
	let r = [], n = 0;
	for (; n < e.length;) {
		let c = e[n], l = a(function(f) {
			if (!t) throw new TypeError(f);
			r.push({
				type: "INVALID_CHAR",
				index: n,
				value: e[n++]
			});
		}, "ErrorOrInvalid");
		if (c === "*") {
			r.push({
				type: "ASTERISK",
				index: n,
				value: e[n++]
			});
			continue;
		}
		if (c === "+" || c === "?") {
			r.push({
				type: "OTHER_MODIFIER",
				index: n,
				value: e[n++]
			});
			continue;
		}
		if (c === "\\") {
			r.push({
				type: "ESCAPED_CHAR",
				index: n++,
				value: e[n++]
			});
			continue;
		}
		if (c === "{") {
			r.push({
				type: "OPEN",
				index: n,
				value: e[n++]
			});
			continue;
		}
		if (c === "}") {
			r.push({
				type: "CLOSE",
				index: n,
				value: e[n++]
			});
			continue;
		}
		if (c === ":") {
			let f = "", s = n + 1;
			for (; s < e.length;) {
				let i = e.substr(s, 1);
				if (s === n + 1 && Re.test(i) || s !== n + 1 && Ee.test(i)) {
					f += e[s++];
					continue;
				}
				break;
			}
			if (!f) {
				l(`Missing parameter name at ${n}`);
				continue;
			}
			r.push({
				type: "NAME",
				index: n,
				value: f
			}), n = s;
			continue;
		}
		if (c === "(") {
			let f = 1, s = "", i = n + 1, o = !1;
			if (e[i] === "?") {
				l(`Pattern cannot start with "?" at ${i}`);
				continue;
			}
			for (; i < e.length;) {
				if (!Oe(e[i], !1)) {
					l(`Invalid character '${e[i]}' at ${i}.`), o = !0;
					break;
				}
				if (e[i] === "\\") {
					s += e[i++] + e[i++];
					continue;
				}
				if (e[i] === ")") {
					if (f--, f === 0) {
						i++;
						break;
					}
				} else if (e[i] === "(" && (f++, e[i + 1] !== "?")) {
					l(`Capturing groups are not allowed at ${i}`), o = !0;
					break;
				}
				s += e[i++];
			}
			if (o) continue;
			if (f) {
				l(`Unbalanced pattern at ${n}`);
				continue;
			}
			if (!s) {
				l(`Missing pattern at ${n}`);
				continue;
			}
			r.push({
				type: "REGEX",
				index: n,
				value: s
			}), n = i;
			continue;
		}
		r.push({
			type: "CHAR",
			index: n,
			value: e[n++]
		});
	}
	return r.push({
		type: "END",
		index: n,
		value: ""
	}), r;
}
function F(e, t = {}) {
	let r = D(e);
	t.delimiter ??= "/#?", t.prefixes ??= "./";
	let n = `[^${x(t.delimiter)}]+?`, c = [], l = 0, f = 0, i = /* @__PURE__ */ new Set(), o = a((u) => {
		if (f < r.length && r[f].type === u) return r[f++].value;
	}, "tryConsume"), h = a(() => o("OTHER_MODIFIER") ?? o("ASTERISK"), "tryConsumeModifier"), p = a((u) => {
		let d = o(u);
		if (d !== void 0) return d;
		let { type: g, index: y } = r[f];
		throw new TypeError(`Unexpected ${g} at ${y}, expected ${u}`);
	}, "mustConsume"), A = a(() => {
		let u = "", d;
		for (; d = o("CHAR") ?? o("ESCAPED_CHAR");) u += d;
		return u;
	}, "consumeText"), xe = a((u) => u, "DefaultEncodePart"), N = t.encodePart || xe, H = "", $ = a((u) => {
		H += u;
	}, "appendToPendingFixedValue"), M = a(() => {
		H.length && (c.push(new P(3, "", "", N(H), "", 3)), H = "");
	}, "maybeAddPartFromPendingFixedValue"), X = a((u, d, g, y, Z) => {
		let m = 3;
		switch (Z) {
			case "?":
				m = 1;
				break;
			case "*":
				m = 0;
				break;
			case "+": m = 2;
		}
		if (!d && !g && m === 3) {
			$(u);
			return;
		}
		if (M(), !d && !g) {
			if (!u) return;
			c.push(new P(3, "", "", N(u), "", m));
			return;
		}
		let S;
		g ? g === "*" ? S = v : S = g : S = n;
		let k = 2;
		S === n ? (k = 1, S = "") : S === v && (k = 0, S = "");
		let E;
		if (d ? E = d : g && (E = l++), i.has(E)) throw new TypeError(`Duplicate name '${E}'.`);
		i.add(E), c.push(new P(k, E, N(u), S, N(y), m));
	}, "addPart");
	for (; f < r.length;) {
		let u = o("CHAR"), d = o("NAME"), g = o("REGEX");
		if (!d && !g && (g = o("ASTERISK")), d || g) {
			let m = u ?? "";
			t.prefixes.indexOf(m) === -1 && ($(m), m = ""), M();
			let S = h();
			X(m, d, g, "", S);
			continue;
		}
		let y = u ?? o("ESCAPED_CHAR");
		if (y) {
			$(y);
			continue;
		}
		if (o("OPEN")) {
			let m = A(), S = o("NAME"), k = o("REGEX");
			!S && !k && (k = o("ASTERISK"));
			let E = A();
			p("CLOSE");
			let be = h();
			X(m, S, k, E, be);
			continue;
		}
		M(), p("END");
	}
	return c;
}
function x(e) {
	return e.replace(/([.+*?^${}()[\]|/\\])/g, "\\$1");
}
function B(e) {
	return e && e.ignoreCase ? "ui" : "u";
}
function q(e, t, r) {
	return W(F(e, r), t, r);
}
function T(e) {
	switch (e) {
		case 0: return "*";
		case 1: return "?";
		case 2: return "+";
		case 3: return "";
	}
}
function W(e, t, r = {}) {
	r.delimiter ??= "/#?", r.prefixes ??= "./", r.sensitive ??= !1, r.strict ??= !1, r.end ??= !0, r.start ??= !0, r.endsWith = "";
	let n = r.start ? "^" : "";
	for (let s of e) {
		if (s.type === 3) {
			s.modifier === 3 ? n += x(s.value) : n += `(?:${x(s.value)})${T(s.modifier)}`;
			continue;
		}
		t && t.push(s.name);
		let i = `[^${x(r.delimiter)}]+?`, o = s.value;
		if (s.type === 1 ? o = i : s.type === 0 && (o = v), !s.prefix.length && !s.suffix.length) {
			s.modifier === 3 || s.modifier === 1 ? n += `(${o})${T(s.modifier)}` : n += `((?:${o})${T(s.modifier)})`;
			continue;
		}
		if (s.modifier === 3 || s.modifier === 1) {
			n += `(?:${x(s.prefix)}(${o})${x(s.suffix)})`, n += T(s.modifier);
			continue;
		}
		n += `(?:${x(s.prefix)}`, n += `((?:${o})(?:`, n += x(s.suffix), n += x(s.prefix), n += `(?:${o}))*)${x(s.suffix)})`, s.modifier === 0 && (n += "?");
	}
	let c = `[${x(r.endsWith)}]|$`, l = `[${x(r.delimiter)}]`;
	if (r.end) return r.strict || (n += `${l}?`), r.endsWith.length ? n += `(?=${c})` : n += "$", new RegExp(n, B(r));
	r.strict || (n += `(?:${l}(?=${c}))?`);
	let f = !1;
	if (e.length) {
		let s = e[e.length - 1];
		s.type === 3 && s.modifier === 3 && (f = r.delimiter.indexOf(s) > -1);
	}
	return f || (n += `(?=${l}|${c})`), new RegExp(n, B(r));
}
function ee(e, t) {
	return e.length ? e[0] === "/" ? !0 : !t || e.length < 2 ? !1 : (e[0] == "\\" || e[0] == "{") && e[1] == "/" : !1;
}
function te(e, t) {
	return e.startsWith(t) ? e.substring(t.length, e.length) : e;
}
function ke(e, t) {
	return e.endsWith(t) ? e.substr(0, e.length - t.length) : e;
}
function _(e) {
	return !e || e.length < 2 ? !1 : e[0] === "[" || (e[0] === "\\" || e[0] === "{") && e[1] === "[";
}
function U(e) {
	if (!e) return !0;
	for (let t of re) if (e.test(t)) return !0;
	return !1;
}
function ne(e, t) {
	if (e = te(e, "#"), t || e === "") return e;
	let r = new URL("https://example.com");
	return r.hash = e, r.hash ? r.hash.substring(1, r.hash.length) : "";
}
function se(e, t) {
	if (e = te(e, "?"), t || e === "") return e;
	let r = new URL("https://example.com");
	return r.search = e, r.search ? r.search.substring(1, r.search.length) : "";
}
function ie(e, t) {
	return t || e === "" ? e : _(e) ? K(e) : j(e);
}
function ae(e, t) {
	if (t || e === "") return e;
	let r = new URL("https://example.com");
	return r.password = e, r.password;
}
function oe(e, t) {
	if (t || e === "") return e;
	let r = new URL("https://example.com");
	return r.username = e, r.username;
}
function ce(e, t, r) {
	if (r || e === "") return e;
	if (t && !re.includes(t)) return new URL(`${t}:${e}`).pathname;
	let n = e[0] == "/";
	return e = new URL(n ? e : "/-" + e, "https://example.com").pathname, n || (e = e.substring(2, e.length)), e;
}
function le(e, t, r) {
	return z(t) === e && (e = ""), r || e === "" ? e : G(e);
}
function fe(e, t) {
	return e = ke(e, ":"), t || e === "" ? e : w(e);
}
function z(e) {
	switch (e) {
		case "ws":
		case "http": return "80";
		case "wws":
		case "https": return "443";
		case "ftp": return "21";
		default: return "";
	}
}
function w(e) {
	if (e === "") return e;
	if (/^[-+.A-Za-z0-9]*$/.test(e)) return e.toLowerCase();
	throw new TypeError(`Invalid protocol '${e}'.`);
}
function he(e) {
	if (e === "") return e;
	let t = new URL("https://example.com");
	return t.username = e, t.username;
}
function ue(e) {
	if (e === "") return e;
	let t = new URL("https://example.com");
	return t.password = e, t.password;
}
function j(e) {
	if (e === "") return e;
	if (/[\t\n\r #%/:<>?@[\]^\\|]/g.test(e)) throw new TypeError(`Invalid hostname '${e}'`);
	let t = new URL("https://example.com");
	return t.hostname = e, t.hostname;
}
function K(e) {
	if (e === "") return e;
	if (/[^0-9a-fA-F[\]:]/g.test(e)) throw new TypeError(`Invalid IPv6 hostname '${e}'`);
	return e.toLowerCase();
}
function G(e) {
	if (e === "" || /^[0-9]*$/.test(e) && parseInt(e) <= 65535) return e;
	throw new TypeError(`Invalid port '${e}'.`);
}
function de(e) {
	if (e === "") return e;
	let t = new URL("https://example.com");
	return t.pathname = e[0] !== "/" ? "/-" + e : e, e[0] !== "/" ? t.pathname.substring(2, t.pathname.length) : t.pathname;
}
function pe(e) {
	return e === "" ? e : new URL(`data:${e}`).pathname;
}
function ge(e) {
	if (e === "") return e;
	let t = new URL("https://example.com");
	return t.search = e, t.search.substring(1, t.search.length);
}
function me(e) {
	if (e === "") return e;
	let t = new URL("https://example.com");
	return t.hash = e, t.hash.substring(1, t.hash.length);
}
function Se(e, t) {
	if (typeof e != "string") throw new TypeError("parameter 1 is not of type 'string'.");
	let r = new URL(e, t);
	return {
		protocol: r.protocol.substring(0, r.protocol.length - 1),
		username: r.username,
		password: r.password,
		hostname: r.hostname,
		port: r.port,
		pathname: r.pathname,
		search: r.search !== "" ? r.search.substring(1, r.search.length) : void 0,
		hash: r.hash !== "" ? r.hash.substring(1, r.hash.length) : void 0
	};
}
function R(e, t) {
	return t ? I(e) : e;
}
function L(e, t, r) {
	let n;
	if (typeof t.baseURL == "string") try {
		n = new URL(t.baseURL), t.protocol === void 0 && (e.protocol = R(n.protocol.substring(0, n.protocol.length - 1), r)), !r && t.protocol === void 0 && t.hostname === void 0 && t.port === void 0 && t.username === void 0 && (e.username = R(n.username, r)), !r && t.protocol === void 0 && t.hostname === void 0 && t.port === void 0 && t.username === void 0 && t.password === void 0 && (e.password = R(n.password, r)), t.protocol === void 0 && t.hostname === void 0 && (e.hostname = R(n.hostname, r)), t.protocol === void 0 && t.hostname === void 0 && t.port === void 0 && (e.port = R(n.port, r)), t.protocol === void 0 && t.hostname === void 0 && t.port === void 0 && t.pathname === void 0 && (e.pathname = R(n.pathname, r)), t.protocol === void 0 && t.hostname === void 0 && t.port === void 0 && t.pathname === void 0 && t.search === void 0 && (e.search = R(n.search.substring(1, n.search.length), r)), t.protocol === void 0 && t.hostname === void 0 && t.port === void 0 && t.pathname === void 0 && t.search === void 0 && t.hash === void 0 && (e.hash = R(n.hash.substring(1, n.hash.length), r));
	} catch {
		throw new TypeError(`invalid baseURL '${t.baseURL}'.`);
	}
	if (typeof t.protocol == "string" && (e.protocol = fe(t.protocol, r)), typeof t.username == "string" && (e.username = oe(t.username, r)), typeof t.password == "string" && (e.password = ae(t.password, r)), typeof t.hostname == "string" && (e.hostname = ie(t.hostname, r)), typeof t.port == "string" && (e.port = le(t.port, e.protocol, r)), typeof t.pathname == "string") {
		if (e.pathname = t.pathname, n && !ee(e.pathname, r)) {
			let c = n.pathname.lastIndexOf("/");
			c >= 0 && (e.pathname = R(n.pathname.substring(0, c + 1), r) + e.pathname);
		}
		e.pathname = ce(e.pathname, e.protocol, r);
	}
	return typeof t.search == "string" && (e.search = se(t.search, r)), typeof t.hash == "string" && (e.hash = ne(t.hash, r)), e;
}
function I(e) {
	return e.replace(/([+*?:{}()\\])/g, "\\$1");
}
function Te(e) {
	return e.replace(/([.+*?^${}()[\]|/\\])/g, "\\$1");
}
function Ae(e, t) {
	t.delimiter ??= "/#?", t.prefixes ??= "./", t.sensitive ??= !1, t.strict ??= !1, t.end ??= !0, t.start ??= !0, t.endsWith = "";
	let r = ".*", n = `[^${Te(t.delimiter)}]+?`, c = /[$_\u200C\u200D\p{ID_Continue}]/u, l = "";
	for (let f = 0; f < e.length; ++f) {
		let s = e[f];
		if (s.type === 3) {
			if (s.modifier === 3) {
				l += I(s.value);
				continue;
			}
			l += `{${I(s.value)}}${T(s.modifier)}`;
			continue;
		}
		let i = s.hasCustomName(), o = !!s.suffix.length || !!s.prefix.length && (s.prefix.length !== 1 || !t.prefixes.includes(s.prefix)), h = f > 0 ? e[f - 1] : null, p = f < e.length - 1 ? e[f + 1] : null;
		if (!o && i && s.type === 1 && s.modifier === 3 && p && !p.prefix.length && !p.suffix.length) if (p.type === 3) {
			let A = p.value.length > 0 ? p.value[0] : "";
			o = c.test(A);
		} else o = !p.hasCustomName();
		if (!o && !s.prefix.length && h && h.type === 3) {
			let A = h.value[h.value.length - 1];
			o = t.prefixes.includes(A);
		}
		o && (l += "{"), l += I(s.prefix), i && (l += `:${s.name}`), s.type === 2 ? l += `(${s.value})` : s.type === 1 ? i || (l += `(${n})`) : s.type === 0 && (!i && (!h || h.type === 3 || h.modifier !== 3 || o || s.prefix !== "") ? l += "*" : l += `(${r})`), s.type === 1 && i && s.suffix.length && c.test(s.suffix[0]) && (l += "\\"), l += I(s.suffix), o && (l += "}"), s.modifier !== 3 && (l += T(s.modifier));
	}
	return l;
}
var Pe, a, P, Re, Ee, v, b, J, Q, re, C, V, O, Y;
var init_urlpattern = __esmMin((() => {
	Pe = Object.defineProperty;
	a = (e, t) => Pe(e, "name", {
		value: t,
		configurable: !0
	});
	P = class {
		type = 3;
		name = "";
		prefix = "";
		value = "";
		suffix = "";
		modifier = 3;
		constructor(t, r, n, c, l, f) {
			this.type = t, this.name = r, this.prefix = n, this.value = c, this.suffix = l, this.modifier = f;
		}
		hasCustomName() {
			return this.name !== "" && typeof this.name != "number";
		}
	};
	a(P, "Part");
	Re = /[$_\p{ID_Start}]/u;
	Ee = /[$_\u200C\u200D\p{ID_Continue}]/u;
	v = ".*";
	a(Oe, "isASCII");
	a(D, "lexer");
	a(F, "parse");
	a(x, "escapeString");
	a(B, "flags");
	a(q, "stringToRegexp");
	a(T, "modifierToString");
	a(W, "partsToRegexp");
	b = {
		delimiter: "",
		prefixes: "",
		sensitive: !0,
		strict: !0
	};
	J = {
		delimiter: ".",
		prefixes: "",
		sensitive: !0,
		strict: !0
	};
	Q = {
		delimiter: "/",
		prefixes: "/",
		sensitive: !0,
		strict: !0
	};
	a(ee, "isAbsolutePathname");
	a(te, "maybeStripPrefix");
	a(ke, "maybeStripSuffix");
	a(_, "treatAsIPv6Hostname");
	re = [
		"ftp",
		"file",
		"http",
		"https",
		"ws",
		"wss"
	];
	a(U, "isSpecialScheme");
	a(ne, "canonicalizeHash");
	a(se, "canonicalizeSearch");
	a(ie, "canonicalizeHostname");
	a(ae, "canonicalizePassword");
	a(oe, "canonicalizeUsername");
	a(ce, "canonicalizePathname");
	a(le, "canonicalizePort");
	a(fe, "canonicalizeProtocol");
	a(z, "defaultPortForProtocol");
	a(w, "protocolEncodeCallback");
	a(he, "usernameEncodeCallback");
	a(ue, "passwordEncodeCallback");
	a(j, "hostnameEncodeCallback");
	a(K, "ipv6HostnameEncodeCallback");
	a(G, "portEncodeCallback");
	a(de, "standardURLPathnameEncodeCallback");
	a(pe, "pathURLPathnameEncodeCallback");
	a(ge, "searchEncodeCallback");
	a(me, "hashEncodeCallback");
	C = class {
		#i;
		#n = [];
		#t = {};
		#e = 0;
		#s = 1;
		#l = 0;
		#o = 0;
		#d = 0;
		#p = 0;
		#g = !1;
		constructor(t) {
			this.#i = t;
		}
		get result() {
			return this.#t;
		}
		parse() {
			for (this.#n = D(this.#i, !0); this.#e < this.#n.length; this.#e += this.#s) {
				if (this.#s = 1, this.#n[this.#e].type === "END") {
					if (this.#o === 0) {
						this.#b(), this.#f() ? this.#r(9, 1) : this.#h() ? this.#r(8, 1) : this.#r(7, 0);
						continue;
					} else if (this.#o === 2) {
						this.#u(5);
						continue;
					}
					this.#r(10, 0);
					break;
				}
				if (this.#d > 0) if (this.#A()) this.#d -= 1;
				else continue;
				if (this.#T()) {
					this.#d += 1;
					continue;
				}
				switch (this.#o) {
					case 0:
						this.#P() && this.#u(1);
						break;
					case 1:
						if (this.#P()) {
							this.#C();
							let t = 7, r = 1;
							this.#E() ? (t = 2, r = 3) : this.#g && (t = 2), this.#r(t, r);
						}
						break;
					case 2:
						this.#S() ? this.#u(3) : (this.#x() || this.#h() || this.#f()) && this.#u(5);
						break;
					case 3:
						this.#O() ? this.#r(4, 1) : this.#S() && this.#r(5, 1);
						break;
					case 4:
						this.#S() && this.#r(5, 1);
						break;
					case 5:
						this.#y() ? this.#p += 1 : this.#w() && (this.#p -= 1), this.#k() && !this.#p ? this.#r(6, 1) : this.#x() ? this.#r(7, 0) : this.#h() ? this.#r(8, 1) : this.#f() && this.#r(9, 1);
						break;
					case 6:
						this.#x() ? this.#r(7, 0) : this.#h() ? this.#r(8, 1) : this.#f() && this.#r(9, 1);
						break;
					case 7:
						this.#h() ? this.#r(8, 1) : this.#f() && this.#r(9, 1);
						break;
					case 8: this.#f() && this.#r(9, 1);
				}
			}
			this.#t.hostname !== void 0 && this.#t.port === void 0 && (this.#t.port = "");
		}
		#r(t, r) {
			switch (this.#o) {
				case 0: break;
				case 1:
					this.#t.protocol = this.#c();
					break;
				case 2: break;
				case 3:
					this.#t.username = this.#c();
					break;
				case 4:
					this.#t.password = this.#c();
					break;
				case 5:
					this.#t.hostname = this.#c();
					break;
				case 6:
					this.#t.port = this.#c();
					break;
				case 7:
					this.#t.pathname = this.#c();
					break;
				case 8:
					this.#t.search = this.#c();
					break;
				case 9: this.#t.hash = this.#c();
			}
			this.#o !== 0 && t !== 10 && ([
				1,
				2,
				3,
				4
			].includes(this.#o) && [
				6,
				7,
				8,
				9
			].includes(t) && (this.#t.hostname ??= ""), [
				1,
				2,
				3,
				4,
				5,
				6
			].includes(this.#o) && [8, 9].includes(t) && (this.#t.pathname ??= this.#g ? "/" : ""), [
				1,
				2,
				3,
				4,
				5,
				6,
				7
			].includes(this.#o) && t === 9 && (this.#t.search ??= "")), this.#R(t, r);
		}
		#R(t, r) {
			this.#o = t, this.#l = this.#e + r, this.#e += r, this.#s = 0;
		}
		#b() {
			this.#e = this.#l, this.#s = 0;
		}
		#u(t) {
			this.#b(), this.#o = t;
		}
		#m(t) {
			return t < 0 && (t = this.#n.length - t), t < this.#n.length ? this.#n[t] : this.#n[this.#n.length - 1];
		}
		#a(t, r) {
			let n = this.#m(t);
			return n.value === r && (n.type === "CHAR" || n.type === "ESCAPED_CHAR" || n.type === "INVALID_CHAR");
		}
		#P() {
			return this.#a(this.#e, ":");
		}
		#E() {
			return this.#a(this.#e + 1, "/") && this.#a(this.#e + 2, "/");
		}
		#S() {
			return this.#a(this.#e, "@");
		}
		#O() {
			return this.#a(this.#e, ":");
		}
		#k() {
			return this.#a(this.#e, ":");
		}
		#x() {
			return this.#a(this.#e, "/");
		}
		#h() {
			if (this.#a(this.#e, "?")) return !0;
			if (this.#n[this.#e].value !== "?") return !1;
			let t = this.#m(this.#e - 1);
			return t.type !== "NAME" && t.type !== "REGEX" && t.type !== "CLOSE" && t.type !== "ASTERISK";
		}
		#f() {
			return this.#a(this.#e, "#");
		}
		#T() {
			return this.#n[this.#e].type == "OPEN";
		}
		#A() {
			return this.#n[this.#e].type == "CLOSE";
		}
		#y() {
			return this.#a(this.#e, "[");
		}
		#w() {
			return this.#a(this.#e, "]");
		}
		#c() {
			let t = this.#n[this.#e], r = this.#m(this.#l).index;
			return this.#i.substring(r, t.index);
		}
		#C() {
			let t = {};
			Object.assign(t, b), t.encodePart = w;
			let r = q(this.#c(), void 0, t);
			this.#g = U(r);
		}
	};
	a(C, "Parser");
	V = [
		"protocol",
		"username",
		"password",
		"hostname",
		"port",
		"pathname",
		"search",
		"hash"
	];
	O = "*";
	a(Se, "extractValues");
	a(R, "processBaseURLString");
	a(L, "applyInit");
	a(I, "escapePatternString");
	a(Te, "escapeRegexpString");
	a(Ae, "partsToPattern");
	Y = class {
		#i;
		#n = {};
		#t = {};
		#e = {};
		#s = {};
		#l = !1;
		constructor(t = {}, r, n) {
			try {
				let c;
				if (typeof r == "string" ? c = r : n = r, typeof t == "string") {
					let i = new C(t);
					if (i.parse(), t = i.result, c === void 0 && typeof t.protocol != "string") throw new TypeError("A base URL must be provided for a relative constructor string.");
					t.baseURL = c;
				} else {
					if (!t || typeof t != "object") throw new TypeError("parameter 1 is not of type 'string' and cannot convert to dictionary.");
					if (c) throw new TypeError("parameter 1 is not of type 'string'.");
				}
				typeof n > "u" && (n = { ignoreCase: !1 });
				let l = { ignoreCase: n.ignoreCase === !0 }, f = {
					pathname: O,
					protocol: O,
					username: O,
					password: O,
					hostname: O,
					port: O,
					search: O,
					hash: O
				};
				this.#i = L(f, t, !0), z(this.#i.protocol) === this.#i.port && (this.#i.port = "");
				let s;
				for (s of V) {
					if (!(s in this.#i)) continue;
					let i = {}, o = this.#i[s];
					switch (this.#t[s] = [], s) {
						case "protocol":
							Object.assign(i, b), i.encodePart = w;
							break;
						case "username":
							Object.assign(i, b), i.encodePart = he;
							break;
						case "password":
							Object.assign(i, b), i.encodePart = ue;
							break;
						case "hostname":
							Object.assign(i, J), _(o) ? i.encodePart = K : i.encodePart = j;
							break;
						case "port":
							Object.assign(i, b), i.encodePart = G;
							break;
						case "pathname":
							U(this.#n.protocol) ? (Object.assign(i, Q, l), i.encodePart = de) : (Object.assign(i, b, l), i.encodePart = pe);
							break;
						case "search":
							Object.assign(i, b, l), i.encodePart = ge;
							break;
						case "hash": Object.assign(i, b, l), i.encodePart = me;
					}
					try {
						this.#s[s] = F(o, i), this.#n[s] = W(this.#s[s], this.#t[s], i), this.#e[s] = Ae(this.#s[s], i), this.#l = this.#l || this.#s[s].some((h) => h.type === 2);
					} catch {
						throw new TypeError(`invalid ${s} pattern '${this.#i[s]}'.`);
					}
				}
			} catch (c) {
				throw new TypeError(`Failed to construct 'URLPattern': ${c.message}`);
			}
		}
		get [Symbol.toStringTag]() {
			return "URLPattern";
		}
		test(t = {}, r) {
			let n = {
				pathname: "",
				protocol: "",
				username: "",
				password: "",
				hostname: "",
				port: "",
				search: "",
				hash: ""
			};
			if (typeof t != "string" && r) throw new TypeError("parameter 1 is not of type 'string'.");
			if (typeof t > "u") return !1;
			try {
				typeof t == "object" ? n = L(n, t, !1) : n = L(n, Se(t, r), !1);
			} catch {
				return !1;
			}
			let c;
			for (c of V) if (!this.#n[c].exec(n[c])) return !1;
			return !0;
		}
		exec(t = {}, r) {
			let n = {
				pathname: "",
				protocol: "",
				username: "",
				password: "",
				hostname: "",
				port: "",
				search: "",
				hash: ""
			};
			if (typeof t != "string" && r) throw new TypeError("parameter 1 is not of type 'string'.");
			if (typeof t > "u") return;
			try {
				typeof t == "object" ? n = L(n, t, !1) : n = L(n, Se(t, r), !1);
			} catch {
				return null;
			}
			let c = {};
			r ? c.inputs = [t, r] : c.inputs = [t];
			let l;
			for (l of V) {
				let f = this.#n[l].exec(n[l]);
				if (!f) return null;
				let s = {};
				for (let [i, o] of this.#t[l].entries()) if (typeof o == "string" || typeof o == "number") s[o] = f[i + 1];
				c[l] = {
					input: n[l] ?? "",
					groups: s
				};
			}
			return c;
		}
		static compareComponent(t, r, n) {
			let c = a((i, o) => {
				for (let h of [
					"type",
					"modifier",
					"prefix",
					"value",
					"suffix"
				]) {
					if (i[h] < o[h]) return -1;
					if (i[h] === o[h]) continue;
					return 1;
				}
				return 0;
			}, "comparePart"), l = new P(3, "", "", "", "", 3), f = new P(0, "", "", "", "", 3), s = a((i, o) => {
				let h = 0;
				for (; h < Math.min(i.length, o.length); ++h) {
					let p = c(i[h], o[h]);
					if (p) return p;
				}
				return i.length === o.length ? 0 : c(i[h] ?? l, o[h] ?? l);
			}, "comparePartList");
			return !r.#e[t] && !n.#e[t] ? 0 : r.#e[t] && !n.#e[t] ? s(r.#s[t], [f]) : !r.#e[t] && n.#e[t] ? s([f], n.#s[t]) : s(r.#s[t], n.#s[t]);
		}
		get protocol() {
			return this.#e.protocol;
		}
		get username() {
			return this.#e.username;
		}
		get password() {
			return this.#e.password;
		}
		get hostname() {
			return this.#e.hostname;
		}
		get port() {
			return this.#e.port;
		}
		get pathname() {
			return this.#e.pathname;
		}
		get search() {
			return this.#e.search;
		}
		get hash() {
			return this.#e.hash;
		}
		get hasRegExpGroups() {
			return this.#l;
		}
	};
	a(Y, "URLPattern");
}));
// node_modules/urlpattern-polyfill/index.js
var urlpattern_polyfill_exports = /* @__PURE__ */ __exportAll({ URLPattern: () => Y });
var init_urlpattern_polyfill = __esmMin((() => {
	init_urlpattern();
	if (!globalThis.URLPattern) globalThis.URLPattern = Y;
}));
// node_modules/@whatwg-node/promise-helpers/cjs/index.js
var require_cjs$2 = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.isPromise = isPromise;
	exports.isActualPromise = isActualPromise;
	exports.handleMaybePromise = handleMaybePromise;
	exports.fakePromise = fakePromise;
	exports.createDeferredPromise = createDeferredPromise;
	exports.iterateAsync = iterateAsync;
	exports.iterateAsyncVoid = iterateAsync;
	exports.fakeRejectPromise = fakeRejectPromise;
	exports.mapMaybePromise = mapMaybePromise;
	exports.mapAsyncIterator = mapAsyncIterator;
	exports.promiseLikeFinally = promiseLikeFinally;
	exports.unfakePromise = unfakePromise;
	const kFakePromise = Symbol.for("@whatwg-node/promise-helpers/FakePromise");
	function isPromise(value) {
		return value?.then != null;
	}
	function isActualPromise(value) {
		const maybePromise = value;
		return maybePromise && maybePromise.then && maybePromise.catch && maybePromise.finally;
	}
	function handleMaybePromise(inputFactory, outputSuccessFactory, outputErrorFactory, finallyFactory) {
		let result$ = fakePromise().then(inputFactory).then(outputSuccessFactory, outputErrorFactory);
		if (finallyFactory) result$ = result$.finally(finallyFactory);
		return unfakePromise(result$);
	}
	function fakePromise(value) {
		if (value && isActualPromise(value)) return value;
		if (isPromise(value)) return {
			then: (resolve, reject) => fakePromise(value.then(resolve, reject)),
			catch: (reject) => fakePromise(value.then((res) => res, reject)),
			finally: (cb) => fakePromise(cb ? promiseLikeFinally(value, cb) : value),
			[Symbol.toStringTag]: "Promise"
		};
		return {
			then(resolve) {
				if (resolve) try {
					return fakePromise(resolve(value));
				} catch (err) {
					return fakeRejectPromise(err);
				}
				return this;
			},
			catch() {
				return this;
			},
			finally(cb) {
				if (cb) try {
					return fakePromise(cb()).then(() => value, () => value);
				} catch (err) {
					return fakeRejectPromise(err);
				}
				return this;
			},
			[Symbol.toStringTag]: "Promise",
			__fakePromiseValue: value,
			[kFakePromise]: "resolved"
		};
	}
	function createDeferredPromise() {
		if (Promise.withResolvers) return Promise.withResolvers();
		let resolveFn;
		let rejectFn;
		return {
			promise: new Promise(function deferredPromiseExecutor(resolve, reject) {
				resolveFn = resolve;
				rejectFn = reject;
			}),
			get resolve() {
				return resolveFn;
			},
			get reject() {
				return rejectFn;
			}
		};
	}
	function iterateAsync(iterable, callback, results) {
		if (iterable?.length === 0) return;
		const iterator = iterable[Symbol.iterator]();
		let index = 0;
		function iterate() {
			const { done: endOfIterator, value } = iterator.next();
			if (endOfIterator) return;
			let endedEarly = false;
			function endEarly() {
				endedEarly = true;
			}
			return handleMaybePromise(function handleCallback() {
				return callback(value, endEarly, index++);
			}, function handleCallbackResult(result) {
				if (result) results?.push(result);
				if (endedEarly) return;
				return iterate();
			});
		}
		return iterate();
	}
	function fakeRejectPromise(error) {
		return {
			then(_resolve, reject) {
				if (reject) try {
					return fakePromise(reject(error));
				} catch (err) {
					return fakeRejectPromise(err);
				}
				return this;
			},
			catch(reject) {
				if (reject) try {
					return fakePromise(reject(error));
				} catch (err) {
					return fakeRejectPromise(err);
				}
				return this;
			},
			finally(cb) {
				if (cb) try {
					cb();
				} catch (err) {
					return fakeRejectPromise(err);
				}
				return this;
			},
			__fakeRejectError: error,
			[Symbol.toStringTag]: "Promise",
			[kFakePromise]: "rejected"
		};
	}
	function mapMaybePromise(input, onSuccess, onError) {
		return handleMaybePromise(() => input, onSuccess, onError);
	}
	/**
	* Given an AsyncIterable and a callback function, return an AsyncIterator
	* which produces values mapped via calling the callback function.
	*/
	function mapAsyncIterator(iterator, onNext, onError, onEnd) {
		if (Symbol.asyncIterator in iterator) iterator = iterator[Symbol.asyncIterator]();
		let $return;
		let abruptClose;
		let onEndWithValue;
		if (onEnd) {
			let onEndWithValueResult;
			onEndWithValue = (value) => {
				onEndWithValueResult ||= handleMaybePromise(onEnd, () => value, () => value);
				return onEndWithValueResult;
			};
		}
		if (typeof iterator.return === "function") {
			$return = iterator.return;
			abruptClose = (error) => {
				const rethrow = () => {
					throw error;
				};
				return $return.call(iterator).then(rethrow, rethrow);
			};
		}
		function mapResult(result) {
			if (result.done) return onEndWithValue ? onEndWithValue(result) : result;
			return handleMaybePromise(() => result.value, (value) => handleMaybePromise(() => onNext(value), iteratorResult, abruptClose));
		}
		let mapReject;
		if (onError) {
			let onErrorResult;
			const reject = onError;
			mapReject = (error) => {
				onErrorResult ||= handleMaybePromise(() => error, (error) => handleMaybePromise(() => reject(error), iteratorResult, abruptClose));
				return onErrorResult;
			};
		}
		return {
			next() {
				return iterator.next().then(mapResult, mapReject);
			},
			return() {
				const res$ = $return ? $return.call(iterator).then(mapResult, mapReject) : fakePromise({
					value: void 0,
					done: true
				});
				return onEndWithValue ? res$.then(onEndWithValue) : res$;
			},
			throw(error) {
				if (typeof iterator.throw === "function") return iterator.throw(error).then(mapResult, mapReject);
				if (abruptClose) return abruptClose(error);
				return fakeRejectPromise(error);
			},
			[Symbol.asyncIterator]() {
				return this;
			}
		};
	}
	function iteratorResult(value) {
		return {
			value,
			done: false
		};
	}
	function isFakePromise(value) {
		return value?.[kFakePromise] === "resolved";
	}
	function isFakeRejectPromise(value) {
		return value?.[kFakePromise] === "rejected";
	}
	function promiseLikeFinally(value, onFinally) {
		if ("finally" in value) return value.finally(onFinally);
		return value.then((res) => {
			const finallyRes = onFinally();
			return isPromise(finallyRes) ? finallyRes.then(() => res) : res;
		}, (err) => {
			const finallyRes = onFinally();
			if (isPromise(finallyRes)) return finallyRes.then(() => {
				throw err;
			});
			else throw err;
		});
	}
	function unfakePromise(promise) {
		if (isFakePromise(promise)) return promise.__fakePromiseValue;
		if (isFakeRejectPromise(promise)) throw promise.__fakeRejectError;
		return promise;
	}
}));
// node_modules/@fastify/busboy/deps/streamsearch/sbmh.js
var require_sbmh = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* Copyright Brian White. All rights reserved.
	*
	* @see https://github.com/mscdex/streamsearch
	*
	* Permission is hereby granted, free of charge, to any person obtaining a copy
	* of this software and associated documentation files (the "Software"), to
	* deal in the Software without restriction, including without limitation the
	* rights to use, copy, modify, merge, publish, distribute, sublicense, and/or
	* sell copies of the Software, and to permit persons to whom the Software is
	* furnished to do so, subject to the following conditions:
	*
	* The above copyright notice and this permission notice shall be included in
	* all copies or substantial portions of the Software.
	*
	* THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
	* IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
	* FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
	* AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
	* LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING
	* FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS
	* IN THE SOFTWARE.
	*
	* Based heavily on the Streaming Boyer-Moore-Horspool C++ implementation
	* by Hongli Lai at: https://github.com/FooBarWidget/boyer-moore-horspool
	*/
	const { EventEmitter } = __require("node:events");
	const { inherits } = __require("node:util");
	function SBMH(needle) {
		if (typeof needle === "string") needle = Buffer.from(needle);
		if (!Buffer.isBuffer(needle)) throw new TypeError("The needle has to be a String or a Buffer.");
		const needleLength = needle.length;
		const needleLastCharIndex = needleLength - 1;
		if (needleLength === 0) throw new Error("The needle cannot be an empty String/Buffer.");
		if (needleLength > 256) throw new Error("The needle cannot have a length bigger than 256.");
		this.maxMatches = Infinity;
		this.matches = 0;
		this._occ = (/* @__PURE__ */ new Uint16Array(256)).fill(needleLength);
		this._lookbehind_size = 0;
		this._needle = needle;
		this._bufpos = 0;
		this._lookbehind = Buffer.alloc(needleLastCharIndex);
		for (var i = 0; i < needleLastCharIndex; ++i) this._occ[needle[i]] = needleLastCharIndex - i;
	}
	inherits(SBMH, EventEmitter);
	SBMH.prototype.reset = function() {
		this._lookbehind_size = 0;
		this.matches = 0;
		this._bufpos = 0;
	};
	SBMH.prototype.push = function(chunk, pos) {
		if (!Buffer.isBuffer(chunk)) chunk = Buffer.from(chunk, "binary");
		const chlen = chunk.length;
		this._bufpos = pos || 0;
		let r;
		while (r !== chlen && this.matches < this.maxMatches) r = this._sbmh_feed(chunk);
		return r;
	};
	SBMH.prototype._sbmh_feed = function(data) {
		const len = data.length;
		const needle = this._needle;
		const needleLength = needle.length;
		const needleLastCharIndex = needleLength - 1;
		const needleLastChar = needle[needleLastCharIndex];
		let pos = -this._lookbehind_size;
		let ch;
		if (pos < 0) {
			while (pos < 0 && pos <= len - needleLength) {
				ch = data[pos + needleLastCharIndex];
				if (ch === needleLastChar && this._sbmh_memcmp(data, pos, needleLastCharIndex)) {
					this._lookbehind_size = 0;
					++this.matches;
					this.emit("info", true);
					return this._bufpos = pos + needleLength;
				}
				pos += this._occ[ch];
			}
			while (pos < 0 && !this._sbmh_memcmp(data, pos, len - pos)) ++pos;
			if (pos >= 0) {
				this.emit("info", false, this._lookbehind, 0, this._lookbehind_size);
				this._lookbehind_size = 0;
			} else {
				const bytesToCutOff = this._lookbehind_size + pos;
				if (bytesToCutOff > 0) this.emit("info", false, this._lookbehind, 0, bytesToCutOff);
				this._lookbehind_size -= bytesToCutOff;
				this._lookbehind.copy(this._lookbehind, 0, bytesToCutOff, this._lookbehind_size);
				data.copy(this._lookbehind, this._lookbehind_size);
				this._lookbehind_size += len;
				this._bufpos = len;
				return len;
			}
		}
		pos = data.indexOf(needle, pos + this._bufpos);
		if (pos !== -1) {
			++this.matches;
			if (pos === 0) this.emit("info", true);
			else this.emit("info", true, data, this._bufpos, pos);
			return this._bufpos = pos + needleLength;
		}
		pos = len - needleLastCharIndex;
		if (pos < 0) pos = 0;
		while (pos !== len && (data[pos] !== needle[0] || Buffer.compare(data.subarray(pos + 1, len), needle.subarray(1, len - pos)) !== 0)) ++pos;
		if (pos !== len) {
			data.copy(this._lookbehind, 0, pos, len);
			this._lookbehind_size = len - pos;
		}
		if (pos !== 0) this.emit("info", false, data, this._bufpos, pos);
		this._bufpos = len;
		return len;
	};
	SBMH.prototype._sbmh_lookup_char = function(data, pos) {
		return pos < 0 ? this._lookbehind[this._lookbehind_size + pos] : data[pos];
	};
	SBMH.prototype._sbmh_memcmp = function(data, pos, len) {
		for (var i = 0; i < len; ++i) if (this._sbmh_lookup_char(data, pos + i) !== this._needle[i]) return false;
		return true;
	};
	module.exports = SBMH;
}));
// node_modules/@fastify/busboy/deps/dicer/lib/PartStream.js
var require_PartStream = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const inherits = __require("node:util").inherits;
	const ReadableStream = __require("node:stream").Readable;
	function PartStream(opts) {
		ReadableStream.call(this, opts);
	}
	inherits(PartStream, ReadableStream);
	PartStream.prototype._read = function(n) {};
	module.exports = PartStream;
}));
// node_modules/@fastify/busboy/lib/utils/getLimit.js
var require_getLimit = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = function getLimit(limits, name, defaultLimit) {
		if (!limits || limits[name] === void 0 || limits[name] === null) return defaultLimit;
		if (typeof limits[name] !== "number" || isNaN(limits[name])) throw new TypeError("Limit " + name + " is not a valid number");
		return limits[name];
	};
}));
// node_modules/@fastify/busboy/deps/dicer/lib/HeaderParser.js
var require_HeaderParser = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const EventEmitter = __require("node:events").EventEmitter;
	const inherits = __require("node:util").inherits;
	const getLimit = require_getLimit();
	const B_DCRLF = Buffer.from("\r\n\r\n");
	const S_DCRLF = "\r\n\r\n";
	function HeaderParser(cfg) {
		EventEmitter.call(this);
		cfg = cfg || {};
		this.nread = 0;
		this.maxed = false;
		this.dropped = 0;
		this.npairs = 0;
		this.maxHeaderPairs = getLimit(cfg, "maxHeaderPairs", 2e3);
		this.maxHeaderSize = getLimit(cfg, "maxHeaderSize", 81920);
		this.buffer = "";
		this.header = Object.create(null);
		this.finished = false;
		this.tail = "";
	}
	inherits(HeaderParser, EventEmitter);
	HeaderParser.prototype.push = function(data) {
		if (!Buffer.isBuffer(data)) data = Buffer.from(data, "binary");
		let end = data.length;
		let appendEnd = data.length;
		let found = false;
		let splitTail = 0;
		const tail = this.tail;
		for (let i = tail.length; i > 0; --i) if (tail.endsWith(S_DCRLF.slice(0, i))) {
			let matched = data.length >= 4 - i;
			for (let j = i; matched && j < 4; ++j) matched = data[j - i] === S_DCRLF.charCodeAt(j);
			if (matched) {
				end = 4 - i;
				appendEnd = 0;
				splitTail = i;
				found = true;
				break;
			}
		}
		if (!found) {
			const pos = data.indexOf(B_DCRLF);
			if (pos !== -1) {
				end = pos + B_DCRLF.length;
				appendEnd = pos;
				found = true;
			}
		}
		if (!found) this.tail = data.length >= 3 ? data.toString("binary", data.length - 3) : (tail + data.toString("binary")).slice(-3);
		else this.tail = "";
		if (appendEnd !== 0 && !this.maxed) {
			const remaining = this.maxHeaderSize - this.nread;
			if (appendEnd >= remaining) {
				this.buffer += data.toString("binary", 0, remaining);
				this.nread = this.maxHeaderSize;
				this.maxed = true;
				this.dropped = appendEnd - remaining;
			} else {
				this.buffer += data.toString("binary", 0, appendEnd);
				this.nread += appendEnd;
			}
		} else this.dropped += appendEnd;
		if (found) {
			const buffered = splitTail - this.dropped;
			if (buffered > 0) this.buffer = this.buffer.slice(0, this.buffer.length - buffered);
			this._finish();
			return end;
		}
	};
	HeaderParser.prototype.reset = function() {
		this.finished = false;
		this.nread = this.npairs = 0;
		this.maxed = false;
		this.buffer = "";
		this.header = Object.create(null);
		this.tail = "";
		this.dropped = 0;
	};
	HeaderParser.prototype._finish = function() {
		if (this.buffer) this._parseHeader();
		const header = this.header;
		this.header = Object.create(null);
		this.buffer = "";
		this.tail = "";
		this.finished = true;
		this.nread = this.npairs = 0;
		this.maxed = false;
		this.dropped = 0;
		this.emit("header", header);
	};
	HeaderParser.prototype._parseHeader = function() {
		if (this.npairs === this.maxHeaderPairs) return;
		const buffer = this.buffer;
		let h;
		let lineStart = 0;
		while (lineStart < buffer.length) {
			let lineEnd = buffer.indexOf("\r\n", lineStart);
			if (lineEnd === -1) lineEnd = buffer.length;
			if (lineEnd === lineStart) {
				lineStart = lineEnd + 2;
				continue;
			}
			const line = buffer.slice(lineStart, lineEnd);
			if (line.includes("\r") || line.includes("\n")) return;
			if ((buffer[lineStart] === "	" || buffer[lineStart] === " ") && h) {
				this.header[h][this.header[h].length - 1] += buffer.slice(lineStart, lineEnd);
				lineStart = lineEnd + 2;
				continue;
			}
			const posColon = buffer.indexOf(":", lineStart);
			if (posColon === -1 || posColon === lineStart || posColon > lineEnd) return;
			h = buffer.slice(lineStart, posColon).toLowerCase();
			let valueStart = posColon + 1;
			if (buffer[valueStart] === " " || buffer[valueStart] === "	") ++valueStart;
			(this.header[h] || (this.header[h] = [])).push(buffer.slice(valueStart, lineEnd));
			if (++this.npairs === this.maxHeaderPairs) break;
			lineStart = lineEnd + 2;
		}
	};
	module.exports = HeaderParser;
}));
// node_modules/@fastify/busboy/deps/dicer/lib/Dicer.js
var require_Dicer = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const WritableStream = __require("node:stream").Writable;
	const inherits = __require("node:util").inherits;
	const StreamSearch = require_sbmh();
	const PartStream = require_PartStream();
	const HeaderParser = require_HeaderParser();
	const DASH = 45;
	const B_ONEDASH = Buffer.from("-");
	const B_CRLF = Buffer.from("\r\n");
	const EMPTY_FN = function() {};
	function Dicer(cfg) {
		if (!(this instanceof Dicer)) return new Dicer(cfg);
		WritableStream.call(this, cfg);
		if (!cfg || !cfg.headerFirst && typeof cfg.boundary !== "string") throw new TypeError("Boundary required");
		if (typeof cfg.boundary === "string") this.setBoundary(cfg.boundary);
		else this._bparser = void 0;
		this._headerFirst = cfg.headerFirst;
		this._dashes = 0;
		this._parts = 0;
		this._finished = false;
		this._realFinish = false;
		this._isPreamble = true;
		this._justMatched = false;
		this._firstWrite = true;
		this._inHeader = true;
		this._part = void 0;
		this._cb = void 0;
		this._ignoreData = false;
		this._partOpts = { highWaterMark: cfg.partHwm };
		this._pause = false;
		const self = this;
		this._hparser = new HeaderParser(cfg);
		this._hparser.on("header", function(header) {
			self._inHeader = false;
			self._part.emit("header", header);
		});
	}
	inherits(Dicer, WritableStream);
	Dicer.prototype.emit = function(ev) {
		if (ev === "finish" && !this._realFinish) {
			if (!this._finished) {
				const self = this;
				process.nextTick(function() {
					self.emit("error", /* @__PURE__ */ new Error("Unexpected end of multipart data"));
					if (self._part && !self._ignoreData) {
						const type = self._isPreamble ? "Preamble" : "Part";
						self._part.emit("error", /* @__PURE__ */ new Error(type + " terminated early due to unexpected end of multipart data"));
						self._part.push(null);
						process.nextTick(function() {
							self._realFinish = true;
							self.emit("finish");
							self._realFinish = false;
						});
						return;
					}
					self._realFinish = true;
					self.emit("finish");
					self._realFinish = false;
				});
			}
		} else WritableStream.prototype.emit.apply(this, arguments);
	};
	Dicer.prototype._write = function(data, encoding, cb) {
		if (!this._hparser && !this._bparser) return cb();
		if (this._headerFirst && this._isPreamble) {
			if (!this._part) {
				this._part = new PartStream(this._partOpts);
				if (this.listenerCount("preamble") !== 0) this.emit("preamble", this._part);
				else this._ignore();
			}
			const r = this._hparser.push(data);
			if (!this._inHeader && r !== void 0 && r < data.length) data = data.slice(r);
			else return cb();
		}
		if (this._firstWrite) {
			this._bparser.push(B_CRLF);
			this._firstWrite = false;
		}
		this._bparser.push(data);
		if (this._pause) this._cb = cb;
		else cb();
	};
	Dicer.prototype.reset = function() {
		this._part = void 0;
		this._bparser = void 0;
		this._hparser = void 0;
	};
	Dicer.prototype.setBoundary = function(boundary) {
		const self = this;
		this._bparser = new StreamSearch("\r\n--" + boundary);
		this._bparser.on("info", function(isMatch, data, start, end) {
			self._oninfo(isMatch, data, start, end);
		});
	};
	Dicer.prototype._ignore = function() {
		if (this._part && !this._ignoreData) {
			this._ignoreData = true;
			this._part.on("error", EMPTY_FN);
			this._part.resume();
		}
	};
	Dicer.prototype._oninfo = function(isMatch, data, start, end) {
		let buf;
		const self = this;
		let i = 0;
		let r;
		let shouldWriteMore = true;
		if (!this._part && this._justMatched && data) {
			while (this._dashes < 2 && start + i < end) if (data[start + i] === DASH) {
				++i;
				++this._dashes;
			} else {
				if (this._dashes) buf = B_ONEDASH;
				this._dashes = 0;
				break;
			}
			if (this._dashes === 2) {
				if (start + i < end && this.listenerCount("trailer") !== 0) this.emit("trailer", data.slice(start + i, end));
				this.reset();
				this._finished = true;
				if (self._parts === 0) {
					self._realFinish = true;
					self.emit("finish");
					self._realFinish = false;
				}
			}
			if (this._dashes) return;
		}
		if (this._justMatched) this._justMatched = false;
		if (!this._part) {
			this._part = new PartStream(this._partOpts);
			this._part._read = function(n) {
				self._unpause();
			};
			if (this._isPreamble && this.listenerCount("preamble") !== 0) this.emit("preamble", this._part);
			else if (this._isPreamble !== true && this.listenerCount("part") !== 0) this.emit("part", this._part);
			else this._ignore();
			if (!this._isPreamble) this._inHeader = true;
		}
		if (data && start < end && !this._ignoreData) {
			if (this._isPreamble || !this._inHeader) {
				if (buf) shouldWriteMore = this._part.push(buf);
				shouldWriteMore = this._part.push(data.slice(start, end));
				if (!shouldWriteMore) this._pause = true;
			} else if (!this._isPreamble && this._inHeader) {
				if (buf) this._hparser.push(buf);
				r = this._hparser.push(data.slice(start, end));
				if (!this._inHeader && r !== void 0 && r < end) this._oninfo(false, data, start + r, end);
			}
		}
		if (isMatch) {
			this._hparser.reset();
			if (this._isPreamble) this._isPreamble = false;
			else if (start !== end && !this._inHeader) {
				++this._parts;
				this._part.on("end", function() {
					if (--self._parts === 0) {
						if (self._finished) {
							self._realFinish = true;
							self.emit("finish");
							self._realFinish = false;
						} else self._unpause();
					}
				});
			}
			this._part.push(null);
			this._part = void 0;
			this._ignoreData = false;
			this._justMatched = true;
			this._dashes = 0;
		}
	};
	Dicer.prototype._unpause = function() {
		if (!this._pause) return;
		this._pause = false;
		if (this._cb) {
			const cb = this._cb;
			this._cb = void 0;
			cb();
		}
	};
	module.exports = Dicer;
}));
// node_modules/@fastify/busboy/lib/utils/decodeText.js
var require_decodeText = /* @__PURE__ */ __commonJSMin(((exports, module, this$1) => {
	const utf8Decoder = new TextDecoder("utf-8");
	const textDecoders = /* @__PURE__ */ new Map([["utf-8", utf8Decoder], ["utf8", utf8Decoder]]);
	function getDecoder(charset) {
		let lc;
		while (true) switch (charset) {
			case "utf-8":
			case "utf8": return decoders.utf8;
			case "latin1":
			case "ascii":
			case "us-ascii":
			case "iso-8859-1":
			case "iso8859-1":
			case "iso88591":
			case "iso_8859-1":
			case "windows-1252":
			case "iso_8859-1:1987":
			case "cp1252":
			case "x-cp1252": return decoders.latin1;
			case "utf16le":
			case "utf-16le":
			case "ucs2":
			case "ucs-2": return decoders.utf16le;
			case "base64": return decoders.base64;
			default:
				if (lc === void 0) {
					lc = true;
					charset = charset.toLowerCase();
					continue;
				}
				return decoders.other.bind(charset);
		}
	}
	function isAscii(data) {
		for (var i = 0, len = data.length; i < len; ++i) if (data.charCodeAt(i) > 127) return false;
		return true;
	}
	const decoders = {
		utf8: (data, sourceEncoding) => {
			if (data.length === 0) return "";
			if (typeof data === "string") {
				if (isAscii(data)) return data;
				data = Buffer.from(data, sourceEncoding);
			}
			return data.utf8Slice(0, data.length);
		},
		latin1: (data, sourceEncoding) => {
			if (data.length === 0) return "";
			if (typeof data === "string") return data;
			return data.latin1Slice(0, data.length);
		},
		utf16le: (data, sourceEncoding) => {
			if (data.length === 0) return "";
			if (typeof data === "string") data = Buffer.from(data, sourceEncoding);
			return data.ucs2Slice(0, data.length);
		},
		base64: (data, sourceEncoding) => {
			if (data.length === 0) return "";
			if (typeof data === "string") data = Buffer.from(data, sourceEncoding);
			return data.base64Slice(0, data.length);
		},
		other: (data, sourceEncoding) => {
			if (data.length === 0) return "";
			if (typeof data === "string") data = Buffer.from(data, sourceEncoding);
			if (textDecoders.has(this$1.toString())) try {
				return textDecoders.get(this$1).decode(data);
			} catch {}
			return typeof data === "string" ? data : data.toString();
		}
	};
	function decodeText(text, sourceEncoding, destEncoding) {
		if (text) return getDecoder(destEncoding)(text, sourceEncoding);
		return text;
	}
	module.exports = decodeText;
}));
// node_modules/@fastify/busboy/lib/utils/parseParams.js
var require_parseParams = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const decodeText = require_decodeText();
	const RE_ENCODED = /%[a-fA-F0-9][a-fA-F0-9]/g;
	const EncodedLookup = {
		"%00": "\0",
		"%01": "",
		"%02": "",
		"%03": "",
		"%04": "",
		"%05": "",
		"%06": "",
		"%07": "\x07",
		"%08": "\b",
		"%09": "	",
		"%0a": "\n",
		"%0A": "\n",
		"%0b": "\v",
		"%0B": "\v",
		"%0c": "\f",
		"%0C": "\f",
		"%0d": "\r",
		"%0D": "\r",
		"%0e": "",
		"%0E": "",
		"%0f": "",
		"%0F": "",
		"%10": "",
		"%11": "",
		"%12": "",
		"%13": "",
		"%14": "",
		"%15": "",
		"%16": "",
		"%17": "",
		"%18": "",
		"%19": "",
		"%1a": "",
		"%1A": "",
		"%1b": "\x1B",
		"%1B": "\x1B",
		"%1c": "",
		"%1C": "",
		"%1d": "",
		"%1D": "",
		"%1e": "",
		"%1E": "",
		"%1f": "",
		"%1F": "",
		"%20": " ",
		"%21": "!",
		"%22": "\"",
		"%23": "#",
		"%24": "$",
		"%25": "%",
		"%26": "&",
		"%27": "'",
		"%28": "(",
		"%29": ")",
		"%2a": "*",
		"%2A": "*",
		"%2b": "+",
		"%2B": "+",
		"%2c": ",",
		"%2C": ",",
		"%2d": "-",
		"%2D": "-",
		"%2e": ".",
		"%2E": ".",
		"%2f": "/",
		"%2F": "/",
		"%30": "0",
		"%31": "1",
		"%32": "2",
		"%33": "3",
		"%34": "4",
		"%35": "5",
		"%36": "6",
		"%37": "7",
		"%38": "8",
		"%39": "9",
		"%3a": ":",
		"%3A": ":",
		"%3b": ";",
		"%3B": ";",
		"%3c": "<",
		"%3C": "<",
		"%3d": "=",
		"%3D": "=",
		"%3e": ">",
		"%3E": ">",
		"%3f": "?",
		"%3F": "?",
		"%40": "@",
		"%41": "A",
		"%42": "B",
		"%43": "C",
		"%44": "D",
		"%45": "E",
		"%46": "F",
		"%47": "G",
		"%48": "H",
		"%49": "I",
		"%4a": "J",
		"%4A": "J",
		"%4b": "K",
		"%4B": "K",
		"%4c": "L",
		"%4C": "L",
		"%4d": "M",
		"%4D": "M",
		"%4e": "N",
		"%4E": "N",
		"%4f": "O",
		"%4F": "O",
		"%50": "P",
		"%51": "Q",
		"%52": "R",
		"%53": "S",
		"%54": "T",
		"%55": "U",
		"%56": "V",
		"%57": "W",
		"%58": "X",
		"%59": "Y",
		"%5a": "Z",
		"%5A": "Z",
		"%5b": "[",
		"%5B": "[",
		"%5c": "\\",
		"%5C": "\\",
		"%5d": "]",
		"%5D": "]",
		"%5e": "^",
		"%5E": "^",
		"%5f": "_",
		"%5F": "_",
		"%60": "`",
		"%61": "a",
		"%62": "b",
		"%63": "c",
		"%64": "d",
		"%65": "e",
		"%66": "f",
		"%67": "g",
		"%68": "h",
		"%69": "i",
		"%6a": "j",
		"%6A": "j",
		"%6b": "k",
		"%6B": "k",
		"%6c": "l",
		"%6C": "l",
		"%6d": "m",
		"%6D": "m",
		"%6e": "n",
		"%6E": "n",
		"%6f": "o",
		"%6F": "o",
		"%70": "p",
		"%71": "q",
		"%72": "r",
		"%73": "s",
		"%74": "t",
		"%75": "u",
		"%76": "v",
		"%77": "w",
		"%78": "x",
		"%79": "y",
		"%7a": "z",
		"%7A": "z",
		"%7b": "{",
		"%7B": "{",
		"%7c": "|",
		"%7C": "|",
		"%7d": "}",
		"%7D": "}",
		"%7e": "~",
		"%7E": "~",
		"%7f": "",
		"%7F": "",
		"%80": "",
		"%81": "",
		"%82": "",
		"%83": "",
		"%84": "",
		"%85": "",
		"%86": "",
		"%87": "",
		"%88": "",
		"%89": "",
		"%8a": "",
		"%8A": "",
		"%8b": "",
		"%8B": "",
		"%8c": "",
		"%8C": "",
		"%8d": "",
		"%8D": "",
		"%8e": "",
		"%8E": "",
		"%8f": "",
		"%8F": "",
		"%90": "",
		"%91": "",
		"%92": "",
		"%93": "",
		"%94": "",
		"%95": "",
		"%96": "",
		"%97": "",
		"%98": "",
		"%99": "",
		"%9a": "",
		"%9A": "",
		"%9b": "",
		"%9B": "",
		"%9c": "",
		"%9C": "",
		"%9d": "",
		"%9D": "",
		"%9e": "",
		"%9E": "",
		"%9f": "",
		"%9F": "",
		"%a0": "\xA0",
		"%A0": "\xA0",
		"%a1": "¡",
		"%A1": "¡",
		"%a2": "¢",
		"%A2": "¢",
		"%a3": "£",
		"%A3": "£",
		"%a4": "¤",
		"%A4": "¤",
		"%a5": "¥",
		"%A5": "¥",
		"%a6": "¦",
		"%A6": "¦",
		"%a7": "§",
		"%A7": "§",
		"%a8": "¨",
		"%A8": "¨",
		"%a9": "©",
		"%A9": "©",
		"%aa": "ª",
		"%Aa": "ª",
		"%aA": "ª",
		"%AA": "ª",
		"%ab": "«",
		"%Ab": "«",
		"%aB": "«",
		"%AB": "«",
		"%ac": "¬",
		"%Ac": "¬",
		"%aC": "¬",
		"%AC": "¬",
		"%ad": "­",
		"%Ad": "­",
		"%aD": "­",
		"%AD": "­",
		"%ae": "®",
		"%Ae": "®",
		"%aE": "®",
		"%AE": "®",
		"%af": "¯",
		"%Af": "¯",
		"%aF": "¯",
		"%AF": "¯",
		"%b0": "°",
		"%B0": "°",
		"%b1": "±",
		"%B1": "±",
		"%b2": "²",
		"%B2": "²",
		"%b3": "³",
		"%B3": "³",
		"%b4": "´",
		"%B4": "´",
		"%b5": "µ",
		"%B5": "µ",
		"%b6": "¶",
		"%B6": "¶",
		"%b7": "·",
		"%B7": "·",
		"%b8": "¸",
		"%B8": "¸",
		"%b9": "¹",
		"%B9": "¹",
		"%ba": "º",
		"%Ba": "º",
		"%bA": "º",
		"%BA": "º",
		"%bb": "»",
		"%Bb": "»",
		"%bB": "»",
		"%BB": "»",
		"%bc": "¼",
		"%Bc": "¼",
		"%bC": "¼",
		"%BC": "¼",
		"%bd": "½",
		"%Bd": "½",
		"%bD": "½",
		"%BD": "½",
		"%be": "¾",
		"%Be": "¾",
		"%bE": "¾",
		"%BE": "¾",
		"%bf": "¿",
		"%Bf": "¿",
		"%bF": "¿",
		"%BF": "¿",
		"%c0": "À",
		"%C0": "À",
		"%c1": "Á",
		"%C1": "Á",
		"%c2": "Â",
		"%C2": "Â",
		"%c3": "Ã",
		"%C3": "Ã",
		"%c4": "Ä",
		"%C4": "Ä",
		"%c5": "Å",
		"%C5": "Å",
		"%c6": "Æ",
		"%C6": "Æ",
		"%c7": "Ç",
		"%C7": "Ç",
		"%c8": "È",
		"%C8": "È",
		"%c9": "É",
		"%C9": "É",
		"%ca": "Ê",
		"%Ca": "Ê",
		"%cA": "Ê",
		"%CA": "Ê",
		"%cb": "Ë",
		"%Cb": "Ë",
		"%cB": "Ë",
		"%CB": "Ë",
		"%cc": "Ì",
		"%Cc": "Ì",
		"%cC": "Ì",
		"%CC": "Ì",
		"%cd": "Í",
		"%Cd": "Í",
		"%cD": "Í",
		"%CD": "Í",
		"%ce": "Î",
		"%Ce": "Î",
		"%cE": "Î",
		"%CE": "Î",
		"%cf": "Ï",
		"%Cf": "Ï",
		"%cF": "Ï",
		"%CF": "Ï",
		"%d0": "Ð",
		"%D0": "Ð",
		"%d1": "Ñ",
		"%D1": "Ñ",
		"%d2": "Ò",
		"%D2": "Ò",
		"%d3": "Ó",
		"%D3": "Ó",
		"%d4": "Ô",
		"%D4": "Ô",
		"%d5": "Õ",
		"%D5": "Õ",
		"%d6": "Ö",
		"%D6": "Ö",
		"%d7": "×",
		"%D7": "×",
		"%d8": "Ø",
		"%D8": "Ø",
		"%d9": "Ù",
		"%D9": "Ù",
		"%da": "Ú",
		"%Da": "Ú",
		"%dA": "Ú",
		"%DA": "Ú",
		"%db": "Û",
		"%Db": "Û",
		"%dB": "Û",
		"%DB": "Û",
		"%dc": "Ü",
		"%Dc": "Ü",
		"%dC": "Ü",
		"%DC": "Ü",
		"%dd": "Ý",
		"%Dd": "Ý",
		"%dD": "Ý",
		"%DD": "Ý",
		"%de": "Þ",
		"%De": "Þ",
		"%dE": "Þ",
		"%DE": "Þ",
		"%df": "ß",
		"%Df": "ß",
		"%dF": "ß",
		"%DF": "ß",
		"%e0": "à",
		"%E0": "à",
		"%e1": "á",
		"%E1": "á",
		"%e2": "â",
		"%E2": "â",
		"%e3": "ã",
		"%E3": "ã",
		"%e4": "ä",
		"%E4": "ä",
		"%e5": "å",
		"%E5": "å",
		"%e6": "æ",
		"%E6": "æ",
		"%e7": "ç",
		"%E7": "ç",
		"%e8": "è",
		"%E8": "è",
		"%e9": "é",
		"%E9": "é",
		"%ea": "ê",
		"%Ea": "ê",
		"%eA": "ê",
		"%EA": "ê",
		"%eb": "ë",
		"%Eb": "ë",
		"%eB": "ë",
		"%EB": "ë",
		"%ec": "ì",
		"%Ec": "ì",
		"%eC": "ì",
		"%EC": "ì",
		"%ed": "í",
		"%Ed": "í",
		"%eD": "í",
		"%ED": "í",
		"%ee": "î",
		"%Ee": "î",
		"%eE": "î",
		"%EE": "î",
		"%ef": "ï",
		"%Ef": "ï",
		"%eF": "ï",
		"%EF": "ï",
		"%f0": "ð",
		"%F0": "ð",
		"%f1": "ñ",
		"%F1": "ñ",
		"%f2": "ò",
		"%F2": "ò",
		"%f3": "ó",
		"%F3": "ó",
		"%f4": "ô",
		"%F4": "ô",
		"%f5": "õ",
		"%F5": "õ",
		"%f6": "ö",
		"%F6": "ö",
		"%f7": "÷",
		"%F7": "÷",
		"%f8": "ø",
		"%F8": "ø",
		"%f9": "ù",
		"%F9": "ù",
		"%fa": "ú",
		"%Fa": "ú",
		"%fA": "ú",
		"%FA": "ú",
		"%fb": "û",
		"%Fb": "û",
		"%fB": "û",
		"%FB": "û",
		"%fc": "ü",
		"%Fc": "ü",
		"%fC": "ü",
		"%FC": "ü",
		"%fd": "ý",
		"%Fd": "ý",
		"%fD": "ý",
		"%FD": "ý",
		"%fe": "þ",
		"%Fe": "þ",
		"%fE": "þ",
		"%FE": "þ",
		"%ff": "ÿ",
		"%Ff": "ÿ",
		"%fF": "ÿ",
		"%FF": "ÿ"
	};
	function encodedReplacer(match) {
		return EncodedLookup[match];
	}
	function decodeUtf8Text(text) {
		for (var i = 0, len = text.length; i < len; ++i) if (text.charCodeAt(i) > 127) return decodeText(text, "binary", "utf8");
		return text;
	}
	const STATE_KEY = 0;
	const STATE_VALUE = 1;
	const STATE_CHARSET = 2;
	const STATE_LANG = 3;
	function parseFormDataDisposition(str) {
		if (!str.startsWith("form-data; name=\"")) return;
		let valueStart = 17;
		let valueEnd = str.indexOf("\"", valueStart);
		if (valueEnd === -1 || str.indexOf("\\", valueStart) !== -1) return;
		const res = ["form-data", ["name", decodeUtf8Text(str.slice(valueStart, valueEnd))]];
		let pos = valueEnd + 1;
		while (pos < str.length && str[pos] !== ";") ++pos;
		if (pos === str.length) return res;
		++pos;
		while (str[pos] === " " || str[pos] === "	") ++pos;
		if (!str.startsWith("filename=\"", pos)) return;
		valueStart = pos + 10;
		valueEnd = str.indexOf("\"", valueStart);
		if (valueEnd === -1 || str.indexOf("\\", valueStart) !== -1) return;
		res.push(["filename", decodeUtf8Text(str.slice(valueStart, valueEnd))]);
		return res;
	}
	function parseParams(str) {
		if (str.indexOf(";") === -1) return [decodeUtf8Text(str)];
		const fastFormData = parseFormDataDisposition(str);
		if (fastFormData !== void 0) return fastFormData;
		const res = [];
		let state = STATE_KEY;
		let charset = "";
		let inquote = false;
		let escaping = false;
		let p = 0;
		let tmp = "";
		const len = str.length;
		for (var i = 0; i < len; ++i) {
			const char = str[i];
			if (char === "\\" && inquote) {
				if (escaping) escaping = false;
				else {
					escaping = true;
					continue;
				}
			} else if (char === "\"") {
				if (!escaping) {
					if (inquote) {
						inquote = false;
						state = STATE_KEY;
						while (i + 1 < len && str[i + 1] !== ";") ++i;
					} else inquote = true;
					continue;
				} else escaping = false;
			} else {
				if (escaping && inquote) tmp += "\\";
				escaping = false;
				if ((state === STATE_CHARSET || state === STATE_LANG) && char === "'") {
					if (state === STATE_CHARSET) {
						state = STATE_LANG;
						charset = tmp.substring(1);
					} else state = STATE_VALUE;
					tmp = "";
					continue;
				} else if (state === STATE_KEY && (char === "*" || char === "=") && res.length) {
					state = char === "*" ? STATE_CHARSET : STATE_VALUE;
					res[p] = [tmp, void 0];
					tmp = "";
					continue;
				} else if (!inquote && char === ";") {
					state = STATE_KEY;
					if (charset) {
						if (tmp.length) tmp = decodeText(tmp.replace(RE_ENCODED, encodedReplacer), "binary", charset);
						charset = "";
					} else if (tmp.length) tmp = decodeUtf8Text(tmp);
					if (res[p] === void 0) res[p] = tmp;
					else res[p][1] = tmp;
					tmp = "";
					++p;
					continue;
				} else if (!inquote && (char === " " || char === "	")) continue;
			}
			tmp += char;
		}
		if (charset && tmp.length) tmp = decodeText(tmp.replace(RE_ENCODED, encodedReplacer), "binary", charset);
		else if (tmp) tmp = decodeUtf8Text(tmp);
		if (res[p] === void 0) {
			if (tmp) res[p] = tmp;
		} else res[p][1] = tmp;
		return res;
	}
	module.exports = parseParams;
}));
// node_modules/@fastify/busboy/lib/utils/basename.js
var require_basename = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = function basename(path) {
		if (typeof path !== "string") return "";
		for (var i = path.length - 1; i >= 0; --i) switch (path.charCodeAt(i)) {
			case 47:
			case 92:
				path = path.slice(i + 1);
				return path === ".." || path === "." ? "" : path;
		}
		return path === ".." || path === "." ? "" : path;
	};
}));
// node_modules/@fastify/busboy/lib/types/multipart.js
var require_multipart = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { Readable } = __require("node:stream");
	const { inherits } = __require("node:util");
	const Dicer = require_Dicer();
	const parseParams = require_parseParams();
	const decodeText = require_decodeText();
	const basename = require_basename();
	const getLimit = require_getLimit();
	const RE_BOUNDARY = /^boundary$/i;
	const RE_FIELD = /^form-data$/i;
	const RE_CHARSET = /^charset$/i;
	const RE_FILENAME = /^filename$/i;
	const RE_NAME = /^name$/i;
	Multipart.detect = /^multipart\/form-data/i;
	function Multipart(boy, cfg) {
		let i;
		let len;
		const self = this;
		let boundary;
		const limits = cfg.limits;
		const isPartAFile = cfg.isPartAFile || ((fieldName, contentType, fileName) => contentType === "application/octet-stream" || fileName !== void 0);
		const parsedConType = cfg.parsedConType || [];
		const defCharset = cfg.defCharset || "utf8";
		const preservePath = cfg.preservePath;
		const fileOpts = { highWaterMark: cfg.fileHwm };
		for (i = 0, len = parsedConType.length; i < len; ++i) if (Array.isArray(parsedConType[i]) && RE_BOUNDARY.test(parsedConType[i][0])) {
			boundary = parsedConType[i][1];
			break;
		}
		function checkFinished() {
			if (nends === 0 && finished && !boy._done) {
				finished = false;
				self.end();
			}
		}
		if (typeof boundary !== "string") throw new Error("Multipart: Boundary not found");
		const fieldSizeLimit = getLimit(limits, "fieldSize", 1048576);
		const fileSizeLimit = getLimit(limits, "fileSize", Infinity);
		const filesLimit = getLimit(limits, "files", Infinity);
		const fieldsLimit = getLimit(limits, "fields", Infinity);
		const partsLimit = getLimit(limits, "parts", Infinity);
		const headerPairsLimit = getLimit(limits, "headerPairs", 2e3);
		const headerSizeLimit = getLimit(limits, "headerSize", 81920);
		let nfiles = 0;
		let nfields = 0;
		let nends = 0;
		let curFile;
		let curField;
		let finished = false;
		this._needDrain = false;
		this._pause = false;
		this._cb = void 0;
		this._nparts = 0;
		this._boy = boy;
		const parserCfg = {
			boundary,
			maxHeaderPairs: headerPairsLimit,
			maxHeaderSize: headerSizeLimit,
			partHwm: fileOpts.highWaterMark,
			highWaterMark: cfg.highWaterMark
		};
		this.parser = new Dicer(parserCfg);
		this.parser.on("drain", function() {
			self._needDrain = false;
			if (self._cb && !self._pause) {
				const cb = self._cb;
				self._cb = void 0;
				cb();
			}
		}).on("part", function onPart(part) {
			if (++self._nparts > partsLimit) {
				self.parser.removeListener("part", onPart);
				self.parser.on("part", skipPart);
				boy.hitPartsLimit = true;
				boy.emit("partsLimit");
				return skipPart(part);
			}
			if (curField) {
				const field = curField;
				field.emit("end");
				field.removeAllListeners("end");
			}
			part.on("header", function(header) {
				let contype;
				let fieldname;
				let parsed;
				let charset;
				let encoding;
				let filename;
				let nsize = 0;
				if (header["content-type"]) {
					const contentType = header["content-type"][0];
					if (contentType.length !== 0 && contentType.indexOf(";") === -1 && contentType.indexOf(" ") === -1 && contentType.indexOf("	") === -1) contype = contentType.toLowerCase();
					else {
						parsed = parseParams(contentType);
						if (parsed[0]) {
							contype = parsed[0].toLowerCase();
							for (i = 0, len = parsed.length; i < len; ++i) if (RE_CHARSET.test(parsed[i][0])) {
								charset = parsed[i][1].toLowerCase();
								break;
							}
						}
					}
				}
				if (contype === void 0) contype = "text/plain";
				if (charset === void 0) charset = defCharset;
				if (header["content-disposition"]) {
					parsed = parseParams(header["content-disposition"][0]);
					if (!RE_FIELD.test(parsed[0])) return skipPart(part);
					for (i = 0, len = parsed.length; i < len; ++i) if (RE_NAME.test(parsed[i][0])) {
						fieldname = parsed[i][1];
						if (hasBareLineBreak(fieldname)) return skipPart(part);
					} else if (RE_FILENAME.test(parsed[i][0])) {
						filename = parsed[i][1];
						if (hasBareLineBreak(filename)) return skipPart(part);
						if (!preservePath) filename = basename(filename);
					}
				} else return skipPart(part);
				if (header["content-transfer-encoding"]) encoding = header["content-transfer-encoding"][0].toLowerCase();
				else encoding = "7bit";
				let onData, onEnd;
				if (isPartAFile(fieldname, contype, filename)) {
					if (nfiles === filesLimit) {
						if (!boy.hitFilesLimit) {
							boy.hitFilesLimit = true;
							boy.emit("filesLimit");
						}
						return skipPart(part);
					}
					++nfiles;
					if (boy.listenerCount("file") === 0) {
						self.parser._ignore();
						return;
					}
					++nends;
					const file = new FileStream(fileOpts);
					curFile = file;
					file.on("end", function() {
						--nends;
						self._pause = false;
						checkFinished();
						if (self._cb && !self._needDrain) {
							const cb = self._cb;
							self._cb = void 0;
							cb();
						}
					});
					file._read = function(n) {
						if (!self._pause) return;
						self._pause = false;
						if (self._cb && !self._needDrain) {
							const cb = self._cb;
							self._cb = void 0;
							cb();
						}
					};
					boy.emit("file", fieldname, file, filename, encoding, contype);
					onData = function(data) {
						if ((nsize += data.length) > fileSizeLimit) {
							const extralen = fileSizeLimit - nsize + data.length;
							if (extralen > 0) file.push(data.slice(0, extralen));
							file.truncated = true;
							file.bytesRead = fileSizeLimit;
							part.removeAllListeners("data");
							file.emit("limit");
							return;
						} else if (!file.push(data)) self._pause = true;
						file.bytesRead = nsize;
					};
					onEnd = function() {
						curFile = void 0;
						file.push(null);
					};
				} else {
					if (nfields === fieldsLimit) {
						if (!boy.hitFieldsLimit) {
							boy.hitFieldsLimit = true;
							boy.emit("fieldsLimit");
						}
						return skipPart(part);
					}
					++nfields;
					++nends;
					let buffer = "";
					let truncated = false;
					curField = part;
					onData = function(data) {
						if ((nsize += data.length) > fieldSizeLimit) {
							const extralen = fieldSizeLimit - (nsize - data.length);
							buffer += data.toString("binary", 0, extralen);
							truncated = true;
							part.removeAllListeners("data");
						} else buffer += data.toString("binary");
					};
					onEnd = function() {
						curField = void 0;
						if (buffer.length) buffer = decodeText(buffer, "binary", charset);
						boy.emit("field", fieldname, buffer, false, truncated, encoding, contype);
						--nends;
						checkFinished();
					};
				}
				part._readableState.sync = false;
				part.on("data", onData);
				part.on("end", onEnd);
			}).on("error", function(err) {
				if (curFile) curFile.emit("error", err);
			});
		}).on("error", function(err) {
			boy.emit("error", err);
		}).on("finish", function() {
			finished = true;
			checkFinished();
		});
	}
	Multipart.prototype.write = function(chunk, cb) {
		if (!this.parser.writable) {
			cb();
			return;
		}
		const r = this.parser.write(chunk);
		if (r && !this._pause) cb();
		else {
			this._needDrain = !r;
			this._cb = cb;
		}
	};
	Multipart.prototype.end = function() {
		const self = this;
		if (self.parser.writable) self.parser.end();
		else if (!self._boy._done) process.nextTick(function() {
			self._boy._done = true;
			self._boy.emit("finish");
		});
	};
	function skipPart(part) {
		part.on("error", () => {});
		part.resume();
	}
	function hasBareLineBreak(value) {
		return typeof value === "string" && (value.includes("\r") || value.includes("\n"));
	}
	function FileStream(opts) {
		Readable.call(this, opts);
		this.bytesRead = 0;
		this.truncated = false;
	}
	inherits(FileStream, Readable);
	FileStream.prototype._read = function(n) {};
	module.exports = Multipart;
}));
// node_modules/@fastify/busboy/lib/utils/Decoder.js
var require_Decoder = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const RE_PLUS = /\+/g;
	const HEX = [
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
		0
	];
	function Decoder() {
		this.buffer = void 0;
	}
	Decoder.prototype.write = function(str) {
		str = str.replace(RE_PLUS, " ");
		let res = "";
		let i = 0;
		let p = 0;
		const len = str.length;
		for (; i < len; ++i) if (this.buffer !== void 0) {
			if (!HEX[str.charCodeAt(i)]) {
				res += "%" + this.buffer;
				this.buffer = void 0;
				--i;
			} else {
				this.buffer += str[i];
				++p;
				if (this.buffer.length === 2) {
					res += String.fromCharCode(parseInt(this.buffer, 16));
					this.buffer = void 0;
				}
			}
		} else if (str[i] === "%") {
			if (i > p) {
				res += str.substring(p, i);
				p = i;
			}
			this.buffer = "";
			++p;
		}
		if (p < len && this.buffer === void 0) res += str.substring(p);
		return res;
	};
	Decoder.prototype.end = function() {
		const res = this.buffer === void 0 ? "" : "%" + this.buffer;
		this.buffer = void 0;
		return res;
	};
	Decoder.prototype.reset = function() {
		this.buffer = void 0;
	};
	module.exports = Decoder;
}));
// node_modules/@fastify/busboy/lib/types/urlencoded.js
var require_urlencoded = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const Decoder = require_Decoder();
	const decodeText = require_decodeText();
	const getLimit = require_getLimit();
	const RE_CHARSET = /^charset$/i;
	UrlEncoded.detect = /^application\/x-www-form-urlencoded/i;
	function UrlEncoded(boy, cfg) {
		const limits = cfg.limits;
		const parsedConType = cfg.parsedConType;
		this.boy = boy;
		this.fieldSizeLimit = getLimit(limits, "fieldSize", 1048576);
		this.fieldNameSizeLimit = getLimit(limits, "fieldNameSize", 100);
		this.fieldsLimit = getLimit(limits, "fields", Infinity);
		let charset;
		for (var i = 0, len = parsedConType.length; i < len; ++i) if (Array.isArray(parsedConType[i]) && RE_CHARSET.test(parsedConType[i][0])) {
			charset = parsedConType[i][1].toLowerCase();
			break;
		}
		if (charset === void 0) charset = cfg.defCharset || "utf8";
		this.decoder = new Decoder();
		this.charset = charset;
		this._fields = 0;
		this._state = "key";
		this._checkingBytes = true;
		this._bytesKey = 0;
		this._bytesVal = 0;
		this._key = "";
		this._val = "";
		this._keyTrunc = false;
		this._valTrunc = false;
		this._hitLimit = false;
	}
	UrlEncoded.prototype.write = function(data, cb) {
		if (this._fields === this.fieldsLimit) {
			if (!this.boy.hitFieldsLimit) {
				this.boy.hitFieldsLimit = true;
				this.boy.emit("fieldsLimit");
			}
			return cb();
		}
		let idxeq;
		let idxamp;
		let i;
		let p = 0;
		const len = data.length;
		while (p < len) if (this._state === "key") {
			idxeq = idxamp = void 0;
			for (i = p; i < len; ++i) {
				if (!this._checkingBytes) ++p;
				if (data[i] === 61) {
					idxeq = i;
					break;
				} else if (data[i] === 38) {
					idxamp = i;
					break;
				}
				if (this._checkingBytes && this._bytesKey === this.fieldNameSizeLimit) {
					this._hitLimit = true;
					break;
				} else if (this._checkingBytes) ++this._bytesKey;
			}
			if (idxeq !== void 0) {
				if (idxeq > p) this._key += this.decoder.write(data.toString("binary", p, idxeq));
				this._endKey();
				this._state = "val";
				this._hitLimit = false;
				this._checkingBytes = true;
				this._val = "";
				this._bytesVal = 0;
				this._valTrunc = false;
				this.decoder.reset();
				p = idxeq + 1;
			} else if (idxamp !== void 0) {
				++this._fields;
				if (idxamp > p) this._key += this.decoder.write(data.toString("binary", p, idxamp));
				this._endKey();
				const key = this._key;
				const keyTrunc = this._keyTrunc;
				this._hitLimit = false;
				this._checkingBytes = true;
				this._key = "";
				this._bytesKey = 0;
				this._keyTrunc = false;
				this.decoder.reset();
				if (key.length) this.boy.emit("field", decodeText(key, "binary", this.charset), "", keyTrunc, false);
				p = idxamp + 1;
				if (this._fields === this.fieldsLimit) return cb();
			} else if (this._hitLimit) {
				if (i > p) this._key += this.decoder.write(data.toString("binary", p, i));
				p = i;
				if ((this._bytesKey = this._key.length) >= this.fieldNameSizeLimit) {
					this._key = this._key.substring(0, this.fieldNameSizeLimit);
					this._checkingBytes = false;
					this._keyTrunc = true;
				}
			} else {
				if (p < len) this._key += this.decoder.write(data.toString("binary", p));
				p = len;
			}
		} else {
			idxamp = void 0;
			for (i = p; i < len; ++i) {
				if (!this._checkingBytes) ++p;
				if (data[i] === 38) {
					idxamp = i;
					break;
				}
				if (this._checkingBytes && this._bytesVal === this.fieldSizeLimit) {
					this._hitLimit = true;
					break;
				} else if (this._checkingBytes) ++this._bytesVal;
			}
			if (idxamp !== void 0) {
				++this._fields;
				if (idxamp > p) this._val += this.decoder.write(data.toString("binary", p, idxamp));
				this._endVal();
				this.boy.emit("field", decodeText(this._key, "binary", this.charset), decodeText(this._val, "binary", this.charset), this._keyTrunc, this._valTrunc);
				this._state = "key";
				this._hitLimit = false;
				this._checkingBytes = true;
				this._key = "";
				this._bytesKey = 0;
				this._keyTrunc = false;
				this.decoder.reset();
				p = idxamp + 1;
				if (this._fields === this.fieldsLimit) return cb();
			} else if (this._hitLimit) {
				if (i > p) this._val += this.decoder.write(data.toString("binary", p, i));
				p = i;
				if ((this._bytesVal = this._val.length) >= this.fieldSizeLimit) {
					this._val = this._val.substring(0, this.fieldSizeLimit);
					this._checkingBytes = false;
					this._valTrunc = true;
				}
			} else {
				if (p < len) this._val += this.decoder.write(data.toString("binary", p));
				p = len;
			}
		}
		cb();
	};
	UrlEncoded.prototype.end = function() {
		if (this.boy._done) return;
		if (this._state === "key") {
			this._endKey();
			if (this._key.length > 0) this.boy.emit("field", decodeText(this._key, "binary", this.charset), "", this._keyTrunc, false);
		} else {
			this._endVal();
			this.boy.emit("field", decodeText(this._key, "binary", this.charset), decodeText(this._val, "binary", this.charset), this._keyTrunc, this._valTrunc);
		}
		this.boy._done = true;
		this.boy.emit("finish");
	};
	UrlEncoded.prototype._endKey = function() {
		this._key += this.decoder.end();
		if (this._key.length > this.fieldNameSizeLimit) {
			this._key = this._key.substring(0, this.fieldNameSizeLimit);
			this._keyTrunc = true;
		}
	};
	UrlEncoded.prototype._endVal = function() {
		this._val += this.decoder.end();
		if (this._val.length > this.fieldSizeLimit) {
			this._val = this._val.substring(0, this.fieldSizeLimit);
			this._valTrunc = true;
		}
	};
	module.exports = UrlEncoded;
}));
// node_modules/@fastify/busboy/index.js
var require_busboy = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const WritableStream = __require("node:stream").Writable;
	const { inherits } = __require("node:util");
	const Dicer = require_Dicer();
	const MultipartParser = require_multipart();
	const UrlencodedParser = require_urlencoded();
	const parseParams = require_parseParams();
	function Busboy(opts) {
		if (!(this instanceof Busboy)) return new Busboy(opts);
		if (typeof opts !== "object") throw new TypeError("Busboy expected an options-Object.");
		if (typeof opts.headers !== "object") throw new TypeError("Busboy expected an options-Object with headers-attribute.");
		if (typeof opts.headers["content-type"] !== "string") throw new TypeError("Missing Content-Type-header.");
		const { headers, ...streamOptions } = opts;
		this.opts = {
			autoDestroy: false,
			...streamOptions
		};
		WritableStream.call(this, this.opts);
		this._done = false;
		this._parser = this.getParserByHeaders(headers);
		this._finished = false;
	}
	inherits(Busboy, WritableStream);
	Busboy.prototype.emit = function(ev) {
		if (ev === "finish") {
			if (!this._done) {
				this._parser?.end();
				return;
			} else if (this._finished) return;
			this._finished = true;
		}
		WritableStream.prototype.emit.apply(this, arguments);
	};
	Busboy.prototype.getParserByHeaders = function(headers) {
		const parsed = parseParams(headers["content-type"]);
		const cfg = {
			defCharset: this.opts.defCharset,
			fileHwm: this.opts.fileHwm,
			headers,
			highWaterMark: this.opts.highWaterMark,
			isPartAFile: this.opts.isPartAFile,
			limits: this.opts.limits,
			parsedConType: parsed,
			preservePath: this.opts.preservePath
		};
		if (MultipartParser.detect.test(parsed[0])) return new MultipartParser(this, cfg);
		if (UrlencodedParser.detect.test(parsed[0])) return new UrlencodedParser(this, cfg);
		throw new Error("Unsupported Content-Type.");
	};
	Busboy.prototype._write = function(chunk, encoding, cb) {
		this._parser.write(chunk, cb);
	};
	module.exports = Busboy;
	module.exports.default = Busboy;
	module.exports.Busboy = Busboy;
	module.exports.Dicer = Dicer;
}));
// node_modules/tslib/tslib.js
var require_tslib = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/******************************************************************************
	Copyright (c) Microsoft Corporation.
	
	Permission to use, copy, modify, and/or distribute this software for any
	purpose with or without fee is hereby granted.
	
	THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH
	REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY
	AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
	INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM
	LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR
	OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR
	PERFORMANCE OF THIS SOFTWARE.
	***************************************************************************** */
	var __extends;
	var __assign;
	var __rest;
	var __decorate;
	var __param;
	var __esDecorate;
	var __runInitializers;
	var __propKey;
	var __setFunctionName;
	var __metadata;
	var __awaiter;
	var __generator;
	var __exportStar;
	var __values;
	var __read;
	var __spread;
	var __spreadArrays;
	var __spreadArray;
	var __await;
	var __asyncGenerator;
	var __asyncDelegator;
	var __asyncValues;
	var __makeTemplateObject;
	var __importStar;
	var __importDefault;
	var __classPrivateFieldGet;
	var __classPrivateFieldSet;
	var __classPrivateFieldIn;
	var __createBinding;
	var __addDisposableResource;
	var __disposeResources;
	var __rewriteRelativeImportExtension;
	(function(factory) {
		var root = typeof global === "object" ? global : typeof self === "object" ? self : typeof this === "object" ? this : {};
		if (typeof define === "function" && define.amd) define("tslib", ["exports"], function(exports) {
			factory(createExporter(root, createExporter(exports)));
		});
		else if (typeof module === "object" && typeof module.exports === "object") factory(createExporter(root, createExporter(module.exports)));
		else factory(createExporter(root));
		function createExporter(exports, previous) {
			if (exports !== root) {
				if (typeof Object.create === "function") Object.defineProperty(exports, "__esModule", { value: true });
				else exports.__esModule = true;
			}
			return function(id, v) {
				return exports[id] = previous ? previous(id, v) : v;
			};
		}
	})(function(exporter) {
		var extendStatics = Object.setPrototypeOf || { __proto__: [] } instanceof Array && function(d, b) {
			d.__proto__ = b;
		} || function(d, b) {
			for (var p in b) if (Object.prototype.hasOwnProperty.call(b, p)) d[p] = b[p];
		};
		__extends = function(d, b) {
			if (typeof b !== "function" && b !== null) throw new TypeError("Class extends value " + String(b) + " is not a constructor or null");
			extendStatics(d, b);
			function __() {
				this.constructor = d;
			}
			d.prototype = b === null ? Object.create(b) : (__.prototype = b.prototype, new __());
		};
		__assign = Object.assign || function(t) {
			for (var s, i = 1, n = arguments.length; i < n; i++) {
				s = arguments[i];
				for (var p in s) if (Object.prototype.hasOwnProperty.call(s, p)) t[p] = s[p];
			}
			return t;
		};
		__rest = function(s, e) {
			var t = {};
			for (var p in s) if (Object.prototype.hasOwnProperty.call(s, p) && e.indexOf(p) < 0) t[p] = s[p];
			if (s != null && typeof Object.getOwnPropertySymbols === "function") {
				for (var i = 0, p = Object.getOwnPropertySymbols(s); i < p.length; i++) if (e.indexOf(p[i]) < 0 && Object.prototype.propertyIsEnumerable.call(s, p[i])) t[p[i]] = s[p[i]];
			}
			return t;
		};
		__decorate = function(decorators, target, key, desc) {
			var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
			if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
			else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
			return c > 3 && r && Object.defineProperty(target, key, r), r;
		};
		__param = function(paramIndex, decorator) {
			return function(target, key) {
				decorator(target, key, paramIndex);
			};
		};
		__esDecorate = function(ctor, descriptorIn, decorators, contextIn, initializers, extraInitializers) {
			function accept(f) {
				if (f !== void 0 && typeof f !== "function") throw new TypeError("Function expected");
				return f;
			}
			var kind = contextIn.kind, key = kind === "getter" ? "get" : kind === "setter" ? "set" : "value";
			var target = !descriptorIn && ctor ? contextIn["static"] ? ctor : ctor.prototype : null;
			var descriptor = descriptorIn || (target ? Object.getOwnPropertyDescriptor(target, contextIn.name) : {});
			var _, done = false;
			for (var i = decorators.length - 1; i >= 0; i--) {
				var context = {};
				for (var p in contextIn) context[p] = p === "access" ? {} : contextIn[p];
				for (var p in contextIn.access) context.access[p] = contextIn.access[p];
				context.addInitializer = function(f) {
					if (done) throw new TypeError("Cannot add initializers after decoration has completed");
					extraInitializers.push(accept(f || null));
				};
				var result = (0, decorators[i])(kind === "accessor" ? {
					get: descriptor.get,
					set: descriptor.set
				} : descriptor[key], context);
				if (kind === "accessor") {
					if (result === void 0) continue;
					if (result === null || typeof result !== "object") throw new TypeError("Object expected");
					if (_ = accept(result.get)) descriptor.get = _;
					if (_ = accept(result.set)) descriptor.set = _;
					if (_ = accept(result.init)) initializers.unshift(_);
				} else if (_ = accept(result)) {
					if (kind === "field") initializers.unshift(_);
					else descriptor[key] = _;
				}
			}
			if (target) Object.defineProperty(target, contextIn.name, descriptor);
			done = true;
		};
		__runInitializers = function(thisArg, initializers, value) {
			var useValue = arguments.length > 2;
			for (var i = 0; i < initializers.length; i++) value = useValue ? initializers[i].call(thisArg, value) : initializers[i].call(thisArg);
			return useValue ? value : void 0;
		};
		__propKey = function(x) {
			return typeof x === "symbol" ? x : "".concat(x);
		};
		__setFunctionName = function(f, name, prefix) {
			if (typeof name === "symbol") name = name.description ? "[".concat(name.description, "]") : "";
			return Object.defineProperty(f, "name", {
				configurable: true,
				value: prefix ? "".concat(prefix, " ", name) : name
			});
		};
		__metadata = function(metadataKey, metadataValue) {
			if (typeof Reflect === "object" && typeof Reflect.metadata === "function") return Reflect.metadata(metadataKey, metadataValue);
		};
		__awaiter = function(thisArg, _arguments, P, generator) {
			function adopt(value) {
				return value instanceof P ? value : new P(function(resolve) {
					resolve(value);
				});
			}
			return new (P || (P = Promise))(function(resolve, reject) {
				function fulfilled(value) {
					try {
						step(generator.next(value));
					} catch (e) {
						reject(e);
					}
				}
				function rejected(value) {
					try {
						step(generator["throw"](value));
					} catch (e) {
						reject(e);
					}
				}
				function step(result) {
					result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
				}
				step((generator = generator.apply(thisArg, _arguments || [])).next());
			});
		};
		__generator = function(thisArg, body) {
			var _ = {
				label: 0,
				sent: function() {
					if (t[0] & 1) throw t[1];
					return t[1];
				},
				trys: [],
				ops: []
			}, f, y, t, g = Object.create((typeof Iterator === "function" ? Iterator : Object).prototype);
			return g.next = verb(0), g["throw"] = verb(1), g["return"] = verb(2), typeof Symbol === "function" && (g[Symbol.iterator] = function() {
				return this;
			}), g;
			function verb(n) {
				return function(v) {
					return step([n, v]);
				};
			}
			function step(op) {
				if (f) throw new TypeError("Generator is already executing.");
				while (g && (g = 0, op[0] && (_ = 0)), _) try {
					if (f = 1, y && (t = op[0] & 2 ? y["return"] : op[0] ? y["throw"] || ((t = y["return"]) && t.call(y), 0) : y.next) && !(t = t.call(y, op[1])).done) return t;
					if (y = 0, t) op = [op[0] & 2, t.value];
					switch (op[0]) {
						case 0:
						case 1:
							t = op;
							break;
						case 4:
							_.label++;
							return {
								value: op[1],
								done: false
							};
						case 5:
							_.label++;
							y = op[1];
							op = [0];
							continue;
						case 7:
							op = _.ops.pop();
							_.trys.pop();
							continue;
						default:
							if (!(t = _.trys, t = t.length > 0 && t[t.length - 1]) && (op[0] === 6 || op[0] === 2)) {
								_ = 0;
								continue;
							}
							if (op[0] === 3 && (!t || op[1] > t[0] && op[1] < t[3])) {
								_.label = op[1];
								break;
							}
							if (op[0] === 6 && _.label < t[1]) {
								_.label = t[1];
								t = op;
								break;
							}
							if (t && _.label < t[2]) {
								_.label = t[2];
								_.ops.push(op);
								break;
							}
							if (t[2]) _.ops.pop();
							_.trys.pop();
							continue;
					}
					op = body.call(thisArg, _);
				} catch (e) {
					op = [6, e];
					y = 0;
				} finally {
					f = t = 0;
				}
				if (op[0] & 5) throw op[1];
				return {
					value: op[0] ? op[1] : void 0,
					done: true
				};
			}
		};
		__exportStar = function(m, o) {
			for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(o, p)) __createBinding(o, m, p);
		};
		__createBinding = Object.create ? (function(o, m, k, k2) {
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
		});
		__values = function(o) {
			var s = typeof Symbol === "function" && Symbol.iterator, m = s && o[s], i = 0;
			if (m) return m.call(o);
			if (o && typeof o.length === "number") return { next: function() {
				if (o && i >= o.length) o = void 0;
				return {
					value: o && o[i++],
					done: !o
				};
			} };
			throw new TypeError(s ? "Object is not iterable." : "Symbol.iterator is not defined.");
		};
		__read = function(o, n) {
			var m = typeof Symbol === "function" && o[Symbol.iterator];
			if (!m) return o;
			var i = m.call(o), r, ar = [], e;
			try {
				while ((n === void 0 || n-- > 0) && !(r = i.next()).done) ar.push(r.value);
			} catch (error) {
				e = { error };
			} finally {
				try {
					if (r && !r.done && (m = i["return"])) m.call(i);
				} finally {
					if (e) throw e.error;
				}
			}
			return ar;
		};
		/** @deprecated */
		__spread = function() {
			for (var ar = [], i = 0; i < arguments.length; i++) ar = ar.concat(__read(arguments[i]));
			return ar;
		};
		/** @deprecated */
		__spreadArrays = function() {
			for (var s = 0, i = 0, il = arguments.length; i < il; i++) s += arguments[i].length;
			for (var r = Array(s), k = 0, i = 0; i < il; i++) for (var a = arguments[i], j = 0, jl = a.length; j < jl; j++, k++) r[k] = a[j];
			return r;
		};
		__spreadArray = function(to, from, pack) {
			if (pack || arguments.length === 2) {
				for (var i = 0, l = from.length, ar; i < l; i++) if (ar || !(i in from)) {
					if (!ar) ar = Array.prototype.slice.call(from, 0, i);
					ar[i] = from[i];
				}
			}
			return to.concat(ar || Array.prototype.slice.call(from));
		};
		__await = function(v) {
			return this instanceof __await ? (this.v = v, this) : new __await(v);
		};
		__asyncGenerator = function(thisArg, _arguments, generator) {
			if (!Symbol.asyncIterator) throw new TypeError("Symbol.asyncIterator is not defined.");
			var g = generator.apply(thisArg, _arguments || []), i, q = [];
			return i = Object.create((typeof AsyncIterator === "function" ? AsyncIterator : Object).prototype), verb("next"), verb("throw"), verb("return", awaitReturn), i[Symbol.asyncIterator] = function() {
				return this;
			}, i;
			function awaitReturn(f) {
				return function(v) {
					return Promise.resolve(v).then(f, reject);
				};
			}
			function verb(n, f) {
				if (g[n]) {
					i[n] = function(v) {
						return new Promise(function(a, b) {
							q.push([
								n,
								v,
								a,
								b
							]) > 1 || resume(n, v);
						});
					};
					if (f) i[n] = f(i[n]);
				}
			}
			function resume(n, v) {
				try {
					step(g[n](v));
				} catch (e) {
					settle(q[0][3], e);
				}
			}
			function step(r) {
				r.value instanceof __await ? Promise.resolve(r.value.v).then(fulfill, reject) : settle(q[0][2], r);
			}
			function fulfill(value) {
				resume("next", value);
			}
			function reject(value) {
				resume("throw", value);
			}
			function settle(f, v) {
				if (f(v), q.shift(), q.length) resume(q[0][0], q[0][1]);
			}
		};
		__asyncDelegator = function(o) {
			var i = {}, p;
			return verb("next"), verb("throw", function(e) {
				throw e;
			}), verb("return"), i[Symbol.iterator] = function() {
				return this;
			}, i;
			function verb(n, f) {
				i[n] = o[n] ? function(v) {
					return (p = !p) ? {
						value: __await(o[n](v)),
						done: false
					} : f ? f(v) : v;
				} : f;
			}
		};
		__asyncValues = function(o) {
			if (!Symbol.asyncIterator) throw new TypeError("Symbol.asyncIterator is not defined.");
			var m = o[Symbol.asyncIterator], i;
			return m ? m.call(o) : (o = typeof __values === "function" ? __values(o) : o[Symbol.iterator](), i = {}, verb("next"), verb("throw"), verb("return"), i[Symbol.asyncIterator] = function() {
				return this;
			}, i);
			function verb(n) {
				i[n] = o[n] && function(v) {
					return new Promise(function(resolve, reject) {
						v = o[n](v), settle(resolve, reject, v.done, v.value);
					});
				};
			}
			function settle(resolve, reject, d, v) {
				Promise.resolve(v).then(function(v) {
					resolve({
						value: v,
						done: d
					});
				}, reject);
			}
		};
		__makeTemplateObject = function(cooked, raw) {
			if (Object.defineProperty) Object.defineProperty(cooked, "raw", { value: raw });
			else cooked.raw = raw;
			return cooked;
		};
		var __setModuleDefault = Object.create ? (function(o, v) {
			Object.defineProperty(o, "default", {
				enumerable: true,
				value: v
			});
		}) : function(o, v) {
			o["default"] = v;
		};
		var ownKeys = function(o) {
			ownKeys = Object.getOwnPropertyNames || function(o) {
				var ar = [];
				for (var k in o) if (Object.prototype.hasOwnProperty.call(o, k)) ar[ar.length] = k;
				return ar;
			};
			return ownKeys(o);
		};
		__importStar = function(mod) {
			if (mod && mod.__esModule) return mod;
			var result = {};
			if (mod != null) {
				for (var k = ownKeys(mod), i = 0; i < k.length; i++) if (k[i] !== "default") __createBinding(result, mod, k[i]);
			}
			__setModuleDefault(result, mod);
			return result;
		};
		__importDefault = function(mod) {
			return mod && mod.__esModule ? mod : { "default": mod };
		};
		__classPrivateFieldGet = function(receiver, state, kind, f) {
			if (kind === "a" && !f) throw new TypeError("Private accessor was defined without a getter");
			if (typeof state === "function" ? receiver !== state || !f : !state.has(receiver)) throw new TypeError("Cannot read private member from an object whose class did not declare it");
			return kind === "m" ? f : kind === "a" ? f.call(receiver) : f ? f.value : state.get(receiver);
		};
		__classPrivateFieldSet = function(receiver, state, value, kind, f) {
			if (kind === "m") throw new TypeError("Private method is not writable");
			if (kind === "a" && !f) throw new TypeError("Private accessor was defined without a setter");
			if (typeof state === "function" ? receiver !== state || !f : !state.has(receiver)) throw new TypeError("Cannot write private member to an object whose class did not declare it");
			return kind === "a" ? f.call(receiver, value) : f ? f.value = value : state.set(receiver, value), value;
		};
		__classPrivateFieldIn = function(state, receiver) {
			if (receiver === null || typeof receiver !== "object" && typeof receiver !== "function") throw new TypeError("Cannot use 'in' operator on non-object");
			return typeof state === "function" ? receiver === state : state.has(receiver);
		};
		__addDisposableResource = function(env, value, async) {
			if (value !== null && value !== void 0) {
				if (typeof value !== "object" && typeof value !== "function") throw new TypeError("Object expected.");
				var dispose, inner;
				if (async) {
					if (!Symbol.asyncDispose) throw new TypeError("Symbol.asyncDispose is not defined.");
					dispose = value[Symbol.asyncDispose];
				}
				if (dispose === void 0) {
					if (!Symbol.dispose) throw new TypeError("Symbol.dispose is not defined.");
					dispose = value[Symbol.dispose];
					if (async) inner = dispose;
				}
				if (typeof dispose !== "function") throw new TypeError("Object not disposable.");
				if (inner) dispose = function() {
					try {
						inner.call(this);
					} catch (e) {
						return Promise.reject(e);
					}
				};
				env.stack.push({
					value,
					dispose,
					async
				});
			} else if (async) env.stack.push({ async: true });
			return value;
		};
		var _SuppressedError = typeof SuppressedError === "function" ? SuppressedError : function(error, suppressed, message) {
			var e = new Error(message);
			return e.name = "SuppressedError", e.error = error, e.suppressed = suppressed, e;
		};
		__disposeResources = function(env) {
			function fail(e) {
				env.error = env.hasError ? new _SuppressedError(e, env.error, "An error was suppressed during disposal.") : e;
				env.hasError = true;
			}
			var r, s = 0;
			function next() {
				while (r = env.stack.pop()) try {
					if (!r.async && s === 1) return s = 0, env.stack.push(r), Promise.resolve().then(next);
					if (r.dispose) {
						var result = r.dispose.call(r.value);
						if (r.async) return s |= 2, Promise.resolve(result).then(next, function(e) {
							fail(e);
							return next();
						});
					} else s |= 1;
				} catch (e) {
					fail(e);
				}
				if (s === 1) return env.hasError ? Promise.reject(env.error) : Promise.resolve();
				if (env.hasError) throw env.error;
			}
			return next();
		};
		__rewriteRelativeImportExtension = function(path, preserveJsx, extraExtensions, ignoreCase) {
			if (typeof path === "string" && /^\.\.?\//.test(path)) {
				if (extraExtensions) for (var extension in extraExtensions) {
					var suffix = path.slice(-extension.length);
					if (suffix === extension || ignoreCase && suffix.toLowerCase() === extension.toLowerCase()) {
						var output = extraExtensions[extension];
						return output === extension ? path : path.slice(0, -extension.length) + output;
					}
				}
				return path.replace(/\.(tsx)$|((?:\.d)?)((?:\.[^./]+?)?)\.([cm]?)ts$/i, function(m, tsx, d, ext, cm) {
					return tsx ? preserveJsx ? ".jsx" : ".js" : d && (!ext || !cm) ? m : d + ext + "." + cm.toLowerCase() + "js";
				});
			}
			return path;
		};
		exporter("__extends", __extends);
		exporter("__assign", __assign);
		exporter("__rest", __rest);
		exporter("__decorate", __decorate);
		exporter("__param", __param);
		exporter("__esDecorate", __esDecorate);
		exporter("__runInitializers", __runInitializers);
		exporter("__propKey", __propKey);
		exporter("__setFunctionName", __setFunctionName);
		exporter("__metadata", __metadata);
		exporter("__awaiter", __awaiter);
		exporter("__generator", __generator);
		exporter("__exportStar", __exportStar);
		exporter("__createBinding", __createBinding);
		exporter("__values", __values);
		exporter("__read", __read);
		exporter("__spread", __spread);
		exporter("__spreadArrays", __spreadArrays);
		exporter("__spreadArray", __spreadArray);
		exporter("__await", __await);
		exporter("__asyncGenerator", __asyncGenerator);
		exporter("__asyncDelegator", __asyncDelegator);
		exporter("__asyncValues", __asyncValues);
		exporter("__makeTemplateObject", __makeTemplateObject);
		exporter("__importStar", __importStar);
		exporter("__importDefault", __importDefault);
		exporter("__classPrivateFieldGet", __classPrivateFieldGet);
		exporter("__classPrivateFieldSet", __classPrivateFieldSet);
		exporter("__classPrivateFieldIn", __classPrivateFieldIn);
		exporter("__addDisposableResource", __addDisposableResource);
		exporter("__disposeResources", __disposeResources);
		exporter("__rewriteRelativeImportExtension", __rewriteRelativeImportExtension);
	});
	0 && (module.exports = {
		__extends,
		__assign,
		__rest,
		__decorate,
		__param,
		__esDecorate,
		__runInitializers,
		__propKey,
		__setFunctionName,
		__metadata,
		__awaiter,
		__generator,
		__exportStar,
		__createBinding,
		__values,
		__read,
		__spread,
		__spreadArrays,
		__spreadArray,
		__await,
		__asyncGenerator,
		__asyncDelegator,
		__asyncValues,
		__makeTemplateObject,
		__importStar,
		__importDefault,
		__classPrivateFieldGet,
		__classPrivateFieldSet,
		__classPrivateFieldIn,
		__addDisposableResource,
		__disposeResources,
		__rewriteRelativeImportExtension
	});
}));
// node_modules/tslib/modules/index.js
var modules_exports = /* @__PURE__ */ __exportAll({
	__addDisposableResource: () => __addDisposableResource,
	__assign: () => __assign,
	__asyncDelegator: () => __asyncDelegator,
	__asyncGenerator: () => __asyncGenerator,
	__asyncValues: () => __asyncValues,
	__await: () => __await,
	__awaiter: () => __awaiter,
	__classPrivateFieldGet: () => __classPrivateFieldGet,
	__classPrivateFieldIn: () => __classPrivateFieldIn,
	__classPrivateFieldSet: () => __classPrivateFieldSet,
	__createBinding: () => __createBinding,
	__decorate: () => __decorate,
	__disposeResources: () => __disposeResources,
	__esDecorate: () => __esDecorate,
	__exportStar: () => __exportStar,
	__extends: () => __extends,
	__generator: () => __generator,
	__importDefault: () => __importDefault,
	__importStar: () => __importStar,
	__makeTemplateObject: () => __makeTemplateObject,
	__metadata: () => __metadata,
	__param: () => __param,
	__propKey: () => __propKey,
	__read: () => __read,
	__rest: () => __rest,
	__rewriteRelativeImportExtension: () => __rewriteRelativeImportExtension,
	__runInitializers: () => __runInitializers,
	__setFunctionName: () => __setFunctionName,
	__spread: () => __spread,
	__spreadArray: () => __spreadArray,
	__spreadArrays: () => __spreadArrays,
	__values: () => __values,
	default: () => modules_default
});
var import_tslib, __extends, __assign, __rest, __decorate, __param, __esDecorate, __runInitializers, __propKey, __setFunctionName, __metadata, __awaiter, __generator, __exportStar, __createBinding, __values, __read, __spread, __spreadArrays, __spreadArray, __await, __asyncGenerator, __asyncDelegator, __asyncValues, __makeTemplateObject, __importStar, __importDefault, __classPrivateFieldGet, __classPrivateFieldSet, __classPrivateFieldIn, __addDisposableResource, __disposeResources, __rewriteRelativeImportExtension, modules_default;
var init_modules = __esmMin((() => {
	import_tslib = /* @__PURE__ */ __toESM(require_tslib(), 1);
	({__extends, __assign, __rest, __decorate, __param, __esDecorate, __runInitializers, __propKey, __setFunctionName, __metadata, __awaiter, __generator, __exportStar, __createBinding, __values, __read, __spread, __spreadArrays, __spreadArray, __await, __asyncGenerator, __asyncDelegator, __asyncValues, __makeTemplateObject, __importStar, __importDefault, __classPrivateFieldGet, __classPrivateFieldSet, __classPrivateFieldIn, __addDisposableResource, __disposeResources, __rewriteRelativeImportExtension} = import_tslib.default);
	modules_default = import_tslib.default;
}));
// node_modules/@whatwg-node/node-fetch/cjs/utils.js
var require_utils$1 = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.DEFAULT_ACCEPT_ENCODING = exports.fakePromise = void 0;
	exports.getHeadersObj = getHeadersObj;
	exports.defaultHeadersSerializer = defaultHeadersSerializer;
	exports.isArrayBufferView = isArrayBufferView;
	exports.isNodeReadable = isNodeReadable;
	exports.isIterable = isIterable;
	exports.shouldRedirect = shouldRedirect;
	exports.pipeThrough = pipeThrough;
	exports.endStream = endStream;
	exports.safeWrite = safeWrite;
	exports.getSupportedFormats = getSupportedFormats;
	const tslib_1 = (init_modules(), __toCommonJS(modules_exports));
	const node_events_1 = __require("node:events");
	const node_zlib_1 = tslib_1.__importDefault(__require("node:zlib"));
	function isHeadersInstance(obj) {
		return obj?.forEach != null;
	}
	function getHeadersObj(headers) {
		if (headers == null || !isHeadersInstance(headers)) return headers;
		if (headers.headersInit && !headers._map && !isHeadersInstance(headers.headersInit)) return headers.headersInit;
		return Object.fromEntries(headers.entries());
	}
	function defaultHeadersSerializer(headers, onContentLength) {
		const headerArray = [];
		headers.forEach((value, key) => {
			if (onContentLength && key === "content-length") onContentLength(value);
			headerArray.push(`${key}: ${value}`);
		});
		return headerArray;
	}
	var promise_helpers_1 = require_cjs$2();
	Object.defineProperty(exports, "fakePromise", {
		enumerable: true,
		get: function() {
			return promise_helpers_1.fakePromise;
		}
	});
	function isArrayBufferView(obj) {
		return obj != null && obj.buffer != null && obj.byteLength != null && obj.byteOffset != null;
	}
	function isNodeReadable(obj) {
		return obj != null && obj.pipe != null;
	}
	function isIterable(value) {
		return value?.[Symbol.iterator] != null;
	}
	function shouldRedirect(status) {
		return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
	}
	function pipeThrough({ src, dest, signal, onError }) {
		if (onError) dest.once("error", onError);
		src.once("error", (e) => {
			dest.destroy(e);
		});
		dest.once("close", () => {
			if (!src.destroyed) src.destroy();
		});
		if (signal) {
			const srcRef = new WeakRef(src);
			const signalRef = new WeakRef(signal);
			function cleanup() {
				signalRef.deref()?.removeEventListener("abort", onAbort);
				srcRef.deref()?.removeListener("end", cleanup);
				srcRef.deref()?.removeListener("error", cleanup);
				srcRef.deref()?.removeListener("close", cleanup);
			}
			function onAbort() {
				srcRef.deref()?.destroy(new AbortError());
				cleanup();
			}
			signal.addEventListener("abort", onAbort, { once: true });
			src.once("end", cleanup);
			src.once("error", cleanup);
			src.once("close", cleanup);
		}
		src.pipe(dest, { end: true });
	}
	function endStream(stream) {
		return stream.end(null, null, null);
	}
	function safeWrite(chunk, stream) {
		if (!stream.write(chunk)) return (0, node_events_1.once)(stream, "drain");
	}
	var AbortError = class extends Error {
		constructor(message = "The operation was aborted", options = void 0) {
			super(message, options);
			this.name = "AbortError";
		}
	};
	exports.DEFAULT_ACCEPT_ENCODING = getSupportedFormats().join(", ");
	function getSupportedFormats() {
		const baseFormats = [
			"gzip",
			"deflate",
			"br"
		];
		if (!globalThis.process?.versions?.node?.startsWith("2")) baseFormats.push("deflate-raw");
		if (node_zlib_1.default.createZstdCompress != null) baseFormats.push("zstd");
		return baseFormats;
	}
}));
// node_modules/@whatwg-node/node-fetch/cjs/ReadableStream.js
var require_ReadableStream = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.PonyfillReadableStream = void 0;
	const node_buffer_1 = __require("node:buffer");
	const node_events_1 = __require("node:events");
	const node_stream_1 = __require("node:stream");
	const promises_1 = __require("node:stream/promises");
	const promise_helpers_1 = require_cjs$2();
	const utils_js_1 = require_utils$1();
	function createController(desiredSize, readable) {
		let chunks = [];
		let _closed = false;
		let flushed = false;
		return {
			desiredSize,
			enqueue(chunk) {
				const buf = typeof chunk === "string" ? node_buffer_1.Buffer.from(chunk) : chunk;
				if (!flushed) chunks.push(buf);
				else readable.push(buf);
			},
			close() {
				if (chunks.length > 0) this._flush();
				readable.push(null);
				_closed = true;
			},
			error(error) {
				if (chunks.length > 0) this._flush();
				readable.destroy(error);
			},
			get _closed() {
				return _closed;
			},
			_flush() {
				flushed = true;
				if (chunks.length > 0) {
					const concatenated = chunks.length > 1 ? node_buffer_1.Buffer.concat(chunks) : chunks[0];
					readable.push(concatenated);
					chunks = [];
				}
			}
		};
	}
	function isNodeReadable(obj) {
		return obj?.read != null;
	}
	function isReadableStream(obj) {
		return obj?.getReader != null;
	}
	exports.PonyfillReadableStream = class PonyfillReadableStream {
		readable;
		constructor(underlyingSource) {
			if (underlyingSource instanceof PonyfillReadableStream && underlyingSource.readable != null) this.readable = underlyingSource.readable;
			else if (isNodeReadable(underlyingSource)) this.readable = underlyingSource;
			else if (isReadableStream(underlyingSource)) this.readable = node_stream_1.Readable.fromWeb(underlyingSource);
			else {
				let started = false;
				let ongoing = false;
				const handleStart = (desiredSize) => {
					if (!started) {
						const controller = createController(desiredSize, this.readable);
						started = true;
						return (0, promise_helpers_1.handleMaybePromise)(() => underlyingSource?.start?.(controller), () => {
							controller._flush();
							if (controller._closed) return false;
							return true;
						});
					}
					return true;
				};
				const readImpl = (desiredSize) => {
					return (0, promise_helpers_1.handleMaybePromise)(() => handleStart(desiredSize), (shouldContinue) => {
						if (!shouldContinue) return;
						const controller = createController(desiredSize, this.readable);
						return (0, promise_helpers_1.handleMaybePromise)(() => underlyingSource?.pull?.(controller), () => {
							controller._flush();
							ongoing = false;
						});
					});
				};
				this.readable = new node_stream_1.Readable({
					read(desiredSize) {
						if (ongoing) return;
						ongoing = true;
						return readImpl(desiredSize);
					},
					destroy(err, callback) {
						if (underlyingSource?.cancel) try {
							const res$ = underlyingSource.cancel(err);
							if (res$?.then) return res$.then(() => {
								callback(null);
							}, (err) => {
								callback(err);
							});
						} catch (err) {
							callback(err);
							return;
						}
						callback(null);
					}
				});
			}
		}
		cancel(reason) {
			this.readable.destroy(reason);
			return (0, node_events_1.once)(this.readable, "close");
		}
		locked = false;
		getReader(_options) {
			const iterator = this.readable[Symbol.asyncIterator]();
			this.locked = true;
			const thisReadable = this.readable;
			return {
				read() {
					return iterator.next();
				},
				releaseLock: () => {
					if (iterator.return) {
						const retResult$ = iterator.return();
						if (retResult$.then) {
							retResult$.then(() => {
								this.locked = false;
							});
							return;
						}
					}
					this.locked = false;
				},
				cancel: (reason) => {
					if (iterator.return) {
						const retResult$ = iterator.return(reason);
						if (retResult$.then) return retResult$.then(() => {
							this.locked = false;
						});
					}
					this.locked = false;
					return (0, utils_js_1.fakePromise)();
				},
				get closed() {
					return Promise.race([(0, node_events_1.once)(thisReadable, "end"), (0, node_events_1.once)(thisReadable, "error").then((err) => Promise.reject(err))]);
				}
			};
		}
		[Symbol.asyncIterator](_options) {
			const iterator = this.readable[Symbol.asyncIterator]();
			return {
				[Symbol.asyncIterator]() {
					return this;
				},
				[Symbol.asyncDispose]: async () => {
					await iterator.return?.();
					if (!this.readable.destroyed) this.readable.destroy();
				},
				next: () => iterator.next(),
				return: () => {
					if (!this.readable.destroyed) this.readable.destroy();
					return iterator.return?.() || (0, utils_js_1.fakePromise)({
						done: true,
						value: void 0
					});
				},
				throw: (err) => {
					if (!this.readable.destroyed) this.readable.destroy(err);
					return iterator.throw?.(err) || (0, utils_js_1.fakePromise)({
						done: true,
						value: void 0
					});
				}
			};
		}
		values(_options) {
			return this[Symbol.asyncIterator]();
		}
		tee() {
			throw new Error("Not implemented");
		}
		async pipeToWriter(writer) {
			try {
				for await (const chunk of this) await writer.write(chunk);
				await writer.close();
			} catch (err) {
				await writer.abort(err);
			}
		}
		pipeTo(destination) {
			if (isPonyfillWritableStream(destination)) return (0, promises_1.pipeline)(this.readable, destination.writable, { end: true });
			else {
				const writer = destination.getWriter();
				return this.pipeToWriter(writer);
			}
		}
		pipeThrough({ writable, readable }) {
			this.pipeTo(writable).catch((err) => {
				this.readable.destroy(err);
			});
			if (isPonyfillReadableStream(readable)) {
				readable.readable.once("error", (err) => this.readable.destroy(err));
				readable.readable.once("finish", () => this.readable.push(null));
				readable.readable.once("close", () => this.readable.push(null));
			}
			return readable;
		}
		static [Symbol.hasInstance](instance) {
			return isReadableStream(instance);
		}
		static from(iterable) {
			return new PonyfillReadableStream(node_stream_1.Readable.from(iterable));
		}
		[Symbol.toStringTag] = "ReadableStream";
	};
	function isPonyfillReadableStream(obj) {
		return obj?.readable != null;
	}
	function isPonyfillWritableStream(obj) {
		return obj?.writable != null;
	}
}));
// node_modules/@whatwg-node/node-fetch/cjs/Blob.js
var require_Blob = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.PonyfillBlob = void 0;
	exports.hasBufferMethod = hasBufferMethod;
	exports.hasArrayBufferMethod = hasArrayBufferMethod;
	exports.hasBytesMethod = hasBytesMethod;
	exports.hasTextMethod = hasTextMethod;
	exports.hasSizeProperty = hasSizeProperty;
	exports.hasStreamMethod = hasStreamMethod;
	exports.hasBlobSignature = hasBlobSignature;
	exports.isArrayBuffer = isArrayBuffer;
	const node_buffer_1 = __require("node:buffer");
	const ReadableStream_js_1 = require_ReadableStream();
	const utils_js_1 = require_utils$1();
	function getBlobPartAsBuffer(blobPart) {
		if (typeof blobPart === "string") return node_buffer_1.Buffer.from(blobPart);
		else if (node_buffer_1.Buffer.isBuffer(blobPart)) return blobPart;
		else if ((0, utils_js_1.isArrayBufferView)(blobPart)) return node_buffer_1.Buffer.from(blobPart.buffer, blobPart.byteOffset, blobPart.byteLength);
		else return node_buffer_1.Buffer.from(blobPart);
	}
	function hasBufferMethod(obj) {
		return obj != null && obj.buffer != null && typeof obj.buffer === "function";
	}
	function hasArrayBufferMethod(obj) {
		return obj != null && obj.arrayBuffer != null && typeof obj.arrayBuffer === "function";
	}
	function hasBytesMethod(obj) {
		return obj != null && obj.bytes != null && typeof obj.bytes === "function";
	}
	function hasTextMethod(obj) {
		return obj != null && obj.text != null && typeof obj.text === "function";
	}
	function hasSizeProperty(obj) {
		return obj != null && typeof obj.size === "number";
	}
	function hasStreamMethod(obj) {
		return obj != null && obj.stream != null && typeof obj.stream === "function";
	}
	function hasBlobSignature(obj) {
		return obj != null && obj[Symbol.toStringTag] === "Blob";
	}
	function isArrayBuffer(obj) {
		return obj != null && obj.byteLength != null && obj.slice != null;
	}
	var PonyfillBlob = class {
		blobParts;
		type;
		encoding;
		_size = null;
		constructor(blobParts = [], options) {
			this.blobParts = blobParts;
			this.type = options?.type || "application/octet-stream";
			this.encoding = options?.encoding || "utf8";
			this._size = options?.size || null;
			if (blobParts.length === 1 && hasBlobSignature(blobParts[0])) return blobParts[0];
		}
		_buffer = null;
		buffer() {
			if (this._buffer) return (0, utils_js_1.fakePromise)(this._buffer);
			if (this.blobParts.length === 1) {
				const blobPart = this.blobParts[0];
				if (hasBufferMethod(blobPart)) return blobPart.buffer().then((buf) => {
					this._buffer = buf;
					return this._buffer;
				});
				if (hasBytesMethod(blobPart)) return blobPart.bytes().then((bytes) => {
					this._buffer = node_buffer_1.Buffer.from(bytes);
					return this._buffer;
				});
				if (hasArrayBufferMethod(blobPart)) return blobPart.arrayBuffer().then((arrayBuf) => {
					this._buffer = node_buffer_1.Buffer.from(arrayBuf, void 0, blobPart.size);
					return this._buffer;
				});
				this._buffer = getBlobPartAsBuffer(blobPart);
				return (0, utils_js_1.fakePromise)(this._buffer);
			}
			const jobs = [];
			const bufferChunks = this.blobParts.map((blobPart, i) => {
				if (hasBufferMethod(blobPart)) {
					jobs.push(blobPart.buffer().then((buf) => {
						bufferChunks[i] = buf;
					}));
					return;
				} else if (hasArrayBufferMethod(blobPart)) {
					jobs.push(blobPart.arrayBuffer().then((arrayBuf) => {
						bufferChunks[i] = node_buffer_1.Buffer.from(arrayBuf, void 0, blobPart.size);
					}));
					return;
				} else if (hasBytesMethod(blobPart)) {
					jobs.push(blobPart.bytes().then((bytes) => {
						bufferChunks[i] = node_buffer_1.Buffer.from(bytes);
					}));
					return;
				} else return getBlobPartAsBuffer(blobPart);
			});
			if (jobs.length > 0) return Promise.all(jobs).then(() => node_buffer_1.Buffer.concat(bufferChunks, this._size || void 0));
			return (0, utils_js_1.fakePromise)(node_buffer_1.Buffer.concat(bufferChunks, this._size || void 0));
		}
		arrayBuffer() {
			if (this._buffer) return (0, utils_js_1.fakePromise)(this._buffer);
			if (this.blobParts.length === 1) {
				if (isArrayBuffer(this.blobParts[0])) return (0, utils_js_1.fakePromise)(this.blobParts[0]);
				if (hasArrayBufferMethod(this.blobParts[0])) return this.blobParts[0].arrayBuffer();
			}
			return this.buffer();
		}
		bytes() {
			if (this._buffer) return (0, utils_js_1.fakePromise)(this._buffer);
			if (this.blobParts.length === 1) {
				if (node_buffer_1.Buffer.isBuffer(this.blobParts[0])) {
					this._buffer = this.blobParts[0];
					return (0, utils_js_1.fakePromise)(this._buffer);
				}
				if (this.blobParts[0] instanceof Uint8Array) {
					this._buffer = node_buffer_1.Buffer.from(this.blobParts[0]);
					return (0, utils_js_1.fakePromise)(this._buffer);
				}
				if (hasBytesMethod(this.blobParts[0])) return this.blobParts[0].bytes();
				if (hasBufferMethod(this.blobParts[0])) return this.blobParts[0].buffer();
			}
			return this.buffer();
		}
		_text = null;
		text() {
			if (this._text) return (0, utils_js_1.fakePromise)(this._text);
			if (this.blobParts.length === 1) {
				const blobPart = this.blobParts[0];
				if (typeof blobPart === "string") {
					this._text = blobPart;
					return (0, utils_js_1.fakePromise)(this._text);
				}
				if (hasTextMethod(blobPart)) return blobPart.text().then((text) => {
					this._text = text;
					return this._text;
				});
				const buf = getBlobPartAsBuffer(blobPart);
				this._text = buf.toString(this.encoding);
				return (0, utils_js_1.fakePromise)(this._text);
			}
			return this.buffer().then((buf) => {
				this._text = buf.toString(this.encoding);
				return this._text;
			});
		}
		_json = null;
		json() {
			if (this._json) return (0, utils_js_1.fakePromise)(this._json);
			return this.text().then((text) => {
				this._json = JSON.parse(text);
				return this._json;
			});
		}
		_formData = null;
		formData() {
			if (this._formData) return (0, utils_js_1.fakePromise)(this._formData);
			throw new Error("Not implemented");
		}
		get size() {
			if (this._size == null) {
				this._size = 0;
				for (const blobPart of this.blobParts) if (typeof blobPart === "string") this._size += node_buffer_1.Buffer.byteLength(blobPart);
				else if (hasSizeProperty(blobPart)) this._size += blobPart.size;
				else if ((0, utils_js_1.isArrayBufferView)(blobPart)) this._size += blobPart.byteLength;
			}
			return this._size;
		}
		stream() {
			if (this.blobParts.length === 1) {
				const blobPart = this.blobParts[0];
				if (hasStreamMethod(blobPart)) return blobPart.stream();
				const buf = getBlobPartAsBuffer(blobPart);
				return new ReadableStream_js_1.PonyfillReadableStream({ start: (controller) => {
					controller.enqueue(buf);
					controller.close();
				} });
			}
			if (this._buffer != null) return new ReadableStream_js_1.PonyfillReadableStream({ start: (controller) => {
				controller.enqueue(this._buffer);
				controller.close();
			} });
			let blobPartIterator;
			return new ReadableStream_js_1.PonyfillReadableStream({
				start: (controller) => {
					if (this.blobParts.length === 0) {
						controller.close();
						return;
					}
					blobPartIterator = this.blobParts[Symbol.iterator]();
				},
				pull: (controller) => {
					const { value: blobPart, done } = blobPartIterator.next();
					if (done) {
						controller.close();
						return;
					}
					if (blobPart) {
						if (hasBufferMethod(blobPart)) return blobPart.buffer().then((buf) => {
							controller.enqueue(buf);
						});
						if (hasBytesMethod(blobPart)) return blobPart.bytes().then((bytes) => {
							const buf = node_buffer_1.Buffer.from(bytes);
							controller.enqueue(buf);
						});
						if (hasArrayBufferMethod(blobPart)) return blobPart.arrayBuffer().then((arrayBuffer) => {
							const buf = node_buffer_1.Buffer.from(arrayBuffer, void 0, blobPart.size);
							controller.enqueue(buf);
						});
						const buf = getBlobPartAsBuffer(blobPart);
						controller.enqueue(buf);
					}
				}
			});
		}
		slice() {
			throw new Error("Not implemented");
		}
	};
	exports.PonyfillBlob = PonyfillBlob;
}));
// node_modules/@whatwg-node/node-fetch/cjs/File.js
var require_File = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.PonyfillFile = void 0;
	const Blob_js_1 = require_Blob();
	var PonyfillFile = class extends Blob_js_1.PonyfillBlob {
		name;
		lastModified;
		constructor(fileBits, name, options) {
			super(fileBits, options);
			this.name = name;
			this.lastModified = options?.lastModified || Date.now();
		}
		webkitRelativePath = "";
	};
	exports.PonyfillFile = PonyfillFile;
}));
// node_modules/@whatwg-node/node-fetch/node_modules/@whatwg-node/disposablestack/cjs/SupressedError.js
var require_SupressedError = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.PonyfillSuppressedError = void 0;
	var PonyfillSuppressedError = class extends Error {
		error;
		suppressed;
		constructor(error, suppressed, message) {
			super(message);
			this.error = error;
			this.suppressed = suppressed;
			this.name = "SuppressedError";
			Error.captureStackTrace(this, this.constructor);
		}
	};
	exports.PonyfillSuppressedError = PonyfillSuppressedError;
}));
// node_modules/@whatwg-node/node-fetch/node_modules/@whatwg-node/disposablestack/cjs/symbols.js
var require_symbols = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.DisposableSymbols = void 0;
	exports.patchSymbols = patchSymbols;
	exports.DisposableSymbols = {
		get dispose() {
			return Symbol.dispose || Symbol.for("dispose");
		},
		get asyncDispose() {
			return Symbol.asyncDispose || Symbol.for("asyncDispose");
		}
	};
	function patchSymbols() {
		Symbol.dispose ||= Symbol.for("dispose");
		Symbol.asyncDispose ||= Symbol.for("asyncDispose");
	}
}));
// node_modules/@whatwg-node/node-fetch/node_modules/@whatwg-node/disposablestack/cjs/utils.js
var require_utils = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.isSyncDisposable = isSyncDisposable;
	exports.isAsyncDisposable = isAsyncDisposable;
	const symbols_js_1 = require_symbols();
	function isSyncDisposable(obj) {
		return obj?.[symbols_js_1.DisposableSymbols.dispose] != null;
	}
	function isAsyncDisposable(obj) {
		return obj?.[symbols_js_1.DisposableSymbols.asyncDispose] != null;
	}
}));
// node_modules/@whatwg-node/node-fetch/node_modules/@whatwg-node/disposablestack/cjs/AsyncDisposableStack.js
var require_AsyncDisposableStack = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.PonyfillAsyncDisposableStack = void 0;
	const promise_helpers_1 = require_cjs$2();
	const SupressedError_js_1 = require_SupressedError();
	const symbols_js_1 = require_symbols();
	const utils_js_1 = require_utils();
	const SuppressedError = globalThis.SuppressedError || SupressedError_js_1.PonyfillSuppressedError;
	exports.PonyfillAsyncDisposableStack = class PonyfillAsyncDisposableStack {
		callbacks = [];
		get disposed() {
			return this.callbacks.length === 0;
		}
		use(value) {
			if ((0, utils_js_1.isAsyncDisposable)(value)) this.callbacks.push(() => value[symbols_js_1.DisposableSymbols.asyncDispose]());
			else if ((0, utils_js_1.isSyncDisposable)(value)) this.callbacks.push(() => value[symbols_js_1.DisposableSymbols.dispose]());
			return value;
		}
		adopt(value, onDisposeAsync) {
			if (onDisposeAsync) this.callbacks.push(() => onDisposeAsync(value));
			return value;
		}
		defer(onDisposeAsync) {
			if (onDisposeAsync) this.callbacks.push(onDisposeAsync);
		}
		move() {
			const stack = new PonyfillAsyncDisposableStack();
			stack.callbacks = this.callbacks;
			this.callbacks = [];
			return stack;
		}
		disposeAsync() {
			return this[symbols_js_1.DisposableSymbols.asyncDispose]();
		}
		_error;
		_iterateCallbacks() {
			const cb = this.callbacks.pop();
			if (cb) return (0, promise_helpers_1.handleMaybePromise)(cb, () => this._iterateCallbacks(), (error) => {
				this._error = this._error ? new SuppressedError(error, this._error) : error;
				return this._iterateCallbacks();
			});
		}
		[symbols_js_1.DisposableSymbols.asyncDispose]() {
			const res$ = this._iterateCallbacks();
			if (res$?.then) return res$.then(() => {
				if (this._error) {
					const error = this._error;
					this._error = void 0;
					throw error;
				}
			});
			if (this._error) {
				const error = this._error;
				this._error = void 0;
				throw error;
			}
		}
		[Symbol.toStringTag] = "AsyncDisposableStack";
	};
}));
// node_modules/@whatwg-node/node-fetch/node_modules/@whatwg-node/disposablestack/cjs/DisposableStack.js
var require_DisposableStack = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.PonyfillDisposableStack = void 0;
	const SupressedError_js_1 = require_SupressedError();
	const symbols_js_1 = require_symbols();
	const utils_js_1 = require_utils();
	const SuppressedError = globalThis.SuppressedError || SupressedError_js_1.PonyfillSuppressedError;
	exports.PonyfillDisposableStack = class PonyfillDisposableStack {
		callbacks = [];
		get disposed() {
			return this.callbacks.length === 0;
		}
		use(value) {
			if ((0, utils_js_1.isSyncDisposable)(value)) this.callbacks.push(() => value[symbols_js_1.DisposableSymbols.dispose]());
			return value;
		}
		adopt(value, onDispose) {
			if (onDispose) this.callbacks.push(() => onDispose(value));
			return value;
		}
		defer(onDispose) {
			if (onDispose) this.callbacks.push(onDispose);
		}
		move() {
			const stack = new PonyfillDisposableStack();
			stack.callbacks = this.callbacks;
			this.callbacks = [];
			return stack;
		}
		dispose() {
			return this[symbols_js_1.DisposableSymbols.dispose]();
		}
		_error;
		_iterateCallbacks() {
			const cb = this.callbacks.pop();
			if (cb) {
				try {
					cb();
				} catch (error) {
					this._error = this._error ? new SuppressedError(error, this._error) : error;
				}
				return this._iterateCallbacks();
			}
		}
		[symbols_js_1.DisposableSymbols.dispose]() {
			this._iterateCallbacks();
			if (this._error) {
				const error = this._error;
				this._error = void 0;
				throw error;
			}
		}
		[Symbol.toStringTag] = "DisposableStack";
	};
}));
// node_modules/@whatwg-node/node-fetch/node_modules/@whatwg-node/disposablestack/cjs/index.js
var require_cjs$1 = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.SuppressedError = exports.AsyncDisposableStack = exports.DisposableStack = void 0;
	const tslib_1 = (init_modules(), __toCommonJS(modules_exports));
	const AsyncDisposableStack_js_1 = require_AsyncDisposableStack();
	const DisposableStack_js_1 = require_DisposableStack();
	const SupressedError_js_1 = require_SupressedError();
	exports.DisposableStack = globalThis.DisposableStack || DisposableStack_js_1.PonyfillDisposableStack;
	exports.AsyncDisposableStack = globalThis.AsyncDisposableStack || AsyncDisposableStack_js_1.PonyfillAsyncDisposableStack;
	exports.SuppressedError = globalThis.SuppressedError || SupressedError_js_1.PonyfillSuppressedError;
	tslib_1.__exportStar(require_symbols(), exports);
}));
// node_modules/@whatwg-node/node-fetch/cjs/IteratorObject.js
var require_IteratorObject = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.PonyfillIteratorObject = void 0;
	const node_util_1 = __require("node:util");
	const disposablestack_1 = require_cjs$1();
	const utils_js_1 = require_utils$1();
	var PonyfillIteratorObject = class {
		iterableIterator;
		[Symbol.toStringTag] = "IteratorObject";
		constructor(iterableIterator, className) {
			this.iterableIterator = iterableIterator;
			this[Symbol.toStringTag] = className;
		}
		*map(callbackfn) {
			let index = 0;
			for (const value of this.iterableIterator) yield callbackfn(value, index++);
		}
		*filter(callbackfn) {
			let index = 0;
			for (const value of this.iterableIterator) if (callbackfn(value, index++)) yield value;
		}
		reduce(callbackfn, initialValue) {
			let index = 0;
			let accumulator = initialValue;
			for (const value of this.iterableIterator) accumulator = callbackfn(accumulator, value, index++);
			return accumulator;
		}
		forEach(callbackfn) {
			let index = 0;
			for (const value of this.iterableIterator) callbackfn(value, index++);
		}
		*take(limit) {
			let index = 0;
			for (const value of this.iterableIterator) {
				if (index >= limit) break;
				yield value;
				index++;
			}
		}
		*drop(count) {
			let index = 0;
			for (const value of this.iterableIterator) {
				if (index >= count) yield value;
				index++;
			}
		}
		*flatMap(callback) {
			let index = 0;
			for (const value of this.iterableIterator) {
				const iteratorOrIterable = callback(value, index++);
				if ((0, utils_js_1.isIterable)(iteratorOrIterable)) for (const innerValue of iteratorOrIterable) yield innerValue;
				else for (const innerValue of { [Symbol.iterator]: () => iteratorOrIterable }) yield innerValue;
			}
		}
		some(predicate) {
			let index = 0;
			for (const value of this.iterableIterator) if (predicate(value, index++)) return true;
			return false;
		}
		every(predicate) {
			let index = 0;
			for (const value of this.iterableIterator) if (!predicate(value, index++)) return false;
			return true;
		}
		find(predicate) {
			let index = 0;
			for (const value of this.iterableIterator) if (predicate(value, index++)) return value;
		}
		toArray() {
			return Array.from(this.iterableIterator);
		}
		[disposablestack_1.DisposableSymbols.dispose]() {
			this.iterableIterator.return?.();
		}
		next(...[value]) {
			return this.iterableIterator.next(value);
		}
		[Symbol.iterator]() {
			return this;
		}
		[Symbol.for("nodejs.util.inspect.custom")]() {
			const record = {};
			this.forEach((value, key) => {
				const inspectedValue = (0, node_util_1.inspect)(value);
				record[key] = inspectedValue.includes(",") ? inspectedValue.split(",").map((el) => el.trim()) : inspectedValue;
			});
			return `${this[Symbol.toStringTag]} ${(0, node_util_1.inspect)(record)}`;
		}
	};
	exports.PonyfillIteratorObject = PonyfillIteratorObject;
}));
// node_modules/@whatwg-node/node-fetch/cjs/FormData.js
var require_FormData = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.PonyfillFormData = void 0;
	exports.getStreamFromFormData = getStreamFromFormData;
	const node_buffer_1 = __require("node:buffer");
	const IteratorObject_js_1 = require_IteratorObject();
	const ReadableStream_js_1 = require_ReadableStream();
	var PonyfillFormData = class {
		map = /* @__PURE__ */ new Map();
		append(name, value, fileName) {
			let values = this.map.get(name);
			if (!values) {
				values = [];
				this.map.set(name, values);
			}
			const entry = isBlob(value) ? getNormalizedFile(name, value, fileName) : value;
			values.push(entry);
		}
		delete(name) {
			this.map.delete(name);
		}
		get(name) {
			const values = this.map.get(name);
			return values ? values[0] : null;
		}
		getAll(name) {
			return this.map.get(name) || [];
		}
		has(name) {
			return this.map.has(name);
		}
		set(name, value, fileName) {
			const entry = isBlob(value) ? getNormalizedFile(name, value, fileName) : value;
			this.map.set(name, [entry]);
		}
		[Symbol.iterator]() {
			return this._entries();
		}
		*_entries() {
			for (const [key, values] of this.map) for (const value of values) yield [key, value];
		}
		entries() {
			return new IteratorObject_js_1.PonyfillIteratorObject(this._entries(), "FormDataIterator");
		}
		_keys() {
			return this.map.keys();
		}
		keys() {
			return new IteratorObject_js_1.PonyfillIteratorObject(this._keys(), "FormDataIterator");
		}
		*_values() {
			for (const values of this.map.values()) for (const value of values) yield value;
		}
		values() {
			return new IteratorObject_js_1.PonyfillIteratorObject(this._values(), "FormDataIterator");
		}
		forEach(callback) {
			for (const [key, value] of this) callback(value, key, this);
		}
	};
	exports.PonyfillFormData = PonyfillFormData;
	function getStreamFromFormData(formData, boundary = "---") {
		let entriesIterator;
		let sentInitialHeader = false;
		let currentAsyncIterator;
		let hasBefore = false;
		function handleNextEntry(controller) {
			const { done, value } = entriesIterator.next();
			if (done) {
				controller.enqueue(node_buffer_1.Buffer.from(`\r\n--${boundary}--\r\n`));
				return controller.close();
			}
			if (hasBefore) controller.enqueue(node_buffer_1.Buffer.from(`\r\n--${boundary}\r\n`));
			if (value) {
				const [key, blobOrString] = value;
				if (typeof blobOrString === "string") {
					controller.enqueue(node_buffer_1.Buffer.from(`Content-Disposition: form-data; name="${key}"\r\n\r\n`));
					controller.enqueue(node_buffer_1.Buffer.from(blobOrString));
				} else {
					let filenamePart = "";
					if (blobOrString.name) filenamePart = `; filename="${blobOrString.name}"`;
					controller.enqueue(node_buffer_1.Buffer.from(`Content-Disposition: form-data; name="${key}"${filenamePart}\r\n`));
					controller.enqueue(node_buffer_1.Buffer.from(`Content-Type: ${blobOrString.type || "application/octet-stream"}\r\n\r\n`));
					currentAsyncIterator = blobOrString.stream()[Symbol.asyncIterator]();
				}
				hasBefore = true;
			}
		}
		return new ReadableStream_js_1.PonyfillReadableStream({
			start: () => {
				entriesIterator = formData.entries();
			},
			pull: (controller) => {
				if (!sentInitialHeader) {
					sentInitialHeader = true;
					return controller.enqueue(node_buffer_1.Buffer.from(`--${boundary}\r\n`));
				}
				if (currentAsyncIterator) return currentAsyncIterator.next().then(({ done, value }) => {
					if (done) currentAsyncIterator = void 0;
					if (value) return controller.enqueue(value);
					else return handleNextEntry(controller);
				});
				return handleNextEntry(controller);
			},
			cancel: (err) => {
				entriesIterator?.return?.(err);
				currentAsyncIterator?.return?.(err);
			}
		});
	}
	function getNormalizedFile(name, blob, fileName) {
		Object.defineProperty(blob, "name", {
			configurable: true,
			enumerable: true,
			value: fileName || blob.name || name
		});
		return blob;
	}
	function isBlob(value) {
		return value?.arrayBuffer != null;
	}
}));
// node_modules/@whatwg-node/node-fetch/cjs/Body.js
var require_Body = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.PonyfillBody = void 0;
	const node_buffer_1 = __require("node:buffer");
	const node_stream_1 = __require("node:stream");
	const busboy_1 = require_busboy();
	const promise_helpers_1 = require_cjs$2();
	const Blob_js_1 = require_Blob();
	const File_js_1 = require_File();
	const FormData_js_1 = require_FormData();
	const ReadableStream_js_1 = require_ReadableStream();
	const utils_js_1 = require_utils$1();
	var BodyInitType;
	(function(BodyInitType) {
		BodyInitType["ReadableStream"] = "ReadableStream";
		BodyInitType["Blob"] = "Blob";
		BodyInitType["FormData"] = "FormData";
		BodyInitType["String"] = "String";
		BodyInitType["Readable"] = "Readable";
		BodyInitType["Buffer"] = "Buffer";
		BodyInitType["AsyncIterable"] = "AsyncIterable";
	})(BodyInitType || (BodyInitType = {}));
	var PonyfillBody = class {
		bodyInit;
		options;
		bodyUsed = false;
		contentType = null;
		contentLength = null;
		constructor(bodyInit, options = {}) {
			this.bodyInit = bodyInit;
			this.options = options;
			const { bodyFactory, contentType, contentLength, bodyType, buffer } = processBodyInit(bodyInit);
			this._bodyFactory = bodyFactory;
			this.contentType = contentType;
			this.contentLength = contentLength;
			this.bodyType = bodyType;
			this._buffer = buffer;
			this._signal = options.signal;
		}
		bodyType;
		_bodyFactory = () => null;
		_generatedBody = null;
		_buffer;
		_signal;
		generateBody() {
			if (this._generatedBody?.readable?.destroyed && this._buffer) this._generatedBody.readable = node_stream_1.Readable.from(this._buffer);
			if (this._generatedBody) return this._generatedBody;
			const body = this._bodyFactory();
			this._generatedBody = body;
			return body;
		}
		handleContentLengthHeader(forceSet = false) {
			const contentTypeInHeaders = this.headers.get("content-type");
			if (!contentTypeInHeaders) {
				if (this.contentType) this.headers.set("content-type", this.contentType);
			} else this.contentType = contentTypeInHeaders;
			const contentLengthInHeaders = this.headers.get("content-length");
			if (forceSet && this.bodyInit == null && !contentLengthInHeaders) {
				this.contentLength = 0;
				this.headers.set("content-length", "0");
			}
			if (!contentLengthInHeaders) {
				if (this.contentLength) this.headers.set("content-length", this.contentLength.toString());
			} else this.contentLength = parseInt(contentLengthInHeaders, 10);
		}
		get body() {
			const _body = this.generateBody();
			if (_body != null) {
				const ponyfillReadableStream = _body;
				const readable = _body.readable;
				return new Proxy(_body.readable, { get(_, prop) {
					if (prop in ponyfillReadableStream) {
						const ponyfillReadableStreamProp = ponyfillReadableStream[prop];
						if (typeof ponyfillReadableStreamProp === "function") return ponyfillReadableStreamProp.bind(ponyfillReadableStream);
						return ponyfillReadableStreamProp;
					}
					if (prop in readable) {
						const readableProp = readable[prop];
						if (typeof readableProp === "function") return readableProp.bind(readable);
						return readableProp;
					}
				} });
			}
			return null;
		}
		_chunks = null;
		_doCollectChunksFromReadableJob() {
			if (this.bodyType === BodyInitType.AsyncIterable) {
				if (Array.fromAsync) return (0, promise_helpers_1.handleMaybePromise)(() => Array.fromAsync(this.bodyInit), (chunks) => {
					this._chunks = chunks;
					return this._chunks;
				});
				const iterator = this.bodyInit[Symbol.asyncIterator]();
				const chunks = [];
				const collectValue = () => (0, promise_helpers_1.handleMaybePromise)(() => iterator.next(), ({ value, done }) => {
					if (value) chunks.push(value);
					if (!done) return collectValue();
					this._chunks = chunks;
					return this._chunks;
				});
				return collectValue();
			}
			const _body = this.generateBody();
			if (!_body) {
				this._chunks = [];
				return (0, utils_js_1.fakePromise)(this._chunks);
			}
			if (_body.readable.destroyed) return (0, utils_js_1.fakePromise)(this._chunks = []);
			const chunks = [];
			return new Promise((resolve, reject) => {
				_body.readable.on("data", (chunk) => {
					chunks.push(chunk);
				});
				_body.readable.once("error", reject);
				_body.readable.once("end", () => {
					resolve(this._chunks = chunks);
				});
			});
		}
		_collectChunksFromReadable() {
			if (this._chunks) return (0, utils_js_1.fakePromise)(this._chunks);
			this._chunks ||= this._doCollectChunksFromReadableJob();
			return this._chunks;
		}
		_blob = null;
		blob() {
			if (this._blob) return (0, utils_js_1.fakePromise)(this._blob);
			if (this.bodyType === BodyInitType.String) {
				this._text = this.bodyInit;
				this._blob = new Blob_js_1.PonyfillBlob([this._text], {
					type: this.contentType || "text/plain;charset=UTF-8",
					size: this.contentLength
				});
			}
			if (this.bodyType === BodyInitType.Blob) {
				this._blob = this.bodyInit;
				return (0, utils_js_1.fakePromise)(this._blob);
			}
			if (this._buffer) {
				this._blob = new Blob_js_1.PonyfillBlob([this._buffer], {
					type: this.contentType || "",
					size: this.contentLength
				});
				return (0, utils_js_1.fakePromise)(this._blob);
			}
			return (0, utils_js_1.fakePromise)((0, promise_helpers_1.handleMaybePromise)(() => this._collectChunksFromReadable(), (chunks) => {
				this._blob = new Blob_js_1.PonyfillBlob(chunks, {
					type: this.contentType || "",
					size: this.contentLength
				});
				return this._blob;
			}));
		}
		_formData = null;
		formData(opts) {
			if (this._formData) return (0, utils_js_1.fakePromise)(this._formData);
			if (this.bodyType === BodyInitType.FormData) {
				this._formData = this.bodyInit;
				return (0, utils_js_1.fakePromise)(this._formData);
			}
			this._formData = new FormData_js_1.PonyfillFormData();
			if (this.generateBody() == null) return (0, utils_js_1.fakePromise)(this._formData);
			const formDataLimits = {
				...this.options.formDataLimits,
				...opts?.formDataLimits
			};
			return new Promise((resolve, reject) => {
				const stream = this.body?.readable;
				if (!stream) return reject(/* @__PURE__ */ new Error("No stream available"));
				let currFile = null;
				const bb = new busboy_1.Busboy({
					headers: {
						"content-length": typeof this.contentLength === "number" ? this.contentLength.toString() : this.contentLength || "",
						"content-type": this.contentType || ""
					},
					limits: formDataLimits,
					defCharset: "utf-8"
				});
				if (this._signal) (0, node_stream_1.addAbortSignal)(this._signal, bb);
				let completed = false;
				const complete = (err) => {
					if (completed) return;
					completed = true;
					stream.unpipe(bb);
					bb.destroy();
					if (currFile) {
						currFile.destroy();
						currFile = null;
					}
					if (err) reject(err);
					else resolve(this._formData);
				};
				stream.on("error", complete);
				bb.on("field", (name, value, fieldnameTruncated, valueTruncated) => {
					if (fieldnameTruncated) return complete(/* @__PURE__ */ new Error(`Field name size exceeded: ${formDataLimits?.fieldNameSize} bytes`));
					if (valueTruncated) return complete(/* @__PURE__ */ new Error(`Field value size exceeded: ${formDataLimits?.fieldSize} bytes`));
					this._formData.set(name, value);
				});
				bb.on("file", (name, fileStream, filename, _transferEncoding, mimeType) => {
					currFile = fileStream;
					const chunks = [];
					fileStream.on("data", (chunk) => {
						chunks.push(chunk);
					});
					fileStream.on("error", complete);
					fileStream.on("limit", () => {
						complete(/* @__PURE__ */ new Error(`File size limit exceeded: ${formDataLimits?.fileSize} bytes`));
					});
					fileStream.on("close", () => {
						if (fileStream.truncated) complete(/* @__PURE__ */ new Error(`File size limit exceeded: ${formDataLimits?.fileSize} bytes`));
						currFile = null;
						const file = new File_js_1.PonyfillFile(chunks, filename, { type: mimeType });
						this._formData.set(name, file);
					});
				});
				bb.on("fieldsLimit", () => {
					complete(/* @__PURE__ */ new Error(`Fields limit exceeded: ${formDataLimits?.fields}`));
				});
				bb.on("filesLimit", () => {
					complete(/* @__PURE__ */ new Error(`Files limit exceeded: ${formDataLimits?.files}`));
				});
				bb.on("partsLimit", () => {
					complete(/* @__PURE__ */ new Error(`Parts limit exceeded: ${formDataLimits?.parts}`));
				});
				bb.on("end", complete);
				bb.on("finish", complete);
				bb.on("close", complete);
				bb.on("error", complete);
				stream.pipe(bb);
			});
		}
		buffer() {
			if (this._buffer) return (0, utils_js_1.fakePromise)(this._buffer);
			if (this._text) {
				this._buffer = node_buffer_1.Buffer.from(this._text, "utf-8");
				return (0, utils_js_1.fakePromise)(this._buffer);
			}
			if (this.bodyType === BodyInitType.String) return this.text().then((text) => {
				this._text = text;
				this._buffer = node_buffer_1.Buffer.from(text, "utf-8");
				return this._buffer;
			});
			if (this.bodyType === BodyInitType.Blob) {
				if ((0, Blob_js_1.hasBufferMethod)(this.bodyInit)) return this.bodyInit.buffer().then((buf) => {
					this._buffer = buf;
					return this._buffer;
				});
				if ((0, Blob_js_1.hasBytesMethod)(this.bodyInit)) return this.bodyInit.bytes().then((bytes) => {
					this._buffer = node_buffer_1.Buffer.from(bytes);
					return this._buffer;
				});
				if ((0, Blob_js_1.hasArrayBufferMethod)(this.bodyInit)) return this.bodyInit.arrayBuffer().then((buf) => {
					this._buffer = node_buffer_1.Buffer.from(buf, void 0, buf.byteLength);
					return this._buffer;
				});
			}
			return (0, utils_js_1.fakePromise)((0, promise_helpers_1.handleMaybePromise)(() => this._collectChunksFromReadable(), (chunks) => {
				if (chunks.length === 1) {
					this._buffer = chunks[0];
					return this._buffer;
				}
				this._buffer = node_buffer_1.Buffer.concat(chunks);
				return this._buffer;
			}));
		}
		bytes() {
			return this.buffer();
		}
		arrayBuffer() {
			return this.buffer();
		}
		_json = null;
		json() {
			if (this._json) return (0, utils_js_1.fakePromise)(this._json);
			return this.text().then((text) => {
				try {
					this._json = JSON.parse(text);
				} catch (e) {
					if (e instanceof SyntaxError) e.message += `, "${text}" is not valid JSON`;
					throw e;
				}
				return this._json;
			});
		}
		_text = null;
		text() {
			if (this._text) return (0, utils_js_1.fakePromise)(this._text);
			if (this.bodyType === BodyInitType.String) {
				this._text = this.bodyInit;
				return (0, utils_js_1.fakePromise)(this._text);
			}
			return this.buffer().then((buffer) => {
				this._text = buffer.toString("utf-8");
				return this._text;
			});
		}
	};
	exports.PonyfillBody = PonyfillBody;
	function processBodyInit(bodyInit) {
		if (bodyInit == null) return {
			bodyFactory: () => null,
			contentType: null,
			contentLength: null
		};
		if (typeof bodyInit === "string") {
			const contentLength = node_buffer_1.Buffer.byteLength(bodyInit);
			return {
				bodyType: BodyInitType.String,
				contentType: "text/plain;charset=UTF-8",
				contentLength,
				bodyFactory() {
					const readable = node_stream_1.Readable.from(node_buffer_1.Buffer.from(bodyInit, "utf-8"));
					return new ReadableStream_js_1.PonyfillReadableStream(readable);
				}
			};
		}
		if (node_buffer_1.Buffer.isBuffer(bodyInit)) {
			const buffer = bodyInit;
			return {
				bodyType: BodyInitType.Buffer,
				contentType: null,
				contentLength: bodyInit.length,
				buffer: bodyInit,
				bodyFactory() {
					const readable = node_stream_1.Readable.from(buffer);
					return new ReadableStream_js_1.PonyfillReadableStream(readable);
				}
			};
		}
		if ((0, utils_js_1.isArrayBufferView)(bodyInit)) {
			const buffer = node_buffer_1.Buffer.from(bodyInit.buffer, bodyInit.byteOffset, bodyInit.byteLength);
			return {
				bodyType: BodyInitType.Buffer,
				contentLength: bodyInit.byteLength,
				contentType: null,
				buffer,
				bodyFactory() {
					const readable = node_stream_1.Readable.from(buffer);
					return new ReadableStream_js_1.PonyfillReadableStream(readable);
				}
			};
		}
		if (bodyInit instanceof ReadableStream_js_1.PonyfillReadableStream && bodyInit.readable != null) {
			const readableStream = bodyInit;
			return {
				bodyType: BodyInitType.ReadableStream,
				bodyFactory: () => readableStream,
				contentType: null,
				contentLength: null
			};
		}
		if (isBlob(bodyInit)) {
			const blob = bodyInit;
			return {
				bodyType: BodyInitType.Blob,
				contentType: bodyInit.type,
				contentLength: bodyInit.size,
				bodyFactory() {
					return blob.stream();
				}
			};
		}
		if (bodyInit instanceof ArrayBuffer) {
			const contentLength = bodyInit.byteLength;
			const buffer = node_buffer_1.Buffer.from(bodyInit, void 0, bodyInit.byteLength);
			return {
				bodyType: BodyInitType.Buffer,
				contentType: null,
				contentLength,
				buffer,
				bodyFactory() {
					const readable = node_stream_1.Readable.from(buffer);
					return new ReadableStream_js_1.PonyfillReadableStream(readable);
				}
			};
		}
		if (bodyInit instanceof node_stream_1.Readable) return {
			bodyType: BodyInitType.Readable,
			contentType: null,
			contentLength: null,
			bodyFactory() {
				return new ReadableStream_js_1.PonyfillReadableStream(bodyInit);
			}
		};
		if (isURLSearchParams(bodyInit)) return {
			bodyType: BodyInitType.String,
			contentType: "application/x-www-form-urlencoded;charset=UTF-8",
			contentLength: null,
			bodyFactory() {
				return new ReadableStream_js_1.PonyfillReadableStream(node_stream_1.Readable.from(bodyInit.toString()));
			}
		};
		if (isFormData(bodyInit)) {
			const boundary = Math.random().toString(36).substr(2);
			const contentType = `multipart/form-data; boundary=${boundary}`;
			return {
				bodyType: BodyInitType.FormData,
				contentType,
				contentLength: null,
				bodyFactory() {
					return (0, FormData_js_1.getStreamFromFormData)(bodyInit, boundary);
				}
			};
		}
		if (isReadableStream(bodyInit)) return {
			contentType: null,
			contentLength: null,
			bodyFactory() {
				return new ReadableStream_js_1.PonyfillReadableStream(bodyInit);
			}
		};
		if (bodyInit[Symbol.iterator] || bodyInit[Symbol.asyncIterator]) return {
			contentType: null,
			contentLength: null,
			bodyType: BodyInitType.AsyncIterable,
			bodyFactory() {
				const readable = node_stream_1.Readable.from(bodyInit);
				return new ReadableStream_js_1.PonyfillReadableStream(readable);
			}
		};
		throw new Error("Unknown body type");
	}
	function isFormData(value) {
		return value?.forEach != null;
	}
	function isBlob(value) {
		return value?.stream != null && typeof value.stream === "function";
	}
	function isURLSearchParams(value) {
		return value?.sort != null;
	}
	function isReadableStream(value) {
		return value?.getReader != null;
	}
}));
// node_modules/@whatwg-node/node-fetch/cjs/Headers.js
var require_Headers = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.PonyfillHeaders = void 0;
	exports.isHeadersLike = isHeadersLike;
	const node_util_1 = __require("node:util");
	const IteratorObject_js_1 = require_IteratorObject();
	function isHeadersLike(headers) {
		return headers?.get && headers?.forEach;
	}
	var PonyfillHeaders = class {
		headersInit;
		_map;
		objectNormalizedKeysOfHeadersInit = [];
		objectOriginalKeysOfHeadersInit = [];
		_setCookies;
		constructor(headersInit) {
			this.headersInit = headersInit;
		}
		_get(key) {
			const normalized = key.toLowerCase();
			if (normalized === "set-cookie" && this._setCookies?.length) return this._setCookies.join(", ");
			if (this._map) return this._map.get(normalized) || null;
			if (this.headersInit == null) return null;
			if (Array.isArray(this.headersInit)) {
				const found = this.headersInit.filter(([headerKey]) => headerKey.toLowerCase() === normalized);
				if (found.length === 0) return null;
				if (found.length === 1) return found[0][1];
				return found.map(([, value]) => value).join(", ");
			} else if (isHeadersLike(this.headersInit)) return this.headersInit.get(normalized);
			else {
				const initValue = this.headersInit[key] || this.headersInit[normalized];
				if (initValue != null) return initValue;
				if (!this.objectNormalizedKeysOfHeadersInit.length) Object.keys(this.headersInit).forEach((k) => {
					this.objectOriginalKeysOfHeadersInit.push(k);
					this.objectNormalizedKeysOfHeadersInit.push(k.toLowerCase());
				});
				const index = this.objectNormalizedKeysOfHeadersInit.indexOf(normalized);
				if (index === -1) return null;
				const originalKey = this.objectOriginalKeysOfHeadersInit[index];
				return this.headersInit[originalKey];
			}
		}
		getMap() {
			if (!this._map) {
				this._setCookies ||= [];
				if (this.headersInit != null) {
					if (Array.isArray(this.headersInit)) {
						this._map = /* @__PURE__ */ new Map();
						for (const [key, value] of this.headersInit) {
							const normalizedKey = key.toLowerCase();
							if (normalizedKey === "set-cookie") {
								if (Array.isArray(value)) this._setCookies.push(...value);
								else if (value != null) this._setCookies.push(value);
								continue;
							}
							this._map.set(normalizedKey, value);
						}
					} else if (isHeadersLike(this.headersInit)) {
						this._map = /* @__PURE__ */ new Map();
						this.headersInit.forEach((value, key) => {
							if (key === "set-cookie") {
								this._setCookies ||= [];
								if (Array.isArray(value)) this._setCookies.push(...value);
								else if (value != null) this._setCookies.push(value);
								return;
							}
							this._map.set(key, value);
						});
					} else {
						this._map = /* @__PURE__ */ new Map();
						for (const initKey in this.headersInit) {
							const initValue = this.headersInit[initKey];
							if (initValue != null) {
								const normalizedKey = initKey.toLowerCase();
								if (normalizedKey === "set-cookie") {
									this._setCookies ||= [];
									if (Array.isArray(initValue)) {
										this._setCookies.push(...initValue);
										continue;
									}
									this._setCookies.push(initValue);
									continue;
								}
								this._map.set(normalizedKey, initValue);
							}
						}
					}
				} else this._map = /* @__PURE__ */ new Map();
			}
			return this._map;
		}
		append(name, value) {
			const key = name.toLowerCase();
			if (key === "set-cookie") {
				this._setCookies ||= [];
				this._setCookies.push(value);
				return;
			}
			const existingValue = this.getMap().get(key);
			const finalValue = existingValue ? `${existingValue}, ${value}` : value;
			this.getMap().set(key, finalValue);
		}
		get(name) {
			const value = this._get(name);
			if (value == null) return null;
			return value.toString();
		}
		has(name) {
			if (name.toLowerCase() === "set-cookie") return !!this._setCookies?.length;
			return !!this._get(name);
		}
		set(name, value) {
			const key = name.toLowerCase();
			if (key === "set-cookie") {
				this._setCookies = [value];
				return;
			}
			if (!this._map && this.headersInit != null) {
				if (Array.isArray(this.headersInit)) {
					const found = this.headersInit.find(([headerKey]) => headerKey.toLowerCase() === key);
					if (found) found[1] = value;
					else this.headersInit.push([key, value]);
					return;
				} else if (isHeadersLike(this.headersInit)) {
					this.headersInit.set(key, value);
					return;
				} else {
					this.headersInit[key] = value;
					return;
				}
			}
			this.getMap().set(key, value);
		}
		delete(name) {
			const key = name.toLowerCase();
			if (key === "set-cookie") {
				this._setCookies = [];
				return;
			}
			this.getMap().delete(key);
		}
		forEach(callback) {
			this._setCookies?.forEach((setCookie) => {
				callback(setCookie, "set-cookie", this);
			});
			if (!this._map) {
				if (this.headersInit) {
					if (Array.isArray(this.headersInit)) {
						this.headersInit.forEach(([key, value]) => {
							callback(value, key, this);
						});
						return;
					}
					if (isHeadersLike(this.headersInit)) {
						this.headersInit.forEach(callback);
						return;
					}
					Object.entries(this.headersInit).forEach(([key, value]) => {
						if (value != null) callback(value, key, this);
					});
				}
				return;
			}
			this.getMap().forEach((value, key) => {
				callback(value, key, this);
			});
		}
		*_keys() {
			if (this._setCookies?.length) yield "set-cookie";
			if (!this._map) {
				if (this.headersInit) {
					if (Array.isArray(this.headersInit)) {
						yield* this.headersInit.map(([key]) => key)[Symbol.iterator]();
						return;
					}
					if (isHeadersLike(this.headersInit)) {
						yield* this.headersInit.keys();
						return;
					}
					yield* Object.keys(this.headersInit)[Symbol.iterator]();
					return;
				}
			}
			yield* this.getMap().keys();
		}
		keys() {
			return new IteratorObject_js_1.PonyfillIteratorObject(this._keys(), "HeadersIterator");
		}
		*_values() {
			if (this._setCookies?.length) yield* this._setCookies;
			if (!this._map) {
				if (this.headersInit) {
					if (Array.isArray(this.headersInit)) {
						yield* this.headersInit.map(([, value]) => value)[Symbol.iterator]();
						return;
					}
					if (isHeadersLike(this.headersInit)) {
						yield* this.headersInit.values();
						return;
					}
					yield* Object.values(this.headersInit)[Symbol.iterator]();
					return;
				}
			}
			yield* this.getMap().values();
		}
		values() {
			return new IteratorObject_js_1.PonyfillIteratorObject(this._values(), "HeadersIterator");
		}
		*_entries() {
			if (this._setCookies?.length) yield* this._setCookies.map((cookie) => ["set-cookie", cookie]);
			if (!this._map) {
				if (this.headersInit) {
					if (Array.isArray(this.headersInit)) {
						yield* this.headersInit;
						return;
					}
					if (isHeadersLike(this.headersInit)) {
						yield* this.headersInit.entries();
						return;
					}
					yield* Object.entries(this.headersInit);
					return;
				}
			}
			yield* this.getMap().entries();
		}
		entries() {
			return new IteratorObject_js_1.PonyfillIteratorObject(this._entries(), "HeadersIterator");
		}
		getSetCookie() {
			if (!this._setCookies) this.getMap();
			return this._setCookies;
		}
		[Symbol.iterator]() {
			return this.entries();
		}
		[Symbol.for("nodejs.util.inspect.custom")]() {
			const record = {};
			this.forEach((value, key) => {
				if (key === "set-cookie") record["set-cookie"] = this._setCookies || [];
				else record[key] = value?.includes(",") ? value.split(",").map((el) => el.trim()) : value;
			});
			return `Headers ${(0, node_util_1.inspect)(record)}`;
		}
	};
	exports.PonyfillHeaders = PonyfillHeaders;
}));
// node_modules/@whatwg-node/node-fetch/cjs/Response.js
var require_Response = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.PonyfillResponse = void 0;
	const node_http_1 = __require("node:http");
	const Body_js_1 = require_Body();
	const Headers_js_1 = require_Headers();
	const JSON_CONTENT_TYPE = "application/json; charset=utf-8";
	exports.PonyfillResponse = class PonyfillResponse extends Body_js_1.PonyfillBody {
		headers;
		constructor(body, init) {
			super(body || null, init);
			this.headers = init?.headers && (0, Headers_js_1.isHeadersLike)(init.headers) ? init.headers : new Headers_js_1.PonyfillHeaders(init?.headers);
			this.status = init?.status || 200;
			this.statusText = init?.statusText || node_http_1.STATUS_CODES[this.status] || "OK";
			this.url = init?.url || "";
			this.redirected = init?.redirected || false;
			this.type = init?.type || "default";
			this.handleContentLengthHeader();
		}
		get ok() {
			return this.status >= 200 && this.status < 300;
		}
		status;
		statusText;
		url;
		redirected;
		type;
		clone() {
			return this;
		}
		static error() {
			return new PonyfillResponse(null, {
				status: 500,
				statusText: "Internal Server Error"
			});
		}
		static redirect(url, status = 302) {
			if (status < 300 || status > 399) throw new RangeError("Invalid status code");
			return new PonyfillResponse(null, {
				headers: { location: url },
				status
			});
		}
		static json(data, init) {
			const bodyInit = JSON.stringify(data);
			if (!init) init = { headers: {
				"content-type": JSON_CONTENT_TYPE,
				"content-length": Buffer.byteLength(bodyInit).toString()
			} };
			else if (!init.headers) init.headers = {
				"content-type": JSON_CONTENT_TYPE,
				"content-length": Buffer.byteLength(bodyInit).toString()
			};
			else if ((0, Headers_js_1.isHeadersLike)(init.headers)) {
				if (!init.headers.has("content-type")) init.headers.set("content-type", JSON_CONTENT_TYPE);
				if (!init.headers.has("content-length")) init.headers.set("content-length", Buffer.byteLength(bodyInit).toString());
			} else if (Array.isArray(init.headers)) {
				let contentTypeExists = false;
				let contentLengthExists = false;
				for (const [key] of init.headers) {
					if (contentLengthExists && contentTypeExists) break;
					if (!contentTypeExists && key.toLowerCase() === "content-type") contentTypeExists = true;
					else if (!contentLengthExists && key.toLowerCase() === "content-length") contentLengthExists = true;
				}
				if (!contentTypeExists) init.headers.push(["content-type", JSON_CONTENT_TYPE]);
				if (!contentLengthExists) init.headers.push(["content-length", Buffer.byteLength(bodyInit).toString()]);
			} else if (typeof init.headers === "object") {
				if (init.headers?.["content-type"] == null) init.headers["content-type"] = JSON_CONTENT_TYPE;
				if (init.headers?.["content-length"] == null) init.headers["content-length"] = Buffer.byteLength(bodyInit).toString();
			}
			return new PonyfillResponse(bodyInit, init);
		}
		[Symbol.toStringTag] = "Response";
	};
}));
// node_modules/@whatwg-node/node-fetch/cjs/fetchCurl.js
var require_fetchCurl = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.fetchCurl = fetchCurl;
	const node_stream_1 = __require("node:stream");
	const node_tls_1 = __require("node:tls");
	const promise_helpers_1 = require_cjs$2();
	const Response_js_1 = require_Response();
	const utils_js_1 = require_utils$1();
	function fetchCurl(fetchRequest) {
		const { Curl, CurlFeature, CurlPause, CurlProgressFunc } = globalThis["libcurl"];
		const curlHandle = new Curl();
		curlHandle.enable(CurlFeature.NoDataParsing);
		curlHandle.setOpt("URL", fetchRequest.url);
		if (process.env.NODE_TLS_REJECT_UNAUTHORIZED === "0") curlHandle.setOpt("SSL_VERIFYPEER", false);
		if (process.env.NODE_EXTRA_CA_CERTS) curlHandle.setOpt("CAINFO", process.env.NODE_EXTRA_CA_CERTS);
		else curlHandle.setOpt("CAINFO_BLOB", node_tls_1.rootCertificates.join("\n"));
		curlHandle.enable(CurlFeature.StreamResponse);
		let signal;
		if (fetchRequest._signal === null) signal = void 0;
		else if (fetchRequest._signal) signal = fetchRequest._signal;
		curlHandle.setStreamProgressCallback(function() {
			return signal?.aborted ? process.env.DEBUG ? CurlProgressFunc.Continue : 1 : 0;
		});
		if (fetchRequest["bodyType"] === "String") curlHandle.setOpt("POSTFIELDS", fetchRequest["bodyInit"]);
		else {
			const nodeReadable = fetchRequest.body != null ? (0, utils_js_1.isNodeReadable)(fetchRequest.body) ? fetchRequest.body : node_stream_1.Readable.from(fetchRequest.body) : null;
			if (nodeReadable) {
				curlHandle.setOpt("UPLOAD", true);
				curlHandle.setUploadStream(nodeReadable);
			}
		}
		if (process.env.DEBUG) curlHandle.setOpt("VERBOSE", true);
		curlHandle.setOpt("TRANSFER_ENCODING", false);
		curlHandle.setOpt("HTTP_TRANSFER_DECODING", true);
		curlHandle.setOpt("FOLLOWLOCATION", fetchRequest.redirect === "follow");
		curlHandle.setOpt("MAXREDIRS", 20);
		curlHandle.setOpt("ACCEPT_ENCODING", "");
		curlHandle.setOpt("CUSTOMREQUEST", fetchRequest.method);
		const headersSerializer = fetchRequest.headersSerializer || utils_js_1.defaultHeadersSerializer;
		let size;
		const curlHeaders = headersSerializer(fetchRequest.headers, (value) => {
			size = Number(value);
		});
		if (size != null) curlHandle.setOpt("INFILESIZE", size);
		curlHandle.setOpt("HTTPHEADER", curlHeaders);
		curlHandle.enable(CurlFeature.NoHeaderParsing);
		const deferredPromise = (0, promise_helpers_1.createDeferredPromise)();
		let streamResolved;
		function onAbort() {
			if (curlHandle.isOpen) try {
				curlHandle.pause(CurlPause.Recv);
			} catch (e) {
				deferredPromise.reject(e);
			}
		}
		signal?.addEventListener("abort", onAbort, { once: true });
		curlHandle.once("end", function endListener() {
			try {
				curlHandle.close();
			} catch (e) {
				deferredPromise.reject(e);
			}
			signal?.removeEventListener("abort", onAbort);
		});
		curlHandle.once("error", function errorListener(error) {
			if (streamResolved && !streamResolved.closed && !streamResolved.destroyed) streamResolved.destroy(error);
			else {
				if (error.message === "Operation was aborted by an application callback") error.message = "The operation was aborted.";
				deferredPromise.reject(error);
			}
			try {
				curlHandle.close();
			} catch (e) {
				deferredPromise.reject(e);
			}
		});
		curlHandle.once("stream", function streamListener(stream, status, headersBuf) {
			const outputStream = stream.pipe(new node_stream_1.PassThrough(), { end: true });
			const headersInit = headersBuf.toString("utf8").split(/\r?\n|\r/g).filter((headerFilter) => {
				if (headerFilter && !headerFilter.startsWith("HTTP/")) {
					if (fetchRequest.redirect === "error" && headerFilter.toLowerCase().includes("location") && (0, utils_js_1.shouldRedirect)(status)) {
						if (!stream.destroyed) stream.resume();
						outputStream.destroy();
						deferredPromise.reject(/* @__PURE__ */ new Error("redirect is not allowed"));
					}
					return true;
				}
				return false;
			}).map((headerFlat) => headerFlat.split(/:\s(.+)/).slice(0, 2));
			const ponyfillResponse = new Response_js_1.PonyfillResponse(outputStream, {
				status,
				headers: headersInit,
				url: curlHandle.getInfo(Curl.info.REDIRECT_URL)?.toString() || fetchRequest.url,
				redirected: Number(curlHandle.getInfo(Curl.info.REDIRECT_COUNT)) > 0
			});
			deferredPromise.resolve(ponyfillResponse);
			streamResolved = outputStream;
		});
		setImmediate(() => {
			curlHandle.perform();
		});
		return deferredPromise.promise;
	}
}));
// node_modules/@whatwg-node/node-fetch/cjs/URL.js
var require_URL = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.PonyfillURL = void 0;
	const node_buffer_1 = (init_modules(), __toCommonJS(modules_exports)).__importDefault(__require("node:buffer"));
	const node_crypto_1 = __require("node:crypto");
	const NativeURL = globalThis.URL;
	var URL = class extends NativeURL {
		static blobRegistry = /* @__PURE__ */ new Map();
		static createObjectURL(blob) {
			const blobUrl = `blob:whatwgnode:${(0, node_crypto_1.randomUUID)()}`;
			this.blobRegistry.set(blobUrl, blob);
			return blobUrl;
		}
		static revokeObjectURL(url) {
			if (!this.blobRegistry.has(url)) NativeURL.revokeObjectURL(url);
			else this.blobRegistry.delete(url);
		}
		static getBlobFromURL(url) {
			return this.blobRegistry.get(url) || node_buffer_1.default?.resolveObjectURL?.(url);
		}
	};
	exports.PonyfillURL = URL;
}));
// node_modules/@whatwg-node/node-fetch/cjs/Request.js
var require_Request = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.PonyfillRequest = void 0;
	const node_http_1 = __require("node:http");
	const node_https_1 = __require("node:https");
	const Body_js_1 = require_Body();
	const Headers_js_1 = require_Headers();
	const URL_js_1 = require_URL();
	function isRequest(input) {
		return input[Symbol.toStringTag] === "Request";
	}
	function isURL(obj) {
		return obj?.href != null;
	}
	var PonyfillRequest = class extends Body_js_1.PonyfillBody {
		constructor(input, options) {
			let _url;
			let _parsedUrl;
			let bodyInit = null;
			let requestInit;
			if (typeof input === "string") _url = input;
			else if (isURL(input)) _parsedUrl = input;
			else if (isRequest(input)) {
				if (input._parsedUrl) _parsedUrl = input._parsedUrl;
				else if (input._url) _url = input._url;
				else _url = input.url;
				bodyInit = input.body;
				requestInit = input;
			}
			if (options != null) {
				bodyInit = options.body || null;
				requestInit = options;
			}
			super(bodyInit, requestInit);
			this._url = _url;
			this._parsedUrl = _parsedUrl;
			this.cache = requestInit?.cache || "default";
			this.credentials = requestInit?.credentials || "same-origin";
			this.headers = requestInit?.headers && (0, Headers_js_1.isHeadersLike)(requestInit.headers) ? requestInit.headers : new Headers_js_1.PonyfillHeaders(requestInit?.headers);
			this.integrity = requestInit?.integrity || "";
			this.keepalive = requestInit?.keepalive != null ? requestInit?.keepalive : false;
			this.method = requestInit?.method?.toUpperCase() || "GET";
			this.mode = requestInit?.mode || "cors";
			this.redirect = requestInit?.redirect || "follow";
			this.referrer = requestInit?.referrer || "about:client";
			this.referrerPolicy = requestInit?.referrerPolicy || "no-referrer";
			this.headersSerializer = requestInit?.headersSerializer;
			this.duplex = requestInit?.duplex || "half";
			this.destination = "document";
			this.priority = "auto";
			if (this.method !== "GET" && this.method !== "HEAD") this.handleContentLengthHeader(true);
			if (requestInit?.agent != null) {
				const protocol = _parsedUrl?.protocol || _url || this.url;
				if (requestInit.agent === false) this.agent = false;
				else if (protocol.startsWith("http:") && requestInit.agent instanceof node_http_1.Agent) this.agent = requestInit.agent;
				else if (protocol.startsWith("https:") && requestInit.agent instanceof node_https_1.Agent) this.agent = requestInit.agent;
			}
		}
		headersSerializer;
		cache;
		credentials;
		destination;
		headers;
		integrity;
		keepalive;
		method;
		mode;
		priority;
		redirect;
		referrer;
		referrerPolicy;
		_url;
		get signal() {
			this._signal ||= new AbortController().signal;
			return this._signal;
		}
		get url() {
			if (this._url == null) {
				if (this._parsedUrl) this._url = this._parsedUrl.toString();
				else throw new TypeError("Invalid URL");
			}
			return this._url;
		}
		_parsedUrl;
		get parsedUrl() {
			if (this._parsedUrl == null) {
				if (this._url != null) this._parsedUrl = new URL_js_1.PonyfillURL(this._url, "http://localhost");
				else throw new TypeError("Invalid URL");
			}
			return this._parsedUrl;
		}
		duplex;
		agent;
		clone() {
			return this;
		}
		[Symbol.toStringTag] = "Request";
	};
	exports.PonyfillRequest = PonyfillRequest;
}));
// node_modules/@whatwg-node/node-fetch/cjs/fetchNodeHttp.js
var require_fetchNodeHttp = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.fetchNodeHttp = fetchNodeHttp;
	const tslib_1 = (init_modules(), __toCommonJS(modules_exports));
	const node_http_1 = __require("node:http");
	const node_https_1 = __require("node:https");
	const node_stream_1 = __require("node:stream");
	const node_zlib_1 = tslib_1.__importDefault(__require("node:zlib"));
	const promise_helpers_1 = require_cjs$2();
	const Request_js_1 = require_Request();
	const Response_js_1 = require_Response();
	const URL_js_1 = require_URL();
	const utils_js_1 = require_utils$1();
	function getRequestFnForProtocol(url) {
		if (url.startsWith("http:")) return node_http_1.request;
		else if (url.startsWith("https:")) return node_https_1.request;
		throw new Error(`Unsupported protocol: ${url.split(":")[0] || url}`);
	}
	function fetchNodeHttp(fetchRequest) {
		return new Promise((resolve, reject) => {
			try {
				const requestFn = getRequestFnForProtocol(fetchRequest.parsedUrl?.protocol || fetchRequest.url);
				const nodeHeaders = (fetchRequest.headersSerializer || utils_js_1.getHeadersObj)(fetchRequest.headers);
				nodeHeaders["accept-encoding"] ||= utils_js_1.DEFAULT_ACCEPT_ENCODING;
				if (nodeHeaders["user-agent"] == null && nodeHeaders["User-Agent"] == null) nodeHeaders["user-agent"] = "node";
				let signal;
				if (fetchRequest._signal == null) signal = void 0;
				else if (fetchRequest._signal) signal = fetchRequest._signal;
				let nodeRequest;
				if (fetchRequest.parsedUrl) nodeRequest = requestFn(fetchRequest.parsedUrl, {
					method: fetchRequest.method,
					headers: nodeHeaders,
					signal,
					agent: fetchRequest.agent
				});
				else nodeRequest = requestFn(fetchRequest.url, {
					method: fetchRequest.method,
					headers: nodeHeaders,
					signal,
					agent: fetchRequest.agent
				});
				nodeRequest.once("error", reject);
				nodeRequest.once("response", (nodeResponse) => {
					let outputStream;
					switch (nodeResponse.headers["content-encoding"]) {
						case "x-gzip":
						case "gzip":
							outputStream = node_zlib_1.default.createGunzip();
							break;
						case "x-deflate":
						case "deflate":
							outputStream = node_zlib_1.default.createInflate();
							break;
						case "x-deflate-raw":
						case "deflate-raw":
							outputStream = node_zlib_1.default.createInflateRaw();
							break;
						case "br":
							outputStream = node_zlib_1.default.createBrotliDecompress();
							break;
						case "zstd": if (node_zlib_1.default.createZstdDecompress != null) outputStream = node_zlib_1.default.createZstdDecompress();
					}
					if (nodeResponse.headers.location && (0, utils_js_1.shouldRedirect)(nodeResponse.statusCode)) {
						if (fetchRequest.redirect === "error") {
							reject(/* @__PURE__ */ new Error("Redirects are not allowed"));
							nodeResponse.resume();
							return;
						}
						if (fetchRequest.redirect === "follow") {
							const redirectedUrl = new URL_js_1.PonyfillURL(nodeResponse.headers.location, fetchRequest.parsedUrl || fetchRequest.url);
							resolve(fetchNodeHttp(new Request_js_1.PonyfillRequest(redirectedUrl, fetchRequest)).then((redirectResponse) => {
								redirectResponse.redirected = true;
								return redirectResponse;
							}));
							nodeResponse.resume();
							return;
						}
					}
					outputStream ||= new node_stream_1.PassThrough();
					(0, utils_js_1.pipeThrough)({
						src: nodeResponse,
						dest: outputStream,
						signal,
						onError: (e) => {
							if (!nodeResponse.destroyed) nodeResponse.destroy(e);
							if (!outputStream.destroyed) outputStream.destroy(e);
							reject(e);
						}
					});
					const statusCode = nodeResponse.statusCode || 200;
					let statusText = nodeResponse.statusMessage || node_http_1.STATUS_CODES[statusCode];
					if (statusText == null) statusText = "";
					resolve(new Response_js_1.PonyfillResponse(outputStream || nodeResponse, {
						status: statusCode,
						statusText,
						headers: nodeResponse.headers,
						url: fetchRequest.url,
						signal
					}));
				});
				if (fetchRequest["_buffer"] != null) (0, promise_helpers_1.handleMaybePromise)(() => (0, utils_js_1.safeWrite)(fetchRequest["_buffer"], nodeRequest), () => (0, utils_js_1.endStream)(nodeRequest), reject);
				else if (fetchRequest["bodyType"] === "String") (0, promise_helpers_1.handleMaybePromise)(() => (0, utils_js_1.safeWrite)(fetchRequest["bodyInit"], nodeRequest), () => (0, utils_js_1.endStream)(nodeRequest), reject);
				else {
					const nodeReadable = fetchRequest.body != null ? (0, utils_js_1.isNodeReadable)(fetchRequest.body) ? fetchRequest.body : node_stream_1.Readable.from(fetchRequest.body) : null;
					if (nodeReadable) nodeReadable.pipe(nodeRequest);
					else (0, utils_js_1.endStream)(nodeRequest);
				}
			} catch (e) {
				reject(e);
			}
		});
	}
}));
// node_modules/@whatwg-node/node-fetch/cjs/fetch.js
var require_fetch = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.fetchPonyfill = fetchPonyfill;
	const node_buffer_1 = __require("node:buffer");
	const node_fs_1 = __require("node:fs");
	const node_url_1 = __require("node:url");
	const fetchCurl_js_1 = require_fetchCurl();
	const fetchNodeHttp_js_1 = require_fetchNodeHttp();
	const Request_js_1 = require_Request();
	const Response_js_1 = require_Response();
	const URL_js_1 = require_URL();
	const utils_js_1 = require_utils$1();
	const BASE64_SUFFIX = ";base64";
	async function getResponseForFile(url) {
		const path = (0, node_url_1.fileURLToPath)(url);
		try {
			await node_fs_1.promises.access(path, node_fs_1.promises.constants.R_OK);
			const stats = await node_fs_1.promises.stat(path, { bigint: true });
			const readable = (0, node_fs_1.createReadStream)(path);
			return new Response_js_1.PonyfillResponse(readable, {
				status: 200,
				statusText: "OK",
				headers: {
					"content-type": "application/octet-stream",
					"last-modified": stats.mtime.toUTCString()
				}
			});
		} catch (err) {
			if (err.code === "ENOENT") return new Response_js_1.PonyfillResponse(null, {
				status: 404,
				statusText: "Not Found"
			});
			else if (err.code === "EACCES") return new Response_js_1.PonyfillResponse(null, {
				status: 403,
				statusText: "Forbidden"
			});
			throw err;
		}
	}
	function getResponseForDataUri(url) {
		const [mimeType = "text/plain", ...datas] = url.substring(5).split(",");
		const data = decodeURIComponent(datas.join(","));
		if (mimeType.endsWith(BASE64_SUFFIX)) {
			const buffer = node_buffer_1.Buffer.from(data, "base64url");
			const realMimeType = mimeType.slice(0, -7);
			return new Response_js_1.PonyfillResponse(buffer, {
				status: 200,
				statusText: "OK",
				headers: { "content-type": realMimeType }
			});
		}
		return new Response_js_1.PonyfillResponse(data, {
			status: 200,
			statusText: "OK",
			headers: { "content-type": mimeType }
		});
	}
	function getResponseForBlob(url) {
		const blob = URL_js_1.PonyfillURL.getBlobFromURL(url);
		if (!blob) throw new TypeError("Invalid Blob URL");
		return new Response_js_1.PonyfillResponse(blob, {
			status: 200,
			headers: {
				"content-type": blob.type,
				"content-length": blob.size.toString()
			}
		});
	}
	function isURL(obj) {
		return obj != null && obj.href != null;
	}
	function fetchPonyfill(info, init) {
		if (typeof info === "string" || isURL(info)) return fetchPonyfill(new Request_js_1.PonyfillRequest(info, init));
		const fetchRequest = info;
		if (fetchRequest.url.startsWith("data:")) {
			const response = getResponseForDataUri(fetchRequest.url);
			return (0, utils_js_1.fakePromise)(response);
		}
		if (fetchRequest.url.startsWith("file:")) return getResponseForFile(fetchRequest.url);
		if (fetchRequest.url.startsWith("blob:")) {
			const response = getResponseForBlob(fetchRequest.url);
			return (0, utils_js_1.fakePromise)(response);
		}
		if (globalThis.libcurl && !fetchRequest.agent) return (0, fetchCurl_js_1.fetchCurl)(fetchRequest);
		return (0, fetchNodeHttp_js_1.fetchNodeHttp)(fetchRequest);
	}
}));
// node_modules/@whatwg-node/node-fetch/cjs/TextEncoderDecoder.js
var require_TextEncoderDecoder = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.PonyfillTextDecoder = exports.PonyfillTextEncoder = void 0;
	exports.PonyfillBtoa = PonyfillBtoa;
	const node_buffer_1 = __require("node:buffer");
	const utils_js_1 = require_utils$1();
	var PonyfillTextEncoder = class {
		encoding;
		constructor(encoding = "utf-8") {
			this.encoding = encoding;
		}
		encode(input) {
			return node_buffer_1.Buffer.from(input, this.encoding);
		}
		encodeInto(source, destination) {
			const copied = this.encode(source).copy(destination);
			return {
				read: copied,
				written: copied
			};
		}
	};
	exports.PonyfillTextEncoder = PonyfillTextEncoder;
	var PonyfillTextDecoder = class {
		encoding;
		fatal = false;
		ignoreBOM = false;
		constructor(encoding = "utf-8", options) {
			this.encoding = encoding;
			if (options) {
				this.fatal = options.fatal || false;
				this.ignoreBOM = options.ignoreBOM || false;
			}
		}
		decode(input) {
			if (node_buffer_1.Buffer.isBuffer(input)) return input.toString(this.encoding);
			if ((0, utils_js_1.isArrayBufferView)(input)) return node_buffer_1.Buffer.from(input.buffer, input.byteOffset, input.byteLength).toString(this.encoding);
			return node_buffer_1.Buffer.from(input).toString(this.encoding);
		}
	};
	exports.PonyfillTextDecoder = PonyfillTextDecoder;
	function PonyfillBtoa(input) {
		return node_buffer_1.Buffer.from(input, "binary").toString("base64");
	}
}));
// node_modules/@whatwg-node/node-fetch/cjs/URLSearchParams.js
var require_URLSearchParams = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.PonyfillURLSearchParams = void 0;
	exports.PonyfillURLSearchParams = globalThis.URLSearchParams;
}));
// node_modules/@whatwg-node/node-fetch/cjs/WritableStream.js
var require_WritableStream = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.PonyfillWritableStream = void 0;
	const node_events_1 = __require("node:events");
	const node_stream_1 = __require("node:stream");
	const promise_helpers_1 = require_cjs$2();
	const utils_js_1 = require_utils$1();
	var PonyfillWritableStream = class {
		writable;
		constructor(underlyingSink) {
			if (underlyingSink instanceof node_stream_1.Writable) this.writable = underlyingSink;
			else if (underlyingSink) {
				const writable = new node_stream_1.Writable({
					write(chunk, _encoding, callback) {
						try {
							const result = underlyingSink.write?.(chunk, controller);
							if (result instanceof Promise) result.then(() => {
								callback();
							}, (err) => {
								callback(err);
							});
							else callback();
						} catch (err) {
							callback(err);
						}
					},
					final(callback) {
						const result = underlyingSink.close?.();
						if (result instanceof Promise) result.then(() => {
							callback();
						}, (err) => {
							callback(err);
						});
						else callback();
					}
				});
				this.writable = writable;
				const abortCtrl = new AbortController();
				const controller = {
					signal: abortCtrl.signal,
					error(e) {
						writable.destroy(e);
					}
				};
				writable.once("error", (err) => abortCtrl.abort(err));
				writable.once("close", () => abortCtrl.abort());
			} else this.writable = new node_stream_1.Writable();
		}
		getWriter() {
			const writable = this.writable;
			return {
				get closed() {
					return (0, node_events_1.once)(writable, "close");
				},
				get desiredSize() {
					return writable.writableLength;
				},
				get ready() {
					return (0, node_events_1.once)(writable, "drain");
				},
				releaseLock() {},
				write(chunk) {
					const promise = (0, utils_js_1.fakePromise)();
					if (chunk == null) return promise;
					return promise.then(() => (0, utils_js_1.safeWrite)(chunk, writable));
				},
				close() {
					if (!writable.errored && writable.closed) return (0, utils_js_1.fakePromise)();
					if (writable.errored) return (0, promise_helpers_1.fakeRejectPromise)(writable.errored);
					return (0, utils_js_1.fakePromise)().then(() => (0, utils_js_1.endStream)(writable));
				},
				abort(reason) {
					writable.destroy(reason);
					return (0, node_events_1.once)(writable, "close");
				}
			};
		}
		close() {
			if (!this.writable.errored && this.writable.closed) return (0, utils_js_1.fakePromise)();
			if (this.writable.errored) return (0, promise_helpers_1.fakeRejectPromise)(this.writable.errored);
			return (0, utils_js_1.fakePromise)().then(() => (0, utils_js_1.endStream)(this.writable));
		}
		abort(reason) {
			this.writable.destroy(reason);
			return (0, node_events_1.once)(this.writable, "close");
		}
		locked = false;
	};
	exports.PonyfillWritableStream = PonyfillWritableStream;
}));
// node_modules/@whatwg-node/node-fetch/cjs/TransformStream.js
var require_TransformStream = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.PonyfillTransformStream = void 0;
	const node_stream_1 = __require("node:stream");
	const ReadableStream_js_1 = require_ReadableStream();
	const utils_js_1 = require_utils$1();
	const WritableStream_js_1 = require_WritableStream();
	var PonyfillTransformStream = class {
		transform;
		writable;
		readable;
		constructor(transformer) {
			if (transformer instanceof node_stream_1.Transform) this.transform = transformer;
			else if (transformer) {
				const controller = {
					enqueue(chunk) {
						transform.push(chunk);
					},
					error(reason) {
						transform.destroy(reason);
					},
					terminate() {
						(0, utils_js_1.endStream)(transform);
					},
					get desiredSize() {
						return transform.writableLength;
					}
				};
				const transform = new node_stream_1.Transform({
					read() {},
					write(chunk, _encoding, callback) {
						try {
							const result = transformer.transform?.(chunk, controller);
							if (result instanceof Promise) result.then(() => {
								callback();
							}, (err) => {
								callback(err);
							});
							else callback();
						} catch (err) {
							callback(err);
						}
					},
					final(callback) {
						try {
							const result = transformer.flush?.(controller);
							if (result instanceof Promise) result.then(() => {
								callback();
							}, (err) => {
								callback(err);
							});
							else callback();
						} catch (err) {
							callback(err);
						}
					}
				});
				this.transform = transform;
			} else this.transform = new node_stream_1.Transform();
			this.writable = new WritableStream_js_1.PonyfillWritableStream(this.transform);
			this.readable = new ReadableStream_js_1.PonyfillReadableStream(this.transform);
		}
	};
	exports.PonyfillTransformStream = PonyfillTransformStream;
}));
// node_modules/@whatwg-node/node-fetch/cjs/CompressionStream.js
var require_CompressionStream = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.PonyfillCompressionStream = void 0;
	const node_zlib_1 = (init_modules(), __toCommonJS(modules_exports)).__importDefault(__require("node:zlib"));
	const TransformStream_js_1 = require_TransformStream();
	const utils_js_1 = require_utils$1();
	var PonyfillCompressionStream = class extends TransformStream_js_1.PonyfillTransformStream {
		static supportedFormats = (0, utils_js_1.getSupportedFormats)();
		constructor(compressionFormat) {
			switch (compressionFormat) {
				case "x-gzip":
				case "gzip":
					super(node_zlib_1.default.createGzip());
					break;
				case "x-deflate":
				case "deflate":
					super(node_zlib_1.default.createDeflate());
					break;
				case "deflate-raw":
					super(node_zlib_1.default.createDeflateRaw());
					break;
				case "br":
					super(node_zlib_1.default.createBrotliCompress());
					break;
				case "zstd":
					super(node_zlib_1.default.createZstdCompress());
					break;
				default: throw new Error(`Unsupported compression format: ${compressionFormat}`);
			}
		}
	};
	exports.PonyfillCompressionStream = PonyfillCompressionStream;
}));
// node_modules/@whatwg-node/node-fetch/cjs/DecompressionStream.js
var require_DecompressionStream = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.PonyfillDecompressionStream = void 0;
	const node_zlib_1 = (init_modules(), __toCommonJS(modules_exports)).__importDefault(__require("node:zlib"));
	const TransformStream_js_1 = require_TransformStream();
	const utils_js_1 = require_utils$1();
	var PonyfillDecompressionStream = class extends TransformStream_js_1.PonyfillTransformStream {
		static supportedFormats = (0, utils_js_1.getSupportedFormats)();
		constructor(compressionFormat) {
			switch (compressionFormat) {
				case "x-gzip":
				case "gzip":
					super(node_zlib_1.default.createGunzip());
					break;
				case "x-deflate":
				case "deflate":
					super(node_zlib_1.default.createInflate());
					break;
				case "deflate-raw":
					super(node_zlib_1.default.createInflateRaw());
					break;
				case "br":
					super(node_zlib_1.default.createBrotliDecompress());
					break;
				case "zstd":
					super(node_zlib_1.default.createZstdDecompress());
					break;
				default: throw new TypeError(`Unsupported compression format: '${compressionFormat}'`);
			}
		}
	};
	exports.PonyfillDecompressionStream = PonyfillDecompressionStream;
}));
// node_modules/@whatwg-node/node-fetch/cjs/TextEncoderDecoderStream.js
var require_TextEncoderDecoderStream = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.PonyfillTextEncoderStream = exports.PonyfillTextDecoderStream = void 0;
	const TextEncoderDecoder_js_1 = require_TextEncoderDecoder();
	const TransformStream_js_1 = require_TransformStream();
	var PonyfillTextDecoderStream = class extends TransformStream_js_1.PonyfillTransformStream {
		textDecoder;
		constructor(encoding, options) {
			super({ transform: (chunk, controller) => controller.enqueue(this.textDecoder.decode(chunk, { stream: true })) });
			this.textDecoder = new TextEncoderDecoder_js_1.PonyfillTextDecoder(encoding, options);
		}
		get encoding() {
			return this.textDecoder.encoding;
		}
		get fatal() {
			return this.textDecoder.fatal;
		}
		get ignoreBOM() {
			return this.textDecoder.ignoreBOM;
		}
	};
	exports.PonyfillTextDecoderStream = PonyfillTextDecoderStream;
	var PonyfillTextEncoderStream = class extends TransformStream_js_1.PonyfillTransformStream {
		textEncoder;
		constructor(encoding) {
			super({ transform: (chunk, controller) => controller.enqueue(this.textEncoder.encode(chunk)) });
			this.textEncoder = new TextEncoderDecoder_js_1.PonyfillTextEncoder(encoding);
		}
		get encoding() {
			return this.textEncoder.encoding;
		}
		encode(input) {
			return this.textEncoder.encode(input);
		}
	};
	exports.PonyfillTextEncoderStream = PonyfillTextEncoderStream;
}));
// node_modules/@whatwg-node/node-fetch/cjs/index.js
var require_cjs = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.TextEncoderStream = exports.TextDecoderStream = exports.IteratorObject = exports.DecompressionStream = exports.CompressionStream = exports.TransformStream = exports.WritableStream = exports.URLSearchParams = exports.URL = exports.btoa = exports.TextDecoder = exports.TextEncoder = exports.Blob = exports.FormData = exports.File = exports.ReadableStream = exports.Response = exports.Request = exports.Body = exports.Headers = exports.fetch = void 0;
	var fetch_js_1 = require_fetch();
	Object.defineProperty(exports, "fetch", {
		enumerable: true,
		get: function() {
			return fetch_js_1.fetchPonyfill;
		}
	});
	var Headers_js_1 = require_Headers();
	Object.defineProperty(exports, "Headers", {
		enumerable: true,
		get: function() {
			return Headers_js_1.PonyfillHeaders;
		}
	});
	var Body_js_1 = require_Body();
	Object.defineProperty(exports, "Body", {
		enumerable: true,
		get: function() {
			return Body_js_1.PonyfillBody;
		}
	});
	var Request_js_1 = require_Request();
	Object.defineProperty(exports, "Request", {
		enumerable: true,
		get: function() {
			return Request_js_1.PonyfillRequest;
		}
	});
	var Response_js_1 = require_Response();
	Object.defineProperty(exports, "Response", {
		enumerable: true,
		get: function() {
			return Response_js_1.PonyfillResponse;
		}
	});
	var ReadableStream_js_1 = require_ReadableStream();
	Object.defineProperty(exports, "ReadableStream", {
		enumerable: true,
		get: function() {
			return ReadableStream_js_1.PonyfillReadableStream;
		}
	});
	var File_js_1 = require_File();
	Object.defineProperty(exports, "File", {
		enumerable: true,
		get: function() {
			return File_js_1.PonyfillFile;
		}
	});
	var FormData_js_1 = require_FormData();
	Object.defineProperty(exports, "FormData", {
		enumerable: true,
		get: function() {
			return FormData_js_1.PonyfillFormData;
		}
	});
	var Blob_js_1 = require_Blob();
	Object.defineProperty(exports, "Blob", {
		enumerable: true,
		get: function() {
			return Blob_js_1.PonyfillBlob;
		}
	});
	var TextEncoderDecoder_js_1 = require_TextEncoderDecoder();
	Object.defineProperty(exports, "TextEncoder", {
		enumerable: true,
		get: function() {
			return TextEncoderDecoder_js_1.PonyfillTextEncoder;
		}
	});
	Object.defineProperty(exports, "TextDecoder", {
		enumerable: true,
		get: function() {
			return TextEncoderDecoder_js_1.PonyfillTextDecoder;
		}
	});
	Object.defineProperty(exports, "btoa", {
		enumerable: true,
		get: function() {
			return TextEncoderDecoder_js_1.PonyfillBtoa;
		}
	});
	var URL_js_1 = require_URL();
	Object.defineProperty(exports, "URL", {
		enumerable: true,
		get: function() {
			return URL_js_1.PonyfillURL;
		}
	});
	var URLSearchParams_js_1 = require_URLSearchParams();
	Object.defineProperty(exports, "URLSearchParams", {
		enumerable: true,
		get: function() {
			return URLSearchParams_js_1.PonyfillURLSearchParams;
		}
	});
	var WritableStream_js_1 = require_WritableStream();
	Object.defineProperty(exports, "WritableStream", {
		enumerable: true,
		get: function() {
			return WritableStream_js_1.PonyfillWritableStream;
		}
	});
	var TransformStream_js_1 = require_TransformStream();
	Object.defineProperty(exports, "TransformStream", {
		enumerable: true,
		get: function() {
			return TransformStream_js_1.PonyfillTransformStream;
		}
	});
	var CompressionStream_js_1 = require_CompressionStream();
	Object.defineProperty(exports, "CompressionStream", {
		enumerable: true,
		get: function() {
			return CompressionStream_js_1.PonyfillCompressionStream;
		}
	});
	var DecompressionStream_js_1 = require_DecompressionStream();
	Object.defineProperty(exports, "DecompressionStream", {
		enumerable: true,
		get: function() {
			return DecompressionStream_js_1.PonyfillDecompressionStream;
		}
	});
	var IteratorObject_js_1 = require_IteratorObject();
	Object.defineProperty(exports, "IteratorObject", {
		enumerable: true,
		get: function() {
			return IteratorObject_js_1.PonyfillIteratorObject;
		}
	});
	var TextEncoderDecoderStream_js_1 = require_TextEncoderDecoderStream();
	Object.defineProperty(exports, "TextDecoderStream", {
		enumerable: true,
		get: function() {
			return TextEncoderDecoderStream_js_1.PonyfillTextDecoderStream;
		}
	});
	Object.defineProperty(exports, "TextEncoderStream", {
		enumerable: true,
		get: function() {
			return TextEncoderDecoderStream_js_1.PonyfillTextEncoderStream;
		}
	});
}));
// node_modules/@whatwg-node/fetch/dist/create-node-ponyfill.js
var require_create_node_ponyfill = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const shouldSkipPonyfill = require_shouldSkipPonyfill();
	let newNodeFetch;
	module.exports = function createNodePonyfill(opts = {}) {
		const ponyfills = {};
		ponyfills.URLPattern = globalThis.URLPattern;
		if (!ponyfills.URLPattern) ponyfills.URLPattern = (init_urlpattern_polyfill(), __toCommonJS(urlpattern_polyfill_exports)).URLPattern;
		if (opts.skipPonyfill || shouldSkipPonyfill()) return {
			fetch: globalThis.fetch,
			Headers: globalThis.Headers,
			Request: globalThis.Request,
			Response: globalThis.Response,
			FormData: globalThis.FormData,
			ReadableStream: globalThis.ReadableStream,
			WritableStream: globalThis.WritableStream,
			TransformStream: globalThis.TransformStream,
			CompressionStream: globalThis.CompressionStream,
			DecompressionStream: globalThis.DecompressionStream,
			TextDecoderStream: globalThis.TextDecoderStream,
			TextEncoderStream: globalThis.TextEncoderStream,
			Blob: globalThis.Blob,
			File: globalThis.File,
			crypto: globalThis.crypto,
			btoa: globalThis.btoa,
			TextEncoder: globalThis.TextEncoder,
			TextDecoder: globalThis.TextDecoder,
			URLPattern: ponyfills.URLPattern,
			URL: globalThis.URL,
			URLSearchParams: globalThis.URLSearchParams
		};
		newNodeFetch ||= require_cjs();
		ponyfills.fetch = newNodeFetch.fetch;
		ponyfills.Request = newNodeFetch.Request;
		ponyfills.Response = newNodeFetch.Response;
		ponyfills.Headers = newNodeFetch.Headers;
		ponyfills.FormData = newNodeFetch.FormData;
		ponyfills.ReadableStream = newNodeFetch.ReadableStream;
		ponyfills.URL = newNodeFetch.URL;
		ponyfills.URLSearchParams = newNodeFetch.URLSearchParams;
		ponyfills.WritableStream = newNodeFetch.WritableStream;
		ponyfills.TransformStream = newNodeFetch.TransformStream;
		ponyfills.CompressionStream = newNodeFetch.CompressionStream;
		ponyfills.DecompressionStream = newNodeFetch.DecompressionStream;
		ponyfills.TextDecoderStream = newNodeFetch.TextDecoderStream;
		ponyfills.TextEncoderStream = newNodeFetch.TextEncoderStream;
		ponyfills.Blob = newNodeFetch.Blob;
		ponyfills.File = newNodeFetch.File;
		ponyfills.crypto = globalThis.crypto;
		ponyfills.btoa = newNodeFetch.btoa;
		ponyfills.TextEncoder = newNodeFetch.TextEncoder;
		ponyfills.TextDecoder = newNodeFetch.TextDecoder;
		if (opts.formDataLimits) {
			ponyfills.Body = class Body extends newNodeFetch.Body {
				constructor(body, userOpts) {
					super(body, {
						formDataLimits: opts.formDataLimits,
						...userOpts
					});
				}
			};
			ponyfills.Request = class Request extends newNodeFetch.Request {
				constructor(input, userOpts) {
					super(input, {
						formDataLimits: opts.formDataLimits,
						...userOpts
					});
				}
			};
			ponyfills.Response = class Response extends newNodeFetch.Response {
				constructor(body, userOpts) {
					super(body, {
						formDataLimits: opts.formDataLimits,
						...userOpts
					});
				}
			};
		}
		if (!ponyfills.crypto) ponyfills.crypto = __require("crypto").webcrypto;
		return ponyfills;
	};
}));
// node_modules/@whatwg-node/fetch/dist/node-ponyfill.js
var require_node_ponyfill = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const createNodePonyfill = require_create_node_ponyfill();
	const shouldSkipPonyfill = require_shouldSkipPonyfill();
	const ponyfills = createNodePonyfill();
	if (!shouldSkipPonyfill()) try {
		globalThis.libcurl = globalThis.libcurl || __require("node-libcurl");
	} catch (e) {}
	module.exports.fetch = ponyfills.fetch;
	module.exports.Headers = ponyfills.Headers;
	module.exports.Request = ponyfills.Request;
	module.exports.Response = ponyfills.Response;
	module.exports.FormData = ponyfills.FormData;
	module.exports.ReadableStream = ponyfills.ReadableStream;
	module.exports.WritableStream = ponyfills.WritableStream;
	module.exports.TransformStream = ponyfills.TransformStream;
	module.exports.CompressionStream = ponyfills.CompressionStream;
	module.exports.DecompressionStream = ponyfills.DecompressionStream;
	module.exports.TextDecoderStream = ponyfills.TextDecoderStream;
	module.exports.TextEncoderStream = ponyfills.TextEncoderStream;
	module.exports.Blob = ponyfills.Blob;
	module.exports.File = ponyfills.File;
	module.exports.crypto = ponyfills.crypto;
	module.exports.btoa = ponyfills.btoa;
	module.exports.TextEncoder = ponyfills.TextEncoder;
	module.exports.TextDecoder = ponyfills.TextDecoder;
	module.exports.URLPattern = ponyfills.URLPattern;
	module.exports.URL = ponyfills.URL;
	module.exports.URLSearchParams = ponyfills.URLSearchParams;
	exports.createFetch = createNodePonyfill;
}));
// node_modules/@whatwg-node/server/node_modules/@whatwg-node/disposablestack/esm/SupressedError.js
var PonyfillSuppressedError = class extends Error {
	error;
	suppressed;
	constructor(error, suppressed, message) {
		super(message);
		this.error = error;
		this.suppressed = suppressed;
		this.name = "SuppressedError";
		Error.captureStackTrace(this, this.constructor);
	}
};
// node_modules/@whatwg-node/server/node_modules/@whatwg-node/disposablestack/esm/symbols.js
const DisposableSymbols = {
	get dispose() {
		return Symbol.dispose || Symbol.for("dispose");
	},
	get asyncDispose() {
		return Symbol.asyncDispose || Symbol.for("asyncDispose");
	}
};
// node_modules/@whatwg-node/server/node_modules/@whatwg-node/disposablestack/esm/utils.js
function isSyncDisposable(obj) {
	return obj?.[DisposableSymbols.dispose] != null;
}
function isAsyncDisposable(obj) {
	return obj?.[DisposableSymbols.asyncDispose] != null;
}
// node_modules/@whatwg-node/server/node_modules/@whatwg-node/disposablestack/esm/AsyncDisposableStack.js
const SuppressedError$3 = globalThis.SuppressedError || PonyfillSuppressedError;
var PonyfillAsyncDisposableStack = class PonyfillAsyncDisposableStack {
	callbacks = [];
	get disposed() {
		return this.callbacks.length === 0;
	}
	use(value) {
		if (isAsyncDisposable(value)) this.callbacks.push(() => value[DisposableSymbols.asyncDispose]());
		else if (isSyncDisposable(value)) this.callbacks.push(() => value[DisposableSymbols.dispose]());
		return value;
	}
	adopt(value, onDisposeAsync) {
		if (onDisposeAsync) this.callbacks.push(() => onDisposeAsync(value));
		return value;
	}
	defer(onDisposeAsync) {
		if (onDisposeAsync) this.callbacks.push(onDisposeAsync);
	}
	move() {
		const stack = new PonyfillAsyncDisposableStack();
		stack.callbacks = this.callbacks;
		this.callbacks = [];
		return stack;
	}
	disposeAsync() {
		return this[DisposableSymbols.asyncDispose]();
	}
	_error;
	_iterateCallbacks() {
		const cb = this.callbacks.pop();
		if (cb) return handleMaybePromise$1(cb, () => this._iterateCallbacks(), (error) => {
			this._error = this._error ? new SuppressedError$3(error, this._error) : error;
			return this._iterateCallbacks();
		});
	}
	[DisposableSymbols.asyncDispose]() {
		const res$ = this._iterateCallbacks();
		if (res$?.then) return res$.then(() => {
			if (this._error) {
				const error = this._error;
				this._error = void 0;
				throw error;
			}
		});
		if (this._error) {
			const error = this._error;
			this._error = void 0;
			throw error;
		}
	}
	[Symbol.toStringTag] = "AsyncDisposableStack";
};
globalThis.SuppressedError;
DisposableSymbols.dispose;
globalThis.DisposableStack;
const AsyncDisposableStack = globalThis.AsyncDisposableStack || PonyfillAsyncDisposableStack;
globalThis.SuppressedError;
// node_modules/@whatwg-node/server/esm/utils.js
function isAsyncIterable$1(body) {
	return body != null && typeof body === "object" && typeof body[Symbol.asyncIterator] === "function";
}
function getPort(nodeRequest) {
	if (nodeRequest.socket?.localPort) return nodeRequest.socket?.localPort;
	const portInHeader = (nodeRequest.headers?.[":authority"] || nodeRequest.headers?.host)?.split(":")?.[1];
	if (portInHeader) return portInHeader;
	return 80;
}
function getHostnameWithPort(nodeRequest) {
	if (nodeRequest.headers?.[":authority"]) return nodeRequest.headers?.[":authority"];
	if (nodeRequest.headers?.host) return nodeRequest.headers?.host;
	const port = getPort(nodeRequest);
	if (nodeRequest.hostname) return nodeRequest.hostname + ":" + port;
	const localIp = nodeRequest.socket?.localAddress;
	if (localIp && !localIp?.includes("::") && !localIp?.includes("ffff")) return `${localIp}:${port}`;
	return "localhost";
}
function buildFullUrl(nodeRequest) {
	const hostnameWithPort = getHostnameWithPort(nodeRequest);
	return `${nodeRequest.protocol || (nodeRequest.socket?.encrypted ? "https" : "http")}://${hostnameWithPort}${nodeRequest.originalUrl || nodeRequest.url || "/graphql"}`;
}
function isRequestBody(body) {
	const stringTag = body[Symbol.toStringTag];
	if (typeof body === "string" || stringTag === "Uint8Array" || stringTag === "Blob" || stringTag === "FormData" || stringTag === "URLSearchParams" || isAsyncIterable$1(body)) return true;
	return false;
}
function normalizeNodeRequest(nodeRequest, fetchAPI, nodeResponse, __useCustomAbortCtrl) {
	const rawRequest = nodeRequest.raw || nodeRequest.req || nodeRequest;
	let fullUrl = buildFullUrl(rawRequest);
	if (nodeRequest.query) {
		const url = new fetchAPI.URL(fullUrl);
		for (const key in nodeRequest.query) url.searchParams.set(key, nodeRequest.query[key]);
		fullUrl = url.toString();
	}
	let normalizedHeaders = nodeRequest.headers;
	if (nodeRequest.headers?.[":method"]) {
		normalizedHeaders = {};
		for (const key in nodeRequest.headers) if (!key.startsWith(":")) normalizedHeaders[key] = nodeRequest.headers[key];
	}
	const controller = __useCustomAbortCtrl ? createCustomAbortControllerSignal() : new AbortController();
	if (nodeResponse?.once) {
		const closeEventListener = () => {
			if (!controller.signal.aborted) {
				Object.defineProperty(rawRequest, "aborted", { value: true });
				controller.abort(nodeResponse.errored ?? void 0);
			}
		};
		nodeResponse.once("error", closeEventListener);
		nodeResponse.once("close", closeEventListener);
		nodeResponse.once("finish", () => {
			nodeResponse.removeListener("close", closeEventListener);
		});
	}
	if (nodeRequest.method === "GET" || nodeRequest.method === "HEAD") return new fetchAPI.Request(fullUrl, {
		method: nodeRequest.method,
		headers: normalizedHeaders,
		signal: controller.signal
	});
	/**
	* Some Node server frameworks like Serverless Express sends a dummy object with body but as a Buffer not string
	* so we do those checks to see is there something we can use directly as BodyInit
	* because the presence of body means the request stream is already consumed and,
	* rawRequest cannot be used as BodyInit/ReadableStream by Fetch API in this case.
	*/
	const maybeParsedBody = nodeRequest.body;
	if (maybeParsedBody != null && Object.keys(maybeParsedBody).length > 0) {
		if (isRequestBody(maybeParsedBody)) return new fetchAPI.Request(fullUrl, {
			method: nodeRequest.method || "GET",
			headers: normalizedHeaders,
			body: maybeParsedBody,
			signal: controller.signal
		});
		const request = new fetchAPI.Request(fullUrl, {
			method: nodeRequest.method || "GET",
			headers: normalizedHeaders,
			signal: controller.signal
		});
		if (!request.headers.get("content-type")?.includes("json")) request.headers.set("content-type", "application/json; charset=utf-8");
		return new Proxy(request, { get(_target, prop, receiver) {
			switch (prop) {
				case "json": return () => fakePromise$1(maybeParsedBody);
				case "text": return () => fakePromise$1(JSON.stringify(maybeParsedBody));
				default: {
					const val = Reflect.get(request, prop, request);
					if (typeof val === "function") return function requestMethodWrapper(...args) {
						return val.apply(this === receiver ? request : this, args);
					};
					return val;
				}
			}
		} });
	}
	return new fetchAPI.Request(fullUrl, {
		method: nodeRequest.method,
		headers: normalizedHeaders,
		signal: controller.signal,
		body: rawRequest,
		duplex: "half"
	});
}
function isReadable(stream) {
	return stream.read != null;
}
function isNodeRequest(request) {
	return isReadable(request);
}
function isServerResponse(stream) {
	return stream != null && stream.setHeader != null && stream.end != null && stream.once != null && stream.write != null;
}
function isReadableStream(stream) {
	return stream != null && stream.getReader != null;
}
function isFetchEvent(event) {
	return event != null && event.request != null && event.respondWith != null;
}
function configureSocket(rawRequest) {
	rawRequest?.socket?.setTimeout?.(0);
	rawRequest?.socket?.setNoDelay?.(true);
	rawRequest?.socket?.setKeepAlive?.(true);
}
function endResponse(serverResponse) {
	serverResponse.end(null, null, null);
}
function sendAsyncIterable(serverResponse, asyncIterable) {
	let closed = false;
	const closeEventListener = () => {
		closed = true;
	};
	serverResponse.once("error", closeEventListener);
	serverResponse.once("close", closeEventListener);
	serverResponse.once("finish", () => {
		serverResponse.removeListener("close", closeEventListener);
		serverResponse.removeListener("error", closeEventListener);
	});
	const iterator = asyncIterable[Symbol.asyncIterator]();
	return pumpToWritable(() => iterator.next(), serverResponse, () => closed);
}
function endDest(dest) {
	dest.end(null, null, null);
}
function pumpToWritable(source, dest, isClosed) {
	const pump = () => handleMaybePromise$1(source, (sourceResult) => {
		if (isClosed?.() || sourceResult.done) return endDest(dest);
		return handleMaybePromise$1(() => safeWrite(sourceResult.value, dest), () => isClosed?.() ? endDest(dest) : pump());
	});
	return pump();
}
function safeWrite(chunk, destination) {
	if (!destination.write(chunk)) return new Promise((resolve) => destination.once("drain", resolve));
}
const isNode1x = globalThis.process?.versions?.node?.startsWith("1");
function sendNodeResponse(fetchResponse, serverResponse, nodeRequest, __useSingleWriteHead) {
	if (serverResponse.closed || serverResponse.destroyed || serverResponse.writableEnded) return;
	if (!fetchResponse) {
		serverResponse.statusCode = 404;
		endResponse(serverResponse);
		return;
	}
	if (__useSingleWriteHead && fetchResponse.headers?.headersInit && !Array.isArray(fetchResponse.headers.headersInit) && !fetchResponse.headers.headersInit.get && !fetchResponse.headers._map && !fetchResponse.headers._setCookies?.length) serverResponse.writeHead(fetchResponse.status, fetchResponse.statusText, fetchResponse.headers.headersInit);
	else {
		if (serverResponse.setHeaders && !isNode1x) serverResponse.setHeaders(fetchResponse.headers);
		else {
			let setCookiesSet = false;
			fetchResponse.headers.forEach((value, key) => {
				if (key === "set-cookie") {
					if (setCookiesSet) return;
					setCookiesSet = true;
					const setCookies = fetchResponse.headers.getSetCookie?.();
					if (setCookies) {
						serverResponse.setHeader("set-cookie", setCookies);
						return;
					}
				}
				serverResponse.setHeader(key, value);
			});
		}
		serverResponse.writeHead(fetchResponse.status, fetchResponse.statusText);
	}
	if (fetchResponse["bodyType"] === "String") {
		const bodyString = fetchResponse["bodyInit"];
		return handleMaybePromise$1(() => safeWrite(bodyString, serverResponse), () => endResponse(serverResponse));
	}
	const bufOfRes = fetchResponse._buffer;
	if (bufOfRes) return handleMaybePromise$1(() => safeWrite(bufOfRes, serverResponse), () => endResponse(serverResponse));
	const fetchBody = fetchResponse.body;
	if (fetchBody == null) {
		endResponse(serverResponse);
		return;
	}
	if (fetchBody[Symbol.toStringTag] === "Uint8Array") return handleMaybePromise$1(() => safeWrite(fetchBody, serverResponse), () => endResponse(serverResponse));
	configureSocket(nodeRequest);
	if (isReadable(fetchBody)) {
		serverResponse.once("close", () => {
			fetchBody.destroy();
		});
		fetchBody.pipe(serverResponse, { end: true });
		return;
	}
	if (isReadableStream(fetchBody)) return sendReadableStream(nodeRequest, serverResponse, fetchBody);
	if (isAsyncIterable$1(fetchBody)) return sendAsyncIterable(serverResponse, fetchBody);
}
function sendReadableStream(nodeRequest, serverResponse, readableStream) {
	const reader = readableStream.getReader();
	nodeRequest?.once?.("error", (err) => {
		reader.cancel(err);
	});
	return pumpToWritable(() => reader.read(), serverResponse);
}
function isRequestInit(val) {
	return val != null && typeof val === "object" && ("body" in val || "cache" in val || "credentials" in val || "headers" in val || "integrity" in val || "keepalive" in val || "method" in val || "mode" in val || "redirect" in val || "referrer" in val || "referrerPolicy" in val || "signal" in val || "window" in val);
}
function completeAssign(...args) {
	const [target, ...sources] = args.filter((arg) => arg != null && typeof arg === "object");
	sources.forEach((source) => {
		const descriptors = Object.getOwnPropertyNames(source).reduce((descriptors, key) => {
			if (Object.getOwnPropertyDescriptor(source, key)) descriptors[key] = Object.getOwnPropertyDescriptor(source, key);
			return descriptors;
		}, {});
		Object.getOwnPropertySymbols(source).forEach((sym) => {
			const descriptor = Object.getOwnPropertyDescriptor(source, sym);
			if (descriptor?.enumerable) descriptors[sym] = descriptor;
		});
		Object.defineProperties(target, descriptors);
	});
	return target;
}
function handleErrorFromRequestHandler(error, ResponseCtor) {
	return new ResponseCtor(error.stack || error.message || error.toString(), { status: error.status || 500 });
}
function isolateObject(originalCtx, waitUntilFn) {
	if (originalCtx == null) {
		if (waitUntilFn == null) return {};
		return { waitUntil: waitUntilFn };
	}
	return completeAssign(Object.create(originalCtx), { waitUntil: waitUntilFn }, originalCtx);
}
function handleAbortSignalAndPromiseResponse(response$, abortSignal) {
	if (abortSignal?.aborted) throw abortSignal.reason;
	if (isPromise$1(response$) && abortSignal) {
		const deferred$ = createDeferredPromise$1();
		function abortSignalFetchErrorHandler() {
			deferred$.reject(abortSignal.reason);
		}
		abortSignal.addEventListener("abort", abortSignalFetchErrorHandler, { once: true });
		response$.then(function fetchSuccessHandler(res) {
			deferred$.resolve(res);
		}).catch(function fetchErrorHandler(err) {
			deferred$.reject(err);
		}).finally(() => {
			abortSignal.removeEventListener("abort", abortSignalFetchErrorHandler);
		});
		return deferred$.promise;
	}
	return response$;
}
const terminateEvents = [
	"SIGINT",
	"exit",
	"SIGTERM"
];
const disposableStacks = /* @__PURE__ */ new Set();
let eventListenerRegistered = false;
function ensureEventListenerForDisposableStacks() {
	if (eventListenerRegistered) return;
	eventListenerRegistered = true;
	for (const event of terminateEvents) globalThis.process.once(event, function terminateHandler() {
		return Promise.allSettled([...disposableStacks].map((stack) => !stack.disposed && stack.disposeAsync()));
	});
}
function ensureDisposableStackRegisteredForTerminateEvents(disposableStack) {
	if (globalThis.process) {
		ensureEventListenerForDisposableStacks();
		if (!disposableStacks.has(disposableStack)) {
			disposableStacks.add(disposableStack);
			disposableStack.defer(() => {
				disposableStacks.delete(disposableStack);
			});
		}
	}
}
var CustomAbortControllerSignal = class extends EventTarget {
	aborted = false;
	_onabort = null;
	_reason;
	constructor() {
		super();
		const nodeEvents = globalThis.process?.getBuiltinModule?.("node:events");
		if (nodeEvents?.kMaxEventTargetListeners) this[nodeEvents.kMaxEventTargetListeners] = 0;
	}
	throwIfAborted() {
		if (this._nativeCtrl?.signal?.throwIfAborted) return this._nativeCtrl.signal.throwIfAborted();
		if (this.aborted) throw this._reason;
	}
	_nativeCtrl;
	ensureNativeCtrl() {
		if (!this._nativeCtrl) {
			const isAborted = this.aborted;
			this._nativeCtrl = new AbortController();
			if (isAborted) this._nativeCtrl.abort(this._reason);
		}
		return this._nativeCtrl;
	}
	abort(reason) {
		if (this._nativeCtrl?.abort) return this._nativeCtrl?.abort(reason);
		this._reason = reason || new DOMException("This operation was aborted", "AbortError");
		this.aborted = true;
		this.dispatchEvent(new Event("abort"));
	}
	get signal() {
		if (this._nativeCtrl?.signal) return this._nativeCtrl.signal;
		return this;
	}
	get reason() {
		if (this._nativeCtrl?.signal) return this._nativeCtrl.signal.reason;
		return this._reason;
	}
	get onabort() {
		if (this._onabort) return this._onabort;
		return this._onabort;
	}
	set onabort(value) {
		if (this._nativeCtrl?.signal) {
			this._nativeCtrl.signal.onabort = value;
			return;
		}
		if (this._onabort) this.removeEventListener("abort", this._onabort);
		this._onabort = value;
		if (value) this.addEventListener("abort", value);
	}
};
function createCustomAbortControllerSignal() {
	if (globalThis.Bun || globalThis.Deno) return new AbortController();
	return new Proxy(new CustomAbortControllerSignal(), {
		get(target, prop, receiver) {
			if (prop.toString().includes("kDependantSignals")) {
				const nativeCtrl = target.ensureNativeCtrl();
				return Reflect.get(nativeCtrl.signal, prop, nativeCtrl.signal);
			}
			return Reflect.get(target, prop, receiver);
		},
		set(target, prop, value, receiver) {
			if (prop.toString().includes("kDependantSignals")) {
				const nativeCtrl = target.ensureNativeCtrl();
				return Reflect.set(nativeCtrl.signal, prop, value, nativeCtrl.signal);
			}
			return Reflect.set(target, prop, value, receiver);
		},
		getPrototypeOf() {
			return AbortSignal.prototype;
		}
	});
}
// node_modules/@whatwg-node/server/esm/uwebsockets.js
function isUWSResponse(res) {
	return !!res.onData;
}
function getRequestFromUWSRequest({ req, res, fetchAPI, controller }) {
	const method = req.getMethod();
	let duplex;
	const chunks = [];
	const pushFns = [(chunk) => {
		chunks.push(chunk);
	}];
	const push = (chunk) => {
		for (const pushFn of pushFns) pushFn(chunk);
	};
	let stopped = false;
	const stopFns = [() => {
		stopped = true;
	}];
	const stop = () => {
		for (const stopFn of stopFns) stopFn();
	};
	res.onData(function(ab, isLast) {
		push(Buffer.from(Buffer.from(ab, 0, ab.byteLength)));
		if (isLast) stop();
	});
	let getReadableStream;
	if (method !== "get" && method !== "head") {
		duplex = "half";
		controller.signal.addEventListener("abort", () => {
			stop();
		}, { once: true });
		let readableStream;
		getReadableStream = () => {
			if (!readableStream) readableStream = new fetchAPI.ReadableStream({ start(streamCtrl) {
				for (const chunk of chunks) streamCtrl.enqueue(chunk);
				if (stopped) {
					streamCtrl.close();
					return;
				}
				pushFns.push((chunk) => {
					streamCtrl.enqueue(chunk);
				});
				stopFns.push(() => {
					if (controller.signal.reason) {
						streamCtrl.error(controller.signal.reason);
						return;
					}
					if (streamCtrl.desiredSize) streamCtrl.close();
				});
			} });
			return readableStream;
		};
	}
	const headers = new fetchAPI.Headers();
	req.forEach((key, value) => {
		headers.append(key, value);
	});
	let url = `http://localhost${req.getUrl()}`;
	const query = req.getQuery();
	if (query) url += `?${query}`;
	let buffer;
	function getBody() {
		if (!getReadableStream) return null;
		if (stopped) return getBufferFromChunks();
		return getReadableStream();
	}
	const request = new fetchAPI.Request(url, {
		method,
		headers,
		get body() {
			return getBody();
		},
		signal: controller.signal,
		duplex
	});
	function getBufferFromChunks() {
		if (!buffer) buffer = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
		return buffer;
	}
	function collectBuffer() {
		if (stopped) return fakePromise$1(getBufferFromChunks());
		return new Promise((resolve, reject) => {
			try {
				stopFns.push(() => {
					resolve(getBufferFromChunks());
				});
			} catch (e) {
				reject(e);
			}
		});
	}
	Object.defineProperties(request, {
		body: {
			get() {
				return getBody();
			},
			configurable: true,
			enumerable: true
		},
		json: {
			value() {
				return collectBuffer().then((b) => b.toString("utf8")).then((t) => JSON.parse(t));
			},
			configurable: true,
			enumerable: true
		},
		text: {
			value() {
				return collectBuffer().then((b) => b.toString("utf8"));
			},
			configurable: true,
			enumerable: true
		},
		arrayBuffer: {
			value() {
				return collectBuffer();
			},
			configurable: true,
			enumerable: true
		}
	});
	return request;
}
function createWritableFromUWS(uwsResponse, fetchAPI) {
	return new fetchAPI.WritableStream({
		write(chunk) {
			uwsResponse.cork(() => {
				uwsResponse.write(chunk);
			});
		},
		close() {
			uwsResponse.cork(() => {
				uwsResponse.end();
			});
		}
	});
}
function sendResponseToUwsOpts(uwsResponse, fetchResponse, controller, fetchAPI) {
	if (!fetchResponse) {
		uwsResponse.writeStatus("404 Not Found");
		uwsResponse.end();
		return;
	}
	const bufferOfRes = fetchResponse._buffer;
	const strBody = fetchResponse["bodyType"] === "String" ? fetchResponse.bodyInit : void 0;
	if (controller.signal.aborted) return;
	uwsResponse.cork(() => {
		uwsResponse.writeStatus(`${fetchResponse.status} ${fetchResponse.statusText}`);
		let isSetCookieHandled = false;
		for (const [key, value] of fetchResponse.headers) if (key !== "content-length" && key !== "transfer-encoding") {
			if (key === "set-cookie") {
				if (isSetCookieHandled) continue;
				isSetCookieHandled = true;
				const setCookies = fetchResponse.headers.getSetCookie?.();
				if (setCookies) {
					for (const setCookie of setCookies) uwsResponse.writeHeader(key, setCookie);
					continue;
				}
			}
			uwsResponse.writeHeader(key, value);
		}
		if (strBody) uwsResponse.end(strBody);
		else if (bufferOfRes) uwsResponse.end(bufferOfRes);
		else if (!fetchResponse.body) uwsResponse.end();
	});
	if (strBody || bufferOfRes || !fetchResponse.body) return;
	controller.signal.addEventListener("abort", () => {
		if (!fetchResponse.body?.locked) fetchResponse.body?.cancel(controller.signal.reason);
	}, { once: true });
	return fetchResponse.body.pipeTo(createWritableFromUWS(uwsResponse, fetchAPI), { signal: controller.signal }).catch((err) => {
		if (controller.signal.aborted) return;
		throw err;
	});
}
// node_modules/@whatwg-node/server/esm/createServerAdapter.js
var import_node_ponyfill = /* @__PURE__ */ __toESM(require_node_ponyfill(), 1);
function isRequestAccessible(serverContext) {
	try {
		return !!serverContext?.request;
	} catch {
		return false;
	}
}
const EMPTY_OBJECT = {};
function createServerAdapter(serverAdapterBaseObject, options) {
	const useSingleWriteHead = options?.__useSingleWriteHead == null ? true : options.__useSingleWriteHead;
	const fetchAPI = {
		...import_node_ponyfill,
		...options?.fetchAPI
	};
	const useCustomAbortCtrl = options?.__useCustomAbortCtrl == null ? fetchAPI.Request !== globalThis.Request : options.__useCustomAbortCtrl;
	const givenHandleRequest = typeof serverAdapterBaseObject === "function" ? serverAdapterBaseObject : serverAdapterBaseObject.handle;
	const onRequestHooks = [];
	const onResponseHooks = [];
	let instrumentation;
	const waitUntilPromises = /* @__PURE__ */ new Set();
	let _disposableStack;
	function ensureDisposableStack() {
		if (!_disposableStack) {
			_disposableStack = new AsyncDisposableStack();
			if (options?.disposeOnProcessTerminate) ensureDisposableStackRegisteredForTerminateEvents(_disposableStack);
			_disposableStack.defer(() => {
				if (waitUntilPromises.size > 0) return Promise.allSettled(waitUntilPromises).then(() => {
					waitUntilPromises.clear();
				}, () => {
					waitUntilPromises.clear();
				});
			});
		}
		return _disposableStack;
	}
	function waitUntil(maybePromise) {
		if (isPromise$1(maybePromise)) {
			ensureDisposableStack();
			waitUntilPromises.add(maybePromise);
			maybePromise.then(() => {
				waitUntilPromises.delete(maybePromise);
			}, (err) => {
				console.error(`Unexpected error while waiting: ${err.message || err}`);
				waitUntilPromises.delete(maybePromise);
			});
		}
	}
	if (options?.plugins != null) for (const plugin of options.plugins) {
		if (plugin.instrumentation) instrumentation = instrumentation ? chain(instrumentation, plugin.instrumentation) : plugin.instrumentation;
		if (plugin.onRequest) onRequestHooks.push(plugin.onRequest);
		if (plugin.onResponse) onResponseHooks.push(plugin.onResponse);
		const disposeFn = plugin[DisposableSymbols.dispose];
		if (disposeFn) ensureDisposableStack().defer(disposeFn);
		const asyncDisposeFn = plugin[DisposableSymbols.asyncDispose];
		if (asyncDisposeFn) ensureDisposableStack().defer(asyncDisposeFn);
		if (plugin.onDispose) ensureDisposableStack().defer(plugin.onDispose);
	}
	let handleRequest = onRequestHooks.length > 0 || onResponseHooks.length > 0 ? function handleRequest(request, serverContext) {
		let requestHandler = givenHandleRequest;
		let response;
		if (onRequestHooks.length === 0) return handleEarlyResponse();
		let url = request["parsedUrl"] || new Proxy(EMPTY_OBJECT, { get(_target, prop, _receiver) {
			url = new fetchAPI.URL(request.url, "http://localhost");
			return Reflect.get(url, prop, url);
		} });
		function handleResponse(response) {
			if (onResponseHooks.length === 0) return response;
			return handleMaybePromise$1(() => iterateAsync(onResponseHooks, (onResponseHook) => onResponseHook({
				request,
				response,
				serverContext,
				setResponse(newResponse) {
					response = newResponse;
				},
				fetchAPI
			})), () => response);
		}
		function handleEarlyResponse() {
			if (!response) return handleMaybePromise$1(() => requestHandler(request, serverContext), handleResponse);
			return handleResponse(response);
		}
		return handleMaybePromise$1(() => iterateAsync(onRequestHooks, (onRequestHook, stopEarly) => onRequestHook({
			request,
			setRequest(newRequest) {
				request = newRequest;
			},
			serverContext,
			fetchAPI,
			url,
			requestHandler,
			setRequestHandler(newRequestHandler) {
				requestHandler = newRequestHandler;
			},
			endResponse(newResponse) {
				response = newResponse;
				if (newResponse) stopEarly();
			}
		})), handleEarlyResponse);
	} : givenHandleRequest;
	if (instrumentation?.request) {
		const originalRequestHandler = handleRequest;
		handleRequest = (request, initialContext) => {
			return getInstrumented({ request }).asyncFn(instrumentation.request, originalRequestHandler)(request, initialContext);
		};
	}
	function handleNodeRequest(nodeRequest, ...ctx) {
		const serverContext = ctx.length > 1 ? completeAssign(...ctx) : ctx[0] || {};
		if (!serverContext.waitUntil) serverContext.waitUntil = waitUntil;
		const request = normalizeNodeRequest(nodeRequest, fetchAPI, void 0, useCustomAbortCtrl);
		return handleRequest(request, serverContext);
	}
	function handleNodeRequestAndResponse(nodeRequest, nodeResponseOrContainer, ...ctx) {
		const nodeResponse = nodeResponseOrContainer.raw || nodeResponseOrContainer;
		const serverContext = ctx.length > 1 ? completeAssign(...ctx) : ctx[0] || {};
		if (!serverContext.waitUntil) serverContext.waitUntil = waitUntil;
		const request = normalizeNodeRequest(nodeRequest, fetchAPI, nodeResponse, useCustomAbortCtrl);
		return handleRequest(request, serverContext);
	}
	function requestListener(nodeRequest, nodeResponse, ...ctx) {
		const defaultServerContext = {
			req: nodeRequest,
			res: nodeResponse,
			waitUntil
		};
		return unfakePromise$1(fakePromise$1().then(() => handleNodeRequestAndResponse(nodeRequest, nodeResponse, defaultServerContext, ...ctx)).catch((err) => handleErrorFromRequestHandler(err, fetchAPI.Response)).then((response) => sendNodeResponse(response, nodeResponse, nodeRequest, useSingleWriteHead)).catch((err) => console.error(`Unexpected error while handling request: ${err.message || err}`)));
	}
	function handleUWS(res, req, ...ctx) {
		const defaultServerContext = {
			res,
			req,
			waitUntil
		};
		const serverContext = ctx.filter((partCtx) => partCtx != null).length > 0 ? completeAssign(defaultServerContext, ...ctx) : defaultServerContext;
		const controller = useCustomAbortCtrl ? createCustomAbortControllerSignal() : new AbortController();
		const originalResEnd = res.end.bind(res);
		let resEnded = false;
		res.end = function(data) {
			resEnded = true;
			return originalResEnd(data);
		};
		res.onAborted.bind(res)(function() {
			controller.abort();
		});
		res.onAborted = function(cb) {
			controller.signal.addEventListener("abort", cb, { once: true });
		};
		const request = getRequestFromUWSRequest({
			req,
			res,
			fetchAPI,
			controller
		});
		return handleMaybePromise$1(() => handleMaybePromise$1(() => handleRequest(request, serverContext), (response) => response, (err) => handleErrorFromRequestHandler(err, fetchAPI.Response)), (response) => {
			if (!controller.signal.aborted && !resEnded) return handleMaybePromise$1(() => sendResponseToUwsOpts(res, response, controller, fetchAPI), (r) => r, (err) => {
				console.error(`Unexpected error while handling request: ${err.message || err}`);
			});
		});
	}
	function handleEvent(event, ...ctx) {
		if (!event.respondWith || !event.request) throw new TypeError(`Expected FetchEvent, got ${event}`);
		const filteredCtxParts = ctx.filter((partCtx) => partCtx != null);
		const serverContext = filteredCtxParts.length > 0 ? completeAssign({}, event, ...filteredCtxParts) : isolateObject(event);
		const response$ = handleRequest(event.request, serverContext);
		event.respondWith(response$);
	}
	function handleRequestWithWaitUntil(request, ...ctx) {
		const filteredCtxParts = ctx.filter((partCtx) => partCtx != null);
		const serverContext = filteredCtxParts.length > 1 ? completeAssign({}, ...filteredCtxParts) : isolateObject(filteredCtxParts[0], filteredCtxParts[0] == null || filteredCtxParts[0].waitUntil == null ? waitUntil : void 0);
		return handleRequest(request, serverContext);
	}
	const fetchFn = (input, ...maybeCtx) => {
		if (typeof input === "string" || "href" in input) {
			const [initOrCtx, ...restOfCtx] = maybeCtx;
			if (isRequestInit(initOrCtx)) {
				const res$ = handleRequestWithWaitUntil(new fetchAPI.Request(input, initOrCtx), ...restOfCtx);
				const signal = initOrCtx.signal;
				if (signal) return handleAbortSignalAndPromiseResponse(res$, signal);
				return res$;
			}
			return handleRequestWithWaitUntil(new fetchAPI.Request(input), ...maybeCtx);
		}
		return handleAbortSignalAndPromiseResponse(handleRequestWithWaitUntil(input, ...maybeCtx), input.signal);
	};
	const genericRequestHandler = (input, ...maybeCtx) => {
		const [initOrCtxOrRes, ...restOfCtx] = maybeCtx;
		if (isNodeRequest(input)) {
			if (!isServerResponse(initOrCtxOrRes)) throw new TypeError(`Expected ServerResponse, got ${initOrCtxOrRes}`);
			return requestListener(input, initOrCtxOrRes, ...restOfCtx);
		}
		if (isUWSResponse(input)) return handleUWS(input, initOrCtxOrRes, ...restOfCtx);
		if (isServerResponse(initOrCtxOrRes)) throw new TypeError("Got Node response without Node request");
		if (isRequestAccessible(input)) {
			if (isFetchEvent(input)) return handleEvent(input, ...maybeCtx);
			return handleRequestWithWaitUntil(input.request, input, ...maybeCtx);
		}
		return fetchFn(input, ...maybeCtx);
	};
	const adapterObj = {
		handleRequest: handleRequestWithWaitUntil,
		fetch: fetchFn,
		handleNodeRequest,
		handleNodeRequestAndResponse,
		requestListener,
		handleEvent,
		handleUWS,
		handle: genericRequestHandler,
		get disposableStack() {
			return ensureDisposableStack();
		},
		[DisposableSymbols.asyncDispose]() {
			if (_disposableStack && !_disposableStack.disposed) return _disposableStack.disposeAsync();
			return fakePromise$1();
		},
		dispose() {
			if (_disposableStack && !_disposableStack.disposed) return _disposableStack.disposeAsync();
			return fakePromise$1();
		},
		waitUntil
	};
	const serverAdapter = new Proxy(genericRequestHandler, {
		has: (_, prop) => {
			return prop in adapterObj || prop in genericRequestHandler || serverAdapterBaseObject && prop in serverAdapterBaseObject;
		},
		get: (_, prop) => {
			if (globalThis.Deno || prop === Symbol.asyncDispose || prop === Symbol.dispose) {
				const adapterProp = Reflect.get(adapterObj, prop, adapterObj);
				if (adapterProp) return adapterProp;
			}
			const adapterProp = adapterObj[prop];
			if (adapterProp) {
				if (adapterProp.bind) return adapterProp.bind(adapterObj);
				return adapterProp;
			}
			const handleProp = genericRequestHandler[prop];
			if (handleProp) {
				if (handleProp.bind) return handleProp.bind(genericRequestHandler);
				return handleProp;
			}
			if (serverAdapterBaseObject) {
				const serverAdapterBaseObjectProp = serverAdapterBaseObject[prop];
				if (serverAdapterBaseObjectProp) {
					if (serverAdapterBaseObjectProp.bind) return function(...args) {
						const returnedVal = serverAdapterBaseObject[prop](...args);
						if (returnedVal === serverAdapterBaseObject) return serverAdapter;
						return returnedVal;
					};
					return serverAdapterBaseObjectProp;
				}
			}
		},
		apply(_, __, args) {
			return genericRequestHandler(...args);
		}
	});
	return serverAdapter;
}
// node_modules/@whatwg-node/server/esm/plugins/useCors.js
function getCORSHeadersByRequestAndOptions(request, corsOptions) {
	const currentOrigin = request.headers.get("origin");
	if (corsOptions === false || currentOrigin == null) return null;
	const headers = {};
	if (corsOptions.origin == null || corsOptions.origin.length === 0 || corsOptions.origin.includes("*")) {
		headers["Access-Control-Allow-Origin"] = currentOrigin;
		headers["Vary"] = "Origin";
	} else if (typeof corsOptions.origin === "string") headers["Access-Control-Allow-Origin"] = corsOptions.origin;
	else if (Array.isArray(corsOptions.origin)) {
		if (corsOptions.origin.length === 1) headers["Access-Control-Allow-Origin"] = corsOptions.origin[0];
		else if (corsOptions.origin.includes(currentOrigin)) {
			headers["Access-Control-Allow-Origin"] = currentOrigin;
			headers["Vary"] = "Origin";
		} else headers["Access-Control-Allow-Origin"] = "null";
	}
	if (corsOptions.methods?.length) headers["Access-Control-Allow-Methods"] = corsOptions.methods.join(", ");
	else {
		const requestMethod = request.headers.get("access-control-request-method");
		if (requestMethod) headers["Access-Control-Allow-Methods"] = requestMethod;
	}
	if (corsOptions.allowedHeaders?.length) headers["Access-Control-Allow-Headers"] = corsOptions.allowedHeaders.join(", ");
	else {
		const requestHeaders = request.headers.get("access-control-request-headers");
		if (requestHeaders) {
			headers["Access-Control-Allow-Headers"] = requestHeaders;
			if (headers["Vary"]) headers["Vary"] += ", Access-Control-Request-Headers";
			else headers["Vary"] = "Access-Control-Request-Headers";
		}
	}
	if (corsOptions.credentials != null) {
		if (corsOptions.credentials === true) headers["Access-Control-Allow-Credentials"] = "true";
	} else if (headers["Access-Control-Allow-Origin"] !== "*") headers["Access-Control-Allow-Credentials"] = "true";
	if (corsOptions.exposedHeaders) headers["Access-Control-Expose-Headers"] = corsOptions.exposedHeaders.join(", ");
	if (corsOptions.maxAge) headers["Access-Control-Max-Age"] = corsOptions.maxAge.toString();
	return headers;
}
function getCORSResponseHeaders(request, corsOptionsFactory, serverContext) {
	return handleMaybePromise$1(() => corsOptionsFactory(request, serverContext), (corsOptions) => getCORSHeadersByRequestAndOptions(request, corsOptions));
}
function useCORS(options) {
	let corsOptionsFactory = () => ({});
	if (options != null) {
		if (typeof options === "function") corsOptionsFactory = options;
		else if (typeof options === "object") {
			const corsOptions = { ...options };
			corsOptionsFactory = () => corsOptions;
		} else if (options === false) corsOptionsFactory = () => false;
	}
	return {
		onRequest({ request, fetchAPI, endResponse }) {
			if (request.method.toUpperCase() === "OPTIONS") endResponse(new fetchAPI.Response(null, {
				status: 204,
				headers: { "Content-Length": "0" }
			}));
		},
		onResponse({ request, serverContext, response }) {
			return handleMaybePromise$1(() => getCORSResponseHeaders(request, corsOptionsFactory, serverContext), (headers) => {
				if (headers != null) for (const headerName in headers) response.headers.set(headerName, headers[headerName]);
			});
		}
	};
}
// node_modules/@graphql-tools/utils/esm/errors.js
const possibleGraphQLErrorProperties = [
	"message",
	"locations",
	"path",
	"nodes",
	"source",
	"positions",
	"originalError",
	"name",
	"stack",
	"extensions",
	"coordinate"
];
function isGraphQLErrorLike(error) {
	return error != null && typeof error === "object" && Object.keys(error).every((key) => possibleGraphQLErrorProperties.includes(key));
}
function createGraphQLError(message, options) {
	if (options?.originalError && !(options.originalError instanceof Error) && isGraphQLErrorLike(options.originalError)) options.originalError = createGraphQLError(options.originalError.message, options.originalError);
	const Constructor = GraphQLError;
	const error = versionInfo.major >= 16 ? new Constructor(message, options) : new Constructor(message, options?.nodes, options?.source, options?.positions, options?.path, options?.originalError, options?.extensions);
	if (options?.coordinate && error.coordinate == null) Object.defineProperties(error, { coordinate: {
		value: options.coordinate,
		enumerable: true,
		configurable: true
	} });
	return error;
}
function getSchemaCoordinate(error) {
	return error.coordinate;
}
// node_modules/@graphql-tools/utils/esm/isAsyncIterable.js
function isAsyncIterable(value) {
	return value?.[Symbol.asyncIterator] != null;
}
// node_modules/graphql-yoga/esm/error.js
function isAggregateError(obj) {
	return obj != null && typeof obj === "object" && "errors" in obj;
}
function hasToString(obj) {
	return obj != null && typeof obj.toString === "function";
}
function isGraphQLError(val) {
	return val instanceof GraphQLError;
}
function isOriginalGraphQLError(val) {
	if (val instanceof GraphQLError) {
		if (val.originalError != null) return isOriginalGraphQLError(val.originalError);
		return true;
	}
	return false;
}
function isAbortError(error) {
	return typeof error === "object" && error?.constructor?.name === "DOMException" && (error.name === "AbortError" || error.name === "TimeoutError");
}
function handleError(error, maskedErrorsOpts, logger) {
	const errors = /* @__PURE__ */ new Set();
	if (isAggregateError(error)) for (const singleError of error.errors) {
		const handledErrors = handleError(singleError, maskedErrorsOpts, logger);
		for (const handledError of handledErrors) errors.add(handledError);
	}
	else if (isAbortError(error)) logger.debug("Request aborted");
	else if (maskedErrorsOpts) {
		const maskedError = maskedErrorsOpts.maskError(error, maskedErrorsOpts.errorMessage, maskedErrorsOpts.isDev);
		if (maskedError !== error) logger.error(error);
		errors.add(isGraphQLError(maskedError) ? maskedError : createGraphQLError(maskedError.message, { originalError: maskedError }));
	} else if (isGraphQLError(error)) errors.add(error);
	else if (error instanceof Error) errors.add(createGraphQLError(error.message, { originalError: error }));
	else if (typeof error === "string") errors.add(createGraphQLError(error, { extensions: {
		code: "INTERNAL_SERVER_ERROR",
		unexpected: true
	} }));
	else if (hasToString(error)) errors.add(createGraphQLError(error.toString(), { extensions: {
		code: "INTERNAL_SERVER_ERROR",
		unexpected: true
	} }));
	else {
		logger.error(error);
		errors.add(createGraphQLError("Unexpected error.", { extensions: { unexpected: true } }));
	}
	return Array.from(errors);
}
function getResponseInitByRespectingErrors(result, headers = {}, isApplicationJson = false) {
	let status;
	let unexpectedErrorExists = false;
	if ("extensions" in result && result.extensions?.http) {
		if (result.extensions.http.headers) Object.assign(headers, result.extensions.http.headers);
		if (result.extensions.http.status) status = result.extensions.http.status;
	}
	if ("errors" in result && result.errors?.length) {
		for (const error of result.errors) if (error.extensions?.["http"]) {
			if (error.extensions["http"].headers) Object.assign(headers, error.extensions["http"].headers);
			if (isApplicationJson && error.extensions["http"].spec) continue;
			if (error.extensions["http"].status && (!status || error.extensions["http"].status > status)) status = error.extensions["http"].status;
		} else if (!isOriginalGraphQLError(error) || error.extensions?.["unexpected"]) unexpectedErrorExists = true;
	} else status ||= 200;
	if (!status) {
		if (unexpectedErrorExists && !("data" in result)) status = 500;
		else status = 200;
	}
	return {
		status,
		headers
	};
}
function areGraphQLErrors(obj) {
	return Array.isArray(obj) && obj.length > 0 && obj.some(isGraphQLError);
}
// node_modules/graphql-yoga/esm/plugins/allowed-headers.js
function useAllowedResponseHeaders(allowedHeaders) {
	return { onResponse({ response }) {
		removeDisallowedHeaders(response.headers, allowedHeaders);
	} };
}
function useAllowedRequestHeaders(allowedHeaders) {
	return { onRequest({ request }) {
		removeDisallowedHeaders(request.headers, allowedHeaders);
	} };
}
function removeDisallowedHeaders(headers, allowedHeaders) {
	for (const headerName of headers.keys()) if (!allowedHeaders.includes(headerName)) headers.delete(headerName);
}
// node_modules/graphql-yoga/esm/plugins/request-parser/utils.js
function handleURLSearchParams(searchParams) {
	const operationName = searchParams.get("operationName") || void 0;
	const query = searchParams.get("query") || void 0;
	const variablesStr = searchParams.get("variables") || void 0;
	const extensionsStr = searchParams.get("extensions") || void 0;
	return {
		operationName,
		query,
		variables: variablesStr ? JSON.parse(variablesStr) : void 0,
		extensions: extensionsStr ? JSON.parse(extensionsStr) : void 0
	};
}
function parseURLSearchParams(requestBody) {
	return handleURLSearchParams(new import_node_ponyfill.URLSearchParams(requestBody));
}
function isContentTypeMatch(request, expectedContentType) {
	let contentType = request.headers.get("content-type");
	contentType = contentType?.split(",")[0] || null;
	return contentType === expectedContentType || !!contentType?.startsWith(`${expectedContentType};`);
}
// node_modules/graphql-yoga/esm/plugins/request-parser/get.js
function isGETRequest(request) {
	return request.method === "GET";
}
function parseGETRequest(request) {
	const queryString = request.url.substring(request.url.indexOf("?") + 1);
	return handleURLSearchParams(new import_node_ponyfill.URLSearchParams(queryString));
}
// node_modules/graphql-yoga/esm/plugins/request-parser/post-form-url-encoded.js
function isPOSTFormUrlEncodedRequest(request) {
	return request.method === "POST" && isContentTypeMatch(request, "application/x-www-form-urlencoded");
}
function parsePOSTFormUrlEncodedRequest(request) {
	return request.text().then(parseURLSearchParams);
}
// node_modules/graphql-yoga/esm/plugins/request-parser/post-graphql-string.js
function isPOSTGraphQLStringRequest(request) {
	return request.method === "POST" && isContentTypeMatch(request, "application/graphql");
}
function parsePOSTGraphQLStringRequest(request) {
	return request.text().then((query) => ({ query }));
}
// node_modules/graphql-yoga/esm/plugins/request-parser/post-json.js
function isPOSTJsonRequest(request) {
	return request.method === "POST" && (isContentTypeMatch(request, "application/json") || isContentTypeMatch(request, "application/graphql+json"));
}
function parsePOSTJsonRequest(request) {
	return handleMaybePromise$1(() => request.json(), (requestBody) => {
		if (requestBody == null) throw createGraphQLError(`POST body is expected to be object but received ${requestBody}`, { extensions: {
			http: { status: 400 },
			code: "BAD_REQUEST"
		} });
		const requestBodyTypeof = typeof requestBody;
		if (requestBodyTypeof !== "object") throw createGraphQLError(`POST body is expected to be object but received ${requestBodyTypeof}`, { extensions: {
			http: { status: 400 },
			code: "BAD_REQUEST"
		} });
		return requestBody;
	}, (err) => {
		if (err instanceof GraphQLError) throw err;
		const extensions = {
			http: {
				spec: true,
				status: 400
			},
			code: "BAD_REQUEST"
		};
		if (err instanceof Error) extensions["originalError"] = {
			name: err.name,
			message: err.message
		};
		throw createGraphQLError("POST body sent invalid JSON.", { extensions });
	});
}
// node_modules/graphql-yoga/esm/plugins/request-parser/post-multipart.js
function isPOSTMultipartRequest(request) {
	return request.method === "POST" && isContentTypeMatch(request, "multipart/form-data");
}
function parsePOSTMultipartRequest(request) {
	return handleMaybePromise$1(() => request.formData(), (requestBody) => {
		const operationsStr = requestBody.get("operations");
		if (!operationsStr) throw createGraphQLError("Missing multipart form field \"operations\"");
		if (typeof operationsStr !== "string") throw createGraphQLError("Multipart form field \"operations\" must be a string");
		let operations;
		try {
			operations = JSON.parse(operationsStr);
		} catch {
			throw createGraphQLError("Multipart form field \"operations\" must be a valid JSON string");
		}
		const mapStr = requestBody.get("map");
		if (mapStr != null) {
			if (typeof mapStr !== "string") throw createGraphQLError("Multipart form field \"map\" must be a string");
			let map;
			try {
				map = JSON.parse(mapStr);
			} catch {
				throw createGraphQLError("Multipart form field \"map\" must be a valid JSON string");
			}
			for (const fileIndex in map) {
				const file = requestBody.get(fileIndex);
				const keys = map[fileIndex];
				for (const key of keys) setObjectKeyPath(operations, key, file);
			}
		}
		return operations;
	}, (e) => {
		if (isAbortError(e)) throw e;
		if (e instanceof Error) {
			if (e.message.startsWith("File size limit exceeded: ")) throw createGraphQLError(e.message, { extensions: {
				http: { status: 413 },
				code: "REQUEST_ENTITY_TOO_LARGE"
			} });
			throw createGraphQLError(`POST body sent invalid multipart data: ${e.message}`, { extensions: {
				http: { status: 400 },
				code: "BAD_REQUEST"
			} });
		}
		throw e;
	});
}
function setObjectKeyPath(object, keyPath, value) {
	const keys = keyPath.split(".");
	let current = object;
	for (let i = 0; i < keys.length; i++) {
		const key = keys[i];
		if (key === "__proto__" || key === "constructor" || key === "prototype") return;
		if (i === keys.length - 1) current[key] = value;
		else {
			const isObject = typeof current[key] === "object" && current[key] !== null;
			if (!Object.hasOwn(current, key) || !isObject) current[key] = {};
			current = current[key];
		}
	}
}
// node_modules/graphql-yoga/esm/plugins/request-validation/use-check-graphql-query-params.js
const expectedParameters = /* @__PURE__ */ new Set([
	"query",
	"variables",
	"operationName",
	"extensions"
]);
function assertInvalidParams(params, extraParamNames) {
	if (params == null || typeof params !== "object") throw createGraphQLError("Invalid \"params\" in the request body", { extensions: {
		http: {
			spec: true,
			status: 400
		},
		code: "BAD_REQUEST"
	} });
	for (const paramKey in params) {
		if (params[paramKey] == null) continue;
		if (!expectedParameters.has(paramKey)) {
			if (extraParamNames?.includes(paramKey)) continue;
			throw createGraphQLError(`Unexpected parameter "${paramKey}" in the request body.`, { extensions: {
				http: { status: 400 },
				code: "BAD_REQUEST"
			} });
		}
	}
}
function checkGraphQLQueryParams(params, extraParamNames) {
	if (!isObject(params)) throw createGraphQLError(`Expected params to be an object but given ${extendedTypeof(params)}.`, { extensions: {
		http: {
			status: 400,
			headers: { Allow: "GET, POST" }
		},
		code: "BAD_REQUEST"
	} });
	assertInvalidParams(params, extraParamNames);
	if (params["query"] == null) throw createGraphQLError("Must provide query string.", { extensions: {
		http: {
			spec: true,
			status: 400,
			headers: { Allow: "GET, POST" }
		},
		code: "BAD_REQUEST"
	} });
	const queryType = extendedTypeof(params["query"]);
	if (queryType !== "string") throw createGraphQLError(`Expected "query" param to be a string, but given ${queryType}.`, { extensions: {
		http: {
			status: 400,
			headers: { Allow: "GET, POST" }
		},
		code: "BAD_REQUEST"
	} });
	const variablesParamType = extendedTypeof(params["variables"]);
	if (![
		"object",
		"null",
		"undefined"
	].includes(variablesParamType)) throw createGraphQLError(`Expected "variables" param to be empty or an object, but given ${variablesParamType}.`, { extensions: {
		http: {
			status: 400,
			headers: { Allow: "GET, POST" }
		},
		code: "BAD_REQUEST"
	} });
	const extensionsParamType = extendedTypeof(params["extensions"]);
	if (![
		"object",
		"null",
		"undefined"
	].includes(extensionsParamType)) throw createGraphQLError(`Expected "extensions" param to be empty or an object, but given ${extensionsParamType}.`, { extensions: {
		http: {
			status: 400,
			headers: { Allow: "GET, POST" }
		},
		code: "BAD_REQUEST"
	} });
	return params;
}
function useCheckGraphQLQueryParams(extraParamNames) {
	return { onParams({ params }) {
		checkGraphQLQueryParams(params, extraParamNames);
	} };
}
function extendedTypeof(val) {
	if (val === null) return "null";
	if (Array.isArray(val)) return "array";
	return typeof val;
}
function isObject(val) {
	return extendedTypeof(val) === "object";
}
// node_modules/graphql-yoga/esm/plugins/request-validation/use-check-method-for-graphql.js
function isValidMethodForGraphQL(method) {
	return method === "GET" || method === "POST";
}
function useCheckMethodForGraphQL() {
	return { onRequestParse({ request }) {
		if (!isValidMethodForGraphQL(request.method)) throw createGraphQLError("GraphQL only supports GET and POST requests.", { extensions: {
			http: {
				status: 405,
				headers: { Allow: "GET, POST" }
			},
			code: "BAD_REQUEST"
		} });
	} };
}
// node_modules/graphql-yoga/esm/plugins/request-validation/use-http-validation-error.js
function useHTTPValidationError() {
	return { onValidate() {
		return ({ valid, result }) => {
			if (!valid) for (const error of result) {
				error.extensions ||= {};
				error.extensions.code ||= "GRAPHQL_VALIDATION_FAILED";
				error.extensions.http ||= {};
				error.extensions.http.spec = error.extensions.http.spec == null ? true : error.extensions.http.spec;
				error.extensions.http.status ||= 400;
			}
		};
	} };
}
// node_modules/graphql-yoga/esm/plugins/request-validation/use-limit-batching.js
function useLimitBatching(limit) {
	return { onRequestParse() {
		return { onRequestParseDone({ requestParserResult }) {
			if (Array.isArray(requestParserResult)) {
				if (!limit) throw createGraphQLError(`Batching is not supported.`, { extensions: {
					http: { status: 400 },
					code: "BAD_REQUEST"
				} });
				if (requestParserResult.length > limit) throw createGraphQLError(`Batching is limited to ${limit} operations per request.`, { extensions: {
					http: { status: 413 },
					code: "BAD_REQUEST"
				} });
			}
		} };
	} };
}
// node_modules/graphql-yoga/esm/plugins/request-validation/use-limit-request-body-size.js
function createRequestBodyTooLargeError() {
	return createGraphQLError(`Request body too large`, { extensions: {
		http: { status: 413 },
		code: "REQUEST_ENTITY_TOO_LARGE"
	} });
}
function createInvalidContentLengthError() {
	return createGraphQLError("Content-Length header is invalid.", { extensions: {
		http: { status: 400 },
		code: "BAD_REQUEST"
	} });
}
const CONTENT_LENGTH_RE = /^\d+$/;
function limitRequestBodySize(request, limit, fetchAPI) {
	const body = request.body;
	if (!body) return request;
	const TransformStreamCtor = request.body instanceof ReadableStream ? globalThis.TransformStream : fetchAPI.TransformStream;
	let bytesRead = 0;
	const limitedBody = body.pipeThrough(new TransformStreamCtor({ transform(chunk, controller) {
		bytesRead += chunk.byteLength;
		if (bytesRead > limit) {
			controller.error(createRequestBodyTooLargeError());
			return;
		}
		controller.enqueue(chunk);
	} }));
	return new fetchAPI.Request(request.url, {
		method: request.method,
		headers: request.headers,
		signal: request.signal,
		body: limitedBody,
		duplex: "half"
	});
}
function useLimitRequestBodySize(limit) {
	if (limit === false) return {};
	return { onRequestParse({ request, requestParser, setRequestParser, fetchAPI }) {
		const contentLength = request.headers.get("content-length");
		if (contentLength != null) {
			if (!CONTENT_LENGTH_RE.test(contentLength)) throw createInvalidContentLengthError();
			if (Number(contentLength) > limit) throw createRequestBodyTooLargeError();
		}
		if (requestParser == null || request.body == null) return;
		const originalParser = requestParser;
		setRequestParser((req) => originalParser(limitRequestBodySize(req, limit, fetchAPI)));
	} };
}
// node_modules/graphql-yoga/esm/plugins/request-validation/use-prevent-mutation-via-get.js
function assertMutationViaGet(method, document, operationName) {
	const operation = document ? getOperationAST(document, operationName) ?? void 0 : void 0;
	if (!operation) throw createGraphQLError("Could not determine what operation to execute.", { extensions: {
		code: "OPERATION_RESOLUTION_FAILURE",
		http: { status: 400 }
	} });
	if (operation.operation === "mutation" && method === "GET") throw createGraphQLError("Can only perform a mutation operation from a POST request.", { extensions: {
		http: {
			status: 405,
			headers: { Allow: "POST" }
		},
		code: "BAD_REQUEST"
	} });
}
function usePreventMutationViaGET() {
	return { onParse() {
		return ({ result, context: { request, params: { operationName } = {} } }) => {
			if (!request) return;
			if (result instanceof Error) {
				if (result instanceof GraphQLError) {
					const extensions = result.extensions ||= {};
					extensions["code"] ||= "GRAPHQL_PARSE_FAILED";
					const httpExtensions = extensions["http"] ||= {};
					httpExtensions.spec ||= true;
					httpExtensions.status ||= 400;
				}
			} else assertMutationViaGet(request.method, result, operationName);
		};
	} };
}
// node_modules/graphql-yoga/esm/plugins/use-health-check.js
function useHealthCheck({ id = Date.now().toString(), logger = console, endpoint = "/health" } = {}) {
	return { onRequest({ endResponse, fetchAPI, request }) {
		if (request.url.endsWith(endpoint)) {
			logger.debug("Responding Health Check");
			endResponse(new fetchAPI.Response(null, {
				status: 200,
				headers: { "x-yoga-id": id }
			}));
		}
	} };
}
// node_modules/graphql-yoga/node_modules/lru-cache/dist/esm/index.js
/**
* @module LRUCache
*/
const perf = typeof performance === "object" && performance && typeof performance.now === "function" ? performance : Date;
const warned = /* @__PURE__ */ new Set();
/* c8 ignore start */
const PROCESS = typeof process === "object" && !!process ? process : {};
/* c8 ignore start */
const emitWarning = (msg, type, code, fn) => {
	typeof PROCESS.emitWarning === "function" ? PROCESS.emitWarning(msg, type, code, fn) : console.error(`[${code}] ${type}: ${msg}`);
};
let AC = globalThis.AbortController;
let AS = globalThis.AbortSignal;
/* c8 ignore start */
if (typeof AC === "undefined") {
	AS = class AbortSignal {
		onabort;
		_onabort = [];
		reason;
		aborted = false;
		addEventListener(_, fn) {
			this._onabort.push(fn);
		}
	};
	AC = class AbortController {
		constructor() {
			warnACPolyfill();
		}
		signal = new AS();
		abort(reason) {
			if (this.signal.aborted) return;
			this.signal.reason = reason;
			this.signal.aborted = true;
			for (const fn of this.signal._onabort) fn(reason);
			this.signal.onabort?.(reason);
		}
	};
	let printACPolyfillWarning = PROCESS.env?.LRU_CACHE_IGNORE_AC_WARNING !== "1";
	const warnACPolyfill = () => {
		if (!printACPolyfillWarning) return;
		printACPolyfillWarning = false;
		emitWarning("AbortController is not defined. If using lru-cache in node 14, load an AbortController polyfill from the `node-abort-controller` package. A minimal polyfill is provided for use by LRUCache.fetch(), but it should not be relied upon in other contexts (eg, passing it to other APIs that use AbortController/AbortSignal might have undesirable effects). You may disable this with LRU_CACHE_IGNORE_AC_WARNING=1 in the env.", "NO_ABORT_CONTROLLER", "ENOTSUP", warnACPolyfill);
	};
}
/* c8 ignore stop */
const shouldWarn = (code) => !warned.has(code);
const isPosInt = (n) => n && n === Math.floor(n) && n > 0 && isFinite(n);
/* c8 ignore start */
const getUintArray = (max) => !isPosInt(max) ? null : max <= Math.pow(2, 8) ? Uint8Array : max <= Math.pow(2, 16) ? Uint16Array : max <= Math.pow(2, 32) ? Uint32Array : max <= Number.MAX_SAFE_INTEGER ? ZeroArray : null;
/* c8 ignore stop */
var ZeroArray = class extends Array {
	constructor(size) {
		super(size);
		this.fill(0);
	}
};
var Stack = class Stack {
	heap;
	length;
	static #constructing = false;
	static create(max) {
		const HeapCls = getUintArray(max);
		if (!HeapCls) return [];
		Stack.#constructing = true;
		const s = new Stack(max, HeapCls);
		Stack.#constructing = false;
		return s;
	}
	constructor(max, HeapCls) {
		/* c8 ignore start */
		if (!Stack.#constructing) throw new TypeError("instantiate Stack using Stack.create(n)");
		/* c8 ignore stop */
		this.heap = new HeapCls(max);
		this.length = 0;
	}
	push(n) {
		this.heap[this.length++] = n;
	}
	pop() {
		return this.heap[--this.length];
	}
};
/**
* Default export, the thing you're using this module to get.
*
* The `K` and `V` types define the key and value types, respectively. The
* optional `FC` type defines the type of the `context` object passed to
* `cache.fetch()` and `cache.memo()`.
*
* Keys and values **must not** be `null` or `undefined`.
*
* All properties from the options object (with the exception of `max`,
* `maxSize`, `fetchMethod`, `memoMethod`, `dispose` and `disposeAfter`) are
* added as normal public members. (The listed options are read-only getters.)
*
* Changing any of these will alter the defaults for subsequent method calls.
*/
var LRUCache = class LRUCache {
	#max;
	#maxSize;
	#dispose;
	#disposeAfter;
	#fetchMethod;
	#memoMethod;
	/**
	* {@link LRUCache.OptionsBase.ttl}
	*/
	ttl;
	/**
	* {@link LRUCache.OptionsBase.ttlResolution}
	*/
	ttlResolution;
	/**
	* {@link LRUCache.OptionsBase.ttlAutopurge}
	*/
	ttlAutopurge;
	/**
	* {@link LRUCache.OptionsBase.updateAgeOnGet}
	*/
	updateAgeOnGet;
	/**
	* {@link LRUCache.OptionsBase.updateAgeOnHas}
	*/
	updateAgeOnHas;
	/**
	* {@link LRUCache.OptionsBase.allowStale}
	*/
	allowStale;
	/**
	* {@link LRUCache.OptionsBase.noDisposeOnSet}
	*/
	noDisposeOnSet;
	/**
	* {@link LRUCache.OptionsBase.noUpdateTTL}
	*/
	noUpdateTTL;
	/**
	* {@link LRUCache.OptionsBase.maxEntrySize}
	*/
	maxEntrySize;
	/**
	* {@link LRUCache.OptionsBase.sizeCalculation}
	*/
	sizeCalculation;
	/**
	* {@link LRUCache.OptionsBase.noDeleteOnFetchRejection}
	*/
	noDeleteOnFetchRejection;
	/**
	* {@link LRUCache.OptionsBase.noDeleteOnStaleGet}
	*/
	noDeleteOnStaleGet;
	/**
	* {@link LRUCache.OptionsBase.allowStaleOnFetchAbort}
	*/
	allowStaleOnFetchAbort;
	/**
	* {@link LRUCache.OptionsBase.allowStaleOnFetchRejection}
	*/
	allowStaleOnFetchRejection;
	/**
	* {@link LRUCache.OptionsBase.ignoreFetchAbort}
	*/
	ignoreFetchAbort;
	#size;
	#calculatedSize;
	#keyMap;
	#keyList;
	#valList;
	#next;
	#prev;
	#head;
	#tail;
	#free;
	#disposed;
	#sizes;
	#starts;
	#ttls;
	#hasDispose;
	#hasFetchMethod;
	#hasDisposeAfter;
	/**
	* Do not call this method unless you need to inspect the
	* inner workings of the cache.  If anything returned by this
	* object is modified in any way, strange breakage may occur.
	*
	* These fields are private for a reason!
	*
	* @internal
	*/
	static unsafeExposeInternals(c) {
		return {
			starts: c.#starts,
			ttls: c.#ttls,
			sizes: c.#sizes,
			keyMap: c.#keyMap,
			keyList: c.#keyList,
			valList: c.#valList,
			next: c.#next,
			prev: c.#prev,
			get head() {
				return c.#head;
			},
			get tail() {
				return c.#tail;
			},
			free: c.#free,
			isBackgroundFetch: (p) => c.#isBackgroundFetch(p),
			backgroundFetch: (k, index, options, context) => c.#backgroundFetch(k, index, options, context),
			moveToTail: (index) => c.#moveToTail(index),
			indexes: (options) => c.#indexes(options),
			rindexes: (options) => c.#rindexes(options),
			isStale: (index) => c.#isStale(index)
		};
	}
	/**
	* {@link LRUCache.OptionsBase.max} (read-only)
	*/
	get max() {
		return this.#max;
	}
	/**
	* {@link LRUCache.OptionsBase.maxSize} (read-only)
	*/
	get maxSize() {
		return this.#maxSize;
	}
	/**
	* The total computed size of items in the cache (read-only)
	*/
	get calculatedSize() {
		return this.#calculatedSize;
	}
	/**
	* The number of items stored in the cache (read-only)
	*/
	get size() {
		return this.#size;
	}
	/**
	* {@link LRUCache.OptionsBase.fetchMethod} (read-only)
	*/
	get fetchMethod() {
		return this.#fetchMethod;
	}
	get memoMethod() {
		return this.#memoMethod;
	}
	/**
	* {@link LRUCache.OptionsBase.dispose} (read-only)
	*/
	get dispose() {
		return this.#dispose;
	}
	/**
	* {@link LRUCache.OptionsBase.disposeAfter} (read-only)
	*/
	get disposeAfter() {
		return this.#disposeAfter;
	}
	constructor(options) {
		const { max = 0, ttl, ttlResolution = 1, ttlAutopurge, updateAgeOnGet, updateAgeOnHas, allowStale, dispose, disposeAfter, noDisposeOnSet, noUpdateTTL, maxSize = 0, maxEntrySize = 0, sizeCalculation, fetchMethod, memoMethod, noDeleteOnFetchRejection, noDeleteOnStaleGet, allowStaleOnFetchRejection, allowStaleOnFetchAbort, ignoreFetchAbort } = options;
		if (max !== 0 && !isPosInt(max)) throw new TypeError("max option must be a nonnegative integer");
		const UintArray = max ? getUintArray(max) : Array;
		if (!UintArray) throw new Error("invalid max value: " + max);
		this.#max = max;
		this.#maxSize = maxSize;
		this.maxEntrySize = maxEntrySize || this.#maxSize;
		this.sizeCalculation = sizeCalculation;
		if (this.sizeCalculation) {
			if (!this.#maxSize && !this.maxEntrySize) throw new TypeError("cannot set sizeCalculation without setting maxSize or maxEntrySize");
			if (typeof this.sizeCalculation !== "function") throw new TypeError("sizeCalculation set to non-function");
		}
		if (memoMethod !== void 0 && typeof memoMethod !== "function") throw new TypeError("memoMethod must be a function if defined");
		this.#memoMethod = memoMethod;
		if (fetchMethod !== void 0 && typeof fetchMethod !== "function") throw new TypeError("fetchMethod must be a function if specified");
		this.#fetchMethod = fetchMethod;
		this.#hasFetchMethod = !!fetchMethod;
		this.#keyMap = /* @__PURE__ */ new Map();
		this.#keyList = new Array(max).fill(void 0);
		this.#valList = new Array(max).fill(void 0);
		this.#next = new UintArray(max);
		this.#prev = new UintArray(max);
		this.#head = 0;
		this.#tail = 0;
		this.#free = Stack.create(max);
		this.#size = 0;
		this.#calculatedSize = 0;
		if (typeof dispose === "function") this.#dispose = dispose;
		if (typeof disposeAfter === "function") {
			this.#disposeAfter = disposeAfter;
			this.#disposed = [];
		} else {
			this.#disposeAfter = void 0;
			this.#disposed = void 0;
		}
		this.#hasDispose = !!this.#dispose;
		this.#hasDisposeAfter = !!this.#disposeAfter;
		this.noDisposeOnSet = !!noDisposeOnSet;
		this.noUpdateTTL = !!noUpdateTTL;
		this.noDeleteOnFetchRejection = !!noDeleteOnFetchRejection;
		this.allowStaleOnFetchRejection = !!allowStaleOnFetchRejection;
		this.allowStaleOnFetchAbort = !!allowStaleOnFetchAbort;
		this.ignoreFetchAbort = !!ignoreFetchAbort;
		if (this.maxEntrySize !== 0) {
			if (this.#maxSize !== 0) {
				if (!isPosInt(this.#maxSize)) throw new TypeError("maxSize must be a positive integer if specified");
			}
			if (!isPosInt(this.maxEntrySize)) throw new TypeError("maxEntrySize must be a positive integer if specified");
			this.#initializeSizeTracking();
		}
		this.allowStale = !!allowStale;
		this.noDeleteOnStaleGet = !!noDeleteOnStaleGet;
		this.updateAgeOnGet = !!updateAgeOnGet;
		this.updateAgeOnHas = !!updateAgeOnHas;
		this.ttlResolution = isPosInt(ttlResolution) || ttlResolution === 0 ? ttlResolution : 1;
		this.ttlAutopurge = !!ttlAutopurge;
		this.ttl = ttl || 0;
		if (this.ttl) {
			if (!isPosInt(this.ttl)) throw new TypeError("ttl must be a positive integer if specified");
			this.#initializeTTLTracking();
		}
		if (this.#max === 0 && this.ttl === 0 && this.#maxSize === 0) throw new TypeError("At least one of max, maxSize, or ttl is required");
		if (!this.ttlAutopurge && !this.#max && !this.#maxSize) {
			const code = "LRU_CACHE_UNBOUNDED";
			if (shouldWarn(code)) {
				warned.add(code);
				emitWarning("TTL caching without ttlAutopurge, max, or maxSize can result in unbounded memory consumption.", "UnboundedCacheWarning", code, LRUCache);
			}
		}
	}
	/**
	* Return the number of ms left in the item's TTL. If item is not in cache,
	* returns `0`. Returns `Infinity` if item is in cache without a defined TTL.
	*/
	getRemainingTTL(key) {
		return this.#keyMap.has(key) ? Infinity : 0;
	}
	#initializeTTLTracking() {
		const ttls = new ZeroArray(this.#max);
		const starts = new ZeroArray(this.#max);
		this.#ttls = ttls;
		this.#starts = starts;
		this.#setItemTTL = (index, ttl, start = perf.now()) => {
			starts[index] = ttl !== 0 ? start : 0;
			ttls[index] = ttl;
			if (ttl !== 0 && this.ttlAutopurge) {
				const t = setTimeout(() => {
					if (this.#isStale(index)) this.#delete(this.#keyList[index], "expire");
				}, ttl + 1);
				/* c8 ignore start */
				if (t.unref) t.unref();
			}
		};
		this.#updateItemAge = (index) => {
			starts[index] = ttls[index] !== 0 ? perf.now() : 0;
		};
		this.#statusTTL = (status, index) => {
			if (ttls[index]) {
				const ttl = ttls[index];
				const start = starts[index];
				/* c8 ignore next */
				if (!ttl || !start) return;
				status.ttl = ttl;
				status.start = start;
				status.now = cachedNow || getNow();
				status.remainingTTL = ttl - (status.now - start);
			}
		};
		let cachedNow = 0;
		const getNow = () => {
			const n = perf.now();
			if (this.ttlResolution > 0) {
				cachedNow = n;
				const t = setTimeout(() => cachedNow = 0, this.ttlResolution);
				/* c8 ignore start */
				if (t.unref) t.unref();
			}
			return n;
		};
		this.getRemainingTTL = (key) => {
			const index = this.#keyMap.get(key);
			if (index === void 0) return 0;
			const ttl = ttls[index];
			const start = starts[index];
			if (!ttl || !start) return Infinity;
			return ttl - ((cachedNow || getNow()) - start);
		};
		this.#isStale = (index) => {
			const s = starts[index];
			const t = ttls[index];
			return !!t && !!s && (cachedNow || getNow()) - s > t;
		};
	}
	#updateItemAge = () => {};
	#statusTTL = () => {};
	#setItemTTL = () => {};
	/* c8 ignore stop */
	#isStale = () => false;
	#initializeSizeTracking() {
		const sizes = new ZeroArray(this.#max);
		this.#calculatedSize = 0;
		this.#sizes = sizes;
		this.#removeItemSize = (index) => {
			this.#calculatedSize -= sizes[index];
			sizes[index] = 0;
		};
		this.#requireSize = (k, v, size, sizeCalculation) => {
			if (this.#isBackgroundFetch(v)) return 0;
			if (!isPosInt(size)) {
				if (sizeCalculation) {
					if (typeof sizeCalculation !== "function") throw new TypeError("sizeCalculation must be a function");
					size = sizeCalculation(v, k);
					if (!isPosInt(size)) throw new TypeError("sizeCalculation return invalid (expect positive integer)");
				} else throw new TypeError("invalid size value (must be positive integer). When maxSize or maxEntrySize is used, sizeCalculation or size must be set.");
			}
			return size;
		};
		this.#addItemSize = (index, size, status) => {
			sizes[index] = size;
			if (this.#maxSize) {
				const maxSize = this.#maxSize - sizes[index];
				while (this.#calculatedSize > maxSize) this.#evict(true);
			}
			this.#calculatedSize += sizes[index];
			if (status) {
				status.entrySize = size;
				status.totalCalculatedSize = this.#calculatedSize;
			}
		};
	}
	#removeItemSize = (_i) => {};
	#addItemSize = (_i, _s, _st) => {};
	#requireSize = (_k, _v, size, sizeCalculation) => {
		if (size || sizeCalculation) throw new TypeError("cannot set size without setting maxSize or maxEntrySize on cache");
		return 0;
	};
	*#indexes({ allowStale = this.allowStale } = {}) {
		if (this.#size) for (let i = this.#tail;;) {
			if (!this.#isValidIndex(i)) break;
			if (allowStale || !this.#isStale(i)) yield i;
			if (i === this.#head) break;
			else i = this.#prev[i];
		}
	}
	*#rindexes({ allowStale = this.allowStale } = {}) {
		if (this.#size) for (let i = this.#head;;) {
			if (!this.#isValidIndex(i)) break;
			if (allowStale || !this.#isStale(i)) yield i;
			if (i === this.#tail) break;
			else i = this.#next[i];
		}
	}
	#isValidIndex(index) {
		return index !== void 0 && this.#keyMap.get(this.#keyList[index]) === index;
	}
	/**
	* Return a generator yielding `[key, value]` pairs,
	* in order from most recently used to least recently used.
	*/
	*entries() {
		for (const i of this.#indexes()) if (this.#valList[i] !== void 0 && this.#keyList[i] !== void 0 && !this.#isBackgroundFetch(this.#valList[i])) yield [this.#keyList[i], this.#valList[i]];
	}
	/**
	* Inverse order version of {@link LRUCache.entries}
	*
	* Return a generator yielding `[key, value]` pairs,
	* in order from least recently used to most recently used.
	*/
	*rentries() {
		for (const i of this.#rindexes()) if (this.#valList[i] !== void 0 && this.#keyList[i] !== void 0 && !this.#isBackgroundFetch(this.#valList[i])) yield [this.#keyList[i], this.#valList[i]];
	}
	/**
	* Return a generator yielding the keys in the cache,
	* in order from most recently used to least recently used.
	*/
	*keys() {
		for (const i of this.#indexes()) {
			const k = this.#keyList[i];
			if (k !== void 0 && !this.#isBackgroundFetch(this.#valList[i])) yield k;
		}
	}
	/**
	* Inverse order version of {@link LRUCache.keys}
	*
	* Return a generator yielding the keys in the cache,
	* in order from least recently used to most recently used.
	*/
	*rkeys() {
		for (const i of this.#rindexes()) {
			const k = this.#keyList[i];
			if (k !== void 0 && !this.#isBackgroundFetch(this.#valList[i])) yield k;
		}
	}
	/**
	* Return a generator yielding the values in the cache,
	* in order from most recently used to least recently used.
	*/
	*values() {
		for (const i of this.#indexes()) if (this.#valList[i] !== void 0 && !this.#isBackgroundFetch(this.#valList[i])) yield this.#valList[i];
	}
	/**
	* Inverse order version of {@link LRUCache.values}
	*
	* Return a generator yielding the values in the cache,
	* in order from least recently used to most recently used.
	*/
	*rvalues() {
		for (const i of this.#rindexes()) if (this.#valList[i] !== void 0 && !this.#isBackgroundFetch(this.#valList[i])) yield this.#valList[i];
	}
	/**
	* Iterating over the cache itself yields the same results as
	* {@link LRUCache.entries}
	*/
	[Symbol.iterator]() {
		return this.entries();
	}
	/**
	* A String value that is used in the creation of the default string
	* description of an object. Called by the built-in method
	* `Object.prototype.toString`.
	*/
	[Symbol.toStringTag] = "LRUCache";
	/**
	* Find a value for which the supplied fn method returns a truthy value,
	* similar to `Array.find()`. fn is called as `fn(value, key, cache)`.
	*/
	find(fn, getOptions = {}) {
		for (const i of this.#indexes()) {
			const v = this.#valList[i];
			const value = this.#isBackgroundFetch(v) ? v.__staleWhileFetching : v;
			if (value === void 0) continue;
			if (fn(value, this.#keyList[i], this)) return this.get(this.#keyList[i], getOptions);
		}
	}
	/**
	* Call the supplied function on each item in the cache, in order from most
	* recently used to least recently used.
	*
	* `fn` is called as `fn(value, key, cache)`.
	*
	* If `thisp` is provided, function will be called in the `this`-context of
	* the provided object, or the cache if no `thisp` object is provided.
	*
	* Does not update age or recenty of use, or iterate over stale values.
	*/
	forEach(fn, thisp = this) {
		for (const i of this.#indexes()) {
			const v = this.#valList[i];
			const value = this.#isBackgroundFetch(v) ? v.__staleWhileFetching : v;
			if (value === void 0) continue;
			fn.call(thisp, value, this.#keyList[i], this);
		}
	}
	/**
	* The same as {@link LRUCache.forEach} but items are iterated over in
	* reverse order.  (ie, less recently used items are iterated over first.)
	*/
	rforEach(fn, thisp = this) {
		for (const i of this.#rindexes()) {
			const v = this.#valList[i];
			const value = this.#isBackgroundFetch(v) ? v.__staleWhileFetching : v;
			if (value === void 0) continue;
			fn.call(thisp, value, this.#keyList[i], this);
		}
	}
	/**
	* Delete any stale entries. Returns true if anything was removed,
	* false otherwise.
	*/
	purgeStale() {
		let deleted = false;
		for (const i of this.#rindexes({ allowStale: true })) if (this.#isStale(i)) {
			this.#delete(this.#keyList[i], "expire");
			deleted = true;
		}
		return deleted;
	}
	/**
	* Get the extended info about a given entry, to get its value, size, and
	* TTL info simultaneously. Returns `undefined` if the key is not present.
	*
	* Unlike {@link LRUCache#dump}, which is designed to be portable and survive
	* serialization, the `start` value is always the current timestamp, and the
	* `ttl` is a calculated remaining time to live (negative if expired).
	*
	* Always returns stale values, if their info is found in the cache, so be
	* sure to check for expirations (ie, a negative {@link LRUCache.Entry#ttl})
	* if relevant.
	*/
	info(key) {
		const i = this.#keyMap.get(key);
		if (i === void 0) return void 0;
		const v = this.#valList[i];
		const value = this.#isBackgroundFetch(v) ? v.__staleWhileFetching : v;
		if (value === void 0) return void 0;
		const entry = { value };
		if (this.#ttls && this.#starts) {
			const ttl = this.#ttls[i];
			const start = this.#starts[i];
			if (ttl && start) {
				entry.ttl = ttl - (perf.now() - start);
				entry.start = Date.now();
			}
		}
		if (this.#sizes) entry.size = this.#sizes[i];
		return entry;
	}
	/**
	* Return an array of [key, {@link LRUCache.Entry}] tuples which can be
	* passed to {@link LRLUCache#load}.
	*
	* The `start` fields are calculated relative to a portable `Date.now()`
	* timestamp, even if `performance.now()` is available.
	*
	* Stale entries are always included in the `dump`, even if
	* {@link LRUCache.OptionsBase.allowStale} is false.
	*
	* Note: this returns an actual array, not a generator, so it can be more
	* easily passed around.
	*/
	dump() {
		const arr = [];
		for (const i of this.#indexes({ allowStale: true })) {
			const key = this.#keyList[i];
			const v = this.#valList[i];
			const value = this.#isBackgroundFetch(v) ? v.__staleWhileFetching : v;
			if (value === void 0 || key === void 0) continue;
			const entry = { value };
			if (this.#ttls && this.#starts) {
				entry.ttl = this.#ttls[i];
				const age = perf.now() - this.#starts[i];
				entry.start = Math.floor(Date.now() - age);
			}
			if (this.#sizes) entry.size = this.#sizes[i];
			arr.unshift([key, entry]);
		}
		return arr;
	}
	/**
	* Reset the cache and load in the items in entries in the order listed.
	*
	* The shape of the resulting cache may be different if the same options are
	* not used in both caches.
	*
	* The `start` fields are assumed to be calculated relative to a portable
	* `Date.now()` timestamp, even if `performance.now()` is available.
	*/
	load(arr) {
		this.clear();
		for (const [key, entry] of arr) {
			if (entry.start) {
				const age = Date.now() - entry.start;
				entry.start = perf.now() - age;
			}
			this.set(key, entry.value, entry);
		}
	}
	/**
	* Add a value to the cache.
	*
	* Note: if `undefined` is specified as a value, this is an alias for
	* {@link LRUCache#delete}
	*
	* Fields on the {@link LRUCache.SetOptions} options param will override
	* their corresponding values in the constructor options for the scope
	* of this single `set()` operation.
	*
	* If `start` is provided, then that will set the effective start
	* time for the TTL calculation. Note that this must be a previous
	* value of `performance.now()` if supported, or a previous value of
	* `Date.now()` if not.
	*
	* Options object may also include `size`, which will prevent
	* calling the `sizeCalculation` function and just use the specified
	* number if it is a positive integer, and `noDisposeOnSet` which
	* will prevent calling a `dispose` function in the case of
	* overwrites.
	*
	* If the `size` (or return value of `sizeCalculation`) for a given
	* entry is greater than `maxEntrySize`, then the item will not be
	* added to the cache.
	*
	* Will update the recency of the entry.
	*
	* If the value is `undefined`, then this is an alias for
	* `cache.delete(key)`. `undefined` is never stored in the cache.
	*/
	set(k, v, setOptions = {}) {
		if (v === void 0) {
			this.delete(k);
			return this;
		}
		const { ttl = this.ttl, start, noDisposeOnSet = this.noDisposeOnSet, sizeCalculation = this.sizeCalculation, status } = setOptions;
		let { noUpdateTTL = this.noUpdateTTL } = setOptions;
		const size = this.#requireSize(k, v, setOptions.size || 0, sizeCalculation);
		if (this.maxEntrySize && size > this.maxEntrySize) {
			if (status) {
				status.set = "miss";
				status.maxEntrySizeExceeded = true;
			}
			this.#delete(k, "set");
			return this;
		}
		let index = this.#size === 0 ? void 0 : this.#keyMap.get(k);
		if (index === void 0) {
			index = this.#size === 0 ? this.#tail : this.#free.length !== 0 ? this.#free.pop() : this.#size === this.#max ? this.#evict(false) : this.#size;
			this.#keyList[index] = k;
			this.#valList[index] = v;
			this.#keyMap.set(k, index);
			this.#next[this.#tail] = index;
			this.#prev[index] = this.#tail;
			this.#tail = index;
			this.#size++;
			this.#addItemSize(index, size, status);
			if (status) status.set = "add";
			noUpdateTTL = false;
		} else {
			this.#moveToTail(index);
			const oldVal = this.#valList[index];
			if (v !== oldVal) {
				if (this.#hasFetchMethod && this.#isBackgroundFetch(oldVal)) {
					oldVal.__abortController.abort(/* @__PURE__ */ new Error("replaced"));
					const { __staleWhileFetching: s } = oldVal;
					if (s !== void 0 && !noDisposeOnSet) {
						if (this.#hasDispose) this.#dispose?.(s, k, "set");
						if (this.#hasDisposeAfter) this.#disposed?.push([
							s,
							k,
							"set"
						]);
					}
				} else if (!noDisposeOnSet) {
					if (this.#hasDispose) this.#dispose?.(oldVal, k, "set");
					if (this.#hasDisposeAfter) this.#disposed?.push([
						oldVal,
						k,
						"set"
					]);
				}
				this.#removeItemSize(index);
				this.#addItemSize(index, size, status);
				this.#valList[index] = v;
				if (status) {
					status.set = "replace";
					const oldValue = oldVal && this.#isBackgroundFetch(oldVal) ? oldVal.__staleWhileFetching : oldVal;
					if (oldValue !== void 0) status.oldValue = oldValue;
				}
			} else if (status) status.set = "update";
		}
		if (ttl !== 0 && !this.#ttls) this.#initializeTTLTracking();
		if (this.#ttls) {
			if (!noUpdateTTL) this.#setItemTTL(index, ttl, start);
			if (status) this.#statusTTL(status, index);
		}
		if (!noDisposeOnSet && this.#hasDisposeAfter && this.#disposed) {
			const dt = this.#disposed;
			let task;
			while (task = dt?.shift()) this.#disposeAfter?.(...task);
		}
		return this;
	}
	/**
	* Evict the least recently used item, returning its value or
	* `undefined` if cache is empty.
	*/
	pop() {
		try {
			while (this.#size) {
				const val = this.#valList[this.#head];
				this.#evict(true);
				if (this.#isBackgroundFetch(val)) {
					if (val.__staleWhileFetching) return val.__staleWhileFetching;
				} else if (val !== void 0) return val;
			}
		} finally {
			if (this.#hasDisposeAfter && this.#disposed) {
				const dt = this.#disposed;
				let task;
				while (task = dt?.shift()) this.#disposeAfter?.(...task);
			}
		}
	}
	#evict(free) {
		const head = this.#head;
		const k = this.#keyList[head];
		const v = this.#valList[head];
		if (this.#hasFetchMethod && this.#isBackgroundFetch(v)) v.__abortController.abort(/* @__PURE__ */ new Error("evicted"));
		else if (this.#hasDispose || this.#hasDisposeAfter) {
			if (this.#hasDispose) this.#dispose?.(v, k, "evict");
			if (this.#hasDisposeAfter) this.#disposed?.push([
				v,
				k,
				"evict"
			]);
		}
		this.#removeItemSize(head);
		if (free) {
			this.#keyList[head] = void 0;
			this.#valList[head] = void 0;
			this.#free.push(head);
		}
		if (this.#size === 1) {
			this.#head = this.#tail = 0;
			this.#free.length = 0;
		} else this.#head = this.#next[head];
		this.#keyMap.delete(k);
		this.#size--;
		return head;
	}
	/**
	* Check if a key is in the cache, without updating the recency of use.
	* Will return false if the item is stale, even though it is technically
	* in the cache.
	*
	* Check if a key is in the cache, without updating the recency of
	* use. Age is updated if {@link LRUCache.OptionsBase.updateAgeOnHas} is set
	* to `true` in either the options or the constructor.
	*
	* Will return `false` if the item is stale, even though it is technically in
	* the cache. The difference can be determined (if it matters) by using a
	* `status` argument, and inspecting the `has` field.
	*
	* Will not update item age unless
	* {@link LRUCache.OptionsBase.updateAgeOnHas} is set.
	*/
	has(k, hasOptions = {}) {
		const { updateAgeOnHas = this.updateAgeOnHas, status } = hasOptions;
		const index = this.#keyMap.get(k);
		if (index !== void 0) {
			const v = this.#valList[index];
			if (this.#isBackgroundFetch(v) && v.__staleWhileFetching === void 0) return false;
			if (!this.#isStale(index)) {
				if (updateAgeOnHas) this.#updateItemAge(index);
				if (status) {
					status.has = "hit";
					this.#statusTTL(status, index);
				}
				return true;
			} else if (status) {
				status.has = "stale";
				this.#statusTTL(status, index);
			}
		} else if (status) status.has = "miss";
		return false;
	}
	/**
	* Like {@link LRUCache#get} but doesn't update recency or delete stale
	* items.
	*
	* Returns `undefined` if the item is stale, unless
	* {@link LRUCache.OptionsBase.allowStale} is set.
	*/
	peek(k, peekOptions = {}) {
		const { allowStale = this.allowStale } = peekOptions;
		const index = this.#keyMap.get(k);
		if (index === void 0 || !allowStale && this.#isStale(index)) return;
		const v = this.#valList[index];
		return this.#isBackgroundFetch(v) ? v.__staleWhileFetching : v;
	}
	#backgroundFetch(k, index, options, context) {
		const v = index === void 0 ? void 0 : this.#valList[index];
		if (this.#isBackgroundFetch(v)) return v;
		const ac = new AC();
		const { signal } = options;
		signal?.addEventListener("abort", () => ac.abort(signal.reason), { signal: ac.signal });
		const fetchOpts = {
			signal: ac.signal,
			options,
			context
		};
		const cb = (v, updateCache = false) => {
			const { aborted } = ac.signal;
			const ignoreAbort = options.ignoreFetchAbort && v !== void 0;
			if (options.status) {
				if (aborted && !updateCache) {
					options.status.fetchAborted = true;
					options.status.fetchError = ac.signal.reason;
					if (ignoreAbort) options.status.fetchAbortIgnored = true;
				} else options.status.fetchResolved = true;
			}
			if (aborted && !ignoreAbort && !updateCache) return fetchFail(ac.signal.reason);
			const bf = p;
			if (this.#valList[index] === p) {
				if (v === void 0) {
					if (bf.__staleWhileFetching) this.#valList[index] = bf.__staleWhileFetching;
					else this.#delete(k, "fetch");
				} else {
					if (options.status) options.status.fetchUpdated = true;
					this.set(k, v, fetchOpts.options);
				}
			}
			return v;
		};
		const eb = (er) => {
			if (options.status) {
				options.status.fetchRejected = true;
				options.status.fetchError = er;
			}
			return fetchFail(er);
		};
		const fetchFail = (er) => {
			const { aborted } = ac.signal;
			const allowStaleAborted = aborted && options.allowStaleOnFetchAbort;
			const allowStale = allowStaleAborted || options.allowStaleOnFetchRejection;
			const noDelete = allowStale || options.noDeleteOnFetchRejection;
			const bf = p;
			if (this.#valList[index] === p) {
				if (!noDelete || bf.__staleWhileFetching === void 0) this.#delete(k, "fetch");
				else if (!allowStaleAborted) this.#valList[index] = bf.__staleWhileFetching;
			}
			if (allowStale) {
				if (options.status && bf.__staleWhileFetching !== void 0) options.status.returnedStale = true;
				return bf.__staleWhileFetching;
			} else if (bf.__returned === bf) throw er;
		};
		const pcall = (res, rej) => {
			const fmp = this.#fetchMethod?.(k, v, fetchOpts);
			if (fmp && fmp instanceof Promise) fmp.then((v) => res(v === void 0 ? void 0 : v), rej);
			ac.signal.addEventListener("abort", () => {
				if (!options.ignoreFetchAbort || options.allowStaleOnFetchAbort) {
					res(void 0);
					if (options.allowStaleOnFetchAbort) res = (v) => cb(v, true);
				}
			});
		};
		if (options.status) options.status.fetchDispatched = true;
		const p = new Promise(pcall).then(cb, eb);
		const bf = Object.assign(p, {
			__abortController: ac,
			__staleWhileFetching: v,
			__returned: void 0
		});
		if (index === void 0) {
			this.set(k, bf, {
				...fetchOpts.options,
				status: void 0
			});
			index = this.#keyMap.get(k);
		} else this.#valList[index] = bf;
		return bf;
	}
	#isBackgroundFetch(p) {
		if (!this.#hasFetchMethod) return false;
		const b = p;
		return !!b && b instanceof Promise && b.hasOwnProperty("__staleWhileFetching") && b.__abortController instanceof AC;
	}
	async fetch(k, fetchOptions = {}) {
		const { allowStale = this.allowStale, updateAgeOnGet = this.updateAgeOnGet, noDeleteOnStaleGet = this.noDeleteOnStaleGet, ttl = this.ttl, noDisposeOnSet = this.noDisposeOnSet, size = 0, sizeCalculation = this.sizeCalculation, noUpdateTTL = this.noUpdateTTL, noDeleteOnFetchRejection = this.noDeleteOnFetchRejection, allowStaleOnFetchRejection = this.allowStaleOnFetchRejection, ignoreFetchAbort = this.ignoreFetchAbort, allowStaleOnFetchAbort = this.allowStaleOnFetchAbort, context, forceRefresh = false, status, signal } = fetchOptions;
		if (!this.#hasFetchMethod) {
			if (status) status.fetch = "get";
			return this.get(k, {
				allowStale,
				updateAgeOnGet,
				noDeleteOnStaleGet,
				status
			});
		}
		const options = {
			allowStale,
			updateAgeOnGet,
			noDeleteOnStaleGet,
			ttl,
			noDisposeOnSet,
			size,
			sizeCalculation,
			noUpdateTTL,
			noDeleteOnFetchRejection,
			allowStaleOnFetchRejection,
			allowStaleOnFetchAbort,
			ignoreFetchAbort,
			status,
			signal
		};
		let index = this.#keyMap.get(k);
		if (index === void 0) {
			if (status) status.fetch = "miss";
			const p = this.#backgroundFetch(k, index, options, context);
			return p.__returned = p;
		} else {
			const v = this.#valList[index];
			if (this.#isBackgroundFetch(v)) {
				const stale = allowStale && v.__staleWhileFetching !== void 0;
				if (status) {
					status.fetch = "inflight";
					if (stale) status.returnedStale = true;
				}
				return stale ? v.__staleWhileFetching : v.__returned = v;
			}
			const isStale = this.#isStale(index);
			if (!forceRefresh && !isStale) {
				if (status) status.fetch = "hit";
				this.#moveToTail(index);
				if (updateAgeOnGet) this.#updateItemAge(index);
				if (status) this.#statusTTL(status, index);
				return v;
			}
			const p = this.#backgroundFetch(k, index, options, context);
			const staleVal = p.__staleWhileFetching !== void 0 && allowStale;
			if (status) {
				status.fetch = isStale ? "stale" : "refresh";
				if (staleVal && isStale) status.returnedStale = true;
			}
			return staleVal ? p.__staleWhileFetching : p.__returned = p;
		}
	}
	async forceFetch(k, fetchOptions = {}) {
		const v = await this.fetch(k, fetchOptions);
		if (v === void 0) throw new Error("fetch() returned undefined");
		return v;
	}
	memo(k, memoOptions = {}) {
		const memoMethod = this.#memoMethod;
		if (!memoMethod) throw new Error("no memoMethod provided to constructor");
		const { context, forceRefresh, ...options } = memoOptions;
		const v = this.get(k, options);
		if (!forceRefresh && v !== void 0) return v;
		const vv = memoMethod(k, v, {
			options,
			context
		});
		this.set(k, vv, options);
		return vv;
	}
	/**
	* Return a value from the cache. Will update the recency of the cache
	* entry found.
	*
	* If the key is not found, get() will return `undefined`.
	*/
	get(k, getOptions = {}) {
		const { allowStale = this.allowStale, updateAgeOnGet = this.updateAgeOnGet, noDeleteOnStaleGet = this.noDeleteOnStaleGet, status } = getOptions;
		const index = this.#keyMap.get(k);
		if (index !== void 0) {
			const value = this.#valList[index];
			const fetching = this.#isBackgroundFetch(value);
			if (status) this.#statusTTL(status, index);
			if (this.#isStale(index)) {
				if (status) status.get = "stale";
				if (!fetching) {
					if (!noDeleteOnStaleGet) this.#delete(k, "expire");
					if (status && allowStale) status.returnedStale = true;
					return allowStale ? value : void 0;
				} else {
					if (status && allowStale && value.__staleWhileFetching !== void 0) status.returnedStale = true;
					return allowStale ? value.__staleWhileFetching : void 0;
				}
			} else {
				if (status) status.get = "hit";
				if (fetching) return value.__staleWhileFetching;
				this.#moveToTail(index);
				if (updateAgeOnGet) this.#updateItemAge(index);
				return value;
			}
		} else if (status) status.get = "miss";
	}
	#connect(p, n) {
		this.#prev[n] = p;
		this.#next[p] = n;
	}
	#moveToTail(index) {
		if (index !== this.#tail) {
			if (index === this.#head) this.#head = this.#next[index];
			else this.#connect(this.#prev[index], this.#next[index]);
			this.#connect(this.#tail, index);
			this.#tail = index;
		}
	}
	/**
	* Deletes a key out of the cache.
	*
	* Returns true if the key was deleted, false otherwise.
	*/
	delete(k) {
		return this.#delete(k, "delete");
	}
	#delete(k, reason) {
		let deleted = false;
		if (this.#size !== 0) {
			const index = this.#keyMap.get(k);
			if (index !== void 0) {
				deleted = true;
				if (this.#size === 1) this.#clear(reason);
				else {
					this.#removeItemSize(index);
					const v = this.#valList[index];
					if (this.#isBackgroundFetch(v)) v.__abortController.abort(/* @__PURE__ */ new Error("deleted"));
					else if (this.#hasDispose || this.#hasDisposeAfter) {
						if (this.#hasDispose) this.#dispose?.(v, k, reason);
						if (this.#hasDisposeAfter) this.#disposed?.push([
							v,
							k,
							reason
						]);
					}
					this.#keyMap.delete(k);
					this.#keyList[index] = void 0;
					this.#valList[index] = void 0;
					if (index === this.#tail) this.#tail = this.#prev[index];
					else if (index === this.#head) this.#head = this.#next[index];
					else {
						const pi = this.#prev[index];
						this.#next[pi] = this.#next[index];
						const ni = this.#next[index];
						this.#prev[ni] = this.#prev[index];
					}
					this.#size--;
					this.#free.push(index);
				}
			}
		}
		if (this.#hasDisposeAfter && this.#disposed?.length) {
			const dt = this.#disposed;
			let task;
			while (task = dt?.shift()) this.#disposeAfter?.(...task);
		}
		return deleted;
	}
	/**
	* Clear the cache entirely, throwing away all values.
	*/
	clear() {
		return this.#clear("delete");
	}
	#clear(reason) {
		for (const index of this.#rindexes({ allowStale: true })) {
			const v = this.#valList[index];
			if (this.#isBackgroundFetch(v)) v.__abortController.abort(/* @__PURE__ */ new Error("deleted"));
			else {
				const k = this.#keyList[index];
				if (this.#hasDispose) this.#dispose?.(v, k, reason);
				if (this.#hasDisposeAfter) this.#disposed?.push([
					v,
					k,
					reason
				]);
			}
		}
		this.#keyMap.clear();
		this.#valList.fill(void 0);
		this.#keyList.fill(void 0);
		if (this.#ttls && this.#starts) {
			this.#ttls.fill(0);
			this.#starts.fill(0);
		}
		if (this.#sizes) this.#sizes.fill(0);
		this.#head = 0;
		this.#tail = 0;
		this.#free.length = 0;
		this.#calculatedSize = 0;
		this.#size = 0;
		if (this.#hasDisposeAfter && this.#disposed) {
			const dt = this.#disposed;
			let task;
			while (task = dt?.shift()) this.#disposeAfter?.(...task);
		}
	}
};
// node_modules/graphql-yoga/esm/utils/create-lru-cache.js
const DEFAULT_MAX = 1024;
const DEFAULT_TTL = 36e5;
/**
* @internal This is an internal utility, and you should use it with your own risk.
* This utility can have breaking changes in the future.
*/
function _createLRUCache({ max = DEFAULT_MAX, ttl = DEFAULT_TTL } = {}) {
	return new LRUCache({
		max,
		ttl
	});
}
// node_modules/graphql-yoga/esm/plugins/use-parser-and-validation-cache.js
function useParserAndValidationCache({ documentCache = _createLRUCache(), errorCache = _createLRUCache(), validationCache = true }) {
	const validationCacheByRules = _createLRUCache();
	return {
		onParse({ params, setParsedDocument }) {
			const strDocument = params.source.toString();
			const document = documentCache.get(strDocument);
			if (document) {
				setParsedDocument(document);
				return;
			}
			const parserError = errorCache.get(strDocument);
			if (parserError) throw parserError;
			return ({ result }) => {
				if (result != null) {
					if (result instanceof Error) errorCache.set(strDocument, result);
					else documentCache.set(strDocument, result);
				}
			};
		},
		onValidate({ params: { schema, documentAST, rules }, setResult }) {
			/** No schema no cache */
			if (schema == null) return;
			if (validationCache !== false) {
				const rulesKey = rules?.map((rule) => rule.name).join(",") || "";
				let validationCacheBySchema = validationCacheByRules.get(rulesKey);
				if (!validationCacheBySchema) {
					validationCacheBySchema = /* @__PURE__ */ new WeakMap();
					validationCacheByRules.set(rulesKey, validationCacheBySchema);
				}
				let validationCacheByDocument = validationCacheBySchema.get(schema);
				if (!validationCacheByDocument) {
					validationCacheByDocument = /* @__PURE__ */ new WeakMap();
					validationCacheBySchema.set(schema, validationCacheByDocument);
				}
				const cachedResult = validationCacheByDocument.get(documentAST);
				if (cachedResult) {
					setResult(cachedResult);
					return;
				}
				return ({ result }) => {
					if (result != null) validationCacheByDocument?.set(documentAST, result);
				};
			}
		}
	};
}
// node_modules/graphql-yoga/esm/plugins/use-request-parser.js
const DEFAULT_MATCHER = () => true;
function useRequestParser(options) {
	const matchFn = options.match || DEFAULT_MATCHER;
	return { onRequestParse({ request, setRequestParser }) {
		if (matchFn(request)) setRequestParser(options.parse);
	} };
}
// node_modules/graphql-yoga/esm/plugins/result-processor/accept.js
function getMediaTypesForRequestInOrder(request) {
	const accepts = (request.headers.get("accept") || "*/*").replace(/\s/g, "").toLowerCase().split(",");
	const mediaTypes = [];
	for (const accept of accepts) {
		const [mediaType, ...params] = accept.split(";");
		if (mediaType === void 0) continue;
		if ((params?.find((param) => param.includes("charset=")) || "charset=utf-8") !== "charset=utf-8") continue;
		mediaTypes.push(mediaType);
	}
	return mediaTypes.reverse();
}
function isMatchingMediaType(askedMediaType, processorMediaType) {
	const [askedPre, askedSuf] = askedMediaType.split("/");
	const [pre, suf] = processorMediaType.split("/");
	if ((pre === "*" || pre === askedPre) && (suf === "*" || suf === askedSuf)) return true;
	return false;
}
// node_modules/graphql-yoga/esm/plugins/result-processor/stringify.js
function jsonStringifyResultWithoutInternals(result) {
	if (Array.isArray(result)) return `[${result.map((r) => {
		const sanitizedResult = omitInternalsFromResultErrors(r);
		return (r.stringify || JSON.stringify)(sanitizedResult);
	}).join(",")}]`;
	const sanitizedResult = omitInternalsFromResultErrors(result);
	return (result.stringify || JSON.stringify)(sanitizedResult);
}
function omitInternalsFromResultErrors(result) {
	if (result.errors?.length || result.extensions?.http) {
		const newResult = { ...result };
		newResult.errors &&= newResult.errors.map(omitInternalsFromError);
		if (newResult.extensions) {
			const { http, ...extensions } = result.extensions;
			newResult.extensions = Object.keys(extensions).length ? extensions : void 0;
		}
		return newResult;
	}
	return result;
}
function omitInternalsFromError(err) {
	if (isGraphQLError(err)) {
		const { http, unexpected, ...extensions } = ("toJSON" in err && typeof err.toJSON === "function" ? err.toJSON() : Object(err)).extensions || {};
		return createGraphQLError(err.message, {
			nodes: err.nodes,
			source: err.source,
			positions: err.positions,
			path: err.path,
			originalError: omitInternalsFromError(err.originalError || void 0),
			extensions: Object.keys(extensions).length ? extensions : void 0,
			coordinate: getSchemaCoordinate(err)
		});
	}
	return err;
}
// node_modules/graphql-yoga/esm/plugins/result-processor/multipart.js
function processMultipartResult(result, fetchAPI) {
	const responseInit = getResponseInitByRespectingErrors(result, {
		Connection: "keep-alive",
		"Content-Type": "multipart/mixed; boundary=\"-\"",
		"Transfer-Encoding": "chunked"
	});
	let iterator;
	const textEncoder = new fetchAPI.TextEncoder();
	const readableStream = new fetchAPI.ReadableStream({
		start(controller) {
			if (isAsyncIterable$3(result)) iterator = result[Symbol.asyncIterator]();
			else {
				let finished = false;
				iterator = { next: () => {
					if (finished) return fakePromise$1({
						done: true,
						value: null
					});
					finished = true;
					return fakePromise$1({
						done: false,
						value: result
					});
				} };
			}
			controller.enqueue(textEncoder.encode("\r\n"));
			controller.enqueue(textEncoder.encode(`---`));
		},
		pull(controller) {
			return handleMaybePromise$1(() => iterator.next(), ({ done, value }) => {
				if (value != null) {
					controller.enqueue(textEncoder.encode("\r\n"));
					controller.enqueue(textEncoder.encode("Content-Type: application/json; charset=utf-8"));
					controller.enqueue(textEncoder.encode("\r\n"));
					const chunk = jsonStringifyResultWithoutInternals(value);
					const encodedChunk = textEncoder.encode(chunk);
					controller.enqueue(textEncoder.encode("Content-Length: " + encodedChunk.byteLength));
					controller.enqueue(textEncoder.encode("\r\n"));
					controller.enqueue(textEncoder.encode("\r\n"));
					controller.enqueue(encodedChunk);
					controller.enqueue(textEncoder.encode("\r\n"));
					controller.enqueue(textEncoder.encode("---"));
				}
				if (done) {
					controller.enqueue(textEncoder.encode("--\r\n"));
					controller.close();
				}
			}, (err) => {
				controller.error(err);
			});
		},
		cancel(e) {
			if (iterator.return) return handleMaybePromise$1(() => iterator.return?.(e), () => {});
		}
	});
	return new fetchAPI.Response(readableStream, responseInit);
}
// node_modules/graphql-yoga/esm/plugins/result-processor/regular.js
function processRegularResult(executionResult, fetchAPI, acceptedHeader) {
	if (isAsyncIterable(executionResult)) return new fetchAPI.Response(null, {
		status: 406,
		statusText: "Not Acceptable",
		headers: { accept: "application/json; charset=utf-8, application/graphql-response+json; charset=utf-8" }
	});
	const responseInit = getResponseInitByRespectingErrors(executionResult, { "Content-Type": acceptedHeader + "; charset=utf-8" }, acceptedHeader === "application/json" && !Array.isArray(executionResult) && areGraphQLErrors(executionResult.errors) && executionResult.errors.some((err) => !err.extensions?.["originalError"] || isGraphQLError(err.extensions["originalError"])));
	const responseBody = jsonStringifyResultWithoutInternals(executionResult);
	return new fetchAPI.Response(responseBody, responseInit);
}
// node_modules/graphql-yoga/esm/plugins/result-processor/sse.js
function getSSEProcessor() {
	return function processSSEResult(result, fetchAPI) {
		let pingIntervalMs = 12e3;
		if (globalThis.process?.env?.["NODE_ENV"] === "test") pingIntervalMs = 300;
		const responseInit = getResponseInitByRespectingErrors(result, {
			"Content-Type": "text/event-stream",
			Connection: "keep-alive",
			"Cache-Control": "no-cache",
			"Content-Encoding": "none"
		}, true);
		let iterator;
		let pingInterval;
		const textEncoder = new fetchAPI.TextEncoder();
		const readableStream = new fetchAPI.ReadableStream({
			start(controller) {
				controller.enqueue(textEncoder.encode(":\n\n"));
				pingInterval = setInterval(() => {
					if (controller.desiredSize === null) {
						clearInterval(pingInterval);
						return;
					}
					if (controller.desiredSize > 0) controller.enqueue(textEncoder.encode(":\n\n"));
				}, pingIntervalMs);
				if (isAsyncIterable$3(result)) iterator = result[Symbol.asyncIterator]();
				else {
					let finished = false;
					iterator = { next: () => {
						if (finished) return fakePromise$1({
							done: true,
							value: null
						});
						finished = true;
						return fakePromise$1({
							done: false,
							value: result
						});
					} };
				}
			},
			pull(controller) {
				return handleMaybePromise$1(() => iterator.next(), (result) => {
					if (result.value != null) {
						controller.enqueue(textEncoder.encode(`event: next\n`));
						const chunk = jsonStringifyResultWithoutInternals(result.value);
						controller.enqueue(textEncoder.encode(`data: ${chunk}\n\n`));
					}
					if (result.done) {
						controller.enqueue(textEncoder.encode(`event: complete\n`));
						controller.enqueue(textEncoder.encode(`data:\n\n`));
						clearInterval(pingInterval);
						controller.close();
					}
				}, (err) => {
					controller.error(err);
				});
			},
			cancel(e) {
				clearInterval(pingInterval);
				if (iterator.return) return handleMaybePromise$1(() => iterator.return?.(e), () => {});
			}
		});
		return new fetchAPI.Response(readableStream, responseInit);
	};
}
// node_modules/graphql-yoga/esm/plugins/use-result-processor.js
const multipart = {
	mediaTypes: ["multipart/mixed"],
	asyncIterables: true,
	processResult: processMultipartResult
};
function getSSEProcessorConfig() {
	return {
		mediaTypes: ["text/event-stream"],
		asyncIterables: true,
		processResult: getSSEProcessor()
	};
}
const regular = {
	mediaTypes: ["application/graphql-response+json", "application/json"],
	asyncIterables: false,
	processResult: processRegularResult
};
function useResultProcessors() {
	const isSubscriptionRequestMap = /* @__PURE__ */ new WeakMap();
	const sse = getSSEProcessorConfig();
	const defaultList = [
		sse,
		multipart,
		regular
	];
	const subscriptionList = [sse, regular];
	return {
		onSubscribe({ args: { contextValue } }) {
			if (contextValue.request) isSubscriptionRequestMap.set(contextValue.request, true);
		},
		onResultProcess({ request, result, acceptableMediaTypes, setResultProcessor }) {
			const processorConfigList = isSubscriptionRequestMap.get(request) ? subscriptionList : defaultList;
			const requestMediaTypes = getMediaTypesForRequestInOrder(request);
			const isAsyncIterableResult = isAsyncIterable$3(result);
			for (const resultProcessorConfig of processorConfigList) for (const requestMediaType of requestMediaTypes) {
				if (isAsyncIterableResult && !resultProcessorConfig.asyncIterables) continue;
				for (const processorMediaType of resultProcessorConfig.mediaTypes) {
					acceptableMediaTypes.push(processorMediaType);
					if (isMatchingMediaType(processorMediaType, requestMediaType)) setResultProcessor(resultProcessorConfig.processResult, processorMediaType);
				}
			}
		}
	};
}
// node_modules/graphql-yoga/esm/landing-page-html.js
var landing_page_html_default = "<!doctype html><html lang=en><head><meta charset=utf-8><title>Welcome to GraphQL Yoga</title><link rel=icon href=https://raw.githubusercontent.com/graphql-hive/graphql-yoga/main/packages/render-graphiql/favicon.ico><style>body,html{padding:0;margin:0;height:100%;font-family:Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Oxygen,Ubuntu,Cantarell,'Fira Sans','Droid Sans','Helvetica Neue',sans-serif;color:#fff;background-color:#000}main>section.hero{display:flex;height:90vh;justify-content:center;align-items:center;flex-direction:column}.logo{display:flex;align-items:center}.buttons{margin-top:24px}h1{font-size:80px}h2{color:#888;max-width:50%;margin-top:0;text-align:center}a{color:#fff;text-decoration:none;margin-left:10px;margin-right:10px;font-weight:700;transition:color .3s ease;padding:4px;overflow:visible}a.graphiql:hover{color:rgba(255,0,255,.7)}a.docs:hover{color:rgba(28,200,238,.7)}a.tutorial:hover{color:rgba(125,85,245,.7)}svg{margin-right:24px}.not-what-your-looking-for{margin-top:5vh}.not-what-your-looking-for>*{margin-left:auto;margin-right:auto}.not-what-your-looking-for>p{text-align:center}.not-what-your-looking-for>h2{color:#464646}.not-what-your-looking-for>p{max-width:600px;line-height:1.3em}.not-what-your-looking-for>pre{max-width:300px}</style></head><body id=body><main><section class=hero><div class=logo><div><svg xmlns=http://www.w3.org/2000/svg viewBox=\"-0.41 0.445 472.812 499.811\" height=150><defs><linearGradient id=paint0_linear_1677_11483 x1=16 y1=14 x2=87.2132 y2=44.5982 gradientUnits=userSpaceOnUse gradientTransform=\"matrix(8.139854, 0, 0, 8.139854, -130.346407, -113.25101)\"><stop stop-color=#7433FF /><stop offset=1 stop-color=#FFA3FD /></linearGradient><linearGradient id=paint1_linear_1677_11483 x1=16 y1=14 x2=87.2132 y2=44.5982 gradientUnits=userSpaceOnUse gradientTransform=\"matrix(8.139854, 0, 0, 8.139854, -130.346407, -113.25101)\"><stop stop-color=#7433FF /><stop offset=1 stop-color=#FFA3FD /></linearGradient><linearGradient id=paint2_linear_1677_11483 x1=16 y1=14 x2=87.2132 y2=44.5982 gradientUnits=userSpaceOnUse gradientTransform=\"matrix(8.139854, 0, 0, 8.139854, -130.346407, -113.25101)\"><stop stop-color=#7433FF /><stop offset=1 stop-color=#FFA3FD /></linearGradient><linearGradient id=paint3_linear_1677_11483 x1=16 y1=14 x2=87.2132 y2=44.5982 gradientUnits=userSpaceOnUse><stop stop-color=#7433FF /><stop offset=1 stop-color=#FFA3FD /></linearGradient><linearGradient id=paint4_linear_1677_11483 x1=16 y1=14 x2=87.2132 y2=44.5982 gradientUnits=userSpaceOnUse><stop stop-color=#7433FF /><stop offset=1 stop-color=#FFA3FD /></linearGradient><linearGradient id=paint5_linear_1677_11483 x1=16 y1=14 x2=87.2132 y2=44.5982 gradientUnits=userSpaceOnUse><stop stop-color=#7433FF /><stop offset=1 stop-color=#FFA3FD /></linearGradient><filter id=filter0_f_1677_11483 x=23 y=-25 width=100 height=100 filterUnits=userSpaceOnUse color-interpolation-filters=sRGB><feFlood flood-opacity=0 result=BackgroundImageFix /><feBlend mode=normal in=SourceGraphic in2=BackgroundImageFix result=shape /><feGaussianBlur stdDeviation=12 result=effect1_foregroundBlur_1677_11483 /></filter><filter id=filter1_f_1677_11483 x=-24 y=19 width=100 height=100 filterUnits=userSpaceOnUse color-interpolation-filters=sRGB><feFlood flood-opacity=0 result=BackgroundImageFix /><feBlend mode=normal in=SourceGraphic in2=BackgroundImageFix result=shape /><feGaussianBlur stdDeviation=12 result=effect1_foregroundBlur_1677_11483 /></filter><linearGradient id=paint6_linear_1677_11483 x1=30 y1=28 x2=66.1645 y2=44.4363 gradientUnits=userSpaceOnUse gradientTransform=\"matrix(8.139854, 0, 0, 8.139854, -130.346407, -113.25101)\"><stop stop-color=#7433FF /><stop offset=1 stop-color=#FFA3FD /></linearGradient><filter id=filter2_f_1677_11483 x=-12 y=-44 width=100 height=100 filterUnits=userSpaceOnUse color-interpolation-filters=sRGB><feFlood flood-opacity=0 result=BackgroundImageFix /><feBlend mode=normal in=SourceGraphic in2=BackgroundImageFix result=shape /><feGaussianBlur stdDeviation=12 result=effect1_foregroundBlur_1677_11483 /></filter><filter id=filter3_f_1677_11483 x=13 y=19 width=100 height=100 filterUnits=userSpaceOnUse color-interpolation-filters=sRGB><feFlood flood-opacity=0 result=BackgroundImageFix /><feBlend mode=normal in=SourceGraphic in2=BackgroundImageFix result=shape /><feGaussianBlur stdDeviation=12 result=effect1_foregroundBlur_1677_11483 /></filter></defs><mask id=mask0_1677_11483 style=mask-type:alpha maskUnits=userSpaceOnUse x=16 y=14 width=58 height=62><path d=\"M21 25.3501C21.7279 25.3501 22.4195 25.5056 23.0433 25.7853L42.1439 14.8C43.0439 14.3 44.1439 14 45.1439 14C46.2439 14 47.2439 14.3 48.1439 14.8L64.5439 24.3C63.3439 25.1 62.4439 26.3 61.8439 27.7L45.9438 18.5C45.6439 18.3 45.344 18.3 45.0441 18.3C44.7441 18.3 44.4439 18.4 44.1439 18.5L25.8225 29.0251C25.9382 29.4471 26 29.8914 26 30.3501C26 33.1115 23.7614 35.3501 21 35.3501C18.2386 35.3501 16 33.1115 16 30.3501C16 27.5887 18.2386 25.3501 21 25.3501Z\" fill=url(#paint3_linear_1677_11483) /><path d=\"M67.2438 35.0329C65.3487 34.3219 64 32.4934 64 30.35C64 27.5886 66.2386 25.35 69 25.35C71.7614 25.35 74 27.5886 74 30.35C74 32.1825 73.0142 33.7848 71.5439 34.6554V55.2C71.5439 57.4 70.3439 59.4 68.5439 60.5L52.1439 69.9C52.1439 68.4 51.6438 66.9 50.7438 65.8L66.3439 56.8C66.9439 56.5 67.2438 55.9 67.2438 55.2V35.0329Z\" fill=url(#paint4_linear_1677_11483) /><path d=\"M49.8439 69.1055C49.9458 69.5034 50 69.9204 50 70.3501C50 73.1115 47.7614 75.3501 45 75.3501C42.5102 75.3501 40.4454 73.5302 40.0633 71.1481L21.8439 60.6C19.9439 59.5 18.8439 57.5 18.8439 55.3V36.8C19.5439 37 20.3439 37.2 21.0439 37.2C21.7439 37.2 22.4439 37.1 23.0439 36.9V55.3C23.0439 56 23.4438 56.6 23.9438 56.9L41.3263 66.9583C42.2398 65.9694 43.5476 65.3501 45 65.3501C47.3291 65.3501 49.2862 66.9426 49.8419 69.0981L49.8436 69.0997L49.8439 69.1055Z\" fill=url(#paint5_linear_1677_11483) /></mask><mask id=mask1_1677_11483 style=mask-type:alpha maskUnits=userSpaceOnUse x=30 y=28 width=30 height=30><path fill-rule=evenodd clip-rule=evenodd d=\"M49.3945 32.3945C49.3945 34.7088 47.5796 38.5469 45 38.5469C42.4271 38.5469 40.6055 34.7112 40.6055 32.3945C40.6055 29.9714 42.5769 28 45 28C47.4231 28 49.3945 29.9714 49.3945 32.3945ZM35.332 49.0433V48.2148C35.332 42.8117 37.8535 41.0004 39.8796 39.545L39.8801 39.5447C40.3928 39.1767 40.8604 38.8404 41.2488 38.4742C42.3293 39.6642 43.626 40.3047 45 40.3047C46.3752 40.3047 47.6725 39.6642 48.7529 38.4754C49.1408 38.841 49.6078 39.1773 50.1199 39.5447L50.1204 39.545C52.1465 41.0004 54.668 42.8117 54.668 48.2148V49.0433L53.8406 49.092C49.9848 49.3185 46.8646 46.9002 45 43.5777C43.1159 46.935 39.9847 49.318 36.1594 49.092L35.332 49.0433ZM58.1463 51.0747L58.1463 51.0746C57.0179 50.891 50.0128 49.7507 45.0007 55.693C40.0116 49.7553 33.1965 50.8592 31.9095 51.0677L31.9095 51.0677C31.7906 51.087 31.7189 51.0986 31.7002 51.0963C31.7005 51.0969 31.7011 51.1045 31.7023 51.1187C31.726 51.4003 31.9682 54.2745 34.0566 56.2422L30 58H60L55.8956 56.2422C57.8537 54.4764 58.1396 52.2685 58.2508 51.4092V51.4091C58.2697 51.2628 58.2836 51.1556 58.2998 51.0963C58.2881 51.0977 58.2356 51.0892 58.1463 51.0747ZM40.4836 50.104C42.3956 49.3212 43.6746 48.1737 45 46.61C46.332 48.1841 47.6159 49.3259 49.5164 50.104C49.5356 50.1425 49.5557 50.1805 49.5756 50.2182C49.5793 50.2253 49.583 50.2323 49.5867 50.2393C48.0911 50.8127 46.4264 51.825 45.0047 53.1444C43.5906 51.8221 41.9673 50.8196 40.4256 50.2153C40.4455 50.1784 40.4648 50.1415 40.4836 50.104Z\" fill=black /></mask><path d=\"M 40.59 93.095 C 46.517 93.095 52.14 94.365 57.22 96.635 L 212.7 7.22 C 220.025 3.149 228.978 0.706 237.12 0.706 C 246.073 0.706 254.213 3.149 261.54 7.22 L 395.032 84.547 C 385.264 91.059 377.939 100.827 373.055 112.224 L 243.631 37.338 C 241.19 35.71 238.747 35.71 236.305 35.71 C 233.863 35.71 231.42 36.523 228.978 37.338 L 79.84 123.009 C 80.786 126.443 81.29 130.058 81.29 133.793 C 81.29 156.269 63.065 174.493 40.59 174.493 C 18.116 174.493 -0.109 156.269 -0.109 133.793 C -0.109 111.32 18.116 93.095 40.59 93.095 Z\" fill=url(#paint0_linear_1677_11483) /><path d=\"M 417.01 171.913 C 401.585 166.126 390.603 151.238 390.603 133.793 C 390.603 111.32 408.83 93.095 431.303 93.095 C 453.777 93.095 472.001 111.32 472.001 133.793 C 472.001 148.706 463.976 161.755 452.011 168.835 L 452.011 336.07 C 452.011 353.977 442.243 370.258 427.591 379.21 L 294.098 455.726 C 294.098 443.516 290.029 431.306 282.703 422.353 L 409.683 349.093 C 414.568 346.651 417.01 341.767 417.01 336.07 L 417.01 171.913 Z\" fill=url(#paint1_linear_1677_11483) /><path d=\"M 275.376 449.253 C 276.206 452.495 276.646 455.889 276.646 459.389 C 276.646 481.863 258.422 500.087 235.947 500.087 C 215.679 500.087 198.87 485.272 195.761 465.883 L 47.46 380.025 C 31.995 371.071 23.041 354.792 23.041 336.884 L 23.041 186.296 C 28.738 187.923 35.25 189.553 40.948 189.553 C 46.646 189.553 52.345 188.738 57.228 187.111 L 57.228 336.884 C 57.228 342.582 60.485 347.465 64.554 349.908 L 206.042 431.777 C 213.481 423.728 224.127 418.689 235.947 418.689 C 254.905 418.689 270.833 431.656 275.36 449.196 L 275.376 449.214 L 275.376 449.253 Z\" fill=url(#paint2_linear_1677_11483) /><g mask=url(#mask0_1677_11483) transform=\"matrix(8.139854, 0, 0, 8.139854, -130.346375, -113.251038)\"><g filter=url(#filter0_f_1677_11483)><circle cx=73 cy=25 r=26 fill=#ED2E7E /></g><g filter=url(#filter1_f_1677_11483)><circle cx=26 cy=69 r=26 fill=#1CC8EE /></g></g><path fill-rule=evenodd clip-rule=evenodd d=\"M 271.713 150.431 C 271.713 169.275 256.948 200.517 235.947 200.517 C 215.003 200.517 200.172 169.292 200.172 150.431 C 200.172 130.708 216.225 114.666 235.947 114.666 C 255.67 114.666 271.713 130.708 271.713 150.431 Z M 157.251 285.952 L 157.251 279.212 C 157.251 235.233 177.771 220.485 194.27 208.641 C 198.447 205.644 202.247 202.901 205.414 199.923 C 214.204 209.608 224.763 214.826 235.947 214.826 C 247.138 214.826 257.697 209.608 266.496 199.931 C 269.653 202.911 273.456 205.644 277.622 208.641 C 294.114 220.485 314.642 235.233 314.642 279.212 L 314.642 285.952 L 307.912 286.351 C 276.525 288.191 251.128 268.509 235.947 241.468 C 220.611 268.795 195.126 288.191 163.981 286.351 L 157.251 285.952 Z M 342.953 302.492 C 333.771 300.994 276.751 291.715 235.955 340.082 C 195.345 291.749 139.865 300.734 129.389 302.436 C 128.428 302.59 127.841 302.688 127.687 302.665 C 127.687 302.673 127.695 302.729 127.702 302.85 C 127.897 305.138 129.867 328.532 146.872 344.55 L 113.849 358.862 L 358.044 358.862 L 324.639 344.55 C 340.576 330.177 342.905 312.202 343.807 305.212 C 343.962 304.022 344.077 303.153 344.206 302.665 C 344.108 302.68 343.686 302.606 342.953 302.492 Z M 199.188 294.59 C 214.751 288.215 225.161 278.879 235.947 266.15 C 246.788 278.96 257.241 288.255 272.707 294.59 C 272.869 294.898 273.031 295.207 273.196 295.518 C 273.219 295.574 273.252 295.631 273.285 295.688 C 261.107 300.361 247.555 308.598 235.989 319.334 C 224.477 308.573 211.258 300.417 198.715 295.493 C 198.87 295.191 199.033 294.891 199.188 294.59 Z\" fill=url(#paint6_linear_1677_11483) /><g mask=url(#mask1_1677_11483) transform=\"matrix(8.139854, 0, 0, 8.139854, -130.346375, -113.251038)\"><g filter=url(#filter2_f_1677_11483)><circle cx=38 cy=6 r=26 fill=#ED2E7E /></g><g filter=url(#filter3_f_1677_11483)><circle cx=63 cy=69 r=26 fill=#1CC8EE /></g></g></svg></div><h1>GraphQL Yoga</h1><p>Version: 5.24.1</p></div><h2>The batteries-included cross-platform GraphQL Server.</h2><div class=buttons><a href=https://www.the-guild.dev/graphql/yoga-server/docs class=docs>Read the Docs</a> <a href=https://www.the-guild.dev/graphql/yoga-server/tutorial/basic class=tutorial>Start the Tutorial </a><a href=__GRAPHIQL_LINK__ class=graphiql>Visit GraphiQL</a></div></section><section class=not-what-your-looking-for><h2>Not the page you are looking for? 👀</h2><p>This page is shown be default whenever a 404 is hit.<br>You can disable this by behavior via the <code>landingPage</code> option.</p><pre>\n          <code>\nimport { createYoga } from 'graphql-yoga';\n\nconst yoga = createYoga({\n  landingPage: false\n})\n          </code>\n        </pre><p>If you expected this page to be the GraphQL route, you need to configure Yoga. Currently, the GraphQL route is configured to be on <code>__GRAPHIQL_LINK__</code>.</p><pre>\n          <code>\nimport { createYoga } from 'graphql-yoga';\n\nconst yoga = createYoga({\n  graphqlEndpoint: '__REQUEST_PATH__',\n})\n          </code>\n        </pre></section></main></body></html>";
// node_modules/graphql-yoga/esm/plugins/use-unhandled-route.js
const defaultRenderLandingPage = function defaultRenderLandingPage(opts) {
	return new opts.fetchAPI.Response(landing_page_html_default.replace(/__GRAPHIQL_LINK__/g, opts.graphqlEndpoint).replace(/__REQUEST_PATH__/g, opts.url.pathname), {
		status: 200,
		statusText: "OK",
		headers: { "Content-Type": "text/html" }
	});
};
function useUnhandledRoute(args) {
	const landingPageRenderer = args.landingPageRenderer || defaultRenderLandingPage;
	return { onRequest({ request, fetchAPI, endResponse, url }) {
		const graphqlEndpoint = args.getGraphQLEndpoint();
		if (!request.url.endsWith(graphqlEndpoint) && !request.url.endsWith(`${graphqlEndpoint}/`) && url.pathname !== graphqlEndpoint && url.pathname !== `${graphqlEndpoint}/` && !args.getGraphQLEndpointURLPattern().test(url)) {
			if (args.showLandingPage === true && request.method === "GET" && !!request.headers?.get("accept")?.includes("text/html")) {
				const landingPage$ = landingPageRenderer({
					request,
					fetchAPI,
					url,
					graphqlEndpoint,
					get urlPattern() {
						return args.getGraphQLEndpointURLPattern();
					}
				});
				if (isPromise$1(landingPage$)) return landingPage$.then(endResponse);
				endResponse(landingPage$);
				return;
			}
			endResponse(new fetchAPI.Response("", {
				status: 404,
				statusText: "Not Found"
			}));
		}
	} };
}
// node_modules/graphql-yoga/esm/process-request.js
function processResult({ request, result, fetchAPI, onResultProcessHooks, serverContext }) {
	let resultProcessor;
	const acceptableMediaTypes = [];
	let acceptedMediaType = "*/*";
	return handleMaybePromise$1(() => iterateAsync(onResultProcessHooks, (onResultProcessHook) => onResultProcessHook({
		request,
		acceptableMediaTypes,
		result,
		setResult(newResult) {
			result = newResult;
		},
		resultProcessor,
		setResultProcessor(newResultProcessor, newAcceptedMimeType) {
			resultProcessor = newResultProcessor;
			acceptedMediaType = newAcceptedMimeType;
		},
		serverContext
	})), () => {
		if (!resultProcessor) return new fetchAPI.Response(null, {
			status: 406,
			statusText: "Not Acceptable",
			headers: { accept: acceptableMediaTypes.join("; charset=utf-8, ") }
		});
		return resultProcessor(result, fetchAPI, acceptedMediaType);
	});
}
function processRequest({ params, enveloped }) {
	const document = enveloped.parse(params.query);
	const errors = enveloped.validate(enveloped.schema, document);
	if (errors.length > 0) return { errors };
	return handleMaybePromise$1(() => enveloped.contextFactory(), (contextValue) => {
		const executionArgs = {
			schema: enveloped.schema,
			document,
			contextValue,
			variableValues: params.variables,
			operationName: params.operationName
		};
		return (getOperationAST(document, params.operationName)?.operation === "subscription" ? enveloped.subscribe : enveloped.execute)(executionArgs);
	});
}
// node_modules/graphql-yoga/esm/utils/is-response.js
function isResponse(value) {
	return value?.status && value?.headers;
}
// node_modules/graphql-yoga/esm/utils/mask-error.js
function serializeError(error) {
	if (isGraphQLError(error)) return error.toJSON();
	if (error instanceof Error) return {
		message: error.message,
		stack: error.stack,
		cause: error.cause
	};
	return error;
}
const maskError = (error, message, isDev = globalThis.process?.env?.["NODE_ENV"] === "development") => {
	if (isOriginalGraphQLError(error)) return error;
	const errorExtensions = {
		code: "INTERNAL_SERVER_ERROR",
		unexpected: true
	};
	const errorOptions = { extensions: errorExtensions };
	if (isGraphQLError(error)) {
		errorOptions.nodes = error.nodes;
		errorOptions.source = error.source;
		errorOptions.positions = error.positions;
		errorOptions.path = error.path;
		errorOptions.coordinate = getSchemaCoordinate(error);
		if (isDev && error.originalError) errorExtensions["originalError"] = serializeError(error.originalError);
		if (error.extensions?.["http"]) errorExtensions["http"] = error.extensions["http"];
	} else if (isDev) errorExtensions["originalError"] = serializeError(error);
	return createGraphQLError(message, errorOptions);
};
// node_modules/graphql-yoga/esm/server.js
/**
* Base class that can be extended to create a GraphQL server with any HTTP server framework.
* @internal
*/
var YogaServer = class {
	/**
	* Instance of envelop
	*/
	getEnveloped;
	logger;
	fetchAPI;
	plugins;
	instrumentation;
	onRequestParseHooks;
	onParamsHooks;
	onExecutionResultHooks;
	onResultProcessHooks;
	maskedErrorsOpts;
	id;
	_graphqlEndpoint;
	_graphqlEndpointURLPattern;
	version = "5.24.1";
	constructor(options) {
		this.id = options?.id ?? "yoga";
		this.fetchAPI = { ...import_node_ponyfill };
		if (options?.fetchAPI) {
			for (const key in options.fetchAPI) if (options.fetchAPI[key]) this.fetchAPI[key] = options.fetchAPI[key];
		}
		const logger = options?.logging == null ? true : options.logging;
		this.logger = typeof logger === "boolean" ? logger === true ? createLogger() : createLogger("silent") : typeof logger === "string" ? createLogger(logger) : logger;
		const maskErrorFn = typeof options?.maskedErrors === "object" && options.maskedErrors.maskError || maskError;
		const maskedErrorSet = /* @__PURE__ */ new WeakSet();
		this.maskedErrorsOpts = options?.maskedErrors === false ? null : {
			errorMessage: "Unexpected error.",
			...typeof options?.maskedErrors === "object" ? options.maskedErrors : {},
			maskError: (error, message) => {
				if (maskedErrorSet.has(error)) return error;
				const newError = maskErrorFn(error, message, this.maskedErrorsOpts?.isDev);
				if (newError !== error) this.logger.error(error);
				maskedErrorSet.add(newError);
				return newError;
			}
		};
		const maskedErrors = this.maskedErrorsOpts == null ? null : this.maskedErrorsOpts;
		let batchingLimit = 0;
		if (options?.batching) {
			if (typeof options.batching === "boolean") batchingLimit = 10;
			else batchingLimit = options.batching.limit ?? 10;
		}
		this.graphqlEndpoint = options?.graphqlEndpoint || "/graphql";
		this.plugins = [
			useEngine({
				parse,
				validate,
				execute: normalizedExecutor,
				subscribe: normalizedExecutor,
				specifiedRules
			}),
			!!options?.schema && useSchema(options.schema),
			options?.allowedHeaders?.request != null && useAllowedRequestHeaders(options.allowedHeaders.request),
			options?.context != null && useExtendContext((initialContext) => {
				if (options?.context) {
					if (typeof options.context === "function") return options.context(initialContext);
					return options.context;
				}
				return {};
			}),
			useHealthCheck({
				id: this.id,
				logger: this.logger,
				endpoint: options?.healthCheckEndpoint
			}),
			options?.cors !== false && useCORS(options?.cors),
			options?.graphiql !== false && useGraphiQL({
				getGraphQLEndpoint: () => this._graphqlEndpoint,
				getGraphQLEndpointURLPattern: () => this.getUrlPatternForGraphQLEndpoint(),
				options: options?.graphiql,
				render: options?.renderGraphiQL,
				logger: this.logger
			}),
			useRequestParser({
				match: isGETRequest,
				parse: parseGETRequest
			}),
			useRequestParser({
				match: isPOSTJsonRequest,
				parse: parsePOSTJsonRequest
			}),
			options?.multipart !== false && useRequestParser({
				match: isPOSTMultipartRequest,
				parse: parsePOSTMultipartRequest
			}),
			useRequestParser({
				match: isPOSTGraphQLStringRequest,
				parse: parsePOSTGraphQLStringRequest
			}),
			useRequestParser({
				match: isPOSTFormUrlEncodedRequest,
				parse: parsePOSTFormUrlEncodedRequest
			}),
			useResultProcessors(),
			...options?.plugins ?? [],
			useLimitRequestBodySize(options?.maxRequestBodySize === false ? false : options?.maxRequestBodySize ?? 25e6),
			options?.parserAndValidationCache !== false && useParserAndValidationCache(!options?.parserAndValidationCache || options?.parserAndValidationCache === true ? {} : options?.parserAndValidationCache),
			useLimitBatching(batchingLimit),
			useCheckGraphQLQueryParams(options?.extraParamNames),
			useUnhandledRoute({
				getGraphQLEndpoint: () => this.graphqlEndpoint,
				getGraphQLEndpointURLPattern: () => this.getUrlPatternForGraphQLEndpoint(),
				showLandingPage: options?.landingPage !== false,
				landingPageRenderer: typeof options?.landingPage === "function" ? options.landingPage : void 0
			}),
			useCheckMethodForGraphQL(),
			usePreventMutationViaGET(),
			maskedErrors !== null && { onSubscribe() {
				return { onSubscribeError({ error }) {
					if (isAbortError(error)) throw error;
				} };
			} },
			maskedErrors !== null && useMaskedErrors(maskedErrors),
			options?.allowedHeaders?.response != null && useAllowedResponseHeaders(options.allowedHeaders.response),
			useHTTPValidationError()
		];
		this.getEnveloped = envelop({ plugins: this.plugins });
		this.plugins = this.getEnveloped._plugins;
		this.onRequestParseHooks = [];
		this.onParamsHooks = [];
		this.onExecutionResultHooks = [];
		this.onResultProcessHooks = [];
		for (const plugin of this.plugins) if (plugin) {
			if (plugin.onYogaInit) plugin.onYogaInit({ yoga: this });
			if (plugin.onRequestParse) this.onRequestParseHooks.push(plugin.onRequestParse);
			if (plugin.onParams) this.onParamsHooks.push(plugin.onParams);
			if (plugin.onExecutionResult) this.onExecutionResultHooks.push(plugin.onExecutionResult);
			if (plugin.onResultProcess) this.onResultProcessHooks.push(plugin.onResultProcess);
			if (plugin.instrumentation) this.instrumentation = this.instrumentation ? chain(this.instrumentation, plugin.instrumentation) : plugin.instrumentation;
		}
	}
	get graphqlEndpoint() {
		return this._graphqlEndpoint;
	}
	set graphqlEndpoint(endpoint) {
		this._graphqlEndpoint = endpoint;
		this._graphqlEndpointURLPattern = void 0;
	}
	getUrlPatternForGraphQLEndpoint() {
		this._graphqlEndpointURLPattern ??= new this.fetchAPI.URLPattern({ pathname: this._graphqlEndpoint });
		return this._graphqlEndpointURLPattern;
	}
	handleParams = ({ request, context, params }) => {
		const additionalContext = context["request"] === request ? { params } : {
			request,
			params
		};
		Object.assign(context, additionalContext);
		const enveloped = this.getEnveloped(context);
		this.logger.debug(`Processing GraphQL Parameters`);
		return handleMaybePromise$1(() => handleMaybePromise$1(() => processRequest({
			params,
			enveloped
		}), (result) => {
			this.logger.debug(`Processing GraphQL Parameters done.`);
			return result;
		}, (error) => {
			return { errors: handleError(error, this.maskedErrorsOpts, this.logger) };
		}), (result) => {
			if (isAsyncIterable$3(result)) result = mapAsyncIterator$1(result, (v) => v, (error) => {
				if (error.name === "AbortError") {
					this.logger.debug(`Request aborted`);
					throw error;
				}
				return { errors: handleError(error, this.maskedErrorsOpts, this.logger) };
			});
			return result;
		});
	};
	getResultForParams = ({ params, request }, context) => {
		let result;
		let paramsHandler = this.handleParams;
		return handleMaybePromise$1(() => iterateAsync(this.onParamsHooks, (onParamsHook) => onParamsHook({
			params,
			request,
			setParams(newParams) {
				params = newParams;
			},
			paramsHandler,
			setParamsHandler(newHandler) {
				paramsHandler = newHandler;
			},
			setResult(newResult) {
				result = newResult;
			},
			fetchAPI: this.fetchAPI,
			context
		})), () => handleMaybePromise$1(() => result || paramsHandler({
			request,
			params,
			context
		}), (result) => handleMaybePromise$1(() => iterateAsync(this.onExecutionResultHooks, (onExecutionResult) => onExecutionResult({
			result,
			setResult(newResult) {
				result = newResult;
			},
			request,
			context
		})), () => result)));
	};
	parseRequest = (request, serverContext) => {
		let url = new Proxy({}, { get: (_target, prop, _receiver) => {
			url = new this.fetchAPI.URL(request.url, "http://localhost");
			return Reflect.get(url, prop, url);
		} });
		let requestParser;
		let response;
		const onRequestParseDoneList = [];
		return handleMaybePromise$1(() => iterateAsync(this.onRequestParseHooks, (onRequestParse, endEarly) => handleMaybePromise$1(() => onRequestParse({
			request,
			url,
			requestParser,
			serverContext,
			setRequestParser(parser) {
				requestParser = parser;
			},
			endResponse(res) {
				response = res;
				endEarly();
			},
			fetchAPI: this.fetchAPI
		}), (requestParseHookResult) => requestParseHookResult?.onRequestParseDone), onRequestParseDoneList), () => {
			if (response) return { response };
			this.logger.debug(`Parsing request to extract GraphQL parameters`);
			if (!requestParser) return { response: new this.fetchAPI.Response(null, {
				status: 415,
				statusText: "Unsupported Media Type"
			}) };
			return handleMaybePromise$1(() => requestParser(request), (requestParserFnResult) => {
				if (isResponse(requestParserFnResult)) return { response: requestParserFnResult };
				let requestParserResult = requestParserFnResult;
				return handleMaybePromise$1(() => iterateAsync(onRequestParseDoneList, (onRequestParseDone) => onRequestParseDone({
					requestParserResult,
					setRequestParserResult(newParams) {
						requestParserResult = newParams;
					}
				})), () => ({ requestParserResult }));
			});
		});
	};
	handle = (request, serverContext) => {
		const instrumented = this.instrumentation && getInstrumented({ request });
		const parseRequest = this.instrumentation?.requestParse ? instrumented.asyncFn(this.instrumentation?.requestParse, this.parseRequest) : this.parseRequest;
		return unfakePromise$1(fakePromise$1().then(() => parseRequest(request, serverContext)).then(({ response, requestParserResult }) => {
			if (response) return response;
			const getResultForParams = this.instrumentation?.operation ? (payload, context) => {
				return getInstrumented({
					context,
					request: payload.request
				}).asyncFn(this.instrumentation?.operation, this.getResultForParams)(payload, context);
			} : this.getResultForParams;
			return handleMaybePromise$1(() => Array.isArray(requestParserResult) ? Promise.all(requestParserResult.map((params) => fakePromise$1().then(() => getResultForParams({
				params,
				request
			}, Object.create(serverContext))).catch((error) => {
				return { errors: handleError(error, this.maskedErrorsOpts, this.logger) };
			}))) : getResultForParams({
				params: requestParserResult,
				request
			}, serverContext), (result) => {
				return (this.instrumentation?.resultProcess ? instrumented.asyncFn(this.instrumentation.resultProcess, processResult) : processResult)({
					request,
					result,
					fetchAPI: this.fetchAPI,
					onResultProcessHooks: this.onResultProcessHooks,
					serverContext
				});
			});
		}).catch((error) => {
			return processResult({
				request,
				result: { errors: handleError(error, this.maskedErrorsOpts, this.logger) },
				fetchAPI: this.fetchAPI,
				onResultProcessHooks: this.onResultProcessHooks,
				serverContext
			});
		}));
	};
};
function createYoga(options) {
	const server = new YogaServer(options);
	return createServerAdapter(server, {
		fetchAPI: server.fetchAPI,
		plugins: server["plugins"],
		disposeOnProcessTerminate: options.disposeOnProcessTerminate
	});
}
export { createYoga };
