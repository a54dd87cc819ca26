/**
 * The tables of the database, as Kysely sees them. Each resource's `table.ts` adds its own by
 * declaration merging, so that `store/` knows no resource and a resource never imports another's
 * table.
 */
export interface Schema {
  /** What the database keeps for itself, made when it is first needed. */
  secrets: { name: string; value: string }
}

export type TableName = keyof Schema & string

/** What every record carries. `id` is a TypeID, whose order is the order of creation. */
export interface RecordColumns {
  companyId: string
  id: string
  /** Starts at 1, raised by each change. */
  version: number
  /** ISO 8601, UTC, milliseconds. */
  createdAt: string
  updatedAt: string
}

/** What a column holds: text, time (ISO 8601 text), int, bool (0 or 1), real (a double), blob. */
export type ColumnType = 'text' | 'time' | 'int' | 'bool' | 'real' | 'blob'
