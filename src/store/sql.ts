import { type RawBuilder, sql } from 'kysely'

/** The few SQL expressions that are written otherwise on each database. (PostgreSQL's forms arrive with its driver.) */

/** The elements of a list parameter; pass the list to the query as `listParam([...])`. */
export const elements = (list: string): RawBuilder<string> => sql<string>`(select value from json_each(${list}))`

/** The form in which a list of strings is passed to `elements`. */
export const listParam = (values: readonly string[]): string => JSON.stringify(values)

/** Names the index of a table that a query is to use, where another one looks as good to SQLite but lacks a column. */
export const usingIndex = (name: string): RawBuilder<unknown> => sql` indexed by ${sql.ref(name)}`
