import { i as mapMaybePromise } from "./async-CcmZtahM.mjs";
import { c as toUpdateQuery, n as encodeListParam, o as toDeleteQuery, s as toInsertQuery } from "./query-BmUqRt20.mjs";
// src/store/db.ts
/** Converts booleans and undefined to values that SQLite and PostgreSQL can store. */
const toStoredValue = (value) => typeof value === "boolean" ? Number(value) : value === void 0 ? null : value;
/** The maximum number of cached rows for one statement and company. */
const maxCachedRows = 1e3;
/** The transaction of a write request, or the snapshot of a read request. */
var Db = class {
	#session;
	constructor(session) {
		this.#session = session;
	}
	all(query, params) {
		const { sql, bind } = query.compile(this.#session.dialect);
		return this.#session.all(sql, bind(params));
	}
	first(query, params) {
		return mapMaybePromise(this.all(query, params), ([row]) => row);
	}
	/** Returns rows of a small table, cached until the next commit. Callers must not modify them. */
	readAllCached(query, params) {
		if (!this.#session.allCached) return this.all(query, params);
		const { sql, bind } = query.compile(this.#session.dialect);
		return this.#session.allCached(sql, bind(params));
	}
	/** Returns records by id, cached until the next commit. Callers must not modify them. */
	readCachedByIds(query, companyId, ids) {
		const { sql } = query.compile(this.#session.dialect);
		const cachedRows = this.#session.getRowCache?.(sql, companyId) ?? /* @__PURE__ */ new Map();
		if (cachedRows.size > maxCachedRows) cachedRows.clear();
		const missingIds = ids.filter((id) => !cachedRows.has(id));
		const rows = missingIds.length > 0 ? this.all(query, {
			companyId,
			ids: encodeListParam(missingIds)
		}) : [];
		return mapMaybePromise(rows, (loadedRows) => {
			for (const row of loadedRows) cachedRows.set(row.id, row);
			const rowsInOrder = ids.map((id) => cachedRows.get(id)).filter((row) => row !== void 0);
			return new Map(rowsInOrder.map((row) => [row.id, row]));
		});
	}
	/**
	* Returns the first row of a query that scans many rows. On SQLite, a worker thread runs the
	* query, on the latest committed state instead of the snapshot.
	*/
	async readFirstInWorker(query, params) {
		if (!this.#session.allInWorker) return this.first(query, params);
		const { sql, bind } = query.compile(this.#session.dialect);
		return (await this.#session.allInWorker(sql, bind(params)))[0];
	}
	/** Runs a statement. @returns the number of changed rows */
	run(query, params) {
		const { sql, bind } = query.compile(this.#session.dialect);
		return this.#session.run(sql, bind(params));
	}
	insert(table, row) {
		return mapMaybePromise(this.run(toInsertQuery(table, Object.keys(row)), row), () => void 0);
	}
	update(table, key, changes) {
		const values = {};
		for (const [name, value] of Object.entries(key)) values[`key_${name}`] = value;
		for (const [name, value] of Object.entries(changes)) values[`set_${name}`] = value;
		return this.run(toUpdateQuery(table, Object.keys(key), Object.keys(changes)), values);
	}
	delete(table, key) {
		return this.run(toDeleteQuery(table, Object.keys(key)), key);
	}
	/** Runs `work` in a savepoint, which is rolled back if `work` fails. */
	async savepoint(work) {
		await this.#session.run("SAVEPOINT part", []);
		try {
			const result = await work();
			await this.#session.run("RELEASE part", []);
			return result;
		} catch (cause) {
			await this.#rollBackToSavepoint().catch(() => void 0);
			throw cause;
		}
	}
	async #rollBackToSavepoint() {
		await this.#session.run("ROLLBACK TO part", []);
		await this.#session.run("RELEASE part", []);
	}
};
export { toStoredValue as n, Db as t };
