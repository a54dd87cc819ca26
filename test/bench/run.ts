import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { clientOf } from '../support/client.ts'
import { checkAgreement } from './compare-responses.ts'
import { day, roles, searches } from './crm-workloads.ts'
import { copyData, type Data, makeData, readSample, removeDatabase, warmFileCache } from './data.ts'
import { verdicts } from './goals.ts'
import { addOnPostgres, startOnPostgres } from './on-postgres.ts'
import { addOtherSize, startOtherSize } from './other-size.ts'
import { addPostgraphile, postgraphileWorkloads } from './postgraphile.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { median, residentMb } from './process.ts'
import { measure, type Row } from './rounds.ts'
import { installPeers, type RunningServer, startOther, startOurs, startSender } from './servers.ts'
import { fortyKeys, placesIn, receiveWebhooks, roleKeys } from './setup.ts'
import { formatRow, formatVerdict, headline } from './table.ts'
import { type Contender, readWorkloads, type Workload, writeWorkloads } from './workloads.ts'

/**
 * Measures the server beside a limit and beside alternatives, on the same data.
 *
 * npm run bench -- [--people 100000] [--quick] [--only W1,W3] [--beside 10000] [--postgres
 * postgres://…] [--check] [--json]
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
    beside: { type: 'string' },
    postgres: { type: 'string' },
    'without-peers': { type: 'boolean', default: false },
    profile: { type: 'string' },
    check: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const { quick } = options
const plan = {
  rounds: Number(options.rounds ?? (quick ? 3 : 5)),
  milliseconds: Number(options.seconds ?? (quick ? 0.2 : 2)) * 1000,
}
const say = (text: string) => console.error(text)
const print = (text: string) => void (options.json || console.log(text))
const wanted = ({ name }: Pick<Workload, 'name'>) =>
  !options.only ||
  options.only.split(',').some((each) => name === each || name.startsWith(`${each} `))

const running: RunningServer[] = []
const sender = startSender()
const copies = new Map<Contender, string>()
let postgres: Postgres | undefined

/**
 * On the PostgreSQL server that is named, found or started; skipped if there is none or no workload
 * uses it.
 */
async function startPostgraphile(data: Data): Promise<RunningServer | undefined> {
  if (options['without-peers'] || !postgraphileWorkloads.some((name) => wanted({ name })))
    return undefined
  postgres = await startPostgres(data, options.postgres, say)
  if (!postgres) return undefined
  const { url, schema, pid } = postgres
  const started = await startOther('postgraphile', data.file, data, {
    POSTGRES: url,
    SCHEMA: schema,
    GRAPHILE_ENV: 'production',
  })
  return { ...started, pids: pid ? [...started.pids, pid] : [] }
}

async function main(): Promise<void> {
  if (!options['without-peers']) installPeers(say)
  const data = await makeData(
    options.folder,
    Number(options.people ?? (quick ? 3000 : 100_000)),
    say,
  )
  const copy = (name: Contender, of = data) => {
    const file = copyData(of, name)
    copies.set(name, file)
    return file
  }
  const { secret } = data
  const file = copy('ours')
  // The first start after an installation also strips the types.
  await (await startOurs(file, secret)).stop()
  const startupTimes: number[] = []
  for (let n = 0; n < 4; n++) {
    const started = await startOurs(file, secret)
    startupTimes.push(started.first)
    await started.stop()
  }
  const ours = await startOurs(
    file,
    secret,
    options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : [],
  )
  const first = median([...startupTimes, ours.first])
  running.push(ours)
  await sleep(1000)
  const restMb = residentMb(ours.pids)
  running.unshift(await startOther('limit', copy('limit'), data))
  if (!options['without-peers'])
    for (const name of ['mercurius', 'yoga'] as const)
      running.push(await startOther(name, copy(name), data))
  const other = options.beside && (await makeData(options.folder, Number(options.beside), say))
  const beside = other && (await startOtherSize(copy('beside', other), other))
  if (beside) running.push(beside)
  const postgraphile = await startPostgraphile(data)
  if (postgraphile) running.push(postgraphile)
  const onPostgres = postgres && (await startOnPostgres(postgres, data, say))
  if (onPostgres) running.push(onPostgres)

  const owner = clientOf(ours.url, secret)
  const sample = readSample(data)
  const connections = Number(options.connections)
  const places = await placesIn(owner, quick ? 5 : 20)
  const workloads = [
    ...readWorkloads(sample, places, connections),
    ...writeWorkloads(sample),
    ...searches(sample, connections),
    ...roles(await roleKeys(owner), connections),
  ].filter(wanted)
  if (beside) await addOtherSize(beside, workloads, other, connections)
  if (onPostgres) addOnPostgres(workloads)
  if (postgraphile) await addPostgraphile(postgraphile, workloads, data, sample, places)
  const rows: Row[] = []
  print(headline)
  const run = async (workload: Workload) => {
    say(`measuring ${workload.name}, ${workload.title} …`)
    await warmFileCache(
      [...copies].flatMap(([name, file]) => (workload.requests[name] ? [file] : [])),
    )
    const row = await measure(workload, running, sender, { ...plan, secret })
    rows.push(row)
    for (const line of formatRow(row)) print(line)
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
  const found = verdicts({ rows, restMb, first })
  print('')
  for (const each of found) print(formatVerdict(each))
  if (options.json)
    console.log(JSON.stringify({ people: data.people, restMb, first, rows, goals: found }))
  if (options.check && found.some(({ met }) => !met)) process.exitCode = 1
}

let stopping: Promise<void> | undefined
async function stopAll(): Promise<void> {
  await Promise.all(running.map((each) => each.stop()))
  await postgres?.stop()
  sender.stop()
  for (const each of copies.values()) removeDatabase(each)
}
const stop = () => (stopping ??= stopAll())
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stop().finally(() => process.exit(1)))

try {
  await main()
} catch (error) {
  if (!stopping) console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await stop()
}
