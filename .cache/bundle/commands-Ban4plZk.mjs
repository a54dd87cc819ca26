import { C as Argument, D as allKeys, E as allImports, M as importById, N as keyById, S as Option, T as InvalidArgumentError, _ as toOperatorError, a as createScalarParser, b as startTracing, c as loadSettings, d as withDeps, f as withProgress, g as openTableCopy, h as openStore, i as createOptionError, j as eventSequenceSkip, k as companyUpdate, l as parseWholeNumber, m as getDatabaseLocation, n as companyOption, o as findUser, p as withStore, r as createListParser, s as loadCompany, t as addOptions, u as print, v as createDeps, w as CommanderError, x as Command } from "./session-CrgV-ZTs.mjs";
import { t as ApiError } from "./errors-Cd1UCkd2.mjs";
import { i as readVersion } from "./package-files-CEUYJP83.mjs";
import { s as settingTable } from "./settings-gJPCLox9.mjs";
import { a as findDamage, i as exitCodes, l as toOperatorError$1, s as isPostgresUrl, t as OperatorError } from "./faults-D32tI_DY.mjs";
import { n as createCompany, s as runAsSystem } from "./operations-kayhB3Bx.mjs";
import { o as yieldToEventLoop } from "./async-CcmZtahM.mjs";
import { i as formatCountOf, r as formatCount } from "./text-86vERQj0.mjs";
import { o as redactUrl } from "./faults-CAD643nT.mjs";
import { c as sortParentsFirst, r as createUnfinishedCopyError } from "./table-copy-B3cuPXKh.mjs";
import { et as restoreSequenceSkip } from "./records-CzuHo0A9.mjs";
import { _ as connect, a as makeFolder, c as rejectRemainingLog, f as removeSideFiles, h as toFilePath, l as rejectServedFile, m as syncPath, n as copyDatabase$1, o as readDiskUsage, p as resolveFile, r as isServed, t as checkDatabase, u as removeDatabase } from "./files-kCMF7mKn.mjs";
import { n as addSeed, t as addDemo } from "./demo-BVkDGPWq.mjs";
import { t as Db } from "./db-CzoRFLiu.mjs";
import { n as listMigrationNames } from "./migrations-DBdBWr6K.mjs";
import { n as readAppliedMigrations } from "./migrate-DkDiLYf4.mjs";
import { a as reportDamage, c as warn, i as pass, l as webhooks, n as demoCompany, o as runChecks, r as fail, s as settings, t as clock } from "./doctor-checks-cDTLH9U1.mjs";
import { f as viewerOfUser } from "./node-types-BuwqcZrZ.mjs";
import { d as createWriter, i as formats, l as vendorIds, n as exportKinds, o as matchActions, p as findFormat, r as formatTotal, s as matchModes, t as exchangeKinds } from "./kinds-CGVIYnV9.mjs";
import { i as findEncoding, r as encodingNames } from "./encodings-B815klSZ.mjs";
import { l as rightsOf, t as allScopes } from "./scopes-BgGiyNkn.mjs";
import { c as issueKey, h as rotateKey, p as revokeKey } from "./operations-Y8sPb6in.mjs";
import { m as toEmailKey } from "./phone-numbers-BI763t1M.mjs";
import { t as shutDownOnSignal } from "./shutdown-YgCeaLXk.mjs";
import { createReadStream, createWriteStream, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { tmpdir } from "node:os";
// src/commands/company.ts
/** The commands `company create` and `company update`. */
const createExamples$1 = `
Examples:
  npx dealgraph company create --name "Acme" --owner-email ann@acme.example
  # a company in Germany, which is also the default country of its phone numbers
  npx dealgraph company create --name "Acme GmbH" --owner-email eva@acme.example \\
    --owner-name "Eva Lang" --region DE --currency EUR --time-zone Europe/Berlin`;
const updateExamples = `
Examples:
  npx dealgraph company update COMPANY_ID --currency EUR --time-zone Europe/Berlin`;
function addCompany(program) {
	const companyCommand = program.command("company").description("manage companies, each with its own users and records");
	const createCommand = companyCommand.command("create").description("create a company with an Owner, stages and a pipeline; then create an API key with \"keys create\"").requiredOption("--name <name>", "company name", parseLabel).requiredOption("--owner-email <email>", "email address of the Owner", createScalarParser("Email")).option("--owner-name <name>", "first and last name of the Owner", parseLabel).addHelpText("after", createExamples$1).action(createWithOwner);
	addCompanyOptions(createCommand, {
		region: " (default: DEFAULT_REGION)",
		currency: " (default: USD)",
		timeZone: " (default: UTC)"
	});
	const updateCommand = companyCommand.command("update <id>").description("change the name, country, currency or time zone of a company").option("--name <name>", "company name", parseLabel).addHelpText("after", updateExamples).action(runUpdate);
	addCompanyOptions(updateCommand);
}
const parseLabel = createScalarParser("Label");
const addCompanyOptions = (command, { region = "", currency = "", timeZone = "" } = {}) => addOptions(command, {
	"--region <country>": [`country of phone numbers without a country code${region}`, parseRegion],
	"--currency <code>": [`currency of all prices, as an ISO 4217 code${currency}`, parseCurrency],
	"--time-zone <zone>": [`IANA time zone${timeZone}`, createScalarParser("TimeZone")]
});
async function createWithOwner(options) {
	const { name, ownerEmail, currency, timeZone } = options;
	const [firstName = "", ...lastNames] = (options.ownerName ?? guessName(ownerEmail)).split(" ");
	const { company, owner } = await withDeps((deps) => deps.store.allCompanies.write((db) => createCompany(deps, db, {
		name,
		region: options.region ?? deps.settings.DEFAULT_REGION,
		currency,
		timeZone,
		owner: {
			email: ownerEmail,
			firstName,
			lastName: lastNames.join(" ")
		}
	})));
	print(options, {
		companyId: company.id,
		ownerId: owner.id
	}, `Created the company ${name} (${company.id}) with the Owner ${ownerEmail} (${owner.id}).\n"dealgraph keys create --user ${ownerEmail}" creates an API key for the Owner.`);
}
async function runUpdate(id, { json, ...changes }) {
	if (Object.keys(changes).length === 0) throw createOptionError("Add --name, --region, --currency or --time-zone to change a company.");
	const company = await withDeps(async (deps) => {
		const { name, region, currency, timeZone } = await loadCompany(deps, { companyId: id });
		const company = {
			id,
			name,
			region,
			currency,
			timeZone,
			...changes
		};
		await deps.store.forCompany(id).write((db) => db.run(companyUpdate, company));
		return company;
	});
	print({ json }, company, `Updated the company ${company.name} (${id}).`);
}
const guessName = (email) => (email.split("@")[0] ?? "").split(/[._-]+/).filter(Boolean).map((part) => part[0]?.toUpperCase() + part.slice(1)).join(" ");
function parseRegion(text) {
	const { parse, validValues } = settingTable.DEFAULT_REGION;
	const region = parse(text.toUpperCase());
	if (!region) throw new InvalidArgumentError(`The country must be ${validValues}.`);
	return region;
}
function parseCurrency(text) {
	const currency = text.toUpperCase();
	if (!Intl.supportedValuesOf("currency").includes(currency)) throw new InvalidArgumentError("The currency must be an ISO 4217 code such as USD or EUR.");
	return currency;
}
// src/commands/copy.ts
/** The command `copy`: copies all rows from one database to another, and compares the databases. */
const helpText$1 = `
First stop all processes that use either database (serve, dispatch); otherwise, the command fails.
The source database is migrated to the current schema and not changed otherwise. API keys, cursors
and webhooks remain valid. To resume an interrupted copy, run the same command again. Until the copy
is complete, no other command opens the target. To omit the password from a URL, set PGPASSWORD.

Examples:
  npx dealgraph copy --from sqlite:db/dealgraph.db \\
    --to postgres://dealgraph@127.0.0.1/dealgraph
  npx dealgraph copy --from postgres://dealgraph@127.0.0.1/dealgraph --to sqlite:dealgraph.db`;
function addCopy(program) {
	program.command("copy").description("copy all data to an empty SQLite or PostgreSQL database, and compare both").requiredOption("--from <url>", "source: sqlite:PATH or postgres://…", parseDatabaseUrl).requiredOption("--to <url>", "target, a database without companies", parseDatabaseUrl).addHelpText("after", helpText$1).action(copyDatabase);
}
function parseDatabaseUrl(text) {
	const { parse, validValues } = settingTable.DATABASE_URL;
	const url = parse(text);
	if (!url) throw new InvalidArgumentError(`The database URL must be ${validValues}.`);
	return url;
}
async function copyDatabase(options) {
	const { from, to } = options;
	if (await withOptionName("--from", getDatabaseLocation(from)) === await withOptionName("--to", getDatabaseLocation(to))) throw new OperatorError("--from and --to name the same database; choose another target.");
	const databases = [];
	try {
		const source = await withOptionName("--from", openTableCopy(from, true));
		databases.push(source);
		if (await source.readProgress()) throw createUnfinishedCopyError(redactUrl(from));
		const target = await withOptionName("--to", openTableCopy(to));
		databases.push(target);
		const result = await copyAndCompare(source, target, options);
		print(options, {
			from: redactUrl(from),
			to: redactUrl(to),
			...result
		}, summarize(result, to));
	} finally {
		for (const database of databases) await database.close();
	}
}
function summarize({ rows, tables, resumed, left }, to) {
	const resumeNote = resumed > 0 ? ` (${formatCount(resumed)} rows in an earlier run)` : "";
	const skipNote = left.length > 0 ? ` Skipped unknown tables: ${left.join(", ")}.` : "";
	return `Copied ${formatCountOf(rows, "row")} of ${formatCountOf(tables, "table")}${resumeNote}; the databases are equal.${skipNote}\nTo use the copy, set DATABASE_URL to ${redactUrl(to)}.`;
}
/** Names the option, not the setting `DATABASE_URL`, in errors from opening a database. */
const withOptionName = (option, connection) => connection.catch((error) => {
	if (!(error instanceof OperatorError)) throw error;
	throw new OperatorError(error.message.replace("DATABASE_URL", option), error.exitCode);
});
async function copyAndCompare(source, target, options) {
	const tables = listCommonTables(source, target);
	const skippedNames = source.tables.flatMap((table) => tables.includes(table) ? [] : table.name);
	const sourceRows = await source.beginSnapshot();
	const progress = await beginOrResume(target, tables, {
		source: await hashIdentity(sourceRows, tables),
		tables: {}
	}, options.to);
	const resumedRows = Object.values(progress.tables).reduce((sum, { rows }) => sum + rows, 0);
	let rowCount = 0;
	for (const table of tables) rowCount += await sourceRows.countRows(table);
	await withProgress("rows", options, (bar) => copyRows(sourceRows, target, tables, progress, createCounter(bar, resumedRows, rowCount)));
	await target.analyze();
	const targetRows = await target.beginSnapshot();
	await withProgress("rows compared", options, (bar) => compareTables(sourceRows, targetRows, tables, createCounter(bar, 0, rowCount)));
	await targetRows.end();
	await sourceRows.end();
	await target.finish();
	return {
		tables: tables.length,
		rows: rowCount,
		resumed: resumedRows,
		left: skippedNames
	};
}
async function beginOrResume(target, tables, initialProgress, to) {
	const progress = await target.readProgress();
	if (progress && progress.source !== initialProgress.source) throw new OperatorError(`${redactUrl(to)} contains an unfinished copy of another database or of an earlier state of the source; copy into an empty database.`);
	if (progress) return progress;
	const snapshot = await target.beginSnapshot();
	for (const table of tables) if (table.name !== "secrets" && await snapshot.countRows(table) > 0) throw new OperatorError(`${redactUrl(to)} already contains ${table.name} and is not overwritten; copy into an empty database.`);
	await snapshot.end();
	await target.reserveTarget(initialProgress);
	return initialProgress;
}
function createCounter({ update }, initialCount, total) {
	let doneCount = initialCount;
	return (addedRows) => {
		doneCount += addedRows;
		update(doneCount, total);
	};
}
/** Returns the tables that both databases have, parents first. @throws if their columns differ */
function listCommonTables(source, target) {
	const tables = source.tables.filter(({ name, columns, key }) => {
		const match = target.tables.find((table) => table.name === name);
		if (match && (String(columns) !== String(match.columns) || String(key) !== String(match.key))) throw new OperatorError(`The table ${name} cannot be copied: its columns differ between the databases.`);
		return match;
	});
	return sortParentsFirst(tables);
}
/**
* Hashes the rows of the tables without a `companyId`. These rows include the event count of each
* company, so the hash identifies a database and its state.
*/
async function hashIdentity(snapshot, tables) {
	const hash = createHash("sha256");
	for (const table of tables.filter(({ columns }) => !columns.includes("companyId"))) hash.update((await hashTable(snapshot, table)).hash);
	return hash.digest("base64url");
}
async function copyRows(source, target, tables, initialProgress, report) {
	let progress = initialProgress;
	for (const table of tables) {
		let pendingWrite = Promise.resolve();
		for await (const rows of source.readRows(table, progress.tables[table.name]?.last)) {
			await pendingWrite;
			progress = advance(progress, table, rows);
			pendingWrite = target.addRows(table, rows, progress).catch((cause) => {
				if (cause instanceof OperatorError) throw cause;
				const reason = cause instanceof Error ? cause.message : cause;
				throw new OperatorError(`Writing to the table ${table.name} failed (${reason}).`);
			});
			pendingWrite.catch(() => void 0);
			report(rows.length);
			await yieldToEventLoop();
		}
		await pendingWrite;
	}
}
function advance({ source, tables }, { name, columns, key }, rows) {
	const lastKey = key.map((column) => rows.at(-1)?.[columns.indexOf(column)] ?? null);
	const rowCount = (tables[name]?.rows ?? 0) + rows.length;
	return {
		source,
		tables: {
			...tables,
			[name]: {
				rows: rowCount,
				last: lastKey
			}
		}
	};
}
async function compareTables(source, target, tables, report) {
	for (const table of tables) {
		const failure = new AbortController();
		const computeDigest = (snapshot, onRows) => hashTable(snapshot, table, onRows, failure.signal).catch((cause) => {
			failure.abort(cause);
			throw cause;
		});
		const digests = [computeDigest(source, report), computeDigest(target)];
		await Promise.allSettled(digests);
		const [expected, actual] = await Promise.all(digests);
		if (expected.hash === actual.hash) continue;
		const difference = expected.rows === actual.rows ? `both databases have ${formatCountOf(expected.rows, "row")}, but with different values` : `the source has ${formatCountOf(expected.rows, "row")} and the copy ${actual.rows}`;
		throw new OperatorError(`The copy differs from its source in the table ${table.name}: ${difference}; copy again into an empty database.`);
	}
}
const toHashableValue = (value) => Buffer.isBuffer(value) ? { base64: value.toString("base64") } : value;
/** Hashes all rows of a table in key order. SQLite and PostgreSQL give the same hash. */
async function hashTable(snapshot, table, report = () => {}, signal) {
	const hash = createHash("sha256").update(JSON.stringify(table.columns));
	let rowCount = 0;
	for await (const rows of snapshot.readRows(table)) {
		for (const row of rows) hash.update(`\n${JSON.stringify(row.map(toHashableValue))}`);
		rowCount += rows.length;
		report(rows.length);
		await yieldToEventLoop();
		signal?.throwIfAborted();
	}
	return {
		rows: rowCount,
		hash: hash.digest("base64url")
	};
}
// src/commands/atomic-file.ts
/** Writes files atomically: a file gets its final name only after it is complete and on disk. */
/** Writes to a temporary file, then renames it. Also removes files left by killed processes. */
async function writeAtomically(file, write, { force = false, beforeRename = () => {} } = {}) {
	const partialFile = getPartialPath(file, process.pid);
	const removeHandler = onSignal(() => removeDatabase(partialFile));
	try {
		for (const orphanedFile of findOrphanedFiles(file)) removeDatabase(orphanedFile);
		await write(partialFile);
		syncPath(partialFile);
		await yieldToEventLoop();
		await yieldToEventLoop();
		assertCanWrite(file, force);
		beforeRename();
		renameSync(partialFile, file);
		syncPath(dirname(file));
	} catch (error) {
		throw explainFileError(error, file);
	} finally {
		removeDatabase(partialFile);
		removeHandler();
	}
}
const writeDatabaseAtomically = (file, write) => writeAtomically(file, write, { beforeRename() {
	removeSideFiles(file);
	syncPath(dirname(file));
} });
const getPartialPath = (file, pid) => `${file}.${pid}.partial`;
function findOrphanedFiles(file) {
	const prefix = `${basename(file)}.`;
	const pids = readdirSync(dirname(file)).filter((name) => name.startsWith(prefix)).map((name) => Number(/^(\d+)\.partial/.exec(name.slice(prefix.length))?.[1]));
	return [...new Set(pids)].filter((pid) => pid === process.pid || pid > 0 && !isRunning(pid)).map((pid) => getPartialPath(file, pid));
}
function isRunning(pid) {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return error.code === "EPERM";
	}
}
/** Calls `cleanUp` before a signal ends the process. @returns a function to remove the handler */
function onSignal(cleanUp) {
	const signals = [
		"SIGINT",
		"SIGTERM",
		"SIGHUP"
	];
	const endProcess = (signal) => {
		cleanUp();
		removeHandler();
		process.kill(process.pid, signal);
	};
	const removeHandler = () => {
		for (const signal of signals) process.off(signal, endProcess);
	};
	for (const signal of signals) process.on(signal, endProcess);
	return removeHandler;
}
/** @throws OperatorError if the file exists; with `force`, only if it is not a regular file */
function assertCanWrite(file, force = false) {
	const existingStats = statSync(file, { throwIfNoEntry: false });
	if (!existingStats || force && existingStats.isFile()) return;
	throw new OperatorError(`${file} ${force ? "is not a regular file" : "already exists"} and cannot be overwritten; move it, or choose another name.`);
}
function requireFolder(file, contentKind) {
	if (!existsSync(dirname(file))) throw new OperatorError(`The folder ${dirname(file)} for the ${contentKind} does not exist; create it, or choose another path.`);
}
function explainFileError(error, file) {
	const code = error?.code;
	if (code === "ENOSPC" || code === "SQLITE_FULL") return new OperatorError(`There is not enough disk space to write ${file}.`);
	if (typeof code === "string" && /^E(ACCES|PERM|ROFS|NOTDIR|ISDIR|NOENT|EXIST)$/.test(code)) return new OperatorError(`Writing ${file} failed (${code}); choose another path.`);
	return toOperatorError$1(error, file);
}
// src/commands/database.ts
/** The commands `migrate`, `backup` and `restore`, which migrate or copy the whole database. */
const migrateExamples = `
Examples:
  npx dealgraph migrate                            # before starting servers of a new version
  DATABASE_URL=sqlite:other.db npx dealgraph migrate`;
