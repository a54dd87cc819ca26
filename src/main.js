#!/usr/bin/env node
import { existsSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import v8 from 'node:v8'

/**
 * The command line. The program is imported after the check of the version, since an older Node
 * fails on its imports. This file is JavaScript: for TypeScript, Node keeps 17 MB for stripping types.
 */
const minNodeVersion = [22, 18]
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < minNodeVersion[0] || (major === minNodeVersion[0] && minor < minNodeVersion[1])) {
  console.error(
    `Dealgraph needs Node ${minNodeVersion.join('.')} or newer, but this is Node ${process.versions.node}; run it through npm ("npm start", "npx dealgraph"), which brings its own.`,
  )
  process.exit(1)
}

if (process.argv.includes('serve')) {
  // Until the server is ready; see `commands/start-server.ts`.
  v8.setFlagsFromString('--semi-space-growth-factor=1')
  // Collects the old generation when it has grown by half. By default, V8 lets it grow up to
  // fourfold and returns no memory: under an even load, a server grew for hours.
  v8.setFlagsFromString('--heap-growing-percent=50')
}

// Other users must not read the database, its backups and the keys of the demo company.
process.umask(0o077)

// Caches compiled code, so that later starts, and workers, take a third less time. Cached code is
// executed, so only users who may change the program, or this user, may write to the folder.
const folders = [
  join(import.meta.dirname, '../node_modules'),
  ...(process.env.HOME ? [process.env.HOME] : []),
].map((folder) => join(folder, '.cache/dealgraph'))
const cacheFolder = folders.find(
  (folder) =>
    module.enableCompileCache(folder).status !== module.constants.compileCacheStatus.FAILED,
)
if (cacheFolder) process.env.NODE_COMPILE_CACHE ??= cacheFolder

// A checkout runs its TypeScript; the npm package has this file and `dist`.
const builtProgram = '../dist/src/commands/index.js'
const { run } = existsSync(join(import.meta.dirname, 'commands'))
  ? await import('./commands/index.ts')
  : await import(builtProgram)
await run(process.argv)
