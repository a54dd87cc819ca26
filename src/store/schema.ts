/**
 * The tables of the database, as Kysely sees them. Each resource's `table.ts` adds its own by declaration
 * merging, so that `store/` knows no resource and a resource never imports another's table.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging in every table.ts
export interface Schema {}

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
