import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import { createDatabaseFolder } from './database-folder.ts'

/** A PostgreSQL server for tests. */
export interface Cluster {
  /** The URL with which an administrator connects. */
  url: string
  /**
   * Stops the server, with (SIGINT) or without (SIGQUIT) a checkpoint, and keeps its data for
   * `start`.
   */
  halt(signal?: NodeJS.Signals): Promise<void>
  start(): Promise<void>
  /** Sends a signal to all server processes. */
  signal(signal: NodeJS.Signals): void
  stop(): Promise<void>
}

/** The name of the empty database with all migrations that is copied for each test. */
export const templateDatabase = 'dealgraph_template'

/** The role that owns the test databases. Row-level security applies to this role. */
export const role = 'dealgraph'

export const getUrl = (server: string, database: string, user = role): string =>
  server.replace(/\/\/[^@]*@/, `//${user}@`).replace(/\/[^/?]*(\?|$)/, `/${database}$1`)

export const getDatabaseName = (url: string): string =>
  /\/([^/?]*)(?:\?|$)/.exec(url.replace(/^\w+:\/\//, ''))?.[1] ?? ''

export async function withAdmin<T>(
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

export function findProgramFolder(): string | undefined {
  // Debian installs the programs of PostgreSQL in folders outside `PATH`.
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    String(spawnSync('pg_config', ['--bindir']).stdout ?? '').trim(),
    ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
  ]
  return folders.find(
    (folder) =>
      folder &&
      ['initdb', 'postgres', 'pg_basebackup'].every((program) => existsSync(join(folder, program))),
  )
}

/** Returns an account other than root, because PostgreSQL does not run as root. */
export function findAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return {}
  const readAccountId = (kind: string, name: string) => Number(spawnSync('id', [kind, name]).stdout)
  const name = ['postgres', 'nobody'].find((candidate) => spawnSync('id', [candidate]).status === 0)
  return name ? { uid: readAccountId('-u', name), gid: readAccountId('-g', name) } : undefined
}

/**
 * Resolves when a process exits with code 0 or reports that it accepts connections. @throws an
 * error with a line of the process's error output
 */
export function waitForSuccess(child: ChildProcess): Promise<void> {
  let errorOutput = ''
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      errorOutput += chunk
      if (/ready to accept (read-only )?connections/.test(errorOutput)) resolve()
    })
    child
      .on('error', reject)
      .on('close', (code) =>
        code === 0
          ? resolve()
          : reject(
              new Error(/(?:FATAL|error): .*/.exec(errorOutput)?.[0] ?? errorOutput.split('\n')[0]),
            ),
      )
  })
}

/** Settings for a server that accepts no TCP connections and trades durability for speed. */
const serverSettings = [
  'listen_addresses=',
  'fsync=off',
  'shared_buffers=64MB',
  'max_connections=200',
  'jit=off',
  'autovacuum=off',
]

interface ServerHome {
  folder: string
  run(program: string, args: string[]): ChildProcess
}

/**
 * Creates a folder that PostgreSQL's account owns; returns undefined if PostgreSQL or its account
 * is missing.
 */
