/**
 * Which tests run where. `npm test` runs every file on SQLite and those whose subject touches the
 * database on PostgreSQL too; `npm run test:quick` runs the fast files on SQLite.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findAccount, findPrograms } from './test/support/postgres.ts'
import { SkippedTestsReporter } from './test/support/requirements.ts'

const getTestName = (file: string) => file.replace(/^test\/|\.test\.ts$/g, '')

/** What these test is decided before a statement runs, or in a browser: the same on both. */
const databaseIndependentPattern =
  /^(abuse-|access-tokens|access-with-tokens|browser|client-|command-|connections|console-|cors|deprecation|docs|document|error-page|examples|export$|graphiql|graphql-limits|graphql-over-http|http|import-(repeated|external-ids|matching|dry-run|vcard|vendors)|input-validation|invalid-keys$|log|narrowed-keys|package|pages|parity|query-compiler|request-bodies|rest-pages|safe-methods|sign-in-browser|storage-faults|tracing|transports|versions|visible-text|write-ahead-log)/

/** These start processes, browsers or servers, wait for timeouts, or walk the whole schema. */
const slowPattern =
  /^(abuse-|access|audit|board|browser|catalog-filters|command-|connections|console-|contracts-lint|copy|demo|differential|docs|document-commands|doctor|durability|export|external-ids|failover|filters$|fuzz|graphiql|idempotency-rights|import-(command|matching|vcard|vendors)|import$|large-exports|log-|metrics|migrating|narrowed-keys|openapi|package|paging|parity|power-loss|query-compiler|query-worker|restore-drill|schema|selected-columns|shutdown|sign-in-browser|storage-faults|subscriptions|tags|timeline|tracing-program|vcard-reading|visibility|webhook-(dispatch|processes)|webhooks-off|write-ahead-log)/

/** These replace modules or add a kind of record, which other files of their process would see. */
const isolatedPattern = /^(new-kind|query-worker-failures|worker-limit)$/

const isQuick = process.env['QUICK'] === 'true'
const files = readdirSync('test')
  .flatMap((name) => (name.endsWith('.test.ts') ? [`test/${name}`] : []))
  .filter((file) => !isQuick || !slowPattern.test(getTestName(file)))
const startsServer = (file: string) =>
  /createWorld|startServer|onPostgres/.test(readFileSync(file, 'utf8'))

/** Whether the only group of a file has this requirement, so that the other project skips it. */
const requiresOnly = (file: string, requirement: string) => {
  const [group = '', ...others] = readFileSync(file, 'utf8')
    .split(/^(?=(?:describe|test|it)\b)/m)
    .slice(1)
  return others.length === 0 && /^describe\(.*requires\((.*), '/.exec(group)?.[1] === requirement
}

const hasPostgres = findPrograms() !== undefined && findAccount() !== undefined
if (!hasPostgres && !isQuick)
  console.warn(
    'PostgreSQL is not installed: tests run on SQLite, and on PGlite where both are compared.',
  )

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
        startsServer(file) &&
        !databaseIndependentPattern.test(getTestName(file)) &&
        !requiresOnly(file, '!onPostgres'),
    ),
    globalSetup: ['test/support/postgres-suite.ts'],
  },
}

/** Files that take longest, in this order; they start first, so that none runs alone at the end. */
const longestFiles =
  'failover differential copy graphiql-browser storage-faults postgres-faults export import-command docs-browser console-keys console-board connections query-compiler access visibility import demo'.split(
    ' ',
  )

class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const name = getTestName(moduleId.replace(/^.*\/test\//, ''))
      const index = longestFiles.indexOf(name)
      if (index >= 0) return index
      return slowPattern.test(name) ? longestFiles.length : longestFiles.length + 1
    }
    return specifications.toSorted(
      (a, b) => a.project.name.localeCompare(b.project.name) || rank(a) - rank(b),
    )
  }
}

/** Splits off the files that need a process of their own. */
const splitIsolated = ({ test }: typeof sqlite) => {
  const [shared = [], own = []] = [false, true].map((isOwn) =>
    test.include.filter((file) => isolatedPattern.test(getTestName(file)) === isOwn),
  )
  return [
    { extends: true as const, test: { ...test, include: shared } },
    {
      extends: true as const,
      test: { ...test, name: `${test.name} isolated`, include: own, isolate: true },
    },
  ]
}

export default defineConfig({
  // Without these conditions a test that imports `graphql` would get a second copy of it.
  ssr: { resolve: { conditions: ['module-sync', 'node'] } },
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Files of a process share its modules, since loading them takes as long as most files' tests.
    isolate: false,
    // Collects garbage less often, which takes a tenth less processor time.
    execArgv: ['--max-semi-space-size=64'],
    reporters: ['default', new SkippedTestsReporter()],
    setupFiles: ['test/support/loopback-only-suite.ts'],
    projects: [sqlite, ...(hasPostgres && !isQuick ? [postgres] : [])].flatMap(splitIsolated),
  },
})
