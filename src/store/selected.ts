import { type RawBuilder, sql } from 'kysely'

/** Of a table, or of what it is called in a statement. */
export const selected = (
  table: string,
  columns: readonly string[] | undefined,
): RawBuilder<unknown> =>
  columns
    ? sql.join([...new Set(['id', ...columns])].map((each) => sql.ref(`${table}.${each}`)))
    : sql`${sql.table(table)}.*`
