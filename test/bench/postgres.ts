import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Account, findAccount, findPrograms, outcome } from '../support/postgres.ts'
import type { Data } from './data.ts'
import { killOnExit, peers, startScript } from './servers.ts'

/** A PostgreSQL server with the company's tables in a schema of its own. */
export interface Postgres {
  url: string
  schema: string
  /** The server's main process; undefined if it runs on another machine. */
  pid?: number
  stop(): Promise<unknown>
}

type Say = (text: string) => void
type Server = Pick<Postgres, 'url' | 'stop'>
const settings = [
  'listen_addresses=',
  'shared_buffers=256MB',
  'max_wal_size=4GB',
  'random_page_cost=1.1',
  'jit=off',
]

/** Starts a server whose data is in the benchmark's folder, on a private socket. */
async function startOwn(
  programs: string,
  account: Account,
  folder: string,
  say: Say,
): Promise<Server> {
  const ours = (made: string) => {
    if (account.uid !== undefined && account.gid !== undefined)
      chownSync(made, account.uid, account.gid)
    return made
  }
  const run = (program: string, args: string[]) =>
    spawn(join(programs, program), args, {
      ...account,
      cwd: tmpdir(),
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  if (!existsSync(folder)) {
    say(`creating a PostgreSQL cluster in ${folder} …`)
    const made = `${folder}.new`
    rmSync(made, { recursive: true, force: true })
    mkdirSync(made, { recursive: true, mode: 0o700 })
    await outcome(
      killOnExit(
        run('initdb', [
          '-D',
          ours(made),
          '-U',
          'bench',
          '--auth=trust',
          '--locale=C',
          '--encoding=UTF8',
          '--no-sync',
        ]),
      ),
    )
    renameSync(made, folder)
  }
  const socket = ours(mkdtempSync(join(tmpdir(), 'dealgraph-bench-')))
  const child = killOnExit(
    run('postgres', ['-D', folder, '-k', socket, ...settings.flatMap((each) => ['-c', each])]),
    'SIGINT',
  )
  const clean = () => rmSync(socket, { recursive: true, force: true })
  process.on('exit', clean)
  const ended = new Promise((close) => child.on('close', close)).finally(clean)
  await outcome(child)
  const stop = () => {
    child.kill('SIGINT')
    return ended
  }
  return { url: `postgres://bench@/postgres?host=${socket}`, stop }
}

async function findServer(
  folder: string,
  given: string | undefined,
  say: Say,
): Promise<Server | undefined> {
  const skip = (reason: string) => {
    say(`PostGraphile is skipped: ${reason}`)
    return undefined
  }
  if (given) return { url: given, stop: async () => undefined }
  const programs = findPrograms()
  if (!programs) return skip('PostgreSQL is not installed, and --postgres names no server')
  const account = findAccount()
  if (!account)
    return skip('PostgreSQL does not run as root, and neither the user postgres nor nobody exists')
  try {
    return await startOwn(programs, account, resolve(folder, 'postgres'), say)
  } catch (error) {
    return skip(
      `PostgreSQL does not start in ${join(folder, 'postgres')}: ${(error as Error).message}`,
    )
  }
}

/** Finds or starts a server, and fills the schema unless it exists. */
export async function startPostgres(
  data: Data,
  given: string | undefined,
  say: Say,
): Promise<Postgres | undefined> {
  const server = await findServer(dirname(data.file), given, say)
  if (!server) return undefined
  const schema = `dealgraph_bench_${data.people}`
  try {
    const filled = await startScript(join(peers, 'fill.ts'), data.file, data, {
      POSTGRES: server.url,
      SCHEMA: schema,
    })
    const { pid } = JSON.parse(filled.output) as { pid?: number }
    if (!pid)
      say(
        'PostgreSQL runs on another machine: CPU time and memory of PostGraphile are not measured',
      )
    return { ...server, schema, ...(pid && { pid }) }
  } catch (error) {
    await server.stop()
    throw error
  }
}
