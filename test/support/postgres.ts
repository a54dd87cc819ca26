import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import pg from 'pg'

/** A PostgreSQL server of the tests' own, or one that they were given. */
export interface Cluster {
  /** For an administrator, who may make databases and roles. */
  url: string
  /**
   * Ends it as an operator does (SIGINT), or as a loss of power does (SIGQUIT); its data stays, for
   * `start`.
   */
  halt(signal?: NodeJS.Signals): Promise<void>
  start(): Promise<void>
  /** Sends a signal to the server and to each of its processes. */
  signal(signal: NodeJS.Signals): void
  stop(): Promise<void>
}

/**
 * An empty database whose schema is up to date; new ones are copies of it, which is quicker than to
 * make them.
 */
export const template = 'dealgraph_template'

/** What owns the databases, and is bound by row-level security. */
export const role = 'dealgraph'

export const urlOf = (server: string, database: string, user = role): string =>
  server.replace(/\/\/[^@]*@/, `//${user}@`).replace(/\/[^/?]*(\?|$)/, `/${database}$1`)

/** The name of the database that an address leads to. */
export const databaseOf = (url: string): string =>
  /\/([^/?]*)(?:\?|$)/.exec(url.replace(/^\w+:\/\//, ''))?.[1] ?? ''

export async function asAdmin<T>(
  server: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export type Account = { uid?: number; gid?: number }

export function findPrograms(): string | undefined {
  // Debian keeps them out of the way, for there may be several versions.
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    String(spawnSync('pg_config', ['--bindir']).stdout ?? '').trim(),
    ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
  ]
  return folders.find(
    (folder) =>
      folder &&
      ['initdb', 'postgres', 'pg_basebackup'].every((each) => existsSync(join(folder, each))),
  )
}

/** PostgreSQL refuses to be run by root. */
export function findAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return {}
  const idOf = (kind: string, name: string) => Number(spawnSync('id', [kind, name]).stdout)
  const name = ['postgres', 'nobody'].find((each) => spawnSync('id', [each]).status === 0)
  return name ? { uid: idOf('-u', name), gid: idOf('-g', name) } : undefined
}

/** Until it ends well, or says that it is ready. @throws with a line of what it complained of */
export function outcome(child: ChildProcess): Promise<void> {
  let told = ''
  return new Promise((done, fail) => {
    child.stderr?.on('data', (part: Buffer) => {
      told += part
      if (/ready to accept (read-only )?connections/.test(told)) done()
    })
    child
      .on('error', fail)
      .on('close', (code) =>
        code === 0
          ? done()
          : fail(new Error(/(?:FATAL|error): .*/.exec(told)?.[0] ?? told.split('\n')[0])),
      )
  })
}

/** Nothing in it has to outlive the tests. */
const settings = [
  'listen_addresses=',
  'fsync=off',
  'shared_buffers=64MB',
  'max_connections=200',
  'jit=off',
  'autovacuum=off',
]

interface Home {
  folder: string
  run(program: string, args: string[]): ChildProcess
}

/** A new folder of the account that PostgreSQL runs as; nothing where there are no programs. */
function newHome(): Home | undefined {
  const [programs, account] = [findPrograms(), findAccount()]
  if (!programs || !account) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'dealgraph-postgres-'))
  if (account.uid !== undefined && account.gid !== undefined)
    chownSync(folder, account.uid, account.gid)
  const run = (program: string, args: string[]) =>
    spawn(join(programs, program), args, {
      ...account,
      cwd: folder,
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  return { folder, run }
}

/** A server on the data in a folder, talked to over a socket that nobody else may open. */
async function startIn({ folder, run }: Home, more: string[]): Promise<Cluster> {
  let ended: Promise<void> = Promise.resolve()
  let server: ChildProcess | undefined
  const start = async () => {
    const options = [...settings, ...more].flatMap((each) => ['-c', each])
    const begun = run('postgres', ['-D', join(folder, 'data'), '-k', folder, ...options])
    ended = new Promise((resolve) => begun.on('close', () => resolve()))
    server = begun
    await outcome(begun)
  }
  const halt = async (signal: NodeJS.Signals = 'SIGINT') => {
    server?.kill(signal)
    await ended
  }
  const signal = (name: NodeJS.Signals) => {
    const pid = server?.pid
    if (pid === undefined || server?.exitCode !== null || server.signalCode !== null) return
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    for (const each of [pid, ...children.filter(Boolean).map(Number)]) process.kill(each, name)
  }
  await start()
  return {
    url: `postgres://admin@/postgres?host=${folder}`,
    start,
    halt,
    signal,
    async stop() {
      signal('SIGCONT')
      await halt()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * A server of our own in a folder of its own. Nothing where there are no programs for it.
 * @param more settings, such as `fsync=on`
 */
export async function startCluster(...more: string[]): Promise<Cluster | undefined> {
  const home = newHome()
  if (!home) return undefined
  const data = join(home.folder, 'data')
  const trusting = ['--auth=trust', '--locale=C', '--encoding=UTF8', '--no-sync']
  await outcome(home.run('initdb', ['-D', data, '-U', 'admin', ...trusting]))
  return startIn(home, more)
}

/** The folder of the socket of a server. */
export const socketOf = (url: string): string => /host=([^&]*)/.exec(url)?.[1] ?? ''

/**
 * A standby of a server. From now on a COMMIT there waits until the standby has it, too, so that
 * nothing that was acknowledged is lost with the server.
 */
export async function startStandby(primary: Cluster): Promise<Cluster> {
  const home = newHome()
  if (!home) throw new Error('There is no PostgreSQL to be found here')
  const from = ['-h', socketOf(primary.url), '-U', 'admin']
  const copy = ['-D', join(home.folder, 'data'), '-R', '-c', 'fast', '--no-sync']
  await outcome(home.run('pg_basebackup', [...from, ...copy]))
  const standby = await startIn(home, [])
  await asAdmin(primary.url, async (admin) => {
    await admin.query("ALTER SYSTEM SET synchronous_standby_names = '*'")
    await admin.query('SELECT pg_reload_conf()')
  })
  return standby
}

/**
 * Makes a server ready for tests: a role that is bound by row-level security, and a database to
 * copy.
 */
export async function readied(server: string): Promise<void> {
  await asAdmin(server, async (client) => {
    await client.query(`CREATE ROLE ${role} LOGIN`)
    await client.query(`CREATE DATABASE ${template} OWNER ${role}`)
  })
  const { openStore } = await import('../../src/store/open.ts')
  await (await openStore({ url: urlOf(server, template) })).close()
}
