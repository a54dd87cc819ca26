/** Builds SQL expressions, most of which differ between SQLite and PostgreSQL. */
import { type RawBuilder, sql } from 'kysely'
import { byDialect, toArrayParam } from './query.ts'

export type Sql = RawBuilder<unknown>

export const alwaysTrue = sql<boolean>`1 = 1`
export const alwaysFalse = sql<boolean>`1 = 0`

const createJoin =
  (operator: Sql, neutral: RawBuilder<boolean>) => (conditions: readonly Sql[]) => {
    const terms = conditions.filter((condition) => condition !== neutral)
    if (terms.length < 2) return (terms[0] ?? neutral) as RawBuilder<boolean>
    return sql<boolean>`(${sql.join(terms, operator)})`
  }

/** Returns a predicate that is true if all conditions are true. */
export const allOf = createJoin(sql` and `, alwaysTrue)
/** Returns a predicate that is true if at least one condition is true. */
export const anyOf = createJoin(sql` or `, alwaysFalse)

/** Returns a predicate that is true if a row of a table or alias belongs to the company. */
export const isInCompany = (table: string, companyId: string): Sql =>
  sql`${sql.ref(`${table}.companyId`)} = ${companyId}`

const postgresTypes = { text: 'text', integer: 'bigint', number: 'double precision' }
/** The type of a list's elements. */
export type ElementType = keyof typeof postgresTypes

/** Tests whether a list (see `encodeListParam`) contains the value of a column or expression. */
export function isIn(
  operand: string | RawBuilder<unknown>,
  list: string,
  type: ElementType = 'text',
): RawBuilder<boolean> {
  const value = typeof operand === 'string' ? sql.ref(operand) : operand
  return byDialect(
    {
      sqlite: () => sql<boolean>`${value} in (select value from json_each(${list}))`,
      postgres: () =>
        sql<boolean>`${value} = any(cast(${toArrayParam(list)} as ${sql.raw(postgresTypes[type])}[]))`,
    },
    () => sql<boolean>`${value} = ${list}`,
  )
}

/**
 * Returns the elements of a list (see `encodeListParam`) as rows with a column `value`, for lookups
 * in large tables, where the planner may scan all rows of the company for `isIn`.
 */
export const listRows = (list: string, name: string): RawBuilder<unknown> =>
  byDialect({
    sqlite: () => sql`json_each(${list}) as ${sql.ref(name)}`,
    postgres: () => sql`unnest(cast(${toArrayParam(list)} as text[])) as ${sql.ref(name)}("value")`,
  })

/** Returns the elements of a JSON array in a column as rows with a column `value`. */
export const jsonElements = (column: RawBuilder<unknown>, name: string): RawBuilder<unknown> =>
  byDialect({
    sqlite: () => sql`json_each(${column}) as ${sql.ref(name)}`,
    postgres: () =>
      sql`json_array_elements_text(cast(${column} as json)) as ${sql.ref(name)}("value")`,
  })

/** Returns the element at `index` of a parameter that is a JSON array. */
export const jsonValueAt = (list: string, index: number, type: ElementType) =>
  byDialect({
    sqlite: () => sql`json_extract(${list}, ${sql.lit(`$[${index}]`)})`,
    postgres: () =>
      sql`cast(cast(${list} as json) ->> ${sql.lit(index)} as ${sql.raw(postgresTypes[type])})`,
  })

/** Returns the elements of the array at `index` of a parameter that is a JSON array of arrays. */
export const jsonValuesAt = (list: string, index: number, type: ElementType) =>
  byDialect({
    sqlite: () => sql`(select "value" from json_each(${list}, ${sql.lit(`$[${index}]`)}))`,
    postgres: () =>
      sql`(select cast("value" as ${sql.raw(postgresTypes[type])}) from json_array_elements_text(cast(${list} as json) -> ${sql.lit(index)}) as "element"("value"))`,
  })

/** Returns the position of `substring` in `text`, counted from 1; 0 if `text` lacks it. */
const position = (text: unknown, substring: unknown): RawBuilder<number> =>
  byDialect({
    sqlite: () => sql<number>`instr(${text}, ${substring})`,
    postgres: () => sql<number>`strpos(${text}, ${substring})`,
  })

