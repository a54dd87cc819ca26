import { t as ApiError, x as unavailable } from "./errors-Cd1UCkd2.mjs";
// src/store/faults.ts
/** An error that an operator can fix. It ends a command with a message and an exit code. */
var OperatorError = class extends Error {
	exitCode;
	constructor(message, exitCode = 1) {
		super(message);
		this.exitCode = exitCode;
	}
};
const exitCodes = {
	setting: 2,
	portTaken: 3,
	locked: 4,
	newerDatabase: 5,
	unusableDatabase: 6,
	unwritable: 7,
	rowsRejected: 8,
	unreachableDatabase: 9
};
/** Classifies a database error by its SQLite or system code; undefined for other errors. */
function classifyFault(cause) {
	const code = String(cause?.code ?? "");
	if (/^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(code)) return "busy";
	if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return "damaged";
	if (/^SQLITE_(FULL|IOERR|READONLY|NOMEM|CANTOPEN|PERM|AUTH)/.test(code) || /^E(ACCES|PERM|ROFS|NOSPC|DQUOT|MFILE|NFILE|IO|NOENT|NOTDIR|ISDIR)$/.test(code)) return "unwritable";
}
/** Returns the error message if a database page is damaged or unreadable; otherwise undefined. */
function findDamage(cause) {
	const { code, message } = (cause instanceof ApiError ? cause.cause : cause) ?? {};
	return /^(SQLITE_(CORRUPT|NOTADB|IOERR)|(XX00[12]|58030)$)/.test(String(code)) ? message : void 0;
}
/** Converts a database fault to UNAVAILABLE, which clients may retry; keeps any other error. */
function toApiError(cause, classify = classifyFault) {
	if (cause instanceof ApiError || classify(cause) === void 0) return cause;
	return Object.assign(unavailable(), { cause });
}
const createDamagedDatabaseError = (file) => new OperatorError(`${file} is not a usable SQLite database; restore it from a backup, or set DATABASE_URL to another file.`, exitCodes.unusableDatabase);
function toOperatorError(cause, file) {
	if (cause instanceof OperatorError) return cause;
	const fault = classifyFault(cause);
	if (fault === "busy") return new OperatorError(`The database ${file} is locked by another program; stop that program first.`, exitCodes.locked);
	if (fault === "damaged") return createDamagedDatabaseError(file);
	const isFolderMissing = /directory does not exist/.test(String(cause));
	if (fault === "unwritable" || isFolderMissing) return new OperatorError(`The database ${file} cannot be opened for writing (${isFolderMissing ? "no such folder" : cause.code}); check the path, its permissions and the free disk space.`, exitCodes.unwritable);
	return cause;
}
const isPostgresUrl = (url) => /^postgres(ql)?:/.test(url);
/** Returns a PostgreSQL database's address without user name and password, for messages. */
function formatPublicAddress(url) {
	const [, address = "", query = ""] = /^\w+:\/\/(?:.*@)?([^?]*)\??(.*)$/.exec(url) ?? [];
	return `${new URLSearchParams(query).get("host") ?? ""}${address}`;
}
export { findDamage as a, toApiError as c, exitCodes as i, toOperatorError as l, classifyFault as n, formatPublicAddress as o, createDamagedDatabaseError as r, isPostgresUrl as s, OperatorError as t };
