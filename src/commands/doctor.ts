/** The command `doctor`, and its checks for a SQLite file. */
import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { formatCountOf } from '../lib/text.ts'
import type { Settings } from '../settings.ts'
import { failures, isPostgresUrl, OperatorError } from '../store/faults.ts'
import { isServed, resolveFile, toFilePath } from '../store/sqlite/files.ts'
import { inspect, type SqliteInspection } from '../store/sqlite/inspection.ts'
import { loadSettings, type Output, print } from './command-helpers.ts'
import {
  type Check,
  type CheckContext,
  checkSettings,
  commonChecks,
  type Finding,
  fail,
  pass,
  reportDamage,
  runChecks,
  warn,
} from './doctor-checks.ts'

type Options = Output & { quick?: boolean }

const examples = `
Examples:
  npx dealgraph doctor
  npx dealgraph doctor --quick --json              # for monitoring: exit code 1 if a check fails`

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description(
      'check settings, schema, integrity, disk space, clock and webhooks, and print remedies; read-only',
    )
    .option('--quick', 'skip the full integrity check, which can take minutes')
    .addHelpText('after', examples)
    .action(doctor)
}

async function doctor(options: Options): Promise<void> {
  const { settings } = await loadSettings()
  const examine = isPostgresUrl(settings.DATABASE_URL) ? examineOnServer : examineInFile
  const { name, served, findings } = await examine(settings, options)
  const hasPassed = findings.every(({ state }) => state !== 'failed')
  const usage = `${served ? 'A server is using' : 'No server is using'} ${name}.`
  print(
    options,
    { ok: hasPassed, served, findings },
    [usage, ...findings.map(formatFinding)].join('\n'),
  )
  if (!hasPassed) process.exitCode = 1
}

async function examineInFile(settings: Settings, { quick: isQuick = false }: Options) {
  const file = resolveFile(toFilePath(settings.DATABASE_URL))
  if (!existsSync(file))
    throw new OperatorError(
      `There is no database ${file}; "dealgraph serve" creates the file.`,
      'unusableDatabase',
    )
  return { name: file, ...(await examineFile({ settings, file, now: Date.now(), isQuick })) }
}

const examineOnServer = async (settings: Settings) =>
  (await import('./doctor-postgres.ts')).examineServer(settings, Date.now)

const formatFinding = ({ name, state, finding, advice }: Finding): string =>
  `${state.padEnd(9)}${name.padEnd(12)}${finding}${advice ? `\n${' '.repeat(21)}→ ${advice}` : ''}`

type FileContext = CheckContext & { file: string; database: SqliteInspection; isQuick: boolean }
type FileCheck = Check<FileContext>

const formatMegabytes = (bytes: number) =>
  `${(bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: bytes < 1e7 ? 1 : 0 })} MB`

const checkDatabase: FileCheck = ({ file, database: { fileBytes, logBytes, isExposed } }) => {
  const sizes = `${file}, ${formatMegabytes(fileBytes)}, log ${formatMegabytes(logBytes)}`
  if (isExposed)
    return warn(
      `${sizes}; other users of this machine can read the file`,
      `Run "chmod 600 ${file}": the file contains all customer data and webhook secrets.`,
    )
  if (logBytes > 1e9)
    return warn(
      sizes,
      'A long read, such as a stalled backup, prevents log checkpoints; end the read, or restart the server.',
    )
  return pass(sizes)
}

const checkSchema: FileCheck = ({ database }) => {
  const { pendingMigrations, unknownMigrations, schemaDamage } = database
  if (schemaDamage !== undefined) return reportDamage(schemaDamage)
  if (unknownMigrations.length > 0)
    return fail(`newer than this version (${unknownMigrations.at(-1)})`, 'Upgrade Dealgraph.')
  if (pendingMigrations.length > 0)
    return warn(
      formatCountOf(pendingMigrations.length, 'pending migration'),
      'Make a backup, then run "dealgraph migrate" or start the server.',
    )
  return pass('the schema is up to date')
}

/** Checks only the journal mode: each writing connection verifies its own `synchronous` setting. */
const checkDurability: FileCheck = ({ database: { journalMode } }) =>
  journalMode === 'wal'
    ? pass('the write-ahead log is on and synchronized at each commit')
    : pass(`the journal mode is ${journalMode}; the server turns on the write-ahead log`)

const checkIntegrity: FileCheck = ({ database, isQuick }) => {
  const { integrity: result, danglingReferenceCount } = database.checkIntegrity(isQuick)
  if (result !== 'ok') return reportDamage(result)
  if (danglingReferenceCount > 0)
    return fail(
      `${formatCountOf(danglingReferenceCount, 'dangling reference')}`,
      'Keep a copy of the database file, and report a bug.',
    )
  return pass(isQuick ? 'the quick check found no damage' : 'no damage or dangling references')
}

const checkDiskSpace: FileCheck = ({ database: { freeBytes, fileBytes } }) => {
  const freeSpace = `${formatMegabytes(freeBytes)} free`
  if (freeBytes < 1e8)
    return fail(freeSpace, 'Free up disk space: a full disk makes all writes fail.')
  if (freeBytes < Math.max(1e9, fileBytes / 5))
    return warn(freeSpace, 'Free up disk space, or move the database to a larger disk.')
  return pass(freeSpace)
}

/** Checks in the order in which they run; `currentSchemaChecks` run only on a current schema. */
const basicChecks = {
  settings: checkSettings,
  database: checkDatabase,
  schema: checkSchema,
  'disk space': checkDiskSpace,
  integrity: checkIntegrity,
}
const currentSchemaChecks = { durability: checkDurability, ...commonChecks }

async function checkFile(context: FileContext): Promise<Finding[]> {
  const { pendingMigrations, unknownMigrations, isDealgraph, fileBytes } = context.database
  if (!isDealgraph && unknownMigrations.length === 0 && fileBytes > 0)
    return runChecks(context, {
      database: ({ file }) =>
        fail(
          `${file} is not a Dealgraph database`,
          `Set DATABASE_URL to another file (serve would exit with code ${failures.unusableDatabase.exitCode}).`,
        ),
    })
  return runChecks(context, {
    ...basicChecks,
    ...(pendingMigrations.length === 0 && unknownMigrations.length === 0 && currentSchemaChecks),
  })
}

async function examineFile({ settings, now, file, isQuick }: Omit<FileContext, 'database' | 'db'>) {
  const database = await inspect(file)
  try {
    const findings = await checkFile({ settings, file, database, db: database.db, now, isQuick })
    return { served: isServed(file), findings }
  } finally {
    database.close()
  }
}
