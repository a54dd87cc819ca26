/** Runs every check, and reports the checks that failed. */
import { spawnSync } from 'node:child_process'
import { compilerPath } from './compiler-path.ts'

const checks: [name: string, command: string][] = [
  ['types', `"${compilerPath}" -p . && "${compilerPath}" -p src/pages/browser`],
  ['format and lint', 'biome check --error-on-warnings .'],
  ['promises', 'oxlint --type-aware --deny-warnings src db test'],
  ['import rules', 'depcruise src db --config .dependency-cruiser.cjs'],
  ['dead code', 'knip'],
  ['contracts current', 'node test/contracts/write.ts --check'],
]

const failedChecks = checks.filter(([name, command]) => {
  const { status, stdout, stderr } = spawnSync(command, { shell: true, encoding: 'utf8' })
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`)
  if (status !== 0) console.log(`${stdout}${stderr}`)
  return status !== 0
})

if (failedChecks.length > 0) {
  console.error(
    `${failedChecks.length} of ${checks.length} checks failed: ${failedChecks.map(([name]) => name).join(', ')}`,
  )
  process.exitCode = 1
}
