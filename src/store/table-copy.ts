/** Whole tables, copied from one database to another row by row, in key order. */
import { exitCodes, OperatorError } from './faults.ts'
import type { Dialect } from './query.ts'

export type Value = string | number | Buffer | null
export type Row = Value[]

export interface TableInfo {
  name: string
  /** Sorted by name, since their order differs between databases. */
  columns: string[]
  /** The types of the columns. */
  types: string[]
  key: string[]
  parents: string[]
}

/** A table as the statements of `selectTables` return it: its columns with their types, as JSON. */
export type TableRow = { name: string; columns: string; key: string | null; parents: string | null }

/** Statements that list all tables, except those of the database and of its extensions. */
export const selectTables: Record<Dialect, string> = {
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

export interface TableSnapshot {
  count(table: TableInfo): Promise<number>
  /** Reads all rows after a key in batches, in key order. */
  rows(table: TableInfo, afterKey?: Value[]): AsyncIterable<Row[]>
  end(): Promise<void>
}

/** The progress of a copy, stored in the target until the copy is complete. */
export interface CopyProgress {
  /** The identity of the source and of its state. */
  source: string
  /** The number of copied rows of each table, and the key of the last row copied. */
  tables: Record<string, { rows: number; last: Value[] }>
}

export const progressTable = 'copyProgress'

/** Tables that are not copied. Triggers fill `dealRankCounts` in the target. */
const internalTables = ['kysely_migration', 'windows', progressTable, 'dealRankCounts']

export const listCopiedTables = (rows: TableRow[]): TableInfo[] =>
  rows.map(toTableInfo).filter(({ name }) => !internalTables.includes(name))

/** The limits of a batch: its rows, and its approximate bytes in memory. */
const maxBatchRows = 2000
const maxBatchBytes = 1_000_000

const countValueBytes = (value: Value): number =>
  typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 8
const countRowBytes = (row: Row): number =>
  row.reduce<number>((sum, value) => sum + countValueBytes(value), 0)

export const quoteNames = (names: string[]): string => names.map((name) => `"${name}"`).join(', ')

/** A database opened for a copy, with exclusive access. */
export abstract class TableCopy {
  abstract readonly tables: TableInfo[]
  protected abstract readonly beginRead: string
  protected abstract readonly beginWrite: string

  /** Runs a statement. @throws OperatorError for a fault of the database */
  protected abstract query(sql: string, values?: Value[]): Promise<Row[]>
  /** Returns the parameter of a statement at a position from 1. */
  protected abstract getPlaceholder(position: number): string
  protected abstract insert(table: TableInfo, rows: Row[]): Promise<void>
  protected abstract hasProgress(): Promise<boolean>
  abstract analyze(): Promise<void>
  /** Makes the copy durable and the database usable. */
  abstract finish(): Promise<void>
  abstract close(): Promise<void>

  /** Opens a snapshot; no other transaction can run until it ends. */
  async beginSnapshot(): Promise<TableSnapshot> {
    await this.query(this.beginRead)
    return {
      count: async ({ name }) =>
        Number((await this.query(`SELECT count(*) FROM "${name}"`))[0]?.[0]),
      rows: (table, afterKey) => this.#readRows(table, afterKey),
      end: async () => void (await this.query('ROLLBACK')),
    }
  }

  /** Returns the progress of an unfinished copy into this database, or undefined. */
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

  /** Adds rows and stores the progress in one transaction. */
  addRows(table: TableInfo, rows: Row[], progress: CopyProgress): Promise<void> {
    return this.#write(async () => {
      await this.insert(table, rows)
      await this.query(`UPDATE "${progressTable}" SET state = ${toLiteral(progress)}`)
    })
  }

  /** Each batch continues after the key of the last row, and is as large as the last one allows. */
  async *#readRows({ name, columns, key }: TableInfo, afterKey?: Value[]): AsyncGenerator<Row[]> {
    const select = `SELECT ${quoteNames(columns)} FROM "${name}"`
    const keyNames = quoteNames(key)
    const placeholders = key.map((_, index) => this.getPlaceholder(index + 1)).join(', ')
    let lastKey = afterKey
    for (let batchSize = 100; ; ) {
      const condition = lastKey ? `WHERE (${keyNames}) > (${placeholders})` : ''
      const statement = `${select} ${condition} ORDER BY ${keyNames} LIMIT ${batchSize}`
      const rows = await this.query(statement, lastKey)
      if (rows.length > 0) yield rows
      if (rows.length < batchSize) return
      lastKey = key.map((column) => rows.at(-1)?.[columns.indexOf(column)] ?? null)
      const bytes = rows.reduce((sum, row) => sum + countRowBytes(row), 0)
      const maxRowsByBytes = Math.floor((maxBatchBytes * batchSize) / bytes)
      batchSize = Math.max(1, Math.min(maxBatchRows, batchSize * 2, maxRowsByBytes))
    }
  }

  async #write(work: () => Promise<void>): Promise<void> {
    await this.query(this.beginWrite)
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

/** Orders tables so that each comes after those to which it refers. */
export function sortParentsFirst<T extends Pick<TableInfo, 'name' | 'parents'>>(tables: T[]): T[] {
  const orderedTables: T[] = []
  while (orderedTables.length < tables.length) {
    const remainingTables = tables.filter((table) => !orderedTables.includes(table))
    const readyTables = remainingTables.filter(({ parents }) =>
      parents.every((parent) => orderedTables.some(({ name }) => name === parent)),
    )
    if (readyTables.length === 0)
      throw new Error(`tables form a cycle: ${remainingTables.map(({ name }) => name)}`)
    orderedTables.push(...readyTables)
  }
  return orderedTables
}

export const unfinishedCopyError = (database: string): OperatorError =>
  new OperatorError(
    `${database} holds an unfinished copy; run the same "dealgraph copy" again to resume it.`,
    exitCodes.unusableDatabase,
  )

export const databaseInUseError = (database: string): OperatorError =>
  new OperatorError(`Dealgraph is using ${database}; stop it first.`, exitCodes.locked)
