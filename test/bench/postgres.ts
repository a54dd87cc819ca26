import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Account, findAccount, findPrograms, outcome } from '../support/postgres.ts'
import type { Data } from './data.ts'
import { endsWithUs, peers, startScript } from './servers.ts'

/** A PostgreSQL server with the company's tables in a schema of their own. */
export interface Postgres {
  url: string
  schema: string
  /**
   * The process that all others of the server are children of; nothing where it runs out of sight.
   */
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

/**
 * A server of our own, whose data is kept in the bench's folder; it is talked to over a socket that
 * nobody else may open.
 */
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
    say(`making a PostgreSQL server's data in ${folder} …`)
    const made = `${folder}.new`
    rmSync(made, { recursive: true, force: true })
    mkdirSync(made, { recursive: true, mode: 0o700 })
    await outcome(
      endsWithUs(
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
  const child = endsWithUs(
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
  const leftOut = (why: string) => {
    say(`PostGraphile is left out: ${why}`)
    return undefined
  }
  if (given) return { url: given, stop: async () => undefined }
  const programs = findPrograms()
  if (!programs) return leftOut('there is no PostgreSQL here, and none was given with --postgres')
  const account = findAccount()
  if (!account)
    return leftOut(
      'PostgreSQL refuses to be run by root, and there is neither postgres nor nobody to run it',
    )
  try {
    return await startOwn(programs, account, resolve(folder, 'postgres'), say)
  } catch (error) {
    return leftOut(
      `PostgreSQL does not start in ${join(folder, 'postgres')}: ${(error as Error).message}`,
    )
  }
}

/** Finds or starts a server, and puts the company into it unless it is there already. */
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
    const { pid } = JSON.parse(filled.said) as { pid?: number }
    if (!pid) say('PostgreSQL runs out of sight: no CPU and no memory is told of PostGraphile')
    return { ...server, schema, ...(pid && { pid }) }
  } catch (error) {
    await server.stop()
    throw error
  }
}
