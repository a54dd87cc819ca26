/**
 * The database tables and the event actions. Each resource's `table.ts` adds its own by declaration
 * merging, so that `store/` does not import resources, and no resource imports another's table.
 */
export interface Schema {
  /** Encryption keys, created at first use. */
  secrets: { name: string; value: string }
}

export type TableName = keyof Schema & string

/** The event actions of each record kind. */
export interface EventActions extends Record<never, never> {}

/** The columns that every record has. Ids are TypeIDs, which sort by creation time. */
export interface RecordColumns {
  companyId: string
  id: string
  /** Starts at 1, and is incremented by each change. */
  version: number
  /** The creator's user id; null if unknown or if the server created the record. */
  createdBy: string | null
  /** ISO 8601 in UTC with milliseconds, like `updatedAt`. */
  createdAt: string
  updatedAt: string
}

type TableWith<Columns> = { [T in TableName]: Schema[T] extends Columns ? T : never }[TableName]

export type TableWithId = TableWith<{ id: string }>
/** A table whose rows are records. */
export type RecordTable = TableWith<RecordColumns>

/** `time` is ISO 8601 text, `bool` is 0 or 1, `real` is a double. */
export type ColumnType = 'text' | 'time' | 'int' | 'bool' | 'real' | 'blob'
