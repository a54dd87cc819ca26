import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
// src/pages/browser/highlight.ts
const tokenPatterns = {
	json: [/("(?:[^"\\]|\\.)*")(?=\s*:)|("(?:[^"\\]|\\.)*")|\b(true|false|null|-?\d[\d.eE+-]*)\b/g, [
		"name",
		"text",
		"value"
	]],
	graphql: [/(#.*)|\b(query|mutation|subscription|fragment|on)\b|(\$\w+)|("(?:[^"\\]|\\.)*")/g, [
		"quiet",
		"word",
		"value",
		"text"
	]],
	shell: [/(#.*)|\b(curl)\b|((?<=\s)-{1,2}[a-zA-Z-]+)|("(?:[^"\\]|\\.)*"|'[^']*')/g, [
		"quiet",
		"word",
		"name",
		"text"
	]],
	javascript: [/(\/\/.*)|\b(const|await|new|import|from|return)\b|('[^'\n]*'|`[^`]*`)|\b(true|false|null|-?\d[\d.]*)\b/g, [
		"quiet",
		"word",
		"text",
		"value"
	]]
};
const escapeHtml = (value) => String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
/** Converts code to HTML in which each token has a class for its kind. */
function highlight(code, language) {
	const [pattern, tokenKinds] = tokenPatterns[language];
	let html = "";
	let position = 0;
	for (const match of code.matchAll(pattern)) {
		const group = match.slice(1).findIndex((candidate) => candidate !== void 0);
		html += `${escapeHtml(code.slice(position, match.index))}<span class="c-${tokenKinds[group]}">${escapeHtml(match[0])}</span>`;
		position = match.index + match[0].length;
	}
	return html + escapeHtml(code.slice(position));
}
// src/pages/page.ts
/** The source folder. Served files keep their relative paths, so that their imports work. */
const sourceFolder = join("/work/wt/int/src/pages", "..");
/** Returns the paths, relative to `src`, of the scripts, styles and images in a folder. */
const listBrowserFiles = (folder) => readdirSync(join(sourceFolder, folder, "browser"), {
	recursive: true,
	encoding: "utf8"
}).filter((name) => /(?<!\.d)\.(ts|css|svg)$/.test(name)).map((name) => `${folder}/browser/${name.replaceAll("\\", "/")}`);
/** Packages that browser code imports, with the required files of each package. */
const browserPackageFiles = [
	["preact", ["preact.mjs"]],
	["preact/hooks", ["hooks.mjs"]],
	["htm", ["htm.mjs"]],
	["htm/preact", ["index.mjs"]],
	["graphql-sse", [
		"client.mjs",
		"common.mjs",
		"parser.mjs",
		"utils.mjs"
	]]
];
const findPackageFolder = (name) => dirname(fileURLToPath(import.meta.resolve(name)));
/** The import map of pages, and the served package files by their paths in `/assets/`. */
const browserPackages = {
	imports: Object.fromEntries(browserPackageFiles.map(([name, [mainFile]]) => [name, `/assets/vendor/${name}/${mainFile}`])),
	files: () => browserPackageFiles.flatMap(([name, files]) => files.map((file) => [`vendor/${name}/${file}`, join(findPackageFolder(name), file)]))
};
const importMap = JSON.stringify({ imports: browserPackages.imports });
/** The content security policy: only files of this server, no inline scripts, and no frames. */
const defaultSources = {
	"default-src": "'none'",
	"script-src": `'self' 'sha256-${createHash("sha256").update(importMap).digest("base64")}'`,
	"style-src": "'self'",
	"img-src": "'self' data:",
	"connect-src": "'self'",
	"form-action": "'none'",
	"base-uri": "'none'",
	"frame-ancestors": "'none'"
};
const formatPolicy = (extraSources) => [.../* @__PURE__ */ new Set([...Object.keys(defaultSources), ...Object.keys(extraSources)])].map((name) => [
	name,
	defaultSources[name],
	extraSources[name]
].filter(Boolean).join(" ")).join("; ");
/** Converts a value to JSON that cannot close the enclosing script element. */
const toScriptJson = (value) => JSON.stringify(value).replaceAll("<", "\\u003c");
const renderAssetTag = (name) => name.endsWith(".css") ? `<link rel="stylesheet" href="/assets/${name}">` : `<script type="module" src="/assets/${name}"><\/script>`;
/** Renders a complete page, with security headers. */
function renderPage({ title, body, assets = [], settings, extraSources = {} }) {
	const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/assets/pages/browser/icon.svg">
<script type="importmap">${importMap}<\/script>
${["pages/browser/base.css", ...assets].map(renderAssetTag).join("\n")}
</head>
<body>
${settings ? `<script type="application/json" id="settings">${toScriptJson(settings)}<\/script>` : ""}
${body}
</body>
</html>
`;
	return {
		status: 200,
		headers: {
			"Content-Type": "text/html; charset=utf-8",
			"Content-Security-Policy": formatPolicy(extraSources),
			"Referrer-Policy": "no-referrer"
		},
		body: html
	};
}
export { escapeHtml as a, sourceFolder as i, listBrowserFiles as n, highlight as o, renderPage as r, browserPackages as t };
