/** Reads and writes the tables of a SQLite file for the `copy` command. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { OperatorError, toOperatorError } from '../faults.ts'
import * as copy from '../table-copy.ts'
import { type Connection, connect } from './connection.ts'
import { lockForServing, makeFolder, rejectOrphanedLog, resolveFile, toFilePath } from './files.ts'
import { migrate } from './migrate.ts'

type RawConnection = Connection['raw']

const lockTimeoutMs = 1000

export const getDatabaseLocation = (url: string): string => resolve(resolveFile(toFilePath(url)))

export async function openTableCopy(url: string, mustExist: boolean): Promise<copy.TableCopy> {
  const file = resolveFile(toFilePath(url))
  if (mustExist && !existsSync(file))
    throw new OperatorError(`No database at ${file}; check DATABASE_URL.`, 'unusableDatabase')
  const connections: Connection[] = []
  const close = () => {
    for (const { raw } of connections.splice(0).reverse()) raw.close()
  }
  try {
    makeFolder(file)
    rejectOrphanedLog(file)
    connections.push(openExclusively(file))
    // An interrupted copy is consistent even if its commits are not synced; `finish` syncs them.
    const connection = connect(file, { synchronous: 1 })
    connections.push(connection)
    await migrate(connection)
    return new SqliteTableCopy(connection.raw, file, close)
  } catch (cause) {
    close()
    throw toOperatorError(cause, file)
  }
}

/** Opens the file exclusively. @throws OperatorError if a process is serving it */
function openExclusively(file: string): Connection {
  try {
    return lockForServing(file, lockTimeoutMs)
  } catch (cause) {
    throw cause instanceof OperatorError ? copy.createDatabaseInUseError(file) : cause
  }
}

const hasProgress = (raw: RawConnection) =>
  raw.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(copy.progressTable) !== undefined

/** @throws OperatorError if the database is the target of an unfinished copy */
export function rejectUnfinishedCopy({ raw }: Connection): void {
  if (hasProgress(raw)) throw copy.createUnfinishedCopyError(raw.name)
}

const toPlaceholders = (names: string[]) => names.map(() => '?').join(', ')

class SqliteTableCopy extends copy.TableCopy {
  readonly tables: copy.TableInfo[]
  // Blocks writes by other processes, which would be missing from the copy.
  protected readonly beginReadSql = 'BEGIN IMMEDIATE'
  protected readonly beginWriteSql = 'BEGIN IMMEDIATE'
  readonly #raw: RawConnection
  readonly #file: string
  readonly #close: () => void

  constructor(raw: RawConnection, file: string, close: () => void) {
    super()
    this.tables = copy.listCopiedTables(
      raw.prepare<[], copy.TableRow>(copy.selectTablesSql.sqlite).all(),
    )
    this.#raw = raw
    this.#file = file
    this.#close = close
  }

  protected query(sql: string, values: copy.Value[] = []): Promise<copy.Row[]> {
    return this.#convertErrors(() => {
      const statement = this.#raw.prepare(sql)
      if (statement.reader) return statement.raw().all(...values) as copy.Row[]
      statement.run()
      return []
    })
  }

  protected insert({ name, columns }: copy.TableInfo, rows: copy.Row[]): Promise<void> {
    return this.#convertErrors(() => {
      const insert = this.#raw.prepare(
        `INSERT INTO "${name}" (${copy.quoteNames(columns)}) VALUES (${toPlaceholders(columns)})`,
      )
      for (const row of rows) insert.run(row)
    })
  }

  protected getPlaceholder = () => '?'

  protected hasProgress = async () => hasProgress(this.#raw)

  /** Does nothing, because SQLite's planner uses fixed statistics (see `migrate.ts`). */
  analyze = async () => {}

  async finish(): Promise<void> {
    for (const sql of [
      'PRAGMA synchronous = 2',
      `DROP TABLE "${copy.progressTable}"`,
      'PRAGMA wal_checkpoint(TRUNCATE)',
    ])
      await this.query(sql)
  }

  close = async () => this.#close()

  async #convertErrors<T>(work: () => T): Promise<T> {
    try {
      return work()
    } catch (cause) {
      throw toOperatorError(cause, this.#file)
    }
  }
}
