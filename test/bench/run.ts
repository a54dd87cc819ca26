/**
 * Compares the performance of Dealgraph with that of the baseline server and of the peers (other
 * GraphQL servers), on the same data:
 *
 * npm run bench -- [--people 100000] [--quick] [--only W1,W3] [--other-size 10000] [--postgres
 * postgres://…] [--without-peers] [--folder .bench] [--rounds 5] [--seconds 2] [--connections 16]
 * [--profile FOLDER] [--check] [--json]
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createHttpClient } from '../support/client.ts'
import { checkAgreement } from './compare-responses.ts'
import {
  createOfficeDayWorkload,
  createRoleWorkloads,
  createSearchWorkloads,
} from './crm-workloads.ts'
import {
  type BenchmarkDatabase,
  copyDatabase,
  createBenchmarkDatabase,
  readSample,
  removeDatabase,
  warmFileCache,
} from './data.ts'
import { checkGoals } from './goals.ts'
import { addOnPostgres, startOnPostgres } from './on-postgres.ts'
import { addOtherSize, startOtherSize } from './other-size.ts'
import { addPostgraphile, postgraphileWorkloads } from './postgraphile.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { computeMedian, readResidentMb } from './process.ts'
import { measureWorkload, type WorkloadResult } from './rounds.ts'
import {
  type RunningServer,
  requirePeers,
  startContender,
  startLoadGenerator,
  startOwnServer,
} from './servers.ts'
import { createFortyKeys, createRoleKeys, readPageStarts, receiveWebhooks } from './setup.ts'
import { formatRow, formatVerdict, tableHeader } from './table.ts'
import {
  type Contender,
  createReadWorkloads,
  createWriteWorkloads,
  type Workload,
} from './workloads.ts'

const { values: options } = parseArgs({
  options: {
    people: { type: 'string' },
    folder: { type: 'string', default: '.bench' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    connections: { type: 'string', default: '16' },
    'other-size': { type: 'string' },
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
  durationMs: Number(options.seconds ?? (quick ? 0.2 : 2)) * 1000,
}
const report = (text: string) => console.error(text)
const print = (text: string) => void (options.json || console.log(text))
const isSelected = ({ name }: Pick<Workload, 'name'>) =>
  !options.only ||
  options.only.split(',').some((prefix) => name === prefix || name.startsWith(`${prefix} `))

const servers: RunningServer[] = []
const loadGenerator = startLoadGenerator()
const copies = new Map<Contender, string>()
let postgres: Postgres | undefined

/**
 * Starts PostGraphile on the PostgreSQL server of `--postgres`, or by default on a new server.
 * Returns undefined without peers or PostgreSQL, or if no selected workload uses PostGraphile.
 */
async function startPostgraphile(database: BenchmarkDatabase): Promise<RunningServer | undefined> {
  if (options['without-peers'] || !postgraphileWorkloads.some((name) => isSelected({ name })))
    return undefined
  postgres = await startPostgres(database, options.postgres, report)
  if (!postgres) return undefined
  const { url, schema, pid } = postgres
  const peer = await startContender('postgraphile', database.file, database, {
    POSTGRES: url,
    SCHEMA: schema,
    GRAPHILE_ENV: 'production',
  })
  return { ...peer, pids: pid ? [...peer.pids, pid] : [] }
}

