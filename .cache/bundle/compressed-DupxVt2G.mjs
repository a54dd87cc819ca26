import { t as createCache } from "./cache-zRcf0w4_.mjs";
import { t as findWorker } from "./package-files-CEUYJP83.mjs";
import { createHash } from "node:crypto";
import { brotliCompressSync, brotliDecompress, constants, gzip } from "node:zlib";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
// src/pages/compressed.ts
/** Compresses files and pages once, and sends them to many clients. */
const decompressBrotli = promisify(brotliDecompress);
const gzipAsync = promisify(gzip);
function compress(text, quality = constants.BROTLI_DEFAULT_QUALITY) {
	const body = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
	return {
		body,
		etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`
	};
}
/** Returns a loader that calls a function in a worker at first use, to save the server's memory. */
function createWorkerLoader(module, { name }, argument) {
	let filesPromise;
	return () => {
		filesPromise ??= new Promise((resolve, reject) => {
			const worker = new Worker(findWorker("file:///work/wt/int/src/pages/compressed.ts"), {
				workerData: {
					module,
					name,
					argument
				},
				execArgv: ["--disable-warning=ExperimentalWarning"]
			});
			worker.once("message", resolve);
			worker.once("error", reject);
		});
		filesPromise.catch(() => {
			filesPromise = void 0;
		});
		return filesPromise;
	};
}
/** Sends a file in the best encoding that the client accepts, or 304 if the ETag matches. */
async function sendCompressed(http, { body, etag }, additionalHeaders) {
	const headers = {
		ETag: etag,
		"Cache-Control": "no-cache",
		Vary: "Origin, Accept-Encoding",
		...additionalHeaders
	};
	if (http.request.headers["if-none-match"] === etag) return {
		status: 304,
		headers,
		body: ""
	};
	const encoding = chooseEncoding(http);
	if (encoding) headers["Content-Encoding"] = encoding;
	if (encoding === "br") return {
		status: 200,
		headers,
		body: Buffer.from(body)
	};
	const content = await decompressBrotli(body);
	return {
		status: 200,
		headers,
		body: encoding ? await gzipAsync(content) : content
	};
}
/** Returns `br` or `gzip` if accepted. `q=0` rejects an encoding (RFC 9110, 12.5.3). */
function chooseEncoding({ request }) {
	const acceptedEncodings = String(request.headers["accept-encoding"] ?? "").toLowerCase().split(",").map((item) => item.split(";").map((part) => part.trim())).filter(([, weight = "q=1"]) => !/^q=0(\.0*)?$/.test(weight)).map(([encoding]) => encoding);
	return ["br", "gzip"].find((encoding) => acceptedEncodings.includes(encoding));
}
/** Maps the HTML of pages to compressed files: three pages, with and without a demo API key. */
const pageCache = createCache("compressed_pages", { maxEntries: 20 });
/** Sends a compressed page, with a hash of the content as ETag. */
function sendPage(http, { headers, body }) {
	const pageHtml = String(body);
	return sendCompressed(http, pageCache.getOrCreate(pageHtml, () => compress(pageHtml)), {
		...headers,
		Vary: "Accept, Accept-Encoding, Origin"
	});
}
export { sendPage as i, createWorkerLoader as n, sendCompressed as r, compress as t };
