/** The command line `dealgraph COMMAND`, with its error messages and exit codes. */
import { Command, CommanderError } from 'commander'
import { ApiError } from '../errors.ts'
import { readVersion } from '../lib/package-files.ts'
import { settingTable } from '../settings.ts'
import { type Failure, failures, OperatorError } from '../store/faults.ts'
import { toOperatorError } from '../store/open.ts'
import { createOptionError } from './command-helpers.ts'
import { addCompany } from './company.ts'
import { addCopy } from './copy.ts'
import { addBackup, addMigrate, addRestore } from './database.ts'
import { addDemo, addSeed } from './demo.ts'
import { addDoctor } from './doctor.ts'
import { addExport } from './export.ts'
import { addImport } from './import.ts'
import { addKeys } from './keys.ts'
import { addDispatch, addServe } from './serve.ts'

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

/** The meanings of the exit codes, which `dealgraph --help` lists. */
const failureMeanings: Record<Failure, string> = {
  other: 'any other error, a failed check of doctor, or an interrupted import',
  setting: 'invalid setting, option or argument',
  portTaken: 'the port is in use',
  locked: 'the database is in use',
  newerDatabase: 'the database was written by a newer version',
  unusableDatabase: 'the database is missing, damaged, incomplete, outdated or of another program',
  unwritable: 'the database is not writable: missing folder, permission or disk space',
  rowsRejected: 'import rejected some rows and, except in a dry run, imported the rest',
  unreachableDatabase: 'the database server is unreachable',
}

/** Adds usage errors to all commands, and `--json` and a hint on exit codes to runnable ones. */
function completeCommands(program: Command): Command {
  const failureList = Object.entries(failures).map(
    ([name, { exitCode }]) => `  ${exitCode}  ${failureMeanings[name as Failure]}\n`,
  )
  program.addHelpText(
    'after',
    `\nExit codes:\n  0  success\n${failureList.join('')}\n"dealgraph COMMAND --help" shows the options and examples of a command.`,
  )
  for (const command of listCommands(program)) {
    command.exitOverride((error) => {
      throw toUsageError(error, getCommandPath(command))
    })
    command.configureOutput({ outputError: () => {} })
    if (!isRunnable(command)) continue
    command.option('--json', 'print one JSON object, for scripts')
    command.addHelpText('after', '\nExit codes: see "dealgraph --help".')
  }
  return program
}

export function createCommandLine(): Command {
  const program = new Command('dealgraph')
    .description('A CRM server with a GraphQL API, and the /v1 REST API on the same schema.')
    .version(readVersion())
  for (const addCommand of commands) addCommand(program)
  return completeCommands(program)
}

/** Rewrites commander's "error: … (Did you mean …?)" as a sentence that refers to the help. */
function toUsageError(error: CommanderError, path: string): Error {
  if (error.exitCode === 0) return error
  // The user named no command, so commander has printed the help.
  if (error.code === 'commander.help')
    return new CommanderError(failures.setting.exitCode, error.code, error.message)
  const [, message = '', suggestion] =
    /^(?:error: )?(.*?)\.?(?:\n\(Did you mean (.*)\?\))?$/s.exec(error.message) ?? []
  const argumentMessage = message.replace(/^command-argument value/, 'the value')
  const sentence = `${argumentMessage.charAt(0).toUpperCase()}${argumentMessage.slice(1)}${suggestion ? `; did you mean ${suggestion}?` : '.'}`
  return createOptionError(
    `${sentence} See "${['dealgraph', path, '--help'].filter(Boolean).join(' ')}".`,
  )
}

/** Prints an error as a sentence to stderr or as JSON to stdout, and sets the exit code. */
export function reportError(error: unknown, { json }: { json: boolean }): void {
  // Commander has already printed the help or the version.
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode
    return
  }
  const { message, exitCode = 1, code = 'FAILED' } = explainError(error)
  if (json) console.log(JSON.stringify({ error: { code, message } }))
  else console.error(message)
  process.exitCode = exitCode
}

function explainError(error: unknown): { message: string; exitCode?: number; code?: string } {
  const databaseUrl = process.env['DATABASE_URL'] ?? settingTable.DATABASE_URL.fallback
  const cause = error instanceof ApiError && error.cause ? error.cause : error
  const fault = toOperatorError(cause, databaseUrl)
  if (fault instanceof OperatorError) return { message: fault.message, ...failures[fault.failure] }
  if (fault instanceof ApiError) {
    const details = fault.details?.map(({ field, message }) => `${field} ${message}`).join('; ')
    return { message: `${fault.message}${details ? `: ${details}` : ''}.`, code: fault.code }
  }
  const { message, stack } = fault instanceof Error ? fault : new Error(String(fault))
  if (process.env['LOG_LEVEL'] === 'debug') return { message: stack ?? message }
  return { message: `Unexpected error: ${message} (set LOG_LEVEL=debug to print the stack trace).` }
}

/** Ignores EPIPE, since `head` closes the pipe early. Other stdout errors set exit code 1. */
function handleOutputError({ code }: NodeJS.ErrnoException): void {
  if (code !== 'EPIPE') process.exitCode = 1
}

export async function run(argv: string[]): Promise<void> {
  process.stdout.on('error', handleOutputError)
  try {
    await createCommandLine().parseAsync(argv)
  } catch (error) {
    reportError(error, { json: argv.includes('--json') })
  }
}
