/**
 * Pages of lists, and their SQL. An access path by a column is read from an index only up to the
 * end of the page, so that the cost of a page does not depend on the size of the company.
 */
import { type RawBuilder, sql } from 'kysely'
import { type AccessPath, type AccessScope, selectPathValues } from '../access/access-scope.ts'
import { byDialect } from '../store/query.ts'
import { isInCompany, jsonValueAt, limitedPerRow, type Sql, selectColumns } from '../store/sql.ts'
import type { FilterExpression, FilterParams, FilterSpec } from './filter-spec.ts'
import { toPredicate } from './predicates.ts'

/** A request for up to `limit` records between two positions, read from the start or the end. */
export interface PageRequest {
  limit: number
  isBackward: boolean
  after?: string | undefined
  before?: string | undefined
  /** The columns to read in addition to the id; by default, all columns. */
  columns?: readonly string[] | undefined
}

export type Page<R> = { rows: R[]; hasNext: boolean; hasPrevious: boolean }

export interface PageShape {
  hasAfter: boolean
  hasBefore: boolean
  isBackward: boolean
  columns?: readonly string[] | undefined
}

export const toPageShape = (request: PageRequest): PageShape => ({
  hasAfter: request.after !== undefined,
  hasBefore: request.before !== undefined,
  isBackward: request.isBackward,
  ...(request.columns && { columns: request.columns }),
})

/** Returns the parameters of a page. The limit includes an extra row to detect a further page. */
export const toPageParams = (request: PageRequest) => ({
  after: request.after,
  before: request.before,
  limit: request.limit + 1,
})

export type PageParams = Partial<ReturnType<typeof toPageParams>>

export function toPage<R>(foundRows: R[], request: PageRequest): Page<R> {
  const hasMore = foundRows.length > request.limit
  const rows = hasMore ? foundRows.slice(0, request.limit) : foundRows
  return request.isBackward
    ? { rows: rows.toReversed(), hasNext: request.before !== undefined, hasPrevious: hasMore }
    : { rows, hasNext: hasMore, hasPrevious: request.after !== undefined }
}

/** Returns conditions that restrict a newest-first list to ids between the cursors. */
export function matchIdRange(p: PageParams, { hasAfter, hasBefore }: PageShape, id: string): Sql {
  const afterBound = hasAfter ? sql` and ${sql.ref(id)} < ${p.after}` : sql``
  const beforeBound = hasBefore ? sql` and ${sql.ref(id)} > ${p.before}` : sql``
  return sql`${afterBound}${beforeBound}`
}

/** Returns `order by … limit …`: newest first, or oldest first for a backward page. */
export const orderNewestFirst = (p: PageParams, { isBackward }: PageShape, id: string): Sql =>
  sql`order by ${sql.ref(id)} ${sql.raw(isBackward ? 'asc' : 'desc')} limit ${p.limit}`

export const formatTimePosition = (time: string, id: string): string => `${time} ${id}`

/** Restricts, sorts and limits a list by a time; for the cursors, see `formatTimePosition`. */
export function paginateByTime(p: PageParams, shape: PageShape, time: string, id: string): Sql {
  const keyset = sql`(${sql.ref(time)}, ${sql.ref(id)})`
  // A position is a timestamp of 24 characters, a space and the id.
  const parsePosition = (param: unknown) => sql`(substr(${param}, 1, 24), substr(${param}, 26))`
  const afterBound = shape.hasAfter ? sql` and ${keyset} < ${parsePosition(p.after)}` : sql``
  const beforeBound = shape.hasBefore ? sql` and ${keyset} > ${parsePosition(p.before)}` : sql``
  const direction = sql.raw(shape.isBackward ? 'asc' : 'desc')
  return sql`${afterBound}${beforeBound} order by ${sql.ref(time)} ${direction}, ${sql.ref(id)} ${direction} limit ${p.limit}`
}

type Params = FilterParams & PageParams

export type Selection = { where: FilterExpression; scope: AccessScope }

/** Maximum number of users per access path whose records SQLite merges in order. */
const maxMergedUsers = 12

