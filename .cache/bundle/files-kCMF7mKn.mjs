import { c as toApiError, i as exitCodes, l as toOperatorError, n as classifyFault, r as createDamagedDatabaseError, t as OperatorError } from "./faults-D32tI_DY.mjs";
import { t as createCache } from "./cache-zRcf0w4_.mjs";
import { n as fold } from "./text-86vERQj0.mjs";
import { n as toStoredValue } from "./db-CzoRFLiu.mjs";
import { closeSync, existsSync, fsyncSync, lstatSync, mkdirSync, openSync, readlinkSync, realpathSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { stat, statfs } from "node:fs/promises";
import Database from "better-sqlite3";
// src/store/sqlite/connection.ts
/** Opens connections to a SQLite file, with their settings, statement cache and error handling. */
/** The maximum number of prepared statements per connection; each uses about 8 kB of memory. */
const maxPreparedStatements = 400;
function connect(file, options = {}) {
	const raw = openDatabase(file, options);
	const statements = createCache("prepared_statements", { maxEntries: maxPreparedStatements });
	const prepare = (sql) => {
		options.onStatement?.(sql);
		return statements.getOrCreate(sql, () => raw.prepare(sql));
	};
	const convertErrors = (work) => {
		try {
			return work();
		} catch (cause) {
			options.onFault?.(cause);
			throw toApiError(cause);
		}
	};
	return {
		raw,
		dialect: "sqlite",
		exec: (sql) => void prepare(sql).run(),
		all: (sql, values) => convertErrors(() => {
			const statement = prepare(sql);
			if (statement.reader) return statement.all(...values.map(toStoredValue));
			statement.run(...values.map(toStoredValue));
			return [];
		}),
		run: (sql, values) => convertErrors(() => prepare(sql).run(...values.map(toStoredValue)).changes)
	};
}
function openDatabase(file, options) {
	const { synchronous = 2, journalMode = "wal", timeoutMs = 5e3, isQueryOnly = false } = options;
	const raw = new Database(file, {
		timeout: timeoutMs,
		readonly: options.isReadOnly === true,
		fileMustExist: options.isReadOnly === true || options.mustExist === true
	});
	const pragmas = options.isReadOnly ? {} : {
		busy_timeout: timeoutMs,
		journal_mode: journalMode,
		foreign_keys: 1,
		synchronous
	};
	try {
		for (const [name, value] of Object.entries(pragmas)) setPragma(raw, name, value);
	} catch (cause) {
		raw.close();
		throw cause;
	}
	raw.pragma(`cache_size = ${-(options.cacheKb ?? (isQueryOnly ? 32768 : 8192))}`);
	raw.pragma(`temp_store = ${isQueryOnly ? "memory" : "file"}`);
	raw.function("folded", { deterministic: true }, (text) => typeof text === "string" ? fold(text) : null);
	if (isQueryOnly) raw.pragma("query_only = 1");
	return raw;
}
/**
* Sets a pragma and reads it back: better-sqlite3 reopens a WAL database with synchronous=NORMAL,
* which could lose acknowledged writes in a power failure.
*/
function setPragma(raw, name, value) {
	raw.pragma(`${name} = ${value}`);
	const actualValue = raw.pragma(name, { simple: true });
	if (actualValue !== value) throw new Error(`SQLite did not accept ${name} = ${value}; it is ${String(actualValue)}`);
}
/** Returns the device and inode of the file at this path, or undefined if there is none. */
function getFileIdentity(path) {
	const stats = statSync(path, { throwIfNoEntry: false });
	return stats && `${stats.dev} ${stats.ino}`;
}
/** The maximum time that a statement waits for a lock, during which it blocks the event loop. */
const busyTimeoutMs = 100;
/** A store's connections, and their faults. */
var Connections = class {
	#file;
	#onStatement;
	#connections = [];
	#broken = Promise.withResolvers();
	constructor(file, onStatement) {
		this.#file = file;
		this.#onStatement = onStatement;
	}
	/** Resolves with the first permanent fault. */
	get broken() {
		return this.#broken.promise;
	}
	onFault = (cause) => {
		if (cause instanceof OperatorError) this.#broken.resolve(cause);
		else if (classifyFault(cause) === "damaged") this.#broken.resolve(createDamagedDatabaseError(this.#file));
	};
	add(connection) {
		this.#connections.push(connection);
		return connection;
	}
	open(options = {}) {
		const { onFault } = this;
		return this.add(connect(this.#file, {
			...options,
			onFault,
			onStatement: this.#onStatement
		}));
	}
	openReader(cacheKb) {
		return this.open({
			isQueryOnly: true,
			timeoutMs: busyTimeoutMs,
			cacheKb
		});
	}
	/** Closes all connections. The writer empties the log, and is closed last. */
	close(writer) {
		for (const connection of this.#connections) if (writer && connection !== writer && !connection.raw.inTransaction) connection.raw.close();
		if (writer) emptyLog(writer);
		for (const connection of this.#connections) connection.raw.close();
	}
};
/** Moves all log pages to the database file. If this fails, the next start reads the log. */
function emptyLog({ raw }) {
	try {
		raw.pragma(`busy_timeout = ${busyTimeoutMs}`);
		raw.pragma("wal_checkpoint(TRUNCATE)");
	} catch {}
}
// src/store/sqlite/files.ts
/** The files of a SQLite database: their names, copies and checks, and the server's lock. */
/** Suffixes of files beside a database: the log and its index, or a backup's rollback journal. */
const sideFileSuffixes = [
	"-wal",
	"-shm",
	"-journal"
];
/** Returns the path in a `sqlite:` URL. @throws OperatorError if the URL has another form */
function toFilePath(url) {
	const match = /^sqlite:(.+)$/.exec(url);
	if (!match?.[1]) throw new OperatorError(`DATABASE_URL must look like sqlite:db/dealgraph.db, but it is "${url.replace(/\/\/.*@/, "//…@")}".`, exitCodes.setting);
	return match[1];
}
/**
* Returns the target of symbolic links, even if it does not exist. SQLite names the write-ahead log
* after the target, so servers started through different links detect each other's lock.
*/
function resolveFile(file) {
	try {
		return realpathSync(file);
	} catch (error) {
		return error.code === "ENOENT" && lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ? resolveFile(resolve(dirname(file), readlinkSync(file))) : file;
	}
}
async function readDiskUsage(file) {
	const readSize = async (path) => (await stat(path).catch(() => void 0))?.size ?? 0;
	const disk = await statfs(dirname(file)).catch(() => ({
		bavail: 0,
		bsize: 0
	}));
	return {
		fileBytes: await readSize(file),
		logBytes: await readSize(`${file}-wal`),
		freeBytes: disk.bavail * disk.bsize
	};
}
/** Creates and syncs a database's folder and, with `isRecursive`, its parent folders. */
function makeFolder(file, isRecursive = false) {
	const folder = dirname(file);
	if (existsSync(folder)) return;
	if (isRecursive) makeFolder(folder, true);
	mkdirSync(folder);
	syncPath(dirname(folder));
}
/** Waits until a file's content, or a folder's entries, are on disk. */
function syncPath(path) {
	const descriptor = openSync(path, "r");
	fsyncSync(descriptor);
	closeSync(descriptor);
}
/** @throws OperatorError if there is a log without a database, since SQLite would delete it */
function rejectOrphanedLog(file) {
	const log = `${file}-wal`;
	if (existsSync(file) || !statSync(log, { throwIfNoEntry: false })?.size) return;
	throw new OperatorError(`The database ${file} is missing, but its log ${log} exists; restore the database file, or move the log away to start with an empty database.`, exitCodes.unusableDatabase);
}
/** @throws OperatorError if a closed database still has a log because the disk was full */
function rejectRemainingLog(file, name) {
	if (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size) throw new OperatorError(`There is not enough disk space for ${name}; free some space first.`);
}
function removeFile(file) {
	rmSync(file, { force: true });
	removeSideFiles(file);
}
function removeDatabase(file) {
	removeFile(file);
	removeFile(`${file}-limits`);
}
/** Removes side files, since SQLite would apply a remaining log to a new database of this name. */
const removeSideFiles = (file) => {
	for (const suffix of sideFileSuffixes) rmSync(file + suffix, { force: true });
};
/**
* Copies a snapshot of a database that is in use. Without a snapshot, SQLite would restart the copy
* after each commit, and never finish under steady traffic.
*/
async function copyDatabase(source, target, onProgress) {
	const { raw } = connect(source, { isQueryOnly: true });
	try {
		raw.exec("BEGIN; SELECT 1 FROM sqlite_master");
		let totalPageCount = 1;
		await raw.backup(target, { progress: ({ totalPages, remainingPages }) => {
			totalPageCount = totalPages;
			onProgress(totalPages - remainingPages, totalPages);
			return 1e3;
		} });
		onProgress(totalPageCount, totalPageCount);
	} finally {
		raw.close();
	}
}
/** @throws OperatorError if the file is damaged or is not a Dealgraph database */
function checkDatabase(file, name = file) {
	const createError = (problem) => new OperatorError(`${name} ${problem}.`, exitCodes.unusableDatabase);
	try {
		const { raw } = connect(file);
		try {
			const verdict = raw.pragma("integrity_check(1)", { simple: true });
			if (verdict !== "ok") throw createError(`is damaged (${String(verdict).replace(/\s+/g, " ").slice(0, 200)})`);
			if (!raw.prepare("SELECT 1 FROM sqlite_master WHERE name = 'companies'").get()) throw createError("is not a Dealgraph database");
		} finally {
			raw.close();
		}
	} catch (error) {
		throw toOperatorError(error, name);
	}
}
/**
* Acquires the serving process's lock, which the operating system releases when the process exits.
* @param timeoutMs maximum wait for a process that only checks whether the file is served
* @throws OperatorError if another process holds the lock
*/
function lockForServing(file, timeoutMs = 0) {
	try {
		const lock = connect(`${file}-serving`, {
			timeoutMs,
			journalMode: "delete"
		});
		lock.exec("BEGIN EXCLUSIVE");
		return lock;
	} catch (cause) {
		if (!/BUSY|LOCKED/.test(String(cause.code))) throw cause;
		throw new OperatorError(`Another Dealgraph server is already serving ${file}; stop it first, or set DATABASE_URL to another file.`, exitCodes.locked);
	}
}
function isServed(file) {
	try {
		rejectServedFile(resolveFile(file));
		return false;
	} catch (error) {
		if (error instanceof OperatorError) return true;
		throw error;
	}
}
/** @throws OperatorError if a server has opened the file, even if it was moved afterward */
function rejectServedFile(file) {
	if (existsSync(`${file}-serving`)) lockForServing(file).raw.close();
}
export { connect as _, makeFolder as a, rejectRemainingLog as c, removeFile as d, removeSideFiles as f, Connections as g, toFilePath as h, lockForServing as i, rejectServedFile as l, syncPath as m, copyDatabase as n, readDiskUsage as o, resolveFile as p, isServed as r, rejectOrphanedLog as s, checkDatabase as t, removeDatabase as u, getFileIdentity as v };
