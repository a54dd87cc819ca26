import { readFileSync } from "node:fs";
import { extname } from "node:path";
// src/lib/package-files.ts
/** Locates Dealgraph's own files: TypeScript in a checkout, JavaScript in the npm package. */
/** Reads a file that is listed under `exports` in `package.json`. */
const readPackageFile = (name) => readFileSync(new URL(import.meta.resolve(`dealgraph/${name}`)), "utf8");
/** The module file extension: `.ts` in a checkout, `.js` in the npm package. */
const moduleExtension = extname("/work/wt/int/src/lib/package-files.ts");
/** Returns the URL of the `worker` module in the same folder as the module `moduleUrl`. */
const findWorker = (moduleUrl) => new URL(`./worker${moduleExtension}`, moduleUrl);
const readVersion = () => JSON.parse(readPackageFile("package.json")).version;
export { readVersion as i, moduleExtension as n, readPackageFile as r, findWorker as t };
