import { S as freeze, b as RawNode, v as createQueryId, x as IdentifierNode } from "./query-BmUqRt20.mjs";
import { i as exitCodes, t as OperatorError } from "./faults-D32tI_DY.mjs";
import { n as moduleExtension } from "./package-files-CEUYJP83.mjs";
import { basename, join } from "node:path";
import { readdir } from "node:fs/promises";
import { pathToFileURL } from "node:url";
// node_modules/kysely/dist/query-compiler/compiled-query.js
const CompiledQuery = freeze({ raw(sql, parameters = []) {
	return freeze({
		sql,
		query: RawNode.createWithSql(sql),
		parameters: freeze(parameters),
		queryId: createQueryId()
	});
} });
// node_modules/kysely/dist/parser/savepoint-parser.js
function parseSavepointCommand(command, savepointName) {
	return RawNode.createWithChildren([RawNode.createWithSql(`${command} `), IdentifierNode.create(savepointName)]);
}
// src/store/migrations.ts
const folder = join("/work/wt/int/src/store", "../../db/migrations");
const listMigrationNames = async () => (await readdir(folder)).filter((file) => file.endsWith(moduleExtension)).map((file) => basename(file, moduleExtension)).sort();
const loadMigration = async (name) => await import(pathToFileURL(join(folder, `${name}${moduleExtension}`)).href);
const createNewerDatabaseError = (unknownMigrations) => new OperatorError(`This database was written by a newer version of Dealgraph (it has the migration ${unknownMigrations.at(-1)}); update the program.`, exitCodes.newerDatabase);
export { CompiledQuery as a, parseSavepointCommand as i, listMigrationNames as n, loadMigration as r, createNewerDatabaseError as t };