function addMigrate(program) {
	program.command("migrate").description("migrate the database to the schema of this version").addHelpText("after", migrateExamples).action(async (options) => {
		const { settings } = await loadSettings();
		const migrated = await withStore(settings.DATABASE_URL, async (store) => store.migrated);
		print(options, { migrated }, migrated.length > 0 ? `Ran ${migrated.join(", ")}.` : "The database is up to date.");
	});
}
const backupExamples = `
Examples:
  npx dealgraph backup backup.db                   # works while the server is running
  npx dealgraph backup "backup-$(date +%F).db" --json`;
function addBackup(program) {
	program.command("backup <file>").description("copy the database, even while a server is running, and verify the copy").addHelpText("after", backupExamples).action(backUp);
}
async function backUp(file, options) {
	const url = await loadFileUrl("pg_dump, or \"dealgraph copy --from … --to sqlite:FILE\"");
	const source = toFilePath(url);
	if (!existsSync(source)) throw new OperatorError(`${source} does not exist; check the path.`, exitCodes.unusableDatabase);
	requireFolder(file, "backup");
	assertCanWrite(file);
	await withStore(url, () => writeDatabaseAtomically(file, async (partial) => {
		await withProgress("pages", options, ({ update }) => copyDatabase$1(source, partial, update));
		checkDatabase(partial, file);
	}));
	const bytes = statSync(file).size;
	print(options, {
		file,
		bytes
	}, `Copied the database to ${file} (${formatCountOf(bytes, "byte")}) and verified the copy.`);
}
/** Returns `DATABASE_URL`. @throws OperatorError that names `alternative` if it is PostgreSQL */
async function loadFileUrl(alternative) {
	const { DATABASE_URL } = (await loadSettings()).settings;
	if (!isPostgresUrl(DATABASE_URL)) return DATABASE_URL;
	throw createOptionError(`This command supports only SQLite; for PostgreSQL, use ${alternative}.`);
}
const restoreExamples = `
Examples:
  DATABASE_URL=sqlite:restored.db npx dealgraph restore backup.db`;
