import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { loopbackOnly } from './loopback-only.ts'

/** Runs the real program as a process of its own, as a user does. */
const root = join(import.meta.dirname, '../..')

export interface Ended {
  code: number | null
  out: string
  err: string
}

export interface Serving {
  url: string
  pid: number
  /** The demo keys that it printed, by role. */
  keys: Record<string, string>
  /** The lines that it wrote since it was ready, and those on stderr. */
  told(): string[]
  /** Asks it to end, as the system does. */
  stop(signal?: NodeJS.Signals): Promise<Ended>
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<Ended>
}

type Env = Record<string, string>

/** How else to run it than plainly. */
export interface How {
  /** A command that runs it and watches. */
  under?: string[]
  /** Node's own flags. */
  flags?: string[]
  /** The folder that it is run in. */
  cwd?: string
}

/** Of what a command says, so many characters are kept: under load its log grows by gigabytes. */
const mostKept = 10_000_000

function start(args: string[], env: Env, { under = [], flags = [], cwd = root }: How = {}) {
  const [command = '', ...rest] = [
    ...under,
    process.execPath,
    ...flags,
    join(root, 'src/main.js'),
    ...args,
  ]
  const child = spawn(command, rest, {
    env: { PATH: process.env['PATH'], ...loopbackOnly, ...env },
    cwd,
  })
  const seen = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    if (seen.out.length < mostKept) seen.out += chunk
  })
  child.stderr.on('data', (chunk) => (seen.err += chunk))
  const ended = new Promise<Ended>((resolve) =>
    child.on('close', (code) => resolve({ code, ...seen })),
  )
  return { child, seen, ended }
}

export const dealgraph = (env: Env, ...args: string[]): Promise<Ended> => start(args, env).ended

/** A command that can be watched, or stopped in the middle. */
export function running(how: How, env: Env, ...args: string[]): Pick<Serving, 'stop' | 'ended'> {
  const { child, ended } = start(args, env, how)
  const stop: Serving['stop'] = (signal = 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  return { ended, stop }
}

/** Sends webhooks in a process of its own. */
export function dispatch(env: Env): Promise<Pick<Serving, 'stop'>> {
  const { child, seen, ended } = start(['dispatch'], { LOG_LEVEL: 'warn', ...env })
  return new Promise((resolve, reject) => {
    ended.then(
      ({ code, out, err }) => reject(new Error(`dispatch ended with ${code}: ${out}${err}`)),
      reject,
    )
    child.stdout.on('data', () => {
      if (!seen.out.includes('sending webhooks')) return
      const stop: Serving['stop'] = (signal = 'SIGTERM') => {
        child.kill(signal)
        return ended
      }
      resolve({ stop })
    })
  })
}

/** Serves on a free port. @throws with what it said instead, when it does not come up */
export function serve(env: Env, how: How = {}): Promise<Serving> {
  const { child, seen, ended } = start(['serve'], { PORT: '0', LOG_LEVEL: 'warn', ...env }, how)
  return new Promise((resolve, reject) => {
    ended.then(
      ({ code, out, err }) => reject(new Error(`serve ended with ${code}: ${out}${err}`)),
      reject,
    )
    const look = () => {
      const url = /http:\/\/\S+(?=\/health)/.exec(seen.out)?.[0]
      if (!url) return
      child.stdout.off('data', look)
      const keys = Object.fromEntries(
        [...seen.out.matchAll(/^ {2}(\S.*?) +(dg_\w+)/gm)].map(([, role = '', secret = '']) => [
          role,
          secret,
        ]),
      )
      const stop: Serving['stop'] = (signal = 'SIGTERM') => {
        child.kill(signal)
        return ended
      }
      const welcome = seen.out.length
      const told = () => (seen.out.slice(welcome) + seen.err).split('\n').filter(Boolean)
      resolve({ url, pid: child.pid as number, keys, told, stop, ended })
    }
    child.stdout.on('data', look)
  })
}

/** The examples in the help of a command, each as one line without its comment. */
export function examplesIn(help: string): string[] {
  const [, section = ''] = /\nExamples:\n((?: {2}.*\n)+)/.exec(help) ?? []
  return section
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/\s+# .*$/, '').trim())
    .filter(Boolean)
}
