import { C as isFunction, S as freeze, f as SqliteAdapter, g as Kysely, m as SqliteQueryCompiler, p as SqliteIntrospector, v as createQueryId, y as SelectQueryNode } from "./query-BmUqRt20.mjs";
import { a as CompiledQuery, i as parseSavepointCommand, n as listMigrationNames, r as loadMigration, t as createNewerDatabaseError } from "./migrations-DBdBWr6K.mjs";
import { i as exitCodes, t as OperatorError } from "./faults-D32tI_DY.mjs";
// node_modules/kysely/dist/dialect/sqlite/sqlite-driver.js
var SqliteDriver = class {
	#config;
	#db;
	#connection;
	constructor(config) {
		this.#config = freeze({ ...config });
	}
	async init(options) {
		this.#db = isFunction(this.#config.database) ? await this.#config.database(options) : this.#config.database;
		this.#connection = new SqliteConnection(this.#db);
		if (this.#config.onCreateConnection) await this.#config.onCreateConnection(this.#connection, options);
	}
	async acquireConnection() {
		return this.#connection;
	}
	async beginTransaction(connection) {
		await connection.executeQuery(CompiledQuery.raw("begin"));
	}
	async commitTransaction(connection) {
		await connection.executeQuery(CompiledQuery.raw("commit"));
	}
	async rollbackTransaction(connection) {
		await connection.executeQuery(CompiledQuery.raw("rollback"));
	}
	async savepoint(connection, savepointName, compileQuery) {
		await connection.executeQuery(compileQuery(parseSavepointCommand("savepoint", savepointName), createQueryId()));
	}
	async rollbackToSavepoint(connection, savepointName, compileQuery) {
		await connection.executeQuery(compileQuery(parseSavepointCommand("rollback to", savepointName), createQueryId()));
	}
	async releaseSavepoint(connection, savepointName, compileQuery) {
		await connection.executeQuery(compileQuery(parseSavepointCommand("release", savepointName), createQueryId()));
	}
	async releaseConnection() {}
	async destroy() {
		this.#db?.close();
	}
};
var SqliteConnection = class {
	#db;
	constructor(db) {
		this.#db = db;
	}
	async executeQuery(compiledQuery) {
		const { sql, parameters } = compiledQuery;
		const stmt = this.#db.prepare(sql);
		if (stmt.reader) return { rows: stmt.all(parameters) };
		const { changes, lastInsertRowid } = stmt.run(parameters);
		return {
			insertId: lastInsertRowid != null ? BigInt(lastInsertRowid) : void 0,
			numAffectedRows: changes != null ? BigInt(changes) : void 0,
			rows: []
		};
	}
	async *streamQuery(compiledQuery, _chunkSize) {
		const { sql, parameters, query } = compiledQuery;
		const stmt = this.#db.prepare(sql);
		if (!SelectQueryNode.is(query)) throw new Error("Sqlite driver only supports streaming of select queries");
		const iter = stmt.iterate(parameters);
		for (const row of iter) yield { rows: [row] };
	}
};
// node_modules/kysely/dist/dialect/sqlite/sqlite-dialect.js
/**
* SQLite dialect that uses the [better-sqlite3](https://github.com/JoshuaWise/better-sqlite3) library.
*
* The constructor takes an instance of {@link SqliteDialectConfig}.
*
* ```ts
* import Database from 'better-sqlite3'
*
* new SqliteDialect({
*   database: new Database('db.sqlite')
* })
* ```
*
* If you want the pool to only be created once it's first used, `database`
* can be a function:
*
* ```ts
* import Database from 'better-sqlite3'
*
* new SqliteDialect({
*   database: async () => new Database('db.sqlite')
* })
* ```
*/
var SqliteDialect = class {
	#config;
	constructor(config) {
		this.#config = freeze({ ...config });
	}
	createDriver() {
		return new SqliteDriver(this.#config);
	}
	createQueryCompiler() {
		return new SqliteQueryCompiler();
	}
	createAdapter() {
		return new SqliteAdapter();
	}
	createIntrospector(db) {
		return new SqliteIntrospector(db);
	}
};
// src/store/sqlite/migrate.ts
/** Migrates the schema of a SQLite file, and sets its query planner statistics. */
const createMigrationsTableSql = "CREATE TABLE IF NOT EXISTS kysely_migration (name TEXT PRIMARY KEY, timestamp TEXT NOT NULL)";
const insertMigrationSql = "INSERT INTO kysely_migration VALUES (?, strftime('%Y-%m-%dT%H:%M:%fZ'))";
/**
* Applies pending migrations in one transaction, and returns their names.
* @throws OperatorError for a database of a newer Dealgraph version or of another program
*/
async function migrate(connection, onMigration = () => {}) {
	const names = await listMigrationNames();
	rejectForeignDatabase(connection);
	return findPendingMigrations(connection, names).length === 0 ? [] : applyPending(connection, names, onMigration);
}
function rejectForeignDatabase({ raw }) {
	const names = raw.prepare("SELECT name FROM sqlite_master").pluck().all();
	if (names.length > 0 && !names.includes("kysely_migration")) throw new OperatorError(`${raw.name} is not a Dealgraph database; set DATABASE_URL to another file.`, exitCodes.unusableDatabase);
}
/** @throws OperatorError if the database has a migration that is unknown to this program */
function rejectNewerDatabase(connection, names) {
	const newerNames = readAppliedMigrations(connection).filter((name) => !names.includes(name));
	if (newerNames.length > 0) throw createNewerDatabaseError(newerNames);
}
function readAppliedMigrations({ raw }) {
	return raw.prepare("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'").get() ? raw.prepare("SELECT name FROM kysely_migration ORDER BY name").pluck().all() : [];
}
function findPendingMigrations(connection, names) {
	rejectNewerDatabase(connection, names);
	const appliedNames = readAppliedMigrations(connection);
	return names.filter((name) => !appliedNames.includes(name));
}
async function applyPending(connection, names, onMigration) {
	const { raw } = connection;
	const database = {
		prepare: raw.prepare.bind(raw),
		close: () => {}
	};
	const db = new Kysely({ dialect: new SqliteDialect({ database }) });
	connection.exec("BEGIN IMMEDIATE");
	try {
		const pendingNames = findPendingMigrations(connection, names);
		onMigration(0, pendingNames.length);
		for (const [index, name] of pendingNames.entries()) {
			await (await loadMigration(name)).up(db);
			raw.exec(createMigrationsTableSql);
			raw.prepare(insertMigrationSql).run(name);
			onMigration(index + 1, pendingNames.length);
		}
		setPlannerStatistics(connection);
		connection.exec("COMMIT");
		return pendingNames;
	} catch (cause) {
		if (raw.inTransaction) connection.exec("ROLLBACK");
		throw cause;
	}
}
/**
* The planner statistics describe large companies, with few rows per value of each further index
* column. Without statistics (the planner assumes ten rows) or after ANALYZE, it would scan whole
* companies, or choose different plans for different files.
*/
const rowsPerCompany = 1e6;
/** The assumed number of companies, high enough that the planner never scans a whole table. */
const companyCount = 1e6;
/** The assumed ratio of a table's rows to the non-null values in a partial index. */
const sparseIndexRatio = 50;
/** Expected rows with equal values in the first two index columns, the first three, and so on. */
const rowsByPrefix = [
	30,
	3,
	1
];
function setPlannerStatistics({ raw }) {
	raw.exec("ANALYZE sqlite_schema; DELETE FROM sqlite_stat1");
	const statement = raw.prepare("INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)");
	const indexes = raw.prepare(`SELECT m.name AS "table", l.name AS name, l."unique" AS "isUnique", coalesce(x.sql LIKE '%WHERE%IS NOT NULL%', 0) AS "isSparse", count(*) AS "columnCount", max(CASE i.seqno WHEN 0 THEN i.name END) AS "firstColumn"
       FROM sqlite_schema m JOIN pragma_index_list(m.name) l JOIN pragma_index_info(l.name) i
       LEFT JOIN sqlite_schema x ON x.type = 'index' AND x.name = l.name
       WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE 'kysely%' GROUP BY m.name, l.name`).all();
	for (const index of indexes) statement.run(index.table, index.name, formatExpectedRows(index));
	raw.exec("ANALYZE sqlite_schema");
}
/** Formats the row count of the table, then per value of the first column, the first two, … */
function formatExpectedRows({ columnCount, isUnique, isSparse, firstColumn }) {
	const rowCount = isSparse ? rowsPerCompany / sparseIndexRatio : rowsPerCompany;
	const equalRows = firstColumn === "companyId" ? [rowCount, ...rowsByPrefix] : rowsByPrefix;
	const prefixLength = isUnique ? columnCount - 1 : columnCount;
	return [rowCount * companyCount, ...Array.from({ length: columnCount }, (_, index) => index < prefixLength ? equalRows[index] ?? 1 : 1)].join(" ");
}
export { readAppliedMigrations as n, rejectNewerDatabase as r, migrate as t };
