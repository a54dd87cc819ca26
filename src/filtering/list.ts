import {
  type AccessParams,
  type AccessScope,
  accessParams,
  accessScopeOf,
} from '../access/access-scope.ts'
import type { Context } from '../context.ts'
import { createLoader, createLoaderWithArguments } from '../crud/loader.ts'
import { badRequest } from '../errors.ts'
import { formatCount } from '../lib/format-count.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/maybe-promise.ts'
import type { ChildQueries } from '../store/children.ts'
import {
  type ListQueries,
  type Page,
  type PageRequest,
  pageParams,
  pageShape,
  toPage,
} from '../store/page.ts'
import type { Query } from '../store/query.ts'
import { listParam } from '../store/sql.ts'

/** Runs a list for the caller: a page of it, or how many records it has. */
export function pageFor<S, R>(
  ctx: Context,
  queries: ListQueries<AccessParams, S, R>,
  options: S,
  window: PageRequest,
): MaybePromise<Page<R>> {
  const query = queries.page({ options, ...pageShape(window) })
  return mapMaybePromise(
    ctx.db.all(query, { ...accessParams(ctx.viewer), ...pageParams(window) }),
    (rows) => toPage(rows, window),
  )
}

/** So many are counted at once; of more, the count is a longer piece of work. */
const few = 5000

export async function countFor<S, R>(
  ctx: Context,
  queries: ListQueries<AccessParams, S, R>,
  options: S,
): Promise<number> {
  const params = accessParams(ctx.viewer)
  const some =
    (await ctx.db.first(queries.count({ options, upTo: true }), { ...params, most: few }))?.total ??
    0
  if (some < few) return some
  return (await countAside(ctx, queries.count({ options }), params)) ?? 0
}

/** Counts what may be very much. Whoever waits for that holds nobody up. */
export async function countAside<P extends object>(
  ctx: Context,
  query: Query<P, { total: number }>,
  params: P,
): Promise<number | undefined> {
  ctx.hasWaited = true
  return (await ctx.db.firstInWorker(query, params))?.total
}

/**
 * Checks lists below plain lists (the people of a deal), whose parents are known only at run time.
 * @throws BAD_REQUEST
 */
function checkSize(
  { settings: { GRAPHQL_MAX_NODES: maxNodes } }: Context,
  table: string,
  parents: number,
  limit: number,
): void {
  const nodes = parents * limit
  if (nodes > maxNodes)
    throw badRequest(
      `The operation asks for ${formatCount(nodes)} records of \`${table}\` here, ${formatCount(limit)} for each of ${formatCount(parents)} parents; the limit is ${formatCount(maxNodes)}: lower \`first\` of this list or of those above it`,
    )
}

/** A page of the children of each parent, in one statement for all the parents of a request. */
export function childPages<R extends object, S>(
  queries: ChildQueries<AccessParams, R, S>,
  options: (ctx: Context) => S,
) {
  return createLoaderWithArguments<PageRequest, Page<R>>(
    (window) => (ctx, parents) => {
      checkSize(ctx, queries.table, parents.length, window.limit)
      const query = queries.page({ ...pageShape(window), options: options(ctx) })
      return mapMaybePromise(
        ctx.db.all(query, {
          ...accessParams(ctx.viewer),
          ...pageParams(window),
          parents: listParam(parents),
        }),
        (rows) => {
          const groups = Map.groupBy(rows, (row) => row.parentId)
          return new Map(
            parents.map((parent) => [parent, toPage<R>(groups.get(parent) ?? [], window)]),
          )
        },
      )
    },
    ({ limit, backward, after, before, columns }) =>
      `${limit} ${backward} ${after} ${before} ${columns}`,
  )
}

export function childCounts<R, S>(
  queries: ChildQueries<AccessParams, R, S>,
  options: (ctx: Context) => S,
) {
  return createLoader<number>((ctx, parents) =>
    mapMaybePromise(
      ctx.db.all(queries.count(options(ctx)), {
        ...accessParams(ctx.viewer),
        parents: listParam(parents),
      }),
      (rows) => new Map(rows.map((row) => [row.parentId, row.total])),
    ),
  )
}

/** The children of many parents, restricted to what the caller can view. */
export const visibleChildren = <R extends object>(
  queries: ChildQueries<AccessParams, R, AccessScope>,
) => childList(queries, ({ viewer }) => accessScopeOf(viewer))

/** The children of many parents: a page of them and their count, each in one statement. */
export const childList = <R extends object, S>(
  queries: ChildQueries<AccessParams, R, S>,
  options: (ctx: Context) => S,
) => ({ pages: childPages(queries, options), counts: childCounts(queries, options) })
