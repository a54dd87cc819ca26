import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '../support/command.ts'
import type { Data } from './data.ts'
import type { Load, Loaded } from './load.ts'
import type { Contender } from './workloads.ts'

export interface Running {
  name: Contender
  url: string
  pid: number
  /** Seconds from its start to its first answer. */
  first: number
  stop(): Promise<unknown>
}

const here = import.meta.dirname
const peers = join(here, 'peers')

/** What we are measured beside is no dependency of ours. */
export function installPeers(say: (text: string) => void): void {
  if (existsSync(join(peers, 'node_modules/mercurius'))) return
  say('installing mercurius, fastify and yoga into test/bench/peers, once …')
  const { status, stderr } = spawnSync('npm', ['ci'], { cwd: peers, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm ci in test/bench/peers failed: ${stderr}`)
}

/** The real server, run as `npm start` does. */
export async function startOurs(file: string, secret: string, flags: string[] = []): Promise<Running> {
  const start = performance.now()
  const env = { MALLOC_ARENA_MAX: '1', DATABASE_URL: `sqlite:${file}`, DEMO: 'false', RATE_LIMIT_PER_HOUR: '100000000', WEBHOOKS_ALLOW_LOCAL: 'true' }
  const { url, pid, stop } = await serve(env, { flags: ['--max-semi-space-size=8', ...flags] })
  await (await fetch(`${url}/v1/people?limit=1`, { headers: { Authorization: `Bearer ${secret}` } })).text()
  return { name: 'ours', url, pid, first: (performance.now() - start) / 1000, stop }
}

export function startOther(name: Exclude<Contender, 'ours'>, file: string, { companyId, ownerId }: Data): Promise<Running> {
  const start = performance.now()
  const script = name === 'limit' ? join(here, 'limit.ts') : join(peers, `${name}.ts`)
  const env = { PATH: process.env['PATH'], NODE_ENV: 'production', DATABASE: file, COMPANY: companyId, OWNER: ownerId }
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.on('close', resolve))
  const stop = () => {
    child.kill()
    return ended
  }
  return new Promise((resolve, reject) => {
    void ended.then((code) => reject(new Error(`${name} ended with ${code}`)))
    child.stdout.on('data', (text: Buffer) =>
      resolve({ name, url: String(text).trim(), pid: child.pid as number, first: (performance.now() - start) / 1000, stop }),
    )
  })
}

/** Who sends the loads: a process of its own, so that the contenders' clients cost them nothing. */
export function startSender() {
  const child: ChildProcess = fork(join(here, 'load.ts'))
  return {
    send: (load: Load): Promise<Loaded> =>
      new Promise((resolve, reject) => {
        child.once('message', (told: Loaded | { error: string }) => ('error' in told ? reject(new Error(told.error)) : resolve(told)))
        child.send(load)
      }),
    stop: () => child.kill(),
  }
}

export type Sender = ReturnType<typeof startSender>
