import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { findAccount, findPrograms } from './test/support/postgres.ts'

const files = readdirSync('test').flatMap((name) =>
  name.endsWith('.test.ts') ? [`test/${name}`] : [],
)
/**
 * What starts a server as the world does can start it on either database; a page in a browser is
 * the same on both.
 */
const onEither = files.filter((file) => {
  const text = readFileSync(file, 'utf8')
  return /createWorld|startServer|onPostgres/.test(text) && !text.includes('support/browser')
})
const found = findPrograms() !== undefined && findAccount() !== undefined
if (!found)
  console.warn(
    'There is no PostgreSQL to be found here: the suite runs on SQLite alone, and what compares both on PGlite.',
  )

const sqlite = { test: { name: 'sqlite', include: files } }
const postgres = {
  test: { name: 'postgres', include: onEither, globalSetup: ['test/support/postgres-suite.ts'] },
}

export default defineConfig({
  // Without these conditions a test that imports `graphql` would get a second copy of it.
  ssr: { resolve: { conditions: ['module-sync', 'node'] } },
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 3,
    setupFiles: ['test/support/loopback-only-suite.ts'],
    projects: [sqlite, ...(found ? [postgres] : [])].map((project) => ({
      extends: true as const,
      ...project,
    })),
  },
})
