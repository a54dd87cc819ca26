/**
 * Pages of lists and their SQL. Each access path of the caller is read along its index, no further
 * than to the end of the page, so that a page costs the same in a company of any size.
 */
import { type RawBuilder, sql } from 'kysely'
import { type AccessPath, type AccessScope, pathValues } from '../access/access-scope.ts'
import { byDialect } from '../store/query.ts'
import { jsonValueAt, limitedPerRow, selectColumns } from '../store/sql.ts'
import type { FilterExpression, FilterParams, FilterSpec } from './filter-spec.ts'
import { toPredicate } from './predicates.ts'

/** At most `limit` records between two positions, counted from either end. */
export interface PageRequest {
  limit: number
  backward: boolean
  after?: string | undefined
  before?: string | undefined
  /** The columns to read besides the id; by default all. */
  columns?: readonly string[] | undefined
}

export interface Page<R> {
  rows: R[]
  hasNext: boolean
  hasPrevious: boolean
}

export interface PageShape {
  after: boolean
  before: boolean
  backward: boolean
  columns?: readonly string[] | undefined
}

export const pageShape = (request: PageRequest): PageShape => ({
  after: request.after !== undefined,
  before: request.before !== undefined,
  backward: request.backward,
  ...(request.columns && { columns: request.columns }),
})

/** Reads one row more than a page has, which tells whether another page follows. */
export const pageParams = (request: PageRequest) => ({
  after: request.after,
  before: request.before,
  limit: request.limit + 1,
})

export type PageParams = Partial<ReturnType<typeof pageParams>>

export function toPage<R>(found: R[], request: PageRequest): Page<R> {
  const more = found.length > request.limit
  const rows = more ? found.slice(0, request.limit) : found
  return request.backward
    ? { rows: rows.toReversed(), hasNext: request.before !== undefined, hasPrevious: more }
    : { rows, hasNext: more, hasPrevious: request.after !== undefined }
}

type Sql = RawBuilder<unknown>

/** Bounds a list by ids, of which the newest come first. */
export function idBounds(p: PageParams, { after, before }: PageShape, id: string): Sql {
  const lower = after ? sql` and ${sql.ref(id)} < ${p.after}` : sql``
  const upper = before ? sql` and ${sql.ref(id)} > ${p.before}` : sql``
  return sql`${lower}${upper}`
}

/** `order by … limit …`: newest first, or oldest first for a page from the end. */
export const newestFirst = (p: PageParams, { backward }: PageShape, id: string): Sql =>
  sql`order by ${sql.ref(id)} ${sql.raw(backward ? 'asc' : 'desc')} limit ${p.limit}`

export const timePosition = (time: string, id: string): string => `${time} ${id}`

/** Bounds, order and limit of a list that is sorted by a time; positions are `timePosition`s. */
export function pageByTime(p: PageParams, shape: PageShape, time: string, id: string): Sql {
  const keyset = sql`(${sql.ref(time)}, ${sql.ref(id)})`
  // A timestamp has 24 characters.
  const position = (param: unknown) => sql`(substr(${param}, 1, 24), substr(${param}, 26))`
  const after = shape.after ? sql` and ${keyset} < ${position(p.after)}` : sql``
  const before = shape.before ? sql` and ${keyset} > ${position(p.before)}` : sql``
  const direction = sql.raw(shape.backward ? 'asc' : 'desc')
  return sql`${after}${before} order by ${sql.ref(time)} ${direction}, ${sql.ref(id)} ${direction} limit ${p.limit}`
}

type Params = FilterParams & PageParams

export interface Selection {
  where: FilterExpression
  scope: AccessScope
}

/** The number of users of an access path whose records SQLite merges in order. */
const maxMergedUsers = 12

