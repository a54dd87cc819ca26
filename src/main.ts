#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/** The command line. All else is imported behind the check, for an older Node would fail on the imports themselves. */
const oldest = [22, 18] as const
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  console.error(
    `Dealgraph needs Node ${oldest.join('.')} or newer, but this is Node ${process.versions.node}; run it through npm ("npm start", "npx dealgraph"), which brings its own.`,
  )
  process.exit(1)
}

// The database, its backups and the demo's keys are nobody else's to read.
process.umask(0o077)

// From the second start on a third less time, because the types need not be stripped again.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/dealgraph'))

const { run } = await import('./commands/index.ts')
await run(process.argv)
