import { S as unsupportedMediaType, m as payloadTooLarge, n as badRequest, t as ApiError } from "./errors-Cd1UCkd2.mjs";
// node_modules/content-type/dist/index.js
/*!
* content-type
* Copyright(c) 2015 Douglas Christopher Wilson
* MIT Licensed
*/
const SP = 32;
const HTAB = 9;
const SEMI = 59;
const EQ = 61;
const DQUOTE = 34;
const BSLASH = 92;
const COMMA = 44;
const LOWER_CASE = 1;
const OWS = 2;
const SEMI_FLAG = 4;
const COMMA_FLAG = 8;
const TOKEN_FLAG = 16;
const NON_ASCII = 65280;
const CASE_FLAGS = 65281;
/**
* Character flags used to normalize HTTP field values while scanning.
* Out-of-range reads intentionally coerce to zero in bitwise expressions.
*/
const CHAR_MAP = /* @__PURE__ */ new Uint8Array(256);
CHAR_MAP[HTAB] |= OWS;
CHAR_MAP[SP] |= OWS;
CHAR_MAP[SEMI] |= SEMI_FLAG;
CHAR_MAP[COMMA] |= COMMA_FLAG;
for (let code = 128; code <= 255; code++) CHAR_MAP[code] |= LOWER_CASE;
for (const char of "!#$%&'*+-.^_`|~") CHAR_MAP[char.charCodeAt(0)] |= TOKEN_FLAG;
for (let code = 48; code <= 57; code++) CHAR_MAP[code] |= TOKEN_FLAG;
for (let code = 65; code <= 90; code++) CHAR_MAP[code] |= 17;
for (let code = 97; code <= 122; code++) CHAR_MAP[code] |= TOKEN_FLAG;
/**
* Null object perf optimization. Faster than `Object.create(null)` and `{ __proto__: null }`.
*/
const NullObject = /* @__PURE__ */ (() => {
	const C = function() {};
	C.prototype = Object.create(null);
	return C;
})();
/**
* Parse a `Content-Type` header.
*/
function parse(header, options) {
	const stopFlags = SEMI_FLAG | (options?.comma === true ? COMMA_FLAG : 0);
	const len = header.length;
	let valueStart = options?.start ?? 0;
	while ((CHAR_MAP[header.charCodeAt(valueStart)] & OWS) !== 0) valueStart++;
	let index = valueStart;
	let typeFlags = 0;
	let whitespace = -1;
	let stop = options?.parameters === false ? COMMA_FLAG : 0;
	while (index < len) {
		const code = header.charCodeAt(index);
		const flags = CHAR_MAP[code];
		if ((flags & stopFlags) !== 0) {
			stop |= flags & COMMA_FLAG;
			break;
		}
		if ((flags & OWS) !== 0) {
			if (whitespace === -1) whitespace = index;
		} else whitespace = -1;
		typeFlags |= code & NON_ASCII | flags;
		index++;
	}
	const valueEnd = whitespace === -1 ? index : whitespace;
	const value = header.slice(valueStart, valueEnd);
	const type = (typeFlags & CASE_FLAGS) === 0 ? value : value.toLowerCase();
	if (index === len || stop !== 0) return {
		type,
		index,
		parameters: new NullObject()
	};
	return parseParameters(header, type, index, len, stopFlags);
}
/**
* Parses the parameters of a `Content-Type` header starting at the given index.
*/
function parseParameters(header, type, index, len, stopFlags) {
	const parameters = new NullObject();
	parameter: while (index < len) {
		index++;
		while ((CHAR_MAP[header.charCodeAt(index)] & OWS) !== 0) index++;
		const keyStart = index;
		let keyFlags = 0;
		let keyWhitespace = -1;
		while (index < len) {
			const code = header.charCodeAt(index);
			const flags = CHAR_MAP[code];
			if ((flags & stopFlags) !== 0) {
				if ((flags & COMMA_FLAG) !== 0) break parameter;
				continue parameter;
			}
			if (code === EQ) {
				const keyEnd = keyWhitespace === -1 ? index : keyWhitespace;
				const value = header.slice(keyStart, keyEnd);
				const key = (keyFlags & CASE_FLAGS) === 0 ? value : value.toLowerCase();
				index++;
				while ((CHAR_MAP[header.charCodeAt(index)] & OWS) !== 0) index++;
				if (index < len && header.charCodeAt(index) === DQUOTE) {
					const quotedStart = ++index;
					let escaped = false;
					while (index < len) {
						const code = header.charCodeAt(index);
						if (code === DQUOTE) {
							if (parameters[key] === void 0) parameters[key] = escaped ? unescapeQuotedPairs(header, quotedStart, index) : header.slice(quotedStart, index);
							index++;
							let stop = 0;
							while (index < len) {
								const code = header.charCodeAt(index);
								const flags = CHAR_MAP[code];
								if ((flags & stopFlags) !== 0) {
									stop = flags & COMMA_FLAG;
									break;
								}
								index++;
							}
							if (stop !== 0) break parameter;
							continue parameter;
						}
						if (code === BSLASH && index + 1 < len) {
							escaped = true;
							index += 2;
							continue;
						}
						index++;
					}
					continue parameter;
				}
				const valueStart = index;
				let stop = 0;
				let valueWhitespace = -1;
				while (index < len) {
					const code = header.charCodeAt(index);
					const flags = CHAR_MAP[code];
					if ((flags & stopFlags) !== 0) {
						stop = flags & COMMA_FLAG;
						break;
					}
					if ((flags & OWS) !== 0) {
						if (valueWhitespace === -1) valueWhitespace = index;
					} else valueWhitespace = -1;
					index++;
				}
				if (parameters[key] === void 0) {
					const valueEnd = valueWhitespace === -1 ? index : valueWhitespace;
					parameters[key] = header.slice(valueStart, valueEnd);
				}
				if (stop !== 0) break parameter;
				continue parameter;
			}
			if ((flags & OWS) !== 0) {
				if (keyWhitespace === -1) keyWhitespace = index;
			} else keyWhitespace = -1;
			keyFlags |= code & NON_ASCII | flags;
			index++;
		}
	}
	return {
		type,
		index,
		parameters
	};
}
/**
* Remove backslashes from quoted pairs in a known-terminated quoted string body.
*/
function unescapeQuotedPairs(str, start, end) {
	let result = "";
	for (let index = start; index < end; index++) if (str.charCodeAt(index) === BSLASH) {
		result += str.slice(start, index);
		start = ++index;
	}
	return result + str.slice(start, end);
}
// src/http/body.ts
/** Requires JSON in UTF-8. Under `/v1`, the `Content-Type` header may be missing. */
const checkMediaType = (http) => {
	const { headers, headersDistinct } = http.request;
	const contentEncoding = headers["content-encoding"] || "identity";
	const transferEncoding = headers["transfer-encoding"] ?? "chunked";
	if (contentEncoding.toLowerCase() !== "identity" || transferEncoding.toLowerCase() !== "chunked") throw unsupportedMediaType("Send the body without compression");
	const [type, ...extraTypes] = headersDistinct["content-type"] ?? [];
	if (extraTypes.length > 0) throw unsupportedMediaType("The request has several `Content-Type` headers: send one");
	if (!(headers["transfer-encoding"] !== void 0 || Number(headers["content-length"] ?? 0) > 0)) return void 0;
	if (!type && http.path === "/graphql") throw unsupportedMediaType("Send the body as application/json");
	if (type && !isJsonType(type)) throw unsupportedMediaType("Send the body as application/json in UTF-8");
};
/** Returns whether a `Content-Type` is JSON in UTF-8; only the parameter `charset` is allowed. */
function isJsonType(contentType) {
	const { type, parameters } = parse(contentType);
	const [, ...sentParameters] = contentType.split(";").filter((part) => part.trim() !== "");
	return type === "application/json" && sentParameters.length === Object.keys(parameters).length && Object.entries(parameters).every(([name, value]) => name === "charset" && /^utf-?8$/i.test(value ?? ""));
}
const maxDepth = 64;
/** Sets `http.body` for POST, PUT and PATCH requests, unless the body is empty. */
const readBody = async (http) => {
	if (http.method === "GET" || http.method === "HEAD" || http.method === "DELETE") return void 0;
	const bodyText = await readBodyText(http);
	if (bodyText.trim() === "") return void 0;
	try {
		http.body = { value: parseJson(bodyText) };
	} catch (error) {
		throw error instanceof ApiError ? error : badRequest("The body is not valid JSON");
	}
};
/** @throws BAD_REQUEST if the JSON nests too deeply, SyntaxError if the JSON is invalid */
function parseJson(text) {
	checkDepth(text);
	return JSON.parse(text);
}
const utf8Decoder = new TextDecoder("utf-8", { fatal: true });
async function readBodyText(http) {
	const { request, deps } = http;
	const maxBytes = deps.settings.MAX_BODY_BYTES;
	if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw payloadTooLarge(maxBytes);
	http.continueBody?.();
	const bodyBytes = request.complete && !request.destroyed ? readBuffered(request) : await readArriving(http, maxBytes);
	if (bodyBytes.length > maxBytes) throw payloadTooLarge(maxBytes);
	try {
		return utf8Decoder.decode(bodyBytes);
	} catch {
		throw badRequest("The body is not valid UTF-8");
	}
}
/** Returns the bytes of a body that has arrived completely. */
const readBuffered = (request) => request.read() ?? Buffer.alloc(0);
/** Reads a body as it arrives, within the request timeout. Bytes beyond the limit stay unread. */
async function readArriving({ request, deps, rejectLate }, maxBytes) {
	const timer = setTimeout(() => rejectLate?.(), deps.settings.REQUEST_TIMEOUT_SECONDS * 1e3);
	const chunks = [];
	let byteCount = 0;
	try {
		for await (const chunk of request.iterator({ destroyOnReturn: false })) {
			chunks.push(chunk);
			byteCount += chunk.length;
			if (byteCount > maxBytes) break;
		}
	} catch {
		throw badRequest("The body ended before it was complete");
	} finally {
		clearTimeout(timer);
	}
	return Buffer.concat(chunks);
}
/** Limits nesting before parsing, so that malicious JSON cannot cause deep recursion later. */
function checkDepth(text) {
	let depth = 0;
	let isInString = false;
	for (let i = 0; i < text.length; i++) {
		const charCode = text.charCodeAt(i);
		if (isInString) {
			if (charCode === 92) i++;
			else if (charCode === 34) isInString = false;
		} else if (charCode === 34) isInString = true;
		else if (charCode === 123 || charCode === 91) {
			if (++depth > maxDepth) throw badRequest(`The JSON nests deeper than ${maxDepth} levels`);
		} else if (charCode === 125 || charCode === 93) depth--;
	}
}
export { parse as i, parseJson as n, readBody as r, checkMediaType as t };
