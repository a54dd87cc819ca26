import { exitCodes, OperatorError } from './faults.ts'

/**
 * Whole tables, to be moved from one database to another: read row by row in the order of their
 * keys, and added to.
 */
export type Value = string | number | Buffer | null
/** The values of a row, in the order of its table's columns. */
export type Row = Value[]

export interface TableInfo {
  name: string
  /** By name. */
  columns: string[]
  /** The columns of the primary key, in its order. */
  key: string[]
  /** The tables that it refers to. */
  parents: string[]
}

/** A database as it stands at one moment. */
export interface TableSnapshot {
  count(table: TableInfo): Promise<number>
  /**
   * All rows behind this key, some at a time, in the order of their keys: the same one in every
   * database.
   */
  rows(table: TableInfo, after?: Value[]): AsyncIterable<Row[]>
  end(): Promise<void>
}

/** How far a copy has come. It is kept in the copy until that is whole. */
export interface CopyProgress {
  /** What tells the source, and whether it has been changed since. */
  source: string
  /** For each table that was begun how many rows are there, and the key of the last one. */
  tables: Record<string, { rows: number; last: Value[] }>
}

export interface TableCopy {
  /** Those with data; what the databases keep of their own is not among them. */
  list: TableInfo[]
  read(): Promise<TableSnapshot>
  /** How far the copy has come that was begun here; nothing where none is unfinished. */
  progress(): Promise<CopyProgress | undefined>
  /**
   * From here on nobody else opens the database, until the copy is finished. The secrets it has
   * make room for the source's.
   */
  begin(progress: CopyProgress): Promise<void>
  /** Adds rows and notes the progress, both or neither. */
  add(table: TableInfo, rows: Row[], progress: CopyProgress): Promise<void>
  /** What the database needs when much was added. */
  analyze(): Promise<void>
  /** Waits until all of it is on the disk; then the database can be used. */
  finish(): Promise<void>
  close(): Promise<void>
}

/** Where the progress of a copy is kept. */
export const progressTable = 'copyProgress'

/**
 * What a database keeps for itself: which migrations ran, rate limits, how far a copy has come, and
 * what it counts when rows are added.
 */
export const internalTables = ['kysely_migration', 'windows', progressTable, 'dealRankCounts']

/** Orders tables so that each comes after those that it refers to. */
export function parentsFirst<T extends Pick<TableInfo, 'name' | 'parents'>>(tables: T[]): T[] {
  const done: T[] = []
  while (done.length < tables.length) {
    const ready = tables.filter(
      (table) =>
        !done.includes(table) &&
        table.parents.every((parent) => done.some(({ name }) => name === parent)),
    )
    if (ready.length === 0)
      throw new Error(
        `tables refer to each other in a circle: ${tables.filter((table) => !done.includes(table)).map(({ name }) => name)}`,
      )
    done.push(...ready)
  }
  return done
}

/** At most so many rows, and about so many bytes, are in memory at a time. */
export const maxBatchRows = 2000
export const maxBatchBytes = 1_000_000

const sizeOf = (value: Value): number =>
  typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 8
export const rowBytes = (row: Row): number =>
  row.reduce<number>((sum, value) => sum + sizeOf(value), 0)

/** What is said where a copy was begun and not finished. */
export const unfinishedCopyError = (where: string): OperatorError =>
  new OperatorError(
    `${where} holds a copy that is not finished; run the same "dealgraph copy" again, which goes on where it stopped.`,
    exitCodes.unusableDatabase,
  )
