#!/usr/bin/env node
import module from "node:module";
import { existsSync } from "node:fs";
import { join } from "node:path";
import v8 from "node:v8";
// src/main.js
/**
* The entry point of the command line. Checks the Node version before importing the program, which
* older versions cannot load. Plain JavaScript, since stripping types would cost Node 17 MB.
*/
const minNodeVersion = [22, 18];
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < minNodeVersion[0] || major === minNodeVersion[0] && minor < minNodeVersion[1]) {
	console.error(`Dealgraph needs Node ${minNodeVersion.join(".")} or newer, but this is Node ${process.versions.node}; run it through npm ("npm start", "npx dealgraph"), which uses the Node version of the package.`);
	process.exit(1);
}
if (process.argv.includes("serve")) {
	v8.setFlagsFromString("--semi-space-growth-factor=1");
	v8.setFlagsFromString("--heap-growing-percent=50");
}
process.umask(63);
const cacheFolder = [join("/work/wt/int/src", "../node_modules"), ...process.env.HOME ? [process.env.HOME] : []].map((folder) => join(folder, ".cache/dealgraph")).find((folder) => module.enableCompileCache(folder).status !== module.constants.compileCacheStatus.FAILED);
if (cacheFolder) process.env.NODE_COMPILE_CACHE ??= cacheFolder;
const { run } = existsSync(join("/work/wt/int/src", "commands")) ? await import("./commands-Ban4plZk.mjs") : await import("../dist/src/commands/index.js");
await run(process.argv);
export {};
