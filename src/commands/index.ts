/** The command line: `dealgraph COMMAND`. */
import { Command } from 'commander'
import { readVersion } from '../lib/version.ts'
import { addBackup } from './backup.ts'
import { addCompany } from './company.ts'
import { addCopy } from './copy.ts'
import { addDemo } from './demo.ts'
import { addDispatch } from './dispatch.ts'
import { addDoctor } from './doctor.ts'
import { reportError } from './errors.ts'
import { addExport } from './export.ts'
import { addHelp } from './help.ts'
import { addImport } from './import.ts'
import { addKeys } from './keys.ts'
import { addMigrate } from './migrate.ts'
import { addRestore } from './restore.ts'
import { addSeed } from './seed.ts'
import { addServe } from './serve.ts'

/** All commands, in the order of help; `examples.ts` shows how each is used. */
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

export function commandLine(): Command {
  const program = new Command('dealgraph')
    .description('A CRM server: GraphQL, and the /v1 REST contract on the same schema.')
    .version(readVersion())
  for (const add of commands) add(program)
  return addHelp(program)
}

/** A reader such as `head` may close the pipe; any other failure of stdout fails the command. */
function onOutputError({ code }: NodeJS.ErrnoException): void {
  if (code !== 'EPIPE') process.exitCode = 1
}

/** Runs one command, and reports its error. */
export async function run(argv: string[]): Promise<void> {
  process.stdout.on('error', onOutputError)
  try {
    await commandLine().parseAsync(argv)
  } catch (error) {
    reportError(error, { json: argv.includes('--json') })
  }
}
