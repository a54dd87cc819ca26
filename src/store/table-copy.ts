/** Reads and writes whole tables, in batches of rows in key order, to copy a database. */
import { OperatorError } from './faults.ts'
import type { Dialect } from './query.ts'

export type Value = string | number | Buffer | null
export type Row = Value[]

export interface TableInfo {
  name: string
  /** The column names, sorted because their order differs between databases. */
  columns: string[]
  /** The column types, in the order of `columns`. */
  types: string[]
  key: string[]
  parents: string[]
}

/** A row of `selectTablesSql`. JSON text lists column types (by name), key columns and parents. */
export type TableRow = { name: string; columns: string; key: string | null; parents: string | null }

/** Statements that list all tables, except those of the database system and its extensions. */
export const selectTablesSql: Record<Dialect, string> = {
  sqlite: `SELECT t.name,
    (SELECT json_group_object(name, type) FROM pragma_table_info(t.name)) AS columns,
    (SELECT json_group_array(name ORDER BY pk) FROM pragma_table_info(t.name) WHERE pk > 0) AS "key",
    (SELECT json_group_array(DISTINCT "table") FROM pragma_foreign_key_list(t.name)) AS parents
    FROM pragma_table_list t WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
  postgres: `SELECT c.relname AS name,
    (SELECT json_object_agg(a.attname, format_type(a.atttypid, a.atttypmod)) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
    (SELECT json_agg(a.attname ORDER BY k.place) FROM pg_index i, unnest(i.indkey::int2[]) WITH ORDINALITY AS k(number, place), pg_attribute a
      WHERE i.indrelid = c.oid AND i.indisprimary AND a.attrelid = c.oid AND a.attnum = k.number) AS key,
    (SELECT json_agg(DISTINCT p.relname) FROM pg_constraint f JOIN pg_class p ON p.oid = f.confrelid WHERE f.conrelid = c.oid AND f.contype = 'f') AS parents
    FROM pg_class c WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
    ORDER BY c.relname`,
}

export function toTableInfo({ name, columns, key, parents }: TableRow): TableInfo {
  const types = Object.entries(JSON.parse(columns) as Record<string, string>).sort()
  return {
    name,
    columns: types.map(([column]) => column),
    types: types.map(([, type]) => type),
    key: JSON.parse(key ?? '[]') as string[],
    parents: JSON.parse(parents ?? '[]') as string[],
  }
}

export interface DatabaseSnapshot {
  countRows(table: TableInfo): Promise<number>
  /** Reads the rows after a key, by default all rows, in batches in key order. */
  readRows(table: TableInfo, afterKey?: Value[]): AsyncIterable<Row[]>
  end(): Promise<void>
}

/** The progress of a copy, stored in the target until the copy is complete. */
export interface CopyProgress {
  /** Identifies the source database and its state. */
  source: string
  /** For each table, the number of copied rows and the key of the last copied row. */
  tables: Record<string, { rows: number; last: Value[] }>
}

export const progressTable = 'copyProgress'

/** Tables that are not copied. Triggers fill `dealRankCounts` in the target. */
const excludedTables = ['kysely_migration', 'windows', progressTable, 'dealRankCounts']

export const listCopiedTables = (rows: TableRow[]): TableInfo[] =>
  rows.map(toTableInfo).filter(({ name }) => !excludedTables.includes(name))

/** The maximum number of rows in a batch, and their approximate maximum size in memory. */
const maxBatchRows = 2000
const maxBatchBytes = 1_000_000

const countValueBytes = (value: Value): number =>
  typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 8
const countRowBytes = (row: Row): number =>
  row.reduce<number>((sum, value) => sum + countValueBytes(value), 0)

export const quoteNames = (names: string[]): string => names.map((name) => `"${name}"`).join(', ')

/** A database that is opened exclusively, as the source or target of a copy. */
export abstract class TableCopy {
  abstract readonly tables: TableInfo[]
  protected abstract readonly beginReadSql: string
  protected abstract readonly beginWriteSql: string

  /** Runs a statement. @throws OperatorError after a database fault */
  protected abstract query(sql: string, values?: Value[]): Promise<Row[]>
  /** Returns the placeholder of the parameter at a position, counted from 1. */
  protected abstract getPlaceholder(position: number): string
  protected abstract insert(table: TableInfo, rows: Row[]): Promise<void>
  protected abstract hasProgress(): Promise<boolean>
  abstract analyze(): Promise<void>
  /** Makes the copy durable and the database usable. */
  abstract finish(): Promise<void>
  abstract close(): Promise<void>

  /** Begins a snapshot. Until it ends, no other transaction can run on this connection. */
  async beginSnapshot(): Promise<DatabaseSnapshot> {
    await this.query(this.beginReadSql)
    return {
      countRows: async ({ name }) =>
        Number((await this.query(`SELECT count(*) FROM "${name}"`))[0]?.[0]),
      readRows: (table, afterKey) => this.#readRows(table, afterKey),
      end: async () => void (await this.query('ROLLBACK')),
    }
  }

  /** Returns the progress of an unfinished copy into this database; undefined if there is none. */
  async readProgress(): Promise<CopyProgress | undefined> {
    if (!(await this.hasProgress())) return undefined
    const [row] = await this.query(`SELECT state FROM "${progressTable}"`)
    return JSON.parse(String(row?.[0])) as CopyProgress
  }

  /** Marks the target database as reserved for the copy, and deletes its secrets. */
  reserveTarget(progress: CopyProgress): Promise<void> {
    return this.#write(async () => {
      await this.query(`CREATE TABLE "${progressTable}" (state TEXT NOT NULL)`)
      await this.query('DELETE FROM "secrets"')
      await this.query(`INSERT INTO "${progressTable}" VALUES (${toLiteral(progress)})`)
    })
  }

  /** Inserts rows and stores the copy's progress in one transaction. */
  addRows(table: TableInfo, rows: Row[], progress: CopyProgress): Promise<void> {
    return this.#write(async () => {
      await this.insert(table, rows)
      await this.query(`UPDATE "${progressTable}" SET state = ${toLiteral(progress)}`)
    })
  }

  /** Yields batches of rows in key order. A batch's row sizes determine the next batch's size. */
  async *#readRows({ name, columns, key }: TableInfo, afterKey?: Value[]): AsyncGenerator<Row[]> {
    const selectSql = `SELECT ${quoteNames(columns)} FROM "${name}"`
    const keyNames = quoteNames(key)
    const placeholders = key.map((_, index) => this.getPlaceholder(index + 1)).join(', ')
    let lastKey = afterKey
    for (let batchSize = 100; ; ) {
      const conditionSql = lastKey ? `WHERE (${keyNames}) > (${placeholders})` : ''
      const statement = `${selectSql} ${conditionSql} ORDER BY ${keyNames} LIMIT ${batchSize}`
      const rows = await this.query(statement, lastKey)
      if (rows.length > 0) yield rows
      if (rows.length < batchSize) return
      lastKey = key.map((column) => rows.at(-1)?.[columns.indexOf(column)] ?? null)
      const batchBytes = rows.reduce((sum, row) => sum + countRowBytes(row), 0)
      const maxRowsByBytes = Math.floor((maxBatchBytes * batchSize) / batchBytes)
      batchSize = Math.max(1, Math.min(maxBatchRows, batchSize * 2, maxRowsByBytes))
    }
  }

  async #write(work: () => Promise<void>): Promise<void> {
    await this.query(this.beginWriteSql)
    try {
      await work()
      await this.query('COMMIT')
    } catch (cause) {
      await this.query('ROLLBACK').catch(() => undefined)
      throw cause
    }
  }
}

const toLiteral = (progress: CopyProgress) => `'${JSON.stringify(progress).replaceAll("'", "''")}'`

/** Sorts tables so that each table follows the tables that it references. */
export function sortParentsFirst<T extends Pick<TableInfo, 'name' | 'parents'>>(tables: T[]): T[] {
  const orderedTables: T[] = []
  while (orderedTables.length < tables.length) {
    const remainingTables = tables.filter((table) => !orderedTables.includes(table))
    const readyTables = remainingTables.filter(({ parents }) =>
      parents.every((parent) => orderedTables.some(({ name }) => name === parent)),
    )
    if (readyTables.length === 0)
      throw new Error(`Foreign keys form a cycle: ${remainingTables.map(({ name }) => name)}`)
    orderedTables.push(...readyTables)
  }
  return orderedTables
}

export const createUnfinishedCopyError = (database: string): OperatorError =>
  new OperatorError(
    `${database} contains an unfinished copy; run the same "dealgraph copy" again to resume it.`,
    'unusableDatabase',
  )

export const createDatabaseInUseError = (database: string): OperatorError =>
  new OperatorError(`Another Dealgraph process is using ${database}; stop it first.`, 'locked')
