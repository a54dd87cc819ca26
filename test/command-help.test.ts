import { spawnSync } from 'node:child_process'
import { describe, expect, it, vi } from 'vitest'

import {
  createCommandLine,
  getCommandPath,
  isRunnable,
  listCommands,
  reportError,
} from '../src/commands/index.ts'
import { exportKinds } from '../src/exchange/kinds.ts'
import { failures } from '../src/store/faults.ts'
import { type CommandResult, parseExamples, runDealgraph } from './support/command.ts'
import { newFolder } from './support/folder.ts'
import { programPath } from './support/program.ts'
import { requires } from './support/requirements.ts'

const commands = listCommands(createCommandLine())
const runnableCommands = commands
  .filter(isRunnable)
  .map((command) => [getCommandPath(command), command] as const)
const env = newFolder().env('never.db')

/** Runs a command that prints help or a usage error, without starting a process. */
async function runInProcess(...args: string[]): Promise<CommandResult> {
  const commandResult: CommandResult = { code: null, stdout: '', stderr: '' }
  const captureOutput = (name: 'stdout' | 'stderr') => (text: unknown) => {
    commandResult[name] += text
    return true
  }
  const outputSpies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(captureOutput('stdout')),
    vi.spyOn(process.stderr, 'write').mockImplementation(captureOutput('stderr')),
    vi.spyOn(console, 'log').mockImplementation(captureOutput('stdout')),
    vi.spyOn(console, 'error').mockImplementation(captureOutput('stderr')),
  ]
  try {
    await createCommandLine().parseAsync([process.execPath, 'dealgraph', ...args])
  } catch (error) {
    reportError(error, { json: args.includes('--json') })
  } finally {
    for (const spy of outputSpies) spy.mockRestore()
    commandResult.code = Number(process.exitCode)
    process.exitCode = undefined
  }
  return commandResult
}

describe.each(runnableCommands)('%s', (path, command) => {
  it('the help of a command contains a description, options, examples and exit codes', async () => {
    expect(command.description()).not.toBe('')
    expect(
      command.options.filter(({ description }) => !description).map(({ flags }) => flags),
    ).toEqual([])
    const { code, stdout, stderr } = await runInProcess(...path.split(' '), '--help')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(command.description().split(' ')[0])
    const examples = parseExamples(stdout)
    expect(examples.length).toBeGreaterThan(0)
    for (const example of examples) expect(example).toContain(`npx dealgraph ${path}`)
    expect(stdout).toContain('Exit codes')
  })

  it('a command with --json reports a usage error as one JSON object', async () => {
    expect(command.options.map(({ long }) => long)).toContain('--json')
    const { code, stdout, stderr } = await runInProcess(...path.split(' '), '--jsno', '--json')
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({
      error: {
        code: 'WRONG_OPTION',
        message: expect.stringContaining(` "dealgraph ${path} --help"`),
      },
    })
  })
})

describe('Command help', () => {
  it('a command with --help exits without an error if the reader of its output closes the pipe', () => {
    const command = `${process.execPath} ${programPath} import --help | true; echo \${PIPESTATUS[0]}`
    const { stdout, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8' })
    expect([stdout, stderr]).toEqual(['0\n', ''])
  })

  it("the program's help lists every top-level command and every exit code", async () => {
    const { code, stdout } = await runDealgraph(env, '--help')
    expect(code).toBe(0)
    const listedCodes = [...stdout.matchAll(/^ {2}(\d) {2}\w.*$/gm)].map(([, exit]) => Number(exit))
    const exitCodes = Object.values(failures).map(({ exitCode }) => exitCode)
    expect(listedCodes).toEqual([0, ...exitCodes])
    for (const command of commands.filter((item) => item.parent && !item.parent.parent))
      expect(stdout).toMatch(new RegExp(`^  ${command.name()} `, 'm'))
  })

  it('the program prints its help to stderr and exits with code 2 if no command is specified', async () => {
    const { code, stdout, stderr } = await runDealgraph(env)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^Usage: dealgraph/)
  })
})

