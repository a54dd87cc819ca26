import { p as notFound } from "./errors-Cd1UCkd2.mjs";
import { r as readPackageFile } from "./package-files-CEUYJP83.mjs";
import { n as createWorkerLoader, r as sendCompressed, t as compress } from "./compressed-DupxVt2G.mjs";
import { i as sourceFolder, n as listBrowserFiles, t as browserPackages } from "./page-D5di_r70.mjs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
// src/pages/assets.ts
/** Serves API contracts, and the scripts, styles and images of pages, including GraphiQL. */
const contentTypes = {
	".ts": "text/javascript",
	".mjs": "text/javascript",
	".js": "text/javascript",
	".css": "text/css",
	".svg": "image/svg+xml",
	".json": "application/json",
	".graphql": "text/plain",
	".txt": "text/plain"
};
const { version } = createRequire("file:///work/wt/int/src/pages/assets.ts")("@graphql-yoga/render-graphiql/package.json");
/** The GraphiQL folder in `/assets/`. The version in its name lets browsers cache files forever. */
const graphiqlFolder = `graphiql-${version}/`;
const loadAssets = createWorkerLoader("file:///work/wt/int/src/pages/assets.ts", compressAssets);
const loadGraphiql = createWorkerLoader("file:///work/wt/int/src/pages/assets.ts", compressGraphiql);
/** Serves a file by its URL path. @throws NOT_FOUND */
async function serveAsset(http) {
	const isGraphiql = http.path.startsWith(`/assets/${graphiqlFolder}`);
	const file = (await (isGraphiql ? loadGraphiql() : loadAssets())).get(http.path);
	if (!file) throw notFound("Path");
	return sendCompressed(http, file, {
		"Content-Type": `${contentTypes[extname(http.path)]}; charset=utf-8`,
		...isGraphiql && { "Cache-Control": "public, max-age=31536000, immutable" }
	});
}
/** Compresses the GraphiQL files from 9 MB to 2 MB. */
async function compressGraphiql() {
	const graphiqlBundle = await import("./graphiql-DRFWw_2z.mjs");
	const graphiqlFiles = {
		"graphiql.js": graphiqlBundle.js,
		"graphiql.css": graphiqlBundle.css,
		"editorWorkerService.js": graphiqlBundle.editorWorkerService,
		"graphql.js": graphiqlBundle.graphqlWorker,
		"json.js": graphiqlBundle.jsonWorker
	};
	return new Map(Object.entries(graphiqlFiles).map(([name, text]) => [`/assets/${graphiqlFolder}${name}`, compress(text, 5)]));
}
/** Compresses all files except GraphiQL, by URL path, and removes the types from TypeScript. */
function compressAssets() {
	const contracts = [
		"openapi.json",
		"schema.graphql",
		"llms.txt"
	].map((name) => [`/${name}`, readPackageFile(name)]);
	const assets = [...[
		"pages",
		"console",
		"reference",
		"graphiql"
	].flatMap(listBrowserFiles).map((path) => [path, join(sourceFolder, path)]), ...browserPackages.files()].map(([path, file]) => {
		const text = readFileSync(file, "utf8");
		return [`/assets/${path}`, file.endsWith(".ts") ? stripTypeScriptTypes(text) : text];
	});
	return new Map([...contracts, ...assets].map(([path, text]) => [path, compress(text, 6)]));
}
export { serveAsset as i, compressGraphiql as n, graphiqlFolder as r, compressAssets as t };
