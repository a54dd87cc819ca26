/**
 * Pages of lists and their SQL. Each access path of the caller is read along its index, no further
 * than to the end of the page, so a page costs the same in a company of any size.
 */
import { type RawBuilder, sql } from 'kysely'
import { type AccessPath, type AccessScope, selectPathValues } from '../access/access-scope.ts'
import { byDialect } from '../store/query.ts'
import { jsonValueAt, limitedPerRow, selectColumns } from '../store/sql.ts'
import type { FilterExpression, FilterParams, FilterSpec } from './filter-spec.ts'
import { toPredicate } from './predicates.ts'

/** At most `limit` records between two positions, counted from either end. */
export interface PageRequest {
  limit: number
  isBackward: boolean
  after?: string | undefined
  before?: string | undefined
  /** The columns to read besides the id; by default all. */
  columns?: readonly string[] | undefined
}

export type Page<R> = { rows: R[]; hasNext: boolean; hasPrevious: boolean }

export interface PageShape {
  hasAfter: boolean
  hasBefore: boolean
  isBackward: boolean
  columns?: readonly string[] | undefined
}

export const pageShape = (request: PageRequest): PageShape => ({
  hasAfter: request.after !== undefined,
  hasBefore: request.before !== undefined,
  isBackward: request.isBackward,
  ...(request.columns && { columns: request.columns }),
})

/** Returns the parameters of a page; the limit is one row higher, to show if a page follows. */
export const pageParams = (request: PageRequest) => ({
  after: request.after,
  before: request.before,
  limit: request.limit + 1,
})

export type PageParams = Partial<ReturnType<typeof pageParams>>

export function toPage<R>(foundRows: R[], request: PageRequest): Page<R> {
  const hasMore = foundRows.length > request.limit
  const rows = hasMore ? foundRows.slice(0, request.limit) : foundRows
  return request.isBackward
    ? { rows: rows.toReversed(), hasNext: request.before !== undefined, hasPrevious: hasMore }
    : { rows, hasNext: hasMore, hasPrevious: request.after !== undefined }
}

type Sql = RawBuilder<unknown>

/** Bounds a list that is ordered by id, newest first. */
export function boundIds(p: PageParams, { hasAfter, hasBefore }: PageShape, id: string): Sql {
  const afterBound = hasAfter ? sql` and ${sql.ref(id)} < ${p.after}` : sql``
  const beforeBound = hasBefore ? sql` and ${sql.ref(id)} > ${p.before}` : sql``
  return sql`${afterBound}${beforeBound}`
}

/** Returns `order by … limit …`: newest first, or oldest first for a page from the end. */
export const orderNewestFirst = (p: PageParams, { isBackward }: PageShape, id: string): Sql =>
  sql`order by ${sql.ref(id)} ${sql.raw(isBackward ? 'asc' : 'desc')} limit ${p.limit}`

export const formatTimePosition = (time: string, id: string): string => `${time} ${id}`

/** Bounds, sorts and limits a list by a time; see `formatTimePosition` for its positions. */
export function pageByTime(p: PageParams, shape: PageShape, time: string, id: string): Sql {
  const keyset = sql`(${sql.ref(time)}, ${sql.ref(id)})`
  // A timestamp has 24 characters.
  const parsePosition = (param: unknown) => sql`(substr(${param}, 1, 24), substr(${param}, 26))`
  const afterBound = shape.hasAfter ? sql` and ${keyset} < ${parsePosition(p.after)}` : sql``
  const beforeBound = shape.hasBefore ? sql` and ${keyset} > ${parsePosition(p.before)}` : sql``
  const direction = sql.raw(shape.isBackward ? 'asc' : 'desc')
  return sql`${afterBound}${beforeBound} order by ${sql.ref(time)} ${direction}, ${sql.ref(id)} ${direction} limit ${p.limit}`
}

type Params = FilterParams & PageParams

export type Selection = { where: FilterExpression; scope: AccessScope }

/** The maximum number of users of an access path whose records SQLite merges in order. */
const maxMergedUsers = 12

