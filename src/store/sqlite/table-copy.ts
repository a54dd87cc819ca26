import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { exitCodes, OperatorError, toOperatorError } from '../faults.ts'
import {
  type CopyProgress,
  internalTables,
  maxBatchBytes,
  maxBatchRows,
  progressTable,
  type Row,
  rowBytes,
  type TableCopy,
  type TableInfo,
  type TableSnapshot,
  unfinishedCopyError,
  type Value,
} from '../table-copy.ts'
import { type Connection, connect } from './connection.ts'
import { fileOf, holdFile, makeFolder, realFile, refuseLogAlone } from './files.ts'
import { migrate } from './migrate.ts'

type Raw = Connection['raw']

/** How long whoever looks whether a file is served may take, in milliseconds. */
const glance = 1000

export const databaseLocation = (url: string): string => resolve(realFile(fileOf(url)))

export async function openTableCopy(url: string, there: boolean): Promise<TableCopy> {
  const file = realFile(fileOf(url))
  if (there && !existsSync(file))
    throw new OperatorError(`There is no database ${file} to copy.`, exitCodes.unusableDatabase)
  const opened: Connection[] = []
  const close = () => {
    for (const { raw } of opened.splice(0).reverse()) raw.close()
  }
  try {
    makeFolder(file)
    refuseLogAlone(file)
    opened.push(hold(file))
    // What is kept of a copy that is killed is whole without waiting for the disk; to finish it, it
    // is waited for.
    const connection = connect(file, { synchronous: 1 })
    opened.push(connection)
    await migrate(connection)
    return explained(tablesOn(connection, close), file)
  } catch (cause) {
    close()
    throw toOperatorError(cause, file)
  }
}

/** @throws OperatorError when a server has it */
function hold(file: string): Connection {
  try {
    return holdFile(file, glance)
  } catch (cause) {
    if (cause instanceof OperatorError)
      throw new OperatorError(
        `A Dealgraph uses ${file} at this moment; stop it first.`,
        exitCodes.locked,
      )
    throw cause
  }
}

const isThere = (raw: Raw) =>
  raw.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(progressTable) !== undefined

/** @throws OperatorError when what is there is a part of a copy */
export function refuseUnfinished({ raw }: Connection): void {
  if (isThere(raw)) throw unfinishedCopyError(raw.name)
}

function listOf(raw: Raw): TableInfo[] {
  const names = raw.prepare(
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
  )
  const column = raw.prepare('SELECT name FROM pragma_table_info(?)').pluck()
  const key = raw.prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk').pluck()
  const parent = raw.prepare('SELECT DISTINCT "table" FROM pragma_foreign_key_list(?)').pluck()
  return (names.pluck().all() as string[])
    .filter((name) => !internalTables.includes(name))
    .map((name) => ({
      name,
      columns: (column.all(name) as string[]).sort(),
      key: key.all(name) as string[],
      parents: parent.all(name) as string[],
    }))
}

const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(', ')
const marks = (names: string[]) => names.map(() => '?').join(', ')

function tablesOn({ raw }: Connection, close: () => void): TableCopy {
  const change = (work: () => void) => raw.transaction(work).immediate()
  const note = (progress: CopyProgress) =>
    raw.prepare(`UPDATE "${progressTable}" SET state = ?`).run(JSON.stringify(progress))
  return {
    list: listOf(raw),
    async read() {
      // Nobody else writes meanwhile: it would be lost.
      raw.exec('BEGIN IMMEDIATE')
      return snapshotOn(raw)
    },
    progress: async () =>
      isThere(raw)
        ? (JSON.parse(
            raw.prepare(`SELECT state FROM "${progressTable}"`).pluck().get() as string,
          ) as CopyProgress)
        : undefined,
    begin: async (progress) =>
      change(() => {
        raw.exec(
          `CREATE TABLE "${progressTable}" (state TEXT NOT NULL) STRICT; DELETE FROM secrets`,
        )
        raw.prepare(`INSERT INTO "${progressTable}" VALUES (?)`).run(JSON.stringify(progress))
      }),
    add: async ({ name, columns }, rows, progress) => {
      const insert = raw.prepare(
        `INSERT INTO "${name}" (${quoted(columns)}) VALUES (${marks(columns)})`,
      )
      change(() => {
        for (const row of rows) insert.run(row)
        note(progress)
      })
    },
    // The planner goes by sizes that it was told, not by those that it finds.
    analyze: async () => {},
    async finish() {
      raw.pragma('synchronous = 2')
      raw.exec(`DROP TABLE "${progressTable}"`)
      raw.pragma('wal_checkpoint(TRUNCATE)')
    },
    close: async () => close(),
  }
}

function snapshotOn(raw: Raw): TableSnapshot {
  return {
    count: async ({ name }) =>
      raw.prepare(`SELECT count(*) FROM "${name}"`).pluck().get() as number,
    async *rows({ name, columns, key }, after?: Value[]) {
      const behind = after ? ` WHERE (${quoted(key)}) > (${marks(key)})` : ''
      const found = raw
        .prepare(`SELECT ${quoted(columns)} FROM "${name}"${behind} ORDER BY ${quoted(key)}`)
        .raw()
      let rows: Row[] = []
      let bytes = 0
      for (const row of found.iterate(...(after ?? [])) as IterableIterator<Row>) {
        rows.push(row)
        bytes += rowBytes(row)
        if (rows.length < maxBatchRows && bytes < maxBatchBytes) continue
        yield rows
        rows = []
        bytes = 0
      }
      if (rows.length > 0) yield rows
    },
    end: async () => void raw.exec('ROLLBACK'),
  }
}

/** What the disk or the file is to blame for is told in a sentence. */
function explained(tables: TableCopy, file: string): TableCopy {
  const told = <A extends unknown[], T>(work: (...given: A) => Promise<T>) => {
    return (...given: A) =>
      work(...given).catch((cause: unknown) => Promise.reject(toOperatorError(cause, file)))
  }
  const { read, begin, add, finish } = tables
  return { ...tables, read: told(read), begin: told(begin), add: told(add), finish: told(finish) }
}
