import { parseArgs } from 'node:util'
import { takeEscapes } from '../support/loopback-only.ts'
import { castInProcess } from './cast.ts'
import { driveOf } from './drive.ts'
import { hangUp } from './send.ts'

/**
 * `npm run fuzz -- --minutes 10 --seed 7`: runs the fuzz test longer, against the program in a
 * process of its own.
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
const elapsed = () => (performance.now() - start) / 1000
const cast = await castInProcess()
const drive = await driveOf(cast, seed)
const before = cast.alive()
console.log(`fuzz: seed ${seed}, ${minutes} minutes, pid ${cast.pid}, ${before?.megabytes} MB`)

let failure: string | undefined
for (let received = elapsed(); !failure && elapsed() < minutes * 60; ) {
  failure = await drive.go(50)
  if (elapsed() - received < 15) continue
  received = elapsed()
  console.log(
    `  ${Math.round(received)} s: ${drive.tally.tried} inputs, ${cast.alive()?.megabytes} MB`,
  )
}
const after = cast.alive()
if (!after) failure ??= 'the process is gone'
/** The statement caches fill up to their limit; afterwards memory must not grow. */
const max = 800
if (after && after.megabytes > max)
  failure ??= `it holds ${after.megabytes} MB of memory, more than ${max}`

console.log(drive.summary())
console.log(
  `${(drive.tally.tried / elapsed()).toFixed(1)} inputs a second; pid ${cast.pid} ${after ? 'still there' : 'gone'}; ${before?.megabytes} MB at the start, ${after?.megabytes} MB at the end`,
)
console.log(
  `never successful: ${drive.missing('done').join(', ') || 'none'}; never refused: ${drive.missing('refused').join(', ') || 'none'}`,
)
console.log(
  `slowest: ${drive
    .slowest(5)
    .map(([name, ms]) => `${name} ${Math.round(ms)} ms`)
    .join(', ')}`,
)
const escapes = takeEscapes()
if (escapes) failure ??= `it reached beyond this machine\n${escapes}`
if (failure) console.error(`\nFAILED\n${failure}`)
drive.close()
hangUp()
await cast.stop()
process.exit(failure ? 1 : 0)
