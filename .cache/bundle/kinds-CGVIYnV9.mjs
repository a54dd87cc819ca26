import { i as formatCountOf } from "./text-86vERQj0.mjs";
// node_modules/csv-stringify/lib/utils/get.js
const charCodeOfDot = ".".charCodeAt(0);
const reEscapeChar = /\\(\\)?/g;
const rePropName = RegExp("[^.[\\]]+|\\[(?:([^\"'][^[]*)|([\"'])((?:(?!\\2)[^\\\\]|\\\\.)*?)\\2)\\]|(?=(?:\\.|\\[\\])(?:\\.|\\[\\]|$))", "g");
const reIsDeepProp = /\.|\[(?:[^[\]]*|(["'])(?:(?!\1)[^\\]|\\.)*?\1)\]/;
const reIsPlainProp = /^\w*$/;
const getTag = function(value) {
	return Object.prototype.toString.call(value);
};
const isSymbol = function(value) {
	const type = typeof value;
	return type === "symbol" || type === "object" && value && getTag(value) === "[object Symbol]";
};
const isKey = function(value, object) {
	if (Array.isArray(value)) return false;
	const type = typeof value;
	if (type === "number" || type === "symbol" || type === "boolean" || !value || isSymbol(value)) return true;
	return reIsPlainProp.test(value) || !reIsDeepProp.test(value) || object != null && value in Object(object);
};
const stringToPath = function(string) {
	const result = [];
	if (string.charCodeAt(0) === charCodeOfDot) result.push("");
	string.replace(rePropName, function(match, expression, quote, subString) {
		let key = match;
		if (quote) key = subString.replace(reEscapeChar, "$1");
		else if (expression) key = expression.trim();
		result.push(key);
	});
	return result;
};
const castPath = function(value, object) {
	if (Array.isArray(value)) return value;
	else return isKey(value, object) ? [value] : stringToPath(value);
};
const toKey = function(value) {
	if (typeof value === "string" || isSymbol(value)) return value;
	const result = `${value}`;
	return result == "0" && 1 / value == -Infinity ? "-0" : result;
};
const get = function(object, path) {
	path = castPath(path, object);
	let index = 0;
	const length = path.length;
	while (object != null && index < length) object = object[toKey(path[index++])];
	return index && index === length ? object : void 0;
};
// node_modules/csv-stringify/lib/utils/is_object.js
const is_object = function(obj) {
	return typeof obj === "object" && obj !== null && !Array.isArray(obj);
};
// node_modules/csv-stringify/lib/api/normalize_columns.js
const normalize_columns = function(columns) {
	if (columns === void 0 || columns === null) return [void 0, void 0];
	if (typeof columns !== "object") return [Error("Invalid option \"columns\": expect an array or an object")];
	if (!Array.isArray(columns)) {
		const newcolumns = [];
		for (const k in columns) newcolumns.push({
			key: k,
			header: columns[k]
		});
		columns = newcolumns;
	} else {
		const newcolumns = [];
		for (const column of columns) if (typeof column === "string") newcolumns.push({
			key: column,
			header: column
		});
		else if (typeof column === "object" && column !== null && !Array.isArray(column)) {
			if (!column.key) return [Error("Invalid column definition: property \"key\" is required")];
			if (column.header === void 0) column.header = column.key;
			newcolumns.push(column);
		} else return [Error("Invalid column definition: expect a string or an object")];
		columns = newcolumns;
	}
	return [void 0, columns];
};
// node_modules/csv-stringify/lib/api/CsvError.js
var CsvError = class CsvError extends Error {
	constructor(code, message, ...contexts) {
		if (Array.isArray(message)) message = message.join(" ");
		super(message);
		if (Error.captureStackTrace !== void 0) Error.captureStackTrace(this, CsvError);
		this.code = code;
		for (const context of contexts) for (const key in context) {
			const value = context[key];
			this[key] = Buffer.isBuffer(value) ? value.toString() : value == null ? value : JSON.parse(JSON.stringify(value));
		}
	}
};
// node_modules/csv-stringify/lib/utils/underscore.js
const underscore = function(str) {
	return str.replace(/([A-Z])/g, function(_, match) {
		return "_" + match.toLowerCase();
	});
};
// node_modules/csv-stringify/lib/api/normalize_options.js
const normalize_options = function(opts) {
	const options = {};
	for (const opt in opts) options[underscore(opt)] = opts[opt];
	if (options.bom === void 0 || options.bom === null || options.bom === false) options.bom = false;
	else if (options.bom !== true) return [new CsvError("CSV_OPTION_BOOLEAN_INVALID_TYPE", ["option `bom` is optional and must be a boolean value,", `got ${JSON.stringify(options.bom)}`])];
	if (options.delimiter === void 0 || options.delimiter === null) options.delimiter = ",";
	else if (Buffer.isBuffer(options.delimiter)) options.delimiter = options.delimiter.toString();
	else if (typeof options.delimiter !== "string") return [new CsvError("CSV_OPTION_DELIMITER_INVALID_TYPE", ["option `delimiter` must be a buffer or a string,", `got ${JSON.stringify(options.delimiter)}`])];
	if (options.quote === void 0 || options.quote === null) options.quote = "\"";
	else if (options.quote === true) options.quote = "\"";
	else if (options.quote === false) options.quote = "";
	else if (Buffer.isBuffer(options.quote)) options.quote = options.quote.toString();
	else if (typeof options.quote !== "string") return [new CsvError("CSV_OPTION_QUOTE_INVALID_TYPE", ["option `quote` must be a boolean, a buffer or a string,", `got ${JSON.stringify(options.quote)}`])];
	if (options.quoted === void 0 || options.quoted === null) options.quoted = false;
	if (options.escape_formulas === void 0 || options.escape_formulas === null) options.escape_formulas = false;
	else if (typeof options.escape_formulas !== "boolean") return [new CsvError("CSV_OPTION_ESCAPE_FORMULAS_INVALID_TYPE", ["option `escape_formulas` must be a boolean,", `got ${JSON.stringify(options.escape_formulas)}`])];
	if (options.quoted_empty === void 0 || options.quoted_empty === null) options.quoted_empty = void 0;
	if (options.quoted_match === void 0 || options.quoted_match === null || options.quoted_match === false) options.quoted_match = null;
	else if (!Array.isArray(options.quoted_match)) options.quoted_match = [options.quoted_match];
	if (options.quoted_match) for (const quoted_match of options.quoted_match) {
		const isString = typeof quoted_match === "string";
		const isRegExp = quoted_match instanceof RegExp;
		if (!isString && !isRegExp) return [new CsvError("CSV_OPTION_QUOTED_MATCH", ["option `quoted_match` must be a string or a regex,", `got ${JSON.stringify(options.quoted_match)}`])];
	}
	if (options.quoted_string === void 0 || options.quoted_string === null) options.quoted_string = false;
	if (options.eof === void 0 || options.eof === null) options.eof = true;
	if (options.escape === void 0 || options.escape === null) options.escape = "\"";
	else if (Buffer.isBuffer(options.escape)) options.escape = options.escape.toString();
	else if (typeof options.escape !== "string") return [Error(`Invalid Option: escape must be a buffer or a string, got ${JSON.stringify(options.escape)}`)];
	if (options.escape.length > 1) return [Error(`Invalid Option: escape must be one character, got ${options.escape.length} characters`)];
	if (options.header === void 0 || options.header === null || options.header === false) options.header = false;
	else if (options.header !== true) throw new CsvError("CSV_INVALID_OPTION_HEADER", ["option `header` is expected to be a boolean,", `got ${JSON.stringify(options.header)}`], options);
	if (options.header_as_comment === void 0 || options.header_as_comment === null || options.header_as_comment === false) options.header_as_comment = false;
	else if (options.header_as_comment === true) options.header_as_comment = "#";
	else if (Buffer.isBuffer(options.header_as_comment)) options.header_as_comment = options.header_as_comment.toString();
	else if (typeof options.header_as_comment !== "string") throw new CsvError("CSV_INVALID_OPTION_HEADER_AS_COMMENT", ["option `header_as_comment` must be a boolean, a string or a buffer,", `got ${JSON.stringify(options.header_as_comment)}`], options);
	const [errColumns, columns] = normalize_columns(options.columns);
	if (errColumns !== void 0) return [errColumns];
	options.columns = columns;
	if (options.quoted === void 0 || options.quoted === null) options.quoted = false;
	if (options.cast === void 0 || options.cast === null) options.cast = {};
	if (options.cast.bigint === void 0 || options.cast.bigint === null) options.cast.bigint = (value) => "" + value;
	if (options.cast.boolean === void 0 || options.cast.boolean === null) options.cast.boolean = (value) => value ? "1" : "";
	if (options.cast.date === void 0 || options.cast.date === null) options.cast.date = (value) => "" + value.getTime();
	if (options.cast.number === void 0 || options.cast.number === null) options.cast.number = (value) => "" + value;
	if (options.cast.object === void 0 || options.cast.object === null) options.cast.object = (value) => JSON.stringify(value);
	if (options.cast.string === void 0 || options.cast.string === null) options.cast.string = function(value) {
		return value;
	};
	if (options.on_record !== void 0 && typeof options.on_record !== "function") return [Error(`Invalid Option: "on_record" must be a function.`)];
	if (options.quote_record_delimiter === void 0 || options.quote_record_delimiter === null) options.quote_record_delimiter = !options.record_delimiter;
	else if (typeof options.quote_record_delimiter !== "boolean") return [new CsvError("CSV_OPTION_QUOTE_RECORD_DELIMITER_INVALID_TYPE", ["option `quote_record_delimiter` must be a boolean,", `got ${JSON.stringify(options.quote_record_delimiter)}`])];
	if (options.record_delimiter === void 0 || options.record_delimiter === null) options.record_delimiter = "\n";
	else if (Buffer.isBuffer(options.record_delimiter)) options.record_delimiter = options.record_delimiter.toString();
	else if (typeof options.record_delimiter !== "string") return [Error(`Invalid Option: record_delimiter must be a buffer or a string, got ${JSON.stringify(options.record_delimiter)}`)];
	switch (options.record_delimiter) {
		case "unix":
			options.record_delimiter = "\n";
			break;
		case "mac":
			options.record_delimiter = "\r";
			break;
		case "windows":
			options.record_delimiter = "\r\n";
			break;
		case "ascii":
			options.record_delimiter = "";
			break;
		case "unicode": options.record_delimiter = "\u2028";
	}
	return [void 0, options];
};
// node_modules/csv-stringify/lib/api/index.js
const bom_utf8 = Buffer.from([
	239,
	187,
	191
]);
const emits_separator = function(value, separators) {
	return separators.some((separator) => separator.length !== 0 && (value.indexOf(separator) !== -1 || separator.length > 1 && (value + separator).indexOf(separator) < value.length));
};
const matches_quoted_match = function(value, quoted_match) {
	if (!quoted_match) return false;
	return quoted_match.some((pattern) => typeof pattern === "string" ? value.indexOf(pattern) !== -1 : value.search(pattern) !== -1);
};
const stringifier = function(options, state, info) {
	return {
		options,
		state,
		info,
		__transform: function(chunk, push) {
			if (!Array.isArray(chunk) && typeof chunk !== "object") return Error(`Invalid Record: expect an array or an object, got ${JSON.stringify(chunk)}`);
			if (this.info.records === 0) {
				if (Array.isArray(chunk)) {
					if (this.options.header === true && this.options.columns === void 0) return Error("Undiscoverable Columns: header option requires column option or object records");
				} else if (this.options.columns === void 0) {
					const [err, columns] = normalize_columns(Object.keys(chunk));
					if (err) return;
					this.options.columns = columns;
				}
			}
			if (this.info.records === 0) {
				this.bom(push);
				const err = this.headers(push);
				if (err) return err;
			}
			try {
				if (this.options.on_record) this.options.on_record(chunk, this.info.records);
			} catch (err) {
				return err;
			}
			let err, chunk_string;
			if (this.options.eof) {
				[err, chunk_string] = this.stringify(chunk);
				if (err) return err;
				if (chunk_string === void 0) return;
				else chunk_string = chunk_string + this.options.record_delimiter;
			} else {
				[err, chunk_string] = this.stringify(chunk);
				if (err) return err;
				if (chunk_string === void 0) return;
				else if (this.options.header || this.info.records) chunk_string = this.options.record_delimiter + chunk_string;
			}
			this.info.records++;
			push(chunk_string);
		},
		stringify: function(chunk, chunkIsHeader = false) {
			if (typeof chunk !== "object") return [void 0, chunk];
			const { columns } = this.options;
			const record = [];
			if (Array.isArray(chunk)) {
				const length = columns ? Math.min(chunk.length, columns.length) : chunk.length;
				for (let i = 0; i < length; i++) {
					const field = chunk[i];
					const [err, value] = this.__cast(field, {
						index: i,
						column: i,
						records: this.info.records,
						header: chunkIsHeader
					});
					if (err) return [err];
					record[i] = [value, field];
				}
			} else for (let i = 0; i < columns.length; i++) {
				const field = get(chunk, columns[i].key);
				const [err, value] = this.__cast(field, {
					index: i,
					column: columns[i].key,
					records: this.info.records,
					header: chunkIsHeader
				});
				if (err) return [err];
				record[i] = [value, field];
			}
			let csvrecord = "";
			for (let i = 0; i < record.length; i++) {
				let options, err;
				let [value, field] = record[i];
				if (typeof value === "string") options = this.options;
				else if (is_object(value)) {
					options = { ...value };
					value = options.value;
					delete options.value;
					if (typeof value !== "string" && value !== void 0 && value !== null) {
						if (err) return [Error(`Invalid Casting Value: returned value must return a string, null or undefined, got ${JSON.stringify(value)}`)];
					}
					options = {
						...this.options,
						...options
					};
					[err, options] = normalize_options(options);
					if (err !== void 0) return [err];
				} else if (value === void 0 || value === null) options = this.options;
				else return [Error(`Invalid Casting Value: returned value must return a string, an object, null or undefined, got ${JSON.stringify(value)}`)];
				const { delimiter, escape, quote, quoted, quoted_empty, quoted_string, quoted_match, record_delimiter, quote_record_delimiter, escape_formulas } = options;
				if ("" === value && "" === field) {
					if ((matches_quoted_match(value, quoted_match) || true === quoted_empty || true === quoted_string && false !== quoted_empty) === true) value = quote + value + quote;
					csvrecord += value;
				} else if (value) {
					if (typeof value !== "string") return [Error(`Formatter must return a string, null or undefined, got ${JSON.stringify(value)}`)];
					const containsdelimiter = emits_separator(value, [delimiter]);
					const containsQuote = quote !== "" && value.indexOf(quote) >= 0;
					const containsEscape = value.indexOf(escape) >= 0 && escape !== quote;
					const containsRecordDelimiter = emits_separator(value, [record_delimiter, ...quote_record_delimiter === false ? [] : ["\n", "\r"]]);
					const quotedString = quoted_string && typeof field === "string";
					const quotedMatch = matches_quoted_match(value, quoted_match);
					if (escape_formulas) switch (value[0]) {
						case "-":
							if (typeof field === "number" || typeof field === "bigint") break;
							value = `'${value}`;
							break;
						case "=":
						case "+":
						case "@":
						case "	":
						case "\r":
						case "＝":
						case "＋":
						case "－":
						case "＠": value = `'${value}`;
					}
					const shouldQuote = containsQuote === true || containsdelimiter || containsRecordDelimiter || quoted || quotedString || quotedMatch;
					if (shouldQuote === true && containsEscape === true) value = value.replaceAll(escape, () => escape + escape);
					if (containsQuote === true) value = value.replaceAll(quote, () => escape + quote);
					if (shouldQuote === true) value = quote + value + quote;
					csvrecord += value;
				} else if (quoted_empty === true || field === "" && quoted_string === true && quoted_empty !== false) csvrecord += quote + quote;
				if (i !== record.length - 1) csvrecord += delimiter;
			}
			return [void 0, csvrecord];
		},
		bom: function(push) {
			if (this.options.bom !== true) return;
			push(bom_utf8);
		},
		headers: function(push) {
			if (this.options.header === false) return;
			if (this.options.columns === void 0) return;
			let err;
			let headers = this.options.columns.map((column) => column.header);
			if (this.options.eof) {
				[err, headers] = this.stringify(headers, true);
				headers += this.options.record_delimiter;
			} else [err, headers] = this.stringify(headers, true);
			if (err) return err;
			if (this.options.header_as_comment) headers = this.options.header_as_comment + " " + headers;
			push(headers);
		},
		__cast: function(value, context) {
			const type = typeof value;
			try {
				if (type === "string") return [void 0, this.options.cast.string(value, context)];
				else if (type === "bigint") return [void 0, this.options.cast.bigint(value, context)];
				else if (type === "number") return [void 0, this.options.cast.number(value, context)];
				else if (type === "boolean") return [void 0, this.options.cast.boolean(value, context)];
				else if (value instanceof Date) return [void 0, this.options.cast.date(value, context)];
				else if (type === "object" && value !== null) return [void 0, this.options.cast.object(value, context)];
				else if (value === null && this.options.cast.null !== void 0) return [void 0, this.options.cast.null(value, context)];
				else if (value === void 0 && this.options.cast.undefined !== void 0) return [void 0, this.options.cast.undefined(value, context)];
				else return [void 0, value];
			} catch (err) {
				return [err];
			}
		}
	};
};
// node_modules/csv-stringify/lib/sync.js
const stringify = function(records, opts = {}) {
	const data = [];
	const [err, options] = normalize_options(opts);
	if (err !== void 0) throw err;
	const api = stringifier(options, { stop: false }, { records: 0 });
	for (const record of records) {
		const err = api.__transform(record, function(record) {
			data.push(record);
		});
		if (err !== void 0) throw err;
	}
	if (data.length === 0) {
		api.bom((d) => {
			data.push(d);
		});
		const err = api.headers((headers) => {
			data.push(headers);
		});
		if (err !== void 0) throw err;
	}
	return data.join("");
};
// src/exchange/formats.ts
/** Formats records as CSV, JSON Lines or vCard 4.0 (RFC 6350), and single values as CSV cells. */
const formatsByExtension = {
	csv: "csv",
	jsonl: "jsonl",
	ndjson: "jsonl",
	vcf: "vcard",
	vcard: "vcard"
};
const findFormat = (file) => formatsByExtension[/\.([^./\\]+)$/.exec(file)?.[1]?.toLowerCase() ?? ""];
/** Matches text that a spreadsheet would run as a formula, with or without apostrophes before. */
const formulaPattern = /^'*[=+\-@\t\r]/;
const escapedFormulaPattern = /^'+[=+\-@\t\r]/;
/** Prefixes an apostrophe to text that a spreadsheet would otherwise run as a formula. */
const escapeCell = (cell) => formulaPattern.test(cell) ? `'${cell}` : cell;
const unescapeCell = (cell) => escapedFormulaPattern.test(cell) ? cell.slice(1) : cell;
/** Joins values with semicolons, and escapes semicolons and backslashes within them. */
const joinList = (values) => values.map((value) => value.replaceAll(/[\\;]/g, "\\$&")).join("; ");
/** Splits a cell at unescaped semicolons into trimmed values, and omits empty values. */
const splitList = (cell) => (cell.match(/(?:\\[\\;]|[^;])+/g) ?? []).map((part) => part.trim().replaceAll(/\\([\\;])/g, "$1")).filter(Boolean);
/** Converts a value to a CSV cell. Null becomes an empty cell. Numbers need no escaping. */
function formatCell(value) {
	if (value === null) return "";
	if (typeof value === "string") return escapeCell(value);
	return typeof value === "object" ? escapeCell(joinList(value)) : String(value);
}
/** Formats rows per RFC 4180 with LF. Quotes a lone CR, which many readers treat as a line end. */
const toCsv = (rows) => stringify(rows, {
	record_delimiter: "\n",
	quoted_match: /[\r\n]/
});
const toJsonLine = (record, columns) => `${JSON.stringify(Object.fromEntries(columns.map(({ name }) => [name, record[name] ?? null])))}\n`;
const lineBreak = "\r\n";
/** Maximum length of a vCard line in octets, excluding the line break. */
const maxLineOctets = 75;
const escapeText = (text) => text.replaceAll(/[\\,]/g, "\\$&").replaceAll(/\r\n?|\n/g, "\\n");
/** Escapes semicolons only in structured values: in plain text, some readers keep backslashes. */
const escapeComponent = (text) => escapeText(text).replaceAll(";", "\\;");
function foldLine(line) {
	if (line.length <= maxLineOctets / 3 || Buffer.byteLength(line) <= maxLineOctets) return line + lineBreak;
	let folded = "";
	let lineOctets = 0;
	for (const character of line) {
		const octets = Buffer.byteLength(character);
		if (lineOctets + octets > maxLineOctets) {
			folded += `${lineBreak} `;
			lineOctets = 1;
		}
		folded += character;
		lineOctets += octets;
	}
	return folded + lineBreak;
}
const emailTypes = {
	home: "home",
	work: "work"
};
const phoneTypes = {
	...emailTypes,
	mobile: "cell",
	fax: "fax"
};
const standardColumns = "id firstName lastName emails emailTypes phones phoneTypes tags background".split(" ");
/** Formats emails or phones. Declares escaped values as text, since some readers assume a URI. */
const formatContacts = (property, values, types, typeNames) => values.map((value, index) => {
	const escapedValue = escapeText(value);
	return `${property};${`TYPE=${typeNames[types[index] ?? ""] ?? "x-other"}`}${index === 0 ? ";PREF=1" : ""}${escapedValue === value ? "" : ";VALUE=text"}:${escapedValue}`;
});
/** Formats columns without a vCard property as CSV cells in `X-DEALGRAPH-FIELD` properties. */
const formatOtherColumns = (record, columns) => columns.flatMap(({ name, isReadOnly }) => {
	if (isReadOnly || standardColumns.includes(name)) return [];
	const cell = formatCell(record[name] ?? null);
	return cell === "" ? [] : [`X-DEALGRAPH-FIELD;X-NAME=${name}:${escapeText(cell)}`];
});
/** Formats a person as a vCard. @param columns all columns of an export of people */
function toVcard(record, columns) {
	const getText = (column) => String(record[column] ?? "");
	const getList = (column) => record[column] ?? [];
	const [firstName, lastName] = [getText("firstName"), getText("lastName")];
	const [emails, phones] = [getList("emails"), getList("phones")];
	const tags = getList("tags").map(escapeText).join(",");
	const note = escapeText(getText("background"));
	const fullName = `${firstName} ${lastName}`.trim() || emails[0] || phones[0] || getText("id");
	return [
		"BEGIN:VCARD",
		"VERSION:4.0",
		`UID;VALUE=text:${getText("id")}`,
		`FN:${escapeText(fullName)}`,
		`N:${escapeComponent(lastName)};${escapeComponent(firstName)};;;`,
		...formatContacts("EMAIL", emails, getList("emailTypes"), emailTypes),
		...formatContacts("TEL", phones, getList("phoneTypes"), phoneTypes),
		...tags ? [`CATEGORIES:${tags}`] : [],
		...note ? [`NOTE:${note}`] : [],
		...formatOtherColumns(record, columns),
		`REV:${getText("updatedAt").replaceAll(/[-:]|\.\d+/g, "")}`,
		"END:VCARD"
	].map(foldLine).join("");
}
/** Creates a writer: `head` is the beginning of a file, and `format` formats a chunk of records. */
function createWriter(format, columns) {
	const names = columns.map(({ name }) => name);
	const toCells = (record) => names.map((name) => formatCell(record[name] ?? null));
	const formatRecord = format === "jsonl" ? toJsonLine : toVcard;
	return {
		head: format === "csv" ? toCsv([names]) : "",
		format: (records) => format === "csv" ? toCsv(records.map(toCells)) : records.map((record) => formatRecord(record, columns)).join("")
	};
}
// src/exchange/vendors.json
var vendors_default = {
	plain: {
		"name": "a plain table",
		"people": {
			"fullName": "Name, Full name, Contact",
			"firstName": "Given name",
			"lastName": "Surname, Family name",
			"email": "Email, E-mail, Email address, Email #, E-mail #",
			"email.work": "Work email",
			"email.home": "Home email",
			"phone": "Phone, Telephone, Phone number, Phone #",
			"phone.mobile": "Mobile, Mobile phone, Cell, Cell phone",
			"phone.work": "Work phone",
			"phone.home": "Home phone",
			"phone.fax": "Fax",
			"tags": "Tag, Labels",
			"source": "Lead source",
			"price": "Budget",
			"background": "Notes, Note",
			"assignedAgent": "Assigned to, Agent, Owner"
		},
		"deals": {
			"title": "Deal, Deal name",
			"status": "Status",
			"price": "Amount, Value",
			"closeDate": "Expected close date",
			"assignedAgent": "Owner, Assigned to",
			"people": "Contact, Person, Email"
		},
		"tasks": {
			"title": "Task, Subject",
			"description": "Notes",
			"dueDate": "Due",
			"status": "Status, Done, Completed",
			"person": "Contact, Email",
			"assignedTo": "Owner"
		},
		"activities": {
			"person": "Contact, Email, Phone",
			"channel": "Type",
			"subject": "Subject",
			"content": "Note, Notes",
			"createdAt": "Date"
		}
	},
	dealgraph: { "name": "Dealgraph" },
	google: {
		"name": "Google Contacts",
		"people": {
			"fullName": "Name",
			"firstName": "First Name, Given Name",
			"middleName": "Middle Name, Additional Name",
			"lastName": "Last Name, Family Name",
			"background": "Phonetic First Name, Phonetic Middle Name, Phonetic Last Name, Name Prefix, Name Suffix, Nickname, Notes, Yomi Name, Given Name Yomi, Additional Name Yomi, Family Name Yomi",
			"tags": "Labels, Group Membership",
			"email": "E-mail # - Value",
			"emailType": "E-mail # - Label, E-mail # - Type",
			"phone": "Phone # - Value",
			"phoneType": "Phone # - Label, Phone # - Type",
			"ignored": "File As, Photo, Initials, Short Name"
		}
	},
	hubspot: {
		"name": "HubSpot",
		"people": {
			"externalId": "Record ID, Record ID - Contact",
			"firstName": "First Name",
			"lastName": "Last Name",
			"email": "Email",
			"email.other": "Additional email addresses",
			"email.work": "Work email",
			"phone": "Phone Number",
			"phone.mobile": "Mobile Phone Number, WhatsApp Phone Number",
			"phone.fax": "Fax Number",
			"assignedAgent": "Contact owner",
			"stage": "Lifecycle Stage",
			"source": "Original Source, Original Traffic Source",
			"background": "Message",
			"ignored": "Create Date, Last Activity Date, Last Modified Date, Associated Company IDs, Associated Deal IDs"
		},
		"deals": {
			"externalId": "Record ID, Record ID - Deal",
			"title": "Deal Name",
			"pipeline": "Pipeline",
			"stage": "Deal Stage",
			"price": "Amount",
			"closeDate": "Close Date",
			"assignedAgent": "Deal owner",
			"people": "Associated Contact IDs",
			"ignored": "Associated Contact, Create Date, Last Activity Date, Last Modified Date, Amount in company currency, Currency"
		},
		"tasks": {
			"externalId": "Record ID, Record ID - Task",
			"title": "Task Title",
			"description": "Task Notes",
			"status": "Task Status",
			"priority": "Priority",
			"dueDate": "Due Date",
			"assignedTo": "Assigned to",
			"completedAt": "Completed at",
			"person": "Associated Contact IDs",
			"ignored": "Task Type, Associated Contact, Create Date, Last Modified Date"
		},
		"activities": {
			"externalId": "Record ID - Call",
			"subject": "Call Title",
			"content": "Call notes",
			"direction": "Call direction",
			"createdAt": "Activity date",
			"channel": "Activity type",
			"person": "Associated Contact IDs",
			"ignored": "Call and meeting type, Activity assigned to, Associated Contact"
		}
	},
	pipedrive: {
		"name": "Pipedrive",
		"prefixes": {
			"people": "Person",
			"deals": "Deal",
			"tasks": "Activity",
			"activities": "Activity"
		},
		"people": {
			"externalId": "ID",
			"fullName": "Name",
			"firstName": "First name",
			"lastName": "Last name",
			"email": "Email",
			"email.work": "Email - Work, Email (Work)",
			"email.home": "Email - Home, Email (Home)",
			"email.other": "Email - Other, Email (Other)",
			"phone": "Phone",
			"phone.work": "Phone - Work, Phone (Work)",
			"phone.home": "Phone - Home, Phone (Home)",
			"phone.mobile": "Phone - Mobile, Phone (Mobile)",
			"phone.other": "Phone - Other, Phone (Other)",
			"assignedAgent": "Owner",
			"tags": "Label, Labels",
			"background": "Notes",
			"ignored": "Person created, Update time, Next activity date, Last activity date, Visible to, Open deals, Closed deals, Won deals, Lost deals, Total activities, Done activities, Activities to do, Email messages count, Profile picture, Marketing status"
		},
		"deals": {
			"externalId": "ID",
			"title": "Title",
			"price": "Value",
			"pipeline": "Pipeline",
			"stage": "Stage, Stage (pipeline)",
			"status": "Status",
			"assignedAgent": "Owner",
			"people": "Contact person, Contact person ID, Person - ID, Person - Email, Person - Email - Work",
			"closeDate": "Expected close date",
			"ignored": "Person - Name, Currency of Value, Currency, Probability, Deal created, Update time, Last stage change, Next activity date, Last activity date, Won time, Lost time, Deal closed on, Visible to, Total activities, Done activities, Activities to do, Email messages count, Weighted value"
		},
		"tasks": {
			"externalId": "ID",
			"title": "Subject",
			"description": "Note, Public description",
			"dueDate": "Due date",
			"dueTime": "Due time",
			"status": "Done, Status",
			"completedAt": "Marked as done time",
			"priority": "Priority",
			"assignedTo": "Assigned to user",
			"person": "Contact person, Contact person ID",
			"ignored": "Type, Duration, Add time, Update time, Deal, Organization"
		},
		"activities": {
			"externalId": "ID",
			"subject": "Subject",
			"content": "Note, Public description",
			"createdAt": "Due date",
			"channel": "Type",
			"person": "Contact person, Contact person ID",
			"ignored": "Due time, Done, Status, Marked as done time, Priority, Assigned to user, Duration, Add time, Update time, Deal, Organization"
		}
	},
	salesforce: {
		"name": "Salesforce",
		"people": {
			"externalId": "Id, Contact ID, Lead ID",
			"fullName": "Name",
			"firstName": "FirstName, First Name",
			"middleName": "MiddleName",
			"lastName": "LastName, Last Name",
			"email": "Email",
			"phone.mobile": "MobilePhone, Mobile",
			"phone.work": "Phone",
			"phone.home": "HomePhone",
			"phone.other": "OtherPhone",
			"phone.fax": "Fax",
			"source": "LeadSource, Lead Source",
			"stage": "Status, Lead Status",
			"assignedAgent": "Contact Owner, Lead Owner",
			"background": "Salutation, Suffix, AssistantPhone, AssistantName, Description",
			"ignored": "IsDeleted, OwnerId, CreatedDate, CreatedById, LastModifiedDate, LastModifiedById, SystemModstamp, LastActivityDate, LastViewedDate, LastReferencedDate, RecordTypeId, AccountId, MasterRecordId, PhotoUrl, IsEmailBounced, EmailBouncedReason, EmailBouncedDate, ReportsToId, IsConverted"
		},
		"deals": {
			"externalId": "Id, Opportunity ID",
			"title": "Name, Opportunity Name",
			"stage": "StageName, Stage",
			"price": "Amount",
			"closeDate": "CloseDate, Close Date",
			"people": "ContactId",
			"assignedAgent": "Opportunity Owner",
			"ignored": "IsDeleted, OwnerId, CreatedDate, CreatedById, LastModifiedDate, LastModifiedById, SystemModstamp, LastActivityDate, LastViewedDate, LastReferencedDate, RecordTypeId, AccountId, MasterRecordId, IsClosed, IsWon, Probability, Probability (%), ForecastCategory, ForecastCategoryName, ExpectedRevenue, TotalOpportunityQuantity, FiscalYear, FiscalQuarter, Fiscal, HasOpportunityLineItem, Pricebook2Id"
		},
		"tasks": {
			"externalId": "Id, Activity ID",
			"title": "Subject",
			"description": "Description, Comments, Full Comments",
			"dueDate": "ActivityDate, Due Date",
			"status": "Status",
			"priority": "Priority",
			"person": "WhoId, Contact",
			"assignedTo": "Assigned, Assigned To",
			"completedAt": "CompletedDateTime",
			"ignored": "IsDeleted, OwnerId, CreatedDate, CreatedById, LastModifiedDate, LastModifiedById, SystemModstamp, LastActivityDate, LastViewedDate, LastReferencedDate, RecordTypeId, AccountId, MasterRecordId, WhatId, IsClosed, IsHighPriority, IsArchived, CallDisposition, CallDurationInSeconds, CallObject, ReminderDateTime, IsReminderSet, IsRecurrence, RecurrenceActivityId, Type, TaskSubtype, CallType"
		},
		"activities": {
			"externalId": "Id, Activity ID",
			"subject": "Subject",
			"content": "Description, Comments, Full Comments",
			"createdAt": "ActivityDate",
			"person": "WhoId, Contact",
			"channel": "TaskSubtype",
			"direction": "CallType",
			"ignored": "IsDeleted, OwnerId, CreatedDate, CreatedById, LastModifiedDate, LastModifiedById, SystemModstamp, LastActivityDate, LastViewedDate, LastReferencedDate, RecordTypeId, AccountId, MasterRecordId, WhatId, IsClosed, IsHighPriority, IsArchived, CallDisposition, CallDurationInSeconds, CallObject, ReminderDateTime, IsReminderSet, IsRecurrence, RecurrenceActivityId, Type, Status, Priority, CompletedDateTime, Due Date, Assigned, Assigned To"
		}
	},
	outlook: {
		"name": "Outlook",
		"people": {
			"firstName": "First Name",
			"middleName": "Middle Name",
			"lastName": "Last Name",
			"email": "E-mail Address",
			"email.other": "E-mail # Address",
			"phone.work": "Business Phone, Business Phone #, Company Main Phone",
			"phone.home": "Home Phone, Home Phone #",
			"phone.mobile": "Mobile Phone",
			"phone.other": "Car Phone, Other Phone, Primary Phone, Radio Phone, TTY/TDD Phone, Callback, Pager",
			"phone.fax": "Business Fax, Home Fax, Other Fax",
			"tags": "Categories",
			"source": "Referred By",
			"background": "Title, Suffix, Assistant's Phone, Assistant's Name, Notes",
			"ignored": "E-mail Type, E-mail Display Name, E-mail # Type, E-mail # Display Name, Telex, ISDN, Gender, Initials, Sensitivity, Priority, Private, Language, Mileage, Billing Information, Directory Server, Internet Free Busy, Location"
		}
	},
	vcard: {
		"name": "vCard",
		"people": {
			"firstName": "First name",
			"middleName": "Middle name",
			"lastName": "Last name",
			"fullName": "Full name",
			"email": "Email #",
			"emailType": "Email # type",
			"phone": "Phone #",
			"phoneType": "Phone # type",
			"tags": "Categories",
			"background": "Note, Name prefix, Name suffix, Display name, Nickname, Organization, Job title, Role, Birthday, Website, Address #, Kind, Other details",
			"externalId": "UID"
		}
	}
};
// src/exchange/kinds.ts
/** The record kinds, file formats and source programs of exports and imports. */
const exchangeKinds = [
	"people",
	"deals",
	"tasks",
	"activities"
];
/** The kinds that can be exported, listed here so that `--help` does not load the schema. */
const exportKinds = exchangeKinds.toSorted();
/** The singular noun of each kind, which is also the prefix of record ids. */
const nouns = {
	people: "person",
	deals: "deal",
	tasks: "task",
	activities: "activity"
};
const formatTotal = (count, kind) => formatCountOf(count, nouns[kind], kind);
const formats = [
	"csv",
	"jsonl",
	"vcard"
];
/** Modes of matching existing people: by email, phone, both or not at all. */
const matchModes = [
	"both",
	"email",
	"phone",
	"none"
];
/** Actions on a matched record. `create` creates another record despite the match. */
const matchActions = [
	"update",
	"skip",
	"create"
];
/**
* The programs whose exports are recognized by headings, from `vendors.json`. Each field lists its
* headings, separated by commas. `#` means a number (`E-mail # - Value`), and `ignored` headings
* are known, but not imported. An import reports all other headings with a suggestion. `plain` is
* any table, and `vcard` has the headings of `reading/vcard-cells.ts`. If several programs
* recognize equally many headings, the import uses the first program.
*/
const vendors = vendors_default;
const vendorIds = Object.keys(vendors);
function listVendorHeadings(id, kind) {
	const { [kind]: headingsByField = {}, prefixes } = vendors[id];
	return Object.entries(headingsByField).flatMap(([field, headings]) => headings.split(", ").flatMap((heading) => prefixes ? [heading, `${prefixes[kind]} - ${heading}`] : [heading]).map((heading) => [heading, field === "ignored" ? "" : field]));
}
export { listVendorHeadings as a, nouns as c, createWriter as d, escapeCell as f, stringify as g, unescapeCell as h, formats as i, vendorIds as l, splitList as m, exportKinds as n, matchActions as o, findFormat as p, formatTotal as r, matchModes as s, exchangeKinds as t, vendors as u };
