import { spawn } from 'node:child_process'
import { copySqliteTemplate } from './database.ts'
import { loopbackOnly } from './loopback-only.ts'
import { programPath, projectFolder } from './program.ts'

export interface CommandResult {
  code: number | null
  stdout: string
  stderr: string
}

interface RunningCommand {
  /** Sends a signal, by default SIGTERM, and waits until the process ends. */
  stop(signal?: NodeJS.Signals): Promise<CommandResult>
  /** Resolves when the process has ended. */
  exit: Promise<CommandResult>
}

export interface RunningServer extends RunningCommand {
  url: string
  pid: number
  /** The demo keys that the server printed, by role. */
  keys: Record<string, string>
  /**
   * Returns the lines written to standard output since the server became ready, and all lines
   * written to standard error.
   */
  logLines(): string[]
}

type Env = Record<string, string>

export interface RunOptions {
  /** A command that starts the program, such as `strace`. */
  wrapper?: string[]
  /** Command-line options of Node.js. */
  flags?: string[]
  cwd?: string
  /** The path of the program; by default `programPath`. */
  program?: string
}

/**
 * The length at which the stored standard output is cut off, because the log of a server under load
 * can reach several gigabytes.
 */
const maxOutputLength = 10_000_000

/** Reduces garbage collection, which saves a tenth of the CPU time of a start. */
const defaultFlags = ['--min-semi-space-size=16']

/** Starts the program in a separate process, as a user does. */
function startProgram(
  args: string[],
  env: Env,
  {
    wrapper = [],
    flags = defaultFlags,
    cwd = projectFolder,
    program = programPath,
  }: RunOptions = {},
) {
  const [command = '', ...commandArguments] = [
    ...wrapper,
    process.execPath,
    ...flags,
    program,
    ...args,
  ]
  const child = spawn(command, commandArguments, {
    env: { PATH: process.env['PATH'], ...loopbackOnly, ...env },
    cwd,
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    if (output.stdout.length < maxOutputLength) output.stdout += chunk
  })
  child.stderr.on('data', (chunk) => (output.stderr += chunk))
  const exitPromise = new Promise<CommandResult>((resolve) =>
    child.on('close', (code) => resolve({ code, ...output })),
  )
  const stop: RunningCommand['stop'] = (signal = 'SIGTERM') => {
    child.kill(signal)
    return exitPromise
  }
  return { child, output, exit: exitPromise, stop }
}

/** Runs a command, and waits until it ends. */
export const runDealgraph = (env: Env, ...args: string[]): Promise<CommandResult> =>
  startProgram(args, env).exit

/** Starts a command that the test can interrupt. */
export const startCommand = (options: RunOptions, env: Env, ...args: string[]): RunningCommand =>
  startProgram(args, env, options)

/**
 * Starts `dispatch`, and waits until it is ready. @throws an error with the output if the process
 * exits first
 */
export async function dispatch(env: Env): Promise<Pick<RunningCommand, 'stop'>> {
  const command = startProgram(['dispatch'], { LOG_LEVEL: 'warn', ...env })
  await waitForOutput(command, /sending webhooks/)
  return command
}

/**
 * Starts `serve` on a free port, and waits until it is ready. A missing SQLite file is copied from
 * the migrated template. @throws an error with the output if the process exits first
 */
export async function serve(env: Env, options: RunOptions = {}): Promise<RunningServer> {
  copySqliteTemplate(env['DATABASE_URL'] ?? '')
  const command = startProgram(['serve'], { PORT: '0', LOG_LEVEL: 'warn', ...env }, options)
  const { child, output, exit, stop } = command
  const [url = ''] = await waitForOutput(command, /http:\/\/\S+(?=\/health)/)
  const keysByRole = Object.fromEntries(
    [...output.stdout.matchAll(/^ {2}(\S.*?) +(dg_\w+)/gm)].map(([, role = '', secret = '']) => [
      role,
      secret,
    ]),
  )
  const bannerLength = output.stdout.length
  const getLogLines = () =>
    (output.stdout.slice(bannerLength) + output.stderr).split('\n').filter(Boolean)
  return { url, pid: child.pid as number, keys: keysByRole, logLines: getLogLines, stop, exit }
}

/** Resolves with the first match in standard output. */
function waitForOutput(
  { child, output, exit }: ReturnType<typeof startProgram>,
  pattern: RegExp,
): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    exit.then(
      ({ code, stdout, stderr }) =>
        reject(
          new Error(`${child.spawnargs.join(' ')} exited with code ${code}: ${stdout}${stderr}`),
        ),
      reject,
    )
    const checkOutput = () => {
      const match = pattern.exec(output.stdout)
      if (!match) return
      child.stdout.off('data', checkOutput)
      resolve(match)
    }
    child.stdout.on('data', checkOutput)
  })
}

/** Returns the examples in the help of a command, each as one line without its comment. */
export function parseExamples(help: string): string[] {
  const [, section = ''] = /\nExamples:\n((?: {2}.*\n)+)/.exec(help) ?? []
  return section
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/\s+# .*$/, '').trim())
    .filter(Boolean)
}
