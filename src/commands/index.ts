/** The command line: `dealgraph COMMAND`. */
import { Command } from 'commander'
import { readVersion } from '../lib/package-files.ts'
import { addCompany } from './company.ts'
import { addCopy } from './copy.ts'
import { addBackup, addMigrate, addRestore } from './database.ts'
import { addDemo, addSeed } from './demo.ts'
import { addDoctor } from './doctor.ts'
import { exitMeanings, reportError, toUsageError } from './errors.ts'
import { addExport } from './export.ts'
import { addImport } from './import.ts'
import { addKeys } from './keys.ts'
import { addDispatch, addServe } from './serve.ts'
import { jsonOption } from './session.ts'

const commands = [
  addServe,
  addDispatch,
  addMigrate,
  addSeed,
  addDemo,
  addCompany,
  addKeys,
  addExport,
  addImport,
  addBackup,
  addRestore,
  addCopy,
  addDoctor,
]

export const getCommandPath = (command: Command): string =>
  command.parent ? `${getCommandPath(command.parent)} ${command.name()}`.trim() : ''

export const listCommands = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(listCommands),
]

export const isRunnable = (command: Command): boolean =>
  command.commands.length === 0 || command.registeredArguments.length > 0

const exitCodeList = Object.entries(exitMeanings)
  .map(([code, meaning]) => `  ${code}  ${meaning}`)
  .join('\n')

/** Adds the features shared by all commands: the option `--json`, usage errors and exit codes. */
function completeCommands(program: Command): Command {
  program.addHelpText(
    'after',
    `\nExit codes:\n${exitCodeList}\n\n"dealgraph COMMAND --help" shows the options and examples of a command.`,
  )
  for (const command of listCommands(program)) {
    command.exitOverride((error) => {
      throw toUsageError(error, getCommandPath(command))
    })
    command.configureOutput({ outputError: () => {} })
    if (!isRunnable(command)) continue
    if (!command.options.some(({ long }) => long === '--json')) command.option(...jsonOption)
    command.addHelpText('after', '\nExit codes: see "dealgraph --help".')
  }
  return program
}

export function createCommandLine(): Command {
  const program = new Command('dealgraph')
    .description('A CRM server: GraphQL, and the /v1 REST contract on the same schema.')
    .version(readVersion())
  for (const add of commands) add(program)
  return completeCommands(program)
}

/** Ignores a pipe closed by a reader such as `head`; other failures of stdout fail the command. */
function onOutputError({ code }: NodeJS.ErrnoException): void {
  if (code !== 'EPIPE') process.exitCode = 1
}

export async function run(argv: string[]): Promise<void> {
  process.stdout.on('error', onOutputError)
  try {
    await createCommandLine().parseAsync(argv)
  } catch (error) {
    reportError(error, { json: argv.includes('--json') })
  }
}