function addRestore(program) {
	program.command("restore <file>").description("restore a backup to the file in DATABASE_URL, which must not exist yet").addHelpText("after", restoreExamples).action(restore);
}
async function restore(file, options) {
	const url = await loadFileUrl("pg_restore, or \"dealgraph copy --from sqlite:FILE --to …\"");
	const target = resolveFile(toFilePath(url));
	if (!existsSync(file) || !statSync(file).isFile()) throw new OperatorError(`The backup ${file} does not exist.`, exitCodes.unusableDatabase);
	assertCanWrite(target);
	rejectServedFile(target);
	makeFolder(target, true);
	let migrationIds = [];
	await writeDatabaseAtomically(target, async (partial) => {
		await copyFile(file, partial, options);
		if (existsSync(`${file}-wal`)) await copyFile(`${file}-wal`, `${partial}-wal`, options);
		checkDatabase(partial, file);
		migrationIds = await withStore(`sqlite:${partial}`, async (store) => {
			await store.allCompanies.write((db) => db.run(eventSequenceSkip, { by: restoreSequenceSkip }));
			return store.migrated;
		});
		rejectRemainingLog(partial, target);
	});
	const message = `Restored ${file} to ${target} and verified the database.${migrationIds.length > 0 ? ` Ran ${migrationIds.join(", ")}.` : ""}`;
	print(options, {
		database: target,
		migrated: migrationIds
	}, message);
}
const copyFile = (from, to, output) => withProgress("bytes", output, ({ update }) => {
	const totalBytes = statSync(from).size;
	let copiedBytes = 0;
	const reportBytes = async function* (chunks) {
		for await (const chunk of chunks) {
			yield chunk;
			copiedBytes += chunk.length;
			update(copiedBytes, totalBytes);
		}
	};
	const source = createReadStream(from, { highWaterMark: 1e6 });
	return pipeline(source, reportBytes, createWriteStream(to));
});
// src/store/sqlite/inspection.ts
/** @throws OperatorError if the file cannot be opened */
async function inspect(file) {
	let connection;
	try {
		connection = connect(file, {
			isQueryOnly: true,
			isReadOnly: true
		});
		const { raw } = connection;
		const knownNames = await listMigrationNames();
		const { appliedNames, schemaDamage } = readMigrations(connection, knownNames);
		return {
			...await readDiskUsage(file),
			/** Whether other users of this computer can read the file. */
			isExposed: (statSync(file).mode & 63) !== 0,
			pendingMigrations: knownNames.filter((name) => !appliedNames.includes(name)),
			unknownMigrations: appliedNames.filter((name) => !knownNames.includes(name)),
			/** The error if applied migrations cannot be read, in which case all are assumed applied. */
			schemaDamage,
			isDealgraph: raw.prepare("SELECT 1 FROM sqlite_master WHERE name = 'companies'").get() !== void 0,
			journalMode: String(raw.pragma("journal_mode", { simple: true })),
			/** Returns `ok` or a description of the damage, and the number of dangling references. */
			checkIntegrity: (isQuick) => ({
				integrity: String(raw.pragma(isQuick ? "quick_check(1)" : "integrity_check(1)", { simple: true })),
				danglingReferenceCount: isQuick ? 0 : raw.pragma("foreign_key_check").length
			}),
			db: new Db(connection),
			close: () => void raw.close()
		};
	} catch (cause) {
		connection?.raw.close();
		throw toOperatorError$1(cause, file);
	}
}
function readMigrations(connection, knownNames) {
	try {
		return {
			appliedNames: readAppliedMigrations(connection),
			schemaDamage: void 0
		};
	} catch (cause) {
		const schemaDamage = findDamage(cause);
		if (schemaDamage === void 0) throw cause;
		return {
			appliedNames: knownNames,
			schemaDamage
		};
	}
}
// src/commands/doctor.ts
/** The command `doctor`, and its checks for a SQLite file. */
const examples$1 = `
Examples:
  npx dealgraph doctor
  npx dealgraph doctor --quick --json              # for monitoring: exit code 1 if a check fails`;
