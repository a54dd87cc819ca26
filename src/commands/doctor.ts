import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { environment, readSettings } from '../settings.ts'
import { exitCodes, OperatorError } from '../store/faults.ts'
import { examine } from '../store/sqlite/examine.ts'
import { fileOf, isServed, realFile } from '../store/sqlite/files.ts'
import { type Finding, findingsOf } from './checks.ts'
import { jsonOption, type Output, print } from './session.ts'

interface Options extends Output {
  quick?: boolean
}

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('look whether all is well: settings, schema, integrity, disk, clock, webhooks; and say what to do. Changes nothing')
    .option('--quick', 'do not read the whole database, which can take minutes where it is large')
    .option(...jsonOption)
    .action(doctor)
}

async function doctor(options: Options): Promise<void> {
  const settings = readSettings(environment())
  const file = realFile(fileOf(settings.DATABASE_URL))
  if (!existsSync(file)) throw new OperatorError(`There is no database ${file} yet; serve makes one.`, exitCodes.unusableDatabase)
  const database = await examine(file)
  try {
    const findings = await findingsOf({ settings, file, database, now: Date.now(), quick: options.quick ?? false })
    const well = findings.every(({ state }) => state !== 'failed')
    const served = isServed(file)
    print(options, { ok: well, served, findings }, [`${served ? 'A server is using' : 'No server uses'} ${file}.`, ...findings.map(line)].join('\n'))
    if (!well) process.exitCode = 1
  } finally {
    database.close()
  }
}

const line = ({ name, state, finding, advice }: Finding): string =>
  `${state.padEnd(9)}${name.padEnd(12)}${finding}${advice ? `\n${' '.repeat(21)}→ ${advice}` : ''}`