export function newestPage<R>(
  spec: FilterSpec,
  p: Params,
  shape: PageShape & Selection,
): RawBuilder<R> {
  const id = `${spec.table}.id`
  const paths = spec.policy.accessPaths(p, shape.scope)
  const condition = sql`${createWhereClause(spec, p, shape)}${matchIdRange(p, shape, id)}`
  const whereCondition =
    paths.length === 0
      ? condition
      : sql`${isInCompany(spec.table, p.companyId)} and ${sql.ref(id)} in (${selectIdsByPaths(spec, p, shape, paths, condition)})`
  return sql`select ${selectColumns(spec.table, shape.columns)} from ${sql.table(spec.table)} where ${whereCondition} ${orderNewestFirst(p, shape, id)}`
}

export function countTotal(
  spec: FilterSpec,
  p: Params,
  shape: Selection & { isLimited?: true },
): RawBuilder<{ total: number }> {
  const condition = createWhereClause(spec, p, shape)
  const [table, id] = [sql.table(spec.table), sql.ref(`${spec.table}.id`)]
  const limitClause = shape.isLimited ? sql` limit ${p.limit}` : sql``
  const paths = spec.policy
    .accessPaths(p, shape.scope)
    .map((path) =>
      'ids' in path
        ? sql`select ${id} as "id" from (${path.ids}) as "path" cross join ${table} where ${id} = "path"."id" and ${condition}`
        : sql`select ${id} as "id" from ${selectPathValues(path)} cross join ${table} where ${sql.ref(`${spec.table}.${path.column}`)} = "user"."value" and ${condition}`,
    )
  const visibleRows = paths.length
    ? sql`select "id" from (${sql.join(paths, sql` union `)}) as "visible"`
    : sql`select 1 from ${table} where ${condition}`
  return sql`select count(*) as "total" from (${visibleRows}${limitClause}) as "limited"`
}

const createWhereClause = (spec: FilterSpec, p: Params, { where, scope }: Selection): Sql =>
  'and' in where && where.and.length === 0
    ? isInCompany(spec.table, p.companyId)
    : sql`${isInCompany(spec.table, p.companyId)} and ${toPredicate(spec, where, p, scope)}`

/** Selects the union of each access path's newest ids; a path's `ids` subquery is read fully. */
function selectIdsByPaths(
  { table }: FilterSpec,
  p: Params,
  shape: PageShape,
  paths: readonly AccessPath[],
  where: Sql,
): Sql {
  const id = sql.ref(`${table}.id`)
  const pageClause = orderNewestFirst(p, shape, `${table}.id`)
  const selectRows = (column: string, user: Sql) =>
    sql`from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = ${user} and ${where}`
  const selectByUsers = (column: string, users: Sql) => {
    const children = sql`${selectRows(column, sql`"user"."value"`)} ${pageClause}`
    return sql`select "found"."id" ${limitedPerRow({ from: users, children, table, id: 'id', as: 'found', columns: [], companyId: p.companyId })}`
  }
  const selectByPath = (path: AccessPath) =>
    'ids' in path
      ? sql`select "id" from (select ${id} as "id" from (${path.ids}) as "path" cross join ${sql.table(table)} where ${id} = "path"."id" and ${where} ${pageClause}) as "named"`
      : selectByUsers(path.column, selectPathValues(path))
  /** Returns a union's sorted parts, which SQLite merges only up to the end of the page. */
  const listMergedParts = (path: AccessPath) => {
    if (!('users' in path)) return [selectByPath(path)]
    const { column, users } = path
    const unionParts = Array.from(
      { length: maxMergedUsers },
      (_, index) =>
        sql`select ${id} as "id" ${selectRows(column, jsonValueAt(users, index, 'text'))}`,
    )
    const otherUsers = sql`(select "value" from json_each(${users}) where "key" >= ${sql.lit(maxMergedUsers)}) as "user"`
    return [...unionParts, sql`select "id" from (${selectByUsers(column, otherUsers)}) as "others"`]
  }
  return byDialect({
    sqlite: () =>
      sql`select "id" from (${sql.join(paths.flatMap(listMergedParts), sql` union `)} ${orderNewestFirst(p, shape, 'id')}) as "merged"`,
    postgres: () => sql.join(paths.map(selectByPath), sql` union `),
  })
}
