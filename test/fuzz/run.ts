import { parseArgs } from 'node:util'
import { takeEscapes } from '../support/loopback-only.ts'
import { startFixtureInProcess } from './fixture.ts'
import { createFuzzer } from './fuzzer.ts'
import { hangUp } from './send.ts'

/**
 * `npm run fuzz -- --minutes 10 --seed 7` runs the fuzz test longer, against the program in its own
 * process.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string' } },
})
const minutes = Number(values.minutes)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6))
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error('npm run fuzz -- [--minutes N] [--seed WHOLE_NUMBER]')
  process.exit(2)
}

const start = performance.now()
const getElapsedSeconds = () => (performance.now() - start) / 1000
const fixture = await startFixtureInProcess()
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
if (!memoryAfter) failure ??= 'the process is gone'
/** Memory grows only until the statement caches are full. */
const maxMegabytes = 800
if (memoryAfter && memoryAfter.megabytes > maxMegabytes)
  failure ??= `it holds ${memoryAfter.megabytes} MB of memory, more than ${maxMegabytes}`

console.log(fuzzer.summary())
console.log(
  `${(fuzzer.statistics.inputCount / getElapsedSeconds()).toFixed(1)} inputs a second; pid ${fixture.pid} ${memoryAfter ? 'still there' : 'gone'}; ${memoryBefore?.megabytes} MB at the start, ${memoryAfter?.megabytes} MB at the end`,
)
console.log(
  `never successful: ${fuzzer.operationsWithout('done').join(', ') || 'none'}; never refused: ${fuzzer.operationsWithout('refused').join(', ') || 'none'}`,
)
console.log(
  `slowest: ${fuzzer
    .findSlowest(5)
    .map(([name, ms]) => `${name} ${Math.round(ms)} ms`)
    .join(', ')}`,
)
const escapes = takeEscapes()
if (escapes) failure ??= `it reached beyond this machine\n${escapes}`
if (failure) console.error(`\nFAILED\n${failure}`)
fuzzer.close()
hangUp()
await fixture.stop()
process.exit(failure ? 1 : 0)
