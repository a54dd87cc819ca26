import { c as parse } from "./validate-dTPMsuV_.mjs";
import { F as print } from "./definition-U6Cy4S-S.mjs";
import "./prepare-Duq6xUMj.mjs";
// src/rest/openapi/schemas.ts
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
// src/rest/openapi/components.ts
/** Moves repeated parts of an OpenAPI document into components, and inlines them for readers. */
const parseRef = (schema) => schema?.$ref?.split("/").at(-1);
/**
* Replaces references with their targets, except references to objects and enums inside bodies, so
* that these types keep their names. Adds an example to each body, from the examples of its schema.
*/
function inlineReferences(document) {
	const { components } = document;
	const resolve = (value) => {
		if (Array.isArray(value)) return value.map(resolve);
		if (!isObject(value)) return value;
		const { $ref, ...rest } = Object.fromEntries(Object.entries(value).map(([key, nested]) => [key, resolve(nested)]));
		const [, , kind = "", name = ""] = String($ref ?? "").split("/");
		const target = components[kind]?.[name];
		if (!target || kind === "schemas" && isNamedType(target)) return $ref === void 0 ? rest : {
			$ref,
			...rest
		};
		return {
			...resolve(target),
			...rest
		};
	};
	const inlinedDocument = resolve(document);
	const { schemas = {} } = inlinedDocument.components;
	const operations = Object.values(inlinedDocument.paths).flatMap(Object.values);
	for (const { requestBody, responses } of operations) for (const body of [requestBody, ...Object.values(responses)]) for (const media of Object.values(body?.content ?? {})) {
		const example = findExample(media.schema, schemas);
		if (isObject(example) && !("examples" in media)) media.example = "message" in example ? {
			...example,
			message: body?.description
		} : example;
		media.schema = schemas[parseRef(media.schema) ?? ""] ?? media.schema;
	}
	return inlinedDocument;
}
const isNamedType = (schema) => "properties" in schema || "enum" in schema;
/** Returns an example value of a schema, combined from its schemas up to two levels below. */
function findExample(schema, schemas, depth = 0) {
	const target = schemas[parseRef(schema) ?? ""] ?? schema;
	if (Array.isArray(target["examples"])) return target["examples"][0];
	if ("const" in target) return target["const"];
	if (depth > 2) return void 0;
	if (target["type"] === "array") {
		const element = findExample(target["items"], schemas, depth + 1);
		return element === void 0 ? void 0 : [element];
	}
	if (!isObject(target["properties"])) return void 0;
	const { meta, ...properties } = target["properties"];
	const examples = Object.entries(properties).map(([name, property]) => [name, findExample(property, schemas, depth + 1)]);
	if (examples.some(([, example]) => example === void 0)) return void 0;
	const [recordMeta, listMeta] = schemas["Meta"]?.["examples"] ?? [];
	const isList = properties["data"]?.["type"] === "array";
	return {
		...Object.fromEntries(examples),
		...meta && { meta: isList ? listMeta : recordMeta }
	};
}
// src/reference/contract.ts
/** Reads the parts of `openapi.json` that the REST reference renders. */
const readContract = (json) => inlineReferences(JSON.parse(json));
/** Lists operations in order: on all records, on one record, then on related records. */
const listOperations = (contract, tag) => Object.entries(contract.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({
	...operation,
	"x-graphql": print(parse(operation["x-graphql"])),
	method: method.toUpperCase(),
	path
}))).filter(({ tags }) => tag === void 0 || tags[0] === tag).sort((a, b) => getSortRank(a) - getSortRank(b));
const methodOrder = [
	"GET",
	"POST",
	"PUT",
	"PATCH",
	"DELETE"
];
function getSortRank({ path, method, tags }) {
	const subpath = path.slice(`/v1/${tags[0]}`.length);
	return (subpath === "" ? 0 : subpath === "/{id}" ? 1 : path.split("/").length) * 10 + methodOrder.indexOf(method);
}
/** Returns the response to a successful request. A response with an example takes precedence. */
function findSuccess({ responses }) {
	const successEntries = Object.entries(responses).filter(([status]) => status.startsWith("2"));
	const [status, response] = successEntries.find(([, { content }]) => content["application/json"].example !== void 0) ?? successEntries[0];
	return {
		status,
		response
	};
}
const getParameterExample = (parameter) => parameter.example ?? parameter.content?.["application/json"].example;
const getBodyExample = ({ requestBody }) => requestBody?.content["application/json"].example;
function getExampleVariables(operation) {
	const exampleValues = {
		...Object.fromEntries(operation.parameters.map((parameter) => [parameter.name, getParameterExample(parameter)])),
		...getBodyExample(operation)
	};
	const variables = listVariables(operation).filter(([name]) => exampleValues[name] !== void 0);
	return Object.fromEntries(variables.map(([name, type]) => {
		const value = exampleValues[name];
		return [name, type.startsWith("[") && !Array.isArray(value) ? [value] : value];
	}));
}
/** Lists the GraphQL operation's variables with their types. A list type begins with `[`. */
const listVariables = (operation) => [...operation["x-graphql"].matchAll(/\$(\w+): (\[?\w+)/g)].map(([, name = "", type = ""]) => [name, type]);
const resourceTitles = {
	me: "Me",
	"api-keys": "API keys",
	"audit-log": "Audit log"
};
const toResourceTitle = (tag) => resourceTitles[tag] ?? (tag.charAt(0).toUpperCase() + tag.slice(1)).replaceAll("-", " ");
const toOperationUrl = ({ tags, operationId }) => `/docs/${tags[0]}#${operationId}`;
export { listOperations as a, toOperationUrl as c, getParameterExample as i, toResourceTitle as l, getBodyExample as n, listVariables as o, getExampleVariables as r, readContract as s, findSuccess as t };