export const contains = (text: unknown, substring: unknown) =>
  sql<boolean>`${position(text, substring)} > 0`
export const startsWith = (text: unknown, start: unknown) =>
  sql<boolean>`${position(text, start)} = 1`

/** Lowercases text and removes accents in SQL, like `fold`, for text without a folded column. */
export const sqlFold = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`folded(${text})`

/** Forces the use of an index where SQLite would choose a similar index that lacks a column. */
export const indexedBy = (name: string): RawBuilder<unknown> =>
  byDialect({ sqlite: () => sql` indexed by ${sql.ref(name)}`, postgres: () => sql`` })

/** Returns a reference to a column for which SQLite does not use an index. */
export const withoutIndex = (column: string): RawBuilder<unknown> =>
  byDialect({ sqlite: () => sql`+${sql.ref(column)}`, postgres: () => sql`${sql.ref(column)}` })

/** Returns the time `days` × 24 hours before `moment`, as ISO 8601 text. */
export const daysBefore = (moment: string, days: number): RawBuilder<string> =>
  byDialect({
    sqlite: () =>
      sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', ${moment}, ${sql.lit(`-${days} days`)})`,
    postgres: () =>
      sql<string>`to_char(cast(${moment} as timestamptz) at time zone 'UTC' - ${sql.lit(`${days * 24} hours`)}::interval, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  })

/** A join that SQLite, unlike PostgreSQL, performs in the written order of the tables. */
export const orderedJoin: RawBuilder<unknown> = byDialect({
  sqlite: () => sql`cross join`,
  postgres: () => sql`join`,
})

/** Sums amounts without rounding errors: SQLite compensates for them, PostgreSQL adds decimals. */
export const sumDecimals = (column: string): RawBuilder<unknown> =>
  byDialect({
    sqlite: () => sql`sum(${sql.ref(column)})`,
    postgres: () =>
      sql`cast(sum(cast(cast(${sql.ref(column)} as text) as numeric)) as double precision)`,
  })

/** Selects columns of a table or alias, always including the id; by default, all columns. */
export const selectColumns = (table: string, columns: readonly string[] | undefined) =>
  columns
    ? sql.join([...new Set(['id', ...columns])].map((name) => sql.ref(`${table}.${name}`)))
    : sql`${sql.table(table)}.*`

interface LimitedPerRowOptions {
  from: RawBuilder<unknown>
  /** `from … order by … limit …` for one parent's children, whose ids are in the column `id`. */
  children: RawBuilder<unknown>
  table: string
  id: string
  as: string
  /** The columns to select in addition to the id; by default, all columns. */
  columns?: readonly string[] | undefined
  companyId: string
}

/**
 * Returns `from … where …` for the first children of each parent row. Callers can append conditions
 * with `and`. SQLite has no lateral join, so it looks up the children again by their ids.
 */
export const limitedPerRow = ({
  from,
  children,
  table,
  id,
  as,
  columns,
  companyId,
}: LimitedPerRowOptions): RawBuilder<unknown> =>
  byDialect({
    sqlite: () =>
      sql`from ${from} cross join ${sql.table(table)} as ${sql.ref(as)} where ${sql.ref(`${as}.companyId`)} = ${companyId} and ${sql.ref(`${as}.id`)} in (select ${sql.ref(id)} ${children})`,
    postgres: () =>
      sql`from ${from} cross join lateral (select ${selectColumns(table, columns)} ${children}) as ${sql.ref(as)} where true`,
  })

interface LateralLookup {
  from: RawBuilder<unknown>
  table: string
  as: string
  on: RawBuilder<unknown>
  /** The `order by … limit …` for the rows that each outer row looks up. */
  limit: RawBuilder<unknown>
}

/** Looks up rows for each outer row. Without `limit`, PostgreSQL would flatten the subquery. */
export const lateralLookup = ({
  from,
  table,
  as,
  on,
  limit,
}: LateralLookup): RawBuilder<unknown> => {
  const target = sql`${sql.table(table)} as ${sql.ref(as)}`
  return byDialect({
    sqlite: () => sql`from ${from} cross join ${target} on ${on}`,
    postgres: () =>
      sql`from ${from} cross join lateral (select * from ${target} where ${on} ${limit}) as ${sql.ref(as)}`,
  })
}
