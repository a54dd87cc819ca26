import { i as exitCodes, t as OperatorError } from "./faults-D32tI_DY.mjs";
import { a as progressTable, i as listCopiedTables, n as createDatabaseInUseError, o as quoteNames, r as createUnfinishedCopyError, s as selectTablesSql, t as TableCopy } from "./table-copy-B3cuPXKh.mjs";
import { _ as noTimeouts, d as Connector, i as tableExists, m as companySetting, p as PgClient, t as migrate } from "./migrate-DZKL0HoY.mjs";
import { o as redactUrl, s as toOperatorError, t as classifyFault } from "./faults-CAD643nT.mjs";
import { setTimeout } from "node:timers/promises";
// src/store/postgres/table-copy.ts
/** The time for which the server may still list sessions that have ended. */
const sessionEndMs = 5e3;
function getDatabaseLocation(url) {
	try {
		const { host, port, database } = new PgClient({ connectionString: url });
		return `${host}:${port}/${database}`;
	} catch {
		throw new OperatorError(`${redactUrl(url)} is not a valid PostgreSQL URL; use postgres://USER:PASSWORD@HOST/DATABASE.`, exitCodes.setting);
	}
}
async function openTableCopy(url) {
	const connector = new Connector(url, {
		timeouts: noTimeouts,
		config: { pipeline: false }
	});
	let client;
	try {
		client = await connector.connect();
		await connector.rejectSharedSessions(client);
		await client.query(`SET ${companySetting} = '*'; SET synchronous_commit = off`);
		await migrate(client, url);
		await rejectOtherProcesses(client, url);
		const { rows } = await client.query(selectTablesSql.postgres);
		return new PostgresTableCopy(connector, client, url, listCopiedTables(rows));
	} catch (cause) {
		await connector.end(client);
		throw toOperatorError(cause, url);
	}
}
const otherSessionsSql = `SELECT count(*) AS "count" FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = current_setting('application_name') AND pid <> pg_backend_pid()`;
/** @throws OperatorError if other Dealgraph processes are connected to the database */
async function rejectOtherProcesses(client, url) {
	const deadline = performance.now() + sessionEndMs;
	while ((await client.query(otherSessionsSql)).rows[0].count > 0) {
		if (performance.now() > deadline) throw createDatabaseInUseError(redactUrl(url));
		await setTimeout(100);
	}
}
/** @throws OperatorError if the database is the target of an unfinished copy */
async function rejectUnfinishedCopy(client, url) {
	if (await tableExists(client, "copyProgress")) throw createUnfinishedCopyError(redactUrl(url));
}
var PostgresTableCopy = class extends TableCopy {
	tables;
	beginReadSql = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
	beginWriteSql = "BEGIN";
	#connector;
	#client;
	#url;
	constructor(connector, client, url, tables) {
		super();
		this.tables = tables;
		this.#connector = connector;
		this.#client = client;
		this.#url = url;
	}
	async query(sql, values = [], name) {
		try {
			const query = {
				text: sql,
				values,
				rowMode: "array",
				...name && { name }
			};
			return (await this.#client.query(query)).rows;
		} catch (cause) {
			throw classifyFault(cause) === "lost" ? createLostConnectionError(this.#url) : toOperatorError(cause, this.#url);
		}
	}
	/** Passes one array per column, so that the statement is the same for any number of rows. */
	async insert({ name, columns }, rows) {
		const arrays = (this.tables.find((table) => table.name === name)?.types ?? []).map((type, index) => `$${index + 1}::${type}[]`).join(", ");
		await this.query(`INSERT INTO "${name}" (${quoteNames(columns)}) SELECT * FROM unnest(${arrays})`, columns.map((_, index) => rows.map((row) => row[index])), `add ${name}`);
	}
	getPlaceholder = (position) => `$${position}`;
	hasProgress = () => tableExists(this.#client, progressTable);
	async analyze() {
		await this.query(`ANALYZE ${quoteNames(this.tables.map(({ name }) => name))}`);
	}
	async finish() {
		await this.query("SET synchronous_commit = on");
		await this.query(`DROP TABLE "${progressTable}"`);
	}
	close = () => this.#connector.end(this.#client);
};
const createLostConnectionError = (url) => new OperatorError(`The connection to ${redactUrl(url)} was lost; run the same "dealgraph copy" again to resume it.`, exitCodes.unusableDatabase);
export { openTableCopy as n, rejectUnfinishedCopy as r, getDatabaseLocation as t };
