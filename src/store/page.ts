import { type RawBuilder, sql } from 'kysely'
import { type Query, queryFamily } from './query.ts'
import type { Schema, TableName } from './schema.ts'
import { selected } from './selected.ts'
import { type AccessPath, idsByAccessPaths, valuesOfWay } from './ways.ts'

/**
 * A part of a list, newest first: at most `limit` records after or before a given id, counted from
 * either end.
 */
export interface PageRequest {
  limit: number
  /** Take the last ones rather than the first. */
  backward: boolean
  after?: string | undefined
  before?: string | undefined
  /** What is wanted of each record besides its id; all, where nothing is said. */
  columns?: readonly string[] | undefined
}

export interface Page<R> {
  rows: R[]
  hasNext: boolean
  hasPrevious: boolean
}

type Condition = RawBuilder<boolean>

export interface ListShape<S> {
  after: boolean
  before: boolean
  backward: boolean
  columns?: readonly string[] | undefined
  options: S
}

/** `upTo`: counts no further than to `most`. */
export interface CountShape<S> {
  upTo?: true
  options: S
}

const nothing = sql``
const and = (condition: Condition | undefined) => (condition ? sql` and ${condition}` : nothing)
const column = (name: string) => sql.ref(name)

type Bounds = { after: boolean; before: boolean; backward: boolean }

function between(p: object, shape: Bounds, id: string): RawBuilder<unknown> {
  const values = p as Record<string, unknown>
  const after = shape.after ? sql` and ${column(id)} < ${values['after']}` : nothing
  const before = shape.before ? sql` and ${column(id)} > ${values['before']}` : nothing
  return sql`${after}${before}`
}

const directionOf = ({ backward }: Bounds) => (backward ? 'asc' : 'desc')

export const range = (p: object, shape: Bounds, id: string): RawBuilder<unknown> =>
  sql`${between(p, shape, id)} order by ${column(id)} ${sql.raw(directionOf(shape))} limit ${(p as { limit?: unknown }).limit}`

/** A place in an order of times, ids deciding between equal ones. */
export const momentOf = (time: string, id: string): string => `${time} ${id}`

/**
 * The same in the order of a time; `after` and `before` are places as `momentOf` writes them: a
 * time has 24 characters.
 */
export function rangeInTime(
  p: object,
  shape: { after: boolean; before: boolean; backward: boolean },
  time: string,
  id: string,
): RawBuilder<unknown> {
  const values = p as Record<string, unknown>
  const [at, own] = [column(time), column(id)]
  const place = (name: string) => sql`(substr(${values[name]}, 1, 24), substr(${values[name]}, 26))`
  const after = shape.after ? sql` and (${at}, ${own}) < ${place('after')}` : nothing
  const before = shape.before ? sql` and (${at}, ${own}) > ${place('before')}` : nothing
  const order = shape.backward ? sql`asc` : sql`desc`
  return sql`${after}${before} order by ${at} ${order}, ${own} ${order} limit ${values['limit']}`
}

interface ListOf<P, S> {
  table: TableName
  /** The ways in which a record can be visible; none given: everything is. */
  visible(p: P, options: S): AccessPath[]
  /** What holds of every record of the list. */
  also?(p: P, options: S): Condition | undefined
}

/**
 * The statements of a list: a page in the order of ids, newest first, and how many there are in
 * all.
 */
export function listOf<T extends TableName, P extends { companyId: string }, S>(
  list: ListOf<P, S> & { table: T },
) {
  const table = sql.table(list.table)
  const id = sql.ref(`${list.table}.id`)
  const whereOf = (p: P, { options }: { options: S }) =>
    sql<boolean>`${sql.ref(`${list.table}.companyId`)} = ${p.companyId}${and(list.also?.(p, options))}`

  const page = queryFamily<ListShape<S>, P, Schema[T]>((_, p, shape) => {
    const where = whereOf(p, shape)
    const own = `${list.table}.id`
    const ways = list.visible(p, shape.options)
    const wanted = selected(list.table, shape.columns)
    if (ways.length === 0)
      return sql<Schema[T]>`select ${wanted} from ${table} where ${where}${range(p, shape, own)}`
    const { limit } = p as { limit?: unknown }
    const ids = idsByAccessPaths({
      table: list.table,
      company: p.companyId,
      ways,
      where,
      between: between(p, shape, own),
      direction: directionOf(shape),
      limit,
    })
    const inCompany = sql`${sql.ref(`${list.table}.companyId`)} = ${p.companyId}`
    return sql<
      Schema[T]
    >`select ${wanted} from ${table} where ${inCompany} and ${id} in (${ids})${range(p, { ...shape, after: false, before: false }, own)}`
  })

  const count = queryFamily<CountShape<S>, P & { most?: number }, { total: number }>(
    (_, p, shape) => {
      const where = whereOf(p, shape)
      const ways = list.visible(p, shape.options)
      const upTo = shape.upTo ? sql` limit ${p.most}` : nothing
      if (ways.length === 0)
        return sql<{
          total: number
        }>`select count(*) as "total" from (select 1 from ${table} where ${where}${upTo}) as "some"`
      const arms = ways.map((way) =>
        'ids' in way
          ? sql`select ${id} as "id" from (${way.ids}) as "way" cross join ${table} where ${id} = "way"."id" and ${where}`
          : sql`select ${id} as "id" from ${valuesOfWay(way)} cross join ${table} where ${sql.ref(`${list.table}.${way.column}`)} = "user"."value" and ${where}`,
      )
      return sql<{
        total: number
      }>`select count(*) as "total" from (select "id" from (${sql.join(arms, sql` union `)}) as "visible"${upTo}) as "some"`
    },
  )
  return { page, count }
}

export const pageShape = (window: PageRequest) => ({
  after: window.after !== undefined,
  before: window.before !== undefined,
  backward: window.backward,
  ...(window.columns && { columns: window.columns }),
})

/** One more than asked for is read, so as to know whether there are more. */
export const pageParams = (window: PageRequest) => ({
  after: window.after,
  before: window.before,
  limit: window.limit + 1,
})

export function toPage<R>(found: R[], window: PageRequest): Page<R> {
  const more = found.length > window.limit
  const rows = more ? found.slice(0, window.limit) : found
  return window.backward
    ? { rows: rows.toReversed(), hasNext: window.before !== undefined, hasPrevious: more }
    : { rows, hasNext: more, hasPrevious: window.after !== undefined }
}

export type ListQueries<P, S, R> = {
  page(shape: ListShape<S>): Query<P, R>
  count(shape: CountShape<S>): Query<P & { most?: number }, { total: number }>
}
