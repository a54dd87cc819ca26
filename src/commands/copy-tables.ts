/** Copies the rows of one database to another, and compares the two. */
import { createHash } from 'node:crypto'
import { yieldToEventLoop } from '../lib/async.ts'
import { formatCountOf } from '../lib/text.ts'
import { OperatorError } from '../store/faults.ts'
import {
  type CopyProgress,
  type Row,
  sortParentsFirst,
  type TableCopy,
  type TableInfo,
  type TableSnapshot,
} from '../store/table-copy.ts'

type ReportRows = (addedRows: number) => void

/** Returns the tables of both databases, parents first. @throws OperatorError if columns differ */
export function listCommonTables(source: TableCopy, target: TableCopy): TableInfo[] {
  const tables = source.tables.filter(({ name }) =>
    target.tables.some((table) => table.name === name),
  )
  for (const { name, columns, key } of tables) {
    const match = target.tables.find((table) => table.name === name)
    if (String(columns) !== String(match?.columns) || String(key) !== String(match?.key))
      throw new OperatorError(
        `The table ${name} cannot be copied: its columns differ between the two databases.`,
      )
  }
  return sortParentsFirst(tables)
}

/**
 * Hashes the rows without a company, which include the event count of each company. The hash
 * identifies a database and its state.
 */
export async function hashIdentity(snapshot: TableSnapshot, tables: TableInfo[]): Promise<string> {
  const hash = createHash('sha256')
  for (const table of tables.filter(({ columns }) => !columns.includes('companyId')))
    hash.update((await hashTable(snapshot, table)).hash)
  return hash.digest('base64url')
}

export async function copyRows(
  source: TableSnapshot,
  target: TableCopy,
  tables: TableInfo[],
  initialProgress: CopyProgress,
  report: ReportRows,
): Promise<void> {
  let progress = initialProgress
  for (const table of tables) {
    // The source reads the next chunk while the target writes.
    let pendingWrite = Promise.resolve()
    for await (const rows of source.rows(table, progress.tables[table.name]?.last)) {
      await pendingWrite
      progress = advance(progress, table, rows)
      pendingWrite = target
        .addRows(table, rows, progress)
        .catch((cause) => Promise.reject(explainWriteError(cause, table)))
      pendingWrite.catch(() => undefined)
      report(rows.length)
      await yieldToEventLoop()
    }
    await pendingWrite
  }
}

function advance({ source, tables }: CopyProgress, { name, columns, key }: TableInfo, rows: Row[]) {
  const last = key.map((column) => rows.at(-1)?.[columns.indexOf(column)] ?? null)
  return {
    source,
    tables: { ...tables, [name]: { rows: (tables[name]?.rows ?? 0) + rows.length, last } },
  }
}

const explainWriteError = (cause: unknown, { name }: TableInfo): unknown =>
  cause instanceof OperatorError
    ? cause
    : new OperatorError(
        `Rows of the table ${name} cannot be written (${cause instanceof Error ? cause.message : cause}).`,
      )

export async function compareTables(
  source: TableSnapshot,
  target: TableSnapshot,
  tables: TableInfo[],
  report: ReportRows,
): Promise<void> {
  for (const table of tables) {
    const failure = new AbortController()
    const digest = (snapshot: TableSnapshot, onRows?: ReportRows) =>
      hashTable(snapshot, table, onRows, failure.signal).catch((cause: unknown) => {
        failure.abort(cause)
        throw cause
      })
    const digests = [digest(source, report), digest(target)] as const
    // If one digest fails, waits until the other has stopped reading from its snapshot.
    await Promise.allSettled(digests)
    const [expected, actual] = await Promise.all(digests)
    if (expected.hash === actual.hash) continue
    const counts =
      expected.rows === actual.rows
        ? `both have ${formatCountOf(expected.rows, 'row')}, with different values`
        : `the source has ${formatCountOf(expected.rows, 'row')}, the copy ${actual.rows}`
    throw new OperatorError(
      `The copy differs from its source in the table ${table.name}: ${counts}; copy again into an empty database.`,
    )
  }
}

/** Hashes all rows of a table in key order, with the same result on every database. */
async function hashTable(
  snapshot: TableSnapshot,
  table: TableInfo,
  report: ReportRows = () => {},
  signal?: AbortSignal,
): Promise<{ rows: number; hash: string }> {
  const hash = createHash('sha256').update(JSON.stringify(table.columns))
  let count = 0
  for await (const rows of snapshot.rows(table)) {
    for (const row of rows)
      hash.update(
        `\n${JSON.stringify(row.map((value) => (Buffer.isBuffer(value) ? { base64: value.toString('base64') } : value)))}`,
      )
    count += rows.length
    report(rows.length)
    await yieldToEventLoop()
    signal?.throwIfAborted()
  }
  return { rows: count, hash: hash.digest('base64url') }
}