function addDoctor(program) {
	program.command("doctor").description("check settings, schema, integrity, disk space, clock and webhooks, and print remedies; read-only").option("--quick", "skip the full integrity check, which can take minutes").addHelpText("after", examples$1).action(doctor);
}
async function doctor(options) {
	const { settings } = await loadSettings();
	const { name, served: isServed, findings } = await (isPostgresUrl(settings.DATABASE_URL) ? examineOnServer : examineInFile)(settings, options);
	const hasPassed = findings.every(({ state }) => state !== "failed");
	const usage = `${isServed ? "A server is using" : "No server uses"} ${name}.`;
	print(options, {
		ok: hasPassed,
		served: isServed,
		findings
	}, [usage, ...findings.map(formatFinding)].join("\n"));
	if (!hasPassed) process.exitCode = 1;
}
async function examineInFile(settings, { quick: isQuick = false }) {
	const file = resolveFile(toFilePath(settings.DATABASE_URL));
	if (!existsSync(file)) throw new OperatorError(`There is no database ${file}; "dealgraph serve" creates the file.`, exitCodes.unusableDatabase);
	return {
		name: file,
		...await examineFile({
			settings,
			file,
			now: Date.now(),
			isQuick
		})
	};
}
const examineOnServer = async (settings) => (await import("./doctor-postgres-BYSpG6lC.mjs")).examineServer(settings, Date.now);
const formatFinding = ({ name, state, finding, advice }) => `${state.padEnd(9)}${name.padEnd(12)}${finding}${advice ? `\n${" ".repeat(21)}→ ${advice}` : ""}`;
const formatMegabytes = (bytes) => `${(bytes / 1e6).toLocaleString("en-US", { maximumFractionDigits: bytes < 1e7 ? 1 : 0 })} MB`;
const file = ({ file: name, database: { fileBytes, logBytes, isExposed } }) => {
	const sizes = `${name}, ${formatMegabytes(fileBytes)}, log ${formatMegabytes(logBytes)}`;
	if (isExposed) return warn(`${sizes}; other users of this machine can read the file`, `Run "chmod 600 ${name}": the file contains all customer data and webhook secrets.`);
	if (logBytes > 1e9) return warn(sizes, "A long read, such as a stalled backup, prevents log checkpoints; end the read, or restart the server.");
	return pass(sizes);
};
const schema = ({ database: { pendingMigrations, unknownMigrations, schemaDamage } }) => {
	if (schemaDamage !== void 0) return reportDamage(schemaDamage);
	if (unknownMigrations.length > 0) return fail(`newer than this version (${unknownMigrations.at(-1)})`, "Upgrade Dealgraph.");
	if (pendingMigrations.length > 0) return warn(`${formatCountOf(pendingMigrations.length, "pending migration")}`, "Make a backup, then run \"dealgraph migrate\" or start the server.");
	return pass("the schema is up to date");
};
/** Checks only the journal mode: each writing connection verifies its own `synchronous` setting. */
const durability = ({ database: { journalMode } }) => journalMode === "wal" ? pass("the write-ahead log is on and synchronized at each commit") : pass(`the journal mode is ${journalMode}; the server turns on the write-ahead log`);
const integrity = ({ database, isQuick }) => {
	const { integrity: result, danglingReferenceCount } = database.checkIntegrity(isQuick);
	if (result !== "ok") return reportDamage(result);
	if (danglingReferenceCount > 0) return fail(`${formatCountOf(danglingReferenceCount, "dangling reference")}`, "Keep a copy of the database file, and report a bug.");
	return pass(isQuick ? "the quick check found no damage" : "no damage or dangling references");
};
const diskSpace = ({ database: { freeBytes, fileBytes } }) => {
	const freeSpace = `${formatMegabytes(freeBytes)} free`;
	if (freeBytes < 1e8) return fail(freeSpace, "Free up disk space: a full disk makes all writes fail.");
	if (freeBytes < Math.max(1e9, fileBytes / 5)) return warn(freeSpace, "Free up disk space, or move the database to a larger disk.");
	return pass(freeSpace);
};
/** Checks in the order in which they run; `currentSchemaChecks` run only on a current schema. */
const basicChecks = {
	settings,
	database: file,
	schema,
	"disk space": diskSpace,
	integrity
};
const currentSchemaChecks = {
	durability,
	clock,
	webhooks,
	demo: demoCompany
};
async function checkFile(context) {
	const { pendingMigrations, unknownMigrations, isDealgraph, fileBytes } = context.database;
	if (!isDealgraph && unknownMigrations.length === 0 && fileBytes > 0) return runChecks(context, { database: ({ file }) => fail(`${file} is not a Dealgraph database`, `Set DATABASE_URL to another file (serve would exit with code ${exitCodes.unusableDatabase}).`) });
	return runChecks(context, {
		...basicChecks,
		...pendingMigrations.length === 0 && unknownMigrations.length === 0 && currentSchemaChecks
	});
}
async function examineFile({ settings, now, file, isQuick }) {
	const database = await inspect(file);
	try {
		const findings = await checkFile({
			settings,
			file,
			database,
			db: database.db,
			now,
			isQuick
		});
		return {
			served: isServed(file),
			findings
		};
	} finally {
		database.close();
	}
}
// src/commands/export.ts
/** The command `export`, which writes records to a file or to standard output. */
const examples = `
Examples:
  npx dealgraph export people --user ann@acme.example --output people.csv
  npx dealgraph export people --user ann@acme.example --output people.vcf
  # the 20 oldest open deals
  npx dealgraph export deals --user ann@acme.example --format jsonl \\
    --where '{"status": {"eq": "open"}}' | head -n 20
  npx dealgraph export activities --user ann@acme.example | gzip > activities.csv.gz`;
