/** Reads the child lists of many parents, such as people's tasks, in one statement. */
import { type RawBuilder, sql } from 'kysely'
import {
  type AccessParams,
  type AccessScope,
  getAccessParams,
  getAccessScope,
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
  matchIdRange,
  orderNewestFirst,
  type Page,
  type PageParams,
  type PageRequest,
  type PageShape,
  paginateByTime,
  toPage,
  toPageParams,
  toPageShape,
} from './page.ts'
import { buildVisibleRelatedClause, findRelation } from './predicates.ts'

type Params = AccessParams & PageParams & { parents: string }
type ScopedShape = PageShape & { scope: AccessScope }

interface ChildQueries<R> {
  table: TableName
  page(shape: ScopedShape): Query<Params, R & { parentId: string }>
  count(scope: AccessScope): Query<Params, { parentId: string; total: number }>
}

interface ChildSource<T extends TableName> {
  table: T
  /** Returns `from … where …` for a parent's visible children; `page` is undefined for counts. */
  from(
    p: AccessParams & PageParams,
    parent: RawBuilder<string>,
    scope: AccessScope,
    page?: PageShape,
  ): RawBuilder<unknown>
  /** The column in `from` that contains the child's id; by default, the id of `table`. */
  idColumn?: string
  /** The time column in `from` by which children are sorted; by default, they are sorted by id. */
  timeColumn?: string
  /** The column that references the parent, compared again in the outer query; not for links. */
  parentColumn?: string
}

export function createChildQueries<T extends TableName>(
  source: ChildSource<T>,
): ChildQueries<Schema[T]> {
  const { table, from, idColumn: id = `${source.table}.id`, timeColumn: time } = source
  const parentRows = (p: Params) => listRows(p.parents, 'parent')
  const parent = sql<string>`"parent"."value"`
  const timeColumn = time?.slice(time.lastIndexOf('.') + 1)
  return {
    table,
    page: queryFamily<ScopedShape, Params, Schema[T] & { parentId: string }>((_, p, shape) => {
      const pageClause = time
        ? paginateByTime(p, shape, time, id)
        : sql`${matchIdRange(p, shape, id)} ${orderNewestFirst(p, shape, id)}`
      // `order by` and the parent condition need these columns, even if they are not requested.
      const extraColumns = [timeColumn, source.parentColumn].filter(
        (column) => column !== undefined,
      )
      const children = limitedPerRow({
        from: parentRows(p),
        children: sql`${from(p, parent, shape.scope, shape)}${pageClause}`,
        table,
        id,
        as: 'child',
        columns: shape.columns && [...shape.columns, ...extraColumns],
        companyId: p.companyId,
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

/**
 * Creates functions that list a parent's rows in a table, newest first. @param condition restricts
 * the rows
 */
export const createRowLists = <T extends TableName>(
  table: T,
  parentColumn: string,
  condition = sql``,
) =>
  createChildLists(
    createChildQueries({
      table,
      from: (p, parent) =>
        sql`from ${sql.table(table)} where ${sql.ref(`${table}.companyId`)} = ${p.companyId} and ${sql.ref(`${table}.${parentColumn}`)} = ${parent}${condition}`,
      parentColumn,
    }),
  )

/** Creates a relation's list. With `orderBy`, sorts by this time and omits records without it. */
export function createRelationList<R extends object>(
  spec: FilterSpec,
  name: string,
  orderBy?: string,
) {
  const relation = findRelation(spec, name)
  const { target, via } = relation
  const timeOrder = orderBy && target.orders[orderBy]
  const timeCondition =
    timeOrder && sql` and ${sql.ref(`${target.table}.${timeOrder.column}`)} is not null`
  const usesLinkTable = 'linkTable' in via
  return createChildLists<R>(
    createChildQueries({
      table: target.table,
      from: (p, parent, scope) =>
        sql`${buildVisibleRelatedClause(spec, relation, p, scope, parent)}${timeCondition ?? sql``}`,
      ...(usesLinkTable && !timeOrder && { idColumn: `link.${via.targetColumn}` }),
      ...(timeOrder && { timeColumn: `${target.table}.${timeOrder.column}` }),
      ...(!usesLinkTable && 'targetColumn' in via && { parentColumn: via.targetColumn }),
    }) as unknown as ChildQueries<R>,
  )
}

/** Creates functions that each read the pages or child counts of many parents in one statement. */
export const createChildReads = <R extends object>(queries: ChildQueries<R>): ChildReads<R> => ({
  pages: (ctx, parents, request) => {
    checkNodeCount(ctx, queries.table, parents.length, request.limit)
    const query = queries.page({ ...toPageShape(request), scope: getAccessScope(ctx.viewer) })
    const params = {
      ...getAccessParams(ctx.viewer),
      ...toPageParams(request),
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
      ctx.db.all(queries.count(getAccessScope(ctx.viewer)), {
        ...getAccessParams(ctx.viewer),
        parents: encodeListParam(parents),
      }),
      (rows) => new Map(rows.map(({ parentId, total }) => [parentId, total])),
    ),
})

type ValuesByParent<V> = MaybePromise<Map<string, V>>

export interface ChildReads<R> {
  pages(ctx: Context, parents: readonly string[], request: PageRequest): ValuesByParent<Page<R>>
  counts(ctx: Context, parents: readonly string[]): ValuesByParent<number>
}

/** Creates loaders for each parent's page of children and child count. */
export const createChildLists = <R extends object>(queries: ChildQueries<R>) =>
  createChildLoaders(createChildReads(queries))

export const createChildLoaders = <R extends object>({ pages, counts }: ChildReads<R>) => ({
  pages: createLoaderWithArguments<PageRequest, Page<R>>(pages),
  counts: createLoader<number>(counts),
})

export type ChildLoaders<R extends object> = ReturnType<typeof createChildLoaders<R>>

/** Limits the records of a nested list to `GRAPHQL_MAX_NODES`. @throws BAD_REQUEST */
function checkNodeCount(ctx: Context, table: string, parentCount: number, limit: number): void {
  const { GRAPHQL_MAX_NODES: maxNodes } = ctx.settings
  const nodeCount = parentCount * limit
  if (nodeCount > maxNodes)
    throw badRequest(
      `A nested list requests ${formatCount(nodeCount)} records of \`${table}\`, ${formatCount(limit)} for each of ${formatCount(parentCount)} parents; the limit is ${formatCount(maxNodes)}: lower \`first\` on this list or its parent lists`,
    )
}
