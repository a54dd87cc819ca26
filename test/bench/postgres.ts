import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import {
  type Account,
  findAccount,
  findProgramFolder,
  waitForSuccess,
} from '../support/postgres.ts'
import type { BenchmarkDatabase } from './data.ts'
import { killOnExit, peersFolder, startScript } from './servers.ts'

/** A PostgreSQL server with the benchmark company's tables in a separate schema. */
export interface Postgres {
  url: string
  schema: string
  /** The id of the server's main process; undefined if the server runs on another machine. */
  pid?: number
  stop(): Promise<unknown>
}

type Report = (text: string) => void
type Server = Pick<Postgres, 'url' | 'stop'>
const serverSettings = [
  'listen_addresses=',
  'shared_buffers=256MB',
  'max_wal_size=4GB',
  'random_page_cost=1.1',
  'jit=off',
]

/** Starts a PostgreSQL server with a private socket and with its data in the benchmark folder. */
async function startPrivateServer(
  programFolder: string,
  account: Account,
  folder: string,
  report: Report,
): Promise<Server> {
  const grantToAccount = (path: string) => {
    if (account.uid !== undefined && account.gid !== undefined)
      chownSync(path, account.uid, account.gid)
    return path
  }
  const spawnProgram = (program: string, args: string[]) =>
    spawn(join(programFolder, program), args, {
      ...account,
      cwd: tmpdir(),
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  if (!existsSync(folder)) {
    report(`creating a PostgreSQL cluster in ${folder} …`)
    const newFolder = `${folder}.new`
    rmSync(newFolder, { recursive: true, force: true })
    mkdirSync(newFolder, { recursive: true, mode: 0o700 })
    await waitForSuccess(
      killOnExit(
        spawnProgram('initdb', [
          '-D',
          grantToAccount(newFolder),
          '-U',
          'bench',
          '--auth=trust',
          '--locale=C',
          '--encoding=UTF8',
          '--no-sync',
        ]),
      ),
    )
    renameSync(newFolder, folder)
  }
  const socket = grantToAccount(mkdtempSync(join(tmpdir(), 'dealgraph-bench-')))
  const child = killOnExit(
    spawnProgram('postgres', [
      '-D',
      folder,
      '-k',
      socket,
      ...serverSettings.flatMap((setting) => ['-c', setting]),
    ]),
    'SIGINT',
  )
  const removeSocket = () => rmSync(socket, { recursive: true, force: true })
  process.on('exit', removeSocket)
  const exitPromise = new Promise((close) => child.on('close', close)).finally(removeSocket)
  await waitForSuccess(child)
  const stop = () => {
    child.kill('SIGINT')
    return exitPromise
  }
  return { url: `postgres://bench@/postgres?host=${socket}`, stop }
}

async function findOrStartServer(
  folder: string,
  address: string | undefined,
  report: Report,
): Promise<Server | undefined> {
  const reportSkip = (reason: string) => {
    report(`PostGraphile is skipped: ${reason}`)
    return undefined
  }
  if (address) return { url: address, stop: async () => undefined }
  const programFolder = findProgramFolder()
  if (!programFolder) return reportSkip('PostgreSQL is not installed, and `--postgres` is not set')
  const account = findAccount()
  if (!account)
    return reportSkip(
      'PostgreSQL cannot run as root, and neither user `postgres` nor user `nobody` exists',
    )
  try {
    return await startPrivateServer(programFolder, account, resolve(folder, 'postgres'), report)
  } catch (error) {
    return reportSkip(
      `PostgreSQL does not start in ${join(folder, 'postgres')}: ${(error as Error).message}`,
    )
  }
}

/**
 * Connects to the PostgreSQL server at `address` or starts one, and fills the schema unless the
 * schema is up to date.
 */
export async function startPostgres(
  data: BenchmarkDatabase,
  address: string | undefined,
  report: Report,
): Promise<Postgres | undefined> {
  const server = await findOrStartServer(dirname(data.file), address, report)
  if (!server) return undefined
  const schemaName = `dealgraph_bench_${data.people}`
  try {
    const fillScript = await startScript(join(peersFolder, 'fill.ts'), data.file, data, {
      POSTGRES: server.url,
      SCHEMA: schemaName,
    })
    const { pid } = JSON.parse(fillScript.output) as { pid?: number }
    if (!pid)
      report(
        'PostgreSQL runs on another machine: CPU time and memory of PostGraphile are not measured',
      )
    return { ...server, schema: schemaName, ...(pid && { pid }) }
  } catch (error) {
    await server.stop()
    throw error
  }
}
