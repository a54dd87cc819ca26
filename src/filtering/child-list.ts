/** Lists of children, such as a person's tasks, for many parents in one statement. */
import { type RawBuilder, sql } from 'kysely'
import {
  type AccessParams,
  type AccessScope,
  accessParams,
  accessScopeOf,
} from '../access/access-scope.ts'
import type { Context } from '../context.ts'
import { createLoader, createLoaderWithArguments } from '../crud/loader.ts'
import { badRequest } from '../errors.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/async.ts'
import { formatCount } from '../lib/text.ts'
import { encodeListParam, type Query, queryFamily } from '../store/query.ts'
import type { Schema, TableName } from '../store/schema.ts'
import { limitedPerRow, listRows, selectColumns } from '../store/sql.ts'
import type { FilterSpec } from './filter-spec.ts'
import {
  boundIds,
  orderNewestFirst,
  type Page,
  type PageParams,
  type PageRequest,
  type PageShape,
  pageByTime,
  pageParams,
  pageShape,
  toPage,
} from './page.ts'
import { fromVisibleRelated } from './predicates.ts'

type Params = AccessParams & PageParams & { parents: string }
type ScopedShape = PageShape & { scope: AccessScope }

interface ChildQueries<R> {
  table: TableName
  page(shape: ScopedShape): Query<Params, R & { parentId: string }>
  count(scope: AccessScope): Query<Params, { parentId: string; total: number }>
}

interface ChildSource<T extends TableName> {
  table: T
  /** Returns `from … where …` for the visible children of one parent; `page` is set for pages. */
  from(
    p: AccessParams & PageParams,
    parent: RawBuilder<string>,
    scope: AccessScope,
    page?: PageShape,
  ): RawBuilder<unknown>
  /** The column in `from` that contains the child's id. */
  idColumn: string
  /** The column in `from` that contains the time to sort by; by default, children sort by id. */
  timeColumn?: string
  /** The child's column, if it has one, that references the parent; compared in row lookups. */
  parentColumn?: string
}

export function childQueries<T extends TableName>(source: ChildSource<T>): ChildQueries<Schema[T]> {
  const { table, from, idColumn: id, timeColumn: time } = source
  const parentRows = (p: Params) => listRows(p.parents, 'parent')
  const parent = sql<string>`"parent"."value"`
  const timeColumn = time?.slice(time.lastIndexOf('.') + 1)
  return {
    table,
    page: queryFamily<ScopedShape, Params, Schema[T] & { parentId: string }>((_, p, shape) => {
      const page = time
        ? pageByTime(p, shape, time, id)
        : sql`${boundIds(p, shape, id)} ${orderNewestFirst(p, shape, id)}`
      // The order and the condition on the parent need these columns, too.
      const extraColumns = [timeColumn, source.parentColumn].filter(
        (column) => column !== undefined,
      )
      const children = limitedPerRow({
        from: parentRows(p),
        children: sql`${from(p, parent, shape.scope, shape)}${page}`,
        table,
        id,
        as: 'child',
        columns: shape.columns && [...shape.columns, ...extraColumns],
        company: p.companyId,
      })
      const parentCondition = source.parentColumn
        ? sql` and ${sql.ref(`child.${source.parentColumn}`)} = ${parent}`
        : sql``
      const direction = sql.raw(shape.isBackward ? 'asc' : 'desc')
      const timeOrder = timeColumn ? sql`${sql.ref(`child.${timeColumn}`)} ${direction}, ` : sql``
      return sql`select "parent"."value" as "parentId", ${selectColumns('child', shape.columns)}
        ${children}${parentCondition} order by ${timeOrder}"child"."id" ${direction}`
    }),
    count: queryFamily<AccessScope, Params, { parentId: string; total: number }>(
      (_, p, scope) =>
        sql`select "parent"."value" as "parentId", (select count(*) ${from(p, parent, scope)}) as "total" from ${parentRows(p)}`,
    ),
  }
}

/** Creates a relation's list of records; `orderBy` sorts by a time, omitting records without it. */
export function relatedList<R extends object>(spec: FilterSpec, name: string, orderBy?: string) {
  const relation = spec.relations[name]
  if (!relation) throw new Error(`${spec.table} has no relation ${name}`)
  const { target, via } = relation
  const timeOrder = orderBy && target.orders[orderBy]
  const timeCondition =
    timeOrder && sql` and ${sql.ref(`${target.table}.${timeOrder.column}`)} is not null`
  const isLinked = 'linkTable' in via
  return childList<R>(
    childQueries({
      table: target.table,
      from: (p, parent, scope) =>
        sql`${fromVisibleRelated(spec, relation, p, scope, parent)}${timeCondition ?? sql``}`,
      idColumn: isLinked && !timeOrder ? `link.${via.targetColumn}` : `${target.table}.id`,
      ...(timeOrder && { timeColumn: `${target.table}.${timeOrder.column}` }),
      ...(!isLinked && 'targetColumn' in via && { parentColumn: via.targetColumn }),
    }) as unknown as ChildQueries<R>,
  )
}

/** Reads the pages and the counts of the children of parents, each with one statement. */
export const readChildren = <R extends object>(queries: ChildQueries<R>): ChildReads<R> => ({
  pages: (ctx, parents, request) => {
    checkNodeCount(ctx, queries.table, parents.length, request.limit)
    const query = queries.page({ ...pageShape(request), scope: accessScopeOf(ctx.viewer) })
    const params = {
      ...accessParams(ctx.viewer),
      ...pageParams(request),
      parents: encodeListParam(parents),
    }
    return mapMaybePromise(ctx.db.all(query, params), (rows) => {
      const rowsByParent = Map.groupBy(rows, ({ parentId }) => parentId)
      return new Map(
        parents.map((parent) => [parent, toPage<R>(rowsByParent.get(parent) ?? [], request)]),
      )
    })
  },
  counts: (ctx, parents) =>
    mapMaybePromise(
      ctx.db.all(queries.count(accessScopeOf(ctx.viewer)), {
        ...accessParams(ctx.viewer),
        parents: encodeListParam(parents),
      }),
      (rows) => new Map(rows.map(({ parentId, total }) => [parentId, total])),
    ),
})

type Batch<V> = MaybePromise<Map<string, V>>

export interface ChildReads<R> {
  pages(ctx: Context, parents: readonly string[], request: PageRequest): Batch<Page<R>>
  counts(ctx: Context, parents: readonly string[]): Batch<number>
}

/** Creates loaders of the pages and counts of the children of each parent. */
export const childList = <R extends object>(queries: ChildQueries<R>) =>
  loadChildren(readChildren(queries))

export const loadChildren = <R extends object>({ pages, counts }: ChildReads<R>) => ({
  pages: createLoaderWithArguments<PageRequest, Page<R>>(
    (request) => (ctx, parents) => pages(ctx, parents, request),
    ({ limit, isBackward, after, before, columns }) =>
      `${limit} ${isBackward} ${after} ${before} ${columns}`,
  ),
  counts: createLoader<number>(counts),
})

/** Limits nested lists, whose parent count is known only at run time. @throws BAD_REQUEST */
function checkNodeCount(ctx: Context, table: string, parentCount: number, limit: number): void {
  const { GRAPHQL_MAX_NODES: maxNodes } = ctx.settings
  const nodeCount = parentCount * limit
  if (nodeCount > maxNodes)
    throw badRequest(
      `The operation asks for ${formatCount(nodeCount)} records of \`${table}\` here, ${formatCount(limit)} for each of ${formatCount(parentCount)} parents; the limit is ${formatCount(maxNodes)}: lower \`first\` of this list or of those above it`,
    )
}
