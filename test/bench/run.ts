import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { clientOf } from '../support/client.ts'
import { checkAgreement } from './agree.ts'
import { copyOf, makeData, removeDatabase, sampleOf } from './data.ts'
import { verdicts } from './goals.ts'
import { day, roles, searches } from './office.ts'
import { residentMb } from './process.ts'
import { measure, type Row } from './rounds.ts'
import { installPeers, type Running, startOther, startOurs, startSender } from './servers.ts'
import { fortyKeys, placesIn, receiveWebhooks, roleKeys } from './setup.ts'
import { headline, lines, verdictLine } from './table.ts'
import { readWorkloads, type Workload, writeWorkloads } from './workloads.ts'

/**
 * How fast the server is, beside a limit and beside what one would use instead, on the same data.
 *
 *     npm run bench -- [--people 100000] [--quick] [--only W1,W3] [--check] [--json]
 */
const { values: options } = parseArgs({
  options: {
    people: { type: 'string' },
    folder: { type: 'string', default: '.bench' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    connections: { type: 'string', default: '16' },
    'without-peers': { type: 'boolean', default: false },
    profile: { type: 'string' },
    check: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const { quick } = options
const plan = { rounds: Number(options.rounds ?? (quick ? 3 : 5)), milliseconds: Number(options.seconds ?? (quick ? 0.2 : 2)) * 1000 }
const say = (text: string) => console.error(text)
const print = (text: string) => void (options.json || console.log(text))
const wanted = ({ name }: Workload) => !options.only || options.only.split(',').some((each) => name === each || name.startsWith(`${each} `))

const running: Running[] = []
const sender = startSender()
const copies: string[] = []

async function main(): Promise<void> {
  if (!options['without-peers']) installPeers(say)
  const data = await makeData(options.folder, Number(options.people ?? (quick ? 3000 : 100_000)), say)
  const copy = (name: string) => copies[copies.push(copyOf(data, name)) - 1] as string
  const { secret } = data
  const file = copy('ours')
  // Only the first start after an installation has the types to strip.
  await (await startOurs(file, secret)).stop()
  const ours = await startOurs(file, secret, options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : [])
  running.push(ours)
  await sleep(1000)
  const restMb = residentMb(ours.pid)
  running.unshift(await startOther('limit', copy('limit'), data))
  if (!options['without-peers']) for (const name of ['mercurius', 'yoga'] as const) running.push(await startOther(name, data.file, data))

  const owner = clientOf(ours.url, secret)
  const sample = sampleOf(data)
  const connections = Number(options.connections)
  const workloads = [
    ...readWorkloads(sample, await placesIn(owner, quick ? 5 : 20), connections),
    ...writeWorkloads(sample),
    ...searches(sample, connections),
    ...roles(await roleKeys(owner), connections),
  ].filter(wanted)
  const rows: Row[] = []
  print(headline)
  const run = async (workload: Workload) => {
    say(`measuring ${workload.name}, ${workload.title} …`)
    const row = await measure(workload, running, sender, { ...plan, secret })
    rows.push(row)
    for (const line of lines(row)) print(line)
  }
  for (const workload of workloads) await checkAgreement(workload, running, secret)
  say('the contenders agree')
  for (const workload of workloads) await run(workload)
  const office = day(sample, await fortyKeys(owner))
  if (wanted(office)) {
    const webhooks = await receiveWebhooks(ours.url, secret)
    try {
      await run(office)
      print(`${''.padEnd(12)}webhooks received meanwhile: ${webhooks.count()}`)
    } finally {
      webhooks.stop()
    }
  }
  const found = verdicts({ rows, restMb, first: ours.first })
  print('')
  for (const each of found) print(verdictLine(each))
  if (options.json) console.log(JSON.stringify({ people: data.people, restMb, first: ours.first, rows, goals: found }))
  if (options.check && found.some(({ met }) => !met)) process.exitCode = 1
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await Promise.all(running.map((each) => each.stop()))
  sender.stop()
  for (const each of copies) removeDatabase(each)
}
