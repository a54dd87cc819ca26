import { t as OperatorError } from "./faults-D32tI_DY.mjs";
import { n as listMigrationNames } from "./migrations-DBdBWr6K.mjs";
import { x as unavailable } from "./errors-Cd1UCkd2.mjs";
import { t as Db } from "./db-CzoRFLiu.mjs";
import { _ as noTimeouts, a as PostgresCounters, c as runWrite, d as Connector, f as SharedConnection, g as hasTooManyStatements, h as createSession, l as withRetries, m as companySetting, o as needsReplacement, r as rejectNewerDatabase, s as runRead, t as migrate, u as CommitNotifications, v as quoteCompanyId, y as timeouts } from "./migrate-DZKL0HoY.mjs";
import { s as toOperatorError } from "./faults-CAD643nT.mjs";
import { t as adviseOnRole } from "./inspection-BY9Aum5p.mjs";
import { r as rejectUnfinishedCopy } from "./table-copy-BQCNotPf.mjs";
// src/store/postgres/access.ts
/** The advisory lock key for writes across companies, an arbitrary number. */
const crossCompanyLockKey = 7041776;
/** Returns SQL that locks a company, or all, against other writes until the transaction ends. */
const toLockSql = (companyId) => companyId === "*" ? `SELECT pg_advisory_xact_lock(${crossCompanyLockKey})` : `SELECT 1 FROM "companies" WHERE "id" = ${quoteCompanyId(companyId)} FOR NO KEY UPDATE`;
const toBeginSql = (companyId, isolationLevel) => `BEGIN ISOLATION LEVEL ${isolationLevel}; SET LOCAL ${companySetting} = ${quoteCompanyId(companyId)}`;
var PostgresAccess = class {
	#options;
	/** The last queued write of each company. Queued writes do not occupy a connection. */
	#lastWrites = /* @__PURE__ */ new Map();
	#queuedCount = 0;
	constructor(options) {
		this.#options = options;
	}
	forCompany(companyId) {
		return {
			read: (work) => this.#read(companyId, "REPEATABLE READ", work),
			readLatest: (work) => this.#read(companyId, "READ COMMITTED", work),
			write: (work) => this.#enqueueWrite(companyId, () => this.#write(companyId, work))
		};
	}
	forAllCompanies() {
		const { lookups, onStatement } = this.#options;
		return {
			...this.forCompany("*"),
			readLatest: (work) => withRetries(() => lookups.use(async (client) => work(new Db(createSession(client, onStatement)))))
		};
	}
	get waitingCount() {
		return this.#queuedCount;
	}
	/** Resolves when all queued writes are committed or rejected. */
	async waitUntilIdle() {
		while (this.#lastWrites.size > 0) await Promise.all(this.#lastWrites.values());
	}
	async #read(companyId, isolationLevel, work) {
		return this.#run(runRead, toBeginSql(companyId, `${isolationLevel} READ ONLY`), work);
	}
	async #write(companyId, work) {
		const beginSql = `${toBeginSql(companyId, "READ COMMITTED READ WRITE")}; ${toLockSql(companyId)}`;
		const result = await this.#run(runWrite, beginSql, work);
		this.#options.onCommit();
		return result;
	}
	#run(runOnce, beginSql, work) {
		const { connector, pool, onStatement } = this.#options;
		return withRetries(async () => {
			const client = await connector.acquire(pool);
			try {
				return await runOnce({
					client,
					beginSql,
					work,
					onStatement
				});
			} finally {
				client.release(needsReplacement(client) || hasTooManyStatements(client));
			}
		});
	}
	/** Runs a company's writes in order. @throws UNAVAILABLE after waiting for `lock_timeout` */
	#enqueueWrite(companyId, write) {
		const deadline = performance.now() + timeouts.lock_timeout;
		this.#queuedCount++;
		const writeUnlessExpired = () => {
			this.#queuedCount--;
			if (performance.now() > deadline) throw unavailable();
			return write();
		};
		const currentWrite = (this.#lastWrites.get(companyId) ?? Promise.resolve()).then(writeUnlessExpired);
		const settlement = Promise.allSettled([currentWrite]);
		this.#lastWrites.set(companyId, settlement);
		settlement.then(() => {
			if (this.#lastWrites.get(companyId) === settlement) this.#lastWrites.delete(companyId);
		});
		return currentWrite;
	}
};
// src/store/postgres/store.ts
async function openPostgres(options) {
	try {
		return await connect(options, await listMigrationNames(), await prepareSchema(options.url, options.onMigration));
	} catch (cause) {
		throw toOperatorError(cause, options.url);
	}
}
async function connect({ url, poolSize = 10, onStatement }, knownMigrations, preparation) {
	const connector = new Connector(url);
	const pool = connector.createPool(poolSize);
	const { lookups, counterConnection } = createSharedConnections(connector);
	const broken = Promise.withResolvers();
	const checkSchema = (client) => rejectNewerDatabase(client, knownMigrations).catch((cause) => {
		if (!(cause instanceof OperatorError)) throw cause;
		broken.resolve(cause);
	});
	const commits = new CommitNotifications(() => connector.connect(), checkSchema);
	const onCommit = () => commits.onCommit();
	const access = new PostgresAccess({
		connector,
		pool,
		lookups,
		onCommit,
		onStatement
	});
	await commits.ready;
	let version = 0;
	return {
		...preparation,
		forCompany: (companyId) => access.forCompany(companyId),
		allCompanies: access.forAllCompanies(),
		isShared: true,
		readVersion: () => ++version,
		commits,
		counters: new PostgresCounters(counterConnection),
		readLoad: () => ({
			connections: {
				busy: pool.totalCount - pool.idleCount,
				idle: pool.idleCount
			},
			waiting: {
				connection: pool.waitingCount,
				turn: access.waitingCount
			}
		}),
		broken: broken.promise,
		async close() {
			await access.waitUntilIdle();
			connector.destroyAfterTimeout();
			await commits.close();
			await Promise.all([
				lookups.close(),
				counterConnection.close(),
				pool.end()
			]);
		}
	};
}
const createSharedConnections = (connector) => ({
	lookups: new SharedConnection(() => connector.connect(), (client) => client.query(`SET ${companySetting} = '*'`)),
	counterConnection: new SharedConnection(() => connector.connect({ application_name: "dealgraph counters" }), (client) => client.query("SET synchronous_commit = off"))
});
/** Migrates the schema on a separate connection, without time limits for statements. */
async function prepareSchema(url, onMigration) {
	const connector = new Connector(url, {
		timeouts: noTimeouts,
		config: { pipeline: false }
	});
	const client = await connector.connect();
	try {
		await connector.rejectSharedSessions(client);
		await rejectUnfinishedCopy(client, url);
		return {
			migrated: await migrate(client, url, onMigration),
			advice: await adviseOnRole(client)
		};
	} finally {
		await connector.end(client);
	}
}
export { openPostgres };
