import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { Settings } from '../settings.ts'
import { isPostgres } from '../store/address.ts'
import { exitCodes, OperatorError } from '../store/faults.ts'
import { fileOf, realFile } from '../store/sqlite/files.ts'
import type { Finding } from './doctor-checks.ts'
import { examineFile } from './doctor-sqlite.ts'
import { loadSettings, type Output, print } from './session.ts'

interface Options extends Output {
  quick?: boolean
}

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description(
      'look whether all is well: settings, schema, integrity, disk, clock, webhooks; and say what to do. Changes nothing',
    )
    .option('--quick', 'do not read the whole database, which can take minutes where it is large')
    .action(doctor)
}

interface Report {
  /** What the database is called. */
  name: string
  served: boolean
  findings: Finding[]
}

async function doctor(options: Options): Promise<void> {
  const { settings } = await loadSettings()
  const examine = isPostgres(settings.DATABASE_URL) ? onServer : inFile
  const { name, served, findings } = await examine(settings, options)
  const well = findings.every(({ state }) => state !== 'failed')
  print(
    options,
    { ok: well, served, findings },
    [`${served ? 'A server is using' : 'No server uses'} ${name}.`, ...findings.map(line)].join(
      '\n',
    ),
  )
  if (!well) process.exitCode = 1
}

async function inFile(settings: Settings, { quick = false }: Options): Promise<Report> {
  const file = realFile(fileOf(settings.DATABASE_URL))
  if (!existsSync(file))
    throw new OperatorError(
      `There is no database ${file} yet; serve makes one.`,
      exitCodes.unusableDatabase,
    )
  return { name: file, ...(await examineFile({ settings, file, now: Date.now(), quick })) }
}

const onServer = async (settings: Settings): Promise<Report> =>
  (await import('./doctor-postgres.ts')).examineServer(settings, Date.now)

const line = ({ name, state, finding, advice }: Finding): string =>
  `${state.padEnd(9)}${name.padEnd(12)}${finding}${advice ? `\n${' '.repeat(21)}→ ${advice}` : ''}`
