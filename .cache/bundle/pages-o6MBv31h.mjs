import { v as statusByCode } from "./errors-Cd1UCkd2.mjs";
import { a as escapeHtml, o as highlight, r as renderPage } from "./page-D5di_r70.mjs";
import { a as listOperations, c as toOperationUrl, i as getParameterExample, l as toResourceTitle, n as getBodyExample, o as listVariables, r as getExampleVariables, t as findSuccess } from "./contract-DEbGGbTG.mjs";
import { readFileSync } from "node:fs";
// src/reference/html.ts
/** Converts a line of Markdown with code, bold text and links to HTML. */
const toInlineHtml = (text) => escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>").replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>").replace(/\[([^\]]+)\]\((\/[^)\s]*|#[^)\s]*|https:\/\/[^)\s]*)\)/g, "<a href=\"$2\">$1</a>");
/** Converts Markdown with tables and fenced code to HTML. `{{name}}` inserts HTML from `values`. */
const renderMarkdown = (text, values = {}) => (text.match(/^```[\s\S]*?^```|^.+(?:\n.+)*/gm) ?? []).map((block) => renderBlock(block, values)).join("");
function renderBlock(block, values) {
	const [, language, codeText] = /^```(\w+)\n([\s\S]*)\n```$/.exec(block) ?? [];
	if (codeText !== void 0) return renderCode(codeText, language);
	const [, name] = /^\{\{(\w+)\}\}$/.exec(block) ?? [];
	if (name) return values[name] ?? "";
	if (block.startsWith("### ")) return `<h3>${toInlineHtml(block.slice(4))}</h3>`;
	if (block.startsWith("| ")) {
		const [headings = [], , ...rows] = block.split("\n").map((line) => line.split("|").slice(1, -1).map((cell) => toInlineHtml(cell.trim())));
		return renderTable(headings, rows);
	}
	const [paragraph = "", ...items] = `\n${block}`.split("\n- ");
	const listHtml = items.map((item) => `<li>${toInlineHtml(item)}</li>`).join("");
	const introduction = paragraph.trim().replaceAll("\n", " ");
	return `${introduction && `<p>${toInlineHtml(introduction)}</p>`}${listHtml && `<ul>${listHtml}</ul>`}`;
}
/** Renders a table. @param rows the rows, whose cells are HTML */
function renderTable(headings, rows) {
	const renderRow = (cells, tag) => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
	const bodyHtml = rows.map((row) => renderRow(row, "td")).join("");
	return `<table><thead>${renderRow(headings, "th")}</thead><tbody>${bodyHtml}</tbody></table>`;
}
/** Renders a block of highlighted code. The page's script adds a copy button. */
const renderCode = (text, language) => `<div class="code ${language}"><pre tabindex="0"><code>${highlight(text, language).replaceAll(origin, `<span class="origin">${origin}</span>`)}</code></pre></div>`;
const renderJson = (value) => renderCode(JSON.stringify(value, null, 2), "json");
/** Renders tabs with panels. Without scripts and in print, all panels are visible. */
function renderTabs(id, label, panels, footer = "") {
	const renderTab = ({ title }, index) => `<button type="button" role="tab" id="${id}-t${index}" aria-controls="${id}-p${index}" aria-selected="${index === 0}"${index === 0 ? "" : " tabindex=\"-1\""}>${escapeHtml(title)}</button>`;
	const renderPanel = ({ title, html }, index) => `<div role="tabpanel" id="${id}-p${index}" aria-labelledby="${id}-t${index}" data-title="${escapeHtml(title)}"${index === 0 ? "" : " hidden"}>${html}</div>`;
	return `<div class="tabs"><div role="tablist" aria-label="${escapeHtml(label)}">${panels.map(renderTab).join("")}</div>${panels.map(renderPanel).join("")}${footer && `<p class="out">${footer}</p>`}</div>`;
}
/** The server URL in examples, which the page's script replaces with the actual server URL. */
const origin = "http://127.0.0.1:4000";
// src/reference/fields.ts
const maxDepth = 3;
/** Renders field lists with types, limits and descriptions. */
var FieldRenderer = class {
	#schemas;
	constructor(schemas) {
		this.#schemas = schemas;
	}
	/** Renders the fields of a record. @param isRequest whether to mark required fields */
	renderList(record, { depth = 0, isRequest = false } = {}) {
		return `<ul class="fields">${Object.entries(record.properties ?? {}).map(([name, schema]) => {
			const target = this.#resolveSchema(schema);
			const description = schema.description ?? (target.name && target.schema.description) ?? "";
			const isRequired = isRequest && record.required?.includes(name) === true;
			return this.#renderItem({
				name,
				schema,
				description,
				isRequired,
				depth
			});
		}).join("")}</ul>`;
	}
	renderParameters(parameters) {
		return `<ul class="fields">${parameters.map(({ name, schema, content, description, required }) => {
			const type = schema ?? content?.["application/json"].schema ?? {};
			return this.#renderItem({
				name,
				schema: type,
				description,
				isRequired: required,
				depth: 0
			});
		}).join("")}</ul>`;
	}
	/** Returns the record type of a field or of its list items, except filters. */
	findRecord(field) {
		const { name, schema } = this.#resolveSchema(field);
		if (schema.type === "array") return this.findRecord(schema.items ?? {});
		return schema.type === "object" && schema.properties && !isFilter(name) ? {
			name,
			schema
		} : void 0;
	}
	#renderItem({ name, schema, description, isRequired, depth }) {
		const values = this.#listEnumValues(schema).map((value) => `<code>${escapeHtml(value)}</code>`);
		const record = depth < maxDepth ? this.findRecord(schema) : void 0;
		const { schema: type, isNullable } = removeNull(schema);
		const limits = describeLimits(type);
		return [
			`<li><div class="field"><code>${escapeHtml(name)}</code> <span class="type">${this.#getTypeName(schema)}</span>`,
			isRequired ? "<span class=\"required\">required</span>" : "",
			isNullable ? "<span class=\"mark\">or null</span>" : "",
			`</div>\n${renderMarkdown(description)}`,
			limits && `<p class="limits">${limits}</p>`,
			values.length > 0 ? `<p class="words">${values.join(" ")}</p>` : "",
			record ? `<details class="inner"><summary>Fields of ${escapeHtml(record.name ?? name)}</summary>${this.renderList(record.schema, { depth: depth + 1 })}</details>` : "",
			"</li>"
		].join("");
	}
	#resolveSchema(field) {
		const { schema } = removeNull(field);
		const name = schema.$ref?.split("/").at(-1);
		return {
			name,
			schema: name ? this.#schemas[name] ?? {} : schema
		};
	}
	#getTypeName(field) {
		const { name, schema } = this.#resolveSchema(field);
		if (isFilter(name)) return `<a href="/docs/filters#${name}">${name}</a>`;
		if (schema.type === "array") return `list of ${this.#getTypeName(schema.items ?? {})}`;
		if (schema.enum) return "one of";
		if (schema.const !== void 0) return escapeHtml(JSON.stringify(schema.const));
		if (schema.type === "object") return escapeHtml(name ?? "object");
		if (schema.format === "date-time") return "date and time";
		return escapeHtml(schema.format ?? schema.type ?? "any JSON");
	}
	#listEnumValues(field) {
		const { schema } = this.#resolveSchema(field);
		return schema.type === "array" ? this.#listEnumValues(schema.items ?? {}) : schema.enum?.filter((value) => value !== null) ?? [];
	}
};
function removeNull(schema) {
	if (schema.anyOf?.some(({ type }) => type === "null")) return {
		schema: schema.anyOf.find(({ type }) => type !== "null") ?? {},
		isNullable: true
	};
	return Array.isArray(schema.type) ? {
		schema: {
			...schema,
			type: schema.type.find((type) => type !== "null")
		},
		isNullable: true
	} : {
		schema,
		isNullable: false
	};
}
const isFilter = (name = "") => /(Where|Comparators)$/.test(name);
function describeLimits(schema) {
	const { minLength, maxLength, minimum, maximum, minItems, maxItems, pattern } = schema;
	const defaultText = JSON.stringify(schema.default);
	return [
		describeRange(minLength, maxLength, " characters"),
		describeRange(minimum, maximum),
		describeRange(minItems, maxItems, " entries"),
		pattern && pattern.length < 60 && `matches <code>${escapeHtml(pattern)}</code>`,
		defaultText && toInlineHtml(`default \`${defaultText}\``)
	].filter(Boolean).join(" · ");
}
function describeRange(min, max, unit = "") {
	if (min === void 0 && max === void 0) return "";
	if (max === void 0) return `at least ${formatNumber(min)}${unit}`;
	return min === void 0 || min === 0 && max !== 0 ? `at most ${formatNumber(max)}${unit}` : `${formatNumber(min)} to ${formatNumber(max)}${unit}`;
}
const formatNumber = (value = 0) => Math.abs(value) >= 0xe8d4a51000 ? value.toExponential() : String(value);
// src/reference/operation.ts
/** Renders operations, with the description in the left column and examples in the right column. */
var OperationRenderer = class {
	#fields;
	constructor(contract) {
		this.#fields = new FieldRenderer(contract.components.schemas);
	}
	renderOperation(operation) {
		const { operationId: id, method, path, summary } = operation;
		const pathHtml = escapeHtml(path).replace(/\{\w+\}/g, "<i>$&</i>");
		const badges = [operation["x-extension"] ? " <span class=\"badge\">extension</span>" : "", operation.deprecated ? " <span class=\"badge bad\">deprecated</span>" : ""].join("");
		return `<section class="operation" id="${id}" aria-labelledby="${id}-title">
<header><h2 id="${id}-title"><a href="${toOperationUrl(operation)}">${escapeHtml(summary)}</a></h2>
<p class="address"><span class="method ${method.toLowerCase()}">${method}</span> <code>${pathHtml}</code>${badges}</p></header>
<div class="told">${this.#renderDescription(operation)}</div>
<div class="shown">${renderExamples(operation)}</div>
</section>`;
	}
	#renderDescription(operation) {
		const body = operation.requestBody?.content["application/json"].schema;
		return [
			renderMarkdown(operation.description.replace(/ Requires (`[\w.]+`( or )?)+\.(?=\n\n|$)/, "")),
			renderFacts(operation),
			this.#renderParameters(operation, "path", "Path"),
			this.#renderParameters(operation, "query", "Query"),
			body ? `<h3>Body</h3>${this.#fields.renderList(body, { isRequest: true })}` : "",
			this.#renderResponse(operation),
			renderErrors$1(operation)
		].join("\n");
	}
	#renderParameters({ parameters }, place, title) {
		const matches = parameters.filter((parameter) => parameter.in === place);
		return matches.length > 0 ? `<h3>${title}</h3>${this.#fields.renderParameters(matches)}` : "";
	}
	#renderResponse(operation) {
		const { status, response } = findSuccess(operation);
		const { data } = response.content["application/json"].schema.properties ?? {};
		const record = data && this.#fields.findRecord(data);
		const name = escapeHtml(record?.name ?? "data");
		const type = `${data?.type === "array" ? "list of " : ""}${name}`;
		return `<h3>Response</h3><p><span class="status good">${status}</span> ${data ? `<code>data</code>${record?.name ? ` <span class="type">${type}</span>` : ""}` : escapeHtml(response.description)}, with <a href="/docs#paging"><code>meta</code></a>.</p>\n${record ? `<details class="inner"><summary>Fields of ${name}</summary>${this.#fields.renderList(record.schema)}</details>` : ""}`;
	}
};
function renderErrors$1({ responses }) {
	const rows = Object.entries(responses).filter(([status]) => !status.startsWith("2") && !status.endsWith("XX")).flatMap(([status, { content }]) => Object.entries(content["application/json"].examples ?? {}).map(([name, { value }]) => [
		`<span class="status bad">${status}</span>`,
		`<a href="/docs#${name}"><code class="whole">${name}</code></a>`,
		`<q>${escapeHtml(value.error.message)}</q>`
	]));
	return `<details class="inner errors"><summary>Errors</summary>${rows.length > 0 ? renderTable([
		"Status",
		"Code",
		"Example"
	], rows) : ""}<p>All calls can also return the <a href="/docs#errors">common errors</a>.</p></details>`;
}
function renderExamples(operation) {
	const { operationId: id, "x-graphql": query } = operation;
	const variables = getExampleVariables(operation);
	const hasVariables = Object.keys(variables).length > 0;
	const graphql = `${renderCode(query, "graphql")}${hasVariables ? `<p class="over">Variables</p>${renderJson(variables)}` : ""}`;
	const requests = [
		{
			title: "curl",
			html: renderCode(formatCurl(operation), "shell")
		},
		{
			title: "JavaScript",
			html: renderCode(formatJavaScript(operation), "javascript")
		},
		{
			title: "GraphQL",
			html: graphql
		}
	];
	const graphiqlUrl = `/graphql?${new URLSearchParams({
		query,
		variables: JSON.stringify(variables, null, 2),
		operationName: id
	})}`;
	const footer = `GraphQL operation: <code>${query.split(" ")[0]} ${id}</code> <a class="graphiql" href="${escapeHtml(graphiqlUrl)}">Open in GraphiQL</a>`;
	const { status, response } = findSuccess(operation);
	const responsePanel = {
		title: `${status} ${response.description.length < 12 ? response.description : "OK"}`,
		html: renderJson(response.content["application/json"].example)
	};
	return `${renderTabs(`${id}-request`, "Request", requests, footer)}
<div class="try" data-operation="${id}"></div>
${renderTabs(`${id}-answer`, "Response", [responsePanel])}`;
}
function renderFacts({ parameters, deprecated, ...operation }) {
	const acceptsParameter = (name) => parameters.some((parameter) => parameter.name === name);
	const scopes = (operation["x-scopes"] ?? []).map((scope) => `<code>${escapeHtml(scope)}</code>`);
	const featureNotes = [
		acceptsParameter("Idempotency-Key") && "<a href=\"/docs#idempotency\">idempotent with Idempotency-Key</a>",
		acceptsParameter("If-Match") && "<a href=\"/docs#versions\">conditional with If-Match</a>",
		acceptsParameter("cursor") && "<a href=\"/docs#paging\">paginated</a>"
	].filter(Boolean);
	return `<dl class="facts">${[
		["Scope", scopes.join(" or ") || "any API key"],
		["Cost", "<a href=\"/docs#rate-limit\">1 unit</a>"],
		["Contract", operation["x-extension"] ? "extension, not in version 1" : "version 1"],
		["Features", featureNotes.join(", ")],
		["Deprecated", deprecated && "This call will be removed; see the description."]
	].map(([name, fact]) => fact && `<div><dt>${name}</dt><dd>${fact}</dd></div>`).filter(Boolean).join("")}</dl>`;
}
const toParameterText = (value) => Array.isArray(value) || typeof value !== "object" ? String(value) : JSON.stringify(value);
function createExampleUrl({ path, parameters }) {
	const exampleValues = new Map(parameters.map((parameter) => [parameter.name, getParameterExample(parameter)]));
	const url = path.replace(/\{(\w+)\}/g, (placeholder, name) => encodeURIComponent(toParameterText(exampleValues.get(name) ?? placeholder)));
	const query = parameters.filter(({ name, in: place }) => place === "query" && exampleValues.get(name) !== void 0).map(({ name }) => `${name}=${encodeURIComponent(toParameterText(exampleValues.get(name)))}`);
	return `${origin}${url}${query.length > 0 ? `?${query.join("&").replaceAll("%2C", ",")}` : ""}`;
}
function formatCurl(operation) {
	const { method, parameters } = operation;
	const body = getBodyExample(operation);
	const isDefaultMethod = method === "GET" || method === "POST" && body !== void 0;
	const isRepeatable = parameters.some(({ name }) => name === "Idempotency-Key");
	return [
		`curl ${isDefaultMethod ? "" : `-X ${method} `}"${createExampleUrl(operation)}"`,
		"-H \"Authorization: Bearer $KEY\"",
		isRepeatable && method === "POST" && "-H \"Idempotency-Key: $(uuidgen)\"",
		body !== void 0 && "-H \"Content-Type: application/json\"",
		body !== void 0 && `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`
	].filter((line) => line !== false).join(" \\\n  ");
}
function formatJavaScript(operation) {
	const body = getBodyExample(operation);
	const { response } = findSuccess(operation);
	const hasData = "data" in (response.content["application/json"].schema.properties ?? {});
	const type = body === void 0 ? "" : ", 'Content-Type': 'application/json'";
	const fetchOptions = [
		operation.method !== "GET" && `method: '${operation.method}',`,
		`headers: { Authorization: \`Bearer \${key}\`${type} },`,
		body !== void 0 && `body: JSON.stringify(${toJavaScriptLiteral(body)}),`
	].filter((line) => line !== false);
	return `const response = await fetch('${createExampleUrl(operation)}', {\n  ${fetchOptions.join("\n  ")}\n})\nconst ${hasData ? "{ data, meta }" : "{ message }"} = await response.json()`;
}
const toJavaScriptLiteral = (value) => JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_]\w*)":/gm, "$1$2:").replace(/"((?:[^"\\]|\\.)*)"/g, (_, text) => `'${text.replaceAll("'", "\\'").replaceAll("\\\"", "\"")}'`).replaceAll("\n", "\n  ");
// src/reference/pages.ts
/** Renders the pages of the REST reference, including the chapters in `chapters.md`. */
const styles = [
	"frame",
	"text",
	"fields",
	"code",
	"try",
	"narrow"
].map((name) => `reference/browser/${name}.css`);
/** Renders all pages of the reference. @param presets settings for the "Try it" forms */
function renderReference(contract, presets) {
	const render = (title, current, main, operations = []) => {
		const calls = operations.map((operation) => [operation.operationId, toTryForm(operation, contract)]);
		return renderPage({
			title: `${title} · Dealgraph`,
			body: renderFrame(contract, current, main, presets.signIn === true),
			assets: [...styles, "reference/browser/main.ts"],
			settings: {
				...presets,
				calls: Object.fromEntries(calls)
			}
		}).body;
	};
	const renderer = new OperationRenderer(contract);
	const resources = contract.tags.map(({ name, description }) => {
		const operations = listOperations(contract, name);
		const title = toResourceTitle(name);
		const header = `<header class="opening"><h1>${escapeHtml(title)}</h1>${renderMarkdown(description)}${renderIndex(operations)}</header>`;
		const sections = operations.map((operation) => renderer.renderOperation(operation));
		return [`/docs/${name}`, render(title, name, [header, ...sections].join("\n"), operations)];
	});
	return new Map([
		["/docs", render("REST reference", "start", renderChapters(contract))],
		["/docs/filters", render("Filters", "filters", renderFilters(contract))],
		...resources
	]);
}
function toTryForm(operation, { components }) {
	const resolveSchema = (schema) => components.schemas[schema?.$ref?.split("/").at(-1) ?? ""] ?? schema ?? {};
	return {
		method: operation.method,
		path: operation.path,
		parameters: operation.parameters.map((parameter) => {
			const { type, enum: values } = resolveSchema(parameter.schema);
			return {
				name: parameter.name,
				in: parameter.in,
				required: parameter.required,
				values,
				type: parameter.content ? "json" : type,
				example: getParameterExample(parameter)
			};
		}),
		body: getBodyExample(operation),
		query: operation["x-graphql"],
		variables: Object.fromEntries(listVariables(operation))
	};
}
const renderMethod = (method, label = method) => `<span class="method ${method.toLowerCase()}"${label === method ? "" : ` aria-label="${method}"`}>${label}</span>`;
const renderIndex = (operations) => `<ul class="index">${operations.map(({ operationId, method, path }) => `<li><a href="#${operationId}">${renderMethod(method)} <code>${escapeHtml(path)}</code></a></li>`).join("")}</ul>`;
/** The chapters in Markdown. Placeholders such as `{{scopes}}` stand for generated HTML. */
const chapters = readFileSync(new URL("./chapters.md", "file:///work/wt/int/src/reference/pages.ts"), "utf8").split(/^## /m).slice(1).map((section) => {
	const [, title = "", id = "", text = "", example = ""] = /^(.*) \{#([\w-]+)\}\n([\s\S]*)\n---\n([\s\S]*)$/.exec(section) ?? [];
	return {
		id,
		title,
		text,
		example
	};
});
function renderChapters(contract) {
	const values = renderChapterValues(contract);
	return chapters.map(({ id, title, text, example }, index) => {
		const heading = index === 0 ? `<h1 id="${id}-title">REST reference</h1>` : `<h2 id="${id}-title"><a href="#${id}">${escapeHtml(title)}</a></h2>`;
		const examples = renderMarkdown(example, values).replaceAll("<p>", "<p class=\"over\">");
		return `<section class="chapter" id="${id}" aria-labelledby="${id}-title">
<header>${heading}</header>
<div class="told">${renderMarkdown(text, values)}</div><div class="shown">${examples}</div></section>`;
	}).join("\n");
}
/** Maps each placeholder in `chapters.md` to HTML. */
function renderChapterValues(contract) {
	const { schemas, examples } = contract.components;
	const eventSchema = schemas["WebhookEvent"];
	const renderError = (code) => renderJson(examples[code]?.value);
	const dealMoved = eventSchema.examples?.find((event) => event.type === "deal.moved");
	const { meta } = findExample(contract, "ListPeople");
	return {
		me: renderJson(findExample(contract, "GetMe")),
		pageMeta: renderJson({
			data: ["…"],
			meta
		}),
		dealMoved: renderJson(dealMoved),
		validationError: renderError("VALIDATION_ERROR"),
		notFound: renderError("NOT_FOUND"),
		rateLimitExceeded: renderError("RATE_LIMIT_EXCEEDED"),
		scopes: renderScopes(contract),
		errors: renderErrors(contract),
		payload: new FieldRenderer(schemas).renderList(eventSchema),
		events: renderEvents(eventSchema)
	};
}
function findExample(contract, operationId) {
	const operation = listOperations(contract).find((candidate) => candidate.operationId === operationId);
	return operation && findSuccess(operation).response.content["application/json"].example;
}
/** Renders a table of scopes, with the calls that require each scope. */
function renderScopes(contract) {
	const scopeUses = listOperations(contract).flatMap(({ tags: [tag], "x-scopes": scopes = [] }) => scopes.map((scope) => ({
		scope,
		tag
	})));
	return renderTable(["Scope", "Required by"], [...Map.groupBy(scopeUses, ({ scope }) => scope)].map(([scope, calls]) => {
		const links = [...new Set(calls.map(({ tag }) => `<a href="/docs/${tag}">${tag}</a>`))];
		const callCount = `${calls.length} ${calls.length === 1 ? "call" : "calls"}`;
		return [`<code class="whole">${escapeHtml(scope)}</code>`, `${callCount}: ${links.join(", ")}`];
	}));
}
/** Error codes that only GraphQL returns, with their descriptions. */
const graphqlErrors = {
	NOT_ACCEPTABLE: { summary: "GraphQL only: `Accept` lists no supported media type." },
	PERSISTED_QUERY_NOT_SUPPORTED: { summary: "GraphQL only: the request contains a query hash instead of a query. Send the query." }
};
/** Renders the table of error codes, to which the pages of operations link. */
function renderErrors(contract) {
	return renderTable([
		"Status",
		"Code",
		"Cause"
	], Object.entries({
		...contract.components.examples,
		...graphqlErrors
	}).map(([code, { summary }]) => ({
		code,
		summary,
		status: statusByCode[code]
	})).sort((a, b) => a.status - b.status).map(({ code, summary, status }) => [
		`<span class="status bad">${status}</span>`,
		`<code class="whole" id="${code}">${code}</code>`,
		toInlineHtml(summary)
	]));
}
function renderEvents(schema) {
	const types = schema.properties?.["type"]?.enum?.filter((type) => type !== null) ?? [];
	const toCode = (text) => `<code>${escapeHtml(text)}</code>`;
	return renderTable(["Kind", "Types"], [...Map.groupBy(types, (type) => type.split(".")[0] ?? "")].map(([kind, group]) => [toCode(kind), group.map(toCode).join(" ")]));
}
/** Renders the page of all filters. Filters share a page because they refer to each other. */
function renderFilters(contract) {
	const fieldRenderer = new FieldRenderer(contract.components.schemas);
	const filters = Object.entries(contract.components.schemas).filter(([name]) => isFilter(name));
	const sections = filters.map(([name, schema]) => `<section class="filter" id="${name}" aria-labelledby="${name}-title"><h2 id="${name}-title"><a href="#${name}">${name}</a></h2>${renderMarkdown(schema.description ?? "")}${fieldRenderer.renderList(schema)}</section>`);
	const links = filters.map(([name]) => `<li><a href="#${name}"><code>${name}</code></a></li>`);
	return `<header class="opening"><h1>Filters</h1>${renderMarkdown("The parameter `where` of a list accepts a filter as JSON. In GraphQL, the argument `where` accepts the same filter. All conditions of an object must match; `and`, `or` and `not` combine objects.")}
<ul class="index">${links.join("")}</ul></header>${sections.join("\n")}`;
}
function renderNavigation(contract, tag, current) {
	const isCurrent = tag === current;
	const title = escapeHtml(toResourceTitle(tag));
	const links = listOperations(contract, tag).map((operation) => {
		const { method, path, operationId, summary } = operation;
		const terms = escapeHtml(`${method} ${path} ${operationId}`.toLowerCase());
		return `<li><a href="${toOperationUrl(operation)}" data-find="${terms}">${renderMethod(method, method === "DELETE" ? "DEL" : method)}<span>${escapeHtml(summary)}</span></a></li>`;
	});
	return `<details${isCurrent ? " open" : ""}><summary>${title}</summary><ul><li><a class="overview" href="/docs/${tag}"${isCurrent ? " aria-current=\"page\"" : ""}>Overview</a></li>${links.join("")}</ul></details>`;
}
const signInLink = `<span id="signed-in" role="status"></span>
  <a id="credential" href="/sign-in?returnTo=/docs">Sign in</a>`;
const keyField = "<label for=\"credential\">API key</label><input id=\"credential\" type=\"password\" placeholder=\"dg_…\" autocomplete=\"off\" spellcheck=\"false\" size=\"14\">";
/** Renders the layout of a page: the top bar, the navigation on the left, and the content. */
const renderFrame = (contract, current, main, signIn) => `
<a class="skip" href="#main">Skip to content</a>
<header class="bar">
  <button type="button" id="menu" aria-controls="nav" aria-expanded="false">Menu</button>
  <a class="brand" href="/">Dealgraph</a> <span class="what">REST reference</span>
  <nav aria-label="Pages"><a href="/graphql">GraphiQL</a> <a href="/console">Console</a> <a href="/openapi.json">openapi.json</a></nav>
  <div class="own">${signIn ? signInLink : keyField}
  <button type="button" id="theme" aria-label="Theme">Theme</button></div>
</header>
<div class="columns">
<nav id="nav" aria-label="Reference">
  <div class="find"><label class="unseen" for="find">Find a call</label><input id="find" type="search" placeholder="Find a call" autocomplete="off" aria-describedby="found"><kbd aria-hidden="true">/</kbd></div>
  <p id="found" role="status" class="unseen"></p>
  <ul class="chapters">${chapters.map(({ id, title }) => `<li><a href="/docs#${id}" data-find="${escapeHtml(title.toLowerCase())}">${escapeHtml(title)}</a></li>`).join("")}<li><a href="/docs/filters"${current === "filters" ? " aria-current=\"page\"" : ""}>Filter fields</a></li></ul>
  ${contract.tags.map(({ name }) => renderNavigation(contract, name, current)).join("\n")}
</nav>
<main id="main" tabindex="-1">${main}</main>
</div>`;
export { renderReference };
