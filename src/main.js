#!/usr/bin/env node
import module from 'node:module'
import { join } from 'node:path'
import v8 from 'node:v8'

/**
 * The command line. All else is imported behind the check, for an older Node would fail on the imports themselves; and
 * only this is JavaScript, because for it Node would load what strips the types, and keep its 17 MB.
 */
const oldest = [22, 18]
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  console.error(
    `Dealgraph needs Node ${oldest.join('.')} or newer, but this is Node ${process.versions.node}; run it through npm ("npm start", "npx dealgraph"), which brings its own.`,
  )
  process.exit(1)
}

if (process.argv.includes('serve')) {
  // Until the server is ready; see `commands/start-server.ts`.
  v8.setFlagsFromString('--semi-space-growth-factor=1')
  // What is old may become half as much again before it is looked through. Left to itself V8 waits now for this, now for four times as much,
  // and gives nothing back of the most that it ever had: under an even load a server grew for hours.
  v8.setFlagsFromString('--heap-growing-percent=50')
}

// The database, its backups and the demo's keys are nobody else's to read.
process.umask(0o077)

// From the second start on a third less time, for threads too, because the types need not be stripped again. What is kept is run, and so
// stands where only those write who may change the program, or only this user.
const folders = [
  join(import.meta.dirname, '../node_modules'),
  ...(process.env.HOME ? [process.env.HOME] : []),
].map((each) => join(each, '.cache/dealgraph'))
const kept = folders.find(
  (folder) =>
    module.enableCompileCache(folder).status !== module.constants.compileCacheStatus.FAILED,
)
if (kept) process.env.NODE_COMPILE_CACHE ??= kept

const { run } = await import('./commands/index.ts')
await run(process.argv)
