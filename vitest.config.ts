/**
 * Assigns test files to databases. `npm test` runs every file on SQLite, and files that test
 * database access also on PostgreSQL. `npm run test:quick` runs the fast files on SQLite.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findAccount, findProgramFolder } from './test/support/postgres.ts'
import { bundleProgram, useBundledWorkers } from './test/support/program.ts'
import { SkippedTestsReporter } from './test/support/requirements.ts'

const getTestName = (file: string) => file.replace(/^test\/|\.test\.ts$/g, '')

/**
 * Files whose results do not depend on the database, because they test code that runs before any
 * statement, in a browser or identically on both databases, such as rate limits and file formats.
 */
const databaseIndependentPattern =
  /^(abuse-|access-token|access-with-tokens|browser|client-|command-|connections|console-|cors|deprecation|docs|document|error-page|examples|export$|graphiql|graphql-limits|graphql-over-http|http|idempotency-rights|import-(repeated|external-ids|matching|dry-run|round-trip|vcard|vendors)|input-(fields|validation)|invalid-key|log|narrowed-keys|package|pages|parity|query-compiler|rate-limit|reference-checks|request-bodies|rest-graphql-equivalence|rest-pages|safe-methods|sign-in-(browser|limits)|statement-count|storage-faults|tracing|transports|versions|visible-text|write-ahead-log)/

/**
 * Files about lists, permissions and the rules of operations. The visibility test runs on both
 * databases, and the differential test compares both databases: each list, filter, sort order and
 * page, and the responses, rows and events of the operations in `test/support/scenario.ts`.
 */
const comparedPattern =
  /^(access$|appointments|catalog-filters|collaborators|contract-|custom-field|exchange-fields|filters|large-team|merge-undo|order-by|paging|pipelines|related-records|relative-periods|search-rank|selected-columns|viewer-can|webhook-endpoints)/

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
/** Returns whether a file uses the database of its project and not only its own SQLite files. */
const usesProjectDatabase = (file: string) =>
  /createWorld|createPostgresDatabase|newDatabase|onPostgres/.test(readFileSync(file, 'utf8'))

/**
 * Returns whether a file consists of one group with this requirement. The project for the other
 * database then omits the file.
 */
const requiresOnly = (file: string, requirement: string) => {
  const [group = '', ...others] = readFileSync(file, 'utf8')
    .split(/^(?=(?:describe|test|it)\b)/m)
    .slice(1)
  return others.length === 0 && /^describe\(.*requires\((.*), '/.exec(group)?.[1] === requirement
}

const hasPostgres = findProgramFolder() !== undefined && findAccount() !== undefined
if (!hasPostgres && !isQuick) console.warn('PostgreSQL is not installed: tests run only on SQLite.')

const sqlite = {
  test: {
    name: 'sqlite',
    include: files.filter((file) => !requiresOnly(file, 'onPostgres')),
    globalSetup: ['test/support/sqlite-suite.ts'],
  },
}
const postgres = {
  test: {
    name: 'postgres',
    include: files.filter(
      (file) =>
        usesProjectDatabase(file) &&
        !databaseIndependentPattern.test(getTestName(file)) &&
        !comparedPattern.test(getTestName(file)) &&
        !requiresOnly(file, '!onPostgres'),
    ),
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
