import { type RawBuilder, sql } from 'kysely'
import { listRows } from './sql.ts'

/**
 * An index lookup that finds visible records: a column names one of some users (a `listParam`) or a
 * `value` that a subquery yields, or the record's id is an `id` that a subquery yields.
 */
export type AccessPath = ByColumn | { ids: RawBuilder<unknown> }
type ByColumn = { column: string; users: string } | { column: string; values: RawBuilder<unknown> }

/** The values of the column of a path, as rows named `user`. */
export const pathValues = (path: ByColumn): RawBuilder<unknown> =>
  'values' in path ? sql`(${path.values}) as "user"` : listRows(path.users, 'user')

/** Selects the ids, as `id`, of all records of a table that a path finds. */
export const selectPathIds = (path: AccessPath, table: string, company: string) =>
  'ids' in path
    ? path.ids
    : sql`select ${sql.ref(`${table}.id`)} as "id" from ${pathValues(path)} cross join ${sql.table(table)} where ${sql.ref(`${table}.companyId`)} = ${company} and ${sql.ref(`${table}.${path.column}`)} = "user"."value"`
