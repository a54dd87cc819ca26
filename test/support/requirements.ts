import type { Reporter, TestCase, TestModule } from 'vitest/node'

declare module 'vitest' {
  interface TaskMeta {
    requirement?: string
  }
}

/** Returns options that skip a test or group unless `isMet`. The summary states the requirement. */
export const requires = (isMet: boolean, requirement: string) => ({
  skip: !isMet,
  meta: isMet ? {} : { requirement },
})

/** Prints how many tests were skipped, by reason. */
export class SkippedTestsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skippedTests = modules.flatMap(({ children }) => [...children.allTests('skipped')])
    const byReason = Map.groupBy(skippedTests, getReason)
    byReason.delete(undefined)
    if (byReason.size === 0) return
    console.log('\nSkipped tests')
    for (const [reason, tests] of byReason) {
      const files = new Set(tests.map(({ module }) => module.relativeModuleId))
      console.log(`  ${tests.length} require ${reason}: ${[...files].sort().join(', ')}`)
    }
  }
}

/**
 * Returns the note of `skip(note)` or the requirement that is not met; undefined for tests that a
 * filter excludes.
 */
function getReason(test: TestCase): string | undefined {
  const result = test.result()
  return (result.state === 'skipped' && result.note) || test.meta().requirement
}
