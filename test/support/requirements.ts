import type { Reporter, TestCase, TestModule } from 'vitest/node'

declare module 'vitest' {
  interface TaskMeta {
    requirement?: string
  }
}

/** Options of a test or group that is skipped, with the reason in the summary, unless `isMet`. */
export const requires = (isMet: boolean, requirement: string) => ({
  skip: !isMet,
  meta: { requirement },
})

/** Prints how many tests were skipped for which reason. */
export class SkippedTestsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap(({ children }) => [...children.allTests('skipped')])
    const byReason = Map.groupBy(skipped, reasonOf)
    byReason.delete(undefined)
    if (byReason.size === 0) return
    console.log('\nSkipped tests')
    for (const [reason, tests] of byReason) {
      const files = new Set(tests.map(({ module }) => module.relativeModuleId))
      console.log(`  ${tests.length} require ${reason}: ${[...files].sort().join(', ')}`)
    }
  }
}

/** The note of `skip(note)` or the requirement of the test; tests outside a filter have none. */
function reasonOf(test: TestCase): string | undefined {
  const result = test.result()
  return (result.state === 'skipped' && result.note) || test.meta().requirement
}
