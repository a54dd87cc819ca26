/** The command `doctor`, with the checks for a SQLite file. */
import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { formatCountOf } from '../lib/text.ts'
import type { Settings } from '../settings.ts'
import { exitCodes, isPostgresUrl, OperatorError } from '../store/faults.ts'
import { isServed, resolveFile, toFilePath } from '../store/sqlite/files.ts'
import { inspect, type SqliteInspection } from '../store/sqlite/inspection.ts'
import {
  type Check,
  type CheckContext,
  clock,
  demo,
  type Finding,
  fail,
  ok,
  reportDamage,
  runChecks,
  settings,
  warning,
  webhooks,
} from './doctor-checks.ts'
import { loadSettings, type Output, print } from './session.ts'

type Options = Output & { quick?: boolean }

const examples = `
Examples:
  npx dealgraph doctor
  npx dealgraph doctor --quick --json              # every hour; exits with 1 if a check fails`

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description(
      'check settings, schema, integrity, disk space, clock and webhooks, and print remedies; changes nothing',
    )
    .option('--quick', 'skip reading the whole database, which takes minutes if it is large')
    .addHelpText('after', examples)
    .action(doctor)
}

async function doctor(options: Options): Promise<void> {
  const { settings } = await loadSettings()
  const examine = isPostgresUrl(settings.DATABASE_URL) ? examineOnServer : examineInFile
  const { name, served: isServed, findings } = await examine(settings, options)
  const ok = findings.every(({ state }) => state !== 'failed')
  const usage = `${isServed ? 'A server is using' : 'No server uses'} ${name}.`
  print(
    options,
    { ok, served: isServed, findings },
    [usage, ...findings.map(formatFinding)].join('\n'),
  )
  if (!ok) process.exitCode = 1
}

async function examineInFile(settings: Settings, { quick: isQuick = false }: Options) {
  const file = resolveFile(toFilePath(settings.DATABASE_URL))
  if (!existsSync(file))
    throw new OperatorError(
      `There is no database ${file} yet; serve creates one.`,
      exitCodes.unusableDatabase,
    )
  return { name: file, ...(await examineFile({ settings, file, now: Date.now(), isQuick })) }
}

const examineOnServer = async (settings: Settings) =>
  (await import('./doctor-postgres.ts')).examineServer(settings, Date.now)

const formatFinding = ({ name, state, finding, advice }: Finding): string =>
  `${state.padEnd(9)}${name.padEnd(12)}${finding}${advice ? `\n${' '.repeat(21)}→ ${advice}` : ''}`

type FileContext = CheckContext & { file: string; database: SqliteInspection; isQuick: boolean }

const formatMegabytes = (bytes: number) =>
  `${(bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: bytes < 1e7 ? 1 : 0 })} MB`

const file: Check<FileContext> = ({ file: name, database: { fileBytes, logBytes, isExposed } }) => {
  const sizes = `${name}, ${formatMegabytes(fileBytes)}, log ${formatMegabytes(logBytes)}`
  if (isExposed)
    return warning(
      `${sizes}; other users of this machine can read it`,
      `chmod 600 ${name}: it contains all customers and the key of webhook secrets.`,
    )
  if (logBytes > 1e9)
    return warning(
      sizes,
      'A long read, such as a stalled backup, prevents a checkpoint of the log; end it, or restart the server.',
    )
  return ok(sizes)
}

const schema: Check<FileContext> = ({
  database: { pendingMigrations, unknownMigrations, schemaDamage },
}) => {
  if (schemaDamage !== undefined) return reportDamage(schemaDamage)
  if (unknownMigrations.length > 0)
    return fail(`newer than this program (${unknownMigrations.at(-1)})`, 'Update the program.')
  if (pendingMigrations.length > 0)
    return warning(
      `${formatCountOf(pendingMigrations.length, 'pending migration')}`,
      'Make a backup, then run migrate or start the server, which migrates.',
    )
  return ok('up to date')
}

/** Each connection for writing reads back that it is synchronized at each commit (`connect`). */
const durability: Check<FileContext> = ({ database: { journalMode } }) =>
  journalMode === 'wal'
    ? ok('write-ahead log, synchronized at each commit')
    : ok(`journal ${journalMode}; the server turns on the write-ahead log`)

const integrity: Check<FileContext> = ({ database, isQuick }) => {
  const { integrity: result, danglingReferenceCount } = database.checkIntegrity(isQuick)
  if (result !== 'ok') return reportDamage(result)
  if (danglingReferenceCount > 0)
    return fail(
      `${formatCountOf(danglingReferenceCount, 'dangling reference')}`,
      'Keep a copy of the file, and report this.',
    )
  return ok(isQuick ? 'no damage found by the quick check' : 'no damage, no dangling references')
}

const diskSpace: Check<FileContext> = ({ database: { freeBytes, fileBytes } }) => {
  const freeSpace = `${formatMegabytes(freeBytes)} free`
  if (freeBytes < 1e8)
    return fail(freeSpace, 'Free up disk space: writes fail when the disk is full.')
  if (freeBytes < Math.max(1e9, fileBytes / 5))
    return warning(freeSpace, 'Free up disk space, or move the database to a larger disk.')
  return ok(freeSpace)
}

/** Checks in order; those of `currentSchemaChecks` run only if the schema is current. */
const basicChecks = { settings, database: file, schema, 'disk space': diskSpace, integrity }
const currentSchemaChecks = { durability, clock, webhooks, demo }

async function checkFile(context: FileContext): Promise<Finding[]> {
  const { pendingMigrations, unknownMigrations, isDealgraph, fileBytes } = context.database
  if (!isDealgraph && unknownMigrations.length === 0 && fileBytes > 0)
    return runChecks(context, {
      database: ({ file }) =>
        fail(
          `${file} is not a Dealgraph database`,
          `Point DATABASE_URL to another file (serve would exit with ${exitCodes.unusableDatabase}).`,
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
