import { Q as GraphQLError } from "./kinds_-cEhelto3.mjs";
import { c as internalError, n as badRequest, t as ApiError } from "./errors-Cd1UCkd2.mjs";
import { t as InputError } from "./scalar-parsers-kvoJekRi.mjs";
// src/graphql/format-errors.ts
/** Formats errors, in the same way for GraphQL and REST. */
/** Thrown for an operation that had no effect: it was rejected or rolled back. */
var OperationFailed = class extends Error {
	errors;
	/** The GraphQL result: `data` is null if the operation ran, and absent if it did not run. */
	result;
	constructor({ errors = [], data }) {
		super("The operation failed");
		this.errors = errors;
		this.result = {
			errors,
			...data !== void 0 && { data: null }
		};
	}
};
/** Returns the error that a resolver threw, without the `GraphQLError`s that wrap it. */
function unwrapError(error) {
	let cause = error;
	while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError;
	return cause;
}
/** Converts an error for the response and logs server faults; unknown errors are INTERNAL_ERROR. */
function toApiError(error, { log }, requestId) {
	const cause = unwrapError(error);
	if (cause instanceof ApiError) {
		if (cause.status >= 500) log.error({
			requestId,
			err: cause.cause ?? cause
		}, "unavailable");
		return cause;
	}
	if (cause instanceof GraphQLError || cause instanceof InputError) return badRequest(cause.message);
	log.error({
		requestId,
		err: cause
	}, "unexpected error");
	return internalError();
}
const maxErrors = 100;
/** Formats up to 100 errors; the first error determines the response status. */
function formatErrors(errors, log, requestId) {
	const apiErrors = errors.slice(0, maxErrors).map((error) => toApiError(error, log, requestId));
	const errorList = apiErrors.map((apiError, index) => {
		const error = errors[index];
		return formatError(apiError, requestId, error instanceof GraphQLError ? error : void 0);
	});
	const omittedCount = errors.length - apiErrors.length;
	const omission = badRequest(`Errors not listed: ${omittedCount}`);
	if (omittedCount > 0) errorList.push(formatError(omission, requestId));
	return {
		firstError: apiErrors[0] ?? internalError(),
		errorList
	};
}
const formatError = ({ message, code, details, retryAfterSeconds: retryAfter }, requestId, at) => ({
	message,
	...at?.locations && { locations: at.locations },
	...at?.path && { path: at.path },
	extensions: {
		code,
		...details && { details: details.map((detail) => ({
			...detail,
			field: toArgumentPath(detail.field, at)
		})) },
		requestId,
		...retryAfter !== void 0 && { retryAfter }
	}
});
/** Returns an input path with the argument `input`, which the details of operations omit. */
function toArgumentPath(field, at) {
	const [node] = at?.nodes ?? [];
	if (node?.kind !== "Field") return field;
	const names = node.arguments?.map(({ name }) => name.value) ?? [];
	const [firstName = ""] = /^\w+/.exec(field) ?? [];
	return names.includes("input") && !names.includes(firstName) ? `input.${field}` : field;
}
export { unwrapError as a, toApiError as i, formatError as n, formatErrors as r, OperationFailed as t };
