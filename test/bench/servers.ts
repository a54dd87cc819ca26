import { type ChildProcess, fork, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '../support/command.ts'
import type { BenchmarkDatabase } from './data.ts'
import type { Load, LoadResult } from './load.ts'
import type { Contender } from './workloads.ts'

export interface RunningServer {
  name: Contender
  url: string
  /** The server's process ids; empty if the server runs on another machine. */
  pids: readonly number[]
  /** Seconds until the first response; for other contenders, until the server prints its URL. */
  startSeconds: number
  stop(): Promise<unknown>
}

const benchFolder = import.meta.dirname
export const peersFolder = join(benchFolder, 'peers')

/** @throws if the peers, which are not dependencies of the project, are not installed */
export function requirePeers(): void {
  if (!existsSync(join(peersFolder, 'node_modules/postgraphile')))
    throw new Error('Run `npm ci --prefix test/bench/peers` first, or use `--without-peers`')
}

/** Starts Dealgraph as `npm start` does, on a database file or URL. */
export async function startOwnServer(
  database: string,
  secret: string,
  flags: string[] = [],
): Promise<RunningServer> {
  const startTime = performance.now()
  const env = {
    MALLOC_ARENA_MAX: '1',
    DATABASE_URL: database.startsWith('postgres:') ? database : `sqlite:${database}`,
    DEMO: 'false',
    RATE_LIMIT_PER_HOUR: '100000000',
    WEBHOOKS_ALLOW_LOCAL: 'true',
    LOG_LEVEL: 'info',
  }
  const { url, pid, stop } = await serve(env, { flags: ['--max-semi-space-size=10', ...flags] })
  await (
    await fetch(`${url}/v1/people?limit=1`, { headers: { Authorization: `Bearer ${secret}` } })
  ).text()
  return {
    name: 'dealgraph',
    url,
    pids: [pid],
    startSeconds: (performance.now() - startTime) / 1000,
    stop,
  }
}

/** Kills the process when the benchmark exits. */
export function killOnExit(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): ChildProcess {
  const kill = () => void child.kill(signal)
  process.on('exit', kill)
  return child.once('close', () => process.off('exit', kill))
}

type Env = Record<string, string>

/** Starts a script with the database, and waits for its first output: a URL or a result. */
export function startScript(
  script: string,
  file: string,
  { companyId, ownerId }: BenchmarkDatabase,
  extraEnv: Env = {},
) {
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    DATABASE: file,
    COMPANY: companyId,
    OWNER: ownerId,
    ...extraEnv,
  }
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  killOnExit(child)
  const exitPromise = new Promise((resolve) => child.on('close', resolve))
  const stop = () => {
    child.kill()
    return exitPromise
  }
  return new Promise<{ output: string; pid: number; stop: typeof stop }>((resolve, reject) => {
    void exitPromise.then((code) => reject(new Error(`${script} exited with code ${code}`)))
    child.stdout.on('data', (text: Buffer) =>
      resolve({ output: String(text).trim(), pid: child.pid as number, stop }),
    )
  })
}

export async function startContender(
  name: Exclude<Contender, 'dealgraph'>,
  file: string,
  data: BenchmarkDatabase,
  env: Env = {},
): Promise<RunningServer> {
  const startTime = performance.now()
  const script =
    name === 'baseline' ? join(benchFolder, 'baseline.ts') : join(peersFolder, `${name}.ts`)
  const { output, pid, stop } = await startScript(script, file, data, env)
  return {
    name,
    url: output,
    pids: [pid],
    startSeconds: (performance.now() - startTime) / 1000,
    stop,
  }
}

/**
 * Starts the load generator in a separate process, so that its CPU time is not attributed to a
 * contender.
 */
export function startLoadGenerator() {
  const child: ChildProcess = fork(join(benchFolder, 'load.ts'))
  return {
    send: (load: Load): Promise<LoadResult> =>
      new Promise((resolve, reject) => {
        child.once('message', (message: LoadResult | { error: string }) =>
          'error' in message ? reject(new Error(message.error)) : resolve(message),
        )
        child.send(load)
      }),
    stop: () => child.kill(),
  }
}

export type LoadGenerator = ReturnType<typeof startLoadGenerator>