function createServerHome(): ServerHome | undefined {
  const [programs, account] = [findProgramFolder(), findAccount()]
  if (!programs || !account) return undefined
  const folder = createDatabaseFolder('dealgraph-postgres-')
  if (account.uid !== undefined && account.gid !== undefined)
    chownSync(folder, account.uid, account.gid)
  const spawnProgram = (program: string, args: string[]) =>
    spawn(join(programs, program), args, {
      ...account,
      cwd: folder,
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  return { folder, run: spawnProgram }
}

/** Starts a server on a data folder, with a private socket. */
async function startServer({ folder, run }: ServerHome, extraSettings: string[]): Promise<Cluster> {
  let exitPromise: Promise<void> = Promise.resolve()
  let server: ChildProcess | undefined
  const startProcess = async () => {
    const options = [...serverSettings, ...extraSettings].flatMap((setting) => ['-c', setting])
    const serverProcess = run('postgres', ['-D', join(folder, 'data'), '-k', folder, ...options])
    exitPromise = new Promise((resolve) => serverProcess.on('close', () => resolve()))
    server = serverProcess
    await waitForSuccess(serverProcess)
  }
  const halt = async (signal: NodeJS.Signals = 'SIGINT') => {
    server?.kill(signal)
    await exitPromise
  }
  const signal = (name: NodeJS.Signals) => {
    const pid = server?.pid
    if (pid === undefined || server?.exitCode !== null || server.signalCode !== null) return
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    for (const processId of [pid, ...children.filter(Boolean).map(Number)])
      try {
        process.kill(processId, name)
      } catch (error) {
        // A child process can end after it has been listed.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
  }
  await startProcess()
  return {
    url: `postgres://admin@/postgres?host=${folder}`,
    start: startProcess,
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
 * Starts a server in a new folder; returns undefined if PostgreSQL or its account is missing.
 * @param extraSettings settings such as `fsync=on`
 */
export async function startCluster(...extraSettings: string[]): Promise<Cluster | undefined> {
  const serverHome = createServerHome()
  if (!serverHome) return undefined
  const dataFolder = join(serverHome.folder, 'data')
  const initOptions = ['--auth=trust', '--locale=C', '--encoding=UTF8', '--no-sync']
  await waitForSuccess(serverHome.run('initdb', ['-D', dataFolder, '-U', 'admin', ...initOptions]))
  return startServer(serverHome, extraSettings)
}

/** Returns the folder that contains a server's socket. */
export const getSocketFolder = (url: string): string => /host=([^&]*)/.exec(url)?.[1] ?? ''

/** Starts a synchronous standby, which must confirm each COMMIT of the primary. */
export async function startStandby(primary: Cluster): Promise<Cluster> {
  const serverHome = createServerHome()
  if (!serverHome) throw new Error('PostgreSQL is not installed')
  const connectionOptions = ['-h', getSocketFolder(primary.url), '-U', 'admin']
  const copyOptions = ['-D', join(serverHome.folder, 'data'), '-R', '-c', 'fast', '--no-sync']
  await waitForSuccess(serverHome.run('pg_basebackup', [...connectionOptions, ...copyOptions]))
  const standby = await startServer(serverHome, [])
  await withAdmin(primary.url, async (admin) => {
    await admin.query("ALTER SYSTEM SET synchronous_standby_names = '*'")
    await admin.query('SELECT pg_reload_conf()')
  })
  return standby
}

/** Creates the role and the template database. */
export async function prepareServer(server: string): Promise<void> {
  await withAdmin(server, async (client) => {
    await client.query(`CREATE ROLE ${role} LOGIN`)
    await client.query(`CREATE DATABASE ${templateDatabase} OWNER ${role}`)
  })
  const { openStore } = await import('../../src/store/open.ts')
  await (await openStore({ url: getUrl(server, templateDatabase) })).close()
}

const rolesScript = join(import.meta.dirname, '../../deploy/roles.sql')

/** Returns `deploy/roles.sql` with its psql variables replaced. */
const createRolesSql = (database: string) =>
  readFileSync(rolesScript, 'utf8')
    .replace(/^\\.*$/gm, '')
    .replaceAll(/:'\w+'/g, "'secret'")
    .replaceAll(':"DBNAME"', `"${database}"`)

/** Creates an empty database with the roles of `deploy/roles.sql`. @returns a URL for each role */
export async function createDatabaseWithRoles(
  server: string,
  database: string,
  admin = 'admin',
): Promise<{ owner: string; program: string }> {
  await withAdmin(getUrl(server, 'postgres', admin), (client) =>
    client.query(`CREATE DATABASE ${database}`),
  )
  await withAdmin(getUrl(server, database, admin), (client) =>
    client.query(createRolesSql(database)),
  )
  return {
    owner: getUrl(server, database, 'dealgraph_owner'),
    program: getUrl(server, database, 'dealgraph'),
  }
}
