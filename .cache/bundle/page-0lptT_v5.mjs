import { p as notFound } from "./errors-Cd1UCkd2.mjs";
import { t as createCache } from "./cache-zRcf0w4_.mjs";
import { r as readPackageFile } from "./package-files-CEUYJP83.mjs";
import { n as createWorkerLoader, r as sendCompressed, t as compress } from "./compressed-DupxVt2G.mjs";
import { r as renderPage } from "./page-D5di_r70.mjs";
// src/reference/page.ts
/** Caches page loaders by the presets of the pages, as JSON. */
const loaderCache = createCache("reference_pages", { maxEntries: 20 });
/** Serves a page of the REST reference, such as `/docs` or `/docs/people`. @throws NOT_FOUND */
async function serveReferencePage(http, presets) {
	const page = (await loaderCache.getOrCreate(JSON.stringify(presets), () => createWorkerLoader("file:///work/wt/int/src/reference/page.ts", compressReference, presets))()).get(http.path.replace(/\/$/, ""));
	if (!page) throw notFound("Page");
	return sendCompressed(http, page, renderPage({
		title: "",
		body: ""
	}).headers ?? {});
}
async function compressReference(presets) {
	const { renderReference } = await import("./pages-o6MBv31h.mjs");
	const { readContract } = await import("./contract-B7pbNt-B.mjs");
	const pages = renderReference(readContract(readPackageFile("openapi.json")), presets);
	return new Map([...pages].map(([path, html]) => [path, compress(html, 5)]));
}
export { serveReferencePage };
