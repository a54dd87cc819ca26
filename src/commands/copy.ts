/** The command `copy`: copies all rows from one database to another, and compares the databases. */
import { createHash } from 'node:crypto'
import { type Command, InvalidArgumentError } from 'commander'
import { yieldToEventLoop } from '../lib/async.ts'
import { formatCount, formatCountOf } from '../lib/text.ts'
import { settingTable } from '../settings.ts'
import { OperatorError } from '../store/faults.ts'
import { getDatabaseLocation, openTableCopy } from '../store/open.ts'
import { redactUrl } from '../store/postgres/faults.ts'
import {
  type CopyProgress,
  createUnfinishedCopyError,
  type DatabaseSnapshot,
  type Row,
  sortParentsFirst,
  type TableCopy,
  type TableInfo,
} from '../store/table-copy.ts'
import { type Output, type Progress, print, withProgress } from './command-helpers.ts'

type Options = Output & { from: string; to: string }
type ReportRows = (addedRows: number) => void

const helpText = `
First stop all processes on both databases: serve (otherwise, the command fails) and dispatch.
The source database is migrated to the current schema, but not otherwise changed. API keys, cursors
and webhooks remain valid. To resume an interrupted copy, run the same command again. Until the copy
is complete, only doctor can also open the target. To omit the password from a URL, set PGPASSWORD.

Examples:
  npx dealgraph copy --from sqlite:db/dealgraph.db \\
    --to postgres://dealgraph@127.0.0.1/dealgraph
  npx dealgraph copy --from postgres://dealgraph@127.0.0.1/dealgraph --to sqlite:dealgraph.db`

export function addCopy(program: Command): void {
  program
    .command('copy')
    .description('copy all data to an empty SQLite or PostgreSQL database, and compare both')
    .requiredOption('--from <url>', 'source: sqlite:PATH or postgres://…', parseDatabaseUrl)
    .requiredOption(
      '--to <url>',
      'target, a database without companies: sqlite:PATH or postgres://…',
      parseDatabaseUrl,
    )
    .addHelpText('after', helpText)
    .action(copyDatabase)
}

function parseDatabaseUrl(text: string): string {
  const { parse, validValues } = settingTable.DATABASE_URL
  const url = parse(text)
  if (!url) throw new InvalidArgumentError(`The database URL must be ${validValues}.`)
  return url
}

async function copyDatabase(options: Options): Promise<void> {
  const { from, to } = options
  const sourceLocation = await withOptionName('--from', getDatabaseLocation(from))
  if (sourceLocation === (await withOptionName('--to', getDatabaseLocation(to))))
    throw new OperatorError('--from and --to name the same database; choose another target.')
  const databases: TableCopy[] = []
  try {
    const source = await withOptionName('--from', openTableCopy(from, true))
    databases.push(source)
    if (await source.readProgress()) throw createUnfinishedCopyError(redactUrl(from))
    const target = await withOptionName('--to', openTableCopy(to))
    databases.push(target)
    const result = await copyAndCompare(source, target, options)
    print(options, { from: redactUrl(from), to: redactUrl(to), ...result }, summarize(result, to))
  } finally {
    for (const database of databases) await database.close()
  }
}

type CopyResult = Awaited<ReturnType<typeof copyAndCompare>>

function summarize({ rows, tables, resumed, left }: CopyResult, to: string): string {
  const resumeNote = resumed > 0 ? ` (${formatCount(resumed)} rows in an earlier run)` : ''
  const skipNote = left.length > 0 ? ` Skipped unknown tables: ${left.join(', ')}.` : ''
  return `Copied ${formatCountOf(rows, 'row')} of ${formatCountOf(tables, 'table')}${resumeNote}; the databases are equal.${skipNote}\nTo use the copy, set DATABASE_URL to ${redactUrl(to)}.`
}

/** Names the option, not the setting `DATABASE_URL`, in errors from opening a database. */
const withOptionName = <T>(option: string, connection: Promise<T>): Promise<T> =>
  connection.catch((error: unknown) => {
    if (!(error instanceof OperatorError)) throw error
    throw new OperatorError(error.message.replace('DATABASE_URL', option), error.failure)
  })

async function copyAndCompare(source: TableCopy, target: TableCopy, options: Options) {
  const tables = listCommonTables(source, target)
  const skippedNames = source.tables.flatMap((table) => (tables.includes(table) ? [] : table.name))
  const sourceRows = await source.beginSnapshot()
  const hash = await hashSourceState(sourceRows, tables)
  const progress = await beginOrResume(target, tables, { source: hash, tables: {} }, options.to)
  const resumedRows = Object.values(progress.tables).reduce((sum, { rows }) => sum + rows, 0)
  let rowCount = 0
  for (const table of tables) rowCount += await sourceRows.countRows(table)
  await withProgress('rows', options, (bar) =>
    copyRows(sourceRows, target, tables, progress, createCounter(bar, resumedRows, rowCount)),
  )
  await target.analyze()
  const targetRows = await target.beginSnapshot()
  await withProgress('rows compared', options, (bar) =>
    compareTables(sourceRows, targetRows, tables, createCounter(bar, 0, rowCount)),
  )
  await targetRows.end()
  await sourceRows.end()
  await target.finish()
  return { tables: tables.length, rows: rowCount, resumed: resumedRows, left: skippedNames }
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
      `${redactUrl(to)} contains an unfinished copy of another database or of an earlier state of the source; copy into an empty database.`,
    )
  if (progress) return progress
  const snapshot = await target.beginSnapshot()
  // Opening a new database fills the table `secrets`, so its rows do not indicate existing data.
  for (const table of tables)
    if (table.name !== 'secrets' && (await snapshot.countRows(table)) > 0)
      throw new OperatorError(
        `${redactUrl(to)} already contains ${table.name} and is not overwritten; copy into an empty database.`,
      )
  await snapshot.end()
  await target.reserveTarget(initialProgress)
  return initialProgress
}

