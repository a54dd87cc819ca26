import { type Command, InvalidArgumentError } from 'commander'
import { formatCountOf } from '../lib/text.ts'
import { settingTable } from '../settings.ts'
import { OperatorError } from '../store/faults.ts'
import { databaseLocation, openTableCopy } from '../store/open.ts'
import { redactUrl } from '../store/postgres/faults.ts'
import {
  type CopyProgress,
  type TableCopy,
  type TableInfo,
  type TableSnapshot,
  unfinishedCopyError,
} from '../store/table-copy.ts'
import { compareTables, copyRows, hashIdentity, listCommonTables } from './copy-tables.ts'
import { type Output, print, withProgress } from './session.ts'

interface Options extends Output {
  from: string
  to: string
}

const helpText = `
Stop the processes that use the two databases (serve, dispatch) first; otherwise the command is
refused. The source is migrated to the current schema and not changed otherwise. API keys, cursors
and webhooks remain valid. To resume an interrupted copy, run the same command again; until then,
no other command opens the target. A password can also be given in PGPASSWORD.

Examples:
  npx dealgraph copy --from sqlite:db/dealgraph.db \\
    --to postgres://dealgraph@127.0.0.1/dealgraph
  npx dealgraph copy --from postgres://dealgraph@127.0.0.1/dealgraph --to sqlite:dealgraph.db`

export function addCopy(program: Command): void {
  program
    .command('copy')
    .description('copy all data to another, empty database, SQLite or PostgreSQL, and compare both')
    .requiredOption(
      '--from <url>',
      'the database to copy: sqlite:PATH or postgres://…',
      parseDatabaseUrl,
    )
    .requiredOption('--to <url>', 'the target, a database without companies', parseDatabaseUrl)
    .addHelpText('after', helpText)
    .action(copy)
}

function parseDatabaseUrl(text: string): string {
  const { read, validValues: expected } = settingTable.DATABASE_URL
  const url = read(text)
  if (!url) throw new InvalidArgumentError(`It must be ${expected}.`)
  return url
}

async function copy(options: Options): Promise<void> {
  const { from, to } = options
  const places = [
    await nameOption('--from', databaseLocation(from)),
    await nameOption('--to', databaseLocation(to)),
  ]
  if (places[0] === places[1]) throw new OperatorError('--from and --to are the same database.')
  const databases: TableCopy[] = []
  try {
    const source = await nameOption('--from', openTableCopy(from, true))
    databases.push(source)
    if (await source.readProgress()) throw unfinishedCopyError(redactUrl(from))
    const target = await nameOption('--to', openTableCopy(to))
    databases.push(target)
    const result = await copyAndCompare(source, target, options)
    print(options, { from: redactUrl(from), to: redactUrl(to), ...result }, summarize(result, to))
  } finally {
    for (const database of databases) await database.close()
  }
}

type Result = Awaited<ReturnType<typeof copyAndCompare>>

function summarize({ rows, tables, resumed, left }: Result, to: string): string {
  const resumeNote =
    resumed > 0 ? ` (${resumed.toLocaleString('en-US')} of them in an earlier run)` : ''
  const skipNote = left.length > 0 ? ` Skipped tables of other programs: ${left.join(', ')}.` : ''
  return `Copied ${formatCountOf(rows, 'row')} of ${formatCountOf(tables, 'table')}${resumeNote}; both databases are equal.${skipNote}\nSet DATABASE_URL to ${redactUrl(to)}.`
}

/** Replaces the setting's name with the option's name in errors from opening a database. */
async function nameOption<T>(option: string, connection: Promise<T>): Promise<T> {
  return connection.catch((error: unknown) => {
    throw error instanceof OperatorError
      ? new OperatorError(error.message.replace('DATABASE_URL', option), error.exitCode)
      : error
  })
}

async function copyAndCompare(source: TableCopy, target: TableCopy, options: Options) {
  const tables = listCommonTables(source, target)
  const tableNames = source.tables.map(({ name }) => name)
  const remainingTables = tableNames.filter((name) => !tables.some((table) => table.name === name))
  const sourceRows = await source.beginSnapshot()
  const identity = await hashIdentity(sourceRows, tables)
  const progress = await beginOrResume(target, tables, { source: identity, tables: {} }, options.to)
  const resumedRowCount = Object.values(progress.tables).reduce((sum, { rows }) => sum + rows, 0)
  let rows = 0
  for (const table of tables) rows += await sourceRows.count(table)
  await withRowCount('rows', resumedRowCount, rows, options, (report) =>
    copyRows(sourceRows, target, tables, progress, report),
  )
  await target.analyze()
  const targetRows = await target.beginSnapshot()
  await withRowCount('rows compared', 0, rows, options, (report) =>
    compareTables(sourceRows, targetRows, tables, report),
  )
  await targetRows.end()
  await sourceRows.end()
  await target.finish()
  return { tables: tables.length, rows, resumed: resumedRowCount, left: remainingTables }
}

async function beginOrResume(
  target: TableCopy,
  tables: TableInfo[],
  initialProgress: CopyProgress,
  to: string,
): Promise<CopyProgress> {
  const progress = await target.readProgress()
  if (progress && progress.source !== initialProgress.source)
    throw new OperatorError(
      `${redactUrl(to)} holds the unfinished copy of another database, or of an earlier state of this one; copy into an empty database.`,
    )
  if (progress) return progress
  const snapshot = await target.beginSnapshot()
  await requireEmpty(snapshot, tables, to)
  await snapshot.end()
  await target.reserveTarget(initialProgress)
  return initialProgress
}

/** Requires empty tables, except `secrets`, which is filled on first open. @throws OperatorError */
async function requireEmpty(snapshot: TableSnapshot, tables: TableInfo[], to: string) {
  for (const table of tables)
    if (table.name !== 'secrets' && (await snapshot.count(table)) > 0)
      throw new OperatorError(
        `${redactUrl(to)} has ${table.name} already and is not overwritten; copy into an empty database.`,
      )
}

const withRowCount = (
  unit: string,
  initialCount: number,
  totalCount: number,
  output: Output,
  work: (report: (addedRows: number) => void) => Promise<void>,
): Promise<void> =>
  withProgress(unit, output, ({ update }) => {
    let doneCount = initialCount
    return work((addedRows) => {
      doneCount += addedRows
      update(doneCount, totalCount)
    })
  })
