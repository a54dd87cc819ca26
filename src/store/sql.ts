import { type RawBuilder, sql } from 'kysely'

/** The few SQL expressions that are written otherwise on each database. (PostgreSQL's forms arrive with its driver.) */

/** The elements of a list parameter; pass the list to the query as `listParam([...])`. */
export const elements = (list: string): RawBuilder<string> => sql<string>`(select value from json_each(${list}))`

/**
 * The same as rows, with a column `value`: `from ${rowsOf(list, 'user')} cross join "tasks" where …`. For look-ups in
 * large tables: of a condition with `in` the planner may think that the whole company is read sooner.
 */
export const rowsOf = (list: string, name: string): RawBuilder<unknown> => sql`json_each(${list}) as ${sql.ref(name)}`

/** The form in which a list of strings is passed to `elements` and `rowsOf`. */
export const listParam = (values: readonly string[]): string => JSON.stringify(values)

/** Text without case and accents, as `fold` has it: by this names are sorted that have no column for it. */
export const folded = (text: RawBuilder<unknown>): RawBuilder<string> => sql<string>`folded(${text})`

/** Names the index of a table that a query is to use, where another one looks as good to SQLite but lacks a column. */
export const usingIndex = (name: string): RawBuilder<unknown> => sql` indexed by ${sql.ref(name)}`

/** So many times 24 hours before a moment, as moments are stored. */
export const daysBefore = (moment: string, days: number): RawBuilder<string> =>
  sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', ${moment}, ${sql.lit(`-${days} days`)})`