export function newestPage<R>(
  spec: FilterSpec,
  p: Params,
  shape: PageShape & Selection,
): RawBuilder<R> {
  const id = `${spec.table}.id`
  const paths = spec.policy.accessPaths(p, shape.scope)
  const where = sql`${whereClause(spec, p, shape)}${boundIds(p, shape, id)}`
  const ids =
    paths.length === 0
      ? where
      : sql`${inCompany(spec, p)} and ${sql.ref(id)} in (${selectIdsByPaths(spec, p, shape, paths, where)})`
  return sql`select ${selectColumns(spec.table, shape.columns)} from ${sql.table(spec.table)} where ${ids} ${orderNewestFirst(p, shape, id)}`
}

export function countTotal(
  spec: FilterSpec,
  p: Params,
  shape: Selection & { isLimited?: true },
): RawBuilder<{ total: number }> {
  const where = whereClause(spec, p, shape)
  const [table, id] = [sql.table(spec.table), sql.ref(`${spec.table}.id`)]
  const limit = shape.isLimited ? sql` limit ${p.limit}` : sql``
  const paths = spec.policy
    .accessPaths(p, shape.scope)
    .map((path) =>
      'ids' in path
        ? sql`select ${id} as "id" from (${path.ids}) as "path" cross join ${table} where ${id} = "path"."id" and ${where}`
        : sql`select ${id} as "id" from ${selectPathValues(path)} cross join ${table} where ${sql.ref(`${spec.table}.${path.column}`)} = "user"."value" and ${where}`,
    )
  const visibleRows = paths.length
    ? sql`select "id" from (${sql.join(paths, sql` union `)}) as "visible"`
    : sql`select 1 from ${table} where ${where}`
  return sql`select count(*) as "total" from (${visibleRows}${limit}) as "limited"`
}

const inCompany = ({ table }: FilterSpec, p: Params): Sql =>
  sql`${sql.ref(`${table}.companyId`)} = ${p.companyId}`

const whereClause = (spec: FilterSpec, p: Params, { where, scope }: Selection): Sql =>
  'and' in where && where.and.length === 0
    ? inCompany(spec, p)
    : sql`${inCompany(spec, p)} and ${toPredicate(spec, where, p, scope)}`

/** Selects the union of the newest ids of each access path; a subquery is read in full. */
function selectIdsByPaths(
  { table }: FilterSpec,
  p: Params,
  shape: PageShape,
  paths: readonly AccessPath[],
  where: Sql,
): Sql {
  const id = sql.ref(`${table}.id`)
  const page = orderNewestFirst(p, shape, `${table}.id`)
  const selectRows = (column: string, user: Sql) =>
    sql`from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = ${user} and ${where}`
  const selectByUsers = (column: string, users: Sql) => {
    const children = sql`${selectRows(column, sql`"user"."value"`)} ${page}`
    return sql`select "found"."id" ${limitedPerRow({ from: users, children, table, id: 'id', as: 'found', columns: [], company: p.companyId })}`
  }
  const selectByPath = (path: AccessPath) =>
    'ids' in path
      ? sql`select "id" from (select ${id} as "id" from (${path.ids}) as "path" cross join ${sql.table(table)} where ${id} = "path"."id" and ${where} ${page}) as "named"`
      : selectByUsers(path.column, selectPathValues(path))
  /** Returns the sorted parts of a union, which SQLite merges until the end of the page. */
  const listMergedParts = (path: AccessPath) => {
    if (!('users' in path)) return [selectByPath(path)]
    const { column, users } = path
    const parts = Array.from(
      { length: maxMergedUsers },
      (_, index) =>
        sql`select ${id} as "id" ${selectRows(column, jsonValueAt(users, index, 'text'))}`,
    )
    const otherUsers = sql`(select "value" from json_each(${users}) where "key" >= ${sql.lit(maxMergedUsers)}) as "user"`
    return [...parts, sql`select "id" from (${selectByUsers(column, otherUsers)}) as "others"`]
  }
  return byDialect({
    sqlite: () =>
      sql`select "id" from (${sql.join(paths.flatMap(listMergedParts), sql` union `)} ${orderNewestFirst(p, shape, 'id')}) as "merged"`,
    postgres: () => sql.join(paths.map(selectByPath), sql` union `),
  })
}
