import { createHash } from 'node:crypto'
import { countOf } from '../lib/plural.ts'
import { yieldToEventLoop } from '../store/chunks.ts'
import { OperatorError } from '../store/faults.ts'
import {
  type Progress,
  parentsFirst,
  type Row,
  type Snapshot,
  type Table,
  type Tables,
} from '../store/tables.ts'

/** Told of so many more rows that are done. */
type Tell = (rows: number) => void

/**
 * The tables that both databases have, each behind those that it refers to. @throws OperatorError
 * where they differ
 */
export function tablesOfBoth(source: Tables, target: Tables): Table[] {
  const both = source.list.filter(({ name }) => target.list.some((table) => table.name === name))
  for (const { name, columns, key } of both) {
    const other = target.list.find((table) => table.name === name)
    if (String(columns) !== String(other?.columns) || String(key) !== String(other?.key))
      throw new OperatorError(
        `The table ${name} has other columns in one of the databases than in the other: somebody has changed it, and it cannot be copied.`,
      )
  }
  return parentsFirst(both)
}

/**
 * What tells a database from others, and from itself before it was changed: the rows that are no
 * company's own, among them how many events each had.
 */
export async function identityOf(snapshot: Snapshot, tables: Table[]): Promise<string> {
  const hash = createHash('sha256')
  for (const table of tables.filter(({ columns }) => !columns.includes('companyId')))
    hash.update((await digestOf(snapshot, table)).hash)
  return hash.digest('base64url')
}

/** Copies what is not there yet, a part of a table after another. */
export async function copyRows(
  from: Snapshot,
  target: Tables,
  tables: Table[],
  begun: Progress,
  tell: Tell,
): Promise<void> {
  let progress = begun
  for (const table of tables) {
    // While the one database writes, the other reads on.
    let writing = Promise.resolve()
    for await (const rows of from.rows(table, progress.tables[table.name]?.last)) {
      await writing
      progress = advanced(progress, table, rows)
      writing = target
        .add(table, rows, progress)
        .catch((cause) => Promise.reject(refused(cause, table)))
      writing.catch(() => undefined)
      tell(rows.length)
      await yieldToEventLoop()
    }
    await writing
  }
}

function advanced(
  { source, tables }: Progress,
  { name, columns, key }: Table,
  rows: Row[],
): Progress {
  const last = key.map((column) => rows.at(-1)?.[columns.indexOf(column)] ?? null)
  return {
    source,
    tables: { ...tables, [name]: { rows: (tables[name]?.rows ?? 0) + rows.length, last } },
  }
}

const refused = (cause: unknown, { name }: Table): unknown =>
  cause instanceof OperatorError
    ? cause
    : new OperatorError(
        `Rows of the table ${name} cannot be written (${cause instanceof Error ? cause.message : cause}).`,
      )

/** Reads both databases from beginning to end. @throws OperatorError when they differ */
export async function compare(
  source: Snapshot,
  target: Snapshot,
  tables: Table[],
  tell: Tell,
): Promise<void> {
  for (const table of tables) {
    const failed = new AbortController()
    const digest = (snapshot: Snapshot, told?: Tell) =>
      digestOf(snapshot, table, told, failed.signal).catch((cause: unknown) => {
        failed.abort(cause)
        throw cause
      })
    const digests = [digest(source, tell), digest(target)] as const
    // When one fails the other stops too, before anybody closes what it reads from.
    await Promise.allSettled(digests)
    const [there, here] = await Promise.all(digests)
    if (there.hash === here.hash) continue
    const counts =
      there.rows === here.rows
        ? `both have ${countOf(there.rows, 'row')}, but not the same`
        : `the source has ${countOf(there.rows, 'row')}, and the copy ${here.rows}`
    throw new OperatorError(
      `The copy differs from its source in the table ${table.name}: ${counts}; copy again into an empty database.`,
    )
  }
}

/**
 * One hash over all rows of a table, in the order of their keys, which is the same in whichever
 * database they are.
 */
async function digestOf(
  snapshot: Snapshot,
  table: Table,
  tell: Tell = () => {},
  ended?: AbortSignal,
): Promise<{ rows: number; hash: string }> {
  const hash = createHash('sha256').update(JSON.stringify(table.columns))
  let count = 0
  for await (const rows of snapshot.rows(table)) {
    for (const row of rows)
      hash.update(
        `\n${JSON.stringify(row.map((value) => (Buffer.isBuffer(value) ? { base64: value.toString('base64') } : value)))}`,
      )
    count += rows.length
    tell(rows.length)
    await yieldToEventLoop()
    ended?.throwIfAborted()
  }
  return { rows: count, hash: hash.digest('base64url') }
}
