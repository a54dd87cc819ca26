import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { loopbackOnly } from './loopback-only.ts'

const root = join(import.meta.dirname, '../..')

export interface CommandResult {
  code: number | null
  out: string
  err: string
}

interface RunningCommand {
  /** Sends a signal, by default SIGTERM, and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<CommandResult>
  /** Resolves when the process has ended. */
  ended: Promise<CommandResult>
}

export interface RunningServer extends RunningCommand {
  url: string
  pid: number
  /** The printed demo keys by role. */
  keys: Record<string, string>
  /** The output since the start, with standard error. */
  logLines(): string[]
}

type Env = Record<string, string>

export interface RunOptions {
  /** A command that runs the program, such as `strace`. */
  under?: string[]
  /** Flags of Node.js. */
  flags?: string[]
  cwd?: string
}

/** Limits the stored output because a log under load has gigabytes. */
const maxOutputLength = 10_000_000

/** Starts the real program in its own process, like a user. */
function start(args: string[], env: Env, { under = [], flags = [], cwd = root }: RunOptions = {}) {
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
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    if (output.out.length < maxOutputLength) output.out += chunk
  })
  child.stderr.on('data', (chunk) => (output.err += chunk))
  const ended = new Promise<CommandResult>((resolve) =>
    child.on('close', (code) => resolve({ code, ...output })),
  )
  const stop: RunningCommand['stop'] = (signal = 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  return { child, output, ended, stop }
}

/** Runs a command to its end. */
export const dealgraph = (env: Env, ...args: string[]): Promise<CommandResult> =>
  start(args, env).ended

/** Starts a command that can be interrupted. */
export const startCommand = (options: RunOptions, env: Env, ...args: string[]): RunningCommand =>
  start(args, env, options)

/** Starts `dispatch` and waits until it is ready. @throws its output if it ends before */
export async function dispatch(env: Env): Promise<Pick<RunningCommand, 'stop'>> {
  const command = start(['dispatch'], { LOG_LEVEL: 'warn', ...env })
  await waitForOutput(command, /sending webhooks/)
  return command
}

/** Starts `serve` on a free port and waits until it is ready. @throws its output if it ends before */
export async function serve(env: Env, options: RunOptions = {}): Promise<RunningServer> {
  const command = start(['serve'], { PORT: '0', LOG_LEVEL: 'warn', ...env }, options)
  const { child, output, ended, stop } = command
  const [url = ''] = await waitForOutput(command, /http:\/\/\S+(?=\/health)/)
  const keys = Object.fromEntries(
    [...output.out.matchAll(/^ {2}(\S.*?) +(dg_\w+)/gm)].map(([, role = '', secret = '']) => [
      role,
      secret,
    ]),
  )
  const bannerLength = output.out.length
  const logLines = () => (output.out.slice(bannerLength) + output.err).split('\n').filter(Boolean)
  return { url, pid: child.pid as number, keys, logLines, stop, ended }
}

/** Resolves with the first match of the standard output. */
function waitForOutput(
  { child, output, ended }: ReturnType<typeof start>,
  pattern: RegExp,
): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    ended.then(
      ({ code, out, err }) =>
        reject(new Error(`${child.spawnargs.join(' ')} ended with ${code}: ${out}${err}`)),
      reject,
    )
    const check = () => {
      const match = pattern.exec(output.out)
      if (!match) return
      child.stdout.off('data', check)
      resolve(match)
    }
    child.stdout.on('data', check)
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