async function main(): Promise<void> {
  if (!options['without-peers']) requirePeers()
  const database = await createBenchmarkDatabase(
    options.folder,
    Number(options.people ?? (quick ? 3000 : 100_000)),
    report,
  )
  const copyDatabaseFor = (name: Contender, source = database) => {
    const file = copyDatabase(source, name)
    copies.set(name, file)
    return file
  }
  const { secret } = database
  const file = copyDatabaseFor('dealgraph')
  // The first start after an installation is not measured, because the server then also strips
  // types.
  await (await startOwnServer(file, secret)).stop()
  const startTimesSeconds: number[] = []
  for (let startIndex = 0; startIndex < 4; startIndex++) {
    const server = await startOwnServer(file, secret)
    startTimesSeconds.push(server.startSeconds)
    await server.stop()
  }
  const ownServer = await startOwnServer(
    file,
    secret,
    options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : [],
  )
  const startSeconds = computeMedian([...startTimesSeconds, ownServer.startSeconds])
  servers.push(ownServer)
  await sleep(1000)
  const idleMb = readResidentMb(ownServer.pids)
  servers.unshift(await startContender('baseline', copyDatabaseFor('baseline'), database))
  if (!options['without-peers'])
    for (const name of ['mercurius', 'yoga'] as const)
      servers.push(await startContender(name, copyDatabaseFor(name), database))
  const otherDatabase =
    options['other-size'] &&
    (await createBenchmarkDatabase(options.folder, Number(options['other-size']), report))
  const otherServer =
    otherDatabase &&
    (await startOtherSize(copyDatabaseFor('other-size', otherDatabase), otherDatabase))
  if (otherServer) servers.push(otherServer)
  const postgraphile = await startPostgraphile(database)
  if (postgraphile) servers.push(postgraphile)
  const onPostgres = postgres && (await startOnPostgres(postgres, database, report))
  if (onPostgres) servers.push(onPostgres)

  const owner = createHttpClient(ownServer.url, secret)
  const sample = readSample(database)
  const connections = Number(options.connections)
  const pageStarts = await readPageStarts(owner, quick ? 5 : 20)
  const workloads = [
    ...createReadWorkloads(sample, pageStarts, connections),
    ...createWriteWorkloads(sample),
    ...createSearchWorkloads(sample, connections),
    ...createRoleWorkloads(await createRoleKeys(owner), connections),
  ].filter(isSelected)
  if (otherServer) await addOtherSize(otherServer, workloads, otherDatabase, connections)
  if (onPostgres) addOnPostgres(workloads)
  if (postgraphile) await addPostgraphile(postgraphile, workloads, database, sample, pageStarts)
  const rows: WorkloadResult[] = []
  print(tableHeader)
  const runWorkload = async (workload: Workload) => {
    report(`measuring ${workload.name}, ${workload.title} …`)
    await warmFileCache(
      [...copies].flatMap(([name, file]) => (workload.requests[name] ? [file] : [])),
    )
    const workloadResult = await measureWorkload(workload, servers, loadGenerator, {
      ...plan,
      secret,
    })
    rows.push(workloadResult)
    for (const line of formatRow(workloadResult)) print(line)
  }
  for (const workload of workloads) await checkAgreement(workload, servers, secret)
  report('all contenders return the same responses')
  for (const workload of workloads) await runWorkload(workload)
  const officeDay = createOfficeDayWorkload(sample, await createFortyKeys(owner))
  if (isSelected(officeDay)) {
    const webhookReceiver = await receiveWebhooks(ownServer.url, secret)
    try {
      await runWorkload(officeDay)
      print(`${''.padEnd(12)}webhooks received during the workload: ${webhookReceiver.count()}`)
    } finally {
      webhookReceiver.stop()
    }
  }
  const goalResults = checkGoals({ rows, idleMb, startSeconds })
  print('')
  for (const goalResult of goalResults) print(formatVerdict(goalResult))
  if (options.json)
    console.log(
      JSON.stringify({
        people: database.people,
        restMb: idleMb,
        first: startSeconds,
        rows,
        goals: goalResults,
      }),
    )
  if (options.check && goalResults.some(({ isMet }) => !isMet)) process.exitCode = 1
}

let stopPromise: Promise<void> | undefined
async function stopAll(): Promise<void> {
  await Promise.all(servers.map((server) => server.stop()))
  await postgres?.stop()
  loadGenerator.stop()
  for (const file of copies.values()) removeDatabase(file)
}
const stopOnce = () => (stopPromise ??= stopAll())
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopOnce().finally(() => process.exit(1)))

try {
  await main()
} catch (error) {
  if (!stopPromise) console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await stopOnce()
}
