/**
 * Assigns test files to databases. `npm test` runs the files on SQLite, on PostgreSQL or on both.
 * `npm run test:quick` runs the fast files on SQLite.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findAccount, findProgramFolder } from './test/support/postgres.ts'
import { bundleProgram, useBundledWorkers } from './test/support/program.ts'
import { SkippedTestsReporter } from './test/support/requirements.ts'

const getTestName = (file: string) => file.replace(/^test\/|\.test\.ts$/g, '')

/**
 * Files that run on SQLite and on PostgreSQL, because they test transactions, connections, several
 * processes, or statements that the differential test does not execute. Files that mention
 * `onPostgres` need not be listed. The differential test compares the responses, rows and events of
 * both databases for the pages, sort orders and filters of every list and for the requests of
 * `test/support/scenario.ts`.
 */
const postgresPattern =
  /^(access-token-identities|board|clock|comparators|concurrency|deal|demo|duplicates|external-ids$|idempotency$|import$|import-undo|long-responses|metrics|phone-extensions|rate-limit|read-your-writes|savepoints|sessions|sign-in$|timeline|webhook-dispatch|webhooks-off)/

/**
 * Files that start processes, browsers or servers, wait for timeouts, or traverse the whole schema.
 */
const slowPattern =
  /^(abuse-|access|audit|board|browser|catalog-filters|command-|connections|console-|contracts-lint|copy|demo|differential|docs|document-commands|doctor|durability|export|external-ids|failover|filters$|fuzz|graphiql|idempotency-rights|import-(command|matching|vcard|vendors)|import$|large-exports|log-|metrics|migrating|narrowed-keys|openapi|package|paging|parity|power-loss|query-compiler|query-worker|restore-drill|schema|selected-columns|shutdown|sign-in-browser|storage-faults|subscriptions|tags|timeline|tracing-program|vcard-reading|visibility|webhook-(dispatch|processes)|webhooks-off|write-ahead-log)/

/**
 * Files that replace modules or add a kind of record, which would affect other files in the same
 * process.
 */
const isolatedPattern = /^(new-kind|query-worker-failures|worker-limit)$/

const isQuick = process.env['QUICK'] === 'true'
const files = readdirSync('test')
  .flatMap((name) => (name.endsWith('.test.ts') ? [`test/${name}`] : []))
  .filter((file) => !isQuick || !slowPattern.test(getTestName(file)))

/** Returns whether a file also runs on PostgreSQL, or only there. */
const runsOnPostgres = (file: string) =>
  postgresPattern.test(getTestName(file)) || /\bonPostgres\b/.test(readFileSync(file, 'utf8'))

/**
 * Returns whether a file consists of one group that requires PostgreSQL. The SQLite project omits
 * the file.
 */
const requiresPostgres = (file: string) => {
  const [group = '', ...others] = readFileSync(file, 'utf8')
    .split(/^(?=(?:describe|test|it)\b)/m)
    .slice(1)
  return others.length === 0 && /^describe\(.*requires\(onPostgres, '/.test(group)
}

const hasPostgres = findProgramFolder() !== undefined && findAccount() !== undefined
if (!hasPostgres && !isQuick) console.warn('PostgreSQL is not installed: tests run only on SQLite.')

const sqlite = {
  test: {
    name: 'sqlite',
    include: files.filter((file) => !requiresPostgres(file)),
    globalSetup: ['test/support/sqlite-suite.ts'],
  },
}
const postgres = {
  test: {
    name: 'postgres',
    include: files.filter(runsOnPostgres),
    globalSetup: ['test/support/postgres-suite.ts'],
  },
}

/**
 * The files that take longest. They start first, in this order, so that no file runs alone at the
 * end.
 */
const longestFiles =
  'failover differential copy graphiql-browser storage-faults postgres-faults export import-command docs-browser console-keys console-board connections query-compiler access visibility import demo'.split(
    ' ',
  )

class LongestFirstSequencer extends BaseSequencer {
  override async sort(specifications: TestSpecification[]) {
    const getRank = ({ moduleId }: TestSpecification) => {
      const name = getTestName(moduleId.replace(/^.*\/test\//, ''))
      const index = longestFiles.indexOf(name)
      if (index >= 0) return index
      return slowPattern.test(name) ? longestFiles.length : longestFiles.length + 1
    }
    return specifications.toSorted(
      (a, b) => a.project.name.localeCompare(b.project.name) || getRank(a) - getRank(b),
    )
  }
}

/** Moves files that need their own process to a separate project. */
const splitIsolatedFiles = ({ test }: typeof sqlite) => {
  const [sharedFiles = [], isolatedFiles = []] = [false, true].map((isIsolated) =>
    test.include.filter((file) => isolatedPattern.test(getTestName(file)) === isIsolated),
  )
  return [
    { extends: true as const, test: { ...test, include: sharedFiles } },
    {
      extends: true as const,
      test: { ...test, name: `${test.name} isolated`, include: isolatedFiles, isolate: true },
    },
  ]
}

await bundleProgram()

export default defineConfig({
  plugins: [useBundledWorkers],
  // Without these conditions, a test that imports `graphql` would load a second copy of the
  // package.
  ssr: { resolve: { conditions: ['module-sync', 'node'] } },
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 4,
    sequence: { sequencer: LongestFirstSequencer },
    // Test files in one process share modules, because loading them takes as long as the tests of
    // most files.
    isolate: false,
    // Reduces garbage collection, which saves a tenth of the CPU time.
    execArgv: ['--max-semi-space-size=64'],
    reporters: ['default', new SkippedTestsReporter()],
    setupFiles: ['test/support/loopback-only-suite.ts'],
    projects: [sqlite, ...(hasPostgres && !isQuick ? [postgres] : [])].flatMap(splitIsolatedFiles),
  },
})
