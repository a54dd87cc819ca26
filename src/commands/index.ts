import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { addBackup } from './backup.ts'
import { addCompany } from './company.ts'
import { addCopy } from './copy.ts'
import { addDeprecations } from './deprecations.ts'
import { addDispatch } from './dispatch.ts'
import { addDoctor } from './doctor.ts'
import { explain } from './faults.ts'
import { addKeys } from './keys.ts'
import { addMigrate } from './migrate.ts'
import { addRestore } from './restore.ts'
import { addSeed } from './seed.ts'
import { addServe } from './serve.ts'

/** Every command, in the order in which help lists them. */
const commands = [addServe, addDispatch, addMigrate, addSeed, addCompany, addKeys, addBackup, addRestore, addCopy, addDeprecations, addDoctor]

const version = () => (JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string }).version

/** Runs one command; what goes wrong becomes one sentence on stderr and an exit code. */
export async function run(argv: string[]): Promise<void> {
  const program = new Command('dealgraph').description('A CRM server: GraphQL, and the /v1 REST contract on the same schema.').version(version())
  for (const add of commands) add(program)
  try {
    await program.parseAsync(argv)
  } catch (error) {
    const { sentence, exitCode } = explain(error)
    console.error(sentence)
    process.exitCode = exitCode
  }
}
