import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { Settings } from '../settings.ts'
import { isPostgresUrl } from '../store/address.ts'
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
      'check settings, schema, integrity, disk space, clock and webhooks, and print remedies; changes nothing',
    )
    .option('--quick', 'skip reading the whole database, which takes minutes if it is large')
    .action(doctor)
}

interface Report {
  /** The file or address of the database. */
  name: string
  /** Whether a server uses the database. */
  served: boolean
  findings: Finding[]
}

async function doctor(options: Options): Promise<void> {
  const { settings } = await loadSettings()
  const examine = isPostgresUrl(settings.DATABASE_URL) ? examineOnServer : examineInFile
  const { name, served, findings } = await examine(settings, options)
  const ok = findings.every(({ state }) => state !== 'failed')
  const use = `${served ? 'A server is using' : 'No server uses'} ${name}.`
  print(options, { ok, served, findings }, [use, ...findings.map(formatFinding)].join('\n'))
  if (!ok) process.exitCode = 1
}

async function examineInFile(settings: Settings, { quick = false }: Options): Promise<Report> {
  const file = realFile(fileOf(settings.DATABASE_URL))
  if (!existsSync(file))
    throw new OperatorError(
      `There is no database ${file} yet; serve creates one.`,
      exitCodes.unusableDatabase,
    )
  return { name: file, ...(await examineFile({ settings, file, now: Date.now(), quick })) }
}

/** Imports the driver of PostgreSQL only if it is used. */
const examineOnServer = async (settings: Settings): Promise<Report> =>
  (await import('./doctor-postgres.ts')).examineServer(settings, Date.now)

const formatFinding = ({ name, state, finding, advice }: Finding): string =>
  `${state.padEnd(9)}${name.padEnd(12)}${finding}${advice ? `\n${' '.repeat(21)}→ ${advice}` : ''}`