function addExport(program) {
	const command = program.command("export").description("export the records that a user can view as CSV, JSON Lines or vCard, oldest first").addArgument(new Argument("<kind>", "kind of record").choices(exportKinds)).requiredOption("--user <email>", "user whose visible records are exported; an Owner or Admin can view all records").option(...companyOption).addHelpText("after", examples).action(exportRecords);
	addOptions(command, {
		"--format <format>": ["file format; vcard only for people (default: by the extension of --output, else csv)", formats],
		"--output <file>": "path of a new file (default: standard output)",
		"--force": "overwrite an existing file",
		"--where <json>": "filter as JSON, like the argument `where` in GraphQL",
		"--include-trash": "include people in Trash"
	});
}
async function exportRecords(kind, options) {
	const { output: file, where, includeTrash = false, force = false } = options;
	const format = chooseFormat(kind, options);
	checkOptions(kind, options);
	const { createExporter, parseWhere } = await import("./export-BupEQRnl.mjs");
	const { getExportSource } = await import("./exports-DOv8lGTF.mjs");
	const filter = where === void 0 ? null : parseWhere(kind, where);
	await withDeps(async (deps) => {
		const viewer = await loadViewer(deps, options);
		const job = {
			exporter: createExporter(deps, viewer, kind, {
				where: filter,
				includeTrash
			}),
			kind,
			format,
			options
		};
		if (file === void 0) return writeToStdout(job);
		let recordCount = 0;
		const writeFile = async (partialFile) => {
			const handle = await open(partialFile, "wx");
			try {
				recordCount = await writeRecords(job, (text) => handle.appendFile(text));
			} finally {
				await handle.close();
			}
		};
		await writeAtomically(file, writeFile, { force });
		const bytes = statSync(file).size;
		print(options, {
			kind,
			format,
			file,
			records: recordCount,
			bytes
		}, `Exported ${formatCountOf(recordCount, getExportSource(kind).type.toLowerCase(), kind)} to ${file} (${formatCountOf(bytes, "byte")}).`);
	});
}
const writeRecords = ({ exporter, kind, format, options }, write) => withProgress(kind, options, async ({ isVisible, update }) => {
	const writer = createWriter(format, await exporter.listColumns());
	const total = isVisible ? await exporter.countRecords() : void 0;
	let recordCount = 0;
	await write(writer.head);
	for await (const records of exporter.readRecords()) {
		await write(writer.format(records));
		recordCount += records.length;
		update(recordCount, total);
	}
	return recordCount;
}, options.output === void 0 && process.stdout.isTTY);
/** Thrown if the process that reads standard output, such as `head`, has closed the pipe. */
var BrokenPipeError = class extends Error {};
async function writeToStdout(job) {
	const writeText = (text) => new Promise((resolve, reject) => {
		process.stdout.write(text, (error) => error ? reject(explainStdoutError(error)) : resolve());
	});
	await writeRecords(job, writeText).catch((error) => {
		if (!(error instanceof BrokenPipeError)) throw error;
	});
}
const explainStdoutError = ({ code }) => code === "EPIPE" ? new BrokenPipeError() : new OperatorError(`Writing to standard output failed (${code}).`);
function chooseFormat(kind, { format, output }) {
	const chosenFormat = format ?? findFormat(output ?? "") ?? "csv";
	if (chosenFormat === "vcard" && kind !== "people") throw createOptionError(`vCard supports only people; use --format csv or jsonl for ${kind}.`);
	return chosenFormat;
}
function checkOptions(kind, { output, force, json, includeTrash }) {
	if (output === void 0 && json) throw createOptionError("--json prints a summary and requires --output FILE. To write the records as JSON, use --format jsonl.");
	if (output !== void 0) {
		requireFolder(output, "export");
		assertCanWrite(output, force);
	}
	if (includeTrash && kind !== "people") throw createOptionError(`--include-trash supports only people; ${kind} have no Trash.`);
}
async function loadViewer(deps, options) {
	const { id: userId, companyId, email } = await findUser(deps, options);
	const viewer = await deps.store.forCompany(companyId).readLatest((db) => viewerOfUser(db, {
		companyId,
		userId,
		scopes: null
	}));
	if (!viewer) throw new OperatorError(`The user ${email} is suspended; choose another user.`);
	return viewer;
}
// src/commands/import.ts
/** The commands `import`, `import list` and `import undo`. */
const helpText = `
FILE can be CSV (any separator), JSON Lines or vCard in any encoding; - reads standard input.
The headings of exports from Google Contacts, HubSpot, Pipedrive, Salesforce, Outlook and Dealgraph
are recognized. Try an import with --dry-run first to list each change.
An invalid optional value is changed or omitted, and listed in FILE.warnings.csv. A row without a
required value is rejected and written to FILE.errors.csv with the reason; correct that file and
import it. To resume an interrupted import, run the same command again. To revert an import, use
"import undo". People are matched by external id first, then by email, then by phone. A phone
matches only if the names agree, or if the row or the existing person has neither name nor email.
Otherwise, the row creates a person, who is listed as a possible duplicate.

Examples:
  # list the changes and the field of each heading, without importing
  npx dealgraph import contacts.csv --user ann@acme.example --dry-run
  # import one more column, as the field "background"
  npx dealgraph import contacts.csv --user ann@acme.example --map "Organization Name=background"
  # import the file again, but only new people
  npx dealgraph import contacts.csv --user ann@acme.example --again --on-match skip
  gunzip -c contacts.vcf.gz | npx dealgraph import - --user ann@acme.example --json`;
