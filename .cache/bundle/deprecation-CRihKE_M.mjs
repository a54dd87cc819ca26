import { d as missingScope, n as badRequest } from "./errors-Cd1UCkd2.mjs";
import { E as isObjectType, J as OperationTypeNode, S as isListType, f as getNamedType, g as isCompositeType, m as isAbstractType, p as getNullableType, rt as inspect, tt as invariant, w as isNonNullType, x as isLeafType } from "./definition-U6Cy4S-S.mjs";
import { G as addPath, K as pathToArray, M as GraphQLStreamDirective, Q as isPromiseLike, X as ensureGraphQLError, Y as isIterableObject, Z as isPromise, _ as shouldTrace, b as assertValidSchema, c as getVariableValues, f as executeChannel, g as resolveChannel, i as collectSubfields$1, k as GraphQLDisableErrorPropagationDirective, l as getVariableSignature, m as executeVariableCoercionChannel, n as locatedError, o as getArgumentValues, p as executeRootSelectionSetChannel, r as collectFields, s as getDirectiveValues, t as getOperationAST, v as traceMixed } from "./getOperationAST-BUlcyd1p.mjs";
import { Q as GraphQLError, R as OPERATION_DEFINITION, et as isObjectLike, v as FRAGMENT_DEFINITION } from "./kinds_-cEhelto3.mjs";
// node_modules/graphql/jsutils/isAsyncIterable.mjs
function isAsyncIterable(maybeAsyncIterable) {
	return typeof maybeAsyncIterable?.[Symbol.asyncIterator] === "function";
}
// node_modules/graphql/execution/buildResolveInfo.mjs
function buildResolveInfo(validatedExecutionArgs, fieldDef, fieldNodes, parentType, path, getAbortSignal, getAsyncHelpers) {
	const { schema, fragmentDefinitions, rootValue, operation, variableValues } = validatedExecutionArgs;
	return {
		fieldName: fieldDef.name,
		fieldNodes,
		returnType: fieldDef.type,
		parentType,
		path,
		schema,
		fragments: fragmentDefinitions,
		rootValue,
		operation,
		variableValues,
		getAbortSignal,
		getAsyncHelpers
	};
}
// node_modules/graphql/jsutils/promiseWithResolvers.mjs
function promiseWithResolvers() {
	let resolve;
	let reject;
	return {
		promise: new Promise((res, rej) => {
			resolve = res;
			reject = rej;
		}),
		resolve,
		reject
	};
}
// node_modules/graphql/execution/cancellablePromise.mjs
function withCancellation(originalPromise) {
	const { promise, resolve, reject } = promiseWithResolvers();
	let settled = false;
	const settleResolve = (value) => {
		if (settled) return;
		settled = true;
		resolve(value);
	};
	const settleReject = (error) => {
		if (settled) return;
		settled = true;
		reject(error);
	};
	originalPromise.then(settleResolve, settleReject);
	return {
		promise,
		abort(reason) {
			settleReject(reason);
		}
	};
}
// node_modules/graphql/execution/AsyncWorkTracker.mjs
var AsyncWorkTracker = class {
	constructor() {
		this.pendingAsyncWork = /* @__PURE__ */ new Set();
	}
	add(promiseLike) {
		const pendingAsyncWork = this.pendingAsyncWork;
		const promiseToSettle = promiseLike.then(() => {
			pendingAsyncWork.delete(promiseToSettle);
		}, () => {
			pendingAsyncWork.delete(promiseToSettle);
		});
		pendingAsyncWork.add(promiseToSettle);
	}
	addValues(values) {
		for (const value of values) if (isPromiseLike(value)) this.add(value);
	}
	wait() {
		if (this.pendingAsyncWork.size === 0) return;
		return this.waitForPendingAsyncWork();
	}
	promiseAllTrackOnReject(values) {
		const promise = Promise.all(values);
		promise.then(void 0, () => {
			this.addValues(values);
		});
		return promise;
	}
	async waitForPendingAsyncWork() {
		while (this.pendingAsyncWork.size > 0) await Promise.allSettled(Array.from(this.pendingAsyncWork));
	}
};
// node_modules/graphql/execution/createSharedExecutionContext.mjs
function createSharedExecutionContext(abortSignal) {
	const asyncWorkTracker = new AsyncWorkTracker();
	let resolveInfoHelpers;
	const promiseAll = (values) => asyncWorkTracker.promiseAllTrackOnReject(values);
	const getAsyncHelpers = () => resolveInfoHelpers ??= {
		promiseAll,
		track: (maybePromises) => asyncWorkTracker.addValues(maybePromises)
	};
	return {
		asyncWorkTracker,
		getAbortSignal: () => abortSignal,
		getAsyncHelpers,
		promiseAll
	};
}
// node_modules/graphql/jsutils/memoize2.mjs
function memoize2(fn) {
	let cache0;
	return function memoized(a1, a2) {
		cache0 ??= /* @__PURE__ */ new WeakMap();
		let cache1 = cache0.get(a1);
		if (cache1 === void 0) {
			cache1 = /* @__PURE__ */ new WeakMap();
			cache0.set(a1, cache1);
		}
		let fnResult = cache1.get(a2);
		if (fnResult === void 0) {
			fnResult = fn(a1, a2);
			cache1.set(a2, fnResult);
		}
		return fnResult;
	};
}
// node_modules/graphql/jsutils/memoize3.mjs
function memoize3(fn) {
	let cache0;
	return function memoized(a1, a2, a3) {
		cache0 ??= /* @__PURE__ */ new WeakMap();
		let cache1 = cache0.get(a1);
		if (cache1 === void 0) {
			cache1 = /* @__PURE__ */ new WeakMap();
			cache0.set(a1, cache1);
		}
		let cache2 = cache1.get(a2);
		if (cache2 === void 0) {
			cache2 = /* @__PURE__ */ new WeakMap();
			cache1.set(a2, cache2);
		}
		let fnResult = cache2.get(a3);
		if (fnResult === void 0) {
			fnResult = fn(a1, a2, a3);
			cache2.set(a3, fnResult);
		}
		return fnResult;
	};
}
// node_modules/graphql/jsutils/promiseForObject.mjs
function promiseForObject(object, promiseAll) {
	const keys = Object.keys(object);
	return promiseAll(Object.values(object)).then((resolvedValues) => {
		const resolvedObject = Object.create(null);
		for (let i = 0; i < keys.length; ++i) resolvedObject[keys[i]] = resolvedValues[i];
		return resolvedObject;
	});
}
// node_modules/graphql/jsutils/promiseReduce.mjs
function promiseReduce(values, callbackFn, initialValue) {
	let accumulator = initialValue;
	for (const value of values) accumulator = isPromise(accumulator) ? accumulator.then((resolved) => callbackFn(resolved, value)) : callbackFn(accumulator, value);
	return accumulator;
}
// node_modules/graphql/execution/AbortedGraphQLExecutionError.mjs
var AbortedGraphQLExecutionError = class extends Error {
	constructor(reason, result) {
		super(getAbortReasonMessage(reason), { cause: reason });
		this.name = "AbortedGraphQLExecutionError";
		this.abortedResult = result;
	}
	get [Symbol.toStringTag]() {
		return "AbortedGraphQLExecutionError";
	}
};
function getAbortReasonMessage(reason) {
	if (reason instanceof Error) return reason.message;
	if (typeof reason === "object" && reason !== null && "message" in reason && typeof reason.message === "string") return reason.message;
	return String(reason);
}
// node_modules/graphql/execution/collectIteratorPromises.mjs
function collectIteratorPromises(iterator) {
	const promises = [];
	try {
		while (true) {
			const iteration = iterator.next();
			if (iteration.done) return promises;
			if (isPromiseLike(iteration.value)) promises.push(iteration.value);
		}
	} catch {
		return promises;
	}
}
// node_modules/graphql/execution/getStreamUsage.mjs
function getStreamUsage$1(validatedExecutionArgs, fieldDetailsList) {
	const { operation, variableValues } = validatedExecutionArgs;
	const stream = getDirectiveValues(GraphQLStreamDirective, fieldDetailsList[0].node, variableValues, fieldDetailsList[0].fragmentVariableValues);
	if (!stream) return;
	if (stream.if === false) return;
	if (!(typeof stream.initialCount === "number")) invariant(false, "initialCount must be a number");
	if (!(stream.initialCount >= 0)) invariant(false, "initialCount must be a positive integer");
	if (!(operation.operation !== OperationTypeNode.SUBSCRIPTION)) invariant(false, "`@stream` directive not supported on subscription operations. Disable `@stream` by setting the `if` argument to `false`.");
	const streamedFieldDetailsList = fieldDetailsList.map((fieldDetails) => ({
		node: fieldDetails.node,
		deferUsage: void 0,
		fragmentVariableValues: fieldDetails.fragmentVariableValues
	}));
	return {
		initialCount: stream.initialCount,
		label: typeof stream.label === "string" ? stream.label : void 0,
		fieldDetailsList: streamedFieldDetailsList
	};
}
// node_modules/graphql/execution/hooks.mjs
function runHookSafely(hook, info) {
	try {
		hook?.(info);
	} catch {}
}
function runAsyncWorkFinishedHook(validatedExecutionArgs, sharedExecutionContext, asyncWorkFinishedHook) {
	const maybeWaitForAsyncWork = sharedExecutionContext.asyncWorkTracker.wait();
	if (maybeWaitForAsyncWork === void 0) {
		runHookSafely(asyncWorkFinishedHook, { validatedExecutionArgs });
		return;
	}
	maybeWaitForAsyncWork.then(() => {
		runHookSafely(asyncWorkFinishedHook, { validatedExecutionArgs });
	}).catch(() => void 0);
}
// node_modules/graphql/execution/returnIteratorCatchingErrors.mjs
async function returnIteratorCatchingErrors(iterator) {
	try {
		await iterator.return?.();
	} catch {}
}
// node_modules/graphql/execution/Executor.mjs
const collectSubfields = memoize3((validatedExecutionArgs, returnType, fieldDetailsList) => {
	const { schema, fragments, variableValues, hideSuggestions } = validatedExecutionArgs;
	return collectSubfields$1(schema, fragments, variableValues, returnType, fieldDetailsList, hideSuggestions);
});
const getStreamUsage = memoize2((validatedExecutionArgs, fieldDetailsList) => getStreamUsage$1(validatedExecutionArgs, fieldDetailsList));
var CollectedErrors = class {
	constructor() {
		this._errorPositions = /* @__PURE__ */ new Set();
		this._errors = [];
	}
	get errors() {
		return this._errors;
	}
	add(error, path) {
		if (this.hasNulledPosition(path)) return;
		this._errorPositions.add(path);
		this._errors.push(error);
	}
	hasNulledPosition(startPath) {
		let path = startPath;
		while (path !== void 0) {
			if (this._errorPositions.has(path)) return true;
			path = path.prev;
		}
		return this._errorPositions.has(void 0);
	}
};
const defaultAbortReason = /* @__PURE__ */ new Error("This operation was aborted");
var Executor = class {
	constructor(validatedExecutionArgs, sharedExecutionContext) {
		this.validatedExecutionArgs = validatedExecutionArgs;
		this.aborted = false;
		this.abortReason = defaultAbortReason;
		this.collectedErrors = new CollectedErrors();
		if (sharedExecutionContext === void 0) {
			this.resolverAbortController = new AbortController();
			this.sharedExecutionContext = createSharedExecutionContext(this.resolverAbortController.signal);
		} else this.sharedExecutionContext = sharedExecutionContext;
		const { getAbortSignal, getAsyncHelpers, promiseAll } = this.sharedExecutionContext;
		this.getAbortSignal = getAbortSignal;
		this.getAsyncHelpers = getAsyncHelpers;
		this.promiseAll = promiseAll;
	}
	executeRootSelectionSet(serially) {
		if (!shouldTrace(executeRootSelectionSetChannel)) return this.executeRootSelectionSetImpl(serially);
		return traceMixed(executeRootSelectionSetChannel, this.buildExecuteContextFromValidatedArgs(this.validatedExecutionArgs), () => this.executeRootSelectionSetImpl(serially));
	}
	buildExecuteContextFromValidatedArgs(args) {
		return {
			schema: args.schema,
			document: args.document,
			operation: args.operation,
			rawVariableValues: args.rawVariableValues,
			operationName: args.operation.name?.value,
			operationType: args.operation.operation
		};
	}
	executeRootSelectionSetImpl(serially) {
		const externalAbortSignal = this.validatedExecutionArgs.externalAbortSignal;
		let removeExternalAbortListener;
		if (externalAbortSignal) {
			externalAbortSignal.throwIfAborted();
			const onExternalAbort = () => {
				this.abort(externalAbortSignal.reason);
			};
			removeExternalAbortListener = () => externalAbortSignal.removeEventListener("abort", onExternalAbort);
			externalAbortSignal.addEventListener("abort", onExternalAbort);
		}
		const maybeRemoveExternalAbortListener = () => {
			removeExternalAbortListener?.();
		};
		let result;
		try {
			const { schema, fragments, rootValue, operation, variableValues, hideSuggestions } = this.validatedExecutionArgs;
			const { operation: operationType, selectionSet } = operation;
			const rootType = schema.getRootType(operationType);
			if (rootType == null) throw new GraphQLError(`Schema is not configured to execute ${operationType} operation.`, { nodes: operation });
			const { groupedFieldSet, newDeferUsages } = collectFields(schema, fragments, variableValues, rootType, selectionSet, hideSuggestions);
			result = this.executeCollectedRootFields(rootType, rootValue, groupedFieldSet, serially ?? operationType === OperationTypeNode.MUTATION, newDeferUsages);
			if (isPromise(result)) {
				const promise = result.then((data) => {
					maybeRemoveExternalAbortListener();
					return this.buildResponse(data);
				}, (error) => {
					maybeRemoveExternalAbortListener();
					this.collectedErrors.add(ensureGraphQLError(error), void 0);
					return this.buildResponse(null);
				});
				this.sharedExecutionContext.asyncWorkTracker.add(promise);
				const { promise: cancellablePromise, abort: abortResultPromise } = withCancellation(promise.then((resolved) => this.finish(resolved)));
				this.abortResultPromise = () => {
					abortResultPromise(this.createAbortedExecutionError(promise));
				};
				if (this.aborted) this.abortResultPromise();
				return cancellablePromise;
			}
			maybeRemoveExternalAbortListener();
		} catch (error) {
			maybeRemoveExternalAbortListener();
			this.collectedErrors.add(ensureGraphQLError(error), void 0);
			return this.finish(this.buildResponse(null));
		}
		return this.finish(this.buildResponse(result));
	}
	abort(reason) {
		if (this.aborted) return;
		this.aborted = true;
		if (reason !== void 0) this.abortReason = reason;
		this.abortResultPromise?.();
		this.resolverAbortController?.abort(this.abortReason);
	}
	finish(result) {
		if (this.aborted) throw this.createAbortedExecutionError(result);
		this.aborted = true;
		return result;
	}
	createAbortedExecutionError(result) {
		return new AbortedGraphQLExecutionError(this.abortReason, result);
	}
	getFinishSharedExecution() {
		const resolverAbortController = this.resolverAbortController;
		const asyncWorkFinishedHook = this.validatedExecutionArgs.hooks?.asyncWorkFinished;
		if (asyncWorkFinishedHook === void 0) return () => resolverAbortController?.abort();
		const validatedExecutionArgs = this.validatedExecutionArgs;
		const sharedExecutionContext = this.sharedExecutionContext;
		return () => {
			resolverAbortController?.abort();
			runAsyncWorkFinishedHook(validatedExecutionArgs, sharedExecutionContext, asyncWorkFinishedHook);
		};
	}
	buildResponse(data) {
		this.getFinishSharedExecution()();
		const errors = this.collectedErrors.errors;
		return errors.length ? {
			errors,
			data
		} : { data };
	}
	executeCollectedRootFields(rootType, rootValue, originalGroupedFieldSet, serially, _newDeferUsages) {
		return this.executeRootGroupedFieldSet(rootType, rootValue, originalGroupedFieldSet, serially, void 0);
	}
	executeRootGroupedFieldSet(rootType, rootValue, groupedFieldSet, serially, positionContext) {
		return serially ? this.executeFieldsSerially(rootType, rootValue, void 0, groupedFieldSet, positionContext) : this.executeFields(rootType, rootValue, void 0, groupedFieldSet, positionContext);
	}
	executeFieldsSerially(parentType, sourceValue, path, groupedFieldSet, positionContext) {
		let tracingChannel = shouldTrace(resolveChannel) ? resolveChannel : void 0;
		return promiseReduce(groupedFieldSet, (results, [responseName, fieldDetailsList]) => {
			if (this.aborted) throw new Error("Aborted!");
			const fieldPath = addPath(path, responseName, parentType.name);
			const result = this.executeField(parentType, sourceValue, fieldDetailsList, fieldPath, positionContext, tracingChannel);
			if (result === void 0) return results;
			if (isPromise(result)) return result.then((resolved) => {
				results[responseName] = resolved;
				tracingChannel = shouldTrace(resolveChannel) ? resolveChannel : void 0;
				return results;
			});
			results[responseName] = result;
			return results;
		}, Object.create(null));
	}
	executeFields(parentType, sourceValue, path, groupedFieldSet, positionContext) {
		const results = Object.create(null);
		let containsPromise = false;
		const tracingChannel = shouldTrace(resolveChannel) ? resolveChannel : void 0;
		try {
			for (const [responseName, fieldDetailsList] of groupedFieldSet) {
				const fieldPath = addPath(path, responseName, parentType.name);
				const result = this.executeField(parentType, sourceValue, fieldDetailsList, fieldPath, positionContext, tracingChannel);
				if (result !== void 0) {
					results[responseName] = result;
					if (isPromise(result)) containsPromise = true;
				}
			}
		} catch (error) {
			if (containsPromise) this.sharedExecutionContext.asyncWorkTracker.addValues(Object.values(results));
			throw error;
		}
		if (!containsPromise) return results;
		return promiseForObject(results, this.promiseAll);
	}
	executeField(parentType, source, fieldDetailsList, path, positionContext, tracingChannel) {
		const validatedExecutionArgs = this.validatedExecutionArgs;
		const { schema, contextValue, variableValues, hideSuggestions } = validatedExecutionArgs;
		const firstFieldDetails = fieldDetailsList[0];
		const firstNode = firstFieldDetails.node;
		const fieldName = firstNode.name.value;
		const fieldDef = schema.getField(parentType, fieldName);
		if (!fieldDef) return;
		const returnType = fieldDef.type;
		let resolveFn = fieldDef.resolve ?? validatedExecutionArgs.fieldResolver;
		if (tracingChannel !== void 0) {
			const originalResolveFn = resolveFn;
			resolveFn = (s, args, c, info) => traceMixed(tracingChannel, this.buildResolveContext(args, info, fieldDef.resolve === void 0), () => originalResolveFn(s, args, c, info));
		}
		const info = buildResolveInfo(validatedExecutionArgs, fieldDef, toNodes(fieldDetailsList), parentType, path, this.getAbortSignal, this.getAsyncHelpers);
		try {
			const args = getArgumentValues(fieldDef, firstNode, variableValues, firstFieldDetails.fragmentVariableValues, hideSuggestions);
			const result = resolveFn(source, args, contextValue, info);
			if (isPromiseLike(result)) return this.completePromisedValue(returnType, fieldDetailsList, info, path, result, positionContext);
			const completed = this.completeValue(returnType, fieldDetailsList, info, path, result, positionContext);
			if (isPromise(completed)) return completed.then(void 0, (rawError) => {
				this.handleFieldError(rawError, returnType, fieldDetailsList, path);
				return null;
			});
			return completed;
		} catch (rawError) {
			this.handleFieldError(rawError, returnType, fieldDetailsList, path);
			return null;
		}
	}
	buildResolveContext(args, info, isDefaultResolver) {
		let cachedFieldPath;
		return {
			fieldName: info.fieldName,
			alias: String(info.path.key),
			parentType: info.parentType.name,
			fieldType: String(info.returnType),
			args,
			isDefaultResolver,
			get fieldPath() {
				cachedFieldPath ??= pathToArray(info.path).join(".");
				return cachedFieldPath;
			}
		};
	}
	handleFieldError(rawError, returnType, fieldDetailsList, path) {
		const error = locatedError(rawError, toNodes(fieldDetailsList), pathToArray(path));
		if (this.validatedExecutionArgs.errorPropagation && isNonNullType(returnType)) throw error;
		this.collectedErrors.add(error, path);
	}
	completeValue(returnType, fieldDetailsList, info, path, result, positionContext) {
		if (result instanceof Error) throw result;
		if (isNonNullType(returnType)) {
			const completed = this.completeValue(returnType.ofType, fieldDetailsList, info, path, result, positionContext);
			if (completed === null) throw new Error(`Cannot return null for non-nullable field ${info.parentType}.${info.fieldName}.`);
			return completed;
		}
		if (result == null) return null;
		if (isListType(returnType)) return this.completeListValue(returnType, fieldDetailsList, info, path, result, positionContext);
		if (isLeafType(returnType)) return this.completeLeafValue(returnType, result);
		if (isAbstractType(returnType)) return this.completeAbstractValue(returnType, fieldDetailsList, info, path, result, positionContext);
		if (isObjectType(returnType)) return this.completeObjectValue(returnType, fieldDetailsList, info, path, result, positionContext);
		invariant(false, "Cannot complete value of unexpected output type: " + inspect(returnType));
	}
	async completePromisedValue(returnType, fieldDetailsList, info, path, result, positionContext) {
		try {
			const resolved = await result;
			if (this.aborted) throw new Error("Aborted!");
			let completed = this.completeValue(returnType, fieldDetailsList, info, path, resolved, positionContext);
			if (isPromise(completed)) completed = await completed;
			return completed;
		} catch (rawError) {
			this.handleFieldError(rawError, returnType, fieldDetailsList, path);
			return null;
		}
	}
	async completeAsyncIterableValue(itemType, fieldDetailsList, info, path, items, positionContext) {
		const streamUsage = typeof path.key === "number" ? void 0 : getStreamUsage(this.validatedExecutionArgs, fieldDetailsList);
		let containsPromise = false;
		const completedResults = [];
		const asyncIterator = items[Symbol.asyncIterator]();
		let index = 0;
		let iteration;
		try {
			while (true) {
				if (streamUsage?.initialCount === index && this.handleStream(index, path, {
					handle: asyncIterator,
					isAsync: true
				}, streamUsage, info, itemType)) break;
				const itemPath = addPath(path, index, void 0);
				try {
					iteration = await asyncIterator.next();
				} catch (rawError) {
					throw locatedError(rawError, toNodes(fieldDetailsList), pathToArray(path));
				}
				if (this.aborted || iteration.done) break;
				const item = iteration.value;
				if (this.completeMaybePromisedListItemValue(item, completedResults, itemType, fieldDetailsList, info, itemPath, positionContext)) containsPromise = true;
				index++;
			}
		} catch (error) {
			this.sharedExecutionContext.asyncWorkTracker.add(returnIteratorCatchingErrors(asyncIterator));
			if (containsPromise) this.sharedExecutionContext.asyncWorkTracker.addValues(completedResults);
			throw error;
		}
		if (this.aborted) {
			if (!iteration?.done) this.sharedExecutionContext.asyncWorkTracker.add(returnIteratorCatchingErrors(asyncIterator));
			throw new Error("Aborted!");
		}
		return containsPromise ? this.promiseAll(completedResults) : completedResults;
	}
	handleStream(_index, _path, _iterator, _streamUsage, _info, _itemType) {
		return false;
	}
	completeListValue(returnType, fieldDetailsList, info, path, result, positionContext) {
		const itemType = returnType.ofType;
		if (isAsyncIterable(result)) return this.completeAsyncIterableValue(itemType, fieldDetailsList, info, path, result, positionContext);
		if (!isIterableObject(result)) throw new GraphQLError(`Expected Iterable, but did not find one for field "${info.parentType}.${info.fieldName}".`);
		return this.completeIterableValue(itemType, fieldDetailsList, info, path, result, positionContext);
	}
	completeIterableValue(itemType, fieldDetailsList, info, path, items, positionContext) {
		const streamUsage = typeof path.key === "number" ? void 0 : getStreamUsage(this.validatedExecutionArgs, fieldDetailsList);
		let containsPromise = false;
		const completedResults = [];
		let index = 0;
		const iterator = items[Symbol.iterator]();
		try {
			while (true) {
				if (streamUsage?.initialCount === index && this.handleStream(index, path, { handle: iterator }, streamUsage, info, itemType)) break;
				const iteration = iterator.next();
				if (iteration.done) break;
				const item = iteration.value;
				const itemPath = addPath(path, index, void 0);
				if (this.completeMaybePromisedListItemValue(item, completedResults, itemType, fieldDetailsList, info, itemPath, positionContext)) containsPromise = true;
				index++;
			}
		} catch (error) {
			const asyncWorkTracker = this.sharedExecutionContext.asyncWorkTracker;
			if (containsPromise) asyncWorkTracker.addValues(completedResults);
			asyncWorkTracker.addValues(collectIteratorPromises(iterator));
			throw error;
		}
		return containsPromise ? this.promiseAll(completedResults) : completedResults;
	}
	completeMaybePromisedListItemValue(item, completedResults, itemType, fieldDetailsList, info, itemPath, positionContext) {
		if (isPromiseLike(item)) {
			completedResults.push(this.completePromisedListItemValue(item, itemType, fieldDetailsList, info, itemPath, positionContext));
			return true;
		} else if (this.completeListItemValue(item, completedResults, itemType, fieldDetailsList, info, itemPath, positionContext)) return true;
		return false;
	}
	completeListItemValue(item, completedResults, itemType, fieldDetailsList, info, itemPath, positionContext) {
		try {
			const completedItem = this.completeValue(itemType, fieldDetailsList, info, itemPath, item, positionContext);
			if (isPromise(completedItem)) {
				completedResults.push(completedItem.then(void 0, (rawError) => {
					this.handleFieldError(rawError, itemType, fieldDetailsList, itemPath);
					return null;
				}));
				return true;
			}
			completedResults.push(completedItem);
		} catch (rawError) {
			this.handleFieldError(rawError, itemType, fieldDetailsList, itemPath);
			completedResults.push(null);
		}
		return false;
	}
	async completePromisedListItemValue(item, itemType, fieldDetailsList, info, itemPath, positionContext) {
		try {
			const resolved = await item;
			if (this.aborted) throw new Error("Aborted!");
			let completed = this.completeValue(itemType, fieldDetailsList, info, itemPath, resolved, positionContext);
			if (isPromise(completed)) completed = await completed;
			return completed;
		} catch (rawError) {
			this.handleFieldError(rawError, itemType, fieldDetailsList, itemPath);
			return null;
		}
	}
	completeLeafValue(returnType, result) {
		const coerced = returnType.coerceOutputValue(result);
		if (coerced == null) throw new Error(`Expected \`${inspect(returnType)}.coerceOutputValue(${inspect(result)})\` to return non-nullable value, returned: ${inspect(coerced)}`);
		return coerced;
	}
	completeAbstractValue(returnType, fieldDetailsList, info, path, result, positionContext) {
		const validatedExecutionArgs = this.validatedExecutionArgs;
		const { schema, contextValue } = validatedExecutionArgs;
		const runtimeType = (returnType.resolveType ?? validatedExecutionArgs.typeResolver)(result, contextValue, info, returnType);
		if (isPromiseLike(runtimeType)) return runtimeType.then((resolvedRuntimeType) => {
			if (this.aborted) throw new Error("Aborted!");
			return this.completeObjectValue(this.ensureValidRuntimeType(resolvedRuntimeType, schema, returnType, fieldDetailsList, info, result), fieldDetailsList, info, path, result, positionContext);
		});
		return this.completeObjectValue(this.ensureValidRuntimeType(runtimeType, schema, returnType, fieldDetailsList, info, result), fieldDetailsList, info, path, result, positionContext);
	}
	ensureValidRuntimeType(runtimeTypeName, schema, returnType, fieldDetailsList, info, result) {
		if (runtimeTypeName == null) throw new GraphQLError(`Abstract type "${returnType}" must resolve to an Object type at runtime for field "${info.parentType}.${info.fieldName}". Either the "${returnType}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`, { nodes: toNodes(fieldDetailsList) });
		if (typeof runtimeTypeName !== "string") throw new GraphQLError(`Abstract type "${returnType}" must resolve to an Object type at runtime for field "${info.parentType}.${info.fieldName}" with value ${inspect(result)}, received "${inspect(runtimeTypeName)}", which is not a valid Object type name.`);
		const runtimeType = schema.getType(runtimeTypeName);
		if (runtimeType == null) throw new GraphQLError(`Abstract type "${returnType}" was resolved to a type "${runtimeTypeName}" that does not exist inside the schema.`, { nodes: toNodes(fieldDetailsList) });
		if (!isObjectType(runtimeType)) throw new GraphQLError(`Abstract type "${returnType}" was resolved to a non-object type "${runtimeTypeName}".`, { nodes: toNodes(fieldDetailsList) });
		if (!schema.isSubType(returnType, runtimeType)) throw new GraphQLError(`Runtime Object type "${runtimeType}" is not a possible type for "${returnType}".`, { nodes: toNodes(fieldDetailsList) });
		return runtimeType;
	}
	completeObjectValue(returnType, fieldDetailsList, info, path, result, positionContext) {
		if (returnType.isTypeOf) {
			const isTypeOf = returnType.isTypeOf(result, this.validatedExecutionArgs.contextValue, info);
			if (isPromiseLike(isTypeOf)) return isTypeOf.then((resolvedIsTypeOf) => {
				if (this.aborted) throw new Error("Aborted!");
				if (!resolvedIsTypeOf) throw this.invalidReturnTypeError(returnType, result, fieldDetailsList);
				return this.collectAndExecuteSubfields(returnType, fieldDetailsList, path, result, positionContext);
			});
			if (!isTypeOf) throw this.invalidReturnTypeError(returnType, result, fieldDetailsList);
		}
		return this.collectAndExecuteSubfields(returnType, fieldDetailsList, path, result, positionContext);
	}
	invalidReturnTypeError(returnType, result, fieldDetailsList) {
		return new GraphQLError(`Expected value of type "${returnType}" but got: ${inspect(result)}.`, { nodes: toNodes(fieldDetailsList) });
	}
	collectAndExecuteSubfields(returnType, fieldDetailsList, path, result, positionContext) {
		const { groupedFieldSet, newDeferUsages } = collectSubfields(this.validatedExecutionArgs, returnType, fieldDetailsList);
		return this.executeCollectedSubfields(returnType, result, path, groupedFieldSet, newDeferUsages, positionContext);
	}
	executeCollectedSubfields(parentType, sourceValue, path, originalGroupedFieldSet, _newDeferUsages, _positionContext) {
		return this.executeFields(parentType, sourceValue, path, originalGroupedFieldSet, void 0);
	}
};
function toNodes(fieldDetailsList) {
	return fieldDetailsList.map((fieldDetails) => fieldDetails.node);
}
// node_modules/graphql/execution/ExecutorThrowingOnIncremental.mjs
const UNEXPECTED_MULTIPLE_PAYLOADS = "Executing this GraphQL operation would unexpectedly produce multiple payloads (due to @defer or @stream directive)";
var ExecutorThrowingOnIncremental = class extends Executor {
	executeCollectedRootFields(rootType, rootValue, originalGroupedFieldSet, serially, newDeferUsages) {
		if (newDeferUsages.length > 0) {
			if (!(this.validatedExecutionArgs.operation.operation !== OperationTypeNode.SUBSCRIPTION)) invariant(false, "`@defer` directive not supported on subscription operations. Disable `@defer` by setting the `if` argument to `false`.");
			const reason = /* @__PURE__ */ new Error(UNEXPECTED_MULTIPLE_PAYLOADS);
			this.abort(reason);
			throw reason;
		}
		return this.executeRootGroupedFieldSet(rootType, rootValue, originalGroupedFieldSet, serially, void 0);
	}
	executeCollectedSubfields(parentType, sourceValue, path, originalGroupedFieldSet, newDeferUsages) {
		if (newDeferUsages.length > 0) {
			if (!(this.validatedExecutionArgs.operation.operation !== OperationTypeNode.SUBSCRIPTION)) invariant(false, "`@defer` directive not supported on subscription operations. Disable `@defer` by setting the `if` argument to `false`.");
			const reason = /* @__PURE__ */ new Error(UNEXPECTED_MULTIPLE_PAYLOADS);
			this.abort(reason);
			throw reason;
		}
		return this.executeFields(parentType, sourceValue, path, originalGroupedFieldSet, void 0);
	}
	completeListValue(returnType, fieldDetailsList, info, path, result, positionContext) {
		if (getStreamUsage(this.validatedExecutionArgs, fieldDetailsList) !== void 0) {
			if (!(this.validatedExecutionArgs.operation.operation !== OperationTypeNode.SUBSCRIPTION)) invariant(false, "`@stream` directive not supported on subscription operations. Disable `@stream` by setting the `if` argument to `false`.");
			const reason = /* @__PURE__ */ new Error(UNEXPECTED_MULTIPLE_PAYLOADS);
			this.abort(reason);
			throw reason;
		}
		return super.completeListValue(returnType, fieldDetailsList, info, path, result, positionContext);
	}
};
// node_modules/graphql/execution/execute.mjs
const UNEXPECTED_EXPERIMENTAL_DIRECTIVES = "The provided schema unexpectedly contains experimental directives (@defer or @stream). These directives may only be utilized if experimental execution features are explicitly enabled.";
function execute(args) {
	if (!shouldTrace(executeChannel)) return executeImpl(args);
	return traceMixed(executeChannel, buildOperationContextFromArgs(args), () => executeImpl(args));
}
function buildOperationContextFromArgs(args) {
	let operation;
	const resolveOperation = () => {
		if (operation === void 0) operation = getOperationAST(args.document, args.operationName);
		return operation;
	};
	return {
		schema: args.schema,
		document: args.document,
		rawVariableValues: args.variableValues,
		get operationName() {
			return args.operationName ?? resolveOperation()?.name?.value;
		},
		get operationType() {
			return resolveOperation()?.operation;
		}
	};
}
function executeImpl(args) {
	if (args.schema.getDirective("defer") || args.schema.getDirective("stream")) throw new Error(UNEXPECTED_EXPERIMENTAL_DIRECTIVES);
	const validatedExecutionArgs = validateExecutionArgs(args);
	if (!("schema" in validatedExecutionArgs)) return { errors: validatedExecutionArgs };
	return executeRootSelectionSet(validatedExecutionArgs);
}
function executeRootSelectionSet(validatedExecutionArgs) {
	return new ExecutorThrowingOnIncremental(validatedExecutionArgs).executeRootSelectionSet();
}
function validateExecutionArgs(args) {
	const { schema, document, rootValue, contextValue, variableValues: rawVariableValues, operationName, fieldResolver, typeResolver, subscribeFieldResolver, abortSignal: externalAbortSignal, enableEarlyExecution, hooks, options } = args;
	assertValidSchema(schema);
	let operation;
	const fragmentDefinitions = Object.create(null);
	const fragments = Object.create(null);
	const fragmentVariableSignatureErrors = [];
	for (const definition of document.definitions) switch (definition.kind) {
		case OPERATION_DEFINITION:
			if (operationName == null) {
				if (operation !== void 0) return [new GraphQLError("Must provide operation name if query contains multiple operations.")];
				operation = definition;
			} else if (definition.name?.value === operationName) operation = definition;
			break;
		case FRAGMENT_DEFINITION: {
			fragmentDefinitions[definition.name.value] = definition;
			let variableSignatures;
			if (definition.variableDefinitions) {
				const signatures = Object.create(null);
				for (const varDef of definition.variableDefinitions) {
					const signature = getVariableSignature(schema, varDef);
					if (signature instanceof GraphQLError) {
						fragmentVariableSignatureErrors.push(signature);
						continue;
					}
					signatures[signature.name] = signature;
				}
				variableSignatures = signatures;
			}
			fragments[definition.name.value] = {
				definition,
				variableSignatures
			};
			break;
		}
	}
	if (!operation) {
		if (operationName != null) return [new GraphQLError(`Unknown operation named "${operationName}".`)];
		return [new GraphQLError("Must provide an operation.")];
	}
	if (fragmentVariableSignatureErrors.length > 0) return fragmentVariableSignatureErrors;
	const variableDefinitions = operation.variableDefinitions ?? [];
	const hideSuggestions = args.hideSuggestions ?? false;
	const coercionInput = rawVariableValues ?? {};
	const coercionOptions = {
		maxErrors: options?.maxCoercionErrors ?? 50,
		hideSuggestions
	};
	const coercionChannel = executeVariableCoercionChannel;
	const variableValuesOrErrors = shouldTrace(coercionChannel) ? traceMixed(coercionChannel, {
		schema,
		document,
		operation,
		rawVariableValues,
		operationName: operation.name?.value,
		operationType: operation.operation
	}, () => getVariableValues(schema, variableDefinitions, coercionInput, coercionOptions)) : getVariableValues(schema, variableDefinitions, coercionInput, coercionOptions);
	if (variableValuesOrErrors.errors) return variableValuesOrErrors.errors;
	const errorPropagation = !operation.directives?.find((directive) => directive.name.value === GraphQLDisableErrorPropagationDirective.name);
	return {
		schema,
		document,
		fragmentDefinitions,
		fragments,
		rootValue,
		contextValue,
		operation,
		variableValues: variableValuesOrErrors.variableValues,
		fieldResolver: fieldResolver ?? defaultFieldResolver,
		typeResolver: typeResolver ?? defaultTypeResolver,
		subscribeFieldResolver: subscribeFieldResolver ?? defaultFieldResolver,
		hideSuggestions,
		errorPropagation,
		externalAbortSignal: externalAbortSignal ?? void 0,
		enableEarlyExecution: enableEarlyExecution === true,
		hooks: hooks ?? void 0,
		rawVariableValues
	};
}
const defaultTypeResolver = function(value, contextValue, info, abstractType) {
	if (isObjectLike(value) && typeof value.__typename === "string") return value.__typename;
	const possibleTypes = info.schema.getPossibleTypes(abstractType);
	const promisedIsTypeOfResults = [];
	try {
		for (let i = 0; i < possibleTypes.length; i++) {
			const type = possibleTypes[i];
			if (type.isTypeOf) {
				const isTypeOfResult = type.isTypeOf(value, contextValue, info);
				if (isPromiseLike(isTypeOfResult)) promisedIsTypeOfResults[i] = isTypeOfResult;
				else if (isTypeOfResult) {
					if (promisedIsTypeOfResults.length) info.getAsyncHelpers().track(promisedIsTypeOfResults);
					return type.name;
				}
			}
		}
	} catch (error) {
		if (promisedIsTypeOfResults.length) info.getAsyncHelpers().track(promisedIsTypeOfResults);
		throw error;
	}
	if (promisedIsTypeOfResults.length) return info.getAsyncHelpers().promiseAll(promisedIsTypeOfResults).then((isTypeOfResults) => {
		for (let i = 0; i < isTypeOfResults.length; i++) if (isTypeOfResults[i]) return possibleTypes[i].name;
	});
};
const defaultFieldResolver = function(source, args, contextValue, info) {
	if (isObjectLike(source) || typeof source === "function") {
		const property = source[info.fieldName];
		if (typeof property === "function") return source[info.fieldName](args, contextValue, info);
		return property;
	}
};
// src/graphql/operation.ts
/** A GraphQL operation that is ready to run, from a request or written for a REST route. */
var PreparedOperation = class {
	schema;
	document;
	definition;
	type;
	name;
	rootType;
	fragments;
	/** The document's fields without introspection; a fragment's fields are listed only once. */
	selectedFields;
	rootFields;
	rootFieldNames;
	/** The root fields that require a scope; any one of `scopes` is sufficient. */
	scopedRootFields;
	/** @throws BAD_REQUEST if the operation selects more than `maxVisitedFields` fields */
	constructor(schema, document, definition) {
		this.schema = schema;
		this.document = document;
		this.definition = definition;
		this.type = definition.operation;
		this.name = definition.name?.value;
		this.rootType = schema.getRootType(this.type);
		this.fragments = new Map(document.definitions.filter((node) => node.kind === FRAGMENT_DEFINITION).map((node) => [node.name.value, node]));
		const fields = [];
		walkFields(this, void 0, (selected) => void fields.push(selected), true);
		this.selectedFields = fields;
		this.rootFields = fields.filter(({ depth }) => depth === 1);
		this.rootFieldNames = [...new Set(this.rootFields.map(({ field }) => field.name))];
		this.scopedRootFields = this.rootFields.map((selected) => ({
			selected,
			scopes: getRequiredScopes(selected.field)
		})).filter(({ scopes }) => scopes.length > 0);
	}
};
const executeWithGraphqlJs = ({ schema, document, name }, contextValue, variableValues, rootValue) => execute({
	schema,
	document,
	operationName: name,
	rootValue,
	variableValues,
	contextValue
});
/** Maximum fields to visit, since nested fragments can select exponentially many fields. */
const maxVisitedFields = 1e4;
/** Calls `visit` with each field and its parent's visit result. @throws BAD_REQUEST */
function walkFields({ schema, fragments, definition, rootType }, rootResult, visit, skipsRepeats = false) {
	if (!rootType) return;
	const walk = {
		schema,
		fragments,
		visit,
		skipsRepeats,
		visitCount: 0
	};
	const position = {
		parent: rootType,
		depth: 1,
		parentField: void 0,
		parentResult: rootResult
	};
	walkSelections(walk, definition.selectionSet, {
		...position,
		spreadNames: /* @__PURE__ */ new Set()
	});
}
function walkSelections(walk, { selections }, at) {
	const { parent, depth, parentField } = at;
	for (const node of selections) {
		if (++walk.visitCount > 1e4) throw createTooManyFieldsError(node);
		if (node.kind !== "Field") {
			walkFragment(walk, node, at);
			continue;
		}
		const field = "getFields" in parent && parent.getFields()[node.name.value];
		if (!field) continue;
		const selected = {
			field,
			node,
			depth,
			parent,
			parentField
		};
		const parentResult = walk.visit(selected, at.parentResult);
		const type = getNamedType(field.type);
		if (!node.selectionSet || !isCompositeType(type)) continue;
		const position = {
			...at,
			parent: type,
			depth: depth + 1,
			parentField: selected,
			parentResult
		};
		walkSelections(walk, node.selectionSet, position);
	}
}
function walkFragment(walk, node, at) {
	let { spreadNames } = at;
	if (node.kind === "FragmentSpread") {
		const name = node.name.value;
		if (spreadNames.has(name)) return;
		spreadNames = (walk.skipsRepeats ? spreadNames : new Set(spreadNames)).add(name);
	}
	const fragment = node.kind === "FragmentSpread" ? walk.fragments.get(node.name.value) : node;
	const condition = fragment?.typeCondition;
	const type = condition ? walk.schema.getType(condition.name.value) : at.parent;
	if (!fragment || !isCompositeType(type)) return;
	const parent = type;
	walkSelections(walk, fragment.selectionSet, {
		...at,
		parent,
		spreadNames
	});
}
const createTooManyFieldsError = (node) => locateError(badRequest(`The document selects more than ${maxVisitedFields} fields: select fewer fields`), [node]);
/** Returns the scopes that a field declares; any one of them is sufficient. */
const getRequiredScopes = (field) => field.extensions["scopes"] ?? [];
/** @throws FORBIDDEN if a root field requires a scope that the caller lacks */
function checkScopes({ scopedRootFields }, { rights }) {
	for (const { selected, scopes } of scopedRootFields) if (!scopes.some((scope) => rights.has(scope))) throw locateAtField(missingScope(scopes.join(" or ")), selected);
}
/** Adds document locations to an error that is detected before execution. */
const locateError = (error, nodes, path) => new GraphQLError(error.message, {
	nodes,
	...path && { path },
	originalError: error
});
/** Adds a field's locations and path to an error that is detected before execution. */
const locateAtField = (error, selected, nodes = [selected.node]) => locateError(error, nodes, getResponsePath(selected));
/** Returns a field's response path; undefined inside a list, whose indexes are not yet known. */
function getResponsePath({ node, parentField }) {
	const key = (node.alias ?? node.name).value;
	if (!parentField) return [key];
	if (isListType(getNullableType(parentField.field.type))) return void 0;
	return getResponsePath(parentField)?.concat(key);
}
// src/lib/deprecation.ts
/** Returns the start (UTC) of a day such as `2026-06-01`, in Unix epoch milliseconds. */
const getDayStartMs = (day) => Date.parse(`${day}T00:00:00.000Z`);
const isIsoDate = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && new Date(getDayStartMs(text)).toJSON()?.startsWith(text);
/** @throws Error at startup if a date, the notice period, the reason or the link is invalid */
function checkDeprecation(deprecation) {
	const { since, sunset, reason, link } = deprecation;
	const fail = (fault) => {
		throw new Error(`deprecation "${reason}": ${fault}`);
	};
	for (const day of [since, sunset ?? since]) if (!isIsoDate(day)) fail(`${day} is not a date in the form 2026-06-01`);
	if (sunset !== void 0 && sunset < `${Number(since.slice(0, 4)) + 1}${since.slice(4)}`) fail(`${sunset} is less than 12 months after ${since}`);
	if (!/\S\.$/.test(reason)) fail("the reason is not a sentence that ends with a period");
	if (link !== void 0 && !/^(https:\/\/|\/)[\x21\x23-\x3b\x3d\x3f-\x7e]*$/.test(link)) fail(`${link} is neither a path nor an https URL`);
}
const formatDeprecationReason = ({ since, sunset, reason, replacement }) => `${reason}${replacement ? ` Use \`${replacement}\` instead.` : ""} Deprecated since ${since}${sunset ? `; may be removed from ${sunset} on` : ""}.`;
/** Returns options to spread into a deprecated field, argument or value: `t.string({ … })`. */
function deprecated(deprecation, extensions) {
	checkDeprecation(deprecation);
	return {
		deprecationReason: formatDeprecationReason(deprecation),
		extensions: {
			...extensions,
			deprecated: deprecation
		}
	};
}
/** Returns the deprecation that `deprecated` stored in a schema member's extensions. */
const getDeprecation = (member) => (member?.extensions)?.deprecated;
export { getDeprecation as a, createTooManyFieldsError as c, locateAtField as d, locateError as f, defaultTypeResolver as g, defaultFieldResolver as h, getDayStartMs as i, executeWithGraphqlJs as l, walkFields as m, deprecated as n, PreparedOperation as o, maxVisitedFields as p, formatDeprecationReason as r, checkScopes as s, checkDeprecation as t, getRequiredScopes as u };
