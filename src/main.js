#!/usr/bin/env node
/**
 * The entry point of the command line. Checks the Node version before importing the program, which
 * older versions cannot load. This file is JavaScript: stripping types would use 17 MB of memory.
 */
import { existsSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import v8 from 'node:v8'

const minNodeVersion = [22, 18]
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < minNodeVersion[0] || (major === minNodeVersion[0] && minor < minNodeVersion[1])) {
  console.error(
    `Dealgraph needs Node ${minNodeVersion.join('.')} or newer, but this is Node ${process.versions.node}; run it through npm ("npm start", "npx dealgraph"), which uses the Node version of the package.`,
  )
  process.exit(1)
}

if (process.argv.includes('serve')) {
  // Keeps the young generation small until the server is ready (see `commands/start-server.ts`).
  v8.setFlagsFromString('--semi-space-growth-factor=1')
  // Starts a garbage collection when the old generation has grown by half. By default, V8 lets it
  // grow up to fourfold and returns no memory, so memory use grows for hours under steady load.
  v8.setFlagsFromString('--heap-growing-percent=50')
}

// Prevents other system users from reading the database, backups and demo API keys.
process.umask(0o077)

// A cache of compiled code makes later starts, including those of worker threads, much faster.
// Cached code is executed, so the folder must be writable only by users who can change the program.
const folders = [
  join(import.meta.dirname, '../node_modules'),
  ...(process.env.HOME ? [process.env.HOME] : []),
].map((folder) => join(folder, '.cache/dealgraph'))
const cacheFolder = folders.find(
  (folder) =>
    module.enableCompileCache(folder).status !== module.constants.compileCacheStatus.FAILED,
)
if (cacheFolder) process.env.NODE_COMPILE_CACHE ??= cacheFolder

// A checkout runs the TypeScript sources; the npm package contains this file and `dist`.
const builtProgram = '../dist/src/commands/index.js'
const { run } = existsSync(join(import.meta.dirname, 'commands'))
  ? await import('./commands/index.ts')
  : await import(builtProgram)
await run(process.argv)