function addImport(program) {
	const command = program.command("import").description("import people, deals, tasks or activities from an export of another program").argument("[file]", "path of a .csv, .tsv, .jsonl or .vcf file; - for standard input").option("--user <email>", "user who imports; the permissions of the user apply").option(...companyOption).addHelpText("after", helpText).action((file, options) => {
		if (file === void 0) command.error("error: add the path of the file to import, or - for standard input");
		const { user } = options;
		if (user === void 0) command.error("error: add the user who imports, such as --user ann@example.com");
		return withInputFile(file, (path, name) => importFromPath(path, name, {
			...options,
			user
		}));
	});
	addOptions(command, importOptions);
	const listCommand = command.command("list").description("list imports and their results, newest first").addHelpText("after", "\nExamples:\n  npx dealgraph import list").action(() => listImports(listCommand.optsWithGlobals()));
	const undoCommand = command.command("undo <id>").description("revert an import: remove created records and restore updated records, except records changed since").option("--user <email>", "user who reverts the import (default: the user who imported)").addHelpText("after", "\nExamples:\n  npx dealgraph import undo IMPORT_ID").action((id) => revertImport(id, undoCommand.optsWithGlobals()));
}
const importOptions = {
	"--kind <kind>": ["kind of record (default: detected from the headings)", exchangeKinds],
	"--from <program>": ["program that exported the file (default: detected)", vendorIds],
	"--source <program>": ["source of the external ids in the file, such as hubspot (default: same as --from)", createScalarParser("ExternalSource")],
	"--map <heading=field>": ["import a column as a field; \"Heading=\" ignores a column, \"*=background\" imports all unknown columns; repeatable", createListParser(String)],
	"--dates <order>": ["order of month and day (default: by the company's country)", ["mdy", "dmy"]],
	"--time-zone <zone>": [
		"time zone of times without a UTC offset, such as Europe/Berlin",
		createScalarParser("TimeZone"),
		"UTC"
	],
	"--encoding <name>": ["encoding of text that declares no encoding, such as koi8-r (default: UTF-8 if valid, else detected)", parseEncoding],
	"--dry-run": "report the result without changing the database",
	"--match <by>": [
		"values by which rows match existing people",
		matchModes,
		"both"
	],
	"--on-match <action>": [
		"action for rows that match an existing record",
		matchActions,
		"update"
	],
	"--overwrite-names": "rename people matched by email or phone (default: keep the existing names and list the others)",
	"--clear-empty": "clear fields whose cells are empty (default: keep the existing values)",
	"--assign-to <email>": "assignee of records whose assignee in the file is missing or unknown (default: --user)",
	"--stage <name=stage>": ["import a stage in the file as another stage; repeatable", createListParser(String)],
	"--create-stages": "create lifecycle stages that are only in the file",
	"--pipeline <name>": "pipeline of deals without a pipeline (default: the first pipeline)",
	"--errors <file>": "path of the file for rejected rows (default: FILE.errors.csv)",
	"--again": "allow importing a file that has been imported before"
};
function parseEncoding(label) {
	const encoding = findEncoding(label);
	if (encoding) return encoding;
	throw new InvalidArgumentError(`The encoding must be one of ${[...new Set(encodingNames.values())].join(", ")}.`);
}
async function importFromPath(path, name, options) {
	const [{ importFile }, { printDryRun, printImport }] = await Promise.all([import("./import-CyOdpEV4.mjs"), import("./import-report-Dh8euj0X.mjs")]);
	await withDeps(async (deps) => {
		const { companyId, id: userId } = await findUser(deps, options);
		let isStopped = false;
		const requestStop = () => {
			isStopped = true;
		};
		for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, requestStop);
		const importResult = await withProgress("rows", options, ({ update: onProgress }) => {
			return importFile(deps, {
				companyId,
				userId
			}, path, options, {
				onProgress,
				isStopped: () => isStopped
			}, name);
		});
		if (importResult.row) printImport(options, importResult, importResult.row);
		else printDryRun(options, importResult);
		if (importResult.row && !importResult.row.finishedAt) process.exitCode = 1;
		else if ((importResult.row ?? importResult.summary.counts).refused > 0) process.exitCode = exitCodes.rowsRejected;
	});
}
async function withInputFile(file, work) {
	if (file !== "-") {
		if (!existsSync(file)) throw new OperatorError(`The file ${file} does not exist.`);
		if (!statSync(file).isFile()) throw new OperatorError(`${file} is not a regular file.`);
		return work(file, file);
	}
	const folder = mkdtempSync(join(tmpdir(), "dealgraph-import-"));
	try {
		const path = join(folder, "stdin");
		await pipeline(process.stdin, createWriteStream(path));
		await work(path, "stdin");
	} finally {
		rmSync(folder, {
			recursive: true,
			force: true
		});
	}
}
async function listImports(options) {
	const imports = (await withDeps(async (deps) => deps.store.allCompanies.readLatest((db) => db.all(allImports, {})))).map(({ digest: _, options: __, errorsBytes: ___, warningsBytes: ____, ...row }) => ({
		...row,
		state: row.undoneAt ? "undone" : row.finishedAt ? "finished" : "interrupted"
	}));
	const lines = imports.map(({ id, createdAt, email, file, kind, state, created, updated, refused, warned }) => `${id}  ${createdAt}  ${email}  ${file} (${kind})  ${state}: ${created} created, ${updated} updated, ${refused} rejected${warned > 0 ? `, ${warned} with warnings` : ""}`);
	print(options, { imports }, lines.join("\n") || "There are no imports yet; import a file first.");
}
async function revertImport(id, options) {
	const { undoImport } = await import("./undo-BHm-vDge.mjs");
	await withDeps(async (deps) => {
		const row = await deps.store.allCompanies.readLatest((db) => db.first(importById, { id }));
		if (!row) throw new OperatorError(`There is no import ${id}; "dealgraph import list" lists all imports.`);
		const { kind, companyId: company } = row;
		const { user } = options;
		const userId = user === void 0 ? row.userId : (await findUser(deps, {
			user,
			company
		})).id;
		const { left, leftAlone, removed, restored } = await withProgress("records", options, ({ update }) => undoImport(deps, row, userId, (doneCount) => update(doneCount, Math.max(doneCount, row.created + row.updated))));
		const reasonsText = left.map((record) => `\n  ${record.id} ${record.why}`).join("");
		const moreText = leftAlone > left.length ? `\n  … and ${leftAlone - left.length} more` : "";
		const keptText = leftAlone > 0 ? `, ${leftAlone} not changed:${reasonsText}${moreText}` : ".";
		print(options, {
			id,
			kind,
			removed,
			restored,
			leftAlone,
			left
		}, `Reverted ${id}: ${formatTotal(removed, kind)} removed, ${restored} restored${keptText}`);
	});
}
// src/commands/keys.ts
/** The commands `keys create`, `keys list`, `keys rotate` and `keys revoke`. */
const createExamples = `
Examples:
  npx dealgraph keys create --user ann@acme.example        # with all of Ann's scopes
  npx dealgraph keys create --user ann@acme.example --json
  # a key that only reads people and deals, and expires
  npx dealgraph keys create --user ann@acme.example --name "Nightly report" \\
    --scope people.view.all --scope deals.view.all --expires 2030-01-31T00:00:00Z`;
