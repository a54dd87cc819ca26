/**
 * Runs the fuzz test for a longer time, against a server in a separate process:
 *
 * npm run fuzz -- --minutes 10 --seed 7
 */
import { parseArgs } from 'node:util'
import { takeBlockedConnections } from '../support/loopback-only.ts'
import { startFixtureInSeparateProcess } from './fixture.ts'
import { createFuzzer } from './fuzzer.ts'
import { closeConnections } from './send.ts'

const { values: options } = parseArgs({
  options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string' } },
})
const minutes = Number(options.minutes)
const seed = Number(options.seed ?? Math.floor(Math.random() * 1e6))
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error('Usage: npm run fuzz -- [--minutes N] [--seed WHOLE_NUMBER]')
  process.exit(2)
}

const startTime = performance.now()
const getElapsedSeconds = () => (performance.now() - startTime) / 1000
const fixture = await startFixtureInSeparateProcess()
const fuzzer = await createFuzzer(fixture, seed)
const memoryBefore = fixture.readMemory()
console.log(
  `fuzz: seed ${seed}, ${minutes} minutes, pid ${fixture.pid}, ${memoryBefore?.megabytes} MB`,
)

let failure: string | undefined
for (let nextReport = getElapsedSeconds(); !failure && getElapsedSeconds() < minutes * 60; ) {
  failure = await fuzzer.run(50)
  if (getElapsedSeconds() - nextReport < 15) continue
  nextReport = getElapsedSeconds()
  console.log(
    `  ${Math.round(nextReport)} s: ${fuzzer.statistics.inputCount} inputs, ${fixture.readMemory()?.megabytes} MB`,
  )
}
const memoryAfter = fixture.readMemory()
if (!memoryAfter) failure ??= 'the server process has ended'
/** The limit on resident memory in MB. Memory grows only until the statement caches are full. */
const maxMegabytes = 800
if (memoryAfter && memoryAfter.megabytes > maxMegabytes)
  failure ??= `the server uses ${memoryAfter.megabytes} MB of memory; the limit is ${maxMegabytes} MB`

console.log(fuzzer.formatSummary())
console.log(
  `${(fuzzer.statistics.inputCount / getElapsedSeconds()).toFixed(1)} inputs per second; pid ${fixture.pid} ${memoryAfter ? 'running' : 'ended'}; ${memoryBefore?.megabytes} MB at the start, ${memoryAfter?.megabytes} MB at the end`,
)
console.log(
  `never successful: ${fuzzer.listOperationsWithout('succeeded').join(', ') || 'none'}; never rejected: ${fuzzer.listOperationsWithout('rejected').join(', ') || 'none'}`,
)
console.log(
  `slowest: ${fuzzer
    .findSlowestOperations(5)
    .map(([name, ms]) => `${name} ${Math.round(ms)} ms`)
    .join(', ')}`,
)
const blockedConnections = takeBlockedConnections()
if (blockedConnections)
  failure ??= `the server tried to connect to another machine\n${blockedConnections}`
if (failure) console.error(`\nFAILED\n${failure}`)
fuzzer.close()
closeConnections()
await fixture.stop()
process.exit(failure ? 1 : 0)
