import { i as exitCodes, l as toOperatorError, t as OperatorError } from "./faults-D32tI_DY.mjs";
import { a as progressTable, i as listCopiedTables, n as createDatabaseInUseError, o as quoteNames, r as createUnfinishedCopyError, s as selectTablesSql, t as TableCopy } from "./table-copy-B3cuPXKh.mjs";
import { _ as connect, a as makeFolder, h as toFilePath, i as lockForServing, p as resolveFile, s as rejectOrphanedLog } from "./files-kCMF7mKn.mjs";
import { t as migrate } from "./migrate-DkDiLYf4.mjs";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
// src/store/sqlite/table-copy.ts
const lockTimeoutMs = 1e3;
const getDatabaseLocation = (url) => resolve(resolveFile(toFilePath(url)));
async function openTableCopy(url, mustExist) {
	const file = resolveFile(toFilePath(url));
	if (mustExist && !existsSync(file)) throw new OperatorError(`${file} does not exist; check the path.`, exitCodes.unusableDatabase);
	const connections = [];
	const close = () => {
		for (const { raw } of connections.splice(0).reverse()) raw.close();
	};
	try {
		makeFolder(file);
		rejectOrphanedLog(file);
		connections.push(openExclusively(file));
		const connection = connect(file, { synchronous: 1 });
		connections.push(connection);
		await migrate(connection);
		return new SqliteTableCopy(connection.raw, file, close);
	} catch (cause) {
		close();
		throw toOperatorError(cause, file);
	}
}
/** Opens the file exclusively. @throws OperatorError if a process serves it */
function openExclusively(file) {
	try {
		return lockForServing(file, lockTimeoutMs);
	} catch (cause) {
		throw cause instanceof OperatorError ? createDatabaseInUseError(file) : cause;
	}
}
const hasProgress = (raw) => raw.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").get(progressTable) !== void 0;
/** @throws OperatorError if the database is the target of an unfinished copy */
function rejectUnfinishedCopy({ raw }) {
	if (hasProgress(raw)) throw createUnfinishedCopyError(raw.name);
}
const toPlaceholders = (names) => names.map(() => "?").join(", ");
var SqliteTableCopy = class extends TableCopy {
	tables;
	beginReadSql = "BEGIN IMMEDIATE";
	beginWriteSql = "BEGIN IMMEDIATE";
	#raw;
	#file;
	#close;
	constructor(raw, file, close) {
		super();
		this.tables = listCopiedTables(raw.prepare(selectTablesSql.sqlite).all());
		this.#raw = raw;
		this.#file = file;
		this.#close = close;
	}
	query(sql, values = []) {
		return this.#explain(() => {
			const statement = this.#raw.prepare(sql);
			if (statement.reader) return statement.raw().all(...values);
			statement.run();
			return [];
		});
	}
	insert({ name, columns }, rows) {
		return this.#explain(() => {
			const insert = this.#raw.prepare(`INSERT INTO "${name}" (${quoteNames(columns)}) VALUES (${toPlaceholders(columns)})`);
			for (const row of rows) insert.run(row);
		});
	}
	getPlaceholder = () => "?";
	hasProgress = async () => hasProgress(this.#raw);
	/** Does nothing, because SQLite's planner uses fixed statistics (see `migrate.ts`). */
	analyze = async () => {};
	async finish() {
		for (const sql of [
			"PRAGMA synchronous = 2",
			`DROP TABLE "${progressTable}"`,
			"PRAGMA wal_checkpoint(TRUNCATE)"
		]) await this.query(sql);
	}
	close = async () => this.#close();
	async #explain(work) {
		try {
			return work();
		} catch (cause) {
			throw toOperatorError(cause, this.#file);
		}
	}
};
export { openTableCopy as n, rejectUnfinishedCopy as r, getDatabaseLocation as t };