const listExamples = `
Examples:
  npx dealgraph keys list                          # API keys of all users
  npx dealgraph keys list --user ann@acme.example --json`;
const rotateExamples = `
Examples:
  npx dealgraph keys rotate KEY_ID                 # the old secret remains valid for a day
  npx dealgraph keys rotate KEY_ID --grace 0       # the old secret is rejected at once`;
function addKeys(program) {
	const keysCommand = program.command("keys").description("manage API keys; changes take effect at the next request to a running server");
	addCreateCommand(keysCommand);
	keysCommand.command("list").description("list API keys, without their secrets").option("--user <email>", "list only the API keys of this user").addHelpText("after", listExamples).action(listKeys);
	keysCommand.command("rotate <id>").description("replace the secret of an API key").option("--grace <hours>", "hours that the old secret remains valid, 0 to 168", parseWholeNumber(0, 168), 24).addHelpText("after", rotateExamples).action(rotateKeyById);
	keysCommand.command("revoke <id>").description("revoke an API key").addHelpText("after", "\nExamples:\n  npx dealgraph keys revoke KEY_ID").action(revokeKeyById);
}
const addCreateCommand = (keys) => keys.command("create").description("create an API key for a user, even if the company has no valid API key").requiredOption("--user <email>", "user whose permissions the API key has").option(...companyOption).option("--name <name>", "name of the API key", createScalarParser("Label"), "Command line").addOption(new Option("--scope <scope>", "scope of the API key; repeatable (default: all scopes of the user)").choices(allScopes).argParser(createListParser(createScalarParser("Scope")))).option("--expires <time>", "expiry: a date (at 00:00 UTC) or a time such as 2027-01-31T17:00:00Z (default: never)", parseTime).addHelpText("after", createExamples).action(createKey);
/** Parses a date or a time. A date means 00:00 UTC on that day. */
const parseTime = (text) => createScalarParser("DateTime")(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text);
async function createKey(options) {
	const { name, scope, expires } = options;
	const { apiKey, secret } = await withDeps(async (deps) => {
		if (expires && expires <= new Date(deps.now()).toISOString()) throw new OperatorError(`--expires ${expires} is in the past; choose a later time.`);
		const user = await findUser(deps, options);
		if (user.suspendedAt) throw new OperatorError(`The user ${user.email} is suspended, so the API key would be rejected; choose another user.`);
		const { scopes } = rightsOf(user.role, null);
		const excessScope = scope?.find((candidate) => !scopes.includes(candidate));
		if (excessScope) throw new OperatorError(`--scope ${excessScope} exceeds the permissions of ${user.email} (${user.role}); remove the scope.`);
		const company = await loadCompany(deps, user);
		if (company.isDemo && !deps.settings.DEMO) throw new OperatorError(`${user.email} is a user of the demo company, whose API keys are rejected; set DEMO=true to allow them.`);
		return runAsSystem(deps, company, (ctx) => issueKey(ctx, {
			userId: user.id,
			name,
			scopes: scope ?? null,
			expiresAt: expires ?? null
		}));
	});
	print(options, toKeyJson({
		apiKey,
		secret
	}), `Created the API key ${apiKey.id} for ${options.user}. Its secret is shown only once:\n${secret}`);
}
async function rotateKeyById(id, options) {
	const issuedKey = await withKey(id, (deps, company, key) => {
		if (key.revokedAt) throw new OperatorError(`The API key ${id} is revoked; use "keys create" instead.`);
		if (key.expiresAt && key.expiresAt <= new Date(deps.now()).toISOString()) throw new OperatorError(`The API key ${id} has expired; use "keys create" instead.`);
		return runAsSystem(deps, company, (ctx) => rotateKey(ctx, key, options.grace * 36e5));
	});
	const { previousExpiresAt } = issuedKey.apiKey;
	const expiry = options.grace > 0 ? `The old secret remains valid until ${previousExpiresAt}.` : "The old secret is no longer valid.";
	print(options, {
		...toKeyJson(issuedKey),
		previousExpiresAt
	}, `The API key ${id} has a new secret, shown only once:\n${issuedKey.secret}\n${expiry}`);
}
async function revokeKeyById(id, options) {
	const key = await withKey(id, (deps, company, match) => runAsSystem(deps, company, (ctx) => revokeKey(ctx, match)));
	print(options, {
		companyId: key.companyId,
		id,
		revokedAt: key.revokedAt
	}, `Revoked the API key ${id}; the server rejects all further requests with this key.`);
}
function toKeyJson({ apiKey: { companyId, id, userId, expiresAt }, secret }) {
	return {
		companyId,
		id,
		secret,
		userId,
		expiresAt
	};
}
const withKey = (id, work) => withDeps(async (deps) => {
	const key = await deps.store.allCompanies.readLatest((db) => db.first(keyById, { id }));
	if (!key) throw new OperatorError(`There is no API key ${id}; "dealgraph keys list" lists all API keys.`);
	return work(deps, await loadCompany(deps, key), key);
});
async function listKeys(options) {
	const keys = await withDeps((deps) => readKeys(deps, options.user));
	const lines = keys.map((key) => `${key.id}  ${key.secret}  ${key.status.padEnd(8)}  ${key.role.padEnd(11)}  ${key.user}  "${key.name}"${key.lastUsedAt ? `  last used ${key.lastUsedAt}` : ""}`);
	print(options, { keys }, lines.join("\n") || "There are no API keys; \"keys create\" creates one.");
}
async function readKeys(deps, email) {
	const now = new Date(deps.now()).toISOString();
	const rows = (await deps.store.allCompanies.readLatest((db) => db.all(allKeys, {}))).filter(({ emailKey }) => !email || emailKey === toEmailKey(email.trim()));
	const lastUsedTimes = await deps.store.counters.readLastUsed(rows.map((row) => row.id));
	return rows.map((row) => {
		const { companyId, id, name, email: user, role, createdAt, expiresAt } = row;
		const scopes = row.scopes ? JSON.parse(row.scopes) : null;
		const secret = `${row.prefix}…${row.lastFour}`;
		const [status, lastUsedAt] = [getKeyStatus(row, now), lastUsedTimes.get(id) ?? null];
		return {
			companyId,
			id,
			name,
			user,
			role,
			scopes,
			secret,
			status,
			createdAt,
			expiresAt,
			lastUsedAt
		};
	});
}
function getKeyStatus(key, now) {
	if (key.revokedAt) return "revoked";
	if (key.expiresAt && key.expiresAt <= now) return "expired";
	return key.suspendedAt ? "user suspended" : "active";
}
// src/commands/serve.ts
const serveExamples = `
Examples:
  npx dealgraph serve                              # a new database starts with the demo company
  PORT=8080 DEMO=false npx dealgraph serve         # on another port, without a demo company
  npx dealgraph serve --json                       # prints the URL and demo API keys as JSON
  DATABASE_URL=postgres://dealgraph@127.0.0.1/dealgraph npx dealgraph serve`;