function createCounter({ update }: Progress, initialCount: number, total: number): ReportRows {
  let doneCount = initialCount
  return (addedRows) => {
    doneCount += addedRows
    update(doneCount, total)
  }
}

/** Lists the common tables, parents first. @throws OperatorError if their columns differ */
function listCommonTables(source: TableCopy, target: TableCopy): TableInfo[] {
  const tables = source.tables.filter(({ name, columns, key }) => {
    const match = target.tables.find((table) => table.name === name)
    if (match && (String(columns) !== String(match.columns) || String(key) !== String(match.key)))
      throw new OperatorError(
        `The table ${name} cannot be copied: its columns differ between the databases.`,
      )
    return match
  })
  return sortParentsFirst(tables)
}

/**
 * Hashes the rows of the tables without a `companyId`. These rows include each company's latest
 * event sequence number, so the hash identifies a database and its state.
 */
async function hashSourceState(snapshot: DatabaseSnapshot, tables: TableInfo[]): Promise<string> {
  const hash = createHash('sha256')
  for (const table of tables.filter(({ columns }) => !columns.includes('companyId')))
    hash.update((await hashTable(snapshot, table)).hash)
  return hash.digest('base64url')
}

async function copyRows(
  source: DatabaseSnapshot,
  target: TableCopy,
  tables: TableInfo[],
  initialProgress: CopyProgress,
  report: ReportRows,
): Promise<void> {
  let progress = initialProgress
  for (const table of tables) {
    // The source reads the next chunk of rows while the target writes the previous chunk.
    let pendingWrite = Promise.resolve()
    for await (const rows of source.readRows(table, progress.tables[table.name]?.last)) {
      await pendingWrite
      progress = advance(progress, table, rows)
      pendingWrite = target.addRows(table, rows, progress).catch((cause) => {
        if (cause instanceof OperatorError) throw cause
        const reason = cause instanceof Error ? cause.message : cause
        throw new OperatorError(`Writing to the table ${table.name} failed (${reason}).`)
      })
      pendingWrite.catch(() => undefined)
      report(rows.length)
      await yieldToEventLoop()
    }
    await pendingWrite
  }
}

function advance({ source, tables }: CopyProgress, { name, columns, key }: TableInfo, rows: Row[]) {
  const lastKey = key.map((column) => rows.at(-1)?.[columns.indexOf(column)] ?? null)
  const rowCount = (tables[name]?.rows ?? 0) + rows.length
  return { source, tables: { ...tables, [name]: { rows: rowCount, last: lastKey } } }
}

async function compareTables(
  source: DatabaseSnapshot,
  target: DatabaseSnapshot,
  tables: TableInfo[],
  report: ReportRows,
): Promise<void> {
  for (const table of tables) {
    const abortController = new AbortController()
    const computeDigest = (snapshot: DatabaseSnapshot, onRows?: ReportRows) =>
      hashTable(snapshot, table, onRows, abortController.signal).catch((cause: unknown) => {
        abortController.abort(cause)
        throw cause
      })
    const digests = [computeDigest(source, report), computeDigest(target)] as const
    // If one digest fails, wait until the other has stopped reading from its snapshot.
    await Promise.allSettled(digests)
    const [expected, actual] = await Promise.all(digests)
    if (expected.hash === actual.hash) continue
    const difference =
      expected.rows === actual.rows
        ? `both databases have ${formatCountOf(expected.rows, 'row')}, but with different values`
        : `the source has ${formatCountOf(expected.rows, 'row')} and the copy ${actual.rows}`
    throw new OperatorError(
      `The copy differs from its source in the table ${table.name}: ${difference}; copy again into an empty database.`,
    )
  }
}

const toHashableValue = (value: Row[number]) =>
  Buffer.isBuffer(value) ? { base64: value.toString('base64') } : value

/** Hashes all rows of a table in key order. The hash is the same for SQLite and PostgreSQL. */
async function hashTable(
  snapshot: DatabaseSnapshot,
  table: TableInfo,
  report: ReportRows = () => {},
  signal?: AbortSignal,
): Promise<{ rows: number; hash: string }> {
  const hash = createHash('sha256').update(JSON.stringify(table.columns))
  let rowCount = 0
  for await (const rows of snapshot.readRows(table)) {
    for (const row of rows) hash.update(`\n${JSON.stringify(row.map(toHashableValue))}`)
    rowCount += rows.length
    report(rows.length)
    await yieldToEventLoop()
    signal?.throwIfAborted()
  }
  return { rows: rowCount, hash: hash.digest('base64url') }
}
