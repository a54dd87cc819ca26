import { i as exitCodes, o as formatPublicAddress, s as isPostgresUrl, t as OperatorError } from "./faults-D32tI_DY.mjs";
import { a as makeFolder, h as toFilePath } from "./files-kCMF7mKn.mjs";
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
// db/seed/demo-keys.ts
const toDatabaseName = ({ DATABASE_URL: url }) => isPostgresUrl(url) ? formatPublicAddress(url) : basename(toFilePath(url));
const toKeyFile = ({ DATABASE_URL: url }) => join(isPostgresUrl(url) ? "db" : dirname(toFilePath(url)), "demo-keys.json");
/**
* Stores the keys in `demo-keys.json` beside the database file, or in `db/` for a PostgreSQL
* database, readable only by the current user.
*/
function storeDemoKeys(setting, keys) {
	const database = toDatabaseName(setting);
	writeKeys(setting, [...keys.map((key) => ({
		...key,
		database
	})), ...readOtherKeys(setting)]);
}
/** Removes the demo keys of this database, and deletes the file if it contains no other keys. */
function removeDemoKeys(setting) {
	const otherKeys = readOtherKeys(setting);
	if (otherKeys.length > 0) writeKeys(setting, otherKeys);
	else rmSync(toKeyFile(setting), { force: true });
}
const readOtherKeys = (setting) => readAllKeys(setting).filter((key) => key.database !== toDatabaseName(setting));
function writeKeys(setting, keys) {
	const file = toKeyFile(setting);
	const keysJson = JSON.stringify(keys, null, 2);
	try {
		makeFolder(file);
		writeFileSync(file, `${keysJson}\n`, { mode: 384 });
		chmodSync(file, 384);
	} catch (cause) {
		const { code } = cause;
		throw new OperatorError(`The demo keys cannot be stored in ${file} (${code}); make the file writable, or set DEMO=false.`, exitCodes.unwritable);
	}
}
/**
* Returns the demo keys of this database, or an empty list if the key file is missing or invalid.
*/
const readDemoKeys = (setting) => readAllKeys(setting).filter((key) => key.database === toDatabaseName(setting));
function readAllKeys(setting) {
	const file = toKeyFile(setting);
	if (!existsSync(file)) return [];
	try {
		const keys = JSON.parse(readFileSync(file, "utf8"));
		return Array.isArray(keys) ? keys.filter((key) => typeof key?.secret === "string" && typeof key?.role === "string") : [];
	} catch {
		return [];
	}
}
export { removeDemoKeys as n, storeDemoKeys as r, readDemoKeys as t };