function addServe(program) {
	program.command("serve").description("start the server for GraphQL and REST, like \"npm start\"").addHelpText("after", formatSettingsHelp).addHelpText("after", serveExamples).action(async (options) => (await import("./start-server-DqSDjT3X.mjs")).serve(options));
}
function formatSettingsHelp() {
	return `\nSettings, as environment variables or in a file .env:\n${Object.entries(settingTable).map(([name, { fallback, meaning }]) => `  ${name.padEnd(36)}${meaning} (${fallback ? `default ${fallback}` : "default: none"})`).join("\n")}`;
}
function addDispatch(program) {
	program.command("dispatch").description("send webhooks, in parallel with the server and other dispatchers").addHelpText("after", "\nExamples:\n  npx dealgraph dispatch").action(dispatch);
}
async function dispatch(options) {
	const { settings, log } = await loadSettings(1);
	if (settings.WEBHOOKS === "off") throw createOptionError("WEBHOOKS=off disables webhooks; set WEBHOOKS=on to send webhooks.");
	const [{ Dispatcher }] = await Promise.all([import("./dispatcher-BhdDj-_b.mjs"), import("./resources-D_Ncxz_g.mjs")]);
	const tracing = await startTracing(settings, log);
	const store = await openStore({
		url: settings.DATABASE_URL,
		poolSize: settings.DATABASE_POOL_SIZE,
		onStatement: tracing?.recordStatement
	});
	const deps = await createDeps(store, settings, {
		log,
		tracing
	});
	for (const advice of store.advice) deps.log.warn(advice);
	const dispatcher = new Dispatcher(deps, { owner: deps.newId("dispatcher") });
	const { fail } = shutDownOnSignal({
		log: deps.log,
		stopAccepting: () => dispatcher.stop(),
		close: async () => void await Promise.all([store.close(), tracing?.stop()])
	});
	store.broken.then(fail);
	print(options, { ready: true }, "Dealgraph is sending webhooks.");
}
// src/commands/index.ts
/** The command line `dealgraph COMMAND`, with its error messages and exit codes. */
const commands = [
	addServe,
	addDispatch,
	addMigrate,
	addSeed,
	addDemo,
	addCompany,
	addKeys,
	addExport,
	addImport,
	addBackup,
	addRestore,
	addCopy,
	addDoctor
];
const getCommandPath = (command) => command.parent ? `${getCommandPath(command.parent)} ${command.name()}`.trim() : "";
const listCommands = (command) => [command, ...command.commands.flatMap(listCommands)];
const isRunnable = (command) => command.commands.length === 0 || command.registeredArguments.length > 0;
/** The exit codes and their meanings, which `dealgraph --help` lists. */
const exitMeanings = {
	0: "success",
	1: "any other error, or a failed check of doctor",
	[exitCodes.setting]: "invalid setting, option or argument",
	[exitCodes.portTaken]: "the port is in use",
	[exitCodes.locked]: "the database is in use",
	[exitCodes.newerDatabase]: "the database was written by a newer version",
	[exitCodes.unusableDatabase]: "the database is missing, damaged or an unfinished copy",
	[exitCodes.unwritable]: "the database is not writable: missing folder, permission or disk space",
	[exitCodes.rowsRejected]: "import rejected some rows and imported all other rows",
	[exitCodes.unreachableDatabase]: "the database server is unreachable"
};
const errorCodes = {
	[exitCodes.setting]: "WRONG_OPTION",
	[exitCodes.portTaken]: "PORT_TAKEN",
	[exitCodes.locked]: "DATABASE_IN_USE",
	[exitCodes.newerDatabase]: "NEWER_DATABASE",
	[exitCodes.unusableDatabase]: "UNUSABLE_DATABASE",
	[exitCodes.unwritable]: "UNWRITABLE",
	[exitCodes.unreachableDatabase]: "DATABASE_UNREACHABLE"
};
/** Adds the option `--json`, usage errors and exit codes to all commands. */
function completeCommands(program) {
	const exitCodeList = Object.entries(exitMeanings).map(([code, text]) => `  ${code}  ${text}\n`);
	program.addHelpText("after", `\nExit codes:\n${exitCodeList.join("")}\n"dealgraph COMMAND --help" shows the options and examples of a command.`);
	for (const command of listCommands(program)) {
		command.exitOverride((error) => {
			throw toUsageError(error, getCommandPath(command));
		});
		command.configureOutput({ outputError: () => {} });
		if (!isRunnable(command)) continue;
		command.option("--json", "print one JSON object, for scripts");
		command.addHelpText("after", "\nExit codes: see \"dealgraph --help\".");
	}
	return program;
}
function createCommandLine() {
	const program = new Command("dealgraph").description("A CRM server with a GraphQL API, and the /v1 REST API on the same schema.").version(readVersion());
	for (const addCommand of commands) addCommand(program);
	return completeCommands(program);
}
/** Rewrites commander's "error: … (Did you mean …?)" as a sentence that names the help. */
function toUsageError(error, path) {
	if (error.exitCode === 0) return error;
	if (error.code === "commander.help") return new CommanderError(exitCodes.setting, error.code, error.message);
	const [, message = "", suggestion] = /^(?:error: )?(.*?)\.?(?:\n\(Did you mean (.*)\?\))?$/s.exec(error.message) ?? [];
	const argumentMessage = message.replace(/^command-argument value/, "the value");
	const sentence = `${argumentMessage.charAt(0).toUpperCase()}${argumentMessage.slice(1)}${suggestion ? `; did you mean ${suggestion}?` : "."}`;
	return createOptionError(`${sentence} See "${[
		"dealgraph",
		path,
		"--help"
	].filter(Boolean).join(" ")}".`);
}
/** Prints an error as a sentence to stderr or as JSON to stdout, and sets the exit code. */
function reportError(error, { json }) {
	if (error instanceof CommanderError) {
		process.exitCode = error.exitCode;
		return;
	}
	const { message, exitCode = 1, code = errorCodes[exitCode] ?? "FAILED" } = explainError(error);
	if (json) console.log(JSON.stringify({ error: {
		code,
		message
	} }));
	else console.error(message);
	process.exitCode = exitCode;
}
function explainError(error) {
	const databaseUrl = process.env["DATABASE_URL"] ?? settingTable.DATABASE_URL.fallback;
	const cause = error instanceof ApiError && error.cause ? error.cause : error;
	const fault = toOperatorError(cause, databaseUrl);
	if (fault instanceof OperatorError) return fault;
	if (fault instanceof ApiError) {
		const details = fault.details?.map(({ field, message }) => `${field} ${message}`).join("; ");
		return {
			message: `${fault.message}${details ? `: ${details}` : ""}.`,
			code: fault.code
		};
	}
	const { message, stack } = fault instanceof Error ? fault : new Error(String(fault));
	if (process.env["LOG_LEVEL"] === "debug") return { message: stack ?? message };
	return { message: `Unexpected error: ${message} (set LOG_LEVEL=debug to print the stack trace).` };
}
/** Ignores EPIPE, since `head` closes the pipe early; other stdout errors fail the command. */
function handleOutputError({ code }) {
	if (code !== "EPIPE") process.exitCode = 1;
}
async function run(argv) {
	process.stdout.on("error", handleOutputError);
	try {
		await createCommandLine().parseAsync(argv);
	} catch (error) {
		reportError(error, { json: argv.includes("--json") });
	}
}
export { createCommandLine, exitMeanings, getCommandPath, isRunnable, listCommands, reportError, run };
