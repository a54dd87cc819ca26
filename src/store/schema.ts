/**
 * The tables of the database, and the actions of events. Each resource's `table.ts` adds its own by
 * declaration merging, so that `store/` knows no resource and a resource never imports another's
 * table.
 */
export interface Schema {
  /** Encryption keys, created at first use. */
  secrets: { name: string; value: string }
}

export type TableName = keyof Schema & string

/** The actions of the events of each kind of record. */
export interface EventActions extends Record<never, never> {}

/** The columns of every record. Ids are TypeIDs, which sort by creation time. */
export interface RecordColumns {
  companyId: string
  id: string
  /** The version: 1 at first, and incremented by each change. */
  version: number
  /** The id of the user; null if the server created the record. */
  createdBy: string | null
  /** ISO 8601 in UTC, with milliseconds. */
  createdAt: string
  updatedAt: string
}

/** `time` is ISO 8601 text, `bool` is 0 or 1, `real` is a double. */
export type ColumnType = 'text' | 'time' | 'int' | 'bool' | 'real' | 'blob'