describe('Command usage errors', () => {
  const expectUsageError = async (resultPromise: Promise<CommandResult>, message: string) => {
    const { code, stdout, stderr } = await resultPromise
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: `${message}.\n`,
    })
  }

  it('a usage error names the invalid or missing input, suggests the most similar command or option, and refers to the help', async () => {
    await Promise.all([
      expectUsageError(
        runDealgraph(env, 'serv'),
        `Unknown command 'serv'; did you mean serve? See "dealgraph --help"`,
      ),
      expectUsageError(
        runDealgraph(env, 'keys', 'creat'),
        `Unknown command 'creat'; did you mean create? See "dealgraph keys --help"`,
      ),
      expectUsageError(
        runDealgraph(env, 'seed', '--peple', '3'),
        `Unknown option '--peple'; did you mean --people? See "dealgraph seed --help"`,
      ),
      expectUsageError(
        runDealgraph(env, 'seed', '--people', 'many'),
        `Option '--people <n>' argument 'many' is invalid. It must be a whole number from 1 to 1000000. See "dealgraph seed --help"`,
      ),
      expectUsageError(
        runDealgraph(env, 'export', 'people'),
        `Required option '--user <email>' not specified. See "dealgraph export --help"`,
      ),
      expectUsageError(
        runDealgraph(env, 'export', 'peple', '--user', 'a@b.c'),
        `The value 'peple' is invalid for argument 'kind'. Allowed choices are ${exportKinds.join(', ')}. See "dealgraph export --help"`,
      ),
      expectUsageError(
        runDealgraph(env, 'backup'),
        `Missing required argument 'file'. See "dealgraph backup --help"`,
      ),
    ])
  })
})

describe('Command terminal output', () => {
  /** Runs a command in a pseudo-terminal with `script` and returns the terminal output. */
  const readTerminalOutput = (extraEnv: Record<string, string>, ...args: string[]): string => {
    const command = [process.execPath, programPath, ...args].map((arg) => `'${arg}'`).join(' ')
    return spawnSync('script', ['-qec', command, '/dev/null'], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...extraEnv },
    }).stdout
  }
  const hasScript = spawnSync('script', ['--version']).status === 0

  it(
    'commands show progress in a terminal, but not in a pipe, in a dumb terminal or with NO_COLOR',
    requires(hasScript, 'the command `script`'),
    async () => {
      const folder = newFolder()
      try {
        expect(readTerminalOutput(folder.env('a.db'), 'migrate')).toMatch(
          /\x1b\[.*100 % of \d+ migrations/,
        )
        expect(readTerminalOutput(folder.env('a.db'), 'seed', '--people', '50')).toMatch(
          /100 % of 50 people/,
        )
        expect(readTerminalOutput(folder.env('a.db'), 'doctor')).toMatch(/% of \d+ checks/)
        expect(
          readTerminalOutput(
            folder.env('a.db'),
            'export',
            'people',
            '--user',
            'owner@seeded-company.example',
            '--output',
            folder.file('a.csv'),
          ),
        ).toMatch(/100 % of 50 people/)
        expect(readTerminalOutput(folder.env('a.db'), 'backup', folder.file('b.db'))).toMatch(
          /100 % of \d+ pages/,
        )
        expect(readTerminalOutput(folder.env('c.db'), 'restore', folder.file('b.db'))).toMatch(
          /100 % of \d+ bytes/,
        )
        const plainOutputs = [
          readTerminalOutput({ ...folder.env('d.db'), NO_COLOR: '1' }, 'migrate'),
          readTerminalOutput({ ...folder.env('e.db'), TERM: 'dumb' }, 'migrate'),
        ]
        const pipedResult = await runDealgraph(folder.env('f.db'), 'migrate')
        for (const output of [...plainOutputs, pipedResult.stdout + pipedResult.stderr])
          expect(output.replaceAll('\r', '')).toMatch(/^Ran migrations: 0001-company,[^\x1b]*\.\n$/)
      } finally {
        folder.remove()
      }
    },
  )
})
