import { type RawBuilder, sql } from 'kysely'
import { byDialect } from './query.ts'
import { jsonValueAt, limitedPerRow, listRows } from './sql.ts'

/**
 * A way in which a record can be visible, served by an index: a column names one of some users (a
 * `listParam`), or one of those that a subquery yields (as a column `value`), or its id is one of
 * those that a subquery yields (as a column `id`).
 */
export type AccessPath = ByColumn | { ids: RawBuilder<unknown> }
type ByColumn = { column: string; users: string } | { column: string; values: RawBuilder<unknown> }

/** The values that the column of a way may have, as rows named `user`. */
export const valuesOfWay = (way: ByColumn): RawBuilder<unknown> =>
  'values' in way ? sql`(${way.values}) as "user"` : listRows(way.users, 'user')

/** Selects the ids, as `id`, of all records of a table that a path finds. */
export const selectPathIds = (path: AccessPath, table: string, company: string) =>
  'ids' in path
    ? path.ids
    : sql`select ${sql.ref(`${table}.id`)} as "id" from ${valuesOfWay(path)} cross join ${sql.table(table)} where ${sql.ref(`${table}.companyId`)} = ${company} and ${sql.ref(`${table}.${path.column}`)} = "user"."value"`

/** What a page of a list is taken from. */
interface Taken {
  table: string
  company: string
  ways: AccessPath[]
  /** What holds of every record of the list. */
  where: RawBuilder<boolean>
  /** Between which ids (`and … < …`), in which order, and how many. */
  between: RawBuilder<unknown>
  direction: 'asc' | 'desc'
  limit: unknown
}

/**
 * On SQLite the records of so many users of a way are merged as they are read, in order, no further
 * than to the end of the page.
 */
const merged = 12

/**
 * `select … union select …`: the ids of the records that are visible in one of the ways. Of each
 * user's records no more are read than a page could hold, whatever the size of the company; what a
 * subquery yields is gone through, all of it.
 */
export function idsByAccessPaths({
  table,
  company,
  ways,
  where,
  between,
  direction,
  limit,
}: Taken): RawBuilder<unknown> {
  const id = sql.ref(`${table}.id`)
  const first = (order: string) =>
    sql`order by ${sql.ref(order)} ${sql.raw(direction)} limit ${limit}`
  const named = ({ ids }: Extract<AccessPath, { ids: unknown }>) =>
    sql`select "id" from (select ${id} as "id" from (${ids}) as "way" cross join ${sql.table(table)} where ${id} = "way"."id" and ${where}${between} ${first(`${table}.id`)}) as "named"`
  const those = (column: string, user: RawBuilder<unknown>) =>
    sql`from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = ${user} and ${where}${between}`
  const ofEach = (column: string, from: RawBuilder<unknown>) =>
    sql`select "found"."id" ${limitedPerRow({ from, those: sql`${those(column, sql`"user"."value"`)} ${first(`${table}.id`)}`, table, id: 'id', as: 'found', columns: [], company })}`

  const each = (way: AccessPath) =>
    'ids' in way ? named(way) : ofEach(way.column, valuesOfWay(way))
  const apart = (way: AccessPath) => {
    if (!('users' in way)) return [each(way)]
    const { column, users } = way
    const mine = Array.from(
      { length: merged },
      (_, n) => sql`select ${id} as "id" ${those(column, jsonValueAt(users, n, 'text'))}`,
    )
    const others = sql`(select "value" from json_each(${users}) where "key" >= ${sql.lit(merged)}) as "user"`
    return [...mine, sql`select "id" from (${ofEach(column, others)}) as "others"`]
  }
  return byDialect({
    sqlite: () =>
      sql`select "id" from (${sql.join(ways.flatMap(apart), sql` union `)} ${first('id')}) as "merged"`,
    postgres: () => sql.join(ways.map(each), sql` union `),
  })
}