export function newestPage<R>(
  spec: FilterSpec,
  p: Params,
  shape: PageShape & Selection,
): RawBuilder<R> {
  const id = `${spec.table}.id`
  const paths = spec.policy.accessPaths(p, shape.scope)
  const where = sql`${whereClause(spec, p, shape)}${idBounds(p, shape, id)}`
  const ids =
    paths.length === 0
      ? where
      : sql`${inCompany(spec, p)} and ${sql.ref(id)} in (${idsByPaths(spec, p, shape, paths, where)})`
  return sql`select ${selectColumns(spec.table, shape.columns)} from ${sql.table(spec.table)} where ${ids} ${newestFirst(p, shape, id)}`
}

export function total(
  spec: FilterSpec,
  p: Params,
  shape: Selection & { limited?: true },
): RawBuilder<{ total: number }> {
  const where = whereClause(spec, p, shape)
  const [table, id] = [sql.table(spec.table), sql.ref(`${spec.table}.id`)]
  const limit = shape.limited ? sql` limit ${p.limit}` : sql``
  const paths = spec.policy
    .accessPaths(p, shape.scope)
    .map((path) =>
      'ids' in path
        ? sql`select ${id} as "id" from (${path.ids}) as "path" cross join ${table} where ${id} = "path"."id" and ${where}`
        : sql`select ${id} as "id" from ${pathValues(path)} cross join ${table} where ${sql.ref(`${spec.table}.${path.column}`)} = "user"."value" and ${where}`,
    )
  const visible = paths.length
    ? sql`select "id" from (${sql.join(paths, sql` union `)}) as "visible"`
    : sql`select 1 from ${table} where ${where}`
  return sql`select count(*) as "total" from (${visible}${limit}) as "limited"`
}

const inCompany = ({ table }: FilterSpec, p: Params): Sql =>
  sql`${sql.ref(`${table}.companyId`)} = ${p.companyId}`

const whereClause = (spec: FilterSpec, p: Params, { where, scope }: Selection): Sql =>
  'and' in where && where.and.length === 0
    ? inCompany(spec, p)
    : sql`${inCompany(spec, p)} and ${toPredicate(spec, where, p, scope)}`

/** The union of the newest ids of each access path. Of a subquery, all rows are read. */
function idsByPaths(
  { table }: FilterSpec,
  p: Params,
  shape: PageShape,
  paths: readonly AccessPath[],
  where: Sql,
): Sql {
  const id = sql.ref(`${table}.id`)
  const page = newestFirst(p, shape, `${table}.id`)
  const ofUser = (column: string, user: Sql) =>
    sql`from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = ${user} and ${where}`
  const ofUsers = (column: string, users: Sql) => {
    const children = sql`${ofUser(column, sql`"user"."value"`)} ${page}`
    return sql`select "found"."id" ${limitedPerRow({ from: users, children, table, id: 'id', as: 'found', columns: [], company: p.companyId })}`
  }
  const ofPath = (path: AccessPath) =>
    'ids' in path
      ? sql`select "id" from (select ${id} as "id" from (${path.ids}) as "path" cross join ${sql.table(table)} where ${id} = "path"."id" and ${where} ${page}) as "named"`
      : ofUsers(path.column, pathValues(path))
  /** SQLite merges a union of sorted parts, and stops at the end of the page. */
  const mergedParts = (path: AccessPath) => {
    if (!('users' in path)) return [ofPath(path)]
    const { column, users } = path
    const parts = Array.from(
      { length: maxMergedUsers },
      (_, index) => sql`select ${id} as "id" ${ofUser(column, jsonValueAt(users, index, 'text'))}`,
    )
    const others = sql`(select "value" from json_each(${users}) where "key" >= ${sql.lit(maxMergedUsers)}) as "user"`
    return [...parts, sql`select "id" from (${ofUsers(column, others)}) as "others"`]
  }
  return byDialect({
    sqlite: () =>
      sql`select "id" from (${sql.join(paths.flatMap(mergedParts), sql` union `)} ${newestFirst(p, shape, 'id')}) as "merged"`,
    postgres: () => sql.join(paths.map(ofPath), sql` union `),
  })
}
